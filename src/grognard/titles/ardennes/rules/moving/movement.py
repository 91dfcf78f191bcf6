"""Movement hex by hex, strategic movement, leaving the map (EA-S.35 to EA-S.46).

`reach` works out all of a unit's moves at once by shifting sets of hexes;
`step_refusal` judges one step. They must agree (tests/laws).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, hexset, listed, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Crossing, Moving
from grognard.titles.ardennes.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    not_now,
)
from grognard.titles.ardennes.position.state import (
    EXITED,
    FIRST_DAY,
    State,
    army_of,
    boxed,
    corps_of,
    each,
    fact,
    mark,
    names_of,
    note,
    other,
    own_fact,
    put,
    solitaire,
    units_in,
)
from grognard.titles.ardennes.rules.fighting.battle import places_in_battle
from grognard.titles.ardennes.rules.moving import bridges, checks, roadblocks
from grognard.titles.ardennes.rules.moving.terrain import (
    Gates,
    Ways,
    column,
    cost,
    cost_gates,
    dry_gates,
    halts,
    joined,
    only_gates,
    river_gates,
    road_gates,
    roll_on,
    set_out,
    ways,
)
from grognard.titles.ardennes.rules.moving.watch import watch
from grognard.titles.ardennes.rules.moving.zones import beside, fits, room_for, zone
from grognard.titles.ardennes.rules.supply.supply import low_supply
from grognard.waist.asking import own_side, pop, push, swap

T = TypeVar("T")

# -- how far -------------------------------------------------------------------------


@cites("EA-ST.g", "EA-ST.n", "EA-SU.s")
def still(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot move at all today."""
    bit, name = 1 << unit, state.kit.names[unit]
    if state.dispersed & bit:
        return Refusal("EA-ST.g", f"{name} is Dispersed")
    if state.dry & bit:
        return Refusal("EA-ST.n", f"{name} is Out of Fuel")
    if state.isolated & state.kit.mechanized & bit:
        return Refusal("EA-SU.s", f"{name} is Isolated, and mechanized")
    return None


def allowance(state: State, unit: UnitId) -> int:
    """The movement points a unit has now; `hex_limit` may bind it more tightly."""
    return 0 if still(state, unit) else state.kit.units[unit].allowance


@cites("EA-SU.p", "EA-SU.t", "EA-D16.m", "EA-D16.n", "EA-D16.o")
def hex_limit(state: State, unit: UnitId, reinforcing: bool = False) -> tuple[int, str]:
    """How many hexes a unit may enter in a move, and by which rule; 99 for no limit."""
    kit, bit = state.kit, 1 << unit
    if state.isolated & bit:
        return kit.number("isolated_move"), "EA-SU.t"
    if state.unsupplied & kit.mechanized & bit:
        return kit.number("out_of_supply_move"), "EA-SU.p"
    free = reinforcing or state.record.full_march
    if kit.side_of[unit] == ALLIED and state.day == FIRST_DAY and not free:
        return kit.number("allied_opening_move"), "EA-D16.m"
    return 99, ""


# -- where ---------------------------------------------------------------------------


class Ground(msgspec.Struct, frozen=True):
    """What a unit's moves go by: hexes it may enter, hexes it must stop in, and gates."""

    hexes: HexSet
    home: HexSet  # once in one of these it leaves them no more
    zone: HexSet  # of the enemy
    stops: HexSet
    ways: Ways
    narrow: tuple[tuple[int, Gates], ...]  # over bridges no more to be crossed into a zone
    fords: Gates
    first: Gates  # all ways open to the first step, but for the narrow ones


@cites("EA-S.36", "EA-RB.b", "EA-RB.d")
def ground(state: State, unit: UnitId, bounds: HexSet = EMPTY, *, unmarked: bool = False) -> Ground:
    """The ground as it is for a unit where it stands, or in other bounds; stacks share it.

    `unmarked` is without what an Isolated marker shuts to it.
    """
    kit, side = state.kit, state.kit.side_of[unit]
    kind, bounds = kit.units[unit].kind, bounds or within_bounds(state, unit)
    isolated = bool(state.isolated >> unit & 1) and not unmarked
    home_ = home(state, unit)
    key = ("ground", kind, bounds, home_, isolated)
    return _by_enemy(
        state, side, isolated, key, lambda: _ground(state, side, kind, bounds, home_, isolated)
    )


def _by_enemy(
    state: State, side: Side, isolated: bool, key: Hashable, derive: Callable[[], T]
) -> T:
    """A fact about a side's moves: it looks at the enemy's units alone, and outlives the moves.

    What is shut to an Isolated unit depends on its own side too.
    """
    if isolated:
        return fact(state, (side, key), derive)
    return own_fact(state, other(side), key, derive)


