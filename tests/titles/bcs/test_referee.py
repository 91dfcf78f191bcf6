"""The referee at the table: every decision of random play, from set-ups and from anywhere."""

from __future__ import annotations

import pytest

from grognard import library
from grognard.trial.fuzz import fuzz


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
