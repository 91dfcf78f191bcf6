"""The Activation Phase: impulses until the cards are used up (EA-S.6 to EA-S.11).

How they go is registered in `MANNERS` by each game: here the one for two players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, Side, UnitSet
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Carrying, Impulse, Impulses, Refill
from grognard.titles.ardennes.position.questions import PROCEDURES, Events
from grognard.titles.ardennes.position.state import (
    FIRST_DAY,
    HAND,
    PILE,
    TWO_PLAYERS,
    State,
    game_of,
    other,
)
from grognard.titles.ardennes.rules.cards import cards
from grognard.waist.asking import pop, push, swap

OPENING_IMPULSES = 3  # 2P: EA-D16.c


def begin_phase(state: State) -> None:
    """No corps is barred when a day begins but by what was done the evening before."""
    push(state, Impulses(GERMAN))


class Manner(msgspec.Struct, frozen=True):
    """How the impulses of a game go."""

    next_one: Callable[[State, Impulses], Events]
    """Lays the next impulse, or what stands for a round of them, on the stack."""
    counted: Callable[[State, Impulse, int], None]
    """A card was played, for so many Command Values."""
    stop: Callable[[State, Impulse], Events]
    """The player stops."""
    no_stop: Refusal | None
    """Why he cannot stop."""
    no_pass: Refusal | None
    """Why he cannot pass by a discard."""
    sits_out: Callable[[State, Side, str], str]
    """The rule that bars a corps from the impulse on the table; "" if none does."""
    done_with: Callable[[State], UnitSet]
    """The units that are not activated again."""


MANNERS: Final[dict[str, Manner]] = {}
"""By game."""


def manner(state: State) -> Manner:
    return MANNERS[game_of(state)]


def run_impulses(state: State, phase: Impulses) -> Events:
    return manner(state).next_one(state, phase)


PROCEDURES[Impulses] = run_impulses


def out_of_cards(state: State, side: Side) -> bool:
    return HAND not in state.cards[side] and PILE not in state.cards[side]


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
        told += turn_over(state, side)
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


def _card_played(state: State, impulse: Impulse, _: int) -> None:
    """An impulse is one card; whatever was played, the row of passes is broken."""
    _set_passes(state, 0, add=False)
    swap(state, Carrying(impulse.side, impulse.opening))


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
def turn_over(state: State, side: Side) -> Events:
    """A new impulse of a side: the corps it used in the last one sit this one out."""
    used, rested = list(state.used), list(state.rested)
    rested[side], used[side] = used[side], frozenset()
    state.used, state.rested = (used[0], used[1]), (rested[0], rested[1])
    return []


def sits_out(state: State, side: Side, corps: str) -> str:
    """The rule that bars a corps from this impulse; "" if none does."""
    return manner(state).sits_out(state, side, corps)


@cites("EA-S.11", "EA-D16.g")
def _rests(state: State, side: Side, corps: str) -> str:
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


@cites("EA-D16.h")
def _opened(state: State) -> UnitSet:
    """In the opening no unit is activated twice."""
    return state.opened if in_opening(state) else 0


@cites("EA-S.10")
def _cannot_stop() -> Refusal:
    return Refusal("EA-S.10", "an impulse is one card played, or a pass that costs a discard")


def _never(*_: object) -> Events:
    raise AssertionError("refusal should have stopped Done in an impulse of two players")


MANNERS[TWO_PLAYERS] = Manner(
    next_one=_player_impulse,
    counted=_card_played,
    stop=_never,
    no_stop=_cannot_stop(),
    no_pass=None,
    sits_out=_rests,
    done_with=_opened,
)
