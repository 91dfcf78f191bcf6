"""Combat: who may attack whom, who may fire at what, who loses, who advances (9, 10, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.titles.lost_battalion.referee.ground import distance
from grognard.titles.lost_battalion.referee.moving import (
    NOWHERE,
    asleep,
    may_cross,
    may_enter,
    tank_may,
    within_supply,
)
from grognard.titles.lost_battalion.referee.position import GERMAN, US
from grognard.titles.lost_battalion.referee.stacking import may_stand

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.kit.tables import Unit
    from grognard.titles.lost_battalion.referee.ground import Label
    from grognard.titles.lost_battalion.referee.position import Name, Position

BARRAGE = "barrage"


# -- sight and guns ------------------------------------------------------------------------------


def observed(p: Position, side: int, label: Label) -> bool:
    """LB-11.2a to 11.2f."""
    if side == US:
        return _near(p.held(US), label, p.number("observation_allied"))
    hills = (p.ground.hills & p.play) - p.allied
    if _near(hills, label, p.number("observation_hill")):
        return True
    return _near(p.held(GERMAN), label, p.number("observation_adjacent"))


def _near(hexes: Any, label: Label, reach: int) -> bool:
    return any(distance(h, label) <= reach for h in hexes)


def cut_off(p: Position) -> int:
    """LB-7.2b, 7.2e: who was out of supply as this phase began."""
    moving = any(type(d).__name__ == "Movement" for d in p.table)
    return p.state.out_moving if moving else p.state.out_fighting


def guns_at(p: Position, side: int, aim: Label) -> set[Name]:
    """What may fire at a hex: Allied guns in range, or a German marker (LB-11.3b, 11.4a, 11.6b)."""
    if asleep(p, side, aim) or not observed(p, side, aim):
        return set()
    if side == GERMAN:
        return {BARRAGE} if p.state.barrage else set()
    idle = ~(p.state.fired | cut_off(p))
    return {
        u.name
        for u in p.units.values()
        if u.kind == "ART"
        and u.name in p.at
        and idle >> u.id & 1
        and distance(p.at[u.name], aim) <= u.range
    }


def battery(p: Position, top: Any) -> set[str]:
    """Naming guns for one fire."""
    fight = under_way(p)
    aims = _aims(p, fight, top.role)
    if top.aim != NOWHERE:
        aims &= {p.kit.grid.label(top.aim)}
    named = p.names(top.guns)
    left = most_guns(p, fight, top.role) - len(named) - top.markers
    found = {"shoot"} if named or top.markers else {"done"}
    if top.role == "bombardment":
        found.add("calloff")
    if left <= 0:
        return found
    for aim in aims:
        more = guns_at(p, top.side, aim) - named
        if p.state.barrage <= top.markers:
            more.discard(BARRAGE)
        found |= {f"fire {gun} {aim}" for gun in more}
    return found


def under_way(p: Position) -> Any:
    return found_in(p, "Battle")


def found_in(p: Position, kind: str) -> Any:
    """The decision of that kind on the table, if there is one."""
    return next((d for d in p.table if type(d).__name__ == kind), None)


def _aims(p: Position, fight: Any, role: str) -> set[Label]:
    target: Label = p.kit.grid.label(fight.target)
    if role != "defensive" or fight.origin != NOWHERE:
        return {target}
    if fight.leader >= 0:  # LB-9.16d
        return {p.at[p.kit.units[fight.leader].name]}
    return {p.at[name] for name in p.names(fight.units) if name in p.at}


def most_guns(p: Position, fight: Any, role: str) -> int:
    """LB-11.3a, 11.4a, 9.16d and their rulings."""
    if role == "defensive":
        return p.number(f"{'deliberate' if fight.leader >= 0 else 'defensive'}_bombardment_units")
    if fight.origin != NOWHERE:
        return p.number("hasty_bombardment_units")
    return still_to_fire(p, fight.target)


def still_to_fire(p: Position, target: int) -> int:
    """Of the three guns of LB-11.4a those that have not fired at the hex in this phase."""
    fired = {int(hex_): count for hex_, count in p.state.shelled.items()}
    return p.number("attack_bombardment_units") - fired.get(target, 0)


# -- the Combat Phase ----------------------------------------------------------------------------


def combat(p: Position, top: Any) -> set[str]:
    found = {"done"}
    for target in p.held(1 - top.side):
        if any(may_attack(p, u, target) and u.kind == "INF" for u in _own(p, top.side)):
            found.add(f"attack {target}")
        if may_bombard(p, top.side, target):
            found.add(f"bombard {target}")
    return found


def _own(p: Position, side: int) -> list[Unit]:
    return [p.units[name] for name in p.at if p.units[name].side == side]


def may_attack(p: Position, unit: Unit, target: Label) -> bool:
    """Whether a unit may take part in a regular attack on a hex."""
    state, at = p.state, p.at[unit.name]
    spent = state.attacked | state.refilled | state.out_fighting
    if unit.kind not in ("INF", "TANK") or spent >> unit.id & 1:
        return False
    if target not in p.ground.near[at] or state.assaulted >> p.kit.grid.at(target) & 1:
        return False
    if asleep(p, unit.side, target) or (unit.side == GERMAN and p.south_of_line(target)):
        return False
    if unit.side == US and at in p.gas:  # LB-11.7e
        return False
    return tank_may(p, unit, at, target) and within_supply(p, [unit])


def may_bombard(p: Position, side: int, target: Label) -> bool:
    """LB-11.4b: a bombardment without an assault, once a phase."""
    hex_ = p.kit.grid.at(target)
    if p.state.bombarded >> hex_ & 1 or still_to_fire(p, hex_) <= 0:
        return False
    return bool(guns_at(p, side, target))


def assembling(p: Position, top: Any) -> set[str]:
    target = p.kit.grid.label(top.target)
    group = [p.units[name] for name in p.names(top.units)]
    found = {"calloff"}
    for unit in _own(p, top.side):
        joins = unit not in group and may_attack(p, unit, target)
        if joins and within_supply(p, [*group, unit]):
            found.add(f"commit {unit.name}")
    if any(unit.kind == "INF" for unit in group):  # LB-11.8h
        found.add("launch")
        found |= {f"deliberate {unit.name}" for unit in group if may_lead(p, unit)}
    return found


def may_lead(p: Position, unit: Unit) -> bool:
    """LB-9.16b, 9.16f."""
    strong = unit.strength[p.steps(unit.name)] >= p.number("deliberate_strength")
    return unit.nation == "german" and strong and p.state.deliberate > 0


# -- losses and what comes after -----------------------------------------------------------------


def absorption(_p: Position, _top: Any) -> set[str]:
    return {"absorb", "decline"}


def losses(p: Position, top: Any) -> set[str]:
    """LB-9.19, 11.8c; the stubborn keep their last step from fire and gas (LB-S.34)."""
    able = {n for n in p.names(top.units) if n in p.at}
    if top.cause != "assault":
        able -= {n for n in able & p.names(p.state.stubborn) if p.steps(n) == 1}
    tanks = {n for n in able if p.units[n].kind == "TANK"}
    if top.tank_second and top.taken == 1 and tanks:
        able = tanks
    return {f"lose {name}" for name in able}


def faltering(_p: Position, _top: Any) -> set[str]:
    return {"launch", "calloff"}


def repulsed(p: Position, _top: Any) -> set[str]:
    """LB-10.10a; tanks by themselves have no strength (LB-11.8h)."""
    left = [p.units[name] for name in p.names(under_way(p).units) if name in p.at]
    return {"return"} | ({"again"} if any(unit.kind == "INF" for unit in left) else set())


def advancing(p: Position, top: Any) -> set[str]:
    into = p.kit.grid.label(top.into)
    able = {n for n in p.names(top.units) if may_advance(p, p.units[n], into)}
    return {"done"} | {f"advance {name}" for name in able}


def may_advance(p: Position, unit: Unit, into: Label) -> bool:
    """LB-9.12c; not one that took replacements this turn (LB-6.3j)."""
    at = p.at.get(unit.name)
    if p.state.refilled >> unit.id & 1:
        return False
    if at is None or into not in p.ground.near[at] or unit.kind not in ("INF", "TANK"):
        return False
    if not may_enter(p, unit, into) or not may_cross(p, unit, at, into):
        return False
    if p.on("stacking_after_advance") and not may_stand(p, {unit.name} | p.stacks.get(into, set())):
        return False
    return tank_may(p, unit, at, into)
