"""A chit as a hand and a line of the log show it: all its lines, the one that counts lit."""

from __future__ import annotations

from typing import Final

from grognard.book.words import capital
from grognard.titles.ardennes.words.wording import hits_words, situation_words
from grognard.waist import scene as art

PLAIN: Final = "#8a8371"
"""Of what belongs to no corps and hits nobody."""


def pale(colour: str) -> str:
    """A tint of a colour, on which dark letters can be read."""
    parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#" + "".join(f"{255 - (255 - part) * 2 // 7:02x}" for part in parts)


def chit_art(
    id_: str,
    key: str,
    printed: tuple[tuple[str, int, int], ...],
    counted: str,
    hits: tuple[int, int],
) -> art.Card:
    """A chit with all its lines, the one that counts lit."""
    lines = (
        f"{art.LIT if condition == counted else ''}{capital(situation_words(condition))}: "
        f"{hits_words(a, d)}"
        for condition, a, d in printed
    )
    attacker, defender = hits
    colour = pale("#2f6b2f" if defender else "#b3261e" if attacker else PLAIN)
    value = f"{attacker}/{defender}" if counted else "–"
    return art.Card(id_, key, "\n".join(lines) or "No effect.", colour, value, "chit")
