"""All live matches: begun, looked at, played under their lock, persisted, then published.

Whatever takes long (folding, choosing, drawing) runs in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from grognard.table.faults import Denied
from grognard.table.keeping.wire import Leases
from grognard.table.messages.answers import Begun
from grognard.table.rooms.commits import Commits
from grognard.table.rooms.live import Live
from grognard.table.rooms.looks import Looks
from grognard.table.rooms.others import Others
from grognard.table.rooms.thinking import Thinking
from grognard.table.rooms.work import Work

if TYPE_CHECKING:
    from grognard.table.keeping.rows import SeatRow, Start
    from grognard.table.keeping.store import Store
    from grognard.table.messages.answers import Now
    from grognard.table.rooms.listeners import Feed
    from grognard.table.rooms.room import Room
    from grognard.waist.title import Seat

T = TypeVar("T")


class Rooms:
    """All matches of a store, the busiest of them in memory."""

    def __init__(
        self,
        store: Store,
        feed: Feed,
        *,
        live: int = 300,
        live_entries: int = 400_000,
        batch_seconds: float = 0.08,
        choice_seconds: float = 20.0,
        turn_seconds: float = 180.0,
        sweep_seconds: float = 5.0,
        unwatched_seconds: float = 600.0,
    ) -> None:
        self.store, self.feed = store, feed
        self.sweep_seconds = sweep_seconds
        self.work = Work()
        self.commits = Commits(store)
        self.looks = Looks(feed, unwatched_seconds)
        self.live = Live(self.commits, self.work, live, live_entries)
        self.thinking = Thinking(
            self.live,
            self.commits,
            feed,
            self.looks,
            self.work,
            Leases(store) if store.shared else None,
            batch_seconds=batch_seconds,
            choice_seconds=choice_seconds,
            turn_seconds=turn_seconds,
        )
        self.others = Others(self.live, feed, self.thinking, self.work)
        self.live.is_needed, self.live.forget = self.thinking.is_at_play, self.looks.forget

    async def open(self) -> None:
        """Joins the other processes, if any, and lets the bots go on that were to move."""
        await self.thinking.resume()
        if self.store.shared:
            self.others.join(self.store, self.sweep_seconds)

    async def close(self) -> None:
        """Ends all that is under way; what was acknowledged is in the store."""
        await self.work.cancel()
        for other in (self.live.wire, self.thinking.leases):
            if other is not None:
                await asyncio.to_thread(other.close)
        self.work.close()

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Does it in a thread."""
        return await self.work.run(work, *args)

    async def begin(
        self,
        start: Start,
        kinds: Mapping[str, str],
        client: str = "",
        *,
        private: bool,
        names: Mapping[str, str] = MappingProxyType({}),
        says_why: bool = False,
    ) -> Begun:
        """Keeps a new match and lets its bots begin."""
        id_, links = await self.run(self.commits.begin, start, kinds, private, names, says_why)
        self.thinking.begun(id_, client)
        if any(kinds.get(seat, "").startswith("bot ") for seat in start.now.deciders):
            self.thinking.set_going(id_)
        return Begun(id_, links.tokens, links.onlooker)

    # -- looking -----------------------------------------------------------------------

    async def room(self, match: str) -> Room:
        """The live match of that id; raises Denied if there is none or it cannot be played."""
        return await self.live.room(match)

    async def look(self, match: str, see: Callable[[Room], T]) -> T:
        """Whatever `see` makes of the room, in a thread, while nobody plays."""
        return await self.live.look(match, see)

    def looked(self, match: str, seat: Seat | None) -> None:
        """Somebody has looked at it: bots that were to move, or slept, go on."""
        self.looks.note(match, seat)
        self.thinking.nudge(match)

    # -- playing -----------------------------------------------------------------------

    async def play(
        self, match: str, seat: Seat, at: int, since: int, deed: Callable[[Room], Any]
    ) -> tuple[Now, Any]:
        """Does the deed if the log is `at` entries long; commits; then tells everybody."""
        return await asyncio.shield(self.work.spawn(self._play(match, seat, at, since, deed)))

    async def _play(
        self, match: str, seat: Seat, at: int, since: int, deed: Callable[[Room], Any]
    ) -> tuple[Now, Any]:
        def act(room: Room) -> tuple[Now, Any]:
            done = self.commits.act(room, seat, at, deed)
            return room.now(seat, since), done

        try:
            return await self.look(match, act)
        except Denied as told:
            if told.code == "stale" and told.now is None:
                told.now = await self.look(match, lambda room: room.now(seat, at))
            raise
        finally:
            # After the commit, even if whoever played could not be answered.
            self.feed.publish(match)
            self.thinking.nudge(match)

    async def relink(self, match: str, link: SeatRow, token_hash: str) -> None:
        """Gives a seat a new link and voids the old ones."""
        await self.look(match, lambda room: self.commits.relink(room, link, token_hash))
        self.feed.void(match, (await self.room(match)).links)
