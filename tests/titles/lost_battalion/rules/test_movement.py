"""Chapter 8 and 14.0: marches, roads, bridges, and the lines that may not be crossed."""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position

from grognard.titles.lost_battalion.kit.tables import KITS
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Battery, Marching
from grognard.titles.lost_battalion.position.state import State
from grognard.titles.lost_battalion.rules.supply import usable_bridges

KIT = KITS["historical"]
ALL = KIT.all_bridges


def bridge(side: str) -> int:
    """The bit of the bridge between two hexes."""
    a, b = (KIT.grid.at(label) for label in side.split("/"))
    return KIT.bridges_at[a] & KIT.bridges_at[b]


def spent(game: Game) -> float:
    """The movement points the group in hand has used."""
    assert isinstance(game.state.top, Marching)
    return game.state.top.spent / 2


def marching(unit: str, at: str, *, phase: str = "", **more: Any) -> Game:
    """A unit in hand in the Movement Phase of its side."""
    german = KIT.side_of[KIT.by_name[unit]]
    game = position(f"{at} {unit}", at=phase or ("c1" if german else "b1"), **more)
    return game.play(f"Pick {unit}")


def hold_fire(game: Game) -> Game:
    """No artillery takes part in the attack under way."""
    while isinstance(game.state.top, Battery):
        game.play("Done")
    return game


# -- hex by hex -------------------------------------------------------------------------


@pytest.mark.rule("LB-8.0a", "LB-S.23")
def test_a_unit_spends_its_allowance_hex_by_hex() -> None:
    game = marching("98/33ID", "2005")
    assert game.rule("March 2205") == "LB-8.0a"

    for column in range(21, 29):
        game.play(f"March {column}05")

    assert spent(game) == 8
    refusal = game.refusal("March 2706")
    assert refusal is not None
    assert str(refusal) == "LB-8.0a: 2706 costs 1 movement, 0 left"


@pytest.mark.rule("LB-8.0a")
def test_a_hex_is_not_entered_with_too_little_left() -> None:
    game = marching("98/33ID", "1820")
    for column in range(19, 26):
        game.play(f"March {column}20")

    refusal = game.refusal("March 2619")
    assert refusal is not None
    assert str(refusal) == "LB-8.0a: 2619 costs 2 movement, 1 left"
    assert game.allows("March 2620")


@pytest.mark.rule("LB-8.0a")
def test_a_march_never_enters_an_enemy_hex() -> None:
    game = position("1243 137/35 1242 4GzF/1G", at="b1", turn=2).play("Pick 137/35")

    refusal = game.refusal("March 1242")
    assert refusal is not None
    assert str(refusal) == "LB-8.0a: 1242 is held by the enemy"


@pytest.mark.rule("LB-8.0a")
def test_a_unit_marches_once_in_a_phase() -> None:
    game = marching("98/33ID", "2005").play("March 2105", "Halt")

    assert game.rule("Pick 98/33ID") == "LB-8.0a"


@pytest.mark.rule("LB-8.0b")
def test_enemies_along_the_way_neither_stop_nor_cost() -> None:
    game = position("0120 137/35 0319 L83/9L 0521 L116/9L 0719 L118/9L 0821 L120/2L", at="b1")
    game.play("Pick 137/35")

    for column in range(2, 10):
        game.play(f"March {column:02d}20")

    assert spent(game) == 8


# -- 8.8: fortifications and bridges ------------------------------------------------------


@pytest.mark.rule("LB-8.8a")
def test_a_fortification_fought_over_still_stands() -> None:
    game = position("1441 157/117ID:1 1442 361/91 362/91 1443 138/35", at="b1")
    game.play("Pick 361/91", "Join 362/91", "Strike 1441").roll(6)
    while not isinstance(game.state.top, Marching):
        game.play(game.offers()[0])
    assert game.where("361/91") == "1441"

    game.play("Halt", "Pick 138/35", "March 1442", "March 1441")

    assert spent(game) == 1 + 2  # clear, then clear with a fortification
    assert not any("fort" in field for field in State.__struct_fields__)


LANEUVILLE = "1719/1819"  # the Meuse at Stenay, on road R9


