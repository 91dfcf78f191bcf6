"""The search of the series: other ways to go about an Activation, its worlds, how a game stands."""

from __future__ import annotations

from math import tanh
from random import Random
from typing import Any

import pytest
from msgspec import structs

from grognard.bots import Planner, Search, search
from grognard.bots.search import in_question
from grognard.ground.hexes import members
from grognard.match import Match
from grognard.titles import bcs as title
from grognard.titles.bcs.kit.kit import KITS
from grognard.titles.bcs.position.decisions import Activities, Objectives, PreparedDefense
from grognard.titles.bcs.position.state import FAIL, FULL, NO_ROLL, RETURNING
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.thinking.judgement.doctrine import PLANNER, SEARCH
from grognard.titles.bcs.thinking.planning import prospects, standing
from grognard.titles.bcs.thinking.planning.planned import look_by
from grognard.waist.chance import Dice
from grognard.waist.title import Seat

AMERICAN, GERMAN = Seat("american"), Seat("german")


def begun(scenario: str = "noville") -> Any:
    return Match.new(title, scenario, seed="plans")


# -- what else might be done ------------------------------------------------------------------


def on_the_move(formation: str, scenario: str = "noville") -> Any:
    """The formation has rolled a Full."""
    match = begun(scenario)
    match.state.active = match.state.kit.by_key[formation]
    match.state.snafu = FULL
    return match


def names(match: Any, seat: Seat) -> list[str]:
    return [plan.name for plan in title.plans(match.view(seat))]


def test_an_activation_has_more_than_one_plan_for_him_who_moves_only() -> None:
    match = on_the_move("2PZ")
    thrusts = ["all against Noville", "all against Foy"]
    others = ["take what there is", "fight wherever we can", "go where we like", "as usual"]
    assert names(match, GERMAN) == ["each to his post", "well tried", *thrusts, *others]
    assert names(match, AMERICAN) == ["each to his post", "well tried"]
    assert names(begun(), GERMAN) == ["each to his post", "well tried"]


@pytest.mark.parametrize("roll", [NO_ROLL, FAIL])
def test_until_the_roll_has_left_something_to_do_there_is_one_plan(roll: int) -> None:
    match = on_the_move("2PZ")
    match.state.snafu = roll
    assert names(match, GERMAN) == ["each to his post", "well tried"]


def test_where_the_scenario_has_no_plan_for_him_who_searches_he_varies_the_usual_one() -> None:
    found = names(on_the_move("2PZ", "bastogne"), GERMAN)
    assert (found[0], found[-1]) == ("each to his post", "hold what we have")
    assert len(found) == 4


def test_what_is_in_question_for_him_who_searches_are_ways_of_his_own() -> None:
    """Each changes what it is named for, and all are as well proved as the first of them."""
    match = on_the_move("2PZ")
    first, *ways = in_question(list(title.plans(match.view(GERMAN))))
    assert first.name == "well tried"
    changed = {way.name: way.doctrine for way in ways}
    assert changed["all against Foy"] == SEARCH
    assert changed["take what there is"].take == (1.6 * 2.5, 2.0 * 2.5)
    assert changed["take what there is"].hold == (2.55 / 4, 2.0 / 4)
    assert changed["fight wherever we can"].risk == (0.0, 0.0)
    assert changed["go where we like"].mixed == (0.0, 0.0)
    assert changed["as usual"] == structs.replace(PLANNER, promise=(1.0, 1.0))
    assert {way.promise for way in ways} == {1.0}


def test_a_plan_is_made_anew_when_the_snafu_roll_is_known() -> None:
    match = on_the_move("2PZ")
    match.state.snafu = NO_ROLL
    plan = next(iter(title.plans(match.view(GERMAN))))
    assert title.holds(match.view(GERMAN), plan)
    match.state.snafu = FULL
    assert not title.holds(match.view(GERMAN), plan)


def test_a_way_lasts_an_activation_then_one_who_searches_is_as_ever() -> None:
    match = on_the_move("2PZ")
    ways = in_question(list(title.plans(match.view(GERMAN))))
    assert {title.renew(match.view(GERMAN), way).name for way in ways} == {"well tried"}


def test_a_plan_is_tried_to_the_end_of_its_activation_and_a_choice_for_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, rng, bot = begun(), Random(1), Search(title, iterations=1)
    followed: dict[bool, set[int]] = {True: set(), False: set()}
    play = search._World.play

    def watched(world: Any, node: Any) -> Any:
        value = play(world, node)
        followed[world.thought.view.active >= 0].add(world.ahead)
        return value

    monkeypatch.setattr(search._World, "play", watched)
    while not isinstance(match.state.top, Activities):
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    assert 1 in followed[True]
    assert followed[False] == {4}


