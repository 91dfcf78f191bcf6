"""What must hold of every state between two actions; each flaw in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import Fight, Moving
from grognard.titles.ardennes.position.state import CALENDAR, DEAD, State, changed, copy, ids
from grognard.titles.ardennes.rules.moving import zones


def audit(state: State) -> list[str]:
    """Every flaw of a state at once; none after each step of play."""
    return [
        *_columns(state),
        *_markers(state),
        *_stacking(state),
        *_things(state),
        *_cup(state),
        *_derived(state),
    ]


def _columns(state: State) -> Iterator[str]:
    """The stacks say what the units say."""
    kit = state.kit
    stacks: dict[int, int] = {}
    occupied = [0, 0]
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
            occupied[kit.side_of[unit]] |= 1 << hex_
    if stacks != state.stacks:
        yield "the stacks do not agree with where the units are"
    if occupied != state.occupied:
        yield "the occupied hexes do not agree with where the units are"
    if occupied[GERMAN] & occupied[ALLIED]:
        yield "both sides are in one hex"
    for unit, hex_ in enumerate(state.hex_of):
        if (hex_ == DEAD) != (state.steps[unit] == 0):
            yield f"{kit.names[unit]} has {state.steps[unit]} steps in box or hex {hex_}"
        if state.steps[unit] > kit.units[unit].steps:
            yield f"{kit.names[unit]} has more steps than its counter"


def _markers(state: State) -> Iterator[str]:
    on_map = 0
    for stack in state.stacks.values():
        on_map |= stack
    for what, units in (
        ("Dispersed", state.dispersed),
        ("Out of Supply", state.unsupplied),
        ("Isolated", state.isolated),
    ):
        for unit in ids(units & ~on_map):
            yield f"{state.kit.names[unit]} is {what} but not on the map"
    if state.unsupplied & state.isolated:
        yield "a unit is Out of Supply and Isolated at once"
    if set(state.due) - {u for u, hex_ in enumerate(state.hex_of) if hex_ == CALENDAR}:
        yield "a unit has a day in the calendar but is not there"


def _stacking(state: State) -> Iterator[str]:
    """EA-S.37 holds at the end of a move; a unit on the move may pass through."""
    if any(isinstance(d, Moving | Fight) for d in state.stack):
        return
    for hex_ in zones.overstacked(state):
        yield f"hex {state.kit.grid.label(hex_)} is overstacked"


def _things(state: State) -> Iterator[str]:
    kit = state.kit
    if state.german_towns & ~kit.towns:
        yield "the Germans hold a town where there is none"
    if state.german_bridges & ~state.bridges:
        yield "the Germans hold a bridge that does not stand"
    if state.dug_in & ~(state.occupied[GERMAN] | state.occupied[ALLIED]):
        yield "an Improved Position is empty"
    if state.roadblocks & (state.occupied[GERMAN] | state.occupied[ALLIED]):
        yield "a roadblock shares its hex with a unit"


def _cup(state: State) -> Iterator[str]:
    drawn = state.battle.drawn if state.battle else ()
    for kind, chit in enumerate(state.kit.chits):
        if state.cup[kind] + drawn.count(kind) != chit.copies:
            yield f"the chits {chit.key} do not add up"


def _derived(state: State) -> Iterator[str]:
    """What is remembered of the position is what one would find looking afresh."""
    fresh = copy(state)
    changed(fresh)
    for side in (GERMAN, ALLIED):
        if zones.zone(state, side) != zones.zone(fresh, side):
            yield "a zone of control is remembered from another position"
