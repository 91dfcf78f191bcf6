"""How a game is played, kept and played again: the match, its log, and records of it."""

from grognard.match.beginning import begin, check_edition, check_scenario, full_options
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
    BadSetup,
    CannotRewind,
    CannotUndo,
    Diverged,
    GameOver,
    Malformed,
    MatchError,
    NotYourTurn,
    OffTheLesson,
    Refused,
    Stale,
    TooMuchWork,
    Unanswered,
)
from grognard.match.folding import fold, follow
from grognard.match.guiding import Guide
from grognard.match.logged import CHECK_EVERY, MARK_EVERY
from grognard.match.playing import REQUESTS, AnyMatch, Match

__all__ = [
    "ASIDES",
    "CHECK_EVERY",
    "MARK_EVERY",
    "REQUESTS",
    "AnswerRewind",
    "AnyMatch",
    "Aside",
    "AskRewind",
    "BadSetup",
    "CannotRewind",
    "CannotUndo",
    "Diverged",
    "Entry",
    "GameOver",
    "Guide",
    "Header",
    "Malformed",
    "Match",
    "MatchError",
    "NotYourTurn",
    "OffTheLesson",
    "Refused",
    "Request",
    "Route",
    "Stale",
    "TooMuchWork",
    "Unanswered",
    "Undo",
    "begin",
    "check_edition",
    "check_scenario",
    "fold",
    "follow",
    "full_options",
]
