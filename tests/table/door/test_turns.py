"""Who is answered next and whose bots think next, so that one client's many cost no other."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.conftest import EASY
from table.player import Player, begin, elsewhere, two

from grognard.table.app import make_app
from grognard.table.door.limits import Limits
from grognard.table.door.turns import Turns
from grognard.table.faults import Denied
from grognard.table.rooms import brains as brains_module
from grognard.table.rooms.brains import Brains, Rank
from grognard.table.rooms.work import _LONG, Work


def soon(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(10):
            await work()

    asyncio.run(bounded())


# -- answers -------------------------------------------------------------------------------


def test_a_client_has_few_answers_under_way_and_others_theirs() -> None:
    async def ask() -> None:
        turns = Turns(2, 100)
        order: list[str] = []

        async def asked(client: str, n: int) -> None:
            async with turns.of(client):
                order.append(f"{client}{n}")
                await asyncio.sleep(0.05)

        many = [asyncio.create_task(asked("greedy", n)) for n in range(10)]
        await asyncio.sleep(0)
        await asked("other", 0)
        assert order.index("other0") == 2
        await asyncio.gather(*many)
        assert len(order) == 11
        assert not turns._turns

    soon(ask)


def test_only_so_many_wait_for_their_turn() -> None:
    async def ask() -> None:
        turns = Turns(1, 1)
        async with turns.of("a"):
            waiting = asyncio.create_task(turns.of("a").__aenter__())
            await asyncio.sleep(0)
            with pytest.raises(Denied, match="too many requests at once"):
                await turns.of("a").__aenter__()
            async with turns.of("b"):
                pass
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        async with turns.of("a"):
            pass

    soon(ask)


def test_whoever_asks_much_waits_behind_himself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six threads answer: one client's slow questions take three of them at most."""
    release = Event()
    with TestClient(make_app(str(tmp_path / "t.db"), EASY)) as client:
        us, german = two(client)
        monkeypatch.setattr("grognard.table.desk.books.title_rows", lambda: release.wait(20))
        slow = [Thread(target=client.get, args=("/api/titles",), daemon=True) for _ in range(20)]
        for thread in slow:
            thread.start()
        time.sleep(0.5)
        start = time.monotonic()
        answer = Player(elsewhere(client), us.match, us.token).get("/now")
        took = time.monotonic() - start
        release.set()
        for thread in slow:
            thread.join(20)

    assert answer.status_code == 200
    assert took < 5
    assert german.match == us.match


def test_very_long_logs_are_folded_one_at_a_time_beside_the_others() -> None:
    async def ask() -> None:
        work, release, begun = Work(), Event(), list[int]()

        def long(n: int) -> None:
            begun.append(n)
            release.wait(10)

        async with asyncio.TaskGroup() as group:
            for n in range(3):
                group.create_task(work.fold(_LONG, partial(long, n)))
            while not begun:
                await asyncio.sleep(0.01)
            assert [await work.fold(_LONG - 1, partial(int, n)) for n in range(4)] == [0, 1, 2, 3]
            assert begun == [0]
            release.set()
        assert begun == [0, 1, 2]
        work.close()

    soon(ask)


# -- matches -------------------------------------------------------------------------------


def test_a_client_begins_so_many_matches(tmp_path: Path) -> None:
    with TestClient(make_app(str(tmp_path / "t.db"), Limits(matches=3))) as client:
        for _ in range(3):
            begin(client)
        wanted = {"title": "lost_battalion", "scenario": "learning"}
        answer = client.post("/api/matches", json=wanted)

    assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
    assert answer.headers["retry-after"] == "60"


# -- bots ----------------------------------------------------------------------------------


async def let_in(brains: Brains, wanted: list[tuple[str, str, Rank]]) -> list[str]:
    """In which order they come up, while somebody else has all places, and leaves them."""
    order: list[str] = []

    async def think(match: str, whose: str, rank: Rank) -> None:
        async with brains.place(match, whose, lambda: rank):
            order.append(match)
            await asyncio.sleep(0)

    async with AsyncExitStack() as stack:
        for n in range(brains.places):
            place = brains.place(f"busy {n}", f"somebody {n}", lambda: Rank.ATTENDED)
            await stack.enter_async_context(place)
        tasks = [asyncio.create_task(think(*one)) for one in wanted]
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*tasks)
    return order


def test_bots_come_up_by_rank() -> None:
    async def think() -> None:
        ranks = [Rank.UNWATCHED, Rank.WATCHED, Rank.PLAYED, Rank.ATTENDED]
        order = await let_in(Brains(1), [(rank.name, rank.name, rank) for rank in ranks])
        assert order == ["ATTENDED", "PLAYED", "WATCHED", "UNWATCHED"]

    soon(think)


def test_among_equals_whoever_used_least_whatever_the_match() -> None:
    async def think() -> None:
        brains = Brains(1)
        brains._count("greedy", 5.0)
        many = [(f"his {n}", "greedy", Rank.ATTENDED) for n in range(9)]
        order = await let_in(brains, [*many, ("new", "newcomer", Rank.ATTENDED)])
        assert order[0] == "new"

    soon(think)


@pytest.mark.parametrize(
    ("second", "rank"), [("other", Rank.WATCHED), ("other", Rank.UNWATCHED), ("one", Rank.ATTENDED)]
)
def test_the_last_place_is_kept(second: str, rank: Rank) -> None:
    async def think() -> None:
        brains = Brains(2)
        async with brains.place("first", "one", lambda: Rank.PLAYED):
            waiting = asyncio.create_task(brains.place("x", second, lambda: rank).__aenter__())
            await asyncio.sleep(0)
            async with brains.place("person", "newcomer", lambda: Rank.PLAYED):
                assert not waiting.done()
            assert not waiting.done()
        await waiting

    soon(think)


def test_places_that_were_used_count_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(brains_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    async def think() -> None:
        brains = Brains(1)
        async with brains.place("one", "greedy", lambda: Rank.PLAYED):
            clock[0] += 5
        wanted = [("his", "greedy", Rank.PLAYED), ("new", "newcomer", Rank.PLAYED)]
        assert await let_in(brains, wanted) == ["new", "his"]
        clock[0] += 61
        async with brains.place("another", "somebody", lambda: Rank.PLAYED):
            clock[0] += 1
        assert await let_in(brains, wanted) == ["his", "new"]

    soon(think)


def test_whoever_no_longer_waits_keeps_no_place() -> None:
    async def think() -> None:
        brains = Brains(1)
        async with brains.place("first", "one", lambda: Rank.PLAYED):
            gone, let_in = (
                asyncio.create_task(brains.place(m, m, lambda: Rank.PLAYED).__aenter__())
                for m in ("gone", "let in")
            )
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.wait([gone])
        let_in.cancel()  # whose turn has just come, though he does not know yet
        await asyncio.wait([let_in])
        async with brains.place("last", "two", lambda: Rank.PLAYED):
            pass

    soon(think)


# -- feeds ---------------------------------------------------------------------------------


def test_a_feed_that_says_too_much_ends(tmp_path: Path) -> None:
    limits = Limits(burst=60, rate=0.001)
    with TestClient(make_app(str(tmp_path / "t.db"), limits)) as client:
        us, _ = two(client)
        with client.websocket_connect(f"{us.path}/feed") as feed:
            feed.send_json({"token": us.token})
            feed.receive_json()
            for _ in range(80):
                feed.send_text(json.dumps({"visible": True}))
            told: Any = feed.receive()
    assert told["type"] == "websocket.close"
