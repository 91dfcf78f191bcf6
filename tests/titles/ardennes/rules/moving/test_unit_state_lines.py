"""Units bracketed, Dispersed and Out of Fuel, from the lines L26 to L48 of the summary alone."""

from __future__ import annotations

import pytest
from ea import position
from ea_combat import battle, draw, fight, hit
from ea_lines import PAIR, south

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    ChitDraw,
)
from grognard.titles.ardennes.rules.fighting import chits
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import vocabulary


@pytest.mark.rule("EA-SU.g")
def test_over_the_unbridged_sure_the_line_is_one_hex() -> None:
    """L30: 2206 is next to the road hex 2205 over the river, 2207 is a hex too far."""
    for hex_, supplied in (("2206", True), ("2207", False)):
        game = position(f"{hex_} 316/212/LXXX", day=18)
        assert supply.in_supply(game.state, game.unit("316/212/LXXX")) == supplied


@pytest.mark.rule("EA-SU.c", "EA-SU.d")
@pytest.mark.parametrize(
    ("town", "bridge", "supplied"),
    [("2305", "german", True), ("2305", "allied", False), ("", "german", False)],
)
def test_an_enemy_bridge_or_town_on_the_only_road(town: str, bridge: str, supplied: bool) -> None:
    """L29: behind 2406 are Echternach and its bridge."""
    game = south("2406 316/212/LXXX", german=town, bridges={"2205/2305": bridge})

    assert supply.in_supply(game.state, game.unit("316/212/LXXX")) == supplied


@pytest.mark.rule("EA-SU.e", "EA-SU.f")
def test_an_enemy_in_or_beside_the_road_hex() -> None:
    """L29: with the road through 2305 alone, an Allied unit in 2306 has that hex in its ZOC."""
    unit = "316/212/LXXX"
    cut = south(f"2406 {unit}   2306 12/4/XII")
    held = south(f"2406 {unit}   2305 320/212/LXXX   2306 12/4/XII")

    assert not supply.in_supply(cut.state, cut.unit(unit))
    assert supply.in_supply(held.state, held.unit(unit))  # occupied, the ZOC does not count


@pytest.mark.rule("EA-SU.h")
def test_the_westwall_between_echternach_and_bitburg() -> None:
    """L31: an Allied unit in 2204 is supplied through 2205 only with another in that hex."""
    alone = position("2204 12/4/XII", day=20)
    passed = position("2204 12/4/XII   2205 8/4/XII", day=20)

    assert not supply.in_supply(alone.state, alone.unit("12/4/XII"))
    assert supply.in_supply(passed.state, passed.unit("12/4/XII"))


@pytest.mark.rule("EA-ST.a")
def test_a_bracketed_gun_battalion_does_not_attack_alone() -> None:
    """L33"""
    text = "2406 StuG/LXXX 316/212/LXXX   2407 12/4/XII"
    game = south(text, active="StuG/LXXX 316/212/LXXX").play("Done", "Attack 2407")
    game.play("Commit StuG/LXXX")

    assert game.rule("Launch") == "EA-ST.a"
    assert game.play("Commit 316/212/LXXX").allows("Launch")


@pytest.mark.rule("EA-CH.b", "EA-CH.d")
def test_a_bracketed_unit_adds_no_chit() -> None:
    """L34, L75, L77: 276 of four steps is 1 and 1 more, the gun battalion nothing."""
    game = south("2406 276/LXXX StuG/LXXX   2407 12/4/XII:1")

    assert chits.limits(game.state, battle(game, "2407", "276/LXXX", "StuG/LXXX")) == (1, 2)


@pytest.mark.rule("EA-ST.b", "EA-ST.c", "EA-ST.d", "EA-ST.e")
@pytest.mark.parametrize(
    ("text", "side", "neighbour", "controls"),
    [
        ("2408 2Cav/XII", ALLIED, "2407", False),
        ("2408 2Cav/XII 6Cav/III", ALLIED, "2407", True),
        ("2504 2Cav/XII", ALLIED, "2505", True),  # Wasserbillig
        ("2404 2Cav/XII", ALLIED, "2405", False),  # the Westwall is the Germans'
        ("2404 StuG/LXXX", GERMAN, "2405", True),
        ("2204 StuG/LXXX", GERMAN, "2203", False),
        ("2408 2Cav/XII 12/4/XII", ALLIED, "2407", True),
    ],
)
def test_the_zoc_of_bracketed_units(text: str, side: int, neighbour: str, controls: bool) -> None:
    """L35: none alone, but in a town, two together, or German in the Westwall."""
    game = position(text)

    assert bool(zones.zone(game.state, side) >> game.hex(neighbour) & 1) == controls


@pytest.mark.rule("EA-ST.f")
def test_a_dispersed_regiment_lets_panzers_by() -> None:
    """L37: 2407 next to it is open ground."""
    for marker, rule in (("12/4/XII", None), ("", "EA-S.36")):
        game = south("2406 FuhGren/LIII   2408 12/4/XII", active="FuhGren/LIII", dispersed=marker)
        game.set(rolled=game.kit.grid.all)
        assert game.play("Pick FuhGren/LIII", "Step 2407").rule("Step 2307") == rule


