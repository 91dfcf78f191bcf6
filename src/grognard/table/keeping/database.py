"""Reaching a database: its address, its tables at their newest, and how each kind is spoken to."""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Engine

CHANNEL: Final = "grognard_table"  # by which the processes on one PostgreSQL know each other
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_IMMEDIATE: Final = "immediate"
_DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


class BadDatabase(ValueError):
    """A database that cannot be used, and why, in one sentence."""


def opened(database: str) -> Engine:
    """A database with its tables at their newest; raises BadDatabase."""
    engine = _engine(database)
    try:
        _migrate(engine)
    except DBAPIError as error:
        engine.dispose()
        why = " ".join(str(error.orig).split())
        raise BadDatabase(f"the database cannot be opened: {why}") from error
    except (CommandError, AssertionError) as error:  # what alembic cannot make out
        engine.dispose()
        made = "the database was made by a newer Grognard, or its version number is damaged"
        raise BadDatabase(f"{made}: {error}") from error
    return engine


def is_shared(engine: Engine) -> bool:
    """Whether other processes may be on it."""
    return engine.dialect.name == "postgresql"


def writing(engine: Engine) -> Connection:
    """A connection to write by."""
    return engine.connect().execution_options(**{_IMMEDIATE: True})


def lone_session(engine: Engine) -> Connection:
    """A connection outside the pool, each statement its own transaction."""
    url = engine.url
    lone = sa.create_engine(url, poolclass=sa.NullPool, connect_args=_patience(url))
    return lone.connect().execution_options(isolation_level="AUTOCOMMIT")


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with writing(engine) as connection, connection.begin():
        if is_shared(engine):
            # Several processes may be started at once on a new database.
            connection.execute(sa.select(_lock(CHANNEL)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _lock(name: str) -> sa.Function[Any]:
    return sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(name, 0))


# -- its address ---------------------------------------------------------------------


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