def _ground(
    state: State, side: Side, kind: str, bounds: HexSet, home_: HexSet, isolated: bool
) -> Ground:
    kit, enemy = state.kit, other(side)
    hexes = bounds & ~state.occupied[enemy]
    usable = state.bridges & ~bridges.worn_out(state, side)
    if side == GERMAN:
        hexes &= ~state.roadblocks
    if isolated:
        hexes &= ~shut_to_isolated(state, side)
        usable &= ~bridges.held(state, enemy)
    narrow = state.record.bridged & usable
    stops = zone(state, enemy) | (halts(state) if side == GERMAN else EMPTY)
    prices = column(state, kind)
    fords = river_gates(kit, bridges.fordable(state, side))
    return Ground(
        hexes=hexes,
        home=home_,
        zone=zone(state, enemy),
        stops=stops,
        ways=ways(kit, prices, usable & ~narrow),
        narrow=only_gates(cost_gates(kit, prices, usable), river_gates(kit, narrow))
        if narrow
        else (),
        fords=fords,
        first=joined(dry_gates(kit, usable & ~narrow), fords),
    )


@cites("EA-SU.v", "EA-SU.x")
def shut_to_isolated(state: State, side: Side) -> HexSet:
    """The hexes no Isolated unit of the side may go into."""
    kit = state.kit
    if side == GERMAN:
        return kit.towns & ~state.german_towns
    return state.german_towns | kit.westwall & ~state.occupied[ALLIED]


@cites("EA-S.44", "EA-S.60")
def within_bounds(state: State, unit: UnitId) -> HexSet:
    """The hexes a unit may be in: its army's zone to 19 December, XXX Corps (2P) the Meuse.

    A unit that has been driven out of its zone is free to find its way back.
    """
    hexes = home(state, unit)
    inside = state.hex_of[unit] < 0 or hexes >> state.hex_of[unit] & 1
    return hexes if inside else state.kit.grid.all


def home(state: State, unit: UnitId) -> HexSet:
    """The hexes a unit does not leave once it is in them."""
    kit = state.kit
    if kit.side_of[unit] == GERMAN:
        if state.day <= kit.number("boundaries_until_day"):
            return kit.army_zone.get(army_of(state, unit), kit.grid.all)
    elif not solitaire(state) and corps_of(state, unit) == kit.meuse_corps:
        return _meuse_side(state, unit)
    return kit.grid.all


def _meuse_side(state: State, unit: UnitId) -> HexSet:
    kit = state.kit
    if state.day > kit.number("xxx_held_until_day"):
        return kit.grid.all
    hexes = kit.west_bank | kit.meuse_within2
    if unit == kit.town_guard:
        hexes |= kit.grid.within(kit.guarded_town, 1)
    return hexes


def waves(state: State, unit: UnitId, reinforcing: bool = False) -> list[HexSet]:
    """By movement points spent, the hexes first reached so; the unit's own at 0."""
    hex_, points = state.hex_of[unit], allowance(state, unit)
    hexes = hex_limit(state, unit, reinforcing)[0]
    bound, side = ground(state, unit), state.kit.side_of[unit]
    penned = bool(state.isolated >> unit & 1)
    key = ("waves", hex_, points, hexes, id(bound))

    def spread() -> list[HexSet]:
        return _waves(state, bound, hex_, points, hexes, penned)

    return _by_enemy(state, side, penned, key, spread)


def full_waves(state: State, unit: UnitId) -> list[HexSet]:
    """The same at full allowance, whatever markers the unit carries (for proximity)."""
    hex_, points = state.hex_of[unit], state.kit.units[unit].allowance
    bound = ground(state, unit, unmarked=True)
    key = ("full waves", hex_, points, id(bound))
    return fact(state, key, lambda: _waves(state, bound, hex_, points, 99, False))


@cites("EA-S.36", "EA-S.38", "EA-S.44", "EA-SU.u")
def _waves(
    state: State, bound: Ground, start: Hex, points: int, hexes: int, penned: bool
) -> list[HexSet]:
    here = 1 << start
    found = [here] + [EMPTY] * points
    inside = bool(bound.zone & here)
    if not points or (inside and penned):
        return found
    open_ = bound.hexes & ~bound.zone if inside else bound.hexes
    leave = state.kit.number("leave_zoc") if inside else 0
    _set_out(state, bound, found, open_, leave)
    seen = here
    for spent in range(1, points + 1):
        found[spent] &= ~seen
        seen |= found[spent]
        movers = found[spent] & ~bound.stops
        if movers and hexes > 1 and spent < points:
            _roll_on(state, bound, found, movers & ~bound.home, spent, bound.hexes)
            _roll_on(state, bound, found, movers & bound.home, spent, bound.hexes & bound.home)
    return found


