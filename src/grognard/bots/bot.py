"""What a program that plays must be able to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Bot(Protocol):
    """Chooses one of the offers, and can say why in a sentence.

    It is given what its seat may know, `match.view(seat)` and `match.offers(seat)`,
    and no more. It may remember its plan, so each seat of a match has its own.
    """

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any:
        """One of the offers; what is left to lots is drawn from `rng`."""

    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str:
        """Why it would choose that one."""
