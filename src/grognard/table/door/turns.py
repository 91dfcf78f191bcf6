"""Whose request is answered next: each client has a few under way, however many it sends."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from grognard.table.faults import Denied


class Turns:
    """A few answers at once for each client; what it asks beyond waits behind its own."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.at_once, self.waiting = at_once, waiting
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._here: Counter[str] = Counter()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """The client's turn, when it has come; raises Denied if too many wait for theirs."""
        if self._here[client] >= self.at_once + self.waiting:
            raise Denied("too_many", "too many requests at once; wait for the answers")
        turn = self._turns.setdefault(client, asyncio.Semaphore(self.at_once))
        self._here[client] += 1
        try:
            async with turn:
                yield
        finally:
            self._leave(client)

    def _leave(self, client: str) -> None:
        self._here[client] -= 1
        if not self._here[client]:
            del self._here[client], self._turns[client]
