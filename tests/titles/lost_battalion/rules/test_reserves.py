"""Chapter 6: the Reserve Box, replacements, R&R and the Final Offensive."""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position, ring

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import TurnRow
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import (
    Announcement,
    Arrivals,
    Combat,
    GermanReplacements,
    Movement,
)
from grognard.titles.lost_battalion.position.state import DEAD, DUE, RESERVE, RESTING, bury

FIRST = ("16/1", "18/1", "26/1", "28/1")
THIRD = ("4/3", "7/3", "30/3", "38/3")
RING = "18/41ID 148/41ID 152/41ID 178/123ID 351/123ID R106/123ID"


def boxed(names: tuple[str, ...], box: int = RESERVE) -> dict[str, int]:
    return dict.fromkeys(names, box)


def reserves(names: tuple[str, ...] = FIRST, box: int = RESERVE, **more: Any) -> Game:
    """Those units in the Reserve Box, as A6 asks about them."""
    more.setdefault("turn", 5)
    return position(at="a6", boxes=boxed(names, box), **more)


def weaken(game: Game, **steps: int) -> Game:
    """`weaken(game, u16=2)`: the 16th of the 1st Division has two steps left."""
    for name, left in steps.items():
        game.state.steps[game.unit(f"{name[1:]}/1")] = left
    return game


def wheres(game: Game, names: tuple[str, ...]) -> set[str | int]:
    return {game.where(name) for name in names}


# -- the Reserve Box -------------------------------------------------------------------------


@pytest.mark.rule("LB-6.3a")
def test_the_reserve_box_opens_on_turn_2() -> None:
    assert position(turn=1, boxes=boxed(FIRST)).rule("Pick 16/1") == "LB-6.3a"
    assert position(turn=2, boxes=boxed(FIRST)).allows("Pick 16/1")


@pytest.mark.rule("LB-6.3a")
def test_five_divisions_begin_in_the_reserve_box() -> None:
    game = Game(lb.setup("historical", {}))
    inside = {u.division for u in game.kit.units if game.state.hex_of[u.id] == RESERVE}

    keys = {game.kit.divisions[division].key for division in inside}
    assert keys == {"US 1", "US 3", "US 29", "US 32", "US 82"}


@pytest.mark.rule("LB-6.3b")
def test_reserves_enter_in_the_south_with_full_movement_at_any_moment() -> None:
    game = position("1940 317/80", turn=2, boxes=boxed(FIRST))
    # Eight clear hexes at a point each, after another unit has moved.
    clear = ("2148", "2147", "2146", "2145", "2044", "2043", "2042", "2041")

    game.play("Pick 317/80", "March 1941", "Halt", "Pick 16/1")
    assert game.rule("March 0145") == "LB-6.1b"
    game.play(*(f"March {hex_}" for hex_ in clear))

    assert game.where("16/1") == "2041"
    assert game.rule("March 2040") == "LB-8.0a"


@pytest.mark.rule("LB-6.3b")
def test_entering_costs_no_attack_supply_but_attacking_afterwards_does() -> None:
    game = position("1142 4GzF/1G", turn=2, boxes=boxed(FIRST))
    road = ("1348", "1347", "1246", "1245", "1144", "1143")

    game.play("Pick 16/1", *(f"March {hex_}" for hex_ in road), "Halt", "Done")
    assert isinstance(game.state.top, Combat)
    assert game.state.divisions == 0

    game.attack("1142", "16/1")
    assert game.state.divisions == 1 << game.kit.division_by_key["US 1"]


@pytest.mark.rule("LB-6.3c")
def test_us_infantry_with_a_line_of_communication_is_lifted_off_the_map() -> None:
    game = position("1243 137/35  0143 217/71DI  1144 IA")

    assert game.rule("Lift 217/71DI") == "LB-6.3c"
    assert game.rule("Lift IA") == "LB-6.3c"
    game.play("Lift 137/35")

    assert game.where("137/35") == RESERVE
    assert game.at("1243") == set()
    assert game.rule("Lift 137/35") == "LB-6.3c"


