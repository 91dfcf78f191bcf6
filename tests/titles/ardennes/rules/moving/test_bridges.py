"""Bridges: demolition as the Germans come up, and engineers who build."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    BridgeWork,
    DemolitionCheck,
    Reaction,
    RoadblockCheck,
    Sequence,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.rules.day import sequence
from grognard.titles.ardennes.rules.moving import bridges, checks

MOVER = "18/LXVI"
BRIDGE = "1008/1009"  # before St. Vith, HV 6


def at_st_vith(text: str = "", start: str = "1007", **more: Any) -> Game:
    """A German division about to come to the bridge from the east."""
    return position(f"{start} {MOVER} {text}", active=MOVER, **more)


def stands(game: Game, bridge: str = BRIDGE) -> bool:
    return bool(game.state.bridges & game.river(bridge))


def german(game: Game, bridge: str = BRIDGE) -> bool:
    return bool(game.state.german_bridges & game.river(bridge))


# -- demolition --------------------------------------------------------------------------


@pytest.mark.rule("EA-S.41")
@pytest.mark.parametrize(("day", "check"), [(16, False), (17, True), (25, True)])
def test_from_the_17th_a_unit_that_comes_beside_an_allied_bridge_has_it_tested(
    day: int, check: bool
) -> None:
    game = at_st_vith(day=day).play(f"Pick {MOVER}", "Step 1008")

    assert isinstance(game.top, DemolitionCheck) == check


@pytest.mark.rule("EA-S.41")
def test_a_german_bridge_is_not_tested() -> None:
    game = at_st_vith(day=17, bridges={BRIDGE: "german"}).play(f"Pick {MOVER}", "Step 1008")

    assert not isinstance(game.top, DemolitionCheck)


@pytest.mark.rule("EA-S.41")
def test_the_bridge_is_tested_before_the_road() -> None:
    before = at_st_vith(day=17).play(f"Pick {MOVER}", "Step 1008")
    assert before.top == DemolitionCheck(before.river(BRIDGE), before.hex("1009"))

    after = before.twin().roll(7)
    assert after.top == RoadblockCheck(after.hex("1009"), after.unit(MOVER))


@pytest.mark.rule("EA-S.42", "EA-S.67")
def test_a_bridge_that_survives_is_taken_by_the_unit_alone_beside_it() -> None:
    game = at_st_vith(day=17).play(f"Pick {MOVER}", "Step 1008")
    assert not german(game)
    game.roll(7)

    assert german(game)
    assert game.told(ev.BridgeTaken)[0].bridge == BRIDGE


@pytest.mark.rule("EA-S.41")
def test_a_unit_that_starts_beside_a_bridge_has_it_tested_before_it_crosses() -> None:
    game = at_st_vith(start="1008", day=17).play(f"Pick {MOVER}", "Step 1009")
    assert isinstance(game.top, DemolitionCheck)
    assert game.where(MOVER) == "1008"

    game.roll(7)
    assert game.where(MOVER) == "1009"
    assert german(game)


@pytest.mark.rule("EA-S.41")
def test_a_unit_whose_bridge_is_blown_stays_and_may_go_elsewhere() -> None:
    game = at_st_vith(start="1008", day=17).play(f"Pick {MOVER}", "Step 1009").roll(6)

    assert game.where(MOVER) == "1008"
    assert not stands(game)
    assert game.allows("Step 1108")


@pytest.mark.rule("EA-S.41")
def test_a_unit_that_planned_to_cross_stops_when_the_bridge_falls() -> None:
    game = at_st_vith(day=17).play(f"Pick {MOVER}", "Step 1008").roll(6, 7)

    assert game.rule("Step 1009") == "EA-S.38"


@pytest.mark.rule("EA-RT.w")
@pytest.mark.parametrize(("day", "check"), [(16, False), (17, True), (22, True)])
def test_a_retreat_beside_a_bridge_has_it_tested_from_the_17th(day: int, check: bool) -> None:
    game = at_st_vith(start="1008", day=day)
    checks.arrive(game.state, game.units(MOVER), game.hex("1008"), "retreat")
    proceed(game.state)

    assert isinstance(game.top, DemolitionCheck) == check


@pytest.mark.rule("EA-S.43")
def test_for_two_players_engineers_blow_the_bridge_the_germans_come_to() -> None:
    game = at_st_vith(day=17, game="2p", allied_hand=[2]).play(f"Pick {MOVER}", "Step 1008")
    assert isinstance(game.top, Reaction)
    assert game.top.to == "bridge"
    game.play("Event 2 Engineers")

    assert not stands(game)
    assert game.told(ev.BridgeBlown)[0].bridge == BRIDGE


@pytest.mark.rule("EA-S.43")
def test_without_engineers_the_bridge_is_taken() -> None:
    game = at_st_vith(day=17, game="2p", allied_hand=[2]).play(f"Pick {MOVER}", "Step 1008")
    game.play("Decline")

    assert german(game)


@pytest.mark.rule("EA-D16.p")
def test_for_two_players_no_bridge_is_blown_on_the_16th() -> None:
    game = at_st_vith(day=16, game="2p", allied_hand=[2]).play(f"Pick {MOVER}", "Step 1008")

    assert not (isinstance(game.top, Reaction) and game.top.to == "bridge")
    assert german(game)


# -- building ------------------------------------------------------------------------------


def sites(game: Game, side: int = GERMAN) -> set[str]:
    return {bridges.label(game.kit, river) for river in bridges.buildable(game.state, side)}


@pytest.mark.rule("EA-S.57")
def test_engineers_need_a_supplied_hex_on_one_bank() -> None:
    game = position()
    assert {"1609/1610", "1708/1809", "2304/2305"} <= sites(game)  # repairs
    assert "1509/1610" in sites(game)  # a new one
    assert "1802/1803" not in sites(game)  # it stands
    assert "0626/0726" not in sites(game)  # far from any German supply


@pytest.mark.rule("EA-S.57")
def test_engineers_do_not_build_with_an_enemy_unit_on_either_bank() -> None:
    assert "1609/1610" not in sites(position("1610 102Cav/V"))
    assert "1609/1610" not in sites(position("1609 102Cav/V"))


@pytest.mark.rule("EA-S.57")
def test_engineers_do_not_build_in_an_enemy_zone_without_a_friend_there() -> None:
    assert "1609/1610" not in sites(position("1510 110/28/VIII"))  # next to 1610
    assert "1609/1610" in sites(position("1510 110/28/VIII 1610 39/26/XLVII"))


@pytest.mark.rule("EA-S.57")
def test_allied_engineers_build_by_the_same_rules() -> None:
    game = position("1610 110/28/VIII", game="2p")
    assert "1609/1610" in sites(game, ALLIED)

    game = position("1610 110/28/VIII 1609 39/26/XLVII", game="2p")
    assert "1609/1610" not in sites(game, ALLIED)


def supply_phase(game: Game) -> Game:
    game.state.stack = (Sequence(sequence.STEPS.index(sequence.supply_roadblocks)),)
    game.events += proceed(game.state)
    return game


@pytest.mark.rule("EA-S.57")
def test_any_number_of_engineers_work_in_the_supply_phase() -> None:
    game = supply_phase(position("1609 39/26/XLVII", hand=[1, 13, 4]))
    assert game.top == BridgeWork(GERMAN)
    game.play('Event 1 "Bridge Engineers"', "Aim 1609/1610")
    game.play('Event 13 "Bridge Engineers"', "Aim 1708/1809")

    assert german(game, "1609/1610")
    assert german(game, "1708/1809")
    assert [event.bridge for event in game.told(ev.BridgeBuilt)] == ["1609/1610", "1708/1809"]


@pytest.mark.rule("EA-S.4")
def test_nothing_but_bridge_engineers_is_played_in_the_supply_phase() -> None:
    game = supply_phase(position("1609 39/26/XLVII", day=22, hand=[1, 3]))

    assert game.rule('Event 3 "Ground Freeze"') == "EA-S.4"
    assert game.rule("Discard 3") == "EA-S.1"
    assert game.rule('Event 13 "Bridge Engineers"') == "EA-S.13"  # not in the hand
    assert game.allows('Event 1 "Bridge Engineers"')


@pytest.mark.rule("EA-S.57")
def test_without_engineers_in_hand_the_phase_goes_on() -> None:
    game = supply_phase(position("1609 39/26/XLVII", hand=[4]))

    assert not isinstance(game.top, BridgeWork)


@pytest.mark.rule("EA-S.4")
def test_for_two_players_the_allied_engineers_work_after_the_german_ones() -> None:
    game = supply_phase(position("1610 110/28/VIII", game="2p", hand=[1], allied_hand=[2], day=18))
    assert game.top == BridgeWork(GERMAN)
    game.play("Done")
    assert game.top == BridgeWork(ALLIED)
    game.play("Event 2 Engineers", "Aim build 1609/1610")

    assert stands(game, "1609/1610")
    assert not german(game, "1609/1610")


def test_a_bridge_goes_by_its_two_hexes_and_back() -> None:
    game = position()
    river = game.river("1610/1609")

    assert bridges.label(game.kit, river) == "1609/1610"
    assert bridges.river_at(game.kit, "1609/1610") == river
    assert bridges.river_at(game.kit, "1609/1708") == 0
    assert bridges.river_at(game.kit, "nowhere") == 0
