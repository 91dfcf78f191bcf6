"""Whatever is sent to whatever address: an answer below 500, and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table.player import Player, begin, sit, two

FREELY = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])

ROUTES = (
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
    "now",
    "record",
    "at/1",
)
WORDS = st.sampled_from(
    ["1243", "137/35", "done", "March", "Rolled", "Undo", "supply", "reach", "us", "", "<b>", "\0"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS
KEYS = st.sampled_from(
    ["at", "action", "text", "route", "type", "to", "hex", "unit", "faces", "spot", "name", "seat"]
)
BODIES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
# Close to what is meant: most of it decodes, and the rules are asked.
ACTIONS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["Done", "Pick", "March", "Ride", "Strike", "Fire", "Attack", "Rest", "Lose", "Join"]
        )
    },
    optional=dict.fromkeys(("to", "hex", "unit", "gun", "division"), WORDS | st.text(max_size=9)),
)


@pytest.fixture(scope="module")
def onlooker(client: TestClient) -> Player:
    return sit(client, begin(client), "onlooker")


@pytest.fixture(scope="module")
def us(client: TestClient) -> Player:
    """A seat that is to decide, in the midst of a march."""
    us, german = two(client)
    german.said("done")
    us.said("done")
    us.said("137/35")
    return us


def encoded(body: Any) -> bytes:
    return json.dumps(body).encode("utf-8", "surrogatepass")


@FREELY
@given(route=st.sampled_from(ROUTES), body=BODIES.map(encoded) | st.binary(max_size=60))
def test_any_body_at_any_route(
    client: TestClient, onlooker: Player, route: str, body: bytes
) -> None:
    before = onlooker.seen()
    for headers in ({}, onlooker.headers):
        if route == "reissue" and headers:
            continue
        answer = client.post(f"{onlooker.path}/{route}", headers=headers, content=body)
        assert 400 <= answer.status_code < 500
        assert {"error", "sentence"} <= answer.json().keys()
    assert onlooker.seen() == before


@FREELY
@given(what=st.sampled_from(["why", "odds", "overlay", "undo"]), body=BODIES)
def test_any_question_of_a_seat(us: Player, what: str, body: Any) -> None:
    before = us.seen()
    assert us.post(f"/{what}", None if body != body else _finite(body)).status_code < 500
    assert us.seen() == before


@FREELY
@given(action=ACTIONS, ask=st.sampled_from(["why", "odds"]))
def test_any_action_asked_about(us: Player, action: dict[str, str], ask: str) -> None:
    answer = us.post(f"/{ask}", {"action": action})

    assert answer.status_code in (200, 400, 422)


@FREELY
@given(
    text=st.text(max_size=40) | st.lists(WORDS, max_size=4).map(" ".join),
    spot=WORDS | st.text(),
    name=st.sampled_from(["supply", "reach", "observation", "range", "control", "stacking"]),
)
def test_any_line_and_any_spot(us: Player, text: str, spot: str, name: str) -> None:
    for what, body in (("odds", {"text": text}), ("why", {"spot": spot[:64]})):
        assert us.post(f"/{what}", body).status_code in (200, 400, 422)
    assert us.post("/overlay", {"name": name, "spot": spot[:64]}).status_code in (200, 400)


@FREELY
@given(path=st.text(max_size=30), method=st.sampled_from(["GET", "POST", "HEAD", "OPTIONS"]))
def test_any_address(client: TestClient, path: str, method: str) -> None:
    for start in ("/", "/api/", "/api/matches/", "/static/", "/api/titles/"):
        quoted = "".join(f"%{byte:02x}" for byte in path.encode("utf-8", "replace"))
        assert client.request(method, start + quoted).status_code < 500


@FREELY
@given(record=st.binary(max_size=200) | BODIES.map(encoded).map(lambda body: body + b"\n"))
def test_any_record(client: TestClient, record: bytes) -> None:
    assert client.post("/api/records", content=record).status_code == 400


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=st.lists(st.text(max_size=30) | BODIES.map(json.dumps), min_size=1, max_size=3))
def test_any_frames(client: TestClient, onlooker: Player, frames: list[str]) -> None:
    with client.websocket_connect(f"{onlooker.path}/feed") as socket:
        for frame in frames:
            socket.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()

    assert closed.value.code in (1008, 4403)


def _finite(body: Any) -> Any:
    # What cannot be written as JSON is sent as its name.
    return json.loads(json.dumps(body), parse_constant=str)
