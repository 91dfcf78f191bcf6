"""What an action is worth to a player who looks one step ahead.

`appraise` gives each offer a figure: above 0 it is better than finishing, below
0 worse. The German marches on victory hexes by the shortest way and attacks
what stands there if the odds are fair; the Allied player of the two-player game
goes to meet him. The weights are the named constants below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from grognard.hexes import Hex, HexSet
from grognard.titles.ardennes import actions as act
from grognard.titles.ardennes import battle as fighting
from grognard.titles.ardennes import cards, chits, commands, distribution, happenings, zones
from grognard.titles.ardennes.actions import Action
from grognard.titles.ardennes.decisions import Advancing, Assembling, Hits, Moving
from grognard.titles.ardennes.imagine import known_facts
from grognard.titles.ardennes.judgement.ground import FAR, distance_field, goal_field
from grognard.titles.ardennes.kit import GERMAN, Card, UnitId, UnitSet
from grognard.titles.ardennes.state import (
    RESERVE,
    SEATS,
    State,
    boxed,
    ids,
    other,
    steps_of,
    strength,
    units_in,
)
from grognard.titles.ardennes.view import View

FAIR: Final = 1.4  # a ratio worth an attack
PRIZE: Final = 1.0  # for each victory point of a hex
RUSH_FROM: Final = 12  # movement points to the front that make a strategic move worth while
FRONT: Final = 7  # hexes: a unit so near the enemy counts in full
EVENTS: Final = {
    "Commandos": 4.0,
    "Eisenhower Hesitates": 6.0,
    "Allied Command Crisis": 5.0,
    "Manteuffel Directs Traffic": 3.0,
    "Ground Freeze": 2.0,
    "Bridge Engineers": 1.5,
    "Consolidation": 1.0,
    "Fury of Bastogne": -1.0,
    "Engineers": 2.0,
    "Air Resupply": 4.0,
    "Break in the Clouds": 5.0,
    "Patton on the Move": 6.0,
    "Raise the Alarm": 3.0,
}


def appraise(view: View, action: Action) -> float:
    """The worth of an offer to the side that is asked."""
    judge = _WORTHS.get(type(action))
    return judge(_look(view), action) if judge else 0.0


# -- one view --------------------------------------------------------------------------


class Situation:
    """A view, and what follows from it, for the side that is asked."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "an onlooker has nothing to choose"
        self.view = view
        self.side = SEATS.index(view.seat)
        self.state: State = known_facts(view)
        self.kit = self.state.kit

    @cached_property
    def top(self) -> Any:
        return self.view.stack[-1] if self.view.stack else None

    @cached_property
    def field(self) -> dict[Hex, int]:
        """How far each hex is from what the side wants."""
        state, key = self.state, self.view.terms.kit
        if self.side == GERMAN:
            wanted = self.kit.vp_hexes & ~state.german_towns
            return goal_field(key, wanted, state.bridges)
        return distance_field(key, self._threatened(), state.bridges)

    def _threatened(self) -> HexSet:
        """Victory hexes the Germans are nearest to, or the Germans themselves."""
        near = self.kit.grid.within(self.state.occupied[GERMAN], 6)
        mine = self.kit.vp_hexes & ~self.state.german_towns & near
        return mine or self.state.occupied[GERMAN]

    def standing_at(self, hex_: Hex) -> float:
        """What it is worth to be in a hex: on the way, and on the prize itself."""
        prize = self.kit.vp.get(hex_, 0) * PRIZE
        held = bool(self.state.german_towns >> hex_ & 1) == (self.side == GERMAN)
        return (0.2 if held else 3.0) * prize - self.field.get(hex_, FAR) / 4

    def eagerness(self, units: UnitSet) -> float:
        """The strength of units, in full near the enemy."""
        total = 0.0
        for unit in ids(units):
            hex_ = self.state.hex_of[unit]
            near = hex_ >= 0 and zones.nearest(self.state, other(self.side), hex_) <= FRONT
            total += strength(self.state, unit) * (1.0 if near else 0.3)
        return total

    def ratio(self, attackers: UnitSet, target: Hex) -> float:
        """Attack to defence."""
        attack = chits.attack_strength(self.state, attackers, target)
        return attack / max(1, chits.defence_strength(self.state, target))

    def attackers(self, target: Hex) -> UnitSet:
        """Active units that could attack a hex."""
        around = 0
        for hex_ in self.kit.grid.neighbours(target):
            around |= units_in(self.state, hex_)
        able = around & self.state.active & self.kit.side_units[self.side]
        return sum(1 << u for u in ids(able) if fighting.may_attack(self.state, u) is None)

    @cached_property
    def draws(self) -> dict[int, distribution.Chances]:
        """What each number of chits may bring."""
        assert self.state.battle is not None, "chits are drawn in a combat"
        return distribution.distributions(self.state, self.state.battle)

    def card(self, number: int) -> Card:
        return cards.deck(self.state, self.side)[number - 1]


