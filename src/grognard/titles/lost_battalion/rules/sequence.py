"""The sequence of play: phases A to D, sixteen times.

A. Reinforcement & Replacement Phase: A1 schedule, A2 gas, A3 machine guns, A4
   German replacements, A5 German arrivals, A6 Allied arrivals, A7 announcement
B. Allied player turn: B1 Movement, B2 Combat, B3 Artillery Movement
C. German player turn: C1 Movement, C2 Combat
D. End Phase
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import GermanReplacements, Sequence
from grognard.titles.lost_battalion.position.questions import PROCEDURES, Events
from grognard.titles.lost_battalion.position.state import (
    DUE,
    LATER,
    WITHDRAWN,
    State,
    ids,
    option,
    put,
)
from grognard.titles.lost_battalion.rules import combat, gas, machine_guns, movement, reserves
from grognard.titles.lost_battalion.rules.supply import out_of_supply
from grognard.titles.lost_battalion.rules.victory import points_now, verdict
from grognard.waist.asking import pop, push, swap


@cites("LB-14.16", "LB-11.6a", "LB-11.7a", "LB-11.7h", "LB-S.4", "LB-S.33", "LB-14.9")
def a1_schedule(state: State) -> Events:
    """The turn's row of the record: markers, machine guns, events."""
    state.turn += 1
    row = state.kit.turns[state.turn]
    state.barrage, state.guns_left = row.barrage, row.mg
    state.gas_left = row.gas_withdrawn if option(state, "gas_withdrawn") else row.gas
    notes = tuple(event.text for event in row.events)
    return [ev.TurnBegan(ev.BOTH, state.turn, row.dates, notes), *_optional_events(state)]


@cites("LB-S.34")
def _optional_events(state: State) -> Events:
    state.stubborn = 0
    leaving = state.kit.named(state.turn, "us_withdrawals")
    if leaving and option(state, "us_withdrawals"):
        return _withdraw(state, tuple(leaving))
    if option(state, "lost_battalion"):
        state.stubborn = _pocket(state, state.kit.named(state.turn, "lost_battalion"))
    return []


def _withdraw(state: State, keys: tuple[str, ...]) -> Events:
    kit = state.kit
    for key in keys:
        division = kit.division_by_key[key]
        state.resting_since.pop(division, None)
        for unit in ids(reserves.survivors(state, division)):
            put(state, unit, WITHDRAWN)
    return [ev.Withdrawn(ALLIED, keys)]


def _pocket(state: State, keys: list[str]) -> UnitSet:
    """Units of these divisions in forest and cut off."""
    kit = state.kit
    cut_off = out_of_supply(state, ALLIED)
    units = cut_off & sum(kit.division_units[kit.division_by_key[key]] for key in keys)
    return sum(1 << u for u in ids(units) if kit.forest >> state.hex_of[u] & 1)


def a2_gas(state: State) -> Events:
    return gas.begin_step(state)


def a3_machine_guns(state: State) -> Events:
    return machine_guns.begin_step(state)


def a4_replacements(state: State) -> Events:
    if state.pools[GERMAN]:
        push(state, GermanReplacements())
    return []


@cites("LB-S.32")
def a5_german_arrivals(state: State) -> Events:
    return _bring(state, GERMAN)


@cites("LB-S.31", "LB-14.1")
def a6_allied_arrivals(state: State) -> Events:
    return _bring(state, ALLIED) + reserves.begin_arrivals(state)


def _bring(state: State, side: int) -> Events:
    kit = state.kit
    units = kit.arriving(state.turn) & kit.side_units[side]
    due = list(ids(units & state.boxes[LATER]))
    for unit in due:
        put(state, unit, DUE)
    formations = {
        kit.divisions[kit.division_of[u]].key if kit.division_of[u] >= 0 else kit.names[u]
        for u in due
    }
    return [ev.Came(side, tuple(sorted(formations)))] if due else []


def a7_announcement(state: State) -> Events:
    return reserves.begin_announcement(state)


def b1_movement(state: State) -> Events:
    return movement.begin_phase(state, ALLIED)


def b2_combat(state: State) -> Events:
    return combat.begin_phase(state, ALLIED)


def b3_artillery(state: State) -> Events:
    return movement.begin_artillery_phase(state)


def c1_movement(state: State) -> Events:
    return movement.begin_phase(state, GERMAN)


def c2_combat(state: State) -> Events:
    return combat.begin_phase(state, GERMAN)


@cites("LB-S.11", "LB-8.8b", "LB-S.4")
def d_end(state: State) -> Events:
    """Markers come off, guns turn to their unfired side, limits are cleared."""
    state.gas = state.gas_left = state.barrage = state.guns_left = 0
    state.fired = state.refilled = state.entered = state.lifted = 0
    state.done = state.moved = state.struck = state.fell_back = state.attacked = 0
    state.assaulted = state.bombarded = state.divisions = 0
    state.began = {}
    state.shelled = {}
    state.fresh_bridges = 0
    if state.turn < state.kit.scenario.last_turn:
        return []
    state.over = True
    pop(state)
    result = verdict(state)
    assert result is not None, "the game is over"
    return [ev.GameOver(ev.BOTH, result.level, points_now(state).total)]


STEPS: Final[tuple[Callable[[State], Events], ...]] = (
    a1_schedule,
    a2_gas,
    a3_machine_guns,
    a4_replacements,
    a5_german_arrivals,
    a6_allied_arrivals,
    a7_announcement,
    b1_movement,
    b2_combat,
    b3_artillery,
    c1_movement,
    c2_combat,
    d_end,
)


@cites("LB-S.5", "LB-S.6", "LB-S.7")
def run_sequence(state: State, sequence: Sequence) -> Events:
    """Carries out the step that is due."""
    swap(state, Sequence((sequence.step + 1) % len(STEPS)))
    return STEPS[sequence.step](state)


PROCEDURES[Sequence] = run_sequence
