"""Chapters 3 and 6.1: who controls a hex, and where units come onto the map."""

from __future__ import annotations

from typing import Any

import pytest
from positions.lb import Game, position

from grognard.titles import lost_battalion as lb
from grognard.titles.lost_battalion.position import events as ev
from grognard.titles.lost_battalion.position.decisions import Arrivals, Movement
from grognard.titles.lost_battalion.position.state import DEAD, DUE, RESERVE, WITHDRAWN
from grognard.titles.lost_battalion.rules.odds import attack_strength, defence_strength

WEST = [f"01{row:02}" for row in range(1, 49)]
EAST = [f"28{row:02}" for row in range(1, 49)]
NORTH = [f"{column:02}01" for column in range(1, 29)]
SOUTH = [f"{column:02}48" for column in range(1, 29)]


def entering(unit: str, text: str = "", *, turn: int = 6, **more: Any) -> Game:
    """The unit has arrived and is in its owner's hand, still off the map."""
    side = lb.setup("historical", {}).kit
    at = "b1" if side.side_of[side.by_name[unit]] == 0 else "c1"
    game = position(text, turn=turn, at=at, boxes={unit: DUE}, **more)
    return game.play(f"Pick {unit}")


def marches(game: Game) -> set[str]:
    return {offer.split()[1] for offer in game.offers() if offer.startswith("March")}


def costs(game: Game) -> list[str]:
    return [event.cost for event in game.told(ev.Marched)]


# -- 3.4: edges closed to German reinforcements ------------------------------------------


@pytest.mark.rule("LB-3.4a")
def test_no_german_reinforcement_enters_at_a_us_controlled_west_edge_hex() -> None:
    game = entering("18/41ID", allied="0120")

    assert game.rule("March 0120") == "LB-3.4a"
    assert game.allows("March 0119")
    assert game.allows("March 0122")


@pytest.mark.rule("LB-3.4b")
@pytest.mark.parametrize("blocker", ["77/18DI", "137/35", "344LT", "IA"])
def test_only_an_allied_unit_in_the_hex_blocks_the_east_edge(blocker: str) -> None:
    # 2816 has a road, so that even artillery may stand there.
    assert entering("18/41ID", allied="2816").allows("March 2816")
    assert entering("18/41ID", f"2816 {blocker}").rule("March 2816") == "LB-3.4b"
    assert entering("18/41ID", f"2816 {blocker}").allows("March 2815")


@pytest.mark.rule("LB-3.4c")
def test_only_an_allied_unit_in_the_hex_blocks_the_north_edge() -> None:
    assert entering("18/41ID", allied="1001").allows("March 1001")
    assert entering("18/41ID", "1001 137/35").rule("March 1001") == "LB-3.4c"
    assert entering("18/41ID", "1001 137/35").allows("March 1101")


@pytest.mark.rule("LB-3.4d")
def test_an_allied_unit_in_the_hex_blocks_the_west_edge_too() -> None:
    game = entering("18/41ID", "0120 217/71DI")

    assert game.rule("March 0120") == "LB-3.4d"
    assert game.allows("March 0119")


@pytest.mark.rule("LB-3.4e")
def test_a_unit_walks_past_enemies_as_if_they_were_not_there() -> None:
    # 1523, 1423 and 1323 are clear and roadless; each is next to a German.
    game = position("1422 18/41ID  1322 148/41ID  1523 137/35")

    game.play("Pick 137/35", "March 1423", "March 1323", "March 1324")

    assert costs(game) == ["1", "1", "1"]
    assert game.allows("March 1325")


@pytest.mark.rule("LB-3.4e")
def test_supply_lines_and_lifting_do_not_mind_enemies_next_door() -> None:
    ring_but_one = "1422 18/41ID 1522 148/41ID 1623 152/41ID 1524 178/123ID 1424 351/123ID"
    game = position(f"1523 137/35  {ring_but_one}")

    assert game.state.out_moving >> game.unit("137/35") & 1 == 0
    assert game.allows("Lift 137/35")


# -- control -----------------------------------------------------------------------------


@pytest.mark.rule("LB-3.4f")
def test_a_hex_belongs_to_whoever_passed_through_it_last() -> None:
    game = position("1523 137/35  1322 18/41ID", german="1423 1323 1223", turn=1)
    assert game.controls("1423") == "german"

    game.play("Pick 137/35", "March 1423", "March 1323", "March 1324", "Halt")
    assert [game.controls(hex_) for hex_ in ("1423", "1323", "1324")] == ["us"] * 3
    assert game.controls("1223") == "german"

    game.until(Movement).play("Done").until(Movement)
    game.play("Pick 18/41ID", "March 1323", "March 1322", "Halt")
    assert game.controls("1323") == "german"
    assert game.controls("1423") == "us"


