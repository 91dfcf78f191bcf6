"""What must be true of every position; each flaw in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.ground.hexes import Hex, hexset, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN
from grognard.titles.lost_battalion.position.state import (
    BOXES,
    DEAD,
    LATER,
    POOL,
    RESTING,
    State,
    ids,
)
from grognard.titles.lost_battalion.rules.artillery import offensive_guns_left
from grognard.titles.lost_battalion.rules.stacking import stack_refusal


def audit(state: State) -> list[str]:
    """Every flaw at once; empty in a sound position."""
    return [
        *_columns(state),
        *_strengths(state),
        *_ground(state),
        *_counts(state),
        *_sequence(state),
    ]


def _columns(state: State) -> Iterator[str]:
    """`stacks`, `occupied` and `boxes` say again what `hex_of` says."""
    kit = state.kit
    stacks: dict[Hex, int] = {}
    boxes = dict.fromkeys(BOXES, 0)
    occupied = [0, 0]
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
            occupied[kit.side_of[unit]] |= 1 << hex_
        else:
            boxes[hex_] |= 1 << unit
    if stacks != state.stacks:
        yield "the stacks disagree with where the units are"
    if boxes != state.boxes:
        yield "the boxes disagree with where the units are"
    for hex_, stack in stacks.items():
        if not state.doubtful >> hex_ & 1 and stack_refusal(kit, stack) is not None:
            yield f"nobody doubts the stack in {kit.grid.label(hex_)}, which is too large"
    if occupied != state.occupied:
        yield "the occupied hexes disagree with where the units are"
    if occupied[ALLIED] & occupied[GERMAN]:
        both = kit.grid.labels(occupied[ALLIED] & occupied[GERMAN])
        yield f"both sides stand in {', '.join(both)}"
    if (occupied[ALLIED] | occupied[GERMAN]) & ~kit.play:
        yield "a unit stands outside the area of the scenario"


def _strengths(state: State) -> Iterator[str]:
    for unit, steps in zip(state.kit.units, state.steps, strict=True):
        if steps > unit.steps:
            yield f"{unit.name} has {steps} steps of {unit.steps}"
        if (steps == 0) != (state.hex_of[unit.id] == DEAD):
            yield f"{unit.name} has {steps} steps in place {state.hex_of[unit.id]}"


def _ground(state: State) -> Iterator[str]:
    """Occupied hexes are controlled; Germans stay north; guns stand on roads."""
    kit = state.kit
    if state.occupied[ALLIED] & ~state.control:
        yield "an Allied unit stands in a German-controlled hex"
    if state.occupied[GERMAN] & state.control:
        yield "a German unit stands in an Allied-controlled hex"
    if state.occupied[GERMAN] & kit.start_allied:
        yield "LB-8.11a: a German unit stands south of the Start Line"
    for unit in ids(kit.artillery):
        hex_ = state.hex_of[unit]
        if hex_ >= 0 and not kit.roads >> hex_ & 1:
            yield f"LB-11.5b: {kit.names[unit]} stands off the road"


def _counts(state: State) -> Iterator[str]:
    kit = state.kit
    if min(state.pools) < 0:
        yield "a replacement pool is below zero"
    if state.barrage < 0 or state.gas_left < 0 or state.guns_left < 0:
        yield "more markers were used than there are"
    limit = kit.turns[max(state.turn, 1)].us_divisions_may_attack
    if state.divisions.bit_count() > limit:
        yield "LB-7.4b: more US divisions attacked than supply allows"
    if any(offensive_guns_left(state, hex_) < 0 for hex_ in state.shelled):
        yield "LB-11.4a: more guns fired at a hex than may for one combat"
    if state.bombarded & ~hexset(state.shelled):
        yield "a hex was bombarded, and nothing fired at it"
    for gun in ids(kit.machine_guns):
        if state.hex_of[gun] not in (POOL, LATER) and state.hex_of[gun] < 0:
            yield f"{kit.names[gun]} is in no place a machine gun can be"
    for division in range(len(kit.divisions)):
        yield from _division(state, division)


def _division(state: State, division: int) -> Iterator[str]:
    """A division rests as a whole, and only while it is on the track."""
    units = state.kit.division_units[division]
    resting = {state.hex_of[u] == RESTING for u in ids(units) if state.hex_of[u] != DEAD}
    key = state.kit.divisions[division].key
    if True in resting and False in resting:
        yield f"LB-6.4e: {key} is only partly on the R&R track"
    if resting and (True in resting) != (division in state.resting_since):
        yield f"LB-6.4e: the R&R track and {key} disagree"


def _sequence(state: State) -> Iterator[str]:
    if state.over == bool(state.stack):
        yield "the game is over, or it is not"
    if state.gas & ~state.kit.play:
        yield "gas lies outside the area of the scenario"
    for hex_ in members(state.gas & state.occupied[GERMAN]):
        if not state.kit.forts >> hex_ & 1:
            yield f"LB-11.7f: Germans stand in gas in {state.kit.grid.label(hex_)}"
