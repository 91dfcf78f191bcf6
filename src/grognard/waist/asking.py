"""The sequence of play as a stack of decisions, and how each of them is answered.

A title registers for each kind of decision who is asked, what might be done,
why not, and what follows; a decision that asks nobody is carried out by its
procedure. What the waist wants of every title follows from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from grognard.book.rulebook import Refusal
from grognard.waist.chance import Draw
from grognard.waist.title import CHANCE, Seat

Side = int
CHANCE_SIDE: Final[Side] = -1


class Answer(msgspec.Struct, frozen=True, tag=True):
    """What a player can do, as a value that prints much as one types it.

    A `blow` is struck at the other side: the page lights it red.
    """

    blow: ClassVar[bool] = False

    def __str__(self) -> str:
        words = (getattr(self, field) for field in self.__struct_fields__)
        return " ".join([type(self).__name__.lower(), *(str(word) for word in words if word != "")])


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A place in the sequence of play: it asks a seat or chance, or nobody."""


# -- the stack -----------------------------------------------------------------


class Stacked(Protocol):
    """A state whose decision on top is the one that is asked."""

    stack: tuple[Any, ...]
    quiet: bool  # while it is simulated: what only tells may be left out


S = TypeVar("S", bound=Stacked)
A = TypeVar("A")
E = TypeVar("E")
D = TypeVar("D", bound=Asked)
U = TypeVar("U", bound=int, covariant=True)


def push(state: Stacked, *decisions: Asked) -> None:
    state.stack += decisions


def pop(state: Stacked) -> None:
    state.stack = state.stack[:-1]


def swap(state: Stacked, decision: Asked) -> None:
    """The top decision gives way to another."""
    state.stack = (*state.stack[:-1], decision)


def innermost(state: Stacked, kind: type[D]) -> D | None:
    """The decision of that kind nearest the top, if one is on the table."""
    for decision in reversed(state.stack):
        if isinstance(decision, kind):
            return decision
    return None


# -- questions -----------------------------------------------------------------


class Question(msgspec.Struct, Generic[S, A, E], frozen=True):
    """The functions take the state, the decision on top, and the action."""

    side: Callable[[S, Any], Side]
    candidates: Callable[[S, Any], Iterable[A]]
    refusal: Callable[[S, Any, Any], Refusal | None]
    answer: Callable[[S, Any, Any], list[E]]
    draw: Callable[[S, Any], Draw] | None = None  # what chance is asked for
    exact: bool = False  # every candidate is allowed: must agree with `refusal`
    offers: Callable[[S, Any], list[A]] | None = None
    """The candidates that are not refused, found without asking one by one: must agree too."""


class Asking(Generic[S, A, E]):
    """A title's questions and procedures, by kind of decision, and the waist made of them."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self.questions: dict[type[Asked], Question[S, A, E]] = {}
        self.procedures: dict[type[Asked], Callable[[S, Any], list[E]]] = {}
        self._seats = [(seat,) for seat in seats]

    def ask_chance(
        self,
        kind: type[Asked],
        draw: Callable[[S, Any], Draw],
        answer: Callable[[S, Any, Any], list[E]],
    ) -> None:
        """Registers a decision that chance answers."""
        self.questions[kind] = Question(_chance, _nothing, _allowed, answer, draw)

    def deciders(self, state: S) -> tuple[Seat, ...]:
        """The seat that the decision on top asks; nobody when the game is over."""
        if not state.stack:
            return ()
        top = state.stack[-1]
        side = self.questions[type(top)].side(state, top)
        return (CHANCE,) if side == CHANCE_SIDE else self._seats[side]

    def draw(self, state: S) -> Draw:
        top = state.stack[-1]
        due = self.questions[type(top)].draw
        assert due is not None, f"chance is not asked by {top}"
        return due(state, top)

    def candidates(self, state: S, seat: Seat) -> Iterable[A]:
        top = state.stack[-1]
        return self.questions[type(top)].candidates(state, top)

    def refusal(self, state: S, seat: Seat, action: A) -> Refusal | None:
        top = state.stack[-1]
        return self.questions[type(top)].refusal(state, top, action)

    def offers(self, state: S, seat: Seat) -> list[A]:
        top = state.stack[-1]
        question = self.questions[type(top)]
        if question.offers is not None:
            return question.offers(state, top)
        found = question.candidates(state, top)
        if question.exact:
            return list(found)
        refused = question.refusal
        return [action for action in found if refused(state, top, action) is None]

    def apply(self, state: S, seat: Seat, action: A) -> list[E]:
        top = state.stack[-1]
        told = self.questions[type(top)].answer(state, top, action)
        return told + self.proceed(state)

    def simulate(self, state: S, seat: Seat, action: A) -> None:
        """What `apply` does to a state, where nobody wants to hear of it."""
        state.quiet = True
        try:
            self.apply(state, seat, action)
        finally:
            state.quiet = False

    def proceed(self, state: S) -> list[E]:
        """Carries out whatever asks nobody, until somebody is asked or the game is over."""
        told: list[E] = []
        while state.stack and (kind := type(state.stack[-1])) not in self.questions:
            told += self.procedures[kind](state, state.stack[-1])
        return told


def _chance(*_: object) -> Side:
    return CHANCE_SIDE


def _nothing(*_: object) -> tuple[()]:
    return ()


def _allowed(*_: object) -> None:
    return None


# -- what questions often say ------------------------------------------------------


def own_side(_: object, decision: Any) -> Side:
    """The side that the decision names."""
    side: Side = decision.side
    return side


def out_of_place(rule: str, action: object, wanted: str) -> Refusal:
    """The action belongs to another moment of the sequence of play."""
    verb = type(action).__name__
    return Refusal(rule, f"“{verb}” has no place here: now it is time to {wanted}")


class Roster(Protocol[U]):
    """Who is who, and whose."""

    @property
    def by_name(self) -> Mapping[str, U]: ...
    @property
    def side_of(self) -> Sequence[Side]: ...


def owned(rule: str, roster: Roster[U], side: Side, name: str) -> U | Refusal:
    """The side's unit of that name."""
    unit = roster.by_name.get(name)
    if unit is None:
        return Refusal(rule, f"there is no unit called {name}")
    if roster.side_of[unit] != side:
        return Refusal(rule, f"{name} belongs to the other side")
    return unit
