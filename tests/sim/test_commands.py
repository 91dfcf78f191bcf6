"""The commands as processes: interrupted, on a real cluster, and with nonsense on the line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from grognard import cli

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMMAND = (sys.executable, "-m", "grognard.cli")
PATHS = os.pathsep.join(filter(None, [str(Path(cli.__file__).parents[1]), *sys.path]))
ENVIRONMENT = {
    **os.environ,
    "NO_COLOR": "1",
    "PYTHONPATH": PATHS,
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10",
}
PATIENCE = 300  # seconds: only a test that fails waits so long


def arena(folder: Path, *more: str, games: int = 4) -> list[str]:
    words = ["arena", "lost_battalion", "--scenario", "learning", "--bots", "uniform"]
    return [*COMMAND, *words, "--games", str(games), "--seed", "7", "-o", str(folder), *more]


def done(command: list[str]) -> None:
    subprocess.run(
        command, env=ENVIRONMENT, check=True, capture_output=True, timeout=PATIENCE, text=True
    )


def until(what: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Waits for a condition, for as long as the process that brings it about lives."""
    end = monotonic() + PATIENCE
    while not what():
        assert process.poll() is None, "it ended too early"
        assert monotonic() < end, "it took too long"
        sleep(0.01)


@contextmanager
def held_up(folder: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """An arena that waits after its first game for `go`, once that game is kept."""
    ready, go = f"{folder}.ready", f"{folder}.go"
    words = arena(folder, *more)[len(COMMAND) :]
    code = f"import doomed; doomed.hold_up_after_a_game({ready!r}, {go!r})"
    line = [sys.executable, "-c", f"{code}; from grognard import cli; cli.main({words})"]
    with Path(f"{folder}.log").open("wb") as log:
        process = subprocess.Popen(
            line, env=ENVIRONMENT, stdout=log, stderr=log, start_new_session=True
        )
        try:
            until(Path(ready).exists, process)
            yield process
        finally:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("arena") / "whole"
    done(arena(folder, "--workers", "2"))
    return (folder / "games.jsonl").read_bytes()


def test_interrupted_and_gone_on_with(tmp_path: Path, whole: bytes) -> None:
    folder = tmp_path / "cut"
    with held_up(folder, "--workers", "2") as process:
        # As a terminal does: to the whole group.
        os.killpg(process.pid, signal.SIGINT)
        code = process.wait(PATIENCE)
    told = Path(f"{folder}.log").read_text()

    assert (code, told) == (
        130,
        "grognard: interrupted after 1 of 4 games; the same command goes on.\n",
    )
    assert not (folder / "games.jsonl").exists()
    done(arena(folder, "--workers", "1"))
    assert (folder / "games.jsonl").read_bytes() == whole


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_gone(pid: int) -> bool:
    """Ended, though perhaps nobody has asked what became of it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def kill_and_wait_for_all(process: subprocess.Popen[bytes]) -> None:
    beside = children(process.pid)
    assert len(beside) > 2, "two workers, and the one who keeps track of what they share"
    process.kill()
    process.wait()
    end = monotonic() + 20
    while not all(map(is_gone, beside)) and monotonic() < end:
        sleep(0.02)
    left = [pid for pid in beside if not is_gone(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def test_workers_that_wait_end_when_the_arena_is_killed(tmp_path: Path) -> None:
    with held_up(tmp_path / "run", "--workers", "2") as process:
        kill_and_wait_for_all(process)


def test_workers_that_play_end_when_the_fuzz_is_killed() -> None:
    words = ("fuzz", "lost_battalion", "--scenario", "free", "--games", "10000", "--workers", "2")
    with subprocess.Popen([*COMMAND, *words], env=ENVIRONMENT, start_new_session=True) as process:
        until(lambda: len(children(process.pid)) > 2, process)
        kill_and_wait_for_all(process)


@pytest.mark.parametrize("after", [0, 0.1, 1])  # workers that start, and that play
def test_an_interrupted_fuzz_is_one_sentence(after: float) -> None:
    words = ("fuzz", "lost_battalion", "--scenario", "free", "--games", "10000", "--workers", "2")
    with subprocess.Popen(
        [*COMMAND, *words],
        env=ENVIRONMENT,
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until(lambda: len(children(process.pid)) > 1, process)
        sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told.lstrip()) == (130, "grognard: interrupted.\n")


# -- a cluster -------------------------------------------------------------------------------


@contextmanager
def started(*words: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", *words], env=ENVIRONMENT, stdout=file, stderr=file
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def test_a_worker_of_a_cluster_is_killed_and_nothing_is_lost(tmp_path: Path, whole: bytes) -> None:
    with ExitStack() as stack:
        file = tmp_path / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file")
        scheduler = stack.enter_context(
            started(
                "distributed.cli.dask_scheduler", *words, str(file), log=tmp_path / "scheduler.log"
            )
        )
        until(file.exists, scheduler)
        workers = [
            stack.enter_context(
                started(
                    "distributed.cli.dask_worker",
                    *("--no-nanny", "--no-dashboard", "--nthreads", "1", "--host", "127.0.0.1"),
                    *("--name", f"w{n}", "--scheduler-file", str(file)),
                    *("--local-directory", str(tmp_path / f"w{n}")),
                    log=tmp_path / f"w{n}.log",
                )
            )
            for n in range(2)
        ]
        for n, worker in enumerate(workers):
            log = tmp_path / f"w{n}.log"
            until(lambda log=log: b"Registered to" in log.read_bytes(), worker)
        folder = tmp_path / "cluster"
        process = stack.enter_context(held_up(folder, "--cluster", _address(file)))
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait()
        Path(f"{folder}.go").touch()
        assert process.wait(PATIENCE) == 0, Path(f"{folder}.log").read_text()

    assert (folder / "games.jsonl").read_bytes() == whole


def _address(file: Path) -> str:
    return str(json.loads(file.read_text())["address"])


# -- nonsense -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("arena lost_batalion --bots uniform", "there is no title “lost_batalion”"),
        ("arena lost_battalion --bots clever", "there is no bot “clever”"),
        ("arena lost_battalion --bots ,", "name at least one bot"),
        ("arena lost_battalion --bots uniform --games 0", "at least one game"),
        ("arena lost_battalion --bots uniform --workers 0", "at least one worker"),
        ("arena lost_battalion --bots uniform --scenario x", "has no scenario “x”"),
        ("arena lost_battalion --bots uniform --out FILE", "is no folder"),
        ("arena lost_battalion --bots uniform --out .", "holds something else"),
        ("report nowhere", "there is no run in nowhere"),
        ("report . --trace -1", "no fewer than no games"),
    ],
)
def test_nonsense_gets_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE").write_text("")

    assert cli.run(line.split()) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err


@pytest.mark.parametrize("address", ["nonsense://there", "tcp://127.0.0.1:x", "tcp://127.0.0.1:1"])
def test_nobody_at_the_address(tmp_path: Path, address: str) -> None:
    # In a process of its own, which takes Dask's threads with it.
    words = arena(tmp_path / "run", "--cluster", address)[len(COMMAND) :]
    hasty = f"crews.GREETING = 1; cli.main({words})"
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from grognard import cli; from grognard.sim import crews; {hasty}",
        ],
        env=ENVIRONMENT,
        capture_output=True,
        timeout=PATIENCE,
        text=True,
        check=False,
    )

    assert told.returncode == 2
    assert told.stderr.startswith(f"grognard: there is no Dask scheduler at {address}: ")
    assert told.stderr.count("\n") == 1
