"""What a seat may know, as arrays of fixed shape.

Everything comes from the scene of the seat's view and from its own offers, so
every title has arrays, and none holds more than a player at the table sees.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

import msgspec
import numpy as np
from gymnasium import spaces

from grognard.research.play import MORE, Play, players
from grognard.research.shapes import Shape, fact_figures, numbers_in, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from grognard.library import AnyTitle
    from grognard.waist.scene import BoardArt, Corners, Piece, Scene
    from grognard.waist.title import Seat

Floats: TypeAlias = "NDArray[np.float32]"
Spot: TypeAlias = tuple[int, int]

LOW: Final = -1.0
HIGH: Final = 1000.0  # larger figures are cut off
OTHER: Final = "other"
WHOSE: Final = ("own", OTHER)
COUNTED: Final = ("control", "pieces", "steps", "strength")
UNIT: Final = (
    "own",
    "on map",
    "row",
    "column",
    "count",
    "steps",
    "steps at most",
    "hidden",
    "reduced",
    "spent",
    "held",
    *(f"figure {n}" for n in range(1, 5)),
)
TABLE: Final = ("kind", "row", "column", "piece", "card", "number")
OFFER: Final = ("on map", "row", "column", "number", "own piece", "strength", "steps", "spent")


def kinds_of(title: AnyTitle) -> tuple[str, ...]:
    """The names of all kinds of action of a title, and MORE."""
    return (*sorted({kind.__name__ for kind in _classes(title.Action)}), MORE)


def _classes(kind: Any) -> list[type]:
    parts = get_args(kind)
    return [c for part in parts for c in _classes(part)] if parts else [kind]


def own_sides(seat: Seat, seats: Iterable[Seat], sides: Iterable[str]) -> frozenset[str]:
    """The sides a seat plays: the one of its name, otherwise those of no seat's name."""
    named = frozenset(sides)
    return frozenset({str(seat)}) if seat in named else named - frozenset(map(str, seats))


def _figures(piece: Piece) -> list[int]:
    return _read(piece.figures, piece.corners)


@lru_cache(maxsize=4096)
def _read(figures: str, corners: Corners) -> list[int]:
    """The first four whole numbers on a counter."""
    return (numbers_in(figures, *corners) + [0] * 4)[:4]


class _Sight:
    """A scene with the questions the arrays ask about it."""

    def __init__(self, scene: Scene, seat: Seat, seats: Sequence[Seat]) -> None:
        self.scene = scene
        sides = {p.side for p in scene.pieces} | {c.side for c in scene.control}
        self.own = own_sides(seat, seats, sides)
        self.rows = {piece.id: row for row, piece in enumerate(scene.pieces)}
        self.held = frozenset(scene.held)
        self.cards = {card.id: card.name for hand in scene.hands for card in hand.cards}

    def whose(self, side: str) -> str:
        return "own" if side in self.own else OTHER

    def at(self, spot: str) -> Piece | None:
        row = self.rows.get(spot)
        return None if row is None else self.scene.pieces[row]


