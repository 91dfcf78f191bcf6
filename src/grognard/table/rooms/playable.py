"""Whether a match can be gone on with, as far as its rows tell without its log."""

from __future__ import annotations

from functools import lru_cache
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
    seated = tuple(sorted((seat, kind) for seat, kind in kinds.items() if seat != NO_SEAT))
    try:
        _check(row.title, row.edition, row.scenario, seated)
    except (library.UnknownTitle, MatchError, ValueError) as error:
        raise Denied("unplayable", f"this match cannot go on: {error}") from error


@lru_cache(maxsize=4096)  # a list asks about many that are alike; what raises is asked again
def _check(key: str, edition: int, scenario: str, seated: tuple[tuple[str, str], ...]) -> None:
    title = library.title(key)
    check_edition(title, key, edition)
    check_scenario(title, scenario)
    check_seated(title, scenario, dict(seated))
