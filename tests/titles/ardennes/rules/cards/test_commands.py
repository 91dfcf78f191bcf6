"""What a card can be played for: formations, units, Kampfgruppen (EA-S.13 to EA-S.16)."""

from __future__ import annotations

import pytest
from ea import Game, position

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Activation, Gathering, Impulse, Impulses
from grognard.titles.ardennes.rules.cards import cards, commands
from grognard.titles.ardennes.rules.fighting.battle import battle_of, tactics_of

XLVII = "1508 3/2P/XLVII 2/2P/XLVII 1607 130/Lehr/XLVII 1708 39/26/XLVII 1608 243/XLVII"
OTHERS = "1307 16/116P/LVIII 0704 1/1SS/ISS 2007 352/LXXXV"


def active(game: Game) -> set[str]:
    return {name for name in game.kit.names if game.has("active", name)}


def played(action: str, text: str = f"{XLVII} {OTHERS}", **fields: object) -> Game:
    number = int(action.split()[1])
    return position(text, hand=[number], **fields).play(action)  # type: ignore[arg-type]


# -- kinds of cards ----------------------------------------------------------------------------


@pytest.mark.rule("EA-S.14")
def test_a_division_card_activates_its_division() -> None:
    assert active(played("Activate 4 2P")) == {"3/2P/XLVII", "2/2P/XLVII"}


@pytest.mark.rule("EA-S.14")
def test_a_division_card_activates_one_unit_of_its_corps() -> None:
    assert active(played("Single 4 39/26/XLVII")) == {"39/26/XLVII"}
    game = position(f"{XLVII} {OTHERS}", hand=[4])
    assert game.rule("Single 4 16/116P/LVIII") == "EA-S.14"
    assert game.rule("Activate 4 Lehr/XLVII") == "EA-S.14"
    assert game.rule("Activate 4 XLVII") == "EA-S.14"


@pytest.mark.rule("EA-S.15")
def test_a_corps_card_activates_the_corps_with_attached_units_or_one_division() -> None:
    whole = {"3/2P/XLVII", "2/2P/XLVII", "130/Lehr/XLVII", "39/26/XLVII", "243/XLVII"}
    assert active(played("Activate 1 XLVII")) == whole
    assert active(played("Activate 1 26/XLVII")) == {"39/26/XLVII"}
    assert active(played("Single 1 243/XLVII")) == {"243/XLVII"}
    assert position(f"{XLVII} {OTHERS}", hand=[1]).rule("Activate 1 LVIII") == "EA-S.15"


@pytest.mark.rule("EA-S.16")
def test_an_army_card_activates_one_corps_of_its_army() -> None:
    assert active(played("Activate 24 LVIII")) == {"16/116P/LVIII"}
    game = position(f"{XLVII} {OTHERS}", hand=[24])
    assert game.rule("Activate 24 ISS") == "EA-S.16"
    assert game.rule("Activate 24 2P/XLVII") == "EA-S.16"


@pytest.mark.rule("EA-S.16")
def test_army_group_b_activates_a_corps_of_any_army_or_the_okw_units() -> None:
    assert active(played("Activate 74 ISS")) == {"1/1SS/ISS"}
    assert active(played("Activate 74 LXXXV")) == {"352/LXXXV"}
    freed = played("Activate 74 OKW", f"{XLVII} 1405 15/11P/OKW", assigned={"11P/OKW": "XLVII"})
    assert active(freed) == {"15/11P/OKW"}


def test_units_out_of_fuel_stay_inactive() -> None:
    assert active(played("Activate 4 2P", dry="3/2P/XLVII")) == {"2/2P/XLVII"}
    game = position("1508 3/2P/XLVII", hand=[4], dry="3/2P/XLVII")
    assert game.rule("Activate 4 2P") == "EA-S.14"


@pytest.mark.rule("EA-CT.q")
def test_the_command_value_is_the_number_of_tactics_of_the_activation() -> None:
    assert played("Activate 4 2P").state.record.tactics_left == 2
    assert played("Activate 1 XLVII").state.record.tactics_left == 3


def test_a_card_not_in_hand_cannot_be_played() -> None:
    game = position(XLVII, hand=[4])
    assert game.rule("Activate 1 XLVII") == "EA-S.13"
    assert game.rule("Activate 99 XLVII") == "EA-S.13"


# -- Kampfgruppe -------------------------------------------------------------------------------


def gathering(text: str = XLVII) -> Game:
    return position(text, hand=[4]).play("Group 4")


