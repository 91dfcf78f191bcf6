"""What one seat may read of the log: what it was told, and of bots' reasons what it might know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from grognard.match import ASIDES, AnswerRewind, AskRewind, Undo, asides
from grognard.table.messages.answers import Aside, LogRow
from grognard.waist.scene import Notice
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.waist.title import Seat

_ASIDES: Final[dict[type, Aside]] = {Undo: "undo", AskRewind: "ask", AnswerRewind: "answer"}


def log_rows(
    title: AnyTitle,
    match: AnyMatch,
    seat: Seat | None,
    since: int,
    to: int | None = None,
    reasons: Mapping[int, str] = MappingProxyType({}),
) -> list[LogRow]:
    """What that seat may read of the entries from `since` up to `to` that still stood there."""
    end = len(match.entries) if to is None else to
    gone = match.gone(end)
    numbers = (n for n in range(min(since, end), end) if n not in gone)
    return [_log_row(title, match, seat, n, reasons.get(n, "")) for n in numbers]


def _log_row(title: AnyTitle, match: AnyMatch, seat: Seat | None, n: int, why: str) -> LogRow:
    entry = match.entries[n]
    if isinstance(entry.action, ASIDES):
        words = asides.sentence(title, match, n, seat)
        notice = Notice(kind=type(entry.action).__name__)
        gone = match.taken_back.get(n, UNSET)
        aside = _ASIDES[type(entry.action)]
        return LogRow(n, entry.seat, [words], [notice], undo=gone, aside=aside, deed=False)
    told = match.told(n, seat)
    lines = [title.narrate(event) for event in told]
    notices = [title.notice(event) for event in told]
    heard = why if why and _may_read(match, seat, n, why, lines) else ""
    return LogRow(n, entry.seat, lines, notices, why=heard, deed=entry.seat != CHANCE)


def _may_read(match: AnyMatch, seat: Seat | None, n: int, why: str, lines: list[str]) -> bool:
    """A reason is for whoever was told the whole deed, if it names nobody beyond what was told."""
    if match.entries[n].seat == seat:
        return True
    redact, events = match.title.redact, match.events[n]
    if not lines or any(redact(event, seat) != event for event in events):
        return False
    secrets = _any_of(frozenset(match.title.secrets(match.state)))
    return set(secrets.findall(why)) <= set(secrets.findall("\n".join(lines)))


@lru_cache(maxsize=16)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Finds each of these names where it stands by itself, the longest there is."""
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(
        rf"(?<![\w/])(?:{'|'.join(map(re.escape, longest))})(?![\w/])" if names else "$^"
    )
