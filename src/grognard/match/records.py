"""Records: a match as JSON lines, chained by hashes, one line for each entry.

The first line says what was begun, the others what was done. Every line ends in
a hash of itself and all before it, and must be written exactly as this program
writes it, so no byte can be edited unnoticed. A last line without its newline
was torn off by a crash before anybody was told of it; it is dropped.
"""

# ruff: noqa: N818 - errors are named for what happened, as in the match

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

import msgspec
from msgspec import UNSET

from grognard import library
from grognard.library import AnyTitle, UnknownTitle
from grognard.match.entries import Entry, Header
from grognard.match.lines import (
    FORMAT,
    EntryLine,
    HeaderLine,
    action_type,
    chained,
    entry_body,
    header_body,
)
from grognard.waist.title import Seat

Registry: TypeAlias = Callable[[str], AnyTitle]

MOST_BYTES: Final = 64 << 20
MOST_LINE: Final = 64 << 10
MOST_ENTRIES: Final = 200_000
STANDARD_INPUT: Final = "standard input"
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# A line may be no JSON, no text, a number too long or nested too deeply.
_UNREADABLE: Final = (msgspec.DecodeError, ValueError, RecursionError)


class BadRecord(ValueError):
    """A file that is no sound record: which, where (line 0: the whole of it), and why."""

    def __init__(self, file: str | Path, line: int, message: str) -> None:
        where = f"{file}, line {line}" if line else f"{file}"
        super().__init__(f"{where}: {message}")
        self.file, self.line, self.message = str(file), line, message


class Record(msgspec.Struct, frozen=True):
    """What a file holds; `warning` tells of a torn last line, `size` and `chain` where to go on."""

    header: Header
    entries: list[Entry]
    checks: dict[int, str]
    warning: str
    size: int
    chain: str


# -- reading -------------------------------------------------------------------------


def read_record(path: str | Path, registry: Registry = library.title) -> Record:
    """The record in a file, or piped in for “-”; raises BadRecord, or OSError if it cannot be."""
    if str(path) == "-":
        return _read(STANDARD_INPUT, sys.stdin.buffer, registry)
    return read_file(path, registry)


def read_file(path: str | Path, registry: Registry) -> Record:
    """The record in a file of that name; raises as `read_record` does."""
    # Not to wait for whoever would write into a pipe: it is not read at all.
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadRecord(path, 0, "this is no regular file")
    with os.fdopen(handle, "rb") as file:
        return _read(path, file, registry)


def _read(path: str | Path, file: BinaryIO, registry: Registry) -> Record:
    lines = _lines_of(path, file)
    first = next(lines, b"")
    if not first:
        raise BadRecord(path, 0, "the file is empty")
    if not first.endswith(b"\n"):
        raise BadRecord(path, 1, "this is not a whole line of a Grognard record")
    header, chain = _read_header(path, first[:-1])
    decoder = _entry_decoder(_known_title(path, header, registry))
    entries: list[Entry] = []
    checks: dict[int, str] = {}
    size, warning = len(first), ""
    for number, line in enumerate(lines, start=2):
        if not line.endswith(b"\n"):
            warning = f"line {number} was torn off and is dropped"
            break
        entry, check, chain = _read_entry(path, number, line[:-1], decoder, chain)
        entries.append(entry)
        size += len(line)
        if check:
            checks[entry.n] = check
    return Record(header, entries, checks, warning, size, chain)


def _lines_of(path: str | Path, file: BinaryIO) -> Iterator[bytes]:
    """Line by line, and never more than a record may have, whatever comes in."""
    size = 0
    for number in count(1):
        line = file.readline(MOST_LINE + 1)
        size += len(line)
        if len(line) > MOST_LINE:
            raise BadRecord(path, number, too_much("a line of a record", MOST_LINE, "bytes"))
        if size > MOST_BYTES:
            raise BadRecord(path, 0, too_much("a record", MOST_BYTES, "bytes"))
        if number > MOST_ENTRIES + 1 and line:
            raise BadRecord(path, number, too_much("a record", MOST_ENTRIES, "entries"))
        if not line:
            return
        yield line


def too_much(what: str, most: int, of: str) -> str:
    """Beyond which bound something is."""
    return f"{what} may have {most} {of}, not more"


def _read_header(path: str | Path, line: bytes) -> tuple[Header, str]:
    _check_format(path, line)
    try:
        read = msgspec.json.decode(line, type=HeaderLine)
    except _UNREADABLE as error:
        raise BadRecord(path, 1, "the line is damaged") from error
    seed = None if read.seed is UNSET else read.seed
    header = Header(read.title, read.edition, read.scenario, read.options, read.pack, seed)
    expected, chain = chained(header_body(header), "")
    if expected != line + b"\n":
        raise BadRecord(path, 1, "the line is damaged or was edited")
    return header, chain


def _check_format(path: str | Path, line: bytes) -> None:
    try:
        made = msgspec.json.decode(line)
    except _UNREADABLE as error:
        raise BadRecord(path, 1, "this is not a Grognard record, or it is damaged") from error
    if not isinstance(made, dict) or "grognard" not in made:
        raise BadRecord(path, 1, "this is not a Grognard record")
    if made["grognard"] != FORMAT:
        raise BadRecord(path, 1, f"a record of another format; this program reads {FORMAT}")


def _known_title(path: str | Path, header: Header, registry: Registry) -> AnyTitle:
    try:
        title = registry(header.title)
    except UnknownTitle as error:
        raise BadRecord(path, 1, str(error)) from error
    if header.edition != title.EDITION:
        made = f"made by edition {header.edition} of {header.title}"
        raise BadRecord(path, 1, f"{made}; this program plays edition {title.EDITION}")
    if header.scenario not in [scenario.key for scenario in title.scenarios()]:
        raise BadRecord(path, 1, f"{title.NAME} has no scenario “{header.scenario}”")
    return title


def _entry_decoder(title: AnyTitle) -> msgspec.json.Decoder[Any]:
    action: Any = action_type(title)
    return msgspec.json.Decoder(EntryLine[action])


def _read_entry(
    path: str | Path, number: int, line: bytes, decoder: msgspec.json.Decoder[Any], chain: str
) -> tuple[Entry, str, str]:
    try:
        read = decoder.decode(line)
    except _UNREADABLE as error:
        raise BadRecord(path, number, "the line is damaged") from error
    check = "" if read.state is UNSET else read.state
    entry = Entry(read.n, Seat(read.seat), read.action)
    expected, chain = chained(entry_body(entry, check), chain)
    if expected != line + b"\n" or entry.n != number - 2:
        raise BadRecord(path, number, "the line is damaged or was edited")
    return entry, check, chain
