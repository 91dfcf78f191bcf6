"""The rules blow bridges: who is there to do it, and the roll."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import DemolitionCheck, Moving

MOVER = "18/LXVI"
BRIDGE = "1008/1009"  # before St. Vith, HV 6


def at_st_vith(text: str = "", start: str = "1007", **more: Any) -> Game:
    """A German division about to come to the bridge from the east."""
    return position(f"{start} {MOVER} {text}", active=MOVER, **more)


def stands(game: Game, bridge: str = BRIDGE) -> bool:
    return bool(game.state.bridges & game.river(bridge))


def german(game: Game, bridge: str = BRIDGE) -> bool:
    return bool(game.state.german_bridges & game.river(bridge))


@pytest.mark.rule("EA-S.42")
@pytest.mark.parametrize(("roll", "blown"), [(1, True), (6, True), (7, False)])
def test_a_roll_of_the_far_hexs_hv_or_less_destroys_the_bridge(roll: int, blown: bool) -> None:
    game = at_st_vith(day=17).play(f"Pick {MOVER}", "Step 1008").roll(roll)

    assert stands(game) != blown
    assert game.told(ev.DemolitionRolled)[0].number == 6


@pytest.mark.rule("EA-S.42")
def test_a_bridge_is_tested_once_in_an_activation() -> None:
    game = at_st_vith("1107 39/26/XLVII 1009 102Cav/V", day=18)
    game.set(active=game.units(MOVER, "39/26/XLVII"))
    game.play(f"Pick {MOVER}", "Step 1008").roll(7).play("Halt")
    assert not german(game)  # the cavalry stands on the other bank

    game.play("Pick 39/26/XLVII", "Step 1008")
    assert isinstance(game.top, Moving)
    assert len(game.told(ev.DemolitionRolled)) == 1


@pytest.mark.rule("EA-S.42")
def test_nobody_is_there_to_blow_a_bridge_far_behind_the_front() -> None:
    rear = {"1802/1803": "allied"}
    game = position("1804 39/26/XLVII", active="39/26/XLVII", day=18, bridges=rear)
    game.play("Pick 39/26/XLVII", "Step 1803")

    assert isinstance(game.top, Moving)
    assert german(game, "1802/1803")


@pytest.mark.rule("EA-S.42")
def test_an_allied_unit_near_the_bridge_can_blow_it_unless_it_is_isolated() -> None:
    for isolated, check in (("", True), ("102Cav/V", False)):
        game = position(
            "1804 39/26/XLVII 2002 102Cav/V",
            active="39/26/XLVII",
            day=18,
            bridges={"1802/1803": "allied"},
            isolated=isolated,
        )
        game.play("Pick 39/26/XLVII", "Step 1803")

        assert isinstance(game.top, DemolitionCheck) == check


@pytest.mark.rule("EA-S.42")
@pytest.mark.parametrize(
    ("beyond", "check"),
    [({}, True), ({"german": "1009"}, False), ({"text": "1010 62/LXVI"}, False)],
)
def test_nobody_blows_a_bridge_that_leads_where_no_communication_goes(
    beyond: dict[str, str], check: bool
) -> None:
    """But for the unit that came: its own zone covers the far hex, and does not count."""
    game = at_st_vith(day=17, **beyond).play(f"Pick {MOVER}", "Step 1008")

    assert isinstance(game.top, DemolitionCheck) == check
