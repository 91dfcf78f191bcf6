"""What the steps of the sequence do that are passed between two decisions (S.5 to S.11)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.titles.lost_battalion.referee.moving import (
    DEAD,
    DUE,
    LATER,
    RESERVE,
    RESTING,
    WITHDRAWN,
)
from grognard.titles.lost_battalion.referee.position import (
    GERMAN,
    US,
    Name,
    Place,
    Position,
    compare_moves,
)
from grognard.waist.referee import Compared

Read = Iterator[Compared]
A1, A2, A3, A4, A5, A6, A7, B1, B2, B3, C1, C2, D = range(13)


def phases(b: Position, kind: str, a: Position) -> Read:
    passed = _passed(b.table[0].step, a.table[0].step)
    if kind in ("Done", "Announce"):
        yield from compare_moves(b, _moves(a, b, passed), a)
    if A1 in passed:
        yield from _new_turn(b, a)
    cut = a.unfed(US) | a.unfed(GERMAN)
    if passed & {B1, C1}:
        yield Compared("out of supply as movement begins", a.names(a.state.out_moving), cut)
        yield Compared(
            "nobody has moved yet", (a.state.done, a.state.moved, a.state.struck), (0,) * 3
        )
    if passed & {B2, C2}:
        yield Compared("out of supply as combat begins", a.names(a.state.out_fighting), cut)
        fresh = (a.state.attacked, a.state.assaulted, a.state.bombarded, len(a.state.shelled))
        yield Compared("nobody has attacked yet", fresh, (0, 0, 0, 0))
    if A7 in passed:
        yield from _offensive(b, kind, a)


def _passed(first: int, last: int) -> set[int]:
    steps = set()
    while first != last:
        steps.add(first)
        first = (first + 1) % 13
    return steps


# -- units that come and go ------------------------------------------------------------------------


def _moves(a: Position, b: Position, passed: set[int]) -> dict[Name, Place]:
    moves: dict[Name, Place] = {}
    if A1 in passed and a.on("us_withdrawals") and a.today("us_withdrawals"):
        gone = set(a.events(a.turn)["us_withdrawals"])
        moves |= {n: WITHDRAWN for n in _of(a, gone) if b.place(n) != DEAD}
    for step, side in ((A5, GERMAN), (A6, US)):
        if step in passed:
            due = [n for n in _arriving(a) if a.units[n].side == side and b.place(n) == LATER]
            moves |= dict.fromkeys(due, DUE)
    if A6 in passed:
        moves |= dict.fromkeys(_back_from_rest(a, b), RESERVE)
    return moves


def _of(p: Position, keys: set[str]) -> set[Name]:
    """The units of divisions, or the units of those names."""
    numbers = {d.id for d in p.kit.divisions if d.key in keys}
    return {u.name for u in p.units.values() if u.division in numbers or u.name in keys}


def _arriving(p: Position) -> set[Name]:
    """LB-S.31, S.32: by the turn record, or by the scenario's own."""
    own, record = p.kit.scenario.arrivals, p.kit.turns[p.turn]
    if own is not None:
        return _of(p, {row.division for row in own if row.turn == p.turn})
    return _of(p, {*record.allied, *record.german})


def _back_from_rest(a: Position, b: Position) -> set[Name]:
    """LB-6.4e: who began its rest three turns ago."""
    long = a.number("rest_turns")
    over = {n for n, since in b.state.resting_since.items() if a.turn - since >= long}
    return {n for n in b.units if b.units[n].division in over and b.place(n) == RESTING}


# -- the turn --------------------------------------------------------------------------------------


def _new_turn(b: Position, a: Position) -> Read:
    """LB-14.16, S.11, S.33, 8.8b."""
    row, s = a.kit.turns[b.turn + 1], a.state
    gas = row.gas_withdrawn if a.on("gas_withdrawn") else row.gas
    yield Compared("markers", (s.barrage, s.guns_left, s.gas_left), (row.barrage, row.mg, gas))
    cleared = s.fired | s.entered | s.lifted | s.divisions | s.fresh_bridges | s.gas
    yield Compared("markers taken off", (cleared, a.turn), (0, b.turn + 1))


def _offensive(b: Position, kind: str, a: Position) -> Read:
    """LB-6.4d, 6.4h: rested, nobody lost, all at full strength."""
    if kind != "Announce" and not (b.state.announced and a.on("late_rested_join")):
        yield Compared("divisions of the Final Offensive", a.state.final, b.state.final)
        return
    joined = sum(1 << d.id for d in a.kit.divisions if _ready(a, d.id))
    read = joined if kind == "Announce" else b.state.final | joined
    yield Compared("divisions of the Final Offensive", a.state.final, read)
    if kind == "Announce":
        yield Compared("the turn of the Final Offensive", a.state.announced, a.turn)


def _ready(a: Position, division: int) -> bool:
    units = [u for u in a.units.values() if u.division == division]
    full = all(a.steps(u.name) == u.steps for u in units)
    return bool(a.state.rested >> division & 1) and full
