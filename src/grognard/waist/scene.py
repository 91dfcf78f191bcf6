"""What a page or a picture can draw, whatever the title.

A title turns its view into a `Scene`; a browser page gets it as JSON, the
draw package makes a picture of it. Only words, colours and hex numbers: no
rule is needed to draw one. Fields left at their default are left out of the
JSON, so absent means empty.

Hexes are named by their label ("0912"), hexsides by a pair ("0912/0913").
Colours are CSS names or hex triplets. Style words (terrain, kinds, grades)
are open: an unknown one is drawn plainly, never refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from grognard.ground.hexes import Grid

Edge = Literal["north", "east", "south", "west"]
StepMarks = Literal["pips", "circle"]
Corners = tuple[str, str, str, str]
NO_CORNERS: Corners = ("", "", "", "")


class _Art(msgspec.Struct, frozen=True, omit_defaults=True):
    """Common to all: immutable, defaults not sent."""


# -- the board: static, fetched once --------------------------------------------


class HexArt(_Art, frozen=True):
    """A hex of the map: `x` counts half hexes from the west, `y` rows from the north."""

    label: str
    x: int
    y: int
    terrain: str = "clear"


class SideLine(_Art, frozen=True):
    """A line along hexsides: a river, the Start Line, an army boundary."""

    kind: str
    sides: tuple[str, ...]
    name: str = ""


class Road(_Art, frozen=True):
    """A way through the centres of neighbouring hexes: "highway", "road", "track" or "rail"."""

    path: tuple[str, ...]
    grade: str = "road"


class Exit(_Art, frozen=True):
    """A road that leaves the map."""

    hex: str
    edge: Edge
    grade: str = "road"


class Bridge(_Art, frozen=True):
    """A crossing on a hexside: "bridge", "pontoon" or "blown"."""

    side: str
    kind: str = "bridge"


class Place(_Art, frozen=True):
    """A named place: rank "city", "town", "village" or "site" (a name only)."""

    hex: str
    name: str
    rank: str = "village"


class Hill(_Art, frozen=True):
    """A height, with its figure as printed."""

    hex: str
    name: str = ""
    height: str = ""


class Works(_Art, frozen=True):
    """Fortified hexes of one line: "field" works or the heavier "main" line."""

    hexes: tuple[str, ...]
    kind: str = "field"
    name: str = ""


class Star(_Art, frozen=True):
    """A victory hex and what it is worth."""

    hex: str
    value: str = ""


class EdgeName(_Art, frozen=True):
    """Words along a map edge, such as an entry area."""

    edge: Edge
    text: str


class BoardArt(_Art, frozen=True):
    """The printed map. With only its key it stands for one the page already has."""

    key: str
    title: str = ""
    hexes: tuple[HexArt, ...] = ()
    lines: tuple[SideLine, ...] = ()
    roads: tuple[Road, ...] = ()
    exits: tuple[Exit, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    places: tuple[Place, ...] = ()
    hills: tuple[Hill, ...] = ()
    works: tuple[Works, ...] = ()
    stars: tuple[Star, ...] = ()
    edges: tuple[EdgeName, ...] = ()
    scale: str = ""
    note: str = ""


# -- counters and markers -------------------------------------------------------


class Badge(_Art, frozen=True):
    """A small mark on a counter: a letter or two, and the words behind it."""

    text: str
    title: str = ""
    colour: str = ""


class Piece(_Art, frozen=True):
    """A counter. Pieces sharing a hex are stacked in scene order, the last on top.

    `hex` is empty for a piece that lies in a box. `symbol` is a kind such as
    "infantry" or a 20-digit SIDC; `size` its size mark ("III"); `figures` the
    bottom row; `corners` four short texts more: left and right of the symbol,
    left and right of the figures, each in its colour of `inks` if that says one.
    Steps show as pips or as a circled number.
    `count` above 1 stands for a stack one may not look into.

    `face` is the side that is up, an open word: "hidden" shows no figures and
    "reduced" has a stripe; any other is drawn as it is and named in words.
    `reverse` says in words what is on the other side. `formation` is what the
    piece belongs to, for lighting all of it at once. `offers` are how tokens
    begin that are meant for this piece where an action does not name it: the
    hexes these point at are lit only once the piece has been picked. `shows` is
    the overlay that is drawn then.
    """

    id: str
    hex: str = ""
    side: str = ""
    symbol: str = "unknown"
    size: str = ""
    name: str = ""
    parent: str = ""
    figures: str = ""
    corners: Corners = NO_CORNERS
    inks: Corners = NO_CORNERS
    ground: str = ""
    ink: str = ""
    band: str = ""
    formation: str = ""
    steps: int = 0
    steps_max: int = 0
    steps_as: StepMarks = "pips"
    face: str = "full"
    reverse: str = ""
    count: int = 1
    badges: tuple[Badge, ...] = ()
    title: str = ""
    spent: bool = False
    offers: tuple[str, ...] = ()
    shows: str = ""


class Stack(_Art, frozen=True):
    """What a tray says of the pieces in a hex, such as their sum."""

    hex: str
    summary: str


class Marker(_Art, frozen=True):
    """A mark on a hex or hexside: "gas", "barrage", "objective", "roadblock", …"""

    at: str
    kind: str
    text: str = ""
    title: str = ""
    colour: str = ""


# -- beside the map -------------------------------------------------------------


class Box(_Art, frozen=True):
    """An off-map box holding pieces; `unfolded` where one should see into it unasked."""

    key: str
    title: str
    pieces: tuple[str, ...] = ()
    text: str = ""
    unfolded: bool = False


class Cell(_Art, frozen=True):
    """One space of a track; `current` where its marker stands."""

    label: str
    text: str = ""
    pieces: tuple[str, ...] = ()
    current: bool = False


class Track(_Art, frozen=True):
    """A row of spaces: turns, victory points, rest; as a "gauge" it is filled up to where it is."""

    key: str
    title: str
    cells: tuple[Cell, ...]
    kind: Literal["cells", "gauge"] = "cells"


LIT = "▶ "


class Card(_Art, frozen=True):
    """A card or chit; with no name, its back. `value` is what stands in its corner.

    A line of its `text` that begins with LIT is the one that counts now.
    """

    id: str
    name: str = ""
    text: str = ""
    colour: str = ""
    value: str = ""
    kind: str = ""
    offers: tuple[str, ...] = ()


class Hand(_Art, frozen=True):
    """Cards a seat holds, or a pile or cup, of which only the number shows in a row.

    `count` when only the number is known.
    """

    key: str
    title: str
    cards: tuple[Card, ...] = ()
    count: int | None = None
    kind: Literal["hand", "pile", "cup"] = "hand"


class Fact(_Art, frozen=True):
    """A figure worth always seeing: a pool, a limit, a score."""

    label: str
    value: str


# -- over the map ---------------------------------------------------------------


class Control(_Art, frozen=True):
    """The hexes a side holds; the front is drawn where two of them meet."""

    side: str
    name: str
    colour: str
    hexes: tuple[str, ...] = ()


ShadeStyle = Literal["wash", "hatch", "rim"]


class Shade(_Art, frozen=True):
    """Coloured hexes with a line for the legend, and figures for some of them.

    A wash covers them; of large ground a rim alone, or hatching, lets more of the map be seen.
    """

    hexes: tuple[str, ...]
    colour: str
    title: str = ""
    numbers: dict[str, str] = {}
    style: ShadeStyle = "wash"


class Arrow(_Art, frozen=True):
    """A path through hexes; `broken` names the hex where a trace fails."""

    path: tuple[str, ...]
    colour: str
    title: str = ""
    kind: Literal["arrow", "trace"] = "arrow"
    broken: str = ""


class Overlay(_Art, frozen=True):
    """An answer drawn on the map: reach, supply, observation, a planned route."""

    key: str
    title: str
    shades: tuple[Shade, ...] = ()
    arrows: tuple[Arrow, ...] = ()


class Offer(_Art, frozen=True):
    """Something that may be done: on a hex, piece, card or box (`spot`), or a button.

    With `why_not` it is a button that cannot be pressed now; `rule` says by which rule.
    """

    token: str
    text: str
    spot: str = ""
    why_not: str = ""
    rule: str = ""


class Prompt(_Art, frozen=True):
    """The one sentence at the top: whose act and which verb.

    `labels` are what actions without a spot are called just now, by their tokens.
    """

    text: str
    seat: str = ""
    labels: dict[str, str] = {}


class Violation(_Art, frozen=True):
    """What must be put right before the phase may end, and where."""

    text: str
    rule: str = ""
    spot: str = ""


class Lit(_Art, frozen=True):
    """What of a chart applies now: a cell, or with one of them empty a row or a column."""

    chart: str
    row: str = ""
    column: str = ""


class Step(_Art, frozen=True):
    """A step of the sequence of play; `current` is the one the game is in."""

    name: str
    text: str = ""
    side: str = ""
    current: bool = False


class Note(_Art, frozen=True):
    """A word for somebody who plays for the first time; each key is shown once in a match."""

    key: str
    title: str
    text: str


class Scene(_Art, frozen=True):
    """Everything to be seen from one seat at one moment; `held` are the pieces in hand.

    `open` says that all seats see the same, so that players at one screen hide nothing.
    """

    board: BoardArt
    title: str = ""
    turn: str = ""
    prompt: Prompt | None = None
    held: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    sequence: tuple[Step, ...] = ()
    lit: tuple[Lit, ...] = ()
    notes: tuple[Note, ...] = ()
    control: tuple[Control, ...] = ()
    pieces: tuple[Piece, ...] = ()
    stacks: tuple[Stack, ...] = ()
    markers: tuple[Marker, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    hands: tuple[Hand, ...] = ()
    facts: tuple[Fact, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    offers: tuple[Offer, ...] = ()
    open: bool = False


# -- the log --------------------------------------------------------------------


TURN, PHASE = 1, 2


class Notice(_Art, frozen=True):
    """How a line of the log is to be shown: the words themselves are the title's `narrate`.

    `heading` is 0 for a line, TURN or PHASE for a heading. `kind` is an open
    word to filter by ("move", "combat", "supply"); `spots` are the hexes and
    pieces it is about. `brief` stands for the line while it is folded, `detail`
    is what comes to light unfolded: the arithmetic, or the reasons of a
    decision; meanwhile the hexes of `lights` are lit. `dice` are faces to draw,
    as rolled with dice of `sides`, for a line that does not show them itself.
    `cards` are cards or chits that were turned up, to be looked at. A `minor`
    line is one that a log leaves out till somebody looks for it.

    By `act`, `who`, `path`, `at` and `spent` lines are grouped into beats
    (`match/beats.py`). A line with an `act` begins a beat, or goes on with one of
    its kind: "march", "battle", "fire", "card", "reaction", "arrival" or "event";
    "why" is the reason of what comes next; "over" ends the beat it belongs to.
    `who` are the ids of those who act; for counters that are not shown, one label
    of what is told, such as "2 German counters". `path` are the hexes from where
    to where, of a retreat or an advance too; `at` is the hex it is about, such as
    the target; `spent` the movement points of the march so far. `result` is what
    came of it in a few words, for the one line of the beat; `many` is that line
    for several of the kind, with {} for their number.
    """

    heading: int = 0
    kind: str = ""
    side: str = ""
    spots: tuple[str, ...] = ()
    brief: str = ""
    detail: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    sides: int = 6
    cards: tuple[Card, ...] = ()
    minor: bool = False
    act: str = ""
    who: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    at: str = ""
    spent: float = 0
    result: str = ""
    many: str = ""


def hexes_of(grid: Grid, terrain: dict[str, str] | None = None) -> tuple[HexArt, ...]:
    """The hexes of a grid in drawing coordinates, clear where no terrain is given."""
    ground = terrain or {}
    return tuple(
        HexArt(label=label, x=x, y=y, terrain=ground.get(label, "clear"))
        for label, x, y in _spots(grid)
    )


def _spots(grid: Grid) -> Iterator[tuple[str, int, int]]:
    for hex_ in grid.hexes:
        row = grid.row(hex_)
        yield grid.label(hex_), 2 * (grid.column(hex_) - 1) + (row + 1) % 2, row - 1


def without_board(scene: Scene) -> Scene:
    """The scene with its board named but not repeated, for a page that has it."""
    return msgspec.structs.replace(scene, board=BoardArt(key=scene.board.key))


def to_json(scene: Scene) -> bytes:
    """The scene as the page gets it."""
    return msgspec.json.encode(scene)


def from_json(data: bytes) -> Scene:
    """The scene of its JSON; a ValidationError that names the field otherwise."""
    return msgspec.json.decode(data, type=Scene)
