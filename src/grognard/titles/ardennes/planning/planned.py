"""A situation seen by a side that follows a plan."""

from __future__ import annotations

from typing import Final

from grognard.hexes import Hex, HexSet
from grognard.titles.ardennes import actions as act
from grognard.titles.ardennes import commands
from grognard.titles.ardennes.judgement import judged
from grognard.titles.ardennes.judgement.ground import FAR, distance_field, goal_field
from grognard.titles.ardennes.judgement.situation import Situation, as_it_was
from grognard.titles.ardennes.kit import GERMAN, Card, UnitId
from grognard.titles.ardennes.movement import within_bounds
from grognard.titles.ardennes.planning.orders import Orders
from grognard.titles.ardennes.state import RESERVE, boxed, corps_of, fact
from grognard.titles.ardennes.view import View

ASIDE: Final = 0.3  # what an attack counts that does not open the way
THRIFT: Final = 0.2  # of what a card could do by commanding
AT_POST: Final = 3.0
NEARER: Final = 0.25  # for each movement point nearer to the post
AS_FAR: Final = 30  # movement points beyond which nothing is farther


class Planned(Situation):
    """Units that were sent somewhere are drawn there."""

    def __init__(self, view: View, orders: Orders) -> None:
        super().__init__(view)
        self.orders = orders

    def field_of(self, unit: UnitId) -> dict[Hex, int]:
        """A German corps keeps to its lane, as long as there is something left to take in it."""
        lane = self.orders.lanes.get(corps_of(self.state, unit), 0) & ~self.state.german_towns
        if self.side != GERMAN or not lane:
            return super().field_of(unit)
        zone = within_bounds(self.state, unit)
        return fact(self.state, ("judged", "lane", zone, lane), lambda: self._march(lane, zone))

    def _march(self, lane: HexSet, zone: HexSet) -> dict[Hex, int]:
        key, leaving = self.view.terms.kit, self.days_left == 0
        return goal_field(key, lane, zone, self.state.bridges, self.enemies, leaving)

    def in_the_way(self, unit: UnitId, target: Hex) -> float:
        """What stands aside of a German unit's way is left to others."""
        at = self.state.hex_of[unit]
        if self.side != GERMAN or at < 0:
            return 1.0
        return 1.0 if self.away(unit, target) <= self.away(unit, at) else ASIDE

    def thrift(self, card: Card, worth: float) -> float:
        """A card is not used up that could do much by commanding."""
        key = ("judged", "use", self.side, card.number)
        return max(worth, THRIFT * fact(self.state, key, lambda: self._best_use(card)))

    def _best_use(self, card: Card) -> float:
        state = self.state
        worths = [0.0]
        for formation in commands.formations(state, card):
            units = commands.members_of(state, card, formation)
            if commands.ready(state, self.side, units):
                worths.append(judged(self, act.Activate(card.number, formation)))
            if units & boxed(state, RESERVE, self.side):
                worths.append(judged(self, act.Reserves(card.number, formation)))
        return max(worths)

    def pull(self, unit: UnitId, hex_: Hex) -> float:
        post = self.orders.posts.get(unit)
        if post is None:
            return 0.0
        if hex_ == post:
            return AT_POST
        way = distance_field(self.view.terms.kit, 1 << post, self.state.bridges)
        return -NEARER * min(way.get(hex_, FAR), AS_FAR)


_seen: list[Planned] = []


def look_by(view: View, orders: Orders) -> Planned:
    """The situation of a view; the last one is kept, and what was worked out in its position."""
    last = _seen[0] if _seen else None
    if last is not None and last.view is view and last.orders is orders:
        return last
    here = Planned(view, orders)
    if last is not None and last.orders is orders and as_it_was(last.view, view):
        before = last.state
        here.state.__dict__ |= {"facts": before.facts, "own_facts": before.own_facts}
    _seen[:] = [here]
    return here
