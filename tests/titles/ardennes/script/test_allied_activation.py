"""Which Allied formations act, and the course of their activation."""

from __future__ import annotations

import random
from typing import Any

import pytest
from ea import Game, position
from ea_script import activated, command_of, draw, resolve, ring, rules

from grognard.book.priorities import narrow
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.decisions import ActionDraw, Discarding, Moving
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, asked, proceed
from grognard.titles.ardennes.position.state import (
    NO_RECORD,
    RESERVE,
    State,
    copy,
    ids,
    mark,
    note,
    put,
    standing,
)
from grognard.titles.ardennes.rules.fighting import combat
from grognard.titles.ardennes.rules.moving import movement, zones
from grognard.titles.ardennes.script import activation, marches
from grognard.titles.ardennes.script.reasons import Reasons
from grognard.waist.chance import Dice
from grognard.waist.title import CHANCE

UNIT = "110/28/VIII"
FAR = "0503 27/12VG/ISS"


def eligible(game: Game, *names: str) -> str:
    """The rule by which a formation is eligible; "" if it is not."""
    why = Reasons(game.state)
    found = activation.eligible(game.state, game.units(*(names or (UNIT,))), why)
    return why.lines[-1].rule if found else ""


# A unit with an IP in contact that does nothing else makes nobody eligible.
IDLE = f"1714 {UNIT}  1712 39/26/XLVII  1815 109/28/VIII"


def test_a_formation_with_nothing_to_do_is_not_eligible() -> None:
    assert eligible(position(IDLE, day=18, dug_in="1714")) == ""
    game = resolve(position(f"1714 {UNIT}  1712 39/26/XLVII", day=17, dug_in="1714"), 32)
    assert command_of(game) == "nothing applies"


@pytest.mark.rule("EA-AA.a")
def test_danger_of_surround_outside_vp_hexes_makes_eligible() -> None:
    danger = f"1714 {UNIT}  1713 39/26/XLVII  1717 77/26/XLVII"
    vp = f"1815 {UNIT}  1814 39/26/XLVII  1818 77/26/XLVII"

    assert eligible(position(danger, day=18, dug_in="1714")) == "EA-AA.a"
    assert eligible(position(vp, day=18)) == ""


@pytest.mark.rule("EA-AA.b")
def test_a_dispersed_unit_makes_eligible() -> None:
    assert eligible(position(IDLE, day=18, dug_in="1714", dispersed=UNIT)) == "EA-AA.b"


@pytest.mark.rule("EA-AA.c")
def test_a_unit_out_of_contact_makes_eligible() -> None:
    assert eligible(position(f"1714 {UNIT}  {FAR}", day=18, dug_in="1714")) == "EA-AA.c"


@pytest.mark.rule("EA-AA.d")
def test_a_wandering_unit_makes_eligible() -> None:
    game = position(f"1714 {UNIT}  {ring('1714', 3)}", day=18)

    assert eligible(game) == "EA-AA.d"


@pytest.mark.rule("EA-AA.e")
def test_a_unit_that_can_dig_in_makes_eligible() -> None:
    assert eligible(position(IDLE, day=18)) == "EA-AA.e"
    assert eligible(position(IDLE, day=18), "109/28/VIII") == ""  # in Bastogne
    assert eligible(position(IDLE, day=18, unsupplied=UNIT)) == ""


@pytest.mark.rule("EA-AA.f")
def test_from_19_december_a_chance_of_two_to_one_makes_eligible() -> None:
    # 6 + 6 against a regiment of 3, in clear ground 2.
    text = "1714 CCA/4A/III  1715 CCB/4A/III  1814 39/26/XLVII"
    names = ("CCA/4A/III", "CCB/4A/III")
    early = position(text, day=18, dug_in="1714 1715")
    late = position(text, day=19, dug_in="1714 1715")

    assert eligible(early, *names) == ""
    assert eligible(late, *names) == "EA-AA.f"


@pytest.mark.rule("EA-AA.f", "EA-S.31")
def test_the_two_to_one_is_against_a_german_hex_that_is_proximate() -> None:
    """A regiment marches three hexes: from 1214, five hexes away, it does not come next to 1714."""
    pair = "1714 CCA/4A/III CCB/4A/III"
    units = ("CCA/4A/III", "CCB/4A/III")
    strong = "1711 39/26/XLVII 77/26/XLVII 304/2P/XLVII"  # proximate, but 10 to 12
    far, near = "1214 78/26/XLVII:1", "1712 78/26/XLVII:1"

    for text, found in ((far, False), (f"{far} {strong}", False), (near, True)):
        game = position(f"{pair} {text}", day=20)
        assert bool(activation._strikers(game.state, game.units(*units))) == found, text


