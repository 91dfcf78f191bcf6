"""The data files of The Lost Battalion: whole, consistent, and as the rules need them."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.book.charts import load_charts, load_values
from grognard.ground.board import Board, load_board
from grognard.ground.hexes import Hex, members

DATA = Path(grognard.__file__).parent / "titles" / "lost_battalion" / "data"
SIDE = {"us": "allied", "french": "allied", "german": "german", "austrian": "german"}


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def board() -> Board:
    return load_board(DATA / "board.toml")


@cache
def regiments() -> dict[str, dict[str, Any]]:
    """Every regiment's typed name and its division."""
    names = [
        (f"{regiment.replace(' ', '')}/{division['short']}", division)
        for division in toml("counters.toml")["division"]
        for regiment in division["regiments"]
    ]
    assert len(names) == len(dict(names)), "two regiments share a name"
    return dict(names)


@cache
def kinds() -> dict[str, tuple[str, str]]:
    """Every unit but the machine guns: its kind and nation."""
    counters = toml("counters.toml")
    found = {name: ("infantry", division["nation"]) for name, division in regiments().items()}
    for kind in ("tank", "artillery"):
        for unit in counters[kind]:
            assert unit["name"] not in found
            found[unit["name"]] = (kind, unit["nation"])
    return found


def scenario(key: str) -> dict[str, Any]:
    return toml(f"scenarios/{key}.toml")


def stacks(key: str) -> dict[str, list[str]]:
    """The units of a set-up by hex, machine guns included."""
    found = defaultdict(list)
    for unit, label in scenario(key)["placements"].items():
        found[label].append(unit)
    for number, label in enumerate(scenario(key)["machine_guns"], 1):
        found[label].append(f"MG{number}")
    return found


# -- the map -------------------------------------------------------------------


def test_the_map_is_28_by_48() -> None:
    grid = board().grid

    assert (grid.columns, grid.rows, len(grid.hexes)) == (28, 48, 28 * 48)
    assert set(board().layers) == {"terrain", "fort", "water", "control"}
    assert all(len(layer) == 28 * 48 for layer in board().layers.values())


@pytest.mark.parametrize(
    ("layer", "value", "count"),
    [
        ("terrain", "clear", 1022),
        ("terrain", "forest", 240),
        ("terrain", "rough", 46),
        ("terrain", "forest+rough", 36),
        ("fort", "hagen", 31),
        ("fort", "volker", 34),
        ("fort", "kriemhilde", 38),
        ("fort", "freya", 35),
    ],
)
def test_terrain_and_positions_are_counted(layer: str, value: str, count: int) -> None:
    assert board().layer_set(layer, value).bit_count() == count


def test_rivers_have_their_hexsides() -> None:
    names = Counter(f.name for found in board().hexsides.values() for f in found)

    assert {name: n // 2 for name, n in names.items()} == {
        "Meuse": 132,
        "Chiers": 53,
        "Aire": 51,
        "Aisne": 34,
    }


def test_rivers_run_where_two_regions_meet() -> None:
    grid, water = board().grid, board().layers["water"]
    rivers = {"ab": "Aire", "ac": "Aisne", "bc": "Aisne", "am": "Meuse", "an": "Meuse"}
    rivers["mn"] = "Chiers"
    wanted = {
        (a, b): rivers["".join(sorted(water[a] + water[b]))]
        for a in grid.hexes
        for b in grid.neighbours(a)
        if water[a] != water[b]
    }

    assert {side: f.name for side, (f,) in board().hexsides.items()} == wanted


@pytest.mark.rule("LB-7.3b", "LB-8.12")
def test_bridges_are_where_roads_cross_rivers() -> None:
    crossings = board().road_sides & board().sides_of_kind("river")

    assert set(board().bridge_at) == crossings
    assert len(board().bridges) == 27


def test_bridges_name_their_river_and_roads() -> None:
    for bridge in board().bridges:
        (river,) = board().hexsides[bridge.side]
        roads = [r for r in board().roads.values() if set(bridge.side) <= set(r.hexes)]
        over = [r.id for r in roads if any(set(s) == set(bridge.side) for s in pairwise(r.hexes))]
        assert river.name == bridge.over
        assert sorted(over) == sorted(bridge.extra["roads"])


