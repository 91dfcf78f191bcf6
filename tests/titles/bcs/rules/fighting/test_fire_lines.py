"""Barrages and Attacks by Fire, from the lines L190 to L243 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import position
from bcs_lines import guns, net_of, rolled

from grognard.titles.bcs.position import events as ev


@pytest.mark.rule("BCS-8.0.a", "BCS-8.0.i")
def test_one_barrage_a_hex_and_the_spotter_stops() -> None:
    """L192, L235: the second mission on the hex is refused, whoever spots."""
    game = guns("08.15 158ECBd   10.15 II/304d Pi38d").play("Barrage II/304 08.15 arty").roll(1)
    assert game.has("stopped", "II/304")
    assert game.rule("Barrage Pi38 08.15 arty") == "BCS-8.0.a"


@pytest.mark.rule("BCS-8.0.b", "BCS-8.0.c", "BCS-8.0.d", "BCS-8.0.e")
def test_missions_of_a_regular_attack() -> None:
    """L194, L221 to L225: up to three points with a roll each, or one point and +1 without any."""
    text = "08.15 158ECBd   09.15 II/304d"
    game = guns(text, hand="II/304", arty=3).play("Attack 08.15")
    before = net_of(game.twin().play("Decline"))
    assert game.allows("Destroy 3 0")
    hit = game.twin().play("Destroy 2 0").roll(1).roll(1)
    assert len(hit.told(ev.LossRolled)) == 2
    assert net_of(hit) == before
    dampened = game.twin().play("Suppress arty")
    assert not dampened.told(ev.LossRolled)
    assert net_of(dampened) == before + 1
    assert not guns(text, hand="II/304", arty=4).play("Attack 08.15").allows("Destroy 4 0")


@pytest.mark.rule("BCS-8.0.g")
@pytest.mark.parametrize(
    ("more", "allowed"),
    [
        ({}, True),
        ({"objectives": ["05.15"]}, False),  # three hexes off
        ({"hq": {"2PZ": "16.15"}}, True),  # eight hexes, the radius
        ({"hq": {"2PZ": "17.15"}}, False),
    ],
)
def test_what_a_barrage_may_hit(more: dict[str, Any], allowed: bool) -> None:
    """L229: in an OBJ Zone and within Command Radius, both."""
    game = guns(**more)
    assert game.allows("Barrage II/304 08.15 arty") == allowed
    if not allowed:
        assert game.rule("Barrage II/304 08.15 arty") == "BCS-8.0.g"


@pytest.mark.rule("BCS-8.0.h")
@pytest.mark.parametrize(
    ("spotter", "visibility", "allowed"),
    [("12.16", 5, True), ("11.16", 5, True), ("12.17", 5, False), ("05.16", 5, True)],
)
def test_who_spots(spotter: str, visibility: int, allowed: bool) -> None:
    """L233, L234: at most four hexes off, nothing Blocking between: over row 16 to 08.16."""
    text = f"08.16 158ECBd   {spotter} II/304d"
    game = guns(text, objectives=["08.16"], visibility=visibility)
    assert game.allows("Barrage II/304 08.16 arty") == allowed


@pytest.mark.rule("BCS-8.3.a", "BCS-8.3.b")
def test_fire_upon_fire() -> None:
    """L239 to L243: after a Barrage and a Regular Attack a tank battalion still fires twice."""
    text = "08.15 158ECBd   09.15 II/304d II/3Pzd"
    game = guns(text, hand="II/304", arty=1).play("Attack 08.15", "Destroy 1 0").roll(1)
    rolled(game, 9)
    game.play("Act II/3Pz")
    for _ in range(2):
        game.play("Fire 08.15").roll(1)
    assert game.state.fired[game.unit("II/3Pz")] == 2
    assert not game.allows("Fire 08.15")
    assert not position(text, hand="II/304", active="2PZ", hq={"2PZ": "10.13"}).allows("Fire 08.15")
