"""Searches over a hex map that take cost tables.

Costs are small ints, never negative; titles count half movement points. `reach`
and `reach_paths` are chosen in `fast`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from grognard.ground.fast import Steps, Ways, by_cost, reach, reach_paths
from grognard.ground.hexes import EMPTY, Direction, Grid, Hex, HexSet, opposite

__all__ = ["Steps", "Ways", "by_cost", "cost_edges", "reach", "reach_paths", "route", "trace"]


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
