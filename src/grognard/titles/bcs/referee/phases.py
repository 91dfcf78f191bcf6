"""The second reading: the phases between Activations: arrivals, replacements, assignment."""

from __future__ import annotations

from typing import Any

from grognard.titles.bcs.kit.kit import DUAL, NO_FORMATION, Unit
from grognard.titles.bcs.position.state import BOX, DEAD, OFF, REMOVED, RETURNING
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import LEG, TAC, TYPES, Label, distance
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.zones import Counter, Formation

_ROADS = ("primary", "secondary", "track")


class Phases:
    """What a side may do in the phases of a turn."""

    def __init__(self, fights: Fights, supply: Supply, side: int) -> None:
        self.p, self.state, self.fights, self.supply = fights.p, fights.state, fights, supply
        self.side, self.kit, self.names = side, fights.p.kit, fights.p.kit.names
        own = [f for f in fights.p.formations if f.side == side]
        self.formations = [f for f in own if fights.p.hq[f.id]]
        self.units = [u for u in fights.p.units if u.side == side]

    def printed(self, unit: Counter) -> Unit:
        return self.kit.units[unit.id]

    def is_fed(self, number: Formation) -> bool:
        """Whether the formation's Trains are in a Legal Hex."""
        return self.p.trains[number] in self.supply.legal(number)

    def beside_hq(self, number: Formation, type_: str) -> set[Label]:
        """At or next to the HQ where such a unit can be put (BCS-7.5.k, BCS-S.40)."""
        enemy = 1 - self.side
        taken = self.p.holds(enemy) | self.p.tails(enemy) | self.p.barred[self.side]
        near = self.p.ground.within(self.p.hq[number], 1) & self.p.entered(type_)
        return {h for h in near - taken if len(self.p.stacks.get(h, [])) < 2}

    # -- assignment ------------------------------------------------------------------

    def assigning(self, handled: int) -> set[str]:
        """BCS-R.47, BCS-S.40, BCS-C.5: each unit once."""
        found, free = {"done"}, [u for u in self.units if not handled >> u.id & 1]
        for formation in self.formations:
            if self.state.corps[self.side] and self.is_fed(formation.id):
                found.add(f"guns {formation.key}")
            for unit in free:
                if self.may_assign(unit, formation.id):
                    found.add(f"assign {self.names[unit.id]} {formation.key}")
        for unit in free:
            name = self.names[unit.id]
            if unit.at and self.printed(unit).independent and unit.formation != NO_FORMATION:
                found.add(f"release {name}")
            if self.may_box(unit):
                found.add(f"box {name}")
            found |= {f"unbox {name} {at}" for at in self.outlets(unit)}
        return found

    def may_assign(self, unit: Counter, number: Formation) -> bool:
        if not self.printed(unit).independent or unit.formation == number:
            return False
        if unit.formation == NO_FORMATION and unit.place in (BOX, RETURNING):
            return self.is_fed(number)  # its formation is gone (BCS-9.1i.a)
        near = bool(unit.at) and unit.at in self.p.radius(number)
        return near and unit.at in self.p.safe_area(number, unit.type)

    def may_box(self, unit: Counter) -> bool:
        """BCS-S.40, BCS-1.6.h."""
        if not unit.at or not self.printed(unit).faces[1].av or not self.p.in_radius(unit):
            return False
        safe = unit.at in self.p.safe_area(unit.formation, TAC)
        return safe and unit.at not in self.p.real_zone(1 - self.side)

    def outlets(self, unit: Counter) -> set[Label]:
        """BCS-S.40: on its Move side."""
        number = unit.formation
        if unit.place != BOX or number == NO_FORMATION or not self.p.hq[number]:
            return set()
        return self.beside_hq(number, TYPES[self.printed(unit).faces[0].type])

    # -- replacements ----------------------------------------------------------------

    def replacing(self) -> set[str]:
        """BCS-9.4, BCS-S.42."""
        needy = (u for u in self.units if self.may_replace(u))
        return {f"replace {self.names[unit.id]}" for unit in needy} | {"done"}

    def may_replace(self, unit: Counter) -> bool:
        deployed = self.printed(unit).faces[1]
        armoured = deployed.av > 0 and deployed.kind != DUAL
        av, rest = self.state.replacements[self.side]
        number = unit.formation
        if not (av if armoured else rest) or unit.steps >= self.printed(unit).steps:
            return False
        if number == NO_FORMATION or not self.p.hq[number]:
            return False
        if unit.place == DEAD:
            return self.may_rebuild(unit)
        at = self.p.hq[number] if unit.place == BOX else unit.at
        safe = at in self.p.safe_area(number, TAC if armoured else LEG)
        return bool(at) and safe and at in self.p.radius(number) and self.is_fed(number)

    def may_rebuild(self, unit: Counter) -> bool:
        """BCS-R.22: at its HQ, where there is room."""
        number, move = unit.formation, TYPES[self.printed(unit).faces[0].type]
        room = self.p.hq[number] in self.beside_hq(number, move)
        return room and self.printed(unit).rebuild

    # -- arrivals --------------------------------------------------------------------

    def arriving(self) -> set[str]:
        """BCS-S.2, BCS-S.3: all that is due, and its places."""
        found = set()
        for formation in self.p.formations:
            if formation.side == self.side and self.is_due(formation.id):
                found |= {f"arrive {formation.key} {at}" for at in self.ways_in(formation.id)}
        for unit in self.units:
            found |= {f"arrive {self.names[unit.id]} {at}" for at in self.places(unit)}
        return found

    def is_due(self, number: Formation) -> bool:
        """Not yet here, or gone and with reinforcements that have come (BCS-9.1i.b)."""
        formation, at = self.p.formations[number], self.state.hq[number]
        if at == REMOVED:
            return bool(self.reinforcements(number))
        return at == OFF and 0 < formation.arrives <= self.state.turn

    def reinforcements(self, number: Formation) -> list[Unit]:
        units = [self.printed(u) for u in self.units if u.place == OFF]
        own = [unit for unit in units if unit.formation == number]
        return [unit for unit in own if 0 < unit.arrives <= self.state.turn]

    def ways_in(self, number: Formation) -> set[Label]:
        """BCS-A.3, BCS-B.4: on a road, by the codes it may choose from or where it is listed."""
        formation = self.p.formations[number]
        shut = self.fights.shut_to_hqs(self.side)
        fit = {h for h in self.p.ground.hexes if self.p.ground.has_road(h, _ROADS)} - shut
        codes = {row.formation: row.codes for row in self.kit.scenario.entry_choice}
        if formation.key in codes:
            sources = self.kit.scenario.source
            return fit & {row.hex for row in sources if row.code in codes[formation.key]}
        back = self.state.hq[number] == REMOVED
        listed = self.reinforcements(number)[0].hex if back else formation.hq
        return self.landing(formation.arrives, self.p.label(listed), fit)

    def landing(self, turn: int, listed: Label, fit: set[Label]) -> set[Label]:
        """The listed hex; else the nearest that fit, as near as the scenario says (BCS-B.4)."""
        side = ("us", "german")[self.side]
        rows = [r for r in self.kit.scenario.arrival if r.side == side and r.turn == turn]
        most = max((row.within for row in rows), default=0)
        near = {h: distance(h, listed) for h in fit if distance(h, listed) <= most}
        if listed in fit:
            return {listed}
        return {h for h, far in near.items() if far == min(near.values())}

    def places(self, unit: Counter) -> set[str]:
        """Where a unit that is due may be put."""
        printed = self.printed(unit)
        if unit.place == RETURNING and unit.formation != NO_FORMATION:
            has_hq = bool(self.p.hq[unit.formation])
            return self.beside_hq(unit.formation, unit.type) if has_hq else set()
        if unit.place != OFF or not 0 < printed.arrives <= self.state.turn:
            return set()
        if not self.may_come(printed):
            return set()
        if printed.where == "hex":
            return self.room(unit, printed)
        if printed.where == "any box":
            return {f.key for f in self.formations if self.is_fed(f.id)}
        return {self.p.formations[printed.formation].key}

    def may_come(self, printed: Unit) -> bool:
        """BCS-S.3: its Trains are in a Legal Hex, unless it comes together with them."""
        number = printed.formation
        if number == NO_FORMATION:
            return True
        together = printed.arrives == self.p.formations[number].arrives
        return bool(self.p.hq[number]) and (together or self.is_fed(number))

    def room(self, unit: Counter, printed: Unit) -> set[Label]:
        """BCS-S.2: always before an edge hex; else as BCS-B.4 has it."""
        listed, enemy = self.p.label(printed.hex), 1 - self.side
        if listed in self.p.sources(self.side):
            return {listed}
        taken = self.p.holds(enemy) | self.p.zone(enemy)
        full = {h for h, units in self.p.stacks.items() if len(units) >= 2}
        fit = set(self.p.ground.hexes) - taken - full
        entered = self.p.entered(unit.type) | {listed}
        return self.landing(printed.arrives, listed, fit & entered)


def allowed(fights: Fights, supply: Supply, now: Any) -> set[str]:
    """What may be done at a decision of a phase."""
    phases = Phases(fights, supply, now.side)
    kind = type(now).__name__
    if kind == "Assigning":
        return phases.assigning(now.handled)
    return phases.replacing() if kind == "Replacing" else phases.arriving()
