"""Numbers that carry their reasons."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from grognard.book.tally import Modifier, Tally

modifiers = st.builds(Modifier, st.integers(-20, 20), st.just("X-2"), st.text(max_size=10))


def test_a_tally_reads_aloud() -> None:
    tally = Tally((Modifier(-1, "X-1", "forest"), Modifier(2, "X-2", "concentric")))

    assert tally.total == 1
    assert str(tally) == "-1 forest (X-1) · +2 concentric (X-2)"


def test_an_empty_tally_is_nothing() -> None:
    assert Tally().total == 0
    assert str(Tally()) == "none"


def test_a_modifier_of_nothing_still_says_so() -> None:
    assert str(Modifier(0, "X-1", "river")) == "+0 river (X-1)"


@given(st.lists(modifiers))
def test_the_total_is_the_sum_of_the_parts(parts: list[Modifier]) -> None:
    tally = Tally(tuple(parts))

    assert tally.total == sum(part.amount for part in parts)
    assert msgspec.json.decode(msgspec.json.encode(tally), type=Tally) == tally
