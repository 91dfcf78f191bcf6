"""How many units end in a hex (BCS-5.5.a to BCS-5.5.b)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import Side, UnitId
from grognard.titles.bcs.position.state import CARRIERS, Facts, Shift, State, own_fact, units_in


def most(state: State) -> int:
    """How many combat units stack in a hex."""
    return state.kit.number("limits.stack")


@cites("BCS-5.5.a", "BCS-S.28")
def full(state: State, side: Side) -> HexSet:
    """The hexes in which no further unit of the side may end."""
    kept: HexSet | None = state.own_facts[side].get("full")
    if kept is not None:
        return kept

    def find() -> HexSet:
        own, limit = state.kit.side_units[side], most(state)
        stacks = state.stacks.items()
        return sum(1 << hex_ for hex_, units in stacks if (units & own).bit_count() >= limit)

    return own_fact(state, side, "full", find)


def _carry(state: State, before: Facts, after: Facts, shift: Shift) -> None:
    """Two hexes may be full now or no more."""
    found = before.get("full")
    if found is None:
        return
    for hex_ in (shift.old, shift.new):
        if hex_ >= 0:
            fills = units_in(state, hex_).bit_count() >= most(state)
            found = found | 1 << hex_ if fills else found & ~(1 << hex_)
    after["full"] = found


CARRIERS.append(_carry)


@cites("BCS-5.5.a", "BCS-R.9")
def overstacked(state: State, hex_: Hex) -> bool:
    """Whether more units are in the hex than may stack."""
    return units_in(state, hex_).bit_count() > most(state)


def crowded(state: State, unit: UnitId) -> HexSet:
    """The hexes in which this unit cannot end for the others there."""
    hex_, found = state.hex_of[unit], full(state, state.kit.side_of[unit])
    if hex_ >= 0 and not overstacked(state, hex_):
        found &= ~(1 << hex_)
    return found
