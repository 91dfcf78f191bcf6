"""Beside the map: facts, tracks, boxes, hands and the legend, in one column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.draw.counters import counter
from grognard.draw.ink import colour, el, fitted, group, plain, text, wrapped
from grognard.draw.lattice import HALF, QUARTER, corners, straight
from grognard.draw.palette import GROUNDS, INK, LINES, PLAIN_LINE, ROADS, WORKS
from grognard.draw.terrain import STAR
from grognard.waist.scene import Box, Card, Cell, Fact, Hand, Piece, Scene, Track

WIDTH: Final = 430.0
_PAD: Final = 14.0
_ROOM: Final = WIDTH - 2 * _PAD
_SMALL: Final = 0.78
_STEP: Final = 39.0
_ROW: Final = 28.0  # counters in a track overlap


class _Column:
    """A running column: each part is put under the last."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.y = 0.0
        self.parts: list[str] = []
        self.pieces = {piece.id: piece for piece in pieces}

    def put(self, height: float, *parts: str) -> None:
        place = f"translate({_PAD:g} {self.y:g})"
        self.parts.append(group(parts, transform=place))
        self.y += height

    def heading(self, words: str) -> None:
        rule = el("path", d=f"M0,26H{_ROOM:g}", stroke=INK, stroke_width="0.8")
        self.put(34, text(0, 21, words, 13.5, font_weight="bold", fill=INK), rule)


def panel(scene: Scene) -> tuple[str, float]:
    """The column as a string, and its height."""
    column = _Column(scene.pieces)
    _facts(column, scene.facts)
    for track in scene.tracks:
        _track(column, track)
    for box in scene.boxes:
        _box(column, box)
    for hand in scene.hands:
        _hand(column, hand)
    _overlays(column, scene)
    _legend(column, scene)
    return "".join(column.parts), column.y + _PAD


def _facts(column: _Column, facts: Sequence[Fact]) -> None:
    if facts:
        column.heading("At a glance")
    for fact in facts:
        column.put(
            19,
            text(0, 13, fact.label, 11.5, fill=INK),
            text(_ROOM, 13, fact.value, 11.5, fill=INK, font_weight="bold", text_anchor="end"),
        )
    if facts:
        column.y += 8


# -- tracks and boxes --------------------------------------------------------


