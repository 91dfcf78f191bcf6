"""Retreats: who stands, who goes, and where to (BCS-7.5.a to BCS-7.5.n).

A unit's retreat is carried out by the first case that applies to it. Those that
stand lose a step at once; the others leave one by one, in the order and to the
hex their owner picks where the rules leave him a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from grognard.book.priorities import Criterion, Narrowed, narrow, only
from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import (
    MOVE,
    NO_FORMATION,
    TAC,
    FormationId,
    Kit,
    MaType,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import NO_UNIT, Acting, Fight, RetreatChoice, Retreats
from grognard.titles.bcs.position.deeds import DEEDS, Deed
from grognard.titles.bcs.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    not_now,
    owned,
)
from grognard.titles.bcs.position.state import (
    RETURNING,
    State,
    each,
    face,
    label,
    other,
    put,
    turn_over,
    units_in,
)
from grognard.titles.bcs.rules.command import hq_retreats, prepared, safe_path
from grognard.titles.bcs.rules.fighting import losses
from grognard.titles.bcs.rules.fighting.fights import busy, release
from grognard.titles.bcs.rules.moving import entering, movement, stacking, terrain, zones
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.waist.asking import own_side, pop, push, swap

OFF_THE_MAP: Final = "off"
_STANDS: Final = ("BCS-7.5.f", "BCS-7.5.g")


# -- which case -------------------------------------------------------------------------------


@cites("BCS-7.5.f", "BCS-7.5.g", "BCS-7.5.l", "BCS-7.5.m")
def case(state: State, unit: UnitId, cause: str) -> str:
    """The first case of the table that applies, by its rule.

    An unassigned Independent has no HQ that a Safe Path could lead to.
    """
    if cause == "voluntary":
        return going(state, unit, cause)
    bound = state.command[unit] != NO_FORMATION and face(state, unit).type != TAC
    if bound and not safe_path.has(state, unit):
        return "BCS-7.5.f"
    if cause == "situational" and _dug_in(state, unit):
        return "BCS-7.5.g"
    return going(state, unit, cause)


@cites("BCS-7.5.h", "BCS-7.5.i", "BCS-7.5.j", "BCS-7.5.m", "BCS-R.18")
def going(state: State, unit: UnitId, cause: str) -> str:
    """The case of a unit that does not stand."""
    number = state.command[unit]
    if cause == "situational":
        return "BCS-7.5.h"
    if cause == "voluntary" or face(state, unit).type == TAC:
        return "BCS-7.5.j"
    return "BCS-7.5.i" if number != NO_FORMATION and state.hq[number] >= 0 else "BCS-7.5.j"


@cites("BCS-7.5.g")
def _dug_in(state: State, unit: UnitId) -> bool:
    """In or behind Key Terrain as the attack comes, or in Prepared Defense."""
    if prepared.protects(state, unit):
        return True
    came_from = attacked_from(state, state.fight) if state.fight is not None else 0
    return terrain.key_terrain(state, state.hex_of[unit], came_from)


def attacked_from(state: State, fight: Fight) -> HexSet:
    """The hexes on the map from which units attack."""
    units = [fight.unit, *([fight.assist] if fight.assist != NO_UNIT else [])]
    return hexset(state.hex_of[unit] for unit in units if state.hex_of[unit] >= 0)


# -- where to ---------------------------------------------------------------------------------


def ways(state: State, unit: UnitId, cause: str) -> tuple[Hex, ...]:
    """Where a unit that does not stand may go: RETURNING is off the map; maybe nowhere."""
    if going(state, unit, cause) == "BCS-7.5.i":
        return _by_the_hq(state, unit)
    return most_rearward(state, unit)


@cites("BCS-7.5.i", "BCS-7.5.k", "BCS-7.5.n")
def _by_the_hq(state: State, unit: UnitId) -> tuple[Hex, ...]:
    """At or next to the HQ; off the map if that is too near or there is no room."""
    kit, hq = state.kit, state.hq[state.command[unit]]
    if kit.grid.distance(hq, state.hex_of[unit]) < kit.number("limits.retreat"):
        return (RETURNING,)
    near = members(kit.within(hq, 1) & open_hexes(state, unit))
    return tuple(hex_ for hex_ in near if has_room(state, hex_)) or (RETURNING,)


@cites("BCS-7.5.a", "BCS-7.5.c", "BCS-R.17")
def rearward(state: State, unit: UnitId) -> Narrowed[Hex]:
    """The hexes exactly three off, narrowed to those that are most to the rear."""
    return narrow(members(open_ring(state, unit)), _criteria(state, unit))


@cites("BCS-7.5.a", "BCS-7.5.c", "BCS-R.17")
def most_rearward(state: State, unit: UnitId) -> tuple[Hex, ...]:
    """What `rearward` keeps, by sets as far as they go: must agree."""
    side, number = state.kit.side_of[unit], state.command[unit]
    left = open_ring(state, unit)
    left = left & ~zones.affecting(state, side, _move_type(state, unit)) or left
    left = left & ~stacking.full(state, side) or left
    left = _to_the_rear(state, unit, left) or left
    left = _out_of_it(state, state.occupied[other(side)], left)
    if number == NO_FORMATION or not left & (left - 1):
        return tuple(members(left))
    return narrow(members(left), _homeward(state, number)).kept


@cites("BCS-R.17")
def open_ring(state: State, unit: UnitId) -> HexSet:
    """The hexes exactly three off that come into question at all."""
    far = state.kit.number("limits.retreat")
    return _ring(state.kit, state.hex_of[unit], far) & open_hexes(state, unit)


@lru_cache(maxsize=1 << 12)
def _ring(kit: Kit, hex_: Hex, far: int) -> HexSet:
    return kit.within(hex_, far) & ~kit.within(hex_, far - 1)


@cites("BCS-R.17")
def open_hexes(state: State, unit: UnitId) -> HexSet:
    """The hexes that the unit's Move side can enter, free of enemies."""
    side = state.kit.side_of[unit]
    enterable = terrain.enterable(state, _move_type(state, unit))
    return enterable & ~(_hostile(state, other(side)) | state.kit.barred[side])


