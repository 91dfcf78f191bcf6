"""What strangers do on purpose: it harms nobody but themselves."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from signal import SIGTERM
from typing import Any

import httpx2
import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table.logs import check_log
from table.player import Player, begin, sit
from table.test_process import Command, serving

from grognard.cli import run
from grognard.match import AnswerRewind, AskRewind, Match
from grognard.match.writing import write_record
from grognard.table.app import make_app
from grognard.table.door.connections import Floods
from grognard.table.door.limits import Limits
from grognard.table.door.visitors import behind, network, stranger
from grognard.table.faults import Denied
from grognard.table.records import files, porter
from grognard.table.records.files import Bounds
from grognard.table.records.porter import Porter
from grognard.titles import lost_battalion as lb
from grognard.waist.title import Seat

US, GERMAN = Seat("us"), Seat("german")
BOUNDS = Bounds(20_000, 200)
ROOT = Path(__file__).resolve().parents[3]
NEVER_ENDS = ("-c", "import sys, time; sys.stdin.buffer.read(); time.sleep(100)")
HALF = b"GET /api/titles HTTP/1.1\r\nHost: x"


class Dialler:
    """Connections that say no more than is given to them."""

    def __init__(self) -> None:
        self.made: list[socket.socket] = []

    def __call__(
        self, server: Command, head: bytes = HALF, source: str = "127.0.0.1"
    ) -> socket.socket:
        port = int(server.address.rpartition(":")[2])
        made = socket.create_connection(("127.0.0.1", port), 40, (source, 0))
        self.made.append(made)
        with suppress(OSError):
            made.sendall(head)
        return made

    def hang_up(self) -> None:
        for made in self.made:
            made.close()


@pytest.fixture
def dial() -> Iterator[Dialler]:
    dialler = Dialler()
    yield dialler
    dialler.hang_up()


# -- records that are long to follow ---------------------------------------------------


def heavy(folder: Path, toggles: int, rewinds: int) -> bytes:
    """A sound record of nothing but second thoughts: attacks called off, and going back."""
    match: Match[Any, Any, Any, Any] = Match.new(lb, "learning", {}, "heavy")
    for seat in (GERMAN, US, US):
        said(match, seat, "done")
    for n in range(toggles):
        said(match, US, "calloff" if n % 2 else "attack 2138")
    for _ in range(rewinds):
        n = len(match.entries)
        said(match, US, "attack 2138")
        match.play(US, AskRewind(n))
        match.play(GERMAN, AnswerRewind(True))
    path = folder / "heavy.jsonl"
    write_record(path, match.header, match.entries, {})
    return path.read_bytes()


def said(match: Match[Any, Any, Any, Any], seat: Seat, words: str) -> None:
    [action] = lb.parse(match.state, seat, words)
    match.play(seat, action)


def test_a_record_that_goes_back_too_often_is_not_taken(tmp_path: Path) -> None:
    with pytest.raises(Denied, match="200 times"):
        files.read(heavy(tmp_path, 0, 201), BOUNDS)
    assert files.read(heavy(tmp_path, 0, 200), BOUNDS).now.length == 604


def test_a_record_that_takes_too_much_playing_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_AT_LEAST", 0)
    monkeypatch.setattr(files, "_TIMES", 1)
    with pytest.raises(Denied, match="more than 1204 actions had to be played"):
        files.read(heavy(tmp_path, 600, 200), BOUNDS)


def post(server: Command, record: bytes, answers: list[int]) -> threading.Thread:
    def send() -> None:
        try:
            with httpx2.Client(base_url=server.address, timeout=100) as client:
                answers.append(client.post("/api/records", content=record).status_code)
        except httpx2.HTTPError:
            answers.append(0)

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    return thread


def test_six_heavy_uploads_slow_nobody(tmp_path: Path) -> None:
    record = heavy(tmp_path, 4_000, 190)
    with serving(tmp_path / "table.db") as server:
        begun = begin(server.client)
        us = Player(server.client, begun["id"], begun["tokens"]["us"])
        us.now()
        answers: list[int] = []
        senders = [post(server, record, answers) for _ in range(6)]
        waits = []
        until = time.monotonic() + 90
        while any(sender.is_alive() for sender in senders) and time.monotonic() < until:
            start = time.perf_counter()
            us.now()
            waits.append(time.perf_counter() - start)
            time.sleep(0.02)

    assert max(waits) < 1
    assert sorted(set(answers)) == [201, 429]


def test_a_server_ends_amid_all_of_it_and_loses_nothing(tmp_path: Path, dial: Dialler) -> None:
    record = heavy(tmp_path, 4_000, 190)
    database = tmp_path / "table.db"
    bots = {"us": "bot planner", "german": "bot planner"}
    with serving(database, "--limit", "bot_matches=100") as server:
        for _ in range(20):
            begin(server.client, seats=bots)
        for n in range(200):
            dial(server, source=f"127.0.0.{2 + n % 9}")
        begun = begin(server.client)
        german = Player(server.client, begun["id"], begun["tokens"]["german"])
        answers: list[int] = []
        senders = [post(server, record, answers) for _ in range(6)]
        time.sleep(0.5)
        kept = german.said("done")["n"]
        start = time.perf_counter()
        server.end(SIGTERM)
        took = time.perf_counter() - start
        for sender in senders:
            sender.join(10)

    assert took < 10
    assert server.process.returncode == 0
    assert check_log(str(database), begun["id"]) == kept


def test_a_record_that_takes_too_long_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(porter, "_COMMAND", NEVER_ENDS)
    record = heavy(tmp_path, 0, 1)
    with TestClient(make_app(str(tmp_path / "t.db"), Limits(record_seconds=1))) as client:
        answer = client.post("/api/records", content=record)
        assert begin(client)["id"]

    assert (answer.status_code, answer.json()["error"]) == (413, "too_large"), answer.text


def test_a_record_is_followed_elsewhere_one_at_a_time_and_a_few_wait(tmp_path: Path) -> None:
    record = heavy(tmp_path, 4_000, 150)
    porter = Porter(Limits(records_waiting=1))

    async def brought() -> list[str]:
        tasks = [asyncio.create_task(porter.take(record, f"client {n}")) for n in range(3)]
        while porter._process is None:
            await asyncio.sleep(0.01)
        assert porter._process.pid != os.getpid()
        with pytest.raises(Denied, match="many records are coming in"):
            await tasks[2]
        porter.close()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        return [str(one) for one in told]

    start = time.process_time()
    told = asyncio.run(brought())
    assert all("the table is closing" in words for words in told[:2]), told
    assert time.process_time() - start < 2  # the work was done elsewhere


def test_long_records_keep_nobody_else_s_match_shut(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    with serving(database) as server:
        us = sit(server.client, begin(server.client), "us")
        long = server.client.post(
            "/api/records", content=heavy(tmp_path, 4_000, 150), timeout=100
        ).json()
    copies = [copied(database, long["id"], str(n)) for n in range(3)]
    with serving(database) as server:
        opening = [look(server, copy, long["tokens"]["us"]) for copy in copies]
        time.sleep(0.5)
        there = httpx2.HTTPTransport(local_address="127.0.0.2")
        with httpx2.Client(base_url=server.address, transport=there, timeout=60) as client:
            assert Player(client, us.match, us.token).now()["seat"] == "us"
        assert all(thread.is_alive() for thread in opening)  # none of them was waited for


def look(server: Command, match: str, token: str) -> threading.Thread:
    def opened() -> None:
        with suppress(httpx2.HTTPError):
            Player(server.client, match, token).get("/now")

    thread = threading.Thread(target=opened, daemon=True)
    thread.start()
    return thread


def copied(database: Path, match: str, to: str) -> str:
    """The match once more, under another name and with the same links."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for table, key in (("matches", "id"), ("seats", "match"), ("entries", "match")):
            infos = connection.execute(f"PRAGMA table_info({table})")
            columns = ", ".join(f'"{row[1]}"' for row in infos)
            values = columns.replace(f'"{key}"', "?")
            copy = f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} WHERE {key} = ?"
            connection.execute(copy, [to, match])
    return to


