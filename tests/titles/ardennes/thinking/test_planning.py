"""The planner of the Ardennes: who is sent where, how it stands, and why."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, get_args

import pytest
from ea import Game, parse, position
from ea_combat import draw
from msgspec import structs

from grognard.bots import Planner, Search
from grognard.ground.hexes import members
from grognard.match import Match
from grognard.titles import ardennes as ea
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Impulse, Impulses, Sequence
from grognard.titles.ardennes.position.state import ids
from grognard.titles.ardennes.rules.cards import commands
from grognard.titles.ardennes.thinking import judgement
from grognard.titles.ardennes.thinking.judgement import judged, marching
from grognard.titles.ardennes.thinking.judgement.situation import Situation
from grognard.titles.ardennes.thinking.planning import doubts, reasons
from grognard.titles.ardennes.thinking.planning.appraisal import judged_by
from grognard.titles.ardennes.thinking.planning.doubts import CLOSE
from grognard.titles.ardennes.thinking.planning.planned import Planned, look_by
from grognard.titles.ardennes.thinking.planning.posts import CROWD
from grognard.titles.ardennes.thinking.planning.roads import LAST_WATCH, barriers, openings
from grognard.titles.ardennes.thinking.planning.standing import cards_left
from grognard.waist.chance import Picked, Rolled
from grognard.waist.title import Seat

GERMAN, ALLIED = Seat("german"), Seat("allied")


def begun() -> Any:
    return Match.new(ea, "2p-3", seed="plans")


@pytest.mark.parametrize("seat", [GERMAN, ALLIED])
def test_units_are_sent_only_to_victory_hexes_that_they_can_reach(seat: Seat) -> None:
    match = begun()
    view = match.view(seat)
    plan = next(iter(ea.plans(view)))
    kit = match.state.kit

    assert {aim.spot for aim in plan.aims} <= {kit.grid.label(hex_) for hex_ in kit.vp}
    for unit, post in plan.posts.items():
        assert kit.grid.distance(match.state.hex_of[unit], post) <= 16
    assert ea.holds(view, plan)


@pytest.mark.parametrize("seat", [GERMAN, ALLIED])
def test_units_are_not_all_sent_to_one_place(seat: Seat) -> None:
    posts = next(iter(ea.plans(begun().view(seat)))).posts
    sent = Counter(posts.values())

    assert len(sent) > 2
    assert max(sent.values()) <= CROWD


def test_who_holds_more_stands_better() -> None:
    match = begun()
    before = ea.worth(match.view(GERMAN))
    state = ea.copy(match.state)
    state.german_towns |= state.kit.vp_hexes & -state.kit.vp_hexes
    state.facts.clear()

    assert -1.0 < before < 1.0
    assert ea.worth(match.view(ALLIED)) == pytest.approx(-before)
    assert ea.worth(ea.view(state, GERMAN)) > before


def test_an_impulse_is_planned_and_every_move_has_its_sentence() -> None:
    match, rng = begun(), Random(1)
    bots = {GERMAN: Planner(ea), ALLIED: Planner(ea)}
    said: set[str] = set()
    for _ in range(150):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, rng)
        said.add(bots[seat].why(view, offers, choice))
        match.play(seat, choice)
    assert all(said)
    assert len(said) > 10


def why(game: Game, text: str) -> str:
    view = ea.view(game.state, game.seat)
    return ea.reason(view, next(iter(ea.plans(view))), parse(text))


def test_every_kind_of_action_has_a_sentence_of_its_own() -> None:
    assert set(reasons._REASONS) == set(get_args(act.Action)) - {Rolled, Picked}


def test_an_attack_is_explained_from_the_first_unit_to_the_last_hit() -> None:
    units = "27/12VG/ISS 48/12VG/ISS"
    game = position(f"0708 394/99/V   0707 {units}", active=units, stage="attack", game="2p")
    assert why(game, "Attack 0708") == "the chits promise more than they cost at 0708"
    game.play("Attack 0708")
    assert why(game, "Commit 27/12VG/ISS") == "27/12VG/ISS adds 3 to the attack on 0708"
    game.play("Commit 27/12VG/ISS", "Commit 48/12VG/ISS")
    assert why(game, "Launch") == "more units would not help the attack on 0708"
    draw(game.play("Launch"), "AT2", "NO")
    given_up = "to give up 0708 costs less than the steps, and 0709 is the best way out"
    assert why(game, "Retreat 0709") == given_up


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("blow 1609/1610", "without the bridge at 1609/1610 the enemy loses most time"),
        ("1609/1610", "a bridge at 1609/1610 opens most of the way to what is wanted"),
        ("block 1009", "a roadblock at 1009 bars most of what lies open"),
        ("101/VIII", "it counts for most at 101/VIII"),
    ],
)
def test_what_an_event_is_aimed_at_is_explained(at: str, sentence: str) -> None:
    assert why(position("1009 394/99/V"), f"Aim {at}") == sentence


def test_a_card_is_called_by_its_name() -> None:
    game = position("1009 394/99/V   1007 Peiper/1SS/ISS", hand=(5,))
    assert why(game, "Discard 5") == "card “2P” can best be spared"


def test_the_clock_goes_on_with_every_impulse() -> None:
    match, rng, seen = begun(), Random(2), list[int]()
    bot = Planner(ea)
    for _ in range(150):
        seat = match.deciders()[0]
        view = match.view(seat)
        seen.append(ea.clock(view))
        match.play(seat, bot.choose(view, match.offers(seat), rng))
    assert seen == sorted(seen)
    assert len(set(seen)) > 2


def planned(match: Any, seat: Seat) -> Planned:
    view = match.view(seat)
    return look_by(view, next(iter(ea.plans(view))))


def test_each_victory_hex_lies_in_the_lane_of_one_corps_of_an_army() -> None:
    here = planned(begun(), GERMAN)
    kit, lanes = here.kit, here.orders.lanes

    for army in ("5th Panzer Army", "6th Panzer Army", "7th Army"):
        of_army = [lanes[corps] for corps in kit.corps_of_army[army] if corps in lanes]
        assert sum(lane.bit_count() for lane in of_army) == (
            (kit.vp_hexes & kit.army_zone[army]).bit_count()
        )
    assert lanes["XLVII"] >> kit.grid.at("1815") & 1  # Bastogne
    assert lanes["LXVI"] >> kit.grid.at("1009") & 1  # St. Vith


def test_lanes_are_kept_from_plan_to_plan_and_the_allies_have_none() -> None:
    match = begun()
    view = match.view(GERMAN)
    first = next(iter(ea.plans(view)))

    assert next(iter(ea.plans(view, first))).lanes is first.lanes
    assert next(iter(ea.plans(match.view(ALLIED)))).lanes == {}


def test_a_panzer_division_before_clervaux_is_not_drawn_to_st_vith() -> None:
    match = begun()
    kit = match.state.kit
    unit, clervaux, st_vith = kit.by_name["3/2P/XLVII"], kit.grid.at("1611"), kit.grid.at("1009")

    by_plan, by_sight = planned(match, GERMAN), Situation(match.view(GERMAN))
    assert by_plan.away(unit, clervaux) < by_plan.away(unit, st_vith)
    assert by_sight.away(unit, st_vith) < by_sight.away(unit, clervaux)


def test_what_stands_aside_of_the_way_draws_a_unit_less() -> None:
    here = planned(begun(), GERMAN)
    unit = here.kit.by_name["3/2P/XLVII"]

    assert here.in_the_way(unit, here.kit.grid.at("1610")) == 1.0
    assert here.in_the_way(unit, here.kit.grid.at("0607")) < 1.0


def test_a_card_that_could_set_a_corps_in_motion_is_not_spent_lightly() -> None:
    match = begun()
    here, by_sight = planned(match, GERMAN), Situation(match.view(GERMAN))
    corps, division = here.card(1), here.card(65)

    assert here.thrift(corps, 0.45) > here.thrift(division, 0.45) >= 0.45
    assert by_sight.thrift(corps, 0.45) == 0.45


def test_allied_engineers_block_what_lies_open_and_build_nothing() -> None:
    match = begun()
    here = planned(match, ALLIED)
    job = {where: judged_by(here, act.Aim(where)) for where in ("block 1611", "block 1125")}

    assert job["block 1611"] > job["block 1125"] >= 0.0  # Clervaux, Dinant
    assert judged_by(here, act.Aim("build 1609/1610")) < 0.0


def taken(match: Any, *spots: str, day: int = 18) -> Planned:
    """As if the Germans held these places, on a day; the plan is the one made before."""
    state = ea.copy(match.state)
    for spot in spots:
        state.german_towns |= 1 << state.kit.grid.at(spot)
    state.day = day
    state.facts.clear()
    state.own_facts[0].clear()
    plan = next(iter(ea.plans(match.view(GERMAN))))
    return look_by(ea.view(state, GERMAN), plan)


def test_the_road_to_a_place_that_was_taken_is_watched_where_the_enemy_is_near() -> None:
    match = begun()
    here = taken(match, "1611")
    found, kit = openings(here), here.kit

    assert found
    assert kit.grid.at("1611") not in found
    near = kit.grid.within(here.enemies, LAST_WATCH)
    for hex_, worth in found.items():
        assert worth > 0.0
        assert (kit.roads & near) >> hex_ & 1
    assert openings(planned(match, GERMAN)) == {}


def test_a_corps_with_half_of_its_lane_is_free_to_go_on() -> None:
    match = begun()
    unit, houffalize = match.state.kit.by_name["3/2P/XLVII"], match.state.kit.grid.at("1414")
    bastogne = match.state.kit.grid.at("1815")

    bound, free = taken(match, "1611"), taken(match, "1611", "1815")
    assert bound.away(unit, bastogne) < bound.away(unit, houffalize)
    assert free.away(unit, houffalize) < free.away(unit, bastogne)


def test_on_the_last_day_the_corps_that_took_most_keeps_its_cards() -> None:
    match = begun()
    before, last = taken(match, "1611", "1815", day=17), taken(match, "1611", "1815")
    card = last.card(1)

    assert last.kept_by(card) == 4
    assert last.thrift(card, 0.45) > before.thrift(card, 0.45)
    assert before.patience(card) == 0.0


def late(match: Any, cards: int, day: int = 18, **places: str) -> Any:
    """The German's view with so many cards in his pile, on a day, some units put elsewhere."""
    view, kit = match.view(GERMAN), match.state.kit
    where = list(view.hex_of)
    for unit, spot in places.items():
        where[kit.by_name[unit]] = kit.grid.at(spot)
    deck = structs.replace(view.decks[0], hand_count=0, pile_count=cards)
    return structs.replace(view, day=day, hex_of=tuple(where), decks=(deck, view.decks[1]))


