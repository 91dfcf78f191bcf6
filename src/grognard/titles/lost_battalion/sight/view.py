"""What a seat may know, built up from nothing (LB-5.6a, LB-5.6b, LB-9.16a).

A seat sees its own units in full. Of the other side's it sees, hex by hex, the
nation and type of the top counter and the number of counters, and, while a
combat or bombardment is on the table, who stands in it. Boxes are closed: only
the number of counters in them shows; what the printed schedule tells is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, compress, count
from operator import itemgetter, ne
from typing import Final, cast

import msgspec

from grognard.book.derived import derived
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Kit, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import (
    Advancing,
    Assembling,
    Battery,
    Battle,
    Decision,
    InHand,
    Losses,
    Marching,
)
from grognard.titles.lost_battalion.position.questions import asked
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    LATER,
    POOL,
    RESERVE,
    RESTING,
    SEATS,
    WITHDRAWN,
    State,
    Terms,
    ids,
    units_in,
)
from grognard.waist.title import Seat

_KINDS: Final = ("INF", "TANK", "ART", "MG")
_NATIONS: Final = ("us", "french", "german", "austrian")

Places = tuple[int, ...]  # one for each unit of a side


class Known(msgspec.Struct, frozen=True):
    """A counter whose face is seen."""

    unit: UnitId
    where: Hex
    steps: int


class Sighting(msgspec.Struct, frozen=True):
    """What shows of a stack: its top counter, its height, and markers on it."""

    hex: Hex
    side: Side
    nation: str
    kind: str
    count: int
    fired: int = 0
    out_moving: int = 0  # counters out of supply as the last Movement Phase began
    out_fighting: int = 0
    marching: int = 0  # counters in the march on the table


class Boxes(msgspec.Struct, frozen=True):
    """How many counters of the other side lie in each box, and who is gone."""

    side: Side
    due: int
    reserve: int
    resting: int
    pool: int
    later: tuple[UnitId, ...]  # the printed schedule is open to all
    dead: tuple[UnitId, ...]
    withdrawn: tuple[UnitId, ...]


class Private(msgspec.Struct, frozen=True):
    """What a side alone knows of its own affairs."""

    side: Side
    units: tuple[Known, ...]
    done: UnitSet
    moved: UnitSet
    entered: UnitSet
    lifted: UnitSet
    struck: UnitSet
    fell_back: UnitSet
    attacked: UnitSet
    refilled: UnitSet
    fired: UnitSet
    out_moving: UnitSet
    out_fighting: UnitSet
    stubborn: UnitSet
    began: dict[UnitId, Hex]
    divisions: int
    resting_since: dict[int, int]
    rested: int
    final: int
    deliberate: int


class View(msgspec.Struct, frozen=True):
    """The position as one seat (None: an onlooker) may see it."""

    seat: Seat | None
    terms: Terms
    turn: int
    asked: tuple[Seat, ...]
    stack: tuple[Decision, ...]
    own: Private | None
    sightings: tuple[Sighting, ...]
    known: tuple[Known, ...]  # faces of the other side's counters that are seen now
    boxes: tuple[Boxes, ...]
    control: HexSet
    bridges: int
    fresh_bridges: int
    gas: HexSet
    gas_left: int
    barrage: int
    guns_left: int
    pools: tuple[int, int]
    assaulted: HexSet
    bombarded: HexSet
    shelled: dict[Hex, int]
    divisions_attacked: int
    announced: int
    over: bool


@cites("LB-5.6a", "LB-5.6b")
def view(state: State, seat: Seat | None) -> View:
    """The position as that seat may see it."""
    side = SEATS.index(seat) if seat is not None else None
    others = [s for s in (ALLIED, GERMAN) if s != side]
    seen = revealed(state)
    return View(
        seat=seat,
        terms=state.terms,
        turn=state.turn,
        asked=asked(state),
        stack=tuple(d for d in (_masked(d, side) for d in state.stack) if d is not None),
        own=None if side is None else _private(state, side),
        sightings=_all_sightings(state, others),
        known=tuple(
            Known(u, state.hex_of[u], state.steps[u])
            for other in others
            for u in ids(seen & state.kit.side_units[other])
        ),
        boxes=tuple(_boxes(state, other) for other in others),
        control=state.control,
        bridges=state.bridges,
        fresh_bridges=state.fresh_bridges,
        gas=state.gas,
        gas_left=state.gas_left,
        barrage=state.barrage,
        guns_left=state.guns_left,
        pools=state.pools,
        assaulted=state.assaulted,
        bombarded=state.bombarded,
        shelled=dict(state.shelled),
        divisions_attacked=state.divisions.bit_count(),
        announced=state.announced,
        over=state.over,
    )


def _all_sightings(state: State, sides: Sequence[Side]) -> tuple[Sighting, ...]:
    seen = [_sightings(state, side) for side in sides]
    return seen[0] if len(seen) == 1 else tuple(chain.from_iterable(seen))


@cites("LB-5.6b")
def revealed(state: State) -> UnitSet:
    """The units of both sides in a combat or bombardment that has been declared."""
    seen = 0
    for decision in state.stack:
        if isinstance(decision, Battle) and decision.stage != "fire":
            seen |= decision.units | units_in(state, decision.target)
    return sum(1 << u for u in ids(seen) if state.hex_of[u] >= 0)


@lru_cache(maxsize=16)
def _members(kit: Kit, side: Side) -> tuple[UnitId, ...]:
    return tuple(ids(kit.side_units[side]))


# -- one's own -------------------------------------------------------------------------


def _private(state: State, side: Side) -> Private:
    mine, us = state.kit.side_units[side], side == ALLIED
    return Private(
        side=side,
        units=_faces(state, side),
        done=state.done & mine,
        moved=state.moved & mine,
        entered=state.entered & mine,
        lifted=state.lifted & mine,
        struck=state.struck & mine,
        fell_back=state.fell_back & mine,
        attacked=state.attacked & mine,
        refilled=state.refilled & mine,
        fired=state.fired & mine,
        out_moving=state.out_moving & mine,
        out_fighting=state.out_fighting & mine,
        stubborn=state.stubborn & mine,
        began={u: hex_ for u, hex_ in state.began.items() if mine >> u & 1},
        divisions=state.divisions if us else 0,
        resting_since=dict(state.resting_since) if us else {},
        rested=state.rested if us else 0,
        final=state.final if us else 0,
        deliberate=0 if us else state.deliberate,
    )


def _rows(state: State, side: Side) -> tuple[Places, Places]:
    """Where the side's units are, and their steps."""
    read = _reader(state.kit, side)
    return read(state.hex_of), read(state.steps)


