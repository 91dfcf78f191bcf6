"""Where HQs and Combat Trains had best be."""

from __future__ import annotations

from typing import Final

from grognard.ground.hexes import Hex, HexSet, hexset, members
from grognard.titles.bcs.kit.kit import TRUCK, FormationId
from grognard.titles.bcs.position.decisions import HqMoving
from grognard.titles.bcs.position.state import each, in_field
from grognard.titles.bcs.rules.command import hq_moves, hq_reach, straying
from grognard.titles.bcs.rules.rear import msr, trains
from grognard.titles.bcs.rules.ways import by_points as ways
from grognard.titles.bcs.rules.ways import by_road as roads
from grognard.titles.bcs.thinking.judgement import posts
from grognard.titles.bcs.thinking.judgement.situation import Situation

LOST: Final = 3.0  # against each unit out of Command Radius
SUPPLY: Final = 12.0  # against a hex without a way to the Trains
EXPOSED: Final = (9.0, 6.0, 4.0, 1.5, 0.4)  # by distance, against the enemy's nearness
STRETCH: Final = 0.8  # against Trains too near or too far
STREAMS: Final = 1.2  # against a way to the Trains that crosses those of friends
BEHIND: Final = 0.12  # for each hex nearer to where its units are and go
GATHER: Final = 100.0  # for bringing units that strayed into Command Radius
FOREIGN: Final = 1.2  # against a hex among the units of another formation
CLOSE: Final = 2  # hexes from the enemy where an HQ does not go
LEAST: Final = 0.6  # that a move of the HQ has to bring
AHEAD: Final = 6  # hexes behind the HQ where Trains last longest
FARTHEST: Final = 15  # and where they are of no use
ASTRAY: Final = 3.0
MOVING: Final = 0.7  # against a move of Trains that are well placed


# -- the HQ --- ----------------------------------------------------------------------------------


def hq_worth(here: Situation, number: FormationId, hex_: Hex) -> float:
    return here.keep(("hq", number, hex_), lambda: _hq_worth(here, number, hex_))


def _hq_worth(here: Situation, number: FormationId, hex_: Hex) -> float:
    state, grid = here.state, here.kit.grid
    radius = here.kit.formations[number].radius
    worth = -_exposed(here, hex_)
    worth -= FOREIGN if here.foreign >> hex_ & 1 else 0.0
    for unit in each(in_field(state, number)):
        away = grid.distance(hex_, state.hex_of[unit])
        worth -= LOST if away > radius else BEHIND * max(0, away - 3) / 2
    for goal in _goals(here, number):
        worth -= BEHIND * grid.distance(hex_, goal) / 3
    return worth + _supply(here, number, hex_)


def _exposed(here: Situation, hex_: Hex) -> float:
    """Against the enemy's nearness."""
    gap = here.gap(hex_)
    return here.doctrine.exposed[here.side] * sum(EXPOSED[gap : gap + 1])


def _goals(here: Situation, number: FormationId) -> list[Hex]:
    def find() -> list[Hex]:
        return [post.hex for post in posts.missions(here, number).values()][:3]

    return here.keep(("goals", number), find)


def _supply(here: Situation, number: FormationId, hex_: Hex) -> float:
    """By the roads to the Trains."""
    state, wagons = here.state, here.state.trains[number]
    if not here.kit.road_hexes >> hex_ & 1:
        return -SUPPLY
    if wagons < 0:
        return 0.0
    lengths, crossed = here.keep(("ways to trains", number), lambda: _ways_to(here, number))
    far = lengths.get(hex_)
    if far is None:
        return -SUPPLY
    least, most = (int(here.kit.number(f"limits.optimal_{end}")) for end in ("min", "max"))
    at_source = trains.sources(state, here.side) >> wagons & 1
    good = far <= most and (bool(at_source) or far >= least)
    return (0.0 if good else -STRETCH) - (STREAMS if crossed >> hex_ & 1 else 0.0)


def _ways_to(here: Situation, number: FormationId) -> tuple[dict[Hex, int], HexSet]:
    """By hex, the road to the Trains in hexes; and from where it crosses those of friends."""
    wagons = here.state.trains[number]
    passable = trains.clean(here.state, here.side) | 1 << wagons
    tree = roads.any_tree(here.state, roads.MP, 1 << wagons, passable)
    lengths, crossed = {}, _friendly_roads(here, number)
    for hex_ in tree.cost:  # what a hex's way leads through comes first
        lengths[hex_] = tree.second(hex_)
        onward = tree.next.get(hex_)
        if onward is not None and crossed >> onward & 1:
            crossed |= 1 << hex_
    return lengths, crossed


