"""The turn, and our own scenarios' rules played through."""

from __future__ import annotations

import pytest
from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activations,
    Assigning,
    Choosing,
    Decision,
    FirstPlayerRoll,
    Replacing,
    Sequence,
)
from grognard.titles.bcs.position.options import OPTIONS
from grognard.titles.bcs.position.state import FULL, PARTIAL, Terms, place_hq, put
from grognard.titles.bcs.rules.command import formations, prepared, snafu
from grognard.titles.bcs.rules.rear import isolation, trains
from grognard.titles.bcs.rules.turn.setting_up import set_up


def fresh(scenario: str, **options: str) -> Game:
    """A new game, its first turn begun."""
    return Game(set_up(Terms(scenario, tuple(options.items())))).run()


def next_turn(scenario: str = "noville", turn: int = 2, **options: str) -> Game:
    """The set-up, with the Sequence at the start of a turn."""
    game = Game(set_up(Terms(scenario, tuple(options.items()))))
    return game.set(turn=turn - 1, stack=(Sequence(),)).run()


def idle(game: Game) -> Game:
    """Whoever is asked does the least there is, until the Activation Phase or a roll."""
    while not isinstance(game.top, Choosing | FirstPlayerRoll):
        game.play(game.offers()[-1])
    return game


# -- the turn -----------------------------------------------------------------------------


@pytest.mark.rule("BCS-S.1", "BCS-S.2", "BCS-S.4")
def test_the_order_of_a_turn() -> None:
    game = next_turn()
    put(game.state, game.unit("1/506"), game.hex("08.16"))
    game.state.steps[game.unit("1/506")] = 4  # for the US point of turn 2
    seen: list[type[Decision]] = []
    while not isinstance(game.top, Choosing):
        if type(game.top) not in seen:
            seen.append(type(game.top))
        if isinstance(game.top, FirstPlayerRoll):
            game.roll(6, 6, 1, 1)
        else:
            game.play(game.offers()[-1])
    assert [kind.__name__ for kind in seen] == [
        "Arriving", "Replacing", "Assigning", "FirstPlayerRoll",
    ]  # fmt: skip
    names = [event.name for event in game.told(ev.PhaseBegan)]
    assert names == ["Reinforcements & Weather", "Assignment", "Activation"]
    kinds = [type(event).__name__ for event in game.events]
    order = ["TurnBegan", "Arrived", "Weather", "Points", "FirstPlayer"]
    assert [kinds.index(name) for name in order] == sorted(kinds.index(name) for name in order)


@pytest.mark.rule("BCS-S.5")
def test_the_scenario_names_the_first_player_of_turn_one() -> None:
    for scenario in ("lesson", "noville", "bastogne"):
        game = fresh(scenario)
        assert game.top == Choosing(GERMAN)
        assert game.state.stack[-2] == Activations(US)


@pytest.mark.rule("BCS-S.5", "BCS-R.46")
def test_dice_say_who_goes_first_later() -> None:
    game = idle(next_turn())
    assert isinstance(game.top, FirstPlayerRoll)
    tied = game.twin().roll(3, 4, 5, 2)
    assert isinstance(tied.top, FirstPlayerRoll)
    assert game.twin().roll(3, 4, 2, 2).top == Choosing(US)
    assert game.twin().roll(1, 4, 2, 6).top == Choosing(GERMAN)


@pytest.mark.rule("BCS-S.6")
def test_players_alternate_and_each_formation_acts_once() -> None:
    game = fresh("noville")
    turns = []
    for _ in range(5):
        assert isinstance(game.top, Choosing)
        turns.append(game.top.side)
        key = game.offers()[-1].split()[1]
        game.play(f"Recover {key}")
        if isinstance(game.top, Choosing) and game.top.side == turns[-1]:
            assert game.rule(f"Activate {key}") == "BCS-S.6"
    # The German has two formations on the map, the US side three: it goes on alone.
    assert turns == [GERMAN, US, GERMAN, US, US]
    assert game.state.turn == 2


@pytest.mark.rule("BCS-S.6")
def test_no_pass_and_nobody_acts_for_the_other() -> None:
    game = fresh("noville")
    assert {text.split()[0] for text in game.offers()} == {"Activate", "Recover"}
    assert game.rule("Done") == "BCS-S.1"
    assert game.rule("Activate 506") == "BCS-S.8"
    assert game.rule("Activate 26VG") == "BCS-S.6"  # not here yet


