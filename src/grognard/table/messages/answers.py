"""Every answer: what the server says of a match, of a title, and of a request."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from grognard.book.rulebook import Refusal
from grognard.book.tally import Modifier, Tally
from grognard.waist.scene import BoardArt, Lit, Notice, Overlay, Scene
from grognard.waist.title import OptionInfo, OverlayInfo, Preview, Seat, Verdict

Aside = Literal["", "undo", "ask", "answer"]


class _Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the server sends: fields left at their default are left out."""


class Fault(_Answer, frozen=True):
    """Why a request came to nothing."""

    error: str
    sentence: str
    rule: str = ""
    now: Now | None = None


class Sums(msgspec.Struct, frozen=True):
    """A tally with its total."""

    modifiers: tuple[Modifier, ...] = ()
    total: int = 0


class Result(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: str | None
    level: str
    tally: Sums


class OfferRow(_Answer, frozen=True):
    """Something the seat may do, where to click for it, and what to send.

    `left` counts what would be passed up by it: to be asked about once.
    Offers of one `verb` are alike; a `blow` is struck at the other side. `names` are the pieces
    it speaks of besides its spot, `taker` is the one to take up before its spot is chosen, and
    `begun` is the text with the spot left open.
    """

    token: str
    text: str
    spot: str
    action: Any
    verb: str
    left: tuple[str, ...] = ()
    blow: bool = False
    names: tuple[str, ...] = ()
    taker: str = ""
    begun: str = ""


class LogRow(_Answer, frozen=True):
    """What a seat may read of an entry, a notice for each line.

    `undo` takes back the rows from there to here; `why` is what a bot says of it. An `aside`
    is about the log, not about the game. A `deed` is what a seat did in the game.
    """

    n: int
    seat: str
    lines: list[str]
    notices: list[Notice] = []
    undo: int | UnsetType = UNSET
    why: str = ""
    aside: Aside = ""
    deed: bool = True


class Request(msgspec.Struct, frozen=True):
    """Somebody asks to go back: who, to before which entry, in words, and who is to answer."""

    seat: str
    to: int
    sentence: str
    pending: tuple[str, ...]


class Now(msgspec.Struct, frozen=True):
    """A match as one seat sees it."""

    n: int
    seat: str | None
    deciders: tuple[str, ...]
    over: bool
    prompt: str
    scene: Scene
    live_svg: str
    offers: list[OfferRow]
    can_undo: bool
    log: list[LogRow]
    verdict: Result | UnsetType = UNSET
    stopped: Refusal | UnsetType = UNSET
    request: Request | UnsetType = UNSET


class Push(_Answer, frozen=True):
    """What a socket gets after a commit: at least the number."""

    n: int
    now: Now | None = None


class Begun(msgspec.Struct, frozen=True):
    """A new match and its secret links."""

    id: str
    tokens: dict[str, str]
    onlooker: str


class Sitting(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: str
    name: str = ""


class Brief(_Answer, frozen=True):
    """A line of a list of matches."""

    id: str
    title: str
    name: str
    scenario: str
    turn_line: str
    deciders: list[str]
    over: bool
    n: int
    seats: dict[str, Sitting]
    seat: str | UnsetType | None = UNSET


class About(msgspec.Struct, frozen=True):
    """What does not change about a match, but for the map now and then."""

    id: str
    title: str
    name: str
    scenario: str
    seat: str | None
    options: dict[str, str]
    seats: dict[str, Sitting]
    overlays: tuple[OverlayInfo, ...]
    can_record: bool
    board: BoardArt
    board_svg: str


class ScenarioRow(msgspec.Struct, frozen=True):
    """A scenario in the lobby."""

    key: str
    name: str
    text: str
    turns: int
    seats: tuple[Seat, ...]
    group: str = ""
    unit: str = "turn"


class BotRow(msgspec.Struct, frozen=True):
    """A bot in the lobby; one of them is the usual opponent."""

    key: str
    text: str
    usual: bool = False


class TitleRow(msgspec.Struct, frozen=True):
    """A title in the lobby."""

    key: str
    name: str
    seats: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    bots: list[BotRow]
    scenarios: list[ScenarioRow]


class Reasons(msgspec.Struct, frozen=True):
    """What speaks against it, and `at` which hex; or the spots on the way there."""

    refusals: list[Refusal]
    way: list[str] = []
    at: str = ""


class Odds(msgspec.Struct, frozen=True):
    """What an action would come to: each outcome with its chance, exact and as a number."""

    line: str = ""
    tally: Sums = Sums()
    outcomes: list[tuple[str, str, float]] = []
    title: str = ""
    groups: tuple[str, ...] = ()
    note: str = ""
    lit: tuple[Lit, ...] = ()
    asks: bool = True
    gist: str = ""


class Threats(msgspec.Struct, frozen=True):
    """What the other side could do there, as far as the asker knows."""

    threats: list[Odds]


class Drawn(msgspec.Struct, frozen=True):
    """An answer drawn on the map."""

    overlays: tuple[Overlay, ...]
    live_svg: str


class Link(msgspec.Struct, frozen=True):
    """A new secret link to one's seat."""

    token: str


class Hook(msgspec.Struct, frozen=True):
    """The web address that is called when it is the seat's turn, and which hosts may be."""

    offered: bool
    hosts: tuple[str, ...]
    url: str


class Told(msgspec.Struct, frozen=True):
    """What a web address is sent."""

    match: str
    title: str
    name: str
    seat: str
    why: str  # turn or answer
    text: str


def sums(tally: Tally) -> Sums:
    return Sums(tally.modifiers, tally.total)


def result(verdict: Verdict | None) -> Result | UnsetType:
    if verdict is None:
        return UNSET
    return Result(verdict.winner, verdict.level, sums(verdict.tally))


def odds(preview: Preview | None) -> Odds:
    if preview is None:
        return Odds()
    chances = [(words, str(p), round(float(p), 6)) for words, p in preview.outcomes]
    return Odds(
        preview.line,
        sums(preview.tally),
        chances,
        preview.title,
        preview.groups,
        preview.note,
        preview.lit,
        preview.asks,
        preview.gist,
    )
