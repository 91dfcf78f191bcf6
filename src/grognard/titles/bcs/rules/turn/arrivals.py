"""Reinforcements, and units due back from a retreat (BCS-S.2, BCS-S.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import (
    GERMAN,
    NO_FORMATION,
    US,
    FormationId,
    MaType,
    Side,
    Unit,
    UnitId,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Arriving
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.bcs.position.state import (
    BOX,
    OFF,
    REMOVED,
    RETURNING,
    WAITING,
    State,
    each,
    face,
    fact,
    key_of,
    label,
    mark,
    other,
    place_hq,
    put,
    serve,
)
from grognard.titles.bcs.rules.command import hq_reach
from grognard.titles.bcs.rules.moving import entering, stacking, terrain, zones
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.waist.asking import own_side, pop, push

Places: TypeAlias = tuple[str, ...]


@cites("BCS-S.2")
def begin(state: State) -> Events:
    """Both sides bring on what is due; who has a choice is asked, the US side first."""
    return _settle(state, GERMAN) + _settle(state, US)


@cites("BCS-S.2", "BCS-S.3")
def _settle(state: State, side: Side) -> Events:
    """Places all that has one place to go to; then the owner is asked, or told what waits."""
    told: Events = []
    while True:
        due: dict[str, Places] = {}
        for who, places in _due(state, side):
            due[who] = places
            if len(places) == 1:
                told += _place(state, side, who, places[0])
                break
        else:
            if not any(due.values()):
                return told + [_waits(state, side, name) for name in due]
            push(state, Arriving(side))
            return told


def _waits(state: State, side: Side, name: str) -> ev.Event:
    unit = state.kit.by_name.get(name)
    if unit is not None and not _is_fed(state, state.kit.units[unit]):
        return ev.Waits(side, (name,), "the Trains are not in a Legal Hex", "BCS-S.3")
    return ev.Waits(side, (name,), "there is no room for it", "BCS-S.2")


# -- what is due, and where it may go -----------------------------------------------------


def _due(state: State, side: Side) -> Iterator[tuple[str, Places]]:
    """Formations first: their units come with them."""
    for number in state.kit.side_formations[side]:
        if _is_due(state, number):
            yield key_of(state, number), _labels(state, _ways_in(state, number))
    for unit in each(state.kit.side_units[side]):
        if state.hex_of[unit] == RETURNING:
            yield state.kit.names[unit], _labels(state, beside_hq(state, unit))
        elif state.hex_of[unit] == OFF and 0 < state.kit.units[unit].arrives <= state.turn:
            yield state.kit.names[unit], _unit_places(state, state.kit.units[unit])


def _labels(state: State, hexes: HexSet) -> Places:
    return tuple(label(state, hex_) for hex_ in members(hexes))


@cites("BCS-9.1i.b")
def _is_due(state: State, number: FormationId) -> bool:
    """A formation to arrive by now, or one removed whose reinforcements have come."""
    formation = state.kit.formations[number]
    if state.hq[number] == OFF:
        return 0 < formation.arrives <= state.turn
    return state.hq[number] == REMOVED and bool(_reinforcements(state, number))


def _reinforcements(state: State, number: FormationId) -> list[Unit]:
    """The formation's units that should be here by now and are not."""
    units = (state.kit.units[unit] for unit in each(state.kit.formation_units[number]))
    return [u for u in units if state.hex_of[u.id] == OFF and 0 < u.arrives <= state.turn]


@cites("BCS-A.3", "BCS-B.4", "BCS-6.0.f", "BCS-6.1.f")
def _ways_in(state: State, number: FormationId) -> HexSet:
    """Where the formation's HQ may be placed."""
    formation = state.kit.formations[number]
    fit = state.kit.road_hexes & ~hq_reach.shut(state, formation.side)
    choice = state.kit.entry_choice.get(number, ())
    if choice:
        return fit & sum(1 << hex_ for hex_ in choice)
    back = state.hq[number] == REMOVED
    listed = _reinforcements(state, number)[0].hex if back else formation.hq
    return _landing(state, formation.side, formation.arrives, listed, fit)


@cites("BCS-B.4")
def _landing(state: State, side: Side, turn: int, listed: Hex, fit: HexSet) -> HexSet:
    """The listed hex if it fits; else the nearest that do, where the scenario lets one look."""
    if fit >> listed & 1:
        return 1 << listed
    rules = state.kit.arrivals
    most = max((r.within for r in rules if (r.side, r.turn) == (side, turn)), default=0)
    for radius in range(1, most + 1):
        found = fit & state.kit.within(listed, radius)
        if found:
            return found
    return 0


@cites("BCS-S.3")
def _is_fed(state: State, unit: Unit) -> bool:
    """Whether a unit may come: Trains of its formation, unless it comes with them, are well."""
    number = unit.formation
    if number == NO_FORMATION:
        return True
    together = unit.arrives == state.kit.formations[number].arrives
    return state.hq[number] >= 0 and (together or trains.in_legal_hex(state, number))


def _unit_places(state: State, unit: Unit) -> Places:
    if not _is_fed(state, unit):
        return ()
    if unit.where == "hex":
        return _labels(state, _room(state, unit))
    return boxes(state, unit) if unit.where == "any box" else (key_of(state, unit.formation),)


@cites("BCS-A.2", "BCS-B.5")
def boxes(state: State, unit: Unit) -> Places:
    """The formations whose Support box an Independent may go straight into."""
    friends = state.kit.side_formations[unit.side]
    return tuple(key_of(state, f) for f in friends if trains.in_legal_hex(state, f))


