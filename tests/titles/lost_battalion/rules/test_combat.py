"""Chapter 9: regular and Deliberate Attacks, odds and shifts, losses, advances.

Most attacks are on 1522, an open hex without town, hill, fortification or river
anywhere near; round it from the north-west: 1521, 1621, 1622, 1623, 1523, 1422.
"""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import (
    ArtilleryMovement,
    Assault,
    Battle,
    Combat,
    Faltering,
)
from grognard.titles.lost_battalion.position.state import SEATS
from grognard.titles.lost_battalion.rules.odds import is_concentric, odds_column
from grognard.titles.lost_battalion.sight.view import view
from grognard.waist.chance import Rolled
from grognard.waist.title import CHANCE


def shifts(game: Game, face: int = 1) -> dict[str, int]:
    """Rolls, and tells by what the odds were shifted."""
    game.roll(face)
    tally = game.told(ev.AssaultRolled)[-1].tally
    return {modifier.what: modifier.amount for modifier in tally.modifiers}


# -- declaring ------------------------------------------------------------------------


@pytest.mark.rule("LB-9.1a")
def test_attacking_is_voluntary() -> None:
    game = position("1522 R252/76R   1523 305/77", at="b2")

    assert "Attack 1522" in game.offers()
    game.play("Done")

    assert isinstance(game.state.top, ArtilleryMovement)
    assert not game.told(ev.AttackDeclared)


@pytest.mark.rule("LB-9.1a")
def test_an_attack_being_put_together_may_be_given_up() -> None:
    game = position("1522 R252/76R   1523 305/77", at="b2")

    game.play("Attack 1522", "Commit 305/77", "CallOff")

    assert game.allows("Attack 1522")
    assert not game.told(ev.AttackDeclared)


@pytest.mark.rule("LB-9.1b")
def test_units_next_to_the_hex_attack_it_and_others_do_not() -> None:
    game = position("1522 R252/76R   1523 305/77   1621 307/77   1524 308/77", at="b2")
    game.play("Attack 1522")

    assert game.allows("Commit 305/77")
    assert game.allows("Commit 307/77")
    assert game.rule("Commit 308/77") == "LB-9.1b"


@pytest.mark.rule("LB-9.1b")
def test_only_a_hex_with_enemies_and_infantry_beside_it_is_attacked() -> None:
    game = position("1522 R252/76R   1420 R253/76R   1523 305/77", at="b2")

    assert game.rule("Attack 1523") == "LB-9.1b"
    assert game.rule("Attack 1420") == "LB-9.1b"
    assert game.rule("Attack 9999") == "LB-9.1b"


@pytest.mark.rule("LB-9.1b")
def test_all_units_in_the_hex_defend_as_one_against_us_and_french_together() -> None:
    game = position("1522 R252/76R R253/76R MG1   1523 305/77   1623 217/71DI", at="b2")

    game.attack("1522", "305/77", "217/71DI").roll(6)

    assert game.told(ev.AssaultRolled)[-1].line.startswith("13 (8+5) : 10 → 1:1")


@pytest.mark.rule("LB-9.1b")
def test_a_unit_attacks_once_in_a_combat_phase() -> None:
    game = position("1522 R252/76R   1622 R253/76R   1623 305/77 306/77", at="b2")
    game.attack("1522", "305/77").roll(4).play("Attack 1622")

    assert game.rule("Commit 305/77") == "LB-9.1b"
    assert game.allows("Commit 306/77")


@pytest.mark.rule("LB-9.1b")
def test_a_hex_is_attacked_once_in_a_combat_phase() -> None:
    game = position("1522 R252/76R   1623 305/77 306/77", at="b2")

    game.attack("1522", "305/77").roll(4)

    assert game.at("1522") == {"R252/76R"}
    assert game.rule("Attack 1522") == "LB-9.1b"


@pytest.mark.rule("LB-9.1b")
def test_a_new_combat_phase_begins_with_a_clean_slate() -> None:
    game = position("1522 R252/76R R253/76R   1623 305/77", at="b2", turn=15)
    game.attack("1522", "305/77").roll(4).play("Lose R252/76R")

    game.play("Done", "Done", "Done")

    assert isinstance(game.state.top, Combat)
    game.play("Attack 1623")
    assert game.allows("Commit R253/76R")


