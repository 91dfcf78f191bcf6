"""What goes over the wire: every request and every answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from grognard.book.rulebook import Refusal
from grognard.book.tally import Modifier, Tally
from grognard.waist.scene import BoardArt, Lit, Notice, Overlay, Scene
from grognard.waist.title import OptionInfo, OverlayInfo, Preview, Seat, Verdict

Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=1000)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Few = Meta(max_length=32)
Aside = Literal["", "undo", "ask", "answer"]


# -- requests ------------------------------------------------------------------------


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: nothing is taken that is not asked for."""


class NewMatch(_Request, frozen=True):
    """Please set up a match."""

    title: Key
    scenario: Key
    options: Annotated[dict[Key, Key], Few] = {}
    seats: Annotated[dict[Key, Key], Few] = {}
    private: bool = False
    names: Annotated[dict[Key, Name], Few] = {}
    says_why: bool = False  # may its bots say why they do something?


class Deed(_Request, frozen=True, kw_only=True):
    """An action, several, a line of notation, or a hex to go to: exactly one of them.

    `pieces`, on the wire `from`, are those to bring to the hex; those in hand if none are named.
    """

    action: msgspec.Raw | UnsetType = UNSET
    text: Line | UnsetType = UNSET
    route: Annotated[list[msgspec.Raw], Meta(max_length=200)] | UnsetType = UNSET
    to: Key | UnsetType = UNSET
    pieces: Key | Annotated[list[Key], Few] = msgspec.field(default_factory=list, name="from")


class Play(Deed, frozen=True, kw_only=True):
    """Please do this, if the log is still `at` entries long."""

    at: Number


class TakeBack(_Request, frozen=True):
    """Please take my last action back, or all from entry `to` on."""

    at: Number
    to: Number | None = None


class AskBack(_Request, frozen=True):
    """Please ask the others whether all from entry `to` on may be taken back."""

    at: Number
    to: Number


class Answer(_Request, frozen=True):
    """My answer to that; from whoever asked: no longer, thank you."""

    at: Number
    granted: bool


class Why(_Request, frozen=True):
    """Why can nothing be done there, or this not be done?

    With `pieces`, on the wire `from`: is there a way there for them?
    """

    spot: Key | UnsetType = UNSET
    action: msgspec.Raw | UnsetType = UNSET
    pieces: Annotated[list[Key], Few] | UnsetType = msgspec.field(default=UNSET, name="from")


class At(_Request, frozen=True):
    """What could happen there?"""

    spot: Key


class Show(_Request, frozen=True):
    """Please draw an answer on the map."""

    name: Key
    spot: Key = ""


class SetHook(_Request, frozen=True):
    """Please call this web address when it is my turn."""

    url: Annotated[str, Meta(max_length=500)]


class Fork(_Request, frozen=True):
    """Please begin another match from where this one stood after `at` entries."""

    at: Number


class Reissue(_Request, frozen=True):
    """Makes a link anew: one's own, or that of the onlookers."""

    onlookers: bool = False


class Beat(_Request, frozen=True):
    """Any further frame of a socket: whether somebody looks at the page."""

    visible: bool | UnsetType = UNSET


class Hello(_Request, frozen=True):
    """The first frame of a socket."""

    token: Annotated[str, Meta(max_length=200)]
    since: Number = 0


# -- answers -------------------------------------------------------------------------


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
