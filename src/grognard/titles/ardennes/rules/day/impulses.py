"""The Activation Phase: impulses until the cards are used up (EA-S.5 to EA-S.12).

Each round is laid on the stack at once: in German Solitaire the card turned
up, the German impulse, his discards, his new cards, the Allied impulse.
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
    Carrying,
    Decision,
    Discarding,
    Impulse,
    Impulses,
    Refill,
    Reveal,
)
from grognard.titles.ardennes.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    ask_chance,
    not_now,
)
from grognard.titles.ardennes.position.state import (
    DISCARDS,
    FIRST_DAY,
    HAND,
    PILE,
    SHOWN,
    State,
    other,
    solitaire,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.waist.asking import own_side, pop, push, swap
from grognard.waist.chance import Pick, Picked

OPENING_IMPULSES = 3  # 2P: EA-D16.c


def begin_phase(state: State) -> None:
    """No corps is barred when a day begins but by what was done the evening before."""
    push(state, Impulses(GERMAN))


def run_impulses(state: State, phase: Impulses) -> Events:
    return _solitaire_round(state, phase) if solitaire(state) else _player_impulse(state, phase)


PROCEDURES[Impulses] = run_impulses


def out_of_cards(state: State, side: Side) -> bool:
    return HAND not in state.cards[side] and PILE not in state.cards[side]


# -- German Solitaire ----------------------------------------------------------------------


@cites("EA-S.5", "EA-S.7", "EA-D16.f", "EA-D16.j")
def _solitaire_round(state: State, phase: Impulses) -> Events:
    """One German and one Allied impulse; the last ones find the German without cards."""
    if phase.number and out_of_cards(state, GERMAN):
        pop(state)
        return []
    swap(state, Impulses(GERMAN, phase.number + 1))
    rest: tuple[Decision, ...] = (AlliedTurn(), Refill(GERMAN, cards.hand_size(state, GERMAN)))
    if state.day == FIRST_DAY and not phase.number:
        level = state.kit.number("first_level")
        push(state, *rest, Impulse(GERMAN, level, opening=True))
        return [*_turn_over(state, GERMAN), ev.ImpulseBegan(GERMAN, 1, level)]
    push(state, *rest, Impulse(GERMAN), Reveal())
    told = _turn_over(state, GERMAN) + cards.reshuffle_if_empty(state)
    return [*told, ev.ImpulseBegan(GERMAN, phase.number + 1)]


def _reveal_draw(state: State, _: Reveal) -> Pick:
    return cards.allied_pick(state, "the Allied card")


@cites("EA-S.7")
def _revealed(state: State, _: Reveal, action: Picked) -> Events:
    card = cards.take_allied(state, action)
    cards.move_card(state, ALLIED, card, SHOWN)
    state.shown = card
    pop(state)
    top = state.top
    assert isinstance(top, Impulse), "a German impulse lies beneath"
    face = cards.printed(state, ALLIED, card)
    swap(state, msgspec.structs.replace(top, level=face.level))
    return [ev.LevelRevealed(ALLIED, face.number, face.level, face.title)]


ask_chance(Reveal, _reveal_draw, _revealed)


@cites("EA-S.8")
def over_level(impulse: Impulse, cost: int) -> Refusal | None:
    """Why a German impulse of the solitaire game has no room for so many Command Values."""
    if impulse.side != GERMAN or not impulse.level or not impulse.played:
        return None
    total = impulse.total + cost
    if total <= impulse.level:
        return None
    because = f"Command Values would come to {total}, the Allied Command Level is {impulse.level}"
    return Refusal("EA-S.8", because)


def end_solitaire_impulse(state: State, impulse: Impulse) -> Events:
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


# -- two players -----------------------------------------------------------------------------


@cites("EA-S.6", "EA-S.10", "EA-D16.c", "EA-D16.d")
def _player_impulse(state: State, phase: Impulses) -> Events:
    """The next impulse; the German has the first three of 16 December."""
    if _day_is_over(state, phase):
        pop(state)
        return []
    opening = state.day == FIRST_DAY and phase.number < OPENING_IMPULSES
    side = GERMAN if opening else phase.side
    still = state.day == FIRST_DAY and phase.number + 1 < OPENING_IMPULSES
    following = GERMAN if still else other(side)
    swap(state, Impulses(following, phase.number + 1, phase.passes))
    told: Events = [ev.ImpulseBegan(side, phase.number + 1)]
    if not opening or phase.number == 0:
        told += _turn_over(state, side)
    if out_of_cards(state, side):
        return [*told, *count_pass(state, side, 0)]
    size = cards.hand_size(state, side)
    push(state, Refill(side, size), Impulse(side, opening=opening))
    if not cards.hand(state, side):  # reactions may have used up a hand between two impulses
        push(state, Refill(side, size))
    return told


def _day_is_over(state: State, phase: Impulses) -> bool:
    spent = PILE not in state.cards[GERMAN] and PILE not in state.cards[ALLIED]
    hands = HAND in state.cards[GERMAN] or HAND in state.cards[ALLIED]
    return spent and (not hands or phase.passes >= 2)


def _carried_out(state: State, _: Carrying) -> Events:
    pop(state)
    return []


PROCEDURES[Carrying] = _carried_out


def count_pass(state: State, side: Side, card: int) -> Events:
    """A pass is told; two in a row with the draw piles empty end the day."""
    spent = PILE not in state.cards[GERMAN] and PILE not in state.cards[ALLIED]
    _set_passes(state, 1 if spent else 0, add=spent)
    return [ev.Passed(side, card)]


def card_played(state: State) -> None:
    """Whatever was played, the row of passes is broken."""
    _set_passes(state, 0, add=False)


def _set_passes(state: State, number: int, *, add: bool) -> None:
    stack = []
    for decision in state.stack:
        if isinstance(decision, Impulses):
            passes = decision.passes + number if add else number
            decision = msgspec.structs.replace(decision, passes=passes)
        stack.append(decision)
    state.stack = tuple(stack)


# -- corps that sit out (EA-S.11, EA-S.12) ------------------------------------------------------


@cites("EA-S.11", "EA-S.12")
def _turn_over(state: State, side: Side) -> Events:
    """A new impulse of a side: the corps it used in the last one sit this one out."""
    used, rested = list(state.used), list(state.rested)
    rested[side], used[side] = used[side], frozenset()
    state.used, state.rested = (used[0], used[1]), (rested[0], rested[1])
    return []


@cites("EA-S.11", "EA-S.12", "EA-D16.g")
def sits_out(state: State, side: Side, corps: str) -> str:
    """The rule that bars a corps from this impulse; "" if none does."""
    if solitaire(state):
        return "EA-S.12" if corps in state.used[side] | state.rested[side] else ""
    if in_opening(state) and corps in state.used[side]:
        return "EA-D16.g"
    return "EA-S.11" if corps in state.rested[side] else ""


def in_opening(state: State) -> bool:
    """Whether the opening of 16 December is on the table (EA-D16.c to EA-D16.j)."""
    if state.day != FIRST_DAY:
        return False
    return any(isinstance(d, Impulse | Carrying) and d.opening for d in state.stack)


def note_used(state: State, side: Side, corps: str) -> None:
    used = list(state.used)
    used[side] |= {corps}
    state.used = (used[0], used[1])
