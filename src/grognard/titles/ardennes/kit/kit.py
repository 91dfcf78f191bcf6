"""Everything that does not change: map, counters, cards, chits, calendar, charts, scenario.

Read from the data files once for a scenario and a chart pack, checked, and
turned into the tables that the chapters look things up in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final, NewType, TypeAlias, TypeVar

import msgspec

from grognard.book.canonical import pack_hash
from grognard.book.charts import Chart, Value, load_charts, load_values, pick_file
from grognard.book.flaws import Source
from grognard.book.memo import Memo
from grognard.book.rulebook import cites
from grognard.ground.board import Board, load_board
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.ardennes.kit.rows import (
    ActionRow,
    Airborne,
    Allowance,
    ArmyZone,
    CardRow,
    ChitRow,
    CorpsArea,
    Counter,
    DayRow,
    DropZone,
    Exits,
    Guest,
    HexList,
    MeuseGuard,
    MeuseLine,
    Objective,
    OneArmy,
    OneCorps,
    Paratroops,
    Scenario,
    Supply,
    Support,
)

T = TypeVar("T")
UnitId = NewType("UnitId", int)
UnitSet: TypeAlias = int
Side: TypeAlias = int
CardId: TypeAlias = int
"""The place of a card in its deck's file, from 0."""
River: TypeAlias = int
"""The number of a river hexside; sets of them are bits."""

GERMAN: Final[Side] = 0
ALLIED: Final[Side] = 1
SECONDARY, PRIMARY = 1, 2

DATA: Final = Path(__file__).parents[1] / "data"
FILES: Final = (
    "board.toml",
    "counters.toml",
    "german_deck.toml",
    "allied_deck.toml",
    "action_deck.toml",
    "chits.toml",
    "calendar.toml",
    "charts.toml",
    "named.toml",
)

OKW: Final = "OKW"
ARMY_GROUP_B: Final = "Army Group B"
DIVISION, CORPS, ARMY, GROUP, NO_COMMAND = "division", "corps", "army", "group", "none"

_SIDES: Final = {"german": GERMAN, "us": ALLIED, "british": ALLIED}
_CARD_KINDS: Final = (DIVISION, CORPS, ARMY, GROUP, NO_COMMAND)
_SETS: Final = ("primary", "supplemental")
_KINDS: Final = ("infantry", "mechanized")
_GAMES: Final = ("gs", "2p")
_STARTS: Final = ("allied", "german", "destroyed")
_TERRAINS: Final = ("clear", "broken", "woods", "forest")
_ROADS: Final = {"secondary": SECONDARY, "primary": PRIMARY}
_PLACES: Final = ("town", "city")
_BOXES: Final = ("reserve", "okw")
_CONDITIONS: Final = frozenset(
    {"always", "flank", "engineers", "fortified", "rough"}
    | {f"{what}_{who}" for what in ("armor", "elite", "artillery", "airpower") for who in "ad"}
)
SITUATIONS: Final = (
    "counterattack",
    "counterattack_vp",
    "coordinated_attack",
    "armored_thrust",
    "relief",
    "cut_off",
    "plug_the_gap",
    "occupy_position",
    "garrison",
    "retake",
    "link_up",
    "refuse_the_flank",
    "strengthen",
    "strengthen_strongpoint",
    "dig_in",
    "pull_back",
    "withdrawal_under_fire",
)
TACTICS: Final = (
    "Airpower",
    "Artillery",
    "Corps Artillery",
    "Fixed Artillery",
    "Assault Coordination",
    "Bug Out",
    "Engineers",
    "Infiltration",
    "Panzer Battalion",
    "Tank Battalion",
    "Press the Attack",
    "Reinforce Battle",
    "Screen",
    "Wild",
)
EVENTS: Final = (
    "Allied Command Crisis",
    "Bridge Engineers",
    "Commandos",
    "Consolidation",
    "Eisenhower Hesitates",
    "Fuel Priority",
    "Fury of Bastogne",
    "Ground Freeze",
    "Manteuffel Directs Traffic",
    "Operation Greif",
    "Air Resupply",
    "Break in the Clouds",
    "Engineers",
    "Patton on the Move",
    "Raise the Alarm",
    "any",
)
"""What a card may name; "any" is one of the player's choice, neither special nor a reaction."""

