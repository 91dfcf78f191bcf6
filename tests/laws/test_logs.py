"""Matches: the log tells the whole game, and what may be undone leaves no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from laws.subjects import SUBJECTS, TITLES, choose, some_options

from grognard.book.canonical import pack, state_hash
from grognard.match import Match, fold
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

AnyMatch = Match[Any, Any, Any, Any]
STEPS = 700

subjects = pytest.mark.parametrize(("key", "scenario"), SUBJECTS)


def play_on(match: AnyMatch, rng: Random) -> None:
    """One more entry, by a seat or by chance."""
    title, state = match.title, match.state
    seat = rng.choice(match.deciders())
    if seat == CHANCE:
        action: Any = Fate("laws").settle(match.draw(), len(match.entries))
    else:
        action = choose(title, state, seat, list(title.candidates(state, seat)), rng)
    match.play(seat, action, settle=False)


def undo_and_replay(match: AnyMatch) -> None:
    """The last entry taken back, if it may be, and played again."""
    seat, action = match.entries[-1].seat, match.entries[-1].action
    after, seen = state_hash(match.state), [pack(match.view(s)) for s in (None, *match.title.SEATS)]
    if seat == CHANCE or not match.can_undo(seat):
        return
    before, told = len(match.standing()) - 1, match.log(seat)
    match.undo(seat)
    assert len(match.standing()) == before
    match.play(seat, action, settle=False)
    assert state_hash(match.state) == after
    assert [pack(match.view(s)) for s in (None, *match.title.SEATS)] == seen
    assert [events for _, events in match.log(seat)] == [events for _, events in told]


@subjects
def test_folding_the_log_is_playing_the_game(key: str, scenario: str) -> None:
    title, rng = TITLES[key], Random(f"fold/{key}/{scenario}")
    match: AnyMatch = Match.new(title, scenario, some_options(title, rng), "laws", settle=False)
    for _ in range(STEPS):
        if not match.deciders():
            break
        play_on(match, rng)
        if rng.random() < 0.1:
            undo_and_replay(match)

    again = fold(title, match.header, match.entries, match.checks)

    assert pack(again.state) == pack(match.state)
    assert again.standing() == match.standing()
    for seat in (None, *title.SEATS):
        assert again.log(seat) == match.log(seat)
        assert pack(again.view(seat)) == pack(match.view(seat))


@subjects
def test_undo_gives_back_the_position_before(key: str, scenario: str) -> None:
    title, rng = TITLES[key], Random(f"undo/{key}/{scenario}")
    match: AnyMatch = Match.new(title, scenario, some_options(title, rng), "laws", settle=False)
    undone = 0
    for _ in range(STEPS // 2):
        if not match.deciders():
            break
        before, views = match.state, [pack(match.view(s)) for s in (None, *title.SEATS)]
        play_on(match, rng)
        seat = match.entries[-1].seat
        if seat != CHANCE and match.can_undo(seat) and rng.random() < 0.5:
            match.undo(seat)
            undone += 1
            assert state_hash(match.state) == state_hash(before)
            assert [pack(match.view(s)) for s in (None, *title.SEATS)] == views

    assert undone
