"""The second reading: HQs on the move, where units may end for them, and what a unit may fight."""

from __future__ import annotations

from collections import deque

from grognard.titles.bcs.kit.kit import NO_FORMATION
from grognard.titles.bcs.position.state import FAIL, PARTIAL, State
from grognard.titles.bcs.referee.ground import FAR, LEG, TAC, TRUCK, TYPES, Label, distance
from grognard.titles.bcs.referee.moves import Moves
from grognard.titles.bcs.referee.zones import Counter, Formation

_TERRAIN = {"rolling", "woods", "forest", "slope", "marsh", "village", "city"}


class Fights(Moves):
    """What the units of the active formation may do, besides moving."""

    @property
    def state(self) -> State:
        return self.p.state

    def bit(self, column: int, unit: Counter) -> bool:
        return bool(column >> unit.id & 1)

    # -- HQs -------------------------------------------------------------------------

    def posts(self, number: Formation) -> dict[Label, int]:
        """Where the HQ can go by road and off it, with the quarters it spends (BCS-S.28).

        It keeps out of EZOC, Engagement Zones and hexes with anything of the enemy.
        """
        ma = self.p.formations[number].ma
        points = ma // 2 if self.state.snafu == PARTIAL else ma
        return self.posts_from(number, self.p.hq[number], points)

    def shut_to_hqs(self, side: int) -> set[Label]:
        """BCS-6.0.f, BCS-6.1.f, BCS-S.27, BCS-A.5."""
        enemy = 1 - side
        shut = self.p.holds(enemy) | self.p.tails(enemy) | self.p.zone(enemy)
        return shut | self.p.engagement_zone(enemy) | self.p.barred[side]

    def posts_from(self, number: Formation, start: Label, points: int) -> dict[Label, int]:
        """The same from a hex with so many points."""
        shut = self.shut_to_hqs(self.p.formations[number].side)
        found, queue = {start: 0}, deque([start])
        ends: dict[Label, int] = {}
        while queue:
            here = queue.popleft()
            for near, (cost, halts) in self.p.steps(TRUCK)[here].items():
                total = found[here] + int(cost)
                if near in shut or total > points:
                    continue
                if halts or near in self.p.traffic():
                    ends[near] = points
                elif total < found.get(near, FAR):
                    found[near] = total
                    queue.append(near)
        return {**ends, **found}

    def hq_may_move(self, number: Formation) -> bool:
        """BCS-R.7, BCS-7.5.e: once, not under a Fail, not in Prepared Defense."""
        state = self.state
        idle = number == state.active and not state.hq_moved and state.snafu != FAIL
        return idle and not state.prepared >> number & 1

    # -- where units may end ---------------------------------------------------------

    def began(self, unit: Counter) -> Label:
        return self.p.label(self.state.began.get(unit.id, unit.place))

    def is_outside(self, unit: Counter) -> bool:
        """Began outside Command Radius and is there still."""
        inside = self.p.radius(unit.formation)
        return self.began(unit) not in inside and unit.at not in inside

    def far(self, unit: Counter) -> dict[Label, float]:
        return self.p.once(("home", unit.id), lambda: self.home_distances(unit))

    def movers(self, number: Formation) -> list[Counter]:
        """Units that moved to where they are; one that was driven off did not."""
        moved = [unit for unit in self.p.of(number) if self.bit(self.state.moved, unit)]
        return [unit for unit in moved if unit.id in self.state.began]

    def strays(self, number: Formation) -> list[Counter]:
        """Units that moved and stand outside without having come nearer (BCS-4.2f)."""
        found = []
        for unit in self.movers(number):
            if unit.at not in self.p.radius(number):
                far = self.far(unit)
                nearer = far.get(unit.at, FAR) < far.get(self.began(unit), FAR)
                if not (self.is_outside(unit) and nearer):
                    found.append(unit)
        return found

    def helpful_posts(self, number: Formation, units: list[Counter]) -> list[Label]:
        """Where the HQ could go so that all of them are in its radius (BCS-R.4)."""
        if not self.hq_may_move(number):
            return []
        reach = self.p.formations[number].radius
        posts = self.p.once(("posts", number), lambda: self.posts(number))
        return [p for p in posts if all(distance(p, u.at) <= reach for u in units)]

    def counting(self, number: Formation, but: int = -1) -> list[Counter]:
        """Those the HQ has to have in its radius: all that moved, or all it still can have."""
        inside = [u for u in self.movers(number) if u.id != but and self.p.in_radius(u)]
        lost = [u for u in self.strays(number) if u.id != but]
        return inside + lost if self.helpful_posts(number, inside + lost) else inside

    def can_be_helped(self, number: Formation) -> bool:
        """Whether there are strays and the HQ could yet bring them all into its radius."""
        return any(not self.p.in_radius(unit) for unit in self.counting(number))

    def helped(self, unit: Counter) -> set[Label]:
        """BCS-R.4: where the HQ can have the unit, with all others that count on it."""
        number = unit.formation
        reach, others = self.p.formations[number].radius, self.counting(number, unit.id)
        posts = self.helpful_posts(number, others)
        return {label for post in posts for label in self.p.ground.within(post, reach)}

    def away(self, unit: Counter) -> set[Label]:
        """BCS-R.4: what of its radius the HQ has to give up for those that strayed."""
        number = unit.formation
        if number == NO_FORMATION:
            return set()
        return self.p.once(("away", unit.id), lambda: self._away(unit, number))

    def _away(self, unit: Counter, number: Formation) -> set[Label]:
        others = self.counting(number, unit.id)
        bound = any(not self.p.in_radius(other) for other in others)
        return self.p.radius(number) - self.helped(unit) if bound else set()

    def stands_well(self, unit: Counter, label: Label) -> bool:
        """In Command Radius, as it is or as the HQ can and will make it."""
        if label in self.p.radius(unit.formation) - self.away(unit):
            return True
        return label in self.p.once(("helped", unit.id), lambda: self.helped(unit))

    def ends_by_command(self, unit: Counter, points: int, *, any_way: bool) -> set[Label]:
        """Where the move of a unit that has done nothing yet may end, the HQ minded."""
        found = self.ends(unit, points, any_way=any_way)
        if unit.formation == NO_FORMATION:
            return found
        reached = self.reach(unit, points)
        near = {*reached.passing, *reached.stopped} & self.helped(unit)
        return found | {label for label in near if not self.crowded(unit, label)}

    def may_advance(self, unit: Counter, label: Label) -> bool:
        """BCS-7.4.b: into the radius, the HQ's yet, or nearer from outside."""
        if self.stands_well(unit, label) or label in self.away(unit):
            return label not in self.away(unit)
        far = self.far(unit)
        return self.is_outside(unit) and far.get(label, FAR) < far.get(unit.at, FAR)

    # -- AV --------------------------------------------------------------------------

    def shows_av(self, label: Label) -> bool:
        stack = self.p.stacks.get(label, [])
        return any(u.showing.av for u in stack) or any(self.p.has_support(u) for u in stack)

    def in_sight(self, unit: Counter) -> set[Label]:
        return self.fire_from(unit.at, unit.showing.range, 1 - unit.side)

    def fire_from(self, origin: Label, reach: int, enemy: int) -> set[Label]:
        """Enemies that fire reaches; next door only if they are in Terrain (BCS-7.1.d)."""
        found = self.p.seen(origin, reach) & self.p.holds(enemy)
        return {h for h in found if distance(h, origin) == 1 or not self.is_terrain(h)}

    def is_terrain(self, label: Label) -> bool:
        ground = self.p.ground
        return bool({ground.terrain[label], ground.places.get(label, "")} & _TERRAIN)

    def can_fire(self, unit: Counter) -> bool:
        """BCS-7.0d: a Fire Event left, and not overstacked."""
        return self.state.fired.get(unit.id, 0) < 2 and len(self.p.stacks[unit.at]) <= 2

    def engagements(self, unit: Counter) -> set[Label]:
        if not unit.showing.av or not self.can_fire(unit):
            return set()
        return {label for label in self.in_sight(unit) if self.shows_av(label)}

    def fires(self, unit: Counter, *, owes: bool) -> set[Label]:
        """Attacks by Fire (BCS-R.14)."""
        if not unit.showing.av or not self.can_fire(unit) or self._must(unit, owes):
            return set()
        return {label for label in self.in_sight(unit) if not self.shows_av(label)}

    # -- attacks ---------------------------------------------------------------------

    def _assailable(self, unit: Counter) -> set[Label]:
        """Next to it, in an OBJ Zone, open to it, and it may advance there."""
        return {
            label
            for label in self.p.steps(unit.type)[unit.at]
            if label in self.p.holds(1 - unit.side) and self.zones_over(label)
            if self.may_advance(unit, label)
        }

    def shocks(self, unit: Counter, *, owes: bool) -> set[Label]:
        """BCS-7.3.a to d."""
        ready = unit.type == TAC and unit.prepared and self.can_fire(unit)
        if not ready or self.bit(self.state.stopped, unit) or self._must(unit, owes):
            return set()
        cheap = {h for h in self._assailable(unit) if self._is_cheap(h)}
        return {h for h in cheap if not self.shows_av(h)}

    def _is_cheap(self, label: Label) -> bool:
        """BCS-7.3.d: the chart's number for the terrain, one more for soft ground in mud."""
        kind, ground = self.p.kit.terrain[self.p.kit.grid.at(label)], self.state.ground
        column = "tac_frozen" if ground == "freeze" else "tac"
        entry = self.p.kit.charts["hex_costs"].cell(kind, column)
        soft = ground == "mud" and kind in ("open", "rolling")
        return entry.isdigit() and int(entry) + soft <= 3

    def attacks(self, unit: Counter, *, owes: bool) -> set[tuple[Label, str]]:
        """BCS-7.2.a to c and f: the hex, and who assists if anybody does."""
        if not unit.showing.arrow or not self._takes_part(unit) or self._must(unit, owes):
            return set()
        found = set()
        for label in self._assailable(unit):
            if not self.state.attacked >> self.p.kit.grid.at(label) & 1:
                found |= {(label, ""), *((label, name) for name in self._assists(unit, label))}
        return found

    def _assists(self, unit: Counter, target: Label) -> set[str]:
        return {
            self.p.kit.names[u.id]
            for u in self.p.of(unit.formation)
            if u.id != unit.id and self._takes_part(u)
            if distance(u.at, unit.at) <= 1 and distance(u.at, target) == 1
        }

    def _takes_part(self, unit: Counter) -> bool:
        room = len(self.p.stacks[unit.at]) <= 2
        return unit.prepared and room and not self.bit(self.state.finished, unit)

    def _must(self, unit: Counter, owes: bool) -> bool:
        """BCS-6.0.g: an Engagement that is owed comes first, if there is one to make."""
        return owes and bool(self.engagements(unit))

    # -- Barrages --------------------------------------------------------------------

    def takes_a_mission(self, target: Label) -> bool:
        """BCS-8.0.a, BCS-8.0.g."""
        had = self.state.barraged >> self.p.kit.grid.at(target) & 1
        return not had and bool(self.zones_over(target)) and target in self.p.radius(self.active)

    @property
    def active(self) -> Formation:
        return self.state.active

    def spotters(self, target: Label) -> list[Counter]:
        """BCS-8.0.h, BCS-S.39: at most four hexes off and as far as one sees."""
        ready = (u for u in self.p.of(self.active) if not self.bit(self.state.finished, u))
        return [unit for unit in ready if target in self.p.seen(unit.at, 4)]

    # -- Dropped Support -------------------------------------------------------------

    def restored(self, side: int) -> set[str]:
        """BCS-9.2.c: whose marker may come off, as one types it, whoever is active."""
        return {
            f"restore {self.p.kit.names[unit.id]}"
            for unit in self.p.of_side(side)
            if self.bit(self.state.dropped, unit) and unit.formation != NO_FORMATION
            if self.p.box(unit.formation) and self.p.support_comes(unit)
        }

    # -- Recon -----------------------------------------------------------------------

    def recons(self, unit: Counter, *, owes: bool) -> set[Label]:
        """BCS-4.3.d to g, BCS-4.3.c."""
        able = self.p.kit.units[unit.id].recon and self.can_fire(unit)
        if not able or owes or self.bit(self.state.stopped, unit):
            return set()
        near = {h for h in self.p.holds(1 - unit.side) if distance(h, unit.at) <= 2}
        if self.state.prepared >> self.state.active & 1:
            near = {h for h in near if distance(h, self.p.hq[self.state.active]) <= 6}
        return near

    # -- the other side --------------------------------------------------------------

    def may_flip(self, unit: Counter) -> bool:
        """BCS-5.6.b to d, BCS-1.6.g, BCS-R.8, for a unit that has done nothing yet."""
        printed = self.p.kit.units[unit.id]
        to = TYPES[printed.faces[not self.bit(self.state.deployed, unit)].type]
        if printed.single or unit.type != LEG or to == LEG:
            return not printed.single
        there = unit.at in self.p.entered(to) and self.p.in_radius(unit)
        return there and self.p.has_safe_path(unit, to)

    # -- whose zones -----------------------------------------------------------------

    def providers(self, side: int, label: Label) -> set[str]:
        """The units whose AV, Real or Support, makes an AV zone in the hex (BCS-S.30)."""
        armed = [u for u in self.p.of_side(side) if u.showing.av or self.p.has_support(u)]
        return {self.p.kit.names[u.id] for u in armed if label in self.p.steps(u.type)[u.at]}

    # -- steps -----------------------------------------------------------------------

    def open_steps(self, unit: Counter, left: int, fresh: bool) -> set[Label]:
        """The neighbours that zones, terrain and points let it enter."""
        if self.bit(self.state.stopped, unit):
            return set()
        by, found = self.barriers(unit), set()
        for near, (cost, _) in self.p.steps(unit.type)[unit.at].items():
            paid = not isinstance(cost, str) and cost <= left
            held = unit.at in by.held and near in by.held
            if near not in by.shut and not held and (paid or (fresh and left > 0)):
                found.add(near)
        return found
