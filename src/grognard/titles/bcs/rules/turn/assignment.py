"""The Assignment Phase: Independents, corps guns, Support boxes (BCS-S.40, BCS-R.47)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import HexSet, hexset, members
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    GERMAN,
    MOVE,
    NO_FORMATION,
    TAC,
    US,
    FormationId,
    Kit,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Assigning
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.bcs.position.state import (
    BOX,
    State,
    boxed,
    each,
    face,
    key_of,
    mark,
    names_of,
    other,
    put,
    serve,
    standing,
    turn_over,
)
from grognard.titles.bcs.rules.command import formations, safe_path
from grognard.titles.bcs.rules.moving import entering, zones
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn import arrivals
from grognard.waist.asking import own_side, pop, push, swap


@cites("BCS-S.4", "BCS-C.2", "BCS-C.5", "BCS-9.1i.a")
def begin(state: State) -> Events:
    """Corps guns are given out anew each turn; on turn 1 as the scenario says, with no phase."""
    dealt = state.kit.corps_assigned.get(state.turn, {})
    guns = bytearray(len(state.kit.formations))
    for number, points in dealt.items():
        guns[number] = points
    mark(state, guns=guns, corps=_left(state, dealt))
    if state.turn == 1:
        return []
    push(state, Assigning(GERMAN), Assigning(US))
    return [ev.PhaseBegan(ev.BOTH, "Assignment")]


def _left(state: State, dealt: dict[FormationId, int]) -> list[int]:
    """The points of the turn that are still to be assigned."""
    if state.turn == 1:
        return [0, 0]
    left = list(state.kit.turns[state.turn - 1].corps)
    for number, points in dealt.items():
        left[state.kit.formations[number].side] -= points
    return left


# -- Independents ----------------------------------------------------------------------


@cites("BCS-R.47")
def assign_refusal(state: State, unit: UnitId, number: FormationId) -> Refusal | None:
    """Why an Independent cannot be assigned to a formation."""
    name, key, at = state.kit.names[unit], key_of(state, number), state.hex_of[unit]
    if not state.kit.independents >> unit & 1:
        return Refusal("BCS-R.47", f"{name} is no Independent")
    if state.kit.formations[number].side != state.kit.side_of[unit]:
        return Refusal("BCS-S.8", f"{key} is a formation of the other side")
    if state.command[unit] == number:
        return Refusal("BCS-R.47", f"{name} is assigned to {key} already")
    if formations.orphans(state, state.kit.side_of[unit]) >> unit & 1:
        return _take_in_refusal(state, number)
    if at < 0:
        return Refusal("BCS-R.47", f"{name} is not on the map")
    if not safe_path.radius(state, number) >> at & 1:
        return Refusal("BCS-R.47", f"{name} is out of the Command Radius of {key}")
    if not safe_path.area(state, number, face(state, unit).type) >> at & 1:
        return Refusal("BCS-R.47", f"{name} has no Safe Path to the HQ of {key}")
    return None


@cites("BCS-9.1i.a")
def _take_in_refusal(state: State, number: FormationId) -> Refusal | None:
    """Off the map, an Independent of a formation that is gone can go to any that is supplied."""
    if trains.in_legal_hex(state, number):
        return None
    return Refusal("BCS-R.47", f"the Trains of {key_of(state, number)} are not in a Legal Hex")


def _release_refusal(state: State, unit: UnitId) -> Refusal | None:
    name = state.kit.names[unit]
    if not state.kit.independents >> unit & 1:
        return Refusal("BCS-R.47", f"{name} is no Independent")
    if state.command[unit] == NO_FORMATION:
        return Refusal("BCS-R.47", f"{name} is not assigned")
    return None if state.hex_of[unit] >= 0 else Refusal("BCS-R.47", f"{name} is not on the map")


@cites("BCS-R.47")
def _serve(state: State, unit: UnitId, number: FormationId) -> Events:
    serve(state, unit, number)
    key = "" if number == NO_FORMATION else key_of(state, number)
    return [ev.Assigned(state.kit.side_of[unit], state.kit.names[unit], key)]


# -- corps guns --------------------------------------------------------------------------


@cites("BCS-R.47", "BCS-C.5")
def guns_refusal(state: State, number: FormationId) -> Refusal | None:
    """Why a formation gets no corps Artillery Point."""
    if not state.corps[state.kit.formations[number].side]:
        return Refusal("BCS-C.5", "there is no corps Artillery Point left")
    if not trains.in_legal_hex(state, number):
        key = key_of(state, number)
        return Refusal("BCS-R.47", f"the Trains of {key} are not in a Legal Hex")
    return None


def _deal(state: State, number: FormationId) -> Events:
    side = state.kit.formations[number].side
    guns, corps = state.guns[:], state.corps[:]
    guns[number] += 1
    corps[side] -= 1
    mark(state, guns=guns, corps=corps)
    return [ev.Assigned(side, "Artillery", key_of(state, number))]


# -- Support boxes -------------------------------------------------------------------------


def has_av(state: State, unit: UnitId) -> bool:
    """Whether a unit has AV to lend, on its Deployed side."""
    return state.kit.units[unit].faces[DEPLOYED].av > 0


@cites("BCS-S.40", "BCS-1.6.h")
def box_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot go into its formation's Support box."""
    name, number, at = state.kit.names[unit], state.command[unit], state.hex_of[unit]
    if not has_av(state, unit):
        return Refusal("BCS-S.40", f"{name} has no AV to lend")
    if at < 0:
        return Refusal("BCS-S.40", f"{name} is not on the map")
    if number == NO_FORMATION:
        return Refusal("BCS-S.40", f"{name} is not assigned to a formation")
    if not safe_path.radius(state, number) >> at & 1:
        return Refusal("BCS-S.40", f"{name} is out of Command Radius")
    if not safe_path.area(state, number, TAC) >> at & 1:
        return Refusal("BCS-S.40", f"{name} has no Safe Path")
    if zones.real_zone(state, other(state.kit.side_of[unit])) >> at & 1:
        return Refusal("BCS-S.40", f"{name} is in a Real AV zone of the enemy")
    return None


