"""Every Allied decision of random games, read a second time: both readings choose the same.

The second reading (the package `referee`) is brute force by the ledger, over labels and
sets; it may share the printed data and the columns of a position with the
program, and nothing else.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.titles import ardennes
from grognard.titles.ardennes.referee.choices import hold_against, play

HERE = Path(ardennes.__file__).parent / "referee"
READING = sorted(HERE.glob("*.py"))

TITLE = "grognard.titles.ardennes"
REFEREE = f"{TITLE}.referee"
DATA = {f"{TITLE}.{name}" for name in ("kit", "state", "decisions", "actions")} | {"grognard.hexes"}
MEETING = ("__init__", "choices")
"""The modules where the two readings meet: they may ask the program what it tells."""
COLUMNS = {"State", "RESERVE", "PILE", "copy"}
"""What may be taken from `state`: the columns, no fact derived from them."""

# Scenario, seed, whether the German means to attack; each is played to its end.
GAMES = [("gs-3", 2, False), ("gs-3", 1, True), ("gs-7", 4, False), ("gs-14", 5, True)]
USUAL = {"command", "Deploy Reserves", "Unit Activation", "action card 10", "supply", "wandering"}
FIERCE = {"combat tactic", "hit on the defenders", "hold number", "retreat", "roadblock check"}
ENDLESS = 20_000


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed", "bold"), GAMES)
def test_both_readings_choose_the_same(scenario: str, seed: int, bold: bool) -> None:
    found = hold_against(play(seed, scenario, bold=bold, limit=ENDLESS))

    assert found.differences == []
    assert set(found.compared) >= (USUAL | FIERCE if bold else USUAL)


def imported(path: Path) -> set[tuple[str, str]]:
    """The modules a file imports, each with the name taken from it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, alias.name) for alias in node.names}
    return {(module, name) for module, name in found if module.startswith("grognard")}


def modules(path: Path) -> set[str]:
    """The modules of the program a file uses; `from package import module` is one of them."""
    return {f"{m}.{name}" if m in ("grognard.titles", TITLE) else m for m, name in imported(path)}


@pytest.mark.parametrize("path", READING, ids=[path.stem for path in READING])
def test_the_second_reading_shares_only_data_with_the_program(path: Path) -> None:
    found = {module for module in modules(path) if not module.startswith(REFEREE)}

    assert path.stem in MEETING or found <= DATA
    assert {name for module, name in imported(path) if module == f"{TITLE}.state"} <= COLUMNS
