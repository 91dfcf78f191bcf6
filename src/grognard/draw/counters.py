"""Counters: one square of 46 with band, symbol, figures, step pips and badges."""

from __future__ import annotations

from typing import Final

from grognard.draw.ink import colour, el, fitted, group, hover, number, text, width
from grognard.draw.symbols import NONE, symbol_id
from grognard.waist.scene import Badge, Piece

SIZE: Final = 46.0
BAND: Final = 11.5

_GROUND, _INK, _BAND = "#cfc8b4", "#1b1a17", "#efe9d8"


def counter(piece: Piece, x: float, y: float, scale: float = 1.0) -> str:
    """A piece with its centre at x, y."""
    return placed(piece, face(piece, lit=bool(piece.offers)), x, y, scale)


def placed(piece: Piece, drawn: str, x: float, y: float, scale: float = 1.0) -> str:
    """The face of a piece with its centre at x, y, and the name of the piece on it."""
    place = f"translate({number(x)} {number(y)})" + (f" scale({scale:g})" if scale != 1 else "")
    kind = "piece lit" if piece.offers else "piece"
    return group([drawn], transform=place, class_=kind, data_piece=piece.id)


def face(piece: Piece, *, lit: bool = False) -> str:
    """What a piece looks like, drawn round 0, 0: the same for every piece that looks the same."""
    parts = _hidden(piece) if piece.face == "hidden" else _open(piece)
    return "".join([hover(_words(piece)), _ground(piece), *parts, _veil(piece), _edge(lit=lit)])


def _words(piece: Piece) -> str:
    lines = [piece.title or f"{piece.name} {piece.parent}".strip()]
    if piece.face not in ("full", "reduced", "hidden"):
        lines.append(piece.face)
    if piece.reverse:
        lines.append(f"other side: {piece.reverse}")
    if piece.steps_max:
        lines.append(f"steps {piece.steps} of {piece.steps_max}")
    lines += [badge.title for badge in piece.badges if badge.title]
    return "\n".join(line for line in lines if line)


def _box(inset: float, **attributes: float | str | None) -> str:
    side = SIZE - 2 * inset
    corner = -SIZE / 2 + inset
    return el(
        "rect", x=corner, y=corner, width=side, height=side, rx=max(5 - inset, 1), **attributes
    )


def _ground(piece: Piece) -> str:
    shadow = el("rect", x=-21.5, y=-21, width=46, height=46, rx=5, fill="#000", opacity="0.28")
    return shadow + _box(0, fill=colour(piece.ground, _GROUND))


def _veil(piece: Piece) -> str:
    """Over a piece that is spent; the map must not show through it."""
    return _box(0, fill="#f4efe0", opacity="0.28", class_="spent") if piece.spent else ""


def _edge(*, lit: bool) -> str:
    if lit:
        return _box(-1.2, fill="none", stroke="#ffb300", stroke_width=3)
    return _box(0.4, fill="none", stroke="#1a1712", stroke_width="0.9")


def _open(piece: Piece) -> list[str]:
    return [
        _stripe(piece),
        _band(piece),
        _symbol(piece),
        _figures(piece),
        _corners(piece),
        _pips(piece),
        _badges(piece),
    ]


def _hidden(piece: Piece) -> list[str]:
    """Ground, symbol and number of counters: what an opponent may know."""
    return [
        _box(0, fill="url(#p-hidden)"),
        _band(piece),
        _nato(piece, -15, -9, 30, 20),
        text(0, 20, f"×{piece.count}" if piece.count > 1 else "", 11, **_bold(piece)),
        _badges(piece),
    ]


def _bold(piece: Piece) -> dict[str, str]:
    return {"fill": colour(piece.ink, _INK), "font_weight": "bold", "text_anchor": "middle"}


def _stripe(piece: Piece) -> str:
    if piece.face != "reduced":
        return ""
    rims = "M-22.6,9L22.6,-9M-22.6,20L22.6,2"
    return el("path", d="M-22.6,9L22.6,-9V2L-22.6,20Z", fill="#fff", opacity="0.7") + el(
        "path", d=rims, stroke=colour(piece.ink, _INK), stroke_width="0.6", opacity="0.6"
    )


def _band(piece: Piece) -> str:
    if not (piece.band or piece.name or piece.parent):
        return ""
    strip = f"M-23,{number(BAND - 23)}V-18a5,5 0 0 1 5,-5H18a5,5 0 0 1 5,5V{number(BAND - 23)}Z"
    paint = colour(piece.band, _BAND)
    ink = readable(paint)
    small = fitted(piece.parent, 15, 8)
    room = 39 - width(piece.parent, small)
    large = fitted(piece.name, room, 9.4, bold=True)
    return (
        el("path", d=strip, fill=paint)
        + text(-20.5, -14, piece.name, large, fill=ink, font_weight="bold")
        + text(20.5, -14, piece.parent, small, fill=ink, text_anchor="end")
    )


