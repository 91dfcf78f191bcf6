"""Control of victory hexes, victory points, leaving the map, and how the game ends."""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import GERMAN, TAC, Side, UnitId
from grognard.titles.bcs.kit.rows import Level
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    EXITED,
    SEATS,
    State,
    each,
    face,
    key_of,
    label,
    mark,
    put,
)
from grognard.titles.bcs.rules.command import formations, safe_path
from grognard.titles.bcs.rules.rear import trains
from grognard.waist.title import Verdict

# -- control ----------------------------------------------------------------------------


def controls(state: State, side: Side, hex_: Hex) -> bool:
    """Whether the side controls a victory hex."""
    return bool(state.kit.vp_hexes >> hex_ & 1) and (state.german >> hex_ & 1) == (side == GERMAN)


@cites("BCS-C.1")
def take(state: State, side: Side, hex_: Hex) -> Events:
    """A combat unit of the side is in the hex: it controls it from now on."""
    if not state.kit.vp_hexes >> hex_ & 1 or controls(state, side, hex_):
        return []
    mark(state, german=state.german ^ 1 << hex_)
    kit = state.kit
    return [ev.Controlled(side, label(state, hex_), kit.vp_names[hex_], kit.vp[hex_])]


# -- points --------------------------------------------------------------------------------


@cites("BCS-A.6", "BCS-B.8")
def points(state: State) -> Tally:
    """German victory points as things stand."""
    kit, rule = state.kit, _rule(state)
    parts = [
        Modifier(kit.vp[h], rule, f"{kit.vp_names[h]} {kit.grid.label(h)}")
        for h in members(state.german & kit.vp_hexes)
    ]
    if kit.exit is not None and state.exited:
        gone = min(state.exited // kit.exit.steps_per_vp, kit.exit.most)
        parts.append(Modifier(gone, "BCS-B.3", "steps gone to the Meuse"))
    if state.bonus > 0:
        parts.append(Modifier(state.bonus, "BCS-A.4", "timetable"))
    if state.bonus < 0:
        parts.append(Modifier(state.bonus, "BCS-B.7", "units that did not leave"))
    return Tally(tuple(parts))


def _rule(state: State) -> str:
    rules = {"lesson": "BCS-A.5", "noville": "BCS-A.6"}
    return rules.get(state.kit.scenario.key, "BCS-B.8")


@cites("BCS-A.4", "BCS-B.7")
def timetable(state: State) -> Events:
    """What the end of this turn adds for good: a hex held early, units that did not leave."""
    state.bonus += due(state)
    late = state.kit.optional
    if late is not None and late.by_turn == state.turn:
        state.bonus -= late.penalty * len(_still_here(state))
    return []


def due(state: State) -> int:
    """What the timetable adds at the end of this turn as things stand."""
    table = state.kit.timetable
    if table is None or state.bonus or not controls(state, GERMAN, table.hex):
        return 0
    return table.vp.get(state.turn, 0)


def _still_here(state: State) -> list[UnitId]:
    late = state.kit.optional
    units = state.kit.formation_units[late.formation] if late else 0
    return [unit for unit in each(units) if state.hex_of[unit] >= 0]


# -- leaving the map ----------------------------------------------------------------------------


@cites("BCS-B.3", "BCS-B.7")
def may_leave(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot leave the map where it is."""
    if _goes_north(state, unit):
        return None
    leave, name = state.kit.exit, state.kit.names[unit]
    if leave is None or state.command[unit] not in leave.formations:
        return Refusal("BCS-B.3", f"{name} does not leave the map")
    if not leave.hexes >> max(state.hex_of[unit], 0) & 1 or state.hex_of[unit] < 0:
        return Refusal("BCS-B.3", f"{name} is not in a hex one leaves by")
    if face(state, unit).type != TAC:
        return Refusal("BCS-B.3", f"{name} is not showing a Tac side")
    if not safe_path.in_radius(state, unit):
        return Refusal("BCS-B.3", f"{name} is out of Command Radius")
    if not trains.in_legal_hex(state, state.command[unit]):
        key = key_of(state, state.command[unit])
        return Refusal("BCS-B.3", f"the Trains of {key} are not in a Legal Hex")
    return None


@cites("BCS-B.7")
def _goes_north(state: State, unit: UnitId) -> bool:
    """A unit of the formation that only passes through, at the hex it has to leave by."""
    late = state.kit.optional
    if late is None or state.kit.formation_of[unit] != late.formation:
        return False
    return state.hex_of[unit] == late.leave


@cites("BCS-B.3", "BCS-B.7")
def leave(state: State, unit: UnitId) -> Events:
    """A unit is gone for good; by an exit to the Meuse its steps count."""
    steps, number = state.steps[unit], state.command[unit]
    if not _goes_north(state, unit):
        state.exited += steps
    put(state, unit, EXITED)
    told: Events = [ev.Left(state.kit.side_of[unit], state.kit.names[unit], steps)]
    return told + formations.check(state, number)


# -- the end --------------------------------------------------------------------------------------


@cites("BCS-A.5", "BCS-A.6", "BCS-B.8")
def outcome(state: State) -> Verdict | None:
    """How the game ends with this turn; None before the last."""
    return standing(state) if state.turn >= state.kit.last_turn else None


def standing(state: State) -> Verdict:
    """The result if the game ended now."""
    tally = points(state)
    level = _level(state, tally.total)
    winner = {"american": SEATS[0], "german": SEATS[1]}.get(level.winner)
    return Verdict(winner, level.result, tally)


def _level(state: State, total: int) -> Level:
    levels = state.kit.scenario.levels
    return next((level for level in levels if total >= level.at_least), levels[-1])


def verdict(state: State) -> Verdict | None:
    """The result of a game that is over."""
    return outcome(state) if state.over else None
