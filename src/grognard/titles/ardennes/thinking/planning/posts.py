"""Who is sent to which victory hex: units are given away one by one, to where each helps most."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import GERMAN, UnitId
from grognard.titles.ardennes.position.decisions import NO_UNIT
from grognard.titles.ardennes.position.state import ids
from grognard.titles.ardennes.thinking.judgement.ground import FAR, distance_field
from grognard.titles.ardennes.thinking.judgement.situation import Situation

GRIP: Final = 0.3  # how much each step makes a victory hex safer
REACH: Final = 8  # movement points that are thought of: a march or two
DETOUR: Final = 0.02  # what each movement point of the way takes from a post
LEAST: Final = 0.05
CROWD: Final = 3  # units sent to one hex at most
DANGER: Final = 24  # movement points from which the enemy is thought of


class Posts:
    """The victory hexes as one side sees them, and who could go there."""

    def __init__(self, here: Situation) -> None:
        self.here, self.kit, self.side = here, here.kit, here.side

    def assign(self) -> dict[UnitId, Hex]:
        """A post for each unit that is worth more there than elsewhere."""
        stakes = {h: s for h in members(self.kit.vp_hexes) if (s := self._stake(h)) > 0}
        offers = [_Post(self, hex_, stake) for hex_, stake in stakes.items()]
        given: dict[UnitId, Hex] = {}
        while offers:
            post = max(offers, key=lambda offer: offer.gain)
            if post.gain <= LEAST:
                break
            taken = post.unit
            given[taken] = post.hex
            post.send(taken)
            for other in offers:
                other.strike_off(taken)
        return given

    def near(self, hex_: Hex) -> dict[UnitId, int]:
        """The own units within reach of a hex, each with its way."""
        way, at = self._way(hex_), self.here.state.hex_of
        found = {unit: way.get(at[unit], FAR) for unit in self._own}
        return {unit: cost for unit, cost in found.items() if cost <= REACH}

    @cached_property
    def _own(self) -> list[UnitId]:
        return list(ids(self.here.own))

    def _stake(self, hex_: Hex) -> float:
        """How much there is to win or lose: its points, by how near the enemy or one's own are."""
        vp, held = self.kit.vp[hex_], bool(self.here.held >> hex_ & 1)
        if self.side == GERMAN and not held:
            return float(vp)
        return vp * max(0.0, 1 - self._nearest_enemy(hex_) / DANGER)

    def _nearest_enemy(self, hex_: Hex) -> int:
        way = self._way(hex_)
        return min((way.get(h, FAR) for h in members(self.here.enemies)), default=FAR)

    def _way(self, hex_: Hex) -> dict[Hex, int]:
        return distance_field(self.here.view.terms.kit, 1 << hex_, self.here.state.bridges)


class _Post:
    """A victory hex that units are sent to, and who would help most there next."""

    def __init__(self, posts: Posts, hex_: Hex, stake: float) -> None:
        self.hex, self.stake, self.near = hex_, stake, posts.near(hex_)
        self.steps_of = posts.here.state.steps
        self.sent = self.steps = 0
        self._look()

    def send(self, unit: UnitId) -> None:
        self.sent += 1
        self.steps += self.steps_of[unit]

    def strike_off(self, unit: UnitId) -> None:
        """A unit that has its post is no longer free."""
        if self.near.pop(unit, None) is not None and self.unit == unit:
            self._look()

    def _look(self) -> None:
        self.unit, self.gain = NO_UNIT, 0.0
        for unit, way in self.near.items() if self.sent < CROWD else ():
            gain = self._gain(unit, way)
            if gain > self.gain:
                self.unit, self.gain = unit, gain

    def _gain(self, unit: UnitId, way: int) -> float:
        more = _safety(self.steps + self.steps_of[unit]) - _safety(self.steps)
        return self.stake * more * (1 - way / (REACH + 1)) - DETOUR * way


def _safety(steps: int) -> float:
    return 1.0 - float((1.0 - GRIP) ** steps)
