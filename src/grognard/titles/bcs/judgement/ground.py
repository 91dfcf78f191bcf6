"""How far it is from anywhere to a goal, by road and country, the enemy left out of account."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, TypeAlias

from grognard.hexes import Hex
from grognard.titles.bcs import terrain
from grognard.titles.bcs.kit import ALL, MaType, P, Quarters
from grognard.titles.bcs.state import State

Field: TypeAlias = dict[Hex, Quarters]

FAR: Final[Quarters] = 400
_STOP: Final[Quarters] = 12  # what a hex that stops one is worth in time
_ALL: Final[Quarters] = 24


def march(state: State, type_: MaType, goal: Hex) -> Field:
    """By hex, the points to a goal; worked out once for the ground and the bridges."""
    name = ("march", type_, goal, state.ground, state.blown)
    found: Field | None = state.kit.memo.recall(name, None)
    if found is None:
        found = state.kit.memo.keep(name, None, _spread(state, type_, goal))
    return found


def _spread(state: State, type_: MaType, goal: Hex) -> Field:
    table, neighbours = terrain.tables(state), state.kit.grid.neighbours
    costs, halting = table.costs[type_], table.halting
    found, queue = {goal: 0}, [(0, goal)]
    while queue:
        far, hex_ = heappop(queue)
        if far > found[hex_]:
            continue
        for before in neighbours(hex_):
            price = costs[before, hex_]
            if price == P:
                continue
            halts = (type_, before, hex_) in halting
            total = far + (_ALL if price == ALL else price) + (_STOP if halts else 0)
            if total < found.get(before, FAR):
                found[before] = total
                heappush(queue, (total, before))
    return found
