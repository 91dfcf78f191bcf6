"""A state that holds what a view tells and no more, for asking the chapters about it.

Own units stand where they are; of the other side only the hexes it occupies
are known, so its stacks are empty of units. Questions about ground, supply,
sight and reach need nothing else. For units that could be there, see `imagine`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import NamedTuple

from grognard.book.derived import derived
from grognard.titles.lost_battalion.kit.tables import KITS, Kit, Side
from grognard.titles.lost_battalion.position.state import LATER, State, copy, put
from grognard.titles.lost_battalion.sight.view import Known, Private, View


def glimpse(view: View) -> State:
    """The position as far as the viewer knows it."""
    state = known_facts(view)
    for sighting in view.sightings:
        state.occupied[sighting.side] |= 1 << sighting.hex
    return state


def known_facts(view: View) -> State:
    """What is open to all, and the viewer's own units; nothing of the other side's."""
    own, kit = view.own, KITS[view.terms.kit]
    state = _nobody(kit, view) if own is None else copy(_standing(_Eyes(kit, view, own), own.side))
    state.terms, state.turn, state.stack, state.over = view.terms, view.turn, view.stack, view.over
    state.control, state.bridges = view.control, view.bridges
    state.fresh_bridges = view.fresh_bridges
    state.gas, state.gas_left, state.barrage = view.gas, view.gas_left, view.barrage
    state.guns_left, state.pools, state.announced = view.guns_left, view.pools, view.announced
    state.assaulted, state.bombarded = view.assaulted, view.bombarded
    state.shelled = dict(view.shelled)
    if own is not None:
        _own_affairs(state, own)
    return state


def _nobody(kit: Kit, view: View) -> State:
    """No unit anywhere."""
    return State(
        terms=view.terms,
        turn=view.turn,
        hex_of=[LATER] * len(kit.units),
        steps=bytearray(_whole(kit)),
        stacks={},
        occupied=[0, 0],
        control=0,
        bridges=0,
    )


@lru_cache(maxsize=8)
def _whole(kit: Kit) -> bytes:
    """The steps of all units at full strength."""
    return bytes(unit.steps for unit in kit.units)


class _Eyes(NamedTuple):
    """Whoever sees a view as one of the sides."""

    kit: Kit
    view: View
    own: Private


def _set_out(state: State, units: Iterable[Known]) -> State:
    for known in units:
        put(state, known.unit, known.where)
        state.steps[known.unit] = known.steps
    return state


def _set_right(
    state: State, before: tuple[Known, ...], now: tuple[Known, ...], *_: object
) -> State:
    """Only those that are others than the last time are set out again."""
    return _set_out(copy(state), compress(now, map(is_not, now, before)))


@derived(of=lambda eyes, _: eyes.own.units, renewed=_set_right)
def _standing(eyes: _Eyes, _: Side) -> State:
    """Own units where they are, and nobody else. Only a copy of it may be changed."""
    return _set_out(_nobody(eyes.kit, eyes.view), eyes.own.units)


def _own_affairs(state: State, own: Private) -> None:
    state.done, state.moved = own.done, own.moved
    state.struck, state.fell_back = own.struck, own.fell_back
    state.entered, state.lifted, state.attacked = own.entered, own.lifted, own.attacked
    state.refilled, state.fired, state.stubborn = own.refilled, own.fired, own.stubborn
    state.out_moving, state.out_fighting = own.out_moving, own.out_fighting
    state.began = dict(own.began)
    state.divisions, state.final, state.rested = own.divisions, own.final, own.rested
    state.resting_since = dict(own.resting_since)
    state.deliberate = own.deliberate
