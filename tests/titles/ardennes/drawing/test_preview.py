"""What an action would come to, by what its player may know."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from ea import Game, parse, position
from ea_cards import fresh, put_card, settle
from ea_walk import walk

from grognard.titles.ardennes.drawing.preview import possible_cards, preview, threats
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.state import AVAILABLE, DISCARDS, PILE, SEATS
from grognard.titles.ardennes.sight.imagine import imagine
from grognard.titles.ardennes.sight.view import view
from grognard.waist.gist import percent
from grognard.waist.title import Preview

US, THEM = SEATS[GERMAN], SEATS[ALLIED]
FRONT = "1508 3/2P/XLVII 2/2P/XLVII   1609 110/28/VIII"


def foretold(game: Game, action: str) -> Preview:
    found = preview(game.state, game.seat, parse(action))
    assert found is not None
    return found


# -- steps ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-RB.g", "EA-S.42")
def test_a_step_tells_the_chances_of_a_roadblock_and_of_a_demolition() -> None:
    # St. Vith behind the bridge is worth 2 VP, which makes its Hold Value 6.
    game = position("1007 3/2P/XLVII  1109 422/106/XVIII", active="3/2P/XLVII", hand=[4])
    game.play("Pick 3/2P/XLVII")
    found = foretold(game, "Step 1008")
    assert found.outcomes == (
        ("1008/1009 is blown", Fraction(6, 10)),
        ("1008/1009 stands", Fraction(4, 10)),
        ("1009 is blocked", Fraction(6, 10)),
        ("1009 stays open", Fraction(4, 10)),
    )
    assert found.groups == ("1008/1009", "1008/1009", "1009", "1009")
    assert "(EA-RB.g)" in found.line
    assert "(EA-S.42)" in found.line


@pytest.mark.rule("EA-S.41")
def test_a_step_where_nothing_is_in_doubt_has_no_odds() -> None:
    game = position("1201 3/2P/XLVII", active="3/2P/XLVII", hand=[4]).play("Pick 3/2P/XLVII")
    assert preview(game.state, US, parse("Step 1202")) is None


def test_a_refused_action_and_one_without_odds_are_not_foretold() -> None:
    game = position(FRONT, active="3/2P/XLVII", hand=[4])
    assert preview(game.state, US, parse("Attack 1609")) is None
    assert preview(game.state, US, parse("Done")) is None
    assert preview(game.state, THEM, parse("Done")) is None


# -- attacks -------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.70")
def test_an_attack_has_exact_odds() -> None:
    game = position(FRONT, active="3/2P/XLVII 2/2P/XLVII", stage="attack", hand=[4])
    found = foretold(game, "Attack 1609")
    assert sum(chance for _, chance in found.outcomes) == 1
    assert "9:3 = 3:1" in found.line


@pytest.mark.rule("EA-CR.g", "EA-CT.u")
def test_beneath_the_odds_stands_how_the_rules_would_answer() -> None:
    game = position(FRONT, active="3/2P/XLVII 2/2P/XLVII", stage="attack", hand=[4])
    note = foretold(game, "Attack 1609").note
    assert "(EA-C" in note
    assert "a hit" in note
    two = position(FRONT, game="2p", active="3/2P/XLVII 2/2P/XLVII", stage="attack", hand=[4])
    assert foretold(two, "Attack 1609").note == ""


@pytest.mark.rule("EA-S.3")
def test_cards_that_may_be_drawn_are_weighed_by_what_is_known() -> None:
    game = position(FRONT)
    deck = game.kit.allied_deck
    for card in deck:
        put_card(game, ALLIED, card.number, DISCARDS)
    primary = [c.number for c in deck if c.set == "primary"][:2]
    others = [c.number for c in deck if c.set != "primary"][:4]
    for number in (*primary, others[0]):
        put_card(game, ALLIED, number, PILE)
    for number in others[1:]:
        put_card(game, ALLIED, number, AVAILABLE)
    found = possible_cards(view(game.state, US))
    # Three cards in the pile: both primary ones, and one of four that nobody has seen.
    assert {found[n - 1] for n in primary} == {Fraction(1, 3)}
    assert {found[n - 1] for n in others} == {Fraction(1, 12)}
    assert sum(found.values()) == 1


def test_with_the_pile_used_up_the_discards_are_drawn_from() -> None:
    game = position(FRONT)
    for card in game.kit.allied_deck:
        put_card(game, ALLIED, card.number, DISCARDS)
    found = possible_cards(view(game.state, US))
    assert sum(found.values()) == 1
    assert len(found) == len(game.kit.allied_deck)


@pytest.mark.parametrize("scenario", ["gs-3", "2p-3"])
def test_no_preview_knows_more_than_its_player(scenario: str) -> None:
    rng = Random(scenario)
    compared = 0
    for game in walk(scenario, 140, "hidden"):
        other = imagine(view(game.state, game.seat), rng)
        found = game.allowed()
        for action in rng.sample(found, min(4, len(found))):
            told = preview(game.state, game.seat, action)
            assert told == preview(other, game.seat, action)
            compared += told is not None
    assert compared


# -- threats -------------------------------------------------------------------------------


def test_what_the_other_side_could_do_to_a_hex() -> None:
    game = position("1508 3/2P/XLVII   1609 110/28/VIII   1509 112/28/VIII")
    (found,) = threats(view(game.state, US), "1508")
    assert found.title == "Attack on 1508 by 110/28/VIII, 112/28/VIII"
    assert sum(chance for _, chance in found.outcomes) == 1
    assert threats(view(game.state, US), "3/2P/XLVII") == [found]
    assert threats(view(game.state, US), "1609") == [found], "of an enemy: on those next to it"


def test_nobody_is_threatened_where_nobody_can_attack() -> None:
    game = position("1508 3/2P/XLVII   1609 110/28/VIII", dispersed="110/28/VIII")
    assert threats(view(game.state, US), "1508") == []
    assert threats(view(game.state, US), "0129") == []
    assert threats(view(game.state, US), "nonsense") == []
    assert threats(view(game.state, None), "1508") == []


def test_threats_of_a_whole_position_are_found_soon_and_change_nothing() -> None:
    game = settle(fresh("gs-3"))
    seen = view(game.state, US)
    for label in game.kit.grid.labels(game.state.occupied[GERMAN]):
        threats(seen, label)
    assert view(game.state, US) == seen


@pytest.mark.rule("EA-S.70")
def test_the_odds_begin_with_how_likely_each_side_is_hit() -> None:
    game = position(FRONT, active="3/2P/XLVII 2/2P/XLVII", stage="attack", hand=[4])
    found = foretold(game, "Attack 1609")
    hit = {who: sum(p for words, p in found.outcomes if not clear(words, who)) for who in (0, 1)}
    assert found.gist == (
        f"The defender loses a step or gives way in {percent(Fraction(hit[1]))} %, "
        f"the attacker takes a hit in {percent(Fraction(hit[0]))} %."
    )


def clear(words: str, who: int) -> bool:
    """Whether `2/1 attacker/defender hits` has none for the attacker (0) or the defender (1)."""
    return words.split(" ")[0].split("/")[who] == "0"
