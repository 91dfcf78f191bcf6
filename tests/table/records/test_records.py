"""Records taken away and brought, branches, and a game that is over."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient
from table.player import Player, alone, begin, sit, two

from grognard.bots import Uniform, play_out
from grognard.match import Entry, Header, Match
from grognard.match.verifying import verify
from grognard.match.writing import save, write_record
from grognard.table.faults import Denied
from grognard.table.records import files
from grognard.table.records.files import Bounds
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position.actions import Advance
from grognard.waist.title import Seat


def also(german: Player) -> dict[str, str]:
    return {"Grognard-Seats": german.token}


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of a whole game."""
    match: Match[lb.State, lb.Action, lb.Event, lb.View] = Match.new(lb, "learning", {}, "3")
    bots = {Seat("us"): Uniform(), Seat("german"): Uniform()}
    assert play_out(match, bots, Random(3)) is not None
    path = tmp_path_factory.mktemp("over") / "game.jsonl"
    save(match, path)
    return path.read_bytes()


def bring(client: TestClient, record: bytes) -> dict[str, Player]:
    begun = client.post("/api/records", content=record)
    assert begun.status_code == 201, begun.text
    return {who: sit(client, begun.json(), who) for who in ("us", "german", "onlooker")}


def test_a_record_goes_round(client: TestClient, tmp_path: Path) -> None:
    us, german = two(client)
    german.said("done")
    us.said("done")
    us.said("137/35 1243>1244")
    answer = client.get(f"{us.path}/record", headers={**us.headers, **also(german)})
    path = tmp_path / "match.jsonl"
    path.write_bytes(answer.content)
    again = bring(client, answer.content)

    assert verify(path).ok
    assert "attachment" in answer.headers["content-disposition"]
    for player, theirs in ((us, again["us"]), (german, again["german"])):
        assert theirs.seen() == player.seen()


def test_while_it_lasts_a_record_is_for_whoever_holds_every_seat(client: TestClient) -> None:
    begun = begin(client)
    us, german, onlooker = (sit(client, begun, who) for who in ("us", "german", "onlooker"))
    for player in (us, german, onlooker):
        assert player.get("/record").status_code == 403
        assert player.post("/branch", {"at": 0}).status_code == 403
        assert player.get().json()["can_record"] is False
    onlookers = {"Grognard-Seats": onlooker.token}
    assert client.get(f"{us.path}/record", headers={**us.headers, **onlookers}).status_code == 403
    assert alone(client).get("/record").status_code == 403  # a bot has secrets too


def test_a_game_that_is_over_is_open_to_all(client: TestClient, over: bytes) -> None:
    table = bring(client, over)
    us, onlooker = table["us"], table["onlooker"]
    now = onlooker.now()
    half = now["n"] // 2

    assert now["over"]
    assert now["verdict"]["level"]
    assert onlooker.get("/record").status_code == 200
    assert us.post("/play", {"at": now["n"], "text": "done"}).json()["error"] == "game_over"
    assert us.post("/undo", {"at": now["n"]}).json()["error"] == "refused"
    mine, theirs = us.get(f"/at/{half}"), us.get(f"/at/{half}", eyes="german")
    assert mine.json()["seat"] == "us"
    assert theirs.json()["scene"] != mine.json()["scene"]
    assert us.get(f"/at/{half}", eyes="rat").status_code == 400
    assert "verdict" not in mine.json()


def test_the_past_of_a_long_game(client: TestClient, over: bytes) -> None:
    us = bring(client, over)["us"]
    last = us.now()
    steps = range(0, last["n"] + 1, 97)
    forward = [us.get(f"/at/{n}", since=n).json() for n in steps]
    back = [us.get(f"/at/{n}", since=n).json() for n in reversed(steps)]

    assert forward == back[::-1]
    assert us.get(f"/at/{last['n']}").json()["scene"] == last["scene"]


def test_a_branch_is_another_match_from_there(client: TestClient, over: bytes) -> None:
    old = bring(client, over)["us"]
    begun = old.post("/branch", {"at": 40})
    new = {who: sit(client, begun.json(), who) for who in ("us", "german")}
    now = new["us"].now()
    [decider] = now["deciders"]
    before = old.seen()

    assert begun.status_code == 201
    assert new["us"].get("/at/40").json()["scene"] == old.get("/at/40").json()["scene"]
    offer = new[decider].now()["offers"][0]
    assert new[decider].play(action=offer["action"])["n"] > now["n"]
    assert old.seen() == before
    assert new["us"].match not in [row["id"] for row in client.get("/api/matches").json()]
    assert old.post("/branch", {"at": 10**6}).status_code == 404


def test_a_bot_may_go_on_with_a_record(client: TestClient) -> None:
    us, german = two(client)
    record = client.get(f"{us.path}/record", headers={**us.headers, **also(german)}).content
    begun = client.post("/api/records?german=bot+uniform", content=record)
    bad = client.post("/api/records?german=cat", content=record)

    assert sit(client, begun.json(), "us").until_my_turn()["deciders"] == ["us"]
    assert bad.status_code == 400


def test_a_record_that_was_tampered_with_is_not_taken(client: TestClient, over: bytes) -> None:
    lines = over.splitlines(keepends=True)
    for forged in (
        b"",
        b"hello",
        b"{}\n",
        over.replace(b"Done", b"Halt", 1),
        b"".join(lines[:5] + lines[6:]),
        over.replace(b'"edition":2', b'"edition":3', 1),
        b"\xff" * 100,
        b'{"grognard":1' + b"[" * 5000 + b"\n",
    ):
        answer = client.post("/api/records", content=forged)
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
        assert "/tmp" not in answer.json()["sentence"]


def test_a_well_chained_record_against_the_rules_is_refused(
    client: TestClient, tmp_path: Path
) -> None:
    path = tmp_path / "forged.jsonl"
    entries = [Entry(0, Seat("german"), Advance("nobody"))]
    write_record(path, Header("lost_battalion", lb.EDITION, "learning"), entries, {})
    answer = client.post("/api/records", content=path.read_bytes())

    assert (answer.status_code, answer.json()["error"]) == (422, "refused")


def test_a_record_of_too_many_entries_is_not_taken(over: bytes) -> None:
    with pytest.raises(Denied, match="10 entries"):
        files.read(over, Bounds(10, 200))


def test_the_dice_of_a_brought_record_are_our_own(over: bytes) -> None:
    seeds = {files.read(over, Bounds(10_000, 200)).header.seed for _ in range(3)}

    assert len(seeds) == 3
    assert "3" not in seeds
