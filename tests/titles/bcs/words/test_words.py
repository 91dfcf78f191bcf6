"""What a player types and reads: phrases, notation, the log, prompts and buttons."""

from __future__ import annotations

import re
from random import Random
from typing import Any, get_args

import pytest
from bcs import Game, position
from bcs_walk import walk

from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import decisions as dec
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.questions import QUESTIONS
from grognard.titles.bcs.position.state import SEATS
from grognard.titles.bcs.sight.view import view
from grognard.titles.bcs.words import narration, notation, notices, prompts, wording
from grognard.titles.bcs.words.aids import buttons, held, lit, sequence
from grognard.waist.chance import Picked, Rolled
from grognard.waist.scene import PHASE, TURN
from grognard.waist.title import CHANCE

AMERICAN, THEM = SEATS[US], SEATS[GERMAN]
FRONT = "11.09 20AIB B/3Tk   12.08 AA2 I/304"
KINDS = [kind for kind in get_args(act.Action) if kind not in (Rolled, Picked)]


def parse(game: Game, text: str) -> list[str]:
    return list(map(str, notation.parse(game.state, game.seat, text)))


# -- phrases -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_action_has_a_phrase_that_names_what_it_is_about(kind: Any) -> None:
    words = {field: f"<{field}>" for field in kind.__struct_fields__}
    phrase = notation.describe(kind(**words))
    assert all(word in phrase for word in words.values())


SAMPLES: list[act.Action] = [
    act.Done(),
    act.Decline(),
    act.Arrive("26VG", "22.10"),
    act.Arrive("B/705", "506"),
    act.Replace("20AIB"),
    act.Assign("B/705", "506"),
    act.Release("158ECB"),
    act.Guns("CCB10"),
    act.Box("B/3Tk"),
    act.Unbox("C/609TD", "11.10"),
    act.Activate("506"),
    act.Recover("CCB10"),
    act.Prepare(),
    act.Abandon(),
    act.Objective("11.09"),
    act.Again(),
    act.Act("1/506"),
    act.Flip(),
    act.Step("11.10"),
    act.Halt(),
    act.Leave(),
    act.Engage("11.09"),
    act.Fire("11.09"),
    act.Shock("11.09"),
    act.Recon("11.09"),
    act.Attack("11.09"),
    act.Attack("11.09", "2/506"),
    act.Retreat(),
    act.StandOff("Fla273", "12.08", "11.09", "engage"),
    act.StandOff("Fla273", "12.08", "11.09", "fire"),
    act.Barrage("1/506", "11.09", "arty"),
    act.Barrage("1/506", "11.09", "air"),
    act.Restore("1/506"),
    act.MoveHq(),
    act.PullBack("08.17"),
    act.MoveTrains("08.17"),
    act.MoveTrains("08.17", "mp"),
    act.MoveTrains("off"),
    act.Choose("20AIB"),
    act.Suppress("arty"),
    act.Suppress("air", "AA2"),
    act.Destroy(2, 1),
    act.Destroy(0, 1, "AA2"),
    act.Withdraw("20AIB", "11.11"),
    act.Withdraw("20AIB", "off"),
    act.Follow(),
]


def test_the_samples_are_of_every_kind() -> None:
    assert {type(action) for action in SAMPLES} == set(KINDS)


@pytest.mark.parametrize("action", SAMPLES, ids=str)
def test_an_action_can_be_typed_as_it_prints_and_as_the_menu_says(action: act.Action) -> None:
    game = position(FRONT, active="2PZ")
    for text in (str(action), notation.describe(action), notation.describe(action).upper()):
        assert notation.parse(game.state, THEM, text) == [action], text


def test_a_spotter_with_a_number_for_a_name_is_no_count_of_points() -> None:
    game = position(active="PL902", scenario="bastogne")
    action = act.Destroy(0, 1, "559")
    assert notation.parse(game.state, THEM, str(action)) == [action]
    assert notation.parse(game.state, THEM, notation.describe(action)) == [action]


