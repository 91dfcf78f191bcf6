"""Where matches are kept: a log for each, appended to in one transaction at a time.

Two who append under the same number clash on the key: the second is *stale*.
What `append` has returned from survives the death of the process. On PostgreSQL every
commit tells the other processes which match it was about; `wire` listens for it.
"""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from grognard.table.keeping.database import CHANNEL, is_shared, lone_session, opened, writing
from grognard.table.keeping.reading import made, made_or_not
from grognard.table.keeping.rows import EntryRow, MatchRow, SeatRow, Standing
from grognard.table.keeping.tables import entries, listed, matches, plain, seats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Connection, RowMapping

    from grognard.table.keeping.reading import Unreadable

HUMAN: Final = "human"
# Made once: these are of every move, and making them took a third of the time they do.
_ADD: Final = sa.insert(entries)
_STANDS: Final = sa.update(matches).where(matches.c.id == sa.bindparam("this"))


class Clash(Exception):
    """Somebody else has written there first."""


class Store:
    """All matches of one database. Every method may be called from any thread."""

    def __init__(self, database: str) -> None:
        self.engine = opened(database)
        self.shared = is_shared(self.engine)
        self.name = secrets.token_hex(4)  # of this process among those on the database

    def close(self) -> None:
        self.engine.dispose()

    def changing(self) -> Connection:
        """A connection to write by, for those too who keep tables of their own here."""
        return writing(self.engine)

    def session(self) -> Connection:
        """A connection outside the pool, each statement its own transaction."""
        return lone_session(self.engine)

    # -- writing -------------------------------------------------------------------

    def create(
        self, row: MatchRow, links: Sequence[SeatRow], log: Sequence[EntryRow], now: Standing
    ) -> None:
        """Keeps a new match, with whatever its log begins with."""
        whole = msgspec.structs.asdict(row) | msgspec.structs.asdict(now)
        with self.changing() as connection, connection.begin():
            connection.execute(sa.insert(matches), whole)
            connection.execute(sa.insert(seats), [msgspec.structs.asdict(s) for s in links])
            _insert(connection, row.id, log)

    def append(self, match: str, log: Sequence[EntryRow], now: Standing) -> None:
        """Appends to a match and notes where it stands now; raises Clash."""
        stands = {"this": match, **msgspec.structs.asdict(now)}
        try:
            with self.changing() as connection, connection.begin():
                _insert(connection, match, log)
                connection.execute(_STANDS, stands)
                self._tell(connection, match)
        except IntegrityError as error:
            raise Clash(f"{match} has an entry {log[0].n} already") from error

    def reissue(self, link: SeatRow, token_hash: str) -> None:
        """Voids a link and keeps a new one to the same seat; raises Clash if it was void."""
        issue = (
            seats.c.match == link.match,
            seats.c.seat == link.seat,
            seats.c.issue == link.issue,
        )
        void = sa.update(seats).where(*issue, ~seats.c.revoked).values(revoked=True)
        new = SeatRow(link.match, link.seat, link.issue + 1, link.kind, token_hash)
        with self.changing() as connection, connection.begin():
            if connection.execute(void).rowcount != 1:
                raise Clash(f"link {link.issue} to {link.seat} of {link.match} is void")
            connection.execute(sa.insert(seats), msgspec.structs.asdict(new))
            self._tell(connection, link.match)

    def _tell(self, connection: Connection, match: str) -> None:
        """Has the other processes told of the match, if and when this is committed."""
        if self.shared:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.name} {match}")))

    # -- reading -------------------------------------------------------------------

    def match(self, match: str) -> MatchRow | None:
        if "\0" in match:
            return None  # PostgreSQL will not even look for it
        rows = self._rows(plain(matches).where(matches.c.id == match))
        return made(MatchRow, rows[0]) if rows else None

    def seats(self, match: str) -> list[SeatRow]:
        """The links and bots of a match that are not void."""
        query = sa.select(seats).where((seats.c.match == match) & ~seats.c.revoked)
        rows = self._rows(query.order_by(seats.c.seat))
        return [made(SeatRow, row) for row in rows]

    def entries(self, match: str, start: int = 0) -> list[EntryRow]:
        """The log from that number on."""
        mine = (entries.c.match == match) & (entries.c.n >= start)
        rows = self._rows(sa.select(entries).where(mine).order_by(entries.c.n))
        return [made(EntryRow, row) for row in rows]

    def listed(self, most: int) -> list[MatchRow | Unreadable]:
        """The public matches, the newest first, and of rows that are damaged what is wrong."""
        rows = self._rows(plain(listed).order_by(listed.c.created.desc()).limit(most))
        return [made_or_not(row) for row in rows]

    def kinds(self, among: Sequence[str]) -> dict[str, dict[str, str]]:
        """Who sits where in each of these matches."""
        query = sa.select(seats).where(seats.c.match.in_(among) & ~seats.c.revoked)
        found: dict[str, dict[str, str]] = {match: {} for match in among}
        for row in self._rows(query):
            if isinstance(row["seat"], str) and isinstance(row["kind"], str):
                found[row["match"]][row["seat"]] = row["kind"]
        return found

    def waiting(self) -> list[str]:
        """The matches in which a bot is to decide, and a person waits for it."""
        deciders = sa.cast(matches.c.deciders, sa.Text)
        seat = sa.literal('"') + seats.c.seat + sa.literal('"')
        # LIKE will not have a pattern as long as a damaged row may make it.
        asked = sa.func.replace(deciders, seat, "") != deciders
        here = (seats.c.match == matches.c.id) & ~seats.c.revoked
        bot = sa.exists().where(here & seats.c.kind.startswith("bot ") & asked)
        person = sa.exists().where(here & (seats.c.kind == HUMAN))
        query = sa.select(matches.c.id).where(~matches.c.over & bot & person)
        return [row["id"] for row in self._rows(query)]

    def _rows(self, query: sa.Select[Any]) -> Sequence[RowMapping]:
        with self.engine.connect() as connection:
            return connection.execute(query).mappings().all()


def new_row(**fields: Any) -> MatchRow:
    """A match begun now."""
    return MatchRow(created=time.time(), **fields)


def _insert(connection: Connection, match: str, log: Sequence[EntryRow]) -> None:
    if log:
        rows = [{"match": match, **msgspec.structs.asdict(entry)} for entry in log]
        connection.execute(_ADD, rows)
