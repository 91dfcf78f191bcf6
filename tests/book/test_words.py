"""Words that sentences of every title are made with."""

from __future__ import annotations

from grognard.book.words import capital, counted, listed, number


def test_names_are_listed_as_one_says_them() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_small_numbers_are_words_and_things_have_a_plural() -> None:
    assert [number(count) for count in (0, 1, 6, 7, -1)] == ["no", "one", "six", "7", "-1"]
    assert counted(1, "step") == "one step"
    assert counted(2, "hex") == "two hexes"
    assert counted(12, "step") == "12 steps"


def test_only_the_first_letter_is_made_a_capital() -> None:
    assert capital("") == ""
    assert capital("the 26VG") == "The 26VG"