@pytest.mark.rule("LB-6.3a", "LB-6.3c")
def test_units_are_lifted_on_turn_1_though_none_comes_back_before_turn_2() -> None:
    game = position("1243 137/35", turn=1).play("Lift 137/35")
    assert game.where("137/35") == RESERVE

    game.end_turn().until(Movement, turn=2)
    assert game.allows("Pick 137/35")


@pytest.mark.rule("LB-6.3c")
@pytest.mark.parametrize("at", ["a6", "b2", "b3", "c1"])
def test_units_are_lifted_in_the_allied_movement_phase_only(at: str) -> None:
    game = position("1243 137/35", at=at)

    assert game.rule("Lift 137/35") in ("LB-S.5", "LB-S.1")
    assert position("1243 137/35", at="b1").allows("Lift 137/35")


@pytest.mark.rule("LB-6.3m")
def test_a_unit_without_a_line_of_communication_stays() -> None:
    game = position(f"1523 137/35  {ring('1523', RING)}")

    assert game.rule("Lift 137/35") == "LB-6.3m"
    assert position(f"1523 137/35  {ring('1523', RING, '1424')}").allows("Lift 137/35")


@pytest.mark.rule("LB-6.3m")
def test_the_line_of_communication_is_that_of_the_start_of_the_phase() -> None:
    game = position(f"1523 137/35  {ring('1523', RING)}")

    bury(game.state, game.unit("18/41ID"))  # as if a Hasty Attack had opened the ring

    assert game.rule("Lift 137/35") == "LB-6.3m"


@pytest.mark.rule("LB-6.3e")
def test_a_unit_that_moved_or_entered_is_not_lifted() -> None:
    game = position("1243 137/35  1343 138/35", turn=2, boxes={"16/1": RESERVE})
    game.play("Pick 137/35", "March 1244", "Halt", "Pick 16/1", "March 1648", "Halt")

    assert game.rule("Lift 137/35") == "LB-6.3e"
    assert game.rule("Lift 16/1") == "LB-6.3e"
    assert game.allows("Lift 138/35")


@pytest.mark.rule("LB-6.3e")
def test_a_unit_thrown_back_from_a_hasty_attack_is_not_lifted() -> None:
    game = position("1143 109/28 110/28  1142 4GzF/1G", turn=1)

    game.play("Pick 109/28", "Strike 1142").roll(1).play("Return")

    assert game.where("109/28") == "1143"
    assert game.rule("Lift 109/28") == "LB-6.3e"
    assert game.allows("Lift 110/28")


@pytest.mark.rule("LB-6.3e")
def test_a_unit_lifted_this_turn_comes_back_next_turn_at_the_earliest() -> None:
    game = position("1243 137/35", turn=3).play("Lift 137/35")
    assert game.rule("Pick 137/35") == "LB-6.3e"

    assert game.end_turn().until(Movement).allows("Pick 137/35")


@pytest.mark.rule("LB-6.3e", "LB-6.3d")
def test_a_single_regiment_may_be_lifted_but_gains_nothing_alone() -> None:
    game = position("1243 137/35:2 138/35  1343 139/35 140/35", turn=3)

    game.play("Lift 137/35").end_turn().until(Arrivals)
    assert game.rule("Replace 137/35") == "LB-6.3d"

    game.until(Movement).play("Lift 138/35", "Lift 139/35", "Lift 140/35")
    assert game.end_turn().until(Arrivals).allows("Replace 137/35")


# -- replacements ----------------------------------------------------------------------------


@pytest.mark.rule("LB-6.3d")
def test_a_us_division_takes_replacements_when_all_that_is_left_is_in_the_box() -> None:
    whole = weaken(reserves(), u16=2)
    assert whole.allows("Replace 16/1")

    part = weaken(position("1243 28/1", turn=5, at="a6", boxes=boxed(FIRST[:3])), u16=2)
    assert part.rule("Replace 16/1") == "LB-6.3d"

    on_map = position("1243 16/1:2 18/1  1343 26/1 28/1", turn=5, at="a6")
    assert on_map.rule("Replace 16/1") == "LB-6.3d"


