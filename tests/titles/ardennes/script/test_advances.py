"""Whether Allied units advance after combat, by the table."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_combat import battle, fight

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import AdvanceRoll
from grognard.titles.ardennes.script import advances


def won(
    text: str, target: str, *units: str, side: str = "german", path: str = "", **more: object
) -> Game:
    """The defenders have left the target along `path`, or are eliminated without one.

    No roadblock or bridge is rolled for: all have been, but for what `more` says.
    """
    fields: dict[str, object] = {}
    game = position(text)
    rolled = {"rolled": game.kit.grid.all, "mined": game.kit.printed_bridges}
    game = position(text, **{**rolled, **more})
    if path:
        hexes = tuple(game.hex(label) for label in (target, *path.split()))
        fields = {"path": hexes, "retreated": len(hexes) - 1}
        fields["defenders"] = game.state.stacks.get(hexes[-1], 0)
    return fight(game, target, *units, side=side, stage="advance", **fields)


# -- the table --------------------------------------------------------------------------------


def row(text: str, target: str, *units: str, went: str = "", **more: object) -> tuple[str, str]:
    """Row and column of the advance table for the first unit."""
    game = position(text, **more)
    done = game.units(*went.split())
    found = battle(game, target, *units, *went.split(), side="allied", advanced=done)
    return advances.table_place(game.state, found, game.units(units[0]))[:2]


def number(text: str, target: str, *units: str, went: str = "", **fields: Any) -> int:
    game = position(text, **fields)
    place = row(text, target, *units, went=went, **fields)
    return int(game.kit.charts["advance"].cell(*place))


@pytest.mark.rule("EA-AD.s", "EA-AD.t")
def test_by_primary_road_the_first_always_goes_and_the_second_on_1_to_7() -> None:
    text = "0610 16/1/V 9/2/V"  # the road to Malmedy runs 0610 0710

    assert number(text, "0609", "16/1/V") == 10
    assert number(text, "0609", "16/1/V", went="9/2/V") == 7


@pytest.mark.rule("EA-AD.s", "EA-AD.t", "EA-AD.r")
def test_into_a_vp_hex_likewise_by_whatever_way() -> None:
    text = "0709 16/1/V 9/2/V"  # no road from 0709 to Malmedy

    assert number(text, "0710", "16/1/V") == 10
    assert number(text, "0710", "16/1/V", went="9/2/V") == 7


@pytest.mark.rule("EA-AD.u", "EA-AD.v")
def test_by_secondary_road_on_1_to_8_then_on_1_to_4() -> None:
    text = "1109 16/1/V 9/2/V"  # 1109 1210

    assert number(text, "1210", "16/1/V") == 8
    assert number(text, "1210", "16/1/V", went="9/2/V") == 4


@pytest.mark.rule("EA-AD.u", "EA-AD.r")
def test_into_a_town_likewise() -> None:
    assert number("0708 16/1/V", "0608", "16/1/V") == 8  # Bütgenbach has no points


@pytest.mark.rule("EA-AD.w", "EA-AD.x")
def test_elsewhere_on_1_to_3_and_no_second_unit() -> None:
    text = "0709 16/1/V 9/2/V"

    assert number(text, "0708", "16/1/V") == 3
    assert number(text, "0708", "16/1/V", went="9/2/V") == 0


@pytest.mark.rule("EA-AD.w")
def test_a_road_whose_bridge_is_down_is_no_road() -> None:
    text = "1009 16/1/V"  # the road from St. Vith runs over the Our, 1009 1008
    down = {"1008/1009": "destroyed"}

    assert number(text, "1008", "16/1/V") == 10
    assert number(text, "1008", "16/1/V", bridges=down) == 3


@pytest.mark.rule("EA-AD.y")
@pytest.mark.parametrize("target", ["0710", "0609", "0708"])
def test_no_third_unit_advances(target: str) -> None:
    assert number("0709 16/1/V 9/2/V 38/2/V", target, "16/1/V", went="9/2/V 38/2/V") == 0


SCREEN = "0609 23/2/V   0809 394/99/V   0909 395/99/V"


def allied(text: str, target: str, *units: str, **more: object) -> Game:
    return won(text, target, *units, side="allied", **more)


@pytest.mark.rule("EA-AD.m", "EA-AD.w")
def test_allied_units_are_tested_by_ascending_number() -> None:
    game = allied(f"0709 16/1/V 9/2/V   {SCREEN}", "0708", "16/1/V", "9/2/V")
    assert game.top == AdvanceRoll(game.units("16/1/V"), game.hex("0708"), 3)
    game.roll(4)
    assert game.top == AdvanceRoll(game.units("9/2/V"), game.hex("0708"), 3)
    game.roll(3)

    assert game.where("9/2/V") == "0708"
    assert game.where("16/1/V") == "0709"
    assert [event.went for event in game.told(ev.AdvanceRolled)] == [False, True]
    assert game.state.battle is None


@pytest.mark.rule("EA-AD.s")
def test_the_first_unit_into_a_vp_hex_goes_without_a_roll() -> None:
    game = allied("0709 16/1/V 9/2/V", "0710", "16/1/V", "9/2/V")

    assert game.where("16/1/V") == "0710"
    assert game.top == AdvanceRoll(game.units("9/2/V"), game.hex("0710"), 7)


@pytest.mark.rule("EA-AD.n")
def test_a_lone_bracketed_unit_stays_and_is_not_tested() -> None:
    game = allied("0709 102Cav/V   0610 16/1/V", "0710", "102Cav/V", "16/1/V")

    assert game.where("102Cav/V") == "0709"
    assert game.where("16/1/V") == "0710"
    assert game.state.battle is None


@pytest.mark.rule("EA-AD.o")
def test_bracketed_units_of_a_stack_go_as_one() -> None:
    text = "0709 102Cav/V 14Cav/XVIII   0610 16/1/V"
    game = allied(text, "0710", "102Cav/V", "14Cav/XVIII", "16/1/V")
    cavalry = game.units("102Cav/V", "14Cav/XVIII")
    assert game.top == AdvanceRoll(cavalry, game.hex("0710"), 7)  # after 16, which is 3
    game.roll(7)

    assert game.at("0710") == {"16/1/V", "102Cav/V", "14Cav/XVIII"}
    assert (
        advances._advanced_count(
            game.state, battle(game, "0710", advanced=cavalry, origins=_origins(game))
        )
        == 1
    )


def _origins(game: Game) -> tuple[tuple[int, int], ...]:
    names = ("102Cav/V", "14Cav/XVIII")
    return tuple((game.unit(name), game.hex("0709")) for name in names)


def barred(text: str, target: str) -> str:
    """The rule that keeps 16/1/V in 0709 from advancing; "" if none does."""
    game = position(text, day=20)
    found = battle(game, target, "16/1/V", side="allied")
    refusal = advances._imprudent(game.state, found, game.units("16/1/V"))
    return "" if refusal is None else refusal.rule


@pytest.mark.rule("EA-AD.p")
def test_no_allied_unit_advances_into_danger_of_surround_but_into_a_vp_hex() -> None:
    """From 0708 only 0808 and 0809 are open, and one German in 0908 would close both."""
    text = "0709 16/1/V   0608 27/12VG/ISS   0610 48/12VG/ISS"

    assert barred(text, "0708") == "EA-AD.p"
    assert barred(text, "0710") == ""
    assert barred("0709 16/1/V   0909 27/12VG/ISS   0610 48/12VG/ISS", "0708") == ""


@pytest.mark.rule("EA-AD.p", "EA-S.33")
def test_no_allied_unit_advances_to_where_it_would_be_surrounded_outright() -> None:
    """With a German in 0908 no neighbour of 0708 is open any more."""
    text = "0709 16/1/V   0608 27/12VG/ISS   0610 48/12VG/ISS   0908 89/12VG/ISS"

    assert barred(text, "0708") == "EA-AD.p"
    assert barred(text, "0710") == ""


@pytest.mark.rule("EA-AD.q")
def test_no_allied_advance_opens_a_gap_but_into_a_vp_hex() -> None:
    """Once in 0708 it lets the Germans by who are held up in 0608."""
    text = "0709 16/1/V   0707 27/12VG/ISS   0608 48/12VG/ISS"

    assert barred(text, "0708") == "EA-AD.q"
    assert barred(text, "0710") == ""


@pytest.mark.rule("EA-AA.r")
@pytest.mark.parametrize("target", ["0709", "0610", "0711"])
def test_no_advance_leaves_a_vp_hex_empty_with_germans_near(target: str) -> None:
    """0710 has points; a German three hexes away can come next to it in one move."""
    near = "0710 16/1/V   0707 27/12VG/ISS"

    assert barred(near, target) == "EA-AA.r"
    assert barred(f"{near}   0710 9/2/V", target) != "EA-AA.r"


@pytest.mark.rule("EA-AA.r", "EA-AD.m")
def test_of_two_units_in_a_vp_hex_the_last_one_stays() -> None:
    text = "0710 16/1/V 9/2/V   0610 23/2/V   0809 394/99/V   0909 395/99/V   0708 27/12VG/ISS"
    game = allied(text, "0709", "16/1/V", "9/2/V", day=20).roll(1)

    assert game.where("16/1/V") == "0709"
    assert game.where("9/2/V") == "0710"
    assert game.told(ev.Reasoned)[-1].lines[0].rule == "EA-AA.r"


@pytest.mark.rule("EA-AA.r", "EA-AD.p", "EA-AD.q")
def test_nor_for_another_vp_hex() -> None:
    """Liège is two VP hexes. What a VP hex excuses is danger and the line, not an empty one."""
    assert barred("0116 16/1/V   0115 27/12VG/ISS", "0117") == "EA-AA.r"
    assert barred("0116 16/1/V   0405 27/12VG/ISS", "0117") == ""


@pytest.mark.rule("EA-AD.p")
def test_a_unit_that_is_kept_back_says_why() -> None:
    text = "0709 16/1/V   0608 27/12VG/ISS   0610 48/12VG/ISS"
    game = allied(text, "0708", "16/1/V", day=20)
    told = game.told(ev.Reasoned)[0]

    assert (told.chosen, told.lines[0].rule) == ("stays", "EA-AD.p")
    assert game.where("16/1/V") == "0709"
