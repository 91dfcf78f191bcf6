"""Ways to go about it: what counts how much for a side that plans."""

from __future__ import annotations

import msgspec

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.position.decisions import NOWHERE


class Doctrine(msgspec.Struct, frozen=True):
    """A way to go about a phase."""

    name: str
    grip: float = 0.4  # how much each step makes a victory hex safer
    taken: float = 1.5  # per victory point of a hex that an attack may clear
    spare: float = 1.0  # how much own steps count, of what they count in the open field
    press: float = 0.5  # how much more odds against a victory hex are sought, per point
    target: Hex = NOWHERE  # the victory hex that all who are free turn against
    screen: float = 0.0  # per victory point, for standing where a held victory hex is stormed from
    promise: float = 0.0  # how much better than the first of all plans it has been found to be
    wants: dict[Hex, float] = {}  # how many times its points a victory hex counts for
