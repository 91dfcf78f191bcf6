"""How far it is from anywhere to a goal, by road and country, the enemy left out of account."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, TypeAlias

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import ALL, NO_FORMATION, FormationId, MaType, P, Quarters
from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.rules.moving import terrain

Field: TypeAlias = dict[Hex, Quarters]

FAR: Final[Quarters] = 800
_STOP: Final[Quarters] = 12  # what a hex that stops one is worth in time
_ALL: Final[Quarters] = 24
_SHUNNED: Final[Quarters] = 6  # a hex on a road that others have been given


def march(
    state: State, type_: MaType, goal: Hex, who: FormationId = NO_FORMATION, shunned: HexSet = 0
) -> Field:
    """By hex, the points to a goal; worked out once for the ground and the bridges.

    A formation's hexes to be shunned cost more; they are remembered as they were last.
    """
    name = ("march", type_, goal, state.ground, state.blown, who)
    found: Field | None = state.kit.memo.recall(name, shunned)
    if found is None:
        found = state.kit.memo.keep(name, shunned, _spread(state, type_, goal, shunned))
    return found


def _spread(state: State, type_: MaType, goal: Hex, shunned: HexSet) -> Field:
    steps = _steps_to(state, type_)
    found, queue = {goal: 0}, [(0, goal)]
    while queue:
        far, hex_ = heappop(queue)
        if far > found[hex_]:
            continue
        far += _SHUNNED if shunned >> hex_ & 1 else 0
        for before, price in steps[hex_]:
            if far + price < found.get(before, FAR):
                found[before] = far + price
                heappush(queue, (far + price, before))
    return found


Steps: TypeAlias = dict[Hex, list[tuple[Hex, Quarters]]]


def _steps_to(state: State, type_: MaType) -> Steps:
    """By hex, those from which it is entered and the points that takes."""
    name = ("steps to", type_, state.ground, state.blown)
    found: Steps | None = state.kit.memo.recall(name, None)
    return state.kit.memo.keep(name, None, _find_steps(state, type_)) if found is None else found


def _find_steps(state: State, type_: MaType) -> Steps:
    table, grid = terrain.tables(state), state.kit.grid
    costs, halting = table.costs[type_], table.halting
    found: Steps = {hex_: [] for hex_ in grid.hexes}
    for hex_ in grid.hexes:
        for before in grid.neighbours(hex_):
            price = costs[before, hex_]
            if price != P:
                price = _ALL if price == ALL else price
                halts = (type_, before, hex_) in halting
                found[hex_].append((before, price + (_STOP if halts else 0)))
    return found
