"""Supply lines, the Supply Phase, and surrender (EA-SU.a to EA-SU.h, EA-S.52, EA-S.53)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from grognard.book.rulebook import cites
from grognard.ground.hexes import EMPTY, Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import GERMAN, Kit, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import SurrenderRoll, Surrenders
from grognard.titles.ardennes.position.questions import PROCEDURES, Events, ask_chance, d10
from grognard.titles.ardennes.position.state import (
    State,
    ascending,
    fact,
    lose_step,
    mark,
    names_of,
    other,
    own_fact,
    standing,
)
from grognard.titles.ardennes.rules.moving.terrain import (
    all_rivers,
    dry_gates,
    held_bridges,
    river_gates,
    road_gates,
)
from grognard.titles.ardennes.rules.moving.zones import enemies_but, zone
from grognard.waist.asking import pop, push, swap
from grognard.waist.chance import Rolled

T = TypeVar("T")
_SUPPLIED = ("german supply", "allied supply")

# -- tracing -----------------------------------------------------------------------


@cites("EA-SU.a", "EA-SU.g")
def supplied(state: State, side: Side) -> HexSet:
    """Every hex that is in the side's supply now."""
    facts, key = state.facts, _SUPPLIED[side]
    found: HexSet | None = facts.get(key)
    if found is None:
        found = _traced(state, side, 0, "supplied", lambda: _everywhere(state, side, 0))
        facts[key] = found
    return found


def supplied_without(state: State, side: Side, units: UnitSet) -> HexSet:
    """The same as if these enemy units were not on the map."""
    if not units:
        return supplied(state, side)
    return _traced(state, side, units, "supplied", lambda: _everywhere(state, side, units))


def _everywhere(state: State, side: Side, ignored: UnitSet) -> HexSet:
    kit = state.kit
    layers = _layers(state, side, ignored)
    unbridged = all_rivers(kit) & ~state.bridges
    over = kit.grid.through(layers[0], river_gates(kit, unbridged))
    return layers[-1] | over & open_ground(state, side, ignored)


def road_net(state: State, side: Side) -> HexSet:
    """The road hexes joined to a source of the side."""
    return _layers(state, side, 0)[0]


def _layers(state: State, side: Side, ignored: UnitSet) -> list[HexSet]:
    """The road net, then what lies within one, two … hexes of it without crossing water."""
    return _traced(state, side, ignored, "layers", lambda: _trace(state, side, ignored))


def _traced(state: State, side: Side, ignored: UnitSet, key: str, derive: Callable[[], T]) -> T:
    """What is traced holds as long as the units of the side and the enemy's hexes do."""
    if ignored:
        return fact(state, (key, side, ignored), derive)
    enemy = other(side)
    return own_fact(state, side, (key, state.occupied[enemy], zone(state, enemy)), derive)


@cites("EA-SU.c")
def _trace(state: State, side: Side, ignored: UnitSet) -> list[HexSet]:
    kit, ground, bridges = state.kit, open_ground(state, side, ignored), held_bridges(state, side)
    known = _known_traces(kit, side, bridges)
    for before, edge, layers in known:
        if not (before ^ ground) & edge:  # no other hex was looked at
            return layers
    layers = _flood(kit, side, ground, bridges)
    known.appendleft((ground, kit.grid.spread(layers[-1] | kit.sources[side]), layers))
    return layers


@lru_cache(maxsize=64)
def _known_traces(*_: object) -> deque[tuple[HexSet, HexSet, list[HexSet]]]:
    """The last traces of a side over the same bridges: the ground, its edge, the layers."""
    return deque(maxlen=6)


@cites("EA-SU.a")
def _flood(kit: Kit, side: Side, ground: HexSet, bridges: int) -> list[HexSet]:
    grid, gates = kit.grid, dry_gates(kit, bridges)
    found = [grid.flood(kit.sources[side], ground, road_gates(kit, bridges))]
    for _ in range(kit.number("supply_hexes")):
        found.append(found[-1] | grid.through(found[-1], gates) & ground)
    return found


@cites("EA-SU.b", "EA-SU.d", "EA-SU.e", "EA-SU.f", "EA-SU.h")
def open_ground(state: State, side: Side, ignored: UnitSet = 0) -> HexSet:
    """The hexes through which a side can trace; `ignored` enemy units do not count."""
    return _traced(state, side, ignored, "open ground", lambda: _open_ground(state, side, ignored))


def _open_ground(state: State, side: Side, ignored: UnitSet) -> HexSet:
    kit, own = state.kit, state.occupied[side]
    enemies, field = enemies_but(state, other(side), ignored)
    barred = enemies | field & ~own
    if side == GERMAN:
        barred |= kit.towns & ~state.german_towns | state.roadblocks
    else:
        barred |= state.german_towns | kit.westwall & ~own
    return kit.grid.all & ~barred


