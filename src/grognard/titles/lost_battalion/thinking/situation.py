"""What a player reads off a view before choosing: fields, estimates, reach.

Everything is worked out when first asked for. What depends on little (distance
fields, step tables) is kept from one view to the next by what it depends on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

import msgspec

from grognard.book.derived import derived
from grognard.ground.fields import Ways, by_cost, reach_paths, route
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.lost_battalion.kit.tables import (
    ALLIED,
    EVERYONE_DIES,
    GERMAN,
    KITS,
    MEUSE,
    Kit,
    Side,
    UnitId,
    UnitSet,
)
from grognard.titles.lost_battalion.position.decisions import Marching
from grognard.titles.lost_battalion.position.state import State, units_in
from grognard.titles.lost_battalion.rules.marching import MARCH, RIDE, movement_left
from grognard.titles.lost_battalion.rules.supply import supplied_hexes, usable_bridges
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import Sighting, View

FAR: Final = 999
FOE_COST: Final = 14  # half points a path pays for each enemy stack in its way
BRIDGE_COST: Final = (24, 60)  # half points for a Meuse bridge, open or not yet open
TOWN: Final = 14  # half points by which a town is a lesser aim than the best victory hex
STACK: Final = 18  # the same of an enemy stack
LAST_DASH: Final = 9  # turns before the end from which victory hexes count for more and more
HURRY: Final = 6
WORN: Final = 0.85  # of full strength, what an unseen unit is thought to have


class Estimate(msgspec.Struct, frozen=True):
    """What a stack is thought to be worth."""

    strength: float
    steps: float


class Reach(msgspec.Struct, frozen=True):
    """What one kind of movement reaches: the cost of each hex, and where it is entered from."""

    mode: str
    start: Hex
    costs: dict[Hex, int]
    came_from: dict[Hex, Hex]

    def first(self, end: Hex) -> Hex:
        """The first hex on the way there."""
        return self.way(end)[1]

    def way(self, end: Hex) -> list[Hex]:
        """The hexes on the way there, from where it starts."""
        return route(self.came_from, self.start, end)


# -- fields over the map -------------------------------------------------------------


@lru_cache(maxsize=8)
def _neighbours(key: str) -> dict[Hex, tuple[Hex, ...]]:
    kit = KITS[key]
    return {
        hex_: tuple(h for h in kit.grid.neighbours(hex_) if kit.play >> h & 1)
        for hex_ in members(kit.play)
    }


@lru_cache(maxsize=8)
def _approaches(key: str, crossing: bool) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
    """By hex, its neighbours and what it costs to come in from each (for Allied infantry)."""
    kit = KITS[key]
    return {
        hex_: tuple(
            (near, cost)
            for near in _neighbours(key)[hex_]
            if (cost := _approach(kit, near, hex_, crossing)) < FAR
        )
        for hex_ in members(kit.play)
    }


def _approach(kit: Kit, start: Hex, end: Hex, crossing: bool) -> int:
    side = kit.hexsides[start, end]
    cost = kit.by_road[end] if side.road else kit.off_road[end]
    if side.river == MEUSE:
        if not side.bridge:
            return FAR
        return cost + BRIDGE_COST[not crossing and side.north]
    return cost + (kit.minor_cost if side.river and not side.bridge else 0)


@lru_cache(maxsize=256)
def _field(
    key: str, crossing: bool, seeds: tuple[tuple[Hex, int], ...], foes: HexSet
) -> dict[Hex, int]:
    """Half points from each hex to the nearest seed, every enemy stack on the way costing more."""
    table = _approaches(key, crossing)
    best: dict[Hex, int] = {}
    buckets: list[list[Hex]] = [[] for _ in range(400)]
    for hex_, offset in seeds:
        buckets[min(offset, 399)].append(hex_)
    for cost, bucket in enumerate(buckets):
        for hex_ in bucket:
            if hex_ in best:
                continue
            best[hex_] = cost
            through = cost + FOE_COST if foes >> hex_ & 1 else cost
            for near, step in table[hex_]:
                if near not in best and through + step < 400:
                    buckets[through + step].append(near)
    return best


@lru_cache(maxsize=64)
def _steps(key: str, side: Side, usable: int, crossing: bool, tanks: bool, guns: bool) -> Ways:
    """Marching costs as the rules have them, for infantry, for groups with tanks, for guns."""
    kit = KITS[key]
    steps = {
        hex_: tuple(
            (near, cost)
            for near in _neighbours(key)[hex_]
            if (cost := _step(kit, hex_, near, side, usable, crossing, tanks, guns)) < FAR
        )
        for hex_ in members(kit.play)
    }
    return by_cost(steps)


def _step(
    kit: Kit, a: Hex, b: Hex, side: Side, usable: int, crossing: bool, tanks: bool, guns: bool
) -> int:
    between = kit.hexsides[a, b]
    if side == ALLIED and between.north and not crossing:
        return FAR
    bridged = bool(between.bridge & usable)
    if between.river and not bridged and (between.river == MEUSE or tanks or guns):
        return FAR
    if between.road and (not between.river or bridged):
        return kit.by_road[b]
    if guns or (tanks and (kit.forest | kit.rough) >> b & 1):
        return FAR
    return kit.off_road[b] + (kit.minor_cost if between.river and not bridged else 0)


@lru_cache(maxsize=64)
def _rides(key: str, side: Side, usable: int, crossing: bool) -> Ways:
    """Operational Movement: half a point along any road hexside that can be used."""
    kit = KITS[key]
    table: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
    for hex_ in members(kit.play):
        ways = []
        for near in kit.grid.neighbours(hex_):
            between = kit.hexsides.get((hex_, near))
            if between is None or not between.road:
                continue
            if side == ALLIED and between.north and not crossing:
                continue
            if not between.river or between.bridge & usable:
                ways.append((near, 1))
        table[hex_] = tuple(ways)
    return by_cost(table)


@lru_cache(maxsize=8)
def _usual(key: str, nation: str) -> tuple[float, float]:
    """Mean strength and steps of a nation's infantry."""
    units = [u for u in KITS[key].units if u.nation == nation and u.kind == "INF"]
    strength = sum(u.strength[-1] for u in units) / len(units)
    return strength * WORN, sum(u.steps for u in units) / len(units) * WORN


