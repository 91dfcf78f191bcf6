"""OBJ markers, from the lines L48 to L54 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import ASSAULT, NUMBER

from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.position.decisions import (
    Objectives,
)


def marking(text: str, **more: Any) -> Game:
    table = Objectives(GERMAN, NUMBER["2PZ"])
    return position(f"14.10 II/3Pz   {text}", active="2PZ", table=table, **more)


@pytest.mark.rule("BCS-4.3.a")
def test_a_marker_goes_on_an_enemy_or_a_victory_hex() -> None:
    """L50: Foy is worth points, 10.14 holds an enemy, 10.13 neither."""
    game = marking("10.14 1/506")
    assert game.allows("Objective 10.11")
    assert game.allows("Objective 10.14")
    assert game.rule("Objective 10.13") == "BCS-4.3.a"
    assert game.rule("Objective 14.10") == "BCS-4.3.a"  # one's own unit is no objective


@pytest.mark.rule("BCS-4.3.b", "BCS-S.16")
@pytest.mark.parametrize(("marker", "inside"), [("06.15", True), ("05.15", False)])
def test_a_marker_opens_two_hexes_round_it(marker: str, inside: bool) -> None:
    """L50: 08.15 is two hexes from 06.15 and three from 05.15."""
    text = "08.15 1/506   09.15 II/304d"
    game = position(text, hand="II/304", objectives=[marker], **ASSAULT)
    assert game.allows("Attack 08.15") == inside


@pytest.mark.rule("BCS-4.3.c")
def test_prepared_defense_keeps_markers_near() -> None:
    """L52, L69: from Bourcy 16.11, Foy 10.11 is six hexes away and Recogne 09.11 seven."""
    game = marking("09.11 1/506", prepared="2PZ")
    assert game.allows("Objective 10.11")
    assert game.rule("Objective 09.11") == "BCS-4.3.c"
    assert marking("09.11 1/506").allows("Objective 09.11")


SCOUT: dict[str, Any] = {"active": "2PZ", "hq": {"2PZ": "12.14"}}


@pytest.mark.rule("BCS-4.3.e", "BCS-4.3.f", "BCS-4.3.g")
@pytest.mark.parametrize(("die", "made"), [(4, True), (5, False)])
def test_recon_makes_an_objective(die: int, made: bool) -> None:
    """L54: Action Rating 4, one Fire Event an attempt, an enemy two hexes off."""
    game = position("11.14 AA2m   09.14 1/506", hand="AA2", **SCOUT).play("Recon 09.14").roll(die)
    assert (game.hex("09.14") in game.state.objectives) == made
    assert game.state.fired[game.unit("AA2")] == 1


@pytest.mark.rule("BCS-4.3.d", "BCS-4.3.g")
def test_recon_is_for_recon_units_that_can_still_move() -> None:
    """L54: not a tank battalion, not a STOPPED one, not at three hexes, not at an empty hex."""
    tank = position("11.14 II/3Pzm   09.14 1/506", hand="II/3Pz", **SCOUT)
    assert tank.rule("Recon 09.14") == "BCS-4.3.d"
    there = position("12.14 AA2m   09.14 1/506", hand="AA2", **SCOUT)
    assert there.rule("Recon 09.14") == "BCS-4.3.g"
    assert there.rule("Recon 10.14") == "BCS-4.3.g"
    halted = position("12.13 AA2m   09.14 1/506", active="2PZ", traffic="11.14", hand="AA2")
    halted.play("Step 11.14")
    assert halted.rule("Recon 09.14") == "BCS-4.3.d"
