"""What is kept: the store, matches that go on after a restart, bots that go on too."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.player import ALONE, Player, alone, begin, sit, two

from grognard import bots
from grognard.book.canonical import state_hash
from grognard.match import Match
from grognard.match.chain import linked
from grognard.table.app import make_app
from grognard.table.keeping.database import BadDatabase
from grognard.table.keeping.rows import EntryRow, Standing, entries_of, line_of, rows_of
from grognard.table.keeping.store import Clash, Store
from grognard.table.records import files
from grognard.table.rooms import room as module
from grognard.table.rooms.rooms import Rooms
from grognard.titles import lost_battalion as lb


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "folder" / "table.db")


def again(player: Player, client: TestClient) -> Player:
    """The same seat at a server that was started again."""
    return Player(client, player.match, player.token)


# -- the store -------------------------------------------------------------------------


def test_the_log_is_kept_durably_with_foreign_keys(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        told = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    store.close()

    assert told == ["wal", 2, 1]


def test_the_tables_are_made_once(database: str) -> None:
    Store(database).close()
    Store(database).close()
    with sqlite3.connect(database) as connection:
        [(version,)] = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()

    assert version == "0003"


def test_two_entries_under_one_number_clash(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        store: Store = client.app.state.table.store  # type: ignore[attr-defined]  # our own app
        done = '{"type":"Done"}'
        mark = linked(store.entries(us.match)[-1].hash, line_of(1, "german", done))
        row = EntryRow(1, "german", done, mark)
        store.append(us.match, [row], Standing(2, False, ["us"], ""))
        with pytest.raises(Clash):
            store.append(us.match, [row], Standing(9, True, [], ""))
        # The room has not heard of it: what it would append is stale.
        answer = german.post("/play", {"at": 1, "action": {"type": "Done"}})

        assert (answer.status_code, answer.json()["error"]) == (409, "stale")
        assert answer.json()["now"]["n"] == us.now()["n"] == 2
        kept = store.match(us.match)
        assert kept is not None
        assert (kept.length, kept.over) == (2, False)


@pytest.mark.parametrize("url", ["nosuch://x", "sqlite://", "sqlite:///:memory:", "://"])
def test_what_is_no_database(url: str) -> None:
    with pytest.raises(BadDatabase):
        Store(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.write_bytes(b"not a database at all, but long enough to be read as one" * 100)

    with pytest.raises(BadDatabase):
        Store(str(path))


# -- going on --------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        german.said("done")
        us.said("done")
        us.said("137/35 1243>1244")
        us.post("/undo", {"at": us.now()["n"]})
        before = us.seen(), german.seen()
    with TestClient(make_app(database)) as client:
        us, german = again(us, client), again(german, client)
        assert (us.seen(), german.seen()) == before
        us.said("halt")


def test_each_batch_is_kept_with_the_hash_of_its_position(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "new_seed", lambda: "11")
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        german.said("done")
        us.said("done")
    store = Store(database)
    rows = store.entries(us.match)
    store.close()
    match: Match[Any, Any, Any, Any] = Match.new(lb, "learning", {}, "11")
    states = [state_hash(match.state)]
    for entry in entries_of(lb, rows)[1:]:
        match.play(entry.seat, entry.action)
        states.append(state_hash(match.state))

    assert [row.n for row in rows] == [0, 1, 2]
    assert [row.state for row in rows] == states
    assert [row.hash for row in rows] == [row.hash for row in rows_of(match, 0, "grognard")]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("state = 'x'", "entry 1: the position is not the one that was recorded"),
        ("seat = 'us'", "entry 1: its row in the database is not as it was written"),
        ("hash = 'x'", "entry 1: its row in the database is not as it was written"),
        ("action = 'x'", "entry 1: its row in the database is not as it was written"),
    ],
)
def test_a_log_that_was_tampered_with_is_not_played(database: str, change: str, why: str) -> None:
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        german.said("done")
    with sqlite3.connect(database) as connection:
        connection.execute(f"UPDATE entries SET {change} WHERE n = 1")
    connection.close()
    with TestClient(make_app(database)) as client:
        answer = again(us, client).get("/now")

    assert (answer.status_code, answer.json()["error"]) == (409, "unplayable")
    assert why in answer.json()["sentence"]


def test_an_action_that_is_no_json_is_no_traceback(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        german.said("done")
    store = Store(database)
    mark = linked(store.entries(us.match)[0].hash, line_of(1, "german", "{"))
    store.close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE entries SET action = '{', hash = ? WHERE n = 1", [mark])
    connection.close()
    with TestClient(make_app(database)) as client:
        answer = again(us, client).get("/now")

    assert (answer.status_code, answer.json()["error"]) == (409, "unplayable")


def test_a_match_of_another_edition_is_not_played(database: str) -> None:
    with TestClient(make_app(database)) as client:
        us, _ = two(client)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE matches SET edition = 99")
    connection.close()
    with TestClient(make_app(database)) as client:
        answer = again(us, client).get("/now")
        listed = client.get("/api/matches")

    assert (answer.status_code, answer.json()["error"]) == (409, "unplayable")
    assert listed.status_code == 200


def test_rooms_come_and_go(database: str) -> None:
    with TestClient(make_app(database)) as client:
        rooms: Rooms = client.app.state.table.rooms  # type: ignore[attr-defined]  # our own app
        rooms.live.most = 2
        players = [two(client)[1] for _ in range(5)]
        for _ in range(2):
            for player in players:
                player.now()
        assert len(rooms.live) <= 2
        assert [player.said("done")["n"] for player in players] == [2] * 5


# -- bots ------------------------------------------------------------------------------


def played_by_bots(database: str, monkeypatch: pytest.MonkeyPatch, stops: int) -> list[Any]:
    """The first entries of a match of two bots on a server that is stopped now and then."""
    monkeypatch.setattr(files, "new_seed", lambda: "11")
    with TestClient(make_app(database)) as client:
        seats = {"us": "bot greedy", "german": "bot uniform"}
        begun = begin(client, seats=seats)
    for stop in range(stops):
        with TestClient(make_app(database)) as client:
            onlooker = sit(client, begun, "onlooker")
            onlooker.now()  # bots among themselves go on where somebody looks
            until = time.monotonic() + 20
            while onlooker.get("/brief").json()["n"] < 120 * (stop + 1):
                assert time.monotonic() < until
                time.sleep(0.01)
    store = Store(database)
    rows = store.entries(begun["id"])
    store.close()
    return [(row.seat, row.action, row.hash) for row in rows[:120]]


def test_bots_go_on_as_if_never_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = played_by_bots(str(tmp_path / "one.db"), monkeypatch, 1)
    thrice = played_by_bots(str(tmp_path / "three.db"), monkeypatch, 3)

    assert len(once) == 120
    assert once == thrice


def test_who_looks_while_a_bots_moves_are_kept_does_not_disturb(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    append = Store.append

    looking: list[threading.Thread] = []

    def watched(*given: Any) -> None:
        looking.append(threading.Thread(target=us.now))
        looking[-1].start()
        time.sleep(0.03)
        append(*given)

    with TestClient(make_app(database)) as client:
        us = alone(client)
        us.until_my_turn()
        monkeypatch.setattr(Store, "append", watched)
        for text in ("done", "done", "done"):
            us.said(text)
            us.until_my_turn()
        for thread in looking:
            thread.join()

    assert len(looking) >= 3
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_bot_overtaken_by_another_server_looks_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, clashes = Store.append, []

    def overtaken(store: Store, match: str, log: Sequence[EntryRow], now: Standing) -> None:
        append(store, match, log, now)
        if not clashes:
            clashes.append(log[0].n)
            raise Clash("as if another had been faster")

    monkeypatch.setattr(Store, "append", overtaken)
    with TestClient(make_app(database)) as client:
        us = alone(client)
        assert us.until_my_turn()["deciders"] == ["us"]

    assert clashes == [1]


class Broken:
    """A bot that cannot make up its mind, or breaks down over it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        del view, offers, rng
        if not self.seconds:
            raise RuntimeError("out of ideas")
        time.sleep(self.seconds)

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        del view, offers, action
        return "no reason"


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_for_a_bot_that_fails_another_decides(
    database: str, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(bots, "by_name", lambda _name, _title: Broken(seconds))
    with TestClient(make_app(database, choice_seconds=0.1)) as client:
        us = sit(client, begin(client, seats=ALONE), "us")
        started = time.monotonic()
        now = us.until_my_turn()

        assert now["deciders"] == ["us"]
        assert time.monotonic() - started < 5


def test_a_deed_half_done_was_not_done(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(make_app(database), raise_server_exceptions=False) as client:
        us, german = two(client)
        before = german.seen()

        def full(*_: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            answer = german.post("/play", {"at": 1, "action": {"type": "Done"}})
        assert (answer.status_code, answer.json()["error"]) == (500, "fault")
        assert german.seen() == before
        assert german.said("done")["n"] == us.now()["n"] == 2


def test_now_is_drawn_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    original = module.now_of

    def counting(title: Any, match: Any, seat: Any) -> Any:
        drawn.append(seat)
        return original(title, match, seat)

    monkeypatch.setattr(module, "now_of", counting)
    with TestClient(make_app(database)) as client:
        us, german = two(client)
        for _ in range(3):
            us.now()
            german.now()

    assert drawn == ["us", "german"]
