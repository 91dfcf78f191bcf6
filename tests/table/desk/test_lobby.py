"""What the lobby shows, and how a match is set up."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from table.player import ALONE, begin, sit

from grognard import bots, library


def test_titles_with_scenarios_seats_options_and_bots(client: TestClient) -> None:
    row, days, series = client.get("/api/titles").json()

    assert (days["key"], {scenario["unit"] for scenario in days["scenarios"]}) == (
        "ardennes",
        {"day"},
    )
    assert (series["key"], series["seats"]) == ("bcs", ["american", "german"])
    assert (row["key"], row["seats"]) == ("lost_battalion", ["us", "german"])
    assert [bot["key"] for bot in row["bots"]] == list(bots.NAMES)
    assert all(bot["text"] for bot in row["bots"])
    assert "learning" in [scenario["key"] for scenario in row["scenarios"]]
    assert all(scenario["text"] and scenario["turns"] for scenario in row["scenarios"])


def test_a_drawing_a_browser_may_keep(client: TestClient) -> None:
    address = "/api/titles/lost_battalion/drawing?scenario=learning"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["etag"]})

    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    assert again.status_code == 304


def test_rules_and_charts_without_a_path_of_the_server(client: TestClient) -> None:
    rules = client.get("/api/rules/lost_battalion").json()
    charts = client.get("/api/charts/lost_battalion")

    assert rules["LB-9.18a"]["text"]
    assert "crt" in charts.json()["charts"]
    assert "/src/" not in charts.text


@pytest.mark.parametrize("path", ["rules/chess", "charts/chess", "titles/chess/drawing"])
def test_what_there_is_not(client: TestClient, path: str) -> None:
    answer = client.get(f"/api/{path}")

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_match_has_a_link_for_each_person_and_one_for_onlookers(client: TestClient) -> None:
    begun = begin(client, seats=ALONE)

    assert list(begun["tokens"]) == ["us"]
    assert len({begun["onlooker"], *begun["tokens"].values()}) == 2
    assert sit(client, begun, "onlooker").now()["seat"] is None


def test_the_list_holds_public_matches_only(client: TestClient) -> None:
    public = begin(client, names={"us": "Ann"})
    private = begin(client, private=True)
    rows = {row["id"]: row for row in client.get("/api/matches").json()}

    assert private["id"] not in rows
    row = rows[public["id"]]
    assert row["seats"]["us"] == {"kind": "human", "name": "Ann"}
    assert (row["deciders"], row["over"], row["n"]) == (["german"], False, 1)
    assert row["turn_line"].startswith("Turn 1 of 3")
    assert not set(public["tokens"].values()) & set(map(str, row.values()))


def test_anybody_looks_on_at_a_listed_match_and_at_no_other(client: TestClient) -> None:
    public, private = begin(client), begin(client, private=True)
    path = f"/api/matches/{public['id']}"

    seen = client.get(f"{path}/now")
    assert (seen.status_code, seen.json()["seat"], seen.json()["offers"]) == (200, None, [])
    assert client.get(f"/api/matches/{private['id']}/now").status_code == 403
    assert client.post(f"{path}/play", json={"at": 1, "text": "done"}).status_code == 403
    assert client.post(f"{path}/reissue", json={}).status_code == 403
    assert sit(client, public, "onlooker").now()["seat"] is None


def test_a_brief_line_of_ones_own_match(client: TestClient) -> None:
    begun = begin(client, private=True)
    mine = sit(client, begun, "us").get("/brief").json()

    assert (mine["id"], mine["seat"], mine["deciders"]) == (begun["id"], "us", ["german"])


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"scenario": "waterloo"}, "waterloo"),
        ({"options": {"nukes": "on"}}, "nukes"),
        ({"options": {"german_hasty": "perhaps"}}, "perhaps"),
        ({"seats": {"french": "human"}}, "french"),
        ({"seats": {"us": "bot genius"}}, "genius"),
        ({"seats": {"us": "dog"}}, "dog"),
        ({"names": {"us": "x" * 61}}, "length"),
        ({"seed": "0"}, "seed"),
        ({"private": "yes"}, "bool"),
    ],
)
def test_what_cannot_be_set_up(client: TestClient, fields: dict[str, Any], word: str) -> None:
    wanted = {"title": "lost_battalion", "scenario": "learning", **fields}
    answer = client.post("/api/matches", json=wanted)

    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert word in answer.json()["sentence"]


def test_a_list_of_many_reads_no_scenario_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        begin(client)
    whole = client.get("/api/matches").json()
    monkeypatch.setattr(library.title("lost_battalion"), "scenarios", lambda: 1 / 0)

    assert client.get("/api/matches").json() == whole


@pytest.mark.parametrize("query", ["", "?scenario=learning"])
def test_a_drawing_asked_for_again_reads_no_scenario(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    first = client.get(f"/api/titles/lost_battalion/drawing{query}").content
    monkeypatch.setattr(library.title("lost_battalion"), "scenarios", lambda: 1 / 0)

    assert client.get(f"/api/titles/lost_battalion/drawing{query}").content == first
