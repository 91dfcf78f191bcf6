"""What the tests of the lines of the summary share: names, places, and a few ways to play.

The docstring of each such test names its line, L8 for the eighth. What is expected was
worked out by hand, from the line and the map. Places:

- Clervaux 1611 (HV 5, a VP hex) and Wiltz 1812 (HV 5, a VP hex) with the road 1611 1711 1812;
- Vianden 1908 and Diekirch 2108 (HV 4), and the bridge hex 2109 (HV 3), all next to 2009;
- the clear hex 2407 (HV 1) south of Echternach 2305, without a road. A German in 2406 has the
  primary road 2406 2305 2205 behind him, if he holds the town and the bridge 2205/2305.
"""

from __future__ import annotations

from typing import Any

from ea import Game, position

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    Battle,
    RoadblockCheck,
    TacticDraw,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import PILE
from grognard.titles.ardennes.rules.fighting import tactics
from grognard.titles.ardennes.script import deploy
from grognard.titles.ardennes.script.reasons import Reasons

PANZER = "2/2P/XLVII"  # mechanized, 4/2
FUSILIER = "39/26/XLVII"  # infantry, 3/2
PAIR = ("316/212/LXXX", "320/212/LXXX")  # infantry, 3/2 each
ALLIES = "2407 CCA/10A/XII   2406 316/212/LXXX 320/212/LXXX"  # two steps, # 1


def south(text: str, **more: Any) -> Game:
    """A position south of the Sûre, Echternach and its bridge in German hands."""
    held = {"german": "2305", "bridges": {"2205/2305": "german"}, "day": 18}
    return position(text, **{**held, **more})


def rolled_for(game: Game) -> list[str]:
    """The hexes rolled for, in order; every roll is a 10."""
    while isinstance(game.top, RoadblockCheck):
        game.roll(10)
    return [event.hex for event in game.told(ev.RoadblockRolled)]


def allied_card(game: Game, number: int) -> Game:
    """Chance draws that Allied card for the combat on the table."""
    assert isinstance(game.top, TacticDraw), game.top
    pile = [card for card, place in enumerate(game.state.cards[ALLIED]) if place == PILE]
    return game.pick(pile.index(number - 1))


def refused(game: Game, found: Battle, name: str, side: int = GERMAN) -> str | None:
    """The rule against a tactic in that combat."""
    why = tactics.use_refusal(game.state, found, side, name)
    return None if why is None else why.rule


def method_a(game: Game, name: str) -> set[str]:
    hexes = deploy.method_a(game.state, game.unit(name), Reasons(game.state))
    return set(game.labels(hexes))


def step_on(game: Game) -> Game:
    """What asks nobody is carried out."""
    game.events += proceed(game.state)
    return game
