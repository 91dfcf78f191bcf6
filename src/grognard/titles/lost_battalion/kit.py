"""Everything that does not change: map, counters, charts, calendar, scenario.

Read from the data files once for a scenario and a chart pack, checked, and
turned into the tables that the chapters look things up in.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Final, NewType, TypeAlias

import msgspec

from grognard.board import Board, load_board
from grognard.canonical import pack_hash
from grognard.charts import Chart, Value, load_charts, load_values, pick_file
from grognard.flaws import Source
from grognard.hexes import Hex, HexSet, members
from grognard.memo import Memo
from grognard.rulebook import cites
from grognard.titles.lost_battalion.rows import (
    Counter,
    Division,
    Event,
    Level,
    MachineGuns,
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

DATA: Final = Path(__file__).parent / "data"
FILES: Final = ("board.toml", "counters.toml", "charts.toml", "schedule.toml", "victory.toml")

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
        self.memo = Memo()
        self.board: Board = load_board(pick_file("board.toml", DATA, pack))
        self.charts: dict[str, Chart] = load_charts(pick_file("charts.toml", DATA, pack))
        self.values: dict[str, Value] = load_values(pick_file("charts.toml", DATA, pack))
        self.grid = self.board.grid
        self.scenario = read_scenario(scenario, pack)
        self._read_counters(Source(pick_file("counters.toml", DATA, pack)))
        self._read_schedule(Source(pick_file("schedule.toml", DATA, pack)))
        self._read_victory(Source(pick_file("victory.toml", DATA, pack)))
        self._lay_out_ground()
        self._lay_out_edges()
        self._lay_out_hexsides()
        self._read_tables()
        self._check()

    # -- counters ----------------------------------------------------------------

    def _read_counters(self, source: Source) -> None:
        tables = source.tables
        self.units: list[Unit] = []
        self.divisions: list[Division] = []
        self._allowance = {
            kind: 2 * int(entry["value"]) for kind, entry in tables["allowance"].items()
        }
        for n, row in enumerate(tables["division"]):
            line = source.header("division", n)
            self._add_division(source.convert(row, Division, line, "the division"))
        for kind, table in (("TANK", "tank"), ("ART", "artillery")):
            for n, row in enumerate(tables[table]):
                line = source.header(table, n)
                self._add_counter(kind, source.convert(row, Counter, line, f"the {table}"))
        line = source.header("machine_guns")
        self._add_guns(source.convert(tables["machine_guns"], MachineGuns, line, "machine_guns"))
        self._index_units()

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

    @cites("LB-S.27", "LB-14.10")
    def _add_counter(self, kind: str, row: Counter) -> None:
        # LB-11.5d: artillery defends with 1; a tank's strength is LB-11.8d's business.
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
        for n, row in enumerate(source.tables["turn"]):
            turn = source.convert(row, TurnRow, source.header("turn", n), "the turn")
            self.turns[turn.number] = turn
        self._read_dates(source)
        self.arrivals: dict[str, int] = {}
        for number, turn in self.turns.items():
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
        rows, levels = source.tables["victory_hex"], source.tables["level"]
        self.victory_hexes = self.scenario.victory_hex or msgspec.convert(rows, list[VictoryHex])
        self.levels = self.scenario.level or msgspec.convert(levels, list[Level])

    # -- ground ------------------------------------------------------------------

    def _lay_out_ground(self) -> None:
        grid, board = self.grid, self.board
        self.play: HexSet = grid.all if self.scenario.window is None else self._window()
        self.start_allied: HexSet = board.layer_set("control", "allied") & self.play
        terrain = board.layers["terrain"]
        self.forest = board.layer_set("terrain", "forest") | board.layer_set(
            "terrain", "forest+rough"
        )
        self.rough = board.layer_set("terrain", "rough") | board.layer_set(
            "terrain", "forest+rough"
        )
        classes: dict[str, str] = board.extra["fort_class"]
        fort = {h: classes.get(line, "") for h, line in board.layers["fort"].items()}
        self.hindenburg: HexSet = sum(1 << h for h, kind in fort.items() if kind == HINDENBURG)
        self.forts: HexSet = sum(1 << h for h, kind in fort.items() if kind)
        self.towns = sum({1 << place.hex for place in board.places if place.extra.get("town")})
        self.hills: HexSet = sum({1 << grid.at(row["hex"]) for row in board.extra["hill"]})
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

    def _lay_out_hexsides(self) -> None:
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
        for n, row in enumerate(board.extra["pontoon"]):
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

    def _add_pontoon(self, bit: int, row: dict[str, Any], over: dict[tuple[Hex, Hex], int]) -> None:
        a, b = (self.grid.at(label) for label in row["side"].split("/"))
        self.pontoons.append(Pontoon(bit, int(row["turn"]), self.grid.at(row["west"])))
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

    def _read_tables(self) -> None:
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

    def _check(self) -> None:
        source = Source(_scenario_path(self.scenario.key, self.pack))
        for name, label in self.scenario.placements.items():
            line = source.token(f'"{name}"', source.header("placements"))
            if name not in self.by_name:
                raise source.flaw(line, f"there is no unit {name} among the counters")
            if not self.grid.has(label) or not self.play >> self.grid.at(label) & 1:
                raise source.flaw(line, f"{name} stands off the map", label)
        for label in self.scenario.machine_guns:
            if not self.grid.has(label):
                raise source.flaw(
                    source.token(f'"{label}"'), "a machine gun stands off the map", label
                )


def _scenario_path(key: str, pack: Path | None) -> Path:
    return pick_file(f"scenarios/{key}.toml", DATA, pack)


def read_scenario(key: str, pack: Path | None = None) -> Scenario:
    """A scenario by itself, without the tables that go with it."""
    source = Source(_scenario_path(key, pack))
    return source.convert(source.tables, Scenario, 1, "the scenario")


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
