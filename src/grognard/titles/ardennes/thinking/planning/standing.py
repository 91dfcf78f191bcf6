"""How the game stands for a side."""

from __future__ import annotations

from math import tanh
from typing import Final

from grognard.ground.hexes import HexSet, members
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS, Kit, Side
from grognard.titles.ardennes.position.state import SEATS, State, standing, steps_of
from grognard.titles.ardennes.rules.day.victory import points_now
from grognard.titles.ardennes.rules.supply import supply
from grognard.titles.ardennes.sight.imagine import known_facts
from grognard.titles.ardennes.sight.view import View
from grognard.titles.ardennes.thinking.judgement.ground import FAR, distance_field

# Fitted to games of the planner against itself: what came of positions like this one.
DAYS_CARDS: Final = 15  # that a German has in a day
SOON: Final = 12  # German cards to come below which there is less and less time for anything
IN_SIGHT: Final = 0.8  # of its points, what an empty place is worth, next to a German
GUARDED: Final = 0.2  # and one with Allies in it
CUT_OFF: Final = 0.2  # and one that is held but not in supply
LEFT_BARE: Final = 0.35  # of its points, what is lost with an empty place, next to an Ally
NEAR: Final = 6  # movement points
USUAL: Final = 1.8  # what all this comes to on the average
PACE: Final = 0.135  # points that a German card brings on the average
IDLE: Final = 9  # and the cards at the end that bring nothing
STEP: Final = (
    0.01  # points that a step more than the enemy is worth, for each card of the first days
)
USUAL_LEAD: Final = 55  # steps that the Germans on the map are ahead by
STRIFE: Final = 16  # German cards to come below which steps no longer matter
DOUBT: Final = 1.0  # points by which the end may differ from what is hoped for, at the end
DOUBT_A_CARD: Final = 0.033


def worth(view: View) -> float:
    """How the game stands for the viewer: 1 is won, -1 lost."""
    assert view.seat is not None, "an onlooker has no stake"
    german = _stake(known_facts(view), cards_left(view))
    return german if SEATS.index(view.seat) == GERMAN else -german


def cards_left(view: View) -> int:
    """About how many cards the German will still have to play."""
    deck, days = view.decks[GERMAN], KITS[view.terms.kit].scenario.last_day - view.day
    return deck.hand_count + deck.pile_count + DAYS_CARDS * days


def _stake(state: State, left: int) -> float:
    low, high = _levels(state.kit)
    middle, points = (low + high) / 2, points_now(state).total
    if state.over:
        return float((points >= high) - (points <= low)) + 0.05 * (points - middle)
    more = PACE * max(0, left - IDLE) + min(1.0, left / SOON) * (_unsure(state) - USUAL)
    hoped = points + more + _steps(state, left)
    return tanh((hoped - middle) / (DOUBT + DOUBT_A_CARD * left))


def _levels(kit: Kit) -> tuple[float, float]:
    """The most points with which the Allies win, the least with which the German does."""
    levels = kit.scenario.levels
    german = min(level.at_least for level in levels if level.winner == "german")
    not_allied = min(level.at_least for level in levels if level.winner != "allied")
    return min(not_allied, german) - 1, german


def _unsure(state: State) -> float:
    """What may still come or go: places cut off, and those with the other side near them."""
    kit, held = state.kit, state.german_towns
    cut = kit.vp_hexes & held & ~supply.supplied(state, GERMAN)
    bare = kit.vp_hexes & held & ~state.occupied[GERMAN]
    manned = state.occupied[ALLIED]
    return (
        CUT_OFF * sum(kit.vp[h] for h in members(cut))
        + IN_SIGHT * _near(state, kit.vp_hexes & ~held & ~manned, GERMAN)
        + GUARDED * _near(state, kit.vp_hexes & ~held & manned, GERMAN)
        - LEFT_BARE * _near(state, bare, ALLIED)
    )


def _near(state: State, hexes: HexSet, side: Side) -> float:
    """The points of some hexes, each by how near a side is to it."""
    found, key, units = 0.0, state.terms.kit, tuple(members(state.occupied[side]))
    for hex_ in members(hexes):
        way = distance_field(key, 1 << hex_, state.bridges)
        there = min((way.get(h, FAR) for h in units), default=FAR)
        found += state.kit.vp[hex_] * max(0.0, 1 - there / NEAR)
    return found


def _steps(state: State, left: int) -> float:
    """Blood counts for something while there are days to come."""
    if left <= STRIFE:
        return 0.0
    german, allied = (steps_of(state, standing(state, side)) for side in (GERMAN, ALLIED))
    return STEP * (left - STRIFE) * (german - allied - USUAL_LEAD)
