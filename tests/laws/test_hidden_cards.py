"""Enemy Action: Ardennes: which cards may turn up in what the other side is told.

Units and maps are open; hands and piles are not. The law of `nothing_leaks`
changes hidden facts under a seat that decides; here a seat listens while the
other one, or chance, acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from laws.subjects import play

from grognard.titles import ardennes as ea
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.state import AVAILABLE, HAND, PILE, SEATS, State, copy

STEPS = 600
HIDDEN = (HAND, PILE, AVAILABLE)


def kept(state: State, after: State, side: int) -> set[int]:
    """The numbers of a side's cards that were hidden before and are hidden still."""
    deck = (state.kit.german_deck, state.kit.allied_deck)[side]
    before_and_after = (state.cards[side], after.cards[side])
    return {c.number for c in deck if all(cards[c.id] in HIDDEN for cards in before_and_after)}


def named(event: Any) -> Iterator[tuple[int, int]]:
    """Side and number of the card an event names; one that tells of a fuel shortage is shown."""
    fields = msgspec.structs.asdict(event)
    if fields.get("card") and not isinstance(event, ev.FuelShort):
        yield fields["side"], fields["card"]


@pytest.mark.parametrize("scenario", ["gs-3", "2p-3"])
@pytest.mark.parametrize("seed", ["5", "6"])
def test_no_event_names_a_card_that_stays_hidden(scenario: str, seed: str) -> None:
    for state, seat, _, action in islice(play("ardennes", scenario, seed), STEPS):
        after = copy(state)
        events = ea.apply(after, seat, action)
        for listener in (None, *SEATS):
            told = [e for e in (ea.redact(e, listener) for e in events) if e is not None]
            for side, card in (pair for event in told for pair in named(event)):
                secret = listener != SEATS[side] and card in kept(state, after, side)
                assert not secret, f"{listener} hears of card {card} by “{action}”"
            assert all(ea.narrate(event) for event in told)


@pytest.mark.parametrize("side", [0, 1])
def test_a_card_drawn_by_the_other_side_changes_no_byte_of_what_is_told(side: int) -> None:
    drawn = [ev.Drew(side, 16, "116P"), ev.Drew(side, 58, "LXXXV Corps")]
    for listener in (None, SEATS[1 - side]):
        told = [ea.redact(event, listener) for event in drawn]
        assert ea.narrate(told[0]) == ea.narrate(told[1])
        assert msgspec.json.encode(ea.notice(told[0])) == msgspec.json.encode(ea.notice(told[1]))


@pytest.mark.parametrize("scenario", ["gs-3", "2p-3"])
def test_a_view_holds_the_own_hand_and_of_the_other_what_anybody_sees(scenario: str) -> None:
    for n, (state, _, _, _) in enumerate(islice(play("ardennes", scenario, "7"), STEPS)):
        if n % 60:
            continue
        for number, seat in enumerate(SEATS):
            held = tuple(card for card, at in enumerate(state.cards[number]) if at == HAND)
            assert ea.view(state, seat).decks[number].hand == held
            other = ea.view(state, seat).decks[1 - number]
            assert other.hand == ea.view(state, None).decks[1 - number].hand
