"""Chapter 11: observation, bombardment, Barrage and Gas markers.

Guns stand on roads: 1422, 1622, 1624 and 1723 are near the open hex 1522.
"""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position

from grognard.ground.hexes import members
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import (
    Assault,
    Combat,
    GasPlacement,
    GunPlacement,
    Losses,
    Repulsed,
)
from grognard.titles.lost_battalion.rules.artillery import observed


def sees(game: Game, side: int, label: str) -> bool:
    return bool(observed(game.state, side) >> game.kit.grid.at(label) & 1)


def cover(game: Game) -> dict[str, int]:
    """By what the last fire was shifted."""
    tally = game.told(ev.Bombarded)[-1].tally
    return {modifier.what: modifier.amount for modifier in tally.modifiers}


def settle(game: Game) -> Game:
    """Somebody takes the losses."""
    while isinstance(game.state.top, Losses):
        game.play(game.offers()[0])
    return game


# -- observation ------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.2a", "LB-11.2d")
def test_american_sight_reaches_four_hexes_and_guns_fire_at_nothing_beyond() -> None:
    game = position("1518 R252/76R   1517 R253/76R   1522 305/77   1622 ArmyW", at="b2")

    assert game.allows("Bombard 1518")  # four from either
    assert game.rule("Bombard 1517") == "LB-11.2a"  # five; ArmyW reaches eight


@pytest.mark.rule("LB-11.2a", "LB-11.2b")
def test_german_markers_fall_on_observed_hexes_only() -> None:
    game = position("1522 305/77   1524 306/77   1521 R252/76R", at="c2", turn=2)

    assert game.allows("Bombard 1522")
    assert game.rule("Bombard 1524") == "LB-11.2a"


@pytest.mark.rule("LB-11.2b")
def test_german_sight_is_two_hexes_from_a_hill_it_controls_and_one_from_units() -> None:
    game = position("1520 R252/76R", allied="2140 1840 1242")

    assert sees(game, GERMAN, "1222")  # a hill
    assert sees(game, GERMAN, "1422")  # two from it
    assert not sees(game, GERMAN, "1523")  # three from it, three from the unit
    assert sees(game, GERMAN, "1521")
    assert not sees(game, GERMAN, "1522")


@pytest.mark.rule("LB-11.2b")
def test_a_hill_in_allied_hands_shows_the_german_nothing() -> None:
    assert sees(position(""), GERMAN, "1322")
    assert not sees(position("", allied="1222"), GERMAN, "1322")


@pytest.mark.rule("LB-11.2c")
def test_a_hill_need_not_be_occupied_and_any_german_unit_sees_beside_it() -> None:
    # Of the hills only 1222 is near.
    assert sees(position(""), GERMAN, "1422")
    assert not sees(position("", allied="1222"), GERMAN, "1422")

    assert not sees(position("", allied="1222"), GERMAN, "1423")
    assert sees(position("1422 MG1", allied="1222"), GERMAN, "1423")
    assert sees(position("1422 kuk5/1AH", allied="1222"), GERMAN, "1423")


@pytest.mark.rule("LB-11.2d")
def test_the_allies_see_four_hexes_all_round_and_no_further() -> None:
    game = position("1522 305/77")
    grid, here = game.kit.grid, game.kit.grid.at("1522")

    seen = set(members(observed(game.state, ALLIED)))

    assert seen == {hex_ for hex_ in grid.hexes if grid.distance(here, hex_) <= 4}


@pytest.mark.rule("LB-11.2f")
@pytest.mark.parametrize("observer", ["305/77", "344LT", "IA", "217/71DI", "XVIIA", "Gr14"])
def test_any_allied_unit_observes_for_every_gun_and_nothing_blocks_sight(observer: str) -> None:
    # The forests of Bourgogne lie between 1122 and 1118.
    game = position(f"1118 R252/76R   1122 {observer}   1422 ArmyW", at="b2")
    blind = position("1118 R252/76R   1422 ArmyW", at="b2")

    assert game.play("Bombard 1118").allows("Fire ArmyW 1118")
    assert blind.rule("Bombard 1118") == "LB-11.2a"


