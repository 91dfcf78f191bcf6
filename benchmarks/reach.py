"""Everything a unit can reach, against Dijkstra's search in networkx."""

from __future__ import annotations

import networkx as nx

from benchmarks.harness import Contest
from benchmarks.positions import first_position
from grognard.fields import Steps, by_cost, cost_edges, reach
from grognard.hexes import Direction, Hex
from grognard.titles.lost_battalion.decisions import Marching, Movement
from grognard.titles.lost_battalion.kit import ALLIED
from grognard.titles.lost_battalion.marching import MARCH, step_cost
from grognard.titles.lost_battalion.state import State
from grognard.titles.lost_battalion.terrain import crossing_refusal, ground_refusal

BUDGET = 16  # half movement points


def contest(quick: bool) -> Contest:
    state = first_position(1, lambda s: isinstance(s.top, Movement))
    steps = infantry_steps(state)
    ways, graph = by_cost(steps), as_graph(steps)
    starts = state.kit.grid.hexes[:: 97 if quick else 7]
    for start in starts:
        assert reach(ways, start, BUDGET) == ask_networkx(graph, start)

    def ours(_: int) -> int:
        for start in starts:
            reach(ways, start, BUDGET)
        return len(starts)

    def theirs(_: int) -> int:
        for start in starts:
            ask_networkx(graph, start)
        return len(starts)

    return Contest(
        name=f"reach of infantry, {len(steps)} hexes",
        unit="searches",
        peer="networkx Dijkstra, cutoff",
        ours=ours,
        theirs=theirs,
        floor=3,
        goal=3,
        note="the same costs, laid out beforehand for both; answers equal from every start",
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


def as_graph(steps: Steps) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(steps)
    for start, ways in steps.items():
        graph.add_weighted_edges_from((start, end, cost) for end, cost in ways)
    return graph


def ask_networkx(graph: nx.DiGraph, start: Hex) -> dict[Hex, int]:
    found: dict[Hex, int] = nx.single_source_dijkstra_path_length(graph, start, cutoff=BUDGET)
    return found
