"""Random games of Enemy Action: Ardennes, for tests that hold of any position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ea import Game
from ea_cards import fresh

from grognard.titles.ardennes.script import command

REGISTERED = command


def walk(scenario: str, steps: int, seed: str = "walk") -> Iterator[Game]:
    """A random game, seen before each of its choices."""
    game, rng = fresh(scenario), Random(f"{scenario} {seed}")
    game.settle(rng)
    for _ in range(steps):
        if not game.state.stack:
            return
        yield game
        game.take(rng.choice(game.allowed()))
        game.settle(rng)
