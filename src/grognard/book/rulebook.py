"""Rule ids, refusals that name them, and the ledger of what cites and tests each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NewType, TypeVar

import msgspec

from grognard.book.flaws import Source

if TYPE_CHECKING:
    from pathlib import Path

RuleId = str
Sentence = NewType("Sentence", str)
_F = TypeVar("_F", bound=Callable[..., object])


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be done: the rule, and a sentence a player understands."""

    rule: RuleId
    because: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.because}"


class Rule(msgspec.Struct, frozen=True):
    """One statement of a title's rulebook, in our own words."""

    id: RuleId
    kind: str
    chapter: str
    text: str


def cites(*ids: RuleId) -> Callable[[_F], _F]:
    """Marks the function in which these rules are enforced."""

    def mark(function: _F) -> _F:
        function.__dict__["cites"] = (*ids, *function.__dict__.get("cites", ()))
        return function

    return mark


def draws(*ids: RuleId) -> Callable[[_F], _F]:
    """Marks the function that draws what these rules say is to be seen.

    For a rule about the picture itself; a rule of play is shown by many and cited where it holds.
    """
    return cites(*ids)


def load_rulebook(path: Path) -> dict[RuleId, Rule]:
    """The rules of a title by id, in the order of its book."""
    return {rule.id: rule for rule, _ in Source(path).rows("rule", Rule)}
