"""What bots say of their moves: to all who may know, if whoever set the match up allows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import Player, begin, sit

from grognard.bots import NAMES
from grognard.table.app import make_app

AGAINST = {"us": "human", "german": "bot planner"}


def german_turn(client: TestClient, **fields: Any) -> tuple[Player, Player]:
    """The US player and an onlooker, after the bot's first Movement Phase."""
    begun = begin(client, seats=AGAINST, **fields)
    us = sit(client, begun, "us")
    turn = us.until_my_turn()
    while not any("German" in line for row in turn["log"][40:] for line in row["lines"]):
        us.said("done")
        turn = us.until_my_turn()
    return us, sit(client, begun, "onlooker")


def reasons(player: Player) -> dict[int, str]:
    return {row["n"]: row["why"] for row in player.now()["log"] if "why" in row}


def test_a_bot_says_why_to_everybody(client: TestClient) -> None:
    us, onlooker = german_turn(client, says_why=True)
    told = reasons(us)

    assert told
    assert told == reasons(onlooker)
    rows = {row["n"]: row for row in us.now()["log"]}
    assert all(rows[n]["lines"] and rows[n]["seat"] == "german" for n in told)


def test_of_what_is_half_hidden_the_reason_is_hidden(client: TestClient) -> None:
    us, onlooker = german_turn(client, says_why=True)
    for player in (us, onlooker):
        log = player.now()["log"]
        unnamed = [row for row in log if any("One German unit" in line for line in row["lines"])]
        assert unnamed
        assert not any("why" in row for row in unnamed)


def test_unless_it_is_allowed_to_it_is_silent(client: TestClient) -> None:
    us, _ = german_turn(client)
    assert reasons(us) == {}


def test_what_was_said_outlives_the_server(tmp_path: Path) -> None:
    database = str(tmp_path / "table.db")
    with TestClient(make_app(database, EASY)) as client:
        us, _ = german_turn(client, says_why=True)
        told = reasons(us)
    with TestClient(make_app(database, EASY)) as client:
        assert reasons(Player(client, us.match, us.token)) == told
    assert told


@pytest.mark.parametrize("wrong", ["yes", 1, None])
def test_the_permission_is_yes_or_no(client: TestClient, wrong: Any) -> None:
    body = {"title": "lost_battalion", "scenario": "learning", "says_why": wrong}
    assert client.post("/api/matches", json=body).status_code == 400


def test_one_bot_is_the_usual_opponent(client: TestClient) -> None:
    for row in client.get("/api/titles").json():
        assert [bot["key"] for bot in row["bots"] if bot["usual"]] == ["planner"]
        assert [bot["key"] for bot in row["bots"]] == list(NAMES)
