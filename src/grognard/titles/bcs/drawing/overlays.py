"""Answers drawn on the map: reach, command and Safe Path, zones, Engagement Zones, MSR and Trains,
how a formation stands, OBJ Zones, control, targets and traffic.

All from a View, by asking the chapters about what it tells. The spot is the
number of a hex, the name of a unit, HQ or Trains, or the key of a formation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from grognard.book.words import listed
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.drawing import report as reports
from grognard.titles.bcs.drawing.face import known, scene
from grognard.titles.bcs.drawing.face_map import COLOURS
from grognard.titles.bcs.drawing.face_pieces import TYPE_WORDS
from grognard.titles.bcs.kit.kit import (
    DEPLOYED,
    GERMAN,
    LEG,
    NO_FORMATION,
    TAC,
    TRUCK,
    US,
    FormationId,
    Side,
    UnitId,
)
from grognard.titles.bcs.position.decisions import HqRetreat, RetreatChoice, TrainsRetreat
from grognard.titles.bcs.position.state import State, each, face, label, names_of, other, units_in
from grognard.titles.bcs.rules.command import hq_reach, objectives, safe_path
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.titles.bcs.rules.moving import movement, zones
from grognard.titles.bcs.rules.rear import msr, trains
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.titles.bcs.sight.view import View
from grognard.titles.bcs.words.spots import Spot
from grognard.titles.bcs.words.wording import SIDES, hq_name, points
from grognard.waist.scene import Arrow, Overlay, Scene, Shade, ShadeStyle
from grognard.waist.title import OverlayInfo

_GREEN, _RED, _AMBER, _BLUE, _GREY = "#2f8f3a", "#c0271c", "#e08a00", "#2f6fb3", "#8a8a8a"
_PURPLE, _BROWN, _YELLOW = "#7b3fa0", "#7a4a1e", "#d6b400"


def overlay(view: View, name: str, spot: str) -> Scene:
    """The scene with that answer drawn on it; a ValueError names what can be asked."""
    drawn = draw(view, known(view), name, spot)
    return msgspec.structs.replace(scene(view), overlays=(drawn,))


def draw(view: View, state: State, name: str, spot: str) -> Overlay:
    """The answer by itself."""
    if name not in _OVERLAYS:
        raise ValueError(f"there is no overlay “{name}”; there are {', '.join(_OVERLAYS)}")
    return _OVERLAYS[name](Spot(view, state, spot))


def _words(text: str, colour: str = _GREY) -> Shade:
    """A line of the legend that colours no hex."""
    return Shade((), colour, text)


def _filled(shades: Iterator[Shade]) -> tuple[Shade, ...]:
    return tuple(shade for shade in shades if shade.hexes or (shade.title and not shade.numbers))


# -- reach -----------------------------------------------------------------------------------


def _reach(spot: Spot) -> Overlay:
    """Where the unit could go with the movement it has left, where it would have to STOP, and
    how it stands: Safe Path, zones upon it, whether it may flip."""
    unit = spot.unit
    if unit is None or spot.hex is None:
        return _hq_reach(spot)
    name = spot.kit.names[unit]
    if _falls_back(spot.state, unit):
        return Overlay("reach", f"Retreat of {name}: any lit hex")
    shades = tuple(s for s in _reaches(spot, unit) if s.hexes or s.colour == _GREY)
    ma = points(movement.allowance(spot.state, unit))
    title = f"Reach of {name}: {ma} {TYPE_WORDS[face(spot.state, unit).type]}"
    return Overlay("reach", title, shades, tuple(_untitled(_safe_arrow(spot, unit))))


def _falls_back(state: State, unit: UnitId) -> bool:
    """Whether its owner is choosing where it retreats to."""
    top = state.top if state.stack else None
    return isinstance(top, RetreatChoice) and bool(top.units >> unit & 1)


def _untitled(arrows: Iterator[Arrow]) -> Iterator[Arrow]:
    """A path without words, for they stand among the lines of the unit; not where it breaks."""
    for arrow in arrows:
        yield arrow if arrow.broken else msgspec.structs.replace(arrow, title="")


def _reaches(spot: Spot, unit: UnitId) -> Iterator[Shade]:
    state, names = spot.state, spot.kit.grid.label
    ways = movement.reach(state, unit)
    stops = reaching.halts(state, unit)
    whole = _points_now(state, unit)
    left = {names(h): points(whole - spent) for h, spent in ways.items() if h != spot.hex}
    halted = tuple(names(h) for h in ways if stops >> h & 1 and h != spot.hex)
    free = tuple(h for h in left if h not in halted)
    yield Shade(free, _BLUE, "can be reached: points left", {h: left[h] for h in free})
    yield Shade(halted, _RED, "can be reached, and STOP there", {h: left[h] for h in halted})
    for line in unit_lines(spot.state, unit):
        yield _words(line)


def _points_now(state: State, unit: UnitId) -> int:
    """What it has left if it is in hand, else all of its allowance."""
    for decision in state.stack:
        if getattr(decision, "unit", None) == unit and hasattr(decision, "mp"):
            mp: int = decision.mp
            return mp
    return movement.allowance(state, unit)


def unit_lines(state: State, unit: UnitId) -> Iterator[str]:
    """How a unit stands: command, Safe Path, zones upon it, flip."""
    yield _command_words(state, unit)
    yield _zone_words(state, unit)
    yield flip_words(state, unit)


def _command_words(state: State, unit: UnitId) -> str:
    number, hex_ = state.command[unit], state.hex_of[unit]
    if number == NO_FORMATION:
        return "Independent, not assigned: no Command Radius, no Safe Path (BCS-R.47)"
    key = state.kit.formations[number].key
    if state.hq[number] < 0:
        return f"The HQ of {key} is not on the map"
    inside = safe_path.radius(state, number) >> hex_ & 1
    command = "In" if inside else "Out of"
    path = safe_path.path(state, unit)
    way = "no Safe Path" if path is None else f"Safe Path of {len(path) - 1} hexes"
    return f"{command} Command Radius of {key} (BCS-S.17), {way} (BCS-1.6.a)"


def _zone_words(state: State, unit: UnitId) -> str:
    """The enemy zones in the unit's hex and who makes them."""
    enemy, hex_ = other(state.kit.side_of[unit]), state.hex_of[unit]
    kind = zone_kind(state, enemy, hex_)
    if not kind:
        return f"In no enemy zone (BCS-S.29){_fire_words(state, enemy, hex_)}"
    makers = listed(names_of(state, _makers(state, enemy, hex_)))
    return f"In a {kind} EZOC of {makers} (BCS-S.29){_fire_words(state, enemy, hex_)}"


