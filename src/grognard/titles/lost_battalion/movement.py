"""Chapter 8, with the entries of 6.1 and 6.3: the Movement and Artillery Movement Phases.

A march is a group taken in hand, moved hex by hex, and halted. Entering one
hex is one action; a Hasty Attack (chapter 10) happens inside the march.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.hexes import Hex, members
from grognard.rulebook import Refusal, cites
from grognard.titles.lost_battalion import events as ev
from grognard.titles.lost_battalion import reserves
from grognard.titles.lost_battalion.actions import (
    Action,
    Disband,
    Done,
    Drop,
    Halt,
    Join,
    Lift,
    March,
    Pick,
    Ride,
    Strike,
    TakeBack,
)
from grognard.titles.lost_battalion.decisions import (
    NOWHERE,
    ArtilleryMovement,
    Marching,
    Movement,
)
from grognard.titles.lost_battalion.kit import ALLIED, GERMAN, HalfPoints, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    own_side,
)
from grognard.titles.lost_battalion.stacking import (
    can_go_back,
    can_still_move,
    end_refusal,
    overstacked,
    violations,
)
from grognard.titles.lost_battalion.state import (
    DUE,
    RESERVE,
    State,
    bury,
    ids,
    occupy,
    pop,
    push,
    put,
    swap,
    units_in,
)
from grognard.titles.lost_battalion.supply import allowance, out_both_sides
from grognard.titles.lost_battalion.terrain import (
    crossing_refusal,
    ground_refusal,
    off_road_cost,
    on_road,
    points,
    tank_refusal,
)

MARCH, RIDE = "march", "ride"


# -- the Movement Phase ------------------------------------------------------------


@cites("LB-7.2a", "LB-7.2e")
def begin_phase(state: State, side: Side) -> Events:
    """B1 and C1: supply is fixed first, for both sides, and the phase begins."""
    state.done = state.moved = state.struck = 0
    state.began = {}
    state.out_moving = out_both_sides(state)
    push(state, Movement(side))
    return [ev.PhaseBegan(side, "Movement", unsupplied_hexes(state, side, state.out_moving))]


def unsupplied_hexes(state: State, side: Side, out: UnitSet) -> tuple[str, ...]:
    units = out & state.kit.side_units[side]
    where = {state.hex_of[unit] for unit in ids(units)}
    return tuple(state.kit.grid.label(hex_) for hex_ in sorted(where))


def movement_candidates(state: State, phase: Movement) -> Iterable[Action]:
    """Exactly what may be done, since a phase offers so much."""
    kit, names, everyone = state.kit, state.kit.names, sum_of_stacks(state)
    on_map = everyone & kit.side_units[phase.side] & ~kit.immobile
    waiting = _waiting(state, kit.side_units[phase.side] & ~everyone)
    for unit in ids((on_map & ~state.refilled | waiting) & ~state.done):
        yield Pick(names[unit])
    if phase.side == ALLIED:
        busy = state.moved | state.entered | state.struck | state.out_moving
        for unit in ids(on_map & kit.us & ~busy):
            yield Lift(names[unit])
    broken = violations(state, phase.side)
    if broken:
        yield from _cures(state, broken)
    else:
        yield Done()


def sum_of_stacks(state: State) -> UnitSet:
    everyone = 0
    for stack in state.stacks.values():
        everyone |= stack
    return everyone


def _waiting(state: State, off_map: UnitSet) -> UnitSet:
    """Units off the map that may enter."""
    units, hex_of = 0, state.hex_of
    boxes = (DUE, RESERVE) if state.turn >= 2 else (DUE,)
    for unit in ids(off_map & ~state.lifted):
        if hex_of[unit] in boxes:
            units |= 1 << unit
    return units


def _cures(state: State, broken: Iterable[Hex]) -> Iterator[Action]:
    names = state.kit.names
    for hex_ in broken:
        back = can_go_back(state, hex_)
        for unit in ids(back):
            yield TakeBack(names[unit])
        if not back and not can_still_move(state, hex_):
            for unit in ids(units_in(state, hex_)):
                yield Disband(names[unit])


def movement_refusal(state: State, phase: Movement, action: Action) -> Refusal | None:
    match action:
        case Pick():
            return pick_refusal(state, phase.side, action.unit)
        case Done():
            return end_refusal(state, phase.side)
        case Lift(name):
            return reserves.lift_refusal(state, phase.side, name)
        case TakeBack(name):
            return take_back_refusal(state, phase.side, name)
        case Disband(name):
            return disband_refusal(state, phase.side, name)
    return not_now(action, "move units, or end the Movement Phase")


def owned(state: State, side: Side, name: str) -> UnitId | Refusal:
    """The side's unit of that name."""
    unit = state.kit.by_name.get(name)
    if unit is None:
        return Refusal("LB-S.1", f"there is no unit called {name}")
    if state.kit.side_of[unit] != side:
        return Refusal("LB-S.1", f"{name} belongs to the other side")
    return unit


