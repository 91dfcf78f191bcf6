"""Whether a request is answered at all: whom it comes from, and how much they have asked for."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders

from grognard.table.door.bodies import HEADERS, denial
from grognard.table.door.limits import Buckets
from grognard.table.door.visitors import behind, hops, is_ours, same_host, stranger
from grognard.table.faults import Denied

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grognard.table.door.limits import Limits
    from grognard.table.door.visitors import Network

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_log = logging.getLogger(__name__)


class Guard:
    """Stands before everything: floods and foreign pages are turned away, answers get headers."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        trusted: Sequence[Network] = (),
        names: frozenset[str] | None = None,
    ) -> None:
        self.app, self.limits = app, limits
        self.trusted, self.names = trusted, names
        self.buckets = Buckets(limits.burst, limits.rate)
        self.feeds: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope = {**scope, "client": (self._client(scope, headers), 0)}
        told = self._denied(scope, headers)
        if scope["type"] == "websocket":
            await self._feed(told, scope, receive, send)
        else:
            await self._answer(told, scope, receive, _with_headers(send))

    def _client(self, scope: Scope, headers: Headers) -> str:
        peer = scope["client"][0] if scope.get("client") else ""
        return stranger(behind(peer, hops(headers), self.trusted))

    def _denied(self, scope: Scope, headers: Headers) -> Denied | None:
        reading = scope["type"] == "http" and scope["method"] in _SAFE
        if not self.buckets.take(client_of(scope), _cost(scope)):
            return Denied("too_many", "too many requests; wait a moment")
        if self.names is not None and not is_ours(headers.get("host", ""), self.names):
            return Denied("misdirected", "this table has another name; see --public-name")
        if not reading and not same_host(headers):
            return Denied("forbidden", "this request comes from another site")
        return None

    async def _answer(
        self, told: Denied | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            app = self.app if told is None else denial(told)
            await app(scope, receive, noting)
        except Exception as error:
            _log.error("a request failed", exc_info=error)
            if begun:
                raise
            fault = Denied("fault", "the server failed; the match is as it was")
            await denial(fault)(scope, receive, send)

    async def _feed(self, told: Denied | None, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope)
        here = self.feeds
        full = here[client] >= self.limits.feeds or here.total() >= self.limits.sockets
        if told is None and full:
            told = Denied("too_many", "too many feeds")
        if told is not None:
            code = 1013 if told.code == "too_many" else 1008
            await send({"type": "websocket.close", "code": code, "reason": told.code})
            return
        self.feeds[client] += 1

        async def counted() -> Message:
            """A frame counts like a request; a feed that asks for more than its share ends."""
            message = await receive()
            if message["type"] != "websocket.receive" or self.buckets.take(client, 1.0):
                return message
            await send({"type": "websocket.close", "code": 1008, "reason": "too_many"})
            return {"type": "websocket.disconnect", "code": 1008}

        try:
            await self.app(scope, counted, send)
        finally:
            self.feeds[client] -= 1
            if not self.feeds[client]:
                del self.feeds[client]


def client_of(scope: Scope) -> str:
    """Who asks, as far as limits go."""
    client = scope.get("client")
    return client[0] if client else ""


def _cost(scope: Scope) -> float:
    # Setting up a match, a branch or a record is dearer than a look at one.
    path: str = scope["path"]
    begins = path in ("/api/matches", "/api/records") or path.endswith("/branch")
    return 10.0 if begins and scope.get("method") == "POST" else 1.0


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
