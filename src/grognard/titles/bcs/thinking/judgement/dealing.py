"""What is dealt out between Activations: arrivals, replacements, guns, Independents, boxes."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import DEPLOYED, NO_FORMATION, FormationId
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.state import DEAD, each, in_field
from grognard.titles.bcs.thinking.judgement import posts, staff
from grognard.titles.bcs.thinking.judgement.situation import Situation

NEED: Final = 0.5  # for a Support box that is empty


def arrive(here: Situation, action: act.Arrive) -> float:
    number = here.kit.by_key.get(action.where)
    if number is not None:
        return 1.0 + _need_of_support(here, number)
    hex_ = here.at(action.where)
    if action.who in here.kit.by_key:
        return 1.0 - _crowd(here, hex_) - 0.02 * _way_to_posts(here, hex_)
    gap = here.gap(hex_)
    return 1.0 + (0.3 if gap > 2 else 0.0) - 0.02 * _way_to_posts(here, hex_)


def _need_of_support(here: Situation, number: FormationId) -> float:
    units = each(in_field(here.state, number))
    contact = sum(here.gap(here.state.hex_of[unit]) <= 3 for unit in units)
    return 0.2 * contact + NEED / (1 + here.reserve(number))


def _crowd(here: Situation, hex_: Hex) -> float:
    """Formations whose Trains share a road cross each other's streams."""
    return 0.5 * sum(at == hex_ for at in here.state.trains)


def _way_to_posts(here: Situation, hex_: Hex) -> float:
    found = [post for post in posts.posts(here) if post.worth > 1.0]
    grid = here.kit.grid
    distances = (grid.distance(hex_, post.hex) for post in found)
    return min(distances, default=0)


def replace(here: Situation, action: act.Replace) -> float:
    """Back to strength: first the weak in contact, then the dead."""
    unit = here.kit.by_name[action.unit]
    counter, steps = here.kit.units[unit], here.state.steps[unit]
    quality = counter.faces[DEPLOYED].ar + counter.faces[DEPLOYED].av / 2
    if here.state.hex_of[unit] == DEAD:
        return 0.6 + 0.1 * quality
    near = here.state.hex_of[unit] >= 0 and here.gap(here.state.hex_of[unit]) <= 3
    return 1.0 + 0.1 * quality + (0.3 if near else 0.0) + (0.4 if steps == 1 else 0.0)


def assign(here: Situation, action: act.Assign) -> float:
    """To the formation that has its HQ nearest; away from one only for another much nearer."""
    unit, number = here.kit.by_name[action.unit], here.kit.by_key[action.formation]
    state, grid = here.state, here.kit.grid
    away = grid.distance(state.hex_of[unit], state.hq[number])
    worth = 1.0 - 0.1 * away - 0.1 * state.fatigue[number] - (0.5 if state.blocked[number] else 0)
    now = state.command[unit]
    if now == NO_FORMATION:
        return max(0.1, worth + 0.5)
    return -1.0 if state.hq[now] >= 0 else worth


def guns(here: Situation, action: act.Guns) -> float:
    """To the formation with most to do; one that has none can dig in with them."""
    number = here.kit.by_key[action.formation]
    few = 0.8 if not here.kit.formations[number].arty + here.state.guns[number] else 0.0
    return 0.5 + staff.zeal(here, number) / 3 + few - 0.3 * here.state.guns[number]


def box(here: Situation, action: act.Box) -> float:
    """Guns without an Assault Arrow serve best in a box, and a box should not be empty."""
    unit = here.kit.by_name[action.unit]
    shown, number = here.kit.units[unit].faces[DEPLOYED], here.state.command[unit]
    if shown.arrow or number == NO_FORMATION:
        return -1.0
    if here.held >> here.state.hex_of[unit] & 1 and not here.others_in(
        unit, here.state.hex_of[unit]
    ):
        return -1.0
    return 0.5