def readable(paint: str) -> str:
    """Dark or light ink, whichever shows on that colour."""
    digits = paint.removeprefix("#")
    if not paint.startswith("#") or len(digits) not in (3, 6):
        return _INK
    pairs = [c * 2 for c in digits] if len(digits) == 3 else [digits[i : i + 2] for i in (0, 2, 4)]
    red, green, blue = (int(pair, 16) for pair in pairs)
    return _INK if 299 * red + 587 * green + 114 * blue > 138_000 else "#fff"


def _symbol(piece: Piece) -> str:
    if piece.symbol == NONE:
        return ""
    mark = text(0, -5.2, piece.size, 6.5, **_bold(piece))
    top = -4 if piece.size else -8
    # Texts beside the symbol need their room.
    wide = 20 if any(piece.corners[:2]) else 25
    return mark + _nato(piece, -wide / 2, top, wide, 17.4 if not piece.size else 14.4)


def _nato(piece: Piece, x: float, y: float, wide: float, high: float) -> str:
    return el(
        "use",
        href=f"#{symbol_id(piece.symbol)}",
        x=x,
        y=y,
        width=wide,
        height=high,
        fill="#fffdf4",
        color="#111",
    )


def _corners(piece: Piece) -> str:
    """Texts left and right of the symbol, and left and right of the figures."""
    places = (
        (-1, 4.0, 10.4),
        (1, 4.0, 10.4),
        (-1, 20.0, _beside(piece)),
        (1, 20.0, _beside(piece)),
    )
    return "".join(
        _corner(piece, words, ink, *place)
        for words, ink, place in zip(piece.corners, piece.inks, places, strict=True)
        if words
    )


def _beside(piece: Piece) -> float:
    """The room left and right of the figures."""
    size = fitted(piece.figures, 20, 12.5, bold=True)
    return max(10.4, 20.2 - width(piece.figures, size, bold=True) / 2)


def _corner(piece: Piece, words: str, ink: str, hand: int, y: float, room: float) -> str:
    size = fitted(words, room, 8.4, bold=True)
    # A text too wide for its place grows inward.
    x = 20.9 - max(10.4, width(words, size, bold=True)) / 2
    return text(hand * x, y, words, size, **_bold(piece) | _inked(ink))


def _inked(ink: str) -> dict[str, str]:
    """A colour of its own, with a pale rim so that it shows on any ground."""
    if not ink:
        return {}
    rim = {"stroke": "#fffdf4", "stroke_width": "1.6", "stroke_linejoin": "round"}
    return {"fill": colour(ink, _INK), "paint_order": "stroke", **rim}


def _figures(piece: Piece) -> str:
    room = 20 if any(piece.corners[2:]) else 41
    size = fitted(piece.figures, room, 12.5, bold=True)
    return text(0, 20.3, piece.figures, size, **_bold(piece))


def _pips(piece: Piece) -> str:
    """Steps down the right side: full ones filled, lost ones hollow; or their number in a ring."""
    if piece.steps_as == "circle" or piece.steps_max > 6:
        return _circled(piece) if piece.steps_max else ""
    if piece.steps_max < 2:
        return ""
    ink = colour(piece.ink, _INK)
    apart = min(4.6, 18 / piece.steps_max)
    return "".join(
        el(
            "circle",
            cx=18.4,
            cy=-7.4 + apart * step,
            r=min(1.75, apart * 0.4),
            fill=ink if step < piece.steps else "none",
            stroke=ink,
            stroke_width="0.8",
        )
        for step in range(piece.steps_max)
    )


def _circled(piece: Piece) -> str:
    ring = el("circle", cx=17.5, cy=-3, r=4.6, fill="#fff", stroke="#222", stroke_width="0.8")
    return ring + text(17.5, -0.4, str(piece.steps), 7, text_anchor="middle", fill="#111")


def _badges(piece: Piece) -> str:
    """Down the left side, then along the upper edge; more than seven end in dots.

    Where a text stands at the left the edge comes first.
    """
    left = [(-18.0, -7.2), (-18.0, -0.1), (-18.0, 7.0)]
    above = [(-17.0, -24.5), (-7.0, -24.5), (3.0, -24.5), (13.0, -24.5)]
    places = above + left if piece.corners[0] else left + above
    badges = piece.badges
    shown = badges if len(badges) <= 7 else (*badges[:6], Badge(text="…"))
    return "".join(_badge(b, *at) for b, at in zip(shown, places, strict=False))


def _badge(badge: Badge, x: float, y: float) -> str:
    paint = colour(badge.colour, "#b3261e")
    size = fitted(badge.text, 8.4, 6.6, bold=True)
    return group(
        [
            hover(badge.title),
            el(
                "rect",
                x=x - 4.6,
                y=y - 3.4,
                width=9.2,
                height=6.8,
                rx=2,
                fill=paint,
                stroke="#fff",
                stroke_width="0.6",
            ),
            text(
                x,
                y + size * 0.36,
                badge.text,
                size,
                fill=readable(paint),
                font_weight="bold",
                text_anchor="middle",
            ),
        ]
    )
