"""Support: who draws it, who drops it, how the marker comes off (BCS-S.41, BCS-9.2.a)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    GERMAN,
    NO_FORMATION,
    STANDOFF,
    TAC,
    US,
    Face,
    FormationId,
    Kit,
    P,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Restoring
from grognard.titles.bcs.position.deeds import DEEDS, TASKS, Deed
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.bcs.position.state import (
    BOX,
    CARRIERS,
    Facts,
    Shift,
    State,
    boxed,
    each,
    face,
    fact,
    in_field,
    key_of,
    label,
    mark,
    names_of,
    note,
    other,
    own_fact,
    standing,
    units_in,
)
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.moving.presence import Presence, presence
from grognard.waist.asking import own_side, pop, push

# -- the box ---------------------------------------------------------------------------


def boxes(state: State, number: FormationId) -> UnitSet:
    """The units in a formation's Support box that have a step; none where there is no formation."""
    if number == NO_FORMATION:
        return 0
    side = state.kit.formations[number].side
    kept: dict[FormationId, UnitSet] | None = state.own_facts[side].get("boxes")
    return (_boxes(state, side) if kept is None else kept)[number]


def _boxes(state: State, side: Side) -> dict[FormationId, UnitSet]:
    """By formation, those units."""

    def find() -> dict[FormationId, UnitSet]:
        friends = state.kit.side_formations[side]
        return {friend: _with_steps(state, boxed(state, friend)) for friend in friends}

    return own_fact(state, side, "boxes", find)


def _with_steps(state: State, units: UnitSet) -> UnitSet:
    return sum(1 << unit for unit in each(units) if state.steps[unit])


def box_face(state: State, unit: UnitId) -> Face:
    """What a unit in a Support box lends: it counts as on its Deployed side."""
    return state.kit.units[unit].faces[DEPLOYED]


def guns(state: State, side: Side) -> tuple[tuple[FormationId, UnitSet], ...]:
    """The formations with Stand Off Support in their boxes, each with those units."""

    def find() -> tuple[tuple[FormationId, UnitSet], ...]:
        stand_off = _stand_off_units(state.kit)
        friends = state.kit.side_formations[side]
        found = ((number, boxes(state, number) & stand_off) for number in friends)
        return tuple((number, units) for number, units in found if units)

    return own_fact(state, side, "guns", find)


@lru_cache(maxsize=16)
def _stand_off_units(kit: Kit) -> UnitSet:
    """The units that are Stand Off Support when they are in a box."""
    return sum(1 << unit.id for unit in kit.units if unit.faces[DEPLOYED].kind == STANDOFF)


# -- who has Support ---------------------------------------------------------------------


@cites("BCS-S.41", "BCS-1.2d.d", "BCS-1.6.h", "BCS-R.11", "BCS-9.2.b")
def supporters(state: State, side: Side) -> UnitSet:
    """The side's units that Support stands behind at this moment."""

    def find() -> UnitSet:
        return sum(backed(state, number) for number in state.kit.side_formations[side])

    return fact(state, ("supporters", side), find)


def backed(state: State, number: FormationId) -> UnitSet:
    """The same of one formation."""
    if state.hq[number] < 0 or not boxes(state, number):
        return 0
    return fact(state, ("backed", number), lambda: _reached(state, number))


def _reached(state: State, number: FormationId) -> UnitSet:
    """Those Support was established with keep it; to the others it must be able to come."""
    drawing = in_field(state, number) & _drawing(state, state.kit.formations[number].side)
    found = drawing & state.established
    reached, hex_of = area(state, number) if drawing & ~found else 0, state.hex_of
    for unit in each(drawing & ~found):
        if reached >> hex_of[unit] & 1:
            found |= 1 << unit
    return found