_seen: list[Situation] = []


def _look(view: View) -> Situation:
    """The situation of a view; the last one is kept, as offers are appraised one by one."""
    if not _seen or _seen[0].view is not view:
        _seen[:] = [Situation(view)]
    return _seen[0]


# -- cards --------------------------------------------------------------------------------


def _activate(here: Situation, action: act.Activate) -> float:
    card = here.card(action.card)
    units = commands.members_of(here.state, card, action.formation)
    ready = commands.ready(here.state, here.side, units)
    return 0.3 + here.eagerness(ready) / (1 + 0.2 * card.value)


def _single(here: Situation, action: act.Single) -> float:
    return 0.1 + here.eagerness(1 << here.kit.by_name[action.unit]) / 3


def _group(here: Situation, action: act.Group) -> float:
    units = here.card(action.card).units & here.kit.mechanized
    ready = commands.ready(here.state, here.side, units)
    return min(here.eagerness(ready), 12.0) / 2


def _reserves(here: Situation, action: act.Reserves) -> float:
    units = commands.members_of(here.state, here.card(action.card), action.formation)
    waiting = units & boxed(here.state, RESERVE, here.side)
    return 2.0 + here.eagerness(waiting)


def _event(here: Situation, action: act.Event) -> float:
    worth = EVENTS.get(action.event, 1.0)
    if action.event == "Bridge Engineers":
        choices = happenings.choices(here.state, here.side, here.card(action.card), action.event)
        return worth if any(_wanted_bridge(here, choice) for choice in choices) else -1.0
    return worth


def _aim(here: Situation, action: act.Aim) -> float:
    what, _, where = action.at.rpartition(" ")
    if what in ("", "build") and len(where) == 9 and where[:4].isdigit():
        return 1.0 if _wanted_bridge(here, where) else 0.0
    return {"blow": 2.0, "block": 1.0}.get(what, 0.5)


def _wanted_bridge(here: Situation, choice: str) -> bool:
    """A bridge on a road, with units that would use it."""
    a, b = (here.kit.grid.at(label) for label in choice.split("/"))
    near = here.kit.grid.within(1 << a | 1 << b, 2) & here.state.occupied[here.side]
    return bool(near) and here.kit.sides[a, b].road > 0


def _discard(here: Situation, action: act.Discard) -> float:
    card = here.card(action.card)
    return -1.0 - card.value - commands.ready(here.state, here.side, card.units).bit_count() / 4


def _deploy(here: Situation, action: act.Deploy) -> float:
    return 60.0 + here.standing_at(here.kit.grid.at(action.hex))


# -- moves --------------------------------------------------------------------------------


def _pick(here: Situation, action: act.Pick) -> float:
    unit = here.kit.by_name[action.unit]
    at = here.state.hex_of[unit]
    if here.side == GERMAN or _may_leave(here, unit, at):
        best = max(map(here.standing_at, here.kit.grid.neighbours(at)), default=0.0)
        return 0.2 + best - here.standing_at(at)
    return -1.0


def _may_leave(here: Situation, unit: UnitId, at: Hex) -> bool:
    """An Allied unit does not leave a prize alone."""
    alone = units_in(here.state, at) == 1 << unit
    return not (alone and here.kit.vp_hexes >> at & 1)


def _rush(here: Situation, action: act.Rush) -> float:
    at = here.state.hex_of[here.kit.by_name[action.unit]]
    far = zones.nearest(here.state, other(here.side), at)
    return 0.3 + _pick(here, act.Pick(action.unit)) if far > RUSH_FROM else -1.0


def _step(here: Situation, action: act.Step) -> float:
    moving = here.top
    if not isinstance(moving, Moving):
        return 0.0
    to = here.kit.grid.at(action.to)
    gain = here.standing_at(to) - here.standing_at(moving.at)
    if _stuck(here, to, moving.units):
        return -1.0
    return gain if gain > 0 else gain - 0.1


