"""Answers drawn on the map: supply, reach, observation, range, control, stacking.

All from a View, by asking the chapters about a glimpse of it. The spot is the
number of a hex or the name of one of the viewer's units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.fields import trace
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.drawing.face import scene
from grognard.titles.lost_battalion.drawing.routes import reachable
from grognard.titles.lost_battalion.drawing.sides import COLOURS, NAMES
from grognard.titles.lost_battalion.kit.tables import ALLIED, GERMAN, Side, UnitId
from grognard.titles.lost_battalion.position.decisions import Marching
from grognard.titles.lost_battalion.position.state import State, ids, units_in
from grognard.titles.lost_battalion.rules.artillery import observed
from grognard.titles.lost_battalion.rules.marching import MARCH, RIDE, movement_left
from grognard.titles.lost_battalion.rules.movement import pick_refusal
from grognard.titles.lost_battalion.rules.stacking import violations
from grognard.titles.lost_battalion.rules.supply import (
    passable,
    sources,
    supply_line,
    usable_bridges,
)
from grognard.titles.lost_battalion.rules.terrain import points
from grognard.titles.lost_battalion.sight.glimpse import glimpse
from grognard.titles.lost_battalion.sight.view import View
from grognard.waist.scene import Arrow, Overlay, Scene, Shade
from grognard.waist.title import OverlayInfo

_GREEN, _RED, _AMBER, _BLUE = "#2f8f3a", "#c0271c", "#e08a00", "#2f6fb3"


def overlay(view: View, name: str, spot: str) -> Scene:
    """The scene with that answer drawn on it; a ValueError names what can be asked."""
    if name not in _OVERLAYS:
        raise ValueError(f"there is no overlay “{name}”; there are {', '.join(_OVERLAYS)}")
    drawn = _OVERLAYS[name](_Spot(view, spot))
    return msgspec.structs.replace(scene(view), overlays=(drawn,))


class _Spot:
    """A hex, a unit there if one was named, and whose question it is."""

    def __init__(self, view: View, spot: str) -> None:
        self.state: State = glimpse(view)
        self.kit = self.state.kit
        self.view = view
        unit = self.kit.by_name.get(spot)
        mine = unit is not None and view.own is not None and self.kit.side_of[unit] == view.own.side
        self.unit: UnitId | None = unit if mine else None
        if self.unit is not None:
            self.hex: Hex | None = self._place(self.unit)
        else:
            self.hex = self.kit.in_play(spot)

    def _place(self, unit: UnitId) -> Hex | None:
        where = self.state.hex_of[unit]
        return where if where >= 0 else None

    @property
    def label(self) -> str:
        return self.kit.grid.label(self.hex) if self.hex is not None else "off the map"

    @property
    def side(self) -> Side:
        """Who stands there; if nobody does, who holds it."""
        assert self.hex is not None
        for side in (ALLIED, GERMAN):
            if self.state.occupied[side] >> self.hex & 1:
                return side
        return ALLIED if self.state.control >> self.hex & 1 else GERMAN

    def viewers(self) -> tuple[Side, ...]:
        return (ALLIED, GERMAN) if self.view.own is None else (self.view.own.side,)

    def labels(self, hexes: int) -> tuple[str, ...]:
        return tuple(self.kit.grid.labels(hexes & self.kit.play))


# -- supply ------------------------------------------------------------------------------


@cites("LB-7.3a", "LB-7.3b", "LB-7.3c")
def _supply(spot: _Spot) -> Overlay:
    """A supply line from the spot to a source, or where it breaks."""
    if spot.hex is None:
        return Overlay("supply", "Supply: choose a hex on the map")
    line = supply_line(spot.state, spot.side, spot.hex)
    who = NAMES[spot.side]
    if line is not None:
        path = tuple(spot.kit.grid.label(h) for h in line)
        words = f"{who} supply line, {len(line) - 1} hexes"
        return Overlay("supply", f"Supply of {spot.label}", arrows=(_trace(path, words, _GREEN),))
    return Overlay("supply", f"Supply of {spot.label}: none", arrows=tuple(_breaks(spot)))


def _trace(path: tuple[str, ...], words: str, colour: str, broken: str = "") -> Arrow:
    shown = path if len(path) > 1 else path * 2
    return Arrow(shown, colour, words, kind="trace", broken=broken)


def _breaks(spot: _Spot) -> Iterator[Arrow]:
    """The shortest line that only the enemy stops; failing that, the first river it cannot pass."""
    state, kit, side = spot.state, spot.kit, spot.side
    assert spot.hex is not None
    gates = kit.gates(usable_bridges(state, side))
    label = kit.grid.label
    held = trace(kit.grid, sources(state, side), kit.play, gates, spot.hex)
    if held is not None:
        shut = next(h for h in held if not passable(state, side) >> h & 1)
        foe = state.occupied[1 - side] >> shut & 1
        why = "stopped by the enemy in" if foe else "it may not run through enemy-held"
        yield _trace(tuple(map(label, held)), f"{why} {label(shut)} (LB-7.3c)", _RED, label(shut))
        return
    wet = trace(kit.grid, sources(state, side), kit.play, None, spot.hex)
    for a, b in pairwise(wet or ()):
        between = kit.hexsides[a, b]
        if between.river and not between.bridge & usable_bridges(state, side):
            broken = f"{label(a)}/{label(b)}"
            words = f"no bridge over the {between.name} at {broken} (LB-7.3b)"
            yield _trace(tuple(map(label, wet or ())), words, _RED, broken)
            return


# -- reach -------------------------------------------------------------------------------


@cites("LB-8.0a", "LB-8.10a")
def _reach(spot: _Spot) -> Overlay:
    """Where the unit could go with the movement it has left, and what would be left."""
    unit = _mover(spot)
    if unit is None:
        return Overlay("reach", "Reach: choose one of your units")
    if (why := _stays(spot, unit)) is not None:
        return Overlay("reach", f"Reach of {spot.kit.names[unit]}: none ({why})")
    march = _march_of(spot, unit)
    total = movement_left(spot.state, march)
    shades = []
    for mode, colour, words in (
        (MARCH, _BLUE, "by march: movement left"),
        (RIDE, _AMBER, "by Operational Movement"),
    ):
        found = reachable(spot.state, march, mode)
        left = {spot.kit.grid.label(h): points(total - way.cost) for h, way in found.items()}
        shades.append(Shade(tuple(left), colour, words, left if mode == MARCH else {}))
    return Overlay("reach", f"Reach of {spot.kit.names[unit]}", tuple(s for s in shades if s.hexes))


def _mover(spot: _Spot) -> UnitId | None:
    if spot.unit is not None:
        return spot.unit
    if spot.hex is None:
        return None
    able = units_in(spot.state, spot.hex) & ~spot.kit.machine_guns
    return next(ids(able & ~spot.state.done), None) or next(ids(able), None)


def _stays(spot: _Spot, unit: UnitId) -> Refusal | None:
    """Why a unit goes nowhere, whatever the phase: a machine gun, or one that may not enter."""
    if spot.state.hex_of[unit] >= 0 and not spot.kit.machine_guns >> unit & 1:
        return None
    return pick_refusal(spot.state, spot.kit.side_of[unit], spot.kit.names[unit])


def _march_of(spot: _Spot, unit: UnitId) -> Marching:
    for decision in spot.view.stack:
        if isinstance(decision, Marching) and decision.units >> unit & 1:
            return decision
    return Marching(spot.kit.side_of[unit], 1 << unit, spot.state.hex_of[unit])


# -- sight and guns ------------------------------------------------------------------------


@cites("LB-11.2b", "LB-11.2d")
def _observation(spot: _Spot) -> Overlay:
    shades = (
        Shade(spot.labels(observed(spot.state, side)), COLOURS[side], f"seen by the {NAMES[side]}")
        for side in spot.viewers()
    )
    return Overlay("observation", "Observation", tuple(shades))


@cites("LB-11.4a", "LB-11.2a")
def _range(spot: _Spot) -> Overlay:
    """The range of the viewer's artillery at the spot, and what of it is observed."""
    guns = units_in(spot.state, spot.hex) & spot.kit.artillery if spot.hex is not None else 0
    if not guns or spot.hex is None:
        return Overlay("range", "Range: choose a hex with your artillery")
    unit = next(ids(guns))
    far = spot.kit.units[unit].range
    reach = spot.kit.grid.within(1 << spot.hex, far)
    seen = reach & observed(spot.state, ALLIED)
    shades = (
        Shade(spot.labels(reach & ~seen), "#8a8a8a", f"within {far} hexes, not observed"),
        Shade(spot.labels(seen), _AMBER, f"within {far} hexes and observed"),
    )
    return Overlay("range", f"Range of {spot.kit.names[unit]}", shades)


