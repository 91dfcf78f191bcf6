"""Zones of control: plain, by Support and by AV of one's own (BCS-6.0.a to BCS-6.0.h, BCS-S.29).

A side's zones are sets of hexes, worked out for all its units at once. What is
called an EZOC is the zone of the other side.
"""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import TAC, MaType, P, Side, UnitSet
from grognard.titles.bcs.position.state import State, each, face, fact, other, units_in
from grognard.titles.bcs.rules.fighting.support import supporters
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.moving.presence import made_by, prepared, real_av, real_zone, zone

__all__ = [
    "affecting",
    "av_zone",
    "made_by",
    "prepared",
    "providers",
    "real_av",
    "real_zone",
    "support_zone",
    "zone",
]


@cites("BCS-S.29")
def support_zone(state: State, side: Side) -> HexSet:
    """The zones of units that have Support."""
    return fact(state, ("support zone", side), lambda: made_by(state, supporters(state, side)))


def av_zone(state: State, side: Side) -> HexSet:
    """AV zones, Real or by Support."""
    return real_zone(state, side) | support_zone(state, side)


@cites("BCS-S.30")
def providers(state: State, side: Side, hex_: Hex) -> UnitSet:
    """The side's units whose AV, Real or by Support, makes an AV zone in the hex."""
    armed = real_av(state, side) | supporters(state, side)
    found = 0
    for near in state.kit.grid.neighbours(hex_):
        for unit in each(units_in(state, near) & armed):
            if terrain.cost(state, face(state, unit).type, near, hex_) != P:
                found |= 1 << unit
    return found


@cites("BCS-R.16", "BCS-6.0.c")
def affecting(state: State, side_of_mover: Side, ma_type: MaType) -> HexSet:
    """The EZOCs that mean something to a unit of that type: for Tac only AV EZOCs."""
    enemy = other(side_of_mover)
    return av_zone(state, enemy) if ma_type == TAC else zone(state, enemy)
