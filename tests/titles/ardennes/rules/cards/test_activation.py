"""Activations: stages, recovery, digging in."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Activation, Impulse, Moving
from grognard.titles.ardennes.position.state import NO_RECORD
from grognard.titles.ardennes.rules.cards import activation

PANZERS = "3/2P/XLVII 2/2P/XLVII"


def open_country(text: str = "", **more: Any) -> Game:
    """Two regiments of 2nd Panzer in 1507, supplied, far from any enemy."""
    return position(f"1507 {PANZERS} {text}", active=PANZERS, **more)


def test_units_move_before_they_attack_or_dig_in() -> None:
    game = open_country()
    assert game.rule("DigIn 3/2P/XLVII") == "EA-S.1"
    assert game.rule("Attack 1508") == "EA-S.1"
    game.play("Done")

    assert game.rule("Pick 3/2P/XLVII") == "EA-S.1"
    game.play("Done")
    assert isinstance(game.top, Impulse)


def test_only_active_units_move() -> None:
    game = open_country("1508 39/26/XLVII 1009 394/99/V")

    assert game.rule("Pick 39/26/XLVII") == "EA-S.14"
    assert game.rule("Pick 394/99/V") == "EA-S.13"
    assert game.rule("Pick nobody") == "EA-S.13"


def test_picking_a_unit_begins_its_move() -> None:
    game = open_country().play("Pick 3/2P/XLVII")

    assert game.top == Moving(0, game.units("3/2P/XLVII"), game.hex("1507"))


def test_what_is_offered_is_what_is_allowed() -> None:
    game = open_country("1508 39/26/XLVII", dispersed="2/2P/XLVII")

    assert game.offers() == ["Pick 3/2P/XLVII", "Rush 3/2P/XLVII", "Done"]


@pytest.mark.rule("EA-S.14", "EA-S.38", "EA-RB.h")
def test_what_an_activation_remembers_is_put_away_when_it_ends() -> None:
    game = open_country(forded=3, bridged=3, crossed=3, mined=3, rolled=3, placed=3)
    game.march("3/2P/XLVII", "1407")
    assert game.state.record.moved
    assert game.state.record.forded == 3
    game.play("Done", "Done")

    assert game.state.record == NO_RECORD


def test_an_activation_begins_with_a_new_record() -> None:
    game = open_country(forded=3)
    activation.begin(game.state, 0, 0, game.units("3/2P/XLVII"), 2)
    record = game.state.record

    assert record.active == game.units("3/2P/XLVII")
    assert record.trodden == game.kit.grid.set_of(["1507"])
    assert (record.forded, record.moved, record.tactics_left) == (0, 0, 2)


@pytest.mark.rule("EA-S.18")
def test_a_dispersed_unit_does_nothing_and_recovers_when_the_activation_ends() -> None:
    game = open_country(dispersed="3/2P/XLVII")
    assert game.rule("Pick 3/2P/XLVII") is not None
    game.play("Done")
    assert game.rule("DigIn 3/2P/XLVII") is not None
    assert game.has("dispersed", "3/2P/XLVII")
    game.play("Done")

    assert not game.has("dispersed", "3/2P/XLVII")
    assert game.told(ev.Recovered)[0].units == ("3/2P/XLVII",)


@pytest.mark.rule("EA-S.18")
def test_a_unit_dispersed_during_the_activation_stays_so() -> None:
    game = open_country().play("Done")
    game.set(dispersed=game.units("3/2P/XLVII"))

    assert game.play("Done").has("dispersed", "3/2P/XLVII")


@pytest.mark.rule("EA-S.18")
def test_a_unit_that_is_not_activated_does_not_recover() -> None:
    game = open_country("1508 39/26/XLVII", dispersed="39/26/XLVII").play("Done", "Done")

    assert game.has("dispersed", "39/26/XLVII")


@pytest.mark.rule("EA-S.18")
def test_against_a_player_allied_units_recover_alike() -> None:
    game = position(
        "1414 110/28/VIII", active="110/28/VIII", side="allied", game="2p", dispersed="110/28/VIII"
    )

    assert not game.play("Done", "Done").has("dispersed", "110/28/VIII")


@pytest.mark.rule("EA-ST.n")
def test_a_unit_out_of_fuel_stays_inactive() -> None:
    game = open_country(dry="3/2P/XLVII")

    assert not game.has("active", "3/2P/XLVII")
    assert game.has("active", "2/2P/XLVII")


@pytest.mark.rule("EA-S.19")
def test_a_unit_that_neither_moved_nor_attacked_builds_an_improved_position() -> None:
    game = open_country().play("Done", "DigIn 3/2P/XLVII")

    assert game.has("dug_in", "1507")
    assert game.told(ev.DugIn)[0].hexes == ("1507",)
    assert game.rule("DigIn 2/2P/XLVII") == "EA-S.19"  # a hex holds one


@pytest.mark.rule("EA-S.19")
def test_a_unit_that_moved_or_attacked_does_not_dig_in() -> None:
    game = open_country().play("Pick 3/2P/XLVII", "Step 1407", "Halt", "Done")
    assert game.rule("DigIn 3/2P/XLVII") == "EA-S.19"
    game.set(fought=game.units("2/2P/XLVII"))
    assert game.rule("DigIn 2/2P/XLVII") == "EA-S.19"


@pytest.mark.rule("EA-S.19")
def test_nobody_digs_in_in_a_town_or_out_of_supply() -> None:
    town = position("1205 39/26/XLVII", active="39/26/XLVII").play("Done")
    assert town.rule("DigIn 39/26/XLVII") == "EA-S.19"

    cut_off = position("1222 39/26/XLVII", active="39/26/XLVII").play("Done")
    assert cut_off.rule("DigIn 39/26/XLVII") == "EA-S.19"


@pytest.mark.rule("EA-S.19")
def test_only_an_active_unit_digs_in() -> None:
    game = open_country("1508 39/26/XLVII").play("Done")

    assert game.rule("DigIn 39/26/XLVII") == "EA-S.14"


@pytest.mark.rule("EA-ST.j")
def test_a_dispersed_unit_does_not_dig_in() -> None:
    game = open_country().play("Done")
    game.set(dispersed=game.units("3/2P/XLVII"))

    assert game.rule("DigIn 3/2P/XLVII") == "EA-ST.j"


@pytest.mark.rule("EA-SU.o")
def test_a_unit_marked_out_of_supply_or_isolated_does_not_dig_in() -> None:
    for marker in ("unsupplied", "isolated"):
        game = open_country().play("Done")
        game.set(**{marker: game.units("3/2P/XLVII")})

        assert game.rule("DigIn 3/2P/XLVII") == "EA-SU.o"
        assert game.allows("DigIn 2/2P/XLVII")


@pytest.mark.rule("EA-SU.q")
def test_an_isolated_unit_is_refused_what_an_unsupplied_one_is() -> None:
    game = open_country("1508 110/28/VIII", isolated="3/2P/XLVII").play("Done")

    assert game.rule("DigIn 3/2P/XLVII") == "EA-SU.o"


def test_an_improved_position_is_gone_when_its_hex_is_left() -> None:
    game = open_country(dug_in="1507")
    game.march("3/2P/XLVII", "1407")
    assert game.has("dug_in", "1507")
    game.march("2/2P/XLVII", "1407")

    assert not game.has("dug_in", "1507")


def test_an_attack_is_named_by_a_hex_with_an_enemy_next_to_an_active_unit() -> None:
    game = open_country("1408 110/28/VIII 0909 394/99/V").play("Done")

    assert game.allows("Attack 1408")
    assert game.rule("Attack 0909") == "EA-S.69"  # nobody is next to it
    assert game.rule("Attack 1508") == "EA-S.69"  # nobody is in it
    assert game.rule("Attack 9999") == "EA-S.69"


def test_units_that_cannot_attack_are_refused_by_their_own_rule() -> None:
    game = open_country("1408 110/28/VIII").play("Done")
    game.set(dispersed=game.units("3/2P/XLVII", "2/2P/XLVII"))

    assert game.rule("Attack 1408") == "EA-ST.h"
    assert isinstance(game.top, Activation)
