"""The lobby: the page itself, the titles and their books, the matches anybody may see."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from grognard.match import BadSetup, full_options
from grognard.table.desk import books
from grognard.table.desk.table import Table, bearer, eyes
from grognard.table.door import notice
from grognard.table.door.bodies import json_answer
from grognard.table.door.guard import client_of
from grognard.table.faults import Denied, clipped, denied
from grognard.table.keeping.reading import Unreadable
from grognard.table.keeping.rows import MatchRow, Start, start_of
from grognard.table.messages import answers, requests
from grognard.table.records import files
from grognard.table.rooms.about import sitting
from grognard.table.rooms.playable import check_playable
from grognard.table.rooms.seats import kinds_of, link_of

STATIC: Final = Path(__file__).parents[1] / "static"
_LISTED: Final = 200


async def page(_: Table, __: Request) -> Response:
    index = STATIC / "index.html"
    if not index.is_file():
        raise Denied("not_found", "the page is not part of this installation")
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


async def limits_page(table: Table, _: Request) -> Response:
    return Response(notice.page(table.limits), media_type="text/html")


async def titles(table: Table, _: Request) -> Response:
    return json_answer(await table.rooms.run(books.title_rows))


async def drawing(table: Table, request: Request) -> Response:
    key, scenario = request.path_params["key"], request.query_params.get("scenario")
    return _kept(request, await table.rooms.run(books.drawing, key, scenario), "image/svg+xml")


async def rules(table: Table, request: Request) -> Response:
    found = await table.rooms.run(books.rules, request.path_params["key"])
    return _kept(request, found, "application/json")


async def charts(table: Table, request: Request) -> Response:
    found = await table.rooms.run(books.charts, request.path_params["key"])
    return _kept(request, found, "application/json")


def _kept(request: Request, data: bytes, kind: str) -> Response:
    """An answer a browser may keep, and ask whether it is still good."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=300"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=kind)


async def listed(table: Table, _: Request) -> Response:
    return json_answer(await table.rooms.run(_listed, table))


def _listed(table: Table) -> list[answers.Brief]:
    rows = table.store.listed(_LISTED)
    kinds = table.store.kinds([row.id for row in rows])
    return [_tile(row, kinds.get(row.id, {})) for row in rows if row.id]


def _tile(row: MatchRow | Unreadable, kinds: dict[str, str]) -> answers.Brief:
    """A line of the list: of a match that cannot be played an honest one."""
    if isinstance(row, Unreadable):
        return _spoilt(row.id, row.title, row.why)
    try:
        check_playable(row, kinds)
        return _brief(row, kinds)
    except Denied as told:
        return _spoilt(row.id, row.title, told.sentence)


def _spoilt(match: str, title: str, why: str) -> answers.Brief:
    name = title[:40] or "A match"
    return answers.Brief(
        id=match,
        title=name,
        name=name,
        scenario="",
        turn_line=clipped(why),
        deciders=[],
        over=False,
        n=0,
        seats={},
        seat=UNSET,
    )


def _brief(row: MatchRow, kinds: dict[str, str], seat: Any = UNSET) -> answers.Brief:
    title = books.title_of(row.title)
    seats: dict[str, str] = {key: kinds[key] for key in title.SEATS if key in kinds}
    return answers.Brief(
        id=row.id,
        title=row.title,
        name=title.NAME,
        scenario=row.scenario,
        turn_line=row.turn_line,
        deciders=row.deciders,
        over=row.over,
        n=row.length,
        seats=sitting(seats, row.names),
        seat=seat,
    )


async def brief(table: Table, request: Request) -> Response:
    token = bearer(request)
    return json_answer(await table.rooms.run(_mine, table, request.path_params["match"], token))


def _mine(table: Table, match: str, token: str) -> answers.Brief:
    # Straight from the store: a list of many matches should not fold them all.
    row = table.store.match(match)
    if row is None:
        raise Denied("not_found", "there is no such match")
    seats = table.store.seats(match)
    link = link_of(seats, token)
    if link is None:
        raise Denied("forbidden", "this link does not open a seat of this match")
    return _brief(row, {s.seat: s.kind for s in seats}, eyes(link))


async def create(table: Table, request: Request) -> Response:
    asked = table.read(request, requests.NewMatch)
    start, kinds = await table.rooms.run(_set_up, asked)
    begun = await table.begin(
        start,
        kinds,
        client_of(request.scope),
        private=asked.private,
        names=asked.names,
        says_why=asked.says_why,
    )
    return json_answer(begun, 201)


def _set_up(asked: requests.NewMatch) -> tuple[Start, dict[str, str]]:
    title = books.title_of(asked.title)
    try:
        kinds = kinds_of(title, asked.scenario, asked.seats)
        full_options(title, asked.options)
        match = files.new_match(title, asked.scenario, dict(asked.options))
    except BadSetup as bad:
        raise denied(bad) from bad
    except ValueError as error:
        raise Denied("malformed", str(error)) from error
    return start_of(title, match), kinds
