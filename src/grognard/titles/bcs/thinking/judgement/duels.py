"""Choices inside a fight: who defends, who bleeds, what the guns do, where one goes."""

from __future__ import annotations

import msgspec

from grognard.titles.bcs.kit.kit import MOVE, UnitId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import BackingChoice, DefenderChoice, Fight
from grognard.titles.bcs.position.state import face
from grognard.titles.bcs.rules.fighting import attack, odds, support
from grognard.titles.bcs.thinking.judgement import fighting, plans, posts
from grognard.titles.bcs.thinking.judgement.situation import Situation


def _fight(here: Situation) -> Fight:
    fight = here.state.fight
    assert fight is not None, "asked in a fight only"
    return fight


def choose(here: Situation, action: act.Choose) -> float:
    unit = here.kit.by_name[action.unit]
    if isinstance(here.top, DefenderChoice):
        return _defends(here, unit)
    if isinstance(here.top, BackingChoice):
        box = support.box_face(here.state, unit)
        return box.av + box.range / 10 + here.state.steps[unit] / 100
    return _bleeds(here, unit)


def _defends(here: Situation, unit: UnitId) -> float:
    """The one that takes most off the attacker's roll; of equals the one with more steps."""
    fight = msgspec.structs.replace(_fight(here), defender=unit)
    steps = here.state.steps[unit] / 100
    if fight.kind == "engage":
        return face(here.state, unit).ar + steps
    return 20.0 - float(attack.tally(here.state, fight).total) + steps


def _bleeds(here: Situation, unit: UnitId) -> float:
    """Where a step is worth least; the last step of a unit is worth most."""
    return 3.0 - fighting.step_worth(here, unit) + here.state.steps[unit] / 20


def suppress(here: Situation, action: act.Suppress) -> float:
    """What +1 on the Combat Table is worth, against keeping the point."""
    fight = _fight(here)
    point = 0.05 if action.point == "arty" else 0.1
    with_it = msgspec.structs.replace(fight, mission="suppression")
    gain = fighting.fight_worth(here, with_it) - fighting.fight_worth(here, fight)
    return gain - point - (0.05 if action.spotter else 0.0)


def destroy(here: Situation, action: act.Destroy) -> float:
    """Steps the guns promise to take, and the chance that nobody is left."""
    fight = _fight(here)
    rolls = action.arty + action.air
    chance = float(odds.of_loss_roll(here.state, here.enemy, fight.target))
    return rolls * (chance * here.doctrine.step[here.side] - 0.08) - (
        0.05 if action.spotter else 0.0
    )


def withdraw(here: Situation, action: act.Withdraw) -> float:
    """Where the unit does most good; off the map only where there is no room else."""
    unit = here.kit.by_name[action.unit]
    if action.hex == act.OFF_MAP:
        return 0.0
    return 10.0 + plans.worth_at(here, unit, MOVE, here.at(action.hex)) / 10


def follow(here: Situation, _: act.Follow) -> float:
    """Two hold better than one, unless the hex left behind is the better one."""
    fight = _fight(here)
    left = posts.guard(here, fight.origin)
    there = posts.prize(here, fight.target) + posts.guard(here, fight.target)
    up = int(here.state.deployed >> fight.assist & 1)
    gain = plans.worth_at(here, fight.assist, up, fight.target)
    gain -= plans.worth_at(here, fight.assist, up, fight.origin)
    return 0.5 * there - left + 0.3 * gain
