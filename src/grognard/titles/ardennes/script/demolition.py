"""The rules blow bridges: who is there to do it, and the roll (EA-S.41, EA-S.42)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import DemolitionCheck
from grognard.titles.ardennes.position.questions import Events, ask_chance, d10
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.rules.moving.bridges import banks, blow_with_reaction, label
from grognard.titles.ardennes.rules.moving.zones import units_near
from grognard.titles.ardennes.rules.supply.communication import communication_past
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled


@cites("EA-S.42")
def defended(state: State, river: int, far: Hex, units: UnitSet) -> bool:
    """Whether there is anybody to blow it: Allied units near, or communication beyond it.

    Communication is judged as if the units that came were not there: their zone lies over it.
    """
    near = state.kit.number("demolition_distance")
    for bank in banks(state.kit, river):
        if units_near(state, ALLIED, bank, near) & ~state.isolated:
            return True
    return bool(communication_past(state, units) >> far & 1)


@cites("EA-S.42")
def try_to_blow(state: State, units: UnitSet, river: int, far: Hex) -> None:
    """German units are beside the bridge: it is tested if somebody is there to blow it."""
    if defended(state, river, far, units):
        push(state, DemolitionCheck(river, far))


@cites("EA-S.42")
def demolition_number(state: State, far: Hex) -> int:
    """The highest result that destroys the bridge."""
    return state.kit.hv[far]


@cites("EA-S.42")
def _demolition(state: State, check: DemolitionCheck, action: Rolled) -> Events:
    pop(state)
    number, roll = demolition_number(state, check.hex), action.faces[0]
    blown, bridge = roll <= number, label(state.kit, check.river)
    told: Events = [ev.DemolitionRolled(ALLIED, bridge, roll, number, blown)]
    if blown:
        told += blow_with_reaction(state, check.river, "demolition")
    return told


ask_chance(DemolitionCheck, d10("bridge demolition"), _demolition)
