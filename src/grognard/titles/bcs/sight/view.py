"""What a seat may know: everything, for nothing in this game is hidden."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import FormationId, Side, UnitId, UnitSet
from grognard.titles.bcs.position.decisions import Decision, Fight
from grognard.titles.bcs.position.questions import asked
from grognard.titles.bcs.position.state import FormationSet, Route, State, Terms
from grognard.waist.title import Seat


class View(msgspec.Struct, frozen=True):
    """The position as any seat (None: an onlooker) sees it, in columns as `State` has them."""

    seat: Seat | None
    asked: tuple[Seat, ...]
    terms: Terms
    hex_of: tuple[Hex, ...]
    steps: bytes
    command: tuple[FormationId, ...]
    hq: tuple[Hex, ...]
    trains: tuple[Hex, ...]
    fatigue: bytes
    blocked: bytes
    guns: bytes
    routes: tuple[Route | None, ...]
    deployed: UnitSet
    dropped: UnitSet
    established: UnitSet
    entry: tuple[tuple[UnitId, Hex], ...]
    ghost: FormationSet
    coordination: FormationSet
    prepared: FormationSet
    recovered: FormationSet
    used: FormationSet
    upkept: FormationSet
    turn: int
    ground: str
    atmosphere: str
    visibility: int
    air: tuple[int, ...]
    replacements: tuple[tuple[int, ...], ...]
    corps: tuple[int, ...]
    first: Side
    german: HexSet
    blown: int
    tested: int
    exited: int
    bonus: int
    traffic: HexSet
    active: FormationId
    second: bool
    snafu: int
    began: tuple[tuple[UnitId, Hex], ...]
    moved: UnitSet
    acted: UnitSet
    stopped: UnitSet
    finished: UnitSet
    fired: tuple[tuple[UnitId, int], ...]
    stripped: UnitSet
    offered: UnitSet
    objectives: tuple[Hex, ...]
    attacked: HexSet
    barraged: HexSet
    arty: int
    hq_moved: bool
    trains_moved: bool
    trains_fled: bool
    fatiguing: bool
    coordinated: bool
    mixed: bool
    fight: Fight | None
    over: bool
    stack: tuple[Decision, ...]


_OWN: Final = ("seat", "asked")
PLAIN: Final = tuple(name for name in View.__struct_fields__ if name not in _OWN)
"""Columns of the state; those not here follow from where the units are."""


def view(state: State, seat: Seat | None) -> View:
    """The position as that seat sees it."""
    columns = {name: _still(getattr(state, name)) for name in PLAIN}
    return View(seat=seat, asked=asked(state), **columns)


def _still(value: Any) -> Any:
    """A column of the state as a value that cannot change."""
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, list):
        return tuple(_still(part) for part in value)
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return value