@pytest.mark.rule("LB-3.4f", "LB-S.3")
def test_control_stays_when_gas_destroys_the_only_unit_in_the_hex() -> None:
    game = position("1323 137/35:1  1322 18/41ID", at="a2", turn=2)

    game.play("Gas 1323")

    assert game.where("137/35") == DEAD
    assert game.controls("1323") == "us"


@pytest.mark.rule("LB-S.3")
def test_gas_and_barrage_change_no_control() -> None:
    game = position("1523 137/35:1  1322 18/41ID", allied="1323", at="a2", turn=2)
    game.play("Gas 1323", "Done")
    assert game.controls("1323") == "us"

    game = position("1423 137/35:1  1322 18/41ID", at="c2", turn=2)
    game.play("Bombard 1423", *["Fire barrage 1423"] * 3).roll(6)

    assert game.where("137/35") == DEAD
    assert game.controls("1423") == "us"


@pytest.mark.rule("LB-S.3")
def test_at_start_the_allies_control_what_lies_south_of_the_start_line() -> None:
    game = Game(lb.setup("historical", {}))

    # Rows 38 to 42 have 5, 8, 11, 13 and 19 hexes south of the line, rows 43 to 48 all 28.
    assert game.state.control.bit_count() == 5 + 8 + 11 + 13 + 19 + 6 * 28
    for south in ("0442", "1442", "2139", "2438", "1641", "0143", "2848"):
        assert game.controls(south) == "us"
    for north in ("0542", "1342", "2039", "2338", "1541", "2837", "0101"):
        assert game.controls(north) == "german"


@pytest.mark.rule("LB-3.4g")
def test_a_french_unit_closes_one_west_edge_hex_and_only_that() -> None:
    game = position("0221 217/71DI", turn=4, boxes={"18/41ID": DUE})

    game.play("Pick 217/71DI", "March 0121", "March 0221", "Halt", "Done")
    game.until(Movement).play("Pick 18/41ID")

    assert game.rule("March 0121") == "LB-3.4a"
    assert game.allows("March 0120")
    assert game.allows("March 0122")


# -- 6.1: where reinforcements enter -----------------------------------------------------


@pytest.mark.rule("LB-6.1a")
def test_german_reinforcements_enter_north_east_and_where_friendly_west() -> None:
    game = entering("18/41ID")

    # South of the Start Line lie rows 42 to 48 of the west edge and 38 to 48 of the east edge.
    assert marches(game) == {*NORTH, *EAST[:37], *WEST[:41]}
    assert game.rule("March 1048") == "LB-6.1a"
    assert game.rule("March 0143") == "LB-3.4a"
    assert game.rule("March 2840") == "LB-8.11a"
    assert game.rule("March 1010") == "LB-6.1c"


@pytest.mark.rule("LB-6.1b")
def test_us_reinforcements_enter_on_the_south_edge() -> None:
    game = entering("6/5")

    assert marches(game) == set(SOUTH)
    for elsewhere in ("1001", "0145", "2845"):
        assert game.rule(f"March {elsewhere}") == "LB-6.1b"


@pytest.mark.rule("LB-6.1c")
def test_a_reinforcement_pays_for_its_entry_hex_out_of_a_full_allowance() -> None:
    # 2826 and 2825 are forest (2 each), 2824 to 2821 clear (1 each): 8 in all.
    game = entering("18/41ID")

    game.play("March 2826", "March 2825", "March 2824", "March 2823", "March 2822", "March 2821")

    assert costs(game) == ["2", "2", "1", "1", "1", "1"]
    assert game.rule("March 2820") == "LB-8.0a"


@pytest.mark.rule("LB-6.1c")
def test_a_us_reinforcement_pays_for_the_forest_on_the_south_edge() -> None:
    game = entering("6/5").play("March 0748")

    assert costs(game) == ["2"]


@pytest.mark.rule("LB-6.1d")
def test_units_entering_one_after_the_other_pay_no_surcharge() -> None:
    boxes = dict.fromkeys(("6/5", "11/5", "165/42"), DUE)
    game = position(turn=5, boxes=boxes)

    for name in boxes:
        game.play(f"Pick {name}", "March 2048", "March 2047", "Halt")

    assert costs(game) == ["1", "1"] * 3


