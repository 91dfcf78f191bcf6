"""Chapter 11, the end: tanks and machine guns."""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import (
    Absorption,
    Combat,
    Losses,
    Marching,
    Movement,
    Repulsed,
)
from grognard.titles.lost_battalion.position.state import POOL, RESERVE

# -- tanks ------------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.8a", "LB-11.8h")
def test_tanks_join_regular_attacks_and_add_no_strength() -> None:
    game = position("1522 R252/76R   1523 305/77 344LT", at="b2")

    game.attack("1522", "305/77", "344LT")

    assert game.column == "2:1"  # 8 : 4


@pytest.mark.rule("LB-11.8a", "LB-11.8h")
def test_tanks_join_hasty_attacks_and_add_no_strength() -> None:
    game = position("1522 R252/76R   1523 305/77 344LT")

    game.play("Pick 305/77", "Join 344LT", "Strike 1522")

    assert game.column == "2:1"  # 8 : 4
    game.roll(1)
    assert isinstance(game.state.top, Absorption)


@pytest.mark.rule("LB-11.8h")
def test_tanks_alone_attack_nobody() -> None:
    regular = position("1522 R252/76R   1523 305/77 344LT", at="b2")
    hasty = position("1522 R252/76R   1523 344LT")

    assert regular.play("Attack 1522", "Commit 344LT").rule("Launch") == "LB-11.8h"
    assert hasty.play("Pick 344LT").rule("Strike 1522") == "LB-11.8h"


@pytest.mark.rule("LB-11.8h")
def test_tanks_that_outlive_their_infantry_do_not_fight_on() -> None:
    game = position("1522 20/5G 3GzF/5G   1523 305/77:1 344LT")
    game.play("Pick 305/77", "Join 344LT", "Strike 1522").roll(6)  # 2 : 12 → 1:3, 2/1
    game.play("Absorb", "Lose 305/77", "Lose 20/5G")

    assert isinstance(game.state.top, Repulsed)
    assert game.rule("Again") == "LB-11.8h"
    game.play("Return")
    assert isinstance(game.state.top, Movement)


def lossy(text: str, *units: str, face: int) -> Game:
    """An attack on 1522 by units of 1523, rolled; odds as the test says."""
    return position(f"1522 {text}", at="b2").attack("1522", *units).roll(face)


@pytest.mark.rule("LB-11.8b")
def test_tanks_in_an_attack_save_one_step() -> None:
    text = "R252/76R   1523 305/77 344LT"
    helped = lossy(text, "305/77", "344LT", face=2)  # 2:1, 2/1
    helped.play("Absorb", "Lose 305/77")
    alone = lossy(text, "305/77", face=2)

    assert helped.steps("305/77") == 3
    assert helped.steps("344LT") == 2
    assert helped.told(ev.TanksAbsorbed)[-1].steps == 1
    assert alone.steps("305/77") == 2  # the tanks stood by


@pytest.mark.rule("LB-11.8b")
def test_tanks_save_nothing_in_defence_or_under_fire() -> None:
    defence = position("1522 305/77 344LT   1521 20/5G 3GzF/5G", at="c2", turn=15)
    defence.attack("1522", "20/5G", "3GzF/5G").roll(4)  # 12 : 8 → 1:1, 2/1
    defence.play("Lose 20/5G", "Lose 20/5G", "Lose 305/77")
    fire = position("1522 R252/76R   1523 305/77 344LT", at="b2", turn=2)
    fire.attack("1522", "305/77", "344LT").play("Fire barrage 1523").roll(6).play("Lose 305/77")

    assert defence.steps("305/77") == 3
    assert fire.steps("305/77") == 3
    assert not fire.told(ev.TanksAbsorbed)


@pytest.mark.rule("LB-11.8c", "LB-11.8j")
def test_of_the_steps_still_lost_the_second_is_a_tanks() -> None:
    game = lossy("R252/76R R253/76R   1523 305/77 344LT", "305/77", "344LT", face=1)  # 1:1, 3/0
    game.play("Absorb", "Lose 305/77")

    assert game.rule("Lose 305/77") == "LB-11.8c"
    game.play("Lose 344LT")

    assert (game.steps("305/77"), game.steps("344LT")) == (3, 1)
    assert isinstance(game.state.top, Combat)


@pytest.mark.rule("LB-11.8j")
def test_the_first_and_the_third_step_come_from_anyone() -> None:
    text = "20/5G 3GzF/5G 3GGren/5G   1523 305/77 344LT"
    game = lossy(text, "305/77", "344LT", face=1)  # 8 : 18 → 1:3, 4/0
    game.play("Absorb")

    assert game.allows("Lose 344LT")
    game.play("Lose 305/77", "Lose 344LT")
    assert game.allows("Lose 344LT")
    game.play("Lose 305/77")

    assert (game.steps("305/77"), game.steps("344LT")) == (2, 1)


