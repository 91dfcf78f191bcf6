"""Section 14: set-up, historical and free, and the German's secret roll."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import (
    ALLIED,
    GERMAN,
    KITS,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.actions import Action, Done, Pick, Place
from grognard.titles.lost_battalion.position.decisions import (
    InHand,
    SecretRoll,
    Sequence,
    SettingUp,
)
from grognard.titles.lost_battalion.position.questions import (
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.lost_battalion.position.state import (
    LATER,
    POOL,
    RESERVE,
    State,
    Terms,
    ids,
    put,
    units_in,
)
from grognard.titles.lost_battalion.rules.artillery import (
    chance_refusal,
    chance_side,
    no_candidates,
)
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Dice, Rolled


@cites("LB-S.28", "LB-S.29", "LB-S.3", "LB-14.1", "LB-14.3", "LB-14.3b", "LB-14.4", "LB-6.3f")
def new_game(terms: Terms) -> State:
    """The position before the first turn, with the German's secret roll due."""
    kit = KITS[terms.kit]
    state = State(
        terms=terms,
        turn=kit.scenario.first_turn - 1,
        hex_of=[LATER] * len(kit.units),
        steps=bytearray(unit.steps for unit in kit.units),
        stacks={},
        occupied=[0, 0],
        control=kit.start_allied,
        bridges=kit.allied_bridges_at_start,
        pools=kit.start_pools,
    )
    _fill(state, kit)
    free = kit.scenario.to_place is not None
    placing = (SettingUp(ALLIED), SettingUp(GERMAN)) if free else ()
    push(state, Sequence(), *placing, SecretRoll())
    return state


def _fill(state: State, kit: Kit) -> None:
    scenario = kit.scenario
    for name, label in scenario.placements.items():
        put(state, kit.by_name[name], kit.grid.at(label))
    for key in scenario.reserve:
        for unit in ids(kit.division_units[kit.division_by_key[key]]):
            put(state, unit, RESERVE)
    guns = list(ids(kit.machine_guns))
    for gun, label in zip(guns, scenario.machine_guns, strict=False):
        put(state, gun, kit.grid.at(label))
    spare = guns[len(scenario.machine_guns) :][: scenario.machine_gun_pool]
    for gun in spare:
        put(state, gun, POOL)
    if scenario.to_place is not None:
        for name in scenario.to_place.allied + scenario.to_place.german:
            put(state, kit.by_name[name], POOL)
        for gun in guns[len(spare) :][: scenario.machine_guns_to_place]:
            put(state, gun, POOL)


# -- the secret roll (9.16) ---------------------------------------------------------------


def secret_draw(state: State, _: SecretRoll) -> Dice:
    return Dice(state.kit.number("deliberate_dice"), 6, "Deliberate Attacks")


