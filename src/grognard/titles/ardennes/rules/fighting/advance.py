"""Advances after combat (EA-AD.a to EA-AD.l)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import GERMAN, UnitId
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Advancing, Arrival, Battle
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask,
    not_now,
    owned,
)
from grognard.titles.ardennes.position.state import FIRST_DAY, State, ids, note, other, scripted
from grognard.titles.ardennes.rules.fighting.battle import (
    army_zone,
    battle_of,
    defending_side,
    edit,
    fighters,
    go_to,
)
from grognard.titles.ardennes.rules.moving import bridges, checks, movement, terrain
from grognard.titles.ardennes.rules.moving.zones import room_for, zone
from grognard.waist.asking import own_side, pop, push

# -- what is open -----------------------------------------------------------------------------


def vacated(state: State, battle: Battle) -> bool:
    """Whether the combat hex is clear of the enemy."""
    return not state.occupied[defending_side(battle)] >> battle.target & 1


@cites("EA-AD.b")
def goes_far(state: State, battle: Battle) -> bool:
    """Whether mechanized units may go a second hex: two hexes of retreat, or nobody left."""
    return battle.retreated >= 2 or not fighters(state, battle, defending_side(battle))


def advance_hexes(state: State, unit: UnitId) -> list[Hex]:
    """The hexes a unit of the combat can advance into next."""
    battle, around = battle_of(state), state.kit.grid.neighbours
    hexes = (battle.target,) if not battle.advanced >> unit & 1 else around(battle.target)
    return [hex_ for hex_ in hexes if advance_refusal(state, unit, hex_) is None]


@cites("EA-ST.i", "EA-ST.o")
def advance_refusal(state: State, unit: UnitId, to: Hex) -> Refusal | None:
    """Why a unit cannot advance into a hex."""
    battle, name = battle_of(state), state.kit.names[unit]
    if not fighters(state, battle, battle.side) >> unit & 1:
        return Refusal("EA-AD.a", f"{name} was not in the attack")
    if state.dispersed >> unit & 1:
        return Refusal("EA-ST.i", f"{name} is Dispersed and cannot advance")
    if state.dry >> unit & 1:
        return Refusal("EA-ST.o", f"{name} is Out of Fuel and cannot advance")
    if not vacated(state, battle):
        return Refusal("EA-AD.a", "the enemy still holds the combat hex")
    first = not battle.advanced >> unit & 1
    refusal = _first(battle, to) if first else _second(state, battle, unit, to)
    return refusal or _crossing(state, battle, unit, to) or _entry(state, battle, unit, to)


@cites("EA-AD.a")
def _first(battle: Battle, to: Hex) -> Refusal | None:
    if to != battle.target:
        return Refusal("EA-AD.a", "an advance goes first into the hex the defender left")
    return None


@cites("EA-AD.b", "EA-AD.j", "EA-RB.d")
def _second(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    """A second hex: for mechanized units, along the path of retreat or under the limits."""
    kit = state.kit
    if battle.far >> unit & 1 or not kit.grid.adjacent(battle.target, to):
        return Refusal("EA-AD.b", "an advance is two hexes at most, the second next to the first")
    if not kit.mechanized >> unit & 1:
        return Refusal("EA-AD.b", "only mechanized units advance a second hex")
    if not goes_far(state, battle):
        return Refusal("EA-AD.b", "the defender went back one hex only")
    if battle.halted >> unit & 1:
        return Refusal("EA-AD.j", "a unit that crossed a river without a bridge goes no farther")
    if battle.side == GERMAN and terrain.halts(state) >> battle.target & 1:
        return Refusal("EA-RB.d", "a roadblock on the road stops the advance")
    return None if on_path(state, battle, to) else _off_path(state, battle, to)


@cites("EA-AD.c", "EA-AD.d")
def on_path(state: State, battle: Battle, to: Hex) -> bool:
    """Whether the hex is the first that defenders who are left retreated into."""
    if not fighters(state, battle, defending_side(battle)):
        return False
    return len(battle.path) > 1 and battle.path[1] == to


@cites("EA-AD.e", "EA-AD.f", "EA-AD.g", "EA-AD.k")
def _off_path(state: State, battle: Battle, to: Hex) -> Refusal | None:
    kit, side = state.kit, state.kit.sides[battle.target, to]
    enemy = zone(state, defending_side(battle))
    if enemy >> battle.target & 1 and enemy >> to & 1:
        return Refusal("EA-AD.e", "off the path no unit goes from one enemy ZOC into another")
    if side.river and not side.river & state.bridges:
        return Refusal("EA-AD.f", "off the path no unit crosses a river without a bridge")
    if kit.forest >> to & 1 and not side.road:
        return Refusal("EA-AD.g", "off the path no unit enters a forest without a road")
    return None


@cites("EA-AD.h", "EA-AD.i", "EA-D16.k", "EA-D16.l")
def _crossing(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    """River hexsides: one unit over each without a bridge, one over a bridge into enemy ZOC."""
    bit = state.kit.sides[state.hex_of[unit], to].river
    if not bit:
        return None
    if not _bridged(state, battle, bit):
        if battle.forded & bit:
            return Refusal("EA-AD.i", "one unit has advanced over that river hexside")
        return None
    if zone(state, defending_side(battle)) >> to & 1 and battle.bridged & bit:
        return Refusal("EA-AD.h", "one unit has advanced over that bridge into an enemy ZOC")
    return None


def _bridged(state: State, battle: Battle, bit: int) -> bool:
    """Whether a bridge still serves; on 16 December for one German unit in an activation."""
    worn = battle.side == GERMAN and state.day == FIRST_DAY and state.record.crossed & bit
    return bool(state.bridges & bit) and not worn


@cites("EA-AD.l", "EA-S.37", "EA-RB.b")
def _entry(state: State, battle: Battle, unit: UnitId, to: Hex) -> Refusal | None:
    if state.occupied[other(battle.side)] >> to & 1:
        return Refusal("EA-AD.a", "there are enemy units in that hex")
    if battle.side == GERMAN and state.roadblocks >> to & 1:
        return Refusal("EA-RB.b", "a roadblock bars the hex")
    own = army_zone(state, unit)
    if own >> state.hex_of[unit] & 1 and not own >> to & 1:
        return Refusal("EA-AD.l", "no German unit advances over its army boundary before the 20th")
    if not room_for(state, to, 1 << unit):
        return Refusal("EA-S.37", "there is no room for the unit in that hex")
    return None


# -- advancing --------------------------------------------------------------------------------


def advance_stage(state: State) -> Events:
    """The next advance, until nobody can or wants to."""
    battle = battle_of(state)
    if not vacated(state, battle):
        go_to(state, "over")
        return []
    units = fighters(state, battle, battle.side)
    if scripted(state, battle.side) or any(advance_hexes(state, unit) for unit in ids(units)):
        return ask(state, Advancing(battle.side))
    go_to(state, "over")
    return []


def _candidates(state: State, decision: Advancing) -> Iterable[act.Action]:
    label, names = state.kit.grid.label, state.kit.names
    for unit in ids(fighters(state, battle_of(state), decision.side)):
        for hex_ in advance_hexes(state, unit):
            yield act.Advance(names[unit], label(hex_))
    yield act.Done()


def _refusal(state: State, decision: Advancing, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Advance):
        return not_now(action, "advance after combat")
    unit = owned(state, decision.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not state.kit.grid.has(action.to):
        return Refusal("EA-AD.a", f"there is no hex {action.to} on this map")
    return advance_refusal(state, unit, state.kit.grid.at(action.to))


def _answer(state: State, _: Advancing, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Advance):
        go_to(state, "over")
        return []
    unit, to = state.kit.by_name[action.unit], state.kit.grid.at(action.to)
    return [] if _tested(state, unit, to) else go(state, unit, to)


@cites("EA-S.41")
def _tested(state: State, unit: UnitId, to: Hex) -> bool:
    """Whether the bridge on the way is tested first: then the player thinks again."""
    river, before = state.kit.sides[state.hex_of[unit], to].river, state.stack
    if state.kit.side_of[unit] == GERMAN and bridges.in_doubt(state, river):
        checks.try_to_blow(state, 1 << unit, river, to)
    return state.stack != before


QUESTIONS[Advancing] = Question(own_side, _candidates, _refusal, _answer, exact=True)


@cites("EA-RB.i")
def go(state: State, unit: UnitId, to: Hex) -> Events:
    """A unit advances one hex; a German one causes the checks of a move."""
    battle, bit = battle_of(state), 1 << unit
    _cross(state, unit, to)
    battle = battle_of(state)
    if battle.advanced & bit:
        edit(state, far=battle.far | bit)
    edit(state, advanced=battle.advanced | bit)
    told: Events = [ev.Advanced(battle.side, state.kit.names[unit], state.kit.grid.label(to))]
    told += movement.enter(state, bit, to)
    if battle.side == GERMAN:
        push(state, Arrival(bit, to, "advance"))
    return told


@cites("EA-AD.h", "EA-AD.i", "EA-AD.j")
def _cross(state: State, unit: UnitId, to: Hex) -> None:
    """Notes the river hexside that is used up."""
    battle, side = battle_of(state), state.kit.sides[state.hex_of[unit], to].river
    if not side:
        return
    if not _bridged(state, battle, side):
        edit(state, forded=battle.forded | side, halted=battle.halted | 1 << unit)
        return
    note(state, crossed=state.record.crossed | side)
    if zone(state, defending_side(battle)) >> to & 1:
        edit(state, bridged=battle.bridged | side)
