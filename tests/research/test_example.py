"""The example of the docs: it runs, and a little of it already learns."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from grognard.research.gym import SeatEnv

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_to_gain_ground.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_to_gain_ground", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_course_runs_and_draws_its_curve(example: ModuleType, tmp_path: Path) -> None:
    env = SeatEnv("lost_battalion", "learning", "us", "uniform", max_steps=20)

    weights, curve = example.learn(env, rounds=2, games=1, seed=1)
    example.show(env, weights)
    example.plot(curve, tmp_path / "curve.png")

    assert len(curve) == 2
    assert np.isfinite(weights).all()
    assert weights.any()
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_what_paid_becomes_more_likely(example: ModuleType) -> None:
    good = example.Choice(np.array([1.0, 0.0]), gain=1.0)
    idle = example.Choice(np.array([0.0, 1.0]), gain=0.0)

    weights = example.improve(np.zeros(2), [[idle, good], [good, idle]])
    odds = example.chances(weights, np.eye(2))
    assert odds[0] > odds[1]


def test_the_same_seed_learns_the_same(example: ModuleType) -> None:
    env = SeatEnv("toy", "corners", "red", max_steps=30)

    first = example.learn(env, rounds=3, games=2, seed=5)
    second = example.learn(env, rounds=3, games=2, seed=5)
    assert first[1] == second[1]
    assert np.array_equal(first[0], second[0])
