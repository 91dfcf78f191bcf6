"""Roadblocks: where they are placed, and what takes them off again (EA-RB.a to EA-RB.y)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from grognard.book.priorities import Narrowed, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, hexset, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Clearing,
    MannedRoll,
    Reaction,
    RoadblockCheck,
)
from grognard.titles.ardennes.position.questions import PROCEDURES, Events, ask_chance, d10
from grognard.titles.ardennes.position.state import (
    RESERVE,
    State,
    army_of,
    ascending,
    boxed,
    corps_of,
    corps_units,
    fact,
    ids,
    mark,
    note,
    option,
    solitaire,
    standing,
)
from grognard.titles.ardennes.rules.cards import reactions
from grognard.titles.ardennes.rules.cards.happenings import (
    ENGINEERS,
    HAPPENINGS,
    MANTEUFFEL,
    Happening,
    Play,
)
from grognard.titles.ardennes.rules.cards.reactions import REPLIES, Reply, aimed
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.moving.zones import nearest, zone
from grognard.titles.ardennes.rules.supply import communication
from grognard.titles.ardennes.rules.supply.supply import supplied_if, supplied_without
from grognard.titles.ardennes.script import vocabulary
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
    if not solitaire(state) or _rolls_over(state):
        return []
    near = state.kit.within(hex_, 1) & ~(1 << hex_) & open_sites(state, units)
    near &= ~state.record.rolled
    return in_order(state, near & _allied_ground(state, units)) if near else []


def _rolls_over(state: State) -> bool:
    """Whether a roadblock placed in this activation ends its rolls."""
    return bool(state.record.placed) and option(state, "roadblock_rolls") == "until_placed"


@cites("EA-RB.j")
def in_order(state: State, hexes: HexSet) -> list[Hex]:
    """By highest HV, then westernmost, then northernmost."""
    kit = state.kit
    return sorted(members(hexes), key=lambda h: (-kit.hv[h], -kit.column(h), kit.grid.row(h)))


@cites("EA-RB.f")
def would_check(state: State, hex_: Hex, units: UnitSet) -> bool:
    """Whether their coming into a hex would cause a check."""
    return bool(candidates(state, hex_, units))


def placeable(state: State, hex_: Hex) -> bool:
    """Whether engineers could place a roadblock there: a candidate with no German next to it."""
    return bool(sites(state, 0) >> hex_ & 1)


# -- placing and lifting -------------------------------------------------------------------


@cites("EA-RB.g")
def _rolled(state: State, check: RoadblockCheck, action: Rolled) -> Events:
    pop(state)
    hex_, roll = check.hex, action.faces[0]
    number = state.kit.hv[hex_]
    text = state.kit.grid.label(hex_)
    told: Events = [ev.RoadblockRolled(ALLIED, text, roll, number, roll <= number)]
    if roll <= number:
        told += place(state, hex_, "a roadblock check")
        _ask_to_clear(state, hex_, 1 << check.unit)
    return told


ask_chance(RoadblockCheck, d10("roadblock"), _rolled)


def place(state: State, hex_: Hex, why: str) -> Events:
    """A roadblock is put there; with all markers on the map the farthest one is used again."""
    told: Events = []
    if state.roadblocks.bit_count() >= state.kit.number("roadblocks"):
        told = lift(state, _farthest(state), "its marker is needed elsewhere", "EA-RB.g")
    bit = 1 << hex_
    mark(state, roadblocks=state.roadblocks | bit)
    note(state, placed=state.record.placed | bit)
    return [*told, ev.RoadblockPlaced(ALLIED, state.kit.grid.label(hex_), why)]


def _farthest(state: State) -> Hex:
    """The roadblock farthest from any German unit."""
    return max(in_order(state, state.roadblocks), key=lambda h: nearest(state, GERMAN, h))


def lift(state: State, hex_: Hex, why: str, rule: str) -> Events:
    """The roadblock comes off."""
    mark(state, roadblocks=state.roadblocks & ~(1 << hex_))
    return [ev.RoadblockLifted(ALLIED, state.kit.grid.label(hex_), why, rule)]


@cites("EA-RB.t", "EA-RB.u")
def supply_phase(state: State) -> Events:
    """Roadblocks cut off from either side come off."""
    told: Events = []
    for hex_ in list(members(state.roadblocks)):
        if not _joined(state, communication.german_communication(state), hex_):
            told += lift(state, hex_, "out of communication with the Germans", "EA-RB.t")
        elif not _joined(state, communication.in_communication(state), hex_):
            told += lift(state, hex_, "out of communication with the Allies", "EA-RB.u")
    return told


def _joined(state: State, net: HexSet, hex_: Hex) -> bool:
    """Whether a side's communications lead to the hex or up to it."""
    return bool(net & state.kit.within(hex_, 1))


