"""Live matches: each folded from its log once, played under its lock, persisted, then published.

Whatever takes long (folding, choosing, drawing) runs in a thread. A room can be
thrown away at any time and made again from the store. Where several processes share the
store a room may be behind: it then follows the log before anybody is let in. One that does
not know yet that it is behind can show the past, but its plays clash.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from grognard import library
from grognard.bots import Guarded, Uniform
from grognard.match import Diverged, Header, MatchError, Stale, fold, follow
from grognard.table.faults import Denied, denied
from grognard.table.keeping.rows import (
    BEGINNING,
    EntryRow,
    MatchRow,
    SeatRow,
    Start,
    entries_of,
    first_loose,
    rows_of,
    standing,
)
from grognard.table.keeping.store import Clash, Store, new_row
from grognard.table.keeping.wire import Leases, Wire
from grognard.table.messages import Begun, Now
from grognard.table.rooms.brains import Brains, Rank
from grognard.table.rooms.listeners import Feed
from grognard.table.rooms.seats import Links, bot_of, new_links
from grognard.table.sight.now import Past, log_rows, now_of
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch

T = TypeVar("T")

_A_WHILE: Final = 60.0  # seconds for which somebody who looked is still there
_LONG: Final = 4_000  # entries: longer than games are
_BEGUN: Final = 20_000  # matches of which it is known who began them
_PATIENCE: Final = 3.0  # seconds for which a server that ends waits for threads
_log = logging.getLogger(__name__)


class Room:
    """One match in memory. All but `lock` is touched only by whoever holds it."""

    def __init__(
        self, row: MatchRow, seats: Sequence[SeatRow], title: AnyTitle, match: AnyMatch
    ) -> None:
        self.row, self.id, self.title = row, row.id, title
        self.seats = list(seats)
        self.match = match
        self.kept = len(match.entries)  # how many entries are in the store
        self.chain = ""
        self.past = Past(title, match)
        self.lock = asyncio.Lock()
        self.lost = False
        self.behind = False  # another process has written to the store
        self._seen: dict[Seat | None, Now] = {}
        self.reasons: dict[int, str] = {}  # what bots said, by entry
        self.guarded: dict[Seat, Guarded] = {}  # bots remember their plans and their time

    @property
    def kinds(self) -> dict[str, str]:
        """Who sits where, in the title's order."""
        found = {row.seat: row.kind for row in self.seats}
        return {seat: found[seat] for seat in self.title.SEATS if seat in found}

    @property
    def links(self) -> set[tuple[str, int]]:
        """What opens a seat, by number of issue."""
        return {(row.seat, row.issue) for row in self.seats}

    @property
    def has_people(self) -> bool:
        return not among_bots(self.kinds.values())

    def bot(self, seat: Seat) -> Bot | None:
        return bot_of(self.kinds[seat], self.title)

    def bot_to_move(self) -> Seat | None:
        """The first bot that is to decide."""
        kinds = self.kinds
        if self.match.request is not None:
            return None
        return next((s for s in self.match.deciders() if kinds[s].startswith("bot ")), None)

    def now(self, seat: Seat | None, since: int) -> Now:
        """The match as that seat sees it, with its log from `since` on."""
        seen = self._seen.get(seat)
        if seen is None or seen.n != len(self.match.entries):
            seen = self._seen[seat] = now_of(self.title, self.match, seat)
        rows = log_rows(self.title, self.match, seat, since, reasons=self.reasons)
        return msgspec.structs.replace(seen, log=rows)

    def then(self, seat: Seat | None, n: int, since: int) -> Now:
        """What that seat saw after n entries."""
        if n > len(self.match.entries):
            raise Denied("not_found", f"there are {len(self.match.entries)} entries, not {n}")
        seen = self.past.now(self.match, seat, n)
        rows = log_rows(self.title, self.match, seat, since, n, self.reasons)
        return msgspec.structs.replace(seen, log=rows)


