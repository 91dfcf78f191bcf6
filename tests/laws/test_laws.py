"""Every title, held to the laws in positions of seeded random play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from laws import laws
from laws.subjects import SUBJECTS, TITLES, Position, play, positions

BOUND = 20_000

subjects = pytest.mark.parametrize(("key", "scenario"), SUBJECTS)


def each(key: str, scenario: str, law: Callable[[Position, Random], None]) -> None:
    rng = Random(f"{key}/{scenario}")
    for position in positions(key, scenario):
        law(position, rng)


@subjects
def test_offered_is_allowed(key: str, scenario: str) -> None:
    each(key, scenario, laws.offered_is_allowed)


@subjects
def test_no_word_is_allowed_that_was_not_offered(key: str, scenario: str) -> None:
    rng = Random(f"{key}/{scenario}")
    for position in positions(key, scenario)[::5]:
        laws.offered_is_allowed(position, rng, every_word=True)


@subjects
def test_a_copy_stands_alone(key: str, scenario: str) -> None:
    each(key, scenario, laws.a_copy_stands_alone)


@subjects
def test_simulating_is_playing(key: str, scenario: str) -> None:
    each(key, scenario, laws.simulating_is_playing)


@subjects
def test_packing_keeps_all(key: str, scenario: str) -> None:
    each(key, scenario, lambda position, _: laws.packing_keeps_all(position))


@subjects
def test_every_view_can_be_imagined(key: str, scenario: str) -> None:
    each(key, scenario, laws.it_can_be_imagined)


@subjects
def test_nothing_leaks(key: str, scenario: str) -> None:
    each(key, scenario, laws.nothing_leaks)


@subjects
def test_what_helps_a_player_is_sound(key: str, scenario: str) -> None:
    each(key, scenario, laws.aids_are_sound)


@subjects
def test_whoever_plans_can_say_why(key: str, scenario: str) -> None:
    each(key, scenario, lambda position, _: laws.whoever_plans_can_say_why(position))


@subjects
def test_games_end_and_are_sound_all_the_way(key: str, scenario: str) -> None:
    title, state, n = TITLES[key], None, 0
    for n, (state, _, _, _) in enumerate(play(key, scenario, "to the end")):
        assert title.audit(state) == [], n
        assert title.verdict(state) is None, n
        assert n < BOUND, "no end in sight"

    assert n > 0
    assert title.audit(state) == []
    assert title.verdict(state) is not None
