"""Where hexes, corners and hexsides lie, and lines drawn along them.

Hexes are pointy-topped. A corner is a pair of ints: half hexes from the west,
quarter hex heights from the north, so that corners meet exactly. In the same
units a hex at (x, y) has its centre at (x, 3y).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

from grognard.draw.ink import number
from grognard.waist.scene import BoardArt

Corner = tuple[int, int]
Edge = tuple[Corner, Corner]
Spot = tuple[int, int]
Point = tuple[float, float]
Chain = list[Corner]

WIDE: Final = 59.0
HIGH: Final = 68.0
HALF, QUARTER = WIDE / 2, HIGH / 4

_BOARDS: Final = 16

STEPS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
# Hexside towards each of STEPS, as positions in _CORNERS, clockwise.
_SIDES: Final = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))


class Lattice:
    """The hexes of a board by label and by place."""

    def __init__(self, board: BoardArt) -> None:
        self.spots: dict[str, Spot] = {h.label: (h.x, h.y) for h in board.hexes}
        self.labels: dict[Spot, str] = {spot: label for label, spot in self.spots.items()}

    def has(self, label: str) -> bool:
        return label in self.spots

    def centre(self, label: str) -> Point:
        return centre(self.spots[label])

    def at(self, name: str) -> Point:
        """The centre of a hex, or the middle of a hexside."""
        points = [self.centre(label) for label in name.split("/")]
        return middle(points[0], points[-1])

    def knows(self, name: str) -> bool:
        """Whether every hex of a hex or hexside name is on the map."""
        return all(label in self.spots for label in name.split("/"))

    def known(self, labels: Iterable[str]) -> set[Spot]:
        return {self.spots[label] for label in labels if label in self.spots}

    def sides(self, names: Iterable[str]) -> list[Edge]:
        """The hexsides of those names; names of hexes that do not touch are passed over."""
        found = []
        for name in names:
            a, _, b = name.partition("/")
            if self.has(a) and self.has(b) and touching(self.spots[a], self.spots[b]):
                found.append(side_between(self.spots[a], self.spots[b]))
        return found


_kept: dict[int, tuple[BoardArt, Lattice]] = {}


def lattice_of(board: BoardArt) -> Lattice:
    """The lattice of a board, the same for as long as that very board is drawn."""
    # By identity: to hash a board takes longer than to draw what lies on it.
    kept = _kept.get(id(board))
    if kept is None or kept[0] is not board:
        if len(_kept) >= _BOARDS:
            _kept.clear()
        kept = _kept[id(board)] = (board, Lattice(board))
    return kept[1]


def centre(spot: Spot) -> Point:
    return spot[0] * HALF, 3 * spot[1] * QUARTER


def point(corner: Corner) -> Point:
    return corner[0] * HALF, corner[1] * QUARTER


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def corners(spot: Spot) -> list[Corner]:
    return [(spot[0] + dx, 3 * spot[1] + dy) for dx, dy in _CORNERS]


def neighbours(spot: Spot) -> list[Spot]:
    return [(spot[0] + dx, spot[1] + dy) for dx, dy in STEPS]


def touching(a: Spot, b: Spot) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in STEPS


def side_between(a: Spot, b: Spot) -> Edge:
    """The hexside of two touching hexes, clockwise round the first."""
    around = corners(a)
    first, last = _SIDES[STEPS.index((b[0] - a[0], b[1] - a[1]))]
    return around[first], around[last]


def distance(a: Spot, b: Spot) -> int:
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    return down + max(0, (across - down) // 2)


def border(hexes: Collection[Spot], beyond: Collection[Spot] | None = None) -> list[Edge]:
    """The hexsides between a set and what is outside it (or only what is in `beyond`)."""
    inside = set(hexes)
    return [
        side_between(spot, other)
        for spot in sorted(inside)
        for other in neighbours(spot)
        if other not in inside and (beyond is None or other in beyond)
    ]


def chains(edges: Iterable[tuple[Corner, Corner]]) -> list[Chain]:
    """The edges joined end to end into as few lines as there are; a loop ends where it began."""
    links: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in sorted({(min(e), max(e)) for e in edges}):
        links[a].append(b)
        links[b].append(a)
    lines = [_walk(links, start) for start in sorted(links) if len(links[start]) % 2]
    lines += [_walk(links, start) for start in sorted(links) if links[start]]
    return _spliced([line for line in lines if len(line) > 1])


def _walk(links: dict[Corner, list[Corner]], start: Corner) -> Chain:
    line = [start]
    while links[line[-1]]:
        here = line[-1]
        there = _onward(line, links[here])
        links[here].remove(there)
        links[there].remove(here)
        line.append(there)
    return line


def _onward(line: Chain, ways: Sequence[Corner]) -> Corner:
    if len(line) < 2:
        return ways[0]
    (ax, ay), (bx, by) = line[-2], line[-1]
    return max(ways, key=lambda c: ((bx - ax) * (c[0] - bx) + (by - ay) * (c[1] - by), c))


def _spliced(lines: list[Chain]) -> list[Chain]:
    """Loops that touch another line are taken into it, so nothing is left hanging."""
    whole: list[Chain] = []
    for line in sorted(lines, key=lambda one: one[0] == one[-1]):
        host = next((w for w in whole if line[0] == line[-1] and set(line) & set(w)), None)
        if host is None:
            whole.append(line)
            continue
        meeting = next(corner for corner in line if corner in host)
        turn, where = line.index(meeting), host.index(meeting)
        host[where : where + 1] = [*line[turn:-1], *line[: turn + 1]]
    return whole


def smooth(line: Sequence[Point]) -> str:
    """Path data of a curve through the middle of every segment, bending at the points."""
    if len(line) < 3:
        return straight(line)
    closed = line[0] == line[-1]
    middles = [middle(a, b) for a, b in pairwise(line)]
    bends = [
        f"Q{_xy(corner)} {_xy(after)}" for corner, after in zip(line[1:], middles[1:], strict=False)
    ]
    if closed:
        return f"M{_xy(middles[0])}{''.join(bends)}Q{_xy(line[0])} {_xy(middles[0])}Z"
    return f"M{_xy(line[0])}L{_xy(middles[0])}{''.join(bends)}L{_xy(line[-1])}"


def straight(line: Sequence[Point]) -> str:
    """Path data of the line as it is."""
    closed = len(line) > 2 and line[0] == line[-1]
    shown = line[:-1] if closed else line
    return "M" + "L".join(_xy(p) for p in shown) + ("Z" if closed else "")


def _xy(at: Point) -> str:
    return f"{number(at[0])},{number(at[1])}"


def shrunk(line: Chain, inside: Collection[Spot], by: float) -> list[Point]:
    """The line moved that far into a set of hexes it borders on."""
    moved = []
    for corner in line:
        x, y = point(corner)
        near = [centre(spot) for spot in _around(corner) if spot in inside]
        if near:
            to_x = sum(p[0] for p in near) / len(near) - x
            to_y = sum(p[1] for p in near) / len(near) - y
            # Hexsides meet at 120 degrees: along the bisector it is 1 / sin 60 as far.
            reach = by * 1.1547 / ((to_x**2 + to_y**2) ** 0.5)
            x, y = x + to_x * reach, y + to_y * reach
        moved.append((x, y))
    return moved


def _around(corner: Corner) -> list[Spot]:
    """The three hexes that meet in a corner, on the map or not."""
    x, y = corner
    if (y - 1) % 3:  # a hex to the north, two below
        return [(x, (y - 2) // 3), (x - 1, (y + 1) // 3), (x + 1, (y + 1) // 3)]
    return [(x, (y + 2) // 3), (x - 1, (y - 1) // 3), (x + 1, (y - 1) // 3)]
