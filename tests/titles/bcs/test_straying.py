"""Staying in Command Radius while the HQ moves (4.2f, R.4)."""

from __future__ import annotations

import pytest
from bcs import position

from grognard.asking import push, swap
from grognard.titles.bcs import actions as act
from grognard.titles.bcs import movement, safe_path
from grognard.titles.bcs.decisions import HqMoving
from grognard.titles.bcs.kit import GERMAN
from grognard.titles.bcs.routes import route
from grognard.titles.bcs.state import SEATS


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_the_hq_does_not_leave_a_unit_that_moved() -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")  # eight hexes away
    game.play("MoveHq")

    assert game.allows("Step 15.11")  # nearer
    assert game.allows("Step 17.11")  # it can come back
    assert game.play("Step 17.11").rule("Halt") == "BCS-4.2f"
    assert game.play("Step 16.11").allows("Halt")


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_nor_goes_where_it_could_not_come_back_from() -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")
    number, minded = game.formation("2PZ"), game.units("II/304")
    push(game.state, HqMoving(GERMAN, number, 2))  # half a point
    assert game.allows("Step 16.12")  # there is nobody to mind
    swap(game.state, HqMoving(GERMAN, number, 2, minded=minded))

    assert game.rule("Step 16.12") == "BCS-4.2f"
    assert game.allows("Step 15.11")


@pytest.mark.rule("BCS-4.2f")
def test_a_unit_that_has_stayed_is_nobody_s_concern() -> None:
    game = position("08.11 II/304d", active="2PZ").play("MoveHq", "Step 17.11")

    assert game.allows("Halt")


@pytest.mark.rule("BCS-R.4")
def test_the_hq_goes_to_a_unit_that_strayed() -> None:
    game = position("08.11 II/304d", active="2PZ").march("II/304", "07.11").play("MoveHq")

    assert game.rule("Halt") == "BCS-4.2f"
    assert game.play("Step 15.11").allows("Halt")


@pytest.mark.rule("BCS-4.2f")
def test_who_would_be_left_behind() -> None:
    game = position("09.11 II/304d   08.10 Pi38d", active="2PZ").march("II/304", "08.11")
    number = game.formation("2PZ")

    assert safe_path.stranded(game.state, number, game.hex("16.11")) == 0
    assert safe_path.stranded(game.state, number, game.hex("17.11")) == game.units("II/304")


@pytest.mark.rule("BCS-4.2f", "BCS-R.4")
def test_the_activation_ends_when_nothing_can_be_mended() -> None:
    game = position("07.11 II/304d", active="2PZ", hq_moved=True)
    game.state.began[game.unit("II/304")] = game.hex("08.11")
    game.set(moved=game.units("II/304"))

    assert movement.strayed(game.state, game.formation("2PZ")) is None
    assert movement.strayed(game.set(hq_moved=False).state, game.formation("2PZ")) is not None


@pytest.mark.rule("BCS-4.2f")
def test_one_that_left_its_hex_and_came_back_has_not_stayed() -> None:
    game = position("07.11 II/304d", active="2PZ", prepared="2PZ")
    unit, here = game.unit("II/304"), game.hex("07.11")

    assert movement.end_refusal(game.state, unit, here) is None
    why = movement.end_refusal(game.set(moved=1 << unit).state, unit, here)
    assert why is not None
    assert why.rule == "BCS-4.2f"


@pytest.mark.rule("BCS-4.2f")
@pytest.mark.parametrize("taken", [False, True])
def test_no_way_is_shown_to_where_the_hq_may_not_halt(taken: bool) -> None:
    game = position("09.11 II/304d", active="2PZ").march("II/304", "08.11")
    if taken:
        game.play("MoveHq")

    assert route(game.state, SEATS[GERMAN], ["HQ 2PZ"], "17.11") == []
    assert route(game.state, SEATS[GERMAN], ["HQ 2PZ"], "15.11")[-1] == act.Step("15.11")
