"""The lines of a record: what each of them holds, in one way of writing it, and its hash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, Union

import msgspec
from msgspec import UNSET, UnsetType

from grognard.match.chain import encode, linked
from grognard.match.entries import Aside
from grognard.waist.chance import Picked, Rolled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.library import AnyTitle
    from grognard.match.entries import Entry, Header

FORMAT: Final = 1
T = TypeVar("T")


class HeaderLine(msgspec.Struct):
    """The first line, without its hash."""

    grognard: int
    title: str
    edition: int
    scenario: str
    options: dict[str, str]
    pack: str
    seed: str | UnsetType = UNSET


class EntryLine(msgspec.Struct, Generic[T]):
    """Any other line, without its hash; `state` is the hash of the position after it, if any."""

    n: int
    seat: str
    action: T
    state: str | UnsetType = UNSET


def action_type(title: AnyTitle) -> Any:
    """What an entry of a title's log may hold: its actions, what chance answers, and asides."""
    return Union[title.Action, Aside, Rolled, Picked]  # noqa: UP007 - built at run time


def chained(body: bytes, chain: str) -> tuple[bytes, str]:
    """A line with its hash, and that hash."""
    mark = linked(chain, body)
    return body[:-1] + b',"hash":"' + mark.encode() + b'"}\n', mark


def header_body(header: Header) -> bytes:
    """The first line as it is chained."""
    seed = UNSET if header.seed is None else header.seed
    made = (header.title, header.edition, header.scenario, header.options, header.pack)
    return encode(HeaderLine(FORMAT, *made, seed))


def entry_body(entry: Entry, check: str) -> bytes:
    """The line of an entry as it is chained."""
    return encode(EntryLine(entry.n, entry.seat, entry.action, check or UNSET))


def entry_lines(
    entries: Sequence[Entry], checks: Mapping[int, str], chain: str
) -> tuple[bytes, str]:
    """The lines of entries that hang on what is chained already, and the last hash."""
    lines = []
    for entry in entries:
        line, chain = chained(entry_body(entry, checks.get(entry.n, "")), chain)
        lines.append(line)
    return b"".join(lines), chain