# -- the course ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-AA.m")
def test_three_action_cards_are_drawn_one_by_one() -> None:
    game = activated(position(IDLE, day=17), UNIT)
    for _ in range(3):
        assert isinstance(game.top, ActionDraw)
        draw(game, _first_of(game, 5, 6, 12))  # none of them applies on the 17th

    assert isinstance(game.top, Discarding)
    assert len(game.told(ev.ActionDrawn)) == 3


def _first_of(game: Game, *numbers: int) -> int:
    return next(n for n in numbers if game.state.actions >> (n - 1) & 1)


@pytest.mark.rule("EA-S.74")
def test_a_break_off_card_ends_the_drawing() -> None:
    game = draw(activated(position(IDLE, day=17), UNIT), 17)

    assert isinstance(game.top, Discarding)
    assert len(game.told(ev.ActionDrawn)) == 1


@pytest.mark.rule("EA-AA.n")
def test_positions_are_improved_after_the_last_card() -> None:
    game = activated(position(IDLE, day=17), UNIT)
    assert not game.has("dug_in", "1714")

    draw(game, 17)

    assert game.has("dug_in", "1714")


@pytest.mark.rule("EA-AA.o")
def test_dispersed_markers_come_off_after_the_positions_are_improved() -> None:
    game = activated(position(IDLE, day=17, dispersed=UNIT), UNIT)

    assert game.told(ev.ActionDrawn) == []  # a Dispersed unit is not active
    assert not game.has("dispersed", UNIT)
    assert not game.has("dug_in", "1714")


@pytest.mark.rule("EA-S.38", "EA-S.19")
def test_what_an_allied_activation_remembers_is_put_away_when_it_is_over() -> None:
    game = activated(position(IDLE, day=17), UNIT)
    assert game.state.record.active == game.units(UNIT)
    game.set(moved=game.units(UNIT), forded=3, bridged=3, crossed=3, mined=3, rolled=3)

    draw(game, 17)

    assert isinstance(game.top, Discarding)
    assert game.state.record == NO_RECORD


@pytest.mark.rule("EA-AA.n")
def test_a_unit_that_moved_builds_nothing() -> None:
    game = activated(position(IDLE, day=17), UNIT)
    game.set(moved=game.units(UNIT))

    assert activation.diggable(game.state) == 0


def test_the_action_deck_is_shuffled_again_when_it_runs_out() -> None:
    game = position(IDLE, day=17).set(actions=0)
    activated(game, UNIT)

    assert game.told(ev.Reshuffled)
    assert game.state.actions.bit_count() == 20


def test_activation_is_for_the_formation_of_the_card() -> None:
    game = resolve(position(f"1714 {UNIT}  1715 CCR/9A/VIII  {FAR}", day=17), 32)

    assert game.told(ev.Activated)[0].units == (UNIT,)
    assert game.state.record.active == game.units(UNIT)
    assert standing(game.state, ALLIED) == game.units(UNIT, "CCR/9A/VIII")


# -- moving --------------------------------------------------------------------------------------


def order(game: Game, name: str, *labels: str) -> list[str]:
    criteria = marches.move_order(game.state, game.unit(name))
    return game.labels(narrow(map(game.hex, labels), criteria).kept)


@pytest.mark.rule("EA-AA.z")
def test_a_position_wins_then_points_left_then_fewest_units() -> None:
    # From 1716: 1714 is a Position two points away, 1715 and 1816 are none, one point away.
    game = position(f"1716 {UNIT}  1815 109/28/VIII", day=17)

    assert order(game, UNIT, "1715", "1714") == ["1714"]
    assert order(game, UNIT, "1714", "1617") == ["1617"]  # both Positions; one point against two
    shared = position(f"1715 {UNIT}  1815 109/28/VIII", day=17)
    assert order(shared, UNIT, "1714", "1815") == ["1714"]  # one point each; nobody is in 1714


@pytest.mark.rule("EA-S.80")
def test_of_equal_destinations_the_westernmost_wins() -> None:
    game = position(f"1715 {UNIT}", day=17)

    assert order(game, UNIT, "1714", "1716") == ["1716"]


@pytest.mark.rule("EA-D16.m")
def test_on_16_december_allied_units_move_one_hex() -> None:
    game = position(f"1715 {UNIT}", day=16)
    later = position(f"1715 {UNIT}", day=17)
    two = game.hex("1717")

    assert marches.goals(game.state, game.unit(UNIT), 1 << two) == []
    assert marches.goals(later.state, later.unit(UNIT), 1 << game.hex("1816"))
    far = 1 << later.hex("1817")
    assert marches.goals(later.state, later.unit(UNIT), far)
    assert marches.goals(game.state, game.unit(UNIT), far) == []


