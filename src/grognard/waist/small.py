"""A whole title with little said: what has an obvious answer for a small game has it here.

A game of few rules is a class: an `OpenGame` where everybody may see everything, otherwise a
`SmallGame`. It registers its questions as any title does (`asking`) and says what nobody else can
know: its names, how it begins and ends, what a seat is asked and what there is to be seen. The
rest of the waist has an answer here, which a game replaces name by name as it grows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.waist.asking import Asking, Stacked
from grognard.waist.plans import Habits, Plan
from grognard.waist.scene import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from random import Random

    from grognard.book.rulebook import Rule
    from grognard.waist.lesson import Lesson
    from grognard.waist.no_way import NoWay
    from grognard.waist.scene import Scene
    from grognard.waist.title import (
        OptionInfo,
        OverlayInfo,
        Preview,
        ScenarioInfo,
        Seat,
        Verdict,
    )

S = TypeVar("S", bound=Stacked)
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

AS_IT_COMES: Final = Plan("as it comes", ())
"""The plan of a game that has but one: whatever is appraised highest."""

_OWN: Final = (list, dict, set, bytearray)


class SmallGame(ABC, Asking[S, A, E], Generic[S, A, E, V]):
    """A title, but for what only the game can say: KEY, NAME, SEATS, State, Action, what is
    abstract here, and its questions.
    """

    KEY: str
    NAME: str
    EDITION: int = 1
    SEATS: tuple[Seat, ...]
    OPTIONS: tuple[OptionInfo, ...] = ()
    State: type[S]
    Action: Any
    USAGE: str = ""
    OVERLAYS: tuple[OverlayInfo, ...] = ()
    HABITS: Habits = Habits()

    def __init__(self) -> None:
        super().__init__(self.SEATS)

    # -- what the game says ----------------------------------------------------------------

    @abstractmethod
    def scenarios(self) -> Sequence[ScenarioInfo]: ...

    @abstractmethod
    def setup(self, scenario: str, options: Mapping[str, str], pack: Path | None = None) -> S: ...

    @abstractmethod
    def verdict(self, state: S) -> Verdict | None: ...

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V: ...

    @abstractmethod
    def redact(self, event: E, seat: Seat | None) -> E | None: ...

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S: ...

    @abstractmethod
    def prompt(self, view: V) -> str: ...

    @abstractmethod
    def scene(self, view: V) -> Scene: ...

    # -- rules -------------------------------------------------------------------------------

    def copy(self, state: S) -> S:
        """A state that goes its own way: its own lists, dicts and sets, all else shared."""
        twin = copy(state)
        for field in type(twin).__struct_fields__:  # type: ignore[attr-defined] # a msgspec.Struct
            if isinstance(value := getattr(twin, field), _OWN):
                setattr(twin, field, value.copy())
        return twin

    def probes(self, state: S, seat: Seat, spot: str) -> Iterable[A]:
        """What might be done there; where nothing might, whatever names a hex, with this one."""
        asked = list(self._asked(state, seat))
        there = [action for action in asked if self.spot(action) == spot]
        return there or dict.fromkeys(_put(action, spot) for action in asked if self.spot(action))

    def buttons(self, state: S, seat: Seat) -> Iterable[A]:
        """What might be done, allowed or not, that has no place on the map."""
        return [action for action in self._asked(state, seat) if not self.spot(action)]

    def audit(self, state: S) -> list[str]:
        return []

    def _asked(self, state: S, seat: str) -> Iterable[A]:
        asked = next((found for found in self.deciders(state) if found == seat), None)
        return () if asked is None else self.candidates(state, asked)

    # -- hiding ------------------------------------------------------------------------------

    def reveals(self, event: E) -> bool:
        return False

    def secrets(self, state: S) -> Iterable[str]:
        return ()

    # -- words -------------------------------------------------------------------------------

    def describe(self, action: A) -> str:
        return str(action)

    def parse(self, state: S, seat: str, text: str) -> list[A]:
        """What is typed as it prints; a ValueError for anything else."""
        wanted = " ".join(text.casefold().split())
        for action in self._asked(state, seat):
            if wanted in (str(action).casefold(), self.describe(action).casefold()):
                return [action]
        raise ValueError(f"“{text}” is nothing one could do now")

    def narrate(self, event: E) -> str:
        return str(event)

    def notice(self, event: E) -> Notice:
        return Notice()

    def rules(self) -> Mapping[str, Rule]:
        return {}

    def lessons(self) -> Sequence[Lesson]:
        return ()

    # -- pictures ----------------------------------------------------------------------------

    def overlay(self, view: V, name: str, spot: str) -> Scene:
        known = ", ".join(info.key for info in self.OVERLAYS) or "none"
        raise ValueError(f"there is no overlay “{name}”; there are {known}")

    def spot(self, action: A) -> str:
        """What an action names as its `hex`."""
        return str(getattr(action, "hex", ""))

    def route(self, state: S, seat: str, pieces: Sequence[str], to: str) -> list[A]:
        return []

    def no_way(self, state: S, seat: str, pieces: Sequence[str], to: str) -> NoWay | None:
        return None

    # -- advice ------------------------------------------------------------------------------

    def preview(self, state: S, seat: str, action: A) -> Preview | None:
        return None

    def unfinished(self, state: S, seat: str, action: A) -> tuple[str, ...]:
        return ()

    def threats(self, view: V, spot: str) -> list[Preview]:
        return []

    def appraise(self, view: V, action: A) -> float:
        return 0.0

    # -- planning: one plan, and nothing left open by it ---------------------------------------

    def plans(self, view: V, before: Plan | None = None) -> Iterable[Plan]:
        return (AS_IT_COMES,)

    def renew(self, view: V, before: Plan) -> Plan | None:
        return before

    def holds(self, view: V, plan: Plan) -> bool:
        return True

    def appraise_by(self, view: V, plan: Plan, action: A) -> float:
        return self.appraise(view, action)

    def choices(self, view: V, plan: Plan, offers: Sequence[Any]) -> Sequence[Any]:
        return ()

    def reason(self, view: V, plan: Plan, action: A) -> str:
        return f"“{self.describe(action)}” is worth {self.appraise(view, action):.2f}"

    def worth(self, view: V) -> float:
        return 0.0

    def clock(self, view: V) -> int:
        return 0


def _put(action: Any, spot: str) -> Any:
    return replace(action, hex=spot) if hasattr(action, "hex") else action


# -- where everybody may see everything ----------------------------------------------------------


class Told(msgspec.Struct, frozen=True):
    """What happened, in a sentence, and how a page is to show it."""

    text: str
    shown: Notice = Notice()

    def __str__(self) -> str:
        return self.text


class Seen(msgspec.Struct, Generic[S], frozen=True):
    """A whole position, and who looks at it (None: an onlooker)."""

    state: S
    seat: Seat | None


class OpenGame(SmallGame[S, A, Told, Seen[S]], Generic[S, A]):
    """A small game with nothing hidden, which tells what happens in plain sentences."""

    def view(self, state: S, seat: Seat | None) -> Seen[S]:
        return Seen(self.copy(state), seat)

    def redact(self, event: Told, seat: Seat | None) -> Told | None:
        return event

    def imagine(self, view: Seen[S], rng: Random) -> S:
        return self.copy(view.state)

    def notice(self, event: Told) -> Notice:
        return event.shown
