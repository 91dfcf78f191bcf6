"""The printed map, read from its file by labels alone."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from grognard.book.charts import pick_file
from grognard.titles.lost_battalion.kit.tables import DATA

if TYPE_CHECKING:
    from pathlib import Path

Label = str
Side = frozenset[Label]
"""A hexside, by the two hexes it lies between."""


def column(label: Label) -> int:
    return int(label[:2])


def row(label: Label) -> int:
    return int(label[2:])


@cache
def distance(a: Label, b: Label) -> int:
    """Hexes from one to the other, by the formula of the map."""
    q, s = _slanted(a)[0] - _slanted(b)[0], _slanted(a)[1] - _slanted(b)[1]
    return max(abs(q), abs(s), abs(q + s))


@cache
def _slanted(label: Label) -> tuple[int, int]:
    down = row(label) - 1
    return column(label) - 1 - down // 2, down


def around(label: Label) -> list[Label]:
    """The six hexes around one, on the map or off it, clockwise; even rows lie half a hex east."""
    shift = 1 - row(label) % 2
    steps = ((-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    return [f"{column(label) + c + (shift if r else 0):02d}{row(label) + r:02d}" for c, r in steps]


class Ground:
    """What is printed in every hex and on every hexside, and how much of it is played on."""

    def __init__(self, pack: Path | None, window: Any) -> None:
        text = pick_file("board.toml", DATA, pack).read_text(encoding="utf-8")
        self.raw: dict[str, Any] = tomllib.loads(text)
        columns, rows = self.raw["grid"]["columns"], self.raw["grid"]["rows"]
        self.hexes = [f"{c:02d}{r:02d}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
        self.play = {label for label in self.hexes if _inside(label, window)}
        self.near = {a: [b for b in around(a) if b in self.play] for a in self.hexes}
        self.edges = {letter: self._edge(letter) for letter in "NESW"}
        self.roads = {Side(step) for road in self.raw["road"] for step in pairwise(road["hexes"])}
        self.exits = self._exits()
        self.bridges = [Side(entry["side"].split("/")) for entry in self.raw["bridge"]]
        self.towns = {place["hex"] for place in self.raw["place"] if place.get("town")}
        self.hills = {hill["hex"] for hill in self.raw["hill"]}
        self.south = {a for a in self.hexes if self.layer("control", a) == "A"}
        self.forts = {a: self._fort(a) for a in self.hexes if self.layer("fort", a) != "-"}
        self.region = {a: self.layer("water", a) for a in self.hexes}
        self.ways = {a: self._ways(a) for a in self.hexes}
        self.right_bank = {a for a in self.hexes if self.region[a] in "mn"}

    def _ways(self, a: Label) -> list[tuple[Label, Side | None]]:
        """The hexes next to one, each with the hexside if water flows there."""
        wet = {b: self.region[a] != self.region[b] for b in self.near[a]}
        return [(b, Side((a, b)) if wet[b] else None) for b in self.near[a]]

    def _edge(self, letter: str) -> set[Label]:
        """The hexes along an edge of the map, or of the window."""
        measure = row if letter in "NS" else column
        end = (min if letter in "NW" else max)(map(measure, self.play))
        return {label for label in self.play if measure(label) == end}

    def _exits(self) -> set[Label]:
        """Where a road leaves the map, or the window."""
        leaving = [side for side in self.roads if len(side & self.play) == 1]
        printed = {entry["hex"] for entry in self.raw["exit"]}
        return (printed | set().union(*leaving)) & self.play

    def layer(self, name: str, label: Label) -> str:
        """The letter of a layer in a hex."""
        letters: str = self.raw["layer"][name]["rows"][row(label) - 1]
        return letters[column(label) - 1]

    def _fort(self, label: Label) -> str:
        legend = self.raw["layer"]["fort"]["legend"]
        kind: str = self.raw["fort_class"][legend[self.layer("fort", label)]]
        return kind

    def terrain(self, label: Label) -> str:
        """As the Terrain Effects Chart names it."""
        name: str = self.raw["layer"]["terrain"]["legend"][self.layer("terrain", label)]
        return name

    def river(self, a: Label, b: Label) -> str:
        """What flows between two hexes, as the Terrain Effects Chart names it."""
        regions = {self.region[a], self.region[b]}
        if len(regions) == 1:
            return ""
        return "meuse" if "a" in regions and regions & {"m", "n"} else "minor river"

    def pontoons(self, a: Label, b: Label) -> list[tuple[int, Label]]:
        """Of each pontoon between two hexes the first turn and the west bank (LB-14.0d)."""
        rows = self.raw["pontoon"]
        return [(p["turn"], p["west"]) for p in rows if Side(p["side"].split("/")) == {a, b}]


def _inside(label: Label, window: Any) -> bool:
    if window is None:
        return True
    (west, east), (north, south) = window.columns, window.rows
    return bool(west <= column(label) <= east and north <= row(label) <= south)


ground_of = cache(Ground)
"""The map of a chart pack, or ours."""
