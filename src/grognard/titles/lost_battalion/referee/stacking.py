"""LB-5.2a to 5.2h: who may stand together; steps are irrelevant to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.referee.position import Name, Position


def may_stand(position: Position, names: set[Name]) -> bool:
    """Whether a stack is within the limits."""
    units = [position.units[name] for name in names]
    if len(units) < 2:
        return True
    if any(unit.kind == "ART" for unit in units):
        return False
    infantry = [unit for unit in units if unit.kind == "INF"]
    others = [unit for unit in units if unit.kind != "INF"]
    if units[0].side == 1:
        return _within(position, "german", "machine_guns", len(infantry), len(others))
    if any(unit.nation == "french" for unit in infantry):
        alone = {unit.nation for unit in units} == {"french"}
        return alone and _within(position, "french", "tanks", len(infantry), len(others))
    one = len({unit.division for unit in infantry}) <= 1
    return one and _within(position, "us", "tanks", len(infantry), len(others))


def _within(position: Position, nation: str, second: str, infantry: int, others: int) -> bool:
    most, more = position.number(f"stack_{nation}_infantry"), f"stack_{nation}_{second}"
    return infantry <= most and others <= position.number(more)