@pytest.mark.rule("LB-11.2e")
def test_the_german_side_has_no_artillery_units_but_barrage_markers() -> None:
    game = position("1522 305/77   1521 R252/76R", at="c2", turn=2)
    assert not game.kit.artillery & game.kit.side_units[GERMAN]

    game.play("Bombard 1522")

    assert game.rule("Fire R252/76R 1522") == "LB-11.2e"
    assert game.rule("Fire IA 1522") == "LB-11.2e"
    assert game.allows("Fire barrage 1522")


# -- defensive bombardment ------------------------------------------------------------------------


@pytest.mark.rule("LB-11.3a")
def test_one_gun_fires_in_defence_against_a_regular_attack() -> None:
    game = position("1522 305/77   1521 R252/76R   1624 IA   1723 VA", at="c2", turn=15)

    game.attack("1522", "R252/76R")
    assert game.seat == "us"
    game.play("Fire IA 1521")  # one is all there may be, so it shoots

    assert game.column == "5-6"
    assert game.state.fired == 1 << game.unit("IA")


@pytest.mark.rule("LB-11.3a")
def test_defensive_fire_is_a_choice() -> None:
    game = position("1522 305/77   1521 R252/76R   1624 IA", at="c2", turn=15)

    game.attack("1522", "R252/76R").play("Done")

    assert game.column == "1:2"  # 4 : 8
    assert not game.state.fired


@pytest.mark.rule("LB-11.3a", "LB-11.3b")
def test_one_barrage_marker_fires_in_defence_against_a_hasty_attack() -> None:
    game = position("1522 R252/76R   1523 305/77 306/77", turn=13, announced=13, final=-1)
    assert game.state.barrage == 2
    game.play("Pick 305/77", "Join 306/77", "Strike 1522")

    assert game.seat == "german"
    assert game.rule("Fire barrage 1523") == "LB-11.3b"  # it falls on the attacked hex
    game.play("Fire barrage 1522")

    assert game.column == "3-4"
    assert game.state.barrage == 1
    game.roll(6)
    assert isinstance(game.state.top, Losses)
    assert game.rule("Lose R252/76R") == "LB-9.19"
    game.play("Lose 305/77")


@pytest.mark.rule("LB-11.3b")
def test_defensive_fire_strikes_the_attackers_of_one_hex_the_defender_chooses() -> None:
    text = "1522 305/77   1521 R252/76R R253/76R   1622 R254/76R   1624 IA"
    game = position(text, at="c2", turn=15).attack("1522", "R252/76R", "R254/76R")

    assert game.allows("Fire IA 1622")
    game.play("Fire IA 1521").roll(6)

    assert game.steps("R252/76R") == 1
    assert game.steps("R253/76R") == 2  # stands there, but does not attack
    assert game.steps("R254/76R") == 2


@pytest.mark.rule("LB-11.3b")
def test_a_gun_in_defence_must_reach_the_attacking_hex_and_not_have_fired() -> None:
    # From 1526 the attacked 1522 is four hexes away, the attacking 1521 five.
    text = "1522 305/77   1521 R252/76R   1526 IA   1426 IB   1624 VA"
    game = position(text, at="c2", turn=15, fired=0)
    game.set(fired=1 << game.unit("VA")).attack("1522", "R252/76R")

    assert game.rule("Fire IA 1521") == "LB-11.4a"
    assert game.rule("Fire VA 1521") == "LB-11.5e"
    assert game.allows("Fire IB 1521")


@pytest.mark.rule("LB-11.3b")
def test_in_a_hasty_attack_the_guns_range_is_that_of_the_attacked_hex() -> None:
    text = "1522 R252/76R   1523 305/77   1526 IA   1728 VA"
    game = position(text).play("Pick 305/77", "Strike 1522")

    assert game.allows("Fire IA 1522")
    assert game.rule("Fire VA 1522") == "LB-11.4a"


