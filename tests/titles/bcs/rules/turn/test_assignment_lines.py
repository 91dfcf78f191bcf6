"""Support boxes and Replacement Points, from the lines L245 to L297 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import SHUT, to_clean_up

from grognard.titles.bcs.kit.kit import US
from grognard.titles.bcs.position.decisions import (
    Replacing,
)
from grognard.titles.bcs.position.state import DEAD, put
from grognard.titles.bcs.rules.fighting import support


@pytest.mark.rule("BCS-9.2.a")
def test_dropped_support_comes_back_by_itself_in_radius() -> None:
    """L267 to L271: stripped for the Activation, no marker; a hex out of radius there was none."""
    text = "08.15 1/506   09.15 II/3Pzm"

    def engaged(hq: str) -> Game:
        heads = {"2PZ": "10.13", "506": hq}
        return position(text, active="2PZ", hand="II/3Pz", hq=heads, box="B/81")

    game = engaged("02.15").play("Engage 08.15").roll(3, 3)  # six hexes, the radius
    assert game.has("stripped", "1/506")
    assert not game.has("dropped", "1/506")
    assert not support.supported(game.state, game.hex("08.15"))
    assert support.supported(to_clean_up(game.play("Halt")).state, game.hex("08.15"))
    assert not engaged("01.15").allows("Engage 08.15")


@pytest.mark.rule("BCS-9.2.b", "BCS-9.2.c")
def test_guns_do_not_follow_over_a_river() -> None:
    """L275, L277: wading the Ourthe from 03.02 to 02.02 leaves them behind, marked."""
    heads = {"506": "05.07"}
    game = position("03.02 1/506", active="506", hand="1/506", box="B/81", hq=heads)
    assert not game.has("dropped", "1/506")
    game.play("Step 02.02")
    assert game.has("dropped", "1/506")
    assert not game.allows("Restore 1/506")  # a slope: no Tac path leads there


@pytest.mark.rule("BCS-9.2.c")
def test_there_must_be_something_in_the_box() -> None:
    """L281: an empty box restores nothing."""
    for box, allowed in (("B/81", True), ("", False)):
        game = position("08.15 1/506", active="506", dropped="1/506", box=box)
        assert game.allows("Restore 1/506") == allowed


def points(text: str, **more: Any) -> Game:
    kept = {"turn": 2, "replacements": [[0, 1], [0, 0]], **more}
    return position(f"07.17 2/506:5   {text}", table=Replacing(US), **kept)


@pytest.mark.rule("BCS-9.4")
def test_who_is_replaced() -> None:
    """L287 to L297: Trains in a Legal Hex and a Safe Path; or from the Dead Pile."""
    assert points("08.15 1/506:3").allows("Replace 1/506")
    assert points("08.15 1/506:3", trains={"506": ""}).rule("Replace 1/506") == "BCS-9.4"
    assert points(f"06.12 1/506:3   {SHUT}").rule("Replace 1/506") == "BCS-9.4"
    dead = points("")
    dead.state.steps[dead.unit("1/506")] = 0
    put(dead.state, dead.unit("1/506"), DEAD)
    assert dead.play("Replace 1/506").where("1/506") == "08.16"
