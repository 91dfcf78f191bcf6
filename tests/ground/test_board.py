"""Boards from data files, and the sentence for each thing that can be wrong with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grognard.book.flaws import DataFlaw
from grognard.ground.board import Board, load_board
from grognard.ground.hexes import NE, E, W

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
title = "kept"

[grid]
columns = 4
rows = 3

[layer.terrain]
tag = "stand-in"
legend = { "." = "clear", F = "forest" }
rows = [
    "..F.",
    "....",
    "F...",
]

[[place]]
name = "Millbrook"
hex = "0202"
kind = "village"
tag = "recalled"
town = true

[[place]]
name = "The Ford"
hex = "0202"
kind = "site"
tag = "recalled"

[[road]]
id = "R1"
name = "the high road"
hexes = ["0101", "0201", "0202", "0203"]
tag = "recalled"

[[road]]
id = "R2"
name = "a track"
class = "track"
hexes = ["0202", "0302"]
tag = "recalled"

[[exit]]
hex = "0203"
edge = "south"
road = "R1"

[[hexsides]]
name = "Brook"
kind = "river"
sides = ["0201/0202", "0301/0202"]
tag = "stand-in"

[[bridge]]
side = "0202/0201"
over = "Brook"
name = "Millbrook"
tag = "inferred"
blown = false

[[hill]]
name = "Hill 7"
hex = "0401"
tag = "recalled"
"""


def board(tmp_path: Path, text: str) -> Board:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def flaw(tmp_path: Path, old: str, new: str) -> str:
    """The sentence for the good board with one thing changed."""
    assert old in GOOD
    with pytest.raises(DataFlaw) as caught:
        board(tmp_path, GOOD.replace(old, new, 1))
    return str(caught.value)


def line_of(text: str, token: str) -> int:
    return text[: text.index(token)].count("\n") + 1


@pytest.fixture
def good(tmp_path: Path) -> Board:
    return board(tmp_path, GOOD)


def test_layers_are_read_by_hex_and_by_value(good: Board) -> None:
    grid = good.grid

    assert good.layers["terrain"][grid.at("0301")] == "forest"
    assert grid.labels(good.layer_set("terrain", "forest")) == ["0301", "0103"]
    assert good.layer_set("terrain", "clear").bit_count() == 10
    assert good.layer_tags["terrain"] == "stand-in"


def test_a_value_nobody_has_is_the_empty_set(tmp_path: Path) -> None:
    text = GOOD.replace('F = "forest"', 'F = "forest", s = "swamp"')

    assert board(tmp_path, text).layer_set("terrain", "swamp") == 0


def test_places_are_found_by_name_and_by_hex(good: Board) -> None:
    here = good.grid.at("0202")

    assert good.place_named["Millbrook"].hex == here
    assert [place.name for place in good.places_at[here]] == ["Millbrook", "The Ford"]
    assert good.place_named["Millbrook"].extra == {"town": True}
    assert good.grid.labels(good.towns()) == ["0202"]


def test_roads_join_consecutive_hexes_both_ways(good: Board) -> None:
    at = good.grid.at

    assert (at("0201"), at("0202")) in good.road_sides
    assert (at("0202"), at("0201")) in good.road_sides
    assert (at("0301"), at("0202")) not in good.road_sides
    assert len(good.road_sides) == 8
    assert good.roads["R1"].kind == "road"
    assert good.roads["R2"].kind == "track"
    assert good.grid.labels(good.road_hexes()) == ["0101", "0201", "0202", "0302", "0203"]


def test_exits_name_hex_edge_and_road(good: Board) -> None:
    (way_out,) = good.exits

    assert (good.grid.label(way_out.hex), way_out.edge, way_out.road) == ("0203", "south", "R1")


def test_rivers_and_bridges_lie_on_hexsides_both_ways(good: Board) -> None:
    at = good.grid.at
    side, back = (at("0201"), at("0202")), (at("0202"), at("0201"))

    assert [f.name for f in good.hexsides[back]] == ["Brook"]
    assert good.hexsides[side] == good.hexsides[back]
    assert len(good.sides_named("Brook")) == len(good.sides_of_kind("river")) == 4
    assert good.bridge_at[side] is good.bridge_at[back] is good.bridges[0]
    assert good.bridges[0].extra == {"blown": False}


def test_gates_sort_sides_by_direction(good: Board) -> None:
    at = good.grid.at
    gates = good.gates([(at("0101"), at("0201")), (at("0202"), at("0301"))])

    assert gates[E] == 1 << at("0101")
    assert gates[NE] == 1 << at("0202")
    assert gates[W] == 0


def test_unknown_tables_are_kept(good: Board) -> None:
    assert good.extra["title"] == "kept"
    assert good.extra["hill"][0]["hex"] == "0401"