# -- odds -------------------------------------------------------------------------------


@pytest.mark.rule("LB-9.1c")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        ("305/77", "L83/9L", "2:1"),  # 8 : 3
        ("305/77", "1GzF/1G", "1:1"),  # 8 : 5
        ("305/77", "R252/76R R253/76R", "1:1"),  # 8 : 8
        ("137/35", "1GzF/1G R252/76R", "1:2"),  # 7 : 9
        ("305/77:1", "R252/76R", "1:2"),  # 2 : 4
        ("305/77:1", "1GzF/1G", "1:3"),  # 2 : 5
        ("305/77:1", "1GzF/1G R252/76R", "1:3"),  # 2 : 9, off the table
        ("305/77 306/77 307/77", "MG1", "8:1"),  # 24 : 2, off the table
    ],
)
def test_odds_are_rounded_for_the_defender_and_kept_on_the_table(
    attackers: str, defenders: str, column: str
) -> None:
    game = position(f"1522 {defenders}   1523 {attackers}", at="b2")

    game.attack("1522", *(name.split(":")[0] for name in attackers.split()))

    assert game.column == column


@pytest.mark.rule("LB-9.1c")
def test_shifts_start_from_the_ends_of_the_table_and_end_there() -> None:
    worse = position("1524 1GzF/1G R252/76R   1525 305/77:1", at="b2")
    better = position("1522 MG1   1523 305/77 306/77   1621 307/77", at="b2")
    great = position("1524 MG1   1525 305/77 306/77 307/77", at="b2")

    assert worse.attack("1524", "305/77").column == "1:3"  # 1L forest
    assert better.attack("1522", "305/77", "306/77", "307/77").column == "8:1"  # 1R concentric
    assert great.attack("1524", "305/77", "306/77", "307/77").column == "7:1"  # 12:1 is 8:1, 1L


@pytest.mark.rule("LB-9.1c")
def test_every_odds_have_the_column_a_player_would_find() -> None:
    names = ["1:3", "1:2", *(f"{n}:1" for n in range(1, 9))]
    for attack in range(1, 60):
        for defence in range(1, 30):
            if attack >= defence:
                wanted = f"{min(8, attack // defence)}:1"
            else:
                wanted = "1:2" if 2 * attack >= defence else "1:3"
            assert names[odds_column(attack, defence)] == wanted


@pytest.mark.rule("LB-S.15")
def test_the_combat_results_table() -> None:
    table = """
        1:3  1:2  1:1  2:1  3:1  4:1  5:1  6:1  7:1  8:1
        4/0  3/0  3/0  2/0  2/1  2/1  1/1  1/1  1/2  1/2
        3/0  3/0  2/0  2/1  2/1  1/1  1/1  1/2  1/2  1/3
        3/0  2/0  2/1  2/1  1/1  1/1  1/2  1/2  1/3  0/3
        2/0  2/0  2/1  1/1  1/1  1/2  1/2  0/2  0/3  0/3
        2/0  2/1  1/1  1/1  1/2  0/2  0/2  0/3  0/3  0/4
        2/1  1/1  1/1  1/2  0/2  0/2  0/3  0/3  0/4  0/E
    """
    columns, *rows = [line.split() for line in table.split("\n") if line.strip()]
    kit = position().kit

    assert list(kit.crt_columns) == columns
    for face, row in enumerate(rows, start=1):
        for column, cell in enumerate(row):
            game = position("1522 20/5G 3GzF/5G   1523 305/77 306/77", at="b2")
            game.attack("1522", "305/77", "306/77")
            game.state.stack = (*game.state.stack[:-1], Assault(column))
            game.roll(face)
            assert game.told(ev.AssaultRolled)[-1].result == cell


@pytest.mark.rule("LB-S.15")
def test_a_six_at_eight_to_one_eliminates_every_defender() -> None:
    game = position("1522 MG1 MG2   1523 305/77 306/77   1623 307/77 308/77", at="b2")

    game.attack("1522", "305/77", "306/77", "307/77", "308/77")
    assert game.column == "8:1"
    game.roll(6)

    assert game.at("1522") == set()
    assert game.steps("305/77") == 4


# -- terrain -----------------------------------------------------------------------------

