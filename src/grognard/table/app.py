"""The routes: each reads a request, asks the match of that seat, and answers as JSON."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.match import BadSetup, MatchError, full_options
from grognard.table import messages as msg
from grognard.table.calling.posting import Hosts
from grognard.table.calling.webhooks import Webhooks
from grognard.table.desk import books
from grognard.table.door import notice
from grognard.table.door.limits import (
    Buckets,
    Guard,
    Limits,
    body_of,
    client_of,
    denial,
    json_answer,
)
from grognard.table.door.turns import Turns
from grognard.table.door.visitors import Network
from grognard.table.faults import Denied, clipped, denied
from grognard.table.keeping.rows import MatchRow, SeatRow, Start, start_of
from grognard.table.keeping.store import Store, Unreadable
from grognard.table.records import files
from grognard.table.records.porter import Porter
from grognard.table.rooms import deeds, rewind
from grognard.table.rooms.listeners import Feed, Listener
from grognard.table.rooms.room import Room, among_bots
from grognard.table.rooms.rooms import Rooms
from grognard.table.rooms.seats import NO_SEAT, hashed, kinds_of, link_of, new_token
from grognard.table.sight.now import looks_the_same
from grognard.waist.title import Seat

T = TypeVar("T")
Endpoint: TypeAlias = Callable[["Table", Request], Awaitable[Response]]

STATIC: Final = Path(__file__).parent / "static"
_LISTED: Final = 200
_BRING: Final = "/api/records"
_MEANS: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
_log = logging.getLogger(__name__)


class Table:
    """What the routes share."""

    def __init__(self, store: Store, limits: Limits, choice_seconds: float, hosts: Hosts) -> None:
        self.store, self.limits = store, limits
        self.hooks = Webhooks(store, hosts)
        self.feed = Feed(limits.sockets)
        self.porter = Porter(limits)
        self.rooms = Rooms(
            store,
            self.feed,
            choice_seconds=choice_seconds,
            unwatched_seconds=limits.unwatched_seconds,
        )
        self.rooms.commits.committed = self.hooks.committed
        self.turns = Turns(limits.answers, limits.connections)
        self._begun = Buckets(limits.matches, limits.matches / 3600)
        self._among_bots: defaultdict[str, set[str]] = defaultdict(set)  # by who began them
        self._counting = asyncio.Lock()

    async def begin(
        self, start: Start, kinds: Mapping[str, str], client: str, **more: Any
    ) -> msg.Begun:
        """Keeps a new match; of bots among themselves each client may have but a few at play."""
        if not self._begun.take(client, 1):
            raise Denied("too_many", "you have begun many matches; wait a few minutes", again=60)
        if not among_bots(kinds.values()):
            return await self.rooms.begin(start, kinds, client, **more)
        async with self._counting:  # one at a time: those begun at the same moment count too
            theirs = set(filter(self.rooms.thinking.is_at_play, self._among_bots[client]))
            self._among_bots[client] = theirs
            if len(theirs) >= self.limits.bot_matches:
                raise Denied("too_many", f"you have {len(theirs)} matches of bots at play already")
            begun = await self.rooms.begin(start, kinds, client, **more)
            theirs.add(begun.id)
            return begun

    async def seat_of(self, request: Request) -> tuple[str, Seat | None]:
        """The match asked about and whose eyes the token opens; raises Denied."""
        match: str = request.path_params["match"]
        link = await self.link(match, bearer(request))
        return match, eyes(link)

    async def player_of(self, request: Request) -> tuple[str, Seat]:
        match, seat = await self.seat_of(request)
        if seat is None:
            raise Denied("forbidden", "onlookers look on")
        return match, seat

    async def link(self, match: str, token: str) -> SeatRow:
        room = await self.rooms.room(match)
        if not token and not room.row.private:
            # Anybody may look on at a match that is listed.
            return next(row for row in room.seats if row.seat == NO_SEAT)
        found = link_of(room.seats, token)
        if found is None:
            raise Denied("forbidden", "this link does not open a seat of this match")
        return found

    async def receive(self, request: Request) -> None:
        """Takes the body in before its client's turn: who sends slowly holds up nobody."""
        large = request.url.path == _BRING
        most = self.limits.record if large else self.limits.body
        seconds = self.limits.body_seconds * (4 if large else 1)
        request.state.body = await body_of(request, most, seconds)

    def read(self, request: Request, kind: type[T]) -> T:
        """The body as a message; raises Denied."""
        try:
            return msgspec.json.decode(request.state.body, type=kind)
        except _UNREADABLE as error:
            raise Denied("malformed", f"the request cannot be read: {error}") from error


