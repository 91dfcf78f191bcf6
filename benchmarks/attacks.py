"""Attacks on a table of our own, all on this machine: what they do to somebody who plays.

    python -m benchmarks.attacks        about two minutes on two cores

Each attack is bounded in number and time and goes to a server on 127.0.0.1 that is started for
it and ended after it. In the end all of them go on at once and the server is asked to stop.
The page it prints is the one in docs/hosting.md.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from grognard.match import AnswerRewind, AskRewind, Match
from grognard.match.writing import write_record
from grognard.titles import lost_battalion as lb
from grognard.waist.title import Seat

US, GERMAN = Seat("us"), Seat("german")
BOTS: Final = {"us": "bot planner", "german": "bot planner"}
HALF: Final = b"GET /api/titles HTTP/1.1\r\nHost: x"
DESCRIPTORS: Final = 1024
MANY: Final = ("--limit", "bot_matches=100", "--limit", "matches=1000")


class Server:
    """`grognard serve` with as few descriptors as many systems grant, and one match to look at."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.database, self.log = folder / "table.db", folder / "log"
        words = ["serve", "--port", "0", "--database", str(self.database), *more]
        typed = f"ulimit -n {DESCRIPTORS}; exec {sys.executable} -u -m grognard {' '.join(words)}"
        paths = os.pathsep.join([*map(str, sys.path[:1]), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            ["sh", "-c", typed],
            stdout=subprocess.PIPE,
            stderr=self.log.open("wb"),
            text=True,
            env=os.environ | {"PYTHONPATH": paths},
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[^:]+:(\d+)", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        self.match, self.tokens = self.begun({})

    def asked(
        self, method: str, path: str, body: bytes | None = None, token: str = "", wait: float = 60
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=wait)
        try:
            head = {"Authorization": f"Bearer {token}"} if token else {}
            connection.request(method, path, body, head)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def begun(self, seats: dict[str, str]) -> tuple[str, dict[str, str]]:
        wanted = {"title": "lost_battalion", "scenario": "learning", "seats": seats}
        _, told = self.asked("POST", "/api/matches", json.dumps(wanted).encode())
        return told["id"], told["tokens"]

    def now(self, match: str, token: str) -> Any:
        return self.asked("GET", f"/api/matches/{match}/now", token=token)[1]

    def look(self) -> float:
        """How long somebody who plays waits for a look."""
        start = time.perf_counter()
        self.now(self.match, self.tokens["us"])
        return time.perf_counter() - start

    def newcomer(self) -> float:
        """How long a newcomer waits for a match and the greedy bot's first move in it."""
        start = time.perf_counter()
        match, tokens = self.begun({"german": "bot greedy"})
        while "us" not in self.now(match, tokens["us"])["deciders"]:
            time.sleep(0.01)
        return time.perf_counter() - start

    def stopped(self) -> float:
        start = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        return time.perf_counter() - start


@contextmanager
def serving(*more: str) -> Iterator[Server]:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), *more)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.wait()


# -- the attacks -------------------------------------------------------------------------


def heavy(toggles: int, rewinds: int) -> bytes:
    """A sound record of nothing but second thoughts: attacks called off, and going back."""
    match: Match[Any, Any, Any, Any] = Match.new(lb, "learning", {}, "heavy")
    words = ["attack 2138", "calloff"]
    for seat, word in ((GERMAN, "done"), (US, "done"), (US, "done")):
        match.play(seat, *lb.parse(match.state, seat, word))
    for n in range(toggles):
        match.play(US, *lb.parse(match.state, US, words[n % 2]))
    for _ in range(rewinds):
        n = len(match.entries)
        match.play(US, *lb.parse(match.state, US, words[0]))
        match.play(US, AskRewind(n))
        match.play(GERMAN, AnswerRewind(True))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "heavy.jsonl"
        write_record(path, match.header, match.entries, {})
        return path.read_bytes()


def upload(server: Server, record: bytes) -> list[Thread]:
    """Six at once."""

    def post() -> None:
        with suppress(OSError, http.client.HTTPException):
            server.asked("POST", "/api/records", record, wait=120)

    threads = [Thread(target=post, daemon=True) for _ in range(6)]
    for thread in threads:
        thread.start()
    return threads


def half_heads(server: Server, number: int, stack: ExitStack) -> list[socket.socket]:
    """So many, from a few dozen addresses of this machine."""
    made = []
    for n in range(number):
        with suppress(OSError):
            where = ("127.0.0.1", server.port)
            one = socket.create_connection(where, 5, (f"127.0.1.{1 + n % 40}", 0))
            made.append(stack.enter_context(one))
            one.sendall(HALF)
    return made


def open_still(connections: list[socket.socket]) -> int:
    return sum(not _is_shut(connection) for connection in connections)


def _is_shut(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


# -- what they do ------------------------------------------------------------------------


def waits_while(going: Callable[[], bool], look: Callable[[], float], most: int) -> list[float]:
    waits = []
    while going() and len(waits) < most:
        waits.append(look())
        time.sleep(0.02)
    return waits


def uploads(record: bytes) -> str:
    with serving() as server:
        threads = upload(server, record)
        waits = waits_while(lambda: any(t.is_alive() for t in threads), server.look, 2000)
    middle, worst = statistics.median(waits), max(waits)
    return f"`/now` {1000 * middle:.0f} ms in the middle, {1000 * worst:.0f} ms at worst"


def bots() -> str:
    with serving(*MANY) as server:
        for _ in range(60):
            server.begun(BOTS)
        waits = [server.newcomer() for _ in range(10)]
    return f"answered after {statistics.median(waits):.2f} s, {max(waits):.2f} s at worst"


def heads() -> str:
    with serving() as server, ExitStack() as stack:
        made = half_heads(server, 1100, stack)
        worst = max(waits_while(lambda: True, server.look, 20))
        start = time.perf_counter()
        while (left := open_still(made)) and time.perf_counter() - start < 30:
            time.sleep(0.1)
        took, size = time.perf_counter() - start, server.log.stat().st_size
    told = f"`/now` {1000 * worst:.0f} ms at worst; {left} open {took:.0f} s after the last came"
    return f"{told}; log of {size} bytes"


def all_at_once(record: bytes) -> str:
    with serving(*MANY) as server, ExitStack() as stack:
        for _ in range(60):
            server.begun(BOTS)
        upload(server, record)
        half_heads(server, 500, stack)
        path, token = f"/api/matches/{server.match}/play", server.tokens["german"]
        _, told = server.asked("POST", path, b'{"at":1,"text":"done"}', token)
        took, kept = server.stopped(), told["n"]
        query = "SELECT count(*) FROM entries WHERE match = ?"
        with sqlite3.connect(server.database) as connection:
            [found] = connection.execute(query, [server.match]).fetchone()
        connection.close()
    lost = "nothing acknowledged lost" if found >= kept else f"{kept - found} entries lost"
    return f"ended after {took:.1f} s with exit code {server.process.returncode}; {lost}"


def main() -> None:
    record = heavy(19_000, 190)
    size = f"{len(record) / 1e6:.1f} MB"
    for what, done in (
        (f"six records of {size} at once", lambda: uploads(record)),
        ("60 matches of planners among themselves, and a newcomer against the greedy bot", bots),
        (f"1,100 half-sent heads, {DESCRIPTORS} descriptors", heads),
        ("SIGTERM amid all three", lambda: all_at_once(record)),
    ):
        print(f"| {what} | {done()} |", flush=True)


if __name__ == "__main__":
    main()