def _fire_words(state: State, enemy: Side, hex_: Hex) -> str:
    firers = sight.firers(state, enemy, hex_)
    if not firers:
        return ""
    return f"; in the Engagement Zone of {listed(names_of(state, firers))} (BCS-6.1.b)"


def zone_kind(state: State, side: Side, hex_: Hex) -> str:
    """What the strongest zone of control of a side in a hex is; nothing if there is none."""
    if zones.real_zone(state, side) >> hex_ & 1:
        return "Real AV"
    if zones.support_zone(state, side) >> hex_ & 1:
        return "Support AV"
    return "plain" if zones.zone(state, side) >> hex_ & 1 else ""


def _makers(state: State, side: Side, hex_: Hex) -> int:
    """Who makes the zone there: of an AV zone its providers, else all who reach it."""
    return zones.providers(state, side, hex_) or _neighbours(state, side, hex_)


def _neighbours(state: State, side: Side, hex_: Hex) -> int:
    found = 0
    for near in state.kit.grid.neighbours(hex_):
        for unit in each(units_in(state, near) & state.kit.side_units[side]):
            if face(state, unit).prepared:
                found |= 1 << unit
    return found


def flip_words(state: State, unit: UnitId) -> str:
    """Whether the unit may be turned over, or why not."""
    if state.kit.units[unit].single:
        return "One-sided: no flip (BCS-5.6.a)"
    up = "Move" if state.deployed >> unit & 1 == DEPLOYED else "Deployed"
    why = movement.flip_refusal(state, unit)
    return f"May flip to its {up} side (BCS-5.6.a)" if why is None else f"No flip ({why})"


