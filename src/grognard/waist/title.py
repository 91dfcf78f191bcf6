"""The waist: what a title must be able to do, and nothing about how.

A title is a module (or any object) with the names of `Title`, which come in
parts, one for each kind of asker. Its states, actions, events and views are its
own; the match, the bots and the table carry them about without looking inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NewType, Protocol, TypeVar, runtime_checkable

import msgspec

from grognard.book.rulebook import Refusal, Rule
from grognard.book.tally import Tally
from grognard.waist.chance import Draw
from grognard.waist.lesson import Lesson
from grognard.waist.no_way import NoWay
from grognard.waist.plans import Planning
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
S_in = TypeVar("S_in", contravariant=True)
A_in = TypeVar("A_in", contravariant=True)
E_in = TypeVar("E_in", contravariant=True)
V_in = TypeVar("V_in", contravariant=True)
V_out = TypeVar("V_out", covariant=True)


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
    when no action does, `lit` which part of a chart is read. `asks` is false
    where the action decides nothing yet: then play it without confirming. `gist`
    is the sentence to read first: what matters most, with its chance.
    """

    line: str
    tally: Tally
    outcomes: tuple[tuple[str, Fraction], ...]
    title: str = ""
    groups: tuple[str, ...] = ()
    note: str = ""
    lit: tuple[Lit, ...] = ()
    asks: bool = True
    gist: str = ""


# -- what is asked, by who asks ----------------------------------------------------


class Rules(Protocol[S, A, E]):
    """What may be done, doing it, and the end.

    `apply` changes the state it is given and trusts that `refusal` said None.
    `candidates` must contain every action that `refusal` lets through. Actions
    are frozen structs with string tags other than Undo, AskRewind, AnswerRewind,
    Rolled and Picked; `refusal` is asked about any that decodes, but never about chance.

    `probes` are the actions that pointing at a spot may mean, `buttons` the
    standing actions of the decision; both whether allowed now or not.
    """

    KEY: str
    NAME: str
    EDITION: int
    SEATS: tuple[Seat, ...]
    OPTIONS: tuple[OptionInfo, ...]
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
    def probes(self, state: S, seat: Seat, spot: str) -> Iterable[A]: ...
    def buttons(self, state: S, seat: Seat) -> Iterable[A]: ...
    def apply(self, state: S, seat: Seat, action: A) -> list[E]: ...
    def verdict(self, state: S) -> Verdict | None: ...
    def audit(self, state: S) -> list[str]: ...


class Hiding(Protocol[S_in, E, V_out]):
    """Who may know what.

    `redact` is what a seat may know of an event, `reveals` whether it shows a
    seat something that it could not have worked out. `secrets` are the names
    that may be hidden from a seat, of units or cards, hidden now or not.
    """

    def view(self, state: S_in, seat: Seat | None) -> V_out: ...
    def redact(self, event: E, seat: Seat | None) -> E | None: ...
    def reveals(self, event: E) -> bool: ...
    def secrets(self, state: S_in) -> Iterable[str]: ...


class Words(Protocol[S_in, A, E_in, V_in]):
    """What is read and typed; `narrate` and `notice` are given events as they were redacted.

    `lessons` are guided games, the first for whoever has never played the title.
    """

    USAGE: str  # a few lines of typed notation, each with what it does

    def describe(self, action: A) -> str: ...
    def parse(self, state: S_in, seat: str, text: str) -> list[A]: ...
    def narrate(self, event: E_in) -> str: ...
    def notice(self, event: E_in) -> Notice: ...
    def prompt(self, view: V_in) -> str: ...
    def rules(self) -> Mapping[str, Rule]: ...
    def lessons(self) -> Sequence[Lesson]: ...


class Shown(Protocol[V_in]):
    """What is seen."""

    def scene(self, view: V_in) -> Scene: ...


class Pictures(Shown[V_in], Protocol[S_in, A, V_in]):
    """What is seen, and pointed at.

    `spot` is the hex or piece to point at for an action, "" for neither.
    `route` is the cheapest way the seat knows to bring pieces (none named: those
    in hand) to a far hex, step by step; empty if there is none. Then `no_way` says
    why, where pieces were to go there at all.
    """

    OVERLAYS: tuple[OverlayInfo, ...]  # what `overlay` can be asked for

    def overlay(self, view: V_in, name: str, spot: str) -> Scene: ...
    def spot(self, action: A) -> str: ...
    def route(self, state: S_in, seat: str, pieces: Sequence[str], to: str) -> list[A]: ...
    def no_way(self, state: S_in, seat: str, pieces: Sequence[str], to: str) -> NoWay | None: ...


class Advice(Protocol[S, A_in, V_in]):
    """What helps to choose, people and bots.

    `threats` is what the other side could do at a spot, by what the viewer
    knows. `unfinished` counts what would be passed up by ending a step ("34 units
    have not moved"), and says nothing of any other action. `imagine` fills a view
    with what could be there, `appraise` gives an offer a number, and `simulate`
    is `apply` for those who want no events.
    """

    def preview(self, state: S, seat: str, action: A_in) -> Preview | None: ...
    def unfinished(self, state: S, seat: str, action: A_in) -> tuple[str, ...]: ...
    def threats(self, view: V_in, spot: str) -> list[Preview]: ...
    def imagine(self, view: V_in, rng: Random) -> S: ...
    def appraise(self, view: V_in, action: A_in) -> float: ...
    def simulate(self, state: S, seat: Seat, action: A_in) -> object: ...


class Played(Rules[S, A, E], Hiding[S, E, V], Shown[V], Protocol[S, A, E, V]):
    """What a match asks of a title; it draws where it begins with a chart pack, to try that."""


@runtime_checkable
class Title(
    Played[S, A, E, V],
    Words[S, A, E, V],
    Pictures[S, A, V],
    Advice[S, A, V],
    Planning[V, A, Any],
    Protocol[S, A, E, V],
):
    """Everything the rest of the program asks of a game, each part for one kind of asker."""


def seats_of(title: Rules[Any, Any, Any], scenario: str) -> tuple[Seat, ...]:
    """The seats that are played in a scenario; all of the title's if it has no such scenario."""
    found = (row.seats for row in title.scenarios() if row.key == scenario)
    return next(found, title.SEATS)
