"""Positions made from the lines of the published summary alone, one or more for each of its lists.

The docstring of each test names its line, L8 for the eighth. What is expected was
worked out by hand, from the line and the map. Places:

- Clervaux 1611 (HV 5, a VP hex) and Wiltz 1812 (HV 5, a VP hex) with the road 1611 1711 1812;
- Vianden 1908 and Diekirch 2108 (HV 4), and the bridge hex 2109 (HV 3), all next to 2009;
- the clear hex 2407 (HV 1) south of Echternach 2305, without a road. A German in 2406 has the
  primary road 2406 2305 2205 behind him, if he holds the town and the bridge 2205/2305.
"""

from __future__ import annotations

from typing import Any

import pytest
from ea import Game, position
from ea_cards import fresh, put_card, settle, step
from ea_combat import battle, draw, fight, hit, lost
from ea_script import action, resolve, ring
from ea_walk import walk

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    AdvanceRoll,
    AlliedActivation,
    Battle,
    ChitDraw,
    DemolitionCheck,
    Discarding,
    Hits,
    HoldCheck,
    Impulse,
    Impulses,
    MannedRoll,
    Moving,
    Rallying,
    RoadblockCheck,
    SurrenderRoll,
    TacticDraw,
    Tactics,
    WanderRoll,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import HAND, PILE
from grognard.titles.ardennes.rules.cards import activation as ground
from grognard.titles.ardennes.rules.fighting import chits, retreat, tactics
from grognard.titles.ardennes.rules.fighting.battle import battle_of
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.script import activation, deploy, vocabulary
from grognard.titles.ardennes.script.reasons import Reasons

PANZER = "2/2P/XLVII"  # mechanized, 4/2
FUSILIER = "39/26/XLVII"  # infantry, 3/2
PAIR = ("316/212/LXXX", "320/212/LXXX")  # infantry, 3/2 each


def south(text: str, **more: Any) -> Game:
    """A position south of the Sûre, Echternach and its bridge in German hands."""
    held = {"german": "2305", "bridges": {"2205/2305": "german"}, "day": 18}
    return position(text, **{**held, **more})


def rolled_for(game: Game) -> list[str]:
    """The hexes rolled for, in order; every roll is a 10."""
    while isinstance(game.top, RoadblockCheck):
        game.roll(10)
    return [event.hex for event in game.told(ev.RoadblockRolled)]


