"""Who is sent where: units are given to victory hexes one by one, to where each helps most.

A victory hex is kept by the steps that stand in it; the first few help much,
more help less. Only what can be reached in this phase is given away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from grognard.ground.fields import reach_paths
from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.kit.tables import GERMAN, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import Marching
from grognard.titles.lost_battalion.position.state import DUE, RESERVE, ids
from grognard.titles.lost_battalion.rules.marching import movement_left
from grognard.titles.lost_battalion.rules.reserves import entry_hexes
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.thinking.planning.doctrine import Doctrine
from grognard.titles.lost_battalion.thinking.situation import FAR, Situation

FAR_AWAY: Final = 0.01  # what half a point of marching takes from a post
LEAST: Final = 0.08  # what a unit must add to a hex to be sent there
NEAR: Final = 8  # hexes from which the enemy may come


class Posts:
    """The victory hexes as one side sees them at one moment, and who could go there."""

    def __init__(
        self, now: Situation, doctrine: Doctrine, ways: dict[UnitId, dict[Hex, int]] | None = None
    ) -> None:
        self.now, self.kit, self.side = now, now.kit, now.side
        self.doctrine, self.ways = doctrine, ways
        self.last = now.view.turn >= now.kit.scenario.last_turn

    # -- how safe a hex is ---------------------------------------------------------------

    def safety(self, hex_: Hex, steps: int) -> float:
        """The chance that the side has a victory hex at the end with so many steps in it."""
        if self.last and self.side == GERMAN and (steps or not self._theirs(hex_)):
            return 1.0  # nobody moves after the German's last turn
        if steps:
            return 1.0 - float((1.0 - self.doctrine.grip) ** steps)
        if self._theirs(hex_):
            return 0.0
        return 0.15 if self._threatened(hex_) else 0.9

    def _theirs(self, hex_: Hex) -> bool:
        return bool(self.now.view.control >> hex_ & 1) == (self.side == GERMAN)

    def _threatened(self, hex_: Hex) -> bool:
        return bool(self._near_foes >> hex_ & 1)

    @cached_property
    def _near_foes(self) -> int:
        return self.kit.grid.within(self.now.foes, NEAR)

    def worth(self, hex_: Hex, units: UnitSet) -> float:
        """What a victory hex with these units in it is worth."""
        return self._worth(hex_, self.steps(units))

    def _worth(self, hex_: Hex, steps: int) -> float:
        return self.now.prizes[hex_] * self.safety(hex_, steps)

    def steps(self, units: UnitSet) -> int:
        counted = units & (self.kit.infantry | self.kit.machine_guns)
        return sum(self.now.state.steps[u] for u in ids(counted))

    # -- who goes where ------------------------------------------------------------------

    def assign(self) -> dict[UnitId, Hex]:
        """A post for each unit that is worth more there than elsewhere."""
        open_ = [h for h in self.now.prizes if not self.now.foes >> h & 1]
        ways = dict(self.ways) if self.ways is not None else self.all_ways()
        held = {hex_: self._fixed(hex_, ways) for hex_ in open_}
        given: dict[UnitId, Hex] = {}
        while best := self._best(ways, held):
            unit, hex_ = best
            given[unit] = hex_
            held[hex_] |= 1 << unit
            del ways[unit]
        return given

    def all_ways(self) -> dict[UnitId, dict[Hex, int]]:
        """By unit, what it costs to get to each open victory hex it can reach this phase."""
        open_ = [h for h in self.now.prizes if not self.now.foes >> h & 1]
        return {unit: way for unit in self._free() if (way := self._ways(unit, open_))}

    def _best(
        self, ways: Mapping[UnitId, Mapping[Hex, int]], held: Mapping[Hex, UnitSet]
    ) -> tuple[UnitId, Hex] | None:
        found, most = None, LEAST
        there, brings = {hex_: self.steps(held[hex_]) for hex_ in held}, self.now.state.steps
        for unit, way in ways.items():
            for hex_, cost in way.items():
                gain = self._gain(hex_, there[hex_], brings[unit]) - FAR_AWAY * cost
                if gain > most and stack_refusal(self.kit, held[hex_] | 1 << unit) is None:
                    found, most = (unit, hex_), gain
        return found

    def _gain(self, hex_: Hex, there: int, more: int) -> float:
        """What so many steps more are worth in a victory hex."""
        known = self._gains.get((hex_, there, more))
        if known is None:
            known = self._worth(hex_, there + more) - self._worth(hex_, there)
            self._gains[hex_, there, more] = known
        return known

    @cached_property
    def _gains(self) -> dict[tuple[Hex, int, int], float]:
        return {}

    def _fixed(self, hex_: Hex, free: Iterable[UnitId]) -> UnitSet:
        """Who stays in a hex whatever is decided."""
        movable = sum(1 << unit for unit in free)
        return self.now.units(hex_) & ~movable

    def _free(self) -> list[UnitId]:
        own = self.now.own
        busy = own.done | own.refilled | own.lifted
        mine = self.kit.side_units[self.side] & self.kit.infantry & ~busy
        where = self.now.state.hex_of
        boxes = (DUE, RESERVE) if self.now.view.turn >= self.kit.reserve_from else (DUE,)
        return [u for u in ids(mine) if where[u] >= 0 or where[u] in boxes]

    def _ways(self, unit: UnitId, wanted: list[Hex]) -> dict[Hex, int]:
        """What it costs the unit to get to each hex it can reach this phase."""
        costs = self._reach(unit, self.now.state.hex_of[unit])
        return {hex_: costs[hex_] for hex_ in wanted if hex_ in costs}

    def _reach(self, unit: UnitId, at: Hex) -> dict[Hex, int]:
        march = self.now.top
        if isinstance(march, Marching) and march.units >> unit & 1:
            return self._from(march)
        if at >= 0:
            return self._starting(Marching(self.side, 1 << unit, at))
        return self._entering(unit)

    def _starting(self, march: Marching) -> dict[Hex, int]:
        """For infantry that has not moved: all who begin there with as much movement alike."""
        key = march.at, self._allowance(march)
        known = self._starts.get(key)
        if known is None:
            known = self._starts[key] = self._from(march)
        return known

    @cached_property
    def _starts(self) -> dict[tuple[Hex, int], dict[Hex, int]]:
        return {}

    def _from(self, march: Marching) -> dict[Hex, int]:
        """To victory hexes: nobody is posted elsewhere."""
        costs = {march.at: 0}
        for reach in self.now.reaches(march):
            for hex_ in self.now.prizes:
                if hex_ in reach.costs:
                    costs[hex_] = min(reach.costs[hex_], costs.get(hex_, FAR))
        return costs

    def _entering(self, unit: UnitId) -> dict[Hex, int]:
        """From the edge of the map, all ways in taken together."""
        group = Marching(self.side, 1 << unit, self.now.state.hex_of[unit])
        key = entry_hexes(self.now.state, group.units) & ~self.now.foes, self._allowance(group)
        known = self._entries.get(key)
        if known is None:
            known = self._entries[key] = self._enter(*key)
        return known

    @cached_property
    def _entries(self) -> dict[tuple[int, int], dict[Hex, int]]:
        return {}

    def _allowance(self, group: Marching) -> int:
        return movement_left(self.now.state, group)

    def _enter(self, edge: int, left: int) -> dict[Hex, int]:
        costs: dict[Hex, int] = {}
        table, closed = self.now.march_table, self.now.closed
        for hex_ in members(edge & ~closed):
            first = self.kit.by_road[hex_] if self.kit.road_exits >> hex_ & 1 else 99
            first = min(first, self.kit.off_road[hex_])
            if first > left:
                continue
            for end, cost in reach_paths(table, hex_, left - first, closed)[0].items():
                costs[end] = min(first + cost, costs.get(end, FAR))
        return costs
