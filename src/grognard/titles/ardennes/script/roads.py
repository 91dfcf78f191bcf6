"""The rules block roads: what is rolled for, and who mans a roadblock (EA-RB.f to EA-RB.y)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.book.priorities import Narrowed, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Arrival, MannedRoll, RoadblockCheck
from grognard.titles.ardennes.position.questions import Events, ask_chance, d10
from grognard.titles.ardennes.position.state import (
    RESERVE,
    SOLITAIRE,
    State,
    army_of,
    ascending,
    boxed,
    corps_of,
    corps_units,
    fact,
    ids,
    note,
    option,
)
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.moving.roadblocks import ask_to_clear, in_order, lift, place
from grognard.titles.ardennes.rules.moving.watch import WATCHES, Watch
from grognard.titles.ardennes.rules.moving.zones import nearest, zone
from grognard.titles.ardennes.rules.supply.communication import (
    german_communication,
    in_communication,
)
from grognard.titles.ardennes.rules.supply.supply import supplied_if, supplied_without
from grognard.titles.ardennes.script import vocabulary
from grognard.titles.ardennes.script.demolition import try_to_blow
from grognard.waist.asking import pop, push
from grognard.waist.chance import Rolled

# -- candidates ------------------------------------------------------------------------


@lru_cache(maxsize=16)
@cites("EA-RB.k", "EA-RB.m", "EA-RB.q")
def road_positions(kit: Kit) -> tuple[HexSet, HexSet]:
    """Positions on a road: those of low HV, and those that are VP hexes."""
    low = hexset(h for h in members(kit.positions) if kit.hv[h] < kit.number("high_hold"))
    return low & kit.roads, kit.positions & kit.roads & kit.vp_hexes


def sites(state: State, units: UnitSet) -> HexSet:
    """The hexes where a roadblock could be placed if one of these units came next to them."""
    return open_sites(state, units) & _allied_ground(state, units)


@cites("EA-RB.l")
def _allied_ground(state: State, units: UnitSet) -> HexSet:
    # The unit's own zone of control does not cut the hex off: it has only just come.
    return supplied_without(state, ALLIED, units)


def open_sites(state: State, units: UnitSet) -> HexSet:
    """The same, whether in Allied supply or not."""
    return fact(state, ("open sites", units), lambda: _find_sites(state, units))


@cites("EA-RB.k", "EA-RB.n", "EA-RB.o", "EA-RB.p", "EA-RB.q", "EA-RB.r", "EA-S.78")
def _find_sites(state: State, units: UnitSet) -> HexSet:
    low, vp = road_positions(state.kit)
    found = vp
    if state.day < state.kit.number("roadblock_vp_from_day"):
        found |= low & ~zone(state, ALLIED)
    found &= ~(state.occupied[GERMAN] | state.occupied[ALLIED] | state.roadblocks)
    found &= ~(state.german_towns | state.record.trodden)
    return found & ~state.kit.grid.spread(_other_germans(state, units))


def _other_germans(state: State, units: UnitSet) -> HexSet:
    held = state.occupied[GERMAN]
    for hex_ in {state.hex_of[unit] for unit in ids(units)}:
        if hex_ >= 0 and not state.stacks[hex_] & ~units:
            held &= ~(1 << hex_)
    return held


@cites("EA-RB.h", "EA-RB.j")
def candidates(state: State, hex_: Hex, units: UnitSet) -> list[Hex]:
    """The hexes to be rolled for when these units have come into a hex, in order."""
    if _rolls_over(state):
        return []
    near = state.kit.within(hex_, 1) & ~(1 << hex_) & open_sites(state, units)
    near &= ~state.record.rolled
    return in_order(state, near & _allied_ground(state, units)) if near else []


def _rolls_over(state: State) -> bool:
    """Whether a roadblock placed in this activation ends its rolls."""
    return bool(state.record.placed) and option(state, "roadblock_rolls") == "until_placed"


@cites("EA-RB.f")
def would_check(state: State, hex_: Hex, units: UnitSet) -> bool:
    """Whether their coming into a hex would cause a check."""
    return bool(candidates(state, hex_, units))


def placeable(state: State, hex_: Hex) -> bool:
    """Whether engineers could place a roadblock there: a candidate with no German next to it."""
    return bool(sites(state, 0) >> hex_ & 1)


# -- rolling -------------------------------------------------------------------------------


@cites("EA-RB.g", "EA-RB.h", "EA-RB.i", "EA-RT.v")
def check(state: State, arrival: Arrival) -> bool:
    """Rolls for the next hex when units have come into one; false if there is none."""
    found = candidates(state, arrival.hex, arrival.units)
    if not found:
        return False
    note(state, rolled=state.record.rolled | 1 << found[0])
    push(state, RoadblockCheck(found[0], next(ids(arrival.units))))
    return True


@cites("EA-RB.g")
def _rolled(state: State, check: RoadblockCheck, action: Rolled) -> Events:
    pop(state)
    hex_, roll = check.hex, action.faces[0]
    number = state.kit.hv[hex_]
    text = state.kit.grid.label(hex_)
    told: Events = [ev.RoadblockRolled(ALLIED, text, roll, number, roll <= number)]
    if roll <= number:
        told += place(state, hex_, "a roadblock check")
        ask_to_clear(state, hex_, 1 << check.unit)
    return told


ask_chance(RoadblockCheck, d10("roadblock"), _rolled)


# -- the Supply Phase -----------------------------------------------------------------------


@cites("EA-RB.t", "EA-RB.u")
def supply_phase(state: State) -> Events:
    """Roadblocks cut off from either side come off."""
    told: Events = []
    for hex_ in list(members(state.roadblocks)):
        if not _joined(state, german_communication(state), hex_):
            told += lift(state, hex_, "out of communication with the Germans", "EA-RB.t")
        elif not _joined(state, in_communication(state), hex_):
            told += lift(state, hex_, "out of communication with the Allies", "EA-RB.u")
    return told


def _joined(state: State, net: HexSet, hex_: Hex) -> bool:
    """Whether a side's communications lead to the hex or up to it."""
    return bool(net & state.kit.within(hex_, 1))


