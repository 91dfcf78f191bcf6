"""Victory points and how the game ends (EA-S.61 to EA-S.63)."""

from __future__ import annotations

from grognard.book.rulebook import cites
from grognard.book.tally import Modifier, Tally
from grognard.ground.hexes import members
from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.kit.rows import Level
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.state import SEATS, State
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.title import Verdict


@cites("EA-S.61")
def points_now(state: State) -> Tally:
    """German victory points: places held and in supply, units that left, OKW divisions called."""
    kit = state.kit
    held = kit.vp_hexes & state.german_towns & supply.supplied(state, GERMAN)
    parts = [
        Modifier(kit.vp[h], "EA-S.61", f"{kit.place_name[h]} {kit.grid.label(h)}")
        for h in members(held)
    ]
    if state.exit_points:
        parts.append(Modifier(state.exit_points, "EA-S.61", "units that left the map"))
    if state.assigned:
        cost = kit.number("okw_vp") * len(state.assigned)
        parts.append(Modifier(-cost, "EA-S.61", "OKW divisions released"))
    return Tally(tuple(parts))


def count_points(state: State) -> ev.Event:
    return ev.VictoryCounted(GERMAN, points_now(state))


@cites("EA-S.62", "EA-S.63")
def outcome(state: State) -> Verdict | None:
    """How the day's points end the game, if they do: the best result wins on any day."""
    tally = points_now(state)
    level = _level(state, tally.total)
    best = state.kit.scenario.levels[0]
    if level is not best and state.day < state.kit.scenario.last_day:
        return None
    # In German Solitaire nobody sits at the Allied seat: its victory is the German's defeat.
    winner = {"german": SEATS[0], "allied": SEATS[1]}.get(level.winner)
    return Verdict(winner, level.result, tally)


def _level(state: State, points: int) -> Level:
    levels = state.kit.scenario.levels
    return next((level for level in levels if points >= level.at_least), levels[-1])


def verdict(state: State) -> Verdict | None:
    """The result of a game that is over."""
    return outcome(state) if state.over else None