# -- a person's answers ------------------------------------------------------------------------


def road_sites(state: State, units: UnitSet = 0) -> HexSet:
    """Where the Allied player may put a roadblock: empty supplied towns and junctions on a road.

    The zone of German units that have just come does not cut a hex off.
    """
    kit = state.kit
    near = supplied_without(state, ALLIED, units)
    sites = kit.roads & (kit.towns | kit.junctions) & near
    taken = state.occupied[GERMAN] | state.occupied[ALLIED] | state.roadblocks | state.german_towns
    return sites & ~taken


def ask_to_block(state: State, hex_: Hex, units: UnitSet) -> None:
    """2P: the Allied player may block a road the Germans come next to."""
    if road_sites(state, units) & state.kit.grid.spread(1 << hex_):
        reactions.ask(state, Reaction(ALLIED, "road", hex=hex_, units=units))


def _on_the_road(state: State, reaction: Reaction) -> Iterator[str]:
    near = state.kit.grid.spread(1 << reaction.hex)
    for hex_ in members(road_sites(state, reaction.units) & near):
        yield f"block {state.kit.grid.label(hex_)}"


REPLIES["road"] = Reply(ENGINEERS, aimed(_on_the_road))


def _ask_to_clear(state: State, hex_: Hex, units: UnitSet) -> None:
    """Manteuffel may direct the traffic round a roadblock just placed."""
    if _traffic(state) >> hex_ & 1:
        reactions.ask(state, Reaction(GERMAN, "roadblock", hex=hex_, units=units))


REPLIES["roadblock"] = Reply(MANTEUFFEL, aimed(lambda state, r: (state.kit.grid.label(r.hex),)))


def _blocks_near_manteuffel(state: State, *_: object) -> Iterator[str]:
    for hex_ in members(_traffic(state)):
        yield state.kit.grid.label(hex_)


def _traffic(state: State) -> HexSet:
    """Roadblocks near a unit of Manteuffel's army."""
    kit, here = state.kit, 0
    for unit in ids(standing(state, GERMAN) if state.roadblocks else 0):
        if army_of(state, unit) == kit.manteuffels_army:
            here |= 1 << state.hex_of[unit]
    return state.roadblocks & kit.grid.within(here, kit.number("manteuffel_distance"))


def _direct_traffic(state: State, play: Play) -> Events:
    told = lift(state, state.kit.grid.at(play.choice), MANTEUFFEL, "EA-S.13")
    return [ev.Happened(GERMAN, MANTEUFFEL, "a roadblock is cleared", (play.choice,)), *told]


HAPPENINGS[MANTEUFFEL] = Happening(
    _blocks_near_manteuffel,
    _direct_traffic,
    "EA-S.13",
    "there is no roadblock within two hexes of a unit of Manteuffel's army",
)


# -- roadblocks next to active units -----------------------------------------------------------


@cites("EA-RB.v")
def _clear(state: State, _: Clearing) -> Events:
    """Those next to an active unit come off one by one, but none placed in this activation."""
    due = state.roadblocks & ~state.record.placed & state.kit.grid.spread(_active_hexes(state))
    if not due:
        pop(state)
        return []
    hex_ = in_order(state, due)[0]
    told = lift(state, hex_, "an active German unit is next to it", "EA-RB.v")
    if solitaire(state) and _may_be_manned(state, hex_):
        push(state, MannedRoll(hex_))
    return told


PROCEDURES[Clearing] = _clear


def _active_hexes(state: State) -> HexSet:
    bits = EMPTY
    for unit in ids(state.record.active & standing(state, GERMAN) & ~state.record.recovering):
        bits |= 1 << state.hex_of[unit]
    return bits


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
