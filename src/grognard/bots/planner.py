"""The offer that serves a plan best; the plan is the title's, made once and kept while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.waist.plans import Plan
    from grognard.waist.title import Title


class Planner:
    """Makes a plan for a phase or an activation and takes the offers that serve it best."""

    def __init__(self, title: Title[Any, Any, Any, Any]) -> None:
        self.title = title
        self.current: Plan | None = None

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        if len(offers) == 1:
            return offers[0]
        plan, appraise_by = self.plan(view), self.title.appraise_by
        worth = [appraise_by(view, plan, action) for action in offers]
        best = max(worth)
        equals = [action for action, w in zip(offers, worth, strict=True) if w == best]
        return equals[rng.randrange(len(equals))]

    def plan(self, view: Any) -> Any:
        """The plan that is followed: the one in hand, or a new one if that no longer holds."""
        if self.current is None or not self.title.holds(view, self.current):
            self.current = next(iter(self.title.plans(view, self.current)))
        return self.current

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        del offers  # the plan says why
        return self.title.reason(view, self.plan(view), action)
