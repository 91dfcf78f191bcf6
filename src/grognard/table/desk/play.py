"""A match as one seat has it: what it sees, does, takes back and asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard.match import MatchError
from grognard.table.desk.table import Table, number, since
from grognard.table.door.bodies import json_answer
from grognard.table.faults import Denied, denied
from grognard.table.messages import requests
from grognard.table.rooms import deeds, rewind
from grognard.table.rooms.about import about as about_match
from grognard.table.rooms.room import Room
from grognard.waist.title import Seat


async def about(table: Table, request: Request) -> Response:
    match, seat = await table.seat_of(request)
    whole = await table.holds_all(match, request)
    return json_answer(await table.rooms.look(match, lambda room: about_match(room, seat, whole)))


async def now(table: Table, request: Request) -> Response:
    match, seat = await table.seat_of(request)
    start = since(request)
    seen = await table.rooms.look(match, lambda room: room.now(seat, start))
    table.rooms.looked(match, seat)
    return json_answer(seen)


async def then(table: Table, request: Request) -> Response:
    """The past as the asker saw it; of a game that is over, as anybody saw it."""
    match, seat = await table.seat_of(request)
    n, start = number(request.path_params["n"]), since(request)
    whose = request.query_params.get("eyes")
    if whose is not None:
        seat = await _borrowed(table, match, whose)
    return json_answer(await table.rooms.look(match, lambda room: room.then(seat, n, start)))


async def _borrowed(table: Table, match: str, whose: str) -> Seat | None:
    room = await table.rooms.room(match)
    if room.match.deciders():
        raise Denied("forbidden", "until the game is over you see with your own eyes")
    if whose != "onlooker" and whose not in room.kinds:
        raise Denied("malformed", f"there is no seat “{whose[:40]}”")
    return None if whose == "onlooker" else Seat(whose)


# -- doing -----------------------------------------------------------------------------


async def play(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.Play)
    seen, stopped = await table.rooms.play(
        match,
        seat,
        asked.at,
        _log_start(request, asked.at),
        lambda room: deeds.play(room, seat, asked),
    )
    return json_answer(seen if stopped is None else msgspec.structs.replace(seen, stopped=stopped))


async def undo(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.TakeBack)
    return await _done(
        table, request, (match, seat), asked.at, lambda room: room.match.undo(seat, asked.to)
    )


async def ask_back(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.AskBack)
    return await _done(
        table, request, (match, seat), asked.at, lambda room: rewind.ask(room, seat, asked.to)
    )


async def answer_back(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.Answer)
    return await _done(
        table,
        request,
        (match, seat),
        asked.at,
        lambda room: rewind.answer(room, seat, asked.granted),
    )


async def _done(
    table: Table, request: Request, who: tuple[str, Seat], at: int, deed: Callable[[Room], None]
) -> Response:
    """Does it, and shows what has become of the match."""
    seen, _ = await table.rooms.play(*who, at, _log_start(request, at), deed)
    return json_answer(seen)


def _log_start(request: Request, at: int) -> int:
    """Whoever plays has read the log up to there, unless told otherwise."""
    return since(request) if "since" in request.query_params else at


# -- asking ----------------------------------------------------------------------------


async def why(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.Why)
    return await _asked(table, match, lambda room: deeds.why(room, seat, asked))


async def odds(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.Deed)
    return await _asked(table, match, lambda room: deeds.odds(room, seat, asked))


async def threats(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.At)
    return await _asked(table, match, lambda room: deeds.threats(room, seat, asked))


async def overlay(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, requests.Show)
    return await _asked(table, match, lambda room: deeds.overlay(room, seat, asked))


async def _asked(table: Table, match: str, question: Callable[[Room], Any]) -> Response:
    try:
        return json_answer(await table.rooms.look(match, question))
    except MatchError as error:
        raise denied(error) from error
