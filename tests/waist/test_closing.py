"""Chances that would be passed up are counted by what they are about, each once."""

from __future__ import annotations

import msgspec

from grognard.waist.closing import Chance, missed, tell


class Move(msgspec.Struct, frozen=True):
    unit: str
    to: str


class Wait(msgspec.Struct, frozen=True):
    unit: str


MOVES = Chance(Move, "unit", "unit could move", "units could move")


def test_each_unit_counts_once_however_much_it_may_do() -> None:
    offers = [Move("a", "1"), Move("a", "2"), Move("b", "1"), Wait("c")]
    assert missed(offers, (MOVES,)) == ("two units could move",)


def test_of_what_is_not_offered_nothing_is_said() -> None:
    assert missed([Wait("c")], (MOVES,)) == ()


def test_numbers_agree_with_their_nouns() -> None:
    assert tell(1, "unit", "units") == "one unit"
    assert tell(12, "unit", "units") == "12 units"
    assert tell(0, "unit", "units") == ""
