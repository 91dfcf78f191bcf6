"""The part of the waist for players that plan: aims, who is sent after them, how a game stands.

Where a title has but one plan and leaves nothing open by it (`waist.small`), the
planner and the search know its appraisal only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

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
    """What a seat is after for a while; a title adds what it needs to follow it."""

    name: str
    aims: tuple[Aim, ...]

    @property
    def promise(self) -> float:
        """By how much it was found to do better than the first of those it is one of.

        It is on the scale of `worth`. With 1 no other is thought of than those that promise as
        much.
        """
        return 0.0


class Habits(msgspec.Struct, frozen=True):
    """How the search thinks; these figures do well, for some titles others do better."""

    lead: float = 1.0  # standard errors by which another choice must beat the planner's
    shy: float = 0.5  # the less, the sooner a small sample is believed
    spread: int = 8  # decisions over which a plan is thought about
    ahead: int = 4  # player turns a world is followed for
    plans_ahead: int = 4  # and one in which a plan is tried
    by_purpose: bool = False  # whether what is rolled for one purpose changes no other roll
    first_reply: bool = False  # whether others answer in all worlds by what they planned in one


class Planning(Protocol[V, A, P]):
    """What players that plan ask. Every view is that of a seat which plays.

    `plans` are the ways the seat could go about it from here, the likeliest
    first and never none; `before` is the plan that was followed until now. A plan
    is followed while it `holds`; `renew` makes that of the same name anew, as things are
    now, if it is still one of them. `appraise_by` is `appraise` for a seat that
    follows a plan, `reason` says in a sentence why it does something. `choices`
    are the offers between which a player would hesitate, the best by the plan
    first; one or none where the plan decides.

    `worth` is how the game stands for the viewer, asked or not: 1 is won, -1 lost.
    `clock` grows with every player's turn.
    """

    HABITS: Habits

    def plans(self, view: V, before: P | None = None) -> Iterable[P]: ...
    def renew(self, view: V, before: P) -> P | None: ...
    def holds(self, view: V, plan: P) -> bool: ...
    def appraise_by(self, view: V, plan: P, action: A) -> float: ...
    def choices(self, view: V, plan: P, offers: Sequence[Any]) -> Sequence[Any]: ...
    def reason(self, view: V, plan: P, action: A) -> str: ...
    def worth(self, view: V) -> float: ...
    def clock(self, view: V) -> int: ...


def namesake(plans: Iterable[P], before: P) -> P | None:
    """Of these plans the one of the same name, if there is one."""
    return next((plan for plan in plans if plan.name == before.name), None)


def renewed(planning: Planning[Any, Any, Any], view: Any, before: Any) -> Any:
    """The plan of the same name as it would be made now, if there is one; otherwise the first."""
    found = planning.renew(view, before)
    return next(iter(planning.plans(view, before))) if found is None else found
