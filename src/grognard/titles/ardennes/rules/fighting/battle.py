"""The combat on the table: small things that every chapter of combat needs."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.ardennes.kit.kit import GERMAN, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Fight
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import State, army_of, ids, lose_step, other
from grognard.waist.asking import swap


def battle_of(state: State) -> Battle:
    """The combat on the table."""
    assert state.battle is not None, "a combat is on the table"
    return state.battle


def edit(state: State, **changes: Any) -> Battle:
    """The combat with these fields changed."""
    state.battle = msgspec.structs.replace(battle_of(state), **changes)
    return state.battle


def defending_side(battle: Battle) -> Side:
    return other(battle.side)


def alive(state: State, units: UnitSet) -> UnitSet:
    """Those of the units that are on the map."""
    return sum(1 << unit for unit in ids(units) if state.hex_of[unit] >= 0)


def fighters(state: State, battle: Battle, side: Side) -> UnitSet:
    """The side's units in the combat that are left."""
    return alive(state, battle.attackers if side == battle.side else battle.defenders)


@cites("EA-CT.k")
def places_in_battle(state: State, side: Side) -> HexSet:
    """The hexes in which units of the side take part in the combat."""
    battle = battle_of(state)
    if side == battle.side:
        return state.kit.grid.ring(battle.target, 1)
    return 1 << battle.target


def tactics_of(battle: Battle, side: Side) -> tuple[str, ...]:
    """The tactics a side has used, those given to it included."""
    return battle.tactics + battle.gifts if side == battle.side else battle.answers


def attacks_over_river(state: State, origin: Hex, target: Hex) -> bool:
    return bool(state.kit.sides[origin, target].river)


def go_to(state: State, stage: str) -> None:
    """The next stage of the combat; its Fight is on top."""
    swap(state, Fight(stage))


def suffer(state: State, unit: UnitId, cause: str) -> Events:
    """A unit of the combat loses a step."""
    lost = dict(battle_of(state).hurt)
    lost[unit] = lost.get(unit, 0) + 1
    edit(state, hurt=tuple(sorted(lost.items())))
    name, side = state.kit.names[unit], state.kit.side_of[unit]
    if lose_step(state, unit):
        return [ev.Eliminated(side, name, cause)]
    return [ev.StepLost(side, name, state.steps[unit], cause)]


def held_by_enemy(state: State, side: Side) -> int:
    """The cities and towns that the other side holds."""
    return state.kit.towns & ~state.german_towns if side == GERMAN else state.german_towns


def within_boundary(state: State) -> bool:
    """Whether German units still keep to their army's zone."""
    return state.day <= state.kit.number("boundaries_until_day")


def army_zone(state: State, unit: UnitId) -> int:
    kit = state.kit
    if kit.side_of[unit] != GERMAN or not within_boundary(state):
        return kit.grid.all
    return kit.army_zone.get(army_of(state, unit), kit.grid.all)


# -- who can attack at all (EA-ST.h, EA-ST.m, EA-SU.n) ----------------------------------------


@cites("EA-ST.h", "EA-ST.m", "EA-SU.n", "EA-S.45")
def may_attack(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit can attack no hex in this activation."""
    name, bit = state.kit.names[unit], 1 << unit
    if state.hex_of[unit] < 0:
        return Refusal("EA-S.69", f"{name} is not on the map")
    if state.dispersed & bit:
        return Refusal("EA-ST.h", f"{name} is Dispersed and cannot attack")
    if state.dry & bit:
        return Refusal("EA-ST.m", f"{name} is Out of Fuel and cannot attack")
    if (state.unsupplied | state.isolated) & bit:
        return Refusal("EA-SU.n", f"{name} is Out of Supply and cannot attack")
    if state.record.rushed & bit:
        return Refusal("EA-S.45", f"{name} has moved strategically and cannot attack")
    if state.record.fought & bit:
        return Refusal("EA-S.69", f"{name} has attacked in this activation")
    return None