def test_a_server_ends_though_something_never_does() -> None:
    code = (
        "import asyncio, socket, threading, time\n"
        "from contextlib import asynccontextmanager\n"
        "from starlette.applications import Starlette\n"
        "from grognard.table import server\n"
        "from grognard.table.door.limits import Limits\n"
        "server._LAST = 1\n"
        "@asynccontextmanager\n"
        "async def never(app):\n"
        "    print('here', flush=True)\n"
        "    yield\n"
        "    await asyncio.sleep(1000)\n"
        "server.run(Starlette(lifespan=never), Limits(), server._listening('127.0.0.1', 0))\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        time.sleep(0.5)
        process.send_signal(SIGTERM)
        try:
            assert process.wait(30) == 0
        finally:
            process.kill()


# -- bots among themselves ---------------------------------------------------------------


def test_sixty_matches_of_bots_starve_no_person(tmp_path: Path) -> None:
    bots = {"us": "bot planner", "german": "bot planner"}
    many = ("--limit", "bot_matches=100", "--limit", "matches=100")
    with serving(tmp_path / "table.db", *many) as server:
        for _ in range(60):
            begin(server.client, seats=bots)
        waits = []
        for _ in range(5):
            start = time.perf_counter()
            begun = begin(server.client, seats={"us": "human", "german": "bot greedy"})
            Player(server.client, begun["id"], begun["tokens"]["us"]).until_my_turn()
            waits.append(time.perf_counter() - start)

    assert sorted(waits)[2] < 0.5


def test_few_matches_of_bots_for_one_client(tmp_path: Path) -> None:
    bots = {"us": "bot planner", "german": "bot planner"}
    with TestClient(make_app(str(tmp_path / "table.db"))) as client:
        for _ in range(3):
            begin(client, seats=bots)
        wanted = {"title": "lost_battalion", "scenario": "learning", "seats": bots}
        answer = client.post("/api/matches", json=wanted)
        begin(client)

    assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
    assert "retry-after" in answer.headers


def test_matches_of_bots_that_are_begun_at_once_are_counted_too(tmp_path: Path) -> None:
    wanted = {"title": "lost_battalion", "scenario": "historical"}
    wanted["seats"] = {"us": "bot planner", "german": "bot planner"}  # type: ignore[assignment]

    def begun(client: httpx2.Client, answers: list[int]) -> None:
        answers.append(client.post("/api/matches", json=wanted).status_code)

    with serving(tmp_path / "table.db") as server:
        answers: list[int] = []
        threads = [threading.Thread(target=begun, args=(server.client, answers)) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert sorted(answers) == [201] * 3 + [429] * 9


def test_bots_that_nobody_watches_sleep_until_somebody_looks(tmp_path: Path) -> None:
    limits = Limits(unwatched_seconds=0.2)
    with TestClient(make_app(str(tmp_path / "table.db"), limits)) as client:
        bots = {"us": "bot uniform", "german": "bot uniform"}
        begun = begin(client, scenario="historical", seats=bots)
        onlooker = sit(client, begun, "onlooker")
        table = client.app.state.table  # type: ignore[attr-defined]  # our own app
        until = time.monotonic() + 30
        while table.rooms.thinking.is_at_play(begun["id"]):
            assert time.monotonic() < until
            time.sleep(0.02)
        slept = onlooker.get("/brief").json()
        assert not slept["over"]
        onlooker.now()
        while onlooker.get("/brief").json()["n"] == slept["n"]:
            assert time.monotonic() < until
            time.sleep(0.02)


# -- connections -------------------------------------------------------------------------


def is_shut(connection: socket.socket, seconds: float) -> bool:
    connection.settimeout(seconds)
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_half_sent_heads_are_shut(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "table.db", "--limit", "head_seconds=1") as server:
        half = [dial(server) for _ in range(20)]
        slow = dial(server, b"GET / HT")
        for _ in range(12):
            time.sleep(0.1)
            with suppress(OSError):
                slow.sendall(b"T")
        begin(server.client)
        assert all(is_shut(connection, 2) for connection in (*half, slow))


def test_one_client_has_so_many_connections(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "table.db", "--limit", "connections=8") as server:
        begin(server.client)
        many = [dial(server, source="127.0.0.2") for _ in range(20)]
        assert sum(is_shut(connection, 0.3) for connection in many) == 12
        begin(server.client)
        dial.hang_up()
        time.sleep(0.2)
        assert not is_shut(dial(server, source="127.0.0.2"), 0.3)


def test_half_sent_heads_make_room_for_others(tmp_path: Path, dial: Dialler) -> None:
    with serving(tmp_path / "table.db", "--limit", "all_connections=10") as server:
        half = [dial(server, source=f"127.0.0.{2 + n}") for n in range(30)]
        begin(server.client)
        assert sum(not is_shut(connection, 0.1) for connection in half) <= 10


def test_without_descriptors_the_log_stays_short(tmp_path: Path, dial: Dialler) -> None:
    few = {"shell": "ulimit -n 80"}
    with serving(tmp_path / "table.db", "--limit", "head_seconds=2", **few) as server:
        for n in range(150):
            dial(server, source=f"127.0.0.{2 + n % 9}")
        assert server.client.get("/api/matches").status_code == 200  # and while they are there
        time.sleep(4)
        assert server.client.get("/api/matches").status_code == 200
        dial.hang_up()
        told = server.end(SIGTERM)
    assert len(told) < 1_000, told
    assert "Traceback" not in told


def test_a_flood_is_one_line_in_the_log() -> None:
    floods = Floods()
    records = [logging.LogRecord("x", 40, "", 0, "full", (), None) for _ in range(1000)]
    assert [floods.filter(record) for record in records] == [True] + [False] * 999
    assert floods.filter(logging.LogRecord("x", 40, "", 0, "another", (), None))


def test_feeds_of_one_client(tmp_path: Path) -> None:
    limits = Limits(feeds=2)
    with TestClient(make_app(str(tmp_path / "table.db"), limits)) as client, ExitStack() as stack:
        us = sit(client, begin(client), "us")
        for _ in range(2):
            feed = stack.enter_context(client.websocket_connect(f"{us.path}/feed"))
            feed.send_json({"token": us.token})
            feed.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            stack.enter_context(client.websocket_connect(f"{us.path}/feed"))
    assert closed.value.reason == "too_many"


def test_open_pages_that_have_said_nothing_yet_count_among_all(tmp_path: Path) -> None:
    limits = Limits(sockets=1)
    with TestClient(make_app(str(tmp_path / "table.db"), limits)) as client, ExitStack() as stack:
        us = sit(client, begin(client), "us")
        stack.enter_context(client.websocket_connect(f"{us.path}/feed"))
        with pytest.raises(WebSocketDisconnect) as closed:
            stack.enter_context(client.websocket_connect(f"{us.path}/feed"))
    assert closed.value.reason == "too_many"


# -- whose address, whose name -------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),  # nobody's header counts
        ("10.1.2.3", ["198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["6.6.6.6", "198.51.100.7"], "198.51.100.7"),  # what it invented
        ("10.1.2.3", ["6.6.6.6", "198.51.100.7", "10.9.9.9"], "198.51.100.7"),
        ("10.1.2.3", ["nonsense"], "10.1.2.3"),
        ("10.1.2.3", [], "10.1.2.3"),
    ],
)
def test_who_is_behind_a_proxy(peer: str, forwarded: list[str], client: str) -> None:
    assert behind(peer, forwarded, [network("10.0.0.0/8")]) == client


def test_a_local_client_invents_no_address(tmp_path: Path) -> None:
    with serving(tmp_path / "table.db", "--limit", "burst=30", "--limit", "rate=1") as server:
        told = {
            server.client.get("/api/titles", headers={"X-Forwarded-For": f"9.9.9.{n}"}).status_code
            for n in range(40)
        }
    assert told == {200, 429}


def test_strangers_behind_a_named_proxy_are_told_apart(tmp_path: Path) -> None:
    limits = ("--limit", "burst=5", "--limit", "rate=0.1")
    with serving(tmp_path / "table.db", *limits, "--trusted-proxy", "127.0.0.0/8") as server:
        told = {
            server.client.get("/api/titles", headers={"X-Forwarded-For": f"9.9.9.{n}"}).status_code
            for n in range(40)
        }
    assert told == {200}


def test_one_household_is_one_client() -> None:
    assert stranger("2001:db8::1") == stranger("2001:db8::ffff:1")
    assert stranger("2001:db8:0:1::1") != stranger("2001:db8:0:2::1")
    assert stranger("::ffff:192.0.2.1") == stranger("192.0.2.1")


def test_another_host_is_not_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "table.db", "--public-name", "table.example.org") as server:
        for host, status in (
            ("evil.example", 421),
            ("table.example.org", 200),
            ("localhost:1", 200),
            ("192.168.1.5:8917", 200),
        ):
            assert server.client.get("/api/matches", headers={"Host": host}).status_code == status
        headers = {"Host": "evil.example", "Origin": "http://evil.example"}
        wanted = {"title": "lost_battalion", "scenario": "learning"}
        assert server.client.post("/api/matches", json=wanted, headers=headers).status_code == 421


@pytest.mark.parametrize(("host", "status"), [("evil.example", 403), ("table.example.org", 101)])
def test_nor_does_it_hear_a_page_by_another_name(
    tmp_path: Path, dial: Dialler, host: str, status: int
) -> None:
    """As a browser asks whose page has its own name lead here."""
    head = (
        f"GET /api/matches/x/feed HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with serving(tmp_path / "table.db", "--public-name", "table.example.org") as server:
        told = dial(server, head.encode()).recv(1000)
    assert told.startswith(f"HTTP/1.1 {status}".encode())


@pytest.mark.parametrize(
    "words", [["--trusted-proxy", "x"], ["--public-name", "a b"], ["--limit", "nosuch=1"]]
)
def test_what_an_operator_mistypes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_limit_is_said_on_the_site_and_in_the_docs(tmp_path: Path) -> None:
    limits = Limits(matches=4321, record=2048)
    with TestClient(make_app(str(tmp_path / "t.db"), limits)) as client:
        answer = client.get("/limits")
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")

    assert answer.headers["content-type"].startswith("text/html")
    assert "4,321" in answer.text
    assert "2 KB" in answer.text
    for field in msgspec.structs.fields(Limits):
        assert f"<code>{field.name}</code>" in answer.text
        assert f"`{field.name}`" in hosting


def test_the_docs_say_how_much_is_usual() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    said: dict[str, float] = {}
    for names, numbers in re.findall(r"^\| (`.*`) \| ([\d., KMB]+) \|", hosting, re.MULTILINE):
        said |= zip(re.findall(r"`(\w+)`", names), map(amount, numbers.split(", ")), strict=True)

    assert said == msgspec.structs.asdict(Limits())


def amount(text: str) -> float:
    number, _, unit = text.replace(",", "").partition(" ")
    return float(number) * {"": 1, "KB": 1024, "MB": 1024**2}[unit]


# -- links ----------------------------------------------------------------------------------


def test_only_whoever_has_a_seat_makes_the_onlookers_link_anew(client: TestClient) -> None:
    begun = begin(client, private=True)
    us, onlooker = sit(client, begun, "us"), sit(client, begun, "onlooker")
    assert onlooker.post("/reissue", {}).status_code == 403
    assert onlooker.post("/reissue", {"onlookers": True}).status_code == 403
    onlooker.now()
    fresh = us.post("/reissue", {"onlookers": True}).json()["token"]

    assert onlooker.get("/now").status_code == 403
    assert Player(client, us.match, fresh).now()["seat"] is None
    assert us.now()["seat"] == "us"
