"""Command Radius, and Safe Paths from a unit to its HQ (BCS-1.6.a to BCS-1.6.i, BCS-S.17).

A Safe Path is looked for from the HQ backwards, for all hexes at once. For Tac
only Real AV EZOC is in the way, so that Support, which needs a Tac Safe Path,
never depends on itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from grognard.book.rulebook import RuleId, cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, TAC, FormationId, Kit, MaType, UnitId
from grognard.titles.bcs.position.state import State, face, fact, other, rear_fact
from grognard.titles.bcs.rules.moving import presence, terrain
from grognard.titles.bcs.rules.ways import by_road as roads

Break: TypeAlias = tuple[Hex, str, RuleId]
"""Where a Safe Path ends, why, and by which rule."""


# -- Command Radius ------------------------------------------------------------------------


@cites("BCS-S.17", "BCS-R.4")
def radius(state: State, number: FormationId) -> HexSet:
    """The hexes in Command Radius of the HQ where it stands; none if it is off the map."""
    at = state.hq[number]
    return state.kit.within(at, state.kit.formations[number].radius) if at >= 0 else 0


@cites("BCS-S.17")
def in_radius(state: State, unit: UnitId) -> bool:
    """Whether a unit is in the Command Radius of the formation it serves in."""
    number, hex_ = state.command[unit], state.hex_of[unit]
    return number != NO_FORMATION and hex_ >= 0 and bool(radius(state, number) >> hex_ & 1)


# -- Safe Paths ------------------------------------------------------------------------------


@cites("BCS-1.6.b", "BCS-1.6.c", "BCS-1.6.d", "BCS-R.2")
def closed(state: State, number: FormationId, ma_type: MaType) -> HexSet:
    """The hexes no Safe Path enters: enemies, and their EZOC where no friend stands."""
    side = state.kit.formations[number].side
    kept: HexSet | None = state.facts.get(("closed", side, ma_type == TAC))
    if kept is not None:
        return kept
    enemy = other(side)

    def find() -> HexSet:
        zone = presence.real_zone(state, enemy) if ma_type == TAC else presence.zone(state, enemy)
        return state.occupied[enemy] | zone & ~state.occupied[side]

    return fact(state, ("closed", side, ma_type == TAC), find)


@cites("BCS-1.6.a", "BCS-R.1")
def longest(state: State, number: FormationId) -> int:
    return state.kit.formations[number].radius + state.kit.number("limits.safe_path_extra")


@cites("BCS-1.6.a", "BCS-1.6.f", "BCS-R.1")
def _rings(kit: Kit, back: terrain.Gates, hq: Hex, length: int, shut: HexSet) -> list[HexSet]:
    """By length, the hexes whose shortest Safe Path has it; the HQ's own hex first."""
    return kit.grid.rings(1 << hq, back, shut, most=length)


@cites("BCS-1.6.a", "BCS-1.6.e")
def area(state: State, number: FormationId, ma_type: MaType) -> HexSet:
    """The hexes from which a unit of that type has a Safe Path."""
    kept: HexSet | None = state.facts.get(("safe", number, ma_type))
    if kept is not None:
        return kept

    def find() -> HexSet:
        if state.hq[number] < 0:
            return 0
        shut, (length, near) = closed(state, number, ma_type), _around_hq(state, number)
        ground, hq, back = terrain.tables(state), state.hq[number], behind(state, number)
        found = _reached(state.kit, ground, ma_type, hq, length, shut & near)
        return found | 1 << hq if back >= 0 and not back & shut else found

    return fact(state, ("safe", number, ma_type), find)


def _around_hq(state: State, number: FormationId) -> tuple[int, HexSet]:
    """How long a Safe Path may be, and the hexes it may run through."""
    kept: tuple[int, HexSet] | None = state.rear_facts.get(("around", number))
    if kept is not None:
        return kept

    def find() -> tuple[int, HexSet]:
        length = longest(state, number)
        return length, state.kit.within(state.hq[number], length)

    return rear_fact(state, ("around", number), find)


