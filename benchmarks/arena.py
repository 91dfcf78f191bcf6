"""Many games on two processes, against one."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.harness import Contest
from grognard import library, sim

GAMES = 24


def contest(quick: bool) -> Contest:
    games = 2 if quick else GAMES
    return Contest(
        name="an arena on two workers, random games",
        unit="games",
        peer="the same on one worker",
        ours=lambda number: play(number, games, workers=2),
        theirs=lambda number: play(number, games, workers=1),
        floor=1.9,
        goal=1.9,
        note="wall time from the plan to the last line written, of a machine that should have "
        "two cores and nothing else to do",
        wall=True,
        rounds=3,
    )


def play(number: int, games: int, workers: int) -> int:
    title = library.title("lost_battalion")
    plan = sim.new_plan(title, "learning", ["uniform"], games, f"bench {number}")
    with TemporaryDirectory() as folder:
        sim.run_arena(plan, Path(folder, "run"), workers=workers)
    return games
