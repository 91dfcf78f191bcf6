"""Which column of which table: strengths, odds and shifts (9.1, 9.13, 9.18, 11.3, 14.5)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from grognard.titles.lost_battalion.referee.fighting import cut_off
from grognard.titles.lost_battalion.referee.ground import around, distance
from grognard.titles.lost_battalion.referee.moving import NOWHERE
from grognard.titles.lost_battalion.referee.position import GERMAN

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.kit.tables import Unit
    from grognard.titles.lost_battalion.referee.ground import Label
    from grognard.titles.lost_battalion.referee.position import Name, Position


# -- the Combat Results Table --------------------------------------------------------------------


def assault_column(p: Position, fight: Any) -> int:
    """The column an attack is rolled on, with whoever is left of both sides."""
    columns = p.kit.charts["crt"].columns
    if fight.leader >= 0 and p.kit.units[fight.leader].name in p.at:  # LB-9.16c
        return columns.index(str(p.kit.values["deliberate_column"].value))
    target = p.kit.grid.label(fight.target)
    attackers = [p.units[name] for name in p.names(fight.units) if name in p.at]
    attack = sum(unit.strength[p.steps(unit.name)] for unit in attackers)
    place = columns.index(odds(attack, defence(p, p.stacks[target])))
    place -= _cover(p, attackers, target)
    if fight.origin == NOWHERE and concentric(p, attackers, target):
        place += p.number("concentric_shift")
    return max(0, min(place, len(columns) - 1))


def odds(attack: int, defence: int) -> str:
    """LB-9.1c: rounded down in the defender's favour."""
    if attack >= defence:
        return f"{min(attack // defence, 8)}:1"
    return f"1:{min(-(-defence // attack), 3)}"


def defence(p: Position, names: set[Name]) -> int:
    units = [p.units[name] for name in names]
    if all(unit.kind == "TANK" for unit in units):  # LB-11.8d
        return 1
    return sum(_defends_with(p, unit) for unit in units)


def _defends_with(p: Position, unit: Unit) -> int:
    """LB-7.2b, 7.2d, 7.2f, S.34."""
    if unit.kind == "TANK":
        return 0
    strength = unit.strength[p.steps(unit.name)]
    weak = cut_off(p) >> unit.id & 1 and not p.state.stubborn >> unit.id & 1
    return -(-strength // 2) if weak else strength


def _cover(p: Position, attackers: list[Unit], target: Label) -> int:
    """LB-9.13a to 9.13c: one natural effect and one of men, the best of each."""
    crossed = [p.ground.river(p.at[unit.name], target) for unit in attackers]
    river = min((_shift(p, [name], "assault") if name else 0) for name in crossed)
    side = 1 - attackers[0].side
    natural = max(river, _shift(p, natural_in(p, target), "assault"))
    return natural + _shift(p, built_in(p, side, target), "assault")


def natural_in(p: Position, label: Label) -> list[str]:
    return [p.ground.terrain(label), *(["hill"] if label in p.ground.hills else [])]


def built_in(p: Position, side: int, label: Label) -> list[str]:
    """Town and fortification, the latter for Germans only by the option of LB-8.8d."""
    found = ["town"] if label in p.ground.towns else []
    serves = side == GERMAN or not p.on("forts_german_only")
    return found + [p.ground.forts[label] for _ in [0] if label in p.ground.forts and serves]


def _shift(p: Position, terrains: list[str], column: str) -> int:
    chart = p.kit.charts["terrain"]
    return max((int(chart.cell(name, column)) for name in terrains), default=0)


def concentric(p: Position, attackers: list[Unit], target: Label) -> bool:
    """LB-9.18b: two opposite hexes, or three of which none touch."""
    hexes = {p.at[unit.name] for unit in attackers if unit.kind in ("INF", "TANK")}
    apart = {pair for pair in combinations(sorted(hexes), 2) if distance(*pair) == 2}
    if any(set(around(a)) & set(around(b)) == {target} for a, b in apart):
        return True
    return any(
        all(pair in apart for pair in combinations(three, 2))
        for three in combinations(sorted(hexes), 3)
    )


# -- the Bombardment Table -----------------------------------------------------------------------


def fire_column(p: Position, fire: Any, aim: Label, fight: Any) -> int:
    """The column of a bombardment; below 0 it is off the table (LB-14.6)."""
    strength = sum(p.units[name].guns for name in p.names(fire.guns))
    strength += fire.markers * p.number("barrage_strength")
    floors = p.kit.charts["bombardment"].floors
    place = sum(1 for floor in floors if floor <= strength) - 1
    return place - _shelter(p, fire, aim, fight)


def _shelter(p: Position, fire: Any, aim: Label, fight: Any) -> int:
    """LB-11.3c, 11.3d: who attacks has no good of fortifications."""
    attacking = fire.role == "defensive" and fight is not None
    built = built_in(p, 1 - fire.side, aim)
    if attacking:
        built = [name for name in built if name == "town"]
    return _shift(p, natural_in(p, aim), "bombard") + _shift(p, built, "bombard")
