"""Many games on two processes, against one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.harness import Contest

GAMES = 64
ROOT = Path(__file__).resolve().parents[1]


def contest(quick: bool) -> Contest:
    games = 2 if quick else GAMES
    return Contest(
        name="an arena on two workers, random games",
        unit="games",
        peer="the same on one worker",
        ours=lambda number: ask(number, games, workers=2),
        theirs=lambda number: ask(number, games, workers=1),
        floor=1.9,
        goal=1.9,
        note="wall time from a new interpreter to the last line written, of a machine that "
        "should have two cores and nothing else to do",
        wall=True,
        rounds=3,
    )


def ask(number: int, games: int, workers: int) -> int:
    # In a process of its own: workers import what their parent was started with.
    words = ["-m", "benchmarks.arena", str(number), str(games), str(workers)]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    return games


def play(number: int, games: int, workers: int) -> None:
    from grognard import library, sim

    title = library.title("lost_battalion")
    plan = sim.new_plan(title, "learning", ["uniform"], games, f"bench {number}")
    with TemporaryDirectory() as folder:
        sim.run_arena(plan, Path(folder, "run"), workers=workers)


if __name__ == "__main__":
    play(*map(int, sys.argv[1:]))
