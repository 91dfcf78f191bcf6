"""The audit: a sound state has no flaw, and each flaw is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bcs import Game

from grognard.titles.bcs.audit import audit
from grognard.titles.bcs.kit.kit import SCENARIOS, US
from grognard.titles.bcs.position import questions
from grognard.titles.bcs.position.decisions import Activities
from grognard.titles.bcs.position.state import BOX, DEAD, OFF, OFF_MAP, Terms, note, put
from grognard.titles.bcs.rules.moving import zones
from grognard.titles.bcs.rules.turn.setting_up import new_game


def fresh(scenario: str = "noville") -> Game:
    return Game(new_game(Terms(scenario, ())))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_begins_without_a_flaw(scenario: str) -> None:
    assert audit(fresh(scenario).state) == []


def _wrong_stack(game: Game) -> None:
    game.state.hex_of[game.unit("20AIB")] = OFF


def _both_sides(game: Game) -> None:
    put(game.state, game.unit("AA2"), game.hex("11.09"))


def _living_dead(game: Game) -> None:
    put(game.state, game.unit("AA2"), DEAD)


def _ghost_unit(game: Game) -> None:
    game.state.steps[game.unit("AA2")] = 0


def _too_strong(game: Game) -> None:
    game.state.steps[game.unit("AA2")] = 9


def _deserter(game: Game) -> None:
    game.state.command[game.unit("AA2")] = game.formation("506")


def _no_tank(game: Game) -> None:
    put(game.state, game.unit("1/506"), BOX)


def _no_way_in(game: Game) -> None:
    game.state.entry[game.unit("AA2")] = game.hex("22.10")


def _dropped(game: Game) -> None:
    note(game.state, dropped=game.units("I/2"))


def _headless(game: Game) -> None:
    game.state.hq[game.formation("506")] = OFF


def _unmarked(game: Game) -> None:
    game.state.trains[game.formation("506")] = OFF_MAP


def _overtired(game: Game) -> None:
    game.state.fatigue[game.formation("506")] = 6


def _in_debt(game: Game) -> None:
    game.state.corps[US] = -1


def _victory_hex(game: Game) -> None:
    note(game.state, german=1 << game.hex("01.01"))


def _trigger_happy(game: Game) -> None:
    game.state.fired[game.unit("AA2")] = 3


def _unused(game: Game) -> None:
    note(game.state, active=game.formation("506"))


def _endless(game: Game) -> None:
    note(game.state, over=True)


def _stuck(game: Game) -> None:
    note(game.state, stack=())


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (_wrong_stack, "the stacks do not agree"),
        (_both_sides, "both sides are in hex 11.09"),
        (_living_dead, "AA2 is dead with 3 steps"),
        (_ghost_unit, "AA2 has no steps"),
        (_too_strong, "AA2 has more steps"),
        (_deserter, "AA2 serves in another"),
        (_no_tank, "1/506 is in a Support box"),
        (_no_way_in, "a unit has a way in"),
        (_dropped, "I/2 has dropped its Support"),
        (_headless, "506 has markers or Trains"),
        (_unmarked, "506 has its Trains off the map"),
        (_overtired, "506 has a level of Fatigue"),
        (_in_debt, "a pool of points"),
        (_victory_hex, "the Germans hold a Victory Hex"),
        (_trigger_happy, "AA2 has spent more"),
        (_unused, "506 is active"),
        (_endless, "the game is over but"),
        (_stuck, "nobody is asked"),
    ],
)
def test_each_flaw_is_found(spoil: Callable[[Game], None], flaw: str) -> None:
    game = fresh()
    spoil(game)

    assert [found for found in audit(game.state) if found.startswith(flaw)]


def test_what_is_remembered_from_another_position_is_found() -> None:
    game = fresh()
    state = game.state
    assert zones.zone(state, US)
    kept = {"facts": state.facts, "own_facts": state.own_facts}
    put(state, game.unit("20AIB"), game.hex("02.02"))
    state.__dict__.update(kept)

    assert any("remembered" in found for found in audit(state))


def test_a_decision_that_nobody_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh()
    monkeypatch.delitem(questions.QUESTIONS, Activities)
    note(game.state, stack=(Activities(US, game.formation("506")),))

    assert "nobody answers Activities" in audit(game.state)