def _roll_on(
    state: State, bound: Ground, found: list[HexSet], movers: HexSet, spent: int, open_: HexSet
) -> None:
    """One step from every mover, into the wave of what it then has spent."""
    if not movers:
        return
    grid, last = state.kit.grid, len(found) - 1
    roll_on(grid, found, movers, spent, open_, bound.ways)
    for price, gates in bound.narrow:
        if spent + price <= last:
            found[spent + price] |= grid.through(movers, gates) & open_ & ~bound.zone


def _set_out(state: State, bound: Ground, found: list[HexSet], open_: HexSet, leave: int) -> None:
    """The first step: a unit can always go one hex, so it never costs more than it has."""
    grid, here, last = state.kit.grid, found[0], len(found) - 1
    set_out(grid, found, here, leave, open_, bound.ways)
    for price, gates in bound.narrow:
        found[min(price + leave, last)] |= grid.through(here, gates) & open_ & ~bound.zone
    found[last] |= grid.through(here, bound.fords) & open_


def reached(state: State, unit: UnitId) -> HexSet:
    """The hexes of `reach`, with the unit's own."""
    return _union(waves(state, unit))


def could_reach(state: State, unit: UnitId) -> HexSet:
    """The hexes one normal move at full allowance leads to, with the unit's own (EA-S.31)."""
    return _union(full_waves(state, unit))


def _union(sets: Iterable[HexSet]) -> HexSet:
    bits = EMPTY
    for hexes in sets:
        bits |= hexes
    return bits


def reach(state: State, unit: UnitId, reinforcing: bool = False) -> dict[Hex, int]:
    """The points spent to every hex a normal move could end in or pass, its own left out."""

    def spread() -> dict[Hex, int]:
        layers = waves(state, unit, reinforcing)
        return {hex_: n for n, layer in enumerate(layers) if n for hex_ in members(layer)}

    return fact(state, ("reach", unit, reinforcing), spread)


@cites("EA-S.37")
def ends(state: State, unit: UnitId, reinforcing: bool = False) -> dict[Hex, int]:
    """The hexes of `reach` with room for the unit."""
    open_ = end_hexes(state, unit, reinforcing)
    found = reach(state, unit, reinforcing)
    return {hex_: spent for hex_, spent in found.items() if open_ >> hex_ & 1}


@cites("EA-S.37")
def end_hexes(state: State, unit: UnitId, reinforcing: bool = False) -> HexSet:
    """The same as a set."""

    def find() -> HexSet:
        open_ = _union(waves(state, unit, reinforcing)[1:])
        for hex_ in members(open_ & state.occupied[state.kit.side_of[unit]]):
            if not room_for(state, hex_, 1 << unit):
                open_ &= ~(1 << hex_)
        return open_

    return fact(state, ("ends", unit, reinforcing), find)


def at_most(state: State, unit: UnitId) -> HexSet:
    """No move goes farther than this: a hex costs a point at least."""
    kit = state.kit
    return kit.within(state.hex_of[unit], max(kit.units[unit].allowance, 1))


def route(state: State, unit: UnitId, to: Hex, reinforcing: bool = False) -> list[Hex]:
    """The hexes of a cheapest move, the last one `to`; empty if it cannot be reached."""
    found, start = reach(state, unit, reinforcing), state.hex_of[unit]
    if to not in found:
        return []
    path = [to]
    while (before := _before(state, unit, path[-1], found)) != start:
        path.append(before)
    return path[::-1]


def _before(state: State, unit: UnitId, hex_: Hex, found: dict[Hex, int]) -> Hex:
    """The hex from which a cheapest move comes: its own if one step does, no bridge if it can."""
    start, bound = state.hex_of[unit], ground(state, unit)
    if state.kit.grid.adjacent(start, hex_) and _first_step(state, unit, hex_) == found[hex_]:
        return start
    dry_first = sorted(
        state.kit.grid.neighbours(hex_), key=lambda near: bool(state.kit.sides[near, hex_].river)
    )
    for near in dry_first:
        strays = bound.home >> near & 1 and not bound.home >> hex_ & 1
        if near in found and not strays and not bound.stops >> near & 1:
            price = cost(state, state.kit.units[unit].kind, near, hex_)
            if (
                price is not None
                and found[near] + price == found[hex_]
                and _wide(state, bound, near, hex_)
            ):
                return near
    raise AssertionError(f"no step leads to {state.kit.grid.label(hex_)}")


