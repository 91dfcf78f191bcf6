"""What the processes on one PostgreSQL have between them: word of each commit, and leases.

A commit notifies all who listen (`Store._tell`). Each process holds one connection that
listens, in a thread of its own; while it is broken nothing in memory is trusted unasked, and
once it is back everything counts as behind. A lease says which process plays the bots of a match:
a lock of the session, so that it ends with the process however that ends.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from grognard.table.keeping.database import CHANNEL
from grognard.table.keeping.store import Store

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_TICK: Final = 0.25
_log = logging.getLogger(__name__)


class Wire:
    """Listens for the commits of other processes.

    `heard` is called with the id of a match, `joined` whenever the wire is up (again);
    both in the thread of the wire.
    """

    def __init__(
        self, store: Store, heard: Callable[[str], None], joined: Callable[[], None]
    ) -> None:
        self.store, self.heard, self.joined = store, heard, joined
        self.up = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="wire")
        self._thread.start()

    def close(self) -> None:
        self._stopped.set()
        # It may be waiting for a server that is not there; nothing is lost with it.
        self._thread.join(2)

    def _run(self) -> None:
        tries = 0
        while not self._stopped.is_set():
            try:
                self._listen()
            except Exception as error:
                tries = 0 if self.up else tries + 1
                self.up = False
                _log.warning("the wire to the other processes is broken: %s", _line(error))
                self._stopped.wait(_WAITS[min(tries, len(_WAITS) - 1)])
        self.up = False

    def _listen(self) -> None:
        with self.store.session() as session:
            connection: Any = session.connection.driver_connection
            connection.execute(f"LISTEN {CHANNEL}")
            # From here on no commit is missed; what came before is caught up with.
            self.up = True
            self.joined()
            while not self._stopped.is_set():
                for notice in connection.notifies(timeout=_TICK):
                    self._take(notice.payload)

    def _take(self, payload: str) -> None:
        sender, _, match = payload.partition(" ")
        if sender != self.store.name:
            self.heard(match)


class Leases:
    """Which matches this process plays the bots of. Every method may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def take(self, match: str) -> bool:
        """Whether the match is ours now; it is nobody else's until `release`."""
        return bool(self._ask(sa.func.pg_try_advisory_lock(_key(match))))

    def release(self, match: str) -> None:
        # A connection that is gone has released it already.
        with suppress(SQLAlchemyError):
            self._ask(sa.func.pg_advisory_unlock(_key(match)))

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _ask(self, what: sa.Function[Any]) -> Any:
        with self._lock:
            try:
                return self._session().execute(sa.select(what)).scalar()
            except SQLAlchemyError:
                self._drop()
                raise

    def _session(self) -> Connection:
        if self._connection is None:
            self._connection = self.store.session()
        return self._connection

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.close()


def _key(match: str) -> sa.Function[Any]:
    return sa.func.hashtextextended(match, 0)


def _line(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())