OPEN_GROUND = {
    "forest": ("1524", "1525", -1),
    "rough": ("1225", "1226", -1),
    "hill": ("1222", "1223", -1),
    "town": ("1223", "1224", -1),
    "field fortification": ("1227", "1228", -1),
    "hindenburg line": ("1431", "1432", -2),
}


@pytest.mark.rule("LB-S.21")
@pytest.mark.parametrize("what", OPEN_GROUND)
def test_the_shift_of_each_ground_in_an_assault(what: str) -> None:
    target, start, amount = OPEN_GROUND[what]
    game = position(f"{target} R252/76R   {start} 305/77 306/77", at="b2")

    game.attack(target, "305/77", "306/77")

    assert game.column == {-1: "3:1", -2: "2:1"}[amount]  # 16 : 4
    assert shifts(game) == {what: amount}


@pytest.mark.rule("LB-S.21")
@pytest.mark.parametrize(
    ("target", "start", "amount"),
    [
        ("1139", "1140", -1),  # the Aire
        ("0335", "0435", -1),  # the Aisne
        ("1929", "1829", -2),  # the Meuse
    ],
)
def test_the_shift_of_each_river_in_an_assault(target: str, start: str, amount: int) -> None:
    game = position(f"{target} R252/76R   {start} 305/77 306/77", at="b2", turn=15)

    game.attack(target, "305/77", "306/77")

    assert shifts(game) == {"river": amount}


@pytest.mark.rule("LB-S.21")
def test_the_chiers_shifts_like_the_smaller_rivers() -> None:
    game = position("1005 R252/76R   1105 305/77 306/77", at="b2", turn=15)

    game.attack("1005", "305/77", "306/77")

    assert shifts(game) == {"river": -1}


@pytest.mark.rule("LB-9.13a")
@pytest.mark.parametrize(
    ("target", "start", "total"),
    [
        ("1232", "1333", -3),  # forest, rough and hill; Hindenburg Line
        ("1636", "1637", -2),  # hill; town and field fortification
        ("1531", "1532", -3),  # rough; town and Hindenburg Line
    ],
)
def test_one_natural_and_one_man_made_effect_count(target: str, start: str, total: int) -> None:
    game = position(f"{target} R252/76R   {start} 305/77 306/77", at="b2")

    game.attack(target, "305/77", "306/77")
    found = shifts(game)

    assert len(found) == 2
    assert sum(found.values()) == total


@pytest.mark.rule("LB-9.13b")
def test_a_river_shifts_only_if_every_attacker_is_across_it() -> None:
    text = "1139 R252/76R   1140 305/77   1040 306/77   1239 307/77 344LT"
    across = position(text, at="b2").attack("1139", "305/77", "306/77")
    one_is_not = position(text, at="b2").attack("1139", "305/77", "306/77", "307/77")
    nor_is_a_tank = position(text, at="b2").attack("1139", "305/77", "306/77", "344LT")

    assert shifts(across) == {"river": -1}
    assert shifts(one_is_not) == {}
    assert shifts(nor_is_a_tank) == {}


@pytest.mark.rule("LB-9.13b")
def test_of_two_rivers_the_lesser_counts() -> None:
    game = position("1005 R252/76R   0906 305/77   1105 307/77", at="b2", turn=15)

    game.attack("1005", "305/77", "307/77")

    assert shifts(game) == {"river": -1}  # the Meuse, but one of them the Chiers


@pytest.mark.rule("LB-9.13c")
def test_of_each_kind_the_effect_best_for_the_defender_counts() -> None:
    rough_behind_the_meuse = position("2537 R252/76R   2438 305/77", at="b2", turn=15)
    town_in_the_line = position("1531 R252/76R   1532 305/77", at="b2")

    assert shifts(rough_behind_the_meuse.attack("2537", "305/77")) == {
        "river": -2,
        "field fortification": -1,
    }
    assert shifts(town_in_the_line.attack("1531", "305/77")) == {"rough": -1, "hindenburg line": -2}


# -- concentric attacks ----------------------------------------------------------------------


@pytest.mark.rule("LB-9.18a")
def test_a_concentric_attack_shifts_one_column_whoever_else_stands_near() -> None:
    game = position("1522 R252/76R   1521 305/77   1623 306/77   1621 R253/76R 1422 MG1", at="b2")

    game.attack("1522", "305/77", "306/77")

    assert game.column == "5:1"  # 16 : 4, 1R
    assert shifts(game) == {"concentric": 1}
    assert game.told(ev.AssaultRolled)[-1].tally.modifiers[0].rule == "LB-9.18a"