_RATIO: Final = re.compile(r"ratio(>=|<)\d+:[1-9]\d*")
_DAY: Final = re.compile(r"D\d\d")
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_LAST_RANK: Final = 999


class Unit(msgspec.Struct, frozen=True):
    """What is printed on a counter. `strength` is by steps left, from none.

    `division` is a key of `Kit.division_units`, "" for a unit attached to its
    corps. `start`, by game: a hex, "D" and a day, "reserve" or "okw".
    """

    id: UnitId
    name: str
    title: str
    side: Side
    nation: str
    army: str
    corps: str
    division: str
    number: int
    kind: str  # "infantry" or "mechanized"
    armor: bool
    elite: bool
    bracketed: bool
    replacement: bool
    steps: int
    strength: tuple[int, ...]
    allowance: int
    start: dict[str, str]


class HexSide(msgspec.Struct, frozen=True):
    """What lies between two neighbours."""

    road: int = 0  # SECONDARY or PRIMARY
    river: int = 0  # the bit of the river hexside


class Card(msgspec.Struct, frozen=True):
    """A command card. `units` are those of its formations; those of the OKW are in none."""

    id: CardId
    number: int
    side: Side
    kind: str  # "division", "corps", "army", "group" or "none"
    name: str
    formations: tuple[str, ...]
    units: UnitSet
    corps: str
    army: str
    value: int
    level: int
    commands: tuple[str, ...]
    tactic: str
    event: str
    special: bool
    reaction: bool
    once: bool
    days: tuple[int, ...]  # on which the event may be played; none: on any
    games: tuple[str, ...]  # in which it has an effect; none: in both
    set: str  # "primary" or "supplemental"
    enters: int  # the day; 0 from the start
    fuel_days: tuple[int, ...]

    @property
    def title(self) -> str:
        """What a log calls the card: a bare number is a division's."""
        if self.kind != DIVISION:
            return self.name
        return " + ".join(_division_title(part) for part in self.name.split(" + "))


class ActionCard(msgspec.Struct, frozen=True):
    number: int
    title: str
    situation: str
    odds: tuple[int, int]  # (0, 0): the card asks for none
    from_day: int
    bonus: str  # a tactic, "chit" or ""
    break_off: bool
    text: str


class ChitKind(msgspec.Struct, frozen=True):
    """`lines`: a condition, hits on the attacker, hits on the defender."""

    key: str
    copies: int
    lines: tuple[tuple[str, int, int], ...]


class Day(msgspec.Struct, frozen=True):
    day: int
    sky: str
    german_deal: int
    allied_deal: int
    german_hand: int
    allied_hand: int


