"""One damaged row harms one match: the server starts, lists, and other matches are played."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from psycopg import Connection, DatabaseError
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import Player, begin, sit, two
from table.postgres import Postgres

from grognard.cli import run
from grognard.table.app import make_app
from grognard.table.calling.posting import Hosts
from grognard.table.desk import lobby

DAMAGE = (None, "x", 7, "{", "[1]", "nosuch", "y" * 1_000_000, 99)
# The first and the last: of the seats the one of a player, and the onlookers'.
WHICH = {
    "matches": ["max"],
    "webhooks": ["max"],
    "seats": ["min", "max"],
    "entries": ["min", "max"],
}
HOSTS = Hosts(("127.0.0.1:1",), private=True, waits=())
BOTS = {"us": "bot greedy", "german": "human"}


def columns(database: Path) -> list[tuple[str, str]]:
    """All there are, as the database says; only its version is damaged by a test of its own."""
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'alembic_version'"
    with closing(sqlite3.connect(database)) as connection:
        tables = [name for (name,) in connection.execute(named)]
        infos = [(t, connection.execute(f"PRAGMA table_info({t})").fetchall()) for t in tables]
    assert {"matches", "entries", "seats", "webhooks"} <= set(tables)
    return [(table, column[1]) for table, info in infos for column in info]


def without_constraints(database: Path) -> None:
    """So that NULL and what hangs on nothing can be written, as a damaged file may hold it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
        connection.execute("PRAGMA writable_schema = OFF")


