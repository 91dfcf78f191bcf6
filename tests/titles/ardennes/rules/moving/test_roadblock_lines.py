"""Roadblocks, from the lines L3 to L24 of the published summary alone."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_cards import step
from ea_lines import FUSILIER, PANZER, rolled_for, south
from ea_script import ring

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    MannedRoll,
    Moving,
)
from grognard.titles.ardennes.rules.supply import supply


def before_clervaux(text: str = "", **more: Any) -> Game:
    """A German regiment goes from 1613 to 1612, where a road leads on to Clervaux 1611."""
    game = position(f"1613 {PANZER} {text}", active=PANZER, **{"day": 18, **more})
    return game.play(f"Pick {PANZER}", "Step 1612")


@pytest.mark.rule("EA-RB.g")
@pytest.mark.parametrize(("roll", "placed"), [(1, True), (5, True), (6, False), (10, False)])
def test_a_roadblock_at_clervaux_on_five_or_less(roll: int, placed: bool) -> None:
    """L10, L14: Clervaux has Hold Value 5 and is a VP hex."""
    game = before_clervaux().roll(roll)

    assert game.has("roadblocks", "1611") == placed


@pytest.mark.rule("EA-RB.d")
def test_the_road_from_1612_to_the_block_stops_the_regiment() -> None:
    """L8: 1612 and 1611 are joined by road, so the regiment goes no farther."""
    assert before_clervaux().roll(5).rule("Step 1711") == "EA-RB.d"
    assert before_clervaux().roll(6).allows("Step 1711")


@pytest.mark.rule("EA-RB.d")
def test_no_road_joins_the_forest_1710_to_clervaux() -> None:
    """L8: the forest next to the block is not connected to it by a road, so one goes on."""
    game = position(f"1811 {FUSILIER}", active=FUSILIER, roadblocks="1611", day=20)
    game.set(rolled=game.kit.grid.all).play(f"Pick {FUSILIER}", "Step 1710")

    assert game.allows("Step 1711")


@pytest.mark.rule("EA-RB.b")
def test_a_block_between_clervaux_and_bastogne_bars_the_road() -> None:
    """L7: it blocks movement into its hex; the way round stays open."""
    game = position(f"1612 {PANZER}", active=PANZER, roadblocks="1712", day=20)
    game.play(f"Pick {PANZER}")

    assert game.rule("Step 1712") == "EA-RB.b"
    assert game.allows("Step 1613")


@pytest.mark.rule("EA-SU.b")
def test_a_block_in_echternach_cuts_off_who_is_south_of_it() -> None:
    """L7, L29: it blocks German supply; there is no other bridge over the Sûre."""
    for blocks, supplied in (("", True), ("2305", False)):
        game = south("2406 316/212/LXXX", roadblocks=blocks)
        assert supply.in_supply(game.state, game.unit("316/212/LXXX")) == supplied


@pytest.mark.rule("EA-RB.f", "EA-RB.r")
def test_no_strategic_move_where_wiltz_would_be_rolled_for() -> None:
    """L9, L15: 1814 is next to the junction 1714, a candidate to the 19th; 1813 to Wiltz."""

    def rush(day: int, **more: Any) -> Game:
        game = position(f"1815 {PANZER}", active=PANZER, day=day, **more)
        return game.play(f"Rush {PANZER}")

    assert rush(19).rule("Step 1814") == "EA-RB.f"
    assert rush(20).play("Step 1814").rule("Step 1813") == "EA-RB.f"
    assert rush(20, german="1812").play("Step 1814").allows("Step 1813")


@pytest.mark.rule("EA-RB.k")
def test_an_occupied_clervaux_is_not_rolled_for() -> None:
    """L11: the Position must be empty."""
    game = before_clervaux("1611 110/28/VIII")

    assert isinstance(game.top, Moving)
    assert not game.told(ev.RoadblockRolled)


@pytest.mark.rule("EA-RB.l")
def test_wiltz_inside_a_german_ring_is_not_rolled_for() -> None:
    """L11: the Position must be in Allied supply; six regiments two hexes away cut Wiltz off."""

    def enter(text: str) -> Game:
        game = position(f"1710 {PANZER} {text}", active=PANZER, day=21)
        return game.play(f"Pick {PANZER}", "Step 1711")

    assert rolled_for(enter(ring("1812", 2))) == []
    assert rolled_for(enter("")) == ["1812", "1611"]  # both in Allied supply, Wiltz farther west


@pytest.mark.rule("EA-RB.n", "EA-RB.o")
def test_neither_a_german_town_nor_a_hex_beside_another_german() -> None:
    """L12: Clervaux in German hands, or with a second German in 1511 next to it."""
    assert rolled_for(before_clervaux(german="1611")) == []
    assert rolled_for(before_clervaux("1511 3/2P/XLVII")) == []
    assert rolled_for(before_clervaux("1513 3/2P/XLVII")) == ["1611"]  # two hexes from it


def to_2009(text: str = "", **more: Any) -> Game:
    """A German division goes from 2010 to 2009, next to Vianden, Diekirch and 2109."""
    unit = "352/LXXXV"
    game = position(f"2010 {unit} {text}", active=unit, **{"day": 18, **more})
    return game.play(f"Pick {unit}", "Step 2009")


@pytest.mark.rule("EA-RB.j")
def test_vianden_then_diekirch_then_the_bridge_hex() -> None:
    """L24: HV 4, 4 and 3; both towns lie in column 08, and the lower row counts as farther west."""
    assert rolled_for(to_2009()) == ["1908", "2108", "2109"]


@pytest.mark.rule("EA-RB.p")
def test_a_hold_value_of_four_in_allied_zoc_is_not_rolled_for() -> None:
    """L13: a regiment in 2208 has Diekirch in its ZOC, not Vianden or 2109."""
    assert rolled_for(to_2009("2208 109/28/VIII")) == ["1908", "2109"]


@pytest.mark.rule("EA-RB.p", "EA-RB.q")
def test_clervaux_in_allied_zoc_is_rolled_for_all_the_same() -> None:
    """L13, L14: the bar is for Hold Values below 5."""
    assert rolled_for(before_clervaux("1511 110/28/VIII")) == ["1611"]


@pytest.mark.rule("EA-RB.r")
def test_from_the_20th_nothing_at_2009_is_rolled_for() -> None:
    """L15: none of the three is a VP hex."""
    assert rolled_for(to_2009(day=20)) == []


@pytest.mark.rule("EA-RB.h")
def test_after_a_block_in_vianden_nothing_more_is_rolled_for() -> None:
    """L10: once per activation."""
    game = to_2009().roll(4)

    assert game.has("roadblocks", "1908")
    assert isinstance(game.top, Moving)


@pytest.mark.rule("EA-RB.s")
def test_an_allied_regiment_that_enters_diekirch_takes_the_block_off() -> None:
    """L17"""
    unit = "109/28/VIII"
    game = position(f"2109 {unit}", active=unit, side="allied", game="2p", roadblocks="2108")
    game.march(unit, "2108")

    assert not game.has("roadblocks", "2108")


@pytest.mark.rule("EA-RB.t", "EA-RB.u")
def test_blocks_deep_in_either_rear_come_off_in_the_supply_phase() -> None:
    """L18: Bitburg is out of Allied communication, a hex ringed by Allies out of German."""
    ringed = "0722 504/82/XVIII 0724 505/82/XVIII 0822 508/82/XVIII 0824 325/82/XVIII"
    more = "0923 517/XVIII 0624 502/101/VIII 0622 501/101/VIII 0623 506/101/VIII 0922 327/101/VIII"
    text = f"2406 316/212/LXXX 2606 22/4/XII {ringed} {more}"
    game = step(south(text, roadblocks="1804 0723 2506"), "supply_roadblocks")

    assert not game.has("roadblocks", "1804")
    assert not game.has("roadblocks", "0723")
    assert game.has("roadblocks", "2506")  # between a German in 2406 and an Allied unit in 2606


def block_at_clervaux(text: str, **more: Any) -> Game:
    """An active regiment beside the block in Clervaux; the movement is over."""
    more = {"active": PANZER, "roadblocks": "1611", "day": 19, **more}
    return position(f"1612 {PANZER} {text}", **more).play("Done")


@pytest.mark.rule("EA-RB.v", "EA-RB.w", "EA-RB.y")
@pytest.mark.parametrize(("roll", "where"), [(5, "1611"), (6, "reserve")])
def test_the_division_of_the_nearest_unit_mans_clervaux(roll: int, where: str) -> None:
    """L19, L20, L22: 110/28 is nearest; of 28 in Reserve 112 comes, though CCR/9A has a lower #."""
    game = block_at_clervaux("1814 110/28/VIII", reserve="112/28/VIII CCR/9A/VIII")
    assert game.top == MannedRoll(game.hex("1611"))
    game.roll(roll)

    assert game.where("112/28/VIII") == where
    assert game.where("CCR/9A/VIII") == "reserve"
    assert not game.has("roadblocks", "1611")


@pytest.mark.rule("EA-RB.x")
def test_without_reserves_a_unit_out_of_contact_mans_it() -> None:
    """L21: 109/28 in Neufchâteau, far from every German, is lifted."""
    game = block_at_clervaux("1814 110/28/VIII  2219 109/28/VIII").roll(5)

    assert game.where("109/28/VIII") == "1611"
