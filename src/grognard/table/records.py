"""Matches as files: a record to take away, one to bring, and a branch of another match."""

from __future__ import annotations

import secrets
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from grognard import library
from grognard.codec import BadRecord, read_record, save
from grognard.match import Diverged, Header, Match, MatchError, fold
from grognard.table.faults import Denied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.library import AnyTitle
    from grognard.match import Entry
    from grognard.table.sight import AnyMatch


def new_seed() -> str:
    return secrets.token_hex(16)


def new_match(title: AnyTitle, scenario: str, options: dict[str, str]) -> AnyMatch:
    """A fresh match with secret dice; raises BadSetup."""
    match: AnyMatch = Match.new(title, scenario, options, new_seed())
    return match


def written(match: AnyMatch) -> bytes:
    """The record of a match, without its seed."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        save(match, path, with_seed=False)
        return path.read_bytes()


def read(data: bytes, most: int) -> AnyMatch:
    """The match of a record, its dice from now on our own; raises Denied."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "record"
        path.write_bytes(data)
        try:
            record = read_record(path)
        except BadRecord as bad:
            raise Denied("malformed", f"line {bad.line}: {bad.message}") from bad
    if len(record.entries) > most:
        raise Denied("too_large", f"a record may have {most} entries, not more")
    return _refold(record.header, record.entries, record.checks)


def branch(match: AnyMatch, at: int) -> AnyMatch:
    """The same match up to there, with dice of its own; raises Denied."""
    if at > len(match.entries):
        raise Denied("not_found", f"there are {len(match.entries)} entries, not {at}")
    return _refold(match.header, match.entries[:at], {})


def _refold(header: Header, entries: Sequence[Entry], checks: dict[int, str]) -> AnyMatch:
    ours = msgspec.structs.replace(header, seed=new_seed())
    try:
        match: Match[Any, Any, Any, Any] = fold(library.title(header.title), ours, entries, checks)
        match.settle()
        match.drop_request()  # those who were asked are not at this table
    except Diverged as bad:
        raise Denied("refused", f"the record breaks the rules at {bad}") from bad
    except MatchError as bad:
        raise Denied("malformed", str(bad)) from bad
    except Exception as bad:
        # A well chained record may still say what no rule foresaw.
        raise Denied("malformed", f"the rules cannot follow it: {type(bad).__name__}") from bad
    return match
