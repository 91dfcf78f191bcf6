"""What is left undone when somebody ends a step: counted, so that a slip can be asked about.

A title says for each kind of decision which offers are opportunities that would
pass, and what to call one of them and several.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.book.words import number


class Chance(NamedTuple):
    """Offers of a kind, told apart by a field, and the words for one and for several of them."""

    kind: type
    field: str
    one: str
    many: str


def tell(count: int, one: str, many: str) -> str:
    """`one unit has not moved`, `12 units have not moved`; nothing of none."""
    return f"{number(count)} {one if count == 1 else many}" if count > 0 else ""


def missed(offers: Iterable[object], chances: Sequence[Chance]) -> tuple[str, ...]:
    """What each chance still counts among the offers; where none is left, nothing is said."""
    known = list(offers)
    found = (_count(known, chance) for chance in chances)
    return tuple(words for words in found if words)


def _count(offers: Sequence[object], chance: Chance) -> str:
    distinct = {getattr(o, chance.field) for o in offers if isinstance(o, chance.kind)}
    return tell(len(distinct), chance.one, chance.many)
