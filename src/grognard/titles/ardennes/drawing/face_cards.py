"""Cards and chits as a player reads them: hands, piles, the cup, what is on the table."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.book.words import listed
from grognard.titles.ardennes.drawing.face_pieces import bands
from grognard.titles.ardennes.kit.kit import ALLIED, DIVISION, GERMAN, Card, Side
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import card_spot
from grognard.titles.ardennes.position.state import SEATS, State, solitaire
from grognard.titles.ardennes.rules.cards.happenings import ANY
from grognard.titles.ardennes.rules.fighting.chits import read_chit, situations, strengths
from grognard.titles.ardennes.sight.view import Deck, View
from grognard.titles.ardennes.words.chits import PLAIN, chit_art, pale
from grognard.titles.ardennes.words.narration import command_words
from grognard.titles.ardennes.words.wording import SIDES
from grognard.waist import scene as art


def hands(state: State, view: View) -> Iterator[art.Hand]:
    """The chits of a combat first, then the viewer's hand, what lies on the table, the piles."""
    yield from _chits(state)
    for side in _near_first(view):
        yield from _hand(state, view, side)
    yield from _shown(state, view)
    yield from _action(state)
    for side in (GERMAN, ALLIED):
        yield from _piles(state, side, view.decks[side])
    yield art.Hand("cup", "Chits in the cup", count=sum(state.cup), kind="cup")


def _near_first(view: View) -> tuple[Side, ...]:
    return (ALLIED, GERMAN) if view.seat == SEATS[ALLIED] else (GERMAN, ALLIED)


def _hand(state: State, view: View, side: Side) -> Iterator[art.Hand]:
    if side == ALLIED and solitaire(state):
        return  # the rules draw cards when they need them
    deck = view.decks[side]
    cards = tuple(card_art(state, side, state_card(state, side, n)) for n in deck.hand)
    own = view.seat == SEATS[side]
    title = "Your hand" if own else f"{SIDES[side]} hand"
    yield art.Hand(f"{SIDES[side].lower()}-hand", title, cards, None if own else deck.hand_count)


def state_card(state: State, side: Side, card: int) -> Card:
    return (state.kit.german_deck, state.kit.allied_deck)[side][card]


def _piles(state: State, side: Side, deck: Deck) -> Iterator[art.Hand]:
    name, key = SIDES[side], SIDES[side].lower()
    yield art.Hand(f"{key}-pile", f"{name} draw pile", count=deck.pile_count, kind="pile")
    discards = tuple(
        card_art(state, side, state_card(state, side, n), f"{key}-discard:") for n in deck.discards
    )
    yield art.Hand(f"{key}-discards", f"{name} discards", discards, len(discards), "pile")
    aside = deck.available_count + len(deck.returned)
    yield art.Hand(f"{key}-aside", f"{name} cards aside", count=aside, kind="pile")


# -- one card ------------------------------------------------------------------------------


def card_art(state: State, side: Side, card: Card, prefix: str = "") -> art.Card:
    """A command card with its face up; a hand's are named as one points at them."""
    worth = card.value if side == GERMAN else card.level if solitaire(state) else ""
    return art.Card(
        id=f"{prefix}{card.number}" if prefix else card_spot(card.number),
        name=f"{card.number} · {card.title}",
        text="\n".join(card_lines(state, card)),
        colour=pale(bands(state.terms.kit).get(card.corps, PLAIN)),
        value=str(worth),
        kind=card.kind,
    )


def card_lines(state: State, card: Card) -> Iterator[str]:
    """What is printed on a card beside its number, name, kind and value, a sentence each."""
    if card.tactic:
        yield f"Tactic: {'any one' if card.tactic == 'Wild' else card.tactic}."
    if card.event:
        yield f"Event: {'any one' if card.event == ANY else card.event}{_dates(card)}."
    if card.fuel_days:
        yield f"Out of fuel if drawn on {listed([str(day) for day in card.fuel_days])} December."
    if card.kind == DIVISION and card.corps:
        yield f"{card.corps} Corps."
    if card.side == ALLIED and solitaire(state):
        yield f"Commands in order: {_commands(card)}."


def _commands(card: Card) -> str:
    return ", ".join(command_words(letter) for letter in card.commands)


def _dates(card: Card) -> str:
    if not card.days:
        return ""
    first, last = card.days[0], card.days[-1]
    whole = last - first + 1 == len(card.days) and len(card.days) > 2
    days = f"{first}–{last}" if whole else listed([str(day) for day in card.days])
    return f" ({days} December)"


# -- on the table --------------------------------------------------------------------------


def _shown(state: State, view: View) -> Iterator[art.Hand]:
    for side in (GERMAN, ALLIED):
        shown = view.decks[side].shown
        if shown:
            cards = tuple(
                card_art(state, side, state_card(state, side, n), "shown:") for n in shown
            )
            yield art.Hand(f"{SIDES[side].lower()}-shown", f"{SIDES[side]} card turned up", cards)


def _action(state: State) -> Iterator[art.Hand]:
    """The action card that is being tried, and how many are left."""
    if not solitaire(state):
        return
    for decision in state.stack:
        if isinstance(decision, dec.ActionCard):
            face = next(c for c in state.kit.action_deck if c.number == decision.number)
            card = art.Card(f"action:{face.number}", face.title, face.text, kind="action")
            yield art.Hand("action", "Action card", (card,))
    left = state.actions.bit_count()
    yield art.Hand("actions", "Action cards", count=left, kind="pile")


def _chits(state: State) -> Iterator[art.Hand]:
    """The chits of the combat, each with the line that counts marked."""
    battle = state.battle
    if battle is None or not battle.drawn:
        return
    true, (attack, defence) = situations(state, battle), strengths(state, battle)
    cards = []
    for n, kind in enumerate(battle.drawn):
        chit = state.kit.chits[kind]
        counted, a, d = read_chit(chit, true, attack, defence)
        cards.append(chit_art(f"chit:{n}", chit.key, chit.lines, counted, (a, d)))
    left = battle.chosen - len(battle.drawn)
    more = f", {left} to come" if left else ""
    yield art.Hand("chits", f"Chits drawn ({attack}:{defence}){more}", tuple(cards))
