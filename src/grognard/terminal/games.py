"""Many games at the terminal: the bar, and what came of them in a few lines."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.text import Text

from grognard.sim.statistics import ANY, scores
from grognard.terminal.screen import console

if TYPE_CHECKING:
    from rich.progress import Task, TaskID

    from grognard.sim import Plan, Run


def default_workers() -> int:
    """One for each core."""
    return os.cpu_count() or 1


def default_folder(plan: Plan) -> Path:
    """Where a run is kept that nobody named a folder for."""
    words = (plan.title, plan.scenario, *plan.bots, plan.seed)
    return Path("arena") / re.sub(r"[^\w.-]+", "_", "-".join(words))


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.2f} games a second" if task.speed else "")


class Bar:
    """How many games are done, how fast, and how long it will take."""

    def __init__(self) -> None:
        columns = (BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
        where = console(sys.stderr)
        # Without a terminal rich would still leave an empty line.
        off = not where.is_terminal
        self._bar = RichProgress(*columns, console=where, transient=True, disable=off)
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, done: int, games: int) -> None:
        if self._task is None:
            # Those that were played before say nothing about the rate.
            self._task = self._bar.add_task("games", total=games, completed=done)
        self._bar.update(self._task, completed=done)


def arena_lines(run: Run) -> list[str]:
    """How often each bot won, and where all games are."""
    plan, records = run.plan, run.records()
    lines = [f"{plan.title} {plan.scenario}, seed {plan.seed}: {len(records)} games"]
    drawn = sum(r.winner is None and bool(r.level) for r in records)
    for (bot, seat), score in scores(records).items():
        if seat != ANY or len(plan.seats) > 1:
            halves = f"; with draws as halves {score.value:.0%}" if drawn else ""
            lines.append(f"  {bot} at {seat}: won {score.wins}{halves}")
    left = sum(not r.level for r in records)
    faults = sum(map(len, (r.faults for r in records)))
    for count, words in ((drawn, "drawn"), (left, "without a verdict"), (faults, "faults of bots")):
        lines += [f"  {count} {words}"] if count else []
    return [*lines, f"{run.folder / 'games.jsonl'}; for a page: grognard report {run.folder}"]
