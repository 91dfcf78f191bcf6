"""Whether a record holds: every line read, every entry played again by the rules."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from grognard import library
from grognard.book.canonical import state_hash
from grognard.book.flaws import DataFlaw
from grognard.match.faults import MatchError
from grognard.match.folding import fold
from grognard.match.holding import reason
from grognard.match.records import STANDARD_INPUT, BadRecord, read_record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grognard.match.playing import Match
    from grognard.match.records import Registry


class Report(msgspec.Struct, frozen=True):
    """What became of checking a record: `error` is empty when every entry could be played again."""

    file: str
    error: str = ""
    line: int = 0
    warning: str = ""
    title: str = ""
    scenario: str = ""
    entries: int = 0
    finished: bool = False
    verdict: str = ""
    state: str = ""

    @property
    def ok(self) -> bool:
        return not self.error


def verify(
    path: str | Path, registry: Registry = library.title, pack: Path | None = None
) -> Report:
    """Reads a record and plays it again by the rules, entry by entry."""
    file = STANDARD_INPUT if str(path) == "-" else str(path)
    try:
        record = read_record(path, registry)
    except BadRecord as bad:
        return Report(file, str(bad), bad.line)
    except OSError as error:
        return Report(file, f"cannot read {file}: {reason(error)}")
    header = record.header
    known = (record.warning, header.title, header.scenario, len(record.entries))
    try:
        with foreseen():
            match = fold(registry(header.title), header, record.entries, record.checks, pack)
    except (MatchError, DataFlaw, OSError) as error:
        n = getattr(error, "n", None)
        return Report(file, str(error), 1 if n is None else n + 2, *known)
    return Report(file, "", 0, *known, *_outcome(match))


@contextmanager
def foreseen() -> Iterator[None]:
    """Playing a record that may be well chained and still say what no rule foresaw."""
    try:
        yield
    except (MatchError, DataFlaw, OSError):
        raise
    except Exception as error:
        words = f"the rules cannot follow it: {type(error).__name__}: {error}"
        raise MatchError(words) from error


def _outcome(match: Match[Any, Any, Any, Any]) -> tuple[bool, str, str]:
    verdict = match.verdict()
    words = "" if verdict is None else f"{verdict.winner or 'nobody'}: {verdict.level}"
    return not match.deciders(), words, state_hash(match.state)