@pytest.mark.rule("LB-6.3d")
def test_destroyed_regiments_are_not_waited_for() -> None:
    game = weaken(reserves(FIRST[:3]), u16=2)
    bury(game.state, game.unit("28/1"))

    assert game.allows("Replace 16/1")


@pytest.mark.rule("LB-6.3d")
def test_a_division_waiting_to_enter_gets_nothing_until_it_goes_to_the_box() -> None:
    game = weaken(reserves(box=DUE), u16=2)
    assert game.rule("Replace 16/1") == "LB-6.3d"

    assert game.play("Reserve US 1").allows("Replace 16/1")


@pytest.mark.rule("LB-6.3f")
def test_the_pools_begin_at_50_and_11() -> None:
    assert lb.setup("historical", {}).pools == (50, 11)


@pytest.mark.rule("LB-6.3f")
def test_an_empty_pool_gives_nothing() -> None:
    game = weaken(reserves(), u16=1)
    game.state.pools = (1, 1)

    game.play("Replace 16/1")

    assert game.state.pools == (0, 1)
    assert game.rule("Replace 16/1") == "LB-6.3f"
    assert not isinstance(position(turn=5, at="a4", pools=(50, 0)).state.top, GermanReplacements)


@pytest.mark.rule("LB-6.3g")
def test_one_replacement_is_one_step_up_to_full_strength_and_as_many_as_one_likes() -> None:
    game = weaken(reserves(), u16=1, u18=3)

    game.play("Replace 16/1")
    assert (game.steps("16/1"), game.state.pools) == (2, (49, 11))
    game.play("Replace 16/1", "Replace 16/1", "Replace 18/1")

    assert (game.steps("16/1"), game.steps("18/1")) == (4, 4)
    assert game.state.pools == (46, 11)
    assert game.rule("Replace 16/1") == "LB-6.3g"


@pytest.mark.rule("LB-6.3h")
def test_the_french_never_receive_replacements() -> None:
    game = position("0143 217/71DI:1", turn=5, at="a6")
    assert game.rule("Replace 217/71DI") == "LB-6.3h"

    names = ("217/71DI", "221/71DI", "358/71DI")
    game = reserves(names)
    game.state.steps[game.unit("217/71DI")] = 1
    assert game.rule("Replace 217/71DI") == "LB-6.3h"


@pytest.mark.rule("LB-14.13")
def test_austro_hungarians_never_receive_replacements() -> None:
    game = position("1523 kuk5/1AH:1  1323 18/41ID:1", turn=5, at="a4")

    assert game.rule("Replace kuk5/1AH") == "LB-14.13"
    assert game.allows("Replace 18/41ID")
    assert "Replace kuk5/1AH" not in game.offers()


@pytest.mark.rule("LB-6.3i")
def test_a_unit_without_steps_is_destroyed_and_never_replaced() -> None:
    game = position("1323 137/35:1  1322 18/41ID", at="a2", turn=2, boxes=boxed(("138/35",)))

    game.play("Gas 1323").until(Arrivals)

    assert (game.where("137/35"), game.steps("137/35")) == (DEAD, 0)
    assert game.rule("Replace 137/35") == "LB-6.3i"
    assert game.until(Movement).rule("Pick 137/35") == "LB-6.3i"


@pytest.mark.rule("LB-6.3i")
def test_a_destroyed_german_unit_is_never_replaced_either() -> None:
    game = position("1523 18/41ID:1  1322 148/41ID:1", turn=5, at="a4")
    bury(game.state, game.unit("18/41ID"))

    assert game.rule("Replace 18/41ID") == "LB-6.3i"
    assert game.allows("Replace 148/41ID")


