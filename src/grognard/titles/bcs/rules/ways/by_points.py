"""Where a mover can get to: what each step takes, where it stops, and the search for ways.

Movement points are spent hex by hex. A way may run on through a hex or end in
it by a STOP, and the two are kept apart, since a hex may stop one who comes
through the woods and not one who comes by road.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.bcs.kit.kit import ALL, TAC, TRUCK, Face, MaType, P, Quarters, Side
from grognard.titles.bcs.position.offering import flags
from grognard.titles.bcs.position.state import State, fact, other
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import terrain, zones

NEVER: Final[Quarters] = 1 << 30
_BITS: Final = 14
_HEX: Final = (1 << _BITS) - 1


class Barriers(msgspec.Struct, frozen=True):
    """What is in the way of movers of a side and an MA type."""

    type: MaType
    shut: HexSet  # cannot be entered
    stopping: HexSet  # entered, and stopped in
    jumps: HexSet  # cannot be gone between: from one EZOC to another


@cites("BCS-S.27", "BCS-6.0.a", "BCS-6.0.b", "BCS-6.0.c", "BCS-6.1.d", "BCS-5.1g", "BCS-A.5")
def barriers(state: State, side: Side, ma_type: MaType) -> Barriers:
    """For combat units of the side."""

    def find() -> Barriers:
        enemy = other(side)
        ezoc = zones.affecting(state, side, ma_type)
        stopping = state.traffic | ezoc
        if ma_type == TRUCK:
            stopping |= sight.engagement_zone(state, enemy)
        shut = state.occupied[enemy] | state.kit.barred[side]
        return Barriers(ma_type, shut, stopping, 0 if ma_type == TAC else ezoc)

    return fact(state, ("barriers", side, ma_type), find)


@cites("BCS-S.22", "BCS-R.44")
def charge(cost: Quarters, left: Quarters, fresh: bool) -> Quarters:
    """What a step takes of the points left; NEVER if it cannot be paid.

    `fresh` is a mover that has spent nothing yet: it can pay ALL, and can enter one
    hex that is beyond its means for all it has.
    """
    if cost != ALL and cost <= left:
        return cost
    return left if fresh and left > 0 else NEVER


class Distances:
    """By hex, the points to the nearest of some goals; found out as far as one asks."""

    def __init__(self, state: State, mover: Face, goals: HexSet, shut: HexSet) -> None:
        self._costs, self._shut = terrain.tables(state).costs[mover.type], shut
        self._grid, self._whole, self._goals = state.kit.grid, mover.ma, goals
        rim = goals & self._grid.spread(self._grid.all & ~goals)  # behind it all is goals
        self._near: dict[Hex, Quarters] = dict.fromkeys(members(rim), 0)
        self._queue: list[int] = [*self._near]  # a number of points and a hex in one
        self._settled: dict[Hex, Quarters] = {}

    def to(self, hex_: Hex) -> Quarters:
        """NEVER if no goal can be reached from the hex."""
        if self._goals >> hex_ & 1:
            return 0
        while hex_ not in self._settled and self._queue:
            entry = heappop(self._queue)
            nearest: Any = entry & _HEX  # a Hex, without the call that says so
            if nearest not in self._settled:
                self._settle(nearest, entry >> _BITS)
        return self._settled.get(hex_, NEVER)

    def _settle(self, hex_: Hex, far: Quarters) -> None:
        self._settled[hex_] = far
        if self._shut >> hex_ & 1:
            return
        near, goals, costs = self._near, self._goals, self._costs
        for before in self._grid.neighbours(hex_):
            known = near.get(before, NEVER)
            if known <= far:
                continue
            cost = costs[before, hex_]
            total = far + (self._whole if cost == ALL else cost)
            if total < known and cost != P and not goals >> before & 1:
                near[before] = total
                heappush(self._queue, total << _BITS | before)


class Ways(msgspec.Struct):
    """What a search found: points spent, and the hex before, for passing and for stopping."""

    start: Hex
    passing: dict[Hex, Quarters]
    stopped: dict[Hex, Quarters]
    came: dict[Hex, Hex]
    came_to_stop: dict[Hex, Hex]

    def spent(self, hex_: Hex) -> Quarters:
        return min(self.passing.get(hex_, NEVER), self.stopped.get(hex_, NEVER))

    def before(self, hex_: Hex) -> Hex:
        """The hex before it on the cheapest way; of the start, itself."""
        if hex_ == self.start:
            return hex_
        cheaper = self.passing.get(hex_, NEVER) <= self.stopped.get(hex_, NEVER)
        return (self.came if cheaper else self.came_to_stop)[hex_]

    def to(self, hex_: Hex) -> list[Hex]:
        """The hexes entered on the cheapest way to a hex, itself last."""
        if hex_ == self.start:
            return []
        way, at = [hex_], self.before(hex_)
        while at != self.start:
            way.append(at)
            at = self.came[at]
        return way[::-1]


def search(
    state: State,
    by: Barriers,
    start: Hex,
    left: Quarters,
    *,
    fresh: bool = False,
    goals: HexSet = 0,
    falling: Distances | None = None,
) -> Ways:
    """All ways from a hex with the points left; it ends when one of the goals is reached.

    With `falling` every step must lead to a hex of a lower number there.
    """
    ways = Ways(start, {start: 0}, {}, {}, {})
    passing, halted = ways.passing, ways.stopped
    steps, size = terrain.tables(state).steps[by.type], state.kit.grid.all.bit_length()
    shut, stopping, jumps = (flags(one, size) for one in (by.shut, by.stopping, by.jumps))
    queue = [(0, start)]
    while queue:
        spent, hex_ = heappop(queue)
        if spent > passing[hex_]:
            continue
        caught, all_in = jumps[hex_], fresh and hex_ == start
        for near, cost, halts in steps[hex_]:
            if shut[near] or (caught and jumps[near]):
                continue
            if falling is not None and falling.to(near) >= falling.to(hex_):
                continue
            total = spent + (charge(cost, left - spent, all_in) if all_in or cost == ALL else cost)
            if total > left:
                continue
            stop = halts or stopping[near]
            found, came = (halted, ways.came_to_stop) if stop else (passing, ways.came)
            if total < found.get(near, NEVER):
                found[near], came[near] = total, hex_
                if goals >> near & 1:
                    return ways
                if not stop:
                    heappush(queue, (total, near))
    return ways
