"""The waist: what a title must be able to do, and nothing about how.

A title is a module (or any object) with these names. Its states, actions,
events and views are its own; the match, the bots and the table carry them
about without looking inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NewType, Protocol, TypeVar

import msgspec

from grognard.book.rulebook import Refusal, Rule
from grognard.book.tally import Tally
from grognard.waist.chance import Draw
from grognard.waist.scene import Lit

if TYPE_CHECKING:
    from random import Random

    from grognard.waist.scene import Notice, Scene

Seat = NewType("Seat", str)
CHANCE: Final = Seat("chance")

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class OptionInfo(msgspec.Struct, frozen=True):
    """A house rule a match may be set to: its values, the first being the default."""

    key: str
    values: tuple[str, ...]
    text: str
    rule: str = ""


class ScenarioInfo(msgspec.Struct, frozen=True):
    """What a lobby says of a scenario; those of one `group` are listed together.

    It lasts so many `turns`, which the title calls by the word `unit`.
    """

    key: str
    name: str
    text: str
    turns: int
    seats: tuple[Seat, ...]
    group: str = ""
    unit: str = "turn"


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended: the winning seat (None: a draw), the level, and the arithmetic."""

    winner: Seat | None
    level: str
    tally: Tally


class OverlayInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer a page can ask to be drawn: its key, its name, and a letter that asks for it.

    `on_select` is drawn unasked when somebody takes a piece in hand.
    """

    key: str
    name: str
    hotkey: str = ""
    on_select: bool = False


class Preview(msgspec.Struct, frozen=True):
    """What an action would come to: the line a player reads and every outcome with its chance.

    Where not all is known, `groups` names for each outcome the case it belongs
    to, and `note` says why there are several. `title` says what is foretold
    when no action does, `lit` which part of a chart is read. What decides
    nothing yet, `asks` not whether it is really meant.
    """

    line: str
    tally: Tally
    outcomes: tuple[tuple[str, Fraction], ...]
    title: str = ""
    groups: tuple[str, ...] = ()
    note: str = ""
    lit: tuple[Lit, ...] = ()
    asks: bool = True


class Title(Protocol[S, A, E, V]):
    """Everything the rest of the program asks of a game.

    `apply` changes the state it is given and trusts that `refusal` said None.
    `candidates` must contain every action that `refusal` lets through. Actions
    are frozen structs with string tags other than Undo, AskRewind, AnswerRewind,
    Rolled and Picked; `refusal` is asked about any that decodes, but never about chance.

    `buttons` are the standing actions of the decision, whether allowed now or
    not. `route` is the cheapest way the seat knows to bring pieces (none named:
    those in hand) to a far hex, step by step; empty if there is none. `notice`
    is given events as they were redacted. `secrets` are the names that may be
    hidden from a seat, of units or cards, hidden now or not. `threats` is what the other side
    could do at a spot, by what the viewer knows.
    """

    KEY: str
    NAME: str
    EDITION: int
    SEATS: tuple[Seat, ...]
    OPTIONS: tuple[OptionInfo, ...]
    OVERLAYS: tuple[OverlayInfo, ...]  # what `overlay` can be asked for
    USAGE: str  # a few lines of typed notation, each with what it does
    State: type[S]
    Action: Any

    def scenarios(self) -> Sequence[ScenarioInfo]: ...
    def setup(self, scenario: str, options: Mapping[str, str], pack: Path | None = None) -> S: ...
    def copy(self, state: S) -> S: ...
    def deciders(self, state: S) -> tuple[Seat, ...]: ...
    def draw(self, state: S) -> Draw: ...
    def candidates(self, state: S, seat: Seat) -> Iterable[A]: ...
    def refusal(self, state: S, seat: Seat, action: A) -> Refusal | None: ...
    def offers(self, state: S, seat: Seat) -> list[A]: ...
    def buttons(self, state: S, seat: Seat) -> Iterable[A]: ...
    def apply(self, state: S, seat: Seat, action: A) -> list[E]: ...
    def view(self, state: S, seat: Seat | None) -> V: ...
    def redact(self, event: E, seat: Seat | None) -> E | None: ...
    def reveals(self, event: E) -> bool: ...
    def secrets(self, state: S) -> Iterable[str]: ...
    def verdict(self, state: S) -> Verdict | None: ...
    def audit(self, state: S) -> list[str]: ...

    def describe(self, action: A) -> str: ...
    def spot(self, action: A) -> str: ...  # the hex or piece to point at for it; "" for neither
    def parse(self, state: S, seat: Seat, text: str) -> list[A]: ...
    def route(self, state: S, seat: Seat, pieces: Sequence[str], to: str) -> list[A]: ...
    def narrate(self, event: E) -> str: ...
    def notice(self, event: E) -> Notice: ...
    def prompt(self, view: V) -> str: ...
    def probes(self, state: S, seat: Seat, spot: str) -> Iterable[A]: ...
    def preview(self, state: S, seat: Seat, action: A) -> Preview | None: ...
    def threats(self, view: V, spot: str) -> list[Preview]: ...
    def imagine(self, view: V, rng: Random) -> S: ...
    def appraise(self, view: V, action: A) -> float: ...
    def scene(self, view: V) -> Scene: ...
    def overlay(self, view: V, name: str, spot: str) -> Scene: ...
    def rules(self) -> Mapping[str, Rule]: ...


def simulation(title: Title[S, A, Any, Any]) -> Callable[[S, Seat, A], object]:
    """`simulate`, where a title has it: `apply` for those who want no events."""
    simulate: Callable[[S, Seat, A], object] = getattr(title, "simulate", title.apply)
    return simulate


def seats_of(title: Title[Any, Any, Any, Any], scenario: str) -> tuple[Seat, ...]:
    """The seats that are played in a scenario; all of the title's if it has no such scenario."""
    found = (row.seats for row in title.scenarios() if row.key == scenario)
    return next(found, title.SEATS)
