"""Pictures: well formed, complete, harmless, joined up, and the same every time."""

import math
import re
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard import draw
from grognard.draw import lattice as lay
from grognard.draw.ink import colour, el, fitted, number, plain, width
from grognard.draw.live import stacks
from grognard.draw.symbols import definition, symbol_id
from grognard.draw.terrain import line_path
from grognard.ground.hexes import Grid
from grognard.waist.scene import (
    Arrow,
    Badge,
    BoardArt,
    Bridge,
    Card,
    Cell,
    Control,
    Hand,
    Hill,
    Marker,
    Overlay,
    Piece,
    Place,
    Road,
    Scene,
    Shade,
    SideLine,
    Track,
    Works,
    hexes_of,
)

SVG = "{http://www.w3.org/2000/svg}"
GRID = Grid(8, 8)


def sides(west: str, east: str) -> tuple[str, ...]:
    """The hexsides between two sets of hexes."""
    here, there = GRID.set_of(west.split()), GRID.set_of(east.split())
    return tuple(
        f"{GRID.label(a)}/{GRID.label(b)}"
        for a in GRID.hexes
        for b in GRID.neighbours(a)
        if 1 << a & here and 1 << b & there
    )


RIVER = SideLine("major_river", sides("0101 0102 0103 0104", "0201 0202 0203 0204"), "Meuse")
TWO_RIVERS = SideLine(
    "river",
    sides("0401 0402", "0501 0502") + sides("0406 0407", "0506 0507"),
    "Aire",
)


def toy(**changes: object) -> Scene:
    board = BoardArt(
        "toy",
        hexes=hexes_of(GRID, {"0303": "forest", "0304": "forest", "0505": "rough"}),
        lines=(RIVER, TWO_RIVERS),
        roads=(Road(("0101", "0201", "0301", "0401")),),
        bridges=(Bridge("0101/0201"),),
        places=(Place("0201", "Sedan", "city"), Place("0401", "Douzy")),
        hills=(Hill("0606", "Montfaucon", "342"),),
        works=(Works(("0205", "0305"), "main", "Kriemhilde"),),
    )
    pieces = (
        Piece("us-1", hex="0303", symbol="infantry", name="308", parent="77", figures="8-8"),
        Piece("us-2", hex="0303", symbol="machine_gun", steps=1, steps_max=4, face="reduced"),
        Piece("ge-1", hex="0404", symbol="unknown", face="hidden", count=3),
    )
    control = (
        Control("us", "US", "#2f62a8", tuple(h.label for h in board.hexes if h.y < 4)),
        Control("ge", "German", "#b03a2e", tuple(h.label for h in board.hexes if h.y >= 4)),
    )
    fields = {"title": "Toy", "pieces": pieces, "control": control, **changes}
    return Scene(board, **fields)  # type: ignore[arg-type]  # fields of Scene, whatever a test changes


def texts(picture: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(picture).iter(f"{SVG}text")]


# -- the picture -------------------------------------------------------------


def test_the_picture_is_well_formed_and_holds_every_piece() -> None:
    root = ET.fromstring(draw.svg(toy()))

    shown = {e.get("data-piece") for e in root.iter() if e.get("data-piece")}
    assert shown == {"us-1", "us-2", "ge-1"}
    assert root.tag == f"{SVG}svg"


def test_the_picture_says_names_numbers_and_figures() -> None:
    words = texts(draw.svg(toy()))

    for wanted in ("Sedan", "Douzy", "Meuse", "Kriemhilde", "342", "308", "77", "8-8", "0808"):
        assert wanted in words


def test_script_in_names_comes_out_as_text() -> None:
    nasty = '<script>alert("1")</script>'
    pieces = (
        Piece(
            nasty,
            hex="0303",
            symbol=nasty,
            name=nasty,
            title=nasty + "\x00\x1b",
            ground='red" onload="alert(1)',
            badges=(Badge(nasty, nasty, "url(x)"),),
        ),
    )
    picture = draw.svg(toy(pieces=pieces, turn=nasty, markers=(Marker("0303", nasty, nasty),)))

    root = ET.fromstring(picture)
    assert nasty in texts(picture)
    assert not [e for e in root.iter() if "script" in e.tag]
    assert not [e for e in root.iter() if any(name.startswith("on") for name in e.attrib)]
    assert "url(x)" not in picture


