"""A second reading of the rules: plain loops over every hex and unit, by the ledger alone.

It shares nothing with the program but the printed data (`Kit`) and the bare
columns of a position: hexes are their labels, sets are sets, and every path is
a search by hand. This part has the map: neighbours, distances, what a step
costs, and what one sees.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import pairwise, product
from math import inf
from typing import Final

from grognard.titles.bcs.kit.kit import Kit

Label = str
Way = list[Label] | None
Side = frozenset[Label]
"""A hexside: the two hexes."""

LEG, TAC, TRUCK = "leg", "tac", "truck"
TYPES: Final = (LEG, TAC, TRUCK)
STOP: Final = "STOP"
ALL: Final = "ALL"
CLOSED: Final = "P"
FAR: Final = inf

Entry = int | str

# BCS-S.23, in movement points: Leg, Tac, Truck.
_HEX: Final[dict[str, tuple[Entry, Entry, Entry]]] = {
    "open": (1, 2, 2),
    "rolling": (1, 3, 4),
    "woods": (1, STOP, STOP),
    "forest": (2, STOP, STOP),
    "slope": (1, CLOSED, CLOSED),
    "marsh": (ALL, CLOSED, CLOSED),
}
_FROZEN: Final[dict[tuple[str, str], int]] = {
    ("open", TAC): 1,
    ("rolling", TAC): 2,
    ("rolling", TRUCK): 3,
}
# BCS-S.24, added to the hex.
_WATER: Final[dict[str, tuple[Entry, Entry, Entry]]] = {
    "stream": (1, 1, 4),
    "ford": (1, 2, 3),
    "river": (2, CLOSED, CLOSED),
    "major river": (ALL, CLOSED, CLOSED),
}
# BCS-S.25, in quarters.
_ROAD: Final[dict[str, tuple[int, int, int]]] = {
    "primary": (2, 2, 1),
    "secondary": (2, 2, 2),
    "track": (2, 4, 4),
    "railroad": (4, 8, 8),
}
_BEST: Final = ("primary", "secondary", "track", "railroad")
_BLOCKING: Final = {"rolling", "woods", "forest", "slope", "mountain", "village", "city"}
_RAYS: Final = 101
"""A prime: no side of a hex near enough to be shot at is crossed at such a part of a line."""


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


def _numbers(label: Label) -> tuple[int, int]:
    column, row = label.split(".")
    return int(column), int(row)


def _name(column: int, row: int) -> Label:
    return f"{column:02d}.{row:02d}"


@cache
def cube(label: Label) -> tuple[int, int, int]:
    """The hex by three numbers that add up to nothing."""
    column, row = _numbers(label)
    q, s = (column - 1) - (row - 1) // 2, row - 1
    return q, s, -q - s


@cache
def distance(a: Label, b: Label) -> int:
    """Hexes from one to the other, by the formula of the map."""
    (q, s, t), (u, v, w) = cube(a), cube(b)
    return max(abs(q - u), abs(s - v), abs(t - w))


def row_of(label: Label) -> int:
    """The row, from the north."""
    return _numbers(label)[1]


class Ground:
    """The map of a scenario as its lists have it."""

    def __init__(self, kit: Kit) -> None:
        at = kit.grid.label
        self.kit = kit
        self.terrain = {at(h): kind for h, kind in kit.board.layers["terrain"].items()}
        self.hexes = sorted(self.terrain)
        self.places = {at(place.hex): place.kind for place in kit.board.places}
        self.near = {label: self._around(label) for label in self.hexes}
        self.roads: dict[Side, set[str]] = {}
        for road in kit.board.roads.values():
            for a, b in pairwise(road.hexes):
                self.roads.setdefault(frozenset((at(a), at(b))), set()).add(road.kind)
        self.kinds: dict[Label, set[str]] = {}
        for side, kinds in self.roads.items():
            for label in side:
                self.kinds.setdefault(label, set()).update(kinds)
        self.water: dict[Side, str] = {}
        for (a, b), found in kit.board.hexsides.items():
            (self.water[frozenset((at(a), at(b)))],) = {feature.kind for feature in found}
        self.bridges = [frozenset((at(a), at(b))) for a, b in kit.bridges]
        self._seen: dict[tuple[int, int, int], list[set[tuple[int, int, int]]]] = {}
        self._sights: dict[tuple[Label, Label], bool] = {}
        self._discs: dict[tuple[Label, int], set[Label]] = {}
        self._links: dict[frozenset[Side], dict[Label, dict[Label, str]]] = {}
        self._by_cube = {cube(label): label for label in self.hexes}
        self._steps: dict[tuple[str, frozenset[Side], str], Steps] = {}
        self._entered: dict[tuple[str, frozenset[Side], str], set[Label]] = {}
        self.ways: dict[Hashable, Way] = {}  # as they are found

    def _around(self, label: Label) -> list[Label]:
        column, row = _numbers(label)
        left = column - 1 if row % 2 else column
        found = [(left, row - 1), (left + 1, row - 1), (column + 1, row)]
        found += [(left + 1, row + 1), (left, row + 1), (column - 1, row)]
        return [_name(c, r) for c, r in found if _name(c, r) in self.terrain]

    def within(self, centre: Label, radius: int) -> set[Label]:
        """A set of one's own each time."""
        if (centre, radius) not in self._discs:
            column, row = _numbers(centre)
            box = product(range(-radius, radius + 1), repeat=2)
            near = {_name(column + c, row + r) for c, r in box} & self.terrain.keys()
            found = {label for label in near if distance(label, centre) <= radius}
            self._discs[centre, radius] = found
        return set(self._discs[centre, radius])

    def blocks_sight(self, label: Label) -> bool:
        kinds = {self.terrain[label], self.places.get(label, "")}
        return bool(kinds & _BLOCKING)

    # -- roads -----------------------------------------------------------------------

    def road(self, a: Label, b: Label, blown: frozenset[Side]) -> str:
        """The best road from a hex to its neighbour; none over a bridge that is down."""
        side = frozenset((a, b))
        kinds = set() if side in blown else self.roads.get(side, set())
        return next((kind for kind in _BEST if kind in kinds), "")

    def links(self, blown: frozenset[Side]) -> dict[Label, dict[Label, str]]:
        """By hex the neighbours that a road leads to, rails aside."""
        if blown not in self._links:
            links: dict[Label, dict[Label, str]] = {label: {} for label in self.hexes}
            for a, b in self.roads:
                kind = self.road(a, b, blown)
                if kind not in ("", "railroad"):
                    links[a][b] = links[b][a] = kind
            self._links[blown] = links
        return self._links[blown]

    def has_road(self, label: Label, kinds: tuple[str, ...]) -> bool:
        """Whether a road of one of these kinds runs through the hex."""
        return any(kind in self.kinds.get(label, ()) for kind in kinds)

    # -- steps -----------------------------------------------------------------------

    def steps(self, ground: str, blown: frozenset[Side], type_: str) -> Steps:
        """Every step that is not prohibited, by the hex it starts from."""
        key = ground, blown, type_
        if key not in self._steps:
            whole = self.steps(ground, frozenset(), type_) if blown else {}
            changed = {label for side in blown for label in side} if blown else self.hexes
            self._steps[key] = whole | {a: self._from(a, *key) for a in changed}
        return self._steps[key]

    def entered(self, ground: str, blown: frozenset[Side], type_: str) -> set[Label]:
        """The hexes that units of that type can enter from anywhere."""
        key = ground, blown, type_
        if key not in self._entered:
            self._entered[key] = {b for onto in self.steps(*key).values() for b in onto}
        return self._entered[key]

    def _from(self, a: Label, ground: str, blown: frozenset[Side], type_: str) -> dict[Label, Step]:
        costs = {b: self._cost(ground, blown, type_, a, b) for b in self.near[a]}
        return {b: cost for b, cost in costs.items() if cost is not None}

    def _cost(
        self, ground: str, blown: frozenset[Side], type_: str, a: Label, b: Label
    ) -> Step | None:
        """Quarters, or ALL, and whether the terrain stops one; None if prohibited."""
        which, kind, terrain = TYPES.index(type_), self.road(a, b, blown), self.terrain[b]
        if kind:
            slow = ground == "mud" and kind in ("secondary", "track") and type_ != LEG
            return _ROAD[kind][which] * (2 if slow else 1), False
        inside = _HEX[terrain][which]
        if ground == "freeze":
            inside = _FROZEN.get((terrain, type_), inside)
        side = frozenset((a, b))
        over: Entry = _WATER[self.water[side]][which] if side in self.water else 0
        if CLOSED in (inside, over):
            return None
        if ALL in (inside, over):
            return ALL, False
        points = (1 if inside == STOP else int(inside)) + int(over)
        if ground == "mud" and type_ == TRUCK:
            points *= 2
        if ground == "mud" and type_ == TAC and terrain in ("open", "rolling"):
            points += 1
        return points * 4, inside == STOP

    # -- sight -----------------------------------------------------------------------

    def sees(self, a: Label, b: Label) -> bool:
        """BCS-6.1.c, BCS-R.13: nothing on the straight line blocks, ends aside.

        Points of the line are looked at one by one: each lies in one hex, or
        between two if the line runs along the side they share.
        """
        if (a, b) not in self._sights:
            self._sights[a, b] = self._sees(a, b)
        return self._sights[a, b]

    def _sees(self, a: Label, b: Label) -> bool:
        x, y, z = (q - p for p, q in zip(cube(a), cube(b), strict=True))
        for hexes in self._line((x, y, z)):
            found = [self._shifted(a, offset) for offset in hexes]
            if all(label is not None and self.blocks_sight(label) for label in found):
                return False
        return True

    def _shifted(self, label: Label, offset: tuple[int, int, int]) -> Label | None:
        x, y, z = (p + q for p, q in zip(cube(label), offset, strict=True))
        return self._by_cube.get((x, y, z))

    def _line(self, end: tuple[int, int, int]) -> list[set[tuple[int, int, int]]]:
        if end not in self._seen:
            found: list[set[tuple[int, int, int]]] = []
            for part in range(1, _RAYS):
                here = _nearest(end, part)
                if not here & {(0, 0, 0), end} and here not in found:
                    found.append(here)
            self._seen[end] = found
        return self._seen[end]


Step = tuple[int | str, bool]
Steps = dict[Label, dict[Label, Step]]


def _nearest(end: tuple[int, int, int], part: int) -> set[tuple[int, int, int]]:
    """The hexes whose centres are nearest to a point of the line from 0 to `end`."""
    reach = max(abs(x) for x in end)
    far: dict[tuple[int, int, int], int] = {}
    for q in range(-reach, reach + 1):
        for s in range(-reach, reach + 1):
            hex_ = q, s, -q - s
            far[hex_] = sum((e * part - h * _RAYS) ** 2 for e, h in zip(end, hex_, strict=True))
    least = min(far.values())
    return {hex_ for hex_, apart in far.items() if apart == least}