@pytest.mark.rule("LB-11.3b")
def test_there_is_one_shot_for_each_round_of_a_hasty_attack() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77 306/77", turn=13, announced=13, final=-1)
    game.play("Pick 305/77", "Join 306/77", "Strike 1522", "Fire barrage 1522").roll(1)
    game.roll(6).play("Lose 305/77", "Lose 20/5G")  # 16 : 12 → 1:1, 1/1
    assert isinstance(game.state.top, Repulsed)

    game.play("Again")

    assert game.seat == "german"
    assert game.allows("Fire barrage 1522")


@pytest.mark.rule("LB-11.3c")
def test_attackers_have_no_shelter_from_a_fortification() -> None:
    game = position("1430 R252/76R   1431 305/77", at="b2", turn=2)

    game.attack("1430", "305/77").play("Fire barrage 1431")

    assert game.column == "3-4"
    assert cover(game) == {}


@pytest.mark.rule("LB-11.3c")
def test_nor_from_that_of_the_hex_they_strike_at_in_haste() -> None:
    game = position("1227 R252/76R   1228 305/77", turn=13, announced=13, final=-1)

    game.play("Pick 305/77", "Strike 1227", "Fire barrage 1227")

    assert cover(game) == {}


@pytest.mark.rule("LB-11.3d")
def test_attackers_keep_the_cover_of_nature_and_towns() -> None:
    wood = position("1522 R252/76R   1421 R253/76R 1424 305/77   1423 MG1", at="b2", turn=2)
    wood.attack("1423", "305/77").play("Fire barrage 1424")
    town = position("1222 R252/76R   1223 305/77", at="b2", turn=2)
    town.attack("1222", "305/77").play("Fire barrage 1223")
    fortified_town = position("1637 R252/76R   1636 305/77", at="b2", turn=2)
    fortified_town.attack("1637", "305/77").play("Fire barrage 1636")

    assert cover(wood) == {"forest": -1}
    assert cover(town) == {"town": -1}
    assert cover(fortified_town) == {"town": -1}  # on a hill and in the Volker line besides


# -- offensive bombardment --------------------------------------------------------------------


@pytest.mark.rule("LB-11.4a")
def test_three_guns_in_range_fire_for_a_regular_attack() -> None:
    text = "1522 R252/76R R253/76R   1523 305/77   1624 IA   1723 VA   1622 IB   1422 IC   1728 VB"
    game = position(text, at="b2").attack("1522", "305/77")

    assert game.rule("Fire VB 1522") == "LB-11.4a"  # six hexes, its range is five
    game.play("Fire IA 1522", "Fire VA 1522", "Fire IB 1522")

    assert game.column == "17-20"  # 6 + 6 + 5: three, and no fourth
    assert not game.state.fired >> game.unit("IC") & 1


@pytest.mark.rule("LB-11.4a")
def test_one_gun_fires_for_a_hasty_attack() -> None:
    game = position("1522 R252/76R R253/76R   1523 305/77   1624 IA   1723 VA")

    game.play("Pick 305/77", "Strike 1522", "Fire IA 1522")

    assert game.column == "5-6"


@pytest.mark.rule("LB-11.4b")
def test_three_barrage_markers_are_summed_into_one_roll() -> None:
    game = position("1522 305/77 306/77   1521 R252/76R", at="c2", turn=2)

    game.attack("1522", "R252/76R")
    game.play("Fire barrage 1522", "Fire barrage 1522", "Fire barrage 1522")

    assert game.column == "7-9"
    assert game.state.barrage == 0


