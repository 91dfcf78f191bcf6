"""Where the two readings of a position meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.titles.lost_battalion.referee.columns import assault_column
from grognard.titles.lost_battalion.referee.fighting import under_way
from grognard.titles.lost_battalion.referee.moving import overfull
from grognard.titles.lost_battalion.referee.position import GERMAN, US
from grognard.titles.lost_battalion.rules.stacking import violations
from grognard.titles.lost_battalion.rules.supply import out_of_supply
from grognard.titles.lost_battalion.rules.victory import points_now, verdict
from grognard.waist.referee import Compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.titles.lost_battalion.position.state import State
    from grognard.titles.lost_battalion.referee.position import Position


def facts(state: State, p: Position) -> Iterator[Compared]:
    """What follows from a position."""
    label = state.kit.grid.label
    for side in (US, GERMAN):
        told = p.names(out_of_supply(state, side))
        yield Compared(f"no supply of side {side}", told, p.unfed(side))
        crowded = {label(hex_) for hex_ in violations(state, side)}
        yield Compared(f"overstacked of side {side}", crowded, overfull(p, side))
    yield Compared("victory points", points_now(state).total, p.points())
    told_level = getattr(verdict(state), "level", None)
    yield Compared("verdict", told_level, p.level() if state.over else None)
    top: Any = state.stack[-1] if state.stack else None
    if type(top).__name__ == "Assault":
        yield Compared("column", top.column, assault_column(p, under_way(p)))
