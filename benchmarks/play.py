"""Random play under the full rules, against other games from the package index."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import chess
import pyspiel
from catanatron import Color, Game, RandomPlayer

from benchmarks.harness import Contest
from grognard.titles import lost_battalion
from grognard.waist.chance import Fate
from grognard.waist.title import CHANCE

CHESS_GAMES = 12
CATAN_GAMES = 12
SPIEL_GAMES = 120
NOTE = "whole games; players' actions only are counted, the time of chance is not left out"
SPIEL_CHESS = pyspiel.load_game("chess")  # in C++, driven move by move from here
TITLE: Any = lost_battalion  # as the match sees it: chance answers by `apply` like a seat


def against_chess(quick: bool) -> Contest:
    games = 1 if quick else CHESS_GAMES
    return _contest("python-chess, plies", goal=3, games=games, play=play_chess)


def against_catan(quick: bool) -> Contest:
    games = 1 if quick else CATAN_GAMES
    return _contest("catanatron, actions", goal=2, games=games, play=play_catan)


def against_open_spiel(quick: bool) -> Contest:
    games = 1 if quick else SPIEL_GAMES
    return _contest("open_spiel's chess, plies", goal=0.3, games=games, play=play_open_spiel)


def _contest(peer: str, goal: float, games: int, play: Callable[[int], int]) -> Contest:
    return Contest(
        name="random play, Lost Battalion campaign",
        unit="actions",
        peer=peer,
        ours=play_campaign,
        theirs=lambda number: sum(play(number * games + n + 1) for n in range(games)),
        floor=goal,
        goal=goal,
        note=NOTE,
    )


def play_campaign(seed: int) -> int:
    return play_title(TITLE, "historical", seed)


def play_title(title: Any, scenario: str, seed: int) -> int:
    """One game from set-up to verdict, every action drawn from all legal ones."""
    state, apply = title.setup(scenario, {}), title.simulate
    fate, rng = Fate(str(seed)), Random(seed)
    entry = rolls = 0
    while deciders := title.deciders(state):
        seat = deciders[0]
        if seat == CHANCE:
            apply(state, seat, fate.settle(title.draw(state), entry))
            rolls += 1
        else:
            offers = title.offers(state, seat)
            apply(state, seat, offers[rng.randrange(len(offers))])
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


def play_catan(seed: int) -> int:
    """One game of four random players, as the package plays it."""
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def play_open_spiel(seed: int) -> int:
    """One game of chess, every move drawn from all legal ones."""
    state, rng = SPIEL_CHESS.new_initial_state(), Random(seed)
    plies = 0
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[rng.randrange(len(moves))])
        plies += 1
    return plies
