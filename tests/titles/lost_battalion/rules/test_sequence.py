"""The sequence of play: whose turn it is, for what, and what a turn leaves behind."""

from __future__ import annotations

from itertools import pairwise

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Battery, Losses
from grognard.titles.lost_battalion.position.state import put
from grognard.titles.lost_battalion.rules.sequence import STEPS
from grognard.waist.title import CHANCE

KIT = KITS["historical"]


def questions(game: Game) -> list[tuple[str, str]]:
    """Who is asked what until the turn is over, if nobody does anything."""
    turn, asked = game.state.turn, []
    while game.state.turn == turn:
        asked.append((str(game.seat), type(game.state.top).__name__))
        game.play("Done")
    return asked


ALLIED_TURN = [("us", "Movement"), ("us", "Combat"), ("us", "ArtilleryMovement")]
GERMAN_TURN = [("german", "Movement"), ("german", "Combat")]


@pytest.mark.rule("LB-S.5")
def test_a_turn_is_the_joint_phase_the_allied_turn_the_german_turn_and_the_end() -> None:
    game = position("1242 4GzF/1G 1243 137/35", at="a2", turn=2)

    asked = questions(game)

    assert asked[-5:] == ALLIED_TURN + GERMAN_TURN
    assert [step.__name__[0] for step in STEPS] == [*"aaaaaaa", *"bbb", *"cc", "d"]
    assert game.state.turn == 3


@pytest.mark.rule("LB-S.6")
def test_the_joint_phase_runs_from_the_schedule_to_the_announcement() -> None:
    game = position("1242 4GzF/1G 1243 137/35", at="c2", turn=12).play("Done")
    assert isinstance(game.events[-1], ev.TurnBegan)  # A1, before anything is asked

    asked = questions(game)

    assert asked[:-5] == [
        ("german", "GasPlacement"),
        ("german", "GunPlacement"),
        ("german", "GermanReplacements"),
        ("us", "Arrivals"),
        ("us", "Announcement"),
    ]
    came = [told.side for told in game.told(ev.Came)]
    assert came == [1, 0]  # A5 before A6


@pytest.mark.rule("LB-S.6")
def test_gas_comes_before_machine_guns_and_neither_on_turn_1() -> None:
    first = lb.setup("historical", {})
    game = Game(first).roll(1, 1)

    assert [kind for _, kind in questions(game)][:2] == ["GermanReplacements", "Arrivals"]


@pytest.mark.rule("LB-S.6")
def test_each_step_of_the_joint_phase_takes_only_its_own_actions() -> None:
    text = "1242 4GzF/1G:1 1243 137/35 1330 150/37ID:1"
    gas = position(text, at="a2", turn=13)
    assert gas.rule("PlaceGun 1242") == "LB-S.5"
    guns = gas.play("Done")
    assert guns.rule("Gas 1243") == "LB-S.5"
    replacements = guns.play("Done")
    assert replacements.allows("Replace 150/37ID")
    arrivals = replacements.play("Done")
    assert arrivals.rule("Announce") == "LB-S.5"
    announcement = arrivals.play("Done")
    assert announcement.allows("Announce")


@pytest.mark.rule("LB-S.7")
def test_only_the_allied_player_turn_has_an_artillery_movement_phase() -> None:
    game = position("1242 4GzF/1G 1243 137/35 1144 IA", at="b1", turn=2)

    assert questions(game) == ALLIED_TURN + GERMAN_TURN


@pytest.mark.rule("LB-S.7")
def test_each_phase_takes_only_its_own_actions() -> None:
    text = "1242 4GzF/1G 1243 137/35 1144 IA"
    assert position(text, at="b1", turn=2).rule("Attack 1242") == "LB-S.5"
    assert position(text, at="b2", turn=2).rule("Pick 137/35") == "LB-S.5"
    assert position(text, at="b3", turn=2).rule("Pick 137/35") == "LB-S.7"
    assert position(text, at="b3", turn=2).rule("Attack 1242") == "LB-S.5"
    assert position(text, at="c1", turn=2).rule("Pick 137/35") == "LB-S.1"


@pytest.mark.rule("LB-S.8")
def test_gas_takes_its_step_as_it_is_placed() -> None:
    game = position("1740 11Gren/117ID 1741 313/79", at="a2", turn=2).play("Gas 1741")

    assert game.steps("313/79") == 3
    assert game.rule("Gas 1841") is None  # the German goes on placing


