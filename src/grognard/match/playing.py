"""A match: a title, a scenario, options, and the log that is the truth about it.

The match asks the title what is allowed, plays it on a copy of the state, lets
chance answer when it is asked, and keeps every entry. Titles write no undo code:
an `Undo` is an entry too, and folding the log skips what it takes back. So are
a request to go back further and the answers to it; the last grant takes back.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from grognard.book.canonical import pack_hash
from grognard.match.beginning import full_options
from grognard.match.entries import (
    ASIDES,
    AnswerRewind,
    Aside,
    AskRewind,
    Header,
    Request,
    Route,
    Undo,
)
from grognard.match.faults import (
    CannotRewind,
    CannotUndo,
    GameOver,
    Refused,
    Stale,
    Unanswered,
)
from grognard.match.logged import Logged
from grognard.waist.chance import Fate, Picked, Rolled
from grognard.waist.title import CHANCE, A, E, Played, S, Seat, V, seats_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

REQUESTS: Final = 3  # that a seat may make between two actions


class Match(Logged[S, A, E, V]):
    """A game being played, from its first entry: who is asked, what may be done, doing it.

    Begin one with `Match.new`, go on with one by `fold`. `entries` is the log,
    `events` what happened at each entry, `header` what the match was begun with.
    `state` is never changed in place: each play puts a new one there.
    """

    def __init__(self, title: Played[S, A, E, V], header: Header, pack: Path | None = None) -> None:
        """A match of which nothing was played yet; `Match.new` and `fold` are the usual ways."""
        super().__init__(title, header, pack)
        self._fate = None if header.seed is None else Fate(header.seed)
        # The entries that may still be undone, each with the state before it.
        self._open: list[tuple[int, S]] = []
        self._asked: list[Seat] = []  # who has asked since the last action

    @classmethod
    def new(
        cls,
        title: Played[S, A, E, V],
        scenario: str,
        options: Mapping[str, str] | None = None,
        seed: str = "0",
        pack: Path | None = None,
        *,
        settle: bool = True,
    ) -> Match[S, A, E, V]:
        """A fresh match of a scenario; options that are not given are at their defaults.

        The seed decides all rolls: the same seed and the same actions are the same match.
        A folder `pack` takes the place of the title's charts. Draws that are due at once
        are settled unless told otherwise. Raises BadSetup.
        """
        full = full_options(title, options or {})
        header = Header(title.KEY, title.EDITION, scenario, full, pack_hash(pack), seed)
        match = cls(title, header, pack)
        if settle:
            match.settle()
        return match

    # -- playing -------------------------------------------------------------

    def play(
        self,
        seat: str,
        action: A | Rolled | Picked | Aside,
        *,
        at: int | None = None,
        settle: bool = True,
    ) -> list[E]:
        """Plays an action, then whatever chance owes; returns all that happened.

        `at` is the length of the log the player had seen; with `settle=False`
        the draws that fall due wait to be played by hand.
        """
        seat = Seat(seat)
        if at is not None and at != len(self.entries):
            raise Stale(f"the match stands at entry {len(self.entries)}, not {at}")
        if isinstance(action, ASIDES):
            self._play_aside(seat, action)
            return []
        self._check_answered(seat)
        if (refusal := self.refusal(seat, action)) is not None:
            raise Refused(refusal)
        events = self._enter(seat, action)
        return [*events, *self.settle()] if settle else list(events)

    def _play_aside(self, seat: Seat, aside: Aside) -> None:
        match aside:
            case Undo(to):
                self.undo(seat, to)
            case AskRewind(to):
                self.ask_rewind(seat, to)
            case AnswerRewind(granted):
                self.answer_rewind(seat, granted)

    def settle(self) -> list[E]:
        """Lets chance answer for as long as it alone is asked and the seed is known."""
        events: list[E] = []
        while self._fate is not None and self.deciders() == (CHANCE,):
            events += self._enter(CHANCE, self._fate.settle(self.draw(), len(self.entries)))
        return events

    def play_route(
        self, seat: str, actions: Sequence[A], *, at: int | None = None, settle: bool = True
    ) -> Route:
        """Plays step by step up to the first refusal, draw or decision of another seat."""
        seat = Seat(seat)
        for action in actions:
            self._check_form(seat, action)
        played: list[A] = []
        events: list[E] = []
        for action in actions:
            try:
                events += self.play(seat, action, at=at, settle=settle)
            except Refused as refused:
                return Route(tuple(played), events, refused.refusal)
            played.append(action)
            at = None
            if self.entries[-1].seat != seat or seat not in self.deciders():
                break
        return Route(tuple(played), events)

    def _enter(self, seat: Seat, action: Any) -> list[E]:
        before, n = self.state, len(self.entries)
        state = self.title.copy(before)
        events = self._apply(state, seat, action)
        self.state = state
        self._append(seat, action, events)
        self._stand(n)
        self.request = None  # whoever plays on has withdrawn it
        self._asked.clear()
        if self._seals(seat, events):
            self._open.clear()
        else:
            self._keep_open(n, seat, before)
        return events

    # -- taking back ---------------------------------------------------------

    def can_undo(self, seat: str) -> bool:
        """Whether the last standing entry is this seat's and nothing has sealed it."""
        seat = Seat(seat)
        mine = bool(self._open) and self.entries[self._open[-1][0]].seat == seat
        return mine and not self._owes_answer(seat)

    def undo(self, seat: str, to: int | None = None) -> None:
        """Takes back this seat's last action, or its actions from entry `to` on."""
        seat = Seat(seat)
        self._check_answered(seat)
        if not self.can_undo(seat):
            raise CannotUndo(f"there is nothing that {seat} may take back")
        numbers = [n for n, _ in self._open]
        to = numbers[-1] if to is None else to
        if to not in numbers:
            raise CannotUndo(f"{seat} may not take the match back to entry {to}")
        self.state = self._open[numbers.index(to)][1]
        del self._open[numbers.index(to) :]
        self._drop(to)
        self.request = None
        self._take_back(seat, Undo(to), to)

    def _take_back(self, seat: Seat, aside: Aside, to: int) -> None:
        self.taken_back[len(self.entries)] = to
        self._append(seat, aside, [])

    def _seals(self, seat: Seat, events: list[E]) -> bool:
        # The end of a game seals too: a verdict shows what was hidden.
        return seat == CHANCE or any(map(self.title.reveals, events)) or not self.deciders()

    def _keep_open(self, n: int, seat: Seat, before: S) -> None:
        if self._open and self.entries[self._open[-1][0]].seat != seat:
            self._open.clear()
        self._open.append((n, before))

    # -- going back by consent -----------------------------------------------

    def ask_rewind(self, seat: str, to: int) -> None:
        """Asks all others to take back everything from entry `to` on; raises CannotRewind."""
        seat = Seat(seat)
        self._check_ask(seat, to)
        others = tuple(other for other in self._players if other != seat)
        self._asked.append(seat)
        self.request = Request(seat, to, len(self.entries), others)
        if others:
            self._append(seat, AskRewind(to), [])
        else:
            self._rewind(seat, AskRewind(to))

    def answer_rewind(self, seat: str, granted: bool) -> None:
        """Grants or refuses the open request, or withdraws one's own; raises CannotRewind."""
        seat = Seat(seat)
        request, answer = self.request, AnswerRewind(granted)
        if request is None:
            raise CannotRewind("nobody asks to go back")
        if seat not in request.pending and (seat != request.seat or granted):
            raise CannotRewind(f"{seat} is not to answer this request")
        if not granted:
            self.request = None
        elif left := tuple(other for other in request.pending if other != seat):
            self.request = msgspec.structs.replace(request, pending=left)
        else:
            self._rewind(seat, answer)
            return
        self._append(seat, answer, [])

    def drop_request(self) -> None:
        """Withdraws an open request where nobody could answer it."""
        if self.request is not None:
            self.answer_rewind(self.request.seat, False)

    def _check_ask(self, seat: Seat, to: int) -> None:
        if not self.deciders():
            raise GameOver("the game is over")
        if seat not in self._players or self.deciders() == (CHANCE,):
            raise CannotRewind(f"{seat} may not ask to go back now")
        if self.request is not None:
            raise CannotRewind(f"{self.request.seat} has asked to go back already")
        if self._asked.count(seat) >= REQUESTS:
            raise CannotRewind(f"{seat} has asked often enough; somebody must play on first")
        if to not in self._standing:
            raise CannotRewind(f"there is no entry {to} that could be taken back")
        if self.entries[to].seat == CHANCE:
            raise CannotRewind(f"entry {to} is chance's; ask for the action before it")

    def _rewind(self, seat: Seat, aside: Aside) -> None:
        assert self.request is not None, "only what was asked for is granted"
        to = self.request.to
        self._drop(to)
        self.state = self._state_now()
        self.request = None
        self._asked.clear()
        self._open.clear()
        self._take_back(seat, aside, to)

    @cached_property
    def _players(self) -> tuple[Seat, ...]:
        return seats_of(self.title, self.header.scenario)

    def _check_answered(self, seat: Seat) -> None:
        if self.request is not None and seat != self.request.seat:
            raise Unanswered(f"{self.request.seat} asks to go back; that is to be answered first")


AnyMatch: TypeAlias = Match[Any, Any, Any, Any]
"""Of whatever title."""
