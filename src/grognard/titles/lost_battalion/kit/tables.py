"""Everything that does not change: map, counters, charts, calendar, scenario.

Read from the data files once for a scenario and a chart pack, checked, and
turned into the tables that the chapters look things up in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final, NewType, TypeAlias

import msgspec

from grognard.book.canonical import pack_hash
from grognard.book.charts import Chart, Value, load_charts, load_values, pick_file
from grognard.book.flaws import Source
from grognard.book.rulebook import cites
from grognard.ground.board import Board, load_board
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.rows import (
    Allowance,
    Counter,
    Division,
    Event,
    Hill,
    Level,
    MachineGuns,
    PontoonRow,
    Scenario,
    TurnRow,
    VictoryHex,
)

UnitId = NewType("UnitId", int)
UnitSet: TypeAlias = int
Side: TypeAlias = int
HalfPoints: TypeAlias = int
"""Movement points are counted in halves, for Operational Movement."""

ALLIED: Final[Side] = 0
GERMAN: Final[Side] = 1
EVERYONE_DIES: Final = 99
MINOR, MEUSE = 1, 2
HINDENBURG: Final = "hindenburg line"

DATA: Final = Path(__file__).parents[1] / "data"
FILES: Final = ("board.toml", "counters.toml", "charts.toml", "schedule.toml", "victory.toml")

EDGES: Final = ("N", "S", "E", "W")
WINNERS: Final = ("allied", "german", "")
FORTS: Final = ("field fortification", HINDENBURG)
LAYERS: Final = {
    "control": ("allied",),
    "terrain": ("clear", "forest", "rough", "forest+rough"),
    "water": ("m", "n"),
    "fort": (),
}
MOST_VALUE: Final = 99
_LEAST: Final = {"deliberate_dice": 1, "deliberate_divisor": 1}
# What a cell of a chart may say: by chart and column, of one row or of any.
_CELLS: Final = {
    ("crt", "", ""): r"\d{1,2}/(\d{1,2}|E)",
    ("bombardment", "", ""): r"\d{1,2}",
    ("terrain", "", ""): r"\d{1,2}",
    ("terrain", "", "class"): r"none|natural|man-made",
    ("terrain", "", "move"): r"\+?\d{1,2}",
    ("terrain", "meuse", "move"): r"bridge",
}

_SIDES: Final = {"us": ALLIED, "french": ALLIED, "german": GERMAN, "austrian": GERMAN}


class Unit(msgspec.Struct, frozen=True):
    """What is printed on a counter. `strength` is by steps left, from none."""

    id: UnitId
    name: str
    title: str
    nation: str
    kind: str  # "INF", "TANK", "ART" or "MG"
    division: int
    steps: int
    strength: tuple[int, ...]
    allowance: HalfPoints
    range: int = 0
    guns: int = 0

    @property
    def side(self) -> Side:
        return _SIDES[self.nation]


class HexSide(msgspec.Struct, frozen=True):
    """What lies between two neighbours, seen from the first."""

    road: bool
    river: int = 0  # MINOR or MEUSE
    bridge: int = 0  # the bridges and pontoons over it, as bits
    name: str = ""
    north: bool = False  # a Meuse hexside not wholly south of the Start Line


class Pontoon(msgspec.Struct, frozen=True):
    bit: int
    turn: int
    west: Hex


class Cover(msgspec.Struct, frozen=True):
    """One terrain effect of a hex: its shifts to the left and what it is called."""

    assault: int
    bombard: int
    name: str


NOTHING: Final = Cover(0, 0, "")


class Kit:
    """The tables of one scenario."""

    def __init__(self, scenario: str, pack: Path | None) -> None:
        self.pack = pack
        self.board: Board = load_board(pick_file("board.toml", DATA, pack))
        self.charts: dict[str, Chart] = load_charts(pick_file("charts.toml", DATA, pack))
        self.values: dict[str, Value] = load_values(pick_file("charts.toml", DATA, pack))
        self.grid = self.board.grid
        self.scenario = read_scenario(scenario, pack)
        board, charts = self._source("board.toml"), self._source("charts.toml")
        self._read_from(self._read_counters, self._source("counters.toml"))
        self._check_scenario(self._source(_scenario_file(scenario)))
        self._read_from(self._read_schedule, self._source("schedule.toml"))
        self._read_from(self._read_victory, self._source("victory.toml"))
        self._read_from(self._check_charts, charts)
        self._read_from(self._lay_out_ground, board)
        self._lay_out_edges()
        self._read_from(self._lay_out_hexsides, board)
        self._read_from(self._read_tables, charts)
        self._check(self._source(_scenario_file(scenario)))

    def _source(self, name: str) -> Source:
        return Source(pick_file(name, DATA, self.pack))

    def _read_from(self, part: Callable[[Source], None], source: Source) -> None:
        with source.read():
            part(source)

    # -- counters ----------------------------------------------------------------

    def _read_counters(self, source: Source) -> None:
        self.units: list[Unit] = []
        self.divisions: list[Division] = []
        self._read_allowances(source)
        for division, line in source.rows("division", Division):
            self._check_division(source, line, division)
            self._add_division(division)
        for kind, table in (("TANK", "tank"), ("ART", "artillery")):
            for counter, line in source.rows(table, Counter):
                source.one_of(line, f"the {table}", "nation", counter.nation, _SIDES)
                if kind == "ART":
                    self._check_one_step(source, line, table, counter.steps)
                self._add_counter(kind, counter)
        guns = source.table("machine_guns", MachineGuns)
        self._check_one_step(source, source.header("machine_guns"), "machine_guns", guns.steps)
        self._add_guns(guns)
        self._check_names(source)
        self._index_units()

    def _read_allowances(self, source: Source) -> None:
        rows = source.table("allowance", dict[str, Allowance])
        for kind in ("infantry", "tank", "artillery", "machine_gun"):
            if kind not in rows:
                raise source.flaw(source.header("allowance"), f"{kind} has no movement allowance")
        self._allowance = {kind: 2 * row.value for kind, row in rows.items()}

    def _check_division(self, source: Source, line: int, row: Division) -> None:
        what = f"the division {row.key}"
        source.one_of(line, what, "nation", row.nation, _SIDES)
        if len(row.strength) != row.steps:
            raise source.flaw(line, f"{what} should have a strength for each of its steps")
        if not row.regiments:
            raise source.flaw(line, f"{what} should have a regiment at least")
        for edge in row.edges if isinstance(row.edges, list) else ():
            source.one_of(line, what, "edges", edge, EDGES)
        if any(row.key == other.key for other in self.divisions):
            raise source.flaw(line, f"{what} is there twice")

    def _check_one_step(self, source: Source, line: int, table: str, steps: int) -> None:
        # Their one strength is not by steps.
        if steps != 1:
            raise source.flaw(source.token("steps =", line), f"steps of {table} should be 1")

    def _check_names(self, source: Source) -> None:
        seen: set[str] = set()
        for unit in self.units:
            if unit.name in seen:
                raise source.flaw(source.token(f'"{unit.name}"'), f"{unit.name} is there twice")
            seen.add(unit.name)

    @cites("LB-S.24", "LB-S.25", "LB-S.26")
    def _add_division(self, row: Division) -> None:
        number = len(self.divisions)
        self.divisions.append(msgspec.structs.replace(row, id=number))
        for regiment in row.regiments:
            self.units.append(
                Unit(
                    id=UnitId(len(self.units)),
                    name=f"{regiment.replace(' ', '')}/{row.short}",
                    title=f"{regiment}, {row.name}",
                    nation=row.nation,
                    kind="INF",
                    division=number,
                    steps=row.steps,
                    strength=(0, *row.strength),
                    allowance=self._allowance["infantry"],
                )
            )

    @cites("LB-S.27", "LB-14.10", "LB-11.5d", "LB-11.5f")
    def _add_counter(self, kind: str, row: Counter) -> None:
        # Artillery defends with 1; a tank's strength is the business of LB-11.8d.
        is_gun = kind == "ART"
        self.units.append(
            Unit(
                id=UnitId(len(self.units)),
                name=row.name,
                title=row.title,
                nation=row.nation,
                kind=kind,
                division=-1,
                steps=row.steps,
                strength=(0, 1) if is_gun else (0,) * (row.steps + 1),
                allowance=self._allowance["artillery" if is_gun else "tank"],
                range=row.range,
                guns=row.strength,
            )
        )

    def _add_guns(self, row: MachineGuns) -> None:
        for name in row.names[: row.count]:
            self.units.append(
                Unit(
                    id=UnitId(len(self.units)),
                    name=name,
                    title=f"Machine guns {name[2:]}",
                    nation="german",
                    kind="MG",
                    division=-1,
                    steps=row.steps,
                    strength=(0, row.defence),
                    allowance=self._allowance["machine_gun"],
                )
            )

    def _index_units(self) -> None:
        self.by_name: dict[str, UnitId] = {unit.name: unit.id for unit in self.units}
        self.names: list[str] = [unit.name for unit in self.units]
        self.side_of: list[Side] = [unit.side for unit in self.units]
        self.division_of: list[int] = [unit.division for unit in self.units]
        self.side_units = (self._set(side=ALLIED), self._set(side=GERMAN))
        self.infantry = self._set(kind="INF")
        self.tanks = self._set(kind="TANK")
        self.artillery = self._set(kind="ART")
        self.machine_guns = self._set(kind="MG")
        self.longest_range = max(unit.range for unit in self.units)
        self.immobile = self.artillery | self.machine_guns
        self.us = self._set(nation="us")
        self.french = self._set(nation="french")
        self.austrians = self._set(nation="austrian")
        self.division_units = [self._set(division=d.id) for d in self.divisions]
        self.division_by_key = {division.key: division.id for division in self.divisions}
        self.us_divisions = sum(1 << d.id for d in self.divisions if d.nation == "us")

    def _set(self, **wanted: object) -> UnitSet:
        chosen = 0
        for unit in self.units:
            if all(getattr(unit, key) == value for key, value in wanted.items()):
                chosen |= 1 << unit.id
        return chosen

    # -- calendar and victory ----------------------------------------------------

    def _read_schedule(self, source: Source) -> None:
        self.turns: dict[int, TurnRow] = {}
        for n, (turn, line) in enumerate(source.rows("turn", TurnRow), 1):
            if turn.number != n:
                raise source.flaw(line, f"the turn {turn.number} should be the turn {n}")
            self.turns[n] = turn
        self._read_dates(source)
        self.arrivals: dict[str, int] = {}
        for number, turn in self.turns.items():
            line = source.header("turn", number - 1)
            for key in turn.allied + turn.german:
                if key not in self.by_name:
                    self._check_division_key(source, source.token(f'"{key}"', line), key)
            self.arrivals |= dict.fromkeys(turn.allied + turn.german, number)
        self.entry_edges: dict[int, frozenset[str]] = {}
        for division in self.divisions:
            edges = division.edges if isinstance(division.edges, list) else ["N", "E", "W"]
            self.entry_edges[division.id] = frozenset(edges)
        if self.scenario.arrivals is not None:
            self.arrivals = {row.division: row.turn for row in self.scenario.arrivals}
            for row in self.scenario.arrivals:
                self.entry_edges[self.division_by_key[row.division]] = frozenset(row.edges)

    def _read_dates(self, source: Source) -> None:
        self.reserve_from = self._since(source, "reserve_open")
        self.guns_from = self._since(source, "machine_guns")
        self.first_ride = self._since(source, "operational_movement")
        self.final_offensive_from = self._since(source, "final_offensive")
        self.hasty_turns = frozenset(n for n in self.turns if self.event(n, "hasty_attacks"))
        self._check_events(source)
        self.west_entry = {
            self.division_by_key[name]: turn
            for turn in sorted(self.turns, reverse=True)
            for name in self.named(turn, "west_entry")
        }

    def _since(self, source: Source, key: str) -> int:
        found = [turn for turn in self.turns if self.event(turn, key)]
        if not found:
            raise source.flaw(1, f"no turn has the event {key}, so nobody knows when it begins")
        return min(found)

    def event(self, turn: int, key: str) -> Event | None:
        """The event of that name in a turn's row of the record."""
        return next((event for event in self.turns[turn].events if event.key == key), None)

    def named(self, turn: int, key: str) -> list[str]:
        """The divisions an event of that turn is about; none if it has no such event."""
        event = self.event(turn, key)
        return [] if event is None else event.divisions

    def _check_events(self, source: Source) -> None:
        for n, row in enumerate(self.turns.values()):
            for event in row.events:
                line = source.token(f'"{event.key}"', source.header("turn", n))
                source.tag(event.tag, line, f"the event {event.key}")
                for name in event.divisions:
                    if name not in self.division_by_key:
                        raise source.flaw(line, f"there is no division {name}")

    def arriving(self, turn: int) -> UnitSet:
        """The units the schedule brings on a turn (LB-14.16)."""
        units = 0
        for key, when in self.arrivals.items():
            if when == turn:
                units |= self._formation(key)
        return units

    def _formation(self, key: str) -> UnitSet:
        if key in self.division_by_key:
            return self.division_units[self.division_by_key[key]]
        return 1 << self.by_name[key]

    def _read_victory(self, source: Source) -> None:
        rows = source.rows("victory_hex", VictoryHex)
        for row, line in rows:
            self._check_hex(source, line, f"the victory hex {row.name}", row.hex)
        self.victory_hexes = self.scenario.victory_hex or [row for row, _ in rows]
        levels = [row for row, _ in source.rows("level", Level)]
        self._check_levels(source, levels)
        self.levels = self.scenario.level or levels

    # -- ground ------------------------------------------------------------------

    def _lay_out_ground(self, source: Source) -> None:
        grid, board = self.grid, self.board
        self._check_ground(source)
        self.play: HexSet = grid.all if self.scenario.window is None else self._window()
        self.start_allied: HexSet = board.layer_set("control", "allied") & self.play
        terrain = board.layers["terrain"]
        self.forest = board.layer_set("terrain", "forest") | board.layer_set(
            "terrain", "forest+rough"
        )
        self.rough = board.layer_set("terrain", "rough") | board.layer_set(
            "terrain", "forest+rough"
        )
        classes = self._fort_classes(source)
        fort = {h: classes.get(line, "") for h, line in board.layers["fort"].items()}
        self.hindenburg: HexSet = sum(1 << h for h, kind in fort.items() if kind == HINDENBURG)
        self.forts: HexSet = sum(1 << h for h, kind in fort.items() if kind)
        self.towns = sum({1 << place.hex for place in board.places if place.extra.get("town")})
        self.hills: HexSet = sum({1 << grid.at(row.hex) for row, _ in source.rows("hill", Hill)})
        self.gun_ground = self.forts | self.towns | self.forest | self.rough
        self.right_bank = (board.layer_set("water", "m") | board.layer_set("water", "n")) & grid.all
        chart = self.charts["terrain"]
        self.off_road: dict[Hex, HalfPoints] = {}
        self.by_road: dict[Hex, HalfPoints] = {}
        self.natural: dict[Hex, Cover] = {}
        self.man_made: dict[Hex, Cover] = {}
        for hex_ in grid.hexes:
            ground = [terrain[hex_], *(["hill"] if self.hills >> hex_ & 1 else [])]
            built = [*(["town"] if self.towns >> hex_ & 1 else [])]
            built += [fort[hex_]] if fort[hex_] else []
            dug_in = _move(chart, fort[hex_]) if fort[hex_] else 0
            self.off_road[hex_] = _move(chart, terrain[hex_]) + dug_in
            self.by_road[hex_] = _move(chart, "road") + dug_in
            self.natural[hex_] = _best(chart, ground)
            self.man_made[hex_] = _best(chart, built)
        self.town_cover = _best(chart, ["town"])

    def _fort_classes(self, source: Source) -> dict[str, str]:
        raw = source.tables.get("fort_class", {})
        line = source.header("fort_class")
        found = source.convert(raw, dict[str, str], line, "fort_class")
        for key, kind in found.items():
            if key != "tag":
                source.one_of(line, "fort_class", key, kind, FORTS)
        return found

    def _check_ground(self, source: Source) -> None:
        for layer, values in LAYERS.items():
            if layer not in self.board.layers:
                raise source.flaw(1, f"the file has no [layer.{layer}]")
            for value in values:
                if (layer, value) not in self.board.layer_sets:
                    line = source.header(f"layer.{layer}")
                    raise source.flaw(line, f"the legend of the layer {layer} has no {value!r}")
        grounds = set(self.board.layers["terrain"].values())
        for ground in sorted(grounds):
            source.one_of(
                source.header("layer.terrain"), "the terrain", "legend", ground, LAYERS["terrain"]
            )
        for n, (row, line) in enumerate(source.rows("pontoon", PontoonRow), 1):
            if row.west not in row.side.split("/"):
                raise source.flaw(line, f"the west of pontoon {n} should be an end of its side")

    def _window(self) -> HexSet:
        window = self.scenario.window
        assert window is not None
        (west, east), (north, south) = window.columns, window.rows
        grid = self.grid
        inside = (
            h
            for h in grid.hexes
            if west <= grid.column(h) <= east and north <= grid.row(h) <= south
        )
        return sum(1 << h for h in inside)

    @cites("LB-14.15")
    def _lay_out_edges(self) -> None:
        grid, play = self.grid, list(members(self.play))
        rows, columns = [grid.row(h) for h in play], [grid.column(h) for h in play]
        north, south, west, east = min(rows), max(rows), min(columns), max(columns)
        self.edges: dict[str, HexSet] = {
            "N": sum(1 << h for h in play if grid.row(h) == north),
            "S": sum(1 << h for h in play if grid.row(h) == south),
            "W": sum(1 << h for h in play if grid.column(h) == west),
            "E": sum(1 << h for h in play if grid.column(h) == east),
        }
        self.rim: HexSet = self.edges["N"] | self.edges["S"] | self.edges["W"] | self.edges["E"]
        exits: set[Hex] = {row.hex for row in self.board.exits}
        # A road that runs on beyond the window leaves this scenario's map there.
        for a, b in self.board.road_sides:
            if self.play >> a & 1 and not self.play >> b & 1:
                exits.add(a)
        self.road_exits: HexSet = sum(1 << h for h in exits if self.play >> h & 1)
        self.roads: HexSet = self.road_exits
        for a, b in self.board.road_sides:
            self.roads |= 1 << a | 1 << b
        columns_of = {h: grid.column(h) for h in play}
        self.french_south: HexSet = self.edges["S"] & sum(
            1 << h for h, c in columns_of.items() if c <= 5 or c >= 22
        )
        self.far_west: HexSet = sum(1 << h for h, c in columns_of.items() if c < 6)

    def _lay_out_hexsides(self, source: Source) -> None:
        board = self.board
        over: dict[tuple[Hex, Hex], int] = {}
        self.bridges_at: dict[Hex, int] = {}
        self.bridge_ends: list[tuple[Hex, Hex]] = []
        start = 0
        for bit, bridge in enumerate(board.bridges):
            a, b = bridge.side
            self.bridge_ends.append((a, b))
            for end, other in ((a, b), (b, a)):
                over[end, other] = 1 << bit
                self.bridges_at[end] = self.bridges_at.get(end, 0) | 1 << bit
            if self.start_allied >> a & 1 and self.start_allied >> b & 1:
                start |= 1 << bit
        self.all_bridges = (1 << len(self.bridge_ends)) - 1
        self.allied_bridges_at_start = start
        self.pontoons: list[Pontoon] = []
        for n, (row, _) in enumerate(source.rows("pontoon", PontoonRow)):
            self._add_pontoon(1 << (len(self.bridge_ends) + n), row, over)
        self.hexsides: dict[tuple[Hex, Hex], HexSide] = {}
        for hex_ in members(self.play):
            for other in self.grid.neighbours(hex_):
                if self.play >> other & 1:
                    self.hexsides[hex_, other] = self._hexside(hex_, other, over)
        self.sides_of: dict[Hex, list[tuple[Hex, HexSide]]] = {h: [] for h in members(self.play)}
        self.road_neighbours: dict[Hex, list[Hex]] = {}
        for (a, b), side in self.hexsides.items():
            self.sides_of[a].append((b, side))
            if side.road:
                self.road_neighbours.setdefault(a, []).append(b)
        self._gates: dict[int, tuple[HexSet, ...]] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}

    @cached_property
    def dry(self) -> dict[Hex, list[tuple[Hex, HalfPoints, bool]]]:
        """By hex that no river touches those next to it: what they cost, and whether by road."""
        inland = [at for at, sides in self.sides_of.items() if not any(s.river for _, s in sides)]
        return {at: self._dry(at) for at in inland}

    def _dry(self, at: Hex) -> list[tuple[Hex, HalfPoints, bool]]:
        costs = self.off_road, self.by_road
        return [(h, costs[bool(side.road)][h], bool(side.road)) for h, side in self.sides_of[at]]

    def _add_pontoon(self, bit: int, row: PontoonRow, over: dict[tuple[Hex, Hex], int]) -> None:
        a, b = (self.grid.at(label) for label in row.side.split("/"))
        self.pontoons.append(Pontoon(bit, row.turn, self.grid.at(row.west)))
        for pair in ((a, b), (b, a)):
            over[pair] = over.get(pair, 0) | bit

    def _hexside(self, a: Hex, b: Hex, over: dict[tuple[Hex, Hex], int]) -> HexSide:
        river = next(iter(self.board.hexsides.get((a, b), ())), None)
        kind = 0 if river is None else (MEUSE if river.name == "Meuse" else MINOR)
        both_south = self.start_allied >> a & self.start_allied >> b & 1
        return HexSide(
            road=(a, b) in self.board.road_sides,
            river=kind,
            bridge=over.get((a, b), 0),
            name="" if river is None else river.name,
            north=kind == MEUSE and not both_south,
        )

    def gates(self, usable: int) -> tuple[HexSet, ...]:
        """By direction, the hexes a supply line may leave with these bridges (LB-7.3b)."""
        found = self._gates.get(usable)
        if found is None:
            found = self._gates[usable] = self._open_gates(usable)
        return found

    def _open_gates(self, usable: int) -> tuple[HexSet, ...]:
        gates = [0] * 6
        for (a, b), side in self.hexsides.items():
            if not side.river or side.bridge & usable:
                direction = self.grid.direction(a, b)
                assert direction is not None
                gates[direction] |= 1 << a
        return tuple(gates)

    def disc(self, hex_: Hex, radius: int) -> HexSet:
        """The hexes within that distance."""
        found = self._discs.get((hex_, radius))
        if found is None:
            found = self._discs[hex_, radius] = self.grid.within(1 << hex_, radius)
        return found

    def in_play(self, label: str) -> Hex | None:
        """The hex of that number, if this scenario is played on it."""
        if not self.grid.has(label):
            return None
        hex_ = self.grid.at(label)
        return hex_ if self.play >> hex_ & 1 else None

    # -- charts ------------------------------------------------------------------

    def _read_tables(self, _: Source) -> None:
        crt, fire = self.charts["crt"], self.charts["bombardment"]
        self.crt_columns = crt.columns
        self.crt: list[list[tuple[int, int]]] = [
            [_losses(row[c]) for row in crt.cells] for c in range(len(crt.columns))
        ]
        self.fire_columns = fire.columns
        self.fire: list[list[int]] = [
            [int(row[c]) for row in fire.cells] for c in range(len(fire.columns))
        ]
        self.fire_floors = fire.floors
        chart = self.charts["terrain"]
        self.minor_cost = _move(chart, "minor river")
        self.river_cover = {MINOR: _best(chart, ["minor river"]), MEUSE: _best(chart, ["meuse"])}
        self.deliberate_column = self.crt_columns.index(str(self.value("deliberate_column")))
        pools = self.scenario.pools
        self.start_pools = (
            pools.us if pools else self.number("us_pool"),
            pools.german if pools else self.number("german_pool"),
        )

    def _check_charts(self, source: Source) -> None:
        """That the file has all that ours has, and numbers where there should be numbers."""
        for key, ours in load_values(DATA / "charts.toml").items():
            if key not in self.values:
                raise source.flaw(1, f"the file has no [value.{key}]")
            own, line = self.value(key), source.header(f"value.{key}")
            if type(own) is not type(ours.value):
                raise source.flaw(line, f"the value {key} should be as {ours.value!r} is")
            if isinstance(own, int) and not _LEAST.get(key, 0) <= own <= MOST_VALUE:
                least = _LEAST.get(key, 0)
                message = f"the value {key} should be from {least} to {MOST_VALUE}, not {own}"
                raise source.flaw(source.token("value =", line), message)
        for key, chart in load_charts(DATA / "charts.toml").items():
            self._check_chart(source, key, chart)
        column = str(self.value("deliberate_column"))
        line = source.header("value.deliberate_column")
        source.one_of(line, "deliberate_column", "value", column, self.charts["crt"].columns)

    def _check_chart(self, source: Source, key: str, ours: Chart) -> None:
        line, own = source.header(f"chart.{key}"), self.charts.get(key)
        if own is None:
            raise source.flaw(1, f"the file has no [chart.{key}]")
        if own.rows != ours.rows:
            raise source.flaw(line, f"the chart {key} should have our rows")
        if key == "terrain" and own.columns != ours.columns:
            raise source.flaw(line, f"the chart {key} should have our columns")
        if len(own.floors) != (len(own.columns) if ours.floors else 0):
            raise source.flaw(line, f"the chart {key} should have a floor for each column")
        for row, cells in zip(own.rows, own.cells, strict=True):
            for column, cell in zip(own.columns, cells, strict=True):
                pattern = _CELLS.get((key, row, column)) or _CELLS.get((key, "", column), "")
                if not re.fullmatch(pattern or _CELLS[key, "", ""], cell):
                    where = f"row {row!r}, column {column!r}"
                    message = f"the chart {key} cannot have {cell!r} at {where}"
                    raise source.flaw(source.token("cells =", line), message)

    def value(self, key: str) -> object:
        return self.values[key].value

    def number(self, key: str) -> int:
        """A single value of the charts."""
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = int(str(self.value(key)))
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {}

    # -- checks that need more than one file -----------------------------------------

    def _check_scenario(self, source: Source) -> None:
        """What the calendar and the ground are read with: turns, window, divisions, edges."""
        row = self.scenario
        for division in row.reserve:
            self._check_division_key(source, source.token("reserve ="), division)
        for arrival in row.arrivals or ():
            line = source.token("arrivals =")
            self._check_division_key(source, line, arrival.division)
            for edge in arrival.edges:
                source.one_of(line, f"the arrival of {arrival.division}", "edges", edge, EDGES)
        if row.window is not None:
            for name, bounds in (("columns", row.window.columns), ("rows", row.window.rows)):
                first, last = bounds
                if not 1 <= first <= last <= getattr(self.grid, name):
                    message = f"the {name} of the window should be on the map, from low to high"
                    raise source.flaw(source.token("window ="), message)
        self._check_levels(source, row.level)
        for n, goal in enumerate(row.victory_hex):
            self._check_hex(source, source.header("victory_hex", n), "the victory hex", goal.hex)

    def _check_division_key(self, source: Source, line: int, key: str) -> None:
        if key not in self.division_by_key:
            raise source.flaw(line, f"there is no division {key} among the counters")

    def _check_hex(self, source: Source, line: int, what: str, label: str) -> None:
        if not self.grid.has(label):
            at = source.token(f'"{label}"', line)
            raise source.flaw(at, f"{what} names a hex that is not on the map", label)

    def _check_levels(self, source: Source, levels: list[Level]) -> None:
        for n, level in enumerate(levels):
            line = source.header("level", n)
            source.one_of(line, "the level", "winner", level.winner, WINNERS)
        bounds = [level.at_least for level in levels]
        if bounds != sorted(bounds, reverse=True):
            raise source.flaw(source.header("level"), "the levels should come from the best down")
        if bounds and bounds[-1] > 0:
            raise source.flaw(source.header("level"), "the last level should be for 0 points")

    def _check(self, source: Source) -> None:
        first, last = self.scenario.first_turn, self.scenario.last_turn
        if not 1 <= first <= last <= len(self.turns):
            message = f"the turns {first} to {last} should be turns of the record"
            raise source.flaw(source.token("first_turn ="), message)
        for name, label in self.scenario.placements.items():
            line = source.token(f'"{name}"', source.header("placements"))
            self._check_unit(source, line, name)
            if not self.grid.has(label) or not self.play >> self.grid.at(label) & 1:
                raise source.flaw(line, f"{name} stands off the map", label)
        for label in self.scenario.machine_guns:
            if not self.grid.has(label) or not self.play >> self.grid.at(label) & 1:
                raise source.flaw(
                    source.token(f'"{label}"'), "a machine gun stands off the map", label
                )
        if self.scenario.to_place is not None:
            line = source.header("to_place")
            for name in self.scenario.to_place.allied + self.scenario.to_place.german:
                self._check_unit(source, line, name)

    def _check_unit(self, source: Source, line: int, name: str) -> None:
        if name not in self.by_name:
            raise source.flaw(line, f"there is no unit {name} among the counters")


