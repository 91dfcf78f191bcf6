"""The server as a process, typed as a command."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from table.player import ALONE, Player, begin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.cli import run

MOMENTS = 10


class Command:
    """`grognard serve`, as it is typed."""

    def __init__(self, database: Path, *more: str, shell: str = "") -> None:
        words = ["serve", "--port", "0", "--database", str(database), *more]
        typed = [sys.executable, "-u", "-m", "grognard.cli", *words]
        self.process = subprocess.Popen(
            ["sh", "-c", f"{shell}; exec {shlex.join(typed)}"] if shell else typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+:\d+", line)
        assert found, line
        self.address = found[0]
        self.client = httpx2.Client(base_url=self.address, timeout=20)

    def end(self, how: signal.Signals = signal.SIGKILL) -> str:
        self.client.close()
        self.process.send_signal(how)
        told, _ = self.process.communicate(timeout=20)
        return told


@contextmanager
def serving(database: Path, *more: str, shell: str = "") -> Iterator[Command]:
    server = Command(database, *more, shell=shell)
    try:
        yield server
    finally:
        if server.process.returncode is None:
            server.end()


def test_played_over_a_real_socket(tmp_path: Path) -> None:
    with serving(tmp_path / "table.db") as server:
        begun = begin(server.client, seats=ALONE)
        us = Player(server.client, begun["id"], begun["tokens"]["us"])
        address = server.address.replace("http", "ws")
        with connect(f"{address}{us.path}/feed", origin=server.address) as feed:
            feed.send(f'{{"token":"{us.token}"}}')
            feed.recv()
            us.until_my_turn()
            n = us.said("done")["n"]
            while f'"n":{n},' not in str(feed.recv(timeout=10)):
                pass
            feed.send("x" * 70_000)
            with pytest.raises(ConnectionClosed) as closed:
                feed.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        drawn = time.perf_counter()
        us.now()
        assert time.perf_counter() - drawn < 1
        assert us.get("/now").headers["content-encoding"] == "gzip"
        with connect(f"{address}{us.path}/feed") as feed:
            feed.send(f'{{"token":"{us.token}"}}')
            feed.recv()
            # Interrupted while somebody listens, it ends at once and without a word.
            stopped = time.monotonic()
            assert server.end(signal.SIGINT) == ""
            assert time.monotonic() - stopped < 8
        assert server.process.returncode == 0


# -- the command -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "a port is a number"),
        (["--database", "nosuch://x"], "cannot be used as a database"),
        (["--database", "/proc/nowhere/table.db"], "/proc/nowhere"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["serve", "--port", "0", *words] if "--port" not in words else ["serve", *words])
    told = capsys.readouterr().err

    assert code == 2
    assert said in told
    assert told.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code = run(["serve", "--port", port, "--database", str(tmp_path / "table.db")])

    assert code == 2
    assert f"port {port}" in capsys.readouterr().err
