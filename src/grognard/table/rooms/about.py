"""What does not change about a match: its map as printed, who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.draw import board_svg
from grognard.table.messages import answers

if TYPE_CHECKING:
    from grognard.table.rooms.room import Room
    from grognard.waist.scene import BoardArt
    from grognard.waist.title import Seat


def about(room: Room, seat: Seat | None, can_record: bool) -> answers.About:
    """What a page needs to know once."""
    title, row = room.title, room.row
    board = title.scene(room.match.view(seat)).board
    return answers.About(
        id=room.id,
        title=title.KEY,
        name=title.NAME,
        scenario=row.scenario,
        seat=seat,
        options=row.options,
        seats=sitting(room.kinds, row.names),
        overlays=title.OVERLAYS,
        can_record=can_record,
        board=board,
        board_svg=_printed(board),
    )


@lru_cache(maxsize=32)
def _printed(board: BoardArt) -> str:
    return board_svg(board)


def sitting(kinds: Mapping[str, str], names: Mapping[str, str]) -> dict[str, answers.Sitting]:
    return {seat: answers.Sitting(kind, names.get(seat, "")) for seat, kind in kinds.items()}