@pytest.mark.rule("LB-14.0d")
def test_pontoons_cross_the_meuse_from_the_west_bank() -> None:
    grid, water = board().grid, board().layers["water"]
    for pontoon in board().extra["pontoon"]:
        a, b = (grid.at(label) for label in pontoon["side"].split("/"))
        assert board().hexsides[a, b][0].name == "Meuse"
        assert pontoon["turn"] == 14
        assert water[grid.at(pontoon["west"])] == "a"
        assert pontoon["west"] in pontoon["side"]
    sides = [pontoon["side"] for pontoon in board().extra["pontoon"]]
    assert sides == ["1831/1830", "1831/1931", "1728/1827"]


def hex_of(lat: float, lon: float) -> Hex:
    """The hex with the nearest centre."""
    p, grid = board().projection, board().grid
    x, y = (lon - p["lon0"]) * p["km_per_lon"], (p["lat0"] - lat) * p["km_per_lat"]

    def away(hex_: Hex) -> float:
        column, row = grid.column(hex_), grid.row(hex_)
        east = (column - 1 + (0.5 if row % 2 == 0 else 0.0)) * p["column_km"]
        return (x - east) ** 2 + (y - (row - 1) * p["row_km"]) ** 2

    return min(grid.hexes, key=away)


def test_places_lie_where_their_coordinates_say() -> None:
    wrong = [
        place.name
        for place in board().places
        if hex_of(place.extra["lat"], place.extra["lon"]) != place.hex
    ]

    assert wrong == []
    assert len(board().places) == 187


def test_hills_lie_where_their_coordinates_say() -> None:
    hills = board().extra["hill"]
    wrong = [
        hill["name"]
        for hill in hills
        if board().grid.label(hex_of(hill["lat"], hill["lon"])) != hill["hex"]
    ]

    assert wrong == []
    assert len(hills) == 28


def test_the_projection_meets_its_examples() -> None:
    assert board().grid.label(hex_of(49.2725, 5.1408)) == "1636"
    assert board().grid.label(hex_of(49.7017, 4.9403)) == "0702"


def test_towns_are_marked() -> None:
    towns = board().towns()

    assert towns.bit_count() == 59
    assert towns >> board().grid.at("1636") & 1


@pytest.mark.rule("LB-14.7", "LB-S.3")
def test_the_hagen_position_touches_the_start_line_from_the_north() -> None:
    grid = board().grid
    allied, german = (board().layer_set("control", side) for side in ("allied", "german"))

    assert allied | german == grid.all
    assert board().layer_set("fort", "hagen") == grid.spread(allied) & german


@pytest.mark.rule("LB-6.1b", "LB-7.4a")
def test_the_south_edge_is_allied_and_the_other_edges_have_roads_too() -> None:
    south = [h for h in board().grid.hexes if board().grid.row(h) == 48]

    assert all(board().layers["control"][h] == "allied" for h in south)
    assert Counter(way.edge for way in board().exits) == {
        "south": 6,
        "west": 4,
        "north": 2,
        "east": 2,
    }


# -- the charts ----------------------------------------------------------------


def losses(cell: str) -> tuple[int, int]:
    attacker, defender = cell.split("/")
    return int(attacker), 5 if defender == "E" else int(defender)


@pytest.mark.rule("LB-S.15")
def test_the_crt_is_monotone_along_rows_and_columns() -> None:
    crt = [[losses(cell) for cell in row] for row in load_charts(DATA / "charts.toml")["crt"].cells]
    for line in [*crt, *map(list, zip(*crt, strict=True))]:
        for (attacker, defender), (later_attacker, later_defender) in pairwise(line):
            assert later_attacker <= attacker
            assert later_defender >= defender


