"""Actions that are offered over and over, made once for every hex and unit of a kit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import compress
from typing import Any, Final

from grognard.ground.hexes import HexSet, members
from grognard.titles.bcs.kit.kit import Kit, UnitSet
from grognard.titles.bcs.position.actions import Action
from grognard.titles.bcs.position.state import each

_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
_MANY: Final = 400
"""From so many hexes on it is quicker to look at all of the map."""


def at_hexes(kit: Kit, kind: Callable[..., Action], hexes: HexSet, *more: str) -> list[Action]:
    """The action of a kind for each hex of a set, lowest first; `more` is what follows the hex."""
    table = by_hex(kit, kind, *more)
    if hexes.bit_count() < _MANY:
        return [table[hex_] for hex_ in members(hexes)]
    return list(compress(table, flags(hexes, len(table))))


@cache
def by_hex(kit: Kit, kind: Callable[..., Action], *more: str) -> list[Any]:
    """The action of a kind by hex; where the map has no hex of the number there is none."""
    found: list[Any] = [None] * kit.grid.all.bit_length()
    for hex_ in kit.grid.hexes:
        found[hex_] = kind(kit.grid.label(hex_), *more)
    return found


def of_units(kit: Kit, kind: Callable[[str], Action], units: UnitSet) -> list[Action]:
    """The action of a kind for each unit of a set, lowest first."""
    table = _by_unit(kit, kind)
    return [table[unit] for unit in each(units)]


@cache
def _by_unit(kit: Kit, kind: Callable[[str], Action]) -> list[Action]:
    return [kind(name) for name in kit.names]


@lru_cache(maxsize=1024)
def flags(hexes: HexSet, size: int) -> bytes:
    """By hex, whether it is in the set: quicker to look up than a bit of it."""
    bits = f"{hexes & (1 << size) - 1:0{size}b}"
    return bits[::-1].encode().translate(_DIGITS)
