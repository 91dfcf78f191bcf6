"""The second reading: what the unit in hand may do."""

from __future__ import annotations

from collections import deque
from typing import Any

from grognard.titles.bcs.kit.kit import NO_FORMATION
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import FAR, TAC, Label
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.zones import Counter


class Hand:
    """The unit in hand, its position, and what is left to it."""

    def __init__(self, fights: Fights, supply: Supply, acting: Any) -> None:
        self.p, self.state, self.fights, self.supply = fights.p, fights.state, fights, supply
        self.acting = acting
        self.unit: Counter = self.p.units[acting.unit]
        self.stopped = fights.bit(self.state.stopped, self.unit)
        self.engaging = fights.engagements(self.unit) if self.may_shoot() else set()
        self.owes = acting.must and bool(self.engaging)

    def allowed(self) -> set[str]:
        """All that may be done, as one types it."""
        found = {f"step {to}" for to in self.steps()} | {f"engage {at}" for at in self.engaging}
        found |= self._attacks() | self.fights.restored(self.unit.side)
        if self.may_shoot():
            found |= self._shots()
        words = {
            "flip": self.may_flip(),
            "halt": self.may_halt(),
            "retreat": self.may_retreat(),
            "leave": not self.stopped and self.may_leave(),
        }
        return found | {word for word, open_ in words.items() if open_}

    def _shots(self) -> set[str]:
        """The Fire Events that are no Engagement."""
        fights, unit, must = self.fights, self.unit, self.acting.must
        found = {f"fire {at}" for at in fights.fires(unit, owes=self.owes)}
        found |= {f"shock {at}" for at in fights.shocks(unit, owes=self.owes)}
        return found | {f"recon {at}" for at in fights.recons(unit, owes=must or self.acting.lift)}

    def _attacks(self) -> set[str]:
        """Where an attack that fails leaves it, it has to be able to stay (BCS-4.2f)."""
        if self.would_strand():
            return set()
        pairs = self.fights.attacks(self.unit, owes=self.owes)
        return {f"attack {at} {assist}".strip() for at, assist in pairs}

    def may_flip(self) -> bool:
        """BCS-5.6.a: before it begins any activity."""
        begun = self.fights.bit(self.state.acted, self.unit) or not self.acting.clear
        return not begun and self.fights.may_flip(self.unit)

    def may_retreat(self) -> bool:
        """BCS-7.5.d, BCS-7.5.e: any unit with an MA, and somewhere to go (BCS-R.17)."""
        return bool(self.unit.showing.ma and not self.owes and self.fights.rearward(self.unit))

    # -- steps -----------------------------------------------------------------------

    def steps(self) -> set[Label]:
        """The neighbours that it can enter and whence it can come to a good end."""
        if self.stopped:
            return set()
        fresh = self.acting.spent == 0 and not self.fights.bit(self.state.moved, self.unit)
        open_ = self.fights.open_steps(self.unit, self.acting.mp, fresh)
        return {to for to in open_ if self._ends_well(to, self._left(to))}

    def _left(self, to: Label) -> int:
        """The points left in the hex; none in a STOP."""
        cost, halts = self.p.steps(self.unit.type)[self.unit.at][to]
        if halts or to in self.fights.barriers(self.unit).stops:
            return 0
        if isinstance(cost, str) or cost > self.acting.mp:
            return 0
        return int(self.acting.mp) - cost

    def _ends_well(self, to: Label, left: int) -> bool:
        """BCS-4.2f, BCS-5.5.a: from there it can come to where it may end."""
        if any(self.is_good_end(h) for h in self._onward(to, left)):
            return True
        if not self.fights.is_outside(self.unit) or to in self.fights.away(self.unit):
            return False
        return self._nearer(self.unit.at, to) and any(
            not self.fights.crowded(self.unit, h) for h in self._onward(to, left, homeward=True)
        )

    def _nearer(self, before: Label, after: Label) -> bool:
        far = self.fights.far(self.unit)
        return far.get(after, FAR) < far.get(before, FAR)

    def _onward(self, start: Label, points: int, *, homeward: bool = False) -> set[Label]:
        """The hex and those it gets to from there; `homeward` only by ever nearer ones (R.3)."""
        by, steps = self.fights.barriers(self.unit), self.p.steps(self.unit.type)
        left, stopped, away = {start: points}, set[Label](), self.fights.away(self.unit)
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for near, (cost, halts) in steps[here].items():
                if near in by.shut or (here in by.held and near in by.held):
                    continue
                if homeward and (near in away or not self._nearer(here, near)):
                    continue
                if isinstance(cost, str) or cost > left[here]:
                    continue
                if halts or near in by.stops:
                    stopped.add(near)
                elif left[here] - cost > left.get(near, -1):
                    left[near] = left[here] - cost
                    queue.append(near)
        return set(left) | stopped

    # -- ends ------------------------------------------------------------------------

    def is_good_end(self, label: Label) -> bool:
        """In Command Radius as it is or as the HQ can yet make it, and not overstacked."""
        unit = self.unit
        if unit.formation == NO_FORMATION or self.fights.crowded(unit, label):
            return False
        return self.fights.stands_well(unit, label)

    def has_stayed(self) -> bool:
        home = self.fights.began(self.unit)
        return self.unit.at == home and not self.fights.bit(self.state.moved, self.unit)

    def may_halt(self) -> bool:
        """BCS-6.0.g, BCS-4.2f, BCS-5.5.a; with no step left it stays wherever it is."""
        if self.acting.clear and self.has_stayed():
            return True
        return not self.owes and not self.would_strand()

    def would_strand(self) -> bool:
        """Whether a STOP would leave it where it may not end, though it can go on."""
        return not self._is_well_placed() and bool(self.steps())

    def may_shoot(self) -> bool:
        """BCS-7.0d.a: with the second Fire Event it STOPs."""
        return not self.state.fired.get(self.unit.id, 0) or not self.would_strand()

    def _is_well_placed(self) -> bool:
        unit = self.unit
        if len(self.p.stacks[unit.at]) > 2:
            return False
        if self.has_stayed() or unit.formation == NO_FORMATION:
            return True
        return self.fights.stands_well(unit, unit.at)

    # -- leaving the map -------------------------------------------------------------

    def may_leave(self) -> bool:
        """BCS-B.3, BCS-B.7."""
        return self._goes_north() or any(self._goes_west(row) for row in self._exits())

    def _exits(self) -> list[Any]:
        return list(self.p.kit.scenario.exit)

    def _goes_north(self) -> bool:
        """A unit of the formation that only passes through, where it has to leave."""
        own = self.p.kit.units[self.unit.id].formation
        rows = self.p.kit.scenario.optional_formation
        return any(
            own != NO_FORMATION
            and self.p.formations[own].key == row.formation
            and row.leave == self.unit.at
            for row in rows
        )

    def _goes_west(self, row: Any) -> bool:
        """Toward the Meuse: on its Tac side, in Command Radius, its Trains in a Legal Hex."""
        unit, number = self.unit, self.unit.formation
        if number == NO_FORMATION or self.p.formations[number].key not in row.formations:
            return False
        hexes = {s.hex for s in self.p.kit.scenario.source if s.code in row.codes}
        if unit.type != TAC or unit.at not in hexes or not self.p.in_radius(unit):
            return False
        return self.p.trains[number] in self.supply.legal(number)
