"""The offer that serves a plan best; the plan is the title's, made once and kept while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.bots.greedy import Greedy
from grognard.waist.plans import can_plan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.waist.plans import Plan, Planning
    from grognard.waist.title import Title


class Planner:
    """Makes a plan for a phase or an activation and takes the offers that serve it best."""

    def __init__(self, title: Title[Any, Any, Any, Any]) -> None:
        self.title = title
        self._planning: Planning[Any, Any, Any] | None = title if can_plan(title) else None
        self.current: Plan | None = None

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        if self._planning is None:
            return Greedy(self.title).choose(view, offers, rng)
        if len(offers) == 1:
            return offers[0]
        plan, planning = self.plan(view, self._planning), self._planning
        worth = [planning.appraise_by(view, plan, action) for action in offers]
        best = max(worth)
        equals = [action for action, w in zip(offers, worth, strict=True) if w == best]
        return equals[rng.randrange(len(equals))]

    def plan(self, view: Any, planning: Planning[Any, Any, Any]) -> Any:
        """The plan that is followed: the one in hand, or a new one if that no longer holds."""
        if self.current is None or not planning.holds(view, self.current):
            self.current = next(iter(planning.plans(view, self.current)))
        return self.current

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        if self._planning is None:
            return Greedy(self.title).why(view, offers, action)
        return self._planning.reason(view, self.plan(view, self._planning), action)