@pytest.mark.rule("LB-6.3j")
def test_a_german_unit_takes_replacements_on_the_map_away_from_the_enemy() -> None:
    text = "1523 18/41ID:1  1322 148/41ID:1  1424 137/35"
    game = position(text, turn=5, at="a4")

    assert game.rule("Replace 18/41ID") == "LB-6.3j"  # 1424 is its neighbour
    game.play("Replace 148/41ID")

    assert game.steps("148/41ID") == 2
    assert game.state.pools == (50, 10)


@pytest.mark.rule("LB-6.3j")
@pytest.mark.parametrize("allied", ["217/71DI", "344LT"])
def test_any_allied_unit_next_door_forbids_replacements(allied: str) -> None:
    game = position(f"1523 18/41ID:1  1422 {allied}", turn=5, at="a4")

    assert game.rule("Replace 18/41ID") == "LB-6.3j"


@pytest.mark.rule("LB-6.3j")
def test_a_german_unit_waiting_off_the_map_takes_none() -> None:
    game = position(turn=5, at="a4", boxes={"18/41ID": DUE})
    game.state.steps[game.unit("18/41ID")] = 1

    assert game.rule("Replace 18/41ID") == "LB-6.3j"


@pytest.mark.rule("LB-6.3j")
def test_a_refilled_unit_neither_moves_nor_attacks_in_that_turn() -> None:
    text = "1322 18/41ID:1 148/41ID  1524 137/35"
    game = position(text, turn=5, at="a4").play("Replace 18/41ID")
    game.until(Movement).play("Pick 137/35", "March 1424", "March 1423", "Halt", "Done")

    game.until(Movement)
    assert game.rule("Pick 18/41ID") == "LB-6.3j"
    assert game.play("Pick 148/41ID").rule("Join 18/41ID") == "LB-6.3j"
    game.play("Halt").until(Combat)
    game.play("Attack 1423")
    assert game.rule("Commit 18/41ID") == "LB-6.3j"
    assert game.allows("Commit 148/41ID")

    game.play("CallOff").end_turn()
    assert game.until(Movement).play("Done").until(Movement).allows("Pick 18/41ID")


@pytest.mark.rule("LB-6.3k")
def test_a_german_unit_out_of_supply_takes_no_replacements() -> None:
    options = {"control_blocks_supply": "on"}
    around = "1422 1522 1623 1524 1424 1423"

    cut_off = position("1523 18/41ID:1", turn=5, at="a4", options=options, allied=around)
    assert cut_off.rule("Replace 18/41ID") == "LB-6.3k"
    free = position("1523 18/41ID:1", turn=5, at="a4", options=options, allied=around[5:])
    assert free.allows("Replace 18/41ID")


@pytest.mark.rule("LB-6.3k")
def test_machine_guns_and_artillery_take_none() -> None:
    assert position("1523 MG1", turn=5, at="a4").rule("Replace MG1") == "LB-6.3k"
    assert position("1144 IA", turn=5, at="a6").rule("Replace IA") == "LB-6.3k"


@pytest.mark.rule("LB-6.3l")
def test_a_us_tank_may_be_lifted_but_gains_nothing() -> None:
    game = position("1243 344LT:1  1343 Gr14", turn=3)
    assert game.rule("Lift Gr14") == "LB-6.3c"

    game.play("Lift 344LT").end_turn().until(Arrivals)
    assert game.where("344LT") == RESERVE
    assert game.rule("Replace 344LT") == "LB-11.8e"
    game.until(Movement).play("Pick 344LT", "March 1348", "Halt")


@pytest.mark.rule("LB-6.3n")
def test_the_pools_never_grow() -> None:
    assert not [name for name in TurnRow.__struct_fields__ if "repl" in name or "pool" in name]
    game = position("1243 137/35  1523 18/41ID", turn=1, pools=(7, 3))

    for _ in range(15):
        game.end_turn()
        assert game.state.pools == (7, 3)
    assert game.state.turn == 16