class _Numbers(dict[str, int]):
    """The values of the charts that are whole numbers, as they are asked for."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values_ = values

    def __missing__(self, key: str) -> int:
        found = self[key] = int(str(self.values_[key].value))
        return found


class Kit:
    """The tables of one scenario."""

    def __init__(self, scenario: str, pack: Path | None) -> None:
        self.pack = pack
        self.memo = Memo()
        self._sources: dict[str, Source] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}
        self.charts: dict[str, Chart] = load_charts(pick_file("charts.toml", DATA, pack))
        self.values: dict[str, Value] = load_values(pick_file("charts.toml", DATA, pack))
        # A single value of the charts; a dictionary's own method, for it is asked all the time.
        self.number: Callable[[str], int] = _Numbers(self.values).__getitem__
        if pack is not None:
            self._check_charts(self._source("charts.toml"))
        self.board: Board = load_board(pick_file("board.toml", DATA, pack))
        self.grid = self.board.grid
        self.scenario = read_scenario(scenario, pack)
        self._read_counters(self._source("counters.toml"))
        self._read_ground(self._source("board.toml"))
        self._read_zones(self._source("board.toml"))
        self._read_named(self._source("named.toml"))
        self.german_deck = self._read_deck("german_deck.toml", GERMAN)
        self.allied_deck = self._read_deck("allied_deck.toml", ALLIED)
        self.action_deck = self._read_actions(self._source("action_deck.toml"))
        self._read_chits(self._source("chits.toml"))
        self._read_calendar(self._source("calendar.toml"))
        self._check_starts(self._source("counters.toml"))
        self._sources.clear()

    def _source(self, name: str) -> Source:
        if name not in self._sources:
            self._sources[name] = Source(pick_file(name, DATA, self.pack))
        return self._sources[name]

    # -- counters ----------------------------------------------------------------

    def _read_counters(self, source: Source) -> None:
        self._allowance = _table(source, "allowance", dict[str, Allowance])
        units = []
        for n, (row, line) in enumerate(_rows(source, "unit", Counter)):
            self._check_counter(source, row, line)
            units.append(self._unit(UnitId(n), row))
        self.units: tuple[Unit, ...] = tuple(units)
        self._index_units(source)
        self._index_formations()

    def _check_counter(self, source: Source, row: Counter, line: int) -> None:
        what = f"the unit {row.name}"
        _one_of(source, line, what, "nation", row.nation, _SIDES)
        _one_of(source, line, what, "class", row.kind, _KINDS)
        if row.kind not in self._allowance:
            raise source.flaw(line, f"there is no movement allowance for {row.kind} units")
        if not row.strength or row.strength != sorted(row.strength, reverse=True):
            raise source.flaw(line, f"{what} should have strengths that fall from step to step")
        for game in _GAMES:
            if game not in row.start:
                raise source.flaw(line, f"{what} has no start in the game {game}")

    def _unit(self, unit: UnitId, row: Counter) -> Unit:
        return Unit(
            id=unit,
            name=row.name,
            title=row.title,
            side=_SIDES[row.nation],
            nation=row.nation,
            army=row.army,
            corps=row.corps,
            division=f"{row.division}/{row.corps}" if row.division else "",
            number=row.number,
            kind=row.kind,
            armor=row.armor,
            elite=row.elite,
            bracketed=row.bracketed,
            replacement=row.replacement,
            steps=len(row.strength),
            strength=(0, *reversed(row.strength)),
            allowance=self._allowance[row.kind].value,
            start=row.start,
        )

    def _index_units(self, source: Source) -> None:
        self.names: tuple[str, ...] = tuple(unit.name for unit in self.units)
        self.by_name: dict[str, UnitId] = {}
        for unit in self.units:
            if unit.name in self.by_name:
                raise source.flaw(source.header("unit", unit.id), f"{unit.name} is there twice")
            self.by_name[unit.name] = unit.id
        self.side_of: tuple[Side, ...] = tuple(unit.side for unit in self.units)
        self.side_units = (self._set(side=GERMAN), self._set(side=ALLIED))
        self.infantry, self.mechanized = self._set(kind="infantry"), self._set(kind="mechanized")
        self.armor, self.elite = self._set(armor=True), self._set(elite=True)
        self.bracketed = self._set(bracketed=True)

    def _set(self, **wanted: object) -> UnitSet:
        chosen = 0
        for unit in self.units:
            if all(getattr(unit, key) == value for key, value in wanted.items()):
                chosen |= 1 << unit.id
        return chosen

    @cites("EA-S.66")
    def _index_formations(self) -> None:
        self.corps_units = self._by(lambda unit: unit.corps)
        self.army_units = self._by(lambda unit: unit.army)
        self.division_units = self._by(lambda unit: unit.division)
        self.army_of_corps: dict[str, str] = {unit.corps: unit.army for unit in self.units}
        self.corps_of_army: dict[str, tuple[str, ...]] = {
            army: tuple(c for c, of in self.army_of_corps.items() if of == army)
            for army in self.army_units
        }
        self.side_of_corps: dict[str, Side] = {unit.corps: unit.side for unit in self.units}
        self.corps_rank: dict[str, int] = {corps: _rank(corps) for corps in self.corps_units}
        self.okw: UnitSet = self.corps_units.get(OKW, 0)
        self.order: tuple[tuple[int, int], ...] = tuple(
            (unit.number, self.corps_rank[unit.corps]) for unit in self.units
        )

    def _by(self, name: Callable[[Unit], str]) -> dict[str, UnitSet]:
        found: dict[str, UnitSet] = {}
        for unit in self.units:
            if key := name(unit):
                found[key] = found.get(key, 0) | 1 << unit.id
        return found

    # -- ground ------------------------------------------------------------------

    def _read_ground(self, source: Source) -> None:
        board = self.board
        if "terrain" not in board.layers:
            raise source.flaw(1, "the file has no [layer.terrain]")
        self.terrain: dict[Hex, str] = board.layers["terrain"]
        for hex_, kind in self.terrain.items():
            if kind not in _TERRAINS:
                line = source.header("layer.terrain")
                raise source.flaw(line, f"there is no terrain {kind!r}", self.grid.label(hex_))
        self.clear, self.broken, self.woods, self.forest = (
            board.layer_sets.get(("terrain", kind), 0) for kind in _TERRAINS
        )
        row = _table(source, "westwall", HexList)
        self.westwall: HexSet = self._hexes(source, "westwall", row.hexes)
        self._read_places(source)
        self._lay_out_hexsides(source)
        self._lay_out_bridges(source)
        self._lay_out_holds(source)

    def _read_places(self, source: Source) -> None:
        self.towns: HexSet = 0
        self.cities: HexSet = 0
        self.german_towns_at_start: HexSet = 0
        self.vp: dict[Hex, int] = {}
        self.place_name: dict[Hex, str] = {}
        for n, place in enumerate(self.board.places):
            line, bit = source.header("place", n), 1 << place.hex
            _one_of(source, line, f"the place {place.name}", "kind", place.kind, _PLACES)
            self.towns |= bit
            self.cities |= bit if place.kind == "city" else 0
            self.german_towns_at_start |= bit if place.extra.get("german") else 0
            vp = place.extra.get("vp", 0)
            if not isinstance(vp, int):
                raise source.flaw(line, f"the vp of {place.name} should be a whole number")
            if vp:
                self.vp[place.hex] = vp
            self.place_name[place.hex] = place.name
        self.vp_hexes: HexSet = hexset(self.vp)

    def _lay_out_hexsides(self, source: Source) -> None:
        roads = self._road_classes(source)
        rivers = [side for side in self.board.hexsides if side[0] < side[1]]
        self.rivers: tuple[tuple[Hex, Hex], ...] = tuple(rivers)
        self.river_name: tuple[str, ...] = tuple(self.board.hexsides[s][0].name for s in rivers)
        self.river_bit: dict[tuple[Hex, Hex], int] = {}
        self.rivers_at: dict[Hex, int] = dict.fromkeys(self.grid.hexes, 0)
        for n, (a, b) in enumerate(rivers):
            self.river_bit[a, b] = self.river_bit[b, a] = 1 << n
            self.rivers_at[a] |= 1 << n
            self.rivers_at[b] |= 1 << n
        self.sides: dict[tuple[Hex, Hex], HexSide] = {
            (a, b): HexSide(roads.get((a, b), 0), self.river_bit.get((a, b), 0))
            for a in self.grid.hexes
            for b in self.grid.neighbours(a)
        }
        self.roads: HexSet = self.board.road_hexes()
        self.junctions: HexSet = hexset(h for h in self.grid.hexes if self._is_junction(h))

    def _is_junction(self, hex_: Hex) -> bool:
        ways = sum(1 for other in self.grid.neighbours(hex_) if self.sides[hex_, other].road)
        return ways >= self.number("junction_roads")

    def _road_classes(self, source: Source) -> dict[tuple[Hex, Hex], int]:
        """A hexside on roads of both classes is primary."""
        found: dict[tuple[Hex, Hex], int] = {}
        for n, road in enumerate(self.board.roads.values()):
            line = source.header("road", n)
            _one_of(source, line, f"the road {road.id}", "class", road.kind, _ROADS)
            for a, b in pairwise(road.hexes):
                found[a, b] = found[b, a] = max(_ROADS[road.kind], found.get((a, b), 0))
        return found

    def _lay_out_bridges(self, source: Source) -> None:
        self.printed_bridges = self.bridges_intact = self.bridges_german = 0
        self.bridge_name: dict[River, str] = {}
        for n, bridge in enumerate(self.board.bridges):
            line, start = source.header("bridge", n), str(bridge.extra.get("start", ""))
            _one_of(source, line, f"the bridge {bridge.name}", "start", start, _STARTS)
            bit = self.river_bit[bridge.side]
            self.bridge_name[bit.bit_length() - 1] = bridge.name
            self.printed_bridges |= bit
            self.bridges_intact |= bit if start != "destroyed" else 0
            self.bridges_german |= bit if start == "german" else 0

    def _lay_out_holds(self, source: Source) -> None:
        own = _table(source, "hold", dict[str, int])
        self._hexes(source, "hold", own)
        set_by_hand = {self.grid.at(label): value for label, value in own.items()}
        self.hv: dict[Hex, int] = {
            h: set_by_hand[h] if h in set_by_hand else self._hold_value(h) for h in self.grid.hexes
        }
        low = self.number("hold_open")
        self.positions: HexSet = hexset(h for h, value in self.hv.items() if value > low)

    def _hold_value(self, hex_: Hex) -> int:
        if vp := self.vp.get(hex_):
            return min(self.number("hold_vp") + vp, self.number("hold_most"))
        if self.towns >> hex_ & 1:
            return self.number("hold_town")
        # A destroyed bridge counts too: it is the place that matters.
        if self.junctions >> hex_ & 1 or self.rivers_at[hex_] & self.printed_bridges:
            return self.number("hold_junction")
        wooded = (self.woods | self.forest) & self.roads
        return self.number("hold_woods_road" if wooded >> hex_ & 1 else "hold_open")

    # -- zones -------------------------------------------------------------------

    def _read_zones(self, source: Source) -> None:
        supply = _table(source, "supply", Supply)
        self.sources: tuple[HexSet, HexSet] = (
            self._hexes(source, "supply", supply.german),
            self._hexes(source, "supply", supply.allied),
        )
        exits = _table(source, "exits", Exits)
        barred = self._hexes(source, "exits", exits.no_exit)
        self.exits: HexSet = self._hexes(source, "exits", exits.hexes) & ~barred
        self.edge: HexSet = hexset(h for h in self.grid.hexes if len(self.grid.neighbours(h)) < 6)
        self.east_edge: HexSet = hexset(h for h in self.grid.hexes if self.column(h) == 1)
        self.east_roads: HexSet = self.east_edge & self.roads
        self._read_areas(source)
        self._read_meuse(source)

    def _read_areas(self, source: Source) -> None:
        self.army_zone: dict[str, HexSet] = {}
        for zone, line in _rows(source, "army_zone", ArmyZone):
            _one_of(source, line, "the army zone", "army", zone.army, self.army_units)
            self.army_zone[zone.army] = self._block(zone.rows, (1, self.grid.columns))
        self.corps_area: dict[str, HexSet] = {}
        for area, line in _rows(source, "corps_area", CorpsArea):
            _one_of(source, line, "the corps area", "corps", area.corps, self.corps_units)
            self.corps_area[area.corps] = self._block(area.rows, area.columns)
        self.objectives: dict[str, HexSet] = {}
        for aim, line in _rows(source, "objective", Objective):
            _one_of(source, line, "the objective", "army", aim.army, self.army_units)
            self.objectives[aim.army] = self._hexes(source, "objective", aim.hexes)
        drop = _table(source, "drop_zone", DropZone)
        ground = hexset(h for h, kind in self.terrain.items() if kind in drop.terrain)
        self.drop_zone: HexSet = self._block(drop.rows, drop.columns) & ground

    @cites("EA-S.60")
    def _read_meuse(self, source: Source) -> None:
        row = _table(source, "meuse", MeuseLine)
        river = self.board.sides_named(row.river)
        self.meuse_sides: int = _union(self.river_bit[side] for side in river)
        self.meuse_banks: HexSet = hexset({a for a, _ in river})
        self.meuse: HexSet = self._hexes(source, "meuse", row.towns)
        for a, b in river:
            if self.river_bit[a, b] & self.printed_bridges:
                self.meuse |= 1 << a
        # The hexes on the banks are the first of those counted from the river.
        near = self.number("meuse_distance") - 1
        self.meuse_within2: HexSet = self.grid.within(self.meuse_banks, near)
        dry = self.board.gates(pair for pair in self.sides if pair not in river)
        start = self._hexes(source, "meuse", [row.west])
        self.west_bank: HexSet = self.grid.flood(start, self.grid.all, dry)

    def _block(self, rows: tuple[int, int], columns: tuple[int, int]) -> HexSet:
        (north, south), (east, west) = rows, columns
        return hexset(
            h
            for h in self.grid.hexes
            if north <= self.grid.row(h) <= south and east <= self.column(h) <= west
        )

    def _hexes(self, source: Source, table: str, labels: Iterable[str]) -> HexSet:
        line, bits = source.header(table), 0
        for label in labels:
            if not self.grid.has(label):
                at = source.token(label, line)
                raise source.flaw(at, f"{table} names a hex that is not on the map", label)
            bits |= 1 << self.grid.at(label)
        return bits

    def column(self, hex_: Hex) -> int:
        """The column as the map numbers it, from the east; the highest is westernmost."""
        return self.grid.columns + 1 - self.grid.column(hex_)

    def within(self, hex_: Hex, radius: int) -> HexSet:
        """The hexes within that distance."""
        found = self._discs.get((hex_, radius))
        if found is None:
            found = self._discs[hex_, radius] = self.grid.within(1 << hex_, radius)
        return found

    # -- what rules and events speak of by name ----------------------------------------

    def _read_named(self, source: Source) -> None:
        drop = _table(source, "paratroops", Paratroops)
        self.vdh: UnitId = self._named_unit(source, "paratroops", drop.unit)
        self._read_guard(source)
        flown = _table(source, "airborne", Airborne)
        self.airborne: tuple[str, ...] = tuple(flown.divisions)
        for division in (*flown.divisions, flown.to_bastogne):
            _known(source, "airborne", "division", division, self.division_units)
        self.to_bastogne: str = flown.to_bastogne
        traffic = _table(source, "manteuffel", OneArmy)
        _known(source, "manteuffel", "army", traffic.army, self.army_units)
        self.manteuffels_army: str = traffic.army
        hurried = _table(source, "patton", OneCorps)
        _known(source, "patton", "corps", hurried.corps, self.corps_units)
        self.pattons_corps: str = hurried.corps
        self._read_guest(source)
        self._read_support(source)

    def _named_unit(self, source: Source, table: str, name: str) -> UnitId:
        _known(source, table, "unit", name, self.by_name)
        return self.by_name[name]

    @cites("EA-S.60")
    def _read_guard(self, source: Source) -> None:
        guard = _table(source, "meuse_guard", MeuseGuard)
        _known(source, "meuse_guard", "corps", guard.corps, self.corps_units)
        self.meuse_corps: str = guard.corps
        self.town_guard: UnitId = self._named_unit(source, "meuse_guard", guard.unit)
        self.guarded_town: HexSet = self._hexes(source, "meuse_guard", [guard.town])

    @cites("EA-D16.x")
    def _read_guest(self, source: Source) -> None:
        guest = _table(source, "guest", Guest)
        for corps in (guest.corps, guest.area):
            _known(source, "guest", "corps", corps, self.corps_area)
        self.guest_areas: dict[str, HexSet] = {guest.corps: self.corps_area[guest.area]}

    @cites("EA-S.28")
    def _read_support(self, source: Source) -> None:
        support = _table(source, "support", Support)
        for army, tactics in support.tactics.items():
            _known(source, "support", "army", army, self.army_units)
            for tactic in tactics:
                _known(source, "support", "tactic", tactic, TACTICS)
        self.army_support: dict[str, tuple[str, ...]] = {
            army: tuple(tactics) for army, tactics in support.tactics.items()
        }

    # -- cards, chits, calendar --------------------------------------------------------

    def _read_deck(self, name: str, side: Side) -> tuple[Card, ...]:
        source, deck = self._source(name), []
        for n, (row, line) in enumerate(_rows(source, "card", CardRow)):
            what = f"the card {row.number}"
            if row.number != n + 1:
                raise source.flaw(line, f"{what} should be the card {n + 1}")
            _one_of(source, line, what, "kind", row.kind, _CARD_KINDS)
            _one_of(source, line, what, "set", row.set, _SETS)
            _one_of(source, line, what, "tactic", row.tactic, ("", *TACTICS))
            _one_of(source, line, what, "event", row.event, ("", *EVENTS))
            deck.append(self._card(source, line, row, side))
        return tuple(deck)

    def _card(self, source: Source, line: int, row: CardRow, side: Side) -> Card:
        units = 0
        for token in row.formations:
            units |= self._formation(source, line, row, token) & self.side_units[side] & ~self.okw
        corps, army = self._home(row.kind, units)
        return Card(
            id=row.number - 1,
            number=row.number,
            side=side,
            kind=row.kind,
            name=row.name,
            formations=tuple(row.formations),
            units=units,
            corps=corps,
            army=army,
            value=row.value,
            level=row.level,
            commands=tuple(row.commands),
            tactic=row.tactic,
            event=row.event,
            special=row.special,
            reaction=row.reaction,
            once=row.once,
            days=tuple(row.days),
            games=tuple(row.games),
            set=row.set,
            enters=row.enters,
            fuel_days=tuple(row.fuel_days),
        )

    def _formation(self, source: Source, line: int, row: CardRow, token: str) -> UnitSet:
        if token == ARMY_GROUP_B:
            return self.side_units[GERMAN]
        tables = {
            DIVISION: self.division_units,
            CORPS: self.corps_units,
            ARMY: self.army_units,
            GROUP: self.army_units,
        }
        found: UnitSet = tables.get(row.kind, {}).get(token, 0)
        if not found and row.kind == DIVISION and token in self.by_name:
            found = 1 << self.by_name[token]
        if not found:
            raise source.flaw(line, f"the card {row.number} names {token!r}, which has no units")
        return found

    def _home(self, kind: str, units: UnitSet) -> tuple[str, str]:
        """The corps and the army of a card's units, "" where there are several."""
        members_ = [unit for unit in self.units if units >> unit.id & 1]
        corps, armies = {unit.corps for unit in members_}, {unit.army for unit in members_}
        in_corps = kind in (DIVISION, CORPS) and len(corps) == 1
        return corps.pop() if in_corps else "", armies.pop() if len(armies) == 1 else ""

    def _read_actions(self, source: Source) -> tuple[ActionCard, ...]:
        deck = []
        for row, line in _rows(source, "card", ActionRow):
            what = f"the card {row.number}"
            _one_of(source, line, what, "situation", row.situation, SITUATIONS)
            _one_of(source, line, what, "bonus", row.bonus, ("", "chit", *TACTICS))
            deck.append(
                ActionCard(
                    row.number,
                    row.title,
                    row.situation,
                    row.odds,
                    row.from_day,
                    row.bonus,
                    row.break_off,
                    row.text,
                )
            )
        return tuple(deck)

    def _read_chits(self, source: Source) -> None:
        chits = []
        for row, line in _rows(source, "chit", ChitRow):
            for entry in row.lines:
                if entry.when not in _CONDITIONS and not _RATIO.fullmatch(entry.when):
                    message = f"the chit {row.key} has the condition {entry.when!r}, which is none"
                    raise source.flaw(source.token(f'"{entry.when}"', line), message)
            lines = tuple((entry.when, entry.a, entry.d) for entry in row.lines)
            chits.append(ChitKind(row.key, row.copies, lines))
        self.chits: tuple[ChitKind, ...] = tuple(chits)
        self.cup: tuple[int, ...] = tuple(
            kind for kind, chit in enumerate(chits) for _ in range(chit.copies)
        )

    def _read_calendar(self, source: Source) -> None:
        self.days: dict[int, Day] = {}
        for row, line in _rows(source, "day", DayRow):
            _one_of(source, line, f"the day {row.day}", "sky", row.sky, ("clear", "overcast"))
            self.days[row.day] = Day(
                row.day,
                row.sky,
                row.german_deal,
                row.allied_deal,
                row.german_hand,
                row.allied_hand,
            )
        for day in range(self.scenario.first_day, self.scenario.last_day + 1):
            if day not in self.days:
                raise source.flaw(1, f"the calendar has no {day} December, which is played")

    # -- charts ------------------------------------------------------------------

    def value(self, key: str) -> object:
        return self.values[key].value

    def _check_charts(self, source: Source) -> None:
        """That a pack's file has all that ours has."""
        for key, ours in load_values(DATA / "charts.toml").items():
            if key not in self.values:
                raise source.flaw(1, f"the file has no [value.{key}]")
            if type(self.value(key)) is not type(ours.value):
                line = source.header(f"value.{key}")
                raise source.flaw(line, f"the value {key} should be a whole number")
        for key, chart in load_charts(DATA / "charts.toml").items():
            own = self.charts.get(key)
            if own is None or own.rows != chart.rows or own.columns != chart.columns:
                line = source.header(f"chart.{key}")
                raise source.flaw(line, f"the chart {key} should have our rows and columns")

    # -- checks that need more than one file -----------------------------------------

    @cites("EA-S.37")
    def _check_starts(self, source: Source) -> None:
        stacks: dict[Hex, UnitSet] = {}
        for unit in self.units:
            start, line = unit.start[self.scenario.game], source.header("unit", unit.id)
            if start in _BOXES or _DAY.fullmatch(start):
                continue
            if not self.grid.has(start):
                raise source.flaw(line, f"{unit.name} starts off the map", start)
            hex_ = self.grid.at(start)
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit.id
            if flaw := self._stack_flaw(stacks[hex_]):
                raise source.flaw(line, f"{flaw} with {unit.name}", start)
        self.start_stacks: dict[Hex, UnitSet] = stacks

    def _stack_flaw(self, stack: UnitSet) -> str:
        units = [unit for unit in self.units if stack >> unit.id & 1]
        if len({unit.side for unit in units}) > 1:
            return "both sides start in one hex"
        many = len(units) > self.number("stack_units")
        if many or sum(unit.steps for unit in units) > self.number("stack_steps"):
            return "more units or steps than may stack start in one hex"
        return ""


