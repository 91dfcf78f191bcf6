"""Players that are programs: they see a view and the offers, never a state."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.bots.bot import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.guard import Guarded
from grognard.bots.planner import Planner
from grognard.bots.playing import Decision, decide, play_out
from grognard.bots.search import Search
from grognard.bots.uniform import Uniform

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.waist.title import Title

__all__ = [
    "NAMES",
    "USUAL",
    "WORDS",
    "Bot",
    "Decision",
    "Greedy",
    "Guarded",
    "Planner",
    "Search",
    "Uniform",
    "by_name",
    "check_name",
    "decide",
    "play_out",
]

NAMES = ("uniform", "greedy", "planner", "search")  # from the weakest to the strongest
USUAL = "planner"  # the opponent where nobody says otherwise
WORDS = {
    "uniform": "random (weakest)",
    "greedy": "greedy (plays to win)",
    "planner": "planner (makes plans)",
    "search": "search (looks ahead, slowest)",
}


def by_name(name: str, title: Title[Any, Any, Any, Any]) -> Bot:
    """The bot of that name for a title; a ValueError in one sentence otherwise."""
    return _maker(name)(title)


def check_name(name: str) -> None:
    """Raises a ValueError, in one sentence, unless there is a bot of that name; makes none."""
    _maker(name)


def _maker(name: str) -> Callable[[Title[Any, Any, Any, Any]], Bot]:
    if name == "uniform":
        return lambda _: Uniform()
    if name == "greedy":
        return Greedy
    if name == "planner":
        return Planner
    if name == "search" or name.startswith("search:"):
        return _searcher(name)
    raise ValueError(f"there is no bot “{name}”; there are {', '.join(NAMES)}")


def _searcher(name: str) -> Callable[[Title[Any, Any, Any, Any]], Bot]:
    """`search`, `search:5s` (seconds a decision) or `search:200` (iterations a decision)."""
    amount = name.partition(":")[2]
    if not amount:
        return Search
    number = amount.removesuffix("s")
    if not number.isdecimal() or not int(number):
        raise ValueError(f"“{name}”: after the colon come iterations, or seconds as in search:5s")
    if number == amount:
        return partial(Search, iterations=int(number))
    return partial(Search, seconds=float(number))
