"""The searches that take the time, in plain Python; `fast` chooses between these and their twin.

Signatures are plain data. twin.pyx says the same for a compiler, and
tests/ground/test_twins.py holds the two to each other: answers, and the order
of what is in them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple, NewType, TypeAlias

Hex = NewType("Hex", int)
HexSet = int

Steps: TypeAlias = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""By hex: the neighbours a step from it can enter, each with the cost of that step."""
Ways: TypeAlias = Mapping[Hex, tuple[tuple[int, tuple[Hex, ...]], ...]]
"""The same laid out by cost, cheapest first: what the steps of one cost can enter."""


def members(hexes: HexSet) -> Iterator[Hex]:
    """The hexes of a set, lowest first (north to south, west to east)."""
    while hexes:
        low = hexes & -hexes
        yield Hex(low.bit_length() - 1)
        hexes ^= low


def hexset(hexes: Iterable[Hex]) -> HexSet:
    """The set of some hexes."""
    bits = 0
    for hex_ in hexes:
        bits |= 1 << hex_
    return bits


# -- sets on a map -------------------------------------------------------------------------


class Field:
    """Sets of hexes on a map whose rows are `width` bits apart; `all` are those there are."""

    def __init__(self, width: int, all_: HexSet) -> None:
        self.width: Final = width
        self.all: Final = all_

    def distance(self, a: Hex, b: Hex) -> int:
        rows = b // self.width - a // self.width
        columns = b % self.width - a % self.width
        return max(abs(rows), abs(columns), abs(rows + columns))

    def spread(self, hexes: HexSet) -> HexSet:
        """The set and every hex next to it."""
        w = self.width
        sideways = hexes | hexes << 1 | hexes >> 1
        up = hexes >> w | hexes >> (w - 1)
        down = hexes << w | hexes << (w - 1)
        return (sideways | up | down) & self.all

    def around(self, hexes: HexSet) -> HexSet:
        """Every hex next to one of the set; a hex of the set only if it is next to another."""
        w = self.width
        up = hexes >> w | hexes >> (w - 1) | hexes >> 1
        down = hexes << w | hexes << (w - 1) | hexes << 1
        return (up | down) & self.all

    def within(self, hexes: HexSet, radius: int) -> HexSet:
        """The set and every hex at most so far from it, counted over hexes of the map."""
        for _ in range(radius):
            hexes = self.spread(hexes)
        return hexes

    def flood(self, sources: HexSet, passable: HexSet, gates: Sequence[HexSet] | None) -> HexSet:
        """What can be reached from the sources through passable hexes.

        `gates[d]` holds the hexes that may be left in direction d; None: all.
        """
        passable &= self.all  # a complement such as `~enemy` has bits off the map
        reached = sources & passable
        if gates is None:
            while (wider := self.spread(reached) & passable) != reached:
                reached = wider
            return reached
        nw, ne, e, se, sw, west = gates
        w = self.width
        frontier = reached
        while frontier:
            near = (  # as in `through`, without the call
                (frontier & nw) >> w
                | (frontier & ne) >> (w - 1)
                | (frontier & e) << 1
                | (frontier & se) << w
                | (frontier & sw) << (w - 1)
                | (frontier & west) >> 1
            )
            frontier = near & passable & ~reached
            reached |= frontier
        return reached

    def through(self, hexes: HexSet, gates: Sequence[HexSet]) -> HexSet:
        """Where one step through the gates leads to, be it off the map."""
        nw, ne, e, se, sw, west = gates
        w = self.width
        return (
            (hexes & nw) >> w
            | (hexes & ne) >> (w - 1)
            | (hexes & e) << 1
            | (hexes & se) << w
            | (hexes & sw) << (w - 1)
            | (hexes & west) >> 1
        )

    def rings(
        self,
        start: HexSet,
        gates: Sequence[HexSet],
        shut: HexSet = 0,
        *,
        most: int = 1 << 30,
        goals: HexSet = 0,
    ) -> list[HexSet]:
        """By number of steps through the gates, at most so many, what is come to by no fewer.

        Shut hexes are entered and not left. The first ring that holds a goal is the last.
        """
        found, ring, left = [start], start, self.all & ~start
        while len(found) <= most and not ring & goals:
            ring = self.through(ring & ~shut, gates) & left
            if not ring:
                break
            found.append(ring)
            left ^= ring
        return found