def to_the_markers(bot: Any) -> Any:
    """A match in which a German formation has rolled well and is to place its markers."""
    match, rng = Match.new(title, "noville", seed="worlds"), Random(3)
    while not isinstance(match.state.top, Objectives):
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    return match


def imagined(match: Any, seed: str = "a") -> Any:
    """A world of the search's."""
    seat = match.deciders()[0]
    bot, view, offers = Search(title, iterations=1), match.view(seat), match.offers(seat)
    thought = search._Thought(bot, view, offers, Random(1))
    return search._World(thought, seed, 1)


def test_in_a_world_of_the_series_no_roll_depends_on_those_for_other_purposes() -> None:
    """So that plans which fight elsewhere meet the same luck."""
    match = to_the_markers(Planner(title))
    shells, attack = Dice(1, 6, "the Barrage Table"), Dice(2, 6, "the Combat Table")
    quiet, loud, other = imagined(match), imagined(match), imagined(match, "b")
    for _ in range(3):
        loud._drawn(shells)
    first = [quiet._drawn(attack) for _ in range(6)]
    assert [loud._drawn(attack) for _ in range(6)] == first
    assert len(set(first)) > 1
    assert [other._drawn(attack) for _ in range(6)] != first


def test_in_all_worlds_of_a_thought_the_enemy_answers_by_one_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, bot, made = to_the_markers(Planner(title)), Search(title, iterations=6), []
    seat = match.deciders()[0]
    plans, play, worlds = title.plans, search._World.play, []
    stage = match.state.turn, match.state.used, match.state.active

    def watched(view: Any, before: Any = None) -> Any:
        if view.seat != seat and (view.turn, view.used, view.active) == stage and not view.second:
            made.append(view)
        return plans(view, before)

    def counted(world: Any, node: Any) -> Any:
        worlds.append(world)
        return play(world, node)

    monkeypatch.setattr(title, "plans", watched)
    monkeypatch.setattr(search._World, "play", counted)
    bot.choose(match.view(seat), match.offers(seat), Random(1))
    assert len(worlds) > 12
    assert len(made) == 1


def test_one_who_searches_goes_by_a_plan_of_his_own_where_the_scenario_has_one() -> None:
    """Noville counts 1.5 times its points to him, Bastogne .65, Bertogne 2.5 as to a planner."""
    match = begun()
    view, offers, at = match.view(GERMAN), match.offers(GERMAN), match.state.kit.grid.at
    usual, tried, *_ = title.plans(view)
    spots = [at("11.09"), at("07.18"), at("04.07")]
    assert [usual.stress[spot] for spot in spots] == [1.0, 1.0, 2.5]
    assert [tried.stress[spot] for spot in spots] == [1.5, 0.65, 2.5]
    assert (usual.promise, tried.promise) == (0.0, 1.0)
    assert look_by(view, tried).doctrine == SEARCH
    assert look_by(view, usual).doctrine == PLANNER
    assert title.renew(view, tried) == tried

    search, planner = Search(title, iterations=1), Planner(title)
    search.choose(view, offers, Random(1))
    planner.choose(view, offers, Random(1))
    assert (search.planner.current.name, planner.current.name) == ("well tried", "each to his post")
    far = begun("bastogne").view(GERMAN)
    assert [plan.name for plan in title.plans(far)] == ["each to his post"]


def test_who_stakes_all_on_a_hex_sends_more_there() -> None:
    match = on_the_move("2PZ")
    noville = match.state.kit.grid.at("11.09")
    _, usual, thrust, *_ = title.plans(match.view(GERMAN))

    def sent(plan: Any) -> int:
        return sum(post.hex == noville for post in plan.posts.values())

    assert sent(thrust) > sent(usual)
    assert thrust.stress[noville] == 1.5 * 3


def test_who_holds_what_he_has_wants_nothing_else() -> None:
    match = on_the_move("2PZ", "bastogne")
    usual, *_, hold = title.plans(match.view(GERMAN))
    assert set(hold.stress.values()) == {0.3}
    assert not {0.3} & set(usual.stress.values())
    assert title.renew(match.view(GERMAN), hold) == hold


def test_a_plan_that_is_no_longer_to_be_had_is_not_renewed() -> None:
    match = on_the_move("2PZ", "bastogne")
    thrust = list(title.plans(match.view(GERMAN)))[1]
    (hex_,) = (hex_ for hex_, times in thrust.stress.items() if times == 3.0)
    match.state.german |= 1 << hex_
    assert title.renew(match.view(GERMAN), thrust) is None


