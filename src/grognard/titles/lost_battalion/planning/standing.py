"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.hexes import Hex
from grognard.titles.lost_battalion.glimpse import glimpse
from grognard.titles.lost_battalion.kit import ALLIED, Kit
from grognard.titles.lost_battalion.state import State, ids
from grognard.titles.lost_battalion.supply import supplied_hexes
from grognard.titles.lost_battalion.view import View

GRIP: Final = 0.4
LOOSE: Final = 0.6  # how sure an empty victory hex is for who controls it


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
    """How much of a victory hex is the Allies'."""
    mine = bool(state.control >> hex_ & 1) and supplied
    if view.over:
        return float(mine)
    steps = _steps(view, state, hex_)
    sure = 1.0 - (1.0 - LOOSE) * (1.0 - GRIP) ** steps if steps else LOOSE
    return sure if mine else 1.0 - sure


def _steps(view: View, state: State, hex_: Hex) -> float:
    own = state.stacks.get(hex_, 0)
    if own:
        return sum(state.steps[u] for u in ids(own))
    return next((2.0 * seen.count for seen in view.sightings if seen.hex == hex_), 0.0)
