"""The process in which strangers' records are folded: it takes one order, answers, and ends.

It can be ended at any moment, and it has bounds of its own, whatever becomes of the server.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import Final, TypeAlias

import msgspec

from grognard.table.faults import Denied
from grognard.table.keeping.rows import Start
from grognard.table.records import files
from grognard.table.records.files import Bounds

_MEMORY: Final = 2 * 1024**3
_NICE: Final = 10
_LOOK: Final = 0.5  # seconds between two looks whether the server is still there


class Order(msgspec.Struct, frozen=True):
    """A record to fold, in so many seconds of a processor."""

    data: bytes
    bounds: Bounds
    seconds: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    start: Start


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """What a Denied says of it."""

    code: str
    sentence: str


Answer: TypeAlias = Done | Declined


def main() -> None:
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    order = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Order)
    _hold_back(order.seconds)
    sys.stdout.buffer.write(msgspec.msgpack.encode(_answered(order)))


def _end_with(server: int) -> None:
    """A server that is killed says nothing, but its process gets another parent."""
    while os.getppid() == server:
        time.sleep(_LOOK)
    os._exit(1)


def _answered(order: Order) -> Answer:
    try:
        return Done(files.read(order.data, order.bounds))
    except Denied as told:
        return Declined(told.code, told.sentence)
    except MemoryError:
        return Declined("too_large", "the record asks for more memory than there is for one")


def _hold_back(seconds: int) -> None:
    """Gives way to the server, and ends by itself."""
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        os.nice(_NICE)


if __name__ == "__main__":
    main()
