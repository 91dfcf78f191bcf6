"""The way to a far hex, step by step: for the unit, HQ or Trains a player has in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import TRUCK, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.questions import QUESTIONS
from grognard.titles.bcs.position.state import SEATS, State, each, key_of, label
from grognard.titles.bcs.rules.command import hq_moves, hq_reach, straying
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.titles.bcs.words.names import find_formation
from grognard.titles.bcs.words.wording import hq_name, trains_name


def route(state: State, seat: str, pieces: Sequence[str], to: str) -> list[Action]:
    """The actions that bring a piece, or the one in hand, to a hex; none if no way is open."""
    top = state.top if state.stack else None
    find = _ROUTES.get(type(top))
    if find is None or not state.kit.grid.has(to) or len(set(pieces)) > 1:
        return []
    if getattr(top, "side", None) != SEATS.index(seat):
        return []
    return find(state, top, pieces[0] if pieces else "", to)


def _allowed(state: State, *actions: Action) -> list[Action]:
    """The first of the actions that may be done."""
    refused = QUESTIONS[type(state.top)].refusal
    return next(([a] for a in actions if refused(state, state.top, a) is None), [])


def _steps(state: State, path: Sequence[Hex]) -> list[Action]:
    return [act.Step(label(state, hex_)) for hex_ in path]


# -- in an Activation --------------------------------------------------------------------


def _activities(state: State, now: dec.Activities, piece: str, to: str) -> list[Action]:
    key, unit = key_of(state, now.formation), state.kit.by_name.get(piece)
    if piece == trains_name(key):
        return _allowed(state, act.MoveTrains(to))
    if piece == hq_name(key):
        path = hq_path(state, hq_moves.taken(state, now.formation), to)
        return _begun(state, act.MoveHq(), path) or _allowed(state, act.PullBack(to))
    if unit is None:
        return []
    return _begun(state, act.Act(piece), _unit_path(state, unit, to))


def _begun(state: State, first: Action, path: Sequence[Hex]) -> list[Action]:
    """The piece is taken in hand and goes."""
    taken = _allowed(state, first) if path else []
    return [*taken, *_steps(state, path)] if taken else []


def _acting(state: State, acting: dec.Acting, piece: str, to: str) -> list[Action]:
    if piece not in ("", state.kit.names[acting.unit]):
        return []
    return _steps(state, _unit_path(state, acting.unit, to))


def _unit_path(state: State, unit: UnitId, to: str) -> list[Hex]:
    """The cheapest way to a hex where the unit may end, or one it passes on the way to such."""
    goal = state.kit.grid.at(to)
    found = reaching.route(state, unit, goal)
    if found is not None or goal not in reaching.reach(state, unit):
        return found or []
    for end in members(reaching.ends(state, unit)):
        path = reaching.route(state, unit, end) or []
        if goal in path:
            return path[: path.index(goal) + 1]
    return []


def _hq_moving(state: State, moving: dec.HqMoving, piece: str, to: str) -> list[Action]:
    if piece not in ("", hq_name(key_of(state, moving.formation))):
        return []
    return _steps(state, hq_path(state, moving, to))


def hq_path(state: State, moving: dec.HqMoving, to: str) -> list[Hex]:
    """The cheapest way of an HQ to a hex; none if it has not the points, or may not halt there."""
    by = ways.Barriers(TRUCK, hq_reach.shut(state, moving.side), state.traffic, 0)
    found = ways.search(state, by, state.hq[moving.formation], moving.mp)
    goal = state.kit.grid.at(to)
    open_ = found.spent(goal) < ways.NEVER and straying.may_halt(state, moving, goal)
    return found.to(goal) if open_ else []


# -- at other times ----------------------------------------------------------------------


def _retreat(state: State, choice: dec.RetreatChoice, piece: str, to: str) -> list[Action]:
    names = [state.kit.names[unit] for unit in each(choice.units)]
    return _allowed(state, *(act.Withdraw(name, to) for name in names if piece in ("", name)))


def _assigning(state: State, _: dec.Assigning, piece: str, to: str) -> list[Action]:
    """A unit goes to an HQ to be assigned, or comes out of a box."""
    hex_ = state.kit.grid.at(to)
    keys = [f.key for f in state.kit.formations if state.hq[f.id] == hex_]
    joined = [act.Assign(piece, key) for key in keys]
    return _allowed(state, *joined, act.Unbox(piece, to))


def _arriving(state: State, asked: dec.Arriving, piece: str, to: str) -> list[Action]:
    key = find_formation(state.kit, piece, asked.side)
    return _allowed(state, act.Arrive(piece, to), act.Arrive(key or piece, to))


def _put(kind: Callable[[str], Action]) -> Callable[[State, Any, str, str], list[Action]]:
    return lambda state, _decision, _piece, to: _allowed(state, kind(to))


_ROUTES: Final[dict[type | None, Callable[[State, Any, str, str], list[Action]]]] = {
    dec.Activities: _activities,
    dec.Acting: _acting,
    dec.HqMoving: _hq_moving,
    dec.RetreatChoice: _retreat,
    dec.Assigning: _assigning,
    dec.Arriving: _arriving,
    dec.HqRetreat: _put(act.PullBack),
    dec.TrainsRetreat: _put(act.MoveTrains),
}
