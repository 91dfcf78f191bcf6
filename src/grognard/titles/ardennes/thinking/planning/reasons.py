"""Why a side that follows a plan does something: one plain sentence for each kind of action."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import Assembling, Moving
from grognard.titles.ardennes.position.state import ids, strength
from grognard.titles.ardennes.rules.cards import commands, happenings
from grognard.titles.ardennes.thinking.planning.planned import Planned
from grognard.titles.ardennes.thinking.planning.roads import openings


def reason(here: Planned, action: Action) -> str:
    """One sentence why, by the plan that is followed."""
    return _REASONS[type(action)](here, action)


def _at(here: Planned, label: str) -> str:
    return _place(here, here.kit.grid.at(label))


def _place(here: Planned, hex_: Hex) -> str:
    vp = here.kit.vp.get(hex_, 0)
    label = here.kit.grid.label(hex_)
    return f"{here.kit.place_name[hex_]} (worth {vp})" if vp else label


def _card(here: Planned, number: int) -> str:
    return f"card “{here.card(number).name}”"


def _errand(here: Planned, units: UnitSet) -> str:
    """Where most of some units are sent."""
    posts = Counter(p for u in ids(units) if (p := here.orders.posts.get(u)) is not None)
    return _place(here, posts.most_common(1)[0][0]) if posts else ""


def _always(words: str) -> Callable[[Planned, Any], str]:
    return lambda _here, _action: words


# -- cards -------------------------------------------------------------------------------


def _activate(here: Planned, action: act.Activate | act.Reserves) -> str:
    units = commands.members_of(here.state, here.card(action.card), action.formation)
    errand = _errand(here, units)
    if errand:
        return f"{action.formation} is wanted at {errand}"
    return f"{action.formation} has most to gain by moving and attacking now"


def _single(here: Planned, action: act.Single) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    return f"{action.unit} is wanted at {errand}" if errand else f"{action.unit} has most to gain"


def _group(here: Planned, action: act.Group) -> str:
    name = here.card(action.card).name
    return f"the best of {name} gain more as a Kampfgruppe than a formation would"


def _join(here: Planned, action: act.Join) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    wanted = f", as it is wanted at {errand}" if errand else ""
    return f"{action.unit} adds most to the Kampfgruppe{wanted}"


def _event(here: Planned, action: act.Event) -> str:
    if here.side == ALLIED and action.event == happenings.ENGINEERS:
        return "engineers are worth most where the enemy is just coming"
    return f"{action.event} is worth more now than what {_card(here, action.card)} could command"


def _aim(_: Planned, action: act.Aim) -> str:
    what, _blank, where = action.at.rpartition(" ")
    if _RIVER.fullmatch(action.at):
        what = "build"  # there is nothing else the German can do to a river
    return _AIMS[what].format(where) if what in _AIMS else f"it counts for most at {action.at}"


_RIVER: Final = re.compile(r"\d{4}/\d{4}")
_AIMS: Final = {
    "build": "a bridge at {} opens most of the way to what is wanted",
    "blow": "without the bridge at {} the enemy loses most time",
    "block": "a roadblock at {} bars most of what lies open",
    "dig": "at {} dug-in troops are needed most",
}


def _discard(here: Planned, action: act.Discard) -> str:
    return f"{_card(here, action.card)} can best be spared"


def _keep_fuel(here: Planned, action: act.KeepFuel) -> str:
    return f"fuel for those who would run dry is worth more than {_card(here, action.card)}"


def _deploy(here: Planned, action: act.Deploy) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    wanted = f", as it is wanted at {errand}" if errand else ""
    return f"{action.unit} does most good at {_at(here, action.hex)}{wanted}"


def _release(_: Planned, action: act.Release) -> str:
    return f"{action.division} is needed on the map, whatever it costs"


def _replace(_: Planned, action: act.Replace) -> str:
    return f"{action.unit} gains most by a replacement"


# -- moves -------------------------------------------------------------------------------


def _pick(here: Planned, action: act.Pick | act.Rush) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    return f"{action.unit} goes for {errand}" if errand else f"{action.unit} finds a better place"


def _moving(here: Planned) -> tuple[UnitSet, str]:
    units = here.top.units if isinstance(here.top, Moving) else 0
    return units, " and ".join(here.kit.names[unit] for unit in ids(units))


def _step(here: Planned, action: act.Step) -> str:
    units, names = _moving(here)
    errand = _errand(here, units)
    if openings(here).get(here.kit.grid.at(action.to)) and here.side == GERMAN:
        return f"{names} keeps a road to what was taken open"
    supply = (
        "in supply" if here.supplied_at(here.kit.grid.at(action.to)) else "though out of supply"
    )
    return f"{names} goes for {errand}, {supply}" if errand else f"{names} finds better ground"


def _halt(here: Planned, _: act.Halt) -> str:
    return f"{_moving(here)[1]} stands as well here as anywhere it can go"


def _exit(here: Planned, _: act.Exit) -> str:
    return f"{_moving(here)[1]} counts for more beyond the map than on it"


def _dig_in(_: Planned, action: act.DigIn) -> str:
    return f"{action.unit} has nothing better to do, and is harder to drive out dug in"


# -- combat ------------------------------------------------------------------------------


def _attack(here: Planned, action: act.Attack) -> str:
    return f"the chits promise more than they cost at {_at(here, action.hex)}"


def _commit(here: Planned, action: act.Commit) -> str:
    if not isinstance(here.top, Assembling):
        return f"{action.unit} can help from where it stands"
    adds = strength(here.state, here.kit.by_name[action.unit])
    return f"{action.unit} adds {adds} to the attack on {_place(here, here.top.target)}"


def _launch(here: Planned, _: act.Launch) -> str:
    if not isinstance(here.top, Assembling):
        return "the Kampfgruppe has all it needs"
    return f"more units would not help the attack on {_place(here, here.top.target)}"


def _play(here: Planned, action: act.Play) -> str:
    return f"{action.tactic} changes this combat more than {_card(here, action.card)} could do"


def _rally(here: Planned, action: act.Rally) -> str:
    return f"those in {_at(here, action.hex)} are near enough to help"


def _draw(_: Planned, action: act.Draw) -> str:
    chits = "one chit" if action.chits == 1 else f"{action.chits} chits"
    return f"with {chits} what may be won outweighs the risk best"


def _lose(_: Planned, action: act.Lose) -> str:
    return f"{action.unit} can best spare a step"


def _retreat(here: Planned, action: act.Retreat) -> str:
    battle = here.state.battle
    given_up = f"to give up {_place(here, battle.target)}" if battle is not None else "to give way"
    return f"{given_up} costs less than the steps, and {_at(here, action.to)} is the best way out"


def _split(here: Planned, action: act.Split) -> str:
    return f"there is no room for all, and {action.unit} goes best to {_at(here, action.to)}"


def _advance(here: Planned, action: act.Advance) -> str:
    return f"{action.unit} takes {_at(here, action.to)}"


_REASONS: Final[dict[type, Callable[[Planned, Any], str]]] = {
    act.Done: _always("nothing that is left would gain anything"),
    act.Decline: _always("a card would cost more than it brings here"),
    act.Activate: _activate,
    act.Single: _single,
    act.Group: _group,
    act.Join: _join,
    act.Reserves: _activate,
    act.Refit: _always("to make losses good is the best that can be done with this card"),
    act.Event: _event,
    act.Aim: _aim,
    act.Discard: _discard,
    act.KeepFuel: _keep_fuel,
    act.Deploy: _deploy,
    act.Release: _release,
    act.Replace: _replace,
    act.Pick: _pick,
    act.Rush: _pick,
    act.Step: _step,
    act.Exit: _exit,
    act.Halt: _halt,
    act.DigIn: _dig_in,
    act.Attack: _attack,
    act.Commit: _commit,
    act.Launch: _launch,
    act.CallOff: _always("the attack would cost more than it promises"),
    act.Play: _play,
    act.Rally: _rally,
    act.Draw: _draw,
    act.Lose: _lose,
    act.Retreat: _retreat,
    act.Split: _split,
    act.Disperse: _always("to be Dispersed costs less than a step or the ground"),
    act.Advance: _advance,
}
