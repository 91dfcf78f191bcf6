"""Carrying out a plan: whoever plays, however often it is stopped, the result is the same."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Protocol

from grognard.sim import crews
from grognard.sim.runs import Run, held

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from grognard.sim.plan import Plan


class Interrupted(KeyboardInterrupt):
    """Stopped half way; nothing that was played is lost."""


class Progress(Protocol):
    """Is told how many games are done, of how many."""

    def __call__(self, done: int, games: int) -> None: ...


def run_arena(
    plan: Plan,
    folder: Path,
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Plays what is missing of a plan and writes all games in order; raises Interrupted."""
    run = Run.begin(folder, plan)
    with held(folder):
        _carry_out(run, workers, cluster, progress or _silent)
    return run


def _carry_out(run: Run, workers: int, cluster: str | None, tell: Progress) -> None:
    games = run.plan.games
    tell(len(run.lines), games)
    try:
        with closing(_played(run, workers, cluster)) as played:
            for number, line in played:
                run.add(number, line)
                tell(len(run.lines), games)
    except KeyboardInterrupt:
        done = f"{len(run.lines)} of {games} games"
        raise Interrupted(f"interrupted after {done}; the same command goes on") from None
    run.finish()


def _silent(done: int, games: int) -> None:
    del done, games


def _played(run: Run, workers: int, cluster: str | None) -> Generator[crews.Done, None, None]:
    missing = run.missing
    if not missing:
        return
    if cluster is not None:
        yield from crews.cluster(run.plan, missing, cluster)
    elif workers == 1:
        yield from crews.alone(run.plan, missing)
    else:
        yield from crews.pool(run.plan, missing, min(workers, len(missing)))
