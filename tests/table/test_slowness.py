"""Whoever is slow waits alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import uvicorn
from table.player import Player, begin

from grognard.table.app import make_app
from grognard.table.limits import Limits

# Much shorter than anybody trickles below.
LIMITS = Limits(body_seconds=3.0)


@contextmanager
def served(database: Path) -> Iterator[str]:
    """A table behind a real socket, in a thread: its address."""
    server = uvicorn.Server(uvicorn.Config(make_app(str(database), LIMITS), log_level="error"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def trickle(address: str, german: Player, body: bytes) -> bytes:
    """Sends a body letter by letter until it is answered; all that came back."""
    host, _, port = address.partition(":")
    head = [
        f"POST {german.path}/play HTTP/1.1",
        f"Host: {address}",
        f"Authorization: Bearer {german.token}",
        f"Content-Length: {len(body)}",
    ]
    with socket.create_connection((host, int(port)), timeout=0.05) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode())
        back = b""
        for letter in body:
            try:
                line.sendall(bytes([letter]))
                back += (more := line.recv(65536))
            except TimeoutError:
                continue
            except OSError:
                break
            if not more:
                break
        return back


def test_a_body_that_trickles_in_is_not_waited_for(tmp_path: Path) -> None:
    with served(tmp_path / "table.db") as address, httpx2.Client() as client:
        client.base_url = f"http://{address}"
        begun = begin(client)
        us, german = (Player(client, begun["id"], begun["tokens"][s]) for s in ("us", "german"))
        answers: list[bytes] = []
        body = b'{"at":1,"text":"' + b" " * 5000
        slow = threading.Thread(target=lambda: answers.append(trickle(address, german, body)))
        slow.start()
        # Meanwhile nobody waits, neither for the match nor for the seat.
        assert german.said("done")["n"] == us.now()["n"] == 2
        slow.join()

    head, _, said = answers[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert b"connection: close" in head.lower()
    assert b'"too_slow"' in said


def test_a_body_that_never_comes(tmp_path: Path) -> None:
    with served(tmp_path / "table.db") as address:
        host, _, port = address.partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as line:
            head = ("POST /api/matches HTTP/1.1", f"Host: {address}", "Content-Length: 9", "", "")
            line.sendall("\r\n".join(head).encode())
            assert line.recv(65536).startswith(b"HTTP/1.1 408")
            while line.recv(65536):
                pass
