"""Many live matches at one table, against a server that only echoes the same bytes.

Both are served alike, on the loopback, and driven by the same client: two seats of each match
listen, and actions come at a steady rate, whether those before them have been answered or not.

    python -m benchmarks.load            200 matches, two minutes at most
    python -m benchmarks.load --quick    does it run at all?
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs as a file and as a module alike

SEATS = ("us", "german")
PATIENCE = 120.0


@dataclass(frozen=True)
class Size:
    """How many matches, how many actions, and how many of them each second."""

    matches: int = 200
    actions: int = 1000
    rate: float = 40.0


QUICK = Size(matches=6, actions=30, rate=30.0)


@dataclass
class Load:
    """Seconds from when an action was due until it was acknowledged, and until both seats knew.

    `busy` is the processor time of the server for all of them.
    """

    process: int = 0
    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    busy: float = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        before = processor_seconds(self.process)
        yield
        self.busy = processor_seconds(self.process) - before


@dataclass(frozen=True)
class Report:
    size: Size
    table: Load
    echo: Load

    def row(self, name: str, part: float) -> list[float]:
        ours, theirs = getattr(self.table, name), getattr(self.echo, name)
        return [percentile(ours, part), percentile(theirs, part)]


def processor_seconds(process: int) -> float:
    """What a process has used so far."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def percentile(times: list[float], part: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


# -- a client ----------------------------------------------------------------------------


class Offer(msgspec.Struct):
    action: msgspec.Raw


class Seen(msgspec.Struct):
    """As much of a Now as a player needs."""

    n: int
    deciders: list[str]
    offers: list[Offer]


class Told(msgspec.Struct):
    n: int
    now: Seen | None = None


