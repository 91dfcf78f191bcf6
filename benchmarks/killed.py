"""A worker of a cluster is killed at a random moment: the games stay the same, byte for byte.

    python -m benchmarks.killed --games 200            about four minutes on two cores
    python -m benchmarks.killed --games 200 --kills 2  two such runs, each killed at another moment

First the games are played here, by nobody disturbed. Then a Dask scheduler and two workers are
started, the arena plays the same games on them, and one of them, whichever, is killed (-9) at a
moment drawn by lot. The exit code is 0 if all files of games are equal.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random, SystemRandom
from tempfile import mkdtemp
from threading import Timer
from time import monotonic, sleep
from typing import Final, NamedTuple

from grognard import library, sim
from grognard.sim.plan import Plan

ROOT: Final = Path(__file__).resolve().parents[1]
RUNS: Final = ROOT / "bench-results" / "killed"
PATIENCE: Final = 120  # seconds for a scheduler or a worker to come up
HESITATION: Final = 2.0  # seconds at most between a game that came in and the kill
SCHEDULER: Final = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard")
WORKER: Final = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1")


class Cluster(NamedTuple):
    """A scheduler and its workers, each a process."""

    address: str
    workers: dict[str, subprocess.Popen[bytes]]

    def in_hand(self) -> dict[str, int]:
        """How many games each worker has been given and not yet handed back."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            given = client.processing()
            names = {
                key: worker["id"] for key, worker in client.scheduler_info()["workers"].items()
            }
        return {names[key]: len(games) for key, games in given.items() if key in names}


class Killer:
    """Kills one worker, a moment after so many games are in; both drawn by lot."""

    def __init__(self, cluster: Cluster, games: int, rng: Random) -> None:
        self.cluster = cluster
        self.after = rng.randint(1, max(1, games * 9 // 10))
        self.hesitation = rng.uniform(0, HESITATION)
        self.name = rng.choice(sorted(cluster.workers))
        self.began = monotonic()
        self.kept, self.words = 0, ""

    def __call__(self, done: int, games: int) -> None:
        self.kept = done
        _progress(done, games)
        if done == self.after:
            Timer(self.hesitation, self.kill).start()

    def kill(self) -> None:
        held = self.cluster.in_hand().get(self.name, 0)
        self.cluster.workers[self.name].send_signal(signal.SIGKILL)
        seconds = monotonic() - self.began
        self.words = f"{self.name} killed after {seconds:.1f} s, {self.kept} games kept, "
        self.words += f"{held} in its hands"


# -- processes -----------------------------------------------------------------------------


@contextmanager
def cluster(folder: Path, count: int) -> Iterator[Cluster]:
    """On this machine, on a port of its own; gone when it is left."""
    folder.mkdir(parents=True)
    at = folder / "scheduler.json"
    here = ("--host", "127.0.0.1", "--scheduler-file", str(at))
    with ExitStack() as stack:
        scheduler = stack.enter_context(_started(folder / "scheduler.log", *SCHEDULER, *here))
        _wait(at.exists, scheduler)
        workers = {}
        for name in (f"worker-{n}" for n in range(count)):
            words = ("--name", name, "--local-directory", str(folder / name))
            log = folder / f"{name}.log"
            workers[name] = stack.enter_context(_started(log, *WORKER, *here, *words))
            _wait(partial(_is_registered, log), workers[name])
        yield Cluster(json.loads(at.read_text("utf-8"))["address"], workers)


@contextmanager
def _started(log: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    paths = os.pathsep.join(filter(None, sys.path))  # the same sources as here
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", *words],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=file,
            stderr=file,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def _is_registered(log: Path) -> bool:
    return b"Registered to" in log.read_bytes()


def _wait(what: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    end = monotonic() + PATIENCE
    while not what():
        if process.poll() is not None or monotonic() > end:
            raise sim.BadRun(f"{process.args!r} did not come up; its log says why")
        sleep(0.02)


# -- the comparison --------------------------------------------------------------------------


def undisturbed(plan: Plan, folder: Path, workers: int) -> str:
    """Plays the games in processes of this machine; the hash of their file."""
    sim.run_arena(plan, folder, workers=workers, progress=_progress)
    return _hash(folder)


def disturbed(plan: Plan, folder: Path, workers: int, rng: Random) -> tuple[str, str]:
    """Plays them on a cluster that loses a worker; the hash, and what was done to it."""
    with cluster(folder.with_suffix(".cluster"), workers) as there:
        killer = Killer(there, plan.games, rng)
        sim.run_arena(plan, folder, cluster=there.address, progress=killer)
        if there.workers[killer.name].poll() != -signal.SIGKILL:
            raise sim.BadRun("all games were in before the worker was to be killed; try more games")
    return _hash(folder), killer.words


def _progress(done: int, games: int) -> None:
    end = "\n" if done == games else ""
    print(f"\r{done} of {games} games", end=end, file=sys.stderr, flush=True)


def _hash(folder: Path) -> str:
    return sha256((folder / "games.jsonl").read_bytes()).hexdigest()


def main(argv: Sequence[str] | None = None) -> int:
    try:
        return compare(_asked(argv))
    except ValueError as error:
        print(f"benchmarks.killed: {error}.", file=sys.stderr)
        return 2


def compare(asked: argparse.Namespace) -> int:
    """Prints a line for each run, and whether all are equal."""
    bots = asked.bots.split(",")
    plan = sim.new_plan(library.title(asked.title), asked.scenario, bots, asked.games, asked.seed)
    wanted = undisturbed(plan, asked.runs / "undisturbed", asked.workers)
    print(f"undisturbed  {plan.games} games  sha256 {wanted}")
    equal = True
    for _ in range(asked.kills):
        moment = SystemRandom().randrange(10**6) if asked.moment is None else asked.moment
        folder = Path(mkdtemp(prefix="killed-", dir=asked.runs)) / "run"
        found, words = disturbed(plan, folder, asked.workers, Random(moment))
        equal &= found == wanted
        print(f"killed       {plan.games} games  sha256 {found}")
        print(f"             moment {moment}: {words}; {folder}")
    print("equal, byte for byte" if equal else "NOT equal")
    return 0 if equal else 1


def _asked(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.killed", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--title", default="lost_battalion")
    parser.add_argument("--scenario", default="learning")
    parser.add_argument("--bots", default="uniform,greedy")
    parser.add_argument("--games", type=int, default=200, help="of each pair of bots")
    parser.add_argument("--seed", default="killed", help="of the games")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=1, help="how many runs lose a worker")
    parser.add_argument("--moment", type=int, help="draws when and whom; by lot if not given")
    parser.add_argument("--runs", type=Path, default=RUNS, help="where the games are kept")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
