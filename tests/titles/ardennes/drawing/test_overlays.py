"""The answers drawn on the map of Enemy Action: Ardennes."""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_cards import fresh, settle

from grognard.titles.ardennes.drawing import overlays
from grognard.titles.ardennes.drawing.overlays import OVERLAYS
from grognard.titles.ardennes.drawing.tracing import supply_break
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.state import SEATS
from grognard.titles.ardennes.script import command
from grognard.titles.ardennes.sight.view import view
from grognard.waist.scene import Overlay

REGISTERED = command


def drawn(game: Game, name: str, spot: str = "", side: int | None = GERMAN) -> Overlay:
    seat = None if side is None else SEATS[side]
    (found,) = overlays.overlay(view(game.state, seat), name, spot).overlays
    return found


def shade(found: Overlay, words: str) -> set[str]:
    return {label for s in found.shades if words in s.title for label in s.hexes}


def test_each_overlay_has_a_letter_of_its_own_and_one_comes_unasked() -> None:
    letters = [info.hotkey for info in OVERLAYS]
    assert len(set(letters)) == len(letters) == 10
    assert [info.key for info in OVERLAYS if info.on_select] == ["reach"]


def test_an_unknown_overlay_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no overlay “weather”; there are reach, supply"):
        drawn(position(), "weather")


@pytest.mark.parametrize("scenario", ["gs-3", "2p-3"])
@pytest.mark.parametrize("spot", ["", "1609", "3/2P/XLVII", "424/106/XVIII", "nonsense"])
def test_every_overlay_answers_whatever_is_pointed_at(scenario: str, spot: str) -> None:
    game = settle(fresh(scenario))
    for info in OVERLAYS:
        for side in (GERMAN, ALLIED, None):
            found = drawn(game, info.key, spot, side)
            assert found.key == info.key
            assert found.title


# -- reach ---------------------------------------------------------------------------------


def test_reach_says_what_would_be_left() -> None:
    # Along the primary road from 1201: a point a hex, five in all.
    game = position("1201 3/2P/XLVII", active="3/2P/XLVII", hand=[4])
    found = drawn(game, "reach", "3/2P/XLVII")
    numbers = next(s.numbers for s in found.shades if "normal" in s.title)
    assert found.title == "Reach of 3/2P/XLVII"
    assert (numbers["1202"], numbers["1203"]) == ("4", "3")
    assert "1201" not in numbers


def test_reach_of_a_unit_on_the_move_is_what_is_left_of_it() -> None:
    game = position("1201 3/2P/XLVII", active="3/2P/XLVII", hand=[4])
    game.play("Pick 3/2P/XLVII", "Step 1202")
    numbers = next(s.numbers for s in drawn(game, "reach", "1202").shades if s.numbers)
    assert numbers["1203"] == "3"


@pytest.mark.rule("EA-ST.g")
def test_a_unit_that_cannot_move_says_why() -> None:
    game = position("1201 3/2P/XLVII", dispersed="3/2P/XLVII")
    title = drawn(game, "reach", "3/2P/XLVII").title
    assert title == "Reach of 3/2P/XLVII: none (EA-ST.g: 3/2P/XLVII is Dispersed)"


@pytest.mark.rule("EA-S.36")
def test_reach_stops_at_enemy_zones() -> None:
    game = position("1201 3/2P/XLVII   1204 422/106/XVIII 423/106/XVIII", active="3/2P/XLVII")
    reach = shade(drawn(game, "reach", "3/2P/XLVII"), "normal")
    assert "1203" in reach, "next to the enemy one may stop"
    assert "1204" not in reach


# -- supply and communication --------------------------------------------------------------


@pytest.mark.rule("EA-SU.a")
def test_supply_is_drawn_to_its_source() -> None:
    (line,) = drawn(position("1204 3/2P/XLVII"), "supply", "1204").arrows
    assert line.path == ("1204", "1203", "1202", "1201")
    assert line.title == "German supply line, 3 hexes"
    assert not line.broken


def test_a_broken_line_shows_where_and_why() -> None:
    game = position("1815 3/2P/XLVII", bridges={"2011/2110": "german"})
    found = drawn(game, "supply", "1815")
    (line,) = found.arrows
    assert found.title == "Supply of 1815: none"
    assert line.path[0] == "1815"
    assert line.path[-1] == "1801"
    assert line.broken == "1812"
    assert line.title == "stopped by the enemy town in 1812 (EA-SU.d)"


ROAD = ("1009", "1008", "1007", "1106", "1105", "1205", "1204", "1203", "1202", "1201")


