"""What would be passed up by ending a step is counted, and buttons say what they do."""

from __future__ import annotations

from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position.actions import Done, Halt
from grognard.waist.title import Seat


def left(game: Game, seat: str = "us") -> tuple[str, ...]:
    return lb.unfinished(game.state, seat, Done())


def labels(game: Game, seat: str = "us") -> dict[str, str]:
    prompt = lb.scene(lb.view(game.state, Seat(seat))).prompt
    assert prompt is not None
    return prompt.labels


def test_units_that_have_not_moved_are_counted() -> None:
    game = position("1246 137/35 138/35   1248 139/35   1723 VA")
    assert left(game) == ("three units have not moved",)

    game.play("Pick 139/35", "March 1247", "Halt")
    assert left(game) == ("two units have not moved",)


def test_of_what_does_not_end_a_step_nothing_is_said() -> None:
    game = position("1246 137/35 138/35").play("Pick 137/35")
    assert lb.unfinished(game.state, "us", Halt()) == ()


def test_when_all_is_done_nothing_is_left() -> None:
    game = position("1246 137/35").play("Pick 137/35", "March 1247", "Halt")
    assert left(game) == ()


def test_hexes_that_could_be_attacked_and_silent_guns_are_counted() -> None:
    game = position("1522 R252/76R   1523 305/77   1624 IA", at="b2")
    assert left(game) == ("one hex could be attacked", "one gun has not fired")


def test_markers_of_gas_that_are_left_are_counted() -> None:
    game = position("1242 2GzF/1G   1243 137/35", at="a2", turn=2, gas_left=2)
    assert left(game, "german") == ("two Gas markers are left",)


def test_a_button_says_what_it_ends() -> None:
    game = position("1522 R252/76R   1523 305/77   1624 IA")
    assert labels(game) == {"done": "end the Movement Phase"}

    game.play("Done", "Attack 1522", "Commit 305/77")
    assert labels(game) == {
        "launch": "launch the attack on 1522",
        "calloff": "call off the attack on 1522",
    }

    game.play("Launch")
    assert labels(game)["done"] == "hold fire"
    game.play("Fire IA 1522")
    assert labels(game)["shoot"] == "resolve the fire on 1522"