def allied_card(game: Game, number: int) -> Game:
    """Chance draws that Allied card for the combat on the table."""
    assert isinstance(game.top, TacticDraw), game.top
    pile = [card for card, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    return game.pick(pile.index(number - 1))


# -- roadblocks: L3 to L24 ---------------------------------------------------------------------


def before_clervaux(text: str = "", **more: Any) -> Game:
    """A German regiment goes from 1613 to 1612, where a road leads on to Clervaux 1611."""
    game = position(f"1613 {PANZER} {text}", active=PANZER, **{"day": 18, **more})
    return game.play(f"Pick {PANZER}", "Step 1612")


@pytest.mark.rule("EA-RB.g")
@pytest.mark.parametrize(("roll", "placed"), [(1, True), (5, True), (6, False), (10, False)])
def test_a_roadblock_at_clervaux_on_five_or_less(roll: int, placed: bool) -> None:
    """L10, L14: Clervaux has Hold Value 5 and is a VP hex."""
    game = before_clervaux().roll(roll)

    assert game.has("roadblocks", "1611") == placed


@pytest.mark.rule("EA-RB.d")
def test_the_road_from_1612_to_the_block_stops_the_regiment() -> None:
    """L8: 1612 and 1611 are joined by road, so the regiment goes no farther."""
    assert before_clervaux().roll(5).rule("Step 1711") == "EA-RB.d"
    assert before_clervaux().roll(6).allows("Step 1711")


@pytest.mark.rule("EA-RB.d")
def test_no_road_joins_the_forest_1710_to_clervaux() -> None:
    """L8: the forest next to the block is not connected to it by a road, so one goes on."""
    game = position(f"1811 {FUSILIER}", active=FUSILIER, roadblocks="1611", day=20)
    game.set(rolled=game.kit.grid.all).play(f"Pick {FUSILIER}", "Step 1710")

    assert game.allows("Step 1711")


@pytest.mark.rule("EA-RB.b")
def test_a_block_between_clervaux_and_bastogne_bars_the_road() -> None:
    """L7: it blocks movement into its hex; the way round stays open."""
    game = position(f"1612 {PANZER}", active=PANZER, roadblocks="1712", day=20)
    game.play(f"Pick {PANZER}")

    assert game.rule("Step 1712") == "EA-RB.b"
    assert game.allows("Step 1613")


@pytest.mark.rule("EA-SU.b")
def test_a_block_in_echternach_cuts_off_who_is_south_of_it() -> None:
    """L7, L29: it blocks German supply; there is no other bridge over the Sûre."""
    for blocks, supplied in (("", True), ("2305", False)):
        game = south("2406 316/212/LXXX", roadblocks=blocks)
        assert supply.in_supply(game.state, game.unit("316/212/LXXX")) == supplied


@pytest.mark.rule("EA-RB.f", "EA-RB.r")
def test_no_strategic_move_where_wiltz_would_be_rolled_for() -> None:
    """L9, L15: 1814 is next to the junction 1714, a candidate to the 19th; 1813 to Wiltz."""

    def rush(day: int, **more: Any) -> Game:
        game = position(f"1815 {PANZER}", active=PANZER, day=day, **more)
        return game.play(f"Rush {PANZER}")

    assert rush(19).rule("Step 1814") == "EA-RB.f"
    assert rush(20).play("Step 1814").rule("Step 1813") == "EA-RB.f"
    assert rush(20, german="1812").play("Step 1814").allows("Step 1813")


@pytest.mark.rule("EA-RB.k")
def test_an_occupied_clervaux_is_not_rolled_for() -> None:
    """L11: the Position must be empty."""
    game = before_clervaux("1611 110/28/VIII")

    assert isinstance(game.top, Moving)
    assert not game.told(ev.RoadblockRolled)


@pytest.mark.rule("EA-RB.l")
def test_wiltz_inside_a_german_ring_is_not_rolled_for() -> None:
    """L11: the Position must be in Allied supply; six regiments two hexes away cut Wiltz off."""

    def enter(text: str) -> Game:
        game = position(f"1710 {PANZER} {text}", active=PANZER, day=21)
        return game.play(f"Pick {PANZER}", "Step 1711")

    assert rolled_for(enter(ring("1812", 2))) == []
    assert rolled_for(enter("")) == ["1812", "1611"]  # both in Allied supply, Wiltz farther west


@pytest.mark.rule("EA-RB.n", "EA-RB.o")
def test_neither_a_german_town_nor_a_hex_beside_another_german() -> None:
    """L12: Clervaux in German hands, or with a second German in 1511 next to it."""
    assert rolled_for(before_clervaux(german="1611")) == []
    assert rolled_for(before_clervaux("1511 3/2P/XLVII")) == []
    assert rolled_for(before_clervaux("1513 3/2P/XLVII")) == ["1611"]  # two hexes from it


def to_2009(text: str = "", **more: Any) -> Game:
    """A German division goes from 2010 to 2009, next to Vianden, Diekirch and 2109."""
    unit = "352/LXXXV"
    game = position(f"2010 {unit} {text}", active=unit, **{"day": 18, **more})
    return game.play(f"Pick {unit}", "Step 2009")


@pytest.mark.rule("EA-RB.j")
def test_vianden_then_diekirch_then_the_bridge_hex() -> None:
    """L24: HV 4, 4 and 3; both towns lie in column 08, and the lower row counts as farther west."""
    assert rolled_for(to_2009()) == ["1908", "2108", "2109"]


@pytest.mark.rule("EA-RB.p")
def test_a_hold_value_of_four_in_allied_zoc_is_not_rolled_for() -> None:
    """L13: a regiment in 2208 has Diekirch in its ZOC, not Vianden or 2109."""
    assert rolled_for(to_2009("2208 109/28/VIII")) == ["1908", "2109"]


@pytest.mark.rule("EA-RB.p", "EA-RB.q")
def test_clervaux_in_allied_zoc_is_rolled_for_all_the_same() -> None:
    """L13, L14: the bar is for Hold Values below 5."""
    assert rolled_for(before_clervaux("1511 110/28/VIII")) == ["1611"]


@pytest.mark.rule("EA-RB.r")
def test_from_the_20th_nothing_at_2009_is_rolled_for() -> None:
    """L15: none of the three is a VP hex."""
    assert rolled_for(to_2009(day=20)) == []


@pytest.mark.rule("EA-RB.h")
def test_after_a_block_in_vianden_nothing_more_is_rolled_for() -> None:
    """L10: once per activation."""
    game = to_2009().roll(4)

    assert game.has("roadblocks", "1908")
    assert isinstance(game.top, Moving)


@pytest.mark.rule("EA-RB.s")
def test_an_allied_regiment_that_enters_diekirch_takes_the_block_off() -> None:
    """L17"""
    unit = "109/28/VIII"
    game = position(f"2109 {unit}", active=unit, side="allied", game="2p", roadblocks="2108")
    game.march(unit, "2108")

    assert not game.has("roadblocks", "2108")


@pytest.mark.rule("EA-RB.t", "EA-RB.u")
def test_blocks_deep_in_either_rear_come_off_in_the_supply_phase() -> None:
    """L18: Bitburg is out of Allied communication, a hex ringed by Allies out of German."""
    ringed = "0722 504/82/XVIII 0724 505/82/XVIII 0822 508/82/XVIII 0824 325/82/XVIII"
    more = "0923 517/XVIII 0624 502/101/VIII 0622 501/101/VIII 0623 506/101/VIII 0922 327/101/VIII"
    text = f"2406 316/212/LXXX 2606 22/4/XII {ringed} {more}"
    game = step(south(text, roadblocks="1804 0723 2506"), "supply_roadblocks")

    assert not game.has("roadblocks", "1804")
    assert not game.has("roadblocks", "0723")
    assert game.has("roadblocks", "2506")  # between a German in 2406 and an Allied unit in 2606


def block_at_clervaux(text: str, **more: Any) -> Game:
    """An active regiment beside the block in Clervaux; the movement is over."""
    more = {"active": PANZER, "roadblocks": "1611", "day": 19, **more}
    return position(f"1612 {PANZER} {text}", **more).play("Done")


@pytest.mark.rule("EA-RB.v", "EA-RB.w", "EA-RB.y")
@pytest.mark.parametrize(("roll", "where"), [(5, "1611"), (6, "reserve")])
def test_the_division_of_the_nearest_unit_mans_clervaux(roll: int, where: str) -> None:
    """L19, L20, L22: 110/28 is nearest; of 28 in Reserve 112 comes, though CCR/9A has a lower #."""
    game = block_at_clervaux("1814 110/28/VIII", reserve="112/28/VIII CCR/9A/VIII")
    assert game.top == MannedRoll(game.hex("1611"))
    game.roll(roll)

    assert game.where("112/28/VIII") == where
    assert game.where("CCR/9A/VIII") == "reserve"
    assert not game.has("roadblocks", "1611")


@pytest.mark.rule("EA-RB.x")
def test_without_reserves_a_unit_out_of_contact_mans_it() -> None:
    """L21: 109/28 in Neufchâteau, far from every German, is lifted."""
    game = block_at_clervaux("1814 110/28/VIII  2219 109/28/VIII").roll(5)

    assert game.where("109/28/VIII") == "1611"


# -- unit states: L26 to L48 -------------------------------------------------------------------


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


# -- combat tactics and chits: L50 to L85 ------------------------------------------------------


def refused(game: Game, found: Battle, name: str, side: int = GERMAN) -> str | None:
    """The rule against a tactic in that combat."""
    why = tactics.use_refusal(game.state, found, side, name)
    return None if why is None else why.rule


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


# -- Allied reserve deployment: L87 to L107 ----------------------------------------------------


def method_a(game: Game, name: str) -> set[str]:
    hexes = deploy.method_a(game.state, game.unit(name), Reasons(game.state))
    return set(game.labels(hexes))


@pytest.mark.rule("EA-AR.a", "EA-AR.f")
def test_xii_corps_may_go_to_ettelbruck_while_it_is_allied_and_empty() -> None:
    """L89, L92: a German in 2010 is proximate to Ettelbruck 2210."""
    text, more = "2010 352/LXXXV", {"day": 20, "reserve": "2/5/XII"}

    assert "2210" in method_a(position(text, **more), "2/5/XII")
    assert "2210" not in method_a(position(text, german="2210", **more), "2/5/XII")
    assert "2210" not in method_a(position(f"{text} 2210 109/28/VIII", **more), "2/5/XII")


@pytest.mark.rule("EA-AR.e")
def test_wiltz_is_viii_corps_ground_and_not_xii_corps() -> None:
    """L91: row 18 is inside the rows 09 to 23 of VIII Corps, and above row 20 of XII Corps."""
    game = position("1712 39/26/XLVII", day=20, reserve="2/5/XII CCB/9A/VIII")

    assert "1812" in method_a(game, "CCB/9A/VIII")
    assert "1812" not in method_a(game, "2/5/XII")


@pytest.mark.rule("EA-AR.i", "EA-AR.j")
def test_in_allied_zoc_a_junction_is_barred_and_ettelbruck_is_not() -> None:
    """L94, L95: a regiment in 2211 has Ettelbruck (HV 5) and 2110 (HV 3) in its ZOC."""
    game = position("2010 352/LXXXV   2211 109/28/VIII", day=20, reserve="2/5/XII")

    assert "2210" in method_a(game, "2/5/XII")
    assert "2110" not in method_a(game, "2/5/XII")
    assert "2109" in method_a(game, "2/5/XII")  # two hexes from 2211, HV 3


@pytest.mark.rule("EA-AR.c", "EA-AR.r")
def test_the_lowest_number_goes_first_to_the_highest_hold_value() -> None:
    """L90, L103: 2/5 (#3) before 12/4 (#10); Ettelbruck is worth 5, Diekirch 4."""
    game = position("2010 352/LXXXV", day=17, reserve="12/4/XII 2/5/XII")
    game.events += deploy.deploy(game.state, game.units("2/5/XII", "12/4/XII"))

    first, second = game.told(ev.Deployed)[:2]
    assert (first.unit, first.hex) == ("2/5/XII", "2210")
    assert second.unit == "12/4/XII"


@pytest.mark.rule("EA-AR.l", "EA-S.30")
@pytest.mark.parametrize(("day", "where"), [(17, "reserve"), (18, "2614")])
def test_method_b_joins_the_division_in_arlon_from_the_18th(day: int, where: str) -> None:
    """L96: no German is near, so Method A finds no hex; 10/5 is in Arlon 2614."""
    game = position("2614 10/5/XII   0503 27/12VG/ISS", day=day, reserve="2/5/XII")
    deploy.deploy(game.state, game.units("2/5/XII"))

    assert game.where("2/5/XII") == where


@pytest.mark.rule("EA-S.30")
def test_method_b_takes_reserves_by_ascending_number() -> None:
    """L90, L96: room for one more in Arlon, and no other hex near a German; # 3 before # 5."""
    text = "2614 10/5/XII 109/28/VIII   0503 27/12VG/ISS"
    game = position(text, day=18, reserve="11/5/XII 2/5/XII")
    deploy.deploy(game.state, game.units("2/5/XII", "11/5/XII"))

    assert (game.where("2/5/XII"), game.where("11/5/XII")) == ("2614", "reserve")


@pytest.mark.rule("EA-AR.v")
def test_a_garrison_no_german_can_come_near_is_out_of_contact() -> None:
    """L105, L106: Arlon far behind the front, and Diekirch with a German two hexes away."""
    game = position("2614 12/4/XII   2108 109/28/VIII   2010 352/LXXXV", day=20)

    assert vocabulary.out_of_contact(game.state) == game.units("12/4/XII")


@pytest.mark.rule("EA-AR.w")
@pytest.mark.parametrize(
    ("stack", "spare"),
    [
        ("CCA/10A/XII 2/5/XII", "CCA/10A/XII"),  # 5 and 4 are nine points
        ("12/4/XII 8/4/XII", ""),  # 3 and 3, four steps
        ("2/5/XII 12/4/XII 8/4/XII:1", "2/5/XII"),  # five steps
        ("2/5/XII 12/4/XII", ""),  # 4 and 3 are seven points, four steps
    ],
)
def test_the_lowest_number_of_a_strong_stack_can_be_spared(stack: str, spare: str) -> None:
    """L107: five steps or eight points, in Ettelbruck with a German proximate."""
    game = position(f"2210 {stack}   2010 352/LXXXV", day=20)

    assert vocabulary.out_of_contact(game.state) == (game.units(spare) if spare else 0)


# -- supply states: L109 to L129 ---------------------------------------------------------------


@pytest.mark.rule("EA-SU.j")
def test_no_replacement_for_a_regiment_that_cannot_trace() -> None:
    """L113: 320 in 2406 beyond an enemy bridge, 316 at home in 2204."""
    text = "2406 320/212/LXXX:1   2204 316/212/LXXX:1"
    game = south(text, bridges={"2205/2305": "allied"}, hand=[66]).play("Refit 66")

    assert game.rule("Replace 320/212/LXXX") == "EA-SU.j"
    assert game.allows("Replace 316/212/LXXX")


@pytest.mark.rule("EA-SU.k")
def test_no_exit_in_low_supply() -> None:
    """L114: alone on the west edge, with no German road behind it."""
    game = position(f"0829 {PANZER}", active=PANZER, day=24).play(f"Pick {PANZER}")

    assert game.rule("Exit") == "EA-SU.k"


@pytest.mark.rule("EA-SU.l")
def test_a_low_supply_combat_command_joins_but_does_not_lead() -> None:
    """L115: 2204 behind the Westwall is out of Allied supply, 2206 south of the river is not."""
    text = "2205 316/212/LXXX   2204 CCA/10A/XII   2206 2/5/XII"
    units = "CCA/10A/XII 2/5/XII"
    game = position(text, game="2p", side="allied", active=units, day=20).play("Done")
    game.play("Attack 2205", "Commit CCA/10A/XII")

    assert game.rule("Launch") == "EA-SU.l"
    assert game.play("Commit 2/5/XII").allows("Launch")


@pytest.mark.rule("EA-SU.n", "EA-SU.o")
def test_out_of_supply_neither_attack_nor_position() -> None:
    """L117: south of the Sûre, marked since this morning."""
    text = "2406 316/212/LXXX   2407 12/4/XII"
    game = south(text, active=PAIR[0], unsupplied=PAIR[0]).play("Done")

    assert game.rule("Attack 2407") == "EA-SU.n"
    assert game.rule(f"DigIn {PAIR[0]}") == "EA-SU.o"


@pytest.mark.rule("EA-SU.p", "EA-SU.s", "EA-SU.t")
@pytest.mark.parametrize(
    ("unit", "marker", "hexes"),
    [
        ("FuhGren/LIII", "unsupplied", 1),
        ("FuhGren/LIII", "isolated", 0),
        ("316/212/LXXX", "unsupplied", 3),
        ("316/212/LXXX", "isolated", 1),
    ],
)
def test_how_far_panzers_and_infantry_go_when_cut_off(unit: str, marker: str, hexes: int) -> None:
    """L118, L122, L123: along the clear hexes 2407 2408 2308 from 2406."""
    game = south(f"2406 {unit}", active=unit, day=22, **{marker: unit})
    game.set(rolled=game.kit.grid.all)
    gone = 0
    if game.allows(f"Pick {unit}"):
        game.play(f"Pick {unit}")
        for label in ("2407", "2408", "2308"):
            if isinstance(game.top, Moving) and game.allows(f"Step {label}"):
                game.play(f"Step {label}")
                gone += 1

    assert gone == hexes


@pytest.mark.rule("EA-SU.r")
def test_an_isolated_garrison_of_diekirch_has_no_zoc() -> None:
    """L121: not even in a town."""
    for marker, controls in (("", True), ("109/28/VIII", False)):
        game = position("2108 109/28/VIII", isolated=marker)
        assert bool(zones.zone(game.state, ALLIED) >> game.hex("2009") & 1) == controls


@pytest.mark.rule("EA-SU.u")
def test_isolated_infantry_stays_beside_the_enemy() -> None:
    """L124: 12/4 in 2407 is in the ZOC of the German in 2406."""
    text = "2407 12/4/XII   2406 316/212/LXXX"
    for marker, rule in (("12/4/XII", "EA-SU.u"), ("", None)):
        game = south(text, game="2p", side="allied", active="12/4/XII", isolated=marker)
        assert game.rule("Pick 12/4/XII") == rule


@pytest.mark.rule("EA-SU.v", "EA-SU.w", "EA-SU.x")
@pytest.mark.parametrize(
    ("start", "to", "rule"),
    [
        ("2306", "2305", "EA-SU.v"),  # Echternach, German
        ("2306", "2206", None),
        ("2405", "2404", "EA-SU.x"),  # an empty Westwall hex over the river
        ("2208", "2108", "EA-SU.w"),  # Diekirch is Allied, the bridge is not
    ],
)
def test_where_isolated_infantry_does_not_go(start: str, to: str, rule: str | None) -> None:
    """L125, L126: no enemy town, no enemy bridge, no empty Westwall hex."""
    bridges = {"2205/2305": "german", "2108/2208": "german"}
    text = f"{start} 12/4/XII"
    game = south(text, game="2p", side="allied", active="12/4/XII", isolated="12/4/XII",
                 bridges=bridges)  # fmt: skip

    assert game.play("Pick 12/4/XII").rule(f"Step {to}") == rule


@pytest.mark.rule("EA-SU.y")
def test_an_isolated_garrison_does_not_keep_reserves_away() -> None:
    """L127: the Germans may deploy next to it, though no German unit is in the hex."""
    text = "2204 316/212/LXXX   2305 12/4/XII"
    more: dict[str, Any] = {"day": 18, "hand": [66], "reserve": "320/212/LXXX"}
    for marker, rule in (("12/4/XII", None), ("", "EA-S.21")):
        game = position(text, isolated=marker, **more).play("Reserves 66 LXXX")
        assert game.rule("Deploy 320/212/LXXX 2205") == rule


LUXEMBOURG = (  # a ring at the map's edge
    "2707 39/26/XLVII 2709 77/26/XLVII 2711 78/26/XLVII 2808 27/12VG/ISS 2810 48/12VG/ISS"
)


@pytest.mark.rule("EA-SU.z", "EA-S.53")
@pytest.mark.parametrize(("hex_", "number"), [("1710", 6), ("1411", 4), ("1611", 2), ("2809", 2)])
def test_surrender_in_the_open_in_a_town_and_in_a_vp_hex(hex_: str, number: int) -> None:
    """L129: forest 1710, Troisvierges 1411, Clervaux 1611 and the city of Luxembourg."""
    around = ring(hex_, 2) if hex_ != "2809" else LUXEMBOURG
    text = f"{hex_} 110/28/VIII   {around}"
    for roll, steps in ((number, 1), (number + 1, 2)):
        game = position(text, day=20, isolated="110/28/VIII")
        game.state.stack = (Discarding(GERMAN, must=False),)
        game.events += supply.test_supply(game.state, ALLIED)
        game.events += supply.begin_surrenders(game.state)
        game = step_on(game)
        assert isinstance(game.top, SurrenderRoll)
        assert game.roll(roll).steps("110/28/VIII") == steps


def step_on(game: Game) -> Game:
    """What asks nobody is carried out."""
    game.events += proceed(game.state)
    return game


# -- combat resolution: L146 to L165 -----------------------------------------------------------

ALLIES = "2407 CCA/10A/XII   2406 316/212/LXXX 320/212/LXXX"  # two steps, # 1


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


# -- retreat and advance: L167 to L196 ---------------------------------------------------------


def ways(game: Game, name: str, start: str) -> dict[str, tuple[int, int]]:
    """By hex of retreat: priority and cost in steps, the last resorts left out."""
    hex_ = game.hex(start)
    found = retreat.retreat_hexes(game.state, game.units(name), hex_, hex_, 1)
    return {game.kit.grid.label(r.hex): (r.priority, r.cost) for r in found if not r.resorts}


@pytest.mark.rule("EA-RT.o", "EA-RT.p")
def test_the_ways_back_from_2407() -> None:
    """L175: 2307, 2408 and 2507 are free; 2306 (by no road into forest) is a last resort and
    2506 is in German ZOC: a step."""
    game = south(ALLIES)

    assert ways(game, "CCA/10A/XII", "2407") == {
        "2307": (1, 0), "2408": (1, 0), "2507": (1, 0), "2506": (2, 1),
    }  # fmt: skip


@pytest.mark.rule("EA-RT.o")
def test_a_supplied_friend_opens_a_hex_in_enemy_zoc() -> None:
    """L175: with 22/4 in 2506 the way there costs nothing."""
    game = south(f"{ALLIES}   2506 22/4/XII")

    assert ways(game, "CCA/10A/XII", "2407")["2506"] == (1, 0)


@pytest.mark.rule("EA-RT.t")
@pytest.mark.parametrize(
    ("friend", "where"),
    [("", "2408"), ("2607 22/4/XII", "2507"), ("2207 22/4/XII", "2307")],
)
def test_towards_the_nearest_friend_else_west(friend: str, where: str) -> None:
    """L178: no town is next to 2407."""
    game = hit(south(f"{ALLIES}   {friend}"), "2407", *PAIR, d=1).roll(10)

    assert game.where("CCA/10A/XII") == where


@pytest.mark.rule("EA-RT.o", "EA-RT.s")
def test_the_ways_back_out_of_echternach() -> None:
    """L175, L177: the forest 2306 has a road from the town and is free, as are 2405 and 2406;
    2206 is in German ZOC. From 2407 the same forest is a last resort (above)."""
    game = position("2305 12/4/XII   2205 316/212/LXXX", day=18)

    assert ways(game, "12/4/XII", "2305") == {
        "2306": (1, 0), "2405": (1, 0), "2406": (1, 0), "2206": (2, 1),
    }  # fmt: skip


@pytest.mark.rule("EA-RT.j", "EA-RT.k")
def test_nobody_retreats_into_an_enemy_town_or_an_empty_westwall_hex() -> None:
    """L172: from 2405 neither German Echternach nor the Westwall 2304 and 2404."""
    game = south("2405 12/4/XII   2406 316/212/LXXX")
    hex_ = game.hex("2405")
    found = retreat.retreat_hexes(game.state, game.units("12/4/XII"), hex_, hex_, 1)

    assert not {"2305", "2304", "2404"} & set(game.labels(r.hex for r in found))


@pytest.mark.rule("EA-RT.g", "EA-RT.h", "EA-RT.i")
@pytest.mark.parametrize(
    ("unit", "marker"),
    [("VDH/ISS", ""), ("FuhGren/LIII", "dry"), ("FuhGren/LIII", "isolated")],
)
def test_who_does_not_retreat(unit: str, marker: str) -> None:
    """L172: the paratroops, tanks without fuel, isolated tanks."""
    more = {marker: unit} if marker else {}
    game = hit(south(f"2406 {unit}   2407 2/5/XII", day=22, **more), "2406", "2/5/XII",
               side="allied", d=1)  # fmt: skip

    assert game.told(ev.RetreatMade) == []
    assert lost(game) == [unit]


@pytest.mark.rule("EA-RT.m", "EA-RT.l")
def test_two_hexes_back_is_two_hexes_away() -> None:
    """L173: from 2407 by 2408 the second hex is one of 2308, 2409, 2508 and not 2307 or 2507."""
    game = hit(south(ALLIES, game="2p"), "2407", *PAIR, d=2).play("Retreat 2408")

    second = {o.split()[1] for o in game.offers() if o.startswith("Retreat")}
    assert second == {"2308", "2409", "2508"}
    assert game.play("Retreat 2409").has("dispersed", "CCA/10A/XII")


@pytest.mark.rule("EA-RT.w")
@pytest.mark.parametrize(("day", "checked"), [(16, False), (17, True), (22, True), (29, True)])
def test_a_german_driven_back_to_a_bridge_has_it_tested_from_the_17th(
    day: int, checked: bool
) -> None:
    """L179: from 2307 back to 2208, next to the Allied bridge of Diekirch."""
    game = south("2307 316/212/LXXX   2408 2/5/XII", day=day)
    game.set(rolled=game.kit.grid.all)
    hit(game, "2307", "2/5/XII", side="allied", d=1).play("Retreat 2208")

    assert isinstance(game.top, DemolitionCheck) == checked


def won(text: str, target: str, *units: str, path: str = "", **more: Any) -> Game:
    """The Germans have cleared the target; roadblocks and bridges have been rolled for."""
    game = south(text, **more)
    game.set(rolled=game.kit.grid.all, mined=game.kit.printed_bridges)
    hexes = tuple(game.hex(label) for label in (target, *path.split()))
    fields = {"path": hexes, "retreated": len(hexes) - 1} if path else {}
    return fight(game, target, *units, stage="advance", **fields)


@pytest.mark.rule("EA-AD.a", "EA-AD.b", "EA-AD.c")
def test_tanks_follow_the_path_of_a_two_hex_retreat() -> None:
    """L183 to L185: into 2407 whatever the ZOC; on along the path from ZOC to ZOC."""
    text = "2406 FuhGren/LIII 316/212/LXXX   2409 12/4/XII   2508 22/4/XII"
    game = won(text, "2407", "FuhGren/LIII", PAIR[0], path="2408 2409", day=21)
    game.play("Advance FuhGren/LIII 2407", f"Advance {PAIR[0]} 2407")

    assert game.allows("Advance FuhGren/LIII 2408")
    assert game.rule(f"Advance {PAIR[0]} 2408") == "EA-AD.b"  # infantry


@pytest.mark.rule("EA-AD.d", "EA-AD.e", "EA-AD.g")
def test_off_the_path_neither_zoc_to_zoc_nor_into_the_forest() -> None:
    """L185: the defender is eliminated; 2408 and 2407 are in the ZOC of 2508."""
    text = "2406 FuhGren/LIII   2507 22/4/XII"
    game = won(text, "2407", "FuhGren/LIII", day=21).play("Advance FuhGren/LIII 2407")

    assert game.rule("Advance FuhGren/LIII 2408") == "EA-AD.e"
    assert game.rule("Advance FuhGren/LIII 2306") == "EA-AD.g"
    assert game.allows("Advance FuhGren/LIII 2307")


@pytest.mark.rule("EA-AD.i", "EA-AD.j")
def test_one_unit_wades_the_our_and_stops() -> None:
    """L187: an attack out of the Westwall 2007 and 1907 on 2008, over the river."""
    text = "2007 14/5F/LXXXV 11/LXXXV   1907 FuhGren/LIII"
    game = won(text, "2008", "14/5F/LXXXV", "FuhGren/LIII", "11/LXXXV", day=21)
    game.play("Advance 14/5F/LXXXV 2008")

    assert game.rule("Advance 11/LXXXV 2008") == "EA-AD.i"
    assert game.allows("Advance FuhGren/LIII 2008")  # over a hexside of its own
    game.play("Advance FuhGren/LIII 2008")
    assert "Advance FuhGren/LIII 2108" not in game.offers()


def cleared(text: str, target: str, *units: str, **more: Any) -> Game:
    """The Allies have cleared the target."""
    return fight(position(text, **{"day": 22, **more}), target, *units, side="allied",
                 stage="advance")  # fmt: skip


@pytest.mark.rule("EA-AD.m", "EA-AD.u", "EA-AD.v")
def test_by_the_secondary_road_to_the_hex_before_ettelbruck() -> None:
    """L188, L195: 2211 to 2212 is secondary; # 3 first on 1 to 8, then # 4 on 1 to 4."""
    game = cleared("2211 10/5/XII 2/5/XII", "2212", "2/5/XII", "10/5/XII")
    assert game.top == AdvanceRoll(game.units("2/5/XII"), game.hex("2212"), 8)
    game.roll(8)

    assert game.top == AdvanceRoll(game.units("10/5/XII"), game.hex("2212"), 4)
    assert game.roll(5).where("10/5/XII") == "2211"


@pytest.mark.rule("EA-AD.s", "EA-AD.t", "EA-AD.y")
def test_into_marche_one_at_once_one_by_a_roll_and_no_third() -> None:
    """L194: a VP hex; 504, 505 and 508 are # 7, 8 and 9."""
    names = ("504/82/XVIII", "505/82/XVIII", "508/82/XVIII")
    game = cleared(f"1319 {' '.join(names)}", "1220", *names)
    assert game.where(names[0]) == "1220"
    assert game.top == AdvanceRoll(game.units(names[1]), game.hex("1220"), 7)
    game.roll(7)

    assert (game.where(names[1]), game.where(names[2])) == ("1220", "1319")
    assert game.state.battle is None


# -- December 16: L198 to L211 -----------------------------------------------------------------


@pytest.mark.rule("EA-D16.a", "EA-D16.b", "EA-D16.e", "EA-D16.f")
def test_the_solitaire_game_as_it_opens() -> None:
    """L199, L201: nine cards and level 10; 424 in Reserve, 16/1 in 0608."""
    game = settle(fresh("gs-3"))

    assert (game.where("424/106/XVIII"), game.where("16/1/V")) == ("reserve", "0608")
    assert game.state.cards[GERMAN].count(HAND) == 9
    assert isinstance(game.top, Impulse)
    assert game.top.level == 10


@pytest.mark.rule("EA-D16.c", "EA-D16.g")
def test_the_two_player_game_opens_with_three_german_corps() -> None:
    """L200, L202: LXXX, LXXXV and LXVII; none may come again."""
    text = "2205 316/212/LXXX 2007 352/LXXXV 0506 277/LXVII 0307 102Cav/V"
    game = position(text, game="2p", day=16, hand=[47, 56, 62, 63], allied_hand=[1])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=True))
    for number, formation in ((62, "212"), (56, "352"), (47, "LXVII")):
        assert isinstance(game.top, Impulse)
        assert game.top.side == GERMAN
        if number != 62:
            assert game.rule("Activate 63 212") == "EA-D16.g"
        settle(game.play(f"Activate {number} {formation}", "Done", "Done"))

    assert isinstance(game.top, Impulse)
    assert game.top.side == ALLIED


