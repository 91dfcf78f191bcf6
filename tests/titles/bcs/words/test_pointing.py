"""What pointing at a hex, a unit, an HQ or Trains means, and ways to far hexes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bcs import Game, position
from bcs_walk import walk

from grognard.titles.bcs.drawing.face_pieces import pieces
from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position.questions import QUESTIONS
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.rules.ways import within_reach as reaching
from grognard.titles.bcs.words.pointing import probes, route

AMERICAN, THEM = SEATS[US], SEATS[GERMAN]
FRONT = "11.09 20AIB B/3Tk   13.05 AA2 I/304"


def meant(game: Game, spot: str) -> list[str]:
    return list(map(str, probes(game.state, game.seat, spot)))


def way(game: Game, pieces: list[str], to: str) -> list[str]:
    return list(map(str, route(game.state, game.seat, pieces, to)))


def on_the_table(decision: dec.Decision, **more: Any) -> Game:
    return position(FRONT, active="2PZ", table=decision, **more)


# -- probes --------------------------------------------------------------------------------


def test_pointing_at_an_hq_or_a_unit_means_its_formation() -> None:
    game = position(FRONT)
    for spot in ("HQ CCB10", "20AIB", "11.09", game.hq("CCB10")):
        assert meant(game, spot) == ["activate CCB10", "recover CCB10"], spot


def test_pointing_in_an_activation() -> None:
    game = position(FRONT, active="2PZ")
    assert meant(game, "AA2") == ["act AA2"]
    assert meant(game, "13.05") == ["act AA2", "act I/304"]
    assert meant(game, "HQ 2PZ") == ["movehq"]
    assert meant(game, "HQ CCB10") == ["activate CCB10"]
    assert meant(game, "Trains 2PZ") == [f"movetrains {game.trains('2PZ')}"]
    assert meant(game, "14.05") == ["movetrains 14.05", "pullback 14.05"]
    assert meant(game, "20AIB") == ["barrage AA2 11.09 arty"]


def test_a_unit_that_dropped_its_support_may_have_it_back() -> None:
    game = position(FRONT, active="2PZ", dropped="I/304")
    assert meant(game, "I/304") == ["act I/304", "restore I/304"]


def test_pointing_with_a_unit_in_hand() -> None:
    game = position(FRONT, active="2PZ", hand="AA2")
    assert meant(game, "14.05") == ["step 14.05"]
    assert meant(game, "13.05") == ["halt"]
    blows = ["attack 11.09", "shock 11.09", "engage 11.09", "fire 11.09", "recon 11.09"]
    assert meant(game, "20AIB") == blows
    assert meant(game, "11.09") == blows


def test_pointing_while_something_is_chosen() -> None:
    game = position(FRONT, active="2PZ")
    at, both = game.hex("13.05"), game.units("AA2", "I/304")
    number = game.formation("2PZ")
    cases: list[tuple[dec.Decision, str, list[str]]] = [
        (dec.Objectives(GERMAN, number), "11.09", ["objective 11.09"]),
        (dec.Losses(GERMAN, at, 1), "13.05", ["choose AA2", "choose I/304"]),
        (dec.DefenderChoice(GERMAN), "AA2", ["choose AA2"]),
        (dec.RetreatChoice(GERMAN, at, both, "automatic"), "AA2", ["withdraw AA2 off"]),
        (
            dec.RetreatChoice(GERMAN, at, both, "automatic"),
            "14.05",
            ["withdraw AA2 14.05", "withdraw I/304 14.05"],
        ),
        (dec.HqRetreat(GERMAN, number), "14.05", ["pullback 14.05"]),
        (dec.TrainsRetreat(GERMAN, number, ()), "14.05", ["movetrains 14.05"]),
        (dec.Following(GERMAN), "14.05", ["follow"]),
        (dec.TrySecond(GERMAN, number), "14.05", ["again"]),
        (dec.PreparedDefense(GERMAN, number), "14.05", ["prepare"]),
        (dec.FailureFlip(GERMAN, number), "HQ 2PZ", ["recover 2PZ"]),
        (dec.Replacing(GERMAN), "AA2", ["replace AA2"]),
    ]
    for decision, spot, actions in cases:
        assert meant(on_the_table(decision), spot) == actions, decision


def test_pointing_anywhere_means_something_that_the_rules_can_answer() -> None:
    rng = Random("pointing")
    game = position(FRONT, active="2PZ", arty=1)
    labels = list(game.kit.grid.labels(game.kit.grid.all))
    spots = [*rng.sample(labels, 40), *game.kit.names, "HQ 2PZ", "Trains 506", "nonsense", ""]
    for decision in (None, dec.Acting(GERMAN, game.unit("AA2"), 8), dec.Choosing(GERMAN)):
        state = game.state if decision is None else on_the_table(decision).state
        for spot in spots:
            actions = list(probes(state, THEM, spot))
            assert actions
            for action in actions:
                QUESTIONS[type(state.top)].refusal(state, state.top, action)


def test_pointing_in_play_means_something_that_the_rules_can_answer() -> None:
    rng = Random("pointing in play")
    for game in walk("noville", 200, "pointing"):
        labels = list(game.kit.grid.labels(game.kit.grid.all))
        keys = list(game.kit.by_key)
        named = (rng.choice(game.kit.names), f"HQ {rng.choice(keys)}", f"Trains {rng.choice(keys)}")
        for spot in (*named, *rng.sample(labels, 2), "nonsense"):
            actions = list(probes(game.state, game.seat, spot))
            assert actions
            for action in actions:
                QUESTIONS[type(game.top)].refusal(game.state, game.top, action)


# -- ways ------------------------------------------------------------------------------------


def test_a_unit_is_taken_in_hand_and_led_step_by_step() -> None:
    game = position(FRONT, active="2PZ", hq={"2PZ": "15.05"})
    found = way(game, ["AA2"], "16.05")
    assert found[0] == "act AA2"
    assert found[-1] == "step 16.05"
    game.play("Act AA2")
    assert way(game, [], "16.05") == found[1:]
    assert way(game, ["AA2"], "16.05") == found[1:]
    assert way(game, ["I/304"], "16.05") == []
    for step in found[1:]:
        game.play(f"Step {step.split()[1]}")
    assert game.where("AA2") == "16.05"


def test_no_way_leads_off_the_map_or_onto_the_enemy() -> None:
    game = position(FRONT, active="2PZ")
    assert way(game, ["AA2"], "99.99") == []
    assert way(game, ["AA2"], "11.09") == []
    assert way(game, ["nobody"], "13.06") == []
    assert list(route(game.state, AMERICAN, ["20AIB"], "11.10")) == []


def test_an_hq_is_led_by_its_own_way() -> None:
    game = position(FRONT, active="2PZ")
    goal = "16.14"  # by road from 16.11
    found = way(game, ["HQ 2PZ"], goal)
    assert found[0] == "movehq"
    game.play("MoveHq")
    for step in found[1:]:
        game.play(f"Step {step.split()[1]}")
    assert game.hq("2PZ") == goal


def test_trains_go_at_one_go() -> None:
    game = position(FRONT, active="2PZ")
    moves = [o.split() for o in game.offers() if o.startswith("MoveTrains")]
    assert moves
    to = moves[0][1]
    assert way(game, ["Trains 2PZ"], to) == [f"movetrains {to}"]


@pytest.mark.parametrize("piece", ["", "AA2"])
def test_a_retreating_unit_is_put_in_the_hex(piece: str) -> None:
    game = position(FRONT, active="2PZ")
    at = game.hex("13.05")
    game.state.stack += (dec.RetreatChoice(GERMAN, at, game.units("AA2"), "voluntary"),)
    offers = [o.split() for o in game.offers()]
    assert offers
    _, name, hex_ = offers[0]
    pieces = [piece] if piece else []
    assert way(game, pieces, hex_) == [f"withdraw {name} {hex_}"]


def test_ways_can_be_gone_as_they_are() -> None:
    rng, gone = Random("ways"), 0
    for game in walk("noville", 300, "ways"):
        names = [a.unit for a in game.allowed() if isinstance(a, act.Act)]
        if not isinstance(game.top, dec.Activities) or not names:
            continue
        name = rng.choice(names)
        unit = game.unit(name)
        goals = sorted(reaching.reach(game.state, unit)) if game.where(name)[0].isdigit() else []
        goals = [hex_ for hex_ in goals if hex_ != game.state.hex_of[unit]]
        if not goals:
            continue
        steps = route(game.state, game.seat, [name], game.kit.grid.label(rng.choice(goals)))
        assert steps
        gone += follow(game.twin(), steps)
    assert gone > 20


def follow(game: Game, steps: list[Any]) -> int:
    """How many of the steps were gone; on the way a bridge or a jump may come up."""
    for n, step in enumerate(steps):
        if not isinstance(game.top, dec.Activities | dec.Acting):
            return n
        why = QUESTIONS[type(game.top)].refusal(game.state, game.top, step)
        assert why is None, f"{step} of {steps}: {why}"
        game.take(step)
    return len(steps)


# -- what is done with an HQ or Trains -------------------------------------------------------


def test_the_active_hq_and_trains_are_what_their_tasks_are_meant_for() -> None:
    def tasks(game: Game) -> dict[str, tuple[str, ...]]:
        return {piece.id: piece.offers for piece in pieces(game.state) if piece.offers}

    game = position(FRONT, active="2PZ")
    assert tasks(game) == {"HQ 2PZ": ("movehq", "pullback"), "Trains 2PZ": ("movetrains",)}
    assert tasks(game.set(hq_moved=True)) == {"Trains 2PZ": ("movetrains",)}
    assert tasks(position(FRONT, active="2PZ", hand="AA2")) == {}
    tokens = {str(action).split()[0] for action in position(FRONT, active="2PZ").allowed()}
    assert {"movehq", "pullback", "movetrains"} <= tokens
