"""Who is sent to which victory hex: units are given away one by one, to where each helps most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.hexes import Hex, members
from grognard.titles.ardennes.judgement.ground import FAR, distance_field
from grognard.titles.ardennes.judgement.situation import Situation
from grognard.titles.ardennes.kit import GERMAN, UnitId, UnitSet
from grognard.titles.ardennes.state import ids

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
        free = set(ids(self.here.own))
        given: dict[UnitId, Hex] = {}
        sent = dict.fromkeys(stakes, 0)
        while best := self._best(free, stakes, sent):
            unit, hex_ = best
            given[unit] = hex_
            sent[hex_] |= 1 << unit
            free.discard(unit)
        return given

    def _best(
        self, free: set[UnitId], stakes: Mapping[Hex, float], sent: Mapping[Hex, UnitSet]
    ) -> tuple[UnitId, Hex] | None:
        found, most = None, LEAST
        for hex_, stake in stakes.items():
            if sent[hex_].bit_count() >= CROWD:
                continue
            before = self._safety(sent[hex_])
            for unit in free:
                way = self._way(hex_).get(self.here.state.hex_of[unit], FAR)
                if way > REACH:
                    continue
                more = self._safety(sent[hex_] | 1 << unit) - before
                gain = stake * more * (1 - way / (REACH + 1)) - DETOUR * way
                if gain > most:
                    found, most = (unit, hex_), gain
        return found

    def _safety(self, units: UnitSet) -> float:
        steps = sum(self.here.state.steps[unit] for unit in ids(units))
        return 1.0 - float((1.0 - GRIP) ** steps)

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
