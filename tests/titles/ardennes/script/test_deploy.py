"""Where Allied reserves are deployed: Method A, Method B, XXX Corps."""

from __future__ import annotations

import pytest
from ea import Game, position
from ea_script import chosen, command_of, lines, resolve, ring

from grognard.book.priorities import narrow
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.state import mark
from grognard.titles.ardennes.rules.supply import communication
from grognard.titles.ardennes.script import deploy
from grognard.titles.ardennes.script.reasons import Reasons

GERMAN_UNIT = "39/26/XLVII"
UNIT = "CCB/9A/VIII"


def method_a(game: Game, name: str = UNIT) -> set[str]:
    hexes = deploy.method_a(game.state, game.unit(name), Reasons(game.state))
    return set(game.labels(hexes))


def best(game: Game, name: str, *labels: str) -> list[str]:
    order = deploy.deployment_order(game.state, game.unit(name))
    return game.labels(narrow(map(game.hex, labels), order).kept)


# -- Method A: the conditions --------------------------------------------------------------------

# 1714 is a junction (Hold Value 3) south-west of a German at 1712; Bastogne 1815 is a VP hex.
NEAR = f"1712 {GERMAN_UNIT}"


@pytest.mark.rule("EA-AR.h")
def test_method_a_wants_a_german_unit_proximate() -> None:
    assert {"1714", "1815"} <= method_a(position(NEAR, day=20, reserve=UNIT))
    assert not {"1714", "1815"} & method_a(position(f"1705 {GERMAN_UNIT}", reserve=UNIT))


@pytest.mark.rule("EA-SU.y")
def test_an_isolated_german_unit_does_not_count_when_reserves_are_deployed() -> None:
    cut_off = {"day": 20, "isolated": GERMAN_UNIT}
    game = position(NEAR, reserve=UNIT, **cut_off)
    assert not {"1714", "1815"} & method_a(game)

    text = f"{NEAR}  1715 CCR/11A/VIII"
    near, ignored = position(text, day=20, reserve=UNIT), position(text, reserve=UNIT, **cut_off)
    assert method_b(near) is not None
    assert method_b(ignored) is None


@pytest.mark.rule("EA-AR.e")
def test_method_a_keeps_to_the_area_of_the_corps() -> None:
    game = position(NEAR, day=20, reserve=f"{UNIT} 12/4/XII CCA/4A/III")

    assert "1714" not in method_a(game, "12/4/XII")  # rows 20 to 28
    assert "1714" in method_a(game, "CCA/4A/III")  # rows 15 to 28, columns 9 to 20


@pytest.mark.rule("EA-AR.f")
def test_method_a_takes_empty_positions_only() -> None:
    game = position(f"{NEAR}  1714 110/28/VIII", day=20, reserve=UNIT)

    assert "1714" not in method_a(game)
    assert "1715" not in method_a(position(NEAR, day=20, reserve=UNIT))  # no Position


@pytest.mark.rule("EA-RB.a", "EA-AR.f")
def test_a_roadblock_leaves_a_position_empty() -> None:
    assert "1714" in method_a(position(NEAR, day=20, reserve=UNIT, roadblocks="1714"))


@pytest.mark.rule("EA-AR.a")
def test_no_deployment_in_a_german_town() -> None:
    assert "1815" not in method_a(position(NEAR, day=20, reserve=UNIT, german="1815"))


@pytest.mark.rule("EA-AR.g")
def test_a_method_a_hex_is_in_supply_with_the_unit_there() -> None:
    closed = position(ring("1714", 3), day=20, reserve=UNIT)
    open_ = position(ring("1714", 3, but="1717 2015 2016 2115 2116"), day=20, reserve=UNIT)

    assert "1714" not in method_a(closed)
    assert "1714" in method_a(open_)


@pytest.mark.rule("EA-AR.i")
def test_a_method_a_hex_is_outside_allied_zoc() -> None:
    game = position(f"{NEAR}  1615 110/28/VIII", day=20, reserve=UNIT)

    assert "1714" not in method_a(game)


@pytest.mark.rule("EA-AR.j")
def test_a_strong_position_may_lie_in_allied_zoc() -> None:
    game = position(f"{NEAR}  1816 110/28/VIII", day=20, reserve=UNIT)

    assert "1815" in method_a(game)  # Hold Value 7


