"""Why no way leads to a far hex for the unit a player has in mind: too far, or where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.book.rulebook import Refusal
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import MA_TYPES, QUARTERS, P, Quarters, UnitId
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.state import SEATS, State, label
from grognard.titles.bcs.rules.command import straying
from grognard.titles.bcs.rules.moving import terrain
from grognard.titles.bcs.rules.moving.hand import purse, stop_reasons
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.waist.no_way import NoWay, broken_off, too_far

_PLENTY: Final[Quarters] = 1 << 20


def no_way(state: State, seat: str, pieces: Sequence[str], to: str) -> NoWay | None:
    """Why the unit, or the one in hand, cannot move to a hex; None if it can."""
    unit = _meant(state, SEATS.index(seat), pieces)
    if unit is None or not state.kit.grid.has(to):
        return None
    goal, start = state.kit.grid.at(to), state.hex_of[unit]
    left, _ = purse(state, unit)
    if start < 0 or goal == start or not left or goal in reaching.reach(state, unit):
        return None
    by = reaching.barriers(state, unit)
    far = ways.search(state, by, start, _PLENTY, fresh=True)
    spent = far.spent(goal)
    if spent > left and spent < ways.NEVER:
        return too_far("BCS-S.21", to, f"{_mp(spent)} MP", _mp(left))
    if spent < ways.NEVER:
        return _no_end(state, unit, goal)
    costs = {hex_: far.spent(hex_) for hex_ in {*far.passing, *far.stopped}}
    return broken_off(state.kit.grid, costs, goal, lambda a, b: _barred(state, unit, by, far, a, b))


def _mp(quarters: Quarters) -> str:
    return f"{quarters / QUARTERS:g}"


def _meant(state: State, side: int, pieces: Sequence[str]) -> UnitId | None:
    """The unit in hand, or the one named, if its side is to act with it."""
    top = state.top if state.stack else None
    if getattr(top, "side", None) != side:
        return None
    named = state.kit.by_name.get(pieces[0]) if len(set(pieces)) == 1 else None
    if isinstance(top, dec.Acting):
        return top.unit if not pieces or named == top.unit else None
    if isinstance(top, dec.Activities) and named is not None:
        return named if state.command[named] == top.formation else None
    return None


def _no_end(state: State, unit: UnitId, goal: Hex) -> NoWay | None:
    """It could come there, and may not end its move there."""
    name = label(state, goal)
    crowd = Refusal("BCS-5.5.a", f"two units are in {name}, and it could not go on")
    return NoWay(straying.end_refusal(state, unit, goal) or crowd, name)


def _barred(
    state: State, unit: UnitId, by: ways.Barriers, far: ways.Ways, here: Hex, there: Hex
) -> Refusal | None:
    """Why the way cannot go on from a hex to its neighbour."""
    if here not in far.passing:
        stopped = stop_reasons(state, unit, far.before(here), here)
        why, rule = stopped[0] if stopped else ("a STOP", "BCS-S.9")
        return Refusal(rule, f"{why} stops it in {label(state, here)}")
    if by.shut >> there & 1:
        return reaching.shut_refusal(state, unit, there)
    if by.jumps >> here & by.jumps >> there & 1:
        both = f"{label(state, here)} and {label(state, there)}"
        return Refusal("BCS-6.0.b", f"{both} are both in an EZOC")
    if terrain.cost(state, by.type, here, there) == P:
        kind = MA_TYPES[by.type].capitalize()
        return Refusal("BCS-S.22", f"{kind} units cannot enter {label(state, there)}")
    name = label(state, there)
    return Refusal("BCS-S.22", f"{name} takes the whole MA, and some of it would be spent")
