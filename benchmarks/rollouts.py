"""How many games a search looks into, against open_spiel's Monte-Carlo search in Python."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from benchmarks.harness import Contest
from benchmarks.play import SPIEL_CHESS
from benchmarks.positions import TITLE, first_position
from grognard.bots.search import Search
from grognard.titles.lost_battalion.position.decisions import Movement

WORLDS = 8
SIMULATIONS = 40


class Counted:
    """A title that counts the worlds imagined of it."""

    def __init__(self, title: Any) -> None:
        self.title, self.worlds = title, 0

    def imagine(self, view: Any, rng: Random) -> Any:
        self.worlds += 1
        return self.title.imagine(view, rng)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.title, name)


def contest(quick: bool) -> Contest:
    state = first_position(1, lambda s: isinstance(s.top, Movement))
    seat = TITLE.deciders(state)[0]
    view, offers = TITLE.view(state, seat), TITLE.offers(state, seat)
    worlds, simulations = (4, 4) if quick else (WORLDS, SIMULATIONS)

    def ours(number: int) -> int:
        title = Counted(TITLE)
        Search(title, iterations=worlds).choose(view, offers, Random(number))
        return title.worlds

    def theirs(number: int) -> int:
        rng = np.random.RandomState(number)
        bot = MCTSBot(SPIEL_CHESS, 2, simulations, RandomRolloutEvaluator(1, rng), random_state=rng)
        bot.step(SPIEL_CHESS.new_initial_state())
        return simulations

    return Contest(
        name="rollouts of a search, first decision of the campaign",
        unit="rollouts",
        peer="open_spiel's Python MCTS, chess",
        ours=ours,
        theirs=theirs,
        floor=1,
        goal=1,
        note="ours imagines what is hidden and lets the planner play both sides for two player "
        "turns; theirs plays a game at random to its end",
        rounds=3,
    )
