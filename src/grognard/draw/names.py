"""Names on the map, each put where it covers least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from grognard.draw import ink
from grognard.draw import lattice as lay
from grognard.draw.lattice import Lattice, Point
from grognard.draw.palette import WORKS
from grognard.waist.scene import BoardArt


class Rect(NamedTuple):
    """A box on the map."""

    west: float
    north: float
    east: float
    south: float

    def holds(self, at: Point) -> bool:
        """Whether a point lies inside."""
        return self.west <= at[0] <= self.east and self.north <= at[1] <= self.south

    def overlap(self, other: Rect) -> float:
        """The area both boxes cover."""
        wide = min(self.east, other.east) - max(self.west, other.west)
        high = min(self.south, other.south) - max(self.north, other.north)
        return wide * high if wide > 0 and high > 0 else 0.0


class _Style(NamedTuple):
    size: float
    fill: str
    bold: bool = False
    italic: bool = False


class _Name(NamedTuple):
    at: Point
    words: str
    style: _Style


_STYLES: Final = {
    "city": _Style(14, "#1d1712", bold=True),
    "town": _Style(10.5, "#1d1712", bold=True),
    "village": _Style(9, "#2e251c"),
    "site": _Style(8.6, "#4a3a22", italic=True),
}
_WATER: Final = _Style(11, "#28597c", bold=True, italic=True)
_CELL: Final = 120.0
# Below, above, right, left, then further off; a later one costs a little more.
_PLACES: Final = (
    (0, 21, "middle"),
    (0, -12, "middle"),
    (12, 3, "start"),
    (-12, 3, "end"),
    (8, 16, "start"),
    (-8, 16, "end"),
    (0, 31, "middle"),
    (24, 3, "start"),
    (-24, 3, "end"),
)
# A river's name every so many hexsides.
_RIVER_STRETCH: Final = 34


class _Room:
    """Boxes already taken, by cell, with what it costs to cover them."""

    def __init__(self) -> None:
        self.taken: dict[tuple[int, int], list[tuple[Rect, float]]] = defaultdict(list)

    def take(self, box: Rect, weight: float) -> None:
        for cell in _cells(box):
            self.taken[cell].append((box, weight))

    def cost(self, box: Rect) -> float:
        near = {id(entry[0]): entry for cell in _cells(box) for entry in self.taken[cell]}
        return sum(weight * box.overlap(other) for other, weight in near.values())


def _cells(box: Rect) -> Iterator[tuple[int, int]]:
    for column in range(int(box.west // _CELL), int(box.east // _CELL) + 1):
        for row in range(int(box.north // _CELL), int(box.south // _CELL) + 1):
            yield column, row


def name_layer(board: BoardArt, on: Lattice, occupied: Collection[str], frame: Rect) -> str:
    """The names of all that has one, with a halo, off the counters where that can be done."""
    room = _filled(board, on, occupied)
    for strip in _outside(frame):
        room.take(strip, 6)
    every = (*_places(board, on), *_works(board, on), *_rivers(board, on))
    names = [name for name in every if frame.holds(name.at)]
    names.sort(key=lambda name: -name.style.size)
    return ink.group((_name(name, room) for name in names), class_="names")


def _outside(frame: Rect) -> list[Rect]:
    west, north, east, south = frame
    return [
        Rect(west - 150, north, west, south),
        Rect(east, north, east + 150, south),
        Rect(west, north - 50, east, north),
        Rect(west, south, east, south + 50),
    ]


def _places(board: BoardArt, on: Lattice) -> Iterator[_Name]:
    for place in board.places:
        if on.has(place.hex):
            style = _STYLES.get(place.rank, _STYLES["village"])
            yield _Name(on.centre(place.hex), place.name, style)


def _works(board: BoardArt, on: Lattice) -> Iterator[_Name]:
    for works in board.works:
        known = [label for label in works.hexes if on.has(label)]
        if known and works.name:
            paint = WORKS.get(works.kind, WORKS["field"]).colour
            style = _Style(9.4, paint, bold=True, italic=True)
            yield _Name(on.centre(known[len(known) // 2]), works.name, style)


def _rivers(board: BoardArt, on: Lattice) -> Iterator[_Name]:
    for line in board.lines:
        if line.name and line.kind.endswith(("river", "stream")):
            for chain in lay.chains(on.sides(line.sides)):
                stretches = max(1, len(chain) // _RIVER_STRETCH)
                for i in range(stretches):
                    corner = chain[(2 * i + 1) * len(chain) // (2 * stretches)]
                    yield _Name(lay.point(corner), line.name, _WATER)


def _filled(board: BoardArt, on: Lattice, occupied: Collection[str]) -> _Room:
    room = _Room()
    for label in sorted(occupied):
        room.take(_about(on.centre(label), 24), 3)
    for place in board.places:
        if on.has(place.hex) and place.rank != "site":
            room.take(_about(on.centre(place.hex), 6), 1.5)
    for hill in board.hills:
        if on.has(hill.hex):
            x, y = on.centre(hill.hex)
            room.take(_about((x + 15, y - 6), 9), 2)
    for star in board.stars:
        if on.has(star.hex):
            x, y = on.centre(star.hex)
            room.take(_about((x - 17, y - 7), 11), 2)
    for side in board.bridges:
        if on.knows(side.side):
            room.take(_about(on.at(side.side), 8), 2)
    for x, y in map(on.centre, on.spots):
        room.take(Rect(x - 10, y - 30, x + 10, y - 23), 1.5)
    return room


def _about(at: Point, reach: float) -> Rect:
    return Rect(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)


def _box(name: _Name, choice: int) -> Rect:
    dx, dy, anchor = _PLACES[choice]
    size = name.style.size
    wide = ink.width(name.words, size, bold=name.style.bold)
    west = name.at[0] + dx - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    north = name.at[1] + dy - size * 0.75
    return Rect(west, north, west + wide, north + size * 0.95)


def _name(name: _Name, room: _Room) -> str:
    costs = [room.cost(_box(name, choice)) + 4 * choice for choice in range(len(_PLACES))]
    best = costs.index(min(costs))
    room.take(_box(name, best), 4)
    dx, dy, anchor = _PLACES[best]
    return ink.text(
        name.at[0] + dx,
        name.at[1] + dy,
        name.words,
        name.style.size,
        text_anchor=anchor,
        font_weight="bold" if name.style.bold else None,
        font_style="italic" if name.style.italic else None,
        fill=name.style.fill,
        stroke="#f6f0dc",
        stroke_width=2.8,
        stroke_linejoin="round",
        paint_order="stroke",
    )
