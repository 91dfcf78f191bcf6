"""What a log is made of: a header, entries, and those entries that are no action of any title."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from grognard.book.rulebook import Refusal
from grognard.waist.title import Seat


class Undo(msgspec.Struct, frozen=True, tag=True):
    """Takes back everything after the first `to` entries."""

    to: int

    def __str__(self) -> str:
        return f"undo to {self.to}"


class AskRewind(msgspec.Struct, frozen=True, tag=True):
    """Asks all other seats to take back everything after the first `to` entries."""

    to: int

    def __str__(self) -> str:
        return f"ask to go back to {self.to}"


class AnswerRewind(msgspec.Struct, frozen=True, tag=True):
    """Grants or refuses what was asked; not granted by whoever asked: withdraws it."""

    granted: bool

    def __str__(self) -> str:
        return "grant" if self.granted else "refuse"


Aside: TypeAlias = Undo | AskRewind | AnswerRewind
ASIDES: Final = (Undo, AskRewind, AnswerRewind)  # entries that are no action of any title


class Request(msgspec.Struct, frozen=True):
    """An open request: who asks to go back where, since which entry, and who has not answered."""

    seat: Seat
    to: int
    n: int
    pending: tuple[Seat, ...]


class Entry(msgspec.Struct, frozen=True):
    """One line of the log: its number from 0, who acted, and the action."""

    n: int
    seat: Seat
    action: Any


class Header(msgspec.Struct, frozen=True):
    """All that a match was begun with; the seed only where its keeper may read it."""

    title: str
    edition: int
    scenario: str
    options: dict[str, str] = {}
    pack: str = ""
    seed: str | None = None


class Route(msgspec.Struct, frozen=True):
    """How far a route was played: the steps, their events, the refusal that ended it if any."""

    played: tuple[Any, ...]
    events: list[Any]
    refusal: Refusal | None = None
