"""Odds begin with what matters, in whole percent."""

from __future__ import annotations

from fractions import Fraction

from grognard.waist.gist import chance_of, gist, percent


def test_one_case_has_one_number_and_several_a_span() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert gist(("you take it", [third]), ("it costs", [half, third])) == (
        "You take it in 33 %, it costs in 33 to 50 %."
    )
    assert gist() == ""


def test_what_may_happen_is_never_nothing_and_what_may_fail_never_all() -> None:
    assert percent(Fraction(1, 1000)) == 1
    assert percent(Fraction(999, 1000)) == 99
    assert (percent(Fraction(0)), percent(Fraction(1))) == (0, 100)


def test_the_share_of_cells() -> None:
    assert chance_of(lambda cell: cell > 2, [1, 2, 3, 4]) == Fraction(1, 2)
