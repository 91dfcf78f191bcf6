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
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Generic, TypeAlias, TypeVar, Union

import msgspec
from msgspec import UNSET, UnsetType

from grognard import library
from grognard.book.canonical import pack, pack_hash, state_hash, unpack
from grognard.book.flaws import DataFlaw
from grognard.library import AnyTitle, UnknownTitle
from grognard.match import Aside, Entry, Header, Match, MatchError, fold
from grognard.match.chain import encode, linked
from grognard.match.holding import CannotWrite, HeldFile, reason
from grognard.waist.chance import Picked, Rolled
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Registry: TypeAlias = Callable[[str], AnyTitle]

__all__ = [
    "BadRecord",
    "CannotWrite",
    "Record",
    "RecordWriter",
    "Report",
    "pack",
    "pack_hash",
    "read_record",
    "save",
    "state_hash",
    "unpack",
    "verify",
    "write_record",
]

FORMAT: Final = 1
MOST_BYTES: Final = 64 << 20
MOST_LINE: Final = 64 << 10
MOST_ENTRIES: Final = 200_000
STANDARD_INPUT: Final = "standard input"
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
T = TypeVar("T")


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


class _HeaderLine(msgspec.Struct):
    grognard: int
    title: str
    edition: int
    scenario: str
    options: dict[str, str]
    pack: str
    seed: str | UnsetType = UNSET


class _EntryLine(msgspec.Struct, Generic[T]):
    n: int
    seat: str
    action: T
    state: str | UnsetType = UNSET


# A line may be no JSON, no text, a number too long or nested too deeply.
_UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)


# -- lines ---------------------------------------------------------------------------


def _chained(body: bytes, chain: str) -> tuple[bytes, str]:
    """A line with its hash, and that hash."""
    mark = linked(chain, body)
    return body[:-1] + b',"hash":"' + mark.encode() + b'"}\n', mark


def _header_body(header: Header) -> bytes:
    seed = UNSET if header.seed is None else header.seed
    made = (header.title, header.edition, header.scenario, header.options, header.pack)
    return encode(_HeaderLine(FORMAT, *made, seed))


def _entry_body(entry: Entry, check: str) -> bytes:
    return encode(_EntryLine(entry.n, entry.seat, entry.action, check or UNSET))


def _lines(entries: Sequence[Entry], checks: Mapping[int, str], chain: str) -> tuple[bytes, str]:
    lines = []
    for entry in entries:
        line, chain = _chained(_entry_body(entry, checks.get(entry.n, "")), chain)
        lines.append(line)
    return b"".join(lines), chain


# -- reading -------------------------------------------------------------------------


def read_record(path: str | Path, registry: Registry = library.title) -> Record:
    """The record in a file, or piped in for “-”; raises BadRecord, or OSError if it cannot be."""
    if str(path) == "-":
        return _read(STANDARD_INPUT, sys.stdin.buffer, registry)
    return _read_file(path, registry)


def _read_file(path: str | Path, registry: Registry) -> Record:
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
            raise BadRecord(path, number, _too_much("a line of a record", MOST_LINE, "bytes"))
        if size > MOST_BYTES:
            raise BadRecord(path, 0, _too_much("a record", MOST_BYTES, "bytes"))
        if number > MOST_ENTRIES + 1 and line:
            raise BadRecord(path, number, _too_much("a record", MOST_ENTRIES, "entries"))
        if not line:
            return
        yield line


def _too_much(what: str, most: int, of: str) -> str:
    return f"{what} may have {most} {of}, not more"


def _read_header(path: str | Path, line: bytes) -> tuple[Header, str]:
    _check_format(path, line)
    try:
        read = msgspec.json.decode(line, type=_HeaderLine)
    except _UNREADABLE as error:
        raise BadRecord(path, 1, "the line is damaged") from error
    seed = None if read.seed is UNSET else read.seed
    header = Header(read.title, read.edition, read.scenario, read.options, read.pack, seed)
    expected, chain = _chained(_header_body(header), "")
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


def action_type(title: AnyTitle) -> Any:
    """What an entry of a title's log may hold: its actions, what chance answers, and asides."""
    return Union[title.Action, Aside, Rolled, Picked]  # noqa: UP007 - built at run time


def _entry_decoder(title: AnyTitle) -> msgspec.json.Decoder[Any]:
    action: Any = action_type(title)
    return msgspec.json.Decoder(_EntryLine[action])


def _read_entry(
    path: str | Path, number: int, line: bytes, decoder: msgspec.json.Decoder[Any], chain: str
) -> tuple[Entry, str, str]:
    try:
        read = decoder.decode(line)
    except _UNREADABLE as error:
        raise BadRecord(path, number, "the line is damaged") from error
    check = "" if read.state is UNSET else read.state
    entry = Entry(read.n, Seat(read.seat), read.action)
    expected, chain = _chained(_entry_body(entry, check), chain)
    if expected != line + b"\n" or entry.n != number - 2:
        raise BadRecord(path, number, "the line is damaged or was edited")
    return entry, check, chain


# -- writing -------------------------------------------------------------------------


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
        line, self.chain = _chained(_header_body(header), "")
        self._file.append(line)
        _sync_folder(self.path.parent)

    def _go_on(self, header: Header, registry: Registry) -> None:
        try:
            record = _read_file(self.path, registry)
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
            raise CannotWrite(self.path, _too_much("a record", MOST_ENTRIES, "entries"))
        lines, chain = _lines(entries, checks or {}, self.chain)
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
    line, chain = _chained(_header_body(header), "")
    lines, _ = _lines(entries, checks, chain)
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


# -- checking ------------------------------------------------------------------------


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