def _friendly_roads(here: Situation, number: FormationId) -> HexSet:
    def find() -> HexSet:
        found = 0
        for friend in here.kit.side_formations[here.side]:
            route = trains.msr(here.state, friend) if friend != number else None
            if route is not None:
                found |= sum(1 << hex_ for hex_ in set(route.front))
        return found

    return here.keep(("roads of others", number), find)


# -- where it can follow its units ------------------------------------------------------------


def posts_for(here: Situation, number: FormationId, hex_: Hex) -> HexSet:
    """The good hexes the HQ can reach from which a hex is in its radius, and those who strayed."""
    return _good_posts(here, number) & here.kit.within(hex_, here.kit.formations[number].radius)


def covered(here: Situation, number: FormationId, spots: HexSet) -> HexSet:
    """What is in Command Radius from one of the hexes or the other."""
    radius = here.kit.formations[number].radius
    return here.keep(("covered", spots), lambda: here.kit.grid.within(spots, radius))


def _good_posts(here: Situation, number: FormationId) -> HexSet:
    """Where the HQ can go and have its Trains behind it, the enemy not too near."""

    def find() -> HexSet:
        state = here.state
        spots = straying.hq_posts(state, number) & ~here.near(CLOSE) & here.kit.road_hexes
        if state.trains[number] >= 0:
            lengths, _ = here.keep(("ways to trains", number), lambda: _ways_to(here, number))
            spots &= hexset(lengths)
        return spots & straying.in_touch(state, number)

    return here.keep(("good posts", number), find)


# -- its move ------------------------------------------------------------------------------------


def hq_plan(here: Situation, number: FormationId) -> tuple[Hex, float]:
    """The best hex for the HQ this Activation, and what is gained by going there."""
    moving = hq_moves.taken(here.state, number)
    return here.keep(("hq plan", number), lambda: _hq_plan(here, moving)[:2])


def hq_next(here: Situation, moving: HqMoving) -> Hex:
    """The next hex on the HQ's way; its own if it had best halt."""
    return here.keep("hq next", lambda: _hq_plan(here, moving)[2])


def _hq_plan(here: Situation, moving: HqMoving) -> tuple[Hex, float, Hex]:
    """Where to, what for, and the first hex on the way."""
    state, number = here.state, moving.formation
    at = state.hq[number]
    strayed = bool(straying.left_out(state, number, at, moving.minded))
    by = ways.Barriers(TRUCK, hq_reach.shut(state, here.side), state.traffic, 0)
    found = ways.search(state, by, at, moving.mp)
    now = hq_worth(here, number, at) - (GATHER if strayed else 0.0)
    least = now + (0.0 if moving.spent else LEAST)
    reached = hexset({*found.passing, *found.stopped} - {at})
    reached &= straying.near_all(state, number, moving.minded)
    paved = reached & here.kit.road_hexes
    best, most = _best_spot(here, number, paved, least)
    if strayed and best is None:  # away from the roads only to gather its units
        best, most = _best_spot(here, number, reached & ~paved, least)
    return (at, 0.0, at) if best is None else (best, most - now, found.to(best)[0])


def _best_spot(
    here: Situation, number: FormationId, spots: HexSet, least: float
) -> tuple[Hex | None, float]:
    best, most = None, least
    for hex_ in members(spots):
        worth = hq_worth(here, number, hex_)
        if worth > most:
            best, most = hex_, worth
    return best, most


# -- the Trains ----------------------------------------------------------------------------------


def trains_plan(here: Situation, number: FormationId) -> tuple[Hex, float]:
    """The best hex for the Trains, and what is gained over leaving them."""
    return here.keep(("trains plan", number), lambda: _trains_plan(here, number))


def _trains_plan(here: Situation, number: FormationId) -> tuple[Hex, float]:
    state, at = here.state, here.state.trains[number]
    legal = trains.legal(state, number)
    fine = at >= 0 and bool(legal >> at & 1)
    if not legal or (fine and trains.optimal(state, number) and here.gap(at) > 3):
        return at, 0.0
    good = msr.optimal_hexes(state, number)
    now = _trains_worth(here, number, at, good) if fine else -4.0
    best, most = at, now + MOVING
    for hex_ in members(legal & ~(1 << at if at >= 0 else 0)):
        worth = _trains_worth(here, number, hex_, good)
        if worth > most:
            best, most = hex_, worth
    return best, most - now if best != at else 0.0


def _trains_worth(here: Situation, number: FormationId, hex_: Hex, good: HexSet) -> float:
    state = here.state
    worth = 2.0 if good >> hex_ & 1 else 0.0
    worth -= 0.5 * _exposed(here, hex_)
    worth -= 0.3 if _friendly_roads(here, number) >> hex_ & 1 else 0.0
    way = roads.distances(state, state.hq[number]).get(hex_)
    if way is None:
        return worth - ASTRAY
    return worth - abs(way - AHEAD) * 0.05 - ASTRAY * max(0, way - FARTHEST) / FARTHEST
