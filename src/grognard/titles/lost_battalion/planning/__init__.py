"""Planning a phase: which victory hexes are wanted, who is sent, and then march and fight by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from grognard.hexes import Hex
from grognard.plans import Aim
from grognard.titles.lost_battalion.actions import Action
from grognard.titles.lost_battalion.decisions import Movement
from grognard.titles.lost_battalion.kit import UnitId
from grognard.titles.lost_battalion.planning import reasons
from grognard.titles.lost_battalion.planning.doctrine import Doctrine
from grognard.titles.lost_battalion.planning.orders import Orders, basis_of
from grognard.titles.lost_battalion.planning.planned import Planned
from grognard.titles.lost_battalion.planning.posts import Posts
from grognard.titles.lost_battalion.planning.standing import worth
from grognard.titles.lost_battalion.situation import Situation
from grognard.titles.lost_battalion.state import ids
from grognard.titles.lost_battalion.view import View

__all__ = ["appraise_by", "holds", "plans", "reason", "worth"]

STEADY: Final = Doctrine("steady")


def plans(view: View) -> Sequence[Orders]:
    """The ways to go about this phase, the likeliest first."""
    now = Situation(view)
    return [_orders(now, doctrine) for doctrine in (STEADY,)]


def _orders(now: Situation, doctrine: Doctrine) -> Orders:
    marching = any(isinstance(d, Movement) and d.side == now.side for d in now.view.stack)
    given = Posts(now, doctrine).assign() if marching else _stay(now)
    return Orders(doctrine.name, _aims(now, given), doctrine, given, basis_of(now.view))


def _stay(now: Situation) -> dict[UnitId, Hex]:
    return {unit: hex_ for hex_ in now.prizes for unit in ids(now.units(hex_))}


def _aims(now: Situation, given: dict[UnitId, Hex]) -> tuple[Aim, ...]:
    names = {now.kit.grid.at(row.hex): row.name for row in now.kit.victory_hexes}
    return tuple(
        Aim(
            names[hex_],
            now.prizes[hex_],
            now.kit.grid.label(hex_),
            tuple(now.kit.names[u] for u, post in given.items() if post == hex_),
        )
        for hex_ in now.prizes
        if hex_ in given.values()
    )


def holds(view: View, plan: Orders) -> bool:
    """Whether a plan is still to be followed."""
    return basis_of(view) == plan.basis


# Every offer of a decision is asked about in turn: the view last asked about is kept.
_LAST: list[tuple[View, Orders, Planned]] = []


def planned(view: View, plan: Orders) -> Planned:
    for seen, by, judge in _LAST:
        if seen is view and by is plan:
            return judge
    fresh = Planned(Situation(view), plan)
    _LAST[:] = [(view, plan, fresh)]
    return fresh


def appraise_by(view: View, plan: Orders, action: Action) -> float:
    """How good an offer looks to a side that follows this plan."""
    return planned(view, plan).worth(action)


def reason(view: View, plan: Orders, action: Action) -> str:
    """Why the side does it, in a sentence."""
    return reasons.reason(planned(view, plan), action)
