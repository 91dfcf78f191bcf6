"""The turn, the Activation Phase and the steps of an Activation (BCS-S.6 to BCS-S.8, BCS-S.18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activations,
    Activities,
    Choosing,
    FailureFlip,
    FatigueRoll,
    FirstPlayerRoll,
    Objectives,
    PreparedDefense,
    SecondRoll,
    SnafuRoll,
    TrySecond,
)
from grognard.titles.bcs.position.deeds import DEEDS, OFFERED, TASKS
from grognard.titles.bcs.position.state import Terms, other
from grognard.titles.bcs.rules.turn.setting_up import new_game
from grognard.waist.asking import pop, push, swap

FIELD = "16.12 II/304d Pi38d   08.17 1/506"


def fresh(scenario: str = "noville") -> Game:
    return Game(new_game(Terms(scenario, ())))


def choosing(text: str = FIELD, side: int = GERMAN, **columns: Any) -> Game:
    game = position(text, **columns)
    pop(game.state)
    swap(game.state, Activations(other(side)))
    push(game.state, Choosing(side))
    return game


def empty_activation(game: Game, key: str, faces: tuple[int, int] = (4, 4)) -> Game:
    """An Activation in which nothing is done, as far as the Second Activation."""
    game.play(f"Activate {key}")
    if isinstance(game.top, PreparedDefense):
        game.play("Decline")
    game.roll(*faces)
    if isinstance(game.top, FailureFlip):
        game.play("Decline")
    if isinstance(game.top, Objectives):
        game.play("Done")
    game.play("Done")
    return game


def kinds(events: Iterable[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


# -- whose formation is next --------------------------------------------------------------------


@pytest.mark.rule("BCS-S.6")
def test_players_alternate_one_formation_at_a_time() -> None:
    game = choosing(f"{FIELD}   15.17 I/902   09.18 1/501")
    seen = []
    for key in ("2PZ", "506", "PL902", "501"):
        assert isinstance(game.top, Choosing)
        seen.append(game.top.side)
        empty_activation(game, key).play("Decline")

    assert seen == [GERMAN, US, GERMAN, US]


@pytest.mark.rule("BCS-S.6")
def test_when_one_side_has_none_left_the_other_goes_on() -> None:
    game = choosing(f"{FIELD}   09.18 1/501")
    for key in ("2PZ", "506"):
        empty_activation(game, key).play("Decline")

    assert game.offers() == ["Activate 501", "Recover 501"]


@pytest.mark.rule("BCS-S.6")
def test_each_formation_is_picked_once_and_nobody_passes() -> None:
    game = choosing(f"{FIELD}   15.17 I/902")
    assert game.offers() == ["Activate 2PZ", "Recover 2PZ", "Activate PL902", "Recover PL902"]
    assert game.rule("Done") == "BCS-S.1"
    assert game.rule("Activate 506") == "BCS-S.8", "an enemy formation"
    assert game.rule("Activate 26VG") == "BCS-S.6", "not on the map"

    empty_activation(game, "2PZ").play("Decline")
    empty_activation(game, "506").play("Decline")

    assert game.rule("Activate 2PZ") == "BCS-S.6"
    assert game.rule("Recover 2PZ") == "BCS-S.6"


@pytest.mark.rule("BCS-S.6")
def test_an_activation_may_be_empty() -> None:
    game = empty_activation(choosing(), "2PZ")

    assert isinstance(game.top, TrySecond)
    assert not game.told(ev.Moved)


# -- the steps ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.7")
def test_the_steps_come_in_their_order() -> None:
    # Pi 38 is far out of Command Radius; the marker of MSR Blocked is old
    game = choosing("16.12 II/304d   02.03 Pi38d   08.17 1/506", blocked={"2PZ": 1})
    asked = []

    def on() -> None:
        asked.append(type(game.top))

    game.play("Activate 2PZ")
    on()
    game.play("Prepare")
    on()
    game.roll(6, 6)
    on()
    game.play("Objective 16.14", "Done")
    on()
    game.state.fatiguing = True
    game.play("Done")
    on()
    game.roll(1)
    on()
    game.play("Again")
    on()

    assert asked == [
        PreparedDefense,
        SnafuRoll,
        Objectives,
        Activities,
        FatigueRoll,
        TrySecond,
        SecondRoll,
    ]
    assert kinds(game.events)[:6] == [
        "ActivationBegan",
        "MsrBlocked",
        "DefensePrepared",
        "SnafuRolled",
        "ObjectivePlaced",
        "FatigueRolled",
    ]
    assert kinds(game.events)[6] == "Isolated"


@pytest.mark.rule("BCS-S.7", "BCS-10.1e")
def test_the_mixed_check_comes_before_the_snafu_roll() -> None:
    text = "12.05 1/501   16.05 2/501   14.05 1/506   16.12 II/304d"
    game = choosing(text, US, hq={"501": "12.05", "506": "14.08"})
    game.play("Activate 506")
    if isinstance(game.top, PreparedDefense):
        game.play("Decline")
    assert game.has("coordination", "506")

    game.roll(4, 4)

    told = game.told(ev.SnafuRolled)[0]
    assert "Coordination" in [part.what for part in told.tally.modifiers]
    assert game.state.coordinated


@pytest.mark.rule("BCS-S.7")
def test_a_recovery_has_none_of_these_steps() -> None:
    game = choosing().play("Recover 2PZ")

    assert kinds(game.events) == ["Recovered"]
    assert game.top == Choosing(US)


@pytest.mark.rule("BCS-S.7", "BCS-R.5", "BCS-10.4.d")
def test_a_fail_leads_past_the_objectives() -> None:
    game = choosing().play("Activate 2PZ", "Decline").roll(1, 1)
    assert isinstance(game.top, FailureFlip)

    game.play("Decline")

    assert isinstance(game.top, Activities)


@pytest.mark.rule("BCS-S.18")
def test_the_second_activation_repeats_the_first_with_a_new_roll() -> None:
    game = empty_activation(choosing(), "2PZ").play("Again").roll(6)
    assert isinstance(game.top, PreparedDefense)

    game.play("Decline").roll(1, 1)
    assert isinstance(game.top, Activities), "no flip in a Second Activation"
    game.play("Done")

    assert [e.result for e in game.told(ev.SnafuRolled)] == ["Full", "Fail"]
    assert [e.second for e in game.told(ev.ActivationBegan)] == [False, True]
    assert game.top == Choosing(US), "and no third follows"


# -- who acts -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.8")
def test_only_units_of_the_active_formation_act() -> None:
    text = "16.12 II/304d   15.17 I/902   08.17 1/506   09.17 158ECB"
    game = position(text, active="2PZ")

    assert game.allows("Act II/304")
    assert game.rule("Act I/902") == "BCS-S.8"
    assert game.rule("Act 1/506") == "BCS-S.8"


@pytest.mark.rule("BCS-S.8")
def test_an_assigned_independent_acts_with_its_formation() -> None:
    text = "08.17 1/501   09.17 158ECB   08.15 1/506"
    assert position(text, active="501").allows("Act 158ECB")
    moved = position(text, active="506", command={"158ECB": "506"})
    assert moved.allows("Act 158ECB")


@pytest.mark.rule("BCS-S.8")
def test_one_unit_at_a_time_in_any_order() -> None:
    game = position("16.12 II/304d Pi38d", active="2PZ").play("Act Pi38")

    assert game.rule("Act II/304") == "BCS-S.1"
    game.play("Halt", "Act II/304")


@pytest.mark.rule("BCS-R.24")
def test_under_a_fail_no_unit_acts() -> None:
    game = position("16.12 II/304d", active="2PZ", snafu="fail")

    assert game.rule("Act II/304") == "BCS-R.24"
    assert game.rule("MoveHq") == "BCS-7.5.e"
    assert {a.split()[0] for a in game.offers()} <= {"PullBack", "Done"}


@pytest.mark.rule("BCS-R.24", "BCS-10.3.g")
def test_under_a_fail_trains_move_only_if_they_must() -> None:
    legal = position("16.12 II/304d", active="2PZ", snafu="fail")
    assert not [a for a in legal.offers() if a.startswith("MoveTrains")]
    # an enemy in the Trains' own road makes the hex Illegal
    cut = position("16.12 II/304d   19.13 1/506", active="2PZ", snafu="fail")
    assert cut.rule("Done") == "BCS-10.3.g"
    assert [a for a in cut.offers() if a.startswith("MoveTrains")]


# -- the turn -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.1", "BCS-S.5")
def test_a_turn_from_its_beginning_to_the_next() -> None:
    game = fresh("lesson")
    assert game.top == Choosing(GERMAN), "the scenario names the first player"
    assert (game.state.turn, game.state.first) == (1, GERMAN)
    recover_all(game)

    phases = [e.name for e in game.told(ev.PhaseBegan)]
    assert phases[:2] == ["Admin", "Reinforcements & Weather"]
    assert game.state.turn == 2
    assert game.state.used == game.state.recovered == 0


def recover_all(game: Game) -> None:
    while isinstance(game.top, Choosing):
        game.play(next(a for a in game.offers() if a.startswith("Recover")))


def until_first_player(game: Game) -> Game:
    """Whatever is asked before the first player is rolled for is declined."""
    recover_all(game)
    while not isinstance(game.top, FirstPlayerRoll):
        game.play("Done")
    return game


@pytest.mark.rule("BCS-S.5", "BCS-R.46")
def test_from_turn_2_the_first_player_is_rolled_for() -> None:
    game = until_first_player(fresh("lesson"))
    twin = game.twin()

    game.roll(1, 2, 2, 2)
    assert game.top == Choosing(GERMAN)
    twin.roll(2, 3, 1, 1)
    assert twin.top == Choosing(US)


@pytest.mark.rule("BCS-R.46")
def test_ties_are_rolled_again() -> None:
    game = until_first_player(fresh("lesson")).roll(1, 6, 3, 4)
    assert isinstance(game.top, FirstPlayerRoll)

    game.roll(6, 6, 3, 4)

    assert game.state.first == US
    assert [e.side for e in game.told(ev.FirstPlayer)] == [ev.BOTH, US]


@pytest.mark.rule("BCS-S.1")
def test_what_belongs_to_another_moment_is_refused() -> None:
    game = choosing()

    for action in ("Step 11.09", "Prepare", "Objective 11.09", "Again", "Halt"):
        assert game.rule(action) == "BCS-S.1"


def test_whatever_can_be_done_has_its_place_in_the_menu() -> None:
    assert {*TASKS, *DEEDS} == set(OFFERED)
    assert len(set(OFFERED)) == len(OFFERED)
