"""The second reading: German victory points, and the result if the game ended now."""

from __future__ import annotations

from grognard.titles.bcs.referee.zones import Position


def points(p: Position) -> int:
    """BCS-A.6, BCS-B.3, BCS-B.8: hexes held, steps gone to the Meuse, what is booked for good."""
    state, at, scenario = p.state, p.kit.grid.at, p.kit.scenario
    held = sum(row.vp for row in scenario.victory_hex if state.german >> at(row.hex) & 1)
    gone = sum(min(state.exited // row.steps_per_vp, row.most) for row in scenario.exit)
    return held + gone + state.bonus


def level(p: Position) -> str:
    """BCS-A.5, BCS-A.6, BCS-B.8: the best result that has been reached, or the last."""
    rows = sorted(p.kit.scenario.level, key=lambda row: row.at_least)
    reached = [row for row in rows if row.at_least <= points(p)]
    return (reached or rows)[-1 if reached else 0].result
