"""The ground of a scenario: charts, terrain, roads, water, and what entering a hex costs."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from grognard.book.charts import Chart, Value, load_charts, load_values, pick_file
from grognard.book.flaws import Source
from grognard.book.rulebook import cites
from grognard.ground.board import Board, load_board
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.bcs.kit.rows import one_of

MaType: TypeAlias = int
Quarters: TypeAlias = int
Costs: TypeAlias = tuple[Quarters, Quarters, Quarters]
"""By MA type: Leg, Tac, Truck."""

LEG, TAC, TRUCK = 0, 1, 2
MA_TYPES: Final = ("leg", "tac", "truck")
NO_ROAD, RAILROAD, TRACK, SECONDARY, PRIMARY = range(5)
NO_WATER, STREAM, FORD, RIVER, MAJOR_RIVER = range(5)
P: Final = -1
"""A cost: prohibited."""
ALL: Final = -2
"""A cost: the whole MA, with none of it spent yet."""
NORMAL, MUD, FREEZE = "normal", "mud", "freeze"
GROUNDS: Final = (NORMAL, MUD, FREEZE)
QUARTERS: Final = 4

DATA: Final = Path(__file__).parents[1] / "data"

_ROADS: Final = {"railroad": RAILROAD, "track": TRACK, "secondary": SECONDARY, "primary": PRIMARY}
_WATERS: Final = {
    "stream": STREAM,
    "ford": FORD,
    "river": RIVER,
    "major river": MAJOR_RIVER,
}
_TERRAINS: Final = ("open", "rolling", "woods", "forest", "slope", "marsh", "mountain")
_PLACES: Final = ("city", "village", "poi")
_COSTS: Final = {
    "hex_costs": r"P|ALL|STOP|\d+(/[24])?",
    "hexsides": r"P|ALL|\d+(/[24])?",
    "roads": r"\d+(/[24])?",
}
_SOFT: Final = ("open", "rolling")


class Crossing(msgspec.Struct, frozen=True):
    """What lies between two neighbours; `road` is the best class, RAILROAD only for want of one."""

    road: int = NO_ROAD
    rail: bool = False
    water: int = NO_WATER
    bridged: bool = False


PLAIN: Final = Crossing()


class Layout:
    """The charts and the map of one scenario, and the tables worked out from them."""

    def __init__(self, board: str, pack: Path | None) -> None:
        self.pack = pack
        self._numbers: dict[str, int] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}
        charts = pick_file("charts.toml", DATA, pack)
        self.charts: dict[str, Chart] = load_charts(charts)
        self.values: dict[str, Value] = load_values(charts)
        if pack is not None:
            self._check_charts(Source(charts))
        path = pick_file(f"boards/{board}.toml", DATA, pack)
        self.board: Board = load_board(path)
        self.grid = self.board.grid
        source = Source(path)
        self._read_ground(source)
        self._read_crossings(source)
        self._read_costs()

    # -- charts ------------------------------------------------------------------

    def value(self, key: str) -> object:
        return self.values[key].value

    def number(self, key: str) -> int:
        """A single value, or a cell as "chart.row" (its first column) or "chart.row.column"."""
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = int(self._text(key))
        return found

    def _text(self, key: str) -> str:
        chart, _, rest = key.partition(".")
        if not rest:
            return str(self.value(key))
        row, _, column = rest.partition(".")
        return self.charts[chart].cell(row, column or self.charts[chart].columns[0])

    def rolled(self, chart: str, row: str, die: int) -> str:
        """The entry of a table whose columns are the faces of a die."""
        return self.charts[chart].cell(row, str(die))

    def _check_charts(self, source: Source) -> None:
        """That a pack's file has all that ours has."""
        for key, ours in load_values(DATA / "charts.toml").items():
            if key not in self.values:
                raise source.flaw(1, f"the file has no [value.{key}]")
            if type(self.value(key)) is not type(ours.value):
                line = source.header(f"value.{key}")
                raise source.flaw(line, f"the value {key} should be a whole number")
        for key, chart in load_charts(DATA / "charts.toml").items():
            self._check_chart(source, key, chart)

    def _check_chart(self, source: Source, key: str, ours: Chart) -> None:
        own, line = self.charts.get(key), source.header(f"chart.{key}")
        if own is None or own.rows != ours.rows or own.columns != ours.columns:
            raise source.flaw(line, f"the chart {key} should have our rows and columns")
        for row, column in product(ours.rows, ours.columns):
            cell = own.cell(row, column)
            if not re.fullmatch(_pattern(ours, ours.cell(row, column)), cell):
                message = f"the chart {key} cannot have {cell!r} at row {row!r}, column {column!r}"
                raise source.flaw(source.token("cells =", line), message)

    # -- terrain and places --------------------------------------------------------

    def _read_ground(self, source: Source) -> None:
        if "terrain" not in self.board.layers:
            raise source.flaw(1, "the file has no [layer.terrain]")
        self.terrain: dict[Hex, str] = self.board.layers["terrain"]
        for hex_, kind in self.terrain.items():
            if kind not in _TERRAINS:
                line = source.header("layer.terrain")
                raise source.flaw(line, f"there is no terrain {kind!r}", self.grid.label(hex_))
        self.places: dict[Hex, tuple[str, str]] = {}
        for n, place in enumerate(self.board.places):
            line = source.header("place", n)
            one_of(source, line, f"the place {place.name}", "kind", place.kind, _PLACES)
            if place.hex in self.places:
                label = self.grid.label(place.hex)
                raise source.flaw(line, f"{place.name} is the second place of its hex", label)
            self.places[place.hex] = (place.kind, place.name)
        self.cities: HexSet = self._of_kind("city")
        self.villages: HexSet = self._of_kind("village")
        self.is_terrain: HexSet = self._flagged("terrain")
        self.blocking: HexSet = self._flagged("blocking")
        self.key_terrain: HexSet = self._flagged("key")
        self.edge: HexSet = hexset(h for h in self.grid.hexes if len(self.grid.neighbours(h)) < 6)

    def _of_kind(self, kind: str) -> HexSet:
        return hexset(hex_ for hex_, place in self.places.items() if place[0] == kind)

    @cites("BCS-S.23", "BCS-R.45")
    def _flagged(self, column: str) -> HexSet:
        """The hexes whose terrain, or whose place, has that mark in the chart."""
        chart = self.charts["features"]
        kinds = {kind for kind in chart.rows if chart.cell(kind, column) == "yes"}
        return hexset(
            hex_
            for hex_ in self.grid.hexes
            if self.terrain[hex_] in kinds
            or (hex_ in self.places and self.places[hex_][0] in kinds)
        )

    def terrain_name(self, hex_: Hex) -> str:
        """What the hex is called by the ground in it: the place's name, else the terrain."""
        return self.places[hex_][1] if hex_ in self.places else self.terrain[hex_]

    # -- roads and water -----------------------------------------------------------

    def _read_crossings(self, source: Source) -> None:
        roads, rails = self._road_classes(source)
        water = self._waters(source)
        self.crossings: dict[tuple[Hex, Hex], Crossing] = {
            (a, b): PLAIN for a in self.grid.hexes for b in self.grid.neighbours(a)
        }
        for side in {*roads, *rails, *water}:
            crossed = water.get(side, NO_WATER)
            road = roads.get(side, RAILROAD if side in rails else NO_ROAD)
            bridged = bool(crossed and road)
            self.crossings[side] = Crossing(road, side in rails, crossed, bridged)
        self.key_sides: frozenset[tuple[Hex, Hex]] = frozenset(
            side
            for side, crossed in water.items()
            if self.charts["hexsides"].cell(_name(_WATERS, crossed), "key") == "yes"
        )
        self.road_hexes: HexSet = hexset(a for a, _ in roads)
        self.road_hexes_ps: HexSet = hexset(a for (a, _), c in roads.items() if c >= SECONDARY)
        self.rail_hexes: HexSet = hexset(a for a, _ in rails)

    def _road_classes(
        self, source: Source
    ) -> tuple[dict[tuple[Hex, Hex], int], set[tuple[Hex, Hex]]]:
        """The best road of each hexside, and the hexsides with a railroad."""
        roads: dict[tuple[Hex, Hex], int] = {}
        rails: set[tuple[Hex, Hex]] = set()
        for n, road in enumerate(self.board.roads.values()):
            line = source.header("road", n)
            one_of(source, line, f"the road {road.id}", "class", road.kind, _ROADS)
            for a, b in pairwise(road.hexes):
                if _ROADS[road.kind] == RAILROAD:
                    rails |= {(a, b), (b, a)}
                else:
                    best = max(_ROADS[road.kind], roads.get((a, b), NO_ROAD))
                    roads[a, b] = roads[b, a] = best
        return roads, rails

    def _waters(self, source: Source) -> dict[tuple[Hex, Hex], int]:
        for n, row in enumerate(source.tables.get("hexsides", [])):
            line = source.header("hexsides", n)
            one_of(source, line, str(row["name"]), "kind", row["kind"], _WATERS)
        return {
            side: max(_WATERS[feature.kind] for feature in found)
            for side, found in self.board.hexsides.items()
        }

    # -- costs ---------------------------------------------------------------------

    @cites("BCS-S.21", "BCS-S.22", "BCS-S.24", "BCS-S.25", "BCS-S.26")
    def _read_costs(self) -> None:
        self.hex_cost: dict[str, tuple[dict[Hex, Quarters], ...]] = {}
        self.stop_hexes: dict[str, tuple[HexSet, HexSet, HexSet]] = {}
        self.all_hexes: dict[str, tuple[HexSet, HexSet, HexSet]] = {}
        for ground in GROUNDS:
            self.hex_cost[ground] = tuple(self._hex_costs(ground, type_) for type_ in range(3))
            self.stop_hexes[ground] = self._coded("STOP", ground)
            self.all_hexes[ground] = self._coded("ALL", ground)
        self.hexside_cost_on: dict[str, tuple[Costs, ...]] = {
            ground: tuple(self._hexside_costs(ground, water) for water in range(5))
            for ground in GROUNDS
        }
        self.hexside_cost: tuple[Costs, ...] = self.hexside_cost_on[NORMAL]
        self.road_cost: dict[str, tuple[Costs, ...]] = {
            ground: tuple(self._road_costs(ground, road) for road in range(5)) for ground in GROUNDS
        }

    def _entry(self, terrain: str, ground: str, type_: MaType) -> str:
        column = MA_TYPES[type_] + ("_frozen" if ground == FREEZE else "")
        return self.charts["hex_costs"].cell(terrain, column)

    def _hex_costs(self, ground: str, type_: MaType) -> dict[Hex, Quarters]:
        of = {kind: self._hex_cost(kind, ground, type_) for kind in _TERRAINS}
        return {hex_: of[kind] for hex_, kind in self.terrain.items()}

    @cites("BCS-R.44")
    def _hex_cost(self, terrain: str, ground: str, type_: MaType) -> Quarters:
        entry = self._entry(terrain, ground, type_)
        cost = self.number("stop_cost") * QUARTERS if entry == "STOP" else _cost(entry)
        if ground != MUD or cost < 0:
            return cost
        if type_ == TRUCK:
            return cost * self.number("mud_truck_factor")
        extra = self.number("mud_tac_extra") * QUARTERS
        return cost + extra if type_ == TAC and terrain in _SOFT else cost

    def _coded(self, code: str, ground: str) -> tuple[HexSet, HexSet, HexSet]:
        leg, tac, truck = (
            self._of_terrain({k for k in _TERRAINS if self._entry(k, ground, type_) == code})
            for type_ in (LEG, TAC, TRUCK)
        )
        return leg, tac, truck

    def _of_terrain(self, kinds: set[str]) -> HexSet:
        return hexset(hex_ for hex_, kind in self.terrain.items() if kind in kinds)

    def _hexside_costs(self, ground: str, water: int) -> Costs:
        if not water:
            return (0, 0, 0)
        chart, row = self.charts["hexsides"], _name(_WATERS, water)
        leg, tac, truck = (_cost(chart.cell(row, name)) for name in MA_TYPES)
        if ground == MUD and truck > 0:
            truck *= self.number("mud_truck_factor")
        return leg, tac, truck

    def _road_costs(self, ground: str, road: int) -> Costs:
        if not road:
            return (P, P, P)
        chart, row = self.charts["roads"], _name(_ROADS, road)
        leg, tac, truck = (_cost(chart.cell(row, name)) for name in MA_TYPES)
        if ground == MUD and road in (TRACK, SECONDARY):
            factor = self.number("mud_road_factor")
            tac, truck = tac * factor, truck * factor
        return leg, tac, truck

    def within(self, hex_: Hex, radius: int) -> HexSet:
        """The hexes within that distance."""
        found = self._discs.get((hex_, radius))
        if found is None:
            found = self._discs[hex_, radius] = self.grid.within(1 << hex_, radius)
        return found


def _pattern(ours: Chart, cell: str) -> str:
    """What a pack may write where our chart has that entry."""
    if cell in ("yes", "no"):
        return "yes|no"
    if cell == "OT":
        return ".+"
    if ours.key in _COSTS:
        return _COSTS[ours.key]
    if cell.removeprefix("-").isdigit():
        return r"-?\d+"
    return "|".join(sorted({re.escape(word) for words in ours.cells for word in words}))


def _name(names: dict[str, int], number: int) -> str:
    return next(name for name, value in names.items() if value == number)


def _cost(entry: str) -> Quarters:
    """A chart's entry in quarters: "P", "ALL", whole points, "1/2" or "1/4"."""
    if entry in ("P", "ALL"):
        return P if entry == "P" else ALL
    whole, _, part = entry.partition("/")
    return int(whole) * QUARTERS // int(part or 1)