@pytest.mark.rule("LB-9.18b")
@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [
        ("1521 1623", True),  # opposite
        ("1621 1523", True),
        ("1622 1422", True),
        ("1521 1622 1523", True),  # alternating
        ("1621 1623 1422", True),
        ("1521", False),
        ("1521 1621", False),
        ("1521 1622", False),
        ("1521 1621 1622", False),
        ("1521 1621 1422", False),
    ],
)
def test_concentric_means_opposite_or_alternating_hexes(hexes: str, concentric: bool) -> None:
    units = ["305/77", "306/77", "307/77"][: len(hexes.split())]
    text = " ".join(f"{hex_} {unit}" for hex_, unit in zip(hexes.split(), units, strict=True))
    game = position(f"1522 R252/76R {text}", at="b2")

    game.attack("1522", *units)

    assert ("concentric" in shifts(game)) == concentric


@pytest.mark.rule("LB-9.18b")
def test_a_unit_that_stands_near_but_does_not_attack_makes_nothing_concentric() -> None:
    game = position("1522 R252/76R   1521 305/77   1623 306/77", at="b2")

    assert shifts(game.attack("1522", "305/77")) == {}


@pytest.mark.rule("LB-9.18b", "LB-11.9a")
def test_tanks_make_an_attack_concentric_and_machine_guns_never_do() -> None:
    tanks = position("1522 R252/76R   1521 305/77   1623 344LT", at="b2")
    assert shifts(tanks.attack("1522", "305/77", "344LT")) == {"concentric": 1}

    guns = position("1522 305/77   1521 R252/76R   1623 MG1", at="c2", turn=2)
    both = 1 << guns.unit("R252/76R") | 1 << guns.unit("MG1")
    battle = Battle(1, guns.kit.grid.at("1522"), both, "assault")
    assert not is_concentric(guns.state, battle)


# -- losses ---------------------------------------------------------------------------------


@pytest.mark.rule("LB-9.19")
def test_each_owner_spreads_its_losses_over_its_units_in_the_fight_and_nobody_retreats() -> None:
    game = position("1522 R252/76R R253/76R   1523 305/77 306/77 307/77", at="b2")
    game.attack("1522", "305/77", "306/77").roll(1)  # 2:1, 2/0

    assert game.seat == "us"
    assert game.rule("Lose 307/77") == "LB-9.19"
    assert game.rule("Lose R252/76R") == "LB-9.19"
    game.play("Lose 306/77", "Lose 305/77")

    assert [game.steps(name) for name in ("305/77", "306/77", "307/77")] == [3, 3, 4]
    assert game.at("1522") == {"R252/76R", "R253/76R"}
    assert game.at("1523") == {"305/77", "306/77", "307/77"}


@pytest.mark.rule("LB-9.19")
def test_the_defender_chooses_among_all_units_in_the_hex() -> None:
    game = position("1522 R252/76R MG1   1523 305/77 306/77 307/77 308/77", at="b2")
    game.attack("1522", "305/77", "306/77", "307/77", "308/77").roll(6)  # 32 : 6 → 5:1, 0/3

    assert game.seat == "german"
    game.play("Lose MG1")

    assert game.at("1522") == set()  # the other two steps were all there was
    assert game.seat == "us"


@pytest.mark.rule("LB-S.16")
def test_both_sides_lose_at_the_same_time_so_both_may_be_wiped_out() -> None:
    game = position("1522 L83/9L:1   1523 305/77:2", at="b2")

    game.attack("1522", "305/77").roll(1)  # 4 : 1, 2/1

    assert game.where("305/77") == game.where("L83/9L") == -6
    assert isinstance(game.state.top, Combat)


@pytest.mark.rule("LB-S.16")
def test_losses_beyond_the_steps_present_are_ignored() -> None:
    game = position("1522 20/5G R252/76R   1523 305/77:1 307/77", at="b2")

    game.attack("1522", "305/77").roll(1)  # 2 : 10 → 1:3, 4/0

    assert game.where("305/77") == -6
    assert game.steps("307/77") == 4


