"""What would it do? Chances and places told beforehand, without changing or peeking."""

from __future__ import annotations

from fractions import Fraction

import pytest
from ea import Game, position
from ea_script import ring

from grognard.titles.ardennes.kit.kit import ALLIED
from grognard.titles.ardennes.position.state import AVAILABLE, DISCARDS, PILE, copy
from grognard.titles.ardennes.sight import foresight
from grognard.titles.ardennes.sight.foresight import Foreseen

UNIT = "110/28/VIII"
ENEMY = "39/26/XLVII"


def told(found: list[Foreseen], what: str) -> list[tuple[Fraction, tuple[str, ...]]]:
    return [(one.chance, one.spots) for one in found if one.what == what]


def frozen(game: Game) -> object:
    """All that a glance must leave as it was."""
    state = copy(game.state)
    return [getattr(state, name) for name in state.__struct_fields__]


@pytest.mark.rule("EA-RB.g")
def test_the_chance_of_a_roadblock_is_the_hold_value() -> None:
    # St. Vith 1009 has Hold Value 6.
    game = position("1006 18/LXVI", day=17)

    found = foresight.roadblock_at(game.state, game.hex("1009"))

    assert found.chance == Fraction(6, 10)
    assert found.spots == ("1009",)
    assert foresight.roadblock_at(game.state, game.hex("1010")).chance == 0  # no Position


@pytest.mark.rule("EA-RB.h", "EA-RB.j")
def test_several_candidates_are_rolled_for_in_order_until_one_is_placed() -> None:
    # A unit entering 1714: Bastogne 1815 (7) is rolled for first; 1714's other neighbours are none.
    game = position(f"1712 {ENEMY}", day=17)

    found = foresight.on_entering(game.state, game.unit(ENEMY), game.hex("1714"))
    blocks = told(found, "roadblock")

    assert blocks[0] == (Fraction(7, 10), ("1815",))
    later = [chance for chance, _ in blocks[1:]]
    assert all(chance < Fraction(3, 10) for chance in later)
    assert game.where(ENEMY) == "1712"


@pytest.mark.rule("EA-S.42")
def test_the_chance_that_a_bridge_is_blown_is_the_far_hold_value() -> None:
    # 1008 lies before the bridge to St. Vith (6).
    game = position("1006 18/LXVI  1010 424/106/XVIII", day=17)
    early = position("1006 18/LXVI  1010 424/106/XVIII", day=16)

    found = foresight.demolitions(game.state, game.hex("1008"), 0)

    assert [(one.subject, one.chance) for one in found] == [("1008/1009", Fraction(6, 10))]
    assert foresight.demolitions(early.state, early.hex("1008"), 0) == []


@pytest.mark.rule("EA-CR.e", "EA-CR.g")
def test_how_defenders_take_the_first_hit() -> None:
    # 1714: Hold Value 3 and two steps: 5. With two hits on two steps they retreat.
    game = position(f"1714 {UNIT}  1713 {ENEMY}", day=20)

    found = foresight.stand(game.state, game.hex("1714"))

    assert told(found, "hold") == [(Fraction(5, 10), ("1714",))]
    retreats = told(found, "retreat")
    assert [chance for chance, _ in retreats] == [Fraction(5, 10), 1, 1]
    assert all(spots[1] == "1815" for _, spots in retreats)  # a town


@pytest.mark.rule("EA-CR.h", "EA-CR.k")
def test_defenders_out_of_communication_hold_less() -> None:
    game = position(f"1714 {UNIT}  {ring('1714', 3)}", day=20)

    held = [one for one in foresight.stand(game.state, game.hex("1714")) if one.what == "hold"]

    assert held[0].chance == Fraction(6, 10)  # 3 + 2 - 3, and 4 as every way back costs a step
    assert {"EA-CR.h", "EA-CR.k"} <= {line.rule for line in held[0].lines}


