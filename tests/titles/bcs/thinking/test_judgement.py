"""The greedy player's judgement: sensible in plain positions, and never in circles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bcs import Game, parse, position

from grognard import library, sim
from grognard.bots import Greedy, Uniform
from grognard.sim import game
from grognard.titles import bcs as title
from grognard.titles.bcs.rules.turn import victory
from grognard.titles.bcs.thinking.judgement import fighting, posts, rear, staff
from grognard.titles.bcs.thinking.judgement.situation import look
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = title
LIMIT = 6_000  # actions: a game that is longer goes round in circles


def worths(game: Game) -> dict[str, float]:
    view = title.view(game.state, game.seat)
    return {text: title.appraise(view, parse(text)) for text in game.offers()}


def best(game: Game) -> str:
    found = worths(game)
    return max(found, key=lambda text: found[text])


def play(scenario: str, seed: int, bots: tuple[str, str], most: int = LIMIT) -> Any:
    """A game to its end, or for so many actions."""
    state, fate, rng = title.setup(scenario, {}), Fate(f"judged/{seed}"), Random(seed)
    players: dict[str, Any] = {"greedy": Greedy(TITLE), "uniform": Uniform()}
    by_seat = {seat: players[name] for seat, name in zip(title.SEATS, bots, strict=True)}
    for entry in range(LIMIT):
        deciders = title.deciders(state)
        if not deciders or entry == most:
            return state
        seat = deciders[0]
        if seat == CHANCE:
            action: Any = fate.settle(title.draw(state), entry)
        else:
            action = by_seat[seat].choose(title.view(state, seat), title.offers(state, seat), rng)
        title.apply(state, seat, action)
    pytest.fail(f"{scenario} {seed} goes round in circles")


# -- units ------------------------------------------------------------


def test_a_victory_hex_left_open_is_walked_into() -> None:
    game = position("14.10 II/3Pzm  07.18 20AIBd", active="2PZ", snafu="full", hand="II/3Pz")
    before = game.state.german
    while best(game) != "Halt" and game.where("II/3Pz") != "11.09":
        game.play(best(game))
    assert game.where("II/3Pz") == "11.09"
    assert game.state.german != before


def test_infantry_gets_off_its_trucks_before_the_enemy() -> None:
    game = position(
        "12.10 II/304m  11.09 20AIBd", active="2PZ", snafu="full", hand="II/304", visibility=2
    )
    assert best(game) == "Flip"


def test_infantry_marches_on_its_trucks_while_the_enemy_is_far() -> None:
    game = position("20.12 II/304d  11.09 20AIBd", active="2PZ", snafu="full", hand="II/304")
    assert best(game) == "Flip"


def test_a_garrison_stays_with_the_enemy_before_it() -> None:
    game = position("11.09 20AIBd  13.09 II/304d", active="CCB10", snafu="full")
    assert worths(game)["Act 20AIB"] < 0


def test_nobody_retreats_unforced() -> None:
    game = position("11.09 20AIBd  12.09 II/304d", active="CCB10", snafu="full", hand="20AIB")
    assert worths(game)["Retreat"] < worths(game)["Halt"]


# -- fights ------------------------------------------------------------


def test_a_panther_engages_a_light_tank() -> None:
    game = position("12.09 I/3Pzd  11.09 D/90Cavm", active="2PZ", snafu="full", hand="I/3Pz")
    assert worths(game)["Engage 11.09"] > 0


def test_recon_does_not_engage_tanks() -> None:
    game = position("12.09 AA2m  11.09 B/3Tkd", active="2PZ", snafu="full", hand="AA2")
    assert worths(game)["Engage 11.09"] < 0


def test_an_attack_is_worth_more_with_an_assist() -> None:
    game = position(
        "12.09 II/304d Pi38d  11.09 20AIBd",
        active="2PZ",
        snafu="full",
        hand="II/304",
        objectives=["11.09", "11.09"],
    )
    here = look(title.view(game.state, game.seat))
    unit, target = game.unit("II/304"), game.hex("11.09")
    alone = fighting.attack_worth(here, unit, target)
    assert fighting.attack_worth(here, unit, target, game.unit("Pi38")) > alone


def test_the_stronger_the_defence_the_less_an_attack_is_worth() -> None:
    def worth(defenders: str) -> float:
        text = f"12.09 II/304d  {defenders}"
        game = position(text, active="2PZ", snafu="full", hand="II/304", objectives=["11.09"])
        here = look(title.view(game.state, game.seat))
        return fighting.attack_worth(here, game.unit("II/304"), game.hex("11.09"))

    assert worth("11.09 20AIBm") > worth("11.09 20AIBd") > worth("11.09 1/506 20AIBd")


def test_the_first_objective_goes_where_the_enemy_can_be_attacked() -> None:
    game = position("12.09 II/304d Pi38d  11.09 20AIBd  08.16 1/506", active="2PZ", snafu="full")
    here = look(title.view(game.state, title.SEATS[1]))
    near, far = game.hex("11.09"), game.hex("08.16")
    assert staff.objective_worth(here, near) > staff.objective_worth(here, far)


# -- formations ------------------------------------------------------------


def test_every_threatened_victory_hex_has_somebody_to_hold_it() -> None:
    state = title.setup("noville", {})
    here = look(title.view(state, title.SEATS[0]))
    manned = {post.hex for post in posts.shared_out(here).values()}
    dear = {hex_ for hex_, points in here.kit.vp.items() if points >= 3 and here.held >> hex_ & 1}
    assert dear <= manned


def test_an_hq_shuns_the_enemy_and_hexes_without_a_road() -> None:
    game = position("13.10 II/304d  11.09 20AIBd", active="2PZ", snafu="full")
    here = look(title.view(game.state, title.SEATS[1]))
    number = game.formation("2PZ")
    behind = rear.hq_worth(here, number, game.hex("16.11"))
    assert behind > rear.hq_worth(here, number, game.hex("12.10"))
    off_road = next(h for h in here.kit.grid.hexes if not here.kit.road_hexes >> h & 1)
    assert behind > rear.hq_worth(here, number, off_road)


def test_a_worn_formation_rests_while_there_is_time() -> None:
    state = title.setup("noville", {})
    while not any("Activate" in str(type(o)) for o in _offers(state)):
        _advance(state)
    tired = state.kit.by_key["2PZ"]
    state.fatigue[tired] = 5
    view = title.view(state, title.deciders(state)[0])
    assert title.appraise(view, parse("Recover 2PZ")) > title.appraise(view, parse("Activate 2PZ"))


def _offers(state: Any) -> list[Any]:
    (seat,) = title.deciders(state)
    return [] if seat == CHANCE else title.offers(state, seat)


def _advance(state: Any) -> None:
    (seat,) = title.deciders(state)
    assert seat != CHANCE, "nothing is rolled for before the first Activation"
    title.apply(state, seat, title.offers(state, seat)[0])


# -- games ------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_lesson_comes_to_its_end(seed: int) -> None:
    assert title.verdict(play("lesson", seed, ("greedy", "greedy"))) is not None


def test_noville_comes_to_its_end() -> None:
    assert title.verdict(play("noville", 0, ("greedy", "greedy"))) is not None


def test_in_the_campaign_both_sides_get_going() -> None:
    """No handful of actions is repeated for ever: formation after formation is used."""
    state = play("bastogne", 0, ("greedy", "greedy"), most=700)
    assert state.turn > 1 or state.used.bit_count() >= 3


def test_judgement_beats_chance() -> None:
    """The German who judges takes more than the German who does not."""
    seeds = range(2)
    judged = [victory.points(play("lesson", n, ("uniform", "greedy"))).total for n in seeds]
    blind = [victory.points(play("lesson", n, ("uniform", "uniform"))).total for n in seeds]
    assert sum(judged) > sum(blind)


@pytest.mark.parametrize("number", [2, 8])
def test_no_unit_turns_to_and_fro_and_every_offer_has_a_worth(number: int) -> None:
    """Games in which one turned till its time was over, and one had none to give."""
    bots = ["uniform", "greedy"]
    plan = sim.new_plan(library.title("bcs"), "noville", bots, number + 1, "1", limit=4000)
    record = game.play(plan, number)

    assert record.level
    assert record.entries < 2000
    assert record.faults == []