@pytest.mark.rule("EA-D16.d")
@pytest.mark.parametrize(("opening", "asked_for"), [(True, False), (False, True)])
def test_in_the_opening_the_allied_player_is_asked_for_no_tactic(
    opening: bool, asked_for: bool
) -> None:
    """L200: an attack on 2407 in one of the three impulses; card 24 has Corps Artillery."""
    text = "2407 12/4/XII   2406 316/212/LXXX 320/212/LXXX"
    game = south(text, game="2p", day=16, hand=[62], allied_hand=[24])
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, opening=opening))
    game.play("Activate 62 212", "Done", "Attack 2407", *(f"Commit {u}" for u in PAIR), "Launch")

    assert (game.top == Tactics(ALLIED)) == asked_for


@pytest.mark.rule("EA-D16.d")
@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_the_allied_player_is_asked_for_no_card_in_the_first_three_impulses(seed: str) -> None:
    """L200: whatever the German does in them; how to take hits he is asked."""
    for game in walk("2p-3", 160, seed):
        phase = next((d for d in game.state.stack if isinstance(d, Impulses)), None)
        if game.state.day == 16 and phase is not None and phase.number <= 3:
            assert game.seat != "allied" or isinstance(game.top, Hits), game.top


@pytest.mark.rule("EA-D16.i")
def test_in_the_opening_no_reserves_and_no_events() -> None:
    """L203: card 66, LXXX Corps, has Bridge Engineers."""
    game = position("2205 316/212/LXXX", day=16, hand=[66], reserve="320/212/LXXX")
    game.state.stack = (Impulses(GERMAN, 1), Impulse(GERMAN, 10, opening=True))

    assert game.rule('Event 66 "Bridge Engineers"') == "EA-D16.i"
    assert game.rule("Reserves 66 LXXX") == "EA-D16.i"
    assert game.allows("Activate 66 LXXX")


