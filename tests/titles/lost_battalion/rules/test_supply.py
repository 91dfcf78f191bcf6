"""Chapter 7: supply lines, their sources, and what is lost without them."""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position, ring

from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Battery
from grognard.titles.lost_battalion.rules.supply import halved

KIT = KITS["historical"]
ALL = KIT.all_bridges
GERMANS = "R252/76R R253/76R R254/76R L83/9L L118/9L L120/2L L122/2L"
US = "361/91 362/91 363/91 364/91 353/89 354/89 355/89"


def bridge(side: str) -> int:
    """The bit of the bridge between two hexes."""
    a, b = (KIT.grid.at(label) for label in side.split("/"))
    return KIT.bridges_at[a] & KIT.bridges_at[b]


def divisions(*keys: str) -> int:
    return sum(1 << KIT.division_by_key[key] for key in keys)


def is_out(game: Game, name: str) -> bool:
    """Whether a unit was out of supply as the Movement Phase began."""
    return bool(game.state.out_moving >> game.unit(name) & 1)


def odds(game: Game, target: str, *units: str) -> str:
    """The strengths of an attack: `8 (8) : 3`."""
    hold_fire(game.attack(target, *units)).roll(1)
    line: str = game.told(ev.AssaultRolled)[0].line
    return line.split(" →")[0]


def hold_fire(game: Game) -> Game:
    """No artillery takes part in the attack under way."""
    while isinstance(game.state.top, Battery):
        game.play("Done")
    return game


def in_the_argonne(units: str, at: str, cut_off: bool, **more: Any) -> Game:
    """Germans at 0537, between Aisne and Aire, with a US regiment to the south-east.

    No map edge of theirs touches the forest: without a bridge they have no supply.
    """
    bridges = ALL if cut_off else 0
    return position(f"0537 {units} 0538 305/77", at=at, bridges=bridges, **more)


# -- 7.1 and 7.2: in supply or out of it ---------------------------------------------


@pytest.mark.rule("LB-7.1a")
def test_a_unit_is_in_supply_or_out_and_none_dies_of_it() -> None:
    game = position(ring("0838", GERMANS) + " 0838 305/77 1048 306/77", at="b1", turn=1)
    assert is_out(game, "305/77")
    assert not is_out(game, "306/77")

    game.end_turn().end_turn().end_turn()

    assert (game.where("305/77"), game.steps("305/77")) == ("0838", 4)


@pytest.mark.rule("LB-7.2a", "LB-7.2d")
@pytest.mark.parametrize("cut_off", [False, True])
def test_an_unsupplied_unit_moves_half_as_far(cut_off: bool) -> None:
    game = in_the_argonne("3GzF/5G", "c1", cut_off)

    game.play("Pick 3GzF/5G", "March 0436", "March 0435", "March 0334", "March 0333")

    assert game.rule("March 0233") == ("LB-7.2a" if cut_off else None)


@pytest.mark.rule("LB-7.2a")
@pytest.mark.parametrize("cut_off", [False, True])
def test_supply_for_movement_is_fixed_as_the_phase_begins(cut_off: bool) -> None:
    game = in_the_argonne("3GzF/5G", "c1", cut_off)
    game.set(bridges=0 if cut_off else ALL)

    game.play("Pick 3GzF/5G", "March 0436", "March 0435", "March 0334", "March 0333")

    assert game.rule("March 0233") == ("LB-7.2a" if cut_off else None)


@pytest.mark.rule("LB-7.2a")
def test_a_tank_out_of_supply_moves_three_hexes() -> None:
    options = {"control_blocks_supply": "on"}
    game = position("0506 344LT", at="b1", options=options)

    game.play("Pick 344LT", "March 0606", "March 0706", "March 0806")

    assert game.rule("March 0906") == "LB-7.2a"


@pytest.mark.rule("LB-7.2b", "LB-7.2d")
@pytest.mark.parametrize(
    ("defender", "full", "half"),
    [("4GzF/1G", 5, 3), ("L116/9L", 3, 2), ("R66/7R", 4, 2), ("L116/9L:1", 1, 1)],
)
def test_a_defender_out_of_supply_has_half_its_strength_rounded_up(
    defender: str, full: int, half: int
) -> None:
    supplied = in_the_argonne(defender, "b2", cut_off=False)
    unsupplied = in_the_argonne(defender, "b2", cut_off=True)

    assert odds(supplied, "0537", "305/77") == f"8 (8) : {full}"
    assert odds(unsupplied, "0537", "305/77") == f"8 (8) : {half}"


