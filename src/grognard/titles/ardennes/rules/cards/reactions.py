"""Cards played in reaction to what the other side does (EA-S.9, EA-S.59).

What there is to answer is registered in `REPLIES` by the chapter in which it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import Card, Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Impulse, Reaction
from grognard.titles.ardennes.position.questions import QUESTIONS, Events, Question, not_now
from grognard.titles.ardennes.position.state import AVAILABLE, DISCARDS, HAND, PILE, State
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.cards.happenings import GREIF, events_of, take_aim
from grognard.titles.ardennes.rules.day import impulses
from grognard.waist.asking import innermost, own_side, pop, push

CarryOut: TypeAlias = Callable[[State, Reaction, Card], Events]


class Reply(msgspec.Struct, frozen=True):
    """The event whose cards answer, and what one of them does."""

    event: str
    carry_out: CarryOut


REPLIES: Final[dict[str, Reply]] = {}


def aimed(aims: Callable[[State, Reaction], Iterable[str]]) -> CarryOut:
    """The event happens, aimed at one of these."""

    def carry_out(state: State, reaction: Reaction, card: Card) -> Events:
        event, among = REPLIES[reaction.to].event, tuple(aims(state, reaction))
        return take_aim(state, reaction.side, card, event, among)

    return carry_out


# -- whether there is anybody to ask ---------------------------------------------------------


def ask(state: State, reaction: Reaction) -> None:
    """The side is asked for a card, if it may have one."""
    if _may_ask(state, reaction.side, REPLIES[reaction.to].event):
        push(state, reaction)


@cites("EA-S.9", "EA-S.59")
def _may_ask(state: State, side: Side, event: str) -> bool:
    """Against a person by what he knows of the hand, so that the question tells him nothing."""
    if impulses.in_opening(state) or not cards.hand(state, side):
        return False
    if cards.told_by_asking(state):
        return any(True for _ in _carrying(state, side, event, HAND, PILE, AVAILABLE))
    held = _carrying(state, side, event, HAND)
    return any(_over_level(state, card) is None for card in held)


def _carrying(state: State, side: Side, event: str, *places: int) -> Iterator[Card]:
    """The cards in some places that answer with the event."""
    for place in places:
        for number in cards.lying(state, side, place):
            card = cards.printed(state, side, number)
            if event == card.event or (event != GREIF and event in events_of(state, card)):
                yield card


# -- the question ------------------------------------------------------------------------------


def _answering(state: State, reaction: Reaction) -> Iterator[Card]:
    return _carrying(state, reaction.side, REPLIES[reaction.to].event, HAND)


def _reaction_candidates(state: State, reaction: Reaction) -> Iterator[act.Action]:
    yield act.Decline()
    for card in _answering(state, reaction):
        yield act.Event(card.number, REPLIES[reaction.to].event)


@cites("EA-S.9", "EA-S.59")
def _reaction_refusal(state: State, reaction: Reaction, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Decline):
        return None
    if not isinstance(action, act.Event):
        return not_now(action, "answer with a card, or decline")
    card = cards.held(state, reaction.side, action.card)
    if isinstance(card, Refusal):
        return card
    event = REPLIES[reaction.to].event
    if action.event != event or card not in list(_answering(state, reaction)):
        return Refusal("EA-S.59", f"the answer here is a card with {event}")
    return _over_level(state, card)


def _over_level(state: State, card: Card) -> Refusal | None:
    """In a German impulse of the solitaire game a reaction counts to the Command Level."""
    impulse = innermost(state, Impulse)
    return impulses.over_level(impulse, card.value) if impulse else None


@cites("EA-S.9", "EA-S.10", "EA-S.59")
def _reaction_answer(state: State, reaction: Reaction, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.Event):
        return []
    card = cards.held(state, reaction.side, action.card)
    assert isinstance(card, Card), "refusal saw to it"
    cards.move_card(state, reaction.side, card.id, DISCARDS)
    _count_value(state, card)
    played = ev.CardPlayed(reaction.side, card.number, "reaction", action.event, card.title)
    return [played, *REPLIES[reaction.to].carry_out(state, reaction, card)]


def _count_value(state: State, card: Card) -> None:
    """In an impulse that goes on, the card is one of those played in it."""
    state.stack = tuple(
        msgspec.structs.replace(d, total=d.total + card.value, played=d.played + 1)
        if isinstance(d, Impulse)
        else d
        for d in state.stack
    )


QUESTIONS[Reaction] = Question(own_side, _reaction_candidates, _reaction_refusal, _reaction_answer)
