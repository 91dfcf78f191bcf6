"""Where matches are kept: a log for each, appended to in one transaction at a time.

Two who append under the same number clash on the key: the second is *stale*.
What `append` has returned from survives the death of the process. On PostgreSQL every
commit tells the other processes which match it was about; `wire` listens for it.
"""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from grognard.table.faults import Denied
from grognard.table.keeping.rows import EntryRow, MatchRow, SeatRow, Standing

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Engine, RowMapping

T = TypeVar("T", bound=msgspec.Struct)

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_IMMEDIATE: Final = "immediate"
CHANNEL: Final = "grognard_table"
HUMAN: Final = "human"
_DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}

_meta = sa.MetaData()
_MATCH_COLUMNS: Final = (
    ("id", sa.String(32)),
    ("title", sa.String(64)),
    ("edition", sa.Integer),
    ("scenario", sa.String(64)),
    ("options", sa.JSON),
    ("pack", sa.String(64)),
    ("seed", sa.String(64)),
    ("private", sa.Boolean),
    ("created", sa.Float),
    ("names", sa.JSON),
    ("length", sa.Integer),
    ("over", sa.Boolean),
    ("deciders", sa.JSON),
    ("turn_line", sa.Text),
    ("says_why", sa.Boolean),
)
matches = sa.Table("matches", _meta, *(sa.Column(name, kind) for name, kind in _MATCH_COLUMNS))
listed = sa.Table("listed", _meta, *(sa.Column(name, kind) for name, kind in _MATCH_COLUMNS))
entries = sa.Table(
    "entries",
    _meta,
    sa.Column("match", sa.String(32)),
    sa.Column("n", sa.Integer),
    sa.Column("seat", sa.String(64)),
    sa.Column("action", sa.Text),
    sa.Column("hash", sa.String(32)),
    sa.Column("state", sa.String(32)),
    sa.Column("why", sa.Text),
)
seats = sa.Table(
    "seats",
    _meta,
    sa.Column("match", sa.String(32)),
    sa.Column("seat", sa.String(64)),
    sa.Column("issue", sa.Integer),
    sa.Column("kind", sa.String(64)),
    sa.Column("token_hash", sa.String(64)),
    sa.Column("revoked", sa.Boolean),
)


_JSON: Final = {name for name, kind in _MATCH_COLUMNS if kind is sa.JSON}


class Unreadable(NamedTuple):
    """A match whose row is damaged: what is left of it, and what is wrong."""

    id: str
    title: str
    why: str


class Clash(Exception):
    """Somebody else has written there first."""


class BadDatabase(ValueError):
    """A database that cannot be used, and why, in one sentence."""


