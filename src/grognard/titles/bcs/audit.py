"""What must hold of every state between two actions; each flaw in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final

from grognard.ground.hexes import members
from grognard.titles.bcs.kit.kit import (
    FAT4,
    GERMAN,
    LEG,
    NO_FORMATION,
    TAC,
    TRUCK,
    US,
    FormationId,
    Side,
)
from grognard.titles.bcs.position.questions import PROCEDURES, QUESTIONS
from grognard.titles.bcs.position.state import (
    BOX,
    DEAD,
    OFF_MAP,
    REMOVED,
    WAITING,
    State,
    boxed,
    changed,
    copy,
    each,
    key_of,
    label,
    serving,
    standing,
)
from grognard.titles.bcs.rules.command import mixing, safe_path
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import stacking, zones
from grognard.titles.bcs.rules.rear import trains

_WORST_BLOCK = 2


def audit(state: State) -> list[str]:
    """Every flaw of a state at once; none after each step of play."""
    flaws = [
        *_columns(state),
        *_units(state),
        *_formations(state),
        *_pools(state),
        *_activation(state),
        *_stack(state),
    ]
    return flaws or list(_derived(state))  # nothing can be derived from a broken position


def _columns(state: State) -> Iterator[str]:
    """The stacks say what the units say."""
    stacks: dict[int, int] = {}
    occupied = [0, 0]
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
            occupied[state.kit.side_of[unit]] |= 1 << hex_
    if stacks != state.stacks:
        yield "the stacks do not agree with where the units are"
    if occupied != state.occupied:
        yield "the occupied hexes do not agree with where the units are"
    for hex_ in members(occupied[US] & occupied[GERMAN]):
        yield f"both sides are in hex {state.kit.grid.label(hex_)}"


def _units(state: State) -> Iterator[str]:
    kit = state.kit
    for unit in kit.units:
        where, steps = state.hex_of[unit.id], state.steps[unit.id]
        if not steps and where not in (DEAD, REMOVED):
            yield f"{unit.name} has no steps but is not dead"
        if where == DEAD and steps:
            yield f"{unit.name} is dead with {steps} steps"
        if steps > unit.steps:
            yield f"{unit.name} has more steps than its counter"
        if not unit.independent and state.command[unit.id] != unit.formation:
            yield f"{unit.name} serves in another Formation"
        if unit.single and not state.deployed >> unit.id & 1:
            yield f"{unit.name} has no Move side to show"
        if where == BOX and not max(face.av for face in unit.faces):
            yield f"{unit.name} is in a Support box without an Armor Value"
    if set(state.entry) != {u.id for u in kit.units if state.hex_of[u.id] == WAITING}:
        yield "a unit has a way in but does not wait, or waits without one"
    on_map = sum(state.stacks.values())
    for number in each((state.dropped | state.stripped) & ~on_map):
        yield f"{kit.names[number]} has dropped its Support but is not on the map"


def _formations(state: State) -> Iterator[str]:
    marked = state.ghost | state.coordination | state.prepared
    for formation in state.kit.formations:
        key, number = formation.key, formation.id
        if state.hq[number] < 0 and (marked >> number & 1 or state.trains[number] >= 0):
            yield f"{key} has markers or Trains without an HQ on the map"
        if state.hq[number] >= 0 and state.trains[number] < 0 and state.trains[number] != OFF_MAP:
            yield f"the Trains of {key} are nowhere"
        if state.hq[number] >= 0 and state.trains[number] < 0 and not state.blocked[number]:
            yield f"{key} has its Trains off the map without being MSR Blocked"
        if state.prepared >> number & 1 and state.blocked[number]:
            yield f"{key} is in Prepared Defense and MSR Blocked"
        if state.fatigue[number] > FAT4 or state.blocked[number] > _WORST_BLOCK:
            yield f"{key} has a level of Fatigue or MSR Blocked that does not exist"


def _pools(state: State) -> Iterator[str]:
    pools = (*state.air, *state.corps, *state.replacements[US], *state.replacements[GERMAN])
    if min(pools) < 0 or state.arty < 0:
        yield "a pool of points is below nothing"
    if state.german & ~state.kit.vp_hexes:
        yield "the Germans hold a Victory Hex where there is none"


def _activation(state: State) -> Iterator[str]:
    kit = state.kit
    most = kit.number("limits.fire_events")
    for unit, spent in state.fired.items():
        if spent > most:
            yield f"{kit.names[unit]} has spent more than its Fire Events"
    if state.active != NO_FORMATION and not state.used >> state.active & 1:
        yield f"{key_of(state, state.active)} is active but its HQ is not used"
    for hex_ in state.objectives:
        if hex_ not in kit.terrain:
            yield f"an OBJ marker lies off the map: {label(state, hex_)}"


def _stack(state: State) -> Iterator[str]:
    if state.over:
        if state.stack:
            yield "the game is over but something is still asked"
        return
    if not state.stack:
        yield "nobody is asked although the game is not over"
        return
    for decision in state.stack:
        if type(decision) not in QUESTIONS and type(decision) not in PROCEDURES:
            yield f"nobody answers {type(decision).__name__}"
    if type(state.top) not in QUESTIONS:
        yield f"{type(state.top).__name__} was not carried out"


def _derived(state: State) -> Iterator[str]:
    """What is remembered of the position is what one would find looking afresh."""
    fresh = copy(state)
    changed(fresh)
    for side, (what, of_side) in product((US, GERMAN), _OF_SIDES):
        if of_side(state, side) != of_side(fresh, side):
            yield f"{what} is remembered from another position"
    for formation, (what, derive) in product(state.kit.formations, _OF_FORMATIONS):
        if derive(state, formation.id) != derive(fresh, formation.id):
            yield f"the {what} of {formation.key} is remembered from another position"


_OF_SIDES: Final[tuple[tuple[str, Callable[[State, Side], object]], ...]] = (
    ("who is on the map", standing),
    ("a zone of control", zones.zone),
    ("a Real AV zone", zones.real_zone),
    ("what units are Prepared", zones.prepared),
    ("what units have AV", zones.real_av),
    ("a stack that has Support", support.supporters),
    ("Stand Off Support", sight.stand_off),
    ("an Engagement Zone", sight.engagement_zone),
    ("a full hex", stacking.full),
)
_OF_FORMATIONS: Final[tuple[tuple[str, Callable[[State, FormationId], object]], ...]] = (
    ("roll", serving),
    ("Support box", boxed),
    ("Simple Blob", mixing.blob),
    ("Leg Safe Path", partial(safe_path.area, ma_type=LEG)),
    ("Truck Safe Path", partial(safe_path.area, ma_type=TRUCK)),
    ("Tac Safe Path", partial(safe_path.area, ma_type=TAC)),
    ("MSR", trains.msr),
    ("set of Legal Hexes", trains.legal),
)
