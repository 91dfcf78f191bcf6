"""What a seat sees of The Lost Battalion, and the answers drawn on the map."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from positions.lb import Game, neighbours, position

from grognard.book.rulebook import Rule
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.drawing.board import board_art
from grognard.titles.lost_battalion.drawing.overlays import OVERLAYS
from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position.state import POOL, RESERVE, RESTING
from grognard.titles.lost_battalion.sight.view import View
from grognard.waist.scene import Box, Piece, Scene, from_json, to_json

SEATS = ("us", "german", None)


def seen(game: Game, seat: str | None) -> Scene:
    return lb.scene(view_of(game, seat))


def view_of(game: Game, seat: str | None) -> View:
    return lb.view(game.state, seat)  # type: ignore[arg-type]  # a seat is a string


def piece(scene: Scene, name: str) -> Piece:
    (found,) = [p for p in scene.pieces if p.id == name]
    return found


def box(scene: Scene, key: str) -> Box:
    (found,) = [b for b in scene.boxes if b.key == key]
    return found


@cache
def set_up(scenario: str, seat: str | None) -> Scene:
    return lb.scene(lb.view(lb.setup(scenario, {}), seat))  # type: ignore[arg-type]  # as above


# -- the map -------------------------------------------------------------------------


@pytest.mark.rule("LB-14.7")
def test_the_start_line_is_drawn_in_yellow_where_the_sides_start() -> None:
    (line,) = [x for x in board_art("historical", False).lines if x.kind == "start_line"]
    kit = KITS["historical"]

    ends = [tuple(kit.start_allied >> kit.grid.at(x) & 1 for x in s.split("/")) for s in line.sides]
    assert line.name == "Start Line"
    assert set(ends) == {(1, 0)}


@pytest.mark.rule("LB-14.12")
def test_every_victory_hex_has_a_star_with_its_worth() -> None:
    stars = {star.hex: star.value for star in board_art("historical", False).stars}

    assert stars["0702"] == "8"
    assert len(stars) == 20
    assert sum(map(int, stars.values())) == 60


@pytest.mark.rule("LB-14.15", "LB-14.15b")
def test_north_is_up() -> None:
    art = board_art("historical", False)
    at = {hex_.label: hex_ for hex_ in art.hexes}
    words = {edge.edge: edge.text for edge in art.edges}

    assert at["0702"].y < at["1636"].y, "Sedan lies north of Montfaucon"
    assert at["0430"].x < at["1831"].x, "Grandpré lies west of Brieulles"
    assert all(text.lower().startswith(edge) for edge, text in words.items())


def test_only_the_hexes_of_the_learning_scenario_are_drawn() -> None:
    art = board_art("learning", False)
    columns = {int(hex_.label[:2]) for hex_ in art.hexes}
    rows = {int(hex_.label[2:]) for hex_ in art.hexes}

    labels = {hex_.label for hex_ in art.hexes}
    assert (min(columns), max(columns), min(rows), max(rows)) == (10, 22, 28, 48)
    assert all({*side.split("/")} <= labels for line in art.lines for side in line.sides)
    assert {x.hex for x in art.exits} <= labels


def test_rivers_and_roads_hang_together() -> None:
    art, grid = board_art("historical", False), KITS["historical"].grid
    kinds = {line.name: line.kind for line in art.lines}

    assert kinds["Meuse"] == "major_river"
    assert kinds["Aire"] == kinds["Aisne"] == kinds["Chiers"] == "river"
    steps = [pair for road in art.roads for pair in pairwise(road.path)]
    assert all(grid.adjacent(grid.at(a), grid.at(b)) for a, b in steps)


def test_pontoons_come_with_turn_14() -> None:
    before = board_art("historical", False)
    after = seen(position(turn=14), "us").board

    assert not any(bridge.kind == "pontoon" for bridge in before.bridges)
    assert sum(bridge.kind == "pontoon" for bridge in after.bridges) == 3
    assert before.key != after.key


def test_the_kriemhilde_line_is_the_main_one() -> None:
    kinds = {works.name: works.kind for works in board_art("historical", False).works}

    assert kinds.pop("Kriemhilde Line") == "main"
    assert set(kinds.values()) == {"field"}


# -- counters --------------------------------------------------------------------------


@pytest.mark.rule("LB-14.10")
def test_a_counter_shows_strength_and_a_circled_number_of_steps() -> None:
    game = position("1243 137/35:3   1245 IC")
    infantry, guns = (piece(seen(game, "us"), name) for name in ("137/35", "IC"))

    assert (infantry.name, infantry.parent, infantry.figures) == ("137", "35", "5")
    assert (infantry.steps, infantry.steps_as, infantry.face) == (3, "circle", "reduced")
    assert infantry.size == guns.size == "", "there are no size marks"
    face = game.kit.units[game.unit("IC")]
    assert guns.figures == f"{face.guns}–{face.range}"


@pytest.mark.rule("LB-14.11")
def test_austro_hungarians_are_black_on_light_green() -> None:
    name = next(u.name for u in KITS["historical"].units if u.nation == "austrian")
    counter = piece(seen(position(f"2337 {name}"), "german"), name)

    red, green, blue = (int(counter.ground[i : i + 2], 16) for i in (1, 3, 5))
    assert counter.ink == "#000000"
    assert green > red > 150
    assert green > blue


def test_badges_tell_what_befell_a_unit() -> None:
    game = position("1243 137/35   1245 IC", at="b1")
    game.set(out_moving=1 << game.unit("137/35"), fired=1 << game.unit("IC"))
    scene = seen(game, "us")

    assert [b.title for b in piece(scene, "137/35").badges] == ["out of supply"]
    assert [b.title for b in piece(scene, "IC").badges] == ["has fired"]


@pytest.mark.rule("LB-5.6a")
def test_an_enemy_stack_shows_its_top_and_its_height() -> None:
    game = position("1242 2GzF/1G 1GzF/1G MG1   1243 137/35")
    (stack,) = [p for p in seen(game, "us").pieces if p.hex == "1242"]

    assert (stack.face, stack.count, stack.symbol) == ("hidden", 3, "infantry")
    assert (stack.name, stack.figures, stack.steps) == ("", "", 0)
    assert "1GzF" not in to_json(seen(game, "us")).decode()
    assert {p.id for p in seen(game, "german").pieces} >= {"2GzF/1G", "1GzF/1G", "MG1"}


@pytest.mark.rule("LB-5.6b")
def test_faces_seen_in_a_combat_are_shown_on_the_rest() -> None:
    game = position("1242 2GzF/1G MG1   1243 137/35 139/35", at="b2")
    game.play("Attack 1242", "Commit 137/35", "Launch")

    theirs = [p for p in seen(game, "german").pieces if p.hex == "1243"]
    assert [p.face for p in theirs] == ["hidden", "full"]
    assert theirs[0].count == 1
    assert theirs[1].id == "137/35"


# -- beside the map ----------------------------------------------------------------------


@pytest.mark.rule("LB-14.8")
def test_the_rest_track_has_its_right_name_and_its_owners_eyes_only() -> None:
    regiments = ("137/35", "138/35", "139/35", "140/35")
    game = position(turn=9, boxes=dict.fromkeys(regiments, RESTING))
    game.set(resting_since={game.kit.division_by_key["US 35"]: 8})

    (track,) = [t for t in seen(game, "us").tracks if t.key == "rest"]
    assert track.title == "Rest & Reorganization (R&R) track"
    assert set(track.cells[1].pieces) == set(regiments)
    assert not any(t.key == "rest" for t in seen(game, "german").tracks)
    assert "4 on the R&R track" in box(seen(game, "german"), "0-off").text


def test_boxes_hold_the_owners_counters_and_numbers_of_the_others() -> None:
    game = position(turn=3, boxes={"4/3": RESERVE, "MG1": POOL})

    assert box(seen(game, "us"), "reserve").pieces == ("4/3",)
    assert "MG1" in box(seen(game, "german"), "pool").pieces
    assert "1 in the Reserve Box" in box(seen(game, "german"), "0-off").text
    assert "turn 4: French 26 DI" in box(seen(game, "german"), "0-due").text


def test_the_points_are_added_up_in_words() -> None:
    words = box(seen(position(allied="2335 2233"), "us"), "victory").text

    assert "Sivry-sur-Meuse 2 + Consenvoye 1 = 3" in words
    assert "German decisive" in words
    assert "From 8" in words


def test_limits_and_pools_are_figures_at_a_glance() -> None:
    facts = {f.label: f.value for f in seen(position(turn=3), "german").facts}

    assert facts["US divisions that have attacked (supply)"] == "0 of 3"
    assert facts["Replacements: US, German"] == "50, 11"
    assert facts["Barrage, Gas markers left"] == "3, 2"
    assert "Deliberate Attacks left (secret)" in facts
    us = {f.label for f in seen(position(turn=3), "us").facts}
    assert "Deliberate Attacks left (secret)" not in us


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", lb.SCENARIOS)
def test_every_set_up_is_a_scene_that_travels(scenario: str, seat: str | None) -> None:
    scene = set_up(scenario, seat)

    assert from_json(to_json(scene)) == scene
    assert len({p.id for p in scene.pieces}) == len(scene.pieces)
    named = {p.id for p in scene.pieces}
    assert all(name in named for b in scene.boxes for name in b.pieces)


# -- overlays --------------------------------------------------------------------------


def test_a_supply_line_is_drawn_to_the_edge() -> None:
    view = view_of(position("1243 137/35"), "us")
    (line,) = lb.overlay(view, "supply", "1243").overlays[0].arrows

    assert line.path[0] == "1243"
    assert line.path[-1].endswith("48")
    assert not line.broken


@pytest.mark.rule("LB-7.3c")
def test_a_supply_line_that_breaks_shows_where_and_by_which_rule() -> None:
    ring = "1635 1GzF/1G 1735 2GzF/1G 1736 4GzF/1G 1737 R36/7R 1637 R66/7R 1536 R72/7R"
    view = view_of(position(f"1636 137/35 {ring}"), "us")
    (line,) = lb.overlay(view, "supply", "1636").overlays[0].arrows

    assert line.broken in ("1735", "1635", "1736", "1737", "1637", "1536")
    assert "LB-7.3c" in line.title


@pytest.mark.rule("LB-7.3c")
def test_a_supply_line_that_only_enemy_control_stops_names_the_hex() -> None:
    ring = " ".join(neighbours("1235"))
    options = {"control_blocks_supply": "on"}
    game = position("1235 137/35", options=options, german=ring)
    (line,) = lb.overlay(view_of(game, "us"), "supply", "1235").overlays[0].arrows

    assert line.broken in ring.split()
    assert line.title == f"it may not run through enemy-held {line.broken} (LB-7.3c)"


@pytest.mark.rule("LB-7.3b")
def test_a_river_without_a_bridge_breaks_a_line_on_its_hexside() -> None:
    game = position("1906 137/35", turn=5)
    game.set(bridges=0)
    (line,) = lb.overlay(view_of(game, "us"), "supply", "1906").overlays[0].arrows

    assert "/" in line.broken
    assert "LB-7.3b" in line.title


@pytest.mark.parametrize(
    ("unit", "title"),
    [
        ("MG2", "Reach of MG2: none (LB-14.16: MG2 is not in play)"),
        ("MG1", "Reach of MG1: none (LB-11.9c: machine-gun units never move)"),
        (
            "R253/76R",
            "Reach of R253/76R: none (LB-14.16: R253/76R has not arrived by the schedule)",
        ),
        ("305/77", "Reach: choose one of your units"),
    ],
)
def test_reach_says_why_a_unit_goes_nowhere(unit: str, title: str) -> None:
    game = position("1522 R252/76R MG1", at="c1")

    assert lb.overlay(view_of(game, "german"), "reach", unit).overlays[0].title == title


def test_reach_agrees_with_the_march() -> None:
    game = position("1243 137/35   1242 2GzF/1G", at="b1")
    reach = lb.overlay(view_of(game, "us"), "reach", "137/35").overlays[0]
    near = {h for s in reach.shades for h in s.hexes}

    assert "1242" not in near, "an enemy stands there"
    game.play("Pick 137/35")
    offered = {text.split()[1] for text in game.offers() if text.startswith("March")}
    assert offered <= near


def test_stacking_names_the_limit_that_is_broken() -> None:
    game = position("1243 137/35 138/35 139/35", at="b1")
    drawn = lb.overlay(view_of(game, "us"), "stacking", "1243").overlays[0]

    assert [s.hexes for s in drawn.shades] == [("1243",)]
    assert "LB-5.2b" in drawn.shades[0].title


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("name", [info.key for info in OVERLAYS])
def test_every_overlay_answers_everywhere(name: str, seat: str | None) -> None:
    game = position("1243 137/35   1242 2GzF/1G   1245 IC", boxes={"4/3": RESERVE})
    view = view_of(game, seat)

    for spot in ("1243", "1242", "1245", "0702", "9999", "137/35", "2GzF/1G", "4/3", ""):
        assert lb.overlay(view, name, spot).overlays[0].key == name


def test_an_unknown_overlay_says_what_there_is() -> None:
    with pytest.raises(ValueError, match="reach, supply"):
        lb.overlay(view_of(position(), "us"), "weather", "1243")


def test_rules_named_by_the_drawing_are_in_the_book() -> None:
    book: dict[str, Rule] = dict(lb.rules())
    assert {"LB-14.7", "LB-14.8", "LB-14.10", "LB-14.11", "LB-14.12", "LB-14.15b"} <= book.keys()
