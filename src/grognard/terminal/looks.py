"""A scene in words: a piece of the map drawn in letters, a hex, a unit, all units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grognard.waist.scene import HexArt, Piece, Scene

CELL: Final = 8
_LETTERS: Final = {"clear": ".", "forest": "F", "rough": "r", "forest_rough": "R"}
_WATER: Final = frozenset({"river", "major_river"})


# -- finding -----------------------------------------------------------------------------


def hex_called(scene: Scene, text: str) -> str | None:
    """The label of the hex called so, by number or by a place in it."""
    word = text.strip().casefold()
    if any(h.label == text.strip() for h in scene.board.hexes):
        return text.strip()
    return next((p.hex for p in scene.board.places if p.name.casefold() == word), None)


def pieces_called(scene: Scene, text: str) -> list[Piece]:
    word = text.strip().casefold()
    return [piece for piece in scene.pieces if piece.id.casefold() == word]


def last_hex(scene: Scene, lines: Iterable[str]) -> str | None:
    """The hex spoken of last, or else the first with a counter."""
    labels = {h.label for h in scene.board.hexes}
    for line in lines:
        words: list[str] = re.findall(r"\b\d\d\.?\d\d\b", line)
        for word in reversed(words):
            if word in labels:
                return word
    return next((piece.hex for piece in scene.pieces if piece.hex), None)


# -- the map in letters ---------------------------------------------------------------------


def area(scene: Scene, centre: str, radius: int = 4) -> Iterator[str]:
    """The hexes round one, row by row: number and ground above, holder and counters below."""
    spots = {(h.x, h.y): h for h in scene.board.hexes}
    middle = next(h for h in scene.board.hexes if h.label == centre)
    west, north = middle.x - 2 * radius, middle.y - radius
    holders = {label: c.name[:1].lower() for c in scene.control for label in c.hexes}
    piles = _piles(scene)
    marked = {m.at for m in scene.markers}
    named = {p.hex for p in scene.board.places}
    for y in range(north, north + 2 * radius + 1):
        row = [spots.get((x, y)) for x in range(west, west + 4 * radius + 2)]
        if not any(row):
            continue
        above = [_above(h, named, h is middle) if h else "" for h in row]
        below = [_below(h, holders, piles, marked) if h else "" for h in row]
        yield _spread(above)
        yield _spread(below)
    yield ""
    yield _legend(scene)


def _spread(cells: list[str]) -> str:
    """Half a hex is half a cell: cells stand at every other place of a row."""
    line = ""
    for i, cell in enumerate(cells):
        if cell:
            line = line.ljust(i * CELL // 2) + cell[: CELL - 1]
    return line


def _above(h: HexArt, named: set[str], middle: bool) -> str:
    return f"{'>' if middle else ''}{h.label}{_letter(h.terrain)}{'o' if h.label in named else ''}"


def _letter(terrain: str) -> str:
    return _LETTERS.get(terrain, terrain[:1].upper())


def _below(h: HexArt, holders: dict[str, str], piles: dict[str, str], marked: set[str]) -> str:
    return f"{holders.get(h.label, ' ')}{'!' if h.label in marked else ''}{piles.get(h.label, '')}"


def _piles(scene: Scene) -> dict[str, str]:
    piles: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.hex:
            piles.setdefault(piece.hex, []).append(piece)
    return {label: _pile(pile) for label, pile in piles.items()}


def _pile(pile: list[Piece]) -> str:
    count = sum(piece.count for piece in pile)
    side = pile[-1].side[:1].upper()
    name = pile[-1].name if pile[-1].face != "hidden" else ""
    more = f"+{count - 1}" if name and count > 1 else "" if name else f"x{count}"
    return f" {name[: CELL - 4]}{more}" if name else f" {side}{more}"


def _legend(scene: Scene) -> str:
    holders = ", ".join(f"{c.name[:1].lower()} {c.name}" for c in scene.control)
    kinds = dict.fromkeys(h.terrain for h in scene.board.hexes)
    ground = ", ".join(f"{_letter(kind)} {kind.replace('_', ' and ')}" for kind in kinds)
    below = "Below: the top counter and how many more."
    return f"Ground: {ground}, o a place, ! a marker. Held by: {holders}. {below}"


# -- one hex ----------------------------------------------------------------------------------


def hex_lines(scene: Scene, label: str) -> Iterator[str]:
    """All that is to be seen in a hex."""
    yield f"{label}: {'; '.join(_ground(scene, label))}."
    for piece in scene.pieces:
        if piece.hex == label:
            yield f"  {piece_line(piece)}"
    for stack in scene.stacks:
        if stack.hex == label:
            yield f"  {stack.summary}"
    for marker in scene.markers:
        if label in marker.at.split("/"):
            yield f"  {marker.title or marker.text or marker.kind}"


def _ground(scene: Scene, label: str) -> Iterator[str]:
    board = scene.board
    terrain = next(h.terrain for h in board.hexes if h.label == label)
    yield terrain.replace("_", " and ")
    yield from (place.name for place in board.places if place.hex == label)
    yield from (f"height {hill.height} {hill.name}" for hill in board.hills if hill.hex == label)
    yield from (works.name or works.kind for works in board.works if label in works.hexes)
    yield from (f"victory hex worth {star.value}" for star in board.stars if star.hex == label)
    if any(label in road.path for road in board.roads):
        yield "road"
    for line in board.lines:
        sides = [side for side in line.sides if label in side.split("/")]
        if sides and line.kind in _WATER:
            yield f"{line.name} along {', '.join(sides)}"
    for bridge in board.bridges:
        if label in bridge.side.split("/"):
            yield f"{bridge.kind} at {bridge.side}"
    yield from (f"held by the {c.name} side" for c in scene.control if label in c.hexes)


# -- units --------------------------------------------------------------------------------------


def piece_line(piece: Piece) -> str:
    """A counter in words."""
    words = piece.title or piece.name or piece.side
    name = f"{piece.id}: " if piece.face != "hidden" else ""
    steps = f", {piece.steps} of {piece.steps_max} steps" if piece.steps_max else ""
    marks = "".join(f", {badge.title or badge.text}" for badge in piece.badges)
    return f"{name}{words}{steps}{marks}"


def unit_lines(scene: Scene, only: str = "") -> Iterator[str]:
    """Every counter to be seen, hex by hex and box by box; those whose line has a word."""
    for piece in sorted(scene.pieces, key=lambda piece: (not piece.hex, piece.hex)):
        line = f"{piece.hex or 'off'}  {piece_line(piece)}"
        if only.casefold() in line.casefold() and (piece.hex or only):
            yield line
    for box in scene.boxes:
        line = f"{box.title}: {', '.join(box.pieces) or box.text or 'empty'}"
        if only.casefold() in line.casefold():
            yield line


def fact_lines(scene: Scene) -> Iterator[str]:
    yield scene.turn
    yield from (f"{fact.label}: {fact.value}" for fact in scene.facts)


# -- cards and answers ----------------------------------------------------------------------------


def card_lines(scene: Scene, only: str = "") -> Iterator[str]:
    """Hands card by card, piles by their number; those whose line has a word."""
    for hand in scene.hands:
        count = hand.count if hand.count is not None else len(hand.cards)
        if not only:
            yield f"{hand.title}: {count}"
        for card in hand.cards if hand.kind == "hand" or only else ():
            value = f" [{card.value}]" if card.value else ""
            words = " ".join(card.text.split())
            line = f"  {card.name or 'face down'}{value} {words}".rstrip()
            if only.casefold() in line.casefold():
                yield line


def overlay_lines(scene: Scene) -> Iterator[str]:
    """What is drawn on the map, told hex by hex."""
    for overlay in scene.overlays:
        yield overlay.title
        for shade in overlay.shades:
            hexes = (f"{h} ({shade.numbers[h]})" if h in shade.numbers else h for h in shade.hexes)
            yield f"  {shade.title}: {', '.join(hexes) or 'no hex'}"
        for arrow in overlay.arrows:
            broken = f", broken at {arrow.broken}" if arrow.broken else ""
            yield f"  {arrow.title}{broken}: {' '.join(arrow.path)}"
