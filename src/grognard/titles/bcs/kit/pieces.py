"""What a kit is made of: sides, counters, Formations, turns, special rules of a scenario."""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.layout import MaType, Quarters

UnitId = NewType("UnitId", int)
FormationId = NewType("FormationId", int)
UnitSet: TypeAlias = int
Side: TypeAlias = int
HexSide: TypeAlias = tuple[Hex, Hex]

US: Final[Side] = 0
GERMAN: Final[Side] = 1
SIDES: Final = ("us", "german")
NO_FORMATION: Final = FormationId(-1)
NOWHERE: Final = Hex(-1)
"""No hex."""
MOVE, DEPLOYED = 0, 1
FRESH, FAT0, FAT1, FAT2, FAT3, FAT4 = range(6)
FATIGUE: Final = ("Fresh", "Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4")
NONE, LIGHT, DUAL, RED, STANDOFF = range(5)
INFANTRY: Final = frozenset(("INF", "PARA", "GLIDER", "MTN", "ARMINF", "MOTINF", "ENG"))


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


class Order(msgspec.Struct, frozen=True):
    """For the program's own players: a formation's aims, the first first, and its road.

    From a turn on there may be other aims: what has not fallen by then is gone round.
    """

    aims: tuple[Hex, ...]
    later: tuple[Hex, ...]
    later_from: int
    road: tuple[Hex, ...]


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
