"""Decks, piles, hands, the day's card preparation, and fuel (EA-S.3, EA-S.54, EA-S.55)."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_cards import card_place, fresh, put_card, settle, step

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Discarding,
    FuelShort,
    Impulse,
    OkwRelease,
    Refill,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    DISCARDS,
    HAND,
    PILE,
    RESERVE,
    RETURNED,
)
from grognard.titles.ardennes.rules.cards import cards, commands
from grognard.titles.ardennes.rules.day.sequence import STEPS

REGISTERED = commands


# -- set-up ------------------------------------------------------------------------------------


@pytest.mark.rule("EA-D16.a", "EA-D16.b")
def test_solitaire_starts_with_424_in_reserve_and_16_at_butgenbach() -> None:
    game = fresh()
    assert game.where("424/106/XVIII") == "reserve"
    assert game.where("16/1/V") == "0608"


@pytest.mark.rule("EA-D16.a", "EA-D16.b")
def test_two_players_start_with_424_at_1108_and_16_due_on_the_17th() -> None:
    game = fresh("2p-14")
    assert game.where("424/106/XVIII") == "1108"
    assert game.where("16/1/V") == "calendar"
    assert game.state.due[game.unit("16/1/V")] == 17


@pytest.mark.rule("EA-D16.e")
def test_the_first_solitaire_hand_is_nine_of_a_pile_of_fifteen() -> None:
    game = settle(fresh())
    assert isinstance(game.top, Impulse)
    assert len(cards.hand(game.state, GERMAN)) == 9
    assert len(cards.lying(game.state, GERMAN, PILE)) == 15 - 9
    assert len(cards.lying(game.state, ALLIED, PILE)) == 16


@pytest.mark.rule("EA-D16.e")
def test_later_solitaire_hands_are_six() -> None:
    game = settle(fresh())
    game.play("Done")
    for _ in range(9):
        game.play(game.offers()[0])
    assert cards.hand_size(game.state, GERMAN) == 6
    settle(game)
    assert len(cards.hand(game.state, GERMAN)) == 6


def test_two_player_hands_on_16_december_are_six_and_four() -> None:
    game = settle(fresh("2p-14"))
    assert len(cards.hand(game.state, GERMAN)) == 6
    assert len(cards.hand(game.state, ALLIED)) == 4


# -- Reserve Phase -----------------------------------------------------------------------------


@pytest.mark.rule("EA-S.2")
def test_units_in_todays_space_go_to_the_reserve_box_and_no_others() -> None:
    game = fresh()
    step(game, "reserve_phase")  # 17 December
    assert game.state.day == 17
    assert game.where("CCB/7A/XVIII") == "reserve"  # due on the 17th
    assert game.where("504/82/XVIII") == "calendar"  # due on the 18th
    assert game.where("VDH/ISS") == "reserve"


@pytest.mark.rule("EA-S.1")
def test_a_day_runs_through_its_five_phases_in_order() -> None:
    game = settle(fresh())
    told = [e.name for e in game.events if isinstance(e, ev.PhaseBegan)]
    # The set-up itself ran the Reserve Phase and began Card Preparation.
    assert told == ["Supply", "Activation"]
    names = [found.__name__ for found in STEPS]
    order = ["reserve_phase", "cards_enter", "supply_roadblocks", "activation_phase", "end_of_day"]
    assert [n for n in names if n in order] == order


# -- Card Preparation Phase --------------------------------------------------------------------


@pytest.mark.rule("EA-S.3")
def test_a_supplemental_discard_of_yesterday_cannot_be_dealt_today() -> None:
    game = position(day=18)
    for number in range(1, 75):
        put_card(game, GERMAN, number, DISCARDS)
    put_card(game, GERMAN, 2, AVAILABLE)
    step(game, "german_deal")
    settle(game)
    assert card_place(game, GERMAN, 2) == PILE
    step(game, "discards_return")
    assert card_place(game, GERMAN, 3) == RETURNED  # supplemental
    assert card_place(game, GERMAN, 1) == PILE  # primary
    assert cards.lying(game.state, GERMAN, AVAILABLE) == []


@pytest.mark.rule("EA-S.3")
def test_it_can_be_dealt_the_day_after() -> None:
    game = position(day=18)
    for number in range(1, 75):
        put_card(game, GERMAN, number, PILE)
    put_card(game, GERMAN, 3, RETURNED)
    step(game, "german_deal")
    assert game.top.left == 1  # type: ignore[union-attr]  # a Deal
    assert settle(game)
    assert card_place(game, GERMAN, 3) == PILE


def test_reinforcement_cards_enter_on_their_day() -> None:
    game = fresh()
    state = game.state
    state.day = 17
    step(game, "cards_enter")
    assert card_place(game, GERMAN, 43) == PILE  # II SS Corps, primary of the 17th
    assert card_place(game, GERMAN, 46) == AVAILABLE  # 9SS, supplemental of the 17th
    assert card_place(game, GERMAN, 41) not in (PILE, AVAILABLE)  # 2SS, of the 18th


# -- fuel --------------------------------------------------------------------------------------


def drawing(number: int, *more: int, day: int, text: str = "", **fields: Any) -> Game:
    """The German draws that card, with others in hand."""
    game = position(text, day=day, hand=more, **fields)
    for card in cards.lying(game.state, GERMAN, PILE):
        cards.move_card(game.state, GERMAN, card, AVAILABLE)
    put_card(game, GERMAN, number, PILE)
    game.state.stack = (Discarding(GERMAN, must=False), Refill(GERMAN, 6))
    game.events += proceed(game.state)
    return game


@pytest.mark.rule("EA-S.54")
def test_a_fuel_shortage_card_is_discarded_and_its_mechanized_units_run_dry() -> None:
    # Card 31, 1SS, is short of fuel from 19 to 21 December.
    where = "0704 1/1SS/ISS 2/1SS/ISS"
    game = drawing(31, day=20, text=where, reserve="Peiper/1SS/ISS").pick(0)
    assert card_place(game, GERMAN, 31) == DISCARDS
    for name in ("1/1SS/ISS", "2/1SS/ISS", "Peiper/1SS/ISS"):
        assert game.has("dry", name)
    assert not drawing(31, day=22, text=where).pick(0).has("dry", "1/1SS/ISS")


@pytest.mark.rule("EA-S.54")
def test_fuel_is_short_until_the_day_ends() -> None:
    game = drawing(31, day=20, text="0704 1/1SS/ISS").pick(0)
    step(game, "end_of_day")
    assert game.state.dry == 0


@pytest.mark.rule("EA-ST.r", "EA-ST.s")
def test_isolated_units_are_not_marked_but_the_card_is_gone() -> None:
    game = drawing(31, day=20, text="0704 1/1SS/ISS 2/1SS/ISS", isolated="1/1SS/ISS").pick(0)
    assert not game.has("dry", "1/1SS/ISS")
    assert game.has("dry", "2/1SS/ISS")
    assert card_place(game, GERMAN, 31) == DISCARDS


@pytest.mark.rule("EA-S.55")
def test_fuel_priority_discards_another_card_and_keeps_the_fuel() -> None:
    # Card 14, LVIII Corps, carries Fuel Priority; card 15 goes in its place.
    game = drawing(31, 14, 15, day=20, text="0704 1/1SS/ISS").pick(0)
    assert isinstance(game.top, FuelShort)
    assert game.allows("KeepFuel 14")
    assert game.allows("KeepFuel 15")
    assert game.rule("KeepFuel 31") == "EA-S.55"
    game.play("KeepFuel 15")
    assert not game.has("dry", "1/1SS/ISS")
    assert card_place(game, GERMAN, 15) == DISCARDS
    assert [card_place(game, GERMAN, n) for n in (31, 14)] == [HAND, HAND]


@pytest.mark.rule("EA-S.55")
def test_fuel_priority_works_once_a_day() -> None:
    game = drawing(31, 14, 15, day=20, text="0704 1/1SS/ISS", today=frozenset({"Fuel Priority"}))
    game.pick(0)
    assert game.has("dry", "1/1SS/ISS")


@pytest.mark.rule("EA-S.55")
def test_an_army_card_with_fuel_priority_must_itself_be_the_discard() -> None:
    game = drawing(31, 25, 15, day=20, text="0704 1/1SS/ISS").pick(0)
    assert game.allows("KeepFuel 25")
    assert game.rule("KeepFuel 15") == "EA-S.55"


@pytest.mark.rule("EA-S.55")
def test_without_fuel_priority_nothing_is_asked_in_solitaire() -> None:
    game = drawing(31, 15, day=20, text="0704 1/1SS/ISS").pick(0)
    assert isinstance(game.top, Discarding)


# -- OKW ---------------------------------------------------------------------------------------


def okw(day: int) -> Game:
    game = fresh()
    game.state.day = day
    return step(game, "okw_release")


@pytest.mark.rule("EA-S.22")
def test_from_20_december_one_okw_division_a_day_can_be_released() -> None:
    assert not isinstance(okw(19).top, OkwRelease)
    game = okw(20)
    assert isinstance(game.top, OkwRelease)
    assert game.rule("Release 2P/XLVII LVIII") == "EA-S.22"
    assert game.rule("Release 11P/OKW V") == "EA-S.22"
    game.play("Release 11P/OKW XLVII")
    assert not isinstance(game.top, OkwRelease)  # one a day
    assert game.where("15/11P/OKW") == "reserve"
    assert game.where("10/10SS/OKW") == "okw"
    assert game.state.assigned == {"11P/OKW": "XLVII"}


@pytest.mark.rule("EA-S.22", "EA-S.15")
def test_a_released_division_acts_with_its_corps() -> None:
    game = position("1508 15/11P/OKW 3/2P/XLVII", hand=[1], assigned={"11P/OKW": "XLVII"})
    game.play("Activate 1 XLVII")
    assert game.has("active", "15/11P/OKW")
    assert game.has("active", "3/2P/XLVII")


def test_nothing_is_left_in_the_reserve_box_of_a_day_to_come() -> None:
    game = fresh()
    waiting = [u for u, box in enumerate(game.state.hex_of) if box == RESERVE]
    assert [game.kit.names[u] for u in waiting] == ["424/106/XVIII"]
