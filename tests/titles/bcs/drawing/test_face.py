"""What a seat sees of the Battalion Combat Series."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from bcs import Game, position

from grognard import draw
from grognard.titles import bcs
from grognard.titles.bcs.drawing.face import known, scene
from grognard.titles.bcs.drawing.face_map import board_art
from grognard.titles.bcs.drawing.face_pieces import av_text, bands, face_words
from grognard.titles.bcs.kit.kit import KITS
from grognard.titles.bcs.position.state import DEAD, RETURNING, SEATS, put
from grognard.titles.bcs.sight.view import view
from grognard.waist.scene import Box, Piece, Scene, from_json, to_json

FRONT = "11.09 20AIB:3d B/3Tkd   13.07 AA2m"


def seen(game: Game, side: int | None = 0) -> Scene:
    return scene(view(game.state, None if side is None else SEATS[side]))


def piece(found: Scene, name: str) -> Piece:
    (one,) = [p for p in found.pieces if p.id == name]
    return one


def box(found: Scene, key: str) -> Box:
    (one,) = [b for b in found.boxes if b.key == key]
    return one


def marks(one: Piece) -> list[str]:
    return [badge.text for badge in one.badges]


def start(scenario: str) -> Game:
    return Game(bcs.setup(scenario, {}))


# -- counters ------------------------------------------------------------------------------------


def test_a_counter_shows_av_rating_arrow_and_movement_of_the_side_that_is_up() -> None:
    # B/3Tk Deployed: AV 4 Red at range 2, AR 4 with an Assault Arrow, MA 7 Tac.
    tank = piece(seen(position(FRONT)), "B/3Tk")
    assert tank.corners == ("", "", "4/2", "7T")
    assert tank.figures == "►4"
    assert tank.face == "Deployed side"
    assert tank.reverse.startswith("AR 3, AV 4 Red, 14 Tac")
    assert (tank.hex, tank.name, tank.parent, tank.formation) == (
        "11.09",
        "B/3Tk",
        "CCB10",
        "CCB10",
    )


def test_the_move_side_has_its_mark_and_paler_ground() -> None:
    # AA2 Move: AV 1 Light, AR 4, no arrow, MA 16 Tac.
    found = seen(position(FRONT))
    scouts, foot = piece(found, "AA2"), piece(found, "20AIB")
    assert scouts.corners == ("»", "", "1L", "16T")
    assert scouts.figures == "4"
    assert foot.corners == ("", "", "", "6L")
    assert scouts.ground != piece(seen(position("13.07 AA2d")), "AA2").ground


def test_steps_are_counted_on_the_counter() -> None:
    foot = piece(seen(position("11.09 20AIB:2d")), "20AIB")
    assert (foot.steps, foot.steps_max) == (2, 3)


def test_every_unit_reads_at_a_glance() -> None:
    for key in ("noville", "bastogne"):
        for unit in KITS[key].units:
            for shown in unit.faces:
                assert bool(av_text(shown)) == bool(shown.av)
                assert ("Unprepared" in face_words(shown)) == (not shown.av and not shown.arrow)


def test_a_unit_wears_what_it_has_done_in_the_activation() -> None:
    game = position(FRONT, active="CCB10", dropped="20AIB", fired={})
    unit, tank = game.unit("20AIB"), game.unit("B/3Tk")
    game.set(stopped=1 << unit | 1 << tank, finished=1 << tank, fired={unit: 1})
    found = seen(game)
    assert marks(piece(found, "20AIB")) == ["ST", "F1", "DS"]
    assert marks(piece(found, "B/3Tk")) == ["FIN"]
    assert piece(found, "B/3Tk").spent
    assert not piece(found, "20AIB").spent


@pytest.mark.rule("BCS-4.5.g")
def test_prepared_defense_is_worn_by_those_it_protects() -> None:
    # HQ of 506 in 08.16: 20.10 is more than six hexes away.
    game = position("08.16 1/506  20.10 2/506", prepared="506")
    found = seen(game)
    assert marks(piece(found, "1/506")) == ["PD"]
    assert marks(piece(found, "2/506")) == []
    assert "PD" in marks(piece(found, "HQ 506"))


def test_an_hq_shows_radius_second_activation_and_movement() -> None:
    game = position("11.09 20AIB", fatigue={"CCB10": "Fat-2"}, blocked={"CCB10": 1})
    game.set(coordination=1 << game.formation("CCB10"))
    hq = piece(seen(game), "HQ CCB10")
    assert (hq.figures, hq.corners) == ("r9", ("", "4+", "", "14"))
    assert marks(hq) == ["F2", "B1", "CO"]
    assert hq.hex == "07.18"


def test_trains_say_on_which_side_they_are() -> None:
    found = seen(position("11.09 20AIB  08.16 1/506", ghost="506"))
    assert piece(found, "Trains 506").figures == "Ghost"
    assert piece(found, "Trains CCB10").face == "Regular"


def test_trains_off_the_map_lie_in_a_box_of_their_own() -> None:
    found = seen(position("11.09 20AIB", trains={"CCB10": ""}))
    assert piece(found, "Trains CCB10").hex == ""
    assert box(found, "trains-0").pieces == ("Trains CCB10",)


@pytest.mark.rule("BCS-5.5.b")
def test_the_best_ranged_av_is_on_top_of_its_stack_and_the_hq_below() -> None:
    game = position(FRONT, active="2PZ", hq={"CCB10": "11.09"})
    assert ids(p for p in seen(game).pieces if p.hex == "11.09") == ["HQ CCB10", "20AIB", "B/3Tk"]


def test_an_hq_lies_on_top_while_a_formation_is_picked() -> None:
    game = position(FRONT, hq={"CCB10": "11.09"})
    assert ids(p for p in seen(game).pieces if p.hex == "11.09") == ["20AIB", "B/3Tk", "HQ CCB10"]


def test_formations_of_a_side_have_colours_of_their_own() -> None:
    for key in ("noville", "bastogne"):
        kit = KITS[key]
        for side in (0, 1):
            own = [bands(key)[number] for number in kit.side_formations[side]]
            assert len(set(own)) == len(own)


def test_an_unassigned_independent_has_no_formation() -> None:
    found = seen(start("noville"))
    assert piece(found, "A/3Tk").formation == ""
    assert "unassigned" in piece(found, "A/3Tk").title


# -- map and markers -----------------------------------------------------------------------------


def test_the_map_has_roads_rivers_places_sources_and_victory_hexes() -> None:
    art = board_art("noville")
    assert len(art.hexes) == 22 * 20
    assert {road.grade for road in art.roads} == {"highway", "road", "track", "rail"}
    assert {line.kind for line in art.lines} >= {"stream", "river"}
    assert "Noville" in [place.name for place in art.places]
    assert {star.hex for star in art.stars} == {
        KITS["noville"].grid.label(h) for h in KITS["noville"].vp
    }
    assert "G1 22.10 to Clervaux" in " ".join(edge.text for edge in art.edges)


def kinds(found: Scene, at: str) -> list[str]:
    return [marker.kind for marker in found.markers if marker.at == at]


def test_markers_lie_where_they_are() -> None:
    game = position(FRONT, active="2PZ", objectives=["11.09", "11.09"], traffic="12.08")
    found = seen(game)
    assert kinds(found, "12.08") == ["halt"]
    assert "goal" in kinds(found, "11.09")
    (goal,) = [m for m in found.markers if m.kind == "goal"]
    assert goal.text == "2"


def test_control_of_a_victory_hex_is_named() -> None:
    game = start("noville")
    held = {m.at: m.title for m in seen(game).markers if m.kind == "flag"}
    assert held["11.09"] == "held by the American side"
    assert held["12.16"] == "held by the German side"


# -- beside the map ------------------------------------------------------------------------------


def test_each_formation_has_its_support_box_with_its_state() -> None:
    found = seen(position("11.09 20AIB", box="C/609TD", fatigue={"CCB10": "Fat-1"}))
    mine = box(found, "support-CCB10")
    assert mine.pieces == ("C/609TD",)
    assert "Fat-1, two Artillery Points, Trains Regular in 01.15" in mine.text


def test_the_dead_and_those_due_back_lie_in_boxes() -> None:
    game = position("11.09 20AIB B/3Tk  10.10 D/90Cav")
    put(game.state, game.unit("B/3Tk"), DEAD)
    put(game.state, game.unit("D/90Cav"), RETURNING)
    found = seen(game)
    assert box(found, "dead-0").pieces == ("B/3Tk",)
    assert box(found, "returning-0").pieces == ("D/90Cav",)


def test_columns_say_before_which_hex_they_wait() -> None:
    found = seen(position("11.09 20AIB", waiting={"B/3Tk": "04.20"}))
    assert box(found, "waiting-0").text == "B/3Tk before 04.20"


def test_the_turns_name_what_is_still_to_come() -> None:
    (turns,) = seen(start("noville")).tracks
    assert [cell.current for cell in turns.cells] == [True, False, False]
    assert {"HQ 26VG", "Trains 26VG", "B/705", "I/77"} <= set(turns.cells[1].pieces)
    assert turns.cells[0].text == "19 Dec, mud"


def test_facts_give_weather_points_and_guns() -> None:
    game = position(FRONT, active="2PZ", arty=2, air=(1, 0), ground="mud", visibility=1)
    facts = {fact.label: fact.value for fact in seen(game).facts}
    assert facts["Ground"] == "Mud"
    assert facts["Visibility"] == "1 hex"
    assert facts["Artillery Points left"] == "2"
    assert facts["American Air Points"] == "1"


def test_victory_is_added_up() -> None:
    words = box(seen(start("noville")), "victory")
    assert words.title == "German victory points: 1"
    assert "= 1. If it ended now: " in words.text


# -- the whole -----------------------------------------------------------------------------------


def ids(pieces: Iterable[Piece]) -> list[str]:
    return [p.id for p in pieces]


@pytest.mark.parametrize("scenario", ["lesson", "noville", "bastogne"])
@pytest.mark.parametrize("side", [0, 1, None])
def test_the_scene_goes_over_the_wire_and_every_counter_is_somewhere(
    scenario: str, side: int | None
) -> None:
    found = seen(start(scenario), side)
    assert from_json(to_json(found)) == found
    assert len(set(ids(found.pieces))) == len(found.pieces)
    boxed = {name for one in found.boxes for name in one.pieces}
    due = {name for track in found.tracks for cell in track.cells for name in cell.pieces}
    for one in found.pieces:
        assert one.hex or one.id in boxed | due, one.id


def test_a_formation_of_an_option_not_chosen_is_not_shown() -> None:
    assert "HQ 116PZ" not in ids(seen(start("bastogne")).pieces)
    chosen = Game(bcs.setup("bastogne", {"panzer116": "on"}))
    assert "HQ 116PZ" in ids(seen(chosen).pieces)


def test_the_sequence_of_play_marks_where_it_is() -> None:
    steps = seen(position(FRONT, active="2PZ")).sequence
    (now,) = [step for step in steps if step.current]
    assert "Activities" in now.text


@pytest.mark.rule("BCS-10.3.g")
def test_trains_that_must_move_are_named_before_the_activation_can_end() -> None:
    # US tanks stand next to the Trains of 2PZ in 15.11.
    game = position("13.07 AA2m  14.10 B/3Tkd", active="2PZ", trains={"2PZ": "15.11"})
    assert game.rule("Done") == "BCS-10.3.g"
    (broken,) = seen(game, 1).violations
    assert (broken.rule, broken.spot) == ("BCS-10.3.g", "Trains 2PZ")
    assert not seen(position(FRONT, active="2PZ"), 1).violations


def test_it_can_be_drawn() -> None:
    assert "HQ CCB10" in draw.svg(seen(position(FRONT)))


def test_what_is_known_of_a_view_is_kept() -> None:
    one = view(position(FRONT).state, SEATS[0])
    assert known(one) is known(one)
