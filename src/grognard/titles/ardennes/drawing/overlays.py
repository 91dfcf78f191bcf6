"""Answers drawn on the map: reach, supply, communication, zones, positions, boundaries, danger,
control, stacking, and what the Allied system would do.

All from a View, by asking the chapters about what it tells. The spot is the
number of a hex or the name of a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from grognard.book.words import capital
from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.ardennes.drawing.face import scene
from grognard.titles.ardennes.drawing.face_map import COLOURS
from grognard.titles.ardennes.drawing.face_pieces import bands
from grognard.titles.ardennes.drawing.preview import possible_cards
from grognard.titles.ardennes.drawing.tracing import supply_break
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Kit, Side, UnitId
from grognard.titles.ardennes.position.state import State, ids, solitaire, steps_of, units_in
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.rules.supply import communication, supply
from grognard.titles.ardennes.script import vocabulary
from grognard.titles.ardennes.sight import foresight
from grognard.titles.ardennes.sight.imagine import known_facts
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.words.routes import move_of, points_left, reachable
from grognard.titles.ardennes.words.wording import SIDES
from grognard.waist.scene import Arrow, Overlay, Scene, Shade
from grognard.waist.title import OverlayInfo

_GREEN, _RED, _AMBER, _BLUE, _GREY = "#2f8f3a", "#c0271c", "#e08a00", "#2f6fb3", "#8a8a8a"
_ONLY_SOLITAIRE: Final = "for the solitaire game, where the rules play the Allies"


def overlay(view: View, name: str, spot: str) -> Scene:
    """The scene with that answer drawn on it; a ValueError names what can be asked."""
    if name not in _OVERLAYS:
        raise ValueError(f"there is no overlay “{name}”; there are {', '.join(_OVERLAYS)}")
    drawn = _OVERLAYS[name](_Spot(view, spot))
    return msgspec.structs.replace(scene(view), overlays=(drawn,))


class _Spot:
    """A hex, a unit there if one was named, and the position as the viewer knows it."""

    def __init__(self, view: View, spot: str) -> None:
        self.view = view
        self.state: State = known_facts(view)
        self.kit: Kit = self.state.kit
        self.unit: UnitId | None = self.kit.by_name.get(spot)
        self.hex: Hex | None = None
        if self.unit is not None and self.state.hex_of[self.unit] >= 0:
            self.hex = self.state.hex_of[self.unit]
        elif self.kit.grid.has(spot):
            self.hex = self.kit.grid.at(spot)

    @property
    def label(self) -> str:
        return self.kit.grid.label(self.hex) if self.hex is not None else "off the map"

    @property
    def side(self) -> Side:
        """Who stands there; if nobody does, whose seat asks."""
        if self.hex is not None:
            for side in (GERMAN, ALLIED):
                if self.state.occupied[side] >> self.hex & 1:
                    return side
        return ALLIED if self.view.seat == "allied" else GERMAN

    def labels(self, hexes: HexSet) -> tuple[str, ...]:
        return tuple(self.kit.grid.labels(hexes & self.kit.grid.all))


# -- reach -----------------------------------------------------------------------------------


def _reach(spot: _Spot) -> Overlay:
    """Where the unit could go with the movement it has left, and what would be left."""
    unit = _mover(spot)
    if unit is None:
        return Overlay("reach", "Reach: choose a unit on the map")
    name = spot.kit.names[unit]
    if why := movement.still(spot.state, unit):
        return Overlay("reach", f"Reach of {name}: none ({why})")
    shades = tuple(s for s in _reaches(spot, unit) if s.hexes)
    return Overlay("reach", f"Reach of {name}", shades)


def _reaches(spot: _Spot, unit: UnitId) -> Iterator[Shade]:
    state, label = spot.state, spot.kit.grid.label
    normal = move_of(state, unit)
    ways = {
        h: way
        for h, way in reachable(state, normal).items()
        if zones.room_for(state, h, normal.units)
    }
    left = {label(h): str(points_left(state, way.moving)) for h, way in ways.items()}
    yield Shade(tuple(left), _BLUE, "by a normal move: points left", left)
    checks = [label(h) for h in ways if _risky(spot, unit, h)]
    yield Shade(tuple(checks), _RED, "a bridge may be blown or a road blocked on entering")
    if not normal.entered and not normal.strategic and _may_rush(spot, unit):
        far = reachable(state, move_of(state, unit, strategic=True))
        more = tuple(label(h) for h in far if label(h) not in left)
        yield Shade(more, _AMBER, "by strategic movement")


def _may_rush(spot: _Spot, unit: UnitId) -> bool:
    if spot.kit.side_of[unit] == ALLIED and solitaire(spot.state):
        return False
    move = move_of(spot.state, unit, strategic=True)
    return movement.rush_start_refusal(spot.state, move) is None


def _risky(spot: _Spot, unit: UnitId, hex_: Hex) -> bool:
    if not solitaire(spot.state) or spot.kit.side_of[unit] != GERMAN:
        return False
    return any(one.chance for one in foresight.on_entering(spot.state, unit, hex_))


def _mover(spot: _Spot) -> UnitId | None:
    if spot.unit is not None:
        return spot.unit if spot.hex is not None else None
    if spot.hex is None:
        return None
    here = units_in(spot.state, spot.hex)
    able = here & spot.state.record.active & ~spot.state.record.moved
    return next(ids(able), None) or next(ids(here), None)


# -- supply and communication ------------------------------------------------------------------


def _supply(spot: _Spot) -> Overlay:
    """The ground in supply, and of a hex its line or where that breaks and why."""
    side, state = spot.side, spot.state
    ground = Shade(
        spot.labels(supply.supplied(state, side)), COLOURS[side], f"in {SIDES[side]} supply"
    )
    if spot.hex is None:
        return Overlay("supply", f"{SIDES[side]} supply", (ground,))
    path = supply.supply_path(state, side, spot.hex)
    if path is not None:
        arrow = _trace(spot, path, f"{SIDES[side]} supply line, {len(path) - 1} hexes", _GREEN)
        return Overlay("supply", f"Supply of {spot.label}", (ground,), (arrow,))
    broken = supply_break(state, side, spot.hex)
    arrows = (
        ()
        if broken is None
        else (_trace(spot, broken.path, broken.words, _RED, spot.kit.grid.label(broken.at)),)
    )
    return Overlay("supply", f"Supply of {spot.label}: none", (ground,), arrows)


def _trace(spot: _Spot, path: list[Hex], words: str, colour: str, broken: str = "") -> Arrow:
    labels = tuple(spot.kit.grid.label(h) for h in path)
    shown = labels if len(labels) > 1 else labels * 2
    return Arrow(shown, colour, words, kind="trace", broken=broken)


def _communication(spot: _Spot) -> Overlay:
    """Allied ground joined to an Allied edge, and the units cut off from it."""
    if not solitaire(spot.state):
        return Overlay("communication", f"Communication is {_ONLY_SOLITAIRE}")
    joined = communication.in_communication(spot.state)
    cut = spot.state.occupied[ALLIED] & ~joined
    shades = [Shade(spot.labels(joined), COLOURS[ALLIED], "in Allied communication")]
    if cut:
        shades.append(Shade(spot.labels(cut), _RED, "Allied units out of communication"))
    return Overlay("communication", "Allied communication", tuple(shades))


# -- zones and ground ----------------------------------------------------------------------------


def _zones(spot: _Spot) -> Overlay:
    state = spot.state
    shades = tuple(
        Shade(spot.labels(zones.zone(state, side)), COLOURS[side], f"{SIDES[side]} zone of control")
        for side in (GERMAN, ALLIED)
    )
    idle = [
        hex_
        for side in (GERMAN, ALLIED)
        for hex_ in members(state.occupied[side] & ~zones.zone_makers(state, side))
    ]
    without = Shade(spot.labels(hexset(idle)), _AMBER, "units without a zone of control")
    return Overlay("zones", "Zones of control", (*shades, without) if idle else shades)


def _positions(spot: _Spot) -> Overlay:
    """The Positions by their Hold Value."""
    if not solitaire(spot.state):
        return Overlay("positions", f"Positions are {_ONLY_SOLITAIRE}")
    kit, label = spot.kit, spot.kit.grid.label
    found: dict[int, list[Hex]] = {}
    for hex_ in members(kit.positions):
        found.setdefault(kit.hv[hex_], []).append(hex_)
    high = kit.number("high_hold")
    shades = tuple(
        Shade(
            tuple(map(label, hexes)),
            _RED if value >= high else _AMBER,
            f"Hold Value {value}",
            {label(h): str(value) for h in hexes},
        )
        for value, hexes in sorted(found.items(), reverse=True)
    )
    return Overlay("positions", "Positions and Hold Values", shades)


def _boundaries(spot: _Spot) -> Overlay:
    """The zones of the German armies, or the areas of the Allied corps."""
    kit = spot.kit
    if spot.side == GERMAN:
        colours = (_BLUE, _AMBER, _GREEN)
        shades = tuple(
            Shade(spot.labels(zone), colours[n % 3], f"{army}")
            for n, (army, zone) in enumerate(kit.army_zone.items())
        )
        last = kit.number("boundaries_until_day")
        title = f"German army zones; movement is bound by them to the {last}th"
        return Overlay("boundaries", title, shades)
    colours_ = bands(spot.view.terms.kit)
    areas = (
        Shade(spot.labels(area), colours_[corps], f"{corps} Corps")
        for corps, area in kit.corps_area.items()
    )
    return Overlay("boundaries", "Areas of the Allied corps", tuple(areas))


def _danger(spot: _Spot) -> Overlay:
    """Allied hexes that are surrounded, or that one more German unit would surround."""
    if not solitaire(spot.state):
        return Overlay("danger", f"Danger of surround is {_ONLY_SOLITAIRE}")
    state, shut, near = spot.state, 0, 0
    for hex_ in members(state.occupied[ALLIED]):
        if communication.surrounded(state, hex_):
            shut |= 1 << hex_
        elif vocabulary.in_danger(state, hex_):
            near |= 1 << hex_
    shades = (
        Shade(spot.labels(shut), _RED, "surrounded"),
        Shade(spot.labels(near), _AMBER, "in danger of surround"),
    )
    shown = tuple(s for s in shades if s.hexes)
    return Overlay("danger", "Danger of surround" if shown else "Nobody is in danger", shown)


def _control(spot: _Spot) -> Overlay:
    """Who holds the towns; victory hexes with what they are worth."""
    kit, german = spot.kit, spot.state.german_towns
    held = (german & kit.towns, kit.towns & ~german)
    shades = []
    for side in (GERMAN, ALLIED):
        worth = {kit.grid.label(h): str(kit.vp[h]) for h in members(held[side] & kit.vp_hexes)}
        words = f"{SIDES[side]} towns and cities"
        shades.append(Shade(spot.labels(held[side]), COLOURS[side], words, worth))
    return Overlay("control", "Control of towns and cities", tuple(shades))


def _stacking(spot: _Spot) -> Overlay:
    """Hexes that can take no unit more, or no step more."""
    kit, state = spot.kit, spot.state
    units_, steps_ = kit.number("stack_units"), kit.number("stack_steps")
    full, tight, room = 0, 0, {}
    for hex_, units in state.stacks.items():
        steps = steps_of(state, units)
        if units.bit_count() >= units_ or steps >= steps_:
            full |= 1 << hex_
        else:
            tight |= 1 << hex_
            room[kit.grid.label(hex_)] = str(min(steps_ - steps, 9))
    shades = (
        Shade(spot.labels(full), _RED, f"full: {units_} units or {steps_} steps"),
        Shade(spot.labels(tight), _GREEN, "room for so many steps more", room),
    )
    return Overlay("stacking", "Stacking", tuple(s for s in shades if s.hexes))


# -- the Allied system ---------------------------------------------------------------------------


def _foresight(spot: _Spot) -> Overlay:
    """What the rules that play the Allies would do about the spot, with the chances."""
    title = "What would it do?"
    if not solitaire(spot.state):
        return Overlay("foresight", f"{title} It is {_ONLY_SOLITAIRE}")
    cards = possible_cards(spot.view)
    if spot.hex is not None:
        found = foresight.at_hex(spot.state, spot.hex, cards)
    elif spot.unit is not None:
        found = foresight.of_unit(spot.state, spot.unit, cards)
    else:
        found = foresight.next_reserves(spot.state)
    shades = tuple(_foreseen(spot, one) for one in found)
    about = f" in {spot.label}" if spot.hex is not None else ""
    return Overlay("foresight", f"{title[:-1]}{about}?", shades)


def _foreseen(spot: _Spot, one: foresight.Foreseen) -> Shade:
    hexes = [s for s in one.spots if spot.kit.grid.has(s)]
    # Units among the spots are lit where they stand.
    units = (spot.kit.by_name[s] for s in one.spots if s in spot.kit.by_name)
    places = [spot.state.hex_of[u] for u in units]
    hexes += [spot.kit.grid.label(h) for h in places if h >= 0]
    colour = _GREY if not one.chance else _RED if one.chance > 0.5 else _AMBER
    share = "" if "%" in one.text else f": {foresight.percent(one.chance)}"
    words = f"{capital(one.text)}{share} ({one.rule})"
    return Shade(tuple(dict.fromkeys(hexes)), colour, words)


_OVERLAYS: Final[dict[str, Callable[[_Spot], Overlay]]] = {
    "reach": _reach,
    "supply": _supply,
    "communication": _communication,
    "zones": _zones,
    "positions": _positions,
    "boundaries": _boundaries,
    "danger": _danger,
    "control": _control,
    "stacking": _stacking,
    "foresight": _foresight,
}
OVERLAYS: tuple[OverlayInfo, ...] = (
    OverlayInfo("reach", "Reach", "r", on_select=True),
    OverlayInfo("supply", "Supply", "s"),
    OverlayInfo("communication", "Communication", "c"),
    OverlayInfo("zones", "Zones of control", "z"),
    OverlayInfo("positions", "Positions and Hold Values", "e"),
    OverlayInfo("boundaries", "Boundaries", "i"),
    OverlayInfo("danger", "Danger of surround", "g"),
    OverlayInfo("control", "Control", "o"),
    OverlayInfo("stacking", "Stacking", "k"),
    OverlayInfo("foresight", "What would it do?", "w"),
)
