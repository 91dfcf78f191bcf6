"""The arithmetic of many games: rates with their intervals, dice, ratings."""

from __future__ import annotations

from collections import Counter
from math import erfc, exp, gamma, sqrt
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grognard.sim.plan import GameRecord

Z: Final = 1.959963984540054  # 95 %
ANY: Final = "any seat"


class Rate(msgspec.Struct, frozen=True):
    """So many of so many, with the Wilson interval (95 %)."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies, 95 times in 100; all or nothing where nothing was tried."""
        return _wilson(self.value, self.value * (1 - self.value), self.of)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.0%} ({low:.0%} to {high:.0%}) of {self.of}"


class Score(msgspec.Struct, frozen=True):
    """Games won and drawn of so many; a draw is half a win, as between chess programs."""

    won: int
    drawn: int
    of: int

    @property
    def value(self) -> float:
        return (self.won + self.drawn / 2) / self.of if self.of else 0.0

    @property
    def wins(self) -> Rate:
        """Without the draws."""
        return Rate(self.won, self.of)

    @property
    def interval(self) -> tuple[float, float]:
        """As a rate's; the same, where nothing was drawn, and narrower, the more was."""
        squares = (self.won + self.drawn / 4) / max(1, self.of)
        return _wilson(self.value, squares - self.value**2, self.of)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.0%} ({low:.0%} to {high:.0%}) of {self.of}"


def _wilson(mean: float, variance: float, n: int) -> tuple[float, float]:
    if not n:
        return 0.0, 1.0
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(variance / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def difference(a: Rate, b: Rate) -> tuple[float, float]:
    """Newcombe's interval (95 %) for how much more often `a` happened than `b`."""
    (low_a, high_a), (low_b, high_b) = a.interval, b.interval
    gap = a.value - b.value
    below = sqrt((a.value - low_a) ** 2 + (high_b - b.value) ** 2)
    above = sqrt((high_a - a.value) ** 2 + (b.value - low_b) ** 2)
    return gap - below, gap + above


def finished(records: Iterable[GameRecord]) -> list[GameRecord]:
    """The games that have a verdict."""
    return [record for record in records if record.level]


def scores(records: Sequence[GameRecord]) -> dict[tuple[str, str], Score]:
    """By bot and seat, and by bot at any seat. A bot against itself counts at both."""
    won: Counter[tuple[str, str]] = Counter()
    drawn: Counter[tuple[str, str]] = Counter()
    sat: Counter[tuple[str, str]] = Counter()
    for record in finished(records):
        for seat, bot in record.seats.items():
            for where in (seat, ANY):
                sat[bot, where] += 1
                won[bot, where] += record.winner == seat
                drawn[bot, where] += record.winner is None
    return {k: Score(won[k], drawn[k], sat[k]) for k in sorted(sat, key=_all_seats_first)}


def win_rates(records: Sequence[GameRecord]) -> dict[tuple[str, str], Rate]:
    """The games won alone, by bot and seat, and by bot at any seat."""
    return {key: score.wins for key, score in scores(records).items()}


def _all_seats_first(key: tuple[str, str]) -> tuple[str, bool, str]:
    bot, seat = key
    return bot, seat != ANY, seat


def meetings(records: Sequence[GameRecord]) -> dict[tuple[str, str], Rate]:
    """How often the first bot won of the games it played against the second."""
    won: Counter[tuple[str, str]] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    for record in finished(records):
        for seat, bot in record.seats.items():
            for rival in record.seats.values():
                if rival != bot:
                    met[bot, rival] += 1
                    won[bot, rival] += record.winner == seat
    return {key: Rate(won[key], met[key]) for key in sorted(met)}


# -- dice ------------------------------------------------------------------------------------


class DiceAudit(msgspec.Struct, frozen=True):
    """The faces of one kind of die, and how likely fair dice are to be as uneven."""

    sides: int
    faces: tuple[int, ...]
    chi_square: float
    p: float

    @property
    def rolled(self) -> int:
        return sum(self.faces)

    @property
    def leeway(self) -> float:
        """How far from its mean the count of one face of a fair die lies, 95 times in 100."""
        share = 1 / self.sides
        return Z * sqrt(self.rolled * share * (1 - share))


def dice_audits(records: Iterable[GameRecord]) -> list[DiceAudit]:
    """Each kind of die over all games."""
    sums: dict[int, list[int]] = {}
    for record in records:
        for sides, faces in record.dice.items():
            total = sums.setdefault(int(sides), [0] * int(sides))
            sums[int(sides)] = [a + b for a, b in zip(total, faces, strict=True)]
    return [_audit(sides, tuple(faces)) for sides, faces in sorted(sums.items())]


def _audit(sides: int, faces: tuple[int, ...]) -> DiceAudit:
    expected = sum(faces) / sides
    if not expected or sides < 2:
        return DiceAudit(sides, faces, 0.0, 1.0)
    chi = sum((count - expected) ** 2 / expected for count in faces)
    return DiceAudit(sides, faces, chi, chi_square_tail(chi, sides - 1))


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least x."""
    if x <= 0:
        return 1.0
    half = x / 2
    if freedom % 2:
        first, start = erfc(sqrt(half)), 0.5
    else:
        first, start = 0.0, 0.0
    # The closed sum: the tail for two degrees more is one term more.
    terms = (half ** (start + i) / gamma(start + i + 1) for i in range(freedom // 2))
    return min(1.0, first + exp(-half) * float(sum(terms)))


# -- a ladder ----------------------------------------------------------------------------------


class Rung(msgspec.Struct, frozen=True):
    """A bot's rating: its strength, how unsure that is, and what it is at least."""

    bot: str
    mu: float
    sigma: float
    ordinal: float
    games: int


def ladder(records: Sequence[GameRecord]) -> list[Rung]:
    """Ratings after all games in order, the best first; empty where no two bots met.

    Raises ImportError without openskill.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    counted = [r for r in finished(records) if len(set(r.seats.values())) == len(r.seats) > 1]
    names = sorted({bot for record in counted for bot in record.seats.values()})
    ratings = {name: model.rating(name=name) for name in names}
    games: Counter[str] = Counter()
    for record in counted:
        bots = list(record.seats.values())
        ranks = [_rank(record, seat) for seat in record.seats]
        rated = model.rate([[ratings[bot]] for bot in bots], ranks=ranks)
        ratings.update((bot, team[0]) for bot, team in zip(bots, rated, strict=True))
        games.update(bots)
    rungs = [Rung(n, r.mu, r.sigma, r.ordinal(), games[n]) for n, r in ratings.items()]
    return sorted(rungs, key=lambda rung: (-rung.ordinal, rung.bot))


def _rank(record: GameRecord, seat: str) -> float:
    return 1.0 if record.winner in (seat, None) else 2.0
