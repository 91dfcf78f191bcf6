"""Tables from data files, each value with its provenance; exact outcome distributions.

A chart file holds `[chart.KEY]` tables (title, tag, columns, rows, cells, and
optionally notes, floors, cell_tags) and `[value.KEY]` scalars (value, tag). A
chart pack is a directory whose files stand in for ours of the same name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.book.flaws import Source

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from pathlib import Path

T = TypeVar("T", bound="Hashable")


class Chart(msgspec.Struct, frozen=True):
    """A table of texts. `floors` gives the lowest number each column is for, if it has any."""

    key: str
    title: str
    tag: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    floors: tuple[int, ...]
    cell_tags: dict[tuple[str, str], str]
    file: str

    def row_index(self, row: str) -> int:
        return _index(self.rows, row, f"row {row!r} in {self.title}")

    def column_index(self, column: str) -> int:
        return _index(self.columns, column, f"column {column!r} in {self.title}")

    def cell(self, row: str, column: str) -> str:
        """The entry; a KeyError in one sentence if there is no such row or column."""
        return self.cells[self.row_index(row)][self.column_index(column)]

    def tag_of(self, row: str, column: str) -> str:
        """The provenance of one entry, the chart's own unless the cell has another."""
        self.cell(row, column)
        return self.cell_tags.get((row, column), self.tag)

    def column_for(self, number: int) -> int:
        """The last column whose floor the number reaches; -1 left of the first."""
        return bisect_right(self.floors, number) - 1

    def column_cells(self, index: int) -> tuple[str, ...]:
        """A column from its first row to its last: what each face of a die brings."""
        return tuple(row[index] for row in self.cells)

    def odds(self, index: int, ways: Sequence[int] | None = None) -> dict[str, Fraction]:
        """The exact chances of a column's entries.

        `ways` says in how many ways each row comes up; without it all are alike.
        """
        counts = ways or [1] * len(self.rows)
        cells = zip(self.column_cells(index), counts, strict=True)
        return distribution(cell for cell, count in cells for _ in range(count))


class Value(msgspec.Struct, frozen=True):
    """A single figure of a chart file."""

    value: Any
    tag: str
    unit: str = ""
    meaning: str = ""


def distribution(outcomes: Iterable[T]) -> dict[T, Fraction]:
    """The exact chance of each outcome of equally likely cases, in order of first appearance."""
    counts = Counter(outcomes)
    return {outcome: Fraction(n, counts.total()) for outcome, n in counts.items()}


def shift(index: int, by: int, low: int, high: int) -> int:
    """A column moved right (left if negative) and kept within the table."""
    return max(low, min(high, index + by))


def pick_file(name: str, default_dir: Path, pack_dir: Path | None) -> Path:
    """The pack's file of that name if it has one, else ours."""
    if pack_dir is not None and (own := pack_dir / name).is_file():
        return own
    return default_dir / name


class _ChartRow(msgspec.Struct):
    title: str
    tag: str
    columns: list[str]
    rows: list[str]
    cells: list[list[str]]
    notes: list[str] = []
    floors: list[int] = []
    cell_tags: list[dict[str, str]] = []


def load_charts(path: Path) -> dict[str, Chart]:
    """The charts of a file by key; a DataFlaw at the first thing wrong with one."""
    source = Source(path)
    return {key: _chart(source, key, raw) for key, raw in _tables(source, "chart").items()}


def load_values(path: Path) -> dict[str, Value]:
    """The single values of a file by key; a DataFlaw at the first thing wrong with one."""
    source = Source(path)
    values = {}
    for key, raw in _tables(source, "value").items():
        line = source.header(f"value.{key}")
        value = source.convert(raw, Value, line, f"the value {key}")
        source.tag(value.tag, line, f"the value {key}")
        values[key] = value
    return values


def _tables(source: Source, name: str) -> dict[str, Any]:
    found = source.tables.get(name, {})
    if not isinstance(found, dict):
        raise source.flaw(source.header(name), f"{name} should be written as [{name}.KEY]")
    return found


def _chart(source: Source, key: str, raw: object) -> Chart:
    line, what = source.header(f"chart.{key}"), f"the chart {key}"
    row = source.convert(raw, _ChartRow, line, what)
    source.tag(row.tag, line, what)
    _check_labels(source, row, line, what)
    _check_cells(source, row, line, what)
    return Chart(
        key=key,
        title=row.title,
        tag=row.tag,
        columns=tuple(row.columns),
        rows=tuple(row.rows),
        cells=tuple(tuple(cells) for cells in row.cells),
        notes=tuple(row.notes),
        floors=tuple(row.floors),
        cell_tags=_cell_tags(source, row, line, what),
        file=source.file,
    )


def _check_labels(source: Source, row: _ChartRow, line: int, what: str) -> None:
    for name, labels in (("column", row.columns), ("row", row.rows)):
        if twice := [label for label, n in Counter(labels).items() if n > 1]:
            at = source.token(f"{name}s =", line)
            raise source.flaw(at, f"{what} has the {name} {twice[0]!r} twice")
    if row.floors and (len(row.floors) != len(row.columns) or row.floors != sorted(row.floors)):
        message = f"{what} should have one floor for each column, in ascending order"
        raise source.flaw(source.token("floors =", line), message)


def _check_cells(source: Source, row: _ChartRow, line: int, what: str) -> None:
    at = source.token("cells =", line)
    if len(row.cells) != len(row.rows):
        message = f"{what} has {len(row.cells)} lines of cells for {len(row.rows)} rows"
        raise source.flaw(at, message)
    # Cells are usually written one row to a line under `cells = [`.
    step = 1 if source.lines[at - 1].rstrip().endswith("[") else 0
    for number, (label, cells) in enumerate(zip(row.rows, row.cells, strict=True), 1):
        if len(cells) != len(row.columns):
            message = f"row {label!r} of {what} has {len(cells)} cells, not {len(row.columns)}"
            raise source.flaw(at + step * number, message)
        if "" in cells:
            empty = row.columns[cells.index("")]
            raise source.flaw(
                at + step * number, f"{what} has no entry at row {label!r}, column {empty!r}"
            )


def _cell_tags(source: Source, row: _ChartRow, line: int, what: str) -> dict[tuple[str, str], str]:
    tags = {}
    at = source.token("cell_tags =", line)
    for entry in row.cell_tags:
        place = (entry.get("row", ""), entry.get("column", ""))
        if place[0] not in row.rows or place[1] not in row.columns:
            message = f"{what} has no row {place[0]!r} and column {place[1]!r} to tag"
            raise source.flaw(at, message)
        tags[place] = source.tag(entry.get("tag", ""), line, what)
    return tags


def _index(labels: tuple[str, ...], label: str, what: str) -> int:
    try:
        return labels.index(label)
    except ValueError:
        raise KeyError(f"there is no {what}") from None
