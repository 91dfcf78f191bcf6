"""Draw piles, hands and discards; fuel shortages (EA-S.3, EA-S.54, EA-S.55).

A face-down pile has no order: chance picks a card when it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

import msgspec

from grognard.book.rulebook import Refusal, cites
from grognard.titles.ardennes.kit.kit import GERMAN, Card, CardId, Kit, Side, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Deal, DrawCards, FuelShort, Refill
from grognard.titles.ardennes.position.questions import (
    PROCEDURES,
    QUESTIONS,
    Events,
    Question,
    ask_chance,
)
from grognard.titles.ardennes.position.state import (
    AVAILABLE,
    CALENDAR,
    DEAD,
    DISCARDS,
    ENTERING,
    EXITED,
    HAND,
    OKW,
    PILE,
    RETURNED,
    TWO_PLAYERS,
    State,
    corps_units,
    game_of,
    ids,
    mark,
    names_of,
    solitaire,
)
from grognard.waist.asking import own_side, pop, push, swap
from grognard.waist.chance import Pick, Picked

FUEL_PRIORITY = "Fuel Priority"
CRISIS = "Allied Command Crisis"


def deck(state: State, side: Side) -> tuple[Card, ...]:
    return state.kit.german_deck if side == GERMAN else state.kit.allied_deck


def lying(state: State, side: Side, place: int) -> list[CardId]:
    """The cards of a side in a place, by number."""
    places, found = state.cards[side], []
    card = places.find(place)
    while card >= 0:
        found.append(card)
        card = places.find(place, card + 1)
    return found


def hand(state: State, side: Side) -> list[CardId]:
    return lying(state, side, HAND)


def move_card(state: State, side: Side, card: CardId, place: int) -> None:
    state.cards[side][card] = place


def printed(state: State, side: Side, card: CardId) -> Card:
    return deck(state, side)[card]


def held(state: State, side: Side, number: int) -> Card | Refusal:
    """The card of that number, if it is in the hand (EA-S.13)."""
    card = _by_number(state.kit, side).get(number)
    if card is None:
        return Refusal("EA-S.13", f"there is no card {number}")
    if state.cards[side][card.id] == HAND:
        return card
    return Refusal("EA-S.13", f"card {number} is not in your hand")


@lru_cache(maxsize=32)
def _by_number(kit: Kit, side: Side) -> dict[int, Card]:
    return {card.number: card for card in (kit.german_deck if side == GERMAN else kit.allied_deck)}


# -- Card Preparation Phase ----------------------------------------------------------------


def enter_cards(state: State, side: Side) -> Events:
    """Today's reinforcement cards: primary ones to the pile, the others to Available."""
    came = []
    for card in deck(state, side):
        if state.cards[side][card.id] == ENTERING and entry_day(state, card) <= state.day:
            move_card(state, side, card.id, PILE if card.set == "primary" else AVAILABLE)
            came.append(card.number)
    return [ev.CardsEntered(side, tuple(came))] if came else []


def entry_day(state: State, card: Card) -> int:
    """When a reinforcement card comes in; Allied Command Crisis delays the British ones."""
    kit = state.kit
    if CRISIS not in state.used_once or card.enters != kit.number("crisis_from_day"):
        return card.enters
    british = bool(card.units) and all(kit.units[u].nation == "british" for u in ids(card.units))
    return kit.number("crisis_to_day") if british else card.enters


@cites("EA-S.3")
def begin_deal(state: State, side: Side) -> Events:
    """Supplemental cards are dealt from those that were available before this morning."""
    for card in lying(state, side, RETURNED):
        move_card(state, side, card, AVAILABLE)
    row = state.kit.days[state.day]
    wanted = row.german_deal if side == GERMAN else row.allied_deal
    count = min(wanted, len(lying(state, side, AVAILABLE)))
    if not count:
        return []
    push(state, Deal(side, count))
    return [ev.Dealt(side, count)]


def _deal_draw(state: State, decision: Deal) -> Pick:
    return Pick(state.cards[decision.side].count(AVAILABLE), "a supplemental card")


def _dealt(state: State, decision: Deal, action: Picked) -> Events:
    card = lying(state, decision.side, AVAILABLE)[action.which]
    move_card(state, decision.side, card, PILE)
    if decision.left > 1:
        swap(state, Deal(decision.side, decision.left - 1))
    else:
        pop(state)
    return []


ask_chance(Deal, _deal_draw, _dealt)


@cites("EA-S.3")
def return_discards(state: State, side: Side) -> Events:
    """Yesterday's discards: primary ones to the pile, the others to Available for tomorrow."""
    for card in lying(state, side, DISCARDS):
        primary = printed(state, side, card).set == "primary"
        move_card(state, side, card, PILE if primary else RETURNED)
    return []


# -- drawing -----------------------------------------------------------------------------------


class Hands(msgspec.Struct, frozen=True):
    """How many cards a side of a game draws up to: before the first impulse of a day, and after."""

    morning: Callable[[State, Side], int]
    size: Callable[[State, Side], int]


