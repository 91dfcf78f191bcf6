"""What the store keeps of a match, and how a live one becomes rows and comes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.book.canonical import state_hash
from grognard.match import AnyMatch, Diverged, Entry, Header
from grognard.match.chain import encode, linked
from grognard.match.lines import action_type
from grognard.waist.title import Seat

if TYPE_CHECKING:
    from grognard.library import AnyTitle


BEGINNING: Final = "grognard"  # what the first link of a chain hangs on


class Standing(msgspec.Struct, frozen=True):
    """What a list says of a match: how long its log is, and whose turn it is."""

    length: int
    over: bool
    deciders: list[str]
    turn_line: str


class MatchRow(msgspec.Struct, frozen=True):
    """A match as it was begun, and where it stands."""

    id: str
    title: str
    edition: int
    scenario: str
    options: dict[str, str]
    pack: str
    seed: str
    private: bool
    created: float
    names: dict[str, str]
    length: int = 0
    over: bool = False
    deciders: list[str] = []
    turn_line: str = ""
    says_why: bool = False  # whether its bots say why they do something


class SeatRow(msgspec.Struct, frozen=True):
    """A link to a seat, or the bot that sits there; seat "" is the onlookers'."""

    match: str
    seat: str
    issue: int
    kind: str
    token_hash: str = ""
    revoked: bool = False


class EntryRow(msgspec.Struct, frozen=True):
    """One line of a log; `hash` chains it to those before, `state` is the position's, or "".

    `why` is what a bot said of it.
    """

    n: int
    seat: str
    action: str
    hash: str
    state: str = ""
    why: str = ""


class Start(msgspec.Struct, frozen=True):
    """A match about to be kept: what it was begun with, its log so far, where it stands."""

    header: Header
    log: list[EntryRow]
    now: Standing


def start_of(title: AnyTitle, match: AnyMatch) -> Start:
    return Start(match.header, rows_of(match, 0, BEGINNING), standing(title, match))


def standing(title: AnyTitle, match: AnyMatch) -> Standing:
    """What a list says of it."""
    awaited: list[str] = list(match.awaited())
    return Standing(len(match.entries), not awaited, awaited, turn_line(title, match))


def turn_line(title: AnyTitle, match: AnyMatch) -> str:
    """Where the game has got to, as everybody may know it."""
    return title.scene(match.view(None)).turn


def rows_of(
    match: AnyMatch, start: int, chain: str, reasons: Mapping[int, str] = MappingProxyType({})
) -> list[EntryRow]:
    """The entries from `start` on as they are kept; the last with the hash of the position."""
    rows: list[EntryRow] = []
    last = len(match.entries) - 1
    for entry in match.entries[start:]:
        action = encode(entry.action).decode()
        chain = linked(chain, line_of(entry.n, entry.seat, action))
        state = state_hash(match.state) if entry.n == last else ""
        rows.append(EntryRow(entry.n, entry.seat, action, chain, state, reasons.get(entry.n, "")))
    return rows


def line_of(n: int, seat: str, action: str) -> bytes:
    """What is chained of an entry: as it is kept, so that a row changed by hand is found."""
    return f"/{n}/{seat}/{action}".encode()


def entries_of(title: AnyTitle, rows: Iterable[EntryRow]) -> list[Entry]:
    """The log as the match knows it; raises msgspec.DecodeError."""
    decode = msgspec.json.Decoder(action_type(title)).decode
    return [Entry(row.n, Seat(row.seat), decode(row.action)) for row in rows]


def check_chain(rows: Iterable[EntryRow], chain: str) -> None:
    """Raises Diverged where a row is not as it was written; `chain` is what the first hangs on."""
    for row in rows:
        chain = linked(chain, line_of(row.n, row.seat, row.action))
        if row.hash != chain:
            raise Diverged(row.n, "its row in the database is not as it was written")
