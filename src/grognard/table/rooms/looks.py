"""Who has looked at which match, and so how much its bots are waited for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from grognard.table.rooms.brains import Rank

if TYPE_CHECKING:
    from grognard.table.rooms.listeners import Feed
    from grognard.table.rooms.room import Room
    from grognard.waist.title import Seat

_A_WHILE: Final = 60.0  # seconds for which somebody who looked is still there


class Looks:
    """When each match was last looked at, and whether from a seat."""

    def __init__(self, feed: Feed, unwatched_seconds: float) -> None:
        self.unwatched_seconds = unwatched_seconds
        self._feed = feed
        self._looked: dict[str, tuple[float, bool]] = {}

    def note(self, match: str, seat: Seat | None) -> None:
        """Somebody has just looked."""
        self._looked[match] = (time.monotonic(), seat is not None)

    def forget(self, match: str) -> None:
        self._looked.pop(match, None)

    def rank(self, match: str, room: Room | None) -> Rank:
        """How much the bots of a match are waited for; `room` if it is in memory."""
        since, seated = self._looked.get(match, (-_A_WHILE, False))
        watched = match in self._feed or time.monotonic() - since < _A_WHILE
        if room is not None and not room.has_people:
            return Rank.WATCHED if watched else Rank.UNWATCHED
        return Rank.ATTENDED if watched and (seated or match in self._feed) else Rank.PLAYED

    def sleeps(self, match: str, room: Room | None) -> bool:
        """Whether bots play among themselves and nobody has looked for long."""
        if room is None or room.has_people or match in self._feed:
            return False
        begun = self._looked.setdefault(match, (time.monotonic(), False))[0]
        return time.monotonic() - begun > self.unwatched_seconds
