"""The Battalion Combat Series: random play, all overlays of a unit, a formation's report."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

from benchmarks.ardennes import Waiting
from benchmarks.harness import Contest
from benchmarks.play import CHESS_GAMES, play_chess, play_title
from grognard.titles import bcs
from grognard.titles.bcs.drawing import report
from grognard.titles.bcs.drawing.overlays import draw
from grognard.titles.bcs.position.state import State, changed, copy, each, standing
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = bcs  # as the match sees it: chance answers by `apply` like a seat
OVERLAYS_LIMIT: Final = 0.020
REPORT_LIMIT: Final = 0.100
GAMES: Final = {"noville": 6, "bastogne": 2}  # in a round
POSITIONS: Final = 60
WARM_UP: Final = 10  # positions of a game that are looked at and not counted


# -- random play --------------------------------------------------------------------------


def noville(quick: bool) -> Contest:
    return _play("random play, BCS Noville", "noville", quick)


def bastogne(quick: bool) -> Contest:
    return _play("random play, BCS Bastogne", "bastogne", quick)


def _play(name: str, scenario: str, quick: bool) -> Contest:
    ours, theirs = (1, 1) if quick else (GAMES[scenario], CHESS_GAMES)
    return Contest(
        name=name,
        unit="actions",
        peer="python-chess, plies",
        ours=lambda number: sum(
            play_title(TITLE, scenario, number * ours + n) for n in range(ours)
        ),
        theirs=lambda number: sum(play_chess(number * theirs + n) for n in range(theirs)),
        floor=0.3,
        goal=0.45,
        note="whole games; players' actions only are counted: dice and all that follows an "
        "action are in the time",
    )


# -- what a player waits for --------------------------------------------------------------


def measure(quick: bool) -> list[Waiting]:
    """Of positions spread over a random game on the large map, nothing derived beforehand."""
    found = positions("noville" if quick else "bastogne")
    return [
        Waiting("all overlays of a unit, BCS", OVERLAYS_LIMIT, overlays(found)[WARM_UP:]),
        Waiting("a formation's report, BCS", REPORT_LIMIT, reports(found)[WARM_UP:]),
    ]


def positions(scenario: str) -> list[State]:
    state: State = TITLE.setup(scenario, {})
    fate, rng, found, entry = Fate("1"), Random(1), list[State](), 0
    while deciders := TITLE.deciders(state):
        if deciders[0] == CHANCE:
            TITLE.apply(state, CHANCE, fate.settle(TITLE.draw(state), entry))
        else:
            found.append(copy(state))
            TITLE.apply(state, deciders[0], rng.choice(TITLE.offers(state, deciders[0])))
        entry += 1
    return found[:: max(1, len(found) // POSITIONS)]


def overlays(found: list[State]) -> list[float]:
    """The seconds that all overlays take for one unit of each position."""
    rng, seconds = Random(2), list[float]()
    for position in found:
        state = _fresh(position)
        unit = rng.choice(each(standing(state, 0) | standing(state, 1)))
        view = TITLE.view(state, TITLE.deciders(state)[0])
        changed(state)
        start = time.process_time()
        for info in TITLE.OVERLAYS:
            draw(view, state, info.key, state.kit.names[unit])
        seconds.append(time.process_time() - start)
    return seconds


def reports(found: list[State]) -> list[float]:
    """The same for the report on one formation on the map."""
    rng, seconds = Random(3), list[float]()
    for position in found:
        state = _fresh(position)
        number = rng.choice([f.id for f in state.kit.formations if state.hq[f.id] >= 0])
        start = time.process_time()
        assert list(report.lines(state, report.report(state, number)))
        seconds.append(time.process_time() - start)
    return seconds


def _fresh(position: State) -> State:
    state = copy(position)
    changed(state)
    return state