@pytest.mark.rule("LB-S.15")
def test_the_crt_has_its_means() -> None:
    crt = load_charts(DATA / "charts.toml")["crt"]
    columns = [[losses(cell) for cell in crt.column_cells(n)] for n in range(len(crt.columns))]
    attacker = [round(float(Fraction(sum(a for a, _ in c), 6)), 2) for c in columns]
    defender = [round(float(Fraction(sum(d for _, d in c), 6)), 2) for c in columns]

    assert attacker == [2.67, 2.17, 1.83, 1.5, 1.17, 0.83, 0.67, 0.5, 0.5, 0.33]
    assert defender == [0.17, 0.33, 0.67, 1.0, 1.33, 1.5, 1.83, 2.17, 2.83, 3.33]


@pytest.mark.rule("LB-S.15", "LB-9.16c")
def test_the_crt_has_its_columns_and_a_six_at_8_1_eliminates() -> None:
    crt = load_charts(DATA / "charts.toml")["crt"]

    assert crt.columns == ("1:3", "1:2", *(f"{n}:1" for n in range(1, 9)))
    assert crt.cell("6", "8:1") == "0/E"
    assert sum(cell.endswith("E") for row in crt.cells for cell in row) == 1


@pytest.mark.rule("LB-S.17")
def test_the_bombardment_table_grows_along_rows_and_columns() -> None:
    chart = load_charts(DATA / "charts.toml")["bombardment"]
    cells = [[int(cell) for cell in row] for row in chart.cells]

    assert all(line == sorted(line) for line in [*cells, *map(list, zip(*cells, strict=True))])
    assert chart.columns == ("1", "2", "3-4", "5-6", "7-9", "10-12", "13-16", "17-20", "21+")
    for label, floor in zip(chart.columns, chart.floors, strict=True):
        assert label.replace("+", "-").split("-")[0] == str(floor)


@pytest.mark.rule("LB-S.17")
def test_one_barrage_marker_hits_on_5_and_three_together_on_3() -> None:
    chart = load_charts(DATA / "charts.toml")["bombardment"]

    assert chart.odds(chart.column_for(3))["1"] == Fraction(1, 3)
    assert chart.odds(chart.column_for(9))["1"] == Fraction(2, 3)


@pytest.mark.rule("LB-14.5", "LB-S.22")
def test_field_fortifications_shift_artillery_by_one() -> None:
    terrain = load_charts(DATA / "charts.toml")["terrain"]

    assert terrain.cell("field fortification", "bombard") == "1"
    assert terrain.tag_of("field fortification", "bombard") == "seed"
    assert terrain.tag_of("town", "bombard") == "stand-in"


@pytest.mark.rule("LB-S.18", "LB-S.20", "LB-S.21", "LB-S.22", "LB-9.13c")
@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("clear", ("none", "1", "0", "0")),
        ("forest", ("natural", "2", "1", "1")),
        ("rough", ("natural", "2", "1", "0")),
        ("forest+rough", ("natural", "3", "1", "1")),
        ("hill", ("natural", "+0", "1", "0")),
        ("town", ("man-made", "+0", "1", "1")),
        ("field fortification", ("man-made", "+1", "1", "1")),
        ("hindenburg line", ("man-made", "+1", "2", "2")),
        ("minor river", ("natural", "+2", "1", "0")),
        ("meuse", ("natural", "bridge", "2", "0")),
    ],
)
def test_the_terrain_chart(row: str, cells: tuple[str, ...]) -> None:
    terrain = load_charts(DATA / "charts.toml")["terrain"]

    assert terrain.cells[terrain.row_index(row)] == cells


def test_the_map_speaks_of_terrain_the_chart_knows() -> None:
    rows = set(load_charts(DATA / "charts.toml")["terrain"].rows)
    extra = board().extra
    named = set(board().layers["terrain"].values())
    for table, names in (("fort_class", "fort"), ("river_class", None)):
        classes = {key: value for key, value in extra[table].items() if key != "tag"}
        named |= set(classes.values())
        wanted = set(board().layers[names].values()) - {"none"} if names else None
        assert set(classes) == (wanted or {"Meuse", "Chiers", "Aire", "Aisne"})

    assert named <= rows


