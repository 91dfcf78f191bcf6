"""Victory points, levels, scenarios (EA-S.61 to EA-S.63)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import fresh, step

from grognard.titles.ardennes.kit.kit import read_scenario
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.rules.cards import commands
from grognard.titles.ardennes.rules.day.victory import outcome, points_now, verdict

REGISTERED = commands


def points(game: Game) -> int:
    return points_now(game.state).total


@pytest.mark.rule("EA-S.61")
def test_victory_hexes_count_when_held_and_in_supply() -> None:
    # St. Vith 1009 is worth 2; the bridge 1008/1009 must be German for the road to lead there.
    held = position("1009 18/LXVI", german="1007", bridges={"1008/1009": "german"})
    assert points(held) == 2
    cut = position("1414 18/LXVI", german="1007")  # Houffalize, far from any German road
    assert points(cut) == 0
    lost = position("1008 18/LXVI", german="1007", bridges={"1008/1009": "german"})
    assert points(lost) == 0


@pytest.mark.rule("EA-S.61")
def test_okw_divisions_cost_two_each_and_exits_count() -> None:
    assert points(position(assigned={"11P/OKW": "XLVII"})) == -2
    assert points(position(assigned={"11P/OKW": "XLVII", "10SS/OKW": "ISS"}, exit_points=3)) == -1


def ending(total: int, day: int, scenario: str = "gs-14") -> tuple[str, str] | None:
    """The result and the winner with so many points at the end of a day."""
    found = outcome(position(scenario=scenario, day=day, exit_points=total).state)
    return None if found is None else (found.level, found.winner or "")


@pytest.mark.rule("EA-S.62")
def test_24_points_win_at_the_end_of_any_day() -> None:
    assert ending(24, 18) == ("German decisive victory", "german")
    assert ending(23, 18) is None


@pytest.mark.rule("EA-S.62")
@pytest.mark.parametrize(
    ("total", "level", "winner"),
    [
        (24, "German decisive victory", "german"),
        (23, "German substantial victory", "german"),
        (18, "German substantial victory", "german"),
        (17, "German marginal victory", "german"),
        (14, "German marginal victory", "german"),
        (13, "Draw", ""),
        (11, "Draw", ""),
        (10, "Allied marginal victory", "allied"),
        (7, "Allied marginal victory", "allied"),
        (6, "Allied decisive victory", "allied"),
        (-4, "Allied decisive victory", "allied"),
    ],
)
def test_levels_after_the_last_day(total: int, level: str, winner: str) -> None:
    assert ending(total, 29) == (level, winner)


@pytest.mark.rule("EA-S.63")
@pytest.mark.parametrize(
    ("days", "bounds"),
    [
        # 24, 18, 14, 11, 7 times 0.35, 0.5, 0.65, 0.85 and 1, rounded up.
        (3, [9, 7, 5, 4, 3]),
        (5, [12, 9, 7, 6, 4]),
        (7, [16, 12, 10, 8, 5]),
        (10, [21, 16, 12, 10, 6]),
        (14, [24, 18, 14, 11, 7]),
    ],
)
@pytest.mark.parametrize("game", ["gs", "2p"])
def test_five_scenarios_with_their_bounds(game: str, days: int, bounds: list[int]) -> None:
    row = read_scenario(f"{game}-{days}")
    assert (row.first_day, row.last_day) == (16, 15 + days)
    assert [level.at_least for level in row.levels[:-1]] == bounds


@pytest.mark.rule("EA-S.62")
def test_the_game_is_over_after_the_last_day_and_not_before() -> None:
    game = fresh("gs-3")
    game.state.day = 17
    step(game, "end_of_day")
    assert not game.state.over
    assert verdict(game.state) is None
    game.state.day = 18
    step(game, "end_of_day")
    assert game.state.over
    result = verdict(game.state)
    assert result is not None
    assert result.level == "Allied decisive victory"
    assert [e.points for e in game.told(ev.GameOver)] == [0]