def _first_step(state: State, unit: UnitId, to: Hex) -> int | None:
    """What one step from where it stands costs a unit; None if it cannot be made."""
    start, points = state.hex_of[unit], allowance(state, unit)
    moving = Moving(state.kit.side_of[unit], 1 << unit, start)
    if passage_refusal(state, moving, to) is not None:
        return None
    return min(step_cost(state, moving, unit, to), points)


def _wide(state: State, bound: Ground, a: Hex, b: Hex) -> bool:
    """Whether the hexside between is open; a bridge may be used up."""
    river = state.kit.sides[a, b].river
    if not river:
        return True
    direction = state.kit.grid.direction(a, b)
    assert direction is not None, "neighbours"
    if (bound.ways.road[direction] | bound.ways.off_road[direction]) >> a & 1:
        return True
    narrow = any(gates[direction] >> a & 1 for _, gates in bound.narrow)
    return narrow and not bound.zone >> b & 1


# -- one step ------------------------------------------------------------------------


def points_left(state: State, moving: Moving, unit: UnitId) -> int:
    """The movement points a unit on the move has left."""
    points = allowance(state, unit) * (
        state.kit.number("strategic_factor") if moving.strategic else 1
    )
    return points - _spent(state, moving, unit)


def _spent(state: State, moving: Moving, unit: UnitId) -> int:
    mixed = moving.units & state.kit.infantry and moving.units & state.kit.mechanized
    slow = mixed and state.kit.mechanized >> unit & 1
    return moving.spent_too if slow else moving.spent


@cites("EA-S.35", "EA-S.36", "EA-S.38")
def step_cost(state: State, moving: Moving, unit: UnitId, to: Hex) -> int:
    """What the step costs a unit; a river without a bridge, its whole allowance."""
    price = cost(state, state.kit.units[unit].kind, moving.at, to)
    river = state.kit.sides[moving.at, to].river
    if price is None or river & bridges.worn_out(state, moving.side):
        return allowance(state, unit)
    if zone(state, other(moving.side)) >> moving.at & 1:
        price += state.kit.number("leave_zoc")
    return min(price, allowance(state, unit)) if not moving.entered else price


def step_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """Why the units may not enter that hex next."""
    return passage_refusal(state, moving, to) or _room_refusal(state, moving, to)


def passage_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """The same for a hex they do not stop in."""
    return _barred(state, moving, to) or _astray(state, moving, to)


