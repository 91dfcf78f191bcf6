"""The data files of Ardennes and the kit read from them: whole, consistent, as the rules need."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.book.flaws import DataFlaw
from grognard.ground.hexes import HexSet, members
from grognard.titles.ardennes.kit.kit import (
    ALLIED,
    FILES,
    GERMAN,
    KITS,
    PRIMARY,
    SECONDARY,
    SITUATIONS,
    Card,
    Kit,
    Side,
    Unit,
    open_kit,
    read_scenario,
)

DATA = Path(grognard.__file__).parent / "titles" / "ardennes" / "data"
DAYS = (3, 5, 7, 10, 14)
SCENARIOS = [f"{game}-{days}" for game in ("gs", "2p") for days in DAYS]


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def kit(key: str = "gs-14") -> Kit:
    return KITS[key]


def labels(hexes: HexSet) -> set[str]:
    return set(kit().grid.labels(hexes))


def unit(name: str) -> Unit:
    return kit().units[kit().by_name[name]]


def side_name(n: int) -> str:
    """A river hexside as the file writes it."""
    return "/".join(sorted(kit().grid.label(h) for h in kit().rivers[n]))


def bridges(bits: int) -> set[str]:
    return {side_name(n) for n in range(len(kit().rivers)) if bits >> n & 1}


def names(units: int) -> set[str]:
    return {u.name for u in kit().units if units >> u.id & 1}


def card(side: Side, number: int) -> Card:
    return (kit().german_deck if side == GERMAN else kit().allied_deck)[number - 1]


# -- the map -------------------------------------------------------------------


def test_the_map_has_729_hexes_numbered_from_the_east() -> None:
    grid = kit().grid

    assert len(grid.hexes) == 729
    assert (grid.rows, grid.columns) == (28, 29)
    assert kit().column(grid.at("1729")) == 29
    assert kit().column(grid.at("2801")) == 1
    assert not grid.has("0106")
    assert not grid.has("1828")
    assert grid.direction(grid.at("0608"), grid.at("0607")) == 2  # east


def test_neighbours_are_those_of_even_rows_shifted_east() -> None:
    grid = kit().grid

    def around(label: str) -> set[str]:
        return {grid.label(h) for h in grid.neighbours(grid.at(label))}

    assert around("0707") == {"0706", "0708", "0607", "0608", "0807", "0808"}
    assert around("1008") == {"1007", "1009", "0907", "0908", "1107", "1108"}
    assert grid.distance(grid.at("0707"), grid.at("0705")) == 2


def test_terrain_is_counted() -> None:
    grounds = (kit().clear, kit().broken, kit().woods, kit().forest)

    assert sum(ground.bit_count() for ground in grounds) == 729
    assert kit().clear & kit().forest == 0
    assert kit().terrain[kit().grid.at("1729")] == "broken"
    assert kit().terrain[kit().grid.at("0201")] == "woods"
    assert kit().westwall.bit_count() == 25
    assert labels(kit().westwall) >= {"1006", "0705", "0906", "2503"}


def test_the_places_that_are_known() -> None:
    at = {kit().grid.label(h): name for h, name in kit().place_name.items()}

    assert at["0116"] == "Liège east"
    assert at["0117"] == "Liège west"
    assert at["1719"] == "St. Hubert"
    assert at["0526"] == "Namur"
    assert at["1125"] == "Dinant"
    assert "1126" not in at
    assert labels(kit().cities) == {"0116", "0117", "0526", "2809"}
    assert kit().towns.bit_count() == 54


def test_seven_places_start_german() -> None:
    found = {kit().place_name[h] for h in members(kit().german_towns_at_start)}

    assert found == {
        "Schleiden",
        "Hellenthal",
        "Losheim",
        "Prüm",
        "Gerolstein",
        "Dasburg",
        "Bitburg",
    }


@pytest.mark.rule("EA-S.61")
def test_there_are_51_victory_points_on_the_map() -> None:
    assert sum(kit().vp.values()) == 51
    assert set(members(kit().vp_hexes)) == set(kit().vp)
    assert kit().vp[kit().grid.at("1815")] == 3


def test_every_road_goes_from_neighbour_to_neighbour() -> None:
    grid = kit().grid
    for road in toml("board.toml")["road"]:
        for a, b in pairwise(road["hexes"]):
            assert grid.adjacent(grid.at(a), grid.at(b)), (road["id"], a, b)
        assert road["class"] == {"P": "primary", "S": "secondary"}[road["id"][0]]


def test_a_hexside_on_both_classes_of_road_is_primary() -> None:
    grid, sides = kit().grid, kit().sides

    def road(a: str, b: str) -> int:
        return sides[grid.at(a), grid.at(b)].road

    assert road("1009", "1010") == road("1010", "1009") == PRIMARY
    assert road("0506", "0507") == 0
    assert road("0505", "0504") == SECONDARY
    assert road("1220", "1219") == PRIMARY
    assert all(side == sides[b, a] for (a, b), side in sides.items())


def test_sides_hold_every_pair_of_neighbours() -> None:
    grid = kit().grid

    assert set(kit().sides) == {(a, b) for a in grid.hexes for b in grid.neighbours(a)}


def test_rivers_are_numbered() -> None:
    rivers = kit().rivers
    listed = [side for row in toml("board.toml")["hexsides"] for side in row["sides"]]

    assert len(rivers) == len(listed) == len(set(listed))
    for n, (a, b) in enumerate(rivers):
        assert kit().river_bit[a, b] == kit().river_bit[b, a] == 1 << n
        assert kit().sides[a, b].river == 1 << n
        assert kit().rivers_at[a] & kit().rivers_at[b] & 1 << n
    assert {row["name"] for row in toml("board.toml")["hexsides"]} == set(kit().river_name)


def test_bridges_are_the_42_river_hexsides_with_a_road() -> None:
    crossed = {side.river for side in kit().sides.values() if side.road and side.river}

    assert kit().printed_bridges == sum(crossed)
    assert len(crossed) == 42
    assert set(kit().bridge_name) == {
        n for n in range(len(kit().rivers)) if kit().printed_bridges >> n & 1
    }


def test_bridges_at_start() -> None:
    destroyed = kit().printed_bridges & ~kit().bridges_intact

    assert bridges(destroyed) == {"1609/1610", "1708/1809", "2304/2305"}
    assert bridges(kit().bridges_german) == {
        "0302/0303",
        "0502/0503",
        "1202/1203",
        "1802/1803",
        "2302/2303",
    }
    assert kit().bridges_german & ~kit().bridges_intact == 0


def test_183_hexes_are_positions() -> None:
    assert kit().positions.bit_count() == 183
    assert set(kit().hv) == set(kit().grid.hexes)
    assert {h for h, value in kit().hv.items() if value > 1} == set(members(kit().positions))


@pytest.mark.parametrize(
    ("label", "value", "why"),
    [
        ("0116", 8, "a VP hex of 4"),
        ("1009", 6, "St. Vith, 2 VP"),
        ("0608", 4, "Bütgenbach, a town without VP"),
        ("2303", 3, "beside a bridge"),
        ("1610", 3, "beside a destroyed bridge"),
        ("0405", 4, "Schleiden"),
        ("0404", 2, "a road in woods"),
        ("0129", 1, "a road in the open"),
        ("0201", 1, "no road"),
    ],
)
def test_hold_values(label: str, value: int, why: str) -> None:
    assert kit().hv[kit().grid.at(label)] == value, why


@pytest.mark.rule("EA-RB.q")
def test_hold_values_of_5_and_more_are_the_vp_hexes() -> None:
    assert {h for h, value in kit().hv.items() if value >= kit().number("high_hold")} == set(
        kit().vp
    )


@pytest.mark.rule("EA-SU.a")
def test_supply_sources_are_edge_hexes_on_roads() -> None:
    german, allied = kit().sources

    assert labels(german) == {"0301", "0501", "1201", "1801", "2301"}
    assert german == kit().east_roads
    assert allied.bit_count() == 10
    assert (german | allied) & ~kit().roads == 0
    assert (german | allied) & ~kit().edge == 0


def test_army_zones_share_rows_8_9_and_18() -> None:
    zone = kit().army_zone

    assert set(zone) == {"5th Panzer Army", "6th Panzer Army", "7th Army"}
    assert zone["5th Panzer Army"] | zone["6th Panzer Army"] | zone["7th Army"] == kit().grid.all
    both = zone["5th Panzer Army"] & zone["6th Panzer Army"]
    assert {kit().grid.row(h) for h in members(both)} == {8, 9}


def test_every_allied_corps_has_an_area() -> None:
    allied = {corps for corps, side in kit().side_of_corps.items() if side == ALLIED}

    assert set(kit().corps_area) == allied == {"V", "VII", "XVIII", "III", "VIII", "XII", "XXX"}
    assert {"0105", "0513"} & labels(kit().corps_area["V"]) == {"0513"}
    assert kit().corps_area["XXX"] >> kit().grid.at("0129") & 1


@pytest.mark.rule("EA-S.46")
def test_exits_are_the_west_edge_and_the_western_north_edge() -> None:
    found = labels(kit().exits)

    assert {"1729", "0129", "0114", "1129"} <= found
    assert not found & {"0113", "0201", "0205", "0206", "1728", "2025"}
    assert kit().exits & ~kit().edge == 0


@pytest.mark.rule("EA-S.60")
def test_the_meuse_line() -> None:
    assert labels(kit().meuse) >= {"0116", "0117", "0421", "0526", "1125", "1126", "1427", "1428"}
    assert kit().meuse & ~kit().positions == 0
    assert kit().meuse & ~kit().meuse_banks == 0
    west = labels(kit().west_bank)
    assert {"0117", "0526", "1126", "0421", "1729"} <= west
    assert not west & {"0116", "1125", "0625", "1728", "1815"}
    assert kit().meuse_within2 >> kit().grid.at("1124") & 1
    assert not kit().meuse_within2 >> kit().grid.at("1123") & 1


@pytest.mark.rule("EA-S.27")
def test_objectives_of_the_allied_armies() -> None:
    assert {army: labels(hexes) for army, hexes in kit().objectives.items()} == {
        "1st Army": {"0116", "0117"},
        "3rd Army": {"1719"},
        "21st Army Group": {"0526"},
    }


def test_the_drop_zone_is_forest_and_broken() -> None:
    assert kit().drop_zone
    assert kit().drop_zone & ~(kit().forest | kit().broken) == 0


# -- the counters --------------------------------------------------------------


def test_184_units() -> None:
    assert len(kit().units) == 184
    assert [units.bit_count() for units in kit().side_units] == [78, 106]
    assert kit().infantry | kit().mechanized == sum(kit().side_units)
    assert kit().infantry & kit().mechanized == 0


def test_names_are_designations_that_can_be_typed() -> None:
    assert len(set(kit().names)) == 184
    assert all(name.isascii() and not set(name) & set(" ,:;@.") for name in kit().names)
    assert {
        "424/106/XVIII",
        "FuhrBg/XLVII",
        "VDH/ISS",
        "StuG/LVIII",
        "StuG/LXXX",
        "560/LVIII",
        "CCB/9A/VIII",
        "Peiper/1SS/ISS",
    } <= set(kit().names)
    assert kit().names[kit().vdh] == "VDH/ISS"


def test_strengths_that_are_known() -> None:
    assert unit("CCA/9A/VIII").strength[1] == 2
    assert unit("CCB/9A/VIII").strength[1] == 3
    tags = {row["name"]: row["tags"] for row in toml("counters.toml")["unit"]}
    assert tags["CCA/9A/VIII"]["reduced"] == "found"


def test_strength_is_by_steps_left() -> None:
    assert unit("18/LXVI").strength == (0, 2, 3, 5, 6)
    assert unit("501/ISS").strength == (0, 3)
    for counter in kit().units:
        assert counter.steps == len(counter.strength) - 1
        assert list(counter.strength) == sorted(counter.strength)
        assert counter.replacement == (counter.steps > 2), counter.name
        assert counter.allowance == (3 if counter.kind == "infantry" else 5)


def test_flags() -> None:
    assert names(kit().bracketed) >= {"VDH/ISS", "501/ISS", "102Cav/V", "StuG/LXXX"}
    assert names(kit().elite) >= {"501/101/VIII", "517/XVIII", "Peiper/1SS/ISS"}
    assert names(kit().armor) >= {"CCA/9A/VIII", "3/2P/XLVII", "29A/XXX"}
    assert "29A/XXX" not in names(kit().bracketed)
    assert unit("29A/XXX").nation == "british"


def test_formations() -> None:
    divisions = kit().division_units

    assert names(divisions["106/XVIII"]) == {"422/106/XVIII", "423/106/XVIII", "424/106/XVIII"}
    assert names(divisions["26/XLVII"]) & names(divisions["26/III"]) == set()
    assert names(divisions["560/LVIII"]) == {"560/LVIII", "1129/560/LVIII"}
    assert unit("14Cav/XVIII").division == ""
    assert set(kit().army_units) == {
        "5th Panzer Army",
        "6th Panzer Army",
        "7th Army",
        "OKW",
        "1st Army",
        "3rd Army",
        "21st Army Group",
    }
    assert kit().army_of_corps["XXX"] == "21st Army Group"
    assert set(kit().corps_of_army["7th Army"]) == {"LIII", "LXXX", "LXXXV"}
    assert sum(units.bit_count() for units in kit().corps_units.values()) == 184
    assert {kit().units[u].name.split("/")[1] for u in range(184) if kit().okw >> u & 1} == {
        "10SS",
        "11P",
        "17PG",
    }


@pytest.mark.rule("EA-S.66")
def test_equal_numbers_go_by_corps_and_the_okw_is_last() -> None:
    ranked = sorted(kit().corps_rank, key=kit().corps_rank.__getitem__)

    assert ranked == [
        "ISS",
        "IISS",
        "III",
        "V",
        "VII",
        "VIII",
        "XII",
        "XVIII",
        "XXX",
        "XLVII",
        "LIII",
        "LVIII",
        "LXVI",
        "LXVII",
        "LXXX",
        "LXXXV",
        "OKW",
    ]
    assert len(set(kit().order)) == 184
    assert kit().order[kit().by_name["424/106/XVIII"]] == (16, 18)


# -- the set-up ----------------------------------------------------------------


@pytest.mark.rule("EA-D16.a", "EA-D16.b")
def test_the_two_units_that_start_elsewhere_in_the_solitaire_game() -> None:
    assert unit("424/106/XVIII").start == {"gs": "reserve", "2p": "1108"}
    assert unit("16/1/V").start == {"gs": "0608", "2p": "D17"}
    moved = {u.name for u in kit().units if u.start["gs"] != u.start["2p"]}
    assert moved == {"424/106/XVIII", "16/1/V"}


@pytest.mark.rule("EA-S.37")
@pytest.mark.parametrize("key", ["gs-14", "2p-14"])
def test_set_ups_obey_stacking(key: str) -> None:
    for hex_, stack in kit(key).start_stacks.items():
        units = [u for u in kit(key).units if stack >> u.id & 1]
        assert len({u.side for u in units}) == 1
        assert len(units) <= 3, kit().grid.label(hex_)
        assert sum(u.steps for u in units) <= 6, kit().grid.label(hex_)


@pytest.mark.parametrize("key", ["gs-14", "2p-14"])
def test_set_ups_agree_with_towns_and_zones(key: str) -> None:
    held = kit().german_towns_at_start
    for hex_, stack in kit(key).start_stacks.items():
        german = bool(stack & kit().side_units[GERMAN])
        if kit().towns >> hex_ & 1:
            assert bool(held >> hex_ & 1) == german
        for u in kit().units:
            if stack >> u.id & 1 and german:
                assert kit().army_zone[u.army] >> hex_ & 1, u.name


def test_every_start_is_a_hex_a_day_or_a_box() -> None:
    for u in kit().units:
        for start in u.start.values():
            day = start.startswith("D") and int(start[1:]) in range(17, 30)
            assert day or start in ("reserve", "okw") or kit().grid.has(start), u.name
            assert (start == "okw") == (u.corps == "OKW")


def test_arrivals_that_are_known() -> None:
    for division in ("82/XVIII", "101/VIII"):
        found = {unit(name).start["gs"] for name in names(kit().division_units[division])}
        assert found == {"D18"}
    assert {unit(name).start["gs"] for name in names(kit().division_units["4A/III"])} == {"D22"}
    assert {unit(name).start["gs"] for name in names(kit().division_units["GA/XXX"])} == {"D22"}


@pytest.mark.rule("EA-SU.a")
@pytest.mark.parametrize("key", ["gs-14", "2p-14"])
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_every_starting_unit_can_be_supplied(key: str, side: Side) -> None:
    table, grid = kit(key), kit(key).grid
    held = [0, 0]
    for hex_, stack in table.start_stacks.items():
        held[GERMAN if stack & table.side_units[GERMAN] else ALLIED] |= 1 << hex_
    own, enemy = held[side], held[1 - side]
    towns = table.towns & ~table.german_towns_at_start
    closed = enemy | grid.spread(enemy) & ~own
    closed |= towns if side == GERMAN else table.german_towns_at_start | table.westwall & ~own
    passable = grid.all & ~closed
    ours = table.bridges_intact & (
        table.bridges_german if side == GERMAN else ~table.bridges_german
    )
    dry = {pair for pair, way in table.sides.items() if not way.river or way.river & ours}
    roads = table.board.gates(pair for pair in dry if table.sides[pair].road)
    net = grid.flood(table.sources[side], passable, roads)
    reach = net
    for _ in range(4):
        near = {b for a, b in dry if reach >> a & 1 and passable >> b & 1}
        reach |= sum(1 << h for h in near)
    reach |= grid.spread(net) & passable  # one hex over a river without a bridge

    assert labels(own & ~reach) == set()


# -- the cards -----------------------------------------------------------------


def test_the_decks() -> None:
    assert len(kit().german_deck) == 74
    assert len(kit().allied_deck) == 60
    assert len(kit().action_deck) == 20
    for deck in (kit().german_deck, kit().allied_deck):
        assert [c.id for c in deck] == list(range(len(deck)))
        assert [c.number for c in deck] == list(range(1, len(deck) + 1))
    assert Counter(c.set for c in kit().german_deck) == {"primary": 12, "supplemental": 62}
    assert Counter(c.set for c in kit().allied_deck) == {"primary": 26, "supplemental": 34}


@pytest.mark.parametrize(
    ("number", "corps", "kind"),
    [
        (43, "IISS", "corps"),
        (58, "LXXXV", "corps"),
        (59, "LXXXV", "corps"),
        (66, "LXXX", "corps"),
        (67, "LXXX", "corps"),
        (70, "LIII", "corps"),
        (71, "LIII", "corps"),
    ],
)
def test_german_cards_that_are_known(number: int, corps: str, kind: str) -> None:
    found = card(GERMAN, number)

    assert (found.corps, found.kind) == (corps, kind)
    assert found.units == kit().corps_units[corps]
    assert found.army == kit().army_of_corps[corps]


def test_allied_card_23_is_the_4th_infantry_division() -> None:
    assert card(ALLIED, 23).formations == ("4/XII",)
    assert names(card(ALLIED, 23).units) == {"12/4/XII", "8/4/XII", "22/4/XII"}


def test_cards_that_name_several_formations() -> None:
    assert card(GERMAN, 39).formations == ("1SS/ISS",)
    assert names(card(GERMAN, 69).units) == {"104/15PG/LIII", "115/15PG/LIII", "9/LIII"}
    assert "517/XVIII" in names(card(ALLIED, 20).units)
    assert card(ALLIED, 20).formations == ("82/XVIII", "517/XVIII")
    assert names(card(ALLIED, 49).units) == {"33A/XXX", "34A/XXX"}
    assert card(ALLIED, 9).kind == "corps"
    assert card(ALLIED, 9).units == kit().corps_units["V"]
    assert card(ALLIED, 55).units == kit().army_units["21st Army Group"]


def test_the_okw_is_on_no_card() -> None:
    assert card(GERMAN, 74).units == kit().side_units[GERMAN] & ~kit().okw
    assert all(not c.units & kit().okw for c in kit().german_deck)


def test_every_division_has_a_card() -> None:
    named = {token for c in kit().german_deck + kit().allied_deck for token in c.formations}
    without = {key for key in kit().division_units if key not in named}

    assert without == {"10SS/OKW", "11P/OKW", "17PG/OKW"}
    assert {corps for corps in kit().corps_units if corps not in named} == {"OKW"}


def test_cards_are_of_their_side_and_kind() -> None:
    for deck, side in ((kit().german_deck, GERMAN), (kit().allied_deck, ALLIED)):
        for c in deck:
            assert c.side == side
            assert c.units & ~kit().side_units[side] == 0
            assert bool(c.units) == (c.kind != "none")
            assert bool(c.corps) == (c.kind in ("division", "corps"))
            assert (c.value > 0) == (side == GERMAN)
            assert (c.level > 0) == bool(c.commands) == (side == ALLIED)


def test_events_have_their_days() -> None:
    assert card(GERMAN, 26).event == "Eisenhower Hesitates"
    assert (card(GERMAN, 26).days, card(GERMAN, 26).special) == ((17,), True)
    assert card(GERMAN, 53).days == (21,)
    assert card(GERMAN, 2).days == tuple(range(20, 30))
    assert card(GERMAN, 29).reaction
    assert card(GERMAN, 74).event == "any"
    assert (card(ALLIED, 37).days, card(ALLIED, 37).special) == ((19, 20), True)
    assert card(ALLIED, 52).once
    assert card(ALLIED, 57).games == ("2p",)
    assert card(ALLIED, 1).event == ""
    assert card(ALLIED, 56).tactic == ""


@pytest.mark.rule("EA-S.54")
def test_fuel_days() -> None:
    short = {c.number: c.fuel_days for c in kit().german_deck if c.fuel_days}

    assert short[31] == (19, 20, 21)
    assert short[10] == (21,)
    assert set(short) == {5, 7, 10, 12, 16, 31, 33, 40, 45, 46, 68}
    assert not any(c.fuel_days for c in kit().allied_deck)


def test_action_cards() -> None:
    deck = kit().action_deck

    assert deck[14].title == "Strengthen"
    assert deck[18].title == deck[19].title == "Withdrawal Under Fire"
    assert {c.situation for c in deck} == set(SITUATIONS)
    assert [c.number for c in deck] == list(range(1, 21))
    assert {c.number: c.from_day for c in deck if c.from_day} == {
        3: 19,
        4: 19,
        5: 20,
        6: 21,
        12: 18,
    }
    assert {c.number: c.bonus for c in deck if c.bonus} == {
        1: "chit",
        2: "Tank Battalion",
        3: "Assault Coordination",
        4: "Tank Battalion",
        5: "Artillery",
    }
    assert [c.number for c in deck if c.break_off] == [17]
    assert deck[1].odds == (3, 2)


def test_40_chits() -> None:
    assert len(kit().cup) == 40
    assert len(kit().chits) == 16
    assert Counter(kit().cup) == {n: chit.copies for n, chit in enumerate(kit().chits)}
    by_key = {chit.key: chit.lines for chit in kit().chits}
    assert by_key["R5"] == (("ratio>=3:1", 0, 2), ("ratio>=2:1", 0, 1), ("ratio<2:1", 1, 0))
    assert by_key["AT2"] == (("always", 1, 1),)
    assert by_key["CE"] == (("engineers", 0, 1), ("fortified", 1, 0))
    assert by_key["NO"] == ()


# -- the calendar and the charts -------------------------------------------------


def test_the_calendar() -> None:
    days = kit().days

    assert list(days) == list(range(16, 30))
    assert {day for day, row in days.items() if row.sky == "clear"} == {23, 24, 25, 26, 27, 29}
    assert [row.german_deal for row in days.values()] == [5, 5, 5, 5, 5, 5, 5, 4, 4, 3, 3, 3, 2, 2]
    assert [row.allied_deal for row in days.values()] == [3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7]
    assert [row.allied_hand for row in days.values()] == [4, 4, 5, 5, 5, *[6] * 9]
    assert {row.german_hand for row in days.values()} == {6}


@pytest.mark.rule("EA-S.3")
def test_there_are_always_cards_to_deal() -> None:
    for day, row in kit().days.items():
        for deck, deal in (
            (kit().german_deck, row.german_deal),
            (kit().allied_deck, row.allied_deal),
        ):
            there = sum(c.set == "supplemental" and c.enters <= day for c in deck)
            assert there >= 2 * deal  # yesterday's may still lie among the discards


@pytest.mark.rule("EA-S.35")
def test_terrain_costs() -> None:
    chart = kit().charts["terrain"]
    columns = {name: chart.column_index(name) for name in chart.columns}

    def costs(column: str) -> list[str]:
        return list(chart.column_cells(columns[column]))

    assert chart.rows == ("clear", "broken", "woods", "forest", "road")
    assert costs("infantry") == ["1", "1", "1", "2", "1"]
    assert costs("mechanized") == ["1", "2", "3", "4", "1"]
    assert costs("freeze") == ["1", "1", "2", "3", "1"]


def test_the_other_charts() -> None:
    assert kit().charts["advance"].cells == (("10", "7", "0"), ("8", "4", "0"), ("3", "0", "0"))
    assert kit().charts["surrender"].column_cells(0) == ("6", "4", "2")
    assert kit().charts["defence"].cell("city", "strength") == "2"


@pytest.mark.parametrize(
    ("key", "value", "tag"),
    [
        ("gs_hand", 6, "seed"),
        ("gs_first_hand", 9, "seed"),
        ("first_level", 10, "seed"),
        ("supply_hexes", 4, "seed"),
        ("stack_units", 3, "found"),
        ("stack_steps", 6, "found"),
        ("fixed_artillery_range", 4, "stand-in"),
        ("objective_distance", 5, "found"),
        ("kampfgruppe_units", 3, "stand-in"),
    ],
)
def test_single_numbers(key: str, value: int, tag: str) -> None:
    assert kit().number(key) == value
    assert kit().values[key].tag == tag


def test_every_single_number_says_what_it_is() -> None:
    assert all(isinstance(value.value, int) and value.meaning for value in kit().values.values())


# -- the scenarios ---------------------------------------------------------------


@pytest.mark.rule("EA-S.63")
@pytest.mark.parametrize("key", SCENARIOS)
def test_scenarios(key: str) -> None:
    found, (game, days) = kit(key).scenario, key.split("-")

    assert found.key == key
    assert (found.game, found.last_day) == (game, 15 + int(days))
    assert found.seats == (["german"] if game == "gs" else ["german", "allied"])
    assert len(found.description.split()) > 30
    assert "\n" not in found.description


def test_the_scenario_files_are_these_ten() -> None:
    assert {path.stem for path in (DATA / "scenarios").iterdir()} == set(SCENARIOS)


@pytest.mark.rule("EA-S.62", "EA-S.63")
@pytest.mark.parametrize("key", SCENARIOS)
def test_levels_are_scaled_and_rounded_up(key: str) -> None:
    scales = dict(zip(DAYS, (35, 50, 65, 85, 100), strict=True))
    scale = Fraction(scales[int(key.split("-")[1])], 100)
    levels = kit(key).scenario.levels

    assert [level.at_least for level in levels] == [
        math.ceil(bound * scale) for bound in (24, 18, 14, 11, 7, 0)
    ]
    winners = ["german", "german", "german", "", "allied", "allied"]
    assert [level.winner for level in levels] == winners


# -- the rulebook ----------------------------------------------------------------


def test_the_rulebook_holds_every_rule_and_structure() -> None:
    rules = toml("rulebook.toml")["rule"]

    assert Counter(rule["kind"] for rule in rules) == {"rule": 253, "structure": 80}
    assert len({rule["id"] for rule in rules}) == 333
    assert all(rule["chapter"] and rule["text"] for rule in rules)


# -- provenance --------------------------------------------------------------------


# -- chart packs and flaws -----------------------------------------------------------


def packed(folder: Path, name: str, old: str, new: str) -> Path:
    """A pack with one file of ours, one thing in it changed."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_a_pack_replaces_a_file(tmp_path: Path) -> None:
    pack = packed(tmp_path, "board.toml", "[hold]\n", '[hold]\n"0201" = 7\n')
    key = open_kit("gs-3", pack)

    assert key != open_kit("gs-3", None) == "gs-3"
    assert KITS[key].hv[KITS[key].grid.at("0201")] == 7
    assert KITS[key].positions.bit_count() == 184
    assert KITS["gs-3"].positions.bit_count() == 183


