"""The compiled searches answer as the plain ones do, in the same order.

Where nothing was compiled, the plain ones stand in for their twin, and agree with themselves.
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground import compiling, fast, plain
from grognard.ground.hexes import Grid, Hex, hexset

try:
    from grognard.ground import twin
except ImportError:
    twin = plain
TWIN: Any = twin

# Small and large, narrow and too wide or too large for what is written for the compiler.
SIZES = [
    (1, 1),
    (1, 9),
    (9, 1),
    (22, 20),
    (28, 48),
    (29, 28),
    (34, 45),
    (45, 43),
    (60, 40),
    (90, 90),
]
HOLES = {(22, 20): ("0101", "0505", "2220")}


def fields(size: tuple[int, int]) -> tuple[plain.Field, Any]:
    grid = Grid(*size, missing=HOLES.get(size, ()))
    return plain.Field(grid.width, grid.all), TWIN.Field(grid.width, grid.all)


GRIDS = {size: Grid(*size, missing=HOLES.get(size, ())) for size in SIZES}
FIELDS = {size: fields(size) for size in SIZES}
sizes = st.sampled_from(SIZES)
no_giants = st.sampled_from(SIZES[:5])
seeds = st.integers(0, 1 << 32)
shares = st.sampled_from([0.0, 0.02, 0.3, 0.6, 0.9, 1.0])


def some(size: tuple[int, int], rng: Random, share: float) -> int:
    return hexset(h for h in GRIDS[size].hexes if rng.random() < share)


@st.composite
def any_set(draw: st.DrawFn, size: tuple[int, int]) -> int:
    """Some hexes of the map; their complement; bits in the margin and far beyond the map."""
    hexes = some(size, Random(draw(seeds)), draw(shares))
    beyond = draw(st.integers(0, 1 << 200)) << draw(st.integers(0, 12_000))
    return draw(st.sampled_from([hexes, ~hexes, hexes | beyond, ~(hexes | beyond)]))


@given(st.data(), sizes)
def test_sets_spread_alike(data: st.DataObject, size: tuple[int, int]) -> None:
    ours, theirs = FIELDS[size]
    hexes, radius = data.draw(any_set(size)), data.draw(st.integers(-1, 5))

    assert theirs.spread(hexes) == ours.spread(hexes)
    assert theirs.around(hexes) == ours.around(hexes)
    assert theirs.within(hexes, radius) == ours.within(hexes, radius)


@given(st.data(), sizes)
def test_floods_run_alike(data: st.DataObject, size: tuple[int, int]) -> None:
    ours, theirs = FIELDS[size]
    sources, free = data.draw(any_set(size)), data.draw(any_set(size))
    gates = data.draw(st.none() | st.lists(any_set(size), min_size=6, max_size=6))

    assert theirs.flood(sources, free, gates) == ours.flood(sources, free, gates)


@given(seeds)
def test_floods_run_alike_through_a_maze(seed: int) -> None:
    rng, size = Random(seed), (28, 48)
    ours, theirs = FIELDS[size]
    sources, free = some(size, rng, 0.01), some(size, rng, rng.choice([0.55, 0.7, 0.9]))
    gates = [some(size, rng, rng.choice([0.7, 0.95])) for _ in range(6)]

    assert theirs.flood(sources, free, gates) == ours.flood(sources, free, gates)
    assert theirs.flood(sources, free, None) == ours.flood(sources, free, None)


@given(seeds)
def test_floods_run_alike_through_a_maze_wider_than_a_word(seed: int) -> None:
    rng, size = Random(seed), (45, 43)
    ours, theirs = FIELDS[size]
    sources, free = some(size, rng, 0.001), some(size, rng, rng.choice([0.55, 0.7, 0.9]))
    gates = tuple(some(size, rng, rng.choice([0.5, 0.95])) for _ in range(6))

    assert theirs.flood(sources, free, gates) == ours.flood(sources, free, gates)
    assert theirs.flood(sources, free, None) == ours.flood(sources, free, None)
    assert theirs.through(sources, gates) == ours.through(sources, gates)
    assert theirs.rings(sources, gates, ~free) == ours.rings(sources, gates, ~free)


@given(st.data(), sizes, st.integers(-1, 9))
def test_rings_grow_alike(data: st.DataObject, size: tuple[int, int], most: int) -> None:
    ours, theirs = FIELDS[size]
    start, shut, goals = (data.draw(any_set(size)) for _ in range(3))
    gates = tuple(data.draw(st.lists(any_set(size), min_size=6, max_size=6)))

    assert theirs.rings(start, gates) == ours.rings(start, gates)
    told = theirs.rings(start, gates, shut, most=most, goals=goals)
    assert told == ours.rings(start, gates, shut, most=most, goals=goals)


@given(st.data(), sizes)
def test_steps_through_gates_lead_alike(data: st.DataObject, size: tuple[int, int]) -> None:
    ours, theirs = FIELDS[size]
    hexes, gates = (
        data.draw(any_set(size)),
        data.draw(st.lists(any_set(size), min_size=6, max_size=6)),
    )

    assert theirs.through(hexes, gates) == ours.through(hexes, gates)
    assert theirs.through(hexes, tuple(gates)) == ours.through(hexes, gates)


@given(sizes, st.integers(-9, 20_000), st.integers(-9, 20_000))
def test_distances_are_alike(size: tuple[int, int], a: int, b: int) -> None:
    ours, theirs = FIELDS[size]

    assert theirs.distance(a, b) == ours.distance(Hex(a), Hex(b))


@given(st.integers(0, 1 << 200) | st.builds(lambda bits: 1 << bits, st.integers(0, 20_000)))
def test_members_come_alike(hexes: int) -> None:
    assert list(TWIN.members(hexes)) == list(plain.members(hexes))
    assert next(TWIN.members(hexes), None) == next(plain.members(hexes), None)


@given(st.lists(st.integers(0, 200) | st.integers(0, 20_000)))
def test_hexes_are_put_together_alike(hexes: list[int]) -> None:
    assert TWIN.hexset(hexes) == plain.hexset(map(Hex, hexes))
    assert TWIN.hexset(iter(hexes)) == plain.hexset(map(Hex, hexes))


def test_what_is_below_the_first_hex_is_in_no_set() -> None:
    for hexset_ in (plain.hexset, TWIN.hexset):
        with pytest.raises(ValueError, match="negative"):
            hexset_([3, -1])


@given(st.data(), no_giants, st.integers(-1, 60))
def test_reach_goes_alike_and_in_the_same_order(
    data: st.DataObject, size: tuple[int, int], budget: int
) -> None:
    grid, rng = GRIDS[size], Random(data.draw(seeds))
    top = rng.choice([0, 1, 3, 9])
    steps = {
        h: tuple((o, rng.randint(0, top)) for o in grid.neighbours(h) if rng.random() < 0.9)
        for h in grid.hexes
    }
    start, blocked = rng.choice(grid.hexes), data.draw(st.just(0) | any_set(size))
    ours, theirs = plain.by_cost(steps), TWIN.by_cost(steps)
    costs, came_from = plain.reach_paths(ours, start, budget, blocked)

    assert list(plain.reach(ours, start, budget, blocked).items()) == list(costs.items())
    assert list(TWIN.reach(theirs, start, budget, blocked).items()) == list(costs.items())
    told = TWIN.reach_paths(theirs, start, budget, blocked)
    assert [list(one.items()) for one in told] == [list(costs.items()), list(came_from.items())]


def some_chains(grid: Grid, searches: Any, rng: Random) -> plain.Graph:
    """The chains between the stops of roads that go at random, as some searches cut them."""
    sides = [(a, b) for a in grid.hexes for b in grid.neighbours(a) if a < b and rng.random() < 0.4]
    cost = {side: rng.choice([1, 1, 2, 5, 1 << 20]) for side in sides}
    steps: dict[Hex, tuple[tuple[Hex, int], ...]] = {
        h: tuple(
            (o, cost[min(h, o), max(h, o)])
            for o in grid.neighbours(h)
            if (min(h, o), max(h, o)) in cost
        )
        for h in grid.hexes
    }
    stops = {h for h, out in steps.items() if len(out) != 2 or rng.random() < 0.2}
    return {
        stop: tuple(searches.chain(steps, stop, step, stops) for step in steps[stop])
        for stop in sorted(stops)
    }


@given(seeds, st.sampled_from([(1, 1), (1, 9), (6, 5), (22, 20)]))
def test_chains_are_cut_alike_and_lead_alike(seed: int, size: tuple[int, int]) -> None:
    grid = GRIDS.setdefault(size, Grid(*size))
    graph = some_chains(grid, plain, Random(seed))
    rng = Random(seed)
    shut, stops = some(size, rng, rng.choice([0, 0.02, 0.2])), list(graph)
    goals = hexset(rng.sample(stops, min(len(stops), rng.choice([0, 1, 3]))))
    ends = {
        stop: rng.randrange(9) for stop in rng.sample(stops, min(len(stops), rng.choice([0, 2])))
    }
    found, met = plain.leads(graph, goals, shut, ends)
    told, told_met = TWIN.leads(graph, goals, shut, ends)

    assert some_chains(grid, TWIN, Random(seed)) == graph
    assert list(told.items()) == list(found.items())
    assert told_met == met


def test_reach_goes_alike_on_a_giant() -> None:
    steps = {h: tuple((o, 1) for o in GRIDS[90, 90].neighbours(h)) for h in GRIDS[90, 90].hexes}
    start = GRIDS[90, 90].at("8080")

    told = TWIN.reach(TWIN.by_cost(steps), start, 40)
    assert list(told.items()) == list(plain.reach(plain.by_cost(steps), start, 40).items())


@pytest.mark.parametrize("searches", [plain, TWIN], ids=["plain", "compiled"])
def test_a_start_outside_the_table_is_a_key_error(searches: Any) -> None:
    ways = searches.by_cost({Hex(5): ()})

    assert searches.reach(ways, Hex(5), 3) == {5: 0}
    with pytest.raises(KeyError):
        searches.reach(ways, Hex(6), 3)


def test_what_is_no_set_is_refused() -> None:
    with pytest.raises(TypeError):
        list(TWIN.members("0101"))


# -- the choice ----------------------------------------------------------------------------


def told(variable: str) -> str:
    look = (
        "from grognard.ground import fast, hexes; "
        "print(fast.COMPILED, hexes.Grid.__base__.__module__)"
    )
    return subprocess.run(
        [sys.executable, "-c", look],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "GROGNARD_PLAIN": variable},
    ).stdout.strip()


def test_the_plain_searches_can_be_asked_for() -> None:
    assert told("1") == "False grognard.ground.plain"


def test_what_was_compiled_from_this_source_is_used() -> None:
    fresh = getattr(TWIN, "MADE_OF", None) == fast.made_of()

    assert told("") == ("True grognard.ground.twin" if fresh else "False grognard.ground.plain")


def test_without_the_tools_compiling_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "Cython.Build", None)

    assert compiling.main() == 2
    assert capsys.readouterr().err.startswith("nothing was compiled: install grognard[fast]")
