"""Who is in communication with whom, and who is surrounded (EA-S.32, EA-S.33).

Communication is of any length, and rivers do not matter to it: it is no supply.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, UnitSet
from grognard.titles.ardennes.position.state import (
    CALENDAR,
    State,
    copy,
    each,
    fact,
    own_fact,
    put,
    units_in,
)
from grognard.titles.ardennes.rules.moving.zones import enemies_but, open_zone, zone

# -- how near the edges ----------------------------------------------------------------------------


def _bands(kit: Kit, sources: HexSet) -> tuple[HexSet, ...]:
    """By distance in hexes from the sources, terrain alike: the hexes that near or nearer."""
    found = [sources]
    while (wider := kit.grid.spread(found[-1])) != found[-1]:
        found.append(wider)
    return tuple(found)


@lru_cache(maxsize=32)
def allied_bands(kit: Kit) -> tuple[HexSet, ...]:
    """The hexes within 0, 1, 2 … of an Allied source."""
    return _bands(kit, kit.sources[ALLIED])


# -- communication -----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _german_side(kit: Kit) -> HexSet:
    """The hexes nearer a German source than any Allied one."""
    bits, allied = 0, allied_bands(kit)
    for distance, band in enumerate(_bands(kit, kit.sources[GERMAN])):
        bits |= band & ~allied[min(distance, len(allied) - 1)]
    return bits


def behind_the_front(state: State, allied: HexSet) -> HexSet:
    """The Germans' side of the map, away from every Allied unit: nothing is reported from there."""
    kit = state.kit
    return _german_side(kit) & ~kit.grid.within(allied, 2)


@cites("EA-S.32")
def in_communication(state: State) -> HexSet:
    """The hexes with a path of any length to an Allied source."""
    return _communication(state, state.occupied[ALLIED])


@cites("EA-S.32")
def communication_with(state: State, hex_: Hex, gone: UnitSet = 0) -> HexSet:
    """The same if an Allied unit stood in the hex."""

    return _communication(state, left_by(state, gone) | 1 << hex_)


@cites("EA-S.32")
def communication_past(state: State, units: UnitSet) -> HexSet:
    """The same if these German units were not on the map."""
    twin = copy(state)
    for unit in each(units):
        put(twin, unit, CALENDAR)
    return in_communication(twin)


def _communication(state: State, allied: HexSet) -> HexSet:
    """Rivers and enemy bridges do not matter; units, towns and open ZOC of the Germans do."""

    def find() -> HexSet:
        barred = state.occupied[GERMAN] | state.german_towns & ~allied
        barred |= zone(state, GERMAN) & ~allied
        barred |= behind_the_front(state, allied)
        return state.kit.grid.flood(state.kit.sources[ALLIED], ~barred, None)

    return own_fact(state, GERMAN, ("communication", allied), find)


@cites("EA-S.32", "EA-RB.t")
def german_communication(state: State) -> HexSet:
    """The hexes with such a path to a German source; roadblocks bar it too."""

    def find() -> HexSet:
        kit = state.kit
        barred = state.occupied[ALLIED] | kit.towns & ~state.german_towns
        barred |= open_zone(state, GERMAN) | state.roadblocks
        return kit.grid.flood(kit.sources[GERMAN], ~barred, None)

    return fact(state, "german communication", find)


def out_of_communication(state: State) -> UnitSet:
    """The Allied units on the map without it."""

    def find() -> UnitSet:
        cut = 0
        for hex_ in members(state.occupied[ALLIED] & ~in_communication(state)):
            cut |= state.stacks[hex_]
        return cut

    return fact(state, "out of communication", find)


# -- surround ------------------------------------------------------------------------------------


def left_by(state: State, gone: UnitSet) -> HexSet:
    """The hexes the Allies hold with some of their units lifted."""
    occupied = state.occupied[ALLIED]
    for unit in each(gone):
        hex_ = state.hex_of[unit]
        if hex_ >= 0 and not units_in(state, hex_) & ~gone:
            occupied &= ~(1 << hex_)
    return occupied


def open_neighbours(state: State, hex_: Hex, allied: HexSet, ignored: UnitSet = 0) -> HexSet:
    """The neighbours neither German nor in a German ZOC without an Allied unit."""
    around = state.kit.grid.around(1 << hex_)
    taken, field = enemies_but(state, GERMAN, ignored)
    return around & ~taken & ~(field & ~allied)


@cites("EA-S.33")
def surrounded(state: State, hex_: Hex, gone: UnitSet = 0, ignored: UnitSet = 0) -> bool:
    """Whether no neighbour is open, with some Allied and some Isolated units thought away."""
    allied = left_by(state, gone)
    return not open_neighbours(state, hex_, allied, ignored)
