"""The rows of the data files, as they are written there."""

from __future__ import annotations

import msgspec


class Allowance(msgspec.Struct, frozen=True):
    value: int
    tag: str


class Counter(msgspec.Struct, frozen=True):
    """A unit. `strength` runs from full to the last step; `start` is by game."""

    name: str
    title: str
    nation: str
    army: str
    corps: str
    division: str
    number: int
    kind: str = msgspec.field(name="class")
    armor: bool
    elite: bool
    bracketed: bool
    replacement: bool
    strength: list[int]
    start: dict[str, str]
    tags: dict[str, str]


class CardRow(msgspec.Struct, frozen=True):
    """A command card of either side; what a side's cards have not is left out."""

    number: int
    name: str
    kind: str
    formations: list[str]
    set: str
    enters: int
    tag: str
    value: int = 0
    level: int = 0
    commands: list[str] = []
    tactic: str = ""
    event: str = ""
    special: bool = False
    reaction: bool = False
    once: bool = False
    days: list[int] = []
    games: list[str] = []
    fuel_days: list[int] = []
    tags: dict[str, str] = {}


class ActionRow(msgspec.Struct, frozen=True):
    number: int
    title: str
    situation: str
    text: str
    tag: str
    odds: tuple[int, int] = (0, 0)
    from_day: int = 0
    bonus: str = ""
    break_off: bool = False
    tags: dict[str, str] = {}


class ChitLine(msgspec.Struct, frozen=True):
    when: str
    a: int
    d: int


class ChitRow(msgspec.Struct, frozen=True):
    key: str
    copies: int
    lines: list[ChitLine]
    tag: str


class DayRow(msgspec.Struct, frozen=True):
    day: int
    sky: str
    german_deal: int
    allied_deal: int
    german_hand: int
    allied_hand: int
    tag: str


class Level(msgspec.Struct, frozen=True):
    """A result of the game, from that many German victory points on."""

    at_least: int
    result: str
    winner: str
    tag: str


class Scenario(msgspec.Struct, frozen=True):
    key: str
    title: str
    description: str
    game: str
    seats: list[str]
    first_day: int
    last_day: int
    tag: str
    level: list[Level]

    @property
    def levels(self) -> list[Level]:
        return self.level


# -- the tables of the map that only this title has ----------------------------


class HexList(msgspec.Struct, frozen=True):
    hexes: list[str]
    tag: str


class Supply(msgspec.Struct, frozen=True):
    german: list[str]
    allied: list[str]
    tag: str


class Exits(msgspec.Struct, frozen=True):
    hexes: list[str]
    no_exit: list[str]
    tag: str


class ArmyZone(msgspec.Struct, frozen=True):
    army: str
    rows: tuple[int, int]
    tag: str


class CorpsArea(msgspec.Struct, frozen=True):
    corps: str
    rows: tuple[int, int]
    columns: tuple[int, int]
    tag: str


class Objective(msgspec.Struct, frozen=True):
    army: str
    hexes: list[str]
    tag: str


class MeuseLine(msgspec.Struct, frozen=True):
    """`west` is a hex on the west bank."""

    river: str
    west: str
    towns: list[str]
    tag: str


class DropZone(msgspec.Struct, frozen=True):
    rows: tuple[int, int]
    columns: tuple[int, int]
    terrain: list[str]
    tag: str


# -- what rules and events speak of by name ------------------------------------


class Paratroops(msgspec.Struct, frozen=True):
    unit: str
    tag: str


class MeuseGuard(msgspec.Struct, frozen=True):
    """The corps, the unit of it that may use a town besides, and that town."""

    corps: str
    unit: str
    town: str
    tag: str


class Airborne(msgspec.Struct, frozen=True):
    divisions: list[str]
    to_bastogne: str
    tag: str


class OneArmy(msgspec.Struct, frozen=True):
    army: str
    tag: str


class OneCorps(msgspec.Struct, frozen=True):
    corps: str
    tag: str


class Guest(msgspec.Struct, frozen=True):
    """A corps, and another whose area it may use."""

    corps: str
    area: str
    tag: str


class Support(msgspec.Struct, frozen=True):
    """The tactics of an army's card, by army."""

    tactics: dict[str, list[str]]
    tag: str
