"""A bot's decision in a match, and a whole match of bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.bots.bot import Bot
    from grognard.match import AnyMatch
    from grognard.waist.title import Seat, Verdict


class Decision(NamedTuple):
    """What a bot was shown and what it chose of it: all that its `why` is asked with."""

    view: Any
    offers: Sequence[Any]
    choice: Any


def decide(bot: Bot, match: AnyMatch, seat: str, rng: Random | None = None) -> Decision:
    """Asks the bot that sits there; nothing is played yet.

    Unless it is to draw from `rng` its lots hang on the entry alone, so that a match gone on
    with, wherever, is played as if it had never been left.
    """
    lots = rng or Random(f"{match.header.seed}/{seat}/{len(match.entries)}")
    view, offers = match.view(seat), match.offers(seat)
    return Decision(view, offers, bot.choose(view, offers, lots))


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
        match.play(seat, decide(bots[seat], match, seat, rng).choice)
    return match.verdict()
