"""What a player types and reads, and what pointing at a spot means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from positions.lb import Game, position
from positions.lb import parse as action_of

from grognard.book.tally import Tally
from grognard.match import Match
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.position import decisions as dec
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.questions import QUESTIONS
from grognard.titles.lost_battalion.words.narration import _LINES
from grognard.titles.lost_battalion.words.pointing import _MEANINGS

FRONT = "1243 137/35 139/35   1143 138/35   1242 2GzF/1G   1642 VA"


def parse(game: Game, text: str) -> list[str]:
    return list(map(str, lb.parse(game.state, game.seat, text)))


def walk(scenario: str, steps: int, seed: str = "walk") -> Iterator[Match[Any, Any, Any, Any]]:
    """A random game, seen before each of its choices."""
    match: Match[Any, Any, Any, Any] = Match.new(lb, scenario, {}, seed)
    rng = Random(seed)
    for _ in range(steps):
        if not match.deciders():
            return
        yield match
        (seat,) = match.deciders()
        match.play(seat, rng.choice(match.offers(seat)))


# -- describe and parse ------------------------------------------------------------------


def test_every_action_has_a_phrase() -> None:
    kinds = [kind for kind in get_args(act.Action) if kind.__module__ == act.__name__]
    for kind in kinds:
        words = {field: f"<{field}>" for field in kind.__struct_fields__}
        phrase = lb.describe(kind(**words))
        assert all(word in phrase for word in words.values())


@pytest.mark.parametrize("scenario", ["learning", "historical", "free"])
def test_what_is_offered_can_be_typed_as_it_prints_and_as_the_menu_says(scenario: str) -> None:
    rng = Random(scenario)
    for match in walk(scenario, 120 if scenario == "free" else 250):
        (seat,) = match.deciders()
        offers = match.offers(seat)
        for action in rng.sample(offers, min(8, len(offers))):
            for text in (str(action), lb.describe(action), lb.describe(action).upper()):
                assert lb.parse(match.state, seat, text) == [action], text


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("137/35 1243>1142", ["pick 137/35", "march 1142"]),
        (
            "137/35 139/35 1243 > 1142 > 1141",
            ["pick 137/35", "join 139/35", "march 1142", "march 1141"],
        ),
        ("137/35 1243*1242", ["pick 137/35", "strike 1242"]),
        ("137/35 1243x1242", ["pick 137/35", "strike 1242"]),
        ("137/35 1243>>1342=1341", ["pick 137/35", "ride 1342", "ride 1341"]),
        ("1243>1142 halt", ["pick 137/35", "join 139/35", "march 1142", "halt"]),
        ("137 >1142; done", ["pick 137/35", "march 1142", "done"]),
        ("move 137/35 to 1142", ["pick 137/35", "march 1142"]),
        ("137/35 139/35", ["pick 137/35", "join 139/35"]),
        ("LIFT 138/35", ["lift 138/35"]),
        ("attack 1242 with 137/35 and 139/35", ["attack 1242", "commit 137/35", "commit 139/35"]),
        ("attack 1242 with 137/35 launch", ["attack 1242", "commit 137/35", "launch"]),
        ("bombard 1242 with VA", ["bombard 1242", "fire VA 1242"]),
        ("fire va at 1242", ["fire VA 1242"]),
        ("lose 137/35, 139/35", ["lose 137/35", "lose 139/35"]),
        ("gas 1242 1243", ["gas 1242", "gas 1243"]),
        ("mg 1242", ["placegun 1242"]),
        ("mg -1242", ["removegun 1242"]),
        ("rest 77", ["rest US 77"]),
        ("Rest US 28", ["rest US 28"]),
        ("recall us 77th division", []),
        ("call off", ["calloff"]),
        ("end", ["done"]),
        ("pass", ["done"]),
    ],
)
def test_notation_in_the_movement_phase(text: str, actions: list[str]) -> None:
    game = position(FRONT, at="b1")
    if actions:
        assert parse(game, text) == actions
    else:
        assert parse(game, text) == ["recall US 77"]


def test_a_march_in_hand_is_gone_on_with() -> None:
    game = position(FRONT, at="b1").play("Pick 137/35")
    assert parse(game, ">1142") == ["march 1142"]
    assert parse(game, "139/35 1243>1142") == ["join 139/35", "march 1142"]
    assert parse(game, "1142") == ["march 1142"]
    assert parse(game, "139/35") == ["join 139/35"]
    game.play("March 1142")
    assert parse(game, "1142>1141") == ["march 1141"]
    assert parse(game, "138/35 1143>1144") == ["halt", "pick 138/35", "march 1144"]


def test_a_unit_in_hand_is_not_put_down_unasked() -> None:
    game = position(FRONT, at="b1").play("Pick 137/35")
    with pytest.raises(ValueError, match="137/35 is in hand; march with it"):
        parse(game, "138/35 1143>1144")


def test_a_bare_unit_or_hex_means_what_the_table_asks_for() -> None:
    combat = position(FRONT, at="b2")
    assert parse(combat, "1242") == ["attack 1242"]
    combat.play("Attack 1242")
    assert parse(combat, "137/35 139/35") == ["commit 137/35", "commit 139/35"]
    combat.play("Commit 137/35", "Launch")
    assert parse(combat, "VA") == ["fire VA 1242"]
    assert parse(combat, "fire VA") == ["fire VA 1242"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing was said"),
        ("fly 1242", "“fly” is neither a unit, a hex nor a verb"),
        ("march 9999", "there is no hex 9999 on the map"),
        ("commit 999/99", "there is no unit “999/99”; units are named as in 308/77"),
        ("137/35 1142>1141", "137/35 is in 1243, not in 1142"),
        ("2GzF/1G 1242>1241", "2GzF/1G belongs to the other side"),
        ("2GzF/1G 1142>1141", "2GzF/1G belongs to the other side"),
        ("0101>0102", "none of your units stands in 0101"),
        ("1242>1241", "none of your units stands in 1242"),
        (">1142", "no unit is in hand"),
        ("137/35 1243>1142 quickly", "“quickly” after a march is not understood; only “halt”"),
        ("rest everybody", "there is no division “everybody”; try “US 77”"),
        ("fire VA", "say at which hex, as in fire VA at 1242"),
        ("attack", "say which hex to attack"),
        ("done 1242", "“1242” is not understood after “done”"),
        ("1242", "a hex alone means nothing now"),
    ],
)
def test_what_is_not_understood_is_said_in_one_sentence(text: str, sentence: str) -> None:
    game = position(FRONT, at="b1")
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        parse(game, text)
    assert "\n" not in str(caught.value)


# -- narrate -------------------------------------------------------------------------------


def test_every_event_has_its_line() -> None:
    assert set(_LINES) == set(get_args(ev.Event))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.Marched(0, ("39/4",), "0714", "0715", "2", "march"), "39/4 0714 → 0715 (2 MP)"),
        (
            ev.Marched(1, (), "0714", "0715", "2", "march", 2),
            "Two German units 0714 → 0715 (2 MP)",
        ),
        (
            ev.Marched(0, ("16/1",), "", "1048", "½", "ride"),
            "16/1 entered the map at 1048 (½ MP, Operational Movement)",
        ),
        (
            ev.AssaultRolled(0, 4, "14 : 4 → 3:1 · 1L forest → 2:1", Tally(), "1/1", 1, 1, "0815"),
            "Attack 0815: 14 : 4 → 3:1 · 1L forest → 2:1, rolled ⚃ = 1/1: "
            "the attacker loses one step, the defender one step.",
        ),
        (ev.Set(1, "?", "0714"), "One German unit set up in 0714."),
        (ev.StepLost(0, "?", "0714", 0, "gas"), "One Allied unit in 0714 lost a step to gas."),
        (ev.DeliberateCounted(1, 0), "The German rolled in secret for Deliberate Attacks."),
        (ev.OffensiveAnnounced(0, ()), "The Allied player announced the Final Offensive."),
    ],
)
def test_lines_as_a_player_reads_them(event: ev.Event, line: str) -> None:
    assert lb.narrate(event) == line


def test_every_seat_and_the_onlooker_can_be_told_everything() -> None:
    for match in walk("learning", 600):
        if not match.events:
            continue
        for event in match.events[-1]:
            for seat in (None, *lb.SEATS):
                told = lb.redact(event, seat)
                assert told is None or "\n" not in lb.narrate(told)


# -- prompt ----------------------------------------------------------------------------------


def test_the_prompt_says_whose_act_it_is_and_what_to_do() -> None:
    game = position(FRONT, at="b1")
    us, german = (lb.view(game.state, seat) for seat in lb.SEATS)
    assert lb.prompt(us) == (
        "Allied player, turn 1: choose a unit to move, or end the Movement Phase."
    )
    assert lb.prompt(german) == (
        "Waiting for the Allied player to choose a unit to move, or end the Movement Phase."
    )


def test_the_prompt_does_not_tell_what_is_hidden() -> None:
    game = position(FRONT, at="b2")
    before = lb.prompt(lb.view(game.state, lb.SEATS[1]))
    game.play("Attack 1242", "Commit 137/35")
    assert lb.prompt(lb.view(game.state, lb.SEATS[1])) == before
    assert "137/35" in lb.prompt(lb.view(game.state, lb.SEATS[0]))


@pytest.mark.parametrize("scenario", ["learning", "free"])
def test_there_is_always_a_prompt_of_one_sentence(scenario: str) -> None:
    for match in walk(scenario, 120):
        for seat in (None, *lb.SEATS):
            sentence = lb.prompt(match.view(seat))
            assert sentence.endswith(".")
            assert " act." not in sentence


# -- probes ----------------------------------------------------------------------------------


def test_pointing_means_something_in_every_decision() -> None:
    assert set(_MEANINGS) == set(get_args(dec.Decision))
    assert set(QUESTIONS) <= set(_MEANINGS)


@pytest.mark.parametrize("scenario", ["learning", "historical", "free"])
def test_every_hex_is_lit_or_answers_with_a_rule(scenario: str) -> None:
    seen: set[type] = set()
    for n, match in enumerate(walk(scenario, 250)):
        top = type(match.state.top)
        if top in seen and n % 199:
            continue
        seen.add(top)
        (seat,) = match.deciders()
        for hex_ in match.state.kit.grid.hexes:
            spot = match.state.kit.grid.label(hex_)
            meant = list(lb.probes(match.state, seat, spot))
            assert meant, (top, spot)
            why = [lb.refusal(match.state, seat, action) for action in meant]
            assert None in why or all(r and r.rule in lb.rules() for r in why), (top, spot)


@pytest.mark.parametrize(
    "spot", ["9999", "nowhere", "", "US 77", "137/35", "2GzF/1G", "Montfaucon"]
)
@pytest.mark.parametrize("at", ["a2", "a3", "a4", "a6", "b1", "b2", "b3", "c1", "c2"])
def test_any_spot_is_answered(at: str, spot: str) -> None:
    game = position(FRONT, at=at, turn=2)
    assert list(lb.probes(game.state, game.seat, spot))


def test_pointing_at_an_enemy_stack_does_not_name_what_is_in_it() -> None:
    game = position(FRONT, at="b1")
    other = position(FRONT.replace("2GzF/1G", "1GzF/1G"), at="b1")
    for play in ((), ("Pick 137/35",)):
        game.play(*play)
        other.play(*play)
        meant = [list(lb.probes(g.state, g.seat, "1242")) for g in (game, other)]
        assert meant[0] == meant[1]


def test_pointing_at_an_unreachable_hex_on_a_march() -> None:
    game = position(FRONT, at="b1").play("Pick 137/35")
    rules = {
        lb.refusal(game.state, game.seat, a).rule for a in lb.probes(game.state, game.seat, "0101")
    }  # type: ignore[union-attr]  # none is allowed
    assert rules == {"LB-8.0a", "LB-10.3a"}


@pytest.mark.parametrize(
    ("action", "spot"),
    [
        ("March 1242", "1242"),
        ("Attack 1242", "1242"),
        ("Pick 137/35", "137/35"),
        ("Fire VA 1242", "VA"),
        ("Fire barrage 1242", "1242"),
        ("Done", ""),
    ],
)
def test_an_action_is_pointed_at_where_it_is(action: str, spot: str) -> None:
    assert lb.spot(action_of(action)) == spot
