"""Command Radius and Safe Paths."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, LEG, TAC, TRUCK
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.moving import zones

NEXT_TO_LUZERY = "09.16"  # east of 08.16, where the 506th has its HQ


def safe(game: Game, name: str, type_: int | None = None) -> bool:
    unit = game.unit(name)
    found = safe_path.has(game.state, unit, type_)
    assert found == (safe_path.path(game.state, unit, type_) is not None)
    return found


def way(game: Game, name: str) -> list[str]:
    found = safe_path.path(game.state, game.unit(name))
    assert found is not None
    return game.labels(found)


# -- Command Radius ------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.17")
@pytest.mark.parametrize(("label", "inside"), [("08.10", True), ("08.09", False), ("02.16", True)])
def test_command_radius_is_a_distance_in_hexes(label: str, inside: bool) -> None:
    game = position(f"{label} 1/506   09.15 II/304d   08.15 I/304d")  # whoever stands between

    assert safe_path.in_radius(game.state, game.unit("1/506")) is inside


@pytest.mark.rule("BCS-S.17", "BCS-R.4")
def test_it_is_measured_from_where_the_hq_stands_now() -> None:
    game = position("08.09 1/506", hq={"506": "08.15"})

    assert safe_path.in_radius(game.state, game.unit("1/506"))


def test_an_unassigned_independent_has_neither_radius_nor_path() -> None:
    game = position("08.15 2/502", hq={"506": "08.16"})
    assigned = position("08.15 2/502", command={"2/502": "506"})

    assert not safe_path.in_radius(game.state, game.unit("2/502"))
    assert not safe(game, "2/502")
    assert safe_path.in_radius(assigned.state, assigned.unit("2/502"))
    assert safe(assigned, "2/502")


# -- length --------------------------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.a", "BCS-R.1")
def test_a_safe_path_enters_no_more_hexes_than_the_radius_and_five() -> None:
    near, far = position("08.05 1/506"), position("08.04 1/506")  # eleven hexes and twelve

    assert safe(near, "1/506")
    assert len(way(near, "1/506")) == 12  # with the hex it starts from
    assert not safe(far, "1/506")
    assert safe_path.broken_at(far.state, far.unit("1/506")) == (
        far.hex("08.04"),
        "too far",
        "BCS-1.6.a",
    )


@pytest.mark.rule("BCS-1.6.a")
def test_the_path_is_one_of_neighbours_from_the_unit_to_the_hq() -> None:
    game = position("11.12 1/506")
    path = safe_path.path(game.state, game.unit("1/506"))

    assert path is not None
    assert game.labels((path[0], path[-1])) == ["11.12", "08.16"]
    assert all(game.kit.grid.adjacent(a, b) for a, b in pairwise(path))


# -- enemies and their zones ---------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.b")
def test_it_enters_no_hex_with_an_enemy_unit() -> None:
    corner: dict[str, Any] = {"hq": {"506": "01.01"}}  # next to 02.01 and 01.02 only
    both = position("03.03 1/506   02.01 II/304m   01.02 Pi38m", **corner)  # no zones of control
    one = position("03.03 1/506   02.01 II/304m", **corner)

    assert not safe(both, "1/506")
    assert safe(one, "1/506")
    broken = safe_path.broken_at(both.state, both.unit("1/506"))
    assert broken is not None
    assert broken[1:] == ("an enemy unit", "BCS-1.6.b")


@pytest.mark.rule("BCS-1.6.b")
def test_it_enters_no_ezoc() -> None:
    clear = position(f"08.11 1/506   {NEXT_TO_LUZERY} II/304m")
    caught = position(f"08.11 1/506   {NEXT_TO_LUZERY} II/304d")

    assert safe(clear, "1/506")
    assert not safe(caught, "1/506")
    broken = safe_path.broken_at(caught.state, caught.unit("1/506"))
    assert broken == (caught.hex("08.16"), "an enemy zone of control", "BCS-1.6.b")


@pytest.mark.rule("BCS-1.6.b")
def test_the_unit_s_own_hex_may_be_in_an_ezoc() -> None:
    assert safe(position("10.11 1/506   11.11 II/304d"), "1/506")


@pytest.mark.rule("BCS-1.6.d")
def test_a_friend_negates_ezoc_in_its_hex() -> None:
    game = position(f"08.11 1/506   08.16 2/506   {NEXT_TO_LUZERY} II/304d")

    assert safe(game, "1/506")


@pytest.mark.rule("BCS-1.6.d")
def test_even_an_unprepared_friend_of_another_formation_does() -> None:
    game = position(f"08.11 1/506   08.16 158ECBm   {NEXT_TO_LUZERY} II/304d")

    assert safe(game, "1/506")


@pytest.mark.rule("BCS-1.6.c")
def test_a_support_av_ezoc_does_not_block_tac() -> None:
    text = f"08.11 1/506   08.13 B/81d   {NEXT_TO_LUZERY} II/304d"
    game = position(text, hq={"2PZ": "14.13"}, box="PzJg38")

    assert zones.support_zone(game.state, GERMAN) >> game.hex("08.16") & 1
    assert not safe(game, "1/506")
    assert safe(game, "B/81")
    assert safe(game, "1/506", TAC)


@pytest.mark.rule("BCS-1.6.c", "BCS-R.2")
def test_for_tac_only_a_real_av_ezoc_blocks() -> None:
    plain = position(f"08.13 B/81d   {NEXT_TO_LUZERY} II/304d")
    real = position(f"08.13 B/81d   {NEXT_TO_LUZERY} I/304d")
    light = position(f"08.13 B/81d   {NEXT_TO_LUZERY} AA2m")

    assert safe(plain, "B/81")
    assert not safe(plain, "B/81", TRUCK)
    assert not safe(real, "B/81")
    assert not safe(light, "B/81")


# -- the HQ's own hex ----------------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.e")
def test_a_unit_with_the_hq_looks_three_hexes_down_the_road() -> None:
    clear = position("08.16 1/506")
    third = position("08.16 1/506   07.20 II/304d")  # EZOC in 07.19
    fourth = position("08.16 1/506   05.20 II/304d")  # EZOC in 06.19

    assert way(clear, "1/506") == ["08.16", "08.17", "07.18", "07.19"]
    assert safe(fourth, "1/506")
    assert not safe(third, "1/506")
    broken = safe_path.broken_at(third.state, third.unit("1/506"))
    assert broken == (third.hex("07.19"), "an enemy zone of control", "BCS-1.6.b")


@pytest.mark.rule("BCS-1.6.e")
def test_what_blocks_the_road_is_nothing_to_units_elsewhere() -> None:
    assert safe(position("08.15 1/506   07.20 II/304d"), "1/506")


# -- MA types ------------------------------------------------------------------------------


@pytest.mark.rule("BCS-1.6.f")
def test_the_path_is_one_for_the_unit_s_own_ma() -> None:
    text = "02.01 1/506   01.01 B/81d"
    game = position(text, hq={"506": "03.01"})  # up a slope

    assert safe(game, "1/506")
    assert not safe(game, "B/81")
    broken = safe_path.broken_at(game.state, game.unit("B/81"))
    assert broken == (game.hex("01.01"), "no way there", "BCS-1.6.f")


@pytest.mark.rule("BCS-1.6.g", "BCS-1.6.h", "BCS-1.6.i")
def test_another_ma_is_used_where_a_rule_says_so() -> None:
    game = position("02.01 II/304m", hq={"2PZ": "03.01"})  # by Truck up a slope

    assert not safe(game, "II/304")
    assert not safe(game, "II/304", TRUCK)
    assert not safe(game, "II/304", TAC)
    assert safe(game, "II/304", LEG)