async def post(address: str, path: str, token: str, body: bytes) -> bytes:
    """Asks one thing, on a connection of its own: a server does not keep idle ones for long."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: table\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    top = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    fields = dict(line.split(": ", 1) for line in top.split("\r\n")[1:] if line)
    answer = await reader.readexactly(int(fields["content-length"]))
    writer.close()
    if fields.get("content-encoding") == "gzip":
        answer = gzip.decompress(answer)
    assert " 20" in top[:13], f"not acknowledged: {top[:13]} {answer[:200]!r}"
    return answer


@dataclass
class Listener:
    """A seat with its feed, and the last it was told."""

    seat: str
    token: str
    feed: ClientConnection
    seen: Seen | None = None
    raw: str = ""
    count: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        async for push in self.feed:
            self.raw = str(push)
            told = msgspec.json.decode(self.raw, type=Told)
            if told.now is not None:
                self.seen = told.now
            elif self.seen is not None:
                self.seen.n = told.n
            self.count += 1
            self.changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.changed.clear()
                await self.changed.wait()


@dataclass
class Game:
    """A match with its seats, and every request made in it."""

    id: str
    address: str
    seats: dict[str, Listener]
    n: int = 1
    asked: list[tuple[str, bytes]] = field(default_factory=list)
    answer: bytes = b""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def path(self) -> str:
        return f"/api/matches/{self.id}"


async def act(game: Game, rng: Random, due: float, load: Load) -> None:
    """An action by lot; both seats must be told of it."""
    async with game.lock:
        for seat in game.seats.values():
            await seat.until(lambda s=seat: s.seen is not None and s.seen.n >= game.n)
        seat = next(s for s in game.seats.values() if s.seat in _seen(s).deciders)
        action = rng.choice(_seen(seat).offers).action
        body = b'{"at":%d,"action":%s}' % (game.n, bytes(action))
        game.asked.append((seat.token, body))
        game.answer = await post(game.address, f"{game.path}/play", seat.token, body)
        load.acknowledged.append(time.perf_counter() - due)
        game.n = msgspec.json.decode(game.answer, type=Seen).n
        for other in game.seats.values():
            await other.until(lambda s=other: _seen(s).n >= game.n)
        load.told.append(time.perf_counter() - due)


def _seen(listener: Listener) -> Seen:
    assert listener.seen is not None, "the first push has come"
    return listener.seen


async def act_again(game: Game, turn: int, due: float, load: Load) -> None:
    """The same request as at the table, its answer the last one the table gave."""
    async with game.lock:
        before = {seat: listener.count for seat, listener in game.seats.items()}
        token, body = game.asked[turn]
        answer = await post(game.address, f"{game.path}/play", token, body)
        load.acknowledged.append(time.perf_counter() - due)
        assert answer == game.answer
        for seat, listener in game.seats.items():
            await listener.until(lambda s=seat, at=listener: at.count > before[s])
        load.told.append(time.perf_counter() - due)


# -- driving -----------------------------------------------------------------------------


async def drive(
    name: str, size: Size, games: list[Game], one: Callable[[Game, int, float], Awaitable[None]]
) -> None:
    """Actions at a steady rate, match by match; each is waited for at the end."""
    tasks: list[asyncio.Future[None]] = []
    start = time.perf_counter()
    for k in range(size.actions):
        due = start + k / size.rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        turn, which = divmod(k, len(games))
        tasks.append(asyncio.ensure_future(one(games[which], turn, due)))
        if k % 100 == 0:
            say(f"{name}: {sum(t.done() for t in tasks)} of {size.actions} actions acknowledged")
    await asyncio.gather(*tasks)
    say(f"{name}: {len(tasks)} of {size.actions} actions acknowledged")


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


@asynccontextmanager
async def seated(address: str, id_: str, tokens: dict[str, str]) -> AsyncIterator[Game]:
    """A game whose two seats listen."""
    seats: dict[str, Listener] = {}
    hearing: list[asyncio.Task[None]] = []
    for seat in SEATS:
        feed = await connect(f"ws://{address}/api/matches/{id_}/feed", max_size=None)
        await feed.send(msgspec.json.encode({"token": tokens[seat]}).decode())
        seats[seat] = Listener(seat, tokens[seat], feed)
        hearing.append(asyncio.create_task(seats[seat].listen()))
        await seats[seat].until(lambda s=seat: seats[s].count > 0)
    try:
        yield Game(id_, address, seats)
    finally:
        for task, listener in zip(hearing, seats.values(), strict=True):
            task.cancel()
            listener.feed.transport.abort()


async def all_seated(
    stack: AsyncExitStack, name: str, address: str, begun: Iterable[tuple[str, dict[str, str]]]
) -> list[Game]:
    games: list[Game] = []
    for id_, tokens in begun:
        games.append(await stack.enter_async_context(seated(address, id_, tokens)))
        if len(games) % 50 == 0:
            say(f"{name}: {len(games)} matches, {2 * len(games)} seats listen")
    return games


async def at_the_table(address: str, size: Size, load: Load) -> list[Game]:
    rng = Random(217)
    async with AsyncExitStack() as stack:
        say(f"table: beginning {size.matches} matches")
        begun = [await begin(address) for _ in range(size.matches)]
        games = await all_seated(stack, "table", address, begun)
        with load.timed():
            await drive("table", size, games, lambda game, _, due: act(game, rng, due, load))
    return games


async def begin(address: str) -> tuple[str, dict[str, str]]:
    wanted = {"title": "lost_battalion", "scenario": "learning", "private": True}
    body = msgspec.json.encode(wanted)
    made = msgspec.json.decode(await post(address, "/api/matches", "", body))
    return made["id"], made["tokens"]


async def at_the_echo(address: str, size: Size, load: Load, played: list[Game]) -> None:
    async with AsyncExitStack() as stack:
        begun = [(g.id, {seat: at.token for seat, at in g.seats.items()}) for g in played]
        for game in played:
            await lend(address, game)
        games = await all_seated(stack, "echo", address, begun)
        for game, before in zip(games, played, strict=True):
            game.asked, game.answer = before.asked, before.answer
        with load.timed():
            await drive("echo", size, games, lambda game, k, due: act_again(game, k, due, load))


async def lend(address: str, game: Game) -> None:
    """Gives the echo what it is to say."""
    pushes = {listener.token: listener.raw for listener in game.seats.values()}
    body = msgspec.json.encode([game.answer.decode(), pushes])
    await post(address, f"{game.path}/lend", "", body)


# -- servers -----------------------------------------------------------------------------


def echo_app(limits: Any) -> Any:
    """Answers and pushes what it was lent, through all that the table's own go through."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from grognard.table.app import around
    from grognard.table.door.bodies import body_of

    lent: dict[str, tuple[bytes, dict[str, str]]] = {}
    sockets: dict[str, list[tuple[WebSocket, str]]] = {}

    async def lend(request: Request) -> Response:
        answer, pushes = msgspec.json.decode(await body_of(request, 2**24, PATIENCE))
        lent[request.path_params["match"]] = answer.encode(), pushes
        return Response(b"{}")

    async def play(request: Request) -> Response:
        await body_of(request, limits.body, limits.body_seconds)
        match = request.path_params["match"]
        answer, pushes = lent[match]
        for listening, token in sockets[match]:
            tasks.add(task := asyncio.create_task(listening.send_text(pushes[token])))
            task.add_done_callback(tasks.discard)
        return Response(answer, media_type="application/json")

    async def feed(listening: WebSocket) -> None:
        await listening.accept()
        match = listening.path_params["match"]
        token = msgspec.json.decode(await listening.receive_text())["token"]
        sockets.setdefault(match, []).append((listening, token))
        await listening.send_text(lent[match][1][token])
        try:
            while True:
                await listening.receive_text()
        except WebSocketDisconnect:
            pass

    tasks: set[asyncio.Task[None]] = set()
    routes = [
        Route("/api/matches/{match}/lend", lend, methods=["POST"]),
        Route("/api/matches/{match}/play", play, methods=["POST"]),
        WebSocketRoute("/api/matches/{match}/feed", feed),
    ]
    return Starlette(routes=routes, middleware=around(limits))


