"""The card drawn for a combat: a unit joins the defence, or a tactic is used; Reinforce Battle."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import chosen, lines, ring, rules

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import NO_UNIT, Discarding
from grognard.titles.ardennes.position.state import mark
from grognard.titles.ardennes.rules.fighting import combat
from grognard.titles.ardennes.rules.fighting.battle import battle_of
from grognard.titles.ardennes.script import defence
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.titles.ardennes.script.vocabulary import opens_gap

UNIT = "110/28/VIII"
ENEMY = "39/26/XLVII"


def attacked(text: str, label: str = "1714", by: str = ENEMY, **more: object) -> Game:
    """A German attack on that hex, with a card about to be drawn for its defence."""
    more.setdefault("day", 20)
    game = position(text, **more)  # type: ignore[arg-type]  # passed on as it is
    game.state.stack = (Discarding(GERMAN, must=False),)
    game.state.battle = combat.new_battle(
        game.state, GERMAN, game.hex(label), game.units(*by.split())
    )
    return game


def attacking(text: str, label: str, by: str, **more: object) -> Game:
    """The same for an Allied attack."""
    more.setdefault("day", 20)
    game = position(text, **more)  # type: ignore[arg-type]  # passed on as it is
    game.state.stack = (Discarding(GERMAN, must=False),)
    game.state.battle = combat.new_battle(
        game.state, ALLIED, game.hex(label), game.units(*by.split())
    )
    return game


def card(game: Game, number: int) -> Game:
    game.events += defence.combat_card(game.state, number - 1)
    return game


def joins(game: Game, number: int) -> str:
    """The unit that would join by that card; "" for none."""
    face = game.kit.allied_deck[number - 1]
    unit = defence.joiner(game.state, face, battle_of(game.state), Reasons(game.state))
    return "" if unit == NO_UNIT else game.kit.names[unit]


PAIR = f"1714 {UNIT}  1713 {ENEMY}"


# -- a unit joins --------------------------------------------------------------------------------


@pytest.mark.rule("EA-CT.u")
def test_a_unit_of_the_cards_formation_joins_if_a_defender_is_of_it() -> None:
    # Card 32 is the 28th Division, 28 the VIII Corps, 53 the 3rd Army, 31 the 9th Armored.
    game = attacked(PAIR, reserve="109/28/VIII CCR/9A/VIII CCA/4A/III")

    assert joins(game, 32) == "109/28/VIII"
    assert joins(game, 28) == "CCR/9A/VIII"  # 11 before 14
    assert joins(game, 53) == "CCA/4A/III"
    assert joins(game, 31) == ""
    assert joins(game, 60) == ""  # No Command


@pytest.mark.rule("EA-CT.u")
def test_the_unit_stands_in_the_hex_and_defends() -> None:
    game = card(attacked(PAIR, reserve="109/28/VIII"), 32)

    assert game.where("109/28/VIII") == "1714"
    assert battle_of(game.state).defenders == game.units(UNIT, "109/28/VIII")
    assert game.told(ev.Joined)[0].origin == "reserve"
    assert chosen(game, "Card for the combat") == ["109/28/VIII"]


@pytest.mark.rule("EA-CT.u", "EA-D16.m")
def test_on_16_december_a_unit_joins_from_however_far() -> None:
    game = card(attacked(f"{PAIR}  2018 109/28/VIII", day=16), 32)  # five hexes away

    assert game.where("109/28/VIII") == "1714"
    assert battle_of(game.state).defenders == game.units(UNIT, "109/28/VIII")


@pytest.mark.rule("EA-CT.u", "EA-D16.w")
def test_on_16_december_each_card_brings_one_unit_out_of_the_reserve() -> None:
    text = f"{PAIR}  1112 16/1/V  1111 62/LXVI"
    game = card(attacked(text, day=16, reserve="109/28/VIII 112/28/VIII 26/1/V"), 32)
    assert (game.where("109/28/VIII"), game.where("112/28/VIII")) == ("1714", "reserve")

    battle = combat.new_battle(game.state, GERMAN, game.hex("1112"), game.units("62/LXVI"))
    mark(game.state, battle=battle)
    assert joins(game, 3) == "26/1/V"  # the card of 1st and 2nd Division


@pytest.mark.rule("EA-CT.v")
def test_nobody_joins_four_steps() -> None:
    three = attacked(f"1714 {UNIT} CCB/9A/VIII:1  1713 {ENEMY}", reserve="109/28/VIII")
    four = attacked(f"1714 {UNIT} CCB/9A/VIII  1713 {ENEMY}", reserve="109/28/VIII")

    assert joins(three, 32) == "109/28/VIII"
    assert joins(four, 32) == ""


@pytest.mark.rule("EA-CT.w")
def test_nobody_joins_defenders_out_of_communication() -> None:
    game = attacked(f"1714 {UNIT}  {ring('1714', 3)}", by=ENEMY, reserve="109/28/VIII")

    assert joins(game, 32) == ""


@pytest.mark.rule("EA-CT.x")
def test_nobody_joins_defenders_in_danger_of_surround() -> None:
    game = attacked(f"{PAIR}  1717 77/26/XLVII", reserve="109/28/VIII")

    assert joins(game, 32) == ""


@pytest.mark.rule("EA-CT.x", "EA-S.33")
def test_nobody_joins_defenders_who_are_surrounded_already() -> None:
    """2810 is a source: in communication even with all its neighbours closed."""
    text = "2810 22/4/XII  2710 13/5F/LXXXV  2808 352/LXXXV"
    closed = attacked(text, "2810", "13/5F/LXXXV", reserve="8/4/XII")
    open_ = attacked(f"{text}  2811 12/4/XII", "2810", "13/5F/LXXXV", reserve="8/4/XII")

    assert joins(open_, 24) == "8/4/XII"  # the card of XII Corps
    assert joins(closed, 24) == ""


@pytest.mark.rule("EA-CT.x", "EA-SU.y")
def test_an_isolated_german_keeps_nobody_from_joining() -> None:
    game = attacked(f"{PAIR}  1717 77/26/XLVII", reserve="109/28/VIII", isolated="77/26/XLVII")

    assert joins(game, 32) == "109/28/VIII"


@pytest.mark.rule("EA-CT.y")
def test_the_reserve_box_comes_before_units_out_of_contact() -> None:
    # 109/28/VIII (14) is out of contact at 2018; 112/28/VIII (16) is in the Reserve box.
    text = f"{PAIR}  2018 109/28/VIII"
    both = attacked(text, reserve="112/28/VIII")
    alone = attacked(text)

    assert joins(both, 32) == "112/28/VIII"
    assert joins(alone, 32) == "109/28/VIII"
    assert card(alone, 32).told(ev.Joined)[0].origin == "2018"


@pytest.mark.rule("EA-AR.s", "EA-CT.y")
def test_a_dispersed_unit_is_not_lifted_to_join() -> None:
    game = attacked(f"{PAIR}  2018 109/28/VIII", dispersed="109/28/VIII")

    assert joins(game, 32) == ""


@pytest.mark.rule("EA-CT.z")
def test_if_nobody_joins_the_cards_tactic_is_used() -> None:
    # Card 33 (28 + 9A) has Screen; card 12 (2A) a Tank Battalion; card 11 Assault Coordination,
    # which is for attackers.
    game = card(attacked(PAIR), 33)

    assert battle_of(game.state).answers == ("Screen",)
    assert battle_of(card(attacked(PAIR), 12).state).answers == ("Tank Battalion",)
    assert battle_of(card(attacked(PAIR), 11).state).answers == ()


@pytest.mark.rule("EA-CT.z")
def test_no_tactic_without_a_supplied_defender() -> None:
    game = card(attacked(f"1714 {UNIT}  {ring('1714', 3)}"), 33)

    assert battle_of(game.state).answers == ()
    assert "EA-CT.p" in rules(game, "Card for the combat")


@pytest.mark.rule("EA-D16.u", "EA-D16.v")
def test_on_16_december_corps_artillery_works_and_artillery_does_not() -> None:
    # Card 3 (1 + 2) has Artillery, card 1 (V Corps) Corps Artillery; nobody of V Corps defends.
    artillery = card(attacked(PAIR, day=16), 3)
    corps = card(attacked(PAIR, day=16), 1)
    later = card(attacked(PAIR, day=17), 3)

    assert battle_of(artillery.state).answers == ()
    assert battle_of(corps.state).answers == ("Corps Artillery",)
    assert battle_of(later.state).answers == ("Artillery",)


def test_a_wild_card_is_taken_for_the_first_tactic_that_serves() -> None:
    # Card 51 (1st Army): overcast on the 20th, so Artillery; Airpower on the 23rd.
    overcast = card(attacked(PAIR), 51)
    clear = card(attacked(PAIR, day=23), 51)

    assert battle_of(overcast.state).answers == ("Artillery",)
    assert battle_of(clear.state).answers == ("Airpower",)


def test_under_break_in_the_clouds_a_card_without_a_tactic_is_airpower() -> None:
    # Card 56 (No Command) has no tactic.
    game = attacked(PAIR)
    mark(game.state, today=frozenset({"Break in the Clouds"}))

    assert battle_of(card(game, 56).state).answers == ("Airpower",)
    assert battle_of(card(attacked(PAIR), 56).state).answers == ()


# -- Allied attacks ------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.73", "EA-CT.t")
def test_for_an_allied_attack_the_cards_tactic_is_used_if_an_attacker_can() -> None:
    text = f"1714 {UNIT}  1713 {ENEMY}"
    tanks = card(attacking(text, "1713", UNIT), 12)
    screen = card(attacking(text, "1713", UNIT), 33)

    assert battle_of(tanks.state).tactics == ("Tank Battalion",)
    assert battle_of(screen.state).tactics == ()  # for defenders
    assert "Screen cannot be used" in lines(screen, "Card for the combat")


@pytest.mark.rule("EA-CT.t")
def test_an_allied_attacker_gets_one_tactic_from_the_card() -> None:
    game = card(attacking(f"1714 {UNIT}  1713 {ENEMY}", "1713", UNIT, day=23), 51)

    assert len(battle_of(game.state).tactics) == 1


# -- Reinforce Battle ----------------------------------------------------------------------------


@pytest.mark.rule("EA-CT.l")
def test_the_stack_with_the_lowest_number_reinforces() -> None:
    # Behind the battle stand 112/28/VIII (16) at 1716 and 109/28/VIII (14) at 1816.
    game = attacked(f"{PAIR}  1716 112/28/VIII  1816 109/28/VIII  1815 327/101/VIII")

    units, to, told = defence.pick_reinforcement(game.state)
    game.events += told

    assert units == game.units("109/28/VIII")
    assert to == game.hex("1714")


@pytest.mark.rule("EA-CT.m")
def test_a_stack_that_guards_a_vp_hex_or_holds_the_line_stays() -> None:
    # 109/28/VIII (14) guards Bastogne; 112/28/VIII (16) may come.
    game = attacked(f"{PAIR}  1815 109/28/VIII  1716 112/28/VIII")

    units, _, told = defence.pick_reinforcement(game.state)
    game.events += told

    assert units == game.units("112/28/VIII")
    assert "protects a VP hex" in lines(game, "Reinforce Battle")


@pytest.mark.rule("EA-CT.m")
def test_nobody_comes_if_the_line_would_break() -> None:
    # The battle is at 1515; 1715 is the middle of the line before 1712.
    text = f"1515 {UNIT}  1414 77/26/XLVII  1712 {ENEMY}  1715 109/28/VIII  1915 112/28/VIII"
    game = attacked(text, "1515", by="77/26/XLVII")

    units, _, told = defence.pick_reinforcement(game.state)
    game.events += told

    assert units != game.units("109/28/VIII")
    assert "its going would open a gap in the line" in lines(game, "Reinforce Battle")


# The Allies attack 1814 from 1714; Bastogne 1815 is next to the target too.
SALLY = f"1714 {UNIT}  1814 {ENEMY}"


@pytest.mark.rule("EA-CT.m", "EA-AA.q")
def test_fewer_than_four_steps_are_not_called_to_attack_out_of_a_vp_hex() -> None:
    weak = attacking(f"{SALLY}  1815 109/28/VIII", "1814", UNIT)
    strong = attacking(f"{SALLY}  1815 109/28/VIII 112/28/VIII", "1814", UNIT)

    units, _, told = defence.pick_reinforcement(weak.state)
    weak.events += told
    assert units == 0
    assert "too few steps to attack out of a VP hex" in lines(weak, "Reinforce Battle")
    assert defence.pick_reinforcement(strong.state)[0] == strong.units("109/28/VIII", "112/28/VIII")


@pytest.mark.rule("EA-CT.m", "EA-AA.q")
def test_nor_do_they_come_into_a_vp_hex_to_attack_out_of_it() -> None:
    """Empty Bastogne is the Position in reach, and from 1714 the line would break: 1914 is left."""
    game = attacking(f"{SALLY}  1715 109/28/VIII", "1814", UNIT)

    units, to, _ = defence.pick_reinforcement(game.state)

    assert units == game.units("109/28/VIII")
    assert game.kit.grid.label(to) == "1914"


@pytest.mark.rule("EA-CT.m", "EA-S.34")
def test_a_stack_takes_a_hex_from_which_the_line_holds_if_there_is_one() -> None:
    """From 1714 it would leave the way past 1914 open that it bars in 1914 as it does in 1916."""
    game = attacking(f"{SALLY}  1916 109/28/VIII", "1814", UNIT)
    regiment = game.units("109/28/VIII")

    assert opens_gap(game.state, regiment, game.hex("1714"))
    assert not opens_gap(game.state, regiment, game.hex("1914"))
    assert defence.pick_reinforcement(game.state)[:2] == (regiment, game.hex("1914"))


@pytest.mark.rule("EA-CT.k", "EA-CT.m")
def test_a_stack_next_to_the_target_fights_from_where_it_stands() -> None:
    """1714, a Position, would be the better end of a move: it makes none."""
    game = attacking(f"{SALLY}  1713 109/28/VIII", "1814", UNIT)

    assert defence.pick_reinforcement(game.state)[:2] == (
        game.units("109/28/VIII"),
        game.hex("1713"),
    )


@pytest.mark.rule("EA-D16.n", "EA-AA.z")
@pytest.mark.parametrize("day", [16, 20])
def test_the_points_left_count_on_16_december_too(day: int) -> None:
    """From 1320 it is one hex to 1420 and two to 1519, which lies beside the target too."""
    text = f"1318 {UNIT}  1419 {ENEMY}  1320 CCA/11A/VIII"
    game = attacking(text, "1419", UNIT, day=day)

    assert defence.pick_reinforcement(game.state)[:2] == (
        game.units("CCA/11A/VIII"),
        game.hex("1420"),
    )


@pytest.mark.rule("EA-CT.b", "EA-AA.q")
def test_assault_coordination_counts_all_who_attack_out_of_a_vp_hex() -> None:
    """Two steps of Bastogne attack by their activation, two more join them: that makes four."""
    text = f"1815 {UNIT} 109/28/VIII  1814 {ENEMY}"
    game = attacking(text, "1814", UNIT)
    alone = attacking(f"1714 {UNIT}  1815 109/28/VIII  1814 {ENEMY}", "1814", UNIT)
    for each in (game, alone):
        each.events += defence.use_tactic(each.state, "Assault Coordination")

    assert battle_of(game.state).attackers == game.units(UNIT, "109/28/VIII")
    assert battle_of(alone.state).attackers == alone.units(UNIT)


@pytest.mark.rule("EA-D16.n")
def test_on_16_december_reinforce_battle_may_go_farther_than_one_hex() -> None:
    # Two hexes from 1716 to 1714.
    game = attacked(f"{PAIR}  1716 112/28/VIII", day=16)

    units, to, _ = defence.pick_reinforcement(game.state)

    assert units == game.units("112/28/VIII")
    assert to == game.hex("1714")
