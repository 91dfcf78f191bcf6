"""How far a group can go, and the way there: the march's own rules, hex by hex.

Only what the moving side may know is asked about: a march is refused by ground
and by hexes that are occupied, never by who is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import HalfPoints, Side, UnitId
from grognard.titles.lost_battalion.position.actions import Action, Join, March, Pick, Place, Ride
from grognard.titles.lost_battalion.position.decisions import (
    ArtilleryMovement,
    InHand,
    Marching,
    Movement,
    SettingUp,
)
from grognard.titles.lost_battalion.position.questions import QUESTIONS
from grognard.titles.lost_battalion.position.state import SEATS, State
from grognard.titles.lost_battalion.rules.marching import MARCH, RIDE, step_cost, step_refusal
from grognard.titles.lost_battalion.rules.setting_up import in_hand_refusal


class Way(msgspec.Struct, frozen=True):
    """What it costs to come to a hex, and from which one comes."""

    cost: HalfPoints
    before: Hex


# -- reach -------------------------------------------------------------------------------


def reachable(state: State, march: Marching, mode: str) -> dict[Hex, Way]:
    """Hexes the group can enter, each by the cheapest way."""
    best: dict[Hex, Way] = {}
    queue = [(0, march.at)]
    while queue:
        cost, at = heappop(queue)
        if at in best and best[at].cost < cost:
            continue
        here = Marching(march.side, march.units, at, march.spent + cost, march.mode)
        for hex_ in _next_hexes(state, here):
            if step_refusal(state, here, state.kit.grid.label(hex_), mode) is not None:
                continue
            total = cost + step_cost(state, here, hex_, mode)
            if hex_ not in best or total < best[hex_].cost:
                best[hex_] = Way(total, at)
                heappush(queue, (total, hex_))
    best.pop(march.at, None)
    return best


def _next_hexes(state: State, march: Marching) -> Iterator[Hex]:
    rim = (h for h in state.kit.grid.hexes if state.kit.rim >> h & 1)
    yield from rim if march.at < 0 else state.kit.grid.neighbours(march.at)


# -- routes ------------------------------------------------------------------------------


def route(state: State, seat: str, pieces: Sequence[str], to: str) -> list[Action]:
    """The actions that bring the pieces, or the group in hand, to a hex; none if no way is open."""
    side, top = SEATS.index(seat), state.top if state.stack else None
    if state.kit.in_play(to) is None:
        return []
    match top:
        case Marching(side=mover) if mover == side:
            return _onward(state, top, pieces, to)
        case Movement(side=mover) if mover == side and pieces:
            return _from_rest(state, side, pieces, to)
        case ArtilleryMovement() if pieces:
            return _from_rest(state, side, pieces, to)
        case SettingUp(side=mover) if mover == side and len(pieces) == 1:
            found = _units(state, side, pieces)
            return [Pick(pieces[0]), *_placed(state, InHand(side, found[0]), to)] if found else []
        case InHand(side=mover) if mover == side:
            return _placed(state, top, to)
    return []


def _placed(state: State, hand: InHand, to: str) -> list[Action]:
    place = Place(to)
    return [place] if in_hand_refusal(state, hand, place) is None else []


def _onward(state: State, march: Marching, pieces: Sequence[str], to: str) -> list[Action]:
    """The group goes on; it is not another that was meant."""
    units = _units(state, march.side, pieces)
    if units is None or (units and not march.units >> units[0] & 1):
        return []
    return _steps(state, march, to)


def _from_rest(state: State, side: Side, pieces: Sequence[str], to: str) -> list[Action]:
    """Takes them in hand, one after the other, and sets out."""
    units = _units(state, side, pieces)
    if not units:
        return []
    top, first = state.top, Pick(state.kit.names[units[0]])
    if QUESTIONS[type(top)].refusal(state, top, first) is not None:
        return []
    start = state.hex_of[units[0]]
    march = Marching(side, sum(1 << unit for unit in units), start)
    others = (Join(state.kit.names[unit]) for unit in units[1:])
    steps = _steps(state, march, to)
    return [first, *others, *steps] if steps else []


def _units(state: State, side: Side, pieces: Sequence[str]) -> list[UnitId] | None:
    """The side's own units of these names, each once; None if one is not."""
    found = [state.kit.by_name.get(name) for name in dict.fromkeys(pieces)]
    own = [u for u in found if u is not None and state.kit.side_of[u] == side]
    return own if len(own) == len(found) else None


def _steps(state: State, march: Marching, to: str) -> list[Action]:
    """By regular movement if that reaches the hex, else by Operational Movement."""
    for mode, kind in ((MARCH, March), (RIDE, Ride)):
        path = _path(reachable(state, march, mode), state.kit.grid.at(to), march.at)
        if path:
            return [kind(state.kit.grid.label(hex_)) for hex_ in path]
    return []


def _path(ways: dict[Hex, Way], to: Hex, start: Hex) -> list[Hex]:
    path: list[Hex] = []
    while to in ways:
        path.append(to)
        to = ways[to].before
        if to == start:
            break
    return path[::-1]
