"""The SNAFU roll: its modifiers, its table and what it brings (BCS-S.10, BCS-R.28, BCS-R.29)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Activities, SnafuRoll
from grognard.titles.bcs.position.state import FAIL, FULL, PARTIAL
from grognard.titles.bcs.rules.command import snafu
from grognard.titles.bcs.rules.moving import movement
from grognard.waist.asking import push

PANZER = "14.10 II/3Pz I/304"
FAR = {"2PZ": "22.10"}  # the Trains at their edge hex: Optimal Distance


def roll(game: Game, *faces: int, key: str = "2PZ") -> Game:
    push(game.state, SnafuRoll(game.formation(key)))
    return game.roll(*faces)


def parts(game: Game, key: str = "2PZ") -> dict[str, int]:
    found = snafu.tally(game.state, game.formation(key))
    return {part.what: part.amount for part in found.modifiers}


def level(fatigue: str = "Fat-0", **columns: Any) -> Game:
    """A formation whose only modifier is its Fatigue: Trains off the map, not marked."""
    return position(
        PANZER, active="2PZ", trains={"2PZ": ""}, fatigue={"2PZ": fatigue}, snafu="", **columns
    )


# -- the table -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.28", "BCS-S.10")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((1, 1), FAIL),
        ((2, 2), FAIL),
        ((2, 3), PARTIAL),
        ((3, 4), PARTIAL),
        ((4, 4), FULL),
        ((6, 6), FULL),
    ],
)
def test_the_table_has_three_bands(faces: tuple[int, int], result: int) -> None:
    game = roll(level(), *faces)

    assert game.state.snafu == result
    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-S.10")
def test_the_roll_is_told_with_its_sum() -> None:
    (told,) = roll(level("Fat-2"), 5, 4).told(ev.SnafuRolled)

    assert (told.faces, told.tally.total, told.result) == ((5, 4), -2, "Partial")


@pytest.mark.rule("BCS-R.28")
@pytest.mark.parametrize(
    ("fatigue", "blocked", "chances"),
    [
        ("Fresh", 0, (3, 12, 21)),
        ("Fat-0", 0, (6, 15, 15)),
        ("Fat-1", 0, (10, 16, 10)),
        ("Fat-2", 0, (15, 15, 6)),
        ("Fat-3", 0, (21, 12, 3)),
        ("Fat-0", 1, (15, 15, 6)),
        ("Fat-0", 2, (21, 12, 3)),
    ],
)
def test_the_odds_are_those_of_the_reference(
    fatigue: str, blocked: int, chances: tuple[int, int, int]
) -> None:
    game = level(fatigue, blocked={"2PZ": blocked})
    found = snafu.odds(game.state, game.formation("2PZ"))

    assert tuple(found[r] for r in (FAIL, PARTIAL, FULL)) == tuple(Fraction(n, 36) for n in chances)


# -- modifiers -------------------------------------------------------------------------------


@pytest.mark.rule("BCS-R.29", "BCS-10.4.e", "BCS-S.19")
@pytest.mark.parametrize(
    ("fatigue", "amount"),
    [("Fresh", 1), ("Fat-0", 0), ("Fat-1", -1), ("Fat-2", -2), ("Fat-3", -3), ("Fat-4", -4)],
)
def test_fatigue_modifies_the_roll(fatigue: str, amount: int) -> None:
    assert snafu.tally(level(fatigue).state, level().formation("2PZ")).total == amount


@pytest.mark.rule("BCS-R.29", "BCS-10.3.k")
def test_optimal_distance_helps_while_the_trains_are_regular() -> None:
    regular = position(PANZER, active="2PZ", fatigue={"2PZ": "Fat-0"})
    ghost = position(PANZER, active="2PZ", fatigue={"2PZ": "Fat-0"}, ghost="2PZ")

    assert parts(regular) == {"Optimal Distance": 1}
    assert parts(ghost) == {"Ghost Trains": -1}


@pytest.mark.rule("BCS-R.29", "BCS-S.14", "BCS-10.3.a")
@pytest.mark.parametrize(("blocked", "amount"), [(1, -2), (2, -3)])
def test_a_blocked_msr_hurts_by_its_level(blocked: int, amount: int) -> None:
    game = level(blocked={"2PZ": blocked}, ghost="2PZ")

    assert parts(game) == {f"MSR Blocked, level {blocked}": amount}


@pytest.mark.rule("BCS-R.29", "BCS-4.4.a")
def test_coordination_hurts() -> None:
    assert parts(level(coordination="2PZ")) == {"Coordination": -1}
    assert parts(level(coordination="PL902")) == {}


@pytest.mark.rule("BCS-S.12", "BCS-10.2d")
def test_crossing_the_streams_hurts_both() -> None:
    text = "11.09 20AIB   08.16 1/506"
    game = position(text, active="CCB10", fatigue={"506": "Fat-0"})

    assert parts(game, "CCB10") == {"Optimal Distance": 1, "Crossing the Streams": -1}
    assert parts(game, "506") == {"Optimal Distance": 1, "Crossing the Streams": -1}


@pytest.mark.rule("BCS-B.6")
def test_a_leader_modifies_the_roll_of_his_formation() -> None:
    game = position(scenario="bastogne", active="5FJ", trains={"5FJ": ""})

    assert parts(game, "5FJ")["leader"] == -1
    assert "leader" not in parts(position(scenario="bastogne", active="2PZ"))


# -- what it brings ------------------------------------------------------------------------------


@pytest.mark.rule("BCS-4.5.c")
def test_prepared_defense_has_a_partial_at_best() -> None:
    game = roll(level(prepared="2PZ"), 6, 6)

    assert game.state.snafu == PARTIAL
    assert game.told(ev.SnafuRolled)[0].capped
    assert snafu.odds(game.state, game.formation("2PZ"))[FULL] == 0
    assert roll(level(prepared="2PZ"), 1, 1).state.snafu == FAIL


@pytest.mark.rule("BCS-S.11", "BCS-R.30")
def test_a_partial_halves_movement_and_guns_and_a_full_does_not() -> None:
    partial, full = roll(level(), 3, 4), roll(level(), 4, 4)
    tank = partial.unit("II/3Pz")

    assert (movement.allowance(partial.state, tank), partial.state.arty) == (7 * 4, 2)
    assert (movement.allowance(full.state, tank), full.state.arty) == (14 * 4, 3)


@pytest.mark.rule("BCS-S.11")
def test_assigned_guns_count_among_the_points() -> None:
    assert roll(level(guns={"2PZ": 2}), 6, 6).state.arty == 5
    assert roll(level(guns={"2PZ": 1}), 3, 4).state.arty == 2
    assert roll(level(), 1, 1).state.arty == 0


@pytest.mark.rule("BCS-R.28", "BCS-R.29", "BCS-R.30", "BCS-S.12")
def test_worked_example_6() -> None:
    """Fat-2, Optimal Distance, Crossing: 9 is 7, a Partial; MA 14 is 7, three guns are two."""
    text = "11.09 20AIB B/3Tkm   08.16 1/506"
    game = position(text, active="CCB10", fatigue={"CCB10": "Fat-2"}, guns={"CCB10": 1}, snafu="")
    roll(game, 4, 5, key="CCB10")
    (told,) = game.told(ev.SnafuRolled)

    assert (told.tally.total, told.result) == (-2, "Partial")
    assert movement.allowance(game.state, game.unit("B/3Tk")) == 7 * 4
    assert game.state.arty == 2
