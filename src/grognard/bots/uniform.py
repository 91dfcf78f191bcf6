"""Every offer is as good as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Uniform:
    """Takes an offer by lot."""

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:  # noqa: ARG002 - blind
        return offers[rng.randrange(len(offers))]

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:  # noqa: ARG002 - blind
        return f"“{action}” was drawn by lot"
