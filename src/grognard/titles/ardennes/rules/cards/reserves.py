"""Reserves: deployed by a card, delayed to the next day, released by OKW (EA-S.21, EA-S.22)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, hexset, listed, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Card, Side, UnitId, UnitSet
from grognard.titles.ardennes.kit.kit import OKW as OKW_NAME
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import DelayedReserves, Deploying, OkwRelease
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.ardennes.position.state import (
    OKW,
    RESERVE,
    State,
    army_of,
    boxed,
    corps_of,
    corps_units,
    each,
    fact,
    other,
    put,
    standing,
)
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.asking import own_side, pop, push, swap

# -- where a reserve unit may be placed ----------------------------------------------------


@cites("EA-S.21", "EA-RB.b")
def placement(state: State, unit: UnitId, placed: UnitSet = 0) -> HexSet:
    """The hexes a reserve unit may be placed in, stacking apart."""
    kit, side = state.kit, state.kit.side_of[unit]
    if unit == kit.vdh:
        open_ = ~_next_to_enemy(state, side) & ~state.occupied[ALLIED] & ~state.roadblocks
        return kit.drop_zone & open_
    key = ("placement", side, corps_of(state, unit), placed)  # a corps is placed alike
    return fact(state, key, lambda: _placement(state, side, unit, placed))


@cites("EA-S.21", "EA-SU.y")
def _placement(state: State, side: Side, unit: UnitId, placed: UnitSet) -> HexSet:
    kit = state.kit
    cut_off = state.isolated & kit.side_units[other(side)]
    supplied = supply.supplied_without(state, side, cut_off)
    open_ = supplied & ~_next_to_enemy(state, side) & ~state.occupied[other(side)]
    near = _near_friends(state, unit) & _own_area(state, unit)
    return open_ & near & _together(state, placed)


@cites("EA-S.21", "EA-SU.y")
def _next_to_enemy(state: State, side: Side) -> HexSet:
    """Hexes next to an enemy that is not Isolated, but for those a friend holds."""

    def find() -> HexSet:
        enemies = state.occupied[other(side)]
        if state.isolated & state.kit.side_units[other(side)]:
            held = members(enemies)
            enemies = hexset(h for h in held if state.stacks[h] & ~state.isolated)
        return state.kit.grid.spread(enemies) & ~state.occupied[side]

    return fact(state, ("next to enemy", side), find)


@cites("EA-S.21", "EA-S.60")
def _own_area(state: State, unit: UnitId) -> HexSet:
    """The army's zone for Germans, all game long; the corps' area for Allies."""
    kit = state.kit
    if kit.side_of[unit] == GERMAN:
        return kit.army_zone[army_of(state, unit)]
    corps = corps_of(state, unit)
    return kit.meuse if corps == kit.meuse_corps else kit.corps_area[corps]


def _near_friends(state: State, unit: UnitId) -> HexSet:
    """Near the corps or at an eastern road for Germans; near the army or a source for Allies."""
    kit, side = state.kit, state.kit.side_of[unit]
    if side == GERMAN:
        friends, edge = corps_units(state, corps_of(state, unit)), kit.east_roads
    elif corps_of(state, unit) == kit.meuse_corps:
        return kit.grid.all
    else:
        friends, edge = kit.army_units[army_of(state, unit)], kit.sources[ALLIED]

    def find() -> HexSet:
        here = 0
        for friend in each(friends & standing(state, side)):
            here |= 1 << state.hex_of[friend]
        return kit.grid.within(here, kit.number("reserve_distance")) | edge

    return fact(state, ("near friends", friends), find)


def _together(state: State, placed: UnitSet) -> HexSet:
    """Units deployed by one card stay near one another."""
    kit, near = state.kit, state.kit.grid.all
    for unit in each(placed):
        if unit != kit.vdh:
            near &= kit.within(state.hex_of[unit], kit.number("deployment_spread"))
    return near


def able(state: State, units: UnitSet, placed: UnitSet = 0) -> UnitSet:
    """Those in the Reserve box that have fuel and a hex to go to."""
    chosen = 0
    for unit in each(units):
        waits = state.hex_of[unit] == RESERVE and not state.dry >> unit & 1
        if waits and _has_hex(state, unit, placed):
            chosen |= 1 << unit
    return chosen


def _has_hex(state: State, unit: UnitId, placed: UnitSet) -> bool:
    def find() -> bool:
        hexes = placement(state, unit, placed)
        empty = hexes & ~state.occupied[state.kit.side_of[unit]]
        if empty and zones.fits(state, 1 << unit):
            return True
        return any(_has_room(state, unit, h) for h in members(hexes & ~empty))

    return fact(state, ("has hex", unit, placed), find)


def _has_room(state: State, unit: UnitId, hex_: Hex) -> bool:
    return zones.room_for(state, hex_, 1 << unit)


def can_deploy(state: State, side: Side, units: UnitSet) -> bool:
    """Whether any of them waits in the Reserve box, has fuel and a hex to go to."""
    return any_has_hex(state, units & waiting(state, side))


def waiting(state: State, side: Side) -> UnitSet:
    """The side's units in the Reserve box that have fuel."""
    return boxed(state, RESERVE, side) & ~state.dry


