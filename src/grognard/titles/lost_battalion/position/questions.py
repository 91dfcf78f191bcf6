"""How a chapter answers for its decisions: see `grognard.waist.asking`.

For each kind of decision: who is asked, what might be done, why not, and what
follows. A decision that asks nobody is carried out by its procedure.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from grognard.book.rulebook import Refusal
from grognard.titles.lost_battalion.kit.tables import Side, UnitId
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.events import Event
from grognard.titles.lost_battalion.position.state import SEATS, State
from grognard.waist import asking

Events: TypeAlias = list[Event]
Question: TypeAlias = asking.Question[State, Action, Event]

ASKING: Final[asking.Asking[State, Action, Event]] = asking.Asking(SEATS)
QUESTIONS: Final = ASKING.questions
PROCEDURES: Final = ASKING.procedures
ask_chance = ASKING.ask_chance
asked = ASKING.deciders
proceed = ASKING.proceed


def not_now(action: Action, wanted: str) -> Refusal:
    """The action belongs to another moment of the sequence of play (LB-S.5)."""
    return asking.out_of_place("LB-S.5", action, wanted)


def owned(state: State, side: Side, name: str) -> UnitId | Refusal:
    """The side's unit of that name (LB-S.1)."""
    return asking.owned("LB-S.1", state.kit, side, name)