def test_a_place_in_sight_is_worth_something_while_there_are_cards_to_take_it() -> None:
    match = begun()
    there = {"3/2P/XLVII": "0709"}  # next to Malmedy, in which nobody is

    def gain(cards: int) -> float:
        return float(ea.worth(late(match, cards, **there)) - ea.worth(late(match, cards)))

    assert gain(12) > gain(3) > gain(0) == 0.0


def test_the_days_to_come_bring_cards_and_points() -> None:
    match = begun()
    assert cards_left(late(match, 5, day=16)) > cards_left(late(match, 5)) == 5
    assert ea.worth(late(match, 5, day=16)) > ea.worth(late(match, 5))


def test_allies_bar_the_roads_of_what_was_taken_on_the_last_day_only() -> None:
    match = begun()
    kit = match.state.kit
    alone = tuple(
        hex_ if kit.side_of[unit] == 0 else -9 for unit, hex_ in enumerate(match.state.hex_of)
    )

    def seen(day: int, towns: int) -> Situation:
        view = structs.replace(match.view(GERMAN), day=day, hex_of=alone, german_towns=towns)
        return Situation(view)

    found = barriers(seen(18, kit.towns))
    assert found
    assert not any(match.state.occupied[0] >> hex_ & 1 for hex_ in found)
    assert barriers(seen(17, kit.towns)) == {}
    assert barriers(seen(18, 0)) == {}


