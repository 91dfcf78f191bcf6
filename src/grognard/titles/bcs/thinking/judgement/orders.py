"""Orders of the day: by formation, the road it is to take and what it is to take on the way.

The scenario has them. Without orders of its own each division would find the same
highway the shortest, and formations that share one cross streams and mix.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.bcs.kit.kit import FormationId, Kit
from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.rules.ways import road_net as nets

if TYPE_CHECKING:
    from grognard.titles.bcs.thinking.judgement.situation import Situation


def aim(here: Situation, number: FormationId) -> Hex | None:
    """The first of a formation's aims that it has not got yet; a defender's first of all."""
    aims = aims_of(here, number)
    if not here.is_german:
        return aims[0] if aims else None
    return next((hex_ for hex_ in aims if here.wanted >> hex_ & 1), None)


def aims_of(here: Situation, number: FormationId) -> tuple[Hex, ...]:
    """What a formation is to see to."""
    order = here.orders.get(number)
    if order is None:
        return ()
    later = order.later and here.state.turn >= order.later_from
    return order.later if later else order.aims


def is_ordered(here: Situation, number: FormationId, hex_: Hex) -> bool:
    """Whether a hex is among a formation's aims; any is, for one without orders."""
    aims = aims_of(here, number)
    return not aims or hex_ in aims


def shunned(state: State, number: FormationId) -> HexSet:
    """The roads that others have been given, those aside that the formation shares."""
    return _shunned(state.kit, number)


@lru_cache(maxsize=256)
def _shunned(kit: Kit, number: FormationId) -> HexSet:
    own = _road(kit, number)
    if not own:
        return 0
    others = 0
    for friend in kit.side_formations[kit.formations[number].side]:
        others |= _road(kit, friend) if friend != number else 0
    return others & ~own


def _road(kit: Kit, number: FormationId) -> HexSet:
    """As it was thought out before the first turn: all bridges stand."""
    order, ground = kit.orders.get(number), nets.footing(kit, kit.turns[0].ground)
    found = 0
    for a, b in pairwise(order.road if order else ()):
        search = nets.Search(kit, 0, ground, nets.MP, False, 1 << b, kit.road_hexes)
        found |= hexset(nets.way(search, a) or ())
    return found
