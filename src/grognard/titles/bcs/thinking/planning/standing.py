"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import GERMAN, Kit, Side
from grognard.titles.bcs.position.state import DEAD, State, each
from grognard.titles.bcs.rules.command import snafu
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning import prospects

# Fitted to 1,100 games in which both sides varied their plans at random: what came of positions
# like this one. Rows are by the turns that are to come after this one: none, one, more.
KEPT: Final = (0.9, 0.7, 0.3)  # of a point in hand, what is left of it in the end
DUE: Final = (0.0, 0.3, 0.6)  # of the timetable's points, if its hex is in German hands
OPEN: Final = (0.35, 0.35, 0.1)  # of its points, what an empty place is worth next to a German
BARE: Final = (0.3, 0.15, 0.15)  # and what is lost with one next to an American
HELD: Final = (0.05, 0.1, 0.0)  # the same where there is a garrison
BLOOD: Final = ((0.03, 0.08, 0.2), (0.03, 0.06, 0.06))  # by side, points that a step lost counts
PIPS: Final = ((0.04, 0.08, 0.13), (0.03, 0.15, 0.1))  # and what a pip on SNAFU rolls does
TO_COME: Final = ((0.65, 0.45, 0.1), (0.85, 0.85, 1.9))  # and an Activation yet to come this turn
EVEN: Final = (0.2, 2.0, 3.4)  # points that are hoped for where neither side is ahead
DOUBT: Final = (2.0, 3.0, 3.7)  # points by which the end differs from what is hoped for
NEAR: Final = 6  # hexes from which a place is in sight


def worth(view: View) -> float:
    """How the game stands for the viewer: 1 is won, -1 lost."""
    assert view.seat is not None, "an onlooker has no stake"
    here = Situation(view)
    german = _stake(here.state)
    return german if here.is_german else -german


def _stake(state: State) -> float:
    low, high = _levels(state.kit)
    middle = (low + high) / 2
    points = victory.points(state).total
    if state.over:
        return float((points >= high) - (points <= low))
    left = min(2, state.kit.last_turn - state.turn)
    weights = state.kit.standing.get(state.turn)
    if weights is not None:
        return tanh((prospects.expected(state, weights) - middle) / DOUBT[left])
    par = middle * state.turn / state.kit.last_turn
    hoped = KEPT[left] * (points - par) + _hopes(state, left) - EVEN[left]
    return tanh(hoped / DOUBT[left])


def _levels(kit: Kit) -> tuple[int, int]:
    """The most points with which the American wins, the least with which the German does."""
    levels = kit.scenario.levels
    german = min(level.at_least for level in levels if level.winner == "german")
    spared = min(level.at_least for level in levels if level.winner != "american")
    return spared - 1, german


def _hopes(state: State, left: int) -> float:
    """What may still change, in German points: places in sight, and what each side is able to."""
    places = sum(_prospect(state, hex_, left) for hex_ in members(state.kit.vp_hexes))
    able = [_able(state, side, left) for side in (0, 1)]
    return places + DUE[left] * victory.due(state) + able[GERMAN] - able[1 - GERMAN]


def _able(state: State, side: Side, left: int) -> float:
    """What a side may still do: who is yet to move, in what order its staffs are, its blood."""
    numbers = [n for n in state.kit.side_formations[side] if state.hq[n] >= 0]
    to_come = sum(not state.used >> n & 1 for n in numbers)
    pips = sum(snafu.tally(state, n).total for n in numbers)
    able = TO_COME[side][left] * to_come + PIPS[side][left] * pips
    return able - BLOOD[side][left] * _lost(state, side)


def _prospect(state: State, hex_: Hex, left: int) -> float:
    """What a place may gain or lose the German."""
    held, manned = bool(state.german >> hex_ & 1), _manned(state, hex_)
    part = (HELD if manned else BARE)[left] if held else 0.0 if manned else OPEN[left]
    if not part:
        return 0.0
    near = part * state.kit.vp[hex_] * _in_sight(state, hex_, 1 - GERMAN if held else GERMAN)
    return -near if held else near


def _manned(state: State, hex_: Hex) -> bool:
    return bool((state.occupied[0] | state.occupied[1]) >> hex_ & 1)


def _in_sight(state: State, hex_: Hex, side: Side) -> float:
    grid = state.kit.grid
    away = min((grid.distance(hex_, at) for at in members(state.occupied[side])), default=NEAR)
    return max(0.0, 1 - away / NEAR)


def _lost(state: State, side: Side) -> int:
    """The steps that a side has lost of those that came."""
    lost = 0
    for unit in each(state.kit.side_units[side]):
        full, there = state.kit.units[unit].steps, state.hex_of[unit]
        lost += full if there == DEAD else full - state.steps[unit] if there >= 0 else 0
    return lost
