"""Taking hits: who loses a step, who goes back, who is Dispersed."""

from __future__ import annotations

import pytest
from ea import position
from ea_combat import hit, lost

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import Hits

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")
PLAIN = f"0708 394/99/V   {GERMANS}"


# -- spreading losses -------------------------------------------------------------------------


@pytest.mark.rule("EA-CR.a")
def test_of_two_losses_on_two_units_each_takes_one() -> None:
    game = hit(position(PLAIN, game="2p"), "0708", *PAIR, a=3)
    game.play("Lose 27/12VG/ISS")

    assert game.rule("Lose 27/12VG/ISS") == "EA-CR.a"
    assert game.allows("Lose 48/12VG/ISS")


@pytest.mark.rule("EA-CR.b")
def test_losses_are_spread_over_the_hexes_too() -> None:
    text = f"0708 394/99/V   {GERMANS}   0808 89/12VG/ISS 5/3F/ISS"
    game = hit(position(text), "0708", *PAIR, "89/12VG/ISS", "5/3F/ISS", a=3)
    game.play("Lose 27/12VG/ISS")

    assert game.rule("Lose 48/12VG/ISS") == "EA-CR.b"
    assert game.allows("Lose 89/12VG/ISS")


@pytest.mark.rule("EA-CR.b")
def test_the_loss_of_a_unit_that_died_counts_for_its_hex() -> None:
    text = "0708 394/99/V   0707 27/12VG/ISS:1 48/12VG/ISS   0808 89/12VG/ISS 5/3F/ISS"
    game = hit(position(text), "0708", *PAIR, "89/12VG/ISS", "5/3F/ISS", a=3)
    game.play("Lose 27/12VG/ISS")
    assert game.where("27/12VG/ISS") == "dead"

    assert game.rule("Lose 48/12VG/ISS") == "EA-CR.b"
    assert {"Lose 89/12VG/ISS", "Lose 5/3F/ISS"} <= set(game.offers())


def test_only_units_of_the_combat_take_its_hits() -> None:
    game = hit(position(PLAIN), "0708", "27/12VG/ISS", "48/12VG/ISS", a=1)

    assert game.rule("Lose 5/3F/ISS") == "EA-S.69"
    assert game.rule("Lose 394/99/V") == "EA-S.13"
    assert game.rule("Done") == "EA-S.1"


# -- the attacker, a player -------------------------------------------------------------------


@pytest.mark.rule("EA-CR.l")
def test_the_first_hit_on_an_attacker_is_a_step_loss() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, a=2)

    assert game.offers() == ["Lose 27/12VG/ISS", "Lose 48/12VG/ISS"]
    assert game.rule("Disperse") == "EA-CR.l"
    assert game.rule("Retreat 0706") == "EA-CR.m"


@pytest.mark.rule("EA-CR.m")
def test_dispersal_takes_up_two_hits_after_the_first() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, a=3)
    game.play("Lose 27/12VG/ISS", "Disperse")

    assert game.state.battle is None
    assert lost(game) == ["27/12VG/ISS"]
    assert game.state.dispersed == game.units(*PAIR)


@pytest.mark.rule("EA-CR.m")
def test_the_fourth_hit_is_a_step_loss_again() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, a=4)
    game.play("Lose 27/12VG/ISS", "Disperse")

    assert lost(game) == ["27/12VG/ISS", "48/12VG/ISS"]  # no choice is left


@pytest.mark.rule("EA-CR.m")
def test_dispersal_is_no_more_than_two_hits_and_may_be_left() -> None:
    game = hit(position(PLAIN), "0708", *PAIR, a=5)
    game.play("Lose 27/12VG/ISS", "Lose 48/12VG/ISS", "Disperse")
    assert game.rule("Disperse") == "EA-CR.m"
    game.play("Lose 27/12VG/ISS")

    assert game.where("27/12VG/ISS") == "dead"
    assert game.state.dispersed == game.units("48/12VG/ISS")


def test_hits_beyond_the_last_step_are_gone() -> None:
    game = hit(position("0708 394/99/V   0707 27/12VG/ISS:1"), "0708", "27/12VG/ISS", a=3)

    assert game.where("27/12VG/ISS") == "dead"
    assert game.state.battle is None


@pytest.mark.rule("EA-S.50")
def test_with_two_players_the_allied_attacker_takes_hits_alike() -> None:
    game = position("0707 27/12VG/ISS   0708 16/1/V 9/2/V", game="2p")
    hit(game, "0707", "16/1/V", "9/2/V", side="allied", a=2)
    assert game.top == Hits(ALLIED)
    assert game.rule("Disperse") == "EA-CR.l"

    game.play("Lose 16/1/V", "Disperse")
    assert game.state.dispersed == game.units("16/1/V", "9/2/V")


# -- the defender, a player -------------------------------------------------------------------


@pytest.mark.rule("EA-CR.n")
def test_a_german_defender_loses_a_step_or_goes_back_as_he_likes() -> None:
    game = position("0604 27/12VG/ISS   0605 16/1/V")
    hit(game, "0604", "16/1/V", side="allied", d=2)
    assert game.top == Hits(GERMAN)
    assert game.allows("Lose 27/12VG/ISS")
    assert game.rule("Disperse") == "EA-CR.n"

    game.play("Retreat 0503", "Lose 27/12VG/ISS")
    assert game.where("27/12VG/ISS") == "0503"
    assert game.steps("27/12VG/ISS") == 1


@pytest.mark.rule("EA-CR.n")
def test_he_retreats_two_hexes_at_most() -> None:
    game = position("0604 27/12VG/ISS 48/12VG/ISS   0605 16/1/V")
    hit(game, "0604", "16/1/V", side="allied", d=3)
    game.play("Retreat 0503", "Retreat 0502")

    assert game.rule("Retreat 0501") == "EA-CR.n"
    assert game.offers() == ["Lose 27/12VG/ISS", "Lose 48/12VG/ISS"]


@pytest.mark.rule("EA-S.50", "EA-CR.n")
def test_with_two_players_the_allied_defender_chooses_likewise() -> None:
    game = hit(position(PLAIN, game="2p"), "0708", *PAIR, d=1)

    assert game.top == Hits(ALLIED)
    assert game.allows("Lose 394/99/V")
    assert game.allows("Retreat 0709")