@pytest.mark.rule("LB-6.1d")
def test_the_road_rate_holds_on_entry_where_a_road_leaves_the_map() -> None:
    # A road leaves the map at 0948; it also runs through 0848, both forest.
    assert costs(entering("6/5").play("March 0948")) == ["1"]
    assert costs(entering("6/5").play("March 0848")) == ["2"]


@pytest.mark.rule("LB-6.1d")
def test_operational_movement_on_entry_needs_its_usual_conditions() -> None:
    assert costs(entering("6/5", turn=5).play("Ride 0948", "Ride 0848")) == ["½", "½"]
    assert entering("6/5", turn=4).rule("Ride 0948") == "LB-8.10f"
    assert entering("6/5").rule("Ride 0848") == "LB-8.10e"
    assert entering("18/41ID").allows("Ride 2831")
    assert entering("18/41ID", allied="2831").rule("Ride 2831") == "LB-8.10c"
    assert entering("18/41ID", "2730 137/35").rule("Ride 2831") == "LB-8.10d"


@pytest.mark.rule("LB-6.1e")
def test_a_reinforcement_that_stayed_away_may_enter_later() -> None:
    game = position(turn=5, at="a5")
    assert game.where("6/5") == DUE
    assert game.where("69/15ID") == DUE

    game.until(Movement, turn=8)
    assert game.play("Pick 6/5").allows("March 2048")
    game.play("Halt", "Done").until(Movement)
    assert game.play("Pick 69/15ID").allows("March 2820")


@pytest.mark.rule("LB-6.1f")
def test_french_reinforcements_enter_in_the_south_near_either_corner() -> None:
    game = entering("92/26DI", turn=4)

    assert marches(game) == {*SOUTH[:5], *SOUTH[21:]}
    assert game.rule("March 0648") == "LB-6.1f"
    assert game.rule("March 2148") == "LB-6.1f"


@pytest.mark.rule("LB-6.1f")
def test_from_turn_14_the_40_di_may_enter_at_an_allied_west_edge_hex() -> None:
    assert entering("150/40DI", turn=14, allied="0120").allows("March 0120")
    assert entering("150/40DI", turn=14, allied="0120").allows("March 0348")
    assert entering("150/40DI", turn=14, allied="0120").rule("March 0121") == "LB-6.1f"
    assert entering("150/40DI", turn=13, allied="0120").rule("March 0120") == "LB-6.1f"
    assert entering("92/26DI", turn=14, allied="0120").rule("March 0120") == "LB-6.1f"


@pytest.mark.rule("LB-6.1g")
def test_friendly_means_control_in_the_west_and_no_more_than_an_empty_hex_in_the_east() -> None:
    game = entering("18/41ID", allied="0120 2820")

    assert game.allows("March 2820")
    assert game.rule("March 0120") == "LB-3.4a"


@pytest.mark.rule("LB-6.1g", "LB-3.4f")
def test_a_german_unit_that_passes_reopens_a_west_edge_hex() -> None:
    game = position("0221 R252/76R", turn=4, at="c1", allied="0121", boxes={"18/41ID": DUE})
    assert game.play("Pick 18/41ID").rule("March 0121") == "LB-3.4a"
    game = position("0221 R252/76R", turn=4, at="c1", allied="0121", boxes={"18/41ID": DUE})

    game.play("Pick R252/76R", "March 0121", "March 0221", "Halt", "Pick 18/41ID")

    assert game.allows("March 0121")


# -- the schedule of arrivals --------------------------------------------------------------

ALLIED_ARRIVALS = {
    4: {"French 26 DI"},
    5: {"US 5", "US 42"},
    6: {"US 89"},
    7: {"US 26"},
    8: {"US 78", "US 90"},
    10: {"US 2"},
    12: {"US 6"},
    13: {"331LT"},
    14: {"French 40 DI"},
    15: {"US 81"},
}
GERMAN_ARRIVALS = {
    2: {"52": "WN", "115": "E", "236": "E", "28": "E"},
    3: {"45 Res": "W"},
    4: {"41": "NEW", "123": "NEW"},
    5: {"15": "E", "228": "E"},
    6: {"3 Gd": "W", "13": "NEW", "15 Bav": "W"},
    7: {"107": "NEW", "106 AH": "E"},
    8: {"88": "NEW", "240": "W"},
    9: {"31": "NEW"},
    10: {"192": "E"},
    11: {"27": "NEW"},
    12: {"20": "NEW"},
    13: {"13 Ldw": "E", "109": "NEW"},
    14: {"10": "NEW"},
}
ON_EDGE = {"N": "1001", "E": "2820", "W": "0120"}


