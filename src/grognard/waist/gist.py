"""The one line that odds begin with: "you take the hex in 62 %, you lose a step in 33 %"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from grognard.book.words import capital

T = TypeVar("T")


def gist(*points: tuple[str, Sequence[Fraction]]) -> str:
    """What matters, each with its chance; from the least to the most where cases differ."""
    told = [f"{words} in {_span(chances)}" for words, chances in points if chances]
    return f"{capital(', '.join(told))}." if told else ""


def chance_of(cell_is: Callable[[T], bool], cells: Iterable[T]) -> Fraction:
    """The share of equally likely cells of which it is so."""
    all_cells = list(cells)
    return Fraction(sum(map(cell_is, all_cells)), len(all_cells))


def _span(chances: Sequence[Fraction]) -> str:
    least, most = percent(min(chances)), percent(max(chances))
    return f"{most} %" if least == most else f"{least} to {most} %"


def percent(chance: Fraction) -> int:
    """In whole percent, where what may happen is never 0 and what may fail never 100."""
    if chance in (0, 1):
        return int(chance * 100)
    return min(99, max(1, round(float(chance) * 100)))
