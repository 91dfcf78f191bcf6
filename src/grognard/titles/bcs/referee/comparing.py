"""What the title tells of a position, held against the second reading."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from grognard.ground.hexes import HexSet
from grognard.titles.bcs.kit.kit import GERMAN, NO_FORMATION, US, FormationId
from grognard.titles.bcs.position.state import FAIL, PARTIAL, State, each, names_of
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import TYPES, Label
from grognard.titles.bcs.referee.scoring import level, points
from grognard.titles.bcs.referee.supply import Route, Supply
from grognard.titles.bcs.referee.zones import Counter, Position
from grognard.titles.bcs.rules.command import hq_reach, hq_retreats, mixing, objectives, safe_path
from grognard.titles.bcs.rules.fighting import retreat, support
from grognard.titles.bcs.rules.moving import hand, movement, zones
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.rear import isolation, msr
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.rules.ways import (
    by_points as ways,
)
from grognard.titles.bcs.rules.ways import (
    by_road as roads,
)
from grognard.titles.bcs.rules.ways import (
    within_reach as reaching,
)
from grognard.waist.referee import Compared

# -- the comparison ------------------------------------------------------------------------


class Check:
    """Both readings of one position, pair by pair."""

    def __init__(self, state: State) -> None:
        self.state, self.kit = state, state.kit
        self.position = Position(state)
        self.supply, self.moves = Supply(self.position), Fights(self.position)
        self.posts = [f.id for f in self.kit.formations if state.hq[f.id] >= 0]
        self.pairs: list[Compared] = []
        for number in self.posts:
            self.way_back(number)

    def turn_to(self, state: State) -> None:
        """The same position in another value: the first may have been changed since."""
        self.state = self.position.state = state

    def labels(self, hexes: HexSet) -> set[Label]:
        return set(self.kit.grid.labels(hexes))

    def same(self, what: str, theirs: Any, ours: Any) -> None:
        self.pairs.append(Compared(what, theirs, ours))

    def everything(self, rng: Random) -> list[Compared]:
        movers = self.position.on_map
        self.whole_map()
        for number in self.posts:
            self.formation(number)
        for number in self.posts:
            self.route(number)
        for number in self.posts:
            self.trains(number)
        for unit in movers:
            self.unit(unit)
        for unit in rng.sample(movers, min(6, len(movers))):
            self.mover(unit)
        return self.pairs

    def some(self, rng: Random) -> list[Compared]:
        """A part of it: positions of a game are much alike."""
        movers = self.position.on_map
        number = rng.choice(self.posts) if self.posts else NO_FORMATION
        part = rng.randrange(5)
        if part == 0:
            self.whole_map()
        elif part == 1 and self.posts:
            self.formation(number)
        elif part == 2 and self.posts:
            self.routes()
            self.route(number)
            self.trains(number)
        elif part == 3:
            for unit in rng.sample(movers, min(10, len(movers))):
                self.unit(unit)
        elif part == 4 and movers:
            self.mover(rng.choice(movers))
        return self.pairs

    def whole_map(self) -> None:
        for side in (US, GERMAN):
            self.zones(side)
        self.objectives()
        self.victory()

    def victory(self) -> None:
        told = victory.standing(self.state)
        self.same("victory points", told.tally.total, points(self.position))
        self.same("result", told.level, level(self.position))

    def formation(self, number: FormationId) -> None:
        self.safe_paths(number)
        self.isolation(number)
        self.blob(number)
        self.hq_reach(number)

    def mover(self, unit: Counter) -> None:
        self.reach(unit)
        self.retreat(unit)
        self.by_the_hq(unit)

    # -- zones, Support, Safe Paths --------------------------------------------------

    def way_back(self, number: FormationId) -> None:
        """The road of 1.6.e; of roads as quick the title's is taken."""
        name, ours = self.kit.formations[number].key, self.position.way_back(number)
        found = roads.way_back(self.state, number)
        theirs = None if found is None else [self.kit.grid.label(h) for h in found]
        self.same(f"road back there is, of {name}", theirs is not None, ours is not None)
        if theirs is None or ours is None:
            return
        self.same(f"road back in MP of {name}", self._priced(theirs), self._priced(ours))
        self.same(f"road back from the HQ of {name}", theirs[0], ours[0])
        self.position.backs[number] = theirs

    def _priced(self, way: list[Label]) -> tuple[int, int] | None:
        """Truck MP and hexes of a way by road; None if it is none."""
        if not self.position.road_stands(way):
            return None
        steps = self.position.steps("truck")
        return sum(int(steps[a][b][0]) for a, b in pairwise(way)), len(way)

    def zones(self, side: int) -> None:
        state, ours, where = self.state, self.position, f"side {side}"
        self.same(f"zone of {where}", self.labels(zones.zone(state, side)), ours.zone(side))
        theirs = self.labels(zones.real_zone(state, side))
        self.same(f"Real AV zone of {where}", theirs, ours.real_zone(side))
        theirs = self.labels(zones.support_zone(state, side))
        self.same(f"Support AV zone of {where}", theirs, ours.support_zone(side))
        theirs = self.labels(sight.engagement_zone(state, side))
        self.same(f"Engagement Zone of {where}", theirs, ours.engagement_zone(side))

    def safe_paths(self, number: FormationId) -> None:
        name = self.kit.formations[number].key
        for n, type_ in enumerate(TYPES):
            theirs = self.labels(safe_path.area(self.state, number, n))
            ours = self.position.safe_area(number, type_)
            self.same(f"Safe Path area of {name} {type_}", theirs, ours)
        theirs = self.labels(safe_path.radius(self.state, number))
        self.same(f"Command Radius of {name}", theirs, self.position.radius(number))

    def unit(self, unit: Counter) -> None:
        name, id_ = self.kit.names[unit.id], unit.id
        safe = safe_path.has(self.state, id_)
        self.same(f"Safe Path of {name}", safe, self.position.has_safe_path(unit))
        lent = support.can_support(self.state, id_)
        self.same(f"Support of {name}", lent, self.position.has_support(unit))
        acting = hand.in_hand(self.state, id_)
        if not self.state.acted >> unit.id & 1 and (acting is None or acting.clear):
            flips = movement.flip_refusal(self.state, id_) is None
            self.same(f"flip of {name}", flips, self.moves.may_flip(unit))
        made = zones.providers(self.state, 1 - unit.side, unit.place)
        theirs, ours = (
            set(names_of(self.state, made)),
            self.moves.providers(1 - unit.side, unit.at),
        )
        self.same(f"AV zones on the hex of {name}", theirs, ours)

    def isolation(self, number: FormationId) -> None:
        name, seen = self.kit.formations[number].key, isolation.forecast(self.state, number)
        theirs = {unit: cut.steps for cut in seen.cuts for unit in each(cut.units)}
        self.same(f"Isolation of {name}", theirs, self.moves.isolation(number))
        self.same(f"disruption of {name}", seen.gone, self.moves.is_disrupted(number))

    def blob(self, number: FormationId) -> None:
        name, theirs = self.kit.formations[number].key, mixing.blob(self.state, number)
        self.same(f"Blob of {name}", self.labels(theirs), self.moves.blob(number))

    def objectives(self) -> None:
        over = {h: self.moves.zones_over(h) for h in self.position.ground.hexes}
        once, twice = objectives.zone(self.state), objectives.double(self.state)
        self.same("OBJ Zone of any", self.labels(once), {h for h, n in over.items() if n})
        self.same("OBJ Zone of double", self.labels(twice), {h for h, n in over.items() if n > 1})

    # -- supply ----------------------------------------------------------------------

    def routes(self) -> None:
        """All MSRs: who has one kept it, or else gets one."""
        for number in self.posts:
            kept = self._kept(number)
            if kept is not None and self.supply.is_route(number, kept):
                self.supply.routes[number] = kept
            elif number not in self.supply.routes:
                self.route(number)

    def _kept(self, number: FormationId) -> Route | None:
        kept, label = self.state.routes[number], self.kit.grid.label
        if kept is None:
            return None
        return [label(h) for h in kept.front], [label(h) for h in kept.rear]

    def route(self, number: FormationId) -> None:
        """Kept while it holds, else as short as any; ours are then the title's hexes."""
        name, found = self.kit.formations[number].key, msr.msr(self.state, number)
        at, old = self.position.trains[number], self._kept(number)
        self.same(f"MSR there is, of {name}", found is not None, self.supply.can_supply(number, at))
        if found is None:
            return
        label = self.kit.grid.label
        front, rear = [label(h) for h in found.front], [label(h) for h in found.rear]
        self.same(f"whole MSR of {name}", True, self.supply.is_route(number, (front, rear)))
        self.supply.routes[number] = front, rear
        if old is not None and self.supply.is_route(number, old):
            self.same(f"kept MSR of {name}", (front, rear), old)
            return
        self.same(
            f"MSR in front of {name}",
            self._priced(front),
            self._priced(self.supply.fronts(number).to(at)),
        )
        home = self.supply.rear(number, at, found.by)
        theirs, ours = self._measured(rear, found.by), self._measured(home or [], found.by)
        self.same(f"MSR to the rear of {name}", theirs, ours)

    def _measured(self, way: list[Label], by: str) -> tuple[int, int] | None:
        priced = self._priced(way)
        if priced is None:
            return None
        return (len(way) - 1, priced[0]) if by == "hexes" else (priced[0], len(way) - 1)

    def trains(self, number: FormationId) -> None:
        name, state = self.kit.formations[number].key, self.state
        theirs = self.labels(msr.legal(state, number))
        self.same(f"Legal Hexes of {name}", theirs, self.supply.legal(number))
        optimal = msr.optimal(state, number)
        self.same(f"Optimal Distance of {name}", optimal, self.supply.optimal(number))
        crossed = set(each(msr.crossing(state, number)))
        self.same(f"Crossing of {name}", crossed, self.supply.crossed(number))
        theirs = self.labels(hq_retreats.refuges(state, number))
        self.same(f"HQ Retreat of {name}", theirs, self.supply.refuges(number))

    # -- moves -----------------------------------------------------------------------

    def reach(self, unit: Counter) -> None:
        """With its whole MA, whatever it did before."""
        name, points = self.kit.names[unit.id], unit.showing.ma
        by = reaching.barriers(self.state, unit.id)
        found = ways.search(self.state, by, self.state.hex_of[unit.id], points, fresh=True)
        ours, label = self.moves.reach(unit, points), self.kit.grid.label
        passing = {label(h): spent for h, spent in found.passing.items()}
        stopped = {label(h): spent for h, spent in found.stopped.items()}
        self.same(f"reach, passing of {name}", set(passing.items()), set(ours.passing.items()))
        self.same(f"reach, stopped of {name}", set(stopped.items()), set(ours.stopped.items()))
        self.ends(unit)

    def ends(self, unit: Counter) -> None:
        """Of a unit that has done nothing yet in the Activation."""
        state, id_, name = self.state, unit.id, self.kit.names[unit.id]
        busy = (state.acted | state.stopped | state.finished | state.moved) >> unit.id & 1
        driven = state.began.get(id_, state.hex_of[id_]) != state.hex_of[id_]
        if busy or driven or hand.in_hand(state, id_) is not None:
            return
        points = unit.showing.ma
        if unit.formation == state.active != NO_FORMATION:
            points = {FAIL: 0, PARTIAL: points // 2}.get(state.snafu, points)
        theirs = self.labels(reaching.ends(state, id_))
        ours = self.moves.ends_by_command(unit, points, any_way=False)
        more = self.moves.ends_by_command(unit, points, any_way=True)
        self.same(f"ends, all of them of {name}", theirs | ours, theirs)
        self.same(f"ends, no others of {name}", theirs | more, more)

    def retreat(self, unit: Counter) -> None:
        name = self.kit.names[unit.id]
        goes = retreat.most_rearward(self.state, unit.id)
        theirs = {self.kit.grid.label(hex_) for hex_ in goes}
        self.same(f"retreat of {name}", theirs, self.moves.rearward(unit))
        self.same(f"retreat as shown of {name}", goes, retreat.rearward(self.state, unit.id).kept)

    def by_the_hq(self, unit: Counter) -> None:
        """BCS-7.5.i and k: to or next to the HQ, or off the map."""
        if unit.formation == NO_FORMATION or unit.type == "tac":
            return
        name, hq = self.kit.names[unit.id], self.position.hq[unit.formation]
        if not hq:
            return
        found = retreat.ways(self.state, unit.id, "automatic")
        theirs = {self.kit.grid.label(h) if h >= 0 else "off" for h in found}
        self.same(f"retreat to the HQ of {name}", theirs, self.moves.by_the_hq(unit))

    def hq_reach(self, number: FormationId) -> None:
        if number != self.state.active or not self.moves.hq_may_move(number):
            return
        found = hq_reach.reach(self.state, number)
        theirs = {(self.kit.grid.label(h), spent) for h, spent in found.items()}
        name, ours = self.kit.formations[number].key, self.moves.posts(number)
        self.same(f"HQ reach of {name}", theirs, set(ours.items()))
