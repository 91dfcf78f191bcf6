"""What is to be played: a plan names every game by its number, its seed and who sits where."""

from __future__ import annotations

from itertools import combinations, islice, repeat
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard import library
from grognard.book.canonical import digest
from grognard.bots import by_name
from grognard.bots.guard import SECONDS
from grognard.match import BadSetup, Header, check_scenario, full_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.library import AnyTitle

LIMIT: Final = 100_000  # entries, after which a game is left


class Plan(msgspec.Struct, frozen=True):
    """All that the results depend on; the title by where it lies, so that it can travel.

    `rounds` is how many games each company of bots plays. More rounds only add games: the numbers
    of those before stay theirs.
    """

    module: str
    title: str
    edition: int
    scenario: str
    options: dict[str, str]
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    rounds: int
    seed: str
    seconds: float = SECONDS
    limit: int = LIMIT

    @property
    def games(self) -> int:
        return self.rounds * len(self.companies)

    @property
    def companies(self) -> tuple[tuple[str, ...], ...]:
        """Who meets whom: every choice of as many bots as there are seats."""
        count = len(self.seats)
        if len(self.bots) >= count:
            return tuple(combinations(self.bots, count))
        # Too few: they sit down again until every seat is taken.
        again = (bot for bots in repeat(self.bots) for bot in bots)
        return (tuple(islice(again, count)),)

    def seating(self, game: int) -> dict[str, str]:
        """Who sits where in a game: each company moves one seat on from round to round."""
        round_, which = divmod(game, len(self.companies))
        company, shift = self.companies[which], round_ % len(self.seats)
        turned = company[shift:] + company[:shift]
        return dict(zip(self.seats, turned, strict=True))

    def seed_of(self, game: int) -> str:
        """Rounds in which a company goes once round the table have the same dice."""
        return f"{self.seed}/{game // len(self.companies) // len(self.seats)}"

    def header(self, game: int) -> Header:
        return Header(
            self.title, self.edition, self.scenario, dict(self.options), "", self.seed_of(game)
        )

    @property
    def fingerprint(self) -> str:
        """The same for all plans whose games of one number are the same game."""
        return digest(encode(msgspec.structs.replace(self, rounds=0)))

    @property
    def package(self) -> str:
        """The module of the title, and those below it are its own."""
        return self.module.partition(":")[0]

    def open_title(self) -> Any:
        return library.imported(self.module)


class GameRecord(msgspec.Struct, frozen=True):
    """One game: who sat where, how it ended, and what was counted on the way.

    `points` is the sum of the verdict's tally. `turn` is the last that the log names. Losses are by
    side and turn, fights by hex, dice by sides and face, rule ids by how often the log cites them
    and by how often they refused a candidate at a sampled decision.
    """

    game: int
    seed: str
    seats: dict[str, str]
    winner: str | None
    level: str
    points: int
    turn: int
    actions: int
    entries: int
    losses: dict[str, dict[str, int]]
    fights: dict[str, int]
    dice: dict[str, list[int]]
    picks: int
    cited: dict[str, int]
    refused: dict[str, int]
    faults: list[str]
    error: str
    final: str


encode = msgspec.json.Encoder(order="deterministic").encode


def new_plan(
    title: AnyTitle,
    scenario: str,
    bots: Sequence[str],
    rounds: int,
    seed: str,
    *,
    options: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
    limit: int = LIMIT,
) -> Plan:
    """A plan that can be carried out; a ValueError in one sentence otherwise."""
    check_scenario(title, scenario)
    _check_bots(title, bots)
    if rounds < 1:
        raise BadSetup("there should be at least one game")
    if not seconds > 0:
        raise BadSetup("a decision needs more than no time")
    seats = next(info.seats for info in title.scenarios() if info.key == scenario)
    full = full_options(title, options or {})
    return Plan(
        module=_module(title),
        title=title.KEY,
        edition=title.EDITION,
        scenario=scenario,
        options=full,
        seats=tuple(map(str, seats)),
        bots=tuple(bots),
        rounds=rounds,
        seed=seed,
        seconds=float(seconds),
        limit=limit,
    )


def _check_bots(title: AnyTitle, bots: Sequence[str]) -> None:
    if not bots:
        raise BadSetup("name at least one bot")
    for name in bots:
        by_name(name, title)
    if len(set(bots)) < len(bots):
        raise BadSetup("name each bot once; one alone plays against itself")


def _module(title: AnyTitle) -> str:
    try:
        return library.where(title)
    except ValueError as error:
        raise BadSetup(str(error)) from error
