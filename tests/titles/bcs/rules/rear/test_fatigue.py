"""The Fatigue Increase roll (BCS-10.4.a, BCS-R.32, BCS-R.33)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, FatigueRoll
from grognard.titles.bcs.rules.rear import fatigue

TIRING = {"fatiguing": True}


def tire(level: str = "Fat-0", *, second: bool = False, **columns: Any) -> Game:
    """The Fatigue step of an Activation."""
    fatigued = {"2PZ": level}
    game = position("14.10 II/3Pz", active="2PZ", fatigue=fatigued, second=second, **columns)
    game.events += fatigue.begin(game.state, game.formation("2PZ"))
    return game


def level(game: Game) -> int:
    """0 Fresh, 1 Fat-0 … 5 Fat-4."""
    return game.state.fatigue[game.formation("2PZ")]


@pytest.mark.rule("BCS-10.4.a", "BCS-R.32")
def test_a_roll_is_due_after_a_tiring_activity_alone() -> None:
    assert isinstance(tire(fatiguing=True).top, FatigueRoll)
    assert isinstance(tire().top, Activities)


@pytest.mark.rule("BCS-R.32")
def test_a_move_tires_in_a_second_activation_alone() -> None:
    assert isinstance(tire(moved=1).top, Activities)
    assert isinstance(tire(moved=1, second=True).top, FatigueRoll)
    assert isinstance(tire(second=True).top, Activities)


@pytest.mark.rule("BCS-R.33")
@pytest.mark.parametrize(
    ("start", "second", "lowest"),
    [
        ("Fresh", False, 4),
        ("Fat-0", False, 5),
        ("Fat-1", False, 5),
        ("Fat-2", False, 5),
        ("Fat-3", False, 5),
        ("Fresh", True, 3),
        ("Fat-0", True, 3),
        ("Fat-1", True, 3),
        ("Fat-2", True, 4),
        ("Fat-3", True, 4),
    ],
)
def test_the_table(start: str, second: bool, lowest: int) -> None:
    for face in range(1, 7):
        game = tire(start, second=second, fatiguing=True)
        before = level(game)
        game.roll(face)
        assert level(game) - before == (face >= lowest), face
        assert game.told(ev.FatigueRolled)[0].needs == lowest


@pytest.mark.rule("BCS-S.19", "BCS-R.33")
def test_the_levels_in_order() -> None:
    game = tire("Fresh", fatiguing=True)
    names = []
    for _ in range(5):
        game.roll(6)
        names.append(game.told(ev.FatigueRolled)[-1].level)
        game.events += fatigue.begin(game.state, game.formation("2PZ"))

    assert names == ["Fat-0", "Fat-1", "Fat-2", "Fat-3", "Fat-4"]
    assert isinstance(game.top, Activities), "Fat-4 stays"
