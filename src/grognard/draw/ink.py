"""SVG elements as strings: escaped, with short numbers, the same every time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

FONT: Final = "'DejaVu Sans Condensed','DejaVu Sans','Liberation Sans Narrow',Arial,sans-serif"

_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+")
_NARROW: Final = frozenset("fijlrtI .,:;'|!()[]-·")
_BROAD: Final = frozenset("mwMW—@%")


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def plain(text: str) -> str:
    """Text that may stand in XML, markup and unprintable characters disarmed."""
    return escape(_UNPRINTABLE.sub("", text))


def colour(text: str, otherwise: str) -> str:
    """A colour name or hex triplet; anything else is not let into the picture."""
    return text if _COLOUR.fullmatch(text) else otherwise


def el(tag: str, *inside: str, **attributes: float | str | None) -> str:
    """An element; underscores in attribute names become hyphens, None leaves one out."""
    head = tag + "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    body = "".join(inside)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


def _value(value: float | str) -> str:
    return plain(value) if isinstance(value, str) else number(value)


def group(inside: Iterable[str], **attributes: float | str | None) -> str:
    """A group, or nothing if it would be empty."""
    body = "".join(inside)
    return el("g", body, **attributes) if body else ""


def text(x: float, y: float, words: str, size: float = 9, **attributes: float | str | None) -> str:
    """A line of text."""
    return el("text", plain(words), x=x, y=y, font_size=size, **attributes) if words else ""


def hover(words: str) -> str:
    """What a browser shows under the pointer."""
    return el("title", plain(words)) if words else ""


def width(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide a line of text is drawn."""
    ems = sum(_ems(letter) for letter in words)
    return ems * size * (1.1 if bold else 1)


def _ems(letter: str) -> float:
    if letter in _NARROW:
        return 0.35
    if letter in _BROAD:
        return 0.88
    return 0.65 if letter.isupper() else 0.59


def fitted(words: str, room: float, size: float, *, bold: bool = False) -> float:
    """The font size, no larger than `size`, at which the words fit in `room`."""
    wide = width(words, 1, bold=bold)
    return min(size, room / wide) if wide else size


def wrapped(words: str, room: float, size: float, most: int) -> list[str]:
    """The words broken into at most that many lines."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1] + " …"]
    return lines
