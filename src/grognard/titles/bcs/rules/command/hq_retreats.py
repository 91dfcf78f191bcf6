"""HQs retreat, forced or by choice, or are jumped (BCS-9.1f.a to BCS-9.1g, BCS-R.20)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import FormationId, Side, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, HqRetreat, SoftJumpRoll
from grognard.titles.bcs.position.deeds import TASKS, Deed
from grognard.titles.bcs.position.offering import at_hexes
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d6,
    not_now,
)
from grognard.titles.bcs.position.state import (
    State,
    face,
    fact,
    key_of,
    label,
    note,
    other,
    place_hq,
)
from grognard.titles.bcs.rules.command import hq_reach, mixing, prepared, straying
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.rules.ways.by_road import road_back
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

# -- retreats -------------------------------------------------------------------------------


@cites("BCS-9.1f.a", "BCS-9.1f.b", "BCS-R.21")
def refuges(state: State, number: FormationId) -> HexSet:
    """Where a retreating HQ may be put."""

    def find() -> HexSet:
        side, at = state.kit.formations[number].side, state.hq[number]
        fit = state.kit.road_hexes & ~hq_reach.shut(state, side) & ~trains.used(state, other(side))
        near, far = _apart(state, side, at, fit)
        complete = completes(state, side)
        whole = far & complete
        if near & complete:  # it need not go on, and so only away from the enemy
            whole &= ~_nearer_to_enemies(state, side, at)
        return near | whole or _nearest(state, at, far) or _last_resort(state, number)

    return fact(state, ("refuges", number), find)


def _apart(state: State, side: Side, at: Hex, fit: HexSet) -> tuple[HexSet, HexSet]:
    """Of the hexes that fit, those at the distance of an HQ Retreat, and those farther."""
    kit = state.kit
    apart, most = kit.number("limits.hq_retreat"), kit.number("limits.hq_retreat_most")
    fit &= ~kit.grid.within(state.occupied[other(side)], apart - 1)
    inside = kit.within(at, apart - 1)
    ring = kit.within(at, apart) & ~inside
    return fit & ring, fit & kit.within(at, most) & ~inside & ~ring


@cites("BCS-9.1f.b")
def _nearer_to_enemies(state: State, side: Side, at: Hex) -> HexSet:
    """The hexes that are nearer to the enemy's combat units than this one: no way to retreat."""
    enemies, distance = state.occupied[other(side)], state.kit.grid.distance
    least = min((distance(at, hex_) for hex_ in members(enemies)), default=0)
    return state.kit.grid.within(enemies, least - 1) if least else 0


@cites("BCS-9.1f.b")
def completes(state: State, side: Side) -> HexSet:
    """The hexes from which an HQ of the side could have a complete MSR, its Trains well placed."""

    def find() -> HexSet:
        open_ = trains.clean(state, side)
        main = roads.main_joined(state, trains.sources(state, side), open_)
        return roads.joined(state, main, open_)

    return trains.supply_fact(state, side, "completes", find)


def _nearest(state: State, at: Hex, hexes: HexSet) -> HexSet:
    """Those of the hexes that are nearest."""
    if not hexes:
        return 0
    distance = state.kit.grid.distance
    least = min(distance(at, hex_) for hex_ in members(hexes))
    return hexes & state.kit.within(at, least)


@cites("BCS-R.21")
def _last_resort(state: State, number: FormationId) -> HexSet:
    """Next to the Trains; at a Supply Source if they are off the map; else where there is room."""
    side, wagons = state.kit.formations[number].side, state.trains[number]
    taken = state.occupied[other(side)] | trains.counters(state, other(side))
    room = state.kit.grid.all & ~taken & ~state.kit.barred[side] & ~(1 << state.hq[number])
    beside = state.kit.within(wagons, 1) & ~(1 << wagons) & room if wagons >= 0 else 0
    fit = beside & ~hq_reach.shut(state, side) or beside
    on_road = fit & state.kit.road_hexes or fit
    return on_road or trains.sources(state, side) & room or _nearest(state, state.hq[number], room)


@cites("BCS-9.1f.a", "BCS-9.1f.c", "BCS-4.4.b")
def retreat(state: State, number: FormationId, why: str) -> Events:
    """A forced HQ Retreat; its owner is asked where to if there is a choice."""
    choice = refuges(state, number)
    if choice & choice - 1:
        push(state, HqRetreat(state.kit.formations[number].side, number))
        return _unsettle(state, number)
    told = _unsettle(state, number)
    return told + _withdraw(state, number, next(members(choice)), why)


@cites("BCS-9.1f.c", "BCS-4.4.b", "BCS-4.5.d")
def _unsettle(state: State, number: FormationId) -> Events:
    """Coordination, Ghost Trains, no Prepared Defense."""
    told = mixing.coordinate(state, number, "the HQ retreats")
    told += trains.flip(state, number, True, "the HQ retreats")
    return told + prepared.end(state, number, "the HQ retreats")


def _withdraw(state: State, number: FormationId, to: Hex, why: str) -> Events:
    start = label(state, state.hq[number])
    place_hq(state, number, to)
    trains.establish(state, number)
    side = state.kit.formations[number].side
    return [ev.HqRetreated(side, key_of(state, number), start, label(state, to), why)]


def _refuge_refused(state: State, number: FormationId, action: act.PullBack) -> Refusal | None:
    grid = state.kit.grid
    if grid.has(action.hex) and refuges(state, number) >> grid.at(action.hex) & 1:
        return None
    return Refusal("BCS-9.1f.a", f"{action.hex} is no hex for the HQ to retreat to")