@cites("LB-9.16a", "LB-9.16g")
def secret_answer(state: State, _: SecretRoll, action: Rolled) -> Events:
    """Half the sum, rounded up, for the German's eyes only."""
    pop(state)
    divisor = state.kit.number("deliberate_divisor")
    state.deliberate = -(-sum(action.faces) // divisor)
    return [ev.DeliberateCounted(GERMAN, state.deliberate)]


QUESTIONS[SecretRoll] = Question(
    chance_side, no_candidates, chance_refusal, secret_answer, secret_draw
)


# -- the free set-up -----------------------------------------------------------------------


def to_place(state: State, side: Side) -> UnitSet:
    """The side's units not yet placed; machine guns of the pool are not among them."""
    kit = state.kit
    waiting = state.boxes[POOL] & kit.side_units[side]
    guns = waiting & kit.machine_guns
    spare = guns.bit_count() - _guns_to_place(state)
    for gun in list(ids(guns))[:spare]:
        waiting &= ~(1 << gun)
    return waiting


def _guns_to_place(state: State) -> int:
    kit = state.kit
    placed = sum(state.hex_of[u] >= 0 for u in ids(kit.machine_guns))
    return kit.scenario.machine_guns_to_place - placed


def setting_up_candidates(state: State, setup: SettingUp) -> Iterable[Action]:
    for unit in ids(to_place(state, setup.side)):
        yield Pick(state.kit.names[unit])
    yield Done()


@cites("LB-S.29", "LB-14.4")
def setting_up_refusal(state: State, setup: SettingUp, action: Action) -> Refusal | None:
    """Every starting unit is placed before the set-up is finished."""
    waiting = to_place(state, setup.side)
    match action:
        case Done():
            if waiting:
                left = waiting.bit_count()
                return Refusal("LB-S.29", f"{left} starting units have still to be placed")
            return None
        case Pick(name):
            unit = owned(state, setup.side, name)
            if isinstance(unit, Refusal):
                return unit
            if not waiting >> unit & 1:
                return Refusal("LB-S.29", f"{name} is not waiting to be placed")
            return None
    return not_now(action, "place your starting units")


def setting_up_answer(state: State, setup: SettingUp, action: Action) -> Events:
    if isinstance(action, Pick):
        push(state, InHand(setup.side, state.kit.by_name[action.unit]))
        return [ev.Taken(setup.side, (action.unit,))]
    pop(state)
    return [ev.PhaseEnded(setup.side, "Set-up")]


def in_hand_candidates(state: State, hand: InHand) -> Iterable[Action]:
    for hex_ in members(_own_ground(state, hand.side)):
        yield Place(state.kit.grid.label(hex_))


def _own_ground(state: State, side: Side) -> HexSet:
    south = state.kit.start_allied
    return south if side == ALLIED else state.kit.play & ~south


@cites("LB-S.29")
def in_hand_refusal(state: State, hand: InHand, action: Action) -> Refusal | None:
    """Why the unit in hand may not be set up in that hex."""
    kit = state.kit
    if not isinstance(action, Place):
        return not_now(action, "place the unit in hand")
    hex_ = kit.in_play(action.hex)
    if hex_ is None:
        return Refusal("LB-S.29", f"there is no hex {action.hex} on the map")
    if not _own_ground(state, hand.side) >> hex_ & 1:
        where = "south" if hand.side == ALLIED else "north"
        return Refusal("LB-S.29", f"the set-up area lies {where} of the Start Line")
    return _setting_refusal(state, hand.unit, hex_) or _apart_refusal(state, hand.unit, hex_)


@cites("LB-14.2")
def _setting_refusal(state: State, unit: UnitId, hex_: Hex) -> Refusal | None:
    kit = state.kit
    if kit.artillery >> unit & 1 and not kit.roads >> hex_ & 1:
        return Refusal("LB-S.29", "artillery is set up on roads")
    if kit.tanks >> unit & 1 and (kit.forest | kit.rough) >> hex_ & 1 and not kit.roads >> hex_ & 1:
        return Refusal("LB-11.8f", "tanks do not stand in forest or rough off a road")
    return stack_refusal(kit, units_in(state, hex_) | 1 << unit)


@cites("LB-S.29")
def _apart_refusal(state: State, unit: UnitId, hex_: Hex) -> Refusal | None:
    """The infantry of an Allied division stays together, unless there is no room left."""
    kit, most = state.kit, state.kit.number("free_setup_spread")
    if kit.side_of[unit] == GERMAN or _gap(state, unit, hex_) <= most:
        return None
    room = (h for h in members(_own_ground(state, ALLIED)) if _gap(state, unit, h) <= most)
    if any(_setting_refusal(state, unit, h) is None for h in room):
        return Refusal("LB-S.29", f"the infantry of a division is set up within {most} hexes")
    return None


def _gap(state: State, unit: UnitId, hex_: Hex) -> int:
    """How far the hex is from the farthest regiment of the unit's division."""
    kit, division = state.kit, state.kit.division_of[unit]
    if division < 0:
        return 0
    others = (state.hex_of[u] for u in ids(kit.division_units[division]) if u != unit)
    return max((kit.grid.distance(hex_, h) for h in others if h >= 0), default=0)


def in_hand_answer(state: State, hand: InHand, action: Action) -> Events:
    assert isinstance(action, Place), "refusal should have stopped this"
    put(state, hand.unit, state.kit.grid.at(action.hex))
    pop(state)
    return [ev.Set(hand.side, state.kit.names[hand.unit], action.hex)]


QUESTIONS[SettingUp] = Question(
    own_side, setting_up_candidates, setting_up_refusal, setting_up_answer
)
QUESTIONS[InHand] = Question(own_side, in_hand_candidates, in_hand_refusal, in_hand_answer)