def _refreshed(
    faces: tuple[Known, ...],
    before: tuple[Places, Places],
    now: tuple[Places, Places],
    *_: object,
) -> tuple[Known, ...]:
    """Those that are as they were last time are the same values again."""
    fresh, (places, steps) = list(faces), before
    changed = {*_changes(places, now[0]), *(_changes(steps, now[1]) if steps != now[1] else ())}
    for n in changed:
        fresh[n] = Known(fresh[n].unit, Hex(now[0][n]), now[1][n])
    return tuple(fresh)


@derived(of=_rows, renewed=_refreshed)
def _faces(state: State, side: Side) -> tuple[Known, ...]:
    """One's own counters."""
    rows = zip(_members(state.kit, side), *_rows(state, side), strict=True)
    return tuple([Known(unit, Hex(at), steps) for unit, at, steps in rows])


def _changes(before: Places, after: Places) -> Iterable[int]:
    return compress(count(), map(ne, before, after))


@lru_cache(maxsize=16)
def _reader(kit: Kit, side: Side) -> Callable[[Sequence[int]], Places]:
    """Reads a row of what there is for each unit, for the side's units in their order."""
    return cast(Callable[[Sequence[int]], Places], itemgetter(*_members(kit, side)))


# -- the other side's --------------------------------------------------------------------


def _on_the_march(state: State, side: Side) -> Marching | None:
    """The group of the side that is on its way."""
    march = next((d for d in state.stack if type(d) is Marching and d.mode), None)
    return march if march is not None and march.side == side else None