def pick_refusal(state: State, side: Side, name: str) -> Refusal | None:
    """Why a unit may not begin to move now."""
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    bit = 1 << unit
    if state.hex_of[unit] < 0:
        return reserves.entry_refusal(state, unit)
    if not bit & (state.kit.immobile | state.refilled | state.done):
        return None
    if bit & state.kit.machine_guns:
        return Refusal("LB-11.9c", "machine-gun units never move")
    if bit & state.kit.artillery:
        return Refusal("LB-S.10", f"{name} moves in the Artillery Movement Phase only")
    if bit & state.refilled:
        return Refusal("LB-6.3j", f"{name} took replacements and may not move this turn")
    return Refusal("LB-8.0a", f"{name} has made its move this phase")


@cites("LB-5.3a")
def take_back_refusal(state: State, side: Side, name: str) -> Refusal | None:
    """Only what made an overstack, and did not fight on the way, goes back."""
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    hex_ = state.hex_of[unit]
    if hex_ < 0 or not overstacked(state, hex_):
        return Refusal("LB-5.3a", f"{name} stands in no overstacked hex")
    if not can_go_back(state, hex_) >> unit & 1:
        return Refusal(
            "LB-5.3a",
            f"{name} did not come there this phase, or it fought or took ground on the way",
        )
    return None


@cites("LB-5.3a")
def disband_refusal(state: State, side: Side, name: str) -> Refusal | None:
    """Nothing is given up while another cure is left."""
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    hex_ = state.hex_of[unit]
    if hex_ < 0 or not overstacked(state, hex_):
        return Refusal("LB-5.3a", f"{name} stands in no overstacked hex")
    movers = 0 if isinstance(state.top, ArtilleryMovement) else can_still_move(state, hex_)
    if can_go_back(state, hex_) or movers:
        return Refusal("LB-5.3a", "the overstack can be cured by moving a unit or taking it back")
    return None


def movement_answer(state: State, phase: Movement, action: Action) -> Events:
    kit = state.kit
    match action:
        case Pick(name):
            unit = kit.by_name[name]
            push(state, Marching(phase.side, 1 << unit, state.hex_of[unit]))
            return [ev.Taken(phase.side, (name,))]
        case Done():
            pop(state)
            return [ev.PhaseEnded(phase.side, "Movement")]
        case Lift(name):
            return reserves.lift(state, phase.side, kit.by_name[name])
        case TakeBack(name):
            return take_back(state, phase.side, kit.by_name[name])
        case Disband(name):
            return disband(state, phase.side, kit.by_name[name])
    raise AssertionError(f"refusal should have stopped {action} in {phase}")


def take_back(state: State, side: Side, unit: UnitId) -> Events:
    """The unit's march is as if unmade: it took no ground (LB-3.4f)."""
    kit, here, home = state.kit, state.hex_of[unit], state.began.pop(unit)
    put(state, unit, home)
    state.moved &= ~(1 << unit)
    state.entered &= ~(1 << unit)
    label = kit.grid.label
    return [ev.WentBack(side, kit.names[unit], label(here), label(home) if home >= 0 else "")]


def disband(state: State, side: Side, unit: UnitId) -> Events:
    label = state.kit.grid.label(state.hex_of[unit])
    bury(state, unit)
    return [ev.Destroyed(side, state.kit.names[unit], label, "overstacked")]


QUESTIONS[Movement] = Question(
    own_side, movement_candidates, movement_refusal, movement_answer, exact=True
)


# -- the Artillery Movement Phase ------------------------------------------------------


def begin_artillery_phase(state: State) -> Events:
    state.done = state.moved = 0
    state.began = {}
    push(state, ArtilleryMovement())
    return [ev.PhaseBegan(ALLIED, "Artillery Movement")]


