"""What helps a player: routes, threats, buttons, what must be put right, the sequence, notes."""

from __future__ import annotations

import pytest
from positions.lb import Game, position

from grognard.book.tally import Tally
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.state import POOL
from grognard.titles.lost_battalion.rules import sequence
from grognard.titles.lost_battalion.words import aids
from grognard.waist.scene import PHASE, TURN, Lit, Scene
from grognard.waist.title import Seat


def seen(game: Game, seat: str = "us") -> Scene:
    return lb.scene(lb.view(game.state, Seat(seat)))


def words(actions: list[lb.Action]) -> list[str]:
    return [str(action) for action in actions]


# -- routes ----------------------------------------------------------------------------------


def test_no_way_leads_from_the_pool_of_machine_guns() -> None:
    game = position("1243 137/35", at="c1", boxes={"MG1": POOL})
    assert lb.route(game.state, Seat("german"), ["MG1"], "1242") == []


def test_a_route_takes_the_unit_and_goes_hex_by_hex() -> None:
    game = position("1246 137/35")

    way = lb.route(game.state, Seat("us"), ["137/35"], "1248")

    assert words(way)[0] == "pick 137/35"
    assert words(way)[-1] == "march 1248"
    assert len(way) == 3


def test_a_group_joins_before_it_sets_out() -> None:
    game = position("1246 137/35 138/35")

    way = lb.route(game.state, Seat("us"), ["137/35", "138/35"], "1247")

    assert words(way) == ["pick 137/35", "join 138/35", "march 1247"]


def test_there_is_no_route_for_others_or_through_the_enemy() -> None:
    game = position("1246 137/35   1245 2GzF/1G")

    assert lb.route(game.state, Seat("us"), ["2GzF/1G"], "1244") == []
    assert lb.route(game.state, Seat("us"), ["137/35"], "1245") == []
    assert lb.route(game.state, Seat("german"), ["2GzF/1G"], "1244") == []
    assert lb.route(game.state, Seat("us"), ["137/35"], "9999") == []
    assert lb.route(game.state, Seat("us"), [], "1247") == []


# -- threats ---------------------------------------------------------------------------------


@pytest.mark.rule("LB-5.6a", "LB-5.6b")
def test_a_threat_runs_from_the_least_to_the_most_the_enemy_can_be() -> None:
    game = position("1524 305/77   1523 20/5G 3GzF/5G")

    found = lb.threats(lb.view(game.state, Seat("us")), "1524")
    [attack] = [threat for threat in found if "Attack" in threat.title]

    assert attack.title == "Attack on 1524 from 1523"
    assert len(set(attack.groups)) == 2
    assert all(isinstance(part, Lit) and part.chart == "crt" for part in attack.lit)


@pytest.mark.rule("LB-11.9a")
def test_machine_guns_and_onlookers_threaten_nobody() -> None:
    game = position("1524 305/77   1523 MG1")

    assert lb.threats(lb.view(game.state, None), "1524") == []
    found = lb.threats(lb.view(game.state, Seat("us")), "1524")
    assert not [threat for threat in found if "Attack" in threat.title]


def test_an_enemy_hex_threatens_those_next_to_it() -> None:
    game = position("1524 305/77   1523 20/5G")

    found = lb.threats(lb.view(game.state, Seat("us")), "1523")

    assert "Attack on 1524 from 1523" in [threat.title for threat in found]


# -- beside the map ----------------------------------------------------------------------------


@pytest.mark.rule("LB-5.3a")
def test_what_must_be_put_right_is_listed_and_bars_the_button() -> None:
    game = position("1246 137/35 138/35   1247 139/35").play("Pick 139/35", "March 1246", "Halt")

    [broken] = seen(game).violations

    assert (broken.spot, broken.rule) == ("1246", "LB-5.2b")
    assert seen(game, "german").violations == ()
    assert [str(a) for a in lb.buttons(game.state, Seat("us"))] == ["done"]
    assert game.rule("Done") == "LB-5.3a"
    assert list(lb.buttons(game.state, Seat("german"))) == []


def test_the_group_in_hand_is_held_by_its_owner_alone() -> None:
    game = position("1246 137/35 138/35").play("Pick 137/35", "Join 138/35")

    assert set(seen(game).held) == {"137/35", "138/35"}
    assert seen(game, "german").held == ()


@pytest.mark.rule("LB-S.5")
def test_the_sequence_has_every_step_and_lights_one() -> None:
    steps = seen(position("1246 137/35")).sequence

    assert len(steps) == len(sequence.STEPS)
    assert [step.name for step in steps if step.current] == ["B1"]


def test_the_charts_are_lit_where_they_are_read() -> None:
    game = position("1524 R252/76R   1525 305/77").play("Pick 305/77")

    assert seen(game).lit == (Lit("terrain", column="move"),)


def test_notes_come_in_the_learning_scenario_only() -> None:
    assert seen(position("1246 137/35")).notes == ()
    assert all(len(text) < 240 for _, text in aids._NOTES.values())


# -- notices -----------------------------------------------------------------------------------


def test_headings_are_the_turn_and_the_phase() -> None:
    assert lb.notice(ev.TurnBegan(ev.BOTH, 1, "then")).heading == TURN
    assert lb.notice(ev.PhaseBegan(0, "Movement", ("0101",))).heading == PHASE
    assert lb.notice(ev.PhaseEnded(0, "Movement")).heading == 0


def test_arithmetic_is_folded_under_a_line_that_says_where_it_ends() -> None:
    line = "4 (4) : 2 → 2:1 · 1L forest LB-S.21 → 1:1"
    event = ev.AssaultRolled(0, 4, line, Tally(), "2/1", 2, 1, "1524")
    told = lb.notice(event)

    assert told.brief.startswith("Attack 1524: 1:1, rolled ⚃ = 2/1")
    assert line in told.detail[0]
    assert told.lights == ("1524",)
    assert told.side == "allied"


def test_what_is_blurred_is_no_spot() -> None:
    event = ev.Replaced(0, "137/35", 3)
    blurred = lb.redact(event, Seat("german"))

    assert blurred is not None
    assert lb.notice(event).spots == ("137/35",)
    assert lb.notice(blurred).spots == ()


def test_every_kind_of_event_has_a_notice() -> None:
    from grognard.titles.lost_battalion.words.notices import _KIND_OF

    assert set(_KIND_OF) == set(ev.Event.__args__)
