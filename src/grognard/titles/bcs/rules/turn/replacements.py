"""Replacement Points (BCS-9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    DUAL,
    GERMAN,
    LEG,
    MOVE,
    NO_FORMATION,
    TAC,
    US,
    FormationId,
    Side,
    UnitId,
)
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import ReplacementRoll, Replacing
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    d6,
    not_now,
    owned,
)
from grognard.titles.bcs.position.state import (
    BOX,
    DEAD,
    State,
    each,
    gain_step,
    key_of,
    mark,
    turn_over,
)
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.moving import entering
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn import arrivals
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

AV, NON_AV = 0, 1
KINDS = ("AV", "non-AV")


# -- the points ------------------------------------------------------------------------


@cites("BCS-S.2", "BCS-S.42", "BCS-C.4")
def begin(state: State) -> Events:
    """Each side gets its points and uses them at once."""
    if in_use(state, "replacements_random"):
        push(state, ReplacementRoll(GERMAN), ReplacementRoll(US))
        return []
    row = state.kit.turns[state.turn - 1]
    mark(state, replacements=[list(points) for points in row.repl])
    for side in (GERMAN, US):
        _ask(state, side)
    return [_points(state, side) for side in (US, GERMAN)]


def _points(state: State, side: Side) -> ev.Event:
    av, rest = state.replacements[side]
    corps = state.kit.turns[state.turn - 1].corps[side]
    return ev.Points(side, state.air[side], av, rest, corps)


def _ask(state: State, side: Side) -> None:
    """Asks the side, if there is anybody to spend a point on."""
    if any(_needy(state, side)):
        push(state, Replacing(side))


@cites("BCS-S.42")
def _rolled(state: State, due: ReplacementRoll, rolled: Rolled) -> Events:
    kit, pools = state.kit, [pool[:] for pool in state.replacements]
    die = rolled.faces[0]
    pools[due.side] = [int(kit.rolled("replacements", row, die)) for row in ("av", "non_av")]
    mark(state, replacements=pools)
    pop(state)
    _ask(state, due.side)
    return [_points(state, due.side)]


# -- who may have one --------------------------------------------------------------------


def kind(state: State, unit: UnitId) -> int:
    """AV points are for units whose Deployed side is armoured or a gun; Dual is infantry."""
    deployed = state.kit.units[unit].faces[DEPLOYED]
    return AV if deployed.av and deployed.kind != DUAL else NON_AV


@cites("BCS-9.4", "BCS-S.42", "BCS-R.22")
def refusal(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot take a Replacement Point."""
    name, number = state.kit.names[unit], state.command[unit]
    if not state.replacements[state.kit.side_of[unit]][kind(state, unit)]:
        return Refusal("BCS-S.42", f"there is no {KINDS[kind(state, unit)]} point for {name}")
    if state.steps[unit] >= state.kit.units[unit].steps:
        return Refusal("BCS-S.42", f"{name} is at full strength")
    if number == NO_FORMATION or state.hq[number] < 0:
        return Refusal("BCS-9.4", f"{name} is under no HQ on the map")
    if state.hex_of[unit] == DEAD:
        return _rebuild_refusal(state, unit)
    return _in_field_refusal(state, unit, number)


@cites("BCS-R.22", "BCS-5.5.a")
def _rebuild_refusal(state: State, unit: UnitId) -> Refusal | None:
    """From the Dead Pile: at the HQ, if the counter lets it be rebuilt and there is room."""
    name, hq = state.kit.names[unit], state.hq[state.command[unit]]
    type_ = state.kit.units[unit].faces[MOVE].type
    if not state.kit.units[unit].rebuild:
        return Refusal("BCS-R.22", f"{name} can never be rebuilt")
    if not arrivals.beside_hq(state, unit, type_) >> hq & 1:
        return Refusal("BCS-5.5.a", f"there is no room for {name} at its HQ")
    return None


@cites("BCS-9.4", "BCS-4.2d.a", "BCS-1.6.h", "BCS-1.6.i", "BCS-R.22")
def _in_field_refusal(state: State, unit: UnitId, number: FormationId) -> Refusal | None:
    """On the map, or in the Support box as if at the HQ."""
    name, at = state.kit.names[unit], state.hex_of[unit]
    at = state.hq[number] if at == BOX else at
    if at < 0:
        return Refusal("BCS-9.4", f"{name} is not on the map")
    if not trains.in_legal_hex(state, number):
        key = key_of(state, number)
        return Refusal("BCS-9.4", f"the Trains of {key} are not in a Legal Hex")
    if not safe_path.radius(state, number) >> at & 1:
        return Refusal("BCS-4.2d.a", f"{name} is out of Command Radius")
    type_ = TAC if kind(state, unit) == AV else LEG
    if not safe_path.area(state, number, type_) >> at & 1:
        return Refusal("BCS-9.4", f"{name} has no Safe Path")
    return None


# -- spending them --------------------------------------------------------------------------


def _needy(state: State, side: Side) -> Iterator[UnitId]:
    if any(state.replacements[side]):
        for unit in each(state.kit.side_units[side]):
            weak = state.steps[unit] < state.kit.units[unit].steps
            if weak and refusal(state, unit) is None:
                yield unit


def _candidates(state: State, now: Replacing) -> Iterator[act.Action]:
    for unit in _needy(state, now.side):
        yield act.Replace(state.kit.names[unit])
    yield act.Done()


def _refused(state: State, now: Replacing, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Replace):
        return not_now(action, "spend Replacement Points")
    unit = owned(state, now.side, action.unit)
    return unit if isinstance(unit, Refusal) else refusal(state, unit)


@cites("BCS-S.42", "BCS-R.22", "BCS-R.42")
def _answer(state: State, now: Replacing, action: act.Replace | act.Done) -> Events:
    pop(state)
    if isinstance(action, act.Done):
        return []
    told = _replace(state, state.kit.by_name[action.unit])
    _ask(state, now.side)
    return told


def _replace(state: State, unit: UnitId) -> Events:
    side, which = state.kit.side_of[unit], kind(state, unit)
    pools = [pool[:] for pool in state.replacements]
    pools[side][which] -= 1
    mark(state, replacements=pools)
    gain_step(state, unit)
    dead = state.hex_of[unit] == DEAD
    name, steps = state.kit.names[unit], state.steps[unit]
    told: Events = [ev.Replaced(side, name, KINDS[which], steps, rebuilt=dead)]
    if dead:
        turn_over(state, unit, MOVE)
        told += entering.enter(state, unit, state.hq[state.command[unit]], "arrive")
    return told


QUESTIONS[Replacing] = Question(own_side, _candidates, _refused, _answer, exact=True)
ask_chance(ReplacementRoll, d6("Replacement Points"), _rolled)