def _hq_reach(spot: Spot) -> Overlay:
    """Where the HQ of the formation pointed at could move."""
    number = spot.formation
    if number is None or spot.state.hq[number] < 0 or spot.unit is not None:
        return Overlay("reach", "Reach: choose a unit or an HQ on the map")
    if spot.state.stack and isinstance(spot.state.top, HqRetreat | TrainsRetreat):
        return Overlay("reach", f"Retreat of {spot.kit.formations[number].key}: any lit hex")
    whole, ways = hq_reach.allowance(spot.state, number), hq_reach.reach(spot.state, number)
    home = spot.state.hq[number]
    left = {label(spot.state, h): points(whole - n) for h, n in ways.items() if h != home}
    title = f"Reach of {hq_name(spot.kit.formations[number].key)}: {points(whole)} Truck"
    why = hq_reach.move_refusal(spot.state, number)
    shades = () if why is None else (_words(f"No move ({why})", _RED),)
    return Overlay("reach", title, (Shade(tuple(left), _BLUE, "points left", left), *shades))


# -- command and Safe Path ----------------------------------------------------------------------


def _command(spot: Spot) -> Overlay:
    """Command Radius, the ground with a Safe Path, and the path or where it breaks."""
    number = spot.formation
    if number is None or spot.state.hq[number] < 0:
        return Overlay("command", "Command: choose a unit or HQ of a Formation on the map")
    key = spot.kit.formations[number].key
    shades = tuple(_commanded(spot, number))
    if spot.unit is None or spot.hex is None:
        return Overlay("command", f"Command of {key}", shades)
    arrows = tuple(_safe_arrow(spot, spot.unit))
    title = f"Command and Safe Path of {spot.kit.names[spot.unit]}"
    return Overlay("command", title, (*shades, *_other_types(spot, spot.unit)), arrows)


def _commanded(spot: Spot, number: FormationId) -> Iterator[Shade]:
    """The ground by what a unit of that type of movement would have there."""
    state, formation = spot.state, spot.kit.formations[number]
    type_ = TAC if spot.unit is None else face(state, spot.unit).type
    inside, safe = safe_path.radius(state, number), safe_path.area(state, number, type_)
    near, kind = f"Command Radius {formation.radius}", TYPE_WORDS[type_]
    # Most of a map lies in reach of an HQ: only what is amiss is hatched.
    shades: tuple[tuple[int, str, str, ShadeStyle], ...] = (
        (inside & safe, _GREEN, f"{near} and a {kind} Safe Path (BCS-S.17, BCS-1.6.a)", "rim"),
        (inside & ~safe, _AMBER, f"{near} and no {kind} Safe Path", "hatch"),
        (safe & ~inside, _BLUE, f"a {kind} Safe Path, but out of Command Radius", "rim"),
    )
    for hexes, colour, words, style in shades:
        if hexes:
            yield Shade(spot.labels(hexes), colour, words, style=style)


def _other_types(spot: Spot, unit: UnitId) -> Iterator[Shade]:
    """What is said of the path for each type of movement."""
    own = face(spot.state, unit).type
    for type_ in (LEG, TAC, TRUCK):
        path = safe_path.path(spot.state, unit, type_)
        kind = f"{TYPE_WORDS[type_]}{', as it is' if type_ == own else ''}"
        if path is not None:
            yield _words(f"{kind}: Safe Path of {len(path) - 1} hexes", _GREEN)
            continue
        broken = safe_path.broken_at(spot.state, unit, type_)
        yield _words(f"{kind}: {_broken_words(spot.state, broken)}", _RED)


