"""Chapter 10: Hasty Attacks in the middle of a march."""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Combat, Marching, Movement, Repulsed
from grognard.titles.lost_battalion.position.state import DUE


def spent(game: Game) -> float:
    """The movement points the group on the march has used."""
    march = next(d for d in game.state.stack if isinstance(d, Marching))
    return march.spent / 2


# -- who may make one -------------------------------------------------------------------------


@pytest.mark.rule("LB-10.3a")
def test_a_supplied_group_that_began_together_strikes_as_it_moves() -> None:
    game = position("1522 R252/76R   1524 305/77 306/77")

    game.play("Pick 305/77", "Join 306/77", "March 1523", "Strike 1522")

    assert game.column == "4:1"  # 16 : 4
    assert game.told(ev.AttackDeclared)[-1].kind == "hasty attack"


@pytest.mark.rule("LB-10.3a")
def test_units_that_met_on_the_way_do_not_strike_together() -> None:
    game = position("1522 R252/76R   1524 305/77   1523 306/77")
    game.play("Pick 305/77", "March 1523", "Halt", "Pick 306/77")

    assert game.rule("Join 305/77") == "LB-8.0a"
    assert game.play("Strike 1522").column == "2:1"  # 8 : 4


@pytest.mark.rule("LB-10.3a")
def test_units_out_of_supply_do_not_strike() -> None:
    ring = "1422 R253/76R 1423 R254/76R 1524 L83/9L 1424 L116/9L"
    cut_off = position(f"1522 R252/76R   1523 305/77 {ring} 1623 L118/9L").play("Pick 305/77")
    open_ = position(f"1522 R252/76R   1523 305/77 {ring}").play("Pick 305/77")

    assert cut_off.rule("Strike 1522") == "LB-7.2c"
    assert open_.allows("Strike 1522")


@pytest.mark.rule("LB-10.3a")
def test_a_hasty_attack_is_made_on_enemies_in_the_next_hex() -> None:
    game = position("1522 R252/76R   1524 305/77   1621 R253/76R").play("Pick 305/77")

    assert game.rule("Strike 1522") == "LB-10.3a"
    assert game.rule("Strike 1523") == "LB-10.3a"


@pytest.mark.rule("LB-10.3d")
def test_a_group_sets_out_together_and_what_is_dropped_off_does_not_rejoin() -> None:
    game = position("1522 R252/76R   1524 305/77 306/77 344LT   1523 307/77")
    game.play("Pick 305/77", "Join 306/77")
    assert game.rule("Join 307/77") == "LB-10.3d"
    game.play("March 1523")
    assert game.rule("Join 307/77") == "LB-10.3d"
    assert game.rule("Join 344LT") == "LB-10.3d"

    game.play("Drop 306/77")

    assert game.rule("Join 306/77") == "LB-10.3d"
    assert game.play("Strike 1522").column == "2:1"  # 8 : 4


@pytest.mark.rule("LB-10.3e")
def test_the_stacking_limit_holds_for_the_group_by_itself() -> None:
    text = "1522 20/5G 3GzF/5G 3GGren/5G MG1 MG2   1523 305/77 306/77 307/77 344LT"
    three = position(text).play("Pick 305/77", "Join 306/77", "Join 307/77")
    two = position(text).play("Pick 305/77", "Join 306/77", "Join 344LT")

    assert three.rule("Strike 1522") == "LB-10.3e"
    assert two.allows("Strike 1522")  # five enemies in the hex do not count


@pytest.mark.rule("LB-10.3e")
def test_two_divisions_make_no_group_for_a_hasty_attack() -> None:
    game = position("1522 R252/76R   1523 305/77 137/35").play("Pick 305/77", "Join 137/35")

    assert game.rule("Strike 1522") == "LB-10.3e"


@pytest.mark.rule("LB-10.3f")
def test_units_that_enter_this_turn_make_no_hasty_attack() -> None:
    game = position("0441 R252/76R   0442 305/77", boxes={"307/77": DUE})
    way = ("0448", "0447", "0446", "0445", "0444", "0443", "0442")

    game.play("Pick 307/77", *(f"March {label}" for label in way))

    assert game.rule("Strike 0441") == "LB-10.3f"
    assert game.play("Halt", "Pick 305/77").allows("Strike 0441")


@pytest.mark.rule("LB-10.3h")
def test_a_unit_that_began_alone_is_a_stack_of_one() -> None:
    game = position("1522 R252/76R   1523 305/77").play("Pick 305/77")

    assert game.allows("Strike 1522")


