"""The words of the Allied system, each a fact of the position (EA-S.31, EA-S.34, EA-S.64).

What is asked of many hexes is answered for all of them at once, by floods over
sets of hexes: which hexes the Germans can come next to, where the line is open.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.book.priorities import Criterion, lowest
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, Side, UnitId, UnitSet
from grognard.titles.ardennes.position.state import (
    State,
    ascending,
    each,
    fact,
    own_fact,
    standing,
    steps_of,
    strength,
    units_in,
)
from grognard.titles.ardennes.rules.moving import movement, terrain
from grognard.titles.ardennes.rules.moving.zones import (
    controls,
    hexes_of,
    nearest,
    zone,
    zone_makers,
)
from grognard.titles.ardennes.rules.supply.communication import (
    allied_bands,
    left_by,
    open_neighbours,
    out_of_communication,
    surrounded,
)


class Ground(NamedTuple):
    """What the Allies hold, as it is or as it would be: their hexes, and those in their ZOC."""

    occupied: HexSet
    zone: HexSet


# -- distances and directions --------------------------------------------------------------


@lru_cache(maxsize=32)
def _edge_distances(kit: Kit) -> dict[Hex, int]:
    found: dict[Hex, int] = {}
    for distance, band in enumerate(allied_bands(kit)):
        for hex_ in members(band):
            found.setdefault(hex_, distance)
    return found


def edge_distance(state: State, hex_: Hex) -> int:
    """The distance to the nearest Allied source: nearness to the Allied edge."""
    return _edge_distances(state.kit)[hex_]


def nearer(state: State, hex_: Hex) -> HexSet:
    """The hexes nearer the Allied edge than this one."""
    distance = edge_distance(state, hex_)
    return allied_bands(state.kit)[distance - 1] if distance else 0


@cites("EA-S.65")
def rearward(state: State, hex_: Hex) -> HexSet:
    """The neighbours nearer an Allied supply source."""
    return state.kit.grid.around(1 << hex_) & nearer(state, hex_)


@cites("EA-S.66")
def west(state: State, hex_: Hex) -> int:
    """Orders hexes from the westernmost, the highest column; a column's hexes are equal."""
    return westward(state.kit, hex_)


@cites("EA-S.66")
def westward(kit: Kit, hex_: Hex) -> int:
    """The same for a kit."""
    return -kit.column(hex_)


@cites("EA-S.66")
def lowest_number(state: State) -> Criterion[Hex]:
    """What is left of equal hexes after the last line of a list of priorities."""
    return lowest("lowest hex number", state.kit.grid.label, "EA-S.66")


def westernmost(state: State, rule: str = "EA-S.66") -> tuple[Criterion[Hex], Criterion[Hex]]:
    """How a list of priorities ends whose last line is the westernmost hex."""
    return lowest("westernmost", lambda h: west(state, h), rule), lowest_number(state)


def label(state: State, hex_: Hex) -> str:
    return state.kit.grid.label(hex_)