# -- time and standing ------------------------------------------------------------------------


def test_the_clock_goes_by_activations_and_choices_between_them() -> None:
    """A choice, an Activation, the next choice, the enemy's: four ticks look so far ahead."""
    match, bot, rng = begun(), Planner(title), Random(3)
    ticks = [(title.clock(match.view(GERMAN)), match.state.active < 0)]
    while len(ticks) < 5:
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
        tick = title.clock(match.view(seat)), match.state.active < 0
        if tick != ticks[-1]:
            ticks.append(tick)
    first = ticks[0][0]
    assert [tick for tick, _ in ticks] == [first, first + 1, first + 2, first + 3, first + 4]
    assert [between for _, between in ticks] == [True, False, True, False, True]


def test_the_next_turn_goes_on_where_this_one_ends() -> None:
    match = begun()
    match.state.used = (1 << len(match.state.kit.formations)) - 1
    last = title.clock(match.view(GERMAN))
    match.state.turn, match.state.used = 2, 0
    assert title.clock(match.view(GERMAN)) == last


def test_american_blood_counts_for_more_the_longer_there_is_to_go() -> None:
    """By 0.2, 0.08 and 0.03 points where a scenario has no figures of its own."""

    def gain(left: int) -> float:
        match = begun()
        before = standing._hopes(match.state, left)
        match.state.steps[match.state.kit.by_name["1/506"]] -= 1
        return standing._hopes(match.state, left) - before

    assert [gain(left) for left in (2, 1, 0)] == pytest.approx([0.2, 0.08, 0.03])


# -- how a game of Noville stands ---------------------------------------------------------------


def test_a_place_is_told_by_what_holds_and_what_threatens_it() -> None:
    """Mageret, 1: II/902 and II/130, four steps and two; Team Cherry, two and two, is near."""
    match = begun()
    state, kit = match.state, match.state.kit
    state.hex_of = [at if at == kit.grid.at("12.16") else -1 for at in state.hex_of]
    for name in ("A/3Tk", "C/20AIB"):
        state.hex_of[kit.by_name[name]] = kit.grid.at("14.15")
    figures: dict[str, float] = {}
    prospects._tell_place(state, kit.grid.at("12.16"), figures)
    assert figures == {
        "German 12.16": 1.0,
        "german garrison": 1.0,
        "german left empty": 0.0,
        "german friends at the edge": 0.0,
        "german friends near": 0.0,
        "german threatened from the edge": 0.0,
        "german threatened from near": pytest.approx(4 / 6),
        "german threatened from afar": 0.0,
    }


def test_a_place_that_nobody_is_in_sight_of_tells_only_whose_it_is() -> None:
    match = begun()
    state, kit = match.state, match.state.kit
    bertogne = kit.grid.at("04.07")
    for owner, told in ((0, {}), (1 << bertogne, {"German 04.07": 1.0})):
        state.german = owner
        figures: dict[str, float] = {}
        far = [u for u in range(len(kit.units)) if state.hex_of[u] >= 0]
        for unit in far:
            state.hex_of[unit] = kit.grid.at("22.16")
        prospects._tell_place(state, bertogne, figures)
        assert figures == told


def test_what_a_side_is_able_to_is_told_by_steps_staffs_and_works() -> None:
    match = begun()
    state, kit = match.state, match.state.kit
    before = prospects.told(state)
    unit, number = kit.by_name["2/501"], kit.by_key["501"]
    state.prepared |= 1 << number
    state.fatigue[number] += 2
    state.hex_of[unit] = RETURNING
    state.used |= 1 << kit.by_key["PL902"]
    after = prospects.told(state)
    assert after["us dug in"] == before["us dug in"] + 1
    assert after["us pips"] == before["us pips"] - 2
    assert (before["us steps"] - after["us steps"], after["us away"]) == (6, 6)
    assert ("PL902 to come" in before, "PL902 to come" in after) == (True, False)
    assert after["2PZ to come"] == 1.0


def test_every_figure_that_noville_weighs_is_told_somewhere() -> None:
    """And each weight counts: the worth is the sum, against the middle of a draw."""
    match = begun()
    state = match.state
    weights = state.kit.standing[1]
    figures = prospects.told(state)
    points = sum(weight * figures.get(name, 0.0) for name, weight in weights.items())
    assert title.worth(match.view(GERMAN)) == pytest.approx(tanh((points - 10.5) / 3.7))
    assert 9.0 < points < 12.0
    assert {name for turn in state.kit.standing.values() for name in turn} <= set(
        state.kit._figures()
    )
    assert set(figures) <= set(state.kit._figures())


