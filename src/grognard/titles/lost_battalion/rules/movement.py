"""Chapter 8, with the entries of 6.1 and 6.3: the Movement and Artillery Movement Phases.

A march is a group taken in hand, moved hex by hex, and halted. Entering one
hex is one action; a Hasty Attack (chapter 10) happens inside the march.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import (
    Action,
    Disband,
    Done,
    Lift,
    Pick,
    TakeBack,
)
from grognard.titles.lost_battalion.position.decisions import ArtilleryMovement, Marching, Movement
from grognard.titles.lost_battalion.position.menu import DONE, menu
from grognard.titles.lost_battalion.position.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.lost_battalion.position.state import (
    DUE,
    RESERVE,
    State,
    bury,
    ids,
    put,
    standing,
    units_in,
)
from grognard.titles.lost_battalion.rules import reserves
from grognard.titles.lost_battalion.rules.stacking import (
    came_in_peace,
    can_be_lifted,
    can_go_back,
    can_leave,
    end_refusal,
    left_gas,
    overstacked,
    violations,
)
from grognard.titles.lost_battalion.rules.supply import out_both_sides
from grognard.waist.asking import own_side, pop, push

# -- the Movement Phase ------------------------------------------------------------


@cites("LB-7.2a", "LB-7.2e")
def begin_phase(state: State, side: Side) -> Events:
    """B1 and C1: supply is fixed first, for both sides, and the phase begins."""
    state.done = state.moved = state.struck = state.fell_back = 0
    state.began = {}
    state.out_moving = out_both_sides(state)
    push(state, Movement(side))
    return [ev.PhaseBegan(side, "Movement", unsupplied_hexes(state, side, state.out_moving))]


def unsupplied_hexes(state: State, side: Side, out: UnitSet) -> tuple[str, ...]:
    units = out & state.kit.side_units[side]
    where = {state.hex_of[unit] for unit in ids(units)}
    return tuple(state.kit.grid.label(hex_) for hex_ in sorted(where))


def movement_candidates(state: State, phase: Movement) -> list[Action]:
    """Exactly what may be done, since a phase offers so much."""
    kit = state.kit
    known = menu(kit)
    picks, lifts = known.picks, known.lifts
    on_map = standing(state, phase.side) & ~kit.immobile
    waiting = _waiting(state) & kit.side_units[phase.side]
    able = (on_map & ~state.refilled | waiting) & ~state.done
    found: list[Action] = [picks[unit] for unit in ids(able)]
    if phase.side == ALLIED:
        found += [lifts[unit] for unit in ids(can_be_lifted(state))]
    broken = violations(state, phase.side)
    return found + (list(_cures(state, broken)) if broken else [DONE])


def _waiting(state: State) -> UnitSet:
    """Units off the map that may enter."""
    units = state.boxes[DUE]
    if state.turn >= state.kit.reserve_from:
        units |= state.boxes[RESERVE]
    return units & ~state.lifted


def _cures(state: State, broken: Iterable[Hex]) -> Iterator[Action]:
    names = state.kit.names
    for hex_ in broken:
        back = can_go_back(state, hex_)
        for unit in ids(back):
            yield TakeBack(names[unit])
        if not back and not can_leave(state, hex_):
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
    if bit & state.fell_back:
        return Refusal("LB-10.10a", f"{name} returned from a Hasty Attack: its move has ended")
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
    if not came_in_peace(state, hex_) >> unit & 1:
        return Refusal(
            "LB-5.3a",
            f"{name} did not come there this phase, or it fought or took ground on the way",
        )
    if left_gas(state, unit):
        return Refusal("LB-11.7j", f"{name} left gas and may not come back into it this turn")
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
    if can_go_back(state, hex_) or can_leave(state, hex_):
        return Refusal("LB-5.3a", "a unit that moves on, goes back or is lifted can cure it")
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
    guns = standing(state, ALLIED) & state.kit.artillery & ~state.fired & ~state.done
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
