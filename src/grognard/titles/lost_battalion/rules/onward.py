"""Chapter 8: where a march may go on to, found for all hexes at once.

What `step_refusal` says of one hex, without its reasons. The two must agree; the
laws hold them to it.
"""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, HalfPoints, Kit, UnitSet
from grognard.titles.lost_battalion.position.decisions import Marching
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules import reserves
from grognard.titles.lost_battalion.rules.marching import MARCH, RIDE
from grognard.titles.lost_battalion.rules.supply import usable_bridges
from grognard.titles.lost_battalion.rules.terrain import closed_ground, crossing_refusal

# -- onto the map ----------------------------------------------------------------------


def marched_entries(state: State, march: Marching, left: HalfPoints) -> list[Hex]:
    """The edge hexes a group may march in at with so much movement left."""
    kit, roads = state.kit, state.kit.road_exits
    if march.mode == RIDE:
        return []
    fit = _entries(state, march)
    fit &= roads | ~_off_road_bars(kit, march.units)
    by_road = [h for h in members(fit & roads) if kit.by_road[h] <= left]
    off_road = [h for h in members(fit & ~roads) if kit.off_road[h] <= left]
    return sorted(by_road + off_road)


def ridden_entries(state: State, march: Marching, left: HalfPoints) -> list[Hex]:
    """The edge hexes a group may ride in at."""
    if march.mode == MARCH or left < 1:
        return []
    fit = _entries(state, march) & state.kit.road_exits & _rideable(state, march)
    return list(members(fit))


def _entries(state: State, march: Marching) -> HexSet:
    kit = state.kit
    edge = reserves.entry_hexes(state, march.units) & kit.play & kit.rim
    return edge & ~closed_ground(state, march.side)


# -- from hex to hex -------------------------------------------------------------------


@cites("LB-8.0a", "LB-8.12", "LB-11.5b", "LB-11.8f")
def marched(state: State, march: Marching, left: HalfPoints) -> list[Hex]:
    """The neighbours a group may enter by regular movement with so much of it left."""
    found: list[Hex] = []
    if march.mode == RIDE:
        return found
    kit, side, units = state.kit, march.side, march.units
    closed, barred = closed_ground(state, side), _off_road_bars(kit, units)
    if march.at in kit.dry:
        ahead = [(h, road) for h, cost, road in kit.dry[march.at] if cost <= left]
        return [h for h, road in ahead if not (closed if road else closed | barred) >> h & 1]
    usable = usable_bridges(state, side)
    by_road, off_road = kit.by_road, kit.off_road
    for hex_, between in kit.sides_of[march.at]:
        if closed >> hex_ & 1:
            continue
        cost, road = off_road[hex_], between.road
        if between.river:
            if crossing_refusal(state, side, units, between) is not None:
                continue
            if not between.bridge & usable:
                cost, road = cost + kit.minor_cost, False
        if road:
            cost = by_road[hex_]
        elif barred and barred >> hex_ & 1:
            continue
        if cost <= left:
            found.append(hex_)
    return found


def _off_road_bars(kit: Kit, units: UnitSet) -> HexSet:
    """The hexes these units enter along a road or not at all."""
    if units & kit.artillery:
        return kit.play
    return kit.forest | kit.rough if units & kit.tanks else 0


@cites("LB-8.10a", "LB-8.10e")
def ridden(state: State, march: Marching, left: HalfPoints) -> list[Hex]:
    """The neighbours a group may enter by Operational Movement."""
    kit, side = state.kit, march.side
    if march.mode == MARCH or left < 1 or march.at not in kit.road_neighbours:
        return []
    fit = _rideable(state, march) & ~closed_ground(state, side)
    if not fit:
        return []
    usable = usable_bridges(state, side)
    ahead = [(h, kit.hexsides[march.at, h]) for h in kit.road_neighbours[march.at] if fit >> h & 1]
    open_ = [(h, between) for h, between in ahead if not between.river or between.bridge & usable]
    return [h for h, by in open_ if crossing_refusal(state, side, march.units, by) is None]


@cites("LB-8.10c", "LB-8.10d", "LB-8.10f")
def _rideable(state: State, march: Marching) -> HexSet:
    """The hexes a group may ride into, as far as the enemy is concerned."""
    kit = state.kit
    if march.side == ALLIED and state.turn < kit.first_ride:
        return 0
    near = kit.grid.spread(state.occupied[1 - march.side])
    if march.at >= 0 and near >> march.at & 1:
        return 0
    friendly = ~state.control if march.side == GERMAN else state.control
    return friendly & ~near