@lru_cache(maxsize=1 << 13)
def _reached(
    kit: Kit, ground: terrain.Ground, ma_type: MaType, hq: Hex, length: int, shut: HexSet
) -> HexSet:
    """The hexes with a Safe Path but for the HQ's own; kept for what is in the way around it."""
    return sum(_rings(kit, ground.back[ma_type], hq, length, shut)[1:])


@cites("BCS-1.6.e")
def behind(state: State, number: FormationId) -> HexSet:
    """The road behind the HQ that those with it look to; -1 if there is none."""
    roads_known = looked_to(state)
    if number not in roads_known:
        found = roads.way_back(state, number) is not None
        roads_known[number] = hexset(way_back(state, number)) if found else -1
    return roads_known[number]


def looked_to(state: State) -> dict[FormationId, HexSet]:
    """Those roads, as far as anything was derived from them."""
    return rear_fact(state, "behind", dict)


def way_back(state: State, number: FormationId) -> list[Hex]:
    """The road hexes behind the HQ that units with it look to."""
    return roads.road_back(state, number, state.kit.number("limits.hq_hex_tail"))


@cites("BCS-1.6.f", "BCS-1.6.g", "BCS-1.6.h", "BCS-1.6.i")
def has(state: State, unit: UnitId, ma_type: MaType | None = None) -> bool:
    """Whether a unit on the map has a Safe Path, by its own MA type or by the one given."""
    number, hex_ = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION or hex_ < 0:
        return False
    type_ = face(state, unit).type if ma_type is None else ma_type
    return bool(area(state, number, type_) >> hex_ & 1)


# -- showing it ---------------------------------------------------------------------------------


def path(state: State, unit: UnitId, ma_type: MaType | None = None) -> list[Hex] | None:
    """A shortest Safe Path, the unit's own hex first; None if there is none."""
    if not has(state, unit, ma_type):
        return None
    number, hex_ = state.command[unit], state.hex_of[unit]
    type_ = face(state, unit).type if ma_type is None else ma_type
    if hex_ == state.hq[number]:
        return [hex_, *way_back(state, number)]
    return _trace(state, hex_, type_, number, closed(state, number, type_))


def _trace(
    state: State, hex_: Hex, type_: MaType, number: FormationId, shut: HexSet
) -> list[Hex] | None:
    """From a hex through the rings down to the HQ; None if the rings do not reach it."""
    back = terrain.back_gates(state, type_)
    rings = _rings(state.kit, back, state.hq[number], longest(state, number), shut)
    length = next((n for n, ring in enumerate(rings) if ring >> hex_ & 1), None)
    if length is None:
        return None
    found, grid, by = [hex_], state.kit.grid, terrain.gates(state, type_)
    for ring in reversed(rings[:length]):
        found.append(next(members(grid.through(1 << found[-1], by) & ring & ~shut)))
    return found


def broken_at(state: State, unit: UnitId, ma_type: MaType | None = None) -> Break | None:
    """Where and why a unit has no Safe Path; None if it has one or serves under no HQ."""
    number, hex_ = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION or hex_ < 0 or state.hq[number] < 0 or has(state, unit, ma_type):
        return None
    type_ = face(state, unit).type if ma_type is None else ma_type
    shut = closed(state, number, type_)
    if hex_ == state.hq[number]:
        back = [h for h in way_back(state, number) if shut >> h & 1]
        return (
            _why(state, number, back[0]) if back else (hex_, "no road to its Trains", "BCS-1.6.e")
        )
    way = _trace(state, hex_, type_, number, 0)
    if way is None:
        far = state.kit.grid.distance(hex_, state.hq[number]) > longest(state, number)
        return (hex_, "too far", "BCS-1.6.a") if far else (hex_, "no way there", "BCS-1.6.f")
    return next((_why(state, number, h) for h in way[1:] if shut >> h & 1), None)


def _why(state: State, number: FormationId, hex_: Hex) -> Break:
    enemy = state.occupied[other(state.kit.formations[number].side)] >> hex_ & 1
    return hex_, "an enemy unit" if enemy else "an enemy zone of control", "BCS-1.6.b"