class Arrays:
    """Makes the arrays of one scenario; their shapes never change.

    `board` has a plane for each name in `planes`, `units` a row for each piece in
    the order of the scene, `globals` a figure for each name in `figures`. `offers`
    says in whole numbers what each index stands for, `features` in figures
    together with all that `board` has at its spot. `width` is the number of
    indices, if it is not to be that of the shape.
    """

    def __init__(
        self,
        title: AnyTitle,
        scenario: str,
        options: Mapping[str, str] | None = None,
        pack: Path | None = None,
        shape: Shape | None = None,
        width: int | None = None,
    ) -> None:
        self.title, self.seats = title, players(title, scenario)
        self.shape = _as_wide(shape or shape_of(title, scenario), width)
        opening = Play(title, scenario, options, width=2, seed="0", pack=pack)
        board = title.scene(opening.view(None)).board
        self._lay_out(board)
        self.kinds = kinds_of(title)
        self.planes = self._plane_names(board)
        self._plane = {name: n for n, name in enumerate(self.planes)}
        self.units = (*UNIT, *_columns("box", self.shape.boxes), *self._symbols())
        self._unit = {name: n for n, name in enumerate(self.units)}
        self.figures = self._figure_names()
        self._figure = {name: n for n, name in enumerate(self.figures)}
        self.features = (*_columns("kind", self.kinds), *OFFER, *self.planes)
        self._printed = self._print(board)

    def _lay_out(self, board: BoardArt) -> None:
        left, top = min(h.x for h in board.hexes), min(h.y for h in board.hexes)
        left -= left % 2
        self.where: dict[str, Spot] = {h.label: (h.y - top, (h.x - left) // 2) for h in board.hexes}
        self.height = 1 + max(row for row, _ in self.where.values())
        self.width = 1 + max(column for _, column in self.where.values())

    # -- names ---------------------------------------------------------------------

    def _plane_names(self, board: BoardArt) -> tuple[str, ...]:
        terrain = sorted({h.terrain for h in board.hexes})
        printed = ("map", *_columns("terrain", terrain), "road", "line", "place", "works", "star")
        counted = (f"{whose} {what}" for what in COUNTED for whose in WHOSE)
        markers = _columns("marker", (*self.shape.markers, OTHER))
        return (*printed, *counted, "hidden", "held", *markers, "offers")

    def _symbols(self) -> tuple[str, ...]:
        return _columns("symbol", (*self.shape.symbols, OTHER))

    def _figure_names(self) -> tuple[str, ...]:
        shape = self.shape
        boxed = (*_columns("box", shape.boxes), *_columns("figure in box", shape.boxes))
        cards = (*_columns("hand", shape.hands), *_columns("card", shape.cards))
        shown = (*_columns("step", shape.steps), *_columns("track", shape.tracks))
        facts = _columns("fact", shape.facts)
        return (*_columns("seat", self.seats), *shown, *facts, *boxed, *cards, "page")

    # -- spaces --------------------------------------------------------------------

    @cached_property
    def space(self) -> spaces.Dict:
        """The space of all arrays but the mask."""
        n, shape = self.shape.offers, self.shape
        return spaces.Dict(
            {
                "board": _box(len(self.planes), self.height, self.width),
                "units": _box(shape.units, len(self.units)),
                "globals": _box(len(self.figures)),
                "offers": spaces.Box(-1, 32767, (n, len(TABLE)), np.int16),
                "features": _box(n, len(self.features)),
            }
        )

    def mask_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.shape.offers,), np.int8)

    # -- arrays --------------------------------------------------------------------

    def observe(self, play: Play, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat sees now; the menu only if it is the one to choose."""
        sight = _Sight(self.title.scene(play.view(seat)), seat, self.seats)
        mine = play.seat == seat
        menu = play.menu() if mine else []
        board = self._board(sight, menu)
        table, features = self._offers(sight, menu, board)
        return {
            "board": _cut(board),
            "units": _cut(self._units(sight)),
            "globals": _cut(self._globals(sight, seat, play.page if mine else 0)),
            "offers": table,
            "features": _cut(features),
        }

    def mask(self, play: Play, seat: Seat) -> NDArray[np.int8]:
        """Which indices stand for something the seat may do now."""
        mask = np.zeros(self.shape.offers, np.int8)
        if play.seat == seat:
            mask[: len(play.menu())] = 1
        return mask

    def _print(self, board: BoardArt) -> Floats:
        planes = np.zeros((len(self.planes), self.height, self.width), np.float32)
        for hex_ in board.hexes:
            self._add(planes, "map", hex_.label, 1)
            self._add(planes, f"terrain {hex_.terrain}", hex_.label, 1)
        marks = {
            "road": {label for road in board.roads for label in road.path},
            "line": {h for line in board.lines for side in line.sides for h in side.split("/")},
            "place": {place.hex for place in board.places},
            "works": {label for works in board.works for label in works.hexes},
        }
        for name, labels in marks.items():
            for label in labels:
                self._add(planes, name, label, 1)
        for star in board.stars:
            self._add(planes, "star", star.hex, (numbers_in(star.value) or [1])[0])
        return planes

    def _add(self, planes: Floats, name: str, label: str, amount: float) -> None:
        spot, plane = self.where.get(label), self._plane.get(name)
        if spot is not None and plane is not None:
            planes[plane, spot[0], spot[1]] += amount

    def _board(self, sight: _Sight, menu: Sequence[Any]) -> Floats:
        planes = self._printed.copy()
        for control in sight.scene.control:
            for label in control.hexes:
                self._add(planes, f"{sight.whose(control.side)} control", label, 1)
        for piece in sight.scene.pieces:
            self._add_piece(planes, sight, piece)
        for marker in sight.scene.markers:
            kind = marker.kind if marker.kind in self.shape.markers else OTHER
            for label in marker.at.split("/"):
                self._add(planes, f"marker {kind}", label, 1)
        for action in menu:
            self._add(planes, "offers", self._hex_of(sight, action), 1)
        return planes

    def _add_piece(self, planes: Floats, sight: _Sight, piece: Piece) -> None:
        whose = sight.whose(piece.side)
        self._add(planes, f"{whose} pieces", piece.hex, piece.count)
        self._add(planes, f"{whose} steps", piece.hex, piece.steps)
        self._add(planes, f"{whose} strength", piece.hex, _figures(piece)[0])
        self._add(planes, "hidden", piece.hex, piece.face == "hidden")
        self._add(planes, "held", piece.hex, piece.id in sight.held)

    def _hex_of(self, sight: _Sight, action: Any) -> str:
        spot = "" if action is MORE else self.title.spot(action)
        piece = sight.at(spot)
        return spot if piece is None else piece.hex

    def _place(self, label: str) -> tuple[float, float, float]:
        """On the map or not, and how far down and across it, from 0 to 1."""
        if label not in self.where:
            return (0, 0, 0)
        row, column = self.where[label]
        return (1, row / max(1, self.height - 1), column / max(1, self.width - 1))

    def _units(self, sight: _Sight) -> Floats:
        table = np.zeros((self.shape.units, len(self.units)), np.float32)
        boxes = {id_: box.key for box in sight.scene.boxes for id_ in box.pieces}
        for row, piece in zip(table, sight.scene.pieces, strict=False):
            row[: len(UNIT)] = self._unit_row(sight, piece)
            symbol = piece.symbol if piece.symbol in self.shape.symbols else OTHER
            row[self._unit[f"symbol {symbol}"]] = 1
            box = self._unit.get(f"box {boxes.get(piece.id, '')}")
            if box is not None:
                row[box] = 1
        return table

    def _unit_row(self, sight: _Sight, piece: Piece) -> list[float]:
        return [
            sight.whose(piece.side) == "own",
            *self._place(piece.hex),
            piece.count,
            piece.steps,
            piece.steps_max,
            piece.face == "hidden",
            piece.face == "reduced",
            piece.spent,
            piece.id in sight.held,
            *_figures(piece),
        ]

    def _globals(self, sight: _Sight, seat: Seat, page: int) -> Floats:
        figures = np.zeros(len(self.figures), np.float32)
        for name, amount in (*self._counts(sight.scene), (f"seat {seat}", 1), ("page", page)):
            if name in self._figure:
                figures[self._figure[name]] += amount
        return figures

    def _counts(self, scene: Scene) -> Iterable[tuple[str, float]]:
        yield from ((f"step {step.name}", step.current) for step in scene.sequence)
        for track in scene.tracks:
            here = [n for n, cell in enumerate(track.cells, 1) if cell.current]
            yield f"track {track.key}", max(here, default=0) / max(1, len(track.cells))
        for fact in scene.facts:
            yield from ((f"fact {word}", figure) for word, figure in fact_figures(fact))
        for box in scene.boxes:
            yield f"box {box.key}", len(box.pieces)
            yield f"figure in box {box.key}", (numbers_in(box.text) or [0])[0]
        for hand in scene.hands:
            yield f"hand {hand.key}", len(hand.cards) if hand.count is None else hand.count
            yield from ((f"card {card.name}", 1) for card in hand.cards)

    # -- the menu ------------------------------------------------------------------

    def _offers(
        self, sight: _Sight, menu: Sequence[Any], board: Floats
    ) -> tuple[NDArray[np.int16], Floats]:
        table = np.full((self.shape.offers, len(TABLE)), -1, np.int16)
        features = np.zeros((self.shape.offers, len(self.features)), np.float32)
        for n, action in enumerate(menu):
            self._offer(sight, action, board, table[n], features[n])
        return table, features

    def _offer(
        self, sight: _Sight, action: Any, board: Floats, row: NDArray[np.int16], features: Floats
    ) -> None:
        """Fills the rows of one index."""
        kind = self.kinds.index(MORE if action is MORE else type(action).__name__)
        spot = "" if action is MORE else self.title.spot(action)
        label, number = self._hex_of(sight, action), _number_in(action)
        at, card = self.where.get(label), self._card(sight.cards.get(spot, ""))
        row[:] = (kind, *(at or (-1, -1)), sight.rows.get(spot, -1), card, number)
        first = len(self.kinds)
        of_piece = self._piece_features(sight, sight.at(spot))
        features[kind] = 1
        features[first : first + len(OFFER)] = [*self._place(label), number, *of_piece]
        if at is not None:
            features[first + len(OFFER) :] = board[:, at[0], at[1]]

    def _card(self, name: str) -> int:
        return self.shape.cards.index(name) if name in self.shape.cards else -1

    def _piece_features(self, sight: _Sight, piece: Piece | None) -> tuple[float, ...]:
        if piece is None:
            return (0, 0, 0, 0)
        mine = sight.whose(piece.side) == "own"
        return (mine, _figures(piece)[0], piece.steps, piece.spent)


def _as_wide(shape: Shape, width: int | None) -> Shape:
    if width is not None and width < 2:
        raise ValueError(f"a menu of {width} is too narrow: it needs a choice and “more”")
    return msgspec.structs.replace(shape, offers=width or shape.offers)


def _number_in(action: Any) -> int:
    """The first whole number an action holds; -1 if none."""
    fields = [] if action is MORE else msgspec.structs.astuple(action)
    found = (int(value) for value in fields if isinstance(value, int))
    return min(next(found, -1), 32767)


def _columns(of: str, words: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{of} {word}" for word in words)


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(LOW, HIGH, shape, np.float32)


def _cut(array: Floats) -> Floats:
    return np.clip(array, LOW, HIGH)
