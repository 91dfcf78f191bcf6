"""Interleaved laps: ours and the peer's in turn, so that a busy machine slows both alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import TypeAlias

Lap: TypeAlias = Callable[[int], int]
"""Does the work of one round (its number is given) and says how many units that was."""

CALIBRATION_STEPS = 400_000


@dataclass(frozen=True)
class Contest:
    """Something we do and a peer does too. `floor` must be reached, `goal` is hoped for."""

    name: str
    unit: str
    peer: str
    ours: Lap
    theirs: Lap
    floor: float
    goal: float
    note: str = ""
    wall: bool = False  # time on the wall counts: other processes do the work
    rounds: int = 99  # at most: for what takes long


@dataclass(frozen=True)
class Outcome:
    """How many times faster than the peer we were, round by round, and both speeds."""

    contest: Contest
    ours: list[float]
    theirs: list[float]

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours, self.theirs, strict=True)]

    @property
    def verdict(self) -> str:
        middle = median(self.ratios)
        if middle < self.contest.floor:
            return "MISS"
        return "goal" if middle >= self.contest.goal else "pass"


@dataclass
class Calibration:
    """Fixed work in every round: how its time moves is how the machine moved."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def lap(self) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        fixed_work()
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)

    @property
    def drift(self) -> float:
        """The slowest round against the fastest."""
        return max(self.cpu) / min(self.cpu)

    @property
    def waiting(self) -> float:
        """The part of wall time in which others had the core."""
        return max(0.0, 1 - sum(self.cpu) / sum(self.wall))


def fixed_work() -> int:
    total, table = 0, list(range(64))
    for i in range(CALIBRATION_STEPS):
        table[i & 63] ^= total
        total = (total + table[(i * 7) & 63]) & 0xFFFF
    return total


def run(contest: Contest, rounds: int, calibration: Calibration) -> Outcome:
    """Times both sides in every round; who goes first alternates."""
    contest.ours(0)
    contest.theirs(0)
    outcome = Outcome(contest, [], [])
    # What the laps share is not garbage; neither side should pay for looking at it.
    gc.collect()
    gc.freeze()
    for number in range(1, min(rounds, contest.rounds) + 1):
        calibration.lap()
        sides = [(contest.ours, outcome.ours), (contest.theirs, outcome.theirs)]
        for lap, speeds in sides if number % 2 else reversed(sides):
            speeds.append(speed(lap, number, wall=contest.wall))
    gc.unfreeze()
    return outcome


def speed(lap: Lap, number: int, *, wall: bool = False) -> float:
    """Units per second, of processor time as a rule; the collector starts clean and stays on."""
    clock = time.perf_counter if wall else time.process_time
    gc.collect()
    start = clock()
    count = lap(number)
    return count / (clock() - start)


def typical_seconds(action: Callable[[], object], budget: float) -> float:
    """The median time of a call, called for about so many seconds and at least five times."""
    times: list[float] = []
    while len(times) < 5 or sum(times) < budget:
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return median(times)


def spread(values: Iterable[float]) -> tuple[float, float, float]:
    """Median, least and greatest."""
    numbers = list(values)
    return median(numbers), min(numbers), max(numbers)
