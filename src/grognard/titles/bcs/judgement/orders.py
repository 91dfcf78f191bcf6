"""Orders of the day: by formation, the road it is to take and what it is to take on the way.

They are those of 1944. Without orders of its own each division would find the same
highway the shortest, and formations that share one cross streams and mix.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from grognard.hexes import Hex, HexSet, hexset
from grognard.titles.bcs import roads
from grognard.titles.bcs.kit import GERMAN, FormationId, Kit
from grognard.titles.bcs.state import State


class Order(msgspec.Struct, frozen=True):
    """The hexes a formation's road leads through, and what it is to see to, the first first.

    From the third turn on there may be others: what has not fallen by then is gone round.
    """

    aims: str
    later: str = ""
    road: str = ""


LATER: Final = 3  # the turn from which the other aims count
ORDERS: Final[dict[str, dict[str, Order]]] = {
    "bastogne": {
        "2PZ": Order(
            "24.11 23.13 17.09 10.09 07.08",
            "17.09 10.09 07.08 24.11 23.13 26.03",
            "46.13 36.11 33.15 30.16 29.14 28.13 26.12 24.11 23.09 20.08 17.09 10.09 07.08",
        ),
        "PL902": Order(
            "29.16 25.18 24.19 21.19 20.20", "", "46.15 38.18 33.18 29.18 28.19 26.19 25.18 21.19"
        ),
        "26VG": Order("36.24 23.21 19.23 20.20", "", "46.24 37.20 36.24 33.24 30.23 23.21"),
        "5FJ": Order("36.24 23.28 22.41", "", "46.26 36.24 36.28 32.26 26.29 23.28 21.36"),
        "PL901": Order(
            "23.28 19.27 14.24 11.25 07.16",
            "19.27 14.24 11.25 07.16 23.28",
            "46.24 37.20 34.22 33.24 30.23 26.27 23.28 19.27 14.24 11.25 07.16",
        ),
        "28ID": Order("36.24"),
        "ENG8": Order("24.19 23.13 23.21 25.18 20.20 21.19"),
        "CCB10": Order("24.11 29.16 25.18 23.13 21.19"),
        "501": Order("24.19 21.19 20.20 25.18"),
        "506": Order("24.11 23.13 21.19"),
        "502": Order("15.18 17.09 21.19 20.20"),
        "327": Order("20.20 23.21 17.20 19.23 14.24"),
        "CCA4": Order("22.41 23.28 19.27 19.23"),
        "CCB4": Order("19.27 14.24 19.23 10.31"),
    }
}


def aim(state: State, number: FormationId, wanted: HexSet) -> Hex | None:
    """The first of a formation's aims that it has not got yet; a defender's first of all."""
    aims = aims_of(state, number)
    if state.kit.formations[number].side != GERMAN:
        return aims[0] if aims else None
    return next((hex_ for hex_ in aims if wanted >> hex_ & 1), None)


def aims_of(state: State, number: FormationId) -> list[Hex]:
    """What a formation is to see to."""
    order = _order(state.kit, number)
    if order is None:
        return []
    text = order.later if order.later and state.turn >= LATER else order.aims
    return [state.kit.grid.at(label) for label in text.split()]


def is_ordered(state: State, number: FormationId, hex_: Hex) -> bool:
    """Whether a hex is among a formation's aims; any is, for one without orders."""
    aims = aims_of(state, number)
    return not aims or hex_ in aims


def shunned(state: State, number: FormationId) -> HexSet:
    """The roads that others have been given, those aside that the formation shares."""
    memo = state.kit.memo
    found: HexSet | None = memo.recall(("shunned", number), None)
    if found is None:
        found = memo.keep(("shunned", number), None, _shunned(state, number))
    return found


def _shunned(state: State, number: FormationId) -> HexSet:
    if not _road(state, number):
        return 0
    friends = state.kit.side_formations[state.kit.formations[number].side]
    others = 0
    for friend in friends:
        others |= _road(state, friend) if friend != number else 0
    return others & ~_road(state, number)


def _road(state: State, number: FormationId) -> HexSet:
    order = _order(state.kit, number)
    points = [state.kit.grid.at(label) for label in order.road.split()] if order else []
    found = 0
    for a, b in pairwise(points):
        found |= hexset(roads.cheapest(state, a, 1 << b, state.kit.grid.all) or ())
    return found


def _order(kit: Kit, number: FormationId) -> Order | None:
    return ORDERS.get(kit.scenario.key, {}).get(kit.formations[number].key)
