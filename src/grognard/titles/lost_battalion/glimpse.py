"""A state that holds what a view tells and no more, for asking the chapters about it.

Own units stand where they are; of the other side only the hexes it occupies
are known, so its stacks are empty of units. Questions about ground, supply,
sight and reach need nothing else. For units that could be there, see `imagine`.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.titles.lost_battalion.kit import KITS, Kit
from grognard.titles.lost_battalion.state import LATER, State, put
from grognard.titles.lost_battalion.view import Private, View


def glimpse(view: View) -> State:
    """The position as far as the viewer knows it."""
    state = known_facts(view)
    for sighting in view.sightings:
        state.occupied[sighting.side] |= 1 << sighting.hex
    return state


def known_facts(view: View) -> State:
    """What is open to all, and the viewer's own units; nothing of the other side's."""
    kit = KITS[view.terms.kit]
    state = State(
        terms=view.terms,
        turn=view.turn,
        hex_of=[LATER] * len(kit.units),
        steps=bytearray(_whole(kit)),
        stacks={},
        occupied=[0, 0],
        control=view.control,
        bridges=view.bridges,
        fresh_bridges=view.fresh_bridges,
        gas=view.gas,
        gas_left=view.gas_left,
        barrage=view.barrage,
        guns_left=view.guns_left,
        pools=view.pools,
        assaulted=view.assaulted,
        bombarded=view.bombarded,
        announced=view.announced,
        over=view.over,
        stack=view.stack,
    )
    if view.own is not None:
        _put_own(state, view.own)
    return state


@lru_cache(maxsize=8)
def _whole(kit: Kit) -> bytes:
    """The steps of all units at full strength."""
    return bytes(unit.steps for unit in kit.units)


def _put_own(state: State, own: Private) -> None:
    for known in own.units:
        put(state, known.unit, known.where)
        state.steps[known.unit] = known.steps
    state.done, state.moved, state.struck = own.done, own.moved, own.struck
    state.entered, state.lifted, state.attacked = own.entered, own.lifted, own.attacked
    state.refilled, state.fired, state.stubborn = own.refilled, own.fired, own.stubborn
    state.out_moving, state.out_fighting = own.out_moving, own.out_fighting
    state.began = dict(own.began)
    state.divisions, state.final, state.rested = own.divisions, own.final, own.rested
    state.resting_since = dict(own.resting_since)
    state.deliberate = own.deliberate