@pytest.mark.rule("BCS-S.1")
def test_the_last_turn_ends_the_game() -> None:
    game = fresh("lesson")
    for _ in range(400):
        if game.state.over:
            break
        if game.seat == "chance":
            dice = 4 if isinstance(game.top, FirstPlayerRoll) else 1
            game.roll(*(6, 6, 1, 1)[:dice])
        else:
            recover = [text for text in game.offers() if text.startswith("Recover")]
            game.play((recover or game.offers())[-1])
    assert game.state.over
    assert [event.level for event in game.told(ev.GameOver)] == ["US victory"]


# -- Noville ------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-A.1")
def test_independents_begin_unassigned_and_are_not_isolated() -> None:
    game = fresh("noville")
    for name in ("A/3Tk", "C/20AIB", "2/502", "3/502"):
        assert game.state.command[game.unit(name)] == -1
    assert game.state.command[game.unit("158ECB")] == game.formation("501")
    before = bytes(game.state.steps)
    for number in range(len(game.kit.formations)):
        if game.state.hq[number] >= 0:
            isolation.apply(game.state, number)  # type: ignore[arg-type]
    assert bytes(game.state.steps) == before


@pytest.mark.rule("BCS-A.1", "BCS-R.47")
def test_they_can_first_be_assigned_on_turn_two() -> None:
    game = next_turn()
    while not isinstance(game.top, Assigning):
        game.play(game.offers()[-1])
    assert game.allows("Assign 2/502 506") or game.allows("Assign 2/502 CCB10")


@pytest.mark.rule("BCS-A.5")
def test_the_lesson_has_three_formations_two_turns_and_closed_rows() -> None:
    game = fresh("lesson")
    assert set(game.kit.by_key) == {"CCB10", "506", "2PZ"}
    assert game.kit.last_turn == 2
    assert not game.kit.independents
    south = position("15.14 AA2m", scenario="lesson", active="2PZ", hand="AA2")
    assert south.rule("Step 15.15") == "BCS-A.5"
    assert position("15.14 AA2m", active="2PZ", hand="AA2").rule("Step 15.15") != "BCS-A.5"
    us = position("08.14 1/506", scenario="lesson", active="506", hand="1/506")
    assert us.allows("Step 08.15")


@pytest.mark.rule("BCS-10.3.d")
def test_houffalize_is_a_source_under_its_option_from_turn_two() -> None:
    for turn, setting, found in ((2, "on", True), (1, "on", False), (2, "off", False)):
        game = position(turn=turn, options={"houffalize": setting})
        assert bool(trains.sources(game.state, GERMAN) >> game.hex("13.01") & 1) is found
        assert not trains.sources(game.state, US) >> game.hex("13.01") & 1


# -- Roads to Bastogne --------------------------------------------------------------------------


