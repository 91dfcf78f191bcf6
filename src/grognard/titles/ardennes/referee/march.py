"""The second reading, continued: the player's moves, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Activation, Moving
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.referee import combat
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Label, Position
from grognard.titles.ardennes.referee.system import could_dig_in

EXIT: Final = 1
"""EA-S.46: what it costs to leave the map."""


class March(NamedTuple):
    """Units on the move: where, what each has spent, how many hexes."""

    units: tuple[int, ...]
    at: Label
    spent: dict[int, int]
    entered: int
    strategic: bool
    together: bool  # by Reinforce Battle

    def side(self, pos: Position) -> int:
        return pos.kit.side_of[self.units[0]]


class Rolls(NamedTuple):
    """What has been rolled for, placed and trodden in the activation."""

    rolled: set[Label]
    placed: bool
    trodden: set[Label]


def on_the_move(state: State, moving: Moving) -> March:
    """The move on the table; two kinds of units in a stack pay each for themselves."""
    units = tuple(n.bits(moving.units))
    kinds = {state.kit.units[u].kind for u in units}
    spent = {
        u: moving.spent_too
        if len(kinds) > 1 and state.kit.units[u].kind == "mechanized"
        else moving.spent
        for u in units
    }
    at = state.kit.grid.label(moving.at)
    return March(units, at, spent, moving.entered, moving.strategic, moving.reinforcing)


def setting_out(pos: Position, u: int, *, strategic: bool = False) -> March:
    return March((u,), pos.at[u], {u: 0}, 0, strategic, together=False)


def rolls(state: State) -> Rolls:
    record, kit = state.record, state.kit
    once = dict(state.terms.options)["roadblock_rolls"] == "until_placed"
    placed = bool(record.placed) and once
    return Rolls(n.labels(kit, record.rolled), placed, n.labels(kit, record.trodden))


# -- one step -------------------------------------------------------------------------------------


def steps(pos: Position, march: March, done: Rolls) -> list[Label]:
    """The hexes the units may enter next."""
    return [b for b in pos.ground.next[march.at] if _may_enter(pos, march, done, b)]


def _may_enter(pos: Position, march: March, done: Rolls, b: Label) -> bool:
    """EA-S.37: a full hex can be passed if one with room lies beyond."""
    if not _open(pos, march, done, b):
        return False
    if n.room(pos, march.units, b):
        return True
    after = _gone(pos, march, b)
    return any(_may_enter(pos, after, done, c) for c in pos.ground.next[b] if c != march.at)


def _open(pos: Position, march: March, done: Rolls, b: Label) -> bool:
    a, side = march.at, march.side(pos)
    if halted(pos, march) or not all(n.may_step(pos, u, a, b, free=False) for u in march.units):
        return False
    if n.wades(pos, side, a, b) and (march.entered or march.strategic or len(march.units) > 1):
        return False
    if len(march.units) > 1 and n.over_river(pos, a, b):
        alone = b in n.zoc(pos, 1 - side) or (pos.day == 16 and side == GERMAN)
        if alone:  # EA-S.39, EA-D16.k
            return False
    if march.strategic and not _by_strategic_move(pos, march, done, b):
        return False
    return not march.entered or all(price(pos, u, a, b) <= left(pos, march, u) for u in march.units)


def halted(pos: Position, march: March) -> bool:
    """EA-S.36, EA-RB.d, and the hexes a unit may go at most."""
    limits = [_hexes(pos, march, u) for u in march.units]
    stopped = march.entered and n.must_stop(pos, march.units[0], march.at)
    return bool(stopped) or march.entered >= min(limits)


def _hexes(pos: Position, march: March, u: int) -> int:
    """EA-D16.n, EA-D16.o: the one hex of 16 December, and who may go farther."""
    most = n.hex_limit(pos, u)
    free = march.together or pos.full_march
    opening = pos.kit.side_of[u] == ALLIED and pos.day == 16 and free
    slow = u in pos.unsupplied and pos.unit(u).kind == "mechanized"
    return n.FAR if opening and most == 1 and not slow and u not in pos.isolated else most


def _by_strategic_move(pos: Position, march: March, done: Rolls, b: Label) -> bool:
    """EA-S.45, EA-RB.e, EA-RB.f."""
    side, around = march.side(pos), set(pos.ground.next[b])
    if (march.at, b) not in pos.ground.road or around & pos.held(1 - side):
        return False
    if side == ALLIED:
        return True
    return not around & pos.roadblocks and not _would_check(pos, march, done, b)


def _would_check(pos: Position, march: March, done: Rolls, b: Label) -> bool:
    if not pos.solitaire or done.placed:
        return False
    return bool(combat.block_checks(pos, list(march.units), b, done.rolled, done.trodden))


def price(pos: Position, u: int, a: Label, b: Label) -> int:
    """EA-S.35, EA-S.36, EA-S.38."""
    if n.wades(pos, pos.kit.side_of[u], a, b):
        return n.FAR
    return n.terrain_cost(pos, u, a, b) + leaving(pos, u, a)


def leaving(pos: Position, u: int, a: Label) -> int:
    return int(a in n.zoc(pos, 1 - pos.kit.side_of[u]))


def left(pos: Position, march: March, u: int) -> int:
    """EA-S.45: a strategic move has twice the points."""
    points = pos.unit(u).allowance * (2 if march.strategic else 1)
    return max(0, points - march.spent[u])


def _gone(pos: Position, march: March, b: Label) -> March:
    spent = {u: march.spent[u] + price(pos, u, march.at, b) for u in march.units}
    return march._replace(at=b, spent=spent, entered=march.entered + 1)


def may_exit(pos: Position, march: March) -> bool:
    """EA-S.46, EA-SU.k."""
    u = march.units[0]
    if march.side(pos) != GERMAN or march.together or halted(pos, march):
        return False
    exits = n.labels(pos.kit, pos.kit.exits)
    affords = EXIT + leaving(pos, u, march.at) <= left(pos, march, u)
    return march.at in exits and n.in_supply(pos, u) and affords


def ends(pos: Position, march: March, done: Rolls, came: Label = "") -> set[Label]:
    """Every hex in which the units could end the move, the one they are in included.

    Out of a full hex they go on, and not back to where they came from.
    """
    roomy = n.room(pos, march.units, march.at)
    found = {march.at} if roomy else set()
    for b in pos.ground.next[march.at]:
        if (roomy or b != came) and _open(pos, march, done, b):
            found |= ends(pos, _gone(pos, march, b), done, march.at)
    return found


# -- the questions --------------------------------------------------------------------------------


def moving(pos: Position, state: State, decision: Moving) -> Iterator[act.Action]:
    """A move on the table."""
    march, done = on_the_move(state, decision), rolls(state)
    onward, room = steps(pos, march, done), n.room(pos, march.units, march.at)
    if decision.reinforcing:
        goals = battle_hexes(pos, state, decision.side)
        ahead = [b for b in onward if ends(pos, _gone(pos, march, b), done, march.at) & goals]
        there = march.at in goals and room
        if there or ahead:
            onward = ahead
        elif room:  # cut off on its way
            onward = []
        if there or not ahead:
            yield act.Halt()
    elif room or not onward:
        yield act.Halt()
    for b in onward:
        yield act.Step(b)
    if may_exit(pos, march):
        yield act.Exit()


def battle_hexes(pos: Position, state: State, side: int) -> set[Label]:
    """EA-CT.k: where a stack called to the combat takes part in it."""
    battle = state.battle
    assert battle is not None
    target = pos.kit.grid.label(battle.target)
    return set(pos.ground.next[target]) if side == battle.side else {target}


def activation(pos: Position, state: State, decision: Activation) -> Iterator[act.Action]:
    """A formation acts: it moves, then it attacks and digs in."""
    yield act.Done()
    active = [u for u in n.bits(state.record.active) if u in pos.at]
    able = [u for u in active if not state.record.recovering >> u & 1]  # EA-S.18
    if decision.stage == "move":
        for u in able:
            if not state.record.moved >> u & 1:
                yield from _begin(pos, state, u)
        return
    fighters = [u for u in able if can_attack(pos, state, u)]
    for target in {t for u in fighters for t in pos.ground.next[pos.at[u]]}:
        together = [u for u in fighters if target in pos.ground.next[pos.at[u]]]
        if target in pos.held(1 - decision.side) and may_launch(pos, state, together):
            yield act.Attack(target)
    for u in able:
        if u not in pos.acted and could_dig_in(pos, u):  # EA-S.19
            yield act.DigIn(pos.unit(u).name)


def _begin(pos: Position, state: State, u: int) -> Iterator[act.Action]:
    """EA-ST.g, EA-ST.n, EA-SU.s, EA-S.45."""
    done, name = rolls(state), pos.unit(u).name
    march = setting_out(pos, u)
    if n.hex_limit(pos, u) == 0 or not _goes(pos, march, done):
        return
    yield act.Pick(name)
    beside = set(pos.ground.next[pos.at[u]]) & pos.held(1 - pos.kit.side_of[u])
    if not beside and _goes(pos, march._replace(strategic=True), done):
        yield act.Rush(name)


def _goes(pos: Position, march: March, done: Rolls) -> bool:
    return bool(steps(pos, march, done)) or may_exit(pos, march)


def can_attack(pos: Position, state: State, u: int) -> bool:
    """EA-ST.h, EA-ST.m, EA-SU.n, EA-S.45; a unit attacks once in an activation."""
    stopped = pos.dispersed | pos.unsupplied | pos.isolated | pos.dry
    once = (state.record.fought | state.record.rushed) >> u & 1
    return u not in stopped and not once


def may_launch(pos: Position, state: State, units: list[int]) -> bool:
    """EA-ST.a, EA-SU.l: whether these units together make an attack."""
    light = all(pos.unit(u).bracketed for u in units)
    pairs = dict(state.terms.options)["bracketed_pairs"] == "attack"
    if light and (len(units) == 1 or not pairs):
        return False
    german = pos.kit.side_of[units[0]] == GERMAN
    return german or any(n.in_supply(pos, u) for u in units)
