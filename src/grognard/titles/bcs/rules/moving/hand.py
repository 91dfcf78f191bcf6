"""The unit in hand: what it has left, what stops it, its Fire Events (BCS-S.9, BCS-7.0d.a)."""

from __future__ import annotations

import msgspec

from grognard.book.rulebook import Refusal, RuleId, cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import LIGHT, TAC, TRUCK, Quarters, UnitId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Acting
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    FAIL,
    PARTIAL,
    State,
    face,
    label,
    note,
    other,
    units_in,
)
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import stacking, terrain, zones

Reason = tuple[str, RuleId]
"""Why a unit stops: a sentence and the rule."""


# -- what it has ---------------------------------------------------------------------------


@cites("BCS-S.11", "BCS-R.30", "BCS-R.24")
def allowance(state: State, unit: UnitId) -> Quarters:
    """The MA of the side showing as the SNAFU roll leaves it; halves are kept exact."""
    ma = face(state, unit).ma
    if state.command[unit] != state.active or state.snafu not in (FAIL, PARTIAL):
        return ma
    return ma // state.kit.number("partial.ma") if state.snafu == PARTIAL else 0


def in_hand(state: State, unit: UnitId) -> Acting | None:
    """The decision in which this unit acts, wherever it is on the table."""
    for decision in reversed(state.stack):
        if isinstance(decision, Acting) and decision.unit == unit:
            return decision
    return None


def change(state: State, unit: UnitId, **fields: object) -> None:
    """Other values for the unit in hand, whatever lies on top of it."""
    state.stack = tuple(
        msgspec.structs.replace(one, **fields)
        if isinstance(one, Acting) and one.unit == unit
        else one
        for one in state.stack
    )


def release(state: State, unit: UnitId) -> None:
    """The unit is in hand no more: it is gone, or has done all it could."""
    state.stack = tuple(
        one for one in state.stack if not (isinstance(one, Acting) and one.unit == unit)
    )


def purse(state: State, unit: UnitId) -> tuple[Quarters, bool]:
    """The points a unit has left, and whether it has spent none yet."""
    if state.stopped >> unit & 1 or state.finished >> unit & 1:
        return 0, False
    acting = in_hand(state, unit)
    if acting is not None:
        return acting.mp, acting.spent == 0 and not state.moved >> unit & 1
    return (0, False) if state.acted >> unit & 1 else (allowance(state, unit), True)


# -- STOP ----------------------------------------------------------------------------------


@cites("BCS-5.1g", "BCS-S.22", "BCS-6.0.a", "BCS-6.0.c", "BCS-6.1.d", "BCS-6.0.g", "BCS-R.10")
def stop_reasons(state: State, unit: UnitId, a: Hex, b: Hex) -> list[Reason]:
    """Why a unit that goes from a hex to its neighbour stops there; none if it goes on."""
    type_, enemy = face(state, unit).type, other(state.kit.side_of[unit])
    reasons: list[Reason] = []
    if state.traffic >> b & 1:
        reasons.append(("a Traffic Stopped marker", "BCS-5.1g"))
    if terrain.stops(state, type_, a, b):
        reasons.append((f"the {state.kit.terrain[b]}", "BCS-S.22"))
    if type_ == TAC and zones.av_zone(state, enemy) >> b & 1:
        reasons.append(_AV_EZOC)
    if type_ != TAC and zones.zone(state, enemy) >> b & 1:
        reasons.append(("an enemy zone of control", "BCS-6.0.a"))
    if type_ == TRUCK and sight.engagement_zone(state, enemy) >> b & 1:
        reasons.append(("an enemy Engagement Zone", "BCS-6.1.d"))
    return reasons


_AV_EZOC: Reason = ("an enemy AV zone of control", "BCS-6.0.c")


@cites("BCS-6.0.d", "BCS-6.0.e")
def is_liftable(reasons: list[Reason]) -> bool:
    """Only the STOP of an AV EZOC is, and only if nothing else stops the unit there."""
    return reasons == [_AV_EZOC]


