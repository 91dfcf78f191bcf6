"""A match: a title, a scenario, options, and the log that is the truth about it.

The match asks the title what is allowed, plays it on a copy of the state, lets
chance answer when it is asked, and keeps every entry. Titles write no undo code:
an `Undo` is an entry too, and folding the log skips what it takes back. So are
a request to go back further and the answers to it; the last grant takes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, get_args

import msgspec

from grognard.book.canonical import pack_hash, state_hash
from grognard.book.rulebook import Refusal
from grognard.match.beginning import full_options, set_up
from grognard.match.entries import (
    ASIDES,
    AnswerRewind,
    Aside,
    AskRewind,
    Entry,
    Header,
    Request,
    Route,
    Undo,
)
from grognard.match.faults import (
    CannotRewind,
    CannotUndo,
    GameOver,
    Malformed,
    NotYourTurn,
    Refused,
    Stale,
    Unanswered,
)
from grognard.waist.chance import Dice, Draw, Fate, Picked, Rolled, answers
from grognard.waist.title import CHANCE, A, E, Played, S, Seat, V, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

CHECK_EVERY: Final = 100
MARK_EVERY: Final = 25  # standing entries between two positions kept: going back plays on from one
MOST_MARKS: Final = 64  # that are kept; of a longer log the older half grows sparse
REQUESTS: Final = 3  # that a seat may make between two actions


class Match(Generic[S, A, E, V]):
    """A game being played, from its first entry: who is asked, what may be done, doing it.

    Begin one with `Match.new`, go on with one by `fold`. `entries` is the log,
    `events` what happened at each entry, `header` what the match was begun with.
    `state` is never changed in place: each play puts a new one there.
    """

    def __init__(self, title: Played[S, A, E, V], header: Header, pack: Path | None = None) -> None:
        """A match of which nothing was played yet; `Match.new` and `fold` are the usual ways."""
        self.title, self.header = title, header
        self.state: S = set_up(title, header, pack)
        self.entries: list[Entry] = []
        self.events: list[list[E]] = []
        self.checks: dict[int, str] = {}
        self._fate = None if header.seed is None else Fate(header.seed)
        self._kinds = _classes(title.Action)
        self._standing: list[int] = []
        # The entries that may still be undone, each with the state before it.
        self._open: list[tuple[int, S]] = []
        self.request: Request | None = None
        self.taken_back: dict[int, int] = {}  # entries that took back, and from where on
        # After how many standing entries, and the position then.
        self._marks: list[tuple[int, S]] = [(0, self.state)]
        self.applied = 0  # how many actions were applied, those played again among them
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

    # -- asking --------------------------------------------------------------

    def deciders(self) -> tuple[Seat, ...]:
        """Who is to act; nobody when the game is over."""
        return self.title.deciders(self.state)

    def awaited(self) -> tuple[Seat, ...]:
        """Whose turn it is: those who are to answer a request, otherwise the deciders."""
        return self.deciders() if self.request is None else self.request.pending

    def draw(self) -> Draw:
        """What chance is asked for, when it is the decider."""
        return self.title.draw(self.state)

    def verdict(self) -> Verdict | None:
        """Who has won, and how; None while the game goes on."""
        return self.title.verdict(self.state)

    def view(self, seat: str | None) -> V:
        """What a seat, or an onlooker (None), may know: for `prompt`, `scene` and the bots."""
        return self.title.view(self.state, None if seat is None else Seat(seat))

    def offers(self, seat: str) -> list[A]:
        """Everything a seat may do now; empty when it is not to decide."""
        seat = Seat(seat)
        if seat == CHANCE or seat not in self.deciders() or self._owes_answer(seat):
            return []
        return self.title.offers(self.state, seat)

    def refusal(self, seat: str, action: A | Rolled | Picked) -> Refusal | None:
        """Which rule forbids it; None if allowed. Raises a MatchError if no rule is even asked."""
        seat = Seat(seat)
        self._check_form(seat, action)
        self._check_turn(seat)
        if isinstance(action, Rolled | Picked):
            if not answers(self.draw(), action):
                raise Malformed(f"“{action}” does not answer {_wanted(self.draw())}")
            return None
        return self.title.refusal(self.state, seat, action)

    def why_not(self, seat: str, spot: str) -> list[Refusal]:
        """The distinct reasons against all that pointing there may mean; none if some may be."""
        seat = Seat(seat)
        self._check_turn(seat)
        found: dict[Refusal, None] = {}
        for action in self.title.probes(self.state, seat, spot):
            refusal = self.title.refusal(self.state, seat, action)
            if refusal is None:
                return []
            found[refusal] = None
        return list(found)

    def barred(self, seat: str) -> list[tuple[A, Refusal]]:
        """The standing actions of a seat's decision that are not allowed now, and why."""
        seat = Seat(seat)
        if seat == CHANCE or seat not in self.deciders() or self._owes_answer(seat):
            return []
        title, state = self.title, self.state
        asked = ((a, title.refusal(state, seat, a)) for a in title.buttons(state, seat))
        return [(action, refusal) for action, refusal in asked if refusal is not None]

    def _check_form(self, seat: Seat, action: object) -> None:
        outcome = isinstance(action, Rolled | Picked)
        if outcome != (seat == CHANCE):
            raise Malformed("only chance rolls and draws, and it does nothing else")
        if not outcome and not isinstance(action, self._kinds):
            raise Malformed(f"a {type(action).__name__} is no action of {self.title.NAME}")

    def _check_turn(self, seat: Seat) -> None:
        deciders = self.deciders()
        if not deciders:
            raise GameOver("the game is over")
        if seat not in deciders:
            raise NotYourTurn(f"it is not for {seat} to decide now")

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
        self._standing.append(n)
        if len(self._standing) % MARK_EVERY == 0:
            self._mark(state)
        self.request = None  # whoever plays on has withdrawn it
        self._asked.clear()
        if self._seals(seat, events):
            self._open.clear()
        else:
            self._keep_open(n, seat, before)
        return events

    def _mark(self, state: S) -> None:
        self._marks.append((len(self._standing), state))
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

    # -- looking back --------------------------------------------------------

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

    def _drop(self, to: int) -> None:
        del self._standing[self._standing.index(to) :]
        while self._marks[-1][0] > len(self._standing):
            self._marks.pop()

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
        others = tuple(other for other in self._players() if other != seat)
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
        if seat not in self._players() or self.deciders() == (CHANCE,):
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

    def _state_now(self) -> S:
        """The position after all standing entries, played again from the last one kept."""
        start, kept = self._marks[-1]
        state = self.title.copy(kept)
        for n in self._standing[start:]:
            self._apply(state, self.entries[n].seat, self.entries[n].action)
        return state

    def _players(self) -> tuple[Seat, ...]:
        infos = {info.key: info for info in self.title.scenarios()}
        return infos[self.header.scenario].seats

    def _owes_answer(self, seat: Seat) -> bool:
        return self.request is not None and seat != self.request.seat

    def _check_answered(self, seat: Seat) -> None:
        if self.request is not None and seat != self.request.seat:
            raise Unanswered(f"{self.request.seat} asks to go back; that is to be answered first")


AnyMatch: TypeAlias = Match[Any, Any, Any, Any]
"""Of whatever title."""


def _classes(kind: Any) -> tuple[type, ...]:
    parts = get_args(kind)
    return (kind,) if not parts else tuple(c for part in parts for c in _classes(part))


def _wanted(draw: Draw) -> str:
    if isinstance(draw, Dice):
        return f"a roll of {draw.count}d{draw.sides}"
    return f"a draw of one in {draw.among}"
