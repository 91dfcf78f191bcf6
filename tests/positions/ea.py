"""Positions of Enemy Action: Ardennes as text, for tests that read like the rule.

    game = position("1009 394/99/V   1007 Peiper/1SS/ISS:2", active="Peiper/1SS/ISS")
    assert game.rule("Step 1008") == "EA-S.36"

Every unit not named waits in the calendar for a day that never comes. A name
may carry its steps: `Peiper/1SS/ISS:2`. Standing in a hex gives its side the
town; bridges and other towns are as at the start of the game unless told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from played import Played

from grognard.ground.hexes import Hex
from grognard.titles.ardennes.kit.kit import ALLIED, GERMAN, KITS, Kit, UnitId, UnitSet
from grognard.titles.ardennes.position import actions as act
from grognard.titles.ardennes.position.decisions import Activation, Decision, Impulse
from grognard.titles.ardennes.position.options import OPTIONS
from grognard.titles.ardennes.position.questions import ASKING
from grognard.titles.ardennes.position.state import (
    CALENDAR,
    DEAD,
    EXITED,
    HAND,
    NO_RECORD,
    OKW,
    RESERVE,
    State,
    Terms,
    copy,
    mark,
    names_of,
    note,
    put,
    units_in,
)
from grognard.titles.ardennes.rules.cards import activation, commands
from grognard.titles.ardennes.rules.day import sequence
from grognard.titles.ardennes.rules.day.setting_up import empty_game

REGISTERED = (activation, commands, sequence)  # they register their questions
BOXES = {RESERVE: "reserve", CALENDAR: "calendar", OKW: "okw", DEAD: "dead", EXITED: "exited"}
_SIDES = {"german": GERMAN, "allied": ALLIED}


def parse(text: str) -> Any:
    """`Step 1009`, `Activate 4 2P/XLVII`, `Event 1 "Bridge Engineers"`, `Aim blow 1609/1610`."""
    verb, *words = _words(text)
    if verb == "Aim":
        return act.Aim(" ".join(words))
    kind = getattr(act, verb)
    types = [str(kind.__annotations__.get(field, "")) for field in kind.__struct_fields__]
    return kind(
        *(int(w) if t in ("Number", "int") else w for w, t in zip(words, types, strict=False))
    )


def _words(text: str) -> list[str]:
    words: list[str] = []
    for n, part in enumerate(text.split('"')):
        words += [part] if n % 2 else part.split()
    return words


class Game(Played):
    """A position of the Ardennes."""

    asking = ASKING
    parse = staticmethod(parse)
    state: State

    @property
    def kit(self) -> Kit:
        return self.state.kit

    @property
    def top(self) -> Decision:
        return self.state.top

    def roll(self, *faces: int) -> Game:
        """Chance answers one roll after another with these faces."""
        for face in faces:
            super().roll(face)
        return self

    def march(self, name: str, *labels: str) -> Game:
        """A unit moves along these hexes and halts."""
        return self.play(f"Pick {name}", *(f"Step {label}" for label in labels), "Halt")

    # -- looking -----------------------------------------------------------------

    def unit(self, name: str) -> UnitId:
        return self.kit.by_name[name]

    def units(self, *names: str) -> UnitSet:
        return sum(1 << self.unit(name) for name in names)

    def river(self, text: str) -> int:
        """The bit of the river hexside between two hexes: `1609/1610`."""
        a, b = (self.hex(label) for label in text.split("/"))
        return self.kit.river_bit[a, b]

    def where(self, name: str) -> str:
        """The number of a unit's hex, or the box it is in."""
        hex_ = self.state.hex_of[self.unit(name)]
        return self.kit.grid.label(hex_) if hex_ >= 0 else BOXES[hex_]

    def at(self, label: str) -> set[str]:
        """The names of the units in a hex."""
        return set(names_of(self.state, units_in(self.state, self.hex(label))))

    def has(self, column: str, what: str) -> bool:
        """Whether a unit or hex is in a column of the state: `game.has("dispersed", "16/1/V")`."""
        bit = self.unit(what) if what in self.kit.by_name else self.hex(what)
        holder = self.state.record if hasattr(NO_RECORD, column) else self.state
        return bool(getattr(holder, column) >> bit & 1)

    def set(self, **fields: Any) -> Game:
        """Sets fields of the state outright, for what a position cannot say."""
        _set(self.state, fields)
        return self

    def twin(self) -> Game:
        """The same position, to be played another way."""
        return Game(copy(self.state))


