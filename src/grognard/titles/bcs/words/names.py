"""Hexes, units, formations and pieces by what a player calls them, in any case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.titles.bcs.kit.kit import Kit, Side
from grognard.titles.bcs.words.wording import hq_name, trains_name

_SHORTEST: Final = 2  # letters of a name that may stand for it


def find_hex(kit: Kit, text: str) -> str | None:
    """The number of the hex called so: `11.09`, or the name of a place in one hex."""
    word = text.strip()
    if kit.grid.has(word):
        return word
    named = [hex_ for hex_, (_, name) in kit.places.items() if name.casefold() == word.casefold()]
    return kit.grid.label(named[0]) if len(named) == 1 else None


def find_unit(kit: Kit, text: str, side: Side) -> str | None:
    """The unit called so; a side's own ones also by the front of their name, where one has it."""
    word = text.strip().casefold()
    for name in kit.names:
        if name.casefold() == word:
            return name
    own = (name for name, of in zip(kit.names, kit.side_of, strict=True) if of == side)
    return _begun(own, word)


def find_formation(kit: Kit, text: str, side: Side) -> str | None:
    """The key of the formation called so, or of one whose HQ or Trains are."""
    word = text.strip().casefold()
    for key in kit.by_key:
        if word in (key.casefold(), hq_name(key).casefold(), trains_name(key).casefold()):
            return key
    return _begun((kit.formations[f].key for f in kit.side_formations[side]), word)


def _begun(names: Iterable[str], word: str) -> str | None:
    if len(word) < _SHORTEST:
        return None
    found = [name for name in names if name.casefold().startswith(word)]
    return found[0] if len(found) == 1 else None
