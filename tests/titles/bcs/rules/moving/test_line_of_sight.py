"""Lines of sight and Engagement Zones."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.rules.moving import line_of_sight as sight


def sees(a: str, b: str) -> bool:
    game = position()
    forth = sight.sees(game.state, game.hex(a), game.hex(b))
    assert forth == sight.sees(game.state, game.hex(b), game.hex(a)), "both ways alike"
    return forth


def zone(game: Game, side: int = US) -> set[str]:
    return set(game.kit.grid.labels(sight.engagement_zone(game.state, side)))


@pytest.mark.rule("BCS-6.1.c")
@pytest.mark.parametrize(
    ("a", "b", "clear"),
    [
        ("11.09", "13.09", True),  # over 12.09, open
        ("12.16", "14.16", False),  # over 13.16, rolling
        ("07.18", "09.18", True),  # from a city; 08.18 is open
        ("04.10", "07.10", True),  # 05.10 and 06.10, open
        ("07.10", "09.10", False),  # over 08.10, woods
        ("12.10", "14.10", False),  # over 13.10, woods
        ("11.09", "12.09", True),  # next door
        ("12.10", "13.10", True),  # from woods to woods
    ],
)
def test_blocking_terrain_between_blocks(a: str, b: str, clear: bool) -> None:
    assert sees(a, b) is clear


@pytest.mark.rule("BCS-6.1.c")
def test_hexsides_do_not_block() -> None:
    assert sees("08.16", "09.18")  # over 09.17, in the open, and the Wiltz behind it


@pytest.mark.rule("BCS-R.13")
def test_along_a_hexside_both_hexes_must_block() -> None:
    assert not sees("11.09", "11.07")  # between Vaux, a village, and 11.08, rolling
    assert sees("10.10", "10.08")  # between 10.09, open, and Noville


@pytest.mark.rule("BCS-6.1.c")
def test_a_slanting_line_runs_through_the_hexes_it_crosses() -> None:
    assert not sees("07.09", "09.10")  # over 08.09, open, and 08.10, woods
    assert sees("07.11", "09.12")  # over 08.11 and 08.12, open


# -- Engagement Zones --------------------------------------------------------------------------

NEXT_TO_NOVILLE = {"10.08", "11.08", "10.09", "12.09", "10.10", "11.10"}
TWO_FROM_NOVILLE = {"09.08", "12.08", "09.09", "13.09", "09.10", "12.10", "10.11", "11.11"}
"""Those in sight: 12.07, 12.11, 10.07 and 11.07 are behind Blocking Terrain."""


@pytest.mark.rule("BCS-6.1.a", "BCS-6.1.b")
def test_an_av_unit_has_an_engagement_zone_of_its_range_and_sight() -> None:
    assert zone(position("11.09 B/3Tkd")) == NEXT_TO_NOVILLE | TWO_FROM_NOVILLE
    assert zone(position("11.09 B/3Tkm")) == NEXT_TO_NOVILLE  # range 1
    assert zone(position("11.09 B/3Tkd"), GERMAN) == set()


@pytest.mark.rule("BCS-6.1.a")
def test_nothing_else_has_one() -> None:
    assert zone(position("11.09 20AIBd")) == set()  # no AV
    assert zone(position("11.09 20AIBd", box="C/609TD", dropped="20AIB")) == set()
    assert zone(position("09.15 1/506", box="B/81")) == set()  # Support that does not stand off


@pytest.mark.rule("BCS-6.1.b", "BCS-S.39")
def test_visibility_cuts_it_but_never_next_door() -> None:
    assert zone(position("11.09 B/3Tkd", visibility=1)) == NEXT_TO_NOVILLE
    assert zone(position("11.09 B/3Tkd", visibility=0)) == NEXT_TO_NOVILLE


@pytest.mark.rule("BCS-R.11", "BCS-6.1.a")
def test_stand_off_support_reaches_its_range_from_the_stacks_it_supports() -> None:
    game = position("11.09 20AIBd", box="C/609TD")

    assert zone(game) == NEXT_TO_NOVILLE | TWO_FROM_NOVILLE
    assert sight.firers(game.state, US, game.hex("13.09")) == game.units("C/609TD")
    assert sight.stand_off(game.state, US) == [(game.unit("C/609TD"), (game.hex("11.09"),))]


@pytest.mark.rule("BCS-R.11")
def test_it_does_so_only_while_it_supports_them() -> None:
    beyond = position("11.09 20AIBd", box="C/609TD", hq={"CCB10": "07.19"})  # ten hexes

    assert zone(beyond) == set()


@pytest.mark.rule("BCS-6.1.a")
def test_who_covers_a_hex() -> None:
    game = position("11.09 B/3Tkd   12.11 A/3Tkm")

    assert sight.firers(game.state, US, game.hex("12.10")) == game.units("B/3Tk", "A/3Tk")
    assert sight.firers(game.state, US, game.hex("13.09")) == game.units("B/3Tk")
    assert sight.firers(game.state, US, game.hex("14.09")) == 0


@pytest.mark.rule("BCS-7.1.d", "BCS-6.1.b")
def test_a_target_in_terrain_is_engaged_from_next_door_only() -> None:
    game = position("13.09 II/3Pzd   11.09 B/3Tkd")
    german, us = game.unit("II/3Pz"), game.unit("B/3Tk")

    assert not sight.can_engage_at(game.state, german, game.hex("11.09"))  # Noville, two hexes
    assert sight.can_engage_at(game.state, us, game.hex("13.09"))  # open
    assert "11.09" in zone(game, GERMAN)  # the zone is not cut by what stands there
    assert not sight.can_engage_at(game.state, us, game.hex("13.09"), 1)
