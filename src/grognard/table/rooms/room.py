"""One match in memory: who sits there, where it stands, and what each seat was shown of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.table.faults import Denied
from grognard.table.rooms.seats import bot_of
from grognard.table.sight.log import log_rows
from grognard.table.sight.now import now_of
from grognard.table.sight.past import Past

if TYPE_CHECKING:
    from grognard.bots import Bot, Guarded
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.table.keeping.rows import MatchRow, SeatRow
    from grognard.table.messages.answers import Now
    from grognard.waist.title import Seat


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
