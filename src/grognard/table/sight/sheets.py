"""What a seat sees, as one flat table: a key for each piece, stack, drawing and offer.

A sheet is made from what the seat sees and from nothing else, so two sheets tell no more than
the two sights do, and neither does their difference. Keys are names that the seat sees: a stack
one may not look into is keyed by its place, a drawing by its own bytes. Values are JSON, encoded
once and kept, so that most rows of two sheets are the same object.

    p/137/35        a piece without its id and place, and the key of its face
    at/1243         the pieces of a hex from the bottom up: [id, x, y], or [id] of one too deep to
                    see; and where there are several the count badge, [face, x, y]
    f/9c2e81d07a4b  a counter, badge or marker drawn round 0, 0
    y/nato-infantry the definition of a symbol
    m/1243/gas      a marker, and where its face lies
    show/KEY        an overlay drawn unasked
    ground/control  ground/front                                  drawings
    card/HAND/ID    a card of a hand
    held/us/12      which hexes a side holds, by the first two figures of their labels
    box/KEY  track/KEY  hand/KEY  fact/LABEL  sum/HEX  note/KEY
    offer/march     what the seat may do: the last words of the tokens to send, and what stands
                    before and after them in the other words of an offer
    list/NAME       the order of rows that have one
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from grognard.book.canonical import digest
from grognard.draw import live
from grognard.draw.lattice import lattice_of
from grognard.draw.symbols import NONE, definition, symbol_id

if TYPE_CHECKING:
    from grognard.draw.lattice import Lattice, Point
    from grognard.table.messages.answers import OfferRow, Request, Result
    from grognard.waist.scene import Card, Control, Hand, Marker, Overlay, Piece, Scene

Sheet = dict[str, bytes]

_encode: Final = msgspec.json.Encoder().encode
_DIGITS: Final = 12


class Seen(msgspec.Struct, frozen=True):
    """All that one seat sees of a match at one moment, but for the log."""

    seat: str | None
    scene: Scene
    prompt: str
    deciders: tuple[str, ...]
    offers: tuple[OfferRow, ...] = ()
    undo: bool = False
    request: Request | None = None
    verdict: Result | None = None


class Difference(NamedTuple):
    """What has to be put and dropped, sorted by key, to make one sheet of another."""

    put: Sheet
    drop: tuple[str, ...]


def sheet(seen: Seen) -> Sheet:
    """The rows of what a seat sees."""
    rows = _Rows()
    _moment(rows, seen)
    _offers(rows, seen.offers)
    _map(rows, seen.scene)
    _beside(rows, seen.scene)
    return rows.done()


def difference(old: Mapping[str, bytes], new: Sheet) -> Difference:
    """What is not as it was; a row that is the same again is left out."""
    changed = [key for key, row in new.items() if (was := old.get(key)) is not row and was != row]
    gone = sorted(key for key in old if key not in new)
    return Difference({key: new[key] for key in sorted(changed)}, tuple(gone))


def folded(old: Mapping[str, bytes], change: Difference) -> Sheet:
    """The sheet that comes of another by a difference."""
    kept = {key: row for key, row in old.items() if key not in change.drop}
    return kept | change.put


class _Rows:
    """A sheet in the making."""

    def __init__(self) -> None:
        self.rows: Sheet = {}
        self._lists: dict[str, list[str]] = {}

    def put(self, key: str, value: object) -> None:
        """A row of its own; what is empty has none."""
        if value:
            self.rows[key] = _encode(value)

    def listed(self, name: str, key: str, row: bytes) -> None:
        """A row among others that have an order."""
        order = self._lists.setdefault(name, [])
        order.append(self.add(f"{name}/{key}", row)[len(name) + 1 :])

    def add(self, key: str, row: bytes) -> str:
        """A row under that key, or under one like it if there is such a row already."""
        while key in self.rows:
            key += "~"
        self.rows[key] = row
        return key

    def done(self) -> Sheet:
        for name, order in self._lists.items():
            self.rows[f"list/{name}"] = _encode(order)
        return self.rows


# -- the moment ------------------------------------------------------------------------


def _moment(rows: _Rows, seen: Seen) -> None:
    scene = seen.scene
    rows.rows["deciders"] = _encode(seen.deciders)
    rows.rows["board"] = _encode(scene.board.key)
    rows.put("seat", seen.seat)
    rows.put("prompt", _asked(seen))
    rows.put("title", scene.title)
    rows.put("turn", scene.turn)
    rows.put("open", scene.open)
    rows.put("held", scene.held)
    rows.put("wrongs", scene.violations)
    rows.put("sequence", [replace(step, current=False) for step in scene.sequence])
    rows.put("stage", [n for n, step in enumerate(scene.sequence) if step.current])
    rows.put("lit", scene.lit)
    for note in scene.notes:
        rows.listed("note", note.key, _without(note, "key"))
    rows.put("barred", scene.offers)
    rows.put("undo", seen.undo)
    rows.put("request", seen.request)
    rows.put("verdict", seen.verdict)


def _asked(seen: Seen) -> dict[str, Any]:
    """The prompt of the scene, and the sentence of the title where it says more."""
    asked = {} if seen.scene.prompt is None else _fields(seen.scene.prompt)
    return asked if asked.get("text") == seen.prompt else {"line": seen.prompt, **asked}


def _offers(rows: _Rows, offers: Iterable[OfferRow]) -> None:
    """Offers that differ in their last word alone share a row, as long as they stand together."""
    for (stem, *_), alike in groupby(map(_parted, offers), lambda parted: parted[0]):
        some = list(alike)
        rows.listed("offer", stem, _encode(some[0][1] | {"of": [tail for *_, tail in some]}))


def _parted(offer: OfferRow) -> tuple[tuple[str, str], dict[str, Any], str]:
    """What it has in common with others of its kind, and the last word of its token."""
    stem, _, tail = offer.token.rpartition(" ")
    if not stem:
        stem, tail = offer.token, ""
    row = {
        "text": _pattern(offer.text, tail),
        "spot": _pattern(offer.spot, tail),
        "verb": offer.verb,
    }
    if offer.names or offer.taker or offer.begun or offer.left or offer.blow:
        row |= _more(offer, tail)
    return (stem, str(row)), row, tail


def _more(offer: OfferRow, tail: str) -> dict[str, Any]:
    return {
        "names": [_pattern(name, tail) for name in offer.names],
        "taker": offer.taker,
        "begun": _pattern(offer.begun, tail),
        "left": offer.left,
        "blow": offer.blow,
    }


def _pattern(words: str, tail: str) -> tuple[str, ...]:
    """What stands before and after the tail; a single part where it does not turn up."""
    before, found, after = words.partition(tail) if tail else (words, "", "")
    return (before, after) if found else (words,)


# -- the map ---------------------------------------------------------------------------


def _map(rows: _Rows, scene: Scene) -> None:
    on = lattice_of(scene.board)
    _ground(rows, scene.control, on)
    _pieces(rows, scene.pieces, on)
    for marker in scene.markers:
        _marker(rows, marker, on)
    for overlay in scene.overlays:
        rows.listed("show", overlay.key, _overlay(overlay, on))


def _ground(rows: _Rows, control: tuple[Control, ...], on: Lattice) -> None:
    rows.put("sides", [_fields(side, "hexes") for side in control])
    rows.rows |= _grounds(control, on)


@lru_cache(maxsize=64)
def _grounds(control: tuple[Control, ...], on: Lattice) -> Sheet:
    """Who holds which hexes, by the first figures of their labels; and the drawing of it."""
    held: dict[str, list[str]] = {}
    for side in control:
        for hex_ in side.hexes:
            held.setdefault(f"held/{side.side}/{hex_[:2]}", []).append(hex_)
    drawn = {
        "ground/control": _encode(live.control_layer(control, on)),
        "ground/front": _encode(live.front_layer(control, on)),
    }
    return {key: _encode(hexes) for key, hexes in held.items()} | drawn


def _pieces(rows: _Rows, pieces: tuple[Piece, ...], on: Lattice) -> None:
    piles: dict[str, list[Piece]] = {}
    symbols: set[str] = set()
    for piece in pieces:
        row, face, drawn = _piece(piece)
        rows.rows[f"p/{piece.id}"] = row
        rows.rows[face] = drawn
        if piece.symbol != NONE:
            symbols.add(symbol_id(piece.symbol))
        if piece.hex:
            piles.setdefault(piece.hex, []).append(piece)
    for name in sorted(symbols):
        rows.rows[f"y/{name}"] = _symbol(name)
    for hex_, pile in piles.items():
        row, badge = _pile(tuple(pile), on.centre(hex_) if on.has(hex_) else None)
        rows.rows[f"at/{hex_}"] = row
        rows.rows |= badge


@lru_cache(maxsize=8192)
def _piece(piece: Piece) -> tuple[bytes, str, bytes]:
    """The row of a piece, and its face."""
    key, drawn = _face(live.face_of(piece))
    return _encode({"drawn": key} | _fields(piece, "id", "hex")), f"f/{key}", drawn


@lru_cache(maxsize=8192)
def _pile(pile: tuple[Piece, ...], at: Point | None) -> tuple[bytes, Sheet]:
    """The row of a stack, and the drawing of its count badge if it has one."""
    if at is None:
        return _encode({"pieces": [[piece.id] for piece in pile]}), {}
    parts = live.fanned(pile, at)
    seen = {part.key: [part.key, part.x, part.y] for part in parts if part.key}
    row: dict[str, Any] = {"pieces": [seen.get(piece.id, [piece.id]) for piece in pile]}
    if parts[-1].key:
        return _encode(row), {}
    key, drawn = _face(parts[-1].svg)
    row["count"] = [key, parts[-1].x, parts[-1].y]
    return _encode(row), {f"f/{key}": drawn}


@lru_cache(maxsize=8192)
def _face(svg: str) -> tuple[str, bytes]:
    """A drawing and its key, which is made of its very bytes."""
    return digest(svg.encode())[:_DIGITS], _encode(svg)


@lru_cache(maxsize=256)
def _symbol(name: str) -> bytes:
    return _encode(definition(name))


def _marker(rows: _Rows, marker: Marker, on: Lattice) -> None:
    fields = _fields(marker)
    if on.knows(marker.at):
        part = live.mark(marker, on)
        key, drawn = _face(part.svg)
        rows.rows[f"f/{key}"] = drawn
        fields |= {"drawn": key, "x": part.x, "y": part.y}
    rows.add(f"m/{marker.at}/{marker.kind}", _encode(fields))


def _overlay(overlay: Overlay, on: Lattice) -> bytes:
    """An overlay, and what it draws under the counters and over them."""
    drawn = {
        "shaded": live.shade_layer((overlay,), on),
        "traced": live.trace_layer((overlay,), on),
        "over": live.arrow_layer((overlay,), on),
    }
    return _encode(drawn | _fields(overlay, "key"))


# -- beside the map --------------------------------------------------------------------


def _beside(rows: _Rows, scene: Scene) -> None:
    for stack in scene.stacks:
        rows.add(f"sum/{stack.hex}", _encode(stack.summary))
    for box in scene.boxes:
        rows.listed("box", box.key, _without(box, "key"))
    for track in scene.tracks:
        rows.listed("track", track.key, _without(track, "key"))
    for fact in scene.facts:
        rows.listed("fact", fact.label, _encode(fact.value))
    for hand in scene.hands:
        _hand(rows, hand)


def _hand(rows: _Rows, hand: Hand) -> None:
    ids = [rows.add(f"card/{hand.key}/{card.id}", _card(card)) for card in hand.cards]
    short = [key[len(hand.key) + 6 :] for key in ids]
    rows.listed("hand", hand.key, _encode(_fields(hand, "key", "cards") | {"cards": short}))


@lru_cache(maxsize=2048)
def _card(card: Card) -> bytes:
    return _without(card, "id")


@lru_cache(maxsize=2048)
def _without(value: msgspec.Struct, name: str) -> bytes:
    return _encode(_fields(value, name))


def _fields(value: msgspec.Struct, *without: str) -> dict[str, Any]:
    """The fields of a struct that are not at their defaults, but for some."""
    fields: dict[str, Any] = msgspec.to_builtins(value)
    return {name: field for name, field in fields.items() if name not in without}