def _track(column: _Column, track: Track) -> None:
    column.heading(track.title)
    most = max((len(cell.pieces) for cell in track.cells), default=0)
    tall = 36.0 + _ROW * -(-most // 3) if most else 34.0
    across = min(8, max(4, len(track.cells))) if not most else 4
    now = next((i for i, cell in enumerate(track.cells) if cell.current), 0)
    full = now if track.kind == "gauge" else 0
    for start in range(0, len(track.cells), across):
        row = track.cells[start : start + across]
        wide = _ROOM / across
        cells = enumerate(row, start)
        column.put(
            tall + 3,
            *(_cell(column, c, (i - start) * wide, wide, tall, i < full) for i, c in cells),
        )
    column.y += 8


def _cell(
    column: _Column, cell: Cell, x: float, wide: float, tall: float, full: bool = False
) -> str:
    paint = "#f5cf1d" if cell.current else "#c9d3c2" if full else "#f7f2e2"
    shown = _pieces(column, cell.pieces, x + 20, 50, _ROW, 3)
    middle = x + (wide - 3) / 2
    return group(
        [
            el(
                "rect",
                x=x,
                y=0,
                width=wide - 3,
                height=tall,
                rx=4,
                fill=paint,
                stroke=INK,
                stroke_width="0.8",
            ),
            text(middle, 13, cell.label, 11, font_weight="bold", fill=INK, text_anchor="middle"),
            text(
                middle,
                26,
                cell.text,
                fitted(cell.text, wide - 8, 8.5),
                fill="#5a5140",
                text_anchor="middle",
            ),
            *shown,
        ]
    )


def _pieces(
    column: _Column, names: Sequence[str], x: float, y: float, step: float, across: int
) -> list[str]:
    found = [column.pieces[name] for name in names if name in column.pieces]
    return [
        counter(piece, x + step * (i % across), y + step * (i // across), _SMALL)
        for i, piece in enumerate(found)
    ]


def _box(column: _Column, box: Box) -> None:
    column.heading(f"{box.title} ({len(box.pieces)})" if box.pieces else box.title)
    for line in wrapped(box.text, _ROOM, 10.5, 4) if box.text else []:
        column.put(15, text(0, 11, line, 10.5, fill="#5a5140"))
    across = int(_ROOM // _STEP)
    shown = _pieces(column, box.pieces, 20, 20, _STEP, across)
    rows = -(-len(shown) // across)
    column.put(rows * _STEP + 10, *shown)


def _hand(column: _Column, hand: Hand) -> None:
    count = hand.count if hand.count is not None else len(hand.cards)
    column.heading(f"{hand.title} ({count})")
    cards = hand.cards if hand.kind == "hand" else hand.cards[-1:]
    for start in range(0, len(cards), 4):
        row = cards[start : start + 4]
        column.put(82, *(_card(card, i * _ROOM / 4) for i, card in enumerate(row)))
    column.y += 8


def _card(card: Card, x: float) -> str:
    wide = _ROOM / 4 - 6
    paint = colour(card.colour, "#f7f2e2") if card.name else "#5b6b7a"
    lines = wrapped(card.text, wide - 10, 8, 5)
    return group(
        [
            el(
                "rect",
                x=x,
                y=0,
                width=wide,
                height=76,
                rx=5,
                fill=paint,
                stroke="#ffb300" if card.offers else INK,
                stroke_width=2.4 if card.offers else 0.9,
            ),
            text(
                x + 6,
                14,
                card.name,
                fitted(card.name, wide - (26 if card.value else 10), 9.5),
                font_weight="bold",
                fill=INK,
            ),
            text(
                x + wide - 6, 14, card.value, 9.5, font_weight="bold", fill=INK, text_anchor="end"
            ),
            *(text(x + 6, 28 + 10 * i, line, 8, fill=INK) for i, line in enumerate(lines)),
        ],
        class_="card",
        data_card=card.id,
    )


# -- legend ------------------------------------------------------------------


def _overlays(column: _Column, scene: Scene) -> None:
    for overlay in scene.overlays:
        column.heading(overlay.title)
        # What colours nothing is a line of words.
        marks = [(s.colour if s.hexes else "", s.title) for s in overlay.shades]
        marks += [(a.colour, a.title) for a in overlay.arrows]
        for paint, words in marks:
            if words:
                _mark(column, paint, words)
        column.y += 8


def _mark(column: _Column, paint: str, words: str) -> None:
    x = 42 if paint else 4
    lines = wrapped(words, _ROOM - x, 11, 4)
    swatch = _swatch(colour(paint, "#ffb300")) if paint else ""
    texts = (text(x, 13 + 14 * n, line, 11, fill=INK) for n, line in enumerate(lines))
    column.put(5 + 14 * len(lines), swatch, *texts)


def _swatch(paint: str) -> str:
    return el(
        "rect", x=4, y=2, width=26, height=13, rx=2, fill=paint, stroke=INK, stroke_width="0.6"
    )


def _words(words: str, x: float = 42) -> str:
    return text(x, 13, words, 11, fill=INK)


def _legend(column: _Column, scene: Scene) -> None:
    column.heading("Legend")
    entries = [
        *_grounds(scene),
        *_strokes(scene),
        *_marks(scene),
        *((_swatch(colour(c.colour, "#888")), f"{c.name} ground") for c in scene.control),
    ]
    half = -(-len(entries) // 2)
    for left, right in zip(entries[:half], [*entries[half:], ("", "")], strict=False):
        column.put(24, *_entry(left, 0), *_entry(right, _ROOM / 2))
    if scene.board.note:
        for line in wrapped(scene.board.note, _ROOM, 9.5, 6):
            column.put(13, text(0, 11, line, 9.5, fill="#5a5140"))


def _entry(entry: tuple[str, str], x: float) -> list[str]:
    sample, words = entry
    return [group([sample, _words(words)], transform=f"translate({x:g} 0)")] if words else []


def _grounds(scene: Scene) -> list[tuple[str, str]]:
    used = {hex_.terrain for hex_ in scene.board.hexes}
    shape = straight([(x * HALF * 0.55 + 17, y * QUARTER * 0.3 + 9) for x, y in corners((0, 0))])
    found = []
    for terrain, style in GROUNDS.items():
        if terrain in used:
            tile = el("path", d=shape + "Z", fill=style.fill, stroke=INK, stroke_width="0.6")
            if style.pattern:
                tile += el("path", d=shape + "Z", fill=f"url(#p-{style.pattern})")
            found.append((tile, style.words))
    return found


def _strokes(scene: Scene) -> list[tuple[str, str]]:
    board = scene.board
    kinds = [(LINES.get(kind, PLAIN_LINE), names) for kind, names in _named_lines(scene).items()]
    grades = {road.grade for road in board.roads}
    kinds += [(style, style.words) for grade, style in ROADS.items() if grade in grades]
    samples = [
        (_bar(s.casing, s.casing_width) + _bar(s.colour, s.width, s.dash), words)
        for s, words in kinds
    ]
    used = {works.kind for works in board.works}
    for kind, style in WORKS.items():
        if kind in used:
            teeth = el(
                "path", d="M2,6H32", stroke=style.colour, stroke_width=3, stroke_dasharray="4 5"
            )
            samples.append((_bar(style.colour, style.width) + teeth, style.words))
    return samples


def _named_lines(scene: Scene) -> dict[str, str]:
    names: dict[str, list[str]] = {}
    for line in scene.board.lines:
        names.setdefault(line.kind, []).append(line.name)
    # More names than fit on a line are read on the map itself.
    several = {kind: list(dict.fromkeys(n for n in called if n)) for kind, called in names.items()}
    shown = {kind: ", ".join(called[:3]) * (len(called) <= 3) for kind, called in several.items()}
    return {
        kind: called or LINES.get(kind, PLAIN_LINE).words or kind.replace("_", " ")
        for kind, called in shown.items()
    }


def _bar(paint: str, width: float, dash: str = "") -> str:
    if not paint:
        return ""
    return el("path", d="M2,9H32", stroke=paint, stroke_width=width, stroke_dasharray=dash or None)


def _marks(scene: Scene) -> list[tuple[str, str]]:
    board = scene.board
    marks = []
    if board.stars:
        star = el("path", d=STAR, fill="#14120f", transform="translate(17 9)")
        marks.append((star, "Victory hex and points"))
    if board.hills:
        peak = el("path", d="M17,1L24,14H10Z", fill="#7a5a34")
        marks.append((peak, "Hill"))
    if board.bridges:
        rails = "M5,2l2.5,3h18l2.5,-3M5,16l2.5,-3h18l2.5,3"
        marks.append(
            (el("path", d=rails, fill="none", stroke="#1d1a16", stroke_width=1.9), "Bridge")
        )
    if any(place.rank in ("town", "city") for place in board.places):
        blocks = "M8,1h8v6h-8zM18,0h8v7h-8zM8,9h6v7h-6zM16,9h9v6h-9z"
        marks.append((el("path", d=blocks, fill="#6d2f2a"), "Town"))
    return marks


def heading(scene: Scene, wide: float) -> tuple[str, float]:
    """Title, turn line and prompt over the map, and their height."""
    title = scene.title or scene.board.title
    size = fitted(title + scene.turn + "MM", wide, 22, bold=True)
    lines = [
        text(0, 24, title, size, font_weight="bold", fill=INK),
        text(wide, 24, scene.turn, size * 0.8, fill=INK, text_anchor="end", font_weight="bold"),
    ]
    height = 36.0
    if scene.prompt:
        words = scene.prompt.text
        bar = el("rect", x=0, y=34, width=wide, height=26, rx=4, fill="#3c4a3a")
        lines += [bar, text(10, 52, words, fitted(words, wide - 20, 14), fill="#fff")]
        height = 68.0
    return group(lines), height


def furniture(scene: Scene, x: float, y: float) -> str:
    """Compass and scale bar."""
    bar = el("path", d="M0,0v6h59v-6M29.5,6v-4", fill="none", stroke=INK, stroke_width=1.4)
    words = text(68, 8, scene.board.scale, 11, fill=INK)
    needle = el("path", d="M-24,10L-18,-14L-12,10L-18,5Z", fill=INK)
    north = text(-18, -17, "N", 11, font_weight="bold", text_anchor="middle", fill=INK)
    return group(
        [bar if scene.board.scale else "", words, needle, north],
        transform=f"translate({x:g} {y:g})",
    )


def described(scene: Scene) -> str:
    """The picture in a sentence, for those who cannot see it."""
    words = ". ".join(
        part
        for part in (
            scene.title or scene.board.title,
            scene.turn,
            f"{len(scene.pieces)} counters",
            scene.prompt.text if scene.prompt else "",
        )
        if part
    )
    return el("desc", plain(words))
