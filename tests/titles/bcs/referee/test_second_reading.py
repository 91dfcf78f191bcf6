"""Positions of every sort, read a second time: both readings find the same.

The second reading (the package `referee`) is brute force by the ledger, over labels and
sets; it may share the printed data and the columns of a position with the
program, and nothing else.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard import library
from grognard.titles import bcs
from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.referee.comparing import Check
from grognard.titles.bcs.referee.scattered import scattered
from grognard.waist.chance import Fate
from grognard.waist.referee import Compared, difference
from grognard.waist.title import CHANCE

HERE = Path(bcs.__file__).parent / "referee"
MEETING = ("__init__", "bench", "comparing", "scattered")
"""The modules where the two readings meet: they may ask the program what it tells."""
READING = [path for path in sorted(HERE.glob("*.py")) if path.stem not in MEETING]

TITLE = "grognard.titles.bcs"
OWN = f"{TITLE}.referee"
DATA = {f"{TITLE}.kit.kit", f"{TITLE}.position.state", "grognard.ground.hexes"}

COLUMNS = {
    "State",
    "BOX",
    "DEAD",
    "OFF",
    "REMOVED",
    "RETURNING",
    "WAITING",
    "FAIL",
    "PARTIAL",
}
"""What may be taken from `state`: the columns, no fact derived from them."""
DERIVED = {"crossings", "hex_cost", "road_cost", "blocking", "road_hexes", "bridge_number", "edge"}
"""Tables a kit has worked out from the lists: the second reading has to do so itself."""

# Scenario, seed, and of how many decisions one is looked at.
GAMES = [("noville", "1", 30), ("noville", "3", 25), ("lesson", "1", 10), ("bastogne", "2", 250)]


@pytest.mark.parametrize(("scenario", "number"), [("noville", 50), ("bastogne", 8)])
def test_both_readings_of_any_position(scenario: str, number: int) -> None:
    flaws = []
    for n in range(number):
        rng = Random(f"{scenario}/{n}")
        flaws += [
            f"{n}: {flaw}" for flaw in parted(Check(scattered(scenario, rng)).everything(rng))
        ]

    assert flaws == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed", "every"), GAMES)
def test_both_readings_of_a_random_game(scenario: str, seed: str, every: int) -> None:
    tally: Counter[str] = Counter()
    flaws = []
    for n, state in enumerate(played(scenario, seed, every)):
        pairs = Check(state).everything(Random(n))
        tally.update(pair.what.split(" of ")[0] for pair in pairs)
        flaws += [f"{n}: {flaw}" for flaw in parted(pairs)]

    assert flaws == []
    assert tally["Safe Path"] > 100


def parted(pairs: list[Compared]) -> list[str]:
    return [str(difference(pair)) for pair in pairs if pair.told != pair.read]


# -- random games ----------------------------------------------------------------------


def played(scenario: str, seed: str, every: int) -> Iterator[State]:
    """Positions of a random game, every so many decisions."""
    title: Any = library.title("bcs")
    rng, fate, n = Random(f"{scenario}/{seed}"), Fate(seed), 0
    options = {option.key: rng.choice(option.values) for option in title.OPTIONS}
    state = title.setup(scenario, options)
    while deciders := title.deciders(state):
        seat = deciders[0]
        if seat == CHANCE:
            action = fate.settle(title.draw(state), n)
        else:
            if n % every == 0:
                yield title.copy(state)
            action = _some(title.offers(state, seat), rng)
        title.apply(state, seat, action)
        n += 1


_ENDINGS = ("Done", "Halt", "Recover", "Decline", "Retreat", "PullBack")


def _some(found: list[Any], rng: Random) -> Any:
    """A kind of action, mostly one that goes on, then one of the kind."""
    kinds = sorted({type(action).__name__ for action in found})
    on = [kind for kind in kinds if kind not in _ENDINGS]
    kind = rng.choice(on if on and rng.random() < 0.9 else kinds)
    return rng.choice([action for action in found if type(action).__name__ == kind])


# -- what the second reading may use -------------------------------------------------------


def imported(path: Path) -> set[tuple[str, str]]:
    """The modules of the program a file imports, each with the name taken from it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, alias.name) for alias in node.names}
    return {(m, name) for m, name in found if m.startswith("grognard") and not m.startswith(OWN)}


def attributes(path: Path) -> set[str]:
    """Every attribute a file looks at, of whatever it is."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def asked_of_state(path: Path) -> set[str]:
    """What a file asks of everything called `state`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
            found |= {node.attr} if name == "state" else set()
    return found


@pytest.mark.parametrize("path", READING, ids=[path.stem for path in READING])
def test_the_second_reading_shares_only_data_with_the_program(path: Path) -> None:
    used = imported(path)

    assert {module for module, _ in used} <= DATA
    assert {name for module, name in used if module == f"{TITLE}.position.state"} <= COLUMNS
    assert {name for module, name in used if module == "grognard.ground.hexes"} <= {"Hex"}
    assert not attributes(path) & DERIVED
    assert asked_of_state(path) <= {*State.__struct_fields__, "kit"}


def test_there_is_a_second_reading() -> None:
    assert len(READING) == 12
