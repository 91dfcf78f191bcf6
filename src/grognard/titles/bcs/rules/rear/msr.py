"""Main Supply Routes, Legal Hexes, Optimal Distance, Crossing the Streams (BCS-10.2d, BCS-S.43)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import GERMAN, FormationId, Kit, Side
from grognard.titles.bcs.position.state import (
    Facts,
    FormationSet,
    Route,
    State,
    fact,
    key_of,
    label,
    mark,
    other,
    rear_fact,
)
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import zones
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.rules.ways.by_road import HEXES, sources

T = TypeVar("T")

# -- where an MSR may run -------------------------------------------------------------


@cites("BCS-10.3.f", "BCS-6.1.e", "BCS-S.43")
def clean(state: State, side: Side) -> HexSet:
    """The hexes an MSR of the side may use: no enemy, Engagement Zone or EZOC.

    Friendly units do not help. Enemy HQs and Trains block as units do: their
    Trains, too, have to keep off an existing MSR. Rows closed to a side are
    closed to its supply.
    """
    kept: HexSet | None = state.facts.get(("clean", side))
    if kept is not None:
        return kept

    def find() -> HexSet:
        enemy = other(side)
        foul = (
            state.occupied[enemy] | zones.zone(state, enemy) | sight.engagement_zone(state, enemy)
        )
        foul |= counters(state, enemy) | state.kit.barred[side]
        return state.kit.grid.all & ~foul

    return fact(state, ("clean", side), find)


def counters(state: State, side: Side) -> HexSet:
    """The hexes with the side's HQs and Trains."""
    kept: HexSet | None = state.rear_facts.get(("counters", side))
    if kept is not None:
        return kept

    def find() -> HexSet:
        found = 0
        for number in state.kit.side_formations[side]:
            for hex_ in (state.hq[number], state.trains[number]):
                if hex_ >= 0:
                    found |= 1 << hex_
        return found

    return rear_fact(state, ("counters", side), find)


# -- what hangs on the roads alone ------------------------------------------------------


def supply_fact(state: State, side: Side, key: Hashable, derive: Callable[[], T]) -> T:
    """What is derived from where the side's MSRs may run and its HQs and Trains, and from no
    more: it outlives all moves that do not touch these."""
    store: Facts | None = state.facts.get(("supply", side))
    if store is None:
        store = state.facts["supply", side] = _store(state, side)
    value: T | None = store.get(key)
    if value is None:
        value = store[key] = derive()
    return value


def _store(state: State, side: Side) -> Facts:
    memo, basis = state.kit.memo, (clean(state, side), _rear(state, side))
    kept: Facts | None = memo.recall(("supply", side), basis)
    return memo.keep(("supply", side), basis, Facts()) if kept is None else kept


def _rear(state: State, side: Side) -> tuple[object, ...]:
    """All that the side has behind its lines."""

    def find() -> tuple[object, ...]:
        friends, columns = state.kit.side_formations[side], (state.hq, state.trains, state.routes)
        placed = [column[number] for column in columns for number in friends]
        return (state.blown, state.ground, sources(state, side), dump(state, side), *placed)

    return rear_fact(state, ("rear", side), find)


def open_to(state: State, number: FormationId) -> HexSet:
    """The clean hexes, and the HQ's own however things are there."""
    hq = state.hq[number]
    mine = clean(state, state.kit.formations[number].side)
    return mine | 1 << hq if hq >= 0 else mine


# -- the MSR -----------------------------------------------------------------------------


@cites("BCS-10.3.d")
def msr(state: State, number: FormationId) -> Route | None:
    """The formation's complete MSR: the one established while it holds, else the best there is."""
    side = state.kit.formations[number].side
    store: Facts | None = state.facts.get(("supply", side))
    kept: tuple[Route | None] | None = None if store is None else store.get(("msr", number))
    if kept is not None:
        return kept[0]

    def find() -> tuple[Route | None]:  # in a tuple, for a fact that is None is none
        route = state.routes[number]
        if route is not None and holds(state, number, route):
            return (route,)
        by = HEXES if route is None else route.by
        return (best(state, number, state.trains[number], by),)

    return supply_fact(state, side, ("msr", number), find)[0]


@cites("BCS-10.3.d", "BCS-10.3.e", "BCS-10.3.f")
def holds(state: State, number: FormationId, route: Route) -> bool:
    """Whether a route is complete as things stand."""
    if not _is_placed(state, number, route) or _hexes(route) & ~open_to(state, number):
        return False
    return _supplied(state, number, route)


