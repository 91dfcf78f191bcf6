"""Several servers on one PostgreSQL: one table for all who come, whichever they come to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Thread
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from table.forked import Forker, Server
from table.logs import check_log
from table.player import ALONE, Player, begin, sit, two
from table.postgres import PASSWORD, Postgres
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from grognard.cli import run
from grognard.table.app import make_app
from grognard.table.keeping.database import BadDatabase
from grognard.table.keeping.rows import EntryRow, SeatRow, Standing
from grognard.table.keeping.store import Clash, Store
from grognard.table.keeping.wire import Leases, Wire
from grognard.table.rooms.others import Others
from grognard.table.rooms.rooms import Rooms

DONE = {"type": "Done"}
BOTS = {"us": "bot greedy", "german": "bot uniform"}


class Pair(NamedTuple):
    """Two servers on one database."""

    a: Server
    b: Server
    url: str


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def forker() -> Iterator[Forker]:
    with Forker() as forker:
        yield forker


@pytest.fixture(scope="module")
def pair(postgres: Postgres, forker: Forker) -> Iterator[Pair]:
    url = postgres.new_database()
    with forker.serve(url) as a, forker.serve(url) as b:
        yield Pair(a, b, url)


def until(holds: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Waits for it."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)
    return found


def at(player: Player, server: Server | TestClient) -> Player:
    """The same seat at another server."""
    client = server.client if isinstance(server, Server) else server
    return Player(client, player.match, player.token)


@contextmanager
def listening(player: Player) -> Iterator[ClientConnection]:
    address = str(player.client.base_url).replace("http", "ws").rstrip("/")
    with connect(f"{address}{player.path}/feed", max_size=None) as socket:
        socket.send(json.dumps({"token": player.token}))
        yield socket


# -- the store -------------------------------------------------------------------------


def test_started_together_on_a_new_database(database: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for store in list(threads.map(Store, [database] * 4)):
            assert store.waiting() == []
            store.close()


def test_two_entries_under_one_number_clash(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, _ = two(client)
        store, row = Store(database), EntryRow(1, "german", '{"type":"Done"}', "x")
        store.append(us.match, [row], Standing(2, False, ["us"], ""))
        with pytest.raises(Clash):
            store.append(us.match, [row], Standing(9, True, [], ""))
        kept = store.match(us.match)
        store.close()

    assert kept is not None
    assert (kept.length, kept.over) == (2, False)


def test_a_link_is_replaced_once(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, _ = two(client)
    store = Store(database)
    [link] = [row for row in store.seats(us.match) if row.seat == "us"]
    store.reissue(link, "x")
    with pytest.raises(Clash):
        store.reissue(link, "y")
    now = [row for row in store.seats(us.match) if row.seat == "us"]
    store.close()

    assert now == [SeatRow(us.match, "us", 1, "human", "x")]


def test_letters_that_postgresql_does_not_keep(pair: Pair) -> None:
    client = pair.a.client
    begun = begin(client, names={"us": "a\0b"})
    us = Player(client, begun["id"], begun["tokens"]["us"])

    assert us.get().json()["seats"]["us"]["name"] == "a\0b"
    for path in ("/api/matches/%00", "/api/matches/x%00/brief", "/api/matches/%00/now"):
        assert client.get(path).status_code == 404


# -- the command -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://me:s3cret-for-tests@127.0.0.1:1/x", "Connection refused"),
        ("postgresql://me:s3cret-for-tests@127.0.0.1:one/x", "cannot be read"),
        ("postgresql://me:s3cret-for-tests@@127.0.0.1/x", "%40"),
        ("postgresql://me:s3cret-for-tests@127.0.0.1/x?nosuch=1", "nosuch"),
        ("mysql://me:s3cret-for-tests@127.0.0.1/x", "cannot be used as a database"),
        ("postgresql+asyncpg://me:s3cret-for-tests@127.0.0.1/x", "cannot be used as a database"),
    ],
)
def test_a_wrong_address_is_one_sentence(
    url: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["serve", "--port", "0", "--database", url])
    told = capsys.readouterr().err

    assert code == 2
    assert said in told
    assert told.count("\n") == 1
    assert PASSWORD not in told


def test_a_wrong_password_or_database_is_one_sentence(postgres: Postgres) -> None:
    for url in (postgres.url("nosuch"), postgres.url("postgres", "wr0ng-word")):
        with pytest.raises(BadDatabase) as bad:
            Store(url)
        assert "\n" not in str(bad.value)
        assert PASSWORD not in str(bad.value)
        assert "wr0ng-word" not in str(bad.value)


# -- one table -------------------------------------------------------------------------


def test_played_here_and_seen_there(pair: Pair) -> None:
    us, german = two(pair.a.client)
    us, german = at(us, pair.a), at(german, pair.b)
    with listening(us) as feed:
        assert json.loads(feed.recv(timeout=60))["n"] == 1
        german.said("done")
        push = json.loads(feed.recv(timeout=60))

    assert push["n"] == 2
    assert push["now"]["deciders"] == ["us"]
    assert us.said("done")["n"] == 3
    until(lambda: german.now()["n"] == 3)


def test_whoever_has_seen_more_than_the_server_is_not_stale(pair: Pair) -> None:
    us, german = two(pair.a.client)
    at(us, pair.b).now()
    n = german.said("done")["n"]
    # At once at the other server, which may or may not have heard of it.
    assert at(us, pair.b).play(at=n, text="done")["n"] == n + 1
    assert us.play(at=n + 1, text="137/35 1243>1244")["n"] > n + 2


def test_begun_or_branched_here_and_found_there(pair: Pair) -> None:
    begun = begin(pair.a.client)
    us = Player(pair.a.client, begun["id"], begun["tokens"]["us"])
    keys = {"Grognard-Seats": begun["tokens"]["german"]}
    forked = us.post("/branch", {"at": 1}, **keys).json()

    assert begun["id"] in [row["id"] for row in pair.b.client.get("/api/matches").json()]
    assert at(us, pair.b).now()["n"] == 1
    assert Player(pair.b.client, forked["id"], forked["tokens"]["us"]).now()["n"] == 1


def test_a_link_replaced_here_is_void_there(pair: Pair) -> None:
    us, _ = two(pair.a.client)
    there = at(us, pair.b)
    with listening(there) as feed:
        feed.recv(timeout=60)
        fresh = Player(pair.a.client, us.match, us.post("/reissue", {}).json()["token"])
        with pytest.raises(ConnectionClosed) as closed:
            feed.recv(timeout=60)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    assert there.get("/now").status_code == 403
    assert there.post("/reissue", {}).status_code == 403
    assert at(fresh, pair.b).now()["seat"] == "us"


# -- a whole game ----------------------------------------------------------------------


class Scripted:
    """A seat that plays by lot what its own server's feed offers it."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player, self.rng = player, Random(seed)
        self.seen: dict[int, str] = {}
        self.last: dict[str, Any] = {"n": 0, "over": False}

    def run(self) -> None:
        with listening(self.player) as feed:
            while not self.last["over"]:
                self.take(json.loads(feed.recv(timeout=120)))

    def take(self, push: dict[str, Any]) -> None:
        # Of what is hidden from a seat it is told the number alone.
        self.seen |= dict.fromkeys(range(self.last["n"], push["n"]), "hidden")
        now = push.get("now", self.last | {"n": push["n"], "log": []})
        self.last = now
        self.seen |= {row["n"]: row["seat"] for row in now["log"]}
        if now["seat"] in now["deciders"]:
            action = self.choice(now["offers"])
            answer = self.player.post("/play", {"at": now["n"], "action": action})
            # Stale, if both could decide: the next push says what was done.
            assert answer.status_code in (200, 409), answer.text

    def choice(self, offers: list[dict[str, Any]]) -> Any:
        """Mostly what ends something: games by lot alone are long."""
        ends = [row for row in offers if row["action"] == DONE]
        chosen = ends if ends and self.rng.random() < 0.5 else offers
        return self.rng.choice(chosen)["action"]