# -- the course of an attack -------------------------------------------------------------------


@pytest.mark.rule("LB-S.13")
def test_an_attack_runs_declaration_fire_fire_odds_roll_losses_advance() -> None:
    text = "1522 R252/76R:1 R253/76R   1523 305/77 306/77   1624 IA"
    game = position(text, at="b2", turn=2).attack("1522", "305/77", "306/77")

    assert game.seat == "us"
    game.play("Fire IA 1522", "Shoot").roll(6).play("Lose R252/76R")  # 6 → 5-6: one step
    assert game.seat == "german"
    game.play("Fire barrage 1523").roll(5).play("Lose 305/77")  # 3 → 3-4: one step
    assert game.column == "3:1"  # 6 + 8 : 4; at first it was 16 : 6
    game.roll(6)  # 0/2

    assert game.seat == "us"
    game.play("Advance 305/77")
    assert game.where("305/77") == "1522"
    kinds = [type(event) for event in game.events]
    order = [ev.AttackDeclared, ev.Bombarded, ev.Bombarded, ev.AssaultRolled, ev.Advanced]
    assert [kind for kind in kinds if kind in order] == order


@pytest.mark.rule("LB-S.13")
def test_the_odds_and_shifts_are_those_of_the_survivors() -> None:
    game = position("1522 R252/76R   1521 305/77   1623 306/77:1", at="b2", turn=2)

    game.attack("1522", "305/77", "306/77").play("Fire barrage 1623").roll(6)

    assert game.where("306/77") == -6
    assert game.column == "2:1"  # 8 : 4, no longer from both sides


@pytest.mark.rule("LB-S.14")
def test_a_bombardment_that_leaves_no_defender_goes_straight_to_the_advance() -> None:
    game = position("1522 MG1   1523 305/77 306/77   1624 IA", at="b2", turn=2)

    game.attack("1522", "305/77").play("Fire IA 1522", "Shoot").roll(6)

    assert game.seat == "us"
    assert game.allows("Advance 305/77")
    assert not game.told(ev.AssaultRolled)
    assert game.state.barrage == 3


@pytest.mark.rule("LB-S.14")
def test_a_bombardment_that_leaves_no_attacker_ends_the_attack() -> None:
    game = position("1522 R252/76R   1523 305/77:1 306/77", at="b2", turn=2)

    game.attack("1522", "305/77").play("Fire barrage 1523").roll(6)

    assert game.where("305/77") == -6
    assert isinstance(game.state.top, Combat)
    assert not game.told(ev.AssaultRolled)
    assert game.rule("Attack 1522") == "LB-9.1b"


# -- advances ----------------------------------------------------------------------------------


@pytest.mark.rule("LB-9.12a")
def test_any_attacker_may_advance_into_a_cleared_hex_and_nobody_else() -> None:
    game = position("1522 MG1   1523 305/77 306/77 344LT   1623 307/77", at="b2")
    game.attack("1522", "305/77", "306/77", "344LT").roll(6)  # 8:1, 0/E

    assert game.rule("Advance 307/77") == "LB-9.12a"
    game.play("Advance 344LT", "Advance 305/77")
    assert game.allows("Advance 306/77")
    game.play("Done")

    assert game.at("1522") == {"344LT", "305/77"}
    assert game.controls("1522") == "us"
    assert isinstance(game.state.top, Combat)


@pytest.mark.rule("LB-9.12a")
def test_artillery_is_no_attacker() -> None:
    game = position("1522 MG1   1523 305/77   1422 IA", at="b2").play("Attack 1522")

    assert game.rule("Commit IA") == "LB-9.12a"


@pytest.mark.rule("LB-9.12a")
def test_defenders_never_advance() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77:1", at="b2")

    game.attack("1522", "305/77").roll(1)

    assert game.at("1523") == set()
    assert isinstance(game.state.top, Combat)
    assert game.seat == "us"


