"""Other processes on the same store: word of what they commit, and the bots they leave behind."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from grognard.table.keeping.wire import Wire
from grognard.table.rooms.work import Work, tell_loop

if TYPE_CHECKING:
    from grognard.table.keeping.store import Store
    from grognard.table.rooms.listeners import Feed
    from grognard.table.rooms.live import Live
    from grognard.table.rooms.thinking import Thinking

_log = logging.getLogger(__name__)


class Others:
    """Hears of their commits: what is in memory is behind then, and whoever listens is told."""

    def __init__(self, live: Live, feed: Feed, thinking: Thinking, work: Work) -> None:
        self._live, self._feed, self._thinking, self._work = live, feed, thinking, work

    def join(self, store: Store, sweep_seconds: float) -> None:
        """Joins them; from now on nothing in memory is trusted while they cannot be heard."""
        loop = asyncio.get_running_loop()
        self._live.wire = Wire(
            store,
            lambda match: tell_loop(loop, self._heard, match),
            lambda: tell_loop(loop, self._joined),
        )
        self._work.spawn(self._sweep(sweep_seconds))

    def _heard(self, match: str) -> None:
        """Another process has written to that match."""
        room = self._live.get(match)
        if room is not None:
            room.behind = True
        if room is not None or match in self._feed:
            self._work.spawn(self._tell_of(match))

    def _joined(self) -> None:
        """The wire is up: whatever was committed before that was not heard of."""
        for room in self._live:
            room.behind = True
        for match in self._feed:
            self._work.spawn(self._tell_of(match))

    async def _tell_of(self, match: str) -> None:
        try:
            room = await self._live.room(match)
        except Exception as error:
            # The room stays behind: the next to look tries again.
            _log.warning("match %s could not be followed: %s", match, error)
            return
        self._feed.void(match, room.links)
        self._feed.publish(match)
        self._thinking.nudge(match)

    async def _sweep(self, seconds: float) -> None:
        """Takes over the bots of a process that is gone."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self._thinking.resume()
            except Exception as error:
                _log.warning("bots could not be looked for: %s", error)
