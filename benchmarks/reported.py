"""Times without a goal: what a table or a bot waits for at named positions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.harness import typical_seconds
from benchmarks.positions import named
from grognard.book.canonical import state_hash
from grognard.book.derived import forget
from grognard.bots import Greedy
from grognard.titles import lost_battalion
from grognard.titles.lost_battalion.position.state import State, copy


def measure(quick: bool) -> dict[str, dict[str, float]]:
    """Seconds by position and by what was asked."""
    budget = 0.01 if quick else 0.2
    return {
        name: {what: typical_seconds(ask, budget) for what, ask in asked(state).items()}
        for name, state in named(quick).items()
    }


def asked(state: State) -> dict[str, Callable[[], object]]:
    """What is timed. Offers come twice: with nothing remembered, and asked again."""
    title: Any = lost_battalion
    seat = title.deciders(state)[0]
    view = title.view(state, seat)
    questions: dict[str, Callable[[], object]] = {
        "copy": lambda: copy(state),
        "view": lambda: title.view(state, seat),
        "offers, first": lambda: offers_afresh(title, state),
        "offers, again": lambda: title.offers(state, seat),
        "state_hash": lambda: state_hash(state),
    }
    if hasattr(title, "imagine"):
        questions["imagine"] = lambda: title.imagine(view, Random(1))
    if hasattr(title, "appraise"):
        questions["greedy decision"] = lambda: decide(title, state)
    return questions


def offers_afresh(title: Any, state: State) -> object:
    forget()
    return title.offers(state, title.deciders(state)[0])


def decide(title: Any, state: State) -> object:
    """What a bot's turn costs: the view, the offers and the choice."""
    seat = title.deciders(state)[0]
    offers = title.offers(state, seat)
    return Greedy(title).choose(title.view(state, seat), offers, Random(1))
