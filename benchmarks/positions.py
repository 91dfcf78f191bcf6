"""Positions of the historical campaign that other benchmarks look at."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from grognard.titles import lost_battalion
from grognard.titles.lost_battalion.position.decisions import (
    Combat,
    GunPlacement,
    Marching,
    Movement,
)
from grognard.titles.lost_battalion.position.state import State
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = lost_battalion  # as the match sees it: chance answers by `apply` like a seat


def first_position(seed: int, wanted: Callable[[State], bool]) -> State:
    """Where the random game of that seed first comes to a position that is wanted."""
    state: State = TITLE.setup("historical", {})
    fate, rng = Fate(str(seed)), Random(seed)
    entry = 0
    while not wanted(state):
        seat = TITLE.deciders(state)[0]
        if seat == CHANCE:
            TITLE.apply(state, seat, fate.settle(TITLE.draw(state), entry))
        else:
            TITLE.apply(state, seat, rng.choice(TITLE.offers(state, seat)))
        entry += 1
    return state


def named(quick: bool = False) -> dict[str, State]:
    """A few positions of one random game, by name."""
    late = 2 if quick else 8
    return {
        "turn 1, Allied Movement": first_position(1, lambda s: isinstance(s.top, Movement)),
        "turn 1, a march": first_position(1, lambda s: isinstance(s.top, Marching) and s.moved > 0),
        "turn 1, Allied Combat": first_position(1, lambda s: isinstance(s.top, Combat)),
        f"turn {late}, machine guns": first_position(
            1, lambda s: s.turn == late and isinstance(s.top, GunPlacement)
        ),
        f"turn {late}, German Movement": first_position(
            1, lambda s: s.turn == late and isinstance(s.top, Movement) and s.top.side == 1
        ),
    }
