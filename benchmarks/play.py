"""Random play under the full rules, against python-chess."""

from __future__ import annotations

from random import Random
from typing import Any

import chess

from benchmarks.harness import Contest
from grognard.chance import Fate
from grognard.title import CHANCE
from grognard.titles import lost_battalion

CHESS_GAMES = 12
TITLE: Any = lost_battalion  # as the match sees it: chance answers by `apply` like a seat


def contest(quick: bool) -> Contest:
    return Contest(
        name="random play, Lost Battalion campaign",
        unit="actions",
        peer="python-chess, plies",
        ours=play_campaign,
        theirs=lambda number: sum(
            play_chess(number * CHESS_GAMES + n) for n in range(1 if quick else CHESS_GAMES)
        ),
        floor=0.5,
        goal=1.0,
        note="whole games; players' actions only are counted, the time of chance is not left out",
    )


def play_campaign(seed: int) -> int:
    return play_title(TITLE, "historical", seed)


def play_title(title: Any, scenario: str, seed: int) -> int:
    """One game from set-up to verdict, every action drawn from all legal ones."""
    state = title.setup(scenario, {})
    fate, rng = Fate(str(seed)), Random(seed)
    entry = rolls = 0
    while deciders := title.deciders(state):
        seat = deciders[0]
        if seat == CHANCE:
            title.apply(state, seat, fate.settle(title.draw(state), entry))
            rolls += 1
        else:
            offers = title.offers(state, seat)
            title.apply(state, seat, offers[rng.randrange(len(offers))])
        entry += 1
    return entry - rolls


def play_chess(seed: int) -> int:
    """One game of chess, every move drawn from all legal ones."""
    board, rng = chess.Board(), Random(seed)
    plies = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[rng.randrange(len(moves))])
        plies += 1
    return plies
