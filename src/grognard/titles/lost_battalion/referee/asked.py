"""What may be done at each kind of decision, as one types it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from grognard.titles.lost_battalion.referee import fighting as fights
from grognard.titles.lost_battalion.referee import homefront as home
from grognard.titles.lost_battalion.referee.moving import (
    cures,
    may_join,
    may_leave,
    may_lift,
    may_pick,
    may_pick_gun,
    overfull,
    steps_open,
    strikes_open,
)
from grognard.titles.lost_battalion.referee.position import US

if TYPE_CHECKING:
    from grognard.titles.lost_battalion.referee.position import Position

Reading = Callable[["Position", Any], set[str]]


def movement(p: Position, top: Any) -> set[str]:
    side = [u for u in p.units.values() if u.side == top.side]
    found = {f"pick {u.name}" for u in side if may_pick(p, u)}
    found |= {f"lift {u.name}" for u in side if may_lift(p, u)}
    crowded = overfull(p, top.side)
    return found | (cures(p, crowded, may_leave) if crowded else {"done"})


def marching(p: Position, top: Any) -> set[str]:
    group = [u for u in p.units.values() if top.units >> u.id & 1]
    at = p.kit.grid.label(top.at) if top.at >= 0 else None
    spent = Fraction(top.spent, 2)
    found = steps_open(p, group, at, spent, top.mode)
    found |= strikes_open(p, group, at, spent, top.mode)
    if not top.mode:
        found |= {f"join {u.name}" for u in p.units.values() if may_join(p, group, u, at)}
    elif len(group) > 1:
        found |= {f"drop {u.name}" for u in group}
    return found | {"halt"}


def artillery(p: Position, _top: Any) -> set[str]:
    """LB-5.3a: here only hexes with guns in them are tested."""
    found = {f"pick {u.name}" for u in p.units.values() if may_pick_gun(p, u)}
    guns = {p.at[u.name] for u in p.units.values() if u.kind == "ART" and u.name in p.at}
    crowded = overfull(p, US) & guns
    return found | (cures(p, crowded, may_pick_gun) if crowded else {"done"})


READINGS: Final[dict[str, Reading]] = {
    "SettingUp": home.setting_up,
    "InHand": home.in_hand,
    "GasPlacement": home.gas,
    "GunPlacement": home.machine_guns,
    "GermanReplacements": home.german_replacements,
    "Arrivals": home.arrivals,
    "Announcement": home.announcement,
    "Movement": movement,
    "Marching": marching,
    "ArtilleryMovement": artillery,
    "Combat": fights.combat,
    "Assembling": fights.assembling,
    "Battery": fights.battery,
    "Absorption": fights.absorption,
    "Losses": fights.losses,
    "Faltering": fights.faltering,
    "Repulsed": fights.repulsed,
    "Advancing": fights.advancing,
}