@pytest.mark.rule("LB-6.3f", "LB-11.2b", "LB-11.2d", "LB-11.8b", "LB-9.16a", "LB-9.18a")
def test_the_values_the_rules_state() -> None:
    values = load_values(DATA / "charts.toml")
    wanted = {
        "us_pool": 50,
        "german_pool": 11,
        "observation_allied": 4,
        "observation_hill": 2,
        "observation_adjacent": 1,
        "tank_absorbs": 1,
        "deliberate_dice": 2,
        "concentric_shift": 1,
    }

    assert {key: values[key].value for key in wanted} == wanted
    assert {values[key].tag for key in wanted} == {"seed"}


# -- the counters --------------------------------------------------------------


@pytest.mark.rule("LB-S.24", "LB-S.25", "LB-S.26")
def test_regiments_and_steps_are_counted() -> None:
    nations = Counter(division["nation"] for division in regiments().values())
    steps: Counter[str] = Counter()
    for division in regiments().values():
        steps[SIDE[division["nation"]] + division["nation"][:2]] += division["steps"]

    assert nations["us"] == 93
    assert nations["french"] == 18
    assert nations["german"] + nations["austrian"] == 105
    assert steps["alliedus"] == 372
    assert steps["germange"] + steps["germanau"] == 219


@pytest.mark.rule("LB-S.24", "LB-S.26")
def test_divisions_are_counted() -> None:
    nations = Counter(division["nation"] for division in toml("counters.toml")["division"])

    assert nations == {"us": 24, "french": 6, "german": 33, "austrian": 2}


@pytest.mark.rule("LB-S.2", "LB-S.24", "LB-S.25", "LB-S.26")
def test_strength_is_by_steps_left_and_by_class() -> None:
    by_class = defaultdict(set)
    for division in toml("counters.toml")["division"]:
        assert len(division["strength"]) == division["steps"]
        assert division["strength"] == sorted(division["strength"])
        by_class[division["class"]].add(tuple(division["strength"]))

    assert by_class == {
        "veteran": {(2, 4, 6, 8)},
        "new": {(2, 3, 5, 7)},
        "line": {(2, 4, 5)},
        "colonial": {(2, 4, 5)},
        "dismounted cavalry": {(2, 4)},
        "elite": {(2, 4, 6)},
        "good": {(3, 5)},
        "average": {(2, 4)},
        "poor": {(1, 3)},
    }


@pytest.mark.rule("LB-9.16b", "LB-S.26")
def test_only_elite_germans_reach_six() -> None:
    reach = {
        division["class"]
        for division in toml("counters.toml")["division"]
        if SIDE[division["nation"]] == "german" and division["strength"][-1] >= 6
    }

    assert reach == {"elite"}


@pytest.mark.rule("LB-S.27", "LB-11.8e", "LB-11.5f", "LB-14.4", "LB-11.5d")
def test_tanks_and_artillery() -> None:
    counters = toml("counters.toml")

    assert Counter(gun["nation"] for gun in counters["artillery"]) == {"us": 11, "french": 3}
    assert all(gun["steps"] == gun["defence"] == 1 for gun in counters["artillery"])
    assert all(gun["entry"] == "map" for gun in counters["artillery"])
    assert len(counters["tank"]) == 5
    assert all(tank["steps"] == 2 for tank in counters["tank"])
    assert {tank["name"]: tank["entry"] for tank in counters["tank"]}["331LT"] == 13


@pytest.mark.rule("LB-11.9a", "LB-11.9b")
def test_machine_guns() -> None:
    guns = toml("counters.toml")["machine_guns"]

    assert (guns["count"], guns["steps"], guns["defence"], guns["tag"]) == (10, 1, 2, "seed")
    assert guns["names"] == [f"MG{n}" for n in range(1, 11)]


@pytest.mark.rule("LB-S.23")
def test_movement_allowances() -> None:
    allowance = toml("counters.toml")["allowance"]

    assert {kind: entry["value"] for kind, entry in allowance.items()} == {
        "infantry": 8,
        "tank": 6,
        "artillery": 6,
        "machine_gun": 0,
    }


