"""Teaches the Allies of The Lost Battalion to gain ground, in half a minute of one core.

A linear policy weighs the features of each offer, draws one by a softmax, and is
improved by REINFORCE with the hexes gained as its reward. The Germans play by lot.

    python examples/learn_to_gain_ground.py --plot learning-curve.png
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.research.gym import SeatEnv

Floats = NDArray[np.float64]

DISCOUNT = 0.9  # ground is gained a few choices after the regiment is picked
STEP = 2.0  # how far the weights move in a round


class Choice(NamedTuple):
    """One choice: how the features of the one drawn differ from the policy's mean, and its gain."""

    surprise: Floats
    gain: float


def features(seen: dict[str, Any]) -> Floats:
    """A row for each offer, every figure between 0 and 1."""
    offered = seen["features"][seen["action_mask"] == 1]
    return np.asarray(np.clip(offered, 0, 4), np.float64) / 4


def ground(env: SeatEnv, seen: dict[str, Any]) -> float:
    """How many hexes the seat holds."""
    return float(seen["board"][env.arrays.planes.index("own control")].sum())


def chances(weights: Floats, offers: Floats) -> Floats:
    worth = offers @ weights
    odds = np.exp(worth - worth.max())
    return np.asarray(odds / odds.sum())


def play(env: SeatEnv, weights: Floats, rng: np.random.Generator) -> list[Choice]:
    """A game by the policy, as far as the environment lets it go."""
    seen, _ = env.reset(seed=int(rng.integers(2**31)))
    told, over, held = [], False, ground(env, seen)
    while not over:
        offers = features(seen)
        odds = chances(weights, offers)
        index = int(rng.choice(len(odds), p=odds))
        seen, _, ended, cut, _ = env.step(index)
        now, over = ground(env, seen), ended or cut
        told.append(Choice(offers[index] - odds @ offers, now - held))
        held = now
    return told


def gained(game: list[Choice]) -> float:
    return sum(choice.gain for choice in game)


def improve(weights: Floats, games: list[list[Choice]]) -> Floats:
    """A step uphill: what came before more ground than usual becomes more likely."""
    after = np.concatenate([returns(game) for game in games])
    surprises = np.stack([choice.surprise for game in games for choice in game])
    advantage = (after - after.mean()) / (after.std() + 1e-8)
    slope = advantage @ surprises / len(after)
    return np.asarray(weights + STEP * slope / (np.linalg.norm(slope) + 1e-8))


def returns(game: list[Choice]) -> Floats:
    """The discounted ground gained from each choice on."""
    worth, total = np.zeros(len(game)), 0.0
    for n in range(len(game) - 1, -1, -1):
        total = game[n].gain + DISCOUNT * total
        worth[n] = total
    return worth


def learn(env: SeatEnv, rounds: int, games: int, seed: int) -> tuple[Floats, list[float]]:
    """The weights learnt, and the mean ground gained in each round."""
    rng, weights = np.random.default_rng(seed), np.zeros(len(env.arrays.features))
    curve = []
    for n in range(rounds):
        played = [play(env, weights, rng) for _ in range(games)]
        curve.append(float(np.mean([gained(game) for game in played])))
        print(f"round {n + 1:2}: {curve[-1]:6.1f} hexes gained a game", flush=True)
        weights = improve(weights, played)
    return weights, curve


def show(env: SeatEnv, weights: Floats, most: int = 6) -> None:
    """What the policy has come to like and to avoid."""
    order = np.argsort(weights)
    liked = [f"{env.arrays.features[n]} {weights[n]:+.2f}" for n in order[::-1][:most]]
    avoided = [f"{env.arrays.features[n]} {weights[n]:+.2f}" for n in order[:most]]
    print("likes:", ", ".join(liked))
    print("avoids:", ", ".join(avoided))


def plot(curve: list[float], path: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib as mpl  # only a picture needs it

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(range(1, len(curve) + 1), curve, marker="o", color="#33567f")
    axes.axhline(curve[0], color="#999999", linestyle=":", label="by lot, as it began")
    axes.set(xlabel="round", ylabel="hexes gained a game", ylim=(min(0, *curve) - 1, None))
    axes.set_title("The Lost Battalion, learning scenario: the Allies learn to advance")
    axes.legend(loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=110)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 1 up")
    return int(text)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Teach the Allies to gain ground.")
    parser.add_argument("--rounds", type=positive, default=16)
    parser.add_argument("--games", type=positive, default=3, help="games in a round")
    parser.add_argument("--choices", type=positive, default=250, help="choices in a game at most")
    parser.add_argument("--seed", type=int, default=1918)
    parser.add_argument("--plot", type=Path, help="where to draw the learning curve")
    told = parser.parse_args(words)
    if told.plot and not told.plot.absolute().parent.is_dir():
        parser.error(f"there is no folder {told.plot.parent}")
    env = SeatEnv("lost_battalion", "learning", "us", "uniform", max_steps=told.choices)
    weights, curve = learn(env, told.rounds, told.games, told.seed)
    show(env, weights)
    if told.plot:
        plot(curve, told.plot)


if __name__ == "__main__":
    main()
