"""Prepared Defense (BCS-4.5.a to BCS-4.5.g)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.kit.kit import DEPLOYED, NO_FORMATION, FormationId, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import PreparedDefense
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import State, face, key_of, mark
from grognard.waist.asking import own_side, pop, push

# -- whom it protects ----------------------------------------------------------------------


def holds(state: State, number: FormationId) -> bool:
    """Whether the formation has Prepared Defense."""
    return bool(state.prepared >> number & 1)


@cites("BCS-1.2d.c", "BCS-4.5.a", "BCS-4.5.e", "BCS-4.5.g", "BCS-R.8")
def protects(state: State, unit: UnitId) -> bool:
    """Whether a unit gains from its formation's Prepared Defense where it stands."""
    number, hex_ = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION or not holds(state, number) or state.blocked[number] or hex_ < 0:
        return False
    ready = state.kit.units[unit].single or (state.deployed >> unit & 1) == DEPLOYED
    if not ready or not face(state, unit).prepared:
        return False
    reach = state.kit.number("limits.prep_def_range")
    return state.kit.grid.distance(hex_, state.hq[number]) <= reach


@cites("BCS-4.5.b", "BCS-R.7")
def hq_refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the HQ may not move of its own accord."""
    if not holds(state, number):
        return None
    return Refusal("BCS-4.5.b", f"the HQ of {key_of(state, number)} holds its Prepared Defense")


@cites("BCS-4.5.f")
def guns(state: State, number: FormationId) -> int:
    """Its Artillery Points, intrinsic and assigned, before anything halves them."""
    return state.kit.formations[number].arty + state.guns[number]


# -- on and off -----------------------------------------------------------------------------


@cites("BCS-4.5.e", "BCS-4.5.f")
def refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the formation cannot take up Prepared Defense."""
    key = key_of(state, number)
    if state.blocked[number]:
        return Refusal("BCS-4.5.e", f"{key} is marked MSR Blocked")
    if not guns(state, number):
        return Refusal("BCS-4.5.f", f"{key} has no Artillery Point")
    return None


@cites("BCS-4.5.d", "BCS-4.5.e", "BCS-9.1f.c")
def end(state: State, number: FormationId, why: str) -> Events:
    """Takes the marker off, if it is there."""
    if not holds(state, number):
        return []
    mark(state, prepared=state.prepared & ~(1 << number))
    side = state.kit.formations[number].side
    return [ev.DefensePrepared(side, key_of(state, number), on=False, why=why)]


@cites("BCS-S.7")
def begin(state: State, number: FormationId) -> Events:
    """The owner may declare Prepared Defense, or give it up, where he can."""
    if holds(state, number) or refusal(state, number) is None:
        push(state, PreparedDefense(state.kit.formations[number].side, number))
    return []


def _choices(state: State, asked: PreparedDefense) -> Iterator[act.Action]:
    yield act.Abandon() if holds(state, asked.formation) else act.Prepare()
    yield act.Decline()


def _refused(state: State, asked: PreparedDefense, action: act.Action) -> Refusal | None:
    key, on = key_of(state, asked.formation), holds(state, asked.formation)
    match action:
        case act.Decline():
            return None
        case act.Prepare():
            if on:
                return Refusal("BCS-4.5.g", f"{key} is in Prepared Defense already")
            return refusal(state, asked.formation)
        case act.Abandon():
            return None if on else Refusal("BCS-R.7", f"{key} is not in Prepared Defense")
    return not_now(action, "declare Prepared Defense or give it up")


@cites("BCS-R.7")
def _answer(
    state: State, asked: PreparedDefense, action: act.Prepare | act.Abandon | act.Decline
) -> Events:
    pop(state)
    if isinstance(action, act.Abandon):
        return end(state, asked.formation, "given up")
    if isinstance(action, act.Decline):
        return []
    mark(state, prepared=state.prepared | 1 << asked.formation)
    return [ev.DefensePrepared(asked.side, key_of(state, asked.formation), on=True)]


QUESTIONS[PreparedDefense] = Question(own_side, _choices, _refused, _answer)
