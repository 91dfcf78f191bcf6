"""Between a match in memory and the store: begun, folded, followed, changed, kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from grognard import library
from grognard.match import Header, MatchError, Stale, fold, follow
from grognard.table.faults import Denied, denied
from grognard.table.keeping.rows import (
    BEGINNING,
    MatchRow,
    SeatRow,
    Start,
    check_chain,
    entries_of,
    rows_of,
    standing,
)
from grognard.table.keeping.store import Clash, Store, new_row
from grognard.table.rooms.playable import check_playable
from grognard.table.rooms.room import Room
from grognard.table.rooms.seats import Links, new_links

if TYPE_CHECKING:
    from grognard.match import AnyMatch
    from grognard.waist.title import Seat


class Commits:
    """Every method may take long: to be called from threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.committed: Callable[[Room], None] = lambda _: None

    # -- having ------------------------------------------------------------------------

    def begin(
        self,
        start: Start,
        kinds: Mapping[str, str],
        private: bool,
        names: Mapping[str, str],
        says_why: bool,
    ) -> tuple[str, Links]:
        """Keeps a new match; its id, and the links to its seats."""
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

    def fold(self, row: MatchRow) -> Room:
        """The room of a match, from its log; raises Denied."""
        log = self.store.entries(row.id)
        try:
            check_chain(log, BEGINNING)
            title = library.title(row.title)
            folded: AnyMatch = fold(
                title,
                Header(row.title, row.edition, row.scenario, row.options, row.pack, row.seed),
                entries_of(title, log),
                {entry.n: entry.state for entry in log if entry.state},
            )
        except (library.UnknownTitle, MatchError, msgspec.DecodeError) as error:
            raise Denied("unplayable", f"this match cannot go on: {error}") from error
        room = Room(row, self._seated(row), title, folded)
        room.chain = log[-1].hash if log else BEGINNING
        room.reasons = {entry.n: entry.why for entry in log if entry.why}
        folded.settle()
        self.keep(room)
        return room

    def follow(self, room: Room) -> None:
        """Plays what other processes have written since."""
        # Before reading: what is committed after it comes with another notice.
        room.behind = False
        try:
            room.seats = self._seated(room.row)
            log = self.store.entries(room.id, room.kept)
            check_chain(log, room.chain)
            states = {entry.n: entry.state for entry in log if entry.state}
            follow(room.match, entries_of(room.title, log), states)
        except BaseException:
            room.lost = True
            raise
        if log:
            room.kept, room.chain = len(room.match.entries), log[-1].hash
            room.reasons.update((entry.n, entry.why) for entry in log if entry.why)

    def _seated(self, row: MatchRow) -> list[SeatRow]:
        """Who sits at a match; raises Denied."""
        rows = self.store.seats(row.id)
        check_playable(row, {seat.seat: seat.kind for seat in rows})
        return rows

    # -- giving ------------------------------------------------------------------------

    def act(self, room: Room, seat: Seat, at: int, deed: Callable[[Room], Any]) -> Any:
        """Does the deed if the log is `at` entries long, and commits it; raises Denied."""
        n = len(room.match.entries)
        try:
            if at > n and self.store.shared:
                # The player has seen more, in another process: word of it is on its way.
                self.follow(room)
                n = len(room.match.entries)
            if at != n:
                raise Stale(f"the match stands at entry {n}, not {at}")
            done = deed(room)
        except MatchError as error:
            room.lost = len(room.match.entries) != n
            raise _told(room, seat, at, error) from error
        except BaseException:
            # A deed half done was not done: the room is made again from the store.
            room.lost = True
            raise
        self.keep(room)
        return done

    def keep(self, room: Room) -> None:
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

    def relink(self, room: Room, link: SeatRow, token_hash: str) -> None:
        """Gives a seat a new link and voids the old one; raises Denied."""
        if link not in room.seats:
            raise Denied("forbidden", "this link has just been replaced")
        try:
            self.store.reissue(link, token_hash)
        except Clash as clash:
            room.behind = True
            raise Denied("forbidden", "this link has just been replaced") from clash
        room.seats = self._seated(room.row)


def _told(room: Room, seat: Seat, at: int, error: MatchError) -> Denied:
    told = denied(error)
    if told.code == "stale":
        told.now = room.now(seat, at)
    return told