@pytest.mark.rule("LB-9.12b")
def test_one_adjacent_infantry_unit_may_advance_where_artillery_clears_a_hex() -> None:
    text = "1522 MG1   1523 305/77 306/77   1623 217/71DI   1422 344LT   1624 IA   1625 307/77"
    game = position(text, at="b2").play("Bombard 1522", "Fire IA 1522", "Shoot").roll(6)

    assert game.allows("Advance 305/77")
    assert game.allows("Advance 217/71DI")
    assert game.rule("Advance 344LT") == "LB-9.12a"
    assert game.rule("Advance 307/77") == "LB-9.12a"
    assert game.allows("Done")
    game.play("Advance 305/77")

    assert isinstance(game.state.top, Combat)
    assert game.at("1522") == {"305/77"}


@pytest.mark.rule("LB-9.12b")
def test_nobody_advances_where_artillery_leaves_a_defender() -> None:
    game = position("1522 R252/76R   1523 305/77   1624 IA", at="b2")

    game.play("Bombard 1522", "Fire IA 1522", "Shoot").roll(6)

    assert game.steps("R252/76R") == 1
    assert isinstance(game.state.top, Combat)


@pytest.mark.rule("LB-9.12c")
def test_in_an_attack_cleared_by_fire_one_unit_advances_and_the_division_has_attacked() -> None:
    game = position("1522 MG1   1523 305/77 306/77   1624 IA", at="b2", turn=2)

    game.attack("1522", "305/77", "306/77").play("Fire IA 1522", "Shoot").roll(6)
    game.play("Advance 306/77")

    assert isinstance(game.state.top, Combat)
    assert game.state.divisions == 1 << game.kit.division_by_key["US 77"]


@pytest.mark.rule("LB-9.12c")
def test_an_advance_costs_nothing_whatever_the_ground() -> None:
    text = "1232 MG1   1333 305/77 306/77   1233 307/77 308/77"
    game = position(text, at="b2")
    game.attack("1232", "305/77", "306/77", "307/77", "308/77").roll(6)  # 16:1 → 8:1, 3L → 5:1

    game.play("Advance 305/77", "Advance 307/77", "Done")

    assert game.at("1232") == {"305/77", "307/77"}


@pytest.mark.rule("LB-9.12c")
def test_no_advance_over_the_meuse_before_turn_14() -> None:
    text = "1929 MG1   1829 305/77 306/77"
    early = position(text, at="b2", turn=13, barrage=0).attack("1929", "305/77", "306/77").roll(6)
    pontoon = position("1830 MG1   1831 305/77 306/77", at="b2", turn=14, barrage=0)
    pontoon.attack("1830", "305/77", "306/77").roll(6)

    assert early.rule("Advance 305/77") == "LB-14.0b"
    assert pontoon.allows("Advance 305/77")


@pytest.mark.rule("LB-9.12c")
def test_an_advance_over_the_meuse_needs_a_bridge() -> None:
    game = position("1929 MG1   1829 305/77 306/77", at="b2", turn=14, barrage=0)

    game.attack("1929", "305/77", "306/77").roll(6)

    assert game.rule("Advance 305/77") == "LB-8.12"


@pytest.mark.rule("LB-9.12c")
def test_tanks_do_not_advance_over_a_river_without_a_bridge() -> None:
    over_the_aire = position("1139 MG1   1140 305/77 306/77 344LT", at="b2")
    over_the_aire.attack("1139", "305/77", "306/77", "344LT").roll(6)

    assert over_the_aire.rule("Advance 344LT") == "LB-8.12"
    assert over_the_aire.allows("Advance 305/77")


@pytest.mark.rule("LB-9.12c")
def test_a_german_advance_stops_at_the_start_line() -> None:
    game = position("1641 305/77   1640 20/5G", at="c2", turn=2)

    assert game.rule("Attack 1641") == "LB-8.11a"


# -- Deliberate Attacks ----------------------------------------------------------------------


def deliberate(text: str, leader: str, *others: str) -> Game:
    """A Deliberate Attack on 1522 has been declared; one more is left."""
    game = position(text, at="c2", turn=15, deliberate=2)
    game.play("Attack 1522", *(f"Commit {name}" for name in (leader, *others)))
    return game.play(f"Deliberate {leader}")


@pytest.mark.rule("LB-9.16a", "LB-9.16g")
@pytest.mark.parametrize(
    ("faces", "count"), [((1, 1), 1), ((1, 2), 2), ((3, 4), 4), ((4, 4), 4), ((6, 6), 6)]
)
def test_half_of_two_dice_rounded_up_is_the_number_of_deliberate_attacks(
    faces: tuple[int, int], count: int
) -> None:
    state = lb.setup("historical", {})
    assert lb.deciders(state) == (CHANCE,)

    lb.apply(state, CHANCE, Rolled(faces))

    assert state.deliberate == count


