"""Whether a match can be gone on with, as far as its rows tell without its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard import library
from grognard.match import MatchError, check_edition, check_scenario
from grognard.table.faults import Denied
from grognard.table.rooms.seats import NO_SEAT, check_seated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.table.keeping.rows import MatchRow


def check_playable(row: MatchRow, kinds: Mapping[str, str]) -> None:
    """Raises Denied, with the reason, if it cannot; `kinds` says who sits where."""
    try:
        title = library.title(row.title)
        check_edition(title, row.title, row.edition)
        check_scenario(title, row.scenario)
        seated = {seat: kind for seat, kind in kinds.items() if seat != NO_SEAT}
        check_seated(title, row.scenario, seated)
    except (library.UnknownTitle, MatchError, ValueError) as error:
        raise Denied("unplayable", f"this match cannot go on: {error}") from error
