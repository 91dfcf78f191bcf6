"""A morning in the Ardennes on which the player draws the cards that are wanted."""

from __future__ import annotations

from functools import cache

from grognard import library
from grognard.match import Match
from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position.decisions import ChitCount
from grognard.titles.ardennes.position.state import SEATS
from grognard.titles.ardennes.rules.cards import cards

CORPS, DIVISION = 13, 15  # LVIII Corps, and a card whose tactic is a Panzer Battalion
UNITS = ("156/116P/LVIII", "60/116P/LVIII", "560/LVIII", "1129/560/LVIII")
ATTACK = f"attack 1309 with {' '.join(UNITS)} launch"
LINES = (
    "done",
    f"play {CORPS} activate LVIII; done",
    ATTACK,
    f"play {DIVISION} Panzer Battalion; done",
)
ENOUGH = 2000


@cache
def dice() -> str:
    """The first seed by which both cards are in hand and the attack comes to drawing chits.

    Looked for, not written down: the piles may be changed without changing a test of the page.
    """
    return next(seed for seed in map(str, range(ENOUGH)) if _serves(seed))


def _serves(seed: str) -> bool:
    match = Match.new(library.title("ardennes"), "gs-3", seed=seed)
    held = {cards.printed(match.state, GERMAN, c).number for c in cards.hand(match.state, GERMAN)}
    if not {CORPS, DIVISION} <= held:
        return False
    for line in LINES:
        for action in match.title.parse(match.state, SEATS[GERMAN], line):
            match.play(SEATS[GERMAN], action)
    return isinstance(match.state.top, ChitCount)