@cites("BCS-S.40")
def unbox_refusal(state: State, unit: UnitId, where: str) -> Refusal | None:
    """Why a unit cannot come out of the Support box to a hex."""
    name, grid = state.kit.names[unit], state.kit.grid
    if state.hex_of[unit] != BOX:
        return Refusal("BCS-S.40", f"{name} is not in a Support box")
    if not grid.has(where) or not _outlets(state, unit) >> grid.at(where) & 1:
        return Refusal("BCS-S.40", f"{name} cannot come out at {where}")
    return None


def _outlets(state: State, unit: UnitId) -> int:
    """At or next to the HQ, as the Move side can stand there."""
    return arrivals.beside_hq(state, unit, state.kit.units[unit].faces[MOVE].type)


@cites("BCS-S.40")
def _go_in(state: State, unit: UnitId) -> Events:
    put(state, unit, BOX)
    turn_over(state, unit, DEPLOYED)
    key = key_of(state, state.command[unit])
    return [ev.Boxed(state.kit.side_of[unit], state.kit.names[unit], key)]


@cites("BCS-S.40")
def _come_out(state: State, unit: UnitId, where: str) -> Events:
    turn_over(state, unit, MOVE)
    key = key_of(state, state.command[unit])
    told: Events = [ev.Boxed(state.kit.side_of[unit], state.kit.names[unit], key, where)]
    return told + entering.enter(state, unit, state.kit.grid.at(where), "arrive")


# -- the phase ------------------------------------------------------------------------------


def _candidates(state: State, now: Assigning) -> Iterator[act.Action]:
    """All that might be done; not all of it may."""
    names, orphans = state.kit.names, formations.orphans(state, now.side)
    for number in state.kit.side_formations[now.side]:
        if state.hq[number] < 0:
            continue
        if state.corps[now.side]:
            yield act.Guns(key_of(state, number))
        yield from _coming_out(state, now, boxed(state, number))
        for unit in each(_free(state, now) & state.kit.independents | orphans & ~now.handled):
            yield act.Assign(names[unit], key_of(state, number))
    for unit in each(_free(state, now)):
        if state.kit.independents >> unit & 1:
            yield act.Release(names[unit])
        if has_av(state, unit):
            yield act.Box(names[unit])
    yield act.Done()


def _free(state: State, now: Assigning) -> UnitSet:
    """Units on the map that have not been handled in this phase."""
    return standing(state, now.side) & ~now.handled


def _coming_out(state: State, now: Assigning, units: UnitSet) -> Iterator[act.Action]:
    for unit in each(units & ~now.handled):
        yield from _to_hexes(state.kit, unit, _outlets(state, unit))


@lru_cache(maxsize=1024)
def _to_hexes(kit: Kit, unit: UnitId, hexes: HexSet) -> tuple[act.Action, ...]:
    return tuple(act.Unbox(kit.names[unit], kit.grid.label(hex_)) for hex_ in members(hexes))


def _offers(state: State, now: Assigning) -> list[act.Action]:
    """The same without what is refused: for each kind the units, or formations, that can."""
    return _of_formations(state, now) + _of_units(state, now) + [act.Done()]