@pytest.mark.rule("EA-ST.g", "EA-ST.h", "EA-ST.j")
def test_a_dispersed_unit_neither_moves_nor_attacks_nor_digs() -> None:
    """L38"""
    text = "2406 316/212/LXXX 320/212/LXXX   2407 12/4/XII"
    game = south(text, active=" ".join(PAIR), dispersed="316/212/LXXX")

    assert game.rule("Pick 316/212/LXXX") == "EA-ST.g"
    assert game.allows("Pick 320/212/LXXX")
    game.play("Done", "Attack 2407")
    assert game.rule("Commit 316/212/LXXX") == "EA-ST.h"
    game.play("CallOff")
    assert game.rule("DigIn 316/212/LXXX") == "EA-ST.j"


@pytest.mark.rule("EA-ST.i")
def test_a_dispersed_attacker_stays_behind() -> None:
    """L38: 2407 is empty, one of the two attackers is Dispersed."""
    game = south("2406 316/212/LXXX 320/212/LXXX   2507 12/4/XII", dispersed="316/212/LXXX")
    fight(game, "2407", *PAIR, stage="advance", path=(game.hex("2407"), game.hex("2507")),
          retreated=1)  # fmt: skip

    assert game.rule("Advance 316/212/LXXX 2407") == "EA-ST.i"
    assert game.allows("Advance 320/212/LXXX 2407")


@pytest.mark.rule("EA-RT.d", "EA-RT.e")
def test_with_a_dispersed_unit_among_them_both_go_one_hex() -> None:
    """L39, L171: two hits; after one hex only step losses are left."""
    text = "2407 12/4/XII 8/4/XII   2406 316/212/LXXX 320/212/LXXX"
    for marker, second in (("8/4/XII", False), ("", True)):
        game = hit(south(text, game="2p", dispersed=marker), "2407", *PAIR, d=2)
        game.play("Retreat 2408")
        assert any(offer.startswith("Retreat") for offer in game.offers()) == second
        assert game.at("2408") == {"12/4/XII", "8/4/XII"}


@pytest.mark.rule("EA-CH.l", "EA-ST.l")
def test_against_dispersed_defenders_no_card_is_drawn_and_a_hit_is_ignored() -> None:
    """L40, L41, L42, L84: RS and RS are two hits on the attacker, less one."""
    text = "2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX"
    game = fight(south(text, dispersed="12/4/XII"), "2407", *PAIR, stage="answer")
    assert isinstance(game.top, ChitDraw)  # no card, and two chits at least and at most
    draw(game, "RS", "RS")

    assert game.told(ev.CombatCard) == []
    scored = game.told(ev.HitsScored)[0]
    assert (scored.attacker.total, scored.defender.total) == (1, 0)


@pytest.mark.rule("EA-AR.s", "EA-AR.t")
@pytest.mark.parametrize("marker", ["dispersed", "isolated"])
def test_marked_units_are_no_reserve(marker: str) -> None:
    """L43, L128: a unit in Arlon far from every German would be out of contact."""
    text = "2614 12/4/XII   0503 27/12VG/ISS"
    plain, marked = position(text), position(text, **{marker: "12/4/XII"})

    assert vocabulary.out_of_contact(plain.state) == plain.units("12/4/XII")
    assert vocabulary.out_of_contact(marked.state) == 0


@pytest.mark.rule("EA-ST.n", "EA-ST.p")
def test_without_fuel_no_move_and_no_deployment() -> None:
    """L45: the Führer Grenadier Brigade."""
    game = south("2406 FuhGren/LIII 316/212/LXXX", active="FuhGren/LIII 316/212/LXXX",
                 dry="FuhGren/LIII")  # fmt: skip
    assert game.rule("Pick FuhGren/LIII") is not None
    assert game.allows("Pick 316/212/LXXX")

    box = position("2205 316/212/LXXX", day=22, hand=[68], reserve="FuhGren/LIII")
    assert box.allows("Reserves 68 FuhGren")
    box.set(dry=box.units("FuhGren/LIII"))
    assert box.rule("Reserves 68 FuhGren") == "EA-ST.p"


@pytest.mark.rule("EA-ST.q", "EA-CH.m", "EA-CH.n")
@pytest.mark.parametrize(
    ("markers", "left"),
    [({"dry": True}, 2), ({"unsupplied": True}, 2), ({"dry": True, "unsupplied": True}, 1),
     ({"isolated": True}, 0), ({"isolated": True, "dry": True}, 0), ({}, 3)],
)  # fmt: skip
def test_three_hits_on_an_attacker_of_stranded_panzers(markers: dict[str, bool], left: int) -> None:
    """L46, L47, L48, L84, L85: fuel and supply take off a hit each, isolation all of them."""
    names = dict.fromkeys(markers, "FuhGren/LIII")
    game = position("2406 FuhGren/LIII   2407 CCA/10A/XII", day=22, **names)  # type: ignore[arg-type]  # columns of markers
    found = battle(game, "2406", "CCA/10A/XII", side="allied")

    assert chits.attacker_hits(game.state, found, 3).total == left
