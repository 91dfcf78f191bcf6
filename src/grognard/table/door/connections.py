"""Connections: how many at once, how long a head may take, and what a flood leaves in the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from grognard.table.door.bodies import HEADERS, denial
from grognard.table.door.visitors import is_among, stranger
from grognard.table.faults import Denied

if TYPE_CHECKING:
    from grognard.table.door.limits import Limits
    from grognard.table.door.visitors import Network

_SPARE: Final = 200  # descriptors left to the database and everything else
_WANTED: Final = 65_536
_QUIET: Final = 10.0
_log = logging.getLogger(__name__)


class Doors:
    """Counts the connections, each client's and all together."""

    def __init__(self, limits: Limits, trusted: tuple[Network, ...] = ()) -> None:
        self.limits, self.trusted = limits, trusted
        self.most = limits.all_connections
        self._by_client: Counter[str] = Counter()
        self.waiting: dict[Visitor, None] = {}  # for the rest of a head, the longest first

    def enter(self, address: str) -> str | None:
        """Lets somebody in, under the name to leave by; None if there is no room."""
        client = stranger(address)
        alone = not is_among(address, self.trusted)  # a proxy brings many people
        if alone and self._by_client[client] >= self.limits.connections:
            return None
        if self._by_client.total() >= self.most and not self._made_room():
            return None
        self._by_client[client] += 1
        return client

    def _made_room(self) -> bool:
        """Turns out who has kept us waiting longest: who has something to say says it at once."""
        longest = next(iter(self.waiting), None)
        if longest is not None:
            longest.turn_out()
        return longest is not None

    def leave(self, client: str) -> None:
        self._by_client[client] -= 1
        if not self._by_client[client]:
            del self._by_client[client]


class Visitor(H11Protocol):
    """One connection: uvicorn's, with a deadline for each head and a place among the doors'."""

    doors: Doors

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._place: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        self._place = self.doors.enter(str(peer[0]) if peer else "")
        super().connection_made(transport)
        if self._place is None:
            _log.warning("too many connections: some are turned away")
            transport.abort()
            return
        transport.set_write_buffer_limits(0)  # so that we hear whenever an answer is not read
        self._expect_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.doors.limits.answer_seconds, self.turn_out)

    def resume_writing(self) -> None:
        self._answer_is_read()
        super().resume_writing()

    def _answer_is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:  # answered before all of it was here
            self.loop.call_later(self.doors.limits.head_seconds, self._expect_no_more, self.cycle)

    def _expect_no_more(self, answered: object) -> None:
        if self.cycle is answered and self.conn.their_state is h11.SEND_BODY:
            self.turn_out()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._expect_head()
        elif self.conn.their_state is not h11.IDLE:
            self._head_is_here()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()  # from here on it counts among the feeds
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What no request can be read from is answered as everything else is."""
        self._head_is_here()
        answer = denial(Denied("malformed", f"{msg.rstrip('.').lower()}"))
        headers = {**HEADERS, **dict(answer.headers), "Connection": "close"}
        lines = [(name.encode(), value.encode()) for name, value in headers.items()]
        for part in (
            h11.Response(status_code=answer.status_code, headers=lines),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        ):
            with suppress(h11.LocalProtocolError):  # it may have been answered in part already
                self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _expect_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.doors.limits.head_seconds, self.turn_out)
            self.doors.waiting[self] = None

    def _head_is_here(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self.doors.waiting.pop(self, None)

    def turn_out(self) -> None:
        """What is awaited of it does not come."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._head_is_here()
        self._answer_is_read()
        if self._place is not None:
            self.doors.leave(self._place)
            self._place = None


def protocol(doors: Doors) -> type[Visitor]:
    """Connections that come in by these doors."""
    return type("Visitor", (Visitor,), {"doors": doors})


def fitting(limits: Limits) -> Limits:
    """The limits, and of connections and feeds no more than there are descriptors for."""
    granted = descriptors()
    room = granted - min(_SPARE, granted // 2)
    sockets = min(limits.sockets, room // 2)
    connections = min(limits.all_connections, room - sockets)
    return msgspec.structs.replace(limits, sockets=sockets, all_connections=connections)


def descriptors() -> int:
    """How many files and sockets this process may have open, as many as the system grants."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return _WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _WANTED
    granted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft < granted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
            return granted
    return soft


class Floods(logging.Filter):
    """Of lines that say the same one in ten seconds is enough; it tells how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        what, now = (record.name, str(record.msg)), time.monotonic()
        last, left_out = self._said.get(what, (-_QUIET, 0))
        if now - last < _QUIET:
            self._said[what] = (last, left_out + 1)
            return False
        self._said[what] = (now, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more like it)"
        return True


def keep_log_short() -> None:
    """Sets one filter for floods before everything that writes this process's log."""
    names = (None, "uvicorn", "uvicorn.error", "uvicorn.access")
    handlers = [h for name in names for h in logging.getLogger(name).handlers]
    if logging.lastResort is not None:
        handlers.append(logging.lastResort)
    floods = Floods()
    for handler in handlers:
        handler.addFilter(floods)


def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What went wrong in the loop itself, in a line."""
    error = context.get("exception")
    _log.error("%s: %s", context.get("message", "the loop failed"), error, exc_info=_wanted(error))


def _wanted(error: object) -> BaseException | None:
    # Being out of descriptors says all there is to say.
    return error if isinstance(error, BaseException) and not isinstance(error, OSError) else None
