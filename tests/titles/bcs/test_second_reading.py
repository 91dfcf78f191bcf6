"""Positions of every sort, read a second time: both readings find the same.

The second reading (`naive*.py`) is brute force by the ledger, over labels and
sets; it may share the printed data and the columns of a position with the
program, and nothing else.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from titles.bcs.naive_check import Check, played, setups

from grognard.titles.bcs.state import State

HERE = Path(__file__).parent
READING = [path for path in sorted(HERE.glob("naive*.py")) if path.stem != "naive_check"]

TITLE = "grognard.titles.bcs"
DATA = {f"{TITLE}.kit", f"{TITLE}.state", "grognard.hexes"}

COLUMNS = {"State", "BOX", "RETURNING", "WAITING", "FAIL", "PARTIAL"}
"""What may be taken from `state`: the columns, no fact derived from them."""
DERIVED = {"crossings", "hex_cost", "road_cost", "blocking", "road_hexes", "bridge_number", "edge"}
"""Tables a kit has worked out from the lists: the second reading has to do so itself."""

# Scenario, seed, and of how many decisions one is looked at.
GAMES = [("noville", "1", 30), ("noville", "3", 25), ("lesson", "1", 10), ("bastogne", "2", 250)]


@settings(max_examples=50)
@given(setups("noville"))
def test_both_readings_of_any_position_around_noville(state: State) -> None:
    assert Check(state).everything(Random(1)) == []


@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(setups("bastogne"))
def test_both_readings_of_any_position_on_the_roads_to_bastogne(state: State) -> None:
    assert Check(state).everything(Random(1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed", "every"), GAMES)
def test_both_readings_of_a_random_game(scenario: str, seed: str, every: int) -> None:
    tally: Counter[str] = Counter()
    flaws = []
    for n, state in enumerate(played(scenario, seed, every)):
        flaws += [f"{n}: {flaw}" for flaw in Check(state, tally).everything(Random(n))]

    assert flaws == []
    assert tally["Safe Path"] > 100


# -- what the second reading may use -------------------------------------------------------


def imported(path: Path) -> set[tuple[str, str]]:
    """The modules of the program a file imports, each with the name taken from it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, alias.name) for alias in node.names}
    return {(module, name) for module, name in found if module.startswith("grognard")}


def attributes(path: Path) -> set[str]:
    """Every attribute a file looks at, of whatever it is."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("path", READING, ids=[path.stem for path in READING])
def test_the_second_reading_shares_only_data_with_the_program(path: Path) -> None:
    used = imported(path)

    assert {module for module, _ in used} <= DATA
    assert {name for module, name in used if module == f"{TITLE}.state"} <= COLUMNS
    assert {name for module, name in used if module == "grognard.hexes"} <= {"Hex"}
    assert not attributes(path) & DERIVED


def test_there_is_a_second_reading() -> None:
    assert len(READING) == 5