@pytest.mark.rule("LB-8.8b")
def test_a_bridge_just_taken_is_used_from_the_next_turn_on() -> None:
    game = marching("137/35", "1619", turn=14).play("March 1719")
    refusal = game.refusal("March 1819")
    assert refusal is not None
    assert str(refusal).startswith("LB-8.8b: the bridge changed hands this turn")
    game.play("Halt").end_turn()
    while not game.allows("Pick 137/35"):
        game.play("Done")

    game.play("Pick 137/35", "March 1819")

    assert game.where("137/35") == "1819"


@pytest.mark.rule("LB-8.8b", "LB-8.8c")
def test_a_bridge_just_taken_serves_no_advance() -> None:
    text = "1719 137/35 1819 L83/9L:1"
    for fresh, rule in ((0, None), (bridge(LANEUVILLE), "LB-8.8b")):
        game = position(text, at="b2", turn=14, bridges=ALL, fresh_bridges=fresh)
        hold_fire(game.attack("1819", "137/35")).roll(6)

        assert game.rule("Advance 137/35") == rule


@pytest.mark.rule("LB-8.8b", "LB-8.8c")
def test_a_bridge_just_taken_serves_no_tank_in_a_hasty_attack() -> None:
    text = "0734 305/77 344LT 0834 L83/9L"
    for fresh, rule in ((0, None), (bridge("0734/0834"), "LB-8.8b")):
        game = position(text, at="b1", bridges=ALL, fresh_bridges=fresh)
        game.play("Pick 305/77", "Join 344LT")

        assert game.rule("Strike 0834") == rule


@pytest.mark.rule("LB-8.8c")
@pytest.mark.parametrize("end", ["1719", "1819"])
def test_entering_either_end_takes_a_bridge_and_its_old_owner_loses_it_at_once(end: str) -> None:
    start = {"1719": "1619", "1819": "1820"}[end]
    game = marching("137/35", start, turn=14)
    assert usable_bridges(game.state, 1) & bridge(LANEUVILLE)

    game.play(f"March {end}")

    assert game.state.bridges & bridge(LANEUVILLE)
    assert not usable_bridges(game.state, 0) & bridge(LANEUVILLE)
    assert not usable_bridges(game.state, 1) & bridge(LANEUVILLE)
    assert [told.name for told in game.told(ev.BridgeTaken)] == ["Laneuville – Stenay"]


@pytest.mark.rule("LB-8.8c")
def test_the_side_that_lost_a_bridge_may_not_cross_it() -> None:
    game = position("1719 98/33ID", at="c1", bridges=bridge(LANEUVILLE)).play("Pick 98/33ID")

    assert game.rule("March 1819") == "LB-8.8c"
    game.set(bridges=0)
    assert game.allows("March 1819")


@pytest.mark.rule("LB-8.8c")
def test_a_bridge_is_not_taken_by_marching_past_it() -> None:
    game = marching("137/35", "1619", turn=14).play("March 1620")

    assert game.state.bridges & bridge(LANEUVILLE) == 0


@pytest.mark.rule("LB-8.8c")
def test_at_the_start_only_bridges_wholly_south_of_the_line_are_allied() -> None:
    allied = {"0344/0345", "1246/1346", "2542/2642", "2644/2743"}
    start = position("", at="b1").state.bridges

    assert start == sum(bridge(side) for side in allied)
    assert ALL.bit_count() == 27


@pytest.mark.rule("LB-8.8d")
@pytest.mark.parametrize(("agreed", "shift"), [("off", -1), ("on", 0)])
def test_a_fortification_serves_whoever_holds_it(agreed: str, shift: int) -> None:
    options = {"forts_german_only": agreed}
    game = position("1441 361/91 1440 4GzF/1G", at="c2", turn=1, options=options)

    game.attack("1441", "4GzF/1G").roll(1)

    assert game.told(ev.AssaultRolled)[0].tally.total == shift


@pytest.mark.rule("LB-8.8d")
def test_fortifications_always_serve_the_german() -> None:
    for agreed in ("off", "on"):
        game = position("1441 4GzF/1G 1442 361/91", at="b2", options={"forts_german_only": agreed})
        game.attack("1441", "361/91").roll(1)

        assert game.told(ev.AssaultRolled)[0].tally.total == -1


