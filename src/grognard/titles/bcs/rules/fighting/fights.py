"""The fight on the table: its stages one after the other, and what all fights share.

Each kind of fight names its stages in `STAGES`; between two of them the loss
rolls that are due are made. A stage may put a question or a roll on the table:
the next one comes when that has been answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex, members
from grognard.titles.bcs.kit.kit import NO_FORMATION, Side, UnitId, UnitSet
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import NO_UNIT, Acting, Fight, Fighting, LossRoll
from grognard.titles.bcs.position.questions import PROCEDURES, Events
from grognard.titles.bcs.position.state import (
    FAIL,
    State,
    each,
    face,
    fact,
    label,
    mark,
    note,
    other,
    units_in,
)
from grognard.titles.bcs.rules.fighting import support
from grognard.titles.bcs.rules.moving import line_of_sight as sight
from grognard.waist.asking import pop, push, swap

Stage = Callable[[State, Fight], Events]
STAGES: Final[dict[str, tuple[Stage, ...]]] = {}


# -- the stages -------------------------------------------------------------------------------


def fight_of(state: State) -> Fight:
    """The fight on the table."""
    assert state.fight is not None, "no fight is on the table"
    return state.fight


def edit(state: State, **changes: Any) -> Fight:
    """The fight goes on with these fields changed."""
    fight = msgspec.structs.replace(fight_of(state), **changes)
    note(state, fight=fight)
    return fight


@cites("BCS-R.32")
def begin(state: State, fight: Fight) -> Events:
    """Puts a fight on the table; whatever its end, it tires the formation."""
    busy(state, fight.unit)
    note(state, fight=fight, fatiguing=True)
    push(state, Fighting())
    name = state.kit.names
    return [
        ev.Opened(
            side_of(state, fight),
            fight.kind,
            name[fight.unit],
            label(state, fight.origin),
            label(state, fight.target),
            name[fight.assist] if fight.assist != NO_UNIT else "",
            name[fight.box] if fight.box != NO_UNIT else "",
        )
    ]


def run(state: State, now: Fighting) -> Events:
    """Carries out the loss roll or else the stage that is due; after the last the fight is over."""
    fight = fight_of(state)
    if fight.rolls and defenders(state, fight):
        push(state, LossRoll())
        return []
    stages = STAGES[fight.kind]
    if now.stage == len(stages):
        note(state, fight=None)
        pop(state)
        return release(state)
    swap(state, Fighting(now.stage + 1))
    return stages[now.stage](state, fight)


def busy(state: State, unit: UnitId) -> None:
    """The unit has begun an activity; in hand, it can no longer be put back untouched."""
    note(state, acted=state.acted | 1 << unit)
    top = state.top
    if isinstance(top, Acting) and top.unit == unit:
        swap(state, msgspec.structs.replace(top, clear=False))


@cites("BCS-S.9")
def release(state: State) -> Events:
    """A unit in hand that is Finished or off the map is let go."""
    top = state.top
    if isinstance(top, Acting) and (state.hex_of[top.unit] < 0 or state.finished >> top.unit & 1):
        pop(state)
    return []


# -- the two sides ----------------------------------------------------------------------------


def side_of(state: State, fight: Fight) -> Side:
    return state.kit.side_of[fight.unit]


def defending(state: State, fight: Fight) -> Side:
    return other(state.kit.side_of[fight.unit])


def defenders(state: State, fight: Fight) -> UnitSet:
    """The defender's combat units in the hex that is fought over."""
    return units_in(state, fight.target) & state.kit.side_units[defending(state, fight)]


def enemy_in(state: State, side: Side, hex_: Hex) -> bool:
    """Whether combat units hostile to the side stand in the hex."""
    return bool(state.occupied[other(side)] >> hex_ & 1)


# -- AV ---------------------------------------------------------------------------------------


@cites("BCS-S.31")
def real_av(state: State, hex_: Hex) -> tuple[UnitId, ...]:
    """The units of a hex with AV of their own."""
    return tuple(unit for unit in each(units_in(state, hex_)) if face(state, unit).av)


@cites("BCS-7.3.b", "BCS-R.14", "BCS-R.37")
def shows_av(state: State, hex_: Hex) -> bool:
    """Whether the units of a hex have AV, Real or Support."""
    return bool(real_av(state, hex_)) or support.supported(state, hex_)


@cites("BCS-5.5.b", "BCS-R.9")
def tops(state: State, hex_: Hex) -> tuple[UnitId, ...]:
    """The unit with the best ranged AV; more than one if they are alike."""
    armed = real_av(state, hex_)
    if not armed:
        return ()
    best = max(_worth(state, unit) for unit in armed)
    return tuple(unit for unit in armed if _worth(state, unit) == best)


def _worth(state: State, unit: UnitId) -> tuple[int, int]:
    shown = face(state, unit)
    return shown.av, shown.range


def backers(state: State, hex_: Hex) -> tuple[UnitId, ...]:
    """The Support-box units that can lend their AV to the stack in a hex."""
    found: UnitSet = 0
    for unit in each(units_in(state, hex_)):
        number = state.command[unit]
        if number != NO_FORMATION and support.can_support(state, unit):
            found |= support.boxes(state, number)
    return each(found)


# -- reach ------------------------------------------------------------------------------------


def targets(state: State, side: Side, origin: Hex, reach: int) -> tuple[Hex, ...]:
    """The enemy-held hexes that fire of that Range from a hex can hit."""

    def find() -> tuple[Hex, ...]:
        held = state.occupied[other(side)] & sight.view(
            state.kit, origin, sight.reach(state, reach)
        )
        return tuple(h for h in members(held) if sight.can_fire(state, origin, h, reach))

    return fact(state, ("targets", side, origin, reach), find)


# -- what refuses more than one kind of fight -------------------------------------------------


def hex_of_label(state: State, text: str) -> Hex | Refusal:
    """The hex of that number."""
    if not state.kit.grid.has(text):
        return Refusal("BCS-S.8", f"there is no hex {text} on the map")
    return state.kit.grid.at(text)


def enemy_refusal(state: State, side: Side, text: str) -> Refusal | None:
    """Why the hex is no target at all."""
    hex_ = hex_of_label(state, text)
    if isinstance(hex_, Refusal):
        return hex_
    if not enemy_in(state, side, hex_):
        return Refusal("BCS-S.8", f"no enemy unit stands in {text}")
    return None


@cites("BCS-R.24")
def fail_refusal(state: State) -> Refusal | None:
    """Under a Fail no unit acts."""
    if state.snafu != FAIL:
        return None
    return Refusal("BCS-R.24", "the SNAFU roll was a Fail: no unit acts")


@cites("BCS-S.37", "BCS-R.36")
def jam(state: State, side: Side, hex_: Hex) -> Events:
    """A Traffic Stopped marker goes in the hex; it stops those who enter from now on."""
    if state.traffic >> hex_ & 1:
        return []
    mark(state, traffic=state.traffic | 1 << hex_)
    return [ev.Traffic(side, label(state, hex_))]


PROCEDURES[Fighting] = run
