"""Where a group on the march should go."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitSet
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.decisions import Marching, SettingUp
from grognard.titles.lost_battalion.position.state import DEAD, RESERVE, RESTING, WITHDRAWN, ids
from grognard.titles.lost_battalion.rules.hasty import storm_refusal
from grognard.titles.lost_battalion.rules.marching import RIDE
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.thinking.judgement.fights import Fights
from grognard.titles.lost_battalion.thinking.judgement.weights import (
    LIFT_BELOW,
    MOST_AWAY,
    PROGRESS,
    REST_BELOW,
    REST_FROM,
    REST_UNTIL,
    STIR,
)
from grognard.titles.lost_battalion.thinking.situation import FAR


class Plan(msgspec.Struct, frozen=True):
    """The best a group on the march can do: where to, how, and what it gains."""

    verb: str  # "march", "ride" or "strike"
    hex: Hex
    gain: float
    way: tuple[Hex, ...] = ()  # all of it, from where the group stands


class Marches(Fights):
    # -- marches ---------------------------------------------------------------------

    @cached_property
    def plan(self) -> Plan | None:
        """The best this march can come to; None: stand still."""
        march = self.now.top
        if not isinstance(march, Marching) or march.at < 0:
            return None
        return self._best_march(march)

    def _best_march(self, march: Marching) -> Plan | None:
        stand = self._stands(march.units)
        here = stand(march.at)
        best, where = self._strike_plan(march), None
        most = STIR if best is None else best.gain
        for reach in self.now.reaches(march):
            for hex_ in reach.costs:
                gain = stand(hex_) - here
                if gain > most and hex_ != march.at:
                    most, where = gain, (reach, hex_)
        if where is None:
            return best
        way = where[0].way(where[1])
        return Plan(where[0].mode, way[1], most, tuple(way))

    def _stands(self, units: UnitSet) -> Callable[[Hex], float]:
        """`stand` of one group, for those who ask again and again."""
        return partial(self.stand, units)

    def _strike_plan(self, march: Marching) -> Plan | None:
        """A Hasty Attack from a place to fall back to, if it looks good."""
        if not self.hasty(march.units) or self._crowded(march.units, march.at):
            return None
        best = None
        for foe in self.now.around(march.at):
            if self.now.foes >> foe & 1 and storm_refusal(self.now.state, march, foe) is None:
                gain = self._strike(march.units, march.at, foe)
                if gain > 0 and (best is None or gain > best.gain):
                    best = Plan("strike", foe, 3.0 + gain)
        return best

    def _crowded(self, units: UnitSet, hex_: Hex) -> bool:
        """Whether a group could not end its move there."""
        return stack_refusal(self.kit, self.now.units(hex_) | units) is not None

    def hasty(self, units: UnitSet) -> bool:
        """Whether these units may strike as they go."""
        if self.side == GERMAN or not units & self.kit.infantry & self.kit.us:
            return False
        if self.now.view.turn in self.kit.hasty_turns:
            return True
        divisions = {self.kit.division_of[u] for u in ids(units & self.kit.infantry)}
        return all(self.now.own.final >> d & 1 for d in divisions)

    def march(self, action: act.March | act.Ride) -> float:
        march = self.now.top
        mode = "ride" if isinstance(action, act.Ride) else "march"
        hex_ = self.at(action.to)
        if isinstance(march, Marching) and march.at < 0:
            return self._entry(hex_, mode)
        plan = self.plan
        if plan is not None and plan.verb == mode and plan.hex == hex_:
            return plan.gain
        return -1.0

    def _entry(self, hex_: Hex, mode: str) -> float:
        """Any way in is better than none; the nearest to where one is wanted is best."""
        field = self.now.allied_field if self.side == ALLIED else self.now.need_field
        fast = 3.0 if mode == RIDE else 0.0
        return 50.0 - PROGRESS * field.get(hex_, FAR) / 2 + fast

    def strike(self, action: act.Strike) -> float:
        plan = self.plan
        if plan is not None and plan.verb == "strike" and plan.hex == self.at(action.to):
            return plan.gain
        return -1.0

    def join(self, action: act.Join) -> float:
        """Those who may strike go together; others go one by one."""
        march = self.now.top
        assert isinstance(march, Marching)
        unit = self.kit.by_name[action.unit]
        group = march.units | 1 << unit
        if not self.hasty(march.units) or stack_refusal(self.kit, group) is not None:
            return -1.0
        if self.kit.infantry >> unit & 1 and not self.hasty(1 << unit):
            return -1.0
        return 100.0 if self._foe_distance(march.at) <= 3 else -1.0

    def pick(self, action: act.Pick) -> float:
        """Every unit is looked at once a phase, the foremost first."""
        unit = self.kit.by_name[action.unit]
        if isinstance(self.now.top, SettingUp):
            return 1.0
        hex_ = self.now.state.hex_of[unit]
        if hex_ < 0:
            return 1.0
        field = self.now.allied_field
        infantry = 0.5 if self.kit.infantry >> unit & 1 else 0.0
        return 2.0 + infantry - min(field.get(hex_, FAR), FAR) / 2000

    def lift(self, action: act.Lift) -> float:
        """Worn divisions go back while there are replacements or time to rest."""
        division = self.kit.division_of[self.kit.by_name[action.unit]]
        return 5.0 if division >= 0 and self.to_lift >> division & 1 else -1.0

    @cached_property
    def to_lift(self) -> int:
        turn, kit = self.now.view.turn, self.kit
        if turn < 2 or turn > kit.scenario.last_turn - 3 or self.now.view.announced:
            return 0
        resting_time = REST_FROM - 1 <= turn < REST_UNTIL and self._final_comes()
        limit = REST_BELOW if resting_time else LIFT_BELOW
        worn = sorted((self.freshness(d), d) for d in ids(kit.us_divisions) if self._on_map(d))
        room = MOST_AWAY - self._away()
        chosen = 0
        for fresh, division in worn[: max(room, 0)]:
            filled = resting_time or self.now.view.pools[ALLIED] >= 4
            if fresh < limit and filled:
                chosen |= 1 << division
        return chosen

    def _on_map(self, division: int) -> bool:
        hexes = self.now.state.hex_of
        return any(hexes[u] >= 0 for u in ids(self.kit.division_units[division]))

    def _away(self) -> int:
        """Divisions wholly in the Reserve Box or at rest."""
        hexes = self.now.state.hex_of
        return sum(
            all(hexes[u] in (RESERVE, RESTING, DEAD, WITHDRAWN) for u in ids(units))
            and any(hexes[u] in (RESERVE, RESTING) for u in ids(units))
            for units in self.kit.division_units
        )

    def freshness(self, division: int) -> float:
        """Steps left of steps printed, over the regiments that live."""
        state, units = self.now.state, self.kit.division_units[division]
        living = [u for u in ids(units) if state.hex_of[u] not in (DEAD, WITHDRAWN)]
        full = sum(self.kit.units[u].steps for u in living)
        return sum(state.steps[u] for u in living) / full if full else 1.0