def labels(state: State, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(state.kit.grid.label(hex_) for hex_ in hexes)


def to_german(state: State, hex_: Hex) -> int:
    """The distance to the nearest German unit."""
    return nearest(state, GERMAN, hex_)


def germans_within(state: State, radius: int) -> HexSet:
    """The hexes with a German unit no farther than that."""

    def find() -> HexSet:
        return state.kit.grid.within(state.occupied[GERMAN], radius)

    return own_fact(state, GERMAN, ("germans within", radius), find)


# -- what the Allies hold, and would hold ----------------------------------------------------


def ground(state: State) -> Ground:
    """As it is now."""
    return Ground(state.occupied[ALLIED], zone(state, ALLIED))


def imagined(state: State, gone: UnitSet = 0, to: Hex | None = None, units: UnitSet = 0) -> Ground:
    """With some Allied units lifted, and some standing in a hex besides those that stay there."""
    occupied, makers = state.occupied[ALLIED], zone_makers(state, ALLIED)
    for hex_ in {state.hex_of[u] for u in each(gone) if state.hex_of[u] >= 0}:
        left = units_in(state, hex_) & ~gone
        if not left:
            occupied &= ~(1 << hex_)
        if not left or not controls(state, ALLIED, hex_, left):
            makers &= ~(1 << hex_)
    if to is not None:
        stack = units_in(state, to) & ~gone | units
        occupied |= 1 << to
        makers |= 1 << to if controls(state, ALLIED, to, stack) else 0
    return Ground(occupied, state.kit.grid.around(makers))


# -- German marches, all at once ----------------------------------------------------------------


class _March(NamedTuple):
    """German units that march alike: their ground, allowance, bounds, home and hexes."""

    ground: movement.Ground
    points: int
    bounds: HexSet
    home: HexSet  # see `movement.home`
    starts: HexSet


@cites("EA-S.31", "EA-RB.c", "EA-S.44")
def _marches(state: State, units: UnitSet) -> list[_March]:
    """German units by how they march at full allowance."""

    def find() -> list[_March]:
        parts = _companies(state, units)
        return [_march_of(state, each(alike)[0], hexes_of(state, alike)) for alike in parts]

    # No Allied unit has a say in it: `held` brings them in.
    return own_fact(state, GERMAN, ("marches", units, state.day, state.record.crossed), find)


def _companies(state: State, units: UnitSet) -> list[UnitSet]:
    """German units that march alike: they share a flood."""
    parts = [units & alike for alike in _printed_alike(state.kit)]
    if state.day <= state.kit.number("boundaries_until_day"):
        parts = [some for part in parts for some in _by_home(state, part)]
    return [part for part in parts if part]


@lru_cache(maxsize=32)
def _printed_alike(kit: Kit) -> tuple[UnitSet, ...]:
    """The units of either side by class and allowance."""
    found: dict[tuple[str, int], UnitSet] = {}
    for unit, face in enumerate(kit.units):
        found[face.kind, face.allowance] = found.get((face.kind, face.allowance), 0) | 1 << unit
    return tuple(found.values())


def _by_home(state: State, units: UnitSet) -> Iterable[UnitSet]:
    """Those of each army in its zone, and those driven out of it, who are free outside."""
    found, hex_of = [], state.hex_of
    for zone_, army in _armies(state.kit, tuple(state.assigned.items())):
        inside = 0
        for unit in each(units & army):
            if zone_ >> hex_of[unit] & 1:
                inside |= 1 << unit
        found += [inside, units & army & ~inside]
    return found


@lru_cache(maxsize=64)
def _armies(kit: Kit, assigned: tuple[tuple[str, str], ...]) -> tuple[tuple[HexSet, UnitSet], ...]:
    """The German armies: the zone, and the units with OKW divisions assigned to their corps."""
    corps, found = dict(assigned), dict[str, UnitSet]()
    for unit in each(kit.side_units[GERMAN]):
        face = kit.units[unit]
        army = kit.army_of_corps[corps.get(face.division, face.corps)]
        found[army] = found.get(army, 0) | 1 << unit
    return tuple((kit.army_zone.get(army, 0), units) for army, units in found.items())


def _march_of(state: State, unit: UnitId, starts: HexSet) -> _March:
    kit, bounds = state.kit, movement.within_bounds(state, unit)
    home = movement.home(state, unit)
    # The bounds are ours to keep; whatever markers the unit carries do not count.
    gates = movement.ground(state, unit, kit.grid.all, unmarked=True)
    return _March(gates, kit.units[unit].allowance, bounds, home, starts)


@cites("EA-S.31")
def _marched(state: State, march: _March, held: Ground) -> HexSet:
    """Every hex such units can come to by one normal move, their own included.

    Must agree with `movement.could_reach`; here for many units at once, and for
    Allied units imagined elsewhere.
    """
    free = march.bounds & ~held.occupied & ~state.roadblocks
    stops = held.zone | terrain.halts(state)
    at: list[HexSet] = [march.starts] + [0] * march.points
    _set_out(state, march, at, free, held.zone)
    seen = march.starts
    for spent in range(1, march.points):
        at[spent] &= ~seen
        seen |= at[spent]
        movers = at[spent] & ~stops
        _march_on(state, march, at, spent, movers & ~march.home, free, held.zone)
        _march_on(state, march, at, spent, movers & march.home, free & march.home, held.zone)
    return seen | at[-1]


def _set_out(state: State, march: _March, at: list[HexSet], free: HexSet, zone_: HexSet) -> None:
    """The first step: never more than the unit has, dearer out of a ZOC, fords only now."""
    leave = state.kit.number("leave_zoc")
    for starts, more, open_ in (
        (march.starts & ~zone_, 0, free),
        (march.starts & zone_, leave, free & ~zone_),
    ):
        if not starts:
            continue
        grid, last, ways = state.kit.grid, len(at) - 1, march.ground
        terrain.set_out(grid, at, starts, more, open_, ways.ways)
        for price, gates in ways.narrow:
            over = grid.through(starts, gates) & open_ & ~zone_
            at[min(price + more, last)] |= over
        at[last] |= grid.through(starts, ways.fords) & open_


def _march_on(
    state: State,
    march: _March,
    at: list[HexSet],
    spent: int,
    movers: HexSet,
    free: HexSet,
    zone_: HexSet,
) -> None:
    if not movers:
        return
    grid = state.kit.grid
    terrain.roll_on(grid, at, movers, spent, free, march.ground.ways)
    for price, gates in march.ground.narrow:
        if spent + price < len(at):
            at[spent + price] |= grid.through(movers, gates) & free & ~zone_


def _marched_by(state: State, units: UnitSet, held: Ground) -> HexSet:
    """Where German units can come to, with the Allies as they are held."""

    def find() -> HexSet:
        bits = 0
        for march in _marches(state, units):
            bits |= _marched(state, march, held)
        return bits

    return _as_held(state, ("marched", units, state.day, state.record.crossed), held, find)


def _as_held(
    state: State, key: tuple[Hashable, ...], held: Ground, find: Callable[[], HexSet]
) -> HexSet:
    """What a German flood reaches, remembered for all Allied grounds that are alike to it.

    It looks at no hex but those it reaches and their neighbours.
    """
    known: list[tuple[Ground, HexSet, HexSet]] = own_fact(state, GERMAN, key, list)
    for (occupied, field), edge, found in known:
        if not (occupied ^ held.occupied | field ^ held.zone) & edge:
            return found
    found = find()
    known.append((held, state.kit.grid.spread(found), found))
    return found


def german_reach(state: State) -> HexSet:
    """Every hex a German unit stands in or can come to by one normal move."""

    def find() -> HexSet:
        units = standing(state, GERMAN)
        return _marched_by(state, units, ground(state)) | state.occupied[GERMAN]

    return fact(state, "german reach", find)


def reach_of(state: State, units: UnitSet) -> HexSet:
    """The same for some German units, all at once."""
    return _marched_by(state, units, ground(state))


def unit_reach(state: State, unit: UnitId) -> HexSet:
    """The same for one unit."""

    def find() -> HexSet:
        return _marched(state, _march_of(state, unit, 1 << state.hex_of[unit]), ground(state))

    return fact(state, ("unit reach", unit), find)


# -- proximity ----------------------------------------------------------------------------------


@cites("EA-S.31")
def proximate_hexes(state: State) -> HexSet:
    """The hexes that some German unit is, or by one normal move could come, next to."""

    def find() -> HexSet:
        return state.kit.grid.spread(german_reach(state))

    return fact(state, "proximate hexes", find)


@cites("EA-S.31")
def proximate(state: State, hex_: Hex) -> UnitSet:
    """The German units proximate to a hex."""
    if not proximate_hexes(state) >> hex_ & 1:
        return 0
    around = state.kit.grid.spread(1 << hex_)
    found = 0
    for unit in each(standing(state, GERMAN)):
        if unit_reach(state, unit) & around:
            found |= 1 << unit
    return found


# -- danger of surround --------------------------------------------------------------------------


@cites("EA-S.64")
def in_danger(
    state: State, hex_: Hex, with_unit: UnitSet = 0, gone: UnitSet = 0, ignored: UnitSet = 0
) -> bool:
    """Whether one more German unit, where one can come, would surround who stands in the hex.

    `with_unit` are units imagined there; `gone`, units thought away; `ignored`, Isolated
    Germans who do not count.
    """

    def find() -> bool:
        if not with_unit and not gone:
            occupied = state.occupied[ALLIED]
            return _endangered(state, hex_, occupied, lambda: ground(state), ignored)
        allied = left_by(state, gone) | 1 << hex_
        return _endangered(
            state, hex_, allied, lambda: imagined(state, gone, hex_, with_unit), ignored
        )

    return fact(state, ("danger", hex_, with_unit, gone, ignored), find)


@cites("EA-S.33", "EA-S.64")
def cut_off_in(
    state: State, hex_: Hex, with_unit: UnitSet = 0, gone: UnitSet = 0, ignored: UnitSet = 0
) -> bool:
    """Whether units put in the hex would be surrounded there, outright or by one more German."""
    if surrounded(state, hex_, gone, ignored):
        return True
    return in_danger(state, hex_, with_unit, gone, ignored)


def _endangered(
    state: State, hex_: Hex, allied: HexSet, held: Callable[[], Ground], ignored: UnitSet
) -> bool:
    open_ = open_neighbours(state, hex_, allied, ignored)
    # Not surrounded yet; one unit closes three neighbours at most, and none a friend holds.
    if not open_ or open_.bit_count() > 3 or open_ & allied:
        return False
    closers = _closers(state, hex_, open_) & ~allied & ~state.roadblocks
    if not closers or not closers & _striking_reach(state):
        return False
    return bool(closers & _marched_by(state, _strikers(state) & ~ignored, held()))


def _closers(state: State, hex_: Hex, open_: HexSet) -> HexSet:
    """The hexes near it from which one unit would close all that is open."""
    grid = state.kit.grid
    found = grid.within(1 << hex_, state.kit.number("danger_distance")) & ~(1 << hex_)
    for neighbour in members(open_):
        found &= grid.spread(1 << neighbour)
    return found


def _striking_reach(state: State) -> HexSet:
    """Where unbracketed German units could come with no Allied unit about: never less than now."""
    return _marched_by(state, _strikers(state), Ground(0, 0))


def _strikers(state: State) -> UnitSet:
    """The German units without brackets."""
    return standing(state, GERMAN) & ~state.kit.bracketed


@cites("EA-SU.y")
def cut_off_germans(state: State) -> UnitSet:
    """The Isolated German units: nobody minds them when Allied reserves are placed."""
    return standing(state, GERMAN) & state.isolated


# -- the line --------------------------------------------------------------------------------------


def _line_reach(state: State, held: Ground) -> HexSet:
    """Where Germans could go in five hexes past units, ZOC, roadblocks and rivers."""

    def find() -> HexSet:
        free = state.kit.grid.all & ~held.occupied & ~held.zone & ~state.roadblocks
        gates = terrain.dry_gates(state.kit, state.bridges)
        reached = frontier = state.occupied[GERMAN]
        for _ in range(state.kit.number("line_distance")):
            frontier = state.kit.grid.through(frontier, gates) & free & ~reached
            reached |= frontier
        return reached

    return _as_held(state, ("line reach",), held, find)


def line_reach(state: State) -> HexSet:
    """The hexes open to the Germans as the line stands."""
    return fact(state, "line reach", lambda: _line_reach(state, ground(state)))


def _doorstep(state: State) -> HexSet:
    """What the Germans can reach as the line stands, and the hexes next to it."""
    return fact(state, "doorstep", lambda: state.kit.grid.spread(line_reach(state)))


def _around_units(state: State, units: UnitSet) -> HexSet:
    """The hexes of units and those next to them: all that they bar."""
    return state.kit.grid.spread(hexes_of(state, units))


def line_reach_with(state: State, units: UnitSet, to: Hex | None) -> HexSet:
    """The same with units lifted, or moved to a hex."""

    def find() -> HexSet:
        moved = units if to is not None else 0
        return _line_reach(state, imagined(state, units, to, moved))

    return fact(state, ("line reach", units, to), find)


@cites("EA-S.34")
def gap(state: State, units: UnitSet, to: Hex | None = None) -> HexSet:
    """The hexes nearer the Allied edge that the Germans could reach if the units went."""
    if not _doorstep(state) & _around_units(state, units):
        return 0  # what they leave open lies beyond the Germans' reach
    new = line_reach_with(state, units, to) & ~line_reach(state)
    if not new:
        return 0
    left = max((state.hex_of[u] for u in each(units)), key=lambda h: edge_distance(state, h))
    return new & nearer(state, left)


@cites("EA-S.34")
def opens_gap(state: State, units: UnitSet, to: Hex | None = None) -> bool:
    """Whether lifting the units, or moving them to a hex, opens a gap in the line."""
    return bool(gap(state, units, to))


# -- protecting victory points -----------------------------------------------------------------


@cites("EA-AA.r")
def guards_vp(state: State, units: UnitSet) -> bool:
    """Whether these units are the last in a VP hex that Germans are near: they do not leave it."""
    hex_ = state.hex_of[each(units)[0]]
    kit = state.kit
    if not kit.vp_hexes >> hex_ & 1 or units_in(state, hex_) & ~units:
        return False
    close = germans_within(state, kit.number("protect_distance"))
    return bool((proximate_hexes(state) | close) >> hex_ & 1)


@cites("EA-AA.q")
def too_few_to_leave(state: State, units: UnitSet, hex_: Hex) -> bool:
    """Whether these are too few steps to attack out of their VP hex."""
    kit = state.kit
    few = steps_of(state, units) < kit.number("protect_steps")
    return bool(few and kit.vp_hexes >> hex_ & 1)


# -- situational strength ------------------------------------------------------------------------


@cites("EA-AA.s")
def situational_attack(
    state: State, units: UnitSet, target: Hex, places: Sequence[tuple[UnitId, Hex]] = ()
) -> int:
    """The attackers' strength; `places` is where those attack from that have still to move."""
    kit, elsewhere, total = state.kit, dict(places), 0
    for unit in each(units):
        origin = elsewhere.get(unit, state.hex_of[unit])
        points = strength(state, unit)
        if kit.river_bit.get((origin, target)):
            points //= kit.number("situation_across_river")
        total += points
    return total


@cites("EA-AA.t", "EA-AA.u", "EA-AA.v", "EA-AA.w", "EA-AA.x")
def situational_defence(state: State, side: Side, hex_: Hex) -> int:
    """The strength of a side's units in a hex as the Allied system counts a defender."""
    kit, units = state.kit, units_in(state, hex_)
    total = sum(strength(state, unit) for unit in each(units))
    if (kit.cities | (kit.westwall if side == GERMAN else 0)) >> hex_ & 1:
        total *= kit.number("situation_city")
    towns = kit.towns & ~kit.cities & ~kit.vp_hexes
    for cover in (towns, kit.forest, state.dug_in):
        total += kit.number("situation_cover") if cover >> hex_ & 1 else 0
    total -= kit.number("situation_weak") if kit.clear >> hex_ & 1 else 0
    return max(total - _weakness(state, units), 1)


@cites("EA-AA.w", "EA-AA.x")
def _weakness(state: State, units: UnitSet) -> int:
    """What supply and fuel take off; only what holds for all the units counts."""
    kit, less = state.kit, 0
    if not units & ~state.isolated:
        less += kit.number("situation_isolated")
    elif not units & ~(state.unsupplied | state.isolated):
        less += kit.number("situation_weak")
    if not units & ~state.dry:
        less += kit.number("situation_weak")
    return less


# -- out of contact, wandering ---------------------------------------------------------------------


@cites("EA-AR.s", "EA-AR.t", "EA-AR.u", "EA-AR.v", "EA-AR.w")
def out_of_contact(state: State, among: UnitSet = -1) -> UnitSet:
    """The Allied units, or those of some, that can be lifted and used as reserves."""
    chosen = 0
    able = standing(state, ALLIED) & among & ~state.dispersed & ~state.isolated
    for unit in each(able & ~out_of_communication(state)):
        if _free_to_go(state, unit):
            chosen |= 1 << unit
    return chosen


def _free_to_go(state: State, unit: UnitId) -> bool:
    return fact(
        state,
        ("free to go", unit),
        lambda: uncontacted(state, unit) or can_be_spared(state, unit),
    )


@cites("EA-AR.v")
def uncontacted(state: State, unit: UnitId) -> bool:
    """No German unit is proximate, and no gap opens without it."""
    if proximate_hexes(state) >> state.hex_of[unit] & 1:
        return False
    return not opens_gap(state, 1 << unit)


@cites("EA-AR.w")
def can_be_spared(state: State, unit: UnitId) -> bool:
    """The lowest # of a strong stack that is not surrounded."""
    kit, hex_ = state.kit, state.hex_of[unit]
    stack = units_in(state, hex_)
    strong = steps_of(state, stack) >= kit.number("contact_steps")
    strong = strong or sum(strength(state, u) for u in each(stack)) >= kit.number(
        "contact_strength"
    )
    if not strong or surrounded(state, hex_):
        return False
    return ascending(state, stack)[0] == unit


@cites("EA-AA.h")
def wandering(state: State) -> UnitSet:
    """The Allied units behind the German lines: no communication, no town, not surrounded."""

    def find() -> UnitSet:
        chosen = 0
        for unit in each(out_of_communication(state)):
            hex_ = state.hex_of[unit]
            if not state.kit.towns >> hex_ & 1 and not surrounded(state, hex_):
                chosen |= 1 << unit
        return chosen

    return fact(state, "wandering", find)
