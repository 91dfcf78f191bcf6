"""How an HQ moves (reference 9.1)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import TRUCK, FormationId, P
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, HqMoving
from grognard.titles.bcs.position.deeds import TASKS, Deed
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import (
    FAIL,
    PARTIAL,
    State,
    each,
    fact,
    key_of,
    label,
    names_of,
    note,
    place_hq,
)
from grognard.titles.bcs.rules.command import hqs, prepared, safe_path
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.rear import trains
from grognard.waist.asking import own_side, pop, push, swap


@cites("BCS-S.11", "BCS-S.28")
def allowance(state: State, number: FormationId) -> int:
    """The HQ's MA in this Activation, in quarters."""
    full = state.kit.formations[number].ma
    return full // state.kit.number("partial.ma") if state.snafu == PARTIAL else full


@cites("BCS-4.5.b", "BCS-R.7", "BCS-R.24", "BCS-7.5.e")
def move_refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the HQ makes no move in this Activation."""
    if state.snafu == FAIL:
        return Refusal("BCS-7.5.e", "under a Fail an HQ can retreat, but not move")
    if state.hq_moved:
        return Refusal("BCS-S.8", f"the HQ of {key_of(state, number)} has moved")
    return prepared.hq_refusal(state, number)


@cites("BCS-R.4")
def reach(state: State, number: FormationId) -> dict[Hex, int]:
    """Where the HQ could yet go in this Activation, with the quarters spent; where it is, for 0."""
    at = state.hq[number]
    if at < 0 or move_refusal(state, number) is not None:
        return {at: 0} if at >= 0 else {}
    most = allowance(state, number)
    return fact(state, ("hq reach", number, most), lambda: _spread(state, number, at, most))


def _spread(state: State, number: FormationId, at: Hex, most: int) -> dict[Hex, int]:
    closed, traffic = hqs.shut(state, state.kit.formations[number].side), state.traffic
    steps, found = terrain.tables(state).steps[TRUCK], {at: 0}
    buckets: list[list[Hex]] = [[] for _ in range(most + 1)]
    buckets[0].append(at)
    for spent, bucket in enumerate(buckets):
        for hex_ in bucket:
            if found[hex_] < spent:
                continue
            for near, cost, halts in steps[hex_]:
                if spent + cost > most or closed >> near & 1:
                    continue
                total = most if halts or traffic >> near & 1 else spent + cost
                if total < found.get(near, most + 1):
                    found[near] = total
                    buckets[total].append(near)
    return found


@cites("BCS-S.22", "BCS-5.1g")
def _halts(state: State, a: Hex, b: Hex) -> bool:
    return terrain.stops(state, TRUCK, a, b) or bool(state.traffic >> b & 1)


def _take_refused(state: State, now: Activities, _: act.MoveHq) -> Refusal | None:
    why = move_refusal(state, now.formation)
    if why is not None:
        return why
    moving = HqMoving(now.side, now.formation, allowance(state, now.formation))
    if not any(_steps(state, moving)):
        return Refusal("BCS-S.22", "there is no hex the HQ could enter")
    return None


def taken(state: State, number: FormationId) -> HqMoving:
    """What is asked once the HQ is in hand."""
    from grognard.titles.bcs.rules.command import straying

    side, points = state.kit.formations[number].side, allowance(state, number)
    return HqMoving(side, number, points, minded=straying.counting(state, number))


def _take(state: State, now: Activities, _: act.MoveHq) -> Events:
    push(state, taken(state, now.formation))
    return [ev.TookUp(now.side, f"HQ {key_of(state, now.formation)}")]


# -- units that have moved ----------------------------------------------------------------


def _posts(state: State, now: HqMoving) -> HexSet:
    """The hexes from which all units it minds are in Command Radius."""
    posts, radius = state.kit.grid.all, state.kit.formations[now.formation].radius
    for unit in each(now.minded):
        posts &= state.kit.within(state.hex_of[unit], radius)
    return posts


def _can_mind(state: State, now: HqMoving, at: Hex, left: int) -> bool:
    """Whether from a hex the HQ can still get to such a post."""
    posts = _posts(state, now)
    if posts >> at & 1:
        return True
    return any(posts >> hex_ & 1 for hex_ in _spread(state, now.formation, at, left))


def may_end(state: State, now: HqMoving, hex_: Hex) -> bool:
    """Whether the HQ may halt in a hex it can reach."""
    at = state.hq[now.formation]
    return bool(_posts(state, now) >> hex_ & 1) or not _can_mind(state, now, at, now.mp)


@cites("BCS-4.2f", "BCS-R.4")
def _leaves_behind(state: State, now: HqMoving, to: Hex, left: int) -> Refusal | None:
    """That the HQ does not leave units that moved out of its radius, if it can help it."""
    at = state.hq[now.formation]
    if _can_mind(state, now, to, left) or not _can_mind(state, now, at, now.mp):
        return None
    out = safe_path.stranded(state, now.formation, to) & now.minded
    names = ", ".join(names_of(state, out or now.minded))
    return Refusal("BCS-4.2f", f"the HQ would leave {names} out of Command Radius")


# -- step by step ----------------------------------------------------------------------------


def _steps(state: State, now: HqMoving) -> Iterator[act.Action]:
    at, closed = state.hq[now.formation], hqs.shut(state, now.side)
    for near in state.kit.grid.neighbours(at):
        cost = terrain.cost(state, TRUCK, at, near)
        if cost != P and cost <= now.mp and not closed >> near & 1:
            yield act.Step(label(state, near))


def _moving(state: State, now: HqMoving) -> Iterator[act.Action]:
    yield from _steps(state, now)
    yield act.Halt()


@cites("BCS-S.28", "BCS-S.22")
def _step_refused(state: State, now: HqMoving, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Halt):
        return _leaves_behind(state, now, state.hq[now.formation], 0)
    if not isinstance(action, act.Step):
        return not_now(action, "move the HQ, or to halt it")
    grid, at = state.kit.grid, state.hq[now.formation]
    if not grid.has(action.to) or not grid.adjacent(at, grid.at(action.to)):
        return Refusal("BCS-S.21", f"{action.to} is not next to {label(state, at)}")
    to = grid.at(action.to)
    cost = terrain.cost(state, TRUCK, at, to)
    if cost == P:
        return Refusal("BCS-S.22", f"{action.to} is closed to trucks from there")
    if cost > now.mp:
        return Refusal("BCS-S.21", f"the HQ has not the movement points for {action.to}")
    left = 0 if _halts(state, at, to) else now.mp - cost
    return hqs.why_shut(state, now.side, to) or _leaves_behind(state, now, to, left)


@cites("BCS-4.5.d", "BCS-R.4")
def _step(state: State, now: HqMoving, action: act.Step | act.Halt) -> Events:
    if isinstance(action, act.Halt):
        pop(state)
        trains.establish(state, now.formation)
        return []
    at, to = state.hq[now.formation], state.kit.grid.at(action.to)
    cost = terrain.cost(state, TRUCK, at, to)
    left = 0 if _halts(state, at, to) else now.mp - cost
    swap(state, HqMoving(now.side, now.formation, left, now.spent + cost, now.minded))
    note(state, hq_moved=True)
    place_hq(state, now.formation, to)
    name = f"HQ {key_of(state, now.formation)}"
    told: Events = [ev.Moved(now.side, name, label(state, at), label(state, to), left)]
    return told + prepared.end(state, now.formation, "the HQ moved")


TASKS[act.MoveHq] = Deed(lambda *_: (act.MoveHq(),), _take_refused, _take)
QUESTIONS[HqMoving] = Question(own_side, _moving, _step_refused, _step)
