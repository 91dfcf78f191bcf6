"""Reserves, delayed reserves and replacements (EA-S.21, EA-S.56)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import step

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import (
    DelayedReserves,
    Deploying,
    Impulse,
    Impulses,
    Refitting,
)
from grognard.titles.ardennes.rules.cards import commands

REGISTERED = commands

FRONT = "1508 3/2P/XLVII"  # a panzer regiment on the road from Prüm to Dasburg


def deploying(text: str = FRONT, reserve: str = "FuhrBg/XLVII", **fields: object) -> Game:
    game = position(text, hand=[10], reserve=reserve, day=18, **fields)  # type: ignore[arg-type]
    return game.play("Reserves 10 FuhrBg")


def rule(hex_: str, text: str = FRONT, **fields: object) -> str | None:
    return deploying(text, **fields).rule(f"Deploy FuhrBg/XLVII {hex_}")


# -- German deployment -------------------------------------------------------------------------


@pytest.mark.rule("EA-S.14", "EA-S.21")
def test_reserves_deploy_near_their_corps_or_at_an_eastern_road() -> None:
    assert rule("1508") is None
    assert rule("1507") is None
    assert rule("1204") == "EA-S.21"  # more than three hexes from the corps
    assert rule("1201") is None  # an eastern road hex of the 5th Panzer Army's zone
    assert rule("0301") == "EA-S.21"  # of another army's


@pytest.mark.rule("EA-S.21", "EA-S.44")
def test_reserves_stay_in_their_armys_zone_all_game_long() -> None:
    # The 5th Panzer Army's zone is rows 08 to 18.
    near = "1905 901/Lehr/XLVII"
    game = position(near, hand=[10], reserve="FuhrBg/XLVII", day=25).play("Reserves 10 FuhrBg")
    assert game.allows("Deploy FuhrBg/XLVII 1804")
    assert game.rule("Deploy FuhrBg/XLVII 1904") == "EA-S.21"


@pytest.mark.rule("EA-S.21")
def test_next_to_an_allied_unit_only_where_a_german_stands() -> None:
    text = "1609 77/26/XLVII 1610 110/28/VIII"
    assert rule("1609", text) is None
    assert rule("1709", text) == "EA-S.21"
    assert rule("1610", text) == "EA-S.21"


@pytest.mark.rule("EA-SU.y")
def test_an_isolated_unit_does_not_hinder_deployment() -> None:
    text = "1508 3/2P/XLVII 1608 110/28/VIII"
    assert rule("1607", text) == "EA-S.21"
    assert rule("1607", text, isolated="110/28/VIII") is None


@pytest.mark.rule("EA-S.21")
def test_reserves_deploy_in_supply() -> None:
    # Beyond the broken front, far from any road in German hands.
    assert rule("1412", "1411 3/2P/XLVII", german="") == "EA-S.21"


@pytest.mark.rule("EA-S.37")
def test_deployment_respects_stacking() -> None:
    full = "1508 3/2P/XLVII 2/2P/XLVII 304/2P/XLVII"
    assert rule("1508", full) == "EA-S.37"


@pytest.mark.rule("EA-ST.p")
def test_reserves_without_fuel_do_not_deploy() -> None:
    game = position(FRONT, hand=[10], reserve="FuhrBg/XLVII", day=18, dry="FuhrBg/XLVII")
    assert game.rule("Reserves 10 FuhrBg") == "EA-ST.p"


def test_a_formation_without_reserves_cannot_deploy() -> None:
    assert position(FRONT, hand=[10], day=18).rule("Reserves 10 FuhrBg") == "EA-S.14"


def test_units_deployed_by_one_card_stay_within_three_hexes_of_one_another() -> None:
    game = position("1508 3/2P/XLVII", hand=[11], reserve="33/9P/XLVII 10/9P/XLVII", day=22)
    game.play("Reserves 11 9P", "Deploy 33/9P/XLVII 1201")
    assert isinstance(game.top, Deploying)
    assert game.allows("Deploy 10/9P/XLVII 1201")
    assert game.rule("Deploy 10/9P/XLVII 1508") == "EA-S.21"


def test_von_der_heydte_drops_behind_the_front_away_from_allied_units() -> None:
    game = position("0608 16/1/V 0704 1/1SS/ISS", hand=[27], reserve="VDH/ISS", day=17)
    game.play("Reserves 27 ISS")
    assert game.allows("Deploy VDH/ISS 0410")  # broken, rows 02 to 05, columns 08 to 11
    assert game.rule("Deploy VDH/ISS 0704") == "EA-S.21"
    assert game.rule("Deploy VDH/ISS 0508") == "EA-S.21"  # next to 0608


def test_deployed_units_get_no_supply_marker_that_day() -> None:
    game = deploying().play("Deploy FuhrBg/XLVII 1507")
    assert game.has("fresh", "FuhrBg/XLVII")
    assert isinstance(game.top, Impulse)


# -- delayed reserves --------------------------------------------------------------------------


@pytest.mark.rule("EA-S.2", "EA-S.21")
def test_a_german_left_in_the_reserve_box_may_come_on_by_an_eastern_road_next_morning() -> None:
    game = position(FRONT, reserve="FuhrBg/XLVII 519/IISS", day=18)
    game.set(late=game.units("FuhrBg/XLVII"))
    step(game, "delayed_reserves")
    assert isinstance(game.top, DelayedReserves)
    assert game.allows("Deploy FuhrBg/XLVII 1201")
    assert game.rule("Deploy FuhrBg/XLVII 0501") == "EA-S.21"  # the 6th Panzer Army's
    assert game.rule("Deploy FuhrBg/XLVII 1507") == "EA-S.21"
    assert game.rule("Deploy 519/IISS 0501") == "EA-S.21"  # came only this morning


@pytest.mark.rule("EA-RB.b")
def test_no_german_reserve_is_put_on_a_roadblock() -> None:
    game = position(FRONT, reserve="FuhrBg/XLVII", day=18, roadblocks="1201")
    game.set(late=game.units("FuhrBg/XLVII"))
    step(game, "delayed_reserves")
    assert not game.allows("Deploy FuhrBg/XLVII 1201")

    drop = position("0704 1/1SS/ISS", hand=[27], reserve="VDH/ISS", day=17, roadblocks="0410")
    drop.play("Reserves 27 ISS")
    assert not drop.allows("Deploy VDH/ISS 0410")
    assert drop.allows("Deploy VDH/ISS 0409")


def test_who_arrives_today_is_not_delayed() -> None:
    game = position(FRONT, reserve="FuhrBg/XLVII", day=17)
    game.state.due[game.unit("519/IISS")] = 18
    step(game, "reserve_phase")
    assert game.state.late == game.units("FuhrBg/XLVII")


# -- two players -------------------------------------------------------------------------------


def allied(text: str, reserve: str, card: int, day: int = 20) -> Game:
    game = position(text, game="2p", day=day, allied_hand=[card], reserve=reserve, side="allied")
    game.state.stack = (Impulses(GERMAN, 4), Impulse(ALLIED))
    return game


def test_allied_reserves_deploy_in_their_corps_area_near_their_army_or_a_source() -> None:
    game = allied("1010 CCB/7A/XVIII", "504/82/XVIII", 20).play(
        "Reserves 20 82 + 517".replace("82 + 517", '"82 + 517"')
    )
    assert game.allows("Deploy 504/82/XVIII 1012")
    assert game.rule("Deploy 504/82/XVIII 0815") == "EA-S.21"  # far from the army
    assert game.rule("Deploy 504/82/XVIII 1509") == "EA-S.21"


@pytest.mark.rule("EA-S.60")
def test_xxx_corps_deploys_on_the_meuse() -> None:
    game = allied("1010 CCB/7A/XVIII", "5/GA/XXX", 45, day=22).play("Reserves 45 GA")
    assert game.allows("Deploy 5/GA/XXX 0526")  # Namur
    assert game.rule("Deploy 5/GA/XXX 1023") == "EA-S.21"  # Ciney


# -- replacements ------------------------------------------------------------------------------


def refitting(text: str, **fields: object) -> Game:
    return position(text, hand=[1], **fields).play("Refit 1")  # type: ignore[arg-type]


@pytest.mark.rule("EA-S.15", "EA-S.56")
def test_a_corps_card_restores_two_steps_to_two_units() -> None:
    game = refitting("1508 3/2P/XLVII:1 2/2P/XLVII:1 1607 130/Lehr/XLVII:1")
    assert isinstance(game.top, Refitting)
    game.play("Replace 3/2P/XLVII")
    assert game.steps("3/2P/XLVII") == 2
    assert game.rule("Replace 3/2P/XLVII") == "EA-S.56"  # one step a unit
    game.play("Replace 130/Lehr/XLVII")
    assert game.steps("130/Lehr/XLVII") == 2
    assert isinstance(game.top, Impulse)  # two steps in all
    assert game.steps("2/2P/XLVII") == 1


@pytest.mark.rule("EA-S.56")
def test_no_replacements_in_an_enemy_zone_or_at_full_strength() -> None:
    game = refitting("1508 3/2P/XLVII 2/2P/XLVII:1 1609 77/26/XLVII:1 1610 110/28/VIII")
    assert game.rule("Replace 77/26/XLVII") == "EA-S.56"
    assert game.rule("Replace 3/2P/XLVII") == "EA-S.56"
    assert game.rule("Replace 1/1SS/ISS") == "EA-S.56"  # of another corps
    assert game.allows("Replace 2/2P/XLVII")


@pytest.mark.rule("EA-SU.j")
def test_no_replacements_without_supply() -> None:
    game = refitting("1508 2/2P/XLVII:1 1714 3/2P/XLVII:1")  # far behind the American lines
    assert game.rule("Replace 3/2P/XLVII") == "EA-SU.j"


@pytest.mark.rule("EA-S.15")
def test_only_a_corps_card_gives_replacements() -> None:
    game = position("1508 3/2P/XLVII:1", hand=[4, 24])
    assert game.rule("Refit 4") == "EA-S.15"
    assert game.rule("Refit 24") == "EA-S.15"
