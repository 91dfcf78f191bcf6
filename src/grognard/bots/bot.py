"""What a program that plays must be able to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Bot(Protocol):
    """Chooses one of the offers, and can say why in a sentence."""

    def choose(self, view: Any, offers: Sequence[Any], rng: Random) -> Any: ...
    def why(self, view: Any, offers: Sequence[Any], action: Any) -> str: ...
