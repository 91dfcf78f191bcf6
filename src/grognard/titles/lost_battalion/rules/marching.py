"""Chapter 8: a march, hex by hex.

Entering one hex is one action; a Hasty Attack (chapter 10) happens inside the march.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, HalfPoints, Side, UnitId
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import (
    Action,
    Drop,
    Halt,
    Join,
    March,
    Ride,
    Strike,
)
from grognard.titles.lost_battalion.position.decisions import NOWHERE, Marching
from grognard.titles.lost_battalion.position.questions import Events, not_now, owned
from grognard.titles.lost_battalion.position.state import (
    State,
    ids,
    names_of,
    occupy,
    put,
    units_in,
)
from grognard.titles.lost_battalion.rules import reserves
from grognard.titles.lost_battalion.rules.movement import pick_refusal
from grognard.titles.lost_battalion.rules.supply import allowance
from grognard.titles.lost_battalion.rules.terrain import (
    crossing_refusal,
    ground_refusal,
    off_road_cost,
    on_road,
    points,
    tank_refusal,
)
from grognard.waist.asking import pop, swap

MARCH, RIDE = "march", "ride"

# -- a march ---------------------------------------------------------------------------


def marching_candidates(state: State, march: Marching) -> Iterable[Action]:
    yield Halt()
    if march.at < 0:
        yield from _entries(state, march)
        return
    yield from _steps(state, march)
    names = state.kit.names
    if not march.mode:
        for unit in ids(units_in(state, march.at) & ~march.units):
            yield Join(names[unit])
    else:
        yield from company(state, march)


def company(state: State, march: Marching) -> list[Action]:
    """Who may join the group before it sets out, or be dropped off on its way."""
    names, units = state.kit.names, march.units
    if not march.mode:
        others = (names[unit] for unit in ids(units_in(state, march.at) & ~units))
        return [Join(name) for name in others if join_refusal(state, march, name) is None]
    return [Drop(names[unit]) for unit in ids(units)] if units & (units - 1) else []


def _entries(state: State, march: Marching) -> Iterator[Action]:
    label = state.kit.grid.label
    entries = reserves.entry_hexes(state, march.units)
    for hex_ in members(entries):
        yield March(label(hex_))
    for hex_ in members(entries & state.kit.road_exits):
        yield Ride(label(hex_))


def _steps(state: State, march: Marching) -> Iterator[Action]:
    kit, label, foes = state.kit, state.kit.grid.label, state.occupied[1 - march.side]
    for hex_ in kit.grid.neighbours(march.at):
        if foes >> hex_ & 1:
            yield Strike(label(hex_))
        elif march.mode != RIDE:
            yield March(label(hex_))
    if march.mode != MARCH and (march.side == GERMAN or state.turn >= kit.first_ride):
        for hex_ in kit.road_neighbours.get(march.at, ()):
            yield Ride(label(hex_))


def marching_refusal(state: State, march: Marching, action: Action) -> Refusal | None:
    match action:
        case March():
            return step_refusal(state, march, action.to, MARCH)
        case Ride():
            return step_refusal(state, march, action.to, RIDE)
        case Halt():
            return None
        case Join(name):
            return join_refusal(state, march, name)
        case Drop(name):
            return drop_refusal(state, march, name)
    return not_now(action, "go on with the march, or halt")


@cites("LB-10.3d")
def join_refusal(state: State, march: Marching, name: str) -> Refusal | None:
    """A group is formed before it sets out, in its common hex."""
    unit = owned(state, march.side, name)
    if isinstance(unit, Refusal):
        return unit
    if march.mode:
        return Refusal("LB-10.3d", "the group has set out; nothing may join it now")
    if march.units >> unit & 1:
        return Refusal("LB-10.3d", f"{name} is in the group already")
    if march.at < 0 or state.hex_of[unit] != march.at:
        return Refusal("LB-10.3d", f"{name} is not in the hex the group starts from")
    if march.units & state.kit.artillery:
        return Refusal("LB-5.2c", "artillery moves alone")
    return pick_refusal(state, march.side, name)


def drop_refusal(state: State, march: Marching, name: str) -> Refusal | None:
    unit = owned(state, march.side, name)
    if isinstance(unit, Refusal):
        return unit
    if not march.units >> unit & 1:
        return Refusal("LB-10.3d", f"{name} is not in the group")
    if not march.mode:
        return Refusal("LB-10.3d", "a unit is dropped off on the way, not before setting out")
    if march.units == 1 << unit:
        return Refusal("LB-10.3d", f"{name} is alone: halt instead")
    return None


@cites("LB-8.0a", "LB-8.0b", "LB-3.4e", "LB-8.10g")
def step_refusal(state: State, march: Marching, to: str, mode: str) -> Refusal | None:
    """Why the group may not enter that hex next, by regular or Operational Movement.

    There are no zones of control: an enemy next door stops nothing here.
    """
    kit = state.kit
    if not kit.grid.has(to):
        return Refusal("LB-8.0a", f"there is no hex {to} on the map")
    hex_ = kit.grid.at(to)
    if not kit.play >> hex_ & 1:
        return Refusal("LB-S.28", f"{to} lies outside the area of this scenario")
    if march.mode and march.mode != mode:
        return Refusal("LB-8.10g", "Operational and regular movement may not be mixed in a phase")
    if march.at < 0:
        return (
            reserves.edge_refusal(state, march.units, hex_)
            or _terrain_refusal(state, march, hex_, bool(kit.road_exits >> hex_ & 1), mode)
            or _cost_refusal(state, march, hex_, mode)
        )
    side = kit.hexsides.get((march.at, hex_))
    if side is None:
        return Refusal("LB-8.0a", f"{to} is not next to the group; it moves hex by hex")
    return (
        ground_refusal(state, march.side, hex_)
        or crossing_refusal(state, march.side, march.units, side)
        or _terrain_refusal(state, march, hex_, on_road(state, march.side, side), mode)
        or _cost_refusal(state, march, hex_, mode)
    )


def _terrain_refusal(
    state: State, march: Marching, hex_: Hex, along_road: bool, mode: str
) -> Refusal | None:
    if march.units & state.kit.artillery and not along_road:
        return Refusal("LB-11.5b", "artillery moves along roads only")
    if not along_road and mode == MARCH:
        return tank_refusal(state, march.units, hex_)
    if mode == RIDE:
        return ride_refusal(state, march, hex_, along_road)
    return None


@cites("LB-8.10c", "LB-8.10d", "LB-8.10e", "LB-8.10f", "LB-8.10g")
def ride_refusal(state: State, march: Marching, hex_: Hex, along_road: bool) -> Refusal | None:
    """Why the next hex may not be entered by Operational Movement."""
    kit, label = state.kit, state.kit.grid.label
    if march.side == ALLIED and state.turn < kit.first_ride:
        return Refusal("LB-8.10f", f"no Allied Operational Movement before turn {kit.first_ride}")
    if not along_road:
        return Refusal("LB-8.10e", "Operational Movement starts on a road and stays on it")
    friendly = state.control if march.side == ALLIED else ~state.control
    if not friendly >> hex_ & 1:
        return Refusal("LB-8.10c", f"{label(hex_)} is not in friendly hands")
    near = kit.grid.spread(state.occupied[1 - march.side])
    for spot in (march.at, hex_):
        if spot >= 0 and near >> spot & 1:
            return Refusal("LB-8.10d", f"{label(spot)} is next to an enemy unit")
    return None


@cites("LB-8.0a", "LB-7.2a")
def _cost_refusal(state: State, march: Marching, hex_: Hex, mode: str) -> Refusal | None:
    cost = step_cost(state, march, hex_, mode)
    left = movement_left(state, march)
    if cost <= left:
        return None
    rule = "LB-7.2a" if march.units & state.out_moving else "LB-8.0a"
    label = state.kit.grid.label(hex_)
    return Refusal(rule, f"{label} costs {points(cost)} movement, {points(left)} left")


def movement_left(state: State, march: Marching) -> HalfPoints:
    units = march.units
    if units & (units - 1) == 0:
        return allowance(state, UnitId(units.bit_length() - 1)) - march.spent
    return min(allowance(state, unit) for unit in ids(units)) - march.spent


@cites("LB-6.1c", "LB-6.1d", "LB-8.10a", "LB-8.10b", "LB-S.18", "LB-S.19", "LB-S.20")
def step_cost(state: State, march: Marching, hex_: Hex, mode: str) -> HalfPoints:
    """Half movement points to enter the next hex."""
    kit = state.kit
    if mode == RIDE:
        return 1
    if march.at < 0:
        along_road = bool(kit.road_exits >> hex_ & 1)
        return kit.by_road[hex_] if along_road else kit.off_road[hex_]
    between = kit.hexsides[march.at, hex_]
    if on_road(state, march.side, between):
        return kit.by_road[hex_]
    return off_road_cost(state, march.side, between, hex_)


def marching_answer(state: State, march: Marching, action: Action) -> Events:
    kit = state.kit
    match action:
        case March(to):
            return step(state, march, kit.grid.at(to), MARCH)
        case Ride(to):
            return step(state, march, kit.grid.at(to), RIDE)
        case Halt():
            return halt(state, march)
        case Join(name):
            group = march.units | 1 << kit.by_name[name]
            swap(state, Marching(march.side, group, march.at))
            return [ev.Taken(march.side, (name,))]
        case Drop(name):
            return drop(state, march, kit.by_name[name])
    raise AssertionError(f"refusal should have stopped {action} in {march}")


def step(state: State, march: Marching, hex_: Hex, mode: str) -> Events:
    """The group enters the hex; the hex and its bridges are its side's."""
    cost = step_cost(state, march, hex_, mode)
    told: Events = [] if state.quiet else [_marched(state, march, hex_, cost, mode)]
    for unit in ids(march.units):
        state.began.setdefault(unit, march.at)
        put(state, unit, hex_)
    if march.at < 0:
        state.entered |= march.units
    state.moved |= march.units
    before = state.control, state.bridges
    told += take_hex(state, march.side, hex_)
    if before != (state.control, state.bridges):
        # Ground gained stays gained, so this march cannot be taken back.
        state.began.update(dict.fromkeys(ids(march.units), NOWHERE))
    swap(state, Marching(march.side, march.units, hex_, march.spent + cost, mode))
    return told


