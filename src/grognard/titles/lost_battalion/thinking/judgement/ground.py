"""Where it is good to stand."""

from __future__ import annotations

from functools import cached_property

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitSet
from grognard.titles.lost_battalion.position.state import ids
from grognard.titles.lost_battalion.rules.stacking import stack_refusal
from grognard.titles.lost_battalion.thinking.judgement.weights import (
    ALONE,
    BAD,
    COMRADES,
    COVER,
    CROWD,
    CUT_OFF,
    DANGER,
    ENOUGH,
    EXPOSED,
    GUARD,
    HOLD,
    HOLE,
    LEAVE,
    NEED,
    PRESS,
    PRIZE,
    PROGRESS,
    RAID,
)
from grognard.titles.lost_battalion.thinking.situation import FAR, Situation


class Ground:
    def __init__(self, now: Situation) -> None:
        self.now, self.kit, self.side = now, now.kit, now.side
        self.label = now.kit.grid.label

    def at(self, label: str) -> Hex:
        return self.kit.grid.at(label)

    # -- where to stand --------------------------------------------------------------

    def stand(self, units: UnitSet, hex_: Hex) -> float:
        """What a hex is worth as the end of a move."""
        others = self.now.state.stacks.get(hex_, 0) & ~units
        if stack_refusal(self.kit, others | units) is not None:
            return BAD
        if units & self.kit.artillery:
            return self._gun_stand(hex_)
        home, unguarded, hole = self._leaving(units)
        shared = self._shared(hex_) - (0.0 if hex_ == home else unguarded)
        if self.side == GERMAN:
            crowd = CROWD * (others & self.kit.infantry).bit_count()
            return shared - crowd - (0.0 if hex_ == home else hole)
        if not self._dangerous >> hex_ & 1:
            return shared
        close = COMRADES * (self._comrades(units) >> hex_ & 1)
        return shared + close + self._press(units, hex_) - self._lonely(units, hex_)

    @cached_property
    def _dangerous(self) -> HexSet:
        """Where it is well to have friends about."""
        return self.kit.grid.within(self.now.foes, DANGER)

    def _comrades(self, units: UnitSet) -> HexSet:
        """Hexes with or next to the rest of the group's division."""
        known = self._circles.get(units)
        if known is None:
            division = self.kit.division_of[next(ids(units))]
            others = self.kit.division_units[division] & ~units if division >= 0 else 0
            places = {self.now.state.hex_of[u] for u in ids(others)}
            known = self.kit.grid.spread(sum(1 << h for h in places if h >= 0))
            self._circles[units] = known
        return known

    @cached_property
    def _circles(self) -> dict[UnitSet, HexSet]:
        return {}

    def _leaving(self, units: UnitSet) -> tuple[Hex, float, float]:
        """Where the group is, and what is lost when it leaves: a prize unguarded, a hole."""
        known = self._left.get(units)
        if known is None:
            home = self.now.state.hex_of[next(ids(units))]
            hole = self._hole(units) if self.side == GERMAN else 0.0
            known = self._left[units] = home, self._unguarded(units), hole
        return known

    @cached_property
    def _left(self) -> dict[UnitSet, tuple[Hex, float, float]]:
        return {}

    def _unguarded(self, units: UnitSet) -> float:
        """What is risked when the last unit leaves a victory hex with enemies about."""
        home = self.now.state.hex_of[next(ids(units))]
        if home not in self.now.prizes or self.now.units(home) & ~units:
            return 0.0
        near = self.kit.disc(home, RAID) & self.now.foes
        return LEAVE * self.now.prizes[home] if near else 0.0

    def _shared(self, hex_: Hex) -> float:
        """The part that does not depend on who stands there."""
        known = self._ground.get(hex_)
        if known is None:
            known = self._allied_ground(hex_) if self.side == ALLIED else self._german_ground(hex_)
            self._ground[hex_] = known
        return known

    @cached_property
    def _ground(self) -> dict[Hex, float]:
        return {}

    def _allied_ground(self, hex_: Hex) -> float:
        now = self.now
        worth = -PROGRESS * now.allied_field.get(hex_, FAR)
        vp = now.prizes.get(hex_, 0)
        if vp and not now.view.control >> hex_ & 1:
            worth += PRIZE * vp
        elif vp and not now.mine >> hex_ & 1 and self._threatened(hex_):
            worth += GUARD * vp
        if not now.supplied >> hex_ & 1:
            worth -= CUT_OFF
        return worth

    def _german_ground(self, hex_: Hex) -> float:
        now = self.now
        worth = COVER * now.cover(hex_) - NEED * now.need_field.get(hex_, FAR)
        if now.gaps >> hex_ & 1:
            worth += HOLD
        vp = now.prizes.get(hex_, 0)
        if vp and now.view.control >> hex_ & 1:
            worth += PRIZE * vp
        elif vp and not now.mine >> hex_ & 1 and self._threatened(hex_):
            worth += GUARD * vp
        near = sum(now.foes >> h & 1 for h in self.now.around(hex_))
        worth -= EXPOSED * near * (now.cover(hex_) == 0)
        return worth if now.supplied >> hex_ & 1 else worth - CUT_OFF

    def _threatened(self, hex_: Hex) -> bool:
        return bool(self.kit.disc(hex_, 3) & self.now.foes)

    def _hole(self, units: UnitSet) -> float:
        """What a German line loses when its only unit leaves a hex next to the enemy."""
        unit = next(ids(units))
        home = self.now.state.hex_of[unit]
        if home < 0 or not self.now.near_foes >> home & 1:
            return 0.0
        return 0.0 if self.now.units(home) & ~units else HOLE

    def _lonely(self, units: UnitSet, hex_: Hex) -> float:
        friends = self.now.mine
        home = self.now.state.hex_of[next(ids(units))]
        if home >= 0 and not self.now.units(home) & ~units:
            friends &= ~(1 << home)
        return 0.0 if self.kit.disc(hex_, 2) & friends else ALONE

    def _press(self, units: UnitSet, hex_: Hex) -> float:
        """The odds this group would help to bring to bear from there."""
        if not self.now.near_foes >> hex_ & 1:
            return 0.0
        own = sum(self.now.strength(u) for u in ids(units & self.kit.infantry))
        best = 0.0
        for foe in self.now.around(hex_):
            if self.now.foes >> foe & 1 and self._may_fight(foe):
                best = max(best, self._pressed(units, foe, own))
        return best

    def _pressed(self, units: UnitSet, foe: Hex, own: float) -> float:
        """What the group adds to the odds there, as far as more odds are of use."""
        if not own:
            return 0.2
        there, cover = self.now.estimates[foe].strength, self.now.cover(foe)
        before = self._around(foe, units) / there - cover
        after = before + own / there
        return PRESS * (_useful(after) - _useful(before))

    def _around(self, foe: Hex, without: UnitSet) -> float:
        total = 0
        for near in self.now.around(foe):
            for unit in ids(self.now.units(near) & self.kit.infantry & ~without):
                total += self.now.strength(unit)
        return float(total)

    def _may_fight(self, foe: Hex) -> bool:
        first = self.kit.scenario.rules.meuse_attacks_from
        return self.now.view.turn >= first or not self.kit.right_bank >> foe & 1

    def _gun_stand(self, hex_: Hex) -> float:
        """Guns stand behind the line, as many enemies in range as can be."""
        if self.now.near_foes >> hex_ & 1:
            return -5.0
        gap = self._foe_distance(hex_)
        return -0.5 * abs(gap - 3) - 0.01 * self.now.allied_field.get(hex_, FAR)

    def _foe_distance(self, hex_: Hex) -> int:
        reached, steps = 1 << hex_, 0
        while not reached & self.now.foes and steps < 40:
            reached = self.kit.grid.spread(reached)
            steps += 1
        return steps


def _useful(odds: float) -> float:
    return max(0.0, min(odds, ENOUGH))
