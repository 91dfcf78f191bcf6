"""Two readings of the rules, held against each other in games and scattered positions.

The second reading (the package `referee`) is written from the ledger; it may share the
printed data and the columns of a position with the program, and nothing else.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from positions.lb import Game, parse, position

from grognard import library
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.referee import REFEREE
from grognard.trial.fuzz import fuzz
from grognard.waist.referee import Bench
from grognard.waist.title import Seat

HERE = Path(lb.__file__).parent / "referee"
MEETING = ("__init__", "comparing", "scattered")
"""The modules where the two readings meet: they may ask the program what it tells."""
READING = [path for path in sorted(HERE.glob("*.py")) if path.stem not in MEETING]

TITLE = "grognard.titles.lost_battalion"
TAKEN = {
    f"{TITLE}.kit.tables": {"DATA", "Unit"},
    f"{TITLE}.position.state": {"State"},  # for the types alone
    "grognard.book.charts": {"pick_file"},
    "grognard.ground.hexes": {"Hex"},
    "grognard.waist.referee": {"Compared"},
}
"""What may be imported: printed data, the columns, and the numbers of hexes."""

PRINTED = {"charts", "divisions", "grid", "levels", "pack", "scenario", "turns", "units", "values"}
PRINTED |= {"victory_hexes"}
"""What may be asked of a kit: what is in the files, nothing worked out from them."""


@pytest.mark.parametrize(
    ("scenario", "games", "limit"),
    [("historical", 6, 400), ("free", 2, 400), ("learning", 12, 300)],
)
def test_both_readings_agree(scenario: str, games: int, limit: int) -> None:
    report = fuzz(
        library.title("lost_battalion"), scenario, games, "second", limit, referee="lost_battalion"
    )

    assert [f.sentence for f in report.failures if f.kind != "endless"] == []
    assert report.refereed > 200


def differences(game: Game, seat: str, text: str) -> list[str]:
    """Plays that, and says where the readings part about what came of it."""
    before, action = lb.copy(game.state), parse(text)
    told = lb.apply(game.state, Seat(seat), action)
    bench = Bench(library.title("lost_battalion"), REFEREE)
    return list(map(str, bench.deed(before, Seat(seat), action, told, game.state)))


@pytest.mark.rule("LB-8.8c", "LB-3.4f")
def test_neither_reading_takes_ground_or_bridges_for_a_gun_that_is_put_down() -> None:
    game = position("0431 137/35", turn=6, at="a3")

    assert differences(game, "german", "PlaceGun 0531") == []


@pytest.mark.rule("LB-8.8c")
def test_either_reading_takes_the_bridge_for_who_marches_back_to_where_it_began() -> None:
    game = position("1608 R252/76R", turn=6, at="c1")
    bridge = game.kit.bridges_at[game.kit.grid.at("1608")]
    game.set(bridges=game.state.bridges | bridge).play("Pick R252/76R", "March 1508")

    assert differences(game, "german", "March 1608") == []
    assert not game.state.bridges & bridge


# -- what the second reading may use -------------------------------------------------------


def imported(tree: ast.AST) -> set[tuple[str, str]]:
    """The modules of the program a file imports, each with the name taken from it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {(node.module, alias.name) for alias in node.names}
    own = f"{TITLE}.referee"
    return {(m, name) for m, name in found if m.startswith("grognard") and not m.startswith(own)}


def asked_of(tree: ast.AST, whom: str) -> set[str]:
    """What a file asks of everything that bears that name."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of = node.value
            name = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
            found |= {node.attr} if name == whom else set()
    return found


@pytest.mark.parametrize("path", READING, ids=[path.stem for path in READING])
def test_the_second_reading_shares_only_data_with_the_program(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))

    assert {(m, n) for m, n in imported(tree) if n not in TAKEN.get(m, set())} == set()
    assert asked_of(tree, "kit") <= PRINTED
    assert asked_of(tree, "state") <= {*State.__struct_fields__, "kit"}


def test_there_is_a_second_reading() -> None:
    assert len(READING) >= 5
