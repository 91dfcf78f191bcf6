"""The scene: what it says survives the wire, and says no more than it must."""

import msgspec
import pytest

from grognard.ground.hexes import Grid
from grognard.waist.scene import (
    Arrow,
    Badge,
    BoardArt,
    Box,
    Bridge,
    Card,
    Cell,
    Control,
    EdgeName,
    Exit,
    Fact,
    Hand,
    Hill,
    Lit,
    Marker,
    Note,
    Offer,
    Overlay,
    Piece,
    Place,
    Prompt,
    Road,
    Scene,
    Shade,
    SideLine,
    Stack,
    Star,
    Step,
    Track,
    Violation,
    Works,
    from_json,
    hexes_of,
    to_json,
    without_board,
)


def full_scene() -> Scene:
    board = BoardArt(
        key="toy",
        title="Toy",
        hexes=hexes_of(Grid(4, 4), {"0202": "forest"}),
        lines=(SideLine("river", ("0101/0201", "0102/0201"), "Aire"),),
        roads=(Road(("0101", "0102", "0203"), "highway"),),
        exits=(Exit("0101", "north"),),
        bridges=(Bridge("0101/0201"),),
        places=(Place("0202", "Sedan", "city"),),
        hills=(Hill("0303", "Hill", "304"),),
        works=(Works(("0103", "0203"), "main", "Kriemhilde"),),
        stars=(Star("0202", "8"),),
        edges=(EdgeName("north", "Entry"),),
        scale="1 hex = 1 mile",
    )
    return Scene(
        board,
        title="A toy game",
        turn="Turn 1",
        prompt=Prompt("Allied: choose", "allied"),
        control=(Control("us", "US", "#336", ("0101",)), Control("ge", "German", "#633")),
        pieces=(
            Piece("a", hex="0202", symbol="infantry", badges=(Badge("OS", "out of supply"),)),
            Piece("b", hex="0202", face="hidden", count=3),
            Piece("c", symbol="armour", steps=1, steps_max=2, face="reduced", offers=("t1",)),
            Piece(
                "d",
                corners=("A3", "V2", "5", "Leg"),
                face="move",
                reverse="deployed",
                formation="5",
            ),
        ),
        stacks=(Stack("0202", "two counters"),),
        markers=(Marker("0101", "gas", "GAS"), Marker("0101/0201", "blown")),
        boxes=(Box("reserve", "Reserve", ("c",)),),
        tracks=(Track("turn", "Turns", (Cell("1", current=True), Cell("2")), "gauge"),),
        hands=(
            Hand("hand", "Hand", (Card("k1", "Engineers", "Build.", value="2"), Card("k2"))),
            Hand("cup", "Cup", count=7, kind="cup"),
        ),
        held=("a",),
        violations=(Violation("too many", "TOY-4", "0202"),),
        sequence=(Step("A", "Weather"), Step("B", "Movement", "us", current=True)),
        lit=(Lit("crt", column="2:1"), Lit("tec", "forest", "move")),
        notes=(Note("move", "Moving", "Go there."),),
        facts=(Fact("Pool", "11"),),
        overlays=(
            Overlay(
                "reach",
                "Reach",
                (Shade(("0101", "0102"), "gold", "in reach", {"0101": "2"}),),
                (Arrow(("0101", "0102"), "red", broken="0102"),),
            ),
        ),
        offers=(
            Offer("t1", "March", "c"),
            Offer("end", "End phase", why_not="units are left", rule="TOY-1"),
        ),
    )


def test_a_scene_survives_the_wire() -> None:
    scene = full_scene()

    assert from_json(to_json(scene)) == scene


def test_a_scene_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        full_scene().title = "another"  # type: ignore[misc]  # the refusal is what is tested


def test_what_is_default_is_not_sent() -> None:
    sent = msgspec.json.decode(to_json(Scene(BoardArt("toy"), pieces=(Piece("a", hex="0101"),))))

    assert sent == {"board": {"key": "toy"}, "pieces": [{"id": "a", "hex": "0101"}]}


def test_a_page_that_has_the_board_gets_only_its_key() -> None:
    light = without_board(full_scene())

    assert light.board == BoardArt("toy")
    assert light.pieces == full_scene().pieces


def test_a_malformed_scene_is_refused_with_the_field() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.pieces"):
        from_json(b'{"board": {"key": "toy"}, "pieces": 3}')


def test_hexes_lie_in_doubled_columns_with_even_rows_to_the_east() -> None:
    places = {h.label: (h.x, h.y) for h in hexes_of(Grid(3, 3))}

    assert places["0101"] == (0, 0)
    assert places["0102"] == (1, 1)
    assert places["0302"] == (5, 1)
    assert places["0203"] == (2, 2)


def test_hexes_of_a_map_numbered_from_the_east_are_still_drawn_west_to_east() -> None:
    places = {h.label: (h.x, h.y) for h in hexes_of(Grid(3, 2, westward=True))}

    assert places["0301"] == (0, 0)
    assert places["0101"] == (4, 0)


def test_terrain_is_clear_where_none_is_given() -> None:
    ground = {h.label: h.terrain for h in hexes_of(Grid(2, 2), {"0101": "forest"})}

    assert ground == {"0101": "forest", "0201": "clear", "0102": "clear", "0202": "clear"}
