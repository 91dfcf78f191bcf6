"""Movement, from the lines L79 to L97 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import position
from bcs_lines import BEHIND, stop_of

from grognard.titles.bcs.kit.kit import QUARTERS


@pytest.mark.rule("BCS-5.1g")
def test_traffic_stops_and_costs_nothing() -> None:
    """L81: on the Primary road north of Luzery it is half a point as ever."""
    game = position("08.16 1/506", active="506", hand="1/506", traffic="09.15")
    game.play("Step 09.15")
    assert game.top.spent == QUARTERS // 2  # type: ignore[union-attr]
    assert stop_of(game) == "BCS-5.1g"
    assert not game.allows("Step 09.14")


@pytest.mark.rule("BCS-5.5.a")
def test_no_third_battalion_ends_in_a_hex() -> None:
    """L85: two are there."""
    text = "09.15 2/506 3/506   10.15 1/506"
    game = position(text, active="506", hand="1/506").play("Step 09.15")
    assert game.rule("Halt") == "BCS-5.5.a"


@pytest.mark.rule("BCS-5.5.b")
def test_the_best_gun_is_on_top() -> None:
    """L87: of halftracks, AV 1, and tanks, AV 4, it is the tanks that are engaged."""
    text = "09.15 20AIBm B/3Tkd   10.15 II/3Pzm"
    game = position(text, active="2PZ", hand="II/3Pz", hq={"2PZ": "12.14"}).play("Engage 09.15")
    assert game.state.fight is not None
    assert game.state.fight.defender == game.unit("B/3Tk")


@pytest.mark.rule("BCS-5.6.a")
def test_no_flip_after_the_first_step() -> None:
    """L91: before any activity only."""
    game = position("14.10 II/3Pzm", active="2PZ", hand="II/3Pz")
    assert game.allows("Flip")
    assert game.play("Step 13.10").rule("Flip") == "BCS-5.6.a"


@pytest.mark.rule("BCS-5.6.b", "BCS-5.6.c")
def test_no_halftracks_on_a_slope_or_out_of_radius() -> None:
    """L95, L96: 02.02 is a slope; 17.18 is ten hexes from Bastogne, one outside the radius."""
    slope = position("02.02 20AIBd", active="CCB10", hand="20AIB", **BEHIND)
    assert slope.rule("Flip") == "BCS-5.6.b"
    out = position("17.18 20AIBd", active="CCB10", hand="20AIB")
    assert out.rule("Flip") == "BCS-5.6.c"
    assert position("16.18 20AIBd", active="CCB10", hand="20AIB").allows("Flip")
    assert position("17.18 20AIBm", active="CCB10", hand="20AIB").allows("Flip")  # to Leg: free