def position(
    text: str = "",
    *,
    day: int = 17,
    game: str = "gs",
    scenario: str = "",
    active: str = "",
    side: str = "german",
    stage: str = "move",
    tactics: int = 9,
    level: int = 30,
    hand: Iterable[int] = (),
    allied_hand: Iterable[int] = (),
    reserve: str = "",
    german: str = "",
    allied: str = "",
    bridges: Mapping[str, str] | None = None,
    roadblocks: str = "",
    dug_in: str = "",
    dispersed: str = "",
    unsupplied: str = "",
    isolated: str = "",
    dry: str = "",
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Game:
    """A game on that day, in an impulse of a side, with an activation of `active` begun.

    `text` is hexes, each followed by the units in it. `german` and `allied` list
    towns that side holds; `bridges` gives river hexsides "german", "allied" or
    "destroyed"; `roadblocks` and `dug_in` list hexes; `dispersed`, `unsupplied`,
    `isolated`, `dry` list units; `reserve` units in the Reserve box; `hand` and
    `allied_hand` the numbers of cards held. `fields` are set last.
    """
    chosen = {o.key: (options or {}).get(o.key, o.values[0]) for o in OPTIONS}
    state = empty_game(Terms(scenario or f"{game}-14", tuple(sorted(chosen.items()))))
    found = Game(state)
    state.day = day
    _place(found, text)
    for name in reserve.split():
        put(state, found.unit(name), RESERVE)
    _hold(found, german, allied, bridges or {})
    _hold_cards(state, GERMAN, hand)
    _hold_cards(state, ALLIED, allied_hand)
    mark(state, roadblocks=state.kit.grid.set_of(roadblocks.split()))
    mark(state, dug_in=state.kit.grid.set_of(dug_in.split()))
    for column, names in (
        ("dispersed", dispersed),
        ("unsupplied", unsupplied),
        ("isolated", isolated),
        ("dry", dry),
    ):
        mark(state, **{column: found.units(*names.split())})
    _begin(found, _SIDES[side], active, stage, tactics, level)
    _set(state, fields)
    return found


def _set(state: State, fields: Mapping[str, Any]) -> None:
    """Sets columns of the state, or of its record of an activation."""
    columns = {name: value for name, value in fields.items() if not hasattr(NO_RECORD, name)}
    mark(state, **columns)
    note(state, **{name: value for name, value in fields.items() if name not in columns})


def _begin(game: Game, side: int, active: str, stage: str, tactics: int, level: int) -> None:
    state = game.state
    state.stack = (Impulse(side, level),)
    if active:
        units = game.units(*active.split())
        card = next((c for c, place in enumerate(state.cards[side]) if place == HAND), 0)
        activation.begin(state, side, card, units, tactics)
        if stage != "move":
            state.stack = (*state.stack[:-1], Activation(side, card, stage))


def _place(game: Game, text: str) -> None:
    state, hex_ = game.state, None
    for word in text.split():
        if game.kit.grid.has(word):
            hex_ = game.hex(word)
            continue
        name, _, steps = word.partition(":")
        assert hex_ is not None, "a hex comes first"
        put(state, game.unit(name), hex_)
        _own_town(state, game.kit.side_of[game.unit(name)], hex_)
        if steps:
            state.steps[game.unit(name)] = int(steps)


def _own_town(state: State, side: int, hex_: Hex) -> None:
    bit = 1 << hex_ & state.kit.towns
    towns = state.german_towns | bit if side == GERMAN else state.german_towns & ~bit
    mark(state, german_towns=towns)


def _hold(game: Game, german: str, allied: str, bridges: Mapping[str, str]) -> None:
    state = game.state
    for label in german.split():
        _own_town(state, GERMAN, game.hex(label))
    for label in allied.split():
        _own_town(state, ALLIED, game.hex(label))
    for text, holder in bridges.items():
        bit = game.river(text)
        standing = state.bridges & ~bit if holder == "destroyed" else state.bridges | bit
        held = state.german_bridges | bit if holder == "german" else state.german_bridges & ~bit
        mark(state, bridges=standing, german_bridges=held)


def _hold_cards(state: State, side: int, numbers: Iterable[int]) -> None:
    deck = state.kit.german_deck if side == GERMAN else state.kit.allied_deck
    for card in deck:
        if card.number in tuple(numbers):
            state.cards[side][card.id] = HAND


def kit(game: str = "gs") -> Kit:
    return KITS[f"{game}-14"]
