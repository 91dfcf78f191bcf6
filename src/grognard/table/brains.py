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
        self._at_work: dict[str, Rank] = {}
        self._waiting: dict[str, tuple[Callable[[], Rank], asyncio.Future[None]]] = {}
        self._used: defaultdict[str, float] = defaultdict(float)
        self._since = time.monotonic()

    @asynccontextmanager
    async def place(self, match: str, rank: Callable[[], Rank]) -> AsyncIterator[None]:
        """A place for one match's bots, once it is their turn; `rank` is asked until then."""
        await self._come_up(match, rank)
        start = time.monotonic()
        try:
            yield
        finally:
            del self._at_work[match]
            self._count(match, time.monotonic() - start)
            self._let_in()

    async def _come_up(self, match: str, rank: Callable[[], Rank]) -> None:
        up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[match] = (rank, up)
        self._let_in()
        try:
            await up
        except asyncio.CancelledError:
            self._waiting.pop(match, None)
            if self._at_work.pop(match, None) is not None:
                self._let_in()
            raise

    def _let_in(self) -> None:
        ranks = {match: rank() for match, (rank, _) in self._waiting.items()}
        for match in sorted(ranks, key=lambda match: (ranks[match], self._used[match])):
            _, up = self._waiting[match]
            if self._may(ranks[match]) and not up.done():
                del self._waiting[match]
                self._at_work[match] = ranks[match]
                up.set_result(None)

    def _may(self, rank: Rank) -> bool:
        free = self.places - len(self._at_work)
        return free > (1 if rank >= Rank.WATCHED and self.places > 1 else 0)

    def _count(self, match: str, seconds: float) -> None:
        now = time.monotonic()
        if now - self._since > _MINUTE:
            self._used.clear()
            self._since = now
        self._used[match] += seconds
