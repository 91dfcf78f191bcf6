"""What the title tells of a position, held against the second reading."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise
from random import Random
from typing import Any

from grognard.hexes import HexSet
from grognard.titles.bcs import actions as act
from grognard.titles.bcs import (
    hand,
    hq_moves,
    hqs,
    isolation,
    mixing,
    movement,
    msr,
    objectives,
    reaching,
    retreat,
    roads,
    safe_path,
    sight,
    support,
    ways,
    zones,
)
from grognard.titles.bcs.decisions import Acting
from grognard.titles.bcs.kit import GERMAN, NO_FORMATION, US, FormationId
from grognard.titles.bcs.questions import QUESTIONS
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import TYPES, Label
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.zones import Counter, Position
from grognard.titles.bcs.state import (
    FAIL,
    PARTIAL,
    State,
    each,
    names_of,
)

# -- the comparison ------------------------------------------------------------------------


class Check:
    """Both readings of one position; what differs is told in a line each."""

    def __init__(self, state: State, tally: Tally[str] | None = None) -> None:
        self.state, self.kit = state, state.kit
        self.position = Position(state)
        self.supply, self.moves = Supply(self.position), Fights(self.position)
        self.flaws: list[str] = []
        self.tally = tally if tally is not None else Tally()

    def labels(self, hexes: HexSet) -> set[Label]:
        return set(self.kit.grid.labels(hexes))

    def same(self, what: str, theirs: Any, ours: Any) -> None:
        self.tally[what.split(":")[0]] += 1
        if theirs == ours:
            return
        if isinstance(theirs, set) and isinstance(ours, set):
            theirs, ours = sorted(theirs - ours), sorted(ours - theirs)
        self.flaws.append(f"{what}: the title has {theirs}, the second reading {ours}")

    def everything(self, rng: Random) -> list[str]:
        posts = [f.id for f in self.kit.formations if self.state.hq[f.id] >= 0]
        for number in posts:
            self.way_back(number)
        for side in (US, GERMAN):
            self.zones(side)
        for number in posts:
            self.safe_paths(number)
            self.isolation(number)
            self.blob(number)
        for number in posts:
            self.route(number)
        for number in posts:
            self.trains(number)
        self.objectives()
        for unit in self.position.on_map:
            self.unit(unit)
        movers = self.position.on_map
        for unit in rng.sample(movers, min(6, len(movers))):
            self.reach(unit)
            self.retreat(unit)
            self.by_the_hq(unit)
        for number in posts:
            self.hq_reach(number)
        self.hand()
        return self.flaws

    # -- zones, Support, Safe Paths --------------------------------------------------

    def way_back(self, number: FormationId) -> None:
        """The road of 1.6.e; of roads as quick the title's is taken."""
        name, ours = self.kit.formations[number].key, self.position.way_back(number)
        found = roads.way_back(self.state, number)
        theirs = None if found is None else [self.kit.grid.label(h) for h in found]
        self.same(f"road back: {name} has one", theirs is not None, ours is not None)
        if theirs is None or ours is None:
            return
        self.same(f"road back: {name} in MP", self._priced(theirs), self._priced(ours))
        self.same(f"road back: {name} from the HQ", theirs[0], ours[0])
        self.position.backs[number] = theirs

    def _priced(self, way: list[Label]) -> tuple[int, int] | None:
        """Truck MP and hexes of a way by road; None if it is none."""
        if not self.position.road_stands(way):
            return None
        steps = self.position.steps("truck")
        return sum(int(steps[a][b][0]) for a, b in pairwise(way)), len(way)

    def zones(self, side: int) -> None:
        state, ours, where = self.state, self.position, f"side {side}"
        self.same(f"zone: {where}", self.labels(zones.zone(state, side)), ours.zone(side))
        theirs = self.labels(zones.real_zone(state, side))
        self.same(f"Real AV zone: {where}", theirs, ours.real_zone(side))
        theirs = self.labels(zones.support_zone(state, side))
        self.same(f"Support AV zone: {where}", theirs, ours.support_zone(side))
        theirs = self.labels(sight.engagement_zone(state, side))
        self.same(f"Engagement Zone: {where}", theirs, ours.engagement_zone(side))

    def safe_paths(self, number: FormationId) -> None:
        name = self.kit.formations[number].key
        for n, type_ in enumerate(TYPES):
            theirs = self.labels(safe_path.area(self.state, number, n))
            ours = self.position.safe_area(number, type_)
            self.same(f"Safe Path area: {name} {type_}", theirs, ours)
        theirs = self.labels(safe_path.radius(self.state, number))
        self.same(f"Command Radius: {name}", theirs, self.position.radius(number))

    def unit(self, unit: Counter) -> None:
        name, id_ = self.kit.names[unit.id], unit.id
        safe = safe_path.has(self.state, id_)
        self.same(f"Safe Path: {name}", safe, self.position.has_safe_path(unit))
        lent = support.can_support(self.state, id_)
        self.same(f"Support: {name}", lent, self.position.has_support(unit))
        acting = hand.in_hand(self.state, id_)
        if not self.state.acted >> unit.id & 1 and (acting is None or acting.clear):
            flips = movement.flip_refusal(self.state, id_) is None
            self.same(f"flip: {name}", flips, self.moves.may_flip(unit))
        made = zones.providers(self.state, 1 - unit.side, unit.place)
        theirs = set(names_of(self.state, made))
        self.same(f"AV zones on: {name}", theirs, self.moves.providers(1 - unit.side, unit.at))

    def isolation(self, number: FormationId) -> None:
        name, seen = self.kit.formations[number].key, isolation.forecast(self.state, number)
        theirs = {unit: cut.steps for cut in seen.cuts for unit in each(cut.units)}
        self.same(f"Isolation: {name}", theirs, self.moves.isolation(number))
        self.same(f"disruption: {name}", seen.gone, self.moves.is_disrupted(number))

    def blob(self, number: FormationId) -> None:
        name, theirs = self.kit.formations[number].key, mixing.blob(self.state, number)
        self.same(f"Blob: {name}", self.labels(theirs), self.moves.blob(number))

    def objectives(self) -> None:
        over = {h: self.moves.zones_over(h) for h in self.position.ground.hexes}
        once, twice = objectives.zone(self.state), objectives.double(self.state)
        self.same("OBJ Zone: any", self.labels(once), {h for h, n in over.items() if n})
        self.same("OBJ Zone: double", self.labels(twice), {h for h, n in over.items() if n > 1})

    # -- supply ----------------------------------------------------------------------

    def route(self, number: FormationId) -> None:
        """Kept while it holds, else as short as any; ours are then the title's hexes."""
        name, found = self.kit.formations[number].key, msr.msr(self.state, number)
        at, kept = self.position.trains[number], self.state.routes[number]
        self.same(f"MSR: {name} has one", found is not None, self.supply.can_supply(number, at))
        if found is None:
            return
        label = self.kit.grid.label
        front, rear = [label(h) for h in found.front], [label(h) for h in found.rear]
        self.same(f"MSR: {name} is whole", True, self.supply.is_route(number, (front, rear)))
        self.supply.routes[number] = front, rear
        if kept is not None:
            old = [label(h) for h in kept.front], [label(h) for h in kept.rear]
            if self.supply.is_route(number, old):
                self.same(f"MSR: {name} is kept", (front, rear), old)
                return
        self.same(
            f"MSR: {name} in front",
            self._priced(front),
            self._priced(self.supply.fronts(number).to(at)),
        )
        home = self.supply.rear(number, at, found.by)
        theirs, ours = self._measured(rear, found.by), self._measured(home or [], found.by)
        self.same(f"MSR: {name} to the rear", theirs, ours)

    def _measured(self, way: list[Label], by: str) -> tuple[int, int] | None:
        priced = self._priced(way)
        if priced is None:
            return None
        return (len(way) - 1, priced[0]) if by == "hexes" else (priced[0], len(way) - 1)

    def trains(self, number: FormationId) -> None:
        name, state = self.kit.formations[number].key, self.state
        theirs = self.labels(msr.legal(state, number))
        self.same(f"Legal Hexes: {name}", theirs, self.supply.legal(number))
        optimal = msr.optimal(state, number)
        self.same(f"Optimal Distance: {name}", optimal, self.supply.optimal(number))
        crossed = set(each(msr.crossing(state, number)))
        self.same(f"Crossing: {name}", crossed, self.supply.crossed(number))
        ours = self.supply.refuges(number)
        theirs = self.labels(hqs.refuges(state, number))
        if ours:
            self.same(f"HQ Retreat: {name}", theirs, ours)
        else:
            self.last_resort(name, number, theirs)

    def last_resort(self, name: str, number: FormationId, theirs: set[Label]) -> None:
        """BCS-R.21: next to the Trains, at a Supply Source if they are off the map."""
        enemy = 1 - self.kit.formations[number].side
        hostile = self.position.holds(enemy) | self.position.tails(enemy)
        hostile = hostile | self.position.barred[1 - enemy]
        at = self.position.trains[number]
        beside = set(self.position.ground.near[at]) if at else self.position.sources(1 - enemy)
        room = beside - hostile - {self.position.hq[number]}
        if room:
            self.same(f"HQ Retreat: {name} as a last resort", theirs <= room, True)

    # -- moves -----------------------------------------------------------------------

    def reach(self, unit: Counter) -> None:
        """With its whole MA, whatever it did before."""
        name, points = self.kit.names[unit.id], unit.showing.ma
        by = reaching.barriers(self.state, unit.id)
        found = ways.search(self.state, by, self.state.hex_of[unit.id], points, fresh=True)
        ours, label = self.moves.reach(unit, points), self.kit.grid.label
        passing = {label(h): spent for h, spent in found.passing.items()}
        stopped = {label(h): spent for h, spent in found.stopped.items()}
        self.same(f"reach: {name} passing", set(passing.items()), set(ours.passing.items()))
        self.same(f"reach: {name} stopped", set(stopped.items()), set(ours.stopped.items()))
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
        self.same(f"ends: {name}, all of them", theirs | ours, theirs)
        self.same(f"ends: {name}, no others", theirs | more, more)

    def retreat(self, unit: Counter) -> None:
        name = self.kit.names[unit.id]
        goes = retreat.most_rearward(self.state, unit.id)
        theirs = {self.kit.grid.label(hex_) for hex_ in goes}
        self.same(f"retreat: {name}", theirs, self.moves.rearward(unit))
        self.same(f"retreat: {name}, as shown", goes, retreat.rearward(self.state, unit.id).kept)

    def by_the_hq(self, unit: Counter) -> None:
        """BCS-7.5.i and k: to or next to the HQ, or off the map."""
        if unit.formation == NO_FORMATION or unit.type == "tac":
            return
        name, hq = self.kit.names[unit.id], self.position.hq[unit.formation]
        if not hq:
            return
        found = retreat.ways(self.state, unit.id, "automatic")
        theirs = {self.kit.grid.label(h) if h >= 0 else "off" for h in found}
        self.same(f"retreat: {name} to its HQ", theirs, self.moves.by_the_hq(unit))

    def hq_reach(self, number: FormationId) -> None:
        if number != self.state.active or not self.moves.hq_may_move(number):
            return
        found = hq_moves.reach(self.state, number)
        theirs = {(self.kit.grid.label(h), spent) for h, spent in found.items()}
        name, ours = self.kit.formations[number].key, self.moves.posts(number)
        self.same(f"HQ reach: {name}", theirs, set(ours.items()))

    # -- the unit in hand ------------------------------------------------------------

    def hand(self) -> None:
        """What it may fight, and what bars its next step."""
        acting = self.state.top if self.state.stack else None
        if not isinstance(acting, Acting) or self.state.hex_of[acting.unit] < 0:
            return
        unit, moves = self.position.units[acting.unit], self.moves
        name = self.kit.names[acting.unit]
        offered = QUESTIONS[Acting].candidates(self.state, acting)
        refusal = QUESTIONS[Acting].refusal
        open_ = [a for a in offered if refusal(self.state, acting, a) is None]
        owes = acting.must
        deeds: list[tuple[type[Any], set[Any]]] = [
            (act.Engage, moves.engagements(unit)),
            (act.Fire, moves.fires(unit, owes=owes)),
            (act.Shock, moves.shocks(unit, owes=owes)),
            (act.Recon, moves.recons(unit, owes=owes or acting.lift)),
        ]
        for kind, ours in deeds:
            theirs = {a.hex for a in open_ if isinstance(a, kind)}
            self.same(f"{kind.__name__}: {name}", theirs, ours)
        attacks = {(a.hex, a.assist) for a in open_ if isinstance(a, act.Attack)}
        self.same(f"Attack: {name}", attacks, moves.attacks(unit, owes=owes))
        self.steps(acting, unit)

    def steps(self, acting: Acting, unit: Counter) -> None:
        refusal, name = QUESTIONS[Acting].refusal, self.kit.names[unit.id]
        theirs = set()
        for near in self.position.ground.near[unit.at]:
            why = refusal(self.state, acting, act.Step(near))
            if why is None or why.rule in _ENDS_BADLY:
                theirs.add(near)
        fresh = acting.spent == 0 and not self.state.moved >> unit.id & 1
        self.same(f"steps: {name}", theirs, self.moves.open_steps(unit, acting.mp, fresh))


_ENDS_BADLY = ("BCS-4.2f", "BCS-5.5.a", "BCS-R.3")
