"""Playing over HTTP and listening at the socket."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from starlette.testclient import TestClient
from table.player import Player, alone, begin, sit, two


def moving(client: TestClient, **fields: Any) -> Player:
    """The US player of a match in its first Movement Phase."""
    us, german = two(client, **fields)
    german.said("done")
    us.said("done")
    return us


# -- now -----------------------------------------------------------------------------


def test_the_board_once_and_the_position_without_it(client: TestClient) -> None:
    us, _ = two(client)
    about, now = us.get().json(), us.now()

    assert about["board"]["key"] == now["scene"]["board"]["key"]
    assert "hexes" in about["board"]
    assert "hexes" not in now["scene"]["board"]
    assert about["board_svg"].startswith("<svg")
    assert now["live_svg"].startswith("<svg")
    assert (about["seat"], about["overlays"] != []) == ("us", True)


def test_offers_only_to_whoever_is_to_decide(client: TestClient) -> None:
    begun = begin(client)
    us, german, onlooker = (sit(client, begun, who) for who in ("us", "german", "onlooker"))

    assert german.now()["deciders"] == ["german"]
    assert [offer["text"] for offer in german.now()["offers"]] == ["end the step"]
    assert us.now()["offers"] == []
    assert onlooker.now()["offers"] == []


def test_an_offer_says_where_to_click_and_what_to_send(client: TestClient) -> None:
    us = moving(client)
    now = us.now()
    offer = next(offer for offer in now["offers"] if offer["token"] == "pick 137/35")

    assert offer["spot"] == "137/35"
    assert offer["spot"] in [piece["id"] for piece in now["scene"]["pieces"]]
    assert us.play(action=offer["action"])["n"] == now["n"] + 1


# -- play ----------------------------------------------------------------------------


def test_the_first_moves_against_a_bot(client: TestClient) -> None:
    us = alone(client)
    us.until_my_turn()
    us.said("done")
    marched = us.said("137/35 1243>1244; halt")

    assert [row["seat"] for row in marched["log"]] == ["us"] * 3
    assert any("1244" in line for row in marched["log"] for line in row["lines"])
    us.said("done")
    assert us.until_my_turn()["n"] > marched["n"]


def test_whoever_played_gets_what_is_new_in_the_log(client: TestClient) -> None:
    us = moving(client)
    n = us.now()["n"]
    told = us.play(text="137/35", at=n)

    assert [row["n"] for row in told["log"]] == [n]
    assert [row["n"] for row in us.now(since=n)["log"]] == [n]
    assert [row["n"] for row in us.now()["log"]] == list(range(n + 1))


def test_a_route_stops_where_the_rules_do(client: TestClient) -> None:
    us = moving(client)
    pick = {"type": "Pick", "unit": "137/35"}
    there, far = {"type": "March", "to": "1244"}, {"type": "March", "to": "0101"}
    n = us.now()["n"]
    seen = us.play(route=[pick, there, far, there])

    assert seen["n"] == n + 2
    assert seen["stopped"]["rule"].startswith("LB-")
    assert us.post("/play", {"at": n + 2, "route": [far, there]}).status_code == 422


def test_what_is_stale_carries_the_match_as_it_is(client: TestClient) -> None:
    us = moving(client)
    now = us.now()
    deed = {"at": now["n"], "action": now["offers"][0]["action"]}
    first, again = us.post("/play", deed), us.post("/play", deed)

    assert (first.status_code, again.status_code) == (200, 409)
    assert again.json()["error"] == "stale"
    assert again.json()["now"]["n"] == us.now()["n"] == now["n"] + 1
    assert us.post("/play", {**deed, "at": now["n"] + 9}).status_code == 409


def test_what_is_refused_names_the_rule(client: TestClient) -> None:
    us = moving(client)
    us.said("137/35")
    n = us.now()["n"]
    answer = us.post("/play", {"at": n, "action": {"type": "March", "to": "0101"}})

    assert answer.status_code == 422
    assert answer.json()["error"] == "refused"
    assert answer.json()["rule"].startswith("LB-")
    assert answer.json()["sentence"]
    assert us.now()["n"] == n


def test_nobody_plays_out_of_turn(client: TestClient) -> None:
    us, german = two(client)
    n = us.now()["n"]
    for deed in ({"action": {"type": "Done"}}, {"text": "done"}, {"text": "gibberish"}):
        answer = us.post("/play", {"at": n, **deed})
        assert (answer.status_code, answer.json()["error"]) == (409, "not_your_turn")
    assert german.now()["n"] == n


# -- undo ----------------------------------------------------------------------------


def test_undo_takes_the_log_back(client: TestClient) -> None:
    us = moving(client)
    before = us.now()
    after = us.play(action=before["offers"][0]["action"])
    taken = us.post("/undo", {"at": after["n"]}).json()

    assert after["can_undo"]
    assert taken["n"] == after["n"] + 1
    assert (taken["scene"], taken["offers"]) == (before["scene"], before["offers"])
    [row] = taken["log"]
    assert (row["n"], row["undo"]) == (after["n"], before["n"])
    assert before["n"] not in [row["n"] for row in us.now()["log"]]


def test_nobody_takes_back_what_is_sealed_or_not_theirs(client: TestClient) -> None:
    us, german = two(client)
    assert us.post("/undo", {"at": 1}).status_code == 422
    german.said("done")
    us.said("rest US 3")

    assert german.post("/undo", {"at": 3}).json()["error"] == "refused"
    assert us.post("/undo", {"at": 3, "to": 0}).json()["error"] == "refused"
    assert us.post("/undo", {"at": 1}).json()["error"] == "stale"
    assert us.now()["n"] == 3


# -- questions -----------------------------------------------------------------------


def test_why_not_a_far_hex_says_how_far_it_is_or_where_the_way_ends(client: TestClient) -> None:
    us = moving(client)
    us.said("137/35")
    far = us.post("/why", {"spot": "1141"}).json()
    held = us.post("/why", {"spot": "1541"}).json()

    assert [r["because"] for r in far["refusals"]] == ["too far: 1141 needs 17 movement, 8 left"]
    assert held["refusals"][0]["because"].startswith("no way to 1541: 1541 is held by the enemy")
    assert held["at"] == "1541"


def test_why_not_there(client: TestClient) -> None:
    us = moving(client)
    us.said("137/35")
    reasons = us.post("/why", {"spot": "0101"}).json()["refusals"]

    assert reasons
    assert all(r["rule"].startswith("LB-") and r["because"] for r in reasons)
    assert us.post("/why", {"spot": "1244"}).json() == {"refusals": [], "way": [], "at": ""}
    assert us.post("/why", {"action": {"type": "Launch"}}).json()["refusals"]


def test_odds_with_every_outcome(client: TestClient) -> None:
    us = moving(client)
    us.said("137/35")
    strikes = [o for o in us.now()["offers"] if o["token"].startswith("strike")]
    odds = us.post("/odds", {"action": strikes[0]["action"]}).json()

    assert odds["line"]
    assert {*odds["tally"]} == {"modifiers", "total"}
    assert odds["outcomes"]
    assert all(abs(Fraction(exact) - p) < 1e-5 for _, exact, p in odds["outcomes"])
    assert us.post("/odds", {"action": {"type": "Halt"}}).json()["outcomes"] == []
    assert us.post("/odds", {"action": {"type": "March", "to": "0101"}}).status_code == 422


def test_overlays_are_drawn(client: TestClient) -> None:
    us = moving(client)
    for name in [info["key"] for info in us.get().json()["overlays"]]:
        drawn = us.post("/overlay", {"name": name, "spot": "137/35"}).json()
        assert drawn["overlays"][0]["key"]
        assert drawn["live_svg"].startswith("<svg")
    assert us.post("/overlay", {"name": "oracle", "spot": "1243"}).status_code == 400


def test_questions_are_for_a_seat_in_its_turn(client: TestClient) -> None:
    begun = begin(client)
    us, onlooker = sit(client, begun, "us"), sit(client, begun, "onlooker")

    assert us.post("/why", {"spot": "1243"}).json()["error"] == "not_your_turn"
    assert us.post("/odds", {"text": "done"}).json()["error"] == "not_your_turn"
    for what, body in (
        ("/why", {"spot": "1243"}),
        ("/odds", {"text": "done"}),
        ("/overlay", {"name": "supply", "spot": "1243"}),
        ("/play", {"at": 1, "text": "done"}),
        ("/undo", {"at": 1}),
    ):
        assert onlooker.post(what, body).status_code == 403


# -- replay --------------------------------------------------------------------------


def test_the_past_is_seen_as_it_was(client: TestClient) -> None:
    us = moving(client)
    seen = [us.now()]
    seen.append(us.play(action=seen[-1]["offers"][0]["action"]))
    us.post("/undo", {"at": seen[-1]["n"]})
    us.said("137/35 1243>1244")
    for before in seen:
        then = us.get(f"/at/{before['n']}").json()
        assert (then["scene"], then["live_svg"]) == (before["scene"], before["live_svg"])
        assert then["offers"] == []
        assert [row["n"] for row in then["log"]] == list(range(before["n"]))
    assert us.get("/at/999").status_code == 404
    assert us.get("/at/-1").status_code == 400


def test_nobody_borrows_eyes_while_the_game_lasts(client: TestClient) -> None:
    us, german = two(client)

    assert us.get("/at/0", eyes="german").status_code == 403
    assert german.get("/at/0", eyes="onlooker").status_code == 403


# -- the feed ------------------------------------------------------------------------


def test_the_feed_tells_after_each_commit(client: TestClient) -> None:
    us, german = two(client)
    with client.websocket_connect(f"{us.path}/feed") as socket:
        socket.send_json({"token": us.token})
        first = socket.receive_json()
        played = german.said("done")
        pushed = socket.receive_json()

    assert (first["n"], first["now"]["n"]) == (1, 1)
    assert pushed["n"] == pushed["now"]["n"] == played["n"] == 2
    assert pushed["now"]["offers"] == us.now()["offers"] != []
    assert [row["n"] for row in pushed["now"]["log"]] == [1]


def test_where_nothing_may_be_seen_there_is_a_number(client: TestClient) -> None:
    us, german = two(client)
    german.said("done")
    us.said("done")
    with client.websocket_connect(f"{german.path}/feed") as socket:
        socket.send_json({"token": german.token, "since": 3})
        assert socket.receive_json()["now"]["log"] == []
        us.said("137/35")
        assert socket.receive_json() == {"n": 4}
        us.said(">1244")
        assert socket.receive_json()["now"]["n"] == 5


def test_two_sockets_of_a_seat_hear_the_same(client: TestClient) -> None:
    us, german = two(client)
    with (
        client.websocket_connect(f"{us.path}/feed") as one,
        client.websocket_connect(f"{us.path}/feed") as other,
    ):
        for socket in (one, other):
            socket.send_json({"token": us.token})
            socket.receive_json()
        german.said("done")

        assert one.receive_text() == other.receive_text()


def test_the_feed_tells_what_a_bot_does(client: TestClient) -> None:
    us = alone(client)
    with client.websocket_connect(f"{us.path}/feed") as socket:
        socket.send_json({"token": us.token})
        while "us" not in (pushed := socket.receive_json())["now"]["deciders"]:
            pass

    assert pushed["n"] == us.now()["n"]