# 1713 is cut off: its six neighbours lie in German zones. A unit in 1714 would link it to 1815.
CUT = (
    "1713 110/28/VIII  1711 39/26/XLVII  1512 77/26/XLVII  1514 78/26/XLVII  "
    "1912 27/12VG/ISS  1913 48/12VG/ISS  1615 89/12VG/ISS"
)


@pytest.mark.rule("EA-AR.k")
def test_a_hex_that_restores_communication_may_lie_in_allied_zoc() -> None:
    game = position(CUT, day=20, reserve=UNIT)
    linked = position(CUT.replace("1913 48/12VG/ISS", ""), day=20, reserve=UNIT)

    assert deploy.restores(game.state, game.hex("1714"))
    assert "1714" in method_a(game)
    assert not deploy.restores(linked.state, linked.hex("1714"))
    assert "1714" not in method_a(linked)


@pytest.mark.rule("EA-AR.b")
def test_no_deployment_into_danger_of_surround() -> None:
    # Germans at 1713; from 1717 one can come to 1715 and close the rest.
    game = position(f"1713 {GERMAN_UNIT}  1717 77/26/XLVII", day=20, reserve=UNIT)
    safe = position(f"1713 {GERMAN_UNIT}", day=20, reserve=UNIT)

    assert "1714" not in method_a(game)
    assert "1714" in method_a(safe)


# 2810 is an Allied source: always supplied, though from 2808 and 2710 all around it is closed.
SOURCE = "2808 352/LXXXV  2710 13/5F/LXXXV"


@pytest.mark.rule("EA-AR.b", "EA-S.33")
def test_no_deployment_where_the_unit_would_be_surrounded_outright() -> None:
    unit = "8/4/XII"
    closed = position(SOURCE, day=20, reserve=unit, german="2809")
    friend = position(f"{SOURCE}  2811 22/4/XII", day=20, reserve=unit, german="2809")

    assert "2810" not in method_a(closed, unit)
    assert communication.surrounded(closed.state, closed.hex("2810"))
    assert not communication.surrounded(friend.state, friend.hex("2810"))


@pytest.mark.rule("EA-AR.b", "EA-AR.l", "EA-S.33")
def test_nor_with_the_division_in_a_hex_that_is_surrounded() -> None:
    unit = "8/4/XII"
    text = "2810 22/4/XII"
    assert method_b(position(text, day=20, reserve=unit), unit) == "2810"
    assert method_b(position(f"{text}  {SOURCE}", day=20, reserve=unit), unit) != "2810"


@pytest.mark.rule("EA-SU.y", "EA-AR.b")
def test_an_isolated_german_puts_no_reserve_in_danger_of_surround() -> None:
    text = f"1713 {GERMAN_UNIT}  1717 77/26/XLVII"

    assert "1714" not in method_a(position(text, day=20, reserve=UNIT))
    assert "1714" in method_a(position(text, day=20, reserve=UNIT, isolated="77/26/XLVII"))


@pytest.mark.rule("EA-SU.y", "EA-AR.b")
def test_an_isolated_german_closes_no_hex_beside_a_reserve() -> None:
    """Of the neighbours of 1714 only 1815 lies in no zone: it is closed by who stands there."""
    game = position(f"1713 {GERMAN_UNIT}  1616 78/26/XLVII  1815 77/26/XLVII", day=20)
    cut_off = game.units("77/26/XLVII")
    mark(game.state, isolated=cut_off)

    assert communication.surrounded(game.state, game.hex("1714"))
    assert not communication.surrounded(game.state, game.hex("1714"), ignored=cut_off)


@pytest.mark.rule("EA-SU.y", "EA-AR.b", "EA-ST.b")
def test_an_isolated_german_gives_no_bracketed_one_beside_him_a_zone() -> None:
    """Two in 1616 have a zone. Nobody minds the Isolated one, and the other alone has none."""
    text = f"1713 {GERMAN_UNIT}  1616 244/LXVI 78/26/XLVII  1815 77/26/XLVII"
    game = position(text, day=20, isolated="78/26/XLVII")
    state, hex_ = game.state, game.hex("1714")

    assert communication.surrounded(state, hex_)
    assert not communication.surrounded(state, hex_, ignored=game.units("78/26/XLVII"))


@pytest.mark.rule("EA-SU.y", "EA-AR.r")
def test_an_isolated_german_is_not_the_one_to_be_near() -> None:
    text = f"{NEAR}  1312 77/26/XLVII"
    game = position(text, day=20, reserve=UNIT, isolated="77/26/XLVII")

    assert best(game, UNIT, "1314", "1714") == ["1714"]


