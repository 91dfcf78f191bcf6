"""A log played again: every entry is asked about, and the first that does not fit is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.book.canonical import state_hash
from grognard.match.faults import Diverged, MatchError, TooMuchWork
from grognard.match.playing import Match
from grognard.waist.title import A, E, Played, S, V

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from grognard.match.entries import Entry, Header


def fold(
    title: Played[S, A, E, V],
    header: Header,
    entries: Iterable[Entry],
    checks: Mapping[int, str] | None = None,
    pack: Path | None = None,
    *,
    most: int | None = None,
) -> Match[S, A, E, V]:
    """The match that this log is of, every entry asked about again; raises Diverged.

    `checks` are state hashes by entry. Draws that fall due after the last entry
    are left for `settle`. With `most` it raises TooMuchWork as soon as more actions
    than that were applied: the same log does so on every machine, or on none.
    """
    match: Match[S, A, E, V] = Match(title, header, pack)
    follow(match, entries, checks, most=most)
    return match


def follow(
    match: Match[S, A, E, V],
    entries: Iterable[Entry],
    checks: Mapping[int, str] | None = None,
    *,
    most: int | None = None,
) -> None:
    """Plays on by a log, every entry asked about again; raises Diverged with the match half way."""
    expected = checks or {}
    for entry in entries:
        _replay(match, entry)
        if most is not None and match.applied > most:
            raise TooMuchWork(f"by entry {entry.n} more than {most} actions had to be played")
        if entry.n in expected and expected[entry.n] != state_hash(match.state):
            raise Diverged(entry.n, "the position is not the one that was recorded")


def _replay(match: Match[S, A, E, V], entry: Entry) -> None:
    n = len(match.entries)
    if entry.n != n:
        raise Diverged(n, f"its number is given as {entry.n}")
    try:
        match.play(entry.seat, entry.action, settle=False)
    except MatchError as error:
        raise Diverged(n, str(error)) from error
