"""Why a side that follows a plan does something: one plain sentence for each kind of action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from grognard.hexes import Hex
from grognard.titles.ardennes import actions as act
from grognard.titles.ardennes import commands, happenings
from grognard.titles.ardennes.actions import Action
from grognard.titles.ardennes.decisions import Moving
from grognard.titles.ardennes.kit import ALLIED, GERMAN, UnitSet
from grognard.titles.ardennes.planning.appraisal import judged_by
from grognard.titles.ardennes.planning.planned import Planned
from grognard.titles.ardennes.planning.roads import openings
from grognard.titles.ardennes.state import ids


def reason(here: Planned, action: Action) -> str:
    """One sentence why, by the plan that is followed."""
    return _REASONS.get(type(action), _usual)(here, action)


def _place(here: Planned, hex_: Hex) -> str:
    vp = here.kit.vp.get(hex_, 0)
    label = here.kit.grid.label(hex_)
    return f"{here.kit.place_name[hex_]}, worth {vp}" if vp else label


def _errand(here: Planned, units: UnitSet) -> str:
    """Where most of some units are sent."""
    posts = Counter(p for u in ids(units) if (p := here.orders.posts.get(u)) is not None)
    return _place(here, posts.most_common(1)[0][0]) if posts else ""


def _usual(here: Planned, action: Action) -> str:
    return f"nothing else looked better than “{action}” ({judged_by(here, action):.1f})"


def _activate(here: Planned, action: act.Activate | act.Reserves) -> str:
    units = commands.members_of(here.state, here.card(action.card), action.formation)
    errand = _errand(here, units)
    if errand:
        return f"{action.formation} is wanted at {errand}"
    return f"{action.formation} has most to gain by moving and attacking now"


def _single(here: Planned, action: act.Single) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    return f"{action.unit} is wanted at {errand}" if errand else f"{action.unit} has most to gain"


def _pick(here: Planned, action: act.Pick | act.Rush) -> str:
    errand = _errand(here, 1 << here.kit.by_name[action.unit])
    return f"{action.unit} goes for {errand}" if errand else f"{action.unit} finds a better place"


def _step(here: Planned, action: act.Step) -> str:
    units = here.top.units if isinstance(here.top, Moving) else 0
    names = " and ".join(here.kit.names[unit] for unit in ids(units))
    errand = _errand(here, units)
    if openings(here).get(here.kit.grid.at(action.to)) and here.side == GERMAN:
        return f"{names} keeps a road to what was taken open"
    supply = (
        "in supply" if here.supplied_at(here.kit.grid.at(action.to)) else "though out of supply"
    )
    return f"{names} goes for {errand}, {supply}" if errand else f"{names} finds better ground"


def _attack(here: Planned, action: act.Attack) -> str:
    hex_ = here.kit.grid.at(action.hex)
    return f"the chits promise more than they cost at {_place(here, hex_)}"


def _play(here: Planned, action: act.Play) -> str:
    card = here.card(action.card)
    return f"{action.tactic} changes this combat more than {card.name} could by commanding"


def _engineers(here: Planned, action: act.Event) -> str:
    if here.side == ALLIED and action.event == happenings.ENGINEERS:
        return "engineers are worth most where the enemy is just coming"
    return _usual(here, action)


def _lose(_: Planned, action: act.Lose) -> str:
    return f"{action.unit} can best spare a step"


def _advance(here: Planned, action: act.Advance) -> str:
    return f"{action.unit} takes {_place(here, here.kit.grid.at(action.to))}"


def _done(*_: object) -> str:
    return "nothing that is left would gain anything"


_REASONS: Final[dict[type, Callable[[Planned, Any], str]]] = {
    act.Activate: _activate,
    act.Reserves: _activate,
    act.Single: _single,
    act.Pick: _pick,
    act.Rush: _pick,
    act.Step: _step,
    act.Attack: _attack,
    act.Play: _play,
    act.Event: _engineers,
    act.Lose: _lose,
    act.Advance: _advance,
    act.Done: _done,
}
