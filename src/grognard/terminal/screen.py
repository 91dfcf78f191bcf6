"""Saying things: plain text, with colour only where a person at a terminal would see it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, TextIO

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Iterable


def console(file: TextIO | None = None) -> Console:
    """Rich where it helps; plain when piped, for NO_COLOR and on dumb terminals."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return Console(
        file=file,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


class Screen:
    """Where lines go and where they come from."""

    def __init__(self) -> None:
        self._out = console()
        if self.is_terminal:
            # Arrow keys and history, where the system has them.
            with suppress(ImportError):
                import_module("readline")

    @property
    def is_terminal(self) -> bool:
        return sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, line: str = "", style: str = "") -> None:
        self._out.print(line, style=style or None)

    def say_all(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            self.say(line, style)

    def ask(self, prompt: str) -> str | None:
        """A line typed; None at the end of the input."""
        try:
            line = input(prompt)
        except EOFError:
            self.say()
            return None
        if not sys.stdin.isatty():
            # What was piped in does not show by itself; a transcript should have it.
            self.say(line)
        return line.strip()

    def clear(self) -> None:
        """Wipes what the other player should not see."""
        if self.is_terminal:
            self._out.clear()
