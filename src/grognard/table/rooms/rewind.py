"""Going back by consent: asked by one seat, granted or refused by the others; bots always grant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.table.rooms.room import Room
    from grognard.waist.title import Seat


def ask(room: Room, seat: Seat, to: int) -> None:
    """Asks the others; raises a MatchError."""
    room.match.ask_rewind(seat, to)
    # In the same transaction as the request: no bot is ever waited for.
    for bot in [s for s in room.match.awaited() if room.kinds[s].startswith("bot ")]:
        if room.match.request is not None:
            room.match.answer_rewind(bot, True)


def answer(room: Room, seat: Seat, granted: bool) -> None:
    """Grants, refuses or withdraws; raises a MatchError."""
    room.match.answer_rewind(seat, granted)
