"""Matches taken away and brought: records, and branches of another match."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from grognard.table.desk import books
from grognard.table.desk.table import Table
from grognard.table.door.bodies import json_answer
from grognard.table.door.guard import client_of
from grognard.table.faults import Denied
from grognard.table.messages import requests
from grognard.table.records import files
from grognard.table.rooms.seats import kinds_of


async def record(table: Table, request: Request) -> Response:
    match, _ = await table.seat_of(request)
    await _check_holds_all(table, match, request)
    data = await table.rooms.look(match, lambda room: files.written(room.match))
    headers = {
        "Content-Disposition": f'attachment; filename="{match}.jsonl"',
        "Cache-Control": "no-store",
    }
    return Response(data, headers=headers, media_type="application/jsonl")


async def branch(table: Table, request: Request) -> Response:
    match, _ = await table.seat_of(request)
    asked = table.read(request, requests.Fork)
    await _check_holds_all(table, match, request)
    data = await table.rooms.look(match, lambda room: files.cut(room.match, asked.at))
    return await _taken_in(table, request, data, {})


async def bring(table: Table, request: Request) -> Response:
    return await _taken_in(table, request, request.state.body, dict(request.query_params))


async def _taken_in(
    table: Table, request: Request, data: bytes, seats: Mapping[str, str]
) -> Response:
    """A match of its own out of a record."""
    client = client_of(request.scope)
    start = await table.porter.take(data, client)
    try:
        title = books.title_of(start.header.title)
        kinds = kinds_of(title, start.header.scenario, seats)
    except ValueError as error:
        raise Denied("malformed", str(error)) from error
    return json_answer(await table.begin(start, kinds, client, private=True), 201)


async def _check_holds_all(table: Table, match: str, request: Request) -> None:
    if not await table.holds_all(match, request):
        raise Denied("forbidden", "until the game is over this is for whoever holds every seat")
