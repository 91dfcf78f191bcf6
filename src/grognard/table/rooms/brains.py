"""Who thinks next: few bots at once, and those first that somebody waits for."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Final

_MINUTE: Final = 60.0


class Rank(IntEnum):
    """How much a match's bots are waited for."""

    ATTENDED = 0  # a person sits there and looks
    PLAYED = 1  # a person sits there
    WATCHED = 2  # bots among themselves, and somebody looks on
    UNWATCHED = 3


class Brains:
    """A few places to think at. Bots among themselves never take the last of them.

    Choosing is hard work for one core, and a search lasts as long as it is given: whoever
    plays a person must not wait until two matches of nobody's are done with theirs.
    """

    def __init__(self, places: int = 2) -> None:
        self.places = places
        self._at_work: dict[str, str] = {}  # by match, for whom
        self._waiting: dict[str, tuple[str, Callable[[], Rank], asyncio.Future[None]]] = {}
        self._used: defaultdict[str, float] = defaultdict(float)  # by whoever began the matches
        self._since = time.monotonic()

    @asynccontextmanager
    async def place(self, match: str, whose: str, rank: Callable[[], Rank]) -> AsyncIterator[None]:
        """A place for one match's bots, once it is their turn; `rank` is asked until then.

        `whose` is whoever began it: what all their matches have used counts together.
        """
        await self._come_up(match, whose, rank)
        start = time.monotonic()
        try:
            yield
        finally:
            del self._at_work[match]
            self._count(whose, time.monotonic() - start)
            self._let_in()

    async def _come_up(self, match: str, whose: str, rank: Callable[[], Rank]) -> None:
        up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[match] = (whose, rank, up)
        self._let_in()
        try:
            await up
        except asyncio.CancelledError:
            self._waiting.pop(match, None)
            if self._at_work.pop(match, None) is not None:
                self._let_in()
            raise

    def _let_in(self) -> None:
        order = [(rank(), self._used[whose], m) for m, (whose, rank, _) in self._waiting.items()]
        for rank, _, match in sorted(order, key=lambda place: place[:2]):
            whose, _, up = self._waiting[match]
            if self._may(rank, whose) and not up.done():
                del self._waiting[match]
                self._at_work[match] = whose
                up.set_result(None)

    def _may(self, rank: Rank, whose: str) -> bool:
        """The last place is neither for bots among themselves nor for one person's second match."""
        free = self.places - len(self._at_work)
        second = rank >= Rank.WATCHED or whose in self._at_work.values()
        return free > (1 if second and self.places > 1 else 0)

    def _count(self, whose: str, seconds: float) -> None:
        now = time.monotonic()
        if now - self._since > _MINUTE:
            self._used.clear()
            self._since = now
        self._used[whose] += seconds
