"""Calls when it is a seat's turn: where they may go, what they say, and that each is made once."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import Player, begin, sit, two
from table.postgres import Postgres

from grognard.cli import run
from grognard.table.app import make_app
from grognard.table.calling import posting
from grognard.table.calling.lines import Lines
from grognard.table.calling.posting import Failed, Hosts, check, is_public, named, post
from grognard.table.calling.webhooks import Webhooks
from grognard.table.keeping.store import Store

LONG = 20.0


class Receiver:
    """A web address on this machine that notes what it is sent."""

    def __init__(self) -> None:
        self.calls: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self.statuses: list[int] = []  # to answer with, one by one; then 200
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}/hook?key=1"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.statuses.pop(0) if receiver.statuses else 200
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", receiver.url + "&followed=1")
                self.send_header("Content-Length", "0")
                self.end_headers()
                receiver.calls.put((self.path, msgspec.json.decode(body)))

            def do_GET(self) -> None:
                receiver.calls.put((f"GET {self.path}", {}))

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    def call(self) -> dict[str, Any]:
        """The next call, which must come."""
        path, body = self.calls.get(timeout=LONG)
        assert path == "/hook?key=1"
        return body

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


def here(receiver: Receiver) -> Hosts:
    return Hosts((receiver.host,), private=True, waits=(0.0, 0.0))


@pytest.fixture
def calling_client(tmp_path: Path, receiver: Receiver) -> Iterator[TestClient]:
    with TestClient(make_app(str(tmp_path / "t.db"), EASY, hosts=here(receiver))) as client:
        yield client


def set_hook(player: Player, url: str) -> Any:
    return player.post("/webhook", {"url": url})


# -- what may be called ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org/x",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "https://other.example.org/",
        "https://hooks.example.org.evil.test/",
        "https://hooks.example.org@evil.test/",
        "https://user:word@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nX-More: 1",
        "https://one.example.org:81/",
        "https://" + "a" * 600,
    ],
)
def test_other_addresses_are_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        check(url, Hosts(("hooks.example.org", "one.example.org:80")))


def test_hosts_named_may_be_called() -> None:
    hosts = Hosts(("hooks.example.org", "one.example.org:80"))
    for url in (
        "https://HOOKS.example.org/a?b=c",
        "http://hooks.example.org:8080",
        "http://one.example.org/",
    ):
        check(url, hosts)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "fec0::1",
        "192.0.0.8",
        "3fff::1",
    ],
)
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_known() -> None:
    assert is_public("9.9.9.9")
    assert is_public("2620:fe::fe")


@pytest.mark.parametrize("host", ["", "a b", "http://x", "x/y", "x:0", "x:99999", "x:y"])
def test_a_wrong_host_is_said_at_the_start(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="is no host"):
        named(host)
    assert run(["serve", "--webhook-host", host]) == 2
    assert "is no host" in capsys.readouterr().err


# -- one call ----------------------------------------------------------------------------------


def test_a_private_address_is_not_called(receiver: Receiver) -> None:
    with pytest.raises(Failed, match="private network"):
        post(receiver.url, b"{}", Hosts((receiver.host,)))
    assert receiver.calls.empty()


def test_a_name_that_leads_home_is_not_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked up once, and that is what is connected to: a second answer is never asked for."""
    port = receiver.server.server_port
    asked: list[str] = []

    def lookup(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(posting.socket, "getaddrinfo", lookup)
    with pytest.raises(Failed, match=r"hooks\.example\.org is at an address of a private network"):
        post(f"http://hooks.example.org:{port}/", b"{}", Hosts(("hooks.example.org",)))
    assert asked == ["hooks.example.org"]
    assert receiver.calls.empty()


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.statuses = [302]
    with pytest.raises(Failed, match="it answered 302") as failed:
        post(receiver.url, b"{}", here(receiver))
    receiver.call()

    assert not failed.value.again
    assert receiver.calls.empty()


def test_nobody_there_is_no_more_than_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(Failed):
        post(f"http://127.0.0.1:{port}/", b"{}", Hosts((f"127.0.0.1:{port}",), private=True))


def test_whoever_never_answers_is_hung_up_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Failed):
            post(f"http://{host}/", b"{}", Hosts((host,), private=True, seconds=0.1))


# -- what a seat sets ----------------------------------------------------------------------------


def test_an_address_is_set_seen_and_deleted(calling_client: TestClient, receiver: Receiver) -> None:
    us, german = two(calling_client)
    shown = set_hook(us, receiver.url).json()

    assert shown == {"offered": True, "hosts": [receiver.host], "url": receiver.url}
    assert us.get("/webhook").json() == shown
    assert german.get("/webhook").json()["url"] == ""
    gone = calling_client.delete(f"{us.path}/webhook", headers=us.headers)
    assert gone.json()["url"] == us.get("/webhook").json()["url"] == ""


