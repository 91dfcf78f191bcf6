"""What a player types and reads, and what pointing at a spot means."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from ea import Game, position
from ea_cards import fresh, settle
from ea_combat import fight
from ea_walk import walk

from grognard.book.tally import Modifier, Tally
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.questions import QUESTIONS
from grognard.titles.ardennes.position.state import SEATS
from grognard.titles.ardennes.script.attack import Assault, attack_text
from grognard.titles.ardennes.sight.view import view
from grognard.titles.ardennes.words import notation
from grognard.titles.ardennes.words.aids import buttons
from grognard.titles.ardennes.words.narration import narrate
from grognard.titles.ardennes.words.notices import notice
from grognard.titles.ardennes.words.pointing import probes, route
from grognard.titles.ardennes.words.routes import move_of, reachable
from grognard.waist.scene import PHASE, TURN

US, THEM = SEATS[GERMAN], SEATS[ALLIED]


def parse(game: Game, text: str) -> list[str]:
    return list(map(str, notation.parse(game.state, game.seat, text)))


# -- describe and parse ------------------------------------------------------------------


def test_every_action_has_a_phrase_that_names_what_it_is_about() -> None:
    kinds = [kind for kind in get_args(act.Action) if kind.__module__ == act.__name__]
    for kind in kinds:
        words = {field: f"<{field}>" for field in kind.__struct_fields__}
        phrase = notation.describe(kind(**words))
        assert all(word in phrase for word in words.values())


@pytest.mark.parametrize("scenario", ["gs-3", "2p-3", "gs-14"])
def test_what_is_offered_can_be_typed_as_it_prints_and_as_the_menu_says(scenario: str) -> None:
    rng = Random(scenario)
    for game in walk(scenario, 220):
        found = game.allowed()
        for action in rng.sample(found, min(5, len(found))):
            for text in (str(action), notation.describe(action), notation.describe(action).upper()):
                assert notation.parse(game.state, game.seat, text) == [action], text


def test_what_is_offered_of_every_kind_of_decision_can_be_typed() -> None:
    seen: set[type] = set()
    for game in walk("2p-7", 500, "kinds"):
        if type(game.top) in seen:
            continue
        seen.add(type(game.top))
        for action in game.allowed()[:60]:
            assert notation.parse(game.state, game.seat, str(action)) == [action]
    assert {dec.Impulse, dec.Activation, dec.Moving, dec.Assembling, dec.Tactics} <= seen


FRONT = "1508 3/2P/XLVII 2/2P/XLVII   1609 110/28/VIII"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("move 3/2P 1508>1507>1506", ["pick 3/2P/XLVII", "step 1507", "step 1506"]),
        ("3/2P 1508 > 1507 halt", ["pick 3/2P/XLVII", "step 1507", "halt"]),
        ("rush 3/2P 1508>1507", ["rush 3/2P/XLVII", "step 1507"]),
        ("move 3/2P to 1507", ["pick 3/2P/XLVII", "step 1507"]),
        ("3/2P", ["pick 3/2P/XLVII"]),
        ("take 2/2p/xlvii", ["pick 2/2P/XLVII"]),
        ("done; done", ["done", "done"]),
    ],
)
def test_notation_of_moves(text: str, actions: list[str]) -> None:
    game = position(FRONT, active="3/2P/XLVII 2/2P/XLVII", hand=[4])
    assert parse(game, text) == actions


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        (
            "attack 1609 with 3/2P and 2/2P launch",
            ["attack 1609", "commit 3/2P/XLVII", "commit 2/2P/XLVII", "launch"],
        ),
        ("1609", ["attack 1609"]),
        ("3/2P", ["digin 3/2P/XLVII"]),
        ("dig in 2/2P", ["digin 2/2P/XLVII"]),
    ],
)
def test_notation_of_attacks(text: str, actions: list[str]) -> None:
    game = position(FRONT, active="3/2P/XLVII 2/2P/XLVII", stage="attack", hand=[4])
    assert parse(game, text) == actions


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("play 1 activate XLVII", ["activate 1 XLVII"]),
        ("play 1 activate XLVII Corps", ["activate 1 XLVII"]),
        ("1 activate 2P", ["activate 1 2P/XLVII"]),
        ("card 1: activate 3/2P alone", ["single 1 3/2P/XLVII"]),
        ("activate 3/2P/XLVII with card 4", ["single 4 3/2P/XLVII"]),
        ("play 4 activate 2P", ["activate 4 2P"]),
        ("4 kampfgruppe", ["group 4"]),
        ("1 deploy reserves of Lehr", ["reserves 1 Lehr/XLVII"]),
        ("1 replacements", ["refit 1"]),
        ("event 1 Bridge Engineers", ["event 1 Bridge Engineers"]),
        ("1 event", ["event 1 Bridge Engineers"]),
        ("39 activate Peiper (KG of 1SS)", ["activate 39 Peiper (KG of 1SS)"]),
        ("discard 4", ["discard 4"]),
        ("end", ["done"]),
    ],
)
def test_notation_of_cards(text: str, actions: list[str]) -> None:
    game = position(FRONT, hand=[1, 4, 39])
    assert parse(game, text) == actions


def test_an_event_is_aimed_in_the_same_breath() -> None:
    game = position(FRONT, hand=[1])
    assert parse(game, "event 1 Bridge Engineers at 1309/1308") == [
        "event 1 Bridge Engineers",
        "aim 1308/1309",
    ]


def test_while_an_event_is_aimed_a_place_alone_will_do() -> None:
    game = position(FRONT, hand=[1]).play('Event 1 "Bridge Engineers"')
    assert parse(game, "1309/1308") == ["aim 1308/1309"]
    assert parse(game, "aim at 1009/1108") == ["aim 1009/1108"]


def test_a_card_alone_means_what_the_table_asks_for() -> None:
    game = position(FRONT, hand=[4])
    game.state.stack = (dec.Discarding(GERMAN, must=True),)
    assert parse(game, "4") == ["discard 4"]
    game.state.stack = (dec.Tactics(GERMAN),)
    assert parse(game, "4") == ["play 4 Panzer Battalion"]
    assert parse(game, "play 4 panzer battalion") == ["play 4 Panzer Battalion"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing was said"),
        ("fly 1609", "“fly” is neither a unit, a hex, a card nor a verb"),
        ("attack 9999", "there is no hex 9999 on the map"),
        ("commit 999/99", "there is no one unit “999/99”"),
        ("3/2P 1606>1605", "3/2P/XLVII is in 1508, not in 1606"),
        ("99 activate XLVII", "there is no card 99"),
        ("4 activate Foo", "there is no formation “Foo”"),
        ("4", "say what card 4 is for"),
        ("4 dance", "“dance” is nothing card 4 can be played for"),
        ("draw many", "say how many chits, as in draw 4"),
        (">1507", "no unit is in hand"),
        ("done now", "“now” is not understood after “done”"),
    ],
)
def test_what_is_not_understood_is_said_in_one_sentence(text: str, sentence: str) -> None:
    game = position(FRONT, hand=[4])
    with pytest.raises(ValueError, match=re.escape(sentence)) as wrong:
        parse(game, text)
    assert "\n" not in str(wrong.value)


def test_places_go_by_their_names_too() -> None:
    game = position("1715 3/2P/XLVII", active="3/2P/XLVII", hand=[4]).play("Pick 3/2P/XLVII")
    assert parse(game, "go to Bastogne") == [f"step {hex_of(game, 'Bastogne')}"]


def hex_of(game: Game, place: str) -> str:
    (found,) = [h for h, name in game.kit.place_name.items() if name == place]
    return game.kit.grid.label(found)


# -- the log -----------------------------------------------------------------------------------


def test_every_event_of_whole_games_has_a_line_and_a_kind() -> None:
    told: list[Any] = []
    for scenario in ("gs-5", "2p-3"):
        for game in walk(scenario, 260, "log"):
            told += game.events
            game.events.clear()
    for event in told:
        line, shown = narrate(event), notice(event)
        assert line.endswith(".")
        assert "\n" not in line
        assert shown.kind
        assert not (shown.detail and not shown.brief)
    assert len({type(event) for event in told}) > 35


def test_headings_are_days_phases_and_impulses() -> None:
    assert notice(ev.DayBegan(ev.BOTH, 17, "overcast")).heading == TURN
    assert notice(ev.PhaseBegan(ev.BOTH, "Supply")).heading == PHASE
    began = ev.ImpulseBegan(GERMAN, 2, 5)
    assert notice(began).heading == PHASE
    assert narrate(began) == "German impulse 2, Allied Command Level 5."


def test_a_decision_of_the_rules_folds_to_one_line_and_lights_its_hexes() -> None:
    lines = (
        ev.Line("in supply: 1009, 1010", "EA-AR.g", ("1009", "1010")),
        ev.Line("highest Hold Value: 1009", "EA-AR.q", ("1009",)),
    )
    decision = ev.Reasoned(ALLIED, "deployment, Method A", "424/106/XVIII", "1009", lines)
    shown = notice(decision)

    assert shown.brief == "Deployment, Method A (424/106/XVIII): 1009."
    assert shown.detail == (
        "in supply: 1009, 1010 (EA-AR.g)",
        "highest Hold Value: 1009 (EA-AR.q)",
    )
    assert shown.lights == ("1009", "1010")
    assert shown.spots == ("424/106/XVIII", "1009")
    assert all(line.text in narrate(decision) for line in lines)


def test_sums_are_folded_under_their_line() -> None:
    tally = Tally((Modifier(3, "EA-CR.g", "Hold Value"), Modifier(-1, "EA-CR.h", "surrounded")))
    held = ev.HoldRolled(ALLIED, "1009", 2, tally, held=True)
    assert narrate(held) == (
        "Hold check in 1009: rolled 2, 2 or less needed: held (Hold Value +3, surrounded -1)."
    )
    assert notice(held).detail == ("+3 Hold Value (EA-CR.g)", "-1 surrounded (EA-CR.h)")
    assert (notice(held).dice, notice(held).sides) == ((2,), 10)


def test_a_chit_is_told_with_the_line_that_counted() -> None:
    drawn = ev.ChitDrawn(GERMAN, "R2", "ratio>=2:1", 0, 1)
    assert narrate(drawn) == "Chit R2: 2:1 or better: 1 on the defender."
    assert narrate(ev.ChitDrawn(GERMAN, "AR", "", 0, 0)) == "Chit AR: no line applies."


def test_an_attack_by_an_action_card_names_each_unit_once() -> None:
    game = position("0708 16/1/V 9/2/V   0707 27/12VG/ISS")
    battle = Assault(
        game.hex("0707"), game.unit("16/1/V"), game.units("16/1/V", "9/2/V"), (), Fraction(2)
    )
    alone = battle._replace(units=game.units("16/1/V"))
    acted = ev.Acted(ALLIED, 5, "16/1/V", attack_text(game.state, battle))

    assert narrate(acted) == "Action card 5: 16/1/V, attacks 0707 with 9/2/V at 2.0:1."
    assert attack_text(game.state, alone) == "attacks 0707 at 2.0:1"


def test_a_unit_joins_an_attack_or_a_defence() -> None:
    joined = ev.Joined(ALLIED, "9/2/V", "0707", "0808")
    assert narrate(joined) == "9/2/V joined the defence of 0707 from 0808."
    attack = msgspec.structs.replace(joined, attacking=True)
    assert narrate(attack) == "9/2/V joined the attack on 0707 from 0808."
    called = msgspec.structs.replace(joined, origin="Reinforce Battle")
    assert narrate(called) == "9/2/V joined the defence of 0707 by Reinforce Battle."


def test_a_card_drawn_in_secret_has_no_name_for_the_other_side() -> None:
    drew = ev.Drew(GERMAN, 12, "9P")
    other = ev.redact(drew, ALLIED)
    assert other is not None
    assert narrate(drew) == "The German side drew card 12 (9P)."
    assert narrate(other) == "The German side drew a card."


# -- prompts -----------------------------------------------------------------------------------


def test_the_prompt_is_one_sentence_for_whoever_reads_it() -> None:
    for game in walk("2p-3", 150, "prompt"):
        for seat in (*SEATS, None):
            words = notation.prompt(view(game.state, seat))
            assert words.endswith(".")
            assert words.startswith("Waiting") == (seat != game.seat)


def test_the_prompt_says_how_much_of_the_command_level_is_used() -> None:
    game = position(FRONT, hand=[4, 1], level=5)
    words = notation.prompt(view(game.state, US))
    assert words == (
        "German player, 17 December: play a card (Allied Command Level 5), or end the impulse."
    )
    game.play("Activate 4 2P", "Done", "Done")
    assert "2 of 5 Command Values used" in notation.prompt(view(game.state, US))


def test_a_stack_called_to_a_combat_is_told_where_it_goes() -> None:
    game = position("0708 394/99/V   0707 27/12VG/ISS   0806 48/12VG/ISS", hand=[2])
    fight(game, "0708", "27/12VG/ISS", stage="tactics")
    called = dec.Moving(GERMAN, game.units("48/12VG/ISS"), game.hex("0806"), reinforcing=True)
    game.state.stack = (*game.state.stack, called)

    assert notation.prompt(view(game.state, US)) == (
        "German player, 17 December: move 48/12VG/ISS on from 0806 to the combat for 0708."
    )


def test_nobody_is_prompted_when_the_game_is_over() -> None:
    game = position(FRONT)
    game.state.stack = ()
    assert notation.prompt(view(game.state, US)) == "The game is over."


# -- pointing ----------------------------------------------------------------------------------


def test_pointing_anywhere_means_something_that_the_rules_can_answer() -> None:
    rng = Random("pointing")
    for game in walk("2p-3", 150, "pointing"):
        names, labels = game.kit.names, list(game.kit.grid.labels(game.kit.grid.all))
        for pointed in (rng.choice(names), rng.choice(labels), "card:7", "nonsense"):
            meant = list(probes(game.state, game.seat, pointed))
            assert meant
            for action in meant:
                QUESTIONS[type(game.top)].refusal(game.state, game.top, action)


def test_pointing_at_a_card_means_all_it_can_be_played_for() -> None:
    game = position(FRONT, hand=[4])
    meant = set(map(str, probes(game.state, US, "card:4")))
    assert {"activate 4 2P", "single 4 3/2P/XLVII", "group 4", "discard 4"} <= meant


def test_pointing_at_an_enemy_means_an_attack_on_it() -> None:
    game = position(FRONT, active="3/2P/XLVII", stage="attack", hand=[4])
    assert list(map(str, probes(game.state, US, "1609"))) == ["attack 1609"]
    assert list(map(str, probes(game.state, US, "110/28/VIII"))) == ["attack 1609"]


def test_a_far_hex_is_reached_step_by_step() -> None:
    game = position("1201 3/2P/XLVII", active="3/2P/XLVII", hand=[4])
    steps = route(game.state, US, ["3/2P/XLVII"], "1204")
    assert list(map(str, steps)) == ["pick 3/2P/XLVII", "step 1202", "step 1203", "step 1204"]
    game.play("Pick 3/2P/XLVII", "Step 1202")
    assert list(map(str, route(game.state, US, [], "1204"))) == ["step 1203", "step 1204"]
    assert route(game.state, US, ["2/2P/XLVII"], "1204") == []
    assert route(game.state, US, ["3/2P/XLVII"], "0129") == []


def test_routes_can_be_played_as_they_are() -> None:
    rng = Random("routes")
    tried = 0
    for game in walk("gs-3", 160, "routes"):
        if not isinstance(game.top, dec.Activation) or game.top.stage != "move":
            continue
        names = [a.unit for a in game.allowed() if isinstance(a, act.Pick)]
        for name in names[:1]:
            ways = sorted(reachable(game.state, move_of(game.state, game.unit(name))))
            to = game.kit.grid.label(rng.choice(ways))
            twin = game.twin()
            for step in route(game.state, game.seat, [name], to):
                if not isinstance(twin.top, dec.Activation | dec.Moving):
                    break  # a bridge or a road is tested on the way
                why = QUESTIONS[type(twin.top)].refusal(twin.state, twin.top, step)
                assert why is None or why.rule == "EA-S.37", "only a full hex is not foreseen"
                if why is None:
                    twin.take(step)
                    tried += 1
    assert tried


def test_the_standing_buttons_are_those_of_the_decision() -> None:
    game = position(FRONT, active="3/2P/XLVII", hand=[4])
    assert list(map(str, buttons(game.state, US))) == ["done"]
    assert list(buttons(game.state, THEM)) == []
    game.play("Pick 3/2P/XLVII")
    assert list(map(str, buttons(game.state, US))) == ["halt"]


def test_the_first_question_of_a_game_is_the_germans() -> None:
    game = settle(fresh("gs-3"))
    assert notation.prompt(view(game.state, US)).startswith("German player, 16 December: play")
