"""Telling a seat by a web address that it is its turn: once for each turn, by one process.

Whether a seat has been told stands in the database beside its address, with the
length of the log it was true of; whoever changes it there makes the call.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from grognard import library
from grognard.table.calling import posting
from grognard.table.calling.lines import Lines
from grognard.table.calling.posting import Failed, Hosts
from grognard.table.faults import Denied
from grognard.table.keeping.tables import matches
from grognard.table.messages.answers import Hook, Told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy.engine import Connection

    from grognard.table.keeping.store import Store
    from grognard.table.rooms.room import Room

_log = logging.getLogger(__name__)
_FRESH: Final = 150.0  # seconds a page counts as looked at after it said so

webhooks = sa.Table(
    "webhooks",
    sa.MetaData(),
    sa.Column("match", sa.String(32)),
    sa.Column("seat", sa.String(64)),
    sa.Column("url", sa.String(500)),
    sa.Column("told", sa.Boolean),
    sa.Column("seen", sa.Integer),
    sa.Column("watched", sa.Float),
)


class Due(msgspec.Struct, frozen=True):
    """A call to make, since the log was so long."""

    match: str
    seat: str
    url: str
    n: int


class Webhooks:
    """The web addresses of all seats, and the calls to them."""

    def __init__(self, store: Store, hosts: Hosts) -> None:
        self.store, self.hosts = store, hosts
        self._watching: dict[tuple[str, str], set[object]] = {}
        self._lines = Lines()

    @property
    def on(self) -> bool:
        return bool(self.hosts.named)

    def close(self) -> None:
        """Makes no more calls; one under way is left to its end."""
        self._lines.close()

    # -- what a seat sets ----------------------------------------------------------------

    def get(self, match: str, seat: str) -> Hook:
        with self.store.engine.connect() as connection:
            query = sa.select(webhooks.c.url).where(_of(match, seat))
            url = connection.execute(query).scalar() if self.on else None
        return Hook(self.on, self.hosts.named, url or "")

    def put(self, match: str, seat: str, url: str) -> Hook:
        """Keeps an address for a seat; raises Denied."""
        if not self.on:
            raise Denied("forbidden", "this table makes no calls: its operator has named no hosts")
        try:
            posting.check(url, self.hosts)
        except ValueError as error:
            raise Denied("refused", str(error)) from error
        with self.store.changing() as connection, connection.begin():
            # Whoever sets it is there: the turn that is now needs no call.
            length, deciders = _stands(connection, match)
            connection.execute(sa.delete(webhooks).where(_of(match, seat)))
            row = {"match": match, "seat": seat, "url": url, "watched": 0.0}
            row |= {"told": seat in deciders, "seen": length}
            connection.execute(sa.insert(webhooks), row)
        return self.get(match, seat)

    def drop(self, match: str, seat: str) -> Hook:
        with self.store.changing() as connection, connection.begin():
            connection.execute(sa.delete(webhooks).where(_of(match, seat)))
        return self.get(match, seat)

    # -- who is looking --------------------------------------------------------------------

    def watching(self, match: str, seat: str, who: object, looks: bool) -> float | None:
        """Until when the seat's page counts as looked at; None if nothing has changed."""
        there = self._watching.setdefault((match, seat), set())
        before = bool(there)
        if looks:
            there.add(who)
        else:
            there.discard(who)
        if not there:
            del self._watching[match, seat]
        return time.time() + _FRESH if there else 0.0 if before else None

    def watched(self, match: str, seat: str, until: float) -> None:
        with self.store.changing() as connection, connection.begin():
            connection.execute(sa.update(webhooks).where(_of(match, seat)).values(watched=until))

    # -- turns -----------------------------------------------------------------------------

    def committed(self, room: Room) -> None:
        """To be called after a commit; whatever goes wrong here is no fault of the match."""
        if not self.on:
            return
        match = room.match
        try:
            for due in self._due(room.id, len(match.entries), match.awaited()):
                self._call(due, room.title.KEY, "answer" if match.request else "turn")
        except Exception:
            _log.exception("the webhooks of match %s failed", room.id)

    def resume(self) -> None:
        """Calls those whose turn had come when the server stopped before it could."""
        if not self.on:
            return
        untold = sa.select(webhooks.c.match).where(~webhooks.c.told)
        deciders = sa.cast(matches.c.deciders, sa.Text)  # damaged in one row it harms no other
        known = (matches.c.id, matches.c.title, matches.c.length, deciders)
        query = sa.select(*known).where(matches.c.id.in_(untold) & ~matches.c.over)
        with self.store.engine.connect() as connection:
            rows = connection.execute(query).all()
        for id_, title, length, deciders_ in rows:
            try:
                awaited = msgspec.json.decode(deciders_, type=list[str])
                for due in self._due(id_, length, awaited):
                    self._call(due, title, "turn")
            except Exception as error:
                _log.warning("the webhooks of match %s cannot be resumed: %s", id_, error)

    def _due(self, match: str, n: int, awaited: Collection[str]) -> list[Due]:
        """Notes whose turn it is not, and finds whom to tell that it is theirs."""
        query = sa.select(webhooks).where(webhooks.c.match == match)
        with self.store.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        if not rows:
            return []
        due = []
        with self.store.changing() as connection, connection.begin():
            for row in rows:
                if row["seat"] not in awaited:
                    _note(connection, match, row["seat"], n)
                elif _is_watched(row["watched"]):
                    _claimed(connection, match, row["seat"], n)  # they see it themselves
                elif not row["told"]:
                    wanted = {"match": match, "seat": row["seat"], "url": row["url"], "n": n}
                    due.append(msgspec.convert(wanted, Due))
        return due

    # -- calls -----------------------------------------------------------------------------

    def _call(self, due: Due, title: str, why: str) -> None:
        body = msgspec.json.encode(told(due, title, why))
        waits = iter(self.hosts.waits)
        host = urlsplit(due.url).netloc.lower()
        if not self._lines.add(host, lambda: self._try(due, body, waits)):
            _log.warning("too many webhooks wait: that of match %s is left out", due.match)

    def _try(self, due: Due, body: bytes, waits: Iterator[float]) -> float | None:
        """One call, by whoever claims it; after how many seconds to try again, if at all.

        Only now, with a line to call by, the seat counts as told; and while another try is
        waited for it does not, so that what a server did not get to say the next one says.
        """
        if not self._claim(due) or self._tried(due, body):
            return None
        wait = next(waits, None)
        if wait is None:
            _log.warning("the webhook of match %s was given up on", due.match)
            return None
        self._give_back(due)
        return wait

    def _claim(self, due: Due) -> bool:
        with self.store.changing() as connection, connection.begin():
            return _claimed(connection, due.match, due.seat, due.n)

    def _give_back(self, due: Due) -> None:
        claimed = _of(due.match, due.seat) & (webhooks.c.seen == due.n)
        with self.store.changing() as connection, connection.begin():
            connection.execute(sa.update(webhooks).where(claimed).values(told=False))

    def _tried(self, due: Due, body: bytes) -> bool:
        """Whether there is no more to try."""
        try:
            posting.post(due.url, body, self.hosts)
        except Failed as failed:
            # Not the whole address: its path may be a secret.
            host = urlsplit(due.url).hostname
            _log.warning("the webhook of match %s at %s failed: %s", due.match, host, failed)
            return not failed.again
        return True


