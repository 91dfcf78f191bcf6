"""Whom the laws are held to: every scenario of every title, and positions from random play.

A game is played by kinds: half the time a kind of action is drawn first and
then one of that kind, so that attacks and odd choices come up as often as
marches. Positions whose menu is of a new sort are kept, and every so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import crossroads
import msgspec
import toy

from grognard import library
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE, Seat

SMALL = {"toy": toy, "crossroads": crossroads.GAME}
TITLES: dict[str, Any] = {**{key: library.title(key) for key in library.titles()}, **SMALL}
ALIKE = {"gs-5", "gs-7", "gs-10", "2p-5", "2p-7", "2p-10", "2p-14"}  # but for their length
SUBJECTS = [
    (key, info.key)
    for key, title in TITLES.items()
    for info in title.scenarios()
    if info.key not in ALIKE
]
SEEDS = ("1", "2")
EVERY = 50
OF_A_SORT = 2


class Position(msgspec.Struct, frozen=True):
    """A state in which a seat is to decide, and what it may do."""

    title: Any
    state: Any
    seat: Seat
    offers: tuple[Any, ...]
    n: int

    def __str__(self) -> str:
        return f"{self.title.KEY}, entry {self.n}, {self.seat} to decide"


def offers(title: Any, state: Any, seat: Seat) -> list[Any]:
    """By the definition: the candidates that are not refused."""
    return [a for a in title.candidates(state, seat) if title.refusal(state, seat, a) is None]


def some_options(title: Any, rng: Random) -> dict[str, str]:
    return {option.key: rng.choice(option.values) for option in title.OPTIONS}


def play(key: str, scenario: str, seed: str) -> Iterator[tuple[Any, Seat, list[Any], Any]]:
    """A random game with random options: state, seat, candidates and the action chosen.

    The state goes on changing: copy what you keep.
    """
    title, rng, fate, n = TITLES[key], Random(f"{key}/{scenario}/{seed}"), Fate(seed), 0
    state = title.setup(scenario, some_options(title, rng))
    while deciders := title.deciders(state):
        seat = rng.choice(deciders)
        found: list[Any] = []
        if seat == CHANCE:
            action = fate.settle(title.draw(state), n)
        else:
            found = list(title.candidates(state, seat))
            action = choose(title, state, seat, found, rng)
        yield state, seat, found, action
        title.apply(state, seat, action)
        n += 1


def choose(title: Any, state: Any, seat: Seat, found: list[Any], rng: Random) -> Any:
    """An allowed action by lot; half the time the kind is drawn first."""
    left = rng.sample(found, len(found))
    if rng.random() < 0.5:
        kind = rng.choice(sorted({type(action).__name__ for action in found}))
        left.sort(key=lambda action: type(action).__name__ != kind)
    for action in left:
        if title.refusal(state, seat, action) is None:
            return action
    raise AssertionError(f"{seat} is to decide and may do nothing")


@cache
def positions(key: str, scenario: str) -> tuple[Position, ...]:
    """Positions of several games that the seats decide in, the odd ones among them."""
    title, kept = TITLES[key], []
    for seed in SEEDS:
        sorts: Counter[frozenset[str]] = Counter()
        for n, (state, seat, found, _) in enumerate(play(key, scenario, seed)):
            sort = frozenset(type(action).__name__ for action in found)
            sorts[sort] += 1
            if seat != CHANCE and (sorts[sort] <= OF_A_SORT or n % EVERY == 0):
                allowed = tuple(offers(title, state, seat))
                kept.append(Position(title, title.copy(state), seat, allowed, n))
    return tuple(kept)
