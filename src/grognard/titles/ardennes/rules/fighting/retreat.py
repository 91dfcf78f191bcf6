"""Retreats: which hexes, at what price, and who goes where (EA-RT.a to EA-RT.w)."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Arrival, Battle
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import (
    DEAD,
    State,
    copy,
    fact,
    ids,
    mark,
    names_of,
    other,
    put,
    steps_of,
    units_in,
)
from grognard.titles.ardennes.rules.fighting.battle import (
    army_zone,
    battle_of,
    defending_side,
    edit,
    fighters,
    held_by_enemy,
    suffer,
)
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.moving.zones import fits, room_for, zone
from grognard.titles.ardennes.rules.supply.supply import low_supply, supplied_if
from grognard.waist.asking import push


class Route(NamedTuple):
    """One hex of retreat. Lower ranks come first: last resorts count before the priority."""

    hex: Hex
    resorts: int  # how many reasons make it a last resort
    priority: int  # 1 to 3 (EA-RT.o to EA-RT.q)
    cost: int  # steps

    @property
    def rank(self) -> tuple[int, int]:
        return self.resorts, self.priority


# -- how far ----------------------------------------------------------------------------------


@cites("EA-RT.g", "EA-RT.h", "EA-RT.i")
def stay_refusal(state: State, units: UnitSet) -> Refusal | None:
    """Why these units do not retreat at all; one that cannot keeps its stack with it."""
    kit = state.kit
    if units >> kit.vdh & 1:
        return Refusal("EA-RT.g", f"{kit.names[kit.vdh]} does not retreat")
    if units & state.dry:
        return Refusal("EA-RT.h", "a unit that is Out of Fuel does not retreat")
    if units & state.isolated & kit.mechanized:
        return Refusal("EA-RT.i", "an Isolated mechanized unit does not retreat")
    return None


@cites("EA-RT.d", "EA-RT.e", "EA-RT.f", "EA-CT.g", "EA-CR.n")
def limit(state: State, battle: Battle) -> tuple[int, Refusal]:
    """How many hexes the defenders can retreat, and the refusal of any more."""
    units = fighters(state, battle, defending_side(battle))
    if battle.retreated < 2 and units & state.dispersed:
        rule = "EA-RT.e" if units & ~state.dispersed else "EA-RT.d"
        return 1, Refusal(rule, "a stack with a Dispersed unit retreats one hex at most")
    if units & state.isolated:
        return 1, Refusal("EA-RT.f", "Isolated infantry retreats one hex at most")
    if "Infiltration" in battle.tactics:
        most = state.kit.number("infiltration_retreat")
        return most, Refusal("EA-CT.g", "against Infiltration a retreat is one hex at most")
    return state.kit.number("retreat_hexes"), Refusal("EA-CR.n", "a retreat is two hexes at most")


# -- where ------------------------------------------------------------------------------------


def retreat_hexes(state: State, units: UnitSet, start: Hex, target: Hex, hop: int) -> list[Route]:
    """The hexes into which the units could retreat as the first or second hex, best first."""
    key = ("retreat", units, start, target, hop)
    return fact(state, key, lambda: _find_routes(state, units, start, target, hop))


@cites("EA-RT.l")
def _find_routes(state: State, units: UnitSet, start: Hex, target: Hex, hop: int) -> list[Route]:
    if not units or stay_refusal(state, units):
        return []
    # They leave their hex, so it does not help to trace supply from the next one.
    gone = copy(state)
    for unit in ids(units):
        put(gone, unit, DEAD)
    side = state.kit.side_of[next(ids(units))]
    distance = state.kit.grid.distance
    found = [
        _route(gone, state, side, units, start, hex_)
        for hex_ in state.kit.grid.neighbours(start)
        if distance(hex_, target) == hop and bar_refusal(state, side, units, start, hex_) is None
    ]
    return sorted(found, key=lambda route: (route.rank, route.hex))


@cites("EA-RT.j", "EA-RT.k", "EA-RB.b", "EA-SU.w")
def bar_refusal(state: State, side: Side, units: UnitSet, start: Hex, hex_: Hex) -> Refusal | None:
    """Why no retreat at all goes into a hex."""
    kit, bit = state.kit, 1 << hex_
    if state.occupied[1 - side] & bit:
        return Refusal("EA-RT.o", "there are enemy units in that hex")
    if held_by_enemy(state, side) & bit:
        return Refusal("EA-RT.j", "no retreat enters a city or town the enemy holds")
    if side == ALLIED and kit.westwall & bit and not state.occupied[side] & bit:
        return Refusal("EA-RT.k", "no Allied retreat enters an empty Westwall hex")
    if side == GERMAN and state.roadblocks & bit:
        return Refusal("EA-RB.b", "a roadblock bars the hex")
    bridge = kit.sides[start, hex_].river & state.bridges
    german = bool(bridge & state.german_bridges)
    if units & state.isolated and bridge and german != (side == GERMAN):
        return Refusal("EA-SU.w", "an Isolated unit cannot use a bridge the enemy holds")
    return None


@cites("EA-RT.o", "EA-RT.p", "EA-RT.q")
def _route(gone: State, state: State, side: Side, units: UnitSet, start: Hex, hex_: Hex) -> Route:
    resorts = len(last_resorts(state, units, start, hex_))
    if not supplied_if(gone, side, hex_):
        return Route(hex_, resorts, 3, 1)
    friends = units_in(gone, hex_)
    supplied = any(not low_supply(gone, unit) for unit in ids(friends))
    if supplied or not zone(gone, other(side)) >> hex_ & 1:
        return Route(hex_, resorts, 1, 0)
    return Route(hex_, resorts, 3 if friends else 2, 1)


@cites("EA-RT.r", "EA-RT.s", "EA-RT.u")
def last_resorts(state: State, units: UnitSet, start: Hex, hex_: Hex) -> list[Refusal]:
    """The reasons that make a hex a last resort: river, forest, army boundary."""
    kit, side, found = state.kit, state.kit.sides[start, hex_], []
    ford = side.river and not side.river & state.bridges
    if ford:
        found.append(Refusal("EA-RT.r", "a river without a bridge is crossed as a last resort"))
    if kit.forest >> hex_ & 1 and (ford or not side.road):
        found.append(Refusal("EA-RT.s", "a forest without a road is entered as a last resort"))
    zones = [army_zone(state, unit) for unit in ids(units)]
    if any(zone >> start & 1 and not zone >> hex_ & 1 for zone in zones):
        found.append(Refusal("EA-RT.u", "the army boundary is crossed as a last resort"))
    return found


# -- what is open to the defenders now --------------------------------------------------------


def retreating(state: State, battle: Battle) -> UnitSet:
    """The defenders that have still to make the hex of retreat on the table."""
    return fighters(state, battle, defending_side(battle)) & ~battle.shifted


def place_of(state: State, battle: Battle) -> Hex:
    """Where the defenders are; all are in one hex until their retreat is over."""
    units = retreating(state, battle)
    return state.hex_of[next(ids(units))] if units else battle.target


def _all_routes(state: State, battle: Battle) -> list[Route]:
    units = retreating(state, battle)
    hop = battle.retreated + 1
    if not units or battle.scattered or hop > limit(state, battle)[0]:
        return []
    return retreat_hexes(state, units, place_of(state, battle), battle.target, hop)


@cites("EA-RT.a", "EA-RT.b", "EA-RT.n")
def plan(state: State, battle: Battle) -> tuple[list[Route], list[Route]]:
    """The hexes for the whole stack; or, if it has to split, those for its units.

    The best rank decides that does not kill the units. Only where no hex of it
    has room for all, or for all of them apart, does the next rank come.
    """
    units = retreating(state, battle)
    together = not battle.shifted
    for routes in _by_rank(_all_routes(state, battle)):
        if together and (whole := _for_all(state, battle, units, routes)):
            return whole, []
        apart = not together or (units.bit_count() > 1 and not battle.bugged_out)
        if apart and _can_place(state, units, routes, {}):
            return [], routes
    return [], []


def _by_rank(routes: list[Route]) -> list[list[Route]]:
    return [list(alike) for _, alike in groupby(routes, key=lambda route: route.rank)]


def _for_all(state: State, battle: Battle, units: UnitSet, routes: list[Route]) -> list[Route]:
    steps = steps_of(state, units)
    return [r for r in routes if r.cost < steps and _may_enter(state, battle, units, r)]


def whole_routes(state: State, battle: Battle) -> list[Route]:
    """The hexes into which the whole stack can retreat."""
    return plan(state, battle)[0]


@cites("EA-CR.k")
def has_free_route(state: State, battle: Battle) -> bool:
    """Whether the defenders could retreat without losing a step, be it as a last resort."""
    units = retreating(state, battle)
    routes = [route for route in _all_routes(state, battle) if not route.cost]
    if any(_may_enter(state, battle, units, route) for route in routes):
        return True
    apart = units.bit_count() > 1 and not battle.bugged_out
    return apart and any(_can_place(state, units, alike, {}) for alike in _by_rank(routes))


@cites("EA-RT.c", "EA-S.51")
def _may_enter(state: State, battle: Battle, units: UnitSet, route: Route) -> bool:
    """Room for all; or, on the way to a second hex, none needed."""
    first = battle.retreated == 0
    if battle.bugged_out and first:
        return bool(_second(state, battle, units, route))
    if room_for(state, route.hex, units):
        return True
    going_on = first and limit(state, battle)[0] > 1 and battle.defender_hits > 1
    overfull = going_on and defending_side(battle) == ALLIED
    return overfull and bool(_second(state, battle, units, route))


def _second(state: State, battle: Battle, units: UnitSet, first: Route) -> list[Route]:
    """Second hexes with room, and a step left on arrival."""
    left = steps_of(state, units) - first.cost
    routes = retreat_hexes(state, units, first.hex, battle.target, 2)
    return [r for r in routes if r.cost < left and room_for(state, r.hex, units)]


@cites("EA-S.48")
def can_bug_out(state: State, battle: Battle) -> bool:
    """Whether the defenders could retreat two hexes at once."""
    bugging = msgspec.structs.replace(battle, bugged_out=True)
    return limit(state, battle)[0] > 1 and bool(whole_routes(state, bugging))


@cites("EA-RT.c", "EA-S.51")
def must_go_on(state: State, battle: Battle) -> bool:
    """An Allied stack that stopped in an overfull hex retreats by the next hit."""
    if defending_side(battle) != ALLIED or battle.retreated != 1 or battle.scattered:
        return False
    return not fits(state, units_in(state, place_of(state, battle)))


# -- stacks that split ------------------------------------------------------------------------


@cites("EA-RT.b")
def split_routes(state: State, battle: Battle) -> dict[UnitId, list[Route]]:
    """Where each unit of a stack that has to split can go, so that the others find a hex too."""
    units, routes = retreating(state, battle), plan(state, battle)[1]
    found = {
        unit: [r for r in routes if _can_place(state, units, routes, {}, unit, r)]
        for unit in ids(units)
    }
    return {unit: mine for unit, mine in found.items() if mine}


def _can_place(
    state: State,
    units: UnitSet,
    routes: list[Route],
    full: dict[Hex, UnitSet],
    first: UnitId | None = None,
    into: Route | None = None,
) -> bool:
    """Whether every unit finds a hex with room that leaves it a step, beside those in `full`."""
    if not units:
        return True
    unit = next(ids(units)) if first is None else first
    for route in routes if into is None else (into,):
        there = full.get(route.hex, units_in(state, route.hex)) | 1 << unit
        if route.cost < state.steps[unit] and fits(state, there):
            rest = units & ~(1 << unit)
            if _can_place(state, rest, routes, {**full, route.hex: there}):
                return True
    return False


# -- going ------------------------------------------------------------------------------------


@cites("EA-RT.v", "EA-RT.w")
def go(state: State, units: UnitSet, route: Route, *, last: bool) -> Events:
    """The units retreat into the hex; `last` if no others have still to make this hex."""
    battle, label = battle_of(state), state.kit.grid.label
    start, side = place_of(state, battle), defending_side(battle)
    told: Events = [
        ev.RetreatMade(side, names_of(state, units), label(start), label(route.hex), route.cost)
    ]
    told += movement.enter(state, units, route.hex)
    told += _charge(state, units, route.cost)
    if side == GERMAN:
        push(state, Arrival(units, route.hex, "retreat"))
    return told + (_arrive(state, route.hex) if last else [])


@cites("EA-RT.p", "EA-RT.q")
def _charge(state: State, units: UnitSet, cost: int) -> Events:
    """The price of the hex: a lone unit pays at once, for a stack somebody has to choose."""
    if cost and units & (units - 1):
        edit(state, toll=cost, payers=units)
        return []
    return suffer(state, next(ids(units)), "retreat") if cost else []


@cites("EA-RT.m")
def _arrive(state: State, hex_: Hex) -> Events:
    battle = battle_of(state)
    path = battle.path or (battle.target,)
    battle = edit(state, retreated=battle.retreated + 1, path=(*path, hex_), shifted=0)
    if battle.retreated < 2:
        return []
    units = fighters(state, battle, defending_side(battle))
    mark(state, dispersed=state.dispersed | units)
    return [ev.BecameDispersed(defending_side(battle), names_of(state, units), "two hexes back")]


def go_split(state: State, unit: UnitId, route: Route) -> Events:
    """One unit of an overfull stack goes its own way; after that the retreat is over."""
    battle = battle_of(state)
    last = not retreating(state, battle) & ~(1 << unit)
    told = go(state, 1 << unit, route, last=last)
    edit(state, scattered=last)
    if not last:
        edit(state, shifted=battle_of(state).shifted | 1 << unit)
    return told
