"""The feed: a socket on which a page hears of each commit, as its seat may know it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import UNSET
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.table.desk.table import Table
from grognard.table.door.guard import client_of
from grognard.table.faults import Denied
from grognard.table.messages import answers, requests
from grognard.table.rooms.listeners import Listener
from grognard.table.rooms.seats import NO_SEAT
from grognard.table.sight.now import looks_the_same
from grognard.waist.title import Seat

T = TypeVar("T")

_UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
_log = logging.getLogger(__name__)


async def feed(table: Table, socket: WebSocket) -> None:
    """Tells one listener, after each commit, what its seat may know."""
    await socket.accept()
    match: str = socket.path_params["match"]
    try:
        hello = await asyncio.wait_for(_hello(table, socket), table.limits.hello_seconds)
        link = await table.link(match, hello.token)
        await _tell(table, socket, Listener(match, (link.seat, link.issue)), hello.since)
    except Denied as told:
        codes = {"not_found": 4404, "forbidden": 4403, "too_large": 1009, "too_many": 1013}
        await _close(socket, codes.get(told.code, 1008), told.code)
    except TimeoutError:
        await _close(socket, 1008, "no hello")
    except OperationalError as error:
        _log.error("a feed ended: %s", error)
        await _close(socket, 1013, "busy")
    except WebSocketDisconnect:
        pass


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)


async def _hello(table: Table, socket: WebSocket) -> requests.Hello:
    return _frame(await _received(table, socket), requests.Hello)


async def _received(table: Table, socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text, data = message.get("text"), message.get("bytes")
    frame = text.encode("utf-8", "replace") if text is not None else bytes(data or b"")
    if len(frame) > table.limits.frame:
        raise Denied("too_large", "the frame is too large")
    return frame


def _frame(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except _UNREADABLE as error:
        raise Denied("malformed", "the frame cannot be read") from error


async def _tell(table: Table, socket: WebSocket, listener: Listener, start: int) -> None:
    if not table.feed.join(listener):
        raise Denied("too_many", "too many are listening")
    listener.poke()
    tasks = [
        asyncio.create_task(_push(table, socket, listener, start)),
        asyncio.create_task(_heed(table, socket, listener)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.feed.leave(listener)
        for task in tasks:
            task.cancel()
        await asyncio.shield(_looks(table, listener, False))  # noted, even if this is cut short
        await asyncio.wait(tasks)
    for error in [task.exception() for task in tasks if not task.cancelled()]:
        if error is not None:
            raise error


async def _heed(table: Table, socket: WebSocket, listener: Listener) -> None:
    """Heartbeats are taken; whatever else a client sends ends it."""
    while True:
        beat = _frame(await _received(table, socket), requests.Beat)
        if beat.visible is not UNSET:
            await _looks(table, listener, beat.visible)


async def _looks(table: Table, listener: Listener, visible: bool) -> None:
    match, seat = listener.match, listener.link[0]
    if not table.hooks.on or seat == NO_SEAT:
        return
    until = table.hooks.watching(match, seat, listener, visible)
    if until is not None:
        await table.rooms.run(table.hooks.watched, match, seat, until)


async def _push(table: Table, socket: WebSocket, listener: Listener, start: int) -> None:
    seat = Seat(listener.link[0]) if listener.link[0] != NO_SEAT else None
    before: answers.Now | None = None
    table.rooms.looked(listener.match, seat)
    while True:
        await listener.change()
        if listener.void:
            raise Denied("forbidden", "this link is void")
        async with table.turns.of(client_of(socket.scope)):
            now = await _look(table, listener.match, seat, start)
        if before is not None and now.n == before.n:
            continue
        told = any(row.lines for row in now.log)
        push = answers.Push(now.n, None if looks_the_same(now, before) and not told else now)
        await socket.send_text(msgspec.json.encode(push).decode())
        before, start = now, now.n


async def _look(table: Table, match: str, seat: Seat | None, start: int) -> answers.Now:
    return await table.rooms.look(match, lambda room: room.now(seat, start))