@pytest.mark.parametrize("scenario", ["lesson", "noville", "bastogne"])
def test_what_is_offered_in_play_can_be_typed_as_it_prints_and_as_the_menu_says(
    scenario: str,
) -> None:
    rng = Random(scenario)
    for game in walk(scenario, 250):
        found = game.allowed()
        for action in rng.sample(found, min(5, len(found))):
            for text in (str(action), notation.describe(action)):
                assert notation.parse(game.state, game.seat, text) == [action], text


# -- spots -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "spot"),
    [
        (act.Activate("506"), "HQ 506"),
        (act.Recover("506"), "HQ 506"),
        (act.Guns("506"), "HQ 506"),
        (act.Assign("B/705", "506"), "HQ 506"),
        (act.Arrive("B/705", "506"), "HQ 506"),
        (act.Arrive("26VG", "22.10"), "22.10"),
        (act.Unbox("C/609TD", "11.10"), "11.10"),
        (act.Act("1/506"), "1/506"),
        (act.Step("11.10"), "11.10"),
        (act.Attack("11.09", "2/506"), "11.09"),
        (act.StandOff("Fla273", "12.08", "11.09", "engage"), "11.09"),
        (act.Barrage("1/506", "11.09", "arty"), "11.09"),
        (act.PullBack("08.17"), "08.17"),
        (act.MoveTrains("08.17"), "08.17"),
        (act.MoveTrains("off"), ""),
        (act.Withdraw("20AIB", "11.11"), "11.11"),
        (act.Withdraw("20AIB", "off"), "20AIB"),
        (act.MoveHq(), ""),
        (act.Done(), ""),
    ],
    ids=str,
)
def test_the_spot_of_an_action(action: act.Action, spot: str) -> None:
    assert act.spot(action) == spot


# -- what is typed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("AA2 12.08>12.09>12.10", ["act AA2", "step 12.09", "step 12.10"]),
        ("move aa2 12.08 > 12.09 halt", ["act AA2", "step 12.09", "halt"]),
        ("move AA2 to 12.09", ["act AA2", "step 12.09"]),
        ("move the HQ to 15.05", ["movehq", "step 15.05"]),
        ("move HQ >15.05>15.06 halt", ["movehq", "step 15.05", "step 15.06", "halt"]),
        ("move trains to Noville", ["movetrains 11.09"]),
        ("I/304", ["act I/304"]),
        ("take AA2; engage Noville; halt", ["act AA2", "engage 11.09", "halt"]),
        ("attack 11.09 with I/304", ["attack 11.09 I/304"]),
        ("done; done", ["done", "done"]),
    ],
)
def test_notation_of_an_activation(text: str, actions: list[str]) -> None:
    assert parse(position(FRONT, active="2PZ"), text) == actions


def in_hand(unit: str = "AA2", mp: int = 13, **more: Any) -> Game:
    game = position(FRONT, active="2PZ", **more)
    number = game.unit(unit)
    game.state.stack += (dec.Acting(GERMAN, number, mp, clear=False),)
    return game


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        (">12.09>12.10", ["step 12.09", "step 12.10"]),
        ("12.08>12.09", ["step 12.09"]),
        ("AA2 >12.09", ["step 12.09"]),
        ("I/304 >12.09", ["halt", "act I/304", "step 12.09"]),
        ("12.09", ["step 12.09"]),
        ("fire 11.09", ["fire 11.09"]),
    ],
)
def test_notation_with_a_unit_in_hand(text: str, actions: list[str]) -> None:
    assert parse(in_hand(), text) == actions


@pytest.mark.parametrize(
    ("decision", "text", "actions"),
    [
        (dec.Choosing(GERMAN), "2PZ", ["activate 2PZ"]),
        (dec.Choosing(GERMAN), "HQ 2PZ", ["activate 2PZ"]),
        (dec.Choosing(GERMAN), "recover HQ 2PZ", ["recover 2PZ"]),
        (dec.Losses(GERMAN, Hex(0), 1), "AA2", ["choose AA2"]),
        (dec.Replacing(GERMAN), "AA2", ["replace AA2"]),
    ],
)
def test_a_name_alone_means_what_the_table_asks_for(
    decision: dec.Decision, text: str, actions: list[str]
) -> None:
    assert parse(position(FRONT, active="2PZ", table=decision), text) == actions


