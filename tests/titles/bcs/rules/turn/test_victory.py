"""Control, victory points, leaving the map (scenario rules)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.rules.moving import entering
from grognard.titles.bcs.rules.turn import victory

HISTORY_A = ("11.09", "10.11", "11.17", "12.16", "16.14", "04.07")
HISTORY_B = [
    "24.11",
    "23.13",
    "29.16",
    "25.18",
    "24.19",
    "36.24",
    "26.03",
    "17.09",
    "10.09",
    "07.08",
    "07.16",
    "14.24",
    "19.27",
    "19.23",
    "23.28",
    "22.41",
    "10.31",
    "11.25",
]


def total(game: Game) -> int:
    return victory.points(game.state).total


def held(*labels: str, scenario: str = "noville", **more: Any) -> Game:
    """The German controls these victory hexes and no others."""
    game = position(scenario=scenario, **more)
    return game.set(german=game.hexes(" ".join(labels)))


# -- control --------------------------------------------------------------------------------


@pytest.mark.rule("BCS-C.1")
def test_control_belongs_to_the_side_last_there() -> None:
    game = position("12.09 AA2m 10.08 1/506")
    assert total(game) == 1  # Mageret, at the start
    told = entering.enter(game.state, game.unit("AA2"), game.hex("11.09"), "move")
    assert ev.Controlled(GERMAN, "11.09", "Noville", 4) in told
    assert total(game) == 5
    entering.enter(game.state, game.unit("AA2"), game.hex("12.09"), "move")
    assert victory.controls(game.state, GERMAN, game.hex("11.09"))  # leaving changes nothing
    assert ev.Controlled(US, "11.09", "Noville", 4) in entering.enter(
        game.state, game.unit("1/506"), game.hex("11.09"), "move"
    )
    assert total(game) == 1


@pytest.mark.rule("BCS-C.1")
def test_who_drives_through_an_empty_village_takes_it() -> None:
    game = position("11.08 II/304m", active="2PZ", hand="II/304", hq={"2PZ": "13.08"})
    game.play("Step 11.09", "Step 11.10")
    assert victory.controls(game.state, GERMAN, game.hex("11.09"))


@pytest.mark.rule("BCS-C.1")
def test_control_at_the_start_is_as_the_scenario_says() -> None:
    game = position()
    german = [label for label in ("12.16", "16.14", "11.09") if victory.controls(
        game.state, GERMAN, game.hex(label))]  # fmt: skip
    assert german == ["12.16"]
    assert total(position(scenario="bastogne")) == 0
    assert not victory.controls(game.state, US, game.hex("13.13"))  # no victory hex


# -- points ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-A.6", "BCS-B.8")
def test_history_and_the_whole_of_it() -> None:
    assert total(held(*HISTORY_A)) == 13
    assert total(held(*HISTORY_A, bonus=1)) == 14
    assert total(held(*HISTORY_B, scenario="bastogne")) == 26
    for scenario, points in (("noville", 34), ("bastogne", 48)):
        game = position(scenario=scenario)
        assert total(game.set(german=game.kit.vp_hexes)) == points


@pytest.mark.rule("BCS-A.4")
@pytest.mark.parametrize(("turns", "points"), [((1, 2, 3), 3), ((2, 3), 1), ((3,), 0), ((1,), 3)])
def test_noville_by_the_timetable(turns: tuple[int, ...], points: int) -> None:
    game = held()
    for turn in (1, 2, 3):
        game.set(turn=turn, german=game.hexes("11.09" if turn in turns else ""))
        victory.timetable(game.state)
    assert game.state.bonus == points


@pytest.mark.rule("BCS-A.6")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (20, "German decisive victory", "german"),
        (19, "German substantial victory", "german"),
        (15, "German marginal victory", "german"),
        (11, "Draw", None),
        (10, "Draw", None),
        (9, "US marginal victory", "american"),
        (6, "US substantial victory", "american"),
        (3, "US decisive victory", "american"),
    ],
)
def test_levels_of_noville(points: int, level: str, winner: str | None) -> None:
    game = held(turn=3, bonus=points)
    found = victory.outcome(game.state)
    assert found is not None
    assert (found.level, found.winner) == (level, winner)
    assert victory.outcome(held(turn=2, bonus=points).state) is None


@pytest.mark.rule("BCS-B.8")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (30, "German decisive victory"),
        (29, "German substantial victory"),
        (23, "German marginal victory"),
        (15, "Draw"),
        (11, "Draw"),
        (10, "US marginal victory"),
        (6, "US substantial victory"),
        (3, "US decisive victory"),
        (-8, "US decisive victory"),
    ],
)
def test_levels_of_bastogne(points: int, level: str) -> None:
    found = victory.outcome(held(scenario="bastogne", turn=5, bonus=points).state)
    assert found is not None
    assert found.level == level
    assert victory.outcome(held(scenario="bastogne", turn=4, bonus=points).state) is None


@pytest.mark.rule("BCS-A.5")
def test_the_lesson_is_about_noville_and_foy() -> None:
    results = {
        (): "US victory",
        ("10.11",): "US victory",
        ("11.09",): "German victory",
        ("11.09", "10.11"): "German decisive victory",
    }
    for labels, level in results.items():
        found = victory.outcome(held(*labels, scenario="lesson", turn=2).state)
        assert found is not None
        assert found.level == level


# -- to the Meuse ---------------------------------------------------------------------------------


def west(text: str, hq: str = "06.05", trains: str = "07.08", **more: Any) -> Game:
    """The 2nd Panzer beyond the Ourthe."""
    return position(
        text,
        scenario="bastogne",
        active="2PZ",
        hq={"2PZ": hq},
        trains={"2PZ": trains},
        **more,
    )


def why_not(game: Game, name: str) -> str | None:
    found = victory.may_leave(game.state, game.unit(name))
    return None if found is None else found.rule


@pytest.mark.rule("BCS-B.3")
def test_tac_units_leave_by_the_western_sources() -> None:
    assert why_not(west("01.03 AA2m"), "AA2") is None
    assert why_not(west("02.03 AA2m"), "AA2") == "BCS-B.3"  # not on the edge
    assert why_not(west("01.03 AA2d"), "AA2") == "BCS-B.3"  # on foot
    assert why_not(west("01.03 II/304m"), "II/304") == "BCS-B.3"  # trucks
    assert why_not(west("01.03 AA2m", hq="12.10"), "AA2") == "BCS-B.3"  # out of radius
    assert why_not(west("01.03 AA2m", trains=""), "AA2") == "BCS-B.3"  # no Legal Hex
    assert why_not(west("08.01 AA2m"), "AA2") == "BCS-B.3"  # U7 is none of them
    other = position("01.03 AA26m", scenario="bastogne", active="26VG", hq={"26VG": "06.05"},
                     trains={"26VG": "07.08"})  # fmt: skip
    assert why_not(other, "AA26") == "BCS-B.3"  # not one of the armoured formations


@pytest.mark.rule("BCS-B.3")
def test_two_steps_gone_are_a_point_and_eight_the_most() -> None:
    game = west("01.03 AA2:3m II/3Pz:4m 02.03 I/304m", hand="AA2")
    game.play("Leave")
    assert game.where("AA2") == "exited"
    assert game.told(ev.Left) == [ev.Left(GERMAN, "AA2", 3)]
    assert total(game) == 1
    victory.leave(game.state, game.unit("II/3Pz"))
    assert total(game) == 3  # seven steps
    assert total(game.set(exited=40)) == 8


# -- the 116th Panzer -------------------------------------------------------------------


@pytest.mark.rule("BCS-B.7")
def test_units_of_the_116th_that_stay_cost_points() -> None:
    options = {"panzer116": "on"}
    game = position("26.01 AA116 25.03 I/60 26.03 II/60", scenario="bastogne", active="116PZ",
                    turn=4, options=options)  # fmt: skip
    assert why_not(game, "AA116") is None
    assert why_not(game, "I/60") == "BCS-B.3"
    victory.leave(game.state, game.unit("AA116"))
    assert game.where("AA116") == "exited"
    assert game.state.exited == 0  # no points for going north
    victory.timetable(game.state)
    assert total(game) == -2
    early = position("26.03 II/60", scenario="bastogne", turn=3, options=options)
    victory.timetable(early.state)
    assert total(early) == 0
