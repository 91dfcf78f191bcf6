"""How a chapter answers for its decisions: see `grognard.waist.asking`.

For each kind of decision: who is asked, what might be done, why not, and what
follows. A decision that asks nobody is carried out by its procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from grognard.book.rulebook import Refusal
from grognard.titles.bcs.kit.kit import Side, UnitId
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.events import Event
from grognard.titles.bcs.position.state import SEATS, State
from grognard.waist import asking
from grognard.waist.chance import Dice, Draw

Events: TypeAlias = list[Event]
Question: TypeAlias = asking.Question[State, Action, Event]

ASKING: Final[asking.Asking[State, Action, Event]] = asking.Asking(SEATS)
QUESTIONS: Final = ASKING.questions
PROCEDURES: Final = ASKING.procedures
ask_chance = ASKING.ask_chance
asked = ASKING.deciders
proceed = ASKING.proceed


def d6(purpose: str) -> Callable[[State, Any], Draw]:
    """One die."""
    return lambda *_: Dice(1, 6, purpose)


def dice(purpose: str) -> Callable[[State, Any], Draw]:
    """Two dice."""
    return lambda *_: Dice(2, 6, purpose)


def not_now(action: Action, wanted: str) -> Refusal:
    """The action belongs to another moment of the sequence of play (BCS-S.1)."""
    return asking.out_of_place("BCS-S.1", action, wanted)


def owned(state: State, side: Side, name: str) -> UnitId | Refusal:
    """The side's unit of that name (BCS-S.8)."""
    return asking.owned("BCS-S.8", state.kit, side, name)