def test_a_westward_map_reads_its_rows_from_the_west(tmp_path: Path) -> None:
    text = '[grid]\ncolumns = 3\nrows = 1\nlabel = "CC.RR"\nwestward = true\n'
    text += (
        '[layer.terrain]\ntag = "found"\nlegend = { a = "A", b = "B", c = "C" }\nrows = ["abc"]\n'
    )
    read = board(tmp_path, text)

    assert read.layers["terrain"][read.grid.at("03.01")] == "A"
    assert read.layers["terrain"][read.grid.at("01.01")] == "C"


def test_missing_hexes_may_hold_any_letter(tmp_path: Path) -> None:
    text = '[grid]\ncolumns = 2\nrows = 1\nmissing = ["0201"]\n'
    text += '[layer.terrain]\ntag = "found"\nlegend = { "." = "clear" }\nrows = [". "]\n'
    read = board(tmp_path, text)

    assert read.grid.labels(read.layer_set("terrain", "clear")) == ["0101"]


# -- flaws ---------------------------------------------------------------------


def test_a_road_through_hexes_that_do_not_touch(tmp_path: Path) -> None:
    line = line_of(GOOD, 'hexes = ["0101"')

    assert flaw(tmp_path, '"0202", "0203"', '"0402", "0203"') == (
        f"map.toml, line {line}, hex 0402: the road R1 goes from 0201 to 0402, which do not touch."
    )


def test_a_road_of_one_hex(tmp_path: Path) -> None:
    said = flaw(tmp_path, 'hexes = ["0202", "0302"]', 'hexes = ["0202"]')

    assert said.endswith("the road R2 has fewer than two hexes.")


def test_an_unknown_terrain_letter(tmp_path: Path) -> None:
    line = line_of(GOOD, '    "F..."')

    assert flaw(tmp_path, '"F..."', '"F.x."') == (
        f"map.toml, line {line}, hex 0303: "
        "'x' in row 3, column 3 of the layer terrain is not in its legend."
    )


def test_equal_rows_are_told_apart(tmp_path: Path) -> None:
    text = '[grid]\ncolumns = 2\nrows = 3\n[layer.terrain]\ntag = "found"\nlegend = { a = "A" }\n'
    text += 'rows = [\n"aa",\n"ab",\n"ab",\n]\n'
    with pytest.raises(DataFlaw, match="line 9, hex 0202"):
        board(tmp_path, text)


def test_a_row_of_the_wrong_length(tmp_path: Path) -> None:
    line = line_of(GOOD, '    "...."')

    assert flaw(tmp_path, '"...."', '"....."') == (
        f"map.toml, line {line}: row 2 of the layer terrain has 5 letters, the map 4 columns."
    )


def test_a_missing_row(tmp_path: Path) -> None:
    line = line_of(GOOD, "[layer.terrain]")

    assert flaw(tmp_path, '    "....",\n', "") == (
        f"map.toml, line {line}: the layer terrain has 2 rows, the map 3."
    )


@pytest.mark.parametrize(
    ("old", "new", "what", "token"),
    [
        ('hex = "0202"', 'hex = "0909"', "the place Millbrook", 'hex = "0202"'),
        ('["0101",', '["0909",', "the road R1", 'hexes = ["0101"'),
        ('hex = "0203"', 'hex = "0909"', "the exit at 0909", 'hex = "0203"'),
        ('"0201/0202"', '"0201/0909"', "Brook", 'sides = ["0201'),
        ('"0202/0201"', '"0909/0201"', "the bridge Millbrook", 'side = "0202'),
        ('hex = "0401"', 'hex = "0909"', "the hill Hill 7", 'hex = "0401"'),
    ],
)
def test_a_hex_off_the_map(tmp_path: Path, old: str, new: str, what: str, token: str) -> None:
    assert flaw(tmp_path, old, new) == (
        f"map.toml, line {line_of(GOOD, token)}, hex 0909: "
        f"{what} names a hex that is not on the map."
    )


def test_a_missing_hex_that_is_not_on_the_map(tmp_path: Path) -> None:
    said = flaw(tmp_path, "rows = 3", 'rows = 3\nmissing = ["0504"]')

    assert said.startswith("map.toml, line 6, hex 0504: the list of missing hexes")


def test_a_hexside_of_hexes_that_do_not_touch(tmp_path: Path) -> None:
    line = line_of(GOOD, "sides =")

    assert flaw(tmp_path, "0301/0202", "0401/0202") == (
        f"map.toml, line {line}, hex 0401: "
        "Brook has a hexside between 0401 and 0202, which do not touch."
    )


def test_a_hexside_that_is_not_two_hexes(tmp_path: Path) -> None:
    assert "which is not two hexes with a slash between" in flaw(tmp_path, "0301/0202", "0301")


def test_a_hexside_given_twice(tmp_path: Path) -> None:
    assert "Brook has the hexside 0202/0201 twice" in flaw(tmp_path, "0301/0202", "0202/0201")


