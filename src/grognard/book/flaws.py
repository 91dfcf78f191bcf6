"""Flaws in data files, told in one sentence with file and line."""

from __future__ import annotations

import re
import tomllib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

T = TypeVar("T")
Where: TypeAlias = tuple[str | int, ...]
"""The keys and places that lead to a value."""

TAGS: Final = frozenset({"seed", "found", "recalled", "inferred", "stand-in", "reading"})

MOST: Final = 9_999  # no number of a game is larger
DEEPEST: Final = 16  # tables and lists within one another
LONGEST: Final = 4 << 20  # bytes of a file
_BRIEF: Final = 160  # letters of a reason that nobody foresaw

_HEADER = re.compile(r"\[\[?\s*([^\]]+?)\s*\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_TYPE = re.compile(r"Expected `(.+?)`, got `(.+?)`(?: - at `\$\.?([^`]*)`)?")
_BOUND = re.compile(r"Expected `\w+` ([<>]=?) (-?[\d.]+)(?: - at `\$\.?([^`]*)`)?")
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


_TOO_DEEP: Final = "its tables and lists are nested too deeply"


class DataFlaw(ValueError):  # noqa: N818 flaws are what the sentences and the tests call them
    """A data file says something that cannot be; `where` is a line, and a hex if there is one."""

    def __init__(self, file: str, where: str, message: str) -> None:
        super().__init__(f"{file}, {where}: {message}." if where else f"{file}: {message}.")
        self.file, self.where, self.message = file, where, message


class Source:
    """A TOML file and its text, so that a flaw can name its line."""

    def __init__(self, path: Path) -> None:
        self.file: Final = path.name
        try:
            if path.stat().st_size > LONGEST:
                raise DataFlaw(self.file, "", f"the file is longer than {LONGEST} bytes")
            self.text: Final = path.read_text(encoding="utf-8")
        except OSError:
            raise DataFlaw(self.file, "", f"there is no such file in {path.parent}") from None
        except UnicodeDecodeError:
            raise DataFlaw(self.file, "", "the file is not UTF-8 text") from None
        self.lines: Final = self.text.splitlines()
        self.tables: Final = self._tables()
        self._headers: Final = self._index()
        self._check(self.tables, ())

    def _tables(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as flaw:
            found = re.search(r"(.*) \(at (?:line (\d+).*|end of document)\)", str(flaw))
            reason = found[1] if found else str(flaw)
            line = int(found[2]) if found and found[2] else len(self.lines)
            raise self.flaw(line, f"this is not TOML: {reason[0].lower()}{reason[1:]}") from None
        except RecursionError:
            raise DataFlaw(self.file, "", _TOO_DEEP) from None
        except ValueError:
            raise DataFlaw(self.file, "", "a number of it is too long to be read") from None

    def _check(self, value: object, at: Where) -> None:
        """That no value is one that no data file has, whatever it is for."""
        if len(at) > DEEPEST:
            raise self.flaw(self._line_of(at), _TOO_DEEP)
        if isinstance(value, dict):
            for key, inner in value.items():
                self._check(inner, (*at, key))
        elif isinstance(value, list):
            for n, inner in enumerate(value):
                self._check(inner, (*at, n))
        elif not isinstance(value, str | int | float):
            raise self.flaw(self._line_of(at), f"{_name(at)} should not be a date or a time")
        elif not isinstance(value, str) and not -MOST <= value <= MOST:
            message = f"{_name(at)} should be a number from -{MOST} to {MOST}"
            raise self.flaw(self._line_of(at), message)

    def _line_of(self, at: Where) -> int:
        """The line of a value, or of the table it is in."""
        for cut in range(len(at), 0, -1):
            name = ".".join(key for key in at[:cut] if isinstance(key, str))
            if name in self._headers:
                n = next((n for n in at[:cut] if isinstance(n, int)), 0)
                inner = next((key for key in at[cut:] if isinstance(key, str)), None)
                line = self.header(name, n)
                return self.token(f"{inner} =", line) if inner else line
        return self.token(f"{at[0]} =")

    def _index(self) -> dict[str, list[int]]:
        headers: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            if found := _HEADER.match(line):
                headers.setdefault(found[1], []).append(number)
        return headers

    def flaw(self, line: int, message: str, hex_: str | None = None) -> DataFlaw:
        where = f"line {line}, hex {hex_}" if hex_ else f"line {line}"
        return DataFlaw(self.file, where, message)

    def header(self, table: str, n: int = 0) -> int:
        """The line of the n-th `[table]` or `[[table]]` header; line 1 when it has none."""
        found = self._headers.get(table, ())
        return found[n] if n < len(found) else 1

    def token(self, token: str, start: int = 1, n: int = 0) -> int:
        """The line of the n-th `token` under the header at `start`; the header's if absent."""
        for number, line in enumerate(self.lines[start - 1 :], start):
            if number > start and line.startswith("["):
                break
            count = line.count(token)
            if n < count:
                return number
            n -= count
        return start

    @contextmanager
    def read(self) -> Iterator[None]:
        """Whatever goes wrong with what the file says is a flaw of it, foreseen or not."""
        try:
            yield
        except DataFlaw:
            raise
        except Exception as error:
            raise DataFlaw(self.file, "", f"it cannot be used as it is: {brief(error)}") from error

    def rows(self, name: str, kind: type[T]) -> list[tuple[T, int]]:
        """An array of tables, each row with the line of its header."""
        raw = self.tables.get(name, [])
        if not isinstance(raw, list) or not raw:
            raise self.flaw(self.header(name), f"the file has no [[{name}]]")
        return [self._row(name, kind, row, n) for n, row in enumerate(raw)]

    def _row(self, name: str, kind: type[T], row: object, n: int) -> tuple[T, int]:
        line, what = self.header(name, n), f"the {name.replace('_', ' ')}"
        found = self.convert(row, kind, line, what)
        self.check_tags(found, line, what)
        return found, line

    def table(self, name: str, kind: type[T]) -> T:
        """A table that the file has once."""
        line = self.header(name)
        found = self.convert(self.tables.get(name, {}), kind, line, name)
        self.check_tags(found, line, name)
        return found

    def check_tags(self, row: object, line: int, what: str) -> None:
        """That every tag of the row is a known one."""
        for tag in (*getattr(row, "tags", {}).values(), getattr(row, "tag", "found")):
            self.tag(tag, line, what)

    def one_of(self, line: int, what: str, key: str, value: str, known: Iterable[str]) -> None:
        """That a row's value is one of those known."""
        if value not in (names := list(known)):
            message = f"{what} has the {key} {value!r}, which is none of {', '.join(names)}"
            raise self.flaw(self.token(f"{key} =", line), message)

    def convert(self, row: object, kind: type[T], line: int, what: str) -> T:
        """The row as a struct; a missing key or a wrong type is a flaw at that line."""
        try:
            return msgspec.convert(row, kind)
        except msgspec.ValidationError as flaw:
            raise self.flaw(self._key_line(str(flaw), line), _plain(str(flaw), what)) from None

    def _key_line(self, message: str, line: int) -> int:
        found = _TYPE.match(message) or _BOUND.match(message)
        key = re.match(r"\w+", found[3]) if found and found[3] else None
        return self.token(f"{key[0]} =", line) if key else line

    def tag(self, tag: str, line: int, what: str) -> str:
        if tag not in TAGS:
            known = ", ".join(sorted(TAGS))
            message = f"{what} has the tag {tag!r}, which is none of {known}"
            raise self.flaw(self.token(f'"{tag}"', line), message)
        return tag


def _plain(message: str, what: str) -> str:
    if found := _MISSING.match(message):
        return f"{what} lacks the key {found[1]}"
    if found := _TYPE.match(message):
        wanted, got = (_WORDS.get(word, word) for word in (found[1], found[2]))
        return f"{found[3] or 'the entry'} of {what} should be {wanted}, not {got}"
    if found := _BOUND.match(message):
        bound = f"{_BOUNDS[found[1]]} {found[2]}"
        return f"{found[3] or 'the entry'} of {what} should be {bound}"
    return f"{what}: {message}"


def _name(at: Where) -> str:
    return next((key for key in reversed(at) if isinstance(key, str)), "a value")


def brief(error: Exception) -> str:
    """An error that nobody foresaw, on one line."""
    words = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".")
    return words if len(words) <= _BRIEF else f"{words[:_BRIEF]}…"