def _move_type(state: State, unit: UnitId) -> MaType:
    return state.kit.units[unit].faces[MOVE].type


def _hostile(state: State, enemy: Side) -> HexSet:
    """The hexes with units, HQs or Trains of the enemy."""
    return state.occupied[enemy] | trains.counters(state, enemy)


@cites("BCS-R.17", "BCS-R.16")
def _criteria(state: State, unit: UnitId) -> list[Criterion[Hex]]:
    side, number = state.kit.side_of[unit], state.command[unit]
    danger = zones.affecting(state, side, _move_type(state, unit))
    enemies = state.occupied[other(side)]
    found: list[Criterion[Hex]] = [
        only("no EZOC that affects it", lambda hex_: not danger >> hex_ & 1, "BCS-R.16"),
        only("no overstacking", lambda hex_: has_room(state, hex_), "BCS-5.5.a"),
        _among("to the rear", lambda left: _to_the_rear(state, unit, left)),
        _among("farthest from the enemy", lambda left: _out_of_it(state, enemies, left)),
    ]
    return found if number == NO_FORMATION else found + _homeward(state, number)


@cites("BCS-7.5.c", "BCS-R.17")
def _to_the_rear(state: State, unit: UnitId, hexes: HexSet) -> HexSet:
    """Those no farther from home than the hex it leaves, by road or else in hexes.

    Home is its Trains; if nothing lies that way its HQ, and at last a Supply Source.
    """
    grid, start = state.kit.grid, state.hex_of[unit]
    for home in _homes(state, unit):
        by_road = hexes & roads.no_farther(state, home, start)
        apart = min(grid.distance(start, goal) for goal in members(home))
        if found := by_road or hexes & grid.within(home, apart):
            return found
    return 0


def _homes(state: State, unit: UnitId) -> Iterator[HexSet]:
    number = state.command[unit]
    if number != NO_FORMATION:
        yield from (1 << at for at in (state.trains[number], state.hq[number]) if at >= 0)
    yield roads.sources(state, state.kit.side_of[unit])


def _homeward(state: State, number: FormationId) -> list[Criterion[Hex]]:
    radius = state.kit.formations[number].radius
    trains_at, hq = state.trains[number], state.hq[number]
    found: list[Criterion[Hex]] = []
    if trains_at >= 0:
        found.append(_by_road(state, "least road to its Trains", trains_at))
    if hq >= 0:
        command = state.kit.within(hq, radius)
        found.append(_by_road(state, "least road to its HQ", hq))
        found.append(only("in Command Radius", lambda hex_: bool(command >> hex_ & 1)))
    return found


