"""Two readings of one rulebook, held against each other.

A title plays by its rules; its referee reads the same rulebook a second time:
slowly, in short functions over sets of hex labels, from the printed data and
the plain columns of a state, and asks nothing else of the title. What both
have a word on must be the same: what may be done at a decision, what follows
from a position, what an action did. Where they differ one of them is wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from grognard.waist.title import Seat, Title


class Legal(NamedTuple):
    """What a referee allows at a decision: the kind of decision, and actions as one types them."""

    what: str
    actions: frozenset[str]


class Compared(NamedTuple):
    """One thing both readings have a word on: as the title tells it, as the referee reads it."""

    what: str  # "Safe Path of I/3Pz"
    told: object
    read: object


class Referee(Protocol):
    """The second reading of one title."""

    def scattered(self, scenario: str, rng: Random) -> Any:
        """A position of all sorts that a game could come to, somebody being asked in it."""

    def legal(self, state: Any, seat: Seat) -> Legal | None:
        """What `seat` may do now; None where the referee has no reading of the decision."""

    def facts(self, state: Any) -> Iterable[Compared]:
        """What follows from a position: zones, supply, control, safe paths, stacking."""

    def deeds(
        self, before: Any, seat: Seat, action: Any, told: list[Any], after: Any
    ) -> Iterable[Compared]:
        """What an action, chance's too, has done: losses, retreats, choices of the rules."""


class Difference(msgspec.Struct, frozen=True):
    """Where the readings part."""

    what: str
    told: str
    read: str

    def __str__(self) -> str:
        return f"{self.what}: the title has {self.told}, the referee {self.read}"


class Bench:
    """Where a referee sits while a game goes on: it counts what was compared."""

    def __init__(self, title: Title[Any, Any, Any, Any], referee: Referee) -> None:
        self.title, self.referee = title, referee
        self.decisions = 0  # decisions of which the referee had a reading
        self.unread: Counter[str] = Counter()  # decisions of which it had none, by the question
        self.compared: Counter[str] = Counter()

    def decision(self, state: Any, seat: Seat) -> list[Difference]:
        """What the title offers, against what the referee allows."""
        legal = self.referee.legal(state, seat)
        if legal is None:
            self.unread[_question(state)] += 1
            return []
        self.decisions += 1
        offered = frozenset(str(action) for action in self.title.offers(state, seat))
        return self._parted([Compared(f"offers: {legal.what}", offered, legal.actions)])

    def position(self, state: Any) -> list[Difference]:
        """What follows from a position."""
        return self._parted(self.referee.facts(state))

    def deed(
        self, before: Any, seat: Seat, action: Any, told: list[Any], after: Any
    ) -> list[Difference]:
        """What an action did."""
        return self._parted(self.referee.deeds(before, seat, action, told, after))

    def _parted(self, pairs: Iterable[Compared]) -> list[Difference]:
        return list(self._differences(pairs))

    def _differences(self, pairs: Iterable[Compared]) -> Iterator[Difference]:
        for pair in pairs:
            self.compared[pair.what.split(" of ")[0]] += 1
            if pair.told != pair.read:
                yield difference(pair)


def _question(state: Any) -> str:
    stack = getattr(state, "stack", ())  # a title from elsewhere may keep its place otherwise
    return type(stack[-1]).__name__ if stack else "a decision"


def difference(pair: Compared) -> Difference:
    """In words: of two sets only what the other has not."""
    told, read = pair.told, pair.read
    if isinstance(told, (set, frozenset)) and isinstance(read, (set, frozenset)):
        told, read = told - read, read - told
        return Difference(pair.what, f"also {_few(told)}", f"also {_few(read)}")
    return Difference(pair.what, str(told), str(read))


def _few(things: Iterable[object], most: int = 8) -> str:
    words = sorted(map(str, things))
    left = len(words) - most
    return (
        ", ".join(words[:most]) + (f" and {left} more" if left > 0 else "") if words else "nothing"
    )
