"""Nonsense at every address: a sentence, never a traceback, and all headers on every answer."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import alone
from table.test_process import serving

from grognard.table.app import _DELETE, _GET, _POST, make_app
from grognard.table.desk import books, lobby
from grognard.table.door.bodies import HEADERS

KEYS = ("nosuch", "lost_battalion", "..", "%00", "x" * 500, "🂡")
NUMBERS = ("0", "-1", "x", "9" * 30)
QUERIES = ("", "?scenario=nosuch", "?since=x", "?eyes=nobody", "?us=bot%20nosuch", "?%ff=%00")
BODIES = (b"", b"{", b"[" * 5000, b'{"at":1e999}', b'{"at":0,"action":7}', b"\xff" * 100)
ROUTES = [
    *(("GET", path) for path in _GET),
    *(("POST", path) for path in _POST),
    *(("DELETE", path) for path in _DELETE),
    ("GET", "/static/{key}"),
    ("GET", "/{key}"),
    ("BREW", "/api/matches"),
]


def checked(answer: Any) -> None:
    assert answer.status_code < 500, (answer.request.url, answer.text[:300])
    assert not {name for name in HEADERS if name.lower() not in answer.headers}
    if answer.status_code >= 400:
        assert answer.json()["error"]
        assert answer.json()["sentence"]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nonsense_at_every_address(client: TestClient, method: str, path: str) -> None:
    us = alone(client)
    heads = ({}, us.headers, {"Authorization": "Basic x"}, {"Grognard-Seats": ",,\t, x"})
    keys = KEYS if "{key}" in path or "{match}" in path else KEYS[:1]
    for key in (*keys, us.match):
        for n in NUMBERS if "{n}" in path else NUMBERS[:1]:
            where = path.replace("{key}", key).replace("{match}", key).replace("{n}", n)
            # Each record is taken in by a process of its own.
            for k, query in enumerate(QUERIES[:1] if path == "/api/records" else QUERIES):
                body = BODIES[k % len(BODIES)] if method != "GET" else b""
                for head in heads:
                    answer = client.request(method, where + query, headers=head, content=body)
                    checked(answer)


def test_a_fault_of_our_own_carries_all_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Response:
        raise ZeroDivisionError

    monkeypatch.setattr(books, "title_rows", broken)
    monkeypatch.setattr(books, "warm_up", lambda: None)
    assert lobby.books is books
    with TestClient(make_app(str(tmp_path / "t.db"), EASY)) as client:
        answer = client.get("/api/titles")

    assert (answer.status_code, answer.json()["error"]) == (500, "fault")
    assert not {name for name in HEADERS if name.lower() not in answer.headers}


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), OSError(12, "No memory")])
def test_without_means_the_table_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    def out() -> Response:
        raise error

    monkeypatch.setattr(books, "title_rows", out)
    monkeypatch.setattr(books, "warm_up", lambda: None)
    with TestClient(make_app(str(tmp_path / "t.db"), EASY)) as client:
        answer = client.get("/api/titles")

    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    assert answer.headers["retry-after"]


def test_what_is_no_request_is_answered_like_everything_else(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        port = int(server.address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), 10) as connection:
            connection.sendall(b"\x00\x01 nonsense\r\n\r\n")
            told = b""
            while part := connection.recv(10_000):
                told += part

    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert all(name.lower().encode() in head.lower() for name in HEADERS)
    assert b'"sentence"' in body
