"""The second reading: what is added to a roll, and what a total comes to."""

from __future__ import annotations

from typing import Any, Final

from grognard.titles.bcs.kit.kit import DUAL, INFANTRY, NO_FORMATION, RED, STANDOFF, Face
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import LEG, Label, distance
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.zones import Counter, Formation

NOBODY: Final = -1
"""No unit, in a fight."""

# By the highest total of each result.
_COMBAT: Final = ((4, "A2"), (8, "A1"), (10, "a1"), (11, "S"), (13, "D1R"))  # BCS-R.37
_REAL: Final = ((5, "firer"), (8, "both"))  # BCS-S.33
_SUPPORT: Final = ((3, "firer"), (5, "both"), (10, "drop"))  # BCS-S.34
_SNAFU: Final = ((4, "Fail"), (7, "Partial"))  # BCS-R.28
_TIRING: Final = {False: (4, 5, 5, 5, 5, 7), True: (3, 3, 3, 4, 4, 7)}  # BCS-R.33
_AGAIN: Final = (1, 0, 0, -1, -1, 0)  # BCS-R.31


def _read(rows: tuple[tuple[int, str], ...], total: int, last: str) -> str:
    return next((result for most, result in rows if total <= most), last)


def combat_result(total: int) -> str:
    return _read(_COMBAT, total, "D2R")


def leaves_traffic(result: str) -> bool:
    """BCS-S.37: the narrow successes do."""
    return result in ("S", "D1R")


def tiring(level: int, *, second: bool) -> int:
    """The lowest face that tires a formation of that level; 7 never."""
    return _TIRING[second][level]