@pytest.mark.rule("LB-11.4b")
def test_a_hex_is_bombarded_without_an_assault_once_in_a_phase() -> None:
    game = position("1522 R252/76R R253/76R   1624 IA   1723 VA", at="b2")

    game.play("Bombard 1522", "Fire IA 1522", "Shoot").roll(1)

    assert isinstance(game.state.top, Combat)
    assert game.rule("Bombard 1522") == "LB-11.4b"


@pytest.mark.rule("LB-11.4a", "LB-11.4b")
def test_guns_that_bombarded_a_hex_count_toward_the_three_of_an_attack_on_it() -> None:
    text = "1522 R252/76R R253/76R   1523 305/77   1624 IA   1723 VA   1622 IB   1422 IC"
    two = position(text, at="b2").play("Bombard 1522", "Fire IA 1522", "Fire VA 1522", "Shoot")
    two.roll(1).attack("1522", "305/77").play("Fire IB 1522")
    assert two.column == "5-6"  # 5: the third gun shot at once
    assert not two.state.fired >> two.unit("IC") & 1

    three = position(text, at="b2").play("Bombard 1522")
    settle(three.play("Fire IA 1522", "Fire VA 1522", "Fire IB 1522").roll(1))
    three.attack("1522", "305/77")
    assert isinstance(three.state.top, Assault)


@pytest.mark.rule("LB-11.4a", "LB-11.4b")
def test_guns_that_fired_for_an_attack_count_toward_a_bombardment_of_the_hex() -> None:
    text = "1522 R252/76R R253/76R   1523 305/77   1624 IA   1723 VA   1622 IB   1422 IC"
    game = position(text, at="b2").attack("1522", "305/77")
    settle(game.play("Fire IA 1522", "Fire VA 1522", "Fire IB 1522").roll(1))
    settle(game.roll(1))

    assert game.rule("Bombard 1522") == "LB-11.4a"
    assert "Bombard 1522" not in game.offers()


@pytest.mark.rule("LB-11.4a")
def test_the_three_guns_are_counted_anew_in_each_combat_phase() -> None:
    game = position("1522 R252/76R 20/5G   1523 305/77 306/77   1422 R253/76R", at="c2", turn=2)
    game.state.shelled = {game.kit.grid.at("1523"): 3}
    assert game.rule("Bombard 1523") == "LB-11.4a"

    game.end_turn().until(Combat, turn=3)

    assert game.state.shelled == {}


@pytest.mark.rule("LB-11.4a", "LB-11.4c")
def test_guns_that_fire_in_a_hasty_attack_are_no_part_of_the_three_of_a_combat() -> None:
    game = position("1522 R252/76R 20/5G   1523 305/77   1624 IA", at="b1")
    game.play("Pick 305/77", "Strike 1522", "Fire IA 1522").roll(1)

    assert game.state.shelled == {}


@pytest.mark.rule("LB-11.4b")
def test_a_bombardment_may_be_called_off_before_it_is_fired_and_falls_on_one_hex() -> None:
    game = position("1522 R252/76R   1421 R253/76R   1624 IA", at="b2")
    game.play("Bombard 1522")

    assert game.rule("Fire IA 1421") == "LB-11.3b"
    game.play("Fire IA 1522", "CallOff")

    assert game.allows("Bombard 1522")
    assert not game.state.fired


@pytest.mark.rule("LB-11.4b")
def test_there_is_no_bombardment_in_the_movement_phase() -> None:
    game = position("1522 R252/76R   1624 IA", at="b1")

    assert game.rule("Bombard 1522") == "LB-S.5"


@pytest.mark.rule("LB-11.4c")
def test_each_round_of_a_hasty_attack_has_its_own_gun() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77 306/77   1624 IA   1723 VA   1622 IB")
    game.play("Pick 305/77", "Join 306/77", "Strike 1522", "Fire IA 1522").roll(1)
    game.roll(6).play("Lose 305/77", "Lose 20/5G", "Again")

    assert game.rule("Fire IA 1522") == "LB-11.5e"
    game.play("Fire VA 1522")

    assert game.column == "5-6"


