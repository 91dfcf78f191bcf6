"""Coordinate arithmetic, on the three maps that we number in three ways."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.hexes import (
    DIRECTIONS,
    EMPTY,
    NE,
    NW,
    SE,
    SW,
    E,
    Grid,
    Hex,
    HexSet,
    W,
    hexset,
    members,
    opposite,
)

ARGONNE = Grid(28, 48)
ARDENNES = Grid(
    29,
    28,
    "RRCC",
    westward=True,
    missing=[
        *(f"01{column:02d}" for column in range(1, 7)),
        *(f"{row}{column:02d}" for row in range(18, 29) for column in range(46 - row, 30)),
    ],
)
NOVILLE = Grid(22, 20, "CC.RR")
MAPS = {"argonne": ARGONNE, "ardennes": ARDENNES, "noville": NOVILLE}

every_map = pytest.mark.parametrize("grid", MAPS.values(), ids=MAPS)
grids = st.sampled_from(list(MAPS.values()))


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, list[Hex]]:
    grid = draw(grids)
    return grid, [draw(st.sampled_from(grid.hexes)) for _ in range(count)]


@st.composite
def grid_and_sets(draw: st.DrawFn, count: int) -> tuple[Grid, list[HexSet]]:
    grid = draw(grids)
    some = st.lists(st.sampled_from(grid.hexes), max_size=40)
    return grid, [hexset(draw(some)) for _ in range(count)]


def thinned(grid: Grid, seed: int) -> HexSet:
    """The map without about a third of its hexes."""
    return hexset(h for h in grid.hexes if hash((h, seed)) % 3)


def labels_around(grid: Grid, label: str) -> list[str]:
    return [grid.label(h) for h in grid.neighbours(grid.at(label))]


# -- sets ----------------------------------------------------------------------


@given(st.sets(st.integers(0, 3000)))
def test_members_are_what_was_put_in_lowest_first(numbers: set[int]) -> None:
    assert list(members(hexset(map(Hex, numbers)))) == sorted(numbers)


def test_there_are_no_members_of_the_empty_set() -> None:
    assert list(members(EMPTY)) == []


# -- names ---------------------------------------------------------------------


@every_map
def test_every_label_leads_back_to_its_hex(grid: Grid) -> None:
    assert [grid.at(grid.label(h)) for h in grid.hexes] == list(grid.hexes)
    assert grid.set_of(grid.labels(grid.all)) == grid.all


@every_map
def test_hexes_run_north_to_south_and_west_to_east(grid: Grid) -> None:
    places = [(grid.row(h), grid.column(h)) for h in grid.hexes]

    assert places == sorted(places)
    assert list(members(grid.all)) == list(grid.hexes)


@pytest.mark.parametrize(("grid", "count"), [(ARGONNE, 1344), (ARDENNES, 729), (NOVILLE, 440)])
def test_the_maps_have_their_hexes(grid: Grid, count: int) -> None:
    assert len(grid.hexes) == grid.all.bit_count() == count


def test_labels_count_columns_and_rows_as_the_map_does() -> None:
    argonne, ardennes, noville = ARGONNE.at("0702"), ARDENNES.at("0706"), NOVILLE.at("13.01")

    assert (ARGONNE.column(argonne), ARGONNE.row(argonne)) == (7, 2)
    assert (ARDENNES.column(ardennes), ARDENNES.row(ardennes)) == (24, 7)
    assert (NOVILLE.column(noville), NOVILLE.row(noville)) == (13, 1)


def test_the_ardennes_map_is_cut_off_at_two_corners() -> None:
    ends = {"0106": False, "0107": True, "0129": True, "0201": True, "1729": True}
    ends |= {"1827": True, "1828": False, "2817": True, "2818": False, "2801": True}

    assert {label: ARDENNES.has(label) for label in ends} == ends


@pytest.mark.parametrize("label", ["2901", "0149", "0000", "01.01", ""])
def test_a_label_off_the_map_is_refused_in_a_sentence(label: str) -> None:
    assert not ARGONNE.has(label)
    with pytest.raises(ValueError, match=f"^there is no hex {label} on this map$"):
        ARGONNE.at(label)


# -- neighbourhood -------------------------------------------------------------


def test_neighbours_of_the_argonne_map() -> None:
    assert labels_around(ARGONNE, "1031") == ["0930", "1030", "1131", "1032", "0932", "0931"]
    assert labels_around(ARGONNE, "1030") == ["1029", "1129", "1130", "1131", "1031", "0930"]


def test_distances_of_the_argonne_map() -> None:
    far = {
        ("0702", "1332"): 30,
        ("1636", "1332"): 5,
        ("1642", "1638"): 4,
        ("2242", "2335"): 7,
        ("1827", "2831"): 12,
        ("0134", "2834"): 27,
    }

    assert {(a, b): ARGONNE.distance(ARGONNE.at(a), ARGONNE.at(b)) for a, b in far} == far


@pytest.mark.parametrize("grid", [ARGONNE, NOVILLE], ids=["argonne", "noville"])
def test_neighbours_follow_the_eastward_table(grid: Grid) -> None:
    odd = {NW: (-1, -1), NE: (0, -1), E: (1, 0), SE: (0, 1), SW: (-1, 1), W: (-1, 0)}
    even = {NW: (0, -1), NE: (1, -1), E: (1, 0), SE: (1, 1), SW: (0, 1), W: (-1, 0)}
    by_place = {(grid.column(h), grid.row(h)): h for h in grid.hexes}
    for (column, row), hex_ in by_place.items():
        for direction, (right, down) in (odd if row % 2 else even).items():
            other = by_place.get((column + right, row + down))
            assert grid.neighbour(hex_, direction) == other


def test_neighbours_follow_the_westward_table() -> None:
    odd = {E: (0, -1), W: (0, 1), NE: (-1, 0), NW: (-1, 1), SE: (1, 0), SW: (1, 1)}
    even = {E: (0, -1), W: (0, 1), NE: (-1, -1), NW: (-1, 0), SE: (1, -1), SW: (1, 0)}
    by_number = {(int(text[:2]), int(text[2:])): ARDENNES.at(text) for text in ardennes_labels()}
    for (row, column), hex_ in by_number.items():
        for direction, (down, left) in (odd if row % 2 else even).items():
            other = by_number.get((row + down, column + left))
            assert ARDENNES.neighbour(hex_, direction) == other


def ardennes_labels() -> list[str]:
    return ARDENNES.labels(ARDENNES.all)


@given(st.sampled_from(ardennes_labels()), st.sampled_from(ardennes_labels()))
def test_distance_follows_the_westward_formula(a: str, b: str) -> None:
    down = abs(int(a[:2]) - int(b[:2]))
    across = abs(doubled_column(a) - doubled_column(b))

    expected = down + max(0, (across - down) // 2)
    assert ARDENNES.distance(ARDENNES.at(a), ARDENNES.at(b)) == expected


def doubled_column(label: str) -> int:
    row, column = int(label[:2]), int(label[2:])
    return 2 * column if row % 2 else 2 * column - 1


@given(grid_and_hexes(2))
def test_distance_follows_the_eastward_formula(case: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = case
    q = [grid.column(h) - 1 - (grid.row(h) - 1) // 2 for h in (a, b)]
    s = [grid.row(h) - 1 for h in (a, b)]
    dq, ds = q[1] - q[0], s[1] - s[0]

    assert grid.distance(a, b) == max(abs(dq), abs(ds), abs(dq + ds))


@every_map
def test_a_step_there_and_back_again(grid: Grid) -> None:
    for hex_ in grid.hexes:
        for direction in range(len(DIRECTIONS)):
            other = grid.neighbour(hex_, direction)
            if other is not None:
                assert grid.direction(hex_, other) == direction
                assert grid.neighbour(other, opposite(direction)) == hex_


@given(grid_and_hexes(2))
def test_to_touch_is_to_be_one_apart(case: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = case
    touching = grid.distance(a, b) == 1

    assert grid.adjacent(a, b) == touching
    assert (b in grid.neighbours(a)) == touching
    assert (grid.direction(a, b) is not None) == touching


@every_map
def test_touching_never_wraps_round_the_edges_of_the_map(grid: Grid) -> None:
    for hex_ in grid.hexes:
        touching = [other for other in grid.hexes if grid.adjacent(hex_, other)]
        assert touching == sorted(grid.neighbours(hex_))


@given(grid_and_hexes(3))
def test_distance_is_a_metric(case: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b, c) = case

    assert grid.distance(a, a) == 0
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


# -- spread, within, ring --------------------------------------------------------


@given(grid_and_sets(1))
def test_spread_adds_the_neighbours(case: tuple[Grid, list[HexSet]]) -> None:
    grid, (hexes,) = case
    near = {n for h in members(hexes) for n in grid.neighbours(h)}

    assert grid.spread(hexes) == hexes | hexset(near)


@given(grid_and_sets(1))
def test_around_is_the_neighbours_alone(case: tuple[Grid, list[HexSet]]) -> None:
    grid, (hexes,) = case

    assert grid.around(hexes) == hexset(n for h in members(hexes) for n in grid.neighbours(h))


@given(grid_and_sets(1), st.integers(0, 5))
def test_step_moves_each_hex_or_drops_it(case: tuple[Grid, list[HexSet]], direction: int) -> None:
    grid, (hexes,) = case
    moved = [grid.neighbour(h, direction) for h in members(hexes)]

    assert grid.step(hexes, direction) == hexset(h for h in moved if h is not None)


# On a map with a dent or a hole, counting over its hexes could come to more
# than the distance; on none of ours does it.
@given(grid_and_hexes(1), st.integers(0, 60))
def test_within_and_ring_measure_distance(case: tuple[Grid, list[Hex]], radius: int) -> None:
    grid, (centre,) = case
    distances = {h: grid.distance(centre, h) for h in grid.hexes}

    assert grid.within(1 << centre, radius) == hexset(
        h for h, d in distances.items() if d <= radius
    )
    assert grid.ring(centre, radius) == hexset(h for h, d in distances.items() if d == radius)


# -- flood -----------------------------------------------------------------------


def naive_flood(
    grid: Grid, sources: set[Hex], passable: set[Hex], gates: list[set[Hex]]
) -> set[Hex]:
    reached: set[Hex] = set()
    waiting = list(sources & passable)
    while waiting:
        hex_ = waiting.pop()
        reached.add(hex_)
        ways = [grid.neighbour(hex_, d) for d in range(6) if hex_ in gates[d]]
        waiting += [h for h in ways if h is not None and h in passable and h not in reached]
    return reached


@given(grid_and_sets(1), st.integers())
def test_flood_without_gates(case: tuple[Grid, list[HexSet]], seed: int) -> None:
    grid, (sources,) = case
    passable = thinned(grid, seed)
    expected = naive_flood(
        grid, set(members(sources)), set(members(passable)), [set(grid.hexes)] * 6
    )

    assert grid.flood(sources, passable, None) == hexset(expected)
    assert grid.flood(sources, passable, [grid.all] * 6) == hexset(expected)


@given(grid_and_sets(1), st.lists(st.integers(), min_size=7, max_size=7))
def test_flood_through_gates(case: tuple[Grid, list[HexSet]], seeds: list[int]) -> None:
    grid, (sources,) = case
    passable, *gates = (thinned(grid, seed) for seed in seeds)
    expected = naive_flood(
        grid, set(members(sources)), set(members(passable)), [set(members(g)) for g in gates]
    )

    assert grid.flood(sources, passable, gates) == hexset(expected)


@every_map
def test_flood_through_a_complement_stays_on_the_map(grid: Grid) -> None:
    wall = 1 << grid.hexes[100]
    source = 1 << grid.hexes[0]

    assert grid.flood(source, ~wall, None) == grid.all & ~wall
    assert grid.flood(source, ~wall, [grid.all] * 6) == grid.all & ~wall


# -- lines -----------------------------------------------------------------------


@given(grid_and_hexes(2))
def test_a_line_joins_its_ends_and_reads_the_same_both_ways(
    case: tuple[Grid, list[Hex]],
) -> None:
    grid, (a, b) = case
    line = grid.line(a, b)

    assert (line[0], line[-1]) == (a, b)
    assert grid.line(b, a) == line[::-1]
    assert len(line) <= grid.distance(a, b) + 1


@given(grid_and_hexes(2))
def test_a_line_that_stays_on_the_map_goes_hex_by_hex(case: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = case
    line = grid.line(a, b)
    if len(line) == grid.distance(a, b) + 1:
        assert all(grid.adjacent(x, y) for x, y in pairwise(line))
        assert [grid.distance(a, h) for h in line] == list(range(len(line)))


@given(st.data())
def test_a_line_off_the_eastern_column_never_leaves_a_full_map(data: st.DataObject) -> None:
    inland = [h for h in ARGONNE.hexes if ARGONNE.column(h) < ARGONNE.columns]
    a, b = (data.draw(st.sampled_from(inland)) for _ in range(2))

    assert len(ARGONNE.line(a, b)) == ARGONNE.distance(a, b) + 1


def test_lines_along_hexsides_lean_to_the_east() -> None:
    def line(a: str, b: str) -> list[str]:
        return [ARGONNE.label(h) for h in ARGONNE.line(ARGONNE.at(a), ARGONNE.at(b))]

    assert line("1031", "1029") == ["1031", "1030", "1029"]
    assert line("1031", "1132") == ["1031", "1131", "1132"]
    assert line("1031", "1130") == ["1031", "1131", "1130"]
    assert line("1031", "1031") == ["1031"]


def test_a_line_along_the_eastern_edge_passes_outside_the_map() -> None:
    line = ARGONNE.line(ARGONNE.at("2802"), ARGONNE.at("2804"))

    assert [ARGONNE.label(h) for h in line] == ["2802", "2804"]
