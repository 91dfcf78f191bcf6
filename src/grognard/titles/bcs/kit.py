"""Everything that does not change: map, counters, Formations, turns, charts, scenario.

Read from the data files once for a scenario and a chart pack, checked, and
turned into the tables that the chapters look things up in.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any, Final, NewType, TypeAlias, TypeVar

import msgspec

from grognard.canonical import pack_hash
from grognard.charts import pick_file
from grognard.flaws import Source
from grognard.hexes import Hex, HexSet, hexset
from grognard.rulebook import cites
from grognard.titles.bcs.layout import (
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
    Layout,
    MaType,
    P,
    Quarters,
)
from grognard.titles.bcs.rows import (
    FaceRow,
    FormationRow,
    Scenario,
    Turn,
    UnitRow,
    check_tags,
    one_of,
    read_rows,
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
    "Layout",
    "MaType",
    "Memo",
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

T = TypeVar("T")
UnitId = NewType("UnitId", int)
FormationId = NewType("FormationId", int)
UnitSet: TypeAlias = int
Side: TypeAlias = int
HexSide: TypeAlias = tuple[Hex, Hex]

US: Final[Side] = 0
GERMAN: Final[Side] = 1
SIDES: Final = ("us", "german")
NO_FORMATION: Final = FormationId(-1)
NOWHERE: Final = Hex(0)
"""No hex: the margin of every map."""
MOVE, DEPLOYED = 0, 1
FRESH, FAT0, FAT1, FAT2, FAT3, FAT4 = range(6)
FATIGUE: Final = ("Fresh", "Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4")
NONE, LIGHT, DUAL, RED, STANDOFF = range(5)

SCENARIOS: Final = ("lesson", "noville", "bastogne")
FILES: Final = (
    "boards/noville.toml",
    "boards/bastogne.toml",
    "forces/noville.toml",
    "forces/bastogne.toml",
    "charts.toml",
)

_KINDS: Final = ("none", "light", "dual", "red", "stand off")
_SHOWING: Final = ("move", "deployed", "single")
_SIZES: Final = ("bn", "co")
_ATMOSPHERES: Final = ("good", "fair", "poor")
_FIRST: Final = (*SIDES, "roll")
_PLACE: Final = re.compile(r"(?:T(\d+)@)?(box|\d\d\.\d\d)")


class Face(msgspec.Struct, frozen=True):
    """One side of a counter. `prepared` is having an AV or an Assault Arrow."""

    ma: Quarters
    type: MaType
    ar: int
    av: int
    kind: int
    range: int
    arrow: bool
    prepared: bool


class Unit(msgspec.Struct, frozen=True):
    """A combat unit. A single-sided one has the same face twice.

    `formation` is the one it begins with; `independent` units change it. `place`
    at the start is "hex", "box" or "off"; one that arrives does so in turn
    `arrives`, `where` being "hex", "box" or "any box".
    """

    id: UnitId
    name: str
    title: str
    side: Side
    formation: FormationId
    independent: bool
    symbol: str
    size: str
    steps: int
    faces: tuple[Face, Face]
    single: bool
    recon: bool
    hard: bool
    breakthrough: bool
    rebuild: bool
    showing: int
    place: str
    hex: Hex  # NOWHERE for a unit of a box
    arrives: int
    where: str


class Formation(msgspec.Struct, frozen=True):
    """`hq` and `trains` are where these begin or arrive; `option` is what it depends on."""

    id: FormationId
    key: str
    name: str
    side: Side
    radius: int
    ma: Quarters
    second: int
    arty: int
    arty_units: str
    leader: int
    hq: Hex
    trains: Hex
    fatigue: int
    prepared_defense: bool
    arrives: int
    optional: bool
    option: str


class TurnRow(msgspec.Struct, frozen=True):
    """Pairs are US and German, `repl` of AV and non-AV points; `first` None: they roll."""

    turn: int
    date: str
    ground: str
    atmosphere: str
    visibility: int
    air: tuple[int, int]
    repl: tuple[tuple[int, int], tuple[int, int]]
    corps: tuple[int, int]
    first: Side | None


# -- special rules -----------------------------------------------------------------


class OptionSource(msgspec.Struct, frozen=True):
    """A Supply Source that is one only under an option, from a turn on."""

    option: str
    side: Side
    hex: Hex
    code: str
    from_turn: int


class Timetable(msgspec.Struct, frozen=True):
    """What the German scores for first holding the hex at the end of a turn."""

    hex: Hex
    vp: dict[int, int]


class BridgeDie(msgspec.Struct, frozen=True):
    """A bridge blown on `blown_from` or more when a German unit first enters the hex."""

    side: HexSide
    hex: Hex
    blown_from: int


class Dump(msgspec.Struct, frozen=True):
    """Hexes that are Legal for Trains of a side while it holds one of them."""

    side: Side
    hexes: HexSet
    holding: Hex


class ExitRule(msgspec.Struct, frozen=True):
    formations: frozenset[FormationId]
    hexes: HexSet
    steps_per_vp: int
    most: int


class Arrival(msgspec.Struct, frozen=True):
    """Arrivals of a side in a turn may use a free hex so near the listed one."""

    side: Side
    turn: int
    within: int


class OptionalFormation(msgspec.Struct, frozen=True):
    """It must leave by a hex and turn; a unit that has not costs its side `penalty`."""

    formation: FormationId
    option: str
    leave: Hex
    by_turn: int
    penalty: int


class Memo(dict[Hashable, tuple[object, Any]]):
    """The last value of each derived fact, with the values it was derived from."""

    def recall(self, name: Hashable, basis: object) -> Any:
        """What was kept under the name for the same basis; None if it was another."""
        kept = self.get(name)
        return kept[1] if kept is not None and kept[0] == basis else None

    def keep(self, name: Hashable, basis: object, value: T) -> T:
        self[name] = (basis, value)
        return value


class Kit(Layout):
    """The tables of one scenario."""

    def __init__(self, scenario: str, pack: Path | None) -> None:
        self.scenario = read_scenario(scenario, pack)
        super().__init__(self.scenario.board, pack)
        self.memo = Memo()
        self._file = Source(_scenario_path(scenario, pack))
        forces = Source(pick_file(f"forces/{self.scenario.forces}.toml", DATA, pack))
        self._read_formations(forces)
        self._read_units(forces)
        self._index_units()
        self._read_turns()
        self._read_sources()
        self._read_victory()
        self._read_bridges()
        self._read_special()
        self._check_stacks(forces)

    # -- Formations and units ----------------------------------------------------

    def _read_formations(self, source: Source) -> None:
        options = {row.formation: row.option for row in self.scenario.optional_formation}
        found: dict[str, Formation] = {}
        for row, line in read_rows(source, "formation", FormationRow):
            what = f"the Formation {row.key}"
            one_of(source, line, what, "side", row.side, SIDES)
            one_of(source, line, what, "fatigue", row.fatigue, FATIGUE)
            if row.key in self.scenario.formations:
                number = FormationId(len(found))
                found[row.key] = self._formation(source, line, number, row, options)
        for key in self.scenario.formations:
            if key not in found:
                line = self._file.token(f'"{key}"')
                raise self._file.flaw(line, f"there is no Formation {key} in {source.file}")
        self.formations: tuple[Formation, ...] = tuple(found.values())
        self.by_key: dict[str, FormationId] = {key: f.id for key, f in found.items()}
        self.side_formations: tuple[tuple[FormationId, ...], tuple[FormationId, ...]] = (
            tuple(f.id for f in self.formations if f.side == US),
            tuple(f.id for f in self.formations if f.side == GERMAN),
        )

    def _formation(
        self,
        source: Source,
        line: int,
        number: FormationId,
        row: FormationRow,
        options: dict[str, str],
    ) -> Formation:
        return Formation(
            id=number,
            key=row.key,
            name=row.name,
            side=SIDES.index(row.side),
            radius=row.radius,
            ma=row.ma * QUARTERS,
            second=row.second,
            arty=row.arty,
            arty_units=row.arty_units,
            leader=row.leader,
            hq=self._hex(source, line, row.hq, f"the HQ of {row.key}"),
            trains=self._hex(source, line, row.trains, f"the Trains of {row.key}"),
            fatigue=FATIGUE.index(row.fatigue),
            prepared_defense=row.prepared_defense,
            arrives=row.arrives,
            optional=row.key in options,
            option=options.get(row.key, ""),
        )

    def _read_units(self, source: Source) -> None:
        units: list[Unit] = []
        self.by_name: dict[str, UnitId] = {}
        self._unit_lines: list[int] = []
        known = {row["key"] for row in source.tables["formation"]}
        for row, line in read_rows(source, "unit", UnitRow):
            self._check_unit(source, line, row, known)
            if not self._plays(row):
                continue
            if row.name in self.by_name:
                raise source.flaw(line, f"{row.name} is there twice")
            self.by_name[row.name] = UnitId(len(units))
            self._unit_lines.append(line)
            units.append(self._unit(source, line, UnitId(len(units)), row))
        self.units: tuple[Unit, ...] = tuple(units)
        for name in self.scenario.independents:
            if name not in self.by_name:
                line = self._file.token(f'"{name}"')
                raise self._file.flaw(line, f"there is no Independent {name} in {source.file}")

    def _plays(self, row: UnitRow) -> bool:
        if row.formation:
            return row.formation in self.by_key
        return row.name in self.scenario.independents

    def _check_unit(self, source: Source, line: int, row: UnitRow, known: set[str]) -> None:
        what = f"the unit {row.name}"
        one_of(source, line, what, "side", row.side, SIDES)
        one_of(source, line, what, "formation", row.formation, ("", *sorted(known)))
        one_of(source, line, what, "size", row.size, _SIZES)
        one_of(source, line, what, "showing", row.showing, _SHOWING)
        for face in (row.move, row.deployed or row.move):
            one_of(source, line, what, "type", face.type, MA_TYPES)
            one_of(source, line, what, "kind", face.kind, _KINDS)
        if row.steps < 1:
            raise source.flaw(line, f"{what} should have a step at least")
        if (row.deployed is None) != (row.showing == "single"):
            raise source.flaw(line, f"{what} should show one of the sides it has")
        if not _PLACE.fullmatch(row.place):
            at = source.token("place =", line)
            raise source.flaw(at, f"{what} has the place {row.place!r}, which is none")

    def _unit(self, source: Source, line: int, number: UnitId, row: UnitRow) -> Unit:
        turn, at = _place(row.place)
        boxed = "box" if row.formation else "any box"
        move = _face(row.move)
        return Unit(
            id=number,
            name=row.name,
            title=row.title,
            side=SIDES.index(row.side),
            formation=self.by_key[row.formation] if row.formation else NO_FORMATION,
            independent=row.independent or not row.formation,
            symbol=row.symbol,
            size=row.size,
            steps=row.steps,
            faces=(move, _face(row.deployed) if row.deployed else move),
            single=row.deployed is None,
            recon=row.recon,
            hard=row.hard,
            breakthrough=row.breakthrough,
            rebuild=row.rebuild,
            showing=MOVE if row.showing == "move" else DEPLOYED,
            place="off" if turn else "box" if at == "box" else "hex",
            hex=NOWHERE if at == "box" else self._hex(source, line, at, f"the unit {row.name}"),
            arrives=turn,
            where="" if not turn else boxed if at == "box" else "hex",
        )

    def _index_units(self) -> None:
        self.names: tuple[str, ...] = tuple(unit.name for unit in self.units)
        self.side_of: tuple[Side, ...] = tuple(unit.side for unit in self.units)
        self.side_units: tuple[UnitSet, UnitSet] = (
            _union(1 << unit.id for unit in self.units if unit.side == US),
            _union(1 << unit.id for unit in self.units if unit.side == GERMAN),
        )
        self.formation_of: tuple[FormationId, ...] = tuple(unit.formation for unit in self.units)
        self.formation_units: dict[FormationId, UnitSet] = {
            formation.id: _union(1 << u.id for u in self.units if u.formation == formation.id)
            for formation in self.formations
        }
        self.independents: UnitSet = _union(1 << u.id for u in self.units if u.independent)

    @cites("BCS-5.5.a")
    def _check_stacks(self, source: Source) -> None:
        stacks: dict[Hex, UnitSet] = {}
        for unit, line in zip(self.units, self._unit_lines, strict=True):
            if unit.place != "hex":
                continue
            stack = stacks[unit.hex] = stacks.get(unit.hex, 0) | 1 << unit.id
            label = self.grid.label(unit.hex)
            if stack.bit_count() > self.number("limits.stack"):
                raise source.flaw(line, f"{unit.name} is one too many in its hex", label)
            if stack & ~self.side_units[unit.side]:
                raise source.flaw(line, f"{unit.name} starts in an enemy's hex", label)
        self.start_stacks: dict[Hex, UnitSet] = stacks

    # -- the scenario --------------------------------------------------------------

    @cites("BCS-C.2", "BCS-C.4")
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

    @cites("BCS-B.1")
    def _read_bridges(self) -> None:
        self.blown: dict[int, tuple[HexSide, ...]] = {}
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
        """The two hexes of a bridged hexside, the lower first."""
        ends = sorted(self._hex(self._file, line, label, name) for label in text.split("/"))
        crossing = self.crossings.get((ends[0], ends[-1]))
        if crossing is None or not crossing.bridged or len(ends) != 2:
            raise self._file.flaw(line, f"there is no bridge at {text} for {name}")
        self.bridge_names[ends[0], ends[1]] = name
        return ends[0], ends[1]

    @cites("BCS-A.3", "BCS-A.4", "BCS-B.2", "BCS-B.3", "BCS-B.4", "BCS-B.7")
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
        self._read_more()

    @cites("BCS-A.5", "BCS-B.4", "BCS-B.7", "BCS-C.5")
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

    # -- names in the files ----------------------------------------------------------

    def _hex(self, source: Source, line: int, label: str, what: str) -> Hex:
        if not self.grid.has(label):
            at = source.token(f'"{label}"', line)
            raise source.flaw(at, f"{what} names a hex that is not on the map", label)
        return self.grid.at(label)

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


def _face(row: FaceRow) -> Face:
    return Face(
        ma=row.ma * QUARTERS,
        type=MA_TYPES.index(row.type),
        ar=row.ar,
        av=row.av,
        kind=_KINDS.index(row.kind),
        range=max(1, row.range),
        arrow=row.arrow,
        prepared=row.av > 0 or row.arrow,
    )


def _place(text: str) -> tuple[int, str]:
    """The turn of arrival, 0 for none, and the hex or "box"."""
    found = _PLACE.fullmatch(text)
    assert found is not None, "a unit's place has been checked"
    return int(found[1] or 0), found[2]


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


def _union(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= bit
    return found


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
