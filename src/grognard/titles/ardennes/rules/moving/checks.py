"""What a German unit sets off by coming into a hex: bridges first, then roadblocks.

In the two-player game the Allied player is asked for Engineers in their place.
"""

from __future__ import annotations

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import GERMAN, UnitSet
from grognard.titles.ardennes.position.decisions import Arrival, RoadblockCheck
from grognard.titles.ardennes.position.questions import PROCEDURES, Events
from grognard.titles.ardennes.position.state import State, ids, note, option, solitaire
from grognard.titles.ardennes.rules.moving import bridges, roadblocks
from grognard.waist.asking import pop, push, swap


def arrive(state: State, units: UnitSet, hex_: Hex, how: str) -> None:
    """Units have come into a hex by "move", "advance", "retreat" or "reinforce"."""
    if units & state.kit.side_units[GERMAN]:
        push(state, Arrival(units, hex_, how))


@cites("EA-S.41", "EA-RT.w")
def run_arrival(state: State, arrival: Arrival) -> Events:
    """The next check the arrival causes; with none left the bridges beside change hands."""
    if not arrival.units & ~_gone(state, arrival):
        pop(state)
        return []
    for river in bridges.beside(state, arrival.hex):
        if bridges.in_doubt(state, river):
            far = bridges.across(state.kit, river, arrival.hex)
            bridges.try_to_blow(state, arrival.units, river, far)
            return []
    told = bridges.take_beside(state, GERMAN, arrival.hex)
    if not _try_road(state, arrival):
        pop(state)
    return told


PROCEDURES[Arrival] = run_arrival


def _gone(state: State, arrival: Arrival) -> int:
    """Units that are not there any more."""
    return sum(1 << unit for unit in ids(arrival.units) if state.hex_of[unit] != arrival.hex)


@cites("EA-RB.g", "EA-RB.h", "EA-RB.i", "EA-RT.v")
def _try_road(state: State, arrival: Arrival) -> bool:
    """Asks for the next roadblock check; false if there is none."""
    if not _blocks_roads(state, arrival):
        return False
    if not solitaire(state):
        if arrival.asked:
            return False
        swap(state, msgspec.structs.replace(arrival, asked=True))
        roadblocks.ask_to_block(state, arrival.hex, arrival.units)
        return True
    found = roadblocks.candidates(state, arrival.hex, arrival.units)
    if not found:
        return False
    note(state, rolled=state.record.rolled | 1 << found[0])
    push(state, RoadblockCheck(found[0], next(ids(arrival.units))))
    return True


@cites("EA-RB.i", "EA-RT.v")
def _blocks_roads(state: State, arrival: Arrival) -> bool:
    """Moves and advances cause roadblock checks on every day, retreats only early."""
    if arrival.how != "retreat":
        return True
    early = state.day <= state.kit.number("boundaries_until_day")
    return early and option(state, "roadblocks_after_retreat") == "early"
