"""What the other side could do to a hex, by what the viewer knows.

The viewer's own strength is known to it; of the other side's stacks only the
top counter and the height, so the odds run from the least to the most.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import cites
from grognard.book.tally import Tally
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.drawing.preview import (
    column_names,
    face_of,
    fire_preview,
    may_lie_under,
    on_columns,
    span,
    unseen,
)
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, KITS, Kit, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import Battery, Battle
from grognard.titles.lost_battalion.position.state import State, put, units_in
from grognard.titles.lost_battalion.rules.artillery import (
    BOMBARDMENT,
    aim_refusal,
    right_bank_refusal,
)
from grognard.titles.lost_battalion.rules.odds import (
    assault_shifts,
    defence_strength,
    odds_column,
    shift_words,
)
from grognard.titles.lost_battalion.rules.supply import supply_line
from grognard.titles.lost_battalion.rules.terrain import barred_refusal
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import Sighting, View
from grognard.waist.title import Preview


def threats(view: View, spot: str) -> list[Preview]:
    """The regular attack and the bombardment the other side could make on a hex of the viewer's.

    Of an enemy hex: on each hex of the viewer's next to it.
    """
    if view.own is None:
        return []
    found: list[Preview] = []
    for hex_ in _threatened(view, spot):
        # A glimpse of its own for each: possible attackers are put into it.
        found += _assaults(view, glimpse(view), hex_)
        found += _fires(view, glimpse(view), hex_)
    return found


def _threatened(view: View, spot: str) -> list[Hex]:
    kit, own = KITS[view.terms.kit], view.own
    assert own is not None, "onlookers are not threatened"
    mine = {known.unit: known.where for known in own.units if known.where >= 0}
    unit = kit.by_name.get(spot)
    hex_ = mine.get(unit) if unit is not None else kit.in_play(spot)
    if hex_ is None or hex_ in mine.values():
        return [] if hex_ is None else [hex_]
    if any(sighting.hex == hex_ for sighting in view.sightings):
        return [near for near in kit.grid.neighbours(hex_) if near in mine.values()]
    return []


# -- assaults --------------------------------------------------------------------------------


def _assaults(view: View, state: State, target: Hex) -> Iterator[Preview]:
    """All the stacks that may attack the hex, together."""
    stacks = [s for s in view.sightings if _may_attack(state, s, target)]
    if not stacks:
        return
    kit, side = state.kit, stacks[0].side
    defence = defence_strength(state, units_in(state, target))
    bounds = [sum(_attack(view, kit, s, most) for s in stacks) for most in (False, True)]
    battle = Battle(side, target, _stand_ins(view, state, stacks), "assault")
    tally = Tally(tuple(assault_shifts(state, battle)))
    raw = [odds_column(attack, defence) for attack in bounds]
    last = len(kit.crt_columns) - 1
    columns = [max(0, min(last, column + tally.total)) for column in raw]
    sums = f"{span(bounds, '–')} : {defence} → {column_names(kit, raw)}"
    shifts = map(shift_words, tally.modifiers)
    line = " · ".join([sums, *shifts]) + f" → {column_names(kit, columns)}"
    label = kit.grid.label
    come = ", ".join(label(s.hex) for s in stacks)
    yield on_columns(kit, line, tally, columns, f"Attack on {label(target)} from {come}")


@cites("LB-7.2c", "LB-8.11a", "LB-11.7e", "LB-14.0a")
def _may_attack(state: State, sighting: Sighting, target: Hex) -> bool:
    """Infantry next to the hex, in supply as things stand, and the hex not closed to it."""
    side = sighting.side
    if sighting.kind != "INF" or not state.kit.grid.adjacent(sighting.hex, target):
        return False
    if side == ALLIED:
        barred = right_bank_refusal(state, target) is not None or state.gas >> sighting.hex & 1
    else:
        barred = barred_refusal(state, side, target) is not None
    return not barred and supply_line(state, side, sighting.hex) is not None


@cites("LB-5.2a", "LB-5.2b", "LB-11.8h", "LB-11.9a")
def _attack(view: View, kit: Kit, sighting: Sighting, most: bool) -> int:
    """The least or most attack strength of a stack of that height under that top counter."""
    pick, limit = (max, _infantry_limit(kit, sighting)) if most else (min, sighting.count)
    values = {u: _worth(kit, u, most) for u in unseen(kit, view, sighting.side)}
    tops = [u for u in values if face_of(kit, u) == (sighting.kind, sighting.nation)]
    top = pick(tops, key=values.__getitem__)
    below = (values[u] for u in values if u != top and may_lie_under(kit, u, top))
    others = min(sighting.count, limit) - 1
    return values[top] + sum(sorted(below, reverse=most)[:others])


def _infantry_limit(kit: Kit, sighting: Sighting) -> int:
    return kit.number(f"stack_{'german' if sighting.side == GERMAN else sighting.nation}_infantry")


def _worth(kit: Kit, unit: UnitId, most: bool) -> int:
    if not kit.infantry >> unit & 1:
        return 0
    printed = kit.units[unit].strength
    return max(printed) if most else printed[1]


def _stand_ins(view: View, state: State, stacks: list[Sighting]) -> UnitSet:
    """A counter in each of the hexes, so that rivers and directions can be asked about."""
    units = 0
    free = [u for u in unseen(state.kit, view, stacks[0].side) if state.kit.infantry >> u & 1]
    for sighting, unit in zip(stacks, free, strict=False):
        put(state, unit, sighting.hex)
        units |= 1 << unit
    return units


# -- fire --------------------------------------------------------------------------------------


@cites("LB-11.2a", "LB-11.6a")
def _fires(view: View, state: State, hex_: Hex) -> Iterator[Preview]:
    assert view.own is not None, "onlookers are not threatened"
    side = 1 - view.own.side
    if aim_refusal(state, side, hex_) is not None:
        return
    most, title = state.kit.number("attack_bombardment_units"), state.kit.grid.label(hex_)
    battery = Battery(side, BOMBARDMENT, 1 << hex_, most, aim=hex_)
    if side == GERMAN:
        markers = min(most, view.barrage)
        if markers:
            yield fire_preview(state, _armed(battery, markers=markers), f"Barrage on {title}")
        return
    for guns in _guns(view, state, hex_, most):
        yield fire_preview(state, _armed(battery, guns), f"Bombardment of {title}, at most")


def _armed(battery: Battery, guns: UnitSet = 0, markers: int = 0) -> Battery:
    return Battery(battery.side, battery.role, battery.at, battery.most, guns, markers, battery.aim)


def _guns(view: View, state: State, hex_: Hex, most: int) -> Iterator[UnitSet]:
    """The strongest guns that could stand where artillery is seen and reach the hex."""
    kit = state.kit
    near = [s for s in view.sightings if s.kind == "ART" and not s.fired]
    distances = sorted(kit.grid.distance(s.hex, hex_) for s in near)
    able = [u for u in unseen(kit, view, ALLIED) if kit.artillery >> u & 1]
    able.sort(key=lambda u: -kit.units[u].guns)
    chosen = 0
    for distance in distances[:most]:
        found = [u for u in able if not chosen >> u & 1 and kit.units[u].range >= distance]
        chosen |= 1 << found[0] if found else 0
    if chosen:
        yield chosen