@pytest.mark.rule("LB-S.8")
def test_the_owner_chooses_before_anything_else_is_done() -> None:
    game = position("1740 11Gren/117ID 1741 313/79 314/79", at="a2", turn=2).play("Gas 1741")
    assert isinstance(game.state.top, Losses)
    assert game.seat == "us"

    game.play("Lose 314/79")

    assert (game.steps("313/79"), game.steps("314/79")) == (4, 3)
    assert game.seat == "german"


@pytest.mark.rule("LB-S.10")
def test_artillery_moves_after_combat_and_only_if_it_has_not_fired() -> None:
    text = "1441 157/117ID 1743 VB 1744 VC"
    assert position(text, at="b1").rule("Pick VB") == "LB-S.10"

    game = position(text, at="b2").play("Bombard 1441", "Fire VB 1441", "Shoot").roll(1)
    game.play("Done")

    assert game.rule("Pick VB") == "LB-11.5a"
    game.play("Pick VC", "March 1845")
    assert game.where("VC") == "1845"


@pytest.mark.rule("LB-S.11")
def test_the_end_phase_takes_markers_off_and_clears_the_limits() -> None:
    text = "1441 157/117ID 1743 VB 1243 137/35"
    game = position(text, at="c2", turn=4, gas=1 << KIT.grid.at("1243"), fired=KIT.artillery)
    game.set(barrage=0, divisions=0b111, refilled=1 << game.unit("157/117ID"))
    game.set(fresh_bridges=KIT.all_bridges, lifted=1, entered=1)

    game.play("Done")

    state = game.state
    assert state.turn == 5
    assert (state.gas, state.fired, state.divisions, state.refilled) == (0, 0, 0, 0)
    assert (state.fresh_bridges, state.lifted, state.entered) == (0, 0, 0)
    assert (state.barrage, state.gas_left, state.guns_left) == (3, 2, 3)


@pytest.mark.rule("LB-S.11")
def test_gas_lies_to_the_end_of_the_turn() -> None:
    text = "1441 157/117ID 1443 137/35"
    game = position(text, at="b1", turn=4, gas=1 << KIT.grid.at("1442"))
    game.play("Pick 137/35")
    assert game.rule("March 1442") == "LB-11.7d"

    game.play("Halt").end_turn()
    while not game.allows("Pick 137/35"):
        game.play("Done")

    assert game.play("Pick 137/35").allows("March 1442")


TWO_FIGHTS = "1242 4GzF/1G 1342 1GzF/1G 1243 137/35 139/35 1343 138/35 140/35"


@pytest.mark.rule("LB-S.12")
@pytest.mark.parametrize("order", ["1242 1342", "1342 1242"])
def test_attacks_are_resolved_one_by_one_in_the_order_the_attacker_likes(order: str) -> None:
    first, second = order.split()
    by = {"1242": "137/35", "1342": "138/35"}
    game = position(TWO_FIGHTS, at="b2")
    game.attack(first, by[first])
    assert lb.deciders(game.state) == (CHANCE,)
    assert game.rule(f"Attack {second}") == "LB-S.5"

    game.roll(1)

    assert game.allows(f"Attack {second}")
    assert game.rule(f"Attack {first}") == "LB-9.1b"


@pytest.mark.rule("LB-S.12")
def test_a_second_attack_cannot_be_declared_before_the_first_is_over() -> None:
    game = position(TWO_FIGHTS + " 1144 IA", at="b2").attack("1242", "137/35")

    assert isinstance(game.state.top, Battery)
    assert game.rule("Attack 1342") == "LB-S.5"


# -- what must be true of every position ---------------------------------------------------


@pytest.mark.rule("LB-8.11a", "LB-11.5b", "LB-7.4b")
def test_the_audit_names_what_the_rules_forbid() -> None:
    game = position("1242 4GzF/1G 1243 137/35 1144 IA", at="b1", turn=3)
    assert lb.audit(game.state) == []

    put(game.state, game.unit("4GzF/1G"), KIT.grid.at("1443"))
    put(game.state, game.unit("IA"), KIT.grid.at("1444"))
    game.set(divisions=0b1111)

    flaws = " ".join(lb.audit(game.state))
    assert "LB-8.11a" in flaws
    assert "LB-11.5b" in flaws
    assert "LB-7.4b" in flaws


def test_the_audit_finds_columns_that_disagree() -> None:
    game = position("1242 4GzF/1G 1243 137/35", at="b1")
    game.state.hex_of[game.unit("137/35")] = KIT.grid.at("1242")

    flaws = lb.audit(game.state)

    assert "the stacks disagree with where the units are" in flaws
    assert any("both sides stand in 1242" in flaw for flaw in flaws)


def test_steps_follow_one_another() -> None:
    names = [step.__name__.split("_")[0] for step in STEPS]

    assert all(a < b for a, b in pairwise(names))
