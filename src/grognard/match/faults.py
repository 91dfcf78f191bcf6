"""What a match will not do, each fault in one sentence."""

# ruff: noqa: N818 - errors are named for what happened, as a player would say it

from __future__ import annotations

from grognard.book.rulebook import Refusal


class MatchError(ValueError):
    """Something a match will not do, in one sentence."""


class BadSetup(MatchError):
    """No such scenario, option, edition or chart pack."""


class Stale(MatchError):
    """The log has grown since the player looked."""


class Malformed(MatchError):
    """Not an action of this title, or not an answer to this draw."""


class NotYourTurn(MatchError):
    """Somebody else is to decide."""


class GameOver(MatchError):
    """Nobody is to decide any more."""


class CannotUndo(MatchError):
    """Nothing of this seat's stands unsealed at the end of the log."""


class CannotRewind(MatchError):
    """Nobody can be asked for that, or there is nothing to answer."""


class Unanswered(MatchError):
    """Somebody asks to go back: that comes first."""


class Refused(MatchError):
    """The rules forbid it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class OffTheLesson(MatchError):
    """Allowed by the rules, and not what the lesson is about just now."""


class Diverged(MatchError):
    """A log that cannot have been played by these rules: the first entry that shows it."""

    def __init__(self, n: int, sentence: str) -> None:
        super().__init__(f"entry {n}: {sentence}")
        self.n, self.sentence = n, sentence


class TooMuchWork(MatchError):
    """A log that would take more playing than it was given."""
