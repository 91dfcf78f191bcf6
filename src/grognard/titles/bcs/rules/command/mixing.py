"""Simple Blobs, Mixing and Coordination (BCS-4.4.a, BCS-10.1e, BCS-R.19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from grognard.book.rulebook import cites
from grognard.ground.hexes import HexSet, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, UnitId
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.questions import Events
from grognard.titles.bcs.position.state import (
    CARRIERS,
    NO_ROLL,
    OFF,
    Facts,
    Shift,
    State,
    each,
    key_of,
    label,
    mark,
    note,
    own_fact,
)
from grognard.titles.bcs.rules.command.safe_path import radius

# -- the Simple Blob ------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def hull(points: HexSet, width: int) -> HexSet:
    """The hexes whose centres lie in or on the convex hull of the points' centres.

    Rows and slanted columns of the grid are an affine image of the map, so
    what is convex there is convex here, and everything stays a whole number.
    """
    found = points
    spans: dict[int, tuple[int, int]] = {}
    for row, left, right in _cuts(points, width):
        low, high = spans.get(row, (left, right))
        spans[row] = min(low, left), max(high, right)
    for row, (low, high) in spans.items():
        if low <= high:
            found |= (1 << (high - low + 1)) - 1 << row * width + low
    return found


def _cuts(points: HexSet, width: int) -> Iterator[tuple[int, int, int]]:
    """Where the line between each two points cuts each row: rounded inwards from both sides."""
    placed = [(hex_ // width, hex_ % width) for hex_ in members(points)]
    for (top, start), (bottom, end) in combinations(placed, 2):
        if top == bottom:
            yield top, start, end
            continue
        for row in range(top, bottom + 1):
            along, whole = start * (bottom - row) + end * (row - top), bottom - top
            yield row, -(-along // whole), along // whole


@cites("BCS-R.19")
def blob(state: State, number: FormationId) -> HexSet:
    """A formation's Simple Blob: the hull of its HQ and its combat units in Command Radius."""
    hq = state.hq[number]
    if hq < 0:
        return 0
    points = _places(state, number) & radius(state, number) | 1 << hq
    return hull(points, state.kit.grid.width) & state.kit.grid.all


def _places(state: State, number: FormationId) -> HexSet:
    """The hexes of the formation's units."""
    side = state.kit.formations[number].side

    def find() -> dict[FormationId, HexSet]:
        places: dict[FormationId, HexSet] = {}
        for unit in each(state.kit.side_units[side]):
            if state.hex_of[unit] >= 0:
                served = state.command[unit]
                places[served] = places.get(served, 0) | 1 << state.hex_of[unit]
        return places

    return own_fact(state, side, "places", find).get(number, 0)


def _carry(state: State, before: Facts, after: Facts, shift: Shift) -> None:
    """The units of one formation stand in other places."""
    places = before.get("places")
    roster = after.get("roster")
    if places is None or roster is None:
        return
    served = state.command[shift.unit]
    hexes = 0
    for unit in each(roster[served]):
        if state.hex_of[unit] >= 0:
            hexes |= 1 << state.hex_of[unit]
    after["places"] = {**places, served: hexes}


CARRIERS.append(_carry)


# -- Mixing --------------------------------------------------------------------------------------


def _others(state: State, number: FormationId) -> Iterator[FormationId]:
    """The inactive friendly formations."""
    for formation in state.kit.side_formations[state.kit.formations[number].side]:
        if formation != number and state.hq[formation] >= 0:
            yield formation


@cites("BCS-10.1e", "BCS-R.19")
def mixed(state: State, number: FormationId) -> HexSet:
    """The hexes where units of the formation stand in the Simple Blob of another."""
    found, places = 0, _places(state, number)
    for formation in _others(state, number):
        if places & radius(state, formation):  # a Blob is inside it
            found |= places & blob(state, formation)
    return found


@cites("BCS-10.1e", "BCS-4.4.a")
def check(state: State, number: FormationId) -> Events:
    """Before the SNAFU roll: Coordination, if units of the formation stand in a Blob."""
    hexes = mixed(state, number)
    return coordinate(state, number, _why(state, number, hexes), hexes) if hexes else []


@cites("BCS-10.1e", "BCS-R.19")
def entered(state: State, unit: UnitId) -> Events:
    """An active unit came to a hex: Coordination at once, if it entered another's Blob.

    One that began the Activation in that Blob does not enter it.
    """
    number, here = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION or number != state.active or state.mixed or here < 0:
        return []
    began = state.began.get(unit, OFF)
    for formation in _others(state, number):
        inside = blob(state, formation) if radius(state, formation) >> here & 1 else 0
        if inside >> here & 1 and (began < 0 or not inside >> began & 1):
            note(state, mixed=True)
            return coordinate(state, number, _within(state, formation), 1 << here)
    return []


def _why(state: State, number: FormationId, hexes: HexSet) -> str:
    for formation in _others(state, number):
        if blob(state, formation) & hexes:
            return _within(state, formation)
    return ""


def _within(state: State, formation: FormationId) -> str:
    return f"Mixed with {key_of(state, formation)}"


# -- the Coordination marker ------------------------------------------------------------------


@cites("BCS-4.4.a", "BCS-4.4.b")
def coordinate(state: State, number: FormationId, why: str, hexes: HexSet = 0) -> Events:
    """Marks the formation; a marker that comes after the SNAFU roll waits for the next."""
    new = not state.coordination >> number & 1
    again = number == state.active and state.snafu != NO_ROLL and state.coordinated
    if again:
        note(state, coordinated=False)
    if not new:
        return []
    mark(state, coordination=state.coordination | 1 << number)
    side = state.kit.formations[number].side
    where = tuple(label(state, hex_) for hex_ in members(hexes))
    return [ev.Coordinated(side, key_of(state, number), on=True, why=why, hexes=where)]


@cites("BCS-R.6")
def clean_up(state: State, number: FormationId) -> Events:
    """The marker that changed the SNAFU roll comes off, unless the formation is Mixed now."""
    if not state.coordinated or mixed(state, number):
        return []
    return end(state, number, "it has had its effect")


@cites("BCS-10.4.g", "BCS-R.6")
def end(state: State, number: FormationId, why: str) -> Events:
    """Takes the marker off, if it is there."""
    if not state.coordination >> number & 1:
        return []
    mark(state, coordination=state.coordination & ~(1 << number))
    side = state.kit.formations[number].side
    return [ev.Coordinated(side, key_of(state, number), on=False, why=why)]
