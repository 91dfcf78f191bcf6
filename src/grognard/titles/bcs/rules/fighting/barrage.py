"""Barrage: points, spotters, missions, the Barrage Table (BCS-8.0.a to BCS-8.0.i)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import Side, UnitId, UnitSet
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    NO_UNIT,
    Activities,
    Fight,
    LossRoll,
    MissionChoice,
)
from grognard.titles.bcs.position.deeds import TASKS, Deed
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
    FAIL,
    State,
    each,
    in_field,
    label,
    note,
    other,
    units_in,
)
from grognard.titles.bcs.rules.command import objectives, prepared, safe_path
from grognard.titles.bcs.rules.fighting import losses
from grognard.titles.bcs.rules.fighting.fights import (
    STAGES,
    begin,
    defending,
    edit,
    enemy_refusal,
    fail_refusal,
    fight_of,
    side_of,
)
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement
from grognard.titles.bcs.rules.moving.hand import in_hand
from grognard.waist.asking import own_side, pop, push
from grognard.waist.chance import Rolled

ARTY, AIR = "arty", "air"
_POINTS: Final = {ARTY: "Artillery", AIR: "Air"}


# -- what any mission needs -------------------------------------------------------------------


@cites("BCS-8.0.a", "BCS-8.0.g")
def hex_refusal(state: State, target: Hex) -> Refusal | None:
    """Why the hex can take no Barrage mission."""
    where = label(state, target)
    if state.barraged >> target & 1:
        return Refusal("BCS-8.0.a", f"{where} has had its Barrage mission in this Activation")
    if not objectives.zone(state) >> target & 1:
        return Refusal("BCS-8.0.g", f"{where} is in no OBJ Zone")
    if not safe_path.radius(state, state.active) >> target & 1:
        return Refusal("BCS-8.0.g", f"{where} is not within the HQ's Command Radius")
    return None


@cites("BCS-R.42")
def points(state: State, side: Side) -> dict[str, int]:
    """The Points at hand: the formation's Artillery and the side's Air."""
    return {ARTY: state.arty, AIR: state.air[side]}


@cites("BCS-R.42")
def _spend(state: State, side: Side, target: Hex, arty: int, air: int) -> None:
    pool = state.air[:]
    pool[side] -= air
    note(state, arty=state.arty - arty, air=pool, barraged=state.barraged | 1 << target)


@cites("BCS-8.0.h", "BCS-S.39", "BCS-1.2d.f")
def spots(state: State, unit: UnitId, target: Hex) -> bool:
    """Whether the unit is near enough and sees the hex."""
    reach = sight.reach(state, state.kit.number("limits.spot_range"))
    return bool(sight.view(state.kit, state.hex_of[unit], reach) >> target & 1)


@cites("BCS-S.9", "BCS-S.39")
def spotters(state: State, target: Hex) -> Iterator[UnitId]:
    """The units of the active formation that can spot for a Barrage of the hex."""
    for unit in each(in_field(state, state.active) & ~state.finished):
        if spots(state, unit, target):
            yield unit


@cites("BCS-8.0.h", "BCS-S.39", "BCS-S.9", "BCS-S.8")
def _spotter_refusal(state: State, side: Side, name: str, target: Hex) -> Refusal | None:
    unit = owned(state, side, name)
    if isinstance(unit, Refusal):
        return unit
    if not in_field(state, state.active) >> unit & 1:
        return Refusal("BCS-S.39", f"{name} is no unit of the active formation on the map")
    if state.finished >> unit & 1:
        return Refusal("BCS-S.9", f"{name} is Finished")
    if not spots(state, unit, target):
        return Refusal(
            "BCS-8.0.h", f"{name} is too far from {label(state, target)} or cannot see it"
        )
    return None


# -- a mission by itself ----------------------------------------------------------------------


def _candidates(state: State, now: Activities) -> Iterator[act.Action]:
    if state.snafu == FAIL or not state.objectives:
        return
    kinds = [kind for kind, left in points(state, now.side).items() if left]
    if not kinds:
        return
    for target in _within_reach(state, now.side):
        for unit in spotters(state, target):
            for kind in kinds:
                yield act.Barrage(state.kit.names[unit], label(state, target), kind)


def _within_reach(state: State, side: Side) -> Iterator[Hex]:
    held = state.occupied[other(side)] & safe_path.radius(state, state.active) & ~state.barraged
    if held:
        yield from members(held & objectives.zone(state))


@cites("BCS-8.0.c", "BCS-8.0.d", "BCS-R.42")
def _refused(state: State, now: Activities, action: act.Barrage) -> Refusal | None:
    bar = fail_refusal(state) or enemy_refusal(state, now.side, action.hex)
    if bar is not None:
        return bar
    if action.point not in _POINTS:
        return Refusal("BCS-8.0.c", f"a Barrage takes a point of arty or air, not {action.point}")
    if not points(state, now.side)[action.point]:
        return Refusal("BCS-R.42", f"there is no {_POINTS[action.point]} Point left")
    target = state.kit.grid.at(action.hex)
    return hex_refusal(state, target) or _spotter_refusal(state, now.side, action.spotter, target)


@cites("BCS-8.0.c", "BCS-8.0.i", "BCS-S.38")
def _barrage(state: State, now: Activities, action: act.Barrage) -> Events:
    """One point, one roll; the spotter STOPs."""
    unit, target = state.kit.by_name[action.spotter], state.kit.grid.at(action.hex)
    arty, air = int(action.point == ARTY), int(action.point == AIR)
    fight = Fight(
        "barrage", unit, state.hex_of[unit], target, mission="destruction", arty=arty, air=air
    )
    told = begin(state, fight)
    _spend(state, now.side, target, arty, air)
    told.append(ev.Mission(now.side, "destruction", action.hex, arty, air, action.spotter))
    return told + movement.stop(state, unit, "it spotted for a Barrage", "BCS-8.0.i")


# -- a mission inside an attack ---------------------------------------------------------------


def ask_for_mission(state: State, fight: Fight) -> Events:
    """The attacker may add a mission, if he has the points and the hex can take one."""
    side = side_of(state, fight)
    pool = points(state, side)
    useful = pool[AIR] if fight.kind == "shock" else pool[ARTY] + pool[AIR]
    if useful and hex_refusal(state, fight.target) is None:
        push(state, MissionChoice(side))
    return []


def _missions(state: State, choice: MissionChoice) -> Iterator[act.Action]:
    fight, pool = fight_of(state), points(state, choice.side)
    yield act.Decline()
    if fight.kind == "shock":
        for name in _own_spotters(state, fight):
            yield act.Suppress(AIR, name)
            yield act.Destroy(0, 1, name)
        return
    yield from (act.Suppress(kind) for kind in pool if pool[kind])
    most = state.kit.number("limits.destruction_points_in_attack")
    for arty in range(min(most, pool[ARTY]) + 1):
        for air in range(min(most - arty, pool[AIR]) + 1):
            if arty + air:
                yield act.Destroy(arty, air)


def _own_spotters(state: State, fight: Fight) -> Iterator[str]:
    """The shocker itself, as "", and those who could spot in its place."""
    yield ""
    for unit in spotters(state, fight.target):
        if unit != fight.unit:
            yield state.kit.names[unit]


@cites("BCS-8.0.b", "BCS-8.0.c", "BCS-8.0.e", "BCS-8.0.f", "BCS-7.3.g", "BCS-R.43")
def _mission_refused(state: State, choice: MissionChoice, action: act.Action) -> Refusal | None:
    match action:
        case act.Decline():
            return None
        case act.Suppress(point=point):
            if point not in _POINTS:
                return Refusal(
                    "BCS-8.0.e", f"a Suppression takes a point of arty or air, not {point}"
                )
            arty, air = int(point == ARTY), int(point == AIR)
        case act.Destroy(arty=arty, air=air):
            pass
        case _:
            return not_now(action, "add a Barrage mission or decline")
    return _points_refusal(state, choice, arty, air) or _own_refusal(state, choice, action.spotter)


@cites("BCS-8.0.c", "BCS-8.0.f", "BCS-7.3.g")
def _points_refusal(state: State, choice: MissionChoice, arty: int, air: int) -> Refusal | None:
    most = state.kit.number("limits.destruction_points_in_attack")
    pool = points(state, choice.side)
    if fight_of(state).kind == "shock" and (arty, air) != (0, 1):
        return Refusal(
            "BCS-8.0.f", "a mission in a Shock Attack takes one Air Point and no Artillery"
        )
    if min(arty, air) < 0 or not 1 <= arty + air <= most:
        return Refusal("BCS-8.0.c", f"a mission in an attack takes one to {most} Points")
    for kind, used in ((ARTY, arty), (AIR, air)):
        if used > pool[kind]:
            return Refusal("BCS-R.42", f"there are {pool[kind]} {_POINTS[kind]} Points left")
    return None


@cites("BCS-R.43", "BCS-8.0.h", "BCS-4.2f")
def _own_refusal(state: State, choice: MissionChoice, spotter: str) -> Refusal | None:
    """An attacking unit spots for itself; a shocker, which would STOP, may leave it to another."""
    fight = fight_of(state)
    if not spotter:
        acting = in_hand(state, fight.unit) if fight.kind == "shock" else None
        return movement.going_on_refusal(state, acting) if acting else None
    if fight.kind != "shock":
        return Refusal("BCS-R.43", "the attacking unit spots for its own attack")
    return _spotter_refusal(state, choice.side, spotter, fight.target)


@cites("BCS-8.0.b", "BCS-8.0.d", "BCS-8.0.e")
def _mission(
    state: State, choice: MissionChoice, action: act.Decline | act.Suppress | act.Destroy
) -> Events:
    pop(state)
    fight = fight_of(state)
    match action:
        case act.Decline():
            return []
        case act.Suppress(point=point):
            kind, arty, air = "suppression", int(point == ARTY), int(point == AIR)
        case act.Destroy(arty=arty, air=air):
            kind = "destruction"
    _spend(state, choice.side, fight.target, arty, air)
    spotter = state.kit.by_name[action.spotter] if action.spotter else fight.unit
    edit(state, mission=kind, arty=arty, air=air, spotter=spotter)
    where, name = label(state, fight.target), state.kit.names[spotter]
    told: Events = [ev.Mission(choice.side, kind, where, arty, air, name)]
    if spotter == fight.unit:
        return told
    return told + movement.stop(state, spotter, "it spotted for a Barrage", "BCS-8.0.i")


@cites("BCS-8.0.i", "BCS-R.43")
def spotted_for_itself(state: State, fight: Fight) -> Events:
    """A shocker that spotted STOPs when its attack is over; it is not Finished as others are."""
    if fight.spotter != fight.unit or state.hex_of[fight.unit] < 0:
        return []
    return movement.stop(state, fight.unit, "it spotted for its own attack", "BCS-8.0.i")


# -- the Barrage Table ------------------------------------------------------------------------


@cites("BCS-8.0.c", "BCS-S.38")
def destroy(state: State, fight: Fight) -> Events:
    """A roll for each point of a Destruction mission."""
    if fight.mission == "destruction":
        edit(state, rolls=fight.arty + fight.air)
    return []


@cites("BCS-R.41")
def row(state: State, side: Side, hex_: Hex) -> str:
    """The first row that fits the side's units in the hex."""
    units = each(units_in(state, hex_) & state.kit.side_units[side])
    if all(state.kit.units[unit].hard for unit in units):
        return "hard"
    if state.kit.cities >> hex_ & 1 or any(prepared.protects(state, unit) for unit in units):
        return "city_or_prepdef"
    return "other"


