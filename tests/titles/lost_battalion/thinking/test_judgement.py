"""The greedy player's judgement: sensible, never in circles, and from the view alone."""

from __future__ import annotations

from random import Random

import pytest
from positions.lb import Game, before_a_gun, parse, position

from grognard.bots import Bot, Greedy, Uniform
from grognard.match import Match
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position.decisions import Battery
from grognard.titles.lost_battalion.position.state import DUE, RESERVE, RESTING
from grognard.titles.lost_battalion.thinking.judgement import Judge
from grognard.titles.lost_battalion.thinking.situation import Situation
from grognard.waist.title import Seat

US, GERMAN = Seat("us"), Seat("german")


def worths(game: Game) -> dict[str, float]:
    view = lb.view(game.state, game.seat)
    return {text: lb.appraise(view, parse(text)) for text in game.offers()}


def best(game: Game) -> str:
    found = worths(game)
    return max(found, key=lambda text: found[text])


def played(scenario: str, seed: int, us: Bot, german: Bot) -> Match[object, object, object, object]:
    match: Match[object, object, object, object] = Match.new(lb, scenario, seed=str(seed))
    rng = Random(seed)
    for _ in range(6000):
        if not (deciders := match.deciders()):
            break
        seat = deciders[0]
        bot = us if seat == US else german
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    return match


# -- attacks -----------------------------------------------------------------------------


def test_good_odds_are_taken_and_bad_ones_are_not() -> None:
    strong = position("1539 4GzF/1G:1   1639 16/1 18/1   1540 26/1 28/1", turn=4, at="b2")
    weak = position("1539 4GzF/1G 1GzF/1G 2GzF/1G   1639 16/1:1", turn=4, at="b2")

    assert best(strong) == "Attack 1539"
    assert best(weak) == "Done"


def test_an_attack_that_was_named_is_launched_not_called_off() -> None:
    game = position("1539 4GzF/1G:1   1639 16/1 18/1   1540 26/1 28/1", turn=4, at="b2")
    game.play("Attack 1539")
    told = []
    while not told or told[-1] != "Launch":
        told.append(best(game))
        game.play(told[-1])

    assert told[0].startswith("Commit")
    assert "CallOff" not in told


def test_a_bombardment_that_was_named_is_fired() -> None:
    game = position("1539 4GzF/1G   1640 16/1   1642 VA   1743 VB   1744 VC", turn=4, at="b2")
    game.play("Bombard 1539")

    while game.state.stack and isinstance(game.state.top, Battery):
        choice = best(game)
        assert choice.split()[0] in ("Fire", "Shoot")
        game.play(choice)


def test_the_weakest_loss_is_chosen_and_a_last_step_is_spared() -> None:
    game = position("1242 4GzF/1G   1243 137/35:1 139/35:4", turn=2, at="a2", german="1242")
    game.play("Gas 1243")

    assert best(game) == "Lose 139/35"


# -- marches -----------------------------------------------------------------------------


def test_allied_infantry_goes_for_what_lies_before_it() -> None:
    game = position("1643 16/1 18/1   1644 26/1   1336 4GzF/1G", turn=4, at="b1")
    game.play("Pick 16/1")
    choice = best(game)

    assert choice.startswith("March")
    assert int(choice[-2:]) < 43, "north"


def test_a_march_never_ends_where_the_stack_would_be_too_high() -> None:
    game = position("1643 16/1   1642 18/1 26/1   1641 137/35 138/35", turn=4, at="b1")
    game.play("Pick 16/1")
    while (choice := best(game)) != "Halt":
        game.play(choice)

    assert game.where("16/1") not in ("1642", "1641")


def test_no_strike_is_thought_of_that_there_is_no_movement_left_for() -> None:
    game = before_a_gun("1741", "1740", "1739", "1738", "1737")
    assert game.rule("Strike 1636") == "LB-10.3c"
    plan = Judge(Situation(lb.view(game.state, game.seat))).plan
    assert plan is None or plan.verb != "strike"


def test_reinforcements_come_in() -> None:
    game = position("1643 16/1   1336 147/37ID", turn=3, at="c1", boxes={"111/52ID": DUE})
    game.play("Pick 111/52ID")
    choice = best(game)

    assert choice.split()[0] in ("March", "Ride")
    assert game.play(choice).where("111/52ID") == choice.split()[1]


# -- the box and the Final Offensive ------------------------------------------------------


def test_divisions_rest_in_time_and_are_not_called_back() -> None:
    regiments = ("137/35", "138/35", "139/35", "140/35")
    game = position(turn=9, at="a6", boxes=dict.fromkeys(regiments, RESERVE))
    assert worths(game)["Rest US 35"] > 0

    resting = position(turn=9, at="a6", boxes=dict.fromkeys(regiments, RESTING))
    resting.set(resting_since={resting.kit.division_by_key["US 35"]: 8})
    assert worths(resting)["Recall US 35"] < 0


def test_worn_divisions_are_lifted_and_fresh_ones_are_not() -> None:
    worn = "1643 137/35:1 138/35:1   1644 139/35:1 140/35:1   1843 39/4 47/4"
    found = worths(position(worn, turn=3, at="b1"))

    assert found["Lift 137/35"] > found["Pick 137/35"]
    assert found["Lift 39/4"] < 0


# -- whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_greedy_beats_uniform_from_either_seat(seed: int) -> None:
    as_us = played("learning", seed, Greedy(lb), Uniform()).verdict()
    as_german = played("learning", seed, Uniform(), Greedy(lb)).verdict()

    assert as_us is not None
    assert as_german is not None
    assert (as_us.winner, as_german.winner) == (US, GERMAN)


def test_greedy_against_itself_comes_to_an_end() -> None:
    match = played("learning", 5, Greedy(lb), Greedy(lb))

    assert match.verdict() is not None
    assert len(match.entries) < 4000


def test_the_same_view_is_worth_the_same_however_often_it_is_asked() -> None:
    game = position("1242 4GzF/1G   1243 137/35 139/35", at="b1")

    assert worths(game) == worths(game)


@pytest.mark.rule("LB-5.6a")
def test_judgement_does_not_depend_on_what_is_hidden() -> None:
    one = position("1539 4GzF/1G:1   1639 16/1 18/1", turn=4, at="b2")
    other = position("1539 4GzF/1G:3   1639 16/1 18/1", turn=4, at="b2")

    assert worths(one) == worths(other)
