"""A census of each title: how many actions of each kind a seat is offered.

The counts are taken where a phase of the first turns begins, and at a sample of
decisions on the way, in one fixed game of each scenario. They change only when
a rule, a number or the map does. To count again:

    .venv/bin/python tests/laws/census.py

and read the difference before you commit it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from grognard.titles import ardennes as ea
from grognard.titles import bcs
from grognard.titles import lost_battalion as lb
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE, Seat

SEED = "census"
PATIENCE = 24  # one chance in so many to end a step while something else may be done
ENDS = ("Done", "Halt", "CallOff")

Census = dict[str, dict[str, dict[str, int]]]


class Subject(msgspec.Struct, frozen=True):
    """A title to be counted: which games, for how long, and how often on the way."""

    title: Any
    scenarios: tuple[str, ...]
    clock: Callable[[Any], int]
    until: int
    name: str  # of what the clock counts
    every: int  # within a phase every so many entries are counted too

    @property
    def file(self) -> Path:
        return Path(__file__).with_name(f"census_{self.title.KEY}.json")


SUBJECTS = {
    "lost_battalion": Subject(lb, tuple(lb.SCENARIOS), lambda s: s.turn, 2, "turn", 150),
    "ardennes": Subject(ea, ("gs-3", "2p-3"), lambda s: s.day, 17, "December", 100),
    "bcs": Subject(bcs, ("noville", "bastogne"), lambda s: s.turn, 2, "turn", 40),
}


def census(subject: Subject) -> Census:
    return {scenario: count(subject, scenario) for scenario in subject.scenarios}


def count(subject: Subject, scenario: str) -> dict[str, dict[str, int]]:
    """By position of the fixed game: how many offers of each kind."""
    title, fate, n = subject.title, Fate(SEED), 0
    state = title.setup(scenario, {})
    found: dict[str, dict[str, int]] = {}
    phases: set[str] = set()
    while subject.clock(state) <= subject.until:
        (seat,) = title.deciders(state)
        offers = [] if seat == CHANCE else offered(title, state, seat)
        phase = f"{subject.name} {subject.clock(state)}, {where(state)}, {seat}"
        if seat != CHANCE and (phase not in phases or n % subject.every == 0):
            kinds = Counter(type(action).__name__ for action in offers)
            found[f"{phase}, entry {n}"] = dict(sorted(kinds.items()))
            phases.add(phase)
        action = fate.settle(title.draw(state), n) if seat == CHANCE else choose(offers, n)
        title.apply(state, seat, action)
        n += 1
    return found


def where(state: Any) -> str:
    """The decision on the table, within its phase."""
    names = [type(decision).__name__ for decision in state.stack[1:]]
    return " › ".join(names)


def offered(title: Any, state: Any, seat: Seat) -> list[Any]:
    return [a for a in title.candidates(state, seat) if title.refusal(state, seat, a) is None]


def choose(offers: list[Any], n: int) -> Any:
    """By lot, but by a lot that does not depend on the order of the menu."""
    ends = [action for action in offers if type(action).__name__ in ENDS]
    others = [action for action in offers if action not in ends]
    if ends and others:
        offers = ends if lot(n, "end") % PATIENCE == 0 else others
    kinds = sorted({type(action).__name__ for action in offers})
    kind = min(kinds, key=lambda name: lot(n, name))
    return min((a for a in offers if type(a).__name__ == kind), key=lambda a: lot(n, str(a)))


def lot(n: int, word: str) -> int:
    text = f"{SEED}/{n}/{word}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def written(counted: Census) -> str:
    """JSON with a line for each position, so that a difference can be read."""
    parts = []
    for scenario, rows in counted.items():
        lines = [f"  {_json(position)}: {_json(kinds)}" for position, kinds in rows.items()]
        parts.append(f"{_json(scenario)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{" + ",\n".join(parts) + "}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for counted in SUBJECTS.values():
        counted.file.write_text(written(census(counted)), encoding="utf-8")