# -- 8.10: Operational Movement -------------------------------------------------------------

STENAY_TO_DOUZY = "1818 1817 1716 1715 1614 1514 1513 1412 1411 1310 1309 1208 1207 1106 1205 1104"


@pytest.mark.rule("LB-8.10a")
def test_a_road_hex_costs_half_a_point_by_operational_movement() -> None:
    game = marching("98/33ID", "1819")

    for to in STENAY_TO_DOUZY.split():
        game.play(f"Ride {to}")

    assert spent(game) == 8
    assert game.rule("Ride 1004") == "LB-8.0a"


@pytest.mark.rule("LB-8.10b", "LB-S.19")
def test_operational_movement_ignores_fortifications_along_the_road() -> None:
    riding = marching("98/33ID", "1238").play("Ride 1337", "Ride 1336")
    walking = marching("98/33ID", "1238").play("March 1337", "March 1336")

    assert (spent(riding), spent(walking)) == (1, 4)


@pytest.mark.rule("LB-8.10c")
def test_operational_movement_keeps_to_friendly_hexes() -> None:
    german = marching("98/33ID", "1238", allied="1337")
    assert german.rule("Ride 1337") == "LB-8.10c"
    assert german.allows("March 1337")

    allied = marching("137/35", "1239", turn=5, allied="1138")
    assert allied.allows("Ride 1138")
    assert allied.rule("Ride 1238") == "LB-8.10c"


@pytest.mark.rule("LB-8.10d")
@pytest.mark.parametrize(
    ("enemy", "ridden", "beside"),
    [("1339", "", "1238"), ("1236", "", "1337"), ("1434", "1337 1336", "1435")],
    ids=["start", "on the way", "end"],
)
def test_no_hex_of_an_operational_move_is_next_to_an_enemy(
    enemy: str, ridden: str, beside: str
) -> None:
    route = ["1337", "1336", "1435"]
    game = position(f"1238 98/33ID {enemy} 305/77", at="c1").play("Pick 98/33ID")
    for to in ridden.split():
        game.play(f"Ride {to}")

    refusal = game.refusal(f"Ride {route[len(ridden.split())]}")
    assert refusal is not None
    assert str(refusal) == f"LB-8.10d: {beside} is next to an enemy unit"


@pytest.mark.rule("LB-8.10d")
def test_an_enemy_two_hexes_from_the_road_does_not_matter() -> None:
    game = position("1238 98/33ID 1538 305/77", at="c1").play("Pick 98/33ID")

    game.play("Ride 1337", "Ride 1336", "Ride 1435")

    assert spent(game) == 1.5


@pytest.mark.rule("LB-8.10e")
def test_operational_movement_starts_on_a_road_and_stays_on_it() -> None:
    off_road = marching("98/33ID", "1338")
    assert off_road.rule("Ride 1337") == "LB-8.10e"

    leaving = marching("98/33ID", "1238").play("Ride 1337")
    assert leaving.rule("Ride 1437") == "LB-8.10e"


@pytest.mark.rule("LB-8.10e")
def test_two_roads_side_by_side_are_not_one() -> None:
    game = marching("98/33ID", "1238")  # road R3; R1 runs through 1138 next to it

    assert game.rule("Ride 1138") == "LB-8.10e"


@pytest.mark.rule("LB-8.10e", "LB-8.8c")
def test_a_road_over_an_enemy_bridge_is_no_road() -> None:
    game = marching("98/33ID", "0633", bridges=ALL)
    assert game.rule("Ride 0733") == "LB-8.10e"

    assert marching("98/33ID", "0633").allows("Ride 0733")


@pytest.mark.rule("LB-8.10f", "LB-8.10g")
@pytest.mark.parametrize("unit", ["137/35", "217/71DI", "344LT"])
def test_allied_units_use_operational_movement_from_turn_5(unit: str) -> None:
    assert marching(unit, "1847", turn=4).rule("Ride 1746") == "LB-8.10f"
    assert marching(unit, "1847", turn=5).allows("Ride 1746")


@pytest.mark.rule("LB-8.10g")
def test_germans_use_operational_movement_from_turn_1() -> None:
    assert marching("98/33ID", "1819", turn=1).allows("Ride 1818")