def test_a_hex_alone_sends_the_one_unit_that_retreats() -> None:
    game = position(FRONT, active="2PZ")
    at, one, two = game.hex("12.08"), game.units("AA2"), game.units("AA2", "I/304")
    game.state.stack += (dec.RetreatChoice(GERMAN, at, one, "automatic"),)
    assert parse(game, "12.06") == ["withdraw AA2 12.06"]
    assert parse(game, "withdraw to 12.06") == ["withdraw AA2 12.06"]
    game.state.stack += (dec.RetreatChoice(GERMAN, at, two, "automatic"),)
    with pytest.raises(ValueError, match="say which unit, as in withdraw AA2"):
        parse(game, "12.06")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing was said"),
        ("fly 11.09", "“fly” is neither a unit, a hex, a formation nor a verb"),
        ("attack 99.99", "“99.99” is not understood; say it as in attack 11.09"),
        ("engage 99.99", "there is no hex 99.99 on the map"),
        ("engage", "say which hex"),
        ("choose XYZ", "there is no one unit “XYZ”"),
        ("activate XYZ", "there is no formation “XYZ”"),
        ("AA2 11.01>11.02", "AA2 is in 12.08, not in 11.01"),
        ("12.08>12.09", "say which unit moves from 12.08: AA2, I/304"),
        (">12.09", "nothing is in hand"),
        ("AA2 >12.09 quickly", "“quickly” after a move is not understood"),
        ("AA2 I/304 >12.09", "units move one by one"),
        ("done now", "“now” is not understood after “done”"),
        ("move", "say what to move"),
        ("assign AA2", "name an Independent and a formation"),
        ("bring AA2", "say who arrives and where"),
        ("suppress", "say with which point"),
        ("destroy all", "say how many points"),
        ("barrage 11.09", "say it as in barrage 11.09 with arty"),
        ("standoff Fla273 12.08 11.09", "say how at the end"),
        ("11.09", "a hex alone means nothing now; say what to do with 11.09"),
    ],
)
def test_what_is_not_understood_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)) as wrong:
        parse(position(FRONT, active="2PZ"), text)
    assert "\n" not in str(wrong.value)


# -- numbers in words ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quarters", "words"), [(0, "0"), (1, "¼"), (2, "½"), (4, "1"), (13, "3¼"), (27, "6¾")]
)
def test_movement_points_are_written_in_quarters(quarters: int, words: str) -> None:
    assert wording.points(quarters) == words


def test_what_a_throw_comes_to() -> None:
    minus = Tally((Modifier(-1, "BCS-R.29", "Fat-1"),))
    plus = Tally((Modifier(2, "BCS-R.29", "luck"),))
    assert wording.throw((4, 3), minus) == "4 + 3 − 1 = 6"
    assert wording.throw((5,), plus) == "5 + 2 = 7"
    assert wording.throw((4, 3), Tally()) == "4 + 3 = 7"
    assert wording.throw((5,), Tally()) == "5"
    assert wording.throw((1, 1), Tally((*minus.modifiers,) * 4)) == "1 + 1 − 4 = −2"
    assert wording.throw((4, 3), Tally((*minus.modifiers, *minus.modifiers, *plus.modifiers))) == (
        "4 + 3 = 7"
    )


# -- the log ---------------------------------------------------------------------------------

SUM = Tally((Modifier(2, "BCS-R.38", "Action Ratings"), Modifier(-1, "BCS-R.38", "MSR Blocked")))
WORDS: dict[str, Any] = {
    "int": 3,
    "str": "AA2",
    "bool": True,
    "Tally": SUM,
    "tuple[str, ...]": ("AA2", "I/304"),
    "tuple[int, ...]": (4, 3),
    "Side": GERMAN,
}
SPECIAL = {"hex": "11.09", "target": "11.09", "origin": "12.08", "start": "12.08", "to": "11.09"}