@cites("BCS-6.0.g", "BCS-6.0.h", "BCS-R.10")
def owes_engagement(state: State, unit: UnitId, hex_: Hex) -> bool:
    """Whether a unit that enters the hex must Engage: AV, not Light, in a Real AV EZOC."""
    showing, enemy = face(state, unit), other(state.kit.side_of[unit])
    armed = showing.av > 0 and showing.kind != LIGHT
    return armed and bool(zones.real_zone(state, enemy) >> hex_ & 1)


def stop(state: State, unit: UnitId, why: str, rule: RuleId) -> Events:
    """The unit moves no more in this Activation, and no Engagement changes that."""
    change(state, unit, lift=False)
    return halt(state, unit, why, rule)


def halt(state: State, unit: UnitId, why: str, rule: RuleId) -> Events:
    """The unit stops, though an Engagement may yet lift that."""
    note(state, stopped=state.stopped | 1 << unit, acted=state.acted | 1 << unit)
    return [ev.Stopped(state.kit.side_of[unit], state.kit.names[unit], why, rule)]


@cites("BCS-S.9")
def finish(state: State, unit: UnitId) -> Events:
    """The unit does nothing more in this Activation."""
    release(state, unit)
    bit = 1 << unit
    if state.finished & bit:
        return []
    note(state, finished=state.finished | bit, stopped=state.stopped | bit, acted=state.acted | bit)
    return [ev.Finished(state.kit.side_of[unit], state.kit.names[unit])]


# -- Fire Events ---------------------------------------------------------------------------


@cites("BCS-7.0d.a", "BCS-R.30")
def fire_events(state: State, unit: UnitId) -> int:
    """How many Fire Events it has left."""
    return max(0, state.kit.number("limits.fire_events") - state.fired.get(unit, 0))


@cites("BCS-7.0d.a", "BCS-7.0d.c", "BCS-S.9")
def fire_refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot make a Fire Event now."""
    name, hex_ = state.kit.names[unit], state.hex_of[unit]
    if hex_ < 0:
        return Refusal("BCS-S.8", f"{name} is not on the map")
    if state.finished >> unit & 1:
        return Refusal("BCS-S.9", f"{name} is Finished")
    if not fire_events(state, unit):
        return Refusal("BCS-7.0d.a", f"{name} has spent its Fire Events")
    if stacking.overstacked(state, hex_):
        return Refusal("BCS-7.0d.c", f"{name} is overstacked in {label(state, hex_)}")
    return None


@cites("BCS-7.0d.a", "BCS-7.0d.b")
def spend_fire(state: State, unit: UnitId) -> Events:
    """A Fire Event is spent; with the last one the unit STOPs."""
    state.fired[unit] = state.fired.get(unit, 0) + 1
    note(state, acted=state.acted | 1 << unit)
    change(state, unit, clear=False)
    if fire_events(state, unit):
        return []
    return stop(state, unit, "its Fire Events are spent", "BCS-7.0d.a")


@cites("BCS-6.0.d", "BCS-6.0.e", "BCS-S.30")
def after_engagement(state: State, unit: UnitId) -> Events:
    """No Engagement is owed any more; the STOP of an AV EZOC is lifted if none is left there."""
    acting, hex_ = in_hand(state, unit), state.hex_of[unit]
    if acting is None:
        return []
    change(state, unit, must=False)
    enemy = other(acting.side)
    if not acting.lift or hex_ < 0 or zones.av_zone(state, enemy) >> hex_ & 1:
        return []
    change(state, unit, lift=False)
    note(state, stopped=state.stopped & ~(1 << unit))
    name, dropped = state.kit.names[unit], _has_dropped(state, hex_)
    if dropped:
        return [ev.StopLifted(acting.side, name, "Support was dropped", "BCS-6.0.d")]
    return [ev.StopLifted(acting.side, name, "no enemy AV is left there", "BCS-6.0.e")]


def _has_dropped(state: State, hex_: Hex) -> bool:
    near = state.kit.grid.neighbours(hex_)
    return any(units_in(state, h) & (state.stripped | state.dropped) for h in near)