class Tables:
    """The rolls of a position."""

    def __init__(self, fights: Fights, supply: Supply) -> None:
        self.p, self.state, self.fights, self.supply = fights.p, fights.state, fights, supply
        self.units, self.printed = fights.p.units, fights.p.kit.units

    # -- Prepared Defense, cover -----------------------------------------------------

    def is_protected(self, unit: Counter) -> bool:
        """BCS-4.5.a, BCS-4.5.g, BCS-1.2d.c, BCS-R.8."""
        number = unit.formation
        if number == NO_FORMATION or not self.state.prepared >> number & 1:
            return False
        deployed = self.printed[unit.id].single or self.fights.bit(self.state.deployed, unit)
        near = distance(unit.at, self.p.hq[number]) <= 6
        return bool(deployed and unit.prepared and near and not self.state.blocked[number])

    def is_city(self, label: Label) -> bool:
        return self.p.ground.places.get(label) == "city"

    # -- attacks ---------------------------------------------------------------------

    def combat(self, fight: Any) -> int:
        """What is added to the roll of a Regular or Shock Attack (BCS-S.35, BCS-R.38)."""
        attacker, defender = self.units[fight.unit], self.units[fight.defender]
        total: int = attacker.showing.ar + self._of_either(attacker)
        total -= defender.showing.ar + self._of_either(defender)
        return total + self._for_the_attacker(fight) - self._for_the_defender(fight)

    def _of_either(self, unit: Counter) -> int:
        """Dual or Supported; MSR Blocked (BCS-S.14)."""
        backed = unit.showing.kind == DUAL or self.p.has_support(unit)
        number = unit.formation
        blocked = number != NO_FORMATION and self.state.blocked[number] > 0
        return int(backed) - int(blocked)

    def _for_the_attacker(self, fight: Any) -> int:
        target, number = self.p.label(fight.target), self.units[fight.unit].formation
        total = int(fight.mission == "suppression") + int(fight.assist != NOBODY)
        total += int(self.fights.zones_over(target) > 1)
        if number != NO_FORMATION and self.state.prepared >> number & 1:
            total -= 1
        return total + self._armour([u for u in (fight.unit, fight.assist) if u != NOBODY])

    def _armour(self, taking_part: list[int]) -> int:
        """BCS-S.36: the better of the two alone."""
        faces = [(self.printed[n], self.units[n].showing) for n in taking_part]
        if any(unit.breakthrough and face.av for unit, face in faces):
            return 2
        return int(any(unit.hard and face.kind == RED for unit, face in faces))

    def _for_the_defender(self, fight: Any) -> int:
        target, defender = self.p.label(fight.target), self.units[fight.defender]
        stack = self.p.stacks[target]
        starts = [self.p.label(fight.origin)]
        if fight.assist != NOBODY:
            starts.append(self.units[fight.assist].at)
        total = int(len(stack) > 1)
        total += int(all(frozenset((h, target)) in self.p.ground.water for h in starts))
        in_terrain = self.fights.is_terrain(target)
        if not in_terrain and any(u.showing.kind == RED for u in stack):
            total += 1
        return total + self._cover(defender, in_terrain)

    def _cover(self, unit: Counter, in_terrain: bool) -> int:
        """BCS-R.39."""
        afoot = unit.type == LEG and not unit.showing.av
        infantry = self.printed[unit.id].symbol in INFANTRY and afoot
        if unit.showing.kind != DUAL and not infantry:
            return 0
        return 2 if self.is_city(unit.at) or self.is_protected(unit) else int(in_terrain)

    def on_key_terrain(self, unit: Counter, fight: Any) -> bool:
        """In a City, or behind rivers that all attackers come over (the Terrain Chart)."""
        starts = [self.p.label(fight.origin)]
        if fight.assist != NOBODY:
            starts.append(self.units[fight.assist].at)
        water = [self.p.ground.water.get(frozenset((h, unit.at)), "") for h in starts]
        return self.is_city(unit.at) or all(kind in ("river", "major river") for kind in water)

    # -- Barrages --------------------------------------------------------------------

    def loss_on(self, label: Label, side: int) -> int:
        """BCS-R.41: the lowest face that costs the units of a hex a step."""
        here = [u for u in self.p.stacks[label] if u.side == side]
        if all(self.printed[u.id].hard for u in here):
            return 6
        return 5 if self.is_city(label) or any(map(self.is_protected, here)) else 4

    # -- Engagements -----------------------------------------------------------------

    def parties(self, fight: Any) -> tuple[Face, int, Face, int]:
        """The sides of the counters that count, and the Action Ratings (BCS-R.34)."""
        boxed = fight.box != NOBODY
        firer = self.printed[fight.unit].faces[1] if boxed else self.units[fight.unit].showing
        lent = fight.backing != NOBODY
        aim = fight.backing if lent else fight.defender
        target = self.printed[aim].faces[1] if lent else self.units[aim].showing
        return firer, 3 if boxed else firer.ar, target, 3 if lent else target.ar

    def engagement(self, fight: Any) -> int:
        """What is added to the roll (BCS-S.32)."""
        firer, own, target, its = self.parties(fight)
        return firer.av + own - target.av - its

    def engagement_result(self, fight: Any, total: int) -> str:
        """BCS-S.33, BCS-S.34."""
        support = fight.box != NOBODY or fight.backing != NOBODY
        return _read(_SUPPORT if support else _REAL, total, "target")

    def unhurt(self, fight: Any, result: str) -> set[str]:
        """Who ignores the result: out of Range (BCS-S.32), or by an option (BCS-R.48)."""
        apart = distance(self.p.label(fight.origin), self.p.label(fight.target))
        option = ("long_range_both", "on") in self.state.terms.options
        if option and result == "both" and apart > 1:
            return {"firer", "target"}
        _, _, target, _ = self.parties(fight)
        lent = fight.backing != NOBODY and target.kind != STANDOFF
        return {"firer"} if apart > (1 if lent else target.range) else set()

    # -- SNAFU, Second Activations ---------------------------------------------------

    def snafu(self, number: Formation) -> int:
        """BCS-R.29, BCS-S.12, BCS-S.14, BCS-B.6."""
        state, bit = self.state, 1 << number
        level = state.fatigue[number]
        total = self.p.formations[number].leader + (1 if level == 0 else 1 - level)
        total -= int(bool(state.coordination & bit)) + int(bool(self.supply.crossed(number)))
        if self.p.trains[number]:
            if state.ghost & bit:
                total -= 1
            elif self.supply.optimal(number):
                total += 1
        return total - (0, 2, 3)[state.blocked[number]]

    def snafu_result(self, number: Formation, total: int) -> str:
        """BCS-R.28, BCS-4.5.c."""
        found = _read(_SNAFU, total, "Full")
        return "Partial" if found == "Full" and self.state.prepared >> number & 1 else found

    def guns(self, number: Formation, result: str) -> int:
        """BCS-S.11, BCS-R.30; on a dump once more by half (BCS-B.2)."""
        points = self.p.formations[number].arty + self.state.guns[number]
        if result == "Fail":
            return 0
        if result == "Partial":
            points = (points + 1) // 2
        return (points + 1) // 2 if self.lives_on_a_dump(number) else points

    def lives_on_a_dump(self, number: Formation) -> bool:
        if number not in self.supply.routes:
            return False
        end = self.supply.routes[number][1][-1]
        return end not in self.p.sources(self.p.formations[number].side)

    def second(self, number: Formation, face: int) -> bool:
        """BCS-R.31: whether the face gives a Second Activation."""
        if face in (1, 6):
            return face == 6
        formation = self.p.formations[number]
        total = face + _AGAIN[self.state.fatigue[number]] - int(self.state.blocked[number] > 0)
        return total + int(formation.leader > 0) >= (formation.second or 4)
