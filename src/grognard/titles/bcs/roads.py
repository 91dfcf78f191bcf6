"""The road net, and ways along it. Who may use which hexes is for others to say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from grognard.hexes import Hex, HexSet, members
from grognard.rulebook import cites
from grognard.titles.bcs.kit import PRIMARY, SECONDARY, TRACK, TRUCK, FormationId, Kit, Side
from grognard.titles.bcs.options import in_use
from grognard.titles.bcs.state import Route, State

Way: TypeAlias = tuple[Hex, ...]
Gates: TypeAlias = tuple[HexSet, ...]
Class: TypeAlias = int

HEXES, MP = "hexes", "mp"
"""What a way is measured in first; the other breaks ties."""


class Net(NamedTuple):
    """The roads that stand: by direction the hexes one may leave, and links by hex."""

    gates: Gates  # any road but a railroad
    main_gates: Gates  # Primary and Secondary Roads
    links: dict[Hex, tuple[tuple[Hex, Class], ...]]
    main_links: dict[Hex, tuple[tuple[Hex, Class], ...]]


def net(state: State) -> Net:
    return _net(state.kit, state.blown)


@lru_cache(maxsize=64)
@cites("BCS-B.1")
def _net(kit: Kit, blown: int) -> Net:
    """The net without the bridges that are down."""
    links: dict[Hex, list[tuple[Hex, Class]]] = {}
    for (a, b), crossing in kit.crossings.items():
        number = kit.bridge_number.get((a, b))
        down = number is not None and blown >> number & 1
        if crossing.road >= TRACK and not down:
            links.setdefault(a, []).append((b, crossing.road))
    every = {a: tuple(sorted(found)) for a, found in links.items()}
    main = {a: tuple(link for link in found if link[1] >= SECONDARY) for a, found in every.items()}
    return Net(_gates(kit, every), _gates(kit, main), every, main)


def _gates(kit: Kit, links: dict[Hex, tuple[tuple[Hex, Class], ...]]) -> Gates:
    gates = [0] * 6
    for a, found in links.items():
        for b, _ in found:
            direction = kit.grid.direction(a, b)
            assert direction is not None, "roads join neighbours"
            gates[direction] |= 1 << a
    return tuple(gates)


# -- ways -----------------------------------------------------------------------------


class Tree(NamedTuple):
    """The best way of each hex to the nearest of some goals: the next hex, and the cost."""

    next: dict[Hex, Hex]
    cost: dict[Hex, tuple[int, int]]

    def way(self, start: Hex) -> Way | None:
        """The hexes from the start to its goal, both included."""
        if start not in self.cost:
            return None
        found = [start]
        while (onward := self.next.get(found[-1])) is not None:
            found.append(onward)
        return tuple(found)


class Search(NamedTuple):
    """Where ways are looked for, and how they are measured."""

    kit: Kit
    blown: int
    ground: str
    measure: str
    main: bool  # by Primary and Secondary Roads alone
    goals: HexSet
    passable: HexSet


@lru_cache(maxsize=64)  # a tree is large
def _tree(search: Search) -> Tree:
    return _grow(search, None)


@lru_cache(maxsize=4096)
def _way(search: Search, start: Hex) -> Way | None:
    kit, blown, _, _, main, goals, passable = search
    if not _flood(kit, blown, main, goals, passable) >> start & 1:
        return None  # or all of the net would be searched for nothing
    return _grow(search, start).way(start)


def _grow(search: Search, start: Hex | None) -> Tree:
    """The tree of ways, grown from the goals until it holds the start."""
    roads, passable = _net(search.kit, search.blown), search.passable
    links = roads.main_links if search.main else roads.links
    prices = {road: _price(search, road) for road in range(TRACK, PRIMARY + 1)}
    tree = Tree({}, {})
    heap = [(0, 0, goal, goal) for goal in members(search.goals & passable)]
    while heap and start not in tree.cost:
        first, second, hex_, onward = heappop(heap)
        if hex_ in tree.cost:
            continue
        tree.cost[hex_] = first, second
        if onward != hex_:
            tree.next[hex_] = onward
        for near, road in links.get(hex_, ()):
            if passable >> near & 1 and near not in tree.cost:
                more, also = prices[road]
                heappush(heap, (first + more, second + also, near, hex_))
    return tree


def _price(search: Search, road: Class) -> tuple[int, int]:
    mp = search.kit.road_cost[search.ground][road][TRUCK]
    return (1, mp) if search.measure == HEXES else (mp, 1)


def _search(state: State, measure: str, main: bool, goals: HexSet, passable: HexSet) -> Search:
    passable &= state.kit.road_hexes_ps if main else state.kit.road_hexes
    return Search(state.kit, state.blown, state.ground, measure, main, goals, passable)


def main_tree(state: State, measure: str, goals: HexSet, passable: HexSet) -> Tree:
    """Ways to the goals by Primary and Secondary Roads through passable hexes."""
    return _tree(_search(state, measure, True, goals, passable))


def any_tree(state: State, measure: str, goals: HexSet, passable: HexSet) -> Tree:
    """Ways to the goals by any road but a railroad."""
    return _tree(_search(state, measure, False, goals, passable))


@cites("BCS-S.43")
def cheapest(state: State, start: Hex, goals: HexSet, passable: HexSet) -> Way | None:
    """The way of fewest Truck MP by any road but a railroad; of equals, of fewest hexes."""
    if goals >> start & 1:
        return (start,)
    return _way(_search(state, MP, False, goals, passable), start)


def shortest(state: State, measure: str, start: Hex, goals: HexSet, passable: HexSet) -> Way | None:
    """The shortest way to a goal by Primary and Secondary Roads."""
    return _way(_search(state, measure, True, goals, passable), start)


def joined(state: State, start: HexSet, passable: HexSet) -> HexSet:
    """What roads other than railroads join to the start."""
    return _flood(state.kit, state.blown, False, start, passable & state.kit.road_hexes)


def main_joined(state: State, start: HexSet, passable: HexSet) -> HexSet:
    """What Primary and Secondary Roads join to the start."""
    return _flood(state.kit, state.blown, True, start, passable & state.kit.road_hexes_ps)


@lru_cache(maxsize=4096)
def _flood(kit: Kit, blown: int, main: bool, start: HexSet, passable: HexSet) -> HexSet:
    roads = _net(kit, blown)
    return kit.grid.flood(start, passable, roads.main_gates if main else roads.gates)


def shortest_hexes(state: State, a: Hex, b: Hex, passable: HexSet) -> tuple[int, HexSet]:
    """How many hexes from a to b by road, and the hexes on any way as short; (-1, 0) if none."""
    passable &= state.kit.road_hexes
    return _between(state.kit, state.blown, a, b, passable | 1 << a | 1 << b)


@lru_cache(maxsize=1024)
def _between(kit: Kit, blown: int, a: Hex, b: Hex, passable: HexSet) -> tuple[int, HexSet]:
    there = list(_layers(kit, blown, a, b, passable))
    if not there[-1] >> b & 1:
        return -1, 0
    back = list(_layers(kit, blown, b, a, passable))
    ways = 0
    for near, far in zip(there, reversed(back), strict=True):
        ways |= near & far
    return len(there) - 1, ways


def _layers(kit: Kit, blown: int, a: Hex, b: Hex, passable: HexSet) -> Iterator[HexSet]:
    """The hexes at each distance from a along roads, until b or the end of them is reached."""
    gates, reached, frontier = _net(kit, blown).gates, 0, 1 << a
    while frontier:
        yield frontier
        reached |= frontier
        if frontier >> b & 1:
            return
        near = 0
        for direction, gate in enumerate(gates):
            near |= kit.grid.step(frontier & gate, direction)
        frontier = near & passable & ~reached


# -- sources, and the road back ---------------------------------------------------------


@cites("BCS-10.3.d")
def sources(state: State, side: Side) -> HexSet:
    """The side's Supply Sources, which are its Entry hexes too."""
    found = state.kit.sources[side]
    for extra in state.kit.option_sources:
        if extra.side == side and extra.from_turn <= state.turn and in_use(state, extra.option):
            found |= 1 << extra.hex
    return found


