"""The words of the Allied system: proximate, in danger, the line, strengths."""

from __future__ import annotations

import random

import pytest
from ea import Game, position
from ea_script import corners, ring

from grognard.book.priorities import narrow
from grognard.ground.hexes import members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.state import ids, put, standing
from grognard.titles.ardennes.rules.moving import movement
from grognard.titles.ardennes.rules.supply import communication
from grognard.titles.ardennes.script import vocabulary as v

INFANTRY = "39/26/XLVII"
ALLY = "110/28/VIII"


def is_in(game: Game, hexes: int, label: str) -> bool:
    return bool(hexes >> game.hex(label) & 1)


# -- proximity -----------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.31")
def test_a_unit_is_proximate_to_what_one_move_brings_it_next_to() -> None:
    # Three movement points along 1816, 1817, 1818; next to that is 1819.
    game = position(f"1815 {INFANTRY}", day=20)

    assert is_in(game, v.proximate_hexes(game.state), "1819")
    assert not is_in(game, v.proximate_hexes(game.state), "1820")
    assert v.proximate(game.state, game.hex("1819")) == game.units(INFANTRY)
    assert v.proximate(game.state, game.hex("1820")) == 0


@pytest.mark.rule("EA-S.31")
def test_army_boundaries_bound_proximity_while_they_hold() -> None:
    # The 5th Panzer Army's zone ends with row 18: no move leads to 1915, so 2015 is out of reach.
    text = f"1815 {INFANTRY}"

    assert is_in(position(text, day=20), v.proximate_hexes(position(text, day=20).state), "2115")
    assert not is_in(position(text), v.proximate_hexes(position(text).state), "2115")


@pytest.mark.rule("EA-S.31")
def test_strategic_movement_does_not_make_proximate() -> None:
    # Five points by road from Bastogne lead to 1719; with ten it could pass 1520 and 1421.
    game = position("1815 3/2P/XLVII", day=20)

    assert is_in(game, v.proximate_hexes(game.state), "1620")
    assert not is_in(game, v.proximate_hexes(game.state), "1321")


@pytest.mark.rule("EA-S.31")
@pytest.mark.parametrize("marker", ["isolated", "dispersed", "unsupplied", "dry"])
def test_proximity_does_not_look_at_the_markers_of_a_unit(marker: str) -> None:
    # Over the Allied bridge of the Meuse to 0525, next to 0426; with the marker it could not go.
    game = position(f"0625 {INFANTRY}", day=20)
    game.set(**{marker: game.units(INFANTRY)})

    assert v.proximate(game.state, game.hex("0426")) == game.units(INFANTRY)
    assert is_in(game, v.proximate_hexes(game.state), "0426")


@pytest.mark.rule("EA-S.31", "EA-S.38")
def test_a_river_forded_in_an_activation_is_open_again_when_it_is_over() -> None:
    # The Our between 1609 and 1610 has no bridge; from 1610 a unit stands next to 1611.
    names = ("39/26/XLVII", "77/26/XLVII")
    game = position(f"1609 {' '.join(names)}", active=" ".join(names), day=20)
    game.set(mined=game.kit.printed_bridges, rolled=game.kit.grid.all)
    game.march(names[0], "1610").play("Done")
    assert v.proximate(game.state, game.hex("1611")) == game.units(names[0])
    game.play("Done")

    assert v.proximate(game.state, game.hex("1611")) == game.units(*names)


@pytest.mark.rule("EA-RB.c")
def test_a_roadblock_interrupts_proximity() -> None:
    game = position(f"1815 {INFANTRY}", day=20, roadblocks="1816")

    assert not is_in(game, v.proximate_hexes(game.state), "1819")


