"""Rules a match may be set to; the first value of each is ours."""

from __future__ import annotations

from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.bcs.position.state import State
from grognard.waist.title import OptionInfo

OFF_ON: Final = ("off", "on")

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "weather_random",
        OFF_ON,
        "Weather and Air Points follow the turn record, or are rolled for from turn 2.",
        "BCS-C.3",
    ),
    OptionInfo(
        "replacements_random",
        OFF_ON,
        "Replacement Points follow the turn record, or each side rolls for them every turn.",
        "BCS-S.42",
    ),
    OptionInfo(
        "houffalize",
        OFF_ON,
        "In Noville, Houffalize is a German Supply Source from turn 2.",
        "BCS-10.3.d",
    ),
    OptionInfo(
        "panzer116",
        OFF_ON,
        "In Roads to Bastogne, the 116th Panzer Division passes through.",
        "BCS-B.7",
    ),
    OptionInfo(
        "soft_jump",
        OFF_ON,
        "Two times in three an HQ or Trains that is jumped was not really there.",
        "BCS-R.48",
    ),
    OptionInfo(
        "long_range_both",
        OFF_ON,
        "Off: a Both result counts at any range; on: it is ignored at two hexes or more.",
        "BCS-R.48",
    ),
)


@cites("BCS-R.48")
def in_use(state: State, key: str) -> bool:
    """Whether an option is on; one that a match does not mention is not."""
    return (key, "on") in state.terms.options
