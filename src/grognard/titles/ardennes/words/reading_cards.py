"""Reads what a card is typed to be played for.

The card may come first (`1 activate XLVII`), last (`activate XLVII with card 1`)
or after the verb, as actions print (`activate 1 XLVII`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from grognard.titles.ardennes.kit.kit import GERMAN, Card, Side
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position import decisions as dec
from grognard.titles.ardennes.position.actions import Action
from grognard.titles.ardennes.position.state import State
from grognard.titles.ardennes.rules.cards import happenings
from grognard.titles.ardennes.rules.moving import roadblocks
from grognard.titles.ardennes.words.names import (
    find_card,
    find_choice,
    find_formation,
    find_hex,
    find_tactic,
    find_unit,
    split_event,
)

_CARD: Final = re.compile(r"#?(\d{1,3}):?")
_LAST: Final = re.compile(r"\b(?:with|by|using)?\s*\bcard\s+#?(\d{1,3})\s*$", re.IGNORECASE)
_LEADING: Final = ("play", "card")


class CardReader:
    """Reads the clauses that name a card of the seat's deck."""

    def __init__(self, state: State, side: Side) -> None:
        self.state, self.kit, self.side = state, state.kit, side
        self.top = state.top if state.stack else None

    def clause(self, words: list[str]) -> list[Action] | None:
        """The action of a card; None if none is named."""
        found = self._named(words)
        return None if found is None else self._use(*found)

    def _named(self, words: list[str]) -> tuple[int, list[str]] | None:
        text = " ".join(words)
        if last := _LAST.search(text):
            return int(last[1]), [w for w in text[: last.start()].split() if w.lower() != "play"]
        rest = words
        while rest and rest[0].casefold() in _LEADING:
            rest = rest[1:]
        if rest and (number := _CARD.fullmatch(rest[0])):
            return int(number[1]), rest[1:]
        for at in (1, 2):
            verb = " ".join(words[:at]).casefold()
            if verb in CARD_VERBS and len(words) > at and (number := _CARD.fullmatch(words[at])):
                return int(number[1]), [*words[:at], *words[at + 1 :]]
        return None

    def _use(self, number: int, words: list[str]) -> list[Action]:
        card = find_card(self.state, self.side, number)
        if card is None:
            raise ValueError(f"there is no card {number}")
        text = " ".join(words)
        if not text:
            return [self._card_means(card)]
        if tactic := find_tactic(text):
            return [act.Play(number, tactic)]
        for length in range(min(5, len(words)), 0, -1):
            reader = CARD_VERBS.get(" ".join(words[:length]).casefold())
            if reader is not None:
                return reader(self, card, " ".join(words[length:]))
        return self.event(card, text)

    def _card_means(self, card: Card) -> Action:
        """A card and nothing else."""
        match self.top:
            case dec.Discarding():
                return act.Discard(card.number)
            case dec.FuelShort():
                return act.KeepFuel(card.number)
            case dec.Tactics() if card.tactic:
                return act.Play(card.number, card.tactic)
        raise ValueError(
            f"say what card {card.number} is for, as in {card.number} activate {card.name}"
        )

    # -- commands --------------------------------------------------------------------------

    def activate(self, card: Card, text: str) -> list[Action]:
        name = re.sub(r"\s+alone$", "", text, flags=re.IGNORECASE)
        if name != text:
            return self.single(card, name)
        formation = find_formation(self.state, card, name)
        if formation is not None:
            return [act.Activate(card.number, formation)]
        unit = find_unit(self.kit, name, self.side)
        if unit is None:
            raise ValueError(f"there is no formation “{name}”; try a corps, as in XLVII")
        return [act.Single(card.number, unit)]

    def single(self, card: Card, text: str) -> list[Action]:
        unit = find_unit(self.kit, text, self.side)
        if unit is None:
            raise ValueError(f"there is no one unit “{text}”; units are named as in 3/2P/XLVII")
        return [act.Single(card.number, unit)]

    def reserves(self, card: Card, text: str) -> list[Action]:
        name = re.sub(r"^(of|for)\s+", "", text, flags=re.IGNORECASE)
        formation = find_formation(self.state, card, name or card.corps or card.name)
        if formation is None:
            raise ValueError(f"there is no formation “{name}”; try a corps, as in XLVII")
        return [act.Reserves(card.number, formation)]

    def tactic(self, card: Card, text: str) -> list[Action]:
        found = find_tactic(text) if text else card.tactic
        if not found:
            raise ValueError(f"there is no combat tactic “{text}”; try “Artillery”")
        return [act.Play(card.number, found)]

    # -- events ----------------------------------------------------------------------------

    def event(self, card: Card, text: str) -> list[Action]:
        """The event, and what it is aimed at where that is said and has to be."""
        found = split_event(text or card.event)
        if found is None:
            raise ValueError(f"“{text}” is nothing card {card.number} can be played for")
        name, rest = found
        event = act.Event(card.number, name)
        known = self._aims(card, name)
        if not rest or len(known) == 1:
            return [event]
        return [event, act.Aim(aimed(self.state, self.side, known, rest))]

    def _aims(self, card: Card, event: str) -> list[str]:
        """What the player will be asked to choose from."""
        if event not in happenings.HAPPENINGS:
            return [""]
        known = list(happenings.choices(self.state, self.side, card, event))
        match self.top:
            case dec.BridgeWork():
                return [c for c in known if c.startswith("build ") or self.side == GERMAN]
            case dec.Reaction(to="road", hex=hex_):
                sites = roadblocks.road_sites(self.state) & self.kit.grid.spread(1 << hex_)
                return [f"block {label}" for label in self.kit.grid.labels(sites)]
            case dec.Reaction():
                return [""]
        return known


def aimed(state: State, side: Side, known: Iterable[str], text: str) -> str:
    """The one of these that is meant; failing that, the words, for the rules to refuse."""
    aim = re.sub(r"^(at|on|for|in)\s+", "", text.strip(), flags=re.IGNORECASE)
    choices = list(known)
    unit, hex_ = find_unit(state.kit, aim, side), find_hex(state.kit, aim)
    for wanted in (aim, f"build {aim}", hex_ or aim, unit or aim):
        found = find_choice(choices, wanted)
        if found is not None:
            return found
    return unit or hex_ or aim


_CardVerb = Callable[[CardReader, Card, str], list[Action]]


def _only(kind: Callable[[int], Action]) -> _CardVerb:
    return lambda _reader, card, _text: [kind(card.number)]


def _spread(table: dict[str, Any]) -> dict[str, Any]:
    return {name: verb for names, verb in table.items() for name in names.split("|")}


CARD_VERBS: Final[dict[str, _CardVerb]] = _spread(
    {
        "activate|activation": CardReader.activate,
        "single|unit|one unit": CardReader.single,
        "group|kampfgruppe|kg|form a kampfgruppe": _only(act.Group),
        "reserves|reserve|deploy|deploy reserves|deploy the reserves": CardReader.reserves,
        "refit|replacements": _only(act.Refit),
        "event|for its event": CardReader.event,
        "discard|pass": _only(act.Discard),
        "keepfuel|fuel|keep fuel|keep the fuel by discarding": _only(act.KeepFuel),
        "play|tactic|use|as": CardReader.tactic,
    }
)
