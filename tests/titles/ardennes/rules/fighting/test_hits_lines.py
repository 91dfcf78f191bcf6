"""Combat resolution, from the lines L146 to L165 of the published summary alone."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import hit, lost
from ea_lines import ALLIES, PAIR, south
from ea_script import ring

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    HoldCheck,
)


def held(game: Game) -> int:
    assert isinstance(game.top, HoldCheck), game.top
    return game.top.number


@pytest.mark.rule("EA-CR.g")
@pytest.mark.parametrize(("roll", "where"), [(3, "2407"), (4, "2408")])
def test_in_the_open_two_steps_hold_on_three(roll: int, where: str) -> None:
    """L153: Hold Value 1 and two steps; 2408 is the westernmost way back (L178)."""
    game = hit(south(ALLIES), "2407", *PAIR, d=1).roll(roll)

    assert game.where("CCA/10A/XII") == where
    assert game.steps("CCA/10A/XII") == (1 if where == "2407" else 2)


@pytest.mark.rule("EA-CR.e", "EA-CR.i", "EA-CR.g")
@pytest.mark.parametrize(("roll", "dispersed"), [(5, False), (6, True)])
def test_two_hits_on_two_steps_are_a_hex_and_then_a_check(roll: int, dispersed: bool) -> None:
    """L152, L155: back to 2408 without a roll, then 1 and 2 and 2 more for the hex."""
    game = hit(south(ALLIES), "2407", *PAIR, d=2)
    assert game.where("CCA/10A/XII") == "2408"
    game.roll(roll)

    assert game.has("dispersed", "CCA/10A/XII") == dispersed  # L150: two hexes
    assert game.steps("CCA/10A/XII") == (2 if dispersed else 1)


@pytest.mark.rule("EA-CR.d")
def test_after_two_hexes_the_third_hit_is_a_step() -> None:
    """L151, L152: 3 and then 2 hits are no fewer than the steps; two hexes, without a roll."""
    game = hit(south(ALLIES), "2407", *PAIR, d=3)

    assert len(game.told(ev.RetreatMade)) == 2
    assert game.steps("CCA/10A/XII") == 1
    assert game.has("dispersed", "CCA/10A/XII")


@pytest.mark.rule("EA-CR.f")
def test_a_loss_that_would_cost_the_zoc_is_a_retreat() -> None:
    """L152: of the two cavalry groups one has a single step; without it the other has no ZOC."""
    text = "2407 2Cav/XII:1 6Cav/III:1   2406 316/212/LXXX 320/212/LXXX"
    game = hit(south(text), "2407", *PAIR, d=1)

    assert game.told(ev.HoldRolled) == []
    assert game.at("2408") == {"2Cav/XII", "6Cav/III"}


@pytest.mark.rule("EA-CR.j")
@pytest.mark.parametrize(("attackers", "number"), [("2206", 9), ("2306", 7), ("2206 2306", 7)])
def test_two_more_with_all_attackers_beyond_the_river(attackers: str, number: int) -> None:
    """L156: Echternach holds on 5 and 2 steps; an attack out of 2205 comes over the Sûre."""
    where = {"2206": "2205", "2306": "2306"}
    names = dict(zip(attackers.split(), PAIR, strict=False))
    text = "2305 12/4/XII   " + "  ".join(f"{where[h]} {n}" for h, n in names.items())
    game = hit(position(text, day=18), "2305", *names.values(), d=1)

    assert held(game) == number


@pytest.mark.rule("EA-CR.h")
def test_three_less_for_a_regiment_out_of_communication() -> None:
    """L154: ringed at three hexes around 1816, in the open: 1 and 2 less 3."""
    text = f"1616 110/28/VIII   {ring('1616', 3)}   1615 3/2P/XLVII"
    game = hit(position(text, day=20), "1616", "3/2P/XLVII", d=1)

    # Everywhere out of supply a hex costs a step (L176): 4 more by L157.
    assert held(game) == 1 + 2 - 3 + 4


@pytest.mark.rule("EA-CR.l", "EA-CR.m")
def test_a_german_attacker_takes_one_step_and_absorbs_two() -> None:
    """L158 to L160: three hits on two regiments."""
    game = hit(south(ALLIES), "2407", *PAIR, a=3)
    assert game.rule("Disperse") == "EA-CR.l"
    game.play("Lose 316/212/LXXX", "Disperse")

    assert (game.steps(PAIR[0]), game.steps(PAIR[1])) == (1, 2)
    assert game.has("dispersed", PAIR[0])
    assert game.has("dispersed", PAIR[1])


@pytest.mark.rule("EA-CR.c")
def test_allied_losses_begin_with_the_highest_number_of_several_steps() -> None:
    """L149: 22/4 is # 12 and has one step, 8/4 # 11 and CCA # 1 have two."""
    text = "2407 CCA/10A/XII 8/4/XII 22/4/XII:1   2406 316/212/LXXX 320/212/LXXX"
    game = hit(south(text), "2407", *PAIR, d=3, retreated=2)

    assert lost(game) == ["8/4/XII", "CCA/10A/XII", "22/4/XII"]


@pytest.mark.rule("EA-CR.p", "EA-CR.q", "EA-CR.r", "EA-CR.s", "EA-CR.u")
@pytest.mark.parametrize(
    ("units", "hits", "losses", "dispersed"),
    [
        ("CCA/10A/XII", 1, 1, False),
        ("CCA/10A/XII", 2, 1, True),  # one step left when the second falls
        ("CCA/10A/XII 2/5/XII 10/5/XII", 2, 2, False),  # five left
        ("CCA/10A/XII 2/5/XII 10/5/XII", 3, 2, True),
        ("CCA/10A/XII 2/5/XII 10/5/XII", 4, 2, True),  # ignored
    ],
)
def test_hits_on_an_allied_attacker(units: str, hits: int, losses: int, dispersed: bool) -> None:
    """L161 to L165: against 2406 from 2407."""
    game = south(f"2407 {units}   2406 316/212/LXXX", day=22)
    hit(game, "2406", *units.split(), side="allied", a=hits)

    assert len(lost(game)) == losses
    assert game.has("dispersed", "CCA/10A/XII") == dispersed


@pytest.mark.rule("EA-CR.t")
def test_the_fourth_hit_on_a_small_attacker_is_his_second_loss() -> None:
    """L165: a step, Dispersed, nothing, a step: two regiments of two steps lose one each."""
    game = south("2407 12/4/XII 8/4/XII:1   2406 316/212/LXXX")
    hit(game, "2406", "12/4/XII", "8/4/XII", side="allied", a=4)

    assert len(lost(game)) == 2
