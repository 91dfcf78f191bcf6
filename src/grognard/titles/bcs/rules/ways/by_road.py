"""The road net, and ways along it. Who may use which hexes is for others to say."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, HexSet
from grognard.titles.bcs.kit.kit import FormationId, Kit, Side
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.state import Route, State
from grognard.titles.bcs.rules.ways import road_net as nets
from grognard.titles.bcs.rules.ways.road_net import HEXES, MP, Distances, Search, Tree
from grognard.titles.bcs.rules.ways.stops import Way

__all__ = [
    "HEXES",
    "MP",
    "Distances",
    "Tree",
    "Way",
    "any_tree",
    "bridges",
    "cheapest",
    "distances",
    "joined",
    "main_joined",
    "main_tree",
    "nearest",
    "no_farther",
    "road_back",
    "shortest",
    "shortest_hexes",
    "sources",
    "two_ways",
    "way_back",
]

# -- ways -----------------------------------------------------------------------------


def _search(state: State, measure: str, main: bool, goals: HexSet, passable: HexSet) -> Search:
    passable &= state.kit.road_hexes_ps if main else state.kit.road_hexes
    ground = nets.footing(state.kit, state.ground)
    return Search(state.kit, state.blown, ground, measure, main, goals, passable)


def main_tree(state: State, measure: str, goals: HexSet, passable: HexSet) -> Tree:
    """Ways to the goals by Primary and Secondary Roads through passable hexes."""
    return nets.tree_of(_search(state, measure, True, goals, main_joined(state, goals, passable)))


def any_tree(state: State, measure: str, goals: HexSet, passable: HexSet) -> Tree:
    """Ways to the goals by any road but a railroad."""
    return nets.tree_of(_search(state, measure, False, goals, joined(state, goals, passable)))


@cites("BCS-S.43")
def cheapest(state: State, start: Hex, goals: HexSet, passable: HexSet) -> Way | None:
    """The way of fewest Truck MP by any road but a railroad; of equals, of fewest hexes."""
    if goals >> start & 1:
        return (start,)
    return nets.way(_search(state, MP, False, goals, passable), start)


def shortest(state: State, measure: str, start: Hex, goals: HexSet, passable: HexSet) -> Way | None:
    """The shortest way to a goal by Primary and Secondary Roads."""
    return nets.way(_search(state, measure, True, goals, passable), start)


def joined(state: State, start: HexSet, passable: HexSet) -> HexSet:
    """What roads other than railroads join to the start."""
    passable &= state.kit.road_hexes
    return nets.pieces(state.kit, state.blown, False).joined(start, passable)


def main_joined(state: State, start: HexSet, passable: HexSet) -> HexSet:
    """What Primary and Secondary Roads join to the start."""
    passable &= state.kit.road_hexes_ps
    return nets.pieces(state.kit, state.blown, True).joined(start, passable)


def shortest_hexes(state: State, a: Hex, b: Hex, passable: HexSet) -> tuple[int, HexSet]:
    """How many hexes from a to b by road, and the hexes on any way as short; (-1, 0) if none."""
    passable &= state.kit.road_hexes
    return nets.between(state.kit, state.blown, a, b, passable | 1 << a | 1 << b)


def two_ways(state: State, goals: HexSet, passable: HexSet) -> HexSet:
    """The hexes whose shortest way to the goals by Primary and Secondary Roads is another in MPs
    than in hexes."""
    ground, joined = nets.footing(state.kit, state.ground), main_joined(state, goals, passable)
    return nets.two_ways(state.kit, state.blown, ground, goals, joined)


def distances(state: State, goal: Hex) -> Distances:
    """How many hexes of road lead from each road hex to a hex, whoever is on them."""
    return nets.distances(state.kit, state.blown, goal)


def nearest(state: State, goal: Hex, hexes: HexSet) -> HexSet:
    """Those of a set from which the fewest hexes of road lead to a hex; none if none does."""
    return nets.rings(state.kit, state.blown, 1 << goal).nearest(hexes)


def no_farther(state: State, goals: HexSet, hex_: Hex) -> HexSet:
    """The hexes no more hexes of road from the nearest goal than this one; none if it has none."""
    return nets.rings(state.kit, state.blown, goals).no_farther(hex_)


# -- sources, and the road back ---------------------------------------------------------


@cites("BCS-10.3.d")
def sources(state: State, side: Side) -> HexSet:
    """The side's Supply Sources, which are its Entry hexes too."""
    found = state.kit.sources[side]
    for extra in state.kit.option_sources:
        if extra.side == side and extra.from_turn <= state.turn and in_use(state, extra.option):
            found |= 1 << extra.hex
    return found


@cites("BCS-1.6.e")
def road_back(state: State, number: FormationId, count: int) -> list[Hex]:
    """The first hexes of the road from the HQ back toward the Trains, and on to their source."""
    return list((way_back(state, number) or ())[1 : count + 1])


@cites("BCS-1.6.e")
def way_back(state: State, number: FormationId) -> Way | None:
    """That road, the HQ's hex first; None if there is none.

    By the MSR last established if it still begins at the HQ and its bridges stand,
    else by the best road, whoever is on it: what the enemy does to it is for the caller.
    """
    hq, trains, route = state.hq[number], state.trains[number], state.routes[number]
    if hq < 0:
        return None
    if route is not None and _is_road(state, number, route):
        return route.front + route.rear[1:]
    everywhere = state.kit.grid.all
    homes = sources(state, state.kit.formations[number].side)
    if trains < 0:
        return cheapest(state, hq, homes, everywhere)
    front = cheapest(state, hq, 1 << trains, everywhere)
    if front is None:
        return None
    return front + (shortest(state, HEXES, trains, homes, everywhere) or front[-1:])[1:]


def _is_road(state: State, number: FormationId, route: Route) -> bool:
    """Whether the route leads from HQ to Trains yet, its bridges standing."""
    ends = route.front[0], route.front[-1]
    here = ends == (state.hq[number], state.trains[number])
    return here and not state.blown & bridges(state.kit, route)


@lru_cache(maxsize=4096)
def bridges(kit: Kit, route: Route) -> int:
    """The bridges of an MSR that may be blown."""
    steps = (*pairwise(route.front), *pairwise(route.rear))
    numbers = {kit.bridge_number[step] for step in steps if step in kit.bridge_number}
    return sum(1 << number for number in numbers)
