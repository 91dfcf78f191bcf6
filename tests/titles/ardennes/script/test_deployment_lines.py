"""Allied reserve deployment, from the lines L87 to L107 of the published summary alone."""

from __future__ import annotations

import pytest
from ea import position
from ea_lines import method_a

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.script import deploy, vocabulary


@pytest.mark.rule("EA-AR.a", "EA-AR.f")
def test_xii_corps_may_go_to_ettelbruck_while_it_is_allied_and_empty() -> None:
    """L89, L92: a German in 2010 is proximate to Ettelbruck 2210."""
    text, more = "2010 352/LXXXV", {"day": 20, "reserve": "2/5/XII"}

    assert "2210" in method_a(position(text, **more), "2/5/XII")
    assert "2210" not in method_a(position(text, german="2210", **more), "2/5/XII")
    assert "2210" not in method_a(position(f"{text} 2210 109/28/VIII", **more), "2/5/XII")


@pytest.mark.rule("EA-AR.e")
def test_wiltz_is_viii_corps_ground_and_not_xii_corps() -> None:
    """L91: row 18 is inside the rows 09 to 23 of VIII Corps, and above row 20 of XII Corps."""
    game = position("1712 39/26/XLVII", day=20, reserve="2/5/XII CCB/9A/VIII")

    assert "1812" in method_a(game, "CCB/9A/VIII")
    assert "1812" not in method_a(game, "2/5/XII")


@pytest.mark.rule("EA-AR.i", "EA-AR.j")
def test_in_allied_zoc_a_junction_is_barred_and_ettelbruck_is_not() -> None:
    """L94, L95: a regiment in 2211 has Ettelbruck (HV 5) and 2110 (HV 3) in its ZOC."""
    game = position("2010 352/LXXXV   2211 109/28/VIII", day=20, reserve="2/5/XII")

    assert "2210" in method_a(game, "2/5/XII")
    assert "2110" not in method_a(game, "2/5/XII")
    assert "2109" in method_a(game, "2/5/XII")  # two hexes from 2211, HV 3


@pytest.mark.rule("EA-AR.c", "EA-AR.r")
def test_the_lowest_number_goes_first_to_the_highest_hold_value() -> None:
    """L90, L103: 2/5 (#3) before 12/4 (#10); Ettelbruck is worth 5, Diekirch 4."""
    game = position("2010 352/LXXXV", day=17, reserve="12/4/XII 2/5/XII")
    game.events += deploy.deploy(game.state, game.units("2/5/XII", "12/4/XII"))

    first, second = game.told(ev.Deployed)[:2]
    assert (first.unit, first.hex) == ("2/5/XII", "2210")
    assert second.unit == "12/4/XII"


@pytest.mark.rule("EA-AR.l", "EA-S.30")
@pytest.mark.parametrize(("day", "where"), [(17, "reserve"), (18, "2614")])
def test_method_b_joins_the_division_in_arlon_from_the_18th(day: int, where: str) -> None:
    """L96: no German is near, so Method A finds no hex; 10/5 is in Arlon 2614."""
    game = position("2614 10/5/XII   0503 27/12VG/ISS", day=day, reserve="2/5/XII")
    deploy.deploy(game.state, game.units("2/5/XII"))

    assert game.where("2/5/XII") == where


@pytest.mark.rule("EA-S.30")
def test_method_b_takes_reserves_by_ascending_number() -> None:
    """L90, L96: room for one more in Arlon, and no other hex near a German; # 3 before # 5."""
    text = "2614 10/5/XII 109/28/VIII   0503 27/12VG/ISS"
    game = position(text, day=18, reserve="11/5/XII 2/5/XII")
    deploy.deploy(game.state, game.units("2/5/XII", "11/5/XII"))

    assert (game.where("2/5/XII"), game.where("11/5/XII")) == ("2614", "reserve")


@pytest.mark.rule("EA-AR.v")
def test_a_garrison_no_german_can_come_near_is_out_of_contact() -> None:
    """L105, L106: Arlon far behind the front, and Diekirch with a German two hexes away."""
    game = position("2614 12/4/XII   2108 109/28/VIII   2010 352/LXXXV", day=20)

    assert vocabulary.out_of_contact(game.state) == game.units("12/4/XII")


@pytest.mark.rule("EA-AR.w")
@pytest.mark.parametrize(
    ("stack", "spare"),
    [
        ("CCA/10A/XII 2/5/XII", "CCA/10A/XII"),  # 5 and 4 are nine points
        ("12/4/XII 8/4/XII", ""),  # 3 and 3, four steps
        ("2/5/XII 12/4/XII 8/4/XII:1", "2/5/XII"),  # five steps
        ("2/5/XII 12/4/XII", ""),  # 4 and 3 are seven points, four steps
    ],
)
def test_the_lowest_number_of_a_strong_stack_can_be_spared(stack: str, spare: str) -> None:
    """L107: five steps or eight points, in Ettelbruck with a German proximate."""
    game = position(f"2210 {stack}   2010 352/LXXXV", day=20)

    assert vocabulary.out_of_contact(game.state) == (game.units(spare) if spare else 0)
