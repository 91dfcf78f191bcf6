"""Secret links: whoever has the token of a seat plays it. Only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from grognard import bots
from grognard.table.keeping.rows import SeatRow
from grognard.table.keeping.store import HUMAN
from grognard.waist.title import seats_of

if TYPE_CHECKING:
    from grognard.library import AnyTitle

ONLOOKER: Final = "onlooker"
NO_SEAT: Final = ""  # where onlookers sit


class Links(msgspec.Struct, frozen=True):
    """The tokens of a new match: shown once, to whoever made it."""

    tokens: dict[str, str]
    onlooker: str
    rows: list[SeatRow]


def new_token() -> str:
    """192 random bits that fit into a link."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def kinds_of(title: AnyTitle, scenario: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Who sits where, people where nothing is said; a ValueError in one sentence."""
    seats = seats_of(title, scenario)
    for seat, kind in chosen.items():
        if seat not in seats:
            known = ", ".join(seats)
            raise ValueError(f"{title.NAME} has no seat “{seat}”; its seats are {known}")
        if kind != HUMAN:
            bots.check_name(_bot_name(kind))
    return {seat: chosen.get(seat, HUMAN) for seat in seats}


def check_seated(title: AnyTitle, scenario: str, kinds: Mapping[str, str]) -> None:
    """Raises a ValueError, in one sentence, unless every seat is somebody's whom there is."""
    for seat in kinds_of(title, scenario, kinds):
        if seat not in kinds:
            raise ValueError(f"nobody sits at {seat}: a row in the database is damaged")


def _bot_name(kind: str) -> str:
    word, _, name = kind.partition(" ")
    if word != "bot":
        raise ValueError(f"a seat may be human or bot NAME, not “{kind}”")
    return name


def bot_of(kind: str, title: AnyTitle) -> bots.Bot | None:
    """The bot that sits there; None for people."""
    return None if kind in (HUMAN, ONLOOKER) else bots.by_name(_bot_name(kind), title)


def new_links(match: str, kinds: Mapping[str, str]) -> Links:
    """A token for each person's seat and one for onlookers."""
    tokens = {seat: new_token() for seat, kind in kinds.items() if kind == HUMAN}
    rows = [
        SeatRow(match, seat, 0, kind, hashed(tokens[seat]) if seat in tokens else "")
        for seat, kind in kinds.items()
    ]
    onlooker = new_token()
    return Links(tokens, onlooker, [*rows, SeatRow(match, NO_SEAT, 0, ONLOOKER, hashed(onlooker))])


def link_of(rows: Iterable[SeatRow], token: str) -> SeatRow | None:
    """The link this token opens; all are compared, each in constant time."""
    wanted, found = hashed(token), None
    for row in rows:
        if row.token_hash and hmac.compare_digest(row.token_hash, wanted):
            found = row
    return found


def onlookers_link(rows: Iterable[SeatRow]) -> SeatRow | None:
    """The link to where onlookers sit; None if its row is damaged."""
    return next((row for row in rows if row.seat == NO_SEAT), None)
