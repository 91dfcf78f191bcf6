"""Advances after combat, and the Allied advance table (EA-AD.a to EA-AD.y)."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_combat import battle, fight

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import AdvanceRoll, Advancing, DemolitionCheck
from grognard.titles.ardennes.rules.fighting import advance
from grognard.titles.ardennes.script import advances

GERMANS = "0707 27/12VG/ISS 8/3PG/LXVII"
PAIR = ("27/12VG/ISS", "8/3PG/LXVII")


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


# -- the vacated hex --------------------------------------------------------------------------


@pytest.mark.rule("EA-AD.a")
def test_attackers_enter_the_hex_left_whatever_the_zoc() -> None:
    text = f"0709 394/99/V   0608 16/1/V   {GERMANS}"  # 0707 and 0708 are in Allied ZOC
    game = won(text, "0708", *PAIR, path="0709")
    assert game.top == Advancing(GERMAN)
    game.play("Advance 27/12VG/ISS 0708", "Advance 8/3PG/LXVII 0708")

    assert game.at("0708") == set(PAIR)


@pytest.mark.rule("EA-AD.a")
def test_only_attackers_advance_and_first_into_that_hex() -> None:
    text = f"0709 394/99/V   {GERMANS}   0808 48/12VG/ISS"
    game = won(text, "0708", *PAIR, path="0709")

    assert game.rule("Advance 48/12VG/ISS 0708") == "EA-AD.a"
    assert game.rule("Advance 27/12VG/ISS 0608") == "EA-AD.a"
    assert game.rule("Advance 27/12VG/ISS 9999") == "EA-AD.a"
    assert game.rule("Advance 394/99/V 0708") == "EA-S.13"
    assert game.rule("Draw 2") == "EA-S.1"


def test_nobody_has_to_advance_and_nobody_is_asked_while_the_enemy_holds_on() -> None:
    game = won(f"0709 394/99/V   {GERMANS}", "0708", *PAIR, path="0709").play("Done")
    assert game.state.battle is None
    assert game.at("0708") == set()

    held = won(f"0708 394/99/V   {GERMANS}", "0708", *PAIR)
    assert held.state.battle is None


@pytest.mark.rule("EA-ST.i")
def test_a_dispersed_unit_does_not_advance() -> None:
    text = f"0709 394/99/V   {GERMANS}"
    game = won(text, "0708", *PAIR, path="0709", dispersed="27/12VG/ISS")

    assert game.rule("Advance 27/12VG/ISS 0708") == "EA-ST.i"
    assert game.allows("Advance 8/3PG/LXVII 0708")


@pytest.mark.rule("EA-ST.o")
def test_a_unit_out_of_fuel_does_not_advance() -> None:
    text = f"0709 394/99/V   {GERMANS}"
    game = won(text, "0708", *PAIR, path="0709", dry="8/3PG/LXVII")

    assert game.rule("Advance 8/3PG/LXVII 0708") == "EA-ST.o"


@pytest.mark.rule("EA-S.37")
def test_no_more_advance_than_may_stack() -> None:
    text = "0709 394/99/V   0707 27/12VG/ISS 277/LXVII:4   0808 48/12VG/ISS"
    units = ("27/12VG/ISS", "277/LXVII", "48/12VG/ISS")
    game = won(text, "0708", *units, path="0709")
    game.play("Advance 27/12VG/ISS 0708", "Advance 277/LXVII 0708")

    assert game.state.battle is None  # six steps are there: nobody is asked again


# -- the second hex ---------------------------------------------------------------------------


@pytest.mark.rule("EA-AD.b")
def test_mechanized_units_go_on_after_a_retreat_of_two_hexes() -> None:
    text = f"0710 394/99/V   {GERMANS}"
    game = won(text, "0708", *PAIR, path="0709 0710", dispersed="394/99/V")
    game.play("Advance 27/12VG/ISS 0708", "Advance 8/3PG/LXVII 0708")

    assert game.rule("Advance 27/12VG/ISS 0709") == "EA-AD.b"
    game.play("Advance 8/3PG/LXVII 0709")
    assert game.where("8/3PG/LXVII") == "0709"
    assert game.state.battle is None  # two hexes are the most


@pytest.mark.rule("EA-AD.b")
def test_but_not_after_a_retreat_of_one() -> None:
    game = won(f"0709 394/99/V   {GERMANS}", "0708", *PAIR, path="0709")
    game.play("Advance 8/3PG/LXVII 0708")

    assert game.rule("Advance 8/3PG/LXVII 0808") == "EA-AD.b"


@pytest.mark.rule("EA-AD.b", "EA-AD.d")
def test_they_go_on_where_the_defender_was_eliminated() -> None:
    game = won(GERMANS, "0708", *PAIR).play("Advance 8/3PG/LXVII 0708")

    assert game.allows("Advance 8/3PG/LXVII 0808")
    assert game.rule("Advance 8/3PG/LXVII 0609") is None
    assert game.rule("Advance 8/3PG/LXVII 0710") == "EA-AD.b"  # not next to 0708


@pytest.mark.rule("EA-AD.a")
def test_no_advance_enters_a_hex_with_enemy_units() -> None:
    game = won(f"0609 16/1/V   {GERMANS}", "0708", *PAIR, dispersed="16/1/V")
    game.play("Advance 8/3PG/LXVII 0708")

    assert game.rule("Advance 8/3PG/LXVII 0609") == "EA-AD.a"


@pytest.mark.rule("EA-AD.c", "EA-AD.e")
def test_along_the_path_zoc_does_not_matter_off_it_it_does() -> None:
    text = f"0710 394/99/V   0610 16/1/V   0810 9/2/V   0907 38/2/V   {GERMANS}"
    game = won(text, "0708", *PAIR, path="0709 0710", dispersed="394/99/V")
    game.play("Advance 8/3PG/LXVII 0708")
    assert game.allows("Advance 8/3PG/LXVII 0709")
    assert game.allows("Advance 8/3PG/LXVII 0809")  # 0708 itself is in no Allied ZOC

    text = text.replace("0907 38/2/V", "0908 38/2/V   0608 23/2/V")
    game = won(text, "0708", *PAIR, path="0709 0710", dispersed="394/99/V")
    game.play("Advance 8/3PG/LXVII 0708")
    assert game.allows("Advance 8/3PG/LXVII 0709")
    assert game.rule("Advance 8/3PG/LXVII 0809") == "EA-AD.e"


@pytest.mark.rule("EA-AD.d", "EA-AD.e")
def test_an_eliminated_defender_leaves_no_path() -> None:
    text = f"0610 16/1/V   0608 23/2/V   {GERMANS}"
    game = won(text, "0708", *PAIR).play("Advance 8/3PG/LXVII 0708")

    assert game.rule("Advance 8/3PG/LXVII 0709") == "EA-AD.e"


@pytest.mark.rule("EA-AD.d", "EA-AD.e")
def test_nor_does_one_that_was_eliminated_on_its_retreat() -> None:
    text = f"0610 16/1/V   0608 23/2/V   {GERMANS}"
    gone = won(text, "0708", *PAIR, path="0709 0710").play("Advance 8/3PG/LXVII 0708")
    assert gone.rule("Advance 8/3PG/LXVII 0709") == "EA-AD.e"

    left = won(f"{text}   0710 394/99/V", "0708", *PAIR, path="0709 0710", dispersed="394/99/V")
    left.play("Advance 8/3PG/LXVII 0708")
    assert left.allows("Advance 8/3PG/LXVII 0709")  # one of them still leads the way


@pytest.mark.rule("EA-AD.c", "EA-AD.f")
def test_off_the_path_no_river_is_crossed_without_a_bridge() -> None:
    text = "0808 8/3PG/LXVII   1108 394/99/V"
    off = won(text, "0908", "8/3PG/LXVII").play("Advance 8/3PG/LXVII 0908")
    assert off.rule("Advance 8/3PG/LXVII 1008") == "EA-AD.f"  # the Our

    on = won(text, "0908", "8/3PG/LXVII", path="1008 1108", day=20, dispersed="394/99/V")
    on.play("Advance 8/3PG/LXVII 0908")
    assert on.allows("Advance 8/3PG/LXVII 1008")


@pytest.mark.rule("EA-AD.c", "EA-AD.g")
def test_off_the_path_no_forest_is_entered_without_a_road() -> None:
    text = "0807 8/3PG/LXVII   0605 394/99/V"
    off = won(text, "0707", "8/3PG/LXVII").play("Advance 8/3PG/LXVII 0707")
    assert off.rule("Advance 8/3PG/LXVII 0706") == "EA-AD.g"
    assert off.allows("Advance 8/3PG/LXVII 0607")

    on = won(text, "0707", "8/3PG/LXVII", path="0706 0605", dispersed="394/99/V")
    on.play("Advance 8/3PG/LXVII 0707")
    assert on.allows("Advance 8/3PG/LXVII 0706")


@pytest.mark.rule("EA-RB.d", "EA-RB.b")
def test_a_roadblock_stops_an_advance() -> None:
    game = won("0609 8/3PG/LXVII", "0608", "8/3PG/LXVII", roadblocks="0607")
    game.play("Advance 8/3PG/LXVII 0608")

    assert not game.allows("Advance 8/3PG/LXVII 0507")


# -- rivers and bridges -----------------------------------------------------------------------

OVER_OUR = "1008 8/3PG/LXVII 29/3PG/LXVII"
BOTH = ("8/3PG/LXVII", "29/3PG/LXVII")


@pytest.mark.rule("EA-AD.h")
def test_one_unit_advances_over_a_bridge_into_an_enemy_zoc() -> None:
    german = {"1008/1009": "german"}
    text = f"1010 394/99/V   {OVER_OUR}"
    game = won(text, "1009", *BOTH, path="1010", day=20, bridges=german)
    game.play("Advance 8/3PG/LXVII 1009")
    assert game.state.battle is None  # the other cannot follow

    quiet = won(f"1011 394/99/V   {OVER_OUR}", "1009", *BOTH, path="1010", day=20, bridges=german)
    quiet.play("Advance 8/3PG/LXVII 1009", "Advance 29/3PG/LXVII 1009")
    assert quiet.at("1009") == set(BOTH)


@pytest.mark.rule("EA-S.41", "EA-AD.i")
def test_an_allied_bridge_is_tested_before_anybody_advances_over_it() -> None:
    game = won(f"1010 394/99/V   {OVER_OUR}", "1009", *BOTH, path="1010", day=20, mined=0)
    game.play("Advance 8/3PG/LXVII 1009")
    assert isinstance(game.top, DemolitionCheck)
    assert game.where("8/3PG/LXVII") == "1008"

    stands = game.twin().roll(7)  # the Hold Value of 1009 is 6
    assert stands.top == Advancing(GERMAN)
    stands.play("Advance 8/3PG/LXVII 1009")
    assert stands.state.german_bridges & game.river("1008/1009")

    fallen = game.roll(6).play("Advance 29/3PG/LXVII 1009")
    assert fallen.where("29/3PG/LXVII") == "1009"  # through the river, and nobody after it
    assert fallen.state.battle is None


@pytest.mark.rule("EA-AD.i", "EA-AD.j")
def test_one_unit_advances_over_a_river_without_a_bridge_and_stops() -> None:
    blown = {"1008/1009": "destroyed"}
    game = won(OVER_OUR, "1009", *BOTH, day=20, bridges=blown)
    game.play("Advance 8/3PG/LXVII 1009")

    assert game.state.battle is None  # nobody can follow, and it goes no farther
    found = advance.advance_refusal
    game = won(OVER_OUR, "1009", *BOTH, day=20, bridges=blown)
    here = battle(game, "1009", *BOTH, forded=game.river("1008/1009"))
    game.set(battle=here)
    refusal = found(game.state, game.unit("29/3PG/LXVII"), game.hex("1009"))
    assert refusal is not None
    assert refusal.rule == "EA-AD.i"


@pytest.mark.rule("EA-AD.j")
def test_a_unit_that_forded_is_refused_a_second_hex() -> None:
    blown = {"1008/1009": "destroyed"}
    text = f"{OVER_OUR}   1010 12/12SS/ISS"
    game = won(text, "1009", *BOTH, "12/12SS/ISS", day=20, bridges=blown)
    game.play("Advance 8/3PG/LXVII 1009")

    assert game.top == Advancing(GERMAN)  # the third attacker was on this bank
    assert game.rule("Advance 8/3PG/LXVII 1109") == "EA-AD.j"


@pytest.mark.rule("EA-AD.k")
def test_a_river_is_crossed_where_it_was_attacked_over_or_on_the_path_alone() -> None:
    """The second hex over a river is open on the path, and only there (EA-AD.f)."""
    text = "0808 8/3PG/LXVII   1108 394/99/V"
    on = won(text, "0908", "8/3PG/LXVII", path="1008 1108", day=20, dispersed="394/99/V")
    on.play("Advance 8/3PG/LXVII 0908", "Advance 8/3PG/LXVII 1008")
    assert on.where("8/3PG/LXVII") == "1008"

    off = won(text, "0908", "8/3PG/LXVII", path="0909 1009", day=20)
    off.play("Advance 8/3PG/LXVII 0908")
    assert off.rule("Advance 8/3PG/LXVII 1008") in ("EA-AD.f", "EA-AD.b")


@pytest.mark.rule("EA-D16.k", "EA-D16.l")
def test_on_16_december_a_bridge_serves_one_unit_and_then_is_a_river() -> None:
    german = {"1008/1009": "german"}
    text = "1008 18/LXVI 62/LXVI:2"
    game = won(text, "1009", "18/LXVI", "62/LXVI", day=16, bridges=german)
    game.play("Advance 62/LXVI 1009")

    assert game.allows("Advance 18/LXVI 1009")
    game.play("Advance 18/LXVI 1009")
    assert game.at("1009") == {"18/LXVI", "62/LXVI"}


# -- boundaries and checks --------------------------------------------------------------------


@pytest.mark.rule("EA-AD.l")
def test_until_19_december_no_german_advances_over_his_army_boundary() -> None:
    text = "0908 8/3PG/LXVII"  # 6th Panzer Army: rows 01 to 09
    early = position(text, day=19)
    fight(early, "1009", "8/3PG/LXVII", stage="over")
    early.set(battle=battle(early, "1009", "8/3PG/LXVII"))
    found = advance.advance_refusal(early.state, early.unit("8/3PG/LXVII"), early.hex("1009"))
    assert found is not None
    assert found.rule == "EA-AD.l"

    later = won(text, "1009", "8/3PG/LXVII", day=20)
    assert later.allows("Advance 8/3PG/LXVII 1009")


@pytest.mark.rule("EA-RB.i")
def test_a_german_advance_causes_the_checks_of_a_move() -> None:
    text = "0908 18/LXVI   0909 394/99/V"
    game = won(text, "1008", "18/LXVI", day=17, mined=0)
    game.play("Advance 18/LXVI 1008")

    assert isinstance(game.top, DemolitionCheck)


# -- the Allied system (GS) -------------------------------------------------------------------


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
