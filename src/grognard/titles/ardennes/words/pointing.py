"""What a player may mean by pointing at a hex, a unit or a card.

For each decision on the table the actions meant are listed; `refusal` then says
why none of them may be done. Only what the seat knows goes into the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action, card_spot
from grognard.titles.ardennes.position.questions import QUESTIONS, asked
from grognard.titles.ardennes.position.state import SEATS, State, ids, other, units_in
from grognard.titles.ardennes.rules.cards import cards, commands
from grognard.titles.ardennes.words.names import find_hex, find_unit
from grognard.titles.ardennes.words.routes import no_way, route
from grognard.waist.title import Seat

__all__ = ["no_way", "probes", "route"]

_CARD: Final = card_spot(0)[:-1]


class _Spot:
    """What was pointed at, and by whom."""

    def __init__(self, state: State, side: Side, text: str) -> None:
        self.state, self.side, self.text = state, side, text.strip()
        label = find_hex(state.kit, text)
        unit = None if label else find_unit(state.kit, text, side)
        self.hex: Hex | None = state.kit.grid.at(label) if label else None
        self.label = label or self._place(unit)
        # A word that is nothing is asked about as a unit: that says so.
        self.unit = unit or ("" if label else self.text)

    def _place(self, unit: str | None) -> str:
        if unit is None:
            return self.text
        hex_ = self.state.hex_of[self.state.kit.by_name[unit]]
        return self.state.kit.grid.label(hex_) if hex_ >= 0 else self.text

    def units(self) -> list[str]:
        """The unit, or the seat's own units in the hex."""
        if self.unit:
            return [self.unit]
        kit = self.state.kit
        here = units_in(self.state, self.hex) if self.hex is not None else 0
        return [kit.names[unit] for unit in ids(here & kit.side_units[self.side])]

    def is_enemy(self) -> bool:
        """Whether the other side stands there."""
        enemies = self.state.occupied[other(self.side)]
        kit = self.state.kit
        return kit.grid.has(self.label) and bool(enemies >> kit.grid.at(self.label) & 1)


def probes(state: State, seat: Seat, spot_: str) -> Iterable[Action]:
    """The actions a player may mean by pointing at that spot now; never none."""
    side = SEATS.index(seat)
    if spot_.startswith(_CARD):
        return _of_card(state, seat, spot_)
    pointed = _Spot(state, side, spot_)
    meant: list[Action] = []
    if state.stack and (meaning := _MEANINGS.get(type(state.top))) is not None:
        meant = list(meaning(state, state.top, pointed))
    return meant or [act.Step(pointed.label)]


def _of_card(state: State, seat: Seat, spot_: str) -> list[Action]:
    """Whatever the card could be played for; failing all, thrown away."""
    number = spot_.removeprefix(_CARD)
    meant: list[Action] = []
    if state.stack and seat in asked(state):
        offered = QUESTIONS[type(state.top)].candidates(state, state.top)
        meant = [a for a in offered if getattr(a, "card", None) == _number(number)]
    return meant or [act.Discard(_number(number))]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


# -- by decision -----------------------------------------------------------------------------


def _impulse(state: State, impulse: dec.Impulse, pointed: _Spot) -> Iterator[Action]:
    """The cards in hand that could activate the unit pointed at."""
    for name in pointed.units():
        unit = state.kit.by_name.get(name)
        for number in cards.hand(state, impulse.side) if unit is not None else ():
            card = cards.printed(state, impulse.side, number)
            for formation in commands.formations(state, card):
                if commands.members_of(state, card, formation) & 1 << (unit or 0):
                    yield act.Activate(card.number, formation)


def _deploying(state: State, decision: Any, pointed: _Spot) -> Iterator[Action]:
    waiting = state.late if isinstance(decision, dec.DelayedReserves) else decision.units
    if pointed.hex is None:
        yield act.Deploy(pointed.unit, pointed.label)
        return
    for unit in ids(waiting):
        if state.hex_of[unit] < 0:
            yield act.Deploy(state.kit.names[unit], pointed.label)


def _activation(_: State, stage: dec.Activation, pointed: _Spot) -> Iterator[Action]:
    if pointed.is_enemy():
        yield act.Attack(pointed.label)
        return
    for name in pointed.units():
        if stage.stage == "move":
            yield from (act.Pick(name), act.Rush(name))
        else:
            yield act.DigIn(name)


def _moving(_: State, moving: dec.Moving, pointed: _Spot) -> Iterator[Action]:
    if pointed.hex == moving.at:
        yield act.Halt()
    else:
        yield act.Step(pointed.label)


def _assembling(_: State, attack: dec.Assembling, pointed: _Spot) -> Iterator[Action]:
    if pointed.hex == attack.target:
        yield act.Launch()
    yield from map(act.Commit, pointed.units())


def _hits(state: State, hits: dec.Hits, pointed: _Spot) -> Iterator[Action]:
    if pointed.hex is not None:
        yield act.Retreat(pointed.label)
        battle = state.battle
        for unit in ids(battle.defenders if battle is not None else 0):
            if state.kit.side_of[unit] == hits.side and state.hex_of[unit] >= 0:
                yield act.Split(state.kit.names[unit], pointed.label)
    yield from map(act.Lose, pointed.units())


def _advancing(state: State, _: dec.Advancing, pointed: _Spot) -> Iterator[Action]:
    battle = state.battle
    if battle is None:
        return
    if pointed.hex is None:
        yield act.Advance(pointed.unit, state.kit.grid.label(battle.target))
        return
    for unit in ids(battle.attackers):
        if state.hex_of[unit] >= 0:
            yield act.Advance(state.kit.names[unit], pointed.label)


def _release(state: State, _: dec.OkwRelease, pointed: _Spot) -> Iterator[Action]:
    for name in pointed.units():
        unit = state.kit.by_name.get(name)
        if unit is not None:
            corps = next(iter(state.kit.corps_units))
            yield act.Release(state.kit.units[unit].division, corps)


def _aiming(_: State, aiming: dec.Aiming, pointed: _Spot) -> Iterator[Action]:
    """Whatever can be aimed at there; failing that, the spot itself."""
    there = {pointed.label, pointed.unit} - {""}
    meant = [at for at in aiming.among if there & {at, *at.replace("/", " ").split()}]
    yield from map(act.Aim, meant or [pointed.label])


def _each(kind: Callable[[str], Action]) -> Callable[[State, Any, _Spot], Iterable[Action]]:
    return lambda _state, _decision, pointed: map(kind, pointed.units())


def _rallying(_: State, __: dec.Rallying, pointed: _Spot) -> Iterable[Action]:
    return [act.Rally(pointed.label)]


def _chits(_: State, __: dec.ChitCount, ___: _Spot) -> Iterable[Action]:
    return [act.Draw(0)]


_MEANINGS: Final[dict[type, Callable[[State, Any, _Spot], Iterable[Action]]]] = {
    dec.DelayedReserves: _deploying,
    dec.OkwRelease: _release,
    dec.Impulse: _impulse,
    dec.Gathering: _each(act.Join),
    dec.Deploying: _deploying,
    dec.Refitting: _each(act.Replace),
    dec.Activation: _activation,
    dec.Moving: _moving,
    dec.Aiming: _aiming,
    dec.Assembling: _assembling,
    dec.Tactics: _each(act.Commit),
    dec.Rallying: _rallying,
    dec.ChitCount: _chits,
    dec.Hits: _hits,
    dec.Advancing: _advancing,
}
