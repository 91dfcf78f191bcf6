"""What a combat is worth to the attacker, over all that the chits may bring."""

from __future__ import annotations

from typing import Final

from grognard.titles.ardennes.position.decisions import Battle
from grognard.titles.ardennes.position.state import fact, steps_of
from grognard.titles.ardennes.sight import distribution
from grognard.titles.ardennes.thinking.judgement.marching import importance
from grognard.titles.ardennes.thinking.judgement.situation import Situation

CLEARED: Final = 1.3  # for the hex, by how much it is in the way
KILLED: Final = 0.55  # for each enemy step
LOSSES: Final = (0.0, 0.9, 1.3, 1.7)  # for hits on the attacker; two of them only disperse
MORE_LOSSES: Final = 1.0
HOLDS: Final = 0.5  # when a person decides whether to stand


def chances_worth(here: Situation, battle: Battle, chances: distribution.Chances) -> float:
    """The mean over the outcomes of one number of chits."""
    steps = steps_of(here.state, battle.defenders)
    stands = _stands(here, battle, steps)
    prize = CLEARED * importance(here, battle.target)
    care = here.care
    return sum(
        float(p) * (_gain(d, steps, stands, prize) - care * _loss(a))
        for (a, d), p in chances.items()
    )


def _stands(here: Situation, battle: Battle, steps: int) -> float:
    """The chance that the defenders take a hit where they are."""
    if not here.solitaire:
        return HOLDS
    return min(10, here.kit.hv.get(battle.target, 0) + steps) / 10


def _gain(hits: int, steps: int, stands: float, prize: float) -> float:
    if hits <= 0:
        return 0.0
    driven = 1.0 if hits >= steps else 1.0 - stands**hits
    return driven * prize + KILLED * min(hits, steps)


def _loss(hits: int) -> float:
    if hits < len(LOSSES):
        return LOSSES[hits]
    return LOSSES[-1] + MORE_LOSSES * (hits + 1 - len(LOSSES))


def attack_worth(here: Situation, battle: Battle) -> float:
    """With the number of chits that is best."""

    def weigh() -> float:
        by_count = distribution.distributions(here.state, battle)
        return max(chances_worth(here, battle, chances) for chances in by_count.values())

    return fact(here.state, ("judged", "battle", here.side, battle), weigh)
