"""What an action has done: who went where, who has lost what, whose is the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from grognard.titles.lost_battalion.referee.calendar import phases
from grognard.titles.lost_battalion.referee.fighting import found_in, under_way
from grognard.titles.lost_battalion.referee.moving import (
    DEAD,
    NOWHERE,
    POOL,
    RESERVE,
    RESTING,
    marching_cost,
    off_road,
    riding_cost,
)
from grognard.titles.lost_battalion.referee.outcomes import (
    advances,
    fired,
    gassed,
    hasty,
    rolled,
    unharmed,
)
from grognard.titles.lost_battalion.referee.position import (
    US,
    Name,
    Place,
    Position,
    compare_moves,
)
from grognard.waist.referee import Compared

Read = Iterator[Compared]


def deeds(b: Position, action: Any, a: Position) -> Read:
    """What the rules say came of an action, chance's too."""
    kind = type(action).__name__
    top, same = b.table[-1], b.table[:1] == a.table[:1]
    if kind in MOVES:
        yield from compare_moves(b, MOVES[kind](b, top, action), a)
    elif kind in QUIET and same:
        yield from compare_moves(b, {}, a)
    if kind in MOVES or kind in QUIET:
        yield from _steps(b, kind, action, a)
    yield from _ground(b, a, entering=kind not in PUTTING)
    if kind in EFFECTS:
        yield from EFFECTS[kind](b, top, action, a)
    if under_way(b):
        yield from unharmed(b, a)
        yield from hasty(b, a)
        yield from advances(b, a)
    if not same and a.table:
        yield from phases(b, kind, a)


# -- who goes where ------------------------------------------------------------------------------


def _march(b: Position, top: Any, action: Any) -> dict[Name, Place]:
    return dict.fromkeys(b.names(top.units), action.to)


def _take_back(b: Position, _top: Any, action: Any) -> dict[Name, Place]:
    start = b.state.began[b.units[action.unit].id]
    return {action.unit: b.kit.grid.label(start) if start >= 0 else int(start)}


def _disband(b: Position, _top: Any, action: Any) -> dict[Name, Place]:
    """LB-11.9d: a machine gun goes back into the pool."""
    return {action.unit: POOL if b.units[action.unit].kind == "MG" else DEAD}


def _boxed(box: int) -> Callable[[Position, Any, Any], dict[Name, Place]]:
    def moves(b: Position, _top: Any, action: Any) -> dict[Name, Place]:
        (number,) = (d.id for d in b.kit.divisions if d.key == action.division)
        left = [u.name for u in b.units.values() if u.division == number]
        return {name: box for name in left if b.place(name) != DEAD}

    return moves


MOVES: Final[dict[str, Callable[[Position, Any, Any], dict[Name, Place]]]] = {
    "March": _march,
    "Ride": _march,
    "Lift": lambda _b, _top, action: {action.unit: RESERVE},
    "TakeBack": _take_back,
    "Disband": _disband,
    "Reserve": _boxed(RESERVE),
    "Rest": _boxed(RESTING),
    "Recall": _boxed(RESERVE),
    "Advance": lambda b, top, action: {action.unit: b.kit.grid.label(top.into)},
    "Place": lambda b, top, action: {b.kit.units[top.unit].name: action.hex},
}

PICKING: Final = frozenset(("Pick", "Join", "Drop", "Halt", "Strike", "Again", "Return", "Done"))
FIGHTING: Final = frozenset(("Attack", "Bombard", "Commit", "CallOff", "Launch", "Deliberate"))
QUIET: Final = PICKING | FIGHTING | {"Replace", "Announce"}
"""Actions after which, while the phase goes on, everybody stands where he stood."""

PUTTING: Final = frozenset(("Place", "PlaceGun", "TakeBack"))
"""Actions that put a counter down: it has entered nothing, or as if it had not."""


def _steps(b: Position, kind: str, action: Any, a: Position) -> Read:
    """LB-6.3g, 6.3i: one more by a replacement, none for who is given up; else nothing."""
    changed = {n: a.steps(n) for n in a.units if a.steps(n) != b.steps(n)}
    read: dict[Name, int] = {}
    if kind == "Replace":
        read = {action.unit: b.steps(action.unit) + 1}
    if kind == "Disband" and b.units[action.unit].kind != "MG":
        read = {action.unit: 0}
    yield Compared("steps", changed, read)


# -- ground and bridges --------------------------------------------------------------------------


def _ground(b: Position, a: Position, *, entering: bool) -> Read:
    """LB-3.4f, 8.8c: who enters takes the hex and the bridges at it; nobody else does."""
    allied, owned, fresh = set(b.allied), set(b.owned), set(b.fresh)
    for name in a.at if entering else ():
        hex_, side = a.at[name], a.units[name].side
        if b.place(name) == hex_:
            continue
        bridges = {s for s in a.ground.bridges if hex_ in s}
        fresh |= {s for s in bridges if (s in owned) != (side == US)}
        allied = allied | {hex_} if side == US else allied - {hex_}
        owned = owned | bridges if side == US else owned - bridges
    yield Compared("control", a.allied, allied)
    yield Compared("bridges", a.owned, owned)
    if a.turn == b.turn and a.table:
        yield Compared("bridges just taken", a.fresh, fresh)


# -- marches -------------------------------------------------------------------------------------