def _is_placed(state: State, number: FormationId, route: Route) -> bool:
    """Whether it leads from the HQ by the Trains, its bridges standing."""
    ends = route.front[0], route.front[-1], route.rear[0]
    if ends != (state.hq[number], state.trains[number], state.trains[number]):
        return False
    return not state.blown & roads.bridges(state.kit, route)


@lru_cache(maxsize=4096)
def _hexes(route: Route) -> HexSet:
    return hexset(route.front) | hexset(route.rear)


@lru_cache(maxsize=4096)
def _hexes_of(way: roads.Way) -> HexSet:
    return hexset(way)


@cites("BCS-10.3.d", "BCS-B.2")
def _supplied(state: State, number: FormationId, route: Route) -> bool:
    """Whether the route ends at a source; on a dump only while no road leads to one."""
    side, end = state.kit.formations[number].side, route.rear[-1]
    if sources(state, side) >> end & 1:
        return True
    return bool(dump(state, side) >> end & 1) and _way_home(state, number, end, route.by) == (end,)


@cites("BCS-10.3.d", "BCS-10.3.e", "BCS-S.43")
def best(state: State, number: FormationId, at: Hex, by: str = HEXES) -> Route | None:
    """The MSR there would be with the Trains in a hex; None if it would not be complete."""
    hq, passable = state.hq[number], open_to(state, number)
    if hq < 0 or at < 0 or not passable >> at & 1:
        return None
    front = roads.cheapest(state, hq, 1 << at, passable)
    rear = _way_home(state, number, at, by)
    return None if front is None or rear is None else Route(front, rear, by)


def _way_home(state: State, number: FormationId, at: Hex, by: str) -> roads.Way | None:
    side = state.kit.formations[number].side
    homes, passable = sources(state, side), open_to(state, number)
    if homes >> at & 1:
        return (at,)
    found = roads.shortest(state, by, at, homes, passable)
    return (at,) if found is None and dump(state, side) >> at & 1 else found


@cites("BCS-10.3.d")
def establish(state: State, number: FormationId, by: str = "") -> None:
    """Keeps the formation's MSR from now on; without a complete one the last is remembered."""
    route = best(state, number, state.trains[number], by) if by else msr(state, number)
    if route is not None and route != state.routes[number]:
        _lay(state, {number: route})


def establish_all(state: State) -> None:
    """The same for all formations; those of a side at once, for none hangs on its friends'."""
    for _, friends in groupby(state.kit.formations, lambda formation: formation.side):
        found: dict[FormationId, Route] = {}
        for number in (formation.id for formation in friends if state.hq[formation.id] >= 0):
            route = msr(state, number)
            if route is not None and route != state.routes[number]:
                found[number] = route
        if found:
            _lay(state, found)


def _lay(state: State, found: dict[FormationId, Route]) -> None:
    """Formations have other MSRs. If those leave the HQs by the road that Safe Paths looked to,
    all that was derived holds but for what looks at the MSRs themselves."""
    routes, facts, looked_to = state.routes[:], state.facts, safe_path.looked_to(state)
    for number, route in found.items():
        routes[number] = route
    mark(state, routes=routes)
    # Roads behind other HQs stay known: facts that look to them may be kept again and again.
    safe_path.looked_to(state).update({n: r for n, r in looked_to.items() if n not in found})
    if all(safe_path.behind(state, n) == road for n, road in looked_to.items() if n in found):
        state.__dict__["facts"] = {
            key: value
            for key, value in facts.items()
            if not (isinstance(key, tuple) and key[0] in _BY_MSRS)
        }


_BY_MSRS: Final = frozenset(("supply", "refuges"))
"""Facts of a position that hang on where MSRs run."""


def used(state: State, side: Side) -> HexSet:
    """The hexes of the side's MSRs."""

    def find() -> HexSet:
        kept = _kept(state, side)
        if kept.inside & ~clean(state, side):
            kept = Kept(0, 0, state.kit.side_formations[side])
        found = kept.hexes
        for number in kept.others:
            route = msr(state, number)
            found |= _hexes(route) if route else 0
        return found

    return supply_fact(state, side, "msrs", find)


class Kept(NamedTuple):
    """The MSRs that hold if nothing is in their way."""

    hexes: HexSet
    inside: HexSet  # without the HQs' own hexes, which are open however things are there
    others: tuple[FormationId, ...]  # the formations that need to look for one