def test_an_empty_place_is_worth_something_to_him_who_is_near() -> None:
    """Bizory, 2, with the nearest German a hex away: five sixths of the way there."""
    match = begun()
    state = match.state
    bizory = state.kit.grid.at("11.15")
    engineers = state.kit.by_name["158ECB"]
    assert state.hex_of[engineers] == bizory
    here = standing._prospect(state, bizory, 0)
    state.occupied = (state.occupied[0] & ~(1 << bizory), state.occupied[1])
    near = min(state.kit.grid.distance(bizory, h) for h in members(state.occupied[1]))
    assert here == 0.0
    assert standing._prospect(state, bizory, 0) == pytest.approx(0.35 * 2 * (1 - near / 6))


def stands(change: Any = None) -> float:
    """How the game stands for the German on the second day, after a change."""
    match = begun()
    match.state.turn = 2
    if change:
        change(match.state)
    return float(title.worth(match.view(GERMAN)))


def test_coordination_and_a_formation_that_had_its_go_count_against_a_side() -> None:
    panzers, paras = 1 << KITS["noville"].by_key["2PZ"], 1 << KITS["noville"].by_key["506"]

    def used(formation: int) -> float:
        return stands(lambda state: setattr(state, "used", formation))

    assert stands(lambda state: setattr(state, "coordination", panzers)) < stands()
    assert used(panzers) < stands() < used(paras)


def test_supply_and_fatigue_count_as_pips_of_the_next_roll() -> None:
    """On the second day 0.15 points a pip for a German formation, in 3 points of doubt."""
    lehr = KITS["noville"].by_key["PL902"]

    def tired(state: Any) -> None:
        state.fatigue[lehr] += 2

    match = begun()
    match.state.turn = 2
    rested = standing._hopes(match.state, 1)
    tired(match.state)
    assert standing._hopes(match.state, 1) == pytest.approx(rested - 2 * 0.15)
    assert stands(tired) < stands()


def test_what_the_timetable_has_in_store_counts_while_it_can_be_had() -> None:
    """Noville on the first day is worth 3 more, of which 0.6 are counted."""
    match = begun()
    state, noville = match.state, match.state.kit.grid.at("11.09")
    assert victory.due(state) == 0
    state.german |= 1 << noville
    assert victory.due(state) == 3
    hopes = standing._hopes(state, 2)
    state.bonus = 3
    assert victory.due(state) == 0, "it has been paid"
    assert standing._hopes(state, 2) == pytest.approx(hopes - 0.6 * 3)
    state.bonus, state.turn = 0, 2
    assert victory.due(state) == 1


def test_a_game_stands_about_even_when_it_begins() -> None:
    """As it ends, on the average, between two who vary their plans."""
    match = begun()
    assert abs(title.worth(match.view(GERMAN))) < 0.2
    assert title.worth(match.view(GERMAN)) == -title.worth(match.view(AMERICAN))


def test_a_place_in_german_hands_is_less_safe_without_a_garrison() -> None:
    """Mageret, 1, on the last day, with Team Cherry two hexes off: 0.05 or 0.3 of 4 sixths."""
    match = begun()
    state = match.state
    mageret = state.kit.grid.at("12.16")
    near = min(state.kit.grid.distance(mageret, h) for h in members(state.occupied[0]))
    state.occupied = (state.occupied[0], state.occupied[1] & ~(1 << mageret))
    assert near == 2
    assert standing._prospect(state, mageret, 0) == pytest.approx(-0.3 * 4 / 6)
    state.occupied = (state.occupied[0], state.occupied[1] | 1 << mageret)
    assert standing._prospect(state, mageret, 0) == pytest.approx(-0.05 * 4 / 6)


def test_a_search_doubts_whether_to_dig_in_but_not_markers_and_believes_few_worlds() -> None:
    match, rng = begun(), Random(1)
    bot, aside = Search(title, iterations=1), Planner(title)
    thought = set[type]()
    while not isinstance(match.view(GERMAN).stack[-1], Activities):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        if len(title.choices(view, aside.plan(view), offers)) > 1:
            thought.add(type(view.stack[-1]))
        bot.choose(view, offers, rng)
        match.play(seat, aside.choose(view, offers, rng))
    assert Objectives not in thought
    assert PreparedDefense in thought
    assert {arm.shy for arm in bot.planned.race.arms} == {title.HABITS.shy}
