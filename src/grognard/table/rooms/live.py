"""The busiest matches in memory: each folded once, and up to date for whoever is let in."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from grognard.table.faults import Denied
from grognard.table.rooms.work import Work, whole

if TYPE_CHECKING:
    from grognard.table.keeping.wire import Wire
    from grognard.table.rooms.commits import Commits
    from grognard.table.rooms.room import Room

T = TypeVar("T")


class Live:
    """The rooms of a store, as many as there is memory for.

    A room can be thrown away at any time and made again from the store. Where several processes
    share the store a room may be behind: it then follows the log before anybody is let in. One
    that does not know yet that it is behind can show the past, but its plays clash.
    """

    def __init__(self, commits: Commits, work: Work, most: int, most_entries: int) -> None:
        self.most, self.most_entries = most, most_entries
        self.wire: Wire | None = None  # to the other processes, if there are any
        self.is_needed: Callable[[str], bool] = lambda _: False
        self.forget: Callable[[str], None] = lambda _: None
        self._commits, self._work = commits, work
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def __contains__(self, match: str) -> bool:
        return match in self._rooms

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def get(self, match: str) -> Room | None:
        """The room as it is in memory, if it is there."""
        return self._rooms.get(match)

    async def room(self, match: str) -> Room:
        """The live match of that id; raises Denied if there is none or it cannot be played."""
        while True:
            room = self._rooms.get(match)
            if room is not None and not room.lost:
                self._rooms.move_to_end(match)
                if self._is_up_to_date(room) or await self._catch_up(room):
                    return room
                continue
            # Several may wait for the same fold: none of them may cancel it for the others.
            await asyncio.shield(self._opened(match))

    async def look(self, match: str, see: Callable[[Room], T]) -> T:
        """Whatever `see` makes of the room, in a thread, while nobody plays."""
        while True:
            room = await self.room(match)
            async with room.lock:
                if not room.lost:
                    return await whole(self._work.run(see, room))

    # -- coming and going --------------------------------------------------------------

    def _opened(self, match: str) -> asyncio.Task[Room]:
        task = self._opening.get(match)
        if task is None:
            task = self._opening[match] = self._work.spawn(self._open(match))
            task.add_done_callback(lambda _: self._opening.pop(match, None))
        return task

    async def _open(self, match: str) -> Room:
        old = self._rooms.pop(match, None)
        row = await self._work.run(self._commits.store.match, match)
        if row is None:
            raise Denied("not_found", "there is no such match")
        room = await self._work.fold(row.length, lambda: self._commits.fold(row))
        if old is not None:
            room.lock = old.lock
        self._rooms[match] = room
        self._evict()
        return room

    def _evict(self) -> None:
        entries = sum(len(room.match.entries) for room in self._rooms.values())
        idle = [r for r in self._rooms.values() if not (r.lock.locked() or self.is_needed(r.id))]
        for room in idle[:-1]:  # not the one that was just opened
            if len(self._rooms) <= self.most and entries <= self.most_entries:
                return
            entries -= len(room.match.entries)
            room.lost = True
            del self._rooms[room.id]
            self.forget(room.id)

    # -- up to date --------------------------------------------------------------------

    def _is_up_to_date(self, room: Room) -> bool:
        """As far as we were told; while nobody can tell us, nothing is."""
        return not room.behind and (self.wire is None or self.wire.up)

    async def _catch_up(self, room: Room) -> bool:
        """Whether the room is good, having followed the log."""
        async with room.lock:
            if not room.lost and not self._is_up_to_date(room):
                await whole(self._work.run(self._commits.follow, room))
            return not room.lost
