"""Lists of priorities, read in both ways, and what they say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from grognard.book.priorities import (
    Criterion,
    Narrowed,
    first_that_applies,
    highest,
    lowest,
    narrow,
    only,
)

if TYPE_CHECKING:
    from collections.abc import Callable

HOLD_VALUE = {"0607": 4, "0608": 4, "0708": 3}
SCORES: dict[str, Callable[[int], int]] = {
    "number": lambda n: n,
    "last digit": lambda n: n % 10,
    "parity": lambda n: n % 2,
}

highest_hold_value = highest("highest HV", HOLD_VALUE.__getitem__)
westernmost: Criterion[str] = highest("westernmost", lambda label: int(label[2:]))
a_city: Criterion[str] = only("a city", lambda label: label == "0909")

numbers = st.lists(st.integers(0, 99))
criteria = st.lists(
    st.sampled_from(
        [
            *(highest(f"highest {name}", score) for name, score in SCORES.items()),
            *(lowest(f"lowest {name}", score) for name, score in SCORES.items()),
            only("over fifty", lambda n: n > 50),
            only("over a hundred", lambda n: n > 100),
        ]
    )
)


def test_narrowing_reads_as_a_player_would_say_it() -> None:
    choice = narrow(HOLD_VALUE, [highest_hold_value, westernmost])

    assert choice.kept == ("0608",)
    assert choice.read(noun="hexes") == "3 hexes → highest HV: 2 → westernmost: 0608"


def test_a_criterion_that_matches_nothing_is_passed_over() -> None:
    choice = narrow(HOLD_VALUE, [a_city, westernmost])

    assert choice.kept == ("0608", "0708")
    assert choice.read(noun="hexes") == "3 hexes → a city: none → westernmost: 2"


def test_narrowing_stops_when_one_is_left() -> None:
    choice = narrow(HOLD_VALUE, [only("worst", lambda h: HOLD_VALUE[h] == 3), westernmost])

    assert choice.read(noun="hexes") == "3 hexes → worst: 0708"


def test_the_first_that_applies_decides_alone() -> None:
    choice = first_that_applies(HOLD_VALUE, [a_city, highest_hold_value, westernmost])

    assert choice.kept == ("0607", "0608")
    assert choice.read(noun="hexes") == "3 hexes → a city: none → highest HV: 2"


def test_when_nothing_applies_nothing_is_kept() -> None:
    choice = first_that_applies(HOLD_VALUE, [a_city])

    assert choice.kept == ()
    assert choice.read(noun="hexes") == "3 hexes → a city: none"


def test_candidates_without_a_score_are_not_ranked() -> None:
    armour = {"a": None, "b": 2, "c": 1, "d": None}
    weakest = lowest("weakest armour", armour.get)

    assert narrow(armour, [weakest]).kept == ("c",)
    assert narrow("ad", [weakest]).kept == ("a", "d")
    assert first_that_applies("ad", [weakest]).kept == ()


def test_no_candidates_and_one_candidate() -> None:
    assert narrow([], [westernmost]).read() == "none"
    assert first_that_applies([], [westernmost]).kept == ()
    assert narrow(["0608"], [westernmost]).read() == "0608"


def test_candidates_are_printed_by_whoever_knows_their_names() -> None:
    choice = narrow([7, 8], [highest("strongest", lambda unit: unit)])

    assert choice.read(lambda unit: f"unit {unit}", "units") == "2 units → strongest: unit 8"


def test_the_trace_names_the_rules_and_survives_a_log() -> None:
    choice = narrow([7, 8], [highest("strongest", lambda unit: unit, "X-1")])

    assert [step.rule for step in choice.trace] == ["X-1"]
    assert msgspec.json.decode(msgspec.json.encode(choice), type=Narrowed[int]) == choice


@given(numbers, criteria)
def test_what_is_kept_was_there_in_that_order(
    candidates: list[int], order: list[Criterion[int]]
) -> None:
    for choice in (narrow(candidates, order), first_that_applies(candidates, order)):
        rest = iter(candidates)
        assert all(kept in rest for kept in choice.kept)
        assert choice.candidates == tuple(candidates)


@given(numbers, criteria)
def test_narrowing_always_leaves_something_of_something(
    candidates: list[int], order: list[Criterion[int]]
) -> None:
    choice = narrow(candidates, order)
    sizes = [len(step.matched) for step in choice.trace if step.matched]

    assert bool(choice.kept) == bool(candidates)
    assert sizes == sorted(sizes, reverse=True)


@given(numbers, criteria)
def test_narrowing_by_one_criterion_is_letting_it_decide(
    candidates: list[int], order: list[Criterion[int]]
) -> None:
    for criterion in order:
        decided = first_that_applies(candidates, [criterion])
        assert narrow(candidates, [criterion]).kept == (decided.kept or tuple(candidates))