@cites("BCS-B.4", "BCS-5.5.a")
def _room(state: State, unit: Unit) -> HexSet:
    """Where a unit that arrives in a hex may be put; before an edge hex there is always room."""
    if trains.sources(state, unit.side) >> unit.hex & 1:
        return 1 << unit.hex
    enemy = other(unit.side)
    fit = ~(state.occupied[enemy] | zones.zone(state, enemy)) & ~stacking.full(state, unit.side)
    found = _landing(state, unit.side, unit.arrives, unit.hex, fit & state.kit.grid.all)
    return found & terrain.enterable(state, face(state, unit.id).type) or found & 1 << unit.hex


@cites("BCS-7.5.k")
def beside_hq(state: State, unit: UnitId, type_: MaType | None = None) -> HexSet:
    """At or next to its HQ, without overstacking, where a unit may be put, by the MA type given."""
    number = state.command[unit]
    by = face(state, unit).type if type_ is None else type_
    return 0 if number == NO_FORMATION else _around(state, number, by)


def _around(state: State, number: FormationId, type_: MaType) -> HexSet:
    side, hq = state.kit.formations[number].side, state.hq[number]

    def find() -> HexSet:
        near = state.kit.within(hq, 1) & ~stacking.full(state, side) & ~state.kit.barred[side]
        near &= ~state.occupied[other(side)] & ~trains.counters(state, other(side))
        return near & terrain.enterable(state, type_)

    return fact(state, ("beside", number, type_), find) if hq >= 0 else 0


# -- placing ------------------------------------------------------------------------------


def _place(state: State, side: Side, who: str, where: str) -> Events:
    if who in state.kit.by_key and who not in state.kit.by_name:
        return _formation_comes(state, state.kit.by_key[who], state.kit.grid.at(where))
    unit = state.kit.by_name[who]
    if not state.kit.grid.has(where):
        return _boxed(state, unit, state.kit.by_key[where])
    hex_ = state.kit.grid.at(where)
    if state.hex_of[unit] == OFF and trains.sources(state, side) >> hex_ & 1:
        return _queues(state, unit, hex_)
    told: Events = [ev.Arrived(side, (who,), where)]
    return told + entering.enter(state, unit, hex_, "arrive")


@cites("BCS-A.3", "BCS-B.4", "BCS-B.7", "BCS-9.1i.b")
def _formation_comes(state: State, number: FormationId, hex_: Hex) -> Events:
    """The HQ with its Trains, and all units that enter at the same edge hex."""
    formation, key = state.kit.formations[number], key_of(state, number)
    place_hq(state, number, hex_)
    told: Events = [ev.Arrived(formation.side, (f"HQ {key}",), label(state, hex_))]
    told += _trains_come(state, number, hex_)
    if formation.prepared_defense and not state.blocked[number]:
        mark(state, prepared=state.prepared | 1 << number)
    if number in state.kit.entry_choice:
        for unit in _reinforcements(state, number):
            told += _queues(state, unit.id, hex_) if unit.where == "hex" else []
    return told


@cites("BCS-B.4", "BCS-10.3.g")
def _trains_come(state: State, number: FormationId, hex_: Hex) -> Events:
    """Where they are listed, or with an HQ at an edge hex; off the map for want of a hex."""
    formation = state.kit.formations[number]
    edge = trains.sources(state, formation.side) >> hex_ & 1
    listed = hex_ if edge else formation.trains
    legal = trains.legal(state, number)
    found = _landing(state, formation.side, formation.arrives, listed, legal)
    if found:
        return trains.arrive(state, number, next(members(found)), "arrived")
    return trains.go_off(state, number, "no Legal Hex")


@cites("BCS-S.2")
def _queues(state: State, unit: UnitId, hex_: Hex) -> Events:
    """A unit joins the column before an edge hex; it enters in its formation's Activation."""
    put(state, unit, WAITING)
    state.entry[unit] = hex_
    return [ev.Arrived(state.kit.side_of[unit], (state.kit.names[unit],), label(state, hex_))]


@cites("BCS-A.2", "BCS-B.5")
def _boxed(state: State, unit: UnitId, number: FormationId) -> Events:
    serve(state, unit, number)
    put(state, unit, BOX)
    key = key_of(state, number)
    return [ev.Arrived(state.kit.side_of[unit], (state.kit.names[unit],), key)]


@cites("BCS-S.2", "BCS-5.5.a")
def may_enter(state: State, unit: UnitId) -> Refusal | None:
    """Why the unit at the head of a column cannot come on the map: each moves off first."""
    hex_ = state.entry.get(unit)
    if hex_ is None or state.hex_of[unit] != WAITING:
        return Refusal("BCS-S.8", f"{state.kit.names[unit]} does not wait off the map")
    barred = reaching.shut_refusal(state, unit, hex_)
    if barred is None and stacking.full(state, state.kit.side_of[unit]) >> hex_ & 1:
        where = label(state, hex_)
        return Refusal("BCS-5.5.a", f"{where} is full: the units there move off first")
    return barred


# -- the owner's choice ------------------------------------------------------------------------


def _candidates(state: State, now: Arriving) -> Iterator[act.Action]:
    for who, places in _due(state, now.side):
        for where in places:
            yield act.Arrive(who, where)


def _refused(state: State, now: Arriving, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Arrive):
        return not_now(action, "bring on what arrives")
    places = dict(_due(state, now.side)).get(action.who)
    if places is None:
        return Refusal("BCS-S.2", f"{action.who} does not arrive now")
    if action.where not in places:
        return Refusal("BCS-S.2", f"{action.who} cannot arrive at {action.where}")
    return None


def _answer(state: State, now: Arriving, action: act.Arrive) -> Events:
    pop(state)
    told = _place(state, now.side, action.who, action.where)
    return told + _settle(state, now.side)


QUESTIONS[Arriving] = Question(own_side, _candidates, _refused, _answer, exact=True)
