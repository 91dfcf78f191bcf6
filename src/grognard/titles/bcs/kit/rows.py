"""The rows of the data files, as they are written there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from grognard.book.flaws import Source

T = TypeVar("T")


class FaceRow(msgspec.Struct, frozen=True):
    """One side of a counter; `ma` in movement points."""

    ma: int
    type: str
    ar: int
    av: int
    kind: str
    range: int
    arrow: bool


class UnitRow(msgspec.Struct, frozen=True):
    """A combat unit. `place`: a hex, "box", or "T2@" and either; a single side is `move`."""

    name: str
    title: str
    side: str
    formation: str
    symbol: str
    size: str
    steps: int
    move: FaceRow
    showing: str
    place: str
    history: str
    tag: str
    deployed: FaceRow | None = None
    independent: bool = False
    recon: bool = False
    hard: bool = False
    breakthrough: bool = False
    rebuild: bool = True
    tags: dict[str, str] = {}


class FormationRow(msgspec.Struct, frozen=True):
    """`arrives` is the turn, 0 at the start; `fatigue` "Fresh" or "Fat-0" to "Fat-4"."""

    key: str
    name: str
    side: str
    radius: int
    ma: int
    second: int
    arty: int
    arty_units: str
    leader: int
    hq: str
    trains: str
    fatigue: str
    prepared_defense: bool
    arrives: int
    history: str
    tag: str
    tags: dict[str, str] = {}


# -- scenarios -------------------------------------------------------------------


class Turn(msgspec.Struct, frozen=True):
    """Pairs are US and German; a replacement is AV and non-AV points."""

    turn: int
    date: str
    ground: str
    atmosphere: str
    visibility: int
    air: tuple[int, int]
    replacements_us: tuple[int, int]
    replacements_german: tuple[int, int]
    corps: tuple[int, int]
    first: str
    tag: str


class SourceRow(msgspec.Struct, frozen=True):
    """An Entry hex and Supply Source; one with an `option` counts only under it."""

    code: str
    side: str
    hex: str
    towards: str
    tag: str
    option: str = ""
    from_turn: int = 1


class VictoryHex(msgspec.Struct, frozen=True):
    hex: str
    name: str
    vp: int
    control: str
    tag: str


class Level(msgspec.Struct, frozen=True):
    """A result of the game, from that many German victory points on."""

    at_least: int
    result: str
    winner: str
    tag: str


class EntryChoice(msgspec.Struct, frozen=True):
    """A Formation that may arrive, as a whole, at any of these sources."""

    formation: str
    codes: list[str]
    tag: str


class TimetableRow(msgspec.Struct, frozen=True):
    """Points for the first time the German holds the hex at a turn's end."""

    hex: str
    turn: int
    vp: int
    tag: str


class BlownRow(msgspec.Struct, frozen=True):
    name: str
    side: str
    turn: int
    tag: str


class BridgeDieRow(msgspec.Struct, frozen=True):
    """Rolled the first time a German unit enters the hex; blown on `blown_from` or more."""

    name: str
    side: str
    hex: str
    blown_from: int
    tag: str


class RepairRow(msgspec.Struct, frozen=True):
    symbol: str
    stands_from: int
    tag: str


class DumpRow(msgspec.Struct, frozen=True):
    side: str
    hexes: list[str]
    holding: str
    tag: str


class ExitRow(msgspec.Struct, frozen=True):
    formations: list[str]
    codes: list[str]
    steps_per_vp: int
    most: int
    tag: str


class ArrivalRow(msgspec.Struct, frozen=True):
    """On that turn an arrival whose hex is not free may use one so near it."""

    side: str
    turn: int
    within: int
    tag: str


class OptionalRow(msgspec.Struct, frozen=True):
    """A Formation of an option: it must leave, each unit that stays costs its side points."""

    formation: str
    option: str
    leave: str
    by_turn: int
    penalty: int
    tag: str


class BarredRow(msgspec.Struct, frozen=True):
    side: str
    rows: tuple[int, int]
    tag: str


class CorpsRow(msgspec.Struct, frozen=True):
    """Corps Artillery Points that are assigned when the game begins."""

    formation: str
    turn: int
    points: int
    tag: str


class OrderRow(msgspec.Struct, frozen=True):
    """For the program's own players: what a formation is to see to, and by which road.

    `searching`: for one who searches alone, in place of any other.
    """

    formation: str
    aims: list[str]
    tag: str
    searching: bool = False
    later: list[str] = []
    later_from: int = 0
    road: list[str] = []


class StressRow(msgspec.Struct, frozen=True):
    """For the program's own planners: how many times its points a hex is worth to a side.

    `searching` is the same to one who searches, if it differs.
    """

    side: str
    hex: str
    tag: str
    times: float = 1.0
    searching: float | None = None


class StandingRow(msgspec.Struct, frozen=True):
    """For the program's own search: how many German points a turn's positions will end with.

    By name, what each figure of a position (`planning.prospects`) adds to them.
    """

    turn: int
    weights: dict[str, float]
    tag: str


ALWAYS: Final = "always"
PLACES: Final = (
    "garrison",
    "left empty",
    "friends at the edge",
    "friends near",
    "threatened from the edge",
    "threatened from near",
    "threatened from afar",
)  # figures of the places a side holds
ABLE: Final = ("pips", "dug in", "steps", "away")  # figures of what it is able to


class Scenario(msgspec.Struct, frozen=True):
    """`board` and `forces` name files; of the Independents only those listed play."""

    key: str
    title: str
    description: str
    board: str
    forces: str
    seats: list[str]
    formations: list[str]
    independents: list[str]
    tag: str
    turn: list[Turn]
    source: list[SourceRow]
    victory_hex: list[VictoryHex]
    level: list[Level]
    options: list[str] = []
    entry_choice: list[EntryChoice] = []
    timetable: list[TimetableRow] = []
    blown: list[BlownRow] = []
    bridge_die: list[BridgeDieRow] = []
    repair: list[RepairRow] = []
    dump: list[DumpRow] = []
    exit: list[ExitRow] = []
    arrival: list[ArrivalRow] = []
    optional_formation: list[OptionalRow] = []
    barred: list[BarredRow] = []
    corps: list[CorpsRow] = []
    order: list[OrderRow] = []
    stress: list[StressRow] = []
    standing: list[StandingRow] = []

    @property
    def levels(self) -> list[Level]:
        return self.level


# -- reading ---------------------------------------------------------------------


def read_rows(source: Source, name: str, kind: type[T]) -> list[tuple[T, int]]:
    """An array of tables, each row with the line of its header."""
    raw = source.tables.get(name, [])
    if not isinstance(raw, list) or not raw:
        raise source.flaw(source.header(name), f"the file has no [[{name}]]")
    return [_row(source, name, kind, row, n) for n, row in enumerate(raw)]


def _row(source: Source, name: str, kind: type[T], row: object, n: int) -> tuple[T, int]:
    line, what = source.header(name, n), f"the {name}"
    found = source.convert(row, kind, line, what)
    check_tags(source, found, line, what)
    return found, line


def check_tags(source: Source, row: object, line: int, what: str) -> None:
    """That every tag of the row is a known one."""
    for tag in (getattr(row, "tag", "found"), *getattr(row, "tags", {}).values()):
        source.tag(tag, line, what)


def one_of(
    source: Source, line: int, what: str, key: str, value: str, known: Iterable[str]
) -> None:
    """That a row's value is one of those known."""
    if value not in (names := list(known)):
        message = f"{what} has the {key} {value!r}, which is none of {', '.join(names)}"
        raise source.flaw(source.token(f"{key} =", line), message)
