"""What units do to the hexes around them by themselves, without Support (BCS-S.29)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from grognard.book.rulebook import cites
from grognard.ground.hexes import HexSet
from grognard.titles.bcs.kit.kit import Side, UnitSet
from grognard.titles.bcs.position.state import (
    CARRIERS,
    Facts,
    Shift,
    State,
    each,
    face,
    own_fact,
    standing,
    units_in,
)
from grognard.titles.bcs.rules.moving import terrain

Sites: TypeAlias = tuple[HexSet, ...]
"""Hexes of units, by the MA type they show."""


class Presence(NamedTuple):
    """A side's units on the map that make zones, and from where."""

    prepared: UnitSet
    armed: UnitSet  # with AV of their own
    sites: Sites  # of the prepared
    armed_sites: Sites


def presence(state: State, side: Side) -> Presence:
    def find() -> Presence:
        ready = armed = 0
        for unit in each(standing(state, side)):
            shown = face(state, unit)
            ready |= 1 << unit if shown.prepared else 0
            armed |= 1 << unit if shown.av else 0
        return Presence(ready, armed, _sites(state, ready), _sites(state, armed))

    return own_fact(state, side, "presence", find)


def _sites(state: State, units: UnitSet) -> Sites:
    at = [0] * len(terrain.TYPES)
    for unit in each(units):
        at[face(state, unit).type] |= 1 << state.hex_of[unit]
    return tuple(at)


@cites("BCS-1.2d.a")
def prepared(state: State, side: Side) -> UnitSet:
    """The side's units on the map that are not Unprepared."""
    return presence(state, side).prepared


@cites("BCS-R.10", "BCS-S.29")
def real_av(state: State, side: Side) -> UnitSet:
    """The side's units on the map with AV on the side showing, Light AV too."""
    return presence(state, side).armed


@cites("BCS-S.29", "BCS-R.12")
def made_by(state: State, units: UnitSet) -> HexSet:
    """The zones of these units, each by the MA type it shows: not over what is closed to it."""
    return _around(state, _sites(state, units))


@cites("BCS-R.12")
def _around(state: State, sites: Sites) -> HexSet:
    zone, grid, gates = 0, state.kit.grid, terrain.tables(state).gates
    for type_, hexes in enumerate(sites):
        if hexes:
            zone |= grid.through(hexes, gates[type_])
    return zone


@cites("BCS-1.2d.a", "BCS-S.29")
def zone(state: State, side: Side) -> HexSet:
    """All zones of control of the side, of whatever kind."""
    kept: HexSet | None = state.own_facts[side].get("zone")
    if kept is not None:
        return kept
    return own_fact(state, side, "zone", lambda: _around(state, presence(state, side).sites))


@cites("BCS-S.29", "BCS-R.10")
def real_zone(state: State, side: Side) -> HexSet:
    """The zones of units with AV of their own, Light AV too."""
    kept: HexSet | None = state.own_facts[side].get("real zone")
    if kept is not None:
        return kept
    return own_fact(
        state, side, "real zone", lambda: _around(state, presence(state, side).armed_sites)
    )


# -- after a shift -------------------------------------------------------------------------


def _carry(state: State, before: Facts, after: Facts, shift: Shift) -> None:
    """A zone is as it was unless the sites are others; so are Engagement Zones of unarmed units."""
    was: Presence | None = before.get("presence")
    if was is None:
        return
    now = after["presence"] = _shifted(state, was, shift)
    if "zone" in before and now.sites == was.sites:
        after["zone"] = before["zone"]
    if "real zone" in before and now.armed_sites == was.armed_sites:
        after["real zone"] = before["real zone"]
    if "engagement zone" in before and not (was.armed | now.armed) >> shift.unit & 1:
        after["engagement zone"] = before["engagement zone"]


def _shifted(state: State, was: Presence, shift: Shift) -> Presence:
    bit, shown = 1 << shift.unit, face(state, shift.unit)
    here = shift.new >= 0
    ready = was.prepared | bit if here and shown.prepared else was.prepared & ~bit
    armed = was.armed | bit if here and shown.av else was.armed & ~bit
    sites, armed_sites = was.sites, was.armed_sites
    if (was.prepared | ready) & bit:
        sites = _moved(state, sites, ready, shift)
    if (was.armed | armed) & bit:
        armed_sites = _moved(state, armed_sites, armed, shift)
    return Presence(ready, armed, sites, armed_sites)


def _moved(state: State, sites: Sites, units: UnitSet, shift: Shift) -> Sites:
    """The sites with the two hexes looked at anew."""
    hexes = 0
    for hex_ in (shift.old, shift.new):
        hexes |= 1 << hex_ if hex_ >= 0 else 0
    at = [site & ~hexes for site in sites]
    for hex_ in {shift.old, shift.new}:
        for unit in each(units_in(state, hex_) & units):
            at[face(state, unit).type] |= 1 << hex_
    return tuple(at)


CARRIERS.append(_carry)
