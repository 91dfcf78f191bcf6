"""Combat tactics and chits, from the lines L50 to L85 of the published summary alone."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_cards import put_card
from ea_combat import battle, fight
from ea_lines import PAIR, allied_card, refused, south

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.decisions import (
    Rallying,
    Tactics,
)
from grognard.titles.ardennes.position.state import PILE
from grognard.titles.ardennes.rules.fighting import chits, tactics
from grognard.titles.ardennes.rules.fighting.battle import battle_of


@pytest.mark.rule("EA-CT.d")
def test_fixed_artillery_reaches_four_hexes_from_the_westwall() -> None:
    """L56: 2407 is three hexes from 2205; Mersch 2410 is five from the nearest, 2106."""
    for target, origin, rule in (("2407", "2406", None), ("2410", "2310", "EA-CT.d")):
        game = south(f"{target} 12/4/XII   {origin} 316/212/LXXX", german="2305 2210 2108")
        assert refused(game, battle(game, target, PAIR[0]), "Fixed Artillery") == rule


@pytest.mark.rule("EA-CT.e", "EA-CT.f")
def test_infiltration_flanks_in_the_open_and_not_in_a_town() -> None:
    """L57: infantry against 2407, and against Diekirch."""
    open_ = south("2407 12/4/XII   2406 316/212/LXXX")
    town = position("2108 109/28/VIII   2008 352/LXXXV", day=18)
    used = {"tactics": ("Infiltration",)}

    assert "flank" in chits.situations(open_.state, battle(open_, "2407", PAIR[0], **used))
    assert "flank" not in chits.situations(open_.state, battle(open_, "2407", PAIR[0]))
    assert "flank" not in chits.situations(town.state, battle(town, "2108", "352/LXXXV", **used))
    panzers = south("2407 12/4/XII   2406 FuhGren/LIII", day=21)
    assert refused(panzers, battle(panzers, "2407", "FuhGren/LIII"), "Infiltration") == "EA-CT.e"


@pytest.mark.rule("EA-CT.h", "EA-CT.i")
def test_a_battalion_makes_six_to_three_out_of_five() -> None:
    """L58: 276 has 5 against 3; with a battalion 6, which is 2:1, and it has Armor."""
    game = south("2407 12/4/XII   2406 276/LXXX")
    plain = battle(game, "2407", "276/LXXX")
    backed = battle(game, "2407", "276/LXXX", tactics=("Panzer Battalion",))

    assert chits.strengths(game.state, plain) == (5, 3)
    assert chits.strengths(game.state, backed) == (6, 3)
    assert "armor_a" not in chits.situations(game.state, plain)
    assert "armor_a" in chits.situations(game.state, backed)


@pytest.mark.rule("EA-CT.n")
def test_a_german_stack_that_reinforces_is_no_stronger_than_the_defence() -> None:
    """L62: 316 defends with 3; 320 with 3 may come, the brigade with 6 may not."""
    text = "2406 316/212/LXXX   2407 CCA/10A/XII   2305 {}"
    for name, may in (("320/212/LXXX", True), ("FuhGren/LIII", False)):
        game = south(text.format(name), day=21, hand=[71])
        fight(game, "2406", "CCA/10A/XII", side="allied", stage="answer")
        game.play('Play 71 "Reinforce Battle"')
        assert isinstance(game.top, Rallying) == may


@pytest.mark.rule("EA-CH.h", "EA-CT.o")
def test_screen_takes_two_from_the_most() -> None:
    """L63, L81: four regiments, least 1, most 4; with a Screen 2."""
    text = "2407 12/4/XII:1   2406 316/212/LXXX 320/212/LXXX 423/212/LXXX   2306 14/5F/LXXXV"
    game = south(text)
    units = (*PAIR, "423/212/LXXX", "14/5F/LXXXV")

    assert chits.limits(game.state, battle(game, "2407", *units)) == (1, 4)
    assert chits.limits(game.state, battle(game, "2407", *units, answers=("Screen",))) == (1, 2)


@pytest.mark.rule("EA-CT.p", "EA-SU.i")
def test_a_spearhead_that_cannot_trace_gets_no_tactic() -> None:
    """L67, L112: the bridge behind it is the enemy's, so nobody in the attack is in supply."""
    cut = south("2407 12/4/XII   2406 316/212/LXXX", bridges={"2205/2305": "allied"})
    fed = south("2407 12/4/XII   2406 316/212/LXXX")

    assert refused(cut, battle(cut, "2407", PAIR[0]), "Artillery") in ("EA-CT.p", "EA-SU.i")
    assert refused(fed, battle(fed, "2407", PAIR[0]), "Artillery") is None