# -- the guns ---------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.5a", "LB-11.5e")
def test_a_gun_that_fired_neither_moves_nor_fires_again_this_turn() -> None:
    game = position("1522 R252/76R R253/76R   1420 MG1   1624 IA   1723 VA", at="b2")
    game.play("Bombard 1522", "Fire IA 1522", "Shoot").roll(1)

    assert game.play("Bombard 1420").rule("Fire IA 1420") == "LB-11.5e"
    game.play("CallOff", "Done")
    assert game.rule("Pick IA") == "LB-11.5a"
    assert game.allows("Pick VA")


@pytest.mark.rule("LB-11.5e")
def test_a_gun_that_fired_in_its_own_turn_is_silent_in_the_german_turn() -> None:
    game = position("1522 R252/76R R253/76R   1523 305/77   1624 IA", at="b2", turn=15)
    game.play("Bombard 1522", "Fire IA 1522", "Shoot").roll(1).play("Done", "Done", "Done")

    game.attack("1523", "R252/76R")

    assert game.column == "1:2"  # nobody was asked for artillery


@pytest.mark.rule("LB-11.5e")
def test_in_the_end_phase_the_guns_are_turned_back() -> None:
    game = position("1522 R252/76R   1624 IA", at="c2", turn=14)
    game.set(fired=1 << game.unit("IA")).play("Done")

    assert game.state.turn == 15
    assert not game.state.fired


@pytest.mark.rule("LB-11.5b")
def test_artillery_moves_in_its_own_phase_and_along_roads_only() -> None:
    infantry_moves = position("1223 IA", at="b1")
    guns_move = position("1223 IA", at="b3").play("Pick IA")

    assert infantry_moves.rule("Pick IA") == "LB-S.10"
    assert guns_move.allows("March 1222")  # along the road
    assert guns_move.rule("March 1323") == "LB-11.5b"


@pytest.mark.rule("LB-11.5c")
def test_a_gun_that_moved_fires_defensively_in_the_german_turn() -> None:
    game = position("1523 305/77   1522 R252/76R   1725 IA", at="b3", turn=15)
    game.play("Pick IA", "March 1624", "Halt", "Done", "Done")

    game.attack("1523", "R252/76R").play("Fire IA 1522")

    assert game.column == "5-6"


@pytest.mark.rule("LB-11.5d")
def test_artillery_defends_with_one() -> None:
    game = position("1422 ArmyW   1421 R252/76R", at="c2", turn=15)

    game.attack("1422", "R252/76R")

    assert game.seat == "us"  # it may fire at its attackers
    assert game.play("Done").column == "4:1"  # 4 : 1


@pytest.mark.rule("LB-11.5f")
def test_artillery_has_one_step() -> None:
    game = position("1422 ArmyW   1421 R252/76R R253/76R", at="c2", turn=15)
    assert {unit.steps for unit in game.kit.units if unit.kind == "ART"} == {1}

    game.attack("1422", "R252/76R", "R253/76R").play("Done").roll(2)  # 8:1, 1/3

    assert game.where("ArmyW") == -6


# -- the Bombardment Table ------------------------------------------------------------------------


@pytest.mark.rule("LB-S.17")
def test_the_bombardment_table() -> None:
    table = """
        1  2  3-4  5-6  7-9  10-12  13-16  17-20  21+
        0  0  0    0    0    0      0      1      1
        0  0  0    0    0    0      1      1      1
        0  0  0    0    1    1      1      1      2
        0  0  0    1    1    1      1      2      2
        0  0  1    1    1    1      2      2      2
        0  1  1    1    1    2      2      3      3
    """  # the 3 on 17-20 is ours, for LB-9.16d: see rulings.md
    columns, *rows = [line.split() for line in table.split("\n") if line.strip()]
    kit = position().kit

    assert list(kit.fire_columns) == columns
    assert [list(map(str, row)) for row in zip(*kit.fire, strict=True)] == rows


