"""The laws again, in positions that Hypothesis looks for."""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from laws import laws
from laws.subjects import SUBJECTS, TITLES, Position, offers, play

from grognard.waist.title import CHANCE


def position_after(key: str, scenario: str, seed: str, steps: int) -> Position | None:
    """The position so many entries on, or the last before; none if only chance decides."""
    title, found = TITLES[key], None
    for n, (state, seat, _, _) in enumerate(islice(play(key, scenario, seed), steps + 1)):
        if seat != CHANCE:
            found = (n, title.copy(state), seat) if n >= steps - 5 or n < 2 else found
    if found is None:
        return None
    n, state, seat = found
    return Position(title, state, seat, tuple(offers(title, state, seat)), n)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SUBJECTS), st.integers(0, 10_000), st.integers(0, 500))
def test_the_laws_hold_anywhere(subject: tuple[str, str], seed: int, steps: int) -> None:
    position = position_after(*subject, str(seed), steps)
    if position is None:
        return
    rng = Random(seed)
    assert position.title.audit(position.state) == []
    assert position.title.verdict(position.state) is None
    laws.offered_is_allowed(position, rng)
    laws.a_copy_stands_alone(position, rng)
    laws.packing_keeps_all(position)
    laws.it_can_be_imagined(position, rng)
    laws.nothing_leaks(position, rng)
    laws.aids_are_sound(position, rng)