# -- searches by cost ------------------------------------------------------------------------


def by_cost(steps: Steps) -> Ways:
    """The steps as `reach` wants them."""
    return {hex_: tuple(_by_cost(ways)) for hex_, ways in steps.items()}


def _by_cost(ways: tuple[tuple[Hex, int], ...]) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    for cost in sorted({cost for _, cost in ways}):
        yield cost, tuple(other for other, step in ways if step == cost)


def reach(ways: Ways, start: Hex, budget: int, blocked: HexSet = 0) -> dict[Hex, int]:
    """The cheapest cost to each hex within the budget, the start included at 0.

    Blocked hexes may not be entered; to start on one is no entry.
    """
    # Dial's bucket queue: one list of hexes per cost, settled when it comes up. A
    # list may grow under its loop, by steps of cost 0, and holds a hex as often as
    # it was come by; the first time counts. Must agree with reach_paths.
    best: dict[Hex, int] = {}
    blocked &= ~(1 << start)
    buckets: list[list[Hex]] = [[start], *([] for _ in range(budget))]
    for cost, bucket in enumerate(buckets):
        left = budget - cost
        for hex_ in bucket:
            if hex_ not in best and not (blocked and blocked >> hex_ & 1):
                best[hex_] = cost
                for step, others in ways[hex_]:
                    if step > left:
                        break
                    buckets[cost + step] += others
    return best


def reach_paths(
    ways: Ways, start: Hex, budget: int, blocked: HexSet = 0
) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
    """What `reach` answers, and for each hex but the start the one it is entered from."""
    best: dict[Hex, int] = {}
    came_from: dict[Hex, Hex] = {}
    blocked &= ~(1 << start)
    buckets: list[list[tuple[Hex, Hex]]] = [[(start, start)], *([] for _ in range(budget))]
    for cost, bucket in enumerate(buckets):
        left = budget - cost
        for hex_, before in bucket:
            if hex_ not in best and not (blocked and blocked >> hex_ & 1):
                best[hex_] = cost
                came_from[hex_] = before
                for step, others in ways[hex_]:
                    if step > left:
                        break
                    buckets[cost + step] += [(o, hex_) for o in others if o not in best]
    del came_from[start]
    return best, came_from


# -- searches by chains ----------------------------------------------------------------------

NEVER: Final = 1 << 60
_BITS: Final = 14
_HEX: Final = (1 << _BITS) - 1
"""In a heap an entry is a cost and three hexes side by side, so many bits for each hex."""


class Chain(NamedTuple):
    """A road from a stop to the next; of the hexes only the stop it comes from is not in it."""

    to: Hex
    entry: int  # for the search: its cost, its end, the hex before that, the stop it comes from
    hexes: HexSet
    path: tuple[Hex, ...]
    twice: tuple[int, ...]  # by hex before the last, twice what it costs to come there
    cost: int


Graph: TypeAlias = dict[Hex, tuple[Chain, ...]]
"""By stop, the chains from it; they lead both ways."""


def chain(steps: Steps, start: Hex, step: tuple[Hex, int], stops: Container[Hex]) -> Chain:
    """The chain that begins with a step from a stop; all hexes between stops have two steps."""
    before, (at, cost) = start, step
    path, twice = [at], list[int]()
    while at not in stops:
        twice.append(2 * cost)
        one, two = steps[at]
        near, more = two if one[0] == before else one
        before, at, cost = at, near, cost + more
        path.append(at)
    entry = ((cost << _BITS | at) << _BITS | before) << _BITS | start
    return Chain(at, entry, hexset(path), tuple(path), tuple(twice), cost)


Lead: TypeAlias = tuple[int, int, int]
"""How the best way goes on from a stop: what it costs, its next hex and its next stop."""


def leads(
    graph: Graph, goals: HexSet, shut: HexSet, ends: Mapping[Hex, int]
) -> tuple[dict[Hex, Lead], HexSet]:
    """By stop, what leads to a goal, the nearest first; and the shut hexes that were met.

    From all stops; if there are ends, with what is to be added to each, only from the stops
    that cost less than the least sum. Of ways that cost the same the lowest next hex leads.
    """
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
    return found, met
