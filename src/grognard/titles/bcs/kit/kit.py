"""Everything that does not change: map, counters, Formations, turns, charts, scenario.

Read from the data files once for a scenario and a chart pack, checked, and
turned into the tables that the chapters look things up in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from grognard.book.canonical import pack_hash
from grognard.book.charts import pick_file
from grognard.book.flaws import Source
from grognard.book.memo import Memo
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.bcs.kit.forces import Forces
from grognard.titles.bcs.kit.layout import (
    ALL,
    DATA,
    FORD,
    FREEZE,
    GROUNDS,
    LEG,
    MA_TYPES,
    MAJOR_RIVER,
    MUD,
    NO_ROAD,
    NO_WATER,
    NORMAL,
    PLAIN,
    PRIMARY,
    QUARTERS,
    RAILROAD,
    RIVER,
    SECONDARY,
    STREAM,
    TAC,
    TRACK,
    TRUCK,
    Costs,
    Crossing,
    MaType,
    P,
    Quarters,
)
from grognard.titles.bcs.kit.pieces import (
    DEPLOYED,
    DUAL,
    FAT0,
    FAT1,
    FAT2,
    FAT3,
    FAT4,
    FATIGUE,
    FRESH,
    GERMAN,
    INFANTRY,
    LIGHT,
    MOVE,
    NO_FORMATION,
    NONE,
    NOWHERE,
    RED,
    SIDES,
    STANDOFF,
    US,
    Arrival,
    BridgeDie,
    Dump,
    ExitRule,
    Face,
    Formation,
    FormationId,
    HexSide,
    OptionalFormation,
    OptionSource,
    Order,
    Side,
    Timetable,
    TurnRow,
    Unit,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.kit.rows import (
    ABLE,
    ALWAYS,
    PLACES,
    OrderRow,
    Scenario,
    StandingRow,
    StressRow,
    Turn,
    check_tags,
    one_of,
)

__all__ = [
    "ALL",
    "DATA",
    "DEPLOYED",
    "DUAL",
    "FAT0",
    "FAT1",
    "FAT2",
    "FAT3",
    "FAT4",
    "FATIGUE",
    "FILES",
    "FORD",
    "FREEZE",
    "FRESH",
    "GERMAN",
    "GROUNDS",
    "INFANTRY",
    "KITS",
    "LEG",
    "LIGHT",
    "MAJOR_RIVER",
    "MA_TYPES",
    "MOVE",
    "MUD",
    "NONE",
    "NORMAL",
    "NOWHERE",
    "NO_FORMATION",
    "NO_ROAD",
    "NO_WATER",
    "PLAIN",
    "PRIMARY",
    "QUARTERS",
    "RAILROAD",
    "RED",
    "RIVER",
    "SCENARIOS",
    "SECONDARY",
    "SIDES",
    "STANDOFF",
    "STREAM",
    "TAC",
    "TRACK",
    "TRUCK",
    "US",
    "Arrival",
    "BridgeDie",
    "Costs",
    "Crossing",
    "Dump",
    "ExitRule",
    "Face",
    "Formation",
    "FormationId",
    "HexSide",
    "Kit",
    "MaType",
    "OptionSource",
    "OptionalFormation",
    "P",
    "Quarters",
    "Scenario",
    "Side",
    "Timetable",
    "TurnRow",
    "Unit",
    "UnitId",
    "UnitSet",
    "open_kit",
    "read_scenario",
]

SCENARIOS: Final = ("lesson", "noville", "bastogne")
FILES: Final = (
    "boards/noville.toml",
    "boards/bastogne.toml",
    "forces/noville.toml",
    "forces/bastogne.toml",
    "charts.toml",
)

_ATMOSPHERES: Final = ("good", "fair", "poor")
_FIRST: Final = (*SIDES, "roll")


class Kit(Forces):
    """The tables of one scenario."""

    def __init__(self, scenario: str, pack: Path | None) -> None:
        file = Source(_scenario_path(scenario, pack))
        super().__init__(read_scenario(scenario, pack), file, pack)
        self.memo = Memo()
        self.views: dict[tuple[Hex, int], HexSet] = {}  # by hex and range: see `sight.view`
        self._read_turns()
        self._read_sources()
        self._read_victory()
        self._read_bridges()
        self._read_special()
        self._read_more()

    # -- the scenario --------------------------------------------------------------

    def _read_turns(self) -> None:
        turns = []
        for n, row in enumerate(self.scenario.turn):
            line, what = self._file.header("turn", n), f"the turn {row.turn}"
            if row.turn != n + 1:
                raise self._file.flaw(line, f"{what} should be the turn {n + 1}")
            one_of(self._file, line, what, "ground", row.ground, GROUNDS)
            one_of(self._file, line, what, "atmosphere", row.atmosphere, _ATMOSPHERES)
            one_of(self._file, line, what, "first", row.first, _FIRST)
            turns.append(_turn(row))
        self.turns: tuple[TurnRow, ...] = tuple(turns)
        self.last_turn: int = len(turns)

    def _read_sources(self) -> None:
        sources = [0, 0]
        self.source_name: dict[Hex, str] = {}
        self.source_hex: dict[str, Hex] = {}
        self.source_towards: dict[Hex, str] = {}
        options = []
        for n, row in enumerate(self.scenario.source):
            line, what = self._file.header("source", n), f"the source {row.code}"
            one_of(self._file, line, what, "side", row.side, SIDES)
            hex_, side = self._hex(self._file, line, row.hex, what), SIDES.index(row.side)
            self.source_name[hex_], self.source_hex[row.code] = row.code, hex_
            self.source_towards[hex_] = row.towards
            if row.option:
                options.append(OptionSource(row.option, side, hex_, row.code, row.from_turn))
            else:
                sources[side] |= 1 << hex_
        self.sources: tuple[HexSet, HexSet] = (sources[US], sources[GERMAN])
        self.option_sources: tuple[OptionSource, ...] = tuple(options)

    def _read_victory(self) -> None:
        self.vp: dict[Hex, int] = {}
        self.vp_names: dict[Hex, str] = {}
        self.control_at_start: HexSet = 0
        for n, row in enumerate(self.scenario.victory_hex):
            line, what = self._file.header("victory_hex", n), f"the victory hex {row.name}"
            one_of(self._file, line, what, "control", row.control, SIDES)
            hex_ = self._hex(self._file, line, row.hex, what)
            if hex_ in self.vp:
                raise self._file.flaw(line, f"{what} is there twice", row.hex)
            self.vp[hex_], self.vp_names[hex_] = row.vp, row.name
            self.control_at_start |= 1 << hex_ if row.control == "german" else 0
        self.vp_hexes: HexSet = hexset(self.vp)

    def _read_bridges(self) -> None:
        self.blown: dict[int, tuple[HexSide, ...]] = {}
        self.bridges: tuple[HexSide, ...] = ()
        self.bridge_number: dict[HexSide, int] = {}
        self.bridge_names: dict[HexSide, str] = {}
        for n, row in enumerate(self.scenario.blown):
            side = self._bridge(row.side, row.name, self._file.header("blown", n))
            self.blown[row.turn] = (*self.blown.get(row.turn, ()), side)
        self.bridge_die: BridgeDie | None = None
        for die in self.scenario.bridge_die:
            line = self._file.header("bridge_die")
            side = self._bridge(die.side, die.name, line)
            hex_ = self._hex(self._file, line, die.hex, die.name)
            self.bridge_die = BridgeDie(side, hex_, die.blown_from)
        repair = self.scenario.repair
        self.repair_symbol: str = repair[0].symbol if repair else ""
        self.repair_from: int = repair[0].stands_from if repair else 0

    def _bridge(self, text: str, name: str, line: int) -> HexSide:
        """Numbers a bridge that may be blown; its two hexes, the lower first."""
        ends = sorted(self._hex(self._file, line, label, name) for label in text.split("/"))
        crossing = self.crossings.get((ends[0], ends[-1]))
        if crossing is None or not crossing.bridged or len(ends) != 2:
            raise self._file.flaw(line, f"there is no bridge at {text} for {name}")
        side = ends[0], ends[1]
        self.bridge_number[side] = self.bridge_number[side[::-1]] = len(self.bridges)
        self.bridges = (*self.bridges, side)
        self.bridge_names[side] = name
        return side

    def _read_special(self) -> None:
        scenario = self.scenario
        self.entry_choice: dict[FormationId, tuple[Hex, ...]] = {
            self._key("entry_choice", row.formation): self._codes("entry_choice", row.codes)
            for row in scenario.entry_choice
        }
        self.timetable: Timetable | None = None
        if rows := scenario.timetable:
            at = self._at("timetable", rows[0].hex)
            self.timetable = Timetable(at, {row.turn: row.vp for row in rows})
        self.dump: Dump | None = None
        for dump in scenario.dump:
            hexes = hexset(self._at("dump", label) for label in dump.hexes)
            self.dump = Dump(self._side("dump", dump.side), hexes, self._at("dump", dump.holding))
        self.exit: ExitRule | None = None
        for leave in scenario.exit:
            formations = frozenset(self._key("exit", key) for key in leave.formations)
            hexes = hexset(self._codes("exit", leave.codes))
            self.exit = ExitRule(formations, hexes, leave.steps_per_vp, leave.most)

    def _read_more(self) -> None:
        scenario = self.scenario
        self.arrivals: tuple[Arrival, ...] = tuple(
            Arrival(self._side("arrival", row.side), row.turn, row.within)
            for row in scenario.arrival
        )
        self.optional: OptionalFormation | None = None
        for row in scenario.optional_formation:
            formation = self._key("optional_formation", row.formation)
            leave = self._at("optional_formation", row.leave)
            self.optional = OptionalFormation(
                formation, row.option, leave, row.by_turn, row.penalty
            )
        barred = [0, 0]
        for rows in scenario.barred:
            first, last = rows.rows
            closed = (h for h in self.grid.hexes if first <= self.grid.row(h) <= last)
            barred[self._side("barred", rows.side)] |= hexset(closed)
        self.barred: tuple[HexSet, HexSet] = (barred[US], barred[GERMAN])
        self.corps_assigned: dict[int, dict[FormationId, int]] = {}
        for corps in scenario.corps:
            dealt = self.corps_assigned.setdefault(corps.turn, {})
            dealt[self._key("corps", corps.formation)] = corps.points
        self.orders: dict[FormationId, Order] = self._orders(searching=False)
        self.search_orders: dict[FormationId, Order] = self.orders | self._orders(searching=True)
        self.stress: tuple[dict[Hex, float], dict[Hex, float]] = ({}, {})
        self.searching: tuple[dict[Hex, float], dict[Hex, float]] = ({}, {})
        for number, place in enumerate(scenario.stress):
            self._add_stress(self._file.header("stress", number), place)
        self.standing: dict[int, Mapping[str, float]] = {}
        for number, position in enumerate(scenario.standing):
            self._add_standing(self._file.header("standing", number), position)

    def _add_stress(self, line: int, row: StressRow) -> None:
        hex_ = self._at("stress", row.hex)
        if hex_ not in self.vp:
            raise self._file.flaw(line, "the stress should be on a victory hex", row.hex)
        if min(row.times, row.times if row.searching is None else row.searching) <= 0:
            raise self._file.flaw(line, "the stress should be more than 0 times", row.hex)
        side = self._side("stress", row.side)
        self.stress[side][hex_] = row.times
        if row.searching is not None:
            self.searching[side][hex_] = row.searching

    def _add_standing(self, line: int, row: StandingRow) -> None:
        if not 1 <= row.turn <= self.last_turn:
            raise self._file.flaw(line, "the standing should be of a turn there is", str(row.turn))
        for name in row.weights:
            one_of(self._file, line, "the standing", "weight", name, self._figures())
        self.standing[row.turn] = row.weights

    def _figures(self) -> Iterator[str]:
        """What tells how a game stands: see `planning.prospects`."""
        yield from (ALWAYS, "bonus", "due")
        yield from (f"German {self.grid.label(hex_)}" for hex_ in self.vp)
        yield from (f"{key} to come" for key in self.by_key)
        yield from (f"{side} {what}" for side in SIDES for what in (*PLACES, *ABLE))

    def is_tried(self, side: Side) -> bool:
        """Whether the scenario has stress or orders for one of a side who searches."""
        own = (self.search_orders.get(n) != self.orders.get(n) for n in self.side_formations[side])
        return bool(self.searching[side]) or any(own)

    def _orders(self, *, searching: bool) -> dict[FormationId, Order]:
        rows = [row for row in self.scenario.order if row.searching == searching]
        return {self._key("order", row.formation): self._order(row) for row in rows}

    def _order(self, row: OrderRow) -> Order:
        aims, later, road = (
            tuple(self._at("order", label) for label in labels)
            for labels in (row.aims, row.later, row.road)
        )
        return Order(aims, later, row.later_from, road)

    # -- names in the files ----------------------------------------------------------

    def _at(self, table: str, label: str) -> Hex:
        line, what = self._file.header(table), f"the {table.replace('_', ' ')}"
        return self._hex(self._file, line, label, what)

    def _side(self, table: str, side: str) -> Side:
        what = f"the {table.replace('_', ' ')}"
        one_of(self._file, self._file.header(table), what, "side", side, SIDES)
        return SIDES.index(side)

    def _key(self, table: str, key: str) -> FormationId:
        what = f"the {table.replace('_', ' ')}"
        one_of(self._file, self._file.header(table), what, "formation", key, self.by_key)
        return self.by_key[key]

    def _codes(self, table: str, codes: Iterable[str]) -> tuple[Hex, ...]:
        line, what = self._file.header(table), f"the {table.replace('_', ' ')}"
        for code in codes:
            one_of(self._file, line, what, "codes", code, self.source_hex)
        return tuple(self.source_hex[code] for code in codes)


def _turn(row: Turn) -> TurnRow:
    return TurnRow(
        turn=row.turn,
        date=row.date,
        ground=row.ground,
        atmosphere=row.atmosphere,
        visibility=row.visibility,
        air=row.air,
        repl=(row.replacements_us, row.replacements_german),
        corps=row.corps,
        first=None if row.first == "roll" else SIDES.index(row.first),
    )


def _scenario_path(key: str, pack: Path | None) -> Path:
    return pick_file(f"scenarios/{key}.toml", DATA, pack)


def read_scenario(key: str, pack: Path | None = None) -> Scenario:
    """A scenario by itself, without the tables that go with it."""
    source = Source(_scenario_path(key, pack))
    row = source.convert(source.tables, Scenario, 1, "the scenario")
    source.tag(row.tag, 1, "the scenario")
    _check_rows(source, row)
    bounds = [level.at_least for level in row.level]
    if not bounds or bounds != sorted(set(bounds), reverse=True):
        raise source.flaw(source.header("level"), "the levels should come from the best down")
    return row


def _check_rows(source: Source, scenario: Scenario) -> None:
    for name in scenario.__struct_fields__:
        rows = getattr(scenario, name)
        for n, row in enumerate(rows if isinstance(rows, list) else ()):
            check_tags(source, row, source.header(name, n), f"the {name.replace('_', ' ')}")


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
