"""The printed map as a picture of our own, and the markers that lie on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS, PRIMARY, Kit, Side
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.state import ids
from grognard.titles.ardennes.rules.moving.bridges import label as bridge_label
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.words.wording import SIDES
from grognard.waist import scene as art
from grognard.waist.scene import Edge

COLOURS: Final = ("#5a5f58", "#2c5f94")
_MEUSE: Final = "Meuse"
_GRADES: Final = {1: "road", PRIMARY: "highway"}


@lru_cache(maxsize=16)
def board_art(key: str) -> art.BoardArt:
    """The map of a kit, north up."""
    kit = KITS[key]
    return art.BoardArt(
        key=f"ardennes-{key}",
        title="The Ardennes, December 1944",
        hexes=art.hexes_of(kit.grid, {kit.grid.label(h): kind for h, kind in kit.terrain.items()}),
        lines=(*_rivers(kit), *_boundaries(kit)),
        roads=tuple(_roads(kit)),
        exits=tuple(_exits(kit)),
        bridges=tuple(art.Bridge(bridge_label(kit, 1 << n)) for n in ids(kit.printed_bridges)),
        places=tuple(_places(kit)),
        works=(art.Works(_labels(kit, kit.westwall), "main", "Westwall"),),
        stars=tuple(art.Star(kit.grid.label(h), str(vp)) for h, vp in sorted(kit.vp.items())),
        edges=(
            art.EdgeName("north", "North · Germans may leave from column 14 westward"),
            art.EdgeName("east", "East · German supply and reserves"),
            art.EdgeName("south", "South · Allied supply"),
            art.EdgeName("west", "West · Allied supply; Germans may leave"),
        ),
        scale="4 km",
        note="Map, counters, cards and charts are our own; stand-ins for the printed ones.",
    )


def _labels(kit: Kit, hexes: HexSet) -> tuple[str, ...]:
    return tuple(kit.grid.labels(hexes))


def _rivers(kit: Kit) -> Iterator[art.SideLine]:
    found: dict[str, list[str]] = {}
    for n, name in enumerate(kit.river_name):
        found.setdefault(name, []).append(bridge_label(kit, 1 << n))
    for name, sides in sorted(found.items()):
        yield art.SideLine("major_river" if name == _MEUSE else "river", tuple(sides), name)


def _boundaries(kit: Kit) -> Iterator[art.SideLine]:
    """Where a German army's zone ends: the northern limit of each but the first."""
    for army, zone in kit.army_zone.items():
        sides = [
            f"{kit.grid.label(a)}/{kit.grid.label(b)}"
            for a, b in kit.sides
            if zone >> a & 1 and not zone >> b & 1 and kit.grid.row(b) < kit.grid.row(a)
        ]
        if sides:
            yield art.SideLine("boundary", tuple(sides), f"northern limit of the {army}")


def _roads(kit: Kit) -> Iterator[art.Road]:
    """Secondary ones first, so that the primary ones lie over them; no stretch twice."""
    drawn: set[tuple[Hex, Hex]] = set()
    for grade in (PRIMARY, 1):
        for road in kit.board.roads.values():
            for run in _runs(kit, road.hexes, grade, drawn):
                yield art.Road(tuple(kit.grid.label(h) for h in run), _GRADES[grade])


def _runs(
    kit: Kit, hexes: tuple[Hex, ...], grade: int, drawn: set[tuple[Hex, Hex]]
) -> Iterator[list[Hex]]:
    run: list[Hex] = []
    for a, b in pairwise(hexes):
        if kit.sides[a, b].road == grade and (a, b) not in drawn:
            drawn |= {(a, b), (b, a)}
            run = [*run, b] if run else [a, b]
        elif run:
            yield run
            run = []
    if run:
        yield run


def _exits(kit: Kit) -> Iterator[art.Exit]:
    for side in (GERMAN, ALLIED):
        for hex_ in members(kit.sources[side]):
            yield art.Exit(kit.grid.label(hex_), _edge(kit, hex_), "highway")


def _edge(kit: Kit, hex_: Hex) -> Edge:
    if kit.column(hex_) == 1:
        return "east"
    if kit.column(hex_) == kit.grid.columns:
        return "west"
    return "north" if kit.grid.row(hex_) == 1 else "south"


def _places(kit: Kit) -> Iterator[art.Place]:
    for place in kit.board.places:
        yield art.Place(kit.grid.label(place.hex), place.name, place.kind)


# -- markers -------------------------------------------------------------------------------


def markers(kit: Kit, view: View) -> Iterator[art.Marker]:
    """What lies on the map beside the counters."""
    label = kit.grid.label
    for hex_ in members(view.roadblocks):
        words = "Roadblock: closed to Germans, who stop next to it on a road"
        yield art.Marker(label(hex_), "roadblock", "BLOCK", words)
    for hex_ in members(view.dug_in):
        yield art.Marker(label(hex_), "position", "", "Improved Position: one hit fewer, once")
    yield from _towns(kit, view)
    yield from _bridges(kit, view)
    if (target := _target(view)) is not None:
        yield art.Marker(label(target), "objective", "", "under attack")


def _towns(kit: Kit, view: View) -> Iterator[art.Marker]:
    """Towns in other hands than at the start."""
    for hex_ in members(view.german_towns ^ kit.german_towns_at_start):
        side = GERMAN if view.german_towns >> hex_ & 1 else ALLIED
        yield _held(kit.grid.label(hex_), side, kit.place_name[hex_])


def _held(at: str, side: Side, what: str) -> art.Marker:
    return art.Marker(at, "held", "", f"{what}: {SIDES[side]}", COLOURS[side])


def _bridges(kit: Kit, view: View) -> Iterator[art.Marker]:
    for n in ids(kit.printed_bridges & ~view.bridges):
        yield art.Marker(bridge_label(kit, 1 << n), "blown", "", "bridge destroyed")
    for n in ids(view.bridges & ~kit.printed_bridges):
        side = GERMAN if view.german_bridges >> n & 1 else ALLIED
        yield art.Marker(bridge_label(kit, 1 << n), "built", "", f"bridge built, {SIDES[side]}")
    changed = view.german_bridges ^ kit.bridges_german
    for n in ids(view.bridges & kit.printed_bridges & changed):
        side = GERMAN if view.german_bridges >> n & 1 else ALLIED
        yield _held(bridge_label(kit, 1 << n), side, "bridge")


def _target(view: View) -> Hex | None:
    for decision in reversed(view.stack):
        if isinstance(decision, dec.Assembling):
            return decision.target
    return None if view.battle is None else view.battle.target
