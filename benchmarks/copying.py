"""A copy of the campaign's state, against deepcopy of the same facts as dataclasses."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

from benchmarks.harness import Contest
from benchmarks.positions import named
from grognard.ground.hexes import members
from grognard.titles.lost_battalion.position.decisions import Decision
from grognard.titles.lost_battalion.position.state import State, copy

COPIES = 4000
DEEP_COPIES = 12

FLAGS = (
    "refilled",
    "fired",
    "done",
    "moved",
    "entered",
    "lifted",
    "struck",
    "attacked",
    "out_moving",
    "out_fighting",
    "stubborn",
)


@dataclass
class Unit:
    """What changes about a unit; what is printed on it is left out, as in our state."""

    name: str
    hex: int
    steps: int
    began: int | None
    refilled: bool
    fired: bool
    done: bool
    moved: bool
    entered: bool
    lifted: bool
    struck: bool
    attacked: bool
    out_moving: bool
    out_fighting: bool
    stubborn: bool


@dataclass
class Position:
    """The facts of a `State`, as one would write them without counting the cost."""

    turn: int
    units: list[Unit]
    stacks: dict[int, list[Unit]]
    control: set[int]
    gas: set[int]
    assaulted: set[int]
    bombarded: set[int]
    bridges: set[int]
    fresh_bridges: set[int]
    gas_left: int
    barrage: int
    guns_left: int
    pools: list[int]
    deliberate: int
    divisions: set[int]
    resting_since: dict[int, int]
    rested: set[int]
    announced: int
    final: set[int]
    over: bool
    stack: list[Decision]


def contest(quick: bool) -> Contest:
    state = list(named(quick).values())[-1]
    plain = as_dataclasses(state)
    assert copy(state) == state
    assert deepcopy(plain) == plain
    assert facts(plain) == (list(state.hex_of), bytes(state.steps), dict(state.stacks))

    def ours(_: int) -> int:
        for _ in range(COPIES):
            copy(state)
        return COPIES

    def theirs(_: int) -> int:
        for _ in range(1 if quick else DEEP_COPIES):
            deepcopy(plain)
        return 1 if quick else DEEP_COPIES

    return Contest(
        name=f"copy of the state, {len(plain.units)} units",
        unit="copies",
        peer="copy.deepcopy of dataclasses",
        ours=ours,
        theirs=theirs,
        floor=500,
        goal=500,
        note="the changing facts only, on both sides",
    )


def as_dataclasses(state: State) -> Position:
    units = [as_unit(state, number) for number in range(len(state.hex_of))]
    return Position(
        turn=state.turn,
        units=units,
        stacks={hex_: [units[u] for u in members(s)] for hex_, s in state.stacks.items()},
        control=set(members(state.control)),
        gas=set(members(state.gas)),
        assaulted=set(members(state.assaulted)),
        bombarded=set(members(state.bombarded)),
        bridges=set(members(state.bridges)),
        fresh_bridges=set(members(state.fresh_bridges)),
        gas_left=state.gas_left,
        barrage=state.barrage,
        guns_left=state.guns_left,
        pools=list(state.pools),
        deliberate=state.deliberate,
        divisions=set(members(state.divisions)),
        resting_since=dict(state.resting_since),
        rested=set(members(state.rested)),
        announced=state.announced,
        final=set(members(state.final)),
        over=state.over,
        stack=list(state.stack),
    )


def as_unit(state: State, number: int) -> Unit:
    flags = {flag: bool(getattr(state, flag) >> number & 1) for flag in FLAGS}
    began = {int(unit): int(hex_) for unit, hex_ in state.began.items()}
    return Unit(
        name=state.kit.names[number],
        hex=state.hex_of[number],
        steps=state.steps[number],
        began=began.get(number),
        **flags,
    )


def facts(plain: Position) -> tuple[list[int], bytes, dict[int, int]]:
    """Where everyone is and how strong, as our state writes it down."""
    number = {unit.name: n for n, unit in enumerate(plain.units)}
    stacks = {
        hex_: sum(1 << number[unit.name] for unit in units) for hex_, units in plain.stacks.items()
    }
    return [u.hex for u in plain.units], bytes(u.steps for u in plain.units), stacks
