"""How far it is from anywhere to what a side wants, by road and country."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from grognard.ground.hexes import EMPTY, Hex, HexSet, members, opposite
from grognard.titles.ardennes.kit.kit import KITS, Kit
from grognard.titles.ardennes.rules.moving.terrain import Gates, all_rivers, cost_gates, river_gates

FAR: Final = 120
FORD: Final = 6  # an unbridged river, in movement points
STRONGPOINT: Final = 4  # and an enemy in the way
WORTH: Final = 4  # movement points of detour that one victory point is worth
EDGE: Final = 8  # what leaving the map seems away when the end is near


@lru_cache(maxsize=1024)
def goal_field(
    key: str, wanted: HexSet, zone: HexSet, bridges: int, held: HexSet, leaving: bool
) -> dict[Hex, int]:
    """By hex, the march within a zone to the best prize, dear prizes seeming nearer."""
    kit = KITS[key]
    top = max(kit.vp.values())
    seeds = {h: WORTH * (top - kit.vp[h]) for h in members(wanted & zone)}
    if leaving:
        seeds |= dict.fromkeys(members(kit.exits & zone), EDGE)
    return _spread(kit, seeds or _westward(kit, zone), bridges, held, zone)


def _westward(kit: Kit, zone: HexSet) -> dict[Hex, int]:
    """Where an army has no prize of its own it goes west."""
    west = max(kit.column(h) for h in members(zone))
    return dict.fromkeys((h for h in members(zone) if kit.column(h) == west), 0)


@lru_cache(maxsize=1024)
def distance_field(key: str, targets: HexSet, bridges: int) -> dict[Hex, int]:
    """By hex, the march to the nearest of the targets."""
    kit = KITS[key]
    seeds = dict.fromkeys(members(targets), 0)
    return _spread(kit, seeds, bridges, EMPTY, kit.grid.all)


def _spread(
    kit: Kit, seeds: Mapping[Hex, int], bridges: int, held: HexSet, zone: HexSet
) -> dict[Hex, int]:
    """Waves backwards from the seeds; hexes the enemy holds let them through late."""
    found: dict[Hex, int] = {}
    waves = [EMPTY] * (FAR + 8)
    for hex_, cost in seeds.items():
        waves[cost] |= 1 << hex_
    seen, late = EMPTY, [EMPTY] * (FAR + 8)
    by_cost = _ways(kit, bridges)
    for cost in range(FAR):
        wave = waves[cost] & ~seen
        seen |= wave
        found.update(dict.fromkeys(members(wave), cost))
        late[min(cost + STRONGPOINT, FAR)] |= wave & held
        if movers := wave & ~held | late[cost]:
            for price, gates in by_cost:
                waves[cost + price] |= _back_through(kit, movers, gates) & zone
    return found


def _back_through(kit: Kit, hexes: HexSet, gates: Gates) -> HexSet:
    """From where one step through the gates leads into the hexes."""
    step, bits = kit.grid.step, EMPTY
    for direction, open_ in enumerate(gates):
        bits |= open_ & step(hexes, opposite(direction))
    return bits


@lru_cache(maxsize=256)
def _ways(kit: Kit, bridges: int) -> tuple[tuple[int, Gates], ...]:
    """Every hexside by what it costs a mechanized unit, rivers without a bridge among them."""
    fords = river_gates(kit, all_rivers(kit) & ~bridges)
    return (*cost_gates(kit, "mechanized", bridges), (FORD, fords))
