"""Takes in strangers' records: one at a time, in a process that can be ended; a few wait.

A record may be long and its rules hard to follow. Here that is nobody's trouble but of whoever
brought it: no thread of the server folds what a stranger sends before it is known to be sound.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.table.faults import Denied
from grognard.table.records.files import Bounds
from grognard.table.records.folding import Answer, Declined, Order

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from grognard.table.door.limits import Limits
    from grognard.table.keeping.rows import Start

_COMMAND: Final = ("-m", "grognard.table.records.folding")


class Porter:
    """Stands where records come in."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.bounds = Bounds(limits.entries, limits.rewinds)
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()  # by client, the one being folded among them
        self._process: Process | None = None
        self._closed = False

    def close(self) -> None:
        """Ends the one under way and takes no more."""
        self._closed = True
        if self._process is not None:
            _end(self._process)

    async def take(self, data: bytes, client: str) -> Start:
        """The match of a record, when its turn has come; raises Denied."""
        with self._queueing(client):
            async with self._turn:
                answer = await self._fold(data)
        if isinstance(answer, Declined):
            raise Denied(answer.code, answer.sentence)
        return answer.start

    @contextmanager
    def _queueing(self, client: str) -> Iterator[None]:
        if self._waiting.total() > self.limits.records_waiting:
            raise Denied("busy", "many records are coming in; try again in a minute")
        if self._waiting[client] >= self.limits.records_at_once:
            raise Denied("too_many", "a record of yours is being read; wait for it")
        self._waiting[client] += 1
        try:
            yield
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # forgets whoever has none

    async def _fold(self, data: bytes) -> Answer:
        order = Order(data, self.bounds, self.limits.record_seconds)
        try:
            async with asyncio.timeout(self.limits.record_seconds):
                told = await self._asked(msgspec.msgpack.encode(order))
        except TimeoutError:
            seconds = self.limits.record_seconds
            return Declined("too_large", f"the record could not be read in {seconds} seconds")
        try:
            answer: Answer = msgspec.msgpack.decode(told, type=Answer)
        except msgspec.DecodeError:
            return self._broken_off()
        return answer

    def _broken_off(self) -> Declined:
        if self._closed:
            return Declined("busy", "the table is closing; bring it again in a moment")
        return Declined("malformed", "the rules cannot follow it")

    async def _asked(self, order: bytes) -> bytes:
        if self._closed:
            return b""
        pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            sys.executable, *_COMMAND, stdin=pipe, stdout=pipe, stderr=none
        )
        self._process = process
        try:
            told, _ = await process.communicate(order)
            return told
        finally:
            self._process = None
            _end(process)


def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
