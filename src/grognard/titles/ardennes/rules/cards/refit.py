"""Replacements by a corps card, and Consolidation (EA-S.56)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import ALLIED, CORPS, GERMAN, Card, Side, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Refitting
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now, owned
from grognard.titles.ardennes.position.state import (
    State,
    add_step,
    corps_units,
    each,
    other,
    standing,
)
from grognard.titles.ardennes.rules.moving import zones
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.asking import own_side, pop, push, swap


@cites("EA-S.56", "EA-SU.j")
def unfit(state: State, unit: UnitId) -> Refusal | None:
    """Why a unit cannot be given a step now."""
    name, side = state.kit.names[unit], state.kit.side_of[unit]
    if not standing(state, side) >> unit & 1:
        return Refusal("EA-S.56", f"{name} is not on the map")
    if state.steps[unit] >= state.kit.units[unit].steps:
        return Refusal("EA-S.56", f"{name} is at full strength")
    if supply.low_supply(state, unit):
        return Refusal("EA-SU.j", f"{name} is not in supply and gets no replacements")
    if zones.zone(state, other(side)) >> state.hex_of[unit] & 1:
        return Refusal("EA-S.56", f"{name} stands in an enemy zone of control")
    if not zones.room_for_step(state, unit):
        return Refusal("EA-S.37", f"{name} stands in a hex that holds no more steps")
    return None


def fit(state: State, units: UnitSet) -> UnitSet:
    """Those that can be given a step now."""
    full, steps, chosen = state.kit.units, state.steps, 0
    here = units & (standing(state, GERMAN) | standing(state, ALLIED))
    for unit in each(here):
        if steps[unit] < full[unit].steps and unfit(state, unit) is None:
            chosen |= 1 << unit
    return chosen


def refusal(state: State, card: Card) -> Refusal | None:
    if card.kind != CORPS:
        return Refusal("EA-S.15", "only a corps card gives replacements")
    if not fit(state, corps_units(state, card.corps)):
        return Refusal("EA-S.56", f"no unit of {card.name} can take a replacement step")
    return None


def begin(state: State, side: Side, card: Card) -> Events:
    units = corps_units(state, card.corps)
    push(state, Refitting(side, units, state.kit.number("replacement_steps")))
    return [ev.CardPlayed(side, card.number, "replacements", name=card.title)]


def give_step(state: State, unit: UnitId) -> Events:
    add_step(state, unit)
    side = state.kit.side_of[unit]
    return [ev.Refitted(side, state.kit.names[unit], state.steps[unit])]


def _candidates(state: State, refitting: Refitting) -> Iterable[act.Action]:
    for unit in each(refitting.units & ~refitting.given):
        yield act.Replace(state.kit.names[unit])
    yield act.Done()


@cites("EA-S.56")
def _refusal(state: State, refitting: Refitting, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        return None
    if not isinstance(action, act.Replace):
        return not_now(action, "give out replacement steps")
    unit = owned(state, refitting.side, action.unit)
    if isinstance(unit, Refusal):
        return unit
    if not refitting.units >> unit & 1:
        return Refusal("EA-S.56", f"{action.unit} is not of the card's corps")
    if refitting.given >> unit & 1:
        return Refusal("EA-S.56", f"{action.unit} has had its step: the other goes to another unit")
    return unfit(state, unit)


def _answer(state: State, refitting: Refitting, action: act.Action) -> Events:
    if not isinstance(action, act.Replace):
        pop(state)
        return []
    unit = state.kit.by_name[action.unit]
    told = give_step(state, unit)
    left, given = refitting.left - 1, refitting.given | 1 << unit
    if left and fit(state, refitting.units & ~given):
        swap(state, Refitting(refitting.side, refitting.units, left, given))
    else:
        pop(state)
    return told


QUESTIONS[Refitting] = Question(own_side, _candidates, _refusal, _answer)
