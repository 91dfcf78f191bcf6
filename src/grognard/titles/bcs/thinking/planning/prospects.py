"""What tells of a position how it will end: figures by name, which a scenario gives weights.

A scenario with `[[standing]]` rows has weights for them by turn, fitted to games of its own: the
German points that the game is expected to end with. They are told by what each victory hex
is held with and by whom it is threatened, and by what the two sides are still able to do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import GERMAN, SIDES, Side
from grognard.titles.bcs.kit.rows import ALWAYS, PLACES
from grognard.titles.bcs.position.state import RETURNING, State, each
from grognard.titles.bcs.rules.command import snafu
from grognard.titles.bcs.rules.turn import victory

FULL_HEX: Final = 6  # steps in a hex or next to it, beyond which more tell nothing
FULL_RING: Final = 12  # and farther off
RINGS: Final = (0, 1, 3, 6)  # hexes: in a place, at its edge, near, afar


def expected(state: State, weights: Mapping[str, float]) -> float:
    """The German points that a position is expected to end with."""
    figures = told(state)
    return sum(weight * figures.get(name, 0.0) for name, weight in weights.items())


def told(state: State) -> dict[str, float]:
    """The figures of a position, by name; those that are 0 may be missing."""
    found = {ALWAYS: 1.0, "bonus": float(state.bonus), "due": float(victory.due(state))}
    for hex_ in members(state.kit.vp_hexes):
        _tell_place(state, hex_, found)
    for number, formation in enumerate(state.kit.formations):
        if state.hq[number] >= 0 and not state.used >> number & 1:
            found[f"{formation.key} to come"] = 1.0
    for side, name in enumerate(SIDES):
        _tell_side(state, side, name, found)
    return found


class _Around(NamedTuple):
    """The steps of a side in a hex, next to it, and farther off."""

    here: int
    edge: int
    near: int
    afar: int


def _around(state: State, side: Side, hex_: Hex) -> _Around:
    steps = [0, 0, 0, 0]
    for away, count in _distances(state, side, hex_):
        ring = bisect_left(RINGS, away)
        if ring < len(steps):
            steps[ring] += count
    return _Around(*steps)


def _distances(state: State, side: Side, hex_: Hex) -> Iterator[tuple[int, int]]:
    grid = state.kit.grid
    for unit in each(state.kit.side_units[side]):
        if state.hex_of[unit] >= 0:
            yield grid.distance(hex_, state.hex_of[unit]), state.steps[unit]


def _tell_place(state: State, hex_: Hex, found: dict[str, float]) -> None:
    """A victory hex: whose it is, and with an enemy in sight what holds and what threatens it."""
    owner = GERMAN if state.german >> hex_ & 1 else 1 - GERMAN
    if owner == GERMAN:
        found[f"German {state.kit.grid.label(hex_)}"] = 1.0
    own, enemy = (_around(state, side, hex_) for side in (owner, 1 - owner))
    if not any(enemy[1:]):
        return
    figures = (
        min(own.here, FULL_HEX),
        FULL_HEX * (own.here == 0),
        min(own.edge, FULL_HEX),
        min(own.near, FULL_RING),
        *(min(steps, FULL_RING) for steps in enemy[1:]),
    )
    for what, figure in zip(PLACES, figures, strict=True):
        name = f"{SIDES[owner]} {what}"
        found[name] = found.get(name, 0.0) + state.kit.vp[hex_] * figure / FULL_HEX


def _tell_side(state: State, side: Side, name: str, found: dict[str, float]) -> None:
    """What a side is able to: its staffs, works, steps on the map and steps that have run."""
    numbers = [n for n in state.kit.side_formations[side] if state.hq[n] >= 0]
    units = each(state.kit.side_units[side])
    found[f"{name} pips"] = float(sum(snafu.tally(state, n).total for n in numbers))
    found[f"{name} dug in"] = float(sum(state.prepared >> n & 1 for n in numbers))
    found[f"{name} steps"] = float(sum(state.steps[u] for u in units if state.hex_of[u] >= 0))
    away = (state.steps[u] for u in units if state.hex_of[u] == RETURNING)
    found[f"{name} away"] = float(sum(away))
