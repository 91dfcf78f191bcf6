"""The SNAFU roll: how much of its Activation a Formation makes (BCS-S.10, BCS-R.28, BCS-R.29)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from grognard.book.rulebook import cites
from grognard.book.tally import Modifier, Tally
from grognard.titles.bcs.kit.kit import FATIGUE, FRESH, FormationId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import SnafuRoll
from grognard.titles.bcs.position.questions import Events, ask_chance, dice
from grognard.titles.bcs.position.state import FAIL, FULL, PARTIAL, State, key_of, mark
from grognard.titles.bcs.rules.command.formations import artillery
from grognard.titles.bcs.rules.rear import trains
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

NAMES: Final = {FAIL: "Fail", PARTIAL: "Partial", FULL: "Full"}
FATIGUE_ROWS: Final = ("fresh", "fat0", "fat1", "fat2", "fat3", "fat4")
_FACES: Final = range(1, 7)


@cites("BCS-S.10")
def begin(state: State, number: FormationId) -> Events:
    """Two dice are due."""
    push(state, SnafuRoll(number))
    return []


# -- modifiers ---------------------------------------------------------------------------


def tally(state: State, number: FormationId) -> Tally:
    """What changes the formation's roll as things stand."""
    parts = (*_fatigue(state, number), *_supply(state, number), *_command(state, number))
    return Tally(tuple(part for part in parts if part.amount))


def _drm(state: State, row: str, rule: str, what: str) -> Modifier:
    return Modifier(state.kit.number(f"snafu_drm.{row}"), rule, what)


@cites("BCS-10.4.e", "BCS-R.29")
def _fatigue(state: State, number: FormationId) -> Iterator[Modifier]:
    level = state.fatigue[number]
    rule = "BCS-10.4.e" if level == FRESH else "BCS-R.29"
    yield _drm(state, FATIGUE_ROWS[level], rule, FATIGUE[level])


@cites("BCS-10.2d", "BCS-10.3.a", "BCS-10.3.k", "BCS-R.29", "BCS-S.12", "BCS-S.14")
def _supply(state: State, number: FormationId) -> Iterator[Modifier]:
    """Trains off the map show no side: MSR Blocked alone counts for them."""
    if state.trains[number] >= 0:
        if state.ghost >> number & 1:
            yield _drm(state, "ghost", "BCS-R.29", "Ghost Trains")
        elif trains.optimal(state, number):
            yield _drm(state, "optimal", "BCS-10.3.k", "Optimal Distance")
    if trains.crossing(state, number):
        yield _drm(state, "crossing", "BCS-S.12", "Crossing the Streams")
    level = state.blocked[number]
    if level:
        yield _drm(state, f"msr{level}", "BCS-S.14", f"MSR Blocked, level {level}")


@cites("BCS-R.29", "BCS-B.6")
def _command(state: State, number: FormationId) -> Iterator[Modifier]:
    if state.coordination >> number & 1:
        yield _drm(state, "coordination", "BCS-R.29", "Coordination")
    yield Modifier(state.kit.formations[number].leader, "BCS-B.6", "leader")


# -- the result ------------------------------------------------------------------------------


@cites("BCS-R.28")
def read(state: State, total: int) -> int:
    """The entry of the table for a modified total."""
    if total <= state.kit.number("snafu.fail"):
        return FAIL
    return PARTIAL if total <= state.kit.number("snafu.partial") else FULL


@cites("BCS-4.5.c")
def result(state: State, number: FormationId, total: int) -> int:
    """What a modified total comes to; Prepared Defense has a Partial at best."""
    found = read(state, total)
    return min(found, PARTIAL) if state.prepared >> number & 1 else found


def odds(state: State, number: FormationId) -> dict[int, Fraction]:
    """How likely Fail, Partial and Full are as things stand."""
    plus = tally(state, number).total
    chances = {FAIL: Fraction(0), PARTIAL: Fraction(0), FULL: Fraction(0)}
    for faces in product(_FACES, _FACES):
        chances[result(state, number, sum(faces) + plus)] += Fraction(1, len(_FACES) ** 2)
    return chances


@cites("BCS-S.10", "BCS-S.11", "BCS-R.30")
def _rolled(state: State, roll: SnafuRoll, rolled: Rolled) -> Events:
    number = roll.formation
    sums = tally(state, number)
    total = sum(rolled.faces) + sums.total
    found = result(state, number, total)
    pop(state)
    mark(state, snafu=found, coordinated=bool(state.coordination >> number & 1))
    mark(state, arty=artillery(state, number))
    side, capped = state.kit.formations[number].side, found != read(state, total)
    key = key_of(state, number)
    return [ev.SnafuRolled(side, key, rolled.faces, sums, NAMES[found], capped)]


ask_chance(SnafuRoll, dice("SNAFU"), _rolled)
