"""An HQ moves in its Activation (BCS-S.22, BCS-S.28)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import TRUCK, FormationId, P
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, HqMoving
from grognard.titles.bcs.position.deeds import TASKS, Deed
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import (
    State,
    key_of,
    label,
    note,
    place_hq,
)
from grognard.titles.bcs.rules.command import hq_reach, prepared, straying
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.rear import trains
from grognard.waist.asking import own_side, pop, push, swap


@cites("BCS-S.22", "BCS-5.1g")
def _halts(state: State, a: Hex, b: Hex) -> bool:
    return terrain.stops(state, TRUCK, a, b) or bool(state.traffic >> b & 1)


def _take_refused(state: State, now: Activities, _: act.MoveHq) -> Refusal | None:
    why = hq_reach.move_refusal(state, now.formation)
    if why is not None:
        return why
    moving = HqMoving(now.side, now.formation, hq_reach.allowance(state, now.formation))
    if not any(_steps(state, moving)):
        return Refusal("BCS-S.22", "there is no hex the HQ could enter")
    return None


def taken(state: State, number: FormationId) -> HqMoving:
    """What is asked once the HQ is in hand."""
    side, points = state.kit.formations[number].side, hq_reach.allowance(state, number)
    return HqMoving(side, number, points, minded=straying.counting(state, number))


def _take(state: State, now: Activities, _: act.MoveHq) -> Events:
    push(state, taken(state, now.formation))
    return [ev.TookUp(now.side, f"HQ {key_of(state, now.formation)}")]


# -- step by step ----------------------------------------------------------------------------


def _steps(state: State, now: HqMoving) -> Iterator[act.Action]:
    at, closed = state.hq[now.formation], hq_reach.shut(state, now.side)
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
        return straying.leaving_refusal(state, now, state.hq[now.formation], 0)
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
    bar = hq_reach.why_shut(state, now.side, to)
    return bar or straying.leaving_refusal(state, now, to, left)


@cites("BCS-4.5.d", "BCS-R.4")
def _step(state: State, now: HqMoving, action: act.Step | act.Halt) -> Events:
    if isinstance(action, act.Halt):
        pop(state)
        trains.establish(state, now.formation)
        return []
    at, to = state.hq[now.formation], state.kit.grid.at(action.to)
    cost = terrain.cost(state, TRUCK, at, to)
    left = 0 if _halts(state, at, to) else now.mp - cost
    spent = now.spent + cost
    swap(state, HqMoving(now.side, now.formation, left, spent, now.minded))
    note(state, hq_moved=True)
    place_hq(state, now.formation, to)
    name = f"HQ {key_of(state, now.formation)}"
    moved = ev.Moved(now.side, name, label(state, at), label(state, to), left, spent)
    told: Events = [moved]
    return told + prepared.end(state, now.formation, "the HQ moved")


TASKS[act.MoveHq] = Deed(lambda *_: (act.MoveHq(),), _take_refused, _take)
QUESTIONS[HqMoving] = Question(own_side, _moving, _step_refused, _step)
