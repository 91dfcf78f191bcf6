"""Where Allied defenders retreat (EA-RT.o to EA-RT.q, EA-RT.t)."""

from __future__ import annotations

from grognard.book.priorities import Narrowed, highest, lowest, narrow, only
from grognard.book.rulebook import cites
from grognard.ground.hexes import Hex, members
from grognard.titles.ardennes.kit.kit import ALLIED, UnitSet
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import State, ascending, names_of
from grognard.titles.ardennes.rules.fighting.battle import battle_of
from grognard.titles.ardennes.rules.fighting.retreat import (
    Route,
    go,
    go_split,
    retreating,
    split_routes,
    whole_routes,
)
from grognard.titles.ardennes.script.reasons import Reasons


@cites("EA-RT.t")
def allied_pick(state: State, units: UnitSet, routes: list[Route]) -> Narrowed[Hex]:
    """Of equal hexes: a city or town, nearest another Allied unit, westernmost."""
    kit = state.kit
    friends = [h for h in members(state.occupied[ALLIED]) if state.stacks[h] & ~units]
    return narrow(
        [route.hex for route in routes],
        (
            only("city or town", lambda h: bool(kit.towns >> h & 1), "EA-RT.t"),
            lowest(
                "nearest another Allied unit",
                lambda h: min((kit.grid.distance(h, f) for f in friends), default=99),
                "EA-RT.t",
            ),
            highest("westernmost", kit.column, "EA-RT.t"),
            lowest("lowest number", kit.grid.label, "EA-S.66"),
        ),
    )


def allied_retreat(state: State) -> Events:
    """The Allied defenders retreat one hex by the rules."""
    battle = battle_of(state)
    routes, units = whole_routes(state, battle), retreating(state, battle)
    if routes:
        told, route = _allied_choice(state, units, routes)
        return told + go(state, units, route, last=True)
    told = []
    for unit in ascending(state, units):
        mine = split_routes(state, battle_of(state)).get(unit)
        assert mine, "a stack splits only where every unit finds a hex"
        reasons, route = _allied_choice(state, 1 << unit, mine)
        told += reasons + go_split(state, unit, route)
    return told


_CLASSES = {
    1: ("in supply, free of enemy ZOC or with a supplied unit", "EA-RT.o"),
    2: ("in supply, empty, in an enemy ZOC: one step", "EA-RT.p"),
    3: ("out of supply: one step", "EA-RT.q"),
}


def _allied_choice(state: State, units: UnitSet, routes: list[Route]) -> tuple[Events, Route]:
    found = allied_pick(state, units, routes)
    chosen = next(route for route in routes if route.hex == found.kept[0])
    words, rule = _CLASSES[chosen.priority]
    reasons = Reasons(state).hexes(words, [route.hex for route in routes], rule)
    label = state.kit.grid.label(chosen.hex)
    subject = ", ".join(names_of(state, units))
    return [reasons.narrowed(found).told("Retreat", subject, label)], chosen
