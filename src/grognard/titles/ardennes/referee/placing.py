"""The second reading, continued: where a player's reserves come onto the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import DelayedReserves, Deploying
from grognard.titles.ardennes.position.state import RESERVE, State
from grognard.titles.ardennes.referee import position as n
from grognard.titles.ardennes.referee.position import Label, Position


def waiting(pos: Position, state: State, units: Iterable[int]) -> list[int]:
    """EA-ST.p: in the Reserve box and with fuel."""
    return [u for u in units if state.hex_of[u] == RESERVE and u not in pos.dry]


def deploying(pos: Position, state: State, decision: Deploying) -> Iterator[act.Action]:
    """EA-S.21."""
    yield act.Done()
    placed = {pos.at[u] for u in n.bits(decision.placed) if u != pos.kit.vdh}
    for u in waiting(pos, state, n.bits(decision.units & ~decision.placed)):
        for h in hexes(pos, u, placed):
            yield act.Deploy(pos.unit(u).name, h)


def hexes(pos: Position, u: int, placed: set[Label]) -> list[Label]:
    """Where a reserve unit can be placed, with others of its card on the map already."""
    side = pos.kit.side_of[u]
    return [
        h
        for h in _fit(pos, u)
        if n.room(pos, [u], h)
        and h not in pos.held(1 - side)
        and not _beside_enemy(pos, side, h)
        and (u == pos.kit.vdh or all(n.distance(h, p) <= 3 for p in placed))
    ]


def _fit(pos: Position, u: int) -> set[Label]:
    def derive() -> set[Label]:
        side = pos.kit.side_of[u]
        if u == pos.kit.vdh:
            return n.labels(pos.kit, pos.kit.drop_zone) - pos.roadblocks
        cut_off = [v for v in pos.units(1 - side) if v in pos.isolated]  # EA-SU.y
        supplied = n.supplied_hexes(pos.without(cut_off), side)
        return {h for h in supplied & _area(pos, u) if _near_friends(pos, u, h)}

    return pos.kept(("placing", pos.corps(u), u == pos.kit.vdh), derive)


def _area(pos: Position, u: int) -> set[Label]:
    if pos.kit.side_of[u] == GERMAN:
        return pos.ground.zone[pos.army(u)]
    return pos.ground.meuse if pos.corps(u) == "XXX" else pos.ground.area[pos.corps(u)]


def _near_friends(pos: Position, u: int, h: Label) -> bool:
    """Its corps or an eastern road for Germans; its army or a source for Allies (EA-S.60)."""
    ground = pos.ground
    if pos.kit.side_of[u] == GERMAN:
        kin = pos.kept(("kin of corps", pos.corps(u)), lambda: _of(pos, GERMAN, pos.corps, u))
        edge = n.column(h) == 1 and h in ground.roads
    else:
        kin = pos.kept(("kin of army", pos.army(u)), lambda: _of(pos, ALLIED, pos.army, u))
        edge = h in ground.sources[ALLIED] or pos.corps(u) == "XXX"
    return edge or any(n.distance(h, pos.at[v]) <= 3 for v in kin)


def _of(pos: Position, side: int, formation: Callable[[int], str], u: int) -> list[int]:
    """The side's units of the same formation."""
    return [v for v in pos.units(side) if formation(v) == formation(u)]


def _beside_enemy(pos: Position, side: int, h: Label) -> bool:
    """Next to an enemy that is not Isolated, with no friend in the hex."""
    near = [v for b in pos.ground.next[h] for v in pos.stack(b, 1 - side)]
    return not pos.stack(h, side) and any(v not in pos.isolated for v in near)


def delayed(pos: Position, state: State, _: DelayedReserves) -> Iterator[act.Action]:
    """Reserves left over from yesterday: an eastern road of the army's zone, no Allied ZOC."""
    yield act.Done()
    for u in n.bits(state.late):
        for h in pos.ground.zone.get(pos.army(u), set()) & pos.ground.roads:
            free = h not in n.zoc(pos, ALLIED) | pos.held(ALLIED) | pos.roadblocks
            if n.column(h) == 1 and free and n.room(pos, [u], h):
                yield act.Deploy(pos.unit(u).name, h)
