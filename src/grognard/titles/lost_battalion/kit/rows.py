"""The rows of the data files, as they are written there."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Steps: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Allowance(msgspec.Struct, frozen=True):
    value: Count
    tag: str


class Hill(msgspec.Struct, frozen=True):
    hex: str


class PontoonRow(msgspec.Struct, frozen=True):
    side: str
    west: str
    turn: Count


class Division(msgspec.Struct, frozen=True):
    key: str
    name: str
    short: str
    nation: str
    steps: Steps
    strength: list[Count]
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
    steps: Steps
    entry: str | int
    tags: dict[str, str]
    strength: Count = 0
    range: Count = 0


class MachineGuns(msgspec.Struct, frozen=True):
    count: Count
    steps: Steps
    defence: Count
    names: list[str]
    tag: str


class Event(msgspec.Struct, frozen=True):
    key: str
    text: str
    rule: str
    tag: str
    divisions: list[str] = []  # whom it is about


class TurnRow(msgspec.Struct, frozen=True):
    number: Count
    dates: str
    us_divisions_may_attack: Count
    barrage: Count
    gas: Count
    gas_withdrawn: Count
    mg: Count
    allied: list[str]
    german: list[str]
    events: list[Event]
    tags: dict[str, str]


class VictoryHex(msgspec.Struct, frozen=True):
    hex: str
    name: str
    vp: Count
    tag: str


class Level(msgspec.Struct, frozen=True):
    at_least: int
    result: str
    winner: str
    tag: str


class Arrival(msgspec.Struct, frozen=True):
    turn: Count
    division: str
    edges: list[str] = []


class Dates(msgspec.Struct, frozen=True):
    """Turns from which something is allowed in this scenario."""

    meuse_attacks_from: Count
    meuse_crossing_from: Count


class Pools(msgspec.Struct, frozen=True):
    us: Count
    german: Count


class Window(msgspec.Struct, frozen=True):
    columns: tuple[Count, Count]
    rows: tuple[Count, Count]


class ToPlace(msgspec.Struct, frozen=True):
    german: list[str]
    allied: list[str]


class Scenario(msgspec.Struct, frozen=True):
    key: str
    title: str
    description: str
    first_turn: Count
    last_turn: Count
    setup: str
    reserve: list[str]
    machine_guns: list[str]
    machine_gun_pool: Count
    rules: Dates
    options: dict[str, bool]
    tag: str
    placements: dict[str, str] = {}
    window: Window | None = None
    arrivals: list[Arrival] | None = None
    pools: Pools | None = None
    victory_hex: list[VictoryHex] = []
    level: list[Level] = []
    machine_guns_to_place: Count = 0
    to_place: ToPlace | None = None