@pytest.mark.rule("LB-9.16a")
def test_the_number_stays_hidden_from_the_allied_player() -> None:
    states = [lb.setup("historical", {}) for _ in range(2)]
    told = [
        lb.apply(state, CHANCE, Rolled(faces))
        for state, faces in zip(states, ((1, 1), (6, 6)), strict=True)
    ]

    for seat in (SEATS[0], None):
        assert view(states[0], seat) == view(states[1], seat)
        seen = [[lb.redact(event, seat) for event in events] for events in told]
        assert seen[0] == seen[1]
    german = view(states[1], SEATS[1]).own
    assert german is not None
    assert german.deliberate == 6


@pytest.mark.rule("LB-9.16a")
def test_without_a_deliberate_attack_left_none_is_made_and_the_allies_never_have_one() -> None:
    german = position("1522 305/77   1521 20/5G", at="c2", turn=15, deliberate=0)
    allied = position("1522 20/5G   1523 305/77", at="b2", deliberate=3)

    assert german.play("Attack 1522", "Commit 20/5G").rule("Deliberate 20/5G") == "LB-9.16a"
    assert allied.play("Attack 1522", "Commit 305/77").rule("Deliberate 305/77") == "LB-9.16a"


@pytest.mark.rule("LB-9.16b")
def test_the_leader_of_a_deliberate_attack_needs_strength_six_now() -> None:
    text = "1522 305/77   1521 20/5G 3GzF/5G:2 1GzF/1G   1621 3GGren/5G"
    game = position(text, at="c2", turn=15, deliberate=2)
    game.play("Attack 1522", "Commit 20/5G", "Commit 3GzF/5G", "Commit 1GzF/1G")

    assert game.allows("Deliberate 20/5G")
    assert game.rule("Deliberate 3GzF/5G") == "LB-9.16b"  # 4
    assert game.rule("Deliberate 1GzF/1G") == "LB-9.16b"  # 5
    assert game.rule("Deliberate 3GGren/5G") == "LB-9.16b"  # takes no part


@pytest.mark.rule("LB-9.16b")
def test_the_leader_must_be_in_supply() -> None:
    ring = "1420 305/77 1520 306/77 1621 307/77 1522 308/77 1422 137/35"
    open_ = position(f"1521 20/5G {ring}", at="c2", turn=15, deliberate=2)
    shut = position(f"1521 20/5G {ring} 1421 138/35", at="c2", turn=15, deliberate=2)

    assert open_.play("Attack 1522", "Commit 20/5G").allows("Deliberate 20/5G")
    assert shut.rule("Attack 1522") == "LB-7.2c"


@pytest.mark.rule("LB-9.16c")
def test_a_deliberate_attack_is_resolved_at_eight_to_one_without_shifts() -> None:
    weak = deliberate("1522 305/77 306/77   1521 20/5G   1623 1GzF/1G", "20/5G", "1GzF/1G")
    assert weak.column == "8:1"  # 11 : 16, concentric
    assert shifts(weak, 6) == {}
    assert weak.told(ev.AssaultRolled)[-1].result == "0/E"

    behind = position("1232 305/77 306/77   1231 20/5G", at="c2", turn=15, deliberate=1)
    behind.play("Attack 1232", "Commit 20/5G", "Deliberate 20/5G")
    assert behind.column == "8:1"


@pytest.mark.rule("LB-9.16d")
def test_up_to_three_guns_fire_at_the_leader_of_a_deliberate_attack() -> None:
    text = "1522 305/77   1521 20/5G   1621 1GzF/1G   1622 IA   1422 VA   1624 IC 1723 ArmyW"
    game = deliberate(text, "20/5G", "1GzF/1G")

    assert game.seat == "us"
    assert game.rule("Fire IA 1621") == "LB-11.3b"
    game.play("Fire IA 1521", "Fire VA 1521", "Fire IC 1521")

    assert game.column == "17-20"  # 6 + 6 + 5, and no fourth was asked for