# -- what it costs ---------------------------------------------------------------------------


@pytest.mark.rule("LB-10.3b")
def test_a_hasty_attack_costs_twice_the_off_road_cost_even_along_a_road() -> None:
    along_a_road = position("1232 R252/76R   1332 305/77").play("Pick 305/77", "Strike 1232")
    open_ground = position("1522 R252/76R   1523 305/77").play("Pick 305/77", "Strike 1522")

    assert spent(along_a_road) == 8  # forest and rough 3, fortification 1
    assert spent(open_ground) == 2


@pytest.mark.rule("LB-10.3c")
def test_a_group_that_cannot_pay_does_not_strike() -> None:
    game = position("1232 R252/76R   1334 305/77 306/77").play("Pick 305/77", "March 1333")

    why = game.refusal("Strike 1232")

    assert why is not None
    assert why.rule == "LB-10.3c"
    assert why.because == "it costs 8 movement, 7 left"


@pytest.mark.rule("LB-10.3c")
def test_the_slowest_of_the_group_decides_what_it_can_pay() -> None:
    # Tanks have 6: three hexes, then 2 x (1 + 1) for the Hagen line.
    near = position("1342 R252/76R   1344 137/35 345LT")
    near.play("Pick 137/35", "Join 345LT", "March 1343")
    far = position("1342 R252/76R   1346 137/35 345LT")
    far.play("Pick 137/35", "Join 345LT", "March 1345", "March 1344", "March 1343")

    assert near.allows("Strike 1342")
    assert far.rule("Strike 1342") == "LB-10.3c"
    assert far.play("Drop 345LT").allows("Strike 1342")


@pytest.mark.rule("LB-10.3g")
def test_the_doubled_cost_includes_fortification_and_river() -> None:
    hagen = position("1342 R252/76R   1343 305/77").play("Pick 305/77", "Strike 1342")
    aire = position("1139 R252/76R   1040 305/77").play("Pick 305/77", "Strike 1139")

    assert spent(hagen) == 4  # 2 x (1 + 1)
    assert spent(aire) == 6  # 2 x (1 + 2)


# -- where it may not be made ----------------------------------------------------------------


@pytest.mark.rule("LB-9.14a")
def test_no_hasty_attack_over_the_meuse_bridge_or_not() -> None:
    text = "1827 R252/76R   1728 305/77   1727 307/77   1139 MG1   1140 145/37"
    game = position(text, turn=14, announced=14, final=-1)

    assert game.play("Pick 305/77").rule("Strike 1827") == "LB-9.14a"  # at a bridge
    assert game.play("Halt", "Pick 307/77").rule("Strike 1827") == "LB-9.14a"
    assert game.play("Halt", "Pick 145/37").allows("Strike 1139")  # over the Aire


# -- how it is fought ------------------------------------------------------------------------


@pytest.mark.rule("LB-10.4")
def test_terrain_shifts_a_hasty_attack_as_any_other_river_included() -> None:
    fort = position("1640 R252/76R   1641 305/77 306/77")
    fort.play("Pick 305/77", "Join 306/77", "Strike 1640")
    river = position("1139 R252/76R   1040 305/77 306/77")
    river.play("Pick 305/77", "Join 306/77", "Strike 1139")

    assert fort.column == "2:1"  # 16 : 4, 1L forest, 1L field fortification
    assert river.column == "3:1"  # 16 : 4, 1L river


@pytest.mark.rule("LB-9.18c", "LB-10.4")
def test_a_hasty_attack_is_never_concentric() -> None:
    ring = "1521 306/77 1622 307/77 1623 308/77 1422 137/35"
    game = position(f"1522 R252/76R   1523 305/77 {ring}").play("Pick 305/77", "Strike 1522")

    assert game.column == "2:1"  # 8 : 4
    game.roll(4)
    assert game.told(ev.AssaultRolled)[-1].tally.total == 0


@pytest.mark.rule("LB-9.18c")
def test_nor_when_friends_have_struck_from_the_other_side_before() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77 306/77   1621 307/77 308/77")
    game.play("Pick 307/77", "Join 308/77", "Strike 1522").roll(5).play(
        "Lose 307/77", "Lose 20/5G", "Return"
    )

    game.play("Pick 305/77", "Join 306/77", "Strike 1522")

    assert game.column == "1:1"  # 16 : 10