def _scenario_file(key: str) -> str:
    return f"scenarios/{key}.toml"


def _scenario_path(key: str, pack: Path | None) -> Path:
    return pick_file(_scenario_file(key), DATA, pack)


def read_scenario(key: str, pack: Path | None = None) -> Scenario:
    """A scenario by itself, without the tables that go with it."""
    source = Source(_scenario_path(key, pack))
    row = source.convert(source.tables, Scenario, 1, "the scenario")
    source.one_of(1, "the scenario", "key", row.key, (key,))
    return row


def _move(chart: Chart, row: str) -> HalfPoints:
    return 2 * int(chart.cell(row, "move").lstrip("+"))


def _best(chart: Chart, rows: list[str]) -> Cover:
    """The effects of several terrains of one class: the best of them counts (LB-9.13c)."""
    covers = [
        Cover(int(chart.cell(row, "assault")), int(chart.cell(row, "bombard")), row) for row in rows
    ]
    if not covers:
        return NOTHING
    best = max(covers, key=lambda cover: (cover.assault, cover.bombard))
    # The best cover from fire need not be the best in an assault.
    return Cover(best.assault, max(cover.bombard for cover in covers), best.name)


def _losses(cell: str) -> tuple[int, int]:
    attacker, defender = cell.split("/")
    return int(attacker), EVERYONE_DIES if defender == "E" else int(defender)


# -- the kits in use ---------------------------------------------------------------


class _Kits(dict[str, Kit]):
    """Kits by `key_of`; one that is missing is read from the shipped data."""

    def __missing__(self, key: str) -> Kit:
        scenario, _, pack = key.partition("@")
        if pack:
            raise KeyError(f"the chart pack {pack} has not been opened in this process")
        kit = self[key] = Kit(scenario, None)
        return kit


KITS: Final = _Kits()


def open_kit(scenario: str, pack: Path | None) -> str:
    """Reads a scenario's kit, unless it is there already, and gives its key."""
    key = scenario if pack is None else f"{scenario}@{pack_hash(pack)}"
    if pack is not None and key not in KITS:
        KITS[key] = Kit(scenario, pack)
    return key
