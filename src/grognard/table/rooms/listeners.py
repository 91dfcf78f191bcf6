"""Who listens to which match. A listener is told that something was committed, and looks itself."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterator


class Listener:
    """Somebody who watches a match from one seat, by one link."""

    def __init__(self, match: str, link: tuple[str, int]) -> None:
        self.match, self.link = match, link
        self.void = False
        self._changed = asyncio.Event()

    def poke(self) -> None:
        self._changed.set()

    async def change(self) -> None:
        """Returns when something has happened since the last time; many things count once."""
        await self._changed.wait()
        self._changed.clear()


class Feed:
    """The listeners of all matches."""

    def __init__(self, most: int = 4000) -> None:
        self.most = most
        self._listeners: dict[str, set[Listener]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def __contains__(self, match: str) -> bool:
        """Whether somebody listens to that match."""
        return match in self._listeners

    def __iter__(self) -> Iterator[str]:
        """The matches that somebody listens to."""
        return iter(list(self._listeners))

    def join(self, listener: Listener) -> bool:
        """Takes a listener in, unless there are too many."""
        if len(self) >= self.most:
            return False
        self._listeners.setdefault(listener.match, set()).add(listener)
        return True

    def leave(self, listener: Listener) -> None:
        there = self._listeners.get(listener.match, set())
        there.discard(listener)
        if not there:
            self._listeners.pop(listener.match, None)

    def publish(self, match: str) -> None:
        """To be called after a commit, never before."""
        for listener in self._listeners.get(match, ()):
            listener.poke()

    def void(self, match: str, good: Container[tuple[str, int]]) -> None:
        """Shows out those who came by a link that is no longer good."""
        for listener in self._listeners.get(match, ()):
            if listener.link not in good:
                listener.void = True
                listener.poke()
