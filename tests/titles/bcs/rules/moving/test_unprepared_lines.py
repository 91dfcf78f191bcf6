"""Unprepared units, from the lines L9 to L20 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import ASSAULT, stop_of

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.rules.fighting import attack


@pytest.mark.rule("BCS-1.2d.a", "BCS-6.0.a")
@pytest.mark.parametrize(("side", "stops"), [("m", False), ("d", True)])
def test_engineers_on_trucks_stop_nobody(side: str, stops: bool) -> None:
    """L9, L11: on its Move side the battalion has neither AV nor Arrow, so no ZOC."""
    game = position(f"08.15 1/506   06.14 Pi38{side}", active="506", hand="1/506")
    game.play("Step 07.15")

    assert stop_of(game) == ("BCS-6.0.a" if stops else "")
    assert game.allows("Step 07.16") != stops


@pytest.mark.rule("BCS-1.2d.b", "BCS-7.2.b")
def test_trucked_infantry_neither_attacks_nor_assists() -> None:
    """L12: refused as attacker and as Assist; the same battalion Deployed does both."""

    def attack_with(text: str, hand: str) -> Game:
        return position(f"08.15 1/506   {text}", hand=hand, objectives=["08.15"], **ASSAULT)

    truck = attack_with("09.15 II/304m Pi38d", "II/304")
    assert truck.rule("Attack 08.15") in {"BCS-1.2d.b", "BCS-7.2.b"}
    assert attack_with("09.15 II/304m Pi38d", "Pi38").rule("Attack 08.15 II/304") == "BCS-1.2d.b"
    assert attack_with("09.15 II/304d Pi38d", "II/304").allows("Attack 08.15")
    assert attack_with("09.15 II/304d Pi38d", "Pi38").allows("Attack 08.15 II/304")


@pytest.mark.rule("BCS-1.2d.d")
@pytest.mark.parametrize(("side", "there"), [("m", False), ("d", True)])
def test_trucked_infantry_has_no_support(side: str, there: bool) -> None:
    """L14: with assault guns in the box there is AV to engage only beside the Deployed side."""
    text = f"09.15 B/3Tkm   10.15 Pi38{side}"
    game = position(text, active="CCB10", hand="B/3Tk", hq={"2PZ": "13.15"}, box="PzJg38")

    assert game.allows("Engage 10.15") == there


@pytest.mark.rule("BCS-1.2d.e")
@pytest.mark.parametrize("what", ["hq", "trains"])
def test_trucked_infantry_does_not_jump(what: str) -> None:
    """L15: Sink's HQ, then Trains, alone in Luzery; the Deployed battalion drives them out."""
    us: dict[str, Any] = {"hq": {"506": "08.16", "2PZ": "11.16"}, "trains": {"506": "04.20"}}
    if what == "trains":
        us = {"hq": {"506": "07.12", "2PZ": "11.16"}, "trains": {"506": "08.16"}}
    truck = position("09.16 II/304m", active="2PZ", hand="II/304", **us)
    legs = position("09.16 II/304d", active="2PZ", hand="II/304", **us)

    assert truck.rule("Step 08.16") == "BCS-1.2d.e"
    assert legs.play("Step 08.16").told(ev.Jumped)


@pytest.mark.rule("BCS-1.2d.f")
def test_trucked_infantry_spots() -> None:
    """L19: on its trucks two hexes away over open ground."""
    game = position("09.14 158ECBd   11.14 II/304m", objectives=["09.14"], **{**ASSAULT, "arty": 1})

    assert game.allows("Barrage II/304 09.14 arty")


@pytest.mark.rule("BCS-1.2d.g")
def test_trucked_infantry_counts_in_the_defender_s_hex() -> None:
    """L20: paratroops with engineers on trucks are two units."""
    for text, two in (("08.15 1/501 158ECBm", True), ("08.15 1/501", False)):
        game = position(f"{text}   09.15 II/304d", hand="II/304", objectives=["08.15"], **ASSAULT)
        game.play("Attack 08.15")
        if two:
            game.play("Choose 1/501")
        assert game.state.fight is not None
        words = [m.what for m in attack.tally(game.state, game.state.fight).modifiers]
        assert ("two units in the hex" in words) == two
