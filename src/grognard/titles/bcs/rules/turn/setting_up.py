"""The start of a game."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.titles.bcs.kit.kit import DEPLOYED, KITS, Formation, Unit
from grognard.titles.bcs.position.decisions import Sequence
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.questions import proceed
from grognard.titles.bcs.position.state import (
    BOX,
    OFF,
    REMOVED,
    State,
    Terms,
    mark,
    place_hq,
    place_trains,
    put,
)
from grognard.titles.bcs.rules.rear import trains


def new_game(terms: Terms) -> State:
    """Everything in its place, and the first turn begun."""
    state = set_up(terms)
    proceed(state)
    return state


@cites("BCS-C.7")
def set_up(terms: Terms) -> State:
    """Everything in its place, before the first turn."""
    state = empty_game(terms)
    for formation in state.kit.formations:
        _place_formation(state, formation)
    for unit in state.kit.units:
        _place_unit(state, unit)
    state.stack = (Sequence(),)
    trains.establish_all(state)
    return state


@cites("BCS-C.6")
def empty_game(terms: Terms) -> State:
    """The map without a counter on it: all are still to arrive; no markers lie about."""
    kit = KITS[terms.kit]
    count, formations = len(kit.units), len(kit.formations)
    return State(
        terms=terms,
        hex_of=[OFF] * count,
        steps=bytearray(unit.steps for unit in kit.units),
        command=list(kit.formation_of),
        stacks={},
        occupied=[0, 0],
        hq=[OFF] * formations,
        trains=[OFF] * formations,
        fatigue=bytearray(formation.fatigue for formation in kit.formations),
        blocked=bytearray(formations),
        guns=bytearray(formations),
        routes=[None] * formations,
        deployed=_deployed(kit.units),
        german=kit.control_at_start,
    )


def _deployed(units: tuple[Unit, ...]) -> int:
    """A unit with one side only counts as Deployed."""
    return sum(1 << unit.id for unit in units if unit.single or unit.showing == DEPLOYED)


def plays(state: State, formation: Formation) -> bool:
    """Whether the formation is in the game: some are only under an option."""
    return not formation.option or in_use(state, formation.option)


@cites("BCS-B.7")
def _place_formation(state: State, formation: Formation) -> None:
    if not plays(state, formation):
        state.hq[formation.id] = state.trains[formation.id] = REMOVED
    elif not formation.arrives:
        place_hq(state, formation.id, formation.hq)
        place_trains(state, formation.id, formation.trains)
        if formation.prepared_defense:
            mark(state, prepared=state.prepared | 1 << formation.id)


@cites("BCS-A.1", "BCS-B.7")
def _place_unit(state: State, unit: Unit) -> None:
    if unit.formation >= 0 and not plays(state, state.kit.formations[unit.formation]):
        put(state, unit.id, REMOVED)
    elif unit.place == "hex":
        put(state, unit.id, unit.hex)
    elif unit.place == "box":
        put(state, unit.id, BOX)
