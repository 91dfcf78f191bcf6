"""The referee at the table: every decision of random play, from set-ups and from anywhere."""

from __future__ import annotations

import pytest
from bcs import position

from grognard import library
from grognard.titles.bcs.kit.kit import GERMAN
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import SEATS, copy
from grognard.trial.fuzz import fuzz
from grognard.waist.referee import Bench


@pytest.mark.parametrize(
    ("scenario", "games", "refereed"),
    [("lesson", 12, 300), ("noville", 8, 300), ("bastogne", 2, 200)],
)
def test_the_referee_agrees(scenario: str, games: int, refereed: int) -> None:
    title, referee = library.title("bcs"), library.referee("bcs")
    report = fuzz(title, scenario, games, "suite", 500, referee=referee)

    assert [str(failure.sentence) for failure in report.failures if failure.kind != "endless"] == []
    assert report.unread == {}
    assert report.refereed > refereed


@pytest.mark.rule("BCS-10.5.d", "BCS-9.1i.b")
def test_a_formation_that_left_and_came_back_at_once_is_no_difference() -> None:
    """Its Trains were Ghosts; those that come with its reinforcements are not."""
    game = position("02.16 II/304", active="2PZ", trains={"2PZ": "16.14"}, ghost="2PZ")
    title, before = library.title("bcs"), copy(game.state)
    told = title.apply(game.state, SEATS[GERMAN], act.Done())

    assert [one.formation for one in told if isinstance(one, ev.FormationGone)] == ["2PZ"]
    assert game.hq("2PZ") == "22.10"
    bench = Bench(title, library.referee("bcs"))
    assert bench.deed(before, SEATS[GERMAN], act.Done(), list(told), game.state) == []
