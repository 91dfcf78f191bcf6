"""The second reading: what the active formation may do, and its HQ on the move."""

from __future__ import annotations

from typing import Any

from grognard.titles.bcs.kit.kit import STANDOFF
from grognard.titles.bcs.position.state import FAIL, PARTIAL, WAITING
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import TRUCK, Label, bits, distance
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.zones import Counter, Formation


class Tasks:
    """The active formation."""

    def __init__(self, fights: Fights, supply: Supply, number: Formation) -> None:
        self.p, self.state, self.fights, self.supply = fights.p, fights.state, fights, supply
        self.number, self.formation = number, fights.p.formations[number]
        self.side = self.formation.side
        self.names = fights.p.kit.names

    def allowed(self) -> set[str]:
        """All that may be done, as one types it."""
        found = self.fights.restored(self.side) | self._pull_backs() | self._trains()
        if self._may_be_done():
            found.add("done")
        if self.state.snafu == FAIL:
            return found  # BCS-R.24: no unit acts
        found |= {f"act {self.names[unit.id]}" for unit in self._units()}
        if self.fights.hq_may_move(self.number) and self.hq_steps(self.hq_points()):
            found.add("movehq")
        return found | self._stand_offs() | self._barrages()

    # -- units -----------------------------------------------------------------------

    def _units(self) -> list[Counter]:
        """BCS-S.8, BCS-S.9: those on the map, and the heads of columns before an edge hex."""
        ready = [u for u in self.p.of(self.number) if not self.fights.bit(self.state.finished, u)]
        waiting = [u for u in self.p.units if u.formation == self.number and u.place == WAITING]
        return ready + [u for u in waiting if self._may_come(u)]

    def _may_come(self, unit: Counter) -> bool:
        """BCS-S.2: nobody hostile in the edge hex, and fewer than two friends.

        Nor an HQ or Trains that it cannot jump (BCS-1.2d.e).
        """
        edge = self.p.label(self.state.entry[unit.id])
        there = self.p.stacks.get(edge, [])
        tails = not unit.prepared and edge in self.p.tails(1 - self.side)
        return len(there) < 2 and not tails and all(other.side == self.side for other in there)

    def _may_be_done(self) -> bool:
        """BCS-10.3.g; BCS-4.2f as long as the HQ can help those that strayed."""
        at = self.p.trains[self.number]
        if at and not self.state.trains_moved and at not in self.supply.legal(self.number):
            return False
        return self.state.snafu == FAIL or not self.fights.can_be_helped(self.number)

    # -- Stand Off Support -----------------------------------------------------------

    def _stand_offs(self) -> set[str]:
        """BCS-7.1.c, BCS-R.11, BCS-R.14: a shot for each step, from any stack it supports."""
        found = set()
        for gun in self.p.box(self.number):
            lent = self.p.kit.units[gun.id].faces[1]
            if lent.kind == STANDOFF and gun.steps > self.state.fired.get(gun.id, 0):
                found |= self._shots(gun, lent.range)
        return found

    def _shots(self, gun: Counter, reach: int) -> set[str]:
        name, found = self.names[gun.id], set()
        backed = {u.at for u in self.p.of(self.number) if self.p.has_support(u)}
        for origin in backed:
            if len(self.p.stacks[origin]) > 2:
                continue  # BCS-7.0d.c
            for target in self.fights.fire_from(origin, reach, 1 - self.side):
                how = "engage" if self.fights.shows_av(target) else "fire"
                found.add(f"standoff {name} {origin} {target} {how}")
        return found

    # -- Barrages --------------------------------------------------------------------

    def _barrages(self) -> set[str]:
        """BCS-8.0.a, c, g, h: by each point there is, spotted by each unit that can."""
        points = {"arty": self.state.arty, "air": self.state.air[self.side]}
        return {
            f"barrage {self.names[unit.id]} {target} {point}"
            for target in self.p.holds(1 - self.side)
            if self.fights.takes_a_mission(target)
            for unit in self.fights.spotters(target)
            for point, left in points.items()
            if left
        }

    # -- the HQ ----------------------------------------------------------------------

    def _pull_backs(self) -> set[str]:
        """BCS-9.1g: once, in place of a move (BCS-R.7), and from nobody who moved (BCS-4.2f)."""
        if self.state.hq_moved:
            return set()
        far, minded = self.formation.radius, self.fights.counting(self.number)
        return {
            f"pullback {at}"
            for at in self.supply.refuges(self.number)
            if all(distance(at, unit.at) <= far for unit in minded)
        }

    def hq_points(self) -> int:
        """BCS-S.11."""
        return self.formation.ma // 2 if self.state.snafu == PARTIAL else self.formation.ma

    def hq_steps(self, points: int) -> dict[Label, int]:
        """The neighbours it can pay for and may enter, with the points then left."""
        at, found = self.p.hq[self.number], {}
        shut = self.fights.shut_to_hqs(self.side)
        for near, (cost, halts) in self.p.steps(TRUCK)[at].items():
            if near not in shut and not isinstance(cost, str) and cost <= points:
                stops = halts or near in self.p.traffic()
                found[near] = 0 if stops else points - cost
        return found

    def moving(self, now: Any) -> set[str]:
        """An HQ on the move leaves behind no unit that counts on it, if it can help it."""
        minded = [self.p.units[n] for n in bits(now.minded)]
        found = {f"step {to}": (to, left) for to, left in self.hq_steps(now.mp).items()}
        found["halt"] = (self.p.hq[self.number], 0)
        if not self._minds(minded, self.p.hq[self.number], now.mp):
            return set(found)
        return {word for word, (to, left) in found.items() if self._minds(minded, to, left)}

    def _minds(self, units: list[Counter], start: Label, points: int) -> bool:
        """Whether from there it gets to where all of them are in Command Radius (BCS-R.4)."""
        far, reached = self.formation.radius, self.fights.posts_from(self.number, start, points)
        return any(all(distance(post, u.at) <= far for u in units) for post in reached)

    # -- Trains ----------------------------------------------------------------------

    def _trains(self) -> set[str]:
        """BCS-10.3.g, BCS-10.3.j, BCS-S.44, BCS-R.24."""
        at, legal = self.p.trains[self.number], self.supply.legal(self.number)
        must = bool(at) and at not in legal
        if self.state.trains_moved or (self.state.snafu == FAIL and not must):
            return set()
        found = {f"movetrains {to}" for to in legal - {at}}
        found |= {f"movetrains {to} mp" for to in legal - {at} if self._two_ways(to)}
        return found | ({"movetrains off"} if must else set())

    def _two_ways(self, at: Label) -> bool:
        """BCS-10.3.d: whether the shortest way home in MPs is another than in hexes."""
        by_hexes, by_mp = (self.supply.rear_cost(self.number, at, by) for by in ("hexes", "mp"))
        return by_hexes != by_mp
