"""Playing for the bots: in batches, each at a place of its own, until a person is to decide."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from grognard.bots import Guarded, Uniform, decide
from grognard.table.faults import Denied
from grognard.table.rooms.brains import Brains, Rank
from grognard.table.rooms.work import Work, apart, whole

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.table.keeping.wire import Leases
    from grognard.table.rooms.commits import Commits
    from grognard.table.rooms.listeners import Feed
    from grognard.table.rooms.live import Live
    from grognard.table.rooms.looks import Looks
    from grognard.table.rooms.room import Room
    from grognard.waist.title import Seat

_BEGUN: Final = 20_000  # matches of which it is known who began them
_log = logging.getLogger(__name__)


class Thinking:
    """The bots of all matches; those of one play in one process at a time."""

    def __init__(
        self,
        live: Live,
        commits: Commits,
        feed: Feed,
        looks: Looks,
        work: Work,
        leases: Leases | None,
        *,
        batch_seconds: float,
        choice_seconds: float,
        turn_seconds: float,
    ) -> None:
        self._live, self._commits, self._feed = live, commits, feed
        self._looks, self._work = looks, work
        self.leases = leases
        self.batch_seconds = batch_seconds
        self.choice_seconds, self.turn_seconds = choice_seconds, turn_seconds
        self.brains = Brains()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()  # where a bot was given up on
        self._unplayable: set[str] = set()  # said once, not at every sweep
        self._begun_by: OrderedDict[str, str] = OrderedDict()

    # -- setting going -----------------------------------------------------------------

    def begun(self, match: str, client: str) -> None:
        """Notes who began a match: what all of theirs use is counted together."""
        self._begun_by[match] = client
        if len(self._begun_by) > _BEGUN:
            self._begun_by.popitem(last=False)

    def is_at_play(self, match: str) -> bool:
        """Whether its bots think, or are about to."""
        return match in self._thinking

    def nudge(self, match: str) -> None:
        """Sets the bots going if one of them is to decide and none is at it."""
        room = self._live.get(match)
        if room is not None and room.bot_to_move() is not None:
            self.set_going(match)

    def set_going(self, match: str) -> None:
        if match not in self._thinking:
            self._thinking[match] = self._work.spawn(self._bots(match))

    async def resume(self) -> None:
        """Lets those go on that a person waits for and nobody plays for."""
        for match in await self._work.run(self._commits.store.waiting):
            if match not in self._unplayable:
                self.set_going(match)

    # -- one match ---------------------------------------------------------------------

    async def _bots(self, match: str) -> None:
        """Plays for the bots until a person is to decide, unless another process does."""
        leased = False
        try:
            leased = self.leases is None or await self._work.run(self.leases.take, match)
            if leased:
                await self._batches(match)
        except Denied as error:
            self._unplayable.add(match)
            _log.warning("match %s: %s", match, error)
        except Exception:
            # The match stands where the store has it; the next to look sets the bot going again.
            _log.exception("the bots of match %s stopped", match)
        finally:
            # First, so that whoever plays now sets them going; leases of one process add up.
            del self._thinking[match]
            if match not in self._live:
                self._looks.forget(match)
            if leased and self.leases is not None:
                await whole(self._work.run(self.leases.release, match))

    async def _batches(self, match: str) -> None:
        going = True
        while going:
            whose = self._begun_by.get(match, match)
            async with self.brains.place(match, whose, lambda: self._rank(match)):
                going = await self._batch(match)
            self._feed.publish(match)
            going = going and not self._looks.sleeps(match, self._live.get(match))

    def _rank(self, match: str) -> Rank:
        return self._looks.rank(match, self._live.get(match))

    async def _batch(self, match: str) -> bool:
        """Whether there is more to do for the bots."""
        room = await self._live.room(match)
        async with room.lock:
            if not room.lost:
                await whole(self._capped(room))
            # Lost: somebody else has played, or the bot was given up on. Look again.
            return room.lost or room.bot_to_move() is not None

    async def _capped(self, room: Room) -> None:
        by_lot = room.id in self._failed
        self._failed.discard(room.id)
        thought = apart(lambda: self._choose(room, by_lot), "bot")
        # The guard holds the bot, and the greedy one that stands in, to their time.
        await asyncio.wait([thought], timeout=self.batch_seconds + 3 * self.choice_seconds)
        if thought.done() and thought.exception() is None:
            with suppress(Denied):
                await self._work.run(self._commits.keep, room)
            return
        # It broke or thinks too long: what it has is left to it, and a lot is drawn instead.
        _log.error("a bot of match %s failed: %r", room.id, thought)
        room.lost = True
        if by_lot:
            raise RuntimeError("not even a lot could be drawn")
        self._failed.add(room.id)

    # -- one decision ------------------------------------------------------------------

    def _choose(self, room: Room, by_lot: bool) -> None:
        until = time.monotonic() + self.batch_seconds
        while (seat := room.bot_to_move()) is not None and time.monotonic() < until:
            _move(room, seat, Uniform() if by_lot else self._guarded(room, seat))
            if by_lot:
                return

    def _guarded(self, room: Room, seat: Seat) -> Bot:
        if seat not in room.guarded:
            room.guarded[seat] = self._guard(room, seat)
        return room.guarded[seat]

    def _guard(self, room: Room, seat: Seat) -> Guarded:
        bot = room.bot(seat)
        assert bot is not None, "a bot is to move"

        def fault(words: str) -> None:
            _log.error("a bot of match %s failed: %s", room.id, words)

        return Guarded(bot, room.title, fault, self.choice_seconds, self.turn_seconds)


def _move(room: Room, seat: Seat, bot: Bot) -> None:
    match, n = room.match, len(room.match.entries)
    decision = decide(bot, match, seat)
    if room.row.says_why:
        room.reasons[n] = bot.why(*decision)
    match.play(seat, decision.choice)
