"""Combats that have come far: what shows only after losses seldom comes of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId
from grognard.titles.ardennes.position.decisions import AdvanceRoll, Decision, Fight
from grognard.titles.ardennes.position.state import DEAD, State, keep_record, mark, put
from grognard.titles.ardennes.referee.position import Bridge, Label, Position, distance, room
from grognard.titles.ardennes.rules.fighting import combat

Suits: TypeAlias = Callable[[Position, Label, Label], bool]
"""Whether a hex of the enemy is wanted for an attack from another."""


def late_combat(state: State, rng: Random, side: int) -> None:
    """A side's attack in the midst of its losses or its advances, where that can be."""
    scripted = side == ALLIED and state.kit.scenario.game == "gs"
    story = _last_of_a_vp_hex if scripted else rng.choice(STORIES)
    story(Fray(state, rng, side))


class Fray:
    """An attack put together for the purpose: units come to where they are wanted."""

    def __init__(self, state: State, rng: Random, side: int) -> None:
        self.state, self.rng, self.side = state, rng, side
        self.used: set[int] = set()

    @property
    def now(self) -> Position:
        return Position(self.state)

    def defended(self) -> Label:
        """A hex of the enemy with room round it for attackers from two hexes; "" if none."""
        pos = self.now
        held = sorted(h for h in pos.held(1 - self.side) if len(self.around(h)) > 1)
        return self.rng.choice(held) if held else ""

    def beside(self, suits: Suits) -> tuple[Label, Label]:
        """A hex of the enemy and one beside it that suit each other, or any; "" for none."""
        pos, target = self.now, self.defended()
        pairs = [(t, h) for t in sorted(pos.held(1 - self.side)) for h in self.around(t)]
        fit = [(t, h) for t, h in pairs if suits(pos, t, h)]
        if fit:
            return self.rng.choice(fit)
        return target, self.rng.choice(self.around(target)) if target else ""

    def around(self, label: Label) -> list[Label]:
        """The neighbours that no enemy stands in."""
        pos = self.now
        shut = pos.held(1 - self.side) | pos.roadblocks
        return [h for h in pos.ground.next[label] if h not in shut]

    def empty(self, labels: Iterable[Label]) -> list[Label]:
        """Those with nothing in them."""
        pos = self.now
        return [h for h in labels if not pos.stack(h) and h not in pos.roadblocks]

    def come(self, side: int, many: int, to: Label, kind: str = "") -> list[UnitId]:
        """So many units of the side's come there at most, those of a kind first."""
        pos, come = self.now, list[UnitId]()
        units = [u for u in pos.units(side) if u not in self.used]
        self.rng.shuffle(units)
        for u in sorted(units, key=lambda u: pos.unit(u).kind != kind):
            if len(come) < many and pos.at[u] != to and room(self.now, [u], to):
                put(self.state, UnitId(u), self.state.kit.grid.at(to))
                come.append(UnitId(u))
        self.used |= set(come)
        return come

    def battle(self, target: Label, units: list[UnitId], **fields: Any) -> None:
        """Their attack on the hex is on the table, with fields of it changed."""
        state, attackers = self.state, sum(1 << u for u in units)
        found = combat.new_battle(state, self.side, state.kit.grid.at(target), attackers)
        began = sum(state.steps[u] for u in units)
        state.battle = msgspec.structs.replace(found, began=began, **fields)
        fought = state.record.fought | attackers
        keep_record(state, msgspec.structs.replace(state.record, fought=fought))

    def die(self, units: Iterable[int]) -> None:
        for u in list(units):
            self.state.steps[u] = 0
            put(self.state, UnitId(u), DEAD)

    def go_on(self, *decisions: Decision) -> None:
        self.state.stack = (*self.state.stack, *decisions)


