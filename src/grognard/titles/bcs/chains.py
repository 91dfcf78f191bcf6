"""The road net as chains: what leads, hex by hex, from one stop to the next.

Stops are the hexes where roads meet or end, and the goals of a search. All between two
of them is one chain, so that a search looks at some dozens of stops and not at every hex.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping
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
"""In a heap an entry is a cost and a hex side by side."""
_WAYS_KEPT: Final = 6


class Chain(NamedTuple):
    """A road from a stop to the next; of the hexes only the stop it comes from is not in it."""

    to: Hex
    cost: int
    hexes: HexSet
    path: Way
    twice: tuple[int, ...]  # by hex before the last, twice what it costs to come there


Graph: TypeAlias = dict[Hex, tuple[Chain, ...]]


class Roads:
    """A net of roads and the costs of its steps, cut into chains."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        stops = {hex_ for hex_, near in steps.items() if len(near) != 2}
        self._graph: Graph = {stop: self._from(stop, stops) for stop in stops}
        chained = (chain.path for chains in self._graph.values() for chain in chains)
        ringed = set(steps).difference(stops, *chained)
        while ringed:  # roads that lead round to themselves: each gets a stop
            hex_ = ringed.pop()
            self._graph[hex_] = self._from(hex_, (hex_,))
            ringed.difference_update(self._graph[hex_][0].path)
        self.graph = lru_cache(maxsize=512)(self._with_stops)

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
        return Chain(at, cost, hexset(path), tuple(path), tuple(twice))

    def _with_stops(self, more: HexSet) -> Graph:
        """The chains by stop, with some more stops than there are by themselves."""
        graph = dict(self._graph)
        for hex_ in members(more):
            if hex_ not in graph:
                ends = [chain.to for chain in self._from(hex_, graph)]
                graph[hex_] = ()
                for stop in (hex_, *ends):
                    graph[stop] = self._from(stop, graph)
        return graph

    def chains(self, graph: Graph, hex_: Hex) -> tuple[Chain, ...]:
        """The chains of a graph from any hex."""
        found = graph.get(hex_)
        return self._from(hex_, graph) if found is None else found


# -- costs ----------------------------------------------------------------------------


class Costs(NamedTuple):
    """By stop, the nearest first, what the best way to a goal costs; and the shut hexes met."""

    by_stop: dict[Hex, int]
    met: HexSet


def costs(graph: Graph, goals: HexSet, shut: HexSet, ends: Mapping[Hex, int]) -> Costs:
    """Of all stops; if there are ends, with what is to be added to each, only of the stops
    that cost less than the least sum."""
    found: dict[Hex, int] = {}
    heap, met, least = list[int](members(goals & ~shut)), goals & shut, NEVER
    while heap:
        entry = heappop(heap)
        hex_: Any = entry & _HEX  # a Hex, without the call that says so
        if hex_ in found:
            continue
        cost = entry >> _BITS
        if cost >= least:
            break
        found[hex_] = cost
        if hex_ in ends:
            least = min(least, cost + ends[hex_])
        for to, more, hexes, _, _ in graph[hex_]:
            if to in found:
                continue
            if barred := hexes & shut:
                met |= barred
            else:
                heappush(heap, cost + more << _BITS | to)
    return Costs(found, met)


def onward(chains: Iterable[Chain], costs: Mapping[Hex, int], shut: HexSet) -> Chain | None:
    """The chain of the best way; of equals the one whose first hex is lowest."""
    found, least = None, (NEVER, Hex(0))
    for chain in chains:
        if chain.to in costs and not chain.hexes & shut:
            rank = costs[chain.to] + chain.cost, chain.path[0]
            if rank < least:
                found, least = chain, rank
    return found


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
        self._graph = roads.graph(goals)
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
        ends, barred = dict[Hex, int](), 0
        for chain in self._chains:
            if chain.hexes & shut:
                barred |= chain.hexes & shut
            else:
                ends[chain.to] = min(chain.cost, ends.get(chain.to, NEVER))
        by_stop, met = costs(self._graph, self._goals, shut, ends) if ends else Costs({}, 0)
        way = self._walk(by_stop, shut)
        return Found(way, hexset(way or ()), met | barred)

    def _walk(self, by_stop: Mapping[Hex, int], shut: HexSet) -> Way | None:
        way, chain = [self._start], onward(self._chains, by_stop, shut)
        while chain is not None:
            way += chain.path
            if self._goals >> chain.to & 1:
                return tuple(way)
            chain = onward(self._graph[chain.to], by_stop, shut)
        return None


# -- two measures -------------------------------------------------------------------------


def differing(one: Graph, other: Graph, goals: HexSet, shut: HexSet) -> HexSet:
    """The hexes whose best way to a goal is another if the same chains cost otherwise."""
    mine, theirs = costs(one, goals, shut, {}).by_stop, costs(other, goals, shut, {}).by_stop
    found = 0
    for stop in mine:  # those nearer to their goal come first
        if not goals >> stop & 1:
            a, b = onward(one[stop], mine, shut), onward(other[stop], theirs, shut)
            assert a is not None, "a stop that costs something has a way"
            if b is None or a.path != b.path or found >> a.to & 1:
                found |= 1 << stop
    for stop in mine:
        for a, b in zip(one[stop], other[stop], strict=True):
            if a.twice:
                near, far = _turned(stop, a, mine, shut), _turned(stop, b, theirs, shut)
                if near != far:
                    found |= hexset(a.path[min(near, far) : max(near, far)])
                if found >> stop & 1:
                    found |= hexset(a.path[: min(near, far)])
    return found


def _turned(stop: Hex, chain: Chain, costs: Mapping[Hex, int], shut: HexSet) -> int:
    """How many hexes of a chain, not counting the stop at its end, have their way by this stop."""
    to, cost, hexes, path, twice = chain
    if hexes & shut:
        return next((n for n, hex_ in enumerate(path[:-1]) if shut >> hex_ & 1), len(twice))
    even = costs[to] + cost - costs[stop]  # what a hex half-way costs twice
    if even < twice[0]:
        return 0
    if even > twice[-1]:
        return len(twice)
    count = bisect_left(twice, even)
    before = path[count - 1] if count else stop
    return count + (twice[count] == even and before < path[count + 1])
