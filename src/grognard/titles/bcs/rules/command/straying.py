"""Staying in Command Radius: where a unit may end, who strays, what the HQ has to mind (BCS-4.2f).

A unit ends its move in Command Radius of its HQ, which may move as well, before it or after.
So whoever moves counts on what the HQ can still do, and the HQ minds those who count on it.
All of that is told here, and nowhere else:

    where a unit may end                plain_ends, mended_ends, end_refusal
    one that began outside              homeward, is_coming_home, has_come_nearer
    who strayed, who counts on the HQ   strays, counting
    where the HQ is wanted              hq_posts, near_all, in_touch, left_out
    what the HQ may not do              leaving_refusal, retreat_refusal, may_halt
    when the Activation may end         done_refusal
"""

from __future__ import annotations

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, HexSet, hexset
from grognard.titles.bcs.kit.kit import NO_FORMATION, FormationId, UnitId, UnitSet
from grognard.titles.bcs.position.decisions import HqMoving
from grognard.titles.bcs.position.state import (
    State,
    each,
    face,
    fact,
    in_field,
    key_of,
    names_of,
    other,
)
from grognard.titles.bcs.rules.command import hq_reach, safe_path
from grognard.titles.bcs.rules.moving import stacking
from grognard.titles.bcs.rules.ways.by_points import Distances

# -- where a unit may end ------------------------------------------------------------------


@cites("BCS-4.2f")
def plain_ends(state: State, unit: UnitId) -> HexSet:
    """Where a unit that moves may end with the HQ where it is: in Command Radius."""
    number = state.command[unit]
    inside = safe_path.radius(state, number) if number != NO_FORMATION else 0
    return inside & ~stacking.crowded(state, unit) & ~promised_away(state, unit)


@cites("BCS-R.4")
def mended_ends(state: State, unit: UnitId) -> HexSet:
    """Where it may end since the HQ can still come near, the others that count on it minded."""
    return _kept(state, unit)[0] & ~stacking.crowded(state, unit)


@cites("BCS-R.4")
def promised_away(state: State, unit: UnitId) -> HexSet:
    """The hexes in Command Radius that the HQ has to leave outside, as it has to go to others."""
    return _kept(state, unit)[1]


def _kept(state: State, unit: UnitId) -> tuple[HexSet, HexSet]:
    """What the HQ's move can keep in its radius besides the others, and what it cannot."""
    number = state.command[unit]
    if number == NO_FORMATION:
        return 0, 0
    inside, posts = safe_path.radius(state, number), hq_posts(state, number)
    if not posts:
        return 0, 0

    def find() -> tuple[HexSet, HexSet]:
        others = counting(state, number, 1 << unit)
        near = _posts(state, number, others)
        reached = state.kit.grid.within(near, state.kit.formations[number].radius)
        bound = others & strays(state, number)
        return reached, inside & ~reached if bound else 0

    return fact(state, ("kept", unit, *_moves(state), posts), find)


def _moves(state: State) -> tuple[int, int]:
    """What of the Activation says who has moved, beside where the units are."""
    return state.moved, len(state.began)


def _posts(state: State, number: FormationId, units: UnitSet) -> HexSet:
    """The hexes the HQ can still move to from which all those units are in its radius."""
    return hq_posts(state, number) & near_all(state, number, units)


@cites("BCS-4.2f")
def has_stayed(state: State, unit: UnitId) -> bool:
    """Whether the unit is in the hex where it began, and has not left it."""
    home = state.began.get(unit, state.hex_of[unit])
    return state.hex_of[unit] == home and not state.moved >> unit & 1


@cites("BCS-R.4")
def hq_posts(state: State, number: FormationId) -> HexSet:
    """Where the active formation's HQ can be by the end of its move; none once it has moved."""
    if number != state.active or hq_reach.move_refusal(state, number) is not None:
        return 0
    key = ("hq posts", number, state.snafu)
    return fact(state, key, lambda: hexset(hq_reach.reach(state, number)))


