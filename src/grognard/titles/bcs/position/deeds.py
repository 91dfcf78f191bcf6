"""What can be done in an Activation, each kind of action by the chapter that knows it.

A chapter registers its deeds: those of the formation as a whole in `TASKS`
(asked by `Activities`), those of the unit in hand in `DEEDS` (asked by
`Acting`). What there is to be done, why not, and what follows are answered
side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from grognard.book.rulebook import Refusal
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.decisions import Acting, Activities
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import State
from grognard.waist.asking import own_side


class Deed(msgspec.Struct, frozen=True):
    """The functions take the state, the decision on top, and the action."""

    candidates: Callable[[State, Any], Iterable[Action]]
    refusal: Callable[[State, Any, Any], Refusal | None]
    answer: Callable[[State, Any, Any], Events]
    exact: bool = False  # every candidate is allowed: must agree with `refusal`
    offers: Callable[[State, Any], Iterable[Action]] | None = None
    """The candidates that are not refused, found without asking one by one: must agree too."""


TASKS: Final[dict[type, Deed]] = {}
DEEDS: Final[dict[type, Deed]] = {}

OFFERED: Final = (
    *(act.Restore, act.PullBack, act.MoveHq, act.Act, act.StandOff, act.Done, act.MoveTrains),
    *(act.Barrage, act.Flip, act.Step, act.Halt, act.Leave, act.Retreat),
    *(act.Engage, act.Fire, act.Recon, act.Attack, act.Shock),
)
"""In which order they are offered, whichever chapter is read first."""


def _in_order(deeds: dict[type, Deed]) -> list[Deed]:
    return [deeds[kind] for kind in OFFERED if kind in deeds]


def _question(deeds: dict[type, Deed], wanted: str) -> Question:
    def candidates(state: State, decision: Any) -> Iterator[Action]:
        for deed in _in_order(deeds):
            yield from deed.candidates(state, decision)

    @cache  # once all chapters have registered
    def ways() -> list[tuple[Callable[[State, Any], Iterable[Action]] | None, Deed]]:
        return [(one.candidates if one.exact else one.offers, one) for one in _in_order(deeds)]

    def offers(state: State, decision: Any) -> list[Action]:
        found: list[Action] = []
        for allowed, deed in ways():
            if allowed is not None:
                found += allowed(state, decision)
                continue
            for action in deed.candidates(state, decision):
                if deed.refusal(state, decision, action) is None:
                    found.append(action)
        return found

    def refusal(state: State, decision: Any, action: Action) -> Refusal | None:
        deed = deeds.get(type(action))
        return deed.refusal(state, decision, action) if deed else not_now(action, wanted)

    def answer(state: State, decision: Any, action: Action) -> Events:
        return deeds[type(action)].answer(state, decision, action)

    return Question(own_side, candidates, refusal, answer, offers=offers)


QUESTIONS[Activities] = _question(TASKS, "act with the formation, or to end its Activation")
QUESTIONS[Acting] = _question(DEEDS, "act with the unit in hand, or to halt it")
