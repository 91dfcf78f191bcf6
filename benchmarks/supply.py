"""The supply of a whole side, against the quickest search networkx has for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import networkx as nx

from benchmarks.harness import Contest, typical_seconds
from benchmarks.positions import named
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.titles.lost_battalion import supply
from grognard.titles.lost_battalion.kit import ALLIED, GERMAN, Side
from grognard.titles.lost_battalion.state import State

REPEATS = 30
EDGE = -1  # a node beyond the map, next to every source

Search = Callable[[nx.Graph], set[Hex]]
SEARCHES: dict[str, Search] = {
    "node_connected_component": lambda g: nx.node_connected_component(g, EDGE) - {EDGE},
    "descendants": lambda g: nx.descendants(g, EDGE),
    "single_source_shortest_path_length": lambda g: (
        set(nx.single_source_shortest_path_length(g, EDGE)) - {EDGE}
    ),
    "bfs_layers": lambda g: {hex_ for layer in nx.bfs_layers(g, EDGE) for hex_ in layer} - {EDGE},
    "multi_source_dijkstra_path_length": lambda g: (
        set(nx.multi_source_dijkstra_path_length(g, {EDGE})) - {EDGE}
    ),
}


def contest(quick: bool) -> Contest:
    cases = [(state, side) for state in named(quick).values() for side in (ALLIED, GERMAN)]
    graphs = [as_graph(state, side) for state, side in cases]
    peer = quickest(graphs[0])
    search = SEARCHES[peer]
    for (state, side), graph in zip(cases, graphs, strict=True):
        assert all(hexset(ask(graph)) == ask_title(state, side) for ask in SEARCHES.values())
    repeats = 2 if quick else REPEATS

    def ours(_: int) -> int:
        for _ in range(repeats):
            for state, side in cases:
                ask_title(state, side)
        return repeats * len(cases)

    def theirs(_: int) -> int:
        for _ in range(repeats):
            for graph in graphs:
                search(graph)
        return repeats * len(cases)

    return Contest(
        name="supply of a side",
        unit="floods",
        peer=f"networkx {peer}",
        ours=ours,
        theirs=theirs,
        floor=8,
        goal=8,
        note="ours starts from the position and remembers no answer; "
        "theirs starts from a graph laid out beforehand for that very position",
    )


def ask_title(state: State, side: Side) -> HexSet:
    """`supplied_hexes` as at its first call in a position: what it remembers is thrown away."""
    state.kit.memo.clear()
    return supply.supplied_hexes(state, side)


def as_graph(state: State, side: Side) -> nx.Graph:
    """The hexes a supply line may use, joined where it may cross; sources joined to `EDGE`."""
    kit = state.kit
    usable = supply.usable_bridges(state, side)
    free = supply.passable(state, side)
    graph = nx.Graph()
    graph.add_node(EDGE)
    graph.add_nodes_from(members(free))
    for (a, b), between in kit.hexsides.items():
        dry = not between.river or between.bridge & usable
        if dry and free >> a & free >> b & 1:
            graph.add_edge(a, b)
    graph.add_edges_from((EDGE, h) for h in members(supply.sources(state, side) & free))
    return graph


def quickest(graph: nx.Graph) -> str:
    times = {name: typical_seconds(partial(s, graph), 0.05) for name, s in SEARCHES.items()}
    return min(times, key=times.__getitem__)