def test_a_bridge_that_is_over_no_river(tmp_path: Path) -> None:
    line = line_of(GOOD, "[[bridge]]")

    assert flaw(tmp_path, '"0202/0201"', '"0101/0201"') == (
        f"map.toml, line {line}, hex 0101: "
        "the bridge Millbrook at 0101/0201 is not on a hexside of Brook."
    )


def test_a_second_bridge_at_the_same_hexside(tmp_path: Path) -> None:
    again = (
        '[[bridge]]\nside = "0201/0202"\nover = "Brook"\nname = "Two"\ntag = "found"\n\n[[hill]]'
    )

    assert "the bridge Two is the second at 0201/0202" in flaw(tmp_path, "[[hill]]", again)


def test_the_same_road_id_twice(tmp_path: Path) -> None:
    line = line_of(GOOD, '[[road]]\nid = "R2"')

    assert flaw(tmp_path, 'id = "R2"', 'id = "R1"') == (
        f"map.toml, line {line}: the road R1 is there twice."
    )


def test_the_same_place_twice(tmp_path: Path) -> None:
    line = line_of(GOOD, '[[place]]\nname = "The Ford"')

    assert flaw(tmp_path, 'name = "The Ford"', 'name = "Millbrook"') == (
        f"map.toml, line {line}, hex 0202: the place Millbrook is there twice."
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('road = "R1"', 'road = "R9"', "the exit at 0203 is of an unknown road R9"),
        ('road = "R1"', 'road = "R2"', "the exit at 0203 is not on its road R2"),
        ('edge = "south"', 'edge = "north"', "the exit at 0203 is not on an edge 'north'"),
        ('edge = "south"', 'edge = "down"', "the exit at 0203 is not on an edge 'down'"),
    ],
)
def test_an_exit_that_leads_nowhere(tmp_path: Path, old: str, new: str, said: str) -> None:
    line = line_of(GOOD, "[[exit]]")

    assert flaw(tmp_path, old, new) == f"map.toml, line {line}, hex 0203: {said}."


def test_a_missing_key(tmp_path: Path) -> None:
    line = line_of(GOOD, "[[place]]")

    assert flaw(tmp_path, 'kind = "village"\n', "") == (
        f"map.toml, line {line}: place 1 lacks the key kind."
    )


def test_a_wrong_type(tmp_path: Path) -> None:
    line = line_of(GOOD, 'hex = "0202"')

    assert flaw(tmp_path, 'hex = "0202"', "hex = 202") == (
        f"map.toml, line {line}: hex of place 1 should be a text, not a whole number."
    )


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("[road]", r"road should be written as \[\[road\]\]"),
        ("[[layer]]", r"layer should be written as \[layer\.NAME\]"),
    ],
)
def test_tables_of_the_wrong_shape(tmp_path: Path, table: str, said: str) -> None:
    with pytest.raises(DataFlaw, match=f"line 4: {said}"):
        board(tmp_path, f"[grid]\ncolumns = 4\nrows = 3\n{table}\nx = 1\n")


def test_an_unknown_tag(tmp_path: Path) -> None:
    line = line_of(GOOD, 'tag = "inferred"')

    assert flaw(tmp_path, 'tag = "inferred"', 'tag = "guessed"').startswith(
        f"map.toml, line {line}: the bridge Millbrook has the tag 'guessed', which is none of found"
    )


def test_no_grid(tmp_path: Path) -> None:
    with pytest.raises(DataFlaw, match=r"^map.toml, line 1: the file has no \[grid\]\.$"):
        board(tmp_path, 'title = "nothing"\n')


def test_a_grid_that_cannot_be_numbered(tmp_path: Path) -> None:
    assert "a map of 120 by 3 hexes cannot be numbered" in flaw(
        tmp_path, "columns = 4", "columns = 120"
    )


def test_an_unknown_label_style(tmp_path: Path) -> None:
    assert flaw(tmp_path, "rows = 3", 'rows = 3\nlabel = "XY"') == (
        "map.toml, line 6: the label style 'XY' is none of CCRR, RRCC, CC.RR."
    )


def test_text_that_is_not_toml(tmp_path: Path) -> None:
    line = line_of(GOOD, "columns = 4")

    assert flaw(tmp_path, "columns = 4", "columns = = 4").startswith(
        f"map.toml, line {line}: this is not TOML: "
    )


def test_toml_that_stops_short(tmp_path: Path) -> None:
    with pytest.raises(DataFlaw, match="line 3: this is not TOML"):
        board(tmp_path, '[grid]\nlabel = [\n"CC')


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataFlaw) as caught:
        load_board(tmp_path / "nowhere.toml")
    assert str(caught.value) == f"nowhere.toml: there is no such file in {tmp_path}."


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataFlaw, match="the file is not UTF-8 text"):
        load_board(path)


def test_a_flaw_is_a_value_error_that_keeps_its_parts() -> None:
    flaw = DataFlaw("map.toml", "line 3", "no")

    assert isinstance(flaw, ValueError)
    assert (flaw.file, flaw.where, flaw.message) == ("map.toml", "line 3", "no")