def _barred(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """The same, wherever they may be bound for."""
    return (
        _halted(state, moving)
        or _closed(state, moving, to)
        or _isolated_refusal(state, moving, to)
        or _river_refusal(state, moving, to)
        or _strategic_refusal(state, moving, to)
        or _cost_refusal(state, moving, to)
    )


@cites("EA-S.36", "EA-RB.d", "EA-SU.p", "EA-SU.t", "EA-D16.m")
def _halted(state: State, moving: Moving) -> Refusal | None:
    """Why the units can go no farther from where they are."""
    for unit in each(moving.units):
        limit, rule = hex_limit(state, unit, moving.reinforcing)
        if moving.entered >= limit:
            return Refusal(rule, f"{state.kit.names[unit]} moves {limit} hex at most")
    if not moving.entered:
        return None
    if zone(state, other(moving.side)) >> moving.at & 1:
        return Refusal("EA-S.36", "a unit stops on entering an enemy zone of control")
    if moving.side == GERMAN and halts(state) >> moving.at & 1:
        return Refusal("EA-RB.d", "a roadblock on the road ahead stops the unit")
    return None


@cites("EA-S.36", "EA-S.44", "EA-RB.b", "EA-S.60")
def _closed(state: State, moving: Moving, to: Hex) -> Refusal | None:
    kit, here = state.kit, state.kit.grid.label(to)
    enemy = other(moving.side)
    if state.occupied[enemy] >> to & 1:
        return Refusal("EA-S.36", f"an enemy unit is in {here}")
    if moving.side == GERMAN and state.roadblocks >> to & 1:
        return Refusal("EA-RB.b", f"a roadblock bars {here}")
    for unit in each(moving.units):
        if not within_bounds(state, unit) >> to & 1:
            if moving.side == GERMAN:
                last = kit.number("boundaries_until_day")
                return Refusal(
                    "EA-S.44", f"{here} lies over the army boundary, closed to the {last}th"
                )
            far = f"{here} is too far from the Meuse for {kit.meuse_corps} Corps"
            return Refusal("EA-S.60", far)
    field = zone(state, enemy)
    if field >> moving.at & 1 and field >> to & 1:
        return Refusal("EA-S.36", "a unit cannot go straight from one enemy zone to another")
    return None


@cites("EA-SU.u", "EA-SU.v", "EA-SU.w", "EA-SU.x")
def _isolated_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    if not moving.units & state.isolated:
        return None
    kit, enemy = state.kit, other(moving.side)
    here, river = kit.grid.label(to), kit.sides[moving.at, to].river
    if zone(state, enemy) >> moving.at & 1:
        return Refusal("EA-SU.u", "an Isolated unit cannot leave an enemy zone of control")
    if shut_to_isolated(state, moving.side) >> to & 1:
        if kit.towns >> to & 1 and bool(state.german_towns >> to & 1) == (enemy == GERMAN):
            return Refusal("EA-SU.v", f"{here} is an enemy town, closed to an Isolated unit")
        return Refusal("EA-SU.x", f"{here} is an empty Westwall hex, closed to an Isolated unit")
    if river & bridges.held(state, enemy):
        return Refusal("EA-SU.w", "an Isolated unit cannot use an enemy bridge")
    return None


@cites("EA-S.38", "EA-S.39", "EA-D16.k", "EA-D16.l")
def _river_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """Rivers and bridges let few over in one activation."""
    river, side = state.kit.sides[moving.at, to].river, moving.side
    if not river:
        return None
    many = moving.units.bit_count() > 1
    worn = bool(river & bridges.worn_out(state, side))
    if not river & state.bridges or worn:
        return _ford_refusal(state, moving, river, "EA-D16.l" if worn else "EA-S.38")
    if many and bridges.single_file(state, side):
        return Refusal("EA-D16.k", "on 16 December one unit crosses a bridge in an activation")
    if zone(state, other(side)) >> to & 1 and (many or river & state.record.bridged):
        return Refusal("EA-S.39", "one unit in an activation crosses a bridge into an enemy zone")
    return None


@cites("EA-S.38", "EA-D16.l")
def _ford_refusal(state: State, moving: Moving, river: int, rule: str) -> Refusal | None:
    if moving.entered or moving.strategic:
        return Refusal(rule, "crossing a river without a bridge takes a unit's whole move")
    if moving.units.bit_count() > 1 or river & state.record.forded:
        return Refusal(rule, "one unit in an activation crosses here without a bridge")
    return None


@cites("EA-S.45", "EA-RB.e", "EA-RB.f")
def _strategic_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    if not moving.strategic:
        return None
    kit, here = state.kit, state.kit.grid.label(to)
    if not kit.sides[moving.at, to].road:
        return Refusal("EA-S.45", "strategic movement keeps to the road")
    if beside(state, other(moving.side)) >> to & 1:
        return Refusal("EA-S.45", f"{here} is next to an enemy unit")
    if moving.side == GERMAN and kit.grid.spread(state.roadblocks) >> to & 1:
        return Refusal("EA-RB.e", f"{here} is next to a roadblock")
    if moving.side == GERMAN and watch(state).would_roll(state, to, moving.units):
        return Refusal("EA-RB.f", f"entering {here} would cause a roadblock check")
    return None


@cites("EA-S.35")
def _cost_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    for unit in each(moving.units):
        price, left = step_cost(state, moving, unit, to), points_left(state, moving, unit)
        if price > left:
            return Refusal("EA-S.35", f"it costs {price} movement points, {left} are left")
    return None


@cites("EA-CT.k", "EA-S.79")
def _astray(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """A stack called to a combat goes where it takes part; one that no longer can stays."""
    if not moving.reinforcing or battle_hexes(state, stepped(state, moving, to)):
        return None
    if battle_hexes(state, moving):
        here = state.kit.grid.label(to)
        return Refusal("EA-CT.k", f"from {here} the stack could not take part in the combat")
    if fits(state, units_in(state, moving.at) | moving.units):
        return Refusal("EA-CT.k", "the stack can no longer take part in the combat: it stays")
    return None


@cites("EA-CT.k")
def battle_hexes(state: State, moving: Moving) -> HexSet:
    """Where units called to the combat on the table can end their move and take part in it."""
    goals = places_in_battle(state, moving.side)

    def look() -> HexSet:
        room = fits(state, units_in(state, moving.at) | moving.units)
        found = goals & 1 << moving.at if room else EMPTY
        for near in state.kit.grid.neighbours(moving.at):
            if _is_on_the_way(state, moving, goals, near) and not _barred(state, moving, near):
                found |= battle_hexes(state, stepped(state, moving, near))
        return found

    return fact(state, ("battle hexes", moving, goals), look)


def way_to_battle(state: State, moving: Moving, to: Hex) -> list[Hex]:
    """The hexes by which units called to the combat come to one of its `battle_hexes`."""
    path: list[Hex] = []
    while moving.at != to:
        near = [h for h in state.kit.grid.neighbours(moving.at) if not _barred(state, moving, h)]
        after = (stepped(state, moving, hex_) for hex_ in near)
        fit = [there for there in after if battle_hexes(state, there) >> to & 1]
        moving = min(fit, key=lambda there: (state.kit.grid.distance(there.at, to), there.spent))
        path.append(moving.at)
    return path


def _is_on_the_way(state: State, moving: Moving, goals: HexSet, to: Hex) -> bool:
    """Whether a goal is near enough: a hex costs a point at least."""
    left = min(points_left(state, moving, unit) for unit in each(moving.units))
    return bool(state.kit.within(to, max(left - 1, 0)) & goals)


@cites("EA-S.37")
def _room_refusal(state: State, moving: Moving, to: Hex) -> Refusal | None:
    """A full hex is only passed through: there must be a way on to one with room."""
    if fits(state, units_in(state, to) | moving.units) or _way_on(state, moving, to):
        return None
    return Refusal("EA-S.37", f"{state.kit.grid.label(to)} is full, and there is no way on")


def _way_on(state: State, moving: Moving, to: Hex) -> bool:
    after = stepped(state, moving, to)
    near = state.kit.grid.neighbours(to)
    return any(h != moving.at and step_refusal(state, after, h) is None for h in near)


def stepped(state: State, moving: Moving, to: Hex) -> Moving:
    """The move after a step."""
    kit = state.kit
    mixed = moving.units & kit.infantry and moving.units & kit.mechanized
    first = moving.units & kit.infantry if mixed else moving.units
    pays = max(step_cost(state, moving, unit, to) for unit in each(first))
    more = (
        max(step_cost(state, moving, unit, to) for unit in each(moving.units & kit.mechanized))
        if mixed
        else 0
    )
    return msgspec.structs.replace(
        moving,
        at=to,
        spent=moving.spent + pays,
        spent_too=moving.spent_too + more,
        entered=moving.entered + 1,
    )


# -- entering a hex ------------------------------------------------------------------


@cites("EA-RB.s", "EA-S.67", "EA-S.78")
def enter(state: State, units: UnitSet, to: Hex) -> Events:
    """Units come into a hex, however they came: what their presence does is done.

    Whoever moves German units calls `checks.arrive` afterwards: an Allied bridge
    that might still be blown turns German only when that has been tried.
    """
    side = state.kit.side_of[each(units)[0]]
    told = _cross(state, side, units, to)
    for unit in each(units):
        put(state, unit, to)
    told += _take_town(state, side, to)
    if side == ALLIED and state.roadblocks >> to & 1:
        told += roadblocks.lift(state, to, "an Allied unit enters", "EA-RB.s")
    if side == GERMAN:
        note(state, trodden=state.record.trodden | 1 << to)
    return told + bridges.take_beside(state, side, to)


def _cross(state: State, side: Side, units: UnitSet, to: Hex) -> Events:
    """Bridges under the units' way are theirs now, if nobody may still blow them."""
    told: Events = []
    for start in {state.hex_of[unit] for unit in each(units)}:
        river = state.kit.river_bit.get((start, to), 0)
        if river & state.bridges:
            note(state, crossed=state.record.crossed | river)
            if not (side == GERMAN and bridges.in_doubt(state, river)):
                told += bridges.take(state, side, river)
    return told


@cites("EA-S.67")
def _take_town(state: State, side: Side, to: Hex) -> Events:
    bit = 1 << to
    german = side == GERMAN
    if not state.kit.towns & bit or bool(state.german_towns & bit) == german:
        return []
    mark(state, german_towns=state.german_towns ^ bit)
    return [ev.TownTaken(side, state.kit.grid.label(to))]


# -- the question ----------------------------------------------------------------------


def moving_candidates(state: State, moving: Moving) -> Iterator[act.Action]:
    """Exactly what is allowed."""
    for near in listed(next_hexes(state, moving)):
        yield act.Step(state.kit.grid.label(near))
    if state.kit.exits >> moving.at & 1 and exit_refusal(state, moving) is None:
        yield act.Exit()
    if _halt_refusal(state, moving) is None:
        yield act.Halt()


def next_hexes(state: State, moving: Moving) -> HexSet:
    """The hexes the units may enter next. Must agree with `step_refusal`."""
    if _halted(state, moving) is not None:
        return EMPTY
    if moving.strategic or moving.reinforcing:
        near = listed(_road_or_any(state, moving))
        return hexset(h for h in near if step_refusal(state, moving, h) is None)
    found = _open_ways(state, moving, each(moving.units)[0])
    for hex_ in members(found & state.occupied[moving.side]):
        if _room_refusal(state, moving, hex_) is not None:
            found &= ~(1 << hex_)
    return found


def _road_or_any(state: State, moving: Moving) -> HexSet:
    """The neighbours worth asking about."""
    kit, here = state.kit, 1 << moving.at
    if not moving.strategic:
        return kit.grid.spread(here) & ~here
    return (
        kit.grid.through(here, road_gates(kit, state.bridges)) & ~state.occupied[other(moving.side)]
    )


def _open_ways(state: State, moving: Moving, unit: UnitId) -> HexSet:
    """The next hexes by the unit's ground and the points it has left."""
    bound, here, left = ground(state, unit), 1 << moving.at, points_left(state, moving, unit)
    inside = bool(bound.zone & here)
    if left <= 0 or (inside and state.isolated >> unit & 1):
        return EMPTY
    open_ = bound.hexes & ~bound.zone if inside else bound.hexes
    leave = state.kit.number("leave_zoc") if inside else 0
    grid, first = state.kit.grid, not moving.entered  # a first step is never too dear
    found = grid.through(here, bound.first) & open_ if first else EMPTY
    if not first:
        waves = [EMPTY] * (left - leave + 1)
        roll_on(grid, waves, here, 0, open_, bound.ways)
        found = _union(waves)
    for price, gates in bound.narrow:
        if price + leave <= left or first:
            found |= grid.through(here, gates) & open_ & ~bound.zone
    return found


def moving_refusal(state: State, moving: Moving, action: act.Action) -> Refusal | None:
    match action:
        case act.Halt():
            return _halt_refusal(state, moving)
        case act.Exit():
            return exit_refusal(state, moving)
        case act.Step(label):
            return _step_refusal(state, moving, label)
    return not_now(action, "move on hex by hex, or halt")


def _step_refusal(state: State, moving: Moving, label: str) -> Refusal | None:
    grid = state.kit.grid
    if not grid.has(label):
        return Refusal("EA-S.35", f"there is no hex {label} on the map")
    to = grid.at(label)
    if not grid.adjacent(moving.at, to):
        return Refusal("EA-S.35", f"{label} is not next to {grid.label(moving.at)}")
    return step_refusal(state, moving, to)


@cites("EA-S.37", "EA-CT.k")
def _halt_refusal(state: State, moving: Moving) -> Refusal | None:
    here = units_in(state, moving.at) | moving.units
    if moving.reinforcing and (goals := battle_hexes(state, moving)):
        if goals >> moving.at & 1:
            return None
        return Refusal("EA-CT.k", "the stack was called to the combat and goes on to it")
    if fits(state, here) or not _can_go_on(state, moving):  # it may be stuck in a full hex
        return None
    return Refusal("EA-S.37", "too many units or steps are in the hex to stop here")


def may_start(state: State, moving: Moving) -> bool:
    """Whether a step or the way off the map is open."""
    return _can_go_on(state, moving) or exit_refusal(state, moving) is None


def start_refusal(state: State, moving: Moving) -> Refusal | None:
    """Why a move cannot begin: the first reason, where no step and no exit is open."""
    if may_start(state, moving):
        return None
    reasons = [step_refusal(state, moving, h) for h in state.kit.grid.neighbours(moving.at)]
    return next((why for why in reasons if why), None)


@cites("EA-S.45")
def rush_start_refusal(state: State, moving: Moving) -> Refusal | None:
    """Why a strategic move cannot begin."""
    if beside(state, other(moving.side)) >> moving.at & 1:
        here = state.kit.grid.label(moving.at)
        return Refusal("EA-S.45", f"{here} is next to an enemy unit")
    return start_refusal(state, moving)


def _can_go_on(state: State, moving: Moving) -> bool:
    """Whether there is a next hex: the first one found will do."""
    if _halted(state, moving) is not None:
        return False
    if moving.strategic or moving.reinforcing:
        near = listed(_road_or_any(state, moving))
        return any(step_refusal(state, moving, h) is None for h in near)
    found, taken = _open_ways(state, moving, each(moving.units)[0]), state.occupied[moving.side]
    if found & ~taken:
        return True
    return any(_room_refusal(state, moving, h) is None for h in members(found))


@cites("EA-S.46", "EA-SU.k")
def exit_refusal(state: State, moving: Moving) -> Refusal | None:
    """Why the unit may not leave the map here."""
    kit = state.kit
    if moving.side != GERMAN:
        return Refusal("EA-S.46", "only German units leave the map")
    if moving.reinforcing or not kit.exits >> moving.at & 1:
        return Refusal("EA-S.46", f"no unit leaves the map from {kit.grid.label(moving.at)}")
    if halted := _halted(state, moving):
        return halted
    unit = each(moving.units)[0]
    if low_supply(state, unit):
        return Refusal("EA-SU.k", f"{kit.names[unit]} is in Low Supply")
    price = kit.number("exit_cost")
    if zone(state, ALLIED) >> moving.at & 1:
        price += kit.number("leave_zoc")
    if price > points_left(state, moving, unit):
        return Refusal("EA-S.46", f"leaving the map costs {price} movement points")
    return None


def moving_answer(state: State, moving: Moving, action: act.Action) -> Events:
    match action:
        case act.Halt():
            return halt(state, moving)
        case act.Exit():
            return _exit(state, moving)
        case act.Step(label):
            return _step(state, moving, state.kit.grid.at(label))
    raise AssertionError(f"refusal should have stopped {action} in {moving}")


QUESTIONS[Moving] = Question(own_side, moving_candidates, moving_refusal, moving_answer, exact=True)


def halt(state: State, moving: Moving) -> Events:
    """The move is over, even if it went nowhere."""
    pop(state)
    rushed = moving.units if moving.strategic else 0
    record = state.record
    note(state, moved=record.moved | moving.units, rushed=record.rushed | rushed)
    return []


@cites("EA-S.46", "EA-S.61")
def _exit(state: State, moving: Moving) -> Events:
    kit, unit = state.kit, each(moving.units)[0]
    told = halt(state, moving)
    first = not boxed(state, EXITED, GERMAN)
    strong = kit.mechanized & ~kit.bracketed & moving.units
    points = kit.number("exit_vp_mechanized" if strong else "exit_vp_other")
    points += kit.number("exit_vp_first") if first else 0
    put(state, unit, EXITED)
    mark(state, exit_points=state.exit_points + points)
    return [*told, ev.Exited(GERMAN, kit.names[unit], kit.grid.label(moving.at), points)]


@cites("EA-S.41")
def _step(state: State, moving: Moving, to: Hex) -> Events:
    """A bridge not yet tested is tested before the unit is on it."""
    river = state.kit.sides[moving.at, to].river
    if moving.side == GERMAN and bridges.in_doubt(state, river):
        push(state, Crossing(to))
        checks.try_to_blow(state, moving.units, river, to)
        return []
    return _go(state, moving, to)


def _go(state: State, moving: Moving, to: Hex) -> Events:
    start, after = moving.at, stepped(state, moving, to)
    _use_up(state, moving, to)
    told = enter(state, moving.units, to)
    note(state, moved=state.record.moved | moving.units)
    swap(state, after)
    left = min(points_left(state, after, unit) for unit in each(moving.units))
    label = state.kit.grid.label
    names = names_of(state, moving.units)
    checks.arrive(state, moving.units, to, "reinforce" if moving.reinforcing else "move")
    moved = ev.Moved(moving.side, names, label(start), label(to), left, after.spent)
    return [moved, *told]


@cites("EA-S.38", "EA-S.39", "EA-D16.k", "EA-D16.l")
def _use_up(state: State, moving: Moving, to: Hex) -> None:
    """What a crossing takes away from those who come after."""
    river = state.kit.sides[moving.at, to].river
    if not river:
        return
    if not river & state.bridges or river & bridges.worn_out(state, moving.side):
        note(state, forded=state.record.forded | river)
    elif zone(state, other(moving.side)) >> to & 1:
        note(state, bridged=state.record.bridged | river)


def _crossing(state: State, crossing: Crossing) -> Events:
    """The bridge was tested: if it stands the unit goes over, if not the player thinks again."""
    pop(state)
    moving = state.top
    assert isinstance(moving, Moving), "a unit is on the move"
    stands = state.kit.sides[moving.at, crossing.to].river & state.bridges
    if not stands or step_refusal(state, moving, crossing.to) is not None:
        return []
    return _go(state, moving, crossing.to)


PROCEDURES[Crossing] = _crossing