# -- Hasty Attacks and the Final Offensive -----------------------------------------------------

FRONT = "1143 109/28  1142 4GzF/1G  0943 305/77"


def striking(unit: str = "109/28", text: str = FRONT, to: str = "1142", **more: Any) -> str | None:
    """The rule that forbids the unit a Hasty Attack."""
    game = position(text, **more).play(f"Pick {unit}")
    return game.rule(f"Strike {to}")


def in_offensive(game_turn: int, since: int, *keys: str) -> dict[str, Any]:
    kit = position().kit
    return {
        "turn": game_turn,
        "announced": since,
        "final": sum(1 << kit.division_by_key[key] for key in keys),
    }


@pytest.mark.rule("LB-6.4a")
def test_us_units_may_make_hasty_attacks_on_turn_1() -> None:
    assert striking(turn=1) is None


@pytest.mark.rule("LB-6.4k")
@pytest.mark.parametrize("turn", range(2, 17))
def test_without_the_final_offensive_there_are_no_hasty_attacks_after_turn_1(turn: int) -> None:
    assert striking(turn=turn) == "LB-6.4k"


@pytest.mark.rule("LB-6.4b")
@pytest.mark.parametrize("turn", range(1, 17))
def test_the_final_offensive_may_be_announced_from_turn_13(turn: int) -> None:
    game = position(turn=turn, at="a7")

    assert isinstance(game.state.top, Announcement) == (turn >= 13)
    assert game.allows("Announce") == (turn >= 13)


@pytest.mark.rule("LB-6.4b", "LB-6.4c")
def test_announcing_gives_the_rested_divisions_their_hasty_attacks_at_once() -> None:
    kit = position().kit
    text = "1143 109/28 110/28  1042 111/28 112/28  1142 4GzF/1G  1243 137/35"
    game = position(text, turn=13, at="a7", rested=1 << kit.division_by_key["US 28"])

    game.play("Announce")
    assert game.told(ev.OffensiveAnnounced)[-1].divisions == ("US 28",)

    assert game.play("Pick 109/28").allows("Strike 1142")
    game.play("Halt", "Pick 137/35")
    assert game.rule("Strike 1142") == "LB-6.4c"


@pytest.mark.rule("LB-6.4c")
def test_only_divisions_of_the_final_offensive_make_hasty_attacks() -> None:
    text = "1143 109/28 344LT  1142 4GzF/1G  1243 137/35"

    assert striking("109/28", text, **in_offensive(14, 13, "US 28")) is None
    assert striking("137/35", text, **in_offensive(14, 13, "US 28")) == "LB-6.4c"
    game = position("1143 109/28 137/35  1142 4GzF/1G", **in_offensive(14, 13, "US 28"))
    assert game.play("Pick 109/28", "Join 137/35").rule("Strike 1142") == "LB-6.4c"


def announced(names: tuple[str, ...] = FIRST, *, rested: bool = True, **steps: int) -> bool:
    """Whether the 1st Division is in an offensive announced on turn 13."""
    kit = position().kit
    division = 1 << kit.division_by_key["US 1"]
    game = position(turn=13, at="a7", boxes=boxed(names), rested=division if rested else 0)
    for name in set(FIRST) - set(names):
        bury(game.state, game.unit(name))
    weaken(game, **steps).play("Announce")
    return game.state.final == division


@pytest.mark.rule("LB-6.4d")
def test_the_final_offensive_wants_divisions_rested_complete_and_at_full_strength() -> None:
    assert announced()
    assert not announced(rested=False)
    assert not announced(FIRST[:3])
    assert not announced(u26=3)


@pytest.mark.rule("LB-6.4d")
def test_a_rested_division_may_stand_on_the_map_when_it_is_announced() -> None:
    kit = position().kit
    rested = 1 << kit.division_by_key["US 1"]
    game = position("1243 16/1 18/1  1343 26/1 28/1", turn=13, at="a7", rested=rested)

    assert game.play("Announce").state.final == rested


