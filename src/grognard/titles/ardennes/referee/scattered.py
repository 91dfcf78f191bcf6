"""Positions of all sorts: both sides in a part of the map, so that they are in each other's way."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId, open_kit
from grognard.titles.ardennes.position.decisions import (
    Activation,
    AlliedTurn,
    Carrying,
    Decision,
    Impulse,
    Impulses,
    Refill,
    Sequence,
)
from grognard.titles.ardennes.position.options import OPTIONS
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    CALENDAR,
    DEAD,
    HAND,
    OKW,
    PILE,
    RESERVE,
    State,
    Terms,
    keep_record,
    mark,
    put,
)
from grognard.titles.ardennes.referee.late import late_combat
from grognard.titles.ardennes.referee.position import Label, Position, distance
from grognard.titles.ardennes.referee.system import may_fight
from grognard.titles.ardennes.rules.cards import activation
from grognard.titles.ardennes.rules.day.setting_up import empty_game
from grognard.titles.ardennes.rules.fighting import combat

END_OF_DAY: Final = 14
"""The step of the sequence of play after the Activation Phase."""


def scattered(scenario: str, rng: Random) -> State:
    """A position that nobody would come to, in an impulse, mostly with an activation begun."""
    options = tuple((o.key, rng.choice(o.values)) for o in OPTIONS)
    state = empty_game(Terms(open_kit(scenario, None), options))
    state.day = rng.randint(16, state.kit.scenario.last_day)
    Placing(state, rng).everything()
    _cards(state, rng)
    side = GERMAN if rng.random() < 0.6 else ALLIED
    gs = state.kit.scenario.game == "gs"
    acts = (side == GERMAN or not gs) and rng.random() < 0.9
    fights = rng.random() < 0.3
    state.stack = _impulse(side, gs=gs, played=acts or fights)
    if acts:
        _activate(state, rng, side)
    if fights and state.battle is None:
        _turn_to_attacks(state)
        late_combat(state, rng, side)
        hold(state)
    proceed(state)
    return state


def _impulse(side: int, *, gs: bool, played: bool) -> tuple[Decision, ...]:
    """One impulse of the day; for two players a card of it has been played, or is yet to be."""
    day = (Sequence(END_OF_DAY), Impulses(1 - side if not gs else GERMAN, 5))
    if gs and side == ALLIED:
        return (*day, AlliedTurn())
    if gs:
        return (*day, AlliedTurn(), Refill(side, 6), Impulse(side, 30))
    return (*day, Refill(side, 6), Carrying(side, opening=False) if played else Impulse(side, 30))


def _activate(state: State, rng: Random, side: int) -> None:
    """Some units of the side act; some of them have done so already."""
    units = [u for u, h in enumerate(state.hex_of) if h >= 0 and state.kit.side_of[u] == side]
    chosen = sum(1 << u for u in rng.sample(units, min(len(units), rng.randint(3, 15))))
    card = next((c for c, place in enumerate(state.cards[side]) if place == HAND), 0)
    activation.begin(state, side, card, chosen, rng.randint(0, 4))
    record = state.record
    rivers = len(state.kit.rivers)
    worn = [
        sum(1 << rng.randrange(rivers) for _ in {rng.randrange(8) for _ in range(3)})
        for _ in range(3)
    ]
    keep_record(
        state,
        msgspec.structs.replace(
            record,
            moved=_some(rng, record.active & ~record.recovering, 0.2),
            fought=_some(rng, record.active & ~record.recovering, 0.1),
            forded=worn[0] & ~state.bridges,
            bridged=worn[1] & state.bridges,
            crossed=(worn[1] | worn[2]) & state.bridges,
        ),
    )
    if rng.random() < 0.5:
        _turn_to_attacks(state)
        _attack(state, rng, side)


def _turn_to_attacks(state: State) -> None:
    """All moves of an activation are made."""
    if isinstance(state.top, Activation):
        attacks = msgspec.structs.replace(state.top, stage="attack")
        state.stack = (*state.stack[:-1], attacks)


def _attack(state: State, rng: Random, side: int) -> None:
    """Mostly an attack is made at once, by some of those who can."""
    pos = Position(state)
    able = [u for u in pos.units(side) if may_fight(pos, u) and state.record.active >> u & 1]
    near = {t for u in able for t in pos.ground.next[pos.at[u]]} & pos.held(1 - side)
    if not near or rng.random() < 0.2:
        return
    target = rng.choice(sorted(near))
    beside = [u for u in able if pos.at[u] in pos.ground.next[target]]
    force = rng.sample(beside, rng.randint(1, len(beside)))
    if not all(pos.unit(u).bracketed for u in force):
        combat.begin_attack(state, side, state.kit.grid.at(target), sum(1 << u for u in force))


def _some(rng: Random, units: int, share: float) -> int:
    return sum(1 << u for u in range(units.bit_length()) if units >> u & 1 and rng.random() < share)


def _cards(state: State, rng: Random) -> None:
    """A hand for each player, and the rest as the day has left it."""
    for side in (GERMAN, ALLIED):
        held = [c for c, place in enumerate(state.cards[side]) if place in (PILE, AVAILABLE)]
        for card in rng.sample(held, min(len(held), rng.randint(3, 8))):
            if side == GERMAN or state.kit.scenario.game != "gs":
                state.cards[side][card] = HAND


class Placing:
    """Puts counters where the rules let them be."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state, self.rng, self.kit = state, rng, state.kit
        ground = Position(state).ground
        self.middle = rng.choice(ground.hexes)
        self.width = rng.randint(2, 7)
        self.near = [h for h in ground.hexes if distance(h, self.middle) <= self.width]
        self.ground = ground

    def everything(self) -> None:
        self._ground()
        self._release()
        for side in (GERMAN, ALLIED):
            units = [u for u in range(len(self.kit.units)) if self.kit.side_of[u] == side]
            self.rng.shuffle(units)
            for u in units[: self.rng.randint(4, 26)]:
                self._unit(UnitId(u), side)
            for u in units[30:]:
                self._elsewhere(UnitId(u))
        self._calendar()
        self._markers()
        hold(self.state)

    def _ground(self) -> None:
        """Towns and bridges as a week of war may leave them."""
        rng, kit = self.rng, self.kit
        towns = sum(1 << kit.grid.at(h) for h in sorted(self.ground.towns) if rng.random() < 0.5)
        bridges = kit.bridges_intact & ~_some(rng, kit.bridges_intact, 0.2)
        bridges |= _some(rng, kit.printed_bridges, 0.3)
        today = {name for name in ("Ground Freeze", "Break in the Clouds") if rng.random() < 0.2}
        german = _some(rng, bridges, 0.5)
        mark(
            self.state,
            german_towns=rng.choice((towns, kit.german_towns_at_start)),
            bridges=bridges,
            german_bridges=german,
            today=frozenset(today),
        )

    def _release(self) -> None:
        """EA-S.22: an OKW division is kept back, or belongs to a corps."""
        corps = sorted({u.corps for u in self.kit.units if u.side == GERMAN} - {"OKW"})
        for division in sorted({u.division for u in self.kit.units if u.corps == "OKW"}):
            if self.rng.random() < 0.3:
                self.state.assigned[division] = self.rng.choice(corps)

    def _kept_back(self, u: UnitId) -> bool:
        unit = self.kit.units[u]
        return unit.corps == "OKW" and unit.division not in self.state.assigned

    def _unit(self, u: UnitId, side: int) -> None:
        """Somewhere in the fray, now and then far from it."""
        state, kit = self.state, self.kit
        if self._kept_back(u):
            put(state, u, OKW)
            return
        spots = self._spots(side)
        for label in self.rng.sample(spots, min(4, len(spots))):
            hex_ = kit.grid.at(label)
            pos = Position(state)
            state.steps[u] = self.rng.randint(1, kit.units[u].steps)
            there = pos.stack(label)
            steps = sum(pos.steps[v] for v in there) + state.steps[u]
            if pos.stack(label, 1 - side) or len(there) >= 3 or steps > 6:
                state.steps[u] = kit.units[u].steps
                continue
            put(state, u, hex_)
            return

    def _spots(self, side: int) -> list[Label]:
        """In the fray, far from it, or with others of the side."""
        held = sorted(Position(self.state).held(side))
        if held and self.rng.random() < 0.3:
            return held
        return self.near if self.rng.random() < 0.85 else self.ground.hexes

    def _elsewhere(self, u: UnitId) -> None:
        """In the Reserve box, due on another day, or dead."""
        chance = self.rng.random()
        if self._kept_back(u):
            return
        if chance < 0.25:
            put(self.state, u, RESERVE)
        elif chance < 0.5:
            self.state.due[u] = self.state.day + self.rng.randint(1, 4)
        elif chance < 0.6:
            self.state.steps[u] = 0
            put(self.state, u, DEAD)

    def _calendar(self) -> None:
        """Whoever is nowhere else is kept back, or comes some day, mostly when all is over."""
        for u, hex_ in [*enumerate(self.state.hex_of)]:
            unit = UnitId(u)
            if hex_ == CALENDAR and self._kept_back(unit):
                put(self.state, unit, OKW)
            elif hex_ == CALENDAR and unit not in self.state.due:
                self.state.due[unit] = self.state.day + self.rng.randint(1, 30)

    def _markers(self) -> None:
        state, rng = self.state, self.rng
        there = sum(1 << u for u, h in enumerate(state.hex_of) if h >= 0)
        out = _some(rng, there, rng.choice((0.0, 0.1, 0.3)))
        isolated = _some(rng, out, 0.5)
        held = [h for h in Position(state).stacks() if h not in self.ground.towns]
        dug = [h for h in held if rng.random() < 0.2]
        mark(
            state,
            dispersed=_some(rng, there, rng.choice((0.05, 0.3))),
            unsupplied=out & ~isolated,
            isolated=isolated,
            dry=_some(rng, there & self.kit.side_units[GERMAN] & self.kit.mechanized, 0.1),
            dug_in=self._hexes(dug),
            roadblocks=self._hexes(self._blocks()),
        )

    def _blocks(self) -> list[Label]:
        pos = Position(self.state)
        free = [h for h in self.near if h in self.ground.roads and not pos.stack(h)]
        free = [h for h in free if h not in pos.german_towns]
        return self.rng.sample(free, min(len(free), self.rng.randrange(4)))

    def _hexes(self, labels: list[Label]) -> int:
        return sum(1 << self.kit.grid.at(h) for h in labels)


def hold(state: State) -> None:
    """EA-S.67: who stands in a town or alone beside a bridge holds it."""
    pos = Position(state)
    for label in sorted(pos.held(GERMAN) | pos.held(ALLIED)):
        pos = pos.placed(pos.stack(label), label)
    german = [side in pos.german_bridges for side in pos.ground.river_number]
    mark(
        state,
        german_towns=sum(1 << state.kit.grid.at(h) for h in sorted(pos.german_towns)),
        german_bridges=sum(1 << k for k, own in enumerate(german) if own),
    )
