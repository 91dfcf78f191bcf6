"""Weather and Air Points (BCS-S.45)."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.position.decisions import WeatherRoll
from grognard.titles.bcs.rules.turn import weather


def at(turn: int, random: bool = False, scenario: str = "bastogne") -> Game:
    options = {"weather_random": "on" if random else "off"}
    game = position(scenario=scenario, turn=turn, options=options, visibility=9)
    game.events += weather.begin(game.state)
    return game


def sky(game: Game) -> tuple[str, str, int, list[int]]:
    state = game.state
    return state.ground, state.atmosphere, state.visibility, state.air


@pytest.mark.rule("BCS-C.2")
def test_weather_is_that_of_the_turn_record() -> None:
    assert sky(at(1)) == ("mud", "poor", 1, [0, 0])
    assert sky(at(2)) == ("mud", "poor", 2, [0, 0])
    assert sky(at(5)) == ("freeze", "poor", 2, [0, 0])
    assert sky(at(3, scenario="noville")) == ("normal", "poor", 2, [0, 0])


@pytest.mark.rule("BCS-C.3", "BCS-S.45")
def test_dice_from_turn_two_each_part_from_the_one_before() -> None:
    first = at(1, random=True)
    assert not isinstance(first.top, WeatherRoll)
    game = at(2, random=True)
    parts = []
    for face in (6, 2, 5, 4):
        assert isinstance(game.top, WeatherRoll)
        parts.append(game.top.part)
        game.roll(face)
    assert parts == ["ground", "atmosphere", "visibility", "air"]
    # Mud before, 6: Freeze; Freeze, 2: Good; Good, 5: three hexes; Good, 4: four Air Points.
    assert sky(game) == ("freeze", "good", 3, [4, 0])
    assert not isinstance(game.top, WeatherRoll)


@pytest.mark.rule("BCS-S.45")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((1, 1, 1, 6), ("normal", "good", 2, [6, 0])),
        ((2, 3, 3, 3), ("normal", "fair", 2, [0, 0])),
        ((3, 2, 2, 6), ("mud", "fair", 1, [3, 0])),
        ((5, 3, 6, 6), ("mud", "poor", 2, [0, 0])),
        ((6, 6, 4, 1), ("freeze", "poor", 1, [0, 0])),
    ],
)
def test_the_tables(faces: tuple[int, ...], result: tuple[str, str, int, list[int]]) -> None:
    game = at(2, random=True)  # after Mud
    for face in faces:
        game.roll(face)
    assert sky(game) == result


@pytest.mark.rule("BCS-C.3")
def test_the_ground_before_is_that_of_the_record() -> None:
    game = at(5, random=True).set(ground="mud")  # the record has Normal for turn 4
    game.roll(4)
    assert game.state.ground == "mud"
    game = at(5, random=True).set(ground="mud")
    game.roll(3)  # Normal stays on a 3, and Mud would
    assert game.state.ground == "normal"