@pytest.mark.rule("EA-S.31")
def test_reach_of_many_is_the_reach_of_each() -> None:
    """What the floods say of all German units at once agrees with movement, unit by unit."""
    rng = random.Random(7)
    for day in (16, 21) * 6:
        state = _scattered(position(day=day, roadblocks="1816 1009"), rng).state
        each = 0
        for unit in ids(standing(state, GERMAN)):
            assert v.unit_reach(state, unit) == movement.could_reach(state, unit)
            each |= movement.could_reach(state, unit)
        assert v.german_reach(state) == each


def _scattered(game: Game, rng: random.Random) -> Game:
    """Forty units of each side, one to a hex."""
    hexes = rng.sample(list(game.kit.grid.hexes), 80)
    for side, spots in ((GERMAN, hexes[:40]), (ALLIED, hexes[40:])):
        for unit, hex_ in zip(ids(game.kit.side_units[side]), spots, strict=False):
            put(game.state, unit, hex_)
    return game


# -- danger of surround -------------------------------------------------------------------------


@pytest.mark.rule("EA-S.64")
def test_danger_is_one_unbracketed_german_short_of_surround() -> None:
    # The German at 1713 closes three neighbours; from 1717 another can come to 1715.
    game = position(f"1714 {ALLY}  1713 {INFANTRY}  1717 77/26/XLVII", day=20)
    alone = position(f"1714 {ALLY}  1713 {INFANTRY}", day=20)
    weak = position(f"1714 {ALLY}  1713 {INFANTRY}  1717 243/XLVII", day=20)

    assert v.in_danger(game.state, game.hex("1714"))
    assert not v.in_danger(alone.state, alone.hex("1714"))
    assert not v.in_danger(weak.state, weak.hex("1714"))


@pytest.mark.rule("EA-S.64")
def test_a_friend_beside_it_or_a_closed_ring_is_no_danger() -> None:
    text = f"1714 {ALLY}  1713 {INFANTRY}  1717 77/26/XLVII"
    friend = position(f"{text}  1815 109/28/VIII", day=20)
    closed = position(f"1714 {ALLY}  {ring('1714', 2)}", day=20)

    assert not v.in_danger(friend.state, friend.hex("1714"))
    assert v.in_danger(friend.state, friend.hex("1714"), gone=friend.units("109/28/VIII"))
    assert not v.in_danger(closed.state, closed.hex("1714"))  # surrounded already


# -- directions ----------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.65")
def test_rearward_is_nearer_an_allied_source() -> None:
    # From 1714 the nearest source is 2421: seven hexes south-west to 2418, three west.
    game = position()

    assert v.edge_distance(game.state, game.hex("1714")) == 10
    back = game.labels(members(v.rearward(game.state, game.hex("1714"))))
    assert sorted(back) == ["1715", "1815"]


@pytest.mark.rule("EA-S.66")
def test_westernmost_is_the_highest_column_and_the_row_decides_only_after_all_else() -> None:
    game = position()
    column = {label: v.west(game.state, game.hex(label)) for label in ("1009", "1012", "0912")}
    hexes = map(game.hex, ("1009", "1012", "0912"))

    assert column["0912"] == column["1012"] < column["1009"]
    assert game.labels(narrow(hexes, v.westernmost(game.state)).kept) == ["0912"]


# -- the line ------------------------------------------------------------------------------------

LINE = f"1712 {INFANTRY}  1515 109/28/VIII  1715 {ALLY}  1915 112/28/VIII"


@pytest.mark.rule("EA-S.34")
def test_lifting_the_middle_of_a_line_opens_a_gap() -> None:
    # Without 1715 five hexes lead by 1715 and 1716 to 1817, nearer the edge than 1715.
    game = position(LINE, day=20)

    assert v.opens_gap(game.state, game.units(ALLY))
    assert "1817" in game.labels(members(v.gap(game.state, game.units(ALLY))))
    assert not v.opens_gap(game.state, game.units(ALLY), game.hex("1716"))


@pytest.mark.rule("EA-S.34")
def test_five_hexes_away_the_line_does_not_matter() -> None:
    far = LINE.replace("1712", "1709")
    game = position(far, day=20)

    assert not v.opens_gap(game.state, game.units(ALLY))


