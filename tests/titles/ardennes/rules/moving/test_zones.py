"""Zones of control and stacking: who controls the hexes around, and how many share one."""

from __future__ import annotations

import pytest
from ea import Game, position

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.rules.moving.zones import fits, nearest, room_for, zone

NORTH_EAST_OF_1212 = "1111"


def controlled(game: Game, label: str) -> str:
    """Which side has a zone of control in the hex: `german`, `allied`, `both` or ``."""
    sides = [
        name
        for name, side in (("german", GERMAN), ("allied", ALLIED))
        if zone(game.state, side) >> game.hex(label) & 1
    ]
    return "both" if len(sides) == 2 else "".join(sides)


def test_a_unit_controls_the_six_hexes_around_it() -> None:
    game = position("1212 394/99/V")
    around = ["1111", "1112", "1211", "1213", "1311", "1312"]  # an even row lies half a hex east

    assert [controlled(game, label) for label in around] == ["allied"] * 6
    assert controlled(game, "1212") == ""
    assert controlled(game, "1011") == ""


@pytest.mark.rule("EA-ST.b")
def test_a_bracketed_unit_alone_controls_nothing() -> None:
    assert controlled(position("1212 102Cav/V"), NORTH_EAST_OF_1212) == ""
    assert controlled(position("1212 102Cav/V 394/99/V"), NORTH_EAST_OF_1212) == "allied"


@pytest.mark.rule("EA-ST.b", "EA-ST.f")
@pytest.mark.parametrize("state", ["dispersed", "isolated"])
def test_a_bracketed_unit_is_stacked_whatever_its_companion_suffers(state: str) -> None:
    firm = position("1212 102Cav/V 394/99/V", **{state: "394/99/V"})
    both = position("1212 102Cav/V 394/99/V", **{state: "394/99/V 102Cav/V"})

    assert controlled(firm, NORTH_EAST_OF_1212) == "allied"
    assert controlled(both, NORTH_EAST_OF_1212) == ""


@pytest.mark.rule("EA-ST.c", "EA-ST.f")
def test_two_bracketed_units_together_have_a_zone() -> None:
    game = position("1212 102Cav/V 14Cav/XVIII")
    assert controlled(game, NORTH_EAST_OF_1212) == "allied"

    game.set(dispersed=game.units("102Cav/V"))
    assert controlled(game, NORTH_EAST_OF_1212) == "allied"  # the other is stacked with it
    game.set(dispersed=game.units("102Cav/V", "14Cav/XVIII"))
    assert controlled(game, NORTH_EAST_OF_1212) == ""


@pytest.mark.rule("EA-ST.d")
def test_a_bracketed_unit_in_a_town_or_city_has_a_zone() -> None:
    assert controlled(position("1411 102Cav/V"), "1412") == "allied"  # Troisvierges
    assert controlled(position("0526 102Cav/V"), "0525") == "allied"  # Namur
    assert controlled(position("1411 501/ISS"), "1412") == "german"


@pytest.mark.rule("EA-ST.e")
def test_only_a_german_bracketed_unit_has_a_zone_in_the_westwall() -> None:
    assert controlled(position("1006 501/ISS"), "1007") == "german"
    assert controlled(position("1006 102Cav/V"), "1007") == ""


@pytest.mark.rule("EA-ST.f")
def test_a_dispersed_unit_has_no_zone() -> None:
    game = position("1212 394/99/V 395/99/V", dispersed="394/99/V")
    assert controlled(game, NORTH_EAST_OF_1212) == "allied"

    game.set(dispersed=game.units("394/99/V", "395/99/V"))
    assert controlled(game, NORTH_EAST_OF_1212) == ""


@pytest.mark.rule("EA-ST.f")
def test_a_dispersed_unit_has_no_zone_in_a_town() -> None:
    game = position("1411 394/99/V", dispersed="394/99/V")

    assert controlled(game, "1412") == ""


@pytest.mark.rule("EA-SU.r")
def test_an_isolated_unit_has_no_zone_not_even_in_a_city() -> None:
    assert controlled(position("1212 394/99/V", isolated="394/99/V"), "1111") == ""
    assert controlled(position("0526 394/99/V", isolated="394/99/V"), "0525") == ""
    assert controlled(position("1212 394/99/V", unsupplied="394/99/V"), "1111") == "allied"


@pytest.mark.rule("EA-S.37")
def test_three_units_and_six_steps_share_a_hex() -> None:
    game = position("1212 394/99/V 395/99/V")

    assert fits(game.state, game.units("394/99/V", "395/99/V", "393/99/V"))  # 2 + 2 + 2 steps
    assert not fits(game.state, game.units("18/LXVI", "Peiper/1SS/ISS"))  # 4 + 3 steps
    assert fits(game.state, game.units("18/LXVI", "3/2P/XLVII"))  # 4 + 2 steps
    four = game.units("501/ISS", "506/ISS", "519/IISS", "243/XLVII")  # four steps, but four units
    assert not fits(game.state, four)


@pytest.mark.rule("EA-S.37")
def test_room_is_counted_with_those_already_there() -> None:
    game = position("1212 394/99/V 395/99/V 393/99/V:1")
    hex_ = game.hex("1212")

    assert not room_for(game.state, hex_, game.units("102Cav/V"))
    assert room_for(game.state, game.hex("1213"), game.units("102Cav/V"))


def test_the_nearest_unit_is_as_far_as_the_distance_says() -> None:
    game = position("1212 394/99/V\n2305 102Cav/V")
    grid, held = game.kit.grid, [game.hex("1212"), game.hex("2305")]

    for hex_ in grid.hexes:
        assert nearest(game.state, ALLIED, hex_) == min(grid.distance(hex_, h) for h in held)
    assert nearest(game.state, GERMAN, held[0]) == 99
