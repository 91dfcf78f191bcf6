"""Rounds of German Solitaire: his impulse, his discards, the Allied card."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import fresh, put_card, settle

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import (
    Discarding,
    Impulse,
    Impulses,
    Reveal,
    Sequence,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import AVAILABLE, DISCARDS, HAND, PILE, SHOWN
from grognard.titles.ardennes.rules.cards import cards, commands
from grognard.titles.ardennes.rules.day import impulses

REGISTERED = commands
TWO_CORPS = "1508 3/2P/XLVII 2/2P/XLVII 1307 16/116P/LVIII 1308 60/116P/LVIII"


def empty_piles(game: Game, *sides: int) -> None:
    for side in sides:
        for card in range(len(game.state.cards[side])):
            game.state.cards[side][card] = AVAILABLE


# -- a round -----------------------------------------------------------------------------------


@pytest.mark.rule("EA-D16.f")
def test_the_first_level_is_ten_and_no_card_is_turned_up() -> None:
    game = settle(fresh())
    assert isinstance(game.top, Impulse)
    assert (game.top.level, game.top.opening) == (10, True)
    assert cards.lying(game.state, ALLIED, SHOWN) == []


@pytest.mark.rule("EA-S.7")
def test_the_card_turned_up_sets_the_level_and_is_resolved_afterwards() -> None:
    game = position(day=17)
    game.state.stack = (Sequence(), Impulses(GERMAN, 1))
    put_card(game, GERMAN, 4, HAND)
    game.events += proceed(game.state)
    assert isinstance(game.top, Reveal)
    pile = cards.lying(game.state, ALLIED, PILE)
    game.pick(pile.index(22 - 1))  # card 22, 106 + 14 Cav, level 5
    assert isinstance(game.top, Impulse)
    assert game.top.level == 5
    assert cards.lying(game.state, ALLIED, SHOWN) == [21]
    assert game.state.shown == 21


@pytest.mark.rule("EA-S.12")
def test_in_solitaire_a_corps_sits_out_this_impulse_and_the_next() -> None:
    game = position(TWO_CORPS, hand=[4, 6, 15, 1])
    game.play("Activate 4 2P", "Done", "Done")
    assert game.rule("Single 1 3/2P/XLVII") == "EA-S.12"
    assert game.allows("Activate 15 116P")  # another corps
    impulses.turn_over(game.state, GERMAN)
    assert game.rule("Single 1 3/2P/XLVII") == "EA-S.12"
    impulses.turn_over(game.state, GERMAN)
    assert game.allows("Single 1 3/2P/XLVII")


@pytest.mark.rule("EA-S.13")
def test_who_played_nothing_must_discard_something() -> None:
    game = position(hand=[4, 6]).play("Done")
    assert isinstance(game.top, Discarding)
    assert game.rule("Done") == "EA-S.13"
    game.play("Discard 4")
    assert game.allows("Done")
    played = position(TWO_CORPS, hand=[4, 6]).play("Activate 4 2P", "Done", "Done", "Done")
    assert isinstance(played.top, Discarding)
    assert played.allows("Done")


@pytest.mark.rule("EA-S.13")
def test_a_card_is_used_once_for_one_purpose() -> None:
    game = position(TWO_CORPS, hand=[4]).play("Activate 4 2P", "Done", "Done")
    assert game.rule("Activate 4 2P") == "EA-S.13"
    assert cards.lying(game.state, GERMAN, DISCARDS) == [3]


@pytest.mark.rule("EA-S.5")
def test_the_day_ends_after_the_impulse_that_finds_the_german_without_cards() -> None:
    game = position(day=17)
    empty_piles(game, GERMAN)
    put_card(game, GERMAN, 4, HAND)
    game.state.stack = (Sequence(), Impulses(GERMAN, 3))
    game.events += proceed(game.state)
    assert isinstance(game.top, Reveal)  # a card in hand: the round is played
    put_card(game, GERMAN, 4, DISCARDS)
    game.state.stack = (Sequence(), Impulses(GERMAN, 3))
    phase = game.state.stack[-1]
    impulses.run_impulses(game.state, phase)  # type: ignore[arg-type]  # it is Impulses
    assert game.state.stack == (Sequence(),)


@pytest.mark.rule("EA-S.5")
def test_a_draw_pile_keeps_the_day_going_though_the_hand_is_used_up() -> None:
    game = position(day=17)
    empty_piles(game, GERMAN)
    put_card(game, GERMAN, 4, PILE)
    game.state.stack = (Sequence(), Impulses(GERMAN, 3))
    game.events += proceed(game.state)

    assert isinstance(game.top, Reveal)
