"""Replacement Points (BCS-9.4)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Replacing
from grognard.titles.bcs.position.state import DEAD, put
from grognard.titles.bcs.rules.turn import replacements, sequence


def pool(text: str, av: int = 1, other: int = 1, **more: Any) -> Game:
    """The US side with points to spend in turn 2."""
    points = [[av, other], [0, 0]]
    return position(text, table=Replacing(US), turn=2, replacements=points, **more)


def bury(game: Game, name: str) -> Game:
    game.state.steps[game.unit(name)] = 0
    put(game.state, game.unit(name), DEAD)
    return game


# -- the points ----------------------------------------------------------------------------


@pytest.mark.rule("BCS-C.4", "BCS-S.2")
def test_points_are_those_of_the_turn_record() -> None:
    game = position("07.17 1/506:3", turn=2)
    game.events += replacements.begin(game.state)
    assert game.state.replacements == [[0, 1], [1, 0]]
    assert isinstance(game.top, Replacing)
    game.play("Replace 1/506")
    assert not isinstance(game.top, Replacing)  # nothing left to spend
    assert game.state.replacements == [[0, 0], [1, 0]]


@pytest.mark.rule("BCS-R.42", "BCS-S.1")
def test_what_is_not_spent_is_lost_with_the_turn() -> None:
    game = pool("07.17 1/506:3", air=(2, 1)).play("Done")
    assert game.state.replacements == [[1, 1], [0, 0]]
    sequence.admin_phase(game.state)
    assert game.state.replacements == [[0, 0], [0, 0]]
    assert game.state.air == [0, 0]


@pytest.mark.rule("BCS-S.42")
@pytest.mark.parametrize(
    ("die", "points"),
    [(1, [0, 0]), (3, [0, 0]), (4, [0, 1]), (5, [0, 1]), (6, [1, 1])],
)
def test_points_can_be_rolled_for(die: int, points: list[int]) -> None:
    game = position(turn=1, options={"replacements_random": "on"})
    replacements.begin(game.state)
    game.roll(die)
    assert game.state.replacements[US] == points
    game.roll(1)
    assert game.state.replacements == [points, [0, 0]]


# -- who may have one ------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.42")
def test_a_point_is_a_step_up_to_full_strength() -> None:
    game = pool("07.17 1/506:5", other=2).play("Replace 1/506")
    assert game.steps("1/506") == 6
    assert game.told(ev.Replaced) == [ev.Replaced(0, "1/506", "non-AV", 6)]
    assert game.rule("Replace 1/506") == "BCS-S.1"  # nobody else needs one: the phase is over
    full = pool("07.17 1/506 2/506:5")
    assert full.rule("Replace 1/506") == "BCS-S.42"


@pytest.mark.rule("BCS-S.42")
def test_av_points_are_for_armour_and_guns_the_others_for_the_rest() -> None:
    text = "11.09 20AIB:1d B/3Tk:1d"
    assert pool(text, av=0).rule("Replace B/3Tk") == "BCS-S.42"
    assert pool(text, av=0).allows("Replace 20AIB")
    assert pool(text, other=0).allows("Replace B/3Tk")
    assert pool(text, other=0).rule("Replace 20AIB") == "BCS-S.42"


@pytest.mark.rule("BCS-9.4")
def test_the_trains_must_be_in_a_legal_hex() -> None:
    assert pool("07.17 1/506:3", trains={"506": "04.20"}).allows("Replace 1/506")
    assert pool("07.17 1/506:3", trains={"506": ""}).rule("Replace 1/506") == "BCS-9.4"
    assert pool("07.17 1/506:3", trains={"506": "11.15"}).rule("Replace 1/506") == "BCS-9.4"


@pytest.mark.rule("BCS-9.4", "BCS-4.2d.a")
def test_the_unit_must_be_in_command_radius() -> None:
    # The 506th's radius is 6 from 08.16: 10.11 is 5 away, 11.09 is 7.
    assert pool("10.11 1/506:3").allows("Replace 1/506")
    assert pool("11.09 1/506:3").rule("Replace 1/506") == "BCS-4.2d.a"


@pytest.mark.rule("BCS-9.4", "BCS-1.6.h", "BCS-1.6.i")
def test_the_unit_must_have_a_safe_path_by_leg_or_for_av_by_tac() -> None:
    none = {"2PZ": "", "PL902": "", "26VG": ""}
    # Infantry all round Foy: their plain zones stop a path on foot, not one of armour.
    ring = "10.09 I/77 12.11 II/77 11.13 I/78 09.13 II/78 08.11 II/304d 08.10 Pi38d 12.12 II/902d"
    cut = pool(f"10.11 1/506:3 {ring}", hq=none, trains=none)
    assert cut.rule("Replace 1/506") == "BCS-9.4"
    tank = pool(f"10.11 B/3Tk:1d {ring}", hq=none, trains=none)
    assert tank.allows("Replace B/3Tk")


@pytest.mark.rule("BCS-9.4", "BCS-R.22")
def test_the_dead_pile_is_an_alternative_to_all_that() -> None:
    game = bury(pool("07.17 2/506", trains={"506": ""}), "1/506")
    game.play("Replace 1/506")
    assert game.where("1/506") == "08.16"  # its HQ
    assert game.steps("1/506") == 1
    assert game.told(ev.Replaced)[0].rebuilt


@pytest.mark.rule("BCS-R.22")
def test_some_counters_are_never_rebuilt() -> None:
    game = position(
        "37.22 44ECB",
        scenario="bastogne",
        table=Replacing(US),
        turn=3,
        replacements=[[1, 1], [0, 0]],
    )
    assert bury(game, "3/110").rule("Replace 3/110") == "BCS-R.22"
    assert bury(game, "103ECB").allows("Replace 103ECB")


@pytest.mark.rule("BCS-R.22", "BCS-5.5.a")
def test_there_must_be_room_at_the_hq() -> None:
    game = bury(pool("08.16 2/506 3/506"), "1/506")
    assert game.rule("Replace 1/506") == "BCS-5.5.a"


@pytest.mark.rule("BCS-R.22")
def test_units_in_the_box_count_as_at_the_hq() -> None:
    game = pool("07.17 2/506", box="B/81")
    game.state.steps[game.unit("B/81")] = 0
    assert game.allows("Replace B/81")
    off = pool("07.17 2/506", box="B/81", trains={"506": ""})
    off.state.steps[off.unit("B/81")] = 0
    assert off.rule("Replace B/81") == "BCS-9.4"


@pytest.mark.rule("BCS-9.4")
def test_nobody_without_an_hq() -> None:
    assert pool("14.15 A/3Tk:1d").rule("Replace A/3Tk") == "BCS-9.4"  # unassigned
    assert pool("07.17 1/506:3", hq={"506": ""}).rule("Replace 1/506") == "BCS-9.4"
