"""The Allied draw pile, when the rules draw from it; nobody holds a hand (EA-S.7)."""

from __future__ import annotations

from grognard.titles.ardennes.kit.kit import ALLIED, CardId
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.questions import Events
from grognard.titles.ardennes.position.state import DISCARDS, PILE, State
from grognard.titles.ardennes.rules.cards.cards import lying, move_card
from grognard.waist.chance import Pick, Picked


def reshuffle_if_empty(state: State) -> Events:
    """The Allied pile is never empty while there are discards."""
    if PILE in state.cards[ALLIED]:
        return []
    for card in lying(state, ALLIED, DISCARDS):
        move_card(state, ALLIED, card, PILE)
    return [ev.Reshuffled(ALLIED, "command cards")]


def next_card(state: State, purpose: str) -> Pick:
    """Chance picks one of those that lie face down."""
    return Pick(state.cards[ALLIED].count(PILE), purpose)


def take(state: State, action: Picked) -> CardId:
    """The card chance picked, face up until it is discarded."""
    return lying(state, ALLIED, PILE)[action.which]
