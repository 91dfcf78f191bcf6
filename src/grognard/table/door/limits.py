"""How much a client may ask for, and a count of how much it has."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import msgspec

_CLIENTS: Final = 20_000


class Limits(msgspec.Struct, frozen=True):
    """Generous for people, tight for floods."""

    body: int = 64 * 1024
    frame: int = 64 * 1024
    record: int = 4 * 1024 * 1024
    entries: int = 20_000  # of a record that is brought
    rewinds: int = 200  # in it
    record_seconds: int = 60  # of a processor, to fold it
    records_at_once: int = 2  # of one client, the one being folded among them
    records_waiting: int = 8  # of all clients
    burst: float = 600.0  # requests a client may make at once
    rate: float = 120.0  # and then each second
    answers: int = 3  # under way at once for one client; the others wait
    matches: int = 60  # a client may begin at once, and then each hour
    connections: int = 64  # of one client
    all_connections: int = 6000
    feeds: int = 24  # of one client
    sockets: int = 4000  # feeds of all clients; both as far as there are descriptors
    head_seconds: float = 10.0  # for the head of a request to arrive
    idle_seconds: int = 15  # between two requests of a connection
    hello_seconds: float = 15.0
    answer_seconds: float = 60.0  # for an answer to be read
    body_seconds: float = 20.0  # for a body to arrive; a record has four times as long
    bot_matches: int = 3  # at play, of bots among themselves, of one client
    unwatched_seconds: float = 600.0  # and such a match sleeps when nobody looks so long


def limits_from(words: Iterable[str]) -> Limits:
    """The limits with those changed that an operator types as NAME=NUMBER; raises ValueError."""
    kinds = {f.name: type(f.default) for f in msgspec.structs.fields(Limits)}
    chosen: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in kinds:
            raise ValueError(f"there is no limit “{name}”; there are {', '.join(kinds)}")
        chosen[name] = _number(word, number, kinds[name])
    return msgspec.structs.replace(Limits(), **chosen)


def _number(word: str, number: str, kind: type) -> float:
    try:
        value: float = kind(number)
    except (ValueError, OverflowError):
        value = -1
    if not 0 < value < 1e12:
        whole = "whole number" if kind is int else "number"
        raise ValueError(f"“{word}”: a limit is a {whole} greater than 0")
    return value


class Buckets:
    """A bucket of tokens for each client, filled at a steady rate."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, cost: float) -> bool:
        """Whether the client may, and if so counts it."""
        now = time.monotonic()
        level, then = self._buckets.pop(client, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        enough = level >= cost
        self._buckets[client] = (level - cost if enough else level, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return enough