@pytest.mark.rule("EA-D16.x")
def test_on_16_december_xviii_corps_deploys_in_viii_corps_area_too() -> None:
    # 1507 is in the area of VIII Corps (rows 9 to 23) and not in that of XVIII (rows 5 to 14).
    name = "424/106/XVIII"
    text = f"1812 {GERMAN_UNIT}"

    assert "1815" in method_a(position(text, day=16, reserve=name), name)
    assert "1815" not in method_a(position(text, day=17, reserve=name), name)


# -- ties ----------------------------------------------------------------------------------------


@pytest.mark.rule("EA-AR.q")
def test_near_its_division_then_corps_then_army() -> None:
    # 1714 is two hexes from the division, 1611 three from the corps, 1414 near nobody.
    text = "1712 CCR/9A/VIII  1512 110/28/VIII"
    game = position(text, day=20, reserve=UNIT)
    corps = position("1712 109/28/VIII", day=20, reserve=UNIT)
    army = position("1712 12/4/XII", day=20, reserve=UNIT)

    assert best(game, UNIT, "1313", "1714") == ["1714"]
    assert best(corps, UNIT, "1009", "1714") == ["1714"]  # St. Vith has Hold Value 6
    assert best(army, UNIT, "1009", "1714") == ["1714"]


@pytest.mark.rule("EA-AR.r")
def test_then_the_highest_hold_value_then_west_then_near_the_germans() -> None:
    game = position(NEAR, day=20, reserve=UNIT)

    assert best(game, UNIT, "1714", "1815", "1716") == ["1815"]  # 7 against 3 and 3
    assert best(game, UNIT, "1714", "1716") == ["1716"]


@pytest.mark.rule("EA-AR.r", "EA-S.66")
def test_in_one_column_the_hex_nearest_a_german_wins_before_the_lowest_number() -> None:
    """1314, 1514 and 1714 are junctions of column 14: westernmost leaves all three."""
    south = position(NEAR, day=20, reserve=UNIT)
    middle = position(f"1612 {GERMAN_UNIT}", day=20, reserve=UNIT)

    assert best(south, UNIT, "1314", "1514", "1714") == ["1714"]  # 1712 is two hexes away
    assert best(middle, UNIT, "1314", "1514", "1714") == ["1514"]  # as near as 1714, row 15 first


# -- the command ---------------------------------------------------------------------------------


@pytest.mark.rule("EA-AR.c", "EA-S.24")
def test_reserves_go_one_after_another_by_ascending_number() -> None:
    game = position(NEAR, day=17, reserve="110/28/VIII CCB/9A/VIII CCR/9A/VIII")

    resolve(game, 28)

    assert command_of(game) == "Deploy Reserves"
    subjects = [r.subject for r in game.told(ev.Reasoned) if r.procedure.startswith("Deployment")]
    assert subjects == ["CCB/9A/VIII", "CCR/9A/VIII", "110/28/VIII"]
    assert game.where("CCB/9A/VIII") == "1815"


@pytest.mark.rule("EA-D16.w")
def test_on_16_december_a_command_deploys_one_reserve() -> None:
    early = position(NEAR, day=16, reserve="110/28/VIII CCB/9A/VIII")
    later = position(NEAR, day=17, reserve="110/28/VIII CCB/9A/VIII")

    assert len(resolve(early, 28).told(ev.Deployed)) == 1
    assert len(resolve(later, 28).told(ev.Deployed)) == 2


@pytest.mark.rule("EA-AR.d", "EA-S.24")
def test_from_18_december_units_out_of_contact_are_deployed_too() -> None:
    # 110/28/VIII stands far behind at 2018; a reserve of the corps brings the command about.
    text = f"{NEAR}  2018 110/28/VIII"
    early = resolve(position(text, day=17, reserve=UNIT), 28)
    late = resolve(position(text, day=18, reserve=UNIT), 28)

    assert early.where("110/28/VIII") == "2018"
    assert late.where("110/28/VIII") != "2018"
    assert late.told(ev.Deployed)[-1].origin == "2018"


@pytest.mark.rule("EA-S.24")
def test_a_unit_just_deployed_is_not_lifted_again() -> None:
    game = resolve(position(NEAR, day=18, reserve=UNIT), 28)

    assert [d.unit for d in game.told(ev.Deployed)] == [UNIT]


# -- Method B ------------------------------------------------------------------------------------


