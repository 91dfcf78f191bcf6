"""Chits: how many, what each says, and the hits they come to (EA-CH.a to EA-CH.o, EA-S.70)."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_combat import battle, draw, fight, parts

from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import ChitCount, ChitDraw
from grognard.titles.ardennes.position.questions import QUESTIONS
from grognard.titles.ardennes.rules.fighting import chits
from grognard.waist.chance import Pick

GERMANS = "0707 27/12VG/ISS 48/12VG/ISS"
PAIR = ("27/12VG/ISS", "48/12VG/ISS")


def most(game: Game, target: str, *units: str, **fields: object) -> dict[str, int]:
    return parts(chits.most(game.state, battle(game, target, *units, **fields)))


def true(game: Game, target: str, *units: str, **fields: object) -> frozenset[str]:
    found = chits.situations(game.state, battle(game, target, *units, **fields))
    return found - {"always"}


# -- how many ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-CH.a")
def test_the_fewest_chits_are_the_defending_steps() -> None:
    game = position(f"0708 394/99/V 16/1/V:1   {GERMANS}")

    assert chits.fewest(game.state, battle(game, "0708", *PAIR)).total == 3


@pytest.mark.rule("EA-CH.a", "EA-CH.b")
def test_the_attacker_draws_between_the_fewest_and_the_most() -> None:
    game = position(f"0708 394/99/V:1   {GERMANS}")
    fight(game, "0708", *PAIR, stage="count")

    assert game.offers() == ["Draw 1", "Draw 2"]
    assert game.rule("Draw 0") == "EA-CH.a"
    assert game.rule("Draw 3") == "EA-CH.b"
    assert game.rule("Done") == "EA-S.1"


@pytest.mark.rule("EA-CH.b")
def test_bracketed_units_add_nothing_to_the_most() -> None:
    game = position("0708 394/99/V   0707 27/12VG/ISS 501/ISS")

    assert most(game, "0708", "27/12VG/ISS", "501/ISS") == {"EA-CH.b": 1}


@pytest.mark.rule("EA-CH.c", "EA-CT.j")
def test_each_tactic_of_the_attacker_adds_a_chit_and_press_the_attack_no_more() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")
    plain = battle(game, "0708", *PAIR)
    pressed = battle(game, "0708", *PAIR, tactics=("Press the Attack", "Press the Attack"))

    assert parts(chits.most(game.state, pressed)) == {"EA-CH.b": 2, "EA-CH.c": 2}
    assert chits.situations(game.state, pressed) == chits.situations(game.state, plain)
    assert chits.strengths(game.state, pressed) == (6, 3)


@pytest.mark.rule("EA-CH.c", "EA-S.28")
def test_a_tactic_that_is_given_adds_a_chit_too() -> None:
    game = position("0707 27/12VG/ISS   0708 16/1/V")
    given = {"tactics": ("Artillery",), "gifts": ("Tank Battalion",)}

    assert most(game, "0707", "16/1/V", side="allied", **given) == {"EA-CH.b": 1, "EA-CH.c": 2}


@pytest.mark.rule("EA-CH.d")
def test_each_attacking_unit_of_three_steps_adds_a_chit() -> None:
    game = position("0708 5/GA/XXX   0707 277/LXVII:3   0808 246/LXVII:2")

    assert most(game, "0708", "277/LXVII", "246/LXVII") == {"EA-CH.b": 2, "EA-CH.d": 1}


@pytest.mark.rule("EA-CH.d")
def test_by_the_other_reading_it_is_the_defenders_large_units() -> None:
    text = "0708 5/GA/XXX   0707 277/LXVII   0808 246/LXVII"
    game = position(text, options={"big_units": "defender"})

    assert most(game, "0708", "277/LXVII", "246/LXVII") == {"EA-CH.b": 2, "EA-CH.d": 1}


@pytest.mark.rule("EA-CH.e")
def test_elite_attackers_add_one_chit_however_many_they_are() -> None:
    game = position("0708 394/99/V   0707 25/12SS/ISS 26/12SS/ISS")

    assert most(game, "0708", "25/12SS/ISS") == {"EA-CH.b": 1, "EA-CH.e": 1}
    assert most(game, "0708", "25/12SS/ISS", "26/12SS/ISS") == {"EA-CH.b": 2, "EA-CH.e": 1}


@pytest.mark.rule("EA-CH.b", "EA-CH.e")
def test_a_bracketed_elite_unit_adds_none() -> None:
    game = position("0708 394/99/V   0707 VDH/ISS 27/12VG/ISS 25/12SS/ISS")

    assert most(game, "0708", "27/12VG/ISS", "VDH/ISS") == {"EA-CH.b": 1}
    assert most(game, "0708", "25/12SS/ISS", "VDH/ISS") == {"EA-CH.b": 1, "EA-CH.e": 1}


@pytest.mark.rule("EA-CH.f")
def test_defenders_all_out_of_supply_add_a_chit() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"
    all_out = position(text, unsupplied="394/99/V 16/1/V")
    one_out = position(text, unsupplied="394/99/V")

    assert most(all_out, "0708", *PAIR) == {"EA-CH.b": 2, "EA-CH.f": 1}
    assert most(one_out, "0708", *PAIR) == {"EA-CH.b": 2}


@pytest.mark.rule("EA-CH.g")
def test_isolated_defenders_add_two_and_not_the_one_of_out_of_supply_as_well() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", isolated="394/99/V", unsupplied="394/99/V")

    assert most(game, "0708", *PAIR) == {"EA-CH.b": 2, "EA-CH.g": 2}


@pytest.mark.rule("EA-CH.f", "EA-CH.g")
def test_a_mixed_stack_counts_as_out_of_supply_or_by_the_other_setting_as_neither() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"
    mixed = {"unsupplied": "394/99/V", "isolated": "16/1/V"}

    assert most(position(text, **mixed), "0708", *PAIR) == {"EA-CH.b": 2, "EA-CH.f": 1}
    neither = position(text, **mixed, options={"mixed_supply": "none"})
    assert most(neither, "0708", *PAIR) == {"EA-CH.b": 2}


@pytest.mark.rule("EA-CH.h")
def test_screen_takes_two_chits_off_the_most() -> None:
    game = position(f"0708 394/99/V   {GERMANS} 89/12VG/ISS")
    units = (*PAIR, "89/12VG/ISS")

    assert most(game, "0708", *units, answers=("Screen",)) == {"EA-CH.b": 3, "EA-CH.h": -2}


def test_fury_of_bastogne_favours_victory_hexes() -> None:
    text = "0708 394/99/V   0710 16/1/V   0709 27/12VG/ISS"
    game = position(text, day=20, today=frozenset({"Fury of Bastogne"}))

    assert sum(most(game, "0710", "27/12VG/ISS").values()) == 3
    assert sum(most(game, "0708", "27/12VG/ISS").values()) == -1


@pytest.mark.rule("EA-S.47")
def test_an_attack_with_too_few_chits_draws_the_fewest() -> None:
    game = position("0708 394/99/V 16/1/V   0707 27/12VG/ISS")
    fight(game, "0708", "27/12VG/ISS", stage="count")

    assert isinstance(game.top, ChitDraw)
    assert game.told(ev.ChitsChosen)[0].count == 4


@pytest.mark.rule("EA-S.47")
def test_no_more_chits_are_drawn_than_the_cup_holds() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")
    game.state.cup = [1] + [0] * (len(game.kit.chits) - 1)

    assert chits.limits(game.state, battle(game, "0708", *PAIR)) == (1, 1)


# -- strength and ratio -----------------------------------------------------------------------


@pytest.mark.rule("EA-S.40")
@pytest.mark.parametrize("bridge", ["allied", "destroyed"])
def test_units_attacking_over_a_river_are_halved_one_by_one(bridge: str) -> None:
    text = "1009 394/99/V   1008 27/12VG/ISS 12/12SS/ISS"
    game = position(text, bridges={"1008/1009": bridge})

    found = battle(game, "1009", "27/12VG/ISS", "12/12SS/ISS")
    assert chits.strengths(game.state, found) == (4, 3)  # 3 // 2 + 6 // 2


@pytest.mark.rule("EA-S.40")
def test_units_on_the_near_bank_are_not_halved() -> None:
    game = position("1009 394/99/V   1008 27/12VG/ISS   1010 12/12SS/ISS")

    found = battle(game, "1009", "27/12VG/ISS", "12/12SS/ISS")
    assert chits.strengths(game.state, found) == (7, 3)


@pytest.mark.rule("EA-CT.h")
def test_a_battalion_adds_one_to_its_sides_strength() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")
    tactics = {"tactics": ("Panzer Battalion",), "answers": ("Tank Battalion",)}

    assert chits.strengths(game.state, battle(game, "0708", *PAIR, **tactics)) == (7, 4)


def test_a_city_and_the_westwall_double_the_defence_the_wall_for_germans_alone() -> None:
    game = position("0116 394/99/V   0806 5/3F/ISS   0705 89/12VG/ISS   0906 16/1/V")

    def strength(label: str) -> int:
        return chits.defence_strength(game.state, game.hex(label))

    assert strength("0116") == 6
    assert strength("0705") == 6
    assert strength("0806") == 3
    assert strength("0906") == 4


def reads(kind: str, attack: int, defence: int, *situations: str) -> tuple[int, int]:
    game = position()
    found = next(chit for chit in game.kit.chits if chit.key == kind)
    return chits.read_chit(found, frozenset({"always", *situations}), attack, defence)[1:]


@pytest.mark.rule("EA-S.70")
@pytest.mark.parametrize(
    ("kind", "attack", "defence", "hits"),
    [
        ("R1", 3, 3, (0, 1)),
        ("R1", 2, 3, (1, 0)),
        ("R2", 6, 3, (0, 1)),
        ("R2", 5, 3, (0, 0)),
        ("R3", 5, 3, (1, 0)),
        ("R4", 12, 3, (0, 2)),
        ("R5", 9, 3, (0, 2)),
        ("R5", 8, 3, (0, 1)),
        ("R5", 5, 3, (1, 0)),
        ("AT2", 1, 1, (1, 1)),
        ("NO", 9, 1, (0, 0)),
    ],
)
def test_the_first_true_line_of_a_chit_counts(
    kind: str, attack: int, defence: int, hits: tuple[int, int]
) -> None:
    assert reads(kind, attack, defence) == hits


@pytest.mark.rule("EA-S.70")
def test_a_chit_with_both_lines_true_is_read_by_the_first() -> None:
    assert reads("AT", 1, 1, "artillery_a", "artillery_d") == (0, 1)
    assert reads("AT", 1, 1, "artillery_d") == (1, 0)
    assert reads("AT", 1, 1) == (0, 0)


@pytest.mark.rule("EA-S.70")
def test_chits_stay_out_of_the_cup_until_the_combat_is_over() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")
    fight(game, "0708", *PAIR, stage="draw", chosen=2)

    def among() -> int:
        drawing = QUESTIONS[ChitDraw].draw
        assert drawing is not None
        asked = drawing(game.state, game.top)
        assert isinstance(asked, Pick)
        return asked.among

    assert among() == 40
    draw(game, "NO")
    assert among() == 39
    draw(game, "NO")
    assert sum(game.state.cup) == 40
    assert game.told(ev.CombatOver)


# -- situations -------------------------------------------------------------------------------


@pytest.mark.rule("EA-CT.a")
def test_airpower_and_artillery_make_their_situation_true_for_their_side() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert true(game, "0708", *PAIR, tactics=("Airpower",)) == {"airpower_a"}
    assert true(game, "0708", *PAIR, answers=("Airpower",)) == {"airpower_d"}
    assert true(game, "0708", *PAIR, tactics=("Artillery",)) == {"artillery_a"}
    assert true(game, "0708", *PAIR, answers=("Artillery",)) == {"artillery_d"}


@pytest.mark.rule("EA-S.75")
def test_corps_artillery_works_as_artillery() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert true(game, "0708", *PAIR, answers=("Corps Artillery",)) == {"artillery_d"}


@pytest.mark.rule("EA-CT.d")
def test_fixed_artillery_counts_as_artillery() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert true(game, "0708", *PAIR, tactics=("Fixed Artillery",)) == {"artillery_a"}


@pytest.mark.rule("EA-S.71")
@pytest.mark.parametrize(
    ("second", "flank"),
    [("0707", False), ("0808", False), ("0608", False), ("0809", True), ("0709", True)],
)
def test_flank_takes_attackers_with_a_hex_between_them_both_ways_round(
    second: str, flank: bool
) -> None:
    game = position(f"0708 394/99/V   0707 27/12VG/ISS   {second} 48/12VG/ISS")

    assert ("flank" in true(game, "0708", *PAIR)) == flank


@pytest.mark.rule("EA-S.71", "EA-CT.f")
def test_nobody_is_flanked_in_a_town() -> None:
    game = position("0608 394/99/V   0607 27/12VG/ISS   0609 48/12VG/ISS")

    assert "flank" not in true(game, "0608", *PAIR)
    assert "flank" not in true(game, "0608", *PAIR, tactics=("Infiltration",))


@pytest.mark.rule("EA-CT.f")
def test_infiltration_makes_flank_true() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")

    assert true(game, "0708", *PAIR, tactics=("Infiltration",)) == {"flank"}


@pytest.mark.rule("EA-S.72")
def test_armor_is_true_against_a_side_without_it() -> None:
    text = "0707 8/3PG/LXVII 501/ISS"
    units = ("8/3PG/LXVII", "501/ISS")

    assert "armor_a" in true(position(f"0708 394/99/V {text}"), "0708", *units)
    assert not true(position(f"0708 CCA/5A/V {text}"), "0708", *units)
    infantry = position(f"0708 CCA/5A/V {GERMANS}")
    assert "armor_d" in true(infantry, "0708", *PAIR)


@pytest.mark.rule("EA-S.72")
def test_armor_is_of_no_use_in_forest_and_city() -> None:
    game = position("0706 394/99/V   0806 501/ISS   0116 16/1/V   0216 506/ISS")

    assert "armor_a" not in true(game, "0706", "501/ISS")  # forest
    assert "armor_a" not in true(game, "0116", "506/ISS")  # a city


@pytest.mark.rule("EA-CT.i", "EA-S.72")
def test_a_battalion_gives_its_side_armor() -> None:
    game = position(f"0708 394/99/V   {GERMANS}")
    both = {"tactics": ("Panzer Battalion",), "answers": ("Tank Battalion",)}

    assert true(game, "0708", *PAIR, tactics=("Panzer Battalion",)) == {"armor_a"}
    assert true(game, "0708", *PAIR, answers=("Tank Battalion",)) == {"armor_d"}
    assert not true(game, "0708", *PAIR, **both)


def test_elite_counts_if_it_is_in_supply_and_not_dispersed() -> None:
    text = "0708 504/82/XVIII   0707 27/12VG/ISS"
    there = position(text)
    scattered = position(text, dispersed="504/82/XVIII")
    cut_off = position("1305 504/82/XVIII   1306 27/12VG/ISS")

    assert true(there, "0708", "27/12VG/ISS") == {"elite_d"}
    assert not true(scattered, "0708", "27/12VG/ISS")
    assert "elite_d" not in true(cut_off, "1305", "27/12VG/ISS")


def test_cover_and_rough_ground_are_situations_of_their_own() -> None:
    text = "0707 394/99/V   0706 27/12VG/ISS   0708 16/1/V   0608 9/2/V"
    game = position(text, dug_in="0708")

    assert true(game, "0707", "27/12VG/ISS") == {"rough"}  # woods
    assert true(game, "0708", "27/12VG/ISS") == {"fortified"}  # an Improved Position
    assert true(game, "0608", "27/12VG/ISS") == {"fortified"}  # a town


def test_engineers_are_a_situation_of_the_attacker() -> None:
    game = position("0707 27/12VG/ISS   0708 16/1/V")
    found = true(game, "0707", "16/1/V", side="allied", gifts=("Engineers",))

    assert found == {"engineers", "rough"}


# -- adjustments ------------------------------------------------------------------------------


def defended(game: Game, target: str, *units: str, hits: int = 2, side: str = "german") -> int:
    return chits.defender_hits(game.state, battle(game, target, *units, side=side), hits).total


def repaid(game: Game, *, hits: int = 3) -> dict[str, int]:
    found = chits.attacker_hits(game.state, battle(game, "0708", *PAIR), hits)
    return {rule: n for rule, n in parts(found).items() if rule != "EA-S.70"}


@pytest.mark.rule("EA-CH.i")
def test_a_city_or_town_takes_off_a_hit_on_the_defender() -> None:
    game = position(f"0708 394/99/V   0608 16/1/V   0116 9/2/V   {GERMANS}")

    assert defended(game, "0708", *PAIR) == 2
    assert defended(game, "0608", *PAIR) == 1
    assert defended(game, "0116", *PAIR) == 1


@pytest.mark.rule("EA-CH.j")
def test_an_improved_position_takes_off_a_hit_and_is_gone() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", dug_in="0708")
    fight(game, "0708", *PAIR, stage="draw", chosen=2)
    draw(game, "BT", "BT")

    scored = game.told(ev.HitsScored)[0]
    assert parts(scored.defender) == {"EA-S.70": 2, "EA-CH.j": -1}
    assert not game.has("dug_in", "0708")
    assert game.told(ev.PositionGone)[0].hex == "0708"


@pytest.mark.rule("EA-CH.j")
def test_an_improved_position_that_is_not_hit_stays() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", dug_in="0708")
    fight(game, "0708", *PAIR, stage="draw", chosen=1)
    draw(game, "NO")

    assert game.has("dug_in", "0708")


@pytest.mark.rule("EA-CH.k")
def test_the_westwall_takes_off_a_hit_on_germans_alone() -> None:
    game = position("0705 89/12VG/ISS   0605 16/1/V   0906 422/106/XVIII   0905 27/12VG/ISS")

    assert defended(game, "0705", "16/1/V", side="allied") == 1
    assert defended(game, "0906", "27/12VG/ISS") == 2


@pytest.mark.rule("EA-S.49")
def test_cover_of_several_kinds_takes_off_one_hit_and_none_goes_below_nothing() -> None:
    text = "0705 89/12VG/ISS   0605 16/1/V   0608 9/2/V   0607 27/12VG/ISS"
    game = position(text, dug_in="0705")

    assert defended(game, "0705", "16/1/V", side="allied") == 1
    assert defended(game, "0608", "27/12VG/ISS", hits=0) == 0


@pytest.mark.rule("EA-CH.l")
def test_defenders_all_dispersed_save_the_attacker_a_hit() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"

    assert repaid(position(text, dispersed="394/99/V 16/1/V")) == {"EA-CH.l": -1}
    assert not repaid(position(text, dispersed="394/99/V"))


@pytest.mark.rule("EA-CH.m")
def test_defenders_all_out_of_supply_save_the_attacker_a_hit() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"

    assert repaid(position(text, unsupplied="394/99/V 16/1/V")) == {"EA-CH.m": -1}
    assert not repaid(position(text, unsupplied="394/99/V"))


@pytest.mark.rule("EA-CH.n")
def test_defenders_all_out_of_fuel_save_the_attacker_a_hit() -> None:
    text = f"0708 394/99/V 16/1/V   {GERMANS}"

    assert repaid(position(text, dry="394/99/V 16/1/V")) == {"EA-CH.n": -1}
    assert not repaid(position(text, dry="394/99/V"))


@pytest.mark.rule("EA-ST.q", "EA-CH.m", "EA-CH.n")
def test_out_of_fuel_and_out_of_supply_save_two_hits() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", dry="394/99/V", unsupplied="394/99/V")

    assert repaid(game) == {"EA-CH.m": -1, "EA-CH.n": -1}
    assert repaid(game, hits=1) == {"EA-CH.m": -1}


@pytest.mark.rule("EA-CH.l", "EA-CH.m")
def test_dispersed_and_out_of_supply_save_one_hit_between_them() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", dispersed="394/99/V", unsupplied="394/99/V")

    assert sum(repaid(game).values()) == -1


@pytest.mark.rule("EA-CH.o", "EA-ST.r")
def test_isolated_defenders_do_the_attacker_no_harm() -> None:
    game = position(f"0708 394/99/V   {GERMANS}", isolated="394/99/V", dry="394/99/V")

    assert repaid(game) == {"EA-CH.o": -3}


# -- a whole draw -----------------------------------------------------------------------------


def test_a_worked_example() -> None:
    """Two regiments with Fixed Artillery against one in the woods: R2, AT and RS."""
    text = "0706 27/12VG/ISS 48/12VG/ISS   0707 394/99/V   0607 393/99/V   0608 16/1/V"
    game = position(text, day=16)
    fight(game, "0707", *PAIR, stage="count", tactics=("Fixed Artillery",))
    assert isinstance(game.top, ChitCount)
    assert game.offers() == ["Draw 2", "Draw 3"]

    draw(game.play("Draw 3"), "R2", "AT", "RS")

    assert game.told(ev.ChitsChosen)[0].ratio == "6:3 = 2:1"
    scored = game.told(ev.HitsScored)[0]
    assert (scored.attacker.total, scored.defender.total) == (1, 2)
    assert game.where("394/99/V") == "0608"  # two hits on two steps: a retreat
    assert game.top.number == 8  # HV 4, two steps, +2 for the hex it has retreated