def sample(kind: Any) -> Any:
    """An event of the kind with something in every field."""
    types = {
        field: str(kind.__annotations__.get(field, "Side")) for field in kind.__struct_fields__
    }
    return kind(**{field: SPECIAL.get(field, WORDS[types[field]]) for field in types})


@pytest.mark.parametrize("kind", get_args(ev.Event))
def test_every_event_has_a_line_and_a_kind(kind: Any) -> None:
    event = sample(kind)
    line, shown = narration.narrate(event), notices.notice(event)
    assert line.endswith(".")
    assert "\n" not in line
    assert "{" not in line
    assert shown.kind
    assert bool(shown.brief) == bool(shown.detail)
    rule = getattr(event, "rule", "")
    assert rule in line


def test_every_event_of_whole_games_has_a_line() -> None:
    told: list[Any] = []
    for scenario in ("lesson", "noville"):
        for game in walk(scenario, 400, "log"):
            told += game.events
            game.events.clear()
    for event in told:
        line, shown = narration.narrate(event), notices.notice(event)
        assert line.endswith(".")
        assert "\n" not in line
        assert bool(shown.brief) == bool(shown.detail)
    assert len({type(event) for event in told}) > 25


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.TurnBegan(ev.BOTH, 1, "19 Dec 1944"), "Turn 1, 19 Dec 1944."),
        (ev.PhaseBegan(ev.BOTH, "Admin"), "Admin Phase."),
        (
            ev.Weather(ev.BOTH, "mud", "poor", 2),
            "Weather: mud ground, poor atmosphere, visibility two hexes.",
        ),
        (
            ev.Points(US, 0, 0, 1, 1),
            "The American side received one other Replacement Point and one corps Artillery Point.",
        ),
        (ev.Points(US, 0, 0, 0, 0), "The American side received no points."),
        (
            ev.FirstPlayer(GERMAN, (3, 4, 6, 2)),
            "Who goes first: American 7, German 8, so the German side.",
        ),
        (ev.FirstPlayer(GERMAN), "The German side goes first, as the scenario says."),
        (ev.Moved(GERMAN, "AA2", "12.08", "11.09", 13), "AA2 12.08 → 11.09 (3¼ MP left)."),
        (
            ev.Stopped(GERMAN, "AA2", "Real AV zone", "BCS-6.0.d"),
            "AA2 was STOPPED: Real AV zone (BCS-6.0.d).",
        ),
        (
            ev.FatigueRolled(GERMAN, "2PZ", 4, 5, "Fat-1"),
            "Fatigue of 2PZ: rolled 4, tires on 5 or more: it stays Fat-1.",
        ),
        (
            ev.FatigueRolled(GERMAN, "2PZ", 5, 5, "Fat-2"),
            "Fatigue of 2PZ: rolled 5, tires on 5 or more: it is Fat-2 now.",
        ),
        (
            ev.LossRolled(GERMAN, "11.09", 3, 5, "city_or_prepdef", hit=False),
            "Loss roll on 11.09: rolled 3, hits on 5 or more (City or Prepared Defense): no loss.",
        ),
        (
            ev.Retreated(US, "20AIB", "11.09", "", "BCS-7.5.k"),
            "20AIB fell back from 11.09 off the map, to return next turn (BCS-7.5.k).",
        ),
        (ev.Arrived(US, ("B/705",), "506"), "B/705 arrived: the Support box of 506."),
        (
            ev.Opened(GERMAN, "attack", "I/304", "12.08", "11.09", "AA2"),
            "Attack on 11.09 by I/304 from 12.08, AA2 assisting.",
        ),
    ],
)
def test_lines_of_the_log(event: ev.Event, line: str) -> None:
    assert narration.narrate(event) == line


def test_a_sum_is_folded_under_its_line() -> None:
    tally = Tally(
        (Modifier(1, "BCS-10.3.k", "Optimal Distance"), Modifier(-2, "BCS-R.29", "Fat-2"))
    )
    rolled = ev.SnafuRolled(GERMAN, "2PZ", (4, 3), tally, "Partial")
    shown = notices.notice(rolled)

    assert narration.narrate(rolled) == (
        "SNAFU of 2PZ: 4 + 3 − 1 = 6, Partial (+1 Optimal Distance, −2 Fat-2)."
    )
    assert shown.brief == "SNAFU of 2PZ: 4 + 3 − 1 = 6, Partial."
    assert shown.detail == ("+1 Optimal Distance (BCS-10.3.k)", "-2 Fat-2 (BCS-R.29)")
    assert (shown.dice, shown.side, shown.spots) == ((4, 3), THEM, ("HQ 2PZ",))


