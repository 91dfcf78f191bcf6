"""Rounds of German Solitaire: an impulse by the Command Level, an Allied one (EA-S.5 to EA-S.13).

A round is laid on the stack at once: the card turned up, the German impulse,
his discards, his new cards, the Allied impulse.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    NO_CARD,
    AlliedTurn,
    Decision,
    Discarding,
    Impulse,
    Impulses,
    Refill,
    Reveal,
)
from grognard.titles.ardennes.position.questions import (
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    not_now,
)
from grognard.titles.ardennes.position.state import DISCARDS, FIRST_DAY, SHOWN, SOLITAIRE, State
from grognard.titles.ardennes.rules.cards import cards
from grognard.titles.ardennes.rules.day.impulses import MANNERS, Manner, out_of_cards, turn_over
from grognard.titles.ardennes.script import pile
from grognard.waist.asking import own_side, pop, push, swap
from grognard.waist.chance import Pick, Picked

# -- hands -----------------------------------------------------------------------------------


@cites("EA-D16.e")
def _morning_hand(state: State, side: Side) -> int:
    """The first German hand is larger; the Allies have none."""
    if side == ALLIED:
        return 0
    return state.kit.number("gs_first_hand") if state.day == FIRST_DAY else _hand(state, side)


def _hand(state: State, _: Side) -> int:
    return state.kit.number("gs_hand")


cards.HANDS[SOLITAIRE] = cards.Hands(_morning_hand, _hand)


# -- a round ---------------------------------------------------------------------------------


@cites("EA-S.5", "EA-S.7", "EA-D16.f", "EA-D16.j")
def next_round(state: State, phase: Impulses) -> Events:
    """One German and one Allied impulse; the last ones find the German without cards."""
    if phase.number and out_of_cards(state, GERMAN):
        pop(state)
        return []
    swap(state, Impulses(GERMAN, phase.number + 1))
    rest: tuple[Decision, ...] = (AlliedTurn(), Refill(GERMAN, cards.hand_size(state, GERMAN)))
    if state.day == FIRST_DAY and not phase.number:
        level = state.kit.number("first_level")
        push(state, *rest, Impulse(GERMAN, level, opening=True))
        return [*turn_over(state, GERMAN), ev.ImpulseBegan(GERMAN, 1, level)]
    push(state, *rest, Impulse(GERMAN), Reveal())
    told = turn_over(state, GERMAN) + pile.reshuffle_if_empty(state)
    return [*told, ev.ImpulseBegan(GERMAN, phase.number + 1)]


def _reveal_draw(state: State, _: Reveal) -> Pick:
    return pile.next_card(state, "the Allied card")


@cites("EA-S.7")
def _revealed(state: State, _: Reveal, action: Picked) -> Events:
    card = pile.take(state, action)
    cards.move_card(state, ALLIED, card, SHOWN)
    state.shown = card
    pop(state)
    top = state.top
    assert isinstance(top, Impulse), "a German impulse lies beneath"
    face = cards.printed(state, ALLIED, card)
    swap(state, msgspec.structs.replace(top, level=face.level))
    return [ev.LevelRevealed(ALLIED, face.number, face.level, face.title)]


ask_chance(Reveal, _reveal_draw, _revealed)


def stop(state: State, impulse: Impulse) -> Events:
    """The German stops; he may discard, and must if he played nothing."""
    pop(state)
    if cards.hand(state, GERMAN):
        push(state, Discarding(GERMAN, must=not impulse.played))
    return []


def _discard_candidates(state: State, decision: Discarding) -> Iterable[act.Action]:
    for card in cards.hand(state, decision.side):
        yield act.Discard(cards.printed(state, decision.side, card).number)
    yield act.Done()


@cites("EA-S.13")
def _discard_refusal(state: State, decision: Discarding, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Done):
        if decision.must:
            return Refusal("EA-S.13", "no card was played: at least one must be discarded")
        return None
    if not isinstance(action, act.Discard):
        return not_now(action, "discard cards")
    card = cards.held(state, decision.side, action.card)
    return card if isinstance(card, Refusal) else None


def _discard_answer(state: State, decision: Discarding, action: act.Action) -> Events:
    if not isinstance(action, act.Discard):
        pop(state)
        return []
    told = throw_away(state, decision.side, action.card)
    if cards.hand(state, decision.side):
        swap(state, Discarding(decision.side, must=False))
    else:
        pop(state)
    return told


def throw_away(state: State, side: Side, number: int) -> Events:
    card = cards.held(state, side, number)
    assert not isinstance(card, Refusal), "refusal saw to it"
    cards.move_card(state, side, card.id, DISCARDS)
    return [ev.Discarded(side, number, card.title)]


QUESTIONS[Discarding] = Question(own_side, _discard_candidates, _discard_refusal, _discard_answer)


def shown_to_discards(state: State) -> None:
    """The card turned up has been dealt with."""
    if state.shown != NO_CARD:
        cards.move_card(state, ALLIED, state.shown, DISCARDS)
        state.shown = NO_CARD


def counted(state: State, impulse: Impulse, cost: int) -> None:
    """His impulse goes on until he stops."""
    total, played = impulse.total + cost, impulse.played + 1
    swap(state, msgspec.structs.replace(impulse, total=total, played=played))


@cites("EA-S.12")
def _rests(state: State, side: Side, corps: str) -> str:
    return "EA-S.12" if corps in state.used[side] | state.rested[side] else ""


MANNERS[SOLITAIRE] = Manner(
    next_one=next_round,
    counted=counted,
    stop=stop,
    no_stop=None,
    no_pass=Refusal("EA-S.13", "cards are discarded when the impulse is over"),
    sits_out=_rests,
    done_with=lambda _: 0,
)
