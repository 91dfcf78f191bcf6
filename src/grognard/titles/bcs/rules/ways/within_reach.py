"""Where a unit can go from where it is, and where its move may end."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.bcs.kit.kit import Quarters, UnitId
from grognard.titles.bcs.position.state import State, face, fact, label, other
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.moving import stacking
from grognard.titles.bcs.rules.moving.hand import purse
from grognard.titles.bcs.rules.rear.msr import counters
from grognard.titles.bcs.rules.ways import by_points as ways


@cites("BCS-1.2d.e")
def barriers(state: State, unit: UnitId) -> ways.Barriers:
    """What is in this unit's way; to an Unprepared unit, enemy HQs and Trains as well."""
    side, shown = state.kit.side_of[unit], face(state, unit)
    by = ways.barriers(state, side, shown.type)
    if shown.prepared:
        return by
    key = ("barriers of the Unprepared", side, shown.type)
    return fact(state, key, lambda: replace(by, shut=by.shut | counters(state, other(side))))


@cites("BCS-R.3", "BCS-R.4")
def homeward_barriers(state: State, unit: UnitId) -> ways.Barriers:
    """A unit that comes home comes to no hex the HQ has promised to leave."""
    by, away = barriers(state, unit), straying.promised_away(state, unit)
    return replace(by, shut=by.shut | away) if away else by


@cites("BCS-A.5", "BCS-S.27", "BCS-1.2d.e")
def shut_refusal(state: State, unit: UnitId, to: Hex) -> Refusal | None:
    """Why the unit cannot enter a hex, from whichever side it comes."""
    side, name = state.kit.side_of[unit], label(state, to)
    if not barriers(state, unit).shut >> to & 1:
        return None
    if state.kit.barred[side] >> to & 1:
        return Refusal("BCS-A.5", f"{name} is closed to this side")
    if state.occupied[other(side)] >> to & 1:
        return Refusal("BCS-S.27", f"the enemy is in {name}")
    what = f"{name} holds an enemy HQ or Trains, which it cannot jump"
    return Refusal("BCS-1.2d.e", f"{state.kit.names[unit]} is Unprepared and {what}")


def _ways(state: State, unit: UnitId) -> ways.Ways:
    left, fresh = purse(state, unit)
    key = ("ways", unit, left, fresh)
    start, by = state.hex_of[unit], barriers(state, unit)
    return fact(state, key, lambda: ways.search(state, by, start, left, fresh=fresh))


def _homeward(state: State, unit: UnitId) -> ways.Ways:
    """The ways of a unit outside Command Radius that does not dawdle."""
    left, fresh = purse(state, unit)
    falling = straying.homeward(state, unit)
    start, by = state.hex_of[unit], homeward_barriers(state, unit)
    return ways.search(state, by, start, left, fresh=fresh, falling=falling)


def _found(state: State, unit: UnitId) -> list[tuple[ways.Ways, HexSet]]:
    """The ways open to a unit, each search with the hexes in which they may end."""
    if state.hex_of[unit] < 0:
        return []
    free = _ways(state, unit)
    goals = straying.plain_ends(state, unit) | straying.mended_ends(state, unit)
    if straying.has_stayed(state, unit):
        goals |= 1 << state.hex_of[unit]
    found = [(free, goals & hexset({*free.passing, *free.stopped}))]
    if straying.is_coming_home(state, unit):
        slow = _homeward(state, unit)
        found.append((slow, _last_hexes(state, unit, slow)))
    return found


def _last_hexes(state: State, unit: UnitId, slow: ways.Ways) -> HexSet:
    """Where a unit on its way to Command Radius may end: stopped, or with no step left to pay."""
    last = {*slow.stopped, *(h for h in slow.passing if not _goes_on(state, unit, slow, h))}
    return hexset(last - {slow.start}) & ~stacking.crowded(state, unit)


def _goes_on(state: State, unit: UnitId, slow: ways.Ways, hex_: Hex) -> bool:
    """Whether it could pay a step nearer to Command Radius from a hex it came to."""
    by, falling = homeward_barriers(state, unit), straying.homeward(state, unit)
    left = purse(state, unit)[0] - slow.passing[hex_]
    on = ways.search(state, by, hex_, left, goals=state.kit.grid.all, falling=falling)
    return len(on.passing) + len(on.stopped) > 1


def reach(state: State, unit: UnitId) -> dict[Hex, Quarters]:
    """The hexes a unit can enter now on a way that may end, with the points it spends to."""
    found: dict[Hex, Quarters] = {}
    for way, ends_ in _found(state, unit):
        for hex_ in _on_the_way(way, _labels(ends_, way)):
            found[hex_] = min(found.get(hex_, ways.NEVER), way.spent(hex_))
    return found


def _on_the_way(way: ways.Ways, goals: list[Hex]) -> set[Hex]:
    """The goals, and the hexes passed on the cheapest ways to them; not the start."""
    passed: set[Hex] = set()
    for goal in goals:
        at = way.before(goal)
        while at != way.start and at not in passed:
            passed.add(at)
            at = way.came[at]
    return {*passed, *goals} - {way.start}


def _labels(hexes: HexSet, way: ways.Ways) -> list[Hex]:
    return [h for h in {*way.passing, *way.stopped} if hexes >> h & 1]


def ends(state: State, unit: UnitId) -> HexSet:
    """The hexes in which its move may end, the one it is in included where it may."""
    found = 0
    for _, hexes in _found(state, unit):
        found |= hexes
    return found


def stop_hexes(state: State, unit: UnitId) -> HexSet:
    """The hexes within its reach in which it can only come to a STOP."""
    return halts(state, unit) & hexset(reach(state, unit))


def halts(state: State, unit: UnitId) -> HexSet:
    """The same, with those in which its move may not end."""
    found = 0
    for way, _ in _found(state, unit):
        found |= hexset(h for h in way.stopped if h not in way.passing)
    return found


def route(state: State, unit: UnitId, to: Hex) -> list[Hex] | None:
    """The hexes to enter on the cheapest way to a hex; None if it is out of reach."""
    for way, hexes in _found(state, unit):
        if hexes >> to & 1 and to in {*way.passing, *way.stopped}:
            return way.to(to)
    return None
