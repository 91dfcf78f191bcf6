"""What an action is worth to a player who looks one step ahead.

`appraise` gives each offer a figure: above 0 it is better than finishing, below
0 worse. Marches follow the best stopping place within reach; attacks go by the
mean exchange of the combat table; nothing that leads back to where one was is
ever worth more than finishing. The weights are the named constants below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import msgspec

from grognard.hexes import Hex, HexSet
from grognard.titles.lost_battalion import actions as act
from grognard.titles.lost_battalion.actions import Action
from grognard.titles.lost_battalion.decisions import (
    NO_UNIT,
    Advancing,
    Assembling,
    Battery,
    Battle,
    InHand,
    Marching,
    SettingUp,
)
from grognard.titles.lost_battalion.kit import ALLIED, GERMAN, UnitId, UnitSet
from grognard.titles.lost_battalion.marching import RIDE
from grognard.titles.lost_battalion.odds import odds_column
from grognard.titles.lost_battalion.situation import (
    FAR,
    Estimate,
    Situation,
    clearing,
    exchanges,
)
from grognard.titles.lost_battalion.stacking import stack_refusal
from grognard.titles.lost_battalion.state import DEAD, RESERVE, RESTING, WITHDRAWN, ids
from grognard.titles.lost_battalion.view import View

# Where to stand
PROGRESS: Final = 0.10  # per half point nearer to an objective
PRIZE: Final = 1.0  # per victory point of a hex about to be taken
GUARD: Final = 1.0  # per victory point of a hex that is threatened and empty
LEAVE: Final = 2.0  # per victory point of a hex left bare
RAID: Final = 6  # hexes from which an enemy might walk into it
PRESS: Final = 0.45  # per whole odds added against a stack next to the hex
ENOUGH: Final = 5.0  # odds beyond which more are of no use
ALONE: Final = 2.5  # no friend within two hexes
DANGER: Final = 3  # hexes from the enemy within which units keep together
COMRADES: Final = 0.5  # next to the rest of the division
CUT_OFF: Final = 6.0
COVER: Final = 0.8  # per column of shelter, for a German
HOLD: Final = 2.5  # a German who closes a gap
HOLE: Final = 0.8  # a German who opens one
NEED: Final = 0.14  # per half point farther from where a German is needed
CROWD: Final = 1.1  # per German in a hex beyond the first
EXPOSED: Final = 0.5  # per enemy stack next to a German in the open
STIR: Final = 0.25  # what a move must gain
BAD: Final = -1000.0

# Fighting
DEFENDER: Final = 1.2  # worth of a step taken
ATTACKER: Final = 1.0  # cost of a step lost
CLEARED: Final = 2.0
TAKEN: Final = 0.5  # per victory point of the hex
DIVISION: Final = 0.15  # cost of sending in one more US division
WHOLE: Final = 0.6  # per step a German attacker loses, beyond ATTACKER: none come back
SHELLED: Final = 0.7  # steps that three guns take before an assault
TANKS: Final = 0.6  # steps that tanks save

# The Reserve Box and the Final Offensive
LIFT_BELOW: Final = 0.55  # of full strength: a division goes back to be filled up
REST_BELOW: Final = 0.8  # the same in the turns in which it can still rest in time
REST_FROM: Final = 7
REST_UNTIL: Final = 10
MOST_AWAY: Final = 6  # divisions in reserve or at rest at once


def appraise(view: View, action: Action) -> float:
    """How good an offer looks to the side that is asked."""
    return judge(view)(action)


# Every offer of a decision is asked about in turn: the view last asked about is kept.
_LAST: list[tuple[View, Callable[[Action], float]]] = []


def judge(view: View) -> Callable[[Action], float]:
    """An appraiser of the offers of one view."""
    for seen, worth in _LAST:
        if seen is view:
            return worth
    fresh = _Judge(Situation(view)).worth
    _LAST[:] = [(view, fresh)]
    return fresh


class Plan(msgspec.Struct, frozen=True):
    """The best a group on the march can do: where to, how, and what it gains."""

    verb: str  # "march", "ride" or "strike"
    hex: Hex
    gain: float


class Assault(msgspec.Struct, frozen=True):
    """The best attack on a hex: with whom, and what it is worth."""

    units: UnitSet
    worth: float
    leader: UnitId = NO_UNIT


class _Judge:
    def __init__(self, now: Situation) -> None:
        self.now, self.kit, self.side = now, now.kit, now.side
        self.label = now.kit.grid.label

    def worth(self, action: Action) -> float:
        answer = _WORTH.get(type(action))
        return 0.0 if answer is None else answer(self, action)

    def at(self, label: str) -> Hex:
        return self.kit.grid.at(label)

    # -- where to stand --------------------------------------------------------------

    def stand(self, units: UnitSet, hex_: Hex) -> float:
        """What a hex is worth as the end of a move."""
        others = self.now.units(hex_) & ~units
        if stack_refusal(self.kit, others | units) is not None:
            return BAD
        if units & self.kit.artillery:
            return self._gun_stand(hex_)
        shared, home = self._shared(hex_), self._is_home(units, hex_)
        shared -= 0.0 if home else self._unguarded(units)
        if self.side == GERMAN:
            crowd = CROWD * (others & self.kit.infantry).bit_count()
            return shared - crowd - (0.0 if home else self._hole(units))
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

    def _is_home(self, units: UnitSet, hex_: Hex) -> bool:
        return self.now.state.hex_of[next(ids(units))] == hex_

    def _unguarded(self, units: UnitSet) -> float:
        """What is risked when the last unit leaves a victory hex with enemies about."""
        home = self.now.state.hex_of[next(ids(units))]
        if home not in self.now.prizes or self.now.units(home) & ~units:
            return 0.0
        near = self.kit.grid.within(1 << home, RAID) & self.now.foes
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
        return bool(self.kit.grid.within(1 << hex_, 3) & self.now.foes)

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
        return 0.0 if self.kit.grid.within(1 << hex_, 2) & friends else ALONE

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

    # -- marches ---------------------------------------------------------------------

    @cached_property
    def plan(self) -> Plan | None:
        """The best this march can come to; None: stand still."""
        march = self.now.top
        if not isinstance(march, Marching) or march.at < 0:
            return None
        here = self.stand(march.units, march.at)
        best = self._strike_plan(march)
        for reach in self.now.reaches(march):
            for hex_ in reach.costs:
                if hex_ == march.at:
                    continue
                gain = self.stand(march.units, hex_) - here
                if gain > STIR and (best is None or gain > best.gain):
                    best = Plan(reach.mode, reach.first(hex_), gain)
        return best

    def _strike_plan(self, march: Marching) -> Plan | None:
        """A Hasty Attack from where the group stands, if it looks good."""
        if not self.hasty(march.units):
            return None
        best = None
        for foe in self.now.around(march.at):
            if self.now.foes >> foe & 1:
                gain = self._strike(march.units, march.at, foe)
                if gain > 0 and (best is None or gain > best.gain):
                    best = Plan("strike", foe, 3.0 + gain)
        return best

    def hasty(self, units: UnitSet) -> bool:
        """Whether these units may strike as they go."""
        if self.side == GERMAN or not units & self.kit.infantry & self.kit.us:
            return False
        if self.now.view.turn == 1:
            return True
        divisions = {self.kit.division_of[u] for u in ids(units & self.kit.infantry)}
        return all(self.now.own.final >> d & 1 for d in divisions)

    def _strike(self, units: UnitSet, origin: Hex, foe: Hex) -> float:
        strength = sum(self.now.strength(u) for u in ids(units & self.kit.infantry))
        river = self._river({origin}, foe)
        tanks = bool(units & self.kit.tanks)
        return self.exchange(strength, foe, river, 0, tanks, shelled=0.3)

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

    def _final_comes(self) -> bool:
        return self.kit.scenario.last_turn >= self.kit.number("final_offensive_from_turn")

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

    # -- phase A ------------------------------------------------------------------------

    def gas(self, action: act.Gas) -> float:
        """The tallest stack that could attack a weak spot."""
        hex_ = self.at(action.hex)
        if not self.now.foes >> hex_ & 1:
            return -1.0
        near = sum(self.now.mine >> h & 1 for h in self.now.around(hex_))
        seen = self.now.sightings[hex_]
        return seen.count + 0.5 * near if seen.kind == "INF" else -0.5

    def place_gun(self, action: act.PlaceGun) -> float:
        """In the gaps of the line first, then with the infantry in front."""
        hex_ = self.at(action.hex)
        if self.now.gaps >> hex_ & 1:
            return 3.0 + self.now.cover(hex_)
        if self.now.near_foes >> hex_ & 1 and self.now.mine >> hex_ & 1:
            return 2.0 + 0.5 * self.now.cover(hex_)
        return -1.0

    def replace(self, action: act.Replace) -> float:
        unit = self.kit.by_name[action.unit]
        steps, printed = self.now.state.steps[unit], self.kit.units[unit].strength
        return 1.0 + printed[steps + 1] - printed[steps] + 0.1 * printed[-1]

    def rest(self, action: act.Rest) -> float:
        """Divisions in reserve rest in time for the Final Offensive."""
        division = self.kit.division_by_key[action.division]
        turn = self.now.view.turn
        fresh = bool(self.now.own.rested >> division & 1)
        room = len(self.now.own.resting_since) < MOST_AWAY
        in_time = REST_FROM <= turn <= REST_UNTIL and self._final_comes()
        return 1.0 if in_time and room and not fresh else -1.0

    def announce(self, _: act.Announce) -> float:
        late = self.now.view.turn > self.kit.number("final_offensive_from_turn")
        return 1.0 if late or self.now.own.rested else -1.0

    # -- set-up ---------------------------------------------------------------------------

    def place(self, action: act.Place) -> float:
        """A line along the Start Line, guns behind it, divisions together."""
        hand, hex_ = self.now.top, self.at(action.hex)
        assert isinstance(hand, InHand)
        south = self.kit.start_allied
        beyond = self.kit.play & ~south if self.side == ALLIED else south
        gap = self._gap(hex_, beyond)
        held = self.now.units(hex_).bit_count()
        if self.side == GERMAN:
            return 20.0 - gap + self.now.cover(hex_) - 2.0 * held
        wanted = 3 if self.kit.artillery >> hand.unit & 1 else 1
        return 20.0 - abs(gap - wanted) - 0.5 * held

    def _gap(self, hex_: Hex, beyond: HexSet) -> int:
        reached, steps = 1 << hex_, 0
        while not reached & beyond and steps < 40:
            reached = self.kit.grid.spread(reached)
            steps += 1
        return steps


def _useful(odds: float) -> float:
    return max(0.0, min(odds, ENOUGH))


def _always(worth: float) -> Callable[[_Judge, Any], float]:
    return lambda _judge, _action: worth


_WORTH: Final[dict[type, Callable[[_Judge, Any], float]]] = {
    act.Done: _always(0.0),
    act.Halt: _always(0.0),
    act.Shoot: _always(0.0),
    act.Launch: _always(0.0),
    act.Return: _always(0.0),
    act.Decline: _always(0.0),
    act.Absorb: _always(1.0),
    act.CallOff: _always(-5.0),
    act.Drop: _always(-5.0),
    act.Recall: _always(-5.0),
    act.Reserve: _always(-5.0),
    act.RemoveGun: _always(-5.0),
    act.TakeBack: _always(0.2),
    act.Disband: _always(0.1),
    act.Place: _Judge.place,
    act.Gas: _Judge.gas,
    act.PlaceGun: _Judge.place_gun,
    act.Replace: _Judge.replace,
    act.Rest: _Judge.rest,
    act.Announce: _Judge.announce,
    act.Pick: _Judge.pick,
    act.Join: _Judge.join,
    act.March: _Judge.march,
    act.Ride: _Judge.march,
    act.Strike: _Judge.strike,
    act.Lift: _Judge.lift,
    act.Again: _Judge.again,
    act.Attack: _Judge.attack,
    act.Bombard: _Judge.bombard,
    act.Commit: _Judge.commit,
    act.Deliberate: _Judge.deliberate,
    act.Fire: _Judge.fire,
    act.Lose: _Judge.lose,
    act.Advance: _Judge.advance,
}
