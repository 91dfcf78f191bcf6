"""Bridges that are blown and repaired (BCS-B.1)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import GERMAN, FormationId, HexSide, UnitId, UnitSet
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import BridgeRoll, RepairRoll
from grognard.titles.bcs.position.questions import Events, ask_chance, d6
from grognard.titles.bcs.position.state import State, each, in_field, mark
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled


def standing(state: State, a: Hex, b: Hex) -> bool:
    """Whether no bridge between the two hexes is down."""
    number = state.kit.bridge_number.get((a, b))
    return number is None or not state.blown >> number & 1


def name_of(state: State, number: int) -> str:
    return state.kit.bridge_names[state.kit.bridges[number]]


@cites("BCS-B.1")
def turn_begins(state: State) -> Events:
    """The bridges that go down at the start of this turn."""
    told: Events = []
    for side in state.kit.blown.get(state.turn, ()):
        number = state.kit.bridge_number[side]
        mark(state, blown=state.blown | 1 << number)
        told.append(ev.BridgeBlown(ev.BOTH, name_of(state, number)))
    return told


@cites("BCS-B.1")
def entered(state: State, unit: UnitId, hex_: Hex) -> Events:
    """The first German unit in the hex of a charged bridge: a die is due."""
    die = state.kit.bridge_die
    if die is None or hex_ != die.hex or state.kit.side_of[unit] != GERMAN:
        return []
    number = state.kit.bridge_number[die.side]
    if not state.tested >> number & 1:
        state.tested |= 1 << number
        push(state, BridgeRoll(number))
    return []


@cites("BCS-B.1")
def _charge_rolled(state: State, due: BridgeRoll, rolled: Rolled) -> Events:
    die = state.kit.bridge_die
    assert die is not None, "only a bridge with a die is rolled for"
    pop(state)
    if rolled.faces[0] < die.blown_from:
        return [ev.BridgeHolds(ev.BOTH, name_of(state, due.bridge), rolled.faces)]
    mark(state, blown=state.blown | 1 << due.bridge)
    return [ev.BridgeBlown(ev.BOTH, name_of(state, due.bridge), rolled.faces)]


# -- repairs -----------------------------------------------------------------------


@cites("BCS-B.1")
def engineers(state: State, number: FormationId) -> UnitSet:
    """Deployed engineers of the formation that have neither moved nor fought in its Activation."""
    idle = in_field(state, number) & state.deployed & ~state.moved & ~state.finished
    found = 0
    for unit in each(idle):
        stayed = state.began.get(unit) == state.hex_of[unit] and unit not in state.fired
        if stayed and state.kit.units[unit].symbol == state.kit.repair_symbol:
            found |= 1 << unit
    return found


def _worked_at(state: State, side: HexSide, builders: UnitSet) -> bool:
    return any(state.stacks.get(hex_, 0) & builders for hex_ in side)


@cites("BCS-B.1")
def repairs(state: State, number: FormationId) -> Events:
    """Clean Up: a die for each blown bridge that engineers worked at."""
    if not state.blown:
        return []
    builders = engineers(state, number)
    for bridge, side in enumerate(state.kit.bridges):
        if state.blown >> bridge & 1 and _worked_at(state, side, builders):
            push(state, RepairRoll(bridge))
    return []


@cites("BCS-B.1")
def _repair_rolled(state: State, due: RepairRoll, rolled: Rolled) -> Events:
    done = rolled.faces[0] >= state.kit.repair_from
    pop(state)
    if done:
        mark(state, blown=state.blown & ~(1 << due.bridge))
    return [ev.BridgeRepaired(ev.BOTH, name_of(state, due.bridge), rolled.faces, done)]


ask_chance(BridgeRoll, d6("is the bridge blown"), _charge_rolled)
ask_chance(RepairRoll, d6("is the bridge repaired"), _repair_rolled)
