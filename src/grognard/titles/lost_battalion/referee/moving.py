"""Movement: what a hex costs, who may enter, and what is open to a group (8, 6.1, 10.3)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.referee.ground import Side, column
from grognard.titles.lost_battalion.referee.position import GERMAN, US
from grognard.titles.lost_battalion.referee.stacking import may_stand

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.kit.tables import Unit
    from grognard.titles.lost_battalion.referee.ground import Label
    from grognard.titles.lost_battalion.referee.position import Position

LATER, DUE, RESERVE, RESTING, POOL, DEAD, WITHDRAWN = -1, -2, -3, -4, -5, -6, -7
NOWHERE = -9
PLAIN = "clear"


# -- one step ----------------------------------------------------------------------------------


def may_enter(p: Position, unit: Unit, to: Label) -> bool:
    """LB-8.0a, 8.11a, 11.7d, 11.7f: whether a unit may be in a hex at all."""
    if to in p.held(1 - unit.side):
        return False
    if unit.side == GERMAN and p.south_of_line(to):
        return False
    return to not in p.gas or (unit.side == GERMAN and to in p.ground.forts)


def may_cross(p: Position, unit: Unit, a: Label, b: Label) -> bool:
    """LB-8.12, 14.0b: whether a unit may go over what flows between two hexes."""
    river = p.ground.river(a, b)
    if not river:
        return True
    south = p.south_of_line(a) and p.south_of_line(b)
    first = p.kit.scenario.rules.meuse_crossing_from
    if river == "meuse" and unit.side == US and not south and p.turn < first:
        return False
    return p.can_use(unit.side, a, b) or (river != "meuse" and unit.kind == "INF")


def is_road(p: Position, side: int, a: Label, b: Label) -> bool:
    """A road over a bridge that a side may not use is none to it."""
    return Side((a, b)) in p.ground.roads and (not p.ground.river(a, b) or p.can_use(side, a, b))


def off_road(p: Position, unit: Unit, a: Label | None, b: Label) -> Fraction:
    """LB-S.18, S.20: terrain, fortification and wading."""
    cost = _points(p, p.ground.terrain(b)) + dug_in(p, b)
    wades = a is not None and p.ground.river(a, b) and not p.can_use(unit.side, a, b)
    return cost + (_points(p, "minor river") if wades else 0)


def dug_in(p: Position, label: Label) -> Fraction:
    fort = p.ground.forts.get(label)
    return _points(p, fort) if fort else Fraction(0)


def _points(p: Position, terrain: str) -> Fraction:
    return _fraction(p.kit.charts["terrain"].cell(terrain, "move"))


@cache
def _fraction(printed: str) -> Fraction:
    return Fraction(printed.lstrip("+"))


def marching_cost(p: Position, unit: Unit, a: Label | None, b: Label) -> Fraction | None:
    """Regular movement from a hex, or from off the map, to the next; None if it is barred."""
    if not may_enter(p, unit, b) or (a is not None and not may_cross(p, unit, a, b)):
        return None
    by_road = is_road(p, unit.side, a, b) if a is not None else b in p.ground.exits
    if by_road:
        return _points(p, "road") + dug_in(p, b)
    if unit.kind == "ART" or (unit.kind == "TANK" and p.ground.terrain(b) != PLAIN):
        return None
    return off_road(p, unit, a, b)


def riding_cost(p: Position, unit: Unit, a: Label | None, b: Label) -> Fraction | None:
    """Operational Movement (8.10)."""
    if not may_enter(p, unit, b) or (a is not None and not may_cross(p, unit, a, b)):
        return None
    if unit.side == US and not p.since("operational_movement"):
        return None
    by_road = is_road(p, unit.side, a, b) if a is not None else b in p.ground.exits
    watched = p.beside(1 - unit.side, b) or (a is not None and p.beside(1 - unit.side, a))
    if not by_road or watched or not p.friendly(unit.side, b):
        return None
    return Fraction(str(p.kit.values["operational_cost"].value))


# -- entering the map --------------------------------------------------------------------------


def entries(p: Position, unit: Unit) -> set[Label]:
    """The edge hexes a unit may come on at, its cost apart (3.4, 6.1)."""
    if unit.side == US:
        return {label for label in _allied_edge(p, unit) if may_enter(p, unit, label)}
    given = {h for letter in _edges(p, unit) for h in _german_edge(p, unit, letter)}
    return given or {h for letter in "NEW" for h in _german_edge(p, unit, letter)}


def _edges(p: Position, unit: Unit) -> list[str]:
    """LB-S.32: by the order of battle, or by the scenario's own record."""
    division = p.kit.divisions[unit.division]
    for arrival in p.kit.scenario.arrivals or []:
        if arrival.division == division.key:
            return list(arrival.edges)
    return list("NEW") if division.edges == "any" else list(division.edges)


