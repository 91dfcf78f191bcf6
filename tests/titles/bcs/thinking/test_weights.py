"""What a side sets store by: every weight of the search's is asked for, by the side it is of."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import structs

from grognard.bots import Planner
from grognard.match import Match
from grognard.titles import bcs as title
from grognard.titles.bcs.thinking.judgement import judged
from grognard.titles.bcs.thinking.judgement.doctrine import PLANNER, SEARCH, Doctrine
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning import posting
from grognard.waist.title import Seat

SEATS = (Seat("american"), Seat("german"))
SEEDS = ("weights", "b", "c", "d", "i")
WEIGHTS = [name for name in Doctrine.__struct_fields__ if name not in ("promise", "searching")]
DIFFERENT = [
    (name, seat)
    for name in WEIGHTS
    for side, seat in enumerate(SEATS)
    if getattr(SEARCH, name)[side] != getattr(PLANNER, name)[side]
]
Moment = tuple[Any, Any, Any]


@cache
def moments(seed: str) -> dict[Seat, list[Moment]]:
    """What each side had to decide in a game between planners: views, offers and plans."""
    match, rng = Match.new(title, "noville", seed=seed), Random(1)
    bots = {seat: Planner(title) for seat in SEATS}
    found: dict[Seat, list[Moment]] = {seat: [] for seat in SEATS}
    while deciders := match.deciders():
        seat = deciders[0]
        view, offers = match.view(seat), match.offers(seat)
        if len(offers) > 1:
            found[seat].append((view, offers, bots[seat].plan(view)))
        match.play(seat, bots[seat].choose(view, offers, rng))
    return found


def tells(doctrine: Doctrine, view: Any, offers: Any, plan: Any) -> bool:
    """Whether a doctrine sees anything else than the planner's in what is to be decided."""
    usual, other = (Situation(view, d, plan.posts, plan.stress) for d in (PLANNER, doctrine))
    if any(judged(usual, offer) != judged(other, offer) for offer in offers):
        return True
    usual, other = (Situation(view, d, stress=plan.stress) for d in (PLANNER, doctrine))
    return posting.shared_out(usual) != posting.shared_out(other)


def own(name: str, side: int) -> Doctrine:
    """The planner's doctrine with one weight of the search's."""
    pair = list(getattr(PLANNER, name))
    pair[side] = getattr(SEARCH, name)[side]
    return structs.replace(PLANNER, **{name: tuple(pair)})


@pytest.mark.parametrize(("name", "seat"), DIFFERENT)
def test_every_weight_of_the_search_tells(name: str, seat: Seat) -> None:
    """One that nothing asks for would tell nobody."""
    mine = own(name, SEATS.index(seat))
    assert any(tells(mine, *moment) for seed in SEEDS for moment in moments(seed)[seat])


@pytest.mark.parametrize("seat", SEATS)
def test_a_weight_is_a_matter_of_its_own_side(seat: Seat) -> None:
    theirs, side = PLANNER, 1 - SEATS.index(seat)
    for name in dict.fromkeys(name for name, _ in DIFFERENT):
        theirs = structs.replace(theirs, **{name: getattr(own(name, side), name)})
    assert theirs != PLANNER
    assert not any(tells(theirs, *moment) for moment in moments(SEEDS[0])[seat][::20])
