"""How much a client may ask for, from where, and what every answer carries."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response

from grognard.table.faults import Denied

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Limits(msgspec.Struct, frozen=True):
    """Generous for people, tight for floods."""

    body: int = 64 * 1024
    record: int = 8 * 1024 * 1024
    frame: int = 64 * 1024
    entries: int = 50_000  # of an imported record
    burst: float = 600.0  # requests a client may make at once
    rate: float = 120.0  # and then each second
    sockets: int = 4000
    hello_seconds: float = 15.0
    body_seconds: float = 20.0  # for a body to arrive; a record has four times as long


def json_answer(value: object, status: int = 200) -> Response:
    """An answer as JSON, kept by nobody."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def denial(told: Denied) -> Response:
    answer = json_answer(told.fault, told.status)
    if told.code == "too_many":
        answer.headers["Retry-After"] = "1"
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


def same_host(headers: Headers) -> bool:
    """Whether a page of ours asks, or no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, sign, host = origin.partition("://")
    return bool(sign) and scheme in ("http", "https") and host == headers.get("host")


class Guard:
    """Stands before everything: floods and foreign pages are turned away, answers get headers."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.buckets = Buckets(limits.burst, limits.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        told = self._denied(scope)
        if scope["type"] == "websocket":
            if told is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": told.code})
            return
        app = self.app if told is None else denial(told)
        await app(scope, receive, _with_headers(send))

    def _denied(self, scope: Scope) -> Denied | None:
        headers = Headers(scope=scope)
        reading = scope["type"] == "http" and scope["method"] in _SAFE
        client = scope["client"][0] if scope.get("client") else ""
        if not self.buckets.take(client, _cost(scope)):
            return Denied("too_many", "too many requests; wait a moment")
        if not reading and not same_host(headers):
            return Denied("forbidden", "this request comes from another site")
        return None


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