def test_a_pack_that_was_not_opened_is_not_guessed() -> None:
    with pytest.raises(KeyError, match="has not been opened"):
        KITS["gs-3@0123"]


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("board.toml", '"0206", "0306"', '"0206", "9906"', "hex 9906: westwall names a hex"),
        ("board.toml", 'kind = "town"', 'kind = "hamlet"', "the kind 'hamlet', which is none of"),
        ("board.toml", "vp = 1", 'vp = "one"', "the vp of Eupen should be a whole number"),
        ("board.toml", 'start = "german"', 'start = "dutch"', "the start 'dutch', which is none"),
        ("board.toml", 'class = "primary"', 'class = "path"', "the class 'path', which is none of"),
        ("board.toml", "[layer.terrain]", "[layer.ground]", "the file has no [layer.terrain]"),
        ("board.toml", 'C = "clear"', 'C = "swamp"', "there is no terrain 'swamp'"),
        ("board.toml", 'corps = "VII"', 'corps = "VI"', "the corps 'VI', which is none of"),
        ("board.toml", "[hold]\n", '[hold]\n"9999" = 3\n', "hex 9999: hold names a hex"),
        ("counters.toml", 'start = { gs = "1508"', 'start = { gs = "9908"', "starts off the map"),
        ("counters.toml", 'gs = "1707", 2p', 'gs = "1508", 2p', "more units or steps than may"),
        ("counters.toml", 'gs = "1508"', 'gs = "0307"', "both sides start in one hex"),
        ("counters.toml", '{ gs = "1508", 2p', "{ 2p", "has no start in the game gs"),
        ("counters.toml", 'class = "mechanized"', 'class = "horse"', "the class 'horse', which"),
        ("counters.toml", "strength = [6, 4, 2]", "strength = [2, 4, 6]", "that fall from step"),
        ("counters.toml", 'name = "3/2P/XLVII"', 'name = "2/2P/XLVII"', "2/2P/XLVII is there"),
        ("counters.toml", "number = 1\n", "", "the unit lacks the key number"),
        ("counters.toml", 'title = "recalled"', 'title = "guess"', "the tag 'guess', which"),
        ("german_deck.toml", '["2P/XLVII"]', '["3P/XLVII"]', "the card 4 names '3P/XLVII'"),
        ("german_deck.toml", "number = 5\n", "number = 6\n", "the card 6 should be the card 5"),
        ("german_deck.toml", 'kind = "corps"', 'kind = "staff"', "the kind 'staff', which is none"),
        ("german_deck.toml", '"Infiltration"', '"Charge"', "the tactic 'Charge', which is none"),
        ("allied_deck.toml", '"Engineers"\nset', '"Rain"\nset', "the event 'Rain', which is none"),
        ("action_deck.toml", '"relief"', '"rescue"', "the situation 'rescue', which is none of"),
        ("chits.toml", '"flank"', '"rear"', "the chit FL has the condition 'rear', which is none"),
        ("calendar.toml", "day = 17", "day = 37", "the calendar has no 17 December"),
        ("calendar.toml", '"overcast"', '"fog"', "the sky 'fog', which is none of clear, overcast"),
        ("named.toml", '"VDH/ISS"', '"VDH"', "paratroops names the unit 'VDH', which is none"),
        ("named.toml", 'area = "VIII"', 'area = "IX"', "guest names the corps 'IX', which is none"),
        ("named.toml", '"Tank Battalion"', '"Tanks"', "support names the tactic 'Tanks', which"),
        ("charts.toml", "[value.gs_hand]", "[value.hand]", "the file has no [value.gs_hand]"),
        ("charts.toml", "value = 6\n", 'value = "six"\n', "gs_hand should be a whole number"),
        ("charts.toml", "[chart.advance]", "[chart.after]", "the chart advance should have our"),
        ("scenarios/gs-3.toml", 'game = "gs"', 'game = "as"', "the game 'as', which is none of"),
        ("scenarios/gs-3.toml", "at_least = 9", "at_least = 1", "the levels should come from the"),
    ],
)
def test_a_flawed_file_is_told_in_one_sentence(
    tmp_path: Path, name: str, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(DataFlaw) as flaw:
        Kit("gs-3", packed(tmp_path, name, old, new))

    told = str(flaw.value)
    assert sentence in told
    assert told.startswith(Path(name).name)
    assert "\n" not in told
    assert told.endswith(".")


@pytest.mark.parametrize("name", FILES)
def test_an_empty_file_is_told_in_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("", encoding="utf-8")

    with pytest.raises(DataFlaw) as flaw:
        Kit("gs-3", tmp_path)
    assert "\n" not in str(flaw.value)


def test_an_unknown_scenario_is_told_in_one_sentence() -> None:
    with pytest.raises(DataFlaw, match="there is no such file"):
        read_scenario("gs-99")
