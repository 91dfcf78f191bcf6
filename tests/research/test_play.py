"""A game in play: its menu never hides a legal action, its log is a match's, copies part."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
import toy

from grognard import library
from grognard.book.canonical import state_hash
from grognard.match import BadSetup, Match
from grognard.research.play import MORE, NoSuchChoice, Play, win_or_lose
from grognard.waist.chance import Dice
from grognard.waist.title import CHANCE, Verdict

LB = library.title("lost_battalion")
GAMES = [(toy, "corners", 100), (LB, "learning", 150)]
by_title = pytest.mark.parametrize(
    ("title", "scenario", "choices"), GAMES, ids=lambda part: getattr(part, "KEY", None)
)


def wander(play: Play, rng: Random, choices: int) -> None:
    """So many choices by lot, chance's included."""
    for _ in range(choices):
        if play.seat is None:
            return
        if play.is_chance:
            play.chance(rng.randrange(play.chances()))
        else:
            play.choose(rng.randrange(len(play.menu())))


@by_title
def test_the_log_is_that_of_a_match_with_the_same_seed(
    title: Any, scenario: str, choices: int
) -> None:
    play = Play(title, scenario, width=500, seed="7")
    wander(play, Random(1), choices)

    match = Match.new(title, scenario, seed="7")
    for entry in play.entries:
        if entry.seat != CHANCE:
            match.play(entry.seat, entry.action)
    assert match.entries == play.entries
    assert state_hash(match.state) == state_hash(play.state)
    assert play.match().entries == play.entries


@by_title
def test_a_log_with_explicit_chance_folds_too(title: Any, scenario: str, choices: int) -> None:
    play = Play(title, scenario, width=500)
    wander(play, Random(2), choices)

    assert state_hash(play.match().state) == state_hash(play.state)


def test_every_offer_is_reached_however_narrow_the_menu() -> None:
    wide = Play(LB, "learning", width=500, seed="7")
    wander(wide, Random(1), 40)
    narrow = Play(LB, "learning", width=4, seed="7")
    narrow.state = wide.state
    found, widths = [], []

    while narrow.menu()[-1] is MORE:
        found += narrow.menu()[:-1]
        widths.append(len(narrow.menu()))
        narrow.choose(len(narrow.menu()) - 1)
    found += narrow.menu()

    assert found == wide.offers()
    assert len(found) > 4
    assert set(widths) == {4}
    assert 1 <= len(narrow.menu()) <= 4


def test_a_choice_turns_back_to_the_first_page() -> None:
    play = Play(toy, "corners", width=2, seed="1")
    play.choose(1)
    assert play.page == 1

    play.choose(0)
    assert play.page == 0


@pytest.mark.parametrize("index", [-1, 99])
def test_what_is_not_on_the_menu_is_no_choice(index: int) -> None:
    play = Play(toy, "corners", width=8, seed="1")

    with pytest.raises(NoSuchChoice, match=r"is none of the \d choices of red"):
        play.choose(index)
    assert play.entries == Play(toy, "corners", width=8, seed="1").entries


def test_each_die_is_a_choice_of_chance() -> None:
    play, rng = Play(LB, "learning", width=500), Random(3)
    while not (play.is_chance and isinstance(LB.draw(play.state), Dice)):
        wander(play, rng, 1)
    draw, before = LB.draw(play.state), len(play.entries)
    assert isinstance(draw, Dice)

    for face in range(draw.count):
        play.chance(face)

    assert play.entries[before].action.faces == tuple(range(1, draw.count + 1))


def test_no_draw_that_is_not_due() -> None:
    with pytest.raises(NoSuchChoice, match="9 answers no draw that is due"):
        Play(toy, "corners", width=8).chance(9)


@by_title
def test_a_copy_goes_its_own_way(title: Any, scenario: str, choices: int) -> None:
    play = Play(title, scenario, width=500, seed="7")
    wander(play, Random(1), 5)
    before, twin = state_hash(play.state), play.clone()

    wander(twin, Random(2), choices)
    assert state_hash(play.state) == before
    assert len(twin.entries) > len(play.entries)

    wander(play, Random(2), choices)
    assert play.entries == twin.entries


@pytest.mark.parametrize("seed", ["7", None])
def test_a_pickled_game_goes_on(seed: str | None) -> None:
    play = Play(LB, "learning", width=30, seed=seed)
    wander(play, Random(1), 60)
    again = pickle.loads(pickle.dumps(play))
    assert (again.entries, again.page, again.faces) == (play.entries, play.page, play.faces)

    wander(play, Random(2), 30)
    wander(again, Random(2), 30)
    assert state_hash(again.state) == state_hash(play.state)


def test_who_wins_gets_one_and_a_draw_nothing() -> None:
    play = Play(toy, "corners", width=20, seed="7")
    assert play.rewards(win_or_lose) == {"red": 0, "blue": 0}

    wander(play, Random(1), 100)
    verdict = play.verdict()
    assert verdict is not None
    assert verdict.winner is not None
    assert play.rewards(win_or_lose)[verdict.winner] == 1
    assert sum(play.rewards(win_or_lose).values()) == 0
    assert win_or_lose(Verdict(None, "draw", verdict.tally), toy.RED) == 0


def test_a_scenario_that_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadSetup, match="Toy has no scenario “moon”"):
        Play(toy, "moon", width=8)