# -- manning --------------------------------------------------------------------------------


def passed(state: State, hex_: Hex) -> None:
    """A roadblock came off before active units: Allied units may stand in its place."""
    if _may_be_manned(state, hex_):
        push(state, MannedRoll(hex_))


@cites("EA-RB.w")
def _may_be_manned(state: State, hex_: Hex) -> bool:
    # The zones of the units next to it do not reach into a hex an Allied unit would hold.
    return bool(state.kit.vp_hexes >> hex_ & 1) or supplied_if(state, ALLIED, hex_)


@cites("EA-RB.w")
def _manned(state: State, decision: MannedRoll, action: Rolled) -> Events:
    pop(state)
    hex_, roll = decision.hex, action.faces[0]
    kit, number = state.kit, state.kit.hv[decision.hex]
    chosen = garrison(state, hex_) if roll <= number else None
    names = kit.names[chosen.kept[0]] if chosen and chosen.kept else ""
    label = kit.grid.label(hex_)
    told: Events = [ev.RoadblockManned(ALLIED, label, roll, number, names)]
    if chosen is None or not chosen.kept:
        return told
    told.append(_reasoned(state, label, chosen))
    unit = chosen.kept[0]
    if state.hex_of[unit] == RESERVE:
        state.fresh |= 1 << unit
    return told + movement.enter(state, 1 << unit, hex_)


ask_chance(MannedRoll, d10("an Allied unit at the roadblock"), _manned)


@cites("EA-RB.x", "EA-RB.y")
def garrison(state: State, hex_: Hex) -> Narrowed[UnitId]:
    """The Allied unit that takes a roadblock's place: the nearest one's formation first."""
    beside = _closest(state, hex_)
    reserve = boxed(state, RESERVE, ALLIED) & ~state.dry
    waiting = reserve | vocabulary.out_of_contact(state)
    if beside is None:
        return narrow((), [])
    division, corps, army = _formations(state, beside)
    waiting &= division | corps | army
    by_formation = [
        only(f"of the division of {state.kit.names[beside]}", _in(division), "EA-RB.y"),
        only("of its corps", _in(corps), "EA-RB.y"),
    ]
    from_reserve = [only("in the Reserve box", _in(reserve), "EA-RB.x")]
    first_formation = option(state, "manned_by") == "formation_first"
    criteria = by_formation + from_reserve if first_formation else from_reserve + by_formation
    order = state.kit.order
    return narrow(ids(waiting), [*criteria, lowest("lowest #", lambda u: order[u], "EA-RB.x")])


def _in(units: UnitSet) -> Callable[[UnitId], bool]:
    return lambda unit: bool(units >> unit & 1)


def _closest(state: State, hex_: Hex) -> UnitId | None:
    """The Allied unit nearest the hex, the lowest # of equals."""
    if not state.occupied[ALLIED]:
        return None
    away = nearest(state, ALLIED, hex_)
    near = 0
    for held in members(state.kit.within(hex_, away) & state.occupied[ALLIED]):
        near |= state.stacks[held]
    return ascending(state, near)[0]


def _formations(state: State, unit: UnitId) -> tuple[UnitSet, UnitSet, UnitSet]:
    kit = state.kit
    division = kit.division_units.get(kit.units[unit].division, 0)
    return division, corps_units(state, corps_of(state, unit)), kit.army_units[army_of(state, unit)]


def _reasoned(state: State, label: str, chosen: Narrowed[UnitId]) -> ev.Reasoned:
    names = state.kit.names
    lines = [
        ev.Line(step.name, step.rule, tuple(names[unit] for unit in step.matched))
        for step in chosen.trace
    ]
    return ev.Reasoned(ALLIED, "manning a roadblock", label, names[chosen.kept[0]], tuple(lines))


WATCHES[SOLITAIRE] = Watch(try_to_blow, check, would_check, passed, supply_phase)
