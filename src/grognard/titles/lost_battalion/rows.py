"""The rows of the data files, as they are written there."""

from __future__ import annotations

import msgspec


class Division(msgspec.Struct, frozen=True):
    key: str
    name: str
    short: str
    nation: str
    steps: int
    strength: list[int]
    regiments: list[str]
    entry: str | int
    tags: dict[str, str]
    edges: list[str] | str = "any"
    id: int = -1


class Counter(msgspec.Struct, frozen=True):
    """A tank or artillery counter."""

    name: str
    title: str
    nation: str
    steps: int
    entry: str | int
    tags: dict[str, str]
    strength: int = 0
    range: int = 0


class MachineGuns(msgspec.Struct, frozen=True):
    count: int
    steps: int
    defence: int
    names: list[str]
    tag: str


class Event(msgspec.Struct, frozen=True):
    key: str
    text: str
    rule: str
    tag: str
    divisions: list[str] = []  # whom it is about


class TurnRow(msgspec.Struct, frozen=True):
    number: int
    dates: str
    us_divisions_may_attack: int
    barrage: int
    gas: int
    gas_withdrawn: int
    mg: int
    allied: list[str]
    german: list[str]
    events: list[Event]
    tags: dict[str, str]


class VictoryHex(msgspec.Struct, frozen=True):
    hex: str
    name: str
    vp: int
    tag: str


class Level(msgspec.Struct, frozen=True):
    at_least: int
    result: str
    winner: str
    tag: str


class Arrival(msgspec.Struct, frozen=True):
    turn: int
    division: str
    edges: list[str] = []


class Dates(msgspec.Struct, frozen=True):
    """Turns from which something is allowed in this scenario."""

    meuse_attacks_from: int
    meuse_crossing_from: int


class Pools(msgspec.Struct, frozen=True):
    us: int
    german: int


class Window(msgspec.Struct, frozen=True):
    columns: tuple[int, int]
    rows: tuple[int, int]


class ToPlace(msgspec.Struct, frozen=True):
    german: list[str]
    allied: list[str]


class Scenario(msgspec.Struct, frozen=True):
    key: str
    title: str
    description: str
    first_turn: int
    last_turn: int
    setup: str
    reserve: list[str]
    machine_guns: list[str]
    machine_gun_pool: int
    rules: Dates
    options: dict[str, bool]
    tag: str
    placements: dict[str, str] = {}
    window: Window | None = None
    arrivals: list[Arrival] | None = None
    pools: Pools | None = None
    victory_hex: list[VictoryHex] = []
    level: list[Level] = []
    machine_guns_to_place: int = 0
    to_place: ToPlace | None = None
