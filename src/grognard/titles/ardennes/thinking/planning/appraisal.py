"""What an offer is worth to a side that follows a plan, where that is not the usual figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import BridgeWork, Reaction
from grognard.titles.ardennes.rules.cards import commands, happenings
from grognard.titles.ardennes.thinking.judgement import ENGINEERS, judged, marching
from grognard.titles.ardennes.thinking.judgement.ground import FAR, distance_field
from grognard.titles.ardennes.thinking.planning.planned import Planned

BRIDGE_FOR_THEM: Final = -1.0  # a bridge the Allies build is mostly the enemy's
BLOWN: Final = 2.0
BLOCKED: Final = 2.0  # for each victory point that lies open
DUG: Final = 0.3
TO_BASTOGNE: Final = 1.0  # keeping from it the division that would save it
OPEN: Final = 12  # movement points from which the enemy threatens a place


def judged_by(here: Planned, action: Action) -> float:
    """The worth of an offer by the plan."""
    answer = _BY_PLAN.get(type(action))
    return judged(here, action) if answer is None else answer(here, action)


def _activate(here: Planned, action: act.Activate) -> float:
    """Between two players an impulse is one card, whatever its Command Value."""
    if here.solitaire:
        return _command(here, action)
    card = here.card(action.card)
    ready = commands.ready(
        here.state, here.side, commands.members_of(here.state, card, action.formation)
    )
    return here.doctrine.at_all + marching.zeal(here, ready) - here.patience(card)


def _command(here: Planned, action: act.Activate | act.Group | act.Single) -> float:
    return judged(here, action) - here.patience(here.card(action.card))


def _event(here: Planned, action: act.Event) -> float:
    """Engineers are kept for the moment the enemy comes to a bridge or a crossroads."""
    if here.side != ALLIED or action.event != happenings.ENGINEERS:
        return judged(here, action)
    if isinstance(here.top, Reaction):
        return judged(here, action)
    if isinstance(here.top, BridgeWork):
        return BRIDGE_FOR_THEM
    card = here.card(action.card)
    jobs = happenings.choices(here.state, here.side, card, action.event)
    best = max((_job(here, job) for job in jobs), default=0.0)
    return best - here.thrift(card, ENGINEERS)


def _aim(here: Planned, action: act.Aim) -> float:
    if here.side == ALLIED:
        return _job(here, action.at)
    return TO_BASTOGNE if action.at == here.kit.to_bastogne else judged(here, action)


def _job(here: Planned, job: str) -> float:
    what, _, where = job.partition(" ")
    if what == "block":
        return _open(here, here.kit.grid.at(where))
    usual = {"build": BRIDGE_FOR_THEM, "blow": BLOWN, "dig": DUG}
    return usual[what] if what in usual else judged(here, act.Aim(job))


def _open(here: Planned, hex_: Hex) -> float:
    """How much a roadblock keeps out: points that nobody guards and the enemy can reach."""
    way = distance_field(here.view.terms.kit, 1 << hex_, here.state.bridges)
    near = min((way.get(h, FAR) for h in members(here.enemies)), default=FAR)
    return (BLOCKED * here.kit.vp.get(hex_, 0) + 0.5) * max(0.0, 1 - near / OPEN)


_BY_PLAN: Final[dict[type, Callable[[Planned, Any], float]]] = {
    act.Activate: _activate,
    act.Group: _command,
    act.Single: _command,
    act.Event: _event,
    act.Aim: _aim,
}