def test_others_are_refused(calling_client: TestClient, receiver: Receiver) -> None:
    begun = begin(calling_client)
    us, onlooker = sit(calling_client, begun, "us"), sit(calling_client, begun, "onlooker")
    other = set_hook(us, "https://elsewhere.example.org/")

    assert (other.status_code, other.json()["error"]) == (422, "refused")
    assert receiver.host in other.json()["sentence"]
    assert set_hook(us, "nonsense").status_code == 422
    assert set_hook(us, "x" * 501).status_code == 400
    assert set_hook(onlooker, receiver.url).status_code == 403
    assert onlooker.get("/webhook").status_code == 403
    gone = calling_client.delete(f"{us.path}/webhook", headers=onlooker.headers)
    assert gone.status_code == 403


def test_nothing_is_called_unless_a_host_was_named(client: TestClient) -> None:
    us, _ = two(client)

    assert us.get("/webhook").json() == {"offered": False, "hosts": [], "url": ""}
    assert set_hook(us, "https://hooks.example.org/").status_code == 403


# -- whose turn it is ------------------------------------------------------------------------------


def turn(us: Player) -> None:
    """The rest of the US player's turn, without a deed."""
    while "us" in us.now()["deciders"]:
        us.said("done")


def test_a_seat_is_told_once_for_each_turn(calling_client: TestClient, receiver: Receiver) -> None:
    us, german = two(calling_client)
    german.said("done")
    set_hook(us, receiver.url)  # it is the US player's turn already
    set_hook(german, receiver.url)
    us.said("done")
    us.said("137/35 1243>1244; halt")
    turn(us)
    first = receiver.call()
    german.said("done")
    while "german" in german.now()["deciders"]:
        german.said("done")
    second = receiver.call()

    assert first["seat"] == "german"
    assert first == {
        "match": us.match,
        "title": "lost_battalion",
        "name": "The Lost Battalion",
        "seat": "german",
        "why": "turn",
        "text": first["text"],
    }
    assert "it is your turn" in first["text"]
    assert us.token not in str(first) + str(second)
    assert second["seat"] == "us"
    assert receiver.calls.empty()


def test_a_request_to_go_back_is_told_too(calling_client: TestClient, receiver: Receiver) -> None:
    us, german = two(calling_client)
    german.said("done")
    us.said("done")
    set_hook(german, receiver.url)
    us.post("/rewind", {"at": us.now()["n"], "to": 1})
    told = receiver.call()

    assert (told["seat"], told["why"]) == ("german", "answer")


def test_whoever_looks_at_the_page_is_not_called(
    calling_client: TestClient, receiver: Receiver
) -> None:
    us, german = two(calling_client)
    german.said("done")
    set_hook(german, receiver.url)
    with calling_client.websocket_connect(f"{german.path}/feed") as socket_:
        socket_.send_json({"token": german.token})
        socket_.receive_text()
        socket_.send_json({"visible": True})
        looked_at(calling_client, german, lambda until: until > 0)
        turn(us)
        while "german" in german.now()["deciders"]:
            german.said("done")
        socket_.send_json({"visible": False})
        looked_at(calling_client, german, lambda until: until == 0)
        assert receiver.calls.empty()
        turn(us)
        assert receiver.call()["seat"] == "german"
        socket_.send_json({"visible": True})
        looked_at(calling_client, german, lambda until: until > 0)
    # Gone: no longer looked at.
    looked_at(calling_client, german, lambda until: until == 0)
    assert receiver.calls.empty()


def looked_at(client: TestClient, player: Player, wanted: Callable[[float], bool]) -> None:
    """Waits until the table knows whether somebody looks."""
    engine = client.app.state.table.store.engine  # type: ignore[attr-defined] # a Starlette
    pause = threading.Event()
    for _ in range(2000):
        with engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT watched FROM webhooks").all()
        if all(wanted(until) for (until,) in rows):
            return
        pause.wait(0.01)
    pytest.fail(f"nobody noted whether {player.match} is looked at")


def test_a_failure_is_tried_again_and_holds_up_nobody(
    calling_client: TestClient, receiver: Receiver
) -> None:
    receiver.statuses = [500, 503]
    us, german = two(calling_client)
    set_hook(us, receiver.url)
    german.said("done")
    us.said("done")

    assert [receiver.call()["seat"] for _ in range(3)] == ["us"] * 3
    assert receiver.calls.empty()


# -- restarts and several processes ---------------------------------------------------------


@contextmanager
def table(database: str, hosts: Hosts) -> Iterator[TestClient]:
    with TestClient(make_app(database, EASY, hosts=hosts)) as client:
        yield client


def test_after_a_restart_nobody_is_told_again(tmp_path: Path, receiver: Receiver) -> None:
    database, hosts = str(tmp_path / "t.db"), here(receiver)
    with table(database, hosts) as client:
        us, german = two(client)
        german.said("done")
        set_hook(german, receiver.url)
        turn(us)
        receiver.call()
    with table(database, hosts) as client:
        german = Player(client, german.match, german.token)
        german.said("done")
        assert german.get("/webhook").json()["url"] == receiver.url
    assert receiver.calls.empty()


