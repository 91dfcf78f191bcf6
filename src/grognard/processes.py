"""Processes that play beside this one: they leave interrupts to it, and end when it does."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess


class _Process(SpawnProcess):
    """One that Ctrl-C, which reaches the whole group, does not find even while it starts."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        resource_tracker.ensure_running()  # which would let the signals through again
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Fresh(SpawnContext):
    """Fresh processes rather than forks: the caller may have threads."""

    Process = _Process


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many; left by an exception, whatever they are doing is broken off."""
    before = set(active_children())
    executor = ProcessPoolExecutor(workers, _Fresh(), _begin)
    try:
        yield executor
    except BaseException:
        _end(set(active_children()) - before)
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    # Only the one that keeps the results acts on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Killed, a parent says nothing, but its end of a pipe is shut all the same."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _end(children: set[BaseProcess]) -> None:
    for child in children:
        child.terminate()
