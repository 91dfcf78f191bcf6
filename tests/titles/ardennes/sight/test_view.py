"""What a seat may know, and what it may not: cards that lie face down."""

from __future__ import annotations

from random import Random

from ea import position
from ea_cards import fresh, settle

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.state import AVAILABLE, HAND, PILE, SEATS, State
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.sight.imagine import imagine
from grognard.titles.ardennes.sight.view import PLAIN, view

KEPT = {"stacks", "occupied"}  # follow from where the units are


def test_everything_but_the_cards_lies_open() -> None:
    assert set(State.__struct_fields__) - set(PLAIN) == {"cards"} | KEPT


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = position(game="2p", hand=[1, 4], allied_hand=[3]).state
    german, allied, onlooker = (view(state, seat) for seat in (*SEATS, None))
    assert german.decks[GERMAN].hand == (0, 3)
    assert allied.decks[GERMAN].hand == onlooker.decks[GERMAN].hand == ()
    assert allied.decks[GERMAN].hand_count == 2
    assert allied.decks[ALLIED].hand == (2,)
    assert german.decks[ALLIED].hand == ()


def test_nobody_sees_which_supplemental_cards_were_dealt() -> None:
    game = settle(fresh())
    before = view(game.state, SEATS[0])
    pile = [c for c in cards.lying(game.state, ALLIED, PILE) if _supplemental(game.state, c)]
    away = cards.lying(game.state, ALLIED, AVAILABLE)
    cards.move_card(game.state, ALLIED, pile[0], AVAILABLE)
    cards.move_card(game.state, ALLIED, away[0], PILE)
    assert view(game.state, SEATS[0]) == before


def _supplemental(state: State, card: int) -> bool:
    return cards.printed(state, ALLIED, card).set == "supplemental"


def test_what_is_imagined_has_as_many_cards_in_each_place() -> None:
    state = settle(fresh("2p-14")).state
    seen = view(state, SEATS[0])
    for seed in range(20):
        twin = imagine(seen, Random(seed))
        for side in (GERMAN, ALLIED):
            for place in (HAND, PILE, AVAILABLE):
                count = len(cards.lying(state, side, place))
                assert len(cards.lying(twin, side, place)) == count
        assert cards.hand(twin, GERMAN) == cards.hand(state, GERMAN)
        assert view(twin, SEATS[0]) == seen