def test_a_fight_is_told_with_its_result_and_lights_its_hex() -> None:
    rolled = ev.CombatRolled(GERMAN, "I/304", "20AIB", "11.09", (5, 6), SUM, "D1R")
    shown = notices.notice(rolled)

    assert shown.brief == (
        "I/304 attacked 20AIB in 11.09: 5 + 6 + 1 = 12, "
        "D1R: the defender loses a step and retreats."
    )
    assert shown.lights == ("11.09",)
    assert shown.spots == ("11.09", "I/304", "20AIB")


def test_headings_are_turns_phases_and_activations() -> None:
    assert notices.notice(ev.TurnBegan(ev.BOTH, 1, "")).heading == TURN
    assert notices.notice(ev.PhaseBegan(ev.BOTH, "Admin")).heading == PHASE
    assert notices.notice(ev.ActivationBegan(US, "506", second=True)).heading == PHASE
    assert notices.notice(ev.Finished(US, "AA2")).heading == 0


def test_fights_and_losses_go_by_the_words_that_reports_count() -> None:
    assert notices.notice(sample(ev.Opened)).kind == "combat"
    assert notices.notice(sample(ev.LossRolled)).kind == "fire"
    assert notices.notice(ev.StepsLost(US, "20AIB", 1, 2)).kind == "loss"
    assert notices.notice(ev.StepsLost(US, "20AIB", 1, 2)).side == AMERICAN


# -- prompts ---------------------------------------------------------------------------------


def decision_of(kind: Any, game: Game) -> Any:
    """A decision of the kind about the second Panzer Division in 12.08."""
    words: dict[str, Any] = {
        "side": GERMAN,
        "unit": game.unit("AA2"),
        "units": game.units("AA2", "I/304"),
        "formation": game.formation("2PZ"),
        "hex": game.hex("12.08"),
        "target": game.hex("11.09"),
        "hexes": (game.hex("12.08"),),
        "mp": 13,
        "count": 2,
        "bridge": 0,
        "part": "ground",
        "second": False,
        "cause": "automatic",
        "what": "hq",
    }
    fields = kind.__struct_fields__
    return kind(**{field: words[field] for field in fields if field in words})


def asked_about(kind: Any) -> Game:
    """The decision on the table, in the middle of an attack on 11.09."""
    game = position(FRONT, active="2PZ")
    fight = dec.Fight("attack", game.unit("AA2"), game.hex("12.08"), game.hex("11.09"))
    game.state.fight = fight
    game.state.stack += (decision_of(kind, game),)
    return game


SILENT = (
    dec.Sequence,
    dec.Activations,
    dec.Activation,
    dec.Fighting,
    dec.Retreats,
)
ASKING = [kind for kind in get_args(dec.Decision) if kind not in SILENT]


@pytest.mark.parametrize("kind", ASKING)
def test_every_decision_has_its_sentence(kind: Any) -> None:
    game = asked_about(kind)
    for seat in (*SEATS, None):
        words = prompts.prompt(view(game.state, seat))
        assert words.endswith((".", "?"))
        assert "\n" not in words
        assert words not in ("act.", "The dice are about to be rolled.")
        if game.seat != CHANCE:
            assert words.startswith("Waiting") == (seat != game.seat)


def test_the_prompt_is_one_sentence_for_whoever_reads_it() -> None:
    for game in walk("noville", 200, "prompt"):
        for seat in (*SEATS, None):
            words = prompts.prompt(view(game.state, seat))
            assert words.endswith(".")
            assert words.startswith("Waiting") == (seat != game.seat)


