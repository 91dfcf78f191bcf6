"""What would be passed up by ending a step is counted."""

from __future__ import annotations

from bcs import position

from grognard.titles import bcs
from grognard.titles.bcs.position.actions import Done, Halt


def test_units_and_guns_that_have_not_been_used_are_counted() -> None:
    game = position("09.14 I/3Pzm   07.14 1/506", active="2PZ", arty=2)
    assert bcs.unfinished(game.state, "german", Done()) == (
        "one unit has not acted",
        "two Artillery Points are left",
    )


def test_a_failed_activation_leaves_nothing_to_do() -> None:
    game = position("09.14 I/3Pzm", active="2PZ", snafu="fail")
    assert bcs.unfinished(game.state, "german", Done()) == ()


def test_a_unit_that_halts_passes_nothing_up() -> None:
    game = position("09.14 I/3Pzm", active="2PZ", hand="I/3Pz")
    assert bcs.unfinished(game.state, "german", Halt()) == ()
