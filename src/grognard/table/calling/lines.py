"""Work that waits for others' servers: little at once, less for each host; pauses hold no place.

A host that never answers fills its own lines and nobody else's.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Final, TypeAlias

Work: TypeAlias = Callable[[], float | None]
"""Does it once; gives the seconds after which to try again, or None when there is no more to do."""

_MOST_WAITING: Final = 10_000
_log = logging.getLogger(__name__)


class Lines:
    """Lines to many hosts. Every method may be called from any thread."""

    def __init__(self, at_once: int = 64, to_each: int = 8) -> None:
        self.at_once, self.to_each = at_once, to_each
        self._changed = threading.Condition()
        self._ready: defaultdict[str, deque[Work]] = defaultdict(deque)
        self._later: list[tuple[float, int, str, Work]] = []
        self._busy: Counter[str] = Counter()
        self._numbers = itertools.count()
        self._stopped = False
        self._clerk: threading.Thread | None = None

    def add(self, host: str, work: Work) -> bool:
        """Has it done as soon as a line to the host is free; whether there was room to wait."""
        with self._changed:
            if len(self._later) + sum(map(len, self._ready.values())) >= _MOST_WAITING:
                return False
            self._ready[host].append(work)
            if self._clerk is None:
                self._clerk = threading.Thread(target=self._run, daemon=True, name="lines")
                self._clerk.start()
            self._changed.notify_all()
        return True

    def close(self) -> None:
        """Begins nothing more; what is under way is left to its end."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _run(self) -> None:
        with self._changed:
            while not self._stopped:
                self._wake()
                self._begin()
                self._changed.wait(self._pause())

    def _pause(self) -> float | None:
        return max(0.0, self._later[0][0] - time.monotonic()) if self._later else None

    def _wake(self) -> None:
        while self._later and self._later[0][0] <= time.monotonic():
            _, _, host, work = heapq.heappop(self._later)
            self._ready[host].append(work)

    def _begin(self) -> None:
        for host in sorted(self._ready, key=lambda host: self._busy[host]):
            while self._ready[host] and self._is_free(host):
                self._busy[host] += 1
                work = self._ready[host].popleft()
                threading.Thread(
                    target=self._do, args=(host, work), daemon=True, name="line"
                ).start()
            if not self._ready[host]:
                del self._ready[host]

    def _is_free(self, host: str) -> bool:
        return self._busy[host] < self.to_each and self._busy.total() < self.at_once

    def _do(self, host: str, work: Work) -> None:
        after: float | None = None
        try:
            after = work()
        except Exception:
            _log.exception("a call to %s broke off", host)
        with self._changed:
            self._busy[host] -= 1
            if not self._busy[host]:
                del self._busy[host]
            if after is not None:
                number = next(self._numbers)
                heapq.heappush(self._later, (time.monotonic() + after, number, host, work))
            self._changed.notify_all()
