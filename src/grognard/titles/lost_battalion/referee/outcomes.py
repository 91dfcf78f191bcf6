"""What came of fire, dice, losses and Hasty Attacks."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from grognard.titles.lost_battalion.referee.columns import fire_column
from grognard.titles.lost_battalion.referee.fighting import (
    BARRAGE,
    found_in,
    may_advance,
    most_guns,
    under_way,
)
from grognard.titles.lost_battalion.referee.moving import NOWHERE
from grognard.titles.lost_battalion.referee.position import Name, Position
from grognard.waist.referee import Compared

Read = Iterator[Compared]


# -- fire ----------------------------------------------------------------------------------------


def fired(b: Position, top: Any, action: Any, a: Position) -> Read:
    """LB-11.5a, 11.6b, S.17: the guns have fired; the column, if it is on the table."""
    guns, markers, aim = b.names(top.guns), top.markers, top.aim
    if type(action).__name__ == "Fire":
        guns |= {action.gun} - {BARRAGE}
        markers += action.gun == BARRAGE
        aim = b.kit.grid.at(action.hex)
        if len(guns) + markers < most_guns(b, under_way(b), top.role):
            return
    yield Compared("who has fired", a.names(a.state.fired), b.names(b.state.fired) | guns)
    yield Compared("markers left", a.state.barrage, b.state.barrage - markers)
    mask = sum(1 << b.units[name].id for name in guns)
    fire = SimpleNamespace(side=top.side, role=top.role, guns=mask, markers=markers)
    column = fire_column(b, fire, b.kit.grid.label(aim), under_way(b))
    volley = found_in(a, "Volley")
    yield Compared("column of fire", -1 if volley is None else volley.column, max(column, -1))


def gassed(b: Position, _top: Any, action: Any, a: Position) -> Read:
    """LB-11.7c: one step from the hex, not one per unit."""
    if a.turn == b.turn:
        yield Compared("gas", a.gas, b.gas | {action.hex})
    hit = b.stacks.get(action.hex)
    if hit:
        yield from _losses(b, a, hit, b.number("gas_steps"), stubborn=True)


# -- dice ----------------------------------------------------------------------------------------


def rolled(b: Position, top: Any, action: Any, a: Position) -> Read:
    kind, face = type(top).__name__, action.faces[0]
    if kind == "SecretRoll":
        half = -(-sum(action.faces) // b.number("deliberate_divisor"))
        yield Compared("Deliberate Attacks", a.state.deliberate, half)
    elif kind == "Volley":
        yield from _volley(b, top, face, a)
    elif kind == "Assault":
        yield from _assault(b, top, face, a)


def _volley(b: Position, top: Any, face: int, a: Position) -> Read:
    """LB-S.17, 11.3b, 9.16d: who stands in the hex, or attacks from it, or leads."""
    fight, hit = under_way(b), set(b.stacks[b.kit.grid.label(top.aim)])
    if top.role == "defensive":
        group = b.names(fight.units)
        hit = group if fight.origin != NOWHERE else hit & group
        hit = {b.kit.units[fight.leader].name} if fight.leader >= 0 else hit
    cell = int(b.kit.charts["bombardment"].cells[face - 1][top.column])
    yield from _losses(b, a, hit, cell, stubborn=True)


def _assault(b: Position, top: Any, face: int, a: Position) -> Read:
    """LB-S.15, S.16."""
    fight = under_way(b)
    attackers = {name for name in b.names(fight.units) if name in b.at}
    defenders = b.stacks[b.kit.grid.label(fight.target)]
    first, second = b.kit.charts["crt"].cells[face - 1][top.column].split("/")
    everyone = sum(b.steps(name) for name in defenders)
    yield from _losses(b, a, defenders, everyone if second == "E" else int(second))
    yield from _losses(b, a, attackers, int(first))


def _losses(b: Position, a: Position, hit: set[Name], due: int, *, stubborn: bool = False) -> Read:
    """Steps gone and steps still to be chosen are what is due, or all there are."""
    kept = b.names(b.state.stubborn) if stubborn else set()
    there = sum(b.steps(name) - (name in kept) for name in hit)
    gone = sum(b.steps(name) - _left(b, a, name) for name in hit)
    owing = min(_owed(a, b.side_in(hit)), there - gone)
    yield Compared("steps lost", gone + owing, min(due, there))


def _left(b: Position, a: Position, name: Name) -> int:
    """Steps a unit has left; a machine gun that is back in the pool has none."""
    return 0 if name in b.at and name not in a.at else a.steps(name)


def _owed(a: Position, side: int) -> int:
    losses = [d for d in a.table if type(d).__name__ == "Losses" and d.side == side]
    asked = [d for d in a.table if type(d).__name__ == "Absorption" and d.side == side]
    return sum([*(int(d.left) for d in losses), *(int(d.steps) for d in asked)])


# -- who is out of it, who goes in ---------------------------------------------------------------


def unharmed(b: Position, a: Position) -> Read:
    """Nobody but who fights in it has part in a fight."""
    fight = under_way(b)
    near = b.names(fight.units) | b.stacks.get(b.kit.grid.label(fight.target), set())
    others = set(b.units) - near
    changed = {n for n in others if (a.place(n), a.steps(n)) != (b.place(n), b.steps(n))}
    yield Compared("bystanders", changed, set())


def hasty(b: Position, a: Position) -> Read:
    """LB-10.9, 10.10a: the group stands where it struck from until it has won."""
    fight = under_way(b)
    if fight.origin == NOWHERE:
        return
    target, origin = b.kit.grid.label(fight.target), b.kit.grid.label(fight.origin)
    group = {name for name in b.names(fight.units) if name in a.at}
    held = a.held(1 - fight.side)
    where = origin if target in held or under_way(a) else target
    if group:
        yield Compared("where a Hasty Attack leaves", {a.at[n] for n in group}, {where})
    ended = under_way(a) is None and found_in(a, "Marching") is None
    if ended:
        yield Compared("whose move it ended", group <= a.names(a.state.done), True)


def advances(b: Position, a: Position) -> Read:
    """LB-9.12a, 9.12b: the attackers after an assault, one infantry unit after fire."""
    fight, target = under_way(b), b.kit.grid.label(under_way(b).target)
    if fight.origin != NOWHERE or under_way(a) is not None or target in a.held(1 - fight.side):
        return
    top = b.table[-1]
    assault = type(top).__name__ in ("Assault", "Absorption") or (
        type(top).__name__ == "Losses" and top.cause == "assault"
    )
    group = b.names(fight.units) if assault else {n for n in a.at if a.units[n].kind == "INF"}
    able = {
        n for n in group if a.units[n].side == fight.side and may_advance(a, a.units[n], target)
    }
    asked = a.table[-1]
    offered: set[Name] = set()
    if type(asked).__name__ == "Advancing":
        units = a.names(asked.units)
        offered = {n for n in units if may_advance(a, a.units[n], target)}
        most = len(group & set(a.at)) if assault else 1
        yield Compared("how many may advance", min(asked.most, most), most)
    yield Compared("who may advance", offered, able)