def test_two_players_at_two_servers_finish_a_game(pair: Pair) -> None:
    us, german = two(pair.a.client)
    players = [Scripted(at(us, pair.a), 1), Scripted(at(german, pair.b), 2)]
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(player.run) for player in players]:
            done.result()
    n = check_log(pair.url, us.match)

    for player in players:
        assert player.last["n"] == n
        assert player.last["verdict"] == players[0].last["verdict"]
        assert set(player.seen) == set(range(n))
        assert set(player.seen.values()) >= {"us", "german", "chance"}
    records = [player.player.get("/record").content for player in players]
    assert records[0] == records[1]


# -- a broken wire ---------------------------------------------------------------------


def cut_all(postgres: Postgres, url: str) -> None:
    """Ends every connection to the database."""
    name = url.split("/")[3].split("?")[0]
    with postgres.connect() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )


def test_what_was_played_while_the_wire_was_cut_is_caught_up_with(
    postgres: Postgres, pair: Pair
) -> None:
    us, german = two(pair.a.client)
    us, german = at(us, pair.a), at(german, pair.b)
    with listening(us) as feed:
        assert json.loads(feed.recv(timeout=60))["n"] == 1
        cut_all(postgres, pair.url)
        german.said("done")
        assert json.loads(feed.recv(timeout=60))["n"] == 2
    assert us.now()["n"] == 2


