"""Matches as files: a record to take away, one to bring, and a branch of another match."""

from __future__ import annotations

import secrets
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import msgspec

from grognard import library
from grognard.match import AskRewind, Diverged, Match, MatchError, fold, full_options
from grognard.match.records import BadRecord, Record, read_record
from grognard.match.writing import save, write_record
from grognard.table.faults import Denied
from grognard.table.keeping.rows import start_of

if TYPE_CHECKING:
    from grognard.library import AnyTitle
    from grognard.match import AnyMatch
    from grognard.table.keeping.rows import Start

_TIMES: Final = 4
_AT_LEAST: Final = 2000


class Bounds(msgspec.Struct, frozen=True):
    """How much a record may ask of whoever takes it in: counted, so the same on every machine."""

    entries: int
    rewinds: int  # requests to go back

    def work(self, entries: int) -> int:
        """How many actions may be played for so many entries, going back among them."""
        return _TIMES * entries + _AT_LEAST


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


def cut(match: AnyMatch, at: int) -> bytes:
    """The record of a match up to there, without its seed; raises Denied."""
    if at > len(match.entries):
        raise Denied("not_found", f"there are {len(match.entries)} entries, not {at}")
    header = msgspec.structs.replace(match.header, seed=None)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        write_record(path, header, match.entries[:at], {})
        return path.read_bytes()


def read(data: bytes, bounds: Bounds) -> Start:
    """The match of a record, its dice from now on our own; raises Denied."""
    record = _record(data)
    _check(record, bounds)
    return start_of(*_folded(record, bounds.work(len(record.entries))))


def _record(data: bytes) -> Record:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "record"
        path.write_bytes(data)
        try:
            return read_record(path)
        except BadRecord as bad:
            raise Denied("malformed", f"line {bad.line}: {bad.message}") from bad


def _check(record: Record, bounds: Bounds) -> None:
    if len(record.entries) > bounds.entries:
        raise Denied("too_large", f"a record may have {bounds.entries} entries, not more")
    if sum(isinstance(e.action, AskRewind) for e in record.entries) > bounds.rewinds:
        raise Denied("too_large", f"a record may ask {bounds.rewinds} times to go back, not more")


def _folded(record: Record, work: int) -> tuple[AnyTitle, AnyMatch]:
    try:
        title = library.title(record.header.title)
        options = full_options(title, record.header.options)
        ours = msgspec.structs.replace(record.header, seed=new_seed(), options=options)
        match: AnyMatch = fold(title, ours, record.entries, record.checks, most=work)
        match.settle()
        match.drop_request()  # those who were asked are not at this table
    except Diverged as bad:
        raise Denied("refused", f"the record breaks the rules at {bad}") from bad
    except MatchError as bad:
        raise Denied("malformed", str(bad)) from bad
    except Exception as bad:
        # A well chained record may still say what no rule foresaw.
        raise Denied("malformed", f"the rules cannot follow it: {type(bad).__name__}") from bad
    return title, match