@pytest.mark.rule("EA-D16.k", "EA-D16.l")
def test_over_the_bridge_of_echternach_one_by_bridge_and_one_by_water() -> None:
    """L205: three regiments beside the bridge 2205/2305, held by the Germans."""
    names = (*PAIR, "423/212/LXXX")
    game = south(f"2205 {' '.join(names)}", active=" ".join(names), day=16)
    game.set(rolled=game.kit.grid.all)
    game.play(f"Pick {names[0]}", "Step 2305", "Step 2406", "Halt")  # a bridge: it goes on

    game.play(f"Pick {names[1]}", "Step 2305")  # a river: its whole move
    assert not isinstance(game.top, Moving) or not game.allows("Step 2406")
    if isinstance(game.top, Moving):
        game.play("Halt")
    assert game.play(f"Pick {names[2]}").rule("Step 2305") == "EA-D16.l"


@pytest.mark.rule("EA-D16.m")
def test_on_the_16th_a_combat_command_moves_one_hex() -> None:
    """L206: CCA of the 9th Armored on the road from 2307."""
    for day, rule in ((16, "EA-D16.m"), (17, None)):
        unit = "CCA/9A/VIII"
        game = position(f"2307 {unit}", game="2p", side="allied", active=unit, day=day)
        assert game.play(f"Pick {unit}", "Step 2408").rule("Step 2409") == rule


