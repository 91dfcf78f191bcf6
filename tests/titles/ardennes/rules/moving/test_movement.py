"""Movement: costs, zones, rivers and bridges, boundaries, strategic movement, leaving the map."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from ea import Game, kit, position
from ea_combat import battle

from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, UnitId
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Moving
from grognard.titles.ardennes.position.state import State, ids, mark, put, standing
from grognard.titles.ardennes.rules.cards import activation
from grognard.titles.ardennes.rules.moving import movement, terrain
from grognard.titles.ardennes.script import vocabulary
from grognard.waist.asking import push

EVERYWHERE = kit().grid.all
ALL_RIVERS = (1 << len(kit().rivers)) - 1
TOWNS = " ".join(kit().grid.labels(kit().towns))


def field(text: str, *names: str, **more: Any) -> Game:
    """Units active on the 21st, when no boundary holds; nobody rolls for roadblocks or bridges."""
    more.setdefault("day", 21)
    game = position(text, active=" ".join(names), **more)
    return game.set(rolled=EVERYWHERE, mined=ALL_RIVERS)


def left(game: Game) -> int:
    """The movement points of the last step told."""
    points: int = game.told(ev.Moved)[-1].left
    return points


# -- costs -----------------------------------------------------------------------------


@pytest.mark.rule("EA-S.35")
@pytest.mark.parametrize(
    ("step", "infantry", "mechanized", "freeze"),
    [
        ("1515/1615", 1, 1, 1),  # clear
        ("0708/0808", 1, 2, 1),  # broken
        ("0708/0707", 1, 3, 2),  # woods
        ("1313/1213", 2, 4, 3),  # forest
        ("1312/1313", 1, 1, 1),  # woods, by road
        ("1413/1412", 1, 1, 1),  # forest, by road
        ("1412/1413", 1, 1, 1),
        ("1313/1413", 1, 3, 2),  # both on roads, but not on the same one
    ],
)
def test_terrain_costs(step: str, infantry: int, mechanized: int, freeze: int) -> None:
    game = position()
    a, b = (game.hex(label) for label in step.split("/"))

    assert terrain.cost(game.state, "infantry", a, b) == infantry
    assert terrain.cost(game.state, "mechanized", a, b) == mechanized
    game.set(today=frozenset({"Ground Freeze"}))
    assert terrain.cost(game.state, "mechanized", a, b) == freeze
    assert terrain.cost(game.state, "infantry", a, b) == infantry


@pytest.mark.rule("EA-S.35")
def test_a_road_over_a_river_costs_as_a_road_while_its_bridge_stands() -> None:
    game = position()
    a, b = game.hex("1610"), game.hex("1611")

    assert terrain.cost(game.state, "mechanized", a, b) == 1
    game.set(bridges=game.state.bridges & ~game.river("1610/1611"))
    assert terrain.cost(game.state, "mechanized", a, b) is None


@pytest.mark.rule("EA-S.35")
def test_a_bridge_off_the_road_costs_as_the_hex_entered() -> None:
    game = position(bridges={"1509/1610": "german"})

    assert terrain.cost(game.state, "mechanized", game.hex("1509"), game.hex("1610")) == 3


@pytest.mark.rule("EA-S.35")
def test_a_unit_moves_as_long_as_its_points_last() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII").play("Pick 3/2P/XLVII", "Step 1313")
    assert left(game) == 4
    game.play("Step 1214")  # woods
    assert left(game) == 1

    assert game.rule("Step 1213") == "EA-S.35"  # forest


@pytest.mark.rule("EA-S.35")
def test_a_step_leads_to_the_next_hex_of_the_map() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII").play("Pick 3/2P/XLVII")

    assert game.rule("Step 1314") == "EA-S.35"
    assert game.rule("Step 9999") == "EA-S.35"


# -- zones of control ------------------------------------------------------------------


@pytest.mark.rule("EA-S.36")
def test_a_unit_stops_on_entering_an_enemy_zone() -> None:
    game = field("0825 Peiper/1SS/ISS 0822 394/99/V", "Peiper/1SS/ISS")
    game.play("Pick Peiper/1SS/ISS", "Step 0824", "Step 0823")  # next to 0822

    assert game.rule("Step 0824") == "EA-S.36"
    assert game.offers() == ["Halt"]


@pytest.mark.rule("EA-S.36")
def test_leaving_an_enemy_zone_costs_a_point_more() -> None:
    game = field("0823 Peiper/1SS/ISS 0822 394/99/V", "Peiper/1SS/ISS")
    game.play("Pick Peiper/1SS/ISS", "Step 0824")
    assert left(game) == 3

    game.play("Step 0825")
    assert left(game) == 2


@pytest.mark.rule("EA-S.36")
def test_a_unit_cannot_go_from_one_enemy_zone_straight_into_another() -> None:
    game = field("0823 Peiper/1SS/ISS 0822 394/99/V", "Peiper/1SS/ISS").play("Pick Peiper/1SS/ISS")

    assert game.rule("Step 0722") == "EA-S.36"
    assert game.rule("Step 0922") == "EA-S.36"


@pytest.mark.rule("EA-S.36")
def test_a_friend_in_the_hex_does_not_lift_the_zone_for_movement() -> None:
    game = field("0823 Peiper/1SS/ISS 0822 394/99/V 0722 27/12VG/ISS", "Peiper/1SS/ISS")

    assert game.play("Pick Peiper/1SS/ISS").rule("Step 0722") == "EA-S.36"


@pytest.mark.rule("EA-S.36")
def test_no_unit_enters_an_enemy_hex() -> None:
    game = field("0823 Peiper/1SS/ISS 0822 102Cav/V", "Peiper/1SS/ISS").play("Pick Peiper/1SS/ISS")

    assert game.rule("Step 0822") == "EA-S.36"
    assert game.allows("Step 0722")  # the cavalry, alone, has no zone


# -- stacking --------------------------------------------------------------------------


@pytest.mark.rule("EA-S.37")
def test_a_full_hex_is_passed_through_but_not_stopped_in() -> None:
    full = "0824 27/12VG/ISS 48/12VG/ISS 89/12VG/ISS"
    game = field(f"0825 Peiper/1SS/ISS {full}", "Peiper/1SS/ISS")
    game.play("Pick Peiper/1SS/ISS", "Step 0824")
    assert game.rule("Halt") == "EA-S.37"

    game.play("Step 0823", "Halt")
    assert game.where("Peiper/1SS/ISS") == "0823"


@pytest.mark.rule("EA-S.37")
def test_a_full_hex_is_closed_to_a_unit_that_could_not_go_on() -> None:
    full = "0823 27/12VG/ISS 48/12VG/ISS 89/12VG/ISS"  # in the zone of 0822
    game = field(f"0824 Peiper/1SS/ISS {full} 0822 394/99/V", "Peiper/1SS/ISS")

    assert game.play("Pick Peiper/1SS/ISS").rule("Step 0823") == "EA-S.37"


@pytest.mark.rule("EA-S.37")
def test_ends_leaves_out_what_is_full() -> None:
    game = field("0825 Peiper/1SS/ISS 0824 27/12VG/ISS 48/12VG/ISS 89/12VG/ISS", "Peiper/1SS/ISS")
    unit = game.unit("Peiper/1SS/ISS")

    assert game.hex("0824") in movement.reach(game.state, unit)
    assert game.hex("0824") not in movement.ends(game.state, unit)
    assert movement.ends(game.state, unit)[game.hex("0823")] == 2


# -- rivers and bridges ----------------------------------------------------------------


@pytest.mark.rule("EA-S.38")
def test_a_river_without_a_bridge_takes_the_whole_move() -> None:
    game = field("1609 39/26/XLVII", "39/26/XLVII").play("Pick 39/26/XLVII", "Step 1610")

    assert left(game) == 0
    assert game.offers() == ["Halt"]


@pytest.mark.rule("EA-S.38")
def test_the_move_over_a_river_begins_beside_it() -> None:
    game = field("1608 3/2P/XLVII", "3/2P/XLVII").play("Pick 3/2P/XLVII", "Step 1609")

    assert game.rule("Step 1610") == "EA-S.38"


@pytest.mark.rule("EA-S.38")
def test_one_unit_an_activation_crosses_a_river_hexside_without_a_bridge() -> None:
    names = ("39/26/XLVII", "77/26/XLVII")
    game = field("1609 39/26/XLVII 77/26/XLVII", *names)
    game.march("39/26/XLVII", "1610").play("Pick 77/26/XLVII")

    assert game.rule("Step 1610") == "EA-S.38"
    assert game.allows("Step 1709")  # over another hexside of the Our


@pytest.mark.rule("EA-S.39")
def test_one_unit_an_activation_crosses_a_bridge_into_an_enemy_zone() -> None:
    names = ("14/5F/LXXXV", "15/5F/LXXXV")
    text, bridge = "1907 14/5F/LXXXV 15/5F/LXXXV", {"1907/1908": "german"}
    game = field(f"{text} 1909 109/28/VIII", *names, bridges=bridge)
    game.march("14/5F/LXXXV", "1908").play("Pick 15/5F/LXXXV")
    assert game.rule("Step 1908") == "EA-S.39"

    game = field(text, *names, bridges=bridge).march("14/5F/LXXXV", "1908")
    assert game.play("Pick 15/5F/LXXXV").allows("Step 1908")  # no zone beyond


@pytest.mark.rule("EA-S.39")
def test_a_bridge_used_up_is_left_out_of_reach() -> None:
    names = ("14/5F/LXXXV", "15/5F/LXXXV")
    game = field(
        "1907 14/5F/LXXXV 15/5F/LXXXV 1909 109/28/VIII", *names, bridges={"1907/1908": "german"}
    )
    beyond = game.hex("1908")
    assert beyond in movement.reach(game.state, game.unit("15/5F/LXXXV"))

    game.march("14/5F/LXXXV", "1908")
    assert beyond not in movement.reach(game.state, game.unit("15/5F/LXXXV"))


# -- 16 December -----------------------------------------------------------------------


def at_vianden(*more: str) -> Game:
    names = ("14/5F/LXXXV", "15/5F/LXXXV", "13/5F/LXXXV")
    return field(f"1907 {' '.join(names)} {' '.join(more)}", *names, day=16)


@pytest.mark.rule("EA-D16.k")
def test_on_the_16th_one_unit_an_activation_crosses_a_bridge_as_a_bridge() -> None:
    game = at_vianden().play("Pick 14/5F/LXXXV", "Step 1908")
    assert left(game) == 2
    assert game.allows("Step 1909")

    game.play("Halt", "Pick 15/5F/LXXXV", "Step 1908")
    assert left(game) == 0


@pytest.mark.rule("EA-D16.k")
def test_the_limit_holds_on_the_16th_alone() -> None:
    game = at_vianden().set(day=17).march("14/5F/LXXXV", "1908")

    assert left(game.play("Pick 15/5F/LXXXV", "Step 1908")) == 2


@pytest.mark.rule("EA-D16.l")
def test_on_the_16th_one_more_unit_crosses_as_if_there_were_no_bridge() -> None:
    game = at_vianden().march("14/5F/LXXXV", "1908").march("15/5F/LXXXV", "1908")

    assert game.play("Pick 13/5F/LXXXV").rule("Step 1908") == "EA-D16.l"


@pytest.mark.rule("EA-D16.l")
def test_the_second_unit_over_must_begin_beside_the_bridge() -> None:
    game = at_vianden("1906 11/LXXXV")
    game.set(active=game.state.record.active | game.units("11/LXXXV"))
    game.march("14/5F/LXXXV", "1908").play("Pick 11/LXXXV", "Step 1907")

    assert game.rule("Step 1908") == "EA-D16.l"


@pytest.mark.rule("EA-D16.m")
def test_on_the_16th_allied_units_move_one_hex() -> None:
    for day, rule in ((16, "EA-D16.m"), (17, None)):
        game = field("1414 110/28/VIII", "110/28/VIII", game="2p", side="allied", day=day)
        game.play("Pick 110/28/VIII", "Step 1313")

        assert game.rule("Step 1312") == rule


@pytest.mark.rule("EA-D16.m")
def test_the_germans_are_not_bound_to_one_hex_on_the_16th() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII", day=16).play("Pick 3/2P/XLVII", "Step 1313")

    assert game.allows("Step 1414")


@pytest.mark.rule("EA-D16.m", "EA-D16.n")
def test_on_the_16th_an_allied_reinforcing_move_can_be_longer() -> None:
    game = field("1414 110/28/VIII", day=16)
    unit = game.unit("110/28/VIII")
    two_away = game.hex("1313"), game.hex("1312")

    assert two_away[0] in movement.reach(game.state, unit)
    assert two_away[1] not in movement.reach(game.state, unit)
    assert two_away[1] in movement.reach(game.state, unit, reinforcing=True)


@pytest.mark.rule("EA-D16.o")
def test_raise_the_alarm_lifts_the_limit_of_the_16th() -> None:
    game = field("1414 110/28/VIII", "110/28/VIII", game="2p", side="allied", day=16)
    game.set(full_march=True).play("Pick 110/28/VIII", "Step 1313")

    assert game.allows("Step 1312")


# -- states ----------------------------------------------------------------------------


@pytest.mark.rule("EA-ST.g")
def test_a_dispersed_unit_cannot_move() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII", dispersed="3/2P/XLVII")

    assert game.rule("Pick 3/2P/XLVII") == "EA-ST.g"
    assert movement.reach(game.state, game.unit("3/2P/XLVII")) == {}


@pytest.mark.rule("EA-ST.n")
def test_a_unit_out_of_fuel_cannot_move() -> None:
    game = field("1312 3/2P/XLVII 2/2P/XLVII", "3/2P/XLVII", "2/2P/XLVII", dry="3/2P/XLVII")

    assert game.rule("Pick 3/2P/XLVII") == "EA-ST.n"
    assert game.allows("Pick 2/2P/XLVII")
    assert movement.reach(game.state, game.unit("3/2P/XLVII")) == {}


@pytest.mark.rule("EA-SU.p")
def test_out_of_supply_a_mechanized_unit_moves_one_hex_and_infantry_as_always() -> None:
    names = ("3/2P/XLVII", "39/26/XLVII")
    game = field("1312 3/2P/XLVII 39/26/XLVII", *names, unsupplied=" ".join(names))
    assert game.hex("1414") not in movement.reach(game.state, game.unit("3/2P/XLVII"))
    game.play("Pick 3/2P/XLVII", "Step 1313")
    assert game.rule("Step 1414") == "EA-SU.p"

    game.play("Halt", "Pick 39/26/XLVII", "Step 1313")
    assert game.allows("Step 1414")


@pytest.mark.rule("EA-SU.s")
def test_an_isolated_mechanized_unit_cannot_move() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII", isolated="3/2P/XLVII")

    assert game.rule("Pick 3/2P/XLVII") == "EA-SU.s"


@pytest.mark.rule("EA-SU.t")
def test_an_isolated_infantry_unit_moves_one_hex() -> None:
    game = field("1312 39/26/XLVII", "39/26/XLVII", isolated="39/26/XLVII")
    assert set(movement.reach(game.state, game.unit("39/26/XLVII")).values()) <= {1, 2}

    assert game.play("Pick 39/26/XLVII", "Step 1313").rule("Step 1414") == "EA-SU.t"


@pytest.mark.rule("EA-SU.u")
def test_an_isolated_unit_cannot_leave_an_enemy_zone() -> None:
    game = field("0823 39/26/XLVII 0822 394/99/V", "39/26/XLVII", isolated="39/26/XLVII")

    assert game.rule("Pick 39/26/XLVII") == "EA-SU.u"
    assert movement.reach(game.state, game.unit("39/26/XLVII")) == {}


@pytest.mark.rule("EA-SU.v")
def test_an_isolated_unit_cannot_enter_an_enemy_town() -> None:
    game = field("1313 39/26/XLVII", "39/26/XLVII", isolated="39/26/XLVII")
    assert game.play("Pick 39/26/XLVII").rule("Step 1414") == "EA-SU.v"
    assert game.hex("1414") not in movement.reach(game.state, game.unit("39/26/XLVII"))

    game = field("1313 39/26/XLVII", "39/26/XLVII", isolated="39/26/XLVII", german="1414")
    assert game.play("Pick 39/26/XLVII").allows("Step 1414")


@pytest.mark.rule("EA-SU.w")
def test_an_isolated_unit_cannot_use_an_enemy_bridge() -> None:
    for holder, rule in (("allied", "EA-SU.w"), ("german", None)):
        game = field(
            "1610 39/26/XLVII",
            "39/26/XLVII",
            isolated="39/26/XLVII",
            german="1611",
            bridges={"1610/1611": holder},
        )
        assert game.play("Pick 39/26/XLVII").rule("Step 1611") == rule
        reached = game.hex("1611") in movement.reach(game.state, game.unit("39/26/XLVII"))
        assert reached == (rule is None)


@pytest.mark.rule("EA-SU.x")
def test_an_isolated_allied_unit_cannot_enter_an_empty_westwall_hex() -> None:
    names, more = "423/106/XVIII", {"game": "2p", "side": "allied", "isolated": "423/106/XVIII"}
    game = field("1007 423/106/XVIII", names, **more)
    assert game.play(f"Pick {names}").rule("Step 1006") == "EA-SU.x"

    game = field("1007 423/106/XVIII 1006 422/106/XVIII", names, **more)
    assert game.play(f"Pick {names}").allows("Step 1006")


@pytest.mark.rule("EA-SU.x")
def test_an_isolated_german_unit_may_enter_the_westwall() -> None:
    game = field("1007 18/LXVI", "18/LXVI", isolated="18/LXVI").play("Pick 18/LXVI")

    assert game.allows("Step 1006")


# -- boundaries ------------------------------------------------------------------------


@pytest.mark.rule("EA-S.44")
@pytest.mark.parametrize(
    ("unit", "start", "inside", "outside"),
    [
        ("39/26/XLVII", "1812", "1712", "1911"),  # 5th Panzer Army: rows 08 to 18
        ("Peiper/1SS/ISS", "0909", "0908", "1010"),  # 6th Panzer Army: rows 01 to 09
        ("14/5F/LXXXV", "1812", "1911", "1712"),  # 7th Army: rows 18 to 28
    ],
)
def test_to_the_19th_a_unit_keeps_to_its_armys_zone(
    unit: str, start: str, inside: str, outside: str
) -> None:
    for day, rule in ((16, "EA-S.44"), (19, "EA-S.44"), (20, None)):
        game = field(f"{start} {unit}", unit, day=day).play(f"Pick {unit}")

        assert game.allows(f"Step {inside}")
        assert game.rule(f"Step {outside}") == rule
        reached = game.hex(outside) in movement.reach(game.state, game.unit(unit))
        assert reached == (rule is None)


@pytest.mark.rule("EA-S.44")
def test_a_unit_driven_out_of_its_zone_can_move_and_come_back() -> None:
    game = field("1110 Peiper/1SS/ISS", "Peiper/1SS/ISS", day=18).play("Pick Peiper/1SS/ISS")

    assert game.allows("Step 1010")
    assert game.allows("Step 1111")


@pytest.mark.rule("EA-S.44")
def test_a_unit_back_in_its_zone_does_not_leave_it_again_in_the_same_move() -> None:
    # By road over 1815 and 1812 it is five points to 1911, across country six.
    for day, found in ((18, False), (20, True)):
        game = field("1914 3/2P/XLVII", "3/2P/XLVII", day=day)
        unit = game.unit("3/2P/XLVII")

        assert (game.hex("1911") in movement.reach(game.state, unit)) == found
        assert bool(vocabulary.unit_reach(game.state, unit) >> game.hex("1911") & 1) == found
        assert bool(vocabulary.german_reach(game.state) >> game.hex("1911") & 1) == found


@pytest.mark.rule("EA-S.44")
def test_an_okw_division_keeps_to_the_army_of_its_corps() -> None:
    game = field("1812 15/11P/OKW", "15/11P/OKW", day=19, assigned={"11P/OKW": "XLVII"})

    assert game.play("Pick 15/11P/OKW").rule("Step 1911") == "EA-S.44"


@pytest.mark.rule("EA-S.60")
def test_for_two_players_xxx_corps_keeps_to_the_meuse_until_the_23rd() -> None:
    for day, rule in ((23, "EA-S.60"), (24, None)):
        game = field("1025 129/43/XXX", "129/43/XXX", day=day, game="2p", side="allied")

        assert game.play("Pick 129/43/XXX").rule("Step 1024") == rule


# -- strategic movement ----------------------------------------------------------------


@pytest.mark.rule("EA-S.45")
def test_a_strategic_move_is_twice_as_long_and_all_by_road() -> None:
    game = field("1219 Peiper/1SS/ISS", "Peiper/1SS/ISS").play("Rush Peiper/1SS/ISS", "Step 1220")
    assert left(game) == 9
    assert game.rule("Step 1221") == "EA-S.45"

    for label in ("1120", "1121", "1122", "1023", "0923", "0824"):
        game.play(f"Step {label}")
    assert left(game) == 3
    game.play("Halt")
    assert game.has("rushed", "Peiper/1SS/ISS")


@pytest.mark.rule("EA-S.45")
def test_a_strategic_move_keeps_away_from_enemy_units() -> None:
    cavalry = "1022 102Cav/V"  # without a zone, next to 1121 and 1122
    game = field(f"1219 Peiper/1SS/ISS {cavalry}", "Peiper/1SS/ISS")
    game.play("Rush Peiper/1SS/ISS", "Step 1220", "Step 1120")
    assert game.rule("Step 1121") == "EA-S.45"

    game = field(f"1121 Peiper/1SS/ISS {cavalry}", "Peiper/1SS/ISS")
    assert game.rule("Rush Peiper/1SS/ISS") == "EA-S.45"
    assert game.allows("Pick Peiper/1SS/ISS")


@pytest.mark.rule("EA-S.45")
def test_who_moved_strategically_does_not_attack() -> None:
    game = field("1219 Peiper/1SS/ISS 1124 102Cav/V", "Peiper/1SS/ISS")
    game.play("Rush Peiper/1SS/ISS", "Step 1220", "Halt", "Done")
    put(game.state, game.unit("102Cav/V"), game.hex("1221"))

    assert game.rule("Attack 1221") == "EA-S.45"


@pytest.mark.rule("EA-S.45")
def test_the_allies_move_strategically_only_against_a_player() -> None:
    two = field("1219 CCA/2A/VII", "CCA/2A/VII", game="2p", side="allied")
    assert two.allows("Rush CCA/2A/VII")

    alone = field("1219 CCA/2A/VII", "CCA/2A/VII", side="allied")
    why = activation.rush_refusal(alone.state, alone.unit("CCA/2A/VII"))
    assert why is not None
    assert why.rule == "EA-S.45"


# -- leaving the map -------------------------------------------------------------------


def at_the_edge(text: str, *names: str, **more: Any) -> Game:
    """Everything is German, so that units on the western roads are in supply."""
    game = field(text, *names, german=TOWNS, **more)
    return game.set(german_bridges=game.state.bridges)


@pytest.mark.rule("EA-S.46")
def test_a_supplied_unit_leaves_the_map_for_one_point() -> None:
    game = at_the_edge("1127 Peiper/1SS/ISS 39/26/XLVII", "Peiper/1SS/ISS", "39/26/XLVII")
    game.play("Pick Peiper/1SS/ISS", "Step 1128", "Step 1129", "Exit")
    assert game.where("Peiper/1SS/ISS") == "exited"
    game.play("Pick 39/26/XLVII", "Step 1128", "Step 1129", "Exit")

    # 2 for a mechanized unit, 1 for another, 1 for the first exit of all
    assert [event.points for event in game.told(ev.Exited)] == [3, 1]
    assert game.state.exit_points == 4


@pytest.mark.rule("EA-S.46")
def test_leaving_the_map_takes_a_point_that_is_left() -> None:
    game = at_the_edge("1126 39/26/XLVII", "39/26/XLVII")
    game.play("Pick 39/26/XLVII", "Step 1127", "Step 1128", "Step 1129")

    assert game.rule("Exit") == "EA-S.46"


@pytest.mark.rule("EA-S.46")
@pytest.mark.parametrize(
    ("hex_", "exit_"),
    [
        ("1729", True),
        ("0729", True),
        ("0114", True),
        ("0113", False),
        ("0206", False),
        ("1128", False),
    ],
)
def test_where_units_leave_the_map(hex_: str, exit_: bool) -> None:
    game = at_the_edge(f"{hex_} Peiper/1SS/ISS", "Peiper/1SS/ISS").play("Pick Peiper/1SS/ISS")

    assert (game.rule("Exit") != "EA-S.46") == exit_


@pytest.mark.rule("EA-S.46")
def test_a_unit_stopped_by_a_zone_does_not_leave() -> None:
    game = at_the_edge("0629 Peiper/1SS/ISS 0829 394/99/V", "Peiper/1SS/ISS")
    game.play("Pick Peiper/1SS/ISS")
    assert game.rule("Exit") != "EA-S.36"

    assert game.play("Step 0729").rule("Exit") == "EA-S.36"


@pytest.mark.rule("EA-S.46")
def test_allied_units_do_not_leave_the_map() -> None:
    game = field("1129 394/99/V", "394/99/V", game="2p", side="allied").play("Pick 394/99/V")

    assert game.rule("Exit") == "EA-S.46"


@pytest.mark.rule("EA-SU.k")
def test_a_unit_in_low_supply_does_not_leave_the_map() -> None:
    game = field("1129 Peiper/1SS/ISS", "Peiper/1SS/ISS").play("Pick Peiper/1SS/ISS")
    assert game.rule("Exit") == "EA-SU.k"

    game = at_the_edge("1129 39/26/XLVII", "39/26/XLVII", unsupplied="39/26/XLVII")
    assert game.play("Pick 39/26/XLVII").rule("Exit") == "EA-SU.k"


# -- who holds what --------------------------------------------------------------------


@pytest.mark.rule("EA-S.67")
def test_a_town_belongs_to_the_side_last_alone_in_it() -> None:
    game = field("1313 39/26/XLVII", "39/26/XLVII")
    assert not game.has("german_towns", "1414")
    game.march("39/26/XLVII", "1414")
    assert game.has("german_towns", "1414")
    assert game.told(ev.TownTaken)[0].hex == "1414"

    put(game.state, game.unit("39/26/XLVII"), game.hex("1212"))
    assert game.has("german_towns", "1414")  # left empty
    movement.enter(game.state, game.units("110/28/VIII"), game.hex("1414"))
    assert not game.has("german_towns", "1414")


@pytest.mark.rule("EA-S.67")
def test_a_bridge_belongs_to_the_side_that_last_crossed_it() -> None:
    game = field("1610 39/26/XLVII 1510 77/26/XLVII", "39/26/XLVII")
    bridge = game.river("1610/1611")
    assert not game.state.german_bridges & bridge

    game.march("39/26/XLVII", "1611")
    assert game.state.german_bridges & bridge


@pytest.mark.rule("EA-S.67")
def test_crossing_takes_a_bridge_once_nobody_may_blow_it_any_more() -> None:
    for mined, taken in ((0, False), (ALL_RIVERS, True)):
        game = position("1610 39/26/XLVII", day=18, mined=mined)
        movement.enter(game.state, game.units("39/26/XLVII"), game.hex("1611"))

        assert bool(game.state.german_bridges & game.river("1610/1611")) == taken


@pytest.mark.rule("EA-S.67")
def test_a_bridge_belongs_to_the_side_last_alone_beside_it() -> None:
    game = field("1709 39/26/XLVII", "39/26/XLVII").march("39/26/XLVII", "1610")
    assert game.state.german_bridges & game.river("1610/1611")

    game = field("1709 39/26/XLVII 1611 102Cav/V", "39/26/XLVII").march("39/26/XLVII", "1610")
    assert not game.state.german_bridges & game.river("1610/1611")  # both stand beside it


@pytest.mark.rule("EA-S.67")
def test_an_allied_unit_takes_a_bridge_back() -> None:
    game = field("1612 110/28/VIII", bridges={"1610/1611": "german"}, german="1611")
    movement.enter(game.state, game.units("110/28/VIII"), game.hex("1611"))

    assert not game.state.german_bridges & game.river("1610/1611")


# -- stacks on a Reinforce Battle move ----------------------------------------------------


def together(target: str, text: str, *names: str, **more: Any) -> Game:
    """These units move as one stack to a battle for the target."""
    game = field(text, *names, **more)
    units = game.units(*names)
    mark(game.state, battle=battle(game, target))
    start = game.state.hex_of[game.unit(names[0])]
    push(game.state, Moving(GERMAN, units, start, reinforcing=True))
    return game


@pytest.mark.rule("EA-S.35")
def test_in_a_stack_every_unit_pays_its_own_cost() -> None:
    game = together("1114", "1312 3/2P/XLVII 39/26/XLVII", "3/2P/XLVII", "39/26/XLVII")
    game.play("Step 1313", "Step 1214")  # 1 + 1 of three points, 1 + 3 of six

    assert left(game) == 1
    assert game.at("1214") == {"3/2P/XLVII", "39/26/XLVII"}
    assert game.rule("Step 1213") == "EA-S.35"


@pytest.mark.rule("EA-S.38", "EA-S.39", "EA-D16.k")
def test_a_stack_does_not_cross_where_one_unit_may() -> None:
    names = ("14/5F/LXXXV", "15/5F/LXXXV")
    text = "1907 14/5F/LXXXV 15/5F/LXXXV"

    assert together("1909", text, *names).rule("Step 2008") == "EA-S.38"
    assert together("1909", f"{text} 1909 109/28/VIII", *names).rule("Step 1908") == "EA-S.39"
    assert together("1909", text, *names, day=16).rule("Step 1908") == "EA-D16.k"
    assert together("1909", text, *names).allows("Step 1908")


# -- moves as a whole ------------------------------------------------------------------


def test_a_unit_moves_once_in_an_activation() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII").march("3/2P/XLVII", "1313")

    assert game.rule("Pick 3/2P/XLVII") == "EA-S.14"


def test_a_route_is_a_cheapest_way() -> None:
    game = field("1312 3/2P/XLVII", "3/2P/XLVII")
    unit, to = game.unit("3/2P/XLVII"), game.hex("1514")
    path = movement.route(game.state, unit, to)

    assert game.labels(path) == ["1313", "1414", "1514"]
    assert movement.reach(game.state, unit)[to] == 3
    assert movement.route(game.state, unit, game.hex("0129")) == []


def _brute(state: State, unit: UnitId) -> dict[Hex, int]:
    """Every hex of a move and the fewest points spent to it, by trying every step."""
    side, start = state.kit.side_of[unit], state.hex_of[unit]
    best: dict[Hex, int] = {}
    todo = [Moving(side, 1 << unit, start)] if movement.still(state, unit) is None else []
    while todo:
        moving = todo.pop()
        for after in _steps(state, moving):
            if after.at != start and after.spent < best.get(after.at, 99):
                best[after.at] = after.spent
                todo.append(after)
    return best


def _steps(state: State, moving: Moving) -> Iterator[Moving]:
    for near in state.kit.grid.neighbours(moving.at):
        if movement.passage_refusal(state, moving, near) is None:
            yield movement.stepped(state, moving, near)


def scattered(seed: int) -> Game:
    """Units of both sides strewn over the Ardennes, with markers, roadblocks and used bridges."""
    random = Random(seed)
    game = position(day=random.choice([16, 18, 21]), game=random.choice(["gs", "2p"]))
    state, hexes = game.state, [h for h in game.kit.grid.hexes if 8 <= game.kit.grid.row(h) <= 20]
    for unit in random.sample(range(len(game.kit.units)), 70):
        free = [h for h in hexes if not state.occupied[1 - game.kit.side_of[unit]] >> h & 1]
        put(state, UnitId(unit), random.choice(free[::7]))
    everyone = standing(state, GERMAN) | standing(state, ALLIED)
    chosen = [1 << unit for unit in ids(everyone)]
    game.set(
        isolated=sum(random.sample(chosen, 8)),
        dispersed=sum(random.sample(chosen, 4)),
        dry=sum(random.sample(chosen, 4)),
        today=frozenset(random.sample(["Ground Freeze"], random.randrange(2))),
        bridged=random.getrandbits(len(game.kit.rivers)) & state.bridges,
        crossed=random.getrandbits(len(game.kit.rivers)) & state.bridges,
        forded=random.getrandbits(len(game.kit.rivers)) & random.getrandbits(len(game.kit.rivers)),
        roadblocks=sum(1 << h for h in random.sample(hexes, 6) if h not in state.stacks),
    )
    return game.set(unsupplied=sum(random.sample(chosen, 8)) & ~state.isolated)


@pytest.mark.parametrize("seed", range(6))
def test_reach_agrees_with_steps_tried_one_by_one(seed: int) -> None:
    state = scattered(seed).state
    for side in (GERMAN, ALLIED):
        for unit in ids(standing(state, side)):
            assert movement.reach(state, unit) == _brute(state, unit), state.kit.names[unit]


@pytest.mark.parametrize("seed", range(6))
def test_the_next_hexes_are_those_that_no_rule_refuses(seed: int) -> None:
    state = scattered(seed).state
    for unit in ids(standing(state, GERMAN) | standing(state, ALLIED)):
        start = Moving(state.kit.side_of[unit], 1 << unit, state.hex_of[unit])
        if movement.still(state, unit) is None:
            for moving in (start, *_steps(state, start)):
                near = state.kit.grid.neighbours(moving.at)
                free = {h for h in near if movement.step_refusal(state, moving, h) is None}
                assert set(members(movement.next_hexes(state, moving))) == free


@pytest.mark.parametrize("seed", range(3))
def test_routes_are_made_of_steps_that_are_allowed(seed: int) -> None:
    state = scattered(seed).state
    for unit in list(ids(standing(state, GERMAN)))[:12]:
        for to, spent in movement.reach(state, unit).items():
            moving = Moving(GERMAN, 1 << unit, state.hex_of[unit])
            for hex_ in movement.route(state, unit, to):
                assert movement.passage_refusal(state, moving, hex_) is None
                moving = movement.stepped(state, moving, hex_)
            assert (moving.at, moving.spent) == (to, spent)


@pytest.mark.parametrize("seed", range(3))
def test_proximity_looks_as_far_as_units_at_full_strength_can_go(seed: int) -> None:
    state = scattered(seed).state
    for unit in ids(standing(state, GERMAN) & ~state.isolated):
        assert movement.could_reach(state, unit) == vocabulary.unit_reach(state, unit)
