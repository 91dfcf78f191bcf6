"""What one seat may see of a match: all of it is made from that seat's view.

Nothing here asks the state but through the title's `view`, `redact` and `offers`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from grognard.draw import live_svg
from grognard.match import ASIDES, AnswerRewind, AskRewind, Match, Undo, asides
from grognard.table.messages.answers import Aside, LogRow, Now, Request, result
from grognard.table.sight.offering import offer_rows
from grognard.table.sight.sheets import Seen
from grognard.waist.scene import Notice, Offer, Scene, without_board
from grognard.waist.title import CHANCE

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch, Entry
    from grognard.waist.title import Seat

_ASIDES: Final[dict[type, Aside]] = {Undo: "undo", AskRewind: "ask", AnswerRewind: "answer"}
_EVERY: Final = 25  # actions between two positions of the past that are kept
_MOST: Final = 64  # of them; of a longer log fewer


def now_of(title: AnyTitle, match: AnyMatch, seat: Seat | None) -> Now:
    """The match as that seat sees it, its log left out."""
    scene = title.scene(match.view(seat))
    barred = () if seat is None else _barred(title, match, seat)
    return msgspec.structs.replace(
        _seen(title, match.state, seat, msgspec.structs.replace(scene, offers=barred)),
        n=len(match.entries),
        offers=[] if seat is None else offer_rows(title, match, seat, scene),
        can_undo=seat is not None and match.can_undo(seat),
        request=_request(title, match, seat),
    )


def seen_by(title: AnyTitle, match: AnyMatch, seat: Seat | None) -> Seen:
    """All that a seat sees of the match but for its log."""
    view = match.view(seat)
    scene = title.scene(view)
    return Seen(
        seat=seat,
        scene=scene if seat is None else replace(scene, offers=_barred(title, match, seat)),
        prompt=title.prompt(view),
        deciders=title.deciders(match.state),
        offers=() if seat is None else tuple(offer_rows(title, match, seat, scene)),
        undo=seat is not None and match.can_undo(seat),
        request=_request(title, match, seat) or None,
        verdict=result(title.verdict(match.state)) or None,
    )


def _seen(title: AnyTitle, state: Any, seat: Seat | None, scene: Scene) -> Now:
    deciders = title.deciders(state)
    return Now(
        n=0,
        seat=seat,
        deciders=deciders,
        over=not deciders,
        prompt=title.prompt(title.view(state, seat)),
        scene=without_board(scene),
        live_svg=live_svg(scene),
        offers=[],
        can_undo=False,
        log=[],
        verdict=result(title.verdict(state)),
    )


def _request(title: AnyTitle, match: AnyMatch, reader: Seat | None) -> Request | UnsetType:
    """The open request, in words for that reader."""
    if (asked := match.request) is None:
        return UNSET
    words = asides.sentence(title, match, asked.n, reader)
    return Request(asked.seat, asked.to, words, asked.pending)


def _barred(title: AnyTitle, match: AnyMatch, seat: Seat) -> tuple[Offer, ...]:
    """The buttons that cannot be pressed now, each with the reason."""
    describe, spot = title.describe, title.spot
    return tuple(
        Offer(str(action), describe(action), spot(action), refusal.because, refusal.rule)
        for action, refusal in match.barred(seat)
    )


# -- the log -------------------------------------------------------------------------


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
    gone = _gone(match, end)
    numbers = (n for n in range(min(since, end), end) if n not in gone)
    return [_log_row(title, match, seat, n, reasons.get(n, "")) for n in numbers]


def _gone(match: AnyMatch, end: int) -> set[int]:
    gone: set[int] = set()
    for n, to in match.taken_back.items():
        if n < end:
            gone.update(range(to, n))
    return gone


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


# -- the past ------------------------------------------------------------------------


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
        scene = self.title.scene(self.title.view(state, seat))
        return msgspec.structs.replace(_seen(self.title, state, seat, scene), n=n)

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
    gone = _gone(match, end)
    first = (entry for entry in match.entries[:end] if entry.n not in gone)
    return [entry for entry in first if not isinstance(entry.action, ASIDES)]


# -- sameness ------------------------------------------------------------------------


def looks_the_same(now: Now, before: Now | None) -> bool:
    """Whether nothing but the number and the log has changed for whoever sees it."""
    if before is None:
        return False
    plain = msgspec.structs.replace(now, n=0, log=[], stopped=UNSET)
    return plain == msgspec.structs.replace(before, n=0, log=[], stopped=UNSET)
