"""Many games: who plays whom, on one machine or many, and what came of it."""

from __future__ import annotations

from grognard.sim.arena import Interrupted, Progress, run_arena
from grognard.sim.plan import GameRecord, Plan, new_plan
from grognard.sim.runs import BadRun, Run

__all__ = [
    "BadRun",
    "GameRecord",
    "Interrupted",
    "Plan",
    "Progress",
    "Run",
    "new_plan",
    "run_arena",
]
