"""The search in The Lost Battalion: within its offers, its iterations, and the same each time."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest
from positions.lb import Game, position

from grognard.bots import Planner, Search, by_name, search
from grognard.titles import lost_battalion as lb
from grognard.waist.plans import Habits

ATTACK = "1636 4GzF/1G:1   1637 16/1 18/1   1635 26/1 28/1   1332 147/37ID"

MARCH = "1636 4GzF/1G:1   1738 16/1 18/1   1538 26/1 28/1   1840 137/35 139/35   1332 147/37ID"


def last_attack() -> Game:
    """The Allies can take Montfaucon in the last Combat Phase, and nothing else."""
    return position(ATTACK, turn=3, at="b2", scenario="learning")


def seen(game: Game) -> tuple[Any, Any]:
    return lb.view(game.state, game.seat), lb.offers(game.state, game.seat)


def chosen(bot: Any, game: Game, seed: int = 1) -> str:
    view, offers = seen(game)
    choice = bot.choose(view, offers, Random(seed))
    assert choice in offers
    return str(choice)


def test_it_finds_the_attack_that_wins_points() -> None:
    assert chosen(by_name("search:12", lb), last_attack()) == "attack 1636"


def test_the_same_iterations_come_to_the_same_choice() -> None:
    game = last_attack()
    twice = [chosen(Search(lb, iterations=6), game, 5) for _ in range(2)]
    assert twice[0] == twice[1]


def test_where_nothing_is_in_doubt_it_plays_by_the_plan() -> None:
    game = last_attack().play("Attack 1636")
    assert chosen(Search(lb, iterations=6), game) == chosen(Planner(lb), game)


def test_it_says_how_often_it_looked() -> None:
    game, bot = last_attack(), Search(lb, iterations=8)
    view, offers = seen(game)
    choice = bot.choose(view, offers, Random(1))
    assert "imagined games" in bot.why(view, offers, choice)


def test_it_says_which_plan_it_took_while_it_thinks_about_plans() -> None:
    game = position(MARCH, turn=3, at="b1", scenario="learning")
    bot, (view, offers) = Search(lb, iterations=8), seen(game)
    choice = bot.choose(view, offers, Random(1))
    # Two player turns are left: sixteen worlds for eight iterations.
    told = " (plan: against Romagne, one of 14, after 16 imagined games)"
    assert bot.why(view, offers, choice).endswith(told)
    for _ in range(Habits().spread):
        bot.choose(view, offers, Random(1))
    assert "plan:" not in bot.why(view, offers, choice)


def test_worlds_that_are_soon_over_cost_less() -> None:
    game, bot = last_attack(), Search(lb, iterations=2)
    view, offers = seen(game)
    choice = bot.choose(view, offers, Random(1))
    # Two player turns are left, of the four that a whole iteration follows.
    assert "in 4 imagined games" in bot.why(view, offers, choice)


def test_a_plan_made_anew_is_one_of_those_there_are() -> None:
    game = position(MARCH, turn=3, at="b1", scenario="learning")
    view = lb.view(game.state, game.seat)
    for plan in lb.plans(view):
        assert lb.renew(view, plan) == plan


def test_without_time_it_plays_by_the_plan() -> None:
    game = last_attack()
    hurried = Search(lb, seconds=0.0)
    assert chosen(hurried, game) == chosen(Planner(lb), game)


def test_a_plan_is_thought_about_for_a_few_decisions_and_no_longer() -> None:
    game = position(MARCH, turn=3, at="b1", scenario="learning")
    bot = Search(lb, iterations=2)
    left = []
    spread = Habits().spread
    for _ in range(spread + 2):
        game.play(chosen(bot, game).capitalize())
        left.append(bot.planned.left)
    assert left == [*reversed(range(spread)), 0, 0]


def test_a_world_is_left_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ticks = last_attack(), count()
    monkeypatch.setattr(search, "monotonic", lambda: next(ticks) / 10)
    view, offers = seen(game)
    assert Search(lb, seconds=2.0).choose(view, offers, Random(1)) in offers
    assert next(ticks) / 10 < 2.5  # each look at the clock takes a tenth of a second


@pytest.mark.parametrize("name", ["search:0", "search:x", "search:-3", "search:2.5"])
def test_what_stands_after_the_colon_is_checked(name: str) -> None:
    with pytest.raises(ValueError, match="after the colon come iterations, or seconds"):
        by_name(name, lb)
