"""The second reading: what an action, or a roll, has done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.titles.bcs.kit.kit import NO_FORMATION, UnitId
from grognard.titles.bcs.position.state import RETURNING, State
from grognard.titles.bcs.referee.choices import Choices
from grognard.titles.bcs.referee.ground import LEG, TAC, Label, distance
from grognard.titles.bcs.referee.tables import (
    NOBODY,
    Tables,
    combat_result,
    leaves_traffic,
    tiring,
)
from grognard.titles.bcs.referee.zones import Counter, Formation

Pairs = Iterator[tuple[str, object, object]]
"""What, as it was told or stands now, and as it is read."""

_CAUSES: Final = {"S": "situational", "D1R": "automatic", "D2R": "automatic"}


class Deeds:
    """What was done, the position before being read in `choices`."""

    def __init__(self, choices: Choices, action: Any, told: list[Any], after: State) -> None:
        self.c, self.p, self.before = choices, choices.p, choices.state
        self.tables = Tables(choices.fights, choices.supply)
        self.action, self.told, self.after = action, told, after
        self.now: Any = self.before.stack[-1]
        self.names = choices.names
        self.fight: Any = choices.state.fight

    def of(self, kind: str) -> list[Any]:
        """What was told of that kind."""
        return [one for one in self.told if type(one).__name__ == kind]

    def first(self, kind: str) -> Any:
        found = self.of(kind)
        return found[0] if found else None

    def is_set(self, column: str, number: int) -> bool:
        return bool(getattr(self.after, column) >> number & 1)

    def place(self, unit: int) -> Label:
        return self.p.label(self.after.hex_of[unit])

    def unit(self, name: str) -> Counter:
        return next(u for u in self.p.units if self.names[u.id] == name)

    def all(self) -> Pairs:
        """Everything there is a word on."""
        for of in DONE.get(type(self.action).__name__, ()):
            yield from of(self)
        for kind, roll in ROLLED.items():
            if type(self.now).__name__ == kind:
                yield from roll(self)
        yield from self.fight_ends()
        yield from self.withdrawals()

    # -- a step ----------------------------------------------------------------------

    def step(self) -> Pairs:
        """BCS-S.21, BCS-R.44, 6.0, 5.1g, 6.1.d: what it cost, and what stops there."""
        if type(self.now).__name__ == "HqMoving":
            yield from self.hq_step()
            return
        unit, to, name = self.p.units[self.now.unit], self.action.to, self.names[self.now.unit]
        cost, _ = self.p.steps(unit.type)[unit.at][to]
        dear = isinstance(cost, str) or cost > self.now.mp
        left = 0 if dear else self.now.mp - int(cost)
        yield f"points left of {name}", self.first("Moved").mp, left
        yield f"place of {name}", self.place(unit.id), to
        yield f"moved of {name}", self.is_set("moved", unit.id), True
        reasons = self.stops(unit, to)
        yield f"STOP of {name}", self.is_set("stopped", unit.id), bool(reasons)
        yield from self.in_hand_after(unit, to, reasons)
        yield from self.comes(unit, to)

    def stops(self, unit: Counter, to: Label) -> set[str]:
        """What stops it in the hex it enters."""
        _, halts = self.p.steps(unit.type)[unit.at][to]
        enemy, found = 1 - unit.side, {"terrain"} if halts else set[str]()
        if to in self.p.traffic():
            found.add("traffic")
        if to in self.p.zone_against(unit.side, unit.type):
            found.add("AV zone" if unit.type == TAC else "zone")
        if unit.type not in (LEG, TAC) and to in self.p.engagement_zone(enemy):
            found.add("Engagement Zone")
        return found

    def in_hand_after(self, unit: Counter, to: Label, reasons: set[str]) -> Pairs:
        """BCS-6.0.d, e and g, BCS-R.10: may an Engagement lift the STOP, is one owed."""
        stack: tuple[Any, ...] = self.after.stack
        for one in stack:
            if type(one).__name__ == "Acting" and one.unit == unit.id:
                armed = unit.showing.av > 0 and not _is_light(unit)
                owed = armed and to in self.p.real_zone(1 - unit.side)
                name = self.names[unit.id]
                yield f"STOP that may be lifted of {name}", one.lift, reasons == {"AV zone"}
                yield f"Engagement owed of {name}", one.must, owed

    def comes(self, unit: Counter, to: Label) -> Pairs:
        """What its coming to a hex brings about: control (C.1), jumps, Dropped Support."""
        name = self.names[unit.id]
        if to in {row.hex for row in self.p.kit.scenario.victory_hex}:
            german = bool(self.after.german >> self.p.kit.grid.at(to) & 1)
            yield f"control of {to}", german, unit.side == 1
        if to in self.p.ground.near.get(unit.at, ()):
            closed = to not in self.p.steps(TAC)[unit.at]
            dropped = unit.dropped_marker or closed
            yield f"Dropped Support of {name}", self.is_set("dropped", unit.id), dropped
        if unit.prepared and ("soft_jump", "on") not in self.before.terms.options:
            yield from self.jumps(1 - unit.side, to)

    def jumps(self, enemy: int, to: Label) -> Pairs:
        """BCS-R.20: who is alone there flees, and comes off the worse (BCS-9.1f.c, 10.3.l)."""
        for formation in self.p.formations:
            number = formation.id
            if formation.side != enemy or to in self.p.holds(enemy):
                continue
            if self.p.trains[number] == to:
                yield f"Ghost of {formation.key}", self.is_set("ghost", number), True
                yield f"fled from {to}", self.p.label(self.after.trains[number]) != to, True
                yield from self.trains_fled(number, to)
            if self.p.hq[number] == to:
                yield f"Coordination of {formation.key}", self.is_set("coordination", number), True
                yield f"Prepared of {formation.key}", self.is_set("prepared", number), False

    def trains_fled(self, number: Formation, start: Label) -> Pairs:
        """BCS-10.3.l: ten hexes back along the MSR, or the next without an enemy."""
        route = self.before.routes[number]
        if route is None or self.p.label(route.rear[0]) != start or len(route.rear) <= 11:
            return
        enemies = self.p.holds(1 - self.p.formations[number].side) | {start}
        way = [self.p.label(h) for h in route.rear[10:]]
        free = [h for h in way if h not in enemies]
        if free:
            key = self.p.formations[number].key
            yield f"Trains jumped of {key}", self.p.label(self.after.trains[number]), free[0]

    # -- HQ and Trains ---------------------------------------------------------------

    def hq_step(self) -> Pairs:
        """BCS-S.28, BCS-4.5.d."""
        number, key = self.now.formation, self.p.formations[self.now.formation].key
        cost, halts = self.p.steps("truck")[self.p.hq[number]][self.action.to]
        stops = halts or self.action.to in self.p.traffic()
        left = 0 if stops else self.now.mp - int(cost)
        yield f"points left of the HQ of {key}", self.first("Moved").mp, left
        yield f"place of the HQ of {key}", self.p.label(self.after.hq[number]), self.action.to
        yield f"Prepared of {key}", self.is_set("prepared", number), False
        yield f"HQ moved of {key}", self.after.hq_moved, True

    def pull_back(self) -> Pairs:
        """BCS-9.1f.c, BCS-4.4.b."""
        number, key = self.now.formation, self.p.formations[self.now.formation].key
        yield f"place of the HQ of {key}", self.p.label(self.after.hq[number]), self.action.hex
        yield f"Prepared of {key}", self.is_set("prepared", number), False
        yield f"Coordination of {key}", self.is_set("coordination", number), True
        yield f"Ghost of {key}", self.is_set("ghost", number), True

    def move_trains(self) -> Pairs:
        at = "" if self.action.hex == "off" else self.action.hex
        there = self.p.label(self.after.trains[self.now.formation])
        yield "place of the Trains", there, at

    def clean_up(self) -> Pairs:
        """BCS-10.3.b, h and i, at the end of the activities."""
        number = self.now.formation if type(self.now).__name__ == "Activities" else NO_FORMATION
        if number == NO_FORMATION or self.after.hq[number] < 0 or not self.p.trains[number]:
            return
        key, at = self.p.formations[number].key, self.p.trains[number]
        if any(gone.formation == key for gone in self.of("FormationGone")):
            return  # what is there of it now came with its reinforcements (BCS-9.1i.b)
        is_legal = at in self.c.supply.legal(number)
        yield f"Trains on the map of {key}", self.after.trains[number] >= 0, is_legal
        if is_legal:
            went = self.before.trains_moved or self.before.trains_fled
            ghost = went or not self.c.supply.optimal(number)
            yield f"Ghost of {key}", self.is_set("ghost", number), ghost

    # -- the unit in hand ------------------------------------------------------------

    def flip(self) -> Pairs:
        unit = self.p.units[self.now.unit]
        was = self.c.fights.bit(self.before.deployed, unit)
        yield f"side of {self.names[unit.id]}", self.is_set("deployed", unit.id), not was

    def halt(self) -> Pairs:
        """BCS-S.9: it is STOPPED if it has done anything."""
        if type(self.now).__name__ == "Acting" and not self.now.clear:
            name = self.names[self.now.unit]
            yield f"STOP of {name}", self.is_set("stopped", self.now.unit), True

    def recon(self) -> Pairs:
        """BCS-4.3.e, BCS-7.0d.a."""
        yield from self.fire_event(self.now.unit)

    def fire_event(self, unit: int) -> Pairs:
        """One more, and a STOP with the second."""
        name, spent = self.names[unit], self.before.fired.get(UnitId(unit), 0) + 1
        yield f"Fire Events of {name}", self.after.fired.get(UnitId(unit), 0), spent
        if spent == 2:
            yield f"STOP of {name}", self.is_set("stopped", unit), True

    def retreat(self) -> Pairs:
        """BCS-7.5.d: the step is lost when the place is known."""
        unit = self.p.units[self.now.unit]
        went = self.place(unit.id) != unit.at
        if went and self.after.steps[unit.id]:
            yield f"Finished of {self.names[unit.id]}", self.is_set("finished", unit.id), True

    def withdraw(self) -> Pairs:
        name = self.action.unit
        at = self.place(self.unit(name).id) or "off"
        dead = not self.after.steps[self.unit(name).id]
        yield f"place of {name}", "off" if dead else at, "off" if dead else self.action.hex

    # -- fights ----------------------------------------------------------------------

    def barrage(self) -> Pairs:
        """BCS-8.0.i, BCS-R.42."""
        name, at = self.action.spotter, self.p.kit.grid.at(self.action.hex)
        yield f"STOP of {name}", self.is_set("stopped", self.unit(name).id), True
        yield "Barrage noted", bool(self.after.barraged >> at & 1), True
        guns = self.before.arty - int(self.action.point == "arty")
        yield "Artillery Points left", self.after.arty, guns

    def attack(self) -> Pairs:
        """BCS-7.2.a."""
        at = self.p.kit.grid.at(self.action.hex)
        yield "Regular Attack noted", bool(self.after.attacked >> at & 1), True

    def combat_roll(self) -> Pairs:
        """BCS-S.35, BCS-R.37, BCS-7.2.d, BCS-7.2.e."""
        fight, rolled = self.fight, self.first("CombatRolled")
        more = self.tables.combat(fight)
        result = combat_result(sum(self.action.faces) + more)
        yield "Combat modifiers", int(rolled.tally.total), more
        yield "Combat Table", rolled.result, result
        yield from self.first_loss(fight, result)
        yield from self.after_combat(fight, result)
        if result in _CAUSES:
            yield from self.who_stands(fight, _CAUSES[result])

    def first_loss(self, fight: Any, result: str) -> Pairs:
        """Who loses the first steps, and how many."""
        armed = self.c.fights.shows_av(self.p.label(fight.target))
        lost = {"A2": 2, "A1": 1, "a1": int(armed), "S": 0}.get(result, 1)
        sufferer = fight.defender if result in ("D1R", "D2R") else fight.unit
        found = [one for one in self.of("StepsLost") if one.rule in ("BCS-7.2.e", "BCS-R.37")]
        if result in ("A2", "A1", "a1"):
            lost = min(lost, self.before.steps[sufferer])
            yield "attacker's losses", sum(one.lost for one in found), lost
        elif lost:
            name = self.names[sufferer]
            first = next((one.unit for one in self.of("StepsLost")), "")
            yield "first loss", first, name

    def after_combat(self, fight: Any, result: str) -> Pairs:
        """BCS-7.4.a, BCS-S.37: who is out of the hex lets the attacker in."""
        target, unit = self.p.label(fight.target), fight.unit
        side = self.p.units[unit].side
        left = self.after.occupied[1 - side] >> fight.target & 1
        if self.after.fight is not None or left or not self.after.steps[unit]:
            return
        yield f"advance of {self.names[unit]}", self.place(unit), target
        was = target in self.p.traffic()
        if self.after.active == self.before.active:
            there = bool(self.after.traffic >> fight.target & 1)
            yield f"Traffic in {target}", there, was or leaves_traffic(result)

    def who_stands(self, fight: Any, cause: str) -> Pairs:
        """BCS-7.5.f and g, judged while all are alive."""
        if self.of("Eliminated") or self.before.stack[-1] is None:
            return
        stands = {one.unit for one in self.of("Stood") if one.rule != "BCS-R.17"}
        goes = {one.unit for one in self.of("Retreated")}
        for unit in self.p.stacks[self.p.label(fight.target)]:
            if self.names[unit.id] in stands | goes:
                name = self.names[unit.id]
                yield f"standing of {name}", name in stands, self.stays(unit, fight, cause)

    def stays(self, unit: Counter, fight: Any, cause: str) -> bool:
        bound = unit.formation != NO_FORMATION and unit.type != TAC
        if bound and not self.p.has_safe_path(unit):
            return True
        dug_in = self.tables.is_protected(unit) or self.tables.on_key_terrain(unit, fight)
        return cause == "situational" and dug_in

    def engagement_roll(self) -> Pairs:
        """BCS-S.32 to 34, BCS-R.35, BCS-R.36."""
        fight, rolled = self.fight, self.first("EngagementRolled")
        more = self.tables.engagement(fight)
        result = self.tables.engagement_result(fight, sum(self.action.faces) + more)
        unhurt = self.tables.unhurt(fight, result)
        yield "Engagement modifiers", int(rolled.tally.total), more
        yield "Engagement Table", rolled.result, result
        yield "out of range", set(rolled.ignored), unhurt
        yield "losses of an Engagement", self.lost_by(fight), self.losers(result, unhurt)
        if result != "drop" and self.after.active == self.before.active:
            at = self.p.label(fight.origin)
            marked = bool(self.after.traffic >> fight.origin & 1) or self.after.fight is not None
            yield f"Traffic in {at}", marked, True

    def losers(self, result: str, unhurt: set[str]) -> set[str]:
        """BCS-S.33, BCS-S.34."""
        hurt = {"both": {"firer", "target"}, "drop": set[str]()}.get(result, {result})
        return hurt - unhurt

    def lost_by(self, fight: Any) -> set[str]:
        lent = fight.backing if fight.backing != NOBODY else fight.defender
        lost = {one.unit for one in self.of("StepsLost")}
        parties = {"firer": self.names[fight.unit], "target": self.names[lent]}
        return {party for party, name in parties.items() if name in lost}

    def loss_roll(self) -> Pairs:
        """BCS-R.41, BCS-S.38."""
        fight, rolled = self.fight, self.first("LossRolled")
        target, side = self.p.label(fight.target), 1 - self.p.units[fight.unit].side
        needs = self.tables.loss_on(target, side)
        yield "Barrage Table", (rolled.needs, rolled.hit), (needs, self.action.faces[0] >= needs)
        asked = type(self.after.stack[-1]).__name__ == "Losses" if self.after.stack else False
        if not rolled.hit or not asked:
            yield "loss by a Barrage", bool(self.of("StepsLost")), rolled.hit

    def fight_ends(self) -> Pairs:
        """BCS-7.0d.a and b, BCS-7.4.d, BCS-R.40: Fire Events counted, attackers Finished."""
        fight = self.fight
        if fight is None or self.after.fight is not None:
            return
        if self.after.active != self.before.active:
            return
        if fight.kind in ("engage", "fire", "shock"):
            gone = fight.kind == "engage" and self.after.hex_of[fight.unit] != fight.origin
            if fight.box != NOBODY or (not gone and self.after.hex_of[fight.unit] >= 0):
                spent = self.before.fired.get(fight.unit, 0) + 1
                name = self.names[fight.unit]
                yield f"Fire Events of {name}", self.after.fired.get(fight.unit, 0), spent
                if spent == 2 and fight.box == NOBODY:
                    yield f"STOP of {name}", self.is_set("stopped", fight.unit), True
        if fight.kind == "attack":
            for unit in (fight.unit, fight.assist):
                if unit != NOBODY and self.after.hex_of[unit] >= 0:
                    name = self.names[unit]
                    yield f"Finished of {name}", self.is_set("finished", unit), True

    # -- retreats --------------------------------------------------------------------

    def withdrawals(self) -> Pairs:
        """BCS-7.5.b, h to k: how far, onto which side, at what price."""
        goes = self.of("Retreated")
        for one in goes:
            unit = self.unit(one.unit)
            yield f"retreat in hexes of {one.unit}", self.is_far_enough(unit, one), True
            if self.after.steps[unit.id] and not self.p.kit.units[unit.id].single:
                yield f"side of {one.unit}", self.is_set("deployed", unit.id), False
            if not one.to and self.after.steps[unit.id]:
                yield f"off the map of {one.unit}", self.after.hex_of[unit.id], RETURNING
        if len(goes) == 1 and not self.of("Eliminated"):
            yield from self.only_one(goes[0])

    def is_far_enough(self, unit: Counter, one: Any) -> bool:
        hq = self.p.hq[unit.formation] if unit.formation != NO_FORMATION else ""
        if one.rule in ("BCS-7.5.h", "BCS-7.5.j"):
            return distance(one.start, one.to) == 3
        if one.rule == "BCS-7.5.i":
            return distance(one.to, hq) <= 1
        return not one.to

    def only_one(self, one: Any) -> Pairs:
        """Of a unit that retreats by itself: the hex, the case, and steps for an EZOC."""
        unit, cause = self.unit(one.unit), self.cause()
        alone = len(self.p.stacks.get(unit.at, [])) == 1
        if not cause or unit.at != one.start or not alone:
            return
        places = self.c.retreats(unit, cause)
        yield f"retreat to the rear of {one.unit}", (one.to or "off") in places, True
        if one.to:
            danger = one.to in self.p.zone_against(unit.side, _move_type(self.p, unit))
            lost = [x.lost for x in self.of("StepsLost") if x.rule == "BCS-7.5.b"]
            yield f"step for an EZOC of {one.unit}", bool(lost), danger
        if cause == "voluntary":
            lost = [x.lost for x in self.of("StepsLost") if x.rule == "BCS-7.5.d"]
            yield f"step for a Voluntary Retreat of {one.unit}", sum(lost), 1

    def cause(self) -> str:
        """Why a unit gives way in this action."""
        words = {"Retreat": "voluntary"}.get(type(self.action).__name__, "")
        if combat := self.first("CombatRolled"):
            return _CAUSES.get(combat.result, "")
        return "engagement" if self.first("EngagementRolled") else words

    # -- the steps of an Activation --------------------------------------------------

    def snafu_roll(self) -> Pairs:
        """BCS-R.28, BCS-R.29, BCS-S.11."""
        rolled, number = self.first("SnafuRolled"), self.now.formation
        more = self.tables.snafu(number)
        result = self.tables.snafu_result(number, sum(self.action.faces) + more)
        yield "SNAFU modifiers", int(rolled.tally.total), more
        yield "SNAFU", rolled.result, result
        if self.after.active == number and self.after.snafu:
            yield "Artillery Points", self.after.arty, self.tables.guns(number, result)

    def fatigue_roll(self) -> Pairs:
        """BCS-R.33."""
        number = self.now.formation
        level = self.before.fatigue[number]
        tired = level + int(self.action.faces[0] >= tiring(level, second=self.now.second))
        yield "Fatigue", self.after.fatigue[number], tired

    def second_roll(self) -> Pairs:
        """BCS-R.31."""
        granted = self.tables.second(self.now.formation, self.action.faces[0])
        yield "Second Activation", self.first("SecondRolled").granted, granted

    def recon_roll(self) -> Pairs:
        """BCS-4.3.f, BCS-4.3.g."""
        made = self.action.faces[0] <= self.p.units[self.now.unit].showing.ar
        there = len(self.after.objectives) > len(self.before.objectives)
        yield "OBJ made by Recon", there, made

    def recover(self) -> Pairs:
        """BCS-10.4.g, h and j, BCS-R.26."""
        number = next(f.id for f in self.p.formations if f.key == self.action.formation)
        if self.after.hq[number] < 0:
            return
        level, key = self.before.fatigue[number], self.action.formation
        yield f"Fatigue of {key}", self.after.fatigue[number], level - 1 if level > 1 else level
        if any(one.what.endswith(f" {key}") for one in self.of("Jumped")):
            return  # the turn was over, and reinforcements came upon them
        for column in ("coordination", "prepared"):
            yield f"{column} of {key}", self.is_set(column, number), False
        yield f"MSR Blocked of {key}", self.after.blocked[number], 0
        if self.c.supply.optimal(number):
            yield f"Ghost of {key}", self.is_set("ghost", number), False

    def restore(self) -> Pairs:
        unit = self.unit(self.action.unit)
        yield f"Dropped Support of {self.action.unit}", self.is_set("dropped", unit.id), False


def _is_light(unit: Counter) -> bool:
    return unit.showing.kind == 1


def _move_type(position: Any, unit: Counter) -> str:
    return ("leg", "tac", "truck")[position.kit.units[unit.id].faces[0].type]


Reading = Callable[[Deeds], Pairs]
DONE: Final[dict[str, tuple[Reading, ...]]] = {
    "Step": (Deeds.step,),
    "Halt": (Deeds.halt,),
    "Flip": (Deeds.flip,),
    "Recon": (Deeds.recon,),
    "Retreat": (Deeds.retreat,),
    "Withdraw": (Deeds.withdraw,),
    "Barrage": (Deeds.barrage,),
    "Attack": (Deeds.attack,),
    "PullBack": (Deeds.pull_back,),
    "MoveTrains": (Deeds.move_trains,),
    "Done": (Deeds.clean_up,),
    "Recover": (Deeds.recover,),
    "Restore": (Deeds.restore,),
}
ROLLED: Final[dict[str, Reading]] = {
    "CombatRoll": Deeds.combat_roll,
    "EngagementRoll": Deeds.engagement_roll,
    "LossRoll": Deeds.loss_roll,
    "SnafuRoll": Deeds.snafu_roll,
    "FatigueRoll": Deeds.fatigue_roll,
    "SecondRoll": Deeds.second_roll,
    "ReconRoll": Deeds.recon_roll,
}
SUPPLIED: Final = {"SnafuRoll", "Activities", "Choosing", "FailureFlip"}
"""Decisions in whose answers the MSRs have a part."""
