"""The ledger and the charts as lines to read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.book.charts import Chart, Value, load_charts, load_values, pick_file
from grognard.book.flaws import Source
from grognard.library import package_of
from grognard.match import begin
from grognard.trial.ledger import KINDS, Ledger, Line, ledger, repository_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.library import AnyTitle


# -- the ledger ----------------------------------------------------------------------------


def ledger_of(title: AnyTitle) -> Ledger:
    package = package_of(title)
    return ledger(title.KEY, title.rules(), package, repository_of(package))


def rule_lines(line: Line, tests_seen: bool) -> Iterator[str]:
    """One rule: words, citations, tests."""
    yield f"{line.id}  {line.chapter} ({line.kind})"
    yield line.text
    if not line.enforced:
        yield "Enforced nowhere."
    for kind in KINDS:
        places = [place for place in line.code if place.kind == kind]
        if places:
            yield f"{kind.capitalize()} in:"
            yield from (f"  {place}" for place in places)
    if not tests_seen:
        yield "The tests are not part of this installation."
        return
    yield "Tested by:" if line.tests else "Tested by nothing."
    yield from (f"  {test}" for test in line.tests)


def ledger_lines(book: Ledger) -> Iterator[str]:
    """Rule by code by tests, and a last line that sums it up."""
    wide = max((len(line.id) for line in book.lines), default=4)
    for line in book.lines:
        yield f"{line.id:{wide}}  {_enforced(line)}  {_tested(line, book.tests_seen)}"
    yield from (
        f"{rule:{wide}}  marked by a test, UNKNOWN to the rulebook" for rule in book.strange
    )
    if not book.tests_seen:
        yield "The tests are not part of this installation; they were not counted."
    yield book.summary


def _enforced(line: Line) -> str:
    """Where the rule is carried out, and how many places more do that or speak of it."""
    if not line.code:
        return "UNCITED"
    first = min(line.code, key=lambda place: KINDS.index(place.kind))
    more = f" +{len(line.code) - 1}" if len(line.code) > 1 else ""
    return f"{first}{more}" if line.enforced else f"only {first.kind.upper()} {first}{more}"


def _tested(line: Line, tests_seen: bool) -> str:
    if not tests_seen:
        return ""
    if not line.tests:
        return "UNTESTED"
    more = f" +{len(line.tests) - 1}" if len(line.tests) > 1 else ""
    return f"{line.tests[0]}{more}"


# -- charts --------------------------------------------------------------------------------


class Charts(msgspec.Struct, frozen=True):
    """A title's charts and values, and how its data files are tagged."""

    title: str
    charts: dict[str, Chart]
    values: dict[str, Value]
    tags: dict[str, dict[str, int]]

    def plain(self) -> dict[str, Any]:
        """For JSON: the tags of single cells by `row/column`."""
        shown = {}
        for key, chart in self.charts.items():
            shown[key] = {
                **msgspec.structs.asdict(chart),
                "cell_tags": {f"{row}/{column}": t for (row, column), t in chart.cell_tags.items()},
            }
        values = {key: msgspec.to_builtins(value) for key, value in self.values.items()}
        return {"title": self.title, "charts": shown, "values": values, "tags": self.tags}


def read_charts(title: AnyTitle, pack: Path | None) -> Charts:
    """The charts of a title or a pack; a DataFlaw at the first thing wrong with any file."""
    if pack is not None and not pack.is_dir():
        raise NotADirectoryError(f"there is no chart pack at {pack}")
    for scenario in title.scenarios():
        begin(title, scenario.key, {}, pack)
    data = package_of(title) / "data"
    path = pick_file("charts.toml", data, pack)
    tags = {}
    for file in sorted(data.rglob("*.toml")):
        name = file.relative_to(data).as_posix()
        tables = Source(pick_file(name, data, pack)).tables
        if counted := Counter(_tags(tables)):
            tags[name] = dict(sorted(counted.items()))
    return Charts(title.KEY, load_charts(path), load_values(path), tags)


def _tags(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _tags(item)
    if not isinstance(value, dict):
        return
    for key, item in value.items():
        if key == "tag" and isinstance(item, str):
            yield item
        elif key == "tags" and isinstance(item, dict):
            yield from (tag for tag in item.values() if isinstance(tag, str))
        else:
            yield from _tags(item)


def chart_lines(found: Charts) -> Iterator[str]:
    """Every chart as a table, every value on a line, and what the data files are made of."""
    for chart in found.charts.values():
        yield f"{chart.title} [{chart.tag}] ({chart.file}, chart.{chart.key})"
        yield from _table(chart)
        yield from (f"  {note}" for note in chart.notes)
        yield ""
    for key, value in found.values.items():
        unit = f" {value.unit}" if value.unit else ""
        meaning = f"  {value.meaning}" if value.meaning else ""
        yield f"{key} = {value.value}{unit} [{value.tag}]{meaning}"
    yield ""
    for name, tags in found.tags.items():
        yield f"{name}: " + ", ".join(f"{count} {tag}" for tag, count in tags.items())


def _table(chart: Chart) -> Iterator[str]:
    first = max(map(len, chart.rows), default=0)
    wide = [
        max(len(name), *(len(_cell(chart, r, c)) for r in range(len(chart.rows))))
        for c, name in enumerate(chart.columns)
    ]
    names = "  ".join(name.rjust(w) for name, w in zip(chart.columns, wide, strict=True))
    yield f"  {'':{first}}  {names}"
    for r, row in enumerate(chart.rows):
        cells = "  ".join(_cell(chart, r, c).rjust(w) for c, w in enumerate(wide))
        yield f"  {row:{first}}  {cells}"


def _cell(chart: Chart, row: int, column: int) -> str:
    tag = chart.cell_tags.get((chart.rows[row], chart.columns[column]))
    return chart.cells[row][column] + (f" [{tag}]" if tag else "")