@pytest.mark.rule("LB-S.17")
@pytest.mark.parametrize(
    ("guns", "column"),
    [
        ("IB", "5-6"),  # 5
        ("ArmyW", "7-9"),  # 7
        ("IB IC", "10-12"),  # 10
        ("IA VA", "10-12"),  # 12
        ("IA ArmyW", "13-16"),  # 13
        ("IA VA IB", "17-20"),  # 17
        ("ArmyW ArmyE IA", "17-20"),  # 20
    ],
)
def test_the_strengths_of_the_guns_are_summed(guns: str, column: str) -> None:
    spots = ("1624", "1723", "1622")
    named = guns.split()
    text = " ".join(f"{spot} {gun}" for spot, gun in zip(spots, named, strict=False))
    game = position(f"1522 R252/76R R253/76R {text}", at="b2")

    game.play("Bombard 1522", *(f"Fire {gun} 1522" for gun in named))
    if len(named) < 3:
        game.play("Shoot")

    assert game.column == column


@pytest.mark.rule("LB-S.17")
def test_the_owner_of_the_hex_chooses_who_loses_the_steps() -> None:
    text = "1522 R252/76R R253/76R MG1   1624 IA   1723 VA"
    game = position(text, at="b2").play("Bombard 1522", "Fire IA 1522", "Fire VA 1522", "Shoot")

    game.roll(6)  # 12: two steps

    assert game.seat == "german"
    game.play("Lose MG1", "Lose R253/76R")
    assert [game.steps(name) for name in ("R252/76R", "R253/76R")] == [2, 1]


@pytest.mark.rule("LB-S.22")
@pytest.mark.parametrize(
    ("target", "spot", "expected"),
    [
        ("1524", "1624", {"forest": -1}),
        ("1225", "1325", {}),  # rough
        ("1222", "1322", {}),  # hill
        ("1223", "1224", {"town": -1}),
        ("1227", "1426", {"field fortification": -1}),
        ("1431", "1332", {"hindenburg line": -2}),
        ("1005", "0905", {}),  # behind the Meuse
    ],
)
def test_the_shift_of_each_ground_in_a_bombardment(
    target: str, spot: str, expected: dict[str, int]
) -> None:
    game = position(f"{target} R252/76R   {spot} IA", at="b2", turn=15)

    game.play(f"Bombard {target}", f"Fire IA {target}", "Shoot")

    assert cover(game) == expected
    assert game.column == {0: "5-6", -1: "3-4", -2: "2"}[sum(expected.values())]


# -- Barrage markers ------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.6a")
def test_from_turn_2_the_german_has_three_markers_of_strength_three() -> None:
    text = "1522 305/77   1521 R252/76R"
    assert position(text, at="c2", turn=1).rule("Bombard 1522") == "LB-11.4a"
    game = position(text, at="c2", turn=2)
    assert game.state.barrage == 3

    game.play("Bombard 1522", "Fire barrage 1522", "Shoot")

    assert game.column == "3-4"


@pytest.mark.rule("LB-11.6a")
def test_the_markers_come_back_each_turn_until_they_are_withdrawn() -> None:
    game = position("1522 305/77   1521 R252/76R", at="c2", turn=2)
    game.play("Bombard 1522", *["Fire barrage 1522"] * 3).roll(1).play("Done")

    assert (game.state.turn, game.state.barrage) == (3, 3)
    assert [position(turn=turn).state.barrage for turn in range(12, 17)] == [3, 2, 1, 0, 0]


@pytest.mark.rule("LB-11.6b")
def test_each_marker_is_used_once_a_turn_in_either_player_turn() -> None:
    game = position("1522 305/77 306/77   1521 R252/76R R253/76R", at="b2", turn=2)
    game.attack("1521", "305/77").play("Fire barrage 1522").roll(1)
    game.roll(4).play("Lose R252/76R")  # 8 : 8, 2/1
    game.play("Done", "Done", "Done", "Bombard 1522")
    assert game.state.barrage == 2

    game.play("Fire barrage 1522", "Fire barrage 1522")

    assert game.rule("Fire barrage 1522") == "LB-11.6b"


