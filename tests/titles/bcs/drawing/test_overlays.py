"""The answers drawn on the map of the Battalion Combat Series."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles import bcs
from grognard.titles.bcs.drawing import report as reports
from grognard.titles.bcs.drawing.face import known
from grognard.titles.bcs.drawing.overlays import OVERLAYS, draw, flip_words, overlay, unit_lines
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.sight.view import view
from grognard.waist.scene import Overlay

TAKEN = "abdfhlmnpqtuvxy"  # letters the page uses itself


def drawn(game: Game, name: str, spot: str = "", side: int | None = 1) -> Overlay:
    seen = view(game.state, None if side is None else SEATS[side])
    return draw(seen, known(seen), name, spot)


def shade(found: Overlay, words: str) -> set[str]:
    return {label for s in found.shades if words in s.title for label in s.hexes}


def lines(found: Overlay) -> str:
    return "\n".join(s.title for s in found.shades) + "\n".join(a.title for a in found.arrows)


def test_each_overlay_has_a_letter_of_its_own_and_one_comes_unasked() -> None:
    letters = [info.hotkey for info in OVERLAYS]
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set(TAKEN)
    assert [info.key for info in OVERLAYS if info.on_select] == ["reach"]


def test_an_unknown_overlay_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no overlay “weather”; there are reach, command"):
        drawn(position(), "weather")


@pytest.mark.parametrize("scenario", ["lesson", "noville", "bastogne"])
@pytest.mark.parametrize("spot", ["", "11.09", "AA2", "HQ 2PZ", "Trains 2PZ", "I/2", "nonsense"])
def test_every_overlay_answers_whatever_is_pointed_at(scenario: str, spot: str) -> None:
    game = Game(bcs.setup(scenario, {}))
    for info in OVERLAYS:
        for side in (0, 1, None):
            found = drawn(game, info.key, spot, side)
            assert found.key == info.key
            assert found.title


def test_an_overlay_comes_with_the_scene() -> None:
    game = position("13.07 AA2m")
    found = overlay(view(game.state, SEATS[1]), "reach", "AA2")
    assert [one.key for one in found.overlays] == ["reach"]
    assert found.pieces


# -- a unit --------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.21")
def test_reach_says_what_would_be_left_and_where_the_unit_stops() -> None:
    # AA2, Tac 16, in 11.09 on the Primary Road: half a point a hex; Woods are a STOP for Tac.
    game = position("11.09 AA2m", active="2PZ", hand="AA2", hq={"2PZ": "12.09"})
    found = drawn(game, "reach", "AA2")
    left = {h: n for s in found.shades for h, n in s.numbers.items()}
    assert found.title == "Reach of AA2: 16 Tac"
    assert left["10.10"] == "15½"
    assert "11.09" not in left
    stops = shade(found, "STOP")
    woods = [h for h in stops if game.kit.terrain[game.hex(h)] in ("woods", "forest")]
    assert woods
    assert not stops & shade(found, "points left")


def test_reach_of_an_hq_is_by_truck() -> None:
    found = drawn(position("13.07 AA2m", active="2PZ"), "reach", "HQ 2PZ")
    assert found.title == "Reach of HQ 2PZ: 14 Truck"
    assert shade(found, "points left")


@pytest.mark.rule("BCS-1.6.a")
def test_the_safe_path_is_drawn() -> None:
    game = position("11.09 20AIBd", hq={"CCB10": "09.13"})
    (path,) = drawn(game, "command", "20AIB").arrows
    assert (path.path[0], path.path[-1], path.broken) == ("11.09", "09.13", "")
    assert path.title == f"Safe Path, {len(path.path) - 1} hexes (BCS-1.6.a)"


@pytest.mark.rule("BCS-1.6.b")
def test_where_a_safe_path_breaks_is_marked_with_the_reason() -> None:
    # Six German companies all round 11.09: every way out is in an enemy's hex.
    ring = "10.09 AA2  11.08 I/304  12.09 II/304  10.08 Pi38  11.10 I/2  10.10 II/2"
    game = position(f"11.09 20AIBd  {ring}", hq={"CCB10": "09.13"})
    around = {game.kit.grid.label(h) for h in game.kit.grid.neighbours(game.hex("11.09"))}
    (path,) = drawn(game, "command", "20AIB").arrows
    assert path.broken in around
    assert path.title.startswith(f"no Safe Path: {path.broken}, an enemy ")
    assert path.title.endswith("(BCS-1.6.b)")


def test_the_safe_path_is_judged_for_each_type_of_movement() -> None:
    game = position("11.09 20AIBd", hq={"CCB10": "09.13"})
    said = lines(drawn(game, "command", "20AIB"))
    assert "Leg, as it is: Safe Path of" in said
    assert "Tac: Safe Path of" in said
    assert "Truck: Safe Path of" in said


@pytest.mark.rule("BCS-S.17")
def test_the_command_radius_is_a_distance() -> None:
    game = position("11.09 20AIBd", hq={"CCB10": "09.13"})
    inside = shade(drawn(game, "command", "HQ CCB10"), "Command Radius 9")
    grid = game.kit.grid
    assert inside == {grid.label(h) for h in grid.hexes if grid.distance(h, game.hex("09.13")) <= 9}


def test_a_unit_says_in_whose_zone_it_stands() -> None:
    # B/3Tk (AV 4, range 2) next to I/304: a Real AV zone, and an Engagement Zone.
    game = position("11.09 B/3Tkd  12.09 I/304d")
    said = list(unit_lines(game.state, game.unit("I/304")))
    assert (
        "In a Real AV EZOC of B/3Tk (BCS-S.29); in the Engagement Zone of B/3Tk (BCS-6.1.b)" in said
    )


def test_an_unassigned_independent_has_no_command() -> None:
    game = position("14.15 A/3Tk")
    assert "not assigned" in lines(drawn(game, "reach", "A/3Tk"))


@pytest.mark.rule("BCS-5.6.c")
def test_a_flip_is_allowed_or_the_reason_is_given() -> None:
    inside = position("11.09 20AIBd", hq={"CCB10": "09.13"})
    outside = position("11.09 20AIBd", hq={"CCB10": "01.20"})
    assert flip_words(inside.state, inside.unit("20AIB")) == (
        "May flip to its Move side (BCS-5.6.a)"
    )
    assert flip_words(outside.state, outside.unit("20AIB")).startswith("No flip (BCS-5.6.c: ")


# -- zones ---------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.29")
def test_the_zones_of_a_side_are_told_apart() -> None:
    # 20AIB Deployed has an arrow and no AV; B/3Tk has AV of its own, four hexes south.
    game = position("11.09 20AIBd  11.13 B/3Tkd")
    found = drawn(game, "zones", "20AIB")
    grid = game.kit.grid
    near = {grid.label(h) for h in grid.neighbours(game.hex("11.09"))}
    assert shade(found, "plain ZOC") <= near
    assert shade(found, "plain ZOC")
    real = shade(found, "Real AV ZOC")
    assert real <= {grid.label(h) for h in grid.neighbours(game.hex("11.13"))}
    assert not real & shade(found, "Engagement Zone:")


@pytest.mark.rule("BCS-S.41")
def test_a_supported_stack_has_a_support_av_zone() -> None:
    game = position("11.09 20AIBd", box="C/609TD", hq={"CCB10": "09.13"})
    found = drawn(game, "zones", "20AIB")
    assert shade(found, "Support AV ZOC")
    assert not shade(found, "plain ZOC")


def test_without_a_spot_the_enemys_zones_are_shown() -> None:
    game = position("11.09 20AIBd  13.07 AA2m")
    assert drawn(game, "zones", "", 1).title == "American zones"
    assert drawn(game, "zones", "", 0).title == "German zones"


@pytest.mark.rule("BCS-6.1.a")
def test_only_av_of_its_own_gives_a_unit_an_engagement_zone() -> None:
    game = position("11.09 20AIBd B/3Tkd")
    assert "no Engagement Zone" in drawn(game, "engagement", "20AIB").title
    assert shade(drawn(game, "engagement", "B/3Tk"), "range 2")


def test_what_a_unit_could_engage_is_lit() -> None:
    game = position("11.09 B/3Tkd  12.09 II/3Pzm")
    assert shade(drawn(game, "engagement", "B/3Tk"), "enemies in range") == {"12.09"}


# -- a formation ---------------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.3.d", "BCS-10.3.e")
def test_the_msr_runs_from_hq_to_trains_to_the_source() -> None:
    game = position("11.09 20AIB", hq={"CCB10": "07.18"}, trains={"CCB10": "04.17"})
    front, rear = drawn(game, "msr", "20AIB").arrows
    assert (front.path[0], front.path[-1]) == ("07.18", "04.17")
    assert rear.path[0] == "04.17"
    assert rear.path[-1] in ("01.15", "04.20", "08.20")


@pytest.mark.rule("BCS-10.2d")
def test_crossed_streams_are_lit_and_named() -> None:
    # CCB10 from 07.18 to 01.15 and 506 from 08.16 to 04.20 both go through Bastogne.
    game = position("11.09 20AIB  08.16 1/506")
    found = drawn(game, "msr", "HQ CCB10")
    assert shade(found, "Crossing the Streams (BCS-10.2d)")
    assert "Crossing the Streams with 506" in lines(found)


def test_a_formation_without_an_msr_says_why() -> None:
    game = position("11.09 20AIB", trains={"CCB10": ""})
    assert "No MSR: the Trains are off the map (BCS-10.3.a)" in lines(drawn(game, "msr", "20AIB"))


def test_a_formation_whose_hq_is_not_there_has_nothing_to_draw() -> None:
    game = position("13.07 AA2m", hq={"2PZ": ""})
    for info in OVERLAYS:
        for spot in ("AA2", "HQ 2PZ", "2PZ", "I/304"):
            assert not drawn(game, info.key, spot).arrows


@pytest.mark.rule("BCS-10.3.f")
def test_a_cut_msr_shows_where_and_by_what() -> None:
    # Trains in 22.10; US tanks stand on the road to the HQ.
    game = position("13.07 AA2m  19.13 B/3Tkd", hq={"2PZ": "16.11"})
    (way,) = drawn(game, "msr", "AA2").arrows
    assert (way.path[0], way.path[-1]) == ("16.11", "22.10")
    near = game.kit.grid.distance(game.hex(way.broken), game.hex("19.13"))
    assert near <= 2
    assert way.title.startswith(f"no MSR: {way.broken}, a")


@pytest.mark.rule("BCS-10.3.c", "BCS-10.3.k")
def test_legal_hexes_for_trains_are_lit_and_the_optimal_among_them() -> None:
    game = position("11.09 20AIB")
    found = drawn(game, "trains", "HQ CCB10")
    best = shade(found, "Optimal Distance (BCS")
    assert "01.15" in best
    assert "07.18" in shade(found, "too near or too far")


@pytest.mark.rule("BCS-R.28", "BCS-R.29", "BCS-R.31")
def test_the_report_adds_up_the_rolls_ahead() -> None:
    # Fat-1 -1, Ghost -1: Fail to 6, that is 15 of 36; Partial to 9, 15 more; Full 6 of 36.
    game = position("11.09 20AIB", fatigue={"CCB10": "Fat-1"}, ghost="CCB10")
    number = game.formation("CCB10")
    found = reports.report(game.state, number)
    assert reports.snafu_line(game.state, found) == (
        "Next SNAFU roll: −1 Fat-1 (BCS-R.29), −1 Ghost Trains (BCS-R.29) = −2; "
        "two dice: 7 or more Partial, 10 or more Full; Fail 42%, Partial 42%, Full 17%"
    )
    # The HQ's number is 4, nothing modifies the die.
    assert reports.second_line(found) == ("Second Activation: no modifier; one die: 4 or more; 50%")


@pytest.mark.rule("BCS-4.5.c")
def test_prepared_defense_has_no_full() -> None:
    game = position("08.16 1/506", prepared="506")
    found = reports.report(game.state, game.formation("506"))
    assert dict(found.chances)["Full"] == 0
    assert "no better in Prepared Defense" in reports.snafu_line(game.state, found)


@pytest.mark.rule("BCS-10.4.f")
def test_fat_4_has_no_second_activation() -> None:
    game = position("11.09 20AIB", fatigue={"CCB10": "Fat-4"})
    found = reports.report(game.state, game.formation("CCB10"))
    assert reports.second_line(found).startswith("Second Activation: no (BCS-10.4.f")


@pytest.mark.rule("BCS-R.32", "BCS-R.33")
def test_the_report_says_what_the_end_of_the_activation_would_cost() -> None:
    # From Fat-0 an Initial Activation with a fight tires on 5 and 6.
    calm = position("11.09 20AIB", active="CCB10")
    tired = position("11.09 20AIB", active="CCB10", fatiguing=True)
    number = calm.formation("CCB10")
    said = [reports.fatigue_line(g.state, reports.report(g.state, number)) for g in (calm, tired)]
    assert said[0] == "Fatigue: Fat-0; nothing so far that tires (BCS-R.32)"
    assert said[1] == (
        "Fatigue: Fat-0; if the Activation ended now: one level on 5 or more, 33% (BCS-R.33)"
    )


@pytest.mark.rule("BCS-10.5.a")
def test_isolation_that_would_strike_is_marked() -> None:
    # 20AIB far from the HQ: out of Command Radius 9 and beyond a Safe Path of 14.
    game = position("22.01 20AIBd  07.17 B/3Tk", hq={"CCB10": "07.18"})
    found = drawn(game, "formation", "B/3Tk")
    assert shade(found, "Isolation would strike") == {"22.01"}
    assert "20AIB in 22.01 two steps, out of Command Radius and no Safe Path" in lines(found)


@pytest.mark.rule("BCS-R.19")
def test_the_simple_blob_is_drawn() -> None:
    game = position("09.12 20AIB", hq={"CCB10": "09.14"})
    assert shade(drawn(game, "formation", "20AIB"), "Simple Blob") >= {"09.12", "09.14"}


# -- the rest ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-4.3.b", "BCS-S.15")
def test_obj_zones_are_drawn_and_where_two_overlap() -> None:
    game = position("11.09 20AIB  11.13 B/3Tk", active="2PZ", objectives=["11.09", "11.13"])
    found = drawn(game, "objectives")
    assert "11.09" in shade(found, "OBJ Zone (BCS-4.3.b)")
    grid = game.kit.grid
    both = {
        grid.label(h)
        for h in grid.hexes
        if all(grid.distance(h, game.hex(at)) <= 2 for at in ("11.09", "11.13"))
    }
    assert shade(found, "Double OBJ Zone") == both


def test_control_names_victory_hexes_and_sources() -> None:
    found = drawn(Game(bcs.setup("noville", {})), "control")
    assert "12.16" in shade(found, "German victory hexes, worth 1")
    assert "22.10" in shade(found, "German sources")


@pytest.mark.rule("BCS-5.1g")
def test_traffic_is_drawn() -> None:
    game = position("11.09 20AIB", traffic="12.08")
    assert shade(drawn(game, "traffic"), "STOP on entering") == {"12.08"}
    assert "no Traffic" in drawn(position(), "traffic").title