@pytest.mark.rule("LB-8.10g")
def test_operational_and_regular_movement_are_not_mixed() -> None:
    riding = marching("98/33ID", "1819").play("Ride 1818")
    assert riding.rule("March 1817") == "LB-8.10g"
    assert riding.allows("Ride 1817")

    walking = marching("98/33ID", "1819").play("March 1818")
    assert walking.rule("Ride 1817") == "LB-8.10g"
    assert walking.allows("March 1817")


# -- 8.11: the Start Line -------------------------------------------------------------------


@pytest.mark.rule("LB-8.11a")
@pytest.mark.parametrize("unit", ["4GzF/1G", "kuk5/1AH"])
def test_no_german_enters_or_attacks_a_hex_south_of_the_start_line(unit: str) -> None:
    marcher = marching(unit, "1242")
    refusal = marcher.refusal("March 1243")
    assert refusal is not None
    assert str(refusal) == "LB-8.11a: 1243 lies south of the Start Line, closed to Germans"
    assert marcher.allows("March 1241")

    attacker = position(f"1242 {unit} 1243 137/35 1241 138/35", at="c2")
    assert attacker.rule("Attack 1243") == "LB-8.11a"
    assert attacker.allows("Attack 1241")


@pytest.mark.rule("LB-8.11a")
def test_not_even_by_the_option_of_german_hasty_attacks() -> None:
    options = {"german_hasty": "on"}
    game = position("1242 4GzF/1G 1243 137/35 1241 138/35", at="c1", options=options)
    game.play("Pick 4GzF/1G")

    assert game.rule("Strike 1243") == "LB-8.11a"
    assert game.allows("Strike 1241")


@pytest.mark.rule("LB-8.11b")
def test_german_fire_and_gas_fall_south_of_the_line_where_observed() -> None:
    text = "1740 11Gren/117ID 1741 313/79 1748 314/79"

    gas = position(text, at="a2", turn=2)
    assert gas.allows("Gas 1741")
    assert gas.rule("Gas 1748") == "LB-11.2a"

    barrage = position(text, at="c2", turn=2)
    assert barrage.allows("Bombard 1741")
    assert barrage.rule("Bombard 1748") == "LB-11.2a"


# -- 8.12: rivers -------------------------------------------------------------------------


@pytest.mark.rule("LB-8.12", "LB-S.20")
def test_the_meuse_is_crossed_at_a_usable_bridge_only() -> None:
    refusal = marching("98/33ID", "1727").refusal("March 1827")
    assert refusal is not None
    assert str(refusal) == "LB-8.12: the Meuse is crossed at bridges only"

    assert marching("98/33ID", "1728").allows("March 1827")


@pytest.mark.rule("LB-8.12", "LB-S.20")
@pytest.mark.parametrize(
    ("start", "to"),
    [("0734", "0733"), ("0337", "0237"), ("1507", "1607")],
    ids=["Aire", "Aisne", "Chiers"],
)
def test_infantry_wades_the_lesser_rivers_for_two_points(start: str, to: str) -> None:
    game = marching("98/33ID", start).play(f"March {to}")

    assert spent(game) == 1 + 2


@pytest.mark.rule("LB-8.12")
def test_tanks_and_artillery_need_a_bridge() -> None:
    tank = marching("344LT", "1507")
    refusal = tank.refusal("March 1607")
    assert refusal is not None
    assert str(refusal) == "LB-8.12: tanks and artillery cross the Chiers at bridges only"
    assert marching("344LT", "0734", bridges=ALL).allows("March 0834")
    assert marching("344LT", "0734", bridges=0).rule("March 0834") == "LB-8.8c"

    assert marching("IA", "1140", phase="b3", bridges=ALL).allows("March 1240")
    assert marching("IA", "1140", phase="b3", bridges=0).rule("March 1240") == "LB-8.8c"


# -- 14.0: the Meuse in the historical scenario ---------------------------------------------

BRABANT = "2437 kuk5/1AH 2438 32/18DI"  # a German on the right bank, French next to it


