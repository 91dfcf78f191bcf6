"""A title with cards at the table: hands, piles and far hexes need nothing of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from table.player import Player, begin, sit

from grognard import library
from grognard.table.desk import books


@pytest.fixture(autouse=True)
def toy_in_the_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(library.VARIABLE, "toy=toy")
    books.title_rows.cache_clear()
    yield
    books.title_rows.cache_clear()


def both(client: TestClient) -> tuple[Player, Player]:
    begun = begin(client, title="toy", scenario="corners")
    return sit(client, begun, "red"), sit(client, begun, "blue")


def test_a_hand_is_seen_by_its_owner_and_an_offer_points_at_each_card(client: TestClient) -> None:
    red, blue = both(client)
    now = red.now()
    _, hand = now["scene"]["hands"]
    cards = {card["id"] for card in hand["cards"]}

    assert {offer["spot"] for offer in now["offers"]} == cards
    assert [hand["key"] for hand in sit_onlooker(client, red).now()["scene"]["hands"]] == ["bank"]
    assert now["scene"]["hands"][0] == {"key": "bank", "title": "Bank", "count": 99, "kind": "pile"}
    assert blue.now()["scene"]["notes"][0]["key"] == "bid"


def sit_onlooker(client: TestClient, player: Player) -> Player:
    """Anybody may look on at a match that is listed; an empty token is none."""
    looking = Player(client, player.match, "")
    looking.headers = {}
    return looking


def test_a_card_is_played_and_leaves_the_hand(client: TestClient) -> None:
    red, blue = both(client)
    offer = next(o for o in red.now()["offers"] if o["spot"] == "coins 1")

    now = red.play(action=offer["action"])
    blue.said("bid 0")

    assert [hand["key"] for hand in now["scene"]["hands"]] == ["bank"]
    assert red.now()["scene"]["held"] == ["red"]
    assert [s["name"] for s in red.now()["scene"]["sequence"] if s.get("current")] == ["March"]


def test_the_pawn_walks_to_a_far_hex_and_reasons_come_where_it_cannot(client: TestClient) -> None:
    red, blue = both(client)
    red.said("bid 1")
    blue.said("bid 0")

    asked = red.post("/why", {"spot": "0301", "from": []}).json()
    now = red.play(to="0301")

    assert (asked["refusals"], asked["way"]) == ([], ["0201", "0301"])
    assert next(p for p in now["scene"]["pieces"] if p["id"] == "red")["hex"] == "0301"
    no_way = red.post("/why", {"spot": "0103", "from": ["red"]}).json()
    assert (no_way["way"], no_way["refusals"][0]["rule"]) == ([], "TOY-3")


def test_a_barred_button_names_its_rule(client: TestClient) -> None:
    red, blue = both(client)
    coins = len(red.now()["scene"]["hands"][1]["cards"]) - 1
    red.said(f"bid {coins}")
    blue.said("bid 0")

    [barred] = red.now()["scene"]["offers"]

    assert (barred["token"], barred["rule"]) == ("scout", "TOY-5")
    assert barred["why_not"] == "scouting costs a coin"
    assert "offers" not in blue.now()["scene"]


def test_a_title_without_charts_or_with_options_is_shown_all_the_same(client: TestClient) -> None:
    charts = client.get("/api/charts/toy").json()

    assert (charts["charts"], charts["values"]) == ({}, {})
    assert client.get("/api/titles/toy/drawing?scenario=centre").status_code == 200
    assert "toy" in [row["key"] for row in client.get("/api/titles").json()]