def _of_formations(state: State, now: Assigning) -> list[act.Action]:
    free = _free(state, now) & state.kit.independents
    orphans = formations.orphans(state, now.side) & ~now.handled
    places = hexset(state.hex_of[unit] for unit in each(free))
    found: list[act.Action] = []
    for number in state.kit.side_formations[now.side]:
        if state.hq[number] < 0:
            continue
        if state.corps[now.side] and trains.in_legal_hex(state, number):
            found.append(act.Guns(key_of(state, number)))
        for unit in each(boxed(state, number) & ~now.handled):
            found += _to_hexes(state.kit, unit, _outlets(state, unit))
        inside = safe_path.radius(state, number) & places
        if inside or orphans:
            found += _assignable(state, number, free | orphans, orphans, inside)
    return found


def _assignable(
    state: State, number: FormationId, units: UnitSet, orphans: UnitSet, inside: HexSet
) -> Iterator[act.Action]:
    for unit in each(units):
        near = orphans >> unit & 1 or inside >> state.hex_of[unit] & 1
        if near and assign_refusal(state, unit, number) is None:
            yield act.Assign(state.kit.names[unit], key_of(state, number))


def _of_units(state: State, now: Assigning) -> list[act.Action]:
    names, free = state.kit.names, _free(state, now)
    independents, boxable = free & state.kit.independents, free & _lenders(state.kit)
    found: list[act.Action] = []
    for unit in each(independents | boxable):
        if independents >> unit & 1 and state.command[unit] != NO_FORMATION:
            found.append(act.Release(names[unit]))
        if boxable >> unit & 1 and _can_box(state, unit):
            found.append(act.Box(names[unit]))
    return found


@lru_cache(maxsize=16)
def _lenders(kit: Kit) -> UnitSet:
    """The units with AV to lend."""
    return sum(1 << unit.id for unit in kit.units if unit.faces[DEPLOYED].av > 0)


@cites("BCS-S.40", "BCS-1.6.h")
def _can_box(state: State, unit: UnitId) -> bool:
    """Whether `box_refusal` has nothing against a unit on the map with AV to lend."""
    number, at = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION or not safe_path.radius(state, number) >> at & 1:
        return False
    danger = zones.real_zone(state, other(state.kit.side_of[unit]))
    return bool(safe_path.area(state, number, TAC) & ~danger & 1 << at)


def _refused(state: State, now: Assigning, action: act.Action) -> Refusal | None:
    match action:
        case act.Done():
            return None
        case act.Guns(formation=key):
            number = _own(state, now, key)
            return number if isinstance(number, Refusal) else guns_refusal(state, number)
        case act.Assign() | act.Release() | act.Box() | act.Unbox():
            return _unit_refused(state, now, action)
    return not_now(action, "assign Independents and guns and to see to the Support boxes")


def _own(state: State, now: Assigning, key: str) -> FormationId | Refusal:
    number = state.kit.by_key.get(key)
    if number is None or state.kit.formations[number].side != now.side:
        return Refusal("BCS-S.8", f"you have no formation called {key}")
    return number if state.hq[number] >= 0 else Refusal("BCS-R.47", f"{key} is not on the map")


@cites("BCS-R.47", "BCS-S.40")
def _unit_refused(
    state: State, now: Assigning, action: act.Assign | act.Release | act.Box | act.Unbox
) -> Refusal | None:
    unit = owned(state, now.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if now.handled >> unit & 1:
        name = names_of(state, 1 << unit)[0]
        return Refusal("BCS-R.47", f"{name} has been seen to in this phase")
    match action:
        case act.Assign(formation=key):
            number = _own(state, now, key)
            return number if isinstance(number, Refusal) else assign_refusal(state, unit, number)
        case act.Unbox(hex=where):
            return unbox_refusal(state, unit, where)
        case act.Box():
            return box_refusal(state, unit)
    return _release_refusal(state, unit)


def _answer(state: State, now: Assigning, action: act.Action) -> Events:
    match action:
        case act.Guns(formation=key):
            return _deal(state, state.kit.by_key[key])
        case act.Assign() | act.Release() | act.Box() | act.Unbox():
            return _handle(state, now, action, state.kit.by_name[action.unit])
    pop(state)
    return []


def _handle(
    state: State,
    now: Assigning,
    action: act.Assign | act.Release | act.Box | act.Unbox,
    unit: UnitId,
) -> Events:
    swap(state, Assigning(now.side, now.handled | 1 << unit))
    match action:
        case act.Assign(formation=key):
            return _serve(state, unit, state.kit.by_key[key])
        case act.Box():
            return _go_in(state, unit)
        case act.Unbox(hex=where):
            return _come_out(state, unit, where)
    return _serve(state, unit, NO_FORMATION)


QUESTIONS[Assigning] = Question(own_side, _candidates, _refused, _answer, offers=_offers)
