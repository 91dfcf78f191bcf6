"""The leak law over the wire: what a seat may not know changes no byte it gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.player import Player, begin, sit

from grognard.match import Match
from grognard.table import records
from grognard.titles import lost_battalion as lb

WHO = ("us", "german", "onlooker")


class Seeds:
    """The dice of the matches to come."""

    def __init__(self) -> None:
        self.next = "0"


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seeds]:
    chosen = Seeds()
    monkeypatch.setattr(records, "new_seed", lambda: chosen.next)
    return chosen


def seated(client: TestClient) -> dict[str, Player]:
    begun = begin(client, private=True)
    return {who: sit(client, begun, who) for who in WHO}


def listen(client: TestClient, player: Player, deeds: Any) -> list[str]:
    """All that a socket hears while deeds are done, one by one."""
    heard = []
    with client.websocket_connect(f"{player.path}/feed") as socket:
        socket.send_json({"token": player.token})
        heard.append(socket.receive_text())
        for deed in deeds:
            deed()
            heard.append(socket.receive_text())
    return heard


def secret_count(seed: str) -> int:
    match = Match.new(lb, "learning", {}, seed)
    count: int = match.events[0][0].count
    return count


# -- dice rolled in secret -------------------------------------------------------------


def test_a_secret_roll_is_in_no_byte_of_the_others(client: TestClient, seeds: Seeds) -> None:
    seen: dict[str, set[bytes]] = {who: set() for who in WHO}
    for seeds.next in ("0", "2", "3", "5"):
        for who, player in seated(client).items():
            seen[who] |= {player.seen(), player.get("/at/1").content, player.get("/at/0").content}

    assert {secret_count(seed) for seed in ("0", "2", "3", "5")} == {2, 3, 4, 5}
    # Whoever cannot act sees the present as the past; at/0 was before the roll.
    assert len(seen["us"]) == len(seen["onlooker"]) == 2
    assert len(seen["german"]) > 5


def test_a_secret_roll_changes_no_refusal_and_no_answer(client: TestClient, seeds: Seeds) -> None:
    told: set[tuple[bytes, ...]] = set()
    for seeds.next in ("0", "2", "5"):
        us = seated(client)["us"]
        told.add(
            (
                us.post("/play", {"at": 1, "text": "done"}).content,
                us.post("/play", {"at": 0, "text": "done"}).content,
                us.post("/why", {"spot": "1243"}).content,
                us.post("/odds", {"text": "done"}).content,
                us.post("/overlay", {"name": "supply", "spot": "137/35"}).content,
                us.get("/record").content,
            )
        )

    assert len(told) == 1


# -- choices made in secret ------------------------------------------------------------


def rested(client: TestClient, division: str) -> dict[str, list[Any]]:
    """A match in which the US player has rested a division; all that each seat was sent."""
    sent: dict[str, list[Any]] = {}
    for who in WHO:
        table = seated(client)
        us, german = table["us"], table["german"]
        deeds = (
            lambda german=german: german.said("done"),
            lambda us=us: us.said(f"rest {division}"),
            lambda us=us: us.said("done"),
        )
        sent[who] = [*listen(client, table[who], deeds), table[who].seen()]
    return sent


def test_a_secret_choice_changes_no_byte_for_the_others(client: TestClient, seeds: Seeds) -> None:
    seeds.next = "7"
    one, other = rested(client, "US 3"), rested(client, "US 32")

    assert one["german"] == other["german"]
    assert one["onlooker"] == other["onlooker"]
    assert one["us"] != other["us"]


def test_who_is_in_hand_and_who_marches_is_not_told(client: TestClient, seeds: Seeds) -> None:
    heard = []
    seeds.next = "7"
    for unit in ("137/35", "138/35"):
        table = seated(client)
        us, german = table["us"], table["german"]
        german.said("done")
        us.said("done")
        heard.append(listen(client, german, [lambda us=us, unit=unit: us.said(unit)]))

    assert heard[0] == heard[1]
    assert json.loads(heard[0][-1]) == {"n": 4}


def test_undo_of_a_secret_choice_tells_nothing(client: TestClient, seeds: Seeds) -> None:
    seeds.next = "7"
    seen = []
    for division in ("US 3", "US 32"):
        table = seated(client)
        table["german"].said("done")
        at = table["us"].said(f"rest {division}")["n"]
        table["us"].post("/undo", {"at": at})
        seen.append([table["german"].seen(), table["german"].get("/at/3").content])

    assert seen[0] == seen[1]


# -- the seed --------------------------------------------------------------------------


def test_the_seed_never_leaves_the_server(client: TestClient, seeds: Seeds) -> None:
    seeds.next = "a-very-telling-seed"
    begun = begin(client)
    us, german = sit(client, begun, "us"), sit(client, begun, "german")
    both = {**us.headers, "Grognard-Seats": german.token}
    answers = [
        us.get().content,
        us.seen(),
        client.get("/api/matches").content,
        client.get(f"{us.path}/record", headers=both).content,
        us.post("/branch", {"at": 1}, **{"Grognard-Seats": german.token}).content,
    ]

    assert all(answers)
    assert not any(seeds.next.encode() in answer for answer in answers)
