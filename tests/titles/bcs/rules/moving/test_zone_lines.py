"""Zones of control and Engagement Zones, from the lines L99 to L123 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import NO_US, NUMBER, fall_back, stop_of

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.rear import trains


@pytest.mark.rule("BCS-6.0.b")
def test_no_way_from_zone_to_zone_on_foot() -> None:
    """L101: beside Pi 38 in 06.14, from 07.15 to 07.14 is barred, away to 07.16 is not."""
    game = position("07.15 1/506   06.14 Pi38d", active="506", hand="1/506")
    assert game.rule("Step 07.14") == "BCS-6.0.b"
    assert game.allows("Step 07.16")


@pytest.mark.rule("BCS-6.0.c")
def test_tanks_drive_past_infantry_and_stop_at_guns() -> None:
    """L103: through the zone of plain infantry in 09.14, but not of assault guns."""
    for enemy, rule in (("1/506", ""), ("B/3Tkd", "BCS-6.0.c")):
        text = f"11.15 II/3Pzm   09.14 {enemy}"
        game = position(text, active="2PZ", hand="II/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
        assert stop_of(game) == rule
        assert game.allows("Step 09.16") == (not rule)


LENT: dict[str, Any] = {"active": "2PZ", "hand": "II/3Pz", "hq": {"2PZ": "13.14"}, "box": "B/81"}


@pytest.mark.rule("BCS-6.0.d", "BCS-6.0.h")
def test_tanks_go_on_when_support_is_dropped() -> None:
    """L105, L113: the STOP of 57 mm guns is lifted by a Drop; no Engagement is owed them."""
    game = position("11.15 II/3Pzm   09.14 1/506", **LENT).play("Step 10.15")
    assert stop_of(game) == "BCS-6.0.c"
    assert not game.allows("Step 09.16")
    assert game.allows("Halt")
    game.play("Engage 09.14").roll(3, 3)  # 7 against 5: 8, a Drop
    assert game.told(ev.EngagementRolled)[0].result == "drop"
    assert game.allows("Step 09.16")


@pytest.mark.rule("BCS-6.0.e", "BCS-6.0.g")
def test_tanks_must_engage_tanks_and_go_on_if_they_win() -> None:
    """L107, L109, L113: Panthers beside a tank company owe a shot; it retreats, they go on."""
    text = "11.15 I/3Pzm   09.14 B/3Tkd"
    game = position(text, active="2PZ", hand="I/3Pz", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert game.rule("Halt") == "BCS-6.0.g"
    assert not game.allows("Step 09.16")
    fall_back(game.play("Engage 09.14").roll(4, 4))  # 9 against 8: 9, the target retreats
    assert game.where("B/3Tk") != "09.14"
    assert game.allows("Step 09.16")


@pytest.mark.rule("BCS-6.0.g")
def test_light_armour_owes_nothing() -> None:
    """L113: a reconnaissance battalion STOPs beside tanks and may leave it at that."""
    text = "11.15 AA2m   09.14 B/3Tkd"
    game = position(text, active="2PZ", hand="AA2", hq={"2PZ": "13.14"}).play("Step 10.15")
    assert not game.allows("Step 09.16")
    assert game.allows("Halt")


@pytest.mark.rule("BCS-6.0.f", "BCS-6.1.f")
def test_where_an_hq_does_not_go() -> None:
    """L111, L123: not next to infantry, not two hexes before tanks that see it."""

    def hq(text: str) -> Game:
        return position(text, active="2PZ", hq={**NO_US, "2PZ": "11.14"}).play("MoveHq")

    assert hq("09.14 1/506").rule("Step 10.14") == "BCS-6.0.f"
    assert hq("08.14 1/506").allows("Step 10.14")
    assert hq("08.14 B/3Tkd").rule("Step 10.14") == "BCS-6.1.f"


@pytest.mark.rule("BCS-6.1.a", "BCS-6.1.b", "BCS-6.1.d")
@pytest.mark.parametrize(
    ("enemy", "box", "rule"),
    [
        ("09.14 B/3Tkd", "", "BCS-6.1.d"),  # Range 2
        ("09.14 B/3Tkm", "", ""),  # Range 1
        ("09.14 20AIBd", "C/609TD", "BCS-6.1.d"),  # Stand Off
        ("09.14 1/506", "B/81", ""),  # Support of the common kind
    ],
)
def test_trucks_stop_where_they_can_be_shot(enemy: str, box: str, rule: str) -> None:
    """L117, L121: two hexes away in the open."""
    text = f"12.14 Pi38m   {enemy}"
    game = position(text, active="2PZ", hand="Pi38", hq={"2PZ": "13.14"}, box=box)
    assert stop_of(game.play("Step 11.14")) == rule
    assert game.allows("Step 11.15") == (not rule)


@pytest.mark.rule("BCS-6.1.c")
def test_what_stands_between_blocks() -> None:
    """L119: from 05.14 to 07.14 the woods of 06.14 are between; woods at either end are not."""
    game = position()
    assert not sight.sees(game.state, game.hex("05.14"), game.hex("07.14"))
    assert sight.sees(game.state, game.hex("07.14"), game.hex("09.14"))  # from woods over open
    assert sight.sees(game.state, game.hex("09.14"), game.hex("07.14"))


@pytest.mark.rule("BCS-6.1.e", "BCS-10.3.f")
@pytest.mark.parametrize(
    ("enemy", "legal"),
    [("", True), ("21.14 B/3Tkm", True), ("21.14 B/3Tkd", False), ("21.13 1/506", False)],
)
def test_an_msr_does_not_run_under_guns(enemy: str, legal: bool) -> None:
    """L121, L319: the road of the 2nd Panzer runs over 20.13 and 20.12 to its Trains in 22.10.

    21.14 is two hexes from 20.12 and next to 21.13, off the road; 21.13 is beside it.
    """
    game = position(
        enemy, active="2PZ", hq={**NO_US, "2PZ": "16.11"}, trains=NO_US | {"2PZ": "22.10"}
    )
    assert trains.in_legal_hex(game.state, NUMBER["2PZ"]) == legal
