"""Everything a unit can reach, against Dijkstra's search in networkx and in scipy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from benchmarks.harness import Contest
from benchmarks.positions import first_position
from grognard.ground.fields import Steps, by_cost, cost_edges, reach
from grognard.ground.hexes import Direction, Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED
from grognard.titles.lost_battalion.position.decisions import Marching, Movement
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules.marching import MARCH, step_cost
from grognard.titles.lost_battalion.rules.terrain import crossing_refusal, ground_refusal

BUDGET = 16  # half movement points


def against_networkx(quick: bool) -> Contest:
    steps = infantry_steps(first_position(1, lambda s: isinstance(s.top, Movement)))
    graph = as_graph(steps)
    return _contest(quick, steps, "networkx Dijkstra, cutoff", 30, partial(ask_networkx, graph))


def against_scipy(quick: bool) -> Contest:
    steps = infantry_steps(first_position(1, lambda s: isinstance(s.top, Movement)))
    matrix, numbers = as_matrix(steps)
    hexes = list(numbers)

    def ask(start: Hex) -> Any:
        return dijkstra(matrix, indices=numbers[start], limit=BUDGET)

    def read(costs: Any) -> dict[Hex, int]:
        return {hexes[n]: int(costs[n]) for n in np.isfinite(costs).nonzero()[0]}

    return _contest(quick, steps, "scipy Dijkstra, limit", 8, ask, read)


def _contest(
    quick: bool,
    steps: Steps,
    peer: str,
    goal: float,
    ask: Callable[[Hex], Any],
    read: Callable[[Any], dict[Hex, int]] = dict,
) -> Contest:
    ways, starts = by_cost(steps), list(steps)[:: 97 if quick else 7]
    for start in starts:
        assert reach(ways, start, BUDGET) == read(ask(start))

    def ours(_: int) -> int:
        for start in starts:
            reach(ways, start, BUDGET)
        return len(starts)

    def theirs(_: int) -> int:
        for start in starts:
            ask(start)
        return len(starts)

    return Contest(
        name=f"reach of infantry, {len(steps)} hexes",
        unit="searches",
        peer=peer,
        ours=ours,
        theirs=theirs,
        floor=goal,
        goal=goal,
        note="the same costs, laid out beforehand for both; answers equal from every start, "
        "and theirs is not asked to name the hexes it found",
    )


def infantry_steps(state: State) -> Steps:
    """What each step costs US infantry here, by the rules of chapter 8."""
    kit = state.kit
    infantry = kit.infantry & kit.us

    def cost_of(start: Hex, end: Hex, _: Direction) -> int | None:
        between = kit.hexsides.get((start, end))
        if between is None or ground_refusal(state, ALLIED, end):
            return None
        if crossing_refusal(state, ALLIED, infantry, between):
            return None
        return step_cost(state, Marching(ALLIED, infantry, start), end, MARCH)

    return cost_edges(kit.grid, cost_of)


def as_matrix(steps: Steps) -> tuple[Any, dict[Hex, int]]:
    """The costs as a sparse matrix, and the row of each hex."""
    numbers = {hex_: n for n, hex_ in enumerate(steps)}
    cells = [(numbers[a], numbers[b], cost) for a, ways in steps.items() for b, cost in ways]
    rows, columns, costs = zip(*cells, strict=True)
    return csr_array((np.array(costs, float), (rows, columns)), [len(steps)] * 2), numbers


def as_graph(steps: Steps) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(steps)
    for start, ways in steps.items():
        graph.add_weighted_edges_from((start, end, cost) for end, cost in ways)
    return graph


def ask_networkx(graph: nx.DiGraph, start: Hex) -> dict[Hex, int]:
    found: dict[Hex, int] = nx.single_source_dijkstra_path_length(graph, start, cutoff=BUDGET)
    return found
