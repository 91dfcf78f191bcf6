"""Cards played for an event: what it may be aimed at, and that it happens (EA-S.13).

What an event does is registered in `HAPPENINGS` by the chapter that knows it.

An event is aimed at one thing: a bridge ("1609/1610"), a hex, a unit, a
division; "" for none. Engineers (2P) say what they do as well: "blow 1609/1610".
The card is played first and aimed afterwards, unless there is nothing to aim at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import Card, Kit, Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Aiming
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.ardennes.position.state import State, fact
from grognard.titles.ardennes.rules.cards import cards
from grognard.waist.asking import own_side, pop, push

BRIDGE_ENGINEERS: Final = "Bridge Engineers"
COMMANDOS: Final = "Commandos"
CONSOLIDATION: Final = "Consolidation"
EISENHOWER: Final = "Eisenhower Hesitates"
FURY: Final = "Fury of Bastogne"
GREIF: Final = "Operation Greif"
FREEZE: Final = "Ground Freeze"
MANTEUFFEL: Final = "Manteuffel Directs Traffic"
CRISIS: Final = cards.CRISIS
ENGINEERS: Final = "Engineers"
AIR_RESUPPLY: Final = "Air Resupply"
CLOUDS: Final = "Break in the Clouds"
PATTON: Final = "Patton on the Move"
ALARM: Final = "Raise the Alarm"
ANY: Final = "any"


class Play(msgspec.Struct, frozen=True):
    """An event as it is played: by whom, with which card, aimed at what."""

    side: Side
    card: Card
    choice: str = ""


class Happening(msgspec.Struct, frozen=True):
    """What an event may be aimed at, and what it does."""

    choices: Callable[[State, Play], Iterable[str]]
    happen: Callable[[State, Play], Events]
    rule: str
    because: str  # why nothing can be aimed at
    possible: Callable[[State, Play], bool] | None = None  # whether there is any choice, if quicker


HAPPENINGS: Final[dict[str, Happening]] = {}


# -- playing an event ----------------------------------------------------------------------------


def events_of(state: State, card: Card) -> list[str]:
    """The events a card can be played for in an impulse."""
    if card.event == ANY:
        return [name for name in _open_events(state) if name in HAPPENINGS]
    return [card.event] if card.event in HAPPENINGS else []


def _open_events(state: State) -> tuple[str, ...]:
    """Those of other German cards that are neither special nor reactions."""
    return _ordinary(state.kit)


@lru_cache(maxsize=32)
def _ordinary(kit: Kit) -> tuple[str, ...]:
    open_ = (c for c in kit.german_deck if c.event and not c.special and not c.reaction)
    return tuple(sorted({card.event for card in open_}))


def days_of(state: State, card: Card, event: str) -> tuple[int, ...]:
    """When an event may be played; a card for any event goes by the others' dates."""
    if card.event != ANY:
        return card.days
    dated = [c.days for c in state.kit.german_deck if c.event == event]
    return () if () in dated else tuple(sorted({day for days in dated for day in days}))


def choices(state: State, side: Side, card: Card, event: str) -> tuple[str, ...]:
    """What an event can be aimed at now."""

    def find() -> tuple[str, ...]:
        return tuple(HAPPENINGS[event].choices(state, Play(side, card)))

    return fact(state, ("choices", event, side, card.id), find)


def _has_choice(state: State, side: Side, card: Card, event: str) -> bool:
    """Whether there is any: the first one found will do."""

    def find() -> bool:
        happening, play = HAPPENINGS[event], Play(side, card)
        if happening.possible is not None:
            return happening.possible(state, play)
        return any(True for _ in happening.choices(state, play))

    return fact(state, ("has choice", event, side, card.id), find)


@cites("EA-S.13")
def refusal(state: State, side: Side, card: Card, event: str) -> Refusal | None:
    """Why a card cannot be played for an event now."""
    if event not in events_of(state, card):
        return Refusal("EA-S.13", f"{card.name} does not carry the event {event}")
    if (days := days_of(state, card, event)) and state.day not in days:
        return Refusal("EA-S.13", f"{event} cannot be played on {state.day} December")
    if card.once and event in state.used_once:
        return Refusal("EA-S.13", f"{event} has happened: it happens once a game")
    if _has_choice(state, side, card, event):
        return None
    return Refusal(HAPPENINGS[event].rule, HAPPENINGS[event].because)


def play_event(
    state: State, side: Side, card: Card, event: str, among: tuple[str, ...] = ()
) -> Events:
    """A card is played for its event, aimed at one of these or whatever it can be aimed at."""
    return take_aim(state, side, card, event, among or choices(state, side, card, event))


def take_aim(state: State, side: Side, card: Card, event: str, among: tuple[str, ...]) -> Events:
    """With one thing to aim at the event happens; with several the player is asked."""
    if len(among) == 1:
        return happen(state, side, card, event, among[0])
    push(state, Aiming(side, card.id, event, among))
    return []


def happen(state: State, side: Side, card: Card, event: str, choice: str) -> Events:
    """An event takes effect."""
    if card.once:
        state.used_once |= {event}
    return HAPPENINGS[event].happen(state, Play(side, card, choice))


# -- aiming ------------------------------------------------------------------------------------


def _aim_candidates(_: State, aiming: Aiming) -> Iterable[act.Action]:
    return [act.Aim(choice) for choice in aiming.among]


def _aim_refusal(_: State, aiming: Aiming, action: act.Action) -> Refusal | None:
    if not isinstance(action, act.Aim):
        return not_now(action, f"say what {aiming.event} is aimed at")
    if action.at in aiming.among:
        return None
    happening = HAPPENINGS[aiming.event]
    return Refusal(happening.rule, happening.because)


def _aim_answer(state: State, aiming: Aiming, action: act.Aim) -> Events:
    pop(state)
    card = cards.printed(state, aiming.side, aiming.card)
    return happen(state, aiming.side, card, aiming.event, action.at)


QUESTIONS[Aiming] = Question(own_side, _aim_candidates, _aim_refusal, _aim_answer, exact=True)


def nothing_to_aim_at(*_: object) -> Iterable[str]:
    """The choice of an event that is aimed at nothing."""
    return ("",)
