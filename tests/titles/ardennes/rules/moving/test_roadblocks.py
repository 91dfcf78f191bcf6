"""Roadblocks: what they stop, who takes them off."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, kit, position

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Activation, Reaction
from grognard.titles.ardennes.rules.moving import movement, roadblocks
from grognard.titles.ardennes.script import deploy, vocabulary

EVERYWHERE = kit().grid.all
MOVER = "39/26/XLVII"


def at_houffalize(text: str = "", **more: Any) -> Game:
    """A German regiment in 1213, about to enter 1313.

    Next to it are Houffalize 1414 (HV 5, a VP hex), the crossroads 1314 (HV 3), and roads in
    the woods in 1413 and 1312 (HV 2).
    """
    more.setdefault("day", 18)
    return position(f"1213 {MOVER} {text}", active=MOVER, **more)


def enter(game: Game, label: str = "1313") -> Game:
    return game.play(f"Pick {MOVER}", f"Step {label}")


# -- what a roadblock does ---------------------------------------------------------------


@pytest.mark.rule("EA-RB.a")
def test_a_hex_with_a_roadblock_is_empty_for_allied_reserves() -> None:
    text = "1014 422/106/XVIII 1008 18/LXVI"
    free = position(text, reserve="424/106/XVIII", day=18, german="1007")
    blocked = position(text, reserve="424/106/XVIII", day=18, german="1007", roadblocks="1012")
    hex_ = free.hex("1012")

    for game in (free, blocked):
        assert deploy.empty_positions(game.state) >> hex_ & 1
        told = deploy.deploy(game.state, game.units("424/106/XVIII"))
        assert game.where("424/106/XVIII") == "1012", told


@pytest.mark.rule("EA-RB.b")
def test_no_german_unit_enters_a_roadblock() -> None:
    game = at_houffalize(roadblocks="1313").play(f"Pick {MOVER}")

    assert game.rule("Step 1313") == "EA-RB.b"
    assert game.hex("1313") not in movement.reach(game.state, game.unit(MOVER))


@pytest.mark.rule("EA-RB.c")
def test_a_roadblock_interrupts_proximity() -> None:
    text = "1008 18/LXVI"  # by St. Vith and 1010 it could come to 1011, next to Vielsalm
    free, blocked = position(text), position(text, roadblocks="1009")

    assert vocabulary.proximate_hexes(free.state) >> free.hex("1012") & 1
    assert not vocabulary.proximate_hexes(blocked.state) >> blocked.hex("1012") & 1


@pytest.mark.rule("EA-RB.d")
def test_a_unit_that_comes_next_to_a_roadblock_by_its_road_stops() -> None:
    game = at_houffalize(roadblocks="1414", rolled=EVERYWHERE)
    enter(game)  # the road 1313-1414

    assert game.rule("Step 1312") == "EA-RB.d"


@pytest.mark.rule("EA-RB.d")
def test_next_to_a_roadblock_without_a_road_to_it_a_unit_goes_on() -> None:
    game = at_houffalize(roadblocks="1413", rolled=EVERYWHERE)
    enter(game)  # no road joins 1313 to 1413

    assert game.allows("Step 1312")


@pytest.mark.rule("EA-RB.d")
def test_a_unit_that_starts_next_to_a_roadblock_may_move_off() -> None:
    game = position(f"1313 {MOVER}", active=MOVER, roadblocks="1414", rolled=EVERYWHERE, day=18)

    assert game.play(f"Pick {MOVER}").allows("Step 1312")


@pytest.mark.rule("EA-RB.d")
def test_allied_units_are_not_stopped() -> None:
    unit = "110/28/VIII"
    game = position(f"1213 {unit}", active=unit, side="allied", game="2p", roadblocks="1414")

    assert game.play(f"Pick {unit}", "Step 1313").allows("Step 1312")


@pytest.mark.rule("EA-RB.e")
def test_no_strategic_move_next_to_a_roadblock() -> None:
    for block, rule in (("1021", "EA-RB.e"), ("0920", None)):
        game = position(
            "1219 Peiper/1SS/ISS", active="Peiper/1SS/ISS", day=21, roadblocks=block, german="1118"
        )
        game.set(rolled=EVERYWHERE).play("Rush Peiper/1SS/ISS", "Step 1220")

        assert game.rule("Step 1120") == rule


@pytest.mark.rule("EA-RB.f")
def test_no_strategic_move_where_it_would_cause_a_check() -> None:
    for german, rule in (("1016", "EA-RB.f"), ("1016 1118", None)):
        game = position("1016 Peiper/1SS/ISS", active="Peiper/1SS/ISS", day=21, german=german)
        game.play("Rush Peiper/1SS/ISS", "Step 1017")

        assert game.rule("Step 1018") == rule  # next to Hotton, a VP hex


# -- placing and taking off --------------------------------------------------------------------


def test_with_all_markers_on_the_map_the_farthest_is_used_again() -> None:
    labels = "0114 0213 0214 0312 0315 0413 0416 0421 0220 0515 0520 0522"
    game = position("1008 18/LXVI", roadblocks=labels)
    told = roadblocks.place(game.state, game.hex("1009"), "a test")

    assert game.state.roadblocks.bit_count() == 12
    assert game.has("roadblocks", "1009")
    assert [type(event).__name__ for event in told] == ["RoadblockLifted", "RoadblockPlaced"]
    assert not game.has("roadblocks", "0522")  # 17 hexes from the division in 1008


@pytest.mark.rule("EA-RB.s")
def test_a_roadblock_comes_off_when_an_allied_unit_enters() -> None:
    game = position("1315 110/28/VIII", roadblocks="1314")
    told = movement.enter(game.state, game.units("110/28/VIII"), game.hex("1314"))

    assert not game.state.roadblocks
    assert [event.rule for event in told if isinstance(event, ev.RoadblockLifted)] == ["EA-RB.s"]


@pytest.mark.rule("EA-RB.v")
def test_a_roadblock_next_to_an_active_unit_comes_off_after_the_movement() -> None:
    game = position("1407 18/LXVI", active="18/LXVI", roadblocks="1507")  # far behind the front
    game.play("Done")

    assert not game.state.roadblocks
    assert game.told(ev.RoadblockLifted)[0].rule == "EA-RB.v"
    assert isinstance(game.top, Activation)


@pytest.mark.rule("EA-RB.v")
def test_a_unit_that_is_not_active_takes_off_nothing() -> None:
    game = position("1407 18/LXVI 1404 62/LXVI", active="62/LXVI", roadblocks="1507")

    assert game.play("Done").has("roadblocks", "1507")


@pytest.mark.rule("EA-RB.v")
def test_a_unit_that_only_recovers_takes_off_nothing() -> None:
    game = position("1407 18/LXVI", active="18/LXVI", roadblocks="1507", dispersed="18/LXVI")

    assert game.play("Done").has("roadblocks", "1507")


@pytest.mark.rule("EA-RB.v")
def test_a_roadblock_placed_in_the_activation_stays_to_its_end() -> None:
    game = position("1007 18/LXVI", active="18/LXVI", day=16)
    game.play("Pick 18/LXVI", "Step 1008").roll(6).play("Halt", "Done")

    assert game.has("roadblocks", "1009")


# -- two players ---------------------------------------------------------------------------------


def test_for_two_players_nobody_rolls_but_the_allied_player_is_asked_for_engineers() -> None:
    game = position("1213 39/26/XLVII", active=MOVER, game="2p", day=18, allied_hand=[2], hand=[1])
    enter(game)
    assert isinstance(game.top, Reaction)
    assert game.top.to == "road"

    game.play("Event 2 Engineers", "Aim block 1414")
    assert game.has("roadblocks", "1414")
    assert game.rule("Step 1312") == "EA-RB.d"


def test_for_two_players_a_roadblock_next_to_an_active_unit_comes_off_unmanned() -> None:
    game = position(
        "1008 18/LXVI", active="18/LXVI", game="2p", roadblocks="1009", reserve="112/28/VIII"
    )
    game.play("Done")

    assert not game.state.roadblocks
    assert isinstance(game.top, Activation)
