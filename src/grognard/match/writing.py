"""Writing records: entry by entry as they are played, or a whole match at once."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from grognard import library
from grognard.book.canonical import state_hash
from grognard.match.holding import CannotWrite, HeldFile, reason
from grognard.match.lines import chained, entry_lines, header_body
from grognard.match.records import MOST_ENTRIES, BadRecord, read_file, too_much

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.match.entries import Entry, Header
    from grognard.match.playing import Match
    from grognard.match.records import Registry


class RecordWriter:
    """Appends a match to its file; what it has returned from is on the disk.

    A file that is there already is gone on with, if it is a record of the same
    beginning; its torn last line, if any, is cut off.
    """

    def __init__(
        self, path: str | Path, header: Header, registry: Registry = library.title
    ) -> None:
        self.path = Path(path)
        self.count = 0
        self.chain = ""
        self._file = HeldFile(self.path)
        try:
            self._begin(header, registry)
        except (BadRecord, CannotWrite):
            self.close()
            raise

    def _begin(self, header: Header, registry: Registry) -> None:
        if not self._file.is_empty:
            self._go_on(header, registry)
            return
        line, self.chain = chained(header_body(header), "")
        self._file.append(line)
        _sync_folder(self.path.parent)

    def _go_on(self, header: Header, registry: Registry) -> None:
        try:
            record = read_file(self.path, registry)
        except OSError as error:
            raise CannotWrite(self.path, reason(error)) from error
        if record.header != header:
            raise BadRecord(self.path, 1, "this is the record of another match")
        self.count, self.chain = len(record.entries), record.chain
        self._file.go_on(record.size)

    def append(self, *entries: Entry, checks: Mapping[int, str] | None = None) -> None:
        """Writes entries that follow on those already there, with the state hashes among checks."""
        for number, entry in enumerate(entries, start=self.count):
            if entry.n != number:
                raise ValueError(f"entry {entry.n} does not follow; {number} is next")
        if self.count + len(entries) > MOST_ENTRIES:
            raise CannotWrite(self.path, too_much("a record", MOST_ENTRIES, "entries"))
        lines, chain = entry_lines(entries, checks or {}, self.chain)
        if lines:
            self._file.append(lines)
        self.chain = chain
        self.count += len(entries)

    def follow(self, match: Match[Any, Any, Any, Any]) -> None:
        """Writes every entry of a match that is not yet there."""
        self.append(*match.entries[self.count :], checks=match.checks)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def save(match: Match[Any, Any, Any, Any], path: str | Path, *, with_seed: bool = True) -> None:
    """Writes a whole match to a file; without its seed if it goes to a player."""
    header = match.header if with_seed else msgspec.structs.replace(match.header, seed=None)
    last = {match.entries[-1].n: state_hash(match.state)} if match.entries else {}
    write_record(path, header, match.entries, {**match.checks, **last})


def write_record(
    path: str | Path, header: Header, entries: Sequence[Entry], checks: Mapping[int, str]
) -> None:
    """Writes a whole record at once, over whatever was there."""
    line, chain = chained(header_body(header), "")
    lines, _ = entry_lines(entries, checks, chain)
    _replace(Path(path), line + lines)


def _replace(path: Path, data: bytes) -> None:
    # Written beside and moved over: a reader sees the old file or the new one whole.
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise CannotWrite(path, reason(error)) from error
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    # So that the name survives a crash too; some systems cannot, and need not.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
