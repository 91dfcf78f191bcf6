"""Lines of sight and Engagement Zones (BCS-6.1.a to BCS-6.1.f, BCS-R.13)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import FormationId, Kit, Side, UnitId, UnitSet
from grognard.titles.bcs.position.state import State, each, face, fact, own_fact
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.moving.presence import real_av

Offset: TypeAlias = tuple[int, int]
"""How far from a hex: along a row, and in rows (axial)."""


# -- lines of sight ----------------------------------------------------------------------


@lru_cache(maxsize=1024)
@cites("BCS-6.1.c", "BCS-R.13")
def _between(end: Offset) -> tuple[tuple[Offset, ...], ...]:
    """What lies on the straight line from a hex to another: single hexes, and pairs where it
    runs along the side that two share."""
    reach = max(abs(end[0]), abs(end[1]), abs(end[0] + end[1]))
    runs: dict[tuple[Fraction, Fraction, bool], list[Offset]] = {}
    for q in range(-reach, reach + 1):
        for r in range(-reach, reach + 1):
            run = None if (q, r) in ((0, 0), end) else _run(end, (q, r))
            if run is not None:  # a hex the line goes through is alone in its run
                runs.setdefault(run, []).append((q, r))
    return tuple(tuple(hexes) for hexes in runs.values())


def _run(end: Offset, hex_: Offset) -> tuple[Fraction, Fraction, bool] | None:
    """The stretch of the line in a hex, and whether it only runs along a side of it."""
    first, last, along = Fraction(0), Fraction(1), False
    for slope, at in zip(_sides(end), _sides(hex_), strict=True):
        # inside where -1 <= slope * t - at <= 1
        if slope == 0:
            if abs(at) > 1:
                return None
            along |= abs(at) == 1
            continue
        ends = sorted((Fraction(at - 1, slope), Fraction(at + 1, slope)))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last, along) if first < last else None


def _sides(point: Offset) -> tuple[int, int, int]:
    """Where a point lies between the three pairs of sides; a hex is from -1 to 1 in each."""
    x, z = point
    y = -x - z
    return x - y, y - z, z - x


def sees(state: State, a: Hex, b: Hex) -> bool:
    """Whether no Blocking Terrain lies on the straight line between two hexes."""
    return clear(state.kit, a, b)


@cites("BCS-6.1.c", "BCS-R.13")
def clear(kit: Kit, a: Hex, b: Hex) -> bool:
    width, blocking = kit.grid.width, kit.blocking
    end = b % width - a % width, b // width - a // width
    for hexes in _between(end):
        if all(blocking >> (a + r * width + q) & 1 for q, r in hexes):
            return False
    return True


def view(kit: Kit, hex_: Hex, reach: int) -> HexSet:
    """The other hexes seen from a hex, no farther than that."""
    found = kit.views.get((hex_, reach))
    if found is None:
        near = members(kit.within(hex_, reach) & ~(1 << hex_))
        found = kit.views[hex_, reach] = hexset(h for h in near if clear(kit, hex_, h))
    return found


@cites("BCS-S.39")
def reach(state: State, range_: int) -> int:
    """A range as Visibility cuts it; adjacent hexes are always in it."""
    return min(range_, max(1, state.visibility))


# -- Engagement Zones ------------------------------------------------------------------------


@cites("BCS-6.1.a", "BCS-6.1.b", "BCS-S.39", "BCS-R.11")
def engagement_zone(state: State, side: Side) -> HexSet:
    """The hexes the side's AV units and its Stand Off Support reach."""

    def find() -> HexSet:
        zone = own_fact(state, side, "engagement zone", lambda: _of_units(state, side))
        for unit, origins in stand_off(state, side):
            zone |= _views(state.kit, origins, _box_reach(state, unit))
        return zone

    return fact(state, ("engagement zone", side), find)


@lru_cache(maxsize=1 << 12)
def _views(kit: Kit, hexes: tuple[Hex, ...], reach: int) -> HexSet:
    """What is seen from any of the hexes."""
    found = 0
    for hex_ in hexes:
        found |= view(kit, hex_, reach)
    return found


def _of_units(state: State, side: Side) -> HexSet:
    zone = 0
    for unit in each(real_av(state, side)):
        zone |= view(state.kit, state.hex_of[unit], reach(state, face(state, unit).range))
    return zone


@cites("BCS-R.11", "BCS-6.1.a")
def stand_off(state: State, side: Side) -> list[tuple[UnitId, tuple[Hex, ...]]]:
    """Stand Off Support, with the hexes of the stacks it stands behind at this moment."""

    def find() -> list[tuple[UnitId, tuple[Hex, ...]]]:
        found = []
        for number, guns in support.guns(state, side):
            origins = _origins(state, number)
            found += [(unit, origins) for unit in each(guns) if origins]
        return found

    return fact(state, ("stand off", side), find)


def _origins(state: State, number: FormationId) -> tuple[Hex, ...]:
    units = each(support.backed(state, number))
    return tuple(sorted({state.hex_of[unit] for unit in units}))


def _box_reach(state: State, unit: UnitId) -> int:
    return reach(state, support.box_face(state, unit).range)


@cites("BCS-6.1.a")
def firers(state: State, side: Side, hex_: Hex) -> UnitSet:
    """The side's units, those of Support boxes too, whose Engagement Zone covers the hex."""
    found = 0
    for unit in each(real_av(state, side)):
        at = state.hex_of[unit]
        if view(state.kit, at, reach(state, face(state, unit).range)) >> hex_ & 1:
            found |= 1 << unit
    for unit, origins in stand_off(state, side):
        if any(view(state.kit, at, _box_reach(state, unit)) >> hex_ & 1 for at in origins):
            found |= 1 << unit
    return found


@cites("BCS-7.1.d", "BCS-6.1.b")
def can_engage_at(state: State, unit: UnitId, hex_: Hex, range_: int | None = None) -> bool:
    """Whether the hex is in a unit's range, Visibility and sight; only next to it in Terrain."""
    far = face(state, unit).range if range_ is None else range_
    return can_fire(state, state.hex_of[unit], hex_, far)


@cites("BCS-7.1.d")
def can_fire(state: State, origin: Hex, target: Hex, range_: int) -> bool:
    """The same from a hex, for Stand Off Support."""
    far = reach(state, range_)
    if terrain.is_terrain(state, target):
        far = min(far, state.kit.number("engagement_terrain_range"))
    return bool(view(state.kit, origin, far) >> target & 1)
