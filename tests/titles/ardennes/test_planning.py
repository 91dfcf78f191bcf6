"""The planner of the Ardennes: who is sent where, how it stands, and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.bots import Planner
from grognard.match import Match
from grognard.plans import can_plan
from grognard.title import Seat
from grognard.titles import ardennes as ea

GERMAN, ALLIED = Seat("german"), Seat("allied")


def begun() -> Any:
    return Match.new(ea, "2p-3", seed="plans")


def test_the_title_can_plan() -> None:
    assert can_plan(ea)


@pytest.mark.parametrize("seat", [GERMAN, ALLIED])
def test_units_are_sent_only_to_victory_hexes_that_they_can_reach(seat: Seat) -> None:
    match = begun()
    view = match.view(seat)
    plan = next(iter(ea.plans(view)))
    kit = match.state.kit

    assert {aim.spot for aim in plan.aims} <= {kit.grid.label(hex_) for hex_ in kit.vp}
    for unit, post in plan.posts.items():
        assert kit.grid.distance(match.state.hex_of[unit], post) <= 16
    assert ea.holds(view, plan)


def test_who_holds_more_stands_better() -> None:
    match = begun()
    before = ea.worth(match.view(GERMAN))
    state = ea.copy(match.state)
    state.german_towns |= state.kit.vp_hexes & -state.kit.vp_hexes
    state.facts.clear()

    assert -1.0 < before < 1.0
    assert ea.worth(match.view(ALLIED)) == pytest.approx(-before)
    assert ea.worth(ea.view(state, GERMAN)) > before


def test_an_impulse_is_planned_and_every_move_has_its_sentence() -> None:
    match, rng = begun(), Random(1)
    bots = {GERMAN: Planner(ea), ALLIED: Planner(ea)}
    said: set[str] = set()
    for _ in range(150):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, rng)
        said.add(bots[seat].why(view, offers, choice))
        match.play(seat, choice)
    assert all(said)
    assert len(said) > 10


def test_the_clock_goes_on_with_every_impulse() -> None:
    match, rng, seen = begun(), Random(2), list[int]()
    bot = Planner(ea)
    for _ in range(150):
        seat = match.deciders()[0]
        view = match.view(seat)
        seen.append(ea.clock(view))
        match.play(seat, bot.choose(view, match.offers(seat), rng))
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
