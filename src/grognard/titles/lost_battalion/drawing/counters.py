"""Counters and markers: the viewer's own in full, of the others what it may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.rulebook import cites, draws
from grognard.ground.hexes import Hex, members
from grognard.titles.lost_battalion.drawing.board import side_label
from grognard.titles.lost_battalion.drawing.sides import NAMES
from grognard.titles.lost_battalion.kit.tables import Kit, Unit, UnitId
from grognard.titles.lost_battalion.position.decisions import (
    NOWHERE,
    Assembling,
    Battery,
    Battle,
    Volley,
)
from grognard.titles.lost_battalion.position.state import LATER
from grognard.titles.lost_battalion.sight.view import Known, Private, Sighting, View, rank
from grognard.waist import scene as art

GROUNDS: Final = {
    "us": "#b9b274",
    "french": "#9dbbdd",
    "german": "#aeb3ad",
    "austrian": "#c4e8ae",
}
INKS: Final = {"austrian": "#000000"}
SYMBOLS: Final = {
    "INF": "infantry",
    "TANK": "armour",
    "ART": "artillery",
    "MG": "machine_gun",
}
KINDS: Final = {"INF": "infantry", "TANK": "tanks", "ART": "artillery", "MG": "machine guns"}
NATIONS: Final = {
    "us": "US",
    "french": "French",
    "german": "German",
    "austrian": "Austro-Hungarian",
}
_BANDS: Final = (
    "#7a2e2e",
    "#2f5d50",
    "#3b4a7a",
    "#8a5a1f",
    "#5b3a6b",
    "#356b8a",
    "#6b6b1f",
    "#8a3b62",
    "#2f6b2f",
    "#94502a",
    "#44546a",
    "#7a4a3a",
)


def on_map(kit: Kit, view: View) -> Iterator[art.Piece]:
    if view.own is not None:
        standing = [known for known in view.own.units if known.where >= 0]
        for known in _from_below(kit, standing):
            yield own_piece(kit, view.own, known)
    seen: dict[Hex, list[Known]] = {}
    for known in view.known:
        seen.setdefault(known.where, []).append(known)
    for sighting in view.sightings:
        yield from _enemy_stack(kit, sighting, seen.get(sighting.hex, []))


def _from_below(kit: Kit, units: list[Known]) -> list[Known]:
    return sorted(units, key=lambda k: (k.where, *(-n for n in rank(kit, k.unit))))


def off_map(kit: Kit, view: View) -> Iterator[art.Piece]:
    if view.own is not None:
        for known in view.own.units:
            if known.where < 0 and known.where != LATER:
                yield own_piece(kit, view.own, known)
    for boxes in view.boxes:
        for unit in (*boxes.dead, *boxes.withdrawn):
            yield face_piece(kit, unit, "", 0)


def own_piece(kit: Kit, own: Private, known: Known) -> art.Piece:
    """A counter of the viewer's own, with what has befallen it this turn."""
    where = kit.grid.label(known.where) if known.where >= 0 else ""
    badges = tuple(_badges(kit, own, known.unit)) if known.where >= 0 else ()
    spent = bool(own.done >> known.unit & 1)
    return face_piece(kit, known.unit, where, known.steps, badges, spent)


@draws("LB-14.11")
@cites("LB-14.10")
def face_piece(
    kit: Kit,
    unit: UnitId,
    where: str,
    steps: int,
    badges: tuple[art.Badge, ...] = (),
    spent: bool = False,
) -> art.Piece:
    """A counter with its face up: a circled number of steps, no size mark."""
    face = kit.units[unit]
    name, _, parent = face.name.partition("/")
    return art.Piece(
        id=face.name,
        hex=where,
        side=NAMES[face.side].lower(),
        symbol=SYMBOLS[face.kind],
        name=name,
        parent=parent,
        figures=figures(face, steps),
        ground=GROUNDS[face.nation],
        ink=INKS.get(face.nation, ""),
        band=band(face),
        formation=kit.divisions[face.division].name if face.division >= 0 else "",
        steps=steps,
        steps_max=face.steps,
        steps_as="circle",
        face="reduced" if 0 < steps < face.steps else "full",
        badges=badges,
        title=_title(face, steps),
        spent=spent,
    )


@cites("LB-14.10")
def figures(face: Unit, steps: int) -> str:
    """The bottom row: strength now; of artillery its fire strength and its range."""
    if face.kind == "ART":
        return f"{face.guns}–{face.range}"
    if face.kind == "TANK":
        return ""
    return str(face.strength[steps])


def band(face: Unit) -> str:
    """A colour for each division; none for units of no division."""
    return _BANDS[face.division % len(_BANDS)] if face.division >= 0 else ""


def _title(face: Unit, steps: int) -> str:
    told = {
        "INF": f"strength {face.strength[steps]}",
        "ART": f"fire strength {face.guns}, range {face.range} hexes",
        "TANK": "saves the attacker a step",
        "MG": f"defence {face.strength[steps]}",
    }[face.kind]
    return f"{face.title} ({NATIONS[face.nation]} {KINDS[face.kind]}): {told}"