@pytest.mark.rule("LB-11.8c")
def test_without_a_tank_left_the_second_step_comes_from_anyone() -> None:
    text = "R252/76R R253/76R   1523 305/77 306/77 344LT:1"
    game = lossy(text, "305/77", "306/77", "344LT", face=1)  # 2:1, 2/0
    assert game.play("Absorb").allows("Lose 344LT")
    worse = lossy("20/5G 3GzF/5G   1523 305/77 306/77 344LT:1", "305/77", "306/77", "344LT", face=1)
    worse.play("Absorb", "Lose 344LT")  # 1:1, 3/0

    assert worse.allows("Lose 305/77")


@pytest.mark.rule("LB-11.8g")
def test_the_tanks_help_may_be_declined() -> None:
    game = lossy("R252/76R R253/76R   1523 305/77 344LT", "305/77", "344LT", face=2)  # 1:1, 2/0

    game.play("Decline", "Lose 305/77")
    assert game.allows("Lose 305/77")  # no tank is bound to take the second
    game.play("Lose 305/77")

    assert (game.steps("305/77"), game.steps("344LT")) == (2, 2)


@pytest.mark.rule("LB-11.8i")
def test_many_tanks_save_one_step_in_all() -> None:
    text = "R252/76R   1523 305/77 344LT   1623 345LT   1422 Gr14"
    game = position(f"1522 {text}", at="b2").attack("1522", "305/77", "344LT", "345LT", "Gr14")
    game.roll(1)  # 8 : 4, 2/0

    game.play("Absorb")

    asked = game.state.top
    assert isinstance(asked, Losses)
    assert asked.left == 1


@pytest.mark.rule("LB-11.8d")
@pytest.mark.parametrize(
    ("defenders", "strength"),
    [("344LT", 1), ("344LT 345LT", 1), ("305/77 344LT", 8), ("305/77", 8)],
)
def test_tanks_defend_with_one_if_alone_and_else_add_nothing(defenders: str, strength: int) -> None:
    game = position(f"1522 {defenders}   1521 R252/76R", at="c2", turn=15)

    game.attack("1522", "R252/76R").roll(4)

    assert f": {strength} →" in game.told(ev.AssaultRolled)[-1].line


@pytest.mark.rule("LB-11.8e")
def test_tanks_have_two_steps_and_never_get_replacements() -> None:
    game = position("1748 344LT:1", at="a6", turn=3, boxes={"305/77": RESERVE, "345LT": RESERVE})
    game.state.steps[game.unit("345LT")] = 1
    game.state.steps[game.unit("305/77")] = 1

    assert {unit.steps for unit in game.kit.units if unit.kind == "TANK"} == {2}
    assert game.rule("Replace 344LT") == "LB-11.8e"
    assert game.rule("Replace 345LT") == "LB-11.8e"


@pytest.mark.rule("LB-11.8f")
@pytest.mark.parametrize("rugged", ["1524", "1225"])  # forest; rough
def test_tanks_do_not_enter_or_attack_into_forest_or_rough(rugged: str) -> None:
    start = {"1524": "1525", "1225": "1226"}[rugged]
    march = position(f"{start} 344LT 305/77").play("Pick 344LT")
    hasty = position(f"{rugged} MG1   {start} 344LT 305/77").play("Pick 305/77", "Join 344LT")
    regular = position(f"{rugged} MG1   {start} 344LT 305/77", at="b2").play(f"Attack {rugged}")

    assert march.rule(f"March {rugged}") == "LB-11.8f"
    assert hasty.rule(f"Strike {rugged}") == "LB-11.8f"
    assert regular.rule("Commit 344LT") == "LB-11.8f"
    assert regular.allows("Commit 305/77")


@pytest.mark.rule("LB-11.8f", "LB-11.8g")
def test_a_road_over_the_hexside_takes_tanks_into_forest_and_rough() -> None:
    # 1232, forest and rough, has a road to 1332 and none to 1331.
    text = "1232 MG1   1332 344LT 305/77   1331 345LT 306/77"
    regular = position(text, at="b2").play("Attack 1232")
    march = position("1332 344LT").play("Pick 344LT")

    assert regular.allows("Commit 344LT")
    assert regular.rule("Commit 345LT") == "LB-11.8f"
    assert march.allows("March 1331")
    regular.play("Commit 344LT", "Commit 305/77", "Launch").roll(6)  # 4:1, 3L → 1:1, 1/1
    assert regular.play("Absorb").allows("Advance 344LT")


@pytest.mark.rule("LB-11.8g")
def test_for_a_hasty_attack_too_the_hexside_counts() -> None:
    # Both hexes lie on roads, but no road crosses this hexside of 1232.
    game = position("1232 MG1   1331 345LT 306/77").play("Pick 306/77", "Join 345LT")
    road = position("1331 MG1   1332 345LT 306/77").play("Pick 306/77", "Join 345LT")

    assert game.rule("Strike 1232") == "LB-11.8f"
    assert road.allows("Strike 1331")
    assert isinstance(road.state.top, Marching)


