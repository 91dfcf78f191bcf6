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


def test_a_short_course_runs_and_draws_its_curve(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "curve.png"
    example.main(["--rounds", "2", "--games", "1", "--choices", "20", "--plot", str(picture)])

    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["round  1", "round  2", "likes", "avoids"]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "0"], "“0” is no number from 1 up"),
        (["--games", "many"], "“many” is no number from 1 up"),
        (["--plot", "/nowhere/curve.png"], "there is no folder /nowhere"),
    ],
)
def test_bad_words_get_a_sentence(
    example: ModuleType, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        example.main(words)
    assert sentence in capsys.readouterr().err


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
