"""How the Allies meet German units that come: each game registers its own way in `WATCHES`.

A player answers with Engineers; in German Solitaire the rules roll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import UnitSet
from grognard.titles.ardennes.position.decisions import Arrival
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import State, game_of


class Watch(msgspec.Struct, frozen=True):
    """What the Allies of a game do about bridges and roads the Germans come to."""

    at_bridge: Callable[[State, UnitSet, int, Hex], None]
    """Units are beside a bridge that leads to the hex: it may be blown."""
    on_road: Callable[[State, Arrival], bool]
    """Units are in a hex: a road may be blocked. False if nothing more comes of it."""
    would_roll: Callable[[State, Hex, UnitSet], bool]
    """Whether something would be rolled for if they came into the hex."""
    passed: Callable[[State, Hex], None]
    """Active units took off the roadblock of the hex: it may be manned."""
    overnight: Callable[[State], Events]
    """The Supply Phase has come: what is cut off comes off."""


WATCHES: Final[dict[str, Watch]] = {}
"""By game."""


def watch(state: State) -> Watch:
    return WATCHES[game_of(state)]
