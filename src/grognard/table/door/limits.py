"""How much a client may ask for, from where, and what every answer carries."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response

from grognard.table.door.visitors import behind, hops, is_ours, same_host, stranger
from grognard.table.faults import Denied

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grognard.table.door.visitors import Network

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Unless an answer says otherwise a browser asks whether what it has is still good.
    "Cache-Control": "no-cache",
}
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_CLIENTS: Final = 20_000
_log = logging.getLogger(__name__)


class Limits(msgspec.Struct, frozen=True):
    """Generous for people, tight for floods."""

    body: int = 64 * 1024
    frame: int = 64 * 1024
    record: int = 4 * 1024 * 1024
    entries: int = 20_000  # of a record that is brought
    rewinds: int = 200  # in it
    record_seconds: int = 60  # of a processor, to fold it
    records_at_once: int = 2  # of one client, the one being folded among them
    records_waiting: int = 8  # of all clients
    burst: float = 600.0  # requests a client may make at once
    rate: float = 120.0  # and then each second
    answers: int = 3  # under way at once for one client; the others wait
    matches: int = 60  # a client may begin at once, and then each hour
    connections: int = 64  # of one client
    all_connections: int = 6000
    feeds: int = 24  # of one client
    sockets: int = 4000  # feeds of all clients; both as far as there are descriptors
    head_seconds: float = 10.0  # for the head of a request to arrive
    idle_seconds: int = 15  # between two requests of a connection
    hello_seconds: float = 15.0
    answer_seconds: float = 60.0  # for an answer to be read
    body_seconds: float = 20.0  # for a body to arrive; a record has four times as long
    bot_matches: int = 3  # at play, of bots among themselves, of one client
    unwatched_seconds: float = 600.0  # and such a match sleeps when nobody looks so long


def limits_from(words: Iterable[str]) -> Limits:
    """The limits with those changed that an operator types as NAME=NUMBER; raises ValueError."""
    kinds = {f.name: type(f.default) for f in msgspec.structs.fields(Limits)}
    chosen: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in kinds:
            raise ValueError(f"there is no limit “{name}”; there are {', '.join(kinds)}")
        chosen[name] = _number(word, number, kinds[name])
    return msgspec.structs.replace(Limits(), **chosen)


def _number(word: str, number: str, kind: type) -> float:
    try:
        value: float = kind(number)
    except (ValueError, OverflowError):
        value = -1
    if not 0 < value < 1e12:
        whole = "whole number" if kind is int else "number"
        raise ValueError(f"“{word}”: a limit is a {whole} greater than 0")
    return value


def json_answer(value: object, status: int = 200) -> Response:
    """An answer as JSON, kept by nobody."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def denial(told: Denied) -> Response:
    answer = json_answer(told.fault, told.status)
    if told.again:
        answer.headers["Retry-After"] = str(told.again)
    if told.code == "too_slow":
        # What is still to come of the request would be taken for the next one.
        answer.headers["Connection"] = "close"
    return answer


async def body_of(request: Request, most: int, seconds: float) -> bytes:
    """The body, not read beyond the limit nor waited for longer."""
    try:
        async with asyncio.timeout(seconds):
            return await _body(request, most)
    except TimeoutError:
        raise Denied("too_slow", f"a request has {seconds:g} seconds to arrive") from None


async def _body(request: Request, most: int) -> bytes:
    too_large = Denied("too_large", f"a request may hold {most} bytes, not more")
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and (len(announced) > 12 or int(announced) > most):
        raise too_large
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_large
        parts.append(part)
    return b"".join(parts)


class Buckets:
    """A bucket of tokens for each client, filled at a steady rate."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float) -> bool:
        """Whether the client may, and if so counts it."""
        now = time.monotonic()
        level, then = self._buckets.pop(client, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        enough = level >= cost
        self._buckets[client] = (level - cost if enough else level, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return enough


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