@pytest.mark.rule("EA-CT.u", "EA-CT.y")
def test_the_chance_that_a_unit_joins_is_exact_over_the_cards_given() -> None:
    # Of four cards the 28th Division's (32) and VIII Corps' (28) bring 109/28/VIII,
    # V Corps' (1) Corps Artillery, No Command (56) nothing.
    game = position(f"1714 {UNIT}  1713 {ENEMY}", day=20, reserve="109/28/VIII")

    found = foresight.answers(game.state, game.hex("1714"), [31, 27, 0, 55])

    assert told(found, "join") == [(Fraction(1, 2), ("1714", "109/28/VIII"))]
    assert [(one.text, one.chance) for one in found if one.what == "tactic"] == [
        ("Corps Artillery: 25 %", Fraction(1, 4))
    ]


@pytest.mark.rule("EA-ST.l")
def test_no_card_is_drawn_for_dispersed_defenders() -> None:
    game = position(f"1714 {UNIT}  1713 {ENEMY}", day=20, dispersed=UNIT)

    assert told(foresight.answers(game.state, game.hex("1714"), [31]), "join")[0][0] == 0


def test_the_public_pile_does_not_tell_which_cards_were_dealt() -> None:
    # Two primary cards and one of three supplemental ones are in the pile.
    game = position(day=20)
    deck, places = game.kit.allied_deck, game.state.cards[ALLIED]
    primary = [c.id for c in deck if c.set == "primary"][:2]
    extra = [c.id for c in deck if c.set == "supplemental"][:3]
    for card in range(len(deck)):
        places[card] = DISCARDS
    for card in (*primary, extra[0]):
        places[card] = PILE
    for card in extra[1:]:
        places[card] = AVAILABLE

    pile = foresight.public_pile(game.state)

    assert {pile[card] for card in primary} == {Fraction(1, 3)}
    assert {pile[card] for card in extra} == {Fraction(1, 9)}
    assert sum(pile.values()) == 1
    places[extra[0]], places[extra[1]] = AVAILABLE, PILE
    assert foresight.public_pile(game.state) == pile


@pytest.mark.rule("EA-AR.c", "EA-S.24")
def test_where_the_next_reserve_of_each_formation_would_go() -> None:
    game = position(f"1712 {ENEMY}", day=17, reserve="CCB/9A/VIII CCR/9A/VIII 109/28/VIII 12/4/XII")

    found = {one.subject: one for one in foresight.next_reserves(game.state)}

    assert set(found) == {"9A/VIII", "28/VIII", "4/XII"}
    assert found["9A/VIII"].spots == ("CCB/9A/VIII", "1815")
    assert found["28/VIII"].spots == ("109/28/VIII", "1815")
    assert found["4/XII"].chance == 0  # nothing is proximate in rows 20 to 28
    assert {line.rule for line in found["9A/VIII"].lines} >= {"EA-AR.e", "EA-AR.h", "EA-AR.b"}


def test_a_glance_changes_nothing_and_asks_for_no_roll() -> None:
    text = f"1714 {UNIT}  1713 {ENEMY}  1006 18/LXVI"
    game = position(text, day=20, reserve="109/28/VIII CCB/9A/VIII")
    before = frozen(game)

    for label in ("1714", "1815", "1009", "1008", "1713"):
        assert foresight.at_hex(game.state, game.hex(label)) is not None
    foresight.at_hex(game.state, game.hex("1008"), unit=game.unit("18/LXVI"))
    foresight.next_reserves(game.state)
    for name in (UNIT, "109/28/VIII", ENEMY):
        foresight.of_unit(game.state, game.unit(name))

    assert frozen(game) == before


def test_a_unit_in_the_reserve_box_can_be_pointed_at() -> None:
    game = position(f"1712 {ENEMY}", day=17, reserve="CCB/9A/VIII")

    found = foresight.of_unit(game.state, game.unit("CCB/9A/VIII"))

    assert found[0].spots == ("CCB/9A/VIII", "1815")
    assert found[0].text == "CCB/9A/VIII: CCB/9A/VIII would be placed in 1815"
