"""Zones of control: who has one, of what kind, and where it does not reach."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, LEG, TAC, TRUCK, US
from grognard.titles.bcs.rules.moving import zones

AROUND_2010 = {"20.09", "21.09", "21.10", "21.11", "20.11", "19.10"}
KINDS = {"plain": zones.zone, "real": zones.real_zone, "support": zones.support_zone}


def zone(game: Game, kind: str = "plain", side: int = US) -> set[str]:
    return set(game.kit.grid.labels(KINDS[kind](game.state, side)))


@pytest.mark.rule("BCS-S.29")
def test_a_unit_has_a_zone_in_its_six_neighbours() -> None:
    game = position("20.10 1/506")

    assert zone(game) == AROUND_2010
    assert zone(game, "real") == zone(game, "support") == set()
    assert zone(game, side=GERMAN) == set()


@pytest.mark.rule("BCS-S.29")
def test_hqs_and_trains_have_none() -> None:
    assert zone(position(active="506", hq={"506": "20.10"}, trains={"506": "20.10"})) == set()


@pytest.mark.rule("BCS-1.2d.a")
def test_an_unprepared_unit_has_none() -> None:
    trucks = position("20.10 II/304m")
    on_foot = position("20.10 II/304d")

    assert zone(trucks, side=GERMAN) == set()
    assert zone(on_foot, side=GERMAN) == AROUND_2010


@pytest.mark.rule("BCS-1.2d.a", "BCS-S.29")
def test_an_av_without_an_arrow_is_enough() -> None:
    assert zone(position("20.10 B/3Tkm"), "real") == AROUND_2010


@pytest.mark.rule("BCS-S.29", "BCS-R.10")
def test_real_av_zones_are_of_units_with_av_light_or_not() -> None:
    assert zone(position("20.10 B/3Tkd"), "real") == AROUND_2010
    assert zone(position("20.10 20AIBm"), "real") == AROUND_2010  # Light
    assert zone(position("20.10 20AIBd"), "real") == set()


@pytest.mark.rule("BCS-S.29", "BCS-S.41")
def test_support_av_zones_are_of_stacks_with_support() -> None:
    game = position("09.15 1/506", box="B/81")

    assert zone(game, "support") == zone(game) != set()
    assert zone(game, "real") == set()
    assert zones.av_zone(game.state, US) == zones.support_zone(game.state, US)


@pytest.mark.rule("BCS-R.12")
def test_a_zone_does_not_enter_what_is_closed_to_its_owner() -> None:
    assert "03.01" in zone(position("02.01 1/506"))  # a slope
    assert "03.01" not in zone(position("02.01 B/3Tk"))
    assert "02.01" in zone(position("03.01 B/3Tk"))


@pytest.mark.rule("BCS-R.12")
def test_a_zone_does_not_cross_a_river_closed_to_its_owner_but_does_cross_a_bridge() -> None:
    assert "01.03" in zone(position("01.04 1/506"))
    assert "01.03" not in zone(position("01.04 B/3Tk"))
    assert "01.03" in zone(position("02.03 B/3Tk"))  # by the road from La Roche


@pytest.mark.rule("BCS-R.12")
def test_a_friend_does_not_cancel_a_zone() -> None:
    game = position("20.10 1/506   21.10 II/304d")

    assert "21.10" in zone(game)


@pytest.mark.rule("BCS-S.30")
def test_providers_of_an_av_zone() -> None:
    text = "20.10 B/3Tk   22.10 20AIBm   20.11 1/506"
    game = position(text, hq={"506": "18.13"}, box="B/81")
    found = zones.providers(game.state, US, game.hex("21.10"))

    assert found == game.units("B/3Tk", "20AIB")
    assert zones.providers(game.state, US, game.hex("20.12")) == game.units("1/506")
    assert zones.providers(game.state, US, game.hex("10.10")) == 0


@pytest.mark.rule("BCS-R.16", "BCS-6.0.c")
def test_tac_units_mind_av_zones_only() -> None:
    game = position("20.10 1/506")
    plain = zones.zone(game.state, US)
    armed = position("20.10 B/3Tk")

    assert zones.affecting(game.state, GERMAN, LEG) == plain
    assert zones.affecting(game.state, GERMAN, TRUCK) == plain
    assert zones.affecting(game.state, GERMAN, TAC) == 0
    assert zones.affecting(armed.state, GERMAN, TAC) == zones.zone(armed.state, US)
