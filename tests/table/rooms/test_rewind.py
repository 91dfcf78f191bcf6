"""Going back by consent, over the wire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import ALONE, Player, begin, sit, two

from grognard.match import Match
from grognard.match.verifying import verify
from grognard.table.app import make_app
from grognard.table.keeping.rows import AnyMatch
from grognard.table.records import files
from grognard.table.sight import past as sight_past
from grognard.table.sight.past import Past
from grognard.titles import lost_battalion
from grognard.waist.title import Seat


def sealed(us: Player, german: Player) -> int:
    """Both have acted; the entry with which the US player marched to 1244."""
    german.said("done")
    us.said("done")
    us.said("137/35 1243>1244; halt")
    for _ in range(3):
        us.said("done")
    marched = next(row for row in us.now()["log"] if any("→ 1244" in li for li in row["lines"]))
    number: int = marched["n"]
    return number


def ask(player: Player, to: int, at: int | None = None) -> Any:
    return player.post("/rewind", {"at": player.now()["n"] if at is None else at, "to": to})


def answer(player: Player, granted: bool, at: int | None = None) -> Any:
    n = player.now()["n"] if at is None else at
    return player.post("/answer", {"at": n, "granted": granted})


def last(player: Player) -> str:
    line: str = player.now()["log"][-1]["lines"][0]
    return line


# -- asked, granted, refused, withdrawn ---------------------------------------------------


def test_a_grant_shows_everybody_what_they_saw_before(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    then = {p.token: p.get(f"/at/{to}", since=to).json() for p in (us, german)}
    asked = ask(us, to).json()
    told = german.now()["request"]
    granted = answer(german, True).json()

    assert asked["request"]["pending"] == told["pending"] == ["german"]
    assert (told["seat"], told["to"]) == ("us", to)
    assert "One Allied unit 1243 → 1244" in told["sentence"]
    assert "137/35" not in told["sentence"]
    assert "137/35" in asked["request"]["sentence"]
    assert granted["log"][-1]["undo"] == to
    for player in (us, german):
        now, was = player.now(), then[player.token]
        assert "request" not in now
        assert (now["scene"], now["prompt"], now["live_svg"]) == (
            was["scene"],
            was["prompt"],
            was["live_svg"],
        )
        assert [row["n"] for row in now["log"]] == [*range(to), now["n"] - 1]
        assert "agrees" in last(player)
    assert us.said("1244")["log"]


def test_a_refusal_is_told_and_the_match_goes_on(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    before = german.now()
    ask(us, to)
    answer(german, False)
    after = german.now()

    assert "does not agree" in last(us)
    assert (after["scene"], after["offers"]) == (before["scene"], before["offers"])
    assert "request" not in after
    german.said("done")


def test_the_others_answer_first_and_the_asker_may_play_on(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    ask(us, to)
    waiting = german.now()
    stopped = german.post("/play", {"at": waiting["n"], "text": "done"})

    assert waiting["offers"] == []
    assert (stopped.status_code, stopped.json()["error"]) == (409, "not_your_turn")
    assert "us asks to go back" in stopped.json()["sentence"]
    assert answer(us, False).status_code == 200
    assert "no longer asks" in last(german)

    ask(german, to)
    assert us.now()["request"]["seat"] == "german"
    german.said("done")
    assert "request" not in us.now()
    assert answer(us, True).json()["error"] == "refused"


def test_it_is_said_what_cannot_be(client: TestClient) -> None:
    begun = begin(client)
    us, german, onlooker = (sit(client, begun, who) for who in ("us", "german", "onlooker"))
    stranger, _ = two(client)
    to = sealed(us, german)
    n = us.now()["n"]

    assert ask(us, to, at=n - 1).json()["error"] == "stale"
    assert ask(us, 0).json()["error"] == "refused"  # chance's
    assert ask(us, n + 5).json()["error"] == "refused"
    assert ask(onlooker, to).status_code == 403
    assert Player(client, us.match, stranger.token).post("/rewind", {}).status_code == 403
    assert us.post("/rewind", {"at": n}).status_code == 400
    for forged in ({"type": "AskRewind", "to": to}, {"type": "AnswerRewind", "granted": True}):
        assert german.post("/play", {"at": n, "action": forged}).status_code == 400
    assert us.now()["n"] == n


def test_nobody_answers_for_another(client: TestClient) -> None:
    begun = begin(client)
    us, german, onlooker = (sit(client, begun, who) for who in ("us", "german", "onlooker"))
    to = sealed(us, german)
    n = ask(us, to).json()["n"]

    assert answer(us, True).json()["error"] == "refused"
    assert answer(onlooker, True).status_code == 403
    assert answer(german, True, at=n - 1).json()["error"] == "stale"
    assert german.now()["n"] == n


def test_a_bot_always_grants(client: TestClient) -> None:
    us = sit(client, begin(client, seats=ALONE), "us")
    us.until_my_turn()
    us.said("done")
    to = us.said("137/35")["n"] - 1
    us.said("halt")
    for _ in range(3):
        us.said("done")
    us.until_my_turn()
    seen = ask(us, to).json()

    assert "request" not in seen
    assert seen["log"][-1]["undo"] == to
    assert us.said("138/35")["deciders"] == ["us"]


def test_a_list_says_who_is_to_answer(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    ask(german, to)
    assert us.get("/brief").json()["deciders"] == ["us"]
    answer(us, False)
    assert us.get("/brief").json()["deciders"] == ["german"]


# -- kept -----------------------------------------------------------------------------------


def test_a_request_outlives_the_server(tmp_path: Path) -> None:
    database = str(tmp_path / "table.db")
    with TestClient(make_app(database, EASY)) as client:
        us, german = two(client)
        to = sealed(us, german)
        then = us.get(f"/at/{to}").json()["scene"]
        asked = ask(us, to).json()
    with TestClient(make_app(database, EASY)) as client:
        us, german = (Player(client, p.match, p.token) for p in (us, german))
        assert german.now()["request"]["pending"] == asked["request"]["pending"]
        answer(german, True)
    with TestClient(make_app(database, EASY)) as client:
        us = Player(client, us.match, us.token)
        assert us.now()["scene"] == then


def test_two_processes_see_one_request(tmp_path: Path) -> None:
    database = str(tmp_path / "table.db")
    with TestClient(make_app(database, EASY)) as one, TestClient(make_app(database, EASY)) as other:
        us, german = two(one)
        to = sealed(us, german)
        n = ask(us, to).json()["n"]
        there = Player(other, german.match, german.token)
        assert there.now()["request"]["to"] == to
        assert answer(there, True).status_code == 200
        late = answer(german, False, at=n)
        assert late.json()["error"] == "stale"
        assert "request" not in late.json()["now"]


@pytest.mark.parametrize("granted", [True, False])
def test_a_record_with_a_request_goes_round(
    client: TestClient, tmp_path: Path, granted: bool
) -> None:
    us, german = two(client)
    to = sealed(us, german)
    ask(us, to)
    answer(german, granted)
    headers = {**us.headers, "Grognard-Seats": german.token}
    record = client.get(f"{us.path}/record", headers=headers).content
    path = tmp_path / "match.jsonl"
    path.write_bytes(record)
    again = client.post("/api/records", content=record).json()

    assert verify(path).ok
    assert sit(client, again, "german").seen() == german.seen()


def test_a_branch_leaves_an_open_request_behind(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    n = ask(us, to).json()["n"]
    made = us.post("/branch", {"at": n}, **{"Grognard-Seats": german.token}).json()
    now = sit(client, made, "german").now()

    assert "request" not in now
    assert now["offers"]


def test_the_past_shows_the_line_that_was_given_up(client: TestClient) -> None:
    us, german = two(client)
    to = sealed(us, german)
    n = us.now()["n"]
    before = us.get(f"/at/{n}").json()["scene"]
    ask(us, to)
    answer(german, True)
    us.said("1244")

    assert us.get(f"/at/{n}").json()["scene"] == before
    assert us.get(f"/at/{n + 2}").json()["scene"] == us.get(f"/at/{to}").json()["scene"]


def test_of_a_long_past_few_positions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight_past, "_MOST", 4)
    match = toggling(300)
    past, fresh = Past(match.title, match), Past(match.title, match)
    whole = [past.now(match, None, n) for n in range(0, 300, 7)]
    again = [fresh.now(match, None, n) for n in reversed(range(0, 300, 7))]

    assert whole == again[::-1]
    assert max(len(p._kept) for p in (past, fresh)) <= 4


def toggling(times: int) -> AnyMatch:
    """A match of second thoughts, one of which is taken back."""
    match: AnyMatch = Match.new(lost_battalion, "learning", {}, "toggling")
    for seat in ("german", "us", "us"):
        match.play(Seat(seat), *lost_battalion.parse(match.state, Seat(seat), "done"))
    words = ("attack 2138", "calloff")
    for n in range(times):
        match.play(Seat("us"), *lost_battalion.parse(match.state, Seat("us"), words[n % 2]))
        if n == times // 2:
            match.undo(Seat("us"))
            match.play(Seat("us"), *lost_battalion.parse(match.state, Seat("us"), words[n % 2]))
    return match


# -- nothing leaks ----------------------------------------------------------------------------


def test_a_request_tells_no_more_than_the_log(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leak law: two matches that differ in what is hidden read the same, byte by byte."""
    monkeypatch.setattr(files, "new_seed", lambda: "7")
    heard = []
    for unit in ("137/35", "138/35"):
        us, german = two(client, private=True)
        german.said("done")
        us.said("done")
        to = us.said(unit)["n"] - 1
        with client.websocket_connect(f"{german.path}/feed") as socket:
            socket.send_json({"token": german.token})
            told = [socket.receive_text()]
            ask(us, to)
            told += [socket.receive_text(), german.seen().decode()]
            answer(german, True)
            told += [socket.receive_text(), german.seen().decode()]
        heard.append(told)

    assert heard[0] == heard[1]
    assert "request" in json.loads(heard[0][1])["now"]