def bearer(request: Request) -> str:
    """The token of the request, "" for none; raises Denied."""
    given = request.headers.get("authorization", "")
    word, _, token = given.partition(" ")
    if given and (word.lower() != "bearer" or not token.strip()):
        raise Denied("forbidden", "the Authorization header holds no token")
    return token.strip()


def eyes(link: SeatRow) -> Seat | None:
    return None if link.seat == NO_SEAT else Seat(link.seat)


def number(text: str) -> int:
    """A number in an address; raises Denied."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Denied("malformed", "an entry's number is needed")
    return int(text)


def since(request: Request) -> int:
    return number(request.query_params.get("since", "0"))


# -- the lobby -----------------------------------------------------------------------


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
    key = request.path_params["key"]
    title = books.title_of(key)
    scenario = request.query_params.get("scenario", title.scenarios()[0].key)
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


def _listed(table: Table) -> list[msg.Brief]:
    rows = table.store.listed(_LISTED)
    kinds = table.store.kinds([row.id for row in rows])
    return [_tile(row, kinds.get(row.id, {})) for row in rows if row.id]


def _tile(row: MatchRow | Unreadable, kinds: dict[str, str]) -> msg.Brief:
    """A line of the list: of a match that cannot be played an honest one."""
    if isinstance(row, Unreadable):
        return _spoilt(row.id, row.title, row.why)
    try:
        return _brief(row, kinds)
    except Denied as told:
        return _spoilt(row.id, row.title, told.sentence)


def _spoilt(match: str, title: str, why: str) -> msg.Brief:
    name = title[:40] or "A match"
    return msg.Brief(
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


def _brief(row: MatchRow, kinds: dict[str, str], seat: Any = UNSET) -> msg.Brief:
    title = books.title_of(row.title)
    seats: dict[str, str] = {key: kinds[key] for key in title.SEATS if key in kinds}
    return msg.Brief(
        id=row.id,
        title=row.title,
        name=title.NAME,
        scenario=row.scenario,
        turn_line=row.turn_line,
        deciders=row.deciders,
        over=row.over,
        n=row.length,
        seats=deeds.sitting(seats, row.names),
        seat=seat,
    )


async def create(table: Table, request: Request) -> Response:
    asked = table.read(request, msg.NewMatch)
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


def _set_up(asked: msg.NewMatch) -> tuple[Start, dict[str, str]]:
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


# -- a match -------------------------------------------------------------------------


async def about(table: Table, request: Request) -> Response:
    match, seat = await table.seat_of(request)
    whole = await _holds_all(table, match, request)
    return json_answer(await table.rooms.look(match, lambda room: deeds.about(room, seat, whole)))


async def brief(table: Table, request: Request) -> Response:
    token = bearer(request)
    return json_answer(await table.rooms.run(_mine, table, request.path_params["match"], token))


def _mine(table: Table, match: str, token: str) -> msg.Brief:
    # Straight from the store: a list of many matches should not fold them all.
    row = table.store.match(match)
    if row is None:
        raise Denied("not_found", "there is no such match")
    seats = table.store.seats(match)
    link = link_of(seats, token)
    if link is None:
        raise Denied("forbidden", "this link does not open a seat of this match")
    return _brief(row, {s.seat: s.kind for s in seats}, eyes(link))


async def now(table: Table, request: Request) -> Response:
    match, seat = await table.seat_of(request)
    start = since(request)
    seen = await table.rooms.look(match, lambda room: room.now(seat, start))
    table.rooms.looked(match, seat)
    return json_answer(seen)


async def play(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.Play)
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
    asked = table.read(request, msg.TakeBack)
    return await _done(
        table, request, (match, seat), asked.at, lambda room: room.match.undo(seat, asked.to)
    )


async def ask_back(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.AskBack)
    return await _done(
        table, request, (match, seat), asked.at, lambda room: rewind.ask(room, seat, asked.to)
    )


async def answer_back(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.Answer)
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


async def why(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.Why)
    return await _asked(table, match, lambda room: deeds.why(room, seat, asked))


async def odds(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.Deed)
    return await _asked(table, match, lambda room: deeds.odds(room, seat, asked))


async def threats(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.At)
    return await _asked(table, match, lambda room: deeds.threats(room, seat, asked))


async def overlay(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.Show)
    return await _asked(table, match, lambda room: deeds.overlay(room, seat, asked))


async def _asked(table: Table, match: str, question: Callable[[Room], Any]) -> Response:
    try:
        return json_answer(await table.rooms.look(match, question))
    except MatchError as error:
        raise denied(error) from error


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


# -- records and branches ------------------------------------------------------------


async def _holds_all(table: Table, match: str, request: Request) -> bool:
    """Whether nothing is hidden from the asker: it is over, or all seats are theirs."""
    room = await table.rooms.room(match)
    if not room.match.deciders():
        return True
    more = request.headers.get("grognard-seats", "").split(",")[:16]
    links = [link_of(room.seats, token.strip()) for token in (bearer(request), *more)]
    held = {link.seat for link in links if link is not None}
    # A bot has secrets too, and its seat is nobody's to hold.
    return set(room.kinds) <= held


async def _check_holds_all(table: Table, match: str, request: Request) -> None:
    if not await _holds_all(table, match, request):
        raise Denied("forbidden", "until the game is over this is for whoever holds every seat")


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
    asked = table.read(request, msg.Fork)
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


async def reissue(table: Table, request: Request) -> Response:
    """A new link for the seat, or for onlookers; the old one is void from now on."""
    match: str = request.path_params["match"]
    token = bearer(request)
    link = await table.link(match, token)
    if not token or link.seat == NO_SEAT:
        raise Denied("forbidden", "only whoever holds a seat may have a link made anew")
    if table.read(request, msg.Reissue).onlookers:
        room = await table.rooms.room(match)
        link = next(row for row in room.seats if row.seat == NO_SEAT)
    fresh = new_token()
    await table.rooms.relink(match, link, hashed(fresh))
    return json_answer(msg.Link(fresh))


async def hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    return json_answer(await table.rooms.run(table.hooks.get, match, seat))


async def set_hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    asked = table.read(request, msg.SetHook)
    return json_answer(await table.rooms.run(table.hooks.put, match, seat, asked.url))


async def drop_hook(table: Table, request: Request) -> Response:
    match, seat = await table.player_of(request)
    return json_answer(await table.rooms.run(table.hooks.drop, match, seat))


# -- the feed ------------------------------------------------------------------------


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


async def _hello(table: Table, socket: WebSocket) -> msg.Hello:
    return _frame(await _received(table, socket), msg.Hello)


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
        beat = _frame(await _received(table, socket), msg.Beat)
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
    before: msg.Now | None = None
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
        push = msg.Push(now.n, None if looks_the_same(now, before) and not told else now)
        await socket.send_text(msgspec.json.encode(push).decode())
        before, start = now, now.n


async def _look(table: Table, match: str, seat: Seat | None, start: int) -> msg.Now:
    return await table.rooms.look(match, lambda room: room.now(seat, start))


# -- all together --------------------------------------------------------------------

_GET: Final[dict[str, Endpoint]] = {
    "/": page,
    "/limits": limits_page,
    "/api/titles": titles,
    "/api/titles/{key}/drawing": drawing,
    "/api/rules/{key}": rules,
    "/api/charts/{key}": charts,
    "/api/matches": listed,
    "/api/matches/{match}": about,
    "/api/matches/{match}/brief": brief,
    "/api/matches/{match}/now": now,
    "/api/matches/{match}/at/{n}": then,
    "/api/matches/{match}/record": record,
    "/api/matches/{match}/webhook": hook,
}
_POST: Final[dict[str, Endpoint]] = {
    "/api/matches": create,
    _BRING: bring,
    "/api/matches/{match}/play": play,
    "/api/matches/{match}/undo": undo,
    "/api/matches/{match}/rewind": ask_back,
    "/api/matches/{match}/answer": answer_back,
    "/api/matches/{match}/why": why,
    "/api/matches/{match}/odds": odds,
    "/api/matches/{match}/threats": threats,
    "/api/matches/{match}/overlay": overlay,
    "/api/matches/{match}/branch": branch,
    "/api/matches/{match}/reissue": reissue,
    "/api/matches/{match}/webhook": set_hook,
}
_DELETE: Final[dict[str, Endpoint]] = {"/api/matches/{match}/webhook": drop_hook}


def make_app(
    database: str,
    limits: Limits | None = None,
    *,
    choice_seconds: float = 20.0,
    hosts: Hosts | None = None,
    trusted: Sequence[Network] = (),
    names: frozenset[str] | None = None,
) -> Starlette:
    """The table on that database, to be served by any ASGI server in one process.

    Proxies on `trusted` networks are believed whom they come from; under another host than
    one of `names`, if any are given, nothing is answered.
    """
    bounds = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, database)
        table = app.state.table = Table(store, bounds, choice_seconds, hosts or Hosts())
        # What the first to come would otherwise wait for.
        await table.rooms.run(books.warm_up)
        await table.rooms.open()
        await table.rooms.run(table.hooks.resume)
        try:
            yield
        finally:
            table.hooks.close()
            table.porter.close()
            await table.rooms.close()
            await asyncio.to_thread(store.close)

    return Starlette(
        routes=_routes(),
        middleware=around(bounds, trusted, names),
        exception_handlers={
            HTTPException: _no_route,
            ClientDisconnect: _gone,
            Denied: _said,
            MatchError: _declined,
            OperationalError: _unreachable,
            PoolTimeout: _unreachable,
            OSError: _out_of_means,
        },
        lifespan=lifespan,
    )


def around(
    limits: Limits, trusted: Sequence[Network] = (), names: frozenset[str] | None = None
) -> list[Middleware]:
    """What every request and answer passes through."""
    return [
        Middleware(Guard, limits=limits, trusted=trusted, names=names),
        Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5),
    ]


def _routes() -> list[Route | WebSocketRoute | Mount]:
    return [
        *(Route(path, _endpoint(asked), methods=["GET"]) for path, asked in _GET.items()),
        *(Route(path, _endpoint(asked), methods=["POST"]) for path, asked in _POST.items()),
        *(Route(path, _endpoint(asked), methods=["DELETE"]) for path, asked in _DELETE.items()),
        WebSocketRoute("/api/matches/{match}/feed", _listen),
        Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
    ]


def _endpoint(asked: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        table: Table = request.app.state.table
        if request.method == "POST":
            await table.receive(request)
        async with table.turns.of(client_of(request.scope)):
            return await asked(table, request)

    return endpoint


async def _listen(socket: WebSocket) -> None:
    await feed(socket.app.state.table, socket)


async def _said(_: Request, told: Exception) -> Response:
    assert isinstance(told, Denied)
    return denial(told)


async def _declined(_: Request, error: Exception) -> Response:
    assert isinstance(error, MatchError)
    return denial(denied(error))


async def _no_route(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return denial(Denied("no_such_method", "this address is asked in another way"))
    return denial(Denied("not_found", "there is nothing at this address"))


async def _gone(_: Request, __: Exception) -> Response:
    return denial(Denied("malformed", "the request was not sent to its end"))


async def _unreachable(_: Request, error: Exception) -> Response:
    _log.error("the database failed: %s", error)
    return denial(Denied("busy", "the database does not answer; look again in a moment"))


async def _out_of_means(_: Request, error: Exception) -> Response:
    """Without descriptors or memory it is the table that is busy, nothing is broken."""
    if not (isinstance(error, OSError) and error.errno in _MEANS):
        raise error
    _log.error("the system gives no more: %s", error.strerror)
    return denial(Denied("busy", "too much is asked of this table; look again in a moment"))