def test_a_turn_that_nobody_was_told_of_is_told_after_the_restart(
    tmp_path: Path, receiver: Receiver
) -> None:
    """Killed between the commit and the call."""
    database, hosts = str(tmp_path / "t.db"), here(receiver)
    with table(database, hosts) as client:
        us, german = two(client)
        german.said("done")
        set_hook(german, receiver.url)
        client.app.state.table.rooms.commits.committed = lambda _: None  # type: ignore[attr-defined] # a Starlette
        turn(us)
    with table(database, hosts):
        assert receiver.call()["seat"] == "german"
    with table(database, hosts) as client:
        is_told(client, True)
    assert receiver.calls.empty()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "t.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


def claimed(hooks: Webhooks, match: str, n: int, seat: str) -> list[str]:
    """Who is to be told by this process that it is their turn."""
    return [due.seat for due in hooks._due(match, n, (seat,)) if hooks._claim(due)]


def test_of_several_processes_one_calls(database: str, receiver: Receiver) -> None:
    hosts = here(receiver)
    with table(database, hosts) as client:
        us, german = two(client)
        german.said("done")
        set_hook(german, receiver.url)
    store = Store(database)
    hooks = [Webhooks(store, hosts) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        claims = list(threads.map(lambda hook: claimed(hook, us.match, 9, "german"), hooks))
    late = claimed(hooks[0], us.match, 8, "us")  # older than what is known
    again = claimed(hooks[1], us.match, 10, "german")
    after = [claimed(hooks[2], us.match, 11, "us"), claimed(hooks[3], us.match, 12, "german")]
    store.close()

    assert sorted(map(len, claims)) == [0, 0, 0, 1]
    assert late == again == after[0] == []
    assert after[1] == ["german"]


# -- those who never answer ------------------------------------------------------------------


def test_a_pause_holds_no_line() -> None:
    lines, done = Lines(at_once=2, to_each=2), queue.Queue[str]()

    def failing() -> float:
        done.put("failed")
        return 60.0

    def calls() -> None:
        done.put("called")

    for _ in range(10):
        lines.add("dead.example.org", failing)
    lines.add("good.example.org", calls)
    told = [done.get(timeout=LONG) for _ in range(11)]
    lines.close()

    assert sorted(told) == ["called"] + ["failed"] * 10


def test_one_host_does_not_take_all_lines() -> None:
    lines, done, gate = Lines(at_once=10, to_each=3), queue.Queue[str](), threading.Event()

    def hanging() -> None:
        done.put("hangs")
        gate.wait(LONG)

    for _ in range(30):
        lines.add("slow.example.org", hanging)
    assert [done.get(timeout=LONG) for _ in range(3)] == ["hangs"] * 3
    lines.add("good.example.org", lambda: done.put("called"))
    assert done.get(timeout=LONG) == "called"
    assert done.empty()
    lines.close()
    gate.set()


def test_dead_hosts_silence_nobody(tmp_path: Path, receiver: Receiver) -> None:
    """Seventy seats have an address at which nobody is; one has a good one."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        dead = f"127.0.0.1:{gone.getsockname()[1]}"
    hosts = Hosts((receiver.host, dead), private=True, waits=(60.0,))
    with table(str(tmp_path / "t.db"), hosts) as client:
        for n in range(71):
            us, german = two(client)
            german.said("done")
            set_hook(german, receiver.url if n == 70 else f"http://{dead}/")
            turn(us)
        assert receiver.call()["match"] == us.match


def test_whoever_could_not_be_told_yet_is_told_by_the_next_server(
    tmp_path: Path, receiver: Receiver
) -> None:
    receiver.statuses = [503]
    database = str(tmp_path / "t.db")
    hosts = Hosts((receiver.host,), private=True, waits=(600.0,))
    with table(database, hosts) as client:
        us, german = two(client)
        german.said("done")
        set_hook(german, receiver.url)
        turn(us)
        receiver.call()
        looked_at(client, german, lambda until: until == 0)
        is_told(client, False)
    with table(database, hosts) as client:
        assert receiver.call()["seat"] == "german"
        is_told(client, True)
    assert receiver.calls.empty()


def is_told(client: TestClient, wanted: bool) -> None:
    engine = client.app.state.table.store.engine  # type: ignore[attr-defined] # a Starlette
    for _ in range(2000):
        with engine.connect() as connection:
            if connection.exec_driver_sql("SELECT told FROM webhooks").scalar() == wanted:
                return
        threading.Event().wait(0.01)
    pytest.fail("that was not noted")


def test_a_clock_that_jumped_silences_nobody(
    calling_client: TestClient, receiver: Receiver
) -> None:
    us, german = two(calling_client)
    german.said("done")
    set_hook(german, receiver.url)
    engine = calling_client.app.state.table.store.engine  # type: ignore[attr-defined] # a Starlette
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE webhooks SET watched = 9e12")
    turn(us)

    assert receiver.call()["seat"] == "german"