def test_drawing_twice_gives_the_same_bytes() -> None:
    first = draw.svg(toy())

    assert draw.svg(toy()) == first
    assert draw.png(toy()) == draw.png(toy())


def test_a_picture_does_not_depend_on_the_hash_seed() -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests/draw'); from test_draw import toy; "
        "from grognard import draw; import hashlib; "
        "print(hashlib.sha256(draw.svg(toy()).encode()).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(prints) == 1


def test_a_png_is_a_png_and_grows_with_the_scale() -> None:
    small, large = draw.png(toy(), 0.5), draw.png(toy(), 1.0)

    assert small.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(large[16:20]) == pytest.approx(2 * int.from_bytes(small[16:20]), abs=2)


def test_a_window_shows_what_is_near_and_no_panel() -> None:
    picture = draw.svg(toy(), window=("0303", 1))
    root = ET.fromstring(picture)

    assert float(root.get("width", "0")) < 300
    assert "Legend" not in texts(picture)
    assert "Legend" in texts(draw.svg(toy()))


def test_a_window_by_corners_holds_just_those_hexes() -> None:
    inner = ET.fromstring(draw.svg(toy(), window=("0202", "0503"))).find(f"{SVG}svg")

    assert inner is not None
    assert inner.get("viewBox") == "57 15 210.5 123"


def test_a_window_leaves_out_far_counters() -> None:
    far = draw.svg(toy(pieces=(Piece("far", hex="0808"),)), window=("0101", 2))

    assert "data-piece" not in far


def test_a_window_on_no_hex_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no hex 9999 on this map"):
        draw.svg(toy(), window=("9999", 3))


def test_a_scene_without_a_board_is_still_a_picture() -> None:
    ET.fromstring(draw.svg(Scene(BoardArt("bare"))))


def test_what_lies_off_the_map_is_passed_over() -> None:
    board = BoardArt(
        "odd",
        hexes=hexes_of(Grid(2, 2)),
        lines=(SideLine("river", ("0101/0909", "0101/0101")),),
        roads=(Road(("0101", "0909")),),
        bridges=(Bridge("0101/0909"),),
        places=(Place("0909", "Nowhere"),),
    )
    picture = draw.svg(Scene(board, pieces=(Piece("x", hex="0909"),)))

    assert "Nowhere" not in texts(picture)


def test_the_page_gets_a_board_to_click_on_and_a_layer_to_lay_over_it() -> None:
    under = ET.fromstring(draw.board_svg(toy().board))
    over = ET.fromstring(draw.live_svg(toy()))

    labels = {e.get("data-hex") for e in under.iter(f"{SVG}use")}
    assert labels == {GRID.label(h) for h in GRID.hexes}
    assert under.get("viewBox") == over.get("viewBox")
    assert [e for e in over.iter() if e.get("data-piece") == "us-1"]
    assert not [e for e in under.iter() if e.get("data-piece")]


def test_pieces_of_a_hex_are_stacked_in_scene_order() -> None:
    piles = stacks(toy(), lay.Lattice(toy().board))

    assert [piece.id for piece in piles["0303"]] == ["us-1", "us-2"]


# -- rivers, fronts, roads ---------------------------------------------------


def test_a_river_is_one_line() -> None:
    on = lay.Lattice(toy().board)

    assert line_path(RIVER, (RIVER,), on).count("M") == 1


def test_two_rivers_of_one_name_are_two_lines() -> None:
    on = lay.Lattice(toy().board)

    assert line_path(TWO_RIVERS, (TWO_RIVERS,), on).count("M") == 2


def test_a_tributary_runs_into_its_river() -> None:
    main = SideLine("major_river", sides("0102 0103 0104", "0202 0203 0204 0303"), "Meuse")
    branch = SideLine("river", sides("0202", "0203 0303"), "Chiers")
    on = lay.Lattice(toy().board)
    alone = line_path(branch, (branch,), on)

    assert line_path(branch, (main, branch), on) != alone


def test_the_front_is_one_line_where_one_border_parts_the_map() -> None:
    front = ET.fromstring(draw.svg(toy())).find(f".//{SVG}g[@class='front']")

    assert front is not None
    assert [path.get("d", "").count("M") for path in front] == [1, 1, 1, 1]


edges = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()).map(
        lambda e: ((e[0], e[1]), (e[0] + e[2], e[1] + (not e[2])))
    ),
    max_size=24,
)