def test_unit_names_can_be_typed() -> None:
    names = [*kinds(), *toml("counters.toml")["machine_guns"]["names"]]

    assert len(names) == len(set(names)) == 93 + 18 + 105 + 5 + 14 + 10
    assert all(name.isascii() and not set(name) & set(" ,:;@") for name in names)
    assert {"308/77", "217/71DI", "4Cuir/1DCP", "R254/76R", "1GzF/1G", "kuk5/1AH"} <= set(names)


@pytest.mark.rule("LB-14.3", "LB-14.3b", "LB-14.1")
def test_the_92nd_and_the_78th() -> None:
    divisions = {division["key"]: division for division in toml("counters.toml")["division"]}

    assert divisions["US 92"]["regiments"] == ["368"]
    assert divisions["US 92"]["entry"] == "map"
    assert divisions["US 78"]["entry"] == 8
    assert divisions["US 78"]["tags"]["entry"] == "seed"


# -- the turn record -----------------------------------------------------------


@pytest.mark.rule("LB-S.4", "LB-S.30", "LB-S.33", "LB-11.6a", "LB-11.7a", "LB-11.7h")
def test_the_turn_record() -> None:
    turns = toml("schedule.toml")["turn"]

    def column(key: str) -> list[int]:
        return [turn[key] for turn in turns]

    assert column("number") == list(range(1, 17))
    assert column("us_divisions_may_attack") == [10, 6, 3, 8, 6, 7, 8, 6, 4, 4, 3, 3, 9, 10, 10, 8]
    assert column("barrage") == [0, *[3] * 11, 2, 1, 0, 0]
    assert column("mg") == [0, *[3] * 11, 2, 1, 0, 0]
    assert column("gas") == [0, *[2] * 15]
    assert column("gas_withdrawn") == [0, *[2] * 11, 1, 0, 0, 0]


@pytest.mark.rule("LB-S.31", "LB-S.32", "LB-14.16")
def test_the_schedule_lists_each_arrival_on_its_turn() -> None:
    counters = toml("counters.toml")
    due = {d["key"]: d["entry"] for d in counters["division"] if isinstance(d["entry"], int)}
    due |= {t["name"]: t["entry"] for t in counters["tank"] if isinstance(t["entry"], int)}
    listed = {
        name: turn["number"]
        for turn in toml("schedule.toml")["turn"]
        for name in turn["allied"] + turn["german"]
    }

    assert listed == due


@pytest.mark.rule("LB-S.31")
def test_allied_arrivals() -> None:
    listed = {t["number"]: t["allied"] for t in toml("schedule.toml")["turn"] if t["allied"]}

    assert listed == {
        4: ["French 26 DI"],
        5: ["US 5", "US 42"],
        6: ["US 89"],
        7: ["US 26"],
        8: ["US 78", "US 90"],
        10: ["US 2"],
        12: ["US 6"],
        13: ["331LT"],
        14: ["French 40 DI"],
        15: ["US 81"],
    }


@pytest.mark.rule("LB-S.32")
def test_german_arrivals_have_edges() -> None:
    for division in toml("counters.toml")["division"]:
        arrives = SIDE[division["nation"]] == "german" and isinstance(division["entry"], int)
        assert ("edges" in division) == arrives
        if arrives and division["edges"] != "any":
            assert set(division["edges"]) <= {"N", "E", "W"}


# -- victory -------------------------------------------------------------------


@pytest.mark.rule("LB-S.35", "LB-14.12")
def test_victory_hexes_are_worth_sixty() -> None:
    hexes = toml("victory.toml")["victory_hex"]

    assert sum(entry["vp"] for entry in hexes) == 60
    assert len({entry["hex"] for entry in hexes}) == 20
    assert all(board().grid.has(entry["hex"]) for entry in hexes)


def test_victory_hexes_are_the_places_they_name() -> None:
    named = {place.name: board().grid.label(place.hex) for place in board().places}
    named |= {hill["name"]: hill["hex"] for hill in board().extra["hill"]}
    named["Marfée heights"] = named["Marfée"]
    for entry in toml("victory.toml")["victory_hex"] + scenario("learning")["victory_hex"]:
        assert named[entry["name"]] == entry["hex"]