def arrived(game: Game, side: int) -> set[str]:
    """The formations of a side that wait to enter, each of them complete."""
    kit, found = game.kit, set()
    for unit in kit.units:
        if game.state.hex_of[unit.id] == DUE and unit.side == side:
            found.add(kit.divisions[unit.division].key if unit.division >= 0 else unit.name)
    for key in found & set(kit.division_by_key):
        regiments = kit.division_units[kit.division_by_key[key]]
        assert all(game.state.hex_of[u.id] == DUE for u in kit.units if regiments >> u.id & 1)
    return found


@pytest.mark.rule("LB-S.31")
@pytest.mark.parametrize("turn", range(1, 17))
def test_allied_formations_arrive_on_their_turn(turn: int) -> None:
    game = position(turn=turn, at="a6")

    assert arrived(game, 0) == ALLIED_ARRIVALS.get(turn, set())


@pytest.mark.rule("LB-S.31", "LB-S.32")
def test_what_has_not_arrived_may_not_enter() -> None:
    assert position(turn=4).rule("Pick 6/5") == "LB-14.16"
    assert position(turn=3, at="c1").rule("Pick 18/41ID") == "LB-14.16"


@pytest.mark.rule("LB-S.32")
@pytest.mark.parametrize("turn", range(1, 17))
def test_german_divisions_arrive_on_their_turn(turn: int) -> None:
    game = position(turn=turn, at="a5")

    assert arrived(game, 1) == set(GERMAN_ARRIVALS.get(turn, {}))


@pytest.mark.rule("LB-S.32")
@pytest.mark.parametrize(
    ("division", "edges"), [row for rows in GERMAN_ARRIVALS.values() for row in rows.items()]
)
def test_german_divisions_arrive_at_the_edges_given_for_them(division: str, edges: str) -> None:
    kit = position().kit
    regiments = kit.division_units[kit.division_by_key[division]]
    unit = next(u.name for u in kit.units if regiments >> u.id & 1)

    game = entering(unit, turn=14)

    for edge, hex_ in ON_EDGE.items():
        assert game.rule(f"March {hex_}") == (None if edge in edges else "LB-S.32")


@pytest.mark.rule("LB-S.32")
def test_a_german_division_whose_edge_is_closed_takes_any_open_one() -> None:
    closed = entering("R210/45R", allied=" ".join(WEST))
    assert closed.rule("March 0120") == "LB-3.4a"
    assert closed.allows("March 1001")
    assert closed.allows("March 2820")

    ajar = entering("R210/45R", allied=" ".join(WEST[1:]))
    assert ajar.rule("March 1001") == "LB-S.32"
    assert ajar.allows("March 0101")


@pytest.mark.rule("LB-S.32")
def test_east_edge_hexes_south_of_the_start_line_do_not_keep_the_edge_open() -> None:
    kit = position().kit
    names = [unit.name for unit in kit.units if unit.nation == "us" and unit.kind == "INF"]
    held = " ".join(f"{hex_} {name}" for hex_, name in zip(EAST[:37], names, strict=False))

    assert entering("136/115ID", held).allows("March 1001")
    assert entering("136/115ID", held.replace("2837", "2737")).rule("March 1001") == "LB-S.32"


@pytest.mark.rule("LB-S.9")
def test_each_us_division_due_enters_or_goes_to_the_reserve_box_by_choice() -> None:
    game = position(turn=8, at="a6")

    assert {"Reserve US 78", "Reserve US 90"} <= set(game.offers())
    game.play("Reserve US 78")

    assert {game.where(name) for name in ("309/78", "310/78", "311/78", "312/78")} == {RESERVE}
    assert {game.where(name) for name in ("357/90", "358/90", "359/90", "360/90")} == {DUE}
    assert game.rule("Reserve US 78") == "LB-S.9"
    game.until(Movement)
    assert game.allows("Pick 309/78")
    assert game.allows("Pick 357/90")


@pytest.mark.rule("LB-S.9")
def test_only_a_whole_us_division_just_arrived_has_that_choice() -> None:
    game = position("1243 137/35", turn=4, at="a6")

    assert game.rule("Reserve French 26 DI") == "LB-S.9"
    assert game.rule("Reserve US 35") == "LB-S.9"
    game = position("2048 6/5", turn=6, at="a6", boxes=dict.fromkeys(("11/5", "60/5", "61/5"), DUE))
    assert isinstance(game.state.top, Arrivals)
    assert game.rule("Reserve US 5") == "LB-S.9"


