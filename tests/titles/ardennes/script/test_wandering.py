"""Units behind the German lines."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import chosen, ring

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    ActionDraw,
    AlliedActivation,
    Discarding,
    WanderRoll,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.rules.cards import activation as ground
from grognard.titles.ardennes.script import wandering
from grognard.titles.ardennes.script.reasons import Reasons

UNIT = "CCR/9A/VIII"  # mechanized: Out of Supply it moves one hex


def wander(text: str, names: str = UNIT, **more: object) -> Game:
    """An activation of these units at its first stage."""
    game = position(text, day=20, **more)  # type: ignore[arg-type]  # passed on as it is
    ground.open_record(game.state, ALLIED, game.units(*names.split()), 1)
    game.state.stack = (Discarding(GERMAN, must=False), AlliedActivation(27, "wander"))
    game.events += proceed(game.state)
    return game


def goal(text: str, name: str = UNIT, **more: object) -> str | None:
    game = position(text, day=20, **more)  # type: ignore[arg-type]  # passed on as it is
    hex_ = wandering.goal(game.state, game.unit(name), Reasons(game.state))
    return None if hex_ is None else game.kit.grid.label(hex_)


# 1616 is in the open with no town beside it; a ring three hexes away cuts it off.
LOST = f"1616 {UNIT}  {ring('1616', 3)}"


def lost() -> Game:
    return wander(LOST, unsupplied=UNIT)


@pytest.mark.rule("EA-AA.g")
def test_wanderers_come_before_any_action_card_by_ascending_number() -> None:
    both = f"{UNIT} CCB/9A/VIII"
    game = wander(f"1616 {both}  {ring('1616', 3)}", both, unsupplied=both)

    assert isinstance(game.top, WanderRoll)
    assert game.top.unit == game.unit("CCB/9A/VIII")  # 3 against 11
    game.roll(10)
    assert isinstance(game.top, WanderRoll)
    assert game.top.unit == game.unit(UNIT)
    game.roll(10)
    assert game.told(ev.ActionDrawn) == []


@pytest.mark.rule("EA-AA.g")
def test_units_in_communication_go_on_to_the_action_cards() -> None:
    assert isinstance(wander(f"1616 {UNIT}").top, ActionDraw)


@pytest.mark.rule("EA-AA.i")
def test_a_wanderer_makes_for_a_hex_in_communication() -> None:
    # Infantry can come to the ring, where its presence opens the German zone.
    walker = LOST.replace(UNIT, "110/28/VIII")
    found = goal(walker, "110/28/VIII")

    assert found is not None
    grid = position().kit.grid
    assert grid.distance(grid.at(found), grid.at("1616")) == 3
    assert goal(LOST, unsupplied=UNIT) is None


@pytest.mark.rule("EA-AA.i")
def test_failing_that_the_westwall_failing_that_a_town() -> None:
    # Beside 1209 lie the Westwall hexes 1208 and 1308; beside 1714 lies Bastogne.
    westwall = f"1209 {UNIT}  {ring('1209', 3)}"
    town = f"1714 {UNIT}  {ring('1714', 3)}"

    assert goal(westwall, unsupplied=UNIT) == "1208"
    assert goal(town, unsupplied=UNIT) == "1815"


@pytest.mark.rule("EA-AA.l")
def test_of_equal_goals_the_one_nearest_a_supplied_friend_then_the_westernmost() -> None:
    walker = LOST.replace(UNIT, "110/28/VIII")
    south = goal(f"{walker}  2115 109/28/VIII", "110/28/VIII")
    north = goal(f"{walker}  1014 109/28/VIII", "110/28/VIII")

    assert south is not None
    assert north is not None
    assert south[:2] in ("18", "19")
    assert north[:2] in ("13", "14", "15")
    # With no friend at all the westernmost wins, and of one column the northernmost.
    assert goal(f"1209 {UNIT}  {ring('1209', 3)}", unsupplied=UNIT) == "1208"  # not 1308: row


@pytest.mark.rule("EA-AA.l", "EA-SU.m")
def test_a_friend_with_a_marker_is_not_supplied_wherever_it_stands() -> None:
    # 0314 is nearer to the friend in the west, 0313 to the one in the east.
    west, east = "110/28/VIII", "109/28/VIII"
    text = f"0414 {UNIT}  {ring('0414', 3)}  0117 {west}  0107 {east}"

    assert wander(text, unsupplied=UNIT).roll(1).where(UNIT) == "0314"
    assert wander(text, unsupplied=f"{UNIT} {west}").roll(1).where(UNIT) == "0313"


@pytest.mark.rule("EA-AA.l")
def test_nobody_is_the_friend_it_is_nearest_to_itself() -> None:
    # The only other unit stands six hexes to the north: that way it goes, and does not stay about.
    found = goal(f"1616 {UNIT}  1016 110/28/VIII")
    grid = position().kit.grid

    assert found is not None
    assert grid.distance(grid.at(found), grid.at("1016")) < 6


@pytest.mark.rule("EA-AA.j")
def test_on_a_1_it_goes_one_hex_rearward_whatever_the_zones() -> None:
    # From 0414 the nearest source is 0114: 0313 and 0314 are nearer, 0415 in the west is not.
    game = wander(f"0414 {UNIT}  {ring('0414', 3)}", unsupplied=UNIT).roll(1)

    assert game.told(ev.Moved)[0].to == "0314"
    assert game.where(UNIT) == "0314"


@pytest.mark.rule("EA-AA.j")
def test_german_units_bar_the_way_rearward() -> None:
    text = f"0414 {UNIT}  0314 5/3F/ISS  0313 8/3F/ISS  {ring('0414', 3)}"

    assert wander(text, unsupplied=UNIT).roll(1).where(UNIT) == "0414"


@pytest.mark.rule("EA-AA.k")
def test_on_2_to_6_it_goes_into_the_calendar_so_many_days_ahead() -> None:
    for roll in (2, 6):
        game = lost().roll(roll)
        assert game.where(UNIT) == "calendar"
        assert game.state.due[game.unit(UNIT)] == 20 + roll
        assert game.told(ev.Calendared)[0].day == 20 + roll


@pytest.mark.rule("EA-AA.k")
def test_higher_rolls_leave_it_in_place() -> None:
    for roll in (7, 10):
        assert lost().roll(roll).where(UNIT) == "1616"


@pytest.mark.rule("EA-AA.i")
def test_a_wanderer_in_the_westwall_first_tries_to_come_into_communication() -> None:
    # Three points take infantry to the ring of zones, whence its own presence reports.
    game = wander(f"1308 110/28/VIII  {ring('1308', 3)}", "110/28/VIII")
    (to,) = chosen(game, "Wandering")
    grid = game.kit.grid

    assert grid.distance(grid.at(to), grid.at("1308")) == 3
    assert game.where("110/28/VIII") == to


@pytest.mark.rule("EA-AA.i")
def test_a_wanderer_in_the_westwall_with_no_communication_in_reach_stays() -> None:
    game = wander(f"1308 {UNIT}  {ring('1308', 3)}", unsupplied=UNIT)  # it can go one hex

    assert chosen(game, "Wandering") == ["stays"]
    assert game.where(UNIT) == "1308"
