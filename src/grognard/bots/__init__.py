"""Players that are programs: they see a view and the offers, never a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.bots.bot import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.guard import Guarded
from grognard.bots.planner import Planner
from grognard.bots.search import Search
from grognard.bots.uniform import Uniform

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from grognard.match import AnyMatch
    from grognard.waist.title import Seat, Title, Verdict

__all__ = [
    "NAMES",
    "USUAL",
    "WORDS",
    "Bot",
    "Greedy",
    "Guarded",
    "Planner",
    "Search",
    "Uniform",
    "by_name",
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
    if name == "uniform":
        return Uniform()
    if name == "greedy":
        return Greedy(title)
    if name == "planner":
        return Planner(title)
    if name == "search" or name.startswith("search:"):
        return _search(name, title)
    raise ValueError(f"there is no bot “{name}”; there are {', '.join(NAMES)}")


def _search(name: str, title: Title[Any, Any, Any, Any]) -> Bot:
    """`search`, `search:5s` (seconds a decision) or `search:200` (iterations a decision)."""
    amount = name.partition(":")[2]
    if not amount:
        return Search(title)
    number = amount.removesuffix("s")
    if not number.isdecimal() or not int(number):
        raise ValueError(f"“{name}”: after the colon come iterations, or seconds as in search:5s")
    if number == amount:
        return Search(title, iterations=int(number))
    return Search(title, seconds=float(number))


def play_out(
    match: AnyMatch,
    bots: Mapping[Seat, Bot] | Mapping[str, Bot],
    rng: Random,
    limit: int = 100_000,
) -> Verdict | None:
    """Plays a match to its end, or until so many choices were made; the verdict, if there is one.

    Each seat has its bot, each of which draws what it draws by lot from `rng`. The match must
    know its seed, for chance to be settled.
    """
    match.settle()
    for _ in range(limit):
        if not (deciders := match.deciders()):
            break
        seat = deciders[0]
        choice = bots[seat].choose(match.view(seat), match.offers(seat), rng)
        match.play(seat, choice)
    return match.verdict()