# -- ground and stacking -------------------------------------------------------------------


@cites("LB-3.4f")
def _control(spot: _Spot) -> Overlay:
    held = (spot.state.control, ~spot.state.control)
    shades = (
        Shade(spot.labels(held[side]), COLOURS[side], f"held by the {NAMES[side]}")
        for side in (ALLIED, GERMAN)
    )
    return Overlay("control", "Control", tuple(shades))


@cites("LB-5.3a")
def _stacking(spot: _Spot) -> Overlay:
    """The viewer's hexes that are overstacked now, each with the limit it breaks."""
    shades = []
    for side in spot.viewers():
        for hex_, why in violations(spot.state, side).items():
            label = spot.kit.grid.label(hex_)
            shades.append(Shade((label,), _RED, f"{label}: {why.because} ({why.rule})"))
    title = "Stacking limits broken" if shades else "No stacking limit is broken"
    return Overlay("stacking", title, tuple(shades))


_OVERLAYS: Final[dict[str, Callable[[_Spot], Overlay]]] = {
    "reach": _reach,
    "supply": _supply,
    "observation": _observation,
    "range": _range,
    "control": _control,
    "stacking": _stacking,
}
OVERLAYS: tuple[OverlayInfo, ...] = (
    OverlayInfo("reach", "Reach", "r", on_select=True),
    OverlayInfo("supply", "Supply", "s"),
    OverlayInfo("observation", "Observation", "o"),
    OverlayInfo("range", "Range of artillery", "g"),
    OverlayInfo("control", "Control", "c"),
    OverlayInfo("stacking", "Stacking", "k"),
)