HANDS: Final[dict[str, Hands]] = {}
"""By game."""


def hand_size(state: State, side: Side) -> int:
    """How many cards a hand is filled up to."""
    return HANDS[game_of(state)].size(state, side)


def morning_hand(state: State, side: Side) -> int:
    """The same before the first impulse of a day; 0 for a side that has no hand."""
    return HANDS[game_of(state)].morning(state, side)


def _by_the_day(state: State, side: Side) -> int:
    row = state.kit.days[state.day]
    return row.german_hand if side == GERMAN else row.allied_hand


HANDS[TWO_PLAYERS] = Hands(_by_the_day, _by_the_day)


def told_by_asking(state: State) -> bool:
    """Whether another player would learn of a hand from what its owner is not asked."""
    return not solitaire(state)


def fill_hand(state: State, side: Side, size: int) -> None:
    """Asks chance for cards until the hand is full or the pile used up."""
    push(state, Refill(side, size))


def _refill(state: State, decision: Refill) -> Events:
    side = decision.side
    places = state.cards[side]
    if places.count(HAND) < decision.size and PILE in places:
        push(state, DrawCards(side, decision.size))
    else:
        pop(state)
    return []


PROCEDURES[Refill] = _refill


def _card_draw(state: State, decision: DrawCards) -> Pick:
    return Pick(state.cards[decision.side].count(PILE), "a card for the hand")


def _drawn(state: State, decision: DrawCards, action: Picked) -> Events:
    side = decision.side
    card = lying(state, side, PILE)[action.which]
    move_card(state, side, card, HAND)
    pop(state)
    face = printed(state, side, card)
    told: Events = [ev.Drew(side, face.number, face.title)]
    if state.day in face.fuel_days:
        told += _fuel_short(state, side, card)
    return told


ask_chance(DrawCards, _card_draw, _drawn)


# -- fuel --------------------------------------------------------------------------------------


@cites("EA-S.54", "EA-S.55")
def _fuel_short(state: State, side: Side, card: CardId) -> Events:
    """A fuel-shortage card: Fuel Priority may save its formation once a day."""
    able = told_by_asking(state) or _fuel_savers(state, side, card)
    if FUEL_PRIORITY in state.today or not able:
        return _run_dry(state, side, card)
    push(state, FuelShort(side, card))
    return []


def _fuel_savers(state: State, side: Side, short: CardId) -> list[Card]:
    """Cards that may be discarded instead: with Fuel Priority in hand, it or any other."""
    cards = [printed(state, side, card) for card in hand(state, side) if card != short]
    savers = [card for card in cards if card.event == FUEL_PRIORITY]
    # An Army card used for Fuel Priority must itself be the discard (2P).
    anything = any(card.kind not in ("army", "group") for card in savers)
    return cards if anything else savers


@cites("EA-S.54", "EA-ST.r", "EA-ST.s")
def _run_dry(state: State, side: Side, card: CardId) -> Events:
    """Its mechanized units in play are Out of Fuel today; Isolated ones save not even the card."""
    move_card(state, side, card, DISCARDS)
    units = fuel_users(state, printed(state, side, card)) & ~state.isolated
    mark(state, dry=state.dry | units)
    return [ev.FuelShort(side, printed(state, side, card).number, names_of(state, units))]


def fuel_users(state: State, card: Card) -> UnitSet:
    """The mechanized units of a card's formation on the map and in the Reserve box."""
    units = corps_units(state, card.corps) if card.kind == "corps" else card.units
    out = (DEAD, EXITED, CALENDAR, OKW)
    return sum(1 << u for u in ids(units & state.kit.mechanized) if state.hex_of[u] not in out)


def _fuel_candidates(state: State, decision: FuelShort) -> Iterable[act.Action]:
    yield act.Decline()
    for card in _fuel_savers(state, decision.side, decision.card):
        yield act.KeepFuel(card.number)


def _fuel_refusal(state: State, decision: FuelShort, action: act.Action) -> Refusal | None:
    if isinstance(action, act.Decline):
        return None
    if not isinstance(action, act.KeepFuel):
        return Refusal("EA-S.55", "say whether Fuel Priority saves the formation")
    card = held(state, decision.side, action.card)
    if isinstance(card, Refusal):
        return card
    if card not in _fuel_savers(state, decision.side, decision.card):
        return Refusal(
            "EA-S.55", "Fuel Priority, or another card with it in hand, must be discarded"
        )
    return None


@cites("EA-S.55")
def _fuel_answer(state: State, decision: FuelShort, action: act.Action) -> Events:
    pop(state)
    if not isinstance(action, act.KeepFuel):
        return _run_dry(state, decision.side, decision.card)
    state.today |= {FUEL_PRIORITY}
    instead = held(state, decision.side, action.card)
    assert isinstance(instead, Card)
    move_card(state, decision.side, instead.id, DISCARDS)
    short = printed(state, decision.side, decision.card).number
    return [ev.FuelKept(decision.side, short, instead.number)]


QUESTIONS[FuelShort] = Question(own_side, _fuel_candidates, _fuel_refusal, _fuel_answer)
