"""Priorities as named criteria applied in order, leaving a trace a player can read.

A printed list of priorities is read in one of two ways: keep narrowing
(`narrow`), or let the first line that applies decide (`first_that_applies`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from grognard.book.rulebook import RuleId

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


class Rank(Protocol):
    """Anything with an order: a number, a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool: ...


class Criterion(msgspec.Struct, Generic[T], frozen=True):
    """One line of a list of priorities: its name, what it keeps of the candidates, its rule."""

    name: str
    pick: Callable[[Sequence[T]], Sequence[T]]
    rule: RuleId = ""


class Applied(msgspec.Struct, Generic[T], frozen=True):
    """A criterion that was tried, and what it matched; nothing if it did not apply."""

    name: str
    rule: RuleId
    matched: tuple[T, ...]


class Narrowed(msgspec.Struct, Generic[T], frozen=True):
    """What a list of priorities kept, and how it came to that."""

    candidates: tuple[T, ...]
    kept: tuple[T, ...]
    trace: tuple[Applied[T], ...]

    def read(self, show: Callable[[T], str] = str, noun: str = "candidates") -> str:
        """The trace in one line: "3 hexes → highest HV: 2 → westernmost: 0608"."""
        steps = [f"{step.name}: {_count(step.matched, show)}" for step in self.trace]
        return " → ".join([_count(self.candidates, show, f" {noun}"), *steps])


def highest(name: str, key: Callable[[T], Rank | None], rule: RuleId = "") -> Criterion[T]:
    """Keeps those that score highest; a candidate whose key is None has no score."""
    return Criterion(name, lambda candidates: _extreme(candidates, key, max), rule)


def lowest(name: str, key: Callable[[T], Rank | None], rule: RuleId = "") -> Criterion[T]:
    """Keeps those that score lowest; a candidate whose key is None has no score."""
    return Criterion(name, lambda candidates: _extreme(candidates, key, min), rule)


def only(name: str, predicate: Callable[[T], bool], rule: RuleId = "") -> Criterion[T]:
    """Keeps those of which the predicate is true."""
    return Criterion(name, lambda candidates: [c for c in candidates if predicate(c)], rule)


def narrow(candidates: Iterable[T], criteria: Iterable[Criterion[T]]) -> Narrowed[T]:
    """Applies each criterion to what the last one kept, until one candidate is left.

    A criterion that matches nothing is passed over. Candidates keep their order.
    """
    everything = kept = tuple(candidates)
    trace: list[Applied[T]] = []
    for criterion in criteria:
        if len(kept) <= 1:
            break
        trace.append(_apply(criterion, kept))
        kept = trace[-1].matched or kept
    return Narrowed(everything, kept, tuple(trace))


def first_that_applies(candidates: Iterable[T], criteria: Iterable[Criterion[T]]) -> Narrowed[T]:
    """Keeps what the first criterion to match anything matches; nothing if none does."""
    everything = tuple(candidates)
    trace: list[Applied[T]] = []
    for criterion in criteria:
        trace.append(_apply(criterion, everything))
        if trace[-1].matched:
            return Narrowed(everything, trace[-1].matched, tuple(trace))
    return Narrowed(everything, (), tuple(trace))


def _apply(criterion: Criterion[T], candidates: tuple[T, ...]) -> Applied[T]:
    matched = tuple(criterion.pick(candidates)) if candidates else ()
    return Applied(criterion.name, criterion.rule, matched)


def _extreme(
    candidates: Sequence[T], key: Callable[[T], Rank | None], choose: Callable[[list[Any]], Any]
) -> list[T]:
    scored = [(score, c) for c in candidates if (score := key(c)) is not None]
    if not scored:
        return []
    best = choose([score for score, _ in scored])
    return [c for score, c in scored if score == best]


def _count(candidates: Sequence[T], show: Callable[[T], str], noun: str = "") -> str:
    if len(candidates) == 1:
        return show(candidates[0])
    return f"{len(candidates)}{noun}" if candidates else "none"
