"""Actions nobody offered: words changed, kinds out of place, names that do not exist."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
from laws.subjects import SUBJECTS, TITLES, Position, positions

from grognard.titles.ardennes.position.state import State as Ardennes
from grognard.titles.lost_battalion.position.state import State as LostBattalion
from grognard.waist.chance import Picked, Rolled

ODD_WORDS = ("", "?", "0000", "9999", "12", "nowhere", "barrage", "MG1", "US 77", "×")
ODD_NUMBERS = (-1, 0, 1, 99, 1 << 70)


def kinds(title: Any) -> list[type[msgspec.Struct]]:
    """The kinds of action a player may send; only chance rolls and draws."""
    return [kind for kind in get_args(title.Action) if kind not in (Rolled, Picked)]


@cache
def vocabulary(key: str) -> dict[str, list[Any]]:
    """By field: every value that some menu of the title's games had there."""
    words: dict[str, set[Any]] = {}
    for title_key, scenario in SUBJECTS:
        if title_key == key:
            for position in positions(key, scenario):
                _collect(position, words)
    return {field: sorted(values) for field, values in words.items()}


def _collect(position: Position, words: dict[str, set[Any]]) -> None:
    for action in position.title.candidates(position.state, position.seat):
        for field in action.__struct_fields__:
            words.setdefault(field, set()).add(getattr(action, field))
    if isinstance(position.state, LostBattalion | Ardennes):
        kit = position.state.kit
        for field in ("unit", "gun"):
            words.setdefault(field, set()).update(kit.names)
        for field in ("hex", "to"):
            words.setdefault(field, set()).update(map(kit.grid.label, kit.grid.hexes))
    if isinstance(position.state, LostBattalion):
        words.setdefault("division", set()).update(position.state.kit.division_by_key)
    if isinstance(position.state, Ardennes):
        kit = position.state.kit
        words.setdefault("card", set()).update(card.number for card in kit.german_deck)
        words.setdefault("formation", set()).update((*kit.corps_units, *kit.division_units))


def mutants(position: Position, rng: Random, each: int) -> Iterator[Any]:
    """Candidates with a word changed, and actions of every kind with words by lot."""
    found = list(position.title.candidates(position.state, position.seat))
    for action in rng.sample(found, min(len(found), each)):
        for field in action.__struct_fields__:
            word = rng.choice(_words(position.title, action, field))
            yield msgspec.structs.replace(action, **{field: word})
    for kind in kinds(position.title):
        for _ in range(each if kind.__struct_fields__ else 1):
            yield _any(position.title, kind, rng)


def all_words(position: Position) -> Iterator[Any]:
    """The kinds on the menu with every word there is, where one word is all they need."""
    title, words = position.title, vocabulary(position.title.KEY)
    menu = {type(a) for a in title.candidates(position.state, position.seat)}
    for kind in sorted(menu, key=lambda kind: kind.__name__):
        if len(kind.__struct_fields__) == 1:
            yield from (kind(word) for word in words[kind.__struct_fields__[0]])


def _any(title: Any, kind: Any, rng: Random) -> Any:
    blank = kind(*("" for _ in kind.__struct_fields__))
    chosen = [rng.choice(_words(title, blank, field)) for field in kind.__struct_fields__]
    return kind(*chosen)


def _words(title: Any, action: Any, field: str) -> list[Any]:
    is_number = {f.name: f.type for f in msgspec.structs.fields(action)}[field] is int
    odd: tuple[Any, ...] = ODD_NUMBERS if is_number else ODD_WORDS
    return [*vocabulary(title.KEY).get(field, []), *odd]


__all__ = ["TITLES", "all_words", "kinds", "mutants", "vocabulary"]