def test_losses_matter_less_when_there_is_no_tomorrow() -> None:
    match = begun()

    assert 0.0 < taken(match).care < taken(match, day=17).care < 1.0
    assert planned(match, ALLIED).care == Situation(match.view(GERMAN)).care == 1.0


def test_between_two_players_the_german_may_press_on_and_the_search_does() -> None:
    """Losses count .36 of the usual in place of .6, and what stands aside .66 in place of .3."""
    match = begun()
    view, offers = match.view(GERMAN), match.offers(GERMAN)
    steady, pressing = ea.plans(view)
    assert (steady.name, pressing.name) == ("each to his post", "press on")
    assert pressing.posts == steady.posts
    assert look_by(view, steady).care == 0.6
    assert look_by(view, pressing).care == 0.36

    bot = Search(ea, iterations=1)
    bot.choose(view, offers, Random(1))
    assert bot.planner.current.name == "press on"
    planner = Planner(ea)
    planner.choose(view, offers, Random(1))
    assert planner.current.name == "each to his post"


def test_one_who_presses_on_does_not_leave_aside_what_is_not_in_his_way() -> None:
    match = begun()
    view = match.view(GERMAN)
    counted = set()
    for plan in ea.plans(view):
        here = look_by(view, plan)
        unit = next(u for u in ids(here.own) if here.state.hex_of[u] >= 0)
        behind = max(
            members(here.kit.grid.within(1 << here.state.hex_of[unit], 3)),
            key=lambda hex_: here.away(unit, hex_),
        )
        counted.add((plan.name, here.in_the_way(unit, behind)))
    assert counted == {("each to his post", 0.3), ("press on", 0.66)}


