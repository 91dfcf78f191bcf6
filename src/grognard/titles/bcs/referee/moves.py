"""The second reading: where units get to, where their moves and retreats end, Blobs, Isolation."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.titles.bcs.kit.kit import NO_FORMATION
from grognard.titles.bcs.position.state import RETURNING, WAITING
from grognard.titles.bcs.referee.ground import (
    ALL,
    FAR,
    TAC,
    TRUCK,
    TYPES,
    Label,
    cube,
    distance,
)
from grognard.titles.bcs.referee.zones import Counter, Formation, Position


class Barriers(NamedTuple):
    """What is in a unit's way (BCS-S.27, 6.0.a to c, 6.1.d, 5.1g)."""

    shut: set[Label]
    stops: set[Label]
    held: set[Label]  # EZOC that one may not go on in


class Reach(NamedTuple):
    """Points spent, in quarters: to pass through a hex, or to be stopped in it."""

    passing: dict[Label, int]
    stopped: dict[Label, int]


class Moves:
    """Where the units of a position get to."""

    def __init__(self, position: Position) -> None:
        self.p = position

    # -- movement --------------------------------------------------------------------

    def barriers(self, unit: Counter) -> Barriers:
        enemy = 1 - unit.side
        zone = self.p.zone_against(unit.side, unit.type)
        stops = zone | self.p.traffic()
        if unit.type == TRUCK:
            stops = stops | self.p.engagement_zone(enemy)
        shut = self.p.holds(enemy) | self.p.barred[unit.side]
        if not unit.prepared:
            shut = shut | self.p.tails(enemy)  # it cannot jump what is there (BCS-1.2d.e)
        return Barriers(shut, stops, set() if unit.type == TAC else zone)

    def reach(self, unit: Counter, points: int) -> Reach:
        """Of a unit that has spent nothing: every way is tried until none gets cheaper."""
        by, steps = self.barriers(unit), self.p.steps(unit.type)
        passing, stopped = {unit.at: 0}, dict[Label, int]()
        queue = deque([unit.at])
        while queue:
            here = queue.popleft()
            for near, (cost, halts) in steps[here].items():
                if near in by.shut or (here in by.held and near in by.held):
                    continue
                spent = self._spent(unit, passing[here], cost, points, here)
                if spent > points:
                    continue
                ends = halts or near in by.stops
                found = stopped if ends else passing
                if spent < found.get(near, FAR):
                    found[near] = int(spent)
                    if not ends:
                        queue.append(near)
        return Reach(passing, stopped)

    def _spent(
        self, unit: Counter, before: int, cost: int | str, points: int, here: Label
    ) -> float:
        """BCS-S.22 and BCS-R.44: ALL, or a hex too dear, takes all of an unmoved unit."""
        fresh = here == unit.at and before == 0
        if cost == ALL or before + int(cost) > points:
            return points if fresh and points else FAR
        return before + int(cost)

    def crowded(self, unit: Counter, label: Label) -> bool:
        """Whether two others are there already."""
        others = [o for o in self.p.stacks.get(label, []) if o.id != unit.id]
        return len(others) >= 2

    def ends(self, unit: Counter, points: int, *, any_way: bool = False) -> set[Label]:
        """BCS-4.2f, BCS-R.3 with an HQ that stays: in the radius, where it is, or nearer.

        A unit outside goes on while it can pay for it; with `any_way` also those ends
        count that it comes to only by a way dearer than need be.
        """
        found = self.reach(unit, points)
        there = {*found.passing, *found.stopped}
        inside = self.p.radius(unit.formation) if unit.formation != NO_FORMATION else set()
        open_ = there & inside - self.away(unit)
        good = {h for h in open_ if not self.crowded(unit, h)} | {unit.at}
        if unit.formation == NO_FORMATION or unit.at in inside:
            return good
        nearer = self._homeward(unit, points, any_way)
        return good | {h for h in nearer if not self.crowded(unit, h)}

    def away(self, _: Counter) -> set[Label]:
        """Hexes of the radius that are no good to the unit; none as long as the HQ stays."""
        return set()

    def _homeward(self, unit: Counter, points: int, any_way: bool) -> set[Label]:
        """Where a unit that gets nearer with every hex is STOPPED or can pay no other."""
        spent, found = {unit.at: {0}}, set[Label]()
        queue = deque([(unit.at, 0)])
        while queue:
            here, before = queue.popleft()
            for near, total, stops in self._nearer(unit, points, here, before):
                if stops:
                    found.add(near)
                elif total not in spent.setdefault(near, set()):
                    spent[near].add(total)
                    queue.append((near, total))
        for here in set(spent) - {unit.at}:
            tried = spent[here] if any_way else {min(spent[here])}
            if any(not self._nearer(unit, points, here, total) for total in tried):
                found.add(here)
        return found

    def _nearer(
        self, unit: Counter, points: int, here: Label, before: int
    ) -> list[tuple[Label, int, bool]]:
        """The steps toward Command Radius it can pay: the hex, the points then spent, a STOP."""
        far = self.p.once(("home", unit.id), lambda: self.home_distances(unit))
        by = self.p.once(("barriers", unit.id), lambda: self.barriers(unit))
        shut, found = by.shut | self.away(unit), []
        for near, (cost, halts) in self.p.steps(unit.type)[here].items():
            if near in shut or (here in by.held and near in by.held):
                continue
            total = self._spent(unit, before, cost, points, here)
            if far.get(near, FAR) < far.get(here, FAR) and total <= points:
                found.append((near, int(total), halts or near in by.stops))
        return found

    def home_distances(self, unit: Counter) -> dict[Label, float]:
        """MP to the nearest hex in Command Radius, round the enemy's hexes (BCS-R.3)."""
        steps, whole = self.p.steps(unit.type), unit.showing.ma
        enemies = self.p.holds(1 - unit.side)
        inside = self.p.radius(unit.formation)
        far: dict[Label, float] = dict.fromkeys(inside, 0)
        queue = [(0.0, label) for label in inside]
        while queue:
            passed, here = heappop(queue)
            if here in enemies or passed > far[here]:
                continue
            for before in self.p.ground.near[here]:
                step = steps[before].get(here)
                if step is None:
                    continue
                total = passed + (whole if step[0] == ALL else int(step[0]))
                if total < far.get(before, FAR):
                    far[before] = total
                    heappush(queue, (total, before))
        return far

    # -- retreats --------------------------------------------------------------------

    def rearward(self, unit: Counter) -> set[Label]:
        """BCS-R.17: the end hexes the owner chooses from; none if nothing can be entered."""
        move = TYPES[self.p.kit.units[unit.id].faces[0].type]
        entered = self.p.entered(move)
        hostile = self.p.holds(1 - unit.side) | self.p.tails(1 - unit.side)
        hostile = hostile | self.p.barred[unit.side]
        ring = {h for h in self.p.ground.within(unit.at, 3) if distance(h, unit.at) == 3}
        left = (ring & entered) - hostile
        left = left - self.p.zone_against(unit.side, move) or left
        left = {h for h in left if len(self.p.stacks.get(h, [])) < 2} or left
        left = self.to_the_rear(unit, left) or left
        scores = {h: self._score(unit, h) for h in left}
        best = min(scores.values(), default=None)
        return {h for h, score in scores.items() if score == best}

    def to_the_rear(self, unit: Counter, hexes: set[Label]) -> set[Label]:
        """Not farther than where it stands: from its Trains, else its HQ, else a source.

        By road; where no road hex fits, or it stands on none, as the crow flies.
        """
        for homes in self._homes(unit):
            road = {h: min(self._by_road(g).get(h, FAR) for g in homes) for h in {*hexes, unit.at}}
            crow = {h: min(distance(h, goal) for goal in homes) for h in {*hexes, unit.at}}
            limit = road[unit.at]
            by_road = {h for h in hexes if limit != FAR and road[h] <= limit}
            found = by_road or {h for h in hexes if crow[h] <= crow[unit.at]}
            if found:
                return found
        return set()

    def _homes(self, unit: Counter) -> list[set[Label]]:
        own = unit.formation != NO_FORMATION
        at = (self.p.trains[unit.formation], self.p.hq[unit.formation]) if own else ()
        return [{label} for label in at if label] + [self.p.sources(unit.side)]

    def by_the_hq(self, unit: Counter) -> set[Label]:
        """BCS-7.5.i and k: at or next to the HQ where there is room, else "off" the map."""
        move = TYPES[self.p.kit.units[unit.id].faces[0].type]
        entered = self.p.entered(move)
        hostile = self.p.holds(1 - unit.side) | self.p.tails(1 - unit.side)
        hostile = hostile | self.p.barred[unit.side]
        hq = self.p.hq[unit.formation]
        near = (self.p.ground.within(hq, 1) & entered) - hostile
        room = {h for h in near if len(self.p.stacks.get(h, [])) < 2}
        return room if room and distance(unit.at, hq) >= 3 else {"off"}

    def _score(self, unit: Counter, label: Label) -> tuple[float, ...]:
        enemies = self.p.holds(1 - unit.side)
        apart = min((distance(label, enemy) for enemy in enemies), default=0)
        score: list[float] = [-apart]
        if unit.formation != NO_FORMATION:
            trains, hq = self.p.trains[unit.formation], self.p.hq[unit.formation]
            score += [self._by_road(goal).get(label, FAR) if goal else 0 for goal in (trains, hq)]
            score.append(bool(hq) and label not in self.p.radius(unit.formation))
        return tuple(score)

    def _by_road(self, goal: Label) -> dict[Label, float]:
        def find() -> dict[Label, float]:
            far: dict[Label, float] = {goal: 0}
            queue = deque([goal])
            while queue:
                here = queue.popleft()
                for near in self.p.links()[here]:
                    if near not in far:
                        far[near] = far[here] + 1
                        queue.append(near)
            return far

        return self.p.once(("by road", goal), find)

    # -- Simple Blobs ----------------------------------------------------------------

    def blob(self, number: Formation) -> set[Label]:
        """BCS-R.19: the hexes in the hull of HQ and units, its edge included."""
        if not self.p.hq[number]:
            return set()
        points = {self.p.hq[number]} | {u.at for u in self.p.of(number) if self.p.in_radius(u)}
        corners = _hull([_flat(point) for point in points])
        around = self.p.ground.within(self.p.hq[number], self.p.formations[number].radius)
        return {h for h in around if _is_inside(_flat(h), corners)}

    # -- Isolation -------------------------------------------------------------------

    def isolation(self, number: Formation) -> dict[int, int]:
        """By unit, the steps it would lose (BCS-10.5.a to c)."""
        lost: dict[int, int] = {}
        for unit in self.p.of(number):
            flaws = [not self.p.in_radius(unit), not self.p.has_safe_path(unit)]
            if any(flaws):
                lost[unit.id] = sum(flaws) + (self.p.state.blocked[number] == 2)
        return lost

    def is_disrupted(self, number: Formation) -> bool:
        """BCS-10.5.d; one that is due back or about to enter saves the formation."""
        units = self.p.of(number)
        cut = [not self.p.in_radius(u) and not self.p.has_safe_path(u) for u in units]
        own = [u for u in self.p.units if self.p.kit.units[u.id].formation == number]
        away = any(u.place in (RETURNING, WAITING) for u in own)
        return bool(units) and all(cut) and not away

    # -- OBJ Zones -------------------------------------------------------------------

    def zones_over(self, label: Label) -> int:
        """In how many OBJ Zones the hex is (BCS-4.3.b, BCS-S.15)."""
        markers = [self.p.label(h) for h in self.p.state.objectives]
        return sum(distance(label, marker) <= 2 for marker in markers)


def _flat(label: Label) -> tuple[int, int]:
    x, y, _ = cube(label)
    return x, y


def _hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the hull in turn: its lower edge, then its upper."""
    ordered, corners = sorted(points), list[tuple[int, int]]()
    for way in (ordered, ordered[::-1]):
        edge: list[tuple[int, int]] = []
        for point in way:
            while len(edge) > 1 and _turn(edge[-2], edge[-1], point) <= 0:
                edge.pop()
            edge.append(point)
        corners += edge[:-1]
    return corners or ordered


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    """More than nothing if the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_inside(point: tuple[int, int], corners: list[tuple[int, int]]) -> bool:
    """Left of every edge or on it, and not beyond the ends of a hull that is a line."""
    for n, corner in enumerate(corners):
        if _turn(corners[n - 1], corner, point) < 0:
            return False
    return all(
        min(c[axis] for c in corners) <= point[axis] <= max(c[axis] for c in corners)
        for axis in (0, 1)
    )