# -- machine guns ----------------------------------------------------------------------------------


@pytest.mark.rule("LB-11.9a")
def test_a_machine_gun_has_one_step_and_defends_with_two() -> None:
    game = position("1522 MG1   1523 305/77", at="b2")

    game.attack("1522", "305/77")
    assert game.column == "4:1"  # 8 : 2
    game.roll(2)  # 1/1

    assert game.at("1522") == set()


@pytest.mark.rule("LB-11.9a")
def test_a_machine_gun_cannot_attack() -> None:
    game = position("1522 305/77   1521 MG1 R252/76R   1623 MG2", at="c2", turn=15)
    alone = position("1522 305/77   1521 MG1", at="c2", turn=15)

    assert game.play("Attack 1522").rule("Commit MG1") == "LB-11.9a"
    assert alone.rule("Attack 1522") == "LB-11.9a"


@pytest.mark.rule("LB-11.9b")
def test_ten_machine_guns_are_all_there_are() -> None:
    guns = [f"MG{n}" for n in range(1, 11)]
    spots = ["1117", "1217", "1317", "1417", "1517"]  # forest
    text = " ".join(f"{spots[n // 2]} {gun}" for n, gun in enumerate(guns[:9]))
    game = position(text, at="a3", turn=2)
    assert [unit.name for unit in game.kit.units if unit.kind == "MG"] == guns

    game.play("PlaceGun 1617")

    assert game.state.guns_left == 2
    assert game.rule("PlaceGun 1617") == "LB-11.9b"
    game.play("RemoveGun 1117")
    assert game.allows("PlaceGun 1617")


@pytest.mark.rule("LB-11.9c")
def test_machine_guns_never_move() -> None:
    game = position("1522 MG1", at="c1", turn=2)

    assert game.rule("Pick MG1") == "LB-11.9c"


@pytest.mark.rule("LB-11.9c", "LB-5.2a")
@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("1117", None),  # forest
        ("1225", None),  # rough
        ("1223", None),  # a town
        ("1227", None),  # a fortification
        ("1520", None),  # German infantry
        ("1522", "LB-11.9c"),  # open, and nobody there
        ("1420", "LB-11.9c"),  # open, and only a machine gun there
        ("1119", "LB-11.9c"),  # forest in Allied hands
        ("1443", "LB-11.9c"),  # forest south of the Start Line
        ("1218", "LB-5.2a"),  # two stand there already
    ],
)
def test_where_machine_guns_may_be_placed(label: str, rule: str | None) -> None:
    text = "1520 R252/76R   1420 MG1   1218 MG2 MG3"
    game = position(text, at="a3", turn=2, allied="1119")

    assert game.rule(f"PlaceGun {label}") == rule


@pytest.mark.rule("LB-11.9c")
def test_machine_guns_are_placed_in_supply() -> None:
    ring = "1016 305/77 1116 306/77 1217 307/77 1118 308/77 1018 137/35"
    one_way_out = position(ring, at="a3", turn=2)
    cut_off = position(f"{ring} 1017 138/35", at="a3", turn=2)

    assert one_way_out.allows("PlaceGun 1117")
    assert cut_off.rule("PlaceGun 1117") == "LB-11.9c"


@pytest.mark.rule("LB-11.9c")
def test_as_many_machine_guns_are_placed_as_the_turn_allows_and_any_may_be_removed() -> None:
    game = position("1218 MG1", at="a3", turn=2)

    game.play("PlaceGun 1117", "PlaceGun 1217", "PlaceGun 1317")
    assert game.rule("PlaceGun 1417") == "LB-11.9c"
    game.play("RemoveGun 1218")

    assert game.where("MG1") == POOL
    assert game.rule("RemoveGun 1218") == "LB-11.9c"
    assert position("", at="a3", turn=1).rule("PlaceGun 1117") == "LB-S.5"


@pytest.mark.rule("LB-11.9d")
def test_an_eliminated_machine_gun_returns_to_the_pool_and_is_placed_again() -> None:
    game = position("1522 MG1   1523 305/77", at="b2").attack("1522", "305/77").roll(2)

    assert game.where("MG1") == POOL
    assert game.steps("MG1") == 1
    game.play("Done", "Done", "Done", "Done", "Done", "Done")
    game.play("PlaceGun 1117")
    assert game.at("1117") == {"MG1"}


@pytest.mark.rule("LB-8.8c", "LB-11.9c")
def test_a_machine_gun_put_down_beside_a_bridge_does_not_take_it() -> None:
    game = position("0431 137/35", turn=6, at="a3")
    bridge = game.kit.bridges_at[game.kit.grid.at("0531")]
    assert game.state.bridges & bridge, "the regiment has taken it"

    game.play("PlaceGun 0531")

    assert game.state.bridges & bridge
    assert not game.state.fresh_bridges & bridge