@pytest.mark.rule("LB-14.0a", "LB-14.0c")
def test_germans_east_of_the_meuse_are_not_attacked_before_turn_5() -> None:
    text = BRABANT + " 2640 XVIIA"
    early = position(text, at="b2", turn=4)
    refusal = early.refusal("Attack 2437")
    assert refusal is not None
    assert str(refusal) == "LB-14.0a: 2437 is east of the Meuse: no attack before turn 5"
    assert early.rule("Bombard 2437") == "LB-14.0a"

    late = position(text, at="b2", turn=5)
    assert late.allows("Attack 2437")
    assert late.allows("Bombard 2437")


@pytest.mark.rule("LB-14.0a")
def test_no_hasty_attack_falls_on_the_right_bank_on_turn_1() -> None:
    game = position("2537 kuk5/1AH 2538 129/33", at="b1", turn=1).play("Pick 129/33")

    assert game.rule("Strike 2537") == "LB-14.0a"


@pytest.mark.rule("LB-14.0a")
def test_germans_west_of_the_meuse_are_attacked_from_turn_1() -> None:
    assert position("1441 157/117ID 1442 361/91", at="b2", turn=1).allows("Attack 1441")


@pytest.mark.rule("LB-14.0c")
@pytest.mark.parametrize("target", ["2335", "1205"], ids=["below the Chiers", "beyond it"])
def test_both_regions_of_the_right_bank_are_closed_at_first(target: str) -> None:
    near = {"2335": "2235", "1205": "1106"}[target]
    text = f"{target} L83/9L {near} 137/35"

    assert position(text, at="b2", turn=4).rule("Attack " + target) == "LB-14.0a"
    assert position(text, at="b2", turn=5).allows("Attack " + target)


@pytest.mark.rule("LB-14.0b")
def test_no_allied_unit_crosses_the_meuse_north_of_the_line_before_turn_14() -> None:
    early = marching("137/35", "1719", turn=13, bridges=ALL)
    refusal = early.refusal("March 1819")
    assert refusal is not None
    assert refusal.rule == "LB-14.0b"
    assert "before turn 14" in refusal.because

    assert marching("137/35", "1719", turn=14, bridges=ALL).allows("March 1819")


@pytest.mark.rule("LB-14.0b")
@pytest.mark.parametrize("step", ["2542 2642", "2642 2542"])
def test_south_of_the_line_the_meuse_is_crossed_on_turn_1(step: str) -> None:
    start, to = step.split()

    assert marching("137/35", start, turn=1).allows(f"March {to}")


@pytest.mark.rule("LB-14.0b")
def test_germans_cross_the_meuse_from_turn_1() -> None:
    assert marching("98/33ID", "1719", turn=1).allows("March 1819")


@pytest.mark.rule("LB-14.0b")
def test_the_lesser_rivers_are_open_from_turn_1() -> None:
    assert marching("137/35", "0734", turn=1).allows("March 0733")


@pytest.mark.rule("LB-14.0c")
def test_an_attack_over_the_meuse_is_made_before_an_advance_may_be() -> None:
    for turn, rule in ((13, "LB-14.0b"), (14, None)):
        game = position("2235 129/33 2335 L83/9L:1", at="b2", turn=turn, bridges=ALL)
        hold_fire(game.attack("2335", "129/33")).roll(6)

        assert game.rule("Advance 129/33") == rule


@pytest.mark.rule("LB-14.0d")
@pytest.mark.parametrize("side", ["1831/1830", "1831/1931", "1728/1827"])
def test_pontoons_carry_the_allies_from_turn_14(side: str) -> None:
    west, east = side.split("/")
    assert marching("137/35", west, turn=13).rule(f"March {east}") == "LB-14.0b"
    assert marching("137/35", west, turn=14).allows(f"March {east}")
    assert usable_bridges(position(f"{west} 137/35", turn=13).state, 0) & ~ALL == 0


@pytest.mark.rule("LB-14.0d")
@pytest.mark.parametrize("side", ["1831/1830", "1831/1931", "1728/1827"])
def test_a_pontoon_needs_the_west_bank(side: str) -> None:
    west, east = side.split("/")

    without = marching("137/35", east, turn=14, bridges=0)
    assert without.rule(f"March {west}") == "LB-14.0d"
    holding = marching("137/35", east, turn=14, bridges=0, allied=west)
    assert holding.allows(f"March {west}")