@pytest.mark.rule("EA-D16.q", "EA-D16.r", "EA-D16.u", "EA-D16.v")
@pytest.mark.parametrize("kind", ["gs", "2p"])
def test_on_the_16th_corps_artillery_alone(kind: str) -> None:
    """L207, L209: for the defenders of 2407."""
    game = south(ALLIES, game=kind, day=16)
    found = battle(game, "2407", *PAIR)

    assert refused(game, found, "Artillery", ALLIED) == {"gs": "EA-D16.u", "2p": "EA-D16.q"}[kind]
    assert refused(game, found, "Corps Artillery", ALLIED) is None


@pytest.mark.rule("EA-D16.s", "EA-D16.t")
def test_on_the_16th_engineers_leave_the_bridge_of_ettelbruck_alone() -> None:
    """L208: the next day they blow one."""
    text = "2009 352/LXXXV   2210 109/28/VIII"
    for day, blown in ((16, 0), (17, 1)):
        game = resolve(position(text, day=day), 56)
        assert len(game.told(ev.BridgeBlown)) == blown
        if day == 16:
            assert game.told(ev.RoadblockPlaced) or game.told(ev.DugIn)


@pytest.mark.rule("EA-D16.w")
def test_on_the_16th_one_reserve_to_a_command() -> None:
    """L210: two regiments wait, Ettelbruck and Diekirch are empty."""
    for day, placed in ((16, 1), (17, 2)):
        game = position("2010 352/LXXXV", day=day, reserve="12/4/XII 2/5/XII")
        deploy.deploy(game.state, game.units("2/5/XII", "12/4/XII"))
        assert sum(game.where(n) != "reserve" for n in ("2/5/XII", "12/4/XII")) == placed


