"""Advances after combat."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import battle, fight

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position.decisions import Advancing, DemolitionCheck
from grognard.titles.ardennes.rules.fighting import advance

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
