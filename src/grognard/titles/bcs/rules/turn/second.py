"""The Second Activation (BCS-S.18, BCS-R.31)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.titles.bcs.kit.kit import FAT4, FATIGUE, FRESH, FormationId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activation, SecondRoll, TrySecond
from grognard.titles.bcs.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d6,
    not_now,
)
from grognard.titles.bcs.position.state import State, key_of
from grognard.titles.bcs.rules.command.snafu import FATIGUE_ROWS
from grognard.waist.asking import own_side, pop, push, swap
from grognard.waist.chance import Rolled

_FACES = range(1, 7)


@cites("BCS-10.4.f", "BCS-S.18", "BCS-R.31")
def refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the Activation on the table leads to no roll. A Fail is no reason."""
    key = key_of(state, number)
    if state.second:
        return Refusal("BCS-S.18", f"{key} has had its Second Activation")
    if state.fatigue[number] == FAT4:
        return Refusal("BCS-10.4.f", f"{key} is at Fat-4")
    return None


def begin(state: State, number: FormationId) -> Events:
    """The owner may roll, where he can."""
    if refusal(state, number) is None:
        push(state, TrySecond(state.kit.formations[number].side, number))
    return []


# -- modifiers and odds --------------------------------------------------------------------


@cites("BCS-10.4.e", "BCS-R.31")
def tally(state: State, number: FormationId) -> Tally:
    """What changes the die as things stand."""
    return Tally(tuple(part for part in _parts(state, number) if part.amount))


def _parts(state: State, number: FormationId) -> Iterator[Modifier]:
    level = state.fatigue[number]
    if level != FAT4:
        rule = "BCS-10.4.e" if level == FRESH else "BCS-R.31"
        amount = state.kit.number(f"second.{FATIGUE_ROWS[level]}")
        yield Modifier(amount, rule, FATIGUE[level])
    if state.blocked[number]:
        yield Modifier(state.kit.number("second.msr"), "BCS-R.31", "MSR Blocked")
    if state.kit.formations[number].leader > 0:
        yield Modifier(state.kit.number("second.leader"), "BCS-R.31", "leader")


@cites("BCS-R.31")
def needs(state: State, number: FormationId) -> int:
    """The number on the HQ."""
    return state.kit.formations[number].second or state.kit.number("second_number")


@cites("BCS-R.31")
def grants(state: State, number: FormationId, face: int) -> bool:
    """Whether a face of the die gives the Second Activation."""
    if face in (
        state.kit.number("second_always_fails"),
        state.kit.number("second_always_succeeds"),
    ):
        return face == state.kit.number("second_always_succeeds")
    return face + tally(state, number).total >= needs(state, number)


def chance(state: State, number: FormationId) -> Fraction:
    """How likely the roll succeeds."""
    good = sum(grants(state, number, face) for face in _FACES)
    return Fraction(good, len(_FACES))


# -- the roll ---------------------------------------------------------------------------------


def _refused(_: State, __: TrySecond, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Again | act.Decline):
        return None
    return not_now(action, "roll for a Second Activation or not")


def _answer(state: State, asked: TrySecond, action: act.Again | act.Decline) -> Events:
    if isinstance(action, act.Again):
        swap(state, SecondRoll(asked.formation))
    else:
        pop(state)
    return []


@cites("BCS-S.18", "BCS-R.31")
def _rolled(state: State, roll: SecondRoll, rolled: Rolled) -> Events:
    """A Second Activation takes the place of the Initial one that just ended."""
    (face,), number = rolled.faces, roll.formation
    sums, granted = tally(state, number), grants(state, number, face)
    pop(state)
    if granted:
        swap(state, Activation(number, second=True))
    side, key = state.kit.formations[number].side, key_of(state, number)
    return [ev.SecondRolled(side, key, face, sums, needs(state, number), granted)]


QUESTIONS[TrySecond] = Question(
    own_side, lambda *_: (act.Again(), act.Decline()), _refused, _answer, exact=True
)
ask_chance(SecondRoll, d6("Second Activation"), _rolled)
