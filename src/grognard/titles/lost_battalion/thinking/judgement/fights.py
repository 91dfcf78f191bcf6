"""What an attack, a fire or an advance is worth."""

from __future__ import annotations

from functools import cached_property

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, UnitId, UnitSet
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position.decisions import (
    NO_UNIT,
    Advancing,
    Assembling,
    Battery,
    Battle,
)
from grognard.titles.lost_battalion.position.state import ids
from grognard.titles.lost_battalion.rules.odds import odds_column
from grognard.titles.lost_battalion.thinking.judgement.ground import Ground
from grognard.titles.lost_battalion.thinking.judgement.weights import (
    ATTACKER,
    BAD,
    CLEARED,
    DEFENDER,
    DIVISION,
    SHELLED,
    TAKEN,
    TANKS,
    WHOLE,
)
from grognard.titles.lost_battalion.thinking.situation import Estimate, clearing, exchanges


class Assault(msgspec.Struct, frozen=True):
    """The best attack on a hex: with whom, and what it is worth."""

    units: UnitSet
    worth: float
    leader: UnitId = NO_UNIT


class Fights(Ground):
    # -- attacks ---------------------------------------------------------------------

    def exchange(
        self,
        strength: float,
        foe: Hex,
        river: int,
        bonus: int,
        tanks: bool,
        shelled: float = SHELLED,
    ) -> float:
        """What an attack with so much strength is worth, by the mean of its column."""
        there = self.now.estimates[foe]
        shift = max(self.kit.natural[foe].assault, river) + self.kit.man_made[foe].assault
        weaker = max(1.0, there.strength * (1 - shelled / (there.steps + 1)))
        last = len(self.kit.crt_columns) - 1
        raw = odds_column(int(strength), max(1, round(weaker)))
        column = max(0, min(last, raw - shift + bonus))
        return self._outcome(column, there, foe, tanks, shelled)

    def _outcome(
        self, column: int, there: Estimate, foe: Hex, tanks: bool, shelled: float
    ) -> float:
        lost, taken = exchanges(self.now.key)[column]
        lost = max(0.0, lost - TANKS) if tanks else lost
        steps = max(1.0, there.steps - shelled)
        price = ATTACKER + (WHOLE if self.side == GERMAN else 0.0)
        prize = CLEARED + TAKEN * self.now.prizes.get(foe, 0)
        chance = clearing(self.kit, column, steps)
        return DEFENDER * min(taken, steps) - price * lost + chance * prize

    def _river(self, origins: set[Hex], foe: Hex) -> int:
        rivers = {self.kit.hexsides[h, foe].river for h in origins}
        if not rivers or 0 in rivers:
            return 0
        return min(self.kit.river_cover[river].assault for river in rivers)

    def assault_on(self, foe: Hex) -> Assault:
        """The best attack on a hex: the divisions already at it first, then the strongest."""
        found = self._assaults.get(foe)
        if found is None:
            found = self._assaults[foe] = self._best_assault(foe)
        return found

    @cached_property
    def _assaults(self) -> dict[Hex, Assault]:
        return {}

    def _best_assault(self, foe: Hex) -> Assault:
        best = Assault(0, -9.0)
        units, origins, strength, divisions = 0, set[Hex](), 0, self.now.own.divisions
        tanks = self._tanks_at(foe)
        for unit in self._able(foe):
            division = self._us_division(unit)
            if (divisions | division).bit_count() > self._limit and division & ~divisions:
                continue
            divisions |= division
            units |= 1 << unit
            origins.add(self.now.state.hex_of[unit])
            strength += self.now.strength(unit)
            new = (divisions & ~self.now.own.divisions).bit_count()
            worth = self.exchange(
                strength, foe, self._river(origins, foe), self._closing(origins, foe), bool(tanks)
            )
            worth -= DIVISION * new + 0.03 * units.bit_count()
            if worth > best.worth:
                best = Assault(units | tanks, worth)
        return self._deliberate(foe, units, best)

    @cached_property
    def _limit(self) -> int:
        return self.kit.turns[self.now.view.turn].us_divisions_may_attack

    def _us_division(self, unit: UnitId) -> int:
        return 1 << self.kit.division_of[unit] if self.kit.us >> unit & 1 else 0

    def _able(self, foe: Hex) -> list[UnitId]:
        """Infantry next to the hex that may attack it, in the order it would be sent."""
        own, kit = self.now.own, self.kit
        spent = own.attacked | own.out_fighting | own.refilled | self._saved
        found: list[UnitId] = []
        for near in self.now.around(foe):
            if self.side == ALLIED and self.now.view.gas >> near & 1:
                continue
            found += ids(self.now.units(near) & kit.infantry & ~spent)
        used = own.divisions
        found.sort(key=lambda u: (not self._us_division(u) & used, -self.now.strength(u), u))
        return found

    @cached_property
    def _saved(self) -> UnitSet:
        """Rested divisions that wait for the Final Offensive."""
        if self.now.view.announced or not self._final_comes():
            return 0
        saved = 0
        for division in ids(self.now.own.rested):
            saved |= self.kit.division_units[division]
        return saved

    def _tanks_at(self, foe: Hex) -> UnitSet:
        kit, tanks = self.kit, 0
        bad_ground = (kit.forest | kit.rough) >> foe & 1
        for near in self.now.around(foe):
            if not bad_ground or kit.hexsides[near, foe].road:
                tanks |= self.now.units(near) & kit.tanks & ~self.now.own.attacked
        return tanks & -tanks

    def _closing(self, origins: set[Hex], foe: Hex) -> int:
        sides = {self.kit.grid.direction(foe, h) or 0 for h in origins}
        opposite = any({d, d + 3} <= sides for d in range(3))
        ringed = opposite or {0, 2, 4} <= sides or {1, 3, 5} <= sides
        return self.kit.number("concentric_shift") if ringed else 0

    def _deliberate(self, foe: Hex, units: UnitSet, best: Assault) -> Assault:
        """A Deliberate Attack, where the German has one left and somebody to lead it."""
        if not self.now.own.deliberate:
            return best
        needed = self.kit.number("deliberate_strength")
        fit = units & ~self.kit.austrians
        leader = next((u for u in ids(fit) if self.now.strength(u) >= needed), None)
        if leader is None:
            return best
        there = self.now.estimates[foe]
        worth = self._outcome(self.kit.deliberate_column, there, foe, False, 0.0)
        return Assault(1 << leader, worth, leader) if worth > best.worth else best

    def attack(self, action: act.Attack) -> float:
        assault = self.assault_on(self.at(action.hex))
        return 10.0 + assault.worth if assault.worth > 0 else -1.0

    def commit(self, action: act.Commit) -> float:
        attack = self.now.top
        assert isinstance(attack, Assembling)
        unit = self.kit.by_name[action.unit]
        wanted = self.assault_on(attack.target).units
        if wanted >> unit & 1:
            return 2.0
        # Somebody must go, once the hex is named.
        return -1.0 if attack.units & self.kit.infantry else 0.5

    def deliberate(self, action: act.Deliberate) -> float:
        attack = self.now.top
        assert isinstance(attack, Assembling)
        leads = self.assault_on(attack.target).leader == self.kit.by_name[action.unit]
        return 1.5 if leads else -1.0

    def again(self, _: act.Again) -> float:
        battle = self.now.view.stack[-2]
        assert isinstance(battle, Battle)
        return self._strike(battle.units, battle.origin, battle.target)

    # -- fire --------------------------------------------------------------------------

    def bombard(self, action: act.Bombard) -> float:
        """Guns left over when the attacks are made, if they can be expected to hit."""
        hex_ = self.at(action.hex)
        steps = self._expected(self._guns_for(hex_), hex_, defensive=False)
        return steps if steps >= (0.3 if self.side == GERMAN else 0.7) else -1.0

    def _guns_for(self, hex_: Hex) -> int:
        if self.side == GERMAN:
            return self.now.view.barrage * self.kit.number("barrage_strength")
        kit, state = self.kit, self.now.state
        spent = self.now.own.fired | self.now.own.out_fighting
        near = [
            kit.units[u].guns
            for u in ids(kit.artillery & ~spent)
            if state.hex_of[u] >= 0
            and kit.grid.distance(state.hex_of[u], hex_) <= kit.units[u].range
        ]
        return sum(sorted(near)[-3:])

    def _expected(self, strength: int, hex_: Hex, *, defensive: bool) -> float:
        if strength < 1:
            return 0.0
        kit = self.kit
        built = kit.town_cover.bombard if kit.towns >> hex_ & 1 else 0
        shelter = built if defensive else kit.man_made[hex_].bombard
        floors = kit.fire_floors
        column = max(i for i, floor in enumerate(floors) if strength >= floor)
        column -= kit.natural[hex_].bombard + shelter
        return sum(kit.fire[column]) / 6 if column >= 0 else 0.0

    def fire(self, action: act.Fire) -> float:
        """What the gun adds to the fire; a bombardment that was begun is carried out."""
        battery, hex_ = self.now.top, self.at(action.hex)
        assert isinstance(battery, Battery)
        defensive = battery.role == "defensive"
        before = self._battery(battery)
        unit = self.kit.by_name.get(action.gun)
        more = self.kit.number("barrage_strength") if unit is None else self.kit.units[unit].guns
        gain = self._expected(before + more, hex_, defensive=defensive)
        gain -= self._expected(before, hex_, defensive=defensive)
        if battery.role == "bombardment" or not before:
            whole = self._expected(self._guns_for(hex_), hex_, defensive=defensive)
            gain = max(gain, 0.5 if whole > 0 or battery.role == "bombardment" else 0.0)
        crowd = 0.1 * self._count(hex_)
        return gain + 0.02 * more + crowd if gain > 0 else -1.0

    def _battery(self, battery: Battery) -> int:
        guns = sum(self.kit.units[u].guns for u in ids(battery.guns))
        return guns + battery.markers * self.kit.number("barrage_strength")

    def _count(self, hex_: Hex) -> int:
        seen = self.now.sightings.get(hex_)
        return seen.count if seen else 0

    # -- losses and advances ---------------------------------------------------------------

    def lose(self, action: act.Lose) -> float:
        """The step that costs least strength, and no last step if it can be helped."""
        unit = self.kit.by_name[action.unit]
        steps, printed = self.now.state.steps[unit], self.kit.units[unit].strength
        cost = float(printed[steps] - printed[steps - 1])
        if steps == 1 and not self.kit.machine_guns >> unit & 1:
            cost += 4.0
        return 10.0 - cost + 0.1 * steps - (0.5 if self.kit.tanks >> unit & 1 else 0.0)

    def advance(self, action: act.Advance) -> float:
        advance, unit = self.now.top, self.kit.by_name[action.unit]
        assert isinstance(advance, Advancing)
        there = self.stand(1 << unit, advance.into)
        here = self.stand(1 << unit, self.now.state.hex_of[unit])
        bold = 1.5 if self.side == ALLIED else 0.5
        return there - here + bold if there > BAD else -1.0

    def _strike(self, units: UnitSet, origin: Hex, foe: Hex) -> float:
        strength = sum(self.now.strength(u) for u in ids(units & self.kit.infantry))
        river = self._river({origin}, foe)
        tanks = bool(units & self.kit.tanks)
        return self.exchange(strength, foe, river, 0, tanks, shelled=0.3)

    def _final_comes(self) -> bool:
        return self.kit.scenario.last_turn >= self.kit.final_offensive_from