def serve(kind: str, database: str) -> None:
    """Serves one of the two on a free port, and prints the address."""
    from grognard.table.app import make_app
    from grognard.table.door.limits import Limits
    from grognard.table.server import run

    # The whole load comes from one address; a limit for each client would be all that is measured.
    limits = Limits(
        burst=1e9, rate=1e9, connections=10_000, feeds=10_000, answers=1000, matches=10_000
    )
    app = make_app(database, limits) if kind == "table" else echo_app(limits)
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        print(f"127.0.0.1:{listening.getsockname()[1]}", flush=True)
        run(app, limits, listening)


class Serving:
    """One of the two as a process."""

    def __init__(self, kind: str, database: str, load: Load) -> None:
        words = [sys.executable, str(Path(__file__)), "--serve", kind, "--database", database]
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": paths}
        )
        load.process = self.process.pid

    def __enter__(self) -> str:
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        assert address, "the server did not start; see above"
        return address

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


# -- all together ------------------------------------------------------------------------


def measure(quick: bool, database: str | None = None) -> Report:
    """Both runs, one after the other."""
    size = QUICK if quick else Size()
    report = Report(size, Load(), Load())
    with tempfile.TemporaryDirectory() as folder:
        where = database or str(Path(folder) / "load.db")
        with Serving("table", where, report.table) as address:
            games = asyncio.run(at_the_table(address, size, report.table))
        with Serving("echo", where, report.echo) as address:
            asyncio.run(at_the_echo(address, size, report.echo, games))
    return report


def rows(report: Report) -> list[list[str]]:
    """Milliseconds of both, and their ratio."""
    made = []
    for name in ("acknowledged", "told"):
        for part in (0.5, 0.99):
            ours, theirs = report.row(name, part)
            figures = [f"{ours * 1e3:.1f}", f"{theirs * 1e3:.1f}", f"{ours / theirs:.1f}×"]
            made.append([f"{name}, p{part * 100:g}", *figures])
    ours, theirs = (load.busy / report.size.actions for load in (report.table, report.echo))
    figures = [f"{ours * 1e3:.1f}", f"{theirs * 1e3:.1f}", f"{ours / max(theirs, 1e-6):.1f}×"]
    return [*made, ["processor time of the server, each", *figures]]


def heading(report: Report) -> list[str]:
    size = report.size
    what = f"{size.matches} matches, {size.actions} actions, {size.rate:g}/s; milliseconds"
    return [what, "table", "echo", "ratio"]


def record(report: Report) -> dict[str, Any]:
    return {
        "matches": report.size.matches,
        "seats": 2 * report.size.matches,
        "actions": report.size.actions,
        "rate": report.size.rate,
        "acknowledged": len(report.table.acknowledged),
        **{row[0]: {"table": row[1], "echo": row[2], "ratio": row[3]} for row in rows(report)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few matches: does it run at all?")
    parser.add_argument(
        "--database", help="where the table keeps them; a temporary file if not given"
    )
    parser.add_argument("--serve", choices=["table", "echo"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.database)
        return
    report = measure(options.quick, options.database)
    for row in [heading(report), *rows(report)]:
        print("  ".join(cell.rjust(10) if i else cell.ljust(56) for i, cell in enumerate(row)))


if __name__ == "__main__":
    main()
