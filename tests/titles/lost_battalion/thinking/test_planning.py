"""The planner of The Lost Battalion: posts, what follows from them, and why it says it does it."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from msgspec import structs
from positions.lb import Game, before_a_gun, parse, position

from grognard.bots import Planner, Uniform
from grognard.match import Match
from grognard.sim.game import play
from grognard.sim.plan import new_plan
from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import actions as act
from grognard.titles.lost_battalion.sight.view import View
from grognard.titles.lost_battalion.thinking import planning
from grognard.titles.lost_battalion.thinking.planning import reasons
from grognard.titles.lost_battalion.thinking.planning.orders import Orders
from grognard.waist.chance import Rolled
from grognard.waist.title import Seat

US, GERMAN = Seat("us"), Seat("german")


def planned(game: Game) -> tuple[Any, Orders]:
    view = lb.view(game.state, game.seat)
    return view, next(iter(lb.plans(view)))


def sent(game: Game) -> dict[str, str]:
    _, plan = planned(game)
    return {name: aim.spot for aim in plan.aims for name in aim.pieces}


def best(game: Game) -> str:
    view, plan = planned(game)
    worth = {text: lb.appraise_by(view, plan, parse(text)) for text in game.offers()}
    return max(worth, key=lambda text: worth[text])


def why(game: Game, text: str) -> str:
    view, plan = planned(game)
    return lb.reason(view, plan, parse(text))


def test_an_empty_victory_hex_in_reach_is_taken_and_held() -> None:
    game = position("1637 313/79   1332 R66/7R", turn=2, at="b1", scenario="learning")
    game.play("Pick 313/79")

    assert sent(game)["313/79"] == "1636"
    assert best(game) == "March 1636"
    assert why(game, "March 1636") == "313/79 goes for Montfaucon (worth 3), in supply"
    game.play("March 1636")
    assert best(game) == "Halt"
    assert why(game, "Halt") == "313/79 holds Montfaucon (worth 3)"


def test_every_kind_of_action_has_a_sentence_of_its_own() -> None:
    assert set(reasons._REASONS) == set(get_args(act.Action)) - {Rolled}


def test_after_a_failed_hasty_attack_either_choice_has_its_reason() -> None:
    game = position("1522 R252/76R   1523 305/77").play("Pick 305/77", "Strike 1522").roll(4)

    assert why(game, "Again") == "another round at 1522 should take more than it costs"
    assert why(game, "Return") == "another round at 1522 would cost more than it takes"


def test_who_leads_a_deliberate_attack_is_said() -> None:
    game = position("1522 305/77   1521 20/5G", at="c2", turn=15, deliberate=2)
    game.play("Attack 1522")
    assert why(game, "Commit 20/5G") == "20/5G adds 6 to the attack on 1522"
    game.play("Commit 20/5G")
    assert why(game, "Deliberate 20/5G") == "led by 20/5G, the attack on 1522 promises most"


def test_a_gun_in_the_way_is_struck() -> None:
    assert best(before_a_gun("1738", "1737")) == "Strike 1636"


def test_nobody_strikes_from_where_he_could_not_fall_back_to() -> None:
    game = before_a_gun("1738", "1737", others="1737 58/4 59/4")
    assert game.allows("Strike 1636")
    assert best(game).startswith("March")


def test_the_germans_last_move_retakes_what_nobody_guards() -> None:
    game = position(
        "1634 130/33   1331 150/37ID", turn=3, at="c1", scenario="learning", allied="1332"
    )

    assert sent(game) == {"150/37ID": "1332"}
    assert best(game) == "Pick 150/37ID"
    assert why(game, "Pick 150/37ID") == "150/37ID is sent to Romagne (worth 4)"


def test_a_plan_holds_while_the_enemy_stands_where_it_stood() -> None:
    game = position("1637 313/79   1332 R66/7R", turn=2, at="b1", scenario="learning")
    _, plan = planned(game)
    game.play("Pick 313/79", "March 1636")
    assert lb.holds(lb.view(game.state, game.seat), plan)
    game.play("Halt", "Done")
    assert not lb.holds(lb.view(game.state, game.seat), plan)


def test_who_holds_more_stands_better() -> None:
    game = position("1636 313/79   2034 R66/7R", turn=3, at="c1", scenario="learning")
    before = lb.worth(lb.view(game.state, US))
    game.state.control |= 1 << game.kit.grid.at("1634")

    assert -1.0 < before < lb.worth(lb.view(game.state, US)) < 1.0
    assert lb.worth(lb.view(game.state, GERMAN)) < -before


@pytest.mark.parametrize("seat", ["us", "german"])
def test_the_planner_beats_chance_from_either_side(seat: str) -> None:
    plan = new_plan(lb, "learning", ["planner", "uniform"], 2, "small")
    game = next(n for n in range(2) if plan.seating(n)[seat] == "planner")
    record = play(plan, game)
    assert (record.winner, record.faults) == (seat, [])


def test_every_move_has_its_sentence() -> None:
    match: Any = Match.new(lb, "learning", seed="why")
    bots = {US: Planner(lb), GERMAN: Planner(lb)}
    rng = Random(1)
    said: set[str] = set()
    for _ in range(250):
        (seat,) = match.deciders()
        view, offers = match.view(seat), match.offers(seat)
        choice = bots[seat].choose(view, offers, rng)
        said.add(bots[seat].why(view, offers, choice))
        match.play(seat, choice)
    assert all(said)
    assert any("worth" in sentence for sentence in said)
    assert Uniform().why(view, offers, choice) not in said


def test_there_are_ways_that_stake_all_on_one_victory_hex() -> None:
    game = position("1637 313/79   1636 R66/7R", turn=2, at="b1", scenario="learning")
    found = list(lb.plans(lb.view(game.state, game.seat)))
    names = [plan.name for plan in found]

    assert names[0] == "against Montfaucon"
    assert {"steady", "all against Montfaucon", "Montfaucon first"} <= set(names)
    assert len(set(names)) == len(names)


def test_in_their_last_turn_the_allies_may_screen_what_they_hold() -> None:
    names = {plan.name: plan for plan in lb.plans(_before_the_last_storm())}
    assert names["steady"].doctrine.screen == 0.0
    assert names["bold"].doctrine.screen > 0.0


def test_who_screens_stands_where_the_german_would_come() -> None:
    view = _before_the_last_storm()
    plans = {plan.name: plan for plan in lb.plans(view)}
    worth = [_stand(view, plans[name], "313/79", "1635") for name in ("steady", "bold")]
    assert worth[1] > worth[0] + 3.0


def _stand(view: View, plan: Orders, unit: str, hex_: str) -> float:
    judge = planning.planned(view, structs.replace(plan, posts={}))
    return judge.stand(1 << judge.kit.by_name[unit], judge.at(hex_))


def _before_the_last_storm() -> View:
    place = "1636 16/1 18/1   1637 313/79   1632 R66/7R"
    return lb.view(position(place, turn=3, at="b1", scenario="learning").state, US)


def test_an_empty_hex_of_the_enemy_is_worth_more_than_a_garrison() -> None:
    held = position("1636 R66/7R   1738 16/1", turn=2, at="b1", scenario="learning")
    bare = position("1632 R66/7R   1738 16/1", turn=2, at="b1", scenario="learning")
    stand = [lb.worth(lb.view(game.state, US)) for game in (held, bare)]
    assert stand[0] < stand[1]