def told(due: Due, title: str, why: str) -> Told:
    """What is sent: nothing that an onlooker might not know."""
    name = library.title(title).NAME
    what = {"turn": "it is your turn", "answer": "you are asked to go back"}[why]
    text = f"{name}: {what}, {due.seat} (match {due.match})."
    return Told(due.match, title, name, due.seat, why, text)


def _of(match: str, seat: str) -> Any:
    return (webhooks.c.match == match) & (webhooks.c.seat == seat)


def _stands(connection: Connection, match: str) -> tuple[int, list[str]]:
    query = sa.select(matches.c.length, matches.c.deciders).where(matches.c.id == match)
    length, deciders = connection.execute(query).one()
    return length, deciders


def _note(connection: Connection, match: str, seat: str, n: int) -> None:
    """It is not this seat's turn: of the next one it is to be told."""
    connection.execute(_news(match, seat, n).values(told=False, seen=n))


def _claimed(connection: Connection, match: str, seat: str, n: int) -> bool:
    """Whether this seat is to be told of its turn, and by us: nobody else will from now on."""
    news = _news(match, seat, n).where(~webhooks.c.told)
    return connection.execute(news.values(told=True, seen=n)).rowcount == 1


def _news(match: str, seat: str, n: int) -> sa.Update:
    # What is older than what is known there is no news: another process was quicker.
    return sa.update(webhooks).where(_of(match, seat) & (webhooks.c.seen <= n))


def _is_watched(until: float) -> bool:
    # So far ahead only a clock can have noted it that has jumped since.
    now = time.time()
    return now <= until <= now + _FRESH