@pytest.mark.rule("LB-14.0d")
def test_pontoons_are_not_for_germans() -> None:
    game = marching("98/33ID", "1831", turn=14)

    assert game.rule("March 1830") == "LB-8.12"
    assert game.rule("March 1931") == "LB-8.12"


@pytest.mark.rule("LB-14.0d")
def test_a_pontoon_carries_supply() -> None:
    options = {"control_blocks_supply": "on"}
    corridor = "1831 1832 1833 1834 1835 1836 1837 1838 1839"
    for turn, out in ((13, True), (14, False)):
        game = position("1830 137/35", at="b1", turn=turn, options=options, allied=corridor)

        assert bool(game.state.out_moving >> game.unit("137/35") & 1) == out


@pytest.mark.rule("LB-14.0e")
def test_the_free_set_up_opens_the_right_bank_but_not_the_river() -> None:
    free = position(BRABANT, at="b2", turn=1, scenario="free")
    assert free.allows("Attack 2437")

    crossing = marching("137/35", "1719", turn=13, bridges=ALL, scenario="free")
    assert crossing.rule("March 1819") == "LB-14.0b"
    assert marching("137/35", "1719", turn=14, bridges=ALL, scenario="free").allows("March 1819")


# -- what the ground costs --------------------------------------------------------------------


@pytest.mark.rule("LB-S.18")
@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        ("2004", "2104", 1),  # clear
        ("1922", "2022", 2),  # forest
        ("2419", "2519", 2),  # rough
        ("1225", "1325", 3),  # forest and rough
        ("1342", "1242", 2),  # clear, Hagen position, hill
        ("0542", "0642", 3),  # forest, Hagen position
        ("1533", "1532", 2),  # rough, for comparison with the road through it
        ("2634", "2534", 4),  # forest and rough, Volker position
        ("1131", "1231", 3),  # rough, Hindenburg Line
        ("1122", "1222", 1),  # hill
        ("1315", "1215", 1),  # town
    ],
)
def test_off_road_costs(start: str, to: str, cost: int) -> None:
    game = marching("98/33ID", start)

    assert spent(game.play(f"March {to}")) == cost


@pytest.mark.rule("LB-S.19")
@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        ("1347", "1246", 1),  # clear
        ("0643", "0743", 1),  # forest
        ("1741", "1740", 2),  # clear, Hagen position
        ("0843", "0842", 2),  # forest, Hagen position
        ("1332", "1232", 2),  # forest and rough, Hindenburg Line
        ("1140", "1239", 1),  # over a bridge
    ],
)
def test_road_costs(start: str, to: str, cost: int) -> None:
    game = marching("305/77", start, bridges=ALL)

    assert spent(game.play(f"March {to}")) == cost


@pytest.mark.rule("LB-S.20")
@pytest.mark.parametrize(("bridges", "cost"), [(ALL, 1), (0, 3)])
def test_a_bridge_of_ones_own_saves_the_cost_of_the_river(bridges: int, cost: int) -> None:
    game = marching("305/77", "0734", bridges=bridges)

    assert spent(game.play("March 0834")) == cost


@pytest.mark.rule("LB-S.23")
def test_tanks_have_six_points_and_keep_to_clear_ground_off_the_road() -> None:
    game = marching("344LT", "0106")
    for column in range(2, 8):
        game.play(f"March {column:02d}06")
    assert spent(game) == 6
    assert game.rule("March 0806") == "LB-8.0a"

    assert marching("344LT", "1225").rule("March 1325") == "LB-11.8f"
    assert marching("344LT", "0643").allows("March 0743")


@pytest.mark.rule("LB-S.23", "LB-S.10")
def test_artillery_has_six_points_in_its_own_phase() -> None:
    game = marching("IA", "1348", phase="b3")
    for to in ("1347", "1246", "1245", "1144", "1143", "1142"):
        if to == "1142":
            assert game.rule("March 1142") == "LB-8.0a"  # a fortification: 2, with 1 left
        else:
            game.play(f"March {to}")

    assert spent(game) == 5


@pytest.mark.rule("LB-S.23")
def test_machine_guns_never_move() -> None:
    game = position("1242 MG1", at="c1")

    assert game.rule("Pick MG1") == "LB-11.9c"
    assert game.kit.units[game.unit("MG1")].allowance == 0
