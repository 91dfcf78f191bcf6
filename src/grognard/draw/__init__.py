"""Pictures of a scene: SVG by ourselves, PNG by way of resvg.

Only the standard library is imported here; the packages of the "draw" extra
are asked for when a symbol or a PNG is first needed.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.draw import lattice as lay
from grognard.draw.ink import FONT, el, group, text
from grognard.draw.lattice import Lattice
from grognard.draw.live import (
    arrow_layer,
    control_layer,
    front_layer,
    marker_layer,
    piece_layer,
    shade_layer,
    stacks,
    trace_layer,
)
from grognard.draw.names import Rect, name_layer
from grognard.draw.palette import INK, PAPER
from grognard.draw.panel import WIDTH, described, furniture, heading, panel
from grognard.draw.symbols import NONE, MissingExtraError, definition, symbol_id
from grognard.draw.terrain import ground_layers, hit_layer, patterns
from grognard.waist.scene import BoardArt, Scene

__all__ = ["MissingExtraError", "Window", "board_svg", "live_svg", "png", "svg"]

Window = tuple[str, int] | tuple[str, ...]
"""A part of the map: a hex and a number of hexes round it, or hexes it must just hold."""

_MARGIN = 26.0


def svg(scene: Scene, window: Window | None = None) -> str:
    """The whole picture, with the panel at the right; or a part of the map alone."""
    on = lay.lattice_of(scene.board)
    frame = _frame(on, window)
    wide, high = frame.east - frame.west, frame.south - frame.north
    head, top = heading(scene, wide)
    side, tall = panel(scene) if window is None else ("", 0.0)
    total = wide + 2 * _MARGIN + (WIDTH if side else 0)
    below = max(high + top + 2 * _MARGIN + 34, tall + 2 * _MARGIN)
    return _sheet(
        total,
        below,
        [
            described(scene),
            el("defs", patterns(), *_symbols(scene)),
            el("rect", width=total, height=below, fill=PAPER),
            group([head], transform=f"translate({_MARGIN:g} {_MARGIN / 2:g})"),
            _map(scene, on, window, top + _MARGIN / 2),
            furniture(scene, _MARGIN + 30, below - 24),
            group([side], transform=f"translate({wide + 2 * _MARGIN:g} {_MARGIN / 2:g})"),
        ],
    )


def board_svg(board: BoardArt) -> str:
    """The printed map with its names and nothing on it, for a page to lay counters over."""
    on = Lattice(board)
    frame = _frame(on, None)
    names = name_layer(board, on, (), frame)
    inside = [el("defs", patterns()), ground_layers(board), names, hit_layer(on)]
    return _svg(frame.east - frame.west, frame.south - frame.north, frame, inside)


def live_svg(scene: Scene) -> str:
    """What lies on the map and changes, in the same frame as `board_svg`."""
    on = lay.lattice_of(scene.board)
    frame = _frame(on, None)
    inside = [el("defs", patterns(), *_symbols(scene)), *_live(scene, on, frame, names=False)]
    return _svg(frame.east - frame.west, frame.south - frame.north, frame, inside)


def png(scene: Scene, scale: float = 1.0, window: Window | None = None) -> bytes:
    """The picture as PNG. Words appear only if the machine has a font."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise MissingExtraError(
            "PNG pictures need the resvg-py package: pip install 'grognard[draw]'"
        ) from missing
    return bytes(svg_to_bytes(svg_string=svg(scene, window), zoom=scale))


# -- parts -------------------------------------------------------------------


@lru_cache(maxsize=32)
def _frame(on: Lattice, window: Window | None) -> Rect:
    spots = _within(on, window)
    points = [lay.point(corner) for spot in spots for corner in lay.corners(spot)]
    if not points:
        return Rect(0, 0, 0, 0)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Rect(min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)


def _within(on: Lattice, window: Window | None) -> list[lay.Spot]:
    if window is None:
        return list(on.labels)
    for name in window:
        if isinstance(name, str) and not on.has(name):
            raise ValueError(f"there is no hex {name} on this map")
    if len(window) == 2 and isinstance(window[1], int):
        centre = on.spots[window[0]]
        return [spot for spot in on.labels if lay.distance(centre, spot) <= window[1]]
    return [on.spots[name] for name in window if isinstance(name, str)]


def _map(scene: Scene, on: Lattice, window: Window | None, top: float) -> str:
    frame = _frame(on, window)
    wide, high = frame.east - frame.west, frame.south - frame.north
    inside = [ground_layers(scene.board), *_live(scene, on, frame, names=True)]
    picture = el(
        "svg",
        *inside,
        x=_MARGIN,
        y=top + _MARGIN / 2,
        width=wide,
        height=high,
        viewBox=_view(frame),
        overflow="hidden",
    )
    return picture + ("" if window else _edges(scene.board, wide, high, top + _MARGIN / 2))


def _live(scene: Scene, on: Lattice, frame: Rect, *, names: bool) -> list[str]:
    piles = {
        label: pile for label, pile in stacks(scene, on).items() if _near(on.centre(label), frame)
    }
    return [
        control_layer(scene.control, on),
        front_layer(scene.control, on),
        shade_layer(scene.overlays, on),
        name_layer(scene.board, on, piles, frame) if names else "",
        trace_layer(scene.overlays, on),
        piece_layer(piles, on),
        arrow_layer(scene.overlays, on),
        marker_layer(scene.markers, on),
    ]


def _near(at: lay.Point, frame: Rect) -> bool:
    return (
        frame.west - lay.WIDE < at[0] < frame.east + lay.WIDE
        and frame.north - lay.HIGH < at[1] < frame.south + lay.HIGH
    )


def _symbols(scene: Scene) -> list[str]:
    names = {symbol_id(piece.symbol) for piece in scene.pieces if piece.symbol != NONE}
    return [definition(name) for name in sorted(names)]


def _edges(board: BoardArt, wide: float, high: float, top: float) -> str:
    style = {"fill": INK, "text_anchor": "middle", "font_style": "italic", "opacity": "0.8"}
    at = {
        "north": f"translate({_MARGIN + wide / 2:g} {top - 4:g})",
        "south": f"translate({_MARGIN + wide / 2:g} {top + high + 15:g})",
        "west": f"translate({_MARGIN - 7:g} {top + high / 2:g}) rotate(-90)",
        "east": f"translate({_MARGIN + wide + 7:g} {top + high / 2:g}) rotate(90)",
    }
    return group(text(0, 0, e.text, 12, transform=at[e.edge], **style) for e in board.edges)


def _view(frame: Rect) -> str:
    wide, high = frame.east - frame.west, frame.south - frame.north
    return f"{frame.west:g} {frame.north:g} {wide:g} {high:g}"


def _svg(wide: float, high: float, frame: Rect, inside: list[str]) -> str:
    return el(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=_view(frame),
        font_family=FONT,
        font_stretch="condensed",
    )


def _sheet(wide: float, high: float, inside: list[str]) -> str:
    return _svg(wide, high, Rect(0, 0, wide, high), inside)
