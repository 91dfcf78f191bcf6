"""The second reading: Main Supply Routes, Legal Hexes, Optimal Distance, HQ Retreats."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import pairwise

from grognard.titles.bcs.referee.ground import FAR, Label, distance
from grognard.titles.bcs.referee.zones import Formation, Position, Ways

Route = tuple[list[Label], list[Label]]
"""From HQ to Trains, from Trains to a Supply Source."""

_ROADS = ("primary", "secondary", "track")


class Supply:
    """Who is supplied how; `routes` are the MSRs that exist, by formation."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.routes: dict[Formation, Route] = {}

    # -- where an MSR may run --------------------------------------------------------

    def clean(self, side: int) -> set[Label]:
        """BCS-10.3.f, BCS-S.43: enemy HQs and Trains are in the way as units are."""

        def find() -> set[Label]:
            enemy = 1 - side
            foul = self.p.holds(enemy) | self.p.tails(enemy) | self.p.zone(enemy)
            foul = foul | self.p.engagement_zone(enemy) | self.p.barred[side]
            return set(self.p.ground.hexes) - foul

        return self.p.once(("clean", side), find)

    def through(self, number: Formation) -> set[Label]:
        clean, hq = self.clean(self.p.formations[number].side), self.p.hq[number]
        return self.p.once(("through", number), lambda: clean | {hq} - {""})

    def dump(self, side: int) -> set[Label]:
        """BCS-B.2: hexes that supply Trains in them while the town is held."""
        for row in self.p.kit.scenario.dump:
            if row.side == ("us", "german")[side]:
                at = self.p.kit.grid.at(row.holding)
                if bool(self.p.state.german >> at & 1) == (side == 1):
                    return set(row.hexes)
        return set()

    # -- the two stretches -----------------------------------------------------------

    def fronts(self, number: Formation) -> Ways:
        """The best ways from the HQ, any road but a railroad, in Truck MP."""
        hq = self.p.hq[number]
        return self.p.once(
            ("fronts", number),
            lambda: self.p.road_ways({hq}, self.through(number), main=False, by="mp"),
        )

    def rear(self, number: Formation, at: Label, by: str) -> list[Label] | None:
        """The shortest way of Trains in a hex to a Supply Source, by that measure."""
        ways = self._rears(number, by)
        if at in ways.cost:
            return ways.to(at)[::-1]
        return (
            [at] if at in self.dump(self.p.formations[number].side) & self.through(number) else None
        )

    def _rears(self, number: Formation, by: str) -> Ways:
        """The best ways from the sources, which are those to them the other way round."""
        through = self.through(number)
        homes = self.p.sources(self.p.formations[number].side) & through
        return self.p.once(
            ("rears", number, by), lambda: self.p.road_ways(homes, through, main=True, by=by)
        )

    def rear_cost(self, number: Formation, at: Label, by: str) -> tuple[int, int]:
        """Hexes and quarters of the best way by that measure; none on a dump alone."""
        first, second = self._rears(number, by).cost.get(at, (0, 0))
        return (first, second) if by == "hexes" else (second, first)

    def can_supply(self, number: Formation, at: Label) -> bool:
        """Whether Trains in the hex would have a complete MSR."""
        if not self.p.hq[number] or not at:
            return False
        return at in self.fronts(number).cost and self.rear(number, at, "hexes") is not None

    def is_route(self, number: Formation, route: Route) -> bool:
        """Whether an MSR is whole: its ends, its roads, nobody on it (BCS-10.3.d to f)."""
        front, rear = route
        trains = self.p.trains[number]
        if (front[0], front[-1], rear[0]) != (self.p.hq[number], trains, trains):
            return False
        side = self.p.formations[number].side
        steps = [*pairwise(front)]
        main = [*pairwise(rear)]
        if not all(self.p.road(a, b) for a, b in steps):
            return False
        if not all(self.p.main_road(a, b) for a, b in main):
            return False
        if not {*front, *rear} <= self.through(number):
            return False
        if rear[-1] in self.p.sources(side):
            return True
        return len(rear) == 1 and rear[0] in self.dump(side) and not self._road_home(number)

    def _road_home(self, number: Formation) -> bool:
        """Whether Trains that live on a dump could have an MSR after all."""
        way = self.rear(number, self.p.trains[number], "hexes")
        return way is not None and way[-1] in self.p.sources(self.p.formations[number].side)

    # -- Legal Hexes -----------------------------------------------------------------

    def legal(self, number: Formation) -> set[Label]:
        """BCS-10.3.c to f, BCS-C.8."""
        if not self.p.hq[number]:
            return set()
        side = self.p.formations[number].side
        foes = [r for n, r in self.routes.items() if self.p.formations[n].side != side]
        taken = {label for front, rear in foes for label in (*front, *rear)}
        taken |= {h for door in self.p.sources(1 - side) for h in self.p.ground.within(door, 1)}
        supplied = self._joined_to(self.through(number), self.p.sources(side)) | self.dump(side)
        return {
            at
            for at in self.fronts(number).cost
            if at in supplied and at not in taken and self._road_for_trains(side, at)
        }

    def _road_for_trains(self, side: int, at: Label) -> bool:
        """Primary or Secondary; a Track will do at a Supply Source."""
        ground = self.p.ground
        if ground.has_road(at, ("primary", "secondary")):
            return True
        return at in self.p.sources(side) and ground.has_road(at, ("track",))

    def _joined_to(self, through: set[Label], homes: Iterable[Label]) -> set[Label]:
        """What Primary and Secondary Roads join to the sources, nobody on the way."""
        found = {home for home in homes if home in through}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for near, kind in self.p.links()[here].items():
                if near in through and near not in found and kind != "track":
                    found.add(near)
                    queue.append(near)
        return found

    # -- Optimal Distance, Crossing the Streams --------------------------------------

    def optimal(self, number: Formation) -> bool:
        """BCS-10.3.k, BCS-R.23; never on a dump alone (BCS-B.2)."""
        if number not in self.routes:
            return False
        front, rear = self.routes[number]
        homes = self.p.sources(self.p.formations[number].side)
        if rear[-1] not in homes or len(front) > 16:
            return False
        return rear[0] in homes or (len(front) >= 6 and self.behind(number, rear))

    def behind(self, number: Formation, rear: list[Label]) -> bool:
        """BCS-S.44: nearer to the source they use, and on a shortest way of the HQ to it."""
        source, through = rear[-1], self.through(number)
        from_hq = self._hexes_from(self.p.hq[number], through)
        whole = from_hq.get(source, FAR)
        if len(rear) - 1 >= whole or whole == FAR:
            return False
        to_source = self._hexes_from(source, through)
        return any(from_hq.get(h, FAR) + to_source.get(h, FAR) == whole for h in rear[:-1])

    def _hexes_from(self, start: Label, through: set[Label]) -> dict[Label, float]:
        far: dict[Label, float] = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for near in self.p.links()[here]:
                if near in through and near not in far:
                    far[near] = far[here] + 1
                    queue.append(near)
        return far

    def crossed(self, number: Formation) -> set[Formation]:
        """BCS-10.2d."""
        if number not in self.routes:
            return set()
        mine, side = set(self.routes[number][0]), self.p.formations[number].side
        return {
            n
            for n, (front, _) in self.routes.items()
            if n != number and self.p.formations[n].side == side and mine & set(front)
        }

    # -- HQ Retreats -----------------------------------------------------------------

    def refuges(self, number: Formation) -> set[Label]:
        """BCS-9.1f.a and b, BCS-R.21; empty if none within ten fits."""
        side, hq = self.p.formations[number].side, self.p.hq[number]
        foes = [r for n, r in self.routes.items() if self.p.formations[n].side != side]
        taken = {label for front, rear in foes for label in (*front, *rear)}
        fit = {
            label
            for label in self.p.ground.within(hq, 10)
            if distance(label, hq) >= 3 and label in self.clean(side) and label not in taken
            if self.p.ground.has_road(label, _ROADS)
            if label not in self._near_enemies(side)
        }
        three = {label for label in fit if distance(label, hq) == 3}
        foes_at = self.p.holds(1 - side)
        least = min((distance(hq, foe) for foe in foes_at), default=0)
        away = {label for label in fit if all(distance(label, foe) >= least for foe in foes_at)}
        whole = {label for label in fit if self._could_supply(side, label)}
        if three & whole:
            whole &= away
        if three | whole:
            return three | whole
        least = min((distance(label, hq) for label in fit), default=0)
        nearest = {label for label in fit if distance(label, hq) == least}
        return nearest or self.last_resort(number)

    def last_resort(self, number: Formation) -> set[Label]:
        """BCS-R.21: next to the Trains, or on a Supply Source; by 9.1f.a as far as can be."""
        side, at = self.p.formations[number].side, self.p.trains[number]
        taken = self.p.holds(1 - side) | self.p.tails(1 - side) | self.p.barred[side]
        room = set(self.p.ground.hexes) - taken - {self.p.hq[number]}
        beside = room & set(self.p.ground.near[at]) if at else set()
        beside = beside & self.clean(side) or beside
        beside = {h for h in beside if self.p.ground.has_road(h, _ROADS)} or beside
        if beside or room & self.p.sources(side):
            return beside or room & self.p.sources(side)
        least = min(distance(label, self.p.hq[number]) for label in room)
        return {label for label in room if distance(label, self.p.hq[number]) == least}

    def _near_enemies(self, side: int) -> set[Label]:
        """The hexes nearer than three to an enemy combat unit."""

        def find() -> set[Label]:
            return {h for foe in self.p.holds(1 - side) for h in self.p.ground.within(foe, 2)}

        return self.p.once(("near enemies", side), find)

    def _could_supply(self, side: int, hq: Label) -> bool:
        """Whether there is a place for Trains that would give an HQ there an MSR."""
        homes = self.p.once(
            ("homes", side), lambda: self._joined_to(self.clean(side), self.p.sources(side))
        )
        return any(homes & net for net in self._nets(side) if hq in net)

    def _nets(self, side: int) -> list[set[Label]]:
        """The hexes that roads join to each other, nobody on the way."""

        def find() -> list[set[Label]]:
            clean, nets = self.clean(side), list[set[Label]]()
            for label in sorted(clean):
                if not any(label in net for net in nets) and self.p.ground.has_road(label, _ROADS):
                    nets.append(set(self._hexes_from(label, clean)))
            return nets

        return self.p.once(("nets", side), find)