@cites("BCS-1.6.e")
def road_back(state: State, number: FormationId, count: int) -> list[Hex]:
    """The first hexes of the road from the HQ back toward the Trains, and on to their source."""
    return list((way_back(state, number) or ())[1 : count + 1])


@cites("BCS-1.6.e")
def way_back(state: State, number: FormationId) -> Way | None:
    """That road, the HQ's hex first; None if there is none.

    By the MSR last established if it still begins at the HQ and its bridges stand,
    else by the best road, whoever is on it: what the enemy does to it is for the caller.
    """
    hq, trains, route = state.hq[number], state.trains[number], state.routes[number]
    if hq < 0:
        return None
    if route is not None and _is_road(state, number, route):
        return route.front + route.rear[1:]
    everywhere = state.kit.grid.all
    homes = sources(state, state.kit.formations[number].side)
    if trains < 0:
        return cheapest(state, hq, homes, everywhere)
    front = cheapest(state, hq, 1 << trains, everywhere)
    if front is None:
        return None
    return front + (shortest(state, HEXES, trains, homes, everywhere) or front[-1:])[1:]


def _is_road(state: State, number: FormationId, route: Route) -> bool:
    """Whether the route leads from HQ to Trains yet, its bridges standing."""
    ends = route.front[0], route.front[-1]
    here = ends == (state.hq[number], state.trains[number])
    return here and not state.blown & bridges(state.kit, route)


@lru_cache(maxsize=4096)
def bridges(kit: Kit, route: Route) -> int:
    """The bridges of an MSR that may be blown."""
    steps = (*pairwise(route.front), *pairwise(route.rear))
    numbers = {kit.bridge_number[step] for step in steps if step in kit.bridge_number}
    return sum(1 << number for number in numbers)