@cites("BCS-4.2f", "BCS-7.4.b", "BCS-R.4")
def end_refusal(state: State, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a unit must not end in a hex for Command Radius; stacking is not looked at."""
    number = state.command[unit]
    if hex_ == state.hex_of[unit] and has_stayed(state, unit):
        return None
    if number == NO_FORMATION:
        return None
    reached, away = _kept(state, unit)
    if away >> hex_ & 1:
        return _promise(state, unit, hex_)
    if (safe_path.radius(state, number) | reached) >> hex_ & 1:
        return None
    if is_coming_home(state, unit) and _nearer(state, unit, hex_):
        return None
    name, label = state.kit.names[unit], state.kit.grid.label(hex_)
    return Refusal("BCS-4.2f", f"{name} would end out of Command Radius in {label}")


@cites("BCS-R.4")
def _promise(state: State, unit: UnitId, hex_: Hex) -> Refusal:
    name, label = state.kit.names[unit], state.kit.grid.label(hex_)
    first = each(strays(state, state.command[unit]) & ~(1 << unit))[0]
    because = f"the HQ has to come to {state.kit.names[first]}, and cannot have {name} in {label}"
    return Refusal("BCS-R.4", f"{because} as well")


def _nearer(state: State, unit: UnitId, hex_: Hex) -> bool:
    far = homeward(state, unit)
    return far.to(hex_) < far.to(state.hex_of[unit])


# -- coming from outside -------------------------------------------------------------------


@cites("BCS-R.3")
def homeward(state: State, unit: UnitId) -> Distances:
    """By hex, the points to the nearest hex in Command Radius, round the enemy's hexes."""
    number, showing = state.command[unit], face(state, unit)
    enemies = state.occupied[other(state.kit.side_of[unit])]
    basis = state.hq[number], state.ground, state.blown, enemies
    name = ("homeward", number, showing.type, showing.ma)
    found: Distances | None = state.kit.memo.recall(name, basis)
    if found is None:
        inside = safe_path.radius(state, number)
        found = Distances(state, showing, inside, enemies)
        state.kit.memo.keep(name, basis, found)
    return found


@cites("BCS-4.2f", "BCS-R.3")
def is_coming_home(state: State, unit: UnitId) -> bool:
    """Whether a unit that began outside Command Radius is outside it still."""
    number, home = state.command[unit], state.began.get(unit, state.hex_of[unit])
    if number == NO_FORMATION or home < 0 or state.hex_of[unit] < 0:
        return False
    inside = safe_path.radius(state, number)
    return not (inside >> home | inside >> state.hex_of[unit]) & 1


def has_come_nearer(state: State, unit: UnitId) -> bool:
    """Whether it moved toward Command Radius from where it began."""
    far = homeward(state, unit)
    home = state.began.get(unit, state.hex_of[unit])
    return far.to(state.hex_of[unit]) < far.to(home)


# -- who counts on the HQ ------------------------------------------------------------------


@cites("BCS-4.2f")
def _movers(state: State, number: FormationId) -> tuple[UnitId, ...]:
    """Units that moved to where they are; one that was driven off is nowhere it went."""
    moved = state.moved & in_field(state, number)
    return tuple(unit for unit in each(moved) if unit in state.began)


@cites("BCS-4.2f")
def strays(state: State, number: FormationId) -> UnitSet:
    """Units that moved and stand outside Command Radius without having come nearer to it."""
    if not state.moved:
        return 0

    def find() -> UnitSet:
        inside, found = safe_path.radius(state, number), 0
        for unit in _movers(state, number):
            if inside >> state.hex_of[unit] & 1:
                continue
            if not (is_coming_home(state, unit) and has_come_nearer(state, unit)):
                found |= 1 << unit
        return found

    return fact(state, ("strays", number, *_moves(state)), find)


@cites("BCS-4.2f", "BCS-R.4")
def counting(state: State, number: FormationId, but: UnitSet = 0) -> UnitSet:
    """Units that moved and count on the HQ, some left out.

    Those in its radius do, and those that strayed as long as it can have all of them.
    """
    if not state.moved:
        return 0
    inside, lost = safe_path.radius(state, number), strays(state, number) & ~but
    moved = _movers(state, number)
    settled = sum(1 << u for u in moved if inside >> state.hex_of[u] & 1) & ~but
    helped = lost and _posts(state, number, settled | lost)
    return settled | lost if helped else settled


# -- what the HQ minds ---------------------------------------------------------------------


def near_all(state: State, number: FormationId, units: UnitSet) -> HexSet:
    """The hexes from which all those units are in the radius."""
    found = state.kit.grid.all
    for unit in each(units):
        found &= state.kit.within(state.hex_of[unit], state.kit.formations[number].radius)
    return found


@cites("BCS-4.2f", "BCS-R.4")
def in_touch(state: State, number: FormationId) -> HexSet:
    """The hexes in which the HQ has all units that count on it in its radius."""
    return near_all(state, number, counting(state, number))


def left_out(state: State, number: FormationId, at: Hex, units: UnitSet) -> UnitSet:
    """Those of the units that are out of Command Radius with the HQ in that hex."""
    inside = state.kit.within(at, state.kit.formations[number].radius)
    return sum(1 << unit for unit in each(units) if not inside >> state.hex_of[unit] & 1)


@cites("BCS-4.2f", "BCS-R.4")
def done_refusal(state: State, number: FormationId) -> Refusal | None:
    """Why the Activation cannot end: the HQ could still bring a unit into its radius."""
    units = strays(state, number) & counting(state, number)
    if not units:
        return None
    name = state.kit.names[each(units)[0]]
    because = f"{name} is out of Command Radius, and the HQ of {key_of(state, number)} can help it"
    return Refusal("BCS-4.2f", because)


@cites("BCS-4.2f", "BCS-R.4")
def retreat_refusal(state: State, number: FormationId, to: Hex) -> Refusal | None:
    """Why the HQ does not retreat to a hex of its own will: units count on it."""
    if in_touch(state, number) >> to & 1:
        return None
    return _left_refusal(state, left_out(state, number, to, counting(state, number)))


@cites("BCS-4.2f", "BCS-R.4")
def leaving_refusal(state: State, now: HqMoving, to: Hex, left: int) -> Refusal | None:
    """That the HQ in hand does not leave units that moved out of its radius, if it can help it."""
    at = state.hq[now.formation]
    if _can_mind(state, now, to, left) or not _can_mind(state, now, at, now.mp):
        return None
    return _left_refusal(state, left_out(state, now.formation, to, now.minded) or now.minded)


def may_halt(state: State, now: HqMoving, hex_: Hex) -> bool:
    """Whether the HQ in hand may halt in a hex it can reach."""
    if near_all(state, now.formation, now.minded) >> hex_ & 1:
        return True
    return not _can_mind(state, now, state.hq[now.formation], now.mp)


def _can_mind(state: State, now: HqMoving, at: Hex, left: int) -> bool:
    """Whether from a hex the HQ can still get to where it has all units it minds in its radius."""
    posts = near_all(state, now.formation, now.minded)
    if posts >> at & 1:
        return True
    return any(posts >> hex_ & 1 for hex_ in hq_reach.spread(state, now.formation, at, left))


def _left_refusal(state: State, units: UnitSet) -> Refusal:
    names = ", ".join(names_of(state, units))
    return Refusal("BCS-4.2f", f"the HQ would leave {names} out of Command Radius")
