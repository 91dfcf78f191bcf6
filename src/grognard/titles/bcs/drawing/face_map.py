"""The printed map as a picture of our own, and the markers that lie on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import (
    GERMAN,
    KITS,
    NO_ROAD,
    PRIMARY,
    RAILROAD,
    RIVER,
    SECONDARY,
    TRACK,
    US,
    Kit,
    Side,
)
from grognard.titles.bcs.position.state import State
from grognard.titles.bcs.words.wording import SIDES
from grognard.waist import scene as art
from grognard.waist.scene import Edge

COLOURS: Final = ("#4f6228", "#5a5f68")
_GRADES: Final = {PRIMARY: "highway", SECONDARY: "road", TRACK: "track", RAILROAD: "rail"}
_TERRAINS: Final = {"open": "clear"}
_RANKS: Final = {"city": "city", "village": "village", "poi": "site"}
_EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")


@lru_cache(maxsize=16)
def board_art(key: str) -> art.BoardArt:
    """The map of a kit, north up."""
    kit = KITS[key]
    ground = {kit.grid.label(h): _TERRAINS.get(kind, kind) for h, kind in kit.terrain.items()}
    return art.BoardArt(
        key=f"bcs-{key}",
        title=f"{kit.scenario.title}",
        hexes=art.hexes_of(kit.grid, ground),
        lines=tuple(_waters(kit)),
        roads=tuple(_roads(kit)),
        exits=tuple(_exits(kit)),
        bridges=tuple(art.Bridge(side) for side in _bridges(kit)),
        places=tuple(_places(kit)),
        stars=tuple(art.Star(kit.grid.label(h), str(vp)) for h, vp in sorted(kit.vp.items())),
        edges=tuple(_edge_names(kit)),
        scale="1 km",
        note="Map, counters and charts are our own; stand-ins for the printed ones.",
    )


def side_label(kit: Kit, a: Hex, b: Hex) -> str:
    return f"{kit.grid.label(a)}/{kit.grid.label(b)}"


def _waters(kit: Kit) -> Iterator[art.SideLine]:
    found: dict[tuple[str, str], dict[str, None]] = {}
    for (a, b), features in kit.board.hexsides.items():
        for feature in features:
            # Each hexside is there from both banks.
            a, b = min(a, b), max(a, b)
            found.setdefault((feature.kind, feature.name), {})[side_label(kit, a, b)] = None
    for (kind, name), sides in sorted(found.items()):
        yield art.SideLine(kind.replace(" ", "_"), tuple(sides), name)


def _roads(kit: Kit) -> Iterator[art.Road]:
    """Where two run together the better one alone; a railroad lies apart."""
    drawn: set[tuple[Hex, Hex]] = set()
    for grade, style in _GRADES.items():
        for road in kit.board.roads.values():
            if _class(road.kind) == grade:
                for run in _runs(road.hexes, drawn if grade != RAILROAD else set()):
                    yield art.Road(tuple(kit.grid.label(h) for h in run), style)


def _class(kind: str) -> int:
    names = {"primary": PRIMARY, "secondary": SECONDARY, "track": TRACK, "railroad": RAILROAD}
    return names.get(kind, NO_ROAD)


def _runs(hexes: tuple[Hex, ...], drawn: set[tuple[Hex, Hex]]) -> Iterator[list[Hex]]:
    run: list[Hex] = []
    for a, b in pairwise(hexes):
        if (a, b) not in drawn:
            drawn |= {(a, b), (b, a)}
            run = [*run, b] if run else [a, b]
        elif run:
            yield run
            run = []
    if run:
        yield run


def _exits(kit: Kit) -> Iterator[art.Exit]:
    for hex_ in sorted(kit.source_name):
        if (edge := edge_of(kit, hex_)) is not None:
            grade = max(kit.crossings[hex_, near].road for near in kit.grid.neighbours(hex_))
            yield art.Exit(kit.grid.label(hex_), edge, _GRADES.get(grade, "road"))


def edge_of(kit: Kit, hex_: Hex) -> Edge | None:
    """The edge of the map a hex lies on."""
    column, row = kit.grid.column(hex_), kit.grid.row(hex_)
    if column in (1, kit.grid.columns):
        return "west" if column == 1 else "east"
    if row in (1, kit.grid.rows):
        return "north" if row == 1 else "south"
    return None


def _edge_names(kit: Kit) -> Iterator[art.EdgeName]:
    """The Supply Sources along each edge."""
    for edge in _EDGES:
        there = [h for h in sorted(kit.source_name) if edge_of(kit, h) == edge]
        if there:
            yield art.EdgeName(edge, " · ".join(_source(kit, h) for h in there))


def _source(kit: Kit, hex_: Hex) -> str:
    towards = kit.source_towards[hex_]
    beyond = f" to {towards}" if towards else ""
    return f"{kit.source_name[hex_]} {kit.grid.label(hex_)}{beyond}"


def _bridges(kit: Kit) -> Iterator[str]:
    """Those over rivers, and those that may be blown: over a brook a road has no need of a sign."""
    for (a, b), crossing in sorted(kit.crossings.items()):
        worth = crossing.water >= RIVER or (a, b) in kit.bridge_number
        if a < b and crossing.bridged and worth:
            yield side_label(kit, a, b)


def _places(kit: Kit) -> Iterator[art.Place]:
    for place in kit.board.places:
        yield art.Place(kit.grid.label(place.hex), place.name, _RANKS.get(place.kind, "site"))


# -- markers -------------------------------------------------------------------------------


def markers(state: State) -> Iterator[art.Marker]:
    """What lies on the map beside the counters."""
    kit, label = state.kit, state.kit.grid.label
    for hex_ in dict.fromkeys(state.objectives):
        count = state.objectives.count(hex_)
        words = "OBJ marker (BCS-4.3.b)"
        yield art.Marker(label(hex_), "goal", "" if count == 1 else str(count), words)
    for hex_ in members(state.traffic):
        words = "Traffic Stopped (BCS-5.1g)"
        yield art.Marker(label(hex_), "halt", "T", words)
    yield from _held(state)
    for number, (a, b) in enumerate(kit.bridges):
        if state.blown >> number & 1:
            words = f"{kit.bridge_names[a, b]}: blown"
            yield art.Marker(side_label(kit, a, b), "blown", "", words)
    if state.fight is not None:
        yield art.Marker(label(state.fight.target), "barrage", "", "under fire or attack")


def _held(state: State) -> Iterator[art.Marker]:
    """Who holds each victory hex."""
    kit = state.kit
    for hex_ in sorted(kit.vp):
        side: Side = GERMAN if state.german >> hex_ & 1 else US
        words = f"held by the {SIDES[side]} side"
        yield art.Marker(kit.grid.label(hex_), "flag", "", words, COLOURS[side])
