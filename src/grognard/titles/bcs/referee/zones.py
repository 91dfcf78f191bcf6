"""The second reading: the counters of a position, zones, Support and Safe Paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import NO_FORMATION, STANDOFF, Face, Kit, Unit, UnitId
from grognard.titles.bcs.position.state import BOX, State
from grognard.titles.bcs.referee.ground import (
    TAC,
    TRUCK,
    TYPES,
    Ground,
    Label,
    Steps,
    Way,
    bits,
    distance,
    row_of,
)

T = TypeVar("T")
Formation = int
_GROUNDS: dict[int, Ground] = {}


def ground_of(kit: Kit) -> Ground:
    if id(kit) not in _GROUNDS:
        _GROUNDS[id(kit)] = Ground(kit)
    return _GROUNDS[id(kit)]


class Counter(NamedTuple):
    """A combat unit as it lies there; `at` is "" when it is not on the map."""

    id: UnitId
    side: int
    formation: Formation
    at: Label
    place: Hex
    steps: int
    showing: Face
    type: str
    dropped: bool  # for the Activation, or with a marker
    dropped_marker: bool

    @property
    def prepared(self) -> bool:
        """BCS-1.2d.a."""
        return self.showing.av > 0 or self.showing.arrow


class Position:
    """The columns of a state, read into names."""

    def __init__(self, state: State) -> None:
        self.state, self.kit = state, state.kit
        self.ground = ground_of(state.kit)
        self.blown = frozenset(self.ground.bridges[n] for n in bits(state.blown))
        self.units = [self._counter(unit) for unit in self.kit.units]
        self.on_map = [unit for unit in self.units if unit.at]
        self.stacks: dict[Label, list[Counter]] = {}
        for unit in self.on_map:
            self.stacks.setdefault(unit.at, []).append(unit)
        self.hq = [self.label(h) for h in state.hq]
        self.trains = [self.label(h) for h in state.trains]
        self.formations = self.kit.formations
        self.barred = [self._closed(side) for side in ("us", "german")]
        self._links = self.ground.links(self.blown)
        self.backs: dict[Formation, list[Label]] = {}
        self._kept: dict[Any, Any] = {}

    def label(self, hex_: Hex) -> Label:
        return self.kit.grid.label(hex_) if hex_ >= 0 else ""

    def _counter(self, printed: Unit) -> Counter:
        state, unit = self.state, printed.id
        showing = printed.faces[state.deployed >> unit & 1]
        gone = (state.dropped | state.stripped) >> unit & 1
        place = state.hex_of[unit]
        return Counter(
            unit,
            printed.side,
            state.command[unit],
            self.label(place),
            place,
            state.steps[unit],
            showing,
            TYPES[showing.type],
            bool(gone),
            bool(state.dropped >> unit & 1),
        )

    def _closed(self, side: str) -> set[Label]:
        """The rows a side keeps out of (BCS-A.5)."""
        rows = [row.rows for row in self.kit.scenario.barred if row.side == side]
        return {h for h in self.ground.hexes for a, b in rows if a <= row_of(h) <= b}

    def once(self, key: Any, find: Callable[[], T]) -> T:
        """Worked out once for a position."""
        if key not in self._kept:
            self._kept[key] = find()
        found: T = self._kept[key]
        return found

    # -- who is where ----------------------------------------------------------------

    def of_side(self, side: int) -> list[Counter]:
        return [unit for unit in self.on_map if unit.side == side]

    def of(self, number: Formation) -> list[Counter]:
        """The formation's units on the map."""
        return [unit for unit in self.on_map if unit.formation == number]

    def holds(self, side: int) -> set[Label]:
        """The hexes with combat units of the side."""
        return self.once(("holds", side), lambda: {unit.at for unit in self.of_side(side)})

    def tails(self, side: int) -> set[Label]:
        """The hexes with HQs and Trains of the side."""
        found = [self.hq[f.id] for f in self.formations if f.side == side]
        found += [self.trains[f.id] for f in self.formations if f.side == side]
        return {label for label in found if label}

    def traffic(self) -> set[Label]:
        """The hexes with Traffic Stopped markers."""
        marked = bits(self.state.traffic)
        return self.once("traffic", lambda: {self.label(Hex(n)) for n in marked})

    def steps(self, type_: str) -> Steps:
        return self.ground.steps(self.state.ground, self.blown, type_)

    def entered(self, type_: str) -> set[Label]:
        """The hexes that units of that type can enter from anywhere."""
        return self.ground.entered(self.state.ground, self.blown, type_)

    def radius(self, number: Formation) -> set[Label]:
        """BCS-S.17: a distance, whatever lies between."""
        if not self.hq[number]:
            return set()
        far = self.formations[number].radius
        return self.once(("radius", number), lambda: self.ground.within(self.hq[number], far))

    def in_radius(self, unit: Counter) -> bool:
        if unit.formation == NO_FORMATION or not self.hq[unit.formation]:
            return False
        hq = self.hq[unit.formation]
        return distance(unit.at, hq) <= self.formations[unit.formation].radius

    # -- zones -----------------------------------------------------------------------

    def _zone(self, units: list[Counter]) -> set[Label]:
        """BCS-R.12: into the neighbours that the side showing could enter."""
        return {near for unit in units for near in self.steps(unit.type)[unit.at]}

    def zone(self, side: int) -> set[Label]:
        """Of every unit that is not Unprepared (BCS-S.29)."""
        prepared = [unit for unit in self.of_side(side) if unit.prepared]
        return self.once(("zone", side), lambda: self._zone(prepared))

    def real_zone(self, side: int) -> set[Label]:
        armed = [unit for unit in self.of_side(side) if unit.showing.av]
        return self.once(("real", side), lambda: self._zone(armed))

    def support_zone(self, side: int) -> set[Label]:
        lent = [unit for unit in self.of_side(side) if self.has_support(unit)]
        return self.once(("lent", side), lambda: self._zone(lent))

    def av_zone(self, side: int) -> set[Label]:
        return self.real_zone(side) | self.support_zone(side)

    def zone_against(self, side: int, type_: str) -> set[Label]:
        """The EZOC that mean something to such a mover (BCS-6.0.c, BCS-R.16)."""
        return self.av_zone(1 - side) if type_ == TAC else self.zone(1 - side)

    # -- Support ---------------------------------------------------------------------

    def box(self, number: Formation) -> list[Counter]:
        return [u for u in self.units if u.formation == number and u.place == BOX and u.steps]

    def has_support(self, unit: Counter) -> bool:
        return self.once(("support", unit.id), lambda: self._has_support(unit))

    def _has_support(self, unit: Counter) -> bool:
        """BCS-S.41 for the stack, by this unit of it."""
        if unit.dropped or not unit.prepared or unit.formation == NO_FORMATION:
            return False
        if any(other.showing.av for other in self.stacks[unit.at]):
            return False
        if not self.box(unit.formation) or not self.hq[unit.formation]:
            return False
        return bool(self.state.established >> unit.id & 1) or self.support_comes(unit)

    def support_comes(self, unit: Counter) -> bool:
        """Whether Support could be established there (BCS-S.41, BCS-1.6.h)."""
        return self.in_radius(unit) and self.has_safe_path(unit, TAC) and self._tanks_come(unit)

    def _tanks_come(self, unit: Counter) -> bool:
        """Not in nor across what is closed to Tac: tanks come to it from a hex they reach."""
        reached = self.safe_area(unit.formation, TAC) | {self.hq[unit.formation]}
        steps = self.steps(TAC)
        return any(unit.at in steps[a] for a in self.ground.near[unit.at] if a in reached)

    # -- Engagement Zones ------------------------------------------------------------

    def engagement_zone(self, side: int) -> set[Label]:
        """BCS-6.1.a, BCS-6.1.b, BCS-R.11."""

        def find() -> set[Label]:
            zone: set[Label] = set()
            for unit in self.of_side(side):
                if unit.showing.av:
                    zone |= self.seen(unit.at, unit.showing.range)
                if self.has_support(unit):
                    for gun in self.box(unit.formation):
                        lent = self.kit.units[gun.id].faces[1]
                        if lent.kind == STANDOFF:
                            zone |= self.seen(unit.at, lent.range)
            return zone

        return self.once(("engagement", side), find)

    def seen(self, label: Label, reach: int) -> set[Label]:
        """BCS-S.39: Visibility cuts the range, but never to less than one."""
        far = min(reach, max(1, self.state.visibility))
        around = self.ground.within(label, far) - {label}
        return {there for there in around if self.ground.sees(label, there)}

    # -- Safe Paths ------------------------------------------------------------------

    def shut(self, side: int, type_: str) -> set[Label]:
        """What a Safe Path of the side does not enter (BCS-1.6.b to d, BCS-R.2)."""

        def find() -> set[Label]:
            zone = self.real_zone(1 - side) if type_ == TAC else self.zone(1 - side)
            return self.holds(1 - side) | zone - self.holds(side)

        return self.once(("shut", side, type_), find)

    def has_safe_path(self, unit: Counter, type_: str = "") -> bool:
        """Searched forward, from the unit to its HQ."""
        type_ = type_ or unit.type
        number = unit.formation
        if number == NO_FORMATION or not self.hq[number]:
            return False
        if unit.at == self.hq[number]:
            return self.way_back_clear(number, type_)
        shut, steps = self.shut(unit.side, type_), self.steps(type_)
        most = self.formations[number].radius + 5
        reached, front = {unit.at}, [unit.at]
        for _ in range(most):
            onward = {b for a in front for b in steps[a] if b not in shut} - reached
            if self.hq[number] in onward:
                return True
            reached |= onward
            front = list(onward)
        return False

    def safe_area(self, number: Formation, type_: str) -> set[Label]:
        """Searched backward, from the HQ: where a unit of that type would have one."""
        return self.once(("area", number, type_), lambda: self._safe_area(number, type_))

    def _safe_area(self, number: Formation, type_: str) -> set[Label]:
        hq = self.hq[number]
        if not hq:
            return set()
        shut, steps = self.shut(self.formations[number].side, type_), self.steps(type_)
        most, far = self.formations[number].radius + 5, {hq: 0}
        queue = deque([hq])
        while queue:
            here = queue.popleft()
            if here in shut or far[here] == most:
                continue
            for before in self.ground.near[here]:
                if before not in far and here in steps[before]:
                    far[before] = far[here] + 1
                    queue.append(before)
        return set(far) - (set() if self.way_back_clear(number, type_) else {hq})

    def way_back_clear(self, number: Formation, type_: str) -> bool:
        """BCS-1.6.e: three hexes along the roads back toward the Trains.

        The road is that of the MSR last established while its ends and its bridges
        are there, else the quickest; no road at all is no path. It is shorter only
        where it ends at a Supply Source, or at Trains nothing leads on from.
        """
        way, shut = self.way_back(number), self.shut(self.formations[number].side, type_)
        return way is not None and not any(label in shut for label in way[1:4])

    def way_back(self, number: Formation) -> list[Label] | None:
        """From the HQ on; of ways as quick, the one in `backs` if that is told."""
        return self.backs.get(number) or self.once(("back", number), lambda: self._back(number))

    def _back(self, number: Formation) -> list[Label] | None:
        hq, trains, route = self.hq[number], self.trains[number], self.state.routes[number]
        if route is not None:
            front, rear = ([self.label(h) for h in part] for part in (route.front, route.rear))
            joined = front + rear[1:]
            if front[0] == hq and front[-1] == trains and self.road_stands(joined):
                return joined
        homes = self.sources(self.formations[number].side)
        if not trains:
            return self.quickest(hq, homes)
        to_trains = self.quickest(hq, {trains})
        if to_trains is None:
            return None
        return to_trains + (self.shortest(trains, homes) or [trains])[1:]

    def road_stands(self, way: list[Label]) -> bool:
        return all(self.road(a, b) for a, b in pairwise(way))

    # -- roads -----------------------------------------------------------------------

    def links(self) -> dict[Label, dict[Label, str]]:
        return self._links

    def road(self, a: Label, b: Label) -> str:
        """The road between two hexes, unless it is a railroad."""
        return self._links[a].get(b, "")

    def main_road(self, a: Label, b: Label) -> bool:
        return self.road(a, b) in ("primary", "secondary")

    def sources(self, side: int) -> set[Label]:
        """Supply Sources, those of an option if it is in use."""
        return self.once(("sources", side), lambda: self._sources(side))

    def _sources(self, side: int) -> set[Label]:
        found = set()
        for row in self.kit.scenario.source:
            option = (row.option, "on") in self.state.terms.options
            used = not row.option or (option and row.from_turn <= self.state.turn)
            if row.side == ("us", "german")[side] and used:
                found.add(row.hex)
        return found

    def quickest(self, start: Label, goals: set[Label]) -> Way:
        """The way of fewest Truck MP by any road but a railroad, whoever is on it."""
        return self._over_all(start, goals, main=False, by="mp")

    def shortest(self, start: Label, goals: set[Label]) -> Way:
        return self._over_all(start, goals, main=True, by="hexes")

    def _over_all(self, start: Label, goals: set[Label], *, main: bool, by: str) -> Way:
        """By the roads alone, and so found once for a map and its bridges."""
        key = start, frozenset(goals), main, by, self.state.ground, self.blown
        if key not in self.ground.ways:
            found = self.road_ways({start}, set(self.ground.hexes), main=main, by=by)
            self.ground.ways[key] = found.best(goals)
        return self.ground.ways[key]

    def road_ways(self, starts: set[Label], through: set[Label], *, main: bool, by: str) -> Ways:
        """The best ways from the nearest start along roads, in hexes one may go through."""
        steps, links = self.steps(TRUCK), self.links()
        ways = Ways(dict.fromkeys(starts, (0, 0)), {})
        waiting = [((0, 0), start) for start in starts]
        while waiting:
            (first, second), here = heappop(waiting)
            if (first, second) > ways.cost[here]:
                continue
            for near, kind in links[here].items():
                if near not in through or (main and kind == "track"):
                    continue
                price = int(steps[here][near][0])
                total = (
                    (first + 1, second + price) if by == "hexes" else (first + price, second + 1)
                )
                if near not in ways.cost or total < ways.cost[near]:
                    ways.cost[near], ways.came[near] = total, here
                    heappush(waiting, (total, near))
        return ways


class Ways(NamedTuple):
    """By hex what the way there costs, in its own measure first, and the hex before."""

    cost: dict[Label, tuple[int, int]]
    came: dict[Label, Label]

    def best(self, goals: set[Label]) -> list[Label] | None:
        """The way to the nearest of the goals, the start first."""
        found = [(self.cost[goal], goal) for goal in goals if goal in self.cost]
        return self.to(min(found)[1]) if found else None

    def to(self, goal: Label) -> list[Label]:
        way = [goal]
        while way[-1] in self.came:
            way.append(self.came[way[-1]])
        return way[::-1]
