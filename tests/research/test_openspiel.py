"""OpenSpiel's own tests of a game, and what they do not ask."""

from __future__ import annotations

import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from grognard.match import BadSetup
from grognard.research import openspiel

TOY = f"{openspiel.NAME}(title=toy,scenario=corners)"
NARROW = f"{openspiel.NAME}(title=toy,scenario=corners,width=2)"  # with more and more pages
SHORT = f"{openspiel.NAME}(length=25)"  # The Lost Battalion, broken off soon


def wander(state: Any, rng: Random, nodes: int) -> None:
    for _ in range(nodes):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


# -- the suite -------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sims"), [(TOY, 5), (NARROW, 2), (SHORT, 1)])
def test_random_simulations(name: str, sims: int) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [TOY, SHORT])
def test_simulations_in_python(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


def test_the_api() -> None:
    named = {"game": pyspiel.load_game(TOY), "game_name": openspiel.NAME}
    case = type("ToyTest", (api_test.EnforceAPIOnPartialTreeBase,), named)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)

    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert result.errors + result.failures == []


def test_an_rl_environment() -> None:
    env = rl_environment.Environment(pyspiel.load_game(TOY))
    step, rng = env.reset(), Random(1)
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])

    assert sum(step.rewards) == 0


# -- what it does not ask --------------------------------------------------------


def test_it_is_registered() -> None:
    assert openspiel.NAME in pyspiel.registered_names()
    assert pyspiel.load_game(openspiel.NAME).get_type().short_name == openspiel.NAME


def test_chance_is_explicit_and_even() -> None:
    state = pyspiel.load_game(TOY).new_initial_state()

    assert state.is_chance_node()
    assert state.chance_outcomes() == [(n, pytest.approx(1 / 3)) for n in range(3)]
    state.apply_action(2)
    assert state.play.state.purse == [4, 4]


def test_choices_are_told_in_words() -> None:
    state = pyspiel.load_game(TOY).new_initial_state()
    state.apply_action(0)

    assert [state.action_to_string(n) for n in state.legal_actions()] == ["bid 0", "bid 1", "bid 2"]


def test_a_secret_bid_is_in_no_word_and_no_figure_of_the_other() -> None:
    low = pyspiel.load_game(TOY).new_initial_state()
    low.apply_action(1)
    high = low.clone()
    low.apply_action(0)
    high.apply_action(2)

    assert low.current_player() == high.current_player() == 1
    assert low.information_state_string(1) == high.information_state_string(1)
    assert low.observation_string(1) == high.observation_string(1)
    assert low.observation_tensor(1) == high.observation_tensor(1)
    assert low.information_state_string(0) != high.information_state_string(0)


def test_perfect_recall_holds_the_log() -> None:
    state = pyspiel.load_game(TOY).new_initial_state()
    state.apply_action(1)
    state.apply_action(1)

    assert "each purse gets 1" in state.information_state_string(0)
    assert "(bid 1)" in state.information_state_string(0)
    assert "each purse gets 1" not in state.observation_string(0)


def test_who_knows_the_same_has_chosen_the_same() -> None:
    chosen: dict[tuple[int, str], list[int]] = {}
    state = pyspiel.load_game(f"{openspiel.NAME}(title=toy,scenario=corners,length=6)")

    remember(state.new_initial_state(), ([], []), chosen)
    assert len(chosen) > 100


def remember(state: Any, own: tuple[list[int], ...], chosen: dict[Any, list[int]]) -> None:
    """Walks the tree; what a seat knows must settle what it has chosen so far."""
    if state.is_terminal():
        return
    player = state.current_player()
    if player >= 0:
        known = (player, state.information_state_string(player))
        assert chosen.setdefault(known, own[player]) == own[player]
    for action in state.legal_actions()[:3]:
        after = tuple([*c, action] if n == player else c for n, c in enumerate(own))
        remember(state.child(action), after, chosen)


def test_the_observer_has_the_arrays_in_pieces() -> None:
    game = pyspiel.load_game(TOY)
    state = game.new_initial_state()
    state.apply_action(1)
    observer = make_observation(game)
    observer.set_from(state, 0)

    assert set(observer.dict) == {"board", "units", "globals", "offers", "features"}
    assert np.array_equal(observer.tensor, np.array(state.observation_tensor(0), np.float32))


def test_a_game_too_long_is_a_draw() -> None:
    state = pyspiel.load_game(f"{openspiel.NAME}(title=toy,scenario=corners,length=3)")
    state = state.new_initial_state()
    wander(state, Random(1), 10)

    assert state.is_terminal()
    assert len(state.history()) == 3
    assert state.returns() == [0, 0]


@pytest.mark.parametrize("options", ["rounds:9", "moons:1", "rounds"])
def test_options_that_are_not_there_are_refused_in_a_sentence(options: str) -> None:
    name = f"{openspiel.NAME}(title=toy,scenario=centre,options={options})"

    with pytest.raises(BadSetup, match=r"option “\w+”"):
        pyspiel.load_game(name)


def test_options_are_chosen_in_the_name() -> None:
    name = f"{openspiel.NAME}(title=toy,scenario=centre,options=rounds:5)"
    state = pyspiel.load_game(name).new_initial_state()

    assert state.play.state.rounds == 5