@pytest.mark.rule("LB-9.16d")
def test_fire_that_fails_to_eliminate_the_leader_changes_nothing() -> None:
    game = deliberate("1522 305/77   1521 20/5G   1622 IA", "20/5G")

    game.play("Fire IA 1521", "Shoot").roll(6)

    assert game.steps("20/5G") == 2
    assert game.column == "8:1"


@pytest.mark.rule("LB-9.16d", "LB-9.16e")
def test_without_its_leader_there_is_no_deliberate_attack_and_the_others_may_go_on() -> None:
    game = deliberate("1522 305/77   1521 20/5G   1621 1GzF/1G   1622 IA", "20/5G", "1GzF/1G")
    game.state.steps[game.unit("20/5G")] = 1
    game.play("Fire IA 1521", "Shoot").roll(6)

    assert isinstance(game.state.top, Faltering)
    assert game.state.deliberate == 1
    game.play("Launch")

    assert game.column == "1:2"  # 5 : 8


@pytest.mark.rule("LB-9.16d")
def test_a_leader_that_falls_alone_takes_the_attack_with_it() -> None:
    game = deliberate("1522 305/77   1521 20/5G   1622 IA", "20/5G")
    game.state.steps[game.unit("20/5G")] = 1

    game.play("Fire IA 1521", "Shoot").roll(6)

    assert isinstance(game.state.top, Combat)
    assert game.steps("305/77") == 4
    assert game.state.deliberate == 1


@pytest.mark.rule("LB-9.16e")
def test_without_its_leader_the_attack_may_be_called_off() -> None:
    game = deliberate("1522 305/77   1521 20/5G   1621 1GzF/1G   1622 IA", "20/5G", "1GzF/1G")
    game.state.steps[game.unit("20/5G")] = 1

    game.play("Fire IA 1521", "Shoot").roll(6).play("CallOff")

    assert isinstance(game.state.top, Combat)
    assert game.state.deliberate == 1
    assert game.steps("305/77") == 4
    assert game.rule("Attack 1522") == "LB-9.1b"


@pytest.mark.rule("LB-9.16e")
def test_the_fire_strikes_the_leader_alone_and_below_six_it_still_leads() -> None:
    game = deliberate("1522 305/77   1521 20/5G 1GzF/1G   1622 IA   1422 VA", "20/5G", "1GzF/1G")

    game.play("Fire IA 1521", "Fire VA 1521", "Shoot").roll(6)  # 12 → 10-12: two steps

    assert game.steps("20/5G") == 1
    assert game.steps("1GzF/1G") == 2
    assert game.column == "8:1"


@pytest.mark.rule("LB-9.16f")
def test_each_deliberate_attack_is_spent_and_several_may_be_made_in_a_turn() -> None:
    text = "1522 305/77   1420 307/77   1521 20/5G 3GzF/5G"
    game = deliberate(text, "20/5G")
    assert game.state.deliberate == 1

    game.roll(6).play("Done").play("Attack 1420", "Commit 3GzF/5G")

    assert game.allows("Deliberate 3GzF/5G")
    game.play("Deliberate 3GzF/5G")
    assert game.state.deliberate == 0


@pytest.mark.rule("LB-9.16f")
def test_an_austro_hungarian_unit_takes_part_but_does_not_lead() -> None:
    game = position("1522 305/77   1521 20/5G kuk5/1AH", at="c2", turn=15, deliberate=1)
    game.play("Attack 1522", "Commit kuk5/1AH", "Commit 20/5G")

    assert game.rule("Deliberate kuk5/1AH") == "LB-9.16f"
    assert game.allows("Deliberate 20/5G")


@pytest.mark.rule("LB-9.16d")
def test_with_our_charts_three_guns_can_bring_a_full_leader_down() -> None:
    # 7 + 7 + 6 = 20 on 17-20, in the open; a 6 takes all three steps of the elite regiment.
    guns = "1743 ArmyW   1744 ArmyE   1740 VA"
    game = position(f"1737 3GzF/5G   1738 137/35   {guns}", turn=1, at="c2", deliberate=1)
    game.play("Attack 1738", "Commit 3GzF/5G", "Deliberate 3GzF/5G")
    game.play("Fire ArmyW 1737", "Fire ArmyE 1737", "Fire VA 1737").roll(6)

    assert game.steps("3GzF/5G") == 0
