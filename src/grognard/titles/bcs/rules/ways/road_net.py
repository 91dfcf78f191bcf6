"""The road net of a kit, and the search for ways along it; what has been found is kept."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple, TypeAlias

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import SECONDARY, TRACK, TRUCK, Kit
from grognard.titles.bcs.rules.moving.terrain import Gates
from grognard.titles.bcs.rules.ways.stops import Finder, Roads, Way, differing

Class: TypeAlias = int

HEXES, MP = "hexes", "mp"
"""What a way is measured in first; the other breaks ties."""

_BITS: Final = 14
"""In a search a number is a cost and two hexes side by side, so many bits for each."""
_PART: Final = (1 << _BITS) - 1
_PIECES_KEPT: Final = 32


class Net(NamedTuple):
    """The roads that stand: by direction the hexes one may leave, and links by hex."""

    gates: Gates  # any road but a railroad
    main_gates: Gates  # Primary and Secondary Roads
    links: dict[Hex, tuple[tuple[Hex, Class], ...]]
    main_links: dict[Hex, tuple[tuple[Hex, Class], ...]]


@lru_cache(maxsize=64)
@cites("BCS-B.1")
def net_of(kit: Kit, blown: int) -> Net:
    """The net without the bridges that are down."""
    if not blown:
        return _whole(kit)
    gates, main_gates, links, main_links = net_of(kit, 0)
    every, main = dict(links), dict(main_links)
    for a, b in _down(kit, blown):
        every[a] = tuple(link for link in every.get(a, ()) if link[0] != b)
        main[a] = tuple(link for link in main.get(a, ()) if link[0] != b)
        direction, gone = kit.grid.direction(a, b), ~(1 << a)
        gates = tuple(g & gone if d == direction else g for d, g in enumerate(gates))
        main_gates = tuple(g & gone if d == direction else g for d, g in enumerate(main_gates))
    return Net(gates, main_gates, every, main)


def _whole(kit: Kit) -> Net:
    links: dict[Hex, list[tuple[Hex, Class]]] = {}
    for (a, b), crossing in kit.crossings.items():
        if crossing.road >= TRACK:
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


# -- pieces ------------------------------------------------------------------------------


class Pieces:
    """The pieces the net falls into where some hexes are passable; it knows its last ones."""

    def __init__(self, kit: Kit, blown: int, main: bool) -> None:
        roads = net_of(kit, blown)
        self._grid, self._gates = kit.grid, roads.main_gates if main else roads.gates
        self._lately: list[tuple[HexSet, HexSet]] = []  # each with the hexes around it

    def joined(self, start: HexSet, passable: HexSet) -> HexSet:
        """All pieces that hold a hex of the start: roads lead both ways."""
        found, left = 0, start & passable
        for n, (piece, around) in enumerate(self._lately):
            # It is as it was if all of it is open, and nothing that it would go on to.
            if piece & left and not around & passable and piece & passable == piece:
                found, left = found | piece, left & ~piece
                if not left:
                    self._lately.insert(0, self._lately.pop(n))
                    return found
        while left:
            piece = self._grid.flood(left & -left, passable, self._gates)
            around = self._grid.through(piece, self._gates) & ~piece
            self._lately.insert(0, (piece, around))
            del self._lately[_PIECES_KEPT:]
            found, left = found | piece, left & ~piece
        return found


@lru_cache(maxsize=64)
def pieces(kit: Kit, blown: int, main: bool) -> Pieces:
    return Pieces(kit, blown, main)


# -- trees of ways -----------------------------------------------------------------------


class Tree(NamedTuple):
    """The best way of each hex to the nearest of some goals: the next hex, and the cost."""

    next: dict[Hex, Hex]
    cost: dict[Hex, int]  # both parts as one number; what a hex's way leads through comes first

    def second(self, hex_: Hex) -> int:
        """The part of the cost that breaks ties."""
        return self.cost[hex_] & _PART

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
def tree_of(search: Search) -> Tree:
    return _pruned(search)


class Grown(NamedTuple):
    """The tree if every hex were open and every bridge stood: by hex, the next one (0 at the
    goals, -1 off the tree) and the cost as one number; its hexes, those nearest a goal first."""

    next: array[int]
    cost: array[int]
    order: array[int]


@lru_cache(maxsize=768)
def _grown(anywhere: Search) -> Grown:
    """By the first part of the cost, what was reached: the second part, the hex, the next hex
    on; ties go to the lowest of these."""
    kit = anywhere.kit
    steps = _steps(kit, anywhere.blown, anywhere.ground, anywhere.measure, anywhere.main)
    size = kit.grid.all.bit_length()
    goals = anywhere.goals & (kit.road_hexes_ps if anywhere.main else kit.road_hexes)
    next_, costs, order = array("h", [-1]) * size, array("i", [-1]) * size, array("h")
    reached = [[goal << _BITS for goal in members(goals)]]
    for first, entries in enumerate(reached):
        entries.sort()
        for entry in entries:
            hex_: Any = entry >> _BITS & _PART  # a Hex, without the call that says so
            if costs[hex_] >= 0:
                continue
            second = entry >> 2 * _BITS
            costs[hex_], next_[hex_] = first << _BITS | second, entry & _PART
            order.append(hex_)
            here = (second << 2 * _BITS) + hex_
            for near, more, step in steps.get(hex_, ()):
                if costs[near] < 0:
                    while len(reached) <= first + more:
                        reached.append([])
                    reached[first + more].append(here + step)
    return Grown(next_, costs, order)


def _pruned(search: Search) -> Tree:
    """The tree without what is closed or down, and what hung on that grown anew."""
    grown = _grown(search._replace(blown=0, passable=0))
    down = _down(search.kit, search.blown)
    is_open = f"{search.passable:b}"[::-1].ljust(len(grown.next), "0")
    tree = Tree({}, {})
    onward, costs = tree
    lost: dict[Any, None] = {}  # of what hexes, as keys: an ordered set
    hex_: Any
    next_: Any
    for hex_ in grown.order:
        next_ = grown.next[hex_]
        if is_open[hex_] != "1" or next_ in lost or (hex_, next_) in down:
            lost[hex_] = None
            continue
        costs[hex_] = grown.cost[hex_]
        if next_:
            onward[hex_] = next_
    _regrow(search, tree, [hex_ for hex_ in lost if is_open[hex_] == "1"])
    return tree


@lru_cache(maxsize=64)
def _down(kit: Kit, blown: int) -> frozenset[tuple[Hex, Hex]]:
    """The steps over the bridges that are down."""
    sides = (side for number, side in enumerate(kit.bridges) if blown >> number & 1)
    return frozenset(step for a, b in sides for step in ((a, b), (b, a)))


def _regrow(search: Search, tree: Tree, lost: list[Hex]) -> None:
    """Finds the ways of the hexes that have none yet, from those that have."""
    steps = _steps(search.kit, search.blown, search.ground, search.measure, search.main)
    heap, open_ = list[int](), set(lost)
    for hex_ in lost:
        for near, more, step in steps.get(hex_, ()):
            if near in tree.cost:
                cost = tree.cost[near] + (more << _BITS) + (step >> 2 * _BITS)
                heappush(heap, cost << 2 * _BITS | hex_ << _BITS | near)
    while heap:
        entry = heappop(heap)
        at: Any = entry >> _BITS & _PART
        if at in tree.cost:
            continue
        next_: Any = entry & _PART
        cost = tree.cost[at] = entry >> 2 * _BITS
        tree.next[at] = next_
        for near, more, step in steps[at]:
            if near in open_ and near not in tree.cost:
                further = cost + (more << _BITS) + (step >> 2 * _BITS)
                heappush(heap, further << 2 * _BITS | near << _BITS | at)


@lru_cache(maxsize=64)
def footing(kit: Kit, ground: str) -> str:
    """The first state of the ground on which trucks go by road as they do on this one."""

    def costs(one: str) -> list[int]:
        return [row[TRUCK] for row in kit.road_cost[one]]

    return next(one for one in kit.road_cost if costs(one) == costs(ground))


@lru_cache(maxsize=64)
def _steps(
    kit: Kit, blown: int, ground: str, measure: str, main: bool
) -> dict[Hex, tuple[tuple[Hex, int, int], ...]]:
    """By hex, the neighbours by road, the first part of the cost, and what is added to an entry."""

    def step(near: Hex, road: Class) -> tuple[Hex, int, int]:
        mp = kit.road_cost[ground][road][TRUCK]
        first, second = (1, mp) if measure == HEXES else (mp, 1)
        assert first > 0, "every step by road takes a hex or more"
        return near, first, second << 2 * _BITS | near << _BITS

    roads = net_of(kit, blown)
    links = roads.main_links if main else roads.links
    return {a: tuple(step(b, road) for b, road in found) for a, found in links.items()}


# -- single ways -------------------------------------------------------------------------


def way(search: Search, start: Hex) -> Way | None:
    """The best way from a hex to the nearest goal."""
    kit, blown, ground, measure, main, goals, passable = search
    every = kit.road_hexes_ps if main else kit.road_hexes
    roads = _roads(kit, blown, ground, measure, main)
    return _finder(roads, start, goals & every).way(every & ~passable)


@lru_cache(maxsize=4096)
def _finder(roads: Roads, start: Hex, goals: HexSet) -> Finder:
    return Finder(roads, start, goals)


@lru_cache(maxsize=64)
def _roads(kit: Kit, blown: int, ground: str, measure: str, main: bool) -> Roads:
    if blown:
        return _roads(kit, 0, ground, measure, main).without(_down(kit, blown))
    steps = _steps(kit, 0, ground, measure, main)
    return Roads(
        {
            hex_: tuple((near, more << _BITS | step >> 2 * _BITS) for near, more, step in found)
            for hex_, found in steps.items()
        }
    )


@lru_cache(maxsize=256)
def two_ways(kit: Kit, blown: int, ground: str, goals: HexSet, passable: HexSet) -> HexSet:
    """The hexes whose best way by Primary and Secondary Roads is another in MPs than in hexes."""
    goals &= kit.road_hexes_ps
    by_hexes, by_mp = (_roads(kit, blown, ground, one, True).graph(goals) for one in (HEXES, MP))
    return differing(by_hexes, by_mp, goals, kit.road_hexes_ps & ~passable)


# -- distances -----------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def between(kit: Kit, blown: int, a: Hex, b: Hex, passable: HexSet) -> tuple[int, HexSet]:
    grid, gates = kit.grid, net_of(kit, blown).gates
    there = grid.rings(1 << a, gates, ~passable, goals=1 << b)
    if not there[-1] >> b & 1:
        return -1, 0
    back = grid.rings(1 << b, gates, ~passable, goals=1 << a)
    ways = 0
    for near, far in zip(there, reversed(back), strict=True):
        ways |= near & far
    return len(there) - 1, ways & passable


class Distances:
    """How many hexes of road lead from each road hex to a hex; found out as far as one asks."""

    def __init__(self, links: Mapping[Hex, tuple[tuple[Hex, Class], ...]], goal: Hex) -> None:
        self._links, self._found, self._last = links, {goal: 0}, [goal]

    def get(self, hex_: Hex) -> int | None:
        """None if no road leads there."""
        if hex_ in self._links:
            while hex_ not in self._found and self._last:
                self._last = self._farther()
        return self._found.get(hex_)

    def _farther(self) -> list[Hex]:
        """The hexes next to the last ones."""
        found, farther = self._found, list[Hex]()
        for hex_ in self._last:
            for near, _ in self._links.get(hex_, ()):
                if near not in found:
                    found[near] = found[hex_] + 1
                    farther.append(near)
        return farther


@lru_cache(maxsize=512)
def distances(kit: Kit, blown: int, goal: Hex) -> Distances:
    return Distances(net_of(kit, blown).links, goal)


class Rings:
    """The hexes at each distance from the nearest of some hexes along roads."""

    def __init__(self, kit: Kit, gates: Gates, goals: HexSet) -> None:
        self._rings = kit.grid.rings(goals, gates)

    def nearest(self, hexes: HexSet) -> HexSet:
        """Those of a set that are fewest hexes of road off; none if no road leads to any."""
        return next((found for ring in self._rings if (found := ring & hexes)), 0)

    def no_farther(self, hex_: Hex) -> HexSet:
        """All as near as a hex, and it; none if no road leads to it."""
        found = 0
        for ring in self._rings:
            found |= ring
            if ring >> hex_ & 1:
                return found
        return 0


@lru_cache(maxsize=512)
def rings(kit: Kit, blown: int, goals: HexSet) -> Rings:
    return Rings(kit, net_of(kit, blown).gates, goals)
