"""Rows as what they are: one that is damaged says what is wrong with it, and harms no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from grognard.table.faults import Denied
from grognard.table.keeping.rows import MatchRow
from grognard.table.keeping.tables import JSON

if TYPE_CHECKING:
    from sqlalchemy.engine import RowMapping

T = TypeVar("T", bound=msgspec.Struct)


class Unreadable(NamedTuple):
    """A match whose row is damaged: what is left of it, and what is wrong."""

    id: str
    title: str
    why: str


def made(kind: type[T], row: RowMapping) -> T:
    """A row as what it is; raises Denied if it is damaged."""
    try:
        fields = {name: _read(name, row[name]) for name in kind.__struct_fields__}
        return msgspec.convert(fields, kind)
    except (msgspec.DecodeError, ValueError, TypeError, RecursionError) as error:
        damaged = f"its row in the database is damaged: {error}"
        raise Denied("unplayable", f"this match cannot go on: {damaged}") from error


def _read(name: str, value: Any) -> Any:
    if name not in JSON:
        return value
    try:
        return msgspec.json.decode(value or "")
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ValueError(f"{name}: {error}") from error


def made_or_not(row: RowMapping) -> MatchRow | Unreadable:
    """A match of a list, or what is wrong with its row."""
    try:
        return made(MatchRow, row)
    except Denied as told:
        id_, title = (str(row[name] or "") for name in ("id", "title"))
        return Unreadable(id_, title, told.sentence)
