"""Random games of the Battalion Combat Series, for tests that hold of any position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bcs import Game

from grognard.titles.bcs.position.options import OPTIONS
from grognard.titles.bcs.position.state import Terms
from grognard.titles.bcs.rules.turn import sequence
from grognard.titles.bcs.rules.turn.setting_up import new_game

REGISTERED = sequence


def fresh(scenario: str = "lesson") -> Game:
    """A game at its first question."""
    chosen = tuple((option.key, option.values[0]) for option in OPTIONS)
    return Game(new_game(Terms(scenario, chosen)))


ENDINGS = ("Done", "Halt", "Recover", "Decline", "Retreat", "PullBack")
PATIENCE = 0.9  # how often a game goes on rather than ends what is on the table


def any_of(found: list[Any], rng: Random) -> Any:
    """A kind of action, then one of that kind: Trains have many places to go to."""
    kinds = sorted({type(action).__name__ for action in found})
    more = [kind for kind in kinds if kind not in ENDINGS]
    kind = rng.choice(more if more and rng.random() < PATIENCE else kinds)
    return rng.choice([action for action in found if type(action).__name__ == kind])


def walk(scenario: str, steps: int, seed: str = "walk") -> Iterator[Game]:
    """A random game, seen before each of its choices."""
    game, rng = fresh(scenario), Random(f"{scenario} {seed}")
    game.settle(rng)
    for _ in range(steps):
        if not game.state.stack:
            return
        yield game
        game.take(any_of(game.allowed(), rng))
        game.settle(rng)
