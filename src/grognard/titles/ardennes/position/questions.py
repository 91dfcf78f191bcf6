"""How a chapter answers for its decisions: see `grognard.waist.asking`.

For each kind of decision: who is asked, what might be done, why not, and what
follows. A decision that asks nobody is carried out by its procedure; what a
player decides in a combat the rules decide in his place, where they play his side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from grognard.book.rulebook import Refusal
from grognard.titles.ardennes.kit.kit import Side, UnitId
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import Sided
from grognard.titles.ardennes.position.events import Event
from grognard.titles.ardennes.position.state import SEATS, State, scripted
from grognard.waist import asking
from grognard.waist.asking import Asked, push
from grognard.waist.chance import Dice, Draw

Events: TypeAlias = list[Event]
Question: TypeAlias = asking.Question[State, Action, Event]

ASKING: Final[asking.Asking[State, Action, Event]] = asking.Asking(SEATS)
QUESTIONS: Final = ASKING.questions
PROCEDURES: Final = ASKING.procedures
ask_chance = ASKING.ask_chance
asked = ASKING.deciders
proceed = ASKING.proceed


SCRIPTED: Final[dict[type[Asked], Callable[[State, Any], Events]]] = {}
"""What the rules do, by kind of decision, where they play the side that would be asked."""


def ask(state: State, decision: Sided) -> Events:
    """The side is asked; if no player has it, the rules do at once what they do."""
    if scripted(state, decision.side):
        return SCRIPTED[type(decision)](state, decision)
    push(state, decision)
    return []


def d10(purpose: str) -> Callable[[State, Any], Draw]:
    """One ten-sided die."""
    return lambda *_: Dice(1, 10, purpose)


def not_now(action: Action, wanted: str) -> Refusal:
    """The action belongs to another moment of the sequence of play (EA-S.1)."""
    return asking.out_of_place("EA-S.1", action, wanted)


def owned(state: State, side: Side, name: str) -> UnitId | Refusal:
    """The side's unit of that name (EA-S.13)."""
    return asking.owned("EA-S.13", state.kit, side, name)
