"""Units in hand: taking them up, flipping, moving, stopping, halting."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import QUARTERS
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Acting, Activities
from grognard.titles.bcs.rules.moving import movement


def left(game: Game) -> float:
    """The movement points of the unit in hand."""
    assert isinstance(game.top, Acting)
    return game.top.mp / 4


def reach(game: Game, name: str) -> dict[str, float]:
    found = movement.reach(game.state, game.unit(name))
    return {game.kit.grid.label(hex_): spent / 4 for hex_, spent in found.items()}


def ends(game: Game, name: str) -> set[str]:
    return set(game.kit.grid.labels(movement.ends(game.state, game.unit(name))))


def why_stopped(game: Game) -> list[str]:
    return [told.rule for told in game.told(ev.Stopped)]


# -- taking a unit in hand -----------------------------------------------------------------


@pytest.mark.rule("BCS-S.8")
def test_only_units_of_the_active_formation_act() -> None:
    game = position("14.10 II/3Pz   12.16 II/130   11.09 B/3Tk   15.10 I/902", active="2PZ")

    assert game.allows("Act II/3Pz")
    assert game.rule("Act II/130") == "BCS-S.8"  # Panzer Lehr
    assert game.rule("Act B/3Tk") == "BCS-S.8"  # the enemy
    assert game.rule("Act AA2") == "BCS-S.8"  # not on the map
    assert game.rule("Act Nobody") == "BCS-S.8"


@pytest.mark.rule("BCS-S.8")
def test_an_assigned_independent_acts_with_its_formation() -> None:
    game = position("10.11 A/3Tk C/20AIB", active="CCB10", command={"A/3Tk": "CCB10"})

    assert game.allows("Act A/3Tk")
    assert game.rule("Act C/20AIB") == "BCS-S.8"


@pytest.mark.rule("BCS-S.8")
def test_one_unit_at_a_time() -> None:
    game = position("14.10 II/3Pz I/304", active="2PZ").play("Act II/3Pz")

    assert game.rule("Act I/304") == "BCS-S.1"
    assert isinstance(game.play("Halt").top, Activities)
    assert game.allows("Act I/304")


@pytest.mark.rule("BCS-R.24")
def test_no_unit_acts_under_a_fail() -> None:
    game = position("14.10 II/3Pz", active="2PZ", snafu="fail")

    assert game.rule("Act II/3Pz") == "BCS-R.24"


@pytest.mark.rule("BCS-S.9")
def test_taking_up_and_halting_is_nothing() -> None:
    game = position("14.10 II/3Pz", active="2PZ").play("Act II/3Pz", "Halt")

    assert not game.has("stopped", "II/3Pz")
    assert game.play("Act II/3Pz").allows("Step 13.10")


@pytest.mark.rule("BCS-S.9")
def test_a_unit_that_moved_and_halted_moves_no_more_but_may_be_taken_up() -> None:
    game = position("14.10 II/3Pz   11.10 B/3Tk", active="2PZ").march("II/3Pz", "13.10")
    game.play("Act II/3Pz")

    assert game.rule("Step 12.09") == "BCS-S.9"
    assert game.rule("Flip") == "BCS-5.6.a"
    assert game.play("Halt").top == position(active="2PZ").top


@pytest.mark.rule("BCS-S.9")
def test_a_finished_unit_is_not_taken_up() -> None:
    game = position("14.10 II/3Pz", active="2PZ")
    told = movement.finish(game.state, game.unit("II/3Pz"))

    assert told == [ev.Finished(1, "II/3Pz")]
    assert game.rule("Act II/3Pz") == "BCS-S.9"
    assert movement.fire_refusal(game.state, game.unit("II/3Pz")) is not None


# -- MA ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.11", "BCS-R.30")
def test_a_partial_halves_the_ma_exactly() -> None:
    text = "14.10 II/3Pzd   16.11 II/304d"
    full, half = position(text, active="2PZ"), position(text, active="2PZ", snafu="partial")

    def points(game: Game, name: str) -> float:
        return movement.allowance(game.state, game.unit(name)) / 4

    assert [points(full, name) for name in ("II/3Pz", "II/304")] == [7, 6]
    assert [points(half, name) for name in ("II/3Pz", "II/304")] == [3.5, 3]
    assert left(half.play("Act II/3Pz")) == 3.5


@pytest.mark.rule("BCS-S.21", "BCS-S.25")
def test_the_march_to_noville_takes_three_points_and_a_half() -> None:
    way = ["09.15", "09.14", "10.13", "09.12", "10.11", "10.10", "11.09"]
    game = position("08.16 1/506", active="506", hq={"506": "10.12"}).play("Act 1/506")
    game.play(*(f"Step {label}" for label in way))

    assert left(game) == 2.5
    assert (
        reach(position("08.16 1/506", active="506", hq={"506": "10.12"}), "1/506")["11.09"] == 3.5
    )


@pytest.mark.rule("BCS-S.21", "BCS-R.30")
def test_on_a_partial_it_gets_as_far_as_10_10() -> None:
    game = position("08.16 1/506", active="506", snafu="partial", hq={"506": "10.12"})
    game.play("Act 1/506", "Step 09.15", "Step 09.14", "Step 10.13", "Step 09.12", "Step 10.11")

    assert game.play("Step 10.10").rule("Step 11.09") == "BCS-S.21"
    assert left(game) == 0


@pytest.mark.rule("BCS-S.26")
def test_a_march_by_a_secondary_road_in_mud() -> None:
    dry = position("14.10 II/3Pzm", active="2PZ").play("Act II/3Pz", "Step 13.10", "Step 12.10")
    mud = position("14.10 II/3Pzm", active="2PZ", ground="mud").play("Act II/3Pz")
    mud.play("Step 13.10", "Step 12.10", "Step 12.09")

    assert left(dry.play("Step 12.09")) == 14 - 1.5
    assert left(mud) == 14 - 3


@pytest.mark.rule("BCS-S.21")
def test_a_hex_that_is_not_adjacent_cannot_be_entered() -> None:
    game = position("14.10 II/3Pz", active="2PZ", hand="II/3Pz")

    assert game.rule("Step 12.10") == "BCS-S.21"
    assert game.rule("Step 99.99") == "BCS-S.21"


@pytest.mark.rule("BCS-S.22")
def test_a_prohibited_hex_cannot_be_entered() -> None:
    game = position("02.01 II/3Pz", active="2PZ", hand="II/3Pz", hq={"2PZ": "05.03"})

    assert game.rule("Step 03.01") == "BCS-S.22"


@pytest.mark.rule("BCS-S.22")
def test_all_takes_the_whole_ma_with_none_of_it_spent() -> None:
    base: dict[str, Any] = {"scenario": "bastogne", "active": "506", "hq": {"506": "04.14"}}
    fresh = position("05.14 1/506", hand="1/506", **base)
    spent = position("04.14 1/506", hand="1/506", **base).play("Step 05.14")

    assert left(fresh.play("Step 06.15")) == 0
    assert spent.rule("Step 06.15") == "BCS-S.22"


@pytest.mark.rule("BCS-R.44")
def test_an_unmoved_unit_can_always_enter_one_hex() -> None:
    game = position("10.10 II/304m", active="2PZ", hand="II/304", mp=1, hq={"2PZ": "13.10"})

    assert left(game.play("Step 11.10")) == 0  # rolling costs a truck 4
    assert game.rule("Step 11.11") == "BCS-S.21"


@pytest.mark.rule("BCS-R.44")
def test_a_unit_that_has_moved_cannot() -> None:
    game = position("09.10 II/304m", active="2PZ", hand="II/304", mp=3, hq={"2PZ": "13.10"})

    assert game.play("Step 10.10").rule("Step 11.10") == "BCS-S.21"


@pytest.mark.rule("BCS-R.44")
def test_nor_one_barred_by_zones_or_terrain() -> None:
    text = "10.11 II/304d   09.11 1/506"
    game = position(text, active="2PZ", hand="II/304", mp=0.25)

    assert game.rule("Step 09.12") == "BCS-6.0.b"
    assert game.rule("Step 09.11") == "BCS-S.27"
    assert game.allows("Step 11.11")


# -- enemies -------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.27")
def test_an_enemy_occupied_hex_cannot_be_entered() -> None:
    assert position("20.10 II/3Pz   21.10 1/506", active="2PZ", hand="II/3Pz").rule(
        "Step 21.10"
    ) == ("BCS-S.27")


@pytest.mark.rule("BCS-S.27")
def test_one_with_an_hq_alone_can() -> None:
    game = position("20.10 II/3Pz", active="2PZ", hand="II/3Pz", hq={"506": "21.10"})

    assert game.allows("Step 21.10")


# -- zones of control ----------------------------------------------------------------------


@pytest.mark.rule("BCS-6.0.a")
@pytest.mark.parametrize("unit", ["II/304d", "II/304m"])
def test_leg_and_truck_units_stop_in_any_ezoc(unit: str) -> None:
    game = position(f"11.11 {unit}   09.11 1/506", active="2PZ", hand="II/304").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.a"]
    assert game.rule("Step 11.11") == "BCS-S.9"


@pytest.mark.rule("BCS-6.0.b")
@pytest.mark.parametrize("unit", ["II/304d", "II/304m"])
def test_they_do_not_go_from_one_ezoc_to_another(unit: str) -> None:
    game = position(f"10.11 {unit}   09.11 1/506", active="2PZ", hand="II/304")

    assert game.rule("Step 09.12") == "BCS-6.0.b"
    assert game.rule("Step 09.10") == "BCS-6.0.b"
    assert game.allows("Step 11.11")


@pytest.mark.rule("BCS-6.0.b", "BCS-R.12")
def test_a_friend_in_the_other_hex_does_not_help() -> None:
    text = "10.11 II/304d   09.11 1/506   09.12 I/304d"
    game = position(text, active="2PZ", hand="II/304")

    assert game.rule("Step 09.12") == "BCS-6.0.b"


@pytest.mark.rule("BCS-6.0.c")
def test_tac_units_ignore_a_plain_ezoc() -> None:
    game = position("11.11 AA2m   09.11 1/506", active="2PZ", hand="AA2")
    game.play("Step 10.11", "Step 09.12")

    assert why_stopped(game) == []


@pytest.mark.rule("BCS-6.0.c", "BCS-6.0.h")
def test_tac_units_stop_in_a_support_av_ezoc_and_owe_nothing() -> None:
    text = "11.11 II/3Pzm   09.11 1/506"
    game = position(text, active="2PZ", hand="II/3Pz", box="B/81").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.c"]
    assert game.top == Acting(1, game.unit("II/3Pz"), 48, 8, lift=True, must=False, clear=False)
    assert game.allows("Halt")


@pytest.mark.rule("BCS-6.0.c", "BCS-6.0.g")
def test_an_av_unit_that_enters_a_real_av_ezoc_stops_and_must_engage() -> None:
    text = "11.11 II/3Pzm   09.11 B/3Tkd"
    game = position(text, active="2PZ", hand="II/3Pz").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.c"]
    assert game.rule("Step 11.11") == "BCS-S.9"
    assert game.rule("Halt") == "BCS-6.0.g"
    assert game.play("Engage 09.11").roll(4, 4).allows("Halt")  # both lose a step


@pytest.mark.rule("BCS-6.0.g")
def test_a_leg_unit_with_av_must_too() -> None:
    text = "11.11 I/304d   09.11 B/3Tkd"
    game = position(text, active="2PZ", hand="I/304").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.a"]
    assert game.rule("Halt") == "BCS-6.0.g"


@pytest.mark.rule("BCS-6.0.g")
def test_fire_at_somebody_else_is_no_way_out_of_it() -> None:
    text = "09.11 I/3Pzm   09.13 B/3Tkm   10.13 1/506"
    game = position(text, active="2PZ", hand="I/3Pz")

    assert game.play("Step 09.12").rule("Fire 10.13") == "BCS-6.0.g"
    assert game.rule("Halt") == "BCS-6.0.g"
    assert game.rule("Shock 10.13") == "BCS-7.3.c"  # what is owed goes with a STOP
    game.play("Engage 09.13").roll(3, 3)  # both lose a step
    assert game.allows("Fire 10.13")


@pytest.mark.rule("BCS-6.0.g", "BCS-7.0d.a")
def test_one_fire_event_spent_before_leaves_one_for_it() -> None:
    text = "09.11 I/3Pzm   09.13 B/3Tkm   10.13 1/506"
    game = position(text, active="2PZ", hand="I/3Pz")
    game.state.fired = {game.unit("I/3Pz"): 1}

    assert game.play("Step 09.12").rule("Fire 10.13") == "BCS-6.0.g"
    assert game.rule("Halt") == "BCS-6.0.g"
    assert game.allows("Engage 09.13")


@pytest.mark.rule("BCS-6.0.g")
def test_a_unit_without_av_need_not() -> None:
    text = "11.11 II/304d   09.11 B/3Tkd"
    game = position(text, active="2PZ", hand="II/304").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.a"]
    assert game.allows("Halt")


@pytest.mark.rule("BCS-6.0.g", "BCS-R.10")
def test_light_av_stops_but_is_spared_the_engagement() -> None:
    game = position("11.11 AA2m   09.11 B/3Tkd", active="2PZ", hand="AA2").play("Step 10.11")

    assert why_stopped(game) == ["BCS-6.0.c"]
    assert game.allows("Halt")
    assert game.allows("Engage 09.11")


# -- the STOP of an AV EZOC is lifted ------------------------------------------------------


@pytest.mark.rule("BCS-6.0.d")
def test_when_the_providers_drop_support() -> None:
    text = "11.11 II/3Pzm   09.11 1/506"
    game = position(text, active="2PZ", hand="II/3Pz", box="B/81").play("Step 10.11")
    game.play("Engage 09.11").roll(3, 3)  # 7 - 5 + 6: Drop

    assert [told.rule for told in game.told(ev.StopLifted)] == ["BCS-6.0.d"]
    assert game.allows("Step 09.12")


@pytest.mark.rule("BCS-6.0.d")
def test_not_when_they_do_not() -> None:
    text = "11.11 II/3Pzm   09.11 1/506"
    game = position(text, active="2PZ", hand="II/3Pz", box="B/81").play("Step 10.11")
    game.state.steps[game.unit("B/81")] = 2
    movement.after_engagement(game.state, game.unit("II/3Pz"))

    assert game.rule("Step 09.12") == "BCS-S.9"


@pytest.mark.rule("BCS-6.0.e")
def test_when_the_providers_are_destroyed() -> None:
    text = "11.11 II/3Pzm   09.11 B/3Tk:1m   02.16 D/90Cav"
    game = position(text, active="2PZ", hand="II/3Pz").play("Step 10.11")
    game.play("Engage 09.11").roll(6, 6)

    assert game.where("B/3Tk") == "dead"
    assert [told.rule for told in game.told(ev.StopLifted)] == ["BCS-6.0.e"]
    assert game.allows("Step 09.12")


@pytest.mark.rule("BCS-6.0.e", "BCS-S.30")
def test_only_when_all_providers_of_that_hex_are_dealt_with() -> None:
    text = "11.11 II/3Pzm   09.11 B/3Tk:1m   02.16 D/90Cav   10.12 A/3Tkm"
    game = position(text, active="2PZ", hand="II/3Pz").play("Step 10.11")
    game.play("Engage 09.11").roll(6, 6)

    assert game.told(ev.StopLifted) == []
    assert game.rule("Step 10.10") == "BCS-S.9"


@pytest.mark.rule("BCS-6.0.e")
def test_not_a_stop_that_has_another_reason_too() -> None:
    text = "11.11 II/3Pzm   09.11 B/3Tk:1m   02.16 D/90Cav"
    game = position(text, active="2PZ", hand="II/3Pz", traffic="10.11").play("Step 10.11")
    game.play("Engage 09.11").roll(6, 6)

    assert why_stopped(game) == ["BCS-5.1g", "BCS-6.0.c"]
    assert game.rule("Step 09.12") == "BCS-S.9"


# -- other STOPs ---------------------------------------------------------------------------


@pytest.mark.rule("BCS-6.1.d")
def test_truck_units_stop_in_an_engagement_zone() -> None:
    text = "13.10 II/304m   11.09 B/3Tkd"
    trucks = position(text, active="2PZ", hand="II/304").play("Step 12.10")
    on_foot = position(text.replace("m ", "d "), active="2PZ", hand="II/304").play("Step 12.10")
    fog = position(text, active="2PZ", hand="II/304", visibility=1).play("Step 12.10")

    assert why_stopped(trucks) == ["BCS-6.1.d"]
    assert why_stopped(on_foot) == why_stopped(fog) == []


@pytest.mark.rule("BCS-5.1g")
def test_traffic_stops_whoever_enters_at_no_extra_cost() -> None:
    game = position("14.10 II/3Pz", active="2PZ", hand="II/3Pz", mp=7, traffic="13.10 14.10")
    game.play("Step 13.10")

    assert why_stopped(game) == ["BCS-5.1g"]
    assert left(game) == 6.5
    assert game.rule("Step 12.10") == "BCS-S.9"


@pytest.mark.rule("BCS-5.1g")
@pytest.mark.parametrize(("traffic", "points"), [("", 1), ("09.15", 2)])
def test_the_way_goes_round_traffic(traffic: str, points: int) -> None:
    """By the road over 09.15, or by the track over 09.16 and 10.15 and across the open."""
    game = position("08.16 1/506", active="506", hand="1/506", traffic=traffic)

    assert movement.reach(game.state, game.unit("1/506"))[game.hex("09.14")] == points * QUARTERS


@pytest.mark.rule("BCS-S.22")
def test_stop_terrain() -> None:
    game = position("14.11 II/3Pzm   16.11 II/304d", active="2PZ", hand="II/3Pz")
    by_road = position("14.10 II/3Pzm", active="2PZ", hand="II/3Pz").play("Step 13.10")
    game.play("Step 13.11")

    assert why_stopped(game) == ["BCS-S.22"]
    assert left(game) == 13
    assert why_stopped(by_road) == []


# -- stacking ------------------------------------------------------------------------------


@pytest.mark.rule("BCS-5.5.a", "BCS-S.28")
def test_a_unit_passes_through_a_full_hex_but_does_not_end_there() -> None:
    text = "10.10 1/506   11.09 20AIB B/3Tk"
    game = position(text, active="506", hq={"506": "10.12"}, hand="1/506").play("Step 11.09")

    assert game.rule("Halt") == "BCS-5.5.a"
    assert game.play("Step 12.09").allows("Halt")
    assert "11.09" not in ends(position(text, active="506", hq={"506": "10.12"}), "1/506")


@pytest.mark.rule("BCS-5.5.a")
def test_one_that_could_not_go_on_does_not_enter_it() -> None:
    text = "10.10 1/506   11.09 20AIB B/3Tk"
    game = position(text, active="506", hq={"506": "10.12"}, hand="1/506", mp=0.5)

    assert game.rule("Step 11.09") == "BCS-5.5.a"


@pytest.mark.rule("BCS-S.28")
def test_hqs_and_trains_do_not_count() -> None:
    text = "10.10 1/506   10.11 2/506"
    there: dict[str, Any] = {"hq": {"506": "10.11"}, "trains": {"506": "10.11"}}
    game = position(text, active="506", hand="1/506", **there).play("Step 10.11")

    assert game.allows("Halt")


@pytest.mark.rule("BCS-5.5.a", "BCS-R.9")
def test_a_unit_that_stands_overstacked_may_stay_as_it_is() -> None:
    game = position("10.11 1/506 2/506 3/506", active="506", hand="1/506", hq={"506": "10.12"})

    assert game.allows("Halt")


# -- the other side of the counter ---------------------------------------------------------


@pytest.mark.rule("BCS-5.6.a")
def test_a_unit_flips_before_it_begins_anything() -> None:
    game = position("14.10 II/3Pzm   11.10 B/3Tk", active="2PZ").play("Act II/3Pz", "Flip")

    assert game.side("II/3Pz") == "Deployed"
    assert left(game) == 7  # the MA of the side that shows now
    assert game.told(ev.Flipped) == [ev.Flipped(1, "II/3Pz", "Deployed")]
    assert game.play("Step 13.10").rule("Flip") == "BCS-5.6.a"


@pytest.mark.rule("BCS-R.8")
def test_a_single_sided_unit_does_not_flip() -> None:
    assert position("10.10 1/506", active="506", hand="1/506").rule("Flip") == "BCS-R.8"


@pytest.mark.rule("BCS-5.6.b")
def test_leg_to_tac_not_where_tac_cannot_go() -> None:
    game = position("03.01 I/304d", active="2PZ", hq={"2PZ": "05.03"}, hand="I/304")

    assert game.rule("Flip") == "BCS-5.6.b"


@pytest.mark.rule("BCS-5.6.c")
def test_leg_to_tac_or_truck_not_out_of_command_radius() -> None:
    assert position("07.10 I/304d", active="2PZ", hand="I/304").rule("Flip") == "BCS-5.6.c"
    assert position("07.10 II/304d", active="2PZ", hand="II/304").rule("Flip") == "BCS-5.6.c"
    assert position("08.11 II/304d", active="2PZ", hand="II/304").allows("Flip")


@pytest.mark.rule("BCS-5.6.d", "BCS-1.6.g")
def test_leg_to_tac_or_truck_not_without_a_safe_path_of_that_type() -> None:
    uphill = position("02.01 II/304d", active="2PZ", hq={"2PZ": "03.01"}, hand="II/304")
    plain = "14.10 {}   15.11 1/506"  # an EZOC at the HQ, but a plain one
    truck = position(plain.format("II/304d"), active="2PZ", hand="II/304")
    tac = position(plain.format("I/304d"), active="2PZ", hand="I/304")

    assert uphill.rule("Flip") == "BCS-5.6.d"
    assert truck.rule("Flip") == "BCS-5.6.d"
    assert tac.allows("Flip")


@pytest.mark.rule("BCS-R.8")
def test_other_flips_have_no_condition() -> None:
    to_leg = position("07.10 I/304m", active="2PZ", hand="I/304")  # out of Command Radius
    tac_to_tac = position("07.10 II/3Pzm", active="2PZ", hand="II/3Pz")

    assert to_leg.allows("Flip")
    assert tac_to_tac.allows("Flip")


# -- staying in Command Radius -------------------------------------------------------------


@pytest.mark.rule("BCS-4.2f")
def test_a_unit_ends_in_command_radius() -> None:
    game = position("08.11 II/304d", active="2PZ", hand="II/304", prepared="2PZ")  # eight hexes

    assert game.rule("Step 07.11") is None  # there is still the way back
    assert game.play("Step 07.11").rule("Halt") == "BCS-4.2f"
    assert game.play("Step 08.11").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_it_does_not_leave_if_it_could_not_come_back() -> None:
    game = position("08.11 II/304d", active="2PZ", hand="II/304", prepared="2PZ", mp=0.5)

    assert game.rule("Step 07.11") == "BCS-4.2f"
    assert game.allows("Step 09.11")


@pytest.mark.rule("BCS-4.2f")
def test_nor_into_a_stop_outside() -> None:
    text = "08.11 II/304d   06.11 1/506"
    game = position(text, active="2PZ", hand="II/304", prepared="2PZ")

    assert game.rule("Step 07.11") == "BCS-4.2f"
    assert "07.11" not in reach(game, "II/304")


@pytest.mark.rule("BCS-R.4")
def test_it_may_end_outside_while_the_hq_can_still_come_near() -> None:
    game = position("08.11 II/304d", active="2PZ").march("II/304", "07.11")

    assert game.where("II/304") == "07.11"
    assert game.rule("Done") == "BCS-4.2f"  # until it has
    game.play("MoveHq", "Step 15.11", "Halt")
    assert game.rule("Done") is None


@pytest.mark.rule("BCS-R.4")
def test_not_when_the_hq_has_moved() -> None:
    game = position("08.11 II/304d", active="2PZ", hq_moved=True, hand="II/304", mp=0.5)

    assert game.rule("Step 07.11") == "BCS-4.2f"


@pytest.mark.rule("BCS-R.4")
def test_nor_when_it_could_help_only_one_of_two() -> None:
    text = "08.11 II/304d   21.05 Pi38d"  # both eight hexes from the HQ
    game = position(text, active="2PZ")
    alone = game.twin().play("Act Pi38")
    game.march("II/304", "07.11").play("Act Pi38")

    assert alone.allows("Step 22.05")
    assert alone.play("Step 22.05").allows("Halt")
    game.play("Step 22.05")
    assert game.rule("Halt") == "BCS-4.2f"


@pytest.mark.rule("BCS-4.2f")
def test_a_unit_outside_may_stay_where_it_is() -> None:
    game = position("07.11 II/304d", active="2PZ", prepared="2PZ")

    assert game.rule("Done") is None
    assert game.play("Act II/304").allows("Halt")


@pytest.mark.rule("BCS-4.2f", "BCS-R.3")
def test_from_outside_every_hex_must_bring_it_nearer() -> None:
    game = position("04.10 II/304d", active="2PZ", hand="II/304", prepared="2PZ", mp=2)

    assert game.rule("Step 03.10") == "BCS-R.3"
    assert game.rule("Step 04.09") == "BCS-R.3"
    assert game.allows("Step 05.10")


@pytest.mark.rule("BCS-R.3")
def test_and_it_goes_on_while_it_can() -> None:
    game = position("04.10 II/304d", active="2PZ", hand="II/304", prepared="2PZ", mp=2)

    assert game.play("Step 05.10").rule("Halt") == "BCS-R.3"
    assert game.play("Step 06.11", "Step 07.11").allows("Halt")  # no points left
    assert game.play("Halt").rule("Done") is None


@pytest.mark.rule("BCS-R.3")
def test_a_stop_ends_that() -> None:
    text = "04.10 II/304d   06.09 1/506"
    game = position(text, active="2PZ", hand="II/304", prepared="2PZ").play("Step 05.10")

    assert game.allows("Halt")


# -- Fire Events ---------------------------------------------------------------------------


@pytest.mark.rule("BCS-7.0d.a")
def test_a_unit_stops_with_its_second_fire_event() -> None:
    game = position("14.10 II/3Pz", active="2PZ", hand="II/3Pz")
    unit = game.unit("II/3Pz")

    assert movement.spend_fire(game.state, unit) == []
    assert game.allows("Step 13.10")
    assert game.rule("Flip") == "BCS-5.6.a"  # it has begun
    (told,) = movement.spend_fire(game.state, unit)
    assert told == ev.Stopped(1, "II/3Pz", "its Fire Events are spent", "BCS-7.0d.a")
    assert game.rule("Step 13.10") == "BCS-S.9"
    why = movement.fire_refusal(game.state, unit)
    assert why is not None
    assert why.rule == "BCS-7.0d.a"


@pytest.mark.rule("BCS-7.0d.a", "BCS-6.0.e")
def test_the_second_fire_event_leaves_no_stop_to_lift() -> None:
    text = "11.11 II/3Pzm   09.11 B/3Tk:1m   02.16 D/90Cav"
    game = position(text, active="2PZ", hand="II/3Pz")
    game.state.fired = {game.unit("II/3Pz"): 1}
    game.play("Step 10.11", "Engage 09.11").roll(6, 6)

    assert game.rule("Step 09.12") == "BCS-S.9"


@pytest.mark.rule("BCS-R.30")
def test_a_partial_leaves_two_fire_events() -> None:
    game = position("14.10 II/3Pz", active="2PZ", hand="II/3Pz", snafu="partial")
    movement.spend_fire(game.state, game.unit("II/3Pz"))

    assert movement.fire_refusal(game.state, game.unit("II/3Pz")) is None


@pytest.mark.rule("BCS-7.0d.c")
def test_no_fire_event_while_overstacked() -> None:
    game = position("14.10 II/3Pz I/304 II/304", active="2PZ", hand="II/3Pz")
    why = movement.fire_refusal(game.state, game.unit("II/3Pz"))

    assert why is not None
    assert why.rule == "BCS-7.0d.c"


@pytest.mark.rule("BCS-7.0d.b", "BCS-7.0d.c")
@pytest.mark.parametrize(
    ("deed", "unit", "enemy"),
    [
        ("Engage 12.09", "II/3Pz", "B/3Tk"),
        ("Fire 12.09", "II/3Pz", "1/506"),
        ("Shock 12.09", "II/3Pz", "1/506"),
        ("Recon 12.09", "AA2m", "1/506"),
    ],
)
def test_every_kind_of_fire_event_is_one(deed: str, unit: str, enemy: str) -> None:
    name = unit.removesuffix("m")
    text = f"13.09 {unit}   12.09 {enemy}"
    game = position(text, active="2PZ", hand=name, objectives=["12.09"])
    spent = game.twin()
    spent.state.fired[game.unit(name)] = 2
    crowd = position(f"{text}   13.09 I/304 II/304", active="2PZ", hand=name, objectives=["12.09"])

    assert game.allows(deed)
    assert spent.rule(deed) == "BCS-7.0d.a"
    assert crowd.rule(deed) == "BCS-7.0d.c"


# -- reach, for those who look -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "more"),
    [
        ("14.10 II/3Pzm   11.09 B/3Tk 20AIB", "II/3Pz", {}),
        ("14.10 II/304m   11.09 B/3Tk 20AIB", "II/304", {"ground": "mud"}),
        ("10.11 II/304d   09.11 1/506   11.11 I/304 AA2", "II/304", {"snafu": "partial"}),
        ("07.11 II/304d   09.11 1/506", "II/304", {"prepared": "2PZ"}),
        ("04.10 II/304d", "II/304", {"prepared": "2PZ", "mp": 3}),
    ],
)
def test_reach_agrees_with_steps(text: str, name: str, more: dict[str, Any]) -> None:
    nobody = {"506": "", "CCB10": ""}
    game = position(text, active="2PZ", hand=name, hq=nobody, trains=nobody, **more)
    unit = game.unit(name)
    found = movement.reach(game.state, unit)

    for hex_ in game.kit.grid.hexes:
        way = movement.route(game.state, unit, hex_)
        if way is None:
            continue
        walk = game.twin()
        walk.play(*(f"Step {label}" for label in game.labels(way)))
        assert walk.where(name) == game.kit.grid.label(hex_)
        if way:
            assert isinstance(walk.top, Acting)
            assert walk.top.spent == found[hex_]
            stops = bool(movement.stop_hexes(game.state, unit) >> hex_ & 1)
            assert stops <= walk.has("stopped", name)


def _halts_somewhere(game: Game, name: str) -> set[str]:
    """Where a unit in hand may halt, found by trying all ways step by step."""
    found: set[str] = set()
    seen: set[tuple[Any, ...]] = set()
    todo = [game.twin()]
    while todo:
        here = todo.pop()
        assert isinstance(here.top, Acting)
        key = (here.where(name), here.top.mp, here.has("stopped", name))
        if key in seen:
            continue
        seen.add(key)
        if here.allows("Halt"):
            found.add(here.where(name))
        steps = [offer for offer in here.offers() if offer.startswith("Step")]
        todo += [here.twin().play(step) for step in steps]
    return found


@pytest.mark.parametrize(
    ("text", "name", "more"),
    [
        ("12.10 II/304d   11.09 B/3Tk 20AIB   12.11 I/304d AA2m", "II/304", {"mp": 3}),
        ("14.10 II/304m   11.09 B/3Tk 20AIB", "II/304", {"mp": 2}),
        ("13.10 AA2m   11.09 20AIB   11.11 1/506", "AA2", {"mp": 3, "box": "B/81"}),
        ("08.11 II/304d   06.10 1/506", "II/304", {"mp": 2, "prepared": "2PZ"}),
        ("08.11 II/304d   06.10 1/506", "II/304", {"mp": 1.5}),
        ("06.11 II/304d   05.10 I/304d Pi38d", "II/304", {"mp": 1, "prepared": "2PZ"}),
    ],
)
def test_ends_are_where_trying_all_ways_may_halt(
    text: str, name: str, more: dict[str, Any]
) -> None:
    nobody = {"506": "", "CCB10": ""} if "box" not in more else {}
    game = position(text, active="2PZ", hand=name, hq=nobody, trains=nobody, **more)

    assert ends(game, name) == _halts_somewhere(game, name)
