"""Chapter 9: strengths, odds and the shifts of terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.book.rulebook import cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import NOTHING, UnitId, UnitSet
from grognard.titles.lost_battalion.position.decisions import NO_UNIT, NOWHERE, Battle
from grognard.titles.lost_battalion.position.state import State, ids, units_in
from grognard.titles.lost_battalion.rules.artillery import current_supply, forts_serve
from grognard.titles.lost_battalion.rules.supply import halved

# -- the odds ---------------------------------------------------------------------------


def attack_strength(state: State, units: UnitSet) -> int:
    """Infantry only: tanks add no strength (LB-11.8h)."""
    return sum(strength(state, unit) for unit in ids(units & state.kit.infantry))


@cites("LB-7.2b", "LB-7.2d", "LB-7.2f", "LB-7.2g", "LB-11.8d", "LB-11.9a")
def defence_strength(state: State, units: UnitSet) -> int:
    """Unit by unit, halved and rounded up where out of supply; tanks count only alone."""
    kit, out = state.kit, current_supply(state)
    if not units & ~kit.tanks:
        return 1 if units else 0
    total = 0
    for unit in ids(units & ~kit.tanks):
        weak = out >> unit & 1 and not state.stubborn >> unit & 1
        total += halved(strength(state, unit)) if weak else strength(state, unit)
    return total


@cites("LB-9.1c")
def odds_column(attack: int, defence: int) -> int:
    """The column of the raw odds, rounded for the defender: 1:3, 1:2, 1:1 … 8:1."""
    if attack >= defence:
        return 1 + min(attack // defence, 8)
    return 1 if defence <= 2 * attack else 0


@cites("LB-9.16c", "LB-9.1c", "LB-S.15")
def assault_column(state: State, battle: Battle) -> tuple[int, Tally]:
    """The column after all shifts, kept on the table, and the shifts."""
    if battle.leader != NO_UNIT:
        return state.kit.deliberate_column, Tally()
    tally = Tally(tuple(assault_shifts(state, battle)))
    raw = odds_column(
        attack_strength(state, battle.units),
        defence_strength(state, units_in(state, battle.target)),
    )
    last = len(state.kit.crt_columns) - 1
    return max(0, min(last, raw + tally.total)), tally


@cites("LB-9.13a", "LB-9.13b", "LB-9.13c", "LB-S.21", "LB-10.4", "LB-9.18a", "LB-9.18c")
def assault_shifts(state: State, battle: Battle) -> Iterator[Modifier]:
    """One natural and one man-made effect, and the concentric shift."""
    kit = state.kit
    natural, river = kit.natural[battle.target], _river(state, battle)
    if max(natural.assault, river):
        better = river > natural.assault
        what = "river" if better else natural.name
        yield Modifier(-max(natural.assault, river), "LB-S.21", what)
    built = kit.man_made[battle.target]
    if not forts_serve(state, 1 - battle.side, battle.target):
        built = kit.town_cover if kit.towns >> battle.target & 1 else NOTHING
    if built.assault:
        yield Modifier(-built.assault, "LB-S.21", built.name)
    if battle.origin == NOWHERE and is_concentric(state, battle):
        yield Modifier(kit.number("concentric_shift"), "LB-9.18a", "concentric")


@cites("LB-9.13b")
def _river(state: State, battle: Battle) -> int:
    """The river's shift, if every attacker attacks across one: the lesser if they differ."""
    kit = state.kit
    sides = {kit.hexsides[_from(state, battle, u), battle.target].river for u in ids(battle.units)}
    if 0 in sides or not sides:
        return 0
    return min(kit.river_cover[river].assault for river in sides)


def _from(state: State, battle: Battle, unit: UnitId) -> Hex:
    return battle.origin if battle.origin != NOWHERE else state.hex_of[unit]


@cites("LB-9.18a", "LB-9.18b", "LB-11.9a")
def is_concentric(state: State, battle: Battle) -> bool:
    """Attackers on two opposite sides of the target, or on three alternating ones."""
    kit = state.kit
    sides = set()
    for unit in ids(battle.units & (kit.infantry | kit.tanks)):
        direction = kit.grid.direction(battle.target, state.hex_of[unit])
        assert direction is not None, "attackers are adjacent"
        sides.add(direction)
    opposite = any({d, d + 3} <= sides for d in range(3))
    return opposite or {0, 2, 4} <= sides or {1, 3, 5} <= sides


def odds_line(state: State, battle: Battle) -> str:
    """`14 (7+5+2) : 4 → 3:1 · 1L forest LB-S.21 → 2:1`, as a player reads it."""
    kit = state.kit
    column, tally = assault_column(state, battle)
    if battle.leader != NO_UNIT:
        return f"Deliberate Attack → {kit.crt_columns[column]}, no shifts"
    parts = [strength(state, unit) for unit in ids(battle.units & kit.infantry)]
    defence = defence_strength(state, units_in(state, battle.target))
    raw = kit.crt_columns[odds_column(sum(parts), defence)]
    return odds_words(parts, str(defence), raw, tally.modifiers, kit.crt_columns[column])


def odds_words(
    parts: list[int], defence: str, raw: str, shifts: Iterable[Modifier], final: str
) -> str:
    """The odds in the order a player expects: totals, ratio, shifts, column."""
    sums = f"{sum(parts)} ({'+'.join(map(str, parts))}) : {defence}"
    return " · ".join([f"{sums} → {raw}", *map(shift_words, shifts)]) + f" → {final}"


def shift_words(modifier: Modifier) -> str:
    """`1L forest LB-S.21`."""
    arrow = "L" if modifier.amount < 0 else "R"
    return f"{abs(modifier.amount)}{arrow} {modifier.what} {modifier.rule}"


@cites("LB-S.2")
def strength(state: State, unit: UnitId) -> int:
    return state.kit.units[unit].strength[state.steps[unit]]
