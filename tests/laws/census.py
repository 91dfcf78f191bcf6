"""A census of The Lost Battalion: how many actions of each kind a seat is offered.

The counts are taken where a phase of turns 1 and 2 begins, and at a sample of
marches and attacks on the way, in one fixed game of each scenario. They
change only when a rule, a number or the map does. To count again:

    .venv/bin/python tests/laws/census.py

and read the difference before you commit it.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grognard.chance import Fate
from grognard.title import CHANCE, Seat
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.state import State

FILE = Path(__file__).with_name("census_lost_battalion.json")
SEED = "census"
TURNS = 2
PATIENCE = 24  # one chance in so many to end a step while something else may be done
ON_THE_WAY = 150  # within a phase every so many entries are counted too

Census = dict[str, dict[str, dict[str, int]]]


def census() -> Census:
    return {scenario: count(scenario) for scenario in lb.SCENARIOS}


def count(scenario: str) -> dict[str, dict[str, int]]:
    """By position of the fixed game: how many offers of each kind."""
    state, fate, n = lb.setup(scenario, {}), Fate(SEED), 0
    found: dict[str, dict[str, int]] = {}
    phases: set[str] = set()
    while state.turn <= TURNS:
        (seat,) = lb.deciders(state)
        offers = [] if seat == CHANCE else offered(state, seat)
        phase = f"turn {state.turn}, {where(state)}, {seat}"
        if seat != CHANCE and (phase not in phases or n % ON_THE_WAY == 0):
            kinds = Counter(type(action).__name__ for action in offers)
            found[f"{phase}, entry {n}"] = dict(sorted(kinds.items()))
            phases.add(phase)
        action = fate.settle(lb.draw(state), n) if seat == CHANCE else choose(offers, n)
        lb.apply(state, seat, action)
        n += 1
    return found


def where(state: State) -> str:
    """The decision on the table, within its phase."""
    names = [type(decision).__name__ for decision in state.stack[1:]]
    return " › ".join(names)


def offered(state: State, seat: Seat) -> list[Any]:
    return [a for a in lb.candidates(state, seat) if lb.refusal(state, seat, a) is None]


def choose(offers: list[Any], n: int) -> Any:
    """By lot, but by a lot that does not depend on the order of the menu."""
    ends = [action for action in offers if type(action).__name__ in ("Done", "Halt", "CallOff")]
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
    FILE.write_text(written(census()), encoding="utf-8")
