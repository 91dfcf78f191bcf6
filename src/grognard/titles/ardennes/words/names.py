"""Hexes, units, formations and cards by what a player calls them, in any case."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.titles.ardennes.kit.kit import EVENTS, TACTICS, Card, Kit, Side
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.rules.cards import cards, commands


def find_hex(kit: Kit, text: str) -> str | None:
    """The number of the hex called so: its four digits, or the name of a place in one hex."""
    word = text.strip()
    if kit.grid.has(word):
        return word
    named = [hex_ for hex_, name in kit.place_name.items() if name.casefold() == word.casefold()]
    return kit.grid.label(named[0]) if len(named) == 1 else None


def find_unit(kit: Kit, text: str, side: Side) -> str | None:
    """The unit called so; a side's own ones also by the front of their name, where one has it."""
    word = text.strip().casefold()
    for name in kit.names:
        if name.casefold() == word:
            return name
    own = (name for name, of in zip(kit.names, kit.side_of, strict=True) if of == side)
    return one_of(own, word)


def one_of(names: Iterable[str], word: str) -> str | None:
    """The one name that is the word, or the only one of which the word is the front part."""
    known = list(names)
    for name in known:
        if name.casefold() == word:
            return name
    begun = [name for name in known if name.casefold().startswith(f"{word}/")]
    return begun[0] if len(begun) == 1 else None


def find_division(kit: Kit, text: str) -> str | None:
    return one_of(kit.division_units, text.strip().casefold())


def find_corps(kit: Kit, text: str) -> str | None:
    word = text.strip().casefold().removesuffix(" corps").replace(" ", "")
    return one_of(kit.corps_units, word)


def find_formation(state: State, card: Card | None, text: str) -> str | None:
    """What a card could command under that name: a corps, a division, or all it names."""
    known = [] if card is None else commands.formations(state, card)
    word = text.strip().casefold()
    return (
        one_of(known, word)
        or one_of(known, word.removesuffix(" corps").replace(" ", ""))
        or find_corps(state.kit, text)
        or find_division(state.kit, text)
    )


def find_card(state: State, side: Side, number: int) -> Card | None:
    return next((card for card in cards.deck(state, side) if card.number == number), None)


def find_tactic(text: str) -> str | None:
    word = text.strip().casefold()
    return next((name for name in TACTICS if name.casefold() == word), None)


def split_event(text: str) -> tuple[str, str] | None:
    """The event a text begins with, and what follows it."""
    word = " ".join(text.split())
    for name in sorted(EVENTS, key=len, reverse=True):
        if word.casefold() == name.casefold() or word.casefold().startswith(f"{name.casefold()} "):
            return name, word[len(name) :].strip()
    return None


def find_choice(known: Iterable[str], text: str) -> str | None:
    """What an event can be aimed at under that name; a bridge may be named from either bank."""
    wanted = {_plain(text), _plain(_turned(text))}
    choices = list(known)
    for choice in choices:
        if _plain(choice) in wanted:
            return choice
    begun = [
        choice for choice in choices if any(_plain(choice).startswith(f"{w}/") for w in wanted)
    ]
    return begun[0] if len(begun) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _turned(text: str) -> str:
    """`blow 1610/1609` for `blow 1609/1610`."""
    front, _, last = text.strip().rpartition(" ")
    a, slash, b = last.partition("/")
    return f"{front} {b}{slash}{a}".strip()