def test_one_who_presses_on_goes_off_alone() -> None:
    """Far from all friends and enemies the difference is that of 1.0 and .3."""
    view = begun().view(GERMAN)
    usual, pressing = (look_by(view, plan) for plan in ea.plans(view))
    near = usual.kit.grid.within(usual.state.occupied[0] | usual.state.occupied[1], 4)
    lonely = next(members(usual.kit.grid.all & ~near))
    moving = next(u for u in ids(usual.own & ~usual.kit.bracketed) if usual.state.hex_of[u] >= 0)
    more = marching.worth_at(pressing, moving, lonely) - marching.worth_at(usual, moving, lonely)
    assert more == pytest.approx(0.7)


def test_one_who_presses_on_activates_for_what_it_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marching, "zeal", lambda *_: 2.0)
    view = begun().view(GERMAN)
    found = [ea.appraise_by(view, plan, act.Activate(1, "XLVII")) for plan in ea.plans(view)]
    assert found == [2.3, 2.0]


def test_one_who_presses_on_keeps_the_cards_of_a_corps_that_sits_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judgement, "sits_out", lambda *_: "EA-0")
    monkeypatch.setattr(Planned, "thrift", lambda _, __, worth: worth)
    view = begun().view(GERMAN)
    here = [look_by(view, plan) for plan in ea.plans(view)]
    assert [judgement._card_worth(h, h.card(1)) for h in here] == [0.15, 0.375]


