"""The printed map: ground, rivers, roads, towns, heights, works and hex numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees

from grognard.draw import lattice as lay
from grognard.draw.ink import el, group, hover, number, text
from grognard.draw.lattice import Edge, Lattice, Point, Spot
from grognard.draw.palette import (
    CLEAR,
    GRID,
    GROUNDS,
    INK,
    LINES,
    PATTERNS,
    PLAIN_LINE,
    ROADS,
    WORKS,
    Stroke,
)
from grognard.waist.scene import BoardArt, Bridge, Hill, Place, SideLine, Star, Works

Link = tuple[Spot, Spot]


@lru_cache(maxsize=8)
def ground_layers(board: BoardArt) -> str:
    """Everything printed except names, as one string; the same board costs nothing again."""
    return "".join(_layers(board, Lattice(board)))


def _layers(board: BoardArt, on: Lattice) -> Iterator[str]:
    yield group(_terrain(board), class_="terrain")
    yield group((_works(works, on) for works in board.works), class_="works")
    yield _grid(on)
    yield group(_lines(board.lines, on, rivers=True), class_="rivers")
    yield group(_roads(board, on), class_="roads")
    yield group((_bridge(b, on) for b in board.bridges if on.knows(b.side)), class_="bridges")
    yield group((_blocks(p, on) for p in board.places if on.has(p.hex)), class_="towns")
    yield group((_hill(h, on) for h in board.hills if on.has(h.hex)), class_="hills")
    yield group(_lines(board.lines, on, rivers=False), class_="lines")
    yield group((_star(s, on) for s in board.stars if on.has(s.hex)), class_="stars")
    yield _numbers(on)


def hit_layer(on: Lattice) -> str:
    """An unseen hex over each hex, carrying its number, for a page to catch clicks."""
    shape = lay.straight([lay.point(corner) for corner in lay.corners((0, 0))]) + "Z"
    places = ((lay.centre(spot), label) for spot, label in on.labels.items())
    hexes = (el("use", href="#hex", x=x, y=y, data_hex=label) for (x, y), label in places)
    return el("defs", el("path", id="hex", d=shape)) + group(hexes, class_="hexes", fill="#0000")


def patterns() -> str:
    """Fill patterns for the definitions of a picture."""
    return "".join(
        el(
            "pattern",
            inside,
            id=f"p-{name}",
            patternUnits="userSpaceOnUse",
            width=wide,
            height=high,
        )
        for name, (wide, high, inside) in PATTERNS.items()
    )


def outline(hexes: Iterable[Spot], *, rounded: bool = False) -> str:
    """Path data round a set of hexes."""
    line = lay.smooth if rounded else lay.straight
    edges = lay.border(set(hexes))
    return "".join(line([lay.point(c) for c in chain]) for chain in lay.chains(edges))


# -- ground ------------------------------------------------------------------


def _terrain(board: BoardArt) -> Iterator[str]:
    areas: dict[str, list[Spot]] = defaultdict(list)
    for hex_ in board.hexes:
        areas[hex_.terrain].append((hex_.x, hex_.y))
    every = outline(spot for spots in areas.values() for spot in spots)
    yield el("clipPath", el("path", d=every), id="map")
    yield el("path", d=every, fill=CLEAR.fill)
    for spot, terrain in _beyond(board).items():
        areas[terrain].append(spot)
    yield group(
        (_area(areas[terrain], terrain) for terrain in sorted(areas)), clip_path="url(#map)"
    )
    yield el("path", d=every, fill="none", stroke=INK, stroke_width=2)


def _beyond(board: BoardArt) -> dict[Spot, str]:
    """A rim of hexes off the map that continue the ground, so that rounding stays outside."""
    ground = {(hex_.x, hex_.y): hex_.terrain for hex_ in board.hexes}
    return {
        other: terrain
        for spot, terrain in ground.items()
        for other in lay.neighbours(spot)
        if other not in ground
    }


def _area(spots: list[Spot], terrain: str) -> str:
    style = GROUNDS.get(terrain, CLEAR)
    if style == CLEAR:
        return ""
    shape = outline(spots, rounded=True)
    fill = el("path", d=shape, fill=style.fill, fill_rule="evenodd")
    if not style.pattern:
        return fill
    return fill + el("path", d=shape, fill=f"url(#p-{style.pattern})", fill_rule="evenodd")


def _grid(on: Lattice) -> str:
    edges = {_ordered(side) for spot in on.labels for side in _round(spot)}
    paths = "".join(lay.straight([lay.point(a), lay.point(b)]) for a, b in sorted(edges))
    return el("path", d=paths, fill="none", stroke=GRID, stroke_width="0.8", opacity="0.65")


def _round(spot: Spot) -> list[Edge]:
    return [lay.side_between(spot, other) for other in lay.neighbours(spot)]


def _ordered(edge: Edge) -> Edge:
    return (min(edge), max(edge))


def _numbers(on: Lattice) -> str:
    places = ((lay.centre(spot), label) for spot, label in on.labels.items())
    words = (text(x, y - 23.6, label, 7.2) for (x, y), label in places)
    return group(words, class_="numbers", text_anchor="middle", fill="#5d5543")


# -- along hexsides ----------------------------------------------------------


def _lines(lines: Sequence[SideLine], on: Lattice, *, rivers: bool) -> Iterator[str]:
    chosen = [line for line in lines if (line.kind in _WATER) == rivers]
    chosen.sort(key=lambda line: LINES.get(line.kind, PLAIN_LINE).width)
    paths = [
        (LINES.get(line.kind, PLAIN_LINE), line, line_path(line, lines, on)) for line in chosen
    ]
    for style, _, path in paths:
        if style.casing:
            yield _stroke(path, style.casing, style.casing_width)
    for style, line, path in paths:
        yield _stroke(path, style.colour, style.width, style.dash, line)


_WATER = frozenset({"major_river", "river", "stream"})


def line_path(line: SideLine, others: Sequence[SideLine], on: Lattice) -> str:
    """Path data of a line, joined up and smoothed; a tributary runs into its river."""
    joins = {
        corner: bend
        for other in others
        if other is not line and other.kind in _WATER
        for corner, bend in _bends(other, on)
    }
    return "".join(_joined(chain, joins) for chain in lay.chains(on.sides(line.sides)))


def _bends(line: SideLine, on: Lattice) -> Iterator[tuple[lay.Corner, Point]]:
    """Where the smoothed line passes each corner it bends at."""
    for chain in lay.chains(on.sides(line.sides)):
        for a, b, c in zip(chain, chain[1:], chain[2:], strict=False):
            (ax, ay), (bx, by), (cx, cy) = lay.point(a), lay.point(b), lay.point(c)
            yield b, ((ax + 6 * bx + cx) / 8, (ay + 6 * by + cy) / 8)


def _joined(chain: lay.Chain, joins: dict[lay.Corner, Point]) -> str:
    points = [lay.point(corner) for corner in chain]
    if chain[0] != chain[-1]:
        points[0] = joins.get(chain[0], points[0])
        points[-1] = joins.get(chain[-1], points[-1])
    return lay.smooth(points)


def _stroke(
    path: str, colour: str, width: float, dash: str = "", line: SideLine | None = None
) -> str:
    return el(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round" if not dash else "butt",
        stroke_linejoin="round",
        stroke_dasharray=dash or None,
        class_=line.kind if line else None,
        data_line=line.name if line else None,
    )


def _works(works: Works, on: Lattice) -> str:
    """A band of ground inside a toothed line, the teeth outward."""
    style = WORKS.get(works.kind, WORKS["field"])
    inside = on.known(works.hexes)
    loops = lay.chains(lay.border(inside))
    rim = _inset(loops, inside, 5)
    teeth = _inset(loops, inside, 5 - style.width / 2 - 1.2)
    return group(
        [
            el("path", d=rim, fill=style.colour, fill_opacity="0.1", fill_rule="evenodd"),
            _stroke(rim, style.colour, style.width),
            _stroke(teeth, style.colour, 1.6 + style.width / 2, "4 5"),
        ],
        data_works=works.name or None,
    )


def _inset(loops: list[lay.Chain], inside: set[Spot], by: float) -> str:
    return "".join(lay.straight(lay.shrunk(loop, inside, by)) for loop in loops)


# -- through hexes -----------------------------------------------------------


def _roads(board: BoardArt, on: Lattice) -> Iterator[str]:
    grades = {grade: _links(board, on, grade) for grade in _by_weight(board)}
    every = [link for links in grades.values() for link in links]
    stops = _stops(every, on.known(p.hex for p in board.places))
    drawn = [
        (ROADS.get(grade, ROADS["road"]), _road_path(links, stops) + _off(board, on, grade))
        for grade, links in grades.items()
    ]
    for style, path in drawn:
        if style.casing:
            yield _stroke(path, style.casing, style.casing_width, _ties(style))
    for style, path in drawn:
        yield _stroke(path, style.colour, style.width, style.dash)


def _by_weight(board: BoardArt) -> list[str]:
    grades = {road.grade for road in board.roads}
    return sorted(grades, key=lambda grade: (ROADS.get(grade, ROADS["road"]).width, grade))


def _ties(style: Stroke) -> str:
    return "1.2 5" if style == ROADS["rail"] else ""


def _links(board: BoardArt, on: Lattice, grade: str) -> list[Link]:
    found: dict[Link, None] = {}
    for road in board.roads:
        if road.grade == grade:
            spots = [on.spots[label] for label in road.path if on.has(label)]
            for a, b in pairwise(spots):
                if lay.touching(a, b):
                    found[min(a, b), max(a, b)] = None
    return list(found)


def _stops(links: Iterable[Link], places: set[Spot]) -> set[Spot]:
    """Hexes whose very centre a road must meet: places, junctions and ends."""
    ways: dict[Spot, int] = defaultdict(int)
    for a, b in links:
        ways[a] += 1
        ways[b] += 1
    return {spot for spot, count in ways.items() if count != 2 or spot in places}


_EDGES: dict[str, Point] = {
    "north": (0, -lay.HIGH / 2),
    "south": (0, lay.HIGH / 2),
    "west": (-lay.HALF, 0),
    "east": (lay.HALF, 0),
}


def _off(board: BoardArt, on: Lattice, grade: str) -> str:
    """From the centre of each exit hex to the edge of the map."""
    ways = []
    for way in board.exits:
        if way.grade == grade and on.has(way.hex):
            (x, y), (dx, dy) = on.centre(way.hex), _EDGES[way.edge]
            ways.append(lay.straight([(x, y), (x + dx, y + dy)]))
    return "".join(ways)


def _road_path(links: list[Link], stops: set[Spot]) -> str:
    return "".join(_bent(chain, stops) for chain in lay.chains(links))


def _bent(chain: Sequence[Spot], stops: set[Spot]) -> str:
    """From hexside to hexside, bending in each hex, through the centre where it stops."""
    line = [lay.centre(spot) for spot in chain]
    path = [f"M{_at(line[0])}"]
    for index in range(1, len(line)):
        gate = lay.middle(line[index - 1], line[index])
        if index == 1:
            path.append(f"L{_at(gate)}")
        if index == len(line) - 1:
            path.append(f"L{_at(line[index])}")
            break
        after = lay.middle(line[index], line[index + 1])
        path.append(_bend(gate, line[index], after, stop=chain[index] in stops))
    return "".join(path)


def _bend(gate: Point, centre: Point, after: Point, *, stop: bool) -> str:
    if not stop:
        return f"Q{_at(centre)} {_at(after)}"
    slope = ((after[0] - gate[0]) / 5, (after[1] - gate[1]) / 5)
    into = (centre[0] - slope[0], centre[1] - slope[1])
    out = (centre[0] + slope[0], centre[1] + slope[1])
    first = f"C{_at(lay.middle(gate, centre))} {_at(into)} {_at(centre)}"
    return first + f"C{_at(out)} {_at(lay.middle(after, centre))} {_at(after)}"


def _at(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _bridge(bridge: Bridge, on: Lattice) -> str:
    a, _, b = bridge.side.partition("/")
    (ax, ay), (bx, by) = on.centre(a), on.centre(b)
    x, y = on.at(bridge.side)
    turn = degrees(atan2(by - ay, bx - ax))
    deck = el("rect", x=-7.5, y=-3, width=15, height=6, fill="#f7f0d8")
    rails = el("path", d="M-9.5,-6l2.5,2.4h14l2.5,-2.4M-9.5,6l2.5,-2.4h14l2.5,2.4")
    gap = el("path", d="M-5,-5L5,5M-5,5L5,-5", stroke="#b3261e") if bridge.kind == "blown" else ""
    return group(
        ["" if bridge.kind == "pontoon" else deck, rails, gap],
        transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})",
        fill="none",
        stroke="#1d1a16",
        stroke_width="1.9",
        stroke_dasharray="3 2" if bridge.kind == "pontoon" else None,
        data_bridge=bridge.side,
    )


# -- in hexes ----------------------------------------------------------------

STAR = "M0,-10L2.4,-3.2 9.5,-3.1 3.8,1.2 5.9,8.1 0,4 -5.9,8.1 -3.8,1.2 -9.5,-3.1 -2.4,-3.2Z"
_BLOCKS = {
    "city": "M-14,-10h8v7h-8zM-4,-12h9v8h-9zM7,-9h8v7h-8zM-15,-1h7v9h-7zM-6,-2h10v7h-10z"
    "M6,0h9v8h-9zM-6,7h9v5h-9z",
    "town": "M-9,-7h8v6h-8zM1,-8h8v7h-8zM-9,1h6v7h-6zM-1,1h9v6h-9z",
    "village": "M-5,-4h4.4v4h-4.4zM0.8,-4.6h4.4v4.4h-4.4zM-4,1.2h8v3.6h-8z",
}


def _blocks(place: Place, on: Lattice) -> str:
    shape = _BLOCKS.get(place.rank)
    if shape is None:
        return ""
    x, y = on.centre(place.hex)
    return el(
        "path",
        d=shape,
        transform=f"translate({number(x)} {number(y)})",
        fill="#8c5248" if place.rank == "village" else "#6d2f2a",
        stroke="#f4eeda",
        stroke_width="0.8",
    )


def _hill(hill: Hill, on: Lattice) -> str:
    x, y = on.centre(hill.hex)
    peak = el(
        "path",
        d="M0,-6.5L6.8,5.5H-6.8Z",
        fill="#7a5a34",
        stroke="#fbf6e4",
        stroke_width="0.9",
    )
    rays = el(
        "path",
        d="M-8.6,-1.5l-3,-1.8M-5.2,-6.6l-2.3,-2.7M0,-8.6v-3.2M5.2,-6.6l2.3,-2.7M8.6,-1.5l3,-1.8",
        stroke="#7a5a34",
        stroke_width="1.2",
        fill="none",
    )
    height = text(0, 14, hill.height, 7.4, text_anchor="middle", fill="#5a3d1a", font_weight="bold")
    return group(
        [hover(hill.name), peak, rays, height],
        transform=f"translate({number(x + 15)} {number(y - 7)})",
        data_hill=hill.name or None,
    )


def _star(star: Star, on: Lattice) -> str:
    x, y = on.centre(star.hex)
    shape = el("path", d=STAR, fill="#14120f", stroke="#fbf6e4", stroke_width="1.2")
    value = text(0, 2.9, star.value, 7.6, fill="#fff", font_weight="bold", text_anchor="middle")
    return group(
        [shape, value], transform=f"translate({number(x - 17)} {number(y - 7)}) scale(1.2)"
    )
