"""How far it is from anywhere to what a side wants, by road and country."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grognard.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit import KITS, Kit

FAR: Final = 999
FORD: Final = 6  # an unbridged river, in movement points
WORTH: Final = 5  # movement points of detour that one victory point is worth
EDGE: Final = 18  # leaving the map is worth the march only when it is near


@lru_cache(maxsize=256)
def goal_field(key: str, wanted: HexSet, bridges: int) -> dict[Hex, int]:
    """By hex, the march to the best prize still wanted, dear prizes seeming nearer."""
    kit = KITS[key]
    top = max(kit.vp.values())
    seeds = {h: WORTH * (top - kit.vp[h]) for h in members(wanted)}
    for hex_ in members(kit.exits):
        seeds.setdefault(hex_, EDGE)
    return _spread(kit, seeds, bridges)


@lru_cache(maxsize=256)
def distance_field(key: str, targets: HexSet, bridges: int) -> dict[Hex, int]:
    """By hex, the march to the nearest of the targets."""
    return _spread(KITS[key], dict.fromkeys(members(targets), 0), bridges)


def _spread(kit: Kit, seeds: dict[Hex, int], bridges: int) -> dict[Hex, int]:
    """Dial's buckets over the whole map."""
    found: dict[Hex, int] = {}
    buckets: list[list[Hex]] = [[] for _ in range(400)]
    for hex_, cost in seeds.items():
        buckets[cost].append(hex_)
    for cost, bucket in enumerate(buckets):
        for hex_ in bucket:
            if hex_ in found:
                continue
            found[hex_] = cost
            for near, step in _ways(kit, hex_, bridges):
                if near not in found and cost + step < len(buckets):
                    buckets[cost + step].append(near)
    return found


def _ways(kit: Kit, hex_: Hex, bridges: int) -> list[tuple[Hex, int]]:
    """What it costs a mechanized unit to come from each neighbour into this hex."""
    chart = kit.charts["terrain"]
    ways = []
    for near in kit.grid.neighbours(hex_):
        side = kit.sides[hex_, near]
        dry = not side.river or bool(side.river & bridges)
        row = "road" if side.road and dry else kit.terrain[hex_]
        ways.append((near, int(chart.cell(row, "mechanized")) + (0 if dry else FORD)))
    return ways
