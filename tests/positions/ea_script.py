"""Allied impulses of German Solitaire for tests: resolve a card, draw an action card."""

from __future__ import annotations

from ea import Game

from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN
from grognard.titles.ardennes.position import events as ev
from grognard.titles.ardennes.position.decisions import (
    ActionDraw,
    AlliedActivation,
    AlliedTurn,
    Discarding,
)
from grognard.titles.ardennes.position.questions import proceed
from grognard.titles.ardennes.position.state import SHOWN, mark
from grognard.titles.ardennes.rules.cards import activation as ground
from grognard.titles.ardennes.script import command  # registers the Allied system

REGISTERED = (command,)
WAYS = ("NW", "NE", "E", "SE", "SW", "W")
_ODD = {"NW": (-1, 1), "NE": (-1, 0), "E": (0, -1), "SE": (1, 0), "SW": (1, 1), "W": (0, 1)}
_EVEN = {"NW": (-1, 0), "NE": (-1, -1), "E": (0, -1), "SE": (1, -1), "SW": (1, 0), "W": (0, 1)}


def go(label: str, *ways: str) -> str:
    """The hex one comes to by steps in these directions; columns grow to the west."""
    row, column = int(label[:2]), int(label[2:])
    for way in ways:
        down, left = (_ODD if row % 2 else _EVEN)[way]
        row, column = row + down, column + left
    return f"{row:02d}{column:02d}"


def corners(label: str, radius: int) -> list[str]:
    """The six hexes straight away from a hex; units there close the ring with their ZOC."""
    return [go(label, *[way] * radius) for way in WAYS]


GERMANS = (
    *("39/26/XLVII", "77/26/XLVII", "78/26/XLVII"),
    *("27/12VG/ISS", "48/12VG/ISS", "89/12VG/ISS"),
)


def ring(label: str, radius: int, but: str = "") -> str:
    """A position with a German regiment in each corner, but for some."""
    hexes = [spot for spot in corners(label, radius) if spot not in but.split()]
    return "  ".join(f"{spot} {name}" for spot, name in zip(hexes, GERMANS, strict=False))


def resolve(game: Game, number: int) -> Game:
    """An Allied impulse in which that command card was turned up."""
    state = game.state
    state.shown = number - 1
    state.cards[ALLIED][number - 1] = SHOWN
    state.stack = (Discarding(GERMAN, must=False), AlliedTurn())
    game.events += proceed(state)
    return game


def command_of(game: Game) -> str:
    """The command the last card came to."""
    chosen: str = game.told(ev.CommandChosen)[-1].command
    return chosen


def activated(game: Game, names: str, card: int = 28) -> Game:
    """An Allied activation of these units, with the wanderers dealt with."""
    state = game.state
    ground.open_record(state, ALLIED, game.units(*names.split()), 1)
    state.stack = (Discarding(GERMAN, must=False), AlliedActivation(card - 1, "cards"))
    game.events += proceed(state)
    return game


def draw(game: Game, number: int) -> Game:
    """Chance draws that action card."""
    assert isinstance(game.top, ActionDraw), f"no action card is due: {game.top}"
    left = [n for n in range(20) if game.state.actions >> n & 1]
    return game.pick(left.index(number - 1))


def action(game: Game, number: int, names: str, card: int = 28) -> Game:
    """An action card tried on active units, with no other left to draw."""
    mark(game.state, actions=1 << (number - 1))
    activated(game, names, card)
    return game.pick(0)


def lines(game: Game, procedure: str) -> str:
    """All lines of the decisions of a procedure, as one text."""
    told = [r for r in game.told(ev.Reasoned) if r.procedure.startswith(procedure)]
    return "\n".join(line.text for reasoned in told for line in reasoned.lines)


def chosen(game: Game, procedure: str) -> list[str]:
    """What the decisions of a procedure came to."""
    return [r.chosen for r in game.told(ev.Reasoned) if r.procedure.startswith(procedure)]


def rules(game: Game, procedure: str) -> set[str]:
    """The rules its lines name."""
    told = [r for r in game.told(ev.Reasoned) if r.procedure.startswith(procedure)]
    return {line.rule for reasoned in told for line in reasoned.lines}