# -- protecting VP -------------------------------------------------------------------------------


@pytest.mark.rule("EA-AA.r")
def test_the_last_unit_does_not_leave_a_vp_hex_with_germans_near() -> None:
    near = position(f"1815 {ALLY}  1812 {INFANTRY}", day=20)
    two = position(f"1815 {ALLY} 109/28/VIII  1812 {INFANTRY}", day=20)
    far = position(f"1815 {ALLY}  1805 {INFANTRY}", day=20)
    other = position(f"1814 {ALLY}  1812 {INFANTRY}", day=20)

    assert v.guards_vp(near.state, near.units(ALLY))
    assert not v.guards_vp(two.state, two.units(ALLY))
    assert not v.guards_vp(far.state, far.units(ALLY))
    assert not v.guards_vp(other.state, other.units(ALLY))


@pytest.mark.rule("EA-AA.q")
def test_fewer_than_four_steps_do_not_attack_out_of_a_vp_hex() -> None:
    game = position(f"1815 {ALLY} 109/28/VIII")
    bastogne = game.hex("1815")

    assert v.too_few_to_leave(game.state, game.units(ALLY), bastogne)
    assert not v.too_few_to_leave(game.state, game.units(ALLY, "109/28/VIII"), bastogne)
    assert not v.too_few_to_leave(game.state, game.units(ALLY), game.hex("1814"))


# -- situational strength ------------------------------------------------------------------------


@pytest.mark.rule("EA-AA.s")
def test_attackers_across_a_river_count_half() -> None:
    game = position("1610 110/28/VIII CCB/9A/VIII  1609 39/26/XLVII")
    target = game.hex("1609")

    assert v.situational_attack(game.state, game.units("110/28/VIII"), target) == 1  # of 3
    both = game.units("110/28/VIII", "CCB/9A/VIII")
    assert v.situational_attack(game.state, both, target) == 3  # 1 + 2 of 4


def defence(text: str, label: str, **more: str) -> int:
    game = position(text, **more)  # type: ignore[arg-type]  # markers are text
    return v.situational_defence(game.state, GERMAN, game.hex(label))


@pytest.mark.rule("EA-AA.t")
def test_a_city_doubles_a_defender() -> None:
    assert defence("0116 3/2P/XLVII", "0116") == 10


@pytest.mark.rule("EA-AA.u")
def test_the_westwall_doubles_a_german_defender_and_no_ally() -> None:
    assert defence("1207 39/26/XLVII", "1207") == 6
    game = position("1207 110/28/VIII")
    assert v.situational_defence(game.state, ALLIED, game.hex("1207")) == 3


@pytest.mark.rule("EA-AA.v")
def test_town_forest_and_improved_position_add_one_each() -> None:
    assert defence("1007 39/26/XLVII", "1007") == 4  # a town without VP
    assert defence("1009 39/26/XLVII", "1009") == 3  # St. Vith has VP
    assert defence("1013 39/26/XLVII", "1013") == 4  # forest
    assert defence("1013 39/26/XLVII", "1013", dug_in="1013") == 5


@pytest.mark.rule("EA-AA.w")
def test_clear_ground_no_supply_and_no_fuel_take_one_each() -> None:
    tank = "3/2P/XLVII"
    assert defence(f"1714 {tank}", "1714") == 4
    assert defence(f"1714 {tank}", "1714", unsupplied=tank) == 3
    assert defence(f"1714 {tank}", "1714", unsupplied=tank, dry=tank) == 2


@pytest.mark.rule("EA-AA.x")
def test_isolation_takes_two() -> None:
    tank = "3/2P/XLVII"
    assert defence(f"1714 {tank}", "1714", isolated=tank) == 2


# -- out of contact, wandering -------------------------------------------------------------------


