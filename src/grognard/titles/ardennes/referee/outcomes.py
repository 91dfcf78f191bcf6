"""The second reading, continued: what a player's action leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Crossing, DemolitionCheck, Moving, Reaction
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.referee import combat, playing, strife
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Bridge, Label, Position
from grognard.titles.ardennes.referee.scoring import fighters
from grognard.waist.referee import Compared


def outcomes(before: State, action: Any, after: State) -> Iterator[Compared]:
    """What the answer itself did, before anything follows from it."""
    read = READ.get(type(action))
    if read is not None:
        yield from read(n.position_of(before), before, action, Position(after), after)


def _unit(pos: Position, name: str) -> int:
    return pos.kit.by_name[name]


# -- coming into a hex ----------------------------------------------------------------------------


def _there(
    pos: Position, state: State, units: list[int], to: Label, now: Position
) -> Iterator[Compared]:
    """EA-S.67, EA-RB.s: towns, bridges, roadblocks and Improved Positions after units came."""
    after, side = pos.placed(units, to), pos.kit.side_of[units[0]]
    rivers = {Bridge((pos.at[u], to)) for u in units if u in pos.at} & pos.bridges
    read = after.german_bridges - _in_doubt(pos, state, side)
    read = read | rivers if side == GERMAN else read - rivers
    yield Compared(
        "where units come to", {u: now.at.get(u) for u in units}, dict.fromkeys(units, to)
    )
    yield Compared("German towns", now.german_towns, after.german_towns)
    yield Compared("German bridges", now.german_bridges, read)
    yield Compared("Improved Positions left", now.dug_in, after.dug_in)
    yield Compared("roadblocks left", now.roadblocks, after.roadblocks)


def _tried_first(pos: Position, state: State, units: list[int], to: Label) -> bool:
    """EA-S.41 to EA-S.43: do they stay until the Allied bridge ahead of them was tried?"""
    home, side = pos.at[units[0]], pos.kit.side_of[units[0]]
    river, doubtful = Bridge((home, to)), _in_doubt(pos, state, side)
    if river not in doubtful:
        return False
    if not pos.solitaire:
        return playing.can_blow(pos, state)
    return river in combat.demolition_checks(pos, units, home, pos.bridges - doubtful)


def _tried(
    pos: Position, state: State, units: list[int], to: Label, after: State
) -> Iterator[Compared]:
    """Whether the bridge is tried before anybody moves."""
    told = isinstance(after.stack[-1], DemolitionCheck | Reaction)
    yield Compared("a bridge tried first", told, _tried_first(pos, state, units, to))


def _waits(pos: Position, units: list[int], after: State) -> bool:
    """Whether they have not moved yet: for the bridge, or because it comes to nothing."""
    now = Position(after)
    asked = isinstance(after.stack[-1], Crossing | DemolitionCheck | Reaction)
    return asked and all(now.at.get(u) == pos.at[u] for u in units)


def _in_doubt(pos: Position, state: State, side: int) -> set[Bridge]:
    """EA-S.41: Allied bridges that may still be blown are not taken before."""
    if side != GERMAN or pos.day == 16:
        return set()
    mined = {pos.ground.river_number[k] for k in n.bits(state.record.mined)}
    return pos.bridges - pos.german_bridges - mined


def step(
    pos: Position, state: State, action: act.Step, now: Position, after: State
) -> Iterator[Compared]:
    """EA-S.38, EA-S.39, EA-D16.k: and what of rivers and bridges is used up."""
    moving = state.stack[-1]
    assert isinstance(moving, Moving)
    units, side, to = n.bits(moving.units), moving.side, action.to
    home = pos.at[units[0]]
    yield from _tried(pos, state, units, to, after)
    if _waits(pos, units, after):
        return
    yield from _there(pos, state, units, to, now)
    river, waded = Bridge((home, to)), n.wades(pos, side, home, to)
    bridge = {river} & pos.bridges
    ahead = to in n.zoc(pos, 1 - side)
    yield Compared("rivers forded", now.forded, pos.forded | ({river} if waded else set()))
    narrow = bridge if ahead and not waded else set()
    yield Compared("bridges used up", now.bridged, pos.bridged | narrow)
    yield Compared("bridges crossed", now.crossed, pos.crossed | bridge)


def deploy(
    pos: Position, state: State, action: act.Deploy, now: Position, _: State
) -> Iterator[Compared]:
    yield from _there(pos, state, [_unit(pos, action.unit)], action.hex, now)


def advance(
    pos: Position, state: State, action: act.Advance, now: Position, after: State
) -> Iterator[Compared]:
    units = [_unit(pos, action.unit)]
    yield from _tried(pos, state, units, action.to, after)
    if not _waits(pos, units, after):
        yield from _there(pos, state, units, action.to, now)


# -- hits -----------------------------------------------------------------------------------------


def _steps(pos: Position, now: Position, lost: dict[int, int]) -> Compared:
    told = {u: now.steps[u] for u in range(len(now.steps)) if now.steps[u] != pos.steps[u]}
    return Compared("steps lost", told, {u: pos.steps[u] - k for u, k in lost.items() if k})


def lose(pos: Position, _: State, action: act.Lose, now: Position, __: State) -> Iterator[Compared]:
    u = _unit(pos, action.unit)
    yield _steps(pos, now, {u: 1})
    yield Compared("the dead", u in now.at, pos.steps[u] > 1)


def disperse(
    pos: Position, state: State, _: act.Disperse, now: Position, after: State
) -> Iterator[Compared]:
    """EA-CR.m: all attackers, for two hits at most."""
    battle, then = strife.on_table(state), strife.on_table(after)
    units = set(fighters(pos, battle, battle.side))
    yield Compared("Dispersed", now.dispersed, pos.dispersed | units)
    left = max(0, battle.attacker_hits - 2)
    yield Compared("hits left", then.attacker_hits, left)


def retreat(
    pos: Position, state: State, action: act.Retreat, now: Position, after: State
) -> Iterator[Compared]:
    """EA-RT.m, EA-RT.o to EA-RT.q: where they go, what it costs, who is Dispersed."""
    battle, then = strife.on_table(state), strife.on_table(after)
    units = fighters(pos, battle, 1 - battle.side)
    target = pos.kit.grid.label(battle.target)
    found = combat.ways(pos, units, target, second=battle.retreated == 1)
    (cost,) = {cost for _, cost, h in found if h == action.to}
    alone = len(units) == 1
    yield _steps(pos, now, {units[0]: cost} if alone else {})
    yield Compared("steps owed for a retreat", then.toll, 0 if alone else cost)
    yield from _there(pos, state, units, action.to, now)
    worn = set(units) if battle.retreated == 1 else set()
    yield Compared("Dispersed", now.dispersed, pos.dispersed | worn)
    spent = 0 if battle.bugged_out else 1
    yield Compared("hits left", then.defender_hits, battle.defender_hits - spent)


# -- other things ---------------------------------------------------------------------------------


def leave(
    pos: Position, state: State, _: act.Exit, __: Position, after: State
) -> Iterator[Compared]:
    """EA-S.61."""
    moving = state.stack[-1]
    assert isinstance(moving, Moving)
    unit = pos.unit(n.bits(moving.units)[0])
    worth = 2 if unit.kind == "mechanized" and not unit.bracketed else 1
    first = 0 if state.exit_points else 1
    yield Compared("exit points", after.exit_points, state.exit_points + worth + first)


def replace(
    pos: Position, _: State, action: act.Replace, now: Position, __: State
) -> Iterator[Compared]:
    yield _steps(pos, now, {_unit(pos, action.unit): -1})


def dig_in(
    pos: Position, _: State, action: act.DigIn, now: Position, __: State
) -> Iterator[Compared]:
    h = pos.at[_unit(pos, action.unit)]
    yield Compared("Improved Positions left", now.dug_in, pos.dug_in | {h})


READ: Final[dict[type, Callable[..., Iterator[Compared]]]] = {
    act.Step: step,
    act.Deploy: deploy,
    act.Advance: advance,
    act.Lose: lose,
    act.Disperse: disperse,
    act.Retreat: retreat,
    act.Exit: leave,
    act.Replace: replace,
    act.DigIn: dig_in,
}
"""By action: what it has done."""
