"""Zones of control and stacking (EA-ST.b to EA-ST.f, EA-S.37)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import GERMAN, Side, UnitId, UnitSet
from grognard.titles.ardennes.position.state import State, each, other, own_fact, steps_of, units_in


@cites("EA-ST.b", "EA-ST.c", "EA-ST.d", "EA-ST.e", "EA-ST.f", "EA-SU.r")
def controls(state: State, side: Side, hex_: Hex, units: UnitSet) -> bool:
    """Whether these units, in that hex, have a zone of control."""
    kit = state.kit
    able = units & ~state.dispersed & ~state.isolated
    if not able or able & ~kit.bracketed:
        return bool(able)
    sheltered = kit.towns >> hex_ & 1 or (side == GERMAN and kit.westwall >> hex_ & 1)
    return bool(sheltered) or units.bit_count() > 1  # whatever its companion suffers


def zone_makers(state: State, side: Side) -> HexSet:
    """The hexes of a side's units that have a zone of control."""
    facts = state.own_facts[side]
    found: HexSet | None = facts.get("zone makers")
    if found is None:
        stale = facts.get("stale zones")
        found = _all_makers(state, side) if stale is None else _renewed(state, side, *stale)
        facts["zone makers"] = found
    return found


def _all_makers(state: State, side: Side) -> HexSet:
    bits, kit = 0, state.kit
    able = kit.side_units[side] & ~state.dispersed & ~state.isolated
    sure = able & ~kit.bracketed
    for hex_, units in state.stacks.items():
        if units & sure or (units & able and controls(state, side, hex_, units)):
            bits |= 1 << hex_
    return bits


def _renewed(state: State, side: Side, makers: HexSet, hexes: HexSet) -> HexSet:
    """The makers as they were, but for hexes that units have come into or left since."""
    makers &= ~hexes
    for hex_ in members(hexes & state.occupied[side]):
        if controls(state, side, hex_, state.stacks[hex_]):
            makers |= 1 << hex_
    return makers


def zone(state: State, side: Side) -> HexSet:
    """Every hex in a zone of control of that side."""
    facts = state.own_facts[side]
    found: HexSet | None = facts.get("zone")
    if found is None:
        found = facts["zone"] = state.kit.grid.around(zone_makers(state, side))
    return found


def enemies_but(state: State, side: Side, ignored: UnitSet) -> tuple[HexSet, HexSet]:
    """The hexes of a side's units and of their zones of control, some units thought away."""
    held, makers = state.occupied[side], zone_makers(state, side)
    if not ignored:
        return held, zone(state, side)
    for hex_ in {state.hex_of[unit] for unit in each(ignored)}:
        rest, bit = state.stacks.get(hex_, 0) & ~ignored, 1 << hex_
        if hex_ < 0 or not held & bit:
            continue
        held = held if rest else held & ~bit
        makers = makers if rest and controls(state, side, hex_, rest) else makers & ~bit
    return held, state.kit.grid.around(makers)


def beside(state: State, side: Side) -> HexSet:
    """The hexes of a side's units, and those next to them."""
    facts = state.own_facts[side]
    found: HexSet | None = facts.get("beside")
    if found is None:
        found = facts["beside"] = state.kit.grid.spread(state.occupied[side])
    return found


def open_zone(state: State, side: Side) -> HexSet:
    """Enemy zone hexes without a unit of this side in them: what bars its tracing."""
    return zone(state, other(side)) & ~state.occupied[side]


@cites("EA-S.37")
def fits(state: State, units: UnitSet) -> bool:
    """Whether so many units may share a hex."""
    number = state.kit.number
    if units.bit_count() > number("stack_units"):
        return False
    return steps_of(state, units) <= number("stack_steps")


def room_for(state: State, hex_: Hex, units: UnitSet) -> bool:
    """Whether these units fit into the hex beside those that are there."""
    return fits(state, units_in(state, hex_) | units)


def overstacked(state: State) -> list[Hex]:
    return [hex_ for hex_, units in state.stacks.items() if not fits(state, units)]


def hexes_of(state: State, units: UnitSet) -> HexSet:
    """The hexes of units on the map."""
    bits, hex_of = 0, state.hex_of
    for unit in each(units):
        bits |= 1 << hex_of[unit]
    return bits


def units_near(state: State, side: Side, hex_: Hex, radius: int) -> UnitSet:
    """The side's units at most so many hexes away."""
    found = 0
    for near in members(state.kit.grid.within(1 << hex_, radius) & state.occupied[side]):
        found |= state.stacks[near]
    return found


def nearest(state: State, side: Side, hex_: Hex) -> int:
    """The distance to the side's nearest unit; 99 if it has none."""
    if not state.occupied[side]:
        return 99
    bands: list[HexSet] = own_fact(state, side, "bands", lambda: [state.occupied[side]])
    distance = 0
    while not bands[distance] >> hex_ & 1:  # the map has no holes: must agree with `distance`
        distance += 1
        if distance == len(bands):
            bands.append(state.kit.grid.spread(bands[-1]))
    return distance


def room_for_step(state: State, unit: UnitId) -> bool:
    """Whether the unit's hex can hold one step more."""
    steps = steps_of(state, units_in(state, state.hex_of[unit]))
    return steps < state.kit.number("stack_steps")