def any_has_hex(state: State, units: UnitSet) -> bool:
    """Whether there is a hex to go to for one of these units in the Reserve box."""
    return any(_has_hex(state, unit, 0) for unit in each(units))


@cites("EA-ST.p", "EA-S.21")
def refusal(state: State, side: Side, units: UnitSet, formation: str) -> Refusal | None:
    """Why a card cannot deploy this formation's reserves."""
    held = units & boxed(state, RESERVE, side)
    if not held:
        return Refusal("EA-S.14", f"{formation} has no unit in the Reserve box")
    if not held & ~state.dry:
        return Refusal("EA-ST.p", f"the reserves of {formation} are Out of Fuel")
    if not can_deploy(state, side, held):
        return Refusal("EA-S.21", f"there is no hex where a reserve of {formation} could deploy")
    return None


# -- by a card --------------------------------------------------------------------------------


def begin_deploy(state: State, side: Side, card: Card, units: UnitSet, formation: str) -> Events:
    push(state, Deploying(side, card.id, units & waiting(state, side)))
    return [ev.CardPlayed(side, card.number, "reserves", formation, card.title)]


def _deploy_candidates(state: State, deploying: Deploying) -> Iterable[act.Action]:
    kit = state.kit
    for unit in each(deploying.units & ~deploying.placed):
        for hex_ in members(placement(state, unit, deploying.placed)):
            yield act.Deploy(kit.names[unit], kit.grid.label(hex_))
    yield act.Done()


