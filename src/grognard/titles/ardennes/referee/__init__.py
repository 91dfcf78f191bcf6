"""A second reading of the rules of the Ardennes: see `grognard.waist.referee`."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.referee.choices import deeds
from grognard.titles.ardennes.referee.facts import facts
from grognard.titles.ardennes.referee.legal import legal
from grognard.titles.ardennes.referee.scattered import scattered
from grognard.waist.referee import Compared, Legal, Referee
from grognard.waist.title import Seat


class Ardennes:
    """The referee of Enemy Action: Ardennes."""

    def scattered(self, scenario: str, rng: Random) -> State:
        return scattered(scenario, rng)

    def legal(self, state: State, _seat: Seat) -> Legal | None:
        return legal(state)

    def facts(self, state: State) -> Iterable[Compared]:
        return facts(state)

    def deeds(
        self, before: State, _seat: Seat, action: Any, _told: list[Any], _after: State
    ) -> Iterable[Compared]:
        return deeds(before, action)


REFEREE: Referee = Ardennes()
