"""What a title may add for players that plan: aims, who is sent after them, and how a game stands.

A title need not. One that has all the names of `Planning` is played by the
planner and the search as it deserves; of any other they know its appraisal only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, TypeVar, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

V = TypeVar("V", contravariant=True)
A = TypeVar("A", contravariant=True)
P = TypeVar("P", bound="Plan")


class Aim(msgspec.Struct, frozen=True):
    """Something wanted: in words ("hold Romagne"), its worth, where it is, and who is sent."""

    words: str
    worth: float
    spot: str = ""
    pieces: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """What a seat is after for a while; a title adds what it needs to follow it.

    It may add a `promise`: by how much the plan was found to do better than the first of
    those it is one of, on the scale of `worth`. With 1 no other is thought of than those that
    promise as much.
    """

    name: str
    aims: tuple[Aim, ...]


class Habits(msgspec.Struct, frozen=True):
    """How the search thinks; a title for which other figures do better has `HABITS` of its own."""

    lead: float = 1.0  # standard errors by which another choice must beat the planner's
    shy: float = 0.5  # the less, the sooner a small sample is believed
    spread: int = 8  # decisions over which a plan is thought about
    ahead: int = 4  # player turns a world is followed for
    plans_ahead: int = 4  # and one in which a plan is tried
    by_purpose: bool = False  # whether what is rolled for one purpose changes no other roll
    first_reply: bool = False  # whether others answer in all worlds by what they planned in one


@runtime_checkable
class Planning(Protocol[V, A, P]):
    """The optional part of the waist. Every view is that of a seat which plays.

    `plans` are the ways the seat could go about it from here, the likeliest
    first and never none; `before` is the plan that was followed until now. A plan
    is followed while it `holds`. `appraise_by` is `appraise` for a seat that
    follows a plan, `reason` says in a sentence why it does something. `choices`
    are the offers between which a player would hesitate, the best by the plan
    first; one or none where the plan decides.

    `worth` is how the game stands for the viewer, asked or not: 1 is won, -1 lost.
    `clock` grows with every player's turn.
    """

    def plans(self, view: V, before: P | None = None) -> Iterable[P]: ...
    def holds(self, view: V, plan: P) -> bool: ...
    def appraise_by(self, view: V, plan: P, action: A) -> float: ...
    def choices(self, view: V, plan: P, offers: Sequence[Any]) -> Sequence[Any]: ...
    def reason(self, view: V, plan: P, action: A) -> str: ...
    def worth(self, view: V) -> float: ...
    def clock(self, view: V) -> int: ...


def renewed(planning: Planning[Any, Any, Any], view: Any, before: Any) -> Any:
    """Of the plans there are now the one of the same name, if there is one, otherwise the first.

    A title may have `renew(view, before)`, which finds it (or None) without making all of them.
    """
    renew = getattr(planning, "renew", None)
    if renew is not None:
        found = renew(view, before)
        return next(iter(planning.plans(view, before))) if found is None else found
    first = None
    for plan in planning.plans(view, before):
        if plan.name == before.name:
            return plan
        first = first or plan
    return first


def habits_of(title: object) -> Habits:
    """How the search is to think about a title's games."""
    found: Habits = getattr(title, "HABITS", Habits())
    return found


def can_plan(title: object) -> TypeGuard[Planning[Any, Any, Any]]:
    """Whether a title knows how to plan."""
    return isinstance(title, Planning)
