"""Gymnasium's own checker, and what it does not ask."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import toy
from gymnasium.utils.env_checker import check_env

from grognard.bots import Uniform
from grognard.research import gym

TOY = {"title": "toy", "scenario": "corners", "seat": "blue"}
LEARNING = {"title": "lost_battalion", "scenario": "learning", "seat": "us"}


def make(settings: dict[str, str], **more: Any) -> gym.SeatEnv:
    made = gymnasium.make(gym.ID, **settings, **more).unwrapped
    assert isinstance(made, gym.SeatEnv)
    return made


def play_some(env: gym.SeatEnv, choices: int) -> list[Any]:
    rng = np.random.default_rng(1)
    for _ in range(choices):
        env.step(rng.choice(np.flatnonzero(env.action_masks())))
    return list(env.play.entries)


@pytest.mark.parametrize("settings", [TOY, LEARNING], ids=lambda s: s["title"])
def test_gymnasiums_checker_is_content(settings: dict[str, str]) -> None:
    check_env(make(settings, render_mode="ansi"))


def test_a_game_comes_to_an_end_and_pays() -> None:
    env = make(TOY)
    seen, _ = env.reset(seed=4)
    rng, paid, over = np.random.default_rng(4), 0.0, False
    while not over:
        choice = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, paid, over, cut, info = env.step(choice)
        assert not cut
        assert info == {}

    verdict = env.play.verdict()
    assert verdict is not None
    assert paid == (0 if verdict.winner is None else 1 if verdict.winner == "blue" else -1)


def test_the_seat_is_always_the_one_to_choose() -> None:
    env = make(LEARNING, others="greedy")
    env.reset(seed=4)
    for _ in range(5):
        assert env.play.seat == "us"
        play_some(env, 1)
    assert {entry.seat for entry in env.play.entries} >= {"us", "german"}


def test_what_the_mask_forbids_changes_nothing_and_costs() -> None:
    env = make(TOY, penalty=0.5, max_steps=2)
    env.reset(seed=4)
    before = list(env.play.entries)

    seen, paid, over, cut, info = env.step(15)
    assert (paid, over, cut) == (-0.5, False, False)
    assert "15 is none of the" in info["illegal"]
    assert env.play.entries == before
    assert env.step(15)[3]  # cut off
    assert env.observation_space.contains(seen)


def test_a_position_is_come_back_to() -> None:
    env = make(LEARNING)
    env.reset(seed=4)
    play_some(env, 10)
    saved = env.save()

    once = play_some(env, 20)
    seen = env.restore(saved)
    assert seen["action_mask"].sum() == env.action_masks().sum()
    assert play_some(env, 20) == once


def test_the_others_may_be_any_bots() -> None:
    for others in (Uniform(), {"red": Uniform()}):
        env = gym.SeatEnv(toy, "corners", "blue", others)
        env.reset(seed=1)
        assert env.play.seat == "blue"


def test_a_seat_or_bot_that_is_not_there_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="there is no seat “green”; there are red, blue"):
        gym.SeatEnv(toy, "corners", "green")
    with pytest.raises(ValueError, match="there is no bot “clever”"):
        gym.SeatEnv(toy, "corners", "blue", "clever")
    with pytest.raises(ValueError, match="nobody plays red"):
        gym.SeatEnv(toy, "corners", "blue", {})


def test_the_environment_says_what_is_asked() -> None:
    env = make(TOY, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "round 1 of 3"
