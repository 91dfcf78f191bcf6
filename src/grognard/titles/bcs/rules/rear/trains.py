"""Combat Trains: their markers, upkeep, Clean Up and displacement (BCS-10.3.a to BCS-10.3.l)."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import FormationId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import TrainsRetreat
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    OFF_MAP,
    State,
    key_of,
    label,
    mark,
    note,
    other,
    place_trains,
)
from grognard.titles.bcs.rules.command import prepared
from grognard.titles.bcs.rules.rear.msr import (
    best,
    blocks,
    clean,
    counters,
    crossing,
    establish,
    establish_all,
    in_legal_hex,
    is_legal,
    legal,
    msr,
    on_dump,
    open_to,
    optimal,
    rearward,
    supply_fact,
    used,
    why_illegal,
)
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.rules.ways.by_road import HEXES, road_back, sources
from grognard.waist.asking import push

__all__ = [
    "arrive",
    "best",
    "blocks",
    "clean",
    "clean_up",
    "counters",
    "crossing",
    "displace",
    "establish",
    "establish_all",
    "flip",
    "go_off",
    "in_legal_hex",
    "is_legal",
    "legal",
    "move",
    "msr",
    "must_move",
    "on_dump",
    "open_to",
    "optimal",
    "rearward",
    "road_back",
    "shift",
    "sources",
    "supply_fact",
    "upkeep",
    "used",
    "way_home",
    "why_illegal",
]

# -- markers --------------------------------------------------------------------------------


def flip(state: State, number: FormationId, ghost: bool, why: str) -> Events:
    """Shows the Ghost or the Regular side."""
    bit = 1 << number
    if bool(state.ghost & bit) == ghost:
        return []
    mark(state, ghost=state.ghost ^ bit)
    side = state.kit.formations[number].side
    return [ev.TrainsFlipped(side, key_of(state, number), ghost, why)]


@cites("BCS-4.5.e")
def _block(state: State, number: FormationId, level: int) -> Events:
    """Sets the level of MSR Blocked; Prepared Defense ends with it."""
    if state.blocked[number] == level:
        return []
    blocked = state.blocked[:]
    blocked[number] = level
    mark(state, blocked=blocked)
    side = state.kit.formations[number].side
    told: Events = [ev.MsrBlocked(side, key_of(state, number), level)]
    return told + prepared.end(state, number, "MSR Blocked") if level else told


def arrive(state: State, number: FormationId, hex_: Hex, why: str, by: str = "") -> Events:
    """Trains come to a hex, and with it to a new MSR."""
    place_trains(state, number, hex_)
    establish(state, number, by)
    side = state.kit.formations[number].side
    return [ev.TrainsPlaced(side, key_of(state, number), label(state, hex_), why)]


@cites("BCS-10.3.a", "BCS-S.13")
def go_off(state: State, number: FormationId, why: str) -> Events:
    """Trains leave the map; the first level of MSR Blocked goes on with that."""
    place_trains(state, number, OFF_MAP)
    mark(state, upkept=state.upkept & ~(1 << number))
    side = state.kit.formations[number].side
    told: Events = [ev.TrainsPlaced(side, key_of(state, number), "", why)]
    return told + _block(state, number, max(1, state.blocked[number]))


@cites("BCS-S.13", "BCS-10.3.a", "BCS-B.2")
def upkeep(state: State, number: FormationId) -> Events:
    """The MSR step at the start of an Activation."""
    establish(state, number)
    bit = 1 << number
    if in_legal_hex(state, number):
        mark(state, upkept=state.upkept & ~bit)
        told = _block(state, number, 0)
        return told + (flip(state, number, True, "the dump") if on_dump(state, number) else [])
    if state.trains[number] >= 0:
        return []
    found = bool(state.upkept & bit)
    mark(state, upkept=state.upkept | bit)
    return _block(state, number, 2 if found else max(1, state.blocked[number]))


@cites("BCS-10.3.b", "BCS-10.3.h", "BCS-10.3.i")
def clean_up(state: State, number: FormationId) -> Events:
    """The Clean Up of the formation's Activation: Legal Hex, Ghost or Regular."""
    establish_all(state)
    if state.trains[number] < 0:
        return []
    if not in_legal_hex(state, number):
        return go_off(state, number, "they were not in a Legal Hex")
    if state.trains_moved or state.trains_fled:
        return flip(state, number, True, "they moved")
    if not optimal(state, number):
        return flip(state, number, True, "they are not at Optimal Distance")
    return flip(state, number, False, "they are at Optimal Distance")


# -- displacement ------------------------------------------------------------------------------


@cites("BCS-10.3.l", "BCS-10.3.h")
def displace(state: State, number: FormationId, why: str = "displaced") -> Events:
    """Trains fall back along their MSR and flip to Ghost; at the edge their owner may choose."""
    if number == state.active:
        note(state, trains_fled=True)
    told, side = flip(state, number, True, why), state.kit.formations[number].side
    at, free = state.trains[number], ~state.occupied[other(side)]
    rear = way_home(state, number)
    if len(rear) - 1 > state.kit.number("limits.train_displace"):
        for hex_ in rear[state.kit.number("limits.train_displace") :]:
            if free >> hex_ & 1:
                return told + arrive(state, number, hex_, why)
    return told + _to_source(state, number, sources(state, side) & free & ~(1 << at), why)


@cites("BCS-10.3.l")
def way_home(state: State, number: FormationId) -> roads.Way:
    """The way to the source that the Trains could be assumed to have been using last."""
    at, route = state.trains[number], state.routes[number]
    if route is not None and route.rear[0] == at:
        return route.rear
    homes = sources(state, state.kit.formations[number].side)
    return roads.shortest(state, HEXES, at, homes, state.kit.grid.all) or (at,)


def _to_source(state: State, number: FormationId, homes: HexSet, why: str) -> Events:
    """To the source they used, or another as the owner likes; off the map if none is free."""
    side, choice = state.kit.formations[number].side, tuple(members(homes))
    if not choice:
        return go_off(state, number, why)
    last = way_home(state, number)[-1]
    told = arrive(state, number, last if last in choice else choice[0], why)
    if len(choice) > 1:
        push(state, TrainsRetreat(side, number, choice))
    return told


@cites("BCS-10.3.l")
def shift(state: State, number: FormationId, hex_: Hex) -> Events:
    """Trains that fell back to a source go to this one."""
    if hex_ == state.trains[number]:
        return []
    return arrive(state, number, hex_, "shifted to another Supply Source")


@cites("BCS-10.3.g")
def must_move(state: State, number: FormationId) -> Refusal | None:
    """Why the Activation cannot end yet: Trains in an Illegal Hex have to move."""
    if state.trains_moved or state.trains[number] < 0 or in_legal_hex(state, number):
        return None
    where = label(state, state.trains[number])
    return Refusal("BCS-10.3.g", f"the Trains must move: {where} is not a Legal Hex")


def move(state: State, number: FormationId, hex_: Hex, by: str) -> Events:
    """The Train Movement of the Activation."""
    note(state, trains_moved=True)
    if hex_ < 0:
        return go_off(state, number, "no Legal Hex")
    return arrive(state, number, hex_, "moved", by or HEXES)