@pytest.mark.rule("EA-S.34", "EA-S.64", "EA-AA.r")
def test_moves_keep_the_line_avoid_surround_and_protect_vp() -> None:
    line = position(f"1712 39/26/XLVII  1515 109/28/VIII  1715 {UNIT}  1915 112/28/VIII", day=20)
    danger = position(f"1815 {UNIT}  1713 39/26/XLVII  1717 77/26/XLVII", day=20)
    vp = position(f"1815 {UNIT}  1812 39/26/XLVII", day=20)

    unit = 1 << line.unit(UNIT)
    assert marches.bar(line.state, unit, line.hex("1719")) == "it would open a gap in the line"
    assert marches.bar(line.state, unit, line.hex("1716")) == ""
    assert marches.goals(vp.state, vp.unit(UNIT), 1 << vp.hex("1816")) == []
    text = marches.bar(danger.state, 1 << danger.unit(UNIT), danger.hex("1714"))
    assert text == "in danger of surround there"


def test_reasons_name_the_rules_they_go_by() -> None:
    game = resolve(position(f"{IDLE}", day=17), 32)

    assert {"EA-AA.a", "EA-AA.e", "EA-S.23"} <= rules(game, "Command list")


# -- laws ------------------------------------------------------------------------------------------


def scattered(rng: random.Random, day: int) -> Game:
    """Thirty German and fifty Allied units close together, some of them in trouble."""
    game = position(day=day)
    field = game.kit.grid.within(1 << game.hex("1515"), 7)
    hexes = rng.sample(list(members(field)), 80)
    for side, spots in ((GERMAN, hexes[:30]), (ALLIED, hexes[30:])):
        units = list(ids(game.kit.side_units[side]))
        for unit, hex_ in zip(rng.sample(units, len(spots)), spots, strict=True):
            put(game.state, unit, hex_)
    there = list(ids(standing(game.state, ALLIED)))
    for column, number in (("dispersed", 5), ("unsupplied", 6), ("isolated", 4)):
        mark(game.state, **{column: sum(1 << u for u in rng.sample(there, number))})
    mark(game.state, unsupplied=game.state.unsupplied & ~game.state.isolated)
    for n, unit in enumerate(ids(game.kit.side_units[ALLIED] & ~standing(game.state, ALLIED))):
        game.state.due[unit] = day + 9
        if n % 3 == 0:
            del game.state.due[unit]
            put(game.state, unit, RESERVE)
    return game


def settle_with(game: Game, rng: random.Random) -> None:
    """Chance and the German answer as they like until the Allied impulse is over."""
    while not isinstance(game.top, Discarding):
        question = QUESTIONS[type(game.top)]
        if asked(game.state) == (CHANCE,):
            assert question.draw is not None
            due = question.draw(game.state, game.top)
            if isinstance(due, Dice):
                game.roll(rng.randint(1, due.sides))
            else:
                game.pick(rng.randrange(due.among))
            continue
        choices = list(question.candidates(game.state, game.top))
        allowed = [c for c in choices if question.refusal(game.state, game.top, c) is None]
        answer = rng.choice(allowed)
        game.events += question.answer(game.state, game.top, answer)
        game.events += proceed(game.state)


def test_the_allied_system_never_does_what_would_be_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its steps are legal moves, its attacks legal attacks, its stacks no fuller than may be."""
    answer, begin = movement.moving_answer, combat.begin_attack

    def stepped(state: State, moving: Moving, act: Action) -> Events:
        assert movement.moving_refusal(state, moving, act) is None
        return answer(state, moving, act)

    def attacked(state: State, side: int, target: Hex, units: int, **more: Any) -> Events:
        before = copy(state)
        note(before, fought=before.record.fought & ~units)
        assert combat.target_refusal(before, side, target) is None
        assert combat.force_refusal(before, side, units) is None
        return begin(state, side, target, units, **more)

    monkeypatch.setattr(movement, "moving_answer", stepped)
    monkeypatch.setattr(combat, "begin_attack", attacked)
    rng, told = random.Random(44), set[type]()
    for day in (16, 17, 19, 21, 23, 25) * 3:
        game = scattered(rng, day)
        for number in rng.sample(range(1, 61), 4):
            resolve(game, number)
            settle_with(game, rng)
            assert zones.overstacked(game.state) == []
        told |= {type(event) for event in game.events}
    assert {ev.Reasoned, ev.Moved, ev.AttackDeclared, ev.Deployed, ev.Advanced} <= told
