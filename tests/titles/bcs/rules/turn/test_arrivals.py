"""Reinforcements, and units due back from a retreat (BCS-S.2, BCS-S.3)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Arriving
from grognard.titles.bcs.position.state import (
    OFF_MAP,
    RETURNING,
    Terms,
    place_hq,
    place_trains,
    put,
)
from grognard.titles.bcs.rules.command import formations
from grognard.titles.bcs.rules.rear import trains
from grognard.titles.bcs.rules.turn import arrivals
from grognard.titles.bcs.rules.turn.setting_up import set_up


def dawn(scenario: str = "noville", turn: int = 2, **options: str) -> Game:
    """The set-up, as the Reinforcements Phase of a later turn begins."""
    game = Game(set_up(Terms(scenario, tuple(options.items()))))
    return game.set(turn=turn)


def begun(game: Game) -> Game:
    game.events += arrivals.begin(game.state)
    return game


# -- formations -------------------------------------------------------------------------------


@pytest.mark.rule("BCS-A.3")
def test_the_26th_volksgrenadier_comes_as_a_whole_by_one_of_three_roads() -> None:
    game = begun(dawn())
    assert game.top == Arriving(US)  # the tank destroyers first
    game.play("Arrive B/705 501", "Arrive C/705 501")
    assert game.top == Arriving(GERMAN)
    assert set(game.offers()) == {f"Arrive 26VG {label}" for label in ("22.16", "22.10", "22.18")}
    game.play("Arrive 26VG 22.18")
    assert game.hq("26VG") == game.trains("26VG") == "22.18"
    for name in ("I/77", "II/77", "I/78", "II/78", "AA26"):
        assert game.where(name) == "waiting"
        assert game.state.entry[game.unit(name)] == game.hex("22.18")
    assert game.where("PzJg26") == "box"
    # The 2nd Panzer's own battalions come where they are listed.
    assert game.state.entry[game.unit("I/2")] == game.hex("22.10")


@pytest.mark.rule("BCS-A.3", "BCS-6.0.f")
def test_an_hq_does_not_arrive_in_an_enemy_zone() -> None:
    game = dawn()
    put(game.state, game.unit("2/506"), game.hex("22.17"))  # beside 22.16 and 22.18
    put(game.state, game.unit("3/506"), game.hex("22.09"))  # beside 22.10
    begun(game).play("Arrive B/705 501", "Arrive C/705 501")
    assert game.hq("26VG") == "off"
    waits = [event for event in game.told(ev.Waits) if event.what == ("26VG",)]
    assert waits
    assert game.where("I/77") == "off"


@pytest.mark.rule("BCS-B.7")
def test_the_116th_panzer_comes_only_under_its_option() -> None:
    game = begun(dawn("bastogne", panzer116="on"))
    assert game.hq("116PZ") == game.trains("116PZ") == "43.01"
    assert game.where("AA116") == "waiting"
    without = begun(dawn("bastogne"))
    assert without.hq("116PZ") == "removed"
    assert without.where("AA116") == "removed"


@pytest.mark.rule("BCS-B.4")
def test_the_101st_arrives_where_it_is_listed() -> None:
    game = begun(dawn("bastogne"))
    assert {key: game.hq(key) for key in ("501", "506", "502", "327")} == {
        "501": "20.20", "506": "16.22", "502": "13.15", "327": "14.21",
    }  # fmt: skip
    assert {key: game.trains(key) for key in ("501", "506", "502", "327")} == {
        "501": "14.17", "506": "12.28", "502": "10.09", "327": "10.24",
    }  # fmt: skip
    assert game.where("1/501") == "20.20"
    assert game.at("17.20") == {"1/506", "2/506"}
    assert game.where("A/81") == "box"
    # C/35 stands in Bastogne already: with 1/501 the hex is full, not overfull.
    assert game.at("20.20") == {"C/35", "1/501"}


@pytest.mark.rule("BCS-B.4")
def test_a_hex_that_is_taken_is_exchanged_for_the_nearest_free_one() -> None:
    game = dawn("bastogne")
    put(game.state, game.unit("Pi38"), game.hex("19.20"))  # Unprepared: no zone
    begun(game)
    offers = {text for text in game.offers() if text.startswith("Arrive 2/501")}
    near = game.kit.grid.neighbours(game.hex("19.20"))
    # Bastogne 20.20 is full; all other neighbours of the listed hex will do.
    assert offers == {f"Arrive 2/501 {x}" for x in game.labels(near) if x != "20.20"}
    assert game.rule("Arrive 2/501 17.20") == "BCS-S.2"


@pytest.mark.rule("BCS-B.5", "BCS-10.1e")
def test_unassigned_engineers_are_mixed_with_nobody() -> None:
    game = dawn("bastogne")
    place_hq(game.state, game.formation("2PZ"), game.hex("09.09"))
    begun(game)
    assert game.where("A/299") == "09.09"
    assert [told.unit for told in game.told(ev.Jumped)] == ["A/299"]
    assert not [told for told in game.told(ev.Coordinated) if "Mixed" in told.why]


@pytest.mark.rule("BCS-B.4")
def test_so_is_a_hex_in_an_enemy_zone() -> None:
    game = dawn("bastogne")
    put(game.state, game.unit("I/77"), game.hex("18.20"))  # next to the listed hex 19.20
    begun(game)
    offers = {text for text in game.offers() if text.startswith("Arrive 2/501")}
    near = game.kit.grid.neighbours(game.hex("19.20"))
    shut = {"18.20", "20.20", *game.labels(game.kit.grid.neighbours(game.hex("18.20")))}
    assert offers == {f"Arrive 2/501 {x}" for x in game.labels(near) if x not in shut}
    assert offers


@pytest.mark.rule("BCS-B.4")
def test_no_room_within_four_hexes_means_waiting() -> None:
    game = dawn("bastogne")
    taken = game.state.occupied[GERMAN]
    for hex_ in game.kit.grid.hexes:  # as if a crowd stood in all of it
        if game.kit.grid.distance(hex_, game.hex("09.09")) <= 4:
            taken |= 1 << hex_
    game.set(occupied=[game.state.occupied[US], taken])
    begun(game)
    assert game.where("A/299") == "off"
    assert any(event.what == ("A/299",) for event in game.told(ev.Waits))


@pytest.mark.rule("BCS-B.4", "BCS-10.3.g")
def test_trains_without_a_legal_hex_start_off_the_map() -> None:
    game = dawn("bastogne")
    # Prepared infantry in 10.09's neighbour: 10.09 is in its zone, and so is all within four.
    for at, name in (("09.09", "I/77"), ("11.11", "II/77"), ("07.08", "I/78"), ("12.09", "II/78")):
        put(game.state, game.unit(name), game.hex(at))
    for at, name in (("11.13", "I/39"), ("09.12", "II/39"), ("13.11", "I/14")):
        put(game.state, game.unit(name), game.hex(at))
    begun(game)
    assert game.hq("502") == "13.15"
    assert game.trains("502") == "off map"
    assert game.state.blocked[game.formation("502")] == 1


# -- held back ----------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.3")
def test_reinforcements_wait_for_trains_in_a_legal_hex() -> None:
    game = dawn()
    place_trains(game.state, game.formation("2PZ"), OFF_MAP)
    begun(game)
    game.play("Arrive B/705 501", "Arrive C/705 501", "Arrive 26VG 22.16")
    assert game.where("I/2") == "off"
    assert any(e.rule == "BCS-S.3" and e.what == ("I/2",) for e in game.told(ev.Waits))
    # They come the turn after the Trains are back.
    place_trains(game.state, game.formation("2PZ"), game.hex("22.10"))
    game.set(turn=3)
    begun(game)
    assert game.where("I/2") == game.where("II/2") == "waiting"


@pytest.mark.rule("BCS-A.2", "BCS-B.5", "BCS-S.4")
def test_tank_destroyers_go_into_boxes_of_formations_with_trains_in_a_legal_hex() -> None:
    game = dawn()
    place_trains(game.state, game.formation("506"), OFF_MAP)
    begun(game)
    assert set(game.offers()) == {
        f"Arrive {name} {key}" for name in ("B/705", "C/705") for key in ("CCB10", "501")
    }
    assert game.rule("Arrive B/705 506") == "BCS-S.2"
    game.play("Arrive B/705 CCB10")
    assert game.where("B/705") == "box"
    assert game.state.command[game.unit("B/705")] == game.formation("CCB10")
    third = begun(dawn("bastogne", turn=3))
    while not any(text.startswith("Arrive A/705") for text in third.offers()):
        third.play(third.offers()[0])
    assert third.allows("Arrive A/705 CCR9")


@pytest.mark.rule("BCS-B.5")
def test_the_299th_arrives_in_its_hexes_unassigned() -> None:
    game = begun(dawn("bastogne"))
    assert game.where("A/299") == "09.09"
    assert game.where("B/299") == "21.40"
    assert game.state.command[game.unit("A/299")] == -1


# -- returning ------------------------------------------------------------------------


def returning(text: str = "", **more: Any) -> Game:
    game = position(text, turn=2, hq={"506": "08.16"}, trains={"506": "04.20"}, **more)
    put(game.state, game.unit("1/506"), RETURNING)
    return game


@pytest.mark.rule("BCS-7.5.k", "BCS-S.2")
def test_a_unit_comes_back_at_or_next_to_its_hq() -> None:
    game = begun(returning())
    offers = {text for text in game.offers() if text.startswith("Arrive 1/506")}
    spots = {"08.16", *game.labels(game.kit.grid.neighbours(game.hex("08.16")))}
    assert offers == {f"Arrive 1/506 {label}" for label in spots}
    assert game.play("Arrive 1/506 08.17").where("1/506") == "08.17"


@pytest.mark.rule("BCS-7.5.k", "BCS-5.5.a")
def test_not_onto_a_full_hex() -> None:
    game = begun(returning("08.16 2/506 3/506"))
    assert game.rule("Arrive 1/506 08.16") == "BCS-S.2"
    assert game.allows("Arrive 1/506 08.17")


@pytest.mark.rule("BCS-9.1i.b")
def test_a_removed_formation_comes_back_with_its_reinforcements() -> None:
    game = dawn("bastogne", turn=2)
    number = game.formation("5FJ")
    formations.remove(game.state, number, "all its units are gone", "BCS-9.1i.b")
    assert game.hq("5FJ") == "removed"
    begun(game)
    assert game.hq("5FJ") == "removed"
    game.set(turn=4)
    arrivals.begin(game.state)
    assert game.hq("5FJ") == game.trains("5FJ") == "46.31"  # where I/13 and II/13 arrive
    assert game.where("I/13") == "waiting"


# -- columns ---------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.27", "BCS-5.5.a")
def test_a_column_enters_one_by_one() -> None:
    waiting = {"I/2": "22.10", "II/2": "22.10"}
    game = position(active="2PZ", waiting=waiting)
    assert arrivals.may_enter(game.state, game.unit("I/2")) is None
    taken = position("22.10 1/506", active="2PZ", waiting=waiting, hq={"506": ""})
    why = arrivals.may_enter(taken.state, taken.unit("I/2"))
    assert why is not None
    assert why.rule == "BCS-S.27"
    full = position("22.10 AA2 Pi38", active="2PZ", waiting=waiting)
    why = arrivals.may_enter(full.state, full.unit("I/2"))
    assert why is not None
    assert why.rule == "BCS-5.5.a"
    game.play("Act I/2", "Step 22.11", "Halt")
    assert game.where("I/2") == "22.11"
    assert game.allows("Act II/2")


def coming_on(name: str, text: str = "", **more: Any) -> Game:
    """It comes on at 22.10 and is in hand there."""
    waiting = {name: "22.10"}
    return position(text, active="2PZ", waiting=waiting, **more).play(f"Act {name}")


def why_stopped(game: Game) -> list[str]:
    return [told.rule for told in game.told(ev.Stopped)]


@pytest.mark.rule("BCS-6.0.c", "BCS-6.0.g")
def test_one_that_comes_on_beside_tanks_stops_and_must_engage() -> None:
    game = coming_on("II/3Pz", "22.11 B/3Tkd")

    assert why_stopped(game) == ["BCS-6.0.c"]
    assert game.rule("Step 22.09") == "BCS-S.9"
    assert game.rule("Halt") == game.rule("Retreat") == "BCS-6.0.g"
    assert game.play("Engage 22.11").roll(4, 3).allows("Halt")  # both lose a step


@pytest.mark.rule("BCS-6.0.e")
def test_and_goes_on_when_they_are_gone() -> None:
    game = coming_on("II/3Pz", "22.11 B/3Tk:1m   02.16 D/90Cav").play("Engage 22.11").roll(6, 6)

    assert [told.rule for told in game.told(ev.StopLifted)] == ["BCS-6.0.e"]
    assert game.allows("Step 22.09")


@pytest.mark.rule("BCS-6.0.a", "BCS-6.1.d")
def test_a_truck_column_stops_in_a_zone_as_it_comes_on() -> None:
    assert why_stopped(coming_on("I/2", "22.11 2/506d")) == ["BCS-6.0.a"]
    far = coming_on("I/2", "22.12 B/3Tkd")  # two hexes away
    assert why_stopped(far) == ["BCS-6.1.d"]
    assert far.rule("Step 22.09") == "BCS-S.9"
    assert far.rule("Flip") == "BCS-5.6.a"
    assert far.allows("Halt")


@pytest.mark.rule("BCS-5.1g")
def test_traffic_stops_it_and_terrain_does_not() -> None:
    assert why_stopped(coming_on("II/3Pz", traffic="22.10")) == ["BCS-5.1g"]
    free = coming_on("II/3Pz")
    assert why_stopped(free) == []
    assert free.allows("Flip")  # it has begun nothing yet


@pytest.mark.rule("BCS-10.1e")
def test_one_that_comes_on_inside_a_friend_s_blob_is_mixed() -> None:
    game = coming_on("II/3Pz", "22.10 I/902", hq={"PL902": "20.12"})

    (told,) = game.told(ev.Coordinated)
    assert told.on
    assert told.why == "Mixed with PL902"
    assert not coming_on("II/3Pz", "20.13 I/902", hq={"PL902": "20.12"}).told(ev.Coordinated)


@pytest.mark.rule("BCS-1.2d.e")
def test_trucks_do_not_come_on_where_an_enemy_hq_is() -> None:
    waiting = {"I/2": "22.10", "II/3Pz": "22.10"}
    game = position(active="2PZ", waiting=waiting, hq={"506": "22.10"})

    assert game.rule("Act I/2") == "BCS-1.2d.e"
    assert game.play("Act II/3Pz").told(ev.Jumped)  # tanks jump it


def test_trains_of_an_arriving_formation_have_their_msr() -> None:
    game = begun(dawn("bastogne"))
    route = trains.msr(game.state, game.formation("501"))
    assert route is not None
    assert len(route.front) - 1 == 8
