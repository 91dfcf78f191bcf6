"""Derived facts that are asked for again and again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo(dict[Hashable, tuple[object, Any]]):
    """The last value of each derived fact, with the values it was derived from."""

    def recall(self, name: Hashable, basis: object) -> Any:
        """What was kept under the name for the same basis; None if it was another."""
        kept = self.get(name)
        return kept[1] if kept is not None and kept[0] == basis else None

    def keep(self, name: Hashable, basis: object, value: T) -> T:
        self[name] = (basis, value)
        return value
