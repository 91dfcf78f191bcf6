"""What the table tells a player beyond the rules: barred buttons, far hexes, threats, notices."""

from __future__ import annotations

from collections import Counter

from starlette.testclient import TestClient
from table.desk.test_playing import moving
from table.player import two


def test_a_button_that_cannot_be_pressed_says_why(client: TestClient) -> None:
    us = moving(client)
    scene = us.now()["scene"]
    where = Counter(
        piece["hex"]
        for piece in scene["pieces"]
        if piece.get("side") == "allied" and piece.get("hex") and piece["symbol"] == "infantry"
    )
    full = next(hex_ for hex_, count in where.items() if count == 2)
    third = next(
        piece["id"]
        for piece in scene["pieces"]
        if piece.get("hex") not in (None, full)
        and piece["symbol"] == "infantry"
        and us.post("/play", {"at": us.now()["n"], "from": piece["id"], "to": full}).status_code
        == 200
    )

    scene = us.said("halt")["scene"]

    [barred] = scene["offers"]
    [broken] = scene["violations"]
    assert (barred["token"], barred["rule"]) == ("done", "LB-5.3a")
    assert full in barred["why_not"]
    assert (broken["spot"], broken["rule"]) == (full, "LB-5.2b")
    assert next(p for p in scene["pieces"] if p["id"] == third)["hex"] == full


def test_far_hexes_are_walked_to_step_by_step(client: TestClient) -> None:
    us = moving(client)
    here = next(p for p in us.now()["scene"]["pieces"] if p["id"] == "137/35")["hex"]
    drawn = us.post("/overlay", {"name": "reach", "spot": "137/35"}).json()["overlays"][0]
    far = min(drawn["shades"][0]["numbers"].items(), key=lambda pair: float(pair[1]))[0]

    now = us.play(**{"from": "137/35", "to": far})
    log = us.now()["log"]

    assert next(p for p in now["scene"]["pieces"] if p["id"] == "137/35")["hex"] == far != here
    marches = [n for row in log for n in row.get("notices", []) if n["kind"] == "move"]
    assert len(marches) > 2
    assert now["scene"]["held"] == ["137/35"]


def test_who_is_in_hand_goes_on_without_being_named(client: TestClient) -> None:
    us = moving(client)
    offers = us.said("Pick 137/35")["offers"]
    near = next(offer["spot"] for offer in offers if offer["token"].startswith("march "))

    now = us.play(to=near)

    assert next(p for p in now["scene"]["pieces"] if p["id"] == "137/35")["hex"] == near


def test_a_hex_out_of_reach_is_refused_with_the_rule(client: TestClient) -> None:
    us = moving(client)
    us.said("Pick 137/35")
    n = us.now()["n"]

    answer = us.post("/play", {"at": n, "from": ["137/35"], "to": "1228"})

    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("LB-")
    assert us.now()["n"] == n


def test_to_goes_alone(client: TestClient) -> None:
    us = moving(client)
    for deed in ({"to": "1945", "text": "done"}, {"from": ["137/35"], "text": "done"}):
        answer = us.post("/play", {"at": us.now()["n"], **deed})
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_threats_are_told_to_both_even_when_waiting(client: TestClient) -> None:
    us, german = two(client)
    hexes = [p["hex"] for p in us.now()["scene"]["pieces"] if p.get("hex")]
    told = {}
    for player in (us, german):
        found = [player.post("/threats", {"spot": h}).json()["threats"] for h in hexes]
        told[player] = [threat["title"] for threats in found for threat in threats]

    # The Germans may not attack south of the Start Line, nor have they markers yet.
    assert told[us] == []
    assert any(title.startswith("Attack on") for title in told[german])


def test_the_log_says_how_its_lines_are_to_be_shown(client: TestClient) -> None:
    us = moving(client)
    rows = us.now()["log"]

    assert all(len(row["lines"]) == len(row.get("notices", [])) for row in rows)
    headings = [n.get("heading", 0) for row in rows for n in row.get("notices", [])]
    assert {0, 1, 2} >= set(headings) >= {1, 2}


def test_a_first_game_has_notes_and_a_lit_sequence(client: TestClient) -> None:
    scene = moving(client).now()["scene"]

    assert "Movement" in [note["key"] for note in scene["notes"]]
    assert [step["name"] for step in scene["sequence"] if step.get("current")] == ["B1"]
