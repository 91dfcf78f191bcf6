"""The audit names each thing that cannot be, when it is made so by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position.state import DUE, RESERVE, RESTING, put

UNITS = "1243 137/35 139/35   1242 2GzF/1G   1144 IA   1640 MG1"


def move(name: str, label: str) -> Callable[[Game], None]:
    return lambda game: put(game.state, game.unit(name), game.kit.grid.at(label))


def box(name: str, where: int) -> Callable[[Game], None]:
    return lambda game: put(game.state, game.unit(name), where)  # type: ignore[arg-type]  # a box


def steps(name: str, count: int) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.state.steps[game.unit(name)] = count

    return change


def fields(**values: object) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.set(**values)

    return change


def partly_resting(game: Game) -> None:
    put(game.state, game.unit("137/35"), RESTING)


def resting_unasked(game: Game) -> None:
    game.state.resting_since = {game.kit.division_by_key["US 35"]: 1}


def gas_on_germans(game: Game) -> None:
    put(game.state, game.unit("1GzF/1G"), game.kit.grid.at("1341"))
    game.state.gas = 1 << game.kit.grid.at("1341")


def stray_stack(game: Game) -> None:
    game.state.stacks[game.kit.grid.at("1301")] = 1


def stray_box(game: Game) -> None:
    game.state.boxes[DUE] |= 1


def crowd_unseen(game: Game) -> None:
    """Artillery with infantry (LB-5.2c), as if it had come there without `put`."""
    put(game.state, game.unit("IA"), game.state.hex_of[game.unit("137/35")])
    game.state.__dict__["doubtful"] = 0


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (stray_stack, "the stacks disagree with where the units are"),
        (stray_box, "the boxes disagree with where the units are"),
        (crowd_unseen, "nobody doubts the stack in"),
        (fields(occupied=[0, 0]), "the occupied hexes disagree with where the units are"),
        (move("137/35", "1242"), "both sides stand in 1242"),
        (steps("137/35", 9), "137/35 has 9 steps of 4"),
        (steps("137/35", 0), "137/35 has 0 steps in place"),
        (fields(control=0), "an Allied unit stands in a German-controlled hex"),
        (fields(control=-1), "a German unit stands in an Allied-controlled hex"),
        (move("1GzF/1G", "1343"), "LB-8.11a: a German unit stands south of the Start Line"),
        (move("IA", "1344"), "LB-11.5b: IA stands off the road"),
        (fields(pools=(-1, 0)), "a replacement pool is below zero"),
        (fields(barrage=-1), "more markers were used than there are"),
        (fields(divisions=(1 << 11) - 1), "LB-7.4b: more US divisions attacked"),
        (fields(shelled={1: 4}), "LB-11.4a: more guns fired at a hex than may for one combat"),
        (fields(bombarded=2), "a hex was bombarded, and nothing fired at it"),
        (box("MG1", RESERVE), "MG1 is in no place a machine gun can be"),
        (box("MG1", DUE), "MG1 is in no place a machine gun can be"),
        (partly_resting, "LB-6.4e: US 35 is only partly on the R&R track"),
        (resting_unasked, "LB-6.4e: the R&R track and US 35 disagree"),
        (fields(over=True), "the game is over, or it is not"),
        (fields(gas=1), "gas lies outside the area of the scenario"),
        (gas_on_germans, "LB-11.7f: Germans stand in gas in 1341"),
    ],
)
def test_each_flaw_is_named(spoil: Callable[[Game], None], flaw: str) -> None:
    game = position(UNITS, at="b1")
    assert lb.audit(game.state) == []

    spoil(game)

    assert any(found.startswith(flaw) for found in lb.audit(game.state)), lb.audit(game.state)


def test_nothing_stands_outside_the_window_of_a_scenario() -> None:
    game = position("1243 137/35", scenario="learning")
    put(game.state, game.unit("137/35"), game.kit.grid.at("0148"))

    assert "a unit stands outside the area of the scenario" in lb.audit(game.state)
