"""The whole table: which address asks for what, and what all of them pass through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from grognard.table.calling.posting import Hosts
from grognard.table.desk import books, links, lobby, play, taking
from grognard.table.desk.errors import HANDLERS
from grognard.table.desk.feed import feed
from grognard.table.desk.table import RECORDS, Table
from grognard.table.door.guard import Guard, client_of
from grognard.table.door.limits import Limits
from grognard.table.door.visitors import Network
from grognard.table.keeping.store import Store

Endpoint: TypeAlias = Callable[[Table, Request], Awaitable[Response]]

_GET: Final[dict[str, Endpoint]] = {
    "/": lobby.page,
    "/limits": lobby.limits_page,
    "/api/titles": lobby.titles,
    "/api/titles/{key}/drawing": lobby.drawing,
    "/api/rules/{key}": lobby.rules,
    "/api/charts/{key}": lobby.charts,
    "/api/matches": lobby.listed,
    "/api/matches/{match}": play.about,
    "/api/matches/{match}/brief": lobby.brief,
    "/api/matches/{match}/now": play.now,
    "/api/matches/{match}/at/{n}": play.then,
    "/api/matches/{match}/record": taking.record,
    "/api/matches/{match}/webhook": links.hook,
}
_POST: Final[dict[str, Endpoint]] = {
    "/api/matches": lobby.create,
    RECORDS: taking.bring,
    "/api/matches/{match}/play": play.play,
    "/api/matches/{match}/undo": play.undo,
    "/api/matches/{match}/rewind": play.ask_back,
    "/api/matches/{match}/answer": play.answer_back,
    "/api/matches/{match}/why": play.why,
    "/api/matches/{match}/odds": play.odds,
    "/api/matches/{match}/threats": play.threats,
    "/api/matches/{match}/overlay": play.overlay,
    "/api/matches/{match}/branch": taking.branch,
    "/api/matches/{match}/reissue": links.reissue,
    "/api/matches/{match}/webhook": links.set_hook,
}
_DELETE: Final[dict[str, Endpoint]] = {"/api/matches/{match}/webhook": links.drop_hook}


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
        exception_handlers=HANDLERS,
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
        Mount("/static", StaticFiles(directory=lobby.STATIC, check_dir=False)),
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