@cites("BCS-S.41", "BCS-1.2d.d", "BCS-R.11")
def _drawing(state: State, side: Side) -> UnitSet:
    """The side's units that Support would stand behind, if there is any and it can reach them."""

    def find() -> UnitSet:
        here = presence(state, side)
        return sum(1 << u for u in each(here.prepared & ~here.armed) if _is_unarmed(state, u))

    unarmed = own_fact(state, side, "unarmed", find)
    return unarmed & ~(state.dropped | state.stripped)


def _is_unarmed(state: State, unit: UnitId) -> bool:
    """Whether nobody in the unit's stack has AV of its own."""
    return not any(face(state, one).av for one in each(units_in(state, state.hex_of[unit])))


@cites("BCS-S.41", "BCS-1.6.h")
def area(state: State, number: FormationId) -> HexSet:
    """The hexes Support can reach: in Command Radius, with a Tac Safe Path, open to Tac."""
    hq, by = state.hq[number], terrain.tables(state)
    tac, radius = safe_path.area(state, number, TAC), state.kit.formations[number].radius
    return _enterable(state.kit, by, tac, hq, radius) if tac else 0


@lru_cache(maxsize=1 << 12)
def _enterable(kit: Kit, by: terrain.Ground, tac: HexSet, hq: Hex, radius: int) -> HexSet:
    enterable = kit.grid.through(tac | 1 << hq, by.gates[TAC])
    return tac & enterable & kit.within(hq, radius)


@cites("BCS-S.41")
def can_support(state: State, unit: UnitId) -> bool:
    """Whether a unit of the Support box stands behind this one."""
    return bool(supporters(state, state.kit.side_of[unit]) >> unit & 1)


@cites("BCS-S.41")
def supported(state: State, hex_: Hex) -> bool:
    """Whether the stack in the hex has Support."""
    stack = units_in(state, hex_)
    return bool(stack) and any(stack & supporters(state, side) for side in (0, 1))


@cites("BCS-S.41", "BCS-9.2.a")
def establish(state: State) -> None:
    """What Support stands behind now it will stand behind, however things are, until it is
    Dropped."""
    note(state, established=supporters(state, US) | supporters(state, GERMAN))


# -- dropping it -----------------------------------------------------------------------------


@cites("BCS-9.2.a")
def drop(state: State, hex_: Hex, why: str) -> Events:
    """The stack goes without Support for the rest of the Activation, some of it with a marker."""
    told: Events = []
    drawing = [unit for unit in each(units_in(state, hex_)) if _draws(state, unit)]
    marked = sum(1 << unit for unit in drawing if not _in_reach(state, unit))
    stripped = sum(1 << unit for unit in drawing) & ~marked
    mark(state, stripped=state.stripped | stripped | marked, dropped=state.dropped | marked)
    for units, marker in ((stripped, False), (marked, True)):
        if units:
            told.append(_told(state, units, hex_, marker=marker, why=why))
    return told


def _draws(state: State, unit: UnitId) -> bool:
    """Whether the unit is of a kind that draws Support at all."""
    showing = face(state, unit)
    return showing.prepared and not showing.av


@cites("BCS-9.2.a", "BCS-9.2.c")
def _in_reach(state: State, unit: UnitId) -> bool:
    number, hex_ = state.command[unit], state.hex_of[unit]
    return number != NO_FORMATION and bool(area(state, number) >> hex_ & 1)


def _told(state: State, units: UnitSet, hex_: Hex, *, marker: bool, why: str) -> ev.Event:
    side = state.kit.side_of[each(units)[0]]
    return ev.SupportDropped(side, label(state, hex_), names_of(state, units), marker, why)


@cites("BCS-9.2.b")
def crossed(state: State, unit: UnitId, a: Hex, b: Hex) -> Events:
    """A unit that crossed or entered what is prohibited to Tac gets the marker."""
    if state.dropped >> unit & 1 or not _closed_to_tac(state, a, b):
        return []
    mark(state, dropped=state.dropped | 1 << unit)
    return [_told(state, 1 << unit, b, marker=True, why="it went where no tank can follow")]


