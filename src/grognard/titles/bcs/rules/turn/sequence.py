"""The sequence of play: a turn (BCS-S.1 to BCS-S.5).

Reinforcements & Weather · Assignment · First Player · Activation Phase · Admin · end
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activations, FirstPlayerRoll, Sequence
from grognard.titles.bcs.position.questions import PROCEDURES, Events, ask_chance
from grognard.titles.bcs.position.state import State, changed, mark
from grognard.titles.bcs.rules.command import hq_moves
from grognard.titles.bcs.rules.rear import train_moves
from grognard.titles.bcs.rules.turn import (
    activation,
    arrivals,
    assignment,
    bridges,
    replacements,
    weather,
)
from grognard.titles.bcs.rules.turn.victory import outcome, timetable
from grognard.waist.asking import pop, push, swap
from grognard.waist.chance import Dice, Rolled

_REGISTERED = (activation, hq_moves, train_moves)


@cites("BCS-S.1", "BCS-S.2")
def turn_begins(state: State) -> Events:
    state.turn += 1
    changed(state)
    row = state.kit.turns[state.turn - 1]
    told: Events = [ev.TurnBegan(ev.BOTH, state.turn, row.date)]
    told += [ev.PhaseBegan(ev.BOTH, "Reinforcements & Weather"), *bridges.turn_begins(state)]
    return told + arrivals.begin(state)


def roll_weather(state: State) -> Events:
    return weather.begin(state)


def replacement_points(state: State) -> Events:
    return replacements.begin(state)


@cites("BCS-S.4")
def assignment_phase(state: State) -> Events:
    return assignment.begin(state)


@cites("BCS-S.5", "BCS-R.46")
def first_player(state: State) -> Events:
    """The scenario names him on turn 1, dice afterwards."""
    named = state.kit.turns[state.turn - 1].first
    if named is None:
        push(state, FirstPlayerRoll())
        return []
    state.first = named
    return [ev.FirstPlayer(named)]


@cites("BCS-R.46")
def _first_rolled(state: State, _: FirstPlayerRoll, rolled: Rolled) -> Events:
    """The higher sum goes first; ties are rolled again."""
    us, german = sum(rolled.faces[:2]), sum(rolled.faces[2:])
    if us == german:
        return [ev.FirstPlayer(ev.BOTH, rolled.faces)]
    pop(state)
    state.first = US if us > german else GERMAN
    return [ev.FirstPlayer(state.first, rolled.faces)]


def activation_phase(state: State) -> Events:
    push(state, Activations(state.first))
    return [ev.PhaseBegan(ev.BOTH, "Activation")]


@cites("BCS-S.1", "BCS-R.42")
def admin_phase(state: State) -> Events:
    """Used HQs are turned back; what was not spent is lost."""
    mark(state, used=0, recovered=0, air=[0, 0], replacements=[[0, 0], [0, 0]])
    return [ev.PhaseBegan(ev.BOTH, "Admin")]


def turn_ends(state: State) -> Events:
    """Points are counted; the game may be over."""
    told = timetable(state)
    result = outcome(state)
    if result is None:
        return told
    state.over = True
    pop(state)
    return [*told, ev.GameOver(ev.BOTH, result.level, int(result.tally.total))]


STEPS: Final[tuple[Callable[[State], Events], ...]] = (
    turn_begins,
    roll_weather,
    replacement_points,
    assignment_phase,
    first_player,
    activation_phase,
    admin_phase,
    turn_ends,
)


@cites("BCS-S.1")
def run_sequence(state: State, sequence: Sequence) -> Events:
    """Carries out the step that is due."""
    swap(state, Sequence((sequence.step + 1) % len(STEPS)))
    return STEPS[sequence.step](state)


PROCEDURES[Sequence] = run_sequence
ask_chance(FirstPlayerRoll, lambda *_: Dice(4, 6, "who goes first"), _first_rolled)
