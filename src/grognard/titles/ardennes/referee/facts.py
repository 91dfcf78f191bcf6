"""What follows from a position, as the program tells it and as the second reading has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId
from grognard.titles.ardennes.position.decisions import Fight, Moving
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Position
from grognard.titles.ardennes.rules.day import victory
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import communication, supply
from grognard.titles.ardennes.script import vocabulary
from grognard.waist.referee import Compared

SIDES: Final = ("the Germans", "the Allies")
SELDOM: Final = 40
"""Of so many positions one is asked for what takes long to find."""


def facts(state: State) -> Iterator[Compared]:
    """Zones, supply, control, stacking, victory points; the words of the Allied system."""
    pos = n.position_of(state)
    for side in (GERMAN, ALLIED):
        whose = SIDES[side]
        yield Compared(
            f"zone of {whose}", n.labels(pos.kit, zones.zone(state, side)), n.zoc(pos, side)
        )
        told = n.labels(pos.kit, supply.supplied(state, side))
        yield Compared(f"supply of {whose}", told, n.supplied_hexes(pos, side))
    yield from _places(pos, state)
    yield Compared("victory points", victory.points_now(state).total, points(pos, state))
    if pos.solitaire:
        yield from _words(pos, state)


def _places(pos: Position, state: State) -> Iterator[Compared]:
    """EA-S.67 where units stand, and EA-S.37."""
    taken = {h for h in pos.held(GERMAN) if h in pos.ground.towns}
    held = (pos.held(GERMAN) | pos.held(ALLIED)) & pos.german_towns
    yield Compared("towns with units in them", held, taken)
    if not any(isinstance(d, Fight | Moving) for d in state.stack):
        full = {h for h in pos.stacks() if not n.room(pos, [], h)}
        yield Compared("overstacked hexes", full, set())


def points(pos: Position, state: State) -> int:
    """EA-S.61."""
    supplied = n.supplied_hexes(pos, GERMAN)
    worth = {pos.kit.grid.label(h): value for h, value in pos.kit.vp.items()}
    held = sum(value for h, value in worth.items() if h in pos.german_towns and h in supplied)
    return held + state.exit_points - 2 * len(pos.assigned)


def _words(pos: Position, state: State) -> Iterator[Compared]:
    told = n.labels(pos.kit, communication.in_communication(state))
    yield Compared("communication", told, n.communication(pos))
    yield _units(pos, "wandering", vocabulary.wandering(state), n.wandering)
    if sum(state.hex_of) % SELDOM:
        return
    closed = {h for h in pos.held(ALLIED) if communication.surrounded(state, pos.kit.grid.at(h))}
    yield Compared("surrounded", closed, {h for h in pos.held(ALLIED) if n.surrounded(pos, h)})
    free = set(pos.ground.hexes) - pos.held(GERMAN)
    near = n.labels(pos.kit, vocabulary.proximate_hexes(state)) & free
    yield Compared("proximate", near, {h for h in free if n.proximate(pos, h)})
    lost = {h for h in pos.held(ALLIED) if vocabulary.in_danger(state, pos.kit.grid.at(h))}
    yield Compared("in danger", lost, {h for h in pos.held(ALLIED) if n.in_danger(pos, h)})
    spare = set(n.bits(vocabulary.out_of_contact(state)))
    yield Compared("units to spare", _names(pos, spare), _names(pos, n.out_of_contact(pos)))


def _units(pos: Position, what: str, told: int, read: object) -> Compared:
    assert callable(read)
    allied = {u for u in pos.units(ALLIED) if read(pos, u)}
    return Compared(what, _names(pos, n.bits(told)), _names(pos, allied))


def _names(pos: Position, units: Iterable[int]) -> set[str]:
    return {pos.unit(UnitId(u)).name for u in units}
