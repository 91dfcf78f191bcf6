"""Connections that neither go on nor end: each has a deadline, and none takes what others need."""

from __future__ import annotations

import json
import logging
import resource
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from table.door.test_attacks import HALF, Dialler, dial, is_shut
from table.player import begin, sit
from table.test_process import serving
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from grognard.table.door import connections as module
from grognard.table.door.limits import Limits

__all__ = ["dial"]
MANY = 8  # answers that are together larger than what the system takes in on its own
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
            try:
                shut = line.recv(100_000) == b""
            except TimeoutError:
                pass  # nothing is said, and nothing shut
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


def test_a_body_that_ended_in_time_harms_no_later_one(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "t.db", "--limit", "head_seconds=1") as server:
        head = b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n"
        line = dial(server, head)
        time.sleep(0.3)
        line.sendall(b"abc")
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n")
        time.sleep(1.5)  # that of the first would have been shut by now
        line.sendall(b"{}")
        told = read_until(line, b'"malformed"')
        time.sleep(1.5)
        line.sendall(b"GET /nosuch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        told += read_until(line, b'"not_found"')
    assert told.count(b"HTTP/1.1 ") == 3


def read_until(line: socket.socket, word: bytes) -> bytes:
    line.settimeout(40)
    told = b""
    while word not in told and (part := line.recv(100_000)):
        told += part
    return told


def test_whoever_has_sent_a_head_is_not_hurried(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "t.db", "--limit", "head_seconds=1") as server:
        ask = b"GET /nosuch HTTP/1.1\r\nHost: localhost\r\n\r\n"
        line = dial(server, ask)
        for _ in range(2):
            assert b"404" in read_until(line, b'"not_found"')
            time.sleep(1.5)  # between two requests there is other time
            line.sendall(ask)
        read_until(line, b'"not_found"')
        line.sendall(HALF)
        start = time.monotonic()
        line.settimeout(8)
        with suppress(ConnectionError):
            assert line.recv(100) == b""  # but the head of a later one has as long as the first
        assert time.monotonic() - start < 8


def test_a_proxy_has_as_many_connections_as_there_are(tmp_path: Path, dial: Dialler) -> None:
    limits = ("--limit", "connections=3", "--trusted-proxy", "127.0.0.9")
    with serving(tmp_path / "t.db", *limits) as server:
        many = [dial(server, source="127.0.0.9") for _ in range(12)]
        begin(server.client)
        assert not any(is_shut(connection, 0.05) for connection in many)


def test_open_pages_are_not_among_the_connections(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", "--limit", "connections=2") as server, ExitStack() as stack:
        begun = begin(server.client)
        address = server.address.replace("http", "ws")
        for _ in range(5):
            feed = stack.enter_context(connect(f"{address}/api/matches/{begun['id']}/feed"))
            feed.send(json.dumps({"token": begun["tokens"]["us"]}))
            feed.recv(10)
        assert sit(server.client, begun, "us").now()["seat"] == "us"


class Waiting:
    """Somebody who keeps the doors waiting."""

    def __init__(self) -> None:
        self.is_out = False

    def turn_out(self) -> None:
        self.is_out = True


def test_whoever_has_kept_them_waiting_longest_makes_room() -> None:
    entrance = module.Doors(Limits(all_connections=1))
    assert entrance.enter("192.0.2.1")
    longest, newest = Waiting(), Waiting()
    for one in (longest, newest):
        entrance.waiting[one] = None  # type: ignore[index]  # all that is asked of a visitor
    assert entrance.enter("192.0.2.2")
    assert (longest.is_out, newest.is_out) == (True, False)


def test_a_flood_is_told_of_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    floods, heard = module.Floods(), []
    for _ in range(25):
        line = logging.LogRecord("x", 40, "", 0, "full of %s", ("water",), None)
        if floods.filter(line):
            heard.append((clock[0], line.getMessage()))
        clock[0] += 1
    assert heard == [
        (1000, "full of water"),
        (1010, "full of water (and 9 more like it)"),
        (1020, "full of water (and 9 more like it)"),
    ]


@pytest.mark.parametrize(
    ("soft", "hard", "granted", "asked"),
    [
        (256, 4096, 4096, [(4096, 4096)]),
        (256, resource.RLIM_INFINITY, 65_536, [(65_536, resource.RLIM_INFINITY)]),
        (256, 1 << 20, 65_536, [(65_536, 1 << 20)]),
        (512, 512, 512, []),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 65_536, []),
    ],
)
def test_as_many_descriptors_as_the_system_grants(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, granted: int, asked: list[Any]
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: told.append(wanted))
    assert module.descriptors() == granted
    assert told == asked


def test_descriptors_that_are_not_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert module.descriptors() == 256


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


def test_whoever_reads_slowly_but_reads_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", "--limit", "answer_seconds=2") as server:
        where = "/api/titles/bcs/drawing?scenario=bastogne"
        size = len(server.client.get(where, headers={"Accept-Encoding": "identity"}).content)
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
            line.settimeout(20)
            for _ in range(3):
                for _ in range(MANY):
                    line.sendall(f"GET {where} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                time.sleep(1)
                left = MANY * size
                while left > 0 and (part := line.recv(100_000)):
                    left -= len(part)
                assert left <= 0
                time.sleep(0.3)
                with suppress(TimeoutError):  # the heads, which have not been counted
                    line.settimeout(0.2)
                    line.recv(100_000)
                line.settimeout(20)


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
    monkeypatch.setattr(module, "descriptors", lambda: granted)
    fitting = module.fitting(Limits())
    assert (fitting.all_connections, fitting.sockets) == (connections, feeds)
    assert msgspec.structs.replace(fitting, all_connections=6000, sockets=4000) == Limits()
