"""Safe Paths and Command Radius, from the lines L22 to L46 of the summary alone."""

from __future__ import annotations

import pytest
from bcs import Game, position
from bcs_lines import BEHIND, SHUT, safe, to_clean_up

from grognard.titles.bcs.kit.kit import LEG, US
from grognard.titles.bcs.position.decisions import (
    Replacing,
)
from grognard.titles.bcs.rules.fighting import support

# -- Safe Paths: L22 to L32 --------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.a")
@pytest.mark.parametrize(("label", "found"), [("19.16", True), ("20.16", False)])
def test_a_path_is_no_longer_than_the_radius_and_five(label: str, found: bool) -> None:
    """L24: radius 6, so eleven hexes; all the way along row 16."""
    assert safe(position(f"{label} 1/506", active="506"), "1/506") == found


@pytest.mark.rule("BCS-1.6.b", "BCS-1.6.d")
def test_enemy_zones_cut_a_path_and_a_friend_opens_it() -> None:
    """L24: a battalion between two of the enemy's; a friend in 06.13 negates the EZOC there."""
    assert not safe(position(f"06.12 1/506   {SHUT}"), "1/506")
    assert safe(position(f"06.12 1/506   06.13 2/506   {SHUT}"), "1/506")


@pytest.mark.rule("BCS-1.6.c")
def test_tanks_do_not_mind_support() -> None:
    """L24: Jagdpanzers lent to both battalions do not hold a tank company; real tanks do."""
    heads = {"26VG": "06.08", "2PZ": "06.08"}
    lent = position(f"06.12 B/3Tkm   {SHUT}", hq=heads, box="PzJg26")
    real = position("06.12 B/3Tkm   05.12 PzJg38d   07.12 II/3Pzd", hq=heads)
    assert support.supported(lent.state, lent.hex("05.12"))
    assert support.supported(lent.state, lent.hex("07.12"))

    assert safe(lent, "B/3Tk")
    assert not safe(real, "B/3Tk")


@pytest.mark.rule("BCS-1.6.e")
@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        ("", True),
        ("06.20 I/77", False),  # its zone is in 07.19, the third hex
        ("06.20 I/77   07.19 2/506", True),  # negated by a friend
        ("05.19 I/77", True),  # only in the fourth, 06.19
    ],
)
def test_a_battalion_with_its_hq_looks_back_along_the_road(enemy: str, found: bool) -> None:
    """L26: three hexes from Luzery toward the Trains at 04.20: 08.17, 07.18, 07.19."""
    assert safe(position(f"08.16 1/506   {enemy}"), "1/506") == found


@pytest.mark.rule("BCS-1.6.g", "BCS-5.6.d")
def test_halftracks_need_a_path_for_halftracks() -> None:
    """L30, L97: on foot they could wade; tanks cover the one bridge, infantry would not do."""

    def beyond(enemy: str) -> Game:
        return position(f"01.03 20AIBd   {enemy}", active="CCB10", hand="20AIB", **BEHIND)

    tanks = beyond("02.04 II/3Pzm")
    assert safe(tanks, "20AIB", LEG)
    assert tanks.rule("Flip") == "BCS-5.6.d"
    assert beyond("02.04 Pi38d").allows("Flip")


@pytest.mark.rule("BCS-1.6.h", "BCS-1.6.i", "BCS-9.4")
def test_men_wade_where_tanks_are_not_replaced() -> None:
    """L31, L32: behind the Ourthe, the bridge covered: non-AV points take a Leg path, AV a Tac."""
    text = "01.03 B/3Tk:1d 1/506:3   02.04 II/3Pzm"
    heads = {"CCB10": "05.07", "506": "05.07", "2PZ": ""}
    game = position(text, table=Replacing(US), turn=2, replacements=[[1, 1], [0, 0]], hq=heads)

    assert game.rule("Replace B/3Tk") == "BCS-9.4"
    assert game.allows("Replace 1/506")
    free = position(
        "01.03 B/3Tk:1d", table=Replacing(US), turn=2, replacements=[[1, 1], [0, 0]], hq=heads
    )
    assert free.allows("Replace B/3Tk")


# -- Command Radius: L34 to L46 ----------------------------------------------------------


@pytest.mark.rule("BCS-4.2d.a")
@pytest.mark.parametrize(("label", "rule"), [("14.16", None), ("15.16", "BCS-4.2d.a")])
def test_no_men_for_a_battalion_out_of_radius(label: str, rule: str | None) -> None:
    """L36: six hexes east of the HQ and seven."""
    game = position(
        f"{label} 1/506:3   07.17 2/506:5",
        table=Replacing(US),
        turn=2,
        replacements=[[0, 1], [0, 0]],
    )
    assert game.rule("Replace 1/506") == rule


@pytest.mark.rule("BCS-4.2d.b", "BCS-9.2.c")
@pytest.mark.parametrize(("label", "rule"), [("14.16", None), ("15.16", "BCS-4.2d.b")])
def test_no_support_back_for_a_battalion_out_of_radius(label: str, rule: str | None) -> None:
    """L37, L277 to L283: the marker comes off in radius only."""
    game = position(f"{label} 1/506", active="506", box="B/81", dropped="1/506")
    assert game.rule("Restore 1/506") == rule


@pytest.mark.rule("BCS-4.2d.c", "BCS-10.5.a")
def test_a_battalion_out_of_radius_wastes_away() -> None:
    """L38, L370: one step at the end of the Activation, its path being whole."""
    game = position("15.16 1/506   07.17 2/506", active="506")
    to_clean_up(game)
    assert (game.steps("1/506"), game.steps("2/506")) == (5, 6)


@pytest.mark.rule("BCS-4.2f")
def test_who_moves_ends_in_the_radius() -> None:
    """L44: from the rim at 08.10 a battalion looks at 08.09 and has to come back."""
    game = position("08.10 1/506", active="506", hand="1/506", hq_moved=True)
    game.play("Step 08.09")
    assert game.rule("Halt") == "BCS-4.2f"
    assert game.play("Step 08.10").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_who_is_outside_may_stay_or_come_nearer() -> None:
    """L45, L46: ten hexes out it may stand still; a move goes toward the radius without a pause."""
    game = position("18.16 1/506", active="506", hq_moved=True, snafu="partial")
    assert game.allows("Done")
    game.play("Act 1/506")
    assert game.rule("Step 19.16") in {"BCS-4.2f", "BCS-R.3"}
    assert not game.play("Step 17.16").allows("Halt")  # it still has the MPs to go on