@given(edges)
def test_chains_use_every_edge_once_in_as_few_lines_as_can_be(given_edges: list[lay.Edge]) -> None:
    lines = lay.chains(given_edges)
    used = sorted((min(a, b), max(a, b)) for line in lines for a, b in pairwise(line))

    assert used == sorted({(min(e), max(e)) for e in given_edges})
    assert len(lines) == fewest(used)


def fewest(given_edges: list[lay.Edge]) -> int:
    """Per connected part half its odd corners, or one if it has none (Euler)."""
    links: dict[lay.Corner, set[lay.Corner]] = defaultdict(set)
    for a, b in given_edges:
        links[a].add(b)
        links[b].add(a)
    left, lines = set(links), 0
    while left:
        part, frontier = set(), {min(left)}
        while frontier:
            part |= frontier
            frontier = {b for a in frontier for b in links[a]} - part
        left -= part
        lines += max(1, sum(len(links[c]) % 2 for c in part) // 2)
    return lines


def test_a_loop_ends_where_it_began() -> None:
    (loop,) = lay.chains(lay.border({(4, 2)}))

    assert loop[0] == loop[-1]
    assert len(loop) == 7


def test_hexsides_of_neighbours_are_the_same_line() -> None:
    for other in lay.neighbours((4, 2)):
        there, back = lay.side_between((4, 2), other), lay.side_between(other, (4, 2))
        assert set(there) == set(back)


def test_distance_agrees_with_the_grid() -> None:
    spots = {h.label: (h.x, h.y) for h in hexes_of(GRID)}

    for a in GRID.hexes[::5]:
        for b in GRID.hexes[::3]:
            there = lay.distance(spots[GRID.label(a)], spots[GRID.label(b)])
            assert there == GRID.distance(a, b)


# -- symbols and extras ------------------------------------------------------


@pytest.mark.parametrize("kind", ["infantry", "armour", "artillery", "machine_gun", "unknown"])
def test_each_kind_has_a_symbol_of_its_own(kind: str) -> None:
    assert symbol_id(kind) == f"nato-{kind}"
    ET.fromstring(definition(symbol_id(kind)))


def test_a_symbol_code_is_drawn_as_given_and_nonsense_as_unknown() -> None:
    armour = definition(symbol_id("10031000001205000000"))

    assert armour.split(">", 1)[1] == definition("nato-armour").split(">", 1)[1]
    assert symbol_id("dragon") == "nato-unknown"


def test_a_symbol_is_defined_once_however_many_counters_show_it() -> None:
    many = tuple(Piece(f"u{i}", hex="0303", symbol="infantry") for i in range(5))

    assert draw.svg(toy(pieces=many)).count('<symbol id="nato-infantry"') == 1


def test_without_milsymbol_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "milsymbol", None)
    definition.cache_clear()

    with pytest.raises(draw.MissingExtraError, match=r"milsymbol.*pip install 'grognard\[draw\]'"):
        draw.svg(toy())


def test_a_board_without_counters_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "milsymbol", None)
    definition.cache_clear()

    ET.fromstring(draw.svg(toy(pieces=())))


def test_without_resvg_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    with pytest.raises(draw.MissingExtraError, match=r"resvg-py.*pip install 'grognard\[draw\]'"):
        draw.png(toy())


def test_importing_the_package_loads_no_extra() -> None:
    check = "import sys, grognard.draw; print({'milsymbol', 'resvg_py'} & set(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.strip() == "set()"


# -- ink ---------------------------------------------------------------------


def test_numbers_are_short() -> None:
    assert [number(x) for x in (1.0, 1.25, -0.01, -3.0, 12.34)] == ["1", "1.2", "0", "-3", "12.3"]


def test_only_colours_are_colours() -> None:
    assert colour("#a3ad6b", "grey") == "#a3ad6b"
    assert colour("rebeccapurple", "grey") == "rebeccapurple"
    assert colour("url(#x)", "grey") == "grey"
    assert colour("", "grey") == "grey"


def test_elements_are_escaped() -> None:
    assert el("a", plain("<b>"), data_x='"&') == '<a data-x="&quot;&amp;">&lt;b&gt;</a>'


def test_text_is_made_to_fit() -> None:
    words = "109 Leib-Grenadiere"

    assert width(words, fitted(words, 30, 9)) == pytest.approx(30)
    assert fitted("1", 30, 9) == 9


