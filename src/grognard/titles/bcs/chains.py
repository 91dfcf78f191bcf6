"""The road net as chains: what leads, hex by hex, from one stop to the next.

Stops are the hexes where roads meet or end, and the goals of a search. All between two
of them is one chain, so that a search looks at some dozens of stops and not at every hex.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple, TypeAlias

from grognard.hexes import Hex, HexSet, hexset, members

Way: TypeAlias = tuple[Hex, ...]
Steps: TypeAlias = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""By hex, the neighbours by road, and what the step there costs as one number."""

NEVER: Final = 1 << 60
_BITS: Final = 14
_HEX: Final = (1 << _BITS) - 1
"""In a heap an entry is a cost and three hexes side by side, so many bits for each hex."""
_WAYS_KEPT: Final = 6


class Chain(NamedTuple):
    """A road from a stop to the next; of the hexes only the stop it comes from is not in it."""

    to: Hex
    entry: int  # for the search: its cost, its end, the hex before that, the stop it comes from
    hexes: HexSet
    path: Way
    twice: tuple[int, ...]  # by hex before the last, twice what it costs to come there
    cost: int


Graph: TypeAlias = dict[Hex, tuple[Chain, ...]]


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
        return tuple(self._chain(hex_, step, stops) for step in self._steps.get(hex_, ()))

    def _chain(self, start: Hex, step: tuple[Hex, int], stops: Container[Hex]) -> Chain:
        before, (at, cost) = start, step
        path, twice = [at], list[int]()
        while at not in stops:
            twice.append(2 * cost)
            one, two = self._steps[at]
            near, more = two if one[0] == before else one
            before, at, cost = at, near, cost + more
            path.append(at)
        entry = ((cost << _BITS | at) << _BITS | before) << _BITS | start
        return Chain(at, entry, hexset(path), tuple(path), tuple(twice), cost)

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


# -- searching ------------------------------------------------------------------------

Lead: TypeAlias = tuple[int, int, int]
"""How the best way goes on from a stop: what it costs, its next hex and its next stop."""


class Leads(NamedTuple):
    """By stop, what leads to a goal, the nearest first; and the shut hexes that were met."""

    by_stop: dict[Hex, Lead]
    met: HexSet


def leads(graph: Graph, goals: HexSet, shut: HexSet, ends: Mapping[Hex, int]) -> Leads:
    """From all stops; if there are ends, with what is to be added to each, only from the stops
    that cost less than the least sum. Of ways that cost the same the lowest next hex leads."""
    found: dict[Hex, Lead] = {}
    heap, met, least = [goal << 2 * _BITS for goal in members(goals & ~shut)], goals & shut, NEVER
    while heap:
        entry = heappop(heap)
        hex_: Any = entry >> 2 * _BITS & _HEX  # a Hex, without the call that says so
        if hex_ in found:
            continue
        cost = entry >> 3 * _BITS
        if cost >= least:
            break
        found[hex_] = cost, entry >> _BITS & _HEX, entry & _HEX
        if hex_ in ends:
            least = min(least, cost + ends[hex_])
        so_far = cost << 3 * _BITS
        for to, more, hexes, _, _, _ in graph[hex_]:
            if to in found:
                continue
            if barred := hexes & shut:
                met |= barred
            else:
                heappush(heap, so_far + more)
    return Leads(found, met)


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
        for chain in self._chains:
            if chain.hexes & shut:
                barred |= chain.hexes & shut
            else:
                chains.append(chain)
                ends[chain.to] = min(chain.cost, ends.get(chain.to, NEVER))
        by_stop, met = leads(self._graph, self._goals, shut, ends) if ends else Leads({}, 0)
        way = self._walk([chain for chain in chains if chain.to in by_stop], by_stop)
        return Found(way, hexset(way or ()), met | barred)

    def _walk(self, chains: list[Chain], by_stop: Mapping[Hex, Lead]) -> Way | None:
        if not chains:
            return None
        chain = min(chains, key=lambda one: (by_stop[one.to][0] + one.cost, one.path[0]))
        way = [self._start, *chain.path]
        while not self._goals >> way[-1] & 1:
            _, first, _ = by_stop[way[-1]]
            way += next(chain.path for chain in self._graph[way[-1]] if chain.path[0] == first)
        return tuple(way)


# -- two measures -------------------------------------------------------------------------


def differing(one: Graph, other: Graph, goals: HexSet, shut: HexSet) -> HexSet:
    """The hexes whose best way to a goal is another if the same chains cost otherwise."""
    mine, theirs = leads(one, goals, shut, {}).by_stop, leads(other, goals, shut, {}).by_stop
    found = 0
    for stop, (_, first, to) in mine.items():  # those nearer to their goal come first
        if first != theirs[stop][1] or found >> to & 1:
            found |= 1 << stop
    for stop in mine:
        for a, b in zip(one[stop], other[stop], strict=True):
            if not a.twice:
                continue
            if a.hexes & shut:
                near = far = next(n for n, hex_ in enumerate(a.path) if shut >> hex_ & 1)
            else:
                near, far = sorted((_turned(stop, a, mine), _turned(stop, b, theirs)))
            if found >> stop & 1:
                found |= hexset(a.path[:near])
            if near < far:
                found |= hexset(a.path[near:far])
    return found


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
