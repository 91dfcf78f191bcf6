"""The corrections of section 14 that concern the map and the counters, as they are drawn."""

from __future__ import annotations

import re
import tomllib

import pytest
from positions.lb import Game, neighbours

from grognard.draw.palette import LINES
from grognard.draw.terrain import STAR, ground_layers
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.drawing.face import scene
from grognard.titles.lost_battalion.kit.tables import DATA
from grognard.titles.lost_battalion.position.state import SEATS
from grognard.titles.lost_battalion.sight.view import view
from grognard.waist.scene import Piece, Scene


def seen(seat: int) -> Scene:
    """The historical set-up as a side sees it."""
    game = Game(lb.setup("historical", {})).roll(3, 4)
    return scene(view(game.state, SEATS[seat]))


def piece(name: str, seat: int) -> Piece:
    (found,) = [piece for piece in seen(seat).pieces if piece.id == name]
    return found


@pytest.mark.rule("LB-14.7")
def test_the_start_line_is_drawn_yellow_between_allied_and_german_ground() -> None:
    rows = tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))["layer"]["control"]
    start = {
        f"{c:02d}{r:02d}": letter
        for r, row in enumerate(rows["rows"], 1)
        for c, letter in enumerate(row, 1)
    }
    wanted = {
        frozenset((a, b))
        for a in start
        for b in neighbours(a)
        if (start[a], start[b]) == ("A", "G")
    }

    (line,) = [line for line in seen(0).board.lines if line.kind == "start_line"]

    assert {frozenset(side.split("/")) for side in line.sides} == wanted
    red, green, blue = bytes.fromhex(LINES["start_line"].colour.lstrip("#"))
    assert min(red, green) > 180 > 100 > blue


@pytest.mark.rule("LB-14.8")
def test_the_track_is_titled_rest_and_reorganization() -> None:
    titles = {track.key: track.title for track in seen(0).tracks}

    assert titles["rest"] == "Rest & Reorganization (R&R) track"


@pytest.mark.rule("LB-14.10")
@pytest.mark.parametrize(
    ("name", "steps", "figures"), [("137/35", 4, "7"), ("4Cuir/1DCP", 2, "4"), ("IA", 1, "6–4")]
)
def test_the_circled_number_is_the_steps_and_artillery_shows_its_range(
    name: str, steps: int, figures: str
) -> None:
    counter = piece(name, 0)

    assert (counter.steps, counter.steps_as) == (steps, "circle")
    assert counter.figures == figures
    assert counter.size == ""


@pytest.mark.rule("LB-14.11")
def test_austro_hungarian_counters_are_black_on_light_green() -> None:
    austrian, german = piece("kuk5/1AH", 1), piece("102/32ID", 1)
    red, green, blue = bytes.fromhex(austrian.ground.lstrip("#"))

    assert austrian.ink == "#000000"
    assert green > red > 150
    assert green > blue > 150
    assert austrian.ground != german.ground


@pytest.mark.rule("LB-14.11")
def test_a_stack_the_enemy_may_not_look_into_keeps_its_colours() -> None:
    hidden = piece("german@2437", 0)

    assert (hidden.ground, hidden.ink) == (piece("kuk5/1AH", 1).ground, "#000000")


@pytest.mark.rule("LB-14.12")
def test_every_victory_hex_has_a_black_star_with_its_worth() -> None:
    stars = {star.hex: star.value for star in seen(0).board.stars}

    assert len(stars) == 20
    assert (stars["0702"], stars["2617"], stars["2335"]) == ("8", "5", "1")
    assert sum(map(int, stars.values())) == 60
    drawn = re.findall(f'd="{STAR}" fill="#(.{{6}})"', ground_layers(seen(0).board))
    assert len(drawn) == 20
    assert all(max(bytes.fromhex(colour)) < 32 for colour in drawn)


@pytest.mark.rule("LB-14.15", "LB-14.15b")
def test_the_map_is_drawn_north_up() -> None:
    at = {hex_.label: hex_ for hex_ in seen(0).board.hexes}

    sedan, verdun, grandpre = at["0702"], at["2745"], at["0431"]
    assert sedan.y < grandpre.y < verdun.y  # rows count from the north, at the top
    assert grandpre.x < sedan.x < verdun.x
    words = {edge.edge: edge.text for edge in seen(0).board.edges}
    assert words["south"].startswith("South · Allied")
    assert words["north"].startswith("North · German")
