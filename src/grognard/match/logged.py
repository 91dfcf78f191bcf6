"""What has happened in a match: its entries, what each seat may know of them, positions kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.book.canonical import state_hash
from grognard.match.asked import Asked
from grognard.match.entries import Entry
from grognard.waist.title import A, E, Played, S, Seat, V

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.match.entries import Header

CHECK_EVERY: Final = 100
MARK_EVERY: Final = 25  # standing entries between two positions kept: going back plays on from one
MOST_MARKS: Final = 64  # that are kept; of a longer log the older half grows sparse


class Logged(Asked[S, A, E, V]):
    """A match with its log: the truth about it, of which some entries may have been taken back."""

    def __init__(self, title: Played[S, A, E, V], header: Header, pack: Path | None = None) -> None:
        super().__init__(title, header, pack)
        self.entries: list[Entry] = []
        self.events: list[list[E]] = []
        self.checks: dict[int, str] = {}
        self.taken_back: dict[int, int] = {}  # entries that took back, and from where on
        self.applied = 0  # how many actions were applied, those played again among them
        self._standing: list[int] = []
        # After how many standing entries, and the position then.
        self._marks: list[tuple[int, S]] = [(0, self.state)]

    # -- reading -------------------------------------------------------------

    def log(self, seat: str | None) -> list[tuple[int, list[E]]]:
        """What a seat may know of each standing entry; where that is nothing, still its number."""
        return [(n, self.told(n, seat)) for n in self._standing]

    def told(self, n: int, seat: str | None) -> list[E]:
        """What a seat, or an onlooker, may know of one entry."""
        reader = None if seat is None else Seat(seat)
        seen = (self.title.redact(event, reader) for event in self.events[n])
        return [event for event in seen if event is not None]

    def standing(self) -> list[Entry]:
        """The entries that have not been undone."""
        return [self.entries[n] for n in self._standing]

    def gone(self, end: int) -> set[int]:
        """The entries among the first `end` that had been taken back by then."""
        back = ((n, to) for n, to in self.taken_back.items() if n < end)
        return {entry for n, to in back for entry in range(to, n)}

    # -- writing -------------------------------------------------------------

    def _stand(self, n: int) -> None:
        """An entry that stands, for now; of a few the position after it is kept."""
        self._standing.append(n)
        if len(self._standing) % MARK_EVERY == 0:
            self._marks.append((len(self._standing), self.state))
        if len(self._marks) > MOST_MARKS:
            half = MOST_MARKS // 2
            self._marks[1:half] = self._marks[2:half:2]

    def _apply(self, state: S, seat: Seat, action: Any) -> list[E]:
        self.applied += 1
        return self.title.apply(state, seat, action)

    def _append(self, seat: Seat, action: Any, events: list[E]) -> None:
        n = len(self.entries)
        self.entries.append(Entry(n, seat, action))
        self.events.append(events)
        if (n + 1) % CHECK_EVERY == 0 or not self.deciders():
            self.checks[n] = state_hash(self.state)

    def _drop(self, to: int) -> None:
        del self._standing[self._standing.index(to) :]
        while self._marks[-1][0] > len(self._standing):
            self._marks.pop()

    def _state_now(self) -> S:
        """The position after all standing entries, played again from the last one kept."""
        start, kept = self._marks[-1]
        state = self.title.copy(kept)
        for n in self._standing[start:]:
            self._apply(state, self.entries[n].seat, self.entries[n].action)
        return state
