"""Hexes and sets of hexes: the only coordinate arithmetic.

A hex is a bit number and a set of hexes an int, so union, intersection and
difference are `|`, `&` and `& ~`, and a step in one direction is a shift. The
bits are laid out in axial rows with an empty margin, so that a shift never
runs from one edge of the map to the other. What takes time is in `fast`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.ground.fast import Field, Hex, HexSet, hexset, members

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "DIRECTIONS",
    "EMPTY",
    "NE",
    "NW",
    "SE",
    "SW",
    "Direction",
    "E",
    "Grid",
    "Hex",
    "HexSet",
    "W",
    "hexset",
    "listed",
    "members",
    "opposite",
]

Direction = int

DIRECTIONS: Final = ("NW", "NE", "E", "SE", "SW", "W")
NW, NE, E, SE, SW, W = range(6)
EMPTY: Final[HexSet] = 0

_LABELS: Final = {"CCRR": "{c:02d}{r:02d}", "RRCC": "{r:02d}{c:02d}", "CC.RR": "{c:02d}.{r:02d}"}


def opposite(direction: Direction) -> Direction:
    return (direction + 3) % 6


@lru_cache(maxsize=1 << 12)
def listed(hexes: HexSet) -> tuple[Hex, ...]:
    """The members at hand, for sets that come again and again."""
    return tuple(members(hexes))


class Grid(Field):
    """A map of pointy-topped hexes whose even rows lie half a hex to the east.

    `label` says how hexes are numbered: "CCRR" column then row, "RRCC" row
    then column, "CC.RR" with a point. Rows count from the north; columns from
    the west, or from the east when `westward`. `missing` lists labels of
    places inside the rectangle that are not on the map.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        label: str = "CCRR",
        *,
        westward: bool = False,
        missing: Iterable[str] = (),
    ) -> None:
        self.columns, self.rows = columns, rows
        self.label_style, self.westward = label, westward
        gone = frozenset(missing)
        self._labels: dict[Hex, str] = {}
        self._by_label: dict[str, Hex] = {}
        for row in range(rows):
            for column in range(columns):
                self._add(column, row, gone)
        self.hexes: tuple[Hex, ...] = tuple(self._labels)
        super().__init__(self._spacing(), hexset(self.hexes))
        w = self.width
        self.shifts: Final = (-w, 1 - w, 1, w, w - 1, -1)
        self._neighbours = {h: self._around(h) for h in self.hexes}

    def _spacing(self) -> int:
        return self.columns + (self.rows + 1) // 2 + 1

    def _add(self, column: int, row: int, gone: frozenset[str]) -> None:
        number = self.columns - column if self.westward else column + 1
        text = _LABELS[self.label_style].format(c=number, r=row + 1)
        if text in gone:
            return
        hex_ = self._bit(column, row)
        self._labels[hex_] = text
        self._by_label[text] = hex_

    def _bit(self, column: int, row: int) -> Hex:
        # Axial: a column index that slants with the rows, so that each of the
        # six directions is one constant shift; the first row starts far enough
        # right for the slant of the last.
        slanted = column - row // 2 + (self.rows - 1) // 2
        return Hex((row + 1) * self._spacing() + slanted)

    def _around(self, hex_: Hex) -> tuple[Hex, ...]:
        steps = (Hex(hex_ + shift) for shift in self.shifts)
        return tuple(h for h in steps if h in self._labels)

    # -- names ---------------------------------------------------------------

    def at(self, label: str) -> Hex:
        """The hex of that number; a ValueError in one sentence otherwise."""
        try:
            return self._by_label[label]
        except KeyError:
            raise ValueError(f"there is no hex {label} on this map") from None

    def label(self, hex_: Hex) -> str:
        return self._labels[hex_]

    def has(self, label: str) -> bool:
        return label in self._by_label

    def set_of(self, labels: Iterable[str]) -> HexSet:
        return hexset(self.at(label) for label in labels)

    def labels(self, hexes: HexSet) -> list[str]:
        return [self.label(h) for h in members(hexes)]

    def row(self, hex_: Hex) -> int:
        """Row from the north, from 1."""
        return hex_ // self.width

    def column(self, hex_: Hex) -> int:
        """Column from the west, from 1, whichever way the map numbers them."""
        row = hex_ // self.width - 1
        return hex_ % self.width + row // 2 - (self.rows - 1) // 2 + 1

    # -- neighbourhood -------------------------------------------------------

    def neighbour(self, hex_: Hex, direction: Direction) -> Hex | None:
        other = Hex(hex_ + self.shifts[direction])
        return other if other in self._labels else None

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        return self._neighbours[hex_]

    def direction(self, start: Hex, end: Hex) -> Direction | None:
        """The direction from a hex to its neighbour; None if they do not touch."""
        step = end - start
        return self.shifts.index(step) if step in self.shifts else None

    def adjacent(self, a: Hex, b: Hex) -> bool:
        return (b - a) in self.shifts

    def ring(self, centre: Hex, radius: int) -> HexSet:
        """The hexes at exactly that distance, counted over hexes of the map."""
        if radius == 0:
            return 1 << centre
        inner = self.within(1 << centre, radius - 1)
        return self.spread(inner) & ~inner

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes a straight line crosses, both ends included; ties lean to the east."""
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        return [h for i in range(steps + 1) if (h := self._between(a, b, i, steps)) is not None]

    def _between(self, a: Hex, b: Hex, i: int, steps: int) -> Hex | None:
        # Exact rounding in cube coordinates scaled by 2 * steps, with a nudge
        # of one part to the east that makes every machine break ties alike.
        scale = 6 * steps
        q = a % self.width * scale + (b % self.width - a % self.width) * 6 * i + 2
        r = a // self.width * scale + (b // self.width - a // self.width) * 6 * i - 1
        column, row = _round_axial(q, r, scale)
        hex_ = Hex(row * self.width + column)
        return hex_ if hex_ in self._labels else None

    # -- sets ----------------------------------------------------------------

    def step(self, hexes: HexSet, direction: Direction) -> HexSet:
        """The whole set moved one hex in a direction; what leaves the map is gone."""
        shift = self.shifts[direction]
        moved = hexes << shift if shift > 0 else hexes >> -shift
        return moved & self.all


def _round_axial(q: int, r: int, scale: int) -> tuple[int, int]:
    s = -q - r
    rounded = [_nearest(x, scale) for x in (q, r, s)]
    errors = [abs(n * scale - x) for n, x in zip(rounded, (q, r, s), strict=True)]
    worst = errors.index(max(errors))
    if worst == 0:
        return -rounded[1] - rounded[2], rounded[1]
    if worst == 1:
        return rounded[0], -rounded[0] - rounded[2]
    return rounded[0], rounded[1]


def _nearest(x: int, scale: int) -> int:
    return (2 * x + scale) // (2 * scale)