@pytest.mark.parametrize(
    ("text", "fields", "at", "words"),
    [
        ("", {"allied": "1007"}, "1007", "stopped by the enemy town in 1007 (EA-SU.d)"),
        ("", {"roadblocks": "1008"}, "1008", "stopped by the roadblock in 1008 (EA-SU.b)"),
        (
            "1005 422/106/XVIII",
            {},
            "1105",
            "stopped by an enemy zone of control in 1105 (EA-SU.f)",
        ),
        ("1008 422/106/XVIII", {}, "1008", "stopped by enemy units in 1008 (EA-SU.e)"),
        (
            "",
            {"bridges": {"1008/1009": "allied"}},
            "1008",
            "the enemy holds the bridge at 1009/1008 (EA-SU.c)",
        ),
    ],
)
def test_each_thing_that_bars_a_line_has_its_rule(
    text: str, fields: dict[str, Any], at: str, words: str
) -> None:
    base: dict[str, Any] = {"german": "1009 1007", "bridges": {"1008/1009": "german"}}
    game = position(f"1009 3/2P/XLVII {text}", **{**base, **fields})
    found = supply_break(game.state, GERMAN, game.hex("1009"))
    assert found is not None
    assert tuple(game.labels(found.path)) == ROAD
    assert (game.kit.grid.label(found.at), found.words) == (at, words)


@pytest.mark.rule("EA-S.32")
def test_units_out_of_communication_stand_out() -> None:
    ring = "0807 3/2P/XLVII  0909 2/2P/XLVII 304/2P/XLVII  1009 39/26/XLVII  0906 77/26/XLVII"
    game = position(f"0908 422/106/XVIII  1815 501/101/VIII  {ring}")
    found = drawn(game, "communication")
    assert "1815" in shade(found, "in Allied communication")
    assert "1815" not in shade(found, "out of communication")


def test_what_only_the_solitaire_game_has_says_so() -> None:
    game = position(game="2p")
    for name in ("communication", "positions", "danger", "foresight"):
        assert "solitaire" in drawn(game, name).title
        assert not drawn(game, name).shades


# -- ground ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-ST.b")
def test_zones_of_both_sides_and_who_has_none() -> None:
    game = position("1508 3/2P/XLVII  1511 14Cav/XVIII", dispersed="")
    found = drawn(game, "zones")
    assert "1507" in shade(found, "German zone")
    assert shade(found, "without a zone") == {"1511"}


def test_positions_have_their_hold_values() -> None:
    found = drawn(position(), "positions")
    values = {label: n for s in found.shades for label, n in s.numbers.items()}
    assert len(values) == 183
    assert values["1009"] == "6"  # St. Vith, 2 VP


def test_boundaries_are_the_germans_armies_or_the_allied_corps() -> None:
    armies = drawn(position(), "boundaries")
    assert "1201" in shade(armies, "5th Panzer Army")
    corps = drawn(position("1815 501/101/VIII"), "boundaries", "1815")
    assert "1815" in shade(corps, "VIII Corps")


def test_control_counts_the_victory_hexes() -> None:
    found = drawn(position("1009 3/2P/XLVII"), "control")
    assert "1009" in shade(found, "German towns")
    numbers = {label: n for s in found.shades for label, n in s.numbers.items()}
    assert numbers["1009"] == "2"


@pytest.mark.rule("EA-S.37")
def test_stacking_shows_full_hexes_and_room() -> None:
    game = position("1508 3/2P/XLVII 2/2P/XLVII 304/2P/XLVII  1608 16/116P/LVIII")
    found = drawn(game, "stacking")
    assert shade(found, "full") == {"1508"}
    room = next(s.numbers for s in found.shades if "room" in s.title)
    assert room["1608"] == "4"


# -- the Allied system -----------------------------------------------------------------------


@pytest.mark.rule("EA-S.33", "EA-S.64")
def test_danger_of_surround() -> None:
    free = drawn(position("1815 501/101/VIII"), "danger")
    assert free.title == "Nobody is in danger"
    ring = "1714 3/2P/XLVII  1716 2/2P/XLVII  1914 304/2P/XLVII  1915 130/Lehr/XLVII"
    game = position(f"1815 501/101/VIII  {ring}")
    assert shade(drawn(game, "danger"), "surrounded") | shade(drawn(game, "danger"), "danger")


@pytest.mark.rule("EA-RB.g")
def test_what_would_it_do_in_an_empty_hex() -> None:
    found = drawn(position("1009 3/2P/XLVII"), "foresight", "1012")
    assert found.title == "What would it do in 1012?"
    assert any("roadblock" in s.title for s in found.shades)


@pytest.mark.rule("EA-CR.g")
def test_what_would_the_defenders_do() -> None:
    found = drawn(position("1508 3/2P/XLVII  1609 110/28/VIII"), "foresight", "1609")
    words = [s.title for s in found.shades]
    assert any("held on" in text and "%" in text for text in words)
    assert all(text.endswith(")") for text in words), "each with its rule"


@pytest.mark.rule("EA-S.24")
def test_where_the_next_reserves_would_go() -> None:
    game = position("1007 3/2P/XLVII  1009 422/106/XVIII", reserve="424/106/XVIII")
    assert any("424/106/XVIII" in s.title for s in drawn(game, "foresight").shades)
    of_unit = drawn(game, "foresight", "424/106/XVIII")
    assert any("424/106/XVIII" in s.title for s in of_unit.shades)
