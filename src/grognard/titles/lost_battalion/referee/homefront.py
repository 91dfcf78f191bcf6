"""Set-up and the Reinforcement & Replacement Phase (6, 11.7, 11.9, 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.titles.lost_battalion.referee.fighting import observed
from grognard.titles.lost_battalion.referee.ground import distance
from grognard.titles.lost_battalion.referee.moving import (
    DEAD,
    DUE,
    POOL,
    RESERVE,
    RESTING,
    may_enter,
)
from grognard.titles.lost_battalion.referee.position import GERMAN, US
from grognard.titles.lost_battalion.referee.stacking import may_stand

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.kit.tables import Unit
    from grognard.titles.lost_battalion.referee.ground import Label
    from grognard.titles.lost_battalion.referee.position import Name, Position


# -- the free set-up (LB-S.29) -------------------------------------------------------------------


def setting_up(p: Position, top: Any) -> set[str]:
    waiting = _to_place(p, top.side)
    return {f"pick {name}" for name in waiting} or {"done"}


def _to_place(p: Position, side: int) -> set[Name]:
    """Of the machine guns, which are all alike, the last."""
    plan, guns = p.kit.scenario.to_place, p.kit.scenario.machine_guns_to_place
    assert plan is not None, "only a free set-up asks"
    last = [u.name for u in p.kit.units if u.kind == "MG"][-guns:]
    names = set(plan.allied) if side == US else {*plan.german, *last}
    return {name for name in names if p.box.get(name) == POOL}


def in_hand(p: Position, top: Any) -> set[str]:
    unit = p.kit.units[top.unit]
    fit = {h for h in p.play if _may_be_set_up(p, unit, h)}
    mates = [
        at
        for name, at in p.at.items()
        if unit.kind == "INF" and unit.side == US and p.units[name].division == unit.division
    ]
    spread = p.number("free_setup_spread")
    near = {h for h in fit if all(distance(h, at) <= spread for at in mates)}
    return {f"place {h}" for h in near or fit}


def _may_be_set_up(p: Position, unit: Unit, label: Label) -> bool:
    if p.south_of_line(label) != (unit.side == US):
        return False
    off_road_bars = unit.kind == "ART" or (
        unit.kind == "TANK" and p.ground.terrain(label) != "clear"
    )
    if off_road_bars and not on_road(p, label):
        return False
    return may_stand(p, {unit.name} | p.stacks.get(label, set()))


def on_road(p: Position, label: Label) -> bool:
    return label in p.ground.exits or any(label in side for side in p.ground.roads)


# -- A2, A3 --------------------------------------------------------------------------------------


def gas(p: Position, _top: Any) -> set[str]:
    """LB-11.7b, 11.7g."""
    open_ = p.play - p.held(GERMAN) - p.gas if p.state.gas_left else set()
    return {"done"} | {f"gas {h}" for h in open_ if observed(p, GERMAN, h)}


def machine_guns(p: Position, _top: Any) -> set[str]:
    """LB-11.9c."""
    guns = {u.name for u in p.units.values() if u.kind == "MG"}
    found = {"done"} | {f"removegun {p.at[name]}" for name in guns if name in p.at}
    pool = {name for name in guns if p.box.get(name) == POOL}
    if not pool or p.state.guns_left <= 0:
        return found
    fed = p.fed(GERMAN)
    return found | {f"placegun {h}" for h in p.play if h in fed and _may_hold_gun(p, h, min(pool))}


def _may_hold_gun(p: Position, label: Label, gun: Name) -> bool:
    ground, here = p.ground, p.stacks.get(label, set())
    if label in p.allied or not may_enter(p, p.units[gun], label):
        return False
    infantry = any(p.units[name].kind == "INF" for name in here)
    rough = ground.terrain(label) != "clear"
    shelter = infantry or rough or label in ground.forts or label in ground.towns
    return shelter and may_stand(p, here | {gun})


# -- A4, A6, A7 ----------------------------------------------------------------------------------


def german_replacements(p: Position, _top: Any) -> set[str]:
    """LB-6.3j, 6.3k, 14.13."""
    cut = p.unfed(GERMAN)
    able = {u.name for u in p.units.values() if u.nation == "german" and _may_refill(p, u, cut)}
    return {"done"} | {f"replace {name}" for name in able}


def _may_refill(p: Position, unit: Unit, cut: set[Name]) -> bool:
    at = p.at.get(unit.name)
    if at is None or unit.kind != "INF" or not p.state.pools[GERMAN] or unit.name in cut:
        return False
    return p.steps(unit.name) < unit.steps and not p.beside(US, at)


def arrivals(p: Position, _top: Any) -> set[str]:
    """LB-6.3d, 6.4e, 6.4f, S.9."""
    found = {"done"}
    for division in p.kit.divisions:
        units = [u for u in p.units.values() if u.division == division.id]
        boxes = {p.box.get(u.name, 0) for u in units if p.box.get(u.name) != DEAD}
        if division.nation != "us" or len(boxes) != 1:
            continue
        (box,) = boxes
        found |= {f"{verb} {division.key}" for verb in _sent(p, division.id, box)}
        if box in (RESERVE, RESTING) and p.state.pools[US]:
            able = [u.name for u in units if 0 < p.steps(u.name) < u.steps]
            found |= {f"replace {name}" for name in able}
    return found


def _sent(p: Position, division: int, box: int) -> set[str]:
    if box == DUE:
        return {"reserve", "rest"}
    if box == RESERVE:
        return {"rest"}
    fresh = p.state.resting_since.get(division) == p.turn
    return {"recall"} if box == RESTING and not fresh else set()


def announcement(_p: Position, _top: Any) -> set[str]:
    return {"announce", "done"}
