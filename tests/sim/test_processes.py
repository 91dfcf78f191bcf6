"""Processes beside this one, and an interrupt that comes while they start."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess

import pytest

from grognard.processes import interrupts_wait, processes


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def interrupted(done: list[str]) -> None:
    with interrupts_wait():
        interrupt()
        done.append("all")
    done.append("what comes after")


def test_an_interrupt_counts_once_what_must_be_whole_is() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(done)
    assert done == ["all"]
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_an_interrupt_finds_no_worker_half_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half started it would not be known, and another one would start in its place."""
    start, before = SpawnProcess.start, set(active_children())

    def found_starting(process: SpawnProcess) -> None:
        interrupt()
        start(process)

    with processes(1) as pool:
        monkeypatch.setattr(SpawnProcess, "start", found_starting)
        with pytest.raises(KeyboardInterrupt):
            pool.submit(abs, -1)
        monkeypatch.setattr(SpawnProcess, "start", start)
        assert pool.submit(abs, -2).result(60) == 2
        assert len(set(active_children()) - before) == 1


def test_workers_end_with_what_was_interrupted() -> None:
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        work_until_interrupted()
    assert set(active_children()) <= before


def work_until_interrupted() -> None:
    with processes(2) as pool:
        pool.submit(abs, -1).result(60)
        interrupt()
