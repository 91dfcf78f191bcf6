"""Recovery and the Failure Flip (BCS-10.4.b to BCS-10.4.d, BCS-R.25, BCS-R.26)."""

from __future__ import annotations

from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import FATIGUE, GERMAN
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import Choosing, FailureFlip
from grognard.titles.bcs.rules.rear import recovery
from grognard.waist.asking import pop, push

AMERICANS = "   08.17 1/506"  # to go next


def choosing(text: str = "16.12 II/304d", **columns: Any) -> Game:
    """The Germans pick a formation; only 2PZ is on the map."""
    game = position(text + AMERICANS, **columns)
    pop(game.state)
    push(game.state, Choosing(GERMAN))
    return game


def recovered(**columns: Any) -> Game:
    return choosing(**columns).play("Recover 2PZ")


def level(game: Game) -> str:
    return FATIGUE[game.state.fatigue[game.formation("2PZ")]]


# -- when ----------------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.4.b", "BCS-S.7")
def test_it_takes_the_place_of_the_snafu_roll_and_of_the_activation() -> None:
    game = recovered(fatigue={"2PZ": "Fat-2"})

    assert game.told(ev.Recovered)[0].fatigue == "Fat-1"
    assert not game.told(ev.SnafuRolled)
    assert not game.told(ev.ActivationBegan)
    assert game.has("used", "2PZ")


@pytest.mark.rule("BCS-10.4.b")
def test_it_needs_trains_in_a_legal_hex() -> None:
    assert choosing(trains={"2PZ": ""}).rule("Recover 2PZ") == "BCS-10.4.b"
    blocked = choosing("16.12 II/304d   20.12 2/506   20.13 3/506")
    assert blocked.rule("Recover 2PZ") == "BCS-10.4.b", "the enemy is on the MSR"
    assert choosing().allows("Recover 2PZ")


@pytest.mark.rule("BCS-10.4.b", "BCS-10.4.g")
def test_prepared_defense_is_given_up() -> None:
    assert not recovered(prepared="2PZ").has("prepared", "2PZ")


@pytest.mark.rule("BCS-10.4.c")
def test_once_a_turn() -> None:
    game = choosing()
    game.set(recovered=1 << game.formation("2PZ"))

    assert game.rule("Recover 2PZ") == "BCS-10.4.c"
    assert recovered().has("recovered", "2PZ")


# -- effects ---------------------------------------------------------------------------------


@pytest.mark.rule("BCS-10.4.j", "BCS-10.4.c", "BCS-10.4.e")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Fat-4", "Fat-3"),
        ("Fat-1", "Fat-0"),
        ("Fat-0", "Fat-0"),
        ("Fresh", "Fresh"),
    ],
)
def test_fatigue_goes_down_a_level_but_never_to_fresh(before: str, after: str) -> None:
    assert level(recovered(fatigue={"2PZ": before})) == after


@pytest.mark.rule("BCS-R.26")
def test_it_is_open_to_the_rested_for_its_other_effects() -> None:
    game = recovered(fatigue={"2PZ": "Fat-0"}, coordination="2PZ")

    assert not game.has("coordination", "2PZ")


@pytest.mark.rule("BCS-10.4.g")
def test_coordination_comes_off_and_others_keep_theirs() -> None:
    game = recovered(coordination="2PZ PL902")

    assert not game.has("coordination", "2PZ")
    assert game.has("coordination", "PL902")


@pytest.mark.rule("BCS-10.4.h")
def test_ghost_trains_turn_regular_at_optimal_distance_alone() -> None:
    assert not recovered(ghost="2PZ").has("ghost", "2PZ")
    near = recovered(
        ghost="2PZ", hq={"2PZ": "17.14"}, trains={"2PZ": "16.12"}, text="18.14 II/304d"
    )
    assert near.has("ghost", "2PZ"), "the Trains are in front of the HQ"


@pytest.mark.rule("BCS-10.4.i")
def test_isolation_is_applied() -> None:
    # 02.03 is far out of Command Radius
    game = recovered(text="16.12 II/304d   02.03 Pi38d")

    assert game.steps("Pi38") == 3 - 1 - 1
    assert game.steps("II/304") == 4


@pytest.mark.rule("BCS-R.26")
def test_dropped_support_and_msr_blocked_come_off() -> None:
    game = recovered(dropped="II/304", blocked={"2PZ": 2})

    assert not game.has("dropped", "II/304")
    assert game.state.blocked[game.formation("2PZ")] == 0


# -- the Failure Flip ------------------------------------------------------------------------------


def failed(**columns: Any) -> Game:
    """After a Fail of 2PZ."""
    game = position("16.12 II/304d" + AMERICANS, active="2PZ", snafu="fail", **columns)
    pop(game.state)  # activities come later
    game.events += recovery.offer_flip(game.state, game.formation("2PZ"))
    return game


@pytest.mark.rule("BCS-10.4.d")
def test_a_fail_can_be_turned_into_a_recovery() -> None:
    game = failed(fatigue={"2PZ": "Fat-2"})
    assert game.offers() == ["Recover 2PZ", "Decline"]

    game.play("Recover 2PZ")

    assert level(game) == "Fat-1"
    assert game.told(ev.Recovered)[0].flip


@pytest.mark.rule("BCS-10.4.d", "BCS-R.26")
def test_the_flip_ends_the_activation_without_a_second() -> None:
    game = failed()
    game.play("Recover 2PZ")

    assert not [d for d in game.state.stack if type(d).__name__ in ("Activation", "TrySecond")]


@pytest.mark.rule("BCS-10.4.d")
def test_only_after_a_fail_and_only_of_the_first_activation() -> None:
    assert not isinstance(failed(second=True).top, FailureFlip)
    game = position("16.12 II/304d", active="2PZ", snafu="partial")
    assert recovery.offer_flip(game.state, game.formation("2PZ")) == []
    assert not isinstance(game.top, FailureFlip)


@pytest.mark.rule("BCS-R.25", "BCS-10.4.c")
def test_the_flip_asks_for_all_that_a_recovery_asks_for() -> None:
    assert not isinstance(failed(trains={"2PZ": ""}).top, FailureFlip)
    assert not isinstance(failed(recovered=1 << 3).top, FailureFlip)
    assert failed().kit.by_key["2PZ"] == 3


@pytest.mark.rule("BCS-R.25")
def test_the_flip_is_the_one_recovery_and_undoes_what_came_before_the_roll() -> None:
    game = failed(prepared="2PZ", coordination="2PZ")
    game.play("Recover 2PZ")

    assert game.has("recovered", "2PZ")
    assert not game.has("prepared", "2PZ")
    assert not game.has("coordination", "2PZ")
    assert game.state.snafu == 0