def among_bots(kinds: Iterable[str]) -> bool:
    """Whether nobody but bots sits there."""
    return all(kind.startswith("bot ") for kind in kinds)


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
        self.wire: Wire | None = None
        self.leases = Leases(store) if store.shared else None
        self.live, self.live_entries = live, live_entries
        self.batch_seconds = batch_seconds
        self.choice_seconds, self.turn_seconds = choice_seconds, turn_seconds
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self.committed: Callable[[Room], None] = lambda _: None
        self._failed: set[str] = set()  # where a bot was given up on
        self._unplayable: set[str] = set()  # said once, not at every sweep
        self._threads = ThreadPoolExecutor(6, thread_name_prefix="table")
        # Logs are folded beside the short answers, not before them, and so are the very long ones
        # beside the others: those of a game wait for no record that somebody made to be long.
        self._folders = ThreadPoolExecutor(2, thread_name_prefix="fold")
        self._long_folders = ThreadPoolExecutor(1, thread_name_prefix="long")
        self._begun_by: OrderedDict[str, str] = OrderedDict()
        self._brains = Brains()
        self.unwatched_seconds = unwatched_seconds
        self._looked: dict[str, tuple[float, bool]] = {}  # when last, and whether from a seat

    # -- coming and going --------------------------------------------------------------

    async def open(self) -> None:
        """Joins the other processes, if any, and lets the bots go on that were to move."""
        await self._resume()
        if not self.store.shared:
            return
        loop = asyncio.get_running_loop()
        self.wire = Wire(
            self.store,
            lambda match: _tell_loop(loop, self._heard, match),
            lambda: _tell_loop(loop, self._joined),
        )
        self._spawn(self._sweep())

    async def _resume(self) -> None:
        for match in await self.run(self.store.waiting):
            if match not in self._unplayable:
                self._set_going(match)

    async def close(self) -> None:
        """Ends all that is under way; what was acknowledged is in the store."""
        for task in (*self._thinking.values(), *self._tasks, *self._opening.values()):
            task.cancel()
        under_way = [*self._thinking.values(), *self._tasks, *self._opening.values()]
        if under_way:  # a long fold is not waited for: nothing is lost with it
            await asyncio.wait(under_way, timeout=_PATIENCE)
        for other in (self.wire, self.leases):
            if other is not None:
                await asyncio.to_thread(other.close)
        for threads in (
            self._threads,
            self._folders,
            self._long_folders,
        ):  # those at work end with the process
            threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Does it in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def room(self, match: str) -> Room:
        """The live match of that id; raises Denied if there is none or it cannot be played."""
        while True:
            room = self._rooms.get(match)
            if room is not None and not room.lost:
                self._rooms.move_to_end(match)
                if self._is_up_to_date(room) or await self._catch_up(room):
                    return room
                continue
            task = self._opening.get(match)
            if task is None:
                task = self._opening[match] = asyncio.create_task(self._open(match))
                task.add_done_callback(lambda _: self._opening.pop(match, None))
            # Several may wait for the same fold: none of them may cancel it for the others.
            await asyncio.shield(task)

    async def _open(self, match: str) -> Room:
        old = self._rooms.pop(match, None)
        loop = asyncio.get_running_loop()
        row = await self.run(self.store.match, match)
        if row is None:
            raise Denied("not_found", "there is no such match")
        folders = self._folders if row.length < _LONG else self._long_folders
        room = await loop.run_in_executor(folders, self._fold, row)
        if old is not None:
            room.lock = old.lock
        self._rooms[match] = room
        self._evict()
        return room

    def _evict(self) -> None:
        entries = sum(len(room.match.entries) for room in self._rooms.values())
        idle = [r for r in self._rooms.values() if not (r.lock.locked() or r.id in self._thinking)]
        for room in idle[:-1]:  # not the one that was just opened
            if len(self._rooms) <= self.live and entries <= self.live_entries:
                return
            entries -= len(room.match.entries)
            room.lost = True
            del self._rooms[room.id]
            self._looked.pop(room.id, None)

    def _fold(self, row: MatchRow) -> Room:
        log = self.store.entries(row.id)
        try:
            _check_chain(log, BEGINNING)
            title = library.title(row.title)
            folded: AnyMatch = fold(
                title,
                Header(row.title, row.edition, row.scenario, row.options, row.pack, row.seed),
                entries_of(title, log),
                {entry.n: entry.state for entry in log if entry.state},
            )
        except (library.UnknownTitle, MatchError, msgspec.DecodeError) as error:
            raise Denied("unplayable", f"this match cannot go on: {error}") from error
        room = Room(row, self.store.seats(row.id), title, folded)
        room.chain = log[-1].hash if log else BEGINNING
        room.reasons = {entry.n: entry.why for entry in log if entry.why}
        folded.settle()
        self._keep(room)
        return room

    # -- other processes ---------------------------------------------------------------

    def _is_up_to_date(self, room: Room) -> bool:
        """As far as we were told; while nobody can tell us, nothing is."""
        return not room.behind and (self.wire is None or self.wire.up)

    def _heard(self, match: str) -> None:
        """Another process has written to that match."""
        room = self._rooms.get(match)
        if room is not None:
            room.behind = True
        if room is not None or match in self.feed:
            self._spawn(self._tell_of(match))

    def _joined(self) -> None:
        """The wire is up: whatever was committed before that was not heard of."""
        for room in self._rooms.values():
            room.behind = True
        for match in self.feed:
            self._spawn(self._tell_of(match))

    async def _tell_of(self, match: str) -> None:
        try:
            room = await self.room(match)
        except Exception as error:
            # The room stays behind: the next to look tries again.
            _log.warning("match %s could not be followed: %s", match, error)
            return
        self.feed.void(match, room.links)
        self.feed.publish(match)
        self.nudge(match)

    async def _catch_up(self, room: Room) -> bool:
        """Whether the room is good, having followed the log."""
        async with room.lock:
            if not room.lost and not self._is_up_to_date(room):
                await self._whole(self.run(self._follow, room))
            return not room.lost

    def _follow(self, room: Room) -> None:
        # Before reading: what is committed after it comes with another notice.
        room.behind = False
        try:
            room.seats = self.store.seats(room.id)
            log = self.store.entries(room.id, room.kept)
            _check_chain(log, room.chain)
            states = {entry.n: entry.state for entry in log if entry.state}
            follow(room.match, entries_of(room.title, log), states)
        except BaseException:
            room.lost = True
            raise
        if log:
            room.kept, room.chain = len(room.match.entries), log[-1].hash
            room.reasons.update((entry.n, entry.why) for entry in log if entry.why)

    async def _sweep(self) -> None:
        """Takes over the bots of a process that is gone."""
        while True:
            await asyncio.sleep(self.sweep_seconds)
            try:
                await self._resume()
            except Exception as error:
                _log.warning("bots could not be looked for: %s", error)

    # -- beginning ---------------------------------------------------------------------

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
        id_, links = await self.run(self._create, start, kinds, private, names, says_why)
        self._begun_by[id_] = client
        if len(self._begun_by) > _BEGUN:
            self._begun_by.popitem(last=False)
        if any(kinds.get(seat, "").startswith("bot ") for seat in start.now.deciders):
            self._set_going(id_)
        return Begun(id_, links.tokens, links.onlooker)

    def _create(
        self,
        start: Start,
        kinds: Mapping[str, str],
        private: bool,
        names: Mapping[str, str],
        says_why: bool,
    ) -> tuple[str, Links]:
        head, id_ = start.header, secrets.token_hex(8)
        links = new_links(id_, kinds)
        row = new_row(
            id=id_,
            title=head.title,
            edition=head.edition,
            scenario=head.scenario,
            options=head.options,
            pack=head.pack,
            seed=head.seed,
            private=private,
            names={seat: name for seat, name in names.items() if seat in kinds},
            says_why=says_why,
        )
        self.store.create(row, links.rows, start.log, start.now)
        return id_, links

    # -- looking -----------------------------------------------------------------------

    async def look(self, match: str, see: Callable[[Room], T]) -> T:
        """Whatever `see` makes of the room, in a thread, while nobody plays."""
        while True:
            room = await self.room(match)
            async with room.lock:
                if not room.lost:
                    return await self._whole(self.run(see, room))

    async def _whole(self, work: Awaitable[T]) -> T:
        """Waits for a thread to its end even when cancelled: the lock is held for it."""
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def relink(self, match: str, link: SeatRow, token_hash: str) -> None:
        """Gives a seat a new link and voids the old ones."""

        def swap(room: Room) -> None:
            if link not in room.seats:
                raise Denied("forbidden", "this link has just been replaced")
            try:
                self.store.reissue(link, token_hash)
            except Clash as clash:
                room.behind = True
                raise Denied("forbidden", "this link has just been replaced") from clash
            room.seats = self.store.seats(match)

        await self.look(match, swap)
        self.feed.void(match, (await self.room(match)).links)

    # -- playing -----------------------------------------------------------------------

    async def play(
        self, match: str, seat: Seat, at: int, since: int, deed: Callable[[Room], Any]
    ) -> tuple[Now, Any]:
        """Does the deed if the log is `at` entries long; commits; then tells everybody."""
        return await asyncio.shield(self._spawn(self._play(match, seat, at, since, deed)))

    async def _play(
        self, match: str, seat: Seat, at: int, since: int, deed: Callable[[Room], Any]
    ) -> tuple[Now, Any]:
        def act(room: Room) -> tuple[Now, Any]:
            done = self._act(room, seat, at, deed)
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
            self.nudge(match)

    def _act(self, room: Room, seat: Seat, at: int, deed: Callable[[Room], Any]) -> Any:
        n = len(room.match.entries)
        try:
            if at > n and self.wire is not None:
                # The player has seen more, in another process: word of it is on its way.
                self._follow(room)
                n = len(room.match.entries)
            if at != n:
                raise Stale(f"the match stands at entry {n}, not {at}")
            done = deed(room)
        except MatchError as error:
            room.lost = len(room.match.entries) != n
            raise self._told(room, seat, at, error) from error
        except BaseException:
            # A deed half done was not done: the room is made again from the store.
            room.lost = True
            raise
        self._keep(room)
        return done

    def _told(self, room: Room, seat: Seat, at: int, error: MatchError) -> Denied:
        told = denied(error)
        if told.code == "stale":
            told.now = room.now(seat, at)
        return told

    def _keep(self, room: Room) -> None:
        """Commits what the store has not got; if it cannot, the room is lost, not the match."""
        rows = rows_of(room.match, room.kept, room.chain, room.reasons)
        if not rows:
            return
        try:
            self.store.append(room.id, rows, standing(room.title, room.match))
        except Clash as clash:
            room.lost = True
            raise Denied("stale", "somebody else has just played; look again") from clash
        except BaseException:
            room.lost = True
            raise
        room.kept, room.chain = len(room.match.entries), rows[-1].hash
        self.committed(room)

    # -- bots --------------------------------------------------------------------------

    def nudge(self, match: str) -> None:
        """Sets the bots going if one of them is to decide and none is at it."""
        room = self._rooms.get(match)
        if room is not None and room.bot_to_move() is not None:
            self._set_going(match)

    def _set_going(self, match: str) -> None:
        if match not in self._thinking:
            self._thinking[match] = asyncio.create_task(self._bots(match))

    async def _bots(self, match: str) -> None:
        """Plays for the bots until a person is to decide, unless another process does."""
        leased = False
        try:
            leased = self.leases is None or await self.run(self.leases.take, match)
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
            if match not in self._rooms:
                self._looked.pop(match, None)
            if leased and self.leases is not None:
                await self._whole(self.run(self.leases.release, match))

    async def _batches(self, match: str) -> None:
        going = True
        while going:
            whose = self._begun_by.get(match, match)
            async with self._brains.place(match, whose, lambda: self._rank(match)):
                going = await self._batch(match)
            self.feed.publish(match)
            going = going and not self._sleeps(match)

    # -- who looks ---------------------------------------------------------------------

    def looked(self, match: str, seat: Seat | None) -> None:
        """Somebody has looked at it: bots that were to move, or slept, go on."""
        self._looked[match] = (time.monotonic(), seat is not None)
        self.nudge(match)

    def is_at_play(self, match: str) -> bool:
        """Whether its bots think, or are about to."""
        return match in self._thinking

    def _rank(self, match: str) -> Rank:
        room = self._rooms.get(match)
        since, seated = self._looked.get(match, (-_A_WHILE, False))
        watched = match in self.feed or time.monotonic() - since < _A_WHILE
        if room is not None and not room.has_people:
            return Rank.WATCHED if watched else Rank.UNWATCHED
        return Rank.ATTENDED if watched and (seated or match in self.feed) else Rank.PLAYED

    def _sleeps(self, match: str) -> bool:
        """Whether bots play among themselves and nobody has looked for long."""
        room = self._rooms.get(match)
        if room is None or room.has_people or match in self.feed:
            return False
        begun = self._looked.setdefault(match, (time.monotonic(), False))[0]
        return time.monotonic() - begun > self.unwatched_seconds

    async def _batch(self, match: str) -> bool:
        """Whether there is more to do for the bots."""
        room = await self.room(match)
        async with room.lock:
            if not room.lost:
                await self._whole(self._capped(room))
            # Lost: somebody else has played, or the bot was given up on. Look again.
            return room.lost or room.bot_to_move() is not None

    async def _capped(self, room: Room) -> None:
        by_lot = room.id in self._failed
        self._failed.discard(room.id)
        thought = _in_thread(lambda: self._choose(room, by_lot))
        # The guard holds the bot, and the greedy one that stands in, to their time.
        await asyncio.wait([thought], timeout=self.batch_seconds + 3 * self.choice_seconds)
        if thought.done() and thought.exception() is None:
            with suppress(Denied):
                await self.run(self._keep, room)
            return
        # It broke or thinks too long: what it has is left to it, and a lot is drawn instead.
        _log.error("a bot of match %s failed: %r", room.id, thought)
        room.lost = True
        if by_lot:
            raise RuntimeError("not even a lot could be drawn")
        self._failed.add(room.id)

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


