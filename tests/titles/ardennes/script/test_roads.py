"""What the rules roll for on the roads, where they place roadblocks, and who mans them."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, kit, position

from grognard.titles.ardennes.kit.kit import Kit
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Activation,
    MannedRoll,
    Moving,
    RoadblockCheck,
    Sequence,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.rules.day import sequence
from grognard.titles.ardennes.rules.moving import checks
from grognard.titles.ardennes.script import roads, vocabulary

EVERYWHERE = kit().grid.all
MOVER = "39/26/XLVII"


def at_houffalize(text: str = "", **more: Any) -> Game:
    """A German regiment in 1213, about to enter 1313.

    Next to it are Houffalize 1414 (HV 5, a VP hex), the crossroads 1314 (HV 3), and roads in
    the woods in 1413 and 1312 (HV 2).
    """
    more.setdefault("day", 18)
    return position(f"1213 {MOVER} {text}", active=MOVER, **more)


def candidates(game: Game, label: str = "1313", *units: str) -> list[str]:
    """What would be rolled for if the regiment came there."""
    chosen = game.units(*(units or (MOVER,)))
    return game.labels(roads.candidates(game.state, game.hex(label), chosen))


def enter(game: Game, label: str = "1313") -> Game:
    return game.play(f"Pick {MOVER}", f"Step {label}")


# -- the check -----------------------------------------------------------------------------


@pytest.mark.rule("EA-RB.g")
@pytest.mark.parametrize(("roll", "placed"), [(1, True), (6, True), (7, False), (10, False)])
def test_a_roll_of_the_hexs_hv_or_less_places_a_roadblock(roll: int, placed: bool) -> None:
    # St. Vith: HV 6. On the 16th no bridge is blown.
    game = position("1007 18/LXVI", active="18/LXVI", day=16)
    game.play("Pick 18/LXVI", "Step 1008")
    assert game.top == RoadblockCheck(game.hex("1009"), game.unit("18/LXVI"))
    game.roll(roll)

    assert game.has("roadblocks", "1009") == placed
    assert game.rule("Step 1009") == ("EA-RB.d" if placed else None)  # it stops, or goes on


@pytest.mark.rule("EA-RB.h")
def test_a_hex_is_rolled_for_once_in_an_activation() -> None:
    game = position("1007 18/LXVI", active="18/LXVI", day=16)
    game.play("Pick 18/LXVI", "Step 1008").roll(7)
    game.play("Step 1108")  # next to St. Vith again

    assert len(game.told(ev.RoadblockRolled)) == 1
    assert isinstance(game.top, Moving)


@pytest.mark.rule("EA-RB.h")
def test_once_one_is_placed_nothing_more_is_rolled_for() -> None:
    game = enter(at_houffalize()).roll(5)
    assert game.has("roadblocks", "1414")
    assert isinstance(game.top, Moving)

    game = enter(at_houffalize(options={"roadblock_rolls": "every_hex"})).roll(5)
    assert game.top == RoadblockCheck(game.hex("1314"), game.unit(MOVER))


@pytest.mark.rule("EA-RB.h")
def test_a_new_activation_rolls_anew() -> None:
    game = enter(at_houffalize()).roll(6, 4, 3, 3)
    assert isinstance(game.top, Moving)
    assert candidates(game) == []

    game = at_houffalize()
    assert candidates(game) == ["1414", "1314", "1413", "1312"]


@pytest.mark.rule("EA-RB.i")
@pytest.mark.parametrize("day", [18, 21])
@pytest.mark.parametrize("how", ["move", "advance", "reinforce"])
def test_moves_advances_and_reinforcing_moves_cause_checks(how: str, day: int) -> None:
    game = position(f"1313 {MOVER}", active=MOVER, day=day)
    checks.arrive(game.state, game.units(MOVER), game.hex("1313"), how)
    proceed(game.state)

    assert game.top == RoadblockCheck(game.hex("1414"), game.unit(MOVER))


@pytest.mark.rule("EA-RT.v")
@pytest.mark.parametrize(
    ("day", "option", "check"),
    [(16, "early", True), (19, "early", True), (20, "early", False), (18, "never", False)],
)
def test_retreats_cause_roadblock_checks_to_the_19th(day: int, option: str, check: bool) -> None:
    options = {"roadblocks_after_retreat": option}
    game = position(f"1313 {MOVER}", active=MOVER, day=day, options=options)
    checks.arrive(game.state, game.units(MOVER), game.hex("1313"), "retreat")
    proceed(game.state)

    assert isinstance(game.top, RoadblockCheck) == check


@pytest.mark.rule("EA-RB.i")
def test_an_allied_unit_causes_no_check() -> None:
    game = position("1313 110/28/VIII", active=MOVER)
    checks.arrive(game.state, game.units("110/28/VIII"), game.hex("1313"), "move")

    assert isinstance(game.top, Activation)


@pytest.mark.rule("EA-RB.j")
def test_the_highest_hv_is_checked_first_then_the_westernmost() -> None:
    game = enter(at_houffalize())
    for label, number in (("1414", 5), ("1314", 3), ("1413", 2), ("1312", 2)):
        assert game.top == RoadblockCheck(game.hex(label), game.unit(MOVER))
        game.roll(number + 1)

    assert [event.number for event in game.told(ev.RoadblockRolled)] == [5, 3, 2, 2]


@pytest.mark.rule("EA-RB.k")
def test_a_candidate_is_a_position_with_no_unit_in_it() -> None:
    assert "1213" not in candidates(at_houffalize("1111 27/12VG/ISS"), "1313")  # no Position
    held = at_houffalize("1314 102Cav/V")  # alone, without a zone
    assert candidates(held) == ["1414", "1413", "1312"]


@pytest.mark.rule("EA-RB.l")
def test_a_candidate_is_in_allied_supply() -> None:
    ring = "1312 27/12VG/ISS 1316 48/12VG/ISS 1115 89/12VG/ISS"
    ring += " 1113 5/3F/ISS 1515 8/3F/ISS 1513 9/3F/ISS"  # two hexes from 1314 on all sides
    game = at_houffalize(ring)

    assert "1314" in candidates(at_houffalize())
    assert "1314" not in candidates(game)
    assert not game.kit.grid.spread(1 << game.hex("1314")) & game.state.occupied[0]


@pytest.mark.rule("EA-RB.l")
def test_the_zone_of_the_unit_itself_does_not_cut_the_hex_off() -> None:
    game = position(f"1313 {MOVER}", active=MOVER, day=18)  # its zone lies over every one of them

    assert candidates(game) == ["1414", "1314", "1413", "1312"]


@pytest.mark.rule("EA-RB.m")
def test_a_candidate_has_a_road() -> None:
    roadless = Kit("gs-14", None)
    bit = 1 << roadless.grid.at("1314")
    assert roads.road_positions(roadless)[0] & bit

    roadless = Kit("gs-14", None)
    roadless.roads &= ~bit
    assert roadless.positions & bit
    assert not roads.road_positions(roadless)[0] & bit


@pytest.mark.rule("EA-RB.n")
def test_a_town_the_germans_hold_is_no_candidate() -> None:
    game = at_houffalize(german="1414")

    assert candidates(game) == ["1314", "1413", "1312"]
    # Nor would it be if supply could reach it, which an enemy town forbids as well.
    assert not roads.open_sites(game.state, game.units(MOVER)) >> game.hex("1414") & 1


@pytest.mark.rule("EA-RB.o")
def test_a_hex_next_to_another_german_unit_is_no_candidate() -> None:
    for neighbour in ("27/12VG/ISS", "501/ISS"):  # with a zone of control, and without
        game = at_houffalize(f"1415 {neighbour}")  # next to 1414 and 1314

        assert candidates(game) == ["1413", "1312"]


@pytest.mark.rule("EA-RB.o")
def test_a_unit_in_the_hex_entered_counts_as_another() -> None:
    assert candidates(at_houffalize("1313 501/ISS")) == []


@pytest.mark.rule("EA-RB.o")
def test_the_hex_the_unit_comes_from_does_not_count() -> None:
    game = position(f"1413 {MOVER}", active=MOVER, day=18)  # next to 1414, 1313 and 1312

    assert candidates(game) == ["1414", "1314", "1312"]


@pytest.mark.rule("EA-RB.p")
def test_a_hex_of_low_hv_in_an_allied_zone_is_no_candidate() -> None:
    game = at_houffalize("1315 110/28/VIII")  # next to 1314

    assert candidates(game) == ["1414", "1413", "1312"]


@pytest.mark.rule("EA-RB.p")
def test_a_higher_hv_ignores_the_allied_zone() -> None:
    game = at_houffalize("1514 110/28/VIII")  # next to Houffalize

    assert candidates(game)[0] == "1414"


@pytest.mark.rule("EA-RB.q")
def test_a_hex_of_high_hv_is_a_candidate_only_with_vp() -> None:
    raised = Kit("gs-14", None)
    hex_ = raised.grid.at("1314")
    raised.hv[hex_] = 5
    low, vp = roads.road_positions(raised)

    assert not (low | vp) >> hex_ & 1
    assert vp >> raised.grid.at("1414") & 1


@pytest.mark.rule("EA-RB.r")
def test_from_the_20th_only_vp_hexes_are_candidates() -> None:
    assert candidates(at_houffalize(day=19)) == ["1414", "1314", "1413", "1312"]
    assert candidates(at_houffalize(day=20)) == ["1414"]


@pytest.mark.rule("EA-S.78")
def test_a_hex_a_german_unit_has_stood_in_is_no_candidate_in_the_activation() -> None:
    panzer = "3/2P/XLVII"
    game = position(f"1213 {MOVER} 1314 {panzer}", active=f"{MOVER} {panzer}", day=18)
    game.set(rolled=EVERYWHERE).march(panzer, "1215", "1115", "1016").set(rolled=0)
    assert candidates(game) == ["1414", "1413", "1312"]

    game.set(trodden=game.state.occupied[0])  # as the next activation begins
    assert candidates(game)[1] == "1314"


@pytest.mark.rule("EA-S.78")
def test_a_hex_passed_through_has_been_stood_in() -> None:
    panzer = "3/2P/XLVII"
    game = position(f"1213 {MOVER} 1313 {panzer}", active=f"{MOVER} {panzer}", day=18)
    game.set(rolled=EVERYWHERE).march(panzer, "1314", "1215", "1115").set(rolled=0)

    assert "1314" not in candidates(game)


# -- the Supply Phase -------------------------------------------------------------------------


def supply_phase(game: Game) -> Game:
    game.state.stack = (Sequence(sequence.STEPS.index(sequence.supply_roadblocks)),)
    game.events += proceed(game.state)
    return game


@pytest.mark.rule("EA-RB.t")
def test_a_roadblock_the_germans_cannot_come_up_to_is_taken_off_in_the_supply_phase() -> None:
    game = supply_phase(position("1009 394/99/V 1011 395/99/V", roadblocks="1010"))

    assert not game.state.roadblocks
    assert game.told(ev.RoadblockLifted)[0].rule == "EA-RB.t"


@pytest.mark.rule("EA-RB.u")
def test_a_roadblock_cut_off_from_the_allies_is_taken_off_in_the_supply_phase() -> None:
    game = supply_phase(position("1009 18/LXVI 1011 62/LXVI", roadblocks="1010"))

    assert not game.state.roadblocks
    assert game.told(ev.RoadblockLifted)[0].rule == "EA-RB.u"


@pytest.mark.rule("EA-RB.t", "EA-RB.u")
def test_a_roadblock_between_the_lines_stays() -> None:
    game = supply_phase(position("1008 18/LXVI 1012 395/99/V", roadblocks="1010", german="1007"))

    assert game.has("roadblocks", "1010")


# -- an Allied unit in its place -------------------------------------------------------------


def before_st_vith(reserve: str = "", text: str = "1013 110/28/VIII", **more: Any) -> Game:
    """An active German division in 1008, a roadblock in St. Vith, a US regiment behind it."""
    more.setdefault("day", 18)
    game = position(
        f"1008 18/LXVI {text}", active="18/LXVI", roadblocks="1009", reserve=reserve, **more
    )
    return game.play("Done")


@pytest.mark.rule("EA-RB.w")
@pytest.mark.parametrize(("roll", "where"), [(6, "1009"), (7, "reserve")])
def test_on_the_hexs_hv_or_less_a_unit_takes_the_roadblocks_place(roll: int, where: str) -> None:
    game = before_st_vith("112/28/VIII")
    assert game.top == MannedRoll(game.hex("1009"))
    assert not game.state.roadblocks
    game.roll(roll)

    assert game.where("112/28/VIII") == where
    assert game.told(ev.RoadblockManned)[0].number == 6


@pytest.mark.rule("EA-RB.w")
def test_a_roadblock_in_allied_supply_is_manned_without_vp() -> None:
    text = "1110 18/LXVI 1013 110/28/VIII"
    game = position(text, active="18/LXVI", roadblocks="1111", reserve="112/28/VIII", day=18)

    assert game.play("Done").top == MannedRoll(game.hex("1111"))


@pytest.mark.rule("EA-RB.w")
def test_a_roadblock_out_of_supply_is_manned_only_in_a_vp_hex() -> None:
    around = "1109 27/12VG/ISS 0909 48/12VG/ISS 1011 89/12VG/ISS"
    cut = before_st_vith("112/28/VIII", f"{around} 1013 110/28/VIII", german="1007")
    assert isinstance(cut.top, MannedRoll)  # a VP hex all the same

    game = position("1407 18/LXVI", active="18/LXVI", roadblocks="1507", reserve="112/28/VIII")
    assert isinstance(game.play("Done").top, Activation)


@pytest.mark.rule("EA-RB.x")
def test_the_lowest_number_in_the_reserve_box_comes() -> None:
    game = before_st_vith("109/28/VIII 112/28/VIII").roll(1)

    assert game.where("109/28/VIII") == "1009"  # number 14 before 16


@pytest.mark.rule("EA-RB.x")
def test_with_none_in_the_reserve_box_a_unit_out_of_contact_comes() -> None:
    text = "1013 110/28/VIII 1424 109/28/VIII"
    game = before_st_vith("", text)
    assert vocabulary.out_of_contact(game.state) & game.units("109/28/VIII")
    game.roll(1)
    assert game.where("109/28/VIII") == "1009"

    game = before_st_vith("112/28/VIII", text).roll(1)
    assert game.where("112/28/VIII") == "1009"


@pytest.mark.rule("EA-RB.x")
def test_with_nobody_to_come_the_road_is_open() -> None:
    game = before_st_vith("").roll(1)

    assert game.told(ev.RoadblockManned)[0].unit == ""
    assert game.at("1009") == set()


@pytest.mark.rule("EA-RB.y")
def test_the_unit_is_of_the_division_of_the_nearest_allied_unit() -> None:
    everyone = "CCA/4A/III 501/101/VIII 112/28/VIII 16/1/V"
    assert before_st_vith(everyone).roll(1).at("1009") == {"112/28/VIII"}


@pytest.mark.rule("EA-RB.y")
def test_failing_the_division_of_its_corps_and_then_of_its_army() -> None:
    game = before_st_vith("CCA/4A/III 501/101/VIII 16/1/V").roll(1)
    assert game.at("1009") == {"501/101/VIII"}

    game = before_st_vith("CCA/4A/III 16/1/V").roll(1)
    assert game.at("1009") == {"CCA/4A/III"}

    game = before_st_vith("16/1/V").roll(1)
    assert game.at("1009") == set()  # of another army


@pytest.mark.rule("EA-RB.x", "EA-RB.y")
def test_the_formation_decides_before_the_reserve_box_does() -> None:
    text = "1013 110/28/VIII 1424 109/28/VIII"  # 109/28 is out of contact
    assert before_st_vith("501/101/VIII", text).roll(1).at("1009") == {"109/28/VIII"}

    other = before_st_vith("501/101/VIII", text, options={"manned_by": "reserve_first"}).roll(1)
    assert other.at("1009") == {"501/101/VIII"}


def test_the_choice_of_the_unit_is_told_with_its_reasons() -> None:
    game = before_st_vith("CCA/4A/III 501/101/VIII 112/28/VIII").roll(1)
    reasoned = game.told(ev.Reasoned)[0]

    assert reasoned.chosen == "112/28/VIII"
    assert reasoned.lines[0].rule == "EA-RB.y"