def method_b(game: Game, name: str = UNIT) -> str | None:
    hex_ = deploy.method_b(game.state, game.unit(name), Reasons(game.state))
    return None if hex_ is None else game.kit.grid.label(hex_)


@pytest.mark.rule("EA-AR.l")
def test_method_b_stacks_with_the_division_first() -> None:
    game = position("2018 CCR/9A/VIII  1712 39/26/XLVII", day=18, reserve=UNIT)
    cut = position(f"1714 CCR/9A/VIII  {ring('1714', 3)}", day=18, reserve=UNIT)

    assert method_b(game, UNIT) == "2018"
    assert method_b(cut, UNIT) != "1714"  # neither supplied nor in communication


@pytest.mark.rule("EA-AR.m", "EA-AR.n")
def test_method_b_else_takes_an_empty_supplied_position_of_the_area() -> None:
    # Of the Positions within three hexes of 110/28/VIII and four of the German at 1712,
    # Bastogne holds best.
    text = "1816 110/28/VIII  1712 39/26/XLVII"

    assert method_b(position(text, day=18, reserve=UNIT), UNIT) == "1815"
    assert method_b(position(text, day=18, reserve=UNIT, german="1815"), UNIT) != "1815"
    assert method_b(position(text, day=18, reserve="119/30/XVIII"), "119/30/XVIII") is None


@pytest.mark.rule("EA-AR.o")
def test_method_b_stays_near_the_army() -> None:
    first_army = position("1816 119/30/XVIII  1712 39/26/XLVII", day=18, reserve=UNIT)

    assert method_b(first_army, UNIT) is None  # VIII Corps is of the 3rd Army
    assert (
        method_b(position("1822 110/28/VIII  1712 39/26/XLVII", day=18, reserve=UNIT), UNIT) is None
    )


@pytest.mark.rule("EA-AR.p")
def test_method_b_stays_near_the_enemy() -> None:
    game = position("1816 110/28/VIII  1705 39/26/XLVII", day=18, reserve=UNIT)

    assert method_b(game, UNIT) is None


@pytest.mark.rule("EA-S.30")
def test_method_b_is_for_reserves_that_method_a_left_from_18_december() -> None:
    # Nothing is proximate to the German far away; the division is at 2018.
    text = "2018 CCR/9A/VIII  0503 27/12VG/ISS"
    early = resolve(position(text, day=17, reserve=UNIT), 28)
    late = resolve(position(text, day=18, reserve=UNIT), 28)

    assert early.where(UNIT) == "reserve"
    assert command_of(early) != "Deploy Reserves"  # none can be placed
    assert late.where(UNIT) == "2018"
    assert chosen(late, "Deployment, Method B") == ["2018"]


# -- XXX Corps -----------------------------------------------------------------------------------


@pytest.mark.rule("EA-S.60")
def test_xxx_corps_deploys_on_the_meuse_where_it_is_threatened() -> None:
    # Nobody near: the west bank, highest Hold Value, westernmost is Namur 0526.
    calm = resolve(position(day=22, reserve="129/43/XXX"), 46)
    # A German at 1123 is two hexes from Dinant.
    alarm = resolve(position("1123 39/26/XLVII", day=22, reserve="129/43/XXX"), 46)

    assert calm.kit.meuse >> calm.hex(calm.where("129/43/XXX")) & 1
    assert alarm.where("129/43/XXX") in ("1125", "1126")
    assert "under threat" in lines(alarm, "Deployment on the Meuse")


@pytest.mark.rule("EA-S.60")
def test_xxx_corps_keeps_to_the_meuse_until_germans_come_near() -> None:
    far = position("1125 129/43/XXX", day=23)
    near = position("1125 129/43/XXX  1122 39/26/XLVII", day=23)

    assert deploy.tied_to_the_meuse(far.state, far.unit("129/43/XXX"))
    assert not deploy.tied_to_the_meuse(near.state, near.unit("129/43/XXX"))
    assert not deploy.tied_to_the_meuse(far.state, far.unit("110/28/VIII"))


@pytest.mark.rule("EA-AR.l", "EA-SU.m")
def test_method_b_does_not_join_a_unit_that_carries_a_supply_marker() -> None:
    """It could trace again, but is in Low Supply until the Supply Phase."""
    text = "1516 CCA/9A/VIII"
    assert method_b(position(text, day=20, reserve=UNIT)) == "1516"
    assert method_b(position(text, day=20, reserve=UNIT, unsupplied="CCA/9A/VIII")) is None
