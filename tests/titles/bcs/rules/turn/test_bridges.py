"""Bridges blown and repaired (BCS-B.1)."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import LEG, TRUCK, P
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import BridgeRoll, RepairRoll
from grognard.titles.bcs.rules.moving import entering, terrain
from grognard.titles.bcs.rules.turn import bridges


def number(game: Game, side: str) -> int:
    a, b = side.split("/")
    return game.kit.bridge_number[game.hex(a), game.hex(b)]


def down(game: Game) -> set[str]:
    """The bridges that are blown, by name."""
    return {bridges.name_of(game.state, n) for n in range(8) if game.state.blown >> n & 1}


@pytest.mark.rule("BCS-B.1")
@pytest.mark.parametrize(
    ("turn", "blown"),
    [
        (1, set()),
        (2, {"Ourthe above Bertogne"}),
        (3, set()),
        (4, {"Martelange", "Martelange south-west"}),
        (5, {"Burnon"}),
    ],
)
def test_bridges_blown_at_the_start_of_a_turn(turn: int, blown: set[str]) -> None:
    game = position(scenario="bastogne", turn=turn)
    told = bridges.turn_begins(game.state)
    assert down(game) == blown
    assert {event.bridge for event in told if isinstance(event, ev.BridgeBlown)} == blown


@pytest.mark.rule("BCS-B.1")
def test_a_blown_bridge_ends_the_road_and_the_water_remains() -> None:
    game = position(scenario="bastogne")
    a, b = game.hex("21.40"), game.hex("22.41")
    assert terrain.cost(game.state, TRUCK, a, b) == 1  # a quarter, by the Primary Road
    game.set(blown=1 << number(game, "21.40/22.41"))
    assert not bridges.standing(game.state, a, b)
    assert not bridges.standing(game.state, b, a)
    assert terrain.cost(game.state, TRUCK, a, b) == P  # the Sûre is a River
    assert terrain.cost(game.state, LEG, a, b) >= 3 * 4 - 4  # two for the River and the hex


@pytest.mark.rule("BCS-B.1")
def test_ortheuville_is_rolled_for_once_as_the_first_german_comes() -> None:
    game = position("11.11 AA2m 10.10 A/299", scenario="bastogne")
    entering.enter(game.state, game.unit("A/299"), game.hex("10.09"), "move")
    assert not isinstance(game.top, BridgeRoll)  # an American
    entering.enter(game.state, game.unit("A/299"), game.hex("10.10"), "move")
    entering.enter(game.state, game.unit("AA2"), game.hex("10.09"), "move")
    assert isinstance(game.top, BridgeRoll)
    holds = game.twin().roll(4)
    assert down(holds) == set()
    assert down(game.twin().roll(5)) == down(game.twin().roll(6)) == {"Ortheuville"}
    entering.enter(holds.state, holds.unit("AA2"), holds.hex("10.10"), "move")
    entering.enter(holds.state, holds.unit("AA2"), holds.hex("10.09"), "move")
    assert not isinstance(holds.top, BridgeRoll)


# -- repairs -------------------------------------------------------------------------------------


def at_work(text: str, **more: object) -> Game:
    """ENG8 at the end of its activities, the bridge of Martelange down."""
    game = position(text, scenario="bastogne", active="ENG8", **more)  # type: ignore[arg-type]
    game.set(blown=1 << number(game, "21.40/22.41"))
    bridges.repairs(game.state, game.formation("ENG8"))
    return game


@pytest.mark.rule("BCS-B.1")
def test_engineers_repair_on_a_four() -> None:
    game = at_work("21.40 A/158d")
    assert isinstance(game.top, RepairRoll)
    failed = game.twin().roll(3)
    assert down(failed) == {"Martelange"}
    done = game.twin().roll(4)
    assert down(done) == set()
    assert done.told(ev.BridgeRepaired)[0].done


@pytest.mark.rule("BCS-B.1")
def test_who_repairs() -> None:
    assert isinstance(at_work("22.41 A/158d").top, RepairRoll)  # either end
    assert not isinstance(at_work("21.39 A/158d").top, RepairRoll)  # beside it
    assert not isinstance(at_work("21.40 A/158m").top, RepairRoll)  # in trucks
    assert not isinstance(at_work("21.40 A/2Tkd", command={"A/2Tk": "ENG8"}).top, RepairRoll)
    other = at_work("21.40 C/9AEBd")  # engineers of another formation
    assert not isinstance(other.top, RepairRoll)


@pytest.mark.rule("BCS-B.1")
def test_not_after_moving_or_attacking() -> None:
    game = position("21.40 A/158d", scenario="bastogne", active="ENG8")
    bit = 1 << game.unit("A/158")
    for done in (
        {"moved": bit},
        {"finished": bit},
        {"began": {game.unit("A/158"): game.hex("22.41")}},
    ):
        assert not isinstance(at_work("21.40 A/158d", **done).top, RepairRoll)
