"""What one seat saw earlier in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.match import ASIDES, Match
from grognard.table.sight.now import moment_of

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch, Entry
    from grognard.table.messages.answers import Now
    from grognard.waist.title import Seat

_EVERY: Final = 25  # actions between two positions of the past that are kept
_MOST: Final = 64  # of them; of a longer log fewer


class Past:
    """The positions a match has been in, any of them soon; few are kept, however long it is."""

    def __init__(self, title: AnyTitle, match: AnyMatch) -> None:
        self.title = title
        self._first: Any = Match(title, match.header).state
        # By the entry after which it was so: as long as an entry stands, so do those before it.
        self._kept: dict[int, tuple[int, Any]] = {}
        self._every = _EVERY

    def now(self, match: AnyMatch, seat: Seat | None, n: int) -> Now:
        """What that seat saw after the first n entries; nothing can be done there."""
        state = self._state(match, n)
        view = self.title.view(state, seat)
        seen = moment_of(self.title, state, seat, view, self.title.scene(view))
        return msgspec.structs.replace(seen, n=n)

    def _state(self, match: AnyMatch, n: int) -> Any:
        line = _stood(match, n)
        known = next((e.n for e in reversed(line) if e.n in self._kept), None)
        start, kept = (0, self._first) if known is None else self._kept[known]
        state = self.title.copy(kept)
        for count, entry in enumerate(line[start:], start + 1):
            self.title.apply(state, entry.seat, entry.action)
            if count % self._every == 0:
                self._keep(entry.n, count, self.title.copy(state))
        return state

    def _keep(self, n: int, count: int, state: Any) -> None:
        self._kept[n] = (count, state)
        if len(self._kept) > _MOST:
            self._every *= 2
            self._kept = {n: at for n, at in self._kept.items() if at[0] % self._every == 0}


def _stood(match: AnyMatch, end: int) -> list[Entry]:
    """The actions among the first entries that none of them took back."""
    gone = match.gone(end)
    first = (entry for entry in match.entries[:end] if entry.n not in gone)
    return [entry for entry in first if not isinstance(entry.action, ASIDES)]
