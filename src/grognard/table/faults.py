"""What is said to a client whose request comes to nothing."""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.match import (
    BadSetup,
    CannotRewind,
    CannotUndo,
    GameOver,
    Malformed,
    MatchError,
    NotYourTurn,
    Refused,
    Stale,
    Unanswered,
)
from grognard.table.messages.answers import Fault

if TYPE_CHECKING:
    from grognard.table.messages.answers import Now

STATUS: Final = {
    "malformed": 400,
    "forbidden": 403,
    "not_found": 404,
    "no_such_method": 405,
    "too_slow": 408,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "unplayable": 409,
    "too_large": 413,
    "misdirected": 421,
    "refused": 422,
    "too_many": 429,
    "fault": 500,
    "busy": 503,
}
_AGAIN: Final = {"too_many": 1, "busy": 5}
_CODES: Final[dict[type[MatchError], str]] = {
    Stale: "stale",
    Malformed: "malformed",
    NotYourTurn: "not_your_turn",
    GameOver: "game_over",
    CannotUndo: "refused",
    CannotRewind: "refused",
    Unanswered: "not_your_turn",
    Refused: "refused",
    BadSetup: "malformed",
}


class Denied(Exception):
    """A request that comes to nothing: a code, a sentence, and the match as it stands if stale."""

    def __init__(
        self, code: str, sentence: str, rule: str = "", now: Now | None = None, again: int = 0
    ) -> None:
        super().__init__(sentence)
        self.again = again or _AGAIN.get(code, 0)  # in how many seconds it may be asked again
        self.code, self.sentence, self.rule, self.now = code, clipped(sentence), rule, now

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def fault(self) -> Fault:
        return Fault(self.code, self.sentence, self.rule, self.now)


def clipped(sentence: str, most: int = 600) -> str:
    """A sentence that quotes what may be very long."""
    return sentence if len(sentence) <= most else sentence[:most] + "…"


def denied(error: MatchError) -> Denied:
    """What a match would not do, for the wire."""
    if isinstance(error, Refused):
        return Denied("refused", error.refusal.because, error.refusal.rule)
    return Denied(_CODES.get(type(error), "malformed"), str(error))
