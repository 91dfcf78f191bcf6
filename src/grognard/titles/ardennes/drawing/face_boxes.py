"""Beside the map: boxes, calendar, gauge of the Command Level, victory, facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.book.words import listed
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Side
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.state import (
    CALENDAR,
    DEAD,
    EXITED,
    OKW,
    RESERVE,
    State,
    ascending,
    boxed,
    ids,
    solitaire,
)
from grognard.titles.ardennes.rules.day.impulses import sits_out
from grognard.titles.ardennes.rules.day.victory import points_now
from grognard.titles.ardennes.words.wording import SIDES
from grognard.waist import scene as art

_BOXES: Final = (
    (RESERVE, GERMAN, "german-reserve", "German Reserve box"),
    (RESERVE, ALLIED, "allied-reserve", "Allied Reserve box"),
    (OKW, GERMAN, "okw", "OKW reserve"),
    (EXITED, GERMAN, "exited", "Germans that left the map"),
    (DEAD, GERMAN, "german-lost", "German losses"),
    (DEAD, ALLIED, "allied-lost", "Allied losses"),
)


def boxes(state: State) -> Iterator[art.Box]:
    """The boxes of the map sheet; empty ones say so."""
    yield _victory(state)
    for where, side, key, title in _BOXES:
        units = ascending(state, boxed(state, where, side))
        names = tuple(state.kit.names[unit] for unit in units)
        if names or where == RESERVE:
            open_ = where == RESERVE and side == GERMAN
            yield art.Box(key, title, names, "" if names else "empty", unfolded=open_)
    if state.today:
        text = f"{listed(sorted(state.today))}."
        yield art.Box("today", "In force today", text=text, unfolded=True)


def _victory(state: State) -> art.Box:
    """The points so far, place by place, and the level they would give."""
    tally, levels = points_now(state), state.kit.scenario.levels
    sums = " + ".join(f"{m.what} {m.amount}" for m in tally.modifiers) or "none yet"
    level = next((row for row in levels if tally.total >= row.at_least), levels[-1])
    higher = [row for row in levels if row.at_least > tally.total]
    nearest = min(higher, key=lambda row: row.at_least, default=None)
    more = f" From {nearest.at_least}: {nearest.result}." if nearest else ""
    words = f"{sums} = {tally.total}. If it ended now: {level.result}.{more}"
    return art.Box("victory", f"German victory points: {tally.total}", text=words, unfolded=True)


# -- tracks ---------------------------------------------------------------------------------


def tracks(state: State) -> Iterator[art.Track]:
    """The days with what comes on each; the Command Level while the German plays cards."""
    if (gauge := _level(state)) is not None:
        yield gauge
    yield _days(state)


def _level(state: State) -> art.Track | None:
    impulse = next((d for d in reversed(state.stack) if isinstance(d, dec.Impulse)), None)
    if impulse is None or not impulse.level:
        return None
    last = max(impulse.level, impulse.total)
    cells = (
        art.Cell(str(n), "level" if n == impulse.level else "", current=n == impulse.total)
        for n in range(last + 1)
    )
    title = f"Command Values: {impulse.total} of {impulse.level}"
    return art.Track("level", title, tuple(cells), "gauge")


def _days(state: State) -> art.Track:
    kit, scenario = state.kit, state.kit.scenario
    cells = []
    for day in range(scenario.first_day, scenario.last_day + 1):
        due = sum(1 << unit for unit, when in state.due.items() if when == day)
        names = tuple(kit.names[unit] for unit in ascending(state, due))
        cells.append(art.Cell(str(day), kit.days[day].sky, names, day == state.day))
    return art.Track("days", "December 1944", tuple(cells))


# -- figures ----------------------------------------------------------------------------------


def facts(state: State) -> Iterator[art.Fact]:
    """What is always worth seeing."""
    kit = state.kit
    if state.day in kit.days:
        yield art.Fact("Sky", kit.days[state.day].sky)
    yield art.Fact("German victory points", str(points_now(state).total))
    if state.exit_points:
        yield art.Fact("of them by leaving the map", str(state.exit_points))
    for side in (GERMAN, ALLIED):
        if resting := _resting(state, side):
            yield art.Fact(f"{SIDES[side]} corps that sit out", resting)
    if any(isinstance(d, dec.Activation) for d in state.stack):
        yield art.Fact("Tactics left in this activation", str(state.record.tactics_left))
    blocks = state.roadblocks.bit_count()
    yield art.Fact("Roadblocks on the map", f"{blocks} of {kit.number('roadblocks')}")
    later = boxed(state, CALENDAR, GERMAN) | boxed(state, CALENDAR, ALLIED)
    if far := sum(state.due.get(u, 0) > kit.scenario.last_day for u in ids(later)):
        yield art.Fact("Units due after the last day", str(far))


def _resting(state: State, side: Side) -> str:
    if side == ALLIED and solitaire(state):
        return ""
    corps = [name for name, of in state.kit.side_of_corps.items() if of == side]
    return ", ".join(name for name in corps if sits_out(state, side, name))
