"""The stack of decisions, and the waist that follows from a title's questions."""

from __future__ import annotations

import msgspec
import pytest

from grognard.book.rulebook import Refusal
from grognard.waist.asking import (
    Answer,
    Asked,
    Asking,
    Question,
    innermost,
    out_of_place,
    own_side,
    owned,
    pop,
    push,
    swap,
)
from grognard.waist.chance import Dice, Rolled
from grognard.waist.title import CHANCE, Seat

RED, BLUE = Seat("red"), Seat("blue")


class Say(Answer, frozen=True):
    word: str
    times: int = 0


class Turn(Asked, frozen=True):
    pass


class Talk(Asked, frozen=True):
    side: int


class Throw(Asked, frozen=True):
    pass


class State(msgspec.Struct):
    stack: tuple[Asked, ...] = ()
    said: list[str] = []


def _talk(state: State, _: Talk, action: Say) -> list[str]:
    state.said.append(action.word)
    pop(state)
    return [f"said {action.word}"]


def _turn(state: State, _: Turn) -> list[str]:
    swap(state, Throw())
    return ["a turn"]


def _thrown(state: State, _: Throw, roll: Rolled) -> list[str]:
    pop(state)
    return [f"threw {sum(roll.dice)}"]


def _refusal(_: State, __: Talk, action: Say) -> Refusal | None:
    return Refusal("X-1", "not that word") if action.word == "no" else None


def _words(*_: object) -> list[Say]:
    return [Say("yes"), Say("no"), Say("well")]


@pytest.fixture
def asking() -> Asking[State, Say, str]:
    made: Asking[State, Say, str] = Asking((RED, BLUE))
    made.questions[Talk] = Question(own_side, _words, _refusal, _talk)
    made.procedures[Turn] = _turn
    made.ask_chance(Throw, lambda *_: Dice(1, 6, "talk"), _thrown)
    return made


def test_the_decision_on_top_says_who_is_asked(asking: Asking[State, Say, str]) -> None:
    assert asking.deciders(State()) == ()
    assert asking.deciders(State((Talk(0),))) == (RED,)
    assert asking.deciders(State((Talk(0), Talk(1)))) == (BLUE,)
    assert asking.deciders(State((Talk(0), Throw()))) == (CHANCE,)


def test_offers_are_the_candidates_that_are_not_refused(asking: Asking[State, Say, str]) -> None:
    state = State((Talk(0),))
    assert list(asking.candidates(state, RED)) == [Say("yes"), Say("no"), Say("well")]
    assert asking.offers(state, RED) == [Say("yes"), Say("well")]
    assert asking.refusal(state, RED, Say("no")) == Refusal("X-1", "not that word")


def test_an_exact_question_is_not_asked_again_for_each(asking: Asking[State, Say, str]) -> None:
    exact = msgspec.structs.replace(asking.questions[Talk], exact=True)
    asking.questions[Talk] = exact
    assert asking.offers(State((Talk(0),)), RED) == [Say("yes"), Say("no"), Say("well")]
    asking.questions[Talk] = msgspec.structs.replace(exact, offers=lambda *_: [Say("well")])
    assert asking.offers(State((Talk(0),)), RED) == [Say("well")]


def test_what_asks_nobody_is_carried_out_after_an_answer(asking: Asking[State, Say, str]) -> None:
    state = State((Turn(), Talk(0)))
    assert asking.apply(state, RED, Say("well")) == ["said well", "a turn"]
    assert state.stack == (Throw(),)
    assert asking.draw(state) == Dice(1, 6, "talk")


def test_the_stack_grows_and_shrinks_at_its_end() -> None:
    state = State()
    push(state, Turn(), Talk(0), Talk(1))
    assert innermost(state, Talk) == Talk(1)
    assert innermost(state, Throw) is None
    pop(state)
    swap(state, Throw())
    assert state.stack == (Turn(), Throw())


def test_an_answer_prints_as_it_is_typed() -> None:
    assert str(Say("well", 2)) == "say well 2"
    assert str(Say("", 2)) == "say 2"


class Units(msgspec.Struct):
    by_name: dict[str, int]
    side_of: tuple[int, ...]


def test_a_unit_that_is_not_there_or_not_ones_own_is_refused_by_the_rule() -> None:
    units = Units({"1st": 0, "2nd": 1}, (0, 1))
    assert owned("X-2", units, 1, "2nd") == 1
    assert owned("X-2", units, 1, "3rd") == Refusal("X-2", "there is no unit called 3rd")
    assert owned("X-2", units, 1, "1st") == Refusal("X-2", "1st belongs to the other side")
    refused = out_of_place("X-3", Say("well"), "listen")
    assert refused == Refusal("X-3", "“Say” has no place here: now it is time to listen")