def cut_off(**more: str) -> Game:
    """CCB in Bastogne-Nord with its Trains there, Germans on every road that leads out."""
    roads = "19.24 I/77 17.23 II/77 18.19 I/78 19.17 II/78 20.25 I/39 22.23 II/39 23.16 I/14"
    none = dict.fromkeys(("2PZ", "PL902", "26VG", "5FJ", "PL901"), "")
    return position(
        f"{roads} 23.20 II/14 22.21 III/14 21.22 I/15",
        scenario="bastogne",
        active="CCB10",
        hq={**none, "CCB10": "20.20"},
        trains={**none, "CCB10": "21.19"},
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("BCS-B.2")
def test_the_dump_feeds_trains_in_bastogne_while_it_is_held() -> None:
    game = cut_off()
    number = game.formation("CCB10")
    assert trains.in_legal_hex(game.state, number)
    assert trains.msr(game.state, number) is not None
    assert trains.on_dump(game.state, number)
    assert not trains.optimal(game.state, number)
    trains.upkeep(game.state, number)
    assert game.has("ghost", "CCB10")
    assert game.allows("MoveTrains 20.20")
    lost = cut_off().set(german=game.hexes("20.20"))
    assert not trains.in_legal_hex(lost.state, number)
    assert lost.rule("Done") == "BCS-10.3.g"


@pytest.mark.rule("BCS-B.2", "BCS-10.3.h")
def test_trains_on_the_dump_are_always_ghosts() -> None:
    # The HQ in Noville, eight hexes off; Germans north and east of it as well.
    game = cut_off()
    number = game.formation("CCB10")
    put(game.state, game.unit("I/14"), game.hex("25.06"))
    put(game.state, game.unit("III/15"), game.hex("27.11"))
    place_hq(game.state, number, game.hex("24.11"))
    route = trains.msr(game.state, number)
    assert route is not None
    assert len(route.front) - 1 == 8
    assert trains.on_dump(game.state, number)
    trains.clean_up(game.state, number)
    assert game.has("ghost", "CCB10")


@pytest.mark.rule("BCS-B.2")
def test_the_dump_halves_artillery_on_top_of_the_rest() -> None:
    game = cut_off()
    number = game.formation("CCB10")
    for result, points in ((FULL, 1), (PARTIAL, 1)):
        game.set(snafu=result)
        assert formations.artillery(game.state, number) == points
    four = cut_off(guns={"CCB10": 2}, snafu="full")  # type: ignore[arg-type]
    assert formations.artillery(four.state, number) == 2
    assert formations.artillery(four.set(snafu=PARTIAL).state, number) == 1


@pytest.mark.rule("BCS-B.2")
def test_with_a_way_out_they_are_ordinary_trains() -> None:
    game = position(
        scenario="bastogne", active="CCB10", hq={"CCB10": "20.20"}, trains={"CCB10": "21.19"}
    )
    assert not trains.on_dump(game.state, game.formation("CCB10"))
    assert formations.artillery(game.set(snafu=FULL).state, game.formation("CCB10")) == 2


@pytest.mark.rule("BCS-B.2")
def test_the_dump_is_for_the_us_side_and_needs_a_clean_road_to_the_hq() -> None:
    game = cut_off()
    put(game.state, game.unit("III/15"), game.hex("21.18"))  # its zone is in 21.19
    assert not trains.in_legal_hex(game.state, game.formation("CCB10"))
    german = position(
        scenario="bastogne", active="2PZ", hq={"2PZ": "21.19"}, trains={"2PZ": "20.20"}
    )
    assert not trains.on_dump(german.state, german.formation("2PZ"))


@pytest.mark.rule("BCS-B.6")
def test_heilmann_costs_the_5th_parachute_division_one() -> None:
    game = fresh("bastogne")
    parts = snafu.tally(game.state, game.formation("5FJ")).modifiers
    assert [part.amount for part in parts if part.rule == "BCS-B.6"] == [-1]
    assert not any(
        part.rule == "BCS-B.6" for part in snafu.tally(game.state, game.formation("26VG")).modifiers
    )


@pytest.mark.rule("BCS-C.5", "BCS-4.5.f")
def test_the_engineers_need_a_corps_point_for_prepared_defense() -> None:
    game = fresh("bastogne")
    number = game.formation("ENG8")
    why = prepared.refusal(game.state, number)
    assert why is not None
    assert why.rule == "BCS-4.5.f"
    guns = game.state.guns[:]
    guns[number] = 1
    assert prepared.refusal(game.set(guns=guns).state, number) is None


# -- both ------------------------------------------------------------------------------------------


@pytest.mark.rule("BCS-C.6")
@pytest.mark.parametrize("scenario", ["lesson", "noville", "bastogne"])
def test_no_markers_at_the_start(scenario: str) -> None:
    state = set_up(Terms(scenario, ()))
    assert not any((state.ghost, state.coordination, state.traffic, state.dropped))
    assert not any(state.blocked)


@pytest.mark.rule("BCS-C.7")
@pytest.mark.parametrize("scenario", ["noville", "bastogne"])
def test_formations_stand_at_optimal_distance_at_the_start(scenario: str) -> None:
    game = Game(set_up(Terms(scenario, ())))
    for number, hq in enumerate(game.state.hq):
        if hq >= 0:
            assert trains.optimal(game.state, number)  # type: ignore[arg-type]
    assert game.has("prepared", "28ID") if scenario == "bastogne" else not game.state.prepared


@pytest.mark.rule("BCS-R.48")
def test_options_are_off_by_default() -> None:
    assert {option.key: option.values[0] for option in OPTIONS} == dict.fromkeys(
        ("weather_random", "replacements_random", "houffalize", "panzer116", "soft_jump",
         "long_range_both"), "off",
    )  # fmt: skip
    assert Replacing(US).side == US
