"""Steps lost: by whom, and who picks (BCS-7.2.d, BCS-S.42)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.rulebook import Refusal, cites
from grognard.ground.hexes import Hex
from grognard.titles.bcs.kit.kit import NO_FORMATION, Side, UnitId, UnitSet
from grognard.titles.bcs.position import actions as act
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import NO_UNIT, Losses
from grognard.titles.bcs.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.bcs.position.state import State, each, label, lose_steps, units_in
from grognard.titles.bcs.rules.command import formations
from grognard.waist.asking import own_side, pop, push


@cites("BCS-S.42")
def hit(state: State, unit: UnitId, count: int, rule: str) -> Events:
    """The unit loses so many steps; its formation may be gone with it."""
    side, name = state.kit.side_of[unit], state.kit.names[unit]
    lost = lose_steps(state, unit, count)
    told: Events = [ev.StepsLost(side, name, lost, state.steps[unit], rule)]
    if state.steps[unit]:
        return told
    told.append(ev.Eliminated(side, name))
    number = state.command[unit]
    return told + (formations.check(state, number) if number != NO_FORMATION else [])


@cites("BCS-7.2.d")
def take(
    state: State, side: Side, hex_: Hex, count: int, first: UnitId = NO_UNIT, spare: UnitSet = 0
) -> Events:
    """A hex loses so many steps: `first` the first of them, the owner spreads the rest.

    He is asked only where he has a choice.
    """
    told: Events = []
    for left in range(count, 0, -1):
        able = exposed(state, side, hex_, spare)
        if not able:
            return told
        if first not in able and len(able) > 1:
            push(state, Losses(side, hex_, left, NO_UNIT, spare))
            return told
        told += hit(state, first if first in able else able[0], 1, _rule(state))
        first = NO_UNIT
    return told


def _rule(state: State) -> str:
    """Losses before a Combat Table result are the Barrage Table's."""
    return "BCS-7.2.d" if state.fight is not None and state.fight.result else "BCS-R.41"


def exposed(state: State, side: Side, hex_: Hex, spare: UnitSet = 0) -> tuple[UnitId, ...]:
    """The side's units in the hex that a loss can fall on."""
    here = units_in(state, hex_) & state.kit.side_units[side]
    return each(here & ~spare)


def _choices(state: State, losses: Losses) -> Iterator[act.Action]:
    for unit in exposed(state, losses.side, losses.hex, losses.spare):
        yield act.Choose(state.kit.names[unit])


@cites("BCS-7.2.d", "BCS-R.41")
def _refused(state: State, losses: Losses, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Choose):
        return not_now(action, "choose who loses a step")
    unit = owned(state, losses.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    where = label(state, losses.hex)
    if state.hex_of[unit] != losses.hex:
        return Refusal("BCS-7.2.d", f"the loss falls on a unit in {where}")
    if losses.spare >> unit & 1:
        return Refusal("BCS-R.41", f"{action.unit} is Hard: a unit beside it takes the loss")
    return None


def _choose(state: State, losses: Losses, action: act.Choose) -> Events:
    pop(state)
    told = hit(state, state.kit.by_name[action.unit], 1, _rule(state))
    return told + take(state, losses.side, losses.hex, losses.count - 1, NO_UNIT, losses.spare)


QUESTIONS[Losses] = Question(own_side, _choices, _refused, _choose, exact=True)
