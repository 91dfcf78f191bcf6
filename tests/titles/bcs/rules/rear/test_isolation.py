"""Isolation (BCS-10.5.a to BCS-10.5.d)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.state import RETURNING, put
from grognard.titles.bcs.rules.rear import isolation

# The HQ of the 506th is at 08.16, its Command Radius 6. 06.12 is four hexes off,
# 15.16 seven. Enemies to the east and west shut a hex in.
INSIDE = "06.12 1/506   05.12 I/77   07.12 II/77"
OUTSIDE = "15.16 2/506"
BOTH = "06.08 3/506   05.08 I/78   07.08 II/78"
HOME = "08.17 2/506"


def cut(text: str, **columns: Any) -> Game:
    """The Isolation step of the 506th."""
    game = position(text, active="506", **columns)
    game.events += isolation.apply(game.state, game.formation("506"))
    return game


@pytest.mark.rule("BCS-10.5.a", "BCS-S.20")
def test_no_safe_path_costs_a_step() -> None:
    game = cut(f"{INSIDE}   {HOME}")

    assert game.steps("1/506") == 5
    assert game.steps("2/506") == 6
    assert [e.rule for e in game.told(ev.Isolated)] == ["BCS-10.5.a"]


@pytest.mark.rule("BCS-10.5.a", "BCS-4.2d.c")
def test_out_of_command_radius_costs_a_step() -> None:
    game = cut(OUTSIDE)

    assert game.steps("2/506") == 5
    assert game.told(ev.Isolated)[0].why == "out of Command Radius"


@pytest.mark.rule("BCS-10.5.b")
def test_both_cost_two() -> None:
    game = cut(f"{BOTH}   {HOME}")

    assert game.steps("3/506") == 4
    assert game.told(ev.Isolated)[0].rule == "BCS-10.5.b"


@pytest.mark.rule("BCS-10.5.c")
@pytest.mark.parametrize(("level", "one", "both"), [(0, 5, 4), (1, 5, 4), (2, 4, 3)])
def test_msr_blocked_at_level_two_costs_one_more(level: int, one: int, both: int) -> None:
    game = cut(f"{BOTH}   {OUTSIDE}", blocked={"506": level})

    assert (game.steps("2/506"), game.steps("3/506")) == (one, both)


@pytest.mark.rule("BCS-10.5.c")
def test_msr_blocked_alone_costs_nothing() -> None:
    assert cut(HOME, blocked={"506": 2}).steps("2/506") == 6


@pytest.mark.rule("BCS-10.5.a", "BCS-10.5.c")
def test_worked_example_7() -> None:
    """In radius without a Safe Path, MSR Blocked 2: each unit of the stack loses two."""
    game = cut("06.12 1/506 2/506   05.12 I/77   07.12 II/77   08.17 3/506", blocked={"506": 2})

    assert (game.steps("1/506"), game.steps("2/506"), game.steps("3/506")) == (4, 4, 6)
    assert game.told(ev.Isolated)[0].units == ("1/506", "2/506")


@pytest.mark.rule("BCS-10.5.d")
def test_a_formation_cut_off_with_all_its_units_is_removed() -> None:
    game = cut(BOTH, box="B/81")

    assert game.where("3/506") == "removed"
    assert game.hq("506") == game.trains("506") == "removed"
    assert game.where("B/81") == "removed"
    assert game.told(ev.FormationGone)[0].rule == "BCS-10.5.d"


@pytest.mark.rule("BCS-10.5.d")
def test_one_unit_in_touch_saves_the_others() -> None:
    game = cut(f"{BOTH}   {OUTSIDE}")

    assert not game.told(ev.FormationGone)
    assert game.steps("3/506") == 4


@pytest.mark.rule("BCS-R.27", "BCS-9.1i.c", "BCS-10.5.d")
def test_units_due_back_and_in_the_box_are_spared() -> None:
    game = position(BOTH, active="506", box="B/81")
    put(game.state, game.unit("1/506"), RETURNING)
    game.events += isolation.apply(game.state, game.formation("506"))

    assert game.steps("1/506") == 6
    assert game.steps("B/81") == 1
    assert not game.told(ev.FormationGone), "not all of its units are cut off"
    assert game.steps("3/506") == 4


@pytest.mark.rule("BCS-10.5.b")
def test_the_last_steps_kill() -> None:
    game = cut("06.08 3/506:2   05.08 I/78   07.08 II/78   08.17 2/506")

    assert game.where("3/506") == "dead"
    assert game.told(ev.Eliminated)[0].unit == "3/506"


@pytest.mark.rule("BCS-S.20", "BCS-10.5.a")
def test_what_is_foretold_is_what_happens() -> None:
    game = position(f"{INSIDE}   {OUTSIDE}", active="506")
    seen = isolation.forecast(game.state, game.formation("506"))

    assert [(cut.steps, cut.rule) for cut in seen.cuts] == [(1, "BCS-10.5.a")] * 2
    assert game.steps("1/506") == 6, "nothing has happened yet"


@pytest.mark.rule("BCS-S.20")
def test_only_the_formation_whose_activation_ends_suffers() -> None:
    game = cut(f"{HOME}   02.03 1/501")

    assert game.steps("1/501") == 6
