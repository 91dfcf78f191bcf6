"""What units do to the hexes around them by themselves, without Support (rule 6, BCS-S.29)."""

from __future__ import annotations

from grognard.hexes import HexSet
from grognard.rulebook import cites
from grognard.titles.bcs import terrain
from grognard.titles.bcs.kit import Side, UnitSet
from grognard.titles.bcs.state import State, each, face, own_fact, standing


@cites("BCS-1.2d.a")
def prepared(state: State, side: Side) -> UnitSet:
    """The side's units on the map that are not Unprepared."""

    def find() -> UnitSet:
        units = each(standing(state, side))
        return sum(1 << unit for unit in units if face(state, unit).prepared)

    return own_fact(state, side, "prepared", find)


@cites("BCS-R.10", "BCS-S.29")
def real_av(state: State, side: Side) -> UnitSet:
    """The side's units on the map with AV on the side showing, Light AV too."""

    def find() -> UnitSet:
        return sum(1 << unit for unit in each(standing(state, side)) if face(state, unit).av)

    return own_fact(state, side, "real av", find)


@cites("BCS-S.29", "BCS-R.12")
def made_by(state: State, units: UnitSet) -> HexSet:
    """The zones of these units, each by the MA type it shows: not over what is closed to it."""
    at = [0] * len(terrain.TYPES)
    for unit in each(units):
        at[face(state, unit).type] |= 1 << state.hex_of[unit]
    zone, grid = 0, state.kit.grid
    for type_ in terrain.TYPES:
        zone |= terrain.through(grid, at[type_], terrain.gates(state, type_))
    return zone


@cites("BCS-1.2d.a", "BCS-S.29")
def zone(state: State, side: Side) -> HexSet:
    """All zones of control of the side, of whatever kind."""
    return own_fact(state, side, "zone", lambda: made_by(state, prepared(state, side)))


@cites("BCS-S.29", "BCS-R.10")
def real_zone(state: State, side: Side) -> HexSet:
    """The zones of units with AV of their own, Light AV too."""
    return own_fact(state, side, "real zone", lambda: made_by(state, real_av(state, side)))