def _by_road(state: State, name: str, goal: Hex) -> Criterion[Hex]:
    return _among(name, lambda left: roads.nearest(state, goal, left))


def _among(name: str, keep: Callable[[HexSet], HexSet]) -> Criterion[Hex]:
    def pick(hexes: Sequence[Hex]) -> list[Hex]:
        kept = keep(hexset(hexes))
        return [hex_ for hex_ in hexes if kept >> hex_ & 1]

    return Criterion(name, pick)


def _out_of_it(state: State, enemies: HexSet, left: HexSet) -> HexSet:
    """Those still out of it when the hexes near the enemy have grown over the others."""
    covered = enemies
    while covered and (beyond := left & ~covered):
        left, covered = beyond, state.kit.grid.spread(covered)
    return left


def has_room(state: State, hex_: Hex, more: int = 1) -> bool:
    """Whether so many more units fit in the hex without overstacking."""
    return units_in(state, hex_).bit_count() + more <= state.kit.number("limits.stack")


# -- carrying it out --------------------------------------------------------------------------


def order(state: State, side: Side, hex_: Hex, units: UnitSet, cause: str) -> None:
    """These units of a hex have to retreat."""
    push(state, Retreats(side, hex_, units, cause))


def run(state: State, now: Retreats) -> Events:
    """First those stand that do not go; then one after the other leaves."""
    now = msgspec.structs.replace(now, units=now.units & units_in(state, now.hex))
    if not now.judged:
        return _judge(state, now)
    if not now.units:
        pop(state)
        return (_drag_along(state, now) if now.gone else []) + release(state)
    for unit in each(now.units):
        open_to = ways(state, unit, now.cause)
        if not open_to:
            return _stuck(state, now, unit)
        if len(open_to) == 1 and not _contested(state, now, unit, open_to[0]):
            return _leave(state, now, unit, open_to[0])
    swap(state, now)
    push(state, RetreatChoice(now.side, now.hex, now.units, now.cause))
    return []


@cites("BCS-7.5.f", "BCS-7.5.g", "BCS-7.5.l")
def _judge(state: State, now: Retreats) -> Events:
    """Those whose case is to stand lose a step; the others are to go."""
    stand = {
        unit: rule for unit in each(now.units) if (rule := case(state, unit, now.cause)) in _STANDS
    }
    rest = now.units & ~sum(1 << unit for unit in stand)
    swap(state, msgspec.structs.replace(now, units=rest, judged=True))
    told: Events = []
    for unit, rule in stand.items():
        told += _stand(state, unit, rule)
    return told


def _stand(state: State, unit: UnitId, rule: str) -> Events:
    where = label(state, state.hex_of[unit])
    stood = ev.Stood(state.kit.side_of[unit], state.kit.names[unit], where, rule)
    return [stood, *losses.hit(state, unit, 1, rule)]


@cites("BCS-R.17")
def _stuck(state: State, now: Retreats, unit: UnitId) -> Events:
    """With no hex to go to the unit loses a step and stays."""
    swap(state, msgspec.structs.replace(now, units=now.units & ~(1 << unit)))
    return _stand(state, unit, "BCS-R.17")


@cites("BCS-7.5.n")
def _contested(state: State, now: Retreats, unit: UnitId, to: Hex) -> bool:
    """Whether another unit may want the same place, and it will not hold all."""
    rivals = [u for u in each(now.units) if u != unit and to in ways(state, u, now.cause)]
    return bool(rivals) and to >= 0 and not has_room(state, to, 1 + len(rivals))


@cites("BCS-7.5.b", "BCS-7.5.h", "BCS-7.5.j", "BCS-7.5.k")
def _leave(state: State, now: Retreats, unit: UnitId, to: Hex) -> Events:
    """One unit flips to its Move side and is gone."""
    rest = now.units & ~(1 << unit)
    swap(state, msgspec.structs.replace(now, units=rest, gone=True))
    rule = "BCS-7.5.k" if to == RETURNING else going(state, unit, now.cause)
    name = state.kit.names[unit]
    told: Events = []
    if turn_over(state, unit, MOVE):
        told.append(ev.Flipped(now.side, name, "Move", forced=True))
    told.append(ev.Retreated(now.side, name, label(state, now.hex), label(state, to), rule))
    if to == RETURNING:
        put(state, unit, RETURNING)
        return told
    told += entering.enter(state, unit, to, "retreat")
    state.began.pop(unit, None)  # 4.2f asks no more of it
    return told + _price(state, now, unit, to)


