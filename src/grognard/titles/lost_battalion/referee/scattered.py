"""Positions of all sorts: both sides in a part of the map, so that they are in each other's way."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from grognard.ground.hexes import members
from grognard.titles import lost_battalion as title
from grognard.titles.lost_battalion.position.decisions import Advancing, Combat, Movement, Sequence
from grognard.titles.lost_battalion.position.options import OPTIONS
from grognard.titles.lost_battalion.position.questions import proceed
from grognard.titles.lost_battalion.position.state import (
    DEAD,
    DUE,
    LATER,
    POOL,
    RESERVE,
    RESTING,
    State,
    bury,
    occupy,
    put,
)
from grognard.titles.lost_battalion.referee.ground import Label, distance, row
from grognard.titles.lost_battalion.referee.position import GERMAN, US, Position
from grognard.titles.lost_battalion.rules.sequence import STEPS

PHASES = (1, 2, 3, 5, 6, 7, 7, 7, 8, 8, 8, 9, 10, 10, 11, 11)
"""Steps of the sequence to begin with, those oftener in which more is done."""


def scattered(scenario: str, rng: Random) -> State:
    """A position that nobody would come to, with somebody to decide."""
    state = _empty(scenario, rng)
    _share_out(state, rng)
    _man_the_boxes(state, rng)
    front = _in_front(state, rng)
    for label in rng.sample(front, min(len(front), 18)):
        _crowd(state, rng, label)
    _wear(state, rng)
    _begin(state, rng)
    return state


def _empty(scenario: str, rng: Random) -> State:
    on = {option.key: rng.choice((option.values[0], *option.values)) for option in OPTIONS}
    state = title.setup(scenario, on)
    for unit in state.kit.units:
        put(state, unit.id, POOL if unit.kind == "MG" else LATER)
    state.stack = ()
    last = state.kit.scenario.last_turn
    state.turn = rng.choice([n for n in (1, 2, 4, 5, 6, 9, 13, 14, 16) if n <= last])
    return state


def _share_out(state: State, rng: Random) -> None:
    """Control and bridges, at random by the hex or by a line across the map."""
    line, wild = rng.randint(28, 44), rng.choice((0.0, 0.02, 0.1))
    p = Position(state)
    for label in sorted(p.play):
        if (row(label) >= line or p.south_of_line(label)) != (rng.random() < wild):
            occupy(state, US, state.kit.grid.at(label))
        else:
            occupy(state, GERMAN, state.kit.grid.at(label))
    all_bridges = range(len(p.ground.bridges))
    state.bridges = sum(1 << n for n in all_bridges if rng.random() < 0.5)
    state.fresh_bridges = sum(1 << n for n in all_bridges if rng.random() < 0.2)


def _in_front(state: State, rng: Random) -> list[Label]:
    """Hexes round a place or two."""
    p = Position(state)
    north = sorted(p.play - p.ground.south)
    centre = rng.choice(north)
    return [h for h in sorted(p.play) if distance(h, centre) <= rng.choice((2, 3, 4))]


def _crowd(state: State, rng: Random, centre: Label) -> None:
    """A few units of one side in a hex, guns on a road near it."""
    p, side = Position(state), rng.choice((US, GERMAN))
    if centre in p.stacks or (side == GERMAN and p.south_of_line(centre)):
        return
    kinds = ["INF"] * 5 + (["TANK"] * 2 if side == US else ["MG"] * 2)
    kind = "ART" if side == US and _on_road(p, centre) and rng.random() < 0.3 else ""
    for _ in range(1 if kind else rng.choice((1, 1, 2, 2, 3, 4))):
        _put_one(state, rng, side, kind or rng.choice(kinds), centre)


def _on_road(p: Position, label: Label) -> bool:
    return any(label in side for side in p.ground.roads)


def _put_one(state: State, rng: Random, side: int, kind: str, label: Label) -> None:
    p, hex_ = Position(state), state.kit.grid.at(label)
    here = p.stacks.get(label, set())
    mates = {p.units[name].division for name in here if p.units[name].kind == "INF"}
    spare = [u for u in p.units.values() if u.side == side and u.kind == kind]
    spare = [u for u in spare if p.box.get(u.name) in (LATER, POOL)]
    kin = [u for u in spare if u.division in mates] if rng.random() < 0.8 else []
    if not spare:
        return
    put(state, rng.choice(kin or spare).id, hex_)
    occupy(state, side, hex_)


def _man_the_boxes(state: State, rng: Random) -> None:
    """Some whole divisions off the map, some of their regiments gone."""
    for division in state.kit.divisions:
        units = [unit for unit in state.kit.units if unit.division == division.id]
        box = rng.choice((*[LATER] * 9, DUE, RESERVE, RESTING))
        if division.nation != "us":
            box = rng.choice((*[LATER] * 9, DUE))
        if box == RESTING:
            state.resting_since[division.id] = rng.randint(max(0, state.turn - 2), state.turn)
        for unit in units:
            put(state, unit.id, box)
        if rng.random() < 0.1:
            bury(state, units[0].id)
        if box == RESERVE and rng.random() < 0.3:
            state.rested |= 1 << division.id


def _wear(state: State, rng: Random) -> None:
    """Losses, markers, gas, an offensive under way."""
    p = Position(state)
    for unit in state.kit.units:
        if unit.kind in ("INF", "TANK") and state.hex_of[unit.id] != DEAD and rng.random() < 0.4:
            state.steps[unit.id] = rng.randint(1, unit.steps)
    on_map = [u for u in state.kit.units if state.hex_of[u.id] >= 0 and u.kind == "INF"]
    german = [u.id for u in on_map if state.kit.side_of[u.id] == GERMAN]
    state.refilled = sum(1 << u for u in german if rng.random() < 0.1)
    state.pools = (rng.randint(0, 4), rng.randint(0, 4))
    state.deliberate = rng.randint(0, 3)
    if state.turn >= 13 and rng.random() < 0.7:
        state.announced = rng.randint(13, state.turn)
        state.final = sum(
            1 << d.id for d in state.kit.divisions if d.nation == "us" and rng.random() < 0.5
        )
    if state.turn > 1:
        dry = [h for h in p.play if h not in p.held(GERMAN)]
        spots = sorted(p.held(US)) + rng.sample(sorted(dry), 2)
        gas = rng.sample(spots, min(3, len(spots)))
        state.gas = sum({1 << state.kit.grid.at(h) for h in gas})


def _begin(state: State, rng: Random) -> None:
    step = rng.choice(PHASES)
    record = state.kit.turns[state.turn]
    state.barrage, state.guns_left, state.gas_left = record.barrage, record.mg, record.gas
    if step <= 1:
        state.gas = 0
    state.stack = (Sequence((step + 1) % len(STEPS)),)
    STEPS[step](state)
    proceed(state)
    if isinstance(state.top, Movement | Combat) and rng.random() < 0.4:
        _midway(state, rng, state.top.side)
    if isinstance(state.top, Combat) and rng.random() < 0.3:
        _clear(state, rng, state.top.side)


def _midway(state: State, rng: Random, side: int) -> None:
    """Some of the phase is over: who has come on, gone back, fired or attacked, and what."""
    p, kit = Position(state), state.kit
    own = [u.id for u in kit.units if state.hex_of[u.id] >= 0 and kit.side_of[u.id] == side]
    guns = [u for u in own if kit.units[u].kind == "ART"]
    state.fired = _some(rng, guns, 0.2)
    us = [d.id for d in kit.divisions if d.nation == "us"]
    limit = kit.turns[state.turn].us_divisions_may_attack
    state.divisions = sum(1 << d for d in rng.sample(us, rng.randint(0, min(limit, len(us)))))
    if isinstance(state.top, Combat):
        state.attacked = _some(rng, [u for u in own if u not in guns], 0.15)
        enemies = [kit.grid.at(h) for h in sorted(p.held(1 - side))]
        state.assaulted = _some(rng, enemies, 0.1)
        state.bombarded = _some(rng, enemies, 0.2 if side == US else 0.0) & ~state.assaulted
        most = kit.number("attack_bombardment_units")
        state.shelled = {h: rng.randint(1, most) for h in members(state.bombarded)}
    elif side == US:
        state.entered = _some(rng, own, 0.1)
        resting = [u.id for u in kit.units if state.hex_of[u.id] == RESERVE]
        state.lifted = _some(rng, resting, 0.3)


def _some(rng: Random, things: Iterable[int], share: float) -> int:
    return sum(1 << n for n in things if rng.random() < share)


def _clear(state: State, rng: Random, side: int) -> None:
    """A hex has been cleared: those around it may advance, one or all (LB-9.12a, LB-9.12b)."""
    p = Position(state)
    able = {n: at for n, at in p.at.items() if _goes(p, n, side)}
    near = [
        h for h in sorted(p.held(1 - side)) if any(at in p.ground.near[h] for at in able.values())
    ]
    if not near:
        return
    into = rng.choice(near)
    units = sum(1 << p.units[n].id for n, at in able.items() if at in p.ground.near[into])
    for name in p.stacks[into]:
        bury(state, p.units[name].id)
    most = rng.choice((1, units.bit_count()))
    state.stack = (*state.stack, Advancing(side, state.kit.grid.at(into), units, most))


def _goes(p: Position, name: str, side: int) -> bool:
    return p.units[name].side == side and p.units[name].kind in ("INF", "TANK")
