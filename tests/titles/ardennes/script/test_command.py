"""The Allied impulse: which command of a card is carried out, and its events."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import command_of, lines, resolve, rules

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    ActionDraw,
    AlliedTurn,
    CommandDraw,
    Discarding,
    Impulse,
    Impulses,
    TacticDraw,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import CALENDAR, DISCARDS, HAND, PILE, ids, put
from grognard.titles.ardennes.script import activation, attack, engineers, roads
from grognard.titles.ardennes.script.reasons import Reasons

GERMAN_UNIT = "39/26/XLVII"
NEAR = f"1712 {GERMAN_UNIT}"


def due(game: Game, name: str, day: int) -> Game:
    put(game.state, game.unit(name), CALENDAR)
    game.state.due[game.unit(name)] = day
    return game


# -- the impulse ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.7")
def test_the_card_turned_up_is_resolved_and_discarded() -> None:
    game = resolve(position(NEAR, reserve="CCB/9A/VIII"), 28)

    assert game.told(ev.CommandChosen)[0].card == 28
    assert game.state.cards[ALLIED][27] == DISCARDS
    assert isinstance(game.top, Discarding)


@pytest.mark.rule("EA-D16.j")
def test_after_the_opening_a_card_is_turned_up_for_the_allied_impulse() -> None:
    game = position(NEAR, day=16, reserve="CCB/9A/VIII")
    game.state.stack = (Impulses(GERMAN, 1), Discarding(GERMAN, must=False), AlliedTurn())
    game.events += proceed(game.state)

    assert isinstance(game.top, CommandDraw)
    game.pick(0)
    assert game.told(ev.CommandChosen)[0].card == 1


@pytest.mark.rule("EA-S.58")
def test_commandos_send_the_card_to_the_discards_unresolved() -> None:
    game = position(NEAR, reserve="CCB/9A/VIII").set(skipping=True)

    resolve(game, 28)

    assert game.told(ev.CommandChosen) == []
    assert game.told(ev.ImpulseSkipped)[0].card == 28
    assert game.state.cards[ALLIED][27] == DISCARDS
    assert not game.state.skipping


@pytest.mark.rule("EA-S.29")
def test_after_a_no_command_card_another_is_resolved() -> None:
    game = resolve(position(NEAR, reserve="CCB/9A/VIII"), 60)
    assert isinstance(game.top, CommandDraw)

    pile = [n for n, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    game.pick(pile.index(27))

    assert [c.card for c in game.told(ev.CommandChosen)] == [60, 28]
    assert isinstance(game.top, Discarding)


@pytest.mark.rule("EA-S.29")
def test_two_no_command_cards_are_no_reason_for_a_third() -> None:
    game = resolve(position(NEAR), 60)
    pile = [n for n, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    game.pick(pile.index(56))  # card 57, another No Command

    assert isinstance(game.top, Discarding)


# -- the command list ----------------------------------------------------------------------------


@pytest.mark.rule("EA-S.23")
def test_only_the_first_command_that_applies_is_carried_out() -> None:
    # Reserves can deploy, and the unit on the map could be activated: the first is done.
    game = resolve(position(f"{NEAR}  1815 110/28/VIII", reserve="CCB/9A/VIII"), 28)

    assert command_of(game) == "Deploy Reserves"
    assert game.told(ev.Activated) == []


@pytest.mark.rule("EA-S.23")
def test_an_event_that_is_not_listed_comes_last() -> None:
    # Card 5 (2nd Division: D, U) has Engineers; nobody of the 2nd is there.
    game = resolve(position(f"{NEAR}  1816 110/28/VIII", day=17), 5)

    assert command_of(game) == "Event"


@pytest.mark.rule("EA-S.25")
def test_expedite_brings_tomorrows_units_to_the_reserve_box() -> None:
    game = due(position(NEAR, day=17), "501/101/VIII", 18)
    later = due(position(NEAR, day=17), "501/101/VIII", 19)

    resolve(game, 28)
    resolve(later, 28)

    assert command_of(game) == "Expedite Reserves"
    assert game.where("501/101/VIII") == "reserve"
    assert later.where("501/101/VIII") == "calendar"


def late_in_the_day(game: Game) -> Game:
    for n, place in enumerate(game.state.cards[GERMAN]):
        if place == PILE:
            game.state.cards[GERMAN][n] = DISCARDS
    game.state.cards[GERMAN][0] = game.state.cards[GERMAN][1] = PILE
    return game


@pytest.mark.rule("EA-S.25")
def test_late_in_the_day_expedited_units_go_straight_to_the_map() -> None:
    game = late_in_the_day(due(position(NEAR, day=17), "501/101/VIII", 18))

    assert resolve(game, 28).where("501/101/VIII") == "1815"


@pytest.mark.rule("EA-S.25")
def test_if_none_can_be_placed_the_next_command_is_tried() -> None:
    text = "0503 27/12VG/ISS  1816 110/28/VIII"
    game = late_in_the_day(due(position(text, day=17), "501/101/VIII", 18))

    assert command_of(resolve(game, 28)) == "Unit Activation"
    assert game.where("501/101/VIII") == "calendar"


REDUCED = "1816 110/28/VIII:1  1916 109/28/VIII:1  2017 112/28/VIII:1"


@pytest.mark.rule("EA-S.26")
def test_replacements_give_a_step_each_to_two_units() -> None:
    game = resolve(position(f"0503 27/12VG/ISS  {REDUCED}", day=18), 28)

    assert command_of(game) == "Assign Replacements"
    assert [r.unit for r in game.told(ev.Refitted)] == ["109/28/VIII", "110/28/VIII"]


@pytest.mark.rule("EA-S.26")
def test_replacements_need_two_reduced_units_and_18_december() -> None:
    early = resolve(position(f"0503 27/12VG/ISS  {REDUCED}", day=17), 28)
    one = resolve(position("0503 27/12VG/ISS  1816 110/28/VIII:1  1916 109/28/VIII", day=18), 28)

    assert command_of(early) != "Assign Replacements"
    assert command_of(one) != "Assign Replacements"


@pytest.mark.rule("EA-S.26")
def test_units_outside_german_zoc_come_first() -> None:
    # 109/28/VIII at 1916 has a German next to it.
    game = resolve(position(f"1917 39/26/XLVII  {REDUCED}", day=20), 28)

    assert "109/28/VIII" not in [r.unit for r in game.told(ev.Refitted)][:1]


@pytest.mark.rule("EA-S.27")
def test_an_army_card_activates_who_is_near_the_german_spearhead() -> None:
    # 1719 (St. Hubert) is the 3rd Army's objective: the unit at 1714 is nearer it than 1009.
    text = (
        "1714 39/26/XLVII  1009 77/26/XLVII  1817 110/28/VIII  1818 119/30/XVIII  1109 14Cav/XVIII"
    )
    game = position(text, day=20)
    card = game.kit.allied_deck[52]

    units = activation.around_the_spearhead(game.state, card, Reasons(game.state))

    assert units == game.units("110/28/VIII", "119/30/XVIII")


@pytest.mark.rule("EA-S.27")
def test_of_equally_near_germans_the_westernmost_counts() -> None:
    # 1518 and 1920 are both two hexes from 1719.
    text = "1518 39/26/XLVII  1920 77/26/XLVII  2420 110/28/VIII  1318 109/28/VIII"
    game = position(text, day=20)
    card = game.kit.allied_deck[52]

    units = activation.around_the_spearhead(game.state, card, Reasons(game.state))

    assert units == game.units("110/28/VIII")


@pytest.mark.rule("EA-S.28")
def test_army_cards_support_the_attacks_of_their_activation() -> None:
    for number, support in ((51, ("Tank Battalion",)), (53, ("Tank Battalion",))):
        game = resolve(position("1714 39/26/XLVII  1816 110/28/VIII", day=20), number)
        assert isinstance(game.top, ActionDraw)
        assert attack.army_support(game.state) == support
    british = resolve(position("0824 39/26/XLVII  0826 129/43/XXX", day=23), 55)
    assert attack.army_support(british.state) == ("Artillery", "Airpower")
    corps = resolve(position("1714 39/26/XLVII  1816 110/28/VIII", day=20), 28)
    assert attack.army_support(corps.state) == ()


# -- events --------------------------------------------------------------------------------------


def job(game: Game) -> str:
    found = engineers.first_job(game.state, Reasons(game.state))
    return "" if found is None else engineers.describe(game.kit, found)


@pytest.mark.rule("EA-S.76")
def test_engineers_destroy_a_bridge_near_the_germans_first() -> None:
    # Bridges near 1117: 1018/1118 (far hex of Hold Value 3).
    game = position("1117 39/26/XLVII  1120 119/30/XVIII", day=17)

    assert job(game).startswith("bridge ")
    resolve(game, 56)
    assert game.told(ev.BridgeBlown)


@pytest.mark.rule("EA-D16.s", "EA-D16.t")
def test_on_16_december_engineers_only_block_or_dig() -> None:
    game = position("1117 39/26/XLVII  1120 119/30/XVIII", day=16)

    assert job(game).startswith("roadblock in")
    resolve(game, 56)
    assert game.told(ev.BridgeBlown) == []
    assert game.told(ev.RoadblockPlaced)
    assert "EA-D16.s" in rules(game, "Engineers")


@pytest.mark.rule("EA-S.76")
def test_engineers_dig_in_where_nothing_else_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    # With every bridge German none is blown; of 1714 (Hold Value 3) and 1814 the first holds best.
    monkeypatch.setattr(roads, "placeable", lambda *_: False)
    text = "1712 39/26/XLVII  1714 110/28/VIII  1814 109/28/VIII"
    game = position(text, day=20)
    game.set(german_bridges=game.state.bridges)

    assert job(game) == "Improved Position in 1714"
    assert job(position(text, day=20, dug_in="1714").set(german_bridges=game.state.bridges)) == (
        "Improved Position in 1814"
    )


def test_air_resupply_goes_to_the_vp_hex_with_most_steps_under_a_clear_sky() -> None:
    text = "1815 110/28/VIII 109/28/VIII  1009 112/28/VIII"
    cut = "110/28/VIII 109/28/VIII 112/28/VIII"
    clear = resolve(position(text, day=23, isolated=cut), 58)
    overcast = resolve(position(text, day=28, isolated=cut), 58)

    assert clear.has("airlifted", "110/28/VIII")
    assert not clear.has("isolated", "110/28/VIII")
    assert clear.has("isolated", "112/28/VIII")
    assert overcast.state.airlifted == 0


def test_patton_moves_iii_corps_a_day_forward() -> None:
    game = position(day=19)
    for unit in ids(game.kit.corps_units["III"]):
        game.state.due[unit] = 26
    due(game, "CCA/4A/III", 22)

    resolve(game, 37)

    assert command_of(game) == "Event"
    assert game.state.due[game.unit("CCA/4A/III")] == 21


def test_the_clouds_break_once() -> None:
    # Card 52: nobody is near the spearhead, so the event is tried.
    game = resolve(position("1009 39/26/XLVII  2018 110/28/VIII", day=19), 52)

    assert command_of(game) == "Event"
    assert "Break in the Clouds" in game.state.today
    again = resolve(game, 52)
    assert command_of(again) == "nothing applies"


def test_raise_the_alarm_does_nothing_in_the_solitaire_game() -> None:
    game = resolve(position("1109 14Cav/XVIII", day=16), 57)

    assert command_of(game) == "nothing applies"
    assert "does nothing in this game" in lines(game, "Command list")


@pytest.mark.rule("EA-D16.j")
def test_in_the_opening_cards_are_drawn_for_defences_alone() -> None:
    # An attack in the opening: one card is drawn, for the defence; none sets a level.
    game = position(
        "0707 394/99/V  0706 27/12VG/ISS", day=16, active="27/12VG/ISS", stage="attack", hand=[1]
    )
    opening, *rest = game.state.stack
    assert isinstance(opening, Impulse)
    game.state.stack = (Impulse(GERMAN, 10, opening=True), *rest)
    game.play("Attack 0707", "Commit 27/12VG/ISS", "Launch")
    while not isinstance(game.top, TacticDraw):
        game.play("Done")

    assert game.state.shown == -1
    assert game.state.cards[GERMAN].count(HAND) == 1