@cites("BCS-R.41")
def spared(state: State, side: Side, hex_: Hex) -> UnitSet:
    """Hard units, if they are not alone."""
    units = units_in(state, hex_) & state.kit.side_units[side]
    hard = sum(1 << unit for unit in each(units) if state.kit.units[unit].hard)
    return hard if units & ~hard else 0


@cites("BCS-S.38", "BCS-R.41", "BCS-8.3.b")
def _rolled(state: State, _: LossRoll, rolled: Rolled) -> Events:
    pop(state)
    fight = fight_of(state)
    edit(state, rolls=fight.rolls - 1)
    side, hex_, (die,) = defending(state, fight), fight.target, rolled.faces
    fits = row(state, side, hex_)
    needs = state.kit.number(f"barrage.{fits}")
    told: Events = [
        ev.LossRolled(side_of(state, fight), label(state, hex_), die, needs, fits, die >= needs)
    ]
    if die < needs:
        return told
    first = fight.defender if fight.kind in ("attack", "shock") else NO_UNIT
    return told + losses.take(state, side, hex_, 1, first, spared(state, side, hex_))


STAGES["barrage"] = (destroy,)
TASKS[act.Barrage] = Deed(_candidates, _refused, _barrage, exact=True)
QUESTIONS[MissionChoice] = Question(own_side, _missions, _mission_refused, _mission)
ask_chance(LossRoll, d6("the Barrage Table"), _rolled)
