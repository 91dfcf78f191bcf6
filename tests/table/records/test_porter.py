"""Records that strangers bring: followed in a process that holds itself back and can be ended."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import suppress

import msgspec
import pytest

from grognard.table.door.limits import Limits
from grognard.table.faults import Denied
from grognard.table.records import porter as module
from grognard.table.records.files import Bounds
from grognard.table.records.folding import Declined, Order
from grognard.table.records.porter import Porter

SLEEPS = ("-c", "import sys, time; sys.stdin.buffer.read(); time.sleep(100)")
DIES = ("-c", "import os; os._exit(9)")
TELLS = (
    "import os, resource\n"
    "from grognard.table.records import folding\n"
    "def tell(_):\n"
    "    print(resource.getrlimit(resource.RLIMIT_CPU)[0])\n"
    "    print(resource.getrlimit(resource.RLIMIT_AS)[0] >> 30)\n"
    "    print(os.nice(0) - int(os.environ['NICE']), flush=True)\n"
    "    os._exit(0)\n"
    "folding._answered = tell\n"
    "folding.main()\n"
)
BRINGS = (
    "import asyncio\n"
    "from grognard.table.records import porter\n"
    "from grognard.table.door.limits import Limits\n"
    "fold = 'import time; from grognard.table.records import folding as f; '\n"
    "fold += 'f._answered = lambda _: time.sleep(100); f.main()'\n"
    "porter._COMMAND = ('-c', fold)\n"
    "async def bring():\n"
    "    here = porter.Porter(Limits())\n"
    "    task = asyncio.create_task(here.take(b'a record', 'somebody'))\n"
    "    while here._process is None:\n"
    "        await asyncio.sleep(0.01)\n"
    "    print(here._process.pid, flush=True)\n"
    "    await task\n"
    "asyncio.run(bring())\n"
)


async def end_of(pid: int) -> None:
    """Waits until a process is gone and the loop has seen it go."""
    async with asyncio.timeout(20):
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)


def refused(porter: Porter) -> Denied:
    """What is said of a record, by when nothing is left of the process in which it was read."""

    async def brought() -> Denied:
        task = asyncio.create_task(porter.take(b"a record", "somebody"))
        # One that dies at once may be gone before it is looked at.
        while porter._process is None and not task.done():
            await asyncio.sleep(0.01)
        pid = None if porter._process is None else porter._process.pid
        with pytest.raises(Denied) as told:
            await task
        if pid is not None:
            await end_of(pid)
        return told.value

    return asyncio.run(brought())


def test_whatever_does_not_end_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_COMMAND", SLEEPS)
    start = time.monotonic()
    told = refused(Porter(Limits(record_seconds=1)))

    assert (told.code, told.sentence) == (
        "too_large",
        "the record could not be read in 1 seconds",
    )
    assert time.monotonic() - start < 20


def test_whoever_goes_away_ends_what_was_read_for_him(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_COMMAND", SLEEPS)
    porter = Porter(Limits())

    async def left() -> None:
        task = asyncio.create_task(porter.take(b"a record", "somebody"))
        while porter._process is None:
            await asyncio.sleep(0.01)
        pid = porter._process.pid
        task.cancel()
        await asyncio.wait([task])
        await end_of(pid)

    asyncio.run(left())
    assert not porter._waiting


def test_a_process_that_dies_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_COMMAND", DIES)
    told = refused(Porter(Limits()))
    assert (told.code, told.sentence) == ("malformed", "the rules cannot follow it")


def test_the_process_holds_itself_back() -> None:
    here = os.nice(0)
    order = msgspec.msgpack.encode(Order(b"a record", Bounds(1, 1), 7))
    told = subprocess.run(
        [sys.executable, "-c", TELLS],
        input=order,
        capture_output=True,
        check=True,
        env={**os.environ, "NICE": str(here)},
    )
    assert told.stdout.split() == [b"7", b"2", b"%d" % min(10, 19 - here)]


def test_the_process_answers_one_order() -> None:
    order = msgspec.msgpack.encode(Order(b"nonsense", Bounds(1, 1), 60))
    command = [sys.executable, *module._COMMAND]
    told = subprocess.run(command, input=order, capture_output=True, check=True).stdout

    answer = msgspec.msgpack.decode(told, type=Declined)
    assert (answer.code, answer.sentence[:8]) == ("malformed", "line 1: ")


def test_the_process_ends_when_its_server_is_killed() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", BRINGS], stdout=pipe, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        time.sleep(1)
        server.kill()
    asyncio.run(end_of(pid))
