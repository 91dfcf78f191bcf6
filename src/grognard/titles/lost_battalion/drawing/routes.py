"""How far a group can go, and the way there: the march's own rules, hex by hex.

Only what the moving side may know is asked about: a march is refused by ground
and by hexes that are occupied, never by who is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal
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
from grognard.titles.lost_battalion.rules.marching import (
    MARCH,
    RIDE,
    movement_left,
    step_cost,
    step_refusal,
)
from grognard.titles.lost_battalion.rules.setting_up import in_hand_refusal
from grognard.titles.lost_battalion.rules.terrain import points
from grognard.waist.no_way import NoWay, broken_off, too_far


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


# -- why there is no way -------------------------------------------------------------------

_PLENTY: Final[HalfPoints] = 10_000


def no_way(state: State, seat: str, pieces: Sequence[str], to: str) -> NoWay | None:
    """Why the pieces, or the group in hand, cannot march to a hex: too far, or no way there."""
    march = _meant(state, SEATS.index(seat), pieces)
    if march is None or march.at < 0 or not state.kit.grid.has(to):
        return None
    grid, goal = state.kit.grid, state.kit.grid.at(to)
    modes = (march.mode,) if march.mode else (MARCH, RIDE)
    if march.at == goal or any(goal in reachable(state, march, mode) for mode in modes):
        return None
    fresh = Marching(march.side, march.units, march.at, -_PLENTY, march.mode)
    far = reachable(state, fresh, march.mode or MARCH)
    left = movement_left(state, march)
    if goal in far:
        rule = "LB-7.2a" if march.units & state.out_moving else "LB-8.0a"
        return too_far(rule, to, f"{points(far[goal].cost)} movement", points(max(left, 0)))
    costs = {march.at: 0} | {hex_: way.cost for hex_, way in far.items()}

    def why(here: Hex, there: Hex) -> Refusal | None:
        on = Marching(march.side, march.units, here, -_PLENTY, march.mode)
        return step_refusal(state, on, grid.label(there), march.mode or MARCH)

    return broken_off(grid, costs, goal, why)


def _meant(state: State, side: Side, pieces: Sequence[str]) -> Marching | None:
    """The march in hand, or one of these pieces that could begin."""
    top, units = state.top if state.stack else None, _units(state, side, pieces)
    if isinstance(top, Marching) and top.side == side:
        return top if not units or top.units >> units[0] & 1 else None
    if not isinstance(top, Movement | ArtilleryMovement) or not units:
        return None
    first = Pick(state.kit.names[units[0]])
    if QUESTIONS[type(top)].refusal(state, top, first) is not None:
        return None
    return Marching(side, sum(1 << unit for unit in units), state.hex_of[units[0]])
