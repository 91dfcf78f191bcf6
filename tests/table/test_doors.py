"""Connections that neither go on nor end: each has a deadline, and none takes what others need."""

from __future__ import annotations

import json
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
import pytest
from table.player import begin, sit
from table.test_attacks import Dialler, dial
from table.test_process import serving
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from grognard.table import doors
from grognard.table.limits import Limits

__all__ = ["dial"]
UNREAD = 200_000  # bytes: more than the system takes in on its own


def test_a_body_that_goes_on_after_the_answer_is_shut(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "t.db", "--limit", "head_seconds=1") as server:
        endless = b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n"
        line = dial(server, endless)
        until = time.monotonic() + 10
        shut = False
        while not shut and time.monotonic() < until:
            with suppress(OSError):
                line.sendall(b"x")
            line.settimeout(0.2)
            with suppress(TimeoutError):
                try:
                    shut = line.recv(100_000) == b""
                except OSError:
                    shut = True
        assert shut


def test_a_body_that_ends_after_the_answer_goes_on(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "t.db", "--limit", "head_seconds=5") as server:
        head = b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n"
        line = dial(server, head)
        time.sleep(0.3)
        line.sendall(b"abc")
        line.sendall(b"GET /nosuch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        told = b""
        line.settimeout(40)
        while part := line.recv(100_000):
            told += part
    assert told.count(b"HTTP/1.1 ") == 2


def test_an_answer_that_is_not_read_is_not_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", "--limit", "answer_seconds=1") as server:
        port = int(server.address.rpartition(":")[2])
        server.client.get("/api/titles/bcs/drawing?scenario=bastogne")  # it is drawn but once
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", port))
            ask = (
                b"GET /api/titles/bcs/drawing?scenario=bastogne HTTP/1.1\r\nHost: localhost\r\n\r\n"
            )
            line.sendall(20 * ask)
            time.sleep(6)
            assert sent(line) < 20 * UNREAD


def sent(line: socket.socket) -> int:
    """How much comes of what was waiting, up to the end."""
    size = 0
    line.settimeout(5)
    with suppress(OSError):
        while part := line.recv(100_000):
            size += len(part)
    return size


def test_pages_leave_descriptors_to_everything_else(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", shell="ulimit -n 90") as server, ExitStack() as stack:
        begun = begin(server.client)
        address = server.address.replace("http", "ws")
        opened = 0
        for n in range(60):
            here = (f"127.0.0.{2 + n % 9}", 0)
            with suppress(OSError, WebSocketException):
                feed = stack.enter_context(
                    connect(f"{address}/api/matches/{begun['id']}/feed", source_address=here)
                )
                feed.send(json.dumps({"token": begun["tokens"]["us"]}))
                feed.recv(10)
                opened += 1
        assert 10 < opened <= 23
        assert sit(server.client, begun, "us").now()["seat"] == "us"


@pytest.mark.parametrize(
    ("granted", "connections", "feeds"),
    [(65_536, 6000, 4000), (1024, 412, 412), (80, 20, 20), (2000, 900, 900)],
)
def test_there_are_no_more_connections_than_descriptors(
    monkeypatch: pytest.MonkeyPatch, granted: int, connections: int, feeds: int
) -> None:
    monkeypatch.setattr(doors, "descriptors", lambda: granted)
    fitting = doors.fitting(Limits())
    assert (fitting.all_connections, fitting.sockets) == (connections, feeds)
    assert msgspec.structs.replace(fitting, all_connections=6000, sockets=4000) == Limits()
