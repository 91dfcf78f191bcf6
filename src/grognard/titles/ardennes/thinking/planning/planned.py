"""A situation seen by a side that follows a plan."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import GERMAN, Card, UnitId
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.state import RESERVE, boxed, corps_of, fact, ids
from grognard.titles.ardennes.rules.cards import commands
from grognard.titles.ardennes.rules.moving.movement import within_bounds
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.thinking.judgement import judged, lines
from grognard.titles.ardennes.thinking.judgement.ground import FAR, distance_field, goal_field
from grognard.titles.ardennes.thinking.judgement.situation import Situation, as_it_was
from grognard.titles.ardennes.thinking.planning.orders import Orders
from grognard.titles.ardennes.thinking.planning.roads import barriers, openings

THRIFT: Final = 0.2  # of what a card could do by commanding
STANDBY: Final = 0.3  # on the last day, for each victory point that its corps has taken
PATIENCE: Final = 0.6  # the same, while all of it is in supply
AT_POST: Final = 3.0
NEARER: Final = 0.25  # for each movement point nearer to the post
AS_FAR: Final = 30  # movement points beyond which nothing is farther
RECKLESS: Final = 0.3  # of what losses count for otherwise, when there is no tomorrow


class Planned(Situation):
    """Units that were sent somewhere are drawn there."""

    def __init__(self, view: View, orders: Orders) -> None:
        super().__init__(view)
        self.orders, self.doctrine = orders, orders.doctrine
        self._fields: dict[UnitId, dict[Hex, int]] = {}

    def field_of(self, unit: UnitId) -> dict[Hex, int]:
        field = self._fields.get(unit)
        if field is None:
            field = self._fields[unit] = self._field(unit)
        return field

    def _field(self, unit: UnitId) -> dict[Hex, int]:
        """A German corps keeps to its lane until it has taken half of what there is in it."""
        lane = self.orders.lanes.get(corps_of(self.state, unit), 0)
        held = self.state.german_towns
        if self.side != GERMAN or 2 * self._points(lane & held) >= self._points(lane):
            return super().field_of(unit)
        zone, goals = within_bounds(self.state, unit), lane & ~held
        return fact(self.state, ("judged", "lane", zone, goals), lambda: self._march(goals, zone))

    @property
    def care(self) -> float:
        if not self.days_left:
            return RECKLESS
        return self.doctrine.bold if self.side == GERMAN else 1.0

    def _points(self, hexes: HexSet) -> int:
        return sum(self.kit.vp[hex_] for hex_ in members(hexes))

    def _march(self, goals: HexSet, zone: HexSet) -> dict[Hex, int]:
        key, leaving = self.view.terms.kit, self.days_left == 0
        return goal_field(key, goals, zone, self.state.bridges, self.enemies, leaving)

    def in_the_way(self, unit: UnitId, target: Hex) -> float:
        """What stands aside of a German unit's way is left to others."""
        at = self.state.hex_of[unit]
        if self.side != GERMAN or at < 0:
            return 1.0
        ahead = self.away(unit, target) <= self.away(unit, at)
        return 1.0 if ahead else self.doctrine.aside

    def thrift(self, card: Card, worth: float) -> float:
        """A card is not used up that could do much by commanding, or may have to."""
        uses = self.orders.uses
        if card.number not in uses:  # once an impulse: it is laborious, and changes little
            uses[card.number] = self._best_use(card)
        use = THRIFT * uses[card.number]
        standby = 0.0 if self.days_left else STANDBY * self.kept_by(card)
        return max(worth, use) + standby

    def patience(self, card: Card) -> float:
        """What speaks for playing a card later: at the end of all, the road must be open."""
        if self.days_left or self.side != GERMAN or lines.cut_off(self) & self.kit.vp_hexes:
            return 0.0
        return PATIENCE * self.kept_by(card)

    def kept_by(self, card: Card) -> int:
        """The victory points that a corps of the card has taken, and may have to fight for."""
        corps = {corps_of(self.state, unit) for unit in ids(card.units)}
        lanes = [self.orders.lanes.get(name, 0) for name in corps]
        return max((self._points(lane & self.state.german_towns) for lane in lanes), default=0)

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
        return self._errand(unit, hex_) + self._watch(unit, hex_)

    def _watch(self, unit: UnitId, hex_: Hex) -> float:
        """A road to what was taken wants one unit wherever it is, or may be, cut."""
        if self.side != GERMAN:
            return barriers(self).get(hex_, 0.0)
        worth = openings(self).get(hex_, 0.0)
        return worth if worth and self.alone(unit, hex_) else 0.0

    def _errand(self, unit: UnitId, hex_: Hex) -> float:
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