def _safe_arrow(spot: Spot, unit: UnitId) -> Iterator[Arrow]:
    """The Safe Path, or the straight way to the HQ with the hex where it breaks."""
    state, number = spot.state, spot.state.command[unit]
    if number == NO_FORMATION or state.hq[number] < 0 or state.hex_of[unit] < 0:
        return
    path = safe_path.path(state, unit)
    if path is not None:
        yield _trace(spot, path, f"Safe Path, {len(path) - 1} hexes (BCS-1.6.a)", _GREEN)
        return
    broken = safe_path.broken_at(state, unit)
    line = spot.kit.grid.line(state.hex_of[unit], state.hq[number])
    at = "" if broken is None else label(state, broken[0])
    yield _trace(spot, line, _broken_words(state, broken), _RED, at)


def _broken_words(state: State, broken: safe_path.Break | None) -> str:
    if broken is None:
        return "no Safe Path (BCS-1.6.a)"
    at, why, rule = broken
    return f"no Safe Path: {label(state, at)}, {why} ({rule})"


def _trace(spot: Spot, path: list[Hex], words: str, colour: str, broken: str = "") -> Arrow:
    names = tuple(label(spot.state, h) for h in path)
    shown = names if len(names) > 1 else names * 2
    return Arrow(shown, colour, words, kind="trace", broken=broken)


# -- zones ---------------------------------------------------------------------------------------


def _zones(spot: Spot) -> Overlay:
    """The zones of the side that stands there; else those of the viewer's enemy."""
    side = spot.side if spot.unit is not None or spot.formation is not None else other(spot.side)
    shades = tuple(s for s in _four_kinds(spot, side) if s.hexes)
    return Overlay("zones", f"{SIDES[side]} zones", shades)


def _four_kinds(spot: Spot, side: Side) -> Iterator[Shade]:
    state = spot.state
    real, support = zones.real_zone(state, side), zones.support_zone(state, side)
    plain = zones.zone(state, side) & ~real & ~support
    yield _zone(spot, plain, _YELLOW, "P", "plain ZOC: Leg and Truck STOP (BCS-6.0.a)")
    yield _zone(spot, support & ~real, _AMBER, "S", "Support AV ZOC: Tac too (BCS-6.0.c)")
    yield _zone(spot, real, _RED, "R", "Real AV ZOC: Tac STOP and Engage (BCS-6.0.g)")
    far = sight.engagement_zone(state, side) & ~real & ~support & ~plain
    words = "Engagement Zone: Truck STOP, no MSR, no HQ (BCS-6.1.b)"
    yield _zone(spot, far, _PURPLE, "E", words)


def _zone(spot: Spot, hexes: int, colour: str, letter: str, words: str) -> Shade:
    """A letter in each hex, for those who cannot tell the colours apart."""
    labels = spot.labels(hexes)
    return Shade(labels, colour, f"{letter}: {words}", dict.fromkeys(labels, letter))


def _engagement(spot: Spot) -> Overlay:
    """Where the unit can engage, or where units of the side can."""
    state = spot.state
    if spot.unit is None or spot.hex is None:
        side = spot.side
        zone = Shade(spot.labels(sight.engagement_zone(state, side)), _PURPLE, "in range and sight")
        return Overlay("engagement", f"{SIDES[side]} Engagement Zones (BCS-6.1.a)", (zone,))
    name, shown = spot.kit.names[spot.unit], face(state, spot.unit)
    if not shown.av:
        return Overlay("engagement", f"{name} has no AV of its own: no Engagement Zone (BCS-6.1.a)")
    near = spot.kit.within(spot.hex, shown.range) & ~(1 << spot.hex)
    zone_ = [h for h in members(near) if sight.sees(state, spot.hex, h)]
    labels = tuple(spot.kit.grid.label(h) for h in zone_)
    shade = Shade(labels, _PURPLE, f"range {shown.range}, visibility {state.visibility}")
    title = f"Engagement Zone of {name} (BCS-6.1.b)"
    return Overlay("engagement", title, (shade, *_targets_of(spot, spot.unit)))


def _targets_of(spot: Spot, unit: UnitId) -> Iterator[Shade]:
    """Enemies the unit could engage from where it is."""
    state, enemy = spot.state, other(spot.kit.side_of[unit])
    reach = face(state, unit).range
    found = [
        h for h in members(state.occupied[enemy]) if sight.can_engage_at(state, unit, h, reach)
    ]
    if found:
        yield Shade(tuple(label(state, h) for h in found), _RED, "enemies in range (BCS-7.1.d)")