@pytest.mark.rule("EA-D16.x")
def test_on_the_16th_xviii_corps_may_go_to_wiltz() -> None:
    """L211: row 18 is in the area of VIII Corps, not of XVIII."""
    for day, may in ((16, True), (17, False)):
        game = position("1712 39/26/XLVII", day=day, reserve="424/106/XVIII")
        assert ("1812" in method_a(game, "424/106/XVIII")) == may


# -- Allied activation: L213 to L234 -----------------------------------------------------------


def eligible_by(game: Game, name: str) -> str:
    why = Reasons(game.state)
    found = activation.eligible(game.state, game.units(name), why)
    return why.lines[-1].rule if found else ""


@pytest.mark.rule("EA-AA.b", "EA-AA.c", "EA-AA.e")
@pytest.mark.parametrize(
    ("text", "more", "rule"),
    [
        ("2210 109/28/VIII   2010 352/LXXXV", {}, ""),  # in a town, in contact
        ("2210 109/28/VIII   2010 352/LXXXV", {"dispersed": "109/28/VIII"}, "EA-AA.b"),
        ("2614 109/28/VIII   2010 352/LXXXV", {}, "EA-AA.c"),
        ("2211 109/28/VIII   2010 352/LXXXV", {}, "EA-AA.e"),
        ("2211 109/28/VIII   2010 352/LXXXV", {"dug_in": "2211"}, ""),
    ],
)
def test_what_makes_the_28th_division_act(text: str, more: dict[str, str], rule: str) -> None:
    """L215, L217, L218: around Ettelbruck, and in Arlon far from the enemy."""
    game = position(text, day=18, **more)  # type: ignore[arg-type]  # markers by name

    assert eligible_by(game, "109/28/VIII") == rule


