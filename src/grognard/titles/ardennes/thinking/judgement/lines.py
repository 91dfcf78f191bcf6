"""Roads that are cut: what opening one would bring back into German supply."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import EMPTY, Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position.state import fact, units_in
from grognard.titles.ardennes.rules.moving.terrain import all_rivers, dry_gates, road_gates
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.thinking.judgement.situation import Situation

REGAINED: Final = 1.5  # for each victory point brought back into supply
RELIEVED: Final = 0.25  # for each hex of units
ROADS: Final = 0.04  # for each road hex: what lies beyond may be taken


def cut_off(here: Situation) -> HexSet:
    """Victory hexes held and hexes of units that cannot trace supply."""

    def find() -> HexSet:
        state = here.state
        prizes = here.kit.vp_hexes & state.german_towns
        stranded = state.occupied[GERMAN] & ~here.kit.westwall
        return (prizes | stranded) & ~supply.supplied(state, GERMAN)

    return fact(here.state, ("judged", "cut off"), find)


def worth_of(here: Situation, regained: HexSet) -> float:
    vp = sum(here.kit.vp[h] for h in members(regained & here.kit.vp_hexes))
    return REGAINED * vp + RELIEVED * (regained & here.state.occupied[GERMAN]).bit_count()


def plugs(here: Situation) -> dict[Hex, float]:
    """Empty hexes on a cut road, by what a unit standing there would open."""

    def find() -> dict[Hex, float]:
        if not cut_off(here):
            return {}
        net = supply.road_net(here.state, GERMAN)
        roads = road_gates(here.kit, all_rivers(here.kit))
        ends = here.kit.grid.through(net, roads) & ~net
        ends &= ~here.state.occupied[1 - GERMAN] & ~here.state.roadblocks
        worths = {hex_: _opened(here, 1 << hex_, EMPTY) for hex_ in members(ends)}
        return {hex_: worth for hex_, worth in worths.items() if worth > 0}

    return fact(here.state, ("judged", "plugs"), find)


def _opened(here: Situation, hexes: HexSet, rivers: int) -> float:
    """What comes back if the hexes can be passed, and these bridges stand and are held."""
    state, kit, grid = here.state, here.kit, here.kit.grid
    beside = 0
    for hex_ in members(hexes):
        beside |= kit.rivers_at[hex_] & state.bridges
    bridges = state.german_bridges | rivers | beside
    ground = supply.open_ground(state, GERMAN) | hexes
    net = grid.flood(kit.sources[GERMAN], ground, road_gates(kit, bridges))
    covered = net
    for _ in range(kit.number("supply_hexes")):
        covered |= grid.through(covered, dry_gates(kit, bridges)) & ground
    wider = (net & ~supply.road_net(state, GERMAN)).bit_count()
    return worth_of(here, cut_off(here) & covered) + ROADS * wider * bool(rivers)


def cutters(here: Situation) -> dict[Hex, float]:
    """Allied hexes by what would come back into supply if nobody were there."""

    def find() -> dict[Hex, float]:
        cut = cut_off(here)
        if not cut:
            return {}
        net = supply.road_net(here.state, GERMAN)
        found = {}
        for hex_ in members(here.enemies & here.kit.grid.within(net, 2)):
            units = units_in(here.state, hex_)
            back = cut & supply.supplied_without(here.state, GERMAN, units)
            if back:
                found[hex_] = worth_of(here, back)
        return found

    return fact(here.state, ("judged", "cutters"), find)


def bridge_worth(here: Situation, river: int) -> float:
    """What a bridge would open: supply, and the march on."""
    key = ("judged", "bridge", river)
    return fact(here.state, key, lambda: _bridge(here, river))


def _bridge(here: Situation, river: int) -> float:
    kit, (a, b) = here.kit, here.kit.rivers[river.bit_length() - 1]
    if not kit.sides[a, b].road:
        return 0.1 * _users(here, a, b)
    return _opened(here, EMPTY, river) + 0.3 * _users(here, a, b)


def _users(here: Situation, a: Hex, b: Hex) -> int:
    """Stacks near the bridge, if they would go on over it."""
    near = here.kit.grid.within(1 << a | 1 << b, 3)
    return min(6, (near & here.state.occupied[GERMAN]).bit_count())
