"""The greedy player's judgement: an offensive that can be fed, never in circles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from ea import Game, parse, position

from grognard.bots import Bot, Greedy, Uniform
from grognard.match import Match
from grognard.titles import ardennes
from grognard.titles.ardennes.position.decisions import Moving
from grognard.titles.ardennes.rules.day import victory
from grognard.titles.ardennes.thinking.judgement import lines
from grognard.titles.ardennes.thinking.judgement.situation import look
from grognard.waist.title import CHANCE

GERMAN, ALLIED = ardennes.SEATS


def worths(game: Game) -> dict[str, float]:
    view = ardennes.view(game.state, game.seat)
    return {text: ardennes.appraise(view, parse(_quoted(text))) for text in game.offers()}


def _quoted(text: str) -> str:
    verb, _, rest = text.partition(" ")
    number, _, words = rest.partition(" ")
    return f'{verb} {number} "{words}"' if " " in words else text


def best(game: Game) -> str:
    found = worths(game)
    return max(found, key=lambda text: found[text])


def marched(game: Game, unit: str) -> str:
    """Where a unit ends when it is moved as it seems best."""
    game.play(f"Pick {unit}")
    while any(isinstance(asked, Moving) for asked in game.state.stack):
        if game.seat == CHANCE:
            game.roll(10)  # no bridge is blown, no road blocked
        else:
            game.play(best(game))
    return game.where(unit)


def played(scenario: str, seed: int, german: Bot, allied: Bot) -> Match[Any, Any, Any, Any]:
    match: Match[Any, Any, Any, Any] = Match.new(ardennes, scenario, seed=str(seed))
    rng = Random(seed)
    for _ in range(20_000):
        if not (deciders := match.deciders()):
            break
        seat = deciders[0]
        bot = german if seat == GERMAN else allied
        match.play(seat, bot.choose(match.view(seat), match.offers(seat), rng))
    return match


def points(match: Match[Any, Any, Any, Any]) -> int:
    return victory.points_now(match.state).total


# -- the march ---------------------------------------------------------------------------------


OVER_THE_OUR = {"1008/1009": "german"}


def test_an_empty_prize_on_a_supplied_road_is_entered() -> None:
    game = position("1008 16/116P/LVIII", active="16/116P/LVIII", german="1007")
    marched(game, "16/116P/LVIII")

    assert game.has("german_towns", "1009")


def test_a_prize_is_not_left_alone_to_an_enemy_nearby() -> None:
    def unit_or(beside: str) -> str:
        text = f"1009 16/116P/LVIII {beside}   1012 CCA/7A/XVIII"
        towns, bridges = "1007 1411 1414 1611", OVER_THE_OUR
        return best(position(text, active="16/116P/LVIII", german=towns, bridges=bridges))

    assert unit_or("") == "Done"
    assert unit_or("62/LXVI") == "Pick 16/116P/LVIII"


def test_nobody_marches_where_no_road_feeds_him() -> None:
    game = position(
        "1008 16/116P/LVIII   1007 60/116P/LVIII   1108 156/116P/LVIII", active="16/116P/LVIII"
    )
    view = ardennes.view(game.state, GERMAN)
    here = look(view)
    fed, starved = game.hex("1008"), game.hex("1018")

    assert here.supplied_at(fed)
    assert not here.supplied_at(starved)


def test_a_unit_stands_in_the_gap_that_cuts_its_friends_off() -> None:
    cut = position("1009 60/116P/LVIII   1007 16/116P/LVIII   0908 CCA/7A/XVIII", german="1007")
    here = look(ardennes.view(cut.state, GERMAN))

    assert game_labels(cut, lines.cut_off(here)) == {"1009"}
    assert game_labels(cut, sum(1 << h for h in lines.plugs(here))) == {"1008"}
    assert game_labels(cut, sum(1 << h for h in lines.cutters(here))) == {"0908"}


def game_labels(game: Game, hexes: int) -> set[str]:
    return set(game.kit.grid.labels(hexes))


def test_far_from_the_enemy_a_unit_goes_the_faster_way() -> None:
    text = "1801 16/116P/LVIII   1508 60/116P/LVIII   1815 CCA/7A/XVIII"
    game = position(text, active="16/116P/LVIII")

    assert best(game) == "Rush 16/116P/LVIII"


def test_the_map_is_left_on_the_last_day_only() -> None:
    def offered(day: int) -> str:
        game = position("0118 16/116P/LVIII", day=day, active="16/116P/LVIII")
        game.set(german_towns=game.kit.towns, german_bridges=game.state.bridges)
        game.play("Pick 16/116P/LVIII")
        return best(game)

    assert offered(29) == "Exit"
    assert offered(22) != "Exit"


# -- combat -------------------------------------------------------------------------------------


def test_good_odds_are_taken_and_bad_ones_are_not() -> None:
    strong = position(
        "1610 110/28/VIII:1   1609 2/2P/XLVII 304/2P/XLVII   1509 3/2P/XLVII",
        active="2/2P/XLVII 304/2P/XLVII 3/2P/XLVII",
        stage="attack",
    )
    weak = position(
        "1611 CCB/9A/VIII CCA/9A/VIII   1610 77/26/XLVII:1", active="77/26/XLVII", stage="attack"
    )

    assert best(strong) == "Attack 1610"
    assert best(weak) in ("Done", "DigIn 77/26/XLVII")


def test_an_attack_that_was_named_is_launched_not_called_off() -> None:
    game = position(
        "1610 110/28/VIII:1   1609 2/2P/XLVII 304/2P/XLVII   1509 3/2P/XLVII",
        active="2/2P/XLVII 304/2P/XLVII 3/2P/XLVII",
        stage="attack",
    )
    game.play("Attack 1610")
    told = []
    while not told or told[-1] != "Launch":
        told.append(best(game))
        game.play(told[-1])

    assert told[0].startswith("Commit")
    assert "CallOff" not in told


# -- bridges ------------------------------------------------------------------------------------


def test_a_bridge_is_built_where_it_feeds_a_prize() -> None:
    game = position(
        "1009 16/116P/LVIII   1008 62/LXVI",
        german="1007",
        bridges={"1008/1009": "destroyed"},
    )
    here = look(ardennes.view(game.state, GERMAN))
    off_road = next(
        river for (a, b), river in game.kit.river_bit.items() if not game.kit.sides[a, b].road
    )

    assert lines.bridge_worth(here, game.river("1008/1009")) > 1
    assert lines.bridge_worth(here, off_road) < 1


# -- the Allied player ---------------------------------------------------------------------


def test_the_allied_player_goes_to_a_threatened_prize_and_stays_there() -> None:
    here = position("1009 16/116P/LVIII   1014 CCA/7A/XVIII", game="2p", side="allied")
    game = position(
        "1009 16/116P/LVIII   1014 CCA/7A/XVIII", game="2p", side="allied", active="CCA/7A/XVIII"
    )
    stays = position(
        "1009 16/116P/LVIII   1012 CCA/7A/XVIII", game="2p", side="allied", active="CCA/7A/XVIII"
    )

    assert here.where("CCA/7A/XVIII") == "1014"
    assert marched(game, "CCA/7A/XVIII") == "1012"
    assert best(stays) == "Done"


# -- whole games ---------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    first, again = (played("gs-3", 3, Greedy(ardennes), Uniform()) for _ in range(2))

    assert [entry.action for entry in first.entries] == [entry.action for entry in again.entries]


def test_a_hidden_card_changes_nothing() -> None:
    match: Match[Any, Any, Any, Any] = Match.new(ardennes, "2p-3", seed="5")
    seat = match.deciders()[0]
    seen = match.view(seat)
    state = ardennes.imagine(seen, Random(1))
    twin = ardennes.imagine(seen, Random(2))

    assert state.cards != twin.cards
    for action in match.offers(seat):
        a = ardennes.appraise(ardennes.view(state, seat), action)
        assert a == ardennes.appraise(ardennes.view(twin, seat), action)


@pytest.mark.slow
def test_a_greedy_german_is_far_ahead_of_chance() -> None:
    greedy = [points(played("gs-3", seed, Greedy(ardennes), Uniform())) for seed in range(4)]
    blind = [points(played("gs-3", seed, Uniform(), Uniform())) for seed in range(4)]

    assert sum(greedy) > sum(blind) + 8


@pytest.mark.slow
def test_greedy_does_better_than_chance_from_either_side() -> None:
    for seed in range(2):
        german = played("2p-3", seed, Greedy(ardennes), Uniform()).verdict()
        allied = played("2p-3", seed, Uniform(), Greedy(ardennes)).verdict()
        assert german is not None
        assert allied is not None
        assert german.tally.total > allied.tally.total
        assert allied.winner == ALLIED
