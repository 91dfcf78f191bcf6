"""How a chapter answers for its decisions.

For each kind of decision: who is asked, what might be done, why not, and what
follows. A decision that asks nobody is carried out by its procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from grognard.chance import Dice, Draw
from grognard.rulebook import Refusal
from grognard.title import CHANCE, Seat
from grognard.titles.bcs.actions import Action
from grognard.titles.bcs.decisions import Decision
from grognard.titles.bcs.events import Event
from grognard.titles.bcs.kit import Side, UnitId
from grognard.titles.bcs.state import SEATS, State

Events = list[Event]

CHANCE_SIDE: Final[Side] = -1


class Question(msgspec.Struct, frozen=True):
    """The functions take the state, the decision on top, and the action."""

    side: Callable[[State, Any], Side]
    candidates: Callable[[State, Any], Iterable[Action]]
    refusal: Callable[[State, Any, Any], Refusal | None]
    answer: Callable[[State, Any, Any], Events]
    draw: Callable[[State, Any], Draw] | None = None  # what chance is asked for
    exact: bool = False  # every candidate is allowed: must agree with `refusal`
    offers: Callable[[State, Any], list[Action]] | None = None
    """The candidates that are not refused, found without asking one by one: must agree too."""


QUESTIONS: Final[dict[type[Decision], Question]] = {}
PROCEDURES: Final[dict[type[Decision], Callable[[State, Any], Events]]] = {}


def ask_chance(
    kind: type[Decision],
    draw: Callable[[State, Any], Draw],
    answer: Callable[[State, Any, Any], Events],
) -> None:
    """Registers a decision that chance answers."""
    QUESTIONS[kind] = Question(lambda *_: CHANCE_SIDE, lambda *_: (), lambda *_: None, answer, draw)


def d6(purpose: str) -> Callable[[State, Any], Draw]:
    """One die."""
    return lambda *_: Dice(1, 6, purpose)


def dice(purpose: str) -> Callable[[State, Any], Draw]:
    """Two dice."""
    return lambda *_: Dice(2, 6, purpose)


def asked(state: State) -> tuple[Seat, ...]:
    """The seat that the decision on top asks; nobody when the game is over."""
    if not state.stack:
        return ()
    side = QUESTIONS[type(state.top)].side(state, state.top)
    return (CHANCE,) if side == CHANCE_SIDE else (SEATS[side],)


def own_side(_: State, decision: Any) -> Side:
    side: Side = decision.side
    return side


def not_now(action: Action, wanted: str) -> Refusal:
    """The action belongs to another moment of the sequence of play (BCS-S.1)."""
    verb = type(action).__name__
    return Refusal("BCS-S.1", f"“{verb}” has no place here: now it is time to {wanted}")


def owned(state: State, side: Side, name: str) -> UnitId | Refusal:
    """The side's unit of that name."""
    unit = state.kit.by_name.get(name)
    if unit is None:
        return Refusal("BCS-S.8", f"there is no unit called {name}")
    if state.kit.side_of[unit] != side:
        return Refusal("BCS-S.8", f"{name} belongs to the other side")
    return unit


def proceed(state: State) -> Events:
    """Carries out whatever asks nobody, until somebody is asked or the game is over."""
    told: Events = []
    while state.stack and type(state.top) not in QUESTIONS:
        told += PROCEDURES[type(state.top)](state, state.top)
    return told
