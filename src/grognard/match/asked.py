"""A position to ask about: who is to act, what may be done, and which rule forbids the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, get_args

from grognard.match.beginning import set_up
from grognard.match.faults import GameOver, Malformed, NotYourTurn
from grognard.waist.chance import Dice, Draw, Picked, Rolled, answers
from grognard.waist.title import CHANCE, A, E, Played, S, Seat, V, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.book.rulebook import Refusal
    from grognard.match.entries import Header, Request


class Asked(Generic[S, A, E, V]):
    """Where a match stands, and what may be asked of it; nothing is changed by asking."""

    def __init__(self, title: Played[S, A, E, V], header: Header, pack: Path | None = None) -> None:
        self.title, self.header = title, header
        self.state: S = set_up(title, header, pack)
        self.request: Request | None = None
        self._kinds = _classes(title.Action)

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

    def _owes_answer(self, seat: Seat) -> bool:
        return self.request is not None and seat != self.request.seat


def _classes(kind: Any) -> tuple[type, ...]:
    parts = get_args(kind)
    return (kind,) if not parts else tuple(c for part in parts for c in _classes(part))


def _wanted(draw: Draw) -> str:
    if isinstance(draw, Dice):
        return f"a roll of {draw.count}d{draw.sides}"
    return f"a draw of one in {draw.among}"