def _marched(state: State, march: Marching, hex_: Hex, cost: HalfPoints, mode: str) -> ev.Marched:
    label, names = state.kit.grid.label, names_of(state, march.units)
    start = label(march.at) if march.at >= 0 else ""
    spent = march.spent + cost
    return ev.Marched(march.side, names, start, label(hex_), points(cost), mode, spent=spent)


def take_hex(state: State, side: Side, hex_: Hex) -> Events:
    """Control and bridges of a hex that was entered."""
    before = state.bridges
    occupy(state, side, hex_)
    taken = before ^ state.bridges
    bridges = state.kit.board.bridges
    return [ev.BridgeTaken(side, bridges[bit].name) for bit in members(taken)]


def halt(state: State, march: Marching) -> Events:
    state.done |= march.units
    pop(state)
    if state.quiet:
        return []
    here = state.kit.grid.label(march.at) if march.at >= 0 else ""
    return [ev.Stood(march.side, names_of(state, march.units), here)]


def drop(state: State, march: Marching, unit: UnitId) -> Events:
    state.done |= 1 << unit
    left = march.units & ~(1 << unit)
    swap(state, Marching(march.side, left, march.at, march.spent, march.mode))
    return [ev.Stood(march.side, (state.kit.names[unit],), state.kit.grid.label(march.at))]


# `Marching` is registered by chapter 10, which adds the Hasty Attack to it.
