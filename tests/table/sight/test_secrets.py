"""The leak law over the wire: what a seat may not know changes no byte it gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from table.player import Player, begin, sit

from grognard.match import Match
from grognard.table.records import files
from grognard.titles import lost_battalion as lb

WHO = ("us", "german", "onlooker")
Deeds = list[tuple[str, str]]  # the seat, and what it says


class Seeds:
    """The dice of the matches to come."""

    def __init__(self) -> None:
        self.next = "0"


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seeds]:
    chosen = Seeds()
    monkeypatch.setattr(files, "new_seed", lambda: chosen.next)
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


def test_whoever_strikes_is_told_and_not_before(client: TestClient, seeds: Seeds) -> None:
    seeds.next = "7"
    seen = []
    for unit in ("137/35", "139/35"):
        table = seated(client)
        us, german = table["us"], table["german"]
        deeds = [
            lambda german=german: german.said("done"),
            lambda us=us: us.said("done"),
            lambda us=us, unit=unit: us.said(unit),
            lambda us=us: us.said("strike 1242"),
        ]
        seen.append(listen(client, german, deeds))

    assert seen[0][:-1] == seen[1][:-1]
    assert "by 137/35" in seen[0][-1]
    assert "by 139/35" in seen[1][-1]


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


# -- everything a seat can ask ---------------------------------------------------------


def everything(player: Player) -> list[bytes]:
    """Every kind of answer a seat can have at this moment, its match's own name left out."""
    now = player.now()
    answers = [player.get(), player.get("/brief"), player.get("/now"), player.get("/record")]
    answers += [player.get(f"/at/{n}") for n in range(now["n"] - 3, now["n"] + 1)]
    answers += [player.post("/play", {"at": at, "text": "march 1244"}) for at in (0, now["n"])]
    if not now["can_undo"]:
        answers.append(player.post("/undo", {"at": now["n"]}))
    answers += [player.post("/odds", {"action": offer["action"]}) for offer in few(now["offers"])]
    spots = ["1244", "1832", *(p.get("hex") or p["id"] for p in few(now["scene"]["pieces"]))]
    answers += [player.post("/why", {"spot": spot}) for spot in spots]
    answers += [player.post("/why", {"spot": spot, "from": ["139/35"]}) for spot in spots]
    answers += [player.post("/threats", {"spot": spot}) for spot in spots]
    for name in [info["key"] for info in player.get().json()["overlays"]]:
        answers += [player.post("/overlay", {"name": name, "spot": spot}) for spot in spots[:4]]
    return [answer.content.replace(player.match.encode(), b"MATCH") for answer in answers]


def few(things: list[Any]) -> list[Any]:
    """About a dozen, from the first to the last."""
    return things[:: len(things) // 12 + 1]


def watched(
    client: TestClient, who: str, before: Deeds, march: tuple[str, str], after: Deeds
) -> list[Any]:
    """All that one seat was sent, and could ask after the march and at the end."""
    table = seated(client)
    acts = [lambda deed=deed: table[deed[0]].said(deed[1]) for deed in (*before, march)]
    heard: list[Any] = listen(client, table[who], acts)
    heard += everything(table[who])
    acts = [lambda deed=deed: table[deed[0]].said(deed[1]) for deed in after]
    return [*heard, *listen(client, table[who], acts), *everything(table[who])]


MARCHES = {  # the observer, what is done before, two marches that look alike, and what follows
    "one US regiment or the other": (
        "german",
        [("german", "done"), ("us", "done")],
        ("139/35 1243>1244; halt", "137/35 1243>1244; halt"),
        [("us", "done")] * 3 + [("german", "done")] * 3,
    ),
    "one German regiment or the other": (
        "us",
        [("german", "done")] + [("us", "done")] * 4,
        ("bR10/5bR 1831>1832; halt", "bR7/5bR 1831>1832; halt"),
        [("german", "done")] * 5 + [("us", "done")],
    ),
}


@pytest.mark.parametrize("name", MARCHES)
def test_whoever_marched_unseen_changes_no_byte_that_can_be_had(
    client: TestClient, seeds: Seeds, name: str
) -> None:
    seeds.next = "7"
    who, before, marches, after = MARCHES[name]
    owner = "us" if who == "german" else "german"
    sent = {
        seat: [watched(client, seat, before, (owner, march), after) for march in marches]
        for seat in (who, "onlooker", owner)
    }

    assert sent[who][0] == sent[who][1]
    assert sent["onlooker"][0] == sent["onlooker"][1]
    assert sent[owner][0] != sent[owner][1]


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
