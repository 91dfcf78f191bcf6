"""The start of a game (EA-D16.a, EA-D16.b)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.titles.ardennes.kit.kit import KITS, Card, Unit
from grognard.titles.ardennes.position.decisions import Sequence
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    CALENDAR,
    ENTERING,
    OKW,
    PILE,
    RESERVE,
    State,
    Terms,
    put,
)

_BOXES = {"reserve": RESERVE, "okw": OKW}


def new_game(terms: Terms) -> State:
    """Everything in its place, and the first day begun."""
    state = empty_game(terms)
    for unit in state.kit.units:
        _place(state, unit)
    state.stack = (Sequence(),)
    proceed(state)
    return state


def empty_game(terms: Terms) -> State:
    """The map without a unit on it: all wait in the calendar for a day that never comes."""
    kit = KITS[terms.kit]
    return State(
        terms=terms,
        hex_of=[CALENDAR] * len(kit.units),
        steps=bytearray(unit.steps for unit in kit.units),
        stacks={},
        occupied=[0, 0],
        due={},
        german_towns=kit.german_towns_at_start,
        bridges=kit.bridges_intact,
        german_bridges=kit.bridges_german,
        cards=[_cards(kit.german_deck), _cards(kit.allied_deck)],
        actions=(1 << len(kit.action_deck)) - 1,
        cup=[kind.copies for kind in kit.chits],
        stack=(),
    )


def _cards(deck: tuple[Card, ...]) -> bytearray:
    """Primary cards in the pile, supplemental ones Available, the others entering later."""
    return bytearray(
        ENTERING if card.enters else PILE if card.set == "primary" else AVAILABLE for card in deck
    )


@cites("EA-D16.a", "EA-D16.b")
def _place(state: State, unit: Unit) -> None:
    start = unit.start[state.kit.scenario.game]
    if start in _BOXES:
        put(state, unit.id, _BOXES[start])
    elif start.startswith("D"):
        state.due[unit.id] = int(start[1:])
    else:
        put(state, unit.id, state.kit.grid.at(start))
