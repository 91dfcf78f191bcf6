"""Whoever is slow waits alone."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import Player, begin, two

from grognard import bots
from grognard.table.app import make_app
from grognard.table.door.limits import Limits

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
    with served(tmp_path / "table.db") as address, httpx2.Client(timeout=60) as client:
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


# -- bots ------------------------------------------------------------------------------------

CAMPAIGNS = (
    ("lost_battalion", "historical", ("us", "german")),
    ("ardennes", "2p-14", ("german", "allied")),
    ("bcs", "bastogne", ("american", "german")),
)
PATIENCE = 30.0  # seconds: only a bot that holds everybody up waits so long
DECISIONS = 3


class Courteous:
    """Plays as its bot does, but each of the first decisions only once others were served."""

    def __init__(self) -> None:
        self.asked, self.served = threading.Semaphore(0), threading.Semaphore(0)
        self.kept: list[bool] = []  # for each decision, whether others were served meanwhile

    def stands_for(self, bot: bots.Bot) -> bots.Bot:
        return _Courtesy(self, bot)

    def give_way(self) -> None:
        if len(self.kept) < DECISIONS:
            self.asked.release()
            self.kept.append(self.served.acquire(timeout=PATIENCE))


class _Courtesy:
    def __init__(self, manners: Courteous, bot: bots.Bot) -> None:
        self.manners, self.bot = manners, bot

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        self.manners.give_way()
        return self.bot.choose(view, offers, rng)

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        return self.bot.why(view, offers, action)


@pytest.mark.parametrize(("title", "scenario", "seats"), CAMPAIGNS)
def test_a_bots_turn_in_a_campaign_holds_up_no_other_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    title: str,
    scenario: str,
    seats: tuple[str, ...],
) -> None:
    sound, manners = bots.by_name, Courteous()
    monkeypatch.setattr(bots, "by_name", lambda *bot: manners.stands_for(sound(*bot)))
    database = str(tmp_path / "table.db")
    with TestClient(make_app(database, EASY, choice_seconds=2 * PATIENCE)) as client:
        us, german = two(client)
        begin(client, title=title, scenario=scenario, seats=dict.fromkeys(seats, "bot planner"))
        played = (lambda: german.said("done"), lambda: us.said("done"), us.now)
        for deed in played:
            assert manners.asked.acquire(timeout=PATIENCE)
            deed()
            manners.served.release()
        assert us.now()["n"] > 1

    assert manners.kept == [True] * DECISIONS