def _showing(state: State, side: Side) -> tuple[object, ...]:
    """All that shows of the side, and more."""
    theirs = state.kit.side_units[side]
    marks = (state.fired & theirs, state.out_moving & theirs, state.out_fighting & theirs)
    return _reader(state.kit, side)(state.hex_of), marks, _on_the_march(state, side)


@derived(of=_showing)
def _sightings(state: State, side: Side) -> tuple[Sighting, ...]:
    """What shows of the side."""
    march, hexes = _on_the_march(state, side), members(state.occupied[side])
    return tuple([_sighting(state, side, hex_, march) for hex_ in hexes])


def _sighting(state: State, side: Side, hex_: Hex, march: Marching | None) -> Sighting:
    stack = state.stacks[hex_]
    return _seen(
        state.kit,
        side,
        hex_,
        stack,
        stack & state.fired,
        stack & state.out_moving,
        stack & state.out_fighting,
        stack & march.units if march is not None and march.at == hex_ else 0,
    )


# Most stacks look as they did when they were last looked at.
@lru_cache(maxsize=1 << 13)
def _seen(
    kit: Kit,
    side: Side,
    hex_: Hex,
    stack: UnitSet,
    fired: UnitSet,
    out_moving: UnitSet,
    out_fighting: UnitSet,
    marching: UnitSet,
) -> Sighting:
    top = kit.units[top_of(kit, stack)]
    marks = (fired, out_moving, out_fighting, marching)
    counts = [units.bit_count() for units in marks]
    return Sighting(hex_, side, top.nation, top.kind, stack.bit_count(), *counts)


@cites("LB-5.6b")
def top_of(kit: Kit, stack: UnitSet) -> UnitId:
    """The counter that lies on top: infantry over tanks over guns, US over French, and so on."""
    if stack & (stack - 1) == 0:
        return UnitId(stack.bit_length() - 1)
    return min(ids(stack), key=lambda u: rank(kit, u))


def rank(kit: Kit, unit: UnitId) -> tuple[int, int, int]:
    face = kit.units[unit]
    return _KINDS.index(face.kind), _NATIONS.index(face.nation), unit


_ON_MAP: Final = Hex(0)  # whichever hex it is


def _places(state: State, side: Side) -> Places:
    return _reader(state.kit, side)(state.hex_of)


@derived(of=_places)
def _boxes(state: State, side: Side) -> Boxes:
    boxed = [hex_ if hex_ < 0 else _ON_MAP for hex_ in _places(state, side)]
    return _boxed(state.kit, side, tuple(boxed))


# `places`: where the side's units are, in their order, all hexes taken for one.
@lru_cache(maxsize=1 << 10)
def _boxed(kit: Kit, side: Side, places: Places) -> Boxes:
    lying: dict[int, list[UnitId]] = {}
    for unit, place in zip(_members(kit, side), places, strict=True):
        lying.setdefault(place, []).append(unit)

    def inside(box: Hex) -> tuple[UnitId, ...]:
        return tuple(lying.get(box, ()))

    return Boxes(
        side,
        len(inside(DUE)),
        len(inside(RESERVE)),
        len(inside(RESTING)),
        len(inside(POOL)),
        inside(LATER),
        inside(DEAD),
        inside(WITHDRAWN),
    )


@cites("LB-5.6a")
def _masked(decision: Decision, side: Side | None) -> Decision | None:
    """A decision on the table as a side may know it; None: it does not know of it."""
    if getattr(decision, "side", side) == side and side is not None:
        return decision
    match decision:
        case Assembling() | InHand() | Marching(mode="") | Battle(stage="fire"):
            return None
        case Battery(role="bombardment"):
            return None
        case Battery():
            return Battery(decision.side, decision.role, 0, decision.most)
        case Marching():
            return Marching(decision.side, 0, decision.at, decision.spent, decision.mode)
        case Losses(cause="gas"):
            return Losses(decision.side, 0, decision.left, "gas")
        case Advancing():
            return Advancing(decision.side, decision.into, 0, decision.most)
    return decision


def phase_of(stack: tuple[Decision, ...]) -> Decision | None:
    """The phase on the table: the decision just above the turn's sequence."""
    return stack[1] if len(stack) > 1 else None