def _tell_loop(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *args: Any) -> None:
    with suppress(RuntimeError):  # the server has stopped
        loop.call_soon_threadsafe(what, *args)


def _check_chain(log: Sequence[EntryRow], chain: str) -> None:
    """Raises MatchError where a row is not as it was written."""
    if (n := first_loose(log, chain)) is not None:
        raise Diverged(n, "its row in the database is not as it was written")


def _move(room: Room, seat: Seat, bot: Bot) -> None:
    # Seeded by the entry: what was drawn before the server last stopped does not matter.
    match, n = room.match, len(room.match.entries)
    rng = Random(f"{match.header.seed}/{seat}/{n}")
    view, offers = match.view(seat), match.offers(seat)
    choice = bot.choose(view, offers, rng)
    if room.row.says_why:
        room.reasons[n] = bot.why(view, offers, choice)
    match.play(seat, choice)


def _in_thread(work: Callable[[], None]) -> asyncio.Future[None]:
    """Work in a thread of its own that nothing waits for when the server stops."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[None] = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    def body() -> None:
        problem: BaseException | None = None
        try:
            work()
        except BaseException as error:
            problem = error
        with suppress(RuntimeError):  # the server has stopped: nobody asks any more
            loop.call_soon_threadsafe(settle, problem)

    threading.Thread(target=body, daemon=True, name="bot").start()
    return future