# -- two-sided counters, cards and gauges ------------------------------------------------------


def test_the_corners_of_a_counter_are_drawn_and_its_sides_named() -> None:
    piece = Piece(
        "a",
        hex="0202",
        symbol="armour",
        corners=("A3", "V2", "5", "Tac"),
        face="deployed",
        reverse="move",
    )
    drawn = draw.svg(toy(pieces=(piece,)))

    for words in ("A3", "V2", "Tac"):
        assert f">{words}</text>" in drawn
    assert "deployed" in drawn
    assert "other side: move" in drawn


def test_a_corner_may_have_a_colour_of_its_own() -> None:
    piece = Piece("a", hex="0202", corners=("", "", "4", "14"), inks=("", "", "#a3160f", ""))
    drawn = draw.svg(toy(pieces=(piece,)))

    assert re.search(r'fill="#a3160f"[^>]*>4</text>', drawn)
    assert not re.search(r'fill="#a3160f"[^>]*>14</text>', drawn)


def test_a_wide_text_beside_the_figures_takes_the_room_they_leave() -> None:
    wide, narrow = (
        draw.svg(
            toy(pieces=(Piece("a", hex="0202", figures=figures, corners=("", "", "", "16T")),))
        )
        for figures in ("4", "12345")
    )
    sizes = [
        float(m[1])
        for s in (wide, narrow)
        if (m := re.search(r'font-size="([0-9.]+)"[^>]*>16T', s))
    ]

    assert sizes[0] > 7.5
    assert sizes[1] < 6


def test_what_an_overlay_says_at_length_is_broken_into_lines() -> None:
    said = Overlay("w", "How it stands", (Shade((), "#8a8a8a", "word " * 40),))
    drawn = draw.svg(toy(overlays=(said,)))

    assert len(re.findall(r">(word ?)+</text>", drawn)) > 2
    assert 'fill="#8a8a8a"' not in drawn


def test_large_ground_may_be_rimmed_or_hatched() -> None:
    wash, rim, hatch = (
        draw.svg(toy(overlays=(Overlay("o", "", (Shade(("0202",), "#2f8f3a", style=style),)),)))
        for style in ("wash", "rim", "hatch")
    )

    assert 'fill="#2f8f3a" fill-opacity="0.3"' in wash
    assert re.search(r'fill="none"[^>]* stroke="#2f8f3a" stroke-width="2.4"', rim)
    assert 'fill="url(#hatch-2f8f3a)"' in hatch
    assert '<pattern id="hatch-2f8f3a"' in hatch


def test_a_path_begins_beside_the_counter_it_starts_from() -> None:
    path = ("0202", "0203", "0204")
    drawn = draw.svg(toy(overlays=(Overlay("o", "", (), (Arrow(path, "#123456", kind="trace"),)),)))
    line = re.search(r'd="M([0-9.]+),([0-9.]+)[^"]*" stroke="#123456"', drawn)
    on = lay.Lattice(toy().board)
    x, y = on.centre("0202")

    assert line
    assert 23 < math.dist((float(line[1]), float(line[2])), (x, y)) < 34


def test_badges_keep_off_a_text_at_the_left() -> None:
    badge = Badge("ST", "stopped")
    bare, written = (
        draw.svg(toy(pieces=(Piece("a", hex="0202", corners=corners, badges=(badge,)),)))
        for corners in (("", "", "4", ""), ("»", "", "4", ""))
    )

    assert 'x="-22.6" y="-10.6"' in bare
    assert 'x="-21.6" y="-27.9"' in written


def test_of_a_pile_only_the_top_card_shows() -> None:
    cards = (Card("k1", "Under"), Card("k2", "Top", value="3"))
    drawn = draw.svg(toy(hands=(Hand("pile", "Pile", cards, kind="pile"),)))

    assert "Pile (2)" in drawn
    assert 'data-card="k2"' in drawn
    assert 'data-card="k1"' not in drawn


def test_a_gauge_is_filled_up_to_where_it_is() -> None:
    cells = (Cell("1"), Cell("2", current=True), Cell("3"))
    plain_track = draw.svg(toy(tracks=(Track("t", "T", cells),)))
    gauge = draw.svg(toy(tracks=(Track("t", "T", cells, "gauge"),)))

    assert plain_track.count("#c9d3c2") == 0
    assert gauge.count("#c9d3c2") == 1
