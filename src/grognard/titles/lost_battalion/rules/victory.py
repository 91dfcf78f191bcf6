"""Victory: the hexes with the black star, counted after the last turn."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.book.tally import Modifier, Tally
from grognard.titles.lost_battalion.kit.tables import ALLIED
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules.supply import supplied_hexes
from grognard.waist.title import Seat, Verdict

_WINNERS = {"allied": Seat("us"), "german": Seat("german"), "": None}


@cites("LB-S.35", "LB-14.12")
def points_now(state: State) -> Tally:
    """What the Allied side would score now: hexes it controls and can supply."""
    kit = state.kit
    held = state.control & supplied_hexes(state, ALLIED)
    return Tally(
        tuple(
            Modifier(row.vp, "LB-S.35", row.name)
            for row in kit.victory_hexes
            if held >> kit.grid.at(row.hex) & 1
        )
    )


@cites("LB-S.36")
def verdict(state: State) -> Verdict | None:
    """The result, once the game is over."""
    if not state.over:
        return None
    tally = points_now(state)
    level = next(row for row in state.kit.levels if tally.total >= row.at_least)
    return Verdict(_WINNERS[level.winner], level.result, tally)
