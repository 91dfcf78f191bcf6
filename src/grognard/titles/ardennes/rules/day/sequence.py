"""The sequence of play: five phases a day (EA-S.1 to EA-S.4).

I Reserve · II Card Preparation · III Supply · IV Activation · V End of Day
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.book.rulebook import cites
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Sequence
from grognard.titles.ardennes.position.questions import PROCEDURES, Events
from grognard.titles.ardennes.position.state import (
    RESERVE,
    State,
    boxed,
    changed,
    ids,
    mark,
    names_of,
    put,
)
from grognard.titles.ardennes.rules.cards import cards, engineers, reserves
from grognard.titles.ardennes.rules.day import impulses
from grognard.titles.ardennes.rules.day.victory import count_points, outcome
from grognard.titles.ardennes.rules.moving.watch import watch
from grognard.titles.ardennes.rules.supply import supply
from grognard.waist.asking import pop, swap


@cites("EA-S.1", "EA-S.2")
def reserve_phase(state: State) -> Events:
    """Units in today's space of the calendar go to their Reserve box."""
    state.late = boxed(state, RESERVE, GERMAN)
    state.day += 1
    changed(state)
    sky = state.kit.days[state.day].sky
    told: Events = [ev.DayBegan(ev.BOTH, state.day, sky), ev.PhaseBegan(ev.BOTH, "Reserve")]
    for side in (GERMAN, ALLIED):
        told += _arrive(state, side)
    return told


def _arrive(state: State, side: int) -> Events:
    own = state.kit.side_units[side]
    came = sum(1 << u for u, day in state.due.items() if day <= state.day and own >> u & 1)
    for unit in ids(came):
        del state.due[unit]
        put(state, unit, RESERVE)
    return [ev.Arrived(side, names_of(state, came))] if came else []


def delayed_reserves(state: State) -> Events:
    return reserves.begin_delayed(state)


def okw_release(state: State) -> Events:
    return reserves.begin_release(state)


def cards_enter(state: State) -> Events:
    told: Events = [ev.PhaseBegan(ev.BOTH, "Card Preparation")]
    return told + cards.enter_cards(state, GERMAN) + cards.enter_cards(state, ALLIED)


def german_deal(state: State) -> Events:
    return cards.begin_deal(state, GERMAN)


def allied_deal(state: State) -> Events:
    return cards.begin_deal(state, ALLIED)


def discards_return(state: State) -> Events:
    return cards.return_discards(state, GERMAN) + cards.return_discards(state, ALLIED)


@cites("EA-D16.e")
def opening_hands(state: State) -> Events:
    """Each player fills his hand, the German first."""
    for side in (ALLIED, GERMAN):
        if size := cards.morning_hand(state, side):
            cards.fill_hand(state, side, size)
    return []


@cites("EA-S.4")
def supply_roadblocks(state: State) -> Events:
    told: Events = [ev.PhaseBegan(ev.BOTH, "Supply")]
    return told + watch(state).overnight(state)


def bridge_work(state: State) -> Events:
    return engineers.begin_work(state)


def german_supply(state: State) -> Events:
    return supply.test_supply(state, GERMAN)


def allied_supply(state: State) -> Events:
    return supply.test_supply(state, ALLIED)


def surrenders(state: State) -> Events:
    return supply.begin_surrenders(state)


def activation_phase(state: State) -> Events:
    told: Events = [ev.PhaseBegan(ev.BOTH, "Activation")]
    impulses.begin_phase(state)
    return told


@cites("EA-S.62", "EA-S.63")
def end_of_day(state: State) -> Events:
    """Markers of the day come off, points are counted, the game may be over."""
    mark(state, dry=0, fresh=0, today=frozenset(), opened=0)
    state.skipping = False
    told: Events = [ev.PhaseBegan(ev.BOTH, "End of Day"), count_points(state)]
    result = outcome(state)
    if result is None:
        return told
    state.over = True
    pop(state)
    return [*told, ev.GameOver(ev.BOTH, result.level, result.tally.total)]


STEPS: Final[tuple[Callable[[State], Events], ...]] = (
    reserve_phase,
    delayed_reserves,
    okw_release,
    cards_enter,
    german_deal,
    allied_deal,
    discards_return,
    opening_hands,
    supply_roadblocks,
    bridge_work,
    german_supply,
    allied_supply,
    surrenders,
    activation_phase,
    end_of_day,
)


@cites("EA-S.1", "EA-S.4")
def run_sequence(state: State, sequence: Sequence) -> Events:
    """Carries out the step that is due."""
    swap(state, Sequence((sequence.step + 1) % len(STEPS)))
    return STEPS[sequence.step](state)


PROCEDURES[Sequence] = run_sequence