@pytest.mark.rule("LB-7.2b")
@pytest.mark.parametrize(("cut_off", "strength"), [(False, 5), (True, 3)])
def test_supply_for_combat_is_fixed_as_the_phase_opens(cut_off: bool, strength: int) -> None:
    game = in_the_argonne("4GzF/1G", "b2", cut_off)
    game.set(bridges=0 if cut_off else ALL)

    assert odds(game, "0537", "305/77") == f"8 (8) : {strength}"


@pytest.mark.rule("LB-7.2b")
def test_supply_for_combat_is_settled_anew_after_movement() -> None:
    game = in_the_argonne("4GzF/1G", "b1", cut_off=False)
    game.set(bridges=ALL).play("Done")

    assert odds(game, "0537", "305/77") == "8 (8) : 3"


@pytest.mark.rule("LB-7.2c")
def test_a_unit_out_of_supply_may_not_attack() -> None:
    assert in_the_argonne("4GzF/1G", "c2", cut_off=False).allows("Attack 0538")

    refusal = in_the_argonne("4GzF/1G", "c2", cut_off=True).refusal("Attack 0538")

    assert refusal is not None
    assert str(refusal) == "LB-7.2c: 4GzF/1G is out of supply and may not attack"


@pytest.mark.rule("LB-7.2c")
def test_a_unit_out_of_supply_is_left_out_of_an_attack_by_others() -> None:
    game = in_the_argonne("4GzF/1G 0539 L116/9L", "c2", cut_off=False)
    game.set(out_fighting=1 << game.unit("4GzF/1G")).play("Attack 0538", "Commit L116/9L")

    assert game.rule("Commit 4GzF/1G") == "LB-7.2c"


@pytest.mark.rule("LB-7.2c")
@pytest.mark.parametrize(("gap", "rule"), [("", "LB-7.2c"), ("0839", None)])
def test_a_unit_out_of_supply_makes_no_hasty_attack(gap: str, rule: str | None) -> None:
    game = position(ring("0838", GERMANS, but=gap) + " 0838 305/77", at="b1")

    game.play("Pick 305/77")

    assert game.rule("Strike 0837") == rule