@pytest.mark.rule("LB-6.4d", "LB-6.4e")
@pytest.mark.parametrize(("start", "included"), [(10, True), (11, False)])
def test_three_turns_of_rest_begun_on_turn_10_and_no_later_serve_for_turn_13(
    start: int, included: bool
) -> None:
    game = reserves(turn=start).play("Rest US 1")

    game.until(Announcement, turn=13).play("Announce")

    assert bool(game.state.final) is included


@pytest.mark.rule("LB-6.4e")
def test_a_resting_division_is_out_of_play_for_three_turns_and_then_rested() -> None:
    game = reserves(turn=5).play("Rest US 1")

    for turn in (5, 6, 7):
        game.until(Movement, turn=turn)
        assert wheres(game, FIRST) == {RESTING}
        assert game.rule("Pick 16/1") == "LB-6.4e"
        game.end_turn()
    game.until(Movement, turn=8)
    assert wheres(game, FIRST) == {RESERVE}
    assert game.state.rested == 1 << game.kit.division_by_key["US 1"]
    assert game.allows("Pick 16/1")


@pytest.mark.rule("LB-6.4e")
def test_only_a_division_wholly_in_the_reserve_box_goes_onto_the_track() -> None:
    game = position("1243 28/1  1343 137/35", turn=5, at="a6", boxes=boxed(FIRST[:3] + THIRD))

    assert game.rule("Rest US 1") == "LB-6.4e"
    assert game.rule("Rest US 35") == "LB-6.4e"
    assert game.allows("Rest US 3")
    game.play("Rest US 3")
    assert game.rule("Rest US 3") == "LB-6.4e"


@pytest.mark.rule("LB-6.4e")
def test_a_division_that_has_lost_a_regiment_may_rest_with_what_is_left() -> None:
    game = reserves(FIRST[:3])
    bury(game.state, game.unit("28/1"))

    game.play("Rest US 1")

    assert wheres(game, FIRST[:3]) == {RESTING}
    assert game.where("28/1") == DEAD


@pytest.mark.rule("LB-6.4f")
def test_a_division_that_just_arrived_may_go_straight_onto_the_track() -> None:
    game = position(turn=10, at="a6")
    second = ("9/2", "23/2", "5M/2", "6M/2")
    assert wheres(game, second) == {DUE}

    game.play("Rest US 2").until(Announcement, turn=13).play("Announce")

    assert game.state.final == 1 << game.kit.division_by_key["US 2"]


@pytest.mark.rule("LB-6.4f")
def test_a_division_taken_off_the_track_early_begins_anew() -> None:
    game = reserves(turn=9).play("Rest US 1")
    assert game.rule("Recall US 1") == "LB-6.4e", "not in the turn it went on"

    game.until(Arrivals, turn=11).play("Recall US 1")
    assert wheres(game, FIRST) == {RESERVE}
    assert game.state.rested == 0
    assert game.rule("Recall US 1") == "LB-6.4f"
    game.play("Rest US 1").until(Arrivals, turn=13)
    assert wheres(game, FIRST) == {RESTING}
    assert game.until(Arrivals, turn=14).state.rested


@pytest.mark.rule("LB-6.4f")
def test_a_rested_division_must_be_whole_again_at_the_announcement() -> None:
    game = reserves(turn=9).play("Rest US 1").until(Arrivals, turn=13)
    assert game.state.rested
    weaken(game, u16=3)
    spent = lb.copy(game.state)

    assert game.until(Announcement).play("Announce").state.final == 0
    refilled = Game(spent).play("Replace 16/1").until(Announcement).play("Announce")
    assert refilled.state.final == 1 << game.kit.division_by_key["US 1"]


@pytest.mark.rule("LB-6.4f")
def test_losses_after_the_announcement_do_not_end_the_right() -> None:
    game = position("1143 109/28:1  1142 4GzF/1G", **in_offensive(14, 13, "US 28"))
    bury(game.state, game.unit("110/28"))

    assert game.play("Pick 109/28").allows("Strike 1142")


