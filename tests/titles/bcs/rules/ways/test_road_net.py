"""Ways by road that are kept, pruned and grown anew against a search from nothing."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from grognard.ground.hexes import Hex, hexset, members
from grognard.titles.bcs.kit.kit import KITS, TRUCK, Kit
from grognard.titles.bcs.rules.ways import road_net as nets
from grognard.titles.bcs.rules.ways.road_net import HEXES, MP, Search
from grognard.titles.bcs.rules.ways.stops import Finder, Roads


def plain(search: Search) -> tuple[dict[Hex, Hex], dict[Hex, tuple[int, int]]]:
    """By hex, the next one and the cost; ties go to the lowest hex."""
    roads, onward, costs = nets.net_of(search.kit, search.blown), dict[Hex, Hex](), {}
    links = roads.main_links if search.main else roads.links
    heap: list[tuple[int, int, Hex, Hex]] = []
    for goal in members(search.goals & search.passable):
        heappush(heap, (0, 0, goal, goal))
    while heap:
        first, second, hex_, next_ = heappop(heap)
        if hex_ in costs:
            continue
        costs[hex_] = first, second
        if next_ != hex_:
            onward[hex_] = next_
        for near, road in links.get(hex_, ()):
            mp = search.kit.road_cost[search.ground][road][TRUCK]
            more, also = (1, mp) if search.measure == HEXES else (mp, 1)
            if search.passable >> near & 1:
                heappush(heap, (first + more, second + also, near, hex_))
    return onward, costs


def some_search(kit: Kit, rng: Random) -> Search:
    main = rng.random() < 0.5
    every = kit.road_hexes_ps if main else kit.road_hexes
    hexes = list(members(every))
    goals = hexset(rng.sample(hexes, rng.choice((1, 1, 4))))
    closed = hexset(rng.sample(hexes, min(len(hexes), rng.choice((0, 2, 10, 40, 150)))))
    ground = nets.footing(kit, rng.choice(list(kit.road_cost)))
    blown = rng.getrandbits(len(kit.bridges) or 1) & (1 << len(kit.bridges)) - 1
    measure = rng.choice((HEXES, MP))
    return Search(kit, blown, ground, measure, main, goals, every & ~closed)


@pytest.mark.parametrize("scenario", ["noville", "bastogne"])
def test_trees_and_ways_are_those_of_a_search_from_nothing(scenario: str) -> None:
    kit, rng = KITS[scenario], Random(scenario)
    for _ in range(40):
        search = some_search(kit, rng)
        onward, costs = plain(search)
        tree = nets.tree_of(search)

        assert tree.next == onward
        assert tree.cost.keys() == costs.keys()
        assert all(tree.second(hex_) == second for hex_, (_, second) in costs.items())
        pieces = nets.pieces(kit, search.blown, search.main)
        piece = pieces.joined(search.goals, search.passable)
        assert piece == hexset(costs)
        for start in rng.sample(list(members(kit.road_hexes)), 5):
            assert nets.way(search, start) == tree.way(start)


def test_what_a_way_leads_through_comes_first_in_its_tree() -> None:
    kit, rng = KITS["bastogne"], Random("order")
    for _ in range(10):
        tree, seen = nets.tree_of(some_search(kit, rng)), set[Hex]()
        for hex_ in tree.cost:
            assert tree.next.get(hex_) is None or tree.next[hex_] in seen
            seen.add(hex_)


@pytest.mark.parametrize("scenario", ["noville", "bastogne"])
def test_two_ways_are_those_that_two_searches_from_nothing_tell_apart(scenario: str) -> None:
    kit, rng = KITS[scenario], Random(scenario)
    for _ in range(40):
        search = some_search(kit, rng)._replace(main=True)
        search = search._replace(passable=search.passable & kit.road_hexes_ps)
        ways = [plain(search._replace(measure=one))[0] for one in (HEXES, MP)]
        goals = search.goals & search.passable
        found = nets.two_ways(kit, search.blown, search.ground, search.goals, search.passable)

        assert found == hexset(h for h in ways[0] if way(ways[0], h) != way(ways[1], h))
        assert not found & goals


def way(onward: dict[Hex, Hex], start: Hex) -> list[Hex]:
    found = [start]
    while found[-1] in onward:
        found.append(onward[found[-1]])
    return found


def test_roads_that_lead_round_to_themselves_are_searched_too() -> None:
    a, b, c, d, e, f = ring = [Hex(n) for n in (45, 46, 56, 65, 64, 54)]  # around 55
    step = 1 << 14 | 1
    steps = {h: ((ring[n - 1], step), (ring[(n + 1) % 6], step)) for n, h in enumerate(ring)}
    finder = Finder(Roads(steps), b, 1 << e)

    assert finder.way(0) == (b, a, f, e)  # of equals the one whose first hex is lowest
    assert finder.way(1 << f) == (b, c, d, e)
    assert finder.way(1 << f | 1 << d) is None
    assert finder.way(1 << d) == (b, a, f, e)


def test_distances_by_road_are_found_as_far_as_one_asks() -> None:
    kit = KITS["bastogne"]
    goal = next(members(kit.road_hexes))
    costs = plain(Search(kit, 0, "normal", HEXES, False, 1 << goal, kit.road_hexes))[1]
    found = nets.distances(kit, 0, goal)

    for hex_ in (*members(kit.road_hexes), next(members(kit.grid.all & ~kit.road_hexes))):
        assert found.get(hex_) == costs.get(hex_, (None,))[0]


def test_the_nearest_of_some_hexes_by_road_are_those_of_the_least_distance() -> None:
    kit = KITS["bastogne"]
    goal, *others = members(kit.road_hexes)
    far = nets.distances(kit, 0, goal)
    offroad = hexset(members(kit.grid.all & ~kit.road_hexes))

    for some in (others[::7], others[3::11], others[-5:], [goal, *others[:4]]):
        known = {hex_: way for hex_ in some if (way := far.get(hex_)) is not None}
        least = [hex_ for hex_ in known if known[hex_] == min(known.values())]
        assert nets.rings(kit, 0, 1 << goal).nearest(hexset(some) | offroad) == hexset(least)
    assert nets.rings(kit, 0, 1 << goal).nearest(offroad) == 0


def test_what_is_no_farther_by_road_than_a_hex() -> None:
    kit = KITS["bastogne"]
    one, two, *others = members(kit.road_hexes)
    goals = [nets.distances(kit, 0, goal) for goal in (one, two)]
    ways = [[way for goal in goals if (way := goal.get(h)) is not None] for h in others]
    least = {h: min(found) for h, found in zip(others, ways, strict=True) if found}
    rings = nets.rings(kit, 0, 1 << one | 1 << two)

    for hex_ in [h for h in others if h in least][::7]:
        near = [h for h in least if least[h] <= least[hex_]]
        assert rings.no_farther(hex_) == hexset([one, two, *near])
    assert rings.no_farther(next(members(kit.grid.all & ~kit.road_hexes))) == 0
