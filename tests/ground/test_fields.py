"""Searches, held to slow ones that are plainly right."""

from __future__ import annotations

import heapq
from collections import deque
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.fields import Steps, by_cost, cost_edges, reach, reach_paths, route, trace
from grognard.ground.hexes import (
    EMPTY,
    Direction,
    E,
    Grid,
    Hex,
    HexSet,
    W,
    hexset,
    members,
    opposite,
)

GRID = Grid(12, 10)
seeds = st.integers(0, 1 << 32)
hexes = st.sampled_from(GRID.hexes)


def random_steps(seed: int) -> Steps:
    rng = Random(seed)

    def cost_of(start: Hex, end: Hex, direction: Direction) -> int | None:
        assert GRID.neighbour(start, direction) == end
        cost = rng.randint(-1, 6)
        return None if cost < 0 else cost

    return cost_edges(GRID, cost_of)


def random_set(seed: int, share: float) -> HexSet:
    rng = Random(seed)
    return hexset(h for h in GRID.hexes if rng.random() < share)


def dijkstra(steps: Steps, start: Hex, blocked: set[Hex]) -> dict[Hex, int]:
    """The cheapest cost to every hex there is a way to, however far."""
    settled: dict[Hex, int] = {}
    waiting = [(0, start)]
    while waiting:
        cost, hex_ = heapq.heappop(waiting)
        if hex_ in settled:
            continue
        settled[hex_] = cost
        for other, step in steps[hex_]:
            if other not in blocked:
                heapq.heappush(waiting, (cost + step, other))
    return settled


# -- cost_edges ------------------------------------------------------------------


def test_cost_edges_has_every_hex_and_leaves_out_what_is_no_way() -> None:
    steps = cost_edges(GRID, lambda _start, _end, direction: 2 if direction in (E, W) else None)

    assert list(steps) == list(GRID.hexes)
    assert steps[GRID.at("0101")] == ((GRID.at("0201"), 2),)
    assert steps[GRID.at("0505")] == ((GRID.at("0605"), 2), (GRID.at("0405"), 2))


# -- reach -----------------------------------------------------------------------


@given(seeds, hexes, st.integers(0, 30))
def test_reach_agrees_with_dijkstra(seed: int, start: Hex, budget: int) -> None:
    steps, blocked = random_steps(seed), random_set(seed, 0.2)
    everything = dijkstra(steps, start, set())
    around = dijkstra(steps, start, set(members(blocked)))

    assert reach(by_cost(steps), start, budget) == {
        h: c for h, c in everything.items() if c <= budget
    }
    assert reach(by_cost(steps), start, budget, blocked) == {
        h: c for h, c in around.items() if c <= budget
    }


@given(seeds, hexes, st.integers(0, 30))
def test_paths_agree_with_reach_and_cost_what_they_say(seed: int, start: Hex, budget: int) -> None:
    steps, blocked = random_steps(seed), random_set(seed, 0.2)
    costs, came_from = reach_paths(by_cost(steps), start, budget, blocked)

    assert costs == reach(by_cost(steps), start, budget, blocked)
    assert set(came_from) == set(costs) - {start}
    for end, cost in costs.items():
        path = route(came_from, start, end)
        assert (path[0], path[-1]) == (start, end)
        assert sum(dict(steps[a])[b] for a, b in pairwise(path)) == cost


def test_reach_counts_on_an_open_plain_as_distance_does() -> None:
    steps = cost_edges(GRID, lambda *_: 2)
    start = GRID.at("0505")

    assert reach(by_cost(steps), start, 7) == {
        h: 2 * d for h in GRID.hexes if (d := distance(start, h)) < 4
    }


def distance(a: Hex, b: Hex) -> int:
    return GRID.distance(a, b)


def test_a_blocked_start_is_no_entry_but_blocked_neighbours_are() -> None:
    steps = cost_edges(GRID, lambda *_: 1)
    start = GRID.at("0505")

    assert reach(by_cost(steps), start, 3, GRID.spread(1 << start)) == {start: 0}
    assert reach(by_cost(steps), start, 1, 1 << start).keys() == {start, *GRID.neighbours(start)}