@pytest.mark.rule("EA-AA.f")
@pytest.mark.parametrize(("day", "rule"), [(18, ""), (19, "EA-AA.f")])
def test_from_the_19th_two_to_one_makes_eligible(day: int, rule: str) -> None:
    """L219: 5 and 4 against 3, less 1 on clear ground and 1 more dug in; 5 alone is not enough."""
    text = "2307 CCA/10A/XII   2408 2/5/XII   2407 316/212/LXXX"
    game = south(text, day=day, dug_in="2307 2407 2408")

    assert eligible_by(game, "CCA/10A/XII") == ""
    why = Reasons(game.state)
    found = activation.eligible(game.state, game.units("CCA/10A/XII", "2/5/XII"), why)
    assert (why.lines[-1].rule if found else "") == rule


@pytest.mark.rule("EA-AA.h")
def test_who_wanders() -> None:
    """L221: out of communication in the open; not in a town, not surrounded."""
    lost_ = f"1616 110/28/VIII   {ring('1616', 3)}"
    town = f"1517 110/28/VIII   {ring('1517', 3)}"  # Champlon
    tight = f"1616 110/28/VIII   {ring('1616', 2)}   {'1615 3/2P/XLVII 1617 16/116P/LVIII'}"

    for text, count in ((lost_, 1), (town, 0), (tight, 0)):
        game = position(text, day=20)
        assert vocabulary.wandering(game.state).bit_count() == count, text


