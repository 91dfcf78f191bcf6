"""Forged, replayed, oversized, malformed and foreign requests change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table.player import Player, begin, sit, two

from grognard.table.app import make_app
from grognard.table.door.bodies import HEADERS
from grognard.table.door.limits import Limits

DONE = {"type": "Done"}


# -- tokens ----------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "x", "é", "Bearer", "a" * 5000])
def test_a_wrong_token_opens_nothing(client: TestClient, token: str) -> None:
    match = begin(client)["id"]
    headers = {"Authorization": f"Bearer {token}".encode()}
    for what in ("", "/now", "/at/0", "/record", "/brief"):
        assert client.get(f"/api/matches/{match}{what}", headers=headers).status_code == 403
    for what in (
        "play",
        "undo",
        "rewind",
        "answer",
        "why",
        "odds",
        "overlay",
        "branch",
        "reissue",
        "webhook",
    ):
        answer = client.post(f"/api/matches/{match}/{what}", headers=headers, json={})
        assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


def test_a_token_is_good_for_its_match_alone(client: TestClient) -> None:
    one, other = begin(client), begin(client)
    stranger = Player(client, one["id"], other["tokens"]["german"])

    assert stranger.get("/now").status_code == 403
    assert stranger.post("/play", {"at": 1, "action": DONE}).status_code == 403
    assert sit(client, one, "german").now()["n"] == 1


def test_no_match_no_seat(client: TestClient) -> None:
    answer = Player(client, "nowhere", "x").get("/now")

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_link_can_be_replaced(client: TestClient) -> None:
    us, _ = two(client)
    with client.websocket_connect(f"{us.path}/feed") as socket:
        socket.send_json({"token": us.token})
        socket.receive_json()
        fresh = Player(client, us.match, us.post("/reissue", {}).json()["token"])
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()

    assert closed.value.code == 4403
    assert us.get("/now").status_code == us.get("/brief").status_code == 403
    assert fresh.now()["seat"] == "us"


def test_tokens_are_kept_hashed(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    with TestClient(make_app(str(database))) as client:
        begun = begin(client)
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert begun["id"].encode() in kept
    assert not any(t.encode() in kept for t in (begun["onlooker"], *begun["tokens"].values()))


# -- forged actions --------------------------------------------------------------------


@pytest.mark.parametrize(
    "deed",
    [
        {},
        {"action": DONE, "text": "done"},
        {"action": None},
        {"action": "Done"},
        {"action": {"type": "Undo", "to": 0}},
        {"action": {"type": "Rolled", "faces": [6]}},
        {"action": {"type": "Picked", "which": 0}},
        {"action": {"type": "Nuke", "hex": "1243"}},
        {"action": {"type": "March"}},
        {"action": {"type": "March", "to": 5}},
        {"route": []},
        {"route": [DONE] * 201},
        {"route": [DONE, {"type": "Rolled", "faces": [6]}]},
        {"text": "x" * 1001},
        {"text": "gibberish"},
        {"text": ""},
        {"action": DONE, "seat": "german"},
        {"action": DONE, "at": -1},
        {"action": DONE, "at": 1.5},
        {"action": DONE, "at": 10**30},
        {"action": DONE, "at": None},
    ],
)
def test_forged_deeds_are_malformed(client: TestClient, deed: dict[str, Any]) -> None:
    _, german = two(client)
    before = german.seen()
    answer = german.post("/play", {"at": 1, **deed})

    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert german.seen() == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"at"',
        b"\xff\xfe",
        b'{"at":1,"action":' + b"[" * 20_000,
        b"[" * 60_000,
        b'{"at":1,"text":"\\ud800"}',
        b'{"at":' + b"9" * 5000 + b',"text":"done"}',
    ],
)
def test_broken_bodies_are_malformed(client: TestClient, body: bytes) -> None:
    _, german = two(client)
    answer = client.post(f"{german.path}/play", headers=german.headers, content=body)

    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert german.now()["n"] == 1


def test_what_was_played_once_cannot_be_played_again(client: TestClient) -> None:
    us, german = two(client)
    deed = {"at": 1, "action": DONE}
    assert german.post("/play", deed).status_code == 200
    for player in (german, us):
        assert player.post("/play", deed).json()["error"] == "stale"
    assert us.now()["n"] == 2


# -- size and number -------------------------------------------------------------------


def test_large_bodies_are_not_read(client: TestClient) -> None:
    _, german = two(client)
    large = b'{"at":1,"text":"' + b"x" * 70_000 + b'"}'
    for content in (large, (large[i : i + 1000] for i in range(0, len(large), 1000))):
        answer = client.post(f"{german.path}/play", headers=german.headers, content=content)
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert client.post("/api/records", content=b"x" * (8 * 2**20 + 1)).status_code == 413


def test_floods_are_stemmed(tmp_path: Path) -> None:
    limits = Limits(burst=30, rate=0.001)
    with TestClient(make_app(str(tmp_path / "table.db"), limits)) as client:
        begun = begin(client)
        player = sit(client, begun, "german")
        codes = [player.get("/brief").status_code for _ in range(30)]
        last = player.get("/brief")

    assert codes == [200] * 20 + [429] * 10
    assert (last.json()["error"], last.headers["retry-after"]) == ("too_many", "1")


# -- other sites -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "testserver", "file://testserver"]
)
def test_another_site_may_not_post_nor_listen(client: TestClient, origin: str) -> None:
    _, german = two(client)
    answer = german.post("/play", {"at": 1, "action": DONE}, Origin=origin)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{german.path}/feed", headers={"Origin": origin}),
    ):
        pass

    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert german.now()["n"] == 1


def test_our_own_page_may(client: TestClient) -> None:
    _, german = two(client)
    ours = {"Origin": "http://testserver"}
    with client.websocket_connect(f"{german.path}/feed", headers=ours) as socket:
        socket.send_json({"token": german.token})
        assert socket.receive_json()["n"] == 1

    assert german.post("/play", {"at": 1, "action": DONE}, **ours).status_code == 200


def test_every_answer_carries_the_headers_and_no_cookie(client: TestClient) -> None:
    for path in ("/api/titles", "/nothing", "/static/nothing.js", "/"):
        headers = client.get(path).headers
        kept = "no-store" if headers["content-type"] == "application/json" else "no-cache"
        wanted = {**HEADERS, "Cache-Control": kept}
        assert {name: headers.get(name) for name in HEADERS} == wanted
        assert "set-cookie" not in headers
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


# -- texts -----------------------------------------------------------------------------


def test_script_in_a_name_is_text(client: TestClient) -> None:
    name = "<script>alert(1)</script>"
    begun = begin(client, names={"us": name, "nobody": "x"})
    answer = sit(client, begun, "us").get()

    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["seats"] == {
        "us": {"kind": "human", "name": name},
        "german": {"kind": "human", "name": ""},
    }
    assert name not in answer.json()["board_svg"]


def test_script_in_a_question_is_not_drawn(client: TestClient) -> None:
    _, german = two(client)
    answer = german.post("/overlay", {"name": "supply", "spot": "<script>"})

    assert "<script" not in json.dumps(answer.json().get("live_svg", ""))


# -- addresses -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/nothing",
        "/static",
        "/static/..%2fapp.py",
        "/static/%00",
        "/.git/config",
        "/%ff",
    ],
)
def test_unknown_addresses_are_json(client: TestClient, path: str) -> None:
    answer = client.get(path)

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_other_methods_are_json(client: TestClient) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        assert client.request(method, "/api/matches").status_code == 405


@pytest.mark.parametrize("n", ["-1", "x", "1e9", "9" * 5000, "１", "1.0"])
def test_strange_numbers_are_malformed(client: TestClient, n: str) -> None:
    us, _ = two(client)

    assert us.get(f"/at/{n}").status_code == 400
    assert us.get("/now", since=n).status_code == 400


# -- sockets ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 1008),
        ("{", 1008),
        ("[]", 1008),
        ('{"token":5}', 1008),
        ('{"token":"x","seat":"us"}', 1008),
        ('{"token":"x"}', 4403),
        ("[" * 60_000, 1008),
        ("x" * 70_000, 1009),
    ],
)
def test_a_bad_hello_closes_the_socket(client: TestClient, frame: str, code: int) -> None:
    us, _ = two(client)
    with client.websocket_connect(f"{us.path}/feed") as socket:
        socket.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()

    assert closed.value.code == code


@pytest.mark.parametrize(
    "frame", [b"\xff", b"{", b'{"at":1,"action":{"type":"Done"}}', b"x" * 70_000]
)
def test_a_bad_frame_closes_the_socket_and_plays_nothing(client: TestClient, frame: bytes) -> None:
    _, german = two(client)
    with client.websocket_connect(f"{german.path}/feed") as socket:
        socket.send_json({"token": german.token})
        socket.receive_text()
        socket.send_json({})
        socket.send_bytes(frame)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()

    assert german.now()["n"] == 1


def test_no_match_no_feed(client: TestClient) -> None:
    with client.websocket_connect("/api/matches/nowhere/feed") as socket:
        socket.send_json({"token": "x"})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()

    assert closed.value.code == 4404


def test_who_says_nothing_is_shown_out(tmp_path: Path) -> None:
    limits = Limits(hello_seconds=0.7, sockets=1)
    with TestClient(make_app(str(tmp_path / "table.db"), limits)) as client:
        us, german = two(client)
        with (
            client.websocket_connect(f"{us.path}/feed") as silent,
            pytest.raises(WebSocketDisconnect),
        ):
            silent.receive_text()
        with client.websocket_connect(f"{us.path}/feed") as one:
            one.send_json({"token": us.token})
            one.receive_text()
            with pytest.raises(WebSocketDisconnect) as closed:
                client.websocket_connect(f"{german.path}/feed").__enter__()

    assert closed.value.code == 1013
