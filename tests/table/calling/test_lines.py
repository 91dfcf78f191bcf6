"""Work that waits for others' servers: how much at once, in which order, and for how long."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest

from grognard.table.calling import lines as module
from grognard.table.calling.lines import Lines

LONG = 20.0


class Work:
    """Calls that stand until they are let go, and who is at one."""

    def __init__(self) -> None:
        self.begun: queue.Queue[str] = queue.Queue()
        self.gate = threading.Event()

    def __call__(self, name: str) -> module.Work:
        def work() -> None:
            self.begun.put(name)
            self.gate.wait(LONG)

        return work

    def next(self, number: int) -> list[str]:
        return [self.begun.get(timeout=LONG) for _ in range(number)]


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work()
    yield work
    work.gate.set()


def test_so_many_at_once_to_all_hosts_together(work: Work) -> None:
    lines = Lines(at_once=3, to_each=2)
    for n in range(9):
        lines.add(f"host {n}", work(f"{n}"))
    assert len(work.next(3)) == 3
    with pytest.raises(queue.Empty):
        work.begun.get(timeout=0.2)
    work.gate.set()
    assert len(work.next(6)) == 6
    lines.close()


def test_who_has_fewer_lines_comes_first(work: Work) -> None:
    lines = Lines(at_once=3, to_each=2)
    for n in range(2):
        lines.add("busy", work(f"busy {n}"))
    assert sorted(work.next(2)) == ["busy 0", "busy 1"]
    with lines._changed:  # none begins until all wait
        lines._ready["busy"].append(work("busy 2"))
        lines._ready["new"].append(work("new"))
        lines.to_each = 9
        lines._changed.notify_all()
    assert work.next(1) == ["new"]
    lines.close()


def test_so_many_may_wait(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WAITING", 3)
    lines = Lines(at_once=1)
    assert lines.add("a", work("at work"))
    work.next(1)
    assert [lines.add("a", work("waits")) for _ in range(5)] == [True] * 3 + [False] * 2
    lines.close()


def test_what_is_tried_again_later_waits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_WAITING", 1)
    lines, tried = Lines(), threading.Event()

    def later() -> float:
        tried.set()
        return 600.0

    assert lines.add("a", later)
    assert tried.wait(LONG)
    end = time.monotonic() + LONG
    while not lines._later and time.monotonic() < end:
        time.sleep(0.01)
    assert not lines.add("b", lambda: None)
    lines.close()


def test_what_breaks_off_leaves_its_line(caplog: pytest.LogCaptureFixture) -> None:
    lines, done = Lines(at_once=1, to_each=1), threading.Event()

    def broken() -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        lines.add("a", broken)
        lines.add("a", done.set)
        assert done.wait(LONG)
    lines.close()
    assert "a call to a broke off" in caplog.text


def test_it_is_tried_again_after_its_pause_the_shortest_first() -> None:
    lines, done, begun = Lines(), queue.Queue[tuple[str, float]](), time.monotonic()
    pauses = {"long": iter((0.6,)), "short": iter((0.3,))}

    def failing(name: str) -> float | None:
        done.put((name, time.monotonic() - begun))
        return next(pauses[name], None)

    for name in pauses:
        lines.add("a", partial(failing, name))
    told = [done.get(timeout=LONG) for _ in range(4)]
    lines.close()

    assert [name for name, _ in told[2:]] == ["short", "long"]
    assert told[2][1] >= 0.3
    assert told[3][1] >= 0.6


def test_nothing_more_is_begun_once_closed(work: Work) -> None:
    lines = Lines(at_once=1)
    lines.add("a", work("first"))
    lines.add("a", work("second"))
    assert work.next(1) == ["first"]
    lines.close()
    work.gate.set()
    with pytest.raises(queue.Empty):
        work.begun.get(timeout=0.3)
