"""Words that sentences of every title are made with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def number(count: int) -> str:
    """`two`; in figures from seven on."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, what: str) -> str:
    """`one step`, `two hexes`."""
    return f"{number(count)} {what if count == 1 else _plural(what)}"


def _plural(what: str) -> str:
    return f"{what}es" if what.endswith("x") else f"{what}s"


def capital(words: str) -> str:
    """The first letter in upper case, the others as they are."""
    return words[:1].upper() + words[1:]
