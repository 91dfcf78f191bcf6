"""Charts from data files, exact distributions, chart packs, and flawed files."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from grognard.book.charts import Chart, distribution, load_charts, load_values, pick_file, shift
from grognard.book.flaws import DataFlaw

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
[chart.fire]
title = "Fire Table"
tag = "stand-in"
columns = ["1", "2-3", "4+"]
rows = ["1", "2"]
floors = [1, 2, 4]
cells = [
    ["-", "-", "1"],
    ["-", "1", "2"],
]
cell_tags = [{ row = "2", column = "4+", tag = "seed" }]
notes = ["One coin."]

[value.range]
value = 4
tag = "seed"
unit = "hexes"
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "charts.toml"
    path.write_text(text, encoding="utf-8")
    return path


def load(path: Path) -> None:
    load_charts(path)
    load_values(path)


def flaw(tmp_path: Path, old: str, new: str) -> str:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(DataFlaw) as caught:
        load(path)
    return str(caught.value)


def line_of(token: str) -> int:
    return GOOD[: GOOD.index(token)].count("\n") + 1


@pytest.fixture
def fire(tmp_path: Path) -> Chart:
    return load_charts(write(tmp_path, GOOD))["fire"]


def test_cells_are_looked_up_by_row_and_column(fire: Chart) -> None:
    assert fire.cell("2", "2-3") == "1"
    assert fire.column_index("4+") == 2
    assert (fire.key, fire.title, fire.file) == ("fire", "Fire Table", "charts.toml")
    assert fire.notes == ("One coin.",)


def test_a_cell_may_have_a_tag_of_its_own(fire: Chart) -> None:
    assert fire.tag_of("2", "4+") == "seed"
    assert fire.tag_of("1", "4+") == "stand-in"


def test_a_look_up_that_misses_says_so(fire: Chart) -> None:
    with pytest.raises(KeyError, match="there is no column '9' in Fire Table"):
        fire.cell("1", "9")
    with pytest.raises(KeyError, match="there is no row '7' in Fire Table"):
        fire.cell("7", "1")


@pytest.mark.parametrize(("number", "column"), [(0, -1), (1, 0), (3, 1), (4, 2), (90, 2)])
def test_a_number_finds_its_column(fire: Chart, number: int, column: int) -> None:
    assert fire.column_for(number) == column


def test_the_odds_of_a_column_are_exact(fire: Chart) -> None:
    assert fire.odds(0) == {"-": Fraction(1)}
    assert fire.odds(2) == {"1": Fraction(1, 2), "2": Fraction(1, 2)}


def test_a_distribution_sums_to_one() -> None:
    sums = distribution(a + b for a in range(1, 7) for b in range(1, 7))

    assert sums[7] == Fraction(1, 6)
    assert sum(sums.values()) == 1


@pytest.mark.parametrize(("index", "by", "moved"), [(3, -2, 1), (1, -5, 0), (8, 4, 9), (4, 0, 4)])
def test_a_shift_stays_on_the_table(index: int, by: int, moved: int) -> None:
    assert shift(index, by, 0, 9) == moved


def test_values_carry_tag_and_unit(tmp_path: Path) -> None:
    found = load_values(write(tmp_path, GOOD))["range"]

    assert (found.value, found.tag, found.unit) == (4, "seed", "hexes")


def test_a_pack_overrides_file_by_file(tmp_path: Path) -> None:
    ours, pack = tmp_path / "ours", tmp_path / "pack"
    ours.mkdir()
    pack.mkdir()
    (pack / "charts.toml").write_text("", encoding="utf-8")

    assert pick_file("charts.toml", ours, pack) == pack / "charts.toml"
    assert pick_file("board.toml", ours, pack) == ours / "board.toml"
    assert pick_file("charts.toml", ours, None) == ours / "charts.toml"


# -- flaws ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "token", "said"),
    [
        (
            '["-", "1", "2"]',
            '["-", "1"]',
            '["-", "1", "2"]',
            "row '2' of the chart fire has 2 cells, not 3",
        ),
        (
            '["-", "1", "2"]',
            '["-", "", "2"]',
            '["-", "1", "2"]',
            "the chart fire has no entry at row '2', column '2-3'",
        ),
        (
            '    ["-", "1", "2"],\n',
            "",
            "cells =",
            "the chart fire has 1 lines of cells for 2 rows",
        ),
        ('"2-3", "4+"]', '"1", "4+"]', "columns =", "the chart fire has the column '1' twice"),
        (
            'rows = ["1", "2"]',
            'rows = ["1", "1"]',
            "rows =",
            "the chart fire has the row '1' twice",
        ),
        (
            "floors = [1, 2, 4]",
            "floors = [1, 4, 2]",
            "floors =",
            "the chart fire should have one floor for each column, in ascending order",
        ),
        (
            "floors = [1, 2, 4]",
            "floors = [1, 2]",
            "floors =",
            "the chart fire should have one floor for each column, in ascending order",
        ),
        (
            'row = "2", column = "4+"',
            'row = "9", column = "4+"',
            "cell_tags =",
            "the chart fire has no row '9' and column '4+' to tag",
        ),
        ('title = "Fire Table"\n', "", "[chart.fire]", "the chart fire lacks the key title"),
        (
            'title = "Fire Table"',
            "title = 3",
            "title =",
            "title of the chart fire should be a text, not a whole number",
        ),
        ("value = 4\n", "", "[value.range]", "the value range lacks the key value"),
    ],
)
def test_a_flawed_chart(tmp_path: Path, old: str, new: str, token: str, said: str) -> None:
    assert flaw(tmp_path, old, new) == f"charts.toml, line {line_of(token)}: {said}."


@pytest.mark.parametrize(
    ("old", "what"),
    [
        ('tag = "stand-in"', "the chart fire"),
        ('tag = "seed" }', "the chart fire"),
        ('tag = "seed"\nunit', "the value range"),
    ],
)
def test_an_unknown_tag(tmp_path: Path, old: str, what: str) -> None:
    new = old.replace("stand-in", "guess").replace("seed", "guess")
    said = flaw(tmp_path, old, new)

    assert said.startswith(f"charts.toml, line {line_of(old)}: {what} has the tag 'guess'")


def test_cells_on_one_line(tmp_path: Path) -> None:
    text = '[chart.x]\ntitle = "X"\ntag = "seed"\ncolumns = ["a"]\nrows = ["1", "2"]\n'
    text += 'cells = [["p"], ["q", "r"]]\n'
    with pytest.raises(DataFlaw, match=r"line 6: row '2' of the chart x has 2 cells, not 1\."):
        load_charts(write(tmp_path, text))


@pytest.mark.parametrize("name", ["chart", "value"])
def test_tables_of_the_wrong_shape(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, f"[[{name}]]\nx = 1\n")
    with pytest.raises(DataFlaw, match=rf"line 1: {name} should be written as \[{name}\.KEY\]"):
        load(path)
