"""A map from its data file: terrain, places, roads, hexsides, bridges.

Every flaw is a `DataFlaw` that names file, line and hex. Tables this module
does not know are kept as they are in `Board.extra`; a `hex` or `side` in them
is checked against the map.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.book.flaws import Source
from grognard.ground.hexes import DIRECTIONS, EMPTY, NE, NW, SE, SW, E, Grid, Hex, HexSet, W

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Side = tuple[Hex, Hex]

_KNOWN: Final = frozenset({"grid", "layer", "place", "road", "exit", "hexsides", "bridge"})
_BEYOND: Final = {"north": (NW, NE), "east": (E,), "south": (SE, SW), "west": (W,)}


class Place(msgspec.Struct, frozen=True):
    name: str
    hex: Hex
    kind: str
    tag: str
    extra: dict[str, Any]


class Road(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str
    hexes: tuple[Hex, ...]
    tag: str


class Exit(msgspec.Struct, frozen=True):
    """Where a road leaves the map; `edge` is north, east, south or west."""

    hex: Hex
    edge: str
    road: str
    tag: str


class Hexside(msgspec.Struct, frozen=True):
    """A feature along one hexside, the lower hex first."""

    name: str
    kind: str
    side: Side
    tag: str


class Bridge(msgspec.Struct, frozen=True):
    name: str
    side: Side
    over: str
    tag: str
    extra: dict[str, Any]


class Board(msgspec.Struct, frozen=True, eq=False):
    """A whole map, checked. Pairs of hexes are held both ways round."""

    file: str
    grid: Grid
    projection: dict[str, float]
    layers: dict[str, dict[Hex, str]]
    layer_tags: dict[str, str]
    layer_sets: dict[tuple[str, str], HexSet]
    places: tuple[Place, ...]
    place_named: dict[str, Place]
    places_at: dict[Hex, tuple[Place, ...]]
    roads: dict[str, Road]
    road_sides: frozenset[Side]
    exits: tuple[Exit, ...]
    hexsides: dict[Side, tuple[Hexside, ...]]
    bridges: tuple[Bridge, ...]
    bridge_at: dict[Side, Bridge]
    extra: dict[str, Any]

    def layer_set(self, layer: str, value: str) -> HexSet:
        """The hexes with that value in that layer; a KeyError if the legend has no such value."""
        return self.layer_sets[layer, value]

    def sides_named(self, name: str) -> frozenset[Side]:
        """Both ways across every hexside of the feature of that name."""
        return frozenset(
            s for s, found in self.hexsides.items() if any(f.name == name for f in found)
        )

    def sides_of_kind(self, kind: str) -> frozenset[Side]:
        """Both ways across every hexside of a feature of that kind."""
        return frozenset(
            s for s, found in self.hexsides.items() if any(f.kind == kind for f in found)
        )

    def gates(self, sides: Iterable[Side]) -> tuple[HexSet, ...]:
        """By direction, the hexes that are left across one of these sides; for `Grid.flood`."""
        gates = [EMPTY] * len(DIRECTIONS)
        for start, end in sides:
            direction = self.grid.direction(start, end)
            assert direction is not None, "a side joins neighbours"
            gates[direction] |= 1 << start
        return tuple(gates)

    def road_hexes(self) -> HexSet:
        """Every hex a road runs through."""
        bits = EMPTY
        for road in self.roads.values():
            for hex_ in road.hexes:
                bits |= 1 << hex_
        return bits

    def towns(self) -> HexSet:
        """The hexes of places marked `town = true`."""
        bits = EMPTY
        for place in self.places:
            if place.extra.get("town") is True:
                bits |= 1 << place.hex
        return bits


def load_board(path: Path) -> Board:
    """The board of a TOML file; a DataFlaw at the first thing wrong with it."""
    return _Reader(Source(path)).board()


# -- rows as they are written --------------------------------------------------


class _GridRow(msgspec.Struct):
    columns: int
    rows: int
    label: str = "CCRR"
    westward: bool = False
    missing: list[str] = []
    projection: dict[str, float] = {}


class _LayerRow(msgspec.Struct):
    legend: dict[str, str]
    rows: list[str]
    tag: str


class _PlaceRow(msgspec.Struct):
    name: str
    hex: str
    kind: str
    tag: str


class _RoadRow(msgspec.Struct):
    id: str
    name: str
    hexes: list[str]
    tag: str
    kind: str = msgspec.field(name="class", default="road")


class _ExitRow(msgspec.Struct):
    hex: str
    edge: str
    road: str
    tag: str = "inferred"


class _HexsidesRow(msgspec.Struct):
    name: str
    kind: str
    sides: list[str]
    tag: str


class _BridgeRow(msgspec.Struct):
    side: str
    over: str
    name: str
    tag: str


class _Reader:
    """Reads one file; each method one kind of table."""

    def __init__(self, source: Source) -> None:
        self.source: Final = source
        self.tables: Final = source.tables
        self.row: Final = self._grid_row()
        whole = self._whole_grid(self.row)
        self.labels: Final = [whole.label(h) for h in whole.hexes]
        self.grid: Final = self._grid(self.row, whole)

    def board(self) -> Board:
        layers = {name: self._layer(name, row) for name, row in self._named("layer").items()}
        places, roads = self._places(), self._roads()
        hexsides = self._hexsides()
        bridges = self._bridges(hexsides)
        at: dict[Hex, tuple[Place, ...]] = {}
        for place in places:
            at[place.hex] = (*at.get(place.hex, ()), place)
        return Board(
            file=self.source.file,
            grid=self.grid,
            projection=self.row.projection,
            layers={name: values for name, (values, _, _) in layers.items()},
            layer_tags={name: tag for name, (_, tag, _) in layers.items()},
            layer_sets={(n, v): s for n, (_, _, sets) in layers.items() for v, s in sets.items()},
            places=places,
            place_named={place.name: place for place in places},
            places_at=at,
            roads=roads,
            road_sides=_both_ways(s for road in roads.values() for s in pairwise(road.hexes)),
            exits=self._exits(roads),
            hexsides=hexsides,
            bridges=bridges,
            bridge_at={s: b for b in bridges for s in (b.side, (b.side[1], b.side[0]))},
            extra=self._extra(),
        )

    # -- tables ----------------------------------------------------------------

    def _named(self, table: str) -> Mapping[str, Any]:
        found = self.tables.get(table, {})
        if not isinstance(found, dict):
            line = self.source.header(table)
            raise self.source.flaw(line, f"{table} should be written as [{table}.NAME]")
        return found

    def _listed(self, table: str) -> list[tuple[Any, int]]:
        """The entries of an array of tables, each with the line of its header."""
        found = self.tables.get(table, [])
        if not isinstance(found, list):
            line = self.source.header(table)
            raise self.source.flaw(line, f"{table} should be written as [[{table}]]")
        return [(row, self.source.header(table, n)) for n, row in enumerate(found)]

    # -- the grid and its layers -------------------------------------------------

    def _grid_row(self) -> _GridRow:
        if "grid" not in self.tables:
            raise self.source.flaw(1, "the file has no [grid]")
        line = self.source.header("grid")
        return self.source.convert(self.tables["grid"], _GridRow, line, "the grid")

    def _whole_grid(self, row: _GridRow) -> Grid:
        """The full rectangle, before the missing hexes are taken out."""
        line = self.source.header("grid")
        if row.label not in ("CCRR", "RRCC", "CC.RR"):
            message = f"the label style {row.label!r} is none of CCRR, RRCC, CC.RR"
            raise self.source.flaw(self.source.token("label", line), message)
        if not (0 < row.columns < 100 and 0 < row.rows < 100):
            message = f"a map of {row.columns} by {row.rows} hexes cannot be numbered"
            raise self.source.flaw(line, message)
        return Grid(row.columns, row.rows, row.label, westward=row.westward)

    def _grid(self, row: _GridRow, whole: Grid) -> Grid:
        for label in row.missing:
            self._hex(label, self.source.header("grid"), "the list of missing hexes", whole)
        return Grid(row.columns, row.rows, row.label, westward=row.westward, missing=row.missing)

    def _layer(self, name: str, raw: Any) -> tuple[dict[Hex, str], str, dict[str, HexSet]]:
        line, what = self.source.header(f"layer.{name}"), f"the layer {name}"
        row = self.source.convert(raw, _LayerRow, line, what)
        self.source.tag(row.tag, line, what)
        if len(row.rows) != self.grid.rows:
            message = f"{what} has {len(row.rows)} rows, the map {self.grid.rows}"
            raise self.source.flaw(line, message)
        values: dict[Hex, str] = {}
        sets = dict.fromkeys(row.legend.values(), EMPTY)
        for number in range(self.grid.rows):
            for hex_, value in self._layer_row(name, row, number, line).items():
                values[hex_] = value
                sets[value] |= 1 << hex_
        return values, row.tag, sets

    def _layer_row(self, name: str, row: _LayerRow, number: int, line: int) -> dict[Hex, str]:
        letters = row.rows[number]
        if len(letters) != self.grid.columns:
            message = (
                f"row {number + 1} of the layer {name} has {len(letters)} letters, "
                f"the map {self.grid.columns} columns"
            )
            raise self.source.flaw(self._row_line(row, number, line), message)
        labels = self.labels[number * self.grid.columns :][: self.grid.columns]
        found: dict[Hex, str] = {}
        for column, (label, letter) in enumerate(zip(labels, letters, strict=True), 1):
            if not self.grid.has(label):
                continue
            if letter not in row.legend:
                message = (
                    f"{letter!r} in row {number + 1}, column {column} of the layer {name} "
                    "is not in its legend"
                )
                raise self.source.flaw(self._row_line(row, number, line), message, label)
            found[self.grid.at(label)] = row.legend[letter]
        return found

    def _row_line(self, row: _LayerRow, number: int, line: int) -> int:
        """The line of a row's string, counting equal rows before it."""
        text = row.rows[number]
        same_before = sum(1 for earlier in row.rows[:number] if earlier == text)
        return self.source.token(f'"{text}"', line, same_before)

    # -- hexes and hexsides ------------------------------------------------------

    def _hex(self, label: str, line: int, what: str, grid: Grid | None = None) -> Hex:
        try:
            return (grid or self.grid).at(label)
        except ValueError:
            message = f"{what} names a hex that is not on the map"
            raise self.source.flaw(self.source.token(label, line), message, label) from None

    def _side(self, text: str, line: int, what: str) -> Side:
        labels = text.split("/")
        at = self.source.token(f'"{text}"', line)
        if len(labels) != 2:
            message = (
                f"{what} has the hexside {text!r}, which is not two hexes with a slash between"
            )
            raise self.source.flaw(at, message)
        a, b = (self._hex(label, line, what) for label in labels)
        if not self.grid.adjacent(a, b):
            message = (
                f"{what} has a hexside between {labels[0]} and {labels[1]}, which do not touch"
            )
            raise self.source.flaw(at, message, labels[0])
        return (a, b) if a < b else (b, a)

    # -- places, roads, exits ----------------------------------------------------

    def _places(self) -> tuple[Place, ...]:
        places: dict[str, Place] = {}
        for raw, line in self._listed("place"):
            row = self.source.convert(raw, _PlaceRow, line, f"place {len(places) + 1}")
            what = f"the place {row.name}"
            self.source.tag(row.tag, line, what)
            hex_ = self._hex(row.hex, line, what)
            if row.name in places:
                raise self.source.flaw(line, f"{what} is there twice", row.hex)
            extra = _others(raw, _PlaceRow)
            places[row.name] = Place(row.name, hex_, row.kind, row.tag, extra)
        return tuple(places.values())

    def _roads(self) -> dict[str, Road]:
        roads: dict[str, Road] = {}
        for raw, line in self._listed("road"):
            row = self.source.convert(raw, _RoadRow, line, f"road {len(roads) + 1}")
            what = f"the road {row.id}"
            self.source.tag(row.tag, line, what)
            if row.id in roads:
                raise self.source.flaw(line, f"{what} is there twice")
            hexes = tuple(self._hex(label, line, what) for label in row.hexes)
            self._check_chain(row, hexes, line)
            roads[row.id] = Road(row.id, row.name, row.kind, hexes, row.tag)
        return roads

    def _check_chain(self, row: _RoadRow, hexes: tuple[Hex, ...], line: int) -> None:
        if len(hexes) < 2:
            raise self.source.flaw(line, f"the road {row.id} has fewer than two hexes")
        for n, (a, b) in enumerate(pairwise(hexes)):
            if not self.grid.adjacent(a, b):
                here, there = row.hexes[n], row.hexes[n + 1]
                message = f"the road {row.id} goes from {here} to {there}, which do not touch"
                seen = row.hexes[: n + 1].count(there)
                raise self.source.flaw(self.source.token(f'"{there}"', line, seen), message, there)

    def _exits(self, roads: Mapping[str, Road]) -> tuple[Exit, ...]:
        exits = []
        for n, (raw, line) in enumerate(self._listed("exit"), 1):
            row = self.source.convert(raw, _ExitRow, line, f"exit {n}")
            what = f"the exit at {row.hex}"
            self.source.tag(row.tag, line, what)
            hex_ = self._hex(row.hex, line, what)
            if row.road not in roads:
                raise self.source.flaw(line, f"{what} is of an unknown road {row.road}", row.hex)
            if hex_ not in roads[row.road].hexes:
                raise self.source.flaw(line, f"{what} is not on its road {row.road}", row.hex)
            if not self._on_edge(hex_, row.edge):
                raise self.source.flaw(line, f"{what} is not on an edge {row.edge!r}", row.hex)
            exits.append(Exit(hex_, row.edge, row.road, row.tag))
        return tuple(exits)

    def _on_edge(self, hex_: Hex, edge: str) -> bool:
        """Whether the map ends there on that side; a map need not be a rectangle."""
        ways = _BEYOND.get(edge, ())
        return bool(ways) and all(self.grid.neighbour(hex_, way) is None for way in ways)

    # -- rivers and bridges ------------------------------------------------------

    def _hexsides(self) -> dict[Side, tuple[Hexside, ...]]:
        found: dict[Side, tuple[Hexside, ...]] = {}
        for n, (raw, line) in enumerate(self._listed("hexsides"), 1):
            row = self.source.convert(raw, _HexsidesRow, line, f"hexsides {n}")
            self.source.tag(row.tag, line, row.name)
            for text in row.sides:
                a, b = self._side(text, line, row.name)
                feature = Hexside(row.name, row.kind, (a, b), row.tag)
                if feature in found.get((a, b), ()):
                    twice = f"{row.name} has the hexside {text} twice"
                    raise self.source.flaw(self.source.token(text, line), twice, text.split("/")[0])
                found[a, b] = found[b, a] = (*found.get((a, b), ()), feature)
        return found

    def _bridges(self, hexsides: Mapping[Side, tuple[Hexside, ...]]) -> tuple[Bridge, ...]:
        bridges: dict[Side, Bridge] = {}
        for raw, line in self._listed("bridge"):
            row = self.source.convert(raw, _BridgeRow, line, f"bridge {len(bridges) + 1}")
            what = f"the bridge {row.name}"
            self.source.tag(row.tag, line, what)
            side = self._side(row.side, line, what)
            first = row.side.split("/")[0]
            if not any(f.name == row.over for f in hexsides.get(side, ())):
                message = f"{what} at {row.side} is not on a hexside of {row.over}"
                raise self.source.flaw(line, message, first)
            if side in bridges:
                raise self.source.flaw(line, f"{what} is the second at {row.side}", first)
            bridges[side] = Bridge(row.name, side, row.over, row.tag, _others(raw, _BridgeRow))
        return tuple(bridges.values())

    # -- the rest ------------------------------------------------------------------

    def _extra(self) -> dict[str, Any]:
        extra = {name: table for name, table in self.tables.items() if name not in _KNOWN}
        for name, table in extra.items():
            for n, row in enumerate(table if isinstance(table, list) else ()):
                if isinstance(row, dict):
                    self._check_extra(name, row, self.source.header(name, n))
        return extra

    def _check_extra(self, name: str, row: dict[str, Any], line: int) -> None:
        what = f"the {name} {row.get('name', '')}".rstrip()
        if isinstance(label := row.get("hex"), str):
            self._hex(label, line, what)
        if isinstance(side := row.get("side"), str):
            self._side(side, line, what)
        if isinstance(tag := row.get("tag"), str):
            self.source.tag(tag, line, what)


def _others(raw: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key not in kind.__struct_encode_fields__}


def _both_ways(sides: Iterable[Side]) -> frozenset[Side]:
    return frozenset(pair for a, b in sides for pair in ((a, b), (b, a)))