@pytest.mark.rule("EA-S.20")
def test_a_kampfgruppe_begins_with_a_unit_of_the_cards_division() -> None:
    game = gathering()
    assert isinstance(game.top, Gathering)
    assert game.rule("Launch") == "EA-S.20"
    assert game.rule("Join 130/Lehr/XLVII") == "EA-S.20"
    assert game.allows("Join 3/2P/XLVII")


@pytest.mark.rule("EA-S.20")
def test_it_takes_mechanized_units_of_the_corps_within_two_hexes_of_another() -> None:
    # 1508 to 1607 is one hex, to 1608 one; 1708 holds infantry.
    game = gathering(XLVII + " 1903 901/Lehr/XLVII").play("Join 3/2P/XLVII")
    assert game.allows("Join 130/Lehr/XLVII")
    assert game.allows("Join 243/XLVII")
    assert game.rule("Join 39/26/XLVII") == "EA-S.20"  # infantry
    assert game.rule("Join 901/Lehr/XLVII") == "EA-S.20"  # too far


@pytest.mark.rule("EA-S.20")
def test_it_has_three_units_at_most_and_acts_as_one_formation() -> None:
    game = gathering().play("Join 3/2P/XLVII", "Join 130/Lehr/XLVII", "Join 243/XLVII")
    assert game.rule("Join 2/2P/XLVII") == "EA-S.20"
    game.play("Launch")
    assert isinstance(game.top, Activation)
    assert active(game) == {"3/2P/XLVII", "130/Lehr/XLVII", "243/XLVII"}


@pytest.mark.rule("EA-S.20")
def test_no_kampfgruppe_on_an_infantry_division_or_a_corps_card() -> None:
    game = position(XLVII, hand=[8, 1])
    assert game.rule("Group 8") == "EA-S.20"
    assert game.rule("Group 1") == "EA-S.20"


@pytest.mark.rule("EA-S.12", "EA-S.20")
def test_the_corps_of_a_kampfgruppe_sits_out() -> None:
    game = position(XLVII, hand=[4, 1]).play("Group 4", "Join 3/2P/XLVII", "Launch", "Done", "Done")
    assert game.rule("Single 1 39/26/XLVII") == "EA-S.12"


# -- two players -------------------------------------------------------------------------------


def allied_impulse(text: str, *hand: int, day: int = 18) -> Game:
    game = position(text, game="2p", day=day, allied_hand=hand, side="allied")
    game.state.stack = (Impulses(GERMAN, 4), Impulse(ALLIED))
    return game


@pytest.mark.rule("EA-S.14", "EA-S.15", "EA-S.16")
def test_allied_cards_activate_their_formation() -> None:
    text = "0608 9/2/V 16/1/V 0507 38/2/V 0307 102Cav/V 1010 CCB/9A/VIII"
    assert active(allied_impulse(text, 5).play("Activate 5 2")) == {"9/2/V", "38/2/V"}
    assert active(allied_impulse(text, 1).play("Activate 1 V")) == {
        "9/2/V",
        "16/1/V",
        "38/2/V",
        "102Cav/V",
    }
    army = allied_impulse(text, 53).play("Activate 53 VIII")
    assert active(army) == {"CCB/9A/VIII"}


@pytest.mark.rule("EA-S.28")
@pytest.mark.parametrize(
    ("card", "corps", "sky", "given"),
    [
        (51, "V", "clear", ("Tank Battalion",)),
        (55, "XXX", "clear", ("Artillery", "Airpower")),
        (55, "XXX", "overcast", ("Artillery",)),
        (1, "V", "clear", ()),
    ],
)
def test_an_allied_army_card_supports_every_attack_of_its_activation(
    card: int, corps: str, sky: str, given: tuple[str, ...]
) -> None:
    text = "0608 9/2/V 0708 27/12VG/ISS 0609 5/GA/XXX"
    day = 23 if sky == "clear" else 20
    game = allied_impulse(text, card, 2, day=day)
    assert game.kit.days[game.state.day].sky == sky
    game.play(f"Activate {card} {corps}", "Done", "Attack 0708")
    game.play("Commit 5/GA/XXX" if corps == "XXX" else "Commit 9/2/V", "Launch")

    assert game.told(ev.TacticUsed) == [ev.TacticUsed(ALLIED, name) for name in given]
    assert tactics_of(battle_of(game.state), ALLIED) == given


def test_a_no_command_card_activates_nobody() -> None:
    game = allied_impulse("0608 9/2/V", 57)
    assert game.rule("Activate 57 V") == "EA-S.16"
    assert cards.held(game.state, ALLIED, 57) is cards.deck(game.state, ALLIED)[56]
    assert commands.single_units(game.state, cards.deck(game.state, ALLIED)[56]) == 0
    assert game.state.kit.side_units[GERMAN] & game.state.record.active == 0