def test_one_who_presses_on_does_not_hesitate() -> None:
    match, bot, rng = begun(), Planner(ea), Random(1)
    while not isinstance(match.state.top, Impulse) or match.deciders() != (GERMAN,):
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    view, offers = match.view(GERMAN), match.offers(GERMAN)
    usual, pressing = ea.plans(view)
    assert len(ea.choices(view, usual, offers)) > 1
    assert not ea.choices(view, pressing, offers)
    best = max(offers, key=lambda offer: ea.appraise_by(view, pressing, offer))
    assert Search(ea, iterations=4).choose(view, offers, rng) == best


@pytest.mark.parametrize(("scenario", "seat"), [("2p-3", ALLIED), ("gs-3", GERMAN)])
def test_nobody_else_has_more_than_one_plan(scenario: str, seat: Seat) -> None:
    match = Match.new(ea, scenario, seed="plans")
    while seat not in match.deciders():
        who = match.deciders()[0]
        match.play(who, match.offers(who)[0])
    assert [plan.name for plan in ea.plans(match.view(seat))] == ["each to his post"]


def test_a_card_of_high_value_commands_as_much_as_any_between_two_players() -> None:
    here = planned(begun(), GERMAN)
    corps = act.Activate(1, "XLVII")
    units = commands.members_of(here.state, here.card(1), "XLVII")
    zeal = marching.zeal(here, commands.ready(here.state, 0, units))

    assert here.card(1).value > 0
    assert judged(here, corps) < zeal < judged_by(here, corps)


def test_what_is_thought_about_is_which_card_to_play_where_to_attack_and_whether_to_stand() -> None:
    match, rng, bot = begun(), Random(3), Planner(ea)
    thought: set[str] = set()
    for _ in range(200):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        plan = next(iter(ea.plans(view)))
        choices = ea.choices(view, plan, offers)
        if len(choices) > 1:
            asked = type(view.stack[-1]).__name__
            thought.add(asked)
            worth = [ea.appraise_by(view, plan, choice) for choice in choices]
            assert worth[0] == max(ea.appraise_by(view, plan, offer) for offer in offers)
            if asked == "Impulse":
                assert Counter(choice.card for choice in choices)[choices[0].card] <= 2
            else:
                assert worth[0] - worth[1] <= CLOSE
        match.play(seat, bot.choose(view, offers, rng))
    assert thought == {"Impulse", "Activation", "Hits"}


def test_where_nothing_looks_good_there_is_still_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    match, bot, rng = begun(), Planner(ea), Random(1)
    while not isinstance(match.state.stack[-1], Impulse):
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    seat = match.deciders()[0]
    view, offers = match.view(seat), match.offers(seat)
    bad = {offer: -1.0 - 0.5 * number for number, offer in enumerate(offers)}
    monkeypatch.setattr(doubts, "judged_by", lambda _, offer: bad[offer])
    choices = ea.choices(view, next(iter(ea.plans(view))), offers)
    assert choices[0] == offers[0], "the least evil"
    assert all(bad[choice] >= -1.7 for choice in choices)


def test_the_search_looks_an_impulse_of_either_side_ahead() -> None:
    view = begun().view(GERMAN)
    now, then = (
        structs.replace(view, stack=(Sequence(14), Impulses(0, number))) for number in (1, 3)
    )
    assert ea.clock(then) == ea.clock(now) + ea.HABITS.ahead


def test_the_search_believes_a_small_lead_and_comes_to_the_same_choice_twice() -> None:
    match = begun()
    while not isinstance(match.state.top, Impulse) or match.deciders() != (ALLIED,):
        match.play(match.deciders()[0], match.offers(match.deciders()[0])[0])
    view, offers = match.view(ALLIED), match.offers(ALLIED)
    bots = [Search(ea, iterations=4) for _ in range(2)]
    choices = [bot.choose(view, offers, Random(1)) for bot in bots]

    assert bots[0].habits == ea.HABITS
    assert choices[0] == choices[1] in offers
    assert "imagined games" in bots[0].why(view, offers, choices[0])
