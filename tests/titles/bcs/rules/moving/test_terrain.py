"""Terrain: what steps cost on dry, muddy and frozen ground, roads, bridges, Key Terrain."""

from __future__ import annotations

import pytest
from bcs import kit, position

from grognard.titles.bcs.kit.kit import ALL, LEG, TAC, TRUCK, P
from grognard.titles.bcs.rules.moving import terrain

A_FORTH = 4  # a movement point in quarters


def costs(step: str, **more: str) -> tuple[float, float, float]:
    """What Leg, Tac and Truck pay for a step, in movement points; P and ALL as they are."""
    game = position(**more)  # type: ignore[arg-type]  # only words are passed on
    a, b = (game.hex(label) for label in step.split("/"))
    found = [terrain.cost(game.state, type_, a, b) for type_ in (LEG, TAC, TRUCK)]
    leg, tac, truck = (cost if cost < 0 else cost / A_FORTH for cost in found)
    return leg, tac, truck


def stops(step: str) -> list[bool]:
    game = position()
    a, b = (game.hex(label) for label in step.split("/"))
    return [terrain.stops(game.state, type_, a, b) for type_ in (LEG, TAC, TRUCK)]


@pytest.mark.rule("BCS-S.21", "BCS-S.23")
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("20.10/21.10", (1, 2, 2)),  # open
        ("10.10/11.10", (1, 3, 4)),  # rolling
        ("11.10/12.10", (1, 1, 1)),  # woods: STOP has no printed cost
        ("16.09/17.09", (2, 1, 1)),  # forest
        ("02.01/03.01", (1, P, P)),  # slope
        ("08.15/08.16", (1, 2, 2)),  # a village in the open: no road comes from there
    ],
)
def test_hex_costs(step: str, expected: tuple[float, ...]) -> None:
    assert costs(step) == expected


@pytest.mark.rule("BCS-S.23")
def test_frozen_ground_costs() -> None:
    assert costs("20.10/21.10", ground="freeze") == (1, 1, 2)
    assert costs("10.10/11.10", ground="freeze") == (1, 2, 3)
    assert costs("16.09/17.09", ground="freeze") == (2, 1, 1)


@pytest.mark.rule("BCS-S.24")
def test_hexsides_add_to_the_hex() -> None:
    assert costs("09.17/09.18") == (2, 3, 6)  # open behind a stream
    assert costs("11.01/11.02") == (4, P, P)  # forest behind a river


@pytest.mark.rule("BCS-S.21", "BCS-S.25")
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("11.09/11.08", (0.5, 0.5, 0.25)),  # primary, into rolling
        ("11.09/12.09", (0.5, 0.5, 0.5)),  # secondary
        ("11.09/10.08", (0.5, 1, 1)),  # track
        ("12.13/12.12", (1, 2, 2)),  # railroad, into woods
        ("02.03/01.03", (0.5, 0.5, 0.5)),  # over a river, into forest
    ],
)
def test_a_road_takes_the_place_of_hex_and_hexside(step: str, expected: tuple[float, ...]) -> None:
    assert costs(step) == expected


@pytest.mark.rule("BCS-S.26")
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("20.10/21.10", (1, 3, 4)),  # open
        ("10.10/11.10", (1, 4, 8)),  # rolling
        ("11.10/12.10", (1, 1, 2)),  # woods: nothing more for Tac
        ("09.17/09.18", (2, 4, 12)),  # a stream: Truck pays double for it too
        ("11.09/11.08", (0.5, 0.5, 0.25)),  # primary
        ("11.09/12.09", (0.5, 1, 1)),  # secondary
        ("11.09/10.08", (0.5, 2, 2)),  # track
        ("12.13/12.12", (1, 2, 2)),  # railroad
    ],
)
def test_mud(step: str, expected: tuple[float, ...]) -> None:
    assert costs(step, ground="mud") == expected


