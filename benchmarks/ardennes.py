"""Enemy Action: Ardennes: random play, copies, the Allied impulse, the largest draw of chits."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import Any

import msgspec

from benchmarks.harness import Contest, typical_seconds
from benchmarks.play import CHESS_GAMES, play_chess, play_title
from grognard.ground.hexes import members
from grognard.titles import ardennes
from grognard.titles.ardennes.kit.kit import ALLIED
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import AlliedTurn, Decision
from grognard.titles.ardennes.position.state import State, copy, ids
from grognard.titles.ardennes.rules.fighting import chits
from grognard.titles.ardennes.sight.distribution import distributions as chances
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

TITLE: Any = ardennes  # as the match sees it: chance answers by `apply` like a seat
IMPULSE_LIMIT = 0.150
DRAW_LIMIT = 0.100
COPIES = 2000
DEEP_COPIES = 6
CAMPAIGNS = 6


# -- random play --------------------------------------------------------------------------


def solitaire(quick: bool) -> Contest:
    return _play("random play, Ardennes solitaire", "gs-3" if quick else "gs-14", quick)


def two_players(quick: bool) -> Contest:
    return _play("random play, Ardennes for two", "2p-3" if quick else "2p-14", quick)


def _play(name: str, scenario: str, quick: bool) -> Contest:
    games = 1 if quick else CHESS_GAMES
    return Contest(
        name=name,
        unit="actions",
        peer="python-chess, plies",
        ours=lambda number: play_title(TITLE, scenario, number),
        theirs=lambda number: sum(play_chess(number * games + n) for n in range(games)),
        floor=0.3,
        goal=0.6,
        note="whole campaigns; players' actions only are counted: dice, cards and all that the "
        "rules do for the Allies are in the time",
    )


# -- a copy -------------------------------------------------------------------------------


@dataclass
class Unit:
    """What changes about a unit; what is printed on it is left out, as in our state."""

    name: str
    hex: int
    steps: int
    due: int | None
    marks: dict[str, bool]


@dataclass
class Position:
    """The facts of a `State`, as one would write them without counting the cost."""

    day: int
    units: list[Unit]
    stacks: dict[int, list[Unit]]
    hexes: dict[str, set[int]]
    bridges: dict[str, set[int]]
    cards: list[list[int]]
    cup: list[int]
    assigned: dict[str, str]
    used: list[set[str]]
    rested: list[set[str]]
    today: set[str]
    used_once: set[str]
    stack: list[Decision]


UNIT_MARKS = (
    "dispersed",
    "unsupplied",
    "isolated",
    "dry",
    "fresh",
    "late",
    "airlifted",
    "active",
    "recovering",
    "moved",
    "fought",
    "rushed",
)
HEX_MARKS = ("german_towns", "dug_in", "roadblocks", "rolled", "placed", "trodden")
BRIDGE_MARKS = ("bridges", "german_bridges", "mined", "forded", "bridged", "crossed")


def copying(quick: bool) -> Contest:
    state = late_position("gs-3" if quick else "gs-14")
    plain = as_dataclasses(state)
    assert copy(state) == state
    assert deepcopy(plain) == plain
    deep = 1 if quick else DEEP_COPIES
    return Contest(
        name=f"copy of the state, Ardennes, {len(plain.units)} units",
        unit="copies",
        peer="copy.deepcopy of dataclasses",
        ours=lambda _: _times(COPIES, lambda: copy(state)),
        theirs=lambda _: _times(deep, lambda: deepcopy(plain)),
        floor=500,
        goal=500,
        note="the changing facts only, on both sides",
    )


def _times(number: int, action: Callable[[], object]) -> int:
    for _ in range(number):
        action()
    return number


def late_position(scenario: str) -> State:
    """The last position of a random game in which a combat was on the table."""
    return [position for position, _ in battles(scenario, 1)][-1]


def as_dataclasses(state: State) -> Position:
    units = [as_unit(state, number) for number in range(len(state.hex_of))]
    return Position(
        day=state.day,
        units=units,
        stacks={hex_: [units[u] for u in ids(some)] for hex_, some in state.stacks.items()},
        hexes={mark: set(members(_column(state, mark))) for mark in HEX_MARKS},
        bridges={mark: set(ids(_column(state, mark))) for mark in BRIDGE_MARKS},
        cards=[list(places) for places in state.cards],
        cup=list(state.cup),
        assigned=dict(state.assigned),
        used=[set(corps) for corps in state.used],
        rested=[set(corps) for corps in state.rested],
        today=set(state.today),
        used_once=set(state.used_once),
        stack=list(state.stack),
    )


def _column(state: State, name: str) -> int:
    """A set of the position, or one that an activation remembers."""
    found: int = getattr(state.record if hasattr(state.record, name) else state, name)
    return found


def as_unit(state: State, number: int) -> Unit:
    due = {int(unit): day for unit, day in state.due.items()}
    return Unit(
        name=state.kit.names[number],
        hex=state.hex_of[number],
        steps=state.steps[number],
        due=due.get(number),
        marks={mark: bool(_column(state, mark) >> number & 1) for mark in UNIT_MARKS},
    )


# -- what a player waits for --------------------------------------------------------------


@dataclass(frozen=True)
class Waiting:
    """Seconds of processor time of something a player waits for, and below what it should be."""

    name: str
    limit: float
    seconds: list[float]

    @property
    def middle(self) -> float:
        return median(self.seconds)

    @property
    def slow(self) -> float:
        """What 19 of 20 stay below."""
        return sorted(self.seconds)[len(self.seconds) * 19 // 20]

    @property
    def verdict(self) -> str:
        return "goal" if self.slow < self.limit else "MISS"


def measure(quick: bool) -> list[Waiting]:
    scenario, games = ("gs-3", 1) if quick else ("gs-14", CAMPAIGNS)
    impulses = [seconds for seed in range(games) for seconds in allied_impulses(scenario, seed)]
    return [
        Waiting("an Allied impulse with its traces, in random play", IMPULSE_LIMIT, impulses),
        *draws_of(scenario, quick),
    ]


def allied_impulses(scenario: str, seed: int) -> list[float]:
    """How long the rules think in each Allied impulse of a random game, dice left out."""
    found: list[float] = []
    for state, seat, action in _moves(scenario, seed):
        running = _in_allied_turn(state)
        start = time.process_time()
        told = TITLE.apply(state, seat, action)
        seconds = time.process_time() - start
        if any(isinstance(event, ev.ImpulseBegan) and event.side == ALLIED for event in told):
            found.append(seconds)
        elif running:
            found[-1] += seconds
    return found


def _in_allied_turn(state: State) -> bool:
    return any(isinstance(decision, AlliedTurn) and decision.cards for decision in state.stack)


def _moves(scenario: str, seed: int) -> Any:
    """The positions of a random game with what is done in each; the caller does it."""
    state: State = TITLE.setup(scenario, {})
    fate, rng = Fate(str(seed)), Random(seed)
    entry = 0
    while deciders := TITLE.deciders(state):
        seat = deciders[0]
        if seat == CHANCE:
            yield state, seat, fate.settle(TITLE.draw(state), entry)
        else:
            yield state, seat, rng.choice(TITLE.offers(state, seat))
        entry += 1


def battles(scenario: str, seed: int) -> list[tuple[State, int]]:
    """The combats of a random game, each with the most chits that may be drawn."""
    found = []
    for state, seat, action in _moves(scenario, seed):
        if state.battle is not None:
            found.append((copy(state), chits.limits(state, state.battle)[1]))
        TITLE.apply(state, seat, action)
    return found


def draws_of(scenario: str, quick: bool) -> list[Waiting]:
    """The exact chances of the largest draw of a random game, and of the whole cup."""
    state, most = max(battles(scenario, 1), key=lambda found: found[1])
    assert state.battle is not None, "it is a combat"
    every = msgspec.structs.replace(state.battle, extra=sum(state.cup))
    rows = {f"exact chances, {most} chits": state.battle, "exact chances, the whole cup": every}
    budget = 0.01 if quick else 0.3
    return [
        Waiting(name, DRAW_LIMIT, [typical_seconds(partial(chances, state, battle), budget)])
        for name, battle in rows.items()
    ]