@pytest.mark.rule("LB-11.6b")
def test_markers_have_no_range() -> None:
    game = position("0522 305/77   0521 MG1   2003 R252/76R", at="c2", turn=2)

    assert game.allows("Bombard 0522")


# -- gas ------------------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.7a")
def test_from_turn_2_the_german_has_two_gas_markers_each_turn() -> None:
    text = "1522 305/77   1523 307/77   1623 308/77   1422 MG1 1622 MG2"
    assert not isinstance(position(text, at="a2", turn=1).state.top, GasPlacement)
    game = position(text, at="a2", turn=2)

    game.play("Gas 1522", "Gas 1523")

    assert game.rule("Gas 1623") == "LB-11.7a"
    assert game.state.gas_left == 0
    assert position(text, at="a2", turn=3).state.gas_left == 2


@pytest.mark.rule("LB-11.7b")
def test_gas_comes_before_the_machine_guns_and_on_observed_hexes() -> None:
    game = position("1522 305/77   1525 306/77   1521 R252/76R", at="a2", turn=2)

    assert isinstance(game.state.top, GasPlacement)
    assert game.rule("Gas 1525") == "LB-11.2a"
    assert game.rule("PlaceGun 1524") == "LB-S.5"
    game.play("Gas 1522", "Done")

    assert isinstance(game.state.top, GunPlacement)
    assert game.rule("Gas 1520") == "LB-S.5"


@pytest.mark.rule("LB-11.7c", "LB-11.7i")
def test_gas_takes_one_step_from_the_hex_and_its_owner_chooses_where() -> None:
    game = position("1522 305/77 306/77 344LT   1521 R252/76R", at="a2", turn=2)

    game.play("Gas 1522")
    assert game.seat == "us"
    game.play("Lose 306/77")

    assert [game.steps(name) for name in ("305/77", "306/77", "344LT")] == [4, 3, 2]
    assert game.seat == "german"


@pytest.mark.rule("LB-11.7c")
def test_gas_on_an_empty_hex_takes_nothing() -> None:
    game = position("1523 305/77   1521 R252/76R", at="a2", turn=2)

    game.play("Gas 1522")

    assert isinstance(game.state.top, GasPlacement)
    assert not game.told(ev.StepLost)


def gassed(text: str, *hexes: str, at: str = "b1", turn: int = 2, **fields: Any) -> Game:
    """A position with gas in some hexes."""
    grid = position().kit.grid
    gas = sum(1 << grid.at(label) for label in hexes)
    return position(text, at=at, turn=turn, gas=gas, **fields)


@pytest.mark.rule("LB-11.7d", "LB-11.7j")
def test_allied_units_leave_a_gas_hex_but_none_enters_it_not_even_one_that_left() -> None:
    game = gassed("1522 305/77   1523 306/77", "1522")

    game.play("Pick 305/77", "March 1521")
    assert game.rule("March 1522") == "LB-11.7d"
    game.play("Halt", "Pick 306/77")
    assert game.rule("March 1522") == "LB-11.7d"


@pytest.mark.rule("LB-11.7d")
def test_gas_bars_entry_from_the_edge_of_the_map_too() -> None:
    game = gassed("", "1748", boxes={"305/77": -2})

    game.play("Pick 305/77")

    assert game.rule("March 1748") == "LB-11.7d"
    assert game.allows("March 1948")


@pytest.mark.rule("LB-11.7d")
def test_no_hasty_attack_goes_into_gas() -> None:
    # Guns may be placed in a gassed fortification before the Allies move.
    text = "1227 MG1   1228 305/77"
    game = gassed(text, "1227", turn=13, announced=13, final=-1).play("Pick 305/77")
    clear = position(text, turn=13, announced=13, final=-1).play("Pick 305/77")

    assert game.rule("Strike 1227") == "LB-11.7d"
    assert clear.allows("Strike 1227")