# -- supply ----------------------------------------------------------------------------------------


def _msr(spot: Spot) -> Overlay:
    """The MSR from HQ to Trains to the source, and where others cross it."""
    number = spot.formation
    if number is None:
        return _all_routes(spot)
    found = reports.supply(spot.state, number)
    key = spot.kit.formations[number].key
    words = reports.supply_line(spot.state, found, number)
    shades = [_words(words, _GREY if found.route else _RED)]
    if found.shared:
        text = "shared with another MSR: Crossing the Streams (BCS-10.2d)"
        shades.append(Shade(spot.labels(found.shared), _AMBER, text))
    return Overlay("msr", f"MSR of {key}", tuple(shades), tuple(_route_arrows(spot, number)))


def _route_arrows(spot: Spot, number: FormationId) -> Iterator[Arrow]:
    route = trains.msr(spot.state, number)
    if route is None:
        yield from _cut_route(spot, number)
        return
    front, rear = list(route.front), list(route.rear)
    yield _trace(spot, front, f"HQ to Trains, {len(front) - 1} hexes (BCS-10.3.e)", _BLUE)
    if len(rear) > 1:
        far = len(rear) - 1
        yield _trace(spot, rear, f"Trains to the source, {far} hexes (BCS-10.3.d)", _BROWN)


def _cut_route(spot: Spot, number: FormationId) -> Iterator[Arrow]:
    """The road back if nobody stood in the way, and the hex where the enemy cuts it."""
    state = spot.state
    if state.hq[number] < 0:
        return
    way = [state.hq[number], *roads.road_back(state, number, len(spot.kit.grid.hexes))]
    shut = next((h for h in way if not msr.open_to(state, number) >> h & 1), None)
    if shut is None:
        return
    words = f"no MSR: {label(state, shut)}, {_why_cut(state, number, shut)}"
    yield _trace(spot, way, words, _RED, label(state, shut))


def _why_cut(state: State, number: FormationId, hex_: Hex) -> str:
    enemy = other(state.kit.formations[number].side)
    if state.occupied[enemy] >> hex_ & 1:
        return "an enemy unit (BCS-10.3.f)"
    if kind := zone_kind(state, enemy, hex_):
        return f"a {kind} EZOC (BCS-10.3.f)"
    return "an enemy Engagement Zone (BCS-6.1.e)"


def _all_routes(spot: Spot) -> Overlay:
    """All the routes of the viewer's side."""
    side, arrows = spot.side, []
    for number in spot.kit.side_formations[side]:
        if spot.state.hq[number] >= 0:
            arrows += list(_route_arrows(spot, number))
    return Overlay("msr", f"{SIDES[side]} MSRs", (), tuple(arrows))


def _trains(spot: Spot) -> Overlay:
    """Legal Hexes for the Trains, those at Optimal Distance among them."""
    number = spot.formation
    if number is None or spot.state.hq[number] < 0:
        return Overlay("trains", "Trains: choose a unit, HQ or Trains of a Formation on the map")
    state, key = spot.state, spot.kit.formations[number].key
    legal, best = trains.legal(state, number), msr.optimal_hexes(state, number)
    good = spot.labels(legal & best)
    shades = [
        Shade(good, _GREEN, "at Optimal Distance (BCS-10.3.k)", dict.fromkeys(good, "✓")),
        Shade(spot.labels(legal & ~best), _AMBER, "legal, but too near or too far (BCS-10.3.c)"),
        _words(reports.supply_line(state, reports.supply(state, number), number)),
    ]
    arrows = tuple(_route_arrows(spot, number))
    kept = tuple(s for s in shades if s.hexes or s.colour == _GREY)
    return Overlay("trains", f"Trains of {key}", kept, arrows)


# -- the formation ---------------------------------------------------------------------------------


