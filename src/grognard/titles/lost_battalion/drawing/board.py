"""The printed map of a scenario, in our own drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from grognard.book.rulebook import cites, draws
from grognard.ground.hexes import Hex
from grognard.titles.lost_battalion.kit.tables import HINDENBURG, KITS, MEUSE, Kit
from grognard.waist import scene as art
from grognard.waist.scene import Edge


def pontoons_due(kit: Kit, turn: int) -> bool:
    return any(turn >= pontoon.turn for pontoon in kit.pontoons)


@lru_cache(maxsize=16)
@draws("LB-14.15b")
@cites("LB-14.7", "LB-14.12", "LB-14.15")
def board_art(key: str, pontoons: bool) -> art.BoardArt:
    """The map of a scenario, north up, in our own drawing; only the hexes in play."""
    kit = KITS[key]
    return art.BoardArt(
        key=f"{key}+pontoons" if pontoons else key,
        title="Meuse-Argonne, 1918",
        hexes=tuple(_hexes(kit)),
        lines=(*_rivers(kit), _start_line(kit)),
        roads=tuple(_roads(kit)),
        exits=tuple(_exits(kit)),
        bridges=(*_bridges(kit), *(_pontoon_bridges(kit) if pontoons else ())),
        places=tuple(_places(kit)),
        hills=tuple(_hills(kit)),
        works=tuple(_works(kit)),
        stars=tuple(art.Star(row.hex, str(row.vp)) for row in kit.victory_hexes),
        edges=(
            art.EdgeName("north", "North · German supply and entry"),
            art.EdgeName("south", "South · Allied supply and entry"),
            art.EdgeName("west", "West · German entry where in German hands"),
            art.EdgeName("east", "East · German supply and entry"),
        ),
        scale="1 mile",
        note="Map, counters and charts are our own; stand-ins for the printed ones.",
    )


def _hexes(kit: Kit) -> Iterator[art.HexArt]:
    layer, label = kit.board.layers["terrain"], kit.grid.label
    ground = {label(h): kind.replace("+", "_") for h, kind in layer.items()}
    for hex_ in art.hexes_of(kit.grid, ground):
        if kit.play >> kit.grid.at(hex_.label) & 1:
            yield hex_


def side_label(kit: Kit, a: Hex, b: Hex) -> str:
    return f"{kit.grid.label(a)}/{kit.grid.label(b)}"


def _rivers(kit: Kit) -> list[art.SideLine]:
    found: dict[str, list[str]] = {}
    for (a, b), side in kit.hexsides.items():
        if side.river and a < b:
            found.setdefault(side.name, []).append(side_label(kit, a, b))
    major = {side.name for side in kit.hexsides.values() if side.river == MEUSE}
    return [
        art.SideLine("major_river" if name in major else "river", tuple(sides), name)
        for name, sides in sorted(found.items())
    ]


@cites("LB-14.7")
def _start_line(kit: Kit) -> art.SideLine:
    """The yellow line: every hexside between ground that starts Allied and German."""
    south = kit.start_allied
    sides = [
        side_label(kit, a, b) for a, b in kit.hexsides if south >> a & 1 and not south >> b & 1
    ]
    return art.SideLine("start_line", tuple(sides), "Start Line")


def _roads(kit: Kit) -> Iterator[art.Road]:
    for road in kit.board.roads.values():
        for run in _runs(kit, road.hexes):
            yield art.Road(tuple(kit.grid.label(h) for h in run))


def _runs(kit: Kit, hexes: Iterable[Hex]) -> Iterator[list[Hex]]:
    """The stretches of a road that lie in play."""
    run: list[Hex] = []
    for hex_ in hexes:
        if kit.play >> hex_ & 1:
            run.append(hex_)
        elif run:
            yield run
            run = []
    if run:
        yield run


_EDGES: Final[dict[str, Edge]] = {
    "north": "north",
    "east": "east",
    "south": "south",
    "west": "west",
}


def _exits(kit: Kit) -> Iterator[art.Exit]:
    label = kit.grid.label
    for row in kit.board.exits:
        if kit.play >> row.hex & 1:
            yield art.Exit(label(row.hex), _EDGES[row.edge])
    for road in kit.board.roads.values():
        for a, b in pairwise(road.hexes):
            for here, there in ((a, b), (b, a)):
                if kit.play >> here & 1 and not kit.play >> there & 1:
                    yield art.Exit(label(here), _way_out(kit, here, there))


def _way_out(kit: Kit, here: Hex, there: Hex) -> Edge:
    rows = kit.grid.row(there) - kit.grid.row(here)
    if rows and (kit.edges["N"] | kit.edges["S"]) >> here & 1:
        return "north" if rows < 0 else "south"
    return "west" if kit.edges["W"] >> here & 1 else "east"


def _bridges(kit: Kit) -> Iterator[art.Bridge]:
    for a, b in kit.bridge_ends:
        if kit.play >> a & kit.play >> b & 1:
            yield art.Bridge(side_label(kit, a, b))


def _pontoon_bridges(kit: Kit) -> Iterator[art.Bridge]:
    for row in kit.board.extra["pontoon"]:
        yield art.Bridge(row["side"], "pontoon")


_RANKS: Final = {"city": "city", "town": "town", "strong village": "town"}


def _places(kit: Kit) -> Iterator[art.Place]:
    for place in kit.board.places:
        if kit.play >> place.hex & 1:
            rank_ = _RANKS.get(place.kind, "village") if place.extra.get("town") else "village"
            if place.kind in ("site", "mill", "ruin"):
                rank_ = "site"
            yield art.Place(kit.grid.label(place.hex), place.name, rank_)


def _hills(kit: Kit) -> Iterator[art.Hill]:
    for row in kit.board.extra["hill"]:
        if kit.play >> kit.grid.at(row["hex"]) & 1:
            yield art.Hill(row["hex"], row["name"], str(row.get("height", "")))


def _works(kit: Kit) -> Iterator[art.Works]:
    classes: dict[str, str] = kit.board.extra["fort_class"]
    for line, kind in classes.items():
        hexes = [h for h, name in kit.board.layers["fort"].items() if name == line]
        shown = tuple(kit.grid.label(h) for h in hexes if kit.play >> h & 1)
        if shown:
            weight = "main" if kind == HINDENBURG else "field"
            yield art.Works(shown, weight, f"{line.capitalize()} Line")
