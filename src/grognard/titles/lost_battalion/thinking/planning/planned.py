"""What an offer is worth to a side that follows a plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitSet
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.actions import Action
from grognard.titles.lost_battalion.position.decisions import NOWHERE, Advancing, Marching
from grognard.titles.lost_battalion.position.state import ids
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.thinking.judgement import Judge
from grognard.titles.lost_battalion.thinking.judgement.marches import Plan as March
from grognard.titles.lost_battalion.thinking.judgement.weights import (
    ATTACKER,
    BAD,
    CLEARED,
    DEFENDER,
    ENOUGH,
    PRESS,
    TANKS,
    WHOLE,
)
from grognard.titles.lost_battalion.thinking.planning.orders import Orders
from grognard.titles.lost_battalion.thinking.planning.posts import Posts
from grognard.titles.lost_battalion.thinking.situation import (
    FAR,
    Estimate,
    Situation,
    clearing,
    exchanges,
)

AT_POST: Final = 60.0
STORM: Final = 3.0  # the pull of a victory hex on those who are to storm it
LEADS: Final = 1.0  # per victory point, for who could lead a Deliberate Attack
TARGETED: Final = 3.0  # how much more the target of a plan pulls
RAID_FROM: Final = 4  # hexes from where a German may come to storm in his last turn
ON_THE_WAY: Final = 0.5  # per half point nearer to the post


class Planned(Judge):
    """Appraises as the plan has it; what it does not speak of, as one who looks a step ahead."""

    def __init__(self, now: Situation, orders: Orders) -> None:
        super().__init__(now)
        self.orders, self.doctrine = orders, orders.doctrine
        self.posts = Posts(now, orders.doctrine)

    def worth(self, action: Action) -> float:
        answer = _PLANNED.get(type(action))
        return super().worth(action) if answer is None else answer(self, action)

    # -- marches -------------------------------------------------------------------------

    def post(self, units: UnitSet) -> Hex | None:
        """Where a group is sent, if it is."""
        return self.orders.posts.get(next(ids(units)))

    def _best_march(self, march: Marching) -> March | None:
        """The way that was begun, as long as it is open; otherwise the best there is."""
        strike = self._strike_plan(march)
        if strike is not None:
            return strike
        mode, way = self.orders.ways.get(march.units, ("", ()))
        if march.mode and march.at in way:
            left = way[way.index(march.at) :]
            if len(left) == 1:
                return None
            if not self.now.closed >> left[1] & 1:
                return March(mode, left[1], 1.0, left)
        post = self.post(march.units)
        found = super()._best_march(march) if post is None else self._to_post(march, post)
        if found is not None and found.way:
            self.orders.ways[march.units] = found.verb, found.way
        return found

    def _to_post(self, march: Marching, post: Hex) -> March | None:
        if march.at == post:
            return None
        ways = [reach for reach in self.now.reaches(march) if post in reach.costs]
        if not ways or self.stand(march.units, post) <= BAD:
            return super()._best_march(march)
        way = min(ways, key=lambda reach: reach.costs[post]).way(post)
        mode = min(ways, key=lambda reach: reach.costs[post]).mode
        return March(mode, way[1], AT_POST, tuple(way))

    def stand(self, units: UnitSet, hex_: Hex) -> float:
        post = self.post(units)
        if post is None:
            more = self._storming(units, hex_) + self._screening(units, hex_)
            return super().stand(units, hex_) + more
        if stack_refusal(self.kit, self.now.units(hex_) & ~units | units) is not None:
            return BAD
        if hex_ == post:
            return AT_POST
        return -ON_THE_WAY * self.now.way_to(post).get(hex_, FAR)

    def _stands(self, units: UnitSet) -> Callable[[Hex], float]:
        """Without a post, and when there is nothing to storm, the ground alone counts."""
        more = self.doctrine.screen if self.side == ALLIED else self.storms
        plain = not more and self.post(units) is None
        return partial(super().stand if plain else self.stand, units)

    def _strike_plan(self, march: Marching) -> March | None:
        return None if self.post(march.units) is not None else super()._strike_plan(march)

    def _entry(self, hex_: Hex, mode: str) -> float:
        march = self.now.top
        assert isinstance(march, Marching)
        post = self.post(march.units)
        if post is None:
            return super()._entry(hex_, mode)
        if mode == "ride":
            return 0.5  # from a ride one cannot turn to the march
        return 200.0 - ON_THE_WAY * self.now.way_to(post).get(hex_, FAR) - self._toll(hex_)

    def _toll(self, hex_: Hex) -> float:
        by_road = self.kit.road_exits >> hex_ & 1
        return ON_THE_WAY * (self.kit.by_road if by_road else self.kit.off_road)[hex_]

    def join(self, action: act.Join) -> float:
        march = self.now.top
        assert isinstance(march, Marching)
        unit = self.kit.by_name[action.unit]
        if self.post(march.units) is not None or unit in self.orders.posts:
            return -1.0
        return super().join(action)

    def pick(self, action: act.Pick) -> float:
        unit = self.kit.by_name[action.unit]
        post = self.orders.posts.get(unit)
        if post is None:
            return super().pick(action)
        # Who is where it should be need not even be picked.
        return -1.0 if self.now.state.hex_of[unit] == post else super().pick(action) + 1.0

    def _pressed(self, units: UnitSet, foe: Hex, own: float) -> float:
        prize = 1.0 + self.doctrine.press * self.now.prizes.get(foe, 0)
        if foe != self.doctrine.target or not own:
            return prize * super()._pressed(units, foe, own)
        # Somebody must be the first to come: the others make the odds.
        there = self.now.estimates[foe].strength
        wanted = ENOUGH + self.now.cover(foe)
        before = self._around(foe, units) / there
        added = min(before + own / there, wanted) - min(before, wanted)
        return TARGETED * prize * PRESS * added

    def _storming(self, units: UnitSet, hex_: Hex) -> float:
        """What a German finds who would attack a victory hex from there, when it is time to."""
        if self.side != GERMAN or not self.storms or not self.now.near_foes >> hex_ & 1:
            return 0.0
        wanted = (h for h in self.now.around(hex_) if self.now.foes >> h & 1)
        return max(
            (self._storm(units, foe) for foe in wanted if foe in self.now.prizes), default=0.0
        )

    def _screening(self, units: UnitSet, hex_: Hex) -> float:
        """What it is worth to the Allies that no German comes there, next to what they hold."""
        if not self.doctrine.screen or self.side != ALLIED or self.now.units(hex_) & ~units:
            return 0.0
        return self.doctrine.screen * self._exposed.get(hex_, 0.0)

    @cached_property
    def _exposed(self) -> dict[Hex, float]:
        """By hex, the points of the victory hexes next to it that the Allies hold."""
        found: dict[Hex, float] = {}
        within = self.kit.grid.within(self.now.foes, RAID_FROM)
        for row in self.kit.victory_hexes:
            prize = self.at(row.hex)
            if self.now.mine >> prize & 1:
                for hex_ in self.now.around(prize):
                    if within >> hex_ & 1:
                        found[hex_] = found.get(hex_, 0.0) + row.vp
        return found

    @cached_property
    def storms(self) -> bool:
        return self.posts.last or self.doctrine.target != NOWHERE

    def _storm(self, units: UnitSet, foe: Hex) -> float:
        own = sum(self.now.strength(u) for u in ids(units & self.kit.infantry))
        leads = LEADS if self._could_lead(units, foe) else 0.0
        return STORM * (self._pressed(units, foe, float(own)) + leads * self.now.prizes[foe])

    def _could_lead(self, units: UnitSet, foe: Hex) -> bool:
        """Whether one of them could lead a Deliberate Attack there, and nobody else yet could."""
        fit = self._leaders
        near = (self.now.units(h) for h in self.now.around(foe))
        return bool(units & fit) and not any(there & ~units & fit for there in near)

    @cached_property
    def _leaders(self) -> UnitSet:
        if not self.now.own.deliberate:
            return 0
        needed = self.kit.number("deliberate_strength")
        able = self.kit.side_units[GERMAN] & self.kit.infantry & ~self.kit.austrians
        return sum(1 << u for u in ids(able) if self.now.strength(u) >= needed)

    # -- fights --------------------------------------------------------------------------

    def _outcome(
        self, column: int, there: Estimate, foe: Hex, tanks: bool, shelled: float
    ) -> float:
        lost, taken = exchanges(self.now.key)[column]
        lost = max(0.0, lost - TANKS) if tanks else lost
        steps = max(1.0, there.steps - shelled)
        aimed = TARGETED if foe == self.doctrine.target else 1.0
        prize = self._clear + aimed * self.doctrine.taken * self.now.prizes.get(foe, 0)
        chance = clearing(self.kit, column, steps)
        return self._gain * min(taken, steps) - self._price * lost + chance * prize

    @cached_property
    def _price(self) -> float:
        """What an own step costs: little when there is no other day."""
        price = ATTACKER + (WHOLE if self.side == GERMAN else 0.0)
        return self.doctrine.spare * price * (0.25 if self.posts.last else 1.0)

    @cached_property
    def _gain(self) -> float:
        return DEFENDER * (0.1 if self.posts.last and self.side == GERMAN else 1.0)

    @cached_property
    def _clear(self) -> float:
        return CLEARED * (0.2 if self.posts.last else 1.0)

    def advance(self, action: act.Advance) -> float:
        """Into what is worth most, if what is left behind is worth less."""
        advance, unit = self.now.top, self.kit.by_name[action.unit]
        assert isinstance(advance, Advancing)
        home, bit = self.now.state.hex_of[unit], 1 << unit
        gain = self._held(advance.into, bit) - self._held(advance.into, 0)
        gain -= self._held(home, 0) - self._held(home, -bit)
        if gain:
            return 4.0 * gain
        return super().advance(action)

    def _held(self, hex_: Hex, more: int) -> float:
        """What a hex is worth with one unit more, or one less if `more` is below 0."""
        if hex_ not in self.now.prizes:
            return 0.0
        units = self.now.units(hex_)
        return self.posts.worth(hex_, units & ~-more if more < 0 else units | more)

    # -- guns and gas --------------------------------------------------------------------

    def place_gun(self, action: act.PlaceGun) -> float:
        """To the victory hexes that are held, first where it makes them safer."""
        hex_ = self.at(action.hex)
        if hex_ not in self.now.prizes:
            return super().place_gun(action)
        there = self.now.units(hex_)
        steps = self.posts.steps(there)
        gain = self.posts.safety(hex_, steps + 1) - self.posts.safety(hex_, steps)
        return 6.0 + 10.0 * gain * self.now.prizes[hex_]


_PLANNED: Final[dict[type, Callable[[Planned, Any], float]]] = {
    act.Join: Planned.join,
    act.Pick: Planned.pick,
    act.Advance: Planned.advance,
    act.PlaceGun: Planned.place_gun,
}
