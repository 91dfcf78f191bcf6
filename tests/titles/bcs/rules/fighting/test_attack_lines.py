"""Attacks, Shock Attacks and advances, from the lines L138 to L172 of the summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position
from bcs_lines import attack_on, fall_back, net_of, rolled, stop_of

# -- attacks: L138 to L172 ---------------------------------------------------------------


@pytest.mark.rule("BCS-7.2.a")
def test_a_hex_is_attacked_once() -> None:
    """L140: another battalion does not attack it again, but another hex it may."""
    text = "08.15 1/506   09.15 II/304d   08.14 Pi38d   07.14 2/506"
    game = attack_on(text, objectives=["08.15", "07.14"], hq={"2PZ": "10.13", "506": "05.12"})
    rolled(game.play("Attack 08.15"), 9)  # nothing happens
    game.play("Act Pi38")
    assert game.rule("Attack 08.15") == "BCS-7.2.a"
    assert game.allows("Attack 07.14")


@pytest.mark.rule("BCS-7.2.b")
def test_no_attack_without_an_arrow() -> None:
    """L142: halftracks on their Move side have AV and no Arrow; Deployed they have one."""
    assert attack_on("08.15 1/506   09.15 I/304m", "I/304").rule("Attack 08.15") == "BCS-7.2.b"
    assert attack_on("08.15 1/506   09.15 I/304d", "I/304").allows("Attack 08.15")


@pytest.mark.rule("BCS-7.2.c")
@pytest.mark.parametrize(
    ("helper", "rule"),
    [
        ("09.15 Pi38d", None),  # stacked
        ("08.14 Pi38d", None),  # next to both
        ("07.15 Pi38d", "BCS-7.2.c"),  # next to the defender alone
        ("10.15 Pi38d", "BCS-7.2.c"),  # next to the attacker alone
    ],
)
def test_where_an_assist_stands(helper: str, rule: str | None) -> None:
    """L144: with or next to the attacking unit, and next to the defender."""
    assert attack_on(f"08.15 1/506   09.15 II/304d   {helper}").rule("Attack 08.15 Pi38") == rule


@pytest.mark.rule("BCS-7.2.d")
def test_the_unit_that_lent_its_rating_loses_first() -> None:
    """L146: of two steps the first falls on it; the second falls where the defender likes."""
    text = "08.15 1/501 158ECBd   09.15 II/304d Pi38d"
    game = attack_on(text, objectives=["08.15"] * 2, arty=1, hq={"2PZ": "10.13", "501": "05.12"})
    game.play("Attack 08.15 Pi38", "Suppress arty", "Choose 158ECB")
    dice = 14 - net_of(game)
    game.roll(dice - 6, 6)
    assert {"Choose 1/501", "Choose 158ECB"} <= set(game.offers())
    assert game.steps("158ECB") == 2
    fall_back(game.play("Choose 1/501"))
    assert (game.steps("1/501"), game.steps("158ECB")) == (5, 2)


@pytest.mark.rule("BCS-7.2.e")
def test_an_assist_never_loses() -> None:
    """L146: two steps, both from the attacking unit."""
    game = attack_on("08.15 1/506   09.15 II/304d Pi38d").play("Attack 08.15 Pi38")
    rolled(game, 4)
    assert (game.steps("II/304"), game.steps("Pi38")) == (2, 3)


@pytest.mark.rule("BCS-7.2.f")
def test_stopped_units_attack_and_finished_ones_do_not() -> None:
    """L148: the battalion that has just come up to the enemy attacks; one that attacked is done."""
    text = "08.15 1/506   10.15 II/304d   08.14 Pi38d"
    game = attack_on(text, hq={"2PZ": "10.13", "506": "05.12"}).play("Step 09.15")
    assert stop_of(game) == "BCS-6.0.a"
    rolled(game.play("Attack 08.15 Pi38"), 9)
    assert not game.allows("Act Pi38")
    assert not game.allows("Act II/304")


# -- shock: L150 to L164 -----------------------------------------------------------------


def shock_on(text: str, hand: str = "II/3Pz", **more: Any) -> Game:
    heads = {"2PZ": "10.13", "506": "05.12", "501": "05.12", "CCB10": "05.12"}
    kept = {"active": "2PZ", "hq": heads, "objectives": ["08.15"], **more}
    return position(text, hand=hand, **kept)


@pytest.mark.rule("BCS-7.3.a", "BCS-7.3.b")
def test_who_shocks_whom() -> None:
    """L152: tanks into infantry; not infantry, not into a hex with AV of its own or lent."""
    assert shock_on("08.15 1/506   09.15 II/3Pzm").allows("Shock 08.15")
    assert shock_on("08.15 1/506   09.15 II/304d", "II/304").rule("Shock 08.15") == "BCS-7.3.a"
    assert shock_on("08.15 1/506   09.15 II/3Pzm", box="B/81").rule("Shock 08.15") == "BCS-7.3.b"
    tanks = shock_on("08.15 20AIBd B/3Tkm   09.15 II/3Pzm")
    assert tanks.rule("Shock 08.15") == "BCS-7.3.b"


@pytest.mark.rule("BCS-7.3.c")
def test_no_shock_out_of_a_stop() -> None:
    """L154: tanks that have run into Traffic on the way do not overrun any more."""
    game = shock_on("08.15 1/506   10.15 II/3Pzm", traffic="09.15").play("Step 09.15")
    assert game.rule("Shock 08.15") == "BCS-7.3.c"


@pytest.mark.rule("BCS-7.3.d")
def test_the_ground_of_a_shock() -> None:
    """L154: no tank can enter a slope; open ground costs 2 and in mud 3."""
    slope = shock_on("04.01 1/506   04.02 II/3Pzm", objectives=["04.01"], hq={"2PZ": "06.03"})
    assert slope.rule("Shock 04.01") in {"BCS-7.3.d", "BCS-7.4.a"}
    mud = shock_on("08.15 1/506   09.15 II/3Pzm", ground="mud")
    assert mud.allows("Shock 08.15")
    # Rolling 12.15 costs 3 in the dry and 4 in mud; no road leads in from 11.16.
    for ground, rule in (("normal", None), ("mud", "BCS-7.3.d")):
        game = shock_on("12.15 1/506   11.16 II/3Pzm", objectives=["12.15"], ground=ground)
        assert game.rule("Shock 12.15") == rule


@pytest.mark.rule("BCS-7.3.e", "BCS-7.3.f", "BCS-7.3.i")
def test_shock_upon_shock() -> None:
    """L156, L158, L164: twice by one battalion, for a Fire Event each and no MP; then another."""
    game = shock_on("08.15 1/506   09.15 II/3Pzm   08.14 PzJg38m")
    left = game.top.mp  # type: ignore[union-attr]
    rolled(game.play("Shock 08.15"), 9)
    assert game.top.mp == left  # type: ignore[union-attr]
    assert game.allows("Step 10.15")  # it could go on from where it is
    rolled(game.play("Shock 08.15"), 9)
    assert game.has("stopped", "II/3Pz")
    game.play("Halt", "Act PzJg38")
    assert game.allows("Shock 08.15")


@pytest.mark.rule("BCS-7.3.g", "BCS-8.0.f")
def test_a_shock_has_aircraft_and_no_guns() -> None:
    """L160, L227: one Air Point, for either mission; no Artillery."""
    game = shock_on("08.15 1/506   09.15 II/3Pzm", air=(0, 2), arty=3).play("Shock 08.15")
    assert not game.allows("Suppress arty")
    assert not game.allows("Destroy 1 0")
    assert not game.allows("Destroy 0 2")
    assert game.allows("Suppress air")
    assert game.allows("Destroy 0 1")


@pytest.mark.rule("BCS-7.3.h")
def test_a_shock_that_succeeds_goes_in_and_is_caught_in_traffic() -> None:
    """L162: the tanks advance, are not Finished, and the marker just placed STOPs them."""
    game = shock_on("08.15 158ECB:3m   09.15 I/3Pzm", "I/3Pz").play("Shock 08.15")
    rolled(game, 12)
    assert game.where("I/3Pz") == "08.15"
    assert game.has("traffic", "08.15")
    assert game.has("stopped", "I/3Pz")
    assert not game.has("finished", "I/3Pz")


# -- advances: L166 to L172 --------------------------------------------------------------


@pytest.mark.rule("BCS-7.4.a", "BCS-7.4.c", "BCS-7.4.d")
@pytest.mark.parametrize(("helper", "asked"), [("09.15 Pi38d", True), ("08.14 Pi38d", False)])
def test_who_advances(helper: str, asked: bool) -> None:
    """L168, L170, L172: the attacker must, an Assist from its hex may, another may not."""
    game = attack_on(
        f"08.15 1/506   09.15 II/304d   {helper}   07.16 2/506",
        hq={"2PZ": "10.13", "506": "05.12"},
        objectives=["08.15"] * 2,
    )
    rolled(game.play("Attack 08.15 Pi38"), 11)
    assert ("Follow" in game.offers()) == asked
    if asked:
        game.play("Follow")
    assert game.at("08.15") == ({"II/304", "Pi38"} if asked else {"II/304"})  # EZOC or not
    assert game.has("finished", "II/304")


@pytest.mark.rule("BCS-7.4.b")
@pytest.mark.parametrize(("hq", "allowed"), [("16.15", True), ("17.15", False)])
def test_no_attack_that_would_lead_out_of_radius(hq: str, allowed: bool) -> None:
    """L168: the radius is 8 and the advance into 08.15 has to be made."""
    game = attack_on("08.15 1/506   09.15 II/304d", hq={"2PZ": hq}, hq_moved=True)
    assert game.allows("Attack 08.15") == allowed