@pytest.mark.rule("BCS-S.22")
def test_stop_terrain_stops_off_the_road_only() -> None:
    assert stops("11.10/12.10") == [False, True, True]  # woods
    assert stops("16.09/17.09") == [False, True, True]  # forest
    assert stops("12.09/12.10") == [False, False, False]  # woods, by the secondary road
    assert stops("10.10/11.10") == [False, False, False]  # rolling


@pytest.mark.rule("BCS-S.22")
def test_a_marsh_takes_the_whole_ma_of_leg_units() -> None:
    assert costs("05.14/06.15", scenario="bastogne") == (ALL, P, P)


@pytest.mark.rule("BCS-S.21", "BCS-S.24")
def test_a_blown_bridge_ends_the_road_and_the_river_remains() -> None:
    game = position(scenario="bastogne")
    a, b = game.hex("15.05"), game.hex("14.05")
    ways = [terrain.cost(game.state, type_, a, b) for type_ in (LEG, TAC, TRUCK)]
    game.set(blown=1 << game.kit.bridge_number[a, b])
    blown = [terrain.cost(game.state, type_, a, b) for type_ in (LEG, TAC, TRUCK)]

    assert ways == [2, 2, 2]  # secondary
    assert blown[1:] == [P, P]
    assert blown[0] >= 3 * A_FORTH  # the river, and the hex behind it


@pytest.mark.rule("BCS-R.45")
def test_terrain_of_other_maps_is_in_the_charts() -> None:
    entry, feature = kit().charts["hex_costs"].cell, kit().charts["features"].cell

    assert [entry("mountain", type_) for type_ in ("leg", "tac", "truck")] == ["3", "P", "P"]
    assert [entry("minefield", type_) for type_ in ("leg", "tac", "truck")] == ["STOP", "P", "P"]
    assert [feature("mountain", mark) for mark in ("terrain", "blocking", "key")] == [
        "yes",
        "yes",
        "no",
    ]
    assert feature("fortification", "terrain") == feature("fortification", "key") == "yes"


@pytest.mark.rule("BCS-S.22", "BCS-R.45")
def test_a_leg_unit_cannot_be_followed_up_a_slope() -> None:
    game = position()
    leg, tac = (terrain.gates(game.state, type_)[2] for type_ in (LEG, TAC))  # to the east

    assert leg >> game.hex("02.01") & 1
    assert not tac >> game.hex("02.01") & 1
    assert tac >> game.hex("04.01") & 1  # one may come down again


@pytest.mark.rule("BCS-S.23")
def test_terrain_for_combat() -> None:
    game = position()
    found = {
        label: terrain.is_terrain(game.state, game.hex(label))
        for label in ("20.10", "11.10", "12.10", "17.09", "03.01", "11.09", "07.18", "10.06")
    }

    assert found == {
        "20.10": False,  # open
        "11.10": True,  # rolling
        "12.10": True,  # woods
        "17.09": True,  # forest
        "03.01": True,  # slope
        "11.09": True,  # village
        "07.18": True,  # city
        "10.06": False,  # point of interest in the open
    }


@pytest.mark.rule("BCS-S.23", "BCS-S.24")
def test_key_terrain_is_a_city_or_what_is_behind_a_river() -> None:
    game = position()

    def key(at: str, *attackers: str) -> bool:
        return terrain.key_terrain(game.state, game.hex(at), game.hexes(" ".join(attackers)))

    assert key("07.18", "06.18")  # Bastogne
    assert not key("11.09", "12.09")  # a village
    assert key("01.04", "01.03")  # over the Ourthe
    assert not key("01.04", "01.03", "02.04")  # one of them from this bank
    assert not key("09.18", "09.17")  # a stream
    assert not key("01.04")


@pytest.mark.parametrize("blown", [0b1, 0b110, 0b11111])
def test_tables_with_bridges_down_agree_with_ones_made_anew(blown: int) -> None:
    game = position(scenario="bastogne", ground="mud", blown=blown)
    kept, anew = terrain.tables(game.state), terrain.Ground(game.kit, "mud", blown)

    assert kept.costs == anew.costs
    assert kept.steps == anew.steps
    assert kept.gates == anew.gates
    assert kept.back == anew.back
    assert kept.halting == anew.halting
