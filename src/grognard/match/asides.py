"""Asides in words: taking back, asking to go back, and the answers; the same for every title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.match import ASIDES, AnswerRewind, AnyMatch, AskRewind, Undo
from grognard.waist.title import Words

if TYPE_CHECKING:
    from grognard.waist.title import Seat

AnyWords = Words[Any, Any, Any, Any]


def is_aside(match: AnyMatch, n: int) -> bool:
    """Whether an entry is no action of the title."""
    return isinstance(match.entries[n].action, ASIDES)


def sentence(words: AnyWords, match: AnyMatch, n: int, reader: Seat | None) -> str:
    """What a seat, or an onlooker, reads of an aside, in the words of the match's title."""
    entry = match.entries[n]
    match entry.action:
        case Undo(to):
            return f"{entry.seat} took back everything after entry {to}."
        case AskRewind(to):
            does = "goes" if n in match.taken_back else "asks to go"
            return f"{player(entry.seat)} {does} back to {moment(words, match, to, reader)}."
        case AnswerRewind(granted):
            return f"{player(entry.seat)} {_answer(match, n, granted)}"
    raise AssertionError(f"entry {n} should be an aside")


def _answer(match: AnyMatch, n: int, granted: bool) -> str:
    if n in match.taken_back:
        return f"agrees: everything from entry {match.taken_back[n]} on is taken back."
    if granted:
        return "agrees to go back."
    asker = next(e.seat for e in reversed(match.entries[:n]) if isinstance(e.action, AskRewind))
    if asker == match.entries[n].seat:
        return "no longer asks to go back."
    return "does not agree to go back; the match goes on."


def moment(words: AnyWords, match: AnyMatch, to: int, reader: Seat | None) -> str:
    """The moment before an entry, by what that reader may know of it."""
    lines = [words.narrate(event) for event in match.told(to, reader)]
    who = player(match.entries[to].seat)
    done = f"“{lines[0].rstrip('.')}”" if lines else f"what {who[0].lower() + who[1:]} did"
    return f"before {done} (entry {to})"


def player(seat: str) -> str:
    """How a seat is spoken of."""
    return f"The {seat_name(seat)} player"


def seat_name(seat: str) -> str:
    """A seat or a side as a name: US, German."""
    return seat.upper() if len(seat) <= 3 else seat.replace("_", " ").capitalize()
