"""A state that could be true, for bots that search: the cards not seen are dealt at random."""

from __future__ import annotations

from random import Random

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS, CardId, Kit, Side
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    DISCARDS,
    ENTERING,
    HAND,
    PILE,
    RETURNED,
    SHOWN,
    State,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.sight.view import PLAIN, Deck, View


def imagine(view: View, rng: Random) -> State:
    """One of the states that would look so."""
    state = known_facts(view)
    for side in (GERMAN, ALLIED):
        _deal(state, side, view.decks[side], rng)
    return state


def known_facts(view: View) -> State:
    """What the view tells; cards not seen lie in the draw piles."""
    kit = KITS[view.terms.kit]
    fields = {name: getattr(view, name) for name in PLAIN}
    fields["hex_of"] = list(view.hex_of)
    fields["steps"] = bytearray(view.steps)
    fields["due"] = dict(view.due)
    fields["assigned"] = dict(view.assigned)
    fields["cup"] = list(view.cup)
    state = State(**fields, stacks={}, occupied=[0, 0], cards=_places(kit, view))
    _stack_up(state)
    return state


def _stack_up(state: State) -> None:
    for unit, hex_ in enumerate(state.hex_of):
        if hex_ >= 0:
            state.stacks[hex_] = state.stacks.get(hex_, 0) | 1 << unit
            state.occupied[state.kit.side_of[unit]] |= 1 << hex_


def _places(kit: Kit, view: View) -> list[bytearray]:
    places = []
    for deck, known in zip((kit.german_deck, kit.allied_deck), view.decks, strict=True):
        where = bytearray([PILE] * len(deck))
        for place, found in _seen(known):
            for card in found:
                where[card] = place
        places.append(where)
    return places


def _seen(deck: Deck) -> tuple[tuple[int, tuple[CardId, ...]], ...]:
    return (
        (HAND, deck.hand),
        (RETURNED, deck.returned),
        (DISCARDS, deck.discards),
        (ENTERING, deck.entering),
        (SHOWN, deck.shown),
    )


def _deal(state: State, side: Side, deck: Deck, rng: Random) -> None:
    """Supplemental cards may be Available still; all others are in the pile or a hand."""
    extra = [c for c in deck.unseen if cards.printed(state, side, c).set != "primary"]
    away = rng.sample(extra, deck.available_count)
    left = [c for c in deck.unseen if c not in away]
    in_hand = rng.sample(left, deck.hand_count - len(deck.hand))
    for card in deck.unseen:
        place = AVAILABLE if card in away else HAND if card in in_hand else PILE
        cards.move_card(state, side, card, place)