def _after_losses(fray: Fray) -> None:
    """Attackers of two hexes, one of them dead, with hits still to take (EA-CR.a, EA-CR.b)."""
    target, rng = fray.defended(), fray.rng
    if not target:
        return
    first, second = rng.sample(fray.around(target), 2)
    units = fray.come(fray.side, 2, first)
    units += fray.come(fray.side, rng.randint(1, 2), second)
    if len(units) > 2:
        dead = units[0]
        more = {"taken": 1, "losses": 1, "attacker_hits": rng.randint(1, 3)}
        fray.battle(target, units, hurt=((dead, 1),), **more)
        fray.die([dead])
        fray.go_on(Fight("attacker"))


def _after_a_rout(fray: Fray) -> None:
    """Nobody is left of defenders who had gone back a hex (EA-AD.b to EA-AD.l)."""
    rng, at = fray.rng, fray.state.kit.grid.at
    suits = rng.choice((_over_a_ford, _over_a_boundary, _anyhow))
    target, start = fray.beside(suits)
    if suits is _over_a_boundary:
        fray.state.day = min(fray.state.day, rng.randint(17, 19))
    back = [h for h in fray.around(target) if h != start] if target else []
    units = fray.come(fray.side, 2, start, "mechanized") if back else []
    if units:
        path = at(target), at(rng.choice(back))
        fray.battle(target, units, retreated=1, path=path)
        fray.die(fray.now.stack(target))
        fray.go_on(Fight("advance"))


def _over_a_ford(pos: Position, target: Label, start: Label) -> bool:
    side = Bridge((start, target))
    return side in pos.ground.rivers and side not in pos.bridges


def _over_a_boundary(pos: Position, target: Label, start: Label) -> bool:
    return any(start in zone and target not in zone for zone in pos.ground.zone.values())


def _anyhow(_pos: Position, _target: Label, _start: Label) -> bool:
    return True


def _on_the_run(fray: Fray) -> None:
    """Defenders back a hex with hits still to take, some in no state to go on (EA-RT.d)."""
    state, rng, target = fray.state, fray.rng, fray.defended()
    if not target:
        return
    start, at = rng.choice(fray.around(target)), state.kit.grid.at
    units, run = fray.come(fray.side, 2, start), fray.now.stack(target)
    back = fray.empty(fray.now.ground.next[target])
    if units and back:
        path = rng.choice(back)
        more = {"path": (at(target), at(path)), "defender_hits": rng.randint(1, 2)}
        fray.battle(target, units, retreated=1, **more)
        for u in run:
            put(state, UnitId(u), at(path))
        mark(state, dispersed=state.dispersed | sum(1 << u for u in run if rng.random() < 0.4))
        fray.go_on(Fight("defender"))


def _last_of_a_vp_hex(fray: Fray) -> None:
    """One Allied unit is tested for an advance, then one alone in a VP hex (EA-AA.r)."""
    rng, at = fray.rng, fray.state.kit.grid.at
    home = rng.choice(fray.empty(sorted(fray.now.ground.vp)))
    near = fray.empty(fray.now.ground.next[home])
    if not near:
        return
    target = rng.choice(near)
    foes = fray.come(GERMAN, 1, target)
    fray.come(GERMAN, 1, _close_by(fray, home))
    beside = [h for h in fray.around(target) if h != home]
    mates = fray.come(ALLIED, 1, rng.choice(beside)) if beside else []
    alone = fray.come(ALLIED, 1, home) if mates and foes else []
    if alone:
        fray.battle(target, mates + alone, tested=1 << mates[0])
        fray.die(foes)
        roll = AdvanceRoll(1 << mates[0], at(target), rng.randint(1, 9))
        fray.go_on(Fight("advance"), roll)


def _close_by(fray: Fray, home: Label) -> Label:
    """An empty hex two hexes from there."""
    ground = fray.now.ground
    return fray.rng.choice(fray.empty(h for h in ground.hexes if distance(h, home) == 2))


STORIES: Final[tuple[Callable[[Fray], None], ...]] = (_after_losses, _after_a_rout, _on_the_run)
