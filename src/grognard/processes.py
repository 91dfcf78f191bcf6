"""Processes that play beside this one: they leave interrupts to it, and end when it does."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess


class _Process(SpawnProcess):
    """One that Ctrl-C, which reaches the whole group, does not find even while it starts."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
        else:
            _aside(self._start_deaf)

    def _start_deaf(self) -> None:
        resource_tracker.ensure_running()  # which would let the signals through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        super().start()


def _aside(what: Callable[[], object]) -> None:
    """In a thread of its own, which a process that starts takes its deafness from.

    Were it the main thread that does not listen, the system would wake another one,
    and nobody would tell the main thread, which by then may wait for the results.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(what).result()


class _Fresh(SpawnContext):
    """Fresh processes rather than forks: the caller may have threads."""

    Process = _Process


class _Pool(ProcessPoolExecutor):
    """One whose processes start when work is handed in, each of them wholly or not at all."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with interrupts_wait():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many; left by an exception, whatever they are doing is broken off."""
    before = set(active_children())
    _aside(resource_tracker.ensure_running)  # it does not listen either while that starts
    executor = _Pool(workers, _Fresh(), _begin)
    try:
        yield executor
    except BaseException:
        with interrupts_wait():
            _end(set(active_children()) - before)
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C finds no half of what is done in here: it counts once that is whole."""
    if current_thread() is not main_thread():  # which is the only one it interrupts
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


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