def _badges(kit: Kit, own: Private, unit: UnitId) -> Iterator[art.Badge]:
    marks = (
        (own.out_moving | own.out_fighting, "OS", "out of supply", "#b3261e"),
        (own.fired, "F", "has fired", "#c4631a"),
        (own.refilled, "R", "took replacements: no move, no attack", "#2f6b2f"),
        (own.entered, "E", "entered the map this turn", "#356b8a"),
        (own.struck, "H", "made a Hasty Attack", "#7a2e2e"),
        (own.attacked, "A", "has attacked", "#7a2e2e"),
        (own.moved, "M", "has moved", "#55504a"),
        (_finals(kit, own), "★", "in the Final Offensive", "#8a6d00"),
        (own.stubborn, "!", "holds out", "#5b3a6b"),
    )
    for units, text, words, colour in marks:
        if units >> unit & 1:
            yield art.Badge(text, words, colour)


def _finals(kit: Kit, own: Private) -> int:
    units = 0
    for division in members(own.final):
        units |= kit.division_units[division]
    return units


# -- the other side's ------------------------------------------------------------------


def _enemy_stack(kit: Kit, sighting: Sighting, seen: list[Known]) -> Iterator[art.Piece]:
    """Faces that are seen lie on what is not."""
    label = kit.grid.label(sighting.hex)
    hidden = sighting.count - len(seen)
    if hidden > 0:
        yield _hidden_piece(kit, sighting, label, hidden, seen)
    for known in _from_below(kit, seen):
        yield face_piece(kit, known.unit, label, known.steps)


def _hidden_piece(
    kit: Kit, sighting: Sighting, label: str, hidden: int, seen: list[Known]
) -> art.Piece:
    # Once the top counter is turned up, what shows of the rest is its number.
    top = {(kit.units[k.unit].nation, kit.units[k.unit].kind) for k in seen}
    plain = (sighting.nation, sighting.kind) not in top
    what = f"{NATIONS[sighting.nation]} {KINDS[sighting.kind]} on top" if plain else "unknown"
    return art.Piece(
        id=f"{NAMES[sighting.side].lower()}@{label}",
        hex=label,
        side=NAMES[sighting.side].lower(),
        symbol=SYMBOLS[sighting.kind] if plain else "unknown",
        ground=GROUNDS[sighting.nation],
        ink=INKS.get(sighting.nation, ""),
        face="hidden",
        count=hidden,
        badges=tuple(_hidden_badges(sighting)),
        title=f"{hidden} {NAMES[sighting.side]} counter{'s' * (hidden > 1)}: {what}",
    )


def _hidden_badges(sighting: Sighting) -> Iterator[art.Badge]:
    out = max(sighting.out_moving, sighting.out_fighting)
    if out:
        yield art.Badge("OS", f"{out} out of supply", "#b3261e")
    if sighting.fired:
        yield art.Badge("F", f"{sighting.fired} fired", "#c4631a")
    if sighting.marching:
        yield art.Badge("M", f"{sighting.marching} on the march", "#55504a")


def summaries(kit: Kit, view: View) -> Iterator[art.Stack]:
    piles: dict[Hex, list[Known]] = {}
    for known in view.own.units if view.own is not None else ():
        if known.where >= 0:
            piles.setdefault(known.where, []).append(known)
    for hex_, pile in sorted(piles.items()):
        parts = [kit.units[k.unit].strength[k.steps] for k in pile if _fights(kit, k)]
        words = f"strength {sum(parts)} ({'+'.join(map(str, parts))})" if parts else "no strength"
        steps = sum(k.steps for k in pile)
        yield art.Stack(kit.grid.label(hex_), f"{words}, {steps} steps")
    for sighting in view.sightings:
        face = f"{NATIONS[sighting.nation]} {KINDS[sighting.kind]}"
        words = f"{sighting.count} counters, {face} on top" if sighting.count > 1 else face
        yield art.Stack(kit.grid.label(sighting.hex), words)


def _fights(kit: Kit, known: Known) -> bool:
    return kit.units[known.unit].kind != "TANK"


# -- markers -------------------------------------------------------------------------


def markers(kit: Kit, view: View) -> Iterator[art.Marker]:
    label = kit.grid.label
    for hex_ in members(view.gas):
        yield art.Marker(label(hex_), "gas", "GAS", "Gas: no Allied entry, no attack from here")
    for decision in view.stack:
        match decision:
            case Battery(aim=aim) | Volley(aim=aim) if aim != NOWHERE:
                yield art.Marker(label(aim), "barrage", "", "under fire")
            case Assembling(target=target) | Battle(target=target):
                yield art.Marker(label(target), "objective", "", "under attack")
    for bit in members(view.fresh_bridges & kit.all_bridges):
        a, b = kit.bridge_ends[bit]
        yield art.Marker(side_label(kit, a, b), "fresh", "", "this bridge changed hands this turn")