# -- the model and the optional events -----------------------------------------------------


@pytest.mark.rule("LB-S.1")
def test_one_player_owns_us_and_french_the_other_germans_and_austrians() -> None:
    text = "1243 137/35  0143 217/71DI  1240 2GzF/1G  2437 kuk5/1AH"
    game = position(text)
    assert game.seat == "us"
    assert game.allows("Pick 137/35")
    assert game.allows("Pick 217/71DI")
    assert game.rule("Pick 2GzF/1G") == "LB-S.1"
    assert game.rule("Pick kuk5/1AH") == "LB-S.1"

    game = position(text, at="c1")
    assert game.seat == "german"
    assert game.allows("Pick 2GzF/1G")
    assert game.allows("Pick kuk5/1AH")
    assert game.rule("Pick 137/35") == "LB-S.1"
    assert game.rule("Pick 217/71DI") == "LB-S.1"


@pytest.mark.rule("LB-S.1")
@pytest.mark.parametrize("action", ["Lift 2GzF/1G", "TakeBack 2GzF/1G", "Disband 2GzF/1G"])
def test_nobody_orders_the_other_sides_units_about(action: str) -> None:
    assert position("1243 137/35  1240 2GzF/1G").rule(action) == "LB-S.1"


@pytest.mark.rule("LB-S.2")
@pytest.mark.parametrize(
    ("unit", "strengths"),
    [
        ("305/77", (8, 6, 4, 2)),
        ("137/35", (7, 5, 3, 2)),
        ("217/71DI", (5, 4, 2)),
        ("4Cuir/1DCP", (4, 2)),
        ("3GzF/5G", (6, 4, 2)),
        ("2GzF/1G", (5, 3)),
        ("kuk5/1AH", (4, 2)),
        ("L83/9L", (3, 1)),
    ],
)
def test_one_strength_serves_attack_and_defence_and_falls_with_the_steps(
    unit: str, strengths: tuple[int, ...]
) -> None:
    for steps, strength in zip(range(len(strengths), 0, -1), strengths, strict=True):
        game = position(f"1423 {unit}:{steps}", at="b2")
        units = 1 << game.unit(unit)
        assert attack_strength(game.state, units) == strength
        assert defence_strength(game.state, units) == strength


@pytest.mark.rule("LB-S.34")
def test_the_optional_events_are_off_unless_asked_for() -> None:
    assert lb.setup("historical", {}).terms.options == {"late_rested_join"}

    game = position("1542 145/37  1442 361/91", turn=8, at="a6")
    assert game.where("145/37") == "1542"


@pytest.mark.rule("LB-S.34")
def test_the_withdrawal_takes_the_37th_and_91st_on_turn_8_for_good() -> None:
    text, option = "1542 145/37  1442 361/91:2  1243 137/35", {"us_withdrawals": "on"}

    before = position(text, turn=7, options=option)
    assert before.where("145/37") == "1542"
    game = position(text, turn=8, at="a6", options=option, boxes={"146/37": RESERVE})
    assert {game.where(name) for name in ("145/37", "146/37", "361/91")} == {WITHDRAWN}
    assert game.where("137/35") == "1243"
    assert game.rule("Replace 361/91") == "LB-6.3i"
    assert game.until(Movement).rule("Pick 145/37") == "LB-14.16"


POCKET = (
    "0639 308/77:{}  0538 L83/9L 0638 L116/9L 0739 L118/9L 0640 L122/2L 0540 L120/2L 0539 L125/2L"
)


@pytest.mark.rule("LB-S.34")
@pytest.mark.parametrize(
    ("options", "turn", "defence"),
    [({"lost_battalion": "on"}, 4, 8), ({}, 4, 4), ({"lost_battalion": "on"}, 5, 4)],
)
def test_a_cut_off_77th_in_the_forest_defends_whole_only_with_the_option_on_turn_4(
    options: dict[str, str], turn: int, defence: int
) -> None:
    game = position(POCKET.format(4), turn=turn, at="c2", options=options)

    assert defence_strength(game.state, 1 << game.unit("308/77")) == defence


@pytest.mark.rule("LB-S.34")
def test_gas_takes_the_last_step_of_the_pocket_only_without_the_option() -> None:
    for options, left in (({"lost_battalion": "on"}, 1), ({}, 0)):
        game = position(POCKET.format(1), turn=4, at="a2", options=options)
        game.play("Gas 0639")
        assert game.steps("308/77") == left