def _deploy_refusal(state: State, deploying: Deploying, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Deploy):
        return not_now(action, "deploy reserves")
    unit = owned(state, deploying.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not deploying.units & ~deploying.placed & 1 << unit:
        return Refusal("EA-S.14", f"{action.unit} is not among the reserves this card deploys")
    if not state.kit.grid.has(action.hex):
        return Refusal("EA-S.21", f"there is no hex {action.hex}")
    return placement_refusal(state, unit, state.kit.grid.at(action.hex), deploying.placed)


@cites("EA-S.21", "EA-S.37")
def placement_refusal(state: State, unit: UnitId, hex_: Hex, placed: UnitSet = 0) -> Refusal | None:
    """Why a reserve unit cannot be placed in a hex."""
    kit, side, name = state.kit, state.kit.side_of[unit], state.kit.names[unit]
    label = kit.grid.label(hex_)
    if not placement(state, unit, placed) >> hex_ & 1:
        return Refusal(
            "EA-S.21", f"{name} cannot deploy in {label}: {_reason(state, unit, hex_, side)}"
        )
    if not _has_room(state, unit, hex_):
        return Refusal("EA-S.37", f"{label} holds no more units or steps")
    return None


def _reason(state: State, unit: UnitId, hex_: Hex, side: Side) -> str:
    kit = state.kit
    if unit == kit.vdh:
        return "it comes by air into its drop zone, away from Allied units"
    if state.occupied[other(side)] >> hex_ & 1:
        return "the enemy is there"
    if not supply.supplied(state, side) >> hex_ & 1:
        return "the hex is not in supply"
    if not _own_area(state, unit) >> hex_ & 1:
        return "the hex is not in its zone"
    if _next_to_enemy(state, side) >> hex_ & 1:
        return "an enemy unit is next to it and no friendly unit is there"
    if not _near_friends(state, unit) >> hex_ & 1:
        return "no unit of its formation, and no edge road, is near enough"
    return "units deployed by one card stay within three hexes of one another"


def _deploy_answer(state: State, deploying: Deploying, action: act.Action) -> Events:
    if not isinstance(action, act.Deploy):
        pop(state)
        return []
    unit, hex_ = state.kit.by_name[action.unit], state.kit.grid.at(action.hex)
    told = place(state, unit, hex_)
    placed = deploying.placed | 1 << unit
    if able(state, deploying.units & ~placed, placed):
        swap(state, msgspec.structs.replace(deploying, placed=placed))
    else:
        pop(state)
    return told


def place(state: State, unit: UnitId, hex_: Hex, origin: str = "reserve") -> Events:
    """A unit comes onto the map from a box."""
    side, kit = state.kit.side_of[unit], state.kit
    state.fresh |= 1 << unit
    told: Events = [ev.Deployed(side, kit.names[unit], kit.grid.label(hex_), origin)]
    return told + movement.enter(state, 1 << unit, hex_)


def _deploy_offers(state: State, deploying: Deploying) -> list[act.Action]:
    """Exactly the candidates that are not refused."""
    kit, found = state.kit, list[act.Action]()
    for unit in each(deploying.units & ~deploying.placed):
        name, bit = kit.names[unit], 1 << unit
        for hex_ in members(placement(state, unit, deploying.placed)):
            if zones.room_for(state, hex_, bit):
                found.append(act.Deploy(name, kit.grid.label(hex_)))
    return [*found, act.Done()]


QUESTIONS[Deploying] = Question(
    own_side, _deploy_candidates, _deploy_refusal, _deploy_answer, offers=_deploy_offers
)


# -- delayed reserves ----------------------------------------------------------------------------


def begin_delayed(state: State) -> Events:
    """Reserves left over from yesterday may come on by an eastern road without a card."""
    state.late &= boxed(state, RESERVE, GERMAN)
    if any(_late_hexes(state, unit) for unit in each(state.late)):
        push(state, DelayedReserves(GERMAN))
    return []


@cites("EA-RB.b")
def _late_hexes(state: State, unit: UnitId) -> list[Hex]:
    """Edge road hexes of its army's zone, outside enemy ZOC, with room."""
    kit = state.kit
    zone = kit.army_zone.get(army_of(state, unit), 0) & kit.east_roads & ~state.roadblocks
    open_ = zone & ~zones.zone(state, ALLIED) & ~state.occupied[ALLIED]
    return [h for h in listed(open_) if _has_room(state, unit, h)]


def _late_candidates(state: State, _: DelayedReserves) -> Iterable[act.Action]:
    kit = state.kit
    for unit in each(state.late):
        for hex_ in _late_hexes(state, unit):
            yield act.Deploy(kit.names[unit], kit.grid.label(hex_))
    yield act.Done()


def _late_refusal(state: State, decision: DelayedReserves, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Deploy):
        return not_now(action, "place delayed reserves")
    unit = owned(state, decision.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not state.late >> unit & 1:
        return Refusal("EA-S.21", f"{action.unit} has not been waiting since yesterday")
    labels = [state.kit.grid.label(h) for h in _late_hexes(state, unit)]
    if action.hex not in labels:
        because = "an eastern road hex of its army's zone, free of enemy zones and with room"
        return Refusal("EA-S.21", f"delayed reserves come on at {because}")
    return None


def _late_answer(state: State, _: DelayedReserves, action: act.Action) -> Events:
    if not isinstance(action, act.Deploy):
        pop(state)
        return []
    unit = state.kit.by_name[action.unit]
    state.late &= ~(1 << unit)
    told = place(state, unit, state.kit.grid.at(action.hex))
    if not any(_late_hexes(state, u) for u in each(state.late)):
        pop(state)
    return told


QUESTIONS[DelayedReserves] = Question(own_side, _late_candidates, _late_refusal, _late_answer)


# -- OKW ------------------------------------------------------------------------------------------


@cites("EA-S.22")
def begin_release(state: State) -> Events:
    if state.day >= state.kit.number("okw_from_day") and boxed(state, OKW, GERMAN):
        push(state, OkwRelease())
    return []


def _held_divisions(state: State) -> list[str]:
    held = boxed(state, OKW, GERMAN)
    return sorted({state.kit.units[u].division for u in each(held)})


def _german_corps(state: State) -> list[str]:
    sides = state.kit.side_of_corps
    return [corps for corps, side in sides.items() if side == GERMAN and corps != OKW_NAME]


def _release_candidates(state: State, _: OkwRelease) -> Iterable[act.Action]:
    for division in _held_divisions(state):
        for corps in _german_corps(state):
            yield act.Release(division, corps)
    yield act.Done()


@cites("EA-S.22")
def _release_refusal(state: State, _: OkwRelease, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Release):
        return not_now(action, "release an OKW division, or none")
    if action.division not in _held_divisions(state):
        return Refusal("EA-S.22", f"{action.division} is not held by OKW")
    if action.corps not in _german_corps(state):
        return Refusal("EA-S.22", f"{action.corps} is no German corps to assign it to")
    return None


@cites("EA-S.22")
def _release_answer(state: State, _: OkwRelease, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Release):
        return []
    state.assigned[action.division] = action.corps
    for unit in each(state.kit.division_units[action.division]):
        put(state, unit, RESERVE)
    return [ev.Released(GERMAN, action.division, action.corps)]


QUESTIONS[OkwRelease] = Question(
    lambda *_: GERMAN, _release_candidates, _release_refusal, _release_answer
)
