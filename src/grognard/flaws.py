"""Flaws in data files, told in one sentence with file and line."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

TAGS: Final = frozenset({"seed", "found", "recalled", "inferred", "stand-in", "reading"})

_HEADER = re.compile(r"\[\[?\s*([^\]]+?)\s*\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_TYPE = re.compile(r"Expected `(.+?)`, got `(.+?)`(?: - at `\$\.?([^`]*)`)?")
_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


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
            self.text: Final = path.read_text(encoding="utf-8")
        except OSError:
            raise DataFlaw(self.file, "", f"there is no such file in {path.parent}") from None
        except UnicodeDecodeError:
            raise DataFlaw(self.file, "", "the file is not UTF-8 text") from None
        self.lines: Final = self.text.splitlines()
        self.tables: Final = self._tables()
        self._headers: Final = self._index()

    def _tables(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as flaw:
            found = re.search(r"(.*) \(at (?:line (\d+).*|end of document)\)", str(flaw))
            reason = found[1] if found else str(flaw)
            line = int(found[2]) if found and found[2] else len(self.lines)
            raise self.flaw(line, f"this is not TOML: {reason[0].lower()}{reason[1:]}") from None

    def _index(self) -> dict[str, list[int]]:
        headers: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            if found := _HEADER.match(line):
                headers.setdefault(found[1], []).append(number)
        return headers

    def flaw(self, line: int, message: str, hex_: str | None = None) -> DataFlaw:
        where = f"line {line}" if hex_ is None else f"line {line}, hex {hex_}"
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

    def convert(self, row: object, kind: type[T], line: int, what: str) -> T:
        """The row as a struct; a missing key or a wrong type is a flaw at that line."""
        try:
            return msgspec.convert(row, kind)
        except msgspec.ValidationError as flaw:
            raise self.flaw(self._key_line(str(flaw), line), _plain(str(flaw), what)) from None

    def _key_line(self, message: str, line: int) -> int:
        found = _TYPE.match(message)
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
    return f"{what}: {message}"
