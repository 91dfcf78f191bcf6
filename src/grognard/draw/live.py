"""What changes during play: control and front, stacks, markers, overlays.

From one action to the next most of it does not: what was drawn is kept for a while.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import atan2, degrees, dist
from typing import Final, NamedTuple

from msgspec.structs import replace

from grognard.draw import lattice as lay
from grognard.draw.counters import SIZE, face, placed, readable
from grognard.draw.ink import colour, el, fitted, group, hover, number, text
from grognard.draw.lattice import Lattice, Point
from grognard.draw.terrain import outline
from grognard.waist.scene import Arrow, Control, Marker, Overlay, Piece, Scene, Shade

# The cascade of the usual web tables (-18, +12), scaled to what a hex can hold.
CASCADE: Final = (-6.0, 4.0)
_DEEPEST: Final = 3
_CLEAR: Final = SIZE / 2 + 5  # from the middle of a hex to where a line is clear of its counter


class Fragment(NamedTuple):
    """A drawing round 0, 0, the point of the map where it lies, and what it is the drawing of."""

    key: str
    x: float
    y: float
    svg: str


def moved(part: Fragment, **attributes: str) -> str:
    """The fragment in its place."""
    place = f"translate({number(part.x)} {number(part.y)})"
    return group([part.svg], transform=place, **attributes)


@lru_cache(maxsize=128)
def control_layer(control: tuple[Control, ...], on: Lattice) -> str:
    """A faint tint over each side's ground."""
    return group(
        (
            el(
                "path",
                d=outline(on.known(side.hexes)),
                fill=colour(side.colour, "#888"),
                fill_opacity="0.1",
                fill_rule="evenodd",
            )
            for side in control
        ),
        class_="control",
    )


