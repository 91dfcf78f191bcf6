"""Whole games and cards of Enemy Action: Ardennes, for tests of days and impulses."""

from __future__ import annotations

from ea import Game

from grognard.titles.ardennes.kit.kit import GERMAN
from grognard.titles.ardennes.position.decisions import BridgeWork, Discarding
from grognard.titles.ardennes.position.options import OPTIONS
from grognard.titles.ardennes.position.questions import asked
from grognard.titles.ardennes.position.state import Terms
from grognard.titles.ardennes.rules.day.sequence import STEPS
from grognard.titles.ardennes.rules.day.setting_up import new_game
from grognard.waist.title import CHANCE


def fresh(scenario: str = "gs-14") -> Game:
    return Game(new_game(Terms(scenario, tuple((o.key, o.values[0]) for o in OPTIONS))))


def settle(game: Game) -> Game:
    """Chance draws the first of whatever it is asked for; no engineers work in the Supply Phase."""
    while asked(game.state) == (CHANCE,) or isinstance(game.top, BridgeWork):
        if isinstance(game.top, BridgeWork):
            game.play("Done")
        else:
            game.pick(0)
    return game


def step(game: Game, name: str) -> Game:
    """One step of the sequence of play, by name, with a German asked to discard beneath it."""
    game.state.stack = (Discarding(GERMAN, must=False),)
    game.events += next(found for found in STEPS if found.__name__ == name)(game.state)
    return game


def put_card(game: Game, side: int, number: int, place: int) -> None:
    game.state.cards[side][number - 1] = place


def card_place(game: Game, side: int, number: int) -> int:
    return game.state.cards[side][number - 1]
