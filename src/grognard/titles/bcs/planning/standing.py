"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.hexes import Hex, members
from grognard.titles.bcs import victory
from grognard.titles.bcs.judgement.situation import Situation
from grognard.titles.bcs.kit import GERMAN, Kit, Side
from grognard.titles.bcs.state import REMOVED, State, each
from grognard.titles.bcs.view import View

IN_SIGHT: Final = 0.4  # of a place that could be taken next, at best
NEAR: Final = 6  # hexes from which a place is in sight
STEP: Final = 0.08  # a step more than the enemy has lost, in victory points


def worth(view: View) -> float:
    """How the game stands for the viewer: 1 is won, -1 lost."""
    assert view.seat is not None, "an onlooker has no stake"
    here = Situation(view)
    german = _stake(here.state)
    return german if here.is_german else -german


def _stake(state: State) -> float:
    low, high = _levels(state.kit)
    middle, half = (low + high) / 2, max(1.0, (high - low) / 2)
    points = victory.points(state).total
    if state.over:
        return float((points >= high) - (points <= low))
    left = state.kit.last_turn - state.turn + 1
    return tanh((points + _hopes(state) - middle) / (half * (1.0 + left)))


def _levels(kit: Kit) -> tuple[int, int]:
    """The most points with which the American wins, the least with which the German does."""
    levels = kit.scenario.levels
    german = min(level.at_least for level in levels if level.winner == "german")
    spared = min(level.at_least for level in levels if level.winner != "american")
    return spared - 1, german


def _hopes(state: State) -> float:
    """What may still change: places in sight of the other side, and who has bled more."""
    kit, total = state.kit, 0.0
    for hex_ in members(kit.vp_hexes):
        held = GERMAN if state.german >> hex_ & 1 else 1 - GERMAN
        chance = IN_SIGHT * _threat(state, hex_, 1 - held)
        total += kit.vp[hex_] * (-chance if held == GERMAN else chance)
    return total + STEP * (_steps(state, GERMAN) - _steps(state, 1 - GERMAN))


def _threat(state: State, hex_: Hex, side: Side) -> float:
    grid = state.kit.grid
    away = min((grid.distance(hex_, at) for at in members(state.occupied[side])), default=NEAR)
    guarded = 0.5 if state.occupied[1 - side] >> hex_ & 1 else 1.0
    return guarded * max(0.0, 1 - away / NEAR)


def _steps(state: State, side: Side) -> int:
    units = each(state.kit.side_units[side])
    return sum(state.steps[unit] for unit in units if state.hex_of[unit] > REMOVED)
