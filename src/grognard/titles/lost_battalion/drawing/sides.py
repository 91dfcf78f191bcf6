"""What the two sides are called, and their colours."""

from __future__ import annotations

from typing import Final

NAMES: Final = ("Allied", "German")
COLOURS: Final = ("#2c5f94", "#9c3226")