def _spent(b: Position, top: Any, action: Any, a: Position) -> Read:
    """LB-8.0a, 8.10a, 10.3b: what the march has cost so far; the mode is kept (LB-8.10g)."""
    march = found_in(a, "Marching")
    if march is None:
        return
    group = [b.kit.units[n] for n in range(len(b.kit.units)) if top.units >> n & 1]
    at = b.kit.grid.label(top.at) if top.at >= 0 else None
    kind = type(action).__name__
    cost_of = {"March": marching_cost, "Ride": riding_cost, "Strike": off_road}[kind]
    cost = max(cost_of(b, unit, at, action.to) or Fraction(0) for unit in group)
    factor = b.number("hasty_cost_factor") if kind == "Strike" else 1
    told = Fraction(march.spent, 2), march.mode
    mode = "ride" if kind == "Ride" else "march"
    yield Compared("movement spent", told, (Fraction(top.spent, 2) + factor * cost, mode))


def _marched(b: Position, top: Any, action: Any, a: Position) -> Read:
    yield from _spent(b, top, action, a)
    group = b.names(top.units)
    yield Compared("who has moved", a.names(a.state.moved), b.names(b.state.moved) | group)
    came = group if top.at < 0 else set()
    yield Compared("who has entered", a.names(a.state.entered), b.names(b.state.entered) | came)
    side = b.units[min(group)].side
    bridges = {s for s in b.ground.bridges if action.to in s and (s in b.owned) != (side == US)}
    took = not b.friendly(side, action.to) or bool(bridges)
    for name in group:
        unit = b.units[name]
        first = b.state.began.get(unit.id, b.state.hex_of[unit.id])
        read = NOWHERE if took else first
        yield Compared(f"where a march began of {name}", a.state.began.get(unit.id), read)


def _struck(b: Position, top: Any, action: Any, a: Position) -> Read:
    yield from _spent(b, top, action, a)
    struck = b.names(b.state.struck) | b.names(top.units)
    yield Compared("who has struck", a.names(a.state.struck), struck)
    yield from _counted(b, top, action, a)


def _counted(b: Position, top: Any, _action: Any, a: Position) -> Read:
    """LB-7.4c, 7.4d: the US divisions that have attacked this turn."""
    group = [b.units[name] for name in b.names(top.units)]
    more = {u.division for u in group if u.nation == "us" and u.kind == "INF"}
    read = sum(1 << n for n in more) | b.state.divisions
    yield Compared("divisions that have attacked", a.state.divisions, read)


def _halted(b: Position, top: Any, action: Any, a: Position) -> Read:
    """LB-8.0a: whose move has ended."""
    left = {action.unit} if type(action).__name__ == "Drop" else b.names(top.units)
    if top.at >= 0:
        yield Compared("whose move is over", a.names(a.state.done), b.names(b.state.done) | left)


def _launched(b: Position, top: Any, action: Any, a: Position) -> Read:
    if type(top).__name__ != "Assembling":
        return
    yield from _counted(b, top, action, a)
    attacked = b.names(b.state.attacked) | b.names(top.units)
    yield Compared("who has attacked", a.names(a.state.attacked), attacked)
    hexes = b.state.assaulted | 1 << top.target
    yield Compared("hexes attacked", a.state.assaulted, hexes)
    spent = type(action).__name__ == "Deliberate"
    yield Compared("Deliberate Attacks left", a.state.deliberate, b.state.deliberate - spent)


# -- markers and steps ---------------------------------------------------------------------------


def _replaced(b: Position, _top: Any, action: Any, a: Position) -> Read:
    side = b.units[action.unit].side
    read = tuple(pool - (n == side) for n, pool in enumerate(b.state.pools))
    yield Compared("replacements left", tuple(a.state.pools), read)
    if side == 1:
        refilled = b.names(b.state.refilled) | {action.unit}
        yield Compared("who was refilled", a.names(a.state.refilled), refilled)


def _lifted(b: Position, _top: Any, action: Any, a: Position) -> Read:
    yield Compared(
        "who was lifted", a.names(a.state.lifted), b.names(b.state.lifted) | {action.unit}
    )


def _gun_placed(b: Position, _top: Any, action: Any, a: Position) -> Read:
    more = {n for n in a.at if n not in b.at}
    told = {(a.units[n].kind, a.at[n]) for n in more}, a.state.guns_left
    yield Compared("machine guns placed", told, ({("MG", action.hex)}, b.state.guns_left - 1))


def _gun_removed(b: Position, _top: Any, action: Any, a: Position) -> Read:
    fewer = {(b.units[n].kind, b.at[n], a.box.get(n)) for n in b.at if n not in a.at}
    yield Compared("machine guns removed", fewer, {("MG", action.hex, POOL)})


def _lost(b: Position, _top: Any, action: Any, a: Position) -> Read:
    name = action.unit
    dies = b.steps(name) == 1
    told = name not in a.at if dies else a.steps(name) < b.steps(name)
    yield Compared("who chose to lose a step lost it", told, True)


EFFECTS: Final[dict[str, Callable[[Position, Any, Any, Position], Read]]] = {
    "March": _marched,
    "Ride": _marched,
    "Strike": _struck,
    "Drop": _halted,
    "Halt": _halted,
    "Launch": _launched,
    "Deliberate": _launched,
    "Replace": _replaced,
    "Lift": _lifted,
    "PlaceGun": _gun_placed,
    "RemoveGun": _gun_removed,
    "Lose": _lost,
    "Gas": gassed,
    "Fire": fired,
    "Shoot": fired,
    "Rolled": rolled,
}
