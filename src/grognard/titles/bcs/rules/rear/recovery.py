"""Recovery in place of an Activation, and the Failure Flip (BCS-10.4.b to BCS-10.4.e)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.kit.kit import FAT0, FATIGUE, FormationId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import FailureFlip
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import (
    FAIL,
    State,
    clear_activation,
    key_of,
    mark,
    names_of,
    serving,
)
from grognard.titles.bcs.rules.command import mixing, prepared
from grognard.titles.bcs.rules.rear import isolation, trains
from grognard.waist.asking import own_side, pop, push


@cites("BCS-10.4.b", "BCS-10.4.c", "BCS-R.26")
def refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the formation cannot recover; to be Fresh or Fat-0 is no reason."""
    key = key_of(state, number)
    if state.recovered >> number & 1:
        return Refusal("BCS-10.4.c", f"{key} has recovered this turn")
    if not trains.in_legal_hex(state, number):
        return Refusal("BCS-10.4.b", f"the Trains of {key} are not in a Legal Hex")
    return None


@cites("BCS-10.4.b", "BCS-R.26", "BCS-S.7")
def carry_out(state: State, number: FormationId, *, flip: bool) -> Events:
    """All effects of a Recovery; it gives up Prepared Defense before anything else."""
    clear_activation(state)
    told = prepared.end(state, number, "Recovery") + mixing.end(state, number, "Recovery")
    told += _unblock(state, number) + _settle_trains(state, number) + _restore(state, number)
    mark(state, recovered=state.recovered | 1 << number)
    told += isolation.apply(state, number)
    _rest(state, number)
    side, level = state.kit.formations[number].side, FATIGUE[state.fatigue[number]]
    return [ev.Recovered(side, key_of(state, number), flip, level), *told]


@cites("BCS-R.26")
def _unblock(state: State, number: FormationId) -> Events:
    if not state.blocked[number]:
        return []
    state.blocked[number] = 0
    mark(state, upkept=state.upkept & ~(1 << number))
    return [ev.MsrBlocked(state.kit.formations[number].side, key_of(state, number), 0)]


@cites("BCS-10.4.h")
def _settle_trains(state: State, number: FormationId) -> Events:
    if not trains.optimal(state, number):
        return []
    return trains.flip(state, number, ghost=False, why="Recovery")


@cites("BCS-R.26")
def _restore(state: State, number: FormationId) -> Events:
    """Dropped Support markers come off."""
    units = state.dropped & serving(state, number)
    mark(state, dropped=state.dropped & ~units)
    side = state.kit.formations[number].side
    return [ev.SupportRestored(side, name) for name in names_of(state, units)]


@cites("BCS-10.4.c", "BCS-10.4.e", "BCS-10.4.j")
def _rest(state: State, number: FormationId) -> None:
    """One level less, never to Fresh."""
    if state.fatigue[number] > FAT0:
        state.fatigue[number] -= 1


# -- the Failure Flip ----------------------------------------------------------------------------


@cites("BCS-10.4.d", "BCS-R.25")
def offer_flip(state: State, number: FormationId) -> Events:
    """After a Fail in an Initial Activation, if a Recovery is open to the formation."""
    if state.snafu == FAIL and not state.second and refusal(state, number) is None:
        push(state, FailureFlip(state.kit.formations[number].side, number))
    return []


def _choices(state: State, asked: FailureFlip) -> Iterator[act.Action]:
    yield act.Recover(key_of(state, asked.formation))
    yield act.Decline()


def _refused(state: State, asked: FailureFlip, action: act.Action) -> Refusal | None:
    key = key_of(state, asked.formation)
    match action:
        case act.Decline():
            return None
        case act.Recover(formation) if formation == key:
            return None
        case act.Recover(formation):
            return Refusal("BCS-10.4.d", f"it is {key} that failed, not {formation}")
    return not_now(action, "turn the Fail into a Recovery or not")


@cites("BCS-10.4.d", "BCS-R.25")
def _answer(state: State, asked: FailureFlip, action: act.Recover | act.Decline) -> Events:
    """A flip ends the Activation: what its first steps did to markers a Recovery takes off."""
    pop(state)
    if isinstance(action, act.Decline):
        return []
    pop(state)
    return carry_out(state, asked.formation, flip=True)


QUESTIONS[FailureFlip] = Question(own_side, _choices, _refused, _answer, exact=True)