def _closed_to_tac(state: State, a: Hex, b: Hex) -> bool:
    """By the step taken; a unit that came from farther away is judged by where it is."""
    if a >= 0 and state.kit.grid.adjacent(a, b):
        return terrain.cost(state, TAC, a, b) == P
    return not terrain.is_open_to(state, TAC, b)


# -- taking the marker off ---------------------------------------------------------------------


def _markers(state: State, decision: Any) -> Iterator[act.Action]:
    """Of the formation that is active and of any other: it is no activity."""
    if state.dropped:
        for name in names_of(state, state.dropped & standing(state, decision.side)):
            yield act.Restore(name)


@cites("BCS-9.2.c", "BCS-4.2d.b", "BCS-1.6.h")
def _restore_refused(state: State, decision: Any, action: act.Restore) -> Refusal | None:
    unit = owned(state, decision.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    number = state.command[unit]
    if not state.dropped >> unit & 1 or state.hex_of[unit] < 0:
        return Refusal("BCS-9.2.c", f"{action.unit} has no Dropped Support marker")
    if not safe_path.in_radius(state, unit):
        return Refusal("BCS-4.2d.b", f"{action.unit} is out of Command Radius")
    if not boxes(state, number):
        return Refusal("BCS-9.2.c", f"{key_of(state, number)} has nothing in its Support box")
    if not _in_reach(state, unit):
        return Refusal("BCS-9.2.c", f"{action.unit} has no Safe Path that Tac units could use")
    return None


def _restore(state: State, decision: Any, action: act.Restore) -> Events:
    unit = state.kit.by_name[action.unit]
    mark(state, dropped=state.dropped & ~(1 << unit))
    return [ev.SupportRestored(decision.side, action.unit)]


# -- in the enemy's Activation -------------------------------------------------------------------


@cites("BCS-9.2.c")
def ask_enemy(state: State) -> None:
    """Asks the side whose Activation it is not, once for each marker that could come off."""
    if not state.dropped:
        return
    side = other(state.kit.formations[state.active].side)
    new = _removable(state, side) & ~state.offered
    if new:
        note(state, offered=state.offered | new)
        push(state, Restoring(side))


def _removable(state: State, side: Side) -> UnitSet:
    offers, by_name = _choices(state, Restoring(side)), state.kit.by_name
    return sum(1 << by_name[one.unit] for one in offers if isinstance(one, act.Restore))


def _choices(state: State, asked: Restoring) -> Iterator[act.Action]:
    for action in _markers(state, asked):
        if isinstance(action, act.Restore) and _restore_refused(state, asked, action) is None:
            yield action
    yield act.Decline()


def _refused(state: State, asked: Restoring, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Decline):
        return None
    if not isinstance(action, act.Restore):
        return not_now(action, "take Dropped Support markers off, or not")
    return _restore_refused(state, asked, action)


@cites("BCS-9.2.c")
def _answer(state: State, asked: Restoring, action: act.Restore | act.Decline) -> Events:
    told = [] if isinstance(action, act.Decline) else _restore(state, asked, action)
    if not told or not _removable(state, asked.side):
        pop(state)
    return told


def _carry(state: State, before: Facts, after: Facts, shift: Shift) -> None:
    """Only those in the hexes the unit left and came to may have AV with them now, or no more."""
    if "roster" in after and BOX not in (shift.old, shift.new):
        for key in before.keys() & {"boxes", "guns"}:
            after[key] = before[key]
    if "unarmed" not in before or "presence" not in after:
        return
    here: Presence = after["presence"]
    near = 1 << shift.unit
    for hex_ in (shift.old, shift.new):
        near |= units_in(state, hex_)
    ready = each(near & here.prepared & ~here.armed)
    now = sum(1 << unit for unit in ready if _is_unarmed(state, unit))
    after["unarmed"] = before["unarmed"] & ~near | now


CARRIERS.append(_carry)
TASKS[act.Restore] = DEEDS[act.Restore] = Deed(_markers, _restore_refused, _restore)
QUESTIONS[Restoring] = Question(own_side, _choices, _refused, _answer, exact=True)
