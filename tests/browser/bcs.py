"""A first turn around Noville on which the dice fall as they are wanted."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard import library
from grognard.match import Match

LINES = (
    "activate 2PZ",
    "decline",
    "objective 11.09; objective 10.10",
    "take II/3Pz",
    "flip",
    ">13.10>12.10>12.09",
    "engage 11.09",
    "attack 11.09",
    "suppress arty",
    "choose 20AIB",
    "withdraw 20AIB 08.17",
)
ENOUGH = 2000


@cache
def dice() -> str:
    """The first seed by which Noville falls, its garrison choosing where to retreat.

    Looked for, not written down: charts may be changed without changing a test of the page.
    """
    return next(seed for seed in map(str, range(ENOUGH)) if _serves(seed))


def _serves(seed: str) -> bool:
    match = Match.new(library.title("bcs"), "lesson", seed=seed)
    if not all(_said(match, line) for line in LINES):
        return False
    kit = match.state.kit
    return bool(match.state.hex_of[kit.by_name["II/3Pz"]] == kit.grid.at("11.09"))


def _said(match: Match[Any, Any, Any, Any], line: str) -> bool:
    """Whether all that the line says could be done, and was."""
    title = match.title
    (seat,) = match.deciders()
    try:
        actions = title.parse(match.state, seat, line)
    except ValueError:
        return False
    for action in actions:
        if match.refusal(seat, action) is not None:
            return False
        match.play(seat, action)
    return True
