"""What a seat may know, built up from nothing.

The map, the boxes, the calendar and everything played lie open. Hidden are
the other side's hand, and, from both sides, which cards lie in a draw pile
and which of the supplemental ones were not dealt (Available).
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.ground.hexes import Hex, HexSet
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, CardId, Side, UnitId, UnitSet
from grognard.titles.ardennes.position.decisions import Battle, Decision, FuelShort
from grognard.titles.ardennes.position.questions import asked
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    DISCARDS,
    ENTERING,
    HAND,
    PILE,
    RETURNED,
    SEATS,
    SHOWN,
    Record,
    State,
    Terms,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.waist.title import Seat


class Deck(msgspec.Struct, frozen=True):
    """A side's cards as far as the viewer knows them."""

    hand: tuple[CardId, ...]  # those whose faces are seen
    hand_count: int
    pile_count: int
    available_count: int
    returned: tuple[CardId, ...]
    discards: tuple[CardId, ...]
    entering: tuple[CardId, ...]
    shown: tuple[CardId, ...]
    unseen: tuple[CardId, ...]  # in the pile, Available, or in a hand that is not seen


class View(msgspec.Struct, frozen=True):
    """The position as one seat (None: an onlooker) may see it."""

    seat: Seat | None
    asked: tuple[Seat, ...]
    terms: Terms
    hex_of: tuple[Hex, ...]
    steps: bytes
    due: tuple[tuple[UnitId, int], ...]
    german_towns: HexSet
    bridges: int
    german_bridges: int
    day: int
    dispersed: UnitSet
    unsupplied: UnitSet
    isolated: UnitSet
    besieged: UnitSet
    dry: UnitSet
    dug_in: HexSet
    roadblocks: HexSet
    fresh: UnitSet
    late: UnitSet
    airlifted: UnitSet
    assigned: tuple[tuple[str, str], ...]
    shown: CardId
    actions: int
    cup: tuple[int, ...]
    today: frozenset[str]
    used_once: frozenset[str]
    skipping: bool
    exit_points: int
    used: tuple[frozenset[str], frozenset[str]]
    rested: tuple[frozenset[str], frozenset[str]]
    opened: UnitSet
    record: Record
    battle: Battle | None
    over: bool
    stack: tuple[Decision, ...]
    decks: tuple[Deck, Deck]


_OWN: Final = ("seat", "asked", "decks")
PLAIN: Final = tuple(f for f in View.__struct_fields__ if f not in _OWN)
"""Fields of the state that lie open."""


def view(state: State, seat: Seat | None) -> View:
    """The position as that seat may see it."""
    side = SEATS.index(seat) if seat is not None else None
    return View(
        seat=seat,
        asked=asked(state),
        decks=(_deck(state, GERMAN, side), _deck(state, ALLIED, side)),
        **{name: _still(getattr(state, name)) for name in PLAIN},
    )


def _still(value: Any) -> Any:
    """A column of the state as a value that cannot change."""
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return value


def _deck(state: State, side: Side, viewer: Side | None) -> Deck:
    def there(place: int) -> tuple[CardId, ...]:
        return tuple(cards.lying(state, side, place))

    hand, pile, available = there(HAND), there(PILE), there(AVAILABLE)
    seen = hand if viewer == side else _open_fuel_card(state, side)
    return Deck(
        hand=seen,
        hand_count=len(hand),
        pile_count=len(pile),
        available_count=len(available),
        returned=there(RETURNED),
        discards=there(DISCARDS),
        entering=there(ENTERING),
        shown=there(SHOWN),
        unseen=tuple(sorted({*hand, *pile, *available} - set(seen))),
    )


def _open_fuel_card(state: State, side: Side) -> tuple[CardId, ...]:
    """A fuel-shortage card is shown as it is drawn."""
    return tuple(d.card for d in state.stack if isinstance(d, FuelShort) and d.side == side)
