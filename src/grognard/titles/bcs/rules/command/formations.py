"""Formations: their guns, and what becomes of one without units (BCS-9.1i.a to BCS-9.1i.c)."""

from __future__ import annotations

from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, Side, UnitId, UnitSet
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Acting,
    Activities,
    Decision,
    HqMoving,
    HqRetreat,
    TrainsRetreat,
)
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    BOX,
    DEAD,
    EXITED,
    FAIL,
    OFF,
    PARTIAL,
    REMOVED,
    RETURNING,
    WAITING,
    State,
    each,
    key_of,
    mark,
    own_fact,
    place_hq,
    place_trains,
    put,
    serve,
    serving,
)
from grognard.titles.bcs.rules.command.prepared import guns
from grognard.titles.bcs.rules.rear import trains

_ASKED: Final = (Activities, HqMoving, HqRetreat, TrainsRetreat)

# -- guns ----------------------------------------------------------------------


@cites("BCS-S.11", "BCS-R.30", "BCS-B.2")
def artillery(state: State, number: FormationId) -> int:
    """The Artillery Points of the Activation on the table."""
    points, divisor = guns(state, number), state.kit.number("partial.arty")
    if state.snafu == FAIL:
        return 0
    if state.snafu == PARTIAL:
        points = -(-points // divisor)
    return -(-points // divisor) if trains.on_dump(state, number) else points


# -- a formation without units ------------------------------------------------------------------


def own_units(state: State, number: FormationId) -> UnitSet:
    """The formation's units without assets of a higher level (Independents)."""
    return state.kit.formation_units[number] & ~state.kit.independents


@cites("BCS-9.1i.c")
def _in_play(state: State, unit: UnitId) -> bool:
    """On the map, about to enter it, or due back from a retreat."""
    where = state.hex_of[unit]
    return where >= 0 or where in (WAITING, RETURNING)


@cites("BCS-9.1i.b", "BCS-9.1i.c")
def check(state: State, number: FormationId) -> Events:
    """Takes the formation off if none of its units is left in play."""
    if number == NO_FORMATION or state.hq[number] < 0:
        return []
    if any(_in_play(state, unit) for unit in each(own_units(state, number))):
        return []
    return remove(state, number, "all its units are gone", "BCS-9.1i.b")


@cites("BCS-9.1i.b")
def due(state: State, number: FormationId) -> bool:
    """Whether reinforcements of the formation are still to come."""
    units = (state.kit.units[unit] for unit in each(own_units(state, number)))
    return any(unit.arrives and state.hex_of[unit.id] == OFF for unit in units)


@cites("BCS-9.1i.a", "BCS-9.1i.b", "BCS-10.5.d")
def remove(state: State, number: FormationId, why: str, rule: str) -> Events:
    """HQ, Trains, units on the map, Support and Dead Pile leave the game.

    While reinforcements of the formation are still due, Support and Dead Pile
    keep their boxes, out of play without an HQ, and come back with those.
    """
    _forget(state, number)
    _release(state, number)
    stay = (OFF, BOX, DEAD, EXITED) if due(state, number) else (OFF, EXITED)
    for unit in each(serving(state, number)):
        if state.hex_of[unit] not in stay:
            put(state, unit, REMOVED)
    place_hq(state, number, REMOVED)
    place_trains(state, number, REMOVED)
    _unmark(state, number)
    side = state.kit.formations[number].side
    return [ev.FormationGone(side, key_of(state, number), why, rule)]


def _forget(state: State, number: FormationId) -> None:
    """Nobody is asked any more about a formation that is gone."""

    def concerns(one: Decision) -> bool:
        if isinstance(one, Acting):
            return state.command[one.unit] == number
        return isinstance(one, _ASKED) and one.formation == number

    state.stack = tuple(one for one in state.stack if not concerns(one))


@cites("BCS-9.1i.a")
def _release(state: State, number: FormationId) -> None:
    """Independents and corps guns are free for the next Assignment Phase."""
    for unit in each(serving(state, number) & state.kit.independents):
        serve(state, unit, NO_FORMATION)
    side = state.kit.formations[number].side
    state.corps[side] += state.guns[number]
    state.guns[number] = 0
    mark(state)


@cites("BCS-9.1i.a")
def orphans(state: State, side: Side) -> UnitSet:
    """Independents off the map whose formation is gone: in no Support box, or due back nowhere."""

    def find() -> UnitSet:
        units = each(state.kit.side_units[side] & state.kit.independents)
        lost = (u for u in units if state.command[u] == NO_FORMATION)
        return sum(1 << unit for unit in lost if state.hex_of[unit] in (BOX, RETURNING))

    return own_fact(state, side, "orphans", find)


def _unmark(state: State, number: FormationId) -> None:
    rest, routes = ~(1 << number), state.routes[:]
    routes[number] = None
    mark(
        state,
        routes=routes,
        ghost=state.ghost & rest,
        coordination=state.coordination & rest,
        prepared=state.prepared & rest,
        upkept=state.upkept & rest,
    )
    state.blocked[number] = 0
