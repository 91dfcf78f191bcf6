"""What an action is worth to a player who looks one step ahead.

`appraise` gives each offer a figure: above 0 it is better than finishing, below
0 worse. The German marches on victory hexes by roads he can be supplied on and
attacks what bars them if the chits promise more than they cost; the Allied
player of the two-player game goes to meet him. The weights are named constants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.titles.ardennes.kit.kit import GERMAN, Card
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import (
    Advancing,
    Assembling,
    Battle,
    FuelShort,
    Hits,
    Moving,
    Reaction,
)
from grognard.titles.ardennes.position.state import (
    RESERVE,
    boxed,
    corps_of,
    ids,
    steps_of,
    strength,
)
from grognard.titles.ardennes.rules.cards import cards, commands, happenings
from grognard.titles.ardennes.rules.day.impulses import sits_out
from grognard.titles.ardennes.rules.fighting import combat
from grognard.titles.ardennes.rules.moving import bridges
from grognard.titles.ardennes.sight import distribution
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.thinking.judgement import fighting, lines, marching
from grognard.titles.ardennes.thinking.judgement.situation import Situation, look

WORTH_A_MOVE: Final = 0.15  # what a better place has to bring
WORTH_AN_ATTACK: Final = 0.1
ENOUGH: Final = 5  # a ratio that wants no more units
TACTIC: Final = 0.45  # what a card is worth that could still command
ENGINEERS: Final = 0.8  # and one that builds a bridge
LEAVING: Final = 6.0  # the map, when the end is near
EVENTS: Final = {
    "Commandos": 3.0,
    "Eisenhower Hesitates": 5.0,
    "Allied Command Crisis": 4.0,
    "Manteuffel Directs Traffic": 3.0,
    "Ground Freeze": 2.0,
    "Consolidation": 0.8,
    "Fury of Bastogne": -1.0,
    "Engineers": 2.0,
    "Air Resupply": 4.0,
    "Break in the Clouds": 5.0,
    "Patton on the Move": 6.0,
    "Raise the Alarm": 3.0,
}


def appraise(view: View, action: Action) -> float:
    """The worth of an offer to the side that is asked."""
    return judged(look(view), action)


def judged(here: Situation, action: Action) -> float:
    """The same, in a situation that was looked at already."""
    judge = _WORTHS.get(type(action))
    return judge(here, action) if judge else 0.0


# -- cards --------------------------------------------------------------------------------


def _activate(here: Situation, action: act.Activate) -> float:
    card = here.card(action.card)
    units = commands.members_of(here.state, card, action.formation)
    ready = commands.ready(here.state, here.side, units)
    return 0.3 + marching.zeal(here, ready) / (1 + 0.25 * card.value)


def _single(here: Situation, action: act.Single) -> float:
    return 0.1 + 0.7 * marching.eagerness(here, here.kit.by_name[action.unit])


def _group(here: Situation, action: act.Group) -> float:
    """Three mechanized units at most, but of the whole corps."""
    units = here.card(action.card).units & here.kit.mechanized
    ready = commands.ready(here.state, here.side, units)
    best = sorted((marching.eagerness(here, unit) for unit in ids(ready)), reverse=True)
    return 0.2 + 0.8 * sum(best[:3])


def _join(here: Situation, action: act.Join) -> float:
    return 0.5 + marching.eagerness(here, here.kit.by_name[action.unit])


def _reserves(here: Situation, action: act.Reserves) -> float:
    units = commands.members_of(here.state, here.card(action.card), action.formation)
    waiting = units & boxed(here.state, RESERVE, here.side)
    return 1.0 + sum(0.4 + 0.25 * strength(here.state, unit) for unit in ids(waiting))


def _event(here: Situation, action: act.Event) -> float:
    if action.event != happenings.BRIDGE_ENGINEERS or isinstance(here.top, Reaction):
        return EVENTS.get(action.event, 1.0)
    card = here.card(action.card)
    choices = happenings.choices(here.state, here.side, card, action.event)
    best = max((_bridge_at(here, choice) for choice in choices), default=0.0)
    return best - here.thrift(card, ENGINEERS)


def _aim(here: Situation, action: act.Aim) -> float:
    what, _, where = action.at.rpartition(" ")
    if what in ("", "build") and len(where) == 9 and where[:4].isdigit():
        return _bridge_at(here, where)
    return {"blow": 2.0, "block": 1.0}.get(what, 0.5)


def _bridge_at(here: Situation, choice: str) -> float:
    river = bridges.river_at(here.kit, choice)
    return lines.bridge_worth(here, river) if here.side == GERMAN else 0.5


def _discard(here: Situation, action: act.Discard) -> float:
    card = here.card(action.card)
    return -1.0 - card.value - commands.ready(here.state, here.side, card.units).bit_count() / 4


def _keep_fuel(here: Situation, action: act.KeepFuel) -> float:
    """Worth it for a formation with armour near the front, and with a cheap card."""
    short = here.top
    assert isinstance(short, FuelShort)
    dry = cards.fuel_users(here.state, cards.printed(here.state, here.side, short.card))
    return 0.3 * dry.bit_count() - 0.5 * here.card(action.card).value


def _deploy(here: Situation, action: act.Deploy) -> float:
    unit = here.kit.by_name[action.unit]
    return 60.0 + marching.worth_at(here, unit, here.kit.grid.at(action.hex))


# -- moves --------------------------------------------------------------------------------


def _pick(here: Situation, action: act.Pick) -> float:
    """Those with most to gain go first."""
    return marching.plan(here, here.kit.by_name[action.unit])[1] - WORTH_A_MOVE


def _rush(here: Situation, action: act.Rush) -> float:
    unit = here.kit.by_name[action.unit]
    gain = marching.rush_plan(here, unit)[1]
    return gain - WORTH_A_MOVE - (0.0 if gain > marching.plan(here, unit)[1] else 1.0)


def _step(here: Situation, action: act.Step) -> float:
    if not isinstance(here.top, Moving):
        return 0.0
    to = here.kit.grid.at(action.to)
    if marching.next_step(here, here.top) == to:
        return 1.0
    unit = next(ids(here.top.units))
    return -1.0 + marching.worth_at(here, unit, to) / 1000  # where it may not stop


def _exit(here: Situation, _: act.Exit) -> float:
    return LEAVING if here.side == GERMAN and here.days_left == 0 else -1.0


def _dig_in(*_: object) -> float:
    return 0.05


# -- combat --------------------------------------------------------------------------------


def _attack(here: Situation, action: act.Attack) -> float:
    target = here.kit.grid.at(action.hex)
    units = combat.able(here.state, here.side, target)
    if combat.force_refusal(here.state, here.side, units) is not None:
        return -1.0
    battle = combat.new_battle(here.state, here.side, target, units)
    return fighting.attack_worth(here, battle) - WORTH_AN_ATTACK


def _commit(here: Situation, action: act.Commit) -> float:
    attack = here.top
    if not isinstance(attack, Assembling):
        return 2.0
    led = attack.units & ~here.kit.bracketed  # a bracketed unit cannot attack alone
    ratio = here.strength_of(attack.units, attack.target) / here.defence(attack.target)
    if led and ratio >= ENOUGH:
        return -1.0
    return 2.0 + strength(here.state, here.kit.by_name[action.unit]) / 10


def _play(here: Situation, action: act.Play) -> float:
    """What the tactic adds, against what else the card could do."""
    battle = here.state.battle
    assert battle is not None, "tactics are played in a combat"
    with_it = distribution.with_tactic(battle, here.side, action.tactic)
    if action.tactic == "Bug Out":
        return _bug_out(here, battle)
    more = fighting.attack_worth(here, with_it) - fighting.attack_worth(here, battle)
    gain = more if here.side == battle.side else -more
    return gain - _card_worth(here, here.card(action.card))


def _bug_out(here: Situation, battle: Battle) -> float:
    prize = here.kit.vp.get(battle.target, 0)
    return fighting.attack_worth(here, battle) - 1.5 - 2.0 * prize


def _card_worth(here: Situation, card: Card) -> float:
    ready = commands.ready(here.state, here.side, card.units)
    free = [u for u in ids(ready) if not sits_out(here.state, here.side, corps_of(here.state, u))]
    return here.thrift(card, TACTIC if free else here.doctrine.spent)


def _draw(here: Situation, action: act.Draw) -> float:
    battle = here.state.battle
    assert battle is not None, "chits are drawn in a combat"
    chances = distribution.distributions(here.state, battle)[action.chits]
    return fighting.chances_worth(here, battle, chances)


def _lose(here: Situation, action: act.Lose) -> float:
    """Big units of little worth first; to a defender a step costs more than ground."""
    unit = here.kit.by_name[action.unit]
    cost = strength(here.state, unit) / max(1, here.state.steps[unit])
    last = 3.0 if here.state.steps[unit] == 1 else 0.0
    return 1.0 - cost / 3 - last


def _retreat(here: Situation, action: act.Retreat | act.Split) -> float:
    hits, battle = here.top, here.state.battle
    if battle is None or not isinstance(hits, Hits):
        return 0.0
    prize = here.kit.vp.get(battle.target, 0)
    weak = steps_of(here.state, battle.defenders) <= battle.defender_hits
    unit = next(ids(battle.defenders))
    place = marching.worth_at(here, unit, here.kit.grid.at(action.to))
    return (2.0 if weak else 0.2) - prize + place / 20


def _advance(here: Situation, action: act.Advance) -> float:
    if not isinstance(here.top, Advancing):
        return 0.0
    to, unit = here.kit.grid.at(action.to), here.kit.by_name[action.unit]
    now = here.state.hex_of[unit]
    return 0.3 + marching.worth_at(here, unit, to) - marching.worth_at(here, unit, now)


_WORTHS: Final[dict[type, Callable[[Situation, Any], float]]] = {
    act.Activate: _activate,
    act.Single: _single,
    act.Group: _group,
    act.Join: _join,
    act.Launch: lambda *_: 0.4,
    act.Reserves: _reserves,
    act.Refit: lambda *_: 0.6,
    act.Replace: lambda *_: 1.0,
    act.Event: _event,
    act.Aim: _aim,
    act.Discard: _discard,
    act.KeepFuel: _keep_fuel,
    act.Release: lambda *_: -1.0,
    act.Deploy: _deploy,
    act.Pick: _pick,
    act.Rush: _rush,
    act.Step: _step,
    act.Exit: _exit,
    act.DigIn: _dig_in,
    act.Attack: _attack,
    act.Commit: _commit,
    act.CallOff: lambda *_: -1.0,
    act.Play: _play,
    act.Rally: lambda *_: 0.5,
    act.Draw: _draw,
    act.Lose: _lose,
    act.Retreat: _retreat,
    act.Split: _retreat,
    act.Disperse: lambda *_: 0.4,
    act.Advance: _advance,
}
