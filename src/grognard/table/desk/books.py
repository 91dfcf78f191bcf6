"""What a title says of itself: the lobby's rows and drawings, its rules and its charts."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec

from grognard import bots, library
from grognard.book.charts import load_charts, load_values
from grognard.draw import live_svg, svg
from grognard.library import AnyTitle, UnknownTitle
from grognard.match import check_scenario, full_options
from grognard.table.faults import Denied
from grognard.table.messages.answers import BotRow, ScenarioRow, TitleRow
from grognard.waist.scene import Scene
from grognard.waist.title import Seat


def title_of(key: str) -> AnyTitle:
    """The title of that key; raises Denied."""
    try:
        return library.title(key)
    except UnknownTitle as unknown:
        raise Denied("not_found", str(unknown)) from unknown


@cache
def warm_up() -> None:
    """Reads the titles, once, and draws a map with its counters: what is read then is kept."""
    for row in title_rows():
        title = library.title(row.key)
        live_svg(_opening(title, row.scenarios[-1].key, title.SEATS[0]))


def _opening(title: AnyTitle, scenario: str, seat: Seat | None) -> Scene:
    """How a scenario begins, with the options at their defaults."""
    state = title.setup(scenario, full_options(title, {}))
    return title.scene(title.view(state, seat))


@cache
def title_rows() -> list[TitleRow]:
    """Every title, as the lobby shows it."""
    return [_title_row(library.title(key)) for key in library.titles()]


def _title_row(title: AnyTitle) -> TitleRow:
    scenarios = [
        ScenarioRow(s.key, s.name, " ".join(s.text.split()), s.turns, s.seats, s.group, s.unit)
        for s in title.scenarios()
    ]
    players = [BotRow(name, bots.WORDS[name], name == bots.USUAL) for name in bots.NAMES]
    return TitleRow(title.KEY, title.NAME, title.SEATS, title.OPTIONS, players, scenarios)


@lru_cache(maxsize=64)
def drawing(key: str, scenario: str | None) -> bytes:
    """The map of a scenario, the first if none is named, as it begins and an onlooker sees it."""
    title = title_of(key)
    if scenario is not None:
        check_scenario(title, scenario)
    scene = _opening(title, scenario or title.scenarios()[0].key, None)
    whole = tuple(art.label for art in scene.board.hexes)
    return svg(scene, whole).encode()


@cache
def rules(key: str) -> bytes:
    """The rules in our own words, by id."""
    return msgspec.json.encode(dict(title_of(key).rules()))


@cache
def charts(key: str) -> bytes:
    """The charts and single values, each with its provenance."""
    title = title_of(key)
    path = library.package_of(title) / "data" / "charts.toml"
    found: dict[str, Any] = {}
    if not path.is_file():
        return msgspec.json.encode({"title": key, "charts": found, "values": {}})
    for name, chart in load_charts(path).items():
        tags = {f"{row}/{column}": tag for (row, column), tag in chart.cell_tags.items()}
        found[name] = {**msgspec.structs.asdict(chart), "file": path.name, "cell_tags": tags}
    return msgspec.json.encode({"title": key, "charts": found, "values": load_values(path)})
