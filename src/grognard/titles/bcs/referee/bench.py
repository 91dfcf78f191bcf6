"""The referee of the series: the second reading at the table."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable
from random import Random
from typing import Any, Final

import msgspec

from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.referee.choices import ASKED, SUPPLIED, Choices
from grognard.titles.bcs.referee.comparing import Check
from grognard.titles.bcs.referee.deeds import SUPPLIED as WITH_SUPPLY
from grognard.titles.bcs.referee.deeds import Deeds
from grognard.titles.bcs.referee.scattered import scattered, some_action
from grognard.waist.referee import Compared, Legal
from grognard.waist.title import Seat


class SeriesReferee:
    """Positions are read again only when they have changed."""

    def __init__(self) -> None:
        self._at = b""
        self._check: Check | None = None

    def scattered(self, scenario: str, rng: Random) -> State:
        return scattered(scenario, rng)

    def choose(self, offers: list[Any], rng: Random) -> Any:
        """What the sides do in a scattered position: they fight."""
        return some_action(offers, rng)

    def facts(self, state: State) -> Iterable[Compared]:
        check = self._read(state)
        return check.some(Random(zlib.crc32(self._at)))

    def legal(self, state: State, _: Seat) -> Legal | None:
        now = state.stack[-1]
        kind = type(now).__name__
        if kind not in ASKED:
            return None
        check = self._read(state)
        if kind in SUPPLIED:
            check.routes()
        choices = Choices(check.moves, check.supply)
        return Legal(kind, frozenset(ASKED[kind](choices, now)))

    def deeds(
        self, before: State, _: Seat, action: Any, told: list[Any], after: State
    ) -> Iterable[Compared]:
        check = self._read(before)
        if type(before.stack[-1]).__name__ in WITH_SUPPLY:
            check.routes()
        choices = Choices(check.moves, check.supply)
        return [Compared(*pair) for pair in Deeds(choices, action, told, after).all()]

    def _read(self, state: State) -> Check:
        at = pickle.dumps(msgspec.structs.astuple(state))
        if self._check is None or at != self._at:
            self._at, self._check = at, Check(state)
        self._check.turn_to(state)
        return self._check


REFEREE: Final = SeriesReferee()