class Store:
    """All matches of one database. Every method may be called from any thread."""

    def __init__(self, database: str) -> None:
        self.engine = _engine(database)
        self.shared = self.engine.dialect.name == "postgresql"
        self.name = secrets.token_hex(4)  # of this process among those on the database
        try:
            self._migrate()
        except DBAPIError as error:
            self.close()
            why = " ".join(str(error.orig).split())
            raise BadDatabase(f"the database cannot be opened: {why}") from error
        except (CommandError, AssertionError) as error:  # what alembic cannot make out
            self.close()
            made = "the database was made by a newer Grognard, or its version number is damaged"
            raise BadDatabase(f"{made}: {error}") from error

    def close(self) -> None:
        self.engine.dispose()

    def session(self) -> Connection:
        """A connection outside the pool, each statement its own transaction."""
        url = self.engine.url
        lone = sa.create_engine(url, poolclass=sa.NullPool, connect_args=_patience(url))
        return lone.connect().execution_options(isolation_level="AUTOCOMMIT")

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        with self._writing() as connection, connection.begin():
            if self.shared:
                # Several processes may be started at once on a new database.
                connection.execute(sa.select(_lock(CHANNEL)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _writing(self) -> Connection:
        return self.engine.connect().execution_options(**{_IMMEDIATE: True})

    def _tell(self, connection: Connection, match: str) -> None:
        """Has the other processes told of the match, if and when this is committed."""
        if self.shared:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.name} {match}")))

    def changing(self) -> Connection:
        """A connection to write by, for those who keep tables of their own here."""
        return self._writing()

    # -- writing -------------------------------------------------------------------

    def create(
        self, row: MatchRow, links: Sequence[SeatRow], log: Sequence[EntryRow], now: Standing
    ) -> None:
        """Keeps a new match, with whatever its log begins with."""
        whole = msgspec.structs.asdict(row) | msgspec.structs.asdict(now)
        with self._writing() as connection, connection.begin():
            connection.execute(sa.insert(matches), whole)
            connection.execute(sa.insert(seats), [msgspec.structs.asdict(s) for s in links])
            _insert(connection, row.id, log)

    def append(self, match: str, log: Sequence[EntryRow], now: Standing) -> None:
        """Appends to a match and notes where it stands now; raises Clash."""
        change = sa.update(matches).where(matches.c.id == match)
        try:
            with self._writing() as connection, connection.begin():
                _insert(connection, match, log)
                connection.execute(change.values(**msgspec.structs.asdict(now)))
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
        with self._writing() as connection, connection.begin():
            if connection.execute(void).rowcount != 1:
                raise Clash(f"link {link.issue} to {link.seat} of {link.match} is void")
            connection.execute(sa.insert(seats), msgspec.structs.asdict(new))
            self._tell(connection, link.match)

    # -- reading -------------------------------------------------------------------

    def match(self, match: str) -> MatchRow | None:
        if "\0" in match:
            return None  # PostgreSQL will not even look for it
        rows = self._rows(_plain(matches).where(matches.c.id == match))
        return _made(MatchRow, rows[0]) if rows else None

    def seats(self, match: str) -> list[SeatRow]:
        """The links and bots of a match that are not void."""
        query = sa.select(seats).where((seats.c.match == match) & ~seats.c.revoked)
        rows = self._rows(query.order_by(seats.c.seat))
        return [_made(SeatRow, row) for row in rows]

    def entries(self, match: str, start: int = 0) -> list[EntryRow]:
        """The log from that number on."""
        mine = (entries.c.match == match) & (entries.c.n >= start)
        rows = self._rows(sa.select(entries).where(mine).order_by(entries.c.n))
        return [_made(EntryRow, row) for row in rows]

    def listed(self, most: int) -> list[MatchRow | Unreadable]:
        """The public matches, the newest first, and of rows that are damaged what is wrong."""
        rows = self._rows(_plain(listed).order_by(listed.c.created.desc()).limit(most))
        return [_made_or_not(row) for row in rows]

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
        return [row["id"] for row in self._rows(query) if row["id"] is not None]

    def _rows(self, query: sa.Select[Any]) -> Sequence[RowMapping]:
        with self.engine.connect() as connection:
            return connection.execute(query).mappings().all()


def new_row(**fields: Any) -> MatchRow:
    """A match begun now."""
    return MatchRow(created=time.time(), **fields)


def _plain(table: sa.Table) -> sa.Select[Any]:
    """All of a table, JSON as its text: what is broken in one row must not hide the others."""
    return sa.select(*(sa.cast(c, sa.Text).label(c.name) if _is_json(c) else c for c in table.c))


def _is_json(column: sa.Column[Any]) -> bool:
    return isinstance(column.type, sa.JSON)


def _made(kind: type[T], row: RowMapping) -> T:
    """A row as what it is; raises Denied if it is damaged."""
    try:
        fields = {name: _read(name, row[name]) for name in kind.__struct_fields__}
        return msgspec.convert(fields, kind)
    except (msgspec.DecodeError, ValueError, TypeError, RecursionError) as error:
        damaged = f"its row in the database is damaged: {error}"
        raise Denied("unplayable", f"this match cannot go on: {damaged}") from error


def _read(name: str, value: Any) -> Any:
    if name not in _JSON:
        return value
    try:
        return msgspec.json.decode(value or "")
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ValueError(f"{name}: {error}") from error


def _made_or_not(row: RowMapping) -> MatchRow | Unreadable:
    try:
        return _made(MatchRow, row)
    except Denied as told:
        id_, title = (str(row[name] or "") for name in ("id", "title"))
        return Unreadable(id_, title, told.sentence)


def _insert(connection: Connection, match: str, log: Sequence[EntryRow]) -> None:
    if log:
        rows = [{"match": match, **msgspec.structs.asdict(entry)} for entry in log]
        connection.execute(sa.insert(entries), rows)


# -- the database ------------------------------------------------------------------


def _engine(database: str) -> Engine:
    url = _url(database)
    try:
        # Errors are logged: seeds and the hashes of tokens do not belong there.
        engine = sa.create_engine(url, hide_parameters=True, **_manners(url))
    except (ArgumentError, ModuleNotFoundError) as error:
        raise BadDatabase(f"{url.drivername} cannot be used as a database: {error}") from error
    if engine.dialect.name == "sqlite":
        _make_folder(engine)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _url(database: str) -> sa.URL:
    """What is wrong with it is said without repeating it: it may hold a password."""
    if "://" not in database:
        return sa.URL.create("sqlite", database=database)
    kind = database.partition("://")[0]
    driver = _DRIVERS.get(kind)
    if driver is None:
        known = "name a file, or begin with sqlite:/// or postgresql://"
        raise BadDatabase(f"“{kind[:40]}” cannot be used as a database; {known}")
    if driver != "sqlite" and database.count("@") > 1:
        raise BadDatabase("in the password of a database's address write @ as %40")
    try:
        return sa.make_url(database).set(drivername=driver)
    except (ArgumentError, ValueError) as error:
        raise BadDatabase(f"the address of the database cannot be read: {kind}://…") from error


def _manners(url: sa.URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {}
    return {"pool_pre_ping": True, "pool_size": 10, "connect_args": _patience(url)}


def _patience(url: sa.URL) -> dict[str, int]:
    # A server that went away is noticed, and one that is not there not waited for.
    patience = {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5}
    return {key: value for key, value in patience.items() if key not in url.query}


def _make_folder(engine: Engine) -> None:
    if not engine.url.database or engine.url.database == ":memory:":
        raise BadDatabase("matches are kept in a file; name one, as in sqlite:///table.db")
    folder = Path(engine.url.database).resolve().parent
    try:
        # Tokens are kept hashed, but seeds are not: nobody else may look into the folder.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(f"there can be no folder {folder}: {error.strerror}") from error


def _set_up_sqlite(connection: Any, _: object) -> None:
    # Transactions are begun by ourselves, below.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer waits for its turn at once: one that read first could not be let in later.
    immediate = connection.get_execution_options().get(_IMMEDIATE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _lock(name: str) -> sa.Function[Any]:
    return sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(name, 0))