def _forced(state: State, asked: HqRetreat) -> Iterator[act.Action]:
    for hex_ in members(refuges(state, asked.formation)):
        yield act.PullBack(label(state, hex_))


def _forced_refused(state: State, asked: HqRetreat, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.PullBack):
        return not_now(action, "put the retreating HQ in a hex")
    return _refuge_refused(state, asked.formation, action)


def _forced_to(state: State, asked: HqRetreat, action: act.PullBack) -> Events:
    to = state.kit.grid.at(action.hex)
    pop(state)
    return _withdraw(state, asked.formation, to, "it had to")


# -- by choice --------------------------------------------------------------------------------


def _voluntary(state: State, now: Activities) -> list[act.Action]:
    if state.hq_moved:
        return []
    kept = refuges(state, now.formation) & straying.in_touch(state, now.formation)
    return at_hexes(state.kit, act.PullBack, kept)


@cites("BCS-9.1g", "BCS-7.5.e", "BCS-4.2f")
def _voluntary_refused(state: State, now: Activities, action: act.PullBack) -> Refusal | None:
    """Allowed under a Fail too; not after the HQ has moved."""
    if state.hq_moved:
        return Refusal("BCS-S.8", f"the HQ of {key_of(state, now.formation)} has moved")
    why = _refuge_refused(state, now.formation, action)
    return why or straying.retreat_refusal(state, now.formation, state.kit.grid.at(action.hex))


@cites("BCS-9.1g")
def _pull_back(state: State, now: Activities, action: act.PullBack) -> Events:
    to = state.kit.grid.at(action.hex)
    note(state, hq_moved=True)
    told = _unsettle(state, now.formation)
    return told + _withdraw(state, now.formation, to, "by choice")


# -- jumps ------------------------------------------------------------------------------------


@cites("BCS-1.2d.e", "BCS-R.20")
def jump(state: State, unit: UnitId, hex_: Hex) -> Events:
    """A unit came to a hex: it jumps enemy HQs and Trains alone there, unless Unprepared."""
    enemy = other(state.kit.side_of[unit])
    if not trains.counters(state, enemy) >> hex_ & 1:
        return []
    if state.occupied[enemy] >> hex_ & 1 or not face(state, unit).prepared:
        return []
    told: Events = []
    for number in state.kit.side_formations[enemy]:
        if state.trains[number] == hex_:
            told += _jumped(state, unit, number, "trains")
        if state.hq[number] == hex_:
            told += _jumped(state, unit, number, "hq")
    return told


@cites("BCS-R.20", "BCS-R.48")
def _jumped(state: State, unit: UnitId, number: FormationId, what: str) -> Events:
    if in_use(state, "soft_jump"):
        push(state, SoftJumpRoll(unit, number, what))
        return []
    return [_tell(state, unit, number, what), *_flee(state, number, what)]


def _tell(
    state: State,
    unit: UnitId,
    number: FormationId,
    what: str,
    real: bool = True,
    faces: tuple[int, ...] = (),
) -> ev.Event:
    name = f"{'HQ' if what == 'hq' else 'Trains'} {key_of(state, number)}"
    where = label(state, state.hq[number] if what == "hq" else state.trains[number])
    side = state.kit.side_of[unit]
    return ev.Jumped(side, state.kit.names[unit], name, where, real, faces)


@cites("BCS-9.1f.a", "BCS-10.3.l")
def _flee(state: State, number: FormationId, what: str) -> Events:
    if what == "trains":
        return trains.displace(state, number, "jumped")
    return retreat(state, number, "jumped")


@cites("BCS-R.48", "BCS-4.5.d")
def _soft_rolled(state: State, due: SoftJumpRoll, rolled: Rolled) -> Events:
    """A low die: the counter was really in a hex nearby, and nothing else comes of it."""
    pop(state)
    at = state.hq[due.formation] if due.what == "hq" else state.trains[due.formation]
    nearby = _nearby(state, due.formation, due.what, at)
    soft = rolled.faces[0] <= state.kit.number("soft_jump_up_to") and nearby is not None
    told = [_tell(state, due.unit, due.formation, due.what, not soft, rolled.faces)]
    if not soft or nearby is None:
        return told + _flee(state, due.formation, due.what)
    if due.what == "trains":
        return told + trains.arrive(state, due.formation, nearby, "not there after all")
    place_hq(state, due.formation, nearby)
    trains.establish(state, due.formation)
    name, side = f"HQ {key_of(state, due.formation)}", state.kit.formations[due.formation].side
    told.append(ev.Moved(side, name, label(state, at), label(state, nearby)))
    return told + prepared.end(state, due.formation, "the HQ moved")


def _nearby(state: State, number: FormationId, what: str, at: Hex) -> Hex | None:
    """The next hex back along the road; for want of it any neighbour without enemies."""
    side = state.kit.formations[number].side
    wagons = what == "trains"
    back = trains.way_home(state, number)[1:2] if wagons else road_back(state, number, 1)
    taken = state.occupied[other(side)] | trains.counters(state, other(side))
    free = (hex_ for hex_ in (*back, *state.kit.grid.neighbours(at)) if not taken >> hex_ & 1)
    return next(free, None)


TASKS[act.PullBack] = Deed(_voluntary, _voluntary_refused, _pull_back, exact=True)
QUESTIONS[HqRetreat] = Question(own_side, _forced, _forced_refused, _forced_to, exact=True)
ask_chance(SoftJumpRoll, d6("was it really there"), _soft_rolled)
