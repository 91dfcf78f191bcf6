"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Kit
from grognard.titles.lost_battalion.position.state import State, ids
from grognard.titles.lost_battalion.rules.supply import supplied_hexes
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import View

SEEN: Final = 2.0  # steps that a counter of the enemy is taken for
# The odds, as logarithms, that a victory hex is the Allies' in the end.
HELD: Final = 0.6  # of one that they hold
HELD_STEP: Final = 0.32  # each step in it
LOST: Final = 1.8  # of one that they do not hold and nobody stands in
LOST_STEP: Final = 1.05  # each German step in it
THREAT: Final = 0.2  # each German step next to it


def worth(view: View) -> float:
    """How the game stands for the viewer: 1 is won, -1 lost."""
    assert view.own is not None, "an onlooker has no stake"
    state = glimpse(view)
    allied = _stake(view, state)
    return allied if view.own.side == ALLIED else -allied


def _stake(view: View, state: State) -> float:
    kit = state.kit
    supplied = supplied_hexes(state, ALLIED)
    prizes = [(kit.grid.at(row.hex), row.vp) for row in kit.victory_hexes]
    points = sum(vp * _share(view, state, h, bool(supplied >> h & 1)) for h, vp in prizes)
    low, high = _levels(kit)
    middle, half = (low + high) / 2, max(1.0, (high - low) / 2)
    left = kit.scenario.last_turn - view.turn
    spread = half * (1.0 + left)
    if view.over:
        return tanh(points - middle)
    return tanh((points - middle) / spread)


def _levels(kit: Kit) -> tuple[float, float]:
    """The most points with which the German wins, the least with which the Allies do."""
    allied = min(row.at_least for row in kit.levels if row.winner == "allied")
    drawn = [row.at_least for row in kit.levels if row.winner != "german"]
    return min([*drawn, allied]) - 1, allied


def _share(view: View, state: State, hex_: Hex, supplied: bool) -> float:
    """How likely a victory hex is the Allies' in the end: fitted to games of the planner."""
    mine = bool(state.control >> hex_ & 1) and supplied
    if view.over or (not mine and _allies_are_done(view, state)):
        return float(mine)
    here, threat = _steps(view, state, hex_), _germans_near(view, state, hex_)
    if mine:
        return _chance(HELD + HELD_STEP * here - THREAT * threat)
    return _chance(LOST - LOST_STEP * here - THREAT * threat)


def _chance(odds: float) -> float:
    return 0.5 + 0.5 * tanh(odds / 2)


def _allies_are_done(view: View, state: State) -> bool:
    """Whether only the last German player turn is left."""
    german = any(getattr(d, "side", ALLIED) == GERMAN for d in view.stack[1:2])
    return german and view.turn >= state.kit.scenario.last_turn


def _germans_near(view: View, state: State, hex_: Hex) -> float:
    near = state.kit.grid.spread(1 << hex_) & ~(1 << hex_) & state.occupied[GERMAN]
    return sum(_steps(view, state, h) for h in members(near))


def _steps(view: View, state: State, hex_: Hex) -> float:
    own = state.stacks.get(hex_, 0) & ~state.kit.artillery
    if own:
        return sum(state.steps[u] for u in ids(own))
    return next((SEEN * seen.count for seen in view.sightings if seen.hex == hex_), 0.0)
