"""Weather and Air Points (BCS-S.45)."""

from __future__ import annotations

from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.bcs.kit.kit import US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import WeatherRoll
from grognard.titles.bcs.position.options import in_use
from grognard.titles.bcs.position.questions import Events, ask_chance, d6
from grognard.titles.bcs.position.state import State, mark
from grognard.waist.asking import pop, push, swap
from grognard.waist.chance import Rolled

PARTS: Final = ("ground", "atmosphere", "visibility", "air")


@cites("BCS-S.45", "BCS-C.2", "BCS-C.3")
def begin(state: State) -> Events:
    """The turn's weather: of the record, or by dice from turn 2 if the match is set to it."""
    if in_use(state, "weather_random") and state.turn > 1:
        push(state, WeatherRoll(PARTS[0]))
        return []
    row = state.kit.turns[state.turn - 1]
    mark(state, ground=row.ground, atmosphere=row.atmosphere, visibility=row.visibility)
    mark(state, air=list(row.air))
    return [_told(state)]


def _told(state: State, faces: tuple[int, ...] = ()) -> ev.Event:
    return ev.Weather(ev.BOTH, state.ground, state.atmosphere, state.visibility, faces)


@cites("BCS-S.45")
def _rolled(state: State, due: WeatherRoll, rolled: Rolled) -> Events:
    """Each part from the one before: Ground, Atmosphere, Visibility, Air Points."""
    _set(state, due.part, rolled.faces[0])
    if due.part == PARTS[-1]:
        pop(state)
    else:
        swap(state, WeatherRoll(PARTS[PARTS.index(due.part) + 1]))
    return [_told(state, rolled.faces)]


@cites("BCS-S.45", "BCS-C.3")
def _set(state: State, part: str, die: int) -> None:
    entry = state.kit.rolled(part, _row(state, part), die)
    match part:
        case "visibility":
            mark(state, visibility=int(entry))
        case "air":
            mark(state, air=[int(entry) if side == US else 0 for side in range(2)])
        case _:
            mark(state, **{part: entry})


@cites("BCS-C.3")
def _row(state: State, part: str) -> str:
    """What a part is rolled from; the Ground from that of the turn before on the record."""
    if part == "ground":
        return state.kit.turns[state.turn - 2].ground
    return state.ground if part == "atmosphere" else state.atmosphere


ask_chance(WeatherRoll, d6("weather"), _rolled)
