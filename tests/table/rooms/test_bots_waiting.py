"""Whose bots go on: people's always, others while somebody looks; and who counts as whose."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import ALONE, begin, elsewhere, sit

from grognard.table.app import make_app
from grognard.table.door.limits import Limits
from grognard.table.rooms.brains import Rank
from grognard.table.rooms.rooms import Rooms

AMONG_THEMSELVES = {"us": "bot uniform", "german": "bot uniform"}
AT_ONCE = msgspec.structs.replace(EASY, unwatched_seconds=1e-9)  # asleep after each batch


def rooms_of(client: TestClient) -> Rooms:
    rooms: Rooms = client.app.state.table.rooms  # type: ignore[attr-defined]  # our own app
    return rooms


def rank(rooms: Rooms, match: str) -> Rank:
    return rooms.looks.rank(match, rooms.live.get(match))


def until(what: Callable[[], Any], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_matches_that_sleep_or_are_others_do_not_count(tmp_path: Path) -> None:
    limits = Limits(bot_matches=1, unwatched_seconds=1e-9)
    with TestClient(make_app(str(tmp_path / "t.db"), limits)) as client:
        one = begin(client, scenario="historical", seats=AMONG_THEMSELVES)
        begin(elsewhere(client), scenario="historical", seats=AMONG_THEMSELVES)
        until(lambda: not rooms_of(client).thinking.is_at_play(one["id"]))
        begin(client, scenario="historical", seats=AMONG_THEMSELVES)


def test_a_bot_that_plays_a_person_does_not_sleep(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), AT_ONCE)) as client:
        rooms_of(client).thinking.batch_seconds = 1e-3  # a move or two
        us = sit(client, begin(client, seats={**ALONE, "german": "bot uniform"}), "us")
        us.until_my_turn()
        for _ in range(3):
            us.said("done")
            until(lambda: us.get("/brief").json()["deciders"] == ["us"])  # which is no look


def test_bots_that_an_open_page_shows_do_not_sleep(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), AT_ONCE)) as client:
        rooms_of(client).thinking.batch_seconds = 1e-3
        begun = begin(client, scenario="historical", seats=AMONG_THEMSELVES)
        onlooker = sit(client, begun, "onlooker")
        until(lambda: not rooms_of(client).thinking.is_at_play(begun["id"]))
        with client.websocket_connect(f"{onlooker.path}/feed") as feed:
            feed.send_json({"token": onlooker.token})
            until(lambda: onlooker.get("/brief").json()["n"] > 60)


def test_those_go_first_that_somebody_looks_at(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), EASY)) as client:
        rooms = rooms_of(client)
        among = begin(client, scenario="historical", seats=AMONG_THEMSELVES)
        until(lambda: among["id"] in rooms.live)
        assert rank(rooms, among["id"]) == Rank.UNWATCHED
        sit(client, among, "onlooker").now()
        assert rank(rooms, among["id"]) == Rank.WATCHED

        alone = begin(client, seats=ALONE)
        until(lambda: alone["id"] in rooms.live)
        assert rank(rooms, alone["id"]) == Rank.PLAYED
        sit(client, alone, "onlooker").now()
        assert rank(rooms, alone["id"]) == Rank.PLAYED
        sit(client, alone, "us").now()
        assert rank(rooms, alone["id"]) == Rank.ATTENDED


def test_what_a_client_s_matches_use_is_counted_for_the_client(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), EASY)) as client:
        for other in (client, elsewhere(client), client):
            us = sit(other, begin(other, seats=ALONE), "us")
            us.until_my_turn()
        until(lambda: len(rooms_of(client).thinking.brains._used) == 2)
        assert set(rooms_of(client).thinking.brains._used) == {"testclient", "192.0.2.7"}


@pytest.mark.parametrize("seats", [{}, ALONE])
def test_matches_with_people_are_no_matches_of_bots(tmp_path: Path, seats: dict[str, str]) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), Limits(bot_matches=1))) as client:
        for _ in range(3):
            begin(client, seats=seats)
