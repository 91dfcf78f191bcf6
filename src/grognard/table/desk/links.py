"""What a seat sets for itself: a new link, and the web address that is called for it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from grognard.table.desk.table import Table, bearer
from grognard.table.door.bodies import json_answer
from grognard.table.faults import Denied
from grognard.table.keeping.rows import SeatRow
from grognard.table.messages import answers, requests
from grognard.table.rooms.room import Room
from grognard.table.rooms.seats import NO_SEAT, hashed, new_token, onlookers_link


async def reissue(table: Table, request: Request) -> Response:
    """A new link for the seat, or for onlookers; the old one is void from now on."""
    match: str = request.path_params["match"]
    token = bearer(request)
    link = await table.link(match, token)
    if not token or link.seat == NO_SEAT:
        raise Denied("forbidden", "only whoever holds a seat may have a link made anew")
    if table.read(request, requests.Reissue).onlookers:
        link = _onlookers(await table.rooms.room(match))
    fresh = new_token()
    await table.rooms.relink(match, link, hashed(fresh))
    return json_answer(answers.Link(fresh))


def _onlookers(room: Room) -> SeatRow:
    link = onlookers_link(room.seats)
    if link is None:
        raise Denied("unplayable", "onlookers cannot be let in: their row is damaged")
    return link


async def hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    return json_answer(await table.rooms.run(table.hooks.get, match, seat))


async def set_hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.SetHook)
    return json_answer(await table.rooms.run(table.hooks.put, match, seat, asked.url))


async def drop_hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    return json_answer(await table.rooms.run(table.hooks.drop, match, seat))
