"""The second reading: what is asked in the steps of an Activation and in a fight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.titles.bcs.kit.kit import NO_FORMATION
from grognard.titles.bcs.referee.fights import Fights
from grognard.titles.bcs.referee.ground import TAC, Label, bits, distance
from grognard.titles.bcs.referee.hand import Hand
from grognard.titles.bcs.referee.phases import allowed
from grognard.titles.bcs.referee.supply import Supply
from grognard.titles.bcs.referee.tasks import Tasks
from grognard.titles.bcs.referee.zones import Counter, Formation


class Choices:
    """A position with somebody to decide; the MSRs are those of `supply.routes`."""

    def __init__(self, fights: Fights, supply: Supply) -> None:
        self.p, self.state, self.fights, self.supply = fights.p, fights.state, fights, supply
        self.kit, self.names = fights.p.kit, fights.p.kit.names

    def label(self, hex_: Any) -> Label:
        return self.p.label(hex_)

    # -- the steps of an Activation --------------------------------------------------

    def choosing(self, now: Any) -> set[str]:
        """BCS-S.6: any formation on the map not yet activated; BCS-10.4.b and c."""
        found = set()
        for formation in self.p.formations:
            ready = formation.side == now.side and bool(self.p.hq[formation.id])
            if ready and not self.state.used >> formation.id & 1:
                found.add(f"activate {formation.key}")
                if self.may_recover(formation.id):
                    found.add(f"recover {formation.key}")
        return found

    def may_recover(self, number: Formation) -> bool:
        """BCS-10.4.b, BCS-10.4.c, BCS-R.26."""
        legal = self.p.trains[number] in self.supply.legal(number)
        return legal and not self.state.recovered >> number & 1

    def prepared_defense(self, now: Any) -> set[str]:
        """BCS-4.5.e, BCS-4.5.f, BCS-R.7."""
        number = now.formation
        if self.state.prepared >> number & 1:
            return {"abandon", "decline"}
        guns = self.p.formations[number].arty + self.state.guns[number]
        return {"decline"} | ({"prepare"} if guns and not self.state.blocked[number] else set())

    def failure_flip(self, now: Any) -> set[str]:
        """BCS-10.4.d."""
        return {f"recover {self.p.formations[now.formation].key}", "decline"}

    def objectives(self, now: Any) -> set[str]:
        """BCS-4.3.a, BCS-4.3.c."""
        hexes = self.p.holds(1 - now.side) | {row.hex for row in self.kit.scenario.victory_hex}
        if self.state.prepared >> now.formation & 1:
            hq = self.p.hq[now.formation]
            hexes = {label for label in hexes if distance(label, hq) <= 6}
        return {f"objective {label}" for label in hexes} | {"done"}

    def try_second(self, _: Any) -> set[str]:
        """BCS-S.18."""
        return {"again", "decline"}

    def activities(self, now: Any) -> set[str]:
        return Tasks(self.fights, self.supply, now.formation).allowed()

    def acting(self, now: Any) -> set[str]:
        return Hand(self.fights, self.supply, now).allowed()

    def hq_moving(self, now: Any) -> set[str]:
        return Tasks(self.fights, self.supply, now.formation).moving(now)

    def hq_retreat(self, now: Any) -> set[str]:
        """BCS-9.1f.a, BCS-9.1f.b, BCS-R.21."""
        return {f"pullback {label}" for label in self.supply.refuges(now.formation)}

    def trains_retreat(self, now: Any) -> set[str]:
        """BCS-10.3.l: at a Supply Source that no enemy is in."""
        side = self.p.formations[now.formation].side
        return {f"movetrains {at}" for at in self.p.sources(side) - self.p.holds(1 - side)}

    def phase(self, now: Any) -> set[str]:
        return allowed(self.fights, self.supply, now)

    # -- fights ----------------------------------------------------------------------

    @property
    def fight(self) -> Any:
        """The fight on the table."""
        return self.state.fight

    def stack(self, label: Label, side: int) -> list[Counter]:
        return [unit for unit in self.p.stacks.get(label, []) if unit.side == side]

    def chosen(self, units: list[Counter]) -> set[str]:
        return {f"choose {self.names[unit.id]}" for unit in units}

    def losses(self, now: Any) -> set[str]:
        """BCS-7.2.d; on the Barrage Table a Hard unit is spared beside others (BCS-R.41)."""
        here = self.stack(self.label(now.hex), now.side)
        soft = [unit for unit in here if not self.kit.units[unit.id].hard]
        rolled = self.state.fight and self.state.fight.result
        return self.chosen(here if rolled or not soft else soft)

    def defender_choice(self, now: Any) -> set[str]:
        """BCS-R.40; in an Engagement one of those with the best ranged AV (BCS-R.9)."""
        fight = self.fight
        here = self.stack(self.label(fight.target), now.side)
        if fight.kind != "engage":
            return self.chosen(here)
        best = max((u.showing.av, u.showing.range) for u in here)
        return self.chosen([u for u in here if (u.showing.av, u.showing.range) == best])

    def backing_choice(self, now: Any) -> set[str]:
        """BCS-S.41: any unit in the Support boxes behind the stack."""
        here = self.stack(self.label(self.fight.target), now.side)
        behind = {u.formation for u in here if self.p.has_support(u)}
        return self.chosen([gun for number in behind for gun in self.p.box(number)])

    def mission_choice(self, now: Any) -> set[str]:
        """BCS-8.0.c to f, BCS-R.43."""
        arty, air = self.state.arty, self.state.air[now.side]
        if self.fight.kind == "shock":
            return {"decline"} | (self._air_alone() if air else set())
        found = {"decline"} | {f"suppress {p}" for p, n in (("arty", arty), ("air", air)) if n}
        for guns in range(min(arty, 3) + 1):
            planes = range(min(air, 3 - guns) + 1)
            found |= {f"destroy {guns} {n}" for n in planes if guns + n}
        return found

    def _air_alone(self) -> set[str]:
        """The shocker spots for itself, or another does."""
        fight = self.fight
        near = self.fights.spotters(self.label(fight.target))
        who = [f" {self.names[unit.id]}" for unit in near if unit.id != fight.unit]
        who += [] if self._strands(fight.unit) else [""]
        return {f"{what}{name}" for what in ("suppress air", "destroy 0 1") for name in who}

    def _strands(self, unit: Any) -> bool:
        """Whether the unit in hand would STOP where it may not end (BCS-8.0.i, BCS-4.2f)."""
        (acting,) = [d for d in self.state.stack if getattr(d, "unit", None) == unit]
        return Hand(self.fights, self.supply, acting).would_strand()

    def following(self, _: Any) -> set[str]:
        """BCS-7.4.c."""
        return {"follow", "decline"}

    def restoring(self, now: Any) -> set[str]:
        """BCS-9.2.c, in the enemy's Activation."""
        return {"decline"} | self.fights.restored(now.side)

    def retreat_choice(self, now: Any) -> set[str]:
        """BCS-7.5.c, BCS-7.5.i, BCS-7.5.n: any of them, to any hex that is as good."""
        found = set()
        for unit in (self.p.units[n] for n in bits(now.units)):
            if unit.at == self.label(now.hex):
                places = self.retreats(unit, now.cause)
                found |= {f"withdraw {self.names[unit.id]} {place}" for place in places}
        return found

    def retreats(self, unit: Counter, cause: str) -> set[Label]:
        """Where a unit that does not stand goes, "off" for off the map."""
        bound = unit.formation != NO_FORMATION and bool(self.p.hq[unit.formation])
        flees = cause in ("automatic", "engagement") and unit.type != TAC and bound
        return self.fights.by_the_hq(unit) if flees else self.fights.rearward(unit)


ASKED: Final[dict[str, Callable[[Choices, Any], set[str]]]] = {
    "Choosing": Choices.choosing,
    "PreparedDefense": Choices.prepared_defense,
    "FailureFlip": Choices.failure_flip,
    "Objectives": Choices.objectives,
    "TrySecond": Choices.try_second,
    "Activities": Choices.activities,
    "Acting": Choices.acting,
    "HqMoving": Choices.hq_moving,
    "HqRetreat": Choices.hq_retreat,
    "TrainsRetreat": Choices.trains_retreat,
    "Losses": Choices.losses,
    "DefenderChoice": Choices.defender_choice,
    "BackingChoice": Choices.backing_choice,
    "MissionChoice": Choices.mission_choice,
    "Following": Choices.following,
    "Restoring": Choices.restoring,
    "RetreatChoice": Choices.retreat_choice,
    "Assigning": Choices.phase,
    "Replacing": Choices.phase,
    "Arriving": Choices.phase,
}
SUPPLIED: Final = {
    "Choosing",
    "Activities",
    "Acting",
    "HqRetreat",
    "Assigning",
    "Replacing",
    "Arriving",
}
"""Decisions that the MSRs have a part in."""
