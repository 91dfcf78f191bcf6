"""Roadblocks: placed, lifted by German events and by active units (EA-RB.g, EA-RB.j, EA-RB.v)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Clearing, Reaction
from grognard.titles.ardennes.position.questions import PROCEDURES, Events
from grognard.titles.ardennes.position.state import State, army_of, ids, mark, note, standing
from grognard.titles.ardennes.rules.cards import reactions
from grognard.titles.ardennes.rules.cards.happenings import (
    ENGINEERS,
    HAPPENINGS,
    MANTEUFFEL,
    Happening,
    Play,
)
from grognard.titles.ardennes.rules.cards.reactions import REPLIES, Reply, aimed
from grognard.titles.ardennes.rules.moving.watch import watch
from grognard.titles.ardennes.rules.moving.zones import nearest
from grognard.titles.ardennes.rules.supply.supply import supplied_without
from grognard.waist.asking import pop

# -- placing and lifting -------------------------------------------------------------------


@cites("EA-RB.j")
def in_order(state: State, hexes: HexSet) -> list[Hex]:
    """By highest HV, then westernmost, then northernmost."""
    kit = state.kit
    return sorted(members(hexes), key=lambda h: (-kit.hv[h], -kit.column(h), kit.grid.row(h)))


def place(state: State, hex_: Hex, why: str) -> Events:
    """A roadblock is put there; with all markers on the map the farthest one is used again."""
    told: Events = []
    if state.roadblocks.bit_count() >= state.kit.number("roadblocks"):
        told = lift(state, _farthest(state), "its marker is needed elsewhere", "EA-RB.g")
    bit = 1 << hex_
    mark(state, roadblocks=state.roadblocks | bit)
    note(state, placed=state.record.placed | bit)
    return [*told, ev.RoadblockPlaced(ALLIED, state.kit.grid.label(hex_), why)]


def _farthest(state: State) -> Hex:
    """The roadblock farthest from any German unit."""
    return max(in_order(state, state.roadblocks), key=lambda h: nearest(state, GERMAN, h))


def lift(state: State, hex_: Hex, why: str, rule: str) -> Events:
    """The roadblock comes off."""
    mark(state, roadblocks=state.roadblocks & ~(1 << hex_))
    return [ev.RoadblockLifted(ALLIED, state.kit.grid.label(hex_), why, rule)]


# -- what cards do about them -----------------------------------------------------------------


def road_sites(state: State, units: UnitSet = 0) -> HexSet:
    """Where the Allied player may put a roadblock: empty supplied towns and junctions on a road.

    The zone of German units that have just come does not cut a hex off.
    """
    kit = state.kit
    near = supplied_without(state, ALLIED, units)
    sites = kit.roads & (kit.towns | kit.junctions) & near
    taken = state.occupied[GERMAN] | state.occupied[ALLIED] | state.roadblocks | state.german_towns
    return sites & ~taken


def ask_to_block(state: State, hex_: Hex, units: UnitSet) -> None:
    """2P: the Allied player may block a road the Germans come next to."""
    if road_sites(state, units) & state.kit.grid.spread(1 << hex_):
        reactions.ask(state, Reaction(ALLIED, "road", hex=hex_, units=units))


def _on_the_road(state: State, reaction: Reaction) -> Iterator[str]:
    near = state.kit.grid.spread(1 << reaction.hex)
    for hex_ in members(road_sites(state, reaction.units) & near):
        yield f"block {state.kit.grid.label(hex_)}"


REPLIES["road"] = Reply(ENGINEERS, aimed(_on_the_road))


def ask_to_clear(state: State, hex_: Hex, units: UnitSet) -> None:
    """Manteuffel may direct the traffic round a roadblock just placed."""
    if _traffic(state) >> hex_ & 1:
        reactions.ask(state, Reaction(GERMAN, "roadblock", hex=hex_, units=units))


REPLIES["roadblock"] = Reply(MANTEUFFEL, aimed(lambda state, r: (state.kit.grid.label(r.hex),)))


def _blocks_near_manteuffel(state: State, *_: object) -> Iterator[str]:
    for hex_ in members(_traffic(state)):
        yield state.kit.grid.label(hex_)


def _traffic(state: State) -> HexSet:
    """Roadblocks near a unit of Manteuffel's army."""
    kit, here = state.kit, 0
    for unit in ids(standing(state, GERMAN) if state.roadblocks else 0):
        if army_of(state, unit) == kit.manteuffels_army:
            here |= 1 << state.hex_of[unit]
    return state.roadblocks & kit.grid.within(here, kit.number("manteuffel_distance"))


def _direct_traffic(state: State, play: Play) -> Events:
    told = lift(state, state.kit.grid.at(play.choice), MANTEUFFEL, "EA-S.13")
    return [ev.Happened(GERMAN, MANTEUFFEL, "a roadblock is cleared", (play.choice,)), *told]


HAPPENINGS[MANTEUFFEL] = Happening(
    _blocks_near_manteuffel,
    _direct_traffic,
    "EA-S.13",
    "there is no roadblock within two hexes of a unit of Manteuffel's army",
)


# -- roadblocks next to active units -----------------------------------------------------------


@cites("EA-RB.v")
def _clear(state: State, _: Clearing) -> Events:
    """Those next to an active unit come off one by one, but none placed in this activation."""
    due = state.roadblocks & ~state.record.placed & state.kit.grid.spread(_active_hexes(state))
    if not due:
        pop(state)
        return []
    hex_ = in_order(state, due)[0]
    told = lift(state, hex_, "an active German unit is next to it", "EA-RB.v")
    watch(state).passed(state, hex_)
    return told


PROCEDURES[Clearing] = _clear


def _active_hexes(state: State) -> HexSet:
    bits = EMPTY
    for unit in ids(state.record.active & standing(state, GERMAN) & ~state.record.recovering):
        bits |= 1 << state.hex_of[unit]
    return bits
