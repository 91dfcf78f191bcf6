"""The offer that looks best at once, by the title's own appraisal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.waist.title import Title


class Greedy:
    """Takes the offer its title appraises highest; equals are settled by lot."""

    def __init__(self, title: Title[Any, Any, Any, Any]) -> None:
        self.title = title

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        worth = [self.title.appraise(view, action) for action in offers]
        best = max(worth)
        equals = [action for action, w in zip(offers, worth, strict=True) if w == best]
        return equals[rng.randrange(len(equals))]

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        worth = self.title.appraise(view, action)
        others = sum(self.title.appraise(view, other) >= worth for other in offers) - 1
        named = self.title.describe(action)
        # How many there were is nobody's business: it may depend on what is hidden.
        than = "and others as much or more" if others else "more than any other action"
        return f"“{named}” is worth {worth:.2f}, {than}"
