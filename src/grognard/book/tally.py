"""Numbers that carry their reasons."""

from __future__ import annotations

import msgspec

from grognard.book.rulebook import RuleId


class Modifier(msgspec.Struct, frozen=True):
    """One part of a sum: how much, by which rule, and what it is called."""

    amount: int
    rule: RuleId
    what: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.what} ({self.rule})"


class Tally(msgspec.Struct, frozen=True):
    """A sum that can be read aloud."""

    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        return sum(modifier.amount for modifier in self.modifiers)

    def __str__(self) -> str:
        return " · ".join(map(str, self.modifiers)) or "none"