@pytest.mark.rule("LB-S.36")
def test_victory_levels() -> None:
    levels = toml("victory.toml")["level"]

    assert [(level["at_least"], level["winner"]) for level in levels] == [
        (45, "allied"),
        (33, "allied"),
        (24, "allied"),
        (16, ""),
        (8, "german"),
        (0, "german"),
    ]


# -- scenarios -----------------------------------------------------------------


@pytest.mark.rule("LB-S.28", "LB-14.4")
def test_the_historical_set_up_places_every_unit_that_starts_on_the_map() -> None:
    counters = toml("counters.toml")
    start = {name for name, division in regiments().items() if division["entry"] == "map"}
    start |= {u["name"] for u in counters["tank"] + counters["artillery"] if u["entry"] == "map"}

    assert set(scenario("historical")["placements"]) == start


@pytest.mark.rule("LB-S.28", "LB-14.3")
def test_the_reserve_box_at_start() -> None:
    waiting = [d["key"] for d in toml("counters.toml")["division"] if d["entry"] == "reserve"]

    assert scenario("historical")["reserve"] == waiting
    assert sorted(waiting) == ["US 1", "US 29", "US 3", "US 32", "US 82"]
    assert len(scenario("historical")["machine_guns"]) == 5
    assert scenario("historical")["machine_gun_pool"] == 5


@pytest.mark.rule("LB-5.2a", "LB-5.2b", "LB-5.2c", "LB-5.2e", "LB-5.2f", "LB-5.2h", "LB-14.2")
@pytest.mark.parametrize("key", ["historical", "learning"])
def test_set_ups_obey_stacking(key: str) -> None:
    for label, stack in stacks(key).items():
        infantry = [regiments()[unit] for unit in stack if unit in regiments()]
        others = [kinds().get(unit, ("machine gun", "german")) for unit in stack]
        count = Counter(kind for kind, _ in others)
        nations = {nation for _, nation in others}
        if SIDE[others[0][1]] == "german":
            assert count["infantry"] <= 3, label
            assert count["machine gun"] <= 2, label
            continue
        assert count["infantry"] <= 2, label
        assert count["tank"] <= 1, label
        assert not count["artillery"] or len(stack) == 1, label
        assert len({division["key"] for division in infantry}) <= 1, label
        french_tank = [unit for unit in stack if kinds()[unit] == ("tank", "french")]
        assert len(nations) == 1 or (nations == {"us", "french"} and french_tank), label


@pytest.mark.rule("LB-S.28", "LB-8.11a")
@pytest.mark.parametrize("key", ["historical", "learning"])
def test_set_ups_keep_to_their_side_of_the_start_line(key: str) -> None:
    for label, stack in stacks(key).items():
        side = board().layers["control"][board().grid.at(label)]
        assert {SIDE[kinds().get(unit, ("", "german"))[1]] for unit in stack} == {side}, label


@pytest.mark.rule("LB-11.5b")
@pytest.mark.parametrize("key", ["historical", "learning"])
def test_artillery_starts_on_roads(key: str) -> None:
    roads = board().grid.labels(board().road_hexes())
    for unit, label in scenario(key)["placements"].items():
        assert kinds()[unit][0] != "artillery" or label in roads, unit


@pytest.mark.rule("LB-11.8f")
def test_tanks_start_in_hexes_they_may_enter() -> None:
    roads = board().road_hexes()
    for unit, label in scenario("historical")["placements"].items():
        hex_ = board().grid.at(label)
        clear = board().layers["terrain"][hex_] == "clear"
        assert kinds()[unit][0] != "tank" or clear or roads >> hex_ & 1, unit


@pytest.mark.rule("LB-S.29", "LB-14.0e")
def test_the_free_set_up_places_the_same_units() -> None:
    free, historical = scenario("free"), scenario("historical")
    to_place = free["to_place"]

    assert free["placements"] == {}
    assert free["order"] == ["german", "allied"]
    assert set(to_place["german"] + to_place["allied"]) == set(historical["placements"])
    assert all(SIDE[kinds()[unit][1]] == side for side in to_place for unit in to_place[side])
    assert free["machine_guns_to_place"] + free["machine_gun_pool"] == 10
    assert free["rules"] == {"meuse_attacks_from": 1, "meuse_crossing_from": 14}