@pytest.mark.rule("LB-11.7j")
def test_nobody_advances_into_gas() -> None:
    game = gassed("1227 MG1   1228 305/77 306/77", "1227", at="b2", barrage=0)

    game.attack("1227", "305/77", "306/77").roll(6)

    assert game.at("1227") == set()
    assert game.rule("Advance 305/77") == "LB-11.7d"


@pytest.mark.rule("LB-11.7e")
def test_no_allied_unit_attacks_out_of_gas() -> None:
    regular = gassed("1522 R252/76R   1523 305/77   1623 306/77", "1523", at="b2")
    hasty = gassed("1522 R252/76R   1523 305/77", "1523", turn=13, announced=13, final=-1)

    regular.play("Attack 1522")
    assert regular.rule("Commit 305/77") == "LB-11.7e"
    assert regular.allows("Commit 306/77")
    assert hasty.play("Pick 305/77").rule("Strike 1522") == "LB-11.7e"


@pytest.mark.rule("LB-11.7e")
def test_once_out_of_the_gas_a_unit_may_attack() -> None:
    game = gassed("1522 R252/76R   1523 305/77", "1523", turn=13, announced=13, final=-1)

    game.play("Pick 305/77", "March 1623")

    assert game.allows("Strike 1522")


@pytest.mark.rule("LB-11.7f")
def test_germans_enter_gas_only_where_there_is_a_fortification() -> None:
    game = gassed("1226 R252/76R   1522 R253/76R", "1227", "1523", at="c1", allied="1227 1523")

    assert game.play("Pick R253/76R").rule("March 1523") == "LB-11.7f"
    game.play("Halt", "Pick R252/76R", "March 1227")

    assert game.controls("1227") == "german"  # retaken


@pytest.mark.rule("LB-11.7f")
def test_a_german_advance_or_hasty_attack_into_gas_needs_a_fortification_too() -> None:
    on = {"german_hasty": "on"}
    regular = gassed("1522 305/77:1   1521 20/5G 3GzF/5G", "1522", at="c2", barrage=0)
    regular.attack("1522", "20/5G", "3GzF/5G").roll(6)
    assert regular.rule("Advance 20/5G") == "LB-11.7f"

    hasty = gassed("1522 305/77   1521 20/5G", "1522", at="c1", options=on).play("Pick 20/5G")
    assert hasty.rule("Strike 1522") == "LB-11.7f"
    fort = gassed("1227 305/77   1226 20/5G", "1227", at="c1", options=on).play("Pick 20/5G")
    assert fort.allows("Strike 1227")


@pytest.mark.rule("LB-11.7g")
def test_gas_is_not_placed_on_germans_nor_twice_on_a_hex() -> None:
    game = position("1522 305/77   1521 R252/76R", at="a2", turn=2).play("Gas 1522")

    assert game.rule("Gas 1521") == "LB-11.7g"
    assert game.rule("Gas 1522") == "LB-11.7g"


@pytest.mark.rule("LB-11.7h")
def test_gas_stays_to_the_last_turn_unless_it_is_agreed_that_it_is_withdrawn() -> None:
    on = {"gas_withdrawn": "on"}
    late = range(12, 17)

    assert [position(turn=turn).state.gas_left for turn in late] == [2, 2, 2, 2, 2]
    assert [position(turn=turn, options=on).state.gas_left for turn in late] == [2, 1, 0, 0, 0]


@pytest.mark.rule("LB-11.7k")
def test_artillery_fires_out_of_gas() -> None:
    game = gassed("1522 R252/76R   1624 IA", "1624", at="b2")

    game.play("Bombard 1522")

    assert game.allows("Fire IA 1522")