@pytest.mark.rule("LB-6.4g")
def test_a_division_on_the_track_receives_replacements() -> None:
    game = weaken(reserves(), u16=2)

    game.play("Rest US 1", "Replace 16/1").until(Arrivals, turn=6).play("Replace 16/1")

    assert game.where("16/1") == RESTING
    assert (game.steps("16/1"), game.state.pools[0]) == (4, 48)


@pytest.mark.rule("LB-6.4h")
@pytest.mark.parametrize("join", ["on", "off"])
def test_divisions_rested_later_join_the_offensive_unless_the_option_is_off(join: str) -> None:
    game = reserves(turn=11, options={"late_rested_join": join}).play("Rest US 1")
    game.until(Announcement, turn=13).play("Announce")
    assert game.state.final == 0

    game.until(Movement, turn=14)

    first = 1 << game.kit.division_by_key["US 1"]
    assert game.state.final == (first if join == "on" else 0)


@pytest.mark.rule("LB-6.4h")
def test_a_rested_division_made_whole_after_the_announcement_joins_that_turn() -> None:
    kit = position().kit
    first = 1 << kit.division_by_key["US 1"]
    game = weaken(reserves(turn=14, announced=13, rested=first), u16=3)
    unhealed = Game(lb.copy(game.state)).until(Movement)

    assert unhealed.state.final == 0
    assert game.play("Replace 16/1").until(Movement).state.final == first


@pytest.mark.rule("LB-6.4i")
def test_french_infantry_makes_no_hasty_attacks_but_by_option_on_turn_1() -> None:
    text, option = "0142 217/71DI  0141 R252/76R", {"french_hasty_t1": "on"}

    def french(**more: Any) -> str | None:
        return striking("217/71DI", text, "0141", **more)

    assert french(turn=1) == "LB-6.4i"
    assert french(turn=1, options=option) is None
    assert french(turn=2, options=option) == "LB-6.4i"
    assert french(**in_offensive(14, 13, "US 28"), options=option) == "LB-6.4i"


@pytest.mark.rule("LB-6.4i")
def test_germans_make_no_hasty_attacks_but_by_option() -> None:
    text = "1523 18/41ID  1422 137/35"

    assert striking("18/41ID", text, "1422", at="c1", turn=3) == "LB-6.4i"
    option = {"german_hasty": "on"}
    assert striking("18/41ID", text, "1422", at="c1", turn=3, options=option) is None


@pytest.mark.rule("LB-6.4i")
@pytest.mark.parametrize("tank", ["344LT", "Gr14"])
def test_tanks_may_join_us_hasty_attacks(tank: str) -> None:
    game = position(f"1143 109/28 {tank}  1142 4GzF/1G", turn=1)

    assert game.play("Pick 109/28", f"Join {tank}").allows("Strike 1142")


@pytest.mark.rule("LB-6.4j")
def test_the_final_offensive_is_announced_once_and_lasts_to_the_end() -> None:
    kit = position().kit
    rested = 1 << kit.division_by_key["US 28"]
    text = "1143 109/28 110/28  1042 111/28 112/28  1142 4GzF/1G"
    game = position(text, turn=13, at="a7", rested=rested).play("Announce")

    asked = []
    for turn in (14, 15, 16):
        while not (isinstance(game.state.top, Movement) and game.state.turn == turn):
            asked += [turn] if isinstance(game.state.top, Announcement) else []
            game.play("Done")
        march = Game(lb.copy(game.state)).play("Pick 109/28")
        assert march.allows("Strike 1142")
    assert asked == []
    assert game.state.announced == 13


@pytest.mark.rule("LB-6.4j", "LB-6.4b")
def test_an_announcement_not_made_on_turn_13_may_be_made_later() -> None:
    game = position("1243 137/35", turn=13, at="a7").play("Done")

    game.until(Announcement, turn=15).play("Announce")

    assert game.state.announced == 15
