"""Combats of Enemy Action: Ardennes, begun at any stage.

Most are about 0708, broken ground without road, town or river; round it from
the east: 0707 0808 0809 0709 0609 0608 (a town). Germans at 0707 and 0808 are
in supply, and so are Allies at 0708 and west of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from ea import Game

from grognard.book.tally import Tally
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import Battle, Fight
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import mark
from grognard.titles.ardennes.rules.fighting import combat

SIDES = {"german": GERMAN, "allied": ALLIED}


def battle(game: Game, target: str, *units: str, side: str = "german", **fields: Any) -> Battle:
    """A combat as it would be declared, with fields of it changed."""
    found = combat.new_battle(game.state, SIDES[side], game.hex(target), game.units(*units))
    return msgspec.structs.replace(found, **fields)


def fight(
    game: Game, target: str, *units: str, side: str = "german", stage: str, **fields: Any
) -> Game:
    """That combat on the table, at a stage: what asks nobody is carried out at once."""
    mark(game.state, battle=battle(game, target, *units, side=side, **fields))
    game.state.stack = (*game.state.stack, Fight(stage))
    game.events += proceed(game.state)
    return game


def hit(
    game: Game, target: str, *units: str, side: str = "german", a: int = 0, d: int = 0, **more: Any
) -> Game:
    """That combat with so many hits on the attacker and the defender to be taken."""
    more = {"attacker_hits": a, "defender_hits": d, **more}
    return fight(game, target, *units, side=side, stage="defender", **more)


def draw(game: Game, *keys: str) -> Game:
    """Chance draws these chits."""
    for key in keys:
        game.pick(_place(game, key))
    return game


def _place(game: Game, key: str) -> int:
    before = 0
    for kind, count in zip(game.kit.chits, game.state.cup, strict=True):
        if kind.key == key:
            assert count, f"no {key} is left in the cup"
            return before
        before += count
    raise AssertionError(f"there is no chit {key}")


def parts(tally: Tally) -> dict[str, int]:
    """What a sum is made of, by rule."""
    return {modifier.rule: modifier.amount for modifier in tally.modifiers}


def lost(game: Game) -> list[str]:
    """Who lost steps, in order."""
    return [event.unit for event in _losses(game)]


def _losses(game: Game) -> Iterator[Any]:
    return (e for e in game.events if isinstance(e, ev.StepLost | ev.Eliminated))