@lru_cache(maxsize=8)
def exchanges(key: str) -> tuple[tuple[float, float], ...]:
    """By column of the combat table, the mean steps lost by attacker and defender."""
    return tuple(
        (sum(a for a, _ in column) / 6, sum(min(d, 6) for _, d in column) / 6)
        for column in KITS[key].crt
    )


def clearing(kit: Kit, column: int, steps: float) -> float:
    """The chance that a column takes so many steps."""
    return sum(d == EVERYONE_DIES or d >= steps for _, d in kit.crt[column]) / 6


# -- one view --------------------------------------------------------------------------


class Situation:
    """A view, and what follows from it, for the side that is asked."""

    def __init__(self, view: View, wants: Mapping[Hex, float] | None = None) -> None:
        assert view.own is not None, "an onlooker has nothing to choose"
        self.view, self.own = view, view.own
        self.wants = wants or {}
        self.key = view.terms.kit
        self.kit = KITS[self.key]
        self.side: Side = view.own.side
        self.top = view.stack[-1] if view.stack else None

    @cached_property
    def state(self) -> State:
        return glimpse(self.view)

    @cached_property
    def foes(self) -> HexSet:
        bits = 0
        for sighting in self.view.sightings:
            bits |= 1 << sighting.hex
        return bits

    @cached_property
    def near_foes(self) -> HexSet:
        return self.kit.grid.spread(self.foes)

    @cached_property
    def mine(self) -> HexSet:
        return self.state.occupied[self.side]

    @cached_property
    def sightings(self) -> dict[Hex, Sighting]:
        return {sighting.hex: sighting for sighting in self.view.sightings}

    @cached_property
    def crossing(self) -> bool:
        return self.view.turn >= self.kit.scenario.rules.meuse_crossing_from

    @cached_property
    def usable(self) -> int:
        return usable_bridges(self.state, self.side)

    @cached_property
    def supplied(self) -> HexSet:
        return supplied_hexes(self.state, self.side)

    def around(self, hex_: Hex) -> tuple[Hex, ...]:
        """The neighbours of a hex that are in play."""
        return _neighbours(self.key)[hex_]

    def units(self, hex_: Hex) -> UnitSet:
        """One's own units in a hex."""
        return units_in(self.state, hex_)

    def strength(self, unit: UnitId) -> int:
        return self.kit.units[unit].strength[self.state.steps[unit]]

    # -- objectives ----------------------------------------------------------------------

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """What each victory hex counts for: its points, more or less as it is wanted."""
        points = {self.kit.grid.at(row.hex): row.vp for row in self.kit.victory_hexes}
        return {hex_: vp * self.wants.get(hex_, 1) for hex_, vp in points.items()}

    @cached_property
    def allied_field(self) -> dict[Hex, int]:
        """How far the Allied side is from what it wants, by hex."""
        german = self.foes if self.side == ALLIED else self.mine
        seeds = self._prize_seeds() | self._front_seeds(german)
        if self.view.turn < self.kit.scenario.rules.meuse_attacks_from:
            seeds = {h: cost for h, cost in seeds.items() if not self.kit.right_bank >> h & 1}
        return _field(self.key, self.crossing, tuple(seeds.items()), german)

    def _prize_seeds(self) -> dict[Hex, int]:
        wanted = {h: vp for h, vp in self.prizes.items() if not self.view.control >> h & 1}
        top = max(wanted.values(), default=0)
        return {h: int(3 * (top - vp)) for h, vp in wanted.items()}

    def _front_seeds(self, german: HexSet) -> dict[Hex, int]:
        """Towns and enemies, so that a division goes for what lies before it."""
        late = max(0, LAST_DASH - (self.kit.scenario.last_turn - self.view.turn))
        later = HURRY * late * late
        seeds = dict.fromkeys(members(german), STACK + later)
        towns = self.kit.towns & self.kit.play & ~self.view.control
        return seeds | dict.fromkeys(members(towns), TOWN + later)

    def way_to(self, hex_: Hex) -> dict[Hex, int]:
        """How far it is to a hex from each hex, roughly."""
        return _field(self.key, self.crossing, ((hex_, 0),), self.foes)

    @cached_property
    def gaps(self) -> HexSet:
        """Where the Allied side would walk in next and no German stands in the way."""
        kit, grid = self.kit, self.kit.grid
        allied = self.foes if self.side == GERMAN else self.mine
        german = self.mine if self.side == GERMAN else self.foes
        band = grid.within(allied, 2) & ~allied & ~kit.start_allied & kit.play
        held = german | self._thickets(german)
        forward = 0
        for hex_ in members(band & ~held):
            if self._is_forward(hex_, allied):
                forward |= 1 << hex_
        return forward

    def _thickets(self, german: HexSet) -> HexSet:
        """Hexes with Germans on two sides or more."""
        once = twice = 0
        for direction in range(6):
            near = self.kit.grid.step(german, direction)
            twice |= once & near
            once |= near
        return twice

    def _is_forward(self, hex_: Hex, allied: HexSet) -> bool:
        field = self.allied_field
        here = field.get(hex_, FAR)
        close = self.kit.disc(hex_, 2) & allied
        return any(field.get(h, FAR) > here for h in members(close))

    @cached_property
    def need_field(self) -> dict[Hex, int]:
        """How far a German is from where a line has to be stopped, by hex."""
        kit = self.kit
        seeds = [(h, 6 - 2 * self.cover(h)) for h in members(self.gaps)]
        near = kit.grid.within(self.foes, 5)
        for hex_ in self.prizes:
            lost = self.view.control >> hex_ & 1 and not self.foes >> hex_ & 1
            bare = near >> hex_ & 1 and not (self.mine | self.view.control) >> hex_ & 1
            if (lost or bare) and not kit.start_allied >> hex_ & 1:
                seeds.append((hex_, 0 if lost else 2))
        if not seeds:
            near = self.near_foes & kit.play & ~self.foes & ~kit.start_allied
            seeds = [(h, 10) for h in members(near)]
        return _field(self.key, True, tuple(seeds), self.foes)

    def cover(self, hex_: Hex) -> int:
        return self.kit.natural[hex_].assault + self.kit.man_made[hex_].assault

    # -- the enemy -----------------------------------------------------------------------

    @cached_property
    def estimates(self) -> dict[Hex, Estimate]:
        return self._estimates(self.side)

    @derived(of=lambda here, _: (here.view.sightings, here.view.known))
    def _estimates(self, _: Side) -> dict[Hex, Estimate]:
        """What each stack in sight is thought to be worth, to whoever sees as much."""
        seen: dict[Hex, list[tuple[int, int]]] = defaultdict(list)
        for known in self.view.known:
            face = self.kit.units[known.unit]
            seen[known.where].append((face.strength[known.steps], known.steps))
        return {s.hex: self._estimate(s, seen.get(s.hex, [])) for s in self.view.sightings}

    def _estimate(self, sighting: Sighting, seen: list[tuple[int, int]]) -> Estimate:
        strength = float(sum(s for s, _ in seen))
        steps = float(sum(n for _, n in seen))
        hidden = sighting.count - len(seen)
        if hidden:
            each, worn = self._guess(sighting)
            strength += each * hidden
            steps += worn * hidden
        if sighting.out_fighting or sighting.out_moving:
            strength /= 2
        return Estimate(max(strength, 1.0), max(steps, 1.0))

    def _guess(self, sighting: Sighting) -> tuple[float, float]:
        if sighting.kind == "INF":
            each, steps = _usual(self.key, sighting.nation)
            return (each, steps) if sighting.count < 3 else (0.8 * each, 0.8 * steps)
        return (2.0, 1.0) if sighting.kind == "MG" else (1.0, 1.0)

    # -- reach -----------------------------------------------------------------------------

    def reaches(self, march: Marching) -> list[Reach]:
        """Where a group can go with what movement it has left."""
        kit, left = self.kit, movement_left(self.state, march)
        found: list[Reach] = []
        if march.at < 0 or left <= 0:
            return found
        if march.mode != RIDE:
            tanks, guns = bool(march.units & kit.tanks), bool(march.units & kit.artillery)
            table = _steps(self.key, self.side, self.usable, self.crossing, tanks, guns)
            found.append(_reach(MARCH, table, march.at, left, self.closed))
        if march.mode != MARCH and self._may_ride(march):
            friendly = self.view.control if self.side == ALLIED else ~self.view.control
            rides = _rides(self.key, self.side, self.usable, self.crossing)
            found.append(_reach(RIDE, rides, march.at, left, self.near_foes | ~friendly))
        return found

    def _may_ride(self, march: Marching) -> bool:
        early = self.view.turn < self.kit.first_ride
        if self.side == ALLIED and early:
            return False
        return not self.near_foes >> march.at & 1 and bool(self.kit.roads >> march.at & 1)

    @cached_property
    def march_table(self) -> Ways:
        """What infantry pays from hex to hex."""
        return _steps(self.key, self.side, self.usable, self.crossing, False, False)

    @cached_property
    def closed(self) -> HexSet:
        """Hexes the side may not enter."""
        kit = self.kit
        if self.side == ALLIED:
            return self.foes | self.view.gas
        return self.foes | kit.start_allied | (self.view.gas & ~kit.forts)


def _reach(mode: str, table: Ways, at: Hex, left: int, closed: HexSet) -> Reach:
    costs, came_from = reach_paths(table, at, left, closed)
    return Reach(mode, at, costs, came_from)
