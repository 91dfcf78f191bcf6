"""Searches over a hex map that take cost tables.

Signatures are plain data (ints, tuples, lists, dicts), so that a compiled twin
can stand behind the same names. Costs are small ints, never negative; titles
count half movement points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from grognard.hexes import EMPTY, Direction, Grid, Hex, HexSet, opposite

Steps: TypeAlias = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""By hex: the neighbours a step from it can enter, each with the cost of that step."""
Ways: TypeAlias = Mapping[Hex, tuple[tuple[int, tuple[Hex, ...]], ...]]
"""The same laid out by cost, cheapest first: what the steps of one cost can enter."""


def cost_edges(grid: Grid, cost_of: Callable[[Hex, Hex, Direction], int | None]) -> Steps:
    """The steps of a whole map; `cost_of(start, end, direction)` is None where there is no way."""
    return {hex_: tuple(_steps_from(grid, hex_, cost_of)) for hex_ in grid.hexes}


def _steps_from(
    grid: Grid, hex_: Hex, cost_of: Callable[[Hex, Hex, Direction], int | None]
) -> Iterator[tuple[Hex, int]]:
    for direction in range(6):
        other = grid.neighbour(hex_, direction)
        if other is not None and (cost := cost_of(hex_, other, direction)) is not None:
            yield other, cost


def by_cost(steps: Steps) -> Ways:
    """The steps as `reach` wants them."""
    return {hex_: tuple(_by_cost(ways)) for hex_, ways in steps.items()}


def _by_cost(ways: tuple[tuple[Hex, int], ...]) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    for cost in sorted({cost for _, cost in ways}):
        yield cost, tuple(other for other, step in ways if step == cost)


def reach(ways: Ways, start: Hex, budget: int, blocked: HexSet = EMPTY) -> dict[Hex, int]:
    """The cheapest cost to each hex within the budget, the start included at 0.

    Blocked hexes may not be entered; to start on one is no entry.
    """
    # Dial's bucket queue: one list of hexes per cost, settled when it comes up. A
    # list may grow under its loop, by steps of cost 0, and holds a hex as often as
    # it was come by; the first time counts. Must agree with reach_paths.
    best: dict[Hex, int] = {}
    blocked &= ~(1 << start)
    buckets: list[list[Hex]] = [[start], *([] for _ in range(budget))]
    for cost, bucket in enumerate(buckets):
        left = budget - cost
        for hex_ in bucket:
            if hex_ not in best and not (blocked and blocked >> hex_ & 1):
                best[hex_] = cost
                for step, others in ways[hex_]:
                    if step > left:
                        break
                    buckets[cost + step] += others
    return best


def reach_paths(
    steps: Steps, start: Hex, budget: int, blocked: HexSet = EMPTY
) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
    """What `reach` answers, and for each hex but the start the one it is entered from."""
    best: dict[Hex, int] = {}
    came_from: dict[Hex, Hex] = {}
    blocked &= ~(1 << start)
    buckets: list[list[tuple[Hex, Hex]]] = [[(start, start)], *([] for _ in range(budget))]
    for cost, bucket in enumerate(buckets):
        left = budget - cost
        for hex_, before in bucket:
            if hex_ not in best and not (blocked and blocked >> hex_ & 1):
                best[hex_] = cost
                came_from[hex_] = before
                for other, step in steps[hex_]:
                    if step <= left and other not in best:
                        buckets[cost + step].append((other, hex_))
    del came_from[start]
    return best, came_from


def route(came_from: dict[Hex, Hex], start: Hex, end: Hex) -> list[Hex]:
    """The hexes from start to an end that was reached, both included."""
    path = [end]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    path.reverse()
    return path


def trace(
    grid: Grid,
    sources: HexSet,
    passable: HexSet,
    gates: Sequence[HexSet] | None,
    start: Hex,
) -> list[Hex] | None:
    """A shortest path from start back to a source, both included; None if there is none.

    Agrees with `Grid.flood(sources, passable, gates)`: the gates are read on the
    way out, from the source to the start, so this path, which runs the other
    way, passes each of them backwards. Among equals the first direction wins at
    each step from the start, in the order of `DIRECTIONS`.
    """
    rings = _rings(grid, sources, passable, gates, start)
    if rings is None:
        return None
    path = [start]
    for ring in reversed(rings[:-1]):
        path.append(_step_back(grid, path[-1], ring, gates))
    return path


def _rings(
    grid: Grid, sources: HexSet, passable: HexSet, gates: Sequence[HexSet] | None, start: Hex
) -> list[HexSet] | None:
    """The hexes 0, 1, 2 … steps from a source, as far as the start."""
    rings = [sources & passable]
    reached = rings[0]
    while not rings[-1] >> start & 1:
        fresh = _next_to(grid, rings[-1], gates) & passable & ~reached
        if not fresh:
            return None
        rings.append(fresh)
        reached |= fresh
    return rings


def _next_to(grid: Grid, hexes: HexSet, gates: Sequence[HexSet] | None) -> HexSet:
    if gates is None:
        return grid.spread(hexes)
    near = EMPTY
    for direction, gate in enumerate(gates):
        near |= grid.step(hexes & gate, direction)
    return near


def _step_back(grid: Grid, hex_: Hex, ring: HexSet, gates: Sequence[HexSet] | None) -> Hex:
    for direction in range(6):
        other = grid.neighbour(hex_, direction)
        left = ring if gates is None else ring & gates[opposite(direction)]
        if other is not None and left >> other & 1:
            return other
    raise AssertionError(f"_rings put hex {hex_} beyond a ring it does not touch")