@pytest.mark.rule("EA-AR.v")
def test_a_unit_no_german_is_proximate_to_is_out_of_contact() -> None:
    game = position(f"1815 {ALLY}  1805 {INFANTRY}", day=20)
    near = position(f"1815 {ALLY}  1812 {INFANTRY}", day=20)

    assert v.out_of_contact(game.state) == game.units(ALLY)
    assert v.out_of_contact(near.state) == 0


@pytest.mark.rule("EA-AR.v")
def test_a_unit_that_holds_the_line_is_not_out_of_contact() -> None:
    # Nobody comes next to Bastogne in three points, but with it empty five hexes lead by
    # 1617 and the bridge to 1816, which is nearer the Allied edge.
    game = position(f"1815 {ALLY}  1317 {INFANTRY}", day=20)
    farther = position(f"1815 {ALLY}  1217 {INFANTRY}", day=20)

    assert not is_in(game, v.proximate_hexes(game.state), "1815")
    assert v.out_of_contact(game.state) == 0
    assert v.out_of_contact(farther.state) == farther.units(ALLY)


@pytest.mark.rule("EA-AR.s", "EA-AR.t")
def test_dispersed_and_isolated_units_are_never_out_of_contact() -> None:
    text = f"1815 {ALLY}  1805 {INFANTRY}"

    assert v.out_of_contact(position(text, day=20, dispersed=ALLY).state) == 0
    assert v.out_of_contact(position(text, day=20, isolated=ALLY).state) == 0


@pytest.mark.rule("EA-AR.u")
def test_a_unit_out_of_communication_is_never_out_of_contact() -> None:
    # A strong stack inside a closed ring, not surrounded.
    game = position(f"1714 CCA/4A/III CCB/4A/III CCR/4A/III  {ring('1714', 3)}", day=20)
    open_ = position(
        f"1714 CCA/4A/III CCB/4A/III CCR/4A/III  {ring('1714', 3, but='1717')}", day=20
    )

    assert v.out_of_contact(game.state) == 0
    assert v.out_of_contact(open_.state) == open_.units("CCA/4A/III")


@pytest.mark.rule("EA-AR.w")
def test_the_lowest_number_of_a_strong_stack_can_be_spared() -> None:
    # Five steps: 2 + 3 of three units; or eight points: 6 + 6.
    near = f"1812 {INFANTRY}"
    points = position(f"1815 CCA/4A/III CCB/4A/III  {near}", day=20)
    few = position(f"1815 {ALLY} 109/28/VIII  {near}", day=20)
    steps = position(f"1815 {ALLY} 109/28/VIII 112/28/VIII  {near}", day=20)

    assert v.out_of_contact(points.state) == points.units("CCA/4A/III")
    assert v.out_of_contact(few.state) == 0  # four steps, six points
    assert v.out_of_contact(steps.state) == steps.units("109/28/VIII")


@pytest.mark.rule("EA-AR.w")
def test_a_surrounded_stack_spares_nobody() -> None:
    # At the source 1529 a stack is in communication whoever is about.
    text = f"1529 CCA/4A/III CCB/4A/III  1428 {INFANTRY}"
    closed = position(f"{text}  1628 77/26/XLVII", day=20)
    open_ = position(text, day=20)

    assert communication.out_of_communication(closed.state) == 0
    assert v.out_of_contact(closed.state) == 0
    assert v.out_of_contact(open_.state) == open_.units("CCA/4A/III")


@pytest.mark.rule("EA-AA.h")
def test_wandering_is_out_of_communication_in_the_open_and_not_surrounded() -> None:
    cut = position(f"1714 {ALLY}  {ring('1714', 3)}", day=20)
    town = position(f"1815 {ALLY}  {ring('1815', 3)}", day=20)
    closed = position(f"1714 {ALLY}  {ring('1714', 2)}", day=20)

    assert v.wandering(cut.state) == cut.units(ALLY)
    assert v.wandering(town.state) == 0
    assert v.wandering(closed.state) == 0


def test_the_corners_of_a_ring() -> None:
    assert corners("1815", 2) == ["1616", "1614", "1813", "2014", "2016", "1817"]