@cites("EA-SU.f")
def supplied_if(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a unit of the side would be in supply there; where it stands nothing is barred."""
    kit, bit = state.kit, 1 << hex_
    if supplied(state, side) & bit:
        return True
    if state.occupied[other(side)] & bit:
        return False
    return bool(kit.sources[side] & bit) or _joins(state, side, hex_)


def _joins(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a neighbour leads on to the road; bridges beside the hex would be the unit's."""
    kit = state.kit
    layers = _layers(state, side, 0)
    for near in kit.grid.neighbours(hex_):
        river = kit.sides[near, hex_].river
        unbridged = river and not river & state.bridges
        if layers[0 if unbridged else -2] >> near & 1:
            return True
    return False


def in_supply(state: State, unit: UnitId) -> bool:
    """Whether a unit is on the map and can trace supply now."""
    hex_ = state.hex_of[unit]
    return hex_ >= 0 and bool(supplied(state, state.kit.side_of[unit]) >> hex_ & 1)


@cites("EA-SU.m")
def low_supply(state: State, unit: UnitId) -> bool:
    """Judged when it matters; a marked unit cannot trace, or has only just begun to."""
    marked = (state.unsupplied | state.isolated) >> unit & 1
    return bool(marked) or not in_supply(state, unit)


@cites("EA-SU.q")
def out_of_supply(state: State) -> UnitSet:
    """Units marked Out of Supply, the Isolated ones included."""
    return state.unsupplied | state.isolated


def supply_path(state: State, side: Side, hex_: Hex) -> list[Hex] | None:
    """A line from the hex to a source, the hexes off the road first; None if there is none."""
    if not supplied(state, side) >> hex_ & 1:
        return None
    path, net = [hex_], road_net(state, side)
    while not net >> path[-1] & 1:
        path.append(_nearer_road(state, side, path[-1]))
    return path[:-1] + _along_road(state, side, path[-1])


def _nearer_road(state: State, side: Side, hex_: Hex) -> Hex:
    grid, layers = state.kit.grid, _layers(state, side, 0)
    depth = next((n for n, layer in enumerate(layers) if layer >> hex_ & 1), 0)
    if not depth:  # across a river the road is one hex away
        return next(members(grid.spread(1 << hex_) & layers[0]))
    gates = dry_gates(state.kit, held_bridges(state, side))
    return next(members(grid.through(1 << hex_, gates) & layers[depth - 1]))


def _along_road(state: State, side: Side, hex_: Hex) -> list[Hex]:
    """From a road hex to the nearest source, by the fewest hexes."""
    kit, grid, net = state.kit, state.kit.grid, road_net(state, side)
    gates = road_gates(kit, held_bridges(state, side))
    waves = [kit.sources[side] & net]
    while not waves[-1] >> hex_ & 1:
        waves.append(waves[-1] | grid.through(waves[-1], gates) & net)
    path = [hex_]
    for wave in reversed(waves[:-1]):
        path.append(next(members(grid.through(1 << path[-1], gates) & wave)))
    return path


# -- the Supply Phase ----------------------------------------------------------------


@cites("EA-S.52")
def test_supply(state: State, side: Side) -> Events:
    """Markers of a side are set anew; units deployed today get none."""
    here, traced = standing(state, side), supplied(state, side)
    can = sum(state.stacks[hex_] for hex_ in members(state.occupied[side] & traced))
    cannot = here & ~can & ~(state.fresh & ~out_of_supply(state))
    worse = cannot & out_of_supply(state)
    told = _told(state, side, cannot & ~worse, worse & ~state.isolated, can & out_of_supply(state))
    mark(
        state,
        besieged=state.besieged | worse & state.isolated,
        isolated=state.isolated & ~here | worse,
        unsupplied=state.unsupplied & ~here | cannot & ~worse,
        airlifted=state.airlifted & ~here,
    )
    return told


def _told(state: State, side: Side, out: UnitSet, cut: UnitSet, well: UnitSet) -> Events:
    if not out | cut | well:
        return []
    return [ev.SupplyTested(side, *(names_of(state, units) for units in (out, cut, well)))]


@cites("EA-S.53")
def begin_surrenders(state: State) -> Events:
    """Units that were Isolated before this phase, and still are, roll."""
    if state.besieged:
        push(state, Surrenders(state.besieged))
    mark(state, besieged=0)
    return []


def _next_surrender(state: State, decision: Surrenders) -> Events:
    if not decision.units:
        pop(state)
        return []
    unit = ascending(state, decision.units)[0]
    swap(state, Surrenders(decision.units & ~(1 << unit)))
    push(state, SurrenderRoll(unit))
    return []


PROCEDURES[Surrenders] = _next_surrender


@cites("EA-S.53", "EA-SU.z")
def surrender_number(state: State, unit: UnitId) -> int:
    """The highest result that costs the unit a step."""
    kit, hex_ = state.kit, state.hex_of[unit]
    wall = kit.westwall if kit.side_of[unit] == GERMAN else EMPTY
    row = "open"
    if (kit.towns | state.dug_in | wall) >> hex_ & 1:
        row = "cover"
    if (kit.cities | kit.vp_hexes) >> hex_ & 1:
        row = "stronghold"
    return int(kit.charts["surrender"].cell(row, "loses on"))


@cites("EA-SU.z")
def _surrendered(state: State, decision: SurrenderRoll, action: Rolled) -> Events:
    pop(state)
    unit, side = decision.unit, state.kit.side_of[decision.unit]
    number, roll, name = surrender_number(state, unit), action.faces[0], state.kit.names[unit]
    told: Events = [ev.SurrenderRolled(side, name, roll, number, roll <= number)]
    if roll > number:
        return told
    if lose_step(state, unit):
        return [*told, ev.Eliminated(side, name, "surrender")]
    return [*told, ev.StepLost(side, name, state.steps[unit], "surrender")]


ask_chance(SurrenderRoll, d10("surrender"), _surrendered)