def _allied_edge(p: Position, unit: Unit) -> set[Label]:
    south = p.ground.edges["S"]
    if unit.nation != "french":
        return south
    found = {label for label in south if column(label) <= 5 or column(label) >= 22}
    if unit.division >= 0 and p.kit.divisions[unit.division].key in p.divisions("west_entry"):
        found |= p.ground.edges["W"] & p.allied
    return found


def _german_edge(p: Position, unit: Unit, letter: str) -> set[Label]:
    closed = p.allied if letter == "W" else set()
    return {h for h in p.ground.edges[letter] - closed if may_enter(p, unit, h)}


# -- a group on the move -----------------------------------------------------------------------


def allowance(p: Position, unit: Unit) -> Fraction:
    """LB-7.2a, 7.2d: halved and rounded up if out of supply as the phase began."""
    full = Fraction(unit.allowance, 2)
    cut = p.state.out_moving >> unit.id & 1
    return Fraction(-(-full // 2)) if cut else full


def steps_open(
    p: Position, group: list[Unit], at: Label | None, spent: Fraction, mode: str
) -> set[str]:
    """The marches and rides open to a group."""
    found = set()
    for verb, cost_of in (("march", marching_cost), ("ride", riding_cost)):
        if mode not in ("", verb):  # LB-8.10g
            continue
        for to in _next_to(p, group, at):
            costs = [cost_of(p, unit, at, to) for unit in group]
            left = min(allowance(p, unit) for unit in group) - spent
            if all(cost is not None and cost <= left for cost in costs):
                found.add(f"{verb} {to}")
    return found


def _next_to(p: Position, group: list[Unit], at: Label | None) -> set[Label]:
    if at is None:
        return set.intersection(*(entries(p, unit) for unit in group))
    return set(p.ground.near[at])


def strikes_open(
    p: Position, group: list[Unit], at: Label | None, spent: Fraction, mode: str
) -> set[str]:
    """The Hasty Attacks open to a group (6.4, 9.14, 10.3)."""
    if at is None or mode == "ride" or not may_strike(p, group, at):
        return set()
    left = min(allowance(p, unit) for unit in group) - spent
    return {f"strike {to}" for to in p.ground.near[at] if _may_strike_at(p, group, at, to, left)}


def may_strike(p: Position, group: list[Unit], at: Label) -> bool:
    """What is asked of the group, wherever it strikes."""
    names = {unit.name for unit in group}
    if not all(_has_right(p, unit) for unit in group):
        return False
    if not any(unit.kind == "INF" for unit in group):  # LB-11.8h
        return False
    began = {began_at(p, unit) for unit in group}
    entered = p.names(p.state.entered) & names
    cut = p.names(p.state.out_moving) & names
    gassed = at in p.gas and group[0].side == US
    if len(began) > 1 or entered or cut or gassed or not may_stand(p, names):
        return False
    return within_supply(p, group)


def _has_right(p: Position, unit: Unit) -> bool:
    """LB-6.4a to 6.4c, 6.4i, 6.4k."""
    if unit.side == GERMAN:
        return unit.kind == "INF" and p.on("german_hasty")
    first, final = p.today("hasty_attacks"), bool(p.state.announced)
    if unit.kind == "TANK":
        return first or final
    if unit.nation == "french":
        return unit.kind == "INF" and first and p.on("french_hasty_t1")
    chosen = unit.kind == "INF" and p.state.final >> unit.division & 1
    return unit.kind == "INF" and bool(first or (final and chosen))


def began_at(p: Position, unit: Unit) -> object:
    """Where a unit stood as the phase began."""
    if unit.id in p.state.began:
        return p.state.began[unit.id]
    return p.state.hex_of[unit.id]


def within_supply(p: Position, group: list[Unit]) -> bool:
    """LB-7.4b to 7.4d: whether so many US divisions may have attacked this turn."""
    divisions = {u.division for u in group if u.nation == "us" and u.kind == "INF"}
    counted = {n for n in range(len(p.kit.divisions)) if p.state.divisions >> n & 1}
    return len(divisions | counted) <= p.kit.turns[p.turn].us_divisions_may_attack


def _may_strike_at(p: Position, group: list[Unit], at: Label, to: Label, left: Fraction) -> bool:
    side, river = group[0].side, p.ground.river(at, to)
    if to not in p.held(1 - side) or river == "meuse" or asleep(p, side, to):
        return False
    if side == GERMAN and p.south_of_line(to):
        return False
    if to in p.gas and not (side == GERMAN and to in p.ground.forts):
        return False
    if not all(may_cross(p, unit, at, to) and tank_may(p, unit, at, to) for unit in group):
        return False
    factor = p.number("hasty_cost_factor")
    return all(factor * off_road(p, unit, at, to) <= left for unit in group)


def tank_may(p: Position, unit: Unit, a: Label, b: Label) -> bool:
    """LB-11.8f: no tank into forest or rough unless along a road."""
    if unit.kind != "TANK" or p.ground.terrain(b) == PLAIN:
        return True
    return is_road(p, unit.side, a, b)


def asleep(p: Position, side: int, label: Label) -> bool:
    """LB-14.0a: no German east of the Meuse may be attacked yet."""
    first = p.kit.scenario.rules.meuse_attacks_from
    return side == US and p.turn < first and label in p.ground.right_bank


# -- the Movement Phase ------------------------------------------------------------------------


def may_pick(p: Position, unit: Unit) -> bool:
    """Whether a unit may begin its move now."""
    state = p.state
    if state.done >> unit.id & 1 or unit.kind in ("ART", "MG"):
        return False
    if unit.name in p.at:
        return not state.refilled >> unit.id & 1
    if p.box[unit.name] == RESERVE:
        lifted = state.lifted >> unit.id & 1  # LB-6.3e
        return p.since("reserve_open") and not lifted and _can_come(p, unit)
    return p.box[unit.name] == DUE and _can_come(p, unit)


def _can_come(p: Position, unit: Unit) -> bool:
    return bool(steps_open(p, [unit], None, Fraction(0), ""))


def may_lift(p: Position, unit: Unit) -> bool:
    """LB-6.3c, 6.3e, 6.3l."""
    state = p.state
    busy = state.moved | state.struck | state.entered | state.out_moving
    return (
        unit.nation == "us"
        and unit.kind in ("INF", "TANK")
        and unit.name in p.at
        and not busy >> unit.id & 1
    )


def overfull(p: Position, side: int) -> set[Label]:
    """The hexes of a side that are overstacked."""
    return {h for h in p.held(side) if not may_stand(p, p.stacks[h])}


def may_join(p: Position, group: list[Unit], unit: Unit, at: Label | None) -> bool:
    """Whether another unit of the hex may come along."""
    if unit in group or unit.side != group[0].side or at is None or p.at.get(unit.name) != at:
        return False
    return may_pick_gun(p, unit) if group[0].kind == "ART" else may_pick(p, unit)


# -- cures of an overstacked hex (rulings on 5.3) ----------------------------------------------


def cures(
    p: Position, crowded: set[Label], may_leave: Callable[[Position, Unit], bool]
) -> set[str]:
    found = set()
    for label in crowded:
        units = [p.units[name] for name in p.stacks[label]]
        back = {f"takeback {unit.name}" for unit in units if may_go_back(p, unit)}
        found |= back
        if not back and not any(may_leave(p, unit) for unit in units):
            found |= {f"disband {unit.name}" for unit in units}
    return found


def may_go_back(p: Position, unit: Unit) -> bool:
    """Back to the hex or box where it began the phase, if it neither fought nor took ground."""
    start = p.state.began.get(unit.id, NOWHERE)
    struck = p.state.struck >> unit.id & 1
    if struck or start in (NOWHERE, p.state.hex_of[unit.id]):
        return False
    return start < 0 or may_enter(p, unit, p.kit.grid.label(Hex(start)))


def may_leave(p: Position, unit: Unit) -> bool:
    """Whether it has yet to move, hemmed in or not, or can be lifted."""
    return may_lift(p, unit) or may_pick(p, unit)


def may_pick_gun(p: Position, unit: Unit) -> bool:
    """LB-11.5a, S.10: guns that have not fired, in their own phase."""
    busy = p.state.fired | p.state.done
    return unit.kind == "ART" and unit.name in p.at and not busy >> unit.id & 1