def test_the_prompt_says_what_is_left() -> None:
    game = in_hand(arty=2, fired={})
    game.set(fired={game.unit("AA2"): 1})
    assert prompts.prompt(view(game.state, THEM)) == (
        "German player, turn 1: move or fight with AA2 (3¼ MP left, Fire Events left: 1, "
        "Artillery Points: 2), or halt."
    )
    game.set(stopped=game.units("AA2"), arty=0)
    assert prompts.prompt(view(game.state, AMERICAN)) == (
        "Waiting for the German player to fight with AA2, which had to STOP "
        "(Fire Events left: 1), or halt."
    )


def test_the_prompt_says_how_the_snafu_roll_went() -> None:
    game = position(FRONT, active="2PZ", snafu="partial", arty=1, acted=0)
    assert prompts.prompt(view(game.state, THEM)) == (
        "German player, turn 1: act with a unit, HQ or Trains of 2PZ (SNAFU Partial, "
        "one Artillery Point, 2 not yet used), or end the Activation."
    )
    game = position(FRONT, active="2PZ", snafu="fail")
    assert "SNAFU Fail" in prompts.prompt(view(game.state, THEM))


def test_nobody_is_prompted_when_the_game_is_over() -> None:
    game = position(FRONT)
    game.state.stack = ()
    assert prompts.prompt(view(game.state, AMERICAN)) == "The game is over."
    assert prompts.labels(view(game.state, AMERICAN)) == {}


# -- buttons and other aids --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ASKING)
def test_buttons_are_actions_of_their_decision(kind: Any) -> None:
    game = asked_about(kind)
    if game.seat == CHANCE:
        return
    for action in buttons(game.state, game.seat):
        why = QUESTIONS[kind].refusal(game.state, game.top, action)
        assert why is None or "has no place here" not in why.because, action


def test_the_standing_buttons_are_those_of_the_decision() -> None:
    game = position(FRONT, active="2PZ")
    assert list(map(str, buttons(game.state, THEM))) == ["movehq", "done"]
    assert list(buttons(game.state, AMERICAN)) == []
    assert list(map(str, buttons(in_hand().state, THEM))) == ["flip", "retreat", "halt"]
    failed = position(FRONT, active="2PZ", snafu="fail")
    assert list(map(str, buttons(failed.state, THEM))) == ["done"]


def test_labels_are_of_buttons() -> None:
    game = position(FRONT, active="2PZ")
    assert prompts.labels(view(game.state, THEM))["done"] == "end the Activation"
    assert prompts.labels(view(in_hand().state, THEM))["halt"] == "halt here"
    game.play("Act AA2")
    assert prompts.labels(view(game.state, THEM))["halt"] == "put it down again"


def test_what_is_in_hand_is_held() -> None:
    game = in_hand()
    assert held(view(game.state, THEM)) == ("AA2",)
    assert held(view(game.state, AMERICAN)) == ()
    game.state.stack += (dec.HqMoving(GERMAN, game.formation("2PZ"), 4),)
    assert held(view(game.state, THEM)) == ("HQ 2PZ",)


def test_the_step_of_the_sequence_is_marked() -> None:
    game = position(FRONT, active="2PZ")
    (now,) = [step for step in sequence(view(game.state, None)) if step.current]
    assert (now.name, now.side) == ("4d", THEM)
    (now,) = [step for step in sequence(view(position(FRONT).state, None)) if step.current]
    assert now.name == "4"


def test_the_column_of_the_unit_in_hand_is_lit() -> None:
    game = in_hand("AA2")
    found = {(line.chart, line.column) for line in lit(game.state)}
    assert ("roads", "tac") in found
    game.set(ground="freeze")
    assert ("hex_costs", "tac_frozen") in {(line.chart, line.column) for line in lit(game.state)}


def test_the_charts_that_are_lit_exist() -> None:
    for kind in ASKING:
        game = position(FRONT, active="2PZ", blocked={"2PZ": 1}, ghost="2PZ", coordination="2PZ")
        game.state.stack += (decision_of(kind, game),)
        for line in lit(game.state):
            chart = game.kit.charts[line.chart]
            assert not line.row or line.row in chart.rows
            assert not line.column or line.column in chart.columns
