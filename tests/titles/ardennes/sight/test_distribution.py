"""The exact chances of a combat."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from ea import Game, parse, position
from ea_combat import battle, fight

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.rules.fighting.chits import read_chit, situations, strengths
from grognard.titles.ardennes.sight import distribution

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")


def plain(**more: object) -> Game:
    return position(f"0708 394/99/V   {GERMANS}", **more)


def by_hand(game: Game, found: object, draws: int) -> dict[tuple[int, int], Fraction]:
    """Every set of chits drawn one by one."""
    true, (attack, defence) = situations(game.state, found), strengths(game.state, found)
    hits = [
        read_chit(kind, true, attack, defence)[1:]
        for kind, count in zip(game.kit.chits, game.state.cup, strict=True)
        for _ in range(count)
    ]
    counted: dict[tuple[int, int], int] = {}
    for chosen in combinations(hits, draws):
        key = sum(a for a, _ in chosen), sum(d for _, d in chosen)
        counted[key] = counted.get(key, 0) + 1
    return {key: Fraction(n, comb(len(hits), draws)) for key, n in counted.items()}


def test_the_chances_of_one_chit_are_a_count_of_the_cup() -> None:
    """At 2:1 on open ground: 10 chits hit the defender, 2 the attacker, 2 both, 26 neither."""
    game = plain()
    found = distribution.classes_of(game.state, battle(game, "0708", *PAIR))

    # R1 3, R2 4, R5 1 and BT 2; RS 2; AT2 2; the rest does nothing.
    assert found == {(0, 1): 10, (1, 0): 2, (1, 1): 2, (0, 0): 26}


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_the_chances_are_those_of_every_single_draw(draws: int) -> None:
    game = plain()
    found = battle(game, "0708", *PAIR, tactics=("Artillery", "Infiltration"))
    ways = distribution.ways(distribution.classes_of(game.state, found), draws)[draws]

    total = comb(40, draws)
    assert {hits: Fraction(n, total) for hits, n in ways.items()} == by_hand(game, found, draws)


def test_they_add_up_to_one_for_every_number_that_can_be_drawn() -> None:
    game = plain()
    found = distribution.distributions(
        game.state, battle(game, "0708", *PAIR, tactics=("Artillery",))
    )

    assert list(found) == [2, 3]
    assert all(sum(chances.values()) == 1 for chances in found.values())


def test_chits_that_are_out_of_the_cup_do_not_come_up() -> None:
    game = plain()
    game.state.cup = [2 if chit.key == "BT" else 0 for chit in game.kit.chits]
    found = distribution.distributions(game.state, battle(game, "0708", *PAIR))

    assert found == {2: {(0, 2): Fraction(1)}}


def test_hits_are_those_after_adjustment() -> None:
    game = position(f"0608 394/99/V   {GERMANS}", dispersed="394/99/V")
    game.state.cup = [2 if chit.key == "AT2" else 0 for chit in game.kit.chits]
    found = distribution.distributions(game.state, battle(game, "0608", *PAIR))

    assert found == {2: {(1, 1): Fraction(1)}}  # a town, and all defenders Dispersed


def test_the_whole_cup_can_be_counted() -> None:
    game = plain()
    found = distribution.classes_of(game.state, battle(game, "0708", *PAIR))
    everything = distribution.ways(found, 40)

    assert everything[40] == {(4, 12): 1}
    assert [sum(ways.values()) for ways in everything] == [comb(40, n) for n in range(41)]


def test_each_tactic_in_hand_is_tried() -> None:
    game = plain(hand=(1, 5, 34), active=PAIR[0])  # Artillery, Press the Attack, Fixed Artillery
    found = battle(game, "0708", *PAIR)
    what_if = distribution.what_ifs(game.state, found, GERMAN)

    assert set(what_if) == {"Artillery", "Press the Attack", "Fixed Artillery"}
    assert max(what_if["Press the Attack"]) == 3
    assert what_if["Artillery"] == what_if["Fixed Artillery"]
    now = distribution.distributions(game.state, found)[2]
    assert distribution.expected(what_if["Artillery"][2])[1] > distribution.expected(now)[1]


def test_the_preview_of_an_attack_reads_ratio_chits_and_outcomes() -> None:
    game = plain(active=" ".join(PAIR), stage="attack")
    found = distribution.preview(game.state, GERMAN, parse("Attack 0708"))
    assert found is not None

    assert found.line.startswith("6:3 = 2:1 · 2 chits, 2 drawn")
    assert found.tally.total == 2
    assert sum(p for _, p in found.outcomes) == 1
    none = dict(found.outcomes)["0/0 attacker/defender hits"]
    assert none == Fraction(26 * 25, 40 * 39)


def test_the_preview_follows_the_attack_as_it_is_put_together() -> None:
    game = plain(active=" ".join(PAIR), stage="attack").play("Attack 0708", "Commit 27/12VG/ISS")
    one = distribution.preview(game.state, GERMAN, parse("Launch"))
    two = distribution.preview(game.state, GERMAN, parse("Commit 48/12VG/ISS"))
    assert one is not None
    assert two is not None

    assert one.line.startswith("3:3 = 1:1")
    assert one.tally.total == 2  # one unit, but two steps defend
    assert two.line.startswith("6:3 = 2:1")
    assert distribution.preview(game.state, GERMAN, parse("CallOff")) is None


def test_the_preview_of_a_tactic_and_of_a_number_of_chits() -> None:
    game = plain(hand=(1,), active=" ".join(PAIR))
    fight(game, "0708", *PAIR, stage="tactics")
    tactic = distribution.preview(game.state, GERMAN, parse("Play 1 Artillery"))
    assert tactic is not None
    assert "Artillery" in tactic.line
    assert tactic.tally.total == 3

    counting = plain()
    fight(counting, "0708", *PAIR, stage="count", tactics=("Artillery",))
    chits = distribution.preview(counting.state, GERMAN, parse("Draw 2"))
    assert chits is not None
    assert "2 drawn" in chits.line
