"""Hexes, units and divisions by what a player calls them, in any case."""

from __future__ import annotations

from grognard.titles.lost_battalion.kit.tables import Kit, Side


def find_hex(kit: Kit, text: str) -> str | None:
    """The number of the hex called so: its four digits, or the name of a place in it."""
    word = text.strip()
    if kit.grid.has(word):
        return word
    named = [p.hex for p in kit.board.places if p.name.casefold() == word.casefold()]
    return kit.grid.label(named[0]) if len(set(named)) == 1 else None


def find_unit(kit: Kit, text: str, side: Side) -> str | None:
    """The unit called so; a side's own regiments also by number alone, where that is enough."""
    word = text.strip().casefold()
    for name in kit.names:
        if name.casefold() == word:
            return name
    own = [
        name
        for name, of in zip(kit.names, kit.side_of, strict=True)
        if of == side and name.casefold().partition("/")[0] == word
    ]
    return own[0] if len(own) == 1 else None


def find_division(kit: Kit, text: str) -> str | None:
    """The key of the division called so; a bare number is the US division."""
    word = " ".join(text.split()).casefold()
    for wanted in (f"us {word}", word):
        for division in kit.divisions:
            if wanted in (division.key.casefold(), division.name.casefold()):
                return division.key
    return None