def _report(spot: Spot) -> Overlay:
    """How the formation stands: the rolls ahead, Fatigue, Isolation, Simple Blob, MSR."""
    number = spot.formation
    if number is None or spot.state.hq[number] < 0:
        return Overlay("formation", "Formation: choose a unit or HQ of one on the map")
    state, formation = spot.state, spot.kit.formations[number]
    found = reports.report(state, number)
    shades = [_words(line) for line in reports.lines(state, found)]
    shades.append(Shade(spot.labels(found.blob), _BLUE, "Simple Blob (BCS-R.19)"))
    cut = 0
    for one in found.isolation.cuts:
        cut |= 1 << one.hex
    if cut:
        shades.append(Shade(spot.labels(cut), _RED, "Isolation would strike here (BCS-10.5.a)"))
    arrows = tuple(_route_arrows(spot, number))
    return Overlay("formation", formation.name, tuple(shades), arrows)


# -- objectives, control, traffic ------------------------------------------------------------------


def _objectives(spot: Spot) -> Overlay:
    """OBJ Zones of the Activation on the table, and where OBJ markers could go."""
    state = spot.state
    double = objectives.double(state)
    zone = objectives.zone(state) & ~double
    shades = (
        Shade(spot.labels(zone), _AMBER, "OBJ Zone (BCS-4.3.b)"),
        Shade(spot.labels(double), _RED, "Double OBJ Zone (BCS-S.15)"),
        Shade(spot.labels(state.attacked), _GREY, "attacked already (BCS-7.2.a)"),
        Shade(spot.labels(state.barraged), _PURPLE, "barraged already (BCS-8.0.a)"),
    )
    shown = tuple(shade for shade in shades if shade.hexes)
    return Overlay("objectives", "OBJ Zones" if shown else "OBJ Zones: no OBJ marker", shown)


def _control(spot: Spot) -> Overlay:
    """Who holds the victory hexes, and what they are worth; Supply Sources."""
    kit, german = spot.kit, spot.state.german
    held = (kit.vp_hexes & ~german, kit.vp_hexes & german)
    shades = []
    for side in (US, GERMAN):
        worth = {label(spot.state, h): str(kit.vp[h]) for h in members(held[side])}
        total = sum(kit.vp[h] for h in members(held[side]))
        words = f"{SIDES[side]} victory hexes, worth {total}"
        shades.append(Shade(spot.labels(held[side]), COLOURS[side], words, worth))
        codes = {label(spot.state, h): kit.source_name[h] for h in members(kit.sources[side])}
        ink = (_GREEN, _GREY)[side]
        shades.append(Shade(spot.labels(kit.sources[side]), ink, f"{SIDES[side]} sources", codes))
    return Overlay("control", "Victory hexes and Supply Sources", tuple(shades))


def _traffic(spot: Spot) -> Overlay:
    jammed = spot.state.traffic
    if not jammed:
        return Overlay("traffic", "Traffic: no Traffic Stopped marker on the map")
    shade = Shade(spot.labels(jammed), _AMBER, "STOP on entering (BCS-5.1g)")
    return Overlay("traffic", "Traffic Stopped", (shade,))


_OVERLAYS: Final[dict[str, Callable[[Spot], Overlay]]] = {
    "reach": _reach,
    "command": _command,
    "zones": _zones,
    "engagement": _engagement,
    "msr": _msr,
    "trains": _trains,
    "formation": _report,
    "objectives": _objectives,
    "control": _control,
    "traffic": _traffic,
}
OVERLAYS: tuple[OverlayInfo, ...] = (
    OverlayInfo("reach", "Reach", "r", on_select=True),
    OverlayInfo("command", "Command Radius and Safe Path", "c"),
    OverlayInfo("zones", "Zones of control", "z"),
    OverlayInfo("engagement", "Engagement Zones", "e"),
    OverlayInfo("msr", "Main Supply Route", "s"),
    OverlayInfo("trains", "Where the Trains may go", "k"),
    OverlayInfo("formation", "How the Formation stands", "w"),
    OverlayInfo("objectives", "OBJ Zones", "o"),
    OverlayInfo("control", "Victory hexes and sources", "g"),
    OverlayInfo("traffic", "Traffic", "i"),
)
