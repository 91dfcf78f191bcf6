"""How the search compares choices: in the same worlds, and never by a lucky world alone."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from grognard.bots.search import ALIKE, ROUNDS, SOON, Race, hope, in_question
from grognard.waist.plans import Habits, Plan

if TYPE_CHECKING:
    from collections.abc import Callable


def run(race: Race, worth: Callable[[str, int], float], worlds: int) -> str:
    """Every choice meets the worlds and does something of its own in each."""
    deeds = count()
    while not race.over and race.worlds < worlds:
        arm = race.next()
        race.note(arm, worth(arm.key, race.worlds), next(deeds))
    return str(race.best().key)


def test_what_does_better_in_every_world_is_taken() -> None:
    race = Race(["plan", "better", "worse"], 1)
    worth = {"plan": 0.0, "better": 0.4, "worse": -0.4}
    assert run(race, lambda key, _: worth[key], 8) == "better"


def test_a_title_that_is_less_shy_believes_a_few_worlds() -> None:
    small = {"plan": 0.0, "better": 0.15}
    assert run(Race(["plan", "better"], 1), lambda key, _: small[key], 4) == "plan"
    assert (
        run(Race(["plan", "better"], 1, Habits(shy=0.03)), lambda key, _: small[key], 4) == "better"
    )


def test_equals_leave_the_plan_as_it_is() -> None:
    assert run(Race(["plan", "other"], 1), lambda _, world: world % 2, 16) == "plan"


def test_a_lead_that_luck_explains_is_none() -> None:
    race = Race(["plan", "wild"], 1)
    swings = (1.0, -0.9, 1.0, -0.9)
    assert run(race, lambda key, world: swings[world % 4] * (key == "wild"), 4) == "plan"


def test_worlds_that_all_share_tell_nothing_apart() -> None:
    """However much luck differs from world to world, a steady lead in each of them is seen."""
    race = Race(["plan", "better"], 1)
    luck = (0.9, -0.9, 0.4, -0.2, 0.7, -0.8)
    assert run(race, lambda key, world: luck[world] + 0.3 * (key == "better"), 6) == "better"


def test_those_that_fall_behind_meet_no_more_worlds() -> None:
    race = Race([str(n) for n in range(8)], 1)
    run(race, lambda key, _: -float(key) / 10, 16)
    met = [len(arm.values) for arm in race.arms]
    assert met == sorted(met, reverse=True)
    assert met[-1] == SOON[0]


def test_fewer_are_thinned_out_later() -> None:
    race = Race(["plan", "a", "b", "c"], 1)
    run(race, lambda key, _: -len(key) / 10, 16)
    assert len(race.arms[-1].values) >= ROUNDS[0]


def test_a_title_may_be_content_with_a_smaller_lead() -> None:
    def worth(key: str, world: int) -> float:
        return (0.5, -0.3, 0.5, -0.1)[world % 4] * (key == "other")

    assert run(Race(["plan", "other"], 1), worth, 4) == "plan"
    assert run(Race(["plan", "other"], 1, Habits(lead=0.2)), worth, 4) == "other"


def test_the_first_stays_to_compare_the_others_to() -> None:
    race = Race(["plan", "a", "b", "c"], 1)
    run(race, lambda key, world: (world % 3) * (0.0 if key == "plan" else 0.1), 4)
    assert len(race.arms[0].values) == 4


def test_of_those_that_do_the_same_one_is_enough() -> None:
    race = Race(["plan", "twin", "other"], 1)
    for arm, deeds in zip(list(race.alive), (7, 7, 8), strict=True):
        race.note(arm, 0.0, deeds)
    assert [arm.key for arm in race.alive] == ["plan", "other"]


def test_what_comes_to_the_same_in_many_worlds_is_not_compared_for_ever() -> None:
    race = Race(["plan", "other"], 1)
    run(race, lambda _, world: world / 10, 20)
    assert race.worlds == ALIKE


def test_a_promise_counts_until_worlds_say_otherwise() -> None:
    race = Race(["plan", "promised"], 1, promises=[0.0, 0.3])
    assert race.best().key == "promised"
    assert run(race, lambda key, world: world % 3 / 5 - 0.4 * (key == "promised"), 8) == "plan"


def test_among_equals_the_promised_is_taken() -> None:
    race = Race(["plan", "promised", "other"], 1, Habits(lead=0.3), promises=[0.0, 0.3, -0.1])
    luck = (0.1, -0.1, 0.2, -0.2)

    def worth(key: str, world: int) -> float:
        return luck[(world + len(key)) % 4]

    assert run(race, worth, 4) == "promised"


def test_without_worlds_there_is_only_the_plan() -> None:
    assert Race(["plan", "other"], 1).best().key == "plan"


@pytest.mark.parametrize("worth", [-1.0, -0.6, -0.1, 0.0, 0.3, 0.8])
def test_hope_grows_with_worth(worth: float) -> None:
    assert hope(worth) < hope(worth + 0.1)


def test_a_draw_is_nearer_to_a_loss_than_to_a_win() -> None:
    assert hope(0.0) - hope(-1.0) < hope(1.0) - hope(0.0)


class _Way(Plan, frozen=True):
    promise: float = 0.0


def test_a_plan_that_is_known_to_be_better_is_not_put_to_the_test() -> None:
    usual, hoped, known = _Way("usual", ()), _Way("hoped", (), 0.9), _Way("known", (), 1.0)
    assert in_question([usual, hoped]) == [usual, hoped]
    assert in_question([usual, hoped, known]) == [known]


def test_plans_that_are_all_known_to_be_better_are_put_to_the_test_among_themselves() -> None:
    usual, known, other = _Way("usual", ()), _Way("known", (), 1.0), _Way("other", (), 1.0)
    assert in_question([usual, known, other]) == [known, other]
