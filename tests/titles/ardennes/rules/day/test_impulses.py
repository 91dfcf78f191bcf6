"""Impulses, the Command Level, corps that sit out, the end of a day (EA-S.5 to EA-S.12)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import fresh, put_card, settle

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Carrying,
    Impulse,
    Impulses,
    OkwRelease,
    Reveal,
)
from grognard.titles.ardennes.position.questions import asked, proceed
from grognard.titles.ardennes.position.state import AVAILABLE, HAND, PILE
from grognard.titles.ardennes.rules.cards import cards, commands
from grognard.titles.ardennes.rules.day import impulses
from grognard.waist.title import CHANCE

REGISTERED = commands
TWO_CORPS = "1508 3/2P/XLVII 2/2P/XLVII 1307 16/116P/LVIII 1308 60/116P/LVIII"


def empty_piles(game: Game, *sides: int) -> None:
    for side in sides:
        for card in range(len(game.state.cards[side])):
            game.state.cards[side][card] = AVAILABLE


# -- the Command Level --------------------------------------------------------------------------


@pytest.mark.rule("EA-S.8")
def test_a_card_over_the_level_is_refused_unless_it_is_the_first() -> None:
    # Corps cards count 3, Division cards 2.
    game = position(TWO_CORPS, hand=[1, 15], level=4)
    assert game.allows("Activate 1 XLVII")
    game.play("Activate 1 XLVII", "Done", "Done")
    assert isinstance(game.top, Impulse)
    assert game.top.total == 3
    assert game.rule("Activate 15 116P") == "EA-S.8"  # 3 + 2 > 4
    assert position(TWO_CORPS, hand=[1, 15], level=2).allows("Activate 1 XLVII")
    exact = position(TWO_CORPS, hand=[1, 15], level=5)
    exact.play("Activate 1 XLVII", "Done", "Done")
    assert exact.allows("Activate 15 116P")  # 3 + 2 = 5


@pytest.mark.rule("EA-S.8")
def test_a_single_unit_counts_one() -> None:
    game = position(TWO_CORPS, hand=[1, 15], level=4)
    game.play("Activate 1 XLVII", "Done", "Done")
    assert game.allows("Single 15 16/116P/LVIII")  # 3 + 1 = 4


# -- two players -------------------------------------------------------------------------------


def opening() -> Game:
    return settle(fresh("2p-14"))


def pass_all(game: Game) -> Game:
    """The player asked passes."""
    return game.play(next(o for o in game.offers() if o.startswith("Discard")))


def impulse_of(game: Game) -> tuple[int, bool]:
    settle(game)
    assert isinstance(game.top, Impulse)
    return game.top.side, game.top.opening


@pytest.mark.rule("EA-D16.c")
def test_the_german_has_the_first_three_impulses() -> None:
    game = opening()
    seen = []
    for _ in range(6):
        seen.append(impulse_of(game))
        pass_all(game)
    german, allied = (GERMAN, True), (ALLIED, False)
    assert seen == [german, german, german, allied, (GERMAN, False), allied]


@pytest.mark.rule("EA-D16.g", "EA-S.11")
def test_each_opening_impulse_takes_another_corps_and_all_three_count_as_one() -> None:
    game = position(TWO_CORPS + " 0704 1/1SS/ISS", game="2p", day=16, hand=[1, 4, 15, 30])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=True))
    game.play("Activate 1 XLVII", "Done", "Done")
    settle(game)
    assert isinstance(game.top, Impulse)
    assert game.top.opening
    assert game.rule("Activate 4 2P") == "EA-D16.g"
    game.play("Activate 15 116P", "Done", "Done")
    settle(game)
    # The fourth impulse of the phase is Allied; in the next German one all three corps rest.
    impulses.turn_over(game.state, GERMAN)
    game.state.stack = (Impulses(ALLIED, 5), Impulse(GERMAN))
    assert game.rule("Activate 4 2P") == "EA-S.11"
    assert game.allows("Activate 30 1SS")


@pytest.mark.rule("EA-D16.h")
def test_no_german_unit_is_active_twice_in_the_opening() -> None:
    game = position(TWO_CORPS, game="2p", day=16, hand=[24, 4])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=True))
    game.set(opened=game.units("3/2P/XLVII"))
    game.play("Activate 4 2P")
    assert not game.has("active", "3/2P/XLVII")
    assert game.has("active", "2/2P/XLVII")


@pytest.mark.rule("EA-D16.i")
def test_in_the_opening_a_card_is_for_an_activation_or_a_tactic() -> None:
    for kind, hand, action in (
        ("gs", [1], 'Event 1 "Bridge Engineers"'),
        ("gs", [1], "Refit 1"),
        ("gs", [38], "Event 38 Commandos"),
        ("2p", [4], "Reserves 4 2P"),
    ):
        game = position(TWO_CORPS, game=kind, day=16, hand=hand)
        game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, 10, opening=True))
        assert game.rule(action) == "EA-D16.i", action
        assert position(TWO_CORPS, day=16, hand=hand).rule(action) != "EA-D16.i"


@pytest.mark.rule("EA-S.10")
def test_an_impulse_is_one_card_or_a_pass_that_costs_one() -> None:
    game = position(TWO_CORPS, game="2p", hand=[1, 15], allied_hand=[3])
    game.state.stack = (Impulses(ALLIED, 2), Impulse(GERMAN))
    assert game.rule("Done") == "EA-S.10"
    game.play("Activate 1 XLVII")
    assert any(isinstance(d, Carrying) for d in game.state.stack)
    game.play("Done", "Done")
    settle(game)
    assert isinstance(game.top, Impulse)
    assert game.top.side == ALLIED
    game.play("Discard 3")
    assert [e.card for e in game.told(ev.Passed)] == [3]


@pytest.mark.rule("EA-S.11")
def test_between_players_a_corps_sits_out_the_next_impulse_only() -> None:
    game = position(TWO_CORPS, game="2p", hand=[1, 4], rested=(frozenset({"XLVII"}), frozenset()))
    assert game.rule("Activate 4 2P") == "EA-S.11"
    impulses.turn_over(game.state, GERMAN)
    assert game.allows("Activate 4 2P")


@pytest.mark.rule("EA-S.10")
def test_a_hand_used_up_by_reactions_is_filled_before_the_impulse() -> None:
    game = position(TWO_CORPS, game="2p", day=18)
    game.state.stack = (Impulses(ALLIED, 4),)
    game.events += proceed(game.state)
    settle(game)
    assert isinstance(game.top, Impulse)
    assert len(cards.hand(game.state, ALLIED)) == 5  # the hand of the 18th


def last_cards(passes: int, *, hands: bool, piles: bool) -> bool:
    """Whether the day is over, with such passes in a row and such cards left."""
    game = position(game="2p", day=17)
    empty_piles(game, GERMAN, ALLIED)
    if hands:
        put_card(game, GERMAN, 4, HAND)
    if piles:
        put_card(game, ALLIED, 3, PILE)
    return impulses._day_is_over(game.state, Impulses(GERMAN, 9, passes))


@pytest.mark.rule("EA-S.6")
def test_a_two_player_day_ends_without_cards_or_after_two_passes_with_empty_piles() -> None:
    assert last_cards(0, hands=False, piles=False)
    assert not last_cards(0, hands=True, piles=False)
    assert not last_cards(1, hands=True, piles=False)
    assert last_cards(2, hands=True, piles=False)
    assert not last_cards(2, hands=True, piles=True)


@pytest.mark.rule("EA-S.6")
def test_passes_count_only_with_empty_piles_and_a_card_played_breaks_the_row() -> None:
    game = position(TWO_CORPS, game="2p", hand=[1, 15], allied_hand=[3, 5])
    game.state.stack = (Impulses(ALLIED, 2), Impulse(GERMAN))
    game.play("Discard 15")
    assert next(d for d in game.state.stack if isinstance(d, Impulses)).passes == 0
    spent = position(TWO_CORPS, game="2p")
    empty_piles(spent, GERMAN, ALLIED)
    put_card(spent, GERMAN, 1, HAND)
    put_card(spent, GERMAN, 15, HAND)
    put_card(spent, ALLIED, 3, HAND)
    put_card(spent, ALLIED, 5, HAND)
    spent.state.stack = (OkwRelease(), Impulses(ALLIED, 2), Impulse(GERMAN))
    spent.play("Discard 15")
    assert next(d for d in spent.state.stack if isinstance(d, Impulses)).passes == 1
    spent.play("Discard 3")
    assert spent.state.stack == (OkwRelease(),)  # what lay beneath: the day is over


def test_chance_is_asked_for_the_card_turned_up() -> None:
    game = position(day=17)
    game.state.stack = (Impulse(GERMAN), Reveal())
    assert asked(game.state) == (CHANCE,)