@pytest.mark.rule("LB-7.2d")
def test_halves_are_rounded_up() -> None:
    assert [halved(n) for n in range(9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("LB-7.2e")
@pytest.mark.parametrize(("cut_off", "strength"), [(False, 5), (True, 3)])
def test_a_hasty_attack_goes_by_supply_as_the_movement_phase_began(
    cut_off: bool, strength: int
) -> None:
    game = in_the_argonne("4GzF/1G", "b1", cut_off)
    game.set(bridges=0 if cut_off else ALL, out_fighting=0 if cut_off else -1)

    game.play("Pick 305/77", "Strike 0537").roll(1)

    assert game.told(ev.AssaultRolled)[0].line.startswith(f"8 (8) : {strength} ")


@pytest.mark.rule("LB-7.2e")
def test_a_hasty_attacker_cut_off_at_the_start_stays_so() -> None:
    game = position(ring("0838", GERMANS) + " 0838 305/77", at="b1")
    game.set(bridges=ALL, out_fighting=0).play("Pick 305/77")

    assert game.rule("Strike 0837") == "LB-7.2c"


@pytest.mark.rule("LB-7.2f")
@pytest.mark.parametrize(("cut_off", "strength"), [(False, 2), (True, 1)])
def test_a_machine_gun_out_of_supply_defends_with_one(cut_off: bool, strength: int) -> None:
    game = in_the_argonne("MG1", "b2", cut_off)

    assert odds(game, "0537", "305/77") == f"8 (8) : {strength}"


@pytest.mark.rule("LB-7.2f")
def test_artillery_out_of_supply_defends_with_one_and_does_not_fire() -> None:
    guns = ring("1137", GERMANS + " 2GzF/1G") + " 1137 IA 1140 VA"
    defence = position(guns, at="c2")
    assert defence.state.out_fighting >> defence.unit("IA") & 1
    assert odds(defence, "1137", "R252/76R") == "4 (4) : 1"

    fire = position(guns, at="b2").play("Bombard 1036")

    assert fire.allows("Fire VA 1036")
    assert fire.rule("Fire IA 1036") == "LB-7.2f"


@pytest.mark.rule("LB-7.2g")
def test_halving_is_done_unit_by_unit() -> None:
    game = in_the_argonne("4GzF/1G L116/9L", "b2", cut_off=True)  # 5 and 3: 3 + 2, not 8 / 2

    assert odds(game, "0537", "305/77") == "8 (8) : 5"


@pytest.mark.rule("LB-7.2g")
def test_a_group_moves_with_the_least_allowance_in_it() -> None:
    game = in_the_argonne("3GzF/5G 4GzF/1G", "c1", cut_off=False)
    game.set(out_moving=1 << game.unit("4GzF/1G"))

    game.play("Pick 3GzF/5G", "Join 4GzF/1G", "March 0436", "March 0435", "March 0334")
    game.play("March 0333")
    assert game.rule("March 0233") == "LB-7.2a"
    game.play("Drop 4GzF/1G")

    assert game.allows("March 0233")


# -- 7.3: the line --------------------------------------------------------------------


@pytest.mark.rule("LB-7.3a")
def test_a_supply_line_may_be_of_any_length() -> None:
    game = position("0703 305/77", at="b1")

    assert not is_out(game, "305/77")


@pytest.mark.rule("LB-7.3b")
@pytest.mark.parametrize("side", ["0733/0633", "0338/0238", "1106/1205", "1728/1827"])
def test_a_supply_line_crosses_a_river_at_a_bridge_of_its_side(side: str) -> None:
    at, across = side.split("/")
    text = ring(at, GERMANS, but=across) + f" {at} 305/77"

    assert not is_out(position(text, at="b1", bridges=ALL), "305/77")
    assert is_out(position(text, at="b1", bridges=ALL & ~bridge(side)), "305/77")


@pytest.mark.rule("LB-7.3b")
@pytest.mark.parametrize("side", ["0733/0734", "0337/0237", "1507/1607", "1727/1827"])
def test_a_supply_line_never_crosses_a_river_without_a_bridge(side: str) -> None:
    at, across = side.split("/")
    text = ring(at, GERMANS, but=across) + f" {at} 305/77"

    assert is_out(position(text, at="b1", bridges=ALL), "305/77")


@pytest.mark.rule("LB-7.3b", "LB-8.8b", "LB-8.8c")
def test_a_bridge_that_changed_hands_this_turn_carries_no_supply() -> None:
    text = ring("0733", GERMANS, but="0633") + " 0733 305/77"
    fresh = bridge("0633/0733")

    assert is_out(position(text, at="b1", bridges=ALL, fresh_bridges=fresh), "305/77")
    assert is_out(in_the_argonne("4GzF/1G", "c1", cut_off=False, fresh_bridges=ALL), "4GzF/1G")


@pytest.mark.rule("LB-7.3c")
def test_only_enemy_units_block_a_line_not_control_or_gas() -> None:
    gap = ring("0838", GERMANS, but="0839") + " 0838 305/77"
    german = position(gap, at="b1")
    assert german.controls("0839") == "german"
    assert not is_out(german, "305/77")

    gas = position(gap, at="b1", gas=1 << KIT.grid.at("0839"))
    assert not is_out(gas, "305/77")

    assert is_out(position(gap + " 0839 2GzF/1G", at="b1"), "305/77")


@pytest.mark.rule("LB-7.3c")
def test_enemy_control_blocks_a_line_where_the_players_agreed_so() -> None:
    options = {"control_blocks_supply": "on"}
    gap = ring("0838", GERMANS, but="0839") + " 0838 305/77"

    assert is_out(position(gap, at="b1", options=options), "305/77")
    corridor = position(gap, at="b1", options=options, allied="0839 0840 0841 0842")
    assert not is_out(corridor, "305/77")

    german = ring("0220", US, but="0120") + " 0220 4GzF/1G 0119 358/90 0121 357/90"
    assert not is_out(position(german, at="c1", options=options), "4GzF/1G")
    assert is_out(position(german, at="c1", options=options, allied="0120"), "4GzF/1G")


# -- 7.4: Allied supply ---------------------------------------------------------------


@pytest.mark.rule("LB-7.4a")
@pytest.mark.parametrize(("at", "out"), [("0701", True), ("2820", True), ("0120", True)])
def test_us_supply_comes_from_the_south_edge_alone(at: str, out: bool) -> None:
    game = position(ring(at, GERMANS) + f" {at} 305/77 1048 306/77", at="b1")

    assert is_out(game, "305/77") == out
    assert not is_out(game, "306/77")


@pytest.mark.rule("LB-7.4a")
def test_every_south_edge_hex_is_a_us_source() -> None:
    options = {"control_blocks_supply": "on"}
    north = sum(1 << h for h in KIT.grid.hexes if KIT.grid.row(h) < 48)
    for column in range(1, 29):
        label = f"{column:02d}48"
        control = KIT.start_allied & ~north
        game = position(f"{label} 305/77", at="b1", options=options, control=control)
        assert not is_out(game, "305/77"), label


TWO_TARGETS = "1242 4GzF/1G 1342 1GzF/1G 1243 137/35 1343 138/35 140/35 1443 361/91"


@pytest.mark.rule("LB-7.4b")
def test_only_so_many_us_divisions_may_attack() -> None:
    game = position(TWO_TARGETS, at="b2", turn=3, divisions=divisions("US 1", "US 2"))
    assert game.allows("Attack 1242")

    game.set(divisions=divisions("US 1", "US 2", "US 3"))

    refusal = game.refusal("Attack 1242")
    assert refusal is not None
    assert str(refusal) == "LB-7.4b: supply lets 3 US divisions attack this turn, no more"


@pytest.mark.rule("LB-7.4b")
def test_the_limit_holds_for_a_second_division_in_one_attack() -> None:
    game = position(TWO_TARGETS, at="b2", turn=3, divisions=divisions("US 1", "US 2"))
    game.play("Attack 1342", "Commit 138/35")

    assert game.rule("Commit 361/91") == "LB-7.4b"
    assert game.allows("Commit 140/35")


@pytest.mark.rule("LB-7.4b")
def test_movement_and_defence_are_not_limited() -> None:
    full = divisions("US 1", "US 2", "US 3")
    moving = position(TWO_TARGETS, at="b1", turn=3, divisions=full).play("Pick 137/35")
    assert moving.allows("March 1343")

    defence = position("1240 305/77 1239 4GzF/1G", at="c2", turn=3, divisions=full)
    assert odds(defence, "1240", "4GzF/1G") == "5 (5) : 8"


@pytest.mark.rule("LB-7.4c")
def test_one_regiment_counts_its_division_once() -> None:
    game = position(TWO_TARGETS, at="b2", turn=3, divisions=divisions("US 1", "US 2"))
    hold_fire(game.attack("1242", "137/35")).roll(4)
    assert game.state.divisions == divisions("US 1", "US 2", "US 35")

    game.play("Attack 1342")
    assert game.rule("Commit 361/91") == "LB-7.4b"
    game.play("Commit 138/35", "Launch")

    assert game.state.divisions == divisions("US 1", "US 2", "US 35")


@pytest.mark.rule("LB-7.4d")
def test_a_hasty_attack_counts_and_so_it_does_when_it_is_given_up() -> None:
    game = position(TWO_TARGETS, at="b1").play("Pick 137/35", "Strike 1242")
    assert game.state.divisions == divisions("US 35")

    game.roll(6).play("Return")

    assert game.state.divisions == divisions("US 35")


@pytest.mark.rule("LB-7.4d")
def test_a_hasty_attack_is_held_to_the_limit() -> None:
    ten = divisions(*(f"US {n}" for n in (1, 2, 3, 4, 5, 6, 26, 28, 29, 32)))
    game = position(TWO_TARGETS, at="b1", divisions=ten).play("Pick 137/35")

    assert game.rule("Strike 1242") == "LB-7.4b"


@pytest.mark.rule("LB-7.4d")
def test_bombardment_alone_does_not_count() -> None:
    game = position(TWO_TARGETS + " 1144 IA", at="b2", turn=3)

    game.play("Bombard 1242", "Fire IA 1242", "Shoot").roll(1)

    assert game.state.divisions == 0


@pytest.mark.rule("LB-7.4d")
def test_french_divisions_and_tanks_never_count() -> None:
    full = divisions("US 1", "US 2", "US 3")
    game = position("1242 4GzF/1G 1243 32/18DI 1343 344LT", at="b2", turn=3, divisions=full)

    game.attack("1242", "32/18DI", "344LT")

    assert game.state.divisions == full


@pytest.mark.rule("LB-7.4d")
def test_an_attack_counts_from_its_declaration() -> None:
    game = position(TWO_TARGETS, at="b2", turn=3)
    game.play("Attack 1242", "Commit 137/35", "CallOff")
    assert game.state.divisions == 0

    game.attack("1242", "137/35")

    assert game.state.divisions == divisions("US 35")


WEST = ring("0236", "R252/76R R253/76R R254/76R L83/9L L118/9L", but="0136")
POCKET = WEST + " 0135 L120/2L 0137 L122/2L"  # what is left open is the west edge at 0136


@pytest.mark.rule("LB-7.4e")
def test_the_french_of_the_far_west_are_supplied_from_allied_west_edge_hexes() -> None:
    assert not is_out(position(POCKET + " 0236 217/71DI", at="b1", allied="0136"), "217/71DI")
    assert is_out(position(POCKET + " 0236 217/71DI", at="b1"), "217/71DI")
    assert is_out(position(POCKET + " 0236 305/77", at="b1", allied="0136"), "305/77")


@pytest.mark.rule("LB-7.4e")
def test_from_column_06_on_the_french_have_no_source_in_the_west() -> None:
    options = {"control_blocks_supply": "on"}
    corridor = "0130 0230 0330 0430 0530"
    fifth = position("0530 217/71DI", at="b1", options=options, allied=corridor)
    sixth = position("0630 217/71DI", at="b1", options=options, allied=corridor)

    assert not is_out(fifth, "217/71DI")
    assert is_out(sixth, "217/71DI")


@pytest.mark.rule("LB-7.4e")
def test_the_french_use_the_us_sources() -> None:
    assert not is_out(position("1636 217/71DI", at="b1"), "217/71DI")


# -- 7.5: German supply -----------------------------------------------------------------


@pytest.mark.rule("LB-7.5a")
@pytest.mark.parametrize(
    ("at", "out"), [("0701", False), ("2820", False), ("0120", False), ("1322", True)]
)
def test_german_supply_comes_from_the_other_three_edges(at: str, out: bool) -> None:
    game = position(ring(at, US) + f" {at} 4GzF/1G", at="c1")

    assert is_out(game, "4GzF/1G") == out


@pytest.mark.rule("LB-7.5a")
def test_the_south_edge_is_no_german_source() -> None:
    options = {"control_blocks_supply": "on"}
    everything = KIT.grid.all & ~(1 << KIT.grid.at("1242"))
    south = everything & ~KIT.edges["S"]
    game = position("1242 4GzF/1G", at="c1", options=options, control=south)

    assert is_out(game, "4GzF/1G")


@pytest.mark.rule("LB-7.5a")
def test_german_attacks_are_not_limited() -> None:
    full = divisions("US 1", "US 2", "US 3")
    game = position("1240 305/77 1239 4GzF/1G", at="c2", turn=3, divisions=full)

    game.attack("1240", "4GzF/1G")

    assert game.state.divisions == full


@pytest.mark.rule("LB-7.5b")
def test_a_west_edge_source_must_be_german_controlled_and_free() -> None:
    text = ring("0220", US, but="0120") + " 0220 4GzF/1G 0119 358/90 0121 357/90"

    assert not is_out(position(text, at="c1"), "4GzF/1G")
    assert is_out(position(text, at="c1", allied="0120"), "4GzF/1G")
    assert is_out(position(text + " 0120 305/77", at="c1"), "4GzF/1G")


@pytest.mark.rule("LB-7.5b")
@pytest.mark.parametrize(("at", "edge"), [("2720", "2820"), ("1002", "1001")])
def test_an_east_or_north_edge_source_must_only_be_free(at: str, edge: str) -> None:
    text = ring(at, US, but=edge) + f" {at} 4GzF/1G"
    text += " 0901 357/90 1101 358/90" if at == "1002" else ""

    assert not is_out(position(text, at="c1", allied=edge), "4GzF/1G")
    assert is_out(position(text + f" {edge} 305/77", at="c1"), "4GzF/1G")
