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
    city: Pair = (0.9, 0.9)  # for being in a town, the enemy being near
    outside: Pair = (0.2, 0.2)  # against a hex out of Command Radius until the HQ follows
    urgent: Pair = (6.0, 6.0)  # the most that a march to a post planned for counts
    road: Pair = (0.4, 0.4)  # to drive an enemy off a road
    exposed: Pair = (1.0, 1.0)  # times what is said against HQ or Trains near the enemy
    later: Pair = (0.75, 0.75)  # of what a post promises, for each Activation of marching
    routed: Pair = (0.5, 0.5)  # an enemy driven back in disorder
    stripped: Pair = (0.35, 0.35)  # to make a stack Drop its Support
    next_best: Pair = (0.6, 0.6)  # of the best attack in the Zones, the second; the third half that
    trucked: Pair = (1.0, 1.0)  # times what is said against an Unprepared unit near the enemy
    astray: Pair = (5.0, 5.0)  # against a hex to which the HQ can follow only away from its road
    a_move: Pair = (0.2, 0.2)  # that a move has to bring
    late: Pair = (0.6, 0.6)  # of what a rest is worth with one turn left; nothing on the last
    counts: tuple[bool, bool] = (False, False)  # whether it sees who has had his last Activation
    searching: bool = False  # whether the scenario's orders are those for one who searches
    promise: Pair = (0.0, 0.0)  # how much better than the planner's it has been found to be


GREEDY: Final = Doctrine()
PLANNER: Final = Doctrine(
    take=(1.6, 2.0),
    hold=(1.7, 2.0),
    risk=(0.25, 0.35),
    ground=(1.0, 1.2),
    step=(0.9, 0.8),
    again=(0.8, 0.3),
    cutting=(0.3, 0.1),
    mixed=(3.0, 3.0),
    siege=(0.0, 6.0),
    cover=(0.45, 0.9),
    inertia=(0.2, -0.4),
    rear=(0.9, 0.45),
    works=(0.15, 0.5),
    softens=(False, True),
)  # bolder than the greedy player, and surer of what it holds
# Found by games against the planner in Noville, all weights varied at once (docs/strength.md).
SEARCH: Final = msgspec.structs.replace(
    PLANNER,
    hold=(2.55, 2.0),
    contact=(0.75, 0.488),
    safe=(2.4, 1.6),
    cover=(0.45, 0.585),
    tiring=(0.18, 0.18),
    again=(0.52, 0.45),
    cutting=(0.3, 0.065),
    mixed=(3.0, 4.5),
    works=(0.0975, 0.325),
    city=(0.9, 1.35),
    outside=(0.2, 0.13),
    urgent=(9.0, 6.0),
    road=(0.26, 0.4),
    exposed=(0.65, 0.65),
    later=(0.625, 0.838),
    routed=(0.5, 0.75),
    stripped=(0.35, 0.227),
    next_best=(0.6, 0.9),
    trucked=(1.5, 1.0),
    astray=(7.5, 3.25),
    a_move=(0.3, 0.2),
    late=(0.9, 0.39),
    counts=(True, False),
    searching=True,
    promise=(1.0, 1.0),
)


def _times(pair: Pair, factor: float) -> Pair:
    return pair[0] * factor, pair[1] * factor


# Ways of one who searches to go about an Activation; none is better than SEARCH as a rule.
EAGER: Final = msgspec.structs.replace(
    SEARCH,
    take=_times(SEARCH.take, 2.5),
    hold=_times(SEARCH.hold, 0.25),
    contact=_times(SEARCH.contact, 1.5),
)  # takes what there is, whatever becomes of the rest
FIERCE: Final = msgspec.structs.replace(
    SEARCH,
    contact=_times(SEARCH.contact, 3.0),
    ground=_times(SEARCH.ground, 2.0),
    risk=(0.0, 0.0),
)  # fights wherever it can
LOOSE: Final = msgspec.structs.replace(
    SEARCH, mixed=(0.0, 0.0), safe=(0.2, 0.2), outside=(0.0, 0.0), astray=(1.0, 1.0)
)  # minds neither other formations nor its own HQ
USUAL: Final = msgspec.structs.replace(PLANNER, promise=SEARCH.promise)  # as a planner would
