"""The roads by which what was taken is supplied, and where they are, or soon will be, cut."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from grognard.ground.hexes import Hex, HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position.state import State, fact
from grognard.titles.ardennes.rules.moving.zones import zone
from grognard.titles.ardennes.rules.supply.supply import supplied
from grognard.titles.ardennes.thinking.judgement.situation import Situation

OPENED: Final = 1.5  # for a victory point, standing where its road is cut
WATCHED: Final = 0.4  # and where it may be
WATCH: Final = 2  # hexes from the enemy
LAST_WATCH: Final = 4  # and on the last day
BARRED: Final = 1.0  # for a victory point, standing where its road is open to be cut
PACE: Final = 1  # the price of a road hex
CUT: Final = 20  # and of one in an enemy zone, of a town not taken, of a roadblock
HELD: Final = 60  # and of one that the enemy is in


def openings(here: Situation) -> dict[Hex, float]:
    """Hexes on the roads to victory hexes in German hands, by what a unit there keeps open."""
    return fact(here.state, ("judged", "openings"), lambda: _openings(here))


def _openings(here: Situation) -> dict[Hex, float]:
    state, kit = here.state, here.kit
    held = kit.vp_hexes & state.german_towns
    watch = WATCH if here.days_left else LAST_WATCH
    cut, near = zone(state, ALLIED), kit.grid.within(state.occupied[ALLIED], watch)
    found: dict[Hex, float] = {}
    came = ways(state, held)
    for prize in members(held):
        for hex_ in _road(came, prize):
            each = OPENED if cut >> hex_ & 1 else WATCHED if near >> hex_ & 1 else 0.0
            if each and hex_ != prize:
                found[hex_] = found.get(hex_, 0.0) + each * kit.vp[prize]
    return found


def barriers(here: Situation) -> dict[Hex, float]:
    """At the end of all, where an Allied unit would cut what was taken from its supply."""
    return {} if here.days_left else fact(here.state, ("judged", "barriers"), lambda: _bar(here))


def _bar(here: Situation) -> dict[Hex, float]:
    state, kit = here.state, here.kit
    prizes = kit.vp_hexes & state.german_towns & supplied(state, GERMAN)
    came, taken = ways(state, prizes), state.occupied[GERMAN]
    found: dict[Hex, float] = {}
    for prize in members(prizes):
        bare = sum(1 << hex_ for hex_ in _road(came, prize)) & ~taken & ~kit.sources[GERMAN]
        for hex_ in members(kit.grid.spread(bare) & ~taken & ~state.german_towns):
            found[hex_] = found.get(hex_, 0.0) + BARRED * kit.vp[prize]
    return found


def _road(came: dict[Hex, Hex], prize: Hex) -> Iterator[Hex]:
    hex_ = prize if prize in came else None
    while hex_ is not None:
        yield hex_
        before = came[hex_]
        hex_ = before if before != hex_ else None


def ways(state: State, ends: HexSet) -> dict[Hex, Hex]:
    """By road hex, the one before it on the way from a German source that is least cut."""
    kit = state.kit
    edge = [(0, hex_, hex_) for hex_ in members(kit.sources[GERMAN])]
    came: dict[Hex, Hex] = {}
    while edge and ends:
        spent, hex_, before = heappop(edge)
        if hex_ in came:
            continue
        came[hex_] = before
        ends &= ~(1 << hex_)
        for near in _joined(state, hex_):
            if near not in came:
                heappush(edge, (spent + _price(state, near), near, hex_))
    return came


def _joined(state: State, hex_: Hex) -> Iterator[Hex]:
    """Where the road leads, over bridges that stand."""
    for near in state.kit.grid.neighbours(hex_):
        side = state.kit.sides[hex_, near]
        if side.road and (not side.river or side.river & state.bridges):
            yield near


def _price(state: State, hex_: Hex) -> int:
    if state.occupied[GERMAN] >> hex_ & 1:
        return PACE
    if state.occupied[ALLIED] >> hex_ & 1:
        return HELD
    untaken = state.kit.towns & ~state.german_towns
    barred = zone(state, ALLIED) | state.roadblocks | untaken
    return CUT if barred >> hex_ & 1 else PACE
