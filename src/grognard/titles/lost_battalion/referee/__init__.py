"""A second reading of the rules: see `grognard.waist.referee`.

It is written from the ledger, the rulings and the chart files, over labels, names and
sets; of the program it takes the printed data (`kit`) and the plain columns of a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.titles.lost_battalion.referee.asked import READINGS
from grognard.titles.lost_battalion.referee.comparing import facts
from grognard.titles.lost_battalion.referee.deeds import deeds
from grognard.titles.lost_battalion.referee.position import Position
from grognard.titles.lost_battalion.referee.scattered import scattered
from grognard.waist.referee import Compared, Legal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from grognard.titles.lost_battalion.position.actions import Action
    from grognard.titles.lost_battalion.position.events import Event
    from grognard.titles.lost_battalion.position.state import State
    from grognard.waist.referee import Referee
    from grognard.waist.title import Seat


class _Reading:
    """The referee of this title."""

    def scattered(self, scenario: str, rng: Random) -> State:
        return scattered(scenario, rng)

    def legal(self, state: State, _seat: Seat) -> Legal | None:
        kind = type(state.stack[-1]).__name__
        if kind not in READINGS:
            return None
        position = Position(state)
        return Legal(kind, frozenset(READINGS[kind](position, state.stack[-1])))

    def facts(self, state: State) -> Iterable[Compared]:
        return facts(state)

    def deeds(
        self, before: State, _seat: Seat, action: Action, _told: list[Event], after: State
    ) -> Iterable[Compared]:
        return deeds(before, action, after)


REFEREE: Final[Referee] = _Reading()
