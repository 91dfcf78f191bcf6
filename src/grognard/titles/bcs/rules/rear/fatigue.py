"""The Fatigue Increase roll after an Activation (BCS-10.4.a, BCS-R.32, BCS-R.33)."""

from __future__ import annotations

from fractions import Fraction

from grognard.book.rulebook import cites
from grognard.titles.bcs.kit.kit import FAT4, FATIGUE, FormationId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import FatigueRoll
from grognard.titles.bcs.position.questions import Events, ask_chance, d6
from grognard.titles.bcs.position.state import State, key_of
from grognard.titles.bcs.rules.command.snafu import FATIGUE_ROWS
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

_FACES = 6


@cites("BCS-10.4.a", "BCS-R.32")
def due(state: State) -> bool:
    """Whether something in the Activation on the table tires: fights, or moves in a Second."""
    return state.fatiguing or (state.second and bool(state.moved))


@cites("BCS-S.19", "BCS-R.33")
def needs(state: State, number: FormationId, *, second: bool) -> int:
    """The lowest face that tires the formation; 7 never does."""
    row = FATIGUE_ROWS[state.fatigue[number]]
    return state.kit.number(f"fatigue.{row}.{'second' if second else 'initial'}")


def chance(state: State, number: FormationId, *, second: bool) -> Fraction:
    """How likely a roll tires the formation."""
    lowest = needs(state, number, second=second)
    return Fraction(max(0, _FACES + 1 - lowest), _FACES)


@cites("BCS-10.4.a", "BCS-R.33")
def begin(state: State, number: FormationId) -> Events:
    """A die, if something tired the formation and it can tire further."""
    if due(state) and state.fatigue[number] != FAT4:
        push(state, FatigueRoll(number, state.second))
    return []


@cites("BCS-R.33", "BCS-S.19")
def _rolled(state: State, roll: FatigueRoll, rolled: Rolled) -> Events:
    (face,), number = rolled.faces, roll.formation
    lowest = needs(state, number, second=roll.second)
    pop(state)
    if face >= lowest and state.fatigue[number] < FAT4:
        state.fatigue[number] += 1
    level, side = FATIGUE[state.fatigue[number]], state.kit.formations[number].side
    return [ev.FatigueRolled(side, key_of(state, number), face, lowest, level)]


ask_chance(FatigueRoll, d6("Fatigue Increase"), _rolled)