@pytest.mark.rule("EA-AA.j", "EA-AA.k")
@pytest.mark.parametrize(("roll", "where"), [(2, "calendar"), (6, "calendar"), (7, "1616")])
def test_a_lost_regiment_rolls(roll: int, where: str) -> None:
    """L223, L224: 2 to 6 are days; 7 and more leave it there."""
    unit = "CCR/9A/VIII"
    game = position(f"1616 {unit}   {ring('1616', 3)}", day=20, unsupplied=unit)
    activated_wander(game, unit)
    assert isinstance(game.top, WanderRoll)
    game.roll(roll)

    assert game.where(unit) == where
    if where == "calendar":
        assert game.told(ev.Calendared)[0].day == 20 + roll


def activated_wander(game: Game, name: str) -> None:
    ground.open_record(game.state, ALLIED, game.units(name), 1)
    game.state.stack = (Discarding(GERMAN, must=False), AlliedActivation(27, "wander"))
    step_on(game)


@pytest.mark.rule("EA-AA.m")
@pytest.mark.parametrize("units", ["2/5/XII 12/4/XII", "12/4/XII 2/5/XII"])
def test_an_action_is_tried_on_the_lowest_number_first(units: str) -> None:
    """L226: card 12, Retake; both regiments are next to empty Diekirch, # 3 and # 10."""
    near = dict(zip(("2109", "2208"), units.split(), strict=True))
    text = "  ".join(f"{hex_} {name}" for hex_, name in near.items())
    game = position(f"{text}  0503 27/12VG/ISS", day=18, german="2108")
    action(game, 12, units)

    assert game.where("2/5/XII") == "2108"
    assert game.where("12/4/XII") in near


@pytest.mark.rule("EA-AA.q", "EA-AA.r")
def test_the_garrison_of_ettelbruck_stays() -> None:
    """L228: two steps do not attack out of a VP hex, and nobody leaves it with Germans near."""
    few = position("2210 12/4/XII   2209 352/LXXXV", day=20)
    many = position("2210 12/4/XII 8/4/XII   2209 352/LXXXV", day=20)

    for game, kept in ((few, True), (many, False)):
        units = game.units(*game.at("2210"))
        assert vocabulary.too_few_to_leave(game.state, units, game.hex("2210")) == kept
        assert vocabulary.guards_vp(game.state, units)
    far = position("2210 12/4/XII   0503 27/12VG/ISS", day=20)
    assert not vocabulary.guards_vp(far.state, far.units("12/4/XII"))


@pytest.mark.rule("EA-AA.t", "EA-AA.u", "EA-AA.v", "EA-AA.w", "EA-AA.x")
@pytest.mark.parametrize(
    ("hex_", "more", "strength"),
    [
        ("0117", {}, 6),  # Liège, a city: twice 3
        ("2809", {}, 5),  # Luxembourg, a city: twice 3, less 1 on clear ground
        ("2404", {}, 6),  # the Westwall: twice 3
        ("2108", {}, 4),  # Diekirch, no VP
        ("2210", {}, 3),  # Ettelbruck, a VP town
        ("2306", {}, 4),  # forest
        ("2407", {}, 2),  # clear
        ("2407", {"dug_in": "2407"}, 3),
        ("2407", {"unsupplied": PAIR[0]}, 1),
        ("2208", {"unsupplied": PAIR[0]}, 2),
        ("2208", {"dry": PAIR[0]}, 2),
        ("2208", {"isolated": PAIR[0]}, 1),
    ],
)
def test_situational_strength_of_a_regiment_of_three(
    hex_: str, more: dict[str, str], strength: int
) -> None:
    """L229 to L233: doubled first, then added to and taken from."""
    game = position(f"{hex_} {PAIR[0]}", day=20, **more)  # type: ignore[arg-type]  # markers

    assert vocabulary.situational_defence(game.state, GERMAN, game.hex(hex_)) == strength
