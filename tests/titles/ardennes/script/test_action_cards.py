"""The twenty action cards: when each applies, and what it does."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import action, chosen, lines, ring

from grognard.titles.ardennes.kit.kit import ALLIED
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.rules.fighting.battle import battle_of
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script.vocabulary import line_reach

UNIT = "110/28/VIII"
TANKS = "CCA/4A/III"
MORE = "CCB/4A/III"
ENEMY = "39/26/XLVII"


def moved(game: Game, name: str = UNIT) -> str:
    return game.where(name)


def attack(game: Game) -> ev.AttackDeclared:
    declared: ev.AttackDeclared = game.told(ev.AttackDeclared)[-1]
    return declared


# -- attacks -------------------------------------------------------------------------------------


def test_1_counterattack_at_two_to_one_with_an_extra_chit() -> None:
    # 6 against 3 in clear ground, 2.
    game = action(position(f"1714 {TANKS}  1814 {ENEMY}", day=17), 1, TANKS)

    assert attack(game).target == "1814"
    assert battle_of(game.state).extra == 1
    assert battle_of(game.state).side == ALLIED


def test_1_no_counterattack_below_two_to_one() -> None:
    # 3 against 2 in clear ground; with a second regiment 6 against 2.
    alone = action(position(f"1714 {UNIT}  1814 {ENEMY}", day=17), 1, UNIT)
    both = f"{UNIT} 109/28/VIII"
    helped = action(position(f"1714 {UNIT}  1914 109/28/VIII  1814 {ENEMY}", day=17), 1, both)

    assert alone.told(ev.AttackDeclared) == []
    assert "1.5:1, 2:1 is needed" in lines(alone, "Action card 1")
    assert set(attack(helped).units) == set(both.split())


@pytest.mark.rule("EA-S.68")
def test_the_lowest_number_that_meets_the_situation_leads() -> None:
    both = f"{UNIT} 109/28/VIII"
    game = action(position(f"1714 {UNIT}  1914 109/28/VIII  1814 {ENEMY}", day=17), 1, both)

    assert battle_of(game.state).lead == game.unit("109/28/VIII")
    assert game.told(ev.Acted)[0].lead == "109/28/VIII"


@pytest.mark.rule("EA-AA.q")
def test_a_small_garrison_of_a_vp_hex_does_not_attack() -> None:
    # Bastogne with two steps of 6 points stays; with four steps it attacks.
    small = action(position(f"1815 {TANKS}  1814 {ENEMY}", day=17), 1, TANKS)
    large = action(position(f"1815 {TANKS} {MORE}  1814 {ENEMY}", day=17), 1, f"{TANKS} {MORE}")

    assert small.told(ev.AttackDeclared) == []
    assert set(attack(large).units) == {TANKS, MORE}


@pytest.mark.rule("EA-AA.q")
def test_nobody_moves_up_into_a_vp_hex_it_would_not_attack_from() -> None:
    # Bastogne is the Position nearest to the tanks; two steps would not attack out of it.
    game = action(position(f"1816 {TANKS} {UNIT}  1814 {ENEMY}", day=19), 4, TANKS)

    assert attack(game).target == "1814"
    assert moved(game, TANKS) != "1815"


@pytest.mark.rule("EA-AA.y", "EA-AA.z")
def test_those_who_move_up_go_one_after_another() -> None:
    # 3 at 1816 against 3 + 3 - 1 in the clear; 4 and 4 more from 1615 bring 11 to 5. Of 1616 and
    # 1715, alike woods and no Positions, the westernmost, then the one that is still empty.
    text = "1716 39/26/XLVII 77/26/XLVII  1816 110/28/VIII  1615 501/101/VIII 502/101/VIII"
    names = f"{UNIT} 501/101/VIII 502/101/VIII"
    game = action(position(text, day=19), 1, names)

    assert moved(game, "501/101/VIII") == "1616"
    assert moved(game, "502/101/VIII") == "1715"
    assert set(attack(game).units) == set(names.split())


@pytest.mark.rule("EA-AA.y", "EA-S.39")
def test_nor_do_two_of_them_cross_one_bridge_into_the_german_zone() -> None:
    # 3 and 5 over the river, halved, against 2: 4 more are needed. The bridge to 1610 is used up.
    text = "1509 StuG/LVIII  1610 110/28/VIII  1611 CCB/7A/XVIII CCR/9A/VIII  1411 117/30/XVIII"
    names = "110/28/VIII CCB/7A/XVIII 117/30/XVIII"
    game = action(position(text, day=19), 1, names)

    assert moved(game, "CCB/7A/XVIII") == "1610"
    assert moved(game, "117/30/XVIII") == "1410"
    assert set(attack(game).units) == set(names.split())


@pytest.mark.rule("EA-SU.l")
def test_a_unit_in_low_supply_does_not_lead() -> None:
    text = f"1714 {TANKS}  1814 243/XLVII"
    free = action(position(text, day=17), 1, TANKS)
    cut = action(position(f"{text}  {ring('1714', 3)}", day=17), 1, TANKS)

    assert attack(free).target == "1814"
    assert cut.told(ev.AttackDeclared) == []
    assert "in Low Supply, does not lead" in lines(cut, "Action card 1")


@pytest.mark.rule("EA-SU.l")
def test_nobody_moves_up_who_would_leave_the_lead_in_low_supply() -> None:
    # The lead's supply runs through the Westwall hex 0406, and no farther without 23/2/V there.
    allies = "0304 26/1/V:1  0403 18/1/V  0404 16/1/V:1 393/99/V:1  0406 23/2/V:1  0505 38/2/V:1"
    north = "0204 326/LXVII:2  0302 VDH/ISS  0303 246/LXVII  0402 29/3PG/LXVII 22/10SS/OKW"
    south = "0502 21/10SS/OKW  0503 3/2SS/IISS  0604 5/3F/ISS 8/3F/ISS"
    marks = {"allied": "0405 0505 0307 0806 1007", "unsupplied": "393/99/V"}
    field = position(f"{allies}  {north}  {south}", day=28, **marks)
    game = action(field, 3, "16/1/V 18/1/V 26/1/V 23/2/V")

    # 0303 would need 23/2/V; 0503 is attacked at 2:1 without it.
    assert moved(game, "23/2/V") == "0406"
    assert attack(game).target == "0503"


def test_of_two_targets_the_better_odds_are_taken() -> None:
    # 1814 clear (3 - 1 = 2), 1713 broken (3).
    game = action(position(f"1714 {TANKS}  1814 {ENEMY}  1713 77/26/XLVII", day=17), 1, TANKS)

    assert attack(game).target == "1814"


def test_2_counterattack_beside_a_vp_hex_at_three_to_two_with_tanks() -> None:
    # 3 against 2 is enough beside Bastogne, and not away from it.
    game = action(position(f"1714 {UNIT}  1814 {ENEMY}", day=17), 2, UNIT)
    away = action(position(f"1516 {UNIT}  1616 {ENEMY}", day=17), 2, UNIT)

    assert attack(game).target == "1814"
    assert "Tank Battalion" in battle_of(game.state).gifts
    assert away.told(ev.AttackDeclared) == []


def test_3_coordinated_attack_takes_two_hexes_and_19_december() -> None:
    text = f"1714 {TANKS}  1914 {MORE}  1814 {ENEMY}"
    one = action(position(f"1714 {TANKS} {MORE}  1814 {ENEMY}", day=19), 3, f"{TANKS} {MORE}")
    early = action(position(text, day=18), 3, f"{TANKS} {MORE}")
    game = action(position(text, day=19), 3, f"{TANKS} {MORE}")

    assert one.told(ev.AttackDeclared) == []
    assert early.told(ev.AttackDeclared) == []
    assert attack(game).target == "1814"


def test_4_armored_thrust_moves_up_and_attacks_soft_targets_in_open_ground() -> None:
    game = action(position(f"1818 {TANKS}  1814 {ENEMY}", day=19), 4, TANKS)
    infantry = action(position(f"1818 {UNIT}  1814 {ENEMY}", day=19), 4, UNIT)
    tanks = action(position(f"1818 {TANKS}  1814 3/2P/XLVII", day=19), 4, TANKS)

    assert attack(game).target == "1814"
    assert game.told(ev.Moved)
    assert infantry.told(ev.AttackDeclared) == []
    assert tanks.told(ev.AttackDeclared) == []


def test_5_relief_attacks_what_lies_between_or_closes_with_it() -> None:
    # The stack at 1812 is cut off behind the German at 1814.
    near = position(f"1815 {TANKS} {MORE}  1814 {ENEMY}  1812 {UNIT}", day=20, unsupplied=UNIT)
    far = position(f"1818 {UNIT} 112/28/VIII  1816 3/2P/XLVII 2/2P/XLVII  1815 109/28/VIII", day=20)
    far.set(unsupplied=far.units("109/28/VIII"))

    assert attack(action(near, 5, f"{TANKS} {MORE}")).target == "1814"
    action(far, 5, UNIT)
    assert far.told(ev.AttackDeclared) == []
    assert far.kit.grid.adjacent(far.hex(moved(far)), far.hex("1816"))


def test_6_cut_off_takes_the_road_that_supplies_the_germans() -> None:
    # The German at 1714 is supplied by the road through Clervaux 1611, the strongest hex on it.
    game = position(
        f"1714 {ENEMY}  1512 {TANKS} {UNIT}",
        day=21,
        german="1611 1205 1202",
        bridges={"1609/1610": "german", "1610/1611": "german"},
    )
    assert supply.in_supply(game.state, game.unit(ENEMY))

    action(game, 6, TANKS)

    assert moved(game, TANKS) == "1611"
    assert not supply.in_supply(game.state, game.unit(ENEMY))


def test_6_is_for_21_december_on() -> None:
    game = action(position(f"1714 {ENEMY}  1512 {TANKS}", day=20), 6, TANKS)

    assert chosen(game, "Action card 6") == ["nobody"]
    assert "only from 21 December" in lines(game, "Action card 6")


# -- taking ground -------------------------------------------------------------------------------


def test_7_and_8_plug_the_gap_where_most_is_closed_to_the_germans() -> None:
    text = f"1712 {ENEMY}  1515 109/28/VIII  1718 {UNIT}  1915 112/28/VIII"
    for number in (7, 8):
        game = position(text, day=20)
        before = line_reach(game.state).bit_count()
        action(game, number, UNIT)
        assert moved(game) != "1718"
        assert line_reach(game.state).bit_count() < before


def test_9_and_10_occupy_a_stronger_position_the_germans_threaten() -> None:
    # Bastogne (7) is next to 1816 (1) and proximate to the German at 1812.
    for number in (9, 10):
        game = action(position(f"1816 {UNIT}  1812 {ENEMY}", day=17), number, UNIT)
        assert moved(game) == "1815"
    held = action(position(f"1816 {UNIT}  1812 {ENEMY}", day=17, german="1815"), 9, UNIT)
    assert moved(held) != "1815"


def test_11_garrison_an_empty_vp_hex_even_if_the_line_breaks() -> None:
    game = action(position(f"1816 {UNIT}  1813 {ENEMY}", day=17), 11, UNIT)
    calm = action(position(f"1816 {UNIT}  0503 27/12VG/ISS", day=17), 11, UNIT)

    assert moved(game) == "1815"
    assert moved(calm) == "1816"


def test_12_retake_an_empty_german_town_from_18_december() -> None:
    late = action(position(f"1816 {UNIT}", day=18, german="1815"), 12, UNIT)
    early = action(position(f"1816 {UNIT}", day=17, german="1815"), 12, UNIT)

    assert moved(late) == "1815"
    assert late.told(ev.TownTaken)[0].hex == "1815"
    assert moved(early) == "1816"


# -- closing up ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.68")
def test_13_link_up_with_the_division_then_the_corps() -> None:
    # 109/28/VIII, of the division, is at 1821; CCR/9A/VIII, of the corps, nearer at 1813.
    game = action(position(f"1817 {UNIT}  1821 109/28/VIII  1813 CCR/9A/VIII", day=17), 13, UNIT)
    near = action(position(f"1817 {UNIT}  1818 109/28/VIII", day=17), 13, UNIT)

    grid = game.kit.grid
    assert grid.distance(game.hex(moved(game)), game.hex("1821")) < 4
    assert moved(near) == "1817"


def test_14_refuse_the_flank_one_hex_rearward() -> None:
    text = f"1714 {UNIT}  1713 {ENEMY}  1717 77/26/XLVII"
    game = action(position(text, day=20), 14, UNIT)
    safe = action(position(f"1714 {UNIT}  1713 {ENEMY}", day=20), 14, UNIT)

    assert moved(game) in ("1715", "1815")  # the rearward neighbours of 1714
    assert moved(safe) == "1714"


def test_15_strengthen_the_closest_weak_stack() -> None:
    # 1813 holds three points two hexes away, 1818 three points three hexes away.
    game = action(
        position(f"1815 {TANKS} {MORE}  1813 {UNIT}  1818 109/28/VIII", day=17), 15, TANKS
    )
    strong = action(position(f"1815 {TANKS}  1813 {MORE}", day=17), 15, TANKS)

    assert moved(game, TANKS) == "1813"
    assert moved(strong, TANKS) == "1815"


def test_16_strengthen_only_vp_hexes() -> None:
    # 1812 is a VP hex with two steps; 1814 is none.
    game = action(position(f"1816 {TANKS}  1814 {UNIT}  1812 109/28/VIII", day=17), 16, TANKS)

    assert moved(game, TANKS) == "1812"


# -- standing and falling back -------------------------------------------------------------------


@pytest.mark.rule("EA-S.74")
def test_17_dig_in_breaks_off() -> None:
    game = action(position(f"1816 {UNIT}", day=17), 17, UNIT)

    assert chosen(game, "Action card 17") == ["Break Off"]
    assert game.has("dug_in", "1816")


@pytest.mark.rule("EA-AA.p")
@pytest.mark.rule("EA-S.65")
def test_18_every_hex_of_a_pull_back_is_rearward_of_the_one_before() -> None:
    # The rearward neighbours of 1015 are 0914, in the German zone, and 0915, with the Germans;
    # 0913 is nearer the edge too, but beyond them.
    game = action(position(f"1015 {UNIT}  0915 3/2P/XLVII 130/Lehr/XLVII", day=20), 18, UNIT)

    assert moved(game) == "1015"
    assert "no hex to fall back to" in lines(game, "Action card 18")


def test_18_pull_back_with_the_whole_stack_before_three_times_its_strength() -> None:
    # A regiment in clear ground counts 3 - 1; 10 points are beside it. With cavalry 3 + 2 - 1,
    # and 7 + 6 beside them. Two regiments, 5, before one of 3 stay.
    germans = "1714 3/2P/XLVII 130/Lehr/XLVII"
    game = action(position(f"1715 {UNIT}  {germans}", day=20), 18, UNIT)
    pair = f"{UNIT} 109/28/VIII"
    stack = action(
        position(f"1715 {UNIT} 14Cav/XVIII  1714 Peiper/1SS/ISS 12/12SS/ISS", day=20), 18, UNIT
    )

    assert moved(game) != "1715"
    assert moved(stack) == moved(stack, "14Cav/XVIII")
    strong = action(position(f"1715 {pair}  1714 {ENEMY}", day=20), 18, UNIT)
    assert moved(strong) == "1715"


@pytest.mark.rule("EA-AA.p")
def test_19_and_20_withdraw_under_fire_out_of_the_zone() -> None:
    text = f"1714 {UNIT} CCR/9A/VIII  1713 {ENEMY}  1717 77/26/XLVII"
    for number in (19, 20):
        game = action(position(text, day=20), number, UNIT)
        assert moved(game) != "1714"
        assert moved(game, "CCR/9A/VIII") == moved(game)  # the stack goes with its lead
        enemy = game.kit.grid.spread(1 << game.hex("1713"))
        assert not enemy >> game.hex(moved(game)) & 1
    vp = action(position(f"1815 {UNIT}  1814 {ENEMY}  1818 77/26/XLVII", day=20), 19, UNIT)
    assert moved(vp) == "1815"


@pytest.mark.rule("EA-S.34")
def test_19_and_20_keep_the_line_as_from_the_hex_where_the_withdrawal_began() -> None:
    """From 1909 the westernmost 2010 would do, but 1908 is nearer the edge than 1809 is."""
    text = "1708 78/26/XLVII  2007 352/LXXXV  1907 14/5F/LXXXV  1809 109/28/VIII"
    for number in (19, 20):
        game = position(text, day=24, bridges={"2007/2008": "german"})
        assert moved(action(game, number, "109/28/VIII"), "109/28/VIII") == "2009"


@pytest.mark.rule("EA-AA.y")
def test_units_act_one_after_another_by_ascending_number() -> None:
    both = f"{UNIT} 109/28/VIII"
    game = action(position(f"1816 {UNIT}  1817 109/28/VIII  1812 {ENEMY}", day=17), 9, both)

    assert [acted.lead for acted in game.told(ev.Acted)] == ["109/28/VIII", UNIT]  # 14, 15
    assert game.where("109/28/VIII") == "1815"
