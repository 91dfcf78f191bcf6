"""The planner of the series: who is sent where, how it stands, and why."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec import structs

from grognard.bots import Planner
from grognard.match import Match
from grognard.titles import bcs as title
from grognard.titles.bcs.kit.kit import DATA, KITS, Kit
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position.decisions import NO_UNIT, Activities
from grognard.titles.bcs.position.state import NO_ROLL
from grognard.titles.bcs.rules.fighting import odds
from grognard.titles.bcs.thinking.judgement import (
    acts,
    fighting,
    judged,
    orders,
    posts,
    rear,
    roads,
    staff,
)
from grognard.titles.bcs.thinking.judgement.doctrine import PLANNER, SEARCH, Doctrine
from grognard.titles.bcs.thinking.judgement.posts import Post
from grognard.titles.bcs.thinking.judgement.situation import Situation
from grognard.titles.bcs.thinking.planning import posting, reasons
from grognard.titles.bcs.thinking.planning.planned import look_by
from grognard.waist.chance import Picked, Rolled
from grognard.waist.title import Seat

AMERICAN, GERMAN = Seat("american"), Seat("german")


def begun(scenario: str = "noville") -> Any:
    return Match.new(title, scenario, seed="plans")


@pytest.mark.parametrize("seat", [AMERICAN, GERMAN])
def test_units_are_sent_to_victory_hexes(seat: Seat) -> None:
    match = begun()
    view = match.view(seat)
    plan = next(iter(title.plans(view)))
    kit = match.state.kit

    assert plan.aims
    assert {aim.spot for aim in plan.aims} <= {kit.grid.label(hex_) for hex_ in kit.vp}
    assert {piece for aim in plan.aims for piece in aim.pieces} == {
        kit.names[unit] for unit in plan.posts
    }
    assert all(aim.words.startswith(("take ", "hold ")) for aim in plan.aims)
    assert title.holds(view, plan)


def test_a_plan_lasts_as_long_as_the_activation() -> None:
    """From the SNAFU roll on, which tells how much of it can be done."""
    match, bot, rng = begun(), Planner(title), Random(3)
    while match.state.snafu == NO_ROLL:
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    plan, active = bot.plan(match.view(GERMAN)), match.state.active
    while match.state.active == active:
        assert title.holds(match.view(GERMAN), plan)
        seat = match.deciders()[0]
        match.play(seat, match.offers(seat)[-1])
    assert not title.holds(match.view(GERMAN), plan)


def test_who_holds_more_stands_better() -> None:
    match = begun()
    before = title.worth(match.view(GERMAN))
    state = title.copy(match.state)
    state.german |= state.kit.vp_hexes

    assert -1.0 < before < 1.0
    assert title.worth(match.view(AMERICAN)) == pytest.approx(-before)
    assert title.worth(title.view(state, GERMAN)) > before


def test_activations_are_planned_and_every_move_has_its_sentence() -> None:
    match, rng = begun(), Random(1)
    bots = {GERMAN: Planner(title), AMERICAN: Planner(title)}
    said, clocks = set[str](), list[int]()
    for _ in range(120):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, rng)
        said.add(bots[seat].why(view, offers, choice))
        clocks.append(title.clock(view))
        match.play(seat, choice)
    assert all(said)
    assert len(said) > 15
    assert clocks == sorted(clocks)
    assert len(set(clocks)) > 2


def test_every_kind_of_action_has_a_sentence_of_its_own() -> None:
    assert set(reasons._REASONS) == set(get_args(act.Action)) - {Rolled, Picked}


def test_of_a_whole_game_every_choice_is_explained() -> None:
    match, rng = begun(), Random(1)
    bots = {GERMAN: Planner(title), AMERICAN: Planner(title)}
    kinds = set[type]()
    while match.deciders():
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, rng)
        if len(offers) > 1:
            kinds.add(type(choice))
            assert " " in bots[seat].why(view, offers, choice), choice
        match.play(seat, choice)
    assert {act.Choose, act.Suppress, act.Arrive, act.Guns, act.Decline} <= kinds


def test_there_is_doubt_about_which_formation_goes() -> None:
    match, bot, rng = begun(), Planner(title), Random(1)
    for _ in range(40):
        seat = match.deciders()[0]
        view, offers = match.view(seat), match.offers(seat)
        plan = bot.plan(view)
        doubts = title.choices(view, plan, offers)
        assert set(doubts) <= set(offers)
        if doubts:
            figures = [title.appraise_by(view, plan, action) for action in doubts]
            assert figures == sorted(figures, reverse=True)
            return
        match.play(seat, bot.choose(view, offers, rng))
    pytest.fail("nothing to think about in forty moves")


# -- orders of the day ------------------------------------------------------------


def test_orders_are_for_victory_hexes_of_their_scenario() -> None:
    kit = KITS["bastogne"]
    assert {kit.formations[number].key for number in kit.orders} >= {"2PZ", "26VG", "501", "CCB10"}
    for order in kit.orders.values():
        assert {*order.aims, *order.later} <= set(kit.vp)


def test_each_division_keeps_off_the_roads_of_the_others() -> None:
    state = title.setup("bastogne", {})
    at, numbers = state.kit.grid.at, state.kit.by_key
    second, lehr = numbers["2PZ"], numbers["PL902"]
    assert roads.shunned(state, lehr) >> at("41.11") & 1
    assert not roads.shunned(state, second) >> at("41.11") & 1
    assert roads.shunned(state, second) >> at("38.18") & 1
    assert roads.shunned(state, numbers["501"]) == 0


def test_the_next_aim_is_the_first_that_is_not_taken() -> None:
    match = begun("bastogne")
    number, at = match.state.kit.by_key["2PZ"], match.state.kit.grid.at
    assert orders.aim(situation(match, GERMAN), number) == at("24.11")
    match.state.german |= 1 << at("24.11")
    assert orders.aim(situation(match, GERMAN), number) == at("23.13")
    match.state.turn = 3
    assert orders.aim(situation(match, GERMAN), number) == at("17.09")


def test_one_who_searches_has_orders_of_his_own() -> None:
    """In Noville the planner's divisions see to what they are nearest to, his to their aims.

    Panzer Lehr stands in Mageret and is the nearest to Luzery, the 26th is not on the map yet.
    """
    match = begun()
    kit, at = match.state.kit, match.state.kit.grid.at
    late, lehr = kit.by_key["26VG"], kit.by_key["PL902"]
    assert not kit.orders
    assert {kit.formations[number].key for number in kit.search_orders} == {"2PZ", "26VG"}
    usual = situation(match, GERMAN)
    own = Situation(match.view(GERMAN), SEARCH)
    assert orders.aims_of(usual, late) == ()
    assert orders.aims_of(own, late)[:3] == (at("11.17"), at("11.15"), at("08.16"))

    def sees_to(here: Situation, number: int, label: str) -> bool:
        return posting._Sharing(here, number)._sees_to(number, at(label))

    assert not sees_to(usual, late, "08.16")
    assert sees_to(own, late, "08.16")
    assert not sees_to(own, late, "11.09")
    assert sees_to(own, lehr, "08.16"), "without orders: what is nearest"


def test_where_there_are_none_for_him_he_goes_by_the_others() -> None:
    kit = KITS["bastogne"]
    assert kit.search_orders == kit.orders


def test_orders_for_him_alone_replace_those_for_all(tmp_path: Path) -> None:
    """The 26th to Noville by the one, to Neffe first by the other."""
    shipped = (DATA / "scenarios" / "noville.toml").read_text("utf-8")
    row = '[[order]]\nformation = "26VG"\naims = ["11.09"]\ntag = "reading"\n'
    file = tmp_path / "scenarios" / "noville.toml"
    file.parent.mkdir()
    file.write_text(f"{shipped}\n{row}", "utf-8")
    kit = Kit("noville", tmp_path)
    late, at = kit.by_key["26VG"], kit.grid.at
    assert kit.orders[late].aims == (at("11.09"),)
    assert kit.search_orders[late].aims[0] == at("11.17")


def test_orders_alone_are_enough_for_a_plan_of_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("bastogne")
    kit = match.state.kit
    panzers = kit.by_key["2PZ"]
    other = {panzers: structs.replace(kit.orders[panzers], later=())}
    monkeypatch.setattr(kit, "search_orders", kit.orders | other)
    names = [[plan.name for plan in title.plans(match.view(seat))] for seat in (GERMAN, AMERICAN)]
    assert names == [["each to his post", "well tried"], ["each to his post"]]


# -- who is posted where ------------------------------------------------------------


def situation(match: Any, seat: Seat) -> Situation:
    return Situation(match.view(seat), PLANNER)


def test_the_americans_hold_the_ring_and_do_not_crowd_into_the_town() -> None:
    match = begun()
    kit = match.state.kit
    match.state.active = kit.by_key["501"]
    found = posting.shared_out(situation(match, AMERICAN))
    sent = {kit.names[unit]: kit.grid.label(post.hex) for unit, post in found.items()}
    assert sent["158ECB"] == "11.15"
    assert {"20AIB", "B/3Tk"} & {unit for unit, hex_ in sent.items() if hex_ == "11.09"}
    assert {"07.18", "08.17", "11.09", "11.15"} <= {*sent.values()}
    assert len({*sent.values()}) >= 6


def test_a_post_promises_more_with_each_unit_but_less_and_less() -> None:
    match = begun()
    here, kit = situation(match, AMERICAN), match.state.kit
    neffe = kit.grid.at("11.17")
    first, second = kit.by_name["1/501"], kit.by_name["2/501"]
    none, one, two = (posting.keeps(here, neffe, f) for f in ([], [first], [first, second]))
    assert none < one < two
    assert two - one < one - none


def test_an_open_hex_is_taken_for_sure_and_a_held_one_by_the_odds() -> None:
    match = begun()
    here, kit = situation(match, GERMAN), match.state.kit
    tanks = [kit.by_name["I/3Pz"], kit.by_name["II/3Pz"]]
    assert posting.takes(here, kit.grid.at("10.11"), tanks) == 1.0
    assert 0.0 < posting.takes(here, kit.grid.at("11.09"), tanks) < 1.0
    assert posting.takes(here, kit.grid.at("10.11"), []) == 0.0


def test_those_whose_turn_it_is_are_sent_where_it_burns() -> None:
    match = begun()
    match.state.active = match.state.kit.by_key["501"]
    now = posting.shared_out(situation(match, AMERICAN))
    match.state.active = match.state.kit.by_key["506"]
    then = posting.shared_out(situation(match, AMERICAN))
    at, names = match.state.kit.grid.at, match.state.kit.by_name
    bastogne = at("07.18")
    assert any(now[names[f"{n}/501"]].hex == bastogne for n in (1, 2, 3))
    assert any(then[names[f"{n}/506"]].hex == bastogne for n in (1, 2, 3))


def test_a_garrison_counts_at_its_own_post_only() -> None:
    match = begun()
    kit = match.state.kit
    unit, post = kit.by_name["158ECB"], Post(kit.grid.at("11.15"), 3.0, 2)
    here = Situation(match.view(AMERICAN), PLANNER, {unit: post})
    assert posts.on_post(here, unit, post.hex) == 3.0
    assert posts.on_post(here, unit, kit.grid.at("07.18")) == 0.0
    assert posts.guard(here, kit.grid.at("07.18")) > 3.0


def test_the_divisions_keep_apart_and_each_sees_to_what_is_nearest() -> None:
    match = begun()
    kit = match.state.kit
    match.state.active = kit.by_key["2PZ"]
    found = posting.shared_out(situation(match, GERMAN))
    north = {kit.grid.at(spot) for spot in ("11.09", "10.11", "16.14", "04.07", "06.11")}
    panzers = [post.hex for unit, post in found.items() if match.state.command[unit] == 3]
    assert kit.formations[3].key == "2PZ"
    assert len(panzers) == 6, "every unit on the map, those left over too"
    assert {*panzers} <= north


def test_a_german_who_would_add_next_to_nothing_keeps_off_the_roads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = begun()
    monkeypatch.setattr(posting._Sharing, "_gain", lambda *_: 0.2)
    assert not posting._Sharing(situation(match, GERMAN), match.state.kit.by_key["26VG"]).settle()
    assert posting._Sharing(situation(match, AMERICAN), match.state.kit.by_key["506"]).settle()


def test_what_is_dear_is_harder_to_keep_for_one_who_has_just_taken_it() -> None:
    match = begun()
    here, kit = situation(match, GERMAN), match.state.kit
    force = [kit.by_name["II/902"], kit.by_name["II/130"]]
    nord, neffe = kit.grid.at("08.17"), kit.grid.at("11.17")
    assert (kit.vp[nord], kit.vp[neffe]) == (6, 2)
    dear = posting.keeps(here, nord, force)
    match.state.german |= 1 << nord  # the same hex, held for some time
    held = posting.keeps(situation(match, GERMAN), nord, force)
    assert dear < held
    assert posting.promise(here, neffe, force) < 2.0 * kit.vp[neffe]


def test_units_without_an_hq_are_a_danger_from_the_next_turn_on() -> None:
    match = begun()
    kit = match.state.kit
    mageret = kit.grid.at("12.16")  # Team Cherry, two hexes away, is under nobody's command
    teams = {kit.by_name["A/3Tk"], kit.by_name["C/20AIB"]}
    coming = {unit for _, unit in posting._arrivals(situation(match, GERMAN), mageret)}
    assert teams <= coming
    match.state.turn = kit.last_turn
    coming = {unit for _, unit in posting._arrivals(situation(match, GERMAN), mageret)}
    assert not teams & coming


def test_on_the_last_turn_one_who_counts_fears_nobody_who_has_had_his_go() -> None:
    """Panzer Lehr has been used, the 2nd Panzer has not."""
    match = begun()
    kit, state = match.state.kit, match.state
    lehr, neffe = kit.by_key["PL902"], kit.grid.at("11.17")
    state.turn, state.used, state.active = kit.last_turn, 1 << lehr, kit.by_key["501"]

    def coming(doctrine: Doctrine) -> set[str]:
        here = Situation(match.view(AMERICAN), doctrine)
        units = (unit for _, unit in posting._arrivals(here, neffe))
        return {kit.formations[state.command[unit]].key for unit in units}

    assert coming(PLANNER) == {"2PZ", "PL902"}
    assert coming(SEARCH) == {"2PZ"}
    state.active = lehr
    assert coming(SEARCH) == {"2PZ", "PL902"}, "it is moving now"
    state.active, state.turn = kit.by_key["501"], kit.last_turn - 1
    assert coming(SEARCH) >= {"2PZ", "PL902"}, "it will have another go tomorrow"


def first_waiting(seed: str) -> Any:
    """What a unit does in the first case in which an attack worth while is put off."""
    match, rng = Match.new(title, "noville", seed=seed), Random(1)
    bots = {GERMAN: Planner(title), AMERICAN: Planner(title)}
    hasty = structs.replace(PLANNER, softens=(False, False))
    while deciders := match.deciders():
        seat = deciders[0]
        view, offers = match.view(seat), match.offers(seat)
        choice, sent = bots[seat].choose(view, offers, rng), bots[seat].plan(view).posts
        attacks = [offer for offer in offers if isinstance(offer, act.Attack)]
        if any(judged(Situation(view, hasty, sent), offer) > 0 for offer in attacks):
            here = Situation(view, PLANNER, sent)
            if all(judged(here, offer) < 0 for offer in attacks):
                return choice
        match.play(seat, choice)
    return None


def test_all_fire_comes_before_the_one_attack_on_a_hex() -> None:
    """An attack that would be made at once waits while a German has fire to give."""
    waited = [choice for seed in ("a", "b", "c", "d") if (choice := first_waiting(seed))]
    assert waited
    assert not any(isinstance(choice, act.Attack) for choice in waited)


def test_a_step_of_a_garrison_counts_by_what_its_hex_is_worth() -> None:
    """Noville is worth 4 and 3 for the first day, at 2.0 a point, and 6.0 times that by siege."""
    match = begun()
    kit = match.state.kit
    noville = kit.grid.at("11.09")  # 20AIB with three steps, B/3Tk with two
    patient = structs.replace(PLANNER, siege=(0.0, 0.0))
    plain = fighting.fire_worth(Situation(match.view(GERMAN), patient), noville)
    besieged = fighting.fire_worth(situation(match, GERMAN), noville)
    chance = float(odds.of_loss_roll(match.state, 0, noville))
    assert chance > 0
    assert besieged - plain == pytest.approx(chance * 6.0 * 14 / 5)
    assert fighting.fire_worth(situation(match, AMERICAN), kit.grid.at("12.16")) < 1.0


def test_a_planner_makes_more_of_the_road_west_than_its_points() -> None:
    """Bertogne is worth 2, at 2.0 a point, and 2.5 times that by the scenario."""
    match = begun()
    kit = match.state.kit
    bertogne = kit.grid.at("04.07")
    plan = next(iter(title.plans(match.view(GERMAN))))
    here = look_by(match.view(GERMAN), plan)
    assert posts.prize(here, bertogne) == pytest.approx(2 * 2.0 * 2.5)
    assert posts.prize(situation(match, GERMAN), bertogne) == pytest.approx(2 * 2.0), "no plan"
    american = next(iter(title.plans(match.view(AMERICAN))))
    assert set(american.stress.values()) == {1.0}


def test_a_german_hq_waits_for_the_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much its move would bring it counts 0.45, which most Barrages beat."""
    match, bot, rng = begun(), Planner(title), Random(3)
    while not isinstance(match.view(GERMAN).stack[-1], Activities):
        seat = match.deciders()[0]
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    monkeypatch.setattr(acts, "_next_unit", lambda _: NO_UNIT)
    monkeypatch.setattr(rear, "hq_plan", lambda *_: (0, 5.0))
    view = match.view(GERMAN)
    assert title.appraise_by(view, bot.plan(view), act.MoveHq()) == 0.45
    assert title.appraise(view, act.MoveHq()) == 0.9, "the greedy bot's does not"


def test_a_planner_digs_in_for_less_than_the_greedy_bot() -> None:
    """0.15 for a battalion with the enemy near, twice that in the open, against 0.5."""
    match = begun()
    state, kit = match.state, match.state.kit
    unit = kit.by_name["20AIB"]
    state.deployed |= 1 << unit
    here = situation(match, AMERICAN)
    spot = state.hex_of[unit]
    times = 1.0 if kit.is_terrain >> spot & 1 else 2.0
    assert here.gap(spot) <= 3
    assert not kit.cities >> spot & 1
    assert staff._covered(here, unit, kit.grid.all) == pytest.approx(0.15 * times)
    greedy = Situation(match.view(AMERICAN))
    assert staff._covered(greedy, unit, kit.grid.all) == pytest.approx(0.5 * times)
