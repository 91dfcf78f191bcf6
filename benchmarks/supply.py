"""The supply of a whole side, against the quickest search networkx and scipy have for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from benchmarks.harness import Contest, typical_seconds
from benchmarks.positions import named
from grognard.book.derived import forget
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules import supply

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


def _breadth_first(matrix: Any, hexes: list[Hex]) -> Any:
    return breadth_first_order(matrix, len(hexes) - 1, return_predecessors=False)


def _components(matrix: Any, hexes: list[Hex]) -> Any:
    _, labels = connected_components(matrix, directed=False)
    return (labels == labels[len(hexes) - 1]).nonzero()[0]


SCIPY: dict[str, Callable[[Any], Any]] = {
    "breadth_first_order": lambda laid: (laid[1], _breadth_first(*laid)),
    "connected_components": lambda laid: (laid[1], _components(*laid)),
}


def by_number(found: tuple[list[Hex], Any]) -> HexSet:
    """The hexes of the rows a search of scipy's found; to name them is not in its time."""
    hexes, numbers = found
    return hexset(hexes[n] for n in numbers if hexes[n] != EDGE)


def against_networkx(quick: bool) -> Contest:
    return _contest(quick, "networkx", 150, SEARCHES, as_graph, hexset)


def against_scipy(quick: bool) -> Contest:
    return _contest(quick, "scipy", 5, SCIPY, as_matrix, by_number)


def _contest(
    quick: bool,
    library: str,
    goal: float,
    searches: dict[str, Callable[[Any], Any]],
    lay_out: Callable[[State, Side], Any],
    read: Callable[[Any], HexSet],
) -> Contest:
    cases = [(state, side) for state in named(quick).values() for side in (ALLIED, GERMAN)]
    graphs = [lay_out(state, side) for state, side in cases]
    peer = quickest(searches, graphs[0])
    search = searches[peer]
    for (state, side), graph in zip(cases, graphs, strict=True):
        for ask in searches.values():
            assert read(ask(graph)) == ask_title(state, side)
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
        peer=f"{library} {peer}",
        ours=ours,
        theirs=theirs,
        floor=goal,
        goal=goal,
        note="ours starts from the position and remembers no answer; "
        "theirs starts from a graph laid out beforehand for that very position",
    )


def ask_title(state: State, side: Side) -> HexSet:
    """`supplied_hexes` as at its first call in a position: what it remembers is thrown away."""
    forget()
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


def as_matrix(state: State, side: Side) -> tuple[Any, list[Hex]]:
    """The same as a sparse matrix, with the hex of each row; the last is `EDGE`."""
    graph = as_graph(state, side)
    hexes = [*(hex_ for hex_ in graph if hex_ != EDGE), EDGE]
    numbers = {hex_: n for n, hex_ in enumerate(hexes)}
    pairs = [(numbers[a], numbers[b]) for a, b in graph.edges]
    pairs += [(b, a) for a, b in pairs]
    rows, columns = zip(*pairs, strict=True)
    return csr_array((np.ones(len(pairs)), (rows, columns)), [len(hexes)] * 2), hexes


def quickest(searches: dict[str, Callable[[Any], Any]], graph: Any) -> str:
    times = {name: typical_seconds(partial(s, graph), 0.05) for name, s in searches.items()}
    return min(times, key=times.__getitem__)