@pytest.mark.parametrize("budget", [0, -1])
def test_without_a_budget_one_stays(budget: int) -> None:
    steps = cost_edges(GRID, lambda *_: 1)

    assert reach(by_cost(steps), GRID.at("0505"), budget) == {GRID.at("0505"): 0}
    assert reach_paths(by_cost(steps), GRID.at("0505"), budget) == ({GRID.at("0505"): 0}, {})


def test_steps_that_cost_nothing_are_free_to_the_last() -> None:
    steps = cost_edges(GRID, lambda _start, _end, direction: 0 if direction == E else 1)

    assert set(reach(by_cost(steps), GRID.at("0101"), 0)) == {
        h for h in GRID.hexes if GRID.row(h) == 1
    }


def test_a_route_to_where_one_stands_is_one_hex() -> None:
    assert route({}, GRID.at("0505"), GRID.at("0505")) == [GRID.at("0505")]


# -- trace -----------------------------------------------------------------------


def steps_to_sources(
    sources: set[Hex], passable: set[Hex], gates: list[set[Hex]]
) -> dict[Hex, int]:
    """Breadth-first from the sources outward, as Grid.flood spreads."""
    depth = dict.fromkeys(sources & passable, 0)
    waiting = deque(depth)
    while waiting:
        hex_ = waiting.popleft()
        for direction in range(6):
            other = GRID.neighbour(hex_, direction)
            if other in passable and other not in depth and hex_ in gates[direction]:
                depth[other] = depth[hex_] + 1
                waiting.append(other)
    return depth


@given(seeds, hexes)
def test_trace_is_a_shortest_way_against_the_gates(seed: int, start: Hex) -> None:
    sources, passable = random_set(seed, 0.05), random_set(seed + 1, 0.8)
    gates = [random_set(seed + 2 + d, 0.7) for d in range(6)]
    depth = steps_to_sources(
        set(members(sources)), set(members(passable)), [set(members(g)) for g in gates]
    )
    path = trace(GRID, sources, passable, gates, start)

    assert (path is not None) == bool(GRID.flood(sources, passable, gates) >> start & 1)
    assert (None if path is None else len(path) - 1) == depth.get(start)
    if path is not None:
        assert path[0] == start
        assert sources >> path[-1] & 1
        assert hexset(path) & ~passable == EMPTY
        for here, back in pairwise(path):
            out = GRID.direction(back, here)
            assert out is not None
            assert gates[out] >> back & 1


@given(seeds, hexes)
def test_trace_without_gates_is_trace_with_all_of_them_open(seed: int, start: Hex) -> None:
    sources, passable = random_set(seed, 0.05), random_set(seed + 1, 0.8)
    path = trace(GRID, sources, passable, None, start)

    assert path == trace(GRID, sources, passable, [GRID.all] * 6, start)
    assert path == trace(GRID, sources, passable | ~GRID.all, None, start)


def test_gates_are_read_from_the_source_to_the_start() -> None:
    source, start = GRID.at("0105"), GRID.at("0305")
    only_east = [GRID.all if d == E else EMPTY for d in range(6)]
    only_west = [GRID.all if d == opposite(E) else EMPTY for d in range(6)]
    path = trace(GRID, 1 << source, GRID.all, only_east, start)

    assert path is not None
    assert GRID.labels(hexset(path)) == ["0105", "0205", "0305"]
    assert trace(GRID, 1 << source, GRID.all, only_west, start) is None


def test_among_equal_ways_the_first_direction_wins_from_the_start() -> None:
    source, start = GRID.at("0505"), GRID.at("0507")
    path = trace(GRID, 1 << source, GRID.all, None, start)

    assert path is not None
    assert [GRID.label(h) for h in path] == ["0507", "0406", "0505"]


def test_trace_ends_at_once_on_a_source_and_nowhere_without_one() -> None:
    start = GRID.at("0505")

    assert trace(GRID, 1 << start, GRID.all, None, start) == [start]
    assert trace(GRID, EMPTY, GRID.all, None, start) is None
    assert trace(GRID, 1 << start, EMPTY, None, start) is None