@pytest.mark.rule("LB-10.9")
def test_the_winner_of_a_hasty_attack_occupies_the_hex_and_moves_on() -> None:
    game = position("1522 MG1   1520 R252/76R   1523 305/77 306/77")
    game.play("Pick 305/77", "Join 306/77", "Strike 1522").roll(6)

    assert game.at("1522") == {"305/77", "306/77"}
    assert game.controls("1522") == "us"
    assert spent(game) == 2
    game.play("March 1521")
    assert spent(game) == 3
    game.play("Strike 1520")  # and strikes again
    assert game.column == "4:1"
    assert spent(game) == 5


@pytest.mark.rule("LB-10.9")
def test_a_hex_cleared_by_the_hasty_attacks_own_gun_is_entered_by_the_whole_group() -> None:
    game = position("1522 MG1   1523 305/77 306/77   1624 IA")
    game.play("Pick 305/77", "Join 306/77", "Strike 1522", "Fire IA 1522").roll(6)

    assert game.at("1522") == {"305/77", "306/77"}
    assert game.allows("March 1521")


@pytest.mark.rule("LB-10.9")
def test_a_winner_without_movement_left_stays() -> None:
    game = position("1232 MG1   1332 305/77 306/77").play("Pick 305/77", "Join 306/77")
    game.play("Strike 1232").roll(6)  # 8:1, 3L → 5:1, 0/3

    assert game.at("1232") == {"305/77", "306/77"}
    assert game.rule("March 1231") == "LB-8.0a"


@pytest.mark.rule("LB-10.10a")
def test_after_a_failed_hasty_attack_one_fights_again_for_nothing_at_new_odds() -> None:
    game = position("1522 R252/76R   1523 305/77").play("Pick 305/77", "Strike 1522")
    assert game.column == "2:1"  # 8 : 4
    game.roll(4)  # 1/1

    assert isinstance(game.state.top, Repulsed)
    game.play("Again")

    assert game.column == "3:1"  # 6 : 2
    assert spent(game) == 2


@pytest.mark.rule("LB-10.10a")
def test_or_one_returns_and_the_move_is_over() -> None:
    game = position("1522 R252/76R   1523 305/77   1524 306/77")
    game.play("Pick 305/77", "Strike 1522").roll(4).play("Return")

    assert game.where("305/77") == "1523"
    assert game.controls("1522") == "german"
    assert isinstance(game.state.top, Movement)
    assert game.rule("Pick 305/77") == "LB-10.10a"
    assert game.allows("Pick 306/77")


@pytest.mark.rule("LB-10.10a")
def test_who_was_thrown_back_joins_no_march_but_who_won_has_merely_moved() -> None:
    game = position("1522 R252/76R:1   1523 305/77 306/77   1422 R253/76R")
    game.play("Pick 305/77", "Strike 1522").roll(6).play("Halt")
    assert game.where("305/77") == "1522"
    assert game.rule("Pick 305/77") == "LB-8.0a"

    beaten = position("1522 R252/76R   1523 305/77 306/77").play("Pick 305/77", "Strike 1522")
    beaten.roll(4).play("Return", "Pick 306/77")
    assert beaten.rule("Join 305/77") == "LB-10.10a"


@pytest.mark.rule("LB-10.10a")
def test_a_return_is_to_the_hex_the_group_struck_from_not_to_where_it_began() -> None:
    game = position("1522 R252/76R   1525 305/77").play("Pick 305/77", "March 1524", "March 1523")

    game.play("Strike 1522").roll(4).play("Return")

    assert game.where("305/77") == "1523"


@pytest.mark.rule("LB-10.10b")
def test_the_choice_comes_after_every_failed_round() -> None:
    game = position("1522 20/5G 3GzF/5G 3GGren/5G   1523 305/77 306/77")
    game.play("Pick 305/77", "Join 306/77", "Strike 1522")

    for left in (5, 2):  # 1:2 or 1:3, always 3/0
        game.roll(2).play("Lose 305/77" if game.steps("305/77") else "Lose 306/77")
        while not isinstance(game.state.top, Repulsed):
            game.play("Lose 305/77" if game.steps("305/77") else "Lose 306/77")
        assert game.steps("305/77") + game.steps("306/77") == left
        assert game.offers() == ["Again", "Return"]
        game.play("Again")


@pytest.mark.rule("LB-10.12")
def test_who_made_a_hasty_attack_may_attack_in_the_combat_phase() -> None:
    game = position("1522 R252/76R R253/76R   1523 305/77").play("Pick 305/77", "Strike 1522")
    game.roll(6).play("Lose R252/76R", "Return", "Done")

    assert isinstance(game.state.top, Combat)
    game.attack("1522", "305/77")
    assert game.column == "1:1"  # 6 : 6