@lru_cache(maxsize=128)
def front_layer(control: tuple[Control, ...], on: Lattice) -> str:
    """Where two sides meet: each side's colour on its own bank of the seam."""
    return group(
        (path for ours, theirs in combinations(control, 2) for path in _front(ours, theirs, on)),
        class_="front",
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _front(ours: Control, theirs: Control, on: Lattice) -> Iterator[str]:
    here, there = on.known(ours.hexes), on.known(theirs.hexes)
    seam = lay.chains(lay.border(here, there))
    # The middle is left open, for a line printed on those hexsides to show between.
    for side, hexes in ((ours, here), (theirs, there)):
        bank = _path([lay.shrunk(chain, hexes, 5.4) for chain in seam])
        yield el("path", d=bank, stroke="#fffaf0", stroke_width=6.4, opacity="0.85")
        yield el("path", d=bank, stroke=colour(side.colour, "#888"), stroke_width=4.4)


def _path(lines: Sequence[Sequence[Point]]) -> str:
    return "".join(lay.smooth(line) for line in lines)


# -- stacks ------------------------------------------------------------------


def stacks(scene: Scene, on: Lattice) -> dict[str, list[Piece]]:
    """The pieces on the map by hex, from the bottom up."""
    piles: dict[str, list[Piece]] = defaultdict(list)
    for piece in scene.pieces:
        if on.has(piece.hex):
            piles[piece.hex].append(piece)
    return piles


def piece_layer(piles: dict[str, list[Piece]], on: Lattice) -> str:
    """All stacks, from north to south so that lower ones lie over."""
    order = sorted(piles, key=lambda label: (on.spots[label][1], on.spots[label][0]))
    return group(
        (_stack(tuple(piles[label]), on.centre(label)) for label in order), class_="pieces"
    )


@lru_cache(maxsize=4096)
def _stack(pile: tuple[Piece, ...], at: Point) -> str:
    shown = dict(zip((piece.id for piece in pile), pile, strict=True))
    drawn = [
        _as_counter(shown[part.key], part) if part.key else moved(part) for part in fanned(pile, at)
    ]
    return group(drawn, class_="stack", data_hex=pile[-1].hex)


def _as_counter(piece: Piece, part: Fragment) -> str:
    drawn = face(piece, lit=True) if piece.offers else part.svg
    return placed(piece, drawn, part.x, part.y)


@lru_cache(maxsize=8192)
def fanned(pile: tuple[Piece, ...], at: Point) -> tuple[Fragment, ...]:
    """The faces of a stack that show, by the ids of their pieces from the bottom up.

    Over them, without a key, the number of pieces where there are several.
    """
    shown = pile[-_DEEPEST:]
    shrink = 1 if len(shown) < 3 else 0.8
    dx, dy = CASCADE[0] * shrink, CASCADE[1] * shrink
    spread = (len(shown) - 1) / 2
    parts = [
        Fragment(
            piece.id,
            _short(at[0] + dx * (i - spread)),
            _short(at[1] + dy * (i - spread)),
            face_of(piece),
        )
        for i, piece in enumerate(shown)
    ]
    if len(pile) > 1:
        # A text in that corner stays in sight.
        out = 5.0 if pile[-1].corners[3] else 0.0
        x, y = at[0] + dx * spread + out, at[1] + dy * spread + out
        corner = SIZE / 2 - 3
        parts.append(Fragment("", _short(x + corner), _short(y + corner), _how_many(len(pile))))
    return tuple(parts)


def _short(value: float) -> float:
    return float(number(value))


def face_of(piece: Piece) -> str:
    """The face of a piece: drawn once for all pieces that look alike."""
    return _face(replace(piece, id="", hex="", formation="", offers=(), shows=""))


_face: Final = lru_cache(maxsize=4096)(face)


@lru_cache(maxsize=64)
def _how_many(count: int) -> str:
    """A count badge, for the lower right corner of the top counter."""
    ring = el("circle", cx=0, cy=0, r=6.3, fill="#1b1a17", stroke="#fff", stroke_width=1.1)
    return ring + text(
        0, 3.1, str(count), 8.8, fill="#fff", font_weight="bold", text_anchor="middle"
    )


# -- markers -----------------------------------------------------------------

_CLOUD: Final = (
    "M-17,8a7.5,7.5 0 0 1 1,-14.6a9,9 0 0 1 15,-6.4a8.5,8.5 0 0 1 14,6.2a7.4,7.4 0 0 1 1,14.8z"
)
_BURST: Final = (
    "M0,-15L3.5,-6 11,-11 8,-3 16,0 8,3.5 11,11 3.5,7 0,15 -3.5,7 -11,11 -8,3.5 -16,0 -8,-3 "
    "-11,-11 -3.5,-6Z"
)
_DOT: Final = "M-5,0a5,5 0 1 0 10,0a5,5 0 1 0 -10,0Z"
_SHAPES: Final = {
    "gas": (_CLOUD, "#d7d84a"),
    "barrage": (_BURST, "#f08a24"),
    "objective": ("M-13,0L0,-13 13,0 0,13Z", "#e4c441"),
    "roadblock": ("M-15,-6H15V6H-15Z", "#c4473a"),
    "blown": ("M-9,-9L9,9M-9,9L9,-9", "#b3261e"),
    "fresh": (_DOT, "#f5cf1d"),
    "held": (_DOT, "#f5cf1d"),
    "built": ("M-9,-5l3,2h12l3,-2v10l-3,-2h-12l-3,2Z", "#f7f0d8"),
    "position": ("M-14,3V-3H-9V0H9V-3H14V3Z", "#8a6a3a"),
    "goal": ("M-9,0L0,-9 9,0 0,9Z", "#e4c441"),
    "flag": ("M-7,-3.5H7V3.5H-7Z", "#f5cf1d"),
    "halt": ("M-3.3,-8H3.3L8,-3.3V3.3L3.3,8H-3.3L-8,3.3V-3.3Z", "#c4302b"),
}
_ASIDE: Final = {
    "position": (0.0, 27.0),
    "held": (-20.0, 23.0),
    "goal": (19.0, -23.0),
    "flag": (0.0, 27.5),
    "halt": (-19.0, -23.0),
}
_ROUND: Final = ("M-11,0a11,11 0 1 0 22,0a11,11 0 1 0 -22,0Z", "#efe9d8")


def marker_layer(markers: Sequence[Marker], on: Lattice) -> str:
    """Markers, over the counters they concern."""
    return group(
        (
            moved(mark(m, on), class_="marker", data_marker=m.kind, data_at=m.at)
            for m in markers
            if on.knows(m.at)
        ),
        class_="markers",
    )


def mark(marker: Marker, on: Lattice) -> Fragment:
    """The drawing of a marker, by the place and kind of it."""
    x, y = on.at(marker.at)
    # On a hex the marker sits high, so that the figures below stay in sight; small ones lie aside.
    dx, dy = (0.0, 0.0) if "/" in marker.at else _ASIDE.get(marker.kind, (0.0, -13.0))
    drawn = _mark(replace(marker, at=""))
    return Fragment(f"{marker.at}/{marker.kind}", _short(x + dx), _short(y + dy), drawn)


@lru_cache(maxsize=2048)
def _mark(marker: Marker) -> str:
    shape, usual = _SHAPES.get(marker.kind, _ROUND)
    paint = colour(marker.colour, usual)
    size = fitted(marker.text, 26, 9.5)
    rim = "#fff" if marker.kind != "blown" else paint
    return "".join(
        [
            hover(marker.title or marker.kind),
            el("path", d=shape, fill=paint, fill_opacity="0.9", stroke=rim, stroke_width=3.2),
            el("path", d=shape, fill=paint, stroke="#1b1a17", stroke_width="1.1"),
            text(
                0,
                size * 0.36,
                marker.text,
                size,
                text_anchor="middle",
                font_weight="bold",
                fill=readable(paint),
            ),
        ]
    )


# -- overlays ----------------------------------------------------------------


def shade_layer(overlays: Sequence[Overlay], on: Lattice) -> str:
    """Coloured hexes of the overlays, under the counters."""
    return group(
        (_shade(s, on) for overlay in overlays for s in overlay.shades if s.hexes), class_="shades"
    )


def _shade(shade: Shade, on: Lattice) -> str:
    inside = on.known(shade.hexes)
    paint = colour(shade.colour, "#ffb300")
    loops = lay.chains(lay.border(inside))
    rim = "".join(lay.straight(lay.shrunk(loop, inside, 1.6)) for loop in loops)
    fill = {"wash": paint, "hatch": f"url(#{_hatching(paint)})", "rim": "none"}[shade.style]
    area = el(
        "path",
        hover(shade.title),
        d=rim,
        fill=fill,
        fill_opacity="0.3" if shade.style == "wash" else None,
        fill_rule="evenodd",
        stroke=paint,
        stroke_width=2.4,
    )
    return (_hatched(paint) if shade.style == "hatch" else "") + area


def _hatching(paint: str) -> str:
    return f"hatch-{paint.removeprefix('#')}"


def _hatched(paint: str) -> str:
    """Thin lines across, far enough apart to read the map between them."""
    line = el("path", d="M0,0V11", stroke=paint, stroke_width="1.6", opacity="0.55")
    return el(
        "pattern",
        line,
        id=_hatching(paint),
        width=11,
        height=11,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def trace_layer(overlays: Sequence[Overlay], on: Lattice) -> str:
    """Traced paths of the overlays, under the counters they pass."""
    traces = (a for overlay in overlays for a in overlay.arrows if a.kind == "trace")
    return group((_arrow(arrow, on) for arrow in traces), class_="traces")


def arrow_layer(overlays: Sequence[Overlay], on: Lattice) -> str:
    """Figures, arrows and broken places of the overlays, over the counters."""
    figures = (
        _figure(words, on.centre(label), colour(shade.colour, "#ffb300"))
        for overlay in overlays
        for shade in overlay.shades
        for label, words in shade.numbers.items()
        if on.has(label)
    )
    arrows = [arrow for overlay in overlays for arrow in overlay.arrows]
    paths = (_arrow(arrow, on) for arrow in arrows if arrow.kind == "arrow")
    breaks = (_break(on.at(a.broken)) for a in arrows if a.broken and on.knows(a.broken))
    return group([*figures, *paths, *breaks], class_="arrows")


def _figure(words: str, at: Point, paint: str) -> str:
    x, y = at[0] + 17, at[1] - 15
    room = max(13.0, fitted(words, 30, 9) * len(words) * 0.62 + 5)
    plate = el(
        "rect",
        x=x - room / 2,
        y=y - 6.5,
        width=room,
        height=13,
        rx=4,
        fill="#fffdf4",
        stroke=paint,
        stroke_width=1.3,
    )
    return plate + text(
        x,
        y + 3.3,
        words,
        fitted(words, 30, 9),
        text_anchor="middle",
        font_weight="bold",
        fill="#111",
    )


def _arrow(arrow: Arrow, on: Lattice) -> str:
    line = [on.centre(label) for label in arrow.path if on.has(label)]
    if len(line) < 2:
        return ""
    line = _beside_counters(line, both=arrow.kind == "trace")
    paint = colour(arrow.colour, "#d1331f")
    path = lay.smooth(line)
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    dash = "9 6" if arrow.kind == "trace" else None
    return group(
        [
            hover(arrow.title),
            el("path", d=path, stroke="#fff", stroke_width=7.5, opacity="0.8", **style),
            el("path", d=path, stroke=paint, stroke_width=4, stroke_dasharray=dash, **style),
            _head(line[-2], line[-1], paint) if arrow.kind == "arrow" else "",
        ]
    )


def _beside_counters(line: list[Point], *, both: bool) -> list[Point]:
    """The line from the edge of the counter it starts at, and to that of the one it ends at."""
    first, last = _towards(line[0], line[1]), _towards(line[-1], line[-2])
    return [first, *line[1:-1], last if both else line[-1]]


def _towards(start: Point, end: Point) -> Point:
    far = dist(start, end)
    if not far:
        return start
    part = min(_CLEAR / far, 0.45)
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _head(before: Point, tip: Point, paint: str) -> str:
    turn = degrees(atan2(tip[1] - before[1], tip[0] - before[0]))
    return el(
        "path",
        d="M9,0L-9,-9L-5,0L-9,9Z",
        fill=paint,
        stroke="#fff",
        stroke_width=1.5,
        transform=f"translate({number(tip[0])} {number(tip[1])}) rotate({number(turn)})",
    )


def _break(at: Point) -> str:
    place = f"translate({number(at[0])} {number(at[1])})"
    cross = "M-10,-10L10,10M-10,10L10,-10"
    under = el("path", d=cross, stroke="#fff", stroke_width=8, transform=place)
    return under + el("path", d=cross, stroke="#b3261e", stroke_width=4.5, transform=place)
