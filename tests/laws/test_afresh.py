"""Facts that are kept are held to what one finds looking afresh, in random play."""

from __future__ import annotations

import pytest
from laws.afresh import wrong
from laws.subjects import TITLES, play

from grognard.waist.title import CHANCE

MOST = 1200


@pytest.mark.parametrize(
    ("key", "scenario", "every"),
    [("lost_battalion", "historical", 1), ("lost_battalion", "free", 1)],
)
def test_what_is_kept_is_what_one_finds_looking_afresh(key: str, scenario: str, every: int) -> None:
    title, played = TITLES[key], 0
    for state, seat, _, _ in play(key, scenario, "afresh"):
        played += 1
        if seat != CHANCE:
            title.view(state, seat)
        if played % every == 0:
            assert next(wrong(title, state), None) is None, played
        if played == MOST:
            break
    assert played > MOST / 2
