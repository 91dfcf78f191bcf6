"""Units behind the German lines (EA-AA.h to EA-AA.l)."""

from __future__ import annotations

from grognard.book.priorities import Criterion, lowest, narrow
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import WanderRoll
from grognard.titles.ardennes.position.questions import Events, ask_chance, d10
from grognard.titles.ardennes.position.state import CALENDAR, State, ids, note, put, units_in
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.rules.supply.communication import communication_with
from grognard.titles.ardennes.script.marches import march
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import rearward, westernmost
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

PROCEDURE = "Wandering"


@cites("EA-AA.i", "EA-AA.j")
def wander(state: State, unit: UnitId) -> Events:
    """It goes to the best goal in reach, stays in the Westwall, or rolls."""
    why, name = Reasons(state), state.kit.names[unit]
    why.unit(unit, "out of communication, in no town, not surrounded", "EA-AA.h")
    to = goal(state, unit, why)
    if to == state.hex_of[unit]:
        why.unit(unit, "holds a Westwall hex and stays", "EA-AA.i")
        return [why.told(PROCEDURE, name, "stays")]
    if to is not None:
        told: Events = [why.told(PROCEDURE, name, state.kit.grid.label(to))]
        return told + march(state, unit, to)
    why.say(_wording(state), "EA-AA.j")
    push(state, WanderRoll(unit))
    return [why.told(PROCEDURE, name, "rolls")]


def _wording(state: State) -> str:
    kit = state.kit
    back, away = kit.number("wander_rearward"), kit.number("wander_calendar")
    return f"rolls: {back} one hex rearward, {back + 1} to {away} the calendar, else it stays"


@cites("EA-AA.i", "EA-AA.l")
def goal(state: State, unit: UnitId, why: Reasons) -> Hex | None:
    """A hex in communication, failing that the Westwall, failing that a city or town.

    Its own hex, if that is a Westwall hex and nothing better is in reach.
    """
    kit, here = state.kit, state.hex_of[unit]
    reach = movement.end_hexes(state, unit)
    linked = hexset(h for h in members(reach) if communication_with(state, h, 1 << unit) >> h & 1)
    wall = 1 << here if kit.westwall >> here & 1 else kit.westwall & reach
    for text, wanted in (
        ("hexes in communication in reach", linked),
        ("Westwall hexes in reach", wall),
        ("cities and towns in reach", kit.towns & reach),
    ):
        why.hexes(text, members(wanted), "EA-AA.i")
        if wanted:
            found = narrow(members(wanted), _order(state, unit))
            why.narrowed(found)
            return found.kept[0]
    return None


@cites("EA-AA.l")
def _order(state: State, unit: UnitId) -> list[Criterion[Hex]]:
    friends = _supplied_friends(state, unit)
    return [
        lowest("nearest a supplied Allied unit", lambda h: _distance(state, friends, h), "EA-AA.l"),
        *westernmost(state, "EA-AA.l"),
    ]


@cites("EA-SU.m")
def _supplied_friends(state: State, unit: UnitId) -> HexSet:
    """Where other Allied units are that are in supply; one with a marker is not, wherever it is."""
    found = 0
    for hex_ in members(state.occupied[ALLIED] & supply.supplied(state, ALLIED)):
        others = ids(units_in(state, hex_) & ~(1 << unit))
        if not all(supply.low_supply(state, other) for other in others):
            found |= 1 << hex_
    return found


def _distance(state: State, hexes: HexSet, hex_: Hex) -> int:
    distance = state.kit.grid.distance
    return min((distance(hex_, friend) for friend in members(hexes)), default=0)


# -- the roll -----------------------------------------------------------------------------------


@cites("EA-AA.j", "EA-AA.k")
def _rolled(state: State, decision: WanderRoll, action: Rolled) -> Events:
    pop(state)
    unit, roll = decision.unit, action.faces[0]
    why, name = Reasons(state), state.kit.names[unit]
    why.unit(unit, f"rolled {roll}", "EA-AA.j")
    if roll <= state.kit.number("wander_rearward"):
        return _go_back(state, unit, why)
    if roll <= state.kit.number("wander_calendar"):
        day = state.day + roll
        told: Events = [why.told(PROCEDURE, name, f"to the calendar, {day} December")]
        put(state, unit, CALENDAR)
        state.due[unit] = day
        return [*told, ev.Calendared(ALLIED, name, day)]
    return [why.told(PROCEDURE, name, "stays")]


ask_chance(WanderRoll, d10("a wandering unit"), _rolled)


@cites("EA-AA.j", "EA-S.65")
def _go_back(state: State, unit: UnitId, why: Reasons) -> Events:
    """One hex rearward, past zones of control but not into Germans."""
    name, here = state.kit.names[unit], state.hex_of[unit]
    label = state.kit.grid.label
    hexes = [h for h in members(rearward(state, here)) if _may_enter(state, unit, h)]
    why.hexes("rearward hexes it can enter", hexes, "EA-S.65")
    found = narrow(hexes, _order(state, unit))
    why.narrowed(found)
    if not found.kept:
        return [why.told(PROCEDURE, name, "stays")]
    to = found.kept[0]
    moved = ev.Moved(ALLIED, (name,), label(here), label(to), 0)
    told: Events = [why.told(PROCEDURE, name, label(to)), moved]
    note(state, moved=state.record.moved | 1 << unit)
    return told + movement.enter(state, 1 << unit, to)


def _may_enter(state: State, unit: UnitId, hex_: Hex) -> bool:
    """Dispersed units and those that cannot move stay; German units and full hexes bar the way."""
    if movement.still(state, unit) is not None or state.occupied[GERMAN] >> hex_ & 1:
        return False
    shut = movement.shut_to_isolated(state, ALLIED) if state.isolated >> unit & 1 else 0
    return not shut >> hex_ & 1 and zones.room_for(state, hex_, 1 << unit)