def _stuck(here: Situation, to: Hex, units: UnitSet) -> bool:
    """A full hex is no place to stop, and going on from it is not sure."""
    return not zones.room_for(here.state, to, units)


def _exit(here: Situation, _: act.Exit) -> float:
    return 1.0 if here.side == GERMAN else -1.0


def _dig_in(here: Situation, action: act.DigIn) -> float:
    at = here.state.hex_of[here.kit.by_name[action.unit]]
    return 0.2 if zones.nearest(here.state, other(here.side), at) <= 2 else 0.05


# -- combat --------------------------------------------------------------------------------


def _attack(here: Situation, action: act.Attack) -> float:
    target = here.kit.grid.at(action.hex)
    attackers = here.attackers(target)
    if not attackers & ~here.kit.bracketed:
        return -1.0
    ratio = here.ratio(attackers, target)
    prize = here.kit.vp.get(target, 0) / 4
    return ratio - FAIR + prize if ratio >= FAIR - prize / 2 else -1.0


def _commit(here: Situation, action: act.Commit) -> float:
    attack = here.top
    if not isinstance(attack, Assembling):
        return 0.5
    led = attack.units & ~here.kit.bracketed  # a bracketed unit cannot attack alone
    enough = led and here.ratio(attack.units, attack.target) >= 5
    return -1.0 if enough else 2.0 + strength(here.state, here.kit.by_name[action.unit]) / 10


def _launch(*_: object) -> float:
    return 1.0


def _call_off(*_: object) -> float:
    return -1.0


def _play(here: Situation, action: act.Play) -> float:
    card = here.card(action.card)
    spare = len(cards.hand(here.state, here.side)) > 3
    return 0.5 - card.value / 4 if spare else -0.5


def _draw(here: Situation, action: act.Draw) -> float:
    battle = here.state.battle
    assert battle is not None
    attacker, defender = distribution.expected(here.draws[action.chits])
    weight = 1.0 + here.kit.vp.get(battle.target, 0) / 4
    return weight * float(defender) - 0.8 * float(attacker)


def _lose(here: Situation, action: act.Lose) -> float:
    """Big units of little worth first; to a defender a step costs more than ground."""
    unit = here.kit.by_name[action.unit]
    cost = strength(here.state, unit) / max(1, here.state.steps[unit])
    last = 3.0 if here.state.steps[unit] == 1 else 0.0
    return 1.0 - cost / 3 - last


def _retreat(here: Situation, action: act.Retreat) -> float:
    hits, battle = here.top, here.state.battle
    if battle is None or not isinstance(hits, Hits):
        return 0.0
    prize = here.kit.vp.get(battle.target, 0)
    weak = steps_of(here.state, battle.defenders) <= battle.defender_hits
    return (2.0 if weak else 0.0) - prize + here.standing_at(here.kit.grid.at(action.to)) / 20


def _disperse(*_: object) -> float:
    return 0.4


def _advance(here: Situation, action: act.Advance) -> float:
    if not isinstance(here.top, Advancing):
        return 0.0
    to, unit = here.kit.grid.at(action.to), here.kit.by_name[action.unit]
    return 0.3 + here.standing_at(to) - here.standing_at(here.state.hex_of[unit])


_WORTHS: Final[dict[type, Callable[[Situation, Any], float]]] = {
    act.Activate: _activate,
    act.Single: _single,
    act.Group: _group,
    act.Join: lambda *_: 2.0,
    act.Launch: _launch,
    act.Reserves: _reserves,
    act.Refit: lambda *_: 1.5,
    act.Replace: lambda *_: 1.0,
    act.Event: _event,
    act.Aim: _aim,
    act.Discard: _discard,
    act.KeepFuel: lambda here, action: 2.0 - here.card(action.card).value,
    act.Release: lambda *_: -1.0,
    act.Deploy: _deploy,
    act.Pick: _pick,
    act.Rush: _rush,
    act.Step: _step,
    act.Exit: _exit,
    act.Halt: lambda *_: 0.0,
    act.DigIn: _dig_in,
    act.Attack: _attack,
    act.Commit: _commit,
    act.CallOff: _call_off,
    act.Play: _play,
    act.Rally: lambda *_: 0.5,
    act.Draw: _draw,
    act.Lose: _lose,
    act.Retreat: _retreat,
    act.Split: _retreat,
    act.Disperse: _disperse,
    act.Advance: _advance,
}