def _kept(state: State, side: Side) -> Kept:
    """Must agree with `holds`; one that ends on a dump is looked for."""

    def find() -> Kept:
        hexes = inside = 0
        others, homes = [], sources(state, side)
        for number in state.kit.side_formations[side]:
            route = state.routes[number]
            if route is None or not homes >> route.rear[-1] & _is_placed(state, number, route):
                others.append(number)
                continue
            hexes |= _hexes(route)
            inside |= _hexes(route) & ~(1 << state.hq[number])
        return Kept(hexes, inside, tuple(others))

    return rear_fact(state, ("kept", side), find)


@cites("BCS-10.3.c", "BCS-9.1f.a")
def blocks(state: State, side: Side, hex_: Hex) -> bool:
    """Whether a counter of the side in the hex would block an existing MSR of the other."""
    return bool(used(state, other(side)) >> hex_ & 1)


# -- Legal Hexes -----------------------------------------------------------------------------


@cites("BCS-B.2")
def dump(state: State, side: Side) -> HexSet:
    """The hexes where the side's Trains live on a dump: none once it is lost."""
    found = state.kit.dump
    if found is None or found.side != side:
        return 0
    held = (state.german >> found.holding & 1) == (side == GERMAN)
    return found.hexes if held else 0


@cites("BCS-B.2")
def on_dump(state: State, number: FormationId) -> bool:
    """Whether the Trains have no MSR but the dump they stand on."""
    at, side = state.trains[number], state.kit.formations[number].side
    if at < 0 or not dump(state, side) >> at & 1:
        return False
    route = msr(state, number)
    return route is not None and not sources(state, side) >> route.rear[-1] & 1


@cites("BCS-10.3.c", "BCS-10.3.d", "BCS-10.3.e", "BCS-10.3.f", "BCS-C.8")
def legal(state: State, number: FormationId) -> HexSet:
    """The Legal Hexes of the formation's Trains."""
    if state.hq[number] < 0:
        return 0
    side = state.kit.formations[number].side

    def find() -> HexSet:
        through = open_to(state, number)
        supplied = roads.main_joined(state, sources(state, side), through) | dump(state, side)
        near = roads.joined(state, 1 << state.hq[number], through)
        return proper(state, side) & supplied & near

    found = supply_fact(state, side, ("joined", number), find) & ~used(state, other(side))
    return found & ~_their_doors(state, side)


@cites("BCS-C.8")
def _their_doors(state: State, side: Side) -> HexSet:
    """The enemy's Entry hexes and those next to them."""
    return _around(state.kit, sources(state, other(side)))


@lru_cache(maxsize=64)
def _around(kit: Kit, hexes: HexSet) -> HexSet:
    return kit.grid.within(hexes, 1)


@cites("BCS-10.3.c")
def proper(state: State, side: Side) -> HexSet:
    """Hexes with a road that Trains may stand on: Tracks only at a Supply Source."""
    return state.kit.road_hexes_ps | state.kit.road_hexes & sources(state, side)


def is_legal(state: State, number: FormationId, hex_: Hex) -> bool:
    return hex_ >= 0 and bool(legal(state, number) >> hex_ & 1)


def in_legal_hex(state: State, number: FormationId) -> bool:
    """Whether the formation's Trains are in a Legal Hex: must agree with `legal`.

    They are if there is an MSR by way of them and they are not at an enemy Entry hex. Where they
    stand no enemy MSR runs, unless an enemy HQ is with them; and a Track leads to no source
    but the one they may stand on.
    """
    at, side = state.trains[number], state.kit.formations[number].side
    if at < 0 or state.hq[number] < 0:
        return False
    doubtful = _hq_hexes(state, other(side)) | _their_doors(state, side)
    if not state.kit.road_hexes_ps >> at & 1 or doubtful >> at & 1:
        return is_legal(state, number, at)
    return msr(state, number) is not None


def _hq_hexes(state: State, side: Side) -> HexSet:
    """The hexes with HQs of the side."""
    kept: HexSet | None = state.rear_facts.get(("hqs", side))
    if kept is not None:
        return kept

    def find() -> HexSet:
        friends = state.kit.side_formations[side]
        return hexset(state.hq[number] for number in friends if state.hq[number] >= 0)

    return rear_fact(state, ("hqs", side), find)


def why_illegal(state: State, number: FormationId, hex_: Hex) -> Refusal | None:
    """What keeps a hex from being Legal for the formation's Trains."""
    if is_legal(state, number, hex_):
        return None
    side, name = state.kit.formations[number].side, label(state, hex_)
    if not proper(state, side) >> hex_ & 1:
        return Refusal("BCS-10.3.c", f"{name} has no Primary or Secondary Road")
    if blocks(state, side, hex_):
        return Refusal("BCS-10.3.c", f"Trains in {name} would block an enemy MSR")
    if _their_doors(state, side) >> hex_ & 1:
        return Refusal("BCS-C.8", f"{name} is at an Entry hex of the enemy")
    return _why_cut(state, number, hex_)