@cites("BCS-7.5.b", "BCS-7.5.d", "BCS-R.16")
def _price(state: State, now: Retreats, unit: UnitId, to: Hex) -> Events:
    """Steps for ending in an EZOC and for going unforced; in its own Activation it is Finished."""
    told: Events = []
    if zones.affecting(state, now.side, face(state, unit).type) >> to & 1:
        told += losses.hit(state, unit, 1, "BCS-7.5.b")
    if now.cause == "voluntary" and state.hex_of[unit] >= 0:
        told += losses.hit(state, unit, 1, "BCS-7.5.d")
    if state.hex_of[unit] >= 0 and state.command[unit] == state.active:
        told += movement.finish(state, unit)
    return told


@cites("BCS-R.20")
def _drag_along(state: State, now: Retreats) -> Events:
    """HQs and Trains left alone in the hex go with the units that were forced out."""
    if now.cause == "voluntary" or units_in(state, now.hex):
        return []
    told: Events = []
    for number in state.kit.side_formations[now.side]:
        if state.trains[number] == now.hex:
            told += trains.displace(state, number)
        if state.hq[number] == now.hex:
            told += hq_retreats.retreat(state, number, "its units were forced out of the hex")
    return told


# -- the owner's choice -----------------------------------------------------------------------


def _place(state: State, to: Hex) -> str:
    return OFF_THE_MAP if to == RETURNING else label(state, to)


def _choices(state: State, choice: RetreatChoice) -> Iterator[act.Action]:
    for unit in each(choice.units):
        for to in ways(state, unit, choice.cause):
            yield act.Withdraw(state.kit.names[unit], _place(state, to))


@cites("BCS-7.5.c", "BCS-7.5.i", "BCS-R.17")
def _refused(state: State, choice: RetreatChoice, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Withdraw):
        return not_now(action, "choose who retreats, and where")
    unit = owned(state, choice.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not choice.units >> unit & 1:
        return Refusal("BCS-7.5.n", f"{action.unit} is not among the units that retreat now")
    places = [_place(state, to) for to in ways(state, unit, choice.cause)]
    if action.hex in places:
        return None
    rule = going(state, unit, choice.cause)
    if rule == "BCS-7.5.i":
        return Refusal(rule, f"{action.unit} retreats to or next to its HQ: {', '.join(places)}")
    return Refusal("BCS-R.17", f"the way to the rear is {', '.join(places)} for {action.unit}")


def _withdraw(state: State, _: RetreatChoice, action: act.Withdraw) -> Events:
    pop(state)
    now = state.top
    assert isinstance(now, Retreats), "the choice is put on the table by a retreat"
    to = RETURNING if action.hex == OFF_THE_MAP else state.kit.grid.at(action.hex)
    return _leave(state, now, state.kit.by_name[action.unit], to)


# -- of one's own will ------------------------------------------------------------------------


@cites("BCS-7.5.d", "BCS-7.5.e", "BCS-S.9")
def _voluntary_refused(state: State, acting: Acting, _: act.Retreat) -> Refusal | None:
    """Any unit with an MA may, a STOPPED one too: a retreat is no move."""
    name = state.kit.names[acting.unit]
    if state.hex_of[acting.unit] < 0:
        return Refusal("BCS-7.5.e", f"{name} is not on the map")
    if not face(state, acting.unit).ma:
        return Refusal("BCS-7.5.e", f"{name} has no MA to retreat with")
    if state.finished >> acting.unit & 1:
        return Refusal("BCS-S.9", f"{name} is Finished")
    if not open_ring(state, acting.unit):
        return Refusal("BCS-R.17", f"there is no hex three away that {name} could retreat to")
    return movement.owed_refusal(state, acting)


@cites("BCS-7.5.d")
def _voluntary(state: State, acting: Acting, _: act.Retreat) -> Events:
    busy(state, acting.unit)
    order(state, acting.side, state.hex_of[acting.unit], 1 << acting.unit, "voluntary")
    return []


PROCEDURES[Retreats] = run
QUESTIONS[RetreatChoice] = Question(own_side, _choices, _refused, _withdraw, exact=True)
DEEDS[act.Retreat] = Deed(lambda *_: (act.Retreat(),), _voluntary_refused, _voluntary)
