"""What a German unit sets off by coming into a hex: bridges first, then roads."""

from __future__ import annotations

import msgspec

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import GERMAN, UnitSet
from grognard.titles.ardennes.position.decisions import Arrival
from grognard.titles.ardennes.position.questions import PROCEDURES, Events
from grognard.titles.ardennes.position.state import TWO_PLAYERS, State, ids, note, option
from grognard.titles.ardennes.rules.moving import bridges, roadblocks
from grognard.titles.ardennes.rules.moving.watch import WATCHES, Watch, watch
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
            try_to_blow(state, arrival.units, river, far)
            return []
    told = bridges.take_beside(state, GERMAN, arrival.hex)
    if not (_blocks_roads(state, arrival) and watch(state).on_road(state, arrival)):
        pop(state)
    return told


PROCEDURES[Arrival] = run_arrival


@cites("EA-S.42", "EA-S.43")
def try_to_blow(state: State, units: UnitSet, river: int, far: Hex) -> None:
    """German units are beside the bridge: it may be blown, once in an activation."""
    note(state, mined=state.record.mined | river)
    watch(state).at_bridge(state, units, river, far)


def _gone(state: State, arrival: Arrival) -> int:
    """Units that are not there any more."""
    return sum(1 << unit for unit in ids(arrival.units) if state.hex_of[unit] != arrival.hex)


@cites("EA-RB.i", "EA-RT.v")
def _blocks_roads(state: State, arrival: Arrival) -> bool:
    """Moves and advances cause roadblock checks on every day, retreats only early."""
    if arrival.how != "retreat":
        return True
    early = state.day <= state.kit.number("boundaries_until_day")
    return early and option(state, "roadblocks_after_retreat") == "early"


# -- two players: the Allied player is asked for Engineers -----------------------------------------


def _ask_to_blow(state: State, units: UnitSet, river: int, _: Hex) -> None:
    bridges.ask_to_blow(state, river, units)


def _ask_to_block(state: State, arrival: Arrival) -> bool:
    """He is asked once for each hex that units come into."""
    if arrival.asked:
        return False
    swap(state, msgspec.structs.replace(arrival, asked=True))
    roadblocks.ask_to_block(state, arrival.hex, arrival.units)
    return True


WATCHES[TWO_PLAYERS] = Watch(
    at_bridge=_ask_to_blow,
    on_road=_ask_to_block,
    would_roll=lambda *_: False,
    passed=lambda *_: None,
    overnight=lambda _: [],
)