@pytest.mark.rule("EA-CT.q")
def test_a_division_card_of_value_two_allows_two_tactics() -> None:
    """L68: card 62, the 212th, has Command Value 2; the third tactic is one too many."""
    text = "2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX"
    game = south(text, hand=[62, 63, 66, 67])
    game.play("Activate 62 212", "Done", "Attack 2407", *(f"Commit {u}" for u in PAIR), "Launch")
    game.play('Play 63 "Infiltration"', 'Play 66 "Fixed Artillery"')

    assert not isinstance(game.top, Tactics)  # nothing is left to be played, so nobody is asked
    assert limited(game) == "EA-CT.q"


def limited(game: Game) -> str | None:
    """The rule against one more tactic of the attacker in the combat on the table."""
    why = tactics.limit_refusal(game.state, battle_of(game.state), GERMAN)
    return None if why is None else why.rule


@pytest.mark.rule("EA-CT.s")
def test_nobody_plays_a_tactic_for_vdh() -> None:
    """L69: paratroops among the attackers of Bütgenbach."""
    game = position("0608 16/1/V   0607 VDH/ISS 27/12VG/ISS", day=18)

    assert refused(game, battle(game, "0608", "VDH/ISS", "27/12VG/ISS"), "Artillery") == "EA-CT.s"
    assert refused(game, battle(game, "0608", "27/12VG/ISS"), "Artillery") is None


@pytest.mark.rule("EA-CT.u", "EA-CT.y", "EA-CT.v")
@pytest.mark.parametrize(("steps", "joined"), [("", True), (" 22/4/XII", False)])
def test_a_unit_of_the_cards_division_joins_fewer_than_four_steps(steps: str, joined: bool) -> None:
    """L71, L72: card 23 is the 4th Division; 8/4 waits in Reserve."""
    text = f"2407 12/4/XII{steps}   2406 316/212/LXXX 320/212/LXXX"
    game = south(text, reserve="8/4/XII")
    put_card(game, ALLIED, 23, PILE)
    fight(game, "2407", *PAIR, stage="answer")
    allied_card(game, 23)

    assert (game.where("8/4/XII") == "2407") == joined
    assert ("Artillery" in battle_of(game.state).answers) == (not joined)  # L73


@pytest.mark.rule("EA-CT.z")
def test_a_card_of_another_formation_gives_its_tactic() -> None:
    """L73: card 7, the 99th Division, has a Screen, and nobody of it is there."""
    game = south("2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX", reserve="8/4/XII")
    put_card(game, ALLIED, 7, PILE)
    fight(game, "2407", *PAIR, stage="answer")
    allied_card(game, 7)

    assert game.where("8/4/XII") == "reserve"
    assert battle_of(game.state).answers == ("Screen",)


@pytest.mark.rule("EA-CH.a", "EA-CH.b", "EA-CH.c", "EA-CH.d", "EA-CH.e")
def test_the_chits_of_an_elite_brigade_and_two_regiments() -> None:
    """L74 to L78: least 2 steps; most 3 units, 1 tactic, 1 for three steps, 1 for elite: 6."""
    text = "2407 12/4/XII   2406 FuhGren/LIII 316/212/LXXX 320/212/LXXX"
    game = south(text, day=21)
    found = battle(game, "2407", "FuhGren/LIII", *PAIR, tactics=("Artillery",))

    assert chits.limits(game.state, found) == (2, 6)


@pytest.mark.rule("EA-CH.f", "EA-CH.g")
@pytest.mark.parametrize(("marker", "most"), [("", 2), ("unsupplied", 3), ("isolated", 4)])
def test_more_chits_against_the_unsupplied_and_the_isolated(marker: str, most: int) -> None:
    """L79, L80, L119: one more, or two."""
    names = {marker: "12/4/XII"} if marker else {}
    game = south("2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX", **names)

    assert chits.limits(game.state, battle(game, "2407", *PAIR))[1] == most


@pytest.mark.rule("EA-CH.i", "EA-CH.j", "EA-CH.k")
@pytest.mark.parametrize(
    ("text", "target", "unit", "side", "dug", "left"),
    [
        ("2108 109/28/VIII   2008 352/LXXXV", "2108", "352/LXXXV", "german", "", 1),
        ("2407 12/4/XII   2406 276/LXXX", "2407", "276/LXXX", "german", "2407", 1),
        ("2407 12/4/XII   2406 276/LXXX", "2407", "276/LXXX", "german", "", 2),
        ("2404 423/212/LXXX   2405 12/4/XII", "2404", "12/4/XII", "allied", "", 1),
        ("2404 12/4/XII   2405 276/LXXX", "2404", "276/LXXX", "german", "", 2),
        ("2809 2/5/XII   2709 276/LXXX", "2809", "276/LXXX", "german", "", 1),
    ],
)
def test_two_hits_in_town_dug_in_or_in_the_westwall(
    text: str, target: str, unit: str, side: str, dug: str, left: int
) -> None:
    """L83: one fewer in a town, a city, an Improved Position, or for Germans in the Westwall."""
    game = south(text, dug_in=dug)
    found = battle(game, target, unit, side=side)

    assert chits.defender_hits(game.state, found, 2).total == left
