"""Help that reads like a manual page, in plain text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from cyclopts.help import PlainFormatter

if TYPE_CHECKING:
    from rich.console import Console


class ManualPage(PlainFormatter):
    """Names stand alone, what they mean stands indented below them."""

    def _print_plain(self, console: Console, text: str) -> None:
        wide = max(40, min(console.width, 88))
        if not text.startswith(" "):
            for line in _flow(text, wide):
                console.print(line, highlight=False, markup=False, soft_wrap=True)
            return
        # The first ": " ends the names; a description may hold others.
        name, _, words = " ".join(text.split()).partition(": ")
        console.print(f"  {name}", highlight=False, markup=False, soft_wrap=True)
        for line in textwrap.wrap(words, wide - 8, break_on_hyphens=False):
            console.print(f"        {line}", highlight=False, markup=False, soft_wrap=True)


def _flow(text: str, wide: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += ["", *textwrap.wrap(" ".join(paragraph.split()), wide, break_on_hyphens=False)]
    return lines[1:]
