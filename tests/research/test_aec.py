"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from grognard.research import aec
from grognard.research.play import NoSuchChoice
from grognard.waist.title import Seat

# The suite advises arrays and agents called player_0; ours are named and have seats.
advice = [
    pytest.mark.filterwarnings(f"ignore:{words}:UserWarning")
    for words in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "We recommend agents to be named",
    )
]
LEARNING = ("lost_battalion", "learning")
TOY = ("toy", "corners")


def masked(env: Any, rng: np.random.Generator) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def play_out(env: Any, seed: int = 0) -> dict[str, float]:
    """A whole game by lot; what everybody got."""
    rng, got = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        got[agent] += reward
        env.step(None if over or cut else masked(env, rng))
    return got


@pytest.mark.parametrize("width", [None, 5])
@pytest.mark.parametrize("name", [TOY, LEARNING], ids=str)
class TestPettingZoo:
    """The suite, with wide menus and with narrow ones that have pages."""

    pytestmark = advice

    def test_api(self, name: tuple[str, str], width: int | None) -> None:
        api_test(aec.env(*name, width=width), num_cycles=40)

    def test_seed(self, name: tuple[str, str], width: int | None) -> None:
        seed_test(lambda: aec.env(*name, width=width), num_cycles=20)


@pytest.mark.parametrize("name", [TOY, LEARNING], ids=str)
def test_a_game_is_cut_off_after_so_many_choices(name: tuple[str, str]) -> None:
    # The suite's max_cycles_test wants a parallel environment; this asks the same of ours.
    env = aec.env(*name, max_cycles=4)
    env.reset(seed=1)
    rng, choices = np.random.default_rng(1), 0
    while not any(env.truncations.values()):
        env.step(masked(env, rng))
        choices += 1

    assert choices == 4
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_winner_gets_what_the_loser_pays() -> None:
    env = aec.env(*TOY)
    env.reset(seed=3)

    got = play_out(env)
    assert sorted(got.values()) == [-1, 1]
    winner = env.unwrapped.play.verdict().winner
    assert got[winner] == 1


def test_the_reward_may_be_another() -> None:
    env = aec.env(*TOY, reward=lambda verdict, _: float(verdict.tally.total))
    env.reset(seed=3)

    assert play_out(env)["red"] == env.unwrapped.play.verdict().tally.total


def test_the_same_seed_is_the_same_sequence_of_games() -> None:
    first, second = aec.SeatsEnv(*TOY), aec.SeatsEnv(*TOY)
    first.reset(seed=5)
    second.reset(seed=5)
    begun = first.play.header
    assert begun == second.play.header

    first.reset()
    second.reset()
    assert first.play.header == second.play.header != begun


def test_a_position_is_come_back_to() -> None:
    env = aec.SeatsEnv(*LEARNING)
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.step(masked(env, rng))
    saved, seen = env.save(), env.observe(env.agent_selection)["observation"]
    once = [play_some(env, 30), env.restore(saved), play_some(env, 30)]
    assert once[0] == once[2]

    env.restore(saved)
    again = env.observe(env.agent_selection)["observation"]
    assert all(np.array_equal(seen[name], again[name]) for name in seen)


def play_some(env: aec.SeatsEnv, choices: int) -> list[Any]:
    rng = np.random.default_rng(2)
    for _ in range(choices):
        env.step(masked(env, rng))
    return list(env.play.entries)


def test_what_the_mask_forbids_ends_the_game_or_raises() -> None:
    env = aec.env(*TOY)
    env.reset(seed=1)
    env.observe(env.agent_selection)
    offender = env.agent_selection
    env.last()
    env.step(env.action_space(offender).n - 1)
    assert env.terminations[offender]
    assert env.rewards[offender] == aec.ILLEGAL

    bare = aec.SeatsEnv(*TOY)
    bare.reset(seed=1)
    with pytest.raises(NoSuchChoice):
        bare.step(15)


def test_the_environment_says_what_is_asked() -> None:
    env = aec.SeatsEnv(*TOY, render_mode="ansi")
    env.reset(seed=1)

    assert env.render() == "round 1 of 3"


def test_a_title_may_be_given_itself() -> None:
    import toy

    env = aec.SeatsEnv(toy, "centre")
    env.reset(seed=1)
    assert env.agents == ["red", "blue"]
    assert env.play.view(Seat("red")).pawn[0] == toy.GRID.at("0202")
