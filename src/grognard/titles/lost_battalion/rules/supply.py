"""Chapter 7: supply lines, and who is out of supply."""

from __future__ import annotations

from grognard.book.derived import derived
from grognard.book.rulebook import cites
from grognard.ground.fields import trace
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side, UnitId, UnitSet
from grognard.titles.lost_battalion.position.state import State, option


@cites("LB-8.8b", "LB-8.8c", "LB-14.0d")
def usable_bridges(state: State, side: Side) -> int:
    """The bridges a side may use now: those it owns and did not take this turn."""
    kit = state.kit
    owned = state.bridges if side == ALLIED else kit.all_bridges & ~state.bridges
    usable = owned & ~state.fresh_bridges
    if side == ALLIED:
        for pontoon in kit.pontoons:
            if state.turn >= pontoon.turn and state.control >> pontoon.west & 1:
                usable |= pontoon.bit
    return usable


@cites("LB-7.4a", "LB-7.5a", "LB-7.5b")
def sources(state: State, side: Side) -> HexSet:
    """The edge hexes supply comes from."""
    edges = state.kit.edges
    if side == ALLIED:
        return edges["S"]
    west = edges["W"] & ~state.control
    return (edges["N"] | edges["E"] | west) & ~state.occupied[ALLIED]


@cites("LB-7.4e")
def french_sources(state: State) -> HexSet:
    """Where French units in the far west may also be supplied from."""
    return state.kit.edges["W"] & state.control


@cites("LB-7.3c")
def passable(state: State, side: Side) -> HexSet:
    """The hexes a supply line may run through."""
    free = state.kit.play & ~state.occupied[1 - side]
    if option(state, "control_blocks_supply"):
        free &= state.control if side == ALLIED else ~state.control
    return free


def _lines(state: State, _: Side) -> tuple[object, ...]:
    """All that supply lines hang on."""
    banks = (state.bridges, state.fresh_bridges, state.turn, state.terms.options)
    return (*state.occupied, state.control, banks)


@cites("LB-7.3a", "LB-7.3b")
@derived(of=_lines)
def supplied_hexes(state: State, side: Side) -> HexSet:
    """Every hex from which a line of any length reaches a source of the side."""
    kit = state.kit
    gates = kit.gates(usable_bridges(state, side))
    return kit.grid.flood(sources(state, side), passable(state, side), gates)


def french_supplied_hexes(state: State) -> HexSet:
    kit = state.kit
    gates = kit.gates(usable_bridges(state, ALLIED))
    reached = kit.grid.flood(french_sources(state), passable(state, ALLIED), gates)
    return reached & kit.far_west


@cites("LB-7.1a")
def out_of_supply(state: State, side: Side) -> UnitSet:
    """The side's units on the map that no supply line reaches."""
    kit = state.kit
    reached = supplied_hexes(state, side)
    far = french_supplied_hexes(state) & ~reached if side == ALLIED else 0
    units = kit.side_units[side]
    out = 0
    for hex_, stack in state.stacks.items():
        if not reached >> hex_ & 1 and stack & units:
            out |= stack & ~kit.french if far >> hex_ & 1 else stack
    return out


def out_both_sides(state: State) -> UnitSet:
    return out_of_supply(state, ALLIED) | out_of_supply(state, GERMAN)


@cites("LB-7.2a", "LB-7.2d", "LB-7.2g")
def allowance(state: State, unit: UnitId) -> int:
    """Half movement points this phase; an unsupplied unit's allowance is halved, rounded up."""
    full = state.kit.units[unit].allowance
    if state.out_moving >> unit & 1:
        return 2 * halved(full // 2)
    return full


@cites("LB-7.2d")
def halved(value: int) -> int:
    return (value + 1) // 2


def supply_line(state: State, side: Side, hex_: Hex) -> list[Hex] | None:
    """A shortest supply line from a hex to a source, for drawing."""
    kit = state.kit
    gates = kit.gates(usable_bridges(state, side))
    return trace(kit.grid, sources(state, side), passable(state, side), gates, hex_)