def _why_cut(state: State, number: FormationId, hex_: Hex) -> Refusal:
    """What is wrong with the MSR that Trains in the hex would have."""
    side, name = state.kit.formations[number].side, label(state, hex_)
    passable, homes = state.kit.grid.all, sources(state, side) | dump(state, side)
    if state.hq[number] < 0 or not roads.joined(state, 1 << state.hq[number], passable) >> hex_ & 1:
        return Refusal("BCS-10.3.e", f"no road joins {name} to the HQ of {key_of(state, number)}")
    if not roads.main_joined(state, homes, passable) >> hex_ & 1:
        what = f"no Primary or Secondary Road joins {name} to a Supply Source"
        return Refusal("BCS-10.3.d", what)
    return Refusal("BCS-10.3.f", f"the enemy is on every MSR by way of {name}")


# -- distance and crossing --------------------------------------------------------------------


def optimal(state: State, number: FormationId) -> bool:
    """Whether the Trains are at Optimal Distance."""
    side = state.kit.formations[number].side

    def find() -> bool:
        route = msr(state, number)
        return route is not None and optimal_by(state, number, route)

    return supply_fact(state, side, ("optimal", number), find)


def optimal_by(state: State, number: FormationId, route: Route) -> bool:
    """Whether Trains with that MSR are at Optimal Distance."""
    return _is_optimal(state, number, len(route.front) - 1, route.rear)


@cites("BCS-10.3.k", "BCS-R.23")
def _is_optimal(state: State, number: FormationId, hexes: int, rear: roads.Way) -> bool:
    """With so many hexes to the HQ and that way to the source; on a dump alone they never are."""
    homes = sources(state, state.kit.formations[number].side)
    if not homes >> rear[-1] & 1 or hexes > state.kit.number("limits.optimal_max"):
        return False
    if homes >> rear[0] & 1:
        return True
    return hexes >= state.kit.number("limits.optimal_min") and _is_behind(state, number, rear)


def rearward(state: State, number: FormationId) -> bool:
    """Whether the Trains are to the rear of the HQ."""
    route = msr(state, number)
    return route is not None and _is_behind(state, number, route.rear)


@cites("BCS-S.44")
def _is_behind(state: State, number: FormationId, rear: roads.Way) -> bool:
    """Whether Trains with that way to their source are to the rear of the HQ.

    The HQ's way goes to the source the Trains use, by any road but a railroad;
    it joins theirs if one as short as any has a hex of it before the source.
    """
    source, passable = rear[-1], open_to(state, number)
    length, ways = roads.shortest_hexes(state, state.hq[number], source, passable)
    theirs = hexset(rear) & ~(1 << source)
    return len(rear) - 1 < length and (not theirs or bool(ways & theirs))


def optimal_hexes(state: State, number: FormationId) -> HexSet:
    """The Legal Hexes where the Trains would be at Optimal Distance."""
    if state.hq[number] < 0:
        return 0
    homes, passable = sources(state, state.kit.formations[number].side), open_to(state, number)
    # The way of fewest MP is as long from the HQ as to it.
    fronts = roads.any_tree(state, roads.MP, 1 << state.hq[number], passable)
    rears, far = (
        roads.main_tree(state, HEXES, homes, passable),
        state.kit.number("limits.optimal_max"),
    )
    found = 0
    for hex_ in members(legal(state, number)):
        if hex_ not in fronts.cost or fronts.second(hex_) > far:
            continue
        rear = (hex_,) if homes >> hex_ & 1 else rears.way(hex_)
        if rear and _is_optimal(state, number, fronts.second(hex_), rear):
            found |= 1 << hex_
    return found


@cites("BCS-10.2d")
def crossing(state: State, number: FormationId) -> FormationSet:
    """The friendly formations whose stretch from HQ to Trains shares a hex with this one's."""
    side = state.kit.formations[number].side

    def find() -> FormationSet:
        mine, found = _front(state, number), 0
        for friend in state.kit.side_formations[side]:
            if friend != number and mine & _front(state, friend):
                found |= 1 << friend
        return found

    return supply_fact(state, side, ("crossing", number), find)


def _front(state: State, number: FormationId) -> HexSet:
    route = msr(state, number)
    return _hexes_of(route.front) if route else 0
