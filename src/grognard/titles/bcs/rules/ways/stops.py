"""The road net as chains: what leads, hex by hex, from one stop to the next.

Stops are the hexes where roads meet or end, and the goals of a search. All between two
of them is one chain, so that a search looks at some dozens of stops and not at every hex.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final, NamedTuple, TypeAlias

from grognard.ground.fast import NEVER, Chain, Graph, Lead, Steps, chain, leads
from grognard.ground.hexes import Hex, HexSet, hexset, members

Way: TypeAlias = tuple[Hex, ...]

_WAYS_KEPT: Final = 6


class Roads:
    """A net of roads and the costs of its steps, cut into chains."""

    def __init__(self, steps: Steps, graph: Graph | None = None) -> None:
        self._steps = steps
        self._graph = self._cut() if graph is None else graph
        self._core: Graph = {
            stop: tuple(chain for chain in chains if len(self._graph[chain.to]) > 1)
            for stop, chains in self._graph.items()
        }
        self.graph = lru_cache(maxsize=64)(lambda more: self._with_stops(self._graph, more))
        self.core = lru_cache(maxsize=512)(lambda more: self._with_stops(self._core, more))

    def _cut(self) -> Graph:
        """The chains between the hexes where roads meet or end."""
        stops = {hex_ for hex_, near in self._steps.items() if len(near) != 2}
        graph: Graph = {stop: self._from(stop, stops) for stop in stops}
        chained = (chain.path for chains in graph.values() for chain in chains)
        ringed = set(self._steps).difference(stops, *chained)
        while ringed:  # roads that lead round to themselves: each gets a stop
            hex_ = ringed.pop()
            graph[hex_] = self._from(hex_, (hex_,))
            ringed.difference_update(graph[hex_][0].path)
        return graph

    def without(self, gone: Collection[tuple[Hex, Hex]]) -> Roads:
        """The same net when some of its steps are gone; their ends are stops."""
        steps = dict(self._steps)
        graph = dict(self.graph(hexset(a for a, _ in gone if a in steps)))
        for a, b in gone:
            if a in steps:
                steps[a] = tuple(step for step in steps[a] if step[0] != b)
                graph[a] = tuple(chain for chain in graph[a] if chain.path[0] != b)
        return Roads(steps, graph)

    def _from(self, hex_: Hex, stops: Container[Hex]) -> tuple[Chain, ...]:
        steps = self._steps
        return tuple([chain(steps, hex_, step, stops) for step in steps.get(hex_, ())])

    def _with_stops(self, graph: Graph, more: HexSet) -> Graph:
        """The chains by stop, with some more stops than there are by themselves.

        In the core no chain leads where roads end, unless such a stop is asked for.
        """
        graph = dict(graph)
        for hex_ in members(more):
            if len(graph.get(hex_, ())) < 2:
                ends = [chain.to for chain in self._from(hex_, graph)]
                graph[hex_] = ()
                for stop in (hex_, *ends):
                    graph[stop] = self._from(stop, graph)
        return graph

    def chains(self, graph: Graph, hex_: Hex) -> tuple[Chain, ...]:
        """The chains of a graph from any hex."""
        found = graph.get(hex_)
        return self._from(hex_, graph) if found is None else found


# -- single ways ------------------------------------------------------------------------


class Found(NamedTuple):
    """A way, or that there is none; it is the best as long as it is open and what was met shut
    stays so."""

    way: Way | None
    hexes: HexSet
    met: HexSet


class Finder:
    """Finds the best way from a hex to some goals, whatever is shut; it knows its last ones."""

    def __init__(self, roads: Roads, start: Hex, goals: HexSet) -> None:
        self._start, self._goals = start, goals
        self._graph = roads.core(goals)
        self._chains = roads.chains(self._graph, start)
        self._lately: list[Found] = []

    def way(self, shut: HexSet) -> Way | None:
        for found in self._lately:
            if not found.hexes & shut and found.met & shut == found.met:
                return found.way
        self._lately.insert(0, self._look(shut))
        del self._lately[_WAYS_KEPT:]
        return self._lately[0].way

    def _look(self, shut: HexSet) -> Found:
        start = 1 << self._start
        if start & shut:
            return Found(None, 0, start)
        if start & self._goals:
            return Found((self._start,), start, 0)
        ends, barred, chains = dict[Hex, int](), 0, list[Chain]()
        for one in self._chains:
            if one.hexes & shut:
                barred |= one.hexes & shut
            else:
                chains.append(one)
                ends[one.to] = min(one.cost, ends.get(one.to, NEVER))
        by_stop, met = leads(self._graph, self._goals, shut, ends) if ends else ({}, 0)
        way = self._walk([one for one in chains if one.to in by_stop], by_stop)
        return Found(way, hexset(way or ()), met | barred)

    def _walk(self, chains: list[Chain], by_stop: Mapping[Hex, Lead]) -> Way | None:
        if not chains:
            return None
        best = min(chains, key=lambda one: (by_stop[one.to][0] + one.cost, one.path[0]))
        way = [self._start, *best.path]
        while not self._goals >> way[-1] & 1:
            _, first, _ = by_stop[way[-1]]
            way += next(one.path for one in self._graph[way[-1]] if one.path[0] == first)
        return tuple(way)


# -- two measures -------------------------------------------------------------------------


def differing(one: Graph, other: Graph, goals: HexSet, shut: HexSet) -> HexSet:
    """The hexes whose best way to a goal is another if the same chains cost otherwise."""
    (mine, _), (theirs, _) = leads(one, goals, shut, {}), leads(other, goals, shut, {})
    astray = set[int]()
    for stop, (_, first, to) in mine.items():  # those nearer to their goal come first
        if first != theirs[stop][1] or to in astray:
            astray.add(stop)
    found: list[Any] = [*astray]
    for stop, a, b in _inner(one, other, mine):
        if a.hexes & shut:
            if stop in astray:
                found += takewhile(lambda hex_: not shut >> hex_ & 1, a.path)
        elif stop <= a.to:  # the other way it is the same once more
            near, far = sorted((_turned(stop, a, mine), _turned(stop, b, theirs)))
            found += a.path[near:far]
            found += a.path[:near] if stop in astray else ()
            found += a.path[far:-1] if a.to in astray else ()
    return hexset(found)


def _inner(one: Graph, other: Graph, stops: Collection[Hex]) -> Iterator[tuple[Hex, Chain, Chain]]:
    """The chains from some stops that have hexes between their ends, by either measure."""
    for stop in stops:
        for a, b in zip(one[stop], other[stop], strict=True):
            if a.twice:
                yield stop, a, b


def _turned(stop: Hex, chain: Chain, by_stop: Mapping[Hex, Lead]) -> int:
    """How many hexes of an open chain, not counting its end, have their way by this stop."""
    to, _, _, path, twice, cost = chain
    even = by_stop[to][0] + cost - by_stop[stop][0]  # what a hex half-way costs twice
    if even < twice[0]:
        return 0
    if even > twice[-1]:
        return len(twice)
    count = bisect_left(twice, even)
    before = path[count - 1] if count else stop
    return count + (twice[count] == even and before < path[count + 1])
