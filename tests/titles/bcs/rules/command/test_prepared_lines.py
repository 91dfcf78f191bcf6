"""Coordination and Prepared Defense, from the lines L56 to L77 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import (
    NUMBER,
    choosing,
    fall_back,
)

from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    PreparedDefense,
)
from grognard.titles.bcs.rules.fighting import attack


@pytest.mark.rule("BCS-4.4.a", "BCS-10.1e")
def test_who_enters_another_s_ground_is_coordinated() -> None:
    """L60, L301: CCB's blob is the triangle of Bastogne 07.18, Noville 11.09 and 06.11."""
    text = "11.09 20AIBd   06.11 B/3Tkd   09.15 1/506"
    game = position(text, active="506", hand="1/506")
    assert not game.has("coordination", "506")
    game.play("Step 08.15")
    assert game.has("coordination", "506")


@pytest.mark.rule("BCS-4.4.b", "BCS-9.1f.c", "BCS-9.1g", "BCS-4.5.d")
def test_an_hq_that_pulls_back_is_coordinated() -> None:
    """L61, L249 to L257: Trains to Ghost, Prepared Defense gone, the owner's choice."""
    game = position("10.16 1/506   13.16 Pi38d", active="506", hq={"506": "09.16"}, snafu="fail")
    assert not game.has("ghost", "506")
    game.play(next(offer for offer in game.offers() if offer.startswith("PullBack")))
    assert game.has("coordination", "506")
    assert game.has("ghost", "506")
    assert game.kit.grid.distance(game.hex(game.hq("506")), game.hex("09.16")) >= 3


@pytest.mark.rule("BCS-4.5.a", "BCS-4.5.g")
@pytest.mark.parametrize(
    ("unit", "held"), [("10.11 II/304d", True), ("09.11 II/304d", False), ("10.11 II/304m", False)]
)
def test_whom_prepared_defense_holds(unit: str, held: bool) -> None:
    """L65, L77: six hexes from Bourcy, Deployed, an attack that asks for a retreat is stood out."""
    label = unit[:5]
    game = position(
        f"{unit}   09.12 1/506 2/506", active="506", hand="1/506", prepared="2PZ", arty=0,
        objectives=[label], hq={"506": "09.15"},
    )  # fmt: skip
    game.play(f"Attack {label} 2/506")
    assert game.state.fight is not None
    net = attack.tally(game.state, game.state.fight).total
    dice = 11 - net  # a Situational Retreat
    fall_back(game.roll(dice // 2, dice - dice // 2))
    assert (game.where("II/304") == label) == held


@pytest.mark.rule("BCS-4.5.b", "BCS-4.5.c")
def test_what_prepared_defense_costs() -> None:
    """L67: the HQ stays where it is and a double six is a Partial."""
    game = choosing("16.12 II/304d", prepared="2PZ").play("Activate 2PZ", "Decline").roll(6, 6)
    assert game.told(ev.SnafuRolled)[0].result == "Partial"
    game.play("Done")
    assert game.rule("MoveHq") == "BCS-4.5.b"


@pytest.mark.rule("BCS-4.5.d")
def test_prepared_defense_ends_when_the_hq_is_jumped() -> None:
    """L71: it moves for any reason, here because the enemy is in its hex."""
    game = position(
        "09.16 II/304d   05.14 1/506", active="2PZ", hand="II/304", prepared="506",
        hq={"2PZ": "11.16"},
    )  # fmt: skip
    fall_back(game.play("Step 08.16"))
    assert game.hq("506") != "08.16"
    assert not game.has("prepared", "506")


@pytest.mark.rule("BCS-4.5.e", "BCS-4.5.f")
def test_who_may_prepare() -> None:
    """L73, L75: not with the MSR Blocked marker, not without a gun."""
    table = PreparedDefense(GERMAN, NUMBER["2PZ"])

    def asked(**more: Any) -> Game:
        return position("16.12 II/304d", active="2PZ", table=table, **more)

    assert asked().allows("Prepare")
    assert asked(blocked={"2PZ": 1}).rule("Prepare") == "BCS-4.5.e"