def _division_title(name: str) -> str:
    """ "28" is the 28th Division."""
    return f"{ordinal(int(name))} Division" if name.isdigit() else name


def ordinal(number: int) -> str:
    """1st, 22nd, 13th."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _rank(corps: str) -> int:
    """A corps by its Roman number; the OKW counts as the highest."""
    if corps == OKW:
        return _LAST_RANK
    digits = [_ROMAN.get(letter, 0) for letter in corps.removesuffix("SS")]
    total = 0
    for digit, following in zip(digits, [*digits[1:], 0], strict=True):
        total += -digit if digit < following else digit
    return total


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found


def _table(source: Source, name: str, kind: type[T]) -> T:
    """A table that the file has once."""
    line = source.header(name)
    found = source.convert(source.tables.get(name, {}), kind, line, name)
    _check_tags(source, found, line, name)
    return found


def _rows(source: Source, name: str, kind: type[T]) -> list[tuple[T, int]]:
    """An array of tables, each row with the line of its header."""
    raw = source.tables.get(name, [])
    if not isinstance(raw, list) or not raw:
        raise source.flaw(source.header(name), f"the file has no [[{name}]]")
    return [_row(source, name, kind, row, n) for n, row in enumerate(raw)]


def _row(source: Source, name: str, kind: type[T], row: object, n: int) -> tuple[T, int]:
    line, what = source.header(name, n), f"the {name.replace('_', ' ')}"
    found = source.convert(row, kind, line, what)
    _check_tags(source, found, line, what)
    return found, line


def _check_tags(source: Source, row: object, line: int, what: str) -> None:
    tags = [*getattr(row, "tags", {}).values()]
    tags += [row.tag] if hasattr(row, "tag") else []
    for tag in tags:
        source.tag(tag, line, what)


def _one_of(
    source: Source, line: int, what: str, key: str, value: str, known: Iterable[str]
) -> None:
    if value not in (names := list(known)):
        message = f"{what} has the {key} {value!r}, which is none of {', '.join(names)}"
        raise source.flaw(source.token(f"{key} =", line), message)


def _scenario_path(key: str, pack: Path | None) -> Path:
    return pick_file(f"scenarios/{key}.toml", DATA, pack)


def read_scenario(key: str, pack: Path | None = None) -> Scenario:
    """A scenario by itself, without the tables that go with it."""
    source = Source(_scenario_path(key, pack))
    row = source.convert(source.tables, Scenario, 1, "the scenario")
    _one_of(source, 1, "the scenario", "game", row.game, _GAMES)
    bounds = [level.at_least for level in row.level]
    if not bounds or bounds != sorted(set(bounds), reverse=True):
        raise source.flaw(source.header("level"), "the levels should come from the best down")
    return row


def _known(source: Source, table: str, what: str, name: str, known: Container[str]) -> None:
    """That what a table of the file names is there."""
    if name not in known:
        raise source.flaw(source.header(table), f"{table} names the {what} {name!r}, which is none")


# -- the kits in use ---------------------------------------------------------------


class _Kits(dict[str, Kit]):
    """Kits by the key `open_kit` gives; one that is missing is read from the shipped data."""

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
