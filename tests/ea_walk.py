"""Random games of Enemy Action: Ardennes, for tests that hold of any position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ea import Game
from ea_cards import fresh

from grognard.chance import Dice, Picked, Rolled
from grognard.title import CHANCE
from grognard.titles.ardennes.questions import QUESTIONS, asked, proceed
from grognard.titles.ardennes.script import command

REGISTERED = command


def offers(game: Game) -> list[Any]:
    """The actions that are allowed now."""
    question = QUESTIONS[type(game.top)]
    found = question.candidates(game.state, game.top)
    return [a for a in found if question.refusal(game.state, game.top, a) is None]


def take(game: Game, action: Any) -> None:
    game.events += QUESTIONS[type(game.top)].answer(game.state, game.top, action)
    game.events += proceed(game.state)


def settle(game: Game, rng: Random) -> None:
    """Chance answers whatever it is asked for."""
    while game.state.stack and asked(game.state) == (CHANCE,):
        draw = QUESTIONS[type(game.top)].draw
        assert draw is not None
        due = draw(game.state, game.top)
        if isinstance(due, Dice):
            take(game, Rolled(tuple(rng.randint(1, due.sides) for _ in range(due.count))))
        else:
            take(game, Picked(rng.randrange(due.among)))


def walk(scenario: str, steps: int, seed: str = "walk") -> Iterator[Game]:
    """A random game, seen before each of its choices."""
    game, rng = fresh(scenario), Random(f"{scenario} {seed}")
    settle(game, rng)
    for _ in range(steps):
        if not game.state.stack:
            return
        yield game
        take(game, rng.choice(offers(game)))
        settle(game, rng)
