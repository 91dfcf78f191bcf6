"""Somebody at the table, for tests: a match, a token, and what can be asked with them."""

from __future__ import annotations

import time
from typing import Any

from starlette.testclient import TestClient

ALONE = {"us": "human", "german": "bot greedy"}


def begin(client: Any, **fields: Any) -> dict[str, Any]:
    """A new match of the learning scenario: its id and tokens."""
    wanted = {"title": "lost_battalion", "scenario": "learning", **fields}
    answer = client.post("/api/matches", json=wanted)
    assert answer.status_code == 201, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


def elsewhere(client: TestClient) -> TestClient:
    """Somebody at another address, in the same loop."""
    other = TestClient(client.app, client=("192.0.2.7", 1))
    other.portal = client.portal
    return other


class Player:
    """One seat of one match, or its onlookers."""

    def __init__(self, client: Any, match: str, token: str) -> None:
        self.client, self.match, self.token = client, match, token
        self.path = f"/api/matches/{match}"
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, what: str = "", **params: Any) -> Any:
        return self.client.get(f"{self.path}{what}", headers=self.headers, params=params)

    def post(self, what: str, body: Any, **headers: str) -> Any:
        more = {**self.headers, **headers}
        return self.client.post(f"{self.path}{what}", headers=more, json=body)

    def now(self, since: int = 0) -> dict[str, Any]:
        answer = self.get("/now", since=since)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def seen(self) -> bytes:
        """The whole Now, byte by byte."""
        content: bytes = self.get("/now").content
        return content

    def play(self, *, at: int | None = None, **deed: Any) -> dict[str, Any]:
        """Plays it, which must be allowed; the Now after it."""
        answer = self.post("/play", {"at": self.now()["n"] if at is None else at, **deed})
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def said(self, text: str) -> dict[str, Any]:
        return self.play(text=text)

    def until_my_turn(self, seconds: float = 20.0) -> dict[str, Any]:
        """Waits for the others."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            seen = self.now()
            if seen["over"] or seen["seat"] in seen["deciders"]:
                return seen
            time.sleep(0.02)
        raise AssertionError(f"nobody let {seen['seat']} decide: {seen['prompt']}")


def sit(client: TestClient, begun: dict[str, Any], seat: str) -> Player:
    token = begun["onlooker"] if seat == "onlooker" else begun["tokens"][seat]
    return Player(client, begun["id"], token)


def two(client: TestClient, **fields: Any) -> tuple[Player, Player]:
    """Two people: the US and the German player of a new match."""
    begun = begin(client, **fields)
    return sit(client, begun, "us"), sit(client, begun, "german")


def alone(client: TestClient, **fields: Any) -> Player:
    """The US player of a new match against the greedy bot."""
    return sit(client, begin(client, seats=ALONE, **fields), "us")
