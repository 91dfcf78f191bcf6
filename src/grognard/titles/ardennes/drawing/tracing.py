"""Where a supply line breaks, and by which rule: for those who ask why there is none."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from grognard.ground.fields import trace
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.ardennes.kit.kit import GERMAN, Side
from grognard.titles.ardennes.position.state import State, other
from grognard.titles.ardennes.rules.moving.terrain import held_bridges, road_gates
from grognard.titles.ardennes.rules.moving.zones import zone
from grognard.titles.ardennes.rules.supply.supply import open_ground


class Break(msgspec.Struct, frozen=True):
    """A line that would serve if one thing were not in its way."""

    path: list[Hex]
    at: Hex
    words: str


def supply_break(state: State, side: Side, hex_: Hex) -> Break | None:
    """The shortest way to a road and along it to a source, and the first thing that bars it."""
    kit, gates = state.kit, road_gates(state.kit, state.bridges)
    roads = kit.grid.flood(kit.sources[side], kit.grid.all, gates)
    path = trace(kit.grid, roads, kit.grid.all, None, hex_)
    if path is None:
        return None
    onward = trace(kit.grid, kit.sources[side], roads, gates, path[-1]) or []
    return _first_bar(state, side, path + onward[1:], len(path) - 1)


def _first_bar(state: State, side: Side, path: list[Hex], off_road: int) -> Break | None:
    """The first hex, river or hex too far from the road; the way begins with `off_road` steps."""
    kit, bridges = state.kit, held_bridges(state, side)
    far, passable = kit.number("supply_hexes"), open_ground(state, side) | 1 << path[0]
    for n, (a, b) in enumerate(pairwise(path), start=1):
        river = kit.sides[a, b].river
        if not passable >> b & 1:
            return Break(path, b, _why(state, side, b))
        # One hex to the road may lie over water; nothing goes over the enemy's bridge.
        wet = river & state.bridges or off_road > 1 or n > off_road
        if river and not river & bridges and wet:
            return Break(
                path, b, _river_words(state, river, f"{_name(state, a)}/{_name(state, b)}")
            )
        if far < n <= off_road:
            return Break(path, b, f"more than {far} hexes from a road to a source (EA-SU.a)")
    return None


def _name(state: State, hex_: Hex) -> str:
    return state.kit.grid.label(hex_)


def _river_words(state: State, river: int, where: str) -> str:
    if river & state.bridges:
        return f"the enemy holds the bridge at {where} (EA-SU.c)"
    return f"no bridge over the river at {where}, and more than one hex to go (EA-SU.g)"


def _why(state: State, side: Side, hex_: Hex) -> str:
    kit, where, bit = state.kit, _name(state, hex_), 1 << hex_
    enemy_towns: HexSet = kit.towns & ~state.german_towns if side == GERMAN else state.german_towns
    if state.occupied[other(side)] & bit:
        return f"stopped by enemy units in {where} (EA-SU.e)"
    if side == GERMAN and state.roadblocks & bit:
        return f"stopped by the roadblock in {where} (EA-SU.b)"
    if enemy_towns & bit:
        return f"stopped by the enemy town in {where} (EA-SU.d)"
    if zone(state, other(side)) & bit:
        return f"stopped by an enemy zone of control in {where} (EA-SU.f)"
    return f"stopped by the Westwall in {where} (EA-SU.h)"