def test_every_column_of_every_table_damaged_in_every_way(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "_LISTED", 10_000)  # none of them is too old to be listed
    database = tmp_path / "t.db"
    with TestClient(make_app(str(database), EASY, hosts=HOSTS)) as client:
        first = begin(client)
        damages = [(t, c, d, w) for t, c in columns(database) for d in DAMAGE for w in WHICH[t]]
        victims = [first, *(begin(client, seats=BOTS) for _ in damages[1:])]
        for victim in victims:
            player = sit(client, victim, "german")
            player.post("/webhook", {"url": "http://127.0.0.1:1/"})
        us, german = two(client)
    without_constraints(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE webhooks SET told = 0")
        for victim, damage in zip(victims, damages, strict=True):
            spoil(connection, victim["id"], *damage)

    with TestClient(make_app(str(database), EASY, hosts=HOSTS)) as client:
        assert us.match in listed_in_full(client)
        for victim, damage in zip(victims, damages, strict=True):
            looked_at(sit(client, victim, "german"), damage)
        assert Player(client, german.match, german.token).said("done")["n"] == 2
    assert [(r.getMessage(), r.exc_text) for r in caplog.records if r.exc_info] == []


@pytest.mark.parametrize("kind", ["human", "bot greedy"])
@pytest.mark.parametrize("column", ["seat", "kind", "token_hash"])
@pytest.mark.parametrize("damage", [None, "nosuch", "bot nosuch"])
def test_a_seat_that_is_damaged_stops_its_match_in_a_sentence(
    tmp_path: Path, kind: str, column: str, damage: Any, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "t.db"
    with TestClient(make_app(str(database), EASY)) as client:
        begun = begin(client, seats={"us": kind, "german": "human"})
    without_constraints(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        spoil(connection, begun["id"], "seats", column, damage, "min")
    with TestClient(make_app(str(database), EASY)) as client:
        german = sit(client, begun, "german")
        for what in ("/play", "/play", "/rewind", "/reissue"):
            answer = german.post(what, {"at": 1, "text": "done"} if what == "/play" else {})
            assert answer.status_code < 500, (what, answer.text)
        looked_at(german, damage)
        told = german.get("/now")
    if column != "token_hash":  # by which only whoever sits there is not let in
        assert (told.status_code, told.json()["error"]) == (409, "unplayable")
        assert told.json()["sentence"].startswith("this match cannot go on: ")
    assert [(r.getMessage(), r.exc_text) for r in caplog.records if r.exc_info] == []


def spoil(
    connection: sqlite3.Connection, match: str, table: str, column: str, damage: Any, which: str
) -> None:
    key = "id" if table == "matches" else "match"
    row = f"rowid = (SELECT {which}(rowid) FROM {table} WHERE {key} = ?)"
    # Nobody else's name: that would be another match, not a damaged one.
    value = f"{damage}{match}" if column in ("id", "match") and damage is not None else damage
    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {row}", [value, match])


def listed_in_full(client: TestClient) -> set[str]:
    """The matches in the lobby, of which each line can be shown."""
    listed = client.get("/api/matches")
    assert listed.status_code == 200
    seats = [sitting for match in listed.json() for sitting in match["seats"].values()]
    assert seats
    assert {type(sitting["kind"]) for sitting in seats} == {str}
    return {match["id"] for match in listed.json()}


def looked_at(player: Player, damage: Any) -> None:
    for head in (player.headers, {}):  # and as somebody who only looks on
        for what in ("", "/now", "/brief", "/webhook"):
            answer = player.client.get(f"{player.path}{what}", headers=head)
            assert answer.status_code < 500, (damage, what, answer.text[:300])
            if answer.status_code >= 400:
                assert 10 < len(answer.json()["sentence"]) < 700, (damage, what)


def test_every_column_damaged_as_far_as_the_types_of_postgresql_allow(
    postgres: Postgres, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "_LISTED", 10_000)
    url = postgres.new_database()
    with TestClient(make_app(url, EASY, hosts=HOSTS)) as client:
        us, german = two(client)
        german.post("/webhook", {"url": "http://127.0.0.1:1/"})
        with postgres.connect(url.partition("@/")[2].partition("?")[0]) as connection:
            damages = possible(connection, us.match)
            victims = [begin(client, seats=BOTS) for _ in damages]
            for victim in victims:
                sit(client, victim, "german").post("/webhook", {"url": "http://127.0.0.1:1/"})
            connection.execute("UPDATE webhooks SET told = false")
            for victim, (table, column, kind, damage) in zip(victims, damages, strict=True):
                spoil_there(connection, victim["id"], table, column, kind, damage)

    with TestClient(make_app(url, EASY, hosts=HOSTS)) as client:
        assert us.match in listed_in_full(client)
        for victim, damage in zip(victims, damages, strict=True):
            looked_at(sit(client, victim, "german"), damage)
        assert Player(client, german.match, german.token).said("done")["n"] == 2
    assert {table for table, *_ in damages} >= {"matches", "entries", "seats", "webhooks"}
    assert [(r.getMessage(), r.exc_text) for r in caplog.records if r.exc_info] == []


def possible(connection: Connection[Any], match: str) -> list[tuple[str, str, str, Any]]:
    """All columns the schema has, each with whatever its type can be made to hold."""
    named = (
        "SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c"
        " JOIN information_schema.tables t USING (table_schema, table_name)"
        " WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE'"
        " AND table_name != 'alembic_version' ORDER BY 1, 2"
    )
    columns = connection.execute(named).fetchall()
    for table, column, _ in columns:
        with suppress(DatabaseError):  # a key
            connection.execute(f'ALTER TABLE {table} ALTER COLUMN "{column}" DROP NOT NULL')
    wanted = [(*column, damage) for column in columns for damage in DAMAGE]
    return [one for one in wanted if _takes(connection, match, *one)]


def _takes(
    connection: Connection[Any], match: str, table: str, column: str, kind: str, damage: Any
) -> bool:
    with suppress(DatabaseError), connection.transaction(force_rollback=True):
        spoil_there(connection, match, table, column, kind, damage)
        return True
    return False


def spoil_there(
    connection: Connection[Any], match: str, table: str, column: str, kind: str, damage: Any
) -> None:
    key = "id" if table == "matches" else "match"
    row = f"ctid = (SELECT max(ctid) FROM {table} WHERE {key} = %s)"
    value = None if damage is None else str(damage)
    change = f'UPDATE {table} SET "{column}" = CAST(%s::text AS {kind}) WHERE {row}'
    connection.execute(change.encode(), [value, match])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE matches SET names = '{'", "names: "),
        ("UPDATE matches SET title = 'nosuch'", "nosuch"),
        ("UPDATE matches SET edition = 99", "made by edition 99"),
        ("UPDATE matches SET scenario = 'nosuch'", "has no scenario “nosuch”"),
        ("UPDATE seats SET kind = 'bot nosuch' WHERE seat = 'us'", "there is no bot “nosuch”"),
        ("UPDATE seats SET kind = NULL WHERE seat = 'us'", ""),
        ("UPDATE seats SET seat = 'nosuch' WHERE seat = 'us'", "has no seat “nosuch”"),
        ("DELETE FROM seats WHERE seat = 'us'", "nobody sits at us"),
    ],
)
def test_a_spoilt_match_says_why_where_it_is_listed(
    tmp_path: Path, change: str, words: str
) -> None:
    database = tmp_path / "t.db"
    with TestClient(make_app(str(database), EASY)) as client:
        _, german = two(client)
    without_constraints(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(change)
    with TestClient(make_app(str(database), EASY)) as client:
        [listed] = client.get("/api/matches").json()
        told = Player(client, german.match, german.token).get("/now")

    assert listed["id"] == german.match
    assert listed["turn_line"].startswith("this match cannot go on: ")
    assert words in listed["turn_line"]
    assert (told.status_code, told.json()["error"]) == (409, "unplayable")
    assert words in told.json()["sentence"]


@pytest.mark.parametrize("version", ["9999", ""])
def test_a_newer_database_is_a_sentence(
    tmp_path: Path, version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "t.db"
    with TestClient(make_app(str(database))):
        pass
    without_constraints(database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])

    assert run(["serve", "--port", "0", "--database", str(database)]) == 2
    told = capsys.readouterr().err
    assert "newer Grognard" in told
    assert told.count("\n") == 1
