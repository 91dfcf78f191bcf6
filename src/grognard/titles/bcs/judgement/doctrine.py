"""What a side sets store by; pairs are by side, US first.

The greedy player has one doctrine, a player who plans another.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

Pair: TypeAlias = tuple[float, float]


class Doctrine(msgspec.Struct, frozen=True):
    """The weights that differ between players."""

    take: Pair = (0.8, 1.35)  # for each victory point to be taken
    hold: Pair = (1.3, 0.5)  # and for each to be held
    storm: Pair = (0.5, 0.9)  # of that where the enemy stands in it
    risk: Pair = (0.85, 0.35)  # of what a step of one's own is worth in a fight
    ground: Pair = (0.3, 1.2)  # to drive an enemy off
    step: Pair = (0.6, 0.6)  # an enemy step
    contact: Pair = (0.75, 0.75)  # of what a fight promises, for being where it can be had
    safe: Pair = (1.6, 1.6)  # against a hex without a Safe Path
    cover: Pair = (0.45, 0.45)  # ground that covers, the enemy being near
    tiring: Pair = (0.12, 0.12)  # against the first thing that tires a formation
    again: Pair = (0.8, 0.8)  # against a Second Activation
    stand: Pair = (0.5, 0.0)  # for ground held in sight of the enemy
    inertia: Pair = (0.2, 0.2)  # for the hex a unit is in, the enemy being near
    bar: Pair = (0.35, 0.0)  # for a road before the enemy
    cutting: Pair = (0.3, 0.8)  # for a hex on an enemy MSR or next to it
    mixed: Pair = (1.4, 1.4)  # against a hex in which a unit would be Mixed
    rear: Pair = (0.9, 0.9)  # the most a move of HQ or Trains counts: units and guns go first
    works: Pair = (0.5, 0.5)  # for a battalion better covered
    siege: Pair = (0.0, 0.0)  # of a wanted hex's worth, for all the steps of its garrison
    softens: tuple[bool, bool] = (False, False)  # whether all fire comes before the attacks


GREEDY: Final = Doctrine()
