"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.hexes import members
from grognard.titles.ardennes import supply
from grognard.titles.ardennes.imagine import known_facts
from grognard.titles.ardennes.judgement.ground import FAR, distance_field
from grognard.titles.ardennes.kit import ALLIED, GERMAN, Kit
from grognard.titles.ardennes.state import SEATS, State
from grognard.titles.ardennes.victory import points_now
from grognard.titles.ardennes.view import View

CUT_OFF: Final = 0.35  # what a place is worth that is held but not in supply
IN_SIGHT: Final = 0.4  # and one that could be reached, at best
FAR_AWAY: Final = 16  # movement points


def worth(view: View) -> float:
    """How the game stands for the viewer: 1 is won, -1 lost."""
    assert view.seat is not None, "an onlooker has no stake"
    state = known_facts(view)
    german = _stake(state)
    return german if SEATS.index(view.seat) == GERMAN else -german


def _stake(state: State) -> float:
    kit = state.kit
    low, high = _levels(kit)
    middle, half = (low + high) / 2, max(1.0, (high - low) / 2)
    points = points_now(state).total
    if state.over:
        return float((points >= high) - (points <= low)) + 0.05 * (points - middle)
    left = kit.scenario.last_day - state.day
    hoped = points + _unsure(state) - _lost_hopes(state)
    return tanh((hoped - middle) / (half * (2.0 + left)))


def _levels(kit: Kit) -> tuple[float, float]:
    """The most points with which the Allies win, the least with which the German does."""
    levels = kit.scenario.levels
    german = min(level.at_least for level in levels if level.winner == "german")
    not_allied = min(level.at_least for level in levels if level.winner != "allied")
    return min(not_allied, german) - 1, german


def _unsure(state: State) -> float:
    """What may still come: places cut off, and places with Germans near them."""
    kit, held = state.kit, state.german_towns
    supplied = supply.supplied(state, GERMAN)
    cut = sum(kit.vp[h] for h in members(kit.vp_hexes & held & ~supplied))
    near = sum(kit.vp[h] * _near(state, h, GERMAN) for h in members(kit.vp_hexes & ~held))
    return CUT_OFF * cut + IN_SIGHT * near


def _lost_hopes(state: State) -> float:
    """Places held that nobody guards and the Allies are near to."""
    kit = state.kit
    bare = kit.vp_hexes & state.german_towns & ~state.occupied[GERMAN]
    return IN_SIGHT * sum(kit.vp[h] * _near(state, h, ALLIED) for h in members(bare))


def _near(state: State, hex_: int, side: int) -> float:
    way = distance_field(state.terms.kit, 1 << hex_, state.bridges)
    there = min((way.get(h, FAR) for h in members(state.occupied[side])), default=FAR)
    guarded = 0.5 if state.occupied[1 - side] >> hex_ & 1 else 1.0
    return guarded * max(0.0, 1 - there / FAR_AWAY)
