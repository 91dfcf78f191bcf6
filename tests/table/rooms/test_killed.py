"""The server killed with SIGKILL at any moment has lost nothing it acknowledged."""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
import pytest
from table.forked import Forker, Server
from table.logs import check_log, header, read
from table.player import ALONE, Player, begin
from table.postgres import Postgres

from grognard.match import Match, follow
from grognard.table.keeping.rows import entries_of
from grognard.titles import lost_battalion as lb

MOMENTS = 50


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "table.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


class Acknowledged:
    """What the server has said yes to in one match, and the log as it was last read."""

    def __init__(self, begun: dict[str, Any]) -> None:
        self.begun = begun
        self.actions: dict[int, Any] = {}
        self.last: dict[str, Any] = {"n": 0, "over": False}
        self.hashes: list[str] = []
        self.match: Match[Any, Any, Any, Any] | None = None

    def us(self, server: Server) -> Player:
        return Player(server.client, self.begun["id"], self.begun["tokens"]["us"])

    def play(self, us: Player, rng: Random) -> None:
        """One action by lot, noted once it was acknowledged."""
        now = us.until_my_turn(60)
        self.last = now
        if not now["over"]:
            action = rng.choice(now["offers"])["action"]
            self.last = us.play(action=action, at=now["n"])
            self.actions[now["n"]] = action

    def check(self, database: str) -> None:
        """All of it is there, the log has only grown, and each position has the hash it had."""
        row, rows = read(database, self.begun["id"])
        assert len(rows) >= self.last["n"]
        assert [entry.hash for entry in rows[: len(self.hashes)]] == self.hashes
        if self.match is None:
            self.match = Match(lb, header(row))
        new = rows[len(self.hashes) :]
        follow(self.match, entries_of(lb, new), {e.n: e.state for e in new if e.state})
        self.hashes = [entry.hash for entry in rows]
        assert rows[-1].state
        for n, action in self.actions.items():
            assert self.match.entries[n].action == msgspec.convert(action, lb.Action)

    def check_shown(self, us: Player) -> None:
        """What was shown with the last acknowledgement is what was there."""
        there = us.get(f"/at/{self.last['n']}").json()
        assert all(there[key] == self.last[key] for key in ("prompt", "live_svg", "deciders"))


def play_until_killed(server: Server, acked: Acknowledged, rng: Random) -> None:
    """A few actions, then death at some microsecond of what comes next."""
    us = acked.us(server)
    for _ in range(rng.randrange(4)):
        acked.play(us, rng)
    now = us.now()
    timer = threading.Timer(rng.uniform(0, 0.06), server.kill)
    timer.start()
    try:
        if "us" in now["deciders"]:
            # The very request that the kill is to fall into.
            action = rng.choice(now["offers"])["action"]
            acked.last = us.play(action=action, at=now["n"])
            acked.actions[now["n"]] = action
        while True:
            acked.play(us, rng)
    except httpx2.TransportError:
        pass
    finally:
        timer.join()


def test_killed_at_random_moments_it_keeps_what_it_acknowledged(database: str) -> None:
    rng, matches = Random(9), list[Acknowledged]()
    with Forker() as forker:
        for moment in range(MOMENTS):
            with forker.serve(database) as server:
                if not matches or matches[-1].last["over"]:
                    matches.append(Acknowledged(begin(server.client, seats=ALONE)))
                acked = matches[-1]
                if acked.actions and moment % 5 == 0:  # the past is folded afresh each time
                    acked.check_shown(acked.us(server))
                play_until_killed(server, acked, rng)
            acked.check(database)
        with forker.serve(database) as server:
            assert acked.us(server).until_my_turn(60)["n"] >= acked.last["n"]
    for acked in matches:
        assert check_log(database, acked.begun["id"]) >= acked.last["n"]

    assert sum(len(acked.actions) for acked in matches) > MOMENTS
