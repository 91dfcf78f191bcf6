"""How far a unit can go, and the way there: the move's own rules, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

import msgspec

from grognard.book.words import counted
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import Side, UnitId
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import (
    Activation,
    Advancing,
    DelayedReserves,
    Deploying,
    Moving,
)
from grognard.titles.ardennes.position.questions import QUESTIONS
from grognard.titles.ardennes.position.state import SEATS, State, ids
from grognard.titles.ardennes.rules.cards import activation
from grognard.titles.ardennes.rules.moving import movement
from grognard.waist.no_way import NoWay, broken_off, too_far


class Way(msgspec.Struct, frozen=True):
    """The move as it would be in a hex, and the hex one comes from."""

    moving: Moving
    before: Hex


def reachable(state: State, moving: Moving) -> dict[Hex, Way]:
    """The hexes the move can go on to, each by the cheapest way."""
    best: dict[Hex, Way] = {moving.at: Way(moving, moving.at)}
    queue = [(moving.spent, moving.at)]
    while queue:
        spent, at = heappop(queue)
        here = best[at].moving
        if here.spent < spent:
            continue
        for near in state.kit.grid.neighbours(at):
            if movement.passage_refusal(state, here, near) is not None:
                continue
            there = movement.stepped(state, here, near)
            if near not in best or there.spent < best[near].moving.spent:
                best[near] = Way(there, at)
                heappush(queue, (there.spent, near))
    del best[moving.at]
    return best


def move_of(state: State, unit: UnitId, *, strategic: bool = False) -> Moving:
    """The unit's move: the one under way, or one that is to begin."""
    for decision in state.stack:
        if isinstance(decision, Moving) and decision.units >> unit & 1:
            return decision
    side, hex_ = state.kit.side_of[unit], state.hex_of[unit]
    return Moving(side, 1 << unit, hex_, strategic=strategic)


def points_left(state: State, moving: Moving) -> int:
    return min(movement.points_left(state, moving, unit) for unit in ids(moving.units))


# -- routes --------------------------------------------------------------------------------


def route(state: State, seat: str, pieces: Sequence[str], to: str) -> list[Action]:
    """The actions that bring a piece, or the one in hand, to a hex; none if no way is open."""
    side, top = SEATS.index(seat), state.top if state.stack else None
    if not state.kit.grid.has(to):
        return []
    units = _units(state, side, pieces)
    match top:
        case Moving(side=mover) if mover == side and units is not None:
            return _onward(state, top, units, to)
        case Activation(side=mover, stage="move") if mover == side and units:
            return _from_rest(state, units[0], to)
        case Deploying() | DelayedReserves() | Advancing() if units:
            kind = act.Advance if isinstance(top, Advancing) else act.Deploy
            return _allowed(state, kind(state.kit.names[units[0]], to))
    return []


def _units(state: State, side: Side, pieces: Sequence[str]) -> list[UnitId] | None:
    """The side's own units of these names, each once; None if one is not."""
    found = [state.kit.by_name.get(name) for name in dict.fromkeys(pieces)]
    own = [u for u in found if u is not None and state.kit.side_of[u] == side]
    return own if len(own) == len(found) else None


def _allowed(state: State, action: Action) -> list[Action]:
    why = QUESTIONS[type(state.top)].refusal(state, state.top, action)
    return [action] if why is None else []


def _onward(state: State, moving: Moving, units: list[UnitId], to: str) -> list[Action]:
    """The unit in hand goes on; it is not another that was meant."""
    if units and not moving.units >> units[0] & 1:
        return []
    return _steps(state, moving, to)


def _from_rest(state: State, unit: UnitId, to: str) -> list[Action]:
    """By a normal move if that reaches the hex, else by strategic movement."""
    name = state.kit.names[unit]
    for kind, refused, strategic in (
        (act.Pick, activation.pick_refusal, False),
        (act.Rush, activation.rush_refusal, True),
    ):
        if refused(state, unit) is not None:
            continue
        if steps := _steps(state, move_of(state, unit, strategic=strategic), to):
            return [kind(name), *steps]
    return []


def _steps(state: State, moving: Moving, to: str) -> list[Action]:
    ways, hex_ = reachable(state, moving), state.kit.grid.at(to)
    path: list[Hex] = []
    while hex_ in ways:
        path.append(hex_)
        hex_ = ways[hex_].before
    return [act.Step(state.kit.grid.label(step)) for step in reversed(path)]


# -- why there is no way ---------------------------------------------------------------------

_PLENTY: Final = 10_000


def no_way(state: State, seat: str, pieces: Sequence[str], to: str) -> NoWay | None:
    """Why the piece, or the one in hand, cannot move to a hex: too far, or no way there."""
    moving = _meant(state, SEATS.index(seat), pieces)
    if moving is None or not state.kit.grid.has(to):
        return None
    grid, goal = state.kit.grid, state.kit.grid.at(to)
    if goal == moving.at or goal in reachable(state, moving):
        return None
    fresh = msgspec.structs.replace(moving, spent=-_PLENTY, spent_too=-_PLENTY)
    far = reachable(state, fresh)
    if goal in far:
        needs, left = far[goal].moving.spent + _PLENTY, points_left(state, moving)
        return too_far("EA-S.35", to, counted(needs, "movement point"), str(max(left, 0)))
    moves = {moving.at: fresh} | {hex_: way.moving for hex_, way in far.items()}
    costs = {hex_: move.spent for hex_, move in moves.items()}
    return broken_off(grid, costs, goal, lambda a, b: movement.passage_refusal(state, moves[a], b))


def _meant(state: State, side: Side, pieces: Sequence[str]) -> Moving | None:
    """The move under way, or one of the first piece that could begin."""
    top, units = state.top if state.stack else None, _units(state, side, pieces)
    if isinstance(top, Moving) and top.side == side:
        return top if not units or top.units >> units[0] & 1 else None
    if not isinstance(top, Activation) or top.side != side or top.stage != "move" or not units:
        return None
    return move_of(state, units[0]) if activation.pick_refusal(state, units[0]) is None else None
