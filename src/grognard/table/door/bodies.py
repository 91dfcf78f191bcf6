"""What comes in of a request, and what every answer goes out with."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response

from grognard.table.faults import Denied

if TYPE_CHECKING:
    from starlette.requests import Request

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