@pytest.mark.rule("LB-14.0a", "LB-14.0b")
def test_the_historical_scenario_closes_the_meuse() -> None:
    assert scenario("historical")["rules"] == {"meuse_attacks_from": 5, "meuse_crossing_from": 14}


def test_the_learning_scenario_is_a_piece_of_the_historical_one() -> None:
    learning, historical = scenario("learning"), scenario("historical")
    (west, east), (north, south) = learning["window"]["columns"], learning["window"]["rows"]

    def inside(label: str) -> bool:
        return west <= int(label[:2]) <= east and north <= int(label[2:]) <= south

    whole = historical["placements"].items()
    assert learning["placements"] == {unit: label for unit, label in whole if inside(label)}
    assert learning["machine_guns"] == list(filter(inside, historical["machine_guns"]))
    assert all(inside(entry["hex"]) for entry in learning["victory_hex"])
    assert 6 <= len(learning["victory_hex"]) <= 8
    assert learning["last_turn"] == 3


def test_learning_arrivals_are_known_divisions() -> None:
    divisions = {division["key"]: division for division in toml("counters.toml")["division"]}
    for arrival in scenario("learning")["arrivals"]:
        assert SIDE[divisions[arrival["division"]]["nation"]] == "german"
        assert 2 <= arrival["turn"] <= 3
        assert set(arrival["edges"]) <= {"N", "E"}
    assert all(divisions[key]["nation"] == "us" for key in scenario("learning")["reserve"])


@pytest.mark.parametrize("key", ["historical", "free", "learning"])
def test_scenarios_state_the_same_things(key: str) -> None:
    found = scenario(key)

    assert found["key"] == key
    assert found["seats"] == ["allied", "german"]
    assert len(found["description"].split()) > 30
    assert "\n" not in found["description"]
    assert found["options"] == {
        "stacking_after_advance": False,
        "control_blocks_supply": False,
        "forts_german_only": False,
        "late_rested_join": True,
        "french_hasty_t1": False,
        "german_hasty": False,
        "gas_withdrawn": False,
        "us_withdrawals": False,
        "lost_battalion": False,
    }


# -- the rulebook --------------------------------------------------------------


def test_the_rulebook_holds_every_rule_ruling_and_structure() -> None:
    rules = toml("rulebook.toml")["rule"]

    assert Counter(rule["kind"] for rule in rules) == {"rule": 112, "ruling": 76, "structure": 36}
    assert len({rule["id"] for rule in rules}) == 112 + 76 + 36
    assert all(rule["chapter"] and rule["text"] for rule in rules)


@pytest.mark.rule("LB-14.14")
def test_no_rule_8_9() -> None:
    assert not any(rule["id"].startswith("LB-8.9") for rule in toml("rulebook.toml")["rule"])


# -- provenance ----------------------------------------------------------------


@pytest.mark.rule("LB-7.3a", "LB-7.4a", "LB-7.5a", "LB-S.28")
def test_every_starting_unit_can_be_supplied() -> None:
    grid = board().grid
    blocked = board().sides_of_kind("river") - set(board().bridge_at)
    open_sides = {(a, b) for a in grid.hexes for b in grid.neighbours(a)} - blocked
    gates = board().gates(open_sides)
    occupied: dict[str, int] = {"allied": 0, "german": 0}
    for label, stack in stacks("historical").items():
        occupied[SIDE[kinds().get(stack[0], ("", "german"))[1]]] |= 1 << grid.at(label)
    south = sum(1 << h for h in grid.hexes if grid.row(h) == 48)
    others = sum(1 << h for h in grid.hexes if grid.row(h) == 1 or grid.column(h) in (1, 28))
    others &= board().layer_set("control", "german")

    fed = grid.flood(south, grid.all & ~occupied["german"], gates)
    assert grid.labels(occupied["allied"] & ~fed) == []
    fed = grid.flood(others, grid.all & ~occupied["allied"], gates)
    assert list(members(occupied["german"] & ~fed)) == []