def test_while_the_wire_is_cut_everything_is_asked_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(_: Wire) -> None:
        raise ConnectionError("cut")

    with TestClient(make_app(database)) as well:
        us, german = two(well)
        monkeypatch.setattr(Wire, "_listen", cut)
        with TestClient(make_app(database)) as deaf:
            assert at(us, deaf).now()["n"] == 1
            german.said("done")
            assert at(us, deaf).now()["n"] == 2
            us.post("/reissue", {})
            assert at(us, deaf).get("/now").status_code == 403


def is_behind(rooms: Rooms, match: str) -> bool | None:
    room = rooms.live.get(match)
    return None if room is None else room.behind


def test_a_server_that_has_not_heard_of_it_is_stale_not_wrong(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Others, "_heard", lambda *_: None)
    with TestClient(make_app(database)) as one, TestClient(make_app(database)) as other:
        us, german = two(one)
        rooms: Rooms = other.app.state.table.rooms  # type: ignore[attr-defined]  # our own app
        until(lambda: rooms.live.wire and rooms.live.wire.up)
        until(lambda: (at(german, other).now()["n"], is_behind(rooms, us.match)) == (1, False))
        german.said("done")
        assert at(german, other).now()["n"] == 1
        answer = at(german, other).post("/play", {"at": 1, "action": DONE})

    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert answer.json()["now"]["n"] == 2
    assert check_log(database, us.match) == 2


def test_a_database_that_was_gone_for_a_while(database: str, postgres: Postgres) -> None:
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        german.said("done")
        postgres.stop()
        gone = us.post("/play", {"at": 2, "action": DONE})
        postgres.start()
        until(lambda: us.get("/now").status_code == 200)

        assert (gone.status_code, gone.json()["error"]) == (503, "busy")
        assert us.play(at=2, action=DONE)["n"] == 3


# -- bots ------------------------------------------------------------------------------


def test_a_lease_is_one_process_s_and_ends_with_it(database: str) -> None:
    stores = Store(database), Store(database)
    one, other = map(Leases, stores)

    assert one.take("x")
    assert not other.take("x")
    assert other.take("y")
    assert one.take("x")
    one.release("x")
    assert not other.take("x")
    one.release("x")
    assert other.take("x")
    other.close()
    assert until(lambda: one.take("x"))
    one.close()
    for store in stores:
        store.close()


def test_bots_play_in_one_place_at_a_time(pair: Pair) -> None:
    begun = begin(pair.a.client, seats=ALONE)
    here = Player(pair.a.client, begun["id"], begun["tokens"]["us"])
    there = at(here, pair.b)
    for player in (here, there, here, there):
        until(partial(done, player))
    here.until_my_turn(60)
    until(lambda: here.now()["n"] == there.now()["n"])

    assert check_log(pair.url, begun["id"]) > 10


def done(player: Player) -> bool:
    """Whether it was played: a server that has not heard of the last move says that it is stale."""
    now = player.until_my_turn(60)
    return bool(player.post("/play", {"at": now["n"], "action": DONE}).status_code == 200)


def test_bots_go_on_when_their_server_is_killed(database: str, forker: Forker) -> None:
    with forker.serve(database) as second:
        with forker.serve(database) as first:
            begun = begin(first.client, seats=BOTS)
            onlooker = Player(second.client, begun["id"], begun["onlooker"])
            until(lambda: onlooker.get("/brief").json()["n"] > 20)
            first.kill()
        n = onlooker.now()["n"]  # bots among themselves go on where somebody looks
        until(lambda: onlooker.get("/brief").json()["n"] > n + 20)

    check_log(database, begun["id"])


def test_a_bot_that_a_person_waits_for_is_taken_over(database: str, forker: Forker) -> None:
    with forker.serve(database) as second:
        with forker.serve(database) as first:
            begun = begin(first.client, seats={"us": "human", "german": "bot planner"})
            us = Player(first.client, begun["id"], begun["tokens"]["us"])
            now = us.until_my_turn()
            while "us" in now["deciders"]:
                # Where it cannot end something, as when it loses a step, the first that is offered.
                offers = [row["action"] for row in now["offers"]]
                now = us.play(at=now["n"], action=DONE if DONE in offers else offers[0])
            first.kill()
        # Nobody looks at the match at the other server: it finds out by itself.
        there = at(us, second)
        until(lambda: there.get("/brief").json()["deciders"] == ["us"])

    check_log(database, begun["id"])


def test_bots_at_two_places_do_no_harm(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Leases, "take", lambda *_: True)
    with TestClient(make_app(database)) as one, TestClient(make_app(database)) as other:
        begun = begin(one, seats=BOTS)
        players = [sit(client, begun, "onlooker") for client in (one, other)]
        watching = [Thread(target=until, args=(lambda p=p: p.now()["n"] > 200,)) for p in players]
        for thread in watching:
            thread.start()
        for thread in watching:
            thread.join()
        assert all(player.now()["n"] > 200 for player in players)

    assert check_log(database, begun["id"]) > 200
