"""What the tests of the lines of the summary share: names, places, and a few ways to play.

The docstring of each test names its line, L8 for the eighth. What is expected was
worked out by hand, from the line and the map of Noville. Places:

- the open country between Bastogne 07.18 and Bizory 11.15: 08.15 to 10.15, 09.14 to 11.14 and
  09.16 to 11.16; Luzery 08.16 is a village, 06.14 woods;
- the corner behind the Ourthe, 01.03 and 02.02, with one bridge, 02.03/01.03, by road S1;
- the road S3 from Bourcy 16.11 to Noville 11.09, on which 13.10 and 14.10 are open.

A distance of six or seven hexes is counted along a row where it can be: the 506th has a
Command Radius of 6 and its HQ in 08.16 unless told.
"""

from __future__ import annotations

from typing import Any

from bcs import Game, position

from grognard.titles.bcs.kit.kit import GERMAN, KITS, US
from grognard.titles.bcs.position import events as ev
from grognard.titles.bcs.position.decisions import (
    Activations,
    Choosing,
    FatigueRoll,
    HqRetreat,
    RetreatChoice,
)
from grognard.titles.bcs.rules.command import safe_path
from grognard.titles.bcs.rules.fighting import attack
from grognard.waist.asking import pop, push, swap

NUMBER = KITS["noville"].by_key
NO_US = {"506": "", "CCB10": "", "501": ""}
NO_GERMANS = {"2PZ": "", "PL902": "", "26VG": ""}
ASSAULT: dict[str, Any] = {"active": "2PZ", "hq": {"2PZ": "10.13"}, "arty": 0}
SHUT = "05.12 I/77   07.12 II/77"  # between them they cover all six neighbours of 06.12
BEHIND: dict[str, Any] = {"hq": {"CCB10": "06.06", "506": "05.07"}}  # the Ourthe lies between


def far(game: Game, name: str, label: str) -> int:
    return game.kit.grid.distance(game.hex(game.where(name)), game.hex(label))


def fall_back(game: Game) -> Game:
    """Whoever may choose where to retreat takes the first hex."""
    while isinstance(game.top, RetreatChoice | HqRetreat):
        game.play(game.offers()[0])
    return game


def safe(game: Game, name: str, ma_type: int | None = None) -> bool:
    return safe_path.has(game.state, game.unit(name), ma_type)


def choosing(text: str, **more: Any) -> Game:
    """The German side picks a formation."""
    game = position(f"{text}   07.17 2/506", **more)
    pop(game.state)
    swap(game.state, Activations(US))
    push(game.state, Choosing(GERMAN))
    return game


def stop_of(game: Game) -> str:
    """The rule by which the unit in hand was STOPPED last, if it was."""
    told = game.told(ev.Stopped)
    return told[-1].rule if told else ""


def to_clean_up(game: Game) -> Game:
    """The activities are over; whoever may roll for fatigue or again does neither."""
    game.play("Done")
    while isinstance(game.top, FatigueRoll):
        game.roll(1)
    return game


def attack_on(text: str, hand: str = "II/304", **more: Any) -> Game:
    """An attack on 08.15, with an OBJ marker on it and no guns."""
    return position(text, hand=hand, **{**ASSAULT, "objectives": ["08.15"], **more})


def net_of(game: Game) -> int:
    assert game.state.fight is not None
    return int(attack.tally(game.state, game.state.fight).total)


def rolled(game: Game, total: int) -> Game:
    """The dice that make this total with the modifier on the table."""
    dice = total - net_of(game)
    assert 2 <= dice <= 12
    low = max(1, dice - 6)
    return fall_back(game.roll(low, dice - low))


def driven_out(text: str, total: int, **more: Any) -> Game:
    game = attack_on(text, **{"hq": {"2PZ": "10.13", "506": "05.12", "501": "05.12"}, **more})
    game.play("Attack 08.15")
    return rolled(game, total)


def guns(text: str = "08.15 158ECBd   10.15 II/304d", **more: Any) -> Game:
    heads = {"2PZ": "10.13", "501": "05.12"}
    return position(text, **{"active": "2PZ", "hq": heads, "objectives": ["08.15"], **more})
