"""The events of both decks and reactions (EA-S.9, EA-S.57 to EA-S.59, EA-S.77)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import card_place, fresh, put_card, settle, step

from grognard.book.rulebook import Refusal
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Aiming,
    CommandoRaid,
    Impulse,
    Impulses,
    Reaction,
)
from grognard.titles.ardennes.position.questions import asked
from grognard.titles.ardennes.position.state import AVAILABLE, DISCARDS, HAND, PILE, SEATS
from grognard.titles.ardennes.rules.cards import cards, commands, happenings
from grognard.titles.ardennes.rules.moving import bridges
from grognard.titles.ardennes.sight.view import view
from grognard.titles.ardennes.words.prompts import prompt

REGISTERED = commands


def event(number: int, name: str, choice: str = "", text: str = "", **fields: object) -> Game:
    """A German plays a card for an event."""
    game = position(text, hand=[number], **fields)  # type: ignore[arg-type]
    return aimed(game, number, name, choice)


def aimed(game: Game, number: int, name: str, choice: str) -> Game:
    """A card is played for an event; if there is a choice of targets, that one is taken."""
    game.play(f'Event {number} "{name}"')
    return game.play(f'Aim "{choice}"') if isinstance(game.top, Aiming) else game


def aim_rule(game: Game, number: int, name: str, choice: str) -> str | None:
    """The rule that refuses an event or its target; None if both are allowed."""
    if rule := game.rule(f'Event {number} "{name}"'):
        return rule
    card = cards.held(game.state, game.top.side, number)  # type: ignore[union-attr]  # who is asked
    assert not isinstance(card, Refusal)
    found = happenings.choices(game.state, card.side, card, name)
    return None if choice in found else happenings.HAPPENINGS[name].rule


def allied(text: str = "", *hand: int, day: int = 18, **fields: object) -> Game:
    """An impulse of the Allied player."""
    game = position(text, game="2p", day=day, allied_hand=hand, side="allied", **fields)  # type: ignore[arg-type]
    game.state.stack = (Impulses(GERMAN, 4), Impulse(ALLIED))
    return game


# -- Bridge Engineers --------------------------------------------------------------------------


@pytest.mark.rule("EA-S.57")
def test_bridge_engineers_repair_a_bridge_next_to_a_supplied_hex() -> None:
    # 1609/1610 is destroyed at the start; Dasburg 1609 is German and on the road east.
    game = event(1, "Bridge Engineers", "1609/1610", "1609 77/26/XLVII")
    assert game.state.bridges & game.river("1609/1610")
    assert [e.bridge for e in game.told(ev.BridgeBuilt)] == ["1609/1610"]


@pytest.mark.rule("EA-S.57")
def test_no_bridge_is_built_against_an_allied_unit_or_zone() -> None:
    def rule(text: str) -> str | None:
        return aim_rule(position(text, hand=[1]), 1, "Bridge Engineers", "1609/1610")

    assert rule("1609 77/26/XLVII") is None
    assert rule("1609 77/26/XLVII 1610 110/28/VIII") == "EA-S.57"
    assert rule("1609 77/26/XLVII 1611 110/28/VIII") == "EA-S.57"  # 1610 is in its zone
    held = "1609 77/26/XLVII 1610 78/26/XLVII 1611 110/28/VIII"
    assert rule(held) is None  # a German stands in the zone


# -- Commandos ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.58")
def test_commandos_make_the_allies_skip_their_next_impulse() -> None:
    assert event(38, "Commandos").state.skipping


@pytest.mark.rule("EA-S.58")
def test_between_players_commandos_cost_a_random_card() -> None:
    game = position(game="2p", hand=[38], allied_hand=[3, 5, 7])
    game.state.stack = (Impulses(ALLIED, 4), Impulse(GERMAN))
    game.play("Event 38 Commandos")
    assert isinstance(game.top, CommandoRaid)
    game.pick(1)
    assert card_place(game, ALLIED, 5) == DISCARDS
    assert [card_place(game, ALLIED, n) for n in (3, 7)] == [HAND, HAND]


# -- single events -----------------------------------------------------------------------------


@pytest.mark.rule("EA-S.56")
def test_consolidation_gives_a_unit_of_the_formation_one_step() -> None:
    # Card 9, the 26th Division; 1708 is on the road behind Dasburg.
    text = "1708 39/26/XLVII:1 1609 77/26/XLVII 1508 3/2P/XLVII:1"
    game = position(text, hand=[9])
    assert aim_rule(game, 9, "Consolidation", "77/26/XLVII") == "EA-S.56"  # full strength
    assert aim_rule(game, 9, "Consolidation", "3/2P/XLVII") == "EA-S.56"  # another division
    assert aimed(game, 9, "Consolidation", "39/26/XLVII").steps("39/26/XLVII") == 2


def test_eisenhower_hesitates_on_the_17th_alone() -> None:
    game = fresh()
    put_card(game, GERMAN, 26, HAND)
    game.state.stack = (Impulse(GERMAN, 9),)
    game.state.day = 18
    assert aim_rule(game, 26, "Eisenhower Hesitates", "101/VIII") == "EA-S.13"
    game.state.day = 17
    aimed(game, 26, "Eisenhower Hesitates", "101/VIII")
    assert game.state.due[game.unit("501/101/VIII")] == 19
    assert game.state.due[game.unit("504/82/XVIII")] == 18


def test_allied_command_crisis_delays_british_units_and_cards_by_a_day() -> None:
    game = fresh()
    put_card(game, GERMAN, 53, HAND)
    game.state.stack = (Impulse(GERMAN, 9),)
    game.state.day = 21
    game.play('Event 53 "Allied Command Crisis"')
    assert game.state.due[game.unit("5/GA/XXX")] == 23
    assert game.state.due[game.unit("CCA/4A/III")] == 22  # American
    assert game.state.due[game.unit("152/51/XXX")] == 23  # due then anyway
    game.state.day = 22
    step(game, "cards_enter")
    assert card_place(game, ALLIED, 44) not in (PILE, AVAILABLE)  # XXX Corps
    assert card_place(game, ALLIED, 39) == PILE  # 4A
    game.state.day = 23
    step(game, "cards_enter")
    assert card_place(game, ALLIED, 44) == PILE


def test_fury_of_bastogne_and_ground_freeze_last_a_day_and_wait_for_their_dates() -> None:
    assert position(hand=[2], day=19).rule('Event 2 "Fury of Bastogne"') == "EA-S.13"
    game = event(2, "Fury of Bastogne", day=20)
    assert "Fury of Bastogne" in game.state.today
    step(game, "end_of_day")
    assert game.state.today == frozenset()
    assert position(hand=[3], day=21).rule('Event 3 "Ground Freeze"') == "EA-S.13"
    assert "Ground Freeze" in event(3, "Ground Freeze", day=22).state.today


def test_manteuffel_clears_a_roadblock_near_his_army() -> None:
    near = position("1008 18/LXVI", hand=[19], roadblocks="1010")
    assert aim_rule(near, 19, "Manteuffel Directs Traffic", "1010") is None
    assert aimed(near, 19, "Manteuffel Directs Traffic", "1010").state.roadblocks == 0
    far = position("1007 18/LXVI", hand=[19], roadblocks="1010")
    assert aim_rule(far, 19, "Manteuffel Directs Traffic", "1010") == "EA-S.13"
    other = position("1009 1/1SS/ISS", hand=[19], roadblocks="1010")
    assert aim_rule(other, 19, "Manteuffel Directs Traffic", "1010") == "EA-S.13"


@pytest.mark.rule("EA-S.22")
def test_an_okw_division_belongs_to_the_army_of_its_corps_when_traffic_is_directed() -> None:
    for corps, rule in (("LXVI", None), ("ISS", "EA-S.13")):
        game = position(
            "1008 15/11P/OKW", hand=[19], roadblocks="1010", day=21, assigned={"11P/OKW": corps}
        )

        assert aim_rule(game, 19, "Manteuffel Directs Traffic", "1010") == rule


def test_army_group_b_plays_any_event_that_is_neither_special_nor_a_reaction() -> None:
    game = position("1609 77/26/XLVII", hand=[74], day=17)
    assert game.allows("Event 74 Commandos")
    assert aim_rule(game, 74, "Bridge Engineers", "1609/1610") is None
    assert aim_rule(game, 74, "Eisenhower Hesitates", "101/VIII") == "EA-S.13"
    assert game.rule('Event 74 "Operation Greif"') == "EA-S.13"
    assert game.rule('Event 74 "Fury of Bastogne"') == "EA-S.13"  # before the 20th


# -- Operation Greif ---------------------------------------------------------------------------


def blown(*hand: int, level: int = 30, opening: bool = False) -> Game:
    game = position("1009 18/LXVI", hand=hand)
    game.state.stack = (Impulse(GERMAN, level, opening=opening),)
    game.events += bridges.blow_with_reaction(game.state, game.river("1012/1013"), "test")
    return game


@pytest.mark.rule("EA-S.59")
def test_operation_greif_undoes_a_demolition_just_made() -> None:
    game = blown(29)
    assert isinstance(game.top, Reaction)
    aimed(game, 29, "Operation Greif", "1012/1013")
    assert game.state.bridges & game.river("1012/1013")
    declined = blown(29).play("Decline")
    assert not declined.state.bridges & game.river("1012/1013")


@pytest.mark.rule("EA-S.59")
def test_without_the_card_nothing_is_asked_in_solitaire() -> None:
    assert not isinstance(blown(28).top, Reaction)


@pytest.mark.rule("EA-S.9")
def test_operation_greif_counts_to_the_command_level_in_a_german_impulse() -> None:
    game = aimed(blown(29), 29, "Operation Greif", "1012/1013")
    assert isinstance(game.top, Impulse)
    assert game.top.total == 3  # the Command Value of card 29


@pytest.mark.rule("EA-S.9", "EA-S.59")
def test_an_answer_that_the_command_level_forbids_is_not_asked_for_in_solitaire() -> None:
    def spent(total: int) -> Game:
        game = position("1009 18/LXVI", hand=[29])  # its Command Value is 3
        game.state.stack = (Impulse(GERMAN, 6, total=total, played=1),)
        bridges.blow_with_reaction(game.state, game.river("1012/1013"), "test")
        return game

    assert isinstance(spent(3).top, Reaction)
    assert not isinstance(spent(4).top, Reaction)


# -- Allied events, two players ----------------------------------------------------------------


@pytest.mark.rule("EA-S.43", "EA-D16.p")
def test_engineers_blow_an_allied_bridge_beside_an_allied_unit_but_not_on_the_16th() -> None:
    text = "1013 504/82/XVIII"
    game = allied(text, 2)
    assert aim_rule(game, 2, "Engineers", "blow 1012/1013") is None
    assert aim_rule(game, 2, "Engineers", "blow 0813/0912") == "EA-S.43"  # nobody beside it
    assert not aimed(game, 2, "Engineers", "blow 1012/1013").state.bridges & game.river("1012/1013")
    assert aim_rule(allied(text, 2, day=16), 2, "Engineers", "blow 1012/1013") == "EA-S.43"


def test_engineers_block_a_supplied_junction_or_dig_in() -> None:
    game = allied("1013 504/82/XVIII", 2)
    assert aim_rule(game, 2, "Engineers", "block 1015") == "EA-S.43"  # neither town nor junction
    assert aim_rule(game, 2, "Engineers", "block 1016") is None  # Manhay
    dug = aimed(game.twin(), 2, "Engineers", "dig 1013")
    assert dug.has("dug_in", "1013")
    assert aimed(game, 2, "Engineers", "block 1016").has("roadblocks", "1016")


@pytest.mark.rule("EA-SU.o", "EA-ST.j")
@pytest.mark.parametrize("mark", ["unsupplied", "isolated", "dispersed"])
def test_engineers_dig_for_nobody_who_could_not(mark: str) -> None:
    text, one = "1013 504/82/XVIII 505/82/XVIII", "504/82/XVIII"
    both = f"{one} 505/82/XVIII"

    assert aim_rule(allied(text, 2, **{mark: both}), 2, "Engineers", "dig 1013") == "EA-S.43"
    assert aim_rule(allied(text, 2, **{mark: one}), 2, "Engineers", "dig 1013") is None


def test_air_resupply_takes_a_clear_sky_and_a_hex_cut_off() -> None:
    text = "1815 501/101/VIII 506/101/VIII"
    fields = {"unsupplied": "501/101/VIII", "isolated": "506/101/VIII"}
    assert aim_rule(allied(text, 34, day=24, **fields), 34, "Air Resupply", "1815") is None
    assert aim_rule(allied(text, 34, day=28, **fields), 34, "Air Resupply", "1815") == "EA-S.13"
    assert aim_rule(allied(text, 34, day=24), 34, "Air Resupply", "1815") == "EA-S.13"
    game = aimed(allied(text, 34, day=24, **fields), 34, "Air Resupply", "1815")
    assert game.state.unsupplied == game.state.isolated == 0
    assert game.state.airlifted == game.units("501/101/VIII", "506/101/VIII")


def test_break_in_the_clouds_comes_once_a_game() -> None:
    game = allied("", 52, 51, day=19).play('Event 52 "Break in the Clouds"')
    assert "Break in the Clouds" in game.state.used_once
    again = allied("", 52, day=20, used_once=frozenset({"Break in the Clouds"}))
    assert again.rule('Event 52 "Break in the Clouds"') == "EA-S.13"


def test_patton_brings_iii_corps_a_day_earlier() -> None:
    game = fresh("2p-14")
    put_card(game, ALLIED, 37, HAND)
    game.state.day = 19
    game.state.stack = (Impulses(GERMAN, 4), Impulse(ALLIED))
    game.play('Event 37 "Patton on the Move"')
    assert game.state.due[game.unit("CCA/4A/III")] == 21
    assert game.state.due[game.unit("134/35/III")] == 26


@pytest.mark.rule("EA-S.77", "EA-D16.o")
def test_raise_the_alarm_lets_a_division_march_on_16_december() -> None:
    game = allied("0608 23/2/V 16/1/V", 57, day=16)
    aimed(game, 57, "Raise the Alarm", "2/V")
    assert not game.has("active", "16/1/V")  # of another division
    game.play("Pick 23/2/V", "Step 0609", "Step 0610")
    assert game.where("23/2/V") == "0610"
    assert aim_rule(allied("0608 23/2/V", 57, day=17), 57, "Raise the Alarm", "2/V") == "EA-S.13"


@pytest.mark.rule("EA-S.43", "EA-S.10")
def test_the_allied_player_answers_a_german_beside_a_bridge() -> None:
    def arrival(day: int, *hand: int) -> Game:
        game = position("1010 1/1SS/ISS", game="2p", day=day, allied_hand=hand)
        bridges.ask_to_blow(game.state, game.river("1012/1013"), game.units("1/1SS/ISS"))
        return game

    game = arrival(18, 2)
    assert isinstance(game.top, Reaction)
    assert game.top.side == ALLIED
    aimed(game, 2, "Engineers", "blow 1012/1013")
    settle(game)
    if asked(game.state) and isinstance(game.top, Reaction):
        game.play("Decline")  # the German may answer with Operation Greif
    assert not game.state.bridges & game.river("1012/1013")
    assert not isinstance(arrival(16, 2).top, Reaction)
    # Asked whatever the hand holds, so that the question tells nothing; not without a hand.
    assert isinstance(arrival(18, 3).top, Reaction)
    assert not isinstance(arrival(18).top, Reaction)
    assert cards.hand(arrival(18).state, ALLIED) == []


@pytest.mark.rule("EA-S.43")
@pytest.mark.parametrize(("place", "put"), [(PILE, True), (AVAILABLE, True), (DISCARDS, False)])
def test_nobody_is_asked_for_a_card_that_all_can_see_he_does_not_hold(
    place: int, put: bool
) -> None:
    game = position("1010 1/1SS/ISS", game="2p", day=18, allied_hand=[3])
    for card in game.kit.allied_deck:
        if card.event == "Engineers":
            game.state.cards[ALLIED][card.id] = DISCARDS
    game.state.cards[ALLIED][2 - 1] = place  # card 2 has Engineers
    bridges.ask_to_blow(game.state, game.river("1012/1013"), game.units("1/1SS/ISS"))

    assert isinstance(game.top, Reaction) == put


def test_a_player_is_told_that_he_has_no_card_to_answer_with() -> None:
    for hand, verb in (([2], "blow the bridge with Engineers"), ([3], "decline")):
        game = position("1010 1/1SS/ISS", game="2p", day=18, allied_hand=hand)
        bridges.ask_to_blow(game.state, game.river("1012/1013"), game.units("1/1SS/ISS"))
        german, allied = (prompt(view(game.state, seat)) for seat in SEATS)

        assert allied.startswith(f"Allied player, 18 December: {verb}")
        assert (
            german == "Waiting for the Allied player to blow the bridge with Engineers, or decline."
        )