def artillery_candidates(state: State, _: ArtilleryMovement) -> Iterable[Action]:
    names = state.kit.names
    guns = sum_of_stacks(state) & state.kit.artillery & ~state.fired & ~state.done
    for unit in ids(guns):
        yield Pick(names[unit])
    for hex_ in violations(state, ALLIED):
        for unit in ids(can_go_back(state, hex_)):
            yield TakeBack(names[unit])
        for unit in ids(units_in(state, hex_)):
            yield Disband(names[unit])
    yield Done()


@cites("LB-11.5a", "LB-S.10")
def artillery_refusal(state: State, _: ArtilleryMovement, action: Action) -> Refusal | None:
    """Every gun that has not fired may move; nothing else does."""
    match action:
        case Pick(name):
            unit = owned(state, ALLIED, name)
            if isinstance(unit, Refusal):
                return unit
            return _gun_refusal(state, unit, name)
        case Done():
            return _guns_stacked_refusal(state)
        case TakeBack(name):
            return take_back_refusal(state, ALLIED, name)
        case Disband(name):
            return _give_up_refusal(state, name)
    return not_now(action, "move artillery, or end the Artillery Movement Phase")


def _gun_refusal(state: State, unit: UnitId, name: str) -> Refusal | None:
    if not state.kit.artillery >> unit & 1:
        return Refusal("LB-S.7", "only artillery moves in the Artillery Movement Phase")
    if state.hex_of[unit] < 0:
        return Refusal("LB-S.10", f"{name} is not on the map")
    if state.fired >> unit & 1:
        return Refusal("LB-11.5a", f"{name} has fired this turn and may not move")
    if state.done >> unit & 1:
        return Refusal("LB-8.0a", f"{name} has made its move this phase")
    return None


def _guns_stacked_refusal(state: State) -> Refusal | None:
    # Infantry may be overstacked by an advance (LB-5.3b); only guns are tested here.
    for hex_ in violations(state, ALLIED):
        if units_in(state, hex_) & state.kit.artillery:
            return end_refusal(state, ALLIED)
    return None


def _give_up_refusal(state: State, name: str) -> Refusal | None:
    unit = owned(state, ALLIED, name)
    if isinstance(unit, Refusal):
        return unit
    if not state.kit.artillery & units_in(state, state.hex_of[unit]):
        return Refusal("LB-5.3a", f"{name} stands in no hex overstacked by artillery")
    return disband_refusal(state, ALLIED, name)


def artillery_answer(state: State, phase: ArtilleryMovement, action: Action) -> Events:
    kit = state.kit
    match action:
        case Pick(name):
            unit = kit.by_name[name]
            push(state, Marching(ALLIED, 1 << unit, state.hex_of[unit]))
            return [ev.Taken(ALLIED, (name,))]
        case Done():
            pop(state)
            return [ev.PhaseEnded(ALLIED, "Artillery Movement")]
        case TakeBack(name):
            return take_back(state, ALLIED, kit.by_name[name])
        case Disband(name):
            return disband(state, ALLIED, kit.by_name[name])
    raise AssertionError(f"refusal should have stopped {action} in {phase}")


QUESTIONS[ArtilleryMovement] = Question(
    lambda _s, _d: ALLIED, artillery_candidates, artillery_refusal, artillery_answer
)


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
    elif march.units & (march.units - 1):
        for unit in ids(march.units):
            yield Drop(names[unit])


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
        return Refusal("LB-8.10f", "no Allied Operational Movement before turn 5")
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
    kit = state.kit
    cost = step_cost(state, march, hex_, mode)
    start = kit.grid.label(march.at) if march.at >= 0 else ""
    told: Events = [
        ev.Marched(
            march.side,
            names_of(state, march.units),
            start,
            kit.grid.label(hex_),
            points(cost),
            mode,
        )
    ]
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
    here = state.kit.grid.label(march.at) if march.at >= 0 else ""
    return [ev.Stood(march.side, names_of(state, march.units), here)]


def drop(state: State, march: Marching, unit: UnitId) -> Events:
    state.done |= 1 << unit
    left = march.units & ~(1 << unit)
    swap(state, Marching(march.side, left, march.at, march.spent, march.mode))
    return [ev.Stood(march.side, (state.kit.names[unit],), state.kit.grid.label(march.at))]


def names_of(state: State, units: UnitSet) -> tuple[str, ...]:
    return tuple(state.kit.names[unit] for unit in ids(units))


# `Marching` is registered by chapter 10, which adds the Hasty Attack to it.
